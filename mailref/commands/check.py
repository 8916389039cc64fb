"""`mailref check`: every fault of the settings at once, each with its key; `--online`: both servers too."""

import os
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click
from sqlalchemy import make_url

from mailref import assets
from mailref.assembly import composer, painter
from mailref.commands.sources import NO_GAME, has_record, progress, settings_option
from mailref.errors import MailrefError, MailServerError, SettingsError
from mailref.journal.journal import Journal
from mailref.journal.putting_back import damage_of
from mailref.journal.recorded_games import OutgoingMail
from mailref.office import house_of
from mailref.post.imap_mailbox import ImapMailbox
from mailref.post.ports import Baseline, ImapAccount, Letter, Sent, SmtpAccount, SmtpMode
from mailref.post.smtp import SmtpOutbox
from mailref.referee.deadline import is_after_last_close, is_spent
from mailref.referee.mails import owe_to_game_master
from mailref.referee.notices import Notice, PostWorks
from mailref.referee.policy import GamePolicy, RoundPolicy
from mailref.rules.board import in_order
from mailref.rules.events import WordRuled
from mailref.rules.rounds.round_game import RoundGame
from mailref.settings.load import exposed_secrets, load_settings
from mailref.settings.values import MailSettings, Settings
from mailref.terminal import say
from mailref.tick.machine import Compose


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


_STRAY = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Tried:
    """What became of one attempt, as a line."""

    line: str
    is_failure: bool = False


@dataclass(frozen=True, slots=True)
class Installed:
    """What the record says that the servers are compared with; nothing before the first run."""

    secret: bytes
    baseline: Baseline | None


def installed_of(settings: Settings) -> Installed:
    """Return the secret and the baseline of the record; never makes one."""
    if not has_record(settings):
        return Installed(bytes(32), None)
    imap = settings.mail.imap
    with Journal.open(settings.database) as journal:
        secret = journal.installation.secret()
        return Installed(
            secret or bytes(32), journal.installation.baseline(f"{imap.user}@{imap.host}")
        )


def try_mailbox(mail: MailSettings, installed: Installed) -> Iterator[Tried]:
    """Log in to the mailbox, count what lies before the baseline, and compare the clocks."""
    name = _imap_name(mail.imap)
    with closing(ImapMailbox(mail.imap)) as mailbox:
        try:
            yield Tried(f"{name}: logged in; {_lying(mailbox, installed)}")
            ours = datetime.now(UTC)
            yield _clock(name, mailbox.server_time(), ours)
        except MailServerError as wrong:
            yield Tried(str(wrong), is_failure=True)


def _lying(mailbox: ImapMailbox, installed: Installed) -> str:
    messages = mailbox.snapshot().messages
    if installed.baseline is None:
        return f"{_mails(messages)} in the inbox, which the first run will leave untouched"
    before = mailbox.count_before(installed.baseline)
    return f"{_mails(messages)} in the inbox, {before} of them before the baseline"


def _mails(count: int) -> str:
    return "1 mail" if count == 1 else f"{count} mails"


def _clock(name: str, theirs: datetime, ours: datetime) -> Tried:
    """The server's clock decides who is in time (contract 5); IMAP tells it to the second."""
    apart = theirs - ours.replace(microsecond=0)
    seconds = round(abs(apart).total_seconds())
    if seconds <= 1:
        return Tried(f"{name}: its clock agrees with ours")
    way = "ahead of" if apart > timedelta(0) else "behind"
    advice = "; it decides who is in time, set one of them right" if abs(apart) > _STRAY else ""
    return Tried(f"{name}: its clock is {seconds} s {way} ours{advice}")


def try_sending(settings: Settings, installed: Installed, compose: Compose) -> Iterator[Tried]:
    """Log in to the SMTP server and hand over a test mail to the game master."""
    name = _smtp_name(settings.mail.smtp)
    outbox = SmtpOutbox(settings.mail.smtp)
    recipient = settings.mail.divert or settings.gamemaster.address
    try:
        outbox.check()
        yield Tried(f"{name}: {'logged in' if settings.mail.smtp.user else 'connected'}")
        data = _test_mail(settings, installed, compose)
        letter = Letter(0, settings.mail.bounce, recipient, b"".join(_bytes(data)))
        for delivery in outbox.send([letter]):
            if isinstance(delivery.outcome, Sent):
                yield Tried(f"{name}: took a test mail to {recipient}")
            else:
                said = f"{delivery.outcome.code or ''} {delivery.outcome.text}".strip()
                yield Tried(f"{name}: {recipient}: {said}", is_failure=True)
    except MailServerError as wrong:
        yield Tried(str(wrong), is_failure=True)


def _test_mail(settings: Settings, installed: Installed, compose: Compose) -> OutgoingMail:
    now = datetime.now(UTC)
    about = PostWorks(_imap_name(settings.mail.imap), _smtp_name(settings.mail.smtp))
    house = house_of(settings, installed.secret)
    owed = owe_to_game_master(house, Notice(about), f"test:{now.isoformat()}", now)
    (mail,) = compose([owed], house)
    return mail


def _bytes(mail: OutgoingMail) -> Iterator[bytes]:
    for segment in mail.segments:
        yield segment if isinstance(segment, bytes) else segment.data


def _imap_name(account: ImapAccount) -> str:
    return f"{'imaps' if account.tls else 'imap'}://{account.host}:{account.port}"


def _smtp_name(account: SmtpAccount) -> str:
    return f"{'smtps' if account.mode is SmtpMode.TLS else 'smtp'}://{account.host}:{account.port}"
