"""What can go wrong, as a small tree. Every error is one sentence: what, where, and what is allowed.

    AsobibaError
    ├── ConfigError      an option, an agent spec, a board file, the name of a game or agent
    ├── NotationError    a text that is not a move or a position
    ├── IllegalMove      a move that the rules do not allow here
    ├── StateError       a saved position that is damaged or of another game
    ├── RecordError      a record that is broken, with the line that breaks
    └── FormatError      a file of another program that is broken, with the game and the byte

`code` and `params` say the same to a program: a client translates them instead of showing the sentence. `phrase` is the
sentence where it can be said in other languages, too: an English text with gaps, and what stands in them.

    Phrase("{side} to {square}: the square is taken", side=Phrase("black"), square="d3")

`str` speaks English. A game's words have the same texts in other languages; one that is missing there is said in
English. What stands in a gap may be a phrase itself, or several, which are listed.
"""

from collections.abc import Mapping

Words = Mapping[str, str]
"""English texts and what they are called in another language."""
LIST = "{list}, {last}"
"""How several phrases in one gap are joined, from the left; words may say it differently."""


class Phrase:
    def __init__(self, text: str, /, **gaps: object) -> None:
        self.text, self.gaps = text, gaps

    def spoken(self, words: Words) -> str:
        return words.get(self.text, self.text).format(**{gap: _spoken(what, words) for gap, what in self.gaps.items()})

    def __str__(self) -> str:
        return self.spoken({})

    def __repr__(self) -> str:
        return f"Phrase({str(self)!r})"


def _spoken(what: object, words: Words) -> object:
    if isinstance(what, Phrase):
        return what.spoken(words)
    if not isinstance(what, tuple):
        return what
    listed = ""
    for each in what:
        said = str(_spoken(each, words))
        listed = words.get(LIST, LIST).format(list=listed, last=said) if listed else said
    return listed


class AsobibaError(Exception):
    code: str = "error"

    def __init__(self, sentence: str | Phrase, **params: object) -> None:
        super().__init__(str(sentence))
        self.phrase = sentence if isinstance(sentence, Phrase) else None
        self.params = params


class ConfigError(AsobibaError):
    code = "config"


class GameWarning(UserWarning):
    """A game could not be loaded. The others can be played all the same."""


class NotationError(AsobibaError):
    code = "notation"


class IllegalMove(AsobibaError):
    """`sentence` fits one line; the whole message shows the board below it, drawn only if somebody reads it."""

    code = "illegal_move"

    def __init__(self, sentence: str | Phrase, board: object = "", **params: object) -> None:
        super().__init__(sentence, **params)
        self.sentence = str(sentence)
        self.board = board

    def __str__(self) -> str:
        return f"{self.sentence}\n{self.board}".rstrip()


class StateError(AsobibaError):
    code = "state"


class RecordError(AsobibaError):
    """Refused at `line` (from 1) of the file; nothing of that game was taken."""

    code = "record"

    def __init__(self, line: int, sentence: str, **params: object) -> None:
        super().__init__(f"line {line}: {sentence}", line=line, **params)
        self.line = line


class FormatError(AsobibaError):
    """Of a file in another program's format: which game of it, from 1, and at which byte, from 0; None: all of it."""

    code = "format"

    def __init__(
        self, sentence: str, *, file: str | None = None, game: int | None = None, byte: int | None = None
    ) -> None:
        places = [f"game {game}" if game is not None else "", f"byte {byte}" if byte is not None else ""]
        place = ", ".join(filter(None, places))
        super().__init__(": ".join(filter(None, [file, place, sentence])), file=file, game=game, byte=byte)
        self.file, self.game, self.byte = file, game, byte


def in_one_line(error: Exception) -> str:
    """Return what went wrong, with the line where."""
    sentence = " ".join(str(error).split())
    if isinstance(error, ConfigError):
        return sentence
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    place = "" if last is None else f" ({last.tb_frame.f_code.co_filename}, line {last.tb_lineno})"
    return f"{type(error).__name__}: {sentence}{'' if isinstance(error, SyntaxError) else place}"
