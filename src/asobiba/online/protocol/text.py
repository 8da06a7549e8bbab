"""Text from outside is text that every database stores: without U+0000 and without halves of surrogate pairs.

JSON is judged as it comes, before anybody looks at its fields, so that no field can be forgotten. Half a pair is no
JSON for the decoder, and neither is a bare U+0000; what is left is the one way to write it that JSON allows.
"""

import re
from typing import Final
from urllib.parse import unquote_to_bytes

import msgspec

NUL: Final = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")
"""With an even number of backslashes before: after an odd one this is six characters, backslash and u0000."""


def check_json(text: str | bytes) -> None:
    """DecodeError if it holds U+0000 anywhere, in names of fields too."""
    if not (r"\u0000" in text if isinstance(text, str) else rb"\u0000" in text):
        return
    if NUL.search(text if isinstance(text, str) else text.decode()):
        raise msgspec.DecodeError("text with U+0000 is not taken")


def is_storable(quoted: bytes) -> bool:
    """Of a path or query: b"/room/%E3%81%AD" is, b"/room/%00" and b"/room/%ED%A0%80" are not."""
    raw = unquote_to_bytes(quoted)
    try:
        return "\0" not in raw.decode()
    except UnicodeDecodeError:
        return False
