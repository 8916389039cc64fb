"""What exports of format 1 tell of a league of soloists, read as rough events: causes, no rules."""

from collections.abc import Iterator

from mailref.games import events as common
from mailref.games.by_turns import events as happened
from mailref.games.by_turns.old_exports import NO_TIME, over, read_time
from mailref.games.by_turns.rules import Secret, SoloRules
from mailref.games.by_turns.switches import solo_rules_and_faults
from mailref.games.events import Event
from mailref.games.solitaire.game import seats_of
from mailref.record.game_json import JsonObject
from mailref.record.read_export import NotAnExportError
from mailref.tiles.board import Axes, Board, Direction, LaidTile, read_square
from mailref.tiles.scoring import FormedWord, ScoredPlay

_NOTHING = Secret("")


def first_of_solo(raw: JsonObject) -> list[Event]:
    """Return what happened by an export of format 1, as far as that tells it."""
    rules, faults = solo_rules_and_faults(raw["rules"], {})
    if faults:
        raise NotAnExportError(f"rules.{faults[0].key}: {faults[0].message}")
    events: list[Event] = [
        happened.SoloOpened(
            id=raw["game"],
            title=raw["title"],
            variant=raw["variant"],
            rules=rules,
            commitment=raw["commitment"],
            lexicon=raw["lexicon"]["name"],
            lexicon_sha256=raw["lexicon"]["sha256"],
            deadline=read_time(raw["deadline"]),
        )
    ]
    events += (common.PlayerJoined(name, ()) for name in raw["players"])
    for row in raw["tables"] or ():
        seats = seats_of(row["player"], rules.racks)
        events.append(happened.SoloDealt(row["player"], seats))
        events += (happened.SoloPlayed(row["player"], move) for move in _moves(row, seats, rules))
    for each in raw["rulings"]:  # words of an export are taken as they are
        ruled = common.WordRuled(each["word"], each["accepted"], each["by"], each["because"])
        events.append(ruled)
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
        yield happened.LettersChosen(number, seat, Secret(turn["chosen"]), _NOTHING, NO_TIME)
    match turn["kind"]:
        case "play":
            yield _laid(turn, seat, axes)
        case "exchange":
            letters = Secret(turn["exchanged"])
            yield happened.TilesExchanged(number, seat, len(letters.value), letters)
        case "pass":
            yield happened.TurnPassed(number, seat, happened.PassedWhy.PASSED)
        case _:
            pass


def _laid(turn: JsonObject, seat: str, axes: Axes) -> happened.PlayLaid:
    """Return a play with what was asked for; what it is worth follows."""
    square, direction = read_square(turn["place"], axes), Direction(turn["direction"])
    blanks = (
        LaidTile(square.along(direction, step), "A", is_blank=True)
        for step, letter in enumerate(turn["word"])
        if letter.islower()
    )
    word = FormedWord(turn["word"].upper(), (), 0, 0)
    return happened.PlayLaid(
        number=turn["number"],
        player=seat,
        received=read_time(turn["received"]),
        mail="",
        scored=ScoredPlay(square, direction, (word,), tuple(blanks), 0),
        swaps=tuple(read_square(each, axes) for each in turn["swaps"]),
        board=Board(),
        rack_left=_NOTHING,
        theme=0,
        wish=happened.NO_WISH,
    )
