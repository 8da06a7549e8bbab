"""The five documents that the project was built from, and the names in them.

The documents are not part of this repository. Where they lie beside the working copy, the tests read the names, the
code blocks and the examples out of them; elsewhere those tests are not collected.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from textwrap import dedent

FOLDER = Path(__file__).parents[3] / "shared" / "seeds"
GAMES = {"000": "otrio", "001": "puyo", "002": "coppit", "003": "othello", "004": "twenty48"}

FENCE = re.compile(r"^[> ]*```(\w*)\n(.*?)^[> ]*```$", re.DOTALL | re.MULTILINE)
SPAN = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"https?://\S+")
IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
CALL_IN_A_TABLE = re.compile(r"^\| ?(\w+)\(([\w, ]*)\)", re.MULTILINE)
SNAKE = re.compile(r"\b(?:[A-Za-z0-9]+_)+[A-Za-z0-9]+\b")
FILE = re.compile(r"\b\w+\.(?:py|json|md|toml)\b")


def is_here() -> bool:
    return FOLDER.is_dir()


@cache
def text_of(number: str) -> str:
    (path,) = FOLDER.glob(f"*-{number}_*.txt")
    return path.read_text(encoding="utf-8")


def blocks(number: str, language: str = "python") -> list[str]:
    """The code blocks of a document, without the quotation marks of a quoted block."""
    found = [block for tag, block in FENCE.findall(text_of(number)) if tag == language]
    return [dedent(re.sub(r"^> ?", "", block, flags=re.MULTILINE)) for block in found]


def names_of(number: str) -> set[str]:
    """The names that a document gives to files, classes, functions, parameters, attributes, keys and settings."""
    text = LINK.sub("", text_of(number))
    prose = FENCE.sub("", text)
    found = {name for block in blocks(number) for name in names_in_code(ast.parse(block))}
    for span in [*SPAN.findall(prose), *(" ".join(call) for call in CALL_IN_A_TABLE.findall(prose))]:
        found |= set(IDENTIFIER.findall(FILE.sub("", span)))
    for block in [prose, *blocks(number, "text"), *blocks(number, "")]:
        found |= {*SNAKE.findall(FILE.sub("", block)), *FILE.findall(block)}
    return {name for name in found if not name.isdigit() and not name.startswith("__")}


def names_in_code(tree: ast.AST) -> Iterator[str]:
    """All but what is local to one function."""
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.arg(arg=name, annotation=annotation):
                yield name
                yield from (each.id for each in ast.walk(annotation or node) if isinstance(each, ast.Name))
            case ast.keyword(arg=str(name)) | ast.Attribute(attr=name):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.Call(func=ast.Name(id=name)):
                yield name
            case ast.Subscript(slice=ast.Constant(value=str(name))):
                yield name
            case ast.Call(func=ast.Attribute(attr="get"), args=[ast.Constant(value=str(name)), *_]):
                yield name
            case ast.Dict(keys=keys):
                yield from (key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str))
            case ast.Module(body=body):
                yield from (
                    target.id
                    for each in body
                    if isinstance(each, ast.Assign)
                    for target in each.targets
                    if isinstance(target, ast.Name) and target.id.isupper()
                )
