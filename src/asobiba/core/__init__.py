"""The contract that every game keeps, and what is written once for all of them."""
