"""Online play: rooms for every game, on one server or several. `asobiba serve` starts it.

The log of a room is the truth about it; a room decides what a message does, stores that, and only then says so.

    http       sockets, the HTTP API and the pages: they bring the messages in       client   for programs that play
    rooms      what a message does to a table, who is there, time; the hub holds the rooms of a process
    store · bots · cluster     the database; processes that think; other servers
    protocol   the words on the wire and in the log

Arrows point down. settings.py and metrics.py are for all but the protocol and the client.
"""
