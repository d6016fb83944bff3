"""f32 relu and add of 64 Mi elements on the emulated NPU beside libtorch's CPU kernels, alternating, on the same memory:
where memory lies decides its speed. Both write into a given output."""
import ctypes
import os
import statistics
import sys
import time

os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # else torch's idle threads spin while ours run

import torch

import torch_opforge

COUNT = (int(sys.argv[1]) if len(sys.argv) > 1 else 64) << 20
ROUNDS = 9


def on_cpu(device_tensor):
    memory = (ctypes.c_byte * (4 * COUNT)).from_address(device_tensor.data_ptr())
    return torch.frombuffer(memory, dtype=torch.float32)


def seconds(work):
    begin = time.perf_counter()
    work()
    torch.npu.synchronize()
    return time.perf_counter() - begin


def compare(name, npu, cpu, y):
    cpu()
    want = on_cpu(y).clone()
    on_cpu(y).zero_()
    seconds(npu)
    assert torch.equal(on_cpu(y), want), f"{name}: results differ"
    times = ([], [])
    for _ in range(ROUNDS):
        for list_, work in zip(times, (npu, cpu)):
            list_.append(seconds(work))
    ours, torchs = (statistics.median(list_) * 1e3 for list_ in times)
    print(f"{name:6s} npu {ours:7.2f} ms   libtorch {torchs:7.2f} ms   throughput ratio {torchs / ours:.2f} (limit 0.9)")


def main():
    a, b, y = (torch.randn(COUNT).to(torch_opforge.npu.DEVICE) for _ in range(3))
    ha, hb, hy = on_cpu(a), on_cpu(b), on_cpu(y)
    print(f"{COUNT >> 20} Mi elements, {torch.get_num_threads()} threads, median of {ROUNDS}")
    # torch's own relu with an output makes a temporary tensor first; clamp_min is the same loop without it
    compare("relu", lambda: torch.ops.aten.relu.out(a, out=y), lambda: torch.clamp_min(ha, 0, out=hy), y)
    compare("add", lambda: torch.add(a, b, out=y), lambda: torch.add(ha, hb, out=hy), y)


with torch.no_grad():
    main()
