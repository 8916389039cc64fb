"""A game in rounds is decided again from its public events: no false alarm, and what a forger may change."""

import json
import random
import re
from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from mailref.games import events as happened
from mailref.games.events import Event
from mailref.games.rounds import events as in_rounds
from mailref.games.rounds import published as of_rounds
from mailref.games.rounds.rules import meets_minimum
from mailref.games.rounds.told import record_of, record_to_json
from mailref.record.script import Difference
from mailref.record.verify import Verified, verify
from mailref.tiles.board import in_order
from tests.effort import Tried, sample
from tests.games.replayed import replay_rounds
from tests.record import test_odd, test_verify
from tests.record.eventful import played
from tests.record.forging import disordered, forged
from tests.record.games import play
from tests.record.odd import play_oddly
from tests.record.publicly import decided, public_of
from tests.tiles.builders import board

OLD = Path(__file__).parents[2] / "journal" / "old"
Recorded = tuple[tuple[Event, ...], bytes]


@cache
def eventful(number: int) -> Recorded:
    game = played(number, 8)
    return tuple(game.events), game.seed


@cache
def odd(name: str, number: int) -> Recorded:
    over = board("F8w HAUS") if number % 3 == 0 else None
    table = play_oddly(test_odd.GAMES[name], number, 5, over=over)
    return tuple(table.events), table.seed


@cache
def simple(name: str, rounds: int) -> Recorded:
    table = play(test_verify.GAMES[name], 3, most_rounds=rounds, has_words=True)
    return tuple(table.events), table.seed


def wrong(recorded: Recorded) -> list[object]:
    """Return what is said against a game that was played by the rules, and each value told otherwise."""
    events, seed = recorded
    public = public_of(events)
    found: list[object] = [decided(public, seed), decided(public, None)]
    told = of_rounds.told(public, UTC, is_open=False)
    found += [] if public_of(public) == public else ["what is public has a public form of its own"]
    found += [
        key for key, value in record_to_json(record_of(events), UTC).items() if told[key] != value
    ]
    return [each for each in found if each is not None]


@pytest.mark.parametrize("name", test_verify.GAMES)
def test_what_is_public_of_a_game_is_decided_again_and_tells_the_same(name: str) -> None:
    assert wrong(simple(name, 4)) == []


@pytest.mark.sampled(1)
@pytest.mark.slow
@pytest.mark.parametrize("number", sample(range(20), 1))
@pytest.mark.parametrize("name", test_verify.GAMES)
def test_whole_games_are_decided_again(name: str, number: int, tried: Tried) -> None:
    table = play(test_verify.GAMES[name], number, has_words=True)

    assert wrong((tuple(table.events), table.seed)) == []
    tried("whole games in rounds decided again", 1)


@pytest.mark.parametrize("number", sample(range(2), 1))
@pytest.mark.parametrize("name", test_odd.GAMES)
def test_whatever_the_game_master_does_is_decided_again(name: str, number: int) -> None:
    """Letters by hand, other letters, rulings of the policy, early closes, ties, pauses, other rules."""
    assert wrong(odd(name, number)) == []


@pytest.mark.parametrize("number", [5, 6, *sample(range(400), 1)])
def test_games_in_which_everything_happens_are_decided_again(number: int) -> None:
    assert wrong(eventful(number)) == []


def test_mails_and_players_words_are_not_public() -> None:
    events, _ = odd("ties by the game master", 1)

    public = public_of(events)

    kinds = {type(event) for event in public}
    assert kinds & {in_rounds.MoveEntered, in_rounds.MoveWasLate, in_rounds.TieRuled} == set()
    assert replay_rounds(public).last == replay_rounds(public_of(public)).last


def test_what_was_sent_for_a_round_is_not_public_if_it_is_opened_again_before_its_report() -> None:
    """Nobody but the game master has seen it, and everybody may send something else."""
    events, seed = next(game for game in map(eventful, range(20)) if _has_untold(game[0]))
    public = public_of(events)
    untold = [
        event
        for at, event in enumerate(public)
        if isinstance(event, in_rounds.RoundClosed) and of_rounds.is_untold(public[at + 1 :])
    ]

    assert untold
    for event in untold:
        result = event.result
        assert (result.entries, result.laid, result.top) == ((), None, None)
        assert result.kept == result.letters
    at = public.index(untold[0])
    real = next(
        event
        for event in events
        if isinstance(event, in_rounds.RoundClosed)
        and event.result.closed == untold[0].result.closed
    )
    assert real.result.entries
    found = decided((*public[:at], real, *public[at + 1 :]), seed)
    assert isinstance(found, Difference)


def _has_untold(events: Sequence[Event]) -> bool:
    return any(
        isinstance(event, in_rounds.RoundClosed) and of_rounds.is_untold(events[at + 1 :])
        for at, event in enumerate(events)
    )


@pytest.mark.parametrize("name", ["ended", "orders"])
def test_an_export_of_the_first_version_is_still_verified(name: str) -> None:
    """It knows neither the ZATs of a round nor hashes of reports."""
    export = json.loads((OLD / f"{name}.json").read_text(encoding="utf-8"))

    assert isinstance(verify(export), Verified)


ORDERED = (
    r"GameOpened\.(id|title|variant|lexicon|lexicon_sha256|is_taken_over)",
    r"Player(Joined|Left|Returned|Renamed)\b(?!\.(total|missed|is_late|name))",
    r"(DeadlineMoved|Game(Paused|Resumed)|WordRuled|ScoreCorrected)\b",
    r"RulesChanged\b",
    r"DrawsMixed and .* exchanged|.* and DrawsMixed exchanged",
    r"DrawnAnew (left out|twice)|.* and DrawnAnew exchanged",
    r"LettersDrawn\.(at|draw\.by_hand)|LettersDrawn twice|RoundOpened and LettersDrawn exchanged",
    r"BaseFixed twice",
    r"RoundOpened\.(at|deadline)|Round(Opened|Closed|Reopened) left out|Round.* and .* exchanged",
    r"RoundReopened\.(deadline|keeps)",
    r"RoundClosed\.result\.(closed|deadline|top.*)",
    r"RoundClosed\.result\.entries\[\]\.(received|moves) *(\(one (less|twice)\))?$",
    r"RoundClosed\.result\.entries\[\]\.moves\[\]\.(written\..*|faults \(one less\))",
    r"GameEnded(\.at| left out)",
)
"""What no rule determines: orders, switches, times, how and what a player wrote, verdicts of the word list,
which top was found, and whether letters were drawn by hand; where the record ends; what an early record leaves open."""


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("recorded", "number"),
    [
        pytest.param(("simple", "two"), 1, id="two plays"),
        pytest.param(("odd", "one"), 2, id="odd"),
        pytest.param(("odd", "ties by the game master"), 2, id="ties"),
        pytest.param(("eventful", "6"), 3, id="eventful"),
    ],
)
def test_a_forged_event_is_found_where_a_rule_determines_it(
    recorded: tuple[str, str], number: int, tried: Tried
) -> None:
    """Everything else is made to fit again: what is told, and each hash."""
    events, seed = _game(*recorded)
    public = public_of(events)
    kinds: dict[str, list[Sequence[Event]]] = defaultdict(list)
    for kind, lie in (*forged(public), *disordered(public)):
        kinds[kind].append(lie)
    rng = random.Random(number)

    missed = {kind for kind, lies in kinds.items() if decided(rng.choice(lies), seed) is None}

    assert {kind for kind in missed if not any(re.match(p, kind) for p in ORDERED)} == set()
    tried("forged events", len(kinds))


def _game(kind: str, name: str) -> Recorded:
    if kind == "eventful":
        return eventful(int(name))
    return simple(name, 5) if kind == "simple" else odd(name, 2)


def test_other_letters_are_found_by_the_seed_alone() -> None:
    """All that follows from them is made to fit: the rack, the bag, what was laid."""
    events, seed = simple("one", 1)
    public = public_of(events)
    at = next(at for at, each in enumerate(public) if isinstance(each, in_rounds.LettersDrawn))
    drawn = public[at]
    assert isinstance(drawn, in_rounds.LettersDrawn)
    one, other = drawn.draw.rack[0], next(t for t in drawn.draw.bag if t not in drawn.draw.rack)
    rack = in_order(drawn.draw.rack.replace(one, other, 1))
    bag = in_order(drawn.draw.bag.replace(other, one, 1))
    relaxed = not meets_minimum(test_verify.GAMES["one"], 1, rack)
    draw = replace(drawn.draw, drawn=rack, rack=rack, bag=bag, is_relaxed=relaxed)
    lie = (*public[:at], replace(drawn, draw=draw))

    found = decided(lie, seed)

    assert isinstance(found, Difference)
    assert (found.round, found.field) == (1, "LettersDrawn.draw.drawn")
    assert decided(lie, None) is None


def test_a_game_that_has_ended_does_not_go_on() -> None:
    events, seed = simple("mono", 4)
    public = public_of(events)
    at, drawn = [(i, e) for i, e in enumerate(public) if isinstance(e, in_rounds.LettersDrawn)][-1]
    ended = happened.GameEnded(seed.hex(), "game_master", drawn.at)

    found = decided((*public[:at], ended, *public[at:]), seed)

    assert isinstance(found, Difference)
    assert (found.field, found.expected) == ("events", "a game between two rounds")
