"""`python -m asobiba.games.othello`: the game of specification 003 in the console."""

import os
import sys

from asobiba.games.othello.specification import main

if __name__ == "__main__":
    try:
        main()
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has gone. Python would complain once again when it closes stdout, so close it on nothing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
