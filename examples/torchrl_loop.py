"""A torchrl rollout over a PettingZoo environment of ours, with a masked random policy.

pip install torchrl
python examples/torchrl_loop.py --env asobiba/Othello-v0
"""

import argparse

import pettingzoo
import torch
from torchrl.envs import PettingZooWrapper

import asobiba  # noqa: F401  registers the environments


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--env", default="asobiba/Othello-v0")
    parser.add_argument("--steps", type=int, default=80)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    torch.manual_seed(arguments.seed)
    env = PettingZooWrapper(pettingzoo.make("aec", arguments.env), use_mask=True, device="cpu")
    env.set_seed(arguments.seed)
    steps = env.rollout(arguments.steps)
    (group, *_) = env.group_map
    rewards = steps["next", group, "reward"].sum(dim=0).flatten()
    print(f"{arguments.env}: {len(steps)} steps, rewards {rewards.tolist()}")


if __name__ == "__main__":
    main()
