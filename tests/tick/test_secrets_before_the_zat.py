"""Before its time nobody reads a move of another: of games in rounds before the ZAT, of Un-Scrabble in advance.

These families have no tiles to hide; what is secret is what somebody means to play.
"""

import random
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from mailref import assets
from mailref.assembly import composer, painter
from mailref.report.pdf import MakerHere
from tests.commands.invoke import mailref
from tests.effort import sample
from tests.games.by_turns.at_table import kiel
from tests.referee.rehearsal import MINUTE, MONDAY, ZAT, game
from tests.tick.machines import Post, post
from tests.tick.test_secrets import OF_A_KEPT_MOVE, read_text

ADDRESSES = {"Anna": "anna@example.org", "Ben": "ben@example.org", "Erika": "gm@example.org"}
LISTED = ("TRABEN", "BETEN", "ERBEN", "ARTEN", "NARBE")
DEPUTY = "vera@example.org"


def writing(folder: Path, text: str) -> Post:
    """Return a machine that has begun the game and writes real mails."""
    there = post(folder, text)
    there.machine.compose = composer(assets.template_environment, painter(), MakerHere(painter()))
    there.tick(MONDAY)
    return there


def printed(there: Post, name: str, folder: Path) -> Iterator[str]:
    """Yield what the shell prints of a game, and the page of its archive."""
    for words in (("status",), ("export", name), ("export", name, "--format", "csv")):
        yield mailref(*words, "-c", str(there.path)).out
    page = folder / "archive"
    mailref("export", name, "--format", "html", "--out", str(page), "-c", str(there.path))
    yield (page / "index.html").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("seed", sample(range(40), 1))
def test_nobody_reads_a_move_of_another_before_the_zat(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, seed: int
) -> None:
    """Erika runs the game and plays in it: she must not know, either, with a deputy or without."""
    caplog.set_level("DEBUG")
    chance = random.Random(seed)
    deputy = chance.choice(("", f'deputy = "{DEPUTY}"\n'))
    keys = f'{deputy}subscribers = ["leser@example.org"]\nreminder = "2d"'
    there = writing(tmp_path, game(players=ADDRESSES, keys=keys))
    mine = dict(zip(ADDRESSES, chance.sample(LISTED, len(ADDRESSES)), strict=True))
    at = MONDAY
    for name, address in ADDRESSES.items():
        said = f"// {mine[name][::-1]}"
        for line in (f"E8w {mine[name]} {said}", "STAND", f"A1w {mine[name]} {said}"):
            at += 5 * MINUTE
            there.arrives(line, f"{name} <{address}>", at)
            there.tick(at + MINUTE)
    there.arrives("STAND", "Erika <gm@example.org>", at + MINUTE)
    there.tick(ZAT - timedelta(hours=23))

    leaves = [(each.recipient, read_text(each.data)) for each in there.outbox.taken]
    assert {who for who, _ in leaves} >= {*ADDRESSES.values(), "leser@example.org"}
    shown = tuple(printed(there, "yerres", tmp_path))
    for name, word in mine.items():
        may_read = {ADDRESSES[name], DEPUTY}
        for said in (word, word[::-1]):
            seen = {who for who, text in leaves if said in text}
            assert seen <= may_read, (name, said)
            assert said not in caplog.text
            assert not [text for text in shown if said in text]
        assert ADDRESSES[name] in {who for who, text in leaves if word in text}


BOARD = (
    ["." * 15] * 7
    + ["....HAUS......."]
    + [f".......{letter}......." for letter in "AND"]
    + ["." * 15] * 4
)


@pytest.mark.slow
def test_nobody_reads_what_another_means_to_take_in_un_scrabble(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Ben says what he takes when his turn comes, and then what instead; Anna is to move."""
    caplog.set_level("DEBUG")
    board = "\n".join(BOARD)
    start = f'[game.start]\nboard = """\n{board}"""'
    players = tuple(ADDRESSES)
    there = writing(tmp_path, kiel("", start, variant="unscrabble", players=players[:2]))
    texts = ("NIMM K8 J8", "FALLS ZURÜCK: NIMM K8 J8\nSONST: NIMM H5")
    for at, text in enumerate(texts, start=1):  # and all ask how it stands
        there.arrives(text, "Ben <ben@example.org>", MONDAY + 5 * at * MINUTE)
        for name, address in ADDRESSES.items():
            there.arrives("STAND", f"{name} <{address}>", MONDAY + 5 * at * MINUTE)
        there.tick(MONDAY + (5 * at + 1) * MINUTE)

    leaves = [(each.recipient, read_text(each.data)) for each in there.outbox.taken]
    told = {who for who, text in leaves if any(sign in text for sign in OF_A_KEPT_MOVE)}
    assert told == {"ben@example.org"}
    shown = tuple(printed(there, "kiel", tmp_path))
    for said in ("K8 J8", "J8 K8", "J8-K8"):
        assert {who for who, text in leaves if said in text} <= {"ben@example.org"}
        assert said not in caplog.text
        assert not [text for text in shown if said in text]
