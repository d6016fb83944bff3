"""torch.relu of 4 elements and a training step of an MLP, on the emulated NPU beside PyTorch's CPU, alternating."""
import statistics
import time

import torch
from torch import nn

import torch_opforge

DEVICE = torch_opforge.npu.DEVICE
SYNCHRONIZE = torch.npu.synchronize


def each(work, batch):
    begin = time.perf_counter()
    for _ in range(batch):
        work()
    return (time.perf_counter() - begin) / batch


def alternating(first, second, batch, rounds):
    """Medians in microseconds."""
    times = ([], [])
    for work in (first, second):
        each(work, batch)
    for _ in range(rounds):
        for list_, work in zip(times, (first, second)):
            list_.append(each(work, batch) * 1e6)
    return tuple(statistics.median(list_) for list_ in times)


def show(what, npu, cpu, limit):
    print(f"{what}: npu {npu:.2f} us, cpu {cpu:.2f} us, ratio {npu / cpu:.2f} (limit {limit})")


def split(what, work, batch):
    """Where the time of one call of `work` goes. What is in no phase is PyTorch: Python, dispatch, making results."""
    each(work, batch)
    torch_opforge.measure_phases()
    whole = each(work, batch) * 1e6
    sums = {name: seconds / batch * 1e6 for name, (seconds, _) in torch_opforge.phases().items()}
    torch_opforge.measure_phases(False)
    queued = sums["launch"] + sums["wait"]
    parts = {"PyTorch": whole - sums["plan"] - queued - sums["host"], "plan": sums["plan"] - sums["tiling"],
             "tiling": sums["tiling"], "launch and wait": queued, "operators on the CPU": sums["host"]}
    print(f"  {what}, {whole:.2f} us: " + ", ".join(f"{name} {us:.2f} us ({us / whole:.0%})" for name, us in parts.items())
          + f"; kernels, meanwhile, {sums['kernel']:.2f} us")


def bench_relu():
    host = torch.randn(4)
    device = host.to(DEVICE)

    def npu():
        torch.relu(device)
        SYNCHRONIZE()
    with torch.no_grad():
        show("relu of 4 elements, synchronised", *alternating(npu, lambda: torch.relu(host), 500, 31), 3)
        queued, _ = alternating(lambda: torch.relu(device), SYNCHRONIZE, 100, 31)
        empty, waiting = alternating(lambda: torch.empty_like(device), SYNCHRONIZE, 500, 31)
        out = torch.empty_like(device)
        in_place, _ = alternating(lambda: torch.relu_(out), SYNCHRONIZE, 100, 31)
        print(f"  parts: relu without waiting {queued:.2f} us, relu_ {in_place:.2f} us, making the result {empty:.2f} us, "
              f"waiting with nothing queued {waiting:.2f} us")
        split("where the time goes", npu, 5000)


def step_of(device):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(1024, 1024), nn.ReLU(), nn.Linear(1024, 1024)).to(device)
    x, target = torch.randn(256, 1024).to(device), torch.randn(256, 1024).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)

    def step():
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), target).backward()
        optimizer.step()
        SYNCHRONIZE()
    return step


def bench_mlp():
    npu, cpu = step_of(DEVICE), step_of("cpu")
    npu()
    torch_opforge.reset_fallbacks()
    npu()
    fallen = torch_opforge.fallbacks()
    show("MLP step 256x1024x1024", *alternating(npu, cpu, 1, 11), 2)
    print(f"  a step runs {sum(times for times, _ in fallen.values())} operators on the CPU: "
          + ", ".join(f"{name[6:]} {times}" for name, (times, _) in sorted(fallen.items())))
    split("where the time goes", npu, 11)


if __name__ == "__main__":
    print(f"torch {torch.__version__}, {torch.get_num_threads()} CPU threads")
    bench_relu()
    bench_mlp()
