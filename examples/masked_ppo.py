"""MaskablePPO of sb3-contrib learns a game against a random opponent. No glue: the masks are where it looks.

pip install sb3-contrib
python examples/masked_ppo.py --env asobiba/Otrio2-v0 --steps 50000
python examples/masked_ppo.py --env asobiba/Twenty48-v0 --reward log --steps 500000 --parts 10 --curve curve.png
"""

import argparse
import time
from pathlib import Path
from statistics import fmean
from typing import Any

import gymnasium
import torch
from matplotlib.figure import Figure
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.env_util import make_vec_env

import asobiba  # noqa: F401  registers the environments


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--env", default="asobiba/Otrio2-v0")
    parser.add_argument("--reward", default="score", help="what it learns by; it is judged by the score")
    parser.add_argument("--steps", type=int, default=50_000)
    parser.add_argument("--parts", type=int, default=1, help="it is judged after each")
    parser.add_argument("--games", type=int, default=100, help="by which it is judged")
    parser.add_argument("--curve", type=Path, help="a picture of the judgements")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    torch.set_num_threads(1)
    settings = {"illegal": "raise", "reward": arguments.reward}
    learning = make_vec_env(arguments.env, n_envs=8, env_kwargs=settings)
    judging = gymnasium.make(arguments.env, illegal="raise")
    model = MaskablePPO("MultiInputPolicy", learning, n_steps=128, batch_size=256, seed=arguments.seed, device="cpu")
    curve = [(0, mean_score(model, judging, arguments.games))]
    for _ in range(arguments.parts):
        model.learn(arguments.steps // arguments.parts, reset_num_timesteps=False)
        curve.append((model.num_timesteps, mean_score(model, judging, arguments.games)))
        print(f"{curve[-1][0]} steps, {time.process_time():.0f} s of CPU: mean result {curve[-1][1]:.2f}", flush=True)
    print(f"{arguments.env}: mean result {curve[0][1]:.2f} before, {curve[-1][1]:.2f} after {curve[-1][0]} steps")
    if arguments.curve:
        draw(curve, arguments.env, arguments.curve)


def mean_score(model: MaskablePPO, env: Any, games: int) -> float:
    """As it plays when it explores: the moves that it finds best, always played, get stuck less luckily."""
    results, _ = evaluate_policy(
        model, env, n_eval_episodes=games, deterministic=False, return_episode_rewards=True, warn=False
    )
    return fmean(results)  # type: ignore[arg-type]  # a list, with return_episode_rewards


def draw(curve: list[tuple[int, float]], env: str, path: Path) -> None:
    figure = Figure(figsize=(6, 3.5), layout="constrained")
    axes = figure.subplots()
    axes.plot(*zip(*curve, strict=True), marker=".")
    axes.set(title=f"MaskablePPO, {env}", xlabel="steps", ylabel="mean result")
    figure.savefig(path)


if __name__ == "__main__":
    main()
