"""What is measured of single games: their bars, their peers, what only they have."""
