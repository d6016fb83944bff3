# Builds opforge's programs and libraries into out/. Operators are built by build.sh, not here.
#   make [all] | check | lint | asan | bench | fuzz | format | install | clean
OUT      ?= out
ifeq ($(origin CC),default)
CC := gcc
endif
ifeq ($(origin CXX),default)
CXX := g++
endif
CLANG    ?= clang-19
PREFIX   ?= /usr/local
OPT      ?= -O2
WARN     := -Wall -Wextra -Wpedantic -Wshadow -Wvla -Wpointer-arith -Wstrict-prototypes -Wmissing-prototypes \
            -Wwrite-strings -Wformat=2 -Wundef -Werror
WARNXX   := -Wall -Wextra -Wshadow -Werror
LLVM_CONFIG ?= llvm-config-19
PKGS     := libcjson yaml-0.1 nettle
CPPFLAGS += -D_GNU_SOURCE -I. -Isdk/include $(shell pkg-config --cflags $(PKGS) 2>/dev/null)
CFLAGS   += -std=c11 $(OPT) -g -fPIC -fvisibility=hidden $(WARN) $(SAN)
CXXFLAGS += -std=c++17 $(OPT) -g -fPIC -fvisibility=hidden $(WARNXX) $(SAN)
LDFLAGS  += $(SAN)
LDLIBS   := $(shell pkg-config --libs $(PKGS) 2>/dev/null) -lpthread -lm -ldl
LIBCLANG_CFLAGS = $(shell $(LLVM_CONFIG) --cflags 2>/dev/null | tr ' ' '\n' | grep '^-I')
LIBCLANG_LIBS   = -L$(shell $(LLVM_CONFIG) --libdir 2>/dev/null) -lclang-19 -Wl,-rpath,$(shell $(LLVM_CONFIG) --libdir 2>/dev/null)

# --- modules: every .c of a folder becomes out/lib/libopf_<module>.a ---------------------------------------
MODULES  := base opbuild ascendc_gen binscripts driver runner conform
RUNTIME_DIRS := $(addprefix runtime_min/,index elf device check trace stream launch acl)
objs      = $(patsubst %,$(OUT)/obj/%.o,$(1))
srcs      = $(sort $(wildcard $(1)/*.c) $(wildcard $(1)/*.S))
RUNTIME_SRCS := $(strip $(foreach d,$(RUNTIME_DIRS),$(call srcs,$(d))))
HOST_SRCS    := $(sort $(wildcard sdk/host/src/*.cpp))
ACLNN_SRCS   := $(sort $(wildcard sdk/aclnn/src/*.cpp))
PROGRAMS     := $(patsubst cmd/%.c,%,$(sort $(wildcard cmd/*.c)))

lib = $(OUT)/lib/libopf_$(1).a
MODULE_LIBS := $(foreach m,$(MODULES),$(if $(call srcs,$(m)),$(call lib,$(m))))
RUNTIME_LIB := $(if $(RUNTIME_SRCS),$(call lib,runtime))
SHARED := $(if $(RUNTIME_SRCS),$(OUT)/lib/libascendcl.so) $(if $(HOST_SRCS),$(OUT)/lib/libopforge_host.so) \
          $(if $(ACLNN_SRCS),$(OUT)/lib/libnnopbase.so)

.PHONY: all tools check unit lint asan bench fuzz format install clean
all: $(MODULE_LIBS) $(RUNTIME_LIB) $(SHARED) $(addprefix $(OUT)/bin/,$(PROGRAMS))
tools: all

define module_rule
$(call lib,$(1)): $(call objs,$(call srcs,$(1)))
endef
$(foreach m,$(MODULES),$(eval $(call module_rule,$(m))))
$(call lib,runtime): $(call objs,$(RUNTIME_SRCS))

$(OUT)/lib/libopf_%.a:
	@mkdir -p $(@D)
	@rm -f $@
	ar rcs $@ $^

$(OUT)/obj/ascendc_gen/%.c.o: CPPFLAGS += $(LIBCLANG_CFLAGS)
$(OUT)/obj/%.c.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@
$(OUT)/obj/%.S.o: %.S
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) -fPIC -MMD -MP -c $< -o $@
$(OUT)/obj/sdk/host/%.cpp.o: CPPFLAGS += -Isdk/host/include
$(OUT)/obj/sdk/aclnn/%.cpp.o: CPPFLAGS += -Isdk/host/include
$(OUT)/obj/%.cpp.o: %.cpp
	@mkdir -p $(@D)
	$(CXX) $(CPPFLAGS) $(CXXFLAGS) -MMD -MP -c $< -o $@

# Shared libraries for operators and applications. They find each other beside themselves.
$(OUT)/lib/libascendcl.so: $(call objs,$(RUNTIME_SRCS)) $(call lib,base)
	$(CC) -shared $(LDFLAGS) -Wl,-soname,$(@F) -Wl,-rpath,'$$ORIGIN' -Wl,-z,defs -Wl,-z,nodelete -o $@ $^ $(LDLIBS)
$(OUT)/lib/libopforge_host.so: $(call objs,$(HOST_SRCS)) $(call lib,base)
	$(CXX) -shared $(LDFLAGS) -Wl,-soname,$(@F) -Wl,-rpath,'$$ORIGIN' -Wl,-z,defs -o $@ $^ $(LDLIBS)
$(OUT)/lib/libnnopbase.so: $(call objs,$(ACLNN_SRCS)) $(OUT)/lib/libascendcl.so $(OUT)/lib/libopforge_host.so $(call lib,base)
	$(CXX) -shared $(LDFLAGS) -Wl,-soname,$(@F) -Wl,-rpath,'$$ORIGIN' -Wl,-z,defs -o $@ $(call objs,$(ACLNN_SRCS)) \
	    -L$(OUT)/lib -lascendcl -lopforge_host $(call lib,base) $(LDLIBS)

# Passes for the kernel compiler. Without LLVM's C++ headers kernels are compiled without them: SIMT functions are slower, a
# division by zero in them ends the kernel, and what a register block does to scalars around it stays.
SIMT_ORDER := $(if $(wildcard $(shell $(LLVM_CONFIG) --includedir 2>/dev/null)/llvm/Passes/PassPlugin.h),$(OUT)/lib/libopf_simt_order.so)
all: $(SIMT_ORDER)
SIMT_SOURCES := $(wildcard binscripts/simt_*.cpp) binscripts/reg_scope.cpp binscripts/local_access.cpp
$(OUT)/lib/libopf_simt_order.so: $(SIMT_SOURCES) $(wildcard binscripts/*.hpp) sdk/include/opforge/abi.h
	@mkdir -p $(@D)
	$(CXX) -std=c++17 $(OPT) -fPIC -shared -fno-rtti -fvisibility=hidden $(WARNXX) -Isdk/include \
	    $(patsubst -I%,-isystem %,$(filter -I% -D%,$(shell $(LLVM_CONFIG) --cxxflags))) -o $@ $(SIMT_SOURCES)

# Programs: cmd/<name>.c; cmd/<name>.deps lists the module libraries it links, most dependent first, and may
# name `runtime`, `host` (libopforge_host.so) or `clang`.
deps = $(if $(wildcard cmd/$(1).deps),$(shell cat cmd/$(1).deps),base)
define program_rule
$(OUT)/bin/$(1): $(OUT)/obj/cmd/$(1).c.o $(foreach d,$(filter-out host clang,$(call deps,$(1))),$(call lib,$(d))) \
                 $(if $(filter host,$(call deps,$(1))),$(OUT)/lib/libopforge_host.so)
	@mkdir -p $$(@D)
	$$(CC) $$(LDFLAGS) -rdynamic -o $$@ $(OUT)/obj/cmd/$(1).c.o \
	    $(foreach d,$(filter-out host clang,$(call deps,$(1))),$(call lib,$(d))) \
	    $(if $(filter host,$(call deps,$(1))),-L$(OUT)/lib -lopforge_host -Wl$$(comma)-rpath$$(comma)'$$$$ORIGIN/../lib') \
	    $(if $(filter clang,$(call deps,$(1))),$$(LIBCLANG_LIBS)) $$(LDLIBS)
endef
comma := ,
$(foreach p,$(PROGRAMS),$(eval $(call program_rule,$(p))))

# tests/tests.mk defines check, unit, lint, asan, bench, fuzz.
-include tests/tests.mk

format:
	clang-format-19 -i $$(git ls-files '*.c' '*.h' | grep -v -e '^kernels_src/' -e '^sdk/')

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib $(DESTDIR)$(PREFIX)/share/opforge
	install -m 755 $(addprefix $(OUT)/bin/,$(PROGRAMS)) $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(OUT)/lib/*.so $(DESTDIR)$(PREFIX)/lib
	cp -r sdk $(DESTDIR)$(PREFIX)/share/opforge/

clean:
	rm -rf $(OUT)

-include $(shell find $(OUT)/obj -name '*.d' 2>/dev/null)
