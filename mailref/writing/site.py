"""The front page of a club, the pages of its players, and what programs follow: news and dates.

Everything here follows from values that anybody may know: names as they may be shown, no address, no rack.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from xml.etree import ElementTree as ET

from icalendar import Calendar, Event
from msgspec import Struct

from mailref.games.statistics import PlayerFigures, together
from mailref.writing.archive import MOST_KEPT, ArchiveMeans, File
from mailref.writing.never_a_move import MOST_NAME, one_line

MOST_NEWS = 50
"""So many of the newest stand in the feed."""
MOST_RUNNING = 40
MOST_OVER = 20
"""So many games stand on the front page; all of them on a page of their own."""
MOST_RATED = 20
"""So many ratings stand there, the highest first."""
MOST_LINES = 10
"""So many lines of the table of a tournament stand there."""
MOST_WORDS = 10
"""So many of the best words of a player are told."""
_ATOM = "http://www.w3.org/2005/Atom"


class PlayerOnSite(Struct, frozen=True):
    """Somebody as pages show him."""

    name: str
    page: str
    """The file of his own page; empty where he has none, since he did not agree to one."""


class GameOnSite(Struct, frozen=True, cache_hash=True):
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
    in_turns: bool = False
    ended: datetime | None = None
    results: tuple[tuple[int, str], ...] = ()
    """What each of the players had at the end, and why he went out, if he did; nothing where no rating counts it."""
    figures: tuple[PlayerFigures, ...] = ()
    """What it has come to for those who have a page, by that."""
    won_by: tuple[str, ...] = ()
    """The pages of those who have won."""

    @property
    def folder(self) -> str:
        return f"game-{self.id}"

    @property
    def newest(self) -> tuple[str, int, bool]:
        """Return what is the newest of it, as news tell it."""
        return (self.id, self.number, self.is_over)

    @property
    def table(self) -> Iterable[tuple[PlayerOnSite, tuple[int, str] | None]]:
        """Return the players; with what they had at the end the best first, who went out behind all others."""
        if not self.results:
            return ((player, None) for player in self.players)
        rows = zip(self.players, self.results, strict=True)
        return sorted(rows, key=lambda row: (row[1][1] != "", -row[1][0]))

    @property
    def when_over(self) -> tuple[datetime, str]:
        """What games are in order by when they ended."""
        return (self.ended or datetime.min.replace(tzinfo=UTC), self.id)


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
    members: str
    """Who may, as the settings say it: it names the sentence that tells newcomers."""
    kinds: tuple[tuple[str, str], ...]
    """What can be begun: how it is written, and its title."""
    offers: tuple[OfferOnSite, ...]
    rounds: tuple[str, ...]
    """The titles of games that anybody may still join."""


class RatingOnSite(Struct, frozen=True):
    """What somebody is rated at."""

    player: PlayerOnSite
    value: int
    games: int


Rated = tuple[str, RatingOnSite]
"""With the sentence that says by which games."""


class RatingsOnSite(Struct, frozen=True):
    """The ratings by games of one sort, the highest first."""

    what: str
    """The sentence that says of which."""
    rows: tuple[RatingOnSite, ...]


class LineOnSite(Struct, frozen=True):
    """A line of the table of a tournament."""

    place: int
    player: PlayerOnSite
    points: int


class TableOnSite(Struct, frozen=True):
    """The table of a tournament, or of a division of a league; on a ladder the order is all there is."""

    lines: tuple[LineOnSite, ...]
    has_points: bool


class TournamentOnSite(Struct, frozen=True):
    """A tournament as the front page shows it."""

    id: str
    title: str
    system: str
    number: int
    rounds: int
    is_over: bool
    tables: tuple[TableOnSite, ...]

    @property
    def folder(self) -> str:
        return f"tournament-{self.id}"


class WordOfGame(Struct, frozen=True):
    """The best word of somebody in a game."""

    word: str
    points: int
    game: GameOnSite


class PlayerSeen(Struct, frozen=True):
    """What the page of a player tells: of those of his games in which he has agreed to that."""

    player: PlayerOnSite
    games: tuple[GameOnSite, ...]
    """The newest first."""
    over: int
    won: int
    figures: PlayerFigures | None
    best: tuple[WordOfGame, ...]
    ratings: tuple[Rated, ...]


class Club(Struct, frozen=True):
    """All that the pages around the games tell."""

    title: str
    url: str
    games: tuple[GameOnSite, ...]
    news: tuple[SiteNews, ...]
    """The newest first."""
    beginning: HowGamesBegin | None = None
    """None: nobody begins games by mail."""
    tournaments: tuple[TournamentOnSite, ...] = ()
    """The newest first."""
    ratings: tuple[RatingsOnSite, ...] = ()


class PageToMake(Struct, frozen=True):
    """A page that need not be made anew while what it is made of is the same."""

    file: str
    template: str
    made_of: Mapping[str, object]

    def made(self, means: ArchiveMeans) -> File:
        return self.file, means.page(self.template, **self.made_of)


def pages_to_make(club: Club) -> Iterator[PageToMake]:
    """Yield what has no room on the front page, and the pages of players."""
    title = one_line(club.title, MOST_NAME)
    running, over = _running(club), _over(club)
    if len(running) > MOST_RUNNING:
        yield PageToMake(
            "running.html", "all_games", {"title": title, "running": running, "over": ()}
        )
    if len(over) > MOST_OVER:
        yield PageToMake("over.html", "all_games", {"title": title, "over": over})
    if any(len(each.rows) > MOST_RATED for each in club.ratings):
        rated = [(each.what, each.rows) for each in club.ratings]
        yield PageToMake("ratings.html", "all_ratings", {"title": title, "ratings": rated})
    for seen in players_seen(club):
        yield PageToMake(seen.player.page, "player", {"title": title, "seen": seen})


def _running(club: Club) -> list[GameOnSite]:
    """Return the games that are played, the next ZAT first."""
    return sorted((game for game in club.games if not game.is_over), key=_soonest)


def _over(club: Club) -> list[GameOnSite]:
    """Return the games that are over, the last first."""
    over = (game for game in club.games if game.is_over)
    return sorted(over, key=lambda game: game.when_over, reverse=True)


def club_pages(club: Club, means: ArchiveMeans) -> Iterator[File]:
    """Yield the front page, the feed and the calendar."""
    title = one_line(club.title, MOST_NAME)
    running, over = _running(club), _over(club)
    yield (
        "index.html",
        means.page(
            "site",
            title=title,
            has_news=bool(club.url),
            beginning=club.beginning,
            running=running[:MOST_RUNNING],
            over=over[:MOST_OVER],
            more_running=len(running) > MOST_RUNNING,
            more_over=len(over) > MOST_OVER,
            tournaments=club.tournaments,
            most_lines=MOST_LINES,
            ratings=[(each.what, each.rows[:MOST_RATED]) for each in club.ratings],
            more_rated=any(len(each.rows) > MOST_RATED for each in club.ratings),
        ),
    )
    yield means.style()
    if club.url:
        yield "feed.xml", feed(club, means)
    yield "calendar.ics", calendar(running, means)


def _soonest(game: GameOnSite) -> tuple[datetime, str]:
    return (game.due or datetime.max.replace(tzinfo=UTC), game.id)


def players_seen(club: Club) -> Iterator[PlayerSeen]:
    """Yield what the page of each player tells who has one."""
    played, rated = defaultdict[str, list[GameOnSite]](list), defaultdict[str, list[Rated]](list)
    for game in club.games:
        for page in {player.page for player in game.players}:
            played[page].append(game)
    for each in club.ratings:
        for row in each.rows:
            rated[row.player.page].append((each.what, row))
    for player in _with_pages(club.games):
        his = played[player.page]
        own = [(game, each) for game in his for each in game.figures if each.player == player.page]
        best = [WordOfGame(e.best_word, e.best_points, game) for game, e in own if e.best_word]
        yield PlayerSeen(
            player,
            tuple(his[::-1]),
            sum(game.is_over for game in his),
            sum(player.page in game.won_by for game in his),
            next(iter(together(each for _, each in own)), None),
            tuple(sorted(best, key=lambda each: -each.points)[:MOST_WORDS]),
            tuple(rated[player.page]),
        )


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
        _child(entry, "title", _headline(news.title, news.number, news.is_over, means))
        _child(entry, "id", f"{link}#{news.number}{'-over' if news.is_over else ''}")
        _child(entry, "updated", news.at.isoformat())
        ET.SubElement(entry, f"{{{_ATOM}}}link", href=link)
    written: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return written


@lru_cache(maxsize=MOST_KEPT)
def _headline(title: str, number: int, is_over: bool, means: ArchiveMeans) -> str:
    return means.say("news", one_line(title, MOST_NAME), number, is_over)


def _child(parent: ET.Element, tag: str, text: str) -> None:
    ET.SubElement(parent, f"{{{_ATOM}}}{tag}").text = text


def calendar(games: Sequence[GameOnSite], means: ArchiveMeans) -> bytes:
    """Return the next ZAT of each game as a calendar (RFC 5545)."""
    empty = Calendar()
    empty.add("prodid", "-//mailref//EN")
    empty.add("version", "2.0")
    head, end, rest = bytes(empty.to_ical()).partition(b"END:VCALENDAR")
    events = (_event(game, game.due, means) for game in games if game.due is not None)
    return b"".join((head, *events, end, rest))


@lru_cache(maxsize=MOST_KEPT)
def _event(game: GameOnSite, due: datetime, means: ArchiveMeans) -> bytes:
    event = Event()
    event.add("uid", f"{game.folder}-{game.number + 1}@mailref")
    event.add("dtstamp", due.astimezone(UTC))
    event.add("dtstart", due.astimezone(UTC))
    event.add("summary", means.say("zat_of", one_line(game.title, MOST_NAME)))
    return bytes(event.to_ical())
