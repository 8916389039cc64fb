"""Orders of the game master in a tick: one answer for them, and none about a move."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from mailref.games.rounds.contents import DeadlineNotice, EntryAnswer, Report, RulingNotice
from mailref.referee import gm_orders as gm
from mailref.referee.contents import MailAnswer, OrdersAsked, OrdersDone, Prospect, ZatChange
from mailref.referee.gm_orders import (
    CountsNow,
    FarZat,
    Fate,
    GoesOn,
    MaybeProse,
    TotalNow,
    UnusedWord,
    WordSettled,
    ZatMeant,
    ZatNow,
)
from mailref.referee.mails import Owed
from mailref.referee.policy import Reason
from mailref.writing.compose import compose_all
from tests.games.by_turns.at_table import kiel
from tests.referee.rehearsal import ERIKA, MINUTE, MONDAY, ZAT, game
from tests.tick.machines import Post, begun
from tests.writing.builders import means
from tests.writing.composed import body, read_back


@pytest.mark.parametrize(
    "order",
    ["PAUSE", "WEITER", "FREIGEBEN", "ABSCHLIESSEN", "GLEICHSTAND 1", "ÖFFNEN 18.12.2026 20:00"],
)
def test_an_order_that_looks_like_a_word_is_not_refused_as_a_move(
    tmp_path: Path, order: str
) -> None:
    """A line of one word is a move without place, but not where it is an order."""
    machine = begun(tmp_path)
    opening = machine.ids("Opening")
    machine.left()

    machine.arrives(f"{order}\n\nGruß, Erika", ERIKA, header=f"In-Reply-To: {opening}\n")
    machine.tick()

    assert [each for each in machine.left() if each.startswith("gm")] == ["gm Notice"]


def test_a_move_beside_an_order_is_answered_too(tmp_path: Path) -> None:
    """Contract 5: one answer for each entry; here the game master enters a move as well."""
    machine = begun(tmp_path)
    opening = machine.ids("Opening")
    machine.left()
    machine.letters.owed.clear()

    text = "Spieler=Max Mustermann\nH8w RABEN\n\nPAUSE"
    machine.arrives(text, ERIKA, header=f"In-Reply-To: {opening}\n")
    machine.tick()

    answers = [o.content for o in machine.letters.owed if isinstance(o.content, EntryAnswer)]
    assert {each.considered.player for each in answers} == {"Max Mustermann"}
    assert machine.game().is_paused


def test_a_word_of_the_last_round_is_ruled_on_without_naming_the_order(tmp_path: Path) -> None:
    """Rules 8, custom: faults pointed out before the next ZAT are corrected by erratum."""
    machine = begun(tmp_path, game(keys='undecided = "refuse"\nruling_grace = "0s"'))
    machine.arrives("H8w NERABT", at=MONDAY)
    machine.tick()
    question = machine.ids("WordQuestions")
    machine.tick(ZAT + 3 * MINUTE)
    assert machine.game().last is not None
    machine.left()

    header = f"In-Reply-To: {question}\n"
    machine.arrives("NERABT nein: kein Wort", ERIKA, ZAT + 4 * MINUTE, header=header)
    machine.tick(ZAT + 5 * MINUTE)

    assert machine.game().rulings["NERABT"] is False


def fates(machine: Post) -> tuple[Fate, ...]:
    """Return what the newest answer to orders says became of them."""
    found = [n.about.fates for n in machine.notices if isinstance(n.about, OrdersDone)]
    return found[-1]


def replies(machine: Post, text: str, kind: str, at: datetime = MONDAY) -> list[Owed]:
    """Let the game master answer our last mail of a kind; return what is owed for it."""
    machine.letters.owed.clear()
    machine.arrives(text, ERIKA, at, header=f"In-Reply-To: {machine.ids(kind)}\n")
    machine.tick(at)
    return machine.letters.owed


@pytest.mark.parametrize(
    ("said", "accepted"),
    [
        ("ja", True),
        ("Gilt.", True),
        ("Ja, gilt!\n\nGruß, Erika", True),
        ("nein", False),
        ("ungültig: kein Wort", False),
        ("Nein, gilt nicht.", False),
    ],
)
def test_a_question_about_one_word_is_answered_by_one_word(
    tmp_path: Path, said: str, *, accepted: bool
) -> None:
    machine = begun(tmp_path)
    machine.arrives("H8w NERABT", at=MONDAY)
    machine.tick()

    replies(machine, said, "WordQuestions")

    assert machine.game().rulings["NERABT"] is accepted


def test_each_of_two_questions_is_answered_by_its_own_yes(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives("H8w NERABT", at=MONDAY)
    machine.tick()
    first = machine.ids("WordQuestions")
    machine.arrives("Zug\nH8w BREANT", "Eva Muster <eva@example.org>", at=MONDAY)
    machine.tick()

    machine.arrives("nein", ERIKA, header=f"In-Reply-To: {first}\n")
    machine.tick()

    assert "NERABT" in machine.game().rulings
    assert "BREANT" not in machine.game().rulings


def test_a_bare_yes_to_a_question_about_two_words_is_asked_back(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives("H8w NERABT\n/H8w BREANT", at=MONDAY)
    machine.tick()

    replies(machine, "ja", "WordQuestions")

    assert fates(machine) == (Fate("ja", gm.Incomplete(gm.Lack.WORD)),)
    assert machine.game().rulings == {}


def test_what_was_ordered_is_answered_by_its_result(tmp_path: Path) -> None:
    """New ZAT, new total, the word; and who will be told."""
    machine = begun(tmp_path)
    machine.arrives("H8w NERABT", at=MONDAY)
    machine.tick()
    replies(machine, "NERABT nein\nVERLÄNGERN 14.12.2026 um 20:00", "WordQuestions")

    ruled, moved = fates(machine)

    assert (ruled.result, ruled.told) == (
        WordSettled("NERABT", accepted=False),
        ("Max Mustermann",),
    )
    monday = datetime(2026, 12, 14, 19, 0, tzinfo=UTC)
    fridays = (datetime(2026, 12, 18, 19, 0, tzinfo=UTC), datetime(2026, 12, 25, 19, 0, tzinfo=UTC))
    result = ZatNow(1, monday, fridays)
    assert (moved.result, moved.told) == (result, ("Max Mustermann", "Eva Muster"))


def test_the_result_counts_who_only_reads_the_reports(tmp_path: Path) -> None:
    machine = begun(tmp_path, game(keys='subscribers = ["zoe@example.com"]'))
    machine.arrives("H8w NERABT", at=MONDAY)
    machine.tick()
    replies(machine, "NERABT nein\nVERLÄNGERN 14.12.2026 um 20:00", "WordQuestions")

    ruled, moved = fates(machine)

    assert (ruled.readers, moved.readers) == (0, 1)


def test_the_new_zat_of_soloists_is_that_of_their_one_round(tmp_path: Path) -> None:
    deadline = datetime(2027, 1, 31, 19, tzinfo=UTC)
    league = kiel('deadline = "31.01.2027 20:00"', variant="solitaire")
    machine = begun(tmp_path, league)

    machine.orders("VERLÄNGERN 7.2.2027 um 20:00", MONDAY, "LeagueNews")

    (moved,) = fates(machine)
    assert moved.result == ZatNow(1, deadline + timedelta(days=7))


def test_a_correction_says_the_new_total(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives("H8w RABEN", at=MONDAY)
    machine.tick()
    machine.tick(ZAT + 3 * MINUTE)

    machine.orders("KORREKTUR Max Mustermann +5", ZAT + 4 * MINUTE)

    total = machine.game().players["Max Mustermann"].total
    assert [each.result for each in fates(machine)] == [
        TotalNow("Max Mustermann", total, total - 5)
    ]


def test_a_correction_says_first_what_it_changes_and_asks_for_no_move_that_is_there(
    tmp_path: Path,
) -> None:
    machine = begun(tmp_path)
    machine.arrives("H8w RABEN", at=MONDAY)
    machine.tick()
    machine.tick(ZAT + 3 * MINUTE)
    before = machine.game().players["Max Mustermann"].total
    letter = next(each for each in machine.game().rack if each not in "?TG")
    machine.arrives(f"G8w {letter}RABEN", at=ZAT + 4 * MINUTE)
    machine.tick(ZAT + 5 * MINUTE)

    machine.orders("KORREKTUR Max Mustermann +5", ZAT + 6 * MINUTE)

    errata = [
        mail
        for mail in machine.letters.owed
        if isinstance(mail.content, Report) and mail.content.erratum is not None
    ]
    texts = {
        mail.recipient: " ".join(body(read_back(mail.data), "plain").split())
        for mail in compose_all(errata, means())
    }
    mine, others = texts["max@example.org"], texts["eva@example.org"]
    assert f"Hallo Max Mustermann, du hast jetzt {before + 5} statt {before} Punkte" in mine
    assert "Dein Zug für Runde 2 gilt weiter" in mine
    assert f"{letter}RABEN (waagerecht ab G8)" in mine
    assert "Zum Kopieren" not in mine
    assert "an deinen Punkten ändert sich nichts" in others
    assert f"{letter}RABEN" not in others
    assert "Zum Kopieren" in others


def test_the_end_of_a_pause_that_is_taken_back_is_told(tmp_path: Path) -> None:
    """`WIDERRUF: erledigt. Der ZAT ...` said nothing of the pause."""
    machine = begun(tmp_path)
    replies(machine, "PAUSE", "Opening")
    machine.left()

    replies(machine, "WIDERRUF", "Notice")

    assert [each.result for each in fates(machine)] == [GoesOn(1, ZAT)]


@pytest.mark.parametrize(
    ("order", "doubt"),
    [
        ("VERLÄNGERN 18.12.2062 um 20:00", FarZat(datetime(2062, 12, 18, 19, 0, tzinfo=UTC))),
        ("REGEL XYLOL ja", UnusedWord("XYLOL")),
        ("Pause: bin krank", MaybeProse("Pause: bin krank")),
    ],
)
def test_an_order_that_looks_like_a_slip_is_asked_back_and_carried_out_on_a_yes(
    tmp_path: Path, order: str, doubt: object
) -> None:
    machine = begun(tmp_path)

    replies(machine, order, "Opening")

    (asked,) = [each.about for each in machine.notices if isinstance(each.about, OrdersAsked)]
    assert asked.doubts == (doubt,)
    before = machine.game()
    machine.orders("JA", MONDAY, "Notice")
    assert machine.game() != before


def test_a_player_who_does_not_exist_is_asked_back_with_those_who_do(tmp_path: Path) -> None:
    machine = begun(tmp_path)

    replies(machine, "AUSSCHLIESSEN Zacharias", "Opening")

    (fate,) = fates(machine)
    assert fate.refusal == gm.UnknownPlayer((), ("Max Mustermann", "Eva Muster"))


def test_the_last_order_is_taken_back_and_all_are_told(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    replies(machine, "VERLÄNGERN 14.12.2026 um 20:00", "Opening")
    machine.left()

    replies(machine, "WIDERRUF", "Notice")

    assert machine.game().due == ZAT
    told = [o.content for o in machine.letters.owed if isinstance(o.content, DeadlineNotice)]
    assert [(each.change, each.game.round and each.game.round.deadline) for each in told] == [
        (ZatChange.MOVED, ZAT)
    ] * 2
    (fate,) = fates(machine)
    assert isinstance(fate.result, ZatNow)
    assert fate.result.zat == ZAT


def test_a_ruling_is_taken_back_and_its_player_told(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives("H8w NERABT", at=MONDAY)
    machine.tick()
    replies(machine, "ja", "WordQuestions")

    replies(machine, "REVOKE", "Notice")

    assert "NERABT" not in machine.game().rulings
    told = [o.content for o in machine.letters.owed if isinstance(o.content, RulingNotice)]
    assert [(each.word, each.accepted) for each in told] == [("NERABT", None)]


def test_an_order_on_which_something_was_built_is_not_taken_back(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives("H8w RABEN", at=MONDAY)
    machine.tick()
    machine.orders("VERLÄNGERN 14.12.2026 um 20:00", MONDAY, "Opening")
    machine.tick(datetime(2026, 12, 14, 19, 5, tzinfo=UTC))
    zat = machine.game().due

    machine.orders("WIDERRUF", datetime(2026, 12, 14, 19, 6, tzinfo=UTC))

    assert fates(machine)[0].refusal == gm.NothingToRevoke()
    assert machine.game().due == zat


def test_a_mail_with_more_orders_than_are_looked_at_orders_nothing(tmp_path: Path) -> None:
    """Whoever wrote it: nothing of it counts, and it says so."""
    machine = begun(tmp_path)
    opening = machine.ids("Opening")
    machine.letters.owed.clear()

    text = "PAUSE\n" + "H8w RABEN\n" * 300
    machine.arrives(text, ERIKA, header=f"In-Reply-To: {opening}\n")
    machine.tick()

    (answer,) = [o.content for o in machine.letters.owed if isinstance(o.content, MailAnswer)]
    assert answer.considered.reason is Reason.TOO_LARGE
    assert not machine.game().is_paused


def prospects(machine: Post) -> list[Prospect | None]:
    """Return what the game master was told, in questions, of what a yes would bring."""
    return [each.prospect for each in machine.matters if isinstance(each, OrdersAsked)]


def test_who_is_asked_about_a_correction_reads_what_it_would_bring(tmp_path: Path) -> None:
    """RABEN from H8 across: R, A, B, E and N on 2B, doubled in the middle, 16."""
    machine = begun(tmp_path)
    machine.arrives("H8w RABEN", at=MONDAY)
    machine.tick()
    machine.tick(ZAT + 3 * MINUTE)

    replies(machine, "KORREKTUR Max Mustermann +5", "Report", ZAT + 4 * MINUTE)

    (prospect,) = prospects(machine)
    assert prospect is not None
    assert prospect.number == 2
    assert prospect.totals == (TotalNow("Max Mustermann", 21, 16),)
    assert "Max Mustermann" in prospect.missing
    assert {"Max Mustermann", "Eva Muster"} <= set(prospect.told)
    assert machine.game().players["Max Mustermann"].total == 16


def test_who_is_asked_about_an_early_close_reads_whose_move_is_missing(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives("H8w RABEN", at=MONDAY)
    machine.tick()

    replies(machine, "ABSCHLIESSEN VORZEITIG", "Opening")

    (prospect,) = prospects(machine)
    assert prospect is not None
    assert (prospect.number, prospect.totals) == (1, ())
    assert "Max Mustermann" not in prospect.missing
    assert "Eva Muster" in prospect.missing
    assert machine.game().round_number == 1


def test_an_unproven_order_is_tried_but_not_carried_out(tmp_path: Path) -> None:
    """What is asked about because nothing proves it says what it would bring, too."""
    machine = begun(tmp_path, keys='authserv_id = "mx.example.org"')

    replies(machine, "PAUSE", "Opening")

    (prospect,) = prospects(machine)
    assert prospect is not None
    assert "Eva Muster" in prospect.told
    assert not machine.game().is_paused


@pytest.mark.parametrize(("said", "points"), [("NERABT ja", 22), ("NERABT nein", None)])
def test_a_ruling_says_what_the_move_counts_and_who_is_told(
    tmp_path: Path, said: str, points: int | None
) -> None:
    """NERABT from H8 across: N, E, R, A, B on 2B and T, doubled in the middle, 22."""
    machine = begun(tmp_path)
    machine.arrives("H8w NERABT", at=MONDAY)
    machine.tick()

    replies(machine, said, "WordQuestions")

    (fate,) = fates(machine)
    changed = () if points is None else (CountsNow("Max Mustermann", None, points),)
    assert (fate.moves, fate.totals, fate.told) == (changed, (), ("Max Mustermann",))


def test_a_game_master_who_plays_reads_no_points_of_a_ruling(tmp_path: Path) -> None:
    machine = begun(
        tmp_path,
        game(players={"Max Mustermann": "max@example.org", "Erika Musterfrau": "gm@example.org"}),
    )
    machine.arrives("H8w NERABT", at=MONDAY)
    machine.tick()

    replies(machine, "NERABT ja", "WordQuestions")

    (fate,) = fates(machine)
    assert (fate.moves, fate.totals, fate.told) == ((), (), ())


def test_a_zat_without_its_year_is_the_next_such_day(tmp_path: Path) -> None:
    """The mail is of Monday, 7 December 2026."""
    machine = begun(tmp_path)

    replies(machine, "VERLÄNGERN bis 12.12. 20 Uhr", "Opening")

    playing = machine.game().round
    assert playing is not None
    assert playing.deadline == datetime(2026, 12, 12, 19, 0, tzinfo=UTC)


def test_a_zat_set_in_a_sentence_is_shown_to_him_and_set_after_yes(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    header = f"In-Reply-To: {machine.ids('Opening', 'gm@example.org')}\n"
    text = "Den Zugabgabetermin verschiebe ich auf Samstag, 12. Dezember, 20 Uhr."
    machine.arrives(text, ERIKA, MONDAY, header=header)
    machine.tick(MONDAY)
    later = ZAT + timedelta(days=1)

    (asked,) = [each for each in machine.matters if isinstance(each, OrdersAsked)]
    assert asked.doubts == (ZatMeant(later),)

    header = f"In-Reply-To: {machine.ids('Notice', 'gm@example.org')}\n"
    machine.arrives("JA", ERIKA, MONDAY + MINUTE, header=header)
    machine.tick(MONDAY + MINUTE)
    playing = machine.game().round
    assert playing is not None
    assert playing.deadline == later
