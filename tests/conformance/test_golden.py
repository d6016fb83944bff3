#!/usr/bin/env python3
"""How golden_runner.py reads tables and functions. Ends with `N passed, M failed`."""
import csv
import importlib.util
import json
import os
import sys
import tempfile
import types
import unittest
import unittest.mock

if not importlib.util.find_spec("numpy"):
    print("numpy is not installed: the reader of golden cases is not tested")
    sys.exit(0)

import numpy as np

import golden_hooks
import golden_runner as runner
from golden_types import byte_count, generate, numpy_type, to_bytes

INFO = {"input0": {"name": "x", "dtype": "float32", "paramType": "required"},
        "output0": {"name": "y", "dtype": "float32", "paramType": "required"}, "attr": {"list": "k"},
        "attr_k": {"defaultValue": "2"}}
ROW = {"testcase_name": "one", "input_shapes": "((2, 3),)", "input_dtypes": "('float32',)",
       "output_shapes": "((2, 3),)", "output_dtypes": "('float32',)", "attributes": "{}"}


def prepared(row, golden, info=None, **hooks):
    """The case file, and the expected bytes of its outputs."""
    with tempfile.TemporaryDirectory() as folder:
        o = types.SimpleNamespace(out=folder, type="One", op="one", soc="ascend950", max_bytes=1 << 20)
        hooks = types.SimpleNamespace(**{"input": None, "exact": (), **hooks, "golden": golden})
        line = runner.prepare({**ROW, **row}, 0, o, info or INFO, hooks, [])
        with open(line[2]) as f, open(line[2].replace(".json", ".bin"), "rb") as data:
            return json.load(f)["cases"][0], data.read()


class Tables(unittest.TestCase):
    def test_one_shape_without_a_list(self):
        for text in ("((2, 3))", "(2, 3)", "((2, 3),)"):
            case, _ = prepared({"input_shapes": text, "output_shapes": text}, lambda x, **_: x)
            self.assertEqual([case[k][0]["shape"] for k in ("inputs", "outputs")], [[2, 3], [2, 3]])

    def test_shape_by_rule(self):
        case, _ = prepared({"output_shapes": "ELEWISE", "input_formats": "ND"}, lambda x, **_: x)
        self.assertEqual(case["outputs"][0]["shape"], [2, 3])

    def test_older_columns(self):
        row = {"stc_inputs": "[[4]]", "stc_input_dtypes": "['float32']", "stc_outputs": "[[4]]",
               "other_runtime_params": "{'k': 3}"}
        case, _ = prepared(row, lambda x, k=0, **_: x * k)
        self.assertEqual((case["inputs"][0]["shape"], case["attrs"]), ([4], {"k": 3}))

    def test_golden_function_knows_the_shape(self):
        case, _ = prepared({}, lambda x, **_: x[:, :1])
        self.assertEqual(case["outputs"][0]["shape"], [2, 1])
        self.assertNotIn("compared", case["outputs"][0])

    def test_shape_known_after_the_run(self):
        case, _ = prepared({"output_shape_unknown_indexes": "(0,)"}, lambda x, **_: x.reshape(-1)[:4])
        self.assertEqual((case["outputs"][0]["shape"], case["outputs"][0]["compared"]), ([2, 3], 4))

    def test_results_in_place(self):
        info = {**INFO, "input1": {"name": "v", "dtype": "float32", "paramType": "required"},
                "output1": {"name": "z", "dtype": "float32", "paramType": "required"}}
        row = {"input_shapes": "((2, 3), (2, 3))", "input_dtypes": "('float32', 'float32')",
               "output_shapes": "((2, 3), (2, 3))", "output_dtypes": "('float32', 'float32')",
               "output_inplace_indexes": "(None, 1)"}
        case, _ = prepared(row, lambda x, v, **_: (x, v), info)
        self.assertEqual([o.get("in_place") for o in case["outputs"]], [None, 1])
        without = {k: v for k, v in info.items() if not k.startswith("output")}
        case, data = prepared({**row, "output_inplace_indexes": "(1,)"}, lambda x, v, **_: x + 1, without)
        self.assertEqual((case["outputs"], [o["input"] for o in case["changed"]]), ([], [1]))
        first, changed = (np.frombuffer(data, np.float32, 6, t["offset"]) for t in (case["inputs"][0], case["changed"][0]))
        self.assertTrue((changed == first + 1).all())

    def test_output_nobody_states(self):
        info = {**INFO, "output1": {"name": "z", "dtype": "float32", "paramType": "required"}}
        row = {"output_shapes": "((2, 3), (2, 3))", "output_dtypes": "('float32', 'float32')"}
        for golden in (lambda x, **_: x, lambda x, **_: (x, None)):
            case, _ = prepared(row, golden, info)
            self.assertEqual([o.get("compared") for o in case["outputs"]], [None, 0])
        with self.assertRaises(runner.Skip):
            prepared(row, lambda x, **_: None, info)

    def test_kernel_of_a_listed_variant_else_of_the_definition(self):
        def params(kind, *columns):
            texts = [",".join(column) for column in columns]
            return [runner.Param({"name": f"{kind}{i}", "dtype": t, "format": ",".join(["ND"] * (t.count(",") + 1)),
                                  "paramType": "required"}) for i, t in enumerate(texts)]

        def tensors(params, *types):
            return [t and runner.Tensor(p, t, (2,), None, None, None) for p, t in zip(params, types)]

        def listed(name, x, y, z):
            return name, {"op_list": [{"inputs": [{"name": "x0", "dtype": x}, {"name": "x1", "dtype": y}],
                                       "outputs": [{"name": "y0", "dtype": z}]}]}

        ins = params("x", ("float16", "float", "float"), ("int32", "int64", "int64"))
        outs = params("y", ("int8", "int8", "uint8"))
        files = [listed("a", "float16", "int32", "int8"), listed("b", "float32", "int64", "int8")]

        def kernels(x, y, z):
            return runner.kernels_of(files, tensors(ins, x, y), tensors(outs, z), {})

        self.assertEqual(kernels("float16", "int32", "int8"), ["a"])
        self.assertEqual(kernels("float32", "int64", "int8"), ["b"])
        self.assertEqual(kernels("float32", "int64", "uint8"), ["column=3"])
        self.assertEqual(kernels("float32", None, "uint8"), ["column=3"])
        self.assertEqual(kernels("float32", "int32", "int8"), [])
        self.assertEqual(kernels("float16", "int32", "uint8"), ["a"])  # the run says what is missing
        files.clear()
        self.assertEqual(kernels("float16", "int32", "int8"), ["column=1"])

    def test_column_with_the_formats(self):
        x = runner.Param({"name": "x", "dtype": "float16,float16", "format": "ND,NZ", "paramType": "required"})
        fmt = lambda f: [runner.Tensor(x, "float16", (2,), f, None, None)]
        self.assertEqual([runner.column_of(fmt(f)) for f in ("NZ", "ND", "NCHW")], [2, 1, 1])

    def test_outputs_start_with_ones(self):
        case, _ = prepared({"output_dtypes": "('bfloat16',)"}, lambda x, **_: x)
        self.assertEqual(case["outputs"][0]["start"], "803f")
        self.assertNotIn("start", case["inputs"][0])
        self.assertEqual([runner.ones(t) for t in ("float32", "int64", "complex64", "float8_e8m0", "int4")],
                         ["0000803f", "0100000000000000", "0000803f00000000", "7f", "11"])

    def test_rules_of_comparison(self):
        case, _ = prepared({}, lambda x, **_: x, exact=("float32",))
        self.assertEqual(case["outputs"][0]["rtol"], 0)
        case, _ = prepared({"precision_tolerances": "((0.5, 0.25),)"}, lambda x, **_: x, exact=("float32",))
        self.assertEqual((case["outputs"][0]["rtol"], case["outputs"][0]["allow"]), (0.5, 0.25))

    def test_too_large(self):
        row = {"input_shapes": "((512, 256),)", "output_shapes": "((1, 1),)"}
        prepared(row, lambda x, **_: x[:1, :1])
        with self.assertRaisesRegex(runner.Skip, "too large: 1 MiB"):
            prepared({**row, "input_shapes": "((512, 513),)"}, lambda x, **_: x[:1, :1])

    def test_ranges(self):
        tensors = [runner.Tensor(None, "float32", (4,), None, None, None) for _ in range(2)]
        self.assertEqual([list(r) for r in runner.flat_ranges((-1, 1, 5, 6), tensors)], [[-1, 1], [5, 6]])
        self.assertEqual(runner.flat_ranges((), tensors), [None, None])
        self.assertEqual(runner.flat_ranges((((-2.0, 2.0),), ()), [[tensors[0]], [tensors[1]]]), [(-2.0, 2.0), None])


class Parts(unittest.TestCase):
    def test_every_case_is_in_one_part(self):
        with tempfile.TemporaryDirectory() as folder:
            def path(name):
                return os.path.join(folder, name)

            with open(path("golden.py"), "w") as f:
                f.write("__golden__ = {'kernel': {'one': 'f'}}\ndef f(x, **_): return x\n")
            with open(path("x-ops-info.json"), "w") as f:
                json.dump({"One": INFO}, f)
            with open(path("params"), "w"):
                pass
            with open(path("table.csv"), "w", newline="") as f:
                table = csv.DictWriter(f, ROW)
                table.writeheader()
                table.writerows({**ROW, "testcase_name": f"case{i}"} for i in range(5))
            names, more = [], True
            while more:
                arguments = {"assets": folder, "op": "one", "type": "One", "info": folder, "params": path("params"),
                             "out": folder, "from": len(names), "count": 2}
                with unittest.mock.patch("sys.argv", ["x", *(f"--{k}={v}" for k, v in arguments.items()),
                                                      path("table.csv")]):
                    runner.main()
                with open(path("list.tsv")) as f:
                    lines = f.read().splitlines()
                more = lines[-1] == "more"
                names += [line.split("\t")[1] for line in lines if line != "more"]
            self.assertEqual(sorted(names), [f"case{i}" for i in range(5)])


class Functions(unittest.TestCase):
    def test_numbers_as_older_numpy_had_them(self):
        info = {**INFO, "input0": {**INFO["input0"], "dtype": "int32"}}
        row = {"input_shapes": "((1,),)", "input_dtypes": "('int32',)", "input_data_ranges": "((3, 3),)",
               "output_shapes": "((1,),)"}
        for shape in ("((1,),)", "((),)"):
            case, data = prepared({**row, "input_shapes": shape}, lambda x, **_: np.full(1, float(int(x)) + x[0]), info)
            self.assertEqual(np.frombuffer(data[case["outputs"][0]["offset"]:], np.float32)[0], 6)

    def test_names_of_functions(self):
        texts = {"table": "__golden__ = {'kernel': {'one': 'f'}}\ndef f(x, **_): return x\n",
                 "class": "__spec__ = {'one': 'C', 'other': 'D'}\nclass C:\n    def golden(x, **_): return x\n"
                          "    tolerance = {'int8': {'standard': 'binary_equal'}, 'float32': {'standard': 'other'}}\n"
                          "class D: pass\n",
                 "none": "x = 1\n", "tool": "from ttk.utilities.dtypes import numpy_to_torch_tensor, numpy_int8\n"}
        found = {}
        for kind, text in texts.items():
            with tempfile.TemporaryDirectory() as folder:
                with open(os.path.join(folder, "golden.py"), "w") as f:
                    f.write(text)
                found[kind] = golden_hooks.Hooks(folder, "one")
        self.assertEqual([k for k, h in found.items() if h.golden], ["table", "class"])
        self.assertEqual(found["class"].exact, ("int8",))

    def test_functions_in_other_files(self):
        with tempfile.TemporaryDirectory() as folder:
            def write(name, text):
                os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
                with open(os.path.join(folder, name), "w") as f:
                    f.write(text)

            write("golden.py", "__golden__ = {'kernel': {'one': 'f'}}\ndef f(x, **_): return x\n")
            write("inputs.py", "__input__ = {'kernel': {'one': 'g'}}\ndef g(x, **_): return [x + 1]\n")
            write("_left_out.py", "__input__ = {'kernel': {'one': 1 / 0}}\n")
            write("another.py", "__input__ = {'kernel': {'two': 1 / 0}}\n")
            hooks = golden_hooks.Hooks(folder, "one")
            self.assertEqual((hooks.golden(1), hooks.input(1)), (1, [2]))
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "one_spec.py"), "w") as f:
                f.write("__spec__ = {'one': 'C'}\nclass C:\n    golden = 'numpy.negative'\n"
                        "    def customize_inputs(x, **_): return (x,)\n")
            self.assertTrue(golden_hooks.has_golden(folder, "one"))
            hooks = golden_hooks.Hooks(folder, "one")
            self.assertEqual((hooks.golden(3), hooks.input(3)), (-3, (3,)))

    def test_functions_of_numpy(self):
        for op, found in (("bitwise_xor", True), ("mod", True), ("one", False), ("array", False)):
            self.assertEqual(golden_hooks.has_golden("/nowhere", op), found)
        self.assertEqual(golden_hooks.Hooks("/nowhere", "mod").golden(np.int32(-7), np.int32(3)), -1)
        self.assertIsNone(golden_hooks.Hooks("/nowhere", "one").golden)

    def list_case(self, shapes, golden):
        info = {**INFO, "input0": {**INFO["input0"], "paramType": "dynamic"}}
        row = {"input_shapes": shapes, "input_dtypes": "('float32', 'float32')", "output_shapes": "((1,),)"}
        return prepared(row, golden, info)

    def test_lists(self):
        def of_list(x, **_):
            return np.array([len(x) + sum(t.shape[0] for t in x)], np.float32)

        def of_each(x, y, **_):
            return np.array([x.shape[0] - y.shape[0]], np.float32)

        for shapes in ("((2,), (3,))", "(((2,), (3,)),)"):  # what the table does not nest comes one by one
            for golden, want in ((of_list, 7), (of_each, -1)):
                case, data = self.list_case(shapes, golden)
                self.assertEqual(np.frombuffer(data[case["outputs"][0]["offset"]:], np.float32)[0], want)
        first = []
        for shapes in ("((2,), (3,))", "(((2,), (3,)),)"):
            self.list_case(shapes, lambda *x, **_: first.append(len(x)) or np.zeros(1, np.float32))
        self.assertEqual(first, [2, 1])

    def test_memory_in_place_of_a_tensor(self):
        seen = []
        case, data = prepared({"output_shapes": "((1,),)"},
                              lambda x, **_: seen.append((x.dtype, x.shape)) or np.zeros(1, np.float32),
                              input=lambda x, **_: [np.arange(8, dtype=np.int64)])
        self.assertEqual(seen, [(np.dtype(np.int64), (8,))])
        at = case["inputs"][0]["offset"]
        self.assertEqual((case["inputs"][0]["dtype"], case["inputs"][0]["shape"]), ("float32", [16]))
        self.assertTrue((np.frombuffer(data[at:at + 64], np.int64) == np.arange(8)).all())
        case, _ = prepared({}, lambda x, **_: x.astype(np.float32), input=lambda x, **_: [np.ones(6, np.int64)])
        self.assertEqual(case["inputs"][0]["shape"], [12])  # the kind of number differs too
        for values in (np.ones((2, 3), np.int64), np.ones(6, np.float64)):
            case, data = prepared({}, lambda x, **_: x, input=lambda x, **_: [values])
            self.assertTrue((np.frombuffer(data[:24], np.float32) == 1).all())

    def test_ranges_and_one_value_for_all(self):
        info = {**INFO, "input0": {**INFO["input0"], "dtype": "int32"}}
        row = {"input_dtypes": "('int32',)", "attributes": "{'x': 5}", "input_data_ranges": "(1, 2)"}
        seen = []
        case, data = prepared(row, lambda x, input_ranges, **_: seen.append(input_ranges) or x, info)
        self.assertEqual((seen, case["attrs"]), ([((1, 2),)], {}))
        self.assertTrue((np.frombuffer(data[:24], np.int32) == 5).all())

    @unittest.skipUnless(importlib.util.find_spec("torch") and importlib.util.find_spec("ml_dtypes"), "no torch")
    def test_torch_takes_types_of_ml_dtypes(self):
        import torch
        golden_hooks.extend_torch()
        for name in ("bfloat16", "float8_e4m3fn"):
            values = np.asarray([1, -2, 0.5]).astype(numpy_type(name))
            for make in (torch.from_numpy, torch.tensor, torch.as_tensor):
                self.assertTrue((make(values).numpy() == values).all())


class Types(unittest.TestCase):
    def test_packed(self):
        if golden_hooks.EXTRA["int4"][0]:
            self.assertEqual(to_bytes(np.asarray([1, -1, 7]).astype(numpy_type("int4")), "int4"), b"\xf1\x07")
            self.assertEqual(byte_count("int4", (3,)), 2)
        self.assertEqual(byte_count("uint1", (3, 6)), 3)
        self.assertEqual(generate("uint1", (3, 6), None, np.random.default_rng(0)).shape, (3,))

    def test_ends_of_ranges(self):
        rng = np.random.default_rng(0)
        for span in ((float("-inf"), float("inf")), (float("nan"), 1e30), (None, None), (5, 5)):
            values = generate("int64", (8,), span, rng)
            self.assertEqual((values.dtype, values.shape), (np.dtype(np.int64), (8,)))
            self.assertTrue(span != (None, None) or abs(values).max() <= 2)
        self.assertTrue((values == 5).all())


if __name__ == "__main__":
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=0).run(
        unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"]))
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed - len(result.skipped)} passed, {failed} failed")
    sys.exit(failed > 0)
