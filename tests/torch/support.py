"""Shared by the tests of the PyTorch device."""
import torch

import torch_opforge

DEVICE = torch_opforge.npu.DEVICE
NEW = DEVICE == "npu"  # PyTorch 2: the device has its name


def to_npu(value):
    """Tensors in a nested structure, on the NPU."""
    if isinstance(value, torch.Tensor):
        moved = value.detach().to(DEVICE)
        return moved.requires_grad_() if value.requires_grad else moved
    if isinstance(value, (list, tuple)):
        return type(value)(to_npu(item) for item in value)
    return value


def to_cpu(value):
    if isinstance(value, torch.Tensor):
        return value.cpu()
    if isinstance(value, (list, tuple)):
        return tuple(to_cpu(item) for item in value)
    return value


def tensors_of(value):
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, (list, tuple)):
        return [tensor for item in value for tensor in tensors_of(item)]
    return []


def same(test, got, wanted):
    """got (on the NPU) is what the CPU made, under torch.testing's tolerances."""
    for tensor in tensors_of(got):
        test.assertEqual(tensor.device.type, DEVICE)
    torch.testing.assert_close(to_cpu(got), wanted, equal_nan=True, check_stride=False)


def both(test, function, *arguments):
    """function on the NPU gives what it gives on the CPU."""
    wanted = function(*arguments)
    got = function(*to_npu(arguments))
    if isinstance(wanted, (torch.Tensor, list, tuple)):
        same(test, got, wanted)
    else:
        test.assertEqual(got, wanted)
