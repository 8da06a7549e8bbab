"""The dice of the kernels, in Python: the twin of native/common/dice.hpp, for searches that must draw the same."""

from dataclasses import dataclass

_BITS = 2**64 - 1


@dataclass(slots=True)
class Dice:
    """The generator splitmix64: eight bytes of state, and any seed is a good one."""

    state: int = 0

    @classmethod
    def of(cls, seed: int, index: int = 0) -> "Dice":
        """Those of game `index` among many with one seed."""
        dice = cls(cls(seed & _BITS).next() ^ (index * 0xD1342543DE82EF95 & _BITS))
        dice.next()
        return dice

    def next(self) -> int:
        """64 bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _BITS
        mixed = self.state
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 & _BITS
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & _BITS
        return mixed ^ (mixed >> 31)

    def below(self, count: int) -> int:
        """0 .. count-1."""
        return ((self.next() >> 32) * count) >> 32

    def share(self) -> float:
        """From 0 up to, but not including, 1."""
        return (self.next() >> 11) * 2.0**-53
