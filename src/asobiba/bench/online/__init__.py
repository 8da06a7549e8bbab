"""What the server carries: thousands of sockets from this machine play real games. `asobiba bench online [--json]`."""
