"""What runs through aclnn, what falls back, and how failures arrive."""
import os
import subprocess
import sys
import unittest

import torch

import torch_opforge
from support import DEVICE, both, same


def counted(name, function):
    before = torch_opforge.native_calls().get(name, 0)
    result = function()
    return result, torch_opforge.native_calls().get(name, 0) - before


class Aclnn(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(3)

    def check_native(self, name, function, *arguments):
        _, calls = counted(name, lambda: both(self, function, *arguments))
        self.assertEqual(calls, 1, f"{name}: {torch_opforge.fallbacks()}")

    def test_relu(self):
        for dtype in (torch.float32, torch.float16, torch.bfloat16, torch.int8, torch.int32, torch.int64):
            x = (torch.randn(3, 100) * 10).to(dtype)
            self.check_native("aclnnRelu", torch.relu, x)
            self.check_native("aclnnRelu", torch.relu, x[:, ::3])
            self.check_native("aclnnRelu", torch.relu, x.t())
            self.check_native("aclnnInplaceRelu", torch.relu_, x.clone())

    def test_add(self):
        for dtype in (torch.float32, torch.float16, torch.bfloat16, torch.int32):
            x, y = (torch.randn(4, 33) * 10).to(dtype), (torch.randn(33) * 10).to(dtype)
            self.check_native("aclnnAdd", torch.add, x, x)
            self.check_native("aclnnAdd", torch.add, x, y)
            self.check_native("aclnnAdd", torch.add, x.t(), x[0, :4])
            self.check_native("aclnnAdd", torch.add, x[:, 1::2], x[:, ::2][:, :16])
            self.check_native("aclnnAdd", lambda a, b: a.clone().add_(b), x, y)
        self.check_native("aclnnAdd", lambda a: a + 1.5, torch.randn(7))

    def test_softmax(self):
        for dtype in (torch.float32, torch.float16, torch.bfloat16):
            x = torch.randn(5, 6, 70).to(dtype)
            for dim in (0, 1, -1):
                self.check_native("aclnnSoftmax", lambda t, d=dim: torch.softmax(t, d), x)

    def test_index_put(self):
        def put(t, i, v, accumulate):
            return t.clone().index_put_((i,), v, accumulate=accumulate)
        for dtype in (torch.float32, torch.float16, torch.int32):
            x = torch.zeros(6, 8).to(dtype)
            index = torch.tensor([5, 0, -1, 3])
            values = torch.arange(32).reshape(4, 8).to(dtype)
            self.check_native("aclnnIndexPutWithSort", put, x, torch.tensor([5, 0, 3, 1]), values, False)
            self.check_native("aclnnIndexPutWithSort", put, x, index, values, True)

    def test_fallback_is_counted_with_its_reason(self):
        torch_opforge.reset_fallbacks()
        x = torch.randn(4, 4).npu()
        x @ x
        x.to(torch.float64).relu()
        torch.add(x, x, alpha=3)
        fallen = torch_opforge.fallbacks()
        self.assertEqual(fallen["aten::mm.out"][0], 1)
        self.assertIn("aclnnRelu", fallen["aten::relu"][1])
        self.assertIn("aclnnAdd", fallen["aten::add.out"][1])

    def test_fallback_can_be_an_error(self):
        x = torch.randn(4, 4).npu()
        double = torch.randn(4).double().npu()
        torch_opforge.allow_fallback(False)
        try:
            self.assertEqual(torch.relu(x).shape, (4, 4))
            with self.assertRaisesRegex(RuntimeError, "aten::mm.out cannot run on the NPU"):
                x @ x
            with self.assertRaisesRegex(RuntimeError, "(?s)aten::relu cannot run.*aclnnRelu.*DOUBLE"):
                torch.relu(double)
            with self.assertRaisesRegex(RuntimeError, "aten::copy_ cannot run on the NPU"):
                x.int()
        finally:
            torch_opforge.allow_fallback(True)
        program = ("import torch, torch_opforge; x = torch.ones(2).npu(); print(torch.relu(x).cpu());"
                   "\ntry: x.sin()\nexcept RuntimeError as error: print(error)")
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=os.path.dirname(__file__),
                              env={**os.environ, "OPF_TORCH_NO_FALLBACK": "1"})
        self.assertIn("tensor([1., 1.])", done.stdout, done.stderr)
        self.assertIn("aten::sin.out cannot run on the NPU", done.stdout, done.stderr)

    def test_what_nobody_supports(self):
        with self.assertRaisesRegex(RuntimeError, "(?s)aclnnRelu.*COMPLEX64.*The CPU, tried instead: "):
            torch.relu(torch.randn(3, dtype=torch.complex64).npu())
        with self.assertRaises(RuntimeError):
            torch.ones(3).npu() + torch.ones(4).npu()
        if hasattr(torch, "float8_e4m3fnuz"):
            with self.assertRaisesRegex(RuntimeError, "acl has no such type"):
                torch.empty(2, dtype=torch.float8_e4m3fnuz, device=DEVICE)

    def test_call_by_name(self):
        x, y = torch.randn(3, 4).npu(), torch.randn(3, 4).npu()
        out = torch.empty_like(x)
        torch_opforge.aclnn("aclnnRelu", x, out)
        same(self, out, torch.relu(x.cpu()))
        torch_opforge.aclnn("aclnnAdd", x, y, torch_opforge.Scalar(1), out)
        same(self, out, x.cpu() + y.cpu())
        torch_opforge.aclnn("aclnnSoftmax", x, 1, out)
        same(self, out, torch.softmax(x.cpu(), 1))
        with self.assertRaisesRegex(RuntimeError, "no operator library has aclnnNothing"):
            torch_opforge.aclnn("aclnnNothing", x)
        with self.assertRaisesRegex(RuntimeError, "aclnnRelu"):
            torch_opforge.aclnn("aclnnRelu", x, torch.empty(5, device=DEVICE))

    def test_kernel_fault(self):
        x = torch.zeros(4, 8).npu()
        wild = torch.tensor([1 << 40]).npu()
        place = torch.tensor([0], dtype=torch.int32).npu()
        row = torch.ones(1, 8).npu()
        torch_opforge.aclnn("aclnnIndexPutWithSort", x, wild, place, row, False)
        with self.assertRaisesRegex(RuntimeError, "(?i)index_?put_?with_?sort"):
            torch.npu.synchronize()
        self.assertEqual(torch.relu(x).cpu().sum().item(), 0)
        torch_opforge.aclnn("aclnnIndexPutWithSort", x, wild, place, row, False)
        with self.assertRaisesRegex(RuntimeError, "(?i)index_?put_?with_?sort"):
            x.cpu()
        self.assertEqual((torch.relu(x) + 1).cpu().sum().item(), 32)

    def test_libraries_are_listed(self):
        self.assertTrue(any("libopapi" in line for line in torch_opforge.libraries()))

    def test_threads(self):
        from concurrent.futures import ThreadPoolExecutor

        def work(seed):
            x = torch.full((257,), float(seed)).npu()
            for _ in range(50):
                x = torch.relu(x) + x - x
            return x.cpu()
        with ThreadPoolExecutor(4) as pool:
            for seed, got in enumerate(pool.map(work, range(8))):
                self.assertTrue(torch.equal(got, torch.full((257,), float(seed))))


if __name__ == "__main__":
    unittest.main()
