# Device conformance: each tests/device/test_<family>.cpp, with harness.cpp, is one program that calls the device
# SDK in process, compiled as kernels are.
DEVICE_CXX   ?= clang++-19
DEVICE_MARCH ?= native
# The instruction for bfloat16 flushes denormals; without it the SDK's exact conversion is used.
DEVICE_NO_BF16 := $(if $(filter x86_64,$(shell uname -m)),-mno-avx512bf16 -mno-scatter)
DEVICE_FLAGS := -std=c++17 -O2 -g -fPIC -march=$(DEVICE_MARCH) -ffp-contract=off -fno-exceptions -fno-rtti \
                -fno-math-errno -fvisibility=hidden -ftls-model=initial-exec -fno-threadsafe-statics \
                -Xclang -ffloat16-excess-precision=none -Xclang -fbfloat16-excess-precision=none $(DEVICE_NO_BF16) \
                $(if $(SIMT_ORDER),-fpass-plugin=$(SIMT_ORDER) -DOPF_TEST_SIMT_ORDER) -Isdk/device -Isdk/include -Itests/device
DEVICE_TESTS := $(patsubst tests/device/test_%.cpp,%,$(sort $(wildcard tests/device/test_*.cpp)))
DEVICE_HEADERS := $(SIMT_ORDER) $(shell find sdk/device sdk/include/opforge tests/device -name '*.h' 2>/dev/null)

$(OUT)/device/harness.o: tests/device/harness.cpp $(DEVICE_HEADERS)
	@mkdir -p $(@D)
	$(DEVICE_CXX) $(DEVICE_FLAGS) -c -o $@ $<
$(OUT)/device/test_%: tests/device/test_%.cpp $(OUT)/device/harness.o $(DEVICE_HEADERS)
	@mkdir -p $(@D)
	$(DEVICE_CXX) $(DEVICE_FLAGS) -o $@ $< $(OUT)/device/harness.o -lm

.PHONY: check-device
check-device: $(addprefix $(OUT)/device/test_,$(DEVICE_TESTS))
	@set -e; for t in $(DEVICE_TESTS); do echo "device $$t"; $(OUT)/device/test_$$t; done
	@bash tests/device/refused.sh $(DEVICE_CXX) $(filter-out -fpass-plugin=%,$(DEVICE_FLAGS))
	$(if $(SIMT_ORDER),@bash tests/device/words.sh $(DEVICE_CXX) $(DEVICE_FLAGS))
CHECK_TARGETS += check-device
