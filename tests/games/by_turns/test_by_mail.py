"""Games in turns by mail: turns, answers, who is told what."""

import json
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from mailref.assets import template_environment
from mailref.games.by_turns.contents import (
    ChallengeSettled,
    OrderAnswer,
    TurnCommandAnswer,
    TurnEffect,
    TurnReport,
    TurnsOpening,
    TurnTaken,
)
from mailref.games.by_turns.events import PassedWhy, PlayChallenged, TurnPassed
from mailref.games.by_turns.family import TurnsFamily
from mailref.games.by_turns.figures import figures_of
from mailref.games.by_turns.history import Past, ToldTurn, TurnHistory, TurnKind
from mailref.games.classic import book as turn_classic
from mailref.games.events import Event, PressReceived
from mailref.orders.entries import Ambiguity, ConditionUnread
from mailref.record.export import export_of
from mailref.record.verify import Verified, verify
from mailref.referee import gm_orders as gm
from mailref.referee.contents import GamesInHand
from mailref.referee.gm_orders import AwayNow, NoteAbsence, PassForPlayer, TurnNow
from mailref.referee.mails import Owed, step_of
from mailref.referee.policy import Reason, Receipt
from mailref.writing.compose import compose_all
from mailref.writing.scene import Words, with_filters
from tests.games.by_turns.at_table import (
    DAY,
    MINUTE,
    AtTable,
    GivenDraws,
    at_table,
    contents,
    kiel,
    of,
)
from tests.tiles.builders import WordList
from tests.writing.builders import means
from tests.writing.composed import body, read_back

CASES = {
    case["name"]: case
    for case in json.loads((Path(__file__).parents[1] / "cases/classic.json").read_text("utf-8"))[
        "cases"
    ]
}


@pytest.mark.parametrize(
    ("name", "variant"),
    [("sample-game-whole", "classic"), ("sample-game-whole-open", "classic-open")],
)
def test_the_sample_game_goes_by_mail_as_in_the_booklet(
    name: str, variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seed 002: 26 moves, every sum, 349:361."""
    case = CASES[name]
    draws = GivenDraws([case["setup"]["racks"][each] for each in ("Anna", "Ben")])
    monkeypatch.setattr(turn_classic, "SeedDraws", lambda *_, **_more: draws)
    table = at_table(kiel(inner='[game.rules]\nstarter = "Anna"', variant=variant))
    assert contents(table.mails) == ["anna TurnsOpening", "ben TurnsOpening", "gm TurnsOpening"]
    assert of(table.mails, "anna", TurnsOpening).own is not None
    assert of(table.mails, "gm", TurnsOpening).own is None
    for step in case["steps"]:
        draws.racks.extend(step["draws"])
        owed = table.receives(step["mail"], "\n".join(step["lines"]))
        assert contents(owed) == [
            f"{step['mail'].lower()} TurnReport",
            *[f"{name.lower()} TurnReport" for name in ("Anna", "Ben") if name != step["mail"]],
            "gm TurnReport",
        ]
        totals = {seat.name: seat.total for seat in of(owed, "gm", TurnReport).face.seats}
        wanted = step["expect"]["state"]
        assert {n: totals[n] for n in wanted["totals"]} == wanted.get("final", wanted["totals"])
    end = of(table.mails[-3:], "anna", TurnReport).finished
    assert end is not None
    assert end.racks == {"Anna": "P", "Ben": ""}

    game_file = of(table.mails[-3:], "anna", TurnReport).gcg
    assert game_file.splitlines()[-1].endswith(" 361")
    assert of(table.mails[-3:], "gm", TurnReport).gcg == ""
    game = table.running().game
    assert dict(game.final) == {"Anna": 349, "Ben": 361}
    assert [seat.rank for seat in of(table.mails[-3:], "gm", TurnReport).face.seats] == [2, 1]


HERE = "I'm going on vacation from 3 Dec 2026 to 5 Dec 2026, here is my trial:\n\nTRIAL H8 across RABEN"
NOTED, TRIED, TURN = ("anna TurnCommandAnswer", "anna OrderAnswer", "anna TurnReport")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        pytest.param(HERE, [NOTED, TRIED], id="away, in a sentence"),
        pytest.param("PROBE H8 RABEN\nURLAUB 3.12.-5.12.", [NOTED, TRIED], id="away"),
        pytest.param("URLAUB 3.12.-5.12.\nVERLAUF\nSTEINE", [NOTED], id="all aside is one"),
        pytest.param("PROBE H8 RABEN\nANNAHME AN", [TRIED, TRIED], id="every play accepted"),
        pytest.param("ANNEHMEN\nPROBE H8 RABEN", [TRIED, TRIED], id="accept"),
        pytest.param("PROBE H8 RABEN\nANFECHTEN", [TRIED, TRIED], id="challenge"),
        pytest.param("PROBE H8 RABEN\n\nH8 BART", [TRIED, TURN], id="above a move"),
        pytest.param("H8 BART\n\nPROBE H8 RABEN", [TURN, TRIED], id="below a move"),
        pytest.param("STEINE\nH8 BART", [TURN, NOTED], id="tiles beside a move"),
        pytest.param("H8 BART\nVERLAUF\nSTEINE", [TURN, NOTED], id="both beside a move"),
    ],
)
def test_what_only_asks_is_answered_beside_what_else_is_ordered(
    text: str, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is dropped, and nothing stays undone, without a word."""
    draws = GivenDraws(["BEENRAT", "EIRSTUL", "ABCD"])
    monkeypatch.setattr(turn_classic, "SeedDraws", lambda *_, **_more: draws)
    table = at_table(kiel(inner='[game.rules]\nstarter = "Anna"'))

    owed = table.receives("anna", text)

    assert [each for each in contents(owed) if each.startswith("anna")] == told


@pytest.mark.parametrize(
    ("keys", "asks", "order", "days"),
    [
        ('language = "de"', "HILFE", "URLAUB", "8. Dezember 2026 bis 15. Dezember 2026"),
        ('language = "en"', "HELP", "VACATION", "8 December 2026 to 15 December 2026"),
        ('language = "fr"', "AIDE", "VACANCES", "8 décembre 2026 - 15 décembre 2026"),
    ],
)
def test_the_days_of_the_example_are_near_and_can_be_written_so(
    keys: str, asks: str, order: str, days: str
) -> None:
    table = at_table(kiel(keys))

    (helped,) = table.receives("anna", asks)
    noted = table.receives("anna", f"{order} {days}")

    assert days in _text(helped)
    assert of(noted, "anna", TurnCommandAnswer).away == (date(2026, 12, 8), date(2026, 12, 15))


def test_a_challenge_beside_a_trial_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    draws = GivenDraws(["BEENRAT", "EIRSTUL", "ABCDE"])
    monkeypatch.setattr(turn_classic, "SeedDraws", lambda *_, **_more: draws)
    table = at_table(kiel(inner='[game.rules]\nstarter = "Anna"'))
    table.receives("anna", "H8 RABEN")

    owed = table.receives("ben", "ANFECHTEN RABEN\nPROBE 7H TRILES")

    to_ben = [each for each in contents(owed) if each.startswith("ben")]
    assert to_ben == ["ben TurnReport", "ben OrderAnswer"]
    events = table.records.log["kiel"]
    assert any(isinstance(each, PlayChallenged) for each in events)


def test_a_seat_is_not_given_up_beside_a_trial() -> None:
    table = at_table(kiel())

    owed = table.receives("anna", "AUFGABE\nPROBE H8 RABEN")

    assert of(owed, "anna", OrderAnswer).said is Reason.AMBIGUOUS
    assert not table.running().game.is_over


@pytest.mark.parametrize(
    "text",
    [
        "Should I pass?",
        "Soll ich passen?",
        "Dois-je passer ?",
        "Hi Erika,\n\nshould I pass? What do you think?\n\nBest, Anna",
    ],
)
def test_whoever_asks_what_to_do_has_made_no_condition(text: str) -> None:
    """`Should` begins a condition, too."""
    table = at_table(kiel(inner='[game.rules]\nstarter = "Anna"'))

    owed = table.receives("anna", text)

    assert of(owed, "anna", OrderAnswer).said is Reason.NO_MOVE
    assert not table.running().game.kept


def test_a_question_with_a_letter_is_told_to_be_one() -> None:
    table = at_table(kiel('language = "en"', inner='[game.rules]\nstarter = "Anna"'))

    (answer,) = table.receives("anna", "Should I exchange E?")
    (unread,) = table.receives("anna", "IF IT RAINS:\nPASS")

    assert "That is a question" in _text(answer)
    assert "I do not understand this condition" in _text(unread)


def _text(owed: Owed) -> str:
    (sent,) = compose_all((owed,), means())
    return " ".join(body(read_back(sent.data), "plain").split())


def test_each_play_that_a_mail_tries_out_has_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    draws = GivenDraws(["BEENRAT", "EIRSTUL"])
    monkeypatch.setattr(turn_classic, "SeedDraws", lambda *_, **_more: draws)
    table = at_table(kiel(inner='[game.rules]\nstarter = "Anna"'))

    owed = table.receives("anna", "PROBE H8 RABEN\n\nPROBE H4 RABEN\nPROBE H8 XYZ")

    answers = [each.content for each in owed if isinstance(each.content, OrderAnswer)]
    assert len(answers) == len(owed) == 3
    assert {each.effect for each in answers} == {TurnEffect.TRIAL}
    assert [bool(each.faults) for each in answers] == [False, False, True]
    assert contents(table.receives("anna", "H8 RABEN")) == [
        "anna TurnReport", "ben TurnReport", "gm TurnReport"
    ]  # fmt: skip


def test_a_resignation_said_twice_is_one() -> None:
    table = at_table(kiel())

    owed = table.receives("anna", "I resign. Thank you for the game!\nRESIGN")

    assert of(owed, "ben", TurnReport).finished is not None


def test_what_makes_no_turn_is_told_to_its_sender_alone() -> None:
    table = at_table()
    game = table.running().game
    first, second = game.seats
    rack = game.hands[second].rack.value
    owed = table.receives(second, f"TAUSCHE {rack[0]}")
    assert contents(owed) == [f"{second.lower()} OrderAnswer"]
    kept = of(owed, second, OrderAnswer)
    assert kept.effect is TurnEffect.KEPT
    assert kept.own is not None
    assert kept.own.kept is not None
    owed = table.receives(first, "H4 QQQQ")
    assert contents(owed) == [f"{first.lower()} OrderAnswer"]


def test_what_cannot_be_laid_is_not_proposed() -> None:
    """A YES to it would only bring the faults that are told at once; of a move in advance nobody knows."""
    table = at_table()
    first, second = table.running().game.seats
    racks = {name: hand.rack.value for name, hand in table.running().game.hands.items()}

    def answered(player: str, place: str) -> OrderAnswer:
        word = "".join(tile for tile in racks[player] if tile != "?")[:3]
        return of(table.receives(player, f"Vielleicht {place} {word}?"), player, OrderAnswer)

    fits, floats, ahead = answered(first, "H7"), answered(first, "A1"), answered(second, "A1")

    assert (fits.meaning() is not None, fits.faults) == (True, ())
    assert (floats.meaning(), [fault.code for fault in floats.faults]) == (None, ["start_area"])
    assert (ahead.meaning() is not None, ahead.faults) == (True, ())


def test_a_play_with_another_word_behind_it_that_it_does_not_form_is_asked_about() -> None:
    """`4A GRÄDE, äh ROSTE`: which of the two is meant, only its writer knows; but a slip is put right (rules 8)."""
    table = at_table()
    first = table.running().game.seats[0]
    rack = table.running().game.hands[first].rack.value
    word = "".join(tile for tile in rack if tile != "?")[:3]

    (beside,) = table.considers(first, f"H7 {word}, {word}EN")
    (after_all,) = table.considers(first, f"H7 {word}, äh XYLOPHON")
    (put_right,) = table.considers(first, f"H7 {word}{word[-1]}, äh {word} natürlich")
    (meant,) = table.considers(first, f"H7 {word}, {word}")

    for asked, why in ((beside, Ambiguity.UNFORMED_WORD), (after_all, Ambiguity.UNREAD_PLAY)):
        assert (asked.reason, asked.found) == (Reason.AMBIGUOUS, None)
        assert asked.entry is not None
        assert asked.entry.ambiguity is why
    assert meant.reason is None
    assert put_right.found == meant.found


@pytest.mark.parametrize(
    ("seat", "lead", "is_taken"),
    [
        pytest.param(0, "Zug 1: ", True, id="the turn that is due"),
        pytest.param(0, "Zug 2: ", False, id="the next one"),
        pytest.param(0, "Mein 3. Zug: ", False, id="another one, in words"),
        pytest.param(0, "Zug Nr. 12:\n", False, id="on the line above"),
        pytest.param(0, "Für Runde 7: ", False, id="as a round"),
        pytest.param(0, "Turn: 7\n", False, id="as a field, which our mails have, too"),
        pytest.param(0, "Zug-Nr. ...:  7\n\n", False, id="as a field, apart"),
        pytest.param(0, "Turn: 1\n", True, id="as the field it is"),
        pytest.param(0, "Still owed you this from the seventh round:\n", False, id="as a word"),
        pytest.param(0, "Für die 1. Runde: ", True, id="as the round it is"),
        pytest.param(0, "Move 2 ", False, id="without a colon"),
        pytest.param(0, "Move no. 1 - ", True, id="with a dash"),
        pytest.param(0, "Move no. 2 - ", False, id="another one with a dash"),
        pytest.param(0, "First turn: ", True, id="in a word"),
        pytest.param(0, "Turn seven: ", False, id="another one in a word"),
        pytest.param(0, "Zweiter Zug: ", False, id="another one as a place in a row"),
        pytest.param(0, "1. ", True, id="a number in a list"),
        pytest.param(0, "2) ", True, id="another number in a list"),
        pytest.param(1, "Zug 2: ", True, id="his own next one"),
        pytest.param(1, "Zug 1: ", False, id="the other's"),
        pytest.param(1, "Zug 4: ", False, id="his own after the next one"),
    ],
)
def test_a_play_for_another_turn_than_its_players_next_is_asked_about(
    seat: int, lead: str, is_taken: bool
) -> None:
    """It may be older or newer than he thinks: only its writer knows (classic 6.4)."""
    table = at_table()
    player = table.running().game.seats[seat]
    rack = table.running().game.hands[player].rack.value
    word = "".join(tile for tile in rack if tile != "?")[:3]

    (found,) = table.considers(player, f"{lead}H7 {word}")
    before = table.running()
    table.receives(player, f"{lead}H7 {word}")

    assert (found.reason is None) is is_taken
    assert (table.running() != before) is is_taken
    if not is_taken:
        assert found.entry is not None
        assert found.entry.ambiguity is Ambiguity.OTHER_ROUND


@pytest.mark.parametrize(
    ("before", "is_taken"),
    [
        ("Glückwunsch an {}!", True),
        ("Gestern hat {} gewonnen.", True),
        ("{} hat Geburtstag.", True),
        ("{} says hello!", True),
        ("Hier ist {}.", False),
        ("Zug von {}.", False),
        ("Von {} soll ich ausrichten.", False),
        ("{} sagt:", False),
        ("A message from {}.", False),
    ],
)
def test_talk_of_another_player_before_a_pass_leaves_it(before: str, is_taken: bool) -> None:
    table = at_table()
    first, other, *_ = table.running().game.seats

    (found,) = table.considers(first, f"{before.format(other)} Ich passe.")

    assert (found.reason is None) is is_taken


def test_a_line_of_a_kept_move_that_cannot_be_carried_out_is_named() -> None:
    """Its alternate would surprise its owner otherwise (classic 6.1)."""
    table = at_table()
    second = table.running().game.seats[1]

    owed = table.receives(second, "H4 QQQQ\n/PASSE")

    answer = of(owed, second, OrderAnswer)
    assert answer.effect is TurnEffect.KEPT
    assert {fault.span.text for fault in answer.faults} == {"H4 QQQQ"}


def test_a_condition_under_which_nothing_goes_is_shown_as_such() -> None:
    """Or SONST, "none of those", would refer to nothing (classic 6.3)."""
    table = at_table()
    second = table.running().game.seats[1]

    owed = table.receives(second, "FALLS TAUSCH: H4 QQQQ\nSONST: PASSE")

    shown = of(owed, second, OrderAnswer).shown
    assert shown is not None
    assert [(each.kind, type(each.condition).__name__) for each in shown.value] == [
        (None, "IfExchange"),
        (TurnKind.PASS, "Otherwise"),
    ]


def test_the_state_of_several_games_comes_in_one_mail_his_own_turns_first() -> None:
    """By the time that is left; each of the others is answered by itself."""
    inner = '[game.rules]\nstarter = "{}"'
    table = at_table(
        kiel(inner=inner.format("Ben"), id="ulm"),
        kiel(inner=inner.format("Anna"), id="kiel"),
        kiel('move_time = "2d"', inner.format("Anna"), id="jena"),
    )
    owed = table.receives("Anna", "STAND")
    assert contents(owed) == ["anna GamesInHand"]
    games = of(owed, "anna", GamesInHand).games
    assert [(game.tag, game.is_mine) for game in games] == [
        ("jena Z1", True), ("kiel Z1", True), ("ulm Z1", False),
    ]  # fmt: skip
    owed = table.receives("Anna", "STAND", subject="Re: [ulm Z1] Ben ist am Zug")
    assert contents(owed) == ["anna TurnCommandAnswer"]


def test_a_wrong_sum_and_what_was_passed_over_are_told_to_their_writer_alone() -> None:
    """Classic 3.3, 3.6: the move stands; the others check the reckoning themselves."""
    table = at_table(kiel(inner='[game.rules]\nstarter = "Anna"'))
    rack = table.running().game.hands["Anna"].rack.value

    owed = table.receives("Anna", f"H4 QQQQ\n/ TAUSCHE {rack[0]}")

    assert {fault.span.text for fault in of(owed, "anna", TurnReport).faults} == {"H4 QQQQ"}
    assert of(owed, "ben", TurnReport).faults == ()
    assert of(owed, "gm", TurnReport).faults == ()


def test_a_kept_move_whose_condition_is_not_met_is_dropped_for_that() -> None:
    table = at_table()
    first, second = table.running().game.seats
    table.receives(second, "FALLS TAUSCH:\nPASSE")

    owed = table.receives(first, "PASSE")

    assert of(owed, second, TurnReport).dropped == "not_met"
    assert of(owed, first, TurnReport).dropped == ""


def test_an_absence_that_is_over_is_told_no_more() -> None:
    table = at_table(kiel("vacation = '21d'"))
    first, second = table.running().game.seats
    table.receives(second, "URLAUB 3.12.-4.12.")

    before = of(table.receives(first, "PASSE"), "gm", TurnReport).face.seats
    table.waits(DAY * 8)
    after = of(table.receives(first, "PASSE"), "gm", TurnReport).face.seats

    assert [seat.away for seat in before if seat.name == second] == [
        ((date(2026, 12, 3), date(2026, 12, 4)),)
    ]
    assert [seat.away for seat in after if seat.name == second] == [()]


@pytest.mark.parametrize(
    ("order", "wanted"),
    [
        (gm.RuleWord("XYZ", accepted=True), gm.WordSettled("XYZ", accepted=True)),
        (gm.PauseGame(), gm.Rests()),
        (gm.CorrectScore("Ben", 5, None), gm.TotalNow("Ben", 0)),
        (gm.RenamePlayer("Ben", "Anna"), gm.PlayerNow("Anna", ("anna@example.org",), True)),
        (gm.ExcludePlayer("Ben"), gm.PlayerNow("Ben", ("ben@example.org",), True)),
        (PassForPlayer("Anna"), TurnNow(1, "Anna", datetime(2026, 12, 6, 19, 0, tzinfo=UTC))),
        (
            NoteAbsence("ben", date(2026, 12, 3), date(2026, 12, 4)),
            AwayNow("Ben", date(2026, 12, 3), date(2026, 12, 4)),
        ),
    ],
    ids=lambda each: type(each).__name__,
)
def test_an_order_of_the_game_master_says_its_result(order: gm.GmOrder, wanted: gm.Result) -> None:
    """Contract 5: as the game stands after it; here it is asked of a game as it is dealt."""
    table = at_table(kiel(inner='[game.rules]\nstarter = "Anna"'))

    assert result_now(order, table) == wanted


def result_now(order: gm.GmOrder, table: AtTable) -> gm.Result | None:
    running = table.running()
    return TurnsFamily(running).result(order, step_of("asked", running))


def test_a_correction_after_the_end_says_the_total_that_all_are_told() -> None:
    """Classic 9: what was deducted for the rack stays deducted."""
    table = at_table(kiel(inner='[game.rules]\nstarter = "Anna"'))
    table.receives("Anna", "PASSE")
    table.orders(gm.EndGame())
    order = gm.CorrectScore("Ben", 5, None)
    deducted = table.running().game.final["Ben"]

    table.orders(order)

    assert deducted < 0
    assert result_now(order, table) == gm.TotalNow("Ben", deducted + 5)


@pytest.mark.parametrize(
    ("said", "is_met"),
    [
        pytest.param("Falls Ben passt:", True, id="his name"),
        pytest.param("FALLS BEN MÜLLER PASST:", True, id="his whole name"),
        pytest.param("Falls Ben tauscht:", False, id="something else"),
    ],
)
def test_a_condition_may_name_who_moves_just_before(*, said: str, is_met: bool) -> None:
    """Classic 6.3: it is met by that player's turn, and follows him when he is renamed."""
    inner = '[game.rules]\nstarter = "listed"'
    table = at_table(kiel(inner=inner, players=("Ben", "Anna")))
    table.orders(gm.RenamePlayer("Ben", "Ben Müller"))
    table.receives("Anna", f"{said}\nPASSE")
    table.orders(gm.RenamePlayer("Ben Müller", "Dora"))
    assert "Anna" in table.running().game.kept

    owed = table.receives("Ben", "PASSE")

    assert of(owed, "anna", TurnReport).dropped == ("" if is_met else "not_met")


@pytest.mark.parametrize("who", ["Anna", "Cleo", "Zoe", "das Wetter", "Anna und Ben"])
def test_a_condition_that_names_anybody_else_is_asked_about(who: str) -> None:
    """Classic 6.3: of Anna, Ben, Cleo only Ben moves just before Cleo; the answer says so."""
    inner = '[game.rules]\nstarter = "listed"'
    table = at_table(kiel(inner=inner, players=("Anna", "Ben", "Cleo")))

    (fault,) = of(table.receives("Cleo", f"Falls {who} passt:\nPASSE"), "cleo", OrderAnswer).faults

    assert isinstance(fault, ConditionUnread)
    assert fault.before == "Ben"
    assert fault.span.text == f"Falls {who} passt:"
    assert not table.running().game.kept


def test_a_move_that_had_to_wait_for_nothing_was_not_kept() -> None:
    """The last of three to let the open play stand does so by his move (classic 5.3)."""
    inner = '[game.rules]\nstarter = "listed"'
    table = at_table(kiel(inner=inner, players=("Anna", "Ben", "Cleo")))
    rack = table.running().game.hands["Anna"].rack.value.replace("?", "")
    table.receives("Anna", f"H8 {rack[:2]}")
    table.receives("Cleo", "ANNEHMEN")

    owed = table.receives("Ben", "PASSE")

    taken = [each for each in of(owed, "ben", TurnReport).happened if isinstance(each, TurnTaken)]
    assert [(each.turn.player, each.was_kept) for each in taken] == [("Ben", False)]


def test_a_mail_that_arrived_earlier_and_is_found_later_replaces_nothing() -> None:
    """Classic 6.1: a mail that was taken out of the junk folder keeps the moment at which it arrived."""
    table = at_table()
    second = table.running().game.seats[1]
    rack = table.running().game.hands[second].rack.value
    table.receives(second, "PASSE")
    kept = table.running().game.kept

    def earlier(receipt: Receipt) -> Receipt:
        return replace(receipt, received=receipt.received - 5 * MINUTE)

    owed = table.receives(second, f"TAUSCHE {rack[0]}", receipt=earlier)

    assert of(owed, second, OrderAnswer).considered.reason == "older_mail"
    assert table.running().game.kept == kept


def test_the_past_of_a_game_is_gone_through_again_only_where_it_is_another() -> None:
    """What is remembered is what would be told anew; of games long ago nothing is kept."""
    past, asked = Past(), 0

    def tell(log: tuple[Event, ...]) -> TurnHistory:
        nonlocal asked
        asked += 1
        return TurnHistory(
            course=tuple(
                ToldTurn(each.number, each.player, TurnKind.PASS)
                for each in log
                if isinstance(each, TurnPassed)
            )
        )

    def turns(game: str, *players: str) -> tuple[str, ...]:
        log = tuple(
            TurnPassed(number, name, PassedWhy.PASSED) for number, name in enumerate(players, 1)
        )
        return tuple(each.player for each in past.told(game, log, tell).turns)

    assert turns("kiel", "Anna") == turns("kiel", "Anna") == ("Anna",)
    assert turns("bonn", "Ben") == ("Ben",)
    assert asked == 2
    assert turns("kiel", "Anna", "Ben") == ("Anna", "Ben")
    assert turns("kiel", "Ben", "Anna") == ("Ben", "Anna")
    assert asked == 4
    for number in range(40):
        turns(f"g{number}", "Anna")
    assert turns("kiel", "Ben", "Anna") == ("Ben", "Anna")
    assert asked == 45


def _laid_by_anna(monkeypatch: pytest.MonkeyPatch, *draws: str, words: WordList) -> AtTable:
    """Return a game in which RABEN lies open, and Ben is to move."""
    given = GivenDraws(["BEENRAT", "EIRSTUL", *draws])
    monkeypatch.setattr(turn_classic, "SeedDraws", lambda *_, **_more: given)
    rules = '[game.rules]\nstarter = "Anna"\nrefill = "accepted"'
    table = at_table(kiel(inner=rules), words=words)
    table.receives("anna", "H4 RABEN")
    return table


@pytest.mark.parametrize(
    ("order", "more"),
    [
        pytest.param("ANFECHTEN RABEN", (), id="decided"),
        pytest.param("ANFECHTEN RABEN", ("because",), id="ruled"),
        pytest.param("ANNEHMEN", (), id="accepted"),
    ],
)
def test_a_text_sent_with_a_challenge_goes_out_once(
    monkeypatch: pytest.MonkeyPatch, order: str, more: tuple[str, ...]
) -> None:
    """Its report is the first that tells it; neither the ruling nor the next turn says it again."""
    known = WordList(frozenset({"ELSE"})) if more else WordList()
    table = _laid_by_anna(monkeypatch, "EIRST", words=known)

    first = table.receives("ben", f"{order}\n\nPRESSE: Na warte")
    then = table.orders(gm.RuleWord("RABEN", accepted=True)) if more else ()
    last = table.receives("ben", "PASSE")

    assert len(of(first, "anna", TurnReport).press) == 1
    assert all(each.press == () for each in _reports(last))
    assert all(each.press == () for each in _reports(then) if not each.for_game_master)


@pytest.mark.parametrize(
    ("who", "said", "settled"),
    [
        pytest.param("ben", "ZURÜCK", (True, "Ben"), id="challenger"),
        pytest.param(
            "ben", "Ich ziehe meine Anfechtung zurück. Gruß, Ben", (True, "Ben"), id="in words"
        ),
        pytest.param("ben", "Sorry! I withdraw my challenge.", (True, "Ben"), id="in English"),
        pytest.param("ben", "Je retire ma contestation.", (True, "Ben"), id="in French"),
        pytest.param("ben", "ANNEHMEN", (True, "Ben"), id="accepted after all"),
        pytest.param("anna", "ZURÜCK", (False, "Anna"), id="whose play it is"),
        pytest.param("anna", "Ich nehme RABEN zurück.", (False, "Anna"), id="the word"),
        pytest.param("anna", "Spieler=Anna\nZURÜCK", (False, "Anna"), id="with the name"),
        pytest.param("ben", "Soll ich meine Anfechtung zurückziehen?", None, id="asks"),
        pytest.param(
            "ben", "Ich ziehe meine Anfechtung zurück. Oder doch nicht?", None, id="in doubt"
        ),
        pytest.param("anna", "Ich nehme RABEN zurück?", None, id="asks of the word"),
        pytest.param("anna", "ANNEHMEN", None, id="one's own play"),
        pytest.param("ben", "Spieler=Anna\nZURÜCK", None, id="in another's name"),
        pytest.param(
            "anna", "Spieler=Ben\nIch ziehe meine Anfechtung zurück.", None, id="for who challenged"
        ),
    ],
)
def test_a_challenge_that_waits_for_a_ruling_ends_where_one_gives_way(
    monkeypatch: pytest.MonkeyPatch, who: str, said: str, settled: tuple[bool, str] | None
) -> None:
    """Classic 5.6: nobody pays; whoever laid the play loses his turn, as if the word were not valid."""
    table = _laid_by_anna(monkeypatch, "EIRST", words=WordList(frozenset({"ELSE"})))
    table.receives("ben", "ANFECHTEN RABEN")
    table.waits(3 * DAY)

    owed = table.receives(who, said)

    game = table.running().game
    found = [e for each in _reports(owed) for e in each.happened if isinstance(e, ChallengeSettled)]
    assert {(each.event.stands, each.given_up_by) for each in found} == (
        {settled} if settled else set()
    )
    assert (game.challenge is None) == (settled is not None)
    assert game.players["Ben"].total == 0
    assert settled is None or contents(owed)[0] == f"{who} TurnReport"
    assert game.turn is not None
    assert game.turn.deadline == datetime(2026, 12, 10 if settled else 6, 19, tzinfo=UTC)
    table.orders(gm.RuleWord("RABEN", accepted=True))
    told = json.loads(json.dumps(export_of(table.records.log["kiel"], UTC)))
    assert isinstance(verify(told), Verified), verify(told)


@pytest.mark.parametrize(
    "said", ["ZURÜCK", "Ich ziehe meine Anfechtung zurück. Gruß, Anna", "ANNEHMEN"]
)
def test_a_challenge_that_waits_behind_another_may_be_taken_back(
    monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    """Classic 5.6: it was answered that nothing is kept, and put before the game master all the same."""
    given = GivenDraws(["BEENRAT", "SEIRTUL", "DGHKOPÄ", "EIRST", "AN"])
    monkeypatch.setattr(turn_classic, "SeedDraws", lambda *_, **_more: given)
    inner = '[game.rules]\nstarter = "Anna"\nrefill = "accepted"'
    players = ("Anna", "Ben", "Cleo")
    table = at_table(kiel(inner=inner, players=players), words=WordList(frozenset({"ELSE"})))
    table.receives("anna", "H4 RABEN")
    table.receives("cleo", "ANNEHMEN")
    table.receives("ben", "9H SE")
    table.receives("cleo", "ANFECHTEN RABENS")
    told = of(table.receives("anna", "ANFECHTEN SE"), "anna", OrderAnswer)

    owed = table.receives("anna", said)

    game = table.running().game
    assert told.own is not None
    assert told.own.holds_challenge
    assert contents(owed) == ["anna OrderAnswer"]
    assert game.challenges_held == ()
    assert game.challenge is not None
    assert game.challenge.player == "Cleo"
    table.orders(gm.RuleWord("RABENS", accepted=True))
    assert table.running().game.challenge is None
    told_all = json.loads(json.dumps(export_of(table.records.log["kiel"], UTC)))
    assert isinstance(verify(told_all), Verified), verify(told_all)


def test_a_kept_move_is_withdrawn_before_a_challenge(monkeypatch: pytest.MonkeyPatch) -> None:
    """Classic 6.1: the answer says which; a second ZURÜCK takes the challenge back."""
    table = _laid_by_anna(monkeypatch, "EIRST", words=WordList(frozenset({"ELSE"})))
    table.receives("ben", "ANFECHTEN RABEN")
    table.receives("ben", "PASSE")

    table.receives("ben", "ZURÜCK")
    first = table.running().game
    table.receives("ben", "ZURÜCK")

    assert (first.kept, first.challenge is None) == ({}, False)
    assert table.running().game.challenge is None


@pytest.mark.parametrize(
    ("mail", "is_kept_apart"),
    [
        ("PRESSE: Na warte\nANFECHTEN RABEN", True),
        ("PRESSE: Na warte\nPASSE\nso nicht!", True),
        ("PRESSE: Na warte\nFALLS ZURÜCK:\nPASSE", True),
        ("PRESSE: Na warte\nIch fechte RABEN an.", False),
        ("NACHRICHT AN Anna: Na warte\nANFECHTEN RABEN", False),
    ],
)
def test_an_order_right_below_a_text_is_asked_about(
    monkeypatch: pytest.MonkeyPatch, mail: str, *, is_kept_apart: bool
) -> None:
    """What nobody could tell from a text is not carried out, nor lost; an order in capitals is printed for nobody."""
    table = _laid_by_anna(monkeypatch, "EIRST", words=WordList())

    owed = table.receives("ben", mail)

    answer = next(each.content for each in owed if isinstance(each.content, OrderAnswer))
    assert answer.considered.reason is Reason.AMBIGUOUS
    texts = [each.text for each in table.records.log["kiel"] if isinstance(each, PressReceived)]
    assert not is_kept_apart or texts in (["Na warte"], ["Na warte\nso nicht!"])


def test_the_game_master_reads_a_text_once_though_he_is_asked_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = _laid_by_anna(monkeypatch, "EIRST", words=WordList(frozenset({"ELSE"})))

    table.receives("ben", "ANFECHTEN RABEN\n\nPRESSE: Na warte")
    ruled = table.orders(gm.RuleWord("RABEN", accepted=True))

    assert len(of(ruled, "gm", TurnReport).press) == 1


def _reports(mails: tuple[Owed, ...]) -> list[TurnReport]:
    return [each.content for each in mails if isinstance(each.content, TurnReport)]


def test_a_play_that_was_challenged_in_vain_is_shown_as_open_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All its words are decided: nobody can challenge it, though the tiles for it are not drawn yet."""
    table = _laid_by_anna(monkeypatch, words=WordList())

    owed = table.receives("ben", "ANFECHTEN RABEN")

    face = of(owed, "anna", TurnReport).face
    assert face.history.turns[-1].is_open is False
    board = figures_of(face, Words(with_filters(template_environment("de"), "de"))).board()
    assert (len(board.marked), len(board.still_open)) == (5, 0)


def test_a_pass_that_would_end_the_game_is_announced_by_the_one_before_it() -> None:
    """Classic 9.2: everybody's last two turns."""
    table = at_table(kiel(inner='[game.rules]\nstarter = "Anna"'))

    told = [
        of(table.receives(who, "PASSE"), "gm", TurnReport).face.pass_ends
        for who in ("anna", "ben", "anna")
    ]
    assert told == [False, False, True]

    end = of(table.receives("ben", "PASSE"), "gm", TurnReport)
    assert end.finished is not None
    assert end.face.pass_ends is False


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("ANNEHMEN\n\nIch lege vielleicht G5 TIER.", ("ANNEHMEN",)),
        ("ACCEPT RABEN\nMaybe G5 TIER", ("ACCEPT RABEN",)),
        ("ACCEPTER\nPeut-être G5 TIER", ("ANNEHMEN",)),
        ("ANNEHMEN\n\nVielleicht G5 TIER?", ("ANNEHMEN",)),
        ("ANFECHTEN RABEN\nOder G5 TIER?", ("ANFECHTEN RABEN",)),
    ],
)
def test_what_stands_beside_a_doubted_move_and_is_not_done_is_named(
    monkeypatch: pytest.MonkeyPatch, text: str, left: tuple[str, ...]
) -> None:
    table = _laid_by_anna(monkeypatch, "EIRST", words=WordList())

    owed = table.receives("ben", text)

    answer = of(owed, "ben", OrderAnswer)
    assert answer.considered.reason is Reason.AMBIGUOUS
    assert answer.left_undone() == left


def test_who_exchanges_is_told_which_tiles_went_back_and_which_are_new() -> None:
    """Nobody else is: they are on no rack and in no bag that others see."""
    table = at_table(kiel())
    his, other = table.receives("ben", "TAUSCHE E R")[:2]

    told, to_anna = (
        " ".join(body(read_back(each.data), "plain").split())
        for each in compose_all((his, other), means())
    )

    assert "Zurück in den Beutel: E R. Neu auf deiner Bank: E U." in told
    assert "Ben hat 2 Steine getauscht." in to_anna
    assert "Zurück" not in to_anna
