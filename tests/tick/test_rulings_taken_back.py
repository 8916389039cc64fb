"""A wrong ruling that is taken back: one mail, with what it was, to all whom it changed."""

from datetime import timedelta
from pathlib import Path

import pytest

from mailref.games.rounds.contents import JudgedAnew, Report, Ruled, RulingNotice, WhyAnew
from mailref.referee.contents import Notice, OrdersAsked, OrdersDone, StillOpen
from mailref.referee.gm_orders import DoneBefore, LaidAnew, RulingMeant
from mailref.referee.mails import Owed
from mailref.referee.policy import Outcome
from mailref.writing.mail_bytes import message_id_of
from tests.referee.rehearsal import ERIKA, EVA, MINUTE, MONDAY, ZAT, game
from tests.tick.machines import Post, begun

THREE = {
    "Max Mustermann": "max@example.org",
    "Eva Muster": "eva@example.org",
    "Otto Normal": "otto@example.org",
}


def told(machine: Post) -> dict[str, list[str]]:
    """Return what each player was sent."""
    found: dict[str, list[str]] = {}
    for owed in machine.letters.owed:
        if owed.player:
            found.setdefault(owed.recipient.partition("@")[0], []).append(
                type(owed.content).__name__
            )
    return found


@pytest.mark.parametrize(("order", "now"), [("NERABT ja", True), ("WIDERRUF", None)])
def test_before_the_zat_each_whose_move_it_changes_gets_one_mail(
    tmp_path: Path, order: str, now: bool | None
) -> None:
    machine = begun(tmp_path, game(players=THREE))
    machine.arrives("H8w NERABT")
    machine.arrives("H8w NERABT", EVA)
    machine.arrives("H8w RABEN", "Otto <otto@example.org>")
    machine.tick()
    machine.orders("NERABT nein", MONDAY, "WordQuestions")

    machine.orders(order, MONDAY + MINUTE, "Notice")

    assert told(machine) == {"max": ["RulingNotice"], "eva": ["RulingNotice"]}
    notices = [o.content for o in machine.letters.owed if isinstance(o.content, RulingNotice)]
    assert {(each.accepted, each.before) for each in notices} == {(now, False)}


def test_a_word_is_ruled_on_again_under_the_question_after_it_was_taken_back(
    tmp_path: Path,
) -> None:
    """The same order under the same mail is a slip only where it stands."""
    machine = begun(tmp_path, game(players=THREE))
    machine.arrives("H8w NERABT")
    machine.tick()
    machine.orders("nein: verlesen", MONDAY, "WordQuestions")
    machine.orders("WIDERRUF", MONDAY + MINUTE, "Notice")
    assert machine.game().rulings == {}

    machine.orders("nein: doch nicht", MONDAY + 2 * MINUTE, "WordQuestions")
    assert machine.game().rulings == {"NERABT": False}
    machine.orders("nein: bestimmt", MONDAY + 3 * MINUTE, "WordQuestions")

    (notice,) = [o.content for o in machine.letters.owed if isinstance(o.content, Notice)]
    assert isinstance(notice.about, OrdersDone)
    assert [each.refusal for each in notice.about.fates] == [DoneBefore()]


@pytest.mark.parametrize("line", ["NERABT nein: verlesen", "nerabt nein", "NERABT gilt nicht"])
def test_a_ruling_is_changed_in_reply_to_the_report_as_it_was_made(
    line: str, tmp_path: Path
) -> None:
    machine = begun(tmp_path, game(players=THREE))
    machine.arrives("H8w NERABT")
    machine.tick()
    machine.orders("NERABT ja", MONDAY, "WordQuestions")
    machine.tick(ZAT + 3 * MINUTE)

    machine.orders(line, ZAT + timedelta(hours=1))

    assert machine.game().rulings == {"NERABT": False}


def test_a_word_that_nobody_has_laid_needs_its_order(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(players=THREE))
    machine.arrives("H8w RABEN")
    machine.tick(ZAT + 3 * MINUTE)

    machine.orders("DANKE ja", ZAT + timedelta(hours=1))

    assert machine.game().rulings == {}


def test_after_the_zat_all_get_the_corrected_report_and_nothing_beside(tmp_path: Path) -> None:
    """Nobody has sent a move for the open round that it could change."""
    machine = begun(tmp_path, game(players=THREE))
    machine.arrives("H8w NERABT")
    machine.arrives("H8w RABEN", EVA)
    machine.tick()
    machine.orders("NERABT ja", MONDAY, "WordQuestions")
    machine.tick(ZAT + 3 * MINUTE)
    assert machine.game().round_number == 2

    machine.orders("REGEL NERABT nein: verlesen", ZAT + timedelta(hours=1))

    assert told(machine) == {"max": ["Report"], "eva": ["Report"], "otto": ["Report"]}
    reports = [o.content for o in machine.letters.owed if isinstance(o.content, Report)]
    errata = [each.erratum for each in reports]
    assert all(each is not None for each in errata)
    assert {each.rulings for each in errata if each} == {
        (Ruled("NERABT", accepted=False, before=True),)
    }


def ruled(folder: Path, order: str = "NERABT ja", keys: str = "") -> Post:
    """Return a game whose first round is closed, in which the best move hangs on a ruling."""
    machine = begun(folder, game(players=THREE, keys=keys))
    machine.arrives("H8w NERABT")
    machine.arrives("H8w RABEN", EVA)
    machine.tick()
    machine.orders(order, MONDAY, "WordQuestions")
    machine.tick(ZAT + 3 * MINUTE)
    return machine


def laid(machine: Post) -> list[str]:
    last = machine.game().last
    assert last is not None
    assert last.laid is not None
    return [play.scored.words[0].word for play in last.laid.judged.plays]


def test_a_ruling_that_changed_a_closed_round_is_taken_back(tmp_path: Path) -> None:
    """Directly under "Erledigt": the board, the letters and the totals are as they were."""
    machine = ruled(tmp_path, "NERABT nein")
    before = (laid(machine), machine.game().rack)
    machine.arrives("PASSE", EVA, ZAT + 4 * MINUTE)
    machine.tick(ZAT + 4 * MINUTE)
    machine.orders("NERABT ja", ZAT + 5 * MINUTE)
    assert laid(machine) == ["NERABT"]
    letters = machine.game().rack
    done = [o.content for o in machine.letters.owed if isinstance(o.content, Notice)]
    (fate,) = done[-1].about.fates if isinstance(done[-1].about, OrdersDone) else ()
    assert fate.remarks == (LaidAnew(1, 2, letters),)
    machine.letters.owed.clear()

    machine.orders("WIDERRUF", ZAT + 6 * MINUTE)

    assert (laid(machine), machine.game().rack) == before
    assert machine.game().rulings == {"NERABT": False}
    assert told(machine) == {"max": ["Report"], "eva": ["Report"], "otto": ["Report"]}


@pytest.mark.parametrize(
    ("letters", "why"),
    [
        pytest.param("", WhyAnew.LETTERS, id="with other letters"),
        pytest.param("NEUZIEHEN ABDEHNSU: verlesen", WhyAnew.BOARD, id="where the letters stay"),
    ],
)
def test_whose_move_of_the_open_round_it_changes_reads_that_in_a_mail_of_his_own(
    tmp_path: Path, letters: str, why: WhyAnew
) -> None:
    """The corrected report only promises it; taken back, the ruling brings the move back and says so."""
    machine = ruled(tmp_path, "NERABT nein")
    if letters:
        machine.orders(letters, ZAT + 4 * MINUTE)
    assert laid(machine) == ["RABEN"]
    machine.arrives("H7s ER", EVA, ZAT + 5 * MINUTE)
    machine.tick(ZAT + 5 * MINUTE)

    machine.orders("REGEL NERABT ja: im Duden", ZAT + 6 * MINUTE)

    assert told(machine) == {"max": ["Report"], "eva": ["Report", "JudgedAnew"], "otto": ["Report"]}
    (anew,) = [o.content for o in machine.letters.owed if isinstance(o.content, JudgedAnew)]
    assert (anew.why, anew.because) == (why, "im Duden")
    assert anew.answer.considered.outcome is Outcome.REJECTED

    machine.orders("WIDERRUF", ZAT + 7 * MINUTE)

    assert told(machine) == {"max": ["Report"], "eva": ["Report", "JudgedAnew"], "otto": ["Report"]}
    (anew,) = [o.content for o in machine.letters.owed if isinstance(o.content, JudgedAnew)]
    assert anew.answer.considered.outcome is Outcome.ACCEPTED


def test_a_ruling_with_which_its_round_was_closed_is_taken_back(tmp_path: Path) -> None:
    machine = ruled(tmp_path)
    assert laid(machine) == ["NERABT"]

    machine.orders("WIDERRUF", ZAT + timedelta(hours=1))

    assert laid(machine) == ["RABEN"]


@pytest.mark.parametrize(
    ("order", "minutes", "under"),
    [
        pytest.param("ABSCHLIESSEN vorzeitig: alle da", -9, "Opening", id="closed early"),
        pytest.param("KORREKTUR Eva Muster +1: verzählt", 9, "Report", id="corrected"),
    ],
)
def test_no_ruling_is_taken_back_behind_another_order(
    tmp_path: Path, order: str, minutes: int, under: str
) -> None:
    machine = begun(tmp_path, game(players=THREE))
    machine.arrives("H8w NERABT")
    machine.arrives("H8w RABEN", EVA)
    machine.tick()
    machine.orders("NERABT ja", MONDAY, "WordQuestions")
    at = ZAT + minutes * MINUTE
    machine.tick(at)
    machine.orders(order, at, under)
    machine.tick(at + MINUTE)
    assert machine.game().round_number == 2

    machine.orders("WIDERRUF", at + 2 * MINUTE)

    assert machine.game().rulings == {"NERABT": True}


def asked_about(folder: Path) -> Post:
    machine = begun(folder, game(players=THREE))
    machine.arrives("H8w NERABT")
    machine.tick()
    return machine


def test_a_sentence_under_the_question_rules(tmp_path: Path) -> None:
    machine = asked_about(tmp_path)

    machine.arrives(
        "Hallo Schiedsrichter,\n\ndas lasse ich nicht gelten.\n\nViele Grüße\nErika",
        ERIKA,
        MONDAY + MINUTE,
        header=f"In-Reply-To: {machine.ids('WordQuestions')}\n",
    )
    machine.tick(MONDAY + MINUTE)

    assert machine.game().rulings == {"NERABT": False}


@pytest.mark.parametrize(("said", "ruled"), [("JA", {"NERABT": False}), ("NEIN", {})])
def test_what_a_sentence_probably_says_of_the_word_is_put_to_him(
    tmp_path: Path, said: str, ruled: dict[str, bool]
) -> None:
    machine = asked_about(tmp_path)
    header = f"In-Reply-To: {machine.ids('WordQuestions')}\n"
    machine.arrives("Meine Frau sagt, das gilt nicht.", ERIKA, MONDAY + MINUTE, header=header)
    machine.tick(MONDAY + MINUTE)

    assert machine.game().rulings == {}
    (asked,) = [each for each in machine.matters if isinstance(each, OrdersAsked)]
    assert asked.doubts == (RulingMeant("NERABT", accepted=False),)

    header = f"In-Reply-To: {machine.ids('Notice', 'gm@example.org')}\n"
    machine.arrives(said, ERIKA, MONDAY + 2 * MINUTE, header=header)
    machine.tick(MONDAY + 2 * MINUTE)

    assert machine.game().rulings == ruled


def is_question(owed: Owed, game: str) -> bool:
    is_his = owed.recipient == "gm@example.org"
    return is_his and type(owed.content).__name__ == "WordQuestions" and owed.game == game


def test_the_answer_says_where_words_are_still_open(tmp_path: Path) -> None:
    """A ruling is for one game."""
    other = game(id="kiel", players={"Karl": "karl@example.org"}, title="Kieler Runde")
    machine = begun(tmp_path, game(players=THREE), other)
    machine.arrives("H8w NERABT", subject="[yerres R1] Zug")
    machine.arrives("H8w BRANET", EVA, subject="[yerres R1] Zug")
    machine.arrives("H8w NERABT", "Karl <karl@example.org>", subject="[kiel R1] Zug")
    machine.tick()
    asked = [each for each in machine.letters.ever if is_question(each, "yerres")][-1]

    machine.arrives(
        "NERABT nein",
        ERIKA,
        MONDAY + MINUTE,
        header=f"In-Reply-To: {message_id_of(asked, machine.machine.office().house)}\n",
    )
    machine.tick(MONDAY + MINUTE)

    (done,) = [each for each in machine.matters if isinstance(each, OrdersDone)]
    assert done.still_open == (
        StillOpen("1-Zug-Scrabble Yerres", ("BRANET",)),
        StillOpen("Kieler Runde", ("NERABT",)),
    )
