"""What the archive of a game is made with, whatever its kind: pages, pictures, style; nothing from elsewhere."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from zoneinfo import ZoneInfo

import msgspec
from jinja2 import Environment
from markupsafe import Markup
from msgspec import Struct

from mailref.report import picture
from mailref.report.chart import ChartData, draw_chart
from mailref.tiles.tile_set import page_written_out
from mailref.tiles.when_used import regex
from mailref.writing.never_a_move import name_seen, one_line
from mailref.writing.scene import PLAIN, Words

_WORDS = "archive/words.j2"
MOST_KEPT = 8192
"""So many games are kept in mind as pages about several tell of them."""
_OF_ALL = ("title", "lexicon", "commitment", "is_over", "seed")
"""What the pages of every game tell of it."""


File = tuple[str, bytes]
"""A name within the folder, and what is in it."""


class Drawing(Struct, frozen=True):
    """A picture that is drawn only where it is wanted: most pictures of a game lie there already."""

    made_of: bytes
    """What it follows from: the same of the same."""
    draw: Callable[[], bytes]


class BoardDrawing(Drawing, frozen=True):
    """The picture of a board: its rows may lie there from that of the turn before."""

    view: picture.BoardView
    painter: picture.BoardPainter

    def by(self, remembered: picture.RememberedRows) -> Drawing:
        """Return it drawn of rows that are remembered, where they are."""
        return Drawing(self.made_of, partial(self.painter.draw, self.view, remembered=remembered))


PageFile = tuple[str, bytes | Drawing]
"""The same, its picture perhaps not drawn yet."""


def drawn(file: PageFile) -> File:
    """Return a file with its picture drawn."""
    name, data = file
    return name, data.draw() if isinstance(data, Drawing) else data


_TWO_STOPS = regex(r"(?<!\.)\.\.(?!\.)")


class ArchiveMeans(Struct, frozen=True, cache_hash=True):
    """What the pages are made with."""

    words: Words
    """The language of the game."""
    pages: Environment
    """The templates of HTML."""
    painter: picture.BoardPainter
    language: str
    zone: ZoneInfo
    is_on_site: bool = False
    """Whether the pages stand among those of a club: they lead to its front page, and can be stepped through."""

    has_json: bool = True
    """Whether the game lies beside its pages for machines."""

    has_gcg: bool = False
    """Whether its moves lie there for other programs, too."""

    press: tuple[tuple[str, str], ...] = ()
    """Who has written what for all, as reports have printed it."""

    rulings: tuple[tuple[str, bool], ...] = ()
    """Words on which the game master has ruled, as far as all may know, and whether they count."""

    def say(self, name: str, *args: object) -> str:
        """Return a sentence of the archive's own as plain text; one stop is enough behind `Anna B.`."""
        if PLAIN.issuperset(map(type, args)):
            return _again(self.words, name, *args)
        return _sentence(self.words, name, *args)

    def page(self, name: str, **values: object) -> bytes:
        """Return a page of an archive, made of *values* by the template of that name."""
        return page_written_out(self.rendered(name, parts=partial(_parts, self), **values))

    def rendered(self, name: str, **values: object) -> str:
        """Return what the template of that name makes of *values*."""
        template = self.pages.get_template(f"archive/{name}.html.j2")
        return template.render(
            values,
            say=self.say,
            words=self.words,
            language=self.language,
            zone=self.zone,
            page_of=page_of,
            is_on_site=self.is_on_site,
            has_json=self.has_json,
            has_gcg=self.has_gcg,
            press=self.press,
            rulings=self.rulings,
            line=one_line,
            name=name_seen,
        )

    def one_page(self, name: str, title: str, **values: object) -> Iterator[File]:
        """Yield the files of an archive of one page: its style, and the page."""
        yield self.style()
        yield "index.html", self.page(name, title=name_seen(title), **values)

    def page_of_game(self, name: str, game: object, **values: object) -> Iterator[File]:
        """Yield the same of a game; of what it holds the page gets what every game tells, and *values*."""
        told = {each: getattr(game, each) for each in _OF_ALL}
        return self.one_page(name, **told | values)

    def board(self, view: picture.BoardView) -> Drawing:
        """Return the picture of a board."""
        draw = partial(self.painter.draw, view)
        return BoardDrawing(picture.followed_from(view), draw, view, self.painter)

    def chart(self, data: ChartData) -> Drawing:
        """Return the picture of a chart."""
        return Drawing(msgspec.json.encode(data), partial(draw_chart, data, self.painter.fonts))

    def pieces(self, view: picture.PiecesView) -> Drawing:
        """Return the picture of pieces side by side."""
        return Drawing(
            picture.followed_from(view), partial(picture.draw_pieces, view, self.painter.fonts)
        )

    def style(self) -> File:
        """Return what all pages of an archive look like."""
        return "style.css", _style(self.pages, self.is_on_site)


@lru_cache(maxsize=4)
def _style(pages: Environment, is_on_site: bool) -> bytes:
    """Return what pages look like: each report asks for it twice."""
    return pages.get_template("archive/style.css").render(is_on_site=is_on_site).encode()


def _sentence(words: Words, name: str, *args: object) -> str:
    """Return what the macro of that name says, or by `FILE.NAME` that of another file."""
    file, _, said = name.rpartition(".")
    template = f"{file}.j2" if file else _WORDS
    macro: object = getattr(words.environment.get_template(template).module, said)
    if not callable(macro):
        raise TypeError(f"{template} has no macro {said}")
    return _TWO_STOPS.sub(".", one_line(str(macro(*args))))


_again = lru_cache(MOST_KEPT, typed=True)(_sentence)
"""Most sentences on a page stand on all others, too."""


@lru_cache(maxsize=MOST_KEPT)
def _part(means: ArchiveMeans, name: str, it: object) -> Markup:
    """Return the part of a page that is about *it*: the same part stands on several, and on each of them anew."""
    return Markup(means.rendered(name, it=it))  # noqa: S704  made by a template, which escapes


def _parts(means: ArchiveMeans, name: str, of: Iterable[object]) -> Markup:
    """Return such a part for each, one after another."""
    return Markup("\n".join([_part(means, name, it) for it in of]))  # noqa: S704  parts of pages


class Picture(Struct, frozen=True):
    """A picture beside the page, with what it says in words."""

    file: str
    alt: str
    width: int
    height: int


def page_of(number: int) -> str:
    """Return the name of a round's page."""
    return f"round-{number}.html"
