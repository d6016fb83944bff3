/* Finding the SDK. */
#include "ascendc_gen/sdk_paths.h"

#include "base/path.h"
#include <stdlib.h>

static bool is_sdk(const char *dir)
{
    char *header = opf_path_join(dir, "include/opforge/abi.h");
    bool found = header && opf_path_is_file(header);
    opf_free(header);
    return found;
}

opf_status *opf_sdk_find(const char *given, char **out)
{
    static const char *const BESIDE[] = {"../../sdk", "../share/opforge/sdk", "../sdk"};
    *out = NULL;
    if (!given)
        given = getenv("OPF_SDK");
    if (given) {
        if (!is_sdk(given))
            return OPF_FAIL(OPF_NOT_FOUND, "no SDK in %s: include/opforge/abi.h is not there", given);
        *out = opf_path_absolute(given);
        return *out ? NULL : OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a path");
    }
    char *self = NULL;
    OPF_TRY(opf_path_self_dir(&self));
    for (size_t i = 0; i < sizeof(BESIDE) / sizeof(BESIDE[0]) && !*out; i++) {
        char *joined = opf_path_join(self, BESIDE[i]);
        if (joined && is_sdk(joined))
            *out = opf_path_absolute(joined);
        opf_free(joined);
    }
    opf_status *status = NULL;
    if (!*out)
        status = OPF_FAIL(OPF_NOT_FOUND,
                          "no SDK found beside the programs in %s; give --sdk=DIR or set OPF_SDK", self);
    opf_free(self);
    return status;
}
