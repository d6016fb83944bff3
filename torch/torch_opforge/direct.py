"""Calling any aclnn function by name, with tensors, numbers, flags, text, None and lists of integers as arguments:

    out = torch.empty_like(x)
    torch_opforge.aclnn("aclnnRelu", x, out)

The order is that of aclnnXxxGetWorkspaceSize without its last two. The work is queued on the current stream.
"""
import ctypes

import torch

from . import _C

def _function(name):
    address = _C.find(name)
    if not address:
        raise RuntimeError(f"no operator library has {name}; torch_opforge.libraries() lists those that were opened")
    return address


def _error(doing, code):
    read = ctypes.CFUNCTYPE(ctypes.c_char_p)(_C.find("aclGetRecentErrMsg"))
    sentence = (read() or b"no message").decode("utf-8", "replace")
    return RuntimeError(f"{doing}: {sentence} (acl error {code})")


class _Values:
    """The acl objects of one call, ended by close()."""

    def __init__(self):
        self.tensors = []
        self.arrays = []
        self.scalars = []

    def convert(self, value):
        if value is None:
            return ctypes.c_void_p(None)
        if isinstance(value, torch.Tensor):
            made = torch.ops.opforge.describe(value)
            self.tensors.append(made)
            return ctypes.c_void_p(made)
        if isinstance(value, bool):
            return ctypes.c_bool(value)
        if isinstance(value, int):
            return ctypes.c_int64(value)
        if isinstance(value, float):
            return ctypes.c_double(value)
        if isinstance(value, str):
            return ctypes.c_char_p(value.encode())
        if isinstance(value, (list, tuple)) and all(isinstance(item, int) for item in value):
            create = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(ctypes.c_int64), ctypes.c_uint64)(
                _C.find("aclCreateIntArray"))
            made = create((ctypes.c_int64 * len(value))(*value), len(value))
            self.arrays.append(made)
            return ctypes.c_void_p(made)
        if isinstance(value, Scalar):
            made = value.create()
            self.scalars.append(made)
            return ctypes.c_void_p(made)
        raise TypeError(f"an aclnn function cannot be given a {type(value).__name__}")

    def close(self):
        for made in self.tensors:
            torch.ops.opforge.forget(made)
        for made in self.arrays:
            ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(_C.find("aclDestroyIntArray"))(made)
        for made in self.scalars:
            ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(_C.find("aclDestroyScalar"))(made)


class Scalar:
    """An argument of type aclScalar (a plain number is passed as int64_t or double)."""

    def __init__(self, value):
        self.value = value

    def create(self):
        number = ctypes.c_int64(self.value) if isinstance(self.value, int) else ctypes.c_double(self.value)
        acl_type = 9 if isinstance(self.value, int) else 11
        create = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)(_C.find("aclCreateScalar"))
        return create(ctypes.byref(number), acl_type)


def aclnn(name, *arguments):
    """Queues the aclnn function `name`; see the module's text."""
    plan = ctypes.CFUNCTYPE(ctypes.c_int)(_function(name + "GetWorkspaceSize"))
    run = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_void_p, ctypes.c_void_p)(
        _function(name))
    values = _Values()
    try:
        size = ctypes.c_uint64(0)
        executor = ctypes.c_void_p(None)
        given = [values.convert(argument) for argument in arguments]
        plan.argtypes = [type(value) for value in given] + [ctypes.c_void_p, ctypes.c_void_p]
        stream = _C.number("stream")
        code = plan(*given, ctypes.addressof(size), ctypes.addressof(executor))
        if code != 0:
            raise _error(name, code)
        from . import npu
        workspace = torch.empty(max(size.value, 1), dtype=torch.uint8, device=npu.DEVICE)
        code = run(workspace.data_ptr() if size.value else None, size.value, executor, stream)
        _C.set_number("busy", 1)
        if code != 0:
            raise _error(name, code)
    finally:
        values.close()
