"""Look ahead and come back: positions are saved, copied and restored, dice included.

python examples/save_and_restore.py
"""

import gymnasium

from asobiba.envs.gym import GameEnv


def main() -> None:
    env = gymnasium.make("asobiba/Twenty48-v0").unwrapped
    assert isinstance(env, GameEnv)
    env.reset(seed=4)

    # 1. A clone plays on by itself: the four moves of this position, each tried in a copy.
    for action, name in enumerate(["up", "right", "down", "left"]):
        if env.action_masks()[action]:
            _, reward, *_ = env.clone().step(action)
            print(f"{name}: +{reward:g}")

    # 2. Bytes can be stored anywhere and come back with the same luck.
    saved = env.get_state()
    action = int(env.action_masks().argmax())
    first = env.step(action)[0]["observation"]
    env.set_state(saved)
    again = env.step(action)[0]["observation"]
    print(f"{len(saved)} bytes; the same tile appeared again: {bool((first == again).all())}")

    # 3. A position in the game's own notation begins a game anywhere.
    env.reset(options={"position": "1024.1024.0.0/0.0.0.0/0.0.0.0/2.0.0.0"})
    env.step(3)
    print(env.state)


if __name__ == "__main__":
    main()
