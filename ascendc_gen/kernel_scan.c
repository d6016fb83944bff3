/* Kernel sources through libclang. The only file of the project that includes clang-c. */
#include "ascendc_gen/kernel_scan.h"

#include "base/file.h"
#include "base/text.h"
#include <clang-c/Index.h>
#include <string.h>

#define MAX_SOURCE_BYTES ((size_t)16 << 20)
#define MAX_UINT_VALUES  65536u

struct scan {
    opf_arena *arena;
    const char *entry, *words_root, *skip_root;
    struct opf_scan_result *result;
    struct opf_strvec files, structs;
    opf_status *status; /* first failure; ends the walk */
};

struct list {
    struct scan *scan;
    CXCursor *items;
    size_t count, cap;
};

static enum CXChildVisitResult collect_child(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct list *list = data;
    if (list->count == list->cap) {
        size_t cap = list->cap ? list->cap * 2 : 16;
        CXCursor *items = opf_arena_alloc(list->scan->arena, cap * sizeof(*items));
        if (!items) {
            list->scan->status = OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a kernel source");
            return CXChildVisit_Break;
        }
        if (list->count)
            memcpy(items, list->items, list->count * sizeof(*items));
        list->items = items;
        list->cap = cap;
    }
    list->items[list->count++] = cursor;
    return CXChildVisit_Continue;
}

static struct list children_of(struct scan *s, CXCursor cursor)
{
    struct list list = {s, NULL, 0, 0};
    clang_visitChildren(cursor, collect_child, &list);
    return list;
}

static const char *keep_text(struct scan *s, CXString text)
{
    const char *raw = clang_getCString(text);
    const char *copy = opf_arena_strdup(s->arena, raw ? raw : "");
    clang_disposeString(text);
    return copy;
}

/* Initialisers sit below implicit nodes; the list itself is what we want. */
static bool find_list(struct scan *s, CXCursor cursor, CXCursor *out)
{
    if (clang_getCursorKind(cursor) == CXCursor_InitListExpr) {
        *out = cursor;
        return true;
    }
    struct list kids = children_of(s, cursor);
    for (size_t i = kids.count; i-- > 0;)
        if (clang_isExpression(clang_getCursorKind(kids.items[i])) && find_list(s, kids.items[i], out))
            return true;
    return false;
}

/* All lists below the cursor that are in no other list, in the order of the source. */
static void find_lists(struct scan *s, CXCursor cursor, struct list *out)
{
    if (clang_getCursorKind(cursor) == CXCursor_InitListExpr) {
        (void)collect_child(cursor, cursor, out);
        return;
    }
    struct list kids = children_of(s, cursor);
    for (size_t i = 0; i < kids.count; i++)
        if (clang_isExpression(clang_getCursorKind(kids.items[i])) ||
            clang_isStatement(clang_getCursorKind(kids.items[i])))
            find_lists(s, kids.items[i], out);
}

static void fail_at(struct scan *s, CXCursor cursor, const char *what)
{
    CXFile file;
    unsigned line, column, offset;
    clang_getExpansionLocation(clang_getCursorLocation(cursor), &file, &line, &column, &offset);
    const char *name = file ? keep_text(s, clang_getFileName(file)) : "?";
    if (!s->status)
        s->status = opf_status_at(OPF_FAIL(OPF_INVALID_FORMAT, "%s", what), name, (int)line, (int)column);
}

static bool eval_number(struct scan *s, CXCursor cursor, uint64_t *out)
{
    CXEvalResult value = clang_Cursor_Evaluate(cursor);
    bool ok = value && clang_EvalResult_getKind(value) == CXEval_Int;
    if (ok)
        *out = clang_EvalResult_isUnsignedInt(value) ? clang_EvalResult_getAsUnsigned(value)
                                                     : (uint64_t)clang_EvalResult_getAsLongLong(value);
    else
        fail_at(s, cursor, "a value of a template list cannot be computed; it must be a constant");
    if (value)
        clang_EvalResult_dispose(value);
    return ok;
}

/* The literal may sit below an implicit conversion. Its spelling has the quotes, escapes do not occur. */
static const char *eval_text(struct scan *s, CXCursor cursor)
{
    while (clang_getCursorKind(cursor) != CXCursor_StringLiteral) {
        struct list kids = children_of(s, cursor);
        if (kids.count != 1) {
            fail_at(s, cursor, "the name of a template parameter cannot be read");
            return NULL;
        }
        cursor = kids.items[0];
    }
    const char *quoted = keep_text(s, clang_getCursorSpelling(cursor));
    size_t len = quoted ? strlen(quoted) : 0;
    return len >= 2 ? opf_arena_strndup(s->arena, quoted + 1, len - 2) : NULL;
}

/* LIST: as is. RANGE: groups, then pairs first..last. MIX: ranges, then single values. */
static bool expand_uint(struct scan *s, CXCursor at, struct opf_tpl_item *item)
{
    const uint64_t *raw = item->values;
    size_t n = item->count;
    uint64_t *values = opf_arena_alloc(s->arena, MAX_UINT_VALUES * sizeof(*values));
    if (!values || n == 0) {
        fail_at(s, at, "an unsigned template parameter without values");
        return false;
    }
    size_t count = 0, next = 1;
    if (raw[0] != 1) { /* not ASCENDC_TPL_UI_LIST */
        uint64_t ranges = n > 1 ? raw[1] : 0;
        if (raw[0] > 2 || ranges > (n - 2) / 2) {
            fail_at(s, at, "an unsigned template parameter whose number of ranges does not fit its values");
            return false;
        }
        for (uint64_t r = 0; r < ranges; r++)
            for (uint64_t v = raw[2 + 2 * r]; v <= raw[3 + 2 * r] && count < MAX_UINT_VALUES; v++)
                values[count++] = v;
        next = 2 + 2 * (size_t)ranges;
        if (raw[0] == 0)
            next = n;
    }
    for (; next < n && count < MAX_UINT_VALUES; next++)
        values[count++] = raw[next];
    item->values = values;
    item->count = count;
    return true;
}

/* { "name", kind, width, { values } } */
static bool read_item(struct scan *s, CXCursor cursor, struct opf_tpl_item *item)
{
    CXCursor list;
    if (!find_list(s, cursor, &list)) {
        fail_at(s, cursor, "a template list holds something that is no parameter");
        return false;
    }
    struct list fields = children_of(s, list);
    uint64_t kind, width;
    CXCursor values;
    if (fields.count != 4 || !(item->name = eval_text(s, fields.items[0])) ||
        !eval_number(s, fields.items[1], &kind) || !eval_number(s, fields.items[2], &width))
        return false;
    item->kind = (enum opf_tpl_kind)kind;
    item->width = (uint32_t)width;
    struct list numbers = {s, NULL, 0, 0};
    if (find_list(s, fields.items[3], &values))
        numbers = children_of(s, values);
    item->values = opf_arena_alloc(s->arena, (numbers.count + 1) * sizeof(*item->values));
    if (!item->values)
        return false;
    for (size_t i = 0; i < numbers.count; i++)
        if (!eval_number(s, numbers.items[i], &item->values[item->count++]))
            return false;
    return item->kind != OPF_TPL_UINT || expand_uint(s, cursor, item);
}

/* Lists without members end a list of the source (template_scan.h). */
static bool read_items(struct scan *s, const struct list *lists, struct opf_tpl_item **items, size_t *count)
{
    *items = opf_arena_alloc(s->arena, (lists->count + 1) * sizeof(**items));
    *count = 0;
    for (size_t i = 0; *items && i < lists->count; i++)
        if (children_of(s, lists->items[i]).count && !read_item(s, lists->items[i], &(*items)[(*count)++]))
            return false;
    return *items != NULL;
}

static void read_declared(struct scan *s, CXCursor variable)
{
    struct list lists = {s, NULL, 0, 0};
    find_lists(s, variable, &lists);
    (void)read_items(s, &lists, &s->result->table.params, &s->result->table.param_count);
}

static void read_group(struct scan *s, CXCursor group, struct opf_tpl_group *to)
{
    struct list member = children_of(s, group), lists = {s, NULL, 0, 0};
    CXCursor inner; /* { { item, item } }: the outer list is the group, the inner its items */
    if (member.count != 1 || !find_list(s, member.items[0], &inner))
        return;
    struct list items = children_of(s, inner);
    for (size_t i = 0; i < items.count; i++)
        find_lists(s, items.items[i], &lists);
    (void)read_items(s, &lists, &to->items, &to->count);
}

static void read_selected(struct scan *s, CXCursor variable)
{
    struct opf_tpl_table *t = &s->result->table;
    struct list groups = {s, NULL, 0, 0};
    find_lists(s, variable, &groups);
    t->groups = opf_arena_alloc(s->arena, (groups.count + 1) * sizeof(*t->groups));
    t->group_count = 0;
    for (size_t i = 0; t->groups && i < groups.count && !s->status; i++)
        if (children_of(s, groups.items[i]).count)
            read_group(s, groups.items[i], &t->groups[t->group_count++]);
}

static size_t count_template_params(CXCursor cursor, struct scan *s)
{
    struct list kids = children_of(s, cursor);
    size_t n = 0;
    for (size_t i = 0; i < kids.count; i++) {
        enum CXCursorKind kind = clang_getCursorKind(kids.items[i]);
        n += kind == CXCursor_TemplateTypeParameter || kind == CXCursor_NonTypeTemplateParameter ||
             kind == CXCursor_TemplateTemplateParameter;
    }
    return n;
}

static size_t count_function_params(CXCursor cursor, struct scan *s)
{
    struct list kids = children_of(s, cursor);
    size_t n = 0;
    for (size_t i = 0; i < kids.count; i++)
        n += clang_getCursorKind(kids.items[i]) == CXCursor_ParmDecl;
    return n;
}

static void visit_function(struct scan *s, CXCursor cursor, enum CXCursorKind kind)
{
    CXString name = clang_getCursorSpelling(cursor);
    if (strcmp(clang_getCString(name), s->entry) == 0) {
        s->result->found = true;
        s->result->entry_params = count_function_params(cursor, s);
        s->result->template_params = kind == CXCursor_FunctionTemplate ? count_template_params(cursor, s) : 0;
    }
    clang_disposeString(name);
}

/* Headers of the SDK are not the user's, however they were included. */
static bool is_foreign(const struct scan *s, CXCursor cursor)
{
    CXSourceLocation at = clang_getCursorLocation(cursor);
    CXFile file;
    if (clang_Location_isInSystemHeader(at))
        return true;
    clang_getExpansionLocation(at, &file, NULL, NULL, NULL);
    if (!file)
        return true;
    CXString name = clang_getFileName(file);
    const char *path = clang_getCString(name);
    bool foreign = path && opf_text_starts(path, s->skip_root);
    clang_disposeString(name);
    return foreign;
}

static enum CXChildVisitResult visit_top(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct scan *s = data;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (s->status)
        return CXChildVisit_Break;
    if (is_foreign(s, cursor))
        return CXChildVisit_Continue;
    if (kind == CXCursor_Namespace || kind == CXCursor_LinkageSpec || kind == CXCursor_UnexposedDecl)
        return CXChildVisit_Recurse;
    if (kind == CXCursor_FunctionDecl || kind == CXCursor_FunctionTemplate) {
        visit_function(s, cursor, kind);
    } else if (kind == CXCursor_VarDecl) {
        CXString name = clang_getCursorSpelling(cursor);
        if (strcmp(clang_getCString(name), "opf_scan_declared") == 0)
            read_declared(s, cursor);
        else if (strcmp(clang_getCString(name), "opf_scan_selected") == 0)
            read_selected(s, cursor);
        clang_disposeString(name);
    } else if ((kind == CXCursor_StructDecl || kind == CXCursor_ClassDecl) &&
               clang_getCursorKind(parent) == CXCursor_TranslationUnit) {
        opf_strvec_push(&s->structs, keep_text(s, clang_getCursorSpelling(cursor)));
    }
    return CXChildVisit_Continue;
}

static void visit_inclusion(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
    (void)stack;
    (void)depth;
    struct scan *s = data;
    CXString name = clang_getFileName(file);
    const char *path = clang_getCString(name);
    if (path && opf_text_starts(path, s->words_root) && !opf_strvec_contains(&s->files, path))
        opf_strvec_push(&s->files, path);
    clang_disposeString(name);
}

static opf_status *read_words(struct scan *s)
{
    for (size_t i = 0; i < s->files.len; i++) {
        struct opf_buf text;
        OPF_TRY(opf_file_read(s->files.items[i], MAX_SOURCE_BYTES, &text));
        struct opf_source_words *all = &s->result->words, one = {0};
        opf_source_words_scan(opf_buf_text(&text), text.len, &one);
        all->tiling_key_var |= one.tiling_key_var;
        all->registers_default |= one.registers_default;
        all->reads_default |= one.reads_default;
        all->deterministic |= one.deterministic;
        all->templates |= one.templates;
        all->tests_operands |= one.templates && one.tests_operands; /* only where it can change the lists */
        opf_buf_free(&text);
    }
    return NULL;
}

static void note_first_error(struct scan *s, CXTranslationUnit unit)
{
    unsigned n = clang_getNumDiagnostics(unit);
    for (unsigned i = 0; i < n && !s->result->first_error; i++) {
        CXDiagnostic d = clang_getDiagnostic(unit, i);
        if (clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error)
            s->result->first_error =
                keep_text(s, clang_formatDiagnostic(d, CXDiagnostic_DisplaySourceLocation |
                                                           CXDiagnostic_DisplayColumn));
        clang_disposeDiagnostic(d);
    }
}

static opf_status *keep_structs(struct scan *s)
{
    OPF_TRY(opf_strvec_finish(&s->structs));
    OPF_TRY(opf_strvec_finish(&s->files));
    opf_strvec_sort(&s->structs);
    opf_strvec_unique(&s->structs);
    s->result->structs = opf_arena_alloc(s->arena, (s->structs.len + 1) * sizeof(*s->result->structs));
    if (!s->result->structs)
        return OPF_FAIL(OPF_OUT_OF_MEMORY, "no memory for a kernel source");
    for (size_t i = 0; i < s->structs.len; i++)
        s->result->structs[s->result->struct_count++] = opf_arena_strdup(s->arena, s->structs.items[i]);
    return NULL;
}

static opf_status *walk(struct scan *s, CXTranslationUnit unit)
{
    note_first_error(s, unit);
    clang_visitChildren(clang_getTranslationUnitCursor(unit), visit_top, s);
    if (s->status)
        return s->status;
    clang_getInclusions(unit, visit_inclusion, s);
    OPF_TRY(keep_structs(s));
    return read_words(s);
}

opf_status *opf_kernel_scan(opf_arena *arena, const char *path, const char *entry,
                            const struct opf_strvec *args, const char *words_root, const char *skip_root,
                            struct opf_scan_result *result)
{
    memset(result, 0, sizeof(*result));
    struct scan s = {
        .arena = arena, .entry = entry, .words_root = words_root, .skip_root = skip_root, .result = result};
    opf_strvec_init(&s.files);
    opf_strvec_init(&s.structs);
    CXIndex index = clang_createIndex(1, 0);
    CXTranslationUnit unit = NULL;
    unsigned flags =
        CXTranslationUnit_SkipFunctionBodies | CXTranslationUnit_KeepGoing | CXTranslationUnit_Incomplete;
    enum CXErrorCode code = clang_parseTranslationUnit2(index, path, (const char *const *)args->items,
                                                        (int)args->len, NULL, 0, flags, &unit);
    opf_status *status;
    if (code != CXError_Success)
        status = OPF_FAIL(OPF_NOT_FOUND, "the kernel source %s cannot be parsed (libclang error %d)", path,
                          (int)code);
    else
        status = walk(&s, unit);
    if (unit)
        clang_disposeTranslationUnit(unit);
    clang_disposeIndex(index);
    opf_strvec_free(&s.files);
    opf_strvec_free(&s.structs);
    return status;
}
