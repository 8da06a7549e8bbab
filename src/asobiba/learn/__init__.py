"""Learning: prioritised replay, networks, Q-learning, schedules, checkpoints. What is one game's own is in its folder.

Needs the extra `learn`: pip install asobiba[learn]
"""
