/* Definition facts from ops-info JSON. */
#include "runner/op_facts.h"

#include "base/json.h"
#include "base/path.h"
#include "base/text.h"

#include <string.h>
#include <sys/utsname.h>

static opf_status *read_params(opf_arena *arena, const opf_value *op, const char *kind, const char *where,
                               const struct opf_op_param **out, uint32_t *num)
{
    uint32_t count = 0;
    while (opf_value_get(op, opf_arena_printf(arena, "%s%u", kind, count)))
        count++;
    struct opf_op_param *params = opf_arena_alloc(arena, (count + 1) * sizeof *params);
    if (!params)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for the parameters of %s", where);
    for (uint32_t i = 0; i < count; i++) {
        const opf_value *param = opf_value_get(op, opf_arena_printf(arena, "%s%u", kind, i));
        const char *need;
        OPF_TRY(opf_value_need_string(param, "name", where, &params[i].name));
        OPF_TRY(opf_value_need_string(param, "paramType", where, &need));
        params[i].need = strcmp(need, "dynamic") == 0    ? OPF_PARAM_DYNAMIC
                         : strcmp(need, "optional") == 0 ? OPF_PARAM_OPTIONAL
                                                         : OPF_PARAM_REQUIRED;
        const opf_value *computed = opf_value_get(param, "outputShapeDependOnCompute");
        params[i].computed_shape =
            computed && computed->kind == OPF_VALUE_STRING && strcmp(computed->as.string, "true") == 0;
    }
    *out = params;
    *num = count;
    return NULL;
}

static opf_status *read_attrs(opf_arena *arena, const opf_value *op, const char *where,
                              struct opf_op_facts *out)
{
    const opf_value *attr = opf_value_get(op, "attr");
    if (!attr)
        return NULL;
    const char *list;
    OPF_TRY(opf_value_need_string(attr, "list", where, &list));
    struct opf_strvec names;
    opf_strvec_init(&names);
    opf_strvec_split(&names, list, ",", true);
    opf_status *status = opf_strvec_finish(&names);
    struct opf_op_attr *attrs = opf_arena_alloc(arena, (names.len + 1) * sizeof *attrs);
    if (!status && !attrs)
        status = OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for the attributes of %s", where);
    for (size_t i = 0; !status && i < names.len; i++) {
        const opf_value *one;
        char *member = opf_arena_printf(arena, "attr_%s", names.items[i]);
        attrs[i].name = opf_arena_strdup(arena, names.items[i]);
        status = opf_value_need_object(op, member, where, &one);
        if (!status)
            status = opf_value_need_string(one, "type", where, &attrs[i].type);
        const opf_value *fallback = status ? NULL : opf_value_get(one, "defaultValue");
        if (fallback && fallback->kind == OPF_VALUE_STRING)
            attrs[i].default_text = fallback->as.string;
    }
    out->attrs = attrs;
    out->attr_num = (uint32_t)names.len;
    opf_strvec_free(&names);
    return status;
}

/* Folders in which a package keeps `what` ("op_impl/ai_core/tbe/config/<soc>"): vendors first, then built-in,
 * then the plain build tree. */
static opf_status *list_folders(const char *package, const char *what, const char *build_tree,
                                struct opf_strvec *out)
{
    opf_strvec_pushf(out, "%s/%s", package, what);
    char *vendors = opf_path_join(package, "vendors");
    struct opf_strvec names;
    opf_strvec_init(&names);
    opf_status *status = NULL;
    if (vendors && opf_path_is_dir(vendors))
        status = opf_path_list(vendors, &names);
    for (size_t i = 0; i < names.len; i++)
        opf_strvec_pushf(out, "%s/%s/%s", vendors, names.items[i], what);
    opf_strvec_free(&names);
    opf_free(vendors);
    opf_strvec_pushf(out, "%s/built-in/%s", package, what);
    if (build_tree)
        opf_strvec_pushf(out, "%s/%s", package, build_tree);
    return status ? status : opf_strvec_finish(out);
}

static opf_status *list_info_files(const char *package, const char *soc, struct opf_strvec *files)
{
    struct opf_strvec folders;
    opf_strvec_init(&folders);
    char *what = opf_asprintf("op_impl/ai_core/tbe/config/%s", soc);
    char *pattern = opf_asprintf("aic-%s-ops-info*.json", soc);
    opf_status *status = what && pattern ? list_folders(package, what, "../tbe/config", &folders)
                                         : OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for the search path");
    for (size_t i = 0; !status && i < folders.len; i++)
        if (opf_path_is_dir(folders.items[i]))
            status = opf_path_walk(folders.items[i], pattern, 2, files);
    opf_free(what);
    opf_free(pattern);
    opf_strvec_free(&folders);
    return status;
}

opf_status *opf_op_facts_find(opf_arena *arena, const char *package, const char *soc, const char *op_type,
                              struct opf_op_facts *out)
{
    memset(out, 0, sizeof *out);
    struct opf_strvec files, known;
    opf_strvec_init(&files);
    opf_strvec_init(&known);
    opf_status *status = list_info_files(package, soc, &files);
    const opf_value *op = NULL;
    const char *where = NULL;
    for (size_t i = 0; !status && !op && i < files.len; i++) {
        opf_value *root;
        status = opf_json_read(arena, files.items[i], &root);
        if (!status && root->kind != OPF_VALUE_OBJECT)
            status = OPF_FAIL(OPF_INVALID_FORMAT, "%s:%d: not an object with one member for each operator",
                              files.items[i], root->line);
        if (status)
            break;
        op = opf_value_get(root, op_type);
        where = opf_arena_printf(arena, "%s: %s", files.items[i], op_type);
        for (const opf_value *v = root->first; v; v = v->next)
            opf_strvec_push(&known, v->name);
    }
    if (!status && !op) {
        const char *near = opf_text_nearest(op_type, (const char *const *)known.items, known.len);
        status = OPF_FAIL(
            OPF_NOT_FOUND,
            "no definition of operator %s for %s below %s (%zu ops-info files read)%s%s%s; build it with "
            "build.sh --opkernel, or name another package with --opp",
            op_type, soc, package, files.len, near ? "; did you mean " : "", near ? near : "",
            near ? "?" : "");
    }
    if (!status) {
        out->op_type = opf_arena_strdup(arena, op_type);
        status = read_params(arena, op, "input", where, &out->inputs, &out->input_num);
    }
    if (!status)
        status = read_params(arena, op, "output", where, &out->outputs, &out->output_num);
    if (!status)
        status = read_attrs(arena, op, where, out);
    opf_strvec_free(&files);
    opf_strvec_free(&known);
    return status;
}

opf_status *opf_op_facts_host_libraries(const char *package, struct opf_strvec *out)
{
    struct utsname machine;
    if (uname(&machine) != 0)
        return OPF_FAIL(OPF_IO, "the machine's name cannot be read");
    static const char *const PLACES[] = {"op_impl/ai_core/tbe/op_tiling/lib/linux/%s", "op_host/lib/linux/%s",
                                         "op_impl/ai_core/tbe/op_host/lib/linux/%s"};
    opf_status *status = NULL;
    for (size_t p = 0; !status && p < sizeof PLACES / sizeof PLACES[0]; p++) {
        struct opf_strvec folders;
        opf_strvec_init(&folders);
        const char *place = PLACES[p];
        size_t head = (size_t)(strstr(place, "%s") - place);
        char *what = opf_asprintf("%.*s%s", (int)head, place, machine.machine);
        status =
            what ? list_folders(package, what, NULL, &folders) : OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory");
        for (size_t i = 0; !status && i < folders.len; i++)
            if (opf_path_is_dir(folders.items[i]))
                status = opf_path_walk(folders.items[i], "lib*.so", 1, out);
        opf_free(what);
        opf_strvec_free(&folders);
    }
    return status ? status : opf_strvec_finish(out);
}
