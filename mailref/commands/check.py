"""`mailref check`: every fault of the settings at once, each with its key; the servers on request."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click
from sqlalchemy import make_url

from mailref import assets
from mailref.assembly import composer, painter
from mailref.commands.check_online import installed_of, try_mailbox, try_sending
from mailref.commands.sources import NO_GAME, has_record, progress, settings_option
from mailref.errors import MailrefError, SettingsError
from mailref.journal.journal import Journal
from mailref.journal.putting_back import damage_of
from mailref.referee.deadline import is_after_last_close, is_spent
from mailref.referee.policy import GamePolicy, RoundPolicy
from mailref.rules.events import WordRuled
from mailref.rules.rounds.round_game import RoundGame
from mailref.rules.tiles import in_order
from mailref.settings.exposure import exposed_secrets
from mailref.settings.load import load_settings
from mailref.settings.model import Settings
from mailref.terminal import say


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A line about a key, and whether it is a fault rather than a warning."""

    line: str
    is_fault: bool = False


@click.command()
@click.option(
    "--online",
    is_flag=True,
    help="Also log in to both servers, compare clocks, send the game master a test mail.",
)
@click.option("--database", is_flag=True, help="Also look through every page of the database.")
@settings_option
def command(online: bool, database: bool, config: str) -> None:
    """Name every fault of the settings, each with its key."""
    settings = checked(Path(config))
    if database:
        _look_for_damage(settings)
    _compare_with_record(settings, config)
    players = sum(len(game.players) for game in settings.games)
    say(f"{config}: no fault; games: {len(settings.games)}, players: {players}")
    if online:
        _online(settings)


def _look_for_damage(settings: Settings) -> None:
    """Look through the database, before anything else reads it; MailrefError says what is wrong."""
    if not has_record(settings):
        raise MailrefError(NO_GAME)
    file = Path(make_url(settings.database).database or "")
    damage = damage_of(file)
    if damage is not None:
        raise MailrefError(f"{file}: is damaged: {damage}")
    say(f"{file}: no damage")


def checked(path: Path) -> Settings:
    """Return the settings at *path*, its warnings told; SettingsError holds every fault."""
    loaded = load_settings(path, os.environ)
    for warning in loaded.warnings:
        say(f"warning: {warning.line}", err=True)
    if loaded.settings is None:
        raise SettingsError("\n".join(fault.line for fault in loaded.faults))
    for line in exposed_secrets(path):
        say(f"warning: {line}", err=True)
    return loaded.settings


def _compare_with_record(settings: Settings, config: str) -> None:
    """Tell what the record makes of the settings; SettingsError holds what cannot be changed."""
    faults = []
    for found in disagreements(settings):
        if found.is_fault:
            faults.append(f"{config}: {found.line}")
        else:
            say(f"warning: {config}: {found.line}", err=True)
    if faults:
        raise SettingsError("\n".join(faults))


def _online(settings: Settings) -> None:
    """Try the servers, a line for each result; MailrefError holds what failed."""
    installed = installed_of(settings)
    compose = composer(assets.template_environment, painter())
    failures: list[str] = []
    with progress() as shown:
        task = shown.add_task("asking the servers", total=None)
        for tried in (
            *try_mailbox(settings.mail, installed),
            *try_sending(settings, installed, compose),
        ):
            shown.advance(task)
            if tried.is_failure:
                failures.append(tried.line)
            else:
                say(tried.line)
    if failures:
        raise MailrefError("\n".join(failures))


def disagreements(settings: Settings) -> Iterator[Disagreement]:
    """Yield what the record makes of the settings; nothing before the first run."""
    if not has_record(settings):
        return
    with Journal.open(settings.database) as journal:
        for policy in settings.games:
            game = journal.games.load(policy.id)
            if not isinstance(game, RoundGame) or not isinstance(policy, RoundPolicy):
                continue
            label = f'[[game]] "{policy.id}": '
            for line in (*_deadline(policy, game), *_rulings(policy, journal)):
                yield Disagreement(label + line)
            for line in _unchangeable(policy, game):
                yield Disagreement(label + line, is_fault=True)


def _unchangeable(policy: RoundPolicy, game: RoundGame) -> Iterator[str]:
    """Contract 2: what cannot change after the first event, and letters that have been mailed."""
    if policy.variant != game.variant:
        yield f'variant: must stay "{game.variant}", with which the game began'
    if (policy.taken_over is not None) is not game.is_taken_over:
        yield "[game.start]: cannot be added or taken away after the game has begun"
    given = policy.letters
    if given is None or game.round is None or in_order(given) == game.rack:
        return
    if not is_spent(game, "letters", given):
        yield f"letters: {game.rack} have been mailed for round {game.round.number}"


def _deadline(policy: RoundPolicy, game: RoundGame) -> Iterator[str]:
    """Contract 2: a deadline belongs to the round in which it was first read and is then spent."""
    wanted = policy.deadline
    if wanted is None or game.is_over:
        return
    rounds = [n for n, key, value in game.spent if (key, value) == ("deadline", wanted.isoformat())]
    if rounds and max(rounds) < game.round_number:
        yield f"deadline: was that of round {max(rounds)} and is ignored"
    elif not rounds and game.last is not None and not is_after_last_close(game, wanted):
        closed = game.last.closed.astimezone(policy.zone).isoformat(timespec="seconds")
        yield f"deadline: is not after the last close ({closed}) and is ignored"


def _rulings(policy: GamePolicy, journal: Journal) -> Iterator[str]:
    """Contract 2: where the file and `mailref rule` disagree the file wins."""
    file = dict.fromkeys(policy.accept, True) | dict.fromkeys(policy.refuse, False)
    ruled = {
        event.word: event
        for event in journal.games.events(policy.id)
        if isinstance(event, WordRuled) and event.by in ("command", "mail")
    }
    for word, event in ruled.items():
        if word in file and event.accepted not in (None, file[word]):
            key, other = ("accept", "refused") if file[word] else ("refuse", "accepted")
            yield f"[game.words] {key}: {word} was {other} by {event.by}; the file wins"
