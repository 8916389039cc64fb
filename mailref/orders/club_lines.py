"""Lines by which members of a club begin games: `NEUES SPIEL 1-Zug mit Anna und Ben`, `ANGEBOT 7 ANNEHMEN`.

They are read where there is a club, before anything else of a mail, and no line of them is then a move.
Whoever says the same in a sentence, `Ich nehme Angebot 7 an`, is asked where a word of it has no role.
In our own mails such a line stands in a sentence, and orders nothing where programs wrap it to a line of its own.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce
from itertools import combinations, islice, pairwise, takewhile
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from mailref.languages import FORMATS
from mailref.orders.commands import (
    is_closing,
    is_full_name,
    is_greeting,
    language_in,
    without_greeting,
    without_please,
)
from mailref.orders.free_words import is_wrapped
from mailref.orders.kind_words import without_kind_words
from mailref.orders.order_words import filled_turns
from mailref.orders.roles import have_roles, unknown_in, words_of
from mailref.orders.shapes import bare_subject, folded, holds_play, is_reply, is_slip_of
from mailref.orders.table import (
    CLUB_ROW_OF,
    CLUB_WORDS,
    Addressed,
    ClubOrder,
    ClubWord,
    club_forms,
    words_for,
)
from mailref.orders.turn_said import may_give_turn_up
from mailref.orders.whether_to_play import HANGS, leaves_nothing_open, says_he_does_not
from mailref.orders.yes_and_no import calls_it_off, in_sentences, said_with_words
from mailref.reading.incoming_mail import IncomingMail, Line
from mailref.reading.mime import join_lines, written_to
from mailref.reading.quotes import OurSentences, Whose, WordsAround
from mailref.reading.robots import is_nobodys
from mailref.tiles.moves import SAYINGS, any_of, filled, said_as, worded
from mailref.tiles.when_used import regex, when_used

MOST_ORDERS = 5
"""So many orders of one mail are carried out."""
_MOST_OF_A_LINE = 300


class SaidFreely(Struct, frozen=True, kw_only=True):
    """What somebody may say in words of his own."""

    is_unsure: bool = False
    """Whether a word beside it may mean something else: he is asked."""
    is_in_form: bool = False
    """Whether it stands behind such words in the form in which we write orders: no advertisement does."""


class NewGame(SaidFreely, frozen=True):
    """Somebody wants to begin a game with people whom he names, or with whoever comes."""

    variant: str
    """As he wrote it."""
    people: str
    """The names; empty: anyone, whoever is called so."""
    address: str = ""
    """Which stands beside the names: of one of them, perhaps, who does not play here yet."""
    is_by_address: bool = False
    """Whether it stands for somebody, in place of his name; it is one of the people then."""

    language: str = ""
    """In which it is to be played, if he says so."""
    lacks_people: bool = False
    """Whether he does not say with whom: he is asked."""
    seeks_anyone: bool = False
    """Whether it seeks whoever plays a kind of game, and says no more: a stranger's yes to the club means it, too."""

    order: ClassVar[ClubOrder] = ClubOrder.NEW_GAME


class NewRound(SaidFreely, frozen=True):
    """Somebody wants to begin a game in rounds that is open to all."""

    variant: str
    schedule: str
    """Its days, as he wrote them; empty: as the club has them."""
    language: str = ""

    order: ClassVar[ClubOrder] = ClubOrder.NEW_ROUND


class OfferAnswer(SaidFreely, frozen=True):
    """What somebody says to an offer."""

    number: int
    """0: he does not say which; to take one back, that it is his own."""
    said: ClubWord
    beside: str = ""
    """A name that stands beside it: its maker's, perhaps, or the writer's own."""
    written: str = ""
    """What he wrote for a number where no offer can have it: `0`, `-16`, `1O`; no other offer is meant by that."""
    is_plain_no: bool = False
    """Whether it declines without a number, in words that leave nothing open but which offer is meant."""
    is_by_number: bool = False
    """Whether only its number says that it is about an offer, `ACCEPT 29`: it means one that there is."""

    order: ClassVar[ClubOrder] = ClubOrder.OFFER


class ListOffers(Struct, frozen=True):
    """Somebody wants to see what is offered."""

    is_mere_word: bool = False
    """Whether he says no more than a word that may be one to lay, or the beginning of something else."""

    order: ClassVar[ClubOrder] = ClubOrder.OFFERS


class Invite(SaidFreely, frozen=True):
    """Somebody wants another one to be asked whether he wants in."""

    address: str
    """In small letters; empty: there is none, or more than one, or one that nobody can write to."""

    order: ClassVar[ClubOrder] = ClubOrder.INVITE


class NeverAgain(SaidFreely, frozen=True):
    """Somebody wants no more offers and questions of a club."""

    order: ClassVar[ClubOrder] = ClubOrder.NEVER_AGAIN


class OffersAgain(SaidFreely, frozen=True):
    """Somebody wants what he has ordered off for good; nothing gives it back, and he is told so."""

    order: ClassVar[ClubOrder] = ClubOrder.OFFERS


ClubAsk = NewGame | NewRound | OfferAnswer | ListOffers | Invite | NeverAgain | OffersAgain


class ClubLines(Struct, frozen=True):
    """What a mail orders in a club, and the mail without those lines."""

    asks: tuple[ClubAsk, ...]
    mail: IncomingMail


def needs_proof(asks: tuple[ClubAsk, ...]) -> bool:
    """Tell whether one of them is only carried out where it is proved who wrote."""
    return any(CLUB_ROW_OF[each.order].needs_proof for each in asks)


def as_written(ask: ClubAsk, language: str) -> str:
    """Return an order as we write it: `ANGEBOT 7 ANNEHMEN`."""
    said = {word: forms[0] for word, forms in CLUB_WORDS[language].items()}
    parts: tuple[str, ...] = ()
    match ask:
        case NewGame(lacks_people=True):
            parts = (ask.variant,)
        case NewGame(people=""):
            parts = (ask.variant, said[ClubWord.ANYONE])
        case NewGame():
            parts = (ask.variant, said[ClubWord.WITH], ask.people)
        case NewRound():
            parts = (ask.variant, said[ClubWord.ZAT] if ask.schedule else "", ask.schedule)
        case OfferAnswer():
            parts = (ask.written or str(ask.number), said[ask.said])
        case Invite():
            parts = (ask.address,)
        case ListOffers() | NeverAgain() | OffersAgain():
            pass
    return " ".join(filter(None, (said[ask.order], *parts)))


_WORDS = {each.value: any_of(club_forms(each)) for each in (*ClubOrder, *ClubWord)}


def is_unsure(asks: tuple[ClubAsk, ...]) -> bool:
    """Tell whether one of them is perhaps not meant; so is one beside a name of which nobody knows yet whose it is."""
    return any(
        isinstance(each, SaidFreely)
        and (each.is_unsure or (isinstance(each, OfferAnswer) and each.beside != ""))
        for each in asks
    )


def names_no_offer(ask: ClubAsk) -> bool:
    """Tell whether it answers an offer without its number: to our question whether he plays that is no order."""
    return isinstance(ask, OfferAnswer) and not ask.number and not ask.written


def plain_orders(asks: Iterable[ClubAsk]) -> tuple[ClubAsk, ...]:
    """Return those that leave nothing open; of answers to an offer, those that name it.

    >>> plain_orders([OfferAnswer(0, ClubWord.ACCEPT), OfferAnswer(7, ClubWord.ACCEPT)])[0].number
    7
    """
    return tuple(each for each in asks if not is_unsure((each,)) and not names_no_offer(each))


_ANY_ORDER = regex(
    filled(
        "{any}|{wants_game}|{a_new_game}|{seeks_anyone}|{invites}|{wants_no_offers}|{asks_offers}"
        "|{asks_how_to_begin}|{wants_offers_again}",
        any=any_of(form for each in ClubOrder for form in club_forms(each)),
    ),
    re.IGNORECASE,
)
_MOST_LOOKED_AT = 50
"""So many lines of a mail that hold the words of an order are looked at: some cost a thousandth of a second."""
_HEAD = r"[\s*]{0,9}(?P<order>{order})\s{0,3}:?"
_NAMED = r"(?:\s{1,9}(?P<variant>[^,:;]{1,60}?))??"
_NAMED_AT_LENGTH = r"\s{1,9}(?P<variant>[^,:;]{1,60})"
_END = r"[\s*.!?]{0,9}"


def _line(order: ClubOrder, behind: str) -> re.Pattern[str]:
    """Return the pattern of a line with an order, and what stands behind it."""
    pieces = {**_WORDS, "order": _WORDS[order]}
    return regex(filled(f"{_HEAD}{behind}{_END}", **pieces), re.IGNORECASE)


_WHO_WANTS = r"(?:\s{0,3},?\s{1,3}{whoever_wants})?"
_WITH_WHOM = (
    rf"\s{{0,3}},?\s{{1,9}}(?:(?P<anyone>{{anyone}}){_WHO_WANTS}|"
    r"{with}\s{1,9}(?P<people>\S.{0,200}?(?:(?<=[\s.][^\W\d_])\.)?))"
)
_NEW_GAME = _line(ClubOrder.NEW_GAME, f"{_NAMED}{_WITH_WHOM}")
_NEW_GAME_AT_LENGTH = _line(ClubOrder.NEW_GAME, f"{_NAMED_AT_LENGTH}{_WITH_WHOM}")
"""Of a kind in whose title stands a word for whom one plays with: `Scrabble with an open dictionary`."""
_NEW_GAME_ALONE = _line(
    ClubOrder.NEW_GAME, r"(?:\s{1,9}(?P<variant>[^,:;]{1,60}?))??(?:\s{1,9}{with})?"
)
_NEW_ROUND = _line(
    ClubOrder.NEW_ROUND,
    rf"{_NAMED}(?:(?:\s{{0,3}}[,:;]\s{{1,9}}(?:{{zat}}\s{{0,3}}:?\s{{1,9}})?|\s{{1,9}}{{zat}}\s{{0,3}}:?\s{{1,9}})"
    r"(?P<schedule>\S.{0,100}?))?",
)
_ODD_NUMBER = (
    r"(?P<odd>[-–−+]\s\d{1,30}|(?![(\[]?\d{1,3}-[^\W\d_])(?=\S{0,40}\d)\S{1,250}(?<![]).,;:!?])|[\#№]|"
    rf"(?:(?-i:[IO]{{0,3}}O|l)|{any_of(said_as('counts'))}){{end}})"
)
"""What stands for a number and is none of an offer: `-16`, `1O`, `7/8`, `#`, `seven`; not `1-Zug`, which is a kind."""
_NUMBER = (
    r"[(\[]?(?:{number_of_offer}\s{0,3})?(?:(?P<number>\d{1,6})"
    r"(?=[]).,;:!?*]{0,3}(?:\s|$)|[-–:](?:{accept}|{decline}|{take_back}))|"
    rf"{_ODD_NUMBER})"
)
_OFFER = _line(
    ClubOrder.OFFER,
    rf"{{end}}\s{{0,3}}{_NUMBER}[]).,;]?\s{{0,3}}:?\s{{1,3}}"
    r"(?:(?P<accept>{accept})|(?P<decline>{decline})|(?P<take_back>{take_back}))",
)
_OFFERS = _line(ClubOrder.OFFERS, "")
_INVITE = _line(ClubOrder.INVITE, r"\s{1,9}(?P<address>\S.{0,200}?)")
_NEVER_AGAIN = _line(ClubOrder.NEVER_AGAIN, "")
_ADDRESS = regex(r"[^\s@,;<>()\"']{1,64}@[^\s@,;<>()\"']{1,250}")
_GLUED = regex(r"[^\s@,;<>()\"'],[^\s@,;<>()\"']{1,64}@")
"""`a,b@example.org` is not `b@example.org`."""
_ADDRESS_IN_NAMES = regex(rf"[\s,;:(<–-]{{0,5}}{_ADDRESS.pattern}[)>]?")


def _means_none(_: OfferAnswer) -> bool:
    """Tell that a number alone is that of no offer: nobody knows here which there are."""
    return False


def club_lines(
    mail: IncomingMail,
    knows: Callable[[str], bool],
    ours: Callable[[], OurSentences] = OurSentences,
    offer: int | None = None,
    means_offer: Callable[[OfferAnswer], bool] = _means_none,
) -> ClubLines:
    """Return what *mail* orders, and the mail without it; *knows* tells of a text whether it names a game.

    *means_offer* tells of an answer in which nothing but a number says so, `ACCEPT 29`, whether it is about an offer.

    *offer* is the one that it speaks of where it names none: it answers a mail about that, 0: a mail about no single
    one; None: it answers no mail of a club. There ANNEHMEN, ABLEHNEN and ZURÜCK alone are said of an offer, and so they
    are below a subject that names one.

    What stands below a quote counts where nothing above it does, and so does the whole subject, but that of
    a reply, which is ours. *ours* gives what we write ourselves; it is asked for where a line orders something.
    """
    bare = "" if is_reply(mail.subject) else bare_subject(mail.subject)
    if named := _OFFER_ALONE.fullmatch(bare):
        offer = int(named["number"]) or offer
    reads = partial(_read, knows=knows, means_offer=means_offer)
    asks, lines = _taken_from(mail.lines, knows, ours, offer, reads)
    below = mail.below
    if len(asks) == 1 and _is_mere_word(asks[0]) and not _says_no_more(lines, mail.sender_name):
        asks, lines = (), mail.lines
    if not asks:
        taken = [_taken_from(block, knows, ours, offer, reads) for block in mail.below]
        asks = tuple(ask for each, _ in taken for ask in each)
        below = tuple(rest for _, rest in taken)
    subject = reads(bare) if bare else None
    says_more = bool(asks) or not _says_no_more(lines, mail.sender_name)
    if isinstance(subject, NeverAgain) and says_more:
        # As above `Nie wieder so schlechte Buchstaben, bitte!`.
        subject = replace(subject, is_unsure=True)
    if subject is not None and _is_mere_word(subject) and says_more:
        subject = None
    every = tuple(dict.fromkeys(asks if subject is None else (*asks, subject)))
    if not every:
        return ClubLines((), mail)
    every = _with_language(_without_headings(every), lines)
    if any(map(calls_it_off, (part for line in lines for part in in_sentences(line.text)))):
        every = tuple(
            replace(each, is_unsure=True) if isinstance(each, SaidFreely) else each
            for each in every
        )
    is_of_offer = any(isinstance(each, OfferAnswer) for each in every)
    is_said = subject is not None or (is_of_offer and _word_alone(bare) is not None)
    said = "" if is_said else mail.subject
    return ClubLines(every[:MOST_ORDERS], replace(mail, lines=lines, below=below, subject=said))


def _read(
    text: str, *, knows: Callable[[str], bool], means_offer: Callable[[OfferAnswer], bool]
) -> ClubAsk | None:
    """Return what a line orders; of a number that may be that of an offer, where it is one."""
    ask = club_ask(text, knows)
    if not isinstance(ask, OfferAnswer) or not ask.is_by_number:
        return ask
    return replace(ask, is_by_number=False) if means_offer(ask) else None


def _without_headings(asks: tuple[ClubAsk, ...]) -> tuple[ClubAsk, ...]:
    """Return orders without one that says less of what another says whole: the subject `NEW GAME`."""
    whole = [each for each in asks if not (isinstance(each, NewGame) and each.lacks_people)]
    is_said = any(isinstance(each, NewGame | NewRound) for each in whole)
    return tuple(whole) if is_said else asks


def _with_language(asks: tuple[ClubAsk, ...], lines: Iterable[Line]) -> tuple[ClubAsk, ...]:
    """Let the one game that is ordered be in the language that another short line of the mail asks for."""
    games = [each for each in asks if isinstance(each, NewGame | NewRound)]
    short = (each.text for each in lines if len(each.text) <= _LONGEST_WISH)
    said = {language_played(text) for text in short if not language_in(text)} - {""}
    if len(games) != 1 or games[0].language or len(said) != 1:
        return asks
    (language,) = said
    return tuple(replace(each, language=language) if each is games[0] else each for each in asks)


_LONGEST_WISH = 80


def is_mere_list(asks: tuple[ClubAsk, ...]) -> bool:
    """Tell whether a mail says one word that asks for the list: where a game is played with words, it may be one."""
    return len(asks) == 1 and _is_mere_word(asks[0])


def _is_mere_word(ask: ClubAsk) -> bool:
    return isinstance(ask, ListOffers) and ask.is_mere_word


def _says_no_more(lines: Iterable[Line], writer: str) -> bool:
    """Tell whether lines hold nothing but greetings, what says nothing, and a name below them."""
    said = [each.text.strip() for each in lines if each.text.strip()]
    rest = [
        each for each in said if not is_greeting(each) and without_kind_words(each).strip(" ,.!")
    ]
    if not rest:
        return True
    signs = {*words_of(rest[0].casefold())} or {""}
    is_name = is_full_name(rest[0]) or signs <= {*words_of(writer.casefold())}
    return is_name and rest == said[-1:]


def _says_whole(order: ClubAsk, wish: ClubAsk) -> bool:
    """Tell whether an order is what a sentence beside it wishes for, which need say no more than some of it.

    `Ich würde gern gegen Claire spielen:` / `NEUES SPIEL 1-Zug mit Claire`
    """
    match order, wish:
        case NewGame(), NewGame():
            people, wished = ({*words_of(each.people.casefold())} for each in (order, wish))
            is_same_kind = wish.variant.casefold() in ("", order.variant.casefold())
            return is_same_kind and wished <= people
        case OfferAnswer(), OfferAnswer():
            is_same = not wish.written and wish.number in (0, order.number)
            return wish.said is order.said and (is_same or wish.written == order.written != "")
        case _:
            return False


def _taken_from(
    lines: tuple[Line, ...],
    knows: Callable[[str], bool],
    ours: Callable[[], OurSentences],
    offer: int | None,
    reads: Callable[[str], ClubAsk | None],
) -> tuple[tuple[ClubAsk, ...], tuple[Line, ...]]:
    """Return what lines order, and those that order nothing; what a sentence of ours says orders nothing."""
    parts = [*_answers_apart(_unwrapped(lines, knows), reads)]
    kept, lines = [part for part, _ in parts], tuple(whole for _, whole in parts)
    holding = (at for at, line in enumerate(lines) if _may_order(line.text))
    looked_at = islice(holding, _MOST_LOOKED_AT)
    texts = {at: _with_number(lines[at].text, offer or 0) for at in looked_at}
    found = {at: ask for at, text in texts.items() if (ask := reads(text)) is not None}
    if offer is not None:
        words = ((at, _word_alone(line.text)) for at, line in enumerate(lines))
        found |= {at: OfferAnswer(offer, word) for at, word in words if word is not None}
    if found:
        around = ours().among(lines)
        found = {
            at: ask
            for at, ask in found.items()
            if not _is_ours(around, at, lines[at].text, ask, knows)
        }
    said_at = frozenset(found)
    if len(found) > 1:
        formed = {at for at in found if _in_form(lines[at].text, knows) is not None}
        found = {
            at: ask
            for at, ask in found.items()
            if at in formed or not any(_says_whole(found[each], ask) for each in formed)
        }
    rest = tuple(line for at, part in enumerate(kept) if at not in said_at for line in part)
    return tuple(found.values()), rest


def _may_order(text: str) -> bool:
    """Tell whether a line holds the words of an order."""
    is_said = _ANY_ORDER.search(text) is not None or _may_be_by_number(text)
    return is_said or _righted(text) is not None


def _may_be_by_number(text: str) -> bool:
    return len(text) <= _LONGEST_BY_NUMBER and _ANSWERS_NUMBER.search(text) is not None


def _word_alone(text: str) -> ClubWord | None:
    """Return what a line says to an offer that it does not name: `Annehmen`, `Accept, please`, `Zurück!`.

    None of yes and no, which answer whatever was asked.
    """
    if len(text) > _LONGEST_WORD or said_with_words(text) is not None:
        return None
    plain = without_greeting(without_please(text)).strip(_STOPS)
    return next((word for word, form in _ALONE.items() if form.fullmatch(plain)), None)


_LONGEST_WORD = 40
_ALONE: Mapping[ClubWord, re.Pattern[str]] = {
    each: regex(_WORDS[each.value], re.IGNORECASE)
    for each in (ClubWord.TAKE_BACK, ClubWord.DECLINE, ClubWord.ACCEPT)
}


def _unwrapped(
    lines: Sequence[Line], knows: Callable[[str], bool]
) -> list[tuple[tuple[Line, ...], Line]]:
    """Return lines, those as one in which a sentence goes on that orders something; each with what it is made of.

    `Ich würde gern mit Anna und Ben ein` / `neues Spiel beginnen.`
    """
    parts: list[tuple[tuple[Line, ...], Line]] = []
    at = looks = 0
    while at < len(lines):
        part: tuple[Line, ...] = (lines[at],)
        for count in range(_MOST_WRAPPED, 1, -1):
            several = tuple(lines[at : at + count])
            if looks >= _MOST_LOOKED_AT or not _goes_on(several, knows):
                continue
            looks += 1
            if club_ask(_joined(several).text, knows) is not None:
                part = several
                break
        parts.append((part, _joined(part)))
        at += len(part)
    return parts


_MOST_WRAPPED = 3


def _answers_apart(
    parts: Iterable[tuple[tuple[Line, ...], Line]], reads: Callable[[str], ClubAsk | None]
) -> Iterator[tuple[tuple[Line, ...], Line]]:
    """Yield lines, one with answers to several offers as a line for each, where each part of it is a plain one.

    No more of them are looked at than for orders.
    """
    looks = 0
    for part in parts:
        _, whole = part
        is_looked_at = looks < _MOST_LOOKED_AT and _may_order(whole.text)
        looks += is_looked_at
        texts = _each_of_an_offer(whole.text, reads) if is_looked_at else ()
        if not texts:
            yield part
        for text in texts:
            line = replace(whole, text=text, places=())
            yield (line,), line


def _each_of_an_offer(text: str, reads: Callable[[str], ClubAsk | None]) -> tuple[str, ...]:
    """Return the parts of a text each of which plainly answers an offer of its own; none where it has none such.

    >>> _each_of_an_offer("Ich nehme Angebot 6 an, Angebot 7 bitte ablehnen.", lambda it: club_ask(it, bool))
    ('Ich nehme Angebot 6 an', 'Angebot 7 bitte ablehnen.')
    """
    count = len({*_A_NUMBER.findall(text)})
    between = [*_BETWEEN_ANSWERS.finditer(text)]
    if not 1 < count <= MOST_ORDERS or len(text) > _LONGEST_SENTENCE or len(between) > _MOST_CUTS:
        return ()
    for chosen in combinations(between, count - 1):
        ends = [0, *(at for each in chosen for at in each.span()), len(text)]
        parts = tuple(text[a:b] for a, b in zip(ends[::2], ends[1::2], strict=True))
        asks = [*takewhile(_is_plain_answer, map(reads, parts))]
        numbers = {each.number for each in asks if isinstance(each, OfferAnswer)}
        if len(numbers) == len(parts):
            return parts
    return ()


def _is_plain_answer(ask: ClubAsk | None) -> bool:
    return isinstance(ask, OfferAnswer) and ask.number > 0 and not ask.is_unsure


_MOST_CUTS = 6
_A_NUMBER = regex(r"(?<!\w)\d{1,6}(?!\w)")
_BETWEEN_ANSWERS = worded(
    r"\s{0,3}[,;.!–]\s{1,3}(?:(?:{conjunction}|{contrast})\s{1,3})?|\s{1,3}(?:{conjunction}|{contrast})\s{1,3}"
)


def _joined(lines: Sequence[Line]) -> Line:
    return reduce(partial(join_lines, between=" "), lines)


def _goes_on(lines: Sequence[Line], knows: Callable[[str], bool]) -> bool:
    """Tell whether several lines may be one sentence that a program has wrapped, with the words of an order."""
    texts = [line.text.strip() for line in lines]
    is_open = all(_IS_OPEN.search(above) for above in texts[:-1])
    is_one = all(
        above
        and below
        and above[-1] not in _ENDS
        and (is_open or below[0].islower() or is_wrapped(above, below) or _heads(above, below))
        for above, below in pairwise(texts)
    )
    return (
        len(texts) > 1
        and is_one
        and any(map(_ANY_ORDER.search, texts))
        and not any(is_greeting(each) for each in texts)
        and (is_open or not any(_in_form(each, knows) for each in texts))
    )


def _heads(above: str, below: str) -> bool:
    """Tell whether a line names an offer, and the next says what is to become of it: `Angebot 2` / `Annehmen`."""
    return _OFFER_ALONE.fullmatch(above) is not None and _word_alone(below) is not None


_ENDS = ".!?:;"
_IS_OPEN = regex(
    filled(
        r"(?:,|(?<!\w)(?:{with}|{and}))$", **_WORDS, **{"and": any_of(words_for(Addressed.AND))}
    ),
    re.IGNORECASE,
)
"""What no line ends with that says all: `NEUES SPIEL 1-Zug mit Anna und` / `Ben`."""


def _with_number(text: str, offer: int) -> str:
    """Return a line with the number of the offer that it speaks of, where it names one without its number.

    >>> _with_number("Ich ziehe das Angebot wieder zurück", 5)
    'Ich ziehe das Angebot 5 wieder zurück'
    """
    found = _AN_OFFER.search(text) if offer else None
    if found is None or found["number"] or found["odd"]:
        return text
    return f"{text[: found.end()]} {offer}{text[found.end() :]}"


def _is_ours(
    around: WordsAround, at: int, text: str, ask: ClubAsk, knows: Callable[[str], bool]
) -> bool:
    """Tell whether the words of its order stand in a sentence of ours; those behind are in our examples, too.

    A game that is wished for freely is ours as a whole, or not at all: we write `would like a game`, too.
    """
    order = _ANY_ORDER.search(text)
    if order is None and _may_be_by_number(text):
        return around.whose(at, text.strip()) is Whose.OURS
    asked = _ASKS_OFFERS.search(text) or _ASKS_HOW.search(text)
    if order is None or (asked is not None and "?" in text[asked.end() :]):
        return False  # we tell it, and never ask
    if _in_form(text, knows):
        in_form = _ORDER_IN_CAPITALS.search(text) or order  # `Anna möchte gern ...: NEUES SPIEL`
        return around.whose(at, in_form[0]) is Whose.OURS
    # Of who seeks anyone the few words that say so tell enough, `players looking for a game`; we never ask it.
    seeks = _SEEKS.search(text) is not None and is_unsure((ask,)) and "?" not in text
    if isinstance(ask, NewGame | NewRound) and not seeks:
        return around.whose(at, text.strip(), is_talk=True) is Whose.OURS
    return any(around.whose(at, each) is Whose.OURS for each in (order[0], text.strip()))


def club_ask(text: str, knows: Callable[[str], bool]) -> ClubAsk | None:
    """Return what a line orders in a club; None: nothing.

    What stands around it may be a greeting, or words that say nothing.

    >>> club_ask("NEUES SPIEL 1-Zug mit Anna und Ben", lambda _: True).people
    'Anna und Ben'
    >>> club_ask("OFFER 7 ACCEPT", lambda _: True).said
    <ClubWord.ACCEPT: 'accept'>
    >>> club_ask("Neues Spiel wäre schön mit Anna", lambda _: False)
    >>> club_ask("I'd like to play 1-Zug with Frank", lambda text: text == "1-Zug").variant
    '1-Zug'
    """
    if len(text) > _MOST_OF_A_LINE:
        return None
    rest, language = _without_tongue(text)
    if language:
        ask = club_ask(rest, knows)
        if isinstance(ask, NewGame | NewRound):
            return replace(ask, language=ask.language or language)
    ask = _in_form(text, knows) or _freely(without_greeting(text), knows)
    if (ask is None or _begins_nothing(ask)) and _asks_how_to_begin(without_greeting(text), knows):
        return ListOffers()
    ask = ask or _without_people(text, knows) or _new_game_wished(without_greeting(text))
    ask = ask or _by_number(text) or _with_slip(text, knows)
    if not isinstance(ask, NewGame) or "@" not in text:
        return ask
    alone = next((it for it in _ADDRESS.finditer(ask.people) if _is_alone(it)), None)
    if alone is not None:
        address = _only_address(alone[0])
        return replace(ask, address=address, is_by_address=address != "")
    people = _ADDRESS_IN_NAMES.sub("", ask.people)
    return replace(ask, people=people, address=_only_address(text))


def _is_alone(address: re.Match[str]) -> bool:
    """Tell whether an address among names stands for somebody, not beside his name: `Ben und cleo@example.org`."""
    before = address.string[: address.start()]
    is_in_brackets = before.count("(") > before.count(")")
    return not is_in_brackets and _NO_NAME_BEFORE.search(before) is not None


_NO_NAME_BEFORE = regex(
    filled(r"(?:^|[,;&+]|(?<!\w){and})[\s:<–-]{0,9}$", **{"and": any_of(words_for(Addressed.AND))}),
    re.IGNORECASE,
)


def language_played(text: str) -> str:
    """Return in which language somebody wants to play, where he says that; "" where he does not.

    >>> language_played("Sehr gern! German tiles, right?"), language_played("mit Anna Deutsch")
    ('de', '')
    """
    return _without_tongue(text[:_MOST_OF_A_LINE])[1]


def _without_tongue(text: str) -> tuple[str, str]:
    """Return a text without the words for the language to play in, and that language.

    >>> _without_tongue("NEUES SPIEL 1-Zug auf Deutsch mit Anna")
    ('NEUES SPIEL 1-Zug mit Anna', 'de')
    """
    found = _IN_TONGUE.search(text)
    if found is None:
        return text, ""
    called = folded(found["before"] or found["alone"])
    language = next(code for stem, code in _TONGUES.items() if called.startswith(stem))
    return f"{text[: found.start()]}{text[found.end() :]}", language


_TONGUES = {
    folded(stem): code
    for said in FORMATS.values()
    for code, stems in said.tongues.items()
    for stem in stems
}
_IN_TONGUE = regex(
    filled(
        r"(?:\s{0,3},)?\s{0,3}{begin}(?:{in_tongue}\s{1,3}(?P<before>{tongue})\w{0,3}{end}(?:\s{1,3}{of_tongue}{end})?"
        r"|(?P<alone>{tongue})\w{0,3}{end}(?:\s{1,3}{of_tongue}{end}|(?=\s{1,3}(?:{plays_game}|scrabble){end})))",
        tongue=any_of(
            stem for said in FORMATS.values() for it in said.tongues.values() for stem in it
        ),
    ),
    re.IGNORECASE,
)


def _in_form(text: str, knows: Callable[[str], bool]) -> ClubAsk | None:
    """Return what is ordered in the form in which we write orders, with a greeting around it at most.

    >>> _in_form("Hello, I am new. NEW GAME 1-Zug against anyone", lambda _: True).variant
    '1-Zug'
    """
    text = without_greeting(without_please(text)).strip()
    for gap in islice(_GAP.finditer(text), _MOST_GAPS):
        ask = _bare(text[: gap.start()], knows)
        if ask is not None and _says_nothing(text[gap.end() :], ask, is_sentence=gap[0][0] in ".!"):
            return ask
    return _bare(text, knows) or _behind_sentences(text, knows)


def _behind_sentences(text: str, knows: Callable[[str], bool]) -> ClubAsk | None:
    """Return what is ordered in capitals behind what somebody says of himself; unsure where that says more."""
    for end in islice(_END_OF_SENTENCE.finditer(text), _MOST_GAPS):
        behind = text[end.end() :]
        ask = _in_form(behind, knows) if _ORDER_IN_CAPITALS.match(behind) else None
        if isinstance(ask, SaidFreely):
            is_asked = text.rstrip().endswith("?")
            is_plain = leaves_nothing_open(text[: end.start()]) and not is_asked
            return replace(ask, is_unsure=ask.is_unsure or not is_plain, is_in_form=not is_plain)
        if ask is not None and leaves_nothing_open(text[: end.start()]):
            return ask
    return None


_END_OF_SENTENCE = regex(r"[.!:,–]\s{1,3}(?=\S)")
_ORDER_IN_CAPITALS = regex(
    filled("(?:{any}){end}", any=any_of(form for each in ClubOrder for form in club_forms(each)))
)


_NO = "nein"
_GAP = regex(r"\s{1,3}[–(-]\s{0,3}(?=\S)|[,.;!]\s{1,3}(?=\S)")
_MOST_GAPS = 6


def _says_nothing(behind: str, ask: ClubAsk, *, is_sentence: bool = False) -> bool:
    """Tell whether what stands behind an order changes nothing; a word in capitals may be one more name.

    Where a sentence ends before it, its first word is in capitals anyhow.
    """
    if is_closing(behind):
        return True
    if isinstance(ask, OfferAnswer) and _AN_OFFER.search(behind):
        return False
    if isinstance(ask, OfferAnswer) and ask.said is not ClubWord.ACCEPT:
        return said_with_words(f"{_NO}, {behind}") is False
    is_talk = not isinstance(ask, NeverAgain) and leaves_nothing_open(behind)
    words = [*words_of(behind)]
    names = words[1:] if is_sentence and len(words) > 1 else words
    return is_talk and not any(word[0].isupper() and word != "I" for word in names)


def _bare(text: str, knows: Callable[[str], bool]) -> ClubAsk | None:
    """Return what is ordered where nothing stands around it."""
    if found := _new_game(text, knows):
        variant = (found["variant"] or "").strip()
        asks = NewGame(variant, (found["people"] or "").strip())
        is_open = asks == NewGame("", "")  # `neues spiel gegen jeden`: nothing else can be meant
        return asks if is_open or _is_meant(found, variant, knows) else None
    if found := _NEW_ROUND.fullmatch(text):
        variant, schedule = (found["variant"] or "").strip(), (found["schedule"] or "").strip()
        variant, schedule = _apart(variant, knows) if not schedule else (variant, schedule)
        round_ = NewRound(variant, schedule)
        is_said = round_ != NewRound("", "") and _is_meant(found, variant, knows)
        return round_ if is_said else None
    return _shorter(text)


def _apart(said: str, knows: Callable[[str], bool]) -> tuple[str, str]:
    """Return the name of a game and the days that follow it with nothing between them.

    >>> _apart("One-move Scrabble every Saturday at 6pm", lambda text: text == "One-move Scrabble")
    ('One-move Scrabble', 'every Saturday at 6pm')
    """
    words = said.split()
    ends = range(len(words), 0, -1)
    end = next((end for end in ends if knows(" ".join(words[:end]))), len(words))
    return " ".join(words[:end]), " ".join(words[end:])


def _new_game(text: str, knows: Callable[[str], bool]) -> re.Match[str] | None:
    found = _NEW_GAME.fullmatch(text)
    if found is None or not found["variant"] or knows(found["variant"].strip()):
        return found
    longer = _NEW_GAME_AT_LENGTH.fullmatch(text)
    is_known = longer is not None and knows(longer["variant"].strip())
    return longer if is_known else found


def _without_people(text: str, knows: Callable[[str], bool]) -> NewGame | None:
    """Return the game of a line that does not say with whom: `NEUES SPIEL 1-Zug`, `NEW GAME Chess`, `NEW GAME`."""
    found = _NEW_GAME_ALONE.fullmatch(without_greeting(without_please(text)).strip())
    variant = (found["variant"] or "").strip(_STOPS + "?") if found is not None else ""
    if found is None or _ANY_ORDER.search(variant):
        return None  # `NEW GAME instead of NEW ROUND`
    is_short = found["order"].isupper() and len(variant.split()) <= 1
    is_named = is_short or (bool(variant) and knows(variant))
    return NewGame(variant, "", lacks_people=True) if is_named else None


def _with_slip(text: str, knows: Callable[[str], bool]) -> NewGame | NewRound | None:
    """Return the game that a line begins with one slip in the words for that; its writer is asked.

    >>> _with_slip("NEUS SPIEL Patience mit Ben", lambda _: True).people
    'Ben'
    """
    righted = _righted(text)
    ask = (_bare(righted, knows) or _without_people(righted, knows)) if righted else None
    if not isinstance(ask, NewGame | NewRound):
        return None
    return replace(ask, is_unsure=True, is_in_form=True)


def _righted(text: str) -> str | None:
    """Return a line that begins a game but for one slip in its first two words, without that; None: it does not.

    >>> _righted("Hallo! Neues Speil Patience mit Ben"), _righted("New games with Ben are fun")
    ('neues spiel Patience mit Ben', None)
    """
    if len(text) > _LONGEST_SENTENCE:
        return None
    plain = without_greeting(without_please(text)).strip()
    *said, behind = [*plain.split(maxsplit=2), "", "", ""][:3]
    for form in _BEGINS:
        pairs = [*zip(map(str.casefold, said), form, strict=True)]
        wrong = [pair for pair in pairs if pair[0] != pair[1]]
        if len(wrong) == 1 and wrong[0][0] and is_slip_of(*wrong[0]):
            order = " ".join(form)
            return f"{order.upper() if all(map(str.isupper, said)) else order} {behind}".strip()
    return None


_BEGINS = tuple(
    words
    for order in (ClubOrder.NEW_GAME, ClubOrder.NEW_ROUND)
    for words in (form.casefold().split() for form in club_forms(order))
    if len(words) == len(("NEW", "GAME"))
)


def _new_game_wished(text: str) -> NewGame | None:
    """Return that a sentence wishes for a new game, or asks how one begins, in words that begin none.

    `Shall we start a new game, Anna?`, `Wie fange ich ein neues Spiel an?`, `Neues Spiel?`; not
    `Une nouvelle partie commence`, which our own mails say.
    """
    plain = without_please(text).strip()
    found = _A_NEW_GAME.search(plain[:_LONGEST_SENTENCE])
    is_one = len([*in_sentences(plain)]) == 1 and len(plain) <= _LONGEST_SENTENCE
    if found is None or not is_one or _CITES.search(plain) or _DENIES.search(plain):
        return None
    if _NEW_GAME_KNOWN.issuperset(plain[: found.start()].casefold().split()[-1:] or [""]):
        return None
    rest = f"{plain[: found.start()].rstrip()} {_GAME_STOOD} {plain[found.end() :].lstrip()}"
    is_bare = not rest.strip(_STOPS + _GAME_STOOD + "?") and plain.endswith("?")
    if "?" not in plain:
        rest = _TELLS_OF_GAME.sub(" ", rest)
    is_wish = is_bare or any(each.search(rest) for each in (_WANTS, _BEGINS_GAME))
    if not is_wish or holds_play(plain) or may_give_turn_up(plain):
        return None
    return NewGame("", "", is_unsure=True, lacks_people=True)


def _is_meant(found: re.Match[str], variant: str, knows: Callable[[str], bool]) -> bool:
    """Tell whether a line is an order rather than a sentence: it is in capitals, or names a game."""
    return found["order"].isupper() or (bool(variant) and knows(variant))


def _shorter(text: str) -> ClubAsk | None:
    if found := _OFFER.fullmatch(text):
        said = next(each for each in _ANSWERS if found[each.value])
        number, written = _number_in(found)
        return OfferAnswer(number, said, written=written)
    if found := _OFFERS.fullmatch(text):
        return ListOffers(is_mere_word=not found["order"].isupper())
    if (found := _INVITE.fullmatch(text)) and _names_somebody(found["order"], found["address"]):
        return Invite(_only_address(found["address"]))
    return NeverAgain() if _NEVER_AGAIN.fullmatch(text) else None


def _number_in(found: re.Match[str]) -> tuple[int, str]:
    """Return the number of an offer that is named; or 0, and what stands there instead of one."""
    number = int(found["number"] or 0)
    return number, "" if number else found["number"] or found["odd"] or ""


def _only_address(text: str) -> str:
    """Return the one address in a text, in small letters; "" where none, or more than one, can be written to.

    Nor where it is another than what was written, or a program's.

    >>> _only_address("Anna@example.org<mailto:anna@example.org>"), _only_address("a@x.test%0abcc:b@x.test")
    ('anna@example.org', '')
    >>> _only_address("a,b@x.test"), _only_address("postmaster@x.test")
    ('', '')
    """
    if _GLUED.search(text):
        return ""
    found = (each.lower().removeprefix("mailto:") for each in _ADDRESS.findall(text))
    addresses = {each.rstrip(".!?:*") for each in found}
    found_one = (written_to(addresses.pop()) or "") if len(addresses) == 1 else ""
    return "" if is_nobodys(found_one) else found_one


def _names_somebody(order: str, text: str) -> bool:
    """Tell whether an invitation names an address, or at least a name, rather than going on as a sentence."""
    return "@" in text or (order.isupper() and all(word[0].isupper() for word in text.split()))


_BEGIN = "{begin}(?:{elided}['’])?"
_ANSWERS: Mapping[ClubWord, re.Pattern[str]] = {
    each: regex(filled(rf"{_BEGIN}(?:{{{each.value}}}|{{{said}}}){{end}}", **_WORDS), re.IGNORECASE)
    for each, said in (
        (ClubWord.TAKE_BACK, "takes_back_offer"),
        (ClubWord.DECLINE, "declines_offer"),
        (ClubWord.ACCEPT, "accepts_offer"),
    )
}
_AGREES, _LIKES = (
    worded(f"{_BEGIN}{{{each}}}{{end}}") for each in ("agrees_to_offer", "likes_offer")
)
_OFFER_STOOD = "…"
"""Where the words for the offer are taken out."""
_FROM = regex(filled(r"…\s{1,3}{maker_of_offer}$"), re.IGNORECASE)
_STOPS = " ,.!:–-"
_MOST_BESIDE_YES = 4
"""So many words beside one that agrees change nothing; more may be about something else."""
_AN_OFFER = regex(
    filled(
        r"(?P<own>{begin}{my}\w{0,2}\s{1,3})?{begin}(?:{elided}['’])?{offer}{end}(?:\s{0,3}:?\s{0,3}"
        rf"{_NUMBER})?{{end}}",
        **_WORDS,
    ),
    re.IGNORECASE,
)
_OFFER_ALONE = regex(
    filled(
        r"[\s*]{0,9}{offer}\s{0,3}:?\s{0,3}(?:{number_of_offer}\s{0,3})?(?P<number>\d{1,6})[\s*.:]{0,9}",
        **_WORDS,
    ),
    re.IGNORECASE,
)
_NUMBER_ALONE = regex(
    filled(
        r"(?<![\w.,:/+–-])(?:{the_number}\s{1,3})?(?:{number_of_offer}\s{0,3})?[(\[]?(?P<number>\d{1,6})[)\]]?"
        r"(?![.,:/+–-]?\w)(?P<own>(?!))?(?P<odd>(?!))?"
    ),
    re.IGNORECASE,
)
"""A number as it may stand for an offer; with none of the words that _AN_OFFER finds around it."""
_ANSWERS_NUMBER = worded(f"{_BEGIN}{{answers_number}}{{end}}")
_BESIDE_NUMBER = worded(f"{_BEGIN}{{beside_number}}{{end}}")
_DENIES = when_used(filled_turns, "{begin}[[negation]]{end}")
_WANTS = worded(f"{_BEGIN}{{wants_game}}{{end}}")
_PLAYS = worded("{begin}{plays_game}{end}")
_NEW_GAME_KNOWN = frozenset(SAYINGS["new_game_known"])
"""Before a new game that is there: `Das neue Spiel macht Spaß!`"""
_A_NEW_GAME, _BEGINS_GAME, _TELLS_OF_GAME = (
    worded(f"{{begin}}{{{each}}}{{end}}")
    for each in ("a_new_game", "begins_new_game", "tells_of_new_game")
)
_OFFERS_AGAIN = worded("{begin}{wants_offers_again}{end}")
_SEEKS, _INVITES, _ASKS_OFFERS, _NO_OFFERS, _ASKS_HOW = (
    worded(f"{{begin}}{{{each}}}{{end}}")
    for each in ("seeks_anyone", "invites", "asks_offers", "wants_no_offers", "asks_how_to_begin")
)
_NAME = r"(?-i:[^\W\d_a-zäöüßà-ÿ])(?:\w?\.(?:-?[^\W\d_]\.)*|[\w'’-]{0,30})"
"""No full stop but that of an initial, or of `Dr.`: behind a name one ends the sentence."""
_NAME_OR_ADDRESS = rf"(?:{_ADDRESS.pattern}|{_NAME})"
_BETWEEN_NAMES = r"(?:\s{0,3}[,;&+])?\s{1,3}(?:(?:{and}|{in_names})\s{1,3})?"
_NAMES = rf"{_NAME_OR_ADDRESS}(?:{_BETWEEN_NAMES}{_NAME_OR_ADDRESS}){{0,7}}"
_WHOSE = r"(?:{my_people}\s{1,3}(?:{kin}\s{1,3})?(?!{kin}{end}))?"
"""What may stand before a name: `mit meiner Frau Berta`."""
_AND_ME = r"\s{1,3}{and}\s{1,3}{me_in_club}{end}"
_WITH = regex(
    filled(
        rf"{{begin}}(?:(?P<anyone>{{anyone}}){_WHO_WANTS}{{end}}|(?!{{wants_game}}|{{begins_new_game}})(?P<us>{_NAMES}){_AND_ME}|(?:{{with}}|{{dares}})\s{{1,3}}{_WHOSE}(?P<people>{_NAMES})(?:{_AND_ME})?)",
        **_WORDS,
        **{"and": any_of(words_for(Addressed.AND))},
    ),
    re.IGNORECASE,
)


def wished_people(text: str) -> tuple[str, ...]:
    """Return with whom somebody says that he would like to play, whatever else he says; nobody where he does not.

    >>> wished_people("I would like to join. Can I play a game of scrabble with Anna?")
    ('Anna',)
    >>> wished_people("I have learned it with Anna")
    ()
    """
    among = _WITH.search(text[:_MOST_OF_A_LINE])
    people = (among["people"] or among["us"] or "") if among is not None else ""
    named = tuple(each for each in people_in(people) if "@" not in each)
    return named if named and _WANTS.search(text) and _PLAYS.search(text) else ()


def _begins_nothing(ask: ClubAsk) -> bool:
    """Tell whether it is a wish for a game that leaves open which, or with whom."""
    return isinstance(ask, NewGame) and ask.is_unsure and not (ask.variant and ask.people)


def _asks_how_to_begin(text: str, knows: Callable[[str], bool]) -> bool:
    """Tell whether somebody asks how a game is begun, and says no more but with whom he would like to play.

    >>> _asks_how_to_begin("Wie beginne ich ein neues Spiel? Ich würde gern mit Emil spielen.", lambda _: False)
    True
    >>> _asks_how_to_begin("How do I start a game? Our casino shows you, and pays.", lambda _: False)
    False
    """
    if len(text) > _LONGEST_SENTENCE or _CITES.search(text) or holds_play(text):
        return False
    said, asks = _ASKS_HOW.subn(f" {_GAME_STOOD} , ", text)
    variant = _variant_in(said, knows)
    said = (said.replace(variant, " ", 1) if variant else said).replace(_GAME_STOOD, " ")
    return asks > 0 and all(
        leaves_nothing_open(each.replace("?", ","))
        for clause in _CLAUSE_ENDS.split(without_please(said))
        for each in (_without_wish(clause),)
    )


def _without_wish(text: str) -> str:
    """Return a text without the words by which it wishes for a game, and without the people in it."""
    among = _WITH.search(text)
    rest = f"{text[: among.start()]} , {text[among.end() :]}" if among is not None else text
    return _PLAYS.sub(" , ", _WANTS.sub(" , ", rest))


_CITES = regex(r"[„“”«»\"]")
"""Whoever puts an order between these marks speaks of it."""
_LONGEST_SENTENCE = 160


def asks_what_there_is(text: str) -> bool:
    """Tell whether somebody asks which games there are, whatever else he asks.

    >>> asks_what_there_is("What games are there, and how does one join?")
    True
    """
    return _ASKS_OFFERS.search(text[:_MOST_OF_A_LINE]) is not None


def wants_to_play(text: str) -> bool:
    """Tell whether somebody would like to play Scrabble, or anything against anyone, whatever else he says.

    >>> wants_to_play("I found your page and would like to play Scrabble by mail.")
    True
    >>> wants_to_play("Would you like to play a part in our match of trade partners?")
    False
    """
    line = text[:_MOST_OF_A_LINE]
    wants = _WANTS.search(line) is not None and _PLAYS.search(line) is not None
    return wants and ("scrabble" in line.casefold() or _SEEKS.search(line) is not None)


def _freely(text: str, knows: Callable[[str], bool]) -> ClubAsk | None:
    """Return what a sentence asks for: `Ich nehme Angebot 7 an`, `I'd like to play 1-Zug with Frank`."""
    if len(text) > _LONGEST_SENTENCE or _CITES.search(text):
        return None
    beside, asks = _ASKS_OFFERS.subn(" , ", text)
    if asks and leaves_nothing_open(beside.replace("?", ",")):
        return ListOffers()
    if (offer := _AN_OFFER.search(text)) and not _is_in_wish(offer, text):
        return _said_of_offer(text, offer)
    if _OFFERS_AGAIN.search(text) and _WANTS.search(text) and not _DENIES.search(text):
        return OffersAgain(is_unsure=True)
    if _NO_OFFERS.search(text):
        return NeverAgain(is_unsure=True)
    if _ADDRESS.search(text) and _INVITES.search(text):
        rest = _INVITES.sub(" , ", _ADDRESS.sub(" , ", text))
        return Invite(_only_address(text), is_unsure=not leaves_nothing_open(rest))
    if (round_ := _round_wished(text, knows)) is not None:
        return round_
    text = _with_kind_apart(text, knows)
    among = _WITH.search(text)
    if among is None or not _WANTS.search(text):
        variant = _variant_in(text, knows) if _SEEKS.search(text) else ""
        says_no_more = _seeks_game(text, variant)
        seeks = variant != "" and says_no_more
        game = NewGame(variant, "", is_unsure=True, seeks_anyone=seeks)
        return game if variant or says_no_more else None
    rest = f"{text[: among.start()]} , {text[among.end() :]}"
    rest = _PLAYS.sub(f" {_GAME_STOOD} , ", _WANTS.sub(" , ", rest))
    rest = rest if _variant_in(rest, knows) else rest.replace("-", " ")
    variant = _variant_in(rest, knows)
    is_asked = "?" in rest  # `Lust auf ein Spiel mit Anna?`
    is_plain = leaves_nothing_open(rest.replace(variant, "", 1).replace("?", ",", 1))
    if not variant and not (_PLAYS.search(text) and (is_plain or _is_wish(text, among))):
        return None
    is_sure = is_plain and not is_asked and bool(variant or among["anyone"])
    return NewGame(variant, among["people"] or among["us"] or "", is_unsure=not is_sure)


def _is_in_wish(offer: re.Match[str], text: str) -> bool:
    """Tell whether the word for an offer is what somebody does to begin a game: `I offer a game of Scrabble`."""
    return any(each.start() < offer.start() < each.end() for each in _WANTS.finditer(text))


def _is_wish(text: str, among: re.Match[str]) -> bool:
    """Tell whether the clause that names people wishes for a game with them, whatever the others say.

    `I'd love another game with Ben, he still owes me one!`
    """
    ends = [0, *(each.end() for each in _CLAUSE_ENDS.finditer(text)), len(text)]
    start = max(at for at in ends if at <= among.start())
    end = min(at for at in ends if at >= among.end())
    clause = f"{text[start : among.start()]} , {text[among.end() : end]}"
    wishes = _WANTS.search(clause) is not None and _PLAYS.search(clause) is not None
    rest = _PLAYS.sub(" , ", _WANTS.sub(" , ", clause)).replace("?", ",", 1)
    plain = _BESIDE_SEEKING.sub(" ", rest)
    return wishes and leaves_nothing_open(plain) and not HANGS.search(text.replace("?", ","))


_CLAUSE_ENDS = regex(r"[,;.!?–]\s+")


def _with_kind_apart(text: str, knows: Callable[[str], bool]) -> str:
    """Return a sentence with a stop before the kind of game that stands right behind the people.

    >>> _with_kind_apart("Kann ich gegen Anna Duplikat spielen?", lambda text: text == "Duplikat")
    'Kann ich gegen Anna – Duplikat spielen?'
    """
    among = _WITH.search(text)
    if among is None or not among["people"]:
        return text
    words, start = [*_WORDS_APART.finditer(among["people"])], among.start("people")
    for word in words[1:]:
        if any(knows(among["people"][word.start() : end.end()]) for end in words):
            at = start + word.start()
            return f"{text[:at]}– {text[at:]}"
    return text


_WORDS_APART = regex(r"\S+")


def _seeks_game(text: str, variant: str = "") -> bool:
    """Tell whether a sentence seeks whoever plays, a kind of game perhaps, and no more: `Wer hat Lust auf ein Spiel?`

    Not `Wer hat das Spiel gewonnen?`, `Wer spielt am Samstag Fußball?`.
    """
    said, stop, behind = text.partition("?")
    found = _SEEKS.search(said)
    is_closed = not behind.strip() or is_closing(behind.strip()) or leaves_nothing_open(behind)
    if found is None or HANGS.search(said) or not is_closed:
        return False
    rest = f"{said[: found.start()]} , {said[found.end() :]}"
    rest = rest.replace(variant, " ", 1) if variant else rest
    is_play = variant != "" or any(each.search(said) for each in (_PLAYS, _SCRABBLE, _SOUGHT))
    wants = _WANTS.search(said) is not None or _PLAYS.search(found[0]) is not None
    plain = _BESIDE_SEEKING.sub(" ", _SCRABBLE.sub(" ", _PLAYS.sub(" ", _WANTS.sub(" ", rest))))
    return is_play and (wants or bool(stop)) and not without_kind_words(plain).strip(" ,.!")


_SCRABBLE = regex(r"(?<![\w-])(?:e-?mail-?)?scrabble(?![\w-])", re.IGNORECASE)
_SOUGHT = worded("{begin}{sought_to_play}{end}")
_BESIDE_SEEKING = worded("{begin}{beside_seeking}{end}")


def _round_wished(text: str, knows: Callable[[str], bool]) -> NewRound | None:
    """Return the round that a sentence wants to begin: `Ich möchte eine neue Runde 1-Zug anfangen, ZAT freitags`."""
    found = _A_ROUND.search(text)
    if found is None or not _WANTS.search(text):
        return None
    behind = _PLAYS.sub(" ", text[found.end() :])
    if not (variant := _variant_in(behind, knows)):
        return None
    days = _ZAT_OF.sub("", without_please(behind.partition(variant)[2]).strip(_STOPS + "?;"))
    return NewRound(variant, days, is_unsure=True)


_A_ROUND = regex(filled("{begin}{new_round}{end}", **_WORDS), re.IGNORECASE)
_ZAT_OF = regex(filled(r"^(?:{with}\s{1,9})?{zat}\s{0,3}:?\s{1,9}", **_WORDS), re.IGNORECASE)


def _said_of_offer(text: str, offer: re.Match[str]) -> OfferAnswer | None:
    """Return what a sentence says to an offer; where it may say that to another one, which one is not known."""
    answer = _said_of_one(text, offer)
    if answer is None or not _may_mean_another(text, offer, answer):
        return answer
    return OfferAnswer(0, answer.said, written=text.strip(), is_unsure=True)


def _may_mean_another(text: str, offer: re.Match[str], answer: OfferAnswer) -> bool:
    """Tell whether a sentence names another offer, or may accept the one and decline another.

    `Ich nehme Angebot 6 an, das andere bitte ablehnen`, `I'll take offer 6 but not 7`
    """
    others = (each["number"] for each in _AN_OFFER.finditer(text) if each["number"])
    if any(each != offer["number"] for each in others):
        return True
    rest = f"{text[: offer.start()]} {_OFFER_STOOD} {text[offer.end() :]}"
    is_turned = answer.said is ClubWord.DECLINE and _ANSWERS[ClubWord.ACCEPT].search(rest)
    denies = _DENIES.search(rest) is not None
    return bool(is_turned) and (not denies or _A_NUMBER.search(rest) is not None)


def _said_of_one(text: str, offer: re.Match[str]) -> OfferAnswer | None:
    rest = f"{text[: offer.start()]} {_OFFER_STOOD} {text[offer.end() :]}"
    found = [each for each, pattern in _ANSWERS.items() if pattern.search(rest)]
    number, written = _number_in(offer)
    is_which = bool(number or written)
    is_no = says_he_does_not(text)
    if not found and is_no:
        said = ClubWord.DECLINE
        return OfferAnswer(number, said, written=written, is_unsure=True, is_plain_no=not is_which)
    if not found:
        agreed = _agreed(number, rest) if is_which else None
        return agreed and replace(agreed, written=written)
    said, is_plain = found[0], len(found) == 1
    if not is_which and (said is ClubWord.TAKE_BACK) != bool(offer["own"] and is_plain):
        return None
    if found == [ClubWord.ACCEPT] and _DENIES.search(rest):
        said = ClubWord.DECLINE
    name, is_all = _beside(_ANSWERS[found[0]].sub(" ~ ", rest).strip())
    is_sure = is_plain and is_all and (is_which or said is ClubWord.TAKE_BACK)
    is_plain_no = is_no and said is ClubWord.DECLINE and not is_which
    return OfferAnswer(number, said, name, written, is_unsure=not is_sure, is_plain_no=is_plain_no)


def _by_number(text: str) -> OfferAnswer | None:
    """Return what a line says to an offer that it names by nothing but its number.

    >>> _by_number("J'accepte 29").number, _by_number("29 ablehnen").said, _by_number("ACCEPT 29 points")
    (29, <ClubWord.DECLINE: 'decline'>, None)
    """
    plain = without_greeting(without_please(text)).strip()
    found = _NUMBER_ALONE.search(plain)
    if found is None or not _may_be_by_number(plain) or _CITES.search(plain) or "?" in plain:
        return None
    if any(map(str.isdigit, f"{plain[: found.start()]}{plain[found.end() :]}")):
        return None
    around = f"{plain[: found.start()]} {plain[found.end() :]}"
    beside = _BESIDE_NUMBER.sub(" ", _ANSWERS_NUMBER.sub(" ", around))
    if without_kind_words(beside).strip(_STOPS + ";"):
        return None  # `I'll be back on 29 May`, `Accept 29 points`
    answer = _said_of_offer(plain, found)
    is_sure = answer is not None and answer.number > 0 and not is_unsure((answer,))
    return replace(answer, is_by_number=True) if answer is not None and is_sure else None


_LONGEST_BY_NUMBER = 60


def _agreed(number: int, rest: str) -> OfferAnswer | None:
    """Return the answer to an offer in words that alone are a yes, or may be one; None: they are neither."""
    likes = next((each for each in (_AGREES, _LIKES) if each.search(rest)), None)
    if likes is None:
        return None
    said = ClubWord.DECLINE if _DENIES.search(rest) else ClubWord.ACCEPT
    is_sure = likes is _AGREES and len([*words_of(likes.sub(" ", rest))]) <= _MOST_BESIDE_YES
    name, is_plain = _beside(likes.sub(" ~ ", rest).strip())
    return OfferAnswer(number, said, beside=name, is_unsure=not is_sure or not is_plain)


def _beside(rest: str) -> tuple[str, bool]:
    """Return the name of whose offer it is, of who is spoken to or who signs; and whether words leave nothing open."""
    if leaves_nothing_open(rest):
        return "", True
    unknown = unknown_in(without_kind_words(rest))
    name = " ".join(unknown)
    without = rest.replace(name, " ", 1)
    if without == rest or not name[:1].isupper() or not leaves_nothing_open(without):
        return "", False
    at = rest.index(name)
    before, behind = rest[:at].rstrip(), rest[at + len(name) :].strip()
    is_whose = behind.startswith(_OFFER_STOOD) or _FROM.search(before) is not None
    is_called = (not before and behind[:1] in _STOPS) or (
        not behind.strip(_STOPS) and before[-1:] == ","
    )
    return (name, True) if is_whose or is_called else ("", False)


def _variant_in(text: str, knows: Callable[[str], bool]) -> str:
    """Return the words that name a kind of game, as many as do; none of them says anything else."""
    words = text.split()[:_MOST_WORDS]
    for count in range(min(len(words), _MOST_OF_A_NAME), 0, -1):
        for at in range(len(words) - count + 1):
            run = " ".join(words[at : at + count]).strip(" ,.!?:–")
            if run and run in text and _is_name(run, text.partition(run)[0]) and knows(run):
                return run
    return ""


def _is_name(run: str, before: str) -> bool:
    """Tell whether words can be the name of a game that may be everyday ones: `Super-Scrabble`.

    >>> [_is_name("Super", ""), _is_name("Super-Scrabble", ""), _is_name("super", "a game of ")]
    [False, True, True]
    """
    if "-" in run or any(map(str.isdigit, run)) or not have_roles(run):
        return True
    is_long = len(run) >= (_LONG_WORD if before.strip() else _LONGER_WORD)
    is_capital = all(word[0].isupper() for word in run.split())
    return (is_capital and is_long) or _ENDS_IN_GAME.search(before) is not None


_LONG_WORD, _LONGER_WORD = 5, 8
"""A shorter word in capitals may be any; at the beginning of a sentence any word is in capitals."""
_GAME_STOOD = "…"
"""Where the words for a game are taken out: what stands behind it is its name."""
_ENDS_IN_GAME = worded(rf"(?:{{begin}}{{plays_game}}|{_GAME_STOOD}\s,)\s{{1,3}}$")


_MOST_WORDS, _MOST_OF_A_NAME = 24, 4


_BETWEEN = regex(
    filled(r"\s*[,;&+]\s*(?:{and}\s+)?|\s+{and}\s+", **{"and": any_of(words_for(Addressed.AND))}),
    re.IGNORECASE,
)


def people_in(text: str) -> tuple[str, ...]:
    """Return the names in `Anna, Ben und Cilly`.

    >>> people_in("Anna, Ben und Cilly"), people_in("Anna & Ben")
    (('Anna', 'Ben', 'Cilly'), ('Anna', 'Ben'))
    """
    return _names(_BETWEEN.split(text))


def _names(parts: Iterable[str]) -> tuple[str, ...]:
    """Return each name once, without the stop behind it."""
    stripped = (each.strip(" !") for each in parts)
    named = (each if are_initials(each) else each.strip(" .!") for each in stripped)
    return tuple(dict.fromkeys(filter(None, named)))


_INITIALS = regex(r"(?:[^\W\d_]\.[\s-]?){2,6}\d{0,3}|[^\W\d_]\.")


def are_initials(text: str) -> bool:
    """Tell whether a name is written as pages show one who has not agreed to be named.

    >>> are_initials("D. D."), are_initials("D.-E. F. 2"), are_initials("D. Duck")
    (True, True, False)
    """
    return _INITIALS.fullmatch(text.strip()) is not None


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
            yield _names(text[a:b] for a, b in zip(ends[::2], ends[1::2], strict=True))


_MOST_BETWEEN = 6
"""In a longer list no name is looked for that holds an `und`: nobody plays with so many."""
