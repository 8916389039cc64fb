"""`mailref judge`: what the referee would answer to these mails, with no effect at all."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import click
from msgspec.structs import replace

from mailref.commands.sources import moment, office_without_effect, settings_at, settings_option
from mailref.games.bingo.policy import RunningBingo
from mailref.games.by_turns.course import TurnEffect
from mailref.games.by_turns.orders import WrittenOrders
from mailref.games.by_turns.policy import RunningTurns
from mailref.games.rounds.shown import in_rounds
from mailref.games.solitaire.policy import RunningSolo
from mailref.office import entry_reader, read_policy
from mailref.reading.read_mail import read
from mailref.record.round_json import Json, moves_to_json
from mailref.referee.consider import consider
from mailref.referee.findings import STORED, Consideration, Considered, Office, Outcome, Receipt
from mailref.referee.identity import may_ask
from mailref.settings.values import Settings
from mailref.terminal import say


@click.command()
@click.argument("mails", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each entry.")
@click.option("--received", metavar="TIME", help="When the mails arrived; default: their header.")
@settings_option
def command(mails: tuple[str, ...], as_json: bool, received: str | None, config: str) -> None:
    """Say what the referee would answer to these mails, with no effect at all."""
    now = datetime.now(UTC)
    settings = settings_at(Path(config), needs_secrets=False)
    given = moment(received, "--received") if received else None
    office = office_without_effect(settings, given or now)
    for name in mails:
        considered = judge_mail(Path(name).read_bytes(), settings, office, given, now)
        for entry in considered.entries:
            line = as_object(name, considered, entry, office)
            say(json.dumps(line, ensure_ascii=False) if as_json else _in_words(line))


def judge_mail(
    data: bytes, settings: Settings, office: Office, received: datetime | None, now: datetime
) -> Consideration:
    """Consider one mail alone; without *received* the topmost Received counts, else Date, else now."""
    mail = read(data, read_policy(settings, office.house.secret, office))
    arrived = received or mail.handed_in or mail.date or now
    return consider(mail, Receipt(key="judge", received=arrived), office, entry_reader())


def as_object(
    file: str, considered: Consideration, entry: Considered, office: Office
) -> dict[str, Json]:
    """Return one entry as the object of contract 3."""
    counts = entry.counts
    moves: list[Json] = []
    points = None
    running = office.games.get(entry.game or "")
    if isinstance(running, RunningBingo):
        return _in_bingo(file, considered, entry)
    if isinstance(running, RunningTurns):
        return _in_turns(file, considered, entry, office, running)
    if isinstance(running, RunningSolo):
        from mailref.games.solitaire.tables import seen_at  # noqa: PLC0415  a kind that is played

        seen = seen_at(running, entry.player, office)
        if seen is None:
            return {**_found(file, entry), "effect": None, "moves": [], "counts": None,
                    "points": None, "actions": [], "commands": [c.value for c in considered.commands]}  # fmt: skip
        if running.game.rules.chosen:
            return _in_steps(file, considered, entry, office, running)
        found = _in_turns(
            file, considered, replace(entry, player=seen.seat), seen.office, seen.running
        )
        return {**found, "player": entry.player}
    if entry.choice is not None and entry.game is not None:
        rules = in_rounds(office.games[entry.game]).game.rules
        counted = entry.outcome in (Outcome.ACCEPTED, Outcome.PENDING)
        moves = moves_to_json(
            entry.choice.moves, counts, rules, may_be_unused=counted, shows_asked=True
        )
        points = None if counts is None else entry.choice.moves[counts].points
    return {
        **_found(file, entry),
        "moves": moves,
        "counts": counts,
        "points": points,
        "commands": [command.value for command in considered.commands],
    }


def _found(file: str, entry: Considered) -> dict[str, Json]:
    return {
        "file": file,
        "outcome": entry.outcome.value,
        "reason": entry.reason.value if entry.reason else None,
        "game": entry.game,
        "round": entry.round,
        "player": entry.player,
    }


def _in_bingo(file: str, considered: Consideration, entry: Considered) -> dict[str, Json]:
    """Return an entry of a game of Scrabble-Bingo (other games 2)."""
    from mailref.games.bingo.published import words_to_json  # noqa: PLC0415  a kind that is played

    said = entry.entry.bingo if entry.entry is not None else None
    is_call = said is not None and said.is_call
    return {
        **_found(file, entry),
        **words_to_json(entry.bingo, is_call=is_call),
        "commands": [command.value for command in considered.commands],
    }


def _in_turns(
    file: str,
    considered: Consideration,
    entry: Considered,
    office: Office,
    running: RunningTurns,
) -> dict[str, Json]:
    """Return an entry of a game in turns (classic 14)."""
    from mailref.record.order_json import orders_to_json  # noqa: PLC0415  a kind that is played

    written = entry.entry.orders if entry.entry is not None else None
    moves: list[Json] = []
    counts: int | None = None
    if written is not None and entry.player is not None and entry.player in running.game.hands:
        legal = entry.turn.legal if entry.turn is not None else None
        taken = legal if entry.outcome in STORED else None
        asks = may_ask(running, office)
        moves, counts = orders_to_json(
            running.game, entry.player, written, office.lexicon, taken, asks=asks
        )
    return _with_moves(file, considered, entry, moves, counts)


def _in_steps(
    file: str, considered: Consideration, entry: Considered, office: Office, running: RunningSolo
) -> dict[str, Json]:
    """Return an entry of who chooses his letters; of its moves the last play laid counts (other games 3)."""
    from mailref.games.solitaire.tables import tried_steps  # noqa: PLC0415  a kind that is played
    from mailref.record.order_json import step_to_json  # noqa: PLC0415  a kind that is played

    written = entry.entry.orders if entry.entry is not None else None
    moves: list[Json] = []
    counts: int | None = None
    steps = tried_steps(running, office, entry.player or "", written or WrittenOrders())
    for step in steps:
        shown = step_to_json(
            step.at.running.game,
            step.at.seat,
            step.group,
            office.lexicon,
            step.faults,
            asks=may_ask(running, office),
        )
        laid = (at for at, each in enumerate(shown, start=len(moves)) if _is_laid(each))
        if step.is_done and entry.outcome in STORED:
            counts = next(laid, counts)
        moves += shown
    return _with_moves(file, considered, entry, moves, counts)


def _is_laid(move: Json) -> bool:
    return isinstance(move, dict) and move["kind"] == "play" and move["status"] == "valid"


def _with_moves(
    file: str, considered: Consideration, entry: Considered, moves: list[Json], counts: int | None
) -> dict[str, Json]:
    from mailref.record.order_json import actions_to_json  # noqa: PLC0415  a kind that is played

    written = entry.entry.orders if entry.entry is not None else None
    counted = moves[counts] if counts is not None else None
    effect = entry.turn.effect if entry.turn is not None else None
    actions = actions_to_json(written) if written is not None else []
    asked = [each["action"] for each in actions if isinstance(each, dict)]
    named = [each for each in asked if each in _COMMANDS_AMONG_ORDERS]
    return {
        **_found(file, entry),
        "effect": _EFFECTS.get(effect, effect.value) if effect is not None else None,
        "moves": moves,
        "counts": counts,
        "points": counted["points"] if isinstance(counted, dict) else None,
        "actions": actions,
        "commands": [*(command.value for command in considered.commands), *named],
    }


_COMMANDS_AMONG_ORDERS = ("history", "tiles", "accept_on", "accept_off", "away")
_EFFECTS: Mapping[TurnEffect, Json] = {
    TurnEffect.ACCEPTS_ALL: None,
    TurnEffect.ASKS: None,
    TurnEffect.WISHED: None,
}
"""What is no effect of contract 3: the commands say it."""


def _in_words(line: dict[str, Json]) -> str:
    """Return one entry as a line for a terminal."""
    parts = [f"{line['file']}: {line['outcome']}"]
    parts += [f"({line['reason']})"] if line["reason"] else []
    parts += (
        [f"{line['game']} {'Z' if 'effect' in line else 'R'}{line['round']}"]
        if line["game"]
        else []
    )
    parts += [str(line["player"])] if line["player"] else []
    parts += [f"{line['points']} points"] if line.get("points") is not None else []
    parts += _bingo_in_words(line)
    moves = line.get("moves", [])
    for move in moves if isinstance(moves, list) else []:
        parts += [_move_in_words(move)] if isinstance(move, dict) else []
    return " ".join(parts)


def _bingo_in_words(line: dict[str, Json]) -> list[str]:
    """Return what was said in a game of Scrabble-Bingo."""
    words, faults = line.get("words"), line.get("faults")
    said = [" ".join(map(str, words))] if isinstance(words, list) and words else []
    said += ["BINGO"] if line.get("call") else []
    wrong = (
        [each["code"] for each in faults or [] if isinstance(each, dict)]
        if isinstance(faults, list)
        else []
    )
    return said + ([f"[{', '.join(map(str, wrong))}]"] if wrong else [])


def _move_in_words(move: dict[str, Json]) -> str:
    plays, faults = move.get("plays", []), move["faults"]
    words = [
        f"{play['square']} {play['direction']} {play['word']}"
        for play in (plays if isinstance(plays, list) else [])
        if isinstance(play, dict)
    ]
    codes = [
        str(fault["code"])
        for fault in (faults if isinstance(faults, list) else [])
        if isinstance(fault, dict)
    ]
    return (
        f"\n    {move['status']}: "
        + ("; ".join(words) or str(move.get("kind", "")))
        + (f" [{', '.join(codes)}]" if codes else "")
    )
