"""`mailref check`: every fault of the settings at once, each with its key; `--online`: both servers too."""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, closing, nullcontext
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import cast

import click
from msgspec import Struct

from mailref import assets
from mailref.assembly import composer, mailbox_of, painter, workshop
from mailref.commands import sources
from mailref.commands.options import options
from mailref.errors import MailrefError, MailServerError, SettingsError
from mailref.games.by_rounds.game import GameByRounds
from mailref.games.by_rounds.policy import PolicyByRounds
from mailref.games.events import WordRuled
from mailref.games.game import Dates, Game, has_come, next_deadline
from mailref.games.kind import brought, installed_packages, kind_named
from mailref.games.tournament.tournament import is_game_of
from mailref.journal.journal import Journal
from mailref.journal.putting_back import damage_of
from mailref.journal.recorded_games import OutgoingMail
from mailref.languages import DEFAULT, missing_sentences
from mailref.office import house_of
from mailref.post.ports import Baseline, Letter, Mailbox, Sent, SmtpAccount, SmtpMode, Spool
from mailref.post.smtp import SmtpOutbox
from mailref.referee.contents import Notice, PostWorks
from mailref.referee.mails import owe_to_game_master, waiting_addresses
from mailref.referee.policy import GamePolicy
from mailref.settings.games import OTHER_RULES, settings_of
from mailref.settings.load import load_settings, odd_secrets, settings_schema
from mailref.settings.values import Findings, MailSettings, Settings
from mailref.structs import counted
from mailref.terminal import say
from mailref.tick.machine import WAS_TRIAL, Compose


class GameRemark(Struct, frozen=True):
    """What there is to say about a key of a game, and whether it is a fault rather than a warning."""

    key: str
    said: str
    is_fault: bool = False


@click.command()
@options("check")
@sources.now_option
@sources.settings_option
def command(*, online: bool, database: bool, schema: bool, now: datetime, config: str) -> None:
    """Check the settings, and name every fault with its key."""
    if schema:
        for why in brought().refused:
            say(f"warning: {why}", err=True)
        say(json.dumps(settings_schema(), indent=1))
        return
    settings, findings = checked(Path(config))
    if database:
        _look_for_damage(settings)
    with _record(settings) as journal:
        if database and journal is not None:
            _tell_of_trials(settings, journal)
        _compare_with_record(settings, findings, journal, now)
        for waiting in _new_addresses(settings, journal, now) if journal is not None else ():
            say(waiting)
    players = sum(len(game.players) for game in settings.games)
    players += sum(len(each.players) for each in settings.tournaments)
    also = f", tournaments: {len(settings.tournaments)}" if settings.tournaments else ""
    also += f", mailboxes: {len(settings.boxes)}" if settings.further else ""
    say(f"{config}: no fault; games: {len(settings.games)}{also}, players: {players}")
    if online:
        try_online(settings)


def _record(settings: Settings) -> AbstractContextManager[Journal | None]:
    """Open the record; None where nothing can have been recorded."""
    return Journal.open(settings.database) if sources.has_record(settings) else nullcontext()


def _look_for_damage(settings: Settings) -> None:
    """Look through the database, before anything else reads it; MailrefError says what is wrong."""
    file = sources.record_file(settings)
    if file is None:
        if not sources.has_record(settings):
            say("the database can be opened; it is empty, ready for 'mailref run' or pg_restore")
            return
        with Journal.open(settings.database):
            say(
                "the database can be opened; its pages PostgreSQL looks through itself (pg_amcheck)"
            )
        return
    sources.need_record(settings)
    damage = damage_of(file)
    if damage is not None:
        raise MailrefError(f"{file}: is damaged: {damage}")
    say(f"{file}: no damage")


def _tell_of_trials(settings: Settings, journal: Journal) -> None:
    """Name what began as a trial and rests, since mail goes to its players now."""
    begun = journal.tournaments.load_all()
    for each in settings.tournaments:
        now = begun.get(each.plan.id)
        if now is not None and settings.is_at_rest(each.game.mailbox, is_trial=now.is_trial):
            say(f'[[tournament]] "{each.plan.id}": {WAS_TRIAL}')
    for policy in settings.games:
        game = journal.games.load(policy.id)
        if game is not None and settings.is_at_rest(policy.mailbox, is_trial=game.is_trial):
            say(f'[[game]] "{policy.id}": {WAS_TRIAL}')


def _new_addresses(settings: Settings, journal: Journal, now: datetime) -> Iterator[str]:
    """Yield the changed addresses that nobody has confirmed yet."""
    made = sources.made_games(settings, journal)
    for policy in made.games:
        game = journal.games.load(policy.id)
        for player, address, until in waiting_addresses(game, now) if game else ():
            shown = _shown(until.astimezone(policy.zone))
            yield (
                f"{policy.id}: {address} is new for {player.name} and is shown only what all may"
                f" see until {shown}, or a yes from the address before"
            )


def checked(path: Path) -> tuple[Settings, Findings]:
    """Return the settings at *path*, the warnings told; SettingsError holds every fault."""
    loaded = load_settings(path, os.environ)
    for warning in loaded.warnings:
        say(f"warning: {warning.line}", err=True)
    settings = loaded.faultless()
    if missing := [*_missing_templates(settings), *missing_sentences()]:
        raise SettingsError("\n".join(missing))
    for odd in odd_secrets(path):
        say(f"warning: {odd.line}", err=True)
    return settings, loaded.findings


def _missing_templates(settings: Settings) -> Iterator[str]:
    """Yield what no mail about a game of the settings can be written without, and its package has not."""
    for name in sorted({policy.family for policy in settings.games} & {*installed_packages()}):
        there = assets.template_sources(DEFAULT)
        for each in kind_named(name).templates:
            if f"{name}/{each}.j2" not in there:
                yield f"games of the kind {name!r} need the template {each}.j2"


def _compare_with_record(
    settings: Settings, findings: Findings, journal: Journal | None, now: datetime
) -> None:
    """Tell what clock and record make of the settings; SettingsError holds what cannot be changed."""
    faults = []
    for game, remark in _remarks(settings, journal, now):
        label = f'[[game]] "{game}"'
        line = findings.at(label).about(remark.key, remark.said).line
        if remark.is_fault:
            faults.append(line)
        else:
            say(f"warning: {line}", err=True)
    if faults:
        raise SettingsError("\n".join(faults))


def try_online(settings: Settings, *, shows_found: bool = True) -> None:
    """Try the servers, a line for each result; MailrefError holds what failed.

    `init` shows no line of what works: it may speak another language.
    """
    installed = installed_of(settings)
    compose = composer(assets.template_environment, painter(), workshop())
    failures: list[str] = []
    found: list[str] = []
    try:
        with sources.progress() as shown:
            task = shown.add_task("asking the servers", total=None)
            for mail, tried in _tried(settings, installed, compose):
                shown.advance(task)
                line = mail.named(tried.line) if mail.box else tried.line
                (failures if tried.is_failure else found).append(line)
    finally:
        for line in found if shows_found else ():
            say(line)
    if failures:
        raise MailrefError("\n".join(failures))


def _remarks(
    settings: Settings, journal: Journal | None, now: datetime
) -> Iterator[tuple[str, GameRemark]]:
    """Yield what clock and record make of each game of the settings."""
    for policy in settings.games:
        game = journal.games.load(policy.id) if journal is not None else None
        if journal is None or game is None:
            found = _first_zat(policy, now)
        else:
            found = _of_begun(policy, game, journal, now)
        yield from ((policy.id, each) for each in found)
    if journal is not None:
        yield from _left_out(settings, journal)


def _of_begun(
    policy: GamePolicy, game: Game, journal: Journal, now: datetime
) -> Iterator[GameRemark]:
    """Say of a game that has begun, or of one that is now of another kind, what is odd and what must stay."""
    is_same_kind = policy.family == game.family
    if is_same_kind and isinstance(policy, PolicyByRounds):
        zats = cast(GameByRounds, game)
        if not game.is_over:
            yield from _deadline(policy, zats)
        yield from _open_zat(policy, zats, now)
        yield from _rulings(policy, journal)
    if policy.variant != game.variant:
        said = f'must stay "{game.variant}", with which the game began'
        yield GameRemark("variant", said, is_fault=True)
    elif not is_same_kind:
        yield GameRemark("[game.rules]", OTHER_RULES, is_fault=True)
    if is_same_kind:
        for key, said in settings_of(policy.family).unlike(policy, game):
            yield GameRemark(key, said, is_fault=True)


def _left_out(settings: Settings, journal: Journal) -> Iterator[tuple[str, GameRemark]]:
    """Yield the games that go on in the record and stand in the file no more."""
    named = {policy.id for policy in settings.games}
    named |= {agreed.game for agreed in journal.club.load().games}  # they go on by what was agreed
    made_by = [tournament.plan.id for tournament in settings.tournaments]
    for id_ in journal.games.ids():
        is_made = any(is_game_of(tournament, id_) for tournament in made_by)
        game = None if id_ in named or is_made else journal.games.load(id_)
        if game is not None and not game.is_over:
            yield (
                id_,
                GameRemark(
                    "", "has begun and is not over, but the file does not name it: it rests"
                ),
            )


def _first_zat(policy: GamePolicy, now: datetime) -> Iterator[GameRemark]:
    """Say that no round can begin with the ZAT of the file: all mails would name one that has passed."""
    if not isinstance(policy, PolicyByRounds):
        return
    if policy.deadline is not None and has_come(policy.deadline, now):
        yield GameRemark(
            "deadline", f"{_shown(policy.deadline)} has passed; the first round needs one ahead"
        )
    elif policy.deadline is None and _is_used_up(policy, now):
        yield GameRemark("schedule", "none of its dates lies ahead")


def _is_used_up(policy: PolicyByRounds, now: datetime) -> bool:
    """Tell whether the dates that the settings list have all passed."""
    if not isinstance(policy.schedule, Dates):
        return False
    zat = next_deadline(policy.schedule, previous=None, zone=policy.zone, not_before=now)
    return zat is None


def _open_zat(policy: PolicyByRounds, game: GameByRounds, now: datetime) -> Iterator[GameRemark]:
    """Say that the open round has no ZAT, or that its ZAT has passed and it is open still."""
    if game.round is None or game.is_paused:
        return
    number, zat = game.round.number, game.round.deadline
    if zat is None:
        yield GameRemark("deadline", f"round {number} is open and has no deadline")
    elif has_come(zat + policy.close_delay, now):
        shown = _shown(zat.astimezone(policy.zone))
        yield GameRemark(
            "deadline", f"the deadline of round {number} ({shown}) has passed and it is still open"
        )


def _shown(time: datetime) -> str:
    return f"{time:%Y-%m-%d %H:%M}"


def _deadline(policy: PolicyByRounds, game: GameByRounds) -> Iterator[GameRemark]:
    """Contract 2: a deadline belongs to the round in which it was first read and is then spent."""
    wanted = policy.deadline
    if wanted is None:
        return
    rounds = [n for n, key, value in game.spent if (key, value) == ("deadline", wanted.isoformat())]
    if rounds and max(rounds) < game.round_number:
        yield GameRemark("deadline", f"was that of round {max(rounds)} and is ignored")
    elif not rounds and game.last is not None and not game.is_after_last_close(wanted):
        closed = game.last.closed.astimezone(policy.zone).isoformat(timespec="seconds")
        yield GameRemark("deadline", f"is not after the last close ({closed}) and is ignored")


def _rulings(policy: GamePolicy, journal: Journal) -> Iterator[GameRemark]:
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
            yield GameRemark(
                f"[game.words] {key}", f"{word} was {other} by {event.by}; the file wins"
            )


_STRAY = timedelta(minutes=1)


class Probe(Struct, frozen=True):
    """What became of one attempt, as a line."""

    line: str
    is_failure: bool = False


class Installed(Struct, frozen=True):
    """What the record says that the servers are compared with; nothing before the first run."""

    secret: bytes
    baselines: Mapping[str, Baseline]
    """Of each mailbox, by what tells it from another."""


def installed_of(settings: Settings) -> Installed:
    """Return the secret and the baseline of the record; never makes one."""
    with _record(settings) as journal:
        if journal is None:
            return Installed(bytes(32), {})
        secret = journal.installation.secret()
        found = {
            each.inbox.key: journal.installation.baseline(each.inbox.key) for each in settings.boxes
        }
    baselines = {key: baseline for key, baseline in found.items() if baseline is not None}
    return Installed(secret or bytes(32), baselines)


def try_mailbox(mail: MailSettings, installed: Installed) -> Iterator[Probe]:
    """Log in to the mailbox, count what lies before the baseline, and compare the clocks."""
    name = mail.inbox.name
    with closing(mailbox_of(mail)) as mailbox:
        try:
            if isinstance(mail.inbox, Spool):
                waiting = counted(mailbox.snapshot().messages, "mail")
                yield Probe(f"{name}: {waiting} brought by 'mailref deliver' and not read yet")
                return
            lying = _lying(mailbox, installed.baselines.get(mail.inbox.key))
            yield Probe(f"{name}: logged in; {lying}")
            ours = datetime.now(UTC)
            yield _clock(name, mailbox.server_time(), ours)
        except MailServerError as wrong:
            yield Probe(str(wrong), is_failure=True)


def _lying(mailbox: Mailbox, baseline: Baseline | None) -> str:
    messages = mailbox.snapshot().messages
    if baseline is None:
        return f"{counted(messages, 'mail')} in the inbox, which the first run will leave untouched"
    before = mailbox.count_before(baseline)
    return f"{counted(messages, 'mail')} in the inbox, {before} of them before the baseline"


def _clock(name: str, theirs: datetime, ours: datetime) -> Probe:
    """The server's clock decides who is in time (contract 5); IMAP tells it to the second."""
    apart = theirs - ours.replace(microsecond=0)
    seconds = round(abs(apart).total_seconds())
    if seconds <= 1:
        return Probe(f"{name}: its clock agrees with ours")
    way = "ahead of" if apart > timedelta(0) else "behind"
    advice = "; it decides who is in time, set one of them right" if abs(apart) > _STRAY else ""
    return Probe(f"{name}: its clock is {seconds} s {way} ours{advice}")


def try_sending(
    settings: Settings, mail: MailSettings, installed: Installed, compose: Compose
) -> Iterator[Probe]:
    """Log in to the SMTP server of a mailbox and hand over a test mail to the game master."""
    name = _smtp_name(mail.smtp)
    outbox = SmtpOutbox(mail.smtp)
    recipient = mail.divert or settings.gamemaster.address
    try:
        outbox.check()
        yield Probe(f"{name}: {'logged in' if mail.smtp.user else 'connected'}")
        data = _test_mail(settings, mail, installed, compose)
        parts = (part if isinstance(part, bytes) else part.data for part in data.segments)
        letter = Letter(0, mail.bounce, recipient, b"".join(parts))
        for delivery in outbox.send([letter]):
            if isinstance(delivery.outcome, Sent):
                yield Probe(f"{name}: took a test mail to {recipient}")
            else:
                said = f"{delivery.outcome.code or ''} {delivery.outcome.text}".strip()
                yield Probe(f"{name}: {recipient}: {said}", is_failure=True)
    except MailServerError as wrong:
        yield Probe(str(wrong), is_failure=True)


def _tried(
    settings: Settings, installed: Installed, compose: Compose
) -> Iterator[tuple[MailSettings, Probe]]:
    """Try both servers of each mailbox."""
    for mail in settings.boxes:
        yield from ((mail, each) for each in try_mailbox(mail, installed))
        yield from ((mail, each) for each in try_sending(settings, mail, installed, compose))


def _test_mail(
    settings: Settings, mail: MailSettings, installed: Installed, compose: Compose
) -> OutgoingMail:
    now = datetime.now(UTC)
    about = PostWorks(mail.inbox.name, _smtp_name(mail.smtp))
    house = house_of(settings, installed.secret, mail)
    owed = owe_to_game_master(house, Notice(about), f"test:{now.isoformat()}", now)
    (written,) = compose([owed], house)
    return written


def _smtp_name(account: SmtpAccount) -> str:
    return f"{'smtps' if account.mode is SmtpMode.TLS else 'smtp'}://{account.host}:{account.port}"
