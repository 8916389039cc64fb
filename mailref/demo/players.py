"""Simulated players: each finds moves by the search and writes them in a way and with habits of his own.

An entry is printed as a player would write it, in any notation and style; reading it gives it back. His
mail program writes plain, flowed or HTML, and quotes or not.
"""

import unicodedata
from collections.abc import Callable, Iterator
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime
from enum import StrEnum
from html import escape
from itertools import islice
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from mailref.demo.speech import PHRASEBOOKS, Phrasebook
from mailref.languages import DEFAULT, LANGUAGES, Rows
from mailref.orders.entries import Entry, GameFace, PlayOrder, laid
from mailref.orders.read_entries import habits_of
from mailref.orders.table import ROW_OF, Value, written
from mailref.tiles import moves as vocabulary
from mailref.tiles.board import SIZE, Axes, Direction, Square, place_name, square_name
from mailref.tiles.moves import BlankFor, BlankOn, Move, Play, TextSpan, WrittenMove, swap_name
from mailref.tiles.top.all_moves import FoundMove


class PlaceStyle(StrEnum):
    """How the place of a play is written (rules 4)."""

    SHORT = "{name}{letter}"
    SPACED = "{spaced} {letter}"
    LONG = "{name} {word}"
    ABBREVIATED = "{name} {short}"
    OF_ANOTHER_LANGUAGE = "{name} {foreign}"
    BEFORE = "{word} {name}"
    RANGE = "{first}-{last}"
    WIDE_RANGE = "{first} - {last_spaced}"
    BACKWARDS = "{last}-{first}"


class ClaimStyle(StrEnum):
    """How points are claimed."""

    PLAIN = "{number}"
    EQUALS = "= {number}"
    POINTS = "{number} {points}"
    BRACKETS = "({number} {short})"
    SUM = "0*2+{number} = {number}"


class BlankStyle(StrEnum):
    """How a blank is named, by its letter or square."""

    EQUALS = ", {what} = {blank}"
    JOKER = ", {blank_is} = {what}"
    BRACKETS = " ({blank}: {what})"


class Style(Struct, frozen=True):
    """A player's way of writing."""

    place: PlaceStyle = PlaceStyle.SHORT
    claim: ClaimStyle = ClaimStyle.PLAIN
    blank: BlankStyle = BlankStyle.EQUALS
    has_colon: bool = False
    """`H4-H8: BEINE`."""
    is_small: bool = False
    """Small letters throughout, where case tells nothing."""
    numbers_plays: bool = False
    """Numbers also where a move is one play."""
    marks_moves: bool = False
    """A slash before further moves also where moves are equal (SB)."""
    language: str = DEFAULT

    @property
    def words(self) -> Rows:
        """Return the words for plays of his language."""
        return vocabulary.VOCABULARIES[self.language]


def print_entry(entry: Entry, face: GameFace, style: Style) -> str:
    """Return the lines of an entry: heading, player, commands, moves; a move unread is left out."""
    return "\n".join(_entry_lines(entry, face, style)) + "\n"


def _entry_lines(entry: Entry, face: GameFace, style: Style) -> Iterator[str]:
    yield face.title
    if entry.player is not None:
        yield f"{style.words['player'][0]}={entry.player.text}"
    for command in entry.commands:
        if ROW_OF[command].value is Value.NOTHING:
            yield written(command, style.language)
    moves = [written.move for written in entry.moves if written.move is not None]
    for index, move in enumerate(moves):
        is_further = index > 0 and (habits_of(face.rules).are_numbered or style.marks_moves)
        yield from _move_lines(
            move, face, style, slash=vocabulary.ALTERNATE_MARK if is_further else ""
        )
    for command, value in entry.said.values:
        yield f"{written(command, style.language)}: {value}"


def _move_lines(move: Move, face: GameFace, style: Style, *, slash: str) -> Iterator[str]:
    axes = face.rules.axes
    if move.swaps:
        yield slash + swap_name([swap.square for swap in move.swaps], axes, style.language)
    has_numbers = style.numbers_plays or habits_of(face.rules).plays > 1
    for number, play in enumerate(move.plays, start=1):
        mark = f"{number}. " if has_numbers else ""
        total = ""
        if number == len(move.plays) and move.total_claimed is not None:
            total = f" {style.words['total'][0]}: {move.total_claimed}"
        comment = f" {vocabulary.COMMENT_MARK} {play.comment}" if play.comment else ""
        yield f"{slash}{mark}{print_play(play, axes, style)}{total}{comment}"


def print_play(play: Play, axes: Axes, style: Style) -> str:
    """Return place, word, further words, blanks and claim of one play."""
    colon = ":" if style.has_colon else ""
    further = "".join(f"{vocabulary.FURTHER_WORD_MARK}{word}" for word in play.also)
    blanks = "".join(_named(blank, axes, style) for blank in play.blanks)
    claim = "" if play.claimed is None else f" {_claimed_as(play.claimed, style)}"
    word = print_word(play, is_small=style.is_small)
    return f"{_place(play, axes, style)}{colon} {word}{further}{blanks}{claim}"


def _claimed_as(points: int, style: Style) -> str:
    short = PHRASEBOOKS[style.language].points_in_brackets
    return style.claim.format(number=points, points=style.words["points"][0], short=short)


def _named(blank: BlankFor | BlankOn, axes: Axes, style: Style) -> str:
    what, blank_is = _blank_name(blank, axes), PHRASEBOOKS[style.language].blank_is
    return style.blank.format(what=what, blank=style.words["joker"][0], blank_is=blank_is)


def _blank_name(blank: BlankFor | BlankOn, axes: Axes) -> str:
    match blank:
        case BlankFor(letter):
            return letter
        case BlankOn(square):
            return square_name(square, axes)


def _place(play: Play, axes: Axes, style: Style) -> str:
    way, name = play.direction, place_name(play.square, play.direction, axes)
    first, last = (square_name(square, axes) for square in (play.square, play.squares[-1]))
    word = vocabulary.direction_word(way, style.language)
    forms = vocabulary.DIRECTIONS[style.language].words[way]
    return style.place.format(
        name=name,
        spaced=_spaced(name),
        letter=vocabulary.direction_letter(way, style.language),
        word=word,
        short=next((form for form in forms if form.endswith(".")), word),
        foreign=vocabulary.direction_word(way, LANGUAGES[-1]),
        first=first,
        last=last,
        last_spaced=_spaced(last),
    )


def _spaced(name: str) -> str:
    return f"{name[:-1]} {name[-1]}" if name[0].isdigit() else f"{name[0]} {name[1:]}"


def print_word(play: Play, *, is_small: bool = False) -> str:
    """Return the word as written: `BE*HAUE`, `müllSACK`, `FUß`."""
    written = []
    for index, letter in enumerate(play.word):
        if index in play.eszett and _is_second_s(play, index):
            continue
        star = vocabulary.JOKER_MARK if index in play.starred else ""
        if index in play.eszett:
            written.append(f"{star}ß")
        else:
            small = index in play.small or (is_small and not play.small)
            written.append(star + (letter.lower() if small else letter))
    return "".join(written)


def _is_second_s(play: Play, index: int) -> bool:
    """Tell whether *index* is the second S of a ß."""
    start = index
    while start - 1 in play.eszett:
        start -= 1
    return (index - start) % 2 == 1


class Writer(Struct, frozen=True):
    """Who writes a mail."""

    name: str
    address: str


class Draft(Struct, frozen=True):
    """A mail before a client makes it one: what the player typed, and what he answers."""

    writer: Writer
    to: str
    text: str
    at: datetime
    number: int
    """Makes the Message-ID."""
    answers: EmailMessage | None = None
    subject: str = ""
    language: str = DEFAULT

    @property
    def speech(self) -> Phrasebook:
        return PHRASEBOOKS[self.language]


Client = Callable[[Draft], EmailMessage]


def thunderbird(draft: Draft) -> EmailMessage:
    """Plain text, format=flowed, the report quoted below an attribution line."""
    mail = _begin(draft, "Mozilla Thunderbird")
    body = draft.text + _quoted(draft, "> ")
    mail.set_content(body, cte="8bit")
    mail.set_param("format", "flowed")
    return mail


def outlook(draft: Draft) -> EmailMessage:
    """Text and HTML, the report unquoted below a block of header lines."""
    programs = draft.speech.programs
    mail = _begin(draft, "Microsoft Outlook 16.0", reply=programs.reply)
    mail["X-Auto-Response-Suppress"] = "DR, OOF, AutoReply"
    head = ""
    if draft.answers is not None:
        facts = (
            str(draft.answers["From"]),
            f"{draft.at:%d.%m.%Y %H:%M}",
            draft.writer.name,
            str(draft.answers["Subject"]),
        )
        rows = "".join(f"{key}: {fact}\n" for key, fact in zip(programs.head, facts, strict=True))
        head = f"\n\n{rows}\n{text_of(draft.answers)}"
    mail.set_content(draft.text + head, cte="quoted-printable")
    body = "".join(f'<p class="MsoNormal">{escape(row) or "&nbsp;"}</p>' for row in _rows(draft))
    mail.add_alternative(
        f'<html><body><div class="WordSection1">{body}</div></body></html>', "html"
    )
    return mail


def gmail(draft: Draft) -> EmailMessage:
    """Text and HTML, the report in a quote."""
    mail = _begin(draft, "Gmail")
    mail.set_content(draft.text + _quoted(draft, "> "), cte="8bit")
    quote = ""
    if draft.answers is not None:
        quoted = "<br>".join(escape(row) for row in text_of(draft.answers).splitlines())
        quote = f'<div class="gmail_quote"><blockquote>{quoted}</blockquote></div>'
    typed = "".join(f"<div>{escape(row) or '<br>'}</div>" for row in _rows(draft))
    mail.add_alternative(f'<div dir="ltr">{typed}</div>{quote}', "html")
    return mail


def iphone(draft: Draft) -> EmailMessage:
    """Plain text, umlauts as two code points, a mobile signature, no quote."""
    mail = _begin(draft, "iPhone Mail (21F90)")
    text = unicodedata.normalize("NFD", draft.text)
    mail.set_content(f"{text}\n\n{draft.speech.programs.phone}\n", cte="8bit")
    return mail


def webmail(draft: Draft) -> EmailMessage:
    """HTML only, as some web mailers send it."""
    mail = _begin(draft, "Webmail")
    rows = "<br>".join(escape(row) for row in _rows(draft))
    mail.set_content(f"<html><body><p>{rows}</p></body></html>", "html")
    return mail


def k9(draft: Draft) -> EmailMessage:
    """Plain text with a signature behind two dashes, the report quoted."""
    mail = _begin(draft, "K-9 Mail for Android")
    signature = f"\n-- \n{draft.speech.programs.android}\n"
    body = draft.text + signature + _quoted(draft, ">")
    mail.set_content(body, cte="8bit")
    return mail


CLIENTS: tuple[Client, ...] = (thunderbird, outlook, gmail, iphone, webmail, k9)


def _begin(draft: Draft, agent: str, reply: str = "Re") -> EmailMessage:
    mail = EmailMessage()
    mail["From"] = f"{draft.writer.name} <{draft.writer.address}>"
    mail["To"] = draft.to
    mail["Date"] = format_datetime(draft.at)
    domain = draft.writer.address.partition("@")[2]
    mail["Message-ID"] = f"<demo.{draft.number}@{domain}>"
    mail["User-Agent"] = agent
    if draft.answers is None:
        mail["Subject"] = draft.subject or draft.speech.subject
    else:
        mail["Subject"] = f"{reply}: {draft.answers['Subject']}"
        mail["In-Reply-To"] = draft.answers["Message-ID"]
        mail["References"] = draft.answers["Message-ID"]
    return mail


def _rows(draft: Draft) -> list[str]:
    return draft.text.rstrip("\n").split("\n")


def _quoted(draft: Draft, mark: str) -> str:
    if draft.answers is None:
        return ""
    programs = draft.speech.programs
    head = programs.wrote.format(
        date=f"{draft.at:{programs.date}}", time=f"{draft.at:%H:%M}", sender=draft.answers["From"]
    )
    rows = "\n".join(mark + row for row in text_of(draft.answers).splitlines())
    return f"\n\n{head}\n{rows}\n"


def text_of(mail: EmailMessage) -> str:
    """Return the text of a mail; "" for none."""
    part = mail.get_body(("plain",))
    return str(part.get_content()) if part is not None else ""


MOST_PLAYERS = min(len(each.names) for each in PHRASEBOOKS.values())
_NOWHERE = TextSpan(1, 1, "")


class Habit(StrEnum):
    """What a player does in a round beside sending a good move."""

    GOOD = "good"
    ALTERNATE = "alternate"
    """The first move holds a word that does not exist; an alternate follows."""
    WRONG = "wrong"
    """The only move does not fit the board."""
    LATE = "late"
    REPLACES = "replaces"
    """A second mail with a better move."""
    DUPLICATE = "duplicate"
    """The same mail is delivered twice."""
    MISSING = "missing"
    MISCOUNTS = "miscounts"
    STATUS = "status"
    """Asks how things stand, then moves."""


class SimulatedPlayer(Struct, frozen=True):
    """A player: name and address, client, style, skill, habits in turn."""

    writer: Writer
    client: Client
    style: Style
    reach: int
    """How far down the ranked list of moves he looks: 1 always finds the best."""
    habits: tuple[Habit, ...]
    answers_report: bool

    def habit(self, round_number: int) -> Habit:
        return self.habits[(round_number - 1) % len(self.habits)]


_HABITS: tuple[tuple[Habit, ...], ...] = (
    (Habit.GOOD,),
    (Habit.GOOD, Habit.ALTERNATE, Habit.GOOD),
    (Habit.REPLACES, Habit.GOOD, Habit.MISCOUNTS),
    (Habit.GOOD, Habit.DUPLICATE, Habit.LATE),
    (Habit.WRONG, Habit.GOOD, Habit.STATUS),
    (Habit.GOOD, Habit.MISSING, Habit.ALTERNATE, Habit.LATE),
)
_STYLES = (
    Style(PlaceStyle.SHORT, ClaimStyle.PLAIN, BlankStyle.EQUALS),
    Style(PlaceStyle.LONG, ClaimStyle.POINTS, BlankStyle.JOKER),
    Style(PlaceStyle.RANGE, ClaimStyle.EQUALS, BlankStyle.BRACKETS, has_colon=True),
    Style(PlaceStyle.SPACED, ClaimStyle.BRACKETS, BlankStyle.EQUALS, is_small=True),
    Style(PlaceStyle.WIDE_RANGE, ClaimStyle.PLAIN, BlankStyle.JOKER, has_colon=True),
    Style(PlaceStyle.ABBREVIATED, ClaimStyle.SUM, BlankStyle.BRACKETS),
)
_REACH = (1, 4, 12, 30, 60, 100)


def cast(number: int, language: str) -> tuple[SimulatedPlayer, ...]:
    """Return *number* players, no two of whom write alike."""
    return tuple(_player(index, language) for index in range(number))


def _player(index: int, language: str) -> SimulatedPlayer:
    name = PHRASEBOOKS[language].names[index]
    local = name.lower().replace(" ", ".").replace("'", "")
    for umlaut, spelled in {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"}.items():
        local = local.replace(umlaut, spelled)
    local = unicodedata.normalize("NFKD", local).encode("ascii", "ignore").decode()
    return SimulatedPlayer(
        writer=Writer(name, f"{local}@players.example"),
        client=CLIENTS[index % len(CLIENTS)],
        style=replace(_STYLES[index % len(_STYLES)], language=language),
        reach=_REACH[index % len(_REACH)],
        habits=_HABITS[index % len(_HABITS)],
        answers_report=index % 3 != 2,
    )


def choose_moves(player: SimulatedPlayer, ranked: tuple[FoundMove, ...], rng: Random) -> list[Move]:
    """Return the moves a player finds: one of the best he sees, and weaker ones as alternates."""
    if not ranked:
        return []
    seen = ranked[: player.reach]
    first = rng.randrange(len(seen))
    chosen = [seen[first], *islice(ranked[first + 1 :], 2)]
    return [_claimed(found) for found in chosen]


def _claimed(found: FoundMove) -> Move:
    move = found.as_move()
    plays = tuple(replace(play, claimed=found.points) for play in move.plays)
    return replace(move, plays=plays)


def misspelt(move: Move) -> Move:
    """Return the move with its word turned round: it fits, but no such word exists."""
    play = move.plays[0]
    turned = replace(play, word=play.word[::-1], starred=frozenset(), claimed=None)
    return replace(move, plays=(turned, *move.plays[1:]))


def misplaced(move: Move) -> Move:
    """Return the move laid elsewhere on the board, by mistake."""
    play = move.plays[0]
    most = SIZE - len(play.word)
    row, column = SIZE - 1 - play.square.row, SIZE - 1 - play.square.column
    if play.direction is Direction.ACROSS:
        square = Square(row, min(column, most))
    else:
        square = Square(min(row, most), column)
    return replace(move, plays=(replace(play, square=square, claimed=None),))


def miscounted(move: Move) -> Move:
    """Return the move with ten points too many claimed."""
    play: Play = move.plays[0]
    return replace(move, plays=(replace(play, claimed=(play.claimed or 0) + 10),))


def entry_text(player: SimulatedPlayer, face: GameFace, moves: list[Move]) -> str:
    """Return the entry as the player types it."""
    written = laid([PlayOrder(WrittenMove(move, (), _NOWHERE)) for move in moves])
    name = TextSpan(1, 1, player.writer.name)
    entry = Entry(game=face.id, heading=None, player=name, written=written)
    return print_entry(entry, face, player.style)
