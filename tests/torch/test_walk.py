"""Walks the common operators: each on several types, shapes and strides against the CPU, and lists at the end what ran
through aclnn, what on the CPU, and what was wrong.

OPF_TORCH_WALK_BUILDS=math/build:nn/build walks a second time with the libraries of these build folders."""
import os
import subprocess
import sys
import unittest

import torch
from torch.nn import functional as F

import torch_opforge
from support import tensors_of, to_cpu, to_npu

OTHER_BUILDS = os.environ.get("OPF_TORCH_WALK_BUILDS", "")
OTHER_BUILDS_HERE = bool(os.environ.get("OPF_TORCH_WALK_HERE"))  # this process is the second walk

FLOATS = (torch.float32, torch.float16, torch.bfloat16)
INTS = (torch.int32, torch.int64)
NUMBERS = FLOATS[:2] + INTS
BOOL = (torch.bool,)


def _unary(*names):
    return {name: getattr(torch, name) for name in names}


ONE = {  # name: (types, function of one tensor)
    **{n: (FLOATS, f) for n, f in _unary(
        "exp", "expm1", "sqrt", "rsqrt", "reciprocal", "sin", "cos", "tan", "atan", "sinh", "cosh", "tanh", "asinh",
        "sigmoid", "erf", "erfc", "ceil", "floor", "round", "trunc", "frac", "exp2").items()},
    **{n: (FLOATS, lambda t, f=f: f(t.abs() + 1)) for n, f in _unary("log", "log2", "log10", "log1p", "acosh").items()},
    **{n: (FLOATS, lambda t, f=f: f(t.clamp(-0.9, 0.9))) for n, f in _unary("asin", "acos", "atanh", "erfinv").items()},
    **{n: (NUMBERS, f) for n, f in _unary("abs", "neg", "sign", "relu", "square", "isfinite", "isnan", "logical_not",
                                          "positive").items()},
    "relu_": (NUMBERS, lambda t: torch.relu_(t.clone())),
    "bitwise_not": (INTS + BOOL, torch.bitwise_not),
    "silu": (FLOATS, F.silu), "gelu": (FLOATS, F.gelu), "gelu_tanh": (FLOATS, lambda t: F.gelu(t, approximate="tanh")),
    "leaky_relu": (FLOATS, lambda t: F.leaky_relu(t, 0.1)), "hardswish": (FLOATS, F.hardswish),
    "hardsigmoid": (FLOATS, F.hardsigmoid), "hardtanh": (FLOATS, F.hardtanh), "elu": (FLOATS, F.elu),
    "softplus": (FLOATS, F.softplus), "mish": (FLOATS, F.mish), "logsigmoid": (FLOATS, F.logsigmoid),
    "softmax": (FLOATS, lambda t: torch.softmax(t, -1)), "log_softmax": (FLOATS, lambda t: torch.log_softmax(t, 0)),
    "clamp": (NUMBERS, lambda t: t.clamp(-1, 2)), "clamp_min": (NUMBERS, lambda t: t.clamp_min(0)),
    "sum": (NUMBERS, torch.sum), "sum_dim": (NUMBERS, lambda t: t.sum(0, keepdim=True)),
    "mean": (FLOATS, torch.mean), "mean_dim": (FLOATS, lambda t: t.mean(-1)),
    "max": (NUMBERS, torch.max), "max_dim": (NUMBERS, lambda t: t.max(0)), "min": (NUMBERS, torch.min),
    "min_dim": (NUMBERS, lambda t: t.min(-1)), "amax": (NUMBERS, lambda t: t.amax(0)),
    "amin": (NUMBERS, lambda t: t.amin((0, 1))), "argmax": (NUMBERS, lambda t: t.argmax(0)),
    "argmin": (NUMBERS, lambda t: t.argmin()), "all": (NUMBERS + BOOL, torch.all), "any": (NUMBERS + BOOL, torch.any),
    "prod": (FLOATS[:1] + INTS, torch.prod), "prod_dim": (FLOATS[:1], lambda t: t.prod(0)),
    "std": (FLOATS, lambda t: t.std(0)), "var": (FLOATS, lambda t: t.var(-1)), "norm": (FLOATS, torch.norm),
    "vector_norm": (FLOATS, lambda t: torch.linalg.vector_norm(t, 2, -1)),
    "logsumexp": (FLOATS, lambda t: t.logsumexp(0)),
    "cumsum": (FLOATS[:1] + INTS, lambda t: t.cumsum(0)), "cumprod": (FLOATS[:1], lambda t: t.cumprod(0)),
    "sort": (NUMBERS, lambda t: t.sort(dim=0, stable=True)), "topk": (FLOATS[:1], lambda t: t.topk(2, 0)),
    "unique": (INTS, torch.unique), "nonzero": (NUMBERS + BOOL, torch.nonzero), "bincount": ((torch.int64,), lambda t: t.abs().flatten().bincount()),
    "clone": (NUMBERS + BOOL, torch.clone), "contiguous": (NUMBERS, lambda t: t.contiguous()),
    "zero_": (NUMBERS, lambda t: t.clone().zero_()), "fill_": (NUMBERS, lambda t: t.clone().fill_(3)),
    "to_float": (NUMBERS + BOOL, lambda t: t.to(torch.float32)), "to_half": (FLOATS, lambda t: t.to(torch.float16)),
    "to_int": (FLOATS, lambda t: t.to(torch.int32)), "to_bool": (NUMBERS, lambda t: t.to(torch.bool)),
    "full_like": (NUMBERS, lambda t: torch.full_like(t, 2)), "ones_like": (NUMBERS, torch.ones_like),
    "new_zeros": (NUMBERS, lambda t: t.new_zeros(3)), "cat": (NUMBERS + BOOL, lambda t: torch.cat([t, t], 0)),
    "stack": (NUMBERS, lambda t: torch.stack([t, t], 1)), "repeat": (NUMBERS, lambda t: t.repeat(2, 1, 3)),
    "repeat_interleave": (NUMBERS, lambda t: t.repeat_interleave(2, 0)), "flip": (NUMBERS, lambda t: t.flip(0)),
    "roll": (NUMBERS, lambda t: t.roll(1, 0)), "tril": (NUMBERS, torch.tril), "triu": (NUMBERS, torch.triu),
    "pad": (NUMBERS, lambda t: F.pad(t, (1, 2), value=1)), "permute": (NUMBERS, lambda t: t.permute(1, 0)),
    "expand": (NUMBERS, lambda t: t.expand(3, *t.shape) + 0), "unfold": (NUMBERS, lambda t: t.unfold(0, 2, 1) + 0),
    "diag": (NUMBERS, torch.diag), "index": (NUMBERS, lambda t: t[torch.tensor([1, 0], device=t.device)]),
    "masked_select": (NUMBERS, lambda t: t.masked_select(t > 0)), "masked_fill": (NUMBERS, lambda t: t.masked_fill(t > 0, 5)),
    "index_select": (NUMBERS, lambda t: t.index_select(0, torch.tensor([1, 1], device=t.device))),
    "gather": (NUMBERS, lambda t: t.gather(0, torch.zeros(1, t.shape[1], dtype=torch.int64, device=t.device))),
    "scatter": (NUMBERS, lambda t: t.scatter(0, torch.zeros(1, t.shape[1], dtype=torch.int64, device=t.device), 4)),
    "scatter_add": (FLOATS[:1], lambda t: t.scatter_add(0, torch.zeros(2, 2, dtype=torch.int64, device=t.device), t[:2, :2])),
    "index_add": (FLOATS[:1], lambda t: t.index_add(0, torch.tensor([0, 0], device=t.device), t[:2])),
    "index_put": (FLOATS + INTS, lambda t: t.index_put((torch.tensor([1, 0], device=t.device),), t[:2])),
    "layer_norm": (FLOATS, lambda t: F.layer_norm(t, t.shape[-1:])), "dropout_off": (FLOATS, lambda t: F.dropout(t, 0.5, False)),
    "group_norm": (FLOATS[:1], lambda t: F.group_norm(t.reshape(1, -1, 1), 1)),
    "matmul_t": (FLOATS, lambda t: t @ t.t()), "addmm": (FLOATS, lambda t: torch.addmm(t @ t.t(), t, t.t(), alpha=2)),
    "bmm": (FLOATS, lambda t: torch.bmm(t[None], t.t()[None])), "mv": (FLOATS, lambda t: torch.mv(t, t[0])),
    "dot": (FLOATS[:1], lambda t: torch.dot(t[0], t[0])), "outer": (FLOATS, lambda t: torch.outer(t[0], t[0])),
    "linear": (FLOATS, lambda t: F.linear(t, t, t[:, 0])), "einsum": (FLOATS, lambda t: torch.einsum("ij,kj->ik", t, t)),
    "baddbmm": (FLOATS[:1], lambda t: torch.baddbmm(t[None] @ t.t()[None], t[None], t.t()[None])),
    "addcmul": (FLOATS, lambda t: torch.addcmul(t, t, t, value=2)), "lerp": (FLOATS, lambda t: torch.lerp(t, t * 2, 0.3)),
    "addcdiv": (FLOATS, lambda t: torch.addcdiv(t, t, t.abs() + 1, value=2)),
    "where": (NUMBERS, lambda t: torch.where(t > 0, t, t * 2)),
    "add_scalar": (NUMBERS, lambda t: t + 2), "mul_scalar": (NUMBERS, lambda t: t * 2), "rsub": (NUMBERS, lambda t: 2 - t),
    "div_scalar": (NUMBERS, lambda t: t / 2), "pow_scalar": (FLOATS, lambda t: t.pow(2)), "eq_scalar": (NUMBERS, lambda t: t == 1),
    "ge_scalar": (NUMBERS, lambda t: t >= 0), "floor_divide_scalar": (NUMBERS, lambda t: t // 2), "remainder_scalar": (NUMBERS, lambda t: t % 3),
    "item": (FLOATS[:1] + INTS, lambda t: t[0, 0].item()), "equal": (NUMBERS, lambda t: torch.equal(t, t.clone())),
    "threshold_backward": (FLOATS[:1], lambda t: torch.ops.aten.threshold_backward(t, t, 0)),
    "sigmoid_backward": (FLOATS[:1], lambda t: torch.ops.aten.sigmoid_backward(t, t)),
    "tanh_backward": (FLOATS[:1], lambda t: torch.ops.aten.tanh_backward(t, t)),
    "gelu_backward": (FLOATS[:1], lambda t: torch.ops.aten.gelu_backward(t, t)),
    "softmax_backward": (FLOATS[:1], lambda t: torch.ops.aten._softmax_backward_data(t, t.softmax(1), 1, t.dtype)),
    "log_softmax_backward": (FLOATS[:1], lambda t: torch.ops.aten._log_softmax_backward_data(t, t.log_softmax(1), 1, t.dtype)),
    "nll_loss": (FLOATS[:1], lambda t: F.nll_loss(t, torch.zeros(t.shape[0], dtype=torch.int64, device=t.device))),
    "cross_entropy": (FLOATS[:1], lambda t: F.cross_entropy(t, torch.zeros(t.shape[0], dtype=torch.int64, device=t.device))),
    "mse_loss": (FLOATS[:1], lambda t: F.mse_loss(t, t * 2)),
    "bce_with_logits": (FLOATS[:1], lambda t: F.binary_cross_entropy_with_logits(t, t.sigmoid())),
    "embedding": (FLOATS[:1], lambda t: F.embedding(torch.tensor([[0, 1]], device=t.device), t)),
    "max_pool2d": (FLOATS[:1], lambda t: F.max_pool2d(t[None, None], 2)),
    "avg_pool2d": (FLOATS[:1], lambda t: F.avg_pool2d(t[None, None], 2)),
    "adaptive_avg_pool2d": (FLOATS[:1], lambda t: F.adaptive_avg_pool2d(t[None, None], 1)),
    "conv2d": (FLOATS[:1], lambda t: F.conv2d(t[None, None], t[None, None, :2, :2], padding=1)),
    "batch_norm": (FLOATS[:1], lambda t: F.batch_norm(t[None], None, None, training=True)),
    "interpolate": (FLOATS[:1], lambda t: F.interpolate(t[None, None], scale_factor=2)),
    "arange": (FLOATS[:1], lambda t: torch.arange(0, 7, device=t.device)),
    "linspace": (FLOATS[:1], lambda t: torch.linspace(0, 1, 9, device=t.device)),
    "eye": (FLOATS[:1], lambda t: torch.eye(3, device=t.device)), "ones": (FLOATS[:1], lambda t: torch.ones(4, device=t.device)),
}
TWO = {  # name: (types, function of two tensors that broadcast)
    "add": (NUMBERS, torch.add), "add_alpha": (FLOATS, lambda a, b: torch.add(a, b, alpha=0.5)), "sub": (NUMBERS, torch.sub),
    "mul": (NUMBERS, torch.mul), "div": (FLOATS, lambda a, b: a / (b.abs() + 1)),
    "floor_divide": (INTS, lambda a, b: a // (b.abs() + 1)), "remainder": (INTS, lambda a, b: a % (b.abs() + 1)),
    "pow": (FLOATS[:1], lambda a, b: (a.abs() + 0.5).pow(b)), "maximum": (NUMBERS, torch.maximum),
    "minimum": (NUMBERS, torch.minimum), "eq": (NUMBERS, torch.eq), "ne": (NUMBERS, torch.ne), "lt": (NUMBERS, torch.lt),
    "le": (NUMBERS, torch.le), "gt": (NUMBERS, torch.gt), "ge": (NUMBERS, torch.ge), "atan2": (FLOATS, torch.atan2),
    "logical_and": (NUMBERS + BOOL, torch.logical_and), "logical_or": (NUMBERS + BOOL, torch.logical_or),
    "bitwise_and": (INTS + BOOL, torch.bitwise_and), "bitwise_or": (INTS + BOOL, torch.bitwise_or),
    "add_": (NUMBERS, lambda a, b: a.clone().add_(b)), "mul_": (NUMBERS, lambda a, b: a.clone().mul_(b)),
}


def operand(dtype, rows, columns):
    torch.manual_seed(rows * 100 + columns)
    values = torch.randn(rows, columns) * 3
    return values > 0 if dtype == torch.bool else values.to(dtype)


def shaped(dtype):
    """Contiguous, transposed and sliced operands, each with one that broadcasts to it."""
    plain = operand(dtype, 4, 6)
    yield plain, operand(dtype, 1, 6)
    yield operand(dtype, 6, 4).t(), plain
    yield operand(dtype, 9, 30)[1::2, ::3], operand(dtype, 1, 10)


class Walk(unittest.TestCase):
    def test_common_operators(self):
        kinds = {"native": {}, "fallback": {}, "failed": {}}
        cases = sorted([(n, (*v, 1)) for n, v in ONE.items()] + [(n, (*v, 2)) for n, v in TWO.items()])
        for name, (types, function, count) in cases:
            for dtype in types:
                torch_opforge.reset_fallbacks()
                compared, problem = self.compare(function, dtype, count)
                if not compared:
                    continue  # this PyTorch's CPU does not have the type
                # Operands that are copied first do not make an operator one of the CPU.
                fallen = set(torch_opforge.fallbacks()) - ({"aten::copy_"} if name.endswith(("_", "put")) else set())
                kind = "failed" if problem else "fallback" if fallen else "native"
                kinds[kind].setdefault(name, []).append(str(dtype)[6:])
                with self.subTest(operator=name, dtype=dtype):
                    self.assertIsNone(problem, problem)
        numbers = {kind: sum(map(len, names.values())) for kind, names in kinds.items()}
        print(f"{len(cases)} operators, each on its types: {numbers['native']} native, {numbers['fallback']} fallback, "
              f"{numbers['failed']} failed", file=sys.stderr)
        for kind, names in kinds.items():
            print(f"  {kind}: " + ", ".join(f"{n} ({' '.join(t)})" for n, t in names.items()), file=sys.stderr)
        if OTHER_BUILDS_HERE:
            return
        for name in ("relu", "relu_", "add", "softmax", "index_put"):
            self.assertIn("float32", kinds["native"][name])

    @unittest.skipIf(OTHER_BUILDS_HERE or not OTHER_BUILDS, "OPF_TORCH_WALK_BUILDS names no build folder")
    def test_with_other_builds(self):
        environment = {k: v for k, v in os.environ.items() if k not in ("OPF_KERNEL_PATH", "ASCEND_OPP_PATH")}
        run = subprocess.run([sys.executable, __file__], env={**environment, "OPF_TORCH_WALK_HERE": "1",
                                                              "ASCEND_CUSTOM_OPP_PATH": OTHER_BUILDS})
        self.assertEqual(run.returncode, 0)

    def compare(self, function, dtype, count):
        """How many sets of operands were compared, and the first difference."""
        compared = 0
        for operands in shaped(dtype):
            arguments = operands[:count]
            try:
                wanted = function(*arguments)
            except RuntimeError:
                continue
            compared += 1
            try:
                got = to_cpu(function(*to_npu(arguments)))
                if tensors_of(wanted):
                    torch.testing.assert_close(tuple(tensors_of(got)), tuple(tensors_of(wanted)), equal_nan=True,
                                               check_stride=False)
                elif got != wanted:
                    return compared, f"{got} instead of {wanted}"
            except (RuntimeError, AssertionError, TypeError) as error:
                return compared, f"{[(tuple(a.shape), a.stride()) for a in arguments]}: {error}"
        return compared, None


if __name__ == "__main__":
    unittest.main()
