# Bench of the run-time core with the hand-written kernels of objects/.
$(OUT)/bench/basic.o: tests/cases/objects/basic.c tests/cases/objects/object.h
	@mkdir -p $(@D)
	$(CLANG) -std=c11 -O2 -march=native -fPIC -shared -nostdlib -fuse-ld=lld -fno-omit-frame-pointer -fvisibility=hidden \
	    -ftls-model=initial-exec -fno-math-errno -Isdk/include $< -o $@
$(OUT)/bench/bench_core: tests/bench/bench_core.c $(OUT)/lib/libascendcl.so $(OUT)/lib/libopf_base.a
	@mkdir -p $(@D)
	$(CC) -std=c11 -O3 -march=native $(WARN) -D_GNU_SOURCE -I. -Isdk/include -o $@ $< -L$(OUT)/lib -lascendcl \
	    $(OUT)/lib/libopf_base.a -Wl,-rpath,$(abspath $(OUT)/lib) $(LDLIBS)
bench-core: $(OUT)/bench/bench_core $(OUT)/bench/basic.o
	OPF_SOC_PATH=sdk/soc $(OUT)/bench/bench_core $(OUT)/bench/basic.o
BENCH_TARGETS += bench-core
.PHONY: bench-core
