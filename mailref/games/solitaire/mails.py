"""The mail to all in a league of soloists; those about one table are as of any game in turns."""

from mailref.games.by_turns import mails as in_turns
from mailref.games.solitaire.contents import LeagueNews
from mailref.games.statistics import MOST_FIGURES
from mailref.referee.contents import Content
from mailref.referee.mails import Owed
from mailref.report.sheet import figure, shown_name
from mailref.writing.document import Figure, ListFigure
from mailref.writing.never_a_move import name_seen
from mailref.writing.scene import MailScene, ReplyMeans, Words, quoted


def scene(content: Content, owed: Owed, words: Words, means: ReplyMeans) -> MailScene:
    """Return what the template of a mail is given."""
    if isinstance(content, LeagueNews):
        return _news(content, words)
    return in_turns.scene(content, owed, words, means)


def _news(content: LeagueNews, words: Words) -> MailScene:
    """Return what the template of news of a league is given."""
    labels = words.table
    rows = tuple(
        (
            shown_name(name_seen(row.name)),
            str(row.rank),
            figure(row.total + row.left),
            figure(-row.left),
            figure(row.total),
            str(row.turns),
        )
        for row in content.rows
    )
    deducted, turns = map(words.label, ("table_racks", "table_turns"))
    heads = (labels.player, labels.rank, labels.points, deducted, labels.total, turns)
    names = tuple(name_seen(name) for name in content.names)
    winners = tuple(name_seen(row.name) for row in content.rows if row.rank == 1)
    figures: dict[str, Figure] = {"league": ListFigure(heads, rows)} if rows else {}
    values = {
        "c": content,
        "policy": content.policy,
        "names": names,
        "unread": tuple(name_seen(name) for name in content.unread),
        "press": quoted(content.press, figures),
        "winners": winners,
        "figures": content.statistics[:MOST_FIGURES],
        "best": max((row.total for row in content.rows), default=0),
    }
    return MailScene(f"solitaire/{content.what}.j2", values, figures)
