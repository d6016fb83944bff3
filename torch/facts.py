"""Prints what the Makefile must know about the Python that runs this, one NAME=value a word."""
import os
import sysconfig

os.environ["TORCH_DEVICE_BACKEND_AUTOLOAD"] = "0"
import torch  # noqa: E402
from torch.utils import cpp_extension  # noqa: E402

new = int(torch.__version__.split(".")[0]) >= 2
for folder in cpp_extension.include_paths():
    print(f"INCLUDE={folder}")
for folder in cpp_extension.library_paths():
    print(f"LIBDIR={folder}")
print(f"PYINCLUDE={sysconfig.get_paths()['include']}")
print(f"SUFFIX={sysconfig.get_config_var('EXT_SUFFIX')}")
print(f"ABI={int(torch.compiled_with_cxx11_abi())}")
print(f"STD={'c++20' if new else 'c++17'}")
