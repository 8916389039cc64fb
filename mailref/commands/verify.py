"""`mailref verify`: a game replayed from its record or its export; the first difference is named."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click
from msgspec import Struct
from msgspec.structs import asdict

from mailref import assets
from mailref.commands import sources
from mailref.commands.club import recorded_tournament
from mailref.commands.options import options
from mailref.errors import MailrefError
from mailref.games.chance import receipt_of
from mailref.games.kind import kind_named, replay
from mailref.games.kind import names as kind_names
from mailref.games.tournament import published
from mailref.record.as_json import Json
from mailref.record.export import NotAnExportError, export_of
from mailref.record.script import Difference
from mailref.record.verify import Verified, verify
from mailref.structs import counted
from mailref.terminal import say
from mailref.tiles.tile_set import GERMAN, TileSet

T = TypeVar("T")
_LONGEST = 300
_LATER = (
    "; of a correction, or of a round closed anew, that was mailed after a ruling on a word of the open round, "
    "the hash is found once the report of that round is out"
)
"""What the hash of a report may be that no export of a running game tells yet."""


@click.command()
@click.argument("game", required=False)
@options("verify", file=click.Path(exists=True, dir_okay=False))
@sources.settings_option
def command(
    game: str | None, file: str | None, commitment: str | None, report: str | None, config: str
) -> None:
    """Check a game against the rules once more, and name the first difference if there is one.

    Scores, ranks, tiles, ties and the end of the game are computed anew, and draws and lots by the
    seed. While a game runs its seed is secret: an export is then checked without it. What no rule
    determines is as it was mailed if the commitment and a report's hash are those of the mails.
    """
    if (game is None) is (file is None):
        raise click.UsageError("name a game, or an export with --file")
    mailed = Mailed(commitment, report)
    if file is not None:
        _say_of(file, read_json(Path(file)), None, mailed)
        return
    tournament = recorded_tournament(config, game or "")
    if tournament is not None:
        told = published.tournament_export(tournament.events)
        _say_of(tournament.id, told, tournament.seed, mailed)
        return
    with sources.recorded_game(config, game or "") as recorded, sources.without_collecting():
        found = _undamaged(recorded)
    _say(recorded.id, mailed.agreeing(recorded.id, found))


def _say_of(name: str, raw: Json, seed: bytes | None, mailed: "Mailed") -> None:
    """Say what there is to say of an export."""
    if published.is_tournament(raw):
        _say_tournament(name, _honest(name, lambda: published.verify_tournament(raw, seed)), mailed)
        return
    with sources.without_collecting():
        found = _checked(name, raw, seed)
    _say(name, mailed.agreeing(name, found))


class Mailed(Struct, frozen=True):
    """What somebody holds by mail."""

    commitment: str | None
    report: str | None

    def agreeing(self, name: str, found: Verified) -> Verified:
        """Return *found* if it agrees with the mails; MailrefError says where it does not."""
        self.agree_on_commitment(name, found.commitment)
        known = [each.sha256 for each in found.reports]
        if self.report is not None and _bare(self.report) not in known:
            lie = Difference(
                None, None, "reports", _bare(self.report), known[-1] if known else None
            )
            raise MailrefError(f"{name}: {in_words(lie)}{'' if found.with_chance else _LATER}")
        return found

    def agree_on_commitment(self, name: str, found: str) -> None:
        """Raise MailrefError where what was promised by mail is not what was *found*."""
        if self.commitment is not None and _bare(self.commitment) != found:
            lie = Difference(None, None, "commitment", _bare(self.commitment), found)
            raise MailrefError(f"{name}: {in_words(lie)}")


def _bare(typed: str) -> str:
    return typed.strip().lower()


def read_json(path: Path) -> Json:
    """Return the JSON in a file; MailrefError says where it is none."""
    try:
        value: Json = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as wrong:
        raise MailrefError(f"{path}: no JSON: {wrong}") from wrong
    return value


def _undamaged(recorded: sources.Recorded) -> Verified:
    """Verify a game of the record; MailrefError where what is recorded cannot be read as a game at all."""
    try:
        return _recorded(recorded)
    except MailrefError:
        raise
    except Exception as wrong:
        count = recorded.journal.games.count_events(recorded.id)
        raise MailrefError(
            f"{recorded.id}: the record is damaged: what is left of it ({counted(count, 'event')}) is "
            f"no game: {type(wrong).__name__}: {wrong}; put a whole copy of the database back"
        ) from wrong


def _recorded(recorded: sources.Recorded) -> Verified:
    """Verify a game of the record by its seed, secrets and all; what is kept in short must be the full replay."""
    journal, name = recorded.journal, recorded.id
    events = tuple(sources.told_events(recorded, "reading"))
    if journal.games.load(name) != replay(events):
        raise MailrefError(f"{name}: the last snapshot is not what its events make of it")
    told = export_of(events, recorded.zone, reveals=True)
    return _checked(name, told, journal.games.seed(name))


def _checked(name: str, raw: Json, seed: bytes | None) -> Verified:
    events = raw.get("events") if isinstance(raw, dict) else None
    family = raw.get("family") if isinstance(raw, dict) else None
    unit = kind_named(str(family)).unit if family in kind_names() else "round"
    with sources.progress() as shown:
        total = len(events) if isinstance(events, list) else None
        task = shown.add_task(f"replaying {name}", total=total)
        return _honest(name, lambda: verify(raw, seed, lambda: shown.advance(task)), unit)


def _honest(name: str, find: Callable[[], T | Difference], unit: str = "round") -> T:
    """Return what was found of an honest export; MailrefError says where it is not, or is none."""
    try:
        found = find()
    except (NotAnExportError, RecursionError) as wrong:
        raise MailrefError(f"{name}: not an export of mailref: {wrong}") from wrong
    if isinstance(found, Difference):
        raise MailrefError(f"{name}: {in_words(found, unit)}")
    return found


def in_words(difference: Difference, unit: str = "round") -> str:
    """Return a difference as one line: round, player, field, what was expected and what was found."""
    where = [f"{unit} {difference.round}"] if difference.round is not None else []
    where += [difference.player] if difference.player is not None else []
    place = f"{', '.join(where)}: " if where else ""
    expected, found = _shown(difference.expected), _shown(difference.found)
    return f"{place}{difference.field}: expected {expected}, found {found}"


def _shown(fact: object) -> str:
    text = json.dumps(fact, ensure_ascii=False, default=_plain)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def _plain(value: object) -> object:
    """Return what JSON knows for what it does not: a part of an export, a time."""
    if isinstance(value, Struct):
        return asdict(value)
    return str(value)


def _say(name: str, found: Verified) -> None:
    kind = kind_named(found.family)
    unit, checked = kind.unit, kind.checked[found.with_chance]
    but = ", but for receipts left out" if found.unnamed else ""
    say(f"{name}: {counted(found.rounds, unit)} replayed, no difference: {checked}{but}")
    say(f"commitment: {found.commitment}")
    if found.reports:
        last = found.reports[-1]
        say(f"report: {last.sha256} (round {last.round})")
    if not found.with_chance:
        say("draws and lots cannot be checked yet: the seed is secret while the game runs")
    if found.by_hand:
        numbers = ", ".join(map(str, found.by_hand))
        of = "round" if unit == "round" else "drawing"
        say(f"letters drawn by hand, which no seed determines: {of} {numbers}")
    if found.unnamed:
        numbers = ", ".join(map(str, found.unnamed))
        say(
            "receipts left out with the name of their player, and not checked (with the one in the mails "
            f"`mailref receipt` does that): drawing {numbers}"
        )


def _say_tournament(name: str, found: published.VerifiedTournament, mailed: Mailed) -> None:
    mailed.agree_on_commitment(name, found.commitment)
    checked = "pairings, tables and lots" if found.with_chance else "pairings and tables"
    rounds = "1 round" if found.rounds == 1 else f"{found.rounds} rounds"
    say(f"{name}: {rounds} of a tournament played again, no difference: {checked}")
    say(f"commitment: {found.commitment}")
    if not found.with_chance:
        say("who begins cannot be checked yet: the seed is secret while the tournament runs")


@click.command()
@click.argument("game")
@click.argument("number", type=click.IntRange(min=1))
@click.argument("player")
@click.argument("rack")
@click.argument("nonce")
@click.option(
    "--in-order", "in_its_order", is_flag=True, help="RACK is a stack, from its top to its bottom."
)
@click.option(
    "--tiles",
    type=click.Choice(assets.tile_set_names()),
    help=f"The tiles of the game (default: those that the settings give it, else {GERMAN.name}).",
)
@sources.settings_option
def receipt(  # noqa: PLR0917  as the shell gives them
    game: str,
    number: int,
    player: str,
    rack: str,
    nonce: str,
    tiles: str | None,
    config: str,
    *,
    in_its_order: bool,
) -> None:
    """Work out the receipt of a rack or a stack, to compare it with the one in the mails.

    After drawing NUMBER everybody was sent a receipt, and this one must be the same. RACK is the whole
    rack after that drawing, in any order, ? for a blank; NONCE came to its player by mail. For a stack
    write "stack 1" in place of PLAYER and add --in-order; its NONCE is told when the game is over.
    """
    tile_set = assets.tile_file(tiles).tiles if tiles else _tiles_of(game, Path(config))
    read = tile_set.tiles_as_written if in_its_order else tile_set.tiles_in_order
    try:
        letters = read(rack)
    except ValueError as wrong:
        raise click.UsageError(f"RACK: {wrong}") from None
    bound = game, number, player, letters, nonce.strip().lower()
    say(receipt_of(*bound, in_its_order=in_its_order, tiles=tile_set))


def _tiles_of(game: str, config: Path) -> TileSet:
    """Return the tiles that a game is played with, where its settings are at hand."""
    if not config.is_file():
        return GERMAN
    settings = sources.settings_at(config, needs_secrets=False)
    return next((each.tiles for each in settings.games if each.id == game), GERMAN)
