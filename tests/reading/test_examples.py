"""Every example mail is read as expected, as far as reading goes (examples/judge)."""

import json
import tomllib
from dataclasses import dataclass

import pytest

from mailref.orders.entries import Entry, GameFace
from mailref.orders.shapes import find_game_in_subject, subject_tag
from mailref.reading.incoming_mail import ReadPolicy, Robot
from mailref.reading.read_mail import read
from mailref.tiles.board import place_name, square_name
from tests.needs import SHARED, need_shared
from tests.reading.reading import read_lines
from tests.tiles.variants import rules_of

POLICY = ReadPolicy(own_addresses=frozenset({"referee@example.org"}), loop_id="test")
JUDGE = SHARED / "examples" / "judge"
NO_ENTRY = {"ignored", "command"}


@dataclass(frozen=True, slots=True)
class Example:
    mail: str
    settings: str
    expect: str
    """JSON: one object for each entry."""


def examples() -> list[Example]:
    path = JUDGE / "expected.jsonl"
    if not path.exists():
        return [Example("absent", "", "[]")]
    cases = [json.loads(row) for row in path.read_text(encoding="utf-8").splitlines()]
    return [Example(c["mail"], c["settings"], json.dumps(c["expect"])) for c in cases]


def games(settings: str) -> list[GameFace]:
    tables = tomllib.loads((JUDGE / settings).read_text(encoding="utf-8"))["game"]
    return [GameFace(t["id"], t["title"], rules_of(t["variant"])) for t in tables]


def read_example(example: Example) -> tuple[tuple[Entry, ...], dict[str, GameFace]]:
    """Return the entries of a mail, each with its game; the game as the referee finds it."""
    faces = games(example.settings)
    mail = read((JUDGE / "mails" / example.mail).read_bytes(), POLICY)
    tag = subject_tag(mail.subject)
    meant = tag[0] if tag else find_game_in_subject(mail.subject, faces)
    found = [face for face in faces if face.id == meant] or (faces if len(faces) == 1 else [])
    default = found[0] if found else None
    reading = read_lines(mail.lines, mail.subject, faces, default)
    if mail.robot is Robot.AUTO_REPLY:
        return (), {}
    by_id = {face.id: face for face in faces}
    return reading.entries, by_id | ({"": default} if default else {})


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.mail)
def test_each_example_is_read(example: Example) -> None:
    need_shared("examples", "judge")
    wanted = [each for each in json.loads(example.expect) if each["outcome"] not in NO_ENTRY]

    entries, faces = read_example(example)

    if not entries:
        assert all(isinstance(each["reason"], dict) for each in wanted)
        return
    assert len(entries) == len(wanted)
    for entry, expected in zip(entries, wanted, strict=True):
        face = faces[entry.game if isinstance(entry.game, str) else ""]
        assert face.id == expected.get("game", face.id)
        assert (entry.ambiguity is not None) == (expected["reason"] == "ambiguous")
        assert len(entry.moves) == expected.get("moves_len", len(entry.moves))
        for written, move in zip(entry.moves, expected.get("moves", []), strict=False):
            assert written.faults == ()
            assert written.move is not None
            assert written.move.claimed == move.get("claimed", written.move.claimed)
            swaps = [square_name(swap.square, face.rules.axes) for swap in written.move.swaps]
            assert swaps == move.get("swaps", swaps)
            for play, shown in zip(written.move.plays, move.get("plays", []), strict=False):
                place = place_name(play.square, play.direction, face.rules.axes)
                assert (place, play.direction, play.word) == (
                    shown["square"],
                    shown["direction"],
                    shown["word"],
                )
