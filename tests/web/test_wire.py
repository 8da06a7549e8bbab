"""web/src/wire.ts is what the server says."""

import subprocess
import sys

from tests.web.node import ROOT


def test_the_types_of_the_wire_have_not_drifted() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tools.web.wire", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
