"""The sheet of a game on paper, fit to be bound: board, what happened, letters left, table; and empty forms.

reportlab's platypus breaks the pages of a sheet; what stands here says what is on them and how large. A game
in turns has the booklet's columns, then every turn. Forms to print and copy, as the booklet has them (a score
sheet for four, the list of letters), are drawn line by line: nothing there flows from page to page.

A printed page of a game: its paper and fonts, title and footer, board, what happened; tables are ruled.

reportlab's platypus breaks the pages.

The board and the table on paper: drawn in lines, so that they are sharp and take a few kB.

The faces are those of the pictures; here they are drawn by the operators of a PDF (ISO 32000).

Makes what is attached, in the process that asks (`attachments.Maker`).

The next ZAT for the reader's calendar: one event a round, which moves when the deadline moves.

RFC 5545 and 5546: the UID stays, the SEQUENCE rises, and a calendar replaces what it has.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache, partial
from io import BytesIO
from typing import Any, assert_never
from xml.sax.saxutils import escape
from zoneinfo import ZoneInfo

from icalendar import (
    Alarm,
    Calendar,
    Event,
    Timezone,
    TimezoneDaylight,
    TimezoneStandard,
    vCalAddress,
    vText,
)
from msgspec import Struct
from msgspec.structs import replace
from PIL import Image as Picture
from PIL import ImageFont
from reportlab import rl_config
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont, TTFontFace
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    Image,
    ImageAndFlowables,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
)

from mailref.report.picture import (
    AROUND,
    FINE,
    FRAME,
    SQUARE,
    BoardPainter,
    BoardView,
    Bounds,
    Colour,
    Coordinate,
    Corners,
    Face,
    Fonts,
    PiecesView,
    PlacedFace,
    around,
    bare,
    box,
    laid,
    look_of,
    paint,
)
from mailref.report.sheet import (
    A4,
    Appointment,
    LedgerRow,
    LetterGroup,
    LetterLabels,
    PageFormat,
    PdfLabels,
    ScoreColumns,
    SheetData,
    SheetFact,
    SheetRow,
    TableLabels,
    TurnSheet,
    extra_columns,
    figure,
    letters_left,
    row_parts,
    score_text,
    shown_number,
    signed,
)
from mailref.tiles.tile_set import BLANK, GERMAN, TileSet, written_out

_AROUND = timedelta(days=400)
"""How far before and after the deadline the clocks' changes are told."""
_NOON = time(12, tzinfo=UTC)
_PRODUCT = "-//mailref//mailref//EN"


def uid_of(appointment: Appointment) -> str:
    """Return the name by which a calendar knows this round's event, whatever else changes."""
    domain = appointment.organizer_address.rpartition("@")[2]
    return f"{appointment.game}-r{appointment.round_number}@{domain}"


def calendar_bytes(appointment: Appointment, now: datetime) -> bytes:
    """Return the `.ics`; *now* is the tick's, and aware."""
    if appointment.deadline.tzinfo is None or now.tzinfo is None:
        raise ValueError("a deadline without a zone is no instant")
    calendar = Calendar()
    calendar.add("prodid", _PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("calscale", "GREGORIAN")
    # That of a thousand games is the same; nobody changes it.
    calendar.add_component(_zone(appointment.zone, appointment.deadline.astimezone(UTC).date()))
    calendar.add_component(_event(appointment, now.astimezone(UTC)))
    return bytes(calendar.to_ical())


@lru_cache(maxsize=16)
def _zone(name: str, day: date) -> Timezone:
    """Return the zone with each change of its clocks around a day (RFC 5545, 3.6.5)."""
    zone = Timezone()
    zone.add("tzid", name)
    info = ZoneInfo(name)
    first = datetime.combine(day, _NOON) - _AROUND
    zone.add_component(_observance(first, first, info))
    before = _offset(first, info)
    for days in range(2 * _AROUND.days):
        following = first + timedelta(days=days + 1)
        after = _offset(following, info)
        if after != before:
            change = _change(following - timedelta(days=1), info)
            zone.add_component(_observance(following - timedelta(days=1), change, info))
        before = after
    return zone


def _observance(
    before: datetime, change: datetime, info: ZoneInfo
) -> TimezoneStandard | TimezoneDaylight:
    """Return what is in force from *change* on; its start is told by the clocks before it."""
    local = change.astimezone(info)
    part = TimezoneDaylight() if local.dst() else TimezoneStandard()
    offset = _offset(before, info)
    part.add("dtstart", (change + offset).replace(tzinfo=None))
    part.add("tzoffsetfrom", offset)
    part.add("tzoffsetto", _offset(change, info))
    part.add("tzname", local.tzname())
    return part


def _change(before: datetime, info: ZoneInfo) -> datetime:
    """Return the quarter of an hour within a day after *before* at which the clocks change."""
    quarters = (before + timedelta(minutes=15 * step) for step in range(1, 97))
    return next(each for each in quarters if _offset(each, info) != _offset(before, info))


def _offset(instant: datetime, info: ZoneInfo) -> timedelta:
    return instant.astimezone(info).utcoffset() or timedelta(0)


def _event(appointment: Appointment, now: datetime) -> Event:
    event = Event()
    event.add("uid", uid_of(appointment))
    event.add("sequence", appointment.changes)
    event.add("dtstamp", now)
    event.add("last-modified", now)
    event.add("dtstart", appointment.deadline.astimezone(ZoneInfo(appointment.zone)))
    event.add("summary", appointment.summary)
    event.add("description", appointment.description)
    event.add("status", "CONFIRMED")
    event.add("transp", "TRANSPARENT")
    organizer = vCalAddress(f"mailto:{appointment.organizer_address}")
    organizer.params["cn"] = vText(appointment.organizer_name)
    event.add("organizer", organizer)
    if appointment.reminder is not None:
        event.add_component(_alarm(appointment.reminder, appointment.summary))
    return event


def _alarm(before: timedelta, summary: str) -> Alarm:
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", summary)
    alarm.add("trigger", -before)
    return alarm


rl_config.useA85 = 0
"""A mail writes its attachments as text anyhow: a second alphabet would only make them longer."""


# From here on lengths are in points, as reportlab counts.
REGULAR = "mailref-regular"
BOLD = "mailref-bold"


class _LeanFace(TTFontFace):
    """A face that leaves its licence, a third of a short document, in the file it came from."""

    def get_table(self, tag: str) -> Any:
        """Return a table of the font; that of its names is empty."""
        return b"\0\0\0\0\0\6" if tag == "name" else super().get_table(tag)  # type: ignore[no-untyped-call]  # reportlab's


@lru_cache(maxsize=1)
def register_fonts(fonts: Fonts) -> None:
    """Make the fonts known to reportlab, which keeps them by name: the last ones asked for."""
    for name, data in ((REGULAR, fonts.regular), (BOLD, fonts.bold)):
        # Only the letters that a document uses come into it, none because it is of ASCII.
        font = TTFont(name, BytesIO(data), asciiReadable=False)
        font.face = _LeanFace(BytesIO(data))
        pdfmetrics.registerFont(font)


class BlackInk(Canvas):
    """Paper to write on in black, whatever a flowable asks for: not even black made of colours."""

    def setFillColor(self, aColor: object, alpha: object = None) -> None:  # noqa: N802, N803  reportlab's names
        """Keep the ink in which every page begins."""

    def setStrokeColor(self, aColor: object, alpha: object = None) -> None:  # noqa: N802, N803  as above
        """Keep the ink in which every page begins."""


def leading(size: float) -> float:
    """Return the height of a line of text."""
    return size * 1.22


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return how wide *text* is in points."""
    width: float = pdfmetrics.stringWidth(text, BOLD if bold else REGULAR, size)
    return width


def wrapped(text: str, size: float, width: float, *, bold: bool = False) -> list[str]:
    """Return *text* in lines no wider than *width*; what has no space is cut where it must be."""
    text = written_out(text)
    lines: list[str] = []
    for word in text.split(" "):
        joined = f"{lines[-1]} {word}".lstrip() if lines else word
        if lines and text_width(joined, size, bold=bold) <= width:
            lines[-1] = joined
        elif word:
            lines += _pieces(word, size, width, bold=bold)
    return lines


def _pieces(word: str, size: float, width: float, *, bold: bool) -> Iterator[str]:
    """Yield *word*, cut into pieces no wider than *width*; a formula is cut before a `+`."""
    while text_width(word, size, bold=bold) > width and len(word) > 1:
        end = len(word) - 1
        while end > 1 and text_width(word[:end], size, bold=bold) > width:
            end -= 1
        plus = word.rfind("+", 1, end)
        end = plus if plus > 0 else end
        yield word[:end]
        word = word[end:]
    yield word


# From here on lengths are in points, as reportlab counts.
_TITLE = 16.0
_SUBTITLE = 10.0
_FOOTER = 8.0
_MOST_LINES_OF_FOOTER = 2
TEXT = 9.0
_GROUP = 8.0
_LETTERS = 9.5
BETWEEN = 2 * mm
"""Between two columns."""
_PADDING = 0.55 * mm
"""Above and below the text of a row."""
_MOST_LINES_TOGETHER = 40
"""A row of more lines is broken where a page ends; every other one stands on one page."""
_ENDLESS = 1e6
StyleCommand = tuple[str, tuple[int, int], tuple[int, int], *tuple[Any, ...]]
"""A command of a table's style: its name, from which cell to which, and what it says."""

NO_PADDING: tuple[StyleCommand, ...] = tuple(
    (f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")
)


def paper_for(target: BytesIO, page: PageFormat, labels: PdfLabels) -> BaseDocTemplate:
    """Return pages of one format, each with title, footer and number."""
    return BaseDocTemplate(
        target,
        pagesize=(page.width * mm, page.height * mm),
        pageTemplates=[_template(page, labels)],
        title=f"{labels.title} – {labels.subtitle}",
        creator="mailref",
        lang=labels.language,
        pageCompression=1,
        invariant=1,
    )


def _template(page: PageFormat, labels: PdfLabels) -> PageTemplate:
    height = frame_height(page, labels)
    bottom = (page.bottom + 5) * mm
    frame = Frame(page.inner * mm, bottom, page.breadth * mm, height, 0, 0, 0, 0)
    return PageTemplate(frames=[frame], onPage=partial(_draw_margins, page, labels))


def frame_height(page: PageFormat, labels: PdfLabels) -> float:
    """Return how much of a page is free between title and footer."""
    return (page.height - page.top - page.bottom - 5) * mm - _title_height(page, labels)


def _title_height(page: PageFormat, labels: PdfLabels) -> float:
    return (10 if _is_one_line(page, labels) else 15) * mm


def _is_one_line(page: PageFormat, labels: PdfLabels) -> bool:
    """Tell whether title and subtitle fit beside each other."""
    title = text_width(labels.title, _TITLE, bold=True) + 6 * mm
    return title + text_width(labels.subtitle, _SUBTITLE) <= page.breadth * mm


def _draw_margins(page: PageFormat, labels: PdfLabels, canvas: Canvas, _: object) -> None:
    """Draw what stands on every page: title and subtitle above a rule, footer and number."""
    number = canvas.getPageNumber()
    left, top = page.inner * mm, (page.height - page.top) * mm
    right = left + page.breadth * mm
    canvas.setFont(BOLD, _TITLE)
    canvas.drawString(left, top - 5.5 * mm, labels.title)
    canvas.setFont(REGULAR, _SUBTITLE)
    if _is_one_line(page, labels):
        canvas.drawRightString(right, top - 5.5 * mm, labels.subtitle)
    else:
        canvas.drawString(left, top - 11 * mm, labels.subtitle)
    rule = top - _title_height(page, labels) + 2 * mm
    canvas.setLineWidth(1)
    canvas.line(left, rule, right, rule)
    canvas.setFont(REGULAR, _FOOTER)
    shown = f"{labels.page} {number}"
    room = right - left - text_width(shown, _FOOTER) - 4 * mm
    lines = wrapped(labels.footer, _FOOTER, room)[:_MOST_LINES_OF_FOOTER]
    middle = (len(lines) - 1) / 2
    for at, line in enumerate(lines):
        canvas.drawString(left, page.bottom * mm + (middle - at) * 3.2 * mm, line)
    canvas.drawRightString(right, page.bottom * mm, shown)


def upper_half(
    board: Image, left: Sequence[LetterGroup], labels: PdfLabels, page: PageFormat
) -> Iterator[Flowable]:
    """Yield board and facts beside each other, and the letters where there is room: beside or below."""
    breadth, between = page.breadth * mm, 4 * mm
    beside = breadth - board.drawWidth - between
    facts = [each for fact in labels.facts for each in fact_paragraphs(fact)]
    is_low = board.drawHeight < board.drawWidth  # a table with few words
    height = height_of(facts, beside)
    # What stands beside a picture is cut where its page ends.
    if height > frame_height(page, labels) or (is_low and height > board.drawHeight):
        board.hAlign = "LEFT"
        yield from (board, Spacer(1, 2 * mm), *facts, *letters_left_table(left, labels, 4, breadth))
        return
    letters = tuple(letters_left_table(left, labels, 2, beside))
    room = board.drawHeight - height_of([*facts, *letters], beside)
    is_beside = room >= 0
    yield ImageAndFlowables(
        board,
        [*facts, Spacer(1, room), *letters] if is_beside else facts,
        imageRightPadding=between,
        imageBottomPadding=2 * mm,
        imageSide="left",
    )
    if not is_beside:
        yield from letters_left_table(left, labels, 4, breadth)


def fact_paragraphs(fact: SheetFact) -> Iterator[Flowable]:
    yield paragraph(fact.heading, BOLD, TEXT)
    for line in fact.text.splitlines():
        yield paragraph(line, REGULAR, TEXT)
    yield Spacer(1, 1.2 * mm)


_SHORT_TEXT = 60 * mm
_FIRST_LINES = 5
"""The name, and four lines of the text."""


def press_pages(labels: PdfLabels, breadth: float) -> Iterator[Flowable]:
    """Yield what players wrote, each text under its writer's name; nothing where nobody did."""
    for place, text in enumerate(labels.press):
        written = tuple(fact_paragraphs(text))
        first = [] if place else [Spacer(1, 5 * mm), paragraph(labels.press_heading, BOLD, 10)]
        # A name stands with the first lines of its text, and a short text is not parted.
        whole = height_of([*first, *written], breadth)
        begun = height_of([*first, *written[:_FIRST_LINES]], breadth)
        yield CondPageBreak(whole if whole <= _SHORT_TEXT else begun)
        yield from first
        yield from written


def letters_left_table(
    groups: Sequence[LetterGroup], labels: PdfLabels, columns: int, breadth: float
) -> Iterator[Flowable]:
    """Yield the groups beside each other, so many a row, under their heading; nothing for none."""
    if not groups:
        return
    yield paragraph(labels.letters_heading, BOLD, TEXT)
    yield Spacer(1, 1.5 * mm)
    cells = [_group(group, labels.letters, breadth / columns - BETWEEN) for group in groups]
    cells += [("", "")] * (-len(cells) % columns)
    rows: list[tuple[str, ...]] = []
    style = [*NO_PADDING, ("VALIGN", (0, 0), (-1, -1), "BOTTOM")]
    for start in range(0, len(cells), columns):
        name, letters = len(rows), len(rows) + 1
        rows += zip(*cells[start : start + columns], strict=True)
        style += [
            font_of_rows(REGULAR, _GROUP, name, name),
            font_of_rows(BOLD, _LETTERS, letters, letters),
            ("BOTTOMPADDING", (0, letters), (-1, letters), 1.7 * mm),
            ("NOSPLIT", (0, name), (-1, letters)),
        ]
    yield Table(rows, [breadth / columns] * columns, style=style)


def _group(group: LetterGroup, labels: LetterLabels, width: float) -> tuple[str, str]:
    """Return `Vokale (6)` and `A 2  I 2  O 1  U 1`: how many of each letter are left."""
    name = f"{labels.groups[group.group]} ({group.left})"
    letters = "  ".join(
        # The number stays with its letter.
        f"{labels.blank if letter.letter == BLANK else letter.letter}\u00a0{letter.left}"
        for letter in group.letters
    )
    return fitted(name, _GROUP, width), fitted(letters, _LETTERS, width, bold=True)


def ruled_table(
    rows: Sequence[tuple[str, ...]],
    widths: Sequence[float],
    size: float,
    style: Sequence[StyleCommand],
) -> Table:
    """Return a table set in one size, its head repeated on every page, a rule below each row."""
    lines = [max(cell.count("\n") for cell in row) + 1 for row in rows]
    return Table(
        rows,
        widths,
        # Said, so that they are not worked out cell by cell at each page.
        [count * leading(size) + 2 * _PADDING for count in lines],
        hAlign="LEFT",
        repeatRows=1,
        splitInRow=max(lines) > _MOST_LINES_TOGETHER + 1,
        style=[
            *NO_PADDING,
            ("RIGHTPADDING", (0, 0), (-1, -1), BETWEEN),
            ("TOPPADDING", (0, 0), (-1, -1), _PADDING),
            ("BOTTOMPADDING", (0, 0), (-1, -1), _PADDING),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            font_of_rows(REGULAR, size, 1, -1),
            font_of_rows(BOLD, size, 0, 0),
            ("LINEBELOW", (0, 0), (-1, 0), 1, "black"),
            ("LINEBELOW", (0, 1), (-1, -1), 0.25, "black"),
            *style,
        ],
    )


def font_of_rows(name: str, size: float, first: int, last: int) -> StyleCommand:
    """Return the command that sets rows *first* to *last* in a font."""
    return ("FONT", (0, first), (-1, last), name, size, leading(size))


def paragraph(text: str, font: str, size: float) -> Paragraph:
    style = ParagraphStyle(font, fontName=font, fontSize=size, leading=leading(size))
    return Paragraph(escape(written_out(text)), style)


def fitted(text: str, size: float, width: float, *, bold: bool = False) -> str:
    """Return *text* as a cell shows it: in lines no wider than *width*."""
    return "\n".join(wrapped(text, size, width, bold=bold))


def height_of(flowables: Iterable[Flowable], breadth: float) -> float:
    """Return how high *flowables* are above each other."""
    scratch = Canvas(BytesIO())
    return sum(each.wrapOn(scratch, breadth, _ENDLESS)[1] for each in flowables)


_BOARD = 0.54
"""What the board takes of the page's breadth."""
_TALLEST = 1.5
"""A table with many words is at most so much higher than a board."""


def board_image(view: BoardView | PiecesView, page: PageFormat, fonts: Fonts) -> "BoardOnPaper":
    """Return the board or table as it is put on paper, without colour where there is to be none."""
    size = (view.pixels, view.pixels) if isinstance(view, BoardView) else (view.width, view.height)
    side = page.breadth * mm * _BOARD
    scale = min(side / size[0], _TALLEST * side / size[1])
    return BoardOnPaper(replace(view, theme=page.theme), fonts, size, scale)


class BoardOnPaper(Image):
    """A board or table among the paragraphs of a page."""

    def __init__(
        self, view: BoardView | PiecesView, fonts: Fonts, size: tuple[int, int], scale: float
    ) -> None:
        dot = BytesIO()
        Picture.new("L", (1, 1)).save(dot, "PPM")  # reportlab asks for a file, and never draws it
        super().__init__(dot, size[0] * scale, size[1] * scale)
        self._view, self._fonts, self._size, self._scale = view, fonts, size, scale / FINE

    def draw(self) -> None:
        """Draw it where the page has come to, in fine pixels from its upper left corner."""
        pen, look = _Pen(self.canv), look_of(self._view.theme)
        pen.canvas.saveState()
        # Whoever copies the page's text wants what is said on it, not the letters of the squares.
        pen.code.append("/Span <</ActualText ()>> BDC")
        pen.canvas.translate(0, self.drawHeight)
        pen.canvas.scale(self._scale, -self._scale)
        pen.rectangle(box(0, 0, *self._size), fill=look.edge.ground)
        if isinstance(self._view, BoardView):
            near, far = self._view.rim, self._view.pixels - self._view.rim
            pen.rectangle(box(*[near - FRAME] * 2, *[far + FRAME] * 2), fill=look.edge.ink)
            # Also beneath the squares, so that no light falls through between two of them.
            pen.rectangle(box(near, near, far, far), fill=look.plain.ink)
            self._place(pen, (*bare(self._view), *laid(self._view)))
            if self._view.start is not None:
                left, top, right, bottom = around(self._view.start, self._view)
                whole = box(left, top, right + 1, bottom + 1)
                pen.frame(whole, look.frame, AROUND * FINE)
        else:
            self._place(pen, self._view.pieces)
        pen.code.append("EMC")
        pen.canvas.restoreState()

    def _place(self, pen: "_Pen", pieces: Iterable[PlacedFace]) -> None:
        """Draw pieces where they belong; a face is worked out once."""
        faces: dict[Face, list[str]] = {}
        for piece in pieces:
            if piece.face not in faces:
                begins = len(pen.code)
                if not isinstance(piece.face, Coordinate):
                    ground = look_of(self._view.theme).plain.ink
                    pen.rectangle(box(0, 0, SQUARE, SQUARE), fill=ground)
                paint(pen, piece.face, self._view.theme, self._fonts)
                faces[piece.face] = pen.code[begins:]
                del pen.code[begins:]
            size = 1.0 if isinstance(piece.face, Coordinate) else piece.side / SQUARE
            placed = f"{size:g} 0 0 {size:g} {piece.left * FINE} {piece.top * FINE} cm"
            pen.code += ["q", placed, *faces[piece.face], "Q"]


class _Pen:
    """Draws on the canvas of reportlab, whose boxes have a corner, a width and a height."""

    def __init__(self, canvas: Any) -> None:
        self.canvas = canvas
        self.code: list[str] = canvas._code  # noqa: SLF001  as reportlab's own flowables do

    def rectangle(self, xy: Bounds, *, fill: Colour) -> None:
        self.code += _filled("rect", fill, *_extent(xy))

    def rounded_rectangle(self, xy: Bounds, *, radius: float, fill: Colour) -> None:
        self.code += _filled("roundRect", fill, *_extent(xy), radius)

    def ellipse(self, xy: Bounds, *, fill: Colour) -> None:
        left, top, width, height = _extent(xy)
        self.code += _filled("ellipse", fill, left, top, left + width, top + height)

    def polygon(self, xy: Corners, *, fill: Colour) -> None:
        self._dip(fill)
        path = self.canvas.beginPath()
        path.moveTo(*xy[0])
        for corner in xy[1:]:
            path.lineTo(*corner)
        path.close()
        self.canvas.drawPath(path, stroke=0, fill=1)

    def line(self, xy: Corners, *, fill: Colour, width: int) -> None:
        self._dip(fill, "Stroke")
        self.canvas.setLineWidth(width)
        self.canvas.line(*xy[0], *xy[1])

    def frame(self, xy: Bounds, ink: Colour, width: float) -> None:
        """Draw a thick line within a box."""
        self._dip(ink, "Stroke")
        self.canvas.setLineWidth(width)
        left, top, across, down = _extent(xy)
        self.canvas.rect(left + width / 2, top + width / 2, across - width, down - width)

    def text(
        self,
        xy: tuple[float, float],
        text: str,
        *,
        fill: Colour,
        font: ImageFont.FreeTypeFont,
        anchor: str,
    ) -> None:
        self.canvas.saveState()
        self.canvas.translate(*xy)
        self.canvas.scale(1, -1)
        self.canvas.setFont(BOLD, font.size)
        self._dip(fill)
        write = self.canvas.drawRightString if anchor == "rs" else self.canvas.drawCentredString
        write(0, 0, text)
        self.canvas.restoreState()

    def _dip(self, ink: Colour, use: str = "Fill") -> None:
        _dip(self.canvas, ink, use)


def _dip(canvas: Canvas, ink: Colour, use: str = "Fill") -> None:
    """Take an ink, which `BlackInk` allows a board alone; one without colour is grey to a printer, too."""
    if len(set(ink)) == 1:
        getattr(canvas, f"set{use}Gray")(ink[0] / 255)
    else:
        getattr(Canvas, f"set{use}Color")(canvas, [channel / 255 for channel in ink])


@lru_cache(maxsize=512)
def _filled(shape: str, ink: Colour, *numbers: float) -> tuple[str, ...]:
    """Return the operators of a shape that is filled: the same squares are on every board."""
    canvas: Any = Canvas(BytesIO())
    begins = len(canvas._code)  # noqa: SLF001  reportlab has no public way to its operators
    _dip(canvas, ink)
    getattr(canvas, shape)(*numbers, stroke=0, fill=1)
    return tuple(canvas._code[begins:])  # noqa: SLF001  as above


def _extent(xy: Bounds) -> Bounds:
    """Return a box, both of whose corners belong to it, as corner, width and height."""
    left, top, right, bottom = xy
    return left, top, right + 1 - left, bottom + 1 - top


_score = partial(score_text, absent="", nothing="–")
_HISTORY = 8.5
_SIZES = (11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5)
"""Sizes of the table's text, in points; the largest that keeps it on the first page is taken."""
_USUAL_SIZE = 9.0
_NARROW_SIZE = 8.0
"""For a table that needs several pages anyhow; the smaller one for a booklet's page (A5)."""


def sheet_pdf(
    sheet: SheetData | TurnSheet,
    view: BoardView | PiecesView,
    labels: PdfLabels,
    painter: BoardPainter,
    page: PageFormat = A4,
) -> bytes:
    """Return the sheet as a PDF, the same bytes for the same values; 20 players fit on one A4 page."""
    register_fonts(painter.fonts)
    board = board_image(view, page, painter.fonts)
    story = [*upper_half(board, sheet.letters_left, labels, page), Spacer(1, 2 * mm)]
    match sheet:
        case SheetData():
            story += _of_round(sheet, labels, page, height_of(story, page.breadth * mm))
        case TurnSheet():
            story += _of_turns(sheet, labels, page.breadth * mm)
        case _:
            assert_never(sheet)
    target = BytesIO()
    paper_for(target, page, labels).build(story, canvasmaker=BlackInk)
    return target.getvalue()


def _of_round(
    sheet: SheetData, labels: PdfLabels, page: PageFormat, used: float
) -> Iterator[Flowable]:
    """Yield what stands below the board, which with what is beside it has *used* so much of the page."""
    breadth = page.breadth * mm
    yield _largest_that_fits(sheet, labels.table, breadth, frame_height(page, labels) - used)
    yield from press_pages(labels, breadth)
    yield from _all_rounds(sheet, labels, page)


def _largest_that_fits(sheet: SheetData, labels: TableLabels, breadth: float, room: float) -> Table:
    """Return the table in the largest size that needs no further page, else in the usual one."""
    if len(sheet.rows) * leading(_SIZES[-1]) <= room:
        for size in _SIZES:
            table = _round_table(sheet, labels, breadth, size)
            if height_of([table], breadth) <= room:
                return table
    usual = _USUAL_SIZE if breadth >= 150 * mm else _NARROW_SIZE
    return _round_table(sheet, labels, breadth, usual)


def _round_table(sheet: SheetData, labels: TableLabels, breadth: float, size: float) -> Table:
    """Return this round's table: rank, its change, player, move and formula, points, total."""
    extras = extra_columns(sheet, labels)
    heads = [labels.points, labels.total, *(head for head, _ in extras)]
    rank, change, *numbers = (
        _number_width(each, size) for each in (labels.rank, labels.change, *heads)
    )
    name = _name_width(sheet, breadth, size)
    move = breadth - name - rank - change - sum(numbers)
    rows = [
        (
            str(row.rank),
            "" if row.climbed is None else signed(row.climbed),
            fitted(row.player, size, name - BETWEEN, bold=True),
            "\n".join(_move_lines(row, labels, size, move - BETWEEN)),
            figure(row.points),
            figure(row.total),
            *(shown_number(number(row), labels) for _, number in extras),
        )
        for row in sheet.rows
    ]
    if sheet.left_out:
        more = f"… {sheet.left_out} {labels.more}"
        rows.append(("", "", more, *("" for _ in range(len(heads) + 1))))
    bold = [place for place, row in enumerate(sheet.rows, start=1) if row.player in sheet.winners]
    return ruled_table(
        [(labels.rank, labels.change, labels.player, labels.move, *heads), *rows],
        [rank, change, name, move, *numbers],
        size,
        [
            ("ALIGN", (0, 0), (1, -1), "RIGHT"),
            ("ALIGN", (4, 0), (-1, -1), "RIGHT"),
            *(font_of_rows(BOLD, size, place, place) for place in bold),
        ],
    )


def _number_width(head: str, size: float) -> float:
    return max(text_width(head, size, bold=True), text_width("1000", size, bold=True)) + BETWEEN


def _name_width(sheet: SheetData, breadth: float, size: float) -> float:
    """Return what the longest name takes, within limits: the move needs its place too."""
    longest = max((text_width(row.player, size, bold=True) for row in sheet.rows), default=0)
    return min(max(longest, 20 * mm) + BETWEEN, breadth * 0.36)


def _move_lines(row: SheetRow, labels: TableLabels, size: float, width: float) -> list[str]:
    """Return plays, formula, amounts and note: beside each other as far as they fit."""
    lines: list[str] = []
    for part in map(written_out, row_parts(row, labels)):
        if lines and text_width(f"{lines[-1]}   {part}", size, bold=True) <= width:
            lines[-1] += "   " + part
        else:
            lines += wrapped(part, size, width, bold=True)
    return lines


def _all_rounds(sheet: SheetData, labels: PdfLabels, page: PageFormat) -> Iterator[Flowable]:
    """Yield points and total of every round, where they need no further page."""
    is_short = len(sheet.rows) * leading(_HISTORY) < frame_height(page, labels)
    if not sheet.rounds or not is_short:
        return
    whole: list[Flowable] = [Spacer(1, 5 * mm), paragraph(labels.history_heading, BOLD, 10)]
    whole.append(Spacer(1, 1 * mm))
    for table in _tables_of_rounds(sheet, labels.table, page.breadth * mm):
        whole += [table, Spacer(1, 3 * mm)]
    yield _IfRoom(whole)


def _tables_of_rounds(sheet: SheetData, labels: TableLabels, breadth: float) -> Iterator[Table]:
    """Yield tables of points and totals, of as many rounds each as fit beside each other."""
    name = breadth * 0.26
    scores = (_score(score) for row in sheet.rows for score in row.rounds)
    widest = text_width(max(scores, key=len, default=""), _HISTORY) + BETWEEN
    beside = max(1, int((breadth - name) / widest))
    names = [fitted(row.player, _HISTORY, name - BETWEEN) for row in sheet.rows]
    for start in range(0, len(sheet.rounds), beside):
        block = slice(start, start + beside)
        numbers = [f"{labels.round}{number}" for number in sheet.rounds[block]]
        rows = [
            (shown, *(_score(score) for score in row.rounds[block]))
            for shown, row in zip(names, sheet.rows, strict=True)
        ]
        yield ruled_table(
            [(labels.player, *numbers), *rows],
            [name] + [(breadth - name) / beside] * len(numbers),
            _HISTORY,
            [("ALIGN", (1, 0), (-1, -1), "RIGHT")],
        )


class _IfRoom(Flowable):
    """What is printed only where the page has room for all of it."""

    def __init__(self, content: Sequence[Flowable]) -> None:
        super().__init__()
        self._whole = Table([[each] for each in content], style=NO_PADDING, hAlign="LEFT")

    def wrap(self, width: float, room: float) -> tuple[float, float]:
        _, height = self._whole.wrapOn(self.canv, width, room)
        self._is_shown = height <= room
        return width, height if self._is_shown else 0

    def draw(self) -> None:
        if self._is_shown:
            self._whole.drawOn(self.canv, 0, 0)


_SIZE = 9.0
_NAME = 0.17
"""What a player's name takes of the page's breadth in the list of turns."""
_NUMBER = 0.08
_FORMULA = 0.25


def _of_turns(sheet: TurnSheet, labels: PdfLabels, breadth: float) -> Iterator[Flowable]:
    if sheet.columns.rows:
        yield from (_columns_table(sheet.columns, breadth), Spacer(1, 5 * mm))
    if sheet.ledger:
        yield CondPageBreak(30 * mm)
        yield paragraph(labels.history_heading, BOLD, 10)
        yield from (Spacer(1, 1 * mm), _ledger_table(sheet.ledger, labels, breadth))


def _columns_table(columns: ScoreColumns, breadth: float) -> Table:
    width = breadth / (2 * len(columns.players))
    names = [cell for name in columns.players for cell in (fitted(name, _SIZE, 2 * width), "")]
    heads = [columns.points, columns.total] * len(columns.players)
    rows = [tuple(cell for pair in row for cell in pair) for row in columns.rows]
    spans = [("SPAN", (at, 0), (at + 1, 0)) for at in range(0, len(heads), 2)]
    lines = [("LINEBEFORE", (at, 0), (at, -1), 0.25, "black") for at in range(2, len(heads), 2)]
    return ruled_table(
        [tuple(names), tuple(heads), *rows],
        [width] * len(heads),
        _SIZE,
        [
            *spans,
            *lines,
            ("ALIGN", (0, 0), (-1, 0), "CENTER"),
            ("ALIGN", (0, 1), (-1, -1), "RIGHT"),
        ],
    )


def _ledger_table(ledger: Sequence[LedgerRow], labels: PdfLabels, breadth: float) -> Table:
    number, name, formula = breadth * _NUMBER, breadth * _NAME, breadth * _FORMULA
    said = breadth - 3 * number - name - formula
    head = ("", labels.table.player, labels.table.move, "", labels.table.points, labels.table.total)
    rows = [
        (
            row.number,
            fitted(row.player, _SIZE, name - 2 * mm),
            fitted(row.said, _SIZE, said - 2 * mm),
            fitted(row.formula, _SIZE, formula - 2 * mm),
            row.points,
            row.total,
        )
        for row in ledger
    ]
    return ruled_table(
        [head, *rows],
        [number, name, said, formula, number, number],
        _SIZE,
        [("ALIGN", (4, 0), (-1, -1), "RIGHT")],
    )


PLAYERS = 4
_HEAD = 10.0
_SMALL = 7.5
_ROW = 7.6 * mm
"""A line to write in."""
_HEADS = 13 * mm
"""For the players' names."""
_TURNS = 9 * mm
"""The column of the turns' numbers."""
_BOXES_BESIDE = 22
_THIN, _THICK = 0.4, 1.1


class FormLabels(Struct, frozen=True):
    """Everything the forms say."""

    score_sheet: str
    letter_list: str
    player: str
    """Before a number: `Spieler`."""
    points: str
    total: str
    game: str
    """Before a line to write on, as is *day*."""
    day: str
    letters: LetterLabels


def forms_pdf(
    labels: FormLabels, fonts: Fonts, page: PageFormat = A4, tiles: TileSet = GERMAN
) -> bytes:
    """Return the score sheet and the list of letters, a page each; the same bytes for the same values."""
    register_fonts(fonts)
    target = BytesIO()
    canvas = Canvas(target, pagesize=(page.width * mm, page.height * mm), invariant=1)
    canvas.setTitle(f"{labels.score_sheet} – {labels.letter_list}")
    canvas.setCreator("mailref")
    _score_sheet(canvas, labels, page)
    canvas.showPage()
    _letter_list(canvas, labels, page, tiles)
    canvas.showPage()
    canvas.save()
    return target.getvalue()


def _head(canvas: Canvas, title: str, labels: FormLabels, page: PageFormat) -> float:
    """Write the title of a page and lines for game and day; return the height where the form begins."""
    left, right = page.inner * mm, (page.inner + page.breadth) * mm
    base = (page.height - page.top) * mm - _TITLE
    canvas.setFont(BOLD, _TITLE)
    canvas.drawString(left, base, title)
    canvas.setFont(REGULAR, _HEAD)
    canvas.setLineWidth(_THIN)
    words = (labels.day, labels.game)
    said = text_width(title, _TITLE, bold=True) + sum(
        text_width(word, _HEAD) + 6 * mm for word in words
    )
    lines = min(0.22 * page.breadth * mm, (right - left - said) / len(words))
    for word in words:
        canvas.line(right - lines, base - 1, right, base - 1)
        right -= lines + text_width(word, _HEAD) + 2 * mm
        canvas.drawString(right, base, word)
        right -= 4 * mm
    return base - 6 * mm


def _score_sheet(canvas: Canvas, labels: FormLabels, page: PageFormat) -> None:
    top = _head(canvas, labels.score_sheet, labels, page)
    left, breadth = page.inner * mm, page.breadth * mm
    rows = int((top - _HEADS - page.bottom * mm) / _ROW)
    bottom = top - _HEADS - rows * _ROW
    each = (breadth - _TURNS) / PLAYERS
    _ruled(canvas, left, top, breadth, [top - _HEADS - row * _ROW for row in range(rows + 1)])
    for place in range(PLAYERS):
        column = left + _TURNS + place * each
        _upright(canvas, column, top, bottom, _THICK)
        _upright(canvas, column + each / 2, top - _HEADS + 5 * mm, bottom, _THIN)
        canvas.setFont(REGULAR, _SMALL)
        canvas.drawString(column + 1 * mm, top - 3.2 * mm, f"{labels.player} {place + 1}")
        for word, middle in ((labels.points, each / 4), (labels.total, each * 3 / 4)):
            canvas.drawCentredString(column + middle, top - _HEADS + 1.6 * mm, word)
    for column in (left, left + breadth):
        _upright(canvas, column, top, bottom, _THICK)
    for row in range(1, rows + 1):
        canvas.drawRightString(
            left + _TURNS - 1.5 * mm, top - _HEADS - row * _ROW + 2.4 * mm, str(row)
        )


def _ruled(
    canvas: Canvas, left: float, top: float, breadth: float, heights: Sequence[float]
) -> None:
    """Draw the lines across: the frame and the one below the heads thick."""
    for height in (top, *heights):
        canvas.setLineWidth(_THICK if height in (top, heights[0], heights[-1]) else _THIN)
        canvas.line(left, height, left + breadth, height)


def _upright(canvas: Canvas, column: float, top: float, bottom: float, thickness: float) -> None:
    canvas.setLineWidth(thickness)
    canvas.line(column, top, column, bottom)


def _letter_list(canvas: Canvas, labels: FormLabels, page: PageFormat, tiles: TileSet) -> None:
    """Draw a box for each tile, to be crossed out, group by group."""
    height = _head(canvas, labels.letter_list, labels, page)
    left, box = page.inner * mm, page.breadth * mm / _BOXES_BESIDE
    for group in letters_left(tiles.all_tiles, tiles):
        height -= 4.5 * mm
        canvas.setFont(BOLD, _HEAD)
        canvas.drawString(left, height, f"{labels.letters.groups[group.group]} ({group.left})")
        height -= 2 * mm
        for row in _rows_of(group):
            height -= box
            for place, letter in enumerate(row):
                shown = labels.letters.blank if letter == BLANK else tiles.shown(letter).strip("[]")
                _box(canvas, (left + place * box, height), box, shown, tiles.value(letter))
        height -= 2.5 * mm


def _rows_of(group: LetterGroup) -> Iterator[str]:
    """Yield the tiles of a group in rows; tiles of one letter stand in one row."""
    row = ""
    for letter in group.letters:
        tiles = letter.letter * letter.of
        if row and len(row) + len(tiles) > _BOXES_BESIDE:
            yield row
            row = ""
        row += tiles
    yield row


def _box(canvas: Canvas, corner: tuple[float, float], side: float, letter: str, value: int) -> None:
    """Draw a tile with its value, as wide as it is high."""
    left, bottom = corner
    canvas.setLineWidth(_THIN)
    canvas.rect(left, bottom, side - 1, side - 1)
    canvas.setFont(BOLD, side * 0.55)
    canvas.drawCentredString(left + side * 0.45, bottom + side * 0.3, letter)
    canvas.setFont(REGULAR, side * 0.24)
    canvas.drawRightString(left + side - 2.5, bottom + 1.8, str(value))


class MakerHere(Struct, frozen=True):
    """Makes PDF with reportlab and calendars with icalendar."""

    painter: BoardPainter

    def sheet(
        self,
        sheet: SheetData | TurnSheet,
        view: BoardView | PiecesView,
        labels: PdfLabels,
        page: PageFormat,
    ) -> bytes:
        return sheet_pdf(sheet, view, labels, self.painter, page)

    def calendar(self, appointment: Appointment, now: datetime) -> bytes:
        return calendar_bytes(appointment, now)
