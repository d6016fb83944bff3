"""How many cores operators use: the limits of the device and of streams."""
import os
import subprocess
import sys
import threading
import unittest

import torch
import torch_opforge
from torch_opforge import _C

from support import NEW

COUNT = 1 << 20


def blocks(x):
    """As how many blocks relu ran on x, whose values it also checks."""
    y = torch.relu(x)
    torch.npu.synchronize()
    number = _C.number("blocks")
    assert torch.equal(y.cpu(), torch.relu(x.cpu()))
    return number


class Cores(unittest.TestCase):
    def setUp(self):
        self.whole = torch.npu.get_device_limit(0)
        self.x = torch.randn(COUNT).npu()

    def tearDown(self):
        torch.npu.set_device_limit(0, self.whole["cube_core_num"], self.whole["vector_core_num"])

    def test_device(self):
        calls = torch_opforge.native_calls().get("aclnnRelu", 0)
        all_blocks = blocks(self.x)
        self.assertGreater(all_blocks, 8)
        torch.npu.set_device_limit(0, vector_num=8)
        self.assertEqual(torch.npu.get_device_limit(0), dict(self.whole, vector_core_num=8))
        self.assertEqual(blocks(self.x), 8)
        torch.npu.set_device_limit(0, cube_num=2, vector_num=3)
        self.assertEqual(torch.npu.get_device_limit(0), {"cube_core_num": 2, "vector_core_num": 3})
        self.assertEqual(blocks(self.x), 3)
        torch.npu.set_device_limit(0, vector_num=self.whole["vector_core_num"])
        self.assertEqual(blocks(self.x), all_blocks)
        self.assertGreater(torch_opforge.native_calls()["aclnnRelu"], calls)

    def test_wrong_numbers(self):
        for number in (0, self.whole["vector_core_num"] + 1, -2):
            with self.assertRaisesRegex(RuntimeError, "vector cores"):
                torch.npu.set_device_limit(0, vector_num=number)
        with self.assertRaisesRegex(RuntimeError, "NPU 0 only"):
            torch.npu.set_device_limit(1, vector_num=1)
        self.assertEqual(torch.npu.get_device_limit(0), self.whole)

    @unittest.skipUnless(NEW, "PyTorch 1.13 has no streams for this device in Python")
    def test_streams(self):
        first, second = torch.npu.Stream(), torch.npu.Stream()
        torch.npu.set_stream_limit(first, vector_num=6)
        torch.npu.set_stream_limit(second, 4, 7)
        torch.npu.set_device_limit(0, vector_num=9)
        for stream, number in ((first, 6), (second, 7), (first, 6)):
            with torch.npu.stream(stream):
                self.assertEqual(blocks(self.x), number)
        self.assertEqual(blocks(self.x), 9)
        self.assertEqual(torch.npu.get_stream_limit(second), {"cube_core_num": 4, "vector_core_num": 7})

        seen = []

        def other():
            with torch.npu.stream(second):
                seen.append(blocks(self.x))
            seen.append(blocks(self.x))

        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        self.assertEqual(seen, [7, 9])
        torch.npu.reset_stream_limit(first)
        with torch.npu.stream(first):
            self.assertEqual(blocks(self.x), 9)
        torch.npu.reset_stream_limit(second)
        self.assertEqual(torch.npu.get_stream_limit(second)["vector_core_num"], 9)

    def test_a_wrong_chip_is_an_error(self):
        for variable, value, why in (("OPF_CORES", "99", "`99` vector cores: a whole number from 1 to the"),
                                     ("OPF_SOC", "ascend951", "no chip `ascend951`")):
            code = "import torch, torch_opforge; torch.ones(3).npu()"
            ended = subprocess.run([sys.executable, "-c", code], env=dict(os.environ, **{variable: value}), text=True,
                                   capture_output=True, check=False)
            self.assertIn("RuntimeError: setting up the NPU: ", ended.stderr)
            self.assertIn(why, ended.stderr)

    def test_fewer_cores_from_the_start(self):
        code = "import torch, torch_opforge; print(torch.npu.get_device_limit(0))"
        text = subprocess.run([sys.executable, "-c", code], env=dict(os.environ, OPF_CORES="7"), text=True,
                              stdout=subprocess.PIPE, check=True).stdout
        self.assertEqual(text.strip(), str({"cube_core_num": 4, "vector_core_num": 7}))
