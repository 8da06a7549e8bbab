"""The games in the shapes that other libraries expect: one adaptor each, for every game."""
