"""MaskablePPO of sb3-contrib learns a game against a random opponent. No glue: the masks are where it looks.

pip install sb3-contrib
python examples/masked_ppo.py --env asobiba/Otrio2-v0 --steps 50000
"""

import argparse

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy

import asobiba  # noqa: F401  registers the environments


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--env", default="asobiba/Otrio2-v0")
    parser.add_argument("--steps", type=int, default=50_000)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    torch.set_num_threads(1)
    env = gymnasium.make(arguments.env, illegal="raise")
    model = MaskablePPO("MultiInputPolicy", env, n_steps=512, batch_size=128, seed=arguments.seed, device="cpu")
    before, _ = evaluate_policy(model, env, n_eval_episodes=arguments.games, warn=False)
    model.learn(arguments.steps)
    after, _ = evaluate_policy(model, env, n_eval_episodes=arguments.games, warn=False)
    print(f"{arguments.env}: mean result {before:.2f} before, {after:.2f} after {arguments.steps} steps")


if __name__ == "__main__":
    main()
