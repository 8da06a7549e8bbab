"""Othello's engine: the search of native/othello with learned patterns.

from asobiba.games.othello.engine.engine import Engine

engine = Engine(level=12, threads=2)
engine.choose(position)                        # a move of its level, drawn with `seed` where the level errs
engine.analyse(position).moves                 # every move in discs
for finding in engine.deepen(position): ...    # while it thinks; `cancel` from any thread
engine.solve(position).discs                   # to the end of the game
engine.solve_all(positions).scores             # by the thousand, as labels
"""
