"""What a report of a game in turns says, to whom (classic 10)."""

from datetime import UTC, date, datetime

import pytest
from msgspec.structs import replace

from mailref.games.by_turns.contents import (
    ChallengeSettled,
    ClockMoved,
    Drew,
    Happening,
    TakenBack,
    TurnReport,
    TurnTaken,
)
from mailref.games.by_turns.events import AcceptedHow, AwaySet, ChallengeDecided, PlayAccepted
from mailref.games.by_turns.history import ToldDraw, ToldTurn, TurnKind
from mailref.games.in_hand import Seat
from mailref.referee.mails import Owed
from mailref.tiles.board import Axes
from mailref.writing.compose import compose_all
from tests.games.classic.examples import STANDARD
from tests.writing.builders import means
from tests.writing.composed import body, message, read_back
from tests.writing.turns import OPEN, finished, opening, report, table, telling

BEFORE = datetime(2026, 12, 17, 19, 0, tzinfo=UTC)


def said(owed: Owed) -> str:
    """Return subject and text of a mail, each run of blanks as one."""
    (found,) = compose_all((owed,), means())
    mail = read_back(found.data)
    return " ".join(f"{mail['Subject']} {body(mail, 'plain')}".split())


def ruled_out() -> tuple[Happening, ...]:
    """A ruling takes a play back, and the clock runs again."""
    play = table(3).history.turns[-1]
    decided = ChallengeDecided(3, "Ben", (("ABDRUCKEN", False),), stands=False, cost=0)
    settled = ChallengeSettled(decided)
    return settled, TakenBack(play), ClockMoved(BEFORE)


def test_a_play_makes_the_headline_and_not_the_absence_noted_after_it() -> None:
    played = TurnTaken(table(3).history.turns[-1])
    away = AwaySet("Anna", date(2026, 8, 1), date(2026, 8, 14))

    assert said(telling(played, away)).startswith("[kiel Z4] Du bist am Zug: Anna legt ABDRUCKEN")
    assert said(telling(away)).startswith(
        "[kiel Z4] Du bist am Zug: Der Urlaub von Anna ist notiert"
    )


def test_a_play_that_went_back_is_named_before_the_next_one() -> None:
    first, second = table(3).history.turns[-2:]

    found = said(telling(TakenBack(first), TurnTaken(second)))

    assert found.startswith(
        "[kiel Z4] Du bist am Zug: Der Zug RHEUMAS geht zurück; Anna legt ABDRUCKEN, 51"
    )


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("de", "Der Zug RHEUMAS geht zurück; du hast gepasst"),
        ("en", "The play RHEUMAS is taken back; you have passed"),
        ("fr", "Le coup RHEUMAS est retiré\N{NO-BREAK SPACE}; tu as passé ton tour"),
    ],
)
def test_behind_a_play_that_went_back_the_headline_goes_on_small(language: str, told: str) -> None:
    passed = TurnTaken(ToldTurn(3, "Ben", TurnKind.PASS))
    mail = telling(TakenBack(table(3).history.turns[-2]), passed, player="Ben")

    assert " ".join(told.split()) in said(replace(mail, language=language))


def test_what_a_player_has_done_is_not_told_as_if_it_were_still_to_do() -> None:
    """Below "Du bist am Zug" it would read as an order."""
    played = TurnTaken(replace(table(3).history.turns[-1], player="Ben"))

    found = said(telling(played, player="Ben"))

    assert found.startswith("[kiel Z4] Du bist am Zug: Du hast ABDRUCKEN gelegt, 51")


def test_what_makes_a_play_stand_names_its_word() -> None:
    stands = PlayAccepted(3, "Anna", "Ben", AcceptedHow.MAIL)

    found = said(telling(stands))

    assert found.startswith("[kiel Z4] Du bist am Zug: Der Zug ABDRUCKEN steht fest")
    assert "der Zug 3 von Anna (ABDRUCKEN) steht fest, weil du ihn angenommen hast" in found


def test_a_ruling_makes_the_headline_and_not_the_clock_that_it_moves() -> None:
    assert said(telling(*ruled_out(), because="Nie gehört.")).startswith(
        "[kiel Z4] Du bist am Zug: Der Zug ABDRUCKEN geht zurück"
    )


def test_the_reason_of_a_ruling_stands_under_it() -> None:
    """Also where a move in advance was carried out after it."""
    kept = TurnTaken(ToldTurn(4, "Ben", TurnKind.PASS), was_kept=True)

    text = said(telling(*ruled_out(), kept, because="Nie gehört."))

    assert "Nicht gültig: ABDRUCKEN. Grund: Nie gehört. Der Zug geht zurück" in text
    assert text.count("Nie gehört.") == 1


@pytest.mark.parametrize(
    ("turn", "mine", "others"),
    [
        (ToldTurn(4, "Ben", TurnKind.PASS), "Hallo Ben, du hast gepasst.", "Ben hat gepasst."),
        (
            ToldTurn(4, "Ben", TurnKind.EXCHANGE, count=3),
            "Hallo Ben, du hast 3 Steine getauscht.",
            "Ben hat 3 Steine getauscht.",
        ),
        (
            ToldTurn(4, "Ben", TurnKind.TIMEOUT),
            "Hallo Ben, deine Zeit ist abgelaufen;",
            "die Zeit von Ben ist abgelaufen;",
        ),
        (
            ToldTurn(4, "Ben", TurnKind.FORFEIT),
            "Hallo Ben, du hast ausgesetzt, weil",
            "Ben hat ausgesetzt, weil",
        ),
    ],
    ids=lambda each: each.kind.value if isinstance(each, ToldTurn) else "",
)
def test_a_player_reads_of_his_own_turn_in_the_second_person(
    turn: ToldTurn, mine: str, others: str
) -> None:
    """Small behind the comma of the greeting, as German goes on there; a name keeps its capital."""
    assert mine in said(telling(TurnTaken(turn), player="Ben"))
    assert others in said(telling(TurnTaken(turn), player="Anna"))
    assert others in said(telling(TurnTaken(turn), player=None))


def test_only_its_owner_is_told_that_a_move_was_kept() -> None:
    """Nor is anybody else once it is carried out (classic 10)."""
    draw = Drew(ToldDraw(5, "Anna", 3, "3f" * 32))
    kept = TurnTaken(ToldTurn(4, "Ben", TurnKind.PASS), was_kept=True)

    assert "ein vorgemerkter Zug ist gespielt" in said(telling(draw, kept, player="Ben"))
    for reader in ("Anna", None):
        assert "vorgemerkter Zug ist gespielt" not in said(telling(draw, kept, player=reader))


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("de", "Dein vorgemerkter Zug ist gespielt: Du hast gepasst."),
        ("en", "Your move in advance has been played: You have passed."),
    ],
)
def test_a_move_in_advance_is_told_from_the_play_before_it(language: str, told: str) -> None:
    """`Anna hat ... gelegt. Das war dein vorgemerkter Zug.` spoke of hers."""
    before = TurnTaken(table(3).history.turns[-1])
    kept = TurnTaken(ToldTurn(4, "Ben", TurnKind.PASS), was_kept=True)

    found = said(replace(telling(before, kept, player="Ben"), language=language))

    assert found.index("ABDRUCKEN") < found.index(told)


def attached(owed: Owed) -> list[str]:
    """Return the names of the files of a mail but for the board."""
    (found,) = compose_all((owed,), means())
    names = (str(part.get_filename()) for part in read_back(found.data).iter_attachments())
    return [name for name in names if not name.startswith("Brett")]


def test_only_who_is_to_move_gets_the_zat_for_his_calendar() -> None:
    assert attached(report("Ben")) == ["kiel-Wertung-Z3.pdf", "kiel-Z4.ics"]
    assert attached(report("Anna")) == ["kiel-Wertung-Z3.pdf"]
    assert attached(report(None)) == ["kiel-Wertung-Z3.pdf"]
    assert attached(opening("Anna")) == ["kiel-Belege.txt", "kiel-Z1.ics"]


def test_a_soloists_zat_is_one_of_his_league_whatever_turn_it_is() -> None:
    """As its tag says; with a file for each turn a calendar would hold it often."""
    for name in ("solo_opening", "solo_report", "solo_exchange"):
        files = [str(each.get_filename()) for each in message(name).iter_attachments()]
        assert [each for each in files if each.endswith(".ics")] == ["patience-Z1.ics"]


def test_the_table_of_a_league_shows_what_was_deducted() -> None:
    """10 points for ENGE, 16 left on the rack."""
    told = body(message("solo_table"), "plain").splitlines()

    assert any(each.split() == ["Anna", "2", "10", "−16", "−6", "1"] for each in told)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("de", ["[kiel Z4]", "kiel-Wertung-Z3.pdf", "kiel-Z4.ics"]),
        ("en", ["[kiel T4]", "kiel-sheet-T3.pdf", "kiel-T4.ics"]),
        ("fr", ["[kiel C4]", "kiel-feuille-C3.pdf", "kiel-C4.ics"]),
    ],
)
def test_subject_and_files_name_the_turn_as_the_language_does(
    language: str, told: list[str]
) -> None:
    (found,) = compose_all((replace(report("Ben"), language=language),), means())
    mail = read_back(found.data)
    files = [str(part.get_filename()) for part in mail.iter_attachments()]

    assert str(mail["Subject"]).startswith(told[0])
    assert [name for name in files if name.startswith("kiel-")] == told[1:]


@pytest.mark.parametrize(
    ("axes", "said"),
    [("rows", "Put a square and"), ("columns", "Put a square, across or down, and")],
)
def test_the_line_to_copy_asks_for_a_direction_where_squares_do_not_say_it(
    axes: str, said: str
) -> None:
    mail = opening("Anna", replace(STANDARD, axes=Axes(axes)))
    (found,) = compose_all((replace(mail, language="en"),), means())

    assert said in " ".join(body(read_back(found.data), "plain").split())


def test_the_last_report_brings_players_the_game_and_nobody_a_zat() -> None:
    """Classic 9.4."""
    sheet_and_draws = ["kiel-Wertung-Z4.pdf", "kiel-Ziehungen.txt"]

    assert attached(finished()) == [*sheet_and_draws, "kiel.gcg"]
    assert attached(finished(player=None)) == sheet_and_draws


def test_the_boards_alternative_text_says_which_words_are_new_or_open() -> None:
    (found,) = compose_all((report("Anna"),), means())
    (settled,) = compose_all((report("Anna", rules=OPEN),), means())

    assert "Noch offen: ABDRUCKEN." in body(read_back(found.data), "html")
    assert "Neu: ABDRUCKEN." in body(read_back(settled.data), "html")


def test_who_is_out_with_more_points_has_not_won_them() -> None:
    """Classic 7.6: his row stays and ranks behind."""
    owed = finished("passes")
    content = owed.content
    assert isinstance(content, TurnReport)
    seats = (
        Seat("Anna", 43, 7, is_out=False, rank=1),
        Seat("Ben", 43, 7, is_out=False, rank=1),
        Seat("Dora", 99, 0, is_out=True, rank=3),
    )

    told = said(replace(owed, content=replace(content, face=replace(content.face, seats=seats))))

    assert "Gewonnen haben Anna und Ben mit 43 Punkten." in told


def test_nobodys_time_and_absence_matter_when_a_game_is_over() -> None:
    away, in_hand = ((date(2026, 12, 20), date(2027, 1, 2)),), 7200
    for owed, is_told in ((report("Ben"), True), (finished(player="Ben"), False)):
        content = owed.content
        assert isinstance(content, TurnReport)
        seats = tuple(
            replace(each, away=away, seconds_in_hand=in_hand) for each in content.face.seats
        )
        told = said(
            replace(owed, content=replace(content, face=replace(content.face, seats=seats)))
        )
        assert [("Nicht da:" in told), ("Zeitvorrat:" in told)] == [is_told, is_told]
