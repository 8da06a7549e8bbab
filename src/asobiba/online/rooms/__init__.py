"""Rooms and what happens in them."""
