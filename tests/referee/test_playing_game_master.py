"""A game master who plays himself is not asked about words that lie nowhere yet (classic 10)."""

from types import MappingProxyType

import pytest
from msgspec.structs import replace

from mailref.games.by_turns.contents import (
    OrderAnswer,
    RulingAskedAtTable,
    TurnEffect,
    TurnReport,
    TurnTaken,
)
from mailref.games.by_turns.course import answer_in
from mailref.referee import gm_orders as orders
from mailref.referee.policy import Outcome
from mailref.tiles.moves import WordRefused
from tests.games.by_turns.at_table import DAY, MINUTE, AtTable, at_table, contents, kiel, of
from tests.tiles.builders import WordList

STARTER = '[game.rules]\nstarter = "Anna"'
DEPUTY = 'deputy = "vera@example.org"'
HAUS = "\n".join(
    ["." * 15] * 7
    + ["....HAUS......."]
    + [f".......{each}......." for each in "AND"]
    + ["." * 15] * 4
)


def with_the_game_master(
    keys: str = "",
    inner: str = STARTER,
    *,
    variant: str = "classic-open",
    players: tuple[str, ...] = ("Anna", "GM"),
    known: frozenset[str] = frozenset({"XYLOPHON"}),
) -> AtTable:
    game = kiel(keys, inner, variant=variant, players=players)
    return at_table(game, words=WordList(known))


def unlisted(table: AtTable, name: str = "Anna") -> str:
    """Return a line that lays two letters of a rack on the star."""
    return f"H8 {letters(table, name)[:2]}"


def letters(table: AtTable, name: str) -> str:
    return table.running().game.hands[name].rack.value.replace("?", "")


def refused(owed: OrderAnswer) -> list[str]:
    found = answer_in(owed.considered.found)
    faults = found.faults if found else ()
    return [each.reason for each in faults if isinstance(each, WordRefused)]


def with_deputy(table: AtTable, deputy: str | None) -> None:
    """Let the settings name somebody else as deputy, or nobody any more."""
    running = table.running()
    now = replace(running, policy=replace(running.policy, deputy=deputy))
    table.office = replace(table.office, games=MappingProxyType({"kiel": now}))


def test_his_opponents_unlisted_word_is_refused_and_nobody_hears_of_it() -> None:
    table = with_the_game_master()

    owed = table.receives("Anna", unlisted(table))

    assert contents(owed) == ["anna OrderAnswer"]
    answer = of(owed, "anna", OrderAnswer)
    assert answer.considered.reason == "no_valid_move"
    assert refused(answer) == ["nobody_rules"]
    assert table.running().game.waiting is None
    assert table.waits(MINUTE) == ()


def test_his_own_unlisted_word_is_refused_too() -> None:
    table = with_the_game_master(inner='[game.rules]\nstarter = "GM"')

    owed = table.receives("GM", unlisted(table, "GM"))

    assert refused(of(owed, "gm", OrderAnswer)) == ["nobody_rules"]
    assert table.waits(MINUTE) == ()


def test_the_alternate_counts_where_the_first_word_is_in_no_list() -> None:
    table = with_the_game_master()
    rack = letters(table, "Anna")
    table = with_the_game_master(known=frozenset({rack[2:4]}))

    owed = table.receives("Anna", f"H8 {rack[:2]}\n/ H8 {rack[2:4]}")

    (taken,) = [e for e in of(owed, "gm", TurnReport).happened if isinstance(e, TurnTaken)]
    assert taken.turn.scored is not None
    assert taken.turn.scored.word == rack[2:4]


def test_a_move_in_advance_is_refused_for_such_a_word_when_it_comes() -> None:
    table = with_the_game_master(inner='[game.rules]\nstarter = "GM"')

    owed = table.receives("Anna", unlisted(table))

    assert contents(owed) == ["anna OrderAnswer"]
    assert refused(of(owed, "anna", OrderAnswer)) == ["nobody_rules"]
    assert not table.running().game.kept


def test_a_trial_says_so_beforehand() -> None:
    table = with_the_game_master()

    owed = table.receives("Anna", f"PROBE {unlisted(table)}")

    answer = of(owed, "anna", OrderAnswer)
    found = answer_in(answer.considered.found)
    assert found is not None
    assert found.effect is TurnEffect.TRIAL
    assert refused(answer) == ["nobody_rules"]


@pytest.mark.parametrize(
    ("variant", "inner", "line"),
    [
        pytest.param("rummikub", '[game.rules]\nchallenge = "none"', "{word}", id="rummikub"),
        pytest.param(
            "unscrabble", f'[game.start]\nboard = """\n{HAUS}"""', "NIMM H5", id="unscrabble"
        ),
    ],
)
def test_it_is_so_in_every_game_in_turns(variant: str, inner: str, line: str) -> None:
    table = with_the_game_master(inner=inner, variant=variant)
    turn = table.running().game.turn
    assert turn is not None
    line = line.format(word=letters(table, turn.player)[:6])

    owed = table.receives(turn.player, line)

    assert refused(of(owed, turn.player, OrderAnswer))[-1:] == ["nobody_rules"]
    assert table.waits(MINUTE) == ()


def test_with_a_deputy_the_word_waits_and_he_alone_is_asked() -> None:
    table = with_the_game_master(DEPUTY)

    owed = table.receives("Anna", unlisted(table))

    assert of(owed, "anna", OrderAnswer).considered.outcome is Outcome.PENDING
    assert contents(table.waits(MINUTE)) == ["vera RulingAsked"]


def test_a_deputy_who_plays_is_none() -> None:
    """He may have joined by mail, which the settings do not see."""
    table = with_the_game_master(players=("Anna", "GM", "Vera"))
    with_deputy(table, "vera@example.org")

    owed = table.receives("Anna", unlisted(table))

    assert refused(of(owed, "anna", OrderAnswer)) == ["nobody_rules"]
    assert table.waits(MINUTE) == ()


def test_what_waited_is_refused_once_there_is_no_deputy() -> None:
    """The same where it waited before the game master was kept from being asked."""
    table = with_the_game_master(DEPUTY)
    table.receives("Anna", unlisted(table))
    table.waits(MINUTE)
    assert table.running().game.waiting is not None

    with_deputy(table, None)
    owed = table.waits(MINUTE)

    assert contents(owed) == ["anna TurnReport"]
    assert of(owed, "anna", TurnReport).refused == (letters(table, "Anna")[:2],)
    turn = table.running().game.turn
    assert turn is not None
    assert (turn.player, table.running().game.waiting) == ("Anna", None)


def test_who_runs_the_game_and_does_not_play_is_asked_as_ever() -> None:
    table = with_the_game_master(players=("Anna", "Ben"))
    table.receives("Anna", unlisted(table))

    assert contents(table.waits(MINUTE)) == ["gm RulingAsked"]


def test_he_is_asked_about_a_challenged_word_that_lies_open() -> None:
    """Classic 10: all see it."""
    table = with_the_game_master(variant="classic")
    table.receives("Anna", unlisted(table))
    table.receives("GM", "ANFECHTEN")

    asked = of(table.waits(MINUTE), "gm", RulingAskedAtTable)

    assert asked.face is not None


def test_a_word_that_was_ruled_valid_before_can_be_laid() -> None:
    table = with_the_game_master()
    table.orders(orders.RuleWord(letters(table, "Anna")[:2], accepted=True))

    owed = table.receives("Anna", unlisted(table))

    assert [e for e in of(owed, "gm", TurnReport).happened if isinstance(e, TurnTaken)]
    assert table.waits(DAY) == ()
