"""The types that mypy reads are those of the kernels as they are built."""

from tests.native.stubs import STUB, generated


def test_the_stub_is_that_of_the_built_kernels() -> None:
    assert STUB.read_text(encoding="utf-8") == generated(), "run `make stubs`"
