"""`mailref status`: games, rounds, deadlines, who has moved, what waits."""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import click

from mailref.cli import COMMANDS
from mailref.commands import sources
from mailref.errors import MailrefError
from mailref.games.club.club import ClubOffer
from mailref.games.kind import kind_of
from mailref.journal.installation import LastingTrouble, RestorationState
from mailref.journal.journal import Journal
from mailref.journal.recorded_mails import AskedBack
from mailref.office import office_of, running_game
from mailref.referee.contents import VALID, WhyAsked, limited
from mailref.referee.identity import players_at
from mailref.referee.mails import waiting_addresses
from mailref.referee.policy import Office
from mailref.settings.games import other_lists
from mailref.settings.load import hash_of
from mailref.settings.values import Settings
from mailref.terminal import say, visible
from mailref.tick.machine import OTHERWISE, PATIENCE, WAITS, named


@click.command()
@click.option("--json", "as_json", is_flag=True, help="As one JSON object.")
@click.option(
    "--check",
    is_flag=True,
    help="One line for a monitor; exits 0 (well), 1 (warning), 2 (not well).",
)
@sources.now_option
@sources.settings_option
def command(as_json: bool, check: bool, now: datetime, config: str) -> int:
    """Show games, rounds, deadlines, who has moved and what waits."""
    if check:
        return _check(config, now)
    settings = sources.settings_at(Path(config), needs_secrets=False)
    sources.need_record(settings)
    with Journal.open(settings.database) as journal:
        office = _office(settings, journal)
        found = status_of(office, journal) | _asked_back(settings, journal, office, now)
        found["new_addresses"] = _new_addresses(office, now)
        found["lists"] = _other_lists(office)
    if as_json:
        say(json.dumps(found, ensure_ascii=False, indent=1, default=datetime.isoformat))
    else:
        _print(found)
    return 0


Told = dict[str, Any]
"""What is told of something, by the names in the JSON, where times stand as text."""
_MOST_STRANGERS = 5
"""So many moves from unknown addresses are shown each by itself."""
_MOST_NAMED = 10
_ABOUT = COMMANDS["status"]["asked"]
"""What somebody was asked about, as a line says it."""
_NEWS = timedelta(days=1)
"""So long a monitor is told of a mail that was set aside unread."""
_UNREAD = timedelta(minutes=30)
"""So long the mailbox may not have been read to its end; or three times `poll`."""
_IDLE = timedelta(minutes=20)
"""So long not even where no process is at work, before that is a warning; or twice `poll`."""


def _check(config: str, now: datetime) -> int:
    """Say in one line whether all is well, and return 0, 1 for a warning, 2 where it is not."""
    try:
        settings = sources.settings_at(Path(config), needs_secrets=False)
        wrong, odd, well = _findings(Path(config), settings, now)
    except MailrefError as problem:
        wrong, odd, well = [str(problem)], [], ""
    word = "CRITICAL" if wrong else "WARNING" if odd else "OK"
    say(f"{word}: {'; '.join([*wrong, *odd]) or well}")
    return 2 if wrong else 1 if odd else 0


def _findings(path: Path, settings: Settings, now: datetime) -> tuple[list[str], list[str], str]:
    """Return what is wrong, what is odd and may pass, and what is said where all is well."""
    sources.need_record(settings)
    with Journal.open(settings.database) as journal:
        wrong, odd = _found_in(journal, settings, now)
        well = "the referee is at work"
        if not journal.lease.is_at_work(now):
            read_at = journal.troubles.read_at()
            well = f"no process is at work now; the mailbox was read at {_short(read_at)}"
        odd += _other_lists(_office(settings, journal))
        if _is_otherwise(journal, path):
            odd.append(OTHERWISE)
    return wrong, odd, well


def _other_lists(office: Office) -> list[str]:
    """Return which games go on with a list of words that is not that of the settings any more."""
    return [
        f"{id_}: {key}: {said}"
        for id_, running in office.games.items()
        for key, said in other_lists(running.policy, running.game)
    ]


def _is_otherwise(journal: Journal, path: Path) -> bool:
    """Tell whether a worker that leads goes by another settings file: one with this would do nothing."""
    offer = journal.offers.last() if journal.is_shared else None
    if offer is None or not journal.lease.is_led():
        return False
    return offer.settings != hash_of(path)


def _found_in(journal: Journal, settings: Settings, now: datetime) -> tuple[list[str], list[str]]:
    wrong: list[str] = []
    odd: list[str] = []
    troubles = journal.troubles.all()
    wrong += [
        _stuck(each.game, _short(each.since), each.why, is_doubt=each.is_doubt)
        for each in troubles
        if each.game is not None
    ]
    for trouble in [each for each in troubles if each.game is None]:
        is_grave = trouble.is_urgent or now - trouble.since >= PATIENCE
        (wrong if is_grave else odd).append(_in_words(trouble))
    unread = [each for each in journal.inbox.unread() if now - each.settled_at < _NEWS]
    if unread:
        odd.append(f"set aside unread: {', '.join(f'U{each.id}' for each in unread[:_MOST_NAMED])}")
    odd += [f"no more mail goes to {each.address}" for each in journal.bounces.stopped()]
    if _put_back(journal):
        odd.append(WAITS)
    read_at, most = journal.troubles.read_at(), max(_UNREAD, 3 * settings.mail.poll)
    if read_at is None or now - read_at > most:
        what = "mailboxes: not all read" if settings.further else "mailbox: not read"
        wrong.append(f"{what} since {_short(read_at)}{_nobody(journal, now)}")
    elif now - read_at > max(_IDLE, 2 * settings.mail.poll) and _nobody(journal, now):
        odd.append(f"mailbox: not read since {_short(read_at)}{_nobody(journal, now)}")
    if put_off := journal.outgoing.put_off(now, kinds=limited()):
        odd.append(f"{put_off} answers wait an hour: more than [mail] per_hour were due")
    waiting = journal.outgoing.counts()
    if waiting.oldest is not None and now - waiting.oldest >= PATIENCE:
        count = waiting.owed + waiting.deferred
        odd.append(f"{count} to send, the oldest since {_short(waiting.oldest)}")
    return wrong, odd


def _nobody(journal: Journal, now: datetime) -> str:
    """Return that no process is at work; nothing where one is."""
    return "" if journal.lease.is_at_work(now) else ", and no process is at work"


def _in_words(trouble: LastingTrouble) -> str:
    return f"{named(trouble)[0].value}: {trouble.why} (since {_short(trouble.since)})"


def _stuck(game: object, since: str, why: object, *, is_doubt: object) -> str:
    if is_doubt:
        return f"{game}: waits since {since}: {why}"
    return f"{game}: could not be dealt with since {since} ({why}; see the log)"


def _short(moment: datetime | None) -> str:
    return moment.isoformat(timespec="minutes") if moment else "it was set up"


def _office(settings: Settings, journal: Journal) -> Office:
    settings = sources.made_games(settings, journal)
    running_games = {
        policy.id: running_game(game, policy)
        for policy in settings.games
        if (game := journal.games.load(policy.id)) is not None
    }
    return office_of(settings, running_games, b"")


_OF_MAIL = ("owed", "deferred", "dead", "last_error")


def status_of(office: Office, journal: Journal) -> Told:
    """Return the state of the installation as JSON."""
    waiting = journal.outgoing.counts()
    strangers = [
        mail for mail in journal.inbox.set_aside() if mail.has_move and not mail.is_adopted
    ]
    return {
        "games": [
            kind_of(running.game).shown().status(running, office)
            for running in office.games.values()
        ],
        "mail": {name: getattr(waiting, name) for name in _OF_MAIL},
        "put_back": _put_back(journal),
        "read_at": journal.troubles.read_at(),
        "sent_at": waiting.last_sent,
        "troubles": _troubles(journal),
        "stuck": _stuck_games(journal),
        "refused": [
            {"recipient": each.recipient, "why": each.last_error or "", "tries": each.attempts}
            for each in journal.outgoing.refused_for_now()
        ],
        "stopped": [
            {
                "address": each.address,
                "players": _names(office, each.address),
                "since": each.since,
                "why": each.why,
            }
            for each in journal.bounces.stopped()
        ],
        "unread": _unread(journal),
        "strangers": [
            {"id": f"U{mail.id}", "sender": mail.sender, "reason": mail.reason}
            for mail in strangers
        ],
    }


def _troubles(journal: Journal) -> list[Told]:
    """Return what the installation suffers from, but for single games."""
    return [
        {
            "what": named(each)[0].value,
            "mailbox": named(each)[1],
            "why": each.why,
            "since": each.since,
            "told_at": each.told_at,
        }
        for each in journal.troubles.all()
        if each.game is None
    ]


def _unread(journal: Journal) -> list[Told]:
    return [
        {"id": f"U{mail.id}", "sender": mail.sender, "received": mail.received}
        for mail in journal.inbox.unread()
    ]


def _stuck_games(journal: Journal) -> list[Told]:
    return [
        {"game": each.game, "why": each.why, "since": each.since, "in_doubt": each.is_doubt}
        for each in journal.troubles.all()
        if each.game is not None
    ]


def _put_back(journal: Journal) -> datetime | None:
    """Return how far the copy reaches that was put back, while the game master has yet to decide."""
    restoration = journal.restorations.last()
    waits = (RestorationState.TAKING_UP, RestorationState.WAITING)
    return restoration.copied_at if restoration and restoration.state in waits else None


def _names(office: Office, address: str) -> list[str]:
    found = (p.name for running in office.games.values() for p in players_at(running, address))
    return list(dict.fromkeys(found))


def _asked_back(settings: Settings, journal: Journal, office: Office, now: datetime) -> Told:
    """Return how many questions to senders wait, and when the game master's mail last proved nothing."""
    unproven = None
    if settings.mail.authserv_id is not None:
        address = settings.gamemaster.address.lower()
        unproven = journal.questions.last_asked(WhyAsked.NO_PROOF.value, address)
    found = journal.questions.waiting(now - VALID)
    has_offers = any(each.why == WhyAsked.OFFER for each in found)
    offers = journal.club.load().offers if has_offers else {}
    waiting = [
        each
        for each in found
        if _still_waits(each, offers, now)
        and not _has_moved_since(each, office, journal)
        and not _is_released_since(each, office)
    ]
    asked = [
        {"sender": each.sender, "why": each.why, "asked_at": each.asked_at} for each in waiting
    ]
    return {"asked_back": len(waiting), "asked": asked, "orders_unproven": unproven}


def _still_waits(question: AskedBack, offers: Mapping[int, ClubOffer], now: datetime) -> bool:
    """Tell whether a question still waits: one about an offer does while that is open, and he has not said yes."""
    if question.why != WhyAsked.OFFER:
        return True
    offer = offers.get(question.offer)
    waiting = offer.waits_for if offer is not None and offer.is_open(now) else ()
    return any(each.is_at({question.sender}) for each in waiting)


def _is_released_since(question: AskedBack, office: Office) -> bool:
    """Tell whether the text that the game master was asked about waits for his word no longer."""
    texts = (item for running in office.games.values() for item in running.game.press)
    waits = any(item.mail == question.fingerprint and not item.is_released for item in texts)
    return question.why == WhyAsked.PRESS and not waits


def _has_moved_since(question: AskedBack, office: Office, journal: Journal) -> bool:
    """Tell whether a player who was asked what he meant has written his move anew since: it answers that."""
    if question.why != WhyAsked.MEANT:
        return False
    return any(
        getattr(event, "player", None) in names
        and getattr(event, "received", question.asked_at) > question.asked_at
        for id_ in office.games_at(question.sender)
        if (names := {p.name for p in players_at(office.games[id_], question.sender)})
        for event in journal.games.events(id_)
    )


def _new_addresses(office: Office, now: datetime) -> list[Told]:
    """Return the changed addresses that nobody has confirmed, which are shown the public part only."""
    return [
        {
            "game": running.policy.id,
            "player": player.name,
            "address": address,
            "until": until.astimezone(running.policy.zone),
        }
        for running in office.games.values()
        for player, address, until in waiting_addresses(running.game, now)
    ]


def _print(found: Told) -> None:
    from rich.console import Console  # noqa: PLC0415  not for JSON or one line
    from rich.table import Table as Grid  # noqa: PLC0415  not for JSON or one line
    from rich.text import Text  # noqa: PLC0415  not for JSON or one line

    console = Console()
    grid = Grid(title=None, box=None, pad_edge=False)
    for heading in ("Game", "Round", "Deadline", "Letters", "Moved", "Undecided", "Waits for"):
        grid.add_column(heading)
    games = found["games"]
    for game in games:
        # As text: a cell in itself would be read as markup.
        grid.add_row(*(Text(visible(cell)) for cell in _row(game)))
    console.print(grid)
    for game in games:
        for line in _for_game_master(game):
            say(f"{game['game']} waits for you: {line}")
    for line in _about_mail(found):
        say(line)


def _about_mail(found: Told) -> Iterator[str]:
    """Yield what came and went, what does not work, and who waits for whom."""
    read, sent = _at(found["read_at"]), _at(found["sent_at"])
    if found["put_back"]:
        yield WAITS
    yield f"mailbox: last looked at {read} (noted every ten minutes); last mail sent {sent}"
    yield f"mail: {_counts(found['mail'])}"
    yield from found["lists"]
    for each in found["troubles"]:
        yield f"{each['what']}: {each['why']}, since {_at(each['since'])}"
    for each in found["stuck"]:
        yield _stuck(each["game"], _at(each["since"]), each["why"], is_doubt=each["in_doubt"])
    for each in found["refused"]:
        yield f"a mail to {each['recipient']} is refused and waits ({each['tries']} tries): {each['why']}"
    for each in found["stopped"]:
        whose = f" ({', '.join(each['players'])})" if each["players"] else ""
        yield f"no more mail goes to {each['address']}{whose}: {each['why']}"
    if found["asked_back"]:
        yield f"asked back: {found['asked_back']}, waiting for a yes by mail"
    for each in found["asked"][-_MOST_NAMED:]:
        yield f"  {each['sender']}: {_ABOUT[each['why']]}, since {_at(each['asked_at'])}"
    if found["orders_unproven"]:
        yield (
            "orders by mail: those of the game master carry no DMARC, DKIM or SPF pass (last on"
            f" {str(found['orders_unproven'])[:10]}), so he is asked back each time"
        )
    for each in found["new_addresses"]:
        yield (
            f"{each['game']}: {each['address']} is new for {each['player']} and is shown only what all"
            f" may see until {_by_its_clock(each['until'])}, or a yes from the address before"
        )
    for each in found["unread"]:
        yield (
            f"{each['id']}: a mail from {each['sender'] or '?'} that could not be read"
            f" (mailref adopt {each['id']} lets it count)"
        )
    strangers = found["strangers"]
    if len(strangers) > _MOST_STRANGERS:
        ids = f"{strangers[0]['id']} to {strangers[-1]['id']}"
        yield f"{len(strangers)} moves from unknown addresses ({ids}); --json names them"
        return
    for mail in strangers:
        yield f"{mail['id']}: a move from the unknown address {mail['sender']}"


def _for_game_master(game: Told) -> Iterator[str]:
    """Yield what only the game master can do, and the command for it."""
    id_ = game["game"]
    for word in game["undecided"]:
        yield f"the word {word} (mailref rule {id_} {word} accept|refuse)"
    if game["waits_for"] == "release":
        yield f"the report (mailref publish {id_})"
    if game["waits_for"] == "letters":
        yield f"letters drawn by hand (mailref draw {id_} TILES)"
    if game["press"]:
        yield f"texts for the report: {game['press']} (mailref press {id_} release|drop)"


def _at(moment: datetime | None) -> str:
    """Return a time of the record by the machine's clock, to the minute, and by which clock that is."""
    return _by_its_clock(moment.astimezone()) if moment else "never"


def _by_its_clock(moment: datetime) -> str:
    """Return a time as the clock of its zone shows it, and the zone.

    >>> from zoneinfo import ZoneInfo
    >>> _by_its_clock(datetime(2026, 12, 7, 20, 14, tzinfo=ZoneInfo("Europe/Berlin")))
    '2026-12-07 20:14 CET'
    """
    return f"{moment:%Y-%m-%d %H:%M %Z}".strip()


def _row(game: Told) -> list[str]:
    # A game in turns that has not begun was never closed: it waits for players.
    rests = " (not begun)" if game["waits_for"] == "players" else " (closed)"
    state = "over" if game["finished"] else f"{game['round']}{'' if game['open'] else rests}"
    return [
        game["game"],
        f"{state}{' paused' if game['paused'] else ''}{' final' if game['final'] else ''}",
        _by_its_clock(datetime.fromisoformat(game["deadline"])) if game["deadline"] else "-",
        game["letters"] or game.get("task") or "",
        _who_moved(game),
        ", ".join(game["undecided"]),
        game["waits_for"] or "",
    ]


def _who_moved(game: Told) -> str:
    moved = game["moved"]
    if "to_move" in game:
        return f"{game['to_move']} to move" if game["to_move"] else ""
    if "drawn" in game and moved is None:
        return f"{len(game['drawn'])} tiles drawn"
    return "(hidden: you play)" if moved is None else f"{len(moved)} of {len(game['players'])}"


def _counts(mail: Told) -> str:
    text = f"{mail['owed']} to send, {mail['deferred']} to try again, {mail['dead']} given up"
    return f"{text}; last error: {mail['last_error']}" if mail["last_error"] else text
