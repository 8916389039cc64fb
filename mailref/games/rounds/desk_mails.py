"""What the game master is shown: questions about words, and how his game stands."""

from msgspec import Struct

from mailref.games.game import Press
from mailref.games.rounds.contents import Desk, Digest, MoveInForce, WordQuestion, WordQuestions
from mailref.games.rounds.rules import Rules
from mailref.games.rounds.views import board_now, board_with
from mailref.referee.findings import Unread
from mailref.writing.document import Figure, LinkFigure, Quotation
from mailref.writing.never_a_move import lines_of, percent_encoded
from mailref.writing.scene import MailScene, Words, board_figure, tiles_figure
from mailref.writing.views import MoveSeen, move_seen

_MOST_BOARDS = 4
"""So many moves are drawn; a phone need not load twenty boards."""
_MOST_QUOTED = 6
"""So many lines of a text that waits are shown; it came in a mail of its own."""


class AtStake(Struct, frozen=True):
    """Whose move hangs on a word, and for how much."""

    player: str
    move: MoveSeen


class QuestionSeen(Struct, frozen=True):
    """What the template of a question is told beside the question."""

    board: str
    """The figure that shows the move; "" for none."""
    link: str
    moves: tuple[AtStake, ...]


class OpenWordSeen(Struct, frozen=True):
    word: str
    moves: tuple[AtStake, ...]


class DeskSeen(Struct, frozen=True):
    """A desk as templates see it."""

    moved: tuple[str, ...]
    moves: tuple[AtStake, ...]
    missing: tuple[str, ...]
    words: tuple[OpenWordSeen, ...]
    press: tuple[tuple[str, str], ...]
    """The author, and the figure with the beginning of his text."""
    may_order: tuple[str, ...]
    is_hidden: bool
    unread: tuple[Unread, ...]


def questions_scene(content: WordQuestions, words: Words) -> MailScene:
    """Return the words that the game master must rule on."""
    figures: dict[str, Figure] = {}
    seen = tuple(
        _question(number, each, content, figures, words)
        for number, each in enumerate(content.questions)
    )
    desk = desk_seen(content.desk, content.game.rules, figures) if content.desk else None
    values = {"c": content, "zone": content.policy.zone, "seen": seen, "d": desk}
    return MailScene("word_questions.j2", values, figures)


def _question(
    number: int,
    question: WordQuestion,
    content: WordQuestions,
    figures: dict[str, Figure],
    words: Words,
) -> QuestionSeen:
    board = link = ""
    if question.moves and number < _MOST_BOARDS:
        board = f"board.{number}"
        view = board_with(content.game, question.moves[0].judged, words)
        figures[board] = board_figure(view, words, words.phrase("board_proposed", None))
    if content.policy.lookup:
        link = f"link.{number}"
        url = content.policy.lookup.replace("{word}", percent_encoded(question.word))
        figures[link] = LinkFigure(words.label("lookup"), url)
    return QuestionSeen(board, link, _at_stake(question.moves, content.game.rules))


def _at_stake(moves: tuple[MoveInForce, ...], rules: Rules) -> tuple[AtStake, ...]:
    return tuple(
        AtStake(each.player, move_seen(each.judged, 0, each.judged.status.value, rules))
        for each in moves
    )


def desk_seen(desk: Desk, rules: Rules, figures: dict[str, Figure]) -> DeskSeen:
    """Return a desk for a template; texts that wait become figures."""
    return DeskSeen(
        moved=desk.moved,
        moves=_at_stake(desk.moves, rules),
        missing=desk.missing,
        words=tuple(OpenWordSeen(w.word, _at_stake(w.moves, rules)) for w in desk.words),
        press=tuple(_press(number, item, figures) for number, item in enumerate(desk.press)),
        may_order=tuple(each.value for each in desk.may_order),
        is_hidden=desk.is_hidden,
        unread=desk.unread,
    )


def _press(number: int, item: Press, figures: dict[str, Figure]) -> tuple[str, str]:
    figure = f"press.{number}"
    figures[figure] = Quotation(lines_of(item.text, _MOST_QUOTED))
    return item.player, figure


def digest_scene(content: Digest, words: Words) -> MailScene:
    """Return how a game stands before its ZAT."""
    game = content.game
    figures: dict[str, Figure] = {
        "rack": tiles_figure(game.rack, words),
        "board": board_now(game, words),
    }
    desk = desk_seen(content.desk, game.rules, figures)
    values = {"c": content, "game": game, "zone": content.policy.zone, "d": desk}
    return MailScene("digest.j2", values, figures)
