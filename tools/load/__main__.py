"""Measure what the server carries, beside its bars: python -m tools.load --only P1,P3 --seconds 30"""

import argparse
import sys
from collections.abc import Callable

from asobiba.cli.bench import show_rows
from asobiba.cli.parameters import write_json
from asobiba.cli.screen import Screen
from asobiba.cli.texts import language
from asobiba.core.errors import AsobibaError
from tools.load.bars import Load
from tools.load.run import BARS, online_report


def main() -> None:
    load = Load()
    parser = argparse.ArgumentParser(prog="python -m tools.load", description="Measure what the server carries.")
    parser.add_argument("--only", help=f"bars, such as P1,P3; by default all: {', '.join(BARS)}")
    parser.add_argument(
        "--seconds", type=within(float, 3600), default=load.seconds, help="how long a bar is measured [%(default)s]"
    )
    parser.add_argument(
        "--frames", type=within(int, 10**9), default=load.frames, help="of fuzz, on each database [%(default)s]"
    )
    parser.add_argument(
        "--requests", type=within(int, 10**9), default=load.requests, help="of fuzz, over HTTP [%(default)s]"
    )
    parser.add_argument("--json", action="store_true", help="one line of JSON on stdout")
    asked = parser.parse_args()
    only = [] if asked.only is None else asked.only.split(",")
    amounts = Load(seconds=asked.seconds, frames=asked.frames, requests=asked.requests)
    try:
        report = online_report(only, amounts, lambda line: sys.stderr.write(f"{line}\n"))
    except AsobibaError as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        sys.exit(130)
    if asked.json:
        write_json(report.as_json())
    else:
        show_rows(report.rows(), Screen.on_stdout(language(None)))


def within(kind: Callable[[str], float], most: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        number = kind(text)
        if not 1 <= number <= most:
            raise argparse.ArgumentTypeError(f"{text}: allowed is 1 to {most:g}")
        return number

    return read


if __name__ == "__main__":
    main()
