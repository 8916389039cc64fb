"""What the game master is shown: questions about words, and how his game stands."""

from mailref.games.rounds.contents import Desk, Digest, WordQuestions
from mailref.games.rounds.views import board_now, board_with
from mailref.writing.document import Figure, LinkFigure, Quotation
from mailref.writing.never_a_move import lines_of, percent_encoded
from mailref.writing.scene import MailScene, Words, board_figure, tiles_figure

_MOST_BOARDS = 4
"""So many moves are drawn; a phone need not load twenty boards."""
_MOST_QUOTED = 6
"""So many lines of a text that waits are shown; it came in a mail of its own."""


def questions_scene(content: WordQuestions, words: Words) -> MailScene:
    """Return the words that the game master must rule on."""
    figures = texts_waiting(content.desk)
    for number, each in enumerate(content.questions):
        if each.moves and number < _MOST_BOARDS:
            view = board_with(content.game, each.moves[0].judged, words)
            caption = words.phrase("board_proposed", None)
            figures[f"board.{number}"] = board_figure(view, words, caption)
        if content.policy.lookup:
            url = content.policy.lookup.replace("{word}", percent_encoded(each.word))
            figures[f"link.{number}"] = LinkFigure(words.label("lookup"), url)
    values = {"c": content, "most_boards": _MOST_BOARDS}
    return MailScene("rounds/word_questions.j2", values, figures)


def texts_waiting(desk: Desk | None) -> dict[str, Figure]:
    """Return the beginning of each text that waits for its release."""
    texts = desk.press if desk else ()
    return {
        f"press.{number}": Quotation(lines_of(each.text, _MOST_QUOTED))
        for number, each in enumerate(texts)
    }


def digest_scene(content: Digest, words: Words) -> MailScene:
    """Return how a game stands before its ZAT."""
    figures = {
        "rack": tiles_figure(content.game.rack, words),
        "board": board_now(content.game, words),
        **texts_waiting(content.desk),
    }
    return MailScene("rounds/digest.j2", {"c": content}, figures)
