"""The mails of Scrabble-Bingo: opening, report, answers, reminder, notices (other games 2)."""

from collections.abc import Sequence
from typing import assert_never
from zoneinfo import ZoneInfo

from msgspec import Struct, field

from mailref.games.bingo.contents import (
    BingoAnswer,
    BingoCommandAnswer,
    BingoDesk,
    BingoDigest,
    BingoFace,
    BingoNotice,
    BingoOpening,
    BingoOwn,
    BingoReminder,
    BingoReport,
    BingoRuled,
    LeftRow,
    RevealedWords,
)
from mailref.games.bingo.course import judged_in
from mailref.games.bingo.game import CalledTiles
from mailref.games.bingo.policy import BingoPolicy
from mailref.games.bingo.rules import Crossed
from mailref.games.by_turns.views import spots_of
from mailref.games.game import Press
from mailref.referee.contents import Content
from mailref.referee.findings import Outcome
from mailref.referee.mails import Answered, Owed
from mailref.report.attachments import Appointment
from mailref.report.sheet_text import shown_name
from mailref.tiles.board import BLANK
from mailref.writing.document import (
    CopyFigure,
    CrossedFigure,
    CrossedRow,
    Figure,
    ListFigure,
    MarkedLine,
    Quotation,
    TilesFigure,
)
from mailref.writing.mail_bytes import Attached
from mailref.writing.never_a_move import MOST_NAME, lines_of, one_line
from mailref.writing.scene import (
    MINUTE,
    NAME,
    MailScene,
    PressSeen,
    ReplyMeans,
    Words,
    calendar_file,
)
from mailref.writing.views import SpotSeen, fault_seen

_MOST_ROWS = 50
"""So many players a mail shows; the reader's own row always."""


class OwnWordsSeen(Struct, frozen=True):
    """The reader's own words, as far as templates speak of them; the letters are a figure."""

    left: int
    jokers: int
    undecided: tuple[str, ...]
    is_complete: bool
    has_called: bool


class BingoSeen(Struct, frozen=True, kw_only=True):
    """What the templates of every mail of Scrabble-Bingo are told."""

    zone: ZoneInfo
    own: OwnWordsSeen | None
    has_rows: bool
    more: int
    """Players that are not shown."""
    silent: tuple[str, ...]
    unread: tuple[str, ...]
    winners: tuple[str, ...]
    is_winner: bool
    revealed: bool
    more_revealed: int
    last_tile: str
    jokers: int
    """Blanks drawn that cross something out."""
    for_game_master: bool = False
    desk: BingoDesk | None = None
    comment: bool = False
    press: tuple[PressSeen, ...] = ()
    drawn: int = 0
    fresh: int = 0
    """How many letters the last tiles crossed out for the reader."""
    state: str = ""
    """Of an answer: what was done, or why nothing was."""
    is_call: bool = False
    player: str = ""
    undecided: tuple[str, ...] = ()
    has_ambiguous_line: bool = False
    spots: tuple[SpotSeen, ...] = ()
    asked: tuple[str, ...] = ()
    shows_state: bool = False


_Told = (
    BingoOpening
    | BingoReport
    | BingoAnswer
    | BingoRuled
    | BingoNotice
    | BingoReminder
    | BingoDigest
    | BingoCommandAnswer
)


class _Scene(Struct):
    """A mail in the making: its values grow with its kind."""

    content: _Told
    words: Words
    reader: str | None
    figures: dict[str, Figure] = field(default_factory=dict)
    more: dict[str, object] = field(default_factory=dict)

    @property
    def face(self) -> BingoFace:
        return self.content.face

    def say(self, **more: object) -> None:
        self.more |= more

    def quote(self, comment: str, press: Sequence[Press] = ()) -> None:
        """Print what the game master and players have written."""
        if comment.strip():
            self.figures["comment"] = Quotation(lines_of(comment))
        for number, item in enumerate(press):
            self.figures[f"press.{number}"] = Quotation(lines_of(item.text))
        seen = tuple(
            PressSeen(one_line(item.player, MOST_NAME), f"press.{number}")
            for number, item in enumerate(press)
        )
        self.say(comment=bool(comment.strip()), press=seen)

    def scene(self, template: str, **values: object) -> MailScene:
        content, face, policy = self.content, self.face, self.content.policy
        own = None if isinstance(content, BingoDigest) else content.own
        self._add_rows()
        won = face.outcome.players if face.outcome is not None else ()
        blanks = sum(each.tiles.count(BLANK) for each in face.draws)
        jokers = blanks if face.rules.blanks else 0
        seen = BingoSeen(
            zone=policy.zone,
            own=self._own(own),
            has_rows=bool(face.rows),
            more=max(0, len(face.rows) - _MOST_ROWS),
            silent=tuple(one_line(name, MOST_NAME) for name in face.silent),
            unread=tuple(one_line(name, MOST_NAME) for name in face.unread),
            winners=tuple(one_line(name, MOST_NAME) for name in won),
            is_winner=self.reader in won,
            revealed=bool(face.revealed),
            more_revealed=max(0, len(face.revealed) - _MOST_ROWS),
            last_tile=self._last_tile(),
            jokers=jokers,
            **self.more,  # type: ignore[arg-type]  # names of its fields
        )
        self.figures["copy"] = _copy(policy, self.words)
        return MailScene(
            template,
            {"c": content, "s": seen, "f": face, "r": face.rules, "policy": policy, **values},
            self.figures,
        )

    def _own(self, own: BingoOwn | None) -> OwnWordsSeen | None:
        if own is None:
            return None
        crossed = own.crossed.value
        labels = (self.words.label("bingo_first_word"), self.words.label("bingo_second_word"))
        rows = zip(labels, crossed.words, strict=True)
        self.figures["own"] = CrossedFigure(
            tuple(CrossedRow(label, (word,)) for label, word in rows),
            self.words.label("bingo_crossed") if crossed.wanted < _all(crossed) else "",
        )
        undecided = tuple(own.undecided)
        return OwnWordsSeen(
            crossed.left, crossed.jokers, undecided, own.is_complete, own.has_called
        )

    def _last_tile(self) -> str:
        """Return which tile decided, and where it stands among those of its round; "" where none did."""
        outcome = self.face.outcome
        if outcome is None or outcome.tile is None:
            return ""
        tile = outcome.tile
        for each in self.face.draws:
            if tile <= len(each.tiles):
                letter = _letter(each.tiles[tile - 1], self.words)
                return self.words.of("bingo_phrases", "last_tile", letter, tile, each.number)
            tile -= len(each.tiles)
        return ""

    def _add_rows(self) -> None:
        face = self.face
        labels = self.words.table
        heads = (labels.player, self.words.label("bingo_left"))
        rows = tuple(_left_row(row) for row in _shown(face.rows, self.reader))
        self.figures["left"] = ListFigure(heads, rows)
        self.figures["called"] = called_figure(face.draws, self.words)
        if face.revealed:
            self.figures["revealed"] = CrossedFigure(
                tuple(_revealed_row(each, self.words) for each in face.revealed[:_MOST_ROWS]),
                self.words.label("bingo_crossed"),
            )


def _all(crossed: Crossed) -> int:
    return sum(map(len, crossed.words))


def tiles_called(tiles: str, label: str, words: Words) -> TilesFigure:
    """Return tiles in the order drawn; what a letter is worth means nothing here."""
    return TilesFigure(label, tuple((_letter(each, words), None) for each in tiles))


def called_figure(draws: Sequence[CalledTiles], words: Words) -> CrossedFigure:
    """Return the tiles of all rounds, the newest first."""
    rows = (
        CrossedRow(
            words.of("bingo_phrases", "round_drawn", each.number),
            (tuple((_letter(tile, words), False) for tile in each.tiles),),
        )
        for each in reversed(draws)
    )
    return CrossedFigure(tuple(rows), "")


def _letter(tile: str, words: Words) -> str:
    return words.label("blank") if tile == BLANK else tile


def _shown(rows: Sequence[LeftRow], reader: str | None) -> list[LeftRow]:
    """Return who is nearest, and the reader himself."""
    playing = sorted(rows, key=lambda row: (row.has_left, row.left))
    shown = playing[:_MOST_ROWS]
    return shown + [row for row in playing[_MOST_ROWS:] if row.player == reader]


def _left_row(row: LeftRow) -> tuple[str, str]:
    name = shown_name(one_line(row.player, MOST_NAME))
    return name, "–" if row.has_left else str(row.left)


def _revealed_row(each: RevealedWords, words: Words) -> CrossedRow:
    name = one_line(each.player, MOST_NAME)
    label = words.of("bingo_phrases", "winner", name, each.tile) if each.is_winner else name
    return CrossedRow(shown_name(label), each.crossed.words)


def _copy(policy: BingoPolicy, words: Words) -> CopyFigure:
    lines = (policy.title, f"{words.label('player_key')}={NAME}", "1. __", "2. __")
    return CopyFigure(lines)


def scene(content: Content, owed: Owed, words: Words, means: ReplyMeans) -> MailScene:
    """Return what the template of a mail of Scrabble-Bingo is given."""
    assert isinstance(content, _Told)  # noqa: S101  nobody writes what is another's
    scene = _Scene(content, words, owed.player)
    match content:
        case BingoOpening():
            scene.quote(content.comment)
            scene.say(for_game_master=content.for_game_master)
            made = scene.scene("bingo_opening.j2")
        case BingoReport():
            made = _report_scene(content, scene)
        case BingoAnswer():
            return _answer_scene(content, owed.answers, scene)
        case BingoCommandAnswer():
            return _command_scene(content, scene)
        case BingoNotice():
            made = scene.scene("bingo_notice.j2")
        case BingoReminder():
            return scene.scene("bingo_reminder.j2")
        case BingoDigest():
            scene.say(desk=content.desk, for_game_master=True)
            return scene.scene("bingo_digest.j2")
        case BingoRuled():
            return scene.scene("bingo_ruled.j2")
        case _:
            assert_never(content)
    return MailScene(
        made.template, made.values, made.figures, _appointment(content, owed, words, means)
    )


def _report_scene(content: BingoReport, scene: _Scene) -> MailScene:
    scene.quote(content.comment, content.press)
    if content.drawn:
        label = scene.words.label("bingo_drawn")
        scene.figures["drawn"] = tiles_called(content.drawn, label, scene.words)
    scene.say(drawn=len(content.drawn), fresh=content.fresh)
    return scene.scene("bingo_report.j2")


def _answer_scene(content: BingoAnswer, answers: Answered | None, scene: _Scene) -> MailScene:
    considered = content.considered
    judged, entry = judged_in(considered.found), considered.entry
    axes = content.face.rules.axes
    faults = judged.faults if judged is not None else ()
    seen = [fault_seen(fault, (fault.span,), axes) for fault in faults if not fault.asks]
    spots = spots_of(seen)
    scene.figures |= {spot.figure: spot.at for spot in spots}
    line = entry.ambiguous_line if entry is not None else None
    if line is not None:
        scene.figures["ambiguous"] = MarkedLine(line, 0, len(line))
    state = considered.outcome.value
    if considered.outcome is Outcome.REJECTED and considered.reason is not None:
        state = considered.reason.value
    scene.say(
        state=state,
        is_call=judged is None,
        player=one_line(considered.player or "", MOST_NAME),
        undecided=judged.undecided if judged is not None else (),
        has_ambiguous_line=line is not None,
        spots=spots,
        for_game_master=content.for_game_master,
    )
    return scene.scene("bingo_answer.j2", answers=answers)


def _command_scene(content: BingoCommandAnswer, scene: _Scene) -> MailScene:
    asked = tuple(command.value for command in content.commands)
    shows = content.asks_state or content.withdrawn
    scene.say(
        asked=asked,
        shows_state=shows,
        desk=content.desk,
        for_game_master=content.desk is not None,
    )
    return scene.scene("bingo_command.j2")


def _appointment(
    content: BingoOpening | BingoReport | BingoNotice, owed: Owed, words: Words, means: ReplyMeans
) -> tuple[Attached, ...]:
    """Return the ZAT of the open round as a calendar entry; none where none is set or no clock runs."""
    face, policy = content.face, content.policy
    if face.deadline is None or face.is_paused or face.opened is None:
        return ()
    about = (
        words.of("bingo_phrases", "event_bingo", means.house.address)
        if face.takes_words
        else words.of("bingo_phrases", "event_draw")
    )
    entry = Appointment(
        game=policy.id,
        round_number=face.number,
        deadline=face.deadline,
        zone=policy.zone.key,
        changes=max(0, int((owed.at - face.opened) / MINUTE)),
        summary=words.phrase("event", policy.title, face.number),
        description=about,
        organizer_name=means.house.gamemaster_name,
        organizer_address=means.house.address,
    )
    return (calendar_file(entry, owed.at, f"{policy.id}-R{face.number}.ics", means.maker),)
