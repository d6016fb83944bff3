# The operators of kernels_src, built by the whole chain, against values that numpy made (make_golden.py); then their
# examples, as a user runs them.
GOLDEN_SOC   := ascend950
GOLDEN_BUILD := $(OUT)/golden
GOLDEN_OPS   := relu add softmax_v2 index_put_with_sort_v2
EXAMPLES     := relu add softmax_v2 index_put_with_sort_v2
OPFORGE       = $(OUT)/bin/opforge --soc=$(GOLDEN_SOC) --build=$(GOLDEN_BUILD)
comma_list    = $(subst $(eval) ,$(comma),$(strip $(1)))

check-golden: all
	$(OPFORGE) --opkernel --ops=$(call comma_list,$(GOLDEN_OPS)) > $(OUT)/golden.log 2>&1 || { cat $(OUT)/golden.log; exit 1; }
	@set -e; for op in $(GOLDEN_OPS); do \
	    $(OUT)/bin/oprun --soc=$(GOLDEN_SOC) --opp=$(GOLDEN_BUILD)/opp --cases=tests/golden/data/$$op.json; done
	@$(OUT)/bin/oprun --soc=$(GOLDEN_SOC) --opp=$(GOLDEN_BUILD)/opp --cases=tests/golden/in_place.json
	@$(OUT)/bin/oprun --soc=$(GOLDEN_SOC) --opp=$(GOLDEN_BUILD)/opp --cases=tests/golden/starts.json
	@set -e; for few in --cores=3 --soc=Ascend950PR_950z; do for op in $(GOLDEN_OPS); do \
	    $(OUT)/bin/oprun --soc=$(GOLDEN_SOC) $$few --opp=$(GOLDEN_BUILD)/opp --cases=tests/golden/data/$$op.json; done; done
	@$(OUT)/bin/oprun Relu --in float32:100000 --cores=3 --opp=$(GOLDEN_BUILD)/opp --print=0 | grep -qx 'block dim   3'
	@$(OUT)/bin/oprun Relu --in float32:100000 --cores=5 --soc=Ascend950PR_950z --opp=$(GOLDEN_BUILD)/opp --print=0 | \
	    grep -qx 'block dim   5'
	@$(OUT)/bin/oprun Relu --in float16:64,8 --soc=$(GOLDEN_SOC) --opp=$(GOLDEN_BUILD)/opp --tiling-only | grep -qx '  total = 512'
	@$(OUT)/bin/opdump $(GOLDEN_BUILD)/binary/$(GOLDEN_SOC)/bin/$(GOLDEN_SOC)/relu/ | grep -q Relu_float32
	@bash tests/golden/some_keys.sh $(GOLDEN_BUILD) $(GOLDEN_SOC) $(OUT)/some_keys
	@bash tests/golden/rebuilds.sh $(GOLDEN_BUILD) $(GOLDEN_SOC) $(abspath $(OUT)/lib/libopf_simt_order.so) $(OUT)/rebuilds

# In a build folder of its own: each example selects its operator. What each prints is in kernels_src/<category>/<op>/tests/<example>.expected.
check-examples: all
	@OPFORGE='$(OUT)/bin/opforge --soc=$(GOLDEN_SOC) --build=$(OUT)/examples' bash tests/golden/examples.sh $(EXAMPLES)

CHECK_TARGETS += check-golden check-examples
.PHONY: check-golden check-examples
