"""Arrays for kernels to write into, from call to call and while other threads run."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba._native import kernels


def lasting(shape: int | tuple[int, ...], dtype: Any) -> NDArray[Any]:
    """Zeros that nobody can resize or free while an array shows them."""
    kind = np.dtype(dtype)
    size = math.prod(shape) if isinstance(shape, tuple) else shape
    zeros: NDArray[Any] = np.asarray(kernels.Memory(size * kind.itemsize)).view(kind)
    return zeros.reshape(shape)


def lasting_copy(array: NDArray[Any]) -> NDArray[Any]:
    copied = lasting(array.shape, array.dtype)
    copied[...] = array
    return copied
