# What goes wrong, and how it is told: builds that are killed, command lines, damaged files, faulty kernels.

# A build killed at any moment and started again gives the same files (tests/fault/kill.sh).
KILLS ?= 3
check-kill: all
	bash tests/fault/kill.sh $(OUT)/bin/opforge $(OUT)/kill $(KILLS) 2> $(OUT)/kill.log || { cat $(OUT)/kill.log; exit 1; }
CHECK_TARGETS += check-kill
.PHONY: check-kill

check-command-line: all
	@bash tests/fault/command_line.sh $(OUT)/bin/opforge $(OUT)/command_line
CHECK_TARGETS += check-command-line
.PHONY: check-command-line

# Operators of tests/cases/ops, built as a user builds them, optimised and not.
FAULT_BUILDS := $(OUT)/faults-Release $(OUT)/faults-Debug
$(addprefix build-,$(FAULT_BUILDS)): all
	@$(OUT)/bin/opforge --opkernel --ops=faulty,talk --soc=ascend950 --src=tests/cases/ops --build=$(patsubst build-%,%,$@) \
	    --build-type=$(patsubst build-$(OUT)/faults-%,%,$@) > $(OUT)/faults.log 2>&1 || { cat $(OUT)/faults.log; exit 1; }
check-kernels: $(addprefix build-,$(FAULT_BUILDS))
	@set -e; for build in $(FAULT_BUILDS); do \
	    bash tests/fault/kernel_faults.sh $(OUT)/bin/oprun $$build/opp $(OUT)/faults; \
	    bash tests/fault/talk.sh $(OUT)/bin/oprun $$build/opp; done
CHECK_TARGETS += check-kernels
.PHONY: check-kernels $(addprefix build-,$(FAULT_BUILDS))

# A build of its own: a build folder holds what was selected last.
check-bad-input: all
	@$(OUT)/bin/opforge --run_example relu eager --soc=ascend950 --build=$(OUT)/bad_input-build > $(OUT)/bad_input.log 2>&1 || \
	    { cat $(OUT)/bad_input.log; exit 1; }
	@bash tests/fault/bad_input.sh $(OUT)/bin $(OUT)/bad_input-build $(OUT)/bad_input
CHECK_TARGETS += check-bad-input
.PHONY: check-bad-input

# A repository in which one operator is broken at each stage.
check-broken-ops: all
	@bash tests/fault/broken_ops.sh $(OUT)/bin/opforge $(CONFORM_REPO) $(OUT)/broken-ops
CHECK_TARGETS += check-broken-ops
.PHONY: check-broken-ops
