"""`python -m asobiba`: the command, where no script of its name is on the path."""

from asobiba.cli import main

main()
