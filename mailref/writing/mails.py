"""The mails about no game, or about any: notices, summaries, what a mail that cannot be read is answered."""

from mailref.orders.shapes import tag_as_read
from mailref.referee import contents
from mailref.referee.contents import (
    AddressWaits,
    AnswerUnclear,
    Notice,
    PassedOn,
    WrittenFromOutside,
    WrittenToUs,
)
from mailref.referee.mails import Owed
from mailref.referee.policy import Answered
from mailref.writing.document import Figure, LinkFigure, Quotation, WriteFigure
from mailref.writing.never_a_move import lines_of, name_seen, percent_encoded
from mailref.writing.scene import MailScene, ReplyMeans, Words, named, writer_of

_MOST_QUOTED = 60


_MOST_OF_MESSAGE = 500
_MOST_PASSED_ON = 500
"""So many lines of what nobody but the game master can read."""


def notice_scene(content: Notice, words: Words) -> MailScene:
    """Return what the game master or operator must know."""
    figures: dict[str, Figure] = {}
    about = content.about
    is_only_his = isinstance(about, PassedOn | WrittenFromOutside)
    if isinstance(about, PassedOn | WrittenFromOutside | WrittenToUs | AnswerUnclear):
        label = words.phrase("write_to", name_seen(about.name or about.sender))
        subject = percent_encoded(
            f"Re: {about.subject}" if isinstance(about, PassedOn | WrittenFromOutside) else ""
        )
        to = percent_encoded(about.sender, "@.-_")
        figures["write"] = WriteFigure(label, f"mailto:{to}?subject={subject}")
    if content.quoted.strip():
        most = _MOST_PASSED_ON if is_only_his else _MOST_QUOTED
        figures["quoted"] = Quotation(lines_of(content.quoted, most))
    policy = content.policy
    values = {
        "c": content,
        "n": content.about,
        "title": policy.title if policy else "",
        "zone": policy.zone if policy else None,
    }
    return MailScene("notice.j2", values, figures)


def asked_scene(
    content: contents.RulingAsked, words: Words, kind: str = "", **figures: Figure
) -> MailScene:
    """Return the question about words, with *figures* of the table on which they lie; *kind* is its game's folder."""
    policy = content.policy
    for number, each in enumerate(content.words if policy.lookup else ()):
        url = policy.lookup.replace("{word}", percent_encoded(each.word))
        figures[f"link.{number}"] = LinkFigure(words.label("lookup") + words.before_colon, url)
    asked = tuple(each.word for each in content.words)
    values = {"c": content, "policy": policy, "asked": asked, "kind": kind}
    return MailScene("asked.j2", values, figures)


def games_scene(
    content: contents.GamesInHand | contents.WeeklyGames, words: Words, address: str
) -> MailScene:
    """Return a list of somebody's games; of those that wait for him each has a button that opens a mail about it."""
    to = percent_encoded(address, "@.-_")
    figures: dict[str, Figure] = {}
    for number, game in enumerate(content.games):
        label = words.phrase("write_about", name_seen(game.title))
        subject = percent_encoded(f"Re: [{tag_as_read(game.tag, words.language)}]")
        figures[f"write.{number}"] = WriteFigure(label, f"mailto:{to}?subject={subject}")
    return MailScene(f"{named(type(content))}.j2", {"c": content}, figures)


_MOST_STANDS = 4
"""Of so many games the board is shown; who plays in more finds the others by their titles."""


def mail_scene(content: contents.MailAnswer, answers: Answered | None, words: Words) -> MailScene:
    """Return the answer to a mail that is about no known game, or that cannot be read."""
    stands = ((each, writer_of(each, "stand").stand(each, words)) for each in content.stands)
    shown = [(each, *found) for each, found in stands if found is not None][:_MOST_STANDS]
    figures: dict[str, Figure] = {}
    if answers is not None and answers.quoted.strip():
        figures["quoted"] = Quotation(lines_of(answers.quoted, 12))
    for number, (_, _, drawn) in enumerate(shown):
        figures |= {f"{name}.{number}": figure for name, figure in drawn.items()}
    values = {"c": content, "stands": [each[:2] for each in shown], "answers": answers}
    return MailScene("mail_answer.j2", values, figures)


def scene(content: contents.Content, owed: Owed, words: Words, means: ReplyMeans) -> MailScene:
    """Return what the template of a mail is given."""
    match content:
        case contents.MailAnswer():
            return mail_scene(content, owed.answers, words)
        case contents.AnswerToCommands():
            nothing = dict.fromkeys(("policy", "game", "r"))
            return MailScene("answer_to_commands.j2", {"c": content, **nothing})
        case (
            contents.Summary()
            | contents.Announcement()
            | contents.PlayerNotice()
            | contents.MessageNotSent()
            | contents.KindWords()
        ):
            return MailScene(f"{named(type(content))}.j2", {"c": content})
        case contents.GamesInHand() | contents.WeeklyGames():
            return games_scene(content, words, means.house.address)
        case contents.PlayerMessage():
            quoted = Quotation(lines_of(content.text, _MOST_OF_MESSAGE))
            return MailScene("player_message.j2", {"c": content}, {"quoted": quoted})
        case contents.RulingAsked():
            return asked_scene(content, words)
        case Notice():
            return notice_scene(content, words)
        case contents.ShownLater():
            return notice_scene(Notice(AddressWaits(content.until), content.policy), words)
        case _:
            raise TypeError(f"nobody writes {type(content).__name__}")
