"""Wheel or installation of torch_opforge; the Makefile beside builds it. From build.sh --torch_extension, or by hand:

    OPFORGE_OUT=out OPFORGE_BUILD=build python3 -m pip wheel --no-build-isolation --no-deps -w DIR ./torch

The wheel brings opforge's libraries and chip descriptions along; operators come from where the environment says, or
from the build folder named when it was made."""
import os
import shutil
import subprocess
import sys

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.environ.get("OPFORGE_ROOT", os.path.dirname(HERE))
OUT = os.path.abspath(os.environ.get("OPFORGE_OUT", os.path.join(ROOT, "out")))
BUILD = os.path.abspath(os.environ.get("OPFORGE_BUILD", os.path.join(ROOT, "build")))


class BuildWithMake(build_py):
    def run(self):
        import torch
        folder = os.path.join(OUT, "torch", torch.__version__)
        subprocess.check_call(["make", "-C", os.path.join(ROOT, "torch"), f"PYTHON={sys.executable}", f"ROOT_OUT={OUT}",
                               f"OUT={folder}", f"BUILD={BUILD}"])
        target = os.path.join(self.build_lib, "torch_opforge")
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(os.path.join(folder, "torch_opforge"), target, ignore=shutil.ignore_patterns("__pycache__"))
        os.makedirs(os.path.join(target, "lib"))
        for name in ("libascendcl.so", "libnnopbase.so", "libopforge_host.so"):
            shutil.copy2(os.path.join(OUT, "lib", name), os.path.join(target, "lib"))
        shutil.copytree(os.path.join(ROOT, "sdk", "soc"), os.path.join(target, "soc"))


def version():
    """A build serves one version of PyTorch, so the name of its wheel says which."""
    import torch
    return "0.1.0+torch" + ".".join(torch.__version__.split(".")[:2])


class BinaryDistribution(Distribution):
    def has_ext_modules(self):
        return True


setup(
    name="torch_opforge",
    version=version(),
    description="PyTorch device for the emulated NPU of opforge",
    license="Apache-2.0",
    packages=["torch_opforge"],
    cmdclass={"build_py": BuildWithMake},
    distclass=BinaryDistribution,
    python_requires=">=3.8",
    entry_points={"torch.backends": ["torch_opforge = torch_opforge:_autoload"]},
)
