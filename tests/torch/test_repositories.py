"""Operator libraries of two repositories in one process, each in its own build folder, one calling the other's functions
(made by tests/aclnn/two_repos.sh)."""
import os
import subprocess
import sys
import unittest

BUILDS = os.environ.get("TWO_REPOS", "")

SCRIPT = """
import ctypes, torch, torch_opforge
from torch_opforge import npu
a, b, c = (torch.arange(5.0) + i for i in (0, 10, 100))
on = [t.npu() for t in (a, b, c)]
out = torch.empty_like(on[0])
assert len(torch_opforge.libraries()) == 2, torch_opforge.libraries()
torch_opforge.aclnn("aclnnPlus", on[0], on[1], torch_opforge.Scalar(1.0), out)
assert torch.equal(out.cpu(), a + b), out
torch_opforge.aclnn("aclnnAlso", on[0], on[2], torch_opforge.Scalar(1.0), out)
assert torch.equal(out.cpu(), a + c), out
torch_opforge.aclnn("aclnnSumThree", *on, out)
assert torch.equal(out.cpu(), a + b + c), out
calls = ctypes.CDLL([l for l in torch_opforge.libraries() if "alpha" in l][0])
assert ctypes.c_int.in_dll(calls, "alphaContiguousCalls").value > 0, "beta calls the Contiguous of libnnopbase.so"
# A function that no library has ends the call, not the process.
assert torch.equal(torch.relu(on[0]).cpu(), torch.relu(a))
times, reason = torch_opforge.fallbacks()["aten::relu"]
assert times == 1 and "l0op::Nobody" in reason, reason
"""


@unittest.skipUnless(BUILDS, "TWO_REPOS names no folder")
class TwoRepositories(unittest.TestCase):
    def run_with(self, **places):
        environment = {k: v for k, v in os.environ.items() if k not in ("OPF_KERNEL_PATH", "ASCEND_OPP_PATH")}
        run = subprocess.run([sys.executable, "-c", SCRIPT], env={**environment, **places}, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, universal_newlines=True)
        self.assertEqual(run.returncode, 0, run.stdout)

    def test_custom_packages(self):
        for order in (("alpha", "beta"), ("beta", "alpha")):
            self.run_with(ASCEND_CUSTOM_OPP_PATH=":".join(f"{BUILDS}/{name}/build" for name in order))

    def test_kernel_roots(self):
        roots = ":".join(f"{BUILDS}/{name}/build/binary/ascend950/bin" for name in ("beta", "alpha"))
        self.run_with(OPF_KERNEL_PATH=roots)


if __name__ == "__main__":
    unittest.main()
