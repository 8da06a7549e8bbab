"""Writes the tables of docs/online.md that are in the code: the state, the events, and what each game shows.

python -m tools.docs.online           write them
python -m tools.docs.online --check   fail if they are not what the server says

A table stands between `<!-- table: NAME -->` and the next empty line. The meaning of a field is the text below it in
the source; the page in Japanese has the same rows, translated by hand, which tests/online/test_docs.py compares.
"""

import argparse
import ast
import inspect
import re
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from msgspec import Struct

from asobiba.core.registry import find_game, game_names
from asobiba.online.http.protocol import views_of
from asobiba.online.protocol.events import Event, secrets_of
from asobiba.online.protocol.schema import TOLD
from asobiba.online.protocol.views import StateView

PAGE = Path(__file__).parents[2] / "docs" / "online.md"
WORDS = {int: "number", float: "number", str: "text", bool: "true or false", NoneType: "null"}


def tables() -> dict[str, list[tuple[str, str, str]]]:
    """The rows of each table."""
    views = {
        f"view {name}{' timed' * (way == 'timed')}": list(fields_of(kind, "view."))
        for name in game_names()
        for way, kind in views_of(find_game(name)).items()
        if is_typeddict(kind)  # a game of somebody else may say no more than that it is an object
    }
    return {"state": list(fields_of(StateView, "state.")), "events": list(events()), **views}


def fields_of(kind: type, before: str = "") -> Iterator[tuple[str, str, str]]:
    """Each field with its type and meaning, and those of what is in it."""
    meanings = meanings_of(kind)
    for name, hint in get_type_hints(kind).items():
        if name not in meanings:
            sys.exit(f"{kind.__module__}.{kind.__name__}.{name} has no text below it that says what it means")
        yield f"`{before}{name}`", type_of(hint), meanings[name]
        for inner, path in inside(hint):
            yield from fields_of(inner, f"{before}{name}{path}.")


def inside(hint: Any) -> Iterator[tuple[type, str]]:
    if is_object(hint):
        yield hint, ""
    for part in get_args(hint):
        for inner, path in inside(part) if not isinstance(part, str) else ():
            yield inner, "[]" + path if get_origin(hint) is list else path


def is_object(hint: Any) -> bool:
    return is_typeddict(hint) or (isinstance(hint, type) and issubclass(hint, Struct))


def type_of(hint: Any) -> str:
    """list[int] -> list of number"""
    parts = get_args(hint)
    if hint in WORDS:
        return WORDS[hint]
    if is_object(hint):
        return "object"
    if get_origin(hint) is Literal:
        return ", ".join(f"`{word}`" for word in parts)
    if get_origin(hint) in (Union, UnionType):
        return " or ".join(map(type_of, parts))
    if get_origin(hint) is list:
        return f"list of {type_of(parts[0])}"
    if get_origin(hint) is tuple:
        return f"[{', '.join(map(type_of, parts))}]"
    if get_origin(hint) is dict:
        return f"object, each {type_of(parts[1])}"
    return "anything"


def meanings_of(kind: type) -> dict[str, str]:
    """The texts below the fields of a class and of those that it extends."""
    found: dict[str, str] = {}
    body = ast.parse(inspect.getsource(kind)).body[0]
    assert isinstance(body, ast.ClassDef)
    for base in body.bases:
        known = getattr(inspect.getmodule(kind), base.id, None) if isinstance(base, ast.Name) else None
        if known is not None and is_typeddict(known):
            found |= meanings_of(known)
    for field, text in pairwise(body.body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(text, ast.Expr):
            found[field.target.id] = in_one_line(ast.literal_eval(text.value))
    return found


def in_one_line(text: str) -> str:
    words = " ".join(text.split()).rstrip(".")
    return words if words[1:2].isupper() else words[:1].lower() + words[1:]


def events() -> Iterator[tuple[str, str, str]]:
    for kind in get_args(Event):
        perhaps = TOLD.get(kind.__name__, {})
        fields = [f"`{name}`" for name in kind.__struct_fields__ if name not in (*secrets_of(kind.__name__), *perhaps)]
        fields += [f"`{name}`?" for name in perhaps]
        tag = str(kind.__struct_config__.tag)
        meaning = in_one_line(inspect.cleandoc(kind.__doc__ or ""))
        yield f"`{tag}`", ", ".join(fields), " ".join([meaning, *_notes(kind, fields)])


def _notes(kind: type, fields: list[str]) -> Iterator[str]:
    for name, meaning in meanings_of(kind).items():
        if f"`{name}`" in " ".join(fields):
            yield f"· `{name}`: {meaning}"


def page(text: str) -> str:
    """The page with its tables written anew."""
    for name, rows in tables().items():
        written = "\n".join(f"| {' | '.join(row)} |" for row in rows)
        pattern = re.compile(rf"(<!-- table: {name} -->\n\|[^\n]*\n\|[-|]*\n)(?:\|[^\n]*\n)*")
        found = pattern.search(text)
        if found is None:
            sys.exit(f"docs/online.md has no table <!-- table: {name} -->")
        text = f"{text[: found.start()]}{found[1]}{written}\n{text[found.end() :]}"
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the page is not up to date")
    before = PAGE.read_text(encoding="utf-8")
    after = page(before)
    if not parser.parse_args().check:
        PAGE.write_text(after, encoding="utf-8")
    elif before != after:
        sys.exit("docs/online.md is not what the server says: run python -m tools.docs.online")


if __name__ == "__main__":
    main()
