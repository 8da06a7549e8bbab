"""`python -m asobiba.online`: the server, with settings from the environment or as --port 9000."""

import sys

from asobiba.core.errors import AsobibaError
from asobiba.online.run import run


def main(words: list[str]) -> int:
    names, values = words[::2], words[1::2]
    if len(names) != len(values) or not all(name.startswith("--") for name in names):
        sys.stderr.write("asobiba.online: write settings as --name value, such as --port 9000\n")
        return 2
    try:
        run(**{name[2:].replace("-", "_"): value for name, value in zip(names, values, strict=True)})
    except AsobibaError as error:
        sys.stderr.write(f"asobiba.online: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
