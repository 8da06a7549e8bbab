"""How fast we are, with the peers beside us in the same run. `asobiba bench kernels|envs [--peers] [--json]`."""
