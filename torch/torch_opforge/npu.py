"""torch.npu: the module of the device "npu" (PyTorch 1.13 calls the device "privateuseone")."""
import sys

import torch

from . import _C

_RENAMED = hasattr(torch.utils, "rename_privateuse1_backend")
DEVICE = "npu" if _RENAMED else "privateuseone"


def init():
    """Nothing to do: the device is set up at first use."""


def is_available():
    return True


def is_initialized():
    return True


def device_count():
    return 1


def current_device():
    return 0


def set_device(device):
    index = device if isinstance(device, int) else (torch.device(device).index or 0)
    if index != 0:
        raise RuntimeError(f"there is NPU 0 only, not {index}")


class device:
    """Context manager; there is one device, so it only checks the number."""

    def __init__(self, index):
        set_device(index)

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        return False


def synchronize(device=None):
    """Waits for everything queued on the NPU. Raises RuntimeError with the kernel's name when one broke a rule."""
    _C.synchronize()


# ---- Streams and events: PyTorch's own classes where they serve any device ------------------------------------------
if _RENAMED:

    def Stream(device=None, priority=0, **kwargs):
        return torch.Stream(device=torch.device("npu", 0), priority=priority)

    def Event(enable_timing=False, **kwargs):
        return torch.Event(device=torch.device("npu", 0), enable_timing=enable_timing)

    def current_stream(device=None):
        return torch.accelerator.current_stream()

    def set_stream(stream):
        torch.accelerator.set_stream(stream)

    class stream:
        """with torch.npu.stream(s): work is queued on s."""

        def __init__(self, chosen):
            self.chosen = chosen

        def __enter__(self):
            self.before = current_stream()
            set_stream(self.chosen)
            return self.chosen

        def __exit__(self, *failure):
            set_stream(self.before)
            return False


# ---- How many cores operators use ------------------------------------------------------------------------------------
_CUBE, _VECTOR, _DEVICE = 0, 1, -1


def _get_limit(whose):
    cube, vector = (_C.number(f"cores.{whose}.{kind}") for kind in (_CUBE, _VECTOR))
    return {"cube_core_num": cube, "vector_core_num": vector}


def _set_limit(whose, cube_num, vector_num):
    for kind, number in ((_CUBE, cube_num), (_VECTOR, vector_num)):
        if number != -1:
            _C.set_number(f"cores.{whose}.{kind}", number)


def get_device_limit(device):
    """The cores that operators may use: {"cube_core_num": 36, "vector_core_num": 72}."""
    set_device(device)
    return _get_limit(_DEVICE)


def set_device_limit(device, cube_num=-1, vector_num=-1):
    """Operators use so many cores from now on; -1 leaves a number as it is. From 1 to what the chip has."""
    set_device(device)
    _set_limit(_DEVICE, cube_num, vector_num)


def get_stream_limit(stream):
    """The same for operators on a stream; without a limit of its own, that of the device."""
    return _get_limit(stream.stream_id)


def set_stream_limit(stream, cube_num=-1, vector_num=-1):
    """Operators on this stream use so many cores, whatever the device's limit is."""
    _set_limit(stream.stream_id, cube_num, vector_num)


def reset_stream_limit(stream):
    """The device's limit counts again for this stream."""
    _C.set_number("reset_cores", stream.stream_id)


# ---- Random numbers --------------------------------------------------------------------------------------------------
def manual_seed(seed):
    _C.set_number("seed", int(seed) & 0x7FFFFFFFFFFFFFFF)


manual_seed_all = manual_seed


def seed():
    manual_seed(torch.seed())


def initial_seed():
    return _C.number("seed")


def get_rng_state(device="npu"):
    return torch.ops.opforge.rng_state()


def set_rng_state(state, device="npu"):
    torch.ops.opforge.set_rng_state(state)


def _is_in_bad_fork():
    return False


# ---- Memory ----------------------------------------------------------------------------------------------------------
def memory_allocated(device=None):
    return _C.number("memory_used")


def max_memory_allocated(device=None):
    return _C.number("memory_peak")


def memory_reserved(device=None):
    return _C.number("memory_used") + _C.number("memory_cached")


def reset_peak_memory_stats(device=None):
    _C.set_number("reset_peak", 1)


def empty_cache():
    _C.set_number("empty_cache", 1)


def get_amp_supported_dtype():
    return [torch.float16, torch.bfloat16]


def is_bf16_supported():
    return True


# ---- Methods ----------------------------------------------------------------------------------------------------------
def _tensor_npu(self, device=None, non_blocking=False, **kwargs):
    """A copy of the tensor on the NPU, or the tensor itself when it is there."""
    return self.to(DEVICE, non_blocking=non_blocking)


def _add_methods_by_hand():
    torch.Tensor.npu = _tensor_npu
    torch.Tensor.is_npu = property(lambda self: self.device.type == DEVICE)
    torch.nn.Module.npu = lambda self, device=None: self._apply(lambda tensor: tensor.npu())


def _register():
    module = sys.modules[__name__]
    if _RENAMED:
        torch.utils.rename_privateuse1_backend("npu")
        torch._register_device_module("npu", module)
        torch.utils.generate_methods_for_privateuse1_backend(for_tensor=True, for_module=True, for_storage=True)
    else:
        torch._register_device_module("privateuseone", module)
        torch.npu = module
        _add_methods_by_hand()
    sys.modules["torch.npu"] = module


_register()
