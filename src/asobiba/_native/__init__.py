"""Fast twins of the rulebooks, in C++ (sources in native/).

The kernels are built for any processor and, on x86-64, once more for those with AVX2 and BMI2; the faster one that runs
here is used. ASOBIBA_NATIVE=plain asks for the other.
"""

import os
from importlib import import_module
from typing import Any


def _chosen() -> Any:
    plain = import_module("asobiba._native._plain")
    if os.environ.get("ASOBIBA_NATIVE") != "plain" and plain.has_avx2():
        return import_module("asobiba._native._avx2")
    return plain


kernels: Any = _chosen()
"""The module with the classes OthelloBatch, OthelloRules, ..."""
build: str = kernels.__name__.rpartition("._")[2]
"""`plain` or `avx2`."""
