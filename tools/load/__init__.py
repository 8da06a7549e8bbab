"""What the server carries: thousands of sockets from this machine play real games. `python -m tools.load [--json]`."""
