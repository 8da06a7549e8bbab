"""Several processes: who has a room, and the way to it."""
