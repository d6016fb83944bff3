"""Shared by the tests of the PyTorch device."""
import torch

import torch_opforge

DEVICE = torch_opforge.npu.DEVICE
NEW = DEVICE == "npu"  # PyTorch 2: the device has its name


def move(tensor):
    """A copy on the NPU that lies in its storage as the tensor does in its own: .to() would close the gaps."""
    if tensor.numel() == 0:
        return tensor.detach().to(DEVICE)
    count = tensor.storage().nbytes() // tensor.element_size()
    whole = torch.as_strided(tensor.detach(), (count,), (1,), 0).to(DEVICE)
    return torch.as_strided(whole, tensor.shape, tensor.stride(), tensor.storage_offset())


def to_npu(value):
    """Tensors in a nested structure, on the NPU."""
    if isinstance(value, torch.Tensor):
        return move(value).requires_grad_() if value.requires_grad else move(value)
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


def reference(function, arguments):
    """The CPU's result, by way of float32 where this PyTorch's CPU does not have the type."""
    try:
        return function(*arguments)
    except RuntimeError as error:
        if "not implemented for" not in str(error):
            raise
    types = [a.dtype for a in arguments if isinstance(a, torch.Tensor)]
    return function(*(a.float() if isinstance(a, torch.Tensor) else a for a in arguments)).to(types[0])


def both(test, function, *arguments):
    """function on the NPU gives what it gives on the CPU."""
    wanted = reference(function, arguments)
    got = function(*to_npu(arguments))
    if isinstance(wanted, (torch.Tensor, list, tuple)):
        same(test, got, wanted)
    else:
        test.assertEqual(got, wanted)
