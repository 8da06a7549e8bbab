"""Speeds of what is no part of `asobiba bench`: rulebooks, pictures, pages and single functions of a game."""
