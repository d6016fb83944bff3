# PyTorch on the emulated device, for each Python of TORCH_PYTHONS that has torch; each builds its own extension.
TORCH_PYTHONS ?= python3 /usr/bin/python3
TORCH_RUN      = OPF_SOC=$(GOLDEN_SOC) OPF_KERNEL_PATH=$(abspath $(GOLDEN_BUILD))/binary/$(GOLDEN_SOC)/bin \
                 OPF_SOC_PATH=$(abspath sdk/soc) TWO_REPOS=$(abspath $(OUT)/two_repos)

check-torch: bench-package check-two-repos
	@OUT='$(abspath $(OUT))' BUILD='$(abspath $(GOLDEN_BUILD))' $(TORCH_RUN) \
	    bash tests/torch/run.sh $(TORCH_PYTHONS)
bench-torch: bench-package
	@OUT='$(abspath $(OUT))' BUILD='$(abspath $(GOLDEN_BUILD))' $(TORCH_RUN) SCRIPT=tests/bench/bench_torch.py \
	    bash tests/torch/run.sh $(TORCH_PYTHONS)

bench-torch-elementwise: bench-package
	@OUT='$(abspath $(OUT))' BUILD='$(abspath $(GOLDEN_BUILD))' $(TORCH_RUN) \
	    SCRIPT=tests/bench/bench_torch_elementwise.py bash tests/torch/run.sh $(TORCH_PYTHONS)

CHECK_TARGETS += check-torch
BENCH_TARGETS += bench-torch bench-torch-elementwise
.PHONY: check-torch bench-torch bench-torch-elementwise
