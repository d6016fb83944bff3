/* Reader of sdk/soc/<name>.yaml. */
#include "runtime_min/device/chip.h"

#include "base/path.h"
#include "base/text.h"
#include "base/yaml.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* ---- Where the files are ------------------------------------------------------------------------------- */

static void push_joined(struct opf_strvec *vec, const char *dir, const char *tail)
{
    char *joined = opf_path_join(dir, tail);
    char *folded = joined ? opf_path_absolute(joined) : NULL;
    if (folded)
        opf_strvec_push(vec, folded);
    opf_free(joined);
    opf_free(folded);
}

/* Beside this library: `<root>/lib` has `<root>/share/opforge/sdk/soc`, and a build tree `out/lib` has the
 * sources two folders up. */
static opf_status *search_path(struct opf_strvec *dirs)
{
    const char *env = getenv("OPF_SOC_PATH");
    Dl_info info;
    opf_strvec_init(dirs);
    if (env)
        opf_strvec_split(dirs, env, ":", true);
    void *self = (void *)(uintptr_t)&opf_chip_read;
    if (dladdr(self, &info) && info.dli_fname) {
        char *dir = opf_path_dir(info.dli_fname);
        if (dir) {
            push_joined(dirs, dir, "../share/opforge/sdk/soc");
            push_joined(dirs, dir, "../sdk/soc");
            push_joined(dirs, dir, "../../sdk/soc");
        }
        opf_free(dir);
    }
    return opf_strvec_finish(dirs);
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

/* The text of res.<label>.<key>, or of the version's replacement. */
static const char *figure(const opf_value *root, const char *version, const char *label, const char *key)
{
    const opf_value *own =
        opf_value_get(opf_value_get(opf_value_get(opf_value_get(root, "versions"), version), label), key);
    const opf_value *v = own ? own : opf_value_get(opf_value_get(opf_value_get(root, "res"), label), key);
    return v && v->kind == OPF_VALUE_STRING ? v->as.string : NULL;
}

struct wanted {
    const char *label, *key;
    uint64_t *to;
    bool optional;
};

static opf_status *read_figures(const opf_value *root, const char *path, const char *version,
                                struct opf_chip *chip)
{
    uint64_t vector = 0, cube = 0, cores = 0;
    const struct wanted list[] = {{"SoCInfo", "ai_core_cnt", &cores, false},
                                  {"SoCInfo", "vector_core_cnt", &vector, true},
                                  {"SoCInfo", "cube_core_cnt", &cube, true},
                                  {"SoCInfo", "l2_size", &chip->l2_size, true},
                                  {"SoCInfo", "memory_size", &chip->gm_size, true},
                                  {"AICoreSpec", "ub_size", &chip->memory[OPF_MEM_UB], false},
                                  {"AICoreSpec", "l1_size", &chip->memory[OPF_MEM_L1], true},
                                  {"AICoreSpec", "l0_a_size", &chip->memory[OPF_MEM_L0A], true},
                                  {"AICoreSpec", "l0_b_size", &chip->memory[OPF_MEM_L0B], true},
                                  {"AICoreSpec", "l0_c_size", &chip->memory[OPF_MEM_L0C], true},
                                  {"AICoreSpec", "bt_size", &chip->memory[OPF_MEM_BT], true},
                                  {"AICoreSpec", "fb0_size", &chip->memory[OPF_MEM_FB], true}};
    for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
        const char *text = figure(root, version, list[i].label, list[i].key);
        if (!text && list[i].optional)
            continue;
        if (!text || !opf_text_to_u64(text, list[i].to))
            return OPF_FAIL(OPF_INVALID_FORMAT, "%s: res.%s.%s is %s%s%s, a quoted whole number was expected",
                            path, list[i].label, list[i].key, text ? "`" : "", text ? text : "missing",
                            text ? "`" : "");
    }
    for (int m = 0; m < OPF_MEM_COUNT; m++)
        if (chip->memory[m] > (uint64_t)64 << 20)
            return OPF_FAIL(OPF_OUT_OF_RANGE, "%s: a local memory of %llu bytes; the limit is 64 MiB", path,
                            (unsigned long long)chip->memory[m]);
    if (cores > 65535 || vector > 65535 || cube > 65535)
        return OPF_FAIL(OPF_OUT_OF_RANGE, "%s: more than 65535 cores", path);
    chip->cube_cores = (uint32_t)(cube ? cube : cores);
    chip->vector_cores = (uint32_t)(vector ? vector : cores);
    return NULL;
}

/* True when the file describes `soc` (short name, full name or a version). `version` is in the arena. */
static bool describes(const opf_value *root, const char *soc, const char **version)
{
    const opf_value *name = opf_value_get(root, "name"), *first = opf_value_get(root, "default_version");
    if (!name || name->kind != OPF_VALUE_STRING || !first || first->kind != OPF_VALUE_STRING)
        return false;
    *version = first->as.string;
    if (strcasecmp(name->as.string, soc) == 0 || strcasecmp(first->as.string, soc) == 0)
        return true;
    const opf_value *versions = opf_value_get(root, "versions");
    for (const opf_value *v = versions ? versions->first : NULL; v; v = v->next)
        if (v->name && strcasecmp(v->name, soc) == 0) {
            *version = v->name;
            return true;
        }
    return false;
}

static opf_status *read_file(const char *path, const char *soc, struct opf_chip *out, bool *found)
{
    opf_arena *arena;
    OPF_TRY(opf_arena_create(&arena));
    opf_value *root = NULL;
    const char *version = NULL;
    opf_status *status = opf_yaml_read(arena, path, &root);
    if (!status && root->kind != OPF_VALUE_OBJECT)
        status = OPF_FAIL(OPF_INVALID_FORMAT, "%s:%d: not the description of a chip", path, root->line);
    if (!status && describes(root, soc, &version)) {
        int64_t arch = 0;
        const char *name = NULL;
        *out = (struct opf_chip){0};
        status = opf_value_need_int(root, "npu_arch", path, &arch);
        if (!status)
            status = opf_value_need_string(root, "name", path, &name);
        if (!status)
            status = read_figures(root, path, version, out);
        if (!status) {
            snprintf(out->short_name, sizeof(out->short_name), "%s", name);
            snprintf(out->full_name, sizeof(out->full_name), "%s", version);
            out->npu_arch = (uint32_t)arch;
            *found = true;
        }
    }
    opf_arena_destroy(arena);
    return status;
}

/* The file of the chip's own name first, so that the others are read for full names only. */
static opf_status *read_folder(const char *dir, const char *soc, struct opf_chip *out, bool *found,
                               struct opf_strvec *known)
{
    struct opf_strvec files;
    opf_strvec_init(&files);
    if (!opf_path_is_dir(dir))
        return NULL;
    opf_status *status = opf_path_walk(dir, "*.yaml", 1, &files);
    for (int pass = 0; !status && !*found && pass < 2; pass++)
        for (size_t i = 0; !status && !*found && i < files.len; i++) {
            char *name = opf_strdup(opf_path_base(files.items[i]));
            if (!name)
                continue;
            name[strlen(name) - strlen(".yaml")] = '\0';
            if (pass == 0)
                opf_strvec_push(known, name);
            if ((pass == 0) == (strcasecmp(name, soc) == 0))
                status = read_file(files.items[i], soc, out, found);
            opf_free(name);
        }
    opf_strvec_free(&files);
    return status;
}

opf_status *opf_chip_read(const char *soc, struct opf_chip *out)
{
    struct opf_strvec dirs, known;
    opf_strvec_init(&known);
    bool found = false;
    opf_status *status = search_path(&dirs);
    for (size_t i = 0; !status && !found && i < dirs.len; i++)
        status = read_folder(dirs.items[i], soc, out, &found, &known);
    if (!status && !found) {
        const char *near = opf_text_nearest(soc, (const char *const *)known.items, known.len);
        status = OPF_FAIL(OPF_NOT_FOUND, "no chip `%s`%s%s%s", soc, near ? "; did you mean `" : "",
                          near ? near : "", near ? "`?" : "");
        for (size_t i = 0; i < dirs.len; i++)
            status = opf_status_note(status, "searched %s", dirs.items[i]);
        if (!known.len)
            status = opf_status_note(status, "set OPF_SOC_PATH to the folder that holds ascend950.yaml");
    }
    opf_strvec_free(&dirs);
    opf_strvec_free(&known);
    return status;
}

opf_status *opf_chip_reduce(struct opf_chip *chip, const char *cores)
{
    uint64_t wanted;
    if (!opf_text_to_u64(cores, &wanted) || wanted == 0 || wanted > chip->vector_cores)
        return OPF_FAIL(OPF_INVALID_ARGUMENT,
                        "`%s` vector cores: a whole number from 1 to the %u of %s was expected", cores,
                        chip->vector_cores, chip->full_name);
    uint32_t has = chip->vector_cores;
    chip->cube_cores = (uint32_t)((wanted * chip->cube_cores + has - 1) / has);
    chip->vector_cores = (uint32_t)wanted;
    return NULL;
}

int64_t opf_chip_figure(const struct opf_chip *chip, const char *key)
{
    const struct {
        const char *key;
        uint64_t value;
    } list[] = {{"vector_core_cnt", chip->vector_cores},
                {"cube_core_cnt", chip->cube_cores},
                {"ub_size", chip->memory[OPF_MEM_UB]},
                {"ub_user_size", chip->memory[OPF_MEM_UB]},
                {"l1_size", chip->memory[OPF_MEM_L1]},
                {"l0_a_size", chip->memory[OPF_MEM_L0A]},
                {"l0_b_size", chip->memory[OPF_MEM_L0B]},
                {"l0_c_size", chip->memory[OPF_MEM_L0C]},
                {"bt_size", chip->memory[OPF_MEM_BT]},
                {"fb_size", chip->memory[OPF_MEM_FB]},
                {"l2_size", chip->l2_size},
                {"npu_arch", chip->npu_arch}};
    for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++)
        if (strcmp(list[i].key, key) == 0)
            return (int64_t)list[i].value;
    return -1;
}
