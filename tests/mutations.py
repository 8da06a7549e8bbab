"""Files as they become by accident or by malice: bytes, texts and archives that are no longer what they were.

Everything is drawn from a seeded generator, so that a case that breaks something is named by its number.
"""

import io
import random
import re
import struct
import zipfile
from collections.abc import Callable

import numpy as np

NUMBERS = (
    *("0", "-1", "1e999", "-1e308", "1e-320", "9" * 400, "18446744073709551616", "-9223372036854775809", "4294967295"),
    *("NaN", "Infinity", "true", "null", '"x"', '"\\ud800"', '"\\u0000"', "[]", "{}", "[[1]]", "0.5", "4096", "65536"),
)
DEEP = ("[" * 100_000, '{"a":' * 5_000 + "1" + "}" * 5_000, "[" * 3_000 + "]" * 3_000, "[" * 200 + "]" * 200)
SHAPES = ("1099511627776,", "4, 1099511627776", "-1,", "9223372036854775807, 2", "0, 99999999999", "1, 1", "", "2.5,")
KINDS = ("<f8", "<f4", "<f2", "<i8", "<i4", "|u1", "|b1", "|O", "<c16", "<U9", "|V1000000000", ">f4", "(9999999,)f4")


def bytes_of(whole: bytes, dice: random.Random) -> bytes:
    """Bits flipped, ends cut off, pieces moved, repeated or replaced."""
    found = bytearray(whole)
    for _ in range(dice.choice((1, 1, 1, 2, 8))):
        at, length = dice.randrange(len(found) + 1), dice.choice((1, 2, 4, 16, 200))
        piece = found[at : at + length]
        change = dice.randrange(6)
        if change == 0 and at < len(found):
            found[at] ^= 1 << dice.randrange(8)
        elif change == 1:
            del found[at:]
        elif change == 2:
            found[at : at + length] = dice.randbytes(length)
        elif change == 3:
            found[at:at] = piece * dice.choice((1, 3, 50))
        elif change == 4:
            found[at : at + length] = dice.choice((b"\xff", b"\x00")) * length
        else:
            del found[at : at + length]
    return bytes(found)


def text_of(text: str, dice: random.Random) -> str:
    """Another value, another key, or a key twice, where the text is JSON, TOML or lines of it."""
    change = dice.randrange(5)
    values = list(re.finditer(r'(?<=[:=\[,])\s*(?:-?[\d._eE+]+|"[^"]*"|true|false|null|\[\]|\{\})', text))
    if change == 0 or not values:
        return bytes_of(text.encode(errors="replace"), dice).decode(errors="replace")
    value = dice.choice(values)
    if change == 1:
        return text[: value.start()] + dice.choice(DEEP) + text[value.end() :]
    if change == 2:
        keys = re.findall(r'"(\w+)":', text) or ["x"]
        name = dice.choice(keys)
        return text.replace(f'"{name}":', f'"{dice.choice([*keys, "other"])}":', 1)
    if change == 3:
        lines = text.splitlines(keepends=True)
        at = dice.randrange(len(lines))
        return "".join([*lines[:at], dice.choice(lines), *lines[at + dice.randrange(2) :]])
    return text[: value.start()] + dice.choice(NUMBERS) + text[value.end() :]


def archive_of(whole: bytes, dice: random.Random) -> bytes:
    """A whole archive again, its sums right, with another member, head, number or note; or damaged as bytes are."""
    if dice.randrange(3) == 0:
        return bytes_of(whole, dice)
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        members = [(name, archive.read(name)) for name in archive.namelist()]
    for _ in range(dice.choice((1, 1, 2))):
        at = dice.randrange(len(members)) if dice.randrange(3) else 0  # the note is the first
        name, member = members[at]
        change = dice.choice(CHANGES)
        if change is None:
            other = dice.randrange(len(members))
            members[at], members[other] = (name, members[other][1]), (members[other][0], member)
        elif dice.randrange(12) == 0:
            members[at : at + 1] = dice.choice(([], [members[at]] * 2, [(name + "x", member)]))
        else:
            members[at] = name, change(name, member, dice)
        if not members:
            break
    return _packed(members, dice.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)))


def _packed(members: list[tuple[str, bytes]], kind: int) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", kind, compresslevel=1) as archive:
        for number, (name, member) in enumerate(members):
            unlike = name if name not in archive.namelist() else f"{name[:-1]}{number}"  # zipfile warns of a name twice
            archive.writestr(zipfile.ZipInfo(unlike), member, kind)
    return file.getvalue()


def _head(name: str, member: bytes, dice: random.Random) -> bytes:
    """The same numbers under another head."""
    length = 10 + int.from_bytes(member[8:10], "little")
    text = member[10:length].decode("latin-1")
    change = dice.randrange(4)
    if change == 0:
        text = re.sub(r"\(.*\)", f"({dice.choice(SHAPES)})", text)
    elif change == 1:
        text = re.sub(r"'[<|>].*?'", f"'{dice.choice(KINDS)}'", text)
    elif change == 2:
        text = text.replace("False", "True")
    else:
        text = dice.choice(("(" * 60_000, "-" * 9_000 + "1", "{'shape': " * 900, ""))
    return member[:8] + struct.pack("<H", min(len(text), 65_535)) + text.encode("latin-1") + member[length:]


def _numbers(name: str, member: bytes, dice: random.Random) -> bytes:
    """Some numbers that no training brings about."""
    length = 10 + int.from_bytes(member[8:10], "little")
    found = re.search(r"'([<|][a-z]\d+)'", member[10:length].decode("latin-1"))
    if found is None or (len(member) - length) % np.dtype(found[1]).itemsize:
        return member
    array = np.frombuffer(bytearray(member[length:]), found[1])
    if array.size:
        some = slice(None) if dice.randrange(2) else dice.randrange(array.size)
        floats: tuple[float, ...] = (np.nan, np.inf, -np.inf, 1e38, -1e38, 1e-40, 0.0, -1.0, 1e300)
        whole = (0, 1, -1, 127, 255, 2**31 - 1, -(2**31), 2**63 - 1, -(2**63))
        if array.dtype.kind == "f":
            with np.errstate(over="ignore"):
                array[some] = dice.choice(floats)
        else:
            raw = np.array([dice.choice(whole)], np.int64).view(np.uint8)[: array.dtype.itemsize]
            array[some] = raw.view(array.dtype)[0]
    return member[:length] + array.tobytes()


def _note(name: str, member: bytes, dice: random.Random) -> bytes:
    """Of the note, another text; of an array, a piece that is lost or too much."""
    length = 10 + int.from_bytes(member[8:10], "little")
    if not name.startswith("note"):
        return bytes_of(member, dice)
    text = text_of(member[length:].decode(errors="replace"), dice).encode(errors="replace")
    file = io.BytesIO()
    np.lib.format.write_array(file, np.frombuffer(text, np.uint8), allow_pickle=False)
    return file.getvalue()


CHANGES: tuple[Callable[[str, bytes, random.Random], bytes] | None, ...] = (_head, _numbers, _note, None)
