"""Values that look like what a JSON Schema asks for, and some that do not: what somebody sends who means no good.

    samples = Samples(random.Random(1), schema["definitions"], {"room": ["k3f9…"]})
    samples.of(schema["said"])      # {"t": "chat", "id": "\u202e", "text": "\x00"}

The luck may be hypothesis' own: what fails is then made small.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

Json = Mapping[str, Any]

HOSTILE: Final = (
    "\x00", "\x00\x00", "a\x00b", "\ud800", "\udfff", "a\udc00", "\ud83d\ude00", "\U0001f600", "\u202e",
    "\u2066a\u2069", "\u200b", "\u200d", "\ufeff", "\ufffd", "\uffff", "\U0010ffff", "\x1b[2J", "\r\n", "\x7f",
    "\x85", "\u2028", "a\u0301", "\u0301", "e" + "\u0300" * 40, "ﷺ", "ß", "İ", "ｶﾞ", "각", "é" * 40, "%00", "%ED%A0%80",
    "\\u0000", "\\", '"', "'", "' OR 1=1 --", "<script>", "{}", "[]", "../..", "%s%n", "${x}", "=,:", "random:seed=",
    "-1", "1e400",
)  # fmt: skip
"""Nul, halves of pairs, marks that turn or hide text, towers of accents, and what other languages take for orders."""
PLAIN: Final = (
    "",
    " ",
    "0",
    "a",
    "d3",
    "pass",
    "up",
    "random",
    "greedy:noise=1",
    "minimax:depth=1",
    "Ann",
    "ねえ",
    "draw",
)
NUMBERS: Final = (
    0, 1, 2, 3, 15, 16, 64, 255, 256, 2**31 - 1, 2**31, 2**53, 2**53 + 1, 2**63, 2**64, 10**30, -1, -(2**63),
    0.5, -0.0, 1e-300, 1e308,
)  # fmt: skip


class Samples:
    """`known` has values by the name of the field that takes them: what exists leads further than what does not."""

    def __init__(
        self, luck: random.Random, definitions: Json, known: Mapping[str, Sequence[Any]], odd: float = 0.05
    ) -> None:
        self.luck, self.known, self.odd = luck, known, odd
        self._definitions = definitions

    def of(self, schema: Json, name: str = "") -> Any:
        """One that fits, most of the time: of the texts many are hostile, and some values are of another type."""
        if self.luck.random() < self.odd:
            return self.anything()
        if self.known.get(name) and self.luck.random() < 0.7:
            return self.luck.choice(self.known[name])
        if "$ref" in schema:
            return self.of(self._definitions[schema["$ref"].rpartition("/")[2]], name)
        for choices in ("anyOf", "oneOf"):
            if choices in schema:
                return self.of(self.luck.choice(schema[choices]), name)
        if "enum" in schema:
            return self.luck.choice(schema["enum"])
        return self._of_type(schema, name)

    def _of_type(self, schema: Json, name: str) -> Any:
        match schema.get("type"):
            case "string":
                return self.text(schema.get("minLength", 0), schema.get("maxLength", 100))
            case "integer" | "number":
                return self._number(schema)
            case "boolean":
                return self.luck.random() < 0.5
            case "null":
                return None
            case "array":
                count = self.luck.randint(schema.get("minItems", 0), min(schema.get("maxItems", 8), 60))
                return [self.of(schema.get("items") or {}, name) for _ in range(count)]
            case "object":
                return self._object(schema)
            case _:
                return self.anything()

    def _object(self, schema: Json) -> dict[str, Any]:
        needed = schema.get("required", ())
        fields = schema.get("properties", {})
        made = {
            name: self.of(inside, name)
            for name, inside in fields.items()
            if self.luck.random() < (0.98 if name in needed else 0.4)
        }
        if more := schema.get("additionalProperties"):
            inside = more if isinstance(more, dict) else {}
            named = [*self.known.get("option", ()), "0", "1", "2", ""]
            for _ in range(self.luck.randrange(4)):
                made[self.luck.choice(named) if self.luck.random() < 0.8 else self.text()] = self.of(inside)
        elif self.luck.random() < self.odd:
            made[self.text()] = self.anything()
        return made

    def _number(self, schema: Json) -> Any:
        low, high = schema.get("minimum", 0), schema.get("maximum", 1000)
        if self.luck.random() < 0.1:
            return self.luck.choice(NUMBERS)
        number = self.luck.randint(int(low), int(min(high, low + 1000)))
        return number + 0.5 if schema["type"] == "number" and self.luck.random() < 0.5 else number

    def text(self, least: int = 0, most: int = 100) -> str:
        """Sometimes too short or too long."""
        parts = [
            self.luck.choice(HOSTILE if self.luck.random() < 0.5 else PLAIN) for _ in range(self.luck.randint(1, 3))
        ]
        made = "".join(parts)
        if self.luck.random() < 0.1:
            made = (made or "x") * (most // max(1, len(made)) + 1)
        if self.luck.random() < 0.95:
            made = (made + "x" * least)[: max(most, 1)] if len(made) < least else made[:most]
        return made

    def anything(self, depth: int = 0) -> Any:
        kind = self.luck.randrange(6 if depth < 3 else 4)
        if kind == 0:
            return self.luck.choice((None, True, False))
        if kind == 1:
            return self.luck.choice(NUMBERS)
        if kind in (2, 3):
            return self.text()
        inside = [self.anything(depth + 1) for _ in range(self.luck.randrange(4))]
        return inside if kind == 4 else {self.text(): value for value in inside}
