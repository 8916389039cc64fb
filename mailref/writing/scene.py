"""What the templates of one mail have at hand: values, words, figures, notes.

Who writes what a mail tells: a module beside it, loaded when there is such a mail.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from importlib import import_module
from types import MappingProxyType
from typing import Protocol, cast
from zoneinfo import ZoneInfo

import css_inline
from jinja2 import Environment
from jinja2.environment import TemplateModule
from msgspec import Struct, field
from msgspec.structs import replace

from mailref.languages import LANGUAGES
from mailref.referee.contents import Content
from mailref.referee.gm_orders import Fate
from mailref.referee.mails import Owed
from mailref.referee.policy import GamePolicy, House, Ink, Paper
from mailref.report.attachments import A4, A5, Appointment, Maker, PageFormat
from mailref.report.board_view import BoardView, PremiumLabels, Theme, legend, words_on
from mailref.report.picture import BoardPainter
from mailref.report.sheet import GroupName, LetterLabels, SheetData, TableLabels
from mailref.tiles.board import BLANK, TILES, place_name
from mailref.writing.document import BoardFigure, Figure, Quotation, TilesFigure
from mailref.writing.mail_bytes import Attached, shared_base64
from mailref.writing.never_a_move import MOST_NAME, lines_of, one_line
from mailref.writing.views import BlankSeen, FaultSeen, PlacedSeen, with_filters


class LastPrinted:
    """The sheet that was printed last: the mails of one turn all carry the same."""

    def __init__(self) -> None:
        self._key: object = None
        self._data = b""

    def of(self, key: object, prints: Callable[[], bytes]) -> bytes:
        """Return what *prints* gives for *key*, without printing it twice in a row."""
        if self._key != key:
            self._key, self._data = key, prints()
        return self._data


class ReplyMeans(Struct):
    """What composing needs; made once a process, since templates and tiles are kept ready."""

    templates: Mapping[str, Environment]
    """By language, ready to write documents."""
    page: Environment
    """The templates of HTML."""
    painter: BoardPainter
    maker: Maker
    """Of what is attached."""
    house: House
    inliner: css_inline.CSSInliner
    printed: LastPrinted = field(default_factory=LastPrinted)


def reply_means(
    environment: Callable[[str], Environment], painter: BoardPainter, maker: Maker, house: House
) -> ReplyMeans:
    """Return the means; *environment* gives the templates of a folder (of a language, `html`)."""
    return ReplyMeans(
        templates={
            language: with_filters(environment(language), language) for language in LANGUAGES
        },
        page=environment("html"),
        painter=painter,
        maker=maker,
        house=house,
        inliner=css_inline.CSSInliner(
            keep_style_tags=False,
            keep_at_rules=True,
            load_remote_stylesheets=False,
            minify_css=True,
        ),
    )


NAME = "\ue013"
"""Stands for the recipient's name in what is written once for all."""


class MailScene(Struct, frozen=True):
    """Everything for one mail but its recipient."""

    template: str
    values: Mapping[str, object]
    figures: Mapping[str, Figure] = MappingProxyType({})
    attachments: tuple[Attached, ...] = ()
    sheet: SheetData | None = None
    or_else: tuple[str, ...] = ()
    """Which templates write it where there is no such one."""
    own: Callable[[Content], str] = lambda _: ""
    """What stands in the mail of one recipient alone, of what tells that one."""


class Words:
    """The labels and short phrases of one language, from its templates `labels` and `phrases`."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self._labels = environment.get_template("labels.j2").module
        self._phrases = environment.get_template("phrases.j2").module

    def label(self, name: str) -> str:
        """Return a word or two that stand alone, such as the head of a column."""
        return str(_member(self._labels, name))

    def phrase(self, name: str, *args: object) -> str:
        """Return a short sentence as plain text on one line."""
        return _said(self._phrases, name, *args)

    def of(self, template: str, name: str, *args: object) -> str:
        """Return a short sentence from a template of such (`turns/phrases`), as plain text on one line."""
        return _said(self.environment.get_template(f"{template}.j2").module, name, *args)

    def fate(self, fate: Fate, zone: ZoneInfo) -> str:
        """Return what became of an order of the game master, as plain text on one line."""
        module = self.environment.get_template("orders.j2").module
        return _said(module, "fate", fate, zone)

    def brief(self, fault: FaultSeen) -> str:
        """Return in a few words what is wrong with a move, for a table."""
        macro = _member(self.environment.get_template("faults.j2").module, "brief")
        if not callable(macro):
            raise TypeError("faults.j2 has no macro brief")
        return one_line(str(macro(fault)))

    @property
    def premiums(self) -> PremiumLabels:
        names = ("double_letter", "triple_letter", "double_word", "triple_word")
        return PremiumLabels(*(self.label(name) for name in names))

    @property
    def table(self) -> TableLabels:
        names = (
            "player", "rank", "change", "points", "total", "move", "percent", "better", "solo",
            "base", "deduction", "adjustment", "more", "round", "decimal_mark",
        )  # fmt: skip
        return TableLabels(**{name: self.label(f"table_{name}") for name in names})

    @property
    def letters(self) -> LetterLabels:
        groups = {group: self.label(f"group_{group.value}") for group in GroupName}
        return LetterLabels(groups, self.label("blank"))


_LONGEST_PHRASE = 20_000
"""Some thousand moves that are equally good; a paragraph of a page may be so long."""


def _said(module: TemplateModule, name: str, *args: object) -> str:
    macro = _member(module, name)
    if not callable(macro):
        raise TypeError(f"{name!r} is no phrase")
    return one_line(str(macro(*args)).replace("**", ""), _LONGEST_PHRASE)


def _member(module: TemplateModule, name: str) -> object:
    found: object = getattr(module, name)
    return found


def board_figure(view: BoardView, words: Words, caption: str) -> BoardFigure:
    """Return a board with what a reader without pictures needs."""
    phrase = "legend_gone" if view.gone else "legend_open" if view.still_open else "legend"
    return BoardFigure(
        view=view,
        alt=one_line(f"{caption} {position_in_words(view, words)}", 1500),
        legend=words.phrase(phrase, legend(view.labels)),
        caption=caption,
    )


def position_in_words(view: BoardView, words: Words) -> str:
    """Return every word that lies, with its place: the picture's alternative text."""
    board = view.board.lay(view.proposal)
    words_there = words_on(board)
    placed = tuple(
        PlacedSeen(
            number=number,
            place=place_name(each.square, each.direction, view.axes),
            way=each.direction.value,
            word=each.word,
            blanks=tuple(
                BlankSeen(board.cell(square).upper(), "")
                for square in board.run(each.square, each.direction)
                if board.cell(square).islower()
            ),
        )
        for number, each in enumerate(words_there, start=1)
    )
    fresh = view.still_open or view.marked | {tile.square for tile in view.proposal}
    new = [
        each.word
        for each in words_there
        if fresh.intersection(board.run(each.square, each.direction))
    ]
    said = words.phrase("position", placed)
    if not new:
        return said
    return f"{said} {words.phrase('fresh_words', new, bool(view.still_open))}"


def tiles_figure(letters: str, words: Words, label: str = "letters") -> TilesFigure:
    """Return letters as tiles with their values, a blank as the language writes it."""
    return TilesFigure(
        words.label(label),
        tuple(
            (words.label("blank") if letter == BLANK else letter, TILES.value(letter))
            for letter in letters
        ),
    )


_MINUTE = timedelta(minutes=1)


class PressSeen(Struct, frozen=True):
    """A text of a player in a mail: its figure has the words."""

    player: str
    figure: str


class Quotable(Protocol):
    """A text of a player."""

    @property
    def player(self) -> str: ...
    @property
    def text(self) -> str: ...


def quoted(press: Sequence[Quotable], figures: dict[str, Figure]) -> tuple[PressSeen, ...]:
    """Print what players have written; return who wrote what."""
    found = []
    for number, item in enumerate(press):
        found.append(PressSeen(one_line(item.player, MOST_NAME), f"press.{number}"))
        figures[f"press.{number}"] = Quotation(lines_of(item.text))
    return tuple(found)


def page_format(paper: Paper, ink: Ink) -> PageFormat:
    """Return the page that the settings name."""
    return replace({Paper.A4: A4, Paper.A5: A5}[paper], theme=Theme(ink))


class ZatSeen(Struct, frozen=True):
    """A ZAT as a calendar has it."""

    number: int
    began: datetime
    """When the round or turn began that it ends."""
    deadline: datetime
    summary: str
    description: str
    sign: str = "R"
    """`R` of a round, `Z` of a turn: in the name of the file."""


def calendar_entry(
    zat: ZatSeen, policy: GamePolicy, owed: Owed, means: ReplyMeans
) -> tuple[Attached, ...]:
    """Return a ZAT as it is attached."""
    entry = Appointment(
        game=policy.id,
        round_number=zat.number,
        deadline=zat.deadline,
        zone=policy.zone.key,
        # A later mail about the same round has a higher number, which is all a calendar asks for.
        changes=max(0, int((owed.at - zat.began) / _MINUTE)),
        summary=zat.summary,
        description=zat.description,
        organizer_name=means.house.gamemaster_name,
        organizer_address=means.house.address,
    )
    parameters = (("charset", "utf-8"), ("method", "PUBLISH"))
    data = shared_base64(means.maker.calendar(entry, owed.at))
    name = f"{policy.id}-{zat.sign}{zat.number}.ics"
    return (Attached("text/calendar", data, name, parameters=parameters),)


class SceneWriter(Protocol):
    """The module `mails` of a kind of game: it writes what the module `contents` beside it tells."""

    def scene(self, content: Content, owed: Owed, words: Words, means: ReplyMeans) -> MailScene:
        """Return what the template of a mail is given."""

    def stand(self, content: Content, words: Words) -> tuple[str, Mapping[str, Figure]] | None:
        """Return what is in force for who gets an answer (`Answer.shows_stand`), and figures of its game."""


def scene_of(owed: Owed, words: Words, means: ReplyMeans) -> MailScene:
    """Return what the template of *owed* is given."""
    return writer_of(owed.content).scene(owed.content, owed, words, means)


def writer_of(content: Content) -> SceneWriter:
    """Return who writes *content*; what is about any game, or none, is written here."""
    package = type(content).__module__.rpartition(".")[0]
    own = "mailref.writing" if package == "mailref.referee" else package
    return cast(SceneWriter, import_module(f"{own}.mails"))
