"""Loads and calls the functions of golden.py and input.py, which were written for another test tool.

That tool's modules are stood in for as far as the functions name them, and PyTorch takes the types of ml_dtypes. Where it
looks for functions, and that NumPy's function of an operator's name is its golden function where the repository has none,
is what the public tool (hicann/ops-test-kit) does.
"""
import glob
import importlib
import importlib.util
import inspect
import os
import sys
import types

import numpy as np

from golden_types import EXTRA, numpy_type


def torch_views(torch):
    """NumPy types that PyTorch does not take, the whole type of their width, and PyTorch's type."""
    found = []
    for name, own in (("bfloat16", "bfloat16"), ("float8_e4m3fn", "float8_e4m3fn"), ("float8_e5m2", "float8_e5m2")):
        module = EXTRA[name][0]
        if module and hasattr(torch, own):
            dtype = numpy_type(name)
            found.append((dtype, np.int16 if dtype.itemsize == 2 else np.int8, getattr(torch, own)))
    return found


def numpy_to_torch_tensor(array, *_, **__):
    import torch
    return torch.from_numpy(np.ascontiguousarray(array).reshape(np.shape(array)))


def torch_to_numpy_tensor(tensor, *_, **__):
    return tensor.detach().cpu().numpy()


def extend_torch():
    """from_numpy, tensor, as_tensor and Tensor.numpy know 8-bit floats and bfloat16."""
    try:
        import torch
    except ImportError:
        return
    views = torch_views(torch)
    plain_from, plain_tensor, plain_as, plain_numpy = (torch.from_numpy, torch.tensor, torch.as_tensor,
                                                       torch.Tensor.numpy)

    def from_numpy(array):
        for dtype, whole, own in views:
            if getattr(array, "dtype", None) == dtype:
                return plain_from(array.view(np.ndarray).view(whole)).view(own)
        return plain_from(array)

    def through(plain, data, args, kwargs):
        if isinstance(data, np.ndarray) and any(data.dtype == v[0] for v in views):
            data = from_numpy(np.ascontiguousarray(data).reshape(data.shape))
            data = data.clone() if plain is plain_tensor else data
            return plain_as(data, *args, **kwargs)
        return plain(data, *args, **kwargs)

    def numpy(self, *args, **kwargs):
        for dtype, _, own in views:
            if self.dtype == own:
                return plain_numpy(self.view(torch.int16 if dtype.itemsize == 2 else torch.int8)).view(dtype)
        return plain_numpy(self, *args, **kwargs)

    torch.from_numpy = from_numpy
    torch.tensor = lambda data, *args, **kwargs: through(plain_tensor, data, args, kwargs)
    torch.as_tensor = lambda data, *args, **kwargs: through(plain_as, data, args, kwargs)
    torch.Tensor.numpy = numpy


def stand_in_for_tool():
    """Modules `ttk`, `ttk.utilities`, `ttk.utilities.dtypes`: the types by name, and conversions."""
    if "ttk" in sys.modules or importlib.util.find_spec("ttk"):
        return

    def of_type(name):
        if name.startswith("numpy_"):
            return lambda: numpy_type(name[len("numpy_"):]).type
        raise AttributeError(name)

    own = {"numpy_to_torch_tensor": numpy_to_torch_tensor, "torch_to_numpy_tensor": torch_to_numpy_tensor}
    for name in ("ttk", "ttk.utilities", "ttk.utilities.dtypes"):
        module = types.ModuleType(name)
        module.__path__ = []
        if name != "ttk":
            module.__dict__.update(own)
            module.__getattr__ = of_type
        sys.modules[name] = module


def load_module(path, name):
    if not os.path.isfile(path):
        return None
    sys.path.insert(0, os.path.dirname(path))
    spec = importlib.util.spec_from_file_location("hook_" + name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# NumPy's names of operators that have another there.
NUMPY_NAMES = {"floor_div": "floor_divide", "mod": "fmod"}


def numpy_golden(op):
    """NumPy's element-wise function of the operator's name, bfloat16 as float32; None where there is none."""
    function = getattr(np, NUMPY_NAMES.get(op, op), None)
    if not isinstance(function, np.ufunc):
        return None

    def golden(*inputs, **_):
        with np.errstate(all="ignore"):
            return function(*(x.astype(np.float32) if x.dtype.name == "bfloat16" else x for x in inputs))

    return golden


def declares(path, op):
    """Whether a file other than golden.py and input.py registers something for the operator."""
    with open(path, encoding="utf-8") as f:
        text = f.read()
    return any(t in text for t in ("__golden__", "__input__", "__spec__")) and any(q + op + q in text for q in "'\"")


def source_files(assets, op):
    """The files with functions: golden.py and input.py, then others that name the operator."""
    usual = [os.path.join(assets, name) for name in ("golden.py", "input.py")]
    found = sorted(glob.glob(os.path.join(assets, "**", "*.py"), recursive=True))
    others = [p for p in found if p not in usual and not os.path.basename(p).startswith("_") and declares(p, op)]
    return [p for p in usual if os.path.isfile(p)] + others


def has_golden(assets, op):
    return bool(source_files(assets, op)) or numpy_golden(op) is not None


class Hooks:
    """`golden`: the function of the expected results, or None; `input`: the one that changes inputs, or None;
    `exact`: types whose results the operator's own rules want bit by bit."""

    def __init__(self, assets, op):
        stand_in_for_tool()
        extend_torch()
        self.golden, self.input, self.exact, self.op = None, None, (), op
        files = source_files(assets, op)
        for path in files:
            module = load_module(path, os.path.basename(path)[:-len(".py")])
            spec = self.find_class(module)
            self.golden = self.golden or self.find(module, "__golden__") or self.member(spec, "golden")
            self.input = self.input or self.find(module, "__input__") or self.member(spec, "customize_inputs")
        if not files:
            self.golden = numpy_golden(op)

    def find(self, module, name):
        """The function of a table; one entry is the operator's whatever it is called."""
        table = getattr(module, name, {})
        table = table.get("kernel", {}) if isinstance(table, dict) else {}
        hook = table.get(self.op) or (next(iter(table.values())) if len(table) == 1 else None)
        return getattr(module, hook, None) if isinstance(hook, str) else hook

    def find_class(self, module):
        """`__spec__` names a class for each way of calling: its `golden` is the function, `tolerance` has its rules."""
        table = getattr(module, "__spec__", None)
        table = table if isinstance(table, dict) else {}  # else the loader's own note
        found = table.get(self.op) or table.get(self.op.replace("_", ""))
        found = getattr(module, found, None) if isinstance(found, str) else found
        rules = getattr(found, "tolerance", None)
        if isinstance(rules, dict):
            self.exact = tuple(t for t, rule in rules.items()
                               if isinstance(rule, dict) and rule.get("standard") == "binary_equal")
        return found

    @staticmethod
    def member(spec, name):
        """A function of the class; a text is the name of one: `numpy.abs`."""
        found = getattr(spec, name, None)
        if not isinstance(found, str):
            return found
        owner, _, function = found.rpartition(".")
        return getattr(importlib.import_module(owner), function)


class Lenient(np.ndarray):
    """Conversions as before NumPy 2.1: an array of one element is a number, a number an array of one element."""

    def __int__(self):
        return int(self.reshape(-1).view(np.ndarray)[0])

    def __float__(self):
        return float(self.reshape(-1).view(np.ndarray)[0])

    def __index__(self):
        return int(self)

    def nonzero(self):
        return np.atleast_1d(self.view(np.ndarray)).nonzero()


def values_of(items, lists):
    """What the hooks get: a list for a parameter whose shapes the table nests, else one value after the other; the other
    way round without `lists`."""
    values = []
    for item in items:
        if not isinstance(item, list):
            values.append(None if item is None else item.value())
        elif not item or item[0].nested == lists:
            values.append([t.value() for t in item])
        else:
            values.extend(t.value() for t in item)
    return values


def lenient(value):
    return np.atleast_1d(value).view(Lenient)


def describe(inputs, outputs, row, attrs, soc):
    """What is told about a case besides its values."""
    def each(items, f):
        return tuple(None if i is None else tuple(f(t) for t in i) if isinstance(i, list) else f(i) for i in items)

    extra = {"full_soc_version": "Ascend950PR_9599" if soc == "ascend950" else soc,
             "short_soc_version": soc.capitalize(), "testcase_name": row["testcase_name"], "attributes": dict(attrs),
             "input_ranges": row.get("ranges")}
    for kind, items in (("input", inputs), ("output", outputs)):
        extra[f"{kind}_dtypes"] = each(items, lambda t: t.dtype)
        extra[f"{kind}_shapes"] = each(items, lambda t: t.shape)
        extra[f"{kind}_ori_shapes"] = each(items, lambda t: t.ori_shape)
        extra[f"{kind}_formats"] = each(items, lambda t: t.format)
        extra[f"{kind}_ori_formats"] = each(items, lambda t: t.ori_format)
    return extra


def call_hook(hook, inputs, outputs, attrs, defaults, row, soc):
    """Copies of the inputs, which the hook may have changed, and what it returned."""
    extra, given = describe(inputs, outputs, row, attrs, soc), dict(attrs)
    signature = inspect.signature(hook).parameters
    for name, parameter in list(signature.items())[len(inputs):]:
        if name in defaults and name not in given and parameter.default is inspect.Parameter.empty:
            given[name] = defaults[name]
    if not any(p.kind is inspect.Parameter.VAR_KEYWORD for p in signature.values()):
        extra = {k: v for k, v in extra.items() if k in signature}
        given = {k: v for k, v in given.items() if k in signature}

    def call(convert, lists):
        values = [None if v is None else [convert(a.copy()) for a in v] if isinstance(v, list) else convert(v.copy())
                  for v in values_of(inputs, lists)]
        return values, hook(*values, **{**extra, **given})

    def each_way():
        yield lambda array: array, True
        yield lenient, True
        if any(isinstance(item, list) for item in inputs):
            yield lambda array: array, False

    first = None
    for convert, lists in each_way():
        try:
            return call(convert, lists)
        except (TypeError, ValueError, IndexError, AttributeError) as why:
            first = first or why
        except Exception as why:
            raise first or why
    raise first
