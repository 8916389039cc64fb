"""What exports of format 1 tell of a league of soloists, read as rough events: causes, no rules."""

from collections.abc import Iterator

from mailref.games import events as common
from mailref.games.by_turns import events as happened
from mailref.games.by_turns.old_exports import laid, over, read_time, ruled
from mailref.games.by_turns.rules import SoloRules
from mailref.games.events import Event
from mailref.games.secret import Secret
from mailref.games.solitaire.game import seats_of
from mailref.games.solitaire.settings import SWITCHES
from mailref.record.as_json import JsonObject
from mailref.record.read_export import Beginning, checked, read_as
from mailref.record.script import NO_TIME
from mailref.tiles.board import Axes


def first_of_solo(raw: JsonObject) -> list[Event]:
    """Return what happened by an export of format 1, as far as that tells it."""
    began = read_as(Beginning, raw)
    rules = checked(*SWITCHES.read(began.rules))
    deadline = read_time(raw["deadline"])
    events: list[Event] = [happened.SoloOpened(**began.opened, rules=rules, deadline=deadline)]
    events += (common.PlayerJoined(name, ()) for name in raw["players"])
    for row in raw["tables"] or ():
        seats = seats_of(row["player"], rules.racks)
        events.append(happened.SoloDealt(row["player"], seats))
        events += (happened.SoloPlayed(row["player"], move) for move in _moves(row, seats, rules))
    events += map(ruled, raw["rulings"])  # words of an export are taken as they are
    return [*events, *over(raw)]


def _moves(
    row: JsonObject, seats: tuple[str, ...], rules: SoloRules
) -> Iterator[happened.SoloMove]:
    tries = row["tries"] if rules.chosen else [row]
    for number, each in enumerate(tries):
        if number:
            yield happened.TryBegun(seats[0])
        for at, turn in enumerate(each["turns"]):
            yield from _turn(turn, seats[at % len(seats)], rules.axes)
    if row["ended"] == "resigned":
        turns = len(tries[-1]["turns"])
        yield happened.PlayerOut(seats[turns % len(seats)], "resigned")


def _turn(turn: JsonObject, seat: str, axes: Axes) -> Iterator[happened.SoloMove]:
    number = turn["number"]
    if turn.get("chosen"):
        yield happened.LettersChosen(number, seat, Secret(turn["chosen"]), Secret(""), NO_TIME)
    match turn["kind"]:
        case "play":
            yield laid(turn, seat, turn["place"], axes)
        case "exchange":
            letters = Secret(turn["exchanged"])
            yield happened.TilesExchanged(number, seat, len(letters.value), letters)
        case "pass":
            yield happened.TurnPassed(number, seat, happened.PassedWhy.PASSED)
        case _:
            pass
