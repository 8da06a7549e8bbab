"""Fast twins of the rulebooks, in C++ (sources in native/).

The kernels are built for any processor and, on x86-64, once more for those with AVX2 and BMI2; the faster one that runs
here is used. ASOBIBA_NATIVE=plain asks for the other. Both have the types of _plain.pyi, which `make stubs` writes.
"""

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from asobiba._native import _plain as kernels
else:
    from asobiba._native import _plain

    if os.environ.get("ASOBIBA_NATIVE") != "plain" and _plain.has_avx2():
        from asobiba._native import _avx2 as kernels
    else:
        kernels = _plain

build: str = kernels.__name__.rpartition("._")[2]
"""`plain` or `avx2`."""

__all__ = ["build", "kernels"]
