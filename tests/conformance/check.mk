# opconform over a small repository in which three of four operators are broken, each at another stage.
CONFORM_REPO := tests/cases/conform/repo

check-conform: all
	@OUT=$(OUT) bash tests/conformance/broken_repo.sh $(CONFORM_REPO)

CHECK_TARGETS += check-conform
.PHONY: check-conform

# Example programs: one right, the others wrong in their own ways.
check-conform-examples: all
	@OUT=$(OUT) bash tests/conformance/examples.sh tests/cases/conform/examples
CHECK_TARGETS += check-conform-examples
.PHONY: check-conform-examples

# The reader of upstream's golden cases.
check-conform-golden:
	@$(or $(PYTHON),python3) tests/conformance/test_golden.py
CHECK_TARGETS += check-conform-golden
.PHONY: check-conform-golden
