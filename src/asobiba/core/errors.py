"""What can go wrong, as a small tree. Every error is one sentence: what, where, and what is allowed.

    AsobibaError
    ├── ConfigError      an option, an agent spec, a board file, the name of a game or agent
    ├── NotationError    a text that is not a move or a position
    ├── IllegalMove      a move that the rules do not allow here
    ├── StateError       a saved position that is damaged or of another game
    ├── RecordError      a record that is broken, with the line that breaks
    └── FormatError      a file of another program that is broken, with the game and the byte

`code` and `params` say the same to a program: a client translates them instead of showing the sentence. `phrase` is the
sentence where it can be said in other languages, too.
"""

from asobiba.core.speech import Phrase


class AsobibaError(Exception):
    code: str = "error"

    def __init__(self, sentence: str | Phrase, **params: object) -> None:
        super().__init__(str(sentence))
        self.phrase = sentence if isinstance(sentence, Phrase) else None
        self.params = params


class ConfigError(AsobibaError):
    code = "config"


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
