/* Chips by name. */
#include "driver/soc_names.h"
#include "base/text.h"

#include <string.h>

static const struct opf_soc_name socs[] = {
    {"ascend031", NULL, NULL},
    {"ascend035", NULL, NULL},
    {"ascend310b", "Ascend310B1", NULL},
    {"ascend310p", "Ascend310P3", "arch20"},
    {"ascend910_93", "Ascend910_9391", "arch22"},
    {"ascend950", "Ascend950PR_9599", "arch35"},
    {"ascend350", "Ascend350_355e", "arch35"},
    {"ascend610lite", NULL, NULL},
    {"ascend630", NULL, NULL},
    {"ascend910b", "Ascend910B1", "arch22"},
    {"ascend910", "Ascend910A", NULL},
    {"kirinx90", "KirinX90", NULL},
    {"kirin9030", "Kirin9030", NULL},
    {"mc62", "MC62CM12AA", "arch35"},
};
#define SOC_COUNT (sizeof(socs) / sizeof(socs[0]))

const struct opf_soc_name *opf_soc_match(const char *text)
{
    char *lower = opf_strdup(text);
    if (!lower)
        return NULL;
    opf_text_lower(lower);
    const struct opf_soc_name *best = NULL;
    for (size_t i = 0; i < SOC_COUNT; i++)
        if (strstr(lower, socs[i].short_name) &&
            (!best || strlen(socs[i].short_name) > strlen(best->short_name)))
            best = &socs[i];
    opf_free(lower);
    return best;
}

opf_status *opf_soc_select(const char *list, struct opf_strvec *short_names)
{
    struct opf_strvec items;
    opf_strvec_init(&items);
    opf_strvec_split(&items, list, ",", true);
    opf_status *status = opf_strvec_finish(&items);
    if (!status && items.len == 0)
        status = OPF_FAIL(OPF_INVALID_ARGUMENT, "The soc [%s] is not support.", list);
    for (size_t i = 0; i < items.len && !status; i++) {
        const struct opf_soc_name *soc = opf_soc_match(items.items[i]);
        if (soc && !opf_strvec_contains(short_names, soc->short_name))
            opf_strvec_push(short_names, soc->short_name);
        else if (!soc)
            status = OPF_FAIL(OPF_INVALID_ARGUMENT, "The soc [%s] is not support.", items.items[i]);
    }
    opf_strvec_free(&items);
    return status ? status : opf_strvec_finish(short_names);
}

const char *const *opf_soc_list(size_t *count)
{
    static const char *names[SOC_COUNT];
    for (size_t i = 0; i < SOC_COUNT; i++)
        names[i] = socs[i].short_name;
    *count = SOC_COUNT;
    return names;
}
