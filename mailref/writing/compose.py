"""Owed mails to composed ones: what is common to all recipients of a content is made once.

A document as text, and as HTML for clients that know only tables and inline styles.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from functools import cache, lru_cache, partial
from itertools import groupby

from css_inline import CSSInliner
from jinja2 import Environment
from markupsafe import Markup, escape
from msgspec import Struct
from msgspec.structs import replace

from mailref.languages import FORMATS
from mailref.orders.table import Command, NotDone
from mailref.referee.contents import AsksStranger, Content, Notice
from mailref.referee.mails import Owed
from mailref.referee.policy import Answered, House
from mailref.report import sheet as sheets
from mailref.report.picture import QUICK, TIGHT, draw_pieces
from mailref.tiles.tile_set import written_out
from mailref.tiles.when_used import regex
from mailref.writing import mail_bytes
from mailref.writing.document import (
    ALSO,
    GREETING,
    KEPT,
    SHEET,
    WIDTH,
    Block,
    BoardFigure,
    Buttons,
    ChartFigure,
    Document,
    FactRows,
    Figure,
    FigureHere,
    LinkFigure,
    Paragraph,
    TableFigure,
    TemplateError,
    as_it_is,
    read_document,
    text_of,
)
from mailref.writing.never_a_move import MOST_NAME, begins_safely, name_seen, one_line, wrapped
from mailref.writing.scene import NAME, MailScene, ReplyMeans, Words, scene_of


class Link(Struct, frozen=True):
    """What is pressed to write an answer."""

    url: str
    label: str


LinkTo = Callable[[str], Link]
"""Makes of an answer what is pressed to give it."""


def plain_text(document: Document, figures: Mapping[str, Figure], marker: str) -> str:
    """Return the text part: the marker, then the blocks, an empty line between them."""
    parts = [[marker], *(block.in_text(figures) for block in document.blocks)]
    return written_out("\n\n".join("\n".join(lines) for lines in parts if lines) + "\n")


def bare_page(text: str, subject: str, language: str, answers: Iterable[Link] = ()) -> str:
    """Return the text part as a page without any style: a tenth of the bytes."""
    marker, lead, *rest = text.strip("\n").split("\n\n")
    paragraphs = Markup("\n").join(
        (
            Markup('<p>{}</p>\n<h1 style="font-size:20px">{}</h1>').format(marker, lead),
            *(Markup("<p>{}</p>").format(each) for each in rest),
            *(
                Markup('<p><a href="{}">{}</a></p>').format(each.url, each.label)
                for each in answers
            ),
        )
    )
    head = Markup(
        '<!DOCTYPE html><html lang="{}"><meta charset="utf-8">'
        '<meta name="color-scheme" content="light dark"><title>{}</title>'
        '<body style="background:Canvas;color:CanvasText;font:16px/1.5 sans-serif;'
        'max-width:36em;padding:1em;overflow-wrap:anywhere">'
        "<main>\n{}\n</main></body></html>\n"
    )
    return head.format(language, subject, paragraphs)


_GAP_MARK = "\ue012"


class HtmlWriter:
    """Writes documents as HTML."""

    def __init__(self, environment: Environment, inliner: CSSInliner) -> None:
        self.environment = environment
        self._inliner = inliner

    def page(
        self,
        document: Document,
        figures: Mapping[str, Figure],
        cids: Mapping[str, str],
        *,
        language: str,
        of_game: str,
        marker: str,
        link: LinkTo,
    ) -> str:
        """Return the whole page, of a game in the language *of_game*; `SHEET` for the table of a round."""
        blocks = tuple(_placed(block, figures, cids, link) for block in document.blocks)
        source = self.environment.get_template("page.html.j2").render(
            document=document,
            blocks=blocks,
            language=language,
            of_game=of_game,
            marker=marker,
            sheet=as_it_is(SHEET),
            preview=preview_of(document),
        )
        return self._inliner.inline(written_out(source))

    def inlined(self, fragment: str) -> str:
        """Return a fragment with the styles of the page."""
        return self._inliner.inline(
            self.environment.get_template("fragment.html.j2").render(
                fragment=Markup(written_out(fragment))  # noqa: S704  rendered with escaping
            )
        )


_MOST_PREVIEWED = 3
"""So many sentences and facts begin a preview; an inbox shows some hundred characters."""


def preview_of(document: Document) -> str:
    """Return what an inbox shows beside the subject: the first things said after the greeting."""
    said = [
        text
        for block in document.blocks
        for text in _said(block)
        if text not in (GREETING, ALSO, KEPT)
    ]
    return " ".join(said[:_MOST_PREVIEWED])


def _said(block: Block) -> Iterator[str]:
    match block:
        case Paragraph(runs=runs):
            yield text_of(runs)
        case FactRows(rows=rows):
            yield from (f"{row.label}: {text_of(row.value)}." for row in rows[:1])
        case _:
            return


class _Placed(Struct, frozen=True):
    """A block for the template, by the name of its class."""

    kind: str
    it: Block | Figure
    cid: str
    links: tuple[Link, ...] = ()


def _placed(
    block: Block, figures: Mapping[str, Figure], cids: Mapping[str, str], link: LinkTo
) -> _Placed:
    if isinstance(block, Buttons):
        return _Placed("Buttons", block, "", tuple(map(link, block.answers)))
    if isinstance(block, FigureHere):
        figure = figures[block.name]
        return _Placed(type(figure).__name__, figure, cids.get(block.name, ""))
    return _Placed(type(block).__name__, block, "")


_SOON = (timedelta(days=7), timedelta(days=14))
"""How far off an absence is that serves as an example."""
_CELL = regex(r"<t[hd] [^<>]*>")


class HtmlSheet:
    """The rows of a round's table with their styles; each is made once and serves every reader."""

    def __init__(
        self,
        sheet: sheets.SheetData,
        details: Iterable[str],
        labels: sheets.TableLabels,
        page: HtmlWriter,
    ) -> None:
        """*details*: what is told of each row beside its numbers."""
        html = page.inlined(
            page.environment.get_template("sheet.html.j2").render(
                rows=tuple(zip(sheet.rows, details, strict=True)),
                heads=labels,
                gap=f"… {_GAP_MARK} {labels.more} …",
                shown_name=sheets.shown_name,
                signed=sheets.signed,
            )
        )
        starts = ("<table", "<tbody", "<tr")
        lines = [line for line in html.split("\n") if line.lstrip().startswith(starts)]
        names = [row.player for row in sheet.rows]
        first = next(at for at, line in enumerate(lines) if "<th" in line)
        self.head = "\n".join(lines[: first + 1])
        body = lines[first + 1 : first + 1 + len(names)]
        self._rows = dict(zip(names, body, strict=True))
        set_off = lines[first + 1 + len(names)] if names else ""
        self._own_cells = dict(zip(*map(_CELL.findall, (*body[:1], set_off)), strict=True))
        self._gap = next(line for line in lines if _GAP_MARK in line)

    def lines(self, rows: sheets.SheetRows, reader: str | None) -> list[str]:
        """Return the table with *rows*, the reader's own one set off."""
        body = (
            self._gap.replace(_GAP_MARK, str(row.count))
            if isinstance(row, sheets.RowsLeftOut)
            else self._set_off(row.player)
            if row.player == reader
            else self._rows[row.player]
            for row in rows
        )
        return [self.head, *body, "</tbody></table>"]

    def _set_off(self, reader: str) -> str:
        """Return a reader's own row: each of its cells begins as those of such a row do."""
        return _CELL.sub(lambda cell: self._own_cells.get(cell[0], cell[0]), self._rows[reader])


OWN = "\ue016"
OWN_HISTORY = "\ue017"
FOOT = "\ue018"
LEAVING = "\ue01d"
"""How to get no more reports: the game master is not told."""
CITED = "\ue01a"
"""Stands in what a button writes, where the mail names the one that it answers."""
GAPS = (SHEET, GREETING, OWN, OWN_HISTORY, ALSO, KEPT, LEAVING, FOOT, NAME, CITED)
_GAP = regex("|".join(map(re.escape, GAPS)))
_LEAD = regex(r"(?m)^! .*$")
_TAGS = regex(r"<[^<>]*>")
_FIRST_LETTER = regex(rf"\A[a-z]|(?<={GREETING})\s+[a-z]")
_FIRST_WORD = regex(rf"(?<={GREETING})\s+\w+")
_SENTENCE_BELOW = regex(r"\A\s*[a-zà-ÿ]")
"""A paragraph that begins small because it was written to follow the greeting."""
_WORTH_SHARING = 400
"""Shorter stretches are kept with the mail."""
Filling = str | tuple[mail_bytes.Segment, ...]
"""What goes into a gap: text, or whole lines that are quoted-printable already."""


class Composed(Struct, frozen=True):
    """A mail ready to be recorded: its bytes in segments, joined they are the message."""

    owed: Owed
    recipient: str
    message_id: str
    subject: str
    kind: str
    """The class of its content: `Report`, `EntryAnswer`."""
    segments: tuple[mail_bytes.Segment, ...]
    is_private: bool = False
    """Whether it holds what only its reader may see: nothing of that is shared, or kept once sent."""

    @property
    def data(self) -> bytes:
        return b"".join(
            segment if isinstance(segment, bytes) else segment.data for segment in self.segments
        )


def compose_all(owed: Sequence[Owed], means: ReplyMeans) -> tuple[Composed, ...]:
    """Return every mail; those of equal content but for the recipient share what they can."""
    composed: list[Composed] = []
    for face, group in groupby(owed, key=lambda mail: _Face.of(mail, means.house)):
        mails = tuple(group)
        common = _Common(mails[0], face, means, is_for_many=len(mails) > 1)
        composed += map(common.composed, mails)
    return tuple(composed)


class _Face(Struct, frozen=True):
    """What mails that are written together have in common."""

    content: Content
    language: str
    game: str | None
    tag: str | None
    answers: Answered | None
    answers_game_master: bool
    """Whether it answers a mail of the game master: he may say more than players may."""
    ahead: tuple[str, ...]
    """What is said before all else."""

    @classmethod
    def of(cls, owed: Owed, house: House) -> "_Face":
        return cls(
            owed.content.without_recipient(),
            owed.language,
            owed.game,
            owed.tag,
            owed.answers,
            owed.answers is not None and owed.recipient == house.gamemaster_address,
            owed.ahead,
        )


class _Common:
    """All that the recipients of one content share, and what is left to be filled in."""

    def __init__(
        self, owed: Owed, face: _Face, means: ReplyMeans, *, is_for_many: bool = False
    ) -> None:
        self._house = means.house
        self._is_private = face.content.is_private
        self._words = Words.of_mails(means.templates[face.language])
        self._lines = cache(_in_lines)
        scene = scene_of(replace(owed, content=face.content), self._words, means)
        if url := _page_of_game(face, means.house):
            page_label = self._words.label("game_page") + self._words.before_colon
            scene = replace(
                scene, figures={**scene.figures, GAME_PAGE: LinkFigure(page_label, url)}
            )
        document = read_document(self._written(scene, owed, face), self._words.before_colon)
        html = HtmlWriter(means.page, means.inliner)
        mark = mail_bytes.digest_of(means.house, f"part\0{owed.key}")
        shown = {name: scene.figures[name] for name in scene.figures if name in document.figures}
        cids = {name: f"{name}.{mark}@{mail_bytes.domain_of(means.house)}" for name in shown}
        marker = self._words.label("marker")
        text = plain_text(document, shown, marker)
        self._text = Gapped.of(text, "plain", is_private=self._is_private)
        tag = mail_bytes.subject_of(owed, "", means.house)
        link = partial(_link, tag=tag, house=means.house, words=self._words)
        page = html.page(
            document,
            shown,
            cids,
            language=face.language,
            of_game=_language_of_game(face.content) or face.language,
            marker=marker,
            link=link,
        )
        if is_for_a_stranger(face.content):
            page = bare_page(text, document.subject, face.language, map(link, document.answers))
        self._html = Gapped.of(page, "html", is_private=self._is_private)
        packing = QUICK if scene.sheet is None else TIGHT
        self._pictures = tuple(_pictures(shown, cids, self._words, means, packing))
        self._attachments = scene.attachments
        self._prepare_sheet(scene, html)
        self._own = scene.own
        self.subject = document.subject
        headers = mail_bytes.common_headers(owed, means.house, document.subject)
        is_for_many = is_for_many and not self._is_private
        self._skeleton = mail_bytes.Skeleton(
            headers, self._body({}, {}), mark, is_for_many=is_for_many
        )

    def _written(self, scene: MailScene, owed: Owed, face: _Face) -> str:
        template = self._words.environment.select_template([scene.template, *scene.or_else])
        written = template.render(
            scene.values,
            house=self._house,
            tag=owed.tag,
            soon=tuple(owed.at.date() + days for days in _SOON),
            answers_game_master=face.answers_game_master,
            own=as_it_is(OWN),
            own_history=as_it_is(OWN_HISTORY),
            leaving=as_it_is(LEAVING),
        )
        first = [self._words.of("player_orders", each) for each in face.ahead]
        if face.content.was_entered_for_reader:
            who = self._words.environment.get_template("entered_for.j2")
            first.append(who.render(house=self._house))
        page = f"\n\n@figure {GAME_PAGE}\n" if GAME_PAGE in scene.figures else ""
        if page and face.content.begins_game:
            page += f"\n~ {self._words.phrase('pages_for_all', self._house.site_url)}\n"
        framed = _framed(f"{written_out(written)}{page}", "\n\n".join(first))
        return _begun(framed, face.language, self._words.phrase("small").split())

    def _prepare_sheet(self, scene: MailScene, html: HtmlWriter) -> None:
        self._sheet = scene.sheet
        if scene.sheet is None:
            return
        self._labels = labels = self._words.table
        self._places: dict[str | None, int] = {
            row.player: place for place, row in enumerate(scene.sheet.rows)
        }
        self._text_sheet = sheets.TextSheet(scene.sheet, labels)
        details = (self._words.phrase("detail", row) for row in scene.sheet.rows)
        self._html_sheet = HtmlSheet(scene.sheet, details, labels, html)
        seen_by_all = sheets.rows_for(scene.sheet, None)
        self._text_lines = mail_bytes.CommonLines(self._text_sheet.lines(seen_by_all))
        self._html_lines = mail_bytes.CommonLines(self._html_sheet.lines(seen_by_all, None))

    def _also(self, owed: Owed) -> str:
        """Return what is said below, of other games in which the same was done, too."""
        left = getattr(getattr(owed.content, "own", None), "vacation_left", None)
        said = [
            self._words.of(
                "player_orders",
                each,
                *([left] if each == NotDone.TOO_LONG_AWAY and left is not None else []),
            )
            for each in owed.also
        ]
        if titles := tuple(one_line(each, MOST_NAME) for each in owed.elsewhere):
            asked = getattr(owed.content, "commands", ())
            name = "help_elsewhere" if asked == (Command.HELP,) else "elsewhere"
            name = "noted_elsewhere" if Command.AWAY in asked else name
            said.insert(0, self._words.of("player_orders", f"also_{name}", titles))
        return " ".join(said)

    def composed(self, owed: Owed) -> Composed:
        """Return one recipient's mail."""
        name = name_seen(owed.name)
        is_game_master = owed.recipient == self._house.gamemaster_address
        says = {
            GREETING: begins_safely(self._words.phrase("greeting", name)),
            OWN: _begun(self._own(owed.content), owed.language, ()),
            OWN_HISTORY: self._own_history(owed.content),
            ALSO: self._also(owed),
            KEPT: " ".join(
                self._words.of("player_orders", f"kept_{order}", text) for order, text in owed.kept
            ),
            LEAVING: "" if is_game_master and not owed.player else self._words.phrase("leaving"),
            FOOT: _foot(self._words, self._house, is_game_master, is_for_a_stranger(owed.content)),
        }
        said = {gap: written_out(each) for gap, each in says.items() if each}
        text: dict[str, Filling] = {gap: self._lines(each) for gap, each in said.items()}
        text[NAME] = said[NAME] = self._named(owed, name)
        html: dict[str, Filling] = {gap: str(escape(each)) for gap, each in said.items()}
        headers = dict(mail_bytes.own_headers(owed, self._house))
        html[CITED] = mail_bytes.in_a_url(headers["Message-ID"].strip("<>"))
        if self._sheet is not None:
            reader = owed.content.row_of
            rows = sheets.rows_for(self._sheet, self._places.get(reader))
            text[SHEET] = self._text_lines.segments(self._text_sheet.lines(rows))
            html[SHEET] = self._html_lines.segments(self._html_sheet.lines(rows, reader))
        segments = self._skeleton.mail(headers.items(), self._body(text, html))
        return Composed(
            owed=owed,
            recipient=owed.recipient,
            message_id=headers["Message-ID"],
            subject=self.subject,
            kind=type(owed.content).__name__,
            segments=segments,
            is_private=self._is_private or bool(owed.kept),
        )

    @staticmethod
    def _named(owed: Owed, name: str) -> str:
        """Return whom the template to copy names: the reader, or the player whom the move is for."""
        if owed.content.for_whom is not None:
            return name_seen(owed.content.for_whom)
        return name if owed.player else "__"

    def _own_history(self, content: Content) -> str:
        """Return the reader's points and totals of all rounds, whoever leads."""
        if self._sheet is None or len(self._sheet.rounds) < 2:
            return ""
        place = self._places.get(content.row_of) if content.row_of is not None else None
        if place is None:
            return ""
        scores = self._sheet.rows[place].rounds
        pairs = [*zip(self._sheet.rounds, scores, strict=True)][-sheets.LAST_ROUNDS :]
        sign = self._labels.round
        shown = (f"{sign}{number} {s.points}/{s.total}" for number, s in pairs if s is not None)
        return self._words.phrase(
            "own_history",
            ", ".join(shown),
            self._sheet.rounds_before + max(0, len(self._sheet.rounds) - sheets.LAST_ROUNDS),
        )

    def _body(self, text: Mapping[str, Filling], html: Mapping[str, Filling]) -> mail_bytes.Body:
        return mail_bytes.Body(
            self._text.filled(text), self._html.filled(html), self._pictures, self._attachments
        )


@lru_cache(maxsize=64)
def _foot(words: Words, house: House, is_game_master: bool, is_stranger: bool) -> str:
    return words.phrase("foot", house, is_game_master, is_stranger)


GAME_PAGE = "game_page"
"""The name of the link to the page that anybody may read, in a report."""


def _page_of_game(face: _Face, house: House) -> str:
    """Return where the game of a report is to be seen; "" where it is nowhere, or what is written is no report."""
    is_shown = face.content.is_report and face.game is not None and house.site_url
    return f"{house.site_url}game-{face.game}/index.html" if is_shown else ""


def _in_lines(text: str) -> str:
    return "\n".join(wrapped(text, WIDTH))


def _framed(written: str, first: str) -> str:
    """Put what all mails have around what a template wrote: a greeting below its lead, a foot below all.

    *first*: what is said right after the greeting.
    """
    lead = _LEAD.search(written)
    if lead is None:
        raise TemplateError("a template gave no lead")
    above, below = written[: lead.end()], written[lead.end() :]
    if first:
        below = _SENTENCE_BELOW.sub(lambda it: it[0].upper(), below)
    return "\n\n".join((above, GREETING, first, f"{below}\n\n{ALSO}\n\n{KEPT}\n~ {FOOT}\n"))


def _begun(written: str, language: str, small: Sequence[str]) -> str:
    """Begin what follows the greeting as *language* does: some go on small after the comma.

    *small*: the words that are written so there; a name or another noun keeps its capital.
    """
    if not FORMATS[language].small_after_greeting:
        return _FIRST_LETTER.sub(lambda it: it[0].upper(), written)
    return _FIRST_WORD.sub(
        lambda it: it[0].lower() if it[0].strip().lower() in small else it[0], written
    )


def _pictures(
    shown: Mapping[str, Figure], cids: dict[str, str], words: Words, means: ReplyMeans, packing: int
) -> Iterator[mail_bytes.Attached]:
    for name, figure in shown.items():
        match figure:
            case BoardFigure():
                png = means.painter.draw(figure.view, packing)
            case TableFigure() if figure.lines:
                png = draw_pieces(figure.view, means.painter.fonts, packing)
            case ChartFigure():
                png = figure.png
            case _:
                continue
        shared = mail_bytes.shared_base64(png)
        is_own = isinstance(figure, BoardFigure) and figure.view.proposal
        file = words.label("file_chart" if isinstance(figure, ChartFigure) else "file_board")
        yield mail_bytes.Attached(
            "image/png", shared.data if is_own else shared, f"{file}.png", cids[name]
        )


def _link(answer: str, tag: str, house: House, words: Words) -> Link:
    """Return what opens a new mail to us with the answer in it; its subject cites our mail.

    All but letters and figures is percent-encoded, blanks too, and lines end as in mails (RFC 6068): a
    plus for a blank is left as it stands by programs that are not web pages.
    """
    start, _, end = f"Re: {tag.strip()} ({CITED})".partition(CITED)
    subject = f"{mail_bytes.in_a_url(start)}{CITED}{mail_bytes.in_a_url(end)}"
    body, to = mail_bytes.in_a_url(f"{answer}\r\n"), mail_bytes.in_a_url(house.address)
    return Link(f"mailto:{to}?subject={subject}&body={body}", words.phrase("answer_with", answer))


def _language_of_game(content: Content) -> str:
    """Return the language in which a game's mails are written unless a reader wants another; "" for no game."""
    policy = getattr(content, "policy", None)
    return policy.language if policy is not None else ""


def is_for_a_stranger(content: Content) -> bool:
    """Tell whether a mail goes to an address that has not said yet that it wrote: then it is short."""
    return isinstance(content, Notice) and isinstance(content.about, AsksStranger)


class _WithGaps(Struct, frozen=True):
    """Whole lines in which something is left open."""

    text: str
    gaps: tuple[str, ...]

    def filled(self, values: Mapping[str, Filling]) -> tuple[str | mail_bytes.Segment, ...]:
        """Return the lines for one reader; none where they would say nothing."""
        text = self.text
        for gap in self.gaps:
            value = values.get(gap, "")
            if value == "" and _TAGS.sub("", text).strip() == gap:
                return ()
            if isinstance(value, str):
                text = text.replace(gap, value)
            elif text.strip() == gap:
                return value
        return (text,)


class Gapped(Struct, frozen=True):
    """A text in stretches of whole lines; those with a gap are written for each reader."""

    subtype: str
    stretches: tuple[str | mail_bytes.Shared | _WithGaps, ...]

    @classmethod
    def of(cls, text: str, subtype: str, *, is_private: bool = False) -> "Gapped":
        """Cut *text* at the lines that hold a gap; what is private is shared with nobody."""
        hold = list if is_private else _shared
        found: list[str | mail_bytes.Shared | _WithGaps] = []
        common: list[str] = []
        for line in text.splitlines(keepends=True):
            if not line.isascii() and _GAP.search(line):
                # The empty line above goes with a paragraph that may have nothing to say.
                is_lone = line.strip() in (OWN, OWN_HISTORY, ALSO, KEPT, LEAVING)
                above = common.pop() if is_lone and common and common[-1] == "\n" else ""
                gaps = tuple(gap for gap in GAPS if gap in line)
                found += [*hold(common), _WithGaps(above + line, gaps)]
                common = []
            else:
                common.append(line)
        return cls(subtype, (*found, *hold(common)))

    def filled(self, values: Mapping[str, Filling]) -> mail_bytes.TextPart:
        """Return the text for one reader; whole lines fill a gap that is a line by itself."""
        pieces: list[str | mail_bytes.Segment] = []
        for stretch in self.stretches:
            if isinstance(stretch, _WithGaps):
                pieces += stretch.filled(values)
            else:
                pieces.append(stretch)
        return mail_bytes.TextPart(self.subtype, tuple(pieces))


def _shared(lines: list[str]) -> list[str | mail_bytes.Shared]:
    text = "".join(lines)
    if not text:
        return []
    return [mail_bytes.shared_text(text)] if len(text) >= _WORTH_SHARING else [text]
