"""The mails of a club: what became of an order, what others did, what is offered; and the question to who is asked."""

from msgspec.structs import replace

from mailref.games.club import contents
from mailref.writing.document import Figure, Quotation
from mailref.writing.never_a_move import lines_of, name_seen
from mailref.writing.scene import MailScene, Words

_OF_OTHERS = frozenset({
    contents.ClubSays.OTHER_ACCEPTED, contents.ClubSays.OTHER_DECLINED,
    contents.ClubSays.OTHER_WITHDREW, contents.ClubSays.OTHER_JOINED, contents.ClubSays.OTHER_INVITES,
    contents.ClubSays.EXPIRED,
})  # fmt: skip

_HOLDS = frozenset({contents.NotOffered.SAME_OFFER, contents.NotOffered.SAID_BEFORE})
"""What he wants is so already."""


def scene(
    content: contents.ClubMail | contents.OfferAsked, _owed: object, words: Words, _means: object
) -> MailScene:
    """Return what the template of a mail is given."""
    if isinstance(content, contents.OfferAsked):
        others = tuple(map(name_seen, content.others))
        values = {
            "c": content,
            "club": _face(content.club),
            "o": _seen(content.offer),
            "others": others,
            "told": content.club.told_in(words.language).get(content.offer.title, ""),
            "played": content.club.played_by_title.get(content.offer.title),
        }
        return MailScene("offer_asked.j2", *_greeted(values, content.greeting))
    seen = {
        "c": content,
        "club": _face(content.club),
        "says_all": tuple(map(_said, content.says)),
        "offers": tuple(map(_seen, content.offers)),
        "rounds": tuple(map(name_seen, content.rounds)),
        "news": _news(content),
        "told": {
            name_seen(each): said for each, said in content.club.told_in(words.language).items()
        },
        "played": {name_seen(title): it for title, it in content.club.played_by_title.items()},
    }
    return MailScene("club.j2", *_greeted(seen, content.greeting))


def _greeted(
    values: dict[str, object], greeting: contents.Greeting | None
) -> tuple[dict[str, object], dict[str, Figure]]:
    """Return what a template is given with what its sender has written to the reader."""
    if greeting is None:
        return {**values, "writer": ""}, {}
    quoted = Quotation(lines_of(greeting.text))
    return {**values, "writer": name_seen(greeting.writer)}, {"quoted": quoted}


def _news(content: contents.ClubMail) -> str:
    """Return what a mail mainly says: `list`, `help`, `asked`, `refused`, `begins`, `came`, `others`, `done`."""
    whats = [each.what for each in content.says]
    if content.is_help and not whats:
        return "help"
    if not whats:
        return "list"
    if contents.NotOffered.COMES_FIRST in whats:
        return "help"
    if _HOLDS.issuperset(whats):
        return "done"
    if contents.NotOffered.PLAYS_OR_NOT in whats:
        return "asked"
    if all(isinstance(each, contents.NotOffered) for each in whats):
        return "refused"
    if {contents.ClubSays.BEGINS, contents.ClubSays.ROUND_BEGINS}.intersection(whats):
        return "begins"
    if contents.ClubSays.MEMBER_CAME in whats:
        return "came"
    return "others" if _OF_OTHERS.intersection(whats) else "done"


def _face(club: contents.ClubFace) -> contents.ClubFace:
    kinds = tuple((name, name_seen(title)) for name, title in club.kinds)
    return replace(club, title=name_seen(club.title), kinds=kinds)


def _said(said: contents.ClubSaid) -> contents.ClubSaid:
    names = tuple(map(name_seen, said.names))
    return replace(said, title=name_seen(said.title), names=names, named=name_seen(said.named))


def _seen(offer: contents.OfferSeen) -> contents.OfferSeen:
    names = tuple(map(name_seen, offer.names))
    return replace(offer, title=name_seen(offer.title), by=name_seen(offer.by), names=names)
