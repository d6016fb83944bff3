#!/usr/bin/env python3
"""Prepare golden cases of an operator for `oprun --cases`: inputs, and what its golden function says.

Called by opconform; see --help. A case table is a CSV of the operator's repository with types, shapes, formats,
attributes, data ranges and tolerances; `golden.py` registers the function that computes the results, `input.py`
(optional) one that changes generated inputs. Nothing here comes from opforge itself: results are compared with numpy
and torch only.

Into the output folder go <n>.json and <n>.bin for each case (the format of tests/golden/make_golden.py, with names,
formats and a tolerance of their own for each tensor) and list.tsv, one line a case:
    case<TAB>name<TAB>file<TAB>parameter file of each listed variant with the case's types...
    case<TAB>name<TAB>file<TAB>column=<number of the definition's column with these types, where no listed one has them>
    skip<TAB>name<TAB>why
"""
import argparse
import ast
import copy
import csv
import glob
import hashlib
import json
import os
import sys
import traceback

import numpy as np

from golden_hooks import Hooks, call_hook, has_golden
from golden_types import (BITS, FILE_NAMES, Skip, array_shape, byte_count, count_of, generate, is_exact, is_pair, normal,
                          numpy_type, to_bytes)

# Where a table names no tolerance: relative error, which also is the share of elements that may exceed it.
DEFAULT_TOLERANCE = {"float32": 1e-4, "float16": 1e-3, "bfloat16": 4e-3, "float64": 1e-6, "complex64": 1e-4}


def literal(text, default=None):
    text = (text or "").strip()
    if not text:
        return default
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        try:  # inf and nan are not Python literals
            return eval(text, {"__builtins__": {}}, {"inf": float("inf"), "nan": float("nan"), "np": np, "float": float})
        except Exception as why:
            if text.isidentifier():  # a format that forgot its quotes, or a rule
                return text
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
        self.formats = [f.strip() for f in entry.get("format", "").split(",") if f.strip()]


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
        self.compared = None  # elements from the first on, None = all
        self.in_place = None  # number of the input whose memory this output is
        self.memory = None    # what input.py wants in the tensor's place, of another type and shape than the tensor
        self.nested = True    # of a list that the table nests

    def bytes(self):
        return byte_count(self.dtype, self.shape)

    def value(self):
        """What the hooks see."""
        return self.data if self.memory is None else self.memory


def one_shape(value, params):
    """`((2, 3))`, which is (2, 3), is one shape where it cannot be a size for each of the parameters."""
    single = is_shape(value) and len(value) > 0 and (len(params) == 1 or len(value) != len(params))
    return [value] if single else value


def elementwise_shape(inputs):
    try:
        return np.broadcast_shapes(*[t.shape for t in flatten(inputs)])
    except ValueError as why:
        raise Skip(f"the table wants the inputs' common shape: {why}")


def side_tensors(params, row, kind, inputs=()):
    """Tensors of the inputs or outputs, one item a parameter: None, a tensor or a list of them."""
    columns = [literal(row.get(f"{kind}_{c}")) for c in ("shapes", "dtypes", "formats", "ori_shapes", "ori_formats")]
    if columns[0] == "ELEWISE":
        columns[0] = [elementwise_shape(inputs)] * len(params)
    columns[0], columns[3] = one_shape(columns[0], params), one_shape(columns[3], params)
    for c in (3, 4):  # inputs that the kernel does not get have these only
        if isinstance(columns[c], (tuple, list)) and len(params) > 1:
            columns[c] = columns[c][:len(params)]
    count = len(sequence(columns[0])) if columns[0] is not None else 0
    for c in (1, 2, 4):  # one type or format for all
        one = sequence(columns[c]) if columns[c] is not None else []
        if len(one) == 1 and isinstance(one[0], str):
            columns[c] = one * count
    table = sequence(columns[0]) if columns[0] is not None else []
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
        for tensor in out[-1]:
            tensor.nested = i < len(table) and nested(table[i])
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


class Changed(list):
    """Inputs as the kernel leaves them, of an operator that has no outputs."""


def results(info, row, inputs):
    """The outputs, and which of them are an input's memory: `output_inplace_indexes` of the table counts its inputs,
    those of lists one by one."""
    params = read_params(info, "output")
    numbers = iter(range(len(flatten(inputs))))
    places = [next(numbers) if one is not None else None
              for item in inputs for one in (item if isinstance(item, list) else [item])]
    in_place = [places[i] if isinstance(i, int) and 0 <= i < len(places) else None
                for i in sequence(literal(row.get("output_inplace_indexes")) or ())]
    if not params and in_place and None not in in_place:
        outputs = Changed(copy.copy(flatten(inputs)[i]) for i in in_place)
    else:
        outputs = side_tensors(params, row, "output", inputs)
    for tensor, place in zip(flatten(outputs), in_place):
        tensor.in_place = place
    return outputs


def flatten(items):
    flat = []
    for item in items:
        flat.extend(item if isinstance(item, list) else [item] if item is not None else [])
    return flat


# ---- inputs ---------------------------------------------------------------------------------------------------------

def flat_ranges(value, items):
    """A range for each flat tensor; the table lists them a tensor or a parameter."""
    tensors = flatten(items)
    if value is None:
        return [None] * len(tensors)
    if is_pair(value) and len(tensors) > 1 and len(value) == 2 * len(tensors):
        value = [value[i:i + 2] for i in range(0, len(value), 2)]
    if is_pair(value):
        value = [value]
    value = sequence(value)
    if len(value) == len(tensors) and all(v is None or is_pair(v) for v in value):
        return value
    out = []
    for i, item in enumerate(items):
        given = (value[i] if i < len(value) else value[-1]) if value else None
        if isinstance(item, list):
            given = [given] if given is None or is_pair(given) else sequence(given) or [None]
            out.extend(given[k] if k < len(given) else given[-1] for k in range(len(item)))
        elif item is not None:
            while isinstance(given, (tuple, list)) and len(given) == 1:
                given = given[0]
            out.append(given)
    return out


def set_values(items, values, what, partial=False):
    """Gives each tensor its value. `partial`: those without one are left alone, but not all of them."""
    values = list(values) if isinstance(values, (tuple, list)) else [values]
    if len(values) == len(flatten(items)) and any(isinstance(i, list) for i in items) and not any(map(nested_values, values)):
        flat = iter(values)
        values = [[next(flat) for _ in i] if isinstance(i, list) else next(flat) if i is not None else None for i in items]
    if len(items) == 1 and isinstance(items[0], list) and not (len(values) == 1 and nested_values(values[0])):
        values = [values]
    if len(values) < len([i for i in items if i is not None]):
        if not partial:
            raise Skip(f"{what} gives {len(values)} values for {len(items)} parameters")
    elif len(values) < len(items):  # absent ones are left out
        present = iter(values)
        values = [None if item is None else next(present) for item in items]
    if partial and all(value is None for value in values):
        raise Skip(f"{what} gives no value")
    for item, value in zip(items, values):
        if value is None and partial:
            continue
        if isinstance(item, list):
            value = list(value) if isinstance(value, (tuple, list)) else [value]
            if len(value) != len(item):
                raise Skip(f"{what} gives {len(value)} tensors for the list {item[0].param.name if item else '?'}")
            for tensor, one in zip(item, value):
                set_value(tensor, one, partial)
        elif item is not None:
            set_value(item, value, partial)


def is_memory(value, tensor):
    """Whether input.py gives the memory that the kernel finds, of another type and shape than the tensor, not values."""
    dtype = numpy_type(tensor.dtype)
    if not isinstance(value, np.ndarray) or value.dtype == dtype or value.shape == tensor.shape or value.size <= 1:
        return False
    values = value.size == count_of(tensor.shape) and value.dtype.kind == dtype.kind
    return not values and value.nbytes % dtype.itemsize == 0


def set_value(tensor, value, is_output):
    if not is_output and is_memory(value, tensor):
        tensor.memory = np.ascontiguousarray(value)
        value = tensor.memory.reshape(-1).view(numpy_type(tensor.dtype))
    tensor.data = as_array(value, tensor)


def nested_values(value):
    return isinstance(value, (list, tuple))


def as_array(value, tensor):
    if hasattr(value, "detach"):
        value = value.detach().cpu().numpy()
    if value is None:
        raise Skip(f"no value for {tensor.param.name}")
    with np.errstate(over="ignore", invalid="ignore"):
        array = np.asarray(value).view(np.ndarray)
        return np.ascontiguousarray(array.astype(numpy_type(tensor.dtype), copy=True)).reshape(array.shape)


# ---- one case -------------------------------------------------------------------------------------------------------

def set_tolerances(outputs, row, exact_types):
    pairs = literal(row.get("precision_tolerances"))
    absolute = literal(row.get("absolute_precision"), 1e-8)
    flat = flatten(outputs)

    def pair_list(value):
        if is_pair(value):
            return [value]
        return [p for v in sequence(value) if v is not None for p in pair_list(v)] if isinstance(value, (tuple, list)) else []

    pairs = pair_list(pairs) if pairs else []
    for i, tensor in enumerate(flat):
        exact = is_exact(tensor.dtype) or tensor.dtype in exact_types
        usual = 0 if exact else DEFAULT_TOLERANCE.get(tensor.dtype, 1e-2)
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


def first_tensors(items):
    """The tensor that stands for each parameter that is there."""
    firsts = [item[0] if isinstance(item, list) and item else item for item in items]
    return [tensor for tensor in firsts if tensor]


def has_types(entries, types):
    for entry in entries or []:
        entry = entry[0] if isinstance(entry, list) and entry else entry
        wanted = types.get(entry.get("name")) if isinstance(entry, dict) else None
        if wanted is not None and not same_type(normal(entry.get("dtype")), wanted, entry.get("dtype_match_mode")):
            return False
    return True


def variants_of(params_files, inputs, outputs, attrs):
    """Listed variants with the types of the inputs, and of the outputs unless `outputs` is empty."""
    sides = [(kind, {t.param.name: t.dtype for t in first_tensors(items)})
             for kind, items in (("inputs", inputs), ("outputs", outputs))]
    exact, found = [], []
    for path, document in params_files:
        op = document["op_list"][0]
        if all(has_types(op.get(kind), types) for kind, types in sides):
            found.append(path)
            if all(e.get("value") is None or e["value"] == attrs.get(e["name"], e["value"]) for e in op.get("attrs") or []):
                exact.append(path)
    return (exact or found)[:6]  # kernels that differ in attributes only are planned once


def column_of(tensors):
    """Number, from 1 on, of the definition's column with the types of all tensors and, if there is one, their formats."""
    def at(values, column):
        return values[column] if column < len(values) else values[0] if len(values) == 1 else None

    columns = range(max((len(t.param.types) for t in tensors), default=0))
    fitting = [c for c in columns if all(at(t.param.types, c) == t.dtype for t in tensors)]
    exact = [c for c in fitting if all(at(t.param.formats, c) == t.format for t in tensors)]
    return (exact or fitting or [-1])[0] + 1


def kernels_of(params_files, inputs, outputs, attrs):
    """The last words of the case's line: listed variants or a column of the definition."""
    listed = variants_of(params_files, inputs, outputs, attrs)
    column = 0 if listed else column_of(first_tensors(inputs) + first_tensors(outputs))
    return [f"column={column}"] if column else listed or variants_of(params_files, inputs, [], attrs)


def ones(name):
    """The repositories' test tool fills outputs with ones before the kernel runs: bytes of one, in hexadecimal digits."""
    return to_bytes(np.ones(2 if BITS.get(name) == 4 else 1, dtype=numpy_type(name)), name).hex()


def write_case(path, op_type, row, inputs, outputs, attrs):
    case = {"name": row["testcase_name"], "attrs": attrs, "declared": True, "inputs": [], "outputs": []}
    changed = outputs if isinstance(outputs, Changed) else []
    case.update({"changed": []} if changed else {})
    data = bytearray()
    for kind, items in (("inputs", inputs), ("outputs", [] if changed else outputs), ("changed", changed)):
        for tensor in flatten(items):
            data.extend(bytes(-len(data) % 64))
            entry = {"name": tensor.param.name, "dtype": FILE_NAMES.get(tensor.dtype, tensor.dtype),
                     "shape": list(tensor.shape), "format": tensor.format, "offset": len(data)}
            if tensor.in_place is not None:
                entry["in_place" if kind == "outputs" else "input"] = tensor.in_place
            if kind != "inputs":
                entry["rtol"], entry["atol"], entry["allow"] = tensor.tolerance
                if tensor.compared is not None:
                    entry["compared"] = tensor.compared
            if kind == "outputs" and tensor.in_place is None:
                entry["start"] = ones(tensor.dtype)
            case[kind].append(entry)
            data.extend(to_bytes(tensor.data, tensor.dtype))
    with open(path + ".bin", "wb") as f:
        f.write(data)
    with open(path + ".json", "w") as f:
        json.dump({"op_type": op_type, "data": os.path.basename(path) + ".bin", "cases": [case]}, f)


def read_attributes(row, known):
    """The attributes under the definition's names, and under those that the hooks use."""
    attrs = {}
    for name, value in (literal(row.get("attributes"), {}) or {}).items():
        if value is not None:  # `nan_in__` is the attribute `nan`, whose name the table's reader cannot use
            attrs[name[:-len("_in__")] if name not in known and name.endswith("_in__") else name] = value
    return attrs, {n: n + "_in__" for n in attrs if n + "_in__" in (row.get("attributes") or "")}


def set_inputs(inputs, row, attrs, known):
    rng = np.random.default_rng(int.from_bytes(hashlib.sha256(row["testcase_name"].encode()).digest()[:8], "little"))
    ranges = flat_ranges(literal(row.get("input_data_ranges")), inputs)
    for tensor, span in zip(flatten(inputs), ranges):
        tensor.data = generate(tensor.dtype, tensor.shape, span, rng)
    for item in inputs:  # the table may give an input's value among the attributes
        if isinstance(item, Tensor) and item.param.name in attrs and item.param.name not in known:
            given = as_array(attrs.pop(item.param.name), item)
            try:
                fits = given.size == item.data.size
                given = given.reshape(item.data.shape) if fits else np.broadcast_to(given, item.data.shape)
            except ValueError:
                raise Skip(f"the table's value of {item.param.name} has {given.size} elements, not {item.data.size}")
            item.data = np.array(given)


def fit_input(tensor):
    """input.py may change a tensor's shape; a number may come as one element."""
    if tensor.shape == () and tensor.data.size == 1:
        tensor.data = tensor.data.reshape(())
    elif tensor.data.shape != array_shape(tensor.dtype, tensor.shape):
        tensor.shape = tensor.data.shape


def fit_output(tensor, unknown):
    """The expected value in the output's shape. Where the table knows the largest shape only, the kernel gets that, and
    what it leaves behind the result is not looked at; else the golden function knows the shape better."""
    shape = array_shape(tensor.dtype, tensor.shape)
    if tensor.data is None:
        tensor.data, tensor.compared = np.zeros(shape, dtype=numpy_type(tensor.dtype)), 0
    elif tensor.data.size == count_of(shape):
        tensor.data = tensor.data.reshape(shape)
    elif unknown and tensor.data.size < count_of(shape):
        tensor.compared = tensor.data.size
        whole = np.zeros(count_of(shape), dtype=numpy_type(tensor.dtype))
        whole[:tensor.data.size] = tensor.data.reshape(-1)
        tensor.data = whole.reshape(shape)
    elif tensor.dtype == "uint1":
        raise Skip(f"golden.py gives {tensor.data.size} bytes for the bits of {tensor.param.name}, of shape {tensor.shape}")
    else:
        tensor.shape = tensor.data.shape


def prepare(row, number, o, info, hooks, params_files):
    row = usual_columns(row)
    row["ranges"] = sequence_of_ranges(literal(row.get("input_data_ranges")))
    inputs = side_tensors(read_params(info, "input"), row, "input")
    outputs = results(info, row, inputs)
    size = sum(t.bytes() for t in flatten(inputs) + flatten(outputs))
    if size > o.max_bytes:
        raise Skip(f"too large: {size >> 20} MiB of tensors, the limit is {o.max_bytes >> 20}")
    if any(item is None for item in outputs):
        raise Skip("an output that is not there cannot be described")
    known = [n for n in info.get("attr", {}).get("list", "").split(",") if n]
    attrs, spoken = read_attributes(row, known)
    defaults = {n: literal_or_text(info.get(f"attr_{n}", {}).get("defaultValue")) for n in known}
    add_value_inputs(inputs, read_params(info, "input"), row, attrs, known)
    set_inputs(inputs, row, attrs, known)
    set_tolerances(outputs, row, hooks.exact)
    if hooks.input:
        changed, result = call_hook(hooks.input, inputs, outputs, said(attrs, spoken), defaults, row, o.soc)
        set_values(inputs, changed if result is None else result, "input.py")
    for tensor in flatten(inputs):
        fit_input(tensor)
    _, result = call_hook(hooks.golden, inputs, outputs, said(attrs, spoken), defaults, row, o.soc)
    set_values(outputs, result, "golden.py", partial=True)
    unknown = literal(row.get("output_shape_unknown_indexes")) or ()
    for i, tensor in enumerate(flatten(outputs)):
        fit_output(tensor, i in sequence(unknown))
    path = os.path.join(o.out, str(number))
    write_case(path, o.type, row, inputs, outputs, {k: plain(v) for k, v in attrs.items() if k in known})
    return ["case", row["testcase_name"], path + ".json"] + kernels_of(params_files, inputs, outputs, attrs)


# An older kind of table has one set of columns for kernels of fixed and one for those of any shapes.
OLDER_COLUMNS = {"input_shapes": "stc_inputs", "input_dtypes": "stc_input_dtypes", "input_formats": "stc_input_formats",
                 "input_ori_shapes": "stc_ori_inputs", "input_ori_formats": "stc_input_ori_formats",
                 "output_shapes": "stc_outputs", "output_ori_shapes": "stc_ori_outputs",
                 "attributes": "other_runtime_params"}


def sequence_of_ranges(value):
    """As input.py has them: a range is a list of one."""
    return (value,) if is_pair(value) else value


def usual_columns(row):
    if "stc_inputs" not in row:
        return dict(row)
    return {**row, **{name: row.get(older) for name, older in OLDER_COLUMNS.items()}}


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
    for name in ("assets", "op"):
        parser.add_argument("--" + name, required=True)
    for name in ("type", "info", "params", "out"):
        parser.add_argument("--" + name, required="--find" not in sys.argv)
    parser.add_argument("--find", action="store_true", help="end with 0 if there is a golden function, with 1 if not")
    parser.add_argument("--soc", default="ascend950")
    parser.add_argument("--max-cases", type=int, default=0)
    parser.add_argument("--from", type=int, default=0, dest="first", help="the case of the tables to begin with")
    parser.add_argument("--count", type=int, default=0, help="so many cases only; the list ends with `more` if there are more")
    parser.add_argument("--max-bytes", type=int, default=64 << 20)
    parser.add_argument("tables", nargs="*")
    o = parser.parse_args()
    if o.find:
        sys.exit(not has_golden(o.assets, o.op))
    info = read_info(o.info, o.type)
    with open(o.params) as f:
        params_files = [(p, json.load(open(p))) for p in f.read().split("\n") if p]
    lines, prepared = [], 0
    rows = read_tables(o.tables, o.soc)
    hooks, broken = None, None
    try:
        hooks = Hooks(o.assets, o.op)
        broken = None if hooks.golden else "no file registers a kernel function for " + o.op
    except Exception as why:
        broken = "a file of functions cannot be loaded: " + short(why)
    end = o.first + o.count if o.count else len(rows)
    for number, row in enumerate(rows[o.first:end]):
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
    if end < len(rows):
        lines.append(["more"])
    with open(os.path.join(o.out, "list.tsv"), "w") as f:
        f.writelines("\t".join(" ".join(w.split()) for w in line) + "\n" for line in lines)


if __name__ == "__main__":
    main()
