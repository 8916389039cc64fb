"""What a mail asks for is answered once, and told to whom it concerns."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from mailref.games.by_turns.contents import TurnsOpening
from mailref.games.rounds.contents import CommandAnswer, Opening
from mailref.referee.contents import OrdersAsked, OrdersDone, SignedOff
from mailref.referee.gm_orders import EarlierZat
from tests.games.by_turns.at_table import kiel
from tests.referee.rehearsal import ERIKA, EVA, MAX, MINUTE, MONDAY, ZAT, game
from tests.tick.machines import Post, begun
from tests.tick.test_rings import lettered, mails_to, text_of


def ordered(machine: Post, text: str, kind: type = Opening) -> None:
    """Let the game master write under what the game began with."""
    header = f"In-Reply-To: {machine.ids(kind.__name__, 'gm@example.org')}\n"
    machine.arrives(text, ERIKA, MONDAY + MINUTE, header=header)
    machine.tick(MONDAY + MINUTE)


def test_an_absence_entered_for_a_player_is_none_of_the_game_masters_own(tmp_path: Path) -> None:
    machine = begun(tmp_path)

    ordered(machine, "URLAUB FÜR Max Mustermann 15.12.2026 - 20.12.2026")

    to_him = [o.content for o in machine.letters.owed if o.recipient == "gm@example.org"]
    assert not [each for each in to_him if isinstance(each, CommandAnswer)]
    assert [each for each in machine.matters if isinstance(each, OrdersDone)]
    assert len(to_him) == 1


def test_his_own_order_beside_it_is_carried_out(tmp_path: Path) -> None:
    machine = begun(tmp_path)

    ordered(machine, "STAND\nURLAUB FÜR Max Mustermann 15.12.2026 - 20.12.2026")

    answers = [o.content for o in machine.letters.owed if isinstance(o.content, CommandAnswer)]
    assert [each.refused for each in answers] == [()]


def test_the_game_master_hears_who_has_left_and_nothing_of_his_move(tmp_path: Path) -> None:
    machine = begun(tmp_path)

    machine.arrives("H8w RABEN\nABMELDEN", MAX, MONDAY + MINUTE)
    machine.tick(MONDAY + MINUTE)

    (notice,) = [each for each in machine.notices if isinstance(each.about, SignedOff)]
    assert isinstance(notice.about, SignedOff)
    assert (notice.about.name, notice.quoted) == ("Max Mustermann", "")


@pytest.mark.parametrize(
    ("written", "kind", "before"),
    [
        pytest.param(game(), Opening, ZAT, id="rounds"),
        pytest.param(kiel(), TurnsOpening, datetime(2026, 12, 12, 19, 0, tzinfo=UTC), id="turns"),
    ],
)
def test_a_zat_before_the_one_that_holds_is_asked_about(
    tmp_path: Path, written: str, kind: type, before: datetime
) -> None:
    machine = begun(tmp_path, written)

    ordered(machine, "VERLÄNGERN 9.12.2026 20:00", kind)

    (asked,) = [each for each in machine.matters if isinstance(each, OrdersAsked)]
    assert asked.doubts == (EarlierZat(datetime(2026, 12, 9, 19, 0, tzinfo=UTC), before),)


def test_a_later_one_is_not(tmp_path: Path) -> None:
    machine = begun(tmp_path)

    ordered(machine, "VERLÄNGERN 13.12.2026 20:00")

    assert not [each for each in machine.matters if isinstance(each, OrdersAsked)]


@pytest.mark.parametrize(
    ("again", "said"),
    [
        ("H8s RABEN", "Ersetzt RABEN (waagerecht ab H8), 16 Punkte; der gilt nicht mehr"),
        ("H8w RABEN", "Ersetzt denselben Zug von dir; mehr ändert sich nicht"),
        (
            "H8w NEBAR",
            "Ersetzt RABEN (waagerecht ab H8), 16 Punkte; der gilt wieder, wenn die Spielleitung ablehnt",
        ),
        (
            "H8w NEBAR\n/H8s RABEN",
            "Ersetzt RABEN (waagerecht ab H8), 16 Punkte; der gilt nicht mehr",
        ),
    ],
)
def test_the_answer_names_the_move_that_is_replaced(tmp_path: Path, again: str, said: str) -> None:
    machine = lettered(begun(tmp_path))
    machine.arrives("H8w RABEN")
    machine.tick()
    mails_to(machine, "max@example.org")
    machine.arrives(again, at=MONDAY + MINUTE)
    machine.tick(MONDAY + MINUTE)

    (mail,) = mails_to(machine, "max@example.org")
    assert said in " ".join(text_of(mail).replace(":", "").split())


def test_a_move_for_a_round_that_was_closed_early_is_told_so(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives("H8w RABEN", EVA)
    machine.tick()
    machine.orders("ABSCHLIESSEN VORZEITIG", MONDAY + MINUTE, "Opening")
    machine.letters.owed.clear()
    machine.arrives("H8w RABEN", at=MONDAY + 2 * MINUTE, subject="Re: [yerres R1] Auslosung")
    machine.tick(MONDAY + 2 * MINUTE)

    assert machine.answer().state == "closed_early"
