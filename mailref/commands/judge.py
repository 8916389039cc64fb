"""`mailref judge`: what the referee would answer to these mails, with no effect at all."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

import click

from mailref.commands import sources
from mailref.games.kind import kind_of
from mailref.languages import DEFAULT, FORMATS
from mailref.office import entry_reader, read_policy
from mailref.orders.shapes import tag_as_read
from mailref.orders.table import Command
from mailref.reading.read_mail import read
from mailref.record.as_json import Json, as_shown
from mailref.referee.consider import consider
from mailref.referee.policy import Consideration, Considered, Office, Outcome, Receipt
from mailref.settings.values import Settings
from mailref.terminal import say


@click.command()
@click.argument("mails", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each entry.")
@sources.time_option("--received", "When the mails arrived; default: their header.")
@sources.settings_option
def command(mails: tuple[str, ...], as_json: bool, received: datetime | None, config: str) -> None:
    """Show how the referee would answer these mails, without changing anything."""
    now = datetime.now(UTC)
    settings = sources.settings_at(Path(config), needs_secrets=False)
    office = sources.office_without_effect(settings, received or now)
    for name in mails:
        considered = judge_mail(Path(name).read_bytes(), settings, office, received, now)
        for entry in considered.entries:
            line = as_object(name, considered, entry, office)
            own = _own_words(line, office)
            running = office.games.get(entry.game or "")
            language = running.policy.language if running is not None else DEFAULT
            said = json.dumps(line, ensure_ascii=False) if as_json else None
            say(said or in_words(line, own, language))


def judge_mail(
    data: bytes, settings: Settings, office: Office, received: datetime | None, now: datetime
) -> Consideration:
    """Consider one mail alone; without *received* the topmost Received counts, else Date, else now."""
    mail = read(data, read_policy(settings, office.house.secret, office))
    receipt = Receipt(key="judge", received=received or mail.handed_in or mail.date or now)
    if settings.club is None:
        return consider(mail, receipt, office, entry_reader())
    club = import_module("mailref.commands.ordered")  # only a club needs it
    ordered = club.plainly_ordered(mail, settings)
    considered = consider(ordered.mail, receipt, office, entry_reader())
    found: Consideration = club.with_orders(considered, ordered, settings)
    return found


def as_object(
    file: str, considered: Consideration, entry: Considered, office: Office
) -> dict[str, Json]:
    """Return one entry as the object of contract 3."""
    running = office.games.get(entry.game or "")
    own: dict[str, Json] = {"moves": [], "counts": None, "points": None}
    if running is not None:
        judged = kind_of(running.game).judged().as_object(entry, running, office)
        own = as_shown(judged, running.game.tile_set)
    among_orders = own.get("commands", [])
    return {
        "file": file,
        "outcome": entry.outcome.value,
        "reason": entry.reason.value if entry.reason else None,
        "game": entry.game,
        "round": entry.round,
        "player": entry.player,
        **own,
        "commands": [
            *(_called(command, considered) for command in considered.commands),
            *considered.in_club,
            *(among_orders if isinstance(among_orders, list) else ()),
        ],
    }


def _called(command: Command, considered: Consideration) -> str:
    """Return the name of a command; that of LANGUAGE says in which, where its mail does: `in_english`."""
    if command is not Command.LANGUAGE:
        return command.value
    asked = (*([considered.outside] if considered.outside else ()), *considered.requests)
    languages = [each.said[Command.LANGUAGE] for each in asked if each.said[Command.LANGUAGE]]
    return f"in_{FORMATS[languages[0]].called}" if languages else command.value


def _own_words(line: dict[str, Json], office: Office) -> Sequence[str]:
    running = office.games.get(str(line["game"]))
    in_words = None
    if running is not None:
        in_words = getattr(kind_of(running.game).judged(), "in_words", None)
    return in_words(line) if in_words is not None else ()


def in_words(line: dict[str, Json], own: Sequence[str], language: str) -> str:
    """Return one entry as a line for a terminal.

    *own*: what its kind of game says of it; *language*: that of its game, whose mails mark turns and rounds by it.
    """
    parts = [f"{line['file']}: {line['outcome']}"]
    parts += [f"({line['reason']})"] if line["reason"] else []
    commands = line.get("commands")
    if line["outcome"] == Outcome.COMMAND and isinstance(commands, list) and commands:
        parts += [f"({', '.join(map(str, commands))})"]
    tag = f"{line['game']} {'Z' if 'effect' in line else 'R'}{line['round']}"
    parts += [tag_as_read(tag, language)] if line["game"] else []
    parts += [str(line["player"])] if line["player"] else []
    parts += [f"{line['points']} points"] if line.get("points") is not None else []
    parts += own
    moves = line.get("moves", [])
    for move in moves if isinstance(moves, list) else []:
        parts += [_move_in_words(move)] if isinstance(move, dict) else []
    return " ".join(parts)


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
