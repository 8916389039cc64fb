"""The mails of games in which all write until a ZAT: what their templates are given.

Of each kind of mail there is a template in the folder that the kind names; what several say in the same words
is in `by_rounds/`. What figures a kind shows, and what else its templates are told, is in its own `mails`.
"""

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar, cast

from mailref.games.by_rounds import contents
from mailref.games.game import is_in_time
from mailref.games.kind import kind_named, part
from mailref.games.worth import Found
from mailref.referee.contents import Content
from mailref.referee.mails import Owed
from mailref.referee.policy import Registration
from mailref.writing import scene as views
from mailref.writing.document import CopyFigure, Figure, MarkedLine, Quotation
from mailref.writing.mail_bytes import Attached
from mailref.writing.never_a_move import lines_of, name_seen

MOST_ROWS = 50
"""So many players a mail shows; the reader's own row always."""
Told = contents.OfRound | contents.AnswerByRounds | contents.CommandAnswerByRounds
_WITH_ZAT = (contents.OpeningByRounds, contents.ReportByRounds, contents.NoticeByRounds)
"""Those that bring the ZAT as a calendar entry."""
R = TypeVar("R")


class KindMails(Protocol):
    """The module `mails` of a kind."""

    FOLDER: str
    """Where its templates lie."""

    def seen(
        self, content: Told, words: views.Words, reader: str | None, figures: dict[str, Figure]
    ) -> dict[str, object]:
        """Return what its templates are told beside what all are; add its figures to *figures*.

        In any case that is `more`, how many players are not shown.
        """

    def template(self, content: Told) -> str:
        """Return which template of that folder writes a mail, else of `by_rounds/`."""

    def to_copy(self, words: views.Words) -> tuple[str, ...]:
        """Return the lines in which a player sends something."""

    def event(self, content: Told, words: views.Words, address: str) -> str:
        """Return what a calendar says of the ZAT."""


def scene(
    content: Content, owed: Owed, words: views.Words, means: views.ReplyMeans
) -> views.MailScene:
    """Return what the template of a mail is given."""
    assert isinstance(content, Told)  # noqa: S101  states the promise to mypy
    face, policy = content.face, content.policy
    kind = cast(KindMails, part(kind_named(policy.family), "mails"))
    figures: dict[str, Figure] = {}
    seen = _of_all(content, figures) | {"may_write": _may_write(content, owed, means)}
    seen |= kind.seen(content, words, owed.player, figures)
    to_copy = (policy.title, f"{words.label('player_key')}={views.NAME}", *kind.to_copy(words))
    figures["copy"] = CopyFigure(to_copy)
    name = _template(content, kind, owed, means)
    values = {
        "c": content,
        "s": seen,
        "f": face,
        "r": face.rules,
        "policy": policy,
        "answers": owed.answers,
        "kind": policy.family,
        "folder": kind.FOLDER,
    }
    attached: tuple[Attached, ...] = ()
    is_running = face.deadline is not None and not face.is_paused
    if isinstance(content, _WITH_ZAT) and is_running and face.opened is not None:
        zat = views.ZatSeen(
            face.number,
            face.opened,
            face.deadline,
            words.phrase("event", policy.title, face.number),
            kind.event(content, words, means.house.address),
        )
        attached = views.calendar_entry(zat, policy, owed, means)
    own, of_all = f"{kind.FOLDER}/{name}.j2", f"by_rounds/{name}.j2"
    frame = name.partition("/")[0]
    if frame in _FRAMED:
        values |= {"says": (own, of_all)}
        return views.MailScene(f"by_rounds/{frame}.j2", values, figures, attached)
    return views.MailScene(own, values, figures, attached, or_else=(of_all,))


_FRAMED = ("answer", "notice")
"""Of which mails the template says the first sentences alone: what follows them is the same in all."""


def _template(content: Told, kind: KindMails, owed: Owed, means: views.ReplyMeans) -> str:
    """Return which template writes a mail; to the game master, where nothing was found, one of its own."""
    is_to_game_master = owed.answers and owed.recipient == means.house.gamemaster_address
    if isinstance(content, contents.AnswerByRounds) and is_to_game_master and content.is_in_vain:
        return "answer/no_order"
    return kind.template(content)


def _of_all(content: Told, figures: dict[str, Figure]) -> dict[str, object]:
    """Return what the templates of every such mail are told."""
    if comment := lines_of(getattr(content, "comment", "")):
        figures["comment"] = Quotation(comment)
    asks = content if isinstance(content, contents.CommandAnswerByRounds) else None
    desk = getattr(content, "desk", None)
    return {
        "zone": content.policy.zone,
        "unread": names_seen(content.face.unread),
        "player": _about(content),
        "press": views.quoted(getattr(content, "press", ()), figures),
        "comment": "comment" in figures,
        "asked": tuple(command.value for command in asks.commands) if asks else (),
        "shows_state": asks is None or asks.asks_state or asks.withdrawn,
        "desk": desk,
        "has_ambiguous_line": _marks_line(content, figures),
    }


def _may_write(content: Told, owed: Owed, means: views.ReplyMeans) -> bool:
    """Tell whether the reader can send what a player sends, and so is told how.

    He plays, may come in by that, or is the game master who looks at a player's mail; and what he
    is answered is not read after the ZAT.
    """
    face, answers = content.face, owed.answers
    zat = None if face.is_paused else face.deadline
    if answers is not None and zat is not None and not is_in_time(answers.answered_at, zat):
        return False
    if getattr(content, "for_game_master", False) or getattr(content, "desk", None) is not None:
        return False
    if isinstance(content, contents.AnswerByRounds) and content.is_of_stranger:
        return False
    if owed.player is not None or getattr(content, "is_preview", False):
        return True
    is_answer = isinstance(content, contents.AnswerByRounds | contents.CommandAnswerByRounds)
    is_master = owed.recipient == means.house.gamemaster_address
    return is_answer and not is_master and content.policy.registration is Registration.OPEN


def found_in(content: Told) -> Found | None:
    """Return what the entry is worth that is answered; None where none is."""
    return content.considered.found if isinstance(content, contents.AnswerByRounds) else None


def _about(content: Told) -> str:
    name = ""
    if isinstance(content, contents.AnswerByRounds):
        name = content.considered.player or ""
    elif isinstance(content, contents.CorrectedByRounds):
        name = content.player
    return name_seen(name)


def _marks_line(content: Told, figures: dict[str, Figure]) -> bool:
    """Show the line that is asked back about; tell whether there is one."""
    entry = content.considered.entry if isinstance(content, contents.AnswerByRounds) else None
    line = entry.ambiguous_line if entry is not None else None
    if line is not None:
        figures["ambiguous"] = MarkedLine(line, 0, len(line))
    return line is not None


def names_seen(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(map(name_seen, names))


def shown_rows(rows: Sequence[R], reader: str | None) -> list[R]:
    """Return the first rows, and that of the reader."""
    shown, more = list(rows[:MOST_ROWS]), rows[MOST_ROWS:]
    return shown + [row for row in more if cast(Any, row).player == reader]
