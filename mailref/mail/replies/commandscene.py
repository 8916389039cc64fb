"""The answer to commands: help, rules, how the game stands, what was done and what could not be."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from mailref.mail.entries.model import Command
from mailref.mail.replies.clean import MOST_NAME, one_line
from mailref.mail.replies.figures import Figure, ListFigure, SheetFigure
from mailref.mail.replies.notes import Notes, late_joiners
from mailref.mail.replies.scene import Scene, Words, board_figure, copy_figure, tiles_figure
from mailref.mail.replies.seen import move_seen
from mailref.referee.owed import CommandAnswer
from mailref.report.sheetdata import sheet_data
from mailref.report.sheettext import shown_name
from mailref.report.view import BoardView
from mailref.rules.results import PlayerResult

_MOST_STANDINGS = 20


@dataclass(frozen=True, slots=True)
class CommandSeen:
    """What the template of an answer to commands is told."""

    asked: tuple[str, ...]
    title: str
    zone: ZoneInfo | None
    own: PlayerResult | None
    titles: tuple[str, ...]
    has_board: bool
    laid: str
    """The move laid last, in words."""


def command_scene(content: CommandAnswer, words: Words) -> Scene:
    """Return the answer to the commands of a mail, for one game or for none."""
    game, policy, last = content.game, content.policy, content.last
    asked = tuple(command.value for command in content.commands)
    shows_board = game is not None and bool({Command.STATUS, Command.REPORT} & {*content.commands})
    figures: dict[str, Figure] = {}
    if game is not None and policy is not None:
        figures["rack"] = tiles_figure(game.rack, words)
        is_final = game.position.is_final
        figures["copy"] = copy_figure(policy.title, game.rules, words, is_final=is_final)
        if shows_board:
            view = BoardView(
                game.board,
                game.rules.axes,
                words.premiums,
                start=game.rules.start if game.board.is_empty else None,
            )
            figures["board"] = board_figure(view, words, words.phrase("board_now"))
    if last is not None:
        figures["standings"] = _standings(content, words)
    sheet = None
    if Command.REPORT in content.commands and game is not None and policy is not None and last:
        notes = Notes(words, game.rules, policy.zone)
        sheet = sheet_data(
            policy.title, game.rules, (last,), note=notes.note, late=late_joiners(game)
        )
        figures["sheet"] = SheetFigure()
    rows = last.entries if last else ()
    seen = CommandSeen(
        asked=asked,
        title=policy.title if policy else "",
        zone=policy.zone if policy else None,
        own=next((row for row in rows if row.player == content.player), None),
        titles=tuple(each.title for each in content.games),
        has_board=shows_board,
        laid=_laid(content, words),
    )
    values = {
        "c": content,
        "s": seen,
        "r": game.rules if game else None,
        "policy": policy,
        "game": game,
        "zone": seen.zone,
    }
    return Scene("command_answer.j2", values, figures, sheet=sheet)


def _laid(content: CommandAnswer, words: Words) -> str:
    laid = content.last.laid if content.last else None
    if laid is None or content.game is None:
        return ""
    move = move_seen(laid.judged, 0, "counts", content.game.rules)
    return words.phrase("laid", move, laid.players)


def _standings(content: CommandAnswer, words: Words) -> ListFigure:
    labels = words.table
    entries = content.last.entries if content.last else ()
    shown = entries[:_MOST_STANDINGS]
    mine = tuple(row for row in entries[_MOST_STANDINGS:] if row.player == content.player)
    return ListFigure(
        (labels.player, labels.rank, labels.total),
        tuple(
            (shown_name(one_line(row.player, MOST_NAME)), str(row.rank), str(row.total))
            for row in (*shown, *mine)
        ),
    )
