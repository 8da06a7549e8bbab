"""`python -m tests.native.stubs` writes the types of the built kernels to src/asobiba/_native/_plain.pyi."""

from pathlib import Path

from nanobind.stubgen import StubGen

from asobiba._native import kernels

STUB = Path(__file__).parents[2] / "src" / "asobiba" / "_native" / "_plain.pyi"


def generated() -> str:
    generator = StubGen(kernels)
    generator.put(kernels)
    return f"# Written by `make stubs`.\n{generator.get()}"


if __name__ == "__main__":
    STUB.write_text(generated(), encoding="utf-8")
