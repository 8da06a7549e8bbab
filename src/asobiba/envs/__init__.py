"""The games in the shapes that other libraries expect: one adaptor each, for every game.

`import asobiba` registers them: gymnasium.make("asobiba/Othello-v0"), gymnasium.make_vec(...),
pettingzoo.make("aec", "asobiba/Othello-v0") and pettingzoo.make("parallel", ...). Neither library is imported for it.
Both come with the extra `envs`; `Batch` does without them.
"""

from typing import TYPE_CHECKING, Any

from asobiba.envs.registration import environments, register_environments

if TYPE_CHECKING:
    from asobiba.envs.batch import Batch
else:

    def __getattr__(name: str) -> Any:
        """The batch brings numpy and the kernels, for which whoever plays at the terminal need not wait."""
        if name != "Batch":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from asobiba.envs.batch import Batch

        return Batch


__all__ = ["Batch", "environments", "register_environments"]
