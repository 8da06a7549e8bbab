"""What a game must keep, in sentences: the checks behind `asobiba check GAME` and the tests of every game.

A check is a function of a game and its options that yields a sentence for everything that is wrong.
"""
