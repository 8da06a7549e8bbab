"""`asobiba import` and `asobiba export` as a person runs them."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from asobiba.core.records import read_records, write_record
from asobiba.games.othello.ggf import GGF
from asobiba.games.othello.wthor import WTHOR
from tests.cli.command import run
from tests.games.othello.games import BOTH_STUCK, DRAW, FORCED_PASS, OTHELLO, recorded

GAMES = [recorded(text, OTHELLO.options()) for text in (DRAW, BOTH_STUCK)]


def test_a_base_goes_in_and_comes_out_again(tmp_path: Path) -> None:
    for suffix, data in WTHOR.write(GAMES).items():
        (tmp_path / f"wthor{suffix}").write_bytes(data)
    files = [str(tmp_path / f"wthor{suffix}") for suffix in (".wtb", ".jou", ".trn")]
    records, again = tmp_path / "records.jsonl", tmp_path / "again.wtb"

    read = run("import", "othello", *files, "--out", str(records), "--json")
    written = run("export", "othello", str(records), "--out", str(again))

    assert (read.returncode, json.loads(read.stdout)["games"], read.stderr) == (0, 2, "")
    assert written.returncode == 0, written.stderr
    for suffix in (".wtb", ".jou", ".trn"):
        assert again.with_suffix(suffix).read_bytes() == (tmp_path / f"wthor{suffix}").read_bytes()
    assert "Ann" in run("replay", str(records)).stdout
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".")) == []


def test_a_broken_game_is_told_and_nothing_is_written_unless_asked_to_go_on(tmp_path: Path) -> None:
    file, out = tmp_path / "games.ggf", tmp_path / "records.jsonl"
    file.write_bytes(b"(;GM[Othello]B[A1];)\n" + GGF.write(GAMES)[".ggf"])
    out.write_text("what was there\n")

    refused = run("import", "othello", str(file), "--out", str(out))
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == f"asobiba: {file}: game 1, byte 13: move 1: black to a1: no disc would be turned\n"
    assert out.read_text() == "what was there\n"

    some = run("import", "othello", str(file), "--out", str(out), "--keep-going")
    assert some.returncode == 0
    assert "game 1, byte 13" in some.stderr
    assert len([*read_records(out.read_text().splitlines())]) == 2


def test_records_and_transcripts_go_through_pipes(tmp_path: Path) -> None:
    file, records = tmp_path / "games.txt", tmp_path / "records.jsonl"
    file.write_text(f"{DRAW}\n{FORCED_PASS}\n")

    records.write_text(run("import", "othello", str(file)).stdout)

    assert run("export", "othello", str(records), "--format", "transcript").stdout == file.read_text()
    refused = run("export", "othello", str(records), "--format", "wthor")
    assert refused.stderr == f"asobiba: {records}: game 2: WTHOR holds finished games alone: every game has a score\n"


@pytest.mark.parametrize("blocked", [".wtb", ".jou", ".trn"])
def test_of_several_files_all_are_written_or_none(tmp_path: Path, blocked: str) -> None:
    records = tmp_path / "records.jsonl"
    records.write_text("".join(map(write_record, GAMES)))
    (tmp_path / f"q{blocked}").mkdir()
    before = sorted(tmp_path.iterdir())

    refused = run("export", "othello", str(records), "--out", str(tmp_path / "q.wtb"))

    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == f"asobiba: cannot write {tmp_path / f'q{blocked}'}: Is a directory\n"
    assert sorted(tmp_path.iterdir()) == before


def test_nothing_in_a_file_moves_the_cursor(tmp_path: Path) -> None:
    """Neither names that were imported nor a record that somebody else wrote."""
    ggf, records, broken = tmp_path / "a.ggf", tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    ggf.write_text("(;GM[Othello]PB[a\x1b[31mred]PW[b\x9b2J]B[F5];)")
    assert run("import", "othello", str(ggf), "--out", str(records)).returncode == 0
    with records.open("a") as lines:
        lines.write(write_record(replace(GAMES[0], seats=("c\x1b]0;title\x07", "d\x9b2J"))))
    broken.write_text('{"\\u001b[31mred":1}\n')

    shown = run("replay", str(records), "--no-marks").stdout + run("replay", str(broken)).stderr

    assert "black: a[31mred, white: b2J" in shown
    assert "black: c]0;title, white: d2J" in shown
    assert "found [31mred" in shown
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", shown)


def test_what_cannot_be_read_or_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "games.ggf").write_bytes(GGF.write(GAMES)[".ggf"])
    (tmp_path / "records.jsonl").write_text("")
    for words, sentence in (
        (["import", "othello", "missing.ggf"], "cannot read missing.ggf: No such file or directory"),
        (["import", "coppit", "games.ggf"], "name one of the formats of coppit with --format: none"),
        (["import", "othello", str(tmp_path / "games.ggf"), "--out", str(tmp_path)], f"cannot write {tmp_path}"),
        (["export", "othello", str(tmp_path / "records.jsonl"), "--format", "wthor"], "this format has 3 files"),
        (
            ["export", "othello", str(tmp_path / "records.jsonl"), "--out", str(tmp_path / "q.jou")],
            "name the first, .wtb",
        ),
    ):
        refused = run(*words)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert sentence in refused.stderr
