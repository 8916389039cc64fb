"""A season of a club: what its pages tell at every moment, that they are whole, and what came of its games.

A soak plays three months of thirty members, else a few of them play for some days.
"""

import json
import re
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from mailref.games.by_turns.game import SeatedGame
from mailref.games.classic.game import TurnGame
from mailref.games.events import Event
from mailref.games.game import Game
from mailref.journal.journal import Journal
from mailref.publish import LIST
from tests.commands.invoke import mailref
from tests.e2e.season import LAST, REFEREE, Script, Season, season
from tests.effort import Effort, Tried, effort
from tests.looks.axe import violations
from tests.looks.chromium import Browser, running
from tests.needs import need_program
from tests.published_secrets import Hidden, hidden_in

LONG, SHORT = Script(members=30, days=92), Script(members=4, days=5, resigns_after=4)
LINK = re.compile(r'(?:href|src)="([^"#]+)')
_NEWER = 'proprietary attribute "loading"'
"""Which HTML has, and tidy does not know."""
_SURNAMES = re.compile(rf"\b(?:{'|'.join(LAST)})\b")

pytestmark = pytest.mark.slow


class Watch:
    """Looks at each version of the folder: at all that is new in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.wrong: list[str] = []
        self.versions = self.files = 0
        self._known: dict[str, str] = {}
        self._hidden: dict[str, tuple[int, Hidden]] = {}

    def __call__(self, season: Season) -> None:
        listed = self.folder / LIST
        if not listed.is_file():
            return
        whole = json.loads(listed.read_text("utf-8"))
        files: dict[str, str] = dict(whole["files"])
        for folder in whole["folders"]:
            part = f"{folder}/{LIST}"
            written = (self.folder / part).read_text("utf-8")
            own: dict[str, str] = json.loads(written)["files"]
            files |= {f"{folder}/{name}": digest for name, digest in own.items()} | {part: written}
        new = [name for name, digest in files.items() if self._known.get(name) != digest]
        self._known = files
        if not new:
            return
        self.versions += 1
        self.files += len(new)
        self.look_at(new, season.machine.journal)

    def look_at(self, new: list[str], journal: Journal) -> None:
        games = {id_: journal.games.load(id_) for id_ in journal.games.ids()}
        known = {id_: game for id_, game in games.items() if game is not None}
        for name in (*new, LIST):
            if name.endswith(".png"):
                continue
            text = (self.folder / name).read_text("utf-8").replace(REFEREE, "")
            self.wrong += [f"{name}: {each}" for each in self._found(name, text, known, journal)]
            if name.endswith(".html"):
                self.wrong += [f"{name}: {each}" for each in self._dead_links(name, text)]

    def _found(
        self, name: str, text: str, games: Mapping[str, Game], journal: Journal
    ) -> Iterator[str]:
        """Yield what a file should not tell."""
        own = name.partition("/")[0].removeprefix("game-")
        here = {own: games[own]} if own in games else games
        for id_ in here:
            hidden = self._hidden_of(id_, journal)
            if own in games:
                yield from hidden.found_in(text)
            else:  # a word that is kept here may be laid there
                yield from (each for each in hidden.texts if each in text)
        shown = {
            player.name.split()[-1]
            for game in here.values()
            for player in game.players.values()
            if player.shows_name
        }
        yield from sorted(set(_SURNAMES.findall(text)) - shown)

    def _hidden_of(self, id_: str, journal: Journal) -> Hidden:
        count = journal.games.count_events(id_)
        before = self._hidden.get(id_)
        if before is None or before[0] != count:
            events: tuple[Event, ...] = tuple(journal.games.events(id_))
            before = self._hidden[id_] = count, hidden_in(events, journal.games.seed(id_))
        return before[1]

    def _dead_links(self, name: str, text: str) -> Iterator[str]:
        for link in LINK.findall(text):
            is_here = not link.startswith(("http", "//", "mailto:"))
            if not (
                link == "mailto:" or (is_here and ((self.folder / name).parent / link).is_file())
            ):
                yield f"{link} leads nowhere"


class Played:
    """A season that is over."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.watch = Watch(folder / "public")
        self.script = LONG if effort() is Effort.SOAK else SHORT
        self.season = season(folder, self.script, self.watch)
        self.season.machine.journal.close()

    @property
    def pages(self) -> list[Path]:
        return sorted((self.folder / "public").rglob("*.html"))

    def games(self) -> dict[str, Game]:
        with Journal.open(f"sqlite:///{self.folder}/mailref.db") as journal:
            found = {id_: journal.games.load(id_) for id_ in journal.games.ids()}
        return {id_: game for id_, game in found.items() if game is not None}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    return Played(tmp_path_factory.mktemp("season"))


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    program = need_program("chromium", "chromium")
    with running(program, tmp_path_factory.mktemp("profile")) as started:
        yield started


def test_no_version_of_the_pages_tells_a_secret_or_has_a_dead_link(
    played: Played, tried: Tried
) -> None:
    tried("versions of the pages of a club", played.watch.versions)
    tried("files of them", played.watch.files)

    assert played.watch.wrong == []
    assert played.watch.versions > played.script.days
    assert played.watch.files > 2 * played.watch.versions


def test_games_are_begun_by_mail_and_played_to_their_end(played: Played) -> None:
    games, counts = played.games(), played.season.figures.counts
    begun = {id_ for id_ in games if id_.startswith("klub-")}

    assert len(begun) >= played.script.beginners // 2
    assert any(games[id_].is_over for id_ in begun)
    assert any(id_.startswith("pokal-r") and game.is_over for id_, game in games.items())
    assert counts["moves"]
    if played.script is LONG:
        assert counts["offers taken"]
        assert counts["words that are none"]
        assert counts["words ruled on"]
        assert counts["challenges"]
        assert counts["offers refused"]
        assert counts["vacations"]
        assert played.season.forgotten
        assert games[played.season.forgotten].is_over


def test_the_front_page_shows_games_offers_ratings_and_the_tournament(played: Played) -> None:
    page = (played.folder / "public" / "index.html").read_text("utf-8")

    for wanted in ("running", "offers", "begin", "tournaments", "ratings", "over"):
        assert f'<h2 id="{wanted}">' in page
    assert "Pokal des Klubs" in page
    assert len(page.encode()) < 100_000


def test_every_page_is_valid_html(played: Played) -> None:
    tidy = need_program("tidy", "tidy")

    done = subprocess.run(
        [tidy, "-errors", "-quiet", "-utf8", *map(str, played.pages)],
        capture_output=True,
        check=False,
    )

    found = [line for line in done.stderr.decode().splitlines() if _NEWER not in line]
    assert found == []


@pytest.mark.chromium
def test_a_game_is_stepped_through_to_its_final_score(played: Played, browser: Browser) -> None:
    """By the arrow keys, from the first turn on; the last step says what the record says."""
    games = played.games()
    id_ = max((i for i, g in games.items() if g.is_over and isinstance(g, SeatedGame)), key=len)
    game = games[id_]
    browser.look(played.folder / "public" / f"game-{id_}" / "index.html", 390, dark=False)
    shown = "[...document.querySelectorAll('.step')].filter(s => !s.hidden).map(s => s.innerText)"
    steps = browser.measure("document.querySelectorAll('.step').length")
    assert isinstance(steps, int)
    browser.measure("document.querySelector('.controls button').click()")
    seen = []

    for _ in range(steps):
        visible = browser.measure(shown)
        assert isinstance(visible, list)
        seen += visible
        browser.measure("document.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'}))")

    assert len(seen) == len(set(seen)) == steps
    assert isinstance(game, TurnGame)
    totals = map(str, game.final.values())
    assert sorted(re.findall(r" (-?\d+)[,.]", seen[-1])) == sorted(totals)


@pytest.mark.chromium
def test_axe_finds_nothing_on_any_kind_of_page(played: Played, browser: Browser) -> None:
    kinds = {re.sub(r"[0-9a-f]{16}|\d+|klub|pokal", "", str(page)): page for page in played.pages}
    found = {}
    for page in kinds.values():
        for dark in (False, True):
            browser.look(page, 320, dark=dark)
            wide = browser.measure("document.documentElement.scrollWidth")
            wrong = [*violations(browser), *([f"is {wide} wide"] if wide != 320 else [])]
            found.update({f"{page.name} {dark}": wrong} if wrong else {})

    assert found == {}
    assert len(kinds) >= 5


def test_who_is_renamed_or_forgotten_is_so_on_every_page(played: Played) -> None:
    """The last of all: it changes the record."""
    config, games = str(played.folder / "config.toml"), played.games()
    (game, player), *_ = (
        (id_, each)
        for id_, found in games.items()
        for each in found.players.values()
        if each.shows_name
    )
    assert mailref("rename", game, player.name, "Ottilie Neu", "-c", config).code == 0

    assert mailref("site", "-c", config).code == 0

    text = {each: each.read_text("utf-8") for each in played.pages}
    old = [
        each
        for each, page in text.items()
        if each.parent.name == f"game-{game}" and player.name in page
    ]
    assert old == []
    assert any("Ottilie Neu" in page for page in text.values())
