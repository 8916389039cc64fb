"""What the templates of one mail have at hand: values, words, figures, notes.

Who writes what a mail tells: a module beside it, loaded when there is such a mail.

Moves and faults as templates see them: names of squares instead of squares, lines of the mail.

Filters for dates, plurals and lists know grammar; the words come with the call.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime, timedelta
from functools import cached_property, lru_cache, partial
from importlib import import_module
from itertools import zip_longest
from types import MappingProxyType
from typing import Protocol, cast
from zoneinfo import ZoneInfo

import css_inline
from babel import Locale
from babel.dates import format_date, format_datetime, format_timedelta
from jinja2 import Environment, TemplateNotFound
from jinja2.environment import TemplateModule
from markupsafe import Markup
from msgspec import Struct, field
from msgspec.structs import replace

from mailref.games.kind import folder_of, kind_named, part
from mailref.languages import DEFAULT, FORMATS, LANGUAGES
from mailref.orders.order_words import ordered_in
from mailref.orders.shapes import tag_as_read
from mailref.orders.table import NEEDS_CHALLENGES, NEEDS_OTHERS, TOLD_IN_HELP
from mailref.referee.contents import Content
from mailref.referee.gm_orders import Fate
from mailref.referee.mails import Owed
from mailref.referee.policy import GamePolicy, House, Ink, Paper
from mailref.report.picture import (
    BoardPainter,
    BoardView,
    PremiumLabels,
    Theme,
    legend,
    premiums_named,
    words_on,
)
from mailref.report.sheet import (
    A4,
    A5,
    Appointment,
    GroupName,
    LetterLabels,
    Maker,
    PageFormat,
    SheetData,
    TableLabels,
    close_sum,
    explains,
    figure,
    shown_sum,
    signed,
)
from mailref.tiles.board import (
    MOST,
    Area,
    Axes,
    Direction,
    Laying,
    Square,
    area_name,
    last_square,
    place_name,
    square_name,
)
from mailref.tiles.lexicon.verdicts import Refused, Verdict
from mailref.tiles.moves import Fault, Play, TextSpan, direction_letter, direction_word
from mailref.tiles.scoring import Judged, JudgedPlay, ScoredPlay
from mailref.tiles.tile_set import BLANK, GERMAN, TileSet
from mailref.tiles.when_used import regex
from mailref.writing.document import (
    BoardFigure,
    Figure,
    MarkedLine,
    Quotation,
    TemplateError,
    TilesFigure,
    as_it_is,
    filled_in,
)
from mailref.writing.mail_bytes import Attached, file_stem, shared_base64
from mailref.writing.never_a_move import lines_of, name_seen, one_line

_SQUARE_NAME = r"[A-Y]\d{1,2}|\d{1,2}[A-Y]"
_SWAP = regex(rf"({_SQUARE_NAME})<>; ")


@lru_cache(maxsize=8)  # a composer may be made anew: what its templates are compiled to need not be
def with_filters(environment: Environment, language: str) -> Environment:
    """Return the templates of a language, ready to write documents: what is filled in is fenced."""
    locale = Locale.parse(FORMATS[language].locale)
    ready = environment.overlay(autoescape=True, finalize=filled_in)
    ready.filters = {
        **environment.filters,
        "date": partial(_date, locale),
        "plural": partial(_plural, locale),
        "span": partial(_span, locale),
        "listed": listed,
        "turned": partial(_turned, language),
        "swaps": _swaps_in,
        "day": partial(_day, locale),
        "seconds": partial(_seconds, locale),
        "direction": partial(_direction, language),
        "tag": partial(tag_as_read, language=language),
        "notated": partial(notated, language=language),
        "ordered": partial(ordered_in, language=language),
        "spaced": " ".join,
        "spoken": partial(_spoken, locale),
        "asked": _asked,
        "area": area_seen,
        "named": lambda value: named(type(value)),
        "place": placed,
        "seen": judged_seen,
        "explains": explains,
        "worked": shown_sum,
        "worked_close": close_sum,
        "signed": signed,
        "beyond_z": _beyond_z,
        "by_value": _by_value,
        "first_square": first_square,
        "decimal": partial(_decimal, locale),
    }
    ready.globals = {
        **environment.globals,
        "unknown": _unknown,
        "language": language,
        "before_colon": as_it_is(FORMATS[language].before_colon),
        "languages": LANGUAGES[::-1],
        "told_in_help": TOLD_IN_HELP,
        "needs_others": NEEDS_OTHERS,
        "needs_challenges": NEEDS_CHALLENGES,
    }
    ready.globals["p"] = _Phrases(ready)
    ready.globals["own_sentence"] = partial(own_sentence, ready)
    ready.globals["sentence"] = partial(sentence, ready)
    return ready


def own_sentence(environment: Environment, kind: str, file: str, name: str) -> object:
    """Return the macro *name* of a template that the kind of game itself has; None where it has none."""
    with suppress(TemplateNotFound):
        module = environment.get_template(f"{kind}/{file}.j2").module if kind else None
        return getattr(module, name, None)
    return None


def sentence(environment: Environment, kind: str, file: str, name: str) -> object:
    """Return the macro by which a kind in turns says *name*: its own, else that of all, else the general one."""
    shared = environment.get_template(f"turns/{file}.j2").module
    own = own_sentence(environment, kind, file, name)
    return own or getattr(shared, name, None) or _member(shared, GENERAL)


GENERAL = "other"
"""The sentence for what neither a kind nor the shared templates have one for."""


class _Phrases:
    """The macros of `phrases.j2`, which every template has as `p`; read when the first is used."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment

    def __getattr__(self, name: str) -> object:
        found: object = getattr(self._module, name)
        return found

    @cached_property
    def _module(self) -> TemplateModule:
        return self._environment.get_template("phrases.j2").module


_ZONE, _CITY = "(z)", "(VVV)"
_SHORT = regex("[A-Z]{2,5}")
"""What a language calls a zone in short: MEZ, GMT. German has no such name for that of London."""


@lru_cache(maxsize=512)  # a ZAT is told to many
def _date(locale: Locale, moment: datetime, zone: ZoneInfo, pattern: str) -> str:
    """Return *moment* by the clocks of *zone*, in the pattern of Unicode's TR 35.

    A zone that has no short name in the language is called by its city, never `+0000`.
    """
    local = moment.astimezone(zone)
    if _ZONE in pattern:
        short = format_datetime(local, "z", tzinfo=zone, locale=locale)
        pattern = pattern if _SHORT.fullmatch(short) else pattern.replace(_ZONE, _CITY)
    return str(format_datetime(local, pattern, tzinfo=zone, locale=locale))


def _day(locale: Locale, day: date) -> str:
    """Return `14. August 2026`."""
    return str(format_date(day, "long", locale=locale))


def _seconds(locale: Locale, seconds: int) -> str:
    """Return how much time is in hand, in its largest unit: `36 Stunden`."""
    return _span(locale, timedelta(seconds=seconds))


def _plural(locale: Locale, number: int, one: str, many: str) -> str:
    """Return `1 Punkt`, `2 Punkte`, `0 Punkte`."""
    return f"{figure(number)} {one if locale.plural_form(abs(number)) == 'one' else many}"


def _span(locale: Locale, length: timedelta) -> str:
    """Return `24 Stunden`, `7 Tage`."""
    hours = length.total_seconds() / 3600
    if hours >= 48 and hours % 24 == 0:
        text = format_timedelta(length, "day", threshold=1000, locale=locale)
    elif hours >= 1:
        text = format_timedelta(length, "hour", threshold=1000, locale=locale)
    else:
        text = format_timedelta(length, "minute", threshold=1000, locale=locale)
    return str(text)


def _spoken(locale: Locale, language: str) -> str:
    """Return what a language is called, one of mails or of tiles: `Englisch`."""
    code = FORMATS[language].locale if language in FORMATS else language
    return str(locale.languages[Locale.parse(code).language])


def _asked(language: str, order: str) -> str:
    """Return how a language is asked for: `SPRACHE EN`."""
    return f"{order} {FORMATS[language].names[0]}"


def _decimal(locale: Locale, number: object) -> str:
    return str(number).replace(".", locale.number_symbols["latn"]["decimal"])


def listed(items: Sequence[object], last: str) -> str:
    """Return `A, B und C`."""
    texts = [str(item) for item in items]
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {last} {texts[-1]}"


class AreaSeen(Struct, frozen=True):
    """An area of the board by its corners and its sides: `F6` to `J10`, F to J, 6 to 10."""

    first: str
    last: str
    letters: tuple[str, str]
    numbers: tuple[str, str]


def area_seen(area: Area, axes: Axes) -> AreaSeen:
    """Return how *area* is named where letters and numbers mean what *axes* says."""
    first, last = square_name(area.first, axes), square_name(area.last, axes)
    return AreaSeen(first, last, (first[0], last[0]), (first[1:], last[1:]))


_CAPITAL = regex(r"(?<!^)(?=[A-Z])")


def named(kind: type) -> str:
    """Return how the template of a class is named: `not_a_player` for `NotAPlayer`."""
    return _CAPITAL.sub("_", kind.__name__).lower()


def placed(play: Play, axes: Axes) -> str:
    """Return where a play begins, in the game's own notation."""
    return place_name(play.square, play.direction, axes)


def _by_value(tiles: TileSet) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Return what letters are worth, and the letters that are worth so much, the cheapest first."""
    values = sorted({value for _, _, value in tiles.letters})
    return tuple(
        (each, tuple(shown for shown, _, value in tiles.letters if value == each))
        for each in values
    )


def first_square(rules: Laying) -> str:
    """Return the square that the first word of a game covers, as its mails name it."""
    return square_name(rules.layout.start, rules.axes)


def _beyond_z(tiles: TileSet) -> tuple[str, ...]:
    """Return the tiles of a set that are none of A to Z."""
    return tuple(shown for shown, *_ in tiles.letters if not (shown.isascii() and len(shown) == 1))


def _direction(language: str, way: str) -> str:
    """Return the reader's word for `across` or `down`."""
    return direction_word(Direction(way), language)


def _turned(language: str, text: str) -> str:
    """Return the names of moves (`M10 down EUBÖA M11=?`) with the reader's words for directions.

    What a name says of swaps is left out.
    """
    text = _SWAP.sub("", text)
    for direction in Direction:
        text = text.replace(f" {direction} ", f" {direction_word(direction, language)} ")
    return text


_LETTER_OF_PLAY = regex(
    rf"(?<!\w)({_SQUARE_NAME})({'|'.join(map(direction_letter, Direction))})(?= )"
)


def notated(text: str, language: str) -> str:
    """Return plays, one a line, with the reader's letters for directions: `H6d DINT` for `H6s DINT`."""
    letters = {direction_letter(way): direction_letter(way, language) for way in Direction}
    return _LETTER_OF_PLAY.sub(lambda play: f"{play[1]}{letters[play[2]]}", text)


def _swaps_in(text: str) -> tuple[str, ...]:
    """Return the squares of the swaps that the name of a move begins with (`A12<>; M9 down BEHAUE`)."""
    return tuple(_SWAP.findall(text))


def _unknown(what: object) -> Markup:
    """Stop a template that meets a code it has no sentence for."""
    raise TemplateError(f"a template has no sentence for {what!r}")


Fact = str | int | None | tuple[str, ...]


class WordSeen(Struct, frozen=True):
    word: str
    points: int
    formula: str
    verdict: str
    """`valid`, `accepted`, `refused`, `unknown`; "" where nothing is said of it."""
    why: str
    """Why it is refused; "" otherwise."""


class BlankSeen(Struct, frozen=True):
    letter: str
    square: str


class PlacedSeen(Struct, frozen=True):
    """A word that lies, or that a play lays."""

    number: int
    place: str
    """In the game's notation: `M10`, or `8H` where letters are rows."""
    way: str
    """`across` or `down`."""
    word: str
    blanks: tuple[BlankSeen, ...]


class PlaySeen(PlacedSeen, frozen=True):
    words: tuple[WordSeen, ...]
    points: int
    formula: str
    bonus: int
    tiles: int
    """How many letters it lays."""


class FaultSeen(Struct, frozen=True):
    """A fault with its facts and the line in which it shows."""

    kind: str
    """Under which name the templates of its kind of game lie; "" where that has none."""
    code: str
    facts: Mapping[str, Fact]
    at: MarkedLine
    remarks: bool
    asks: bool
    axes: Axes
    """How squares are named in its game."""
    tiles: TileSet
    first_square: str
    """That which the first word covers, where there is no area for it."""
    size: int
    """How many squares wide the board is."""
    last_letter: str
    """The letter of its last row, or column."""
    letters: tuple[str, ...]
    """What the tiles of the game show; none where they are the German ones."""


class SpotSeen(Struct, frozen=True):
    """A place in the mail and all that is wrong there."""

    figure: str
    at: MarkedLine
    faults: tuple[FaultSeen, ...]


def spots_of(faults: Sequence[FaultSeen], figure: str = "fault") -> tuple[SpotSeen, ...]:
    """Return the faults by the line of the mail in which they show; *figure* begins their names."""
    lines = dict.fromkeys(fault.at for fault in faults)
    return tuple(
        SpotSeen(f"{figure}.{at}", line, tuple(fault for fault in faults if fault.at == line))
        for at, line in enumerate(lines)
    )


def as_asked(
    faults: Sequence[FaultSeen], passage: str | None, language: str
) -> tuple[FaultSeen, ...]:
    """Return faults of a play that is asked about; one read of free words is shown as its writer may write it."""
    if passage is None:
        return tuple(faults)
    return tuple(
        fault
        if fault.at.line in passage
        else replace(fault, at=replace(fault.at, line=notated(fault.at.line, language)))
        for fault in faults
    )


class AskedSeen(Struct, frozen=True):
    """A play as it was asked for, and what is wrong with it and not with its whole move."""

    word: str
    faults: tuple[FaultSeen, ...]
    is_laid: bool


class MoveSeen(Struct, frozen=True):
    number: int
    state: str
    """`counts`, `unused`, `pending`, `invalid`."""
    written: str
    """Its first line, as the player wrote it."""
    points: int
    formula: str
    swaps: tuple[BlankSeen, ...]
    plays: tuple[PlaySeen, ...]
    faults: tuple[FaultSeen, ...]
    undecided: tuple[str, ...]
    asked: tuple[AskedSeen, ...]
    """Its plays, also those that cannot be laid."""

    def at_fault(self, *, tells_words: bool) -> tuple[AskedSeen, ...]:
        """Return the plays by which the move is known to be invalid; one alone only where it can be laid.

        Whoever does not *tell words* names none whose words alone are wrong.
        """
        return tuple(
            play
            for play in self.asked
            if (play.is_laid or len(self.asked) > 1)
            and any(
                _is_wrong(each) and (tells_words or each.code not in _OF_WORDS)
                for each in play.faults
            )
        )

    def by_line(self, *, tells_words: bool) -> tuple[tuple[str, tuple[FaultSeen, ...]], ...]:
        """Return what is no mere remark by the line in which it stands, at least the first line of the move.

        Whoever does not *tell words* hears nothing of them.
        """
        told = [
            fault
            for fault in self.faults
            if not fault.remarks and (tells_words or fault.code not in _OF_WORDS)
        ]
        lines = dict.fromkeys(fault.at.line for fault in told)
        found = tuple((line, tuple(f for f in told if f.at.line == line)) for line in lines)
        return found or ((self.written, ()),)

    @property
    def spots(self) -> tuple[SpotSeen, ...]:
        """Return what is no mere remark, by the place in the mail."""
        found = [fault for fault in self.faults if not fault.remarks]
        return spots_of(found, f"fault.{self.number}")

    @property
    def wrong(self) -> tuple[FaultSeen, ...]:
        """Return what makes the move invalid."""
        return tuple(filter(_is_wrong, self.faults))

    @property
    def remarks(self) -> tuple[FaultSeen, ...]:
        return tuple(fault for fault in self.faults if fault.remarks)


_OF_WORDS = frozenset({"word_refused", "word_unknown"})


def _is_wrong(fault: FaultSeen) -> bool:
    return not fault.remarks and not fault.asks


def move_seen(move: Judged, number: int, state: str, rules: Laying) -> MoveSeen:
    axes, lines = rules.axes, where_written(move)
    faults = tuple((fault.span, fault_seen(fault, lines, rules)) for fault in move.faults)
    laid = {(play.scored.square, play.scored.direction) for play in move.plays}
    return MoveSeen(
        number=number + 1,
        state=state,
        written=move.written.span.text,
        points=move.points,
        formula=move.formula,
        swaps=tuple(
            BlankSeen(move.board.letter(square) or "", square_name(square, axes))
            for square in move.swaps
        ),
        plays=tuple(play_seen(play, at, rules) for at, play in enumerate(move.plays, start=1)),
        faults=tuple(seen for _, seen in faults),
        undecided=move.undecided,
        asked=tuple(
            AskedSeen(
                play.word,
                tuple(seen for span, seen in faults if span == play.span),
                (play.square, play.direction) in laid,
            )
            for play in (move.written.move.plays if move.written.move is not None else ())
        ),
    )


def judged_seen(move: Judged, rules: Laying) -> MoveSeen:
    """Return a move by itself, as it was judged."""
    return move_seen(move, 0, move.status.value, rules)


def play_seen(play: JudgedPlay, number: int, rules: Laying) -> PlaySeen:
    return scored_seen(play.scored, number, rules.axes, play.verdicts)


def scored_seen(
    scored: ScoredPlay, number: int, axes: Axes, verdicts: Iterable[Verdict] = ()
) -> PlaySeen:
    """Return a play, with nothing said of its words where there are no verdicts."""
    return PlaySeen(
        number=number,
        place=place_name(scored.square, scored.direction, axes),
        way=scored.direction.value,
        word=scored.word,
        blanks=tuple(
            BlankSeen(tile.letter, square_name(tile.square, axes))
            for tile in scored.new_tiles
            if tile.is_blank
        ),
        words=tuple(
            WordSeen(
                word=word.word,
                points=word.points,
                formula=word.formula,
                verdict=verdict.code if verdict is not None else "",
                why=verdict.why.value if isinstance(verdict, Refused) else "",
            )
            for word, verdict in zip_longest(scored.words, verdicts)
        ),
        points=scored.points,
        formula=scored.formula,
        bonus=scored.bonus,
        tiles=len(scored.new_tiles),
    )


def where_written(move: Judged) -> tuple[TextSpan, ...]:
    """Return the lines of the player's text that belong to a move, as far as they are kept."""
    spans = [move.written.span]
    if move.written.move is not None:
        spans += [play.span for play in move.written.move.plays]
    return tuple(spans)


def fault_seen(fault: Fault, lines: Sequence[TextSpan], rules: Laying) -> FaultSeen:
    axes = rules.axes
    return FaultSeen(
        kind=folder_of(rules.family),
        code=fault.code,
        facts={name: _fact(value, axes) for name, value in fault.facts.items()},
        at=_marked(fault.span, lines),
        remarks=fault.remarks,
        asks=fault.asks,
        axes=axes,
        tiles=rules.tiles,
        first_square=first_square(rules),
        size=rules.layout.size,
        last_letter=last_square(rules.layout.size)[0],
        letters=() if rules.tiles == GERMAN else tuple(shown for shown, *_ in rules.tiles.letters),
    )


def _marked(span: TextSpan, lines: Sequence[TextSpan]) -> MarkedLine:
    """Return the line of the mail around *span*; itself where the line was not kept."""
    for line in lines:
        start = span.column - line.column
        if line.line == span.line and 0 <= start < len(line.text):
            return MarkedLine(line.text, start, min(len(line.text), start + max(1, len(span.text))))
    return MarkedLine(span.text, 0, len(span.text))


def _fact(value: object, axes: Axes) -> Fact:
    match value:
        case Square():
            return square_name(value, axes) if value.is_on(MOST) else None
        case Area():
            return area_name(value, axes)
        case Direction():
            return value.value
        case tuple():
            return tuple(str(_fact(each, axes)) for each in value)
        case int() | str() | None:
            return value
        case _:
            raise TypeError(f"a fault with a fact of another kind: {value!r}")


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
        self.language = str(environment.globals.get("language", DEFAULT))
        self._labels = environment.get_template("labels.j2").module
        self._phrases = environment.get_template("phrases.j2").module
        self._again = lru_cache(_KEPT, typed=True)(partial(_said, self._phrases))

    @staticmethod
    @lru_cache(maxsize=64)
    def of_mails(environment: Environment) -> "Words":
        """Return the words of templates that write mails: those of one are those of the next."""
        return Words(environment)

    @property
    def before_colon(self) -> str:
        """Return what the language puts between a label and its colon."""
        return FORMATS[self.language].before_colon

    @staticmethod
    def figure(number: int) -> str:
        """Return a number as people write it."""
        return figure(number)

    def label(self, name: str) -> str:
        """Return a word or two that stand alone, such as the head of a column."""
        return str(_member(self._labels, name))

    def phrase(self, name: str, *args: object) -> str:
        """Return a short sentence as plain text on one line; most that tell of no values come again."""
        if PLAIN.issuperset(map(type, args)):
            return self._again(name, *args)
        return _said(self._phrases, name, *args)

    def of(self, template: str, name: str, *args: object) -> str:
        """Return a short sentence from a template of such (`turns/phrases`), as plain text on one line."""
        return _said(self.environment.get_template(f"{template}.j2").module, name, *args)

    def of_kind(self, kind: str, file: str, name: str, *args: object) -> str:
        """Return the same as a kind in turns says it, else as it is said of all such games."""
        return _as_phrase(sentence(self.environment, kind, file, name), name, *args)

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

    @cached_property
    def premiums(self) -> PremiumLabels:
        return PremiumLabels(*map(self.label, PremiumLabels.__struct_fields__))

    @cached_property
    def premiums_told(self) -> PremiumLabels:
        """What `premiums` stand for, in full."""
        names = (f"{name}_told" for name in PremiumLabels.__struct_fields__)
        return PremiumLabels(*map(self.label, names))

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


_KEPT = 2048
"""So many phrases are kept."""
PLAIN = frozenset((str, int, bool, type(None)))
"""Values of which the same words are made again and again."""
_LONGEST_PHRASE = 20_000
"""Some thousand moves that are equally good; a paragraph of a page may be so long."""


def _said(module: TemplateModule, name: str, *args: object) -> str:
    return _as_phrase(_member(module, name), name, *args)


def _as_phrase(macro: object, name: str, *args: object) -> str:
    if not callable(macro):
        raise TypeError(f"{name!r} is no phrase")
    return one_line(str(macro(*args)).replace("**", ""), _LONGEST_PHRASE)


def _member(module: TemplateModule, name: str) -> object:
    found: object = getattr(module, name)
    return found


def board_figure(view: BoardView, words: Words, caption: str) -> BoardFigure:
    """Return a board with what a reader without pictures needs."""
    phrase = "legend_gone" if view.gone else "legend_open" if view.still_open else "legend"
    if view.tiles.digraphs:
        phrase += "_several"
    return BoardFigure(
        view=view,
        alt=one_line(f"{caption} {position_in_words(view, words)}", 1500),
        legend=words.phrase(phrase, legend(words.premiums_told, view.layout, view.tiles)),
        caption=caption,
        premiums=words.phrase("premiums", premiums_named(words.premiums_told, view)),
    )


def position_in_words(view: BoardView, words: Words) -> str:
    """Return every word that lies, with its place: the picture's alternative text."""
    board = view.board.lay(view.proposal)
    words_there = words_on(board)
    placed = [
        _placed(
            words,
            place_name(each.square, each.direction, view.axes),
            each.direction.value,
            each.word,
            each.blanks,
        )
        for each in words_there
    ]
    fresh = view.still_open or view.marked | {tile.square for tile in view.proposal}
    new = [each.word for each in words_there if fresh and not fresh.isdisjoint(each.squares)]
    said = words.phrase("position", placed)
    if not new:
        return said
    return f"{said} {words.phrase('fresh_words', new, bool(view.still_open))}"


def _placed(words: Words, place: str, way: str, word: str, blanks: str) -> str:
    """Return a word with its place; where there is no blank in it, as others were told that lie that way."""
    if blanks or not word.isprintable():
        return _told_at(words, place, way, word, blanks)
    told = _told_at(words, _ANY_PLACE, way, _ANY_WORD, "")
    return told.replace(_ANY_PLACE, place).replace(_ANY_WORD, word)


_ANY_WORD, _ANY_PLACE = "\N{OBJECT REPLACEMENT CHARACTER}", "\N{REPLACEMENT CHARACTER}"
"""Stand for a word and for its place."""


@lru_cache(maxsize=2048)
def _told_at(words: Words, place: str, way: str, word: str, blanks: str) -> str:
    """Return the same: of words without blanks there are no more than directions."""
    seen = tuple(BlankSeen(each, "") for each in blanks)
    return words.phrase("placed", PlacedSeen(0, place, way, word, seen))


def tiles_figure(letters: str, words: Words, tiles: TileSet, label: str = "letters") -> TilesFigure:
    """Return letters as tiles with their values, a blank as the language writes it."""
    return TilesFigure(
        words.label(label) + words.before_colon,
        tuple(
            (words.label("blank") if letter == BLANK else letter, tiles.value(letter))
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
        found.append(PressSeen(name_seen(item.player), f"press.{number}"))
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
    """`R` of a round, `Z` of a turn: in the name of the file, as its reader has it."""


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
    name = file_stem(policy.id, f"{zat.sign}{zat.number}", owed.language) + ".ics"
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


def writer_of(content: Content, what: str = "scene") -> SceneWriter:
    """Return who writes *what* of *content*: its kind's part `mails`, else the module beside its class.

    What is about any game, or none, is written here.
    """
    package = type(content).__module__.rpartition(".")[0]
    if package == "mailref.referee":
        return cast(SceneWriter, import_module("mailref.writing.mails"))
    policy = getattr(content, "policy", None)
    own = part(kind_named(policy.family), "mails") if policy is not None else None
    if not hasattr(own, what):
        own = import_module(f"{package}.mails")
    return cast(SceneWriter, own)
