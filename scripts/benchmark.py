"""Measure random play in 2048: python scripts/benchmark.py --games 1000 --log"""

from asobiba.games.twenty48.benchmark import main

if __name__ == "__main__":
    main()
