"""Letters that became known too early are drawn anew, for a reason that all are told (rules 8)."""

import json
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from mailref import assets
from mailref.games.rounds.contents import DeadlineNotice, JudgedAnew, Opening, Report
from mailref.record.as_json import sha256_of
from mailref.record.export import Difference
from mailref.record.verify import Verified, verify
from mailref.referee.contents import Notice, OrdersDone
from mailref.referee.mails import Owed
from mailref.tiles.board import TILES, in_order, without
from mailref.writing.compose import compose_all
from mailref.writing.scene import named, reply_means
from tests.commands.invoke import mailref
from tests.games.test_chance import outsiders_draw
from tests.record.first_form import first_form
from tests.referee.rehearsal import EVA, MAX, MINUTE, MONDAY, ZAT, game
from tests.tick.machines import Post, begun
from tests.tick.renderings import written
from tests.tick.test_redone import HOUR, first_closed, told
from tests.writing.builders import means
from tests.writing.composed import body, read_back

SEED = bytes(range(32))
"""The seed of the machine's games."""
SPOILT = "NEUZIEHEN: Die Buchstaben waren schon bekannt"
AGAIN_CLOSED = datetime.fromisoformat("2026-12-12T20:03:00+01:00")


def drawn_by_outsider(machine: Post, purpose: str) -> str:
    """Return the letters of the round after RABEN, drawn by the words of the page alone."""
    last = machine.game().last
    assert last is not None
    on_board = "".join(tile.tile for tile in last.board.tiles)
    bag = without(without(TILES.all_tiles, on_board), last.kept)
    rows = outsiders_draw(SEED, purpose, bag, 8 - len(last.kept))
    return in_order(last.kept + "".join(tile for *_, tile in rows))


def checked(machine: Post) -> Verified | Difference:
    events = tuple(machine.machine.journal.games.events("yerres"))
    return verify(first_form(events, ZoneInfo("Europe/Berlin")), SEED)


def text(machine: Post, owed: Owed) -> str:
    house = machine.machine.office().house
    own = reply_means(assets.template_environment, means().painter, means().maker, house)
    (composed,) = compose_all([owed], own)
    return " ".join(body(read_back(composed.data), "plain").split())


def reports(machine: Post) -> list[Owed]:
    return [owed for owed in machine.letters.owed if isinstance(owed.content, Report)]


def answered(machine: Post) -> tuple[str, ...]:
    """Return what the game master was told of his orders, as codes."""
    (done,) = (
        owed.content.about
        for owed in machine.letters.owed
        if isinstance(owed.content, Notice) and isinstance(owed.content.about, OrdersDone)
    )
    facts = (
        fate.refusal or fate.remarks[0] if fate.remarks else fate.refusal for fate in done.fates
    )
    return tuple(named(type(fact)) if fact else "" for fact in facts)


@pytest.mark.slow
def test_while_the_round_before_is_open_again_they_are_drawn_at_its_close(tmp_path: Path) -> None:
    machine = first_closed(tmp_path)
    before = machine.game().rack
    machine.orders("ÖFFNEN 12.12.2026 um 20:00", ZAT + HOUR)
    assert answered(machine) == ("letters_known",)

    machine.orders(SPOILT, ZAT + 2 * HOUR)
    assert answered(machine) == ("drawn_at_close",)
    machine.letters.owed.clear()
    machine.tick(AGAIN_CLOSED)

    assert machine.game().rack == drawn_by_outsider(machine, "draw 2 0 1") != before
    for report in reports(machine):
        assert "neu ziehen lassen: Die Buchstaben waren schon bekannt" in text(machine, report)
    assert isinstance(checked(machine), Verified)


def test_an_opening_says_which_letters_are_known(tmp_path: Path) -> None:
    machine = first_closed(tmp_path)

    machine.orders("ÖFFNEN 12.12.2026 um 20:00", ZAT + HOUR)

    notices = [o for o in machine.letters.owed if isinstance(o.content, DeadlineNotice)]
    assert len(notices) == 2
    for notice in notices:
        assert "Buchstaben sind schon bekannt: E E M R R T T U." in text(machine, notice)


@pytest.mark.slow
def test_in_the_open_round_they_are_drawn_at_once_and_all_are_told(tmp_path: Path) -> None:
    """EEMRRTTU becomes EFHLRSTU: Eva's TERM has no M any more."""
    machine = first_closed(tmp_path)
    machine.arrives("K7s TERM", EVA, ZAT + HOUR)
    machine.tick(ZAT + HOUR)

    machine.orders(SPOILT, ZAT + 2 * HOUR)

    assert machine.game().rack == drawn_by_outsider(machine, "draw 2 0 1")
    assert told(machine, Report) == ["max", "eva", "gm"]
    assert told(machine, JudgedAnew) == ["eva"]
    for report in reports(machine):
        assert "neu ziehen lassen: Die Buchstaben waren schon bekannt" in text(machine, report)
    assert isinstance(checked(machine), Verified)


def test_the_second_time_the_numbers_are_others_again(tmp_path: Path) -> None:
    machine = first_closed(tmp_path)
    machine.orders(SPOILT, ZAT + HOUR)

    machine.orders("NEUZIEHEN: und noch einmal", ZAT + 2 * HOUR)

    assert machine.game().rack == drawn_by_outsider(machine, "draw 2 0 2")
    assert isinstance(checked(machine), Verified)


def test_a_ruling_that_recomputes_the_round_before_leaves_them_drawn_anew(tmp_path: Path) -> None:
    machine = first_closed(tmp_path)
    machine.orders(SPOILT, ZAT + HOUR)

    machine.orders("REGEL ABER nein", ZAT + 2 * HOUR)

    assert machine.game().rack == drawn_by_outsider(machine, "draw 2 0 1")
    assert isinstance(checked(machine), Verified)


def test_the_first_letters_are_drawn_anew_from_the_full_bag(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(letters=None))
    machine.orders(SPOILT, ZAT - HOUR, "Opening")

    rows = outsiders_draw(SEED, "draw 1 0 1", TILES.all_tiles, 7)
    assert machine.game().rack == in_order("".join(tile for *_, tile in rows))
    assert told(machine, Opening) == ["max", "eva", "gm"]
    machine.arrives("H8w XYZ", MAX, ZAT - HOUR)
    machine.tick(ZAT + 3 * MINUTE)
    assert isinstance(checked(machine), Verified)


@pytest.mark.parametrize(
    ("keys", "order", "code"),
    [("", "NEUZIEHEN", "needs_reason"), ('draw = "hand"', SPOILT, "nothing_to_draw")],
)
def test_what_cannot_be_drawn_anew_is_said(
    tmp_path: Path, keys: str, order: str, code: str
) -> None:
    machine = begun(tmp_path, game(keys=keys))
    rack = machine.game().rack

    machine.orders(order, ZAT - HOUR, "Opening")

    assert answered(machine) == (code,)
    assert machine.game().rack == rack


def test_a_preview_that_waits_shows_the_other_letters_once_more(tmp_path: Path) -> None:
    machine = first_closed(tmp_path, keys='publish = "approve"')

    machine.orders(SPOILT, ZAT + HOUR)
    assert told(machine, Report) == ["gm"]
    machine.orders("FREIGEBEN", ZAT + HOUR + MINUTE)

    assert machine.game().rack == drawn_by_outsider(machine, "draw 2 0 1")
    assert told(machine, Report) == ["max", "eva", "gm"]


def test_verify_names_letters_that_were_drawn_anew_without_being_told_so(tmp_path: Path) -> None:
    machine = first_closed(tmp_path)
    machine.orders(SPOILT, ZAT + HOUR)
    events = tuple(machine.machine.journal.games.events("yerres"))
    export = first_form(events, ZoneInfo("Europe/Berlin"))

    hidden = json.loads(json.dumps(export).replace('["Die Buchstaben waren schon bekannt"]', "[]"))
    assert hidden != export

    found = verify({**hidden, "sha256": sha256_of(hidden)}, SEED)
    assert isinstance(found, Difference)
    assert found.field == "drawn"


def test_the_shell_has_letters_drawn_anew(tmp_path: Path) -> None:
    machine = first_closed(tmp_path)
    at = ("--now", (ZAT + HOUR).isoformat(), "-c", str(machine.path))

    both = mailref("draw", "yerres", "ENTE", "--anew", *at)
    done = mailref("draw", "yerres", "--anew", "--because", "verlesen", *at)

    assert (both.code, both.err) == (2, "mailref draw: either TILES or --anew\n")
    assert (done.code, done.err) == (0, "")
    assert done.out == "yerres: drawn anew; all are told\n"
    assert machine.game().rack == drawn_by_outsider(machine, "draw 2 0 1")


def test_who_had_the_opening_is_not_welcomed_again(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(letters=None))
    machine.orders("NEUZIEHEN: kein Vokal", MONDAY, "Opening")

    (his,) = (owed for owed in machine.letters.owed if owed.recipient == "max@example.org")

    text = written(his)
    assert "Runde 1 von 1-Zug-Scrabble Yerres hat andere Buchstaben" in text
    assert "die Buchstaben der Runde 1 sind neu; die bisherigen gelten nicht mehr." in text
    assert "willkommen" not in text
    assert text.count("kein Vokal") == 1
