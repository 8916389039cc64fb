"""The front page of a club, the pages of its players, and what programs follow: news and dates.

Everything here follows from values that anybody may know: names as they may be shown, no address, no rack.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from xml.etree import ElementTree as ET

from icalendar import Calendar, Event
from msgspec import Struct

from mailref.writing.archive import ArchiveMeans, File
from mailref.writing.never_a_move import MOST_NAME, one_line

MOST_NEWS = 50
"""So many of the newest stand in the feed."""
_ATOM = "http://www.w3.org/2005/Atom"


class PlayerOnSite(Struct, frozen=True):
    """Somebody as pages show him."""

    name: str
    page: str
    """The file of his own page; empty where he has none, since he did not agree to one."""


class GameOnSite(Struct, frozen=True):
    """A game as the pages around it show it."""

    id: str
    title: str
    players: tuple[PlayerOnSite, ...]
    is_over: bool
    due: datetime | None
    """Its next ZAT, where it has one."""
    number: int
    """Of the last round or turn that all were told of."""
    has_gcg: bool = False

    @property
    def folder(self) -> str:
        return f"game-{self.id}"


class SiteNews(Struct, frozen=True):
    """That something new is to be seen."""

    game: str
    title: str
    number: int
    is_over: bool
    at: datetime


class OfferOnSite(Struct, frozen=True):
    """An offer to anyone, as the front page shows it."""

    number: int
    title: str
    by: str
    """The initials of who made it."""
    until: datetime


class HowGamesBegin(Struct, frozen=True):
    """How members begin games by mail, and what they have offered to anyone."""

    address: str
    """Where orders go."""
    kinds: tuple[tuple[str, str], ...]
    """What can be begun: how it is written, and its title."""
    offers: tuple[OfferOnSite, ...]
    rounds: tuple[str, ...]
    """The titles of games that anybody may still join."""


class Club(Struct, frozen=True):
    """All that the pages around the games tell."""

    title: str
    url: str
    games: tuple[GameOnSite, ...]
    news: tuple[SiteNews, ...]
    """The newest first."""
    beginning: HowGamesBegin | None = None
    """None: nobody begins games by mail."""


def club_pages(club: Club, means: ArchiveMeans) -> Iterator[File]:
    """Yield the front page, the pages of players, the feed and the calendar."""
    title = one_line(club.title, MOST_NAME)
    running = sorted((game for game in club.games if not game.is_over), key=_soonest)
    over = [game for game in reversed(club.games) if game.is_over]
    shown = {"title": title, "has_news": bool(club.url), "beginning": club.beginning}
    yield "index.html", means.page("site", running=running, over=over, **shown)
    for player in _with_pages(club.games):
        his = [game for game in club.games if player.page in {each.page for each in game.players}]
        yield (player.page, means.page("player", title=title, player=player.name, games=his[::-1]))
    yield means.style()
    if club.url:
        yield "feed.xml", feed(club, means)
    yield "calendar.ics", calendar(running, means)


def _soonest(game: GameOnSite) -> tuple[datetime, str]:
    return (game.due or datetime.max.replace(tzinfo=UTC), game.id)


def _with_pages(games: Iterable[GameOnSite]) -> Iterator[PlayerOnSite]:
    """Yield everybody who has a page, once, by the name of his newest game."""
    found = {player.page: player for game in games for player in game.players if player.page}
    yield from found.values()


def feed(club: Club, means: ArchiveMeans) -> bytes:
    """Return what is new as an Atom feed (RFC 4287)."""
    ET.register_namespace("", _ATOM)
    root = ET.Element(f"{{{_ATOM}}}feed")
    _child(root, "title", one_line(club.title, MOST_NAME))
    _child(root, "id", club.url)
    _child(
        root,
        "updated",
        (club.news[0].at if club.news else datetime.fromtimestamp(0, UTC)).isoformat(),
    )
    author = ET.SubElement(root, f"{{{_ATOM}}}author")
    _child(author, "name", one_line(club.title, MOST_NAME))
    ET.SubElement(root, f"{{{_ATOM}}}link", rel="self", href=f"{club.url}feed.xml")
    ET.SubElement(root, f"{{{_ATOM}}}link", href=club.url)
    for news in club.news[:MOST_NEWS]:
        entry = ET.SubElement(root, f"{{{_ATOM}}}entry")
        link = f"{club.url}game-{news.game}/index.html"
        _child(
            entry,
            "title",
            means.say("news", one_line(news.title, MOST_NAME), news.number, news.is_over),
        )
        _child(entry, "id", f"{link}#{news.number}{'-over' if news.is_over else ''}")
        _child(entry, "updated", news.at.isoformat())
        ET.SubElement(entry, f"{{{_ATOM}}}link", href=link)
    written: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def _child(parent: ET.Element, tag: str, text: str) -> None:
    ET.SubElement(parent, f"{{{_ATOM}}}{tag}").text = text


def calendar(games: Sequence[GameOnSite], means: ArchiveMeans) -> bytes:
    """Return the next ZAT of each game as a calendar (RFC 5545)."""
    found = Calendar()
    found.add("prodid", "-//mailref//EN")
    found.add("version", "2.0")
    for game in games:
        if game.due is None:
            continue
        event = Event()
        event.add("uid", f"{game.folder}-{game.number + 1}@mailref")
        event.add("dtstamp", game.due.astimezone(UTC))
        event.add("dtstart", game.due.astimezone(UTC))
        event.add("summary", means.say("zat_of", one_line(game.title, MOST_NAME)))
        found.add_component(event)
    return bytes(found.to_ical())
