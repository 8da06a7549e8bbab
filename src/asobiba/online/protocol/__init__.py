"""What is said between clients and rooms, and what a room's log says. Needs msgspec and nothing of a server."""
