/* Which tiling keys golden cases take: of a kernel with hundreds, each compiled on its own, a few. */
#include "conform/conform_op.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

struct opf_conform_used {
    struct opf_conform_used *next;
    const char *param; /* parameter file of the variant, or the column of the definition */
    const char *keys;  /* `1,5,12`, in the order found */
};

static const char SAID[] = ": tiling key "; /* oprun's line for a case */

static bool has_key(const char *keys, const char *key)
{
    for (const char *at = keys; *at; at += *at == ',') {
        size_t len = strcspn(at, ",");
        if (len == strlen(key) && memcmp(at, key, len) == 0)
            return true;
        at += len;
    }
    return false;
}

static opf_status *add_key(struct opf_conform_op *work, const char *param, const char *key,
                           struct opf_conform_used **used)
{
    struct opf_conform_used *entry = *used;
    while (entry && strcmp(entry->param, param) != 0)
        entry = entry->next;
    if (!entry) {
        entry = opf_arena_alloc(work->arena, sizeof(*entry));
        if (!entry)
            return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory for the tiling keys of a variant");
        *entry = (struct opf_conform_used){*used, opf_run_text(&work->run, "%s", param), ""};
        *used = entry;
    }
    if (!has_key(entry->keys, key))
        entry->keys = opf_run_text(&work->run, "%s%s%s", entry->keys, *entry->keys ? "," : "", key);
    return opf_run_check(&work->run);
}

static opf_status *add_output(struct opf_conform_op *work, const char *output, char *const *params,
                              size_t param_num, struct opf_conform_used **used)
{
    for (const char *at = strstr(output, SAID); at; at = strstr(at, SAID)) {
        at += strlen(SAID);
        const char *key = opf_run_text(&work->run, "%.*s", (int)strspn(at, "0123456789"), at);
        OPF_TRY(opf_run_check(&work->run));
        for (size_t i = 0; i < param_num; i++)
            OPF_TRY(add_key(work, params[i], key, used));
    }
    return NULL;
}

opf_status *opf_conform_used_add(struct opf_conform_op *work, const char *file, char *const *params,
                                 size_t param_num, struct opf_conform_used **used)
{
    struct opf_conform_outcome made;
    OPF_TRY(opf_conform_run_cases(work, file, true, &made));
    opf_status *status = add_output(work, made.output ? made.output : "", params, param_num, used);
    opf_conform_outcome_free(&made);
    return status;
}

const char *opf_conform_used_keys(const struct opf_conform_used *used, const char *param)
{
    while (used && strcmp(used->param, param) != 0)
        used = used->next;
    return used ? used->keys : NULL;
}
