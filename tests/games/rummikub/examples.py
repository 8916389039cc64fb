"""Cases of WORT-Rummikub, played through `games/rummikub`."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from functools import partial
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from mailref.games.by_turns.course import Course, TurnAnswer
from mailref.games.by_turns.game import Hand, Turn
from mailref.games.chance import Secret
from mailref.games.rummikub.book import LegalTake, LegalWord, TableBook
from mailref.games.rummikub.events import TableOpened
from mailref.games.rummikub.game import TableGame, at_table, open_table
from mailref.games.rummikub.reading import TableReader
from mailref.games.rummikub.switches import SWITCHES, TableRules
from mailref.office import entry_reader
from mailref.tiles.board import Axes, Notation, in_order
from tests.games.classic.examples import START, Given, carry_out, same_faults, words_of

Case = Mapping[str, Any]
READER = TableReader(entry_reader().grammars)


def rules_of(wanted: Case) -> TableRules:
    """Return the switches of a case, read as the settings are; `challenge_time` is true or false."""
    time = "24h" if wanted.get("challenge_time") else "0h"
    window = {} if wanted.get("challenge") == "none" else {"challenge_time": time}
    rules, faults = SWITCHES.read({}, {**wanted, **window})
    if faults:
        raise ValueError(str(faults))
    return rules


RULES = rules_of({})


def game_of(setup: Case) -> TableGame:
    """Return the position that a case begins with."""
    players = tuple(setup["players"])
    rules = rules_of(setup.get("rules", {}))
    game = open_table(TableOpened("kiel", "Kiel", "rummikub", rules, players, "", "", ""))
    table = tuple(setup.get("table", ()))
    totals = setup.get("totals", {})
    with_totals = {
        name: replace(player, total=totals.get(name, 0)) for name, player in game.players.items()
    }
    hands = {
        name: Hand(
            rack=Secret(in_order(setup["racks"][name])),
            timed_out=setup.get("timed_out", {}).get(name, 0),
            accepts_all=name in setup.get("auto_accept", ()),
        )
        for name in players
    }
    given = setup.get("need", {})
    needs = {name: given.get(name, rules.first) for name in players}
    must_lay = frozenset(n for n in players if n not in given or needs[n] != rules.least)
    wishes = {name: Secret(letters) for name, letters in setup.get("wish", {}).items()}
    return replace(
        game,
        players=MappingProxyType(with_totals),
        hands=MappingProxyType(hands),
        needs=MappingProxyType(needs),
        must_lay=must_lay,
        wishes=MappingProxyType(wishes),
        table=table,
        laid=frozenset((*table, *setup.get("laid", ()))),
        stacks=tuple(Secret(stack) for stack in setup.get("stacks", ("", "", "", ""))),
        turn=Turn(setup.get("turn", 1), setup.get("to_move", players[0]), START, None),
    )


def table_game(case: Case) -> Iterator[str]:
    """Yield where a game goes otherwise, step by step."""
    now = game_of(case["setup"])
    at = START
    for number, step in enumerate(case["steps"], start=1):
        at += timedelta(days=2) if "window" in step else timedelta(minutes=1)
        course = Course(now, TableBook(), words_of(case["setup"]), Given(), at, lambda *_: None)
        answer = carry_out(course, step, at, partial(READER.read, notation=Notation(Axes.ROWS)))
        now = at_table(course.game)
        for line in _unlike(course, answer, step["expect"]):
            yield f"step {number}: {line}"


def _unlike(course: Course, answer: TurnAnswer, wanted: Case) -> Iterator[str]:
    found: dict[str, Any] = {
        "outcome": answer.outcome.value,
        "reason": answer.reason,
        "effect": answer.effect.value if answer.effect else None,
        "faults": [fault.code for fault in answer.faults],
        "asked": list(answer.asked),
        "tile": _tile(course),
    }
    match answer.legal:
        case LegalWord(made):
            found["points"] = made.points
            found["own"] = made.own
            found["left"] = [each.left for each in made.sources if each.left]
        case LegalTake(_, tile):
            found["tile"] = tile
        case _:
            pass
    for key, value in wanted.items():
        if key == "state":
            continue
        is_same = found.get(key) == value
        if key == "faults":
            is_same = same_faults(found[key], value)
        if not is_same:
            yield f"{key} is {found.get(key)!r}, not {value!r}"
    yield from _state_unlike(at_table(course.game), wanted.get("state", {}))


def _tile(course: Course) -> str | None:
    taken = [getattr(event, "tile", None) for event in course.events]
    return next((tile for tile in taken if tile), None)


def _state_unlike(game: TableGame, wanted: Case) -> Iterator[str]:
    best = max(game.final.values(), default=0)
    found: dict[str, Any] = {
        "to_move": game.turn.player if game.turn else None,
        "turn": game.turn.number if game.turn else None,
        "standing": game.open_play is not None,
        "held": game.is_held,
        "kept": sorted(game.kept),
        "ended": game.ended or None,
        "table": list(game.table),
        "tops": list(game.tops),
        "heights": list(game.heights),
        "winner": [name for name, total in game.final.items() if total == best],
        "out": [name for name in game.seats if game.hands[name].is_out],
    }
    for key, value in wanted.items():
        if key == "racks":
            expected: Any = {name: in_order(rack) for name, rack in value.items()}
        else:
            expected = value
        match key:
            case "totals":
                shown: Any = {name: game.players[name].total for name in value}
            case "need":
                shown = {name: game.needs[name] for name in value}
            case "racks":
                shown = {name: game.hands[name].rack.value for name in value}
            case _:
                shown = found.get(key, "unknown")
        if shown != expected:
            yield f"{key} is {shown!r}, not {expected!r}"
