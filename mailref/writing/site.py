"""The front page of a club, the pages of its players, and what programs follow: news and dates.

Everything here follows from values that anybody may know: names as they may be shown, no address, no rack.
"""

from bisect import insort
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from hashlib import sha256
from itertools import compress, starmap
from operator import is_not
from xml.etree import ElementTree as ET

import msgspec
from icalendar import Calendar, Event
from msgspec import Struct

from mailref.games.game import Rest
from mailref.games.statistics import PlayerFigures, together
from mailref.writing.archive import MOST_KEPT, ArchiveMeans, File
from mailref.writing.never_a_move import name_seen

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
_LONG_AGO, _NEVER = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)


_OF_GAME = "game-"


def game_in(folder: str) -> str:
    """Return the id of the game whose pages lie in a folder; of another folder nothing."""
    return folder.removeprefix(_OF_GAME) if folder.startswith(_OF_GAME) else ""


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
    in_turns: bool = False
    rests: Rest | None = None
    """What it waits for, while no clock runs."""
    ended: datetime | None = None
    results: tuple[tuple[int, str], ...] = ()
    """What each of the players had at the end, and why he went out, if he did; nothing where no rating counts it."""
    figures: tuple[PlayerFigures, ...] = ()
    """What it has come to for those who have a page, by that."""
    won_by: tuple[str, ...] = ()
    """The pages of those who have won."""

    @property
    def folder(self) -> str:
        return f"{_OF_GAME}{self.id}"

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
        return (self.ended or _LONG_AGO, self.id)


class SiteNews(Struct, frozen=True):
    """That something new is to be seen."""

    game: str
    title: str
    number: int
    """Of the last round or turn that all were told of; 0: the game begins."""
    is_over: bool
    at: datetime


class OfferOnSite(Struct, frozen=True):
    """An offer to anyone, as the front page shows it."""

    number: int
    title: str
    by: str
    """The initials of who made it."""
    until: datetime


PlayedOnSite = tuple[str, str, str, timedelta | None]
"""With what a kind of game is played: title, the language of the tiles by its code, what the word list is called;
and how long a move has at least, if anybody waits for it."""


class HowGamesBegin(Struct, frozen=True):
    """How members begin games by mail, and what they have offered to anyone."""

    address: str
    """Where orders go."""
    members: str
    """Who may, as the settings say it: it names the sentence that tells newcomers."""
    kinds: tuple[tuple[str, str], ...]
    """What can be begun: how it is written, and its title."""
    in_rounds: tuple[tuple[str, str], ...]
    """Those of them that are played in rounds."""
    offers: tuple[OfferOnSite, ...]
    rounds: tuple[str, ...]
    """The titles of games that anybody may still join."""
    told: tuple[tuple[str, str], ...] = ()
    """What the kinds are, in a line: title, and what is said."""
    played: tuple[PlayedOnSite, ...] = ()
    """With what they are played."""

    @property
    def in_turns(self) -> tuple[tuple[str, str], ...]:
        """Return those that are played one after another, with certain people or against anyone."""
        return tuple(each for each in self.kinds if each not in self.in_rounds)


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
    """A page that need not be made anew while what it follows from is the same."""

    file: str
    template: str
    values: Mapping[str, object]
    """What the template is given."""
    games: tuple[GameOnSite, ...]
    """The games from which these follow."""
    beside: tuple[object, ...]
    """What else they follow from."""

    def follows_from(self) -> tuple[object, ...]:
        """Return all that it follows from: the same of the same."""
        return self.template, self.games, self.beside

    def in_short(self) -> str:
        """Return the same as text."""
        beside = msgspec.json.encode((self.template, self.beside))
        return b"".join((beside, *map(_told, self.games))).decode()

    def made(self, means: ArchiveMeans) -> File:
        return self.file, means.page(self.template, **self.values)


@lru_cache(maxsize=MOST_KEPT)
def _told(game: GameOnSite) -> bytes:
    """Return all that pages tell of a game, in short."""
    return sha256(msgspec.json.encode(game)).hexdigest().encode()


class GamesInOrder:
    """The games of a club as its pages go through them: after a turn in one of them only that one moves."""

    def __init__(self, games: tuple[GameOnSite, ...] = ()) -> None:
        self.running: tuple[GameOnSite, ...] = ()
        """The next ZAT first."""
        self.over: tuple[GameOnSite, ...] = ()
        """The last first."""
        self._of: tuple[GameOnSite, ...] = ()
        self._played: dict[str, tuple[GameOnSite, ...]] = {}
        """By the pages of their players."""
        self._seen: dict[str, PlayerSeen] = {}
        self.look(games)

    def look(self, games: tuple[GameOnSite, ...]) -> None:
        """Take the games as they are now."""
        before, self._of = self._of, games
        both = zip(before, games, strict=False)
        changed = [*compress(both, map(is_not, before, games))]
        if len(before) != len(games) or not all(starmap(_goes_on, changed)):
            self._begin(games)
            return
        for was, now in changed:
            others = [each for each in self.running if each is not was]
            insort(others, now, key=_soonest)
            self.running = tuple(others)
            for page in {each.page for each in now.players} - {""}:
                own = self._played[page]
                self._played[page] = tuple([now if each is was else each for each in own])

    def _begin(self, games: Iterable[GameOnSite]) -> None:
        played = defaultdict[str, list[GameOnSite]](list)
        for game in games:
            for player in game.players:
                if player.page:
                    played[player.page].append(game)
        self._played = {page: tuple(own) for page, own in played.items()}
        self.running = tuple(sorted((e for e in games if not e.is_over), key=_soonest))
        over = (e for e in games if e.is_over)
        self.over = tuple(sorted(over, key=lambda each: each.when_over, reverse=True))

    def players_seen(self, ratings: Iterable[RatingsOnSite]) -> Iterator[PlayerSeen]:
        """Yield what the page of each player tells who has one, by the name of his newest game."""
        rated = defaultdict[str, list[Rated]](list)
        for each in ratings:
            for row in each.rows:
                rated[row.player.page].append((each.what, row))
        before, self._seen = self._seen, {}
        for page, games in self._played.items():
            own, known = tuple(rated.get(page, ())), before.get(page)
            is_as_then = known is not None and (known.games, known.ratings) == (games[::-1], own)
            seen = known if known is not None and is_as_then else _seen(page, games, own)
            self._seen[page] = seen
            yield seen


def _goes_on(was: GameOnSite, now: GameOnSite) -> bool:
    """Tell whether a game is played on by those who played it."""
    is_running = was.id == now.id and not was.is_over and not now.is_over
    return is_running and [e.page for e in was.players] == [e.page for e in now.players]


def pages_to_make(club: Club, in_order: GamesInOrder) -> Iterator[PageToMake]:
    """Yield the front page, what has no room on it, and the pages of players; *in_order*: its games."""
    title = name_seen(club.title)
    running, over = in_order.running, in_order.over
    yield _front_page(club, title, running, over)
    if len(running) > MOST_RUNNING:
        values: dict[str, object] = {"title": title, "running": running, "over": ()}
        yield PageToMake("running.html", "all_games", values, running, (title,))
    if len(over) > MOST_OVER:
        values = {"title": title, "over": over}
        yield PageToMake("over.html", "all_games", values, over, (title,))
    if any(len(each.rows) > MOST_RATED for each in club.ratings):
        rated = tuple((each.what, each.rows) for each in club.ratings)
        values = {"title": title, "ratings": rated}
        yield PageToMake("ratings.html", "all_ratings", values, (), (title, rated))
    for seen in in_order.players_seen(club.ratings):
        values = {"title": title, "seen": seen}
        yield PageToMake(
            seen.player.page, "player", values, seen.games, (title, seen.player, seen.ratings)
        )


def club_pages(club: Club, means: ArchiveMeans, in_order: GamesInOrder) -> Iterator[File]:
    """Yield what all pages look like, the feed and the calendar."""
    yield means.style()
    if has_feed(club):
        yield "feed.xml", feed(club, means)
    yield "calendar.ics", calendar(in_order.running, means)


def _front_page(
    club: Club, title: str, running: Sequence[GameOnSite], over: Sequence[GameOnSite]
) -> PageToMake:
    beside = {
        "title": title,
        "has_news": has_feed(club),
        "beginning": club.beginning,
        "more_running": len(running) > MOST_RUNNING,
        "more_over": len(over) > MOST_OVER,
        "tournaments": club.tournaments,
        "most_lines": MOST_LINES,
        "ratings": tuple((each.what, each.rows[:MOST_RATED]) for each in club.ratings),
        "more_rated": any(len(each.rows) > MOST_RATED for each in club.ratings),
    }
    games = {"running": running[:MOST_RUNNING], "over": over[:MOST_OVER]}
    seen = (*games["running"], *games["over"])
    return PageToMake("index.html", "site", beside | games, seen, (*beside.values(),))


def _soonest(game: GameOnSite) -> tuple[datetime, str]:
    return (game.due or _NEVER, game.id)


def _seen(page: str, games: tuple[GameOnSite, ...], rated: tuple[Rated, ...]) -> PlayerSeen:
    """Return what the page of a player tells; *games* are all of his, the oldest first."""
    player = next(each for each in reversed(games[-1].players) if each.page == page)
    own = [(game, each) for game in games for each in game.figures if each.player == page]
    best = [WordOfGame(e.best_word, e.best_points, game) for game, e in own if e.best_word]
    return PlayerSeen(
        player,
        games[::-1],
        sum(game.is_over for game in games),
        sum(page in game.won_by for game in games),
        next(iter(together(each for _, each in own)), None),
        tuple(sorted(best, key=lambda each: -each.points)[:MOST_WORDS]),
        rated,
    )


def has_feed(club: Club) -> bool:
    """Tell whether there is a feed: it has an address, and a date by what is new."""
    return bool(club.url and club.news)


def feed(club: Club, means: ArchiveMeans) -> bytes:
    """Return what is new as an Atom feed (RFC 4287), where there is anything."""
    ET.register_namespace("", _ATOM)
    root = ET.Element(f"{{{_ATOM}}}feed")
    _child(root, "title", name_seen(club.title))
    _child(root, "id", club.url)
    _child(root, "updated", club.news[0].at.isoformat())
    author = ET.SubElement(root, f"{{{_ATOM}}}author")
    _child(author, "name", name_seen(club.title))
    ET.SubElement(root, f"{{{_ATOM}}}link", rel="self", href=f"{club.url}feed.xml")
    ET.SubElement(root, f"{{{_ATOM}}}link", href=club.url)
    written: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    head, end, _ = written.rpartition(b"</feed>")
    in_turns = {game.id for game in club.games if game.in_turns}
    entries = (
        _entry(each, club.url, means, in_turns=each.game in in_turns)
        for each in club.news[:MOST_NEWS]
    )
    return b"".join((head, *entries, end))


@lru_cache(maxsize=MOST_KEPT)
def _entry(news: SiteNews, url: str, means: ArchiveMeans, *, in_turns: bool) -> bytes:
    """Return an entry of the feed, in which it stands for months."""
    entry = ET.Element(f"{{{_ATOM}}}entry")
    link = f"{url}game-{news.game}/index.html"
    headline = means.say("news", name_seen(news.title), news.number, news.is_over, in_turns)
    _child(entry, "title", headline)
    _child(entry, "id", f"{link}#{news.number}{'-over' if news.is_over else ''}")
    _child(entry, "updated", news.at.isoformat())
    ET.SubElement(entry, f"{{{_ATOM}}}link", href=link)
    written: bytes = ET.tostring(entry, encoding="utf-8")
    return written


def _child(parent: ET.Element, tag: str, text: str) -> None:
    ET.SubElement(parent, f"{{{_ATOM}}}{tag}").text = text


def calendar(games: Sequence[GameOnSite], means: ArchiveMeans) -> bytes:
    """Return the next ZAT of each game as a calendar (RFC 5545)."""
    head, end, rest = _empty_calendar().partition(b"END:VCALENDAR")
    events = (_event(game, game.due, means) for game in games if game.due is not None)
    return b"".join((head, *events, end, rest))


@cache
def _empty_calendar() -> bytes:
    empty = Calendar()
    empty.add("prodid", "-//mailref//EN")
    empty.add("version", "2.0")
    return bytes(empty.to_ical())


@lru_cache(maxsize=MOST_KEPT)
def _event(game: GameOnSite, due: datetime, means: ArchiveMeans) -> bytes:
    event = Event()
    event.add("uid", f"{game.folder}-{game.number + 1}@mailref")
    event.add("dtstamp", due.astimezone(UTC))
    event.add("dtstart", due.astimezone(UTC))
    event.add("summary", means.say("zat_of", name_seen(game.title)))
    return bytes(event.to_ical())
