# A build killed at any moment and started again gives the same files (tests/fault/kill.sh).
KILLS ?= 3
check-kill: all
	bash tests/fault/kill.sh $(OUT)/bin/opforge $(OUT)/kill $(KILLS) 2> $(OUT)/kill.log || { cat $(OUT)/kill.log; exit 1; }
CHECK_TARGETS += check-kill
.PHONY: check-kill
