# The tests. A folder below tests/ joins in with a file check.mk that adds its targets to CHECK_TARGETS (run by
# `make check`) or BENCH_TARGETS (run by `make bench`); unit tests, fuzz targets and their corpora are found by name.
FUZZ_SECONDS ?= 60
UT_TIMEOUT ?= 120
CHECK_TARGETS := unit replay
BENCH_TARGETS :=
TEST_CPPFLAGS := $(shell pkg-config --cflags check 2>/dev/null)
TEST_LDLIBS   := $(shell pkg-config --libs check 2>/dev/null)
LIBS_ALL      := $(MODULE_LIBS) $(RUNTIME_LIB)
LINK_ALL      := -Wl,--start-group $(LIBS_ALL) -Wl,--end-group \
                 $(if $(HOST_SRCS),-L$(OUT)/lib -lopforge_host -Wl$(comma)-rpath$(comma)'$$ORIGIN/../lib') \
                 $(if $(call srcs,ascendc_gen),$(LIBCLANG_LIBS)) $(LDLIBS)
LINK_DEPS     := $(LIBS_ALL) $(if $(HOST_SRCS),$(OUT)/lib/libopforge_host.so)

# --- unit: tests/unit/test_<name>.c defines `Suite *<name>_suite(void)`; nothing else is to be edited -------
UNIT_SRCS  := $(sort $(wildcard tests/unit/*.c) $(wildcard tests/unit/*.cpp))
UNIT_NAMES := $(sort $(patsubst test_%.cpp,%,$(patsubst test_%.c,%,$(notdir $(filter tests/unit/test_%,$(UNIT_SRCS))))))
UNIT_OBJS  := $(call objs,$(UNIT_SRCS))
$(UNIT_OBJS): CPPFLAGS += $(TEST_CPPFLAGS) -Isdk/host/include -I$(OUT)/gen
$(UNIT_OBJS): CFLAGS += -Wno-missing-prototypes
$(OUT)/obj/tests/unit/unit_runner.c.o: $(OUT)/gen/unit_suites.inc
# Rewritten only when the set of names changes.
$(OUT)/gen/unit_suites.inc: FORCE
	@mkdir -p $(@D)
	@printf 'OPF_SUITE(%s)\n' $(UNIT_NAMES) > $@.new; cmp -s $@.new $@ && rm $@.new || mv $@.new $@
FORCE:
.PHONY: FORCE replay headers

$(OUT)/bin/unit_tests: $(UNIT_OBJS) $(LINK_DEPS)
	@mkdir -p $(@D)
	$(CXX) $(LDFLAGS) -rdynamic -o $@ $(UNIT_OBJS) $(LINK_ALL) $(TEST_LDLIBS)

# OPF_ROOT: where tests find files of the tree. OPF_OUT: built programs and libraries.
unit: all $(OUT)/bin/unit_tests $(OUT)/bin/opbuild
	OPF_ROOT=$(CURDIR) OPF_OUT=$(abspath $(OUT)) CK_DEFAULT_TIMEOUT=$(UT_TIMEOUT) $(OUT)/bin/unit_tests $(SUITES)

# --- fuzz: tests/fuzz/fuzz_<name>.c with a corpus in tests/fuzz/corpus/<name>/ ------------------------------
FUZZ_NAMES := $(sort $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c)))
$(OUT)/fuzz/replay_%: $(OUT)/obj/tests/fuzz/fuzz_%.c.o $(OUT)/obj/tests/fuzz/replay.c.o $(LINK_DEPS)
	@mkdir -p $(@D)
	$(CXX) $(LDFLAGS) -rdynamic -o $@ $(filter %.o,$^) $(LINK_ALL)
.SECONDARY: $(foreach n,$(FUZZ_NAMES),$(OUT)/obj/tests/fuzz/fuzz_$(n).c.o)
replay: $(foreach n,$(FUZZ_NAMES),$(OUT)/fuzz/replay_$(n))
	@set -e; for n in $(FUZZ_NAMES); do $(OUT)/fuzz/replay_$$n $$n tests/fuzz/corpus/$$n; done

# Real fuzzing needs an instrumented build of everything, in its own folder.
$(OUT)/fuzz/fuzz_%: $(OUT)/obj/tests/fuzz/fuzz_%.c.o $(LINK_DEPS)
	@mkdir -p $(@D)
	$(CXX) $(LDFLAGS) -fsanitize=fuzzer -rdynamic -o $@ $< $(LINK_ALL)
fuzz_build: $(foreach n,$(FUZZ_NAMES),$(OUT)/fuzz/fuzz_$(n))
.PHONY: fuzz_build
fuzz:
	$(MAKE) OUT=$(OUT)-fuzz CC=$(CLANG) CXX=$(subst clang,clang++,$(CLANG)) \
	    SAN='-fsanitize=fuzzer-no-link,address' fuzz_build
	@set -e; for n in $(FUZZ_NAMES); do mkdir -p $(OUT)-fuzz/corpus/$$n; \
	    $(OUT)-fuzz/fuzz/fuzz_$$n -max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=2048 \
	        $(OUT)-fuzz/corpus/$$n tests/fuzz/corpus/$$n; done

# --- the rest ------------------------------------------------------------------------------------------------
-include $(sort $(wildcard tests/*/check.mk))

# Everything is tried, and the last line sums up: lines `[name: ]N passed, M failed` of the tests, and one failure when
# a target failed in another way. Built in parallel, run one by one: some tests measure time.
check: SHELL := /bin/bash
check: all $(OUT)/bin/unit_tests
	@set -o pipefail; $(MAKE) --no-print-directory -k -j1 check-all 2>&1 | tee $(OUT)/check.log; code=$$?; \
	awk -v code=$$code '/^([^:]*: )?[0-9]+ passed, [0-9]+ failed$$/ { sub(/^[^:]*: /, ""); p += $$1; f += $$3 } \
	    END { if (code && !f) f = 1; printf "%d passed, %d failed\n", p, f }' $(OUT)/check.log; exit $$code
check-all: $(CHECK_TARGETS)
.PHONY: check-all
bench: $(BENCH_TARGETS)
# Operators that crash are to die of their signal here too; the device's own handlers stay.
asan: export ASAN_OPTIONS := handle_segv=0:$(ASAN_OPTIONS)
asan:
	$(MAKE) OUT=$(OUT)-asan SAN='-fsanitize=address,undefined -fno-sanitize-recover=undefined' unit replay

# --- lint ----------------------------------------------------------------------------------------------------
LINT_DIRS    := base opbuild ascendc_gen binscripts driver runner conform cmd runtime_min
LINT_HEADERS := $(sort $(shell find $(LINT_DIRS) -name '*.h' 2>/dev/null))
C_HEADERS    := $(LINT_HEADERS) $(wildcard sdk/include/opforge/*.h)
CXX_HEADERS  := $(sort $(shell find sdk/include sdk/host/include -name '*.h' 2>/dev/null))
$(OUT)/bin/lint_tree: $(OUT)/obj/tests/lint/lint_tree.c.o $(call lib,base)
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)
headers:
	@set -e; for h in $(C_HEADERS); do \
	    $(CC) $(CPPFLAGS) $(LIBCLANG_CFLAGS) -std=c11 $(WARN) -fsyntax-only -x c $$h; \
	    $(CLANG) $(CPPFLAGS) $(LIBCLANG_CFLAGS) -std=c11 $(WARN) -Wno-pragma-once-outside-header -Wno-unused-function -fsyntax-only -x c $$h; done
	@set -e; for h in $(CXX_HEADERS); do \
	    $(CXX) $(CPPFLAGS) -Isdk/host/include -std=c++17 -Wall -Wextra -fsyntax-only -x c++ $$h; done
lint: $(OUT)/bin/lint_tree
	$(OUT)/bin/lint_tree .
	$(MAKE) --no-print-directory headers
	@if command -v cppcheck > /dev/null; then \
	    cppcheck --quiet --std=c11 -D__x86_64__ --enable=warning,portability --error-exitcode=1 --inline-suppr -I. -Isdk/include \
	        --suppress=missingIncludeSystem --suppress=normalCheckLevelMaxBranches -D_GNU_SOURCE $(wildcard $(LINT_DIRS)); \
	else echo 'lint: cppcheck is not installed, skipped'; fi
	@files=$$(git ls-files '*.c' '*.h' | grep -v -e '^kernels_src/' -e '^sdk/'); \
	if command -v clang-format-19 > /dev/null; then \
	    clang-format-19 --dry-run $$files 2>&1 | grep -c 'warning:' | sed 's/$$/ places differ from .clang-format (report only)/'; fi
