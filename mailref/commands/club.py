"""A recorded tournament for `export` and `verify`; `mailref challenge` on a ladder."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import click
from msgspec import Struct

from mailref.assembly import archive_means, machine_at
from mailref.commands.sources import has_record, now_option, settings_at, settings_option
from mailref.errors import MailrefError
from mailref.games.events import ended_at
from mailref.games.kind import kind_of
from mailref.games.tournament import tournament as tournaments
from mailref.games.tournament.club_page import club_files
from mailref.games.tournament.published import tournament_export
from mailref.games.tournament.standings import FinalScores, ratings
from mailref.journal.journal import Journal
from mailref.languages import DEFAULT
from mailref.record.as_json import in_lines
from mailref.settings.values import TournamentPolicy
from mailref.tick.deadlines import is_recorded
from mailref.tick.machine import WAS_TRIAL, Machine


class RecordedTournament(Struct, frozen=True):
    """A tournament in the record, and every finished game for the ratings."""

    id: str
    events: tuple[tournaments.TournamentEvent, ...]
    seed: bytes
    language: str
    zone: ZoneInfo
    outcomes: tuple[FinalScores, ...]
    in_rounds: tuple[FinalScores, ...]
    """Of every finished game in rounds."""

    @property
    def now(self) -> tournaments.Tournament:
        """Return the tournament as it stands."""
        now = None
        for event in self.events:
            now = tournaments.apply_tournament(now, event)
        if now is None:
            raise MailrefError(f"{self.id}: nothing is recorded")
        return now


def recorded_tournament(config: str, name: str) -> RecordedTournament | None:
    """Return the tournament of that name; None where none is recorded."""
    settings = settings_at(Path(config), needs_secrets=False)
    if not has_record(settings):
        return None
    with Journal.open(settings.database) as journal:
        events = tuple(journal.tournaments.events(name))
        if not events:
            return None
        policy = next((each for each in settings.tournaments if each.plan.id == name), None)
        return RecordedTournament(
            name,
            events,
            journal.tournaments.seed(name),
            policy.game.language if policy else DEFAULT,
            policy.game.zone if policy else ZoneInfo("UTC"),
            _ended(journal, in_turns=True),
            _ended(journal, in_turns=False),
        )


def _ended(journal: Journal, *, in_turns: bool) -> tuple[FinalScores, ...]:
    """Return what everybody had at the end of each finished game, in turns or in rounds, as they ended."""
    found = sorted(_rated(journal, in_turns=in_turns), key=lambda each: each[0])
    return tuple(outcome for _, outcome in found)


def _rated(journal: Journal, *, in_turns: bool) -> Iterator[tuple[datetime, FinalScores]]:
    for name in journal.games.ids():
        game = journal.games.load(name)
        if game is None or kind_of(game).is_seated is not in_turns:
            continue
        scores = tournaments.rated(game)
        if scores and (at := ended_at(tuple(journal.games.events(name)))) is not None:
            yield at, scores


def as_json(tournament: RecordedTournament) -> str:
    """Return a tournament as the text of a JSON file."""
    exported = tournament_export(tournament.events)
    return in_lines(exported) + "\n"


def write_club_page(tournament: RecordedTournament, folder: Path) -> None:
    """Write the page of a tournament, and the tournament for machines beside it."""
    means = archive_means(tournament.language, tournament.zone)
    folder.mkdir(parents=True, exist_ok=True)
    rated = ratings(tournament.outcomes), ratings(tournament.in_rounds)
    for name, data in club_files(tournament.now, *rated, means):
        (folder / name).write_bytes(data)
    (folder / "tournament.json").write_text(as_json(tournament), encoding="utf-8")


@contextmanager
def _going_on(
    config: str, tournament: str
) -> Iterator[tuple[Machine, tournaments.Tournament, TournamentPolicy]]:
    """Open the installation at a tournament; MailrefError where there is none, or it rests since it was a trial."""
    with machine_at(config) as machine:
        found = machine.tournaments().get(tournament)
        policy = next((p for p in machine.settings.tournaments if p.plan.id == tournament), None)
        if found is None or policy is None:
            raise MailrefError(f"no tournament {tournament!r} is recorded, or the file has none")
        if tournament in machine.resting_tournaments():
            raise MailrefError(f"{tournament}: {WAS_TRIAL}")
        yield machine, found, policy


@click.command()
@click.argument("tournament")
@click.argument("player")
@now_option
@settings_option
def withdraw(tournament: str, player: str, now: datetime, config: str) -> None:
    """Take a player out of a tournament.

    That player gets no more opponents; what has been played counts. A game that is still going on is
    played to its end, unless the player resigns or is removed from it (mailref out).
    """
    with _going_on(config, tournament) as (machine, found, policy):
        event = tournaments.withdrew(found, player, now)
        if event is None:
            names = ", ".join(name for name in found.plan.players if name not in found.withdrawn)
            raise MailrefError(
                f"{tournament}: {player!r} does not take part; it is played by {names}"
            )
        if not is_recorded(machine, policy, event):
            raise MailrefError(f"{tournament}: something else came first; try again")
        click.echo(f"{tournament}: {player} is paired no more")


@click.command()
@click.argument("tournament")
@click.argument("challenger")
@click.argument("other")
@now_option
@settings_option
def challenge(tournament: str, challenger: str, other: str, now: datetime, config: str) -> None:
    """Let a player of a ladder challenge one at most three places higher.

    Their game begins within a minute. Whoever beats somebody placed higher takes that place.
    """
    with _going_on(config, tournament) as (machine, found, policy):
        seed = machine.journal.tournaments.seed(tournament)
        paired = tournaments.challenged(found, challenger, other, seed, now)
        if paired is None:
            standing = ", ".join(found.order)
            raise MailrefError(
                f"{tournament}: {challenger!r} cannot challenge {other!r}: at most three places"
                f" higher on a ladder, and nobody in two challenges at once; it stands {standing}"
            )
        if not is_recorded(machine, policy, paired):
            raise MailrefError(f"{tournament}: another challenge came first; try again")
        click.echo(f"{tournament}: {paired.meetings[0].games[0]} begins at the next tick")
