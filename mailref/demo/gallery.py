"""What the demo leaves to look at: the game told round by round, its archive, and every mail.

The index shows each round with board and table, or each turn with its board and what was written in
it; the board of a round leads to the report that was mailed.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from email.utils import parseaddr
from pathlib import Path

from jinja2 import Environment
from msgspec import Struct

from mailref import assets
from mailref.assembly import archive_means
from mailref.demo.server.embedded import Parcel
from mailref.demo.stage import (
    GAME,
    GAME_MASTER,
    REFEREE,
    RunningDemo,
    is_bingo,
    is_in_turns,
    is_solo,
)
from mailref.games.bingo.course import bingo_record_of
from mailref.games.by_turns.events import TurnBegan
from mailref.games.by_turns.files import TurnRow, places_at_table, turn_rows
from mailref.games.by_turns.history import steps_of
from mailref.games.by_turns.showing import told_of
from mailref.games.events import Event
from mailref.games.replay import replay
from mailref.games.rounds.events import RoundOpened
from mailref.games.rounds.files import RoundPage, round_files
from mailref.games.rounds.record import GameRecord, record_of
from mailref.games.solitaire.files import told_tables
from mailref.games.solitaire.game import SoloGame, solo_game
from mailref.games.unscrabble.game import UnscrabbleGame
from mailref.published import archive_of
from mailref.writing.archive import ArchiveMeans

_ARCHIVE = "archive"
_ORDERS = {
    "FREIGEBEN": "approval",
    "KORREKTUR": "correction",
    "SPIEL BEENDEN": "end",
}
"""How the game master's orders begin, and what they show."""
_WRITTEN = {
    "ANFECHTEN": "challenge",
    "FALLS ": "kept",
    "TAUSCHE": "exchange",
    "PASSE": "pass",
    "ZWEIFLE": "challenge",
    "BINGO": "words",
    "1. ": "words",
    "Meine": "words",
    "PROBE": "trial",
    "ZURÜCK": "back",
    "NEU": "anew",
    "VERLAUF": "asks",
    "REGELN": "asks",
    "STAND": "asks",
}
"""How a player's mail begins, and what it shows."""
_TOLD = timedelta(hours=1)
"""By then all have been mailed that a turn began; the first answer comes hours later."""


class Shown(Struct, frozen=True):
    """A mail as the index lists it."""

    number: int
    eml: str
    page: str
    sender: str
    recipient: str
    subject: str
    when: str
    received: datetime
    to_referee: bool
    pdf: str
    """The score sheet that it carries; "" if none."""
    text: str
    shows: str
    """What is remarkable about it: `ruling`, `press` ...; "" if nothing."""


class Chapter(Struct, frozen=True):
    """What belongs together in the index: the opening, a round, the end."""

    page: RoundPage | None
    """None where no round was closed: the opening, and what came after the last round."""
    report: Shown | None
    """The report that ends it, as one player got it."""
    mails: tuple[Shown, ...]

    @property
    def remarkable(self) -> tuple[Shown, ...]:
        """Return the mails that show something, of a mail to all the first copy alone."""
        found = [mail for mail in self.mails if mail.shows]
        told = {mail.shows: mail for mail in reversed(found) if not mail.to_referee}
        return tuple(mail for mail in found if mail.to_referee or told[mail.shows] is mail)


class TurnChapter(Struct, frozen=True):
    """What belongs to a turn in the index: what became of it, and the mails from its beginning to the next."""

    row: TurnRow | None
    """None for the end, where no turn was made any more."""
    mails: tuple[Shown, ...]

    @property
    def remarkable(self) -> tuple[Shown, ...]:
        """Return the mails to the referee that show something."""
        return tuple(mail for mail in self.mails if mail.shows)


class BingoChapter(Struct, frozen=True):
    """What belongs to a round of Scrabble-Bingo: the tiles called at its ZAT, and the mails before."""

    number: int
    tiles: str
    mails: tuple[Shown, ...]

    @property
    def remarkable(self) -> tuple[Shown, ...]:
        """Return the mails to the referee that show something."""
        return tuple(mail for mail in self.mails if mail.shows)


class SoloChapter(Struct, frozen=True):
    """What belongs to a soloist: how it came out, and what he wrote and got."""

    player: str
    total: int
    rank: int
    mails: tuple[Shown, ...]

    @property
    def remarkable(self) -> tuple[Shown, ...]:
        """Return the mails to the referee that show something."""
        return tuple(mail for mail in self.mails if mail.shows)


def write_gallery(demo: RunningDemo) -> Path:
    """Write all mails, the archive and `index.html` into the demo's folder; return the index."""
    out = demo.plan.out
    (out / "mails").mkdir(exist_ok=True)
    (out / _ARCHIVE).mkdir(exist_ok=True)
    environment = assets.template_environment("en")
    shown = tuple(
        _show(number, parcel, out, environment) for number, parcel in enumerate(demo.parcels, 1)
    )
    policy = next(each for each in demo.machine.settings.games if each.id == GAME)
    events = tuple(demo.machine.journal.games.events(GAME))
    means = archive_means(policy.language, policy.zone)
    for name, data in archive_of(lambda: events, means)[1]:
        (out / _ARCHIVE / name).write_bytes(data)
    if is_in_turns(demo.plan.variant):
        template, told = "demo/turns.html.j2", _told_in_turns(events, shown, means)
    elif is_bingo(demo.plan.variant):
        template, told = "demo/bingo.html.j2", _told_in_bingo(events, shown)
    elif is_solo(demo.plan.variant):
        template, told = "demo/solo.html.j2", _told_of_soloists(events, shown)
    else:
        template, told = "demo/index.html.j2", _told_in_rounds(events, shown, means)
    index = out / "index.html"
    page = environment.get_template(template).render(
        title=policy.title, mails=shown, archive=f"{_ARCHIVE}/", **told
    )
    index.write_text(page, encoding="utf-8")
    return index


def _told_in_rounds(
    events: Sequence[Event], shown: Sequence[Shown], means: ArchiveMeans
) -> Mapping[str, object]:
    """Return what the index tells of a game in rounds."""
    record = record_of(events)
    late = {name for name, player in record.game.players.items() if player.is_late_joiner}
    pages = tuple(
        round_files(record.rounds[:count], record.opened.title, means, late).page
        for count in range(1, len(record.rounds) + 1)
    )
    opened = tuple(event.at for event in events if isinstance(event, RoundOpened))
    return {"chapters": tuple(_chapters(shown, pages, opened, record)), "places": record.places}


def _told_in_turns(
    events: Sequence[Event], shown: Sequence[Shown], means: ArchiveMeans
) -> Mapping[str, object]:
    """Return what the index tells of a game in turns."""
    steps = tuple(steps_of(events))
    history, game = told_of(steps), steps[-1][1]
    began: dict[int, datetime] = {}
    for event in events:
        if isinstance(event, TurnBegan):
            began.setdefault(event.number, event.at + _TOLD)
    told = [row for row, _ in turn_rows(game, history, means)]
    ends = [began.get(row.number + 1) for row in told]
    rest = tuple(_between(shown, ends[-1], None)) if ends and ends[-1] is not None else ()
    return {
        "opening": tuple(mail for mail in shown if mail.received <= began[1]),
        "chapters": tuple(
            TurnChapter(row, tuple(_between(shown, began[row.number], until)))
            for row, until in zip(told, ends, strict=True)
        ),
        "end": TurnChapter(None, rest),
        "places": tuple(places_at_table(game)),
        "has_racks": not isinstance(game, UnscrabbleGame),
        "last": next((m for m in reversed(shown) if "Ende]" in m.subject and m.pdf), None),
    }


def _told_in_bingo(events: Sequence[Event], shown: Sequence[Shown]) -> Mapping[str, object]:
    """Return what the index tells of a game of Scrabble-Bingo."""
    record = bingo_record_of(events)
    ends = [zat.closed for zat in record.zats]
    begins = [datetime.min.replace(tzinfo=UTC), *ends]
    chapters = tuple(
        BingoChapter(zat.number, zat.drawn, tuple(_between(shown, begin, zat.closed)))
        for zat, begin in zip(record.zats, begins, strict=False)
    )
    return {
        "chapters": chapters,
        "end": tuple(_between(shown, begins[-1], None)),
        "winners": record.game.outcome.players if record.game.outcome is not None else (),
        "last": next((m for m in reversed(shown) if "Ende]" in m.subject), None),
    }


def _told_of_soloists(events: Sequence[Event], shown: Sequence[Shown]) -> Mapping[str, object]:
    """Return what the index tells of a league of soloists."""
    league = solo_game(replay(events))
    chapters = (
        SoloChapter(
            told.player, told.table.result, told.rank, tuple(_of(told.player, league, shown))
        )
        for told in told_tables(league, events)
    )
    return {
        "chapters": tuple(chapters),
        "last": next((m for m in reversed(shown) if "Tabelle" in m.subject), None),
    }


def _of(player: str, league: SoloGame, mails: Sequence[Shown]) -> Iterator[Shown]:
    """Yield the mails that somebody wrote or got."""
    addresses = league.players[player].addresses
    for mail in mails:
        if any(address in (mail.recipient, parseaddr(mail.sender)[1]) for address in addresses):
            yield mail


def _between(mails: Sequence[Shown], begins: datetime, until: datetime | None) -> Iterator[Shown]:
    """Yield the mails after *begins*, up to *until* if anything comes after it."""
    for mail in mails:
        if begins < mail.received and (until is None or mail.received <= until):
            yield mail


def _chapters(
    mails: Sequence[Shown],
    pages: Sequence[RoundPage],
    opened: Sequence[datetime],
    record: GameRecord,
) -> Iterator[Chapter]:
    """Yield the opening, each round to its report, and the end."""
    players = set(record.game.players)
    begins, *ends = opened
    yield _chapter(None, [mail for mail in mails if mail.received <= begins], players)
    for place, page in enumerate(pages):
        until = ends[place] if place < len(ends) else None
        yield _chapter(page, tuple(_between(mails, begins, until)), players)
        if until is None:
            return
        begins = until
    rest = [mail for mail in mails if mail.received > begins]
    if rest:
        yield _chapter(None, rest, players)


def _chapter(page: RoundPage | None, mails: Sequence[Shown], players: set[str]) -> Chapter:
    to_players = [mail for mail in mails if mail.pdf and GAME_MASTER.address not in mail.recipient]
    return Chapter(page, to_players[-1] if to_players and players else None, tuple(mails))


def _show(number: int, parcel: Parcel, out: Path, environment: Environment) -> Shown:
    folder, name = out / "mails", f"{number:04d}"
    (folder / f"{name}.eml").write_bytes(parcel.data)
    mail = message_from_bytes(parcel.data, policy=default)
    html, text = _html_of(mail, name, folder), _text_of(mail)
    page = environment.get_template("demo/mail.html.j2").render(
        number=number,
        mail=mail,
        recipient=parcel.recipient,
        when=f"{parcel.received:%a %d %b %Y %H:%M} UTC",
        text=text,
        html=f"{name}.body.html" if html else None,
        attachments=[part.get_filename() for part in mail.iter_attachments()],
    )
    (folder / f"{name}.html").write_text(page, encoding="utf-8")
    if html:
        (folder / f"{name}.body.html").write_text(html, encoding="utf-8")
    to_referee = parcel.recipient == REFEREE
    return Shown(
        number=number,
        eml=f"mails/{name}.eml",
        page=f"mails/{name}.html",
        sender=str(mail["From"]),
        recipient=parcel.recipient,
        subject=str(mail["Subject"]),
        when=f"{parcel.received:%d %b %H:%M}",
        received=parcel.received,
        to_referee=to_referee,
        pdf=_pdf_of(mail, name, folder),
        text=text,
        shows=_shows(mail, text, to_referee=to_referee),
    )


def _shows(mail: EmailMessage, text: str, *, to_referee: bool) -> str:
    """Return what is remarkable about a mail."""
    if not to_referee:
        return "erratum" if "Berichtigung" in str(mail["Subject"]) else ""
    if mail["Auto-Submitted"] is not None:
        return "absence"
    if GAME_MASTER.address in str(mail["From"]):
        found = (what for order, what in _ORDERS.items() if text.startswith(order))
        return next(found, "ruling" if " nein:" in text.partition("\n")[0] else "")
    written = (what for word, what in _WRITTEN.items() if text.startswith(word))
    return next(written, "press" if "\nPRESSE: " in text else "")


def _text_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    return str(part.get_content()) if part is not None else ""


def _pdf_of(mail: EmailMessage, name: str, folder: Path) -> str:
    """Write the score sheet beside the mail and return its place; "" if there is none."""
    for part in mail.iter_attachments():
        if part.get_content_type() == "application/pdf":
            (folder / f"{name}.pdf").write_bytes(part.get_content())
            return f"mails/{name}.pdf"
    return ""


def _html_of(mail: EmailMessage, name: str, folder: Path) -> str:
    """Return the HTML part with its inline pictures as files beside it; "" if there is none."""
    part = mail.get_body(("html",))
    if part is None:
        return ""
    html = str(part.get_content())
    for index, picture in enumerate(mail.walk()):
        content_id = str(picture["Content-ID"] or "").strip("<>")
        if content_id and picture.get_content_maintype() == "image":
            file = f"{name}-{index}.{picture.get_content_subtype()}"
            (folder / file).write_bytes(picture.get_content())
            html = html.replace(f"cid:{content_id}", file)
    return html
