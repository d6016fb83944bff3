# optiling against operators of our own, good and bad.
ifneq ($(wildcard cmd/optiling.c),)
CHECK_TARGETS += check-host
endif
$(OUT)/tests/libophost_bad.so: tests/host/bad_ops.cpp $(OUT)/lib/libopforge_host.so
	@mkdir -p $(@D)
	$(CXX) -Isdk/host/include -Isdk/include -std=c++17 -O1 -g -fPIC -shared -o $@ $< -L$(OUT)/lib -lopforge_host \
	    -Wl,-rpath,'$$ORIGIN/../lib' -Wl,-z,defs
check-host: all $(OUT)/tests/libophost_bad.so
	@$(OUT)/bin/opforge --ophost --soc=ascend950 --src=tests/cases/host/styles --build=$(abspath $(OUT))/host-styles \
	    > $(OUT)/host-styles.log 2>&1 || { cat $(OUT)/host-styles.log; exit 1; }
	OPF_ROOT=$(CURDIR) bash tests/host/run.sh $(OUT)/bin/optiling $(OUT)/tests/libophost_bad.so \
	    $(OUT)/host-styles/libophost_nn.so
.PHONY: check-host
