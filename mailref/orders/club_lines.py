"""Lines by which members of a club begin games: `NEUES SPIEL 1-Zug mit Anna und Ben`, `ANGEBOT 7 ANNEHMEN`.

They are read where there is a club, before anything else of a mail, and no line of them is then a move.
In our own mails such a line stands in a sentence, and orders nothing where programs wrap it to a line of its own.
"""

import re
from collections.abc import Callable, Iterator
from itertools import combinations, islice
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from mailref.orders.commands import without_please
from mailref.orders.shapes import bare_subject, is_reply
from mailref.orders.table import CLUB_ROW_OF, Addressed, ClubOrder, ClubWord, club_forms, words_for
from mailref.reading.incoming_mail import IncomingMail, Line
from mailref.reading.quotes import OurSentences, Whose, WordsAround
from mailref.tiles.moves import any_of, filled
from mailref.tiles.when_used import regex

MOST_ORDERS = 5
"""So many orders of one mail are carried out."""
_MOST_OF_A_LINE = 300


class NewGame(Struct, frozen=True):
    """Somebody wants to begin a game with people whom he names, or with whoever comes."""

    variant: str
    """As he wrote it."""
    people: str
    """The names; empty: anyone."""
    anyone: str = ""
    """Who is meant where that is anyone, as he wrote it: somebody may be called so."""

    order: ClassVar[ClubOrder] = ClubOrder.NEW_GAME


class NewRound(Struct, frozen=True):
    """Somebody wants to begin a game in rounds that is open to all."""

    variant: str
    schedule: str
    """Its days, as he wrote them; empty: as the club has them."""

    order: ClassVar[ClubOrder] = ClubOrder.NEW_ROUND


class OfferAnswer(Struct, frozen=True):
    """What somebody says to an offer."""

    number: int
    said: ClubWord

    order: ClassVar[ClubOrder] = ClubOrder.OFFER


class ListOffers(Struct, frozen=True):
    """Somebody wants to see what is offered."""

    order: ClassVar[ClubOrder] = ClubOrder.OFFERS


class Invite(Struct, frozen=True):
    """Somebody wants another one to be asked whether he wants in."""

    address: str
    """In small letters; empty: there is none, or more than one."""

    order: ClassVar[ClubOrder] = ClubOrder.INVITE


class NeverAgain(Struct, frozen=True):
    """Somebody wants no more offers and questions of a club."""

    order: ClassVar[ClubOrder] = ClubOrder.NEVER_AGAIN


ClubAsk = NewGame | NewRound | OfferAnswer | ListOffers | Invite | NeverAgain


class ClubLines(Struct, frozen=True):
    """What a mail orders in a club, and the mail without those lines."""

    asks: tuple[ClubAsk, ...]
    mail: IncomingMail


def needs_proof(asks: tuple[ClubAsk, ...]) -> bool:
    """Tell whether one of them is only carried out where it is proved who wrote."""
    return any(CLUB_ROW_OF[each.order].needs_proof for each in asks)


_WORDS = {each.value: any_of(club_forms(each)) for each in (*ClubOrder, *ClubWord)}
_ANY_ORDER = regex(any_of(form for each in ClubOrder for form in club_forms(each)), re.IGNORECASE)
_MOST_LOOKED_AT = 50
"""So many lines of a mail that hold the words of an order are looked at: some cost a thousandth of a second."""
_HEAD = r"[\s*]{0,9}(?P<order>{order})\s{0,3}:?"
_NAMED = r"(?:\s{1,9}(?P<variant>[^,:;]{1,60}?))??"
_END = r"[\s*.!?]{0,9}"


def _line(order: ClubOrder, behind: str) -> re.Pattern[str]:
    """Return the pattern of a line with an order, and what stands behind it."""
    pieces = {**_WORDS, "order": _WORDS[order]}
    return regex(filled(f"{_HEAD}{behind}{_END}", **pieces), re.IGNORECASE)


_NEW_GAME = _line(
    ClubOrder.NEW_GAME,
    rf"{_NAMED}\s{{0,3}},?\s{{1,9}}(?:(?P<anyone>{{anyone}})|{{with}}\s{{1,9}}(?P<people>\S.{{0,200}}?))",
)
_NEW_ROUND = _line(
    ClubOrder.NEW_ROUND,
    rf"{_NAMED}(?:(?:\s{{0,3}}[,:;]\s{{1,9}}(?:{{zat}}\s{{0,3}}:?\s{{1,9}})?|\s{{1,9}}{{zat}}\s{{0,3}}:?\s{{1,9}})"
    r"(?P<schedule>\S.{0,100}?))?",
)
_OFFER = _line(
    ClubOrder.OFFER,
    r"\s{1,3}(?:nr\.?\s{0,3}|no\.?\s{0,3}|n°\s{0,3}|\#)?(?P<number>\d{1,6})\s{0,3}:?\s{1,3}"
    r"(?:(?P<accept>{accept})|(?P<decline>{decline})|(?P<take_back>{take_back}))",
)
_OFFERS = _line(ClubOrder.OFFERS, "")
_INVITE = _line(ClubOrder.INVITE, r"\s{1,9}(?P<address>\S.{0,200}?)")
_NEVER_AGAIN = _line(ClubOrder.NEVER_AGAIN, "")
_ADDRESS = regex(r"[^\s@,;<>()\"']{1,64}@[^\s@,;<>()\"']{1,250}")


def club_lines(
    mail: IncomingMail,
    knows: Callable[[str], bool],
    ours: Callable[[], OurSentences] = OurSentences,
) -> ClubLines:
    """Return what *mail* orders, and the mail without it; *knows* tells of a text whether it names a game.

    What stands below a quote counts where nothing above it does, and so does the whole subject, but that of
    a reply, which is ours. *ours* gives what we write ourselves; it is asked for where a line orders something.
    """
    asks, lines = _taken_from(mail.lines, knows, ours)
    below = mail.below
    if not asks:
        taken = [_taken_from(block, knows, ours) for block in mail.below]
        asks = tuple(ask for each, _ in taken for ask in each)
        below = tuple(rest for _, rest in taken)
    subject = None if is_reply(mail.subject) else club_ask(bare_subject(mail.subject), knows)
    every = tuple(dict.fromkeys(asks if subject is None else (*asks, subject)))
    if not every:
        return ClubLines((), mail)
    said = "" if subject is not None else mail.subject
    return ClubLines(every[:MOST_ORDERS], replace(mail, lines=lines, below=below, subject=said))


def _taken_from(
    lines: tuple[Line, ...], knows: Callable[[str], bool], ours: Callable[[], OurSentences]
) -> tuple[tuple[ClubAsk, ...], tuple[Line, ...]]:
    """Return what lines order, and those that order nothing; what a sentence of ours says orders nothing."""
    holding = (at for at, line in enumerate(lines) if _ANY_ORDER.search(line.text))
    looked_at = islice(holding, _MOST_LOOKED_AT)
    found = {at: ask for at in looked_at if (ask := club_ask(lines[at].text, knows)) is not None}
    if found:
        around = ours().among(lines)
        found = {at: ask for at, ask in found.items() if not _is_ours(around, at, lines[at].text)}
    rest = tuple(line for at, line in enumerate(lines) if at not in found)
    return tuple(found.values()), rest


def _is_ours(around: WordsAround, at: int, text: str) -> bool:
    """Tell whether the words of its order stand in a sentence of ours; those behind are in our examples, too."""
    order = _ANY_ORDER.search(text)
    return order is not None and around.whose(at, order[0]) is Whose.OURS


def club_ask(text: str, knows: Callable[[str], bool]) -> ClubAsk | None:
    """Return what a line orders in a club; None: nothing.

    >>> club_ask("NEUES SPIEL 1-Zug mit Anna und Ben", lambda _: True)
    NewGame(variant='1-Zug', people='Anna und Ben')
    >>> club_ask("OFFER 7 ACCEPT", lambda _: True)
    OfferAnswer(number=7, said=<ClubWord.ACCEPT: 'accept'>)
    >>> club_ask("Neues Spiel wäre schön mit Anna", lambda _: False)
    """
    if len(text) > _MOST_OF_A_LINE:
        return None
    text = without_please(text).strip()
    if found := _NEW_GAME.fullmatch(text):
        variant = (found["variant"] or "").strip()
        asks = NewGame(variant, (found["people"] or "").strip(), _behind_first(found["anyone"]))
        return asks if _is_meant(found, variant, knows) else None
    if found := _NEW_ROUND.fullmatch(text):
        variant = (found["variant"] or "").strip()
        round_ = NewRound(variant, (found["schedule"] or "").strip())
        is_said = round_ != NewRound("", "") and _is_meant(found, variant, knows)
        return round_ if is_said else None
    return _shorter(text)


def _behind_first(anyone: str | None) -> str:
    """Return `jeden` of `gegen jeden`."""
    return (anyone or "").partition(" ")[2].strip()


def _is_meant(found: re.Match[str], variant: str, knows: Callable[[str], bool]) -> bool:
    """Tell whether a line is an order rather than a sentence: it is in capitals, or names a game."""
    return found["order"].isupper() or (bool(variant) and knows(variant))


def _shorter(text: str) -> ClubAsk | None:
    if found := _OFFER.fullmatch(text):
        said = next(each for each in _ANSWERS if found[each.value])
        return OfferAnswer(int(found["number"]), said)
    if (found := _OFFERS.fullmatch(text)) and found["order"].isupper():
        return ListOffers()
    if (found := _INVITE.fullmatch(text)) and _names_somebody(found["order"], found["address"]):
        addresses = _ADDRESS.findall(found["address"])
        return Invite(addresses[0].lower().rstrip(".") if len(addresses) == 1 else "")
    return NeverAgain() if _NEVER_AGAIN.fullmatch(text) else None


def _names_somebody(order: str, text: str) -> bool:
    """Tell whether an invitation names an address, or at least a name, rather than going on as a sentence."""
    return "@" in text or (order.isupper() and all(word[0].isupper() for word in text.split()))


_ANSWERS = (ClubWord.ACCEPT, ClubWord.DECLINE, ClubWord.TAKE_BACK)
_BETWEEN = regex(
    filled(r"\s*[,;&+]\s*(?:{and}\s+)?|\s+{and}\s+", **{"and": any_of(words_for(Addressed.AND))}),
    re.IGNORECASE,
)


def people_in(text: str) -> tuple[str, ...]:
    """Return the names in `Anna, Ben und Cilly`.

    >>> people_in("Anna, Ben und Cilly"), people_in("Anna & Ben")
    (('Anna', 'Ben', 'Cilly'), ('Anna', 'Ben'))
    """
    return tuple(
        dict.fromkeys(each.strip(" .!") for each in _BETWEEN.split(text) if each.strip(" .!"))
    )


def ways_to_part(text: str) -> Iterator[tuple[str, ...]]:
    """Yield the ways in which names may stand in a text, since one name may hold an `und`; the parts apart first.

    >>> [*ways_to_part("Ben und Carla")]
    [('Ben', 'Carla'), ('Ben und Carla',)]
    """
    yield people_in(text)
    between = [*_BETWEEN.finditer(text)]
    if not between or len(between) > _MOST_BETWEEN:
        return
    for count in range(len(between) - 1, -1, -1):
        for chosen in combinations(between, count):
            ends = [0, *(at for each in chosen for at in each.span()), len(text)]
            names = (text[a:b].strip(" .!") for a, b in zip(ends[::2], ends[1::2], strict=True))
            yield tuple(dict.fromkeys(filter(None, names)))


_MOST_BETWEEN = 6
"""In a longer list no name is looked for that holds an `und`: nobody plays with so many."""
