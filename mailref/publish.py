"""Pages that anybody may read, written into a folder: of each game what may be told of it, and the club's own.

Only files of the folder's own list are replaced or deleted, each at once and whole; a folder that holds
anything else is left alone. Who has not agreed by SEITE JA stands there by his initials.
"""

import hashlib
import hmac
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from datetime import datetime
from functools import cached_property, lru_cache, reduce
from itertools import compress, filterfalse
from operator import attrgetter, is_not
from pathlib import Path
from stat import S_ISREG
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from mailref import version
from mailref.assembly import archive_means
from mailref.durable import put_in_place
from mailref.errors import MailrefError
from mailref.game_files import figures_in, game_of, gcg_in, outs_in, pages_of
from mailref.games import events as common
from mailref.games.club.club import ClubState
from mailref.games.game import Game
from mailref.games.kind import apply, kind_begun_by, kind_of, replay
from mailref.games.naming import is_forgotten
from mailref.games.recollection import Pieces, Recollection, Recollections
from mailref.games.tournament.club_page import club_files
from mailref.games.tournament.published import tournament_export
from mailref.games.tournament.standings import Final
from mailref.games.tournament.tournament import TournamentEvent, apply_tournament, rated
from mailref.journal.journal import Journal
from mailref.journal.recorded_tournaments import called_otherwise
from mailref.pieces_on_disk import PiecesOnDisk
from mailref.record.as_json import in_lines
from mailref.record.codec import WrittenEvent, read_event
from mailref.record.export import PublicLog
from mailref.record.renaming import (
    by_initials,
    initials,
    may_name_anybody,
    named_nowhere,
    words_in_texts,
)
from mailref.referee.policy import GamePolicy, Registration
from mailref.report.gcg import NotInGcgError
from mailref.settings.begun import Policies, around, with_club_games
from mailref.settings.club import is_in_rounds, titles, told
from mailref.settings.load import SettingsWatch
from mailref.settings.values import NO_TITLE, ClubSettings, Settings, SiteSettings
from mailref.site_of_club import ratings_on_site, shown_in_tournament, tournament_on_site, winners
from mailref.tick.machine import GameStanding
from mailref.tick.pages import Lots, StandingsSent, as_received, standing, standings_of
from mailref.writing.archive import MOST_KEPT, ArchiveMeans, Drawing, PageFile
from mailref.writing.site import (
    Club,
    GameOnSite,
    GamesInOrder,
    HowGamesBegin,
    OfferOnSite,
    PageToMake,
    PlayedOnSite,
    PlayerOnSite,
    RatingsOnSite,
    SiteNews,
    TournamentOnSite,
    club_pages,
    game_in,
    pages_to_make,
)

LIST = "manifest.json"
"""Which files are ours, of what they were made, and what was news when; each folder has a list of its own."""
_FORM = 5
_IN_ONE = 4
"""The form in which all of that stood in one file, which was written anew with each report."""
_MOST_NEWS = 200
MOST_GAMES, MOST_EVENTS = 200, 5_000
"""Of so many games that had a report last, and of so much that happened in them, it is remembered what was made.

Where more than `MOST_RENEWED` are written at once, nothing is: which of them has the next report nobody knows.
"""
MOST_RENEWED = 25
"""So many games whose pages another release wrote are written anew beside a report; the others follow later."""


class GameWritten(Struct, frozen=True):
    """A game whose pages stand in the folder."""

    made_of: str
    """What they were made of, in short: where it is the same, so are they."""
    shown: GameOnSite
    by: str = ""
    """The version that wrote them."""
    marks: frozenset[str] = frozenset()
    """Of the words in what somebody wrote: of whoever has such a name and is not to be named, it is to go.

    Anybody may read this file, and not all of it is told yet: only who has our secret knows a word by its mark.
    """


class FoundGame(Struct, frozen=True, cache_hash=True):
    """A game as pages show it, and what its players are called, which they do not tell of everybody."""

    shown: GameOnSite
    names: tuple[str, ...]


class ListedFiles(Struct):
    """Which files of a folder are ours, as lists of older forms say it, by their paths."""

    form: int = _FORM
    files: Mapping[str, str] = {}


class Manifest(Struct):
    """What stands in a folder of ours; so it was written once, all in one."""

    form: int = _FORM
    folders: dict[str, dict[str, str]] = field(default_factory=dict)
    """The files of each folder, of "" those beside the folders: names, and the beginning of their SHA-256."""
    games: dict[str, GameWritten] = field(default_factory=dict)
    news: list[SiteNews] = field(default_factory=list)
    made: dict[str, str] = field(default_factory=dict)
    """Of what pages about several games were made, in short."""


class ListOfFolders(Struct):
    """What of it stands in the list of the whole: a report changes this and the list of one game."""

    form: int = _FORM
    files: dict[str, str] = field(default_factory=dict)
    """Those beside the folders."""
    folders: tuple[str, ...] = ()
    """Those that are ours: in no other is a list read."""
    news: list[SiteNews] = field(default_factory=list)
    made: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, written: Manifest) -> "ListOfFolders":
        """Return what of it stands in the list of the whole."""
        return cls(
            files=written.folders.get("", {}),
            folders=tuple(filter(None, written.folders)),
            news=written.news,
            made=written.made,
        )


class ListOfFolder(Struct):
    """What stands in the list of one folder: its files, and its game."""

    files: dict[str, str] = field(default_factory=dict)
    game: GameWritten | None = None


class LookedAt(Struct, frozen=True):
    """The games as they stood when a folder was written last."""

    settings: Settings
    ids: tuple[str, ...]
    """All of the record."""
    standings: Mapping[str, GameStanding]
    found: dict[str, FoundGame]
    """Whoever looks next takes it over: to copy a thousand takes as long as to look at some."""
    folders: AbstractSet[str]
    """In which the pages of these lie."""


class _Kinds(Struct, frozen=True):
    """What can be begun in a club: how it is written, and its title."""

    club: ClubSettings
    all: tuple[tuple[str, str], ...]
    in_rounds: tuple[tuple[str, str], ...]
    told: tuple[tuple[str, str], ...]
    """What it is, in a line: its title, and what is said."""
    played: tuple[PlayedOnSite, ...]
    """With what it is played."""


class _AsSet(Struct, frozen=True):
    """What pages want of the settings of all games: to look for it takes as long as a game is long."""

    settings: Settings
    policies: Mapping[str, GamePolicy]
    language: str
    zone: ZoneInfo
    for_all: tuple[GamePolicy, ...]
    """The games that anybody may join."""

    @classmethod
    def of(cls, settings: Settings) -> "_AsSet":
        """Return what is wanted of the settings."""
        policies = {each.plan.id: each.game for each in settings.tournaments}
        policies |= {policy.id: policy for policy in settings.games}
        return cls(
            settings,
            policies,
            settings_language(settings),
            next((each.zone for each in settings.games), ZoneInfo("UTC")),
            tuple(e for e in settings.games if e.registration is Registration.OPEN),
        )


class Unnamed:
    """Who is registered and has not agreed to be named: in what somebody writes in any game."""

    def __init__(
        self,
        journal: Journal,
        club: ClubState | None,
        others: Iterable[str],
        lots: Lots,
        secret: bytes,
    ) -> None:
        """*others*: the games of which the *lots* do not say how they stand."""
        self._journal, self._club, self._lots, self._secret = journal, club, lots, secret
        self._others = others

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return their names; looked for only where they are asked for."""
        club = self._club or self._journal.club.load()
        others = {id_: how for id_ in self._others if (how := self._how(id_)) is not None}
        lots = *self._lots.values(), StandingsSent.of(others)
        members = (each.name for each in club.members)
        names, named = map(attrgetter("names"), lots), map(attrgetter("named"), lots)
        return tuple(sorted(named_nowhere((members, *names), named)))

    def _how(self, id_: str) -> GameStanding | None:
        game = self._journal.games.load(id_)
        return standing(game) if game is not None else None

    @cached_property
    def marks(self) -> frozenset[str]:
        """Return the marks of first names and surnames of them."""
        return _marks_of((part for name in self.names for part in name.split()), self._secret)

    def are_in(self, game: GameWritten | None) -> bool:
        """Tell whether the pages of a game name one of them, who was not yet one when they were written."""
        return game is not None and bool(game.marks) and not self.marks.isdisjoint(game.marks)


def _marks_of(words: Iterable[str], secret: bytes) -> frozenset[str]:
    """Return marks of words, by which nobody knows one without the *secret*."""
    key = hashlib.blake2b(secret).digest()
    return frozenset(
        hashlib.blake2b(each.encode(), digest_size=8, key=key).hexdigest() for each in words
    )


class PagesFolder:
    """A folder of pages, and the list of what is ours in it."""

    def __init__(
        self, path: Path, before: "PagesFolder | None" = None, most_renewed: int | None = None
    ) -> None:
        """*before* is the same as it was used last: its list is not read again where it is the same.

        *most_renewed*: so many games are written anew for no other reason than another release.
        """
        self.path = path
        _refuse_link(path)
        is_known = before is not None and before.path == path and before.is_as_closed()
        self.written: Manifest = before.written if before and is_known else _listed(path)
        self.count = 0
        """How many files were written."""
        self.to_renew = 0
        """How many games stand there as another release wrote them."""
        self._may_renew = most_renewed
        self.looked_at: LookedAt | None = before.looked_at if before and is_known else None
        """The games as they were looked at last, where all their pages were of this release."""
        self._made: dict[str, tuple[object, ...]] = (
            before._made if before and is_known else {}  # noqa: SLF001  of the same class
        )
        """What pages about several games were made of when they were looked at last."""
        self.recollections: Recollections = (
            before.recollections if before else Recollections(MOST_GAMES, MOST_EVENTS)
        )
        self.kinds: _Kinds | None = before.kinds if before else None
        """What can be begun in the club, as it was found last."""
        self._set: _AsSet | None = before._set if before else None  # noqa: SLF001  as above
        self.in_order: GamesInOrder = before.in_order if before and is_known else GamesInOrder()
        self._marks: AbstractSet[str] = (
            before._marks  # noqa: SLF001  as above
            if before and is_known
            else frozenset[str]().union(*map(attrgetter("marks"), self.written.games.values()))
        )
        """Of all words in what is written of games, and perhaps of some that stood there once."""
        self._closed: os.stat_result | None = None
        self._lying: dict[str, AbstractSet[str]] = {}
        self.kept: set[str] = set()
        """The folders in which all files stay as they are."""
        self._seen: dict[str, set[str]] = defaultdict(set)
        # What was listed all in one gets its parts.
        self._changed = set(self.written.folders if self.written.form != _FORM else ())
        self.written.form = _FORM

    def as_set(self, settings: Settings) -> _AsSet:
        """Return what the settings say of all games, as it was found last where they are the same."""
        if self._set is None or self._set.settings is not settings:
            self._set = _AsSet.of(settings)
        return self._set

    def keep(self, folder: str) -> None:
        """Leave all files in a folder of the folder as they are."""
        self.kept.add(folder)

    def ids_in(self, journal: Journal, standings: Mapping[str, GameStanding]) -> tuple[str, ...]:
        """Return the games of the record, in the order they began: those of last time, where none came."""
        last = self.looked_at
        is_as_then = (
            last is not None
            and last.standings.keys() == standings.keys()
            and len(last.ids) == journal.games.count()
        )
        return last.ids if last is not None and is_as_then else journal.games.ids()

    def found_before(
        self, settings: Settings, standings: Mapping[str, GameStanding], unnamed: Unnamed
    ) -> dict[str, FoundGame]:
        """Return the games that stand as they did when they were looked at last: their pages stay."""
        last, self.looked_at = self.looked_at, None
        if last is None or last.settings is not settings:
            return {}
        found = last.found
        then, now = ([*map(each.get, found)] for each in (last.standings, standings))
        # Of most games the standing is the same value.
        moved = compress(zip(found, then, now, strict=True), map(is_not, then, now))
        changed = found.keys() - standings.keys()
        changed |= {id_ for id_, was, stands in moved if stands != was}
        if self._marks and not unnamed.marks.isdisjoint(self._marks):
            changed |= {id_ for id_ in found if unnamed.are_in(self.written.games.get(id_))}
        others = {found.pop(id_).shown.folder for id_ in changed}
        self.kept |= last.folders - others
        return found

    def is_as_closed(self) -> bool:
        """Tell whether the list lies there as we wrote it."""
        with suppress(OSError):
            return self._closed is not None and _is_same(self._closed, (self.path / LIST).lstat())
        return False

    def renews(self, game: GameWritten) -> bool:
        """Tell whether pages that could stay are written anew, since another release made them."""
        if game.by == written_by():
            return False
        if self._may_renew is not None and self._may_renew <= 0:
            self.to_renew += 1
            return False
        if self._may_renew is not None:
            self._may_renew -= 1
        return True

    def write(self, folder: str, name: str, data: bytes | Drawing) -> None:
        """Write a file, at once and whole, if it holds something else; draw no picture that lies there."""
        made_of = data if isinstance(data, bytes) else data.made_of + written_by().encode()
        digest, ours = _digest(made_of), self.written.folders.setdefault(folder, {})
        self._seen[folder].add(name)
        if ours.get(name) == digest and self._lies_in(folder, name):
            return
        self._refuse_links(folder, name)
        self._put(folder, name, data.draw() if isinstance(data, Drawing) else data)
        ours[name] = digest
        self._changed.add(folder)
        self.count += 1

    def _lies_in(self, folder: str, name: str) -> bool:
        """Tell whether a file lay in a folder when that was first asked about, links not counted.

        Beside the folders there are a few files, and a thousand folders.
        """
        if not folder:
            return _is_file(self.path / name)
        found = self._lying.get(folder)
        if found is None:
            found = self._lying[folder] = _files_of_folder(self.path / folder)
        return name in found

    def look_through(self) -> None:
        """Take for never written what others have deleted or changed since: it is written anew.

        What is in a picture is not looked at.
        """
        for folder, files in self.written.folders.items():
            lost = [
                name for name, digest in files.items() if not self._is_ours(folder, name, digest)
            ]
            for name in lost:
                files[name] = ""  # it is ours still, whatever stands there
                self.written.made.pop(folder or name, None)
            if lost:
                self.written.games.pop(game_in(folder), None)

    def _is_ours(self, folder: str, name: str, digest: str) -> bool:
        """Tell whether a file lies there as it was written."""
        file = self.path / folder / name
        with suppress(OSError):
            return _is_file(file) and (
                file.suffix == ".png" or _digest(file.read_bytes()) == digest
            )
        return False

    def note(self, game: GameWritten) -> None:
        """Note that the pages of a game stand there."""
        self.written.games[game.shown.id] = game
        self._marks |= game.marks
        self._changed.add(game.shown.folder)

    def make(self, page: PageToMake, means: ArchiveMeans) -> None:
        """Write a page about several games; as it was made of the same, leave it as it is."""
        follows_from = (means, *page.follows_from())
        if page.file in self.written.made and self._made.get(page.file) == follows_from:
            self._seen[""].add(page.file)
            return
        self._made[page.file] = follows_from
        made_of = _made_of(page.in_short(), means)
        if self.written.made.get(page.file) == made_of:
            self._seen[""].add(page.file)
            return
        self.write("", *page.made(means))
        self.written.made[page.file] = made_of

    def close(self) -> None:
        """Delete what is ours and was neither written nor kept, and write the lists.

        That of the whole first: whoever is broken off between finds a game that is to be written again.
        """
        folders = self.written.folders
        for folder in sorted(folders.keys() - self.kept):
            for name in folders[folder].keys() - self._seen[folder]:
                self._refuse_links(folder)
                (self.path / folder / name).unlink(missing_ok=True)
                del folders[folder][name]
                self._changed.add(folder)
                self.written.made.pop(name, None)
            if not folders[folder]:
                del folders[folder]
                self.written.made.pop(folder, None)
                if folder:
                    self._leave(folder)
        whole = msgspec.json.encode(ListOfFolders.of(self.written))
        self._closed = put_in_place(self.path / LIST, whole)
        changed = folders.keys() & self._changed - {""}
        games = self.written.games
        for folder in sorted(changed):
            self._refuse_links(folder)
            listed = ListOfFolder(folders[folder], games.get(game_in(folder)))
            put_in_place(self.path / folder / LIST, msgspec.json.encode(listed))
        self._changed.clear()

    def _leave(self, folder: str) -> None:
        """Delete a folder in which nothing is ours any more but its list; where others stand in it, that alone."""
        self._refuse_links(folder)
        (self.path / folder / LIST).unlink(missing_ok=True)
        with suppress(OSError):  # others stand in it
            (self.path / folder).rmdir()

    def _put(self, folder: str, name: str, data: bytes) -> None:
        """Write a file in a folder that may not be there yet: most are."""
        file = self.path / folder / name
        try:
            put_in_place(file, data)
        except FileNotFoundError:
            file.parent.mkdir(parents=True, exist_ok=True)
            put_in_place(file, data)

    def _refuse_links(self, folder: str, name: str = "") -> None:
        """Write through no link, which could lead anywhere."""
        place = str(self.path)
        for part in filter(None, (folder, name)):
            place = f"{place}/{part}"
            _refuse_link(place)


def _is_same(one: os.stat_result, other: os.stat_result) -> bool:
    """Tell whether a file is the one that it was: whoever writes a list puts another in its place."""
    return all(
        getattr(one, each) == getattr(other, each)
        for each in ("st_dev", "st_ino", "st_size", "st_mtime_ns")
    )


def _files_of_folder(folder: Path) -> frozenset[str]:
    """Return the names of the files in a folder; behind a link there are none."""
    with suppress(OSError):
        if not folder.is_symlink():
            with os.scandir(folder) as found:
                return frozenset([e.name for e in found if e.is_file(follow_symlinks=False)])
    return frozenset()


def _is_file(path: Path) -> bool:
    """Tell whether a file lies there, and no link to one."""
    with suppress(OSError):
        return S_ISREG(path.lstat().st_mode)
    return False


def _refuse_link(path: Path | str) -> None:
    if os.path.islink(path):  # noqa: PTH114  asked of each file
        raise MailrefError(f"{path} is a link: nothing is written there")


def _listed(path: Path) -> Manifest:
    """Return the list of a folder; MailrefError where it holds files and no list of ours.

    An empty folder gets one at once: what another process begins there, or a kill leaves, is ours.
    """
    path.mkdir(parents=True, exist_ok=True)
    if not (path / LIST).is_file():
        if any(path.iterdir()):
            raise MailrefError(
                f"{path} holds files that are none of ours: give the pages a folder of their own"
            )
        put_in_place(path / LIST, msgspec.json.encode(ListOfFolders()))
        return Manifest()
    try:
        found = _read(path, (path / LIST).read_bytes())
    except msgspec.MsgspecError as wrong:
        raise MailrefError(f"{path / LIST} cannot be read: {wrong}") from wrong
    for folder, files in found.folders.items():
        if not _is_inside(folder, files):
            said = f"{folder!r}: {sorted(files)}"
            raise MailrefError(f"{path / LIST} names what is no file of this folder, {said}")
    return found


def _read(path: Path, written: bytes) -> Manifest:
    """Return a list; of one in a form before the last only which files are ours: the rest is written anew."""
    listed = msgspec.json.decode(written, type=ListedFiles)
    if listed.form == _IN_ONE:
        return msgspec.json.decode(written, type=Manifest)
    if listed.form == _FORM:
        return _of_parts(path, msgspec.json.decode(written, type=ListOfFolders))
    found = Manifest(_IN_ONE)
    for each, digest in listed.files.items():
        folder, _, name = each.rpartition("/")
        found.folders.setdefault(folder, {})[name] = digest
    return found


def _of_parts(path: Path, whole: ListOfFolders) -> Manifest:
    """Return a list whose parts stand in the folders that it names.

    Where a part cannot be read, all of that folder is written again.
    """
    found = Manifest(folders={"": whole.files}, news=whole.news, made=whole.made)
    for folder in whole.folders:
        found.folders[folder] = {}
        if not _is_inside(folder, ()):
            continue
        part = _part_in(path / folder)
        found.folders[folder] = part.files
        if part.game is not None and part.game.shown.folder == folder:
            found.games[part.game.shown.id] = part.game
    return found


def _part_in(folder: Path) -> ListOfFolder:
    with suppress(OSError, msgspec.MsgspecError):
        if not folder.is_symlink() and _is_file(folder / LIST):
            return msgspec.json.decode((folder / LIST).read_bytes(), type=ListOfFolder)
    return ListOfFolder()


_NOWHERE = frozenset({"", ".", ".."})


def _is_inside(folder: str, names: Iterable[str]) -> bool:
    """Tell whether all these are names, and no ways to somewhere else."""
    places = {*names, folder or "-"}
    return _NOWHERE.isdisjoint(places) and "/" not in "".join(places)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:20]


def publish(
    settings: Settings,
    journal: Journal,
    secret: bytes,
    now: datetime,
    standings: Mapping[str, GameStanding] | None = None,
) -> int:
    """Write the pages of all games as they stand; return how many files that took.

    *standings*: by `tick.pages.standing` how those games stand of which it is known. Which has not changed is
    not loaded.
    """
    if settings.site is None:
        return 0
    folder = PagesFolder(Path(settings.site.folder))
    folder.look_through()
    lots = {b"": StandingsSent.of(standings or {})}
    _write(_Publisher(settings, journal, secret, folder, now), settings.site, lots)
    return folder.count


def _write(publisher: "_Publisher", site: SiteSettings, lots: Lots) -> None:
    """Write what is to be written of a folder, and its list."""
    settings, journal, folder = publisher.settings, publisher.journal, publisher.folder
    found = publisher.games(lots)
    games = tuple(map(attrgetter("shown"), found))
    as_set = folder.as_set(settings)
    means = _means(as_set.language, as_set.zone)
    club = Club(
        site.title
        or _title_of_club(settings)
        or settings.mail.display_name
        or settings.mail.address,
        site.url,
        games,
        tuple(folder.written.news),
        _beginning(publisher, games),
        tuple(_tournaments(settings, journal, folder, found))[::-1],
        _ratings(tuple(compress(found, map(attrgetter("results"), games)))),
    )
    folder.in_order.look(games)
    for page in pages_to_make(club, folder.in_order):
        folder.make(page, means)
    for name, data in club_pages(club, means, folder.in_order):
        folder.write("", name, data)
    for name in ("replay.js", "icon.svg"):
        folder.write("", name, means.pages.get_template(f"archive/{name}").render().encode())
    folder.close()


def _title_of_club(settings: Settings) -> str:
    """Return how the club is called; nothing where the settings do not say it."""
    title = settings.club.title if settings.club is not None else NO_TITLE
    return "" if title == NO_TITLE else title


@lru_cache(maxsize=1)
def _ratings(over: tuple[FoundGame, ...]) -> tuple[RatingsOnSite, ...]:
    """Return the ratings by these games, as long as they are the same."""
    return ratings_on_site(
        (each.shown for each in over), {each.shown.id: each.names for each in over}
    )


def _beginning(publisher: "_Publisher", games: Iterable[GameOnSite]) -> HowGamesBegin | None:
    """Return how members begin games, where they may, and whom anybody can play with; nobody by his name."""
    settings, now, club = publisher.settings, publisher.now, publisher.settings.club
    if club is None:
        return None
    state = publisher.club or publisher.journal.club.load()
    begun_so = _kinds(publisher.folder, settings, club)
    kinds, in_rounds = begun_so.all, begun_so.in_rounds
    offers = tuple(
        OfferOnSite(
            each.number,
            dict(kinds).get(each.made.variant, ""),
            initials(each.made.by.name),
            each.until,
        )
        for each in state.open_offers(now)
        if each.is_for_anyone
    )
    for_all = publisher.folder.as_set(settings).for_all
    running = {each.id for each in games if not each.is_over} if for_all else set()
    begun = {each.game for each in state.games} if running else set()
    rounds = tuple(each.title for each in for_all if each.id in running & begun)
    return HowGamesBegin(
        settings.mail.address,
        club.members.value,
        kinds,
        in_rounds,
        offers,
        rounds,
        begun_so.told,
        begun_so.played,
    )


def _kinds(folder: PagesFolder, settings: Settings, club: ClubSettings) -> "_Kinds":
    """Return what can be begun in a club, as it was found for the last report where its settings are the same."""
    if folder.kinds is None or folder.kinds.club is not club:
        found = tuple((variant, names[0]) for variant, names in titles(club, around(settings)))
        in_rounds = tuple(each for each in found if is_in_rounds(each[0], around(settings)))
        called = dict(found)
        said = tuple(
            (called[variant], text)
            for variant, language, text in told(club, around(settings))
            if language == club.language
        )
        played = tuple((called[each], it.language, it.words, it.time) for each, it in club.played)
        folder.kinds = _Kinds(club, found, in_rounds, said, played)
    return folder.kinds


def _tournaments(
    settings: Settings, journal: Journal, folder: PagesFolder, games: Iterable[FoundGame]
) -> Iterator[TournamentOnSite]:
    """Write the page of each tournament, and yield what the front page shows of it, the oldest first."""
    held = {id_: now for id_, now in journal.tournaments.load_all().items() if not now.is_trial}
    policies = {each.plan.id: each.game for each in settings.tournaments}
    by_id = {each.shown.id: each.shown for each in games} if held else {}
    names = {each.shown.id: each.names for each in games} if held else {}
    for id_, now in held.items():
        policy, shown = policies.get(id_), shown_in_tournament(now, by_id, names)
        means = _means(
            policy.language if policy else folder.as_set(settings).language,
            policy.zone if policy else ZoneInfo("UTC"),
        )
        told = tournament_on_site(now, shown)
        called = {name: player.name for name, player in shown.items()}
        made_of = _made_of(repr((now, called, [*by_id])), means)
        if folder.written.made.get(told.folder) == made_of:
            folder.keep(told.folder)
        else:
            for name, data in _files_of(journal.tournaments.events(id_), called, by_id, means):
                folder.write(told.folder, name, data)
            folder.written.made[told.folder] = made_of
        yield told


def _files_of(
    events: Iterable[TournamentEvent],
    called: Mapping[str, str],
    games: Mapping[str, GameOnSite],
    means: ArchiveMeans,
) -> Iterator[PageFile]:
    """Yield the files of a tournament in which players are called as pages show them."""
    shown = tuple(called_otherwise(each, called) for each in events)
    links = {id_: f"../{game.folder}/index.html" for id_, game in games.items()}
    now = reduce(apply_tournament, shown, None)
    if now is not None:
        yield from club_files(now, (), (), means, links)
        yield "tournament.json", f"{in_lines(tournament_export(shown))}\n".encode()


@lru_cache(maxsize=16)
def _means(language: str, zone: ZoneInfo) -> ArchiveMeans:
    return replace(archive_means(language, zone), is_on_site=True)


class _Publisher(Struct, frozen=True):
    """Writes the pages of games into a folder, as they stand at one moment."""

    settings: Settings
    journal: Journal
    secret: bytes
    folder: PagesFolder
    now: datetime
    club: ClubState | None = None
    """As it stands, where that is known."""
    pieces: PiecesOnDisk | None = None
    """Where that is kept which was made of games."""

    def games(self, lots: Lots) -> tuple[FoundGame, ...]:
        """Write the pages of each game that has changed; return what the front page shows of all."""
        standings = standings_of(lots)
        ids = self.folder.ids_in(self.journal, standings)
        others = filterfalse(standings.__contains__, ids)
        unnamed = Unnamed(self.journal, self.club, others, lots, self.secret)
        found = self.folder.found_before(self.settings, standings, unnamed)
        as_set = self.folder.as_set(self.settings)
        of_others = _means(as_set.language, ZoneInfo("UTC"))
        is_renewed, written = True, set[str]()
        changed = [*filterfalse(found.__contains__, ids)]
        for id_ in changed:
            policy = _policy_of(id_, as_set.policies)
            means = _means(policy.language, policy.zone) if policy else of_others
            how = standings.get(id_)
            if each := self._kept(id_, how, means, unnamed) or self._looked_at(
                id_, how, means, unnamed
            ):
                found[id_] = each
                written.add(each.shown.folder)
                is_renewed = is_renewed and self.folder.written.games[id_].by == written_by()
        if len(changed) > MOST_RENEWED:  # what is kept of them would lie in the way of each report
            self.folder.recollections = Recollections(MOST_GAMES, MOST_EVENTS)
        shown = tuple(filter(None, map(found.get, ids)))
        if is_renewed:
            folders = self.folder.kept | written
            self.folder.looked_at = LookedAt(self.settings, ids, standings, found, folders)
        return shown

    def _looked_at(
        self, id_: str, known: GameStanding | None, means: ArchiveMeans, unnamed: Unnamed
    ) -> FoundGame | None:
        """Write the pages of a game that is not as the list says; None: it is not for all.

        Of one of which it is not *known* how it stands it is looked at first whether that has changed.
        """
        how = known
        if how is None:
            game = self.journal.games.load(id_)
            if game is None:
                return None
            how = standing(game)
            if kept := self._kept(id_, how, means, unnamed):
                return kept
        if how.is_trial:
            return None
        recollection = self.folder.recollections.taken(id_)
        if recollection is None:
            recollection = Recollection(self._pieces_of(id_))
        happened = self._happened(id_, recollection)
        if not happened.events:
            return None
        found = self._written(id_, happened, how, means, recollection, unnamed=unnamed)
        self._keep_pieces(recollection, found.shown)
        if not found.shown.is_over:  # another report follows
            self.folder.recollections.put_back(id_, recollection)
        return found

    def _pieces_of(self, id_: str) -> Pieces | None:
        """Return what others have made of a game."""
        return Pieces(written_by(), self.pieces.of(id_)) if self.pieces is not None else None

    def _keep_pieces(self, recollection: Recollection, shown: GameOnSite) -> None:
        """Have the next report of a game find what was made for this one; after its end there is none."""
        if self.pieces is None or recollection.pieces is None:
            return
        recollection.pieces.found = {}
        if not shown.is_over:
            self.pieces.keep(shown.id, recollection.as_pieces())

    def _happened(self, id_: str, recollection: Recollection) -> "_Happened":
        """Return what happened in a game; what stands in the record as it did is not read again."""
        rows = tuple(self.journal.games.as_recorded(id_))
        return _Happened(recollection.each("events", None, rows, read_event), rows)

    def _kept(
        self, id_: str, standing: GameStanding | None, means: ArchiveMeans, unnamed: Unnamed
    ) -> FoundGame | None:
        """Leave the pages of a game as they are if they were made of what it is now."""
        written = self.folder.written.games.get(id_)
        if standing is None or not written or unnamed.are_in(written):
            return None
        if written.made_of != _stands_so(standing.mark, means):
            return None
        if self.folder.renews(written):
            return None
        self.folder.keep(written.shown.folder)
        return FoundGame(written.shown, standing.names)

    def _written(
        self,
        id_: str,
        happened: "_Happened",
        how: GameStanding,
        means: ArchiveMeans,
        recollection: Recollection,
        *,
        unnamed: Unnamed,
    ) -> FoundGame:
        """Write the pages of a game, and note that there is news of it."""
        events, so_far = _told(happened.events, how)
        named = {each for each in so_far.named if not is_forgotten(each)}
        rows = happened.rows if events is happened.events else ()
        has_texts = any(map(may_name_anybody, events))
        besides = unnamed.names if has_texts else ()
        shown = by_initials(id_, events, named, recollection, rows, besides=besides)
        public = PublicLog.of(shown, is_open=so_far.tells_all, recollection=recollection)
        players = _shown(so_far.names, named, self.secret)
        game = game_of(public.counted)
        found = _on_site(id_, game, players, events, public)
        press = press_told(_told_with_reports(shown))
        for name, data in _files(public, game, so_far, replace(means, press=press)):
            self.folder.write(found.folder, name, data)
        made_of, before = (_stands_so(how.mark, means), self.folder.written.games.get(id_))
        words = words_in_texts(shown, named) if has_texts else frozenset[str]()
        marks = _marks_of(words, self.secret)
        self.folder.note(GameWritten(made_of, found, written_by(), marks))
        if before is None or before.shown.newest != found.newest:
            _note_news(self.folder.written, found, self.now)
        return FoundGame(found, how.names)


def _policy_of(id_: str, policies: Mapping[str, GamePolicy]) -> GamePolicy | None:
    """Return the settings of a game; of a rematch, or a game of a tournament, those of what it is called by."""
    while id_ not in policies and "-" in id_:
        id_ = id_.rpartition("-")[0]
    return policies.get(id_)


class _Happened(Struct, frozen=True):
    """What happened in a game."""

    events: Sequence[common.Event]
    rows: Sequence[WrittenEvent]
    """The same as it stands in the record."""


def _told(
    events: Sequence[common.Event], how: GameStanding
) -> tuple[Sequence[common.Event], GameStanding]:
    """Return what reports have told of a game that stands so, and how it stood then.

    Who may be named, and how he is called, is true at once.
    """
    told_until = getattr(kind_begun_by(type(events[0]).__name__).record(), "told_until", len)
    until = told_until(events)
    if until == len(events):
        return events, how
    known = set(replay(events[:until]).players)
    since: list[common.Event] = []
    for event in events[until:]:
        if isinstance(event, common.PlayerRenamed) and event.name in known:
            known = known - {event.name} | {event.new_name}
            since.append(event)
    since += [
        common.NameShown(name, is_shown=name in how.named) for name in how.names if name in known
    ]
    told = (*events[:until], *since)
    return told, standing(replay(told))


def _on_site(
    id_: str,
    game: Game,
    players: tuple[PlayerOnSite, ...],
    events: Sequence[common.Event],
    shown: PublicLog,
) -> GameOnSite:
    """Return what pages about several games tell of one, of players only who have a page.

    *shown* are its *events* as anybody may read them, with initials for who has none, and *game* is made of them.
    """
    pages = {each.name: each.page for each in players if each.page}
    figures = figures_in(shown.counted) if pages else ()
    finals = rated(game)
    outs = outs_in(shown) if any(each.is_out for each in finals) else {}
    return GameOnSite(
        id_,
        game.title,
        players,
        game.is_over,
        game.due,
        max(0, game.number_now - 1),
        in_turns=kind_of(game).is_seated,
        rests=game.rests,
        ended=common.ended_at(events),
        results=tuple((each.points, _why_out(each, outs)) for each in finals),
        figures=tuple(
            replace(each, player=pages[each.player]) for each in figures if each.player in pages
        ),
        won_by=tuple(pages[name] for name in winners(finals) if name in pages),
    )


def _why_out(final: Final, outs: Mapping[str, str]) -> str:
    """Return why somebody did not play to the end; nothing where he did."""
    return outs.get(final.player, "left") if final.is_out else ""


def _made_of(told: str, means: ArchiveMeans) -> str:
    return _digest(f"{told} {means.language} {means.zone} {written_by()}".encode())


@lru_cache(maxsize=MOST_KEPT)
def _stands_so(mark: str, means: ArchiveMeans) -> str:
    """Return of what the pages of a game are made, in short; which release makes them is noted beside it."""
    return _digest(f"{mark} {means.language} {means.zone}".encode())


@lru_cache(maxsize=1)
def written_by() -> str:
    """Return which version writes: another one says other things of the same, or draws them otherwise."""
    return version.told()


def settings_language(settings: Settings) -> str:
    """Return the language of pages about several games, or one that the settings do not name any more."""
    return (settings.site.language if settings.site else "") or settings.language


def _note_news(written: Manifest, game: GameOnSite, now: datetime) -> None:
    if any((each.game, each.number, each.is_over) == game.newest for each in written.news):
        return
    written.news.insert(0, SiteNews(game.id, game.title, game.number, game.is_over, now))
    del written.news[_MOST_NEWS:]


def _shown(
    names: Iterable[str], named: AbstractSet[str], secret: bytes
) -> tuple[PlayerOnSite, ...]:
    """Return the players as pages show them, those who have agreed with a page of their own.

    Who was forgotten is another in each game, and has none.
    """
    return tuple(
        PlayerOnSite(each, page_of(each, secret))
        if each in named
        else PlayerOnSite(initials(each), "")
        for each in names
    )


def page_of(player: str, secret: bytes) -> str:
    """Return the file of a player's page: by his name, but nobody can tell a name from it."""
    said = f"player page {player}".encode()
    return f"player-{hmac.new(secret, said, hashlib.sha256).hexdigest()[:16]}.html"


def _files(
    shown: PublicLog, game: Game, how: GameStanding, means: ArchiveMeans
) -> Iterator[PageFile]:
    """Yield the files of a game, of what anybody may read of its events, with initials for who is not named."""
    # A word that is mixed into draws keeps the name beside it, also one that its player has no more.
    mixes = [event for event in shown if isinstance(event, common.DrawsMixed)]
    beside = {name for event in mixes for name, _ in event.words}
    has_json = not mixes or ({*how.names} == {*how.named} and beside <= {*how.names})
    gcg = _gcg_of(shown)
    told = replace(means, has_json=has_json, has_gcg=gcg is not None, rulings=rulings_told(shown))
    _, files = pages_of(lambda: shown, told, game)
    yield from (file for file in files if has_json or file[0] != "game.json")
    if gcg is not None:
        yield "game.gcg", gcg


def _gcg_of(shown: PublicLog) -> bytes | None:
    """Return the moves of a game for other programs; None where the format cannot hold it."""
    with suppress(NotInGcgError):
        return gcg_in(shown).encode()
    return None


def _told_with_reports(events: Sequence[common.Event]) -> Sequence[common.Event]:
    """Return the events up to the last report: with it another round or turn begins, or the game is over."""
    if not any(isinstance(event, common.PressReceived) for event in events):
        return ()
    game: Game | None = None
    until = 0
    for count, event in enumerate(events, start=1):
        number = game.number_now if game else 0
        was_over = game is not None and game.is_over
        game = apply(game, event)
        if game.number_now > number or (game.is_over and not was_over):
            until = count
    return events[:until]


def press_told(events: Iterable[common.Event]) -> tuple[tuple[str, str], ...]:
    """Return who has written what for all, of what was released; the newest first."""
    found: dict[str, common.PressReceived] = {}
    for event in events:
        match event:
            case common.PressReceived():
                found[event.mail] = event
            case common.PressRuled(mail, is_released) if mail in found:
                found[mail] = replace(found[mail], is_released=is_released)
            case _:
                pass
    return tuple((each.player, each.text) for each in found.values() if each.is_released)[::-1]


def rulings_told(events: PublicLog) -> tuple[tuple[str, bool], ...]:
    """Return on which words the game master has ruled and how, as far as an export tells it."""
    found: dict[str, bool] = {}
    for event in events:
        if isinstance(event, common.WordRuled):
            found.pop(event.word, None)
            if event.accepted is not None:
                found[event.word] = event.accepted
    return tuple(found.items())


class _Kept(Struct, frozen=True):
    """What the workshop keeps from one report to the next, as the machine keeps its own."""

    watch: SettingsWatch
    journal: Journal
    begun: Policies
    folders: dict[str, PagesFolder]
    merged: dict[int, tuple[Settings, Settings]]
    """The settings of the file, and those with the games of the club; by how much has happened in it."""
    lots: dict[str, Lots]
    """How games stood when the pages in a folder were written last."""

    def settings(self, club: ClubState) -> Settings:
        """Return the settings with the games that members have begun."""
        of_file = self.watch.settings
        known = self.merged.get(club.count)
        if known is None or known[0] is not of_file:
            known = of_file, with_club_games(of_file, club, self.begun)
            self.merged.clear()
            self.merged[club.count] = known
        return known[1]


@lru_cache(maxsize=1)
def _kept(config: str) -> _Kept:
    watch = SettingsWatch.of(Path(config), os.environ)
    return _Kept(watch, Journal.open(watch.settings.database), {}, {}, {}, {})


def publish_at(config: str, now: datetime, standings: bytes) -> int:
    """Write the pages of the installation whose settings lie at *config*, as `publish` does.

    *standings*: as they were sent.
    Return how many games are still to be written anew since another release has written them.
    """
    kept = _kept(config)
    kept.watch.look()
    journal, club = kept.journal, kept.journal.club.load()
    settings = kept.settings(club)
    if settings.site is None:
        return 0
    path = settings.site.folder
    before = kept.folders.pop(path, None)
    folder = PagesFolder(Path(path), before, MOST_RENEWED)
    secret = journal.installation.secret() or b""
    pieces = PiecesOnDisk(settings.database, secret)
    if before is None:
        pieces.keep_only(
            [each.shown.id for each in folder.written.games.values() if not each.shown.is_over]
        )
    kept.lots[path] = as_received(standings, kept.lots.get(path, {}))
    publisher = _Publisher(settings, journal, secret, folder, now, club, pieces)
    _write(publisher, settings.site, kept.lots[path])
    kept.folders[path] = folder
    return folder.to_renew
