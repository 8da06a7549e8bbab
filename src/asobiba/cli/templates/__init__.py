"""What `asobiba new` writes: games that play, called mygame until they have a name."""
