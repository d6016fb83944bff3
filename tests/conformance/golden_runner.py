#!/usr/bin/env python3
"""Prepare golden cases of an operator for `oprun --cases`: inputs, and what its golden function says.

Called by opconform; see --help. A case table is a CSV of the operator's repository with types, shapes, formats,
attributes, data ranges and tolerances; `golden.py` registers the function that computes the results, `input.py`
(optional) one that changes generated inputs. Nothing here comes from opforge itself: results are compared with numpy
and torch only.

Into the output folder go <n>.json and <n>.bin for each case (the format of tests/golden/make_golden.py, with names,
formats and a tolerance of their own for each tensor) and list.tsv, one line a case:
    case<TAB>name<TAB>file<TAB>parameter file of each variant with the case's types...
    skip<TAB>name<TAB>why
"""
import argparse
import ast
import csv
import glob
import hashlib
import importlib.util
import inspect
import json
import os
import sys
import traceback

import numpy as np

try:
    import ml_dtypes
except ImportError:
    ml_dtypes = None

NAMES = {"float": "float32", "double": "float64", "fp16": "float16", "fp32": "float32", "bf16": "bfloat16"}
PLAIN = ("float32", "float16", "float64", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64",
         "bool", "complex64")
EXTRA = ("bfloat16", "float8_e4m3fn", "float8_e5m2")
FILE_NAMES = {"float64": "double"}  # as oprun spells them
# Where a table names no tolerance: relative error, which also is the share of elements that may exceed it.
DEFAULT_TOLERANCE = {"float32": 1e-4, "float16": 1e-3, "bfloat16": 4e-3, "float64": 1e-6, "complex64": 1e-4}


class Skip(Exception):
    """The case cannot be prepared; the text says why."""


def numpy_type(name):
    if name in PLAIN:
        return np.dtype(name)
    if name in EXTRA and ml_dtypes:
        return np.dtype(getattr(ml_dtypes, name))
    raise Skip(f"type {name} is not supported by the case runner")


def normal(name):
    return NAMES.get(name, name)


def literal(text, default=None):
    text = (text or "").strip()
    if not text:
        return default
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        try:  # inf and nan are not Python literals
            return eval(text, {"__builtins__": {}}, {"inf": float("inf"), "nan": float("nan"), "np": np})
        except Exception as why:
            raise Skip(f"the table's `{text[:60]}` cannot be read: {why}")


def sequence(value):
    return list(value) if isinstance(value, (tuple, list)) else [value]


def is_shape(value):
    return isinstance(value, (tuple, list)) and all(isinstance(d, int) for d in value)


class Param:
    def __init__(self, entry):
        self.name = entry["name"]
        self.dynamic = entry.get("paramType") == "dynamic"
        self.types = [normal(t.strip()) for t in entry.get("dtype", "").split(",") if t.strip()]


def read_params(info, kind):
    params = []
    while f"{kind}{len(params)}" in info:
        params.append(Param(info[f"{kind}{len(params)}"]))
    return params


def by_param(params, values):
    """The table's list, one item a parameter; a list parameter gets a list."""
    values = sequence(values) if values is not None else []
    if len(params) == 1 and params[0].dynamic and (len(values) != 1 or not nested(values[0])):
        return [values]
    out = []
    for i, param in enumerate(params):
        value = values[i] if i < len(values) else None
        if param.dynamic and value is not None:
            value = list(value) if nested(value) else [value]
        out.append(value)
    if len(values) > len(params):
        raise Skip(f"the table lists {len(values)} tensors, the definition {len(params)} parameters")
    return out


def nested(value):
    """Whether the item is itself a list of items (of shapes, types, ranges), not one."""
    if not isinstance(value, (tuple, list)) or not value:
        return False
    return all(isinstance(v, (tuple, list, str)) or v is None for v in value)


def shape_of(value):
    if isinstance(value, int):
        return (value,)
    if not is_shape(value):
        raise Skip(f"`{value}` is not a shape")
    return tuple(value)


class Tensor:
    """One tensor of a case: parameter, type, shape, format; `data` later."""

    def __init__(self, param, dtype, shape, fmt, ori_shape, ori_fmt):
        self.param, self.dtype, self.shape, self.format = param, normal(dtype), shape_of(shape), fmt or "ND"
        self.ori_shape = shape_of(ori_shape) if ori_shape is not None else self.shape
        self.ori_format = ori_fmt or self.format
        self.data = None
        self.tolerance = None

    def bytes(self):
        return int(np.prod(self.shape, dtype=np.int64)) * numpy_type(self.dtype).itemsize


def side_tensors(params, row, kind):
    """Tensors of the inputs or outputs, one item a parameter: None, a tensor or a list of them."""
    columns = [literal(row.get(f"{kind}_{c}")) for c in ("shapes", "dtypes", "formats", "ori_shapes", "ori_formats")]
    count = len(sequence(columns[0])) if columns[0] is not None else 0
    for c in (1, 2, 4):  # one type or format for all
        one = sequence(columns[c]) if columns[c] is not None else []
        if len(one) == 1 and isinstance(one[0], str):
            columns[c] = one * count
    shapes, dtypes, formats, ori_shapes, ori_formats = [by_param(params, c) for c in columns]
    out = []
    for i, param in enumerate(params):
        if shapes[i] is None or dtypes[i] is None:
            out.append(None)
            continue
        if not param.dynamic:
            out.append(Tensor(param, dtypes[i], shapes[i], formats[i], ori_shapes[i], ori_formats[i]))
            continue
        count = len(shapes[i])

        def pick(values, k):
            return values[k] if values and k < len(values) else values[-1] if values else None

        out.append([Tensor(param, pick(dtypes[i], k), shapes[i][k], pick(formats[i], k), pick(ori_shapes[i], k),
                           pick(ori_formats[i], k)) for k in range(count)])
    return out


def add_value_inputs(inputs, params, row, attrs, known):
    """Tables give an input that is a value, axes or multiples, among the attributes: its shape may be missing then, and
    its type say nothing, so it is the first whole type that the definition allows."""
    for i, param in enumerate(params):
        whole = [t for t in ("int32", "int64") if t in param.types]
        if param.dynamic or param.name not in attrs or param.name in known or not whole:
            continue
        value = attrs[param.name]
        if inputs[i] is None:
            inputs[i] = Tensor(param, whole[0], (len(value),) if isinstance(value, (tuple, list)) else (1,), None, None, None)
        elif inputs[i].dtype not in param.types:
            inputs[i].dtype = whole[0]


def flatten(items):
    flat = []
    for item in items:
        flat.extend(item if isinstance(item, list) else [item] if item is not None else [])
    return flat


# ---- inputs ---------------------------------------------------------------------------------------------------------

def is_pair(value):
    """A range; values after its ends are mixed in as they are."""
    return (isinstance(value, (tuple, list)) and len(value) >= 2 and
            all(v is None or isinstance(v, (int, float, bool)) for v in value))


def flat_ranges(value, items):
    """A range for each flat tensor; the table lists them a tensor or a parameter."""
    tensors = flatten(items)
    if value is None:
        return [None] * len(tensors)
    if is_pair(value):
        value = [value]
    value = sequence(value)
    if len(value) == len(tensors) and all(v is None or is_pair(v) for v in value):
        return value
    out = []
    for i, item in enumerate(items):
        given = value[i] if i < len(value) else value[-1]
        if isinstance(item, list):
            given = [given] if given is None or is_pair(given) else sequence(given)
            out.extend(given[k] if k < len(given) else given[-1] for k in range(len(item)))
        elif item is not None:
            while isinstance(given, (tuple, list)) and len(given) == 1:
                given = given[0]
            out.append(given)
    return out


def generate(tensor, span, rng):
    dtype = numpy_type(tensor.dtype)
    low, high = span[:2] if is_pair(span) else (None, None)
    if tensor.dtype == "bool":
        low, high = (0, 1) if low is None or high is None else (int(low), int(high))
        return rng.integers(min(low, high), max(low, high) + 1, tensor.shape).astype(np.bool_)
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        low = limits.min if low is None else int(np.clip(np.ceil(low), limits.min, limits.max))
        high = limits.max if high is None else int(np.clip(np.floor(high), limits.min, limits.max))
        return rng.integers(min(low, high), max(low, high), tensor.shape, dtype=dtype, endpoint=True)
    low, high = float(-10 if low is None else low), float(10 if high is None else high)
    if not np.isfinite(low) or not np.isfinite(high):  # special values: the ends themselves
        values = np.where(rng.random(tensor.shape) < 0.5, low, high)
    else:
        share = rng.random(tensor.shape)
        values = low * (1 - share) + high * share
    if dtype.kind == "c":
        share = rng.random(tensor.shape)
        values = values + 1j * (low * (1 - share) + high * share)
    if is_pair(span) and len(span) > 2:
        extra = np.asarray(span[2:], dtype=np.float64)[rng.integers(0, len(span) - 2, tensor.shape)]
        values = np.where(rng.random(tensor.shape) < 0.1, extra, values)
    with np.errstate(over="ignore"):
        return np.asarray(values).astype(dtype)


def values_of(items):
    return [None if item is None else [t.data for t in item] if isinstance(item, list) else item.data
            for item in items]


def set_values(items, values, what):
    values = list(values) if isinstance(values, (tuple, list)) else [values]
    if len(items) == 1 and isinstance(items[0], list) and not (len(values) == 1 and isinstance(values[0], (list, tuple))):
        values = [values]
    if len(values) < len([i for i in items if i is not None]):
        raise Skip(f"{what} gives {len(values)} values for {len(items)} parameters")
    if len(values) < len(items):  # absent ones are left out
        present = iter(values)
        values = [None if item is None else next(present) for item in items]
    for item, value in zip(items, values):
        if isinstance(item, list):
            value = list(value) if isinstance(value, (tuple, list)) else [value]
            if len(value) != len(item):
                raise Skip(f"{what} gives {len(value)} tensors for the list {item[0].param.name if item else '?'}")
            for tensor, one in zip(item, value):
                tensor.data = as_array(one, tensor)
        elif item is not None:
            item.data = as_array(value, item)


def as_array(value, tensor):
    if hasattr(value, "detach"):
        value = value.detach().cpu()
        value = value.float().numpy() if "bfloat16" in str(value.dtype) else value.numpy()
    if value is None:
        raise Skip(f"no value for {tensor.param.name}")
    with np.errstate(over="ignore", invalid="ignore"):
        array = np.asarray(value)
        return np.ascontiguousarray(array.astype(numpy_type(tensor.dtype), copy=True)).reshape(array.shape)


# ---- hooks ----------------------------------------------------------------------------------------------------------

def load_hook(path, attribute, op):
    if not os.path.isfile(path):
        return None
    sys.path.insert(0, os.path.dirname(path))
    spec = importlib.util.spec_from_file_location("hook_" + attribute.strip("_"), path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    table = getattr(module, attribute, {}).get("kernel", {})
    hook = table.get(op) or (next(iter(table.values())) if len(table) == 1 else None)
    return getattr(module, hook, None) if isinstance(hook, str) else hook


def call_hook(hook, inputs, outputs, attrs, defaults, row, soc):
    def each(items, f):
        return tuple(None if i is None else tuple(f(t) for t in i) if isinstance(i, list) else f(i) for i in items)

    extra = {"full_soc_version": "Ascend950PR_9599" if soc == "ascend950" else soc,
             "short_soc_version": soc.capitalize(), "testcase_name": row["testcase_name"], "attributes": dict(attrs)}
    for kind, items in (("input", inputs), ("output", outputs)):
        extra[f"{kind}_dtypes"] = each(items, lambda t: t.dtype)
        extra[f"{kind}_shapes"] = each(items, lambda t: t.shape)
        extra[f"{kind}_ori_shapes"] = each(items, lambda t: t.ori_shape)
        extra[f"{kind}_formats"] = each(items, lambda t: t.format)
        extra[f"{kind}_ori_formats"] = each(items, lambda t: t.ori_format)
    given = dict(attrs)
    signature = inspect.signature(hook).parameters
    for name, parameter in list(signature.items())[len(inputs):]:
        if name in defaults and name not in given and parameter.default is inspect.Parameter.empty:
            given[name] = defaults[name]
    if not any(p.kind is inspect.Parameter.VAR_KEYWORD for p in signature.values()):
        extra = {k: v for k, v in extra.items() if k in signature}
        given = {k: v for k, v in given.items() if k in signature}
    values = [None if v is None else [a.copy() for a in v] if isinstance(v, list) else v.copy()
              for v in values_of(inputs)]
    return values, hook(*values, **{**extra, **given})


# ---- one case -------------------------------------------------------------------------------------------------------

def set_tolerances(outputs, row):
    pairs = literal(row.get("precision_tolerances"))
    absolute = literal(row.get("absolute_precision"), 1e-8)
    flat = flatten(outputs)

    def pair_list(value):
        if is_pair(value):
            return [value]
        return [p for v in sequence(value) if v is not None for p in pair_list(v)] if isinstance(value, (tuple, list)) else []

    pairs = pair_list(pairs) if pairs else []
    for i, tensor in enumerate(flat):
        exact = numpy_type(tensor.dtype).kind in "iub"
        usual = DEFAULT_TOLERANCE.get(tensor.dtype, 0 if exact else 1e-2)
        relative, share = pairs[min(i, len(pairs) - 1)][:2] if pairs else (usual, usual)
        own = absolute[min(i, len(absolute) - 1)] if isinstance(absolute, (tuple, list)) else absolute
        tensor.tolerance = (float(relative or 0), float(own or 0), min(float(share or 0), 0.5))


def same_type(have, wanted, mode):
    """A variant that only copies elements serves all types of their size."""
    if have == wanted or mode != "DtypeByte":
        return have == wanted
    sizes = {"bool": 1, "complex64": 8, "double": 8}
    width = [sizes.get(t) or int("".join(c for c in t.split("_")[0] if c.isdigit()) or 0) // 8 for t in (have, wanted)]
    return width[0] == width[1]


def variants_of(params_files, inputs, attrs):
    types = {}
    for item in inputs:
        first = item[0] if isinstance(item, list) and item else item
        if first:
            types[first.param.name] = first.dtype
    exact, found = [], []
    for path, document in params_files:
        op = document["op_list"][0]
        fits = True
        for entry in op.get("inputs") or []:
            entry = entry[0] if isinstance(entry, list) and entry else entry
            if not isinstance(entry, dict):
                continue
            wanted = types.get(entry.get("name"))
            fits &= wanted is None or same_type(normal(entry.get("dtype")), wanted, entry.get("dtype_match_mode"))
        if fits:
            found.append(path)
            if all(e.get("value") is None or e["value"] == attrs.get(e["name"], e["value"]) for e in op.get("attrs") or []):
                exact.append(path)
    return (exact or found)[:6]  # kernels that differ in attributes only are planned once


def write_case(path, op_type, row, inputs, outputs, attrs):
    case = {"name": row["testcase_name"], "attrs": attrs, "declared": True, "inputs": [], "outputs": []}
    data = bytearray()
    for kind, items in (("inputs", inputs), ("outputs", outputs)):
        for tensor in flatten(items):
            data.extend(bytes(-len(data) % 64))
            entry = {"name": tensor.param.name, "dtype": FILE_NAMES.get(tensor.dtype, tensor.dtype),
                     "shape": list(tensor.data.shape), "format": tensor.format, "offset": len(data)}
            if kind == "outputs":
                entry["rtol"], entry["atol"], entry["allow"] = tensor.tolerance
            case[kind].append(entry)
            data.extend(tensor.data.tobytes())
    with open(path + ".bin", "wb") as f:
        f.write(data)
    with open(path + ".json", "w") as f:
        json.dump({"op_type": op_type, "data": os.path.basename(path) + ".bin", "cases": [case]}, f)


def prepare(row, number, o, info, hooks, params_files):
    inputs = side_tensors(read_params(info, "input"), row, "input")
    outputs = side_tensors(read_params(info, "output"), row, "output")
    size = sum(t.bytes() for t in flatten(inputs) + flatten(outputs))
    if size > o.max_bytes:
        raise Skip(f"too large: {size >> 20} MiB of tensors, the limit is {o.max_bytes >> 20}")
    if any(item is None for item in outputs):
        raise Skip("an output that is not there cannot be described")
    known = [n for n in info.get("attr", {}).get("list", "").split(",") if n]
    attrs = {}
    for name, value in (literal(row.get("attributes"), {}) or {}).items():
        if value is not None:  # `nan_in__` is the attribute `nan`, whose name the table's reader cannot use
            attrs[name[:-len("_in__")] if name not in known and name.endswith("_in__") else name] = value
    spoken = {n: n + "_in__" for n in attrs if n + "_in__" in (row.get("attributes") or "")}
    defaults = {n: literal_or_text(info.get(f"attr_{n}", {}).get("defaultValue")) for n in known}
    add_value_inputs(inputs, read_params(info, "input"), row, attrs, known)
    rng = np.random.default_rng(int.from_bytes(hashlib.sha256(row["testcase_name"].encode()).digest()[:8], "little"))
    ranges = flat_ranges(literal(row.get("input_data_ranges")), inputs)
    for tensor, span in zip(flatten(inputs), ranges):
        tensor.data = generate(tensor, span, rng)
    for item in inputs:  # the table may give an input's value among the attributes
        if isinstance(item, Tensor) and item.param.name in attrs and item.param.name not in known:
            given = as_array(attrs.pop(item.param.name), item)
            if given.size != item.data.size:
                raise Skip(f"the table's value of {item.param.name} has {given.size} elements, not {item.data.size}")
            item.data = given.reshape(item.data.shape)
    set_tolerances(outputs, row)
    if hooks["input"]:
        changed, result = call_hook(hooks["input"], inputs, outputs, said(attrs, spoken), defaults, row, o.soc)
        set_values(inputs, changed if result is None else result, "input.py")
    _, result = call_hook(hooks["golden"], inputs, outputs, said(attrs, spoken), defaults, row, o.soc)
    set_values(outputs, result, "golden.py")
    for tensor in flatten(outputs):
        if tensor.data.shape != tensor.shape:
            if tensor.data.size != int(np.prod(tensor.shape, dtype=np.int64)):
                raise Skip(f"golden.py gives {tensor.param.name} the shape {tensor.data.shape}, the table {tensor.shape}")
            tensor.data = tensor.data.reshape(tensor.shape)
    path = os.path.join(o.out, str(number))
    write_case(path, o.type, row, inputs, outputs, {k: plain(v) for k, v in attrs.items() if k in known})
    return ["case", row["testcase_name"], path + ".json"] + variants_of(params_files, inputs, attrs)


def said(attrs, spoken):
    """The attributes under the names that the hooks use."""
    return {spoken.get(k, k): v for k, v in attrs.items()}


def plain(value):
    """JSON knows no infinities: they are texts there."""
    return str(value) if isinstance(value, float) and not np.isfinite(value) else value


def literal_or_text(text):
    if text in ("true", "false"):
        return text == "true"
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError):
        return text


def is_wanted(row, soc):
    enabled = (row.get("is_enabled") or "1").strip().lower() not in ("0", "false")
    series = (row.get("soc_series") or "").lower()
    names = {"ascend950": ("ascend950", "ascend910_95")}.get(soc, (soc,))
    return bool(row.get("testcase_name")) and enabled and (not series or any(n in series for n in names))


def read_tables(paths, soc):
    """Enabled cases for the chip, in an order that depends on their names alone: a sample is spread."""
    rows = {}
    for path in paths:
        with open(path, newline="", encoding="utf-8-sig") as f:
            for row in csv.DictReader(f):
                if is_wanted(row, soc):
                    rows.setdefault(row["testcase_name"], row)
    return sorted(rows.values(), key=lambda r: hashlib.sha256(r["testcase_name"].encode()).digest())


def read_info(folder, op_type):
    for path in sorted(glob.glob(os.path.join(folder, "*ops-info*.json"))):
        with open(path) as f:
            info = json.load(f).get(op_type)
        if info:
            return info
    sys.exit(f"error: no definition of {op_type} below {folder}")


def short(why):
    return " ".join(str(why).split())[:200] or type(why).__name__


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("assets", "op", "type", "info", "params", "out"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--soc", default="ascend950")
    parser.add_argument("--max-cases", type=int, default=0)
    parser.add_argument("--max-bytes", type=int, default=32 << 20)
    parser.add_argument("tables", nargs="+")
    o = parser.parse_args()
    info = read_info(o.info, o.type)
    with open(o.params) as f:
        params_files = [(p, json.load(open(p))) for p in f.read().split("\n") if p]
    lines, prepared = [], 0
    rows = read_tables(o.tables, o.soc)
    hooks, broken = {}, None
    try:
        hooks["golden"] = load_hook(os.path.join(o.assets, "golden.py"), "__golden__", o.op)
        hooks["input"] = load_hook(os.path.join(o.assets, "input.py"), "__input__", o.op)
        broken = None if hooks["golden"] else "golden.py registers no kernel function for " + o.op
    except Exception as why:
        broken = "golden.py or input.py cannot be loaded: " + short(why)
    for number, row in enumerate(rows):
        try:
            if broken:
                raise Skip(broken)
            if o.max_cases and prepared >= o.max_cases:
                raise Skip("not in the sample")
            lines.append(prepare(row, number, o, info, hooks, params_files))
            prepared += 1
        except Skip as why:
            lines.append(["skip", row["testcase_name"], short(why)])
        except Exception as why:
            place = traceback.extract_tb(why.__traceback__)[-1]
            lines.append(["skip", row["testcase_name"], short(
                f"golden function: {type(why).__name__}: {why} ({os.path.basename(place.filename)}:{place.lineno})")])
    with open(os.path.join(o.out, "list.tsv"), "w") as f:
        f.writelines("\t".join(" ".join(w.split()) for w in line) + "\n" for line in lines)


if __name__ == "__main__":
    main()
