"""Online play: rooms for every game, on one server or several. `asobiba serve` starts it.

The log of a room is the truth (events.py, table.py); a room decides what a message does to it (decisions.py), stores
that, and only then says so (room.py). A hub holds the rooms of a process (hub.py), sockets and HTTP bring the messages
in (socket.py, api.py), and the words on the wire are in messages.py.
"""
