"""A league of soloists by mail: the same tiles for all, each move answered at once (other games 3)."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from mailref.games.by_turns.contents import (
    OrderAnswer,
    OwnTables,
    TurnCommandAnswer,
    TurnReminder,
    TurnReport,
    TurnsOpening,
)
from mailref.games.chance import common_order
from mailref.games.solitaire.contents import LeagueNews
from mailref.games.solitaire.game import SoloGame, SoloTable
from mailref.games.statistics import PlayerFigures
from mailref.languages import LANGUAGES
from mailref.orders.table import NotDone
from mailref.referee.gm_order_lines import Ordered, read_orders
from mailref.referee.gm_orders import (
    GM_ROWS,
    CloseRound,
    EndGame,
    ExcludePlayer,
    ExtendDeadline,
    OtherFamily,
    PauseGame,
    RulePress,
    RuleWord,
    SameDeadline,
    UndoTurn,
)
from mailref.referee.mails import Owed
from mailref.referee.policy import Reason
from mailref.tiles.board import TILES, in_order
from tests.games.by_turns.at_table import SEED, AtTable, at_table, contents, kiel, of
from tests.tiles.builders import WordList

ZAT = datetime(2027, 1, 31, 19, tzinfo=UTC)
"""20:00 in Berlin."""
ORDER = common_order(SEED)
GM = "gm@example.org"
BERLIN = ZoneInfo("Europe/Berlin")
TEMPLATES = Path(__file__).parents[3] / "templates"


def league(
    inner: str = "",
    keys: str = "",
    *,
    variant: str = "solitaire",
    players: Sequence[str] = ("Anna", "Ben"),
    words: WordList | None = None,
) -> AtTable:
    text = kiel(f'deadline = "31.01.2027 20:00"\n{keys}', inner, variant=variant, players=players)
    return at_table(text, words=words)


def game(table: AtTable) -> SoloGame:
    found = table.office.games["kiel"].game
    assert isinstance(found, SoloGame)
    return found


def at(table: AtTable, name: str) -> SoloTable:
    return game(table).tables[name]


def rack(table: AtTable, name: str, seat: str = "") -> str:
    return at(table, name).hands[seat or name].rack.value


def some_word(letters: str) -> str:
    """Return two letters of a rack; every word is one in these games unless a list is given."""
    return "".join(each for each in letters if each != "?")[:2]


def recipients(mails: Sequence[Owed]) -> set[str]:
    return {mail.recipient.partition("@")[0] for mail in mails}


def test_everybody_begins_with_the_first_seven_of_the_order_and_sees_nobody_else() -> None:
    table = league()

    assert contents(table.mails) == ["anna TurnsOpening", "ben TurnsOpening", "gm LeagueNews"]
    assert rack(table, "Anna") == rack(table, "Ben") == in_order(ORDER[:7])
    opening = of(table.mails, "anna", TurnsOpening)
    assert [seat.name for seat in opening.face.seats] == ["Anna"]
    assert of(table.mails, "gm@example.org", LeagueNews).rows == ()


def test_a_move_is_answered_at_once_with_the_next_letters_and_nobody_else_hears_of_it() -> None:
    table = league()
    word = some_word(rack(table, "Anna"))

    mails = table.receives("anna", f"H8 {word}")

    report = of(mails, "anna", TurnReport)
    assert recipients(mails) == {"anna"}
    assert report.own is not None
    assert Counter(report.own.rack.value) == Counter(ORDER[:9]) - Counter(word)
    turn = at(table, "Anna").turn
    assert turn is not None
    assert turn.number == 2
    assert rack(table, "Ben") == in_order(ORDER[:7])


def test_who_lays_more_draws_more_but_tile_i_is_the_same_for_all() -> None:
    table = league()
    for name, count in (("anna", 4), ("ben", 2)):
        letters = [each for each in rack(table, name.title()) if each != "?"][:count]
        table.receives(name, f"H8 {''.join(letters)}")

    for name, laid in (("Anna", 4), ("Ben", 2)):
        drawn = ORDER[: 7 + laid]
        lies = "".join(tile.tile for tile in at(table, name).board.tiles)
        assert Counter(rack(table, name)) + Counter(lies) == Counter(drawn)


def test_exchanged_tiles_go_under_the_order() -> None:
    table = league()
    given = rack(table, "Anna")[:2]

    table.receives("anna", f"TAUSCHE {' '.join(given).replace('?', 'Joker')}")

    assert Counter(rack(table, "Anna")) == Counter(ORDER[:9]) - Counter(given)
    assert at(table, "Anna").players["Anna"].total == 0


def test_two_racks_move_in_turn_and_draw_from_one_order() -> None:
    table = league(variant="solitaire-two", players=("Anna",))
    assert rack(table, "Anna", "Anna I") == in_order(ORDER[:7])
    assert rack(table, "Anna", "Anna II") == in_order(ORDER[7:14])
    word = some_word(rack(table, "Anna", "Anna I"))

    report = of(table.receives("anna", f"H8 {word}"), "anna", TurnReport)

    assert report.own is not None
    assert report.own.player == "Anna II"
    assert report.own.rack.value == in_order(ORDER[7:14])
    assert Counter(rack(table, "Anna", "Anna I")) == Counter(ORDER[:7] + ORDER[14:16]) - Counter(
        word
    )


def test_at_the_zat_all_are_told_the_totals_and_the_seed() -> None:
    """What is left on a rack is deducted; who has not moved has a table, too."""
    table = league(keys='subscribers = ["leser@example.org"]')
    word = some_word(rack(table, "Anna"))
    table.receives("anna", f"H8 {word}")
    points = at(table, "Anna").players["Anna"].total
    left = {name: TILES.sum_of(rack(table, name)) for name in ("Anna", "Ben")}

    mails = table.waits(ZAT + timedelta(minutes=2) - table.now)

    assert recipients(mails) == {"anna", "ben", "gm", "leser"}
    news = of(mails, "leser@example.org", LeagueNews)
    assert {row.name: row.total for row in news.rows} == {
        "Anna": points - left["Anna"],
        "Ben": -left["Ben"],
    }
    assert (news.seed, game(table).seed, game(table).ended) == (SEED.hex(), SEED.hex(), "deadline")
    assert {row.name: row.turns for row in news.rows} == {"Anna": 1, "Ben": 0}
    assert news.statistics == (
        PlayerFigures("Anna", 1, points, best_word=word, best_points=points),
        PlayerFigures("Ben"),
    )


def test_what_a_soloist_comes_to_is_told_of_both_racks_together() -> None:
    table = league(variant="solitaire-two", players=("Anna",))
    first = some_word(rack(table, "Anna", "Anna I"))
    table.receives("anna", f"H8 {first}")
    table.receives("anna", "PASSE")
    points = at(table, "Anna").players["Anna I"].total

    mails = table.waits(ZAT + timedelta(minutes=2) - table.now)

    (found,) = of(mails, "anna", LeagueNews).statistics
    assert (found.player, found.moves, found.points) == ("Anna", 1, points)
    assert (found.best_word, found.due) == (first, 0)


def test_before_the_zat_nothing_ends_and_after_it_no_move_counts() -> None:
    table = league()
    word = some_word(rack(table, "Anna"))
    assert table.waits(ZAT - timedelta(minutes=1) - table.now) == () or not game(table).is_over

    late = league()
    late.now = ZAT + timedelta(seconds=1)
    answer = of(late.receives("anna", f"H8 {word}"), "anna", OrderAnswer)
    assert answer.considered.reason is not None
    assert answer.considered.reason.value == "late"
    assert at(late, "Anna").board.is_empty


def test_a_word_in_no_list_is_refused_until_the_game_master_rules_for_it() -> None:
    """BX is in no list; nothing waits, and no question goes to the game master."""
    words = WordList(frozenset({"ZZ"}))
    table = league(words=words)
    word = some_word(rack(table, "Anna"))

    refused = table.receives("anna", f"H8 {word}")

    assert contents(refused) == ["anna OrderAnswer"]
    assert [f.code for f in of(refused, "anna", OrderAnswer).faults] == ["word_refused"]
    table.orders(RuleWord(word, accepted=True))
    assert contents(table.receives("anna", f"H8 {word}")) == ["anna TurnReport"]


def test_passes_end_a_soloists_game_and_the_others_go_on() -> None:
    table = league()
    table.receives("anna", "PASSE")
    over = of(table.receives("anna", "PASSE"), "anna", TurnReport)

    assert at(table, "Anna").ended == "passes"
    assert over.finished is not None
    assert over.finished.seed == ""
    assert not game(table).is_over
    assert contents(table.receives("ben", "PASSE")) == ["ben TurnReport"]


def test_who_stops_keeps_his_points_less_what_he_holds() -> None:
    table = league()
    left = TILES.sum_of(rack(table, "Anna"))

    table.receives("anna", "AUFGABE")

    assert at(table, "Anna").ended == "resigned"
    assert at(table, "Anna").result == -left
    two = league(variant="solitaire-two", players=("Anna",))
    two.receives("anna", "AUFGABE")
    assert at(two, "Anna").ended == "resigned"


def test_commands_show_ones_own_table_and_to_others_none() -> None:
    table = league()
    word = some_word(rack(table, "Anna"))
    table.receives("anna", f"H8 {word}")

    mine = of(table.receives("anna", "STAND"), "anna", TurnCommandAnswer)
    other = of(table.receives("ben", "VERLAUF"), "ben", TurnCommandAnswer)
    master = of(
        table.receives("gm@example.org", "kiel\nSTAND"), "gm@example.org", TurnCommandAnswer
    )

    assert mine.own is not None
    assert [turn.player for turn in mine.face.history.turns] == ["Anna"]
    assert other.face.history.turns == ()
    assert (master.face.seats, master.own) == ((), None)
    forged = of(table.receives("ben", "Spieler=Anna\nSTAND"), "ben", TurnCommandAnswer)
    assert (forged.face.seats, forged.own) == ((), None)
    assert forged.refused == (NotDone.NOT_HIS_NAME,)


@pytest.mark.parametrize("text", ["ANNAHME AN", "URLAUB 1.1.2027 bis 5.1.2027"])
def test_what_concerns_others_is_no_order(text: str) -> None:
    table = league()
    before = game(table)

    table.receives("anna", text)

    assert game(table).tables == before.tables


def test_a_trial_changes_nothing() -> None:
    table = league()
    word = some_word(rack(table, "Anna"))

    answer = of(table.receives("anna", f"PROBE H8 {word}"), "anna", OrderAnswer)

    assert answer.shown is not None
    assert at(table, "Anna").board.is_empty


def test_a_reminder_goes_once_to_who_has_not_finished() -> None:
    table = league(keys='reminder = "2d"')
    table.receives("ben", "PASSE")
    table.receives("ben", "PASSE")

    mails = table.waits(ZAT - timedelta(days=1) - table.now)

    assert contents(mails) == ["anna TurnReminder"]
    assert of(mails, "anna", TurnReminder).face.turn is not None
    assert table.waits(timedelta(hours=1)) == ()


def test_the_game_master_moves_the_zat_excludes_and_ends() -> None:
    table = league()
    later = ZAT + timedelta(days=7)

    moved = table.orders(ExtendDeadline(later), "Ferien")
    assert {mail.recipient for mail in moved} == {"anna@example.org", "ben@example.org"}
    assert game(table).deadline == later
    assert table.refuses(ExtendDeadline(later)) == SameDeadline(later)
    assert table.refuses(PauseGame()) == OtherFamily("all")
    assert table.refuses(CloseRound(is_early=True, undecided=None)) == OtherFamily("rounds")
    assert table.refuses(UndoTurn()) == OtherFamily("turns")

    table.orders(ExcludePlayer("Ben"))
    assert [player.name for player in game(table).active] == ["Anna"]
    ended = table.orders(EndGame(), "Schluss")
    assert game(table).ended == "game_master"
    assert of(ended, "anna", LeagueNews).because == "Schluss"


def test_whoever_joins_later_plays_the_same_tiles() -> None:
    table = league(keys='registration = "open"')
    table.receives("anna", f"H8 {some_word(rack(table, 'Anna'))}")

    table.receives("cora@example.org", "ANMELDEN", subject="kiel")
    token = [mail for mail in table.mails if mail.recipient == "cora@example.org"]
    assert token


def test_equal_totals_share_a_place() -> None:
    table = league()

    mails = table.waits(ZAT + timedelta(minutes=2) - table.now)

    assert [row.rank for row in of(mails, "anna", LeagueNews).rows] == [1, 1]


def test_the_game_master_who_enters_a_move_sees_no_table() -> None:
    """Under a mail that proves an order; what lies on a soloist's board is his alone until the ZAT."""
    table = league()
    move = f"Spieler=Anna\nH8 {some_word(rack(table, 'Anna'))}"
    (unproven,) = table.considers(GM, move)
    assert unproven.reason is Reason.UNKNOWN_SENDER

    for body in (move, "Spieler=Anna\nPROBE H8 QQQ", "Spieler=Anna\nSTAND", "Spieler=Anna\nSTEINE"):
        owed = table.receives(GM, body, receipt=lambda it: replace(it, answers_game_master=True))
        assert recipients(owed) == {"anna", "gm"}
        (copy,) = (each.content for each in owed if each.recipient == GM)
        assert isinstance(copy, OrderAnswer | TurnCommandAnswer)
        assert (copy.own, copy.face.seats, copy.face.history.turns) == (None, (), ())
    assert at(table, "Anna").players["Anna"].total > 0


def test_the_game_master_reads_in_stand_who_plays_and_until_when() -> None:
    table = league()

    (mail,) = table.receives(GM, "STAND")

    assert isinstance(mail.content, TurnCommandAnswer)
    assert mail.content.face.tables == OwnTables(("Anna", "Ben"), ZAT)


def test_who_has_left_is_not_among_those_who_play() -> None:
    table = league()
    table.orders(ExcludePlayer("Ben"))

    (mail,) = table.receives(GM, "STAND")

    assert isinstance(mail.content, TurnCommandAnswer)
    assert mail.content.face.tables == OwnTables(("Anna",), ZAT)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_league_takes_every_order_that_it_offers_and_no_other(language: str) -> None:
    offered = (TEMPLATES / language / "solitaire" / "orders.j2").read_text(encoding="utf-8")
    offered += (TEMPLATES / language / "press_orders.j2").read_text(encoding="utf-8")
    table = league(keys='press = "moderated"')
    for row in GM_ROWS:
        (line,) = read_orders([row.examples[language]], (), BERLIN)
        assert isinstance(line, Ordered)

        refused = table.refuses(line.order)

        is_taken = not isinstance(refused, OtherFamily)
        assert is_taken == any(f"{each} " in offered for each in row.words[language]), row


def test_press_that_waits_is_released_and_printed_with_the_table() -> None:
    table = league(keys='press = "moderated"')
    table.receives("anna", "PRESSE: Schön war es.")
    table.orders(RulePress(None, is_released=True))

    mails = table.waits(ZAT + timedelta(minutes=2) - table.now)

    assert [item.text for item in of(mails, "ben", LeagueNews).press] == ["Schön war es."]


def test_who_only_reads_the_reports_hears_of_a_zat_that_was_moved() -> None:
    table = league(keys='subscribers = ["zoe@example.com"]')

    moved = table.orders(ExtendDeadline(ZAT + timedelta(days=7)), "Ferien")

    assert recipients(moved) == {"anna", "ben", "zoe"}
