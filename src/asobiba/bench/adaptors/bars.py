"""What each game must reach, in the units of its row. A game that is not listed has no bars."""

RANDOM_PLAY = {"othello": 15e6, "twenty48": 20e6, "otrio": 25e6, "coppit": 3e6, "puyo": 2e6}
"""Moves a second inside the kernel, one core."""
PERFT = {"othello": 250e6}
"""Leaves a second, the last ply counted."""
VECTOR = {"puyo": 1.4e6, "otrio": 3e6, "coppit": 1.5e6}
"""Steps a second of the vector environment; a joint step of two simultaneous players is two."""
SINGLE = {"othello": 150e3, "twenty48": 150e3, "otrio": 150e3}
"""Steps a second through gymnasium.Env."""
MEMORY = 4096
"""Bytes of a game in a batch."""
LONG_CHAIN = {"puyo": 1.0}
"""Microseconds to resolve a chain of 19."""
