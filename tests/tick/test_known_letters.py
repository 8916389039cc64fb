"""Letters that became known stay when the round before is done again, under the rules of their round (rules 8).

RABEN leaves the letters E and T; the next round offers EEMRRTTU.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from mailref.games.rounds.contents import LettersWanted, Report
from mailref.games.rounds.events import LettersDrawn
from mailref.record.export import export_of
from mailref.record.verify import Verified, verify
from mailref.tiles.board import TILES, in_order, without
from tests.effort import sample
from tests.games.replayed import all_tiles
from tests.games.test_chance import outsiders_draw
from tests.record.first_form import first_form
from tests.referee.rehearsal import EVA, MAX, MINUTE, MONDAY, WEEK, ZAT, game
from tests.tick.machines import Post, begun
from tests.tick.test_drawn_anew import SEED, checked
from tests.tick.test_questions_followed import OTTO
from tests.tick.test_redone import FIRST_CLOSED, HOUR, first_closed, told
from tests.tick.test_rulings_taken_back import THREE, laid

BERLIN = ZoneInfo("Europe/Berlin")
AGAIN_CLOSED = datetime.fromisoformat("2026-12-12T20:03:00+01:00")
TEN_LETTERS = game(tables="[game.rules]\nletters = 10")


def reopened_and_closed(machine: Post) -> None:
    machine.orders("ÖFFNEN 12.12.2026 um 20:00", ZAT + 2 * HOUR)
    machine.tick(AGAIN_CLOSED)


def ruled(machine: Post) -> None:
    machine.orders("REGEL ABER nein", ZAT + 2 * HOUR)


both = pytest.mark.parametrize("done_again", [reopened_and_closed, ruled])


def by_hand(folder: Path) -> Post:
    """Return a game in which the game master has drawn AEINRS for the second round."""
    machine = begun(folder, game(keys='draw = "hand"'))
    machine.arrives("H8w RABEN", MAX)
    machine.arrives("H8w ABER", EVA)
    machine.tick()
    machine.tick(FIRST_CLOSED)
    machine.orders("BUCHSTABEN AEINRS", FIRST_CLOSED + MINUTE, "Notice")
    machine.tick(FIRST_CLOSED + MINUTE)
    assert machine.game().rack == "AEEINRST"
    machine.letters.owed.clear()
    return machine


@both
def test_switches_that_the_file_changed_since_are_for_the_round_after(
    tmp_path: Path, done_again: object
) -> None:
    """Eight letters are offered; the third round offers ten."""
    machine = first_closed(tmp_path)
    machine.writes(TEN_LETTERS)
    machine.tick(ZAT + HOUR)

    assert callable(done_again)
    done_again(machine)

    assert machine.game().rack == "EEMRRTTU"
    assert (machine.game().rules.letters, machine.game().next_rules.letters) == (8, 10)
    assert isinstance(checked(machine), Verified)


@both
def test_letters_drawn_by_hand_stay(tmp_path: Path, done_again: object) -> None:
    machine = by_hand(tmp_path)

    assert callable(done_again)
    done_again(machine)

    assert machine.game().round_number == 2
    assert machine.game().rack == "AEEINRST"
    assert isinstance(checked(machine), Verified)


@both
def test_letters_put_in_place_of_wrong_ones_stay(tmp_path: Path, done_again: object) -> None:
    """Without the E and the T that were left over: they were read wrongly."""
    machine = first_closed(tmp_path)
    machine.orders("NEUZIEHEN ABDGHNSU: verlesen", ZAT + HOUR)
    assert machine.game().rack == "ABDGHNSU"

    assert callable(done_again)
    done_again(machine)

    assert machine.game().rack == "ABDGHNSU"
    assert isinstance(checked(machine), Verified)


@pytest.mark.parametrize("draw", ["seed", "hand"])
def test_letters_put_in_place_of_wrong_ones_stay_whatever_is_ruled_twice(
    tmp_path: Path, draw: str
) -> None:
    """They hold the E and T that RABEN left, as letters filled up would; not the N that ABER leaves, too."""
    machine = by_hand(tmp_path) if draw == "hand" else first_closed(tmp_path)
    machine.orders("NEUZIEHEN ABDEHSTU: verlesen", ZAT + HOUR)

    machine.orders("REGEL ABER nein", ZAT + 2 * HOUR)
    assert (machine.game().rack, laid(machine)) == ("ABDEHSTU", ["RABEN"])
    machine.orders("REGEL ABER ja", ZAT + 3 * HOUR)
    machine.orders("REGEL RABEN nein", ZAT + 4 * HOUR)

    assert (machine.game().rack, laid(machine)) == ("ABDEHSTU", ["ABER"])
    assert all_tiles(machine.game()) == TILES.all_tiles
    assert isinstance(checked(machine), Verified)


def test_a_record_of_before_in_which_they_became_letters_drawn_by_hand_is_still_verified(
    tmp_path: Path,
) -> None:
    """Where they could be filled up from what was left, they were once taken for letters filled up by hand."""
    machine = first_closed(tmp_path)
    machine.orders("NEUZIEHEN ABDEHSTU: verlesen", ZAT + HOUR)
    machine.orders("REGEL ABER nein", ZAT + 2 * HOUR)
    events = list(machine.machine.journal.games.events("yerres"))
    *_, by_chance, put = (at for at, each in enumerate(events) if isinstance(each, LettersDrawn))
    assert put == by_chance + 1
    again = events[put]
    assert isinstance(again, LettersDrawn)

    filled_up = replace(again.draw, drawn="ABDHSU")
    events[by_chance : put + 1] = [replace(again, draw=filled_up)]

    for export in (export_of(events, BERLIN), first_form(events, BERLIN)):
        assert isinstance(verify(export, SEED), Verified)


LAID = {"RABEN": "ET", "ABER": "ENT", "ER": "ABENT"}
"""What was sent in the first round, best first, and the letters that each leaves of ABEENRT."""
PUT = ("ABDGHNSU", "ABDEHSTU", "ABEINSTU", "EEENNRTT")
"""With none of the letters left, with those that RABEN leaves, with all that any leaves, with two of a kind."""


@dataclass(slots=True)
class Reckoned:
    """The second round's letters as somebody reckons them by hand, and the game that must have them."""

    machine: Post
    at: datetime
    refused: set[str]
    times_anew: int = 0
    put: str | None = None

    @property
    def laid(self) -> str:
        return next(word for word in LAID if word not in self.refused)

    @property
    def letters(self) -> str:
        if self.put is not None:
            return self.put
        kept = LAID[self.laid]
        purpose = f"draw 2 0 {self.times_anew}" if self.times_anew else "draw 2 0"
        bag = without(TILES.all_tiles, self.laid + kept)
        drawn = outsiders_draw(SEED, purpose, bag, 8 - len(kept))
        return in_order(kept + "".join(tile for *_, tile in drawn))

    def orders(self, text: str) -> None:
        self.at += MINUTE
        self.machine.orders(text, self.at)

    def rule(self, chance: random.Random) -> None:
        word = chance.choice(("RABEN", "ABER"))
        self.refused ^= {word}
        self.orders(f"REGEL {word} {'nein' if word in self.refused else 'ja'}")

    def put_others(self, chance: random.Random) -> None:
        self.put = chance.choice(PUT)
        self.orders(f"NEUZIEHEN {self.put}: verlesen")

    def draw_anew(self, _: random.Random) -> None:
        self.put = None
        self.times_anew += 1
        self.orders(f"NEUZIEHEN: bekannt geworden, zum {self.times_anew}. Mal")

    def correct(self, chance: random.Random) -> None:
        self.orders(f"KORREKTUR Eva Muster {chance.choice(('+3', '-2'))}: verrechnet")

    def reopen(self, chance: random.Random) -> None:
        """Open the first round again, rule or have the letters drawn anew meanwhile, and let it close."""
        later = self.at + 3 * HOUR
        self.orders(f"ÖFFNEN {later:%d.%m.%Y um %H:%M}")
        chance.choice((self.rule, self.draw_anew, self.correct))(chance)
        self.at = later + 3 * MINUTE
        self.machine.tick(self.at)


@pytest.mark.slow
@pytest.mark.parametrize("number", sample(range(60), 2))
def test_in_any_order_the_letters_are_those_that_somebody_reckons_by_hand(
    tmp_path: Path, number: int
) -> None:
    """Rules 8, second thoughts: only the game master puts other letters in the place of those that are known."""
    machine = begun(tmp_path, game(players=THREE))
    for word, who in zip(LAID, (MAX, EVA, OTTO), strict=True):
        machine.arrives(f"H8w {word}", who)
    machine.tick()
    machine.tick(FIRST_CLOSED)
    play, chance = Reckoned(machine, FIRST_CLOSED, set()), random.Random(number)
    deeds: list[Callable[[random.Random], None]] = [
        play.rule, play.rule, play.put_others, play.draw_anew, play.correct, play.reopen,
    ]  # fmt: skip

    for _ in range(8):
        deed = chance.choice(deeds)
        deed(chance)
        found = machine.game()
        assert (found.rack, laid(machine)) == (play.letters, [play.laid]), deed.__name__
        assert all_tiles(found) == TILES.all_tiles, deed.__name__

    assert isinstance(checked(machine), Verified)
    machine.tick(ZAT + WEEK + 3 * MINUTE)
    assert isinstance(checked(machine), Verified)


def test_letters_drawn_by_hand_that_fit_no_more_are_asked_for_again(tmp_path: Path) -> None:
    """ABER is laid in place of RABEN: N, E and T are left over, but the letters hold one N less."""
    machine = begun(tmp_path, game(keys='draw = "hand"'))
    machine.arrives("H8w RABEN", MAX)
    machine.arrives("H8w ABER", EVA)
    machine.tick()
    machine.tick(FIRST_CLOSED)
    machine.orders("BUCHSTABEN AEIORS", FIRST_CLOSED + MINUTE, "Notice")
    machine.tick(FIRST_CLOSED + MINUTE)
    machine.letters.owed.clear()

    machine.orders("REGEL RABEN nein", ZAT + HOUR)

    assert machine.game().round is None
    assert told(machine, Report) == ["max", "eva", "gm"]
    machine.tick(ZAT + HOUR + MINUTE)
    asked = machine.matters
    assert 5 in [each.wanted for each in asked if isinstance(each, LettersWanted)]
    machine.orders("BUCHSTABEN AIORS", ZAT + 2 * HOUR, "Notice")
    machine.tick(ZAT + 2 * HOUR)
    assert (machine.game().round_number, machine.game().rack) == (2, "AEINORST")
    assert isinstance(checked(machine), Verified)


def test_changed_switches_are_those_of_the_next_round_as_before(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives("H8w RABEN", MAX)
    machine.writes(TEN_LETTERS)
    machine.tick(MONDAY)
    machine.tick(FIRST_CLOSED)

    assert len(machine.game().rack) == 10
