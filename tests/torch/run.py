"""Runs the tests of the PyTorch device and ends with `torch: N passed, N failed`."""
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))


def main():
    sys.path.insert(0, HERE)
    import torch
    suite = unittest.defaultTestLoader.discover(HERE, sys.argv[1] if len(sys.argv) > 1 else "test_*.py")
    result = unittest.TextTestRunner(verbosity=1).run(suite)
    failed = len(result.failures) + len(result.errors)
    # A failed subTest counts once each beside its test, so passed is what is left of the tests that did not fail.
    broken = {str(getattr(case, "test_case", case)) for case, _ in result.failures + result.errors}
    print(f"PyTorch {torch.__version__}, {len(result.skipped)} skipped", flush=True)
    print(f"torch: {result.testsRun - len(broken) - len(result.skipped)} passed, {failed} failed", flush=True)
    sys.exit(1 if failed else 0)


main()
