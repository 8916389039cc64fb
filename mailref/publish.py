"""Pages that anybody may read, written into a folder: of each game what may be told of it, and the club's own.

Only files of the folder's own list are replaced or deleted, each at once and whole; a folder that holds
anything else is left alone. Who has not agreed by SEITE JA stands there by his initials.
"""

import hashlib
import hmac
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from msgspec import Struct, field
from msgspec.structs import replace

from mailref.assembly import archive_means
from mailref.errors import MailrefError
from mailref.game_files import archive_of, gcg_in
from mailref.games.events import DrawsMixed
from mailref.games.game import Game, Player
from mailref.journal.journal import Journal
from mailref.record.renaming import by_initials, initials
from mailref.report.gcg import NotInGcgError
from mailref.settings.begun import with_club_games
from mailref.settings.load import load_settings
from mailref.settings.values import Settings
from mailref.tick.pages import mark
from mailref.writing.archive import ArchiveMeans, File
from mailref.writing.site import Club, GameOnSite, PlayerOnSite, SiteNews, club_pages

LIST = "manifest.json"
"""Which files are ours, of what they were made, and what was news when."""
_FORM = 1


class Manifest(Struct):
    """What stands in a folder of ours."""

    files: dict[str, str] = field(default_factory=dict)
    """The SHA-256 of each file by its path."""
    games: dict[str, str] = field(default_factory=dict)
    """Of what a game's pages were made."""
    news: list[tuple[str, str, int, bool, str]] = field(default_factory=list)
    form: int = _FORM


class PagesFolder:
    """A folder of pages, and the list of what is ours in it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.written = _listed(path)
        self.count = 0
        """How many files were written."""
        self._seen: set[str] = set()

    def keep(self, prefix: str) -> None:
        """Leave all files below *prefix* as they are."""
        self._seen |= {name for name in self.written.files if name.startswith(f"{prefix}/")}

    def write(self, name: str, data: bytes) -> None:
        """Write a file, at once and whole, if it holds something else."""
        digest = hashlib.sha256(data).hexdigest()
        self._seen.add(name)
        file = self.path / name
        if self.written.files.get(name) == digest and file.is_file() and not file.is_symlink():
            return
        self._refuse_links(file)
        file.parent.mkdir(parents=True, exist_ok=True)
        _replace(file, data)
        self.written.files[name] = digest
        self.count += 1

    def close(self) -> None:
        """Delete what is ours and was neither written nor kept, and write the list."""
        for name in sorted(self.written.files.keys() - self._seen):
            with suppress(FileNotFoundError):
                (self.path / name).unlink()
            del self.written.files[name]
            with suppress(OSError):  # others stand in it
                (self.path / name).parent.rmdir()
        found = {each: getattr(self.written, each) for each in ("form", "files", "games", "news")}
        _replace(self.path / LIST, json.dumps(found, indent=1, sort_keys=True).encode())

    def _refuse_links(self, file: Path) -> None:
        """Write through no link, which could lead anywhere."""
        for part in (file, *file.parents):
            if part == self.path:
                return
            if part.is_symlink():
                raise MailrefError(f"{part} is a link: nothing is written there")


def _listed(path: Path) -> Manifest:
    """Return the list of a folder; MailrefError where it holds files and no list of ours."""
    if path.is_symlink():
        raise MailrefError(f"{path} is a link: nothing is written there")
    path.mkdir(parents=True, exist_ok=True)
    if not (path / LIST).is_file():
        if any(path.iterdir()):
            raise MailrefError(
                f"{path} holds files that are none of ours: give the pages a folder of their own"
            )
        return Manifest()
    try:
        found = json.loads((path / LIST).read_text(encoding="utf-8"))
        if found["form"] != _FORM:
            return Manifest(files=dict(found["files"]))
        news = [(str(a), str(b), int(c), bool(d), str(e)) for a, b, c, d, e in found["news"]]
        return Manifest(dict(found["files"]), dict(found["games"]), news)
    except (ValueError, KeyError, TypeError) as wrong:
        raise MailrefError(f"{path / LIST} cannot be read: {wrong}") from wrong


def _replace(file: Path, data: bytes) -> None:
    part = file.with_name(f".{file.name}.part")
    part.unlink(missing_ok=True)
    handle = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_NOFOLLOW, 0o644)
    with os.fdopen(handle, "wb") as opened:
        opened.write(data)
    part.replace(file)


def publish(settings: Settings, journal: Journal, secret: bytes, now: datetime) -> int:
    """Write the pages of all games as they stand; return how many files that took."""
    site = settings.site
    if site is None:
        return 0
    folder = PagesFolder(Path(site.folder))
    games = tuple(_games(settings, journal, secret, folder, now))
    means = _means(site.language, next((each.zone for each in settings.games), ZoneInfo("UTC")))
    news = tuple(
        SiteNews(game, title, number, is_over, datetime.fromisoformat(at))
        for game, title, number, is_over, at in folder.written.news
    )
    title = site.title or settings.mail.display_name or settings.mail.address
    for name, data in club_pages(Club(title, site.url, games, news), means):
        folder.write(name, data)
    folder.write("replay.js", _asset(means, "replay.js"))
    folder.close()
    return folder.count


def _means(language: str, zone: ZoneInfo) -> ArchiveMeans:
    return replace(archive_means(language, zone), is_on_site=True)


def _asset(means: ArchiveMeans, name: str) -> bytes:
    return means.pages.get_template(f"archive/{name}").render().encode()


def _games(
    settings: Settings, journal: Journal, secret: bytes, folder: PagesFolder, now: datetime
) -> Iterator[GameOnSite]:
    """Write the pages of each game that has changed, and yield what the front page shows of all."""
    policies = {policy.id: policy for policy in settings.games}
    for id_ in journal.games.ids():
        game = journal.games.load(id_)
        policy = policies.get(id_)
        if game is None or game.is_trial:
            continue
        language = policy.language if policy else settings_language(settings)
        zone = policy.zone if policy else ZoneInfo("UTC")
        shown = _shown(game, secret)
        made_of = hashlib.sha256(f"{mark(game)} {language} {zone}".encode()).hexdigest()
        found = GameOnSite(
            id_, game.title, shown, game.is_over, game.due, max(0, game.number_now - 1)
        )
        if folder.written.games.get(id_) == made_of:
            folder.keep(found.folder)
        else:
            for name, data in _files(id_, journal, game, _means(language, zone)):
                folder.write(f"{found.folder}/{name}", data)
            folder.written.games[id_] = made_of
            _note_news(folder.written, found, now)
        yield replace(found, has_gcg=f"{found.folder}/game.gcg" in folder.written.files)


def settings_language(settings: Settings) -> str:
    """Return the language of pages about a game that the settings do not name any more."""
    return settings.site.language if settings.site else ""


def _note_news(written: Manifest, game: GameOnSite, now: datetime) -> None:
    if game.number == 0 and not game.is_over:
        return
    if any(
        (each[0], each[2], each[3]) == (game.id, game.number, game.is_over) for each in written.news
    ):
        return
    written.news.insert(0, (game.id, game.title, game.number, game.is_over, now.isoformat()))
    del written.news[200:]


def _shown(game: Game, secret: bytes) -> tuple[PlayerOnSite, ...]:
    """Return the players as pages show them, those who have agreed with a page of their own."""
    return tuple(
        PlayerOnSite(player.name, page_of(player, secret))
        if player.shows_name
        else PlayerOnSite(initials(player.name), "")
        for player in game.players.values()
    )


def page_of(player: Player, secret: bytes) -> str:
    """Return the file of a player's page: by his name, but nobody can tell a name from it."""
    said = f"player page {player.name}".encode()
    return f"player-{hmac.new(secret, said, hashlib.sha256).hexdigest()[:16]}.html"


def _files(id_: str, journal: Journal, game: Game, means: ArchiveMeans) -> Iterator[File]:
    """Yield the files of a game with initials for who has not agreed to be named."""
    events = tuple(journal.games.events(id_))
    named = {player.name for player in game.players.values() if player.shows_name}
    shown = by_initials(id_, events, named)
    # A word that is mixed into draws keeps the name beside it.
    is_mixed = any(isinstance(event, DrawsMixed) for event in events)
    has_json = not is_mixed or len(named) == len(game.players)
    _, files = archive_of(lambda: shown, replace(means, has_json=has_json))
    yield from (file for file in files if has_json or file[0] != "game.json")
    with suppress(NotInGcgError):
        yield "game.gcg", gcg_in(shown).encode()


def publish_at(config: str, now: datetime) -> int:
    """Write the pages of the installation whose settings lie at *config*; return how many files that took."""
    settings = load_settings(Path(config), os.environ, needs_secrets=False).faultless()
    with Journal.open(settings.database) as journal:
        club = journal.club.load()
        settings = with_club_games(settings, club, {})
        return publish(settings, journal, journal.installation.secret() or b"", now)
