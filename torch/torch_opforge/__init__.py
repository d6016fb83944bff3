"""The emulated NPU as a PyTorch device: `import torch, torch_opforge`, then `tensor.npu()`.

torch.npu (also torch_opforge.npu) is the device's module. torch_opforge itself adds what only this backend has:

    fallbacks()       operators that ran on the CPU: {name: (times, last reason)}
    native_calls()    aclnn functions that were called: {name: times}
    libraries()       operator libraries in use
    allow_fallback(b) whether operators may run on the CPU (also: OPF_TORCH_NO_FALLBACK=1)
    measure_phases(b) whether phases() sums up where the time of calls goes
    phases()          {phase: (seconds, times)}: plan, tiling (within plan), launch, kernel (within launch or wait), wait,
                      host (operators on the CPU)
    aclnn(name, ...)  call any aclnn function by name
"""
import os as _os

import torch as _torch

from . import _where


def _kernel_folder(chip):
    """Where build.sh put kernels for a chip: folders have short names, which full names ("Ascend950PR_950z") begin with."""
    binary = _os.path.join(_where.BUILD, "binary")
    names = [n for n in (_os.listdir(binary) if _os.path.isdir(binary) else ()) if chip.lower().startswith(n)]
    folder = _os.path.join(binary, max(names, key=len, default=""), "bin")
    return folder if names and _os.path.isdir(folder) else None


def _set_default_package():
    """Without any place named in the environment, operators are those that build.sh made."""
    for chips in (_os.path.join(_os.path.dirname(__file__), "soc"), _where.CHIPS):
        if _os.path.isdir(chips):
            _os.environ.setdefault("OPF_SOC_PATH", chips)
    if any(_os.environ.get(name) for name in ("ASCEND_OPP_PATH", "ASCEND_CUSTOM_OPP_PATH", "OPF_KERNEL_PATH")):
        return
    opp = _os.path.join(_where.BUILD, "opp")
    kernels = _kernel_folder(_os.environ.get("OPF_SOC") or "ascend950")
    if kernels:
        _os.environ["OPF_KERNEL_PATH"] = kernels
        _os.environ.setdefault("OPF_OPAPI_PATH", _where.BUILD)
    elif _os.path.isdir(opp):
        _os.environ["ASCEND_OPP_PATH"] = opp


_set_default_package()

from . import _C  # noqa: E402  registers the device with PyTorch
from . import npu  # noqa: E402
from .direct import Scalar, aclnn  # noqa: E402


def fallbacks():
    """Operators that ran on the CPU so far: {"aten::mm.out": (3, "why the aclnn function was not used")}."""
    lines = (line.split("\t") for line in _C.report("fallback").splitlines())
    return {name: (int(times), reason) for name, times, reason in lines}


def native_calls():
    """aclnn functions that were queued so far: {"aclnnRelu": 2}."""
    counts = {}
    for line in _C.report("native").splitlines():
        name, times = line.split("\t")
        counts[name] = counts.get(name, 0) + int(times)
    return {name: times for name, times in counts.items() if times}


def reset_fallbacks():
    """Forget what fallbacks() lists."""
    _C.set_number("reset_fallback", 1)


def allow_fallback(allowed=True):
    """Whether an operator without aclnn function may run on the CPU. When not, it raises."""
    _C.set_number("fallback_allowed", int(allowed))


def measure_phases(on=True):
    """Start summing up the time of each phase of calls anew, or stop. Costs two readings of the clock a phase."""
    _C.set_number("clear_phases", 1)
    _C.set_number("phases", int(on))


def phases():
    """Sums since measure_phases(): {"plan": (seconds, times), ...}. Taken over all threads."""
    lines = (line.split("\t") for line in _C.report("phases").splitlines())
    return {name: (int(ns) / 1e9, int(times)) for name, ns, times in lines}


def libraries():
    """The operator libraries that are searched for aclnn functions, with what went wrong if one was not opened."""
    return _C.report("libraries").splitlines()


def _autoload():
    """Entry point of torch.backends: importing this module was all."""
