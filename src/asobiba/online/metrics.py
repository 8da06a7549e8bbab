"""What the server counts, for Prometheus at /metrics."""

from prometheus_client import Counter, Gauge, Histogram

_MILLISECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
_HELD = (0.001, 0.002, 0.005, 0.0075, 0.01, 0.0125, 0.015, 0.0175, 0.02, 0.025, 0.03, 0.04, 0.05, 0.1, 0.2, 0.5, 1, 5)

sockets = Gauge("asobiba_sockets", "Open WebSocket connections")
rooms = Gauge("asobiba_rooms", "Rooms in memory")
moves = Counter("asobiba_moves", "Moves stored", ["by"])
refusals = Counter("asobiba_refusals", "Messages refused", ["code"])
closed = Counter("asobiba_closed", "Connections closed by the server", ["code"])
ack_seconds = Histogram("asobiba_ack_seconds", "From a message to its acknowledgement", buckets=_MILLISECONDS)
commit_seconds = Histogram("asobiba_commit_seconds", "From an append to its commit", buckets=_MILLISECONDS)
loop_lag_seconds = Histogram("asobiba_loop_lag_seconds", "How late the event loop runs a timer", buckets=_HELD)
loop_held_seconds = Histogram("asobiba_loop_held_seconds", "Work of the event loop between two looks", buckets=_HELD)
work_price = Gauge("asobiba_work_price", "What a second of work costs who asks for it: more while the loop is late")
thinking = Gauge("asobiba_thinking", "Questions that bots are asked now")
fallbacks = Counter("asobiba_bot_fallbacks", "Bot moves that were not the bot's own, and why", ["why"])
failures = Counter("asobiba_failures", "Exceptions that nobody expected", ["where"])
doubts = Counter("asobiba_doubts", "Times that a room had to wait because nobody knew whether a write had happened")
storage_failures = Counter("asobiba_storage_failures", "Questions and writes that the database did not answer", ["of"])
