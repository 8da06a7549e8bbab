"""Ctrl-C and what must not be left half done."""

import signal

import pytest

from asobiba.cli.interrupts import unbroken


def test_ctrl_c_waits_for_the_end_of_what_is_unbroken() -> None:
    done, before = list[str](), signal.getsignal(signal.SIGINT)

    def interrupted() -> None:
        with unbroken():
            signal.raise_signal(signal.SIGINT)
            done.append("all of it")

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert done == ["all of it"]
    assert signal.getsignal(signal.SIGINT) == before


def test_an_error_goes_its_way() -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(ZeroDivisionError), unbroken():
        _ = 1 / 0

    assert signal.getsignal(signal.SIGINT) == before


def test_who_ignores_ctrl_c_still_does() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with unbroken():
            signal.raise_signal(signal.SIGINT)
            assert signal.getsignal(signal.SIGINT) != signal.default_int_handler
        assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
