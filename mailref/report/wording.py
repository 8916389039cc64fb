"""Moves in one line, in the game's own notation: `M9s BEHAUE, M11 = ?`."""

from mailref.report.export import play_name
from mailref.rules.board import square_name
from mailref.rules.judged import Judged
from mailref.rules.standing import Choice
from mailref.rules.variant import Rules


def judged_in_words(judged: Judged, rules: Rules) -> str:
    """Return a judged move as players write it."""
    plays = []
    for play in judged.plays:
        scored = play.scored
        blanks = "".join(f", {square_name(square, rules.axes)} = ?" for square in scored.blanks)
        plays.append(play_name(scored.square, scored.direction, scored.word, rules.axes) + blanks)
    return "; ".join(plays)


def move_in_words(choice: Choice | None, rules: Rules) -> str:
    """Return the move of a choice that counts, else its first one; "" where there is none."""
    if choice is None or not choice.moves:
        return ""
    return judged_in_words(choice.counted or choice.moves[0], rules)
