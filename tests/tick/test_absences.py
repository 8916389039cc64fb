"""URLAUB where all play at once: rounds, Bingo and tasks, from the mail to the report, the export and its check."""

import json
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest

from mailref.games.by_turns.contents import TurnReport
from mailref.games.by_turns.game import SeatedGame
from mailref.games.events import AbsenceEnded, AbsenceNoted
from mailref.games.rounds.contents import EntryAnswer
from mailref.referee.contents import ManyAway, MissedThree, Notice, OrdersDone
from mailref.referee.gm_orders import AwayNow
from tests.commands.invoke import mailref
from tests.e2e.installation import text_of
from tests.games.bingo.rehearsal import herbst
from tests.games.by_turns.at_table import kiel
from tests.referee.rehearsal import MINUTE, MONDAY, WEEK, ZAT, game
from tests.tick.machines import Post, begun
from tests.tick.test_messages import writes
from tests.tick.test_notes import ANNA, BEN, GM, mails_to, playing, said, two

HOUR = timedelta(hours=1)
GAMES: dict[str, Callable[[], str]] = {
    "rounds": lambda: two(game()),
    "bingo": lambda: herbst("", "", ("Anna", "Ben")),
}
everywhere = pytest.mark.parametrize("settings", GAMES.values(), ids=GAMES)
NOTED = "vom 11. Dezember 2026 bis zum 10. Januar 2027"


def away_of(post: Post, player: str) -> list[tuple[str, str]]:
    (running,) = post.machine.office().games.values()
    away = running.game.players[player].away
    return [(begins.isoformat(), ends.isoformat()) for begins, ends in away]


@pytest.mark.sampled(3)
@everywhere
@pytest.mark.parametrize(
    "text",
    [
        "URLAUB 11.12. - 10.1.",
        "Urlaub: 11.12.2026-10.1.2027",
        "Ich bin im Urlaub vom 11.12. bis 10.1.",
        "Hallo!\n\nIch bin vom 11.12. bis 10.1. im Urlaub.\n\nGruß, Anna",
        "VACATION 11 Dec - 10 Jan",
        "I am away from 11 Dec to 10 Jan, sorry.",
        "I am away from 11 Dec to 10 Jan",
    ],
)
def test_days_are_noted_shown_and_told(
    tmp_path: Path, settings: Callable[[], str], text: str
) -> None:
    """Midnight in Berlin is 23:00 in UTC."""
    post = playing(tmp_path, settings())

    (answer,) = writes(post, ANNA, text, MONDAY)

    assert away_of(post, "Anna") == [("2026-12-10T23:00:00+00:00", "2027-01-10T23:00:00+00:00")]
    assert NOTED in said(answer)
    for who in (BEN, GM):
        (stand,) = writes(post, who, "STAND", MONDAY + HOUR)
        assert f"Anna: {NOTED}" in said(stand)


@everywhere
def test_an_absence_is_taken_back(tmp_path: Path, settings: Callable[[], str]) -> None:
    post = playing(tmp_path, settings())
    writes(post, ANNA, "URLAUB 11.12. - 10.1.", MONDAY)

    (back,) = writes(post, ANNA, "URLAUB AUS", MONDAY + HOUR)
    (again,) = writes(post, ANNA, "URLAUB AUS", MONDAY + 2 * HOUR)

    assert away_of(post, "Anna") == []
    assert "on dir ist kein Urlaub mehr notiert" in said(back)
    assert "on dir ist kein Urlaub notiert" in said(again)


both_ways = pytest.mark.parametrize(
    "settings", [GAMES["rounds"], lambda: kiel("", variant="rummikub")], ids=["rounds", "table"]
)


def is_noted(post: Post) -> bool:
    (running,) = post.machine.office().games.values()
    if isinstance(running.game, SeatedGame):
        return bool(running.game.hands["Anna"].absences)
    return bool(running.game.players["Anna"].away)


@pytest.mark.each_once
@both_ways
@pytest.mark.parametrize(
    "text",
    [
        "Ich bin vom 11.12. bis 15.12. nicht im Urlaub, kann also ziehen.",
        "I won't be away from 11 to 15 December, so I can play.",
        "Meine Frau ist vom 11.-15.12. verreist, da hab ich Zeit zum Spielen.",
        "Jürgen is away from 11 December to 15 December, I heard.",
    ],
)
def test_who_is_not_away_or_tells_of_another_is_neither_noted_nor_asked(
    tmp_path: Path, settings: Callable[[], str], text: str
) -> None:
    post = playing(tmp_path, settings())

    (answer,) = writes(post, ANNA, text, MONDAY)

    assert not is_noted(post)
    assert "Soll ich mir das merken" not in said(answer)
    assert "Urlaub ist notiert" not in said(answer)


@pytest.mark.each_once
@both_ways
@pytest.mark.parametrize(
    "text",
    [
        "Ich bin doch gar nicht im Urlaub! Bitte den Urlaub wieder streichen.",
        "Urlaub vom 11.12. bis 18.12. bitte streichen",
        "Holiday cancelled",
        "Bin wieder da.\nURLAUB AUS",
    ],
)
def test_an_absence_is_taken_back_in_prose(
    tmp_path: Path, settings: Callable[[], str], text: str
) -> None:
    post = playing(tmp_path, settings())
    (noted,) = writes(post, ANNA, "URLAUB 11.12. - 18.12.", MONDAY)
    assert "URLAUB AUS" in said(noted)

    (back,) = writes(post, ANNA, text, MONDAY + HOUR)

    assert not is_noted(post)
    assert "on dir ist kein Urlaub mehr notiert" in said(back)
    assert mailref("verify", *post.machine.office().games, "-c", str(post.path)).code == 0


@both_ways
def test_who_says_that_he_is_back_is_asked_where_an_absence_is_noted(
    tmp_path: Path, settings: Callable[[], str]
) -> None:
    post = playing(tmp_path, settings())
    (before,) = writes(post, ANNA, "Bin wieder da!", MONDAY)
    writes(post, ANNA, "URLAUB 11.12. - 18.12.", MONDAY + HOUR)

    (asked,) = writes(post, ANNA, "Bin wieder da!", MONDAY + 2 * HOUR)

    assert "Dann schreib URLAUB AUS" not in said(before)
    assert "Dann schreib URLAUB AUS" in said(asked)
    assert is_noted(post)


@pytest.mark.each_once
@both_ways
@pytest.mark.parametrize(
    "text",
    [
        "Mein Urlaub ist vom 11.12. bis 18.12.",
        "Mein Urlaub dauert vom 11.12. bis 18.12.",
        "Vom 11. bis 18.12. kann ich nicht ziehen.",
        "My holidays run from 11 to 18 December.",
        "Mes vacances sont du 11 au 18 décembre.",
    ],
)
def test_who_names_the_days_of_his_own_absence_has_them_noted(
    tmp_path: Path, settings: Callable[[], str], text: str
) -> None:
    post = playing(tmp_path, settings())
    writes(post, ANNA, text, MONDAY)
    assert is_noted(post)


@pytest.mark.parametrize(
    ("text", "is_back"),
    [
        ("I'm back! H5s TRABEN", True),
        ("H5s TRABEN\n\nBin wieder da!", True),
        ("Bin wieder da, H5s TRABEN", True),
        ("Bin aus dem Urlaub zurück. H5s TRABEN", True),
        ("H5s TRABEN\nUrlaub ist vorbei.", True),
        ("H5s TRABEN\nBin bald wieder da.", False),
        ("H5s TRABEN\nBin ab Montag wieder da.", False),
        ("Bin wieder da!", False),
        ("H5s TRABEN", False),
    ],
)
def test_who_moves_and_says_that_he_is_back_is_back(
    tmp_path: Path, text: str, is_back: bool
) -> None:
    post = playing(tmp_path, two(game()))
    writes(post, ANNA, "URLAUB 7.12. - 18.12.", MONDAY)

    found = writes(post, ANNA, text, MONDAY + HOUR)

    ((_, ends),) = away_of(post, "Anna")
    assert ends.startswith("2026-12-07" if is_back else "2026-12-18")
    told = " ".join(map(said, found))
    assert ("on dir ist kein Urlaub mehr notiert" in told) is is_back


def test_an_absence_to_come_is_not_ended_by_who_is_back_from_another(tmp_path: Path) -> None:
    post = playing(tmp_path, two(game()))
    writes(post, ANNA, "URLAUB 11.12. - 18.12.", MONDAY)

    (asked,) = writes(post, ANNA, "Bin wieder da! H5s TRABEN", MONDAY + HOUR)

    assert "Dann schreib URLAUB AUS" in said(asked)
    assert is_noted(post)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("URLAUB im Dezember 24", "den ersten und den letzten Tag"),
        ("URLAUB 1.1.2020-14.1.2020", "schon vorbei"),
        ("URLAUB 1.1.2027-31.12.2029", "So viele Urlaubstage"),
    ],
)
def test_days_that_cannot_be_noted_are_refused(tmp_path: Path, text: str, why: str) -> None:
    post = playing(tmp_path, two(game()))

    (answer,) = writes(post, ANNA, text, MONDAY)

    assert why[1:] in said(answer)
    assert away_of(post, "Anna") == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "beside",
    [
        "",
        "H5s TRABEN\n\n",
        "Hallo Erika!\nH5s TRABEN. ",
        "Hallo,\nich lege TRABEN auf H5s.\n",
        "Hallo,\nich lege TRABEN von H5 nach unten. ",
    ],
)
@pytest.mark.parametrize(
    "text",
    ["Bin ab Samstag bis Ende Januar in Spanien.", "PS: away from Friday till after Christmas"],
)
@everywhere
def test_who_says_his_days_in_words_is_asked_for_them(
    tmp_path: Path, settings: Callable[[], str], text: str, beside: str
) -> None:
    """They were dropped without a word beside a move."""
    post = playing(tmp_path, settings())

    answers = [said(each) for each in writes(post, ANNA, beside + text, MONDAY)]

    assert any("den ersten und den letzten Tag" in each for each in answers)
    assert len(answers) == 1
    assert not any("kein Urlaub mehr notiert" in each for each in answers)
    if beside and settings is GAMES["rounds"]:
        assert any("Dein Zug gilt: TRABEN" in each for each in answers)


@pytest.mark.each_once
@pytest.mark.parametrize(
    ("absence", "why"),
    [
        ("Bin ab Samstag bis Ende Januar weg.", "den ersten und den letzten Tag"),
        ("URLAUB 7.12. - 10.12.", "beginnt frühestens morgen"),
        ("URLAUB 11.12. - 10.12.2029", "So viele Urlaubstage"),
    ],
)
@pytest.mark.parametrize("move", ["H8w GRIPS", "H8w RABE"])
def test_in_turns_the_answer_to_the_move_beside_says_why_days_are_not_noted(
    tmp_path: Path, absence: str, why: str, move: str
) -> None:
    """It is Ben's turn: GRIPS is kept; RABE cannot be laid."""
    post = playing(tmp_path, kiel(""))

    (answer,) = writes(post, ANNA, f"{move}\n\n{absence}", MONDAY)

    assert ("Vorgemerkt: GRIPS" in said(answer)) is (move == "H8w GRIPS")
    assert why in said(answer)
    assert "AwaySet" not in {
        type(each).__name__ for each in post.machine.journal.games.events("kiel")
    }


def rounds_without(folder: Path, text: str) -> Post:
    """Return a game in which Max never moves, in four rounds, and has written *text*."""
    post = begun(folder, game())
    if text:
        post.arrives(text)
    post.tick(MONDAY + MINUTE)
    for number in range(4):
        post.arrives("H5s TRABEN", "Eva Muster <eva@example.org>", ZAT + number * WEEK - HOUR)
        post.tick(ZAT + number * WEEK - MINUTE)
        post.tick(ZAT + number * WEEK + HOUR)
    return post


def test_who_is_away_misses_rounds_and_is_no_case_for_the_game_master(tmp_path: Path) -> None:
    post = rounds_without(tmp_path, "URLAUB 8.12. - 10.1.")

    player = post.game().players["Max Mustermann"]
    assert post.game().round_number == 5
    assert (player.missed, player.missed_in_a_row) == (4, 0)
    assert not any(isinstance(about, MissedThree) for about in post.matters)


def test_who_says_nothing_is_one(tmp_path: Path) -> None:
    post = rounds_without(tmp_path, "")

    assert post.game().players["Max Mustermann"].missed_in_a_row == 4
    assert [a.players for a in post.matters if isinstance(a, MissedThree)] == [("Max Mustermann",)]


def test_a_round_missed_after_coming_back_counts(tmp_path: Path) -> None:
    """Away at the first two deadlines, there at the third and fourth."""
    post = rounds_without(tmp_path, "URLAUB 8.12. - 19.12.")

    assert post.game().players["Max Mustermann"].missed_in_a_row == 2


def test_nobody_who_is_away_is_reminded(tmp_path: Path) -> None:
    post = playing(tmp_path, two(game()))
    writes(post, ANNA, "URLAUB 8.12. - 10.1.", MONDAY)
    before = {who: len(mails_to(post, who)) for who in ("anna", "ben")}

    post.tick(ZAT - 20 * HOUR)

    assert len(mails_to(post, "anna")) == before["anna"]
    assert len(mails_to(post, "ben")) == before["ben"] + 1


@pytest.mark.parametrize(("switch", "is_asked"), [('"ask"', True), ('"excused"', False)])
def test_where_more_than_a_third_is_away_the_game_master_is_asked_once(
    tmp_path: Path, switch: str, is_asked: bool
) -> None:
    post = begun(tmp_path, game(keys=f"absence = {switch}"))
    post.arrives("URLAUB 8.12. - 10.1.")
    post.tick(MONDAY + MINUTE)
    post.tick(MONDAY + HOUR)

    asked = [about for about in post.matters if isinstance(about, ManyAway)]
    assert [(each.players, each.of, each.zat) for each in asked] == (
        [(("Max Mustermann",), 2, ZAT)] if is_asked else []
    )


def test_the_game_master_notes_it_for_a_player_who_is_told(tmp_path: Path) -> None:
    post = playing(tmp_path, two(game()))
    at = ["-c", str(post.path), "--now", "2026-12-07T15:00+01:00"]

    done = mailref("away", "yerres", "Anna", "24.12.2026", "2.1.2027", *at)
    post.tick(MONDAY + 3 * HOUR)

    assert done.code == 0, done
    assert away_of(post, "Anna") == [("2026-12-23T23:00:00+00:00", "2027-01-02T23:00:00+00:00")]
    assert "vom 24. Dezember 2026 bis zum 2. Januar 2027" in said(mails_to(post, "anna")[-1])


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "text",
    [
        "URLAUB FÜR Anna 11.12. - 18.12.",
        "Urlaub für Anna 11.12. bis 18.12.",
        "Hallo,\n\nUrlaub für Anna vom 11.12. bis zum 18.12., bitte.\n\nErika",
        "Bitte Urlaub für Anna 11.-18.12.",
    ],
)
@pytest.mark.parametrize("settings", [*GAMES.values(), lambda: kiel("")], ids=[*GAMES, "turns"])
def test_the_game_master_notes_it_by_mail_without_a_year_and_gets_one_answer(
    tmp_path: Path, settings: Callable[[], str], text: str
) -> None:
    post = begun(tmp_path, settings())
    post.arrives("STAND", GM, MONDAY)
    post.tick(MONDAY)
    header = f"In-Reply-To: {post.ids(type(post.letters.ever[-1].content).__name__)}\n"
    post.letters.owed.clear()
    post.arrives(text, GM, MONDAY + MINUTE, header=header)
    post.tick(MONDAY + MINUTE)

    to_him = [each.content for each in post.letters.owed if each.recipient == "gm@example.org"]
    (answer,) = [each for each in to_him if not isinstance(each, TurnReport)]
    assert isinstance(answer, Notice)
    assert isinstance(answer.about, OrdersDone)
    assert [each.result for each in answer.about.fates] == [
        AwayNow("Anna", date(2026, 12, 11), date(2026, 12, 18))
    ]


def test_the_report_shows_it_and_an_export_is_decided_again_with_it(tmp_path: Path) -> None:
    post = playing(tmp_path, two(game()))
    writes(post, ANNA, "URLAUB 11.12. - 10.1.", MONDAY)
    writes(post, BEN, "URLAUB 24.12. - 2.1.", MONDAY + HOUR)
    writes(post, BEN, "URLAUB AUS", MONDAY + 2 * HOUR)
    writes(post, BEN, "H5s TRABEN", MONDAY + 3 * HOUR)
    post.tick(ZAT + HOUR)

    report = text_of(mails_to(post, "ben")[-1])
    assert "Anna: vom 11. Dezember 2026 bis zum 10. Januar 2027" in " ".join(report.split())
    exported = mailref("export", "yerres", "-c", str(post.path))
    events = json.dumps(json.loads(exported.out)["events"])
    assert events.count(AbsenceNoted.__name__) == 2
    assert events.count(AbsenceEnded.__name__) == 1
    file = tmp_path / "export.json"
    file.write_text(exported.out, encoding="utf-8")
    assert mailref("verify", "--file", str(file)).code == 0
    assert mailref("verify", "yerres", "-c", str(post.path)).code == 0


def test_an_absence_for_all_games_is_noted_in_each_that_has_one(tmp_path: Path) -> None:
    post = playing(tmp_path, two(game()), kiel("", players=("Anna", "Ben")))

    post.arrives("URLAUB 24.12. - 2.1.", ANNA, MONDAY, "Weihnachten")
    post.tick(MONDAY + MINUTE)

    office = post.machine.office()
    assert len(office.games["yerres"].game.players["Anna"].away) == 1
    notices = [o.content for o in post.letters.owed if isinstance(o.content, Notice)]
    assert notices == []
    (log,) = [[*post.machine.journal.games.events("kiel")]]
    assert any(type(event).__name__ == "AwaySet" for event in log)


ADVANCE = 'absence = "advance"'


def with_move_ahead(folder: Path, switch: str, text: str, away: str = "8.12. - 17.1.") -> Post:
    """Return a game after its first ZAT, for whose second round Max has sent a move in the first."""
    post = begun(folder, game(keys=switch))
    if away:
        post.arrives(f"URLAUB {away}")
    post.arrives(text, at=MONDAY + MINUTE)
    post.tick(MONDAY + 2 * MINUTE)
    post.arrives("H5s TRABEN", "Eva Muster <eva@example.org>", MONDAY + HOUR)
    post.tick(MONDAY + 2 * HOUR)
    return post


def state_told_to_max(post: Post) -> str:
    owed = [o.content for o in post.letters.owed if o.recipient == "max@example.org"]
    return [each for each in owed if isinstance(each, EntryAnswer)][-1].state


def test_a_move_for_a_later_round_is_entered_when_that_opens(tmp_path: Path) -> None:
    post = with_move_ahead(tmp_path, ADVANCE, "Runde 2: M10s EUBÖA")

    assert "Max Mustermann" not in post.entries()
    assert state_told_to_max(post) == "kept_ahead"
    assert [(each.player, each.number) for each in post.game().kept_moves] == [
        ("Max Mustermann", 2)
    ]

    post.tick(ZAT + HOUR)

    assert post.game().round_number == 2
    (entry,) = post.entries()["Max Mustermann"]
    assert [written.move.plays[0].word for written in entry.moves if written.move] == ["EUBÖA"]
    assert post.game().kept_moves == ()
    assert mailref("verify", "yerres", "-c", str(post.path)).code == 0


def test_of_two_moves_for_a_round_the_last_is_kept_and_it_can_be_taken_back(tmp_path: Path) -> None:
    post = with_move_ahead(tmp_path, ADVANCE, "Runde 2: M10s EUBÖA")
    post.arrives("Runde 2: M9s BEHAUE", at=MONDAY + 3 * HOUR)
    post.tick(MONDAY + 4 * HOUR)

    (kept,) = post.game().kept_moves
    assert [written.move.plays[0].word for written in kept.moves if written.move] == ["BEHAUE"]

    post.arrives("ZURÜCKZIEHEN", at=MONDAY + 5 * HOUR, subject="Re: [yerres R1] x")
    post.tick(ZAT + HOUR)

    assert post.game().kept_moves == ()
    assert "Max Mustermann" not in post.entries()


@pytest.mark.parametrize(
    ("switch", "away"),
    [(ADVANCE, ""), ("", "8.12. - 17.1."), (ADVANCE, "1.1. - 2.1.2026")],
    ids=["who is there", "excused", "days that are over"],
)
def test_nobody_else_sends_moves_for_later_rounds(tmp_path: Path, switch: str, away: str) -> None:
    post = with_move_ahead(tmp_path, switch, "Runde 2: M10s EUBÖA", away)

    assert post.game().kept_moves == ()
    assert state_told_to_max(post) == "ambiguous"


def test_a_kept_move_is_in_no_export(tmp_path: Path) -> None:
    post = with_move_ahead(tmp_path, ADVANCE, "Runde 2: M10s EUBÖA")

    exported = mailref("export", "yerres", "-c", str(post.path))

    assert exported.code == 0
    assert "EUBÖA" not in exported.out


def test_bingo_takes_nothing_in_advance(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    post = playing(tmp_path, herbst("", "", ("Anna", "Ben")))
    text = post.path.read_text(encoding="utf-8").replace(
        'variant = "bingo"', f'variant = "bingo"\n{ADVANCE}'
    )
    path.write_text(text, encoding="utf-8")

    checked = mailref("check", "-c", str(path))

    assert checked.code != 0
    assert 'must be "excused" or "ask" here' in checked.out + checked.err


@everywhere
def test_days_that_are_noted_are_not_noted_again(
    tmp_path: Path, settings: Callable[[], str]
) -> None:
    """Nor does a report say of who only names them again that his mail could not be read."""
    post = playing(tmp_path, settings())
    writes(post, ANNA, "URLAUB 11.12. - 10.1.", MONDAY)
    (before,) = post.machine.office().games.values()

    (again,) = writes(post, ANNA, "Ich bin vom 12.12. bis 9.1. im Urlaub.", MONDAY + HOUR)

    (after,) = post.machine.office().games.values()
    assert after.game == before.game
    assert NOTED in said(again)
