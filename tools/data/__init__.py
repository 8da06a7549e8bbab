"""What makes the data of the games: openings, weights and the figures in their sources."""
