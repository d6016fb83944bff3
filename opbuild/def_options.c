/* Options of a run: defaults, and where the SDK lies beside the installed or built program. */
#include "opbuild/def_build.h"

#include "base/path.h"

#include <string.h>

static opf_status *no_memory(void)
{
    return OPF_FAIL(OPF_OUT_OF_MEMORY, "out of memory while reading the options");
}

void opf_def_options_init(struct opf_def_options *options)
{
    memset(options, 0, sizeof *options);
    opf_strvec_init(&options->socs);
    opf_strvec_init(&options->flags);
    opf_strvec_init(&options->kernel_srcs);
    options->jobs = 1;
    options->group_size = 28;
    options->time_limit = 30;
}

void opf_def_options_free(struct opf_def_options *options)
{
    for (size_t i = 0; i < options->source_count; i++) {
        opf_free(options->sources[i].path);
        opf_free(options->sources[i].absolute);
    }
    opf_free(options->sources);
    opf_strvec_free(&options->socs);
    opf_strvec_free(&options->flags);
    opf_strvec_free(&options->kernel_srcs);
    char *const texts[] = {options->out,  options->cxx,    options->sdk, options->host_lib,
                           options->self, options->vendor, options->repo};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        opf_free(texts[i]);
}

opf_status *opf_def_options_add(struct opf_def_options *options, const char *path,
                                enum opf_def_class op_class)
{
    if (options->source_count == options->source_cap) {
        size_t cap = options->source_cap ? options->source_cap * 2 : 64;
        struct opf_def_source *sources = opf_realloc(options->sources, cap * sizeof *sources);
        if (!sources)
            return no_memory();
        options->sources = sources;
        options->source_cap = cap;
    }
    struct opf_def_source *source = &options->sources[options->source_count];
    source->path = opf_strdup(path);
    source->absolute = NULL;
    source->op_class = op_class;
    if (!source->path)
        return no_memory();
    options->source_count++;
    return NULL;
}

/* First of the places below `self_dir` that has `probe`; owned by the caller, NULL when none has. */
static char *locate(const char *self_dir, const char *const *places, const char *probe)
{
    for (size_t i = 0; places[i]; i++) {
        char *place = opf_asprintf("%s/%s", self_dir, places[i]);
        char *file = place ? opf_path_join(place, probe) : NULL;
        bool found = file && opf_path_exists(file);
        char *clean = found ? opf_path_absolute(place) : NULL;
        opf_free(file);
        opf_free(place);
        if (clean)
            return clean;
    }
    return NULL;
}

opf_status *opf_def_options_locate(struct opf_def_options *options)
{
    static const char *const sdk_places[] = {"../../sdk", "../sdk", "../share/opforge/sdk", NULL};
    static const char *const lib_places[] = {"../lib", ".", NULL};
    char *self_dir;
    OPF_TRY(opf_path_self_dir(&self_dir));
    if (!options->sdk)
        options->sdk = locate(self_dir, sdk_places, "host/include/register/op_def.h");
    if (!options->host_lib) {
        char *dir = locate(self_dir, lib_places, "libopforge_host.so");
        options->host_lib = dir ? opf_path_join(dir, "libopforge_host.so") : NULL;
        opf_free(dir);
    }
    if (!options->self)
        options->self = opf_path_join(self_dir, "opbuild");
    opf_status *status = NULL;
    if (!options->sdk)
        status =
            OPF_FAIL(OPF_NOT_FOUND,
                     "the SDK headers were not found at ../../sdk, ../sdk or ../share/opforge/sdk of %s; "
                     "name their folder with --sdk=DIR",
                     self_dir);
    else if (!options->host_lib)
        status = OPF_FAIL(OPF_NOT_FOUND,
                          "libopforge_host.so was not found at ../lib or beside the program in %s; name it "
                          "with --host-lib=FILE",
                          self_dir);
    opf_free(self_dir);
    return status;
}
