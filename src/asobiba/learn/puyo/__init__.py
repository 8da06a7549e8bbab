"""Puyo learned by self-play (specification 001): players, opponents, curriculum, training, evaluation."""
