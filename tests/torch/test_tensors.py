"""Making, viewing, copying, indexing and printing of NPU tensors."""
import copy
import io
import unittest

import torch

from support import DEVICE, NEW, both, same


class Tensors(unittest.TestCase):
    def setUp(self):
        torch.manual_seed(7)

    def test_seed_snippet(self):
        x = torch.randn(1024)
        y = x.npu()
        self.assertTrue(torch.equal(torch.relu(y).cpu(), torch.relu(x)))
        self.assertIn(f"device='{DEVICE}:0'", str(y))
        self.assertIn("1.5", str(torch.tensor([1.5]).npu()))

    def test_there_and_back(self):
        for dtype in (torch.float32, torch.float16, torch.bfloat16, torch.float64, torch.int8, torch.uint8, torch.int16,
                      torch.int32, torch.int64, torch.bool, torch.complex64):
            x = torch.tensor([[0, 1, 2], [3, 4, 5]]).to(dtype)
            same(self, x.npu(), x)
            same(self, x.t().npu(), x.t())
            same(self, x.npu().t(), x.t())
        self.assertEqual(torch.tensor(3.5).npu().item(), 3.5)
        self.assertEqual(torch.empty(0, 3).npu().shape, (0, 3))

    def test_factories(self):
        for make in (lambda d: torch.zeros(3, 4, device=d), lambda d: torch.ones(5, dtype=torch.int32, device=d),
                     lambda d: torch.full((2, 2), 7.5, device=d), lambda d: torch.arange(10, device=d),
                     lambda d: torch.linspace(0, 1, 5, device=d), lambda d: torch.eye(4, device=d),
                     lambda d: torch.tensor([1, 2], device=d), lambda d: torch.zeros_like(torch.ones(3, device=d))):
            same(self, make(DEVICE), make("cpu"))

    def test_random_numbers_follow_the_seed(self):
        torch.npu.manual_seed(5)
        a = torch.randn(10, device=DEVICE)
        state = torch.npu.get_rng_state()
        b = torch.rand(10, device=DEVICE)
        torch.npu.manual_seed(5)
        self.assertTrue(torch.equal(a.cpu(), torch.randn(10, device=DEVICE).cpu()))
        torch.npu.set_rng_state(state)
        self.assertTrue(torch.equal(b.cpu(), torch.rand(10, device=DEVICE).cpu()))
        permuted = torch.randperm(20, device=DEVICE).cpu().sort()[0]
        self.assertTrue(torch.equal(permuted, torch.arange(20)))

    @unittest.skipUnless(NEW, "PyTorch 1.13 has no generators for this device")
    def test_own_generator(self):
        a = torch.randn(4, generator=torch.Generator("npu").manual_seed(3), device="npu")
        b = torch.randn(4, generator=torch.Generator("npu").manual_seed(3), device="npu")
        self.assertTrue(torch.equal(a.cpu(), b.cpu()))

    def test_views_share_memory(self):
        base = torch.arange(24.0).npu()
        view = base.view(4, 6)[1:3, ::2].t()
        view += 100
        same(self, base, torch.arange(24.0).add_(torch.tensor(
            [100.0 if 1 <= i // 6 < 3 and i % 6 % 2 == 0 else 0 for i in range(24)])))
        x = torch.randn(2, 3, 4)
        for look in (lambda t: t.permute(2, 0, 1), lambda t: t.reshape(6, 4), lambda t: t.transpose(0, 2).reshape(-1),
                     lambda t: t.unsqueeze(1).squeeze(0), lambda t: t.expand(5, 2, 3, 4), lambda t: t[..., None, 1:],
                     lambda t: t.unfold(2, 2, 1), lambda t: t.flatten(), lambda t: t.chunk(2, 2),
                     lambda t: t.split([1, 3], 2), lambda t: t.select(1, 2), lambda t: t.diagonal(0, 1, 2),
                     lambda t: t.narrow(2, 1, 2), lambda t: t.as_strided((2, 2), (1, 3), 1), lambda t: t.movedim(0, 2),
                     lambda t: t.view(torch.int32)):
            both(self, look, x)
        both(self, lambda t: torch.view_as_real(t), torch.randn(3, dtype=torch.complex64))

    def test_copies(self):
        x = torch.randn(4, 6)
        both(self, lambda t: t.clone(), x)
        both(self, lambda t: t.t().contiguous(), x)
        both(self, lambda t: torch.empty_like(t).copy_(t[0]), x)
        both(self, lambda t: t.to(torch.float16), x)
        both(self, lambda t: t.int().double(), x)
        both(self, lambda t: t.to(memory_format=torch.channels_last), torch.randn(2, 3, 4, 5))
        host = torch.empty(6, 4)
        host.copy_(x.npu().t())
        self.assertTrue(torch.equal(host, x.t()))
        npu = torch.zeros(4, 6).npu()
        npu.t().copy_(x.t())
        same(self, npu, x)
        npu[:, 1:].copy_(npu[:, :-1].clone())
        same(self, npu, torch.cat([x[:, :1], x[:, :-1]], 1))

    def test_resize_and_set(self):
        x = torch.arange(6.0).npu()
        x.resize_(2, 5)
        self.assertTrue(torch.equal(x.cpu().flatten()[:6], torch.arange(6.0)))
        y = torch.empty(0).npu()
        y.set_(x)
        self.assertEqual(y.shape, (2, 5))
        out = torch.empty(0).npu()
        torch.mul(x[0], 2, out=out)
        same(self, out, torch.arange(5.0) * 2)

    def test_indexing(self):
        x = torch.randn(5, 4)
        index = torch.tensor([3, 0, 3, -1])
        both(self, lambda t, i: t[i], x, index)
        both(self, lambda t, i: t[i, i], x, torch.tensor([3, 0, 2]))
        both(self, lambda t: t[t > 0], x)
        both(self, lambda t: t[[1, 2], :2], x)
        both(self, lambda t: t.nonzero(), x > 0)
        both(self, lambda t, i: t.index_select(0, i), x, torch.tensor([4, 0]))
        both(self, lambda t, i: t.gather(1, i), x, torch.tensor([[0, 1], [2, 3], [0, 0], [1, 1], [3, 2]]))
        both(self, lambda t: t.masked_fill(t > 0, -7.0), x)

        def put(t, i, v):
            t = t.clone()
            t[i] = v
            return t
        both(self, put, x, torch.tensor([3, 0, -2]), torch.randn(3, 4))
        both(self, put, x, torch.tensor([1, 1, 1]), torch.randn(4))
        both(self, put, x, torch.tensor(2), torch.tensor(9.0))
        both(self, put, x, x > 0, torch.tensor(9.0))
        both(self, lambda t, i, v: t.index_put((i,), v, accumulate=True), x, index, torch.randn(4, 4))
        both(self, lambda t, i, v: t.scatter_add(1, i, v), x, torch.tensor([[0, 0], [1, 1]]), torch.randn(2, 2))
        with self.assertRaises(IndexError):
            put(x.npu(), torch.tensor([5]).npu(), torch.zeros(1, 4).npu())

    def test_save_load_deepcopy(self):
        x = torch.randn(3).npu()
        if NEW:  # PyTorch 1.13 copies and saves storages of the devices it knows only
            same(self, copy.deepcopy(x), x.cpu())
            file = io.BytesIO()
            torch.save({"x": x}, file)
            file.seek(0)
            same(self, torch.load(file)["x"], x.cpu())
            file.seek(0)
            self.assertEqual(torch.load(file, map_location="cpu")["x"].device.type, "cpu")
        self.assertEqual(x.tolist(), x.cpu().tolist())
        self.assertEqual(x.cpu().numpy().shape, (3,))

    def test_devices_do_not_mix(self):
        with self.assertRaisesRegex(RuntimeError, "same device"):
            torch.ones(3).npu() + torch.ones(3)
        both(self, lambda t: t + 1, torch.ones(3))
        same(self, torch.ones(3).npu() * torch.tensor(2.0), torch.full((3,), 2.0))

    def test_memory_is_counted_and_reused(self):
        torch.npu.synchronize()
        before = torch.npu.memory_allocated()
        x = torch.empty(1000, device=DEVICE)
        self.assertEqual(torch.npu.memory_allocated() - before, 4000)
        place = x.data_ptr()
        del x
        self.assertEqual(torch.npu.memory_allocated(), before)
        self.assertEqual(torch.empty(1000, device=DEVICE).data_ptr(), place)
        torch.npu.empty_cache()
        self.assertEqual(torch.npu.memory_reserved(), torch.npu.memory_allocated())
        with self.assertRaises(RuntimeError):
            torch.empty(1 << 50, dtype=torch.int8, device=DEVICE)

    @unittest.skipUnless(NEW, "PyTorch 1.13 has no streams for this device in Python")
    def test_streams_and_events(self):
        first, second = torch.npu.Stream(), torch.npu.Stream()
        x = torch.randn(1000).npu()
        with torch.npu.stream(first):
            y = torch.relu(x)
            event = first.record_event()
        with torch.npu.stream(second):
            second.wait_event(event)
            z = torch.relu(y)
            y.record_stream(second)
            del y
        second.synchronize()
        self.assertTrue(second.query())
        event.synchronize()
        self.assertTrue(event.query())
        same(self, z, torch.relu(x.cpu()))
        begin, end = torch.npu.Event(enable_timing=True), torch.npu.Event(enable_timing=True)
        begin.record()
        torch.relu(x)
        end.record()
        torch.npu.synchronize()
        self.assertGreaterEqual(begin.elapsed_time(end), 0)

    @unittest.skipUnless(NEW, "PyTorch 1.13 pins memory for CUDA only")
    def test_pinned_memory(self):
        x = torch.randn(8).pin_memory()
        self.assertTrue(x.is_pinned())
        self.assertFalse(torch.randn(8).is_pinned())
        same(self, x.npu(), x)


if __name__ == "__main__":
    unittest.main()
