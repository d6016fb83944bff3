# The aclnn layer with a real kernel: `make check-aclnn`, part of `make check`.
ACLNN_TEST_SRCS := $(wildcard tests/aclnn/aclnn_tests.cpp tests/aclnn/test_*.cpp)
ACLNN_TEST_OBJS := $(call objs,$(ACLNN_TEST_SRCS))
ACLNN_LIBS      := $(OUT)/lib/libnnopbase.so $(OUT)/lib/libascendcl.so $(OUT)/lib/libopforge_host.so
$(ACLNN_TEST_OBJS) $(OUT)/obj/tests/aclnn/twice_host.cpp.o: CPPFLAGS += $(TEST_CPPFLAGS) -Isdk/host/include -Itests/aclnn

ACLNN_KERNELS := $(OUT)/tests/aclnn/twice.o $(OUT)/tests/aclnn/twice_all.o
$(OUT)/tests/aclnn/twice_all.o: KERNEL_FLAGS := -DGROUP
$(ACLNN_KERNELS): tests/aclnn/twice_kernel.c tests/cases/objects/object.h sdk/include/opforge/abi.h
	@mkdir -p $(@D)
	$(CLANG) -I. -Isdk/include -std=c11 -O2 -fPIC -fvisibility=hidden -ftls-model=initial-exec -nostdlib -shared \
	    -fuse-ld=lld -Wl,--hash-style=gnu $(KERNEL_FLAGS) -o $@ $<
$(OUT)/tests/aclnn/libophost_twice.so: $(OUT)/obj/tests/aclnn/twice_host.cpp.o $(OUT)/lib/libopforge_host.so
	@mkdir -p $(@D)
	$(CXX) -shared $(LDFLAGS) -o $@ $< -L$(OUT)/lib -lopforge_host
$(OUT)/tests/aclnn/aclnn_tests: $(ACLNN_TEST_OBJS) $(ACLNN_LIBS) $(OUT)/tests/aclnn/libophost_twice.so
	$(CXX) $(LDFLAGS) -o $@ $(ACLNN_TEST_OBJS) -L$(OUT)/tests/aclnn -lophost_twice -L$(OUT)/lib -lnnopbase -lascendcl \
	    -lopforge_host -Wl,-rpath,'$$ORIGIN:$$ORIGIN/../../lib' $(TEST_LDLIBS)

.PHONY: check-aclnn
check-aclnn: $(OUT)/tests/aclnn/aclnn_tests $(ACLNN_KERNELS)
	OPF_SOC_PATH=$(CURDIR)/sdk/soc $< $(ACLNN_KERNELS) $(OUT)/tests/aclnn/libophost_twice.so
	OPF_SOC_PATH=$(CURDIR)/sdk/soc $< $(ACLNN_KERNELS) $(OUT)/tests/aclnn/libophost_twice.so Ascend950PR_950z 8
	OPF_SOC_PATH=$(CURDIR)/sdk/soc OPF_CORES=5 $< $(ACLNN_KERNELS) $(OUT)/tests/aclnn/libophost_twice.so ascend950 5
CHECK_TARGETS += check-aclnn

# Two repositories, each built by itself, used together; the PyTorch tests use the builds too.
TWO_REPOS := $(OUT)/two_repos
.PHONY: check-two-repos
check-two-repos: all
	@bash tests/aclnn/two_repos.sh $(OUT)/bin/opforge $(TWO_REPOS)
CHECK_TARGETS += check-two-repos
