# Benchmarks: `make bench` prints medians and ratios, everything side by side in one run (docs/benchmarks.md).
BENCH_LIBS  = -I$(GOLDEN_BUILD)/include -Isdk/include -L$(GOLDEN_BUILD) -L$(OUT)/lib -lopapi_nn -lascendcl -lnnopbase \
              -Wl,-rpath,$(abspath $(GOLDEN_BUILD)):$(abspath $(OUT)/lib)
BENCH_ENV   = ASCEND_OPP_PATH=$(abspath $(GOLDEN_BUILD))/opp OPF_SOC=$(GOLDEN_SOC)

# All kernels of the tests, and the whole aclnn library.
bench-package: check-golden
	$(OPFORGE) --opapi > $(OUT)/opapi.log 2>&1 || { cat $(OUT)/opapi.log; exit 1; }
$(OUT)/bench/%: tests/bench/%.cpp bench-package
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -O3 -march=native -Wall -Wextra -o $@ $< $(BENCH_LIBS) -lpthread -ldl

bench-elementwise: $(OUT)/bench/bench_elementwise
	$(BENCH_ENV) $(OUT)/bench/bench_elementwise
bench-launch: $(OUT)/bench/bench_launch
	$(BENCH_ENV) $(OUT)/bench/bench_launch
BENCH_TARGETS += bench-elementwise bench-launch
.PHONY: bench-package bench-elementwise bench-launch
bench-build: all
	bash tests/bench/build.sh $(OUT)/bin/opforge $(OUT)/bench-build
BENCH_TARGETS += bench-build
.PHONY: bench-build

# Not part of `make bench`: needs checkouts. make bench-kernel-compile REPOS="ops-nn ops-math" OPBASE=opbase [SAMPLE=40]
SAMPLE ?= 40
bench-kernel-compile: all
	@test -n "$(REPOS)" && test -n "$(OPBASE)" || { echo 'REPOS="ops-nn ops-math" OPBASE=opbase are needed'; exit 2; }
	bash tests/bench/kernel_compile.sh $(OUT)/bin/opconform $(OUT)/bench-kernel-compile $(SAMPLE) $(OPBASE) $(REPOS)
.PHONY: bench-kernel-compile
# Not part of `make bench`: it needs checkouts of operator repositories and of opbase.
#   make bench-host REPOS="../ops-nn ../ops-math" OPBASE=../opbase [SAMPLE=25] [JOBS=2]
SAMPLE ?= 25
JOBS   ?= $(shell nproc)
bench-host: all
	@bash tests/bench/host.sh $(OUT)/bin $(OUT)/bench-host $(SAMPLE) $(JOBS) "$(OPBASE)" $(REPOS)
.PHONY: bench-host
# Operators of public repositories beside PyTorch: make bench-operators REPOS="ops-nn ops-math" [OPBASE=opbase] [BENCH_ARGS=...]
bench-operators: all
	@[ -n "$(REPOS)" ] || { echo 'bench-operators: name checkouts of operator repositories: REPOS="ops-nn ops-math"'; exit 2; }
	$(or $(PYTHON),python3) tests/bench/bench_operators.py --out=$(OUT) $(if $(OPBASE),--opbase=$(OPBASE)) $(BENCH_ARGS) $(REPOS)
.PHONY: bench-operators
