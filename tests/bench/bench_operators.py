"""Operators of public repositories, unmodified, on the emulator beside PyTorch's CPU: times alternate in one run, medians
and their ratio (1.00 = as fast as PyTorch) are printed, results are compared.

  bench_operators.py --out=OUT [--build=DIR] [--opbase=DIR] [--only=TEXT] [--rounds=N] [--cores=N]
                     [--large|--small] REPOSITORY...

Both sides use two threads, their results' memory exists beforehand, and the time is that of a whole call (launch and
synchronise). Kernels of the types that the cases need are built below DIR (default OUT/bench-operators); of a kernel with
template keys, those that the cases' tilings choose (a reduction has 404, each about 0.4 s of compile)."""
import argparse
import glob
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

SOC = "ascend950"
THREADS = 2
# PyTorch allocates results of operators that take none: it must not pay for fresh pages each time.
MALLOC = {"MALLOC_MMAP_THRESHOLD_": str(1 << 32), "MALLOC_TRIM_THRESHOLD_": str(1 << 40), "MALLOC_TOP_PAD_": "268435456"}
FLOATS = ("float32", "float16", "bfloat16")
SAMPLE_SECONDS = 0.004  # small calls are timed in groups of about this long


class Case:
    """One operator on one set of inputs: (type, array or tensor) each, and what PyTorch does with them."""

    def __init__(self, kind, folder, op, what, inputs, attrs, outputs, torch_call, tolerance, once=None):
        self.kind, self.folder, self.op, self.what = kind, folder, op, what
        self.inputs, self.attrs, self.outputs, self.torch_call = inputs, attrs, outputs, torch_call
        self.tolerance = tolerance
        self.once = once  # for operators that add to what is there: the result of one call on the inputs


LIMITS = {"element-wise": 0.9, "row reduction": 0.7, "index": 0.5}
TOLERANCE = {"float32": 1e-5, "float16": 2e-3, "bfloat16": 1.6e-2}


def elementwise_cases(torch, count):
    for dtype in FLOATS:
        t = getattr(torch, dtype)
        x1, x2, y = torch.randn(count).to(t), torch.randn(count).to(t), torch.empty(count, dtype=t)
        aten = torch.ops.aten
        for folder, inputs, attrs, call in (
                ("relu", [x1], {}, lambda x1=x1, y=y: aten.clamp_min.out(x1, 0, out=y)),
                ("add", [x1, x2], {}, lambda x1=x1, x2=x2, y=y: torch.add(x1, x2, out=y)),
                ("mul", [x1, x2], {}, lambda x1=x1, x2=x2, y=y: torch.mul(x1, x2, out=y)),
                ("gelu", [x1], {}, lambda x1=x1, y=y: aten.gelu.out(x1, approximate="tanh", out=y)),
                ("exp", [x1], {}, lambda x1=x1, y=y: torch.exp(x1, out=y))):
            yield Case("element-wise", folder, folder.capitalize(), f"{dtype} {count}", [(dtype, x) for x in inputs],
                       attrs, [dtype], call, TOLERANCE[dtype])


def reduction_cases(torch, rows, columns):
    for dtype in FLOATS:
        t = getattr(torch, dtype)
        x, y, row = torch.randn(rows, columns).to(t), torch.empty(rows, columns, dtype=t), torch.empty(rows, dtype=t)
        axes = ("int32", torch.tensor([1], dtype=torch.int32))
        shape = f"{dtype} {rows}x{columns}"
        gamma, beta = torch.randn(columns), torch.randn(columns)
        yield Case("row reduction", "reduce_sum", "ReduceSum", shape, [(dtype, x), axes], {}, [dtype],
                   lambda x=x, row=row: torch.sum(x, 1, out=row), columns * TOLERANCE[dtype])
        yield Case("row reduction", "reduce_max", "ReduceMax", shape, [(dtype, x), axes], {}, [dtype],
                   lambda x=x, row=row: torch.amax(x, 1, out=row), 0)
        yield Case("row reduction", "softmax_v2", "SoftmaxV2", shape, [(dtype, x)], {}, [dtype],
                   lambda x=x, y=y: torch.ops.aten._softmax.out(x, 1, False, out=y), TOLERANCE[dtype])
        yield Case("row reduction", "layer_norm_v4", "LayerNormV4", shape,
                   [(dtype, x), ("int32", torch.tensor([columns], dtype=torch.int32)), ("float32", gamma), ("float32", beta)], {},
                   [dtype, "float32", "float32"],
                   lambda x=x, g=gamma, b=beta, n=columns: torch.native_layer_norm(x, [n], g, b, 1e-5)[0],
                   4 * TOLERANCE[dtype])


def index_cases(torch, rows, columns):
    for dtype in FLOATS:
        t = getattr(torch, dtype)
        x, y = torch.randn(rows, columns).to(t), torch.empty(rows, columns, dtype=t)
        some, order = torch.randint(rows, (rows,)), torch.randperm(rows)
        along = torch.randint(columns, (rows, columns))
        whole = torch.argsort(torch.rand(rows, columns), 1)
        shape = f"{dtype} {rows}x{columns}"
        wide = [("int64", along.numel() and along), ]
        yield Case("index", "gather_v2", "GatherV2", f"{shape}, rows", [(dtype, x), ("int64", some),
                   ("int64", torch.tensor([0]))], {}, [dtype],
                   lambda x=x, i=some, y=y: torch.index_select(x, 0, i, out=y), 0)
        yield Case("index", "gather_elements", "GatherElements", shape, [(dtype, x), wide[0]], {"dim": 1}, [dtype],
                   lambda x=x, i=along, y=y: torch.gather(x, 1, i, out=y), 0)
        yield Case("index", "index", "Index", f"{shape}, rows", [(dtype, x), ("int64", torch.tensor([1, 0])),
                   ("int64", torch.tensor([rows, columns])), ("int64", some)], {}, [dtype],
                   lambda x=x, i=some, y=y: torch.ops.aten.index.Tensor_out(x, [i], out=y), 0)
        lines = torch.arange(rows).repeat_interleave(columns)
        flat = torch.empty(rows * columns, dtype=t)
        yield Case("index", "index", "Index", f"{shape}, points", [(dtype, x), ("int64", torch.tensor([1, 1])),
                   ("int64", torch.tensor([rows * columns])), ("int64", lines), ("int64", along.flatten())], {}, [dtype],
                   lambda x=x, a=lines, b=along.flatten(), y=flat: torch.ops.aten.index.Tensor_out(x, [a, b], out=y), 0)
        yield Case("index", "scatter_elements_v2", "ScatterElementsV2", shape, [(dtype, y.zero_()), ("int64", whole),
                   (dtype, x)], {"axis": 1}, [dtype],
                   lambda x=x, i=whole, y=y.clone(): y.scatter_(1, i, x), 0)
        yield Case("index", "scatter_nd_update", "ScatterNdUpdate", f"{shape}, rows", [(dtype, y.clone().zero_()),
                   ("int64", order.reshape(-1, 1)), (dtype, x)], {}, [dtype],
                   lambda x=x, i=order, y=y.clone(): y.index_copy_(0, i, x), 0)
        yield Case("index", "embedding", "Embedding", f"{shape}, rows", [(dtype, x), ("int64", some)], {}, [dtype],
                   lambda x=x, i=some, y=y: torch.ops.aten.embedding.out(x, i, out=y), 0)
        yield Case("index", "gather_nd", "GatherNd", f"{shape}, rows", [(dtype, x), ("int64", some.reshape(-1, 1))], {},
                   [dtype], lambda x=x, i=some, y=y: torch.ops.aten.index.Tensor_out(x, [i], out=y), 0)
        yield Case("index", "gather_nd", "GatherNd", f"{shape}, points",
                   [(dtype, x), ("int64", torch.stack([lines, along.flatten()], 1))], {}, [dtype],
                   lambda x=x, a=lines, b=along.flatten(), y=flat: torch.ops.aten.index.Tensor_out(x, [a, b], out=y), 0)
        yield from adding_cases(torch, dtype, x, some, whole)


def adding_cases(torch, dtype, x, some, whole):
    rows, columns = x.shape
    shape, var, y = f"{dtype} {rows}x{columns}", torch.zeros_like(x), torch.empty_like(x)
    rounding = 16 * TOLERANCE[dtype]  # rows add up in any order
    for folder, op, indices, attrs in (("scatter_nd_add", "ScatterNdAdd", some.reshape(-1, 1), {}),
                                       ("scatter_add", "ScatterAdd", some, {}),
                                       ("inplace_index_add", "InplaceIndexAdd", some, {"axis": 0})):
        yield Case("index", folder, op, f"{shape}, rows", [(dtype, var), ("int64", indices), (dtype, x)], attrs, [dtype],
                   lambda x=x, i=some, y=var.clone(): y.index_add_(0, i, x), rounding,
                   lambda x=x, i=some, y=var: y.index_add(0, i, x))
    yield Case("index", "scatter_elements_v2", "ScatterElementsV2", f"{shape}, add",
               [(dtype, var), ("int64", whole), (dtype, x)], {"axis": 1, "reduction": "add"}, [dtype],
               lambda x=x, i=whole, y=var.clone(): y.scatter_add_(1, i, x), rounding,
               lambda x=x, i=whole, y=var: y.scatter_add(1, i, x))
    down = torch.randint(rows, (rows, columns))
    yield Case("index", "scatter_elements_v2", "ScatterElementsV2", f"{shape}, add down",
               [(dtype, var), ("int64", down), (dtype, x)], {"axis": 0, "reduction": "add"}, [dtype],
               lambda x=x, i=down, y=var.clone(): y.scatter_add_(0, i, x), rounding,
               lambda x=x, i=down, y=var: y.scatter_add(0, i, x))
    yield Case("index", "unsorted_segment_sum", "UnsortedSegmentSum", shape,
               [(dtype, x), ("int64", some), ("int64", torch.tensor([rows]))], {}, [dtype],
               lambda x=x, i=some, y=y: y.zero_().index_add_(0, i, x), rounding)
    yield Case("index", "embedding_dense_grad", "EmbeddingDenseGrad", shape, [(dtype, x), ("int64", some)],
               {"num_weights": rows}, [dtype],
               lambda x=x, i=some, n=rows, y=y: torch.ops.aten.embedding_dense_backward.out(x, i, n, -1, False, out=y),
               rounding)


def cases(torch, large):
    torch.manual_seed(1)
    if large:
        yield from elementwise_cases(torch, 1 << 24)
        yield from reduction_cases(torch, 1 << 14, 1 << 10)
        yield from index_cases(torch, 1 << 16, 1 << 8)
    else:
        yield from elementwise_cases(torch, 1 << 17)
        yield from reduction_cases(torch, 1 << 7, 1 << 10)
        yield from index_cases(torch, 1 << 9, 1 << 8)


# --- building -------------------------------------------------------------------------------------------------------

BYTES = {"float32": 4, "int32": 4, "float16": 2, "bfloat16": 2, "int16": 2, "int8": 1, "int64": 8}


def is_of_type(tensor, dtype):
    """Whether a parameter of a variant's description takes the type; a list of tensors counts once, and some variants
    know sizes only."""
    tensor = tensor[0] if isinstance(tensor, list) else tensor
    if tensor and tensor.get("dtype_match_mode") == "DtypeByte":
        return BYTES.get(tensor["dtype"]) == BYTES[dtype]
    return bool(tensor) and tensor["dtype"] == dtype


def fits(variant, case):
    """Optional parameters at the end may be left out; a list's further tensors are not looked at."""
    return all(is_of_type(t, d) for t, (d, _) in zip(variant["inputs"], case.inputs)) and \
        all(is_of_type(t, d) for t, d in zip(variant["outputs"], case.outputs))


def cores(args):
    """What oprun is told of the chip's cores: tilings choose their keys and their blocks by them."""
    return [f"--cores={args.cores}"] if args.cores else []


def tiling_key(args, place, case, folder):
    """Which of its keys an operator's tiling chooses for a case."""
    command = [f"{args.out}/bin/oprun", case.op, "--tiling-only", f"--opp={place}/opp", f"--soc={SOC}", *cores(args)]
    command += input_arguments(place, case, folder, values_up_to=1 << 10)
    command += [w for name, value in case.attrs.items() for w in ("--attr", f"{name}={value}")]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return next(line.split()[-1] for line in text.splitlines() if line.startswith("tiling key"))


def narrowed(args, place, plan, chosen):
    """The plan, with the template keys only that the cases need; `chosen`: (stem of a variant, its cases)."""
    with open(plan, encoding="utf-8") as file:
        lines = file.read().splitlines()
    for stem, wanted in chosen:
        at = lines.index(f"  stem = {stem}")
        command = next(i for i in range(at, len(lines)) if lines[i].startswith("  cmd = "))
        with open(next(w for w in lines[command].split() if w.endswith(".yaml")), encoding="utf-8") as file:
            if "  keys: template\n" not in file.read():
                continue
        with tempfile.TemporaryDirectory(prefix="bench-operators-") as folder:
            keys = sorted({tiling_key(args, place, case, folder) for case in wanted})
        lines[command] += f" --tiling_key={','.join(keys)}"
    narrow = plan.replace(".ninja", "-bench.ninja")
    with open(narrow, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return narrow


def build(args, repository, folders, wanted):
    """Plans all kernels of the operators in `folders`, then makes those that cases in `wanted` use. Returns the build
    folder and the cases whose types no variant takes."""
    name = os.path.basename(os.path.normpath(repository))
    place = os.path.abspath(f"{args.build}/{name}")
    say = dict(check=True, stdout=None if args.verbose else subprocess.DEVNULL)
    command = [f"{args.out}/bin/opforge", "--opkernel", "--plan", "--no_force", "--same_keys=first", f"--soc={SOC}",
               f"--ops={','.join(folders)}", f"--src={repository}", f"--build={place}", "-j1"]
    subprocess.run(command + ([f"--opbase={args.opbase}"] if args.opbase else []), **say)
    binary = f"{place}/binary/{SOC}/bin"
    plan = f"{binary}/build.ninja"
    with open(plan, encoding="utf-8") as file:
        planned = file.read()
    without = list(wanted)
    for folder in sorted({c.folder for c in wanted}):
        chosen, stems, narrow = [], [], []
        for path in sorted(glob.glob(f"{place}/tbe/config/{SOC}/{folder}/*_binary_*.json_*")):
            with open(path, encoding="utf-8") as file:
                variant = json.load(file)["op_list"][0]
            fitting = [c for c in wanted if c.folder == folder and fits(variant, c)]
            if f"/{variant['bin_filename']}.o" in planned and fitting:
                chosen.append(path)
                stems.append(variant["bin_filename"])
                narrow.append((variant["bin_filename"], fitting))
                without = [c for c in without if c not in fitting]
        lines = [line for line in planned.splitlines() if any(f"/{stem}.o" in line for stem in stems)]
        targets = [line.split()[1] for line in lines if line.startswith("build ") and ": opc " in line]
        if not targets:
            continue
        subprocess.run(["ninja", "-f", narrowed(args, place, plan, narrow), "-j1", *targets], **say)
        index = [w for line in planned.splitlines() if "/opindex " in line and f"/{folder}/" in line
                 for w in line.split()]
        subprocess.run([w for w in index[2:] if ".json_" not in w] + chosen, **say)
    return place, without


# --- measuring ------------------------------------------------------------------------------------------------------

def input_arguments(place, case, folder, values_up_to=None):
    """What oprun is told of a case's inputs, which are written to `folder`; of those with more elements the shape only."""
    import numpy
    import torch
    with open(f"{place}/tbe/config/aic-{SOC}-ops-info.ini", encoding="utf-8") as file:
        text = file.read().split(f"[{case.op}]\n")[1].split("\n[")[0]
    names = [line.split("=")[1] for line in text.splitlines() if line.startswith("input") and ".name=" in line]
    words = []
    for i, (dtype, tensor) in enumerate(case.inputs):
        what = ",".join(map(str, tensor.shape))
        if values_up_to is None or tensor.numel() <= values_up_to:
            what = f"{folder}/in{i}.npy"
            plain = tensor.view(torch.uint16) if dtype == "bfloat16" else tensor
            numpy.save(what, plain.numpy())
        words += ["--in", f"{names[min(i, len(names) - 1)]}:{dtype}:{what}"]
    return words


class Ours:
    """oprun with the case's tensors, launching when asked to."""

    def __init__(self, args, place, case, folder):
        command = [f"{args.out}/bin/oprun", case.op, "--pace", f"--opp={place}/opp", f"--soc={SOC}", "--print=0",
                   f"--save={folder}", *cores(args)]
        command += input_arguments(place, case, folder)
        for name, value in case.attrs.items():
            command += ["--attr", f"{name}={value}"]
        environment = dict(os.environ, OPF_THREADS=str(THREADS), OPF_KERNEL_PATH=f"{place}/binary/{SOC}/bin")
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True, env=environment)
        if self.process.stdout.readline().strip() != "ready":
            raise RuntimeError(self.process.communicate()[1].strip() or "oprun ended")

    def run(self, times):
        """Nanoseconds of one launch."""
        self.process.stdin.write(f"{times}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line.strip().isdigit():
            raise RuntimeError(self.process.communicate()[1].strip())
        return int(line) / times

    def end(self):
        """Waits; what the process printed says where the results are."""
        text, errors = self.process.communicate()
        if self.process.returncode != 0:
            raise RuntimeError(errors.strip())
        return text


def theirs(case, times):
    begin = time.perf_counter_ns()
    for _ in range(times):
        case.torch_call()
    return (time.perf_counter_ns() - begin) / times


def group_size(run):
    """How many calls make a sample. A first one says how many are worth a closer look."""
    once = min(run(1) for _ in range(3))
    each = once if once > SAMPLE_SECONDS * 1e8 else min(run(20) for _ in range(3))
    return max(1, int(SAMPLE_SECONDS * 1e9 / max(1, each)))


def difference(case, folder):
    """Largest difference of the first output, relative to what is above 1."""
    import numpy
    import torch
    expected = case.once() if case.once else case.torch_call()
    files = [f for f in glob.glob(f"{folder}/*.npy") if not os.path.basename(f).startswith("in")]
    named = [f for f in files if os.path.basename(f) in ("y.npy", "var.npy", "output.npy")] or files
    got = torch.from_numpy(numpy.load(named[0]))
    if case.outputs[0] == "bfloat16":
        got = got.view(torch.bfloat16)
    got, expected = got.reshape(-1).double(), expected.reshape(-1).double()
    return float(((got - expected).abs() / expected.abs().clamp_min(1)).max())


def measure(args, place, case):
    with tempfile.TemporaryDirectory(prefix="bench-operators-") as folder:
        ours = Ours(args, place, case, folder)
        groups = [group_size(run) for run in (ours.run, lambda n: theirs(case, n))]
        times = ([], [])
        for _ in range(args.rounds):
            times[0].append(ours.run(groups[0]))
            times[1].append(theirs(case, groups[1]))
            time.sleep(0.02)  # PyTorch's threads spin a while after their work
        ours.end()
        if case.once:
            Ours(args, place, case, folder).end()  # it has launched once when it is ready
        wrong = difference(case, folder)
    middle = min if args.best else statistics.median
    return middle(times[0]), middle(times[1]), wrong


def report(case, npu, cpu, wrong):
    limit = LIMITS[case.kind]
    ratio = cpu / npu
    marks = ("" if ratio >= limit else f"  below {limit}") + ("" if wrong <= case.tolerance else f"  DIFFERS by {wrong:.2g}")
    print(f"{case.op:<18} {case.what:<28} {npu / 1e3:10.1f} us   torch {cpu / 1e3:10.1f} us   ratio {ratio:5.2f}{marks}",
          flush=True)
    return ratio, wrong <= case.tolerance


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True)
    parser.add_argument("--build")
    parser.add_argument("--opbase")
    parser.add_argument("--only", default="", help="comma-separated operator folders")
    parser.add_argument("--dtype", default="")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--cores", type=int, help="vector cores of the emulated chip, instead of all that it has")
    parser.add_argument("--best", action="store_true", help="shortest times instead of medians, for a loaded machine")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--no-build", action="store_true")
    parser.add_argument("repositories", nargs="+")
    args = parser.parse_args()
    args.build = args.build or f"{args.out}/bench-operators"
    if any(os.environ.get(k) != v for k, v in MALLOC.items()):
        os.execve(sys.executable, [sys.executable] + sys.argv, dict(os.environ, **MALLOC))
    import torch
    torch.set_num_threads(THREADS)
    sizes = [True] * (args.large or not args.small) + [False] * (args.small or not args.large)
    only = args.only.split(",") if args.only else None
    folders = sorted({c.folder for c in cases(torch, False)})
    chosen = [c for large in sizes for c in cases(torch, large)
              if (not only or c.folder in only) and (not args.dtype or c.outputs[0] == args.dtype)]
    places = {}
    for repository in args.repositories:
        here = [c for c in chosen if glob.glob(f"{repository}/*/{c.folder}/op_kernel")]
        if here:
            place, without = (os.path.abspath(f"{args.build}/{os.path.basename(os.path.normpath(repository))}"), []) \
                if args.no_build \
                else build(args, repository, [f for f in folders if glob.glob(f"{repository}/*/{f}/op_kernel")], here)
            places.update({c.folder: place for c in here})
            for case in without:
                print(f"{case.op:<18} {case.what:<28} not measured: no variant takes these types")
            chosen = [c for c in chosen if c not in without]
    print(f"torch {torch.__version__}, {THREADS} threads each, {'shortest' if args.best else 'medians'} of {args.rounds}, "
          f"{f'{args.cores} vector cores of' if args.cores else 'all cores of'} {SOC}")
    reached, right, total = 0, 0, 0
    for case in chosen:
        if case.folder not in places:
            continue
        total += 1
        try:
            ratio, same = report(case, *measure(args, places[case.folder], case))
            reached, right = reached + (ratio >= LIMITS[case.kind]), right + same
        except RuntimeError as error:
            print(f"{case.op:<18} {case.what:<28} failed: {str(error)[:400]}", flush=True)
    print(f"{reached} of {total} at or above their limit ({', '.join(f'{k} {v}' for k, v in LIMITS.items())} of PyTorch); "
          f"{right} of {total} results agree")
    return 0 if right == total else 1


if __name__ == "__main__":
    sys.exit(main())
