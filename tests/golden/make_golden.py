#!/usr/bin/env python3
"""Write the golden cases of kernels_src: inputs and the outputs numpy gives.

    python3 tests/golden/make_golden.py [folder]        (default: tests/golden/data; needs numpy)

Each operator gets <folder>/<op>.json, a list of cases that `oprun --cases` runs and compares, and <op>.bin with the
tensors' bytes, little-endian, each at the 64-byte aligned `offset` that its case names. Nothing here comes from
opforge itself.
"""
import json
import os
import sys

import numpy as np

OUT = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")
NUMPY = {"float32": np.float32, "float16": np.float16, "int8": np.int8, "uint8": np.uint8, "int32": np.int32,
         "int64": np.int64, "bool": np.bool_}


def to_bf16(x):
    """float32 -> bfloat16 bits, round to nearest even; NaN stays NaN."""
    bits = np.ascontiguousarray(x, dtype=np.float32).view(np.uint32).astype(np.uint64)
    rounded = ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)
    return np.where(np.isnan(x), np.uint16(0x7FC0), rounded).astype(np.uint16).reshape(np.shape(x))


def from_bf16(bits):
    return (bits.astype(np.uint32) << 16).view(np.float32)


def store(values, dtype):
    """What goes to the file, and the same values as numpy computes with them."""
    if dtype == "bfloat16":
        bits = to_bf16(np.asarray(values, dtype=np.float32))
        return bits, from_bf16(bits)
    array = np.asarray(values).astype(NUMPY[dtype])
    return array, array


class Cases:
    def __init__(self, op_type, stem):
        self.stem = stem
        self.doc = {"op_type": op_type, "data": stem + ".bin", "cases": []}
        self.data = bytearray()

    def add(self, name, inputs, outputs, attrs=None, rtol=0.0, atol=0.0, in_place=None):
        """inputs/outputs: lists of (dtype, stored array)."""
        case = {"name": name, "attrs": attrs or {}, "rtol": rtol, "atol": atol, "inputs": [], "outputs": []}
        if in_place is not None:
            case["in_place"] = in_place  # output i is input in_place[i], changed
        for kind, tensors in (("inputs", inputs), ("outputs", outputs)):
            for dtype, array in tensors:
                self.data.extend(bytes(-len(self.data) % 64))
                case[kind].append({"dtype": dtype, "shape": list(np.shape(array)), "offset": len(self.data)})
                self.data.extend(np.ascontiguousarray(array).tobytes())
        self.doc["cases"].append(case)

    def write(self):
        with open(os.path.join(OUT, self.stem + ".json"), "w") as f:
            f.write('{"op_type": "%s", "data": "%s", "cases": [\n' % (self.doc["op_type"], self.doc["data"]))
            f.write(",\n".join(json.dumps(case) for case in self.doc["cases"]))
            f.write("\n]}\n")
        with open(os.path.join(OUT, self.doc["data"]), "wb") as f:
            f.write(self.data)


def relu():
    rng = np.random.default_rng(1)
    cases = Cases("Relu", "relu")
    special = [0.0, -0.0, 1.5, -1.5, np.inf, -np.inf, 65504.0, -65504.0, 6e-8, -6e-8, 1e-40, -1e-40]
    for dtype in ("bfloat16", "float16", "float32"):
        for name, values in (("special", np.array(special)), ("odd", rng.normal(0, 3, (7, 13))),
                             ("cores", rng.normal(0, 3, 20011))):
            with np.errstate(over="ignore"):
                raw, x = store(values, dtype)
            y, _ = store(np.maximum(x, np.zeros_like(x)), dtype)
            cases.add(f"{dtype}_{name}", [(dtype, raw)], [(dtype, y)])
    for dtype in ("int8", "int32", "int64"):
        info = np.iinfo(dtype)
        values = rng.integers(info.min, info.max, 4099, dtype=dtype, endpoint=True)
        values[:3] = (info.min, info.max, 0)
        cases.add(f"{dtype}_all", [(dtype, values)], [(dtype, np.maximum(values, 0))])
    for name, shape in (("scalar", ()), ("empty_dim", (3, 0, 2)), ("rank8", (1, 2, 1, 3, 1, 2, 1, 2))):
        raw, x = store(rng.normal(0, 1, shape), "float32")
        cases.add(f"float32_{name}", [("float32", raw)], [("float32", np.maximum(x, np.float32(0)))])
    cases.write()


def add():
    rng = np.random.default_rng(2)
    cases = Cases("Add", "add")
    shapes = {"same": ((33, 70), (33, 70)), "row": ((5, 67), (67,)), "column": ((5, 1), (5, 67)),
              "single": ((1,), (1003,)), "outer": ((4, 1, 6, 1), (1, 5, 1, 7)), "scalars": ((), ()),
              "deep": ((2, 1, 3, 1, 4), (2, 2, 1, 5, 4)), "empty": ((0, 4), (1, 4))}
    for name, (a, b) in shapes.items():
        for dtype in ("bfloat16", "float16", "float32", "int32"):
            if dtype == "int32":
                x1, x2 = (rng.integers(-2**31, 2**31, s, dtype=np.int64).astype(np.int32) for s in (a, b))
                with np.errstate(over="ignore"):
                    y = np.add(x1, x2, dtype=np.int32)
                raw1, raw2 = x1, x2
            else:
                raw1, x1 = store(rng.normal(0, 2, a), dtype)
                raw2, x2 = store(rng.normal(0, 2, b), dtype)
                y, _ = store(np.add(x1, x2), dtype)
            cases.add(f"{dtype}_{name}", [(dtype, raw1), (dtype, raw2)], [(dtype, y)])
    cases.write()


def softmax():
    rng = np.random.default_rng(3)
    cases = Cases("SoftmaxV2", "softmax_v2")
    plans = [("row", (6, 50), -1), ("one", (4, 1), 1), ("middle", (3, 9, 21), 1), ("first", (11, 40), 0),
             ("wide", (2, 5, 130), -2), ("long", (2, 30011), -1)]
    tolerance = {"float32": (2e-6, 1e-9), "float16": (2e-3, 1e-7), "bfloat16": (1e-2, 1e-7)}
    for name, shape, axis in plans:
        for dtype in ("bfloat16", "float16", "float32"):
            if name == "long" and dtype != "float16":
                continue
            raw, x = store(rng.normal(0, 4, shape), dtype)
            x = x.astype(np.float64)
            e = np.exp(x - x.max(axis=axis, keepdims=True))
            y, _ = store(e / e.sum(axis=axis, keepdims=True), dtype)
            rtol, atol = tolerance[dtype]
            cases.add(f"{dtype}_{name}", [(dtype, raw)], [(dtype, y)], {"axes": [axis]}, rtol, atol)
    cases.write()


def index_put():
    rng = np.random.default_rng(4)
    cases = Cases("IndexPutWithSortV2", "index_put_with_sort_v2")
    for dtype in ("int64", "int32", "float32", "float16", "bfloat16", "int8", "uint8", "bool"):
        for index_type in ("int32", "int64"):
            for accumulate in (False, True):
                rows, width, entries = 19, 5, 60
                if dtype == "bool":
                    start, data = rng.random((rows, width)) < 0.3, rng.random((entries, width)) < 0.2
                elif dtype in ("float32", "float16", "bfloat16"):
                    # small whole numbers: sums are exact in every type and any order
                    start, data = rng.integers(-4, 5, (rows, width)), rng.integers(-4, 5, (entries, width))
                else:
                    start, data = rng.integers(0, 40, (rows, width)), rng.integers(0, 40, (entries, width))
                self_raw, self_value = store(start, dtype)
                values_raw, values_value = store(data, dtype)
                linear = rng.integers(0, rows, entries)
                order = np.argsort(linear, kind="stable")
                expected = self_value.copy()
                for e in order:
                    if not accumulate:
                        expected[linear[e]] = values_value[e]
                    elif dtype == "bool":
                        expected[linear[e]] |= values_value[e]
                    else:
                        with np.errstate(over="ignore"):
                            expected[linear[e]] += values_value[e]
                out, _ = store(expected, dtype)
                cases.add(f"{dtype}_{index_type}_{'add' if accumulate else 'put'}",
                          [(dtype, self_raw), (index_type, linear[order].astype(index_type)),
                           ("int32", order.astype(np.int32)), (dtype, values_raw)], [(dtype, out)],
                          {"indexed_sizes": [1, 0], "accumulate": accumulate}, in_place=[0])
    cases.write()


if __name__ == "__main__":
    os.makedirs(OUT, exist_ok=True)
    relu()
    add()
    softmax()
    index_put()
