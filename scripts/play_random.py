"""Show a game of 2048 that is played at random: python scripts/play_random.py --seed 1"""

from asobiba.games.twenty48.play_random import main

if __name__ == "__main__":
    main()
