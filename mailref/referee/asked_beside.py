"""What a mail asks of the person who runs the game beside its move: it is passed on, since no robot can do it."""

from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile

from msgspec import Struct

from mailref.orders import requests
from mailref.orders.commands import command_in, is_closing, is_greeting
from mailref.orders.decided import puts_off
from mailref.orders.roles import words_of
from mailref.orders.shapes import SENTENCE, folded, holds_play, is_month, without_rounds
from mailref.orders.whole_mail import postscripts, starts_in
from mailref.reading.incoming_mail import IncomingMail
from mailref.tiles.moves import worded
from mailref.tiles.when_used import regex


class AskedBeside(Struct, frozen=True):
    """What is asked beside a move, in its writer's words."""

    sentences: tuple[str, ...] = ()
    is_request: bool = False
    """Whether something is, beside questions about the game."""


def asked_beside(
    mail: IncomingMail,
    answered: Collection[str],
    elsewhere: Collection[str] = (),
    done: Collection[str] = (),
) -> AskedBeside:
    """Return what a mail asks of a person.

    *answered*: what stands behind its orders, which is answered elsewhere; *elsewhere*: how games are called in which
    it asks for nothing that was understood: what it says of one is passed on, but that something comes later. *done*:
    the words in which something was ordered that is carried out, as days of absence or an exchange.
    """
    said = {_bare(each) for text in answered for each in _sentences(" ".join(text.split()))}
    found: list[str] = []
    is_request = False
    for paragraph in _paragraphs(mail):
        parts = (part for each in paragraph for part in _beside_play(each))
        own = [each for each in parts if not _is_answered(each, said)]
        left = [_without(each, done) for each in own]
        asks = [requests.is_request(each) or _is_of(each, elsewhere) for each in left]
        if any(asks):
            is_request = True
            found += [
                it for it, is_asked in zip(own, asks, strict=True) if is_asked or _is_talk(it)
            ]
        else:
            found += [each for each, it in zip(own, left, strict=True) if _is_question(it)]
    return AskedBeside(tuple(dict.fromkeys(found)), is_request)


def _without(sentence: str, done: Collection[str]) -> str:
    for each in done:
        sentence = sentence.replace(each, " ")
    return sentence


def _is_of(sentence: str, games: Collection[str]) -> bool:
    """Tell whether a sentence names one of *games*, and says more than that its move comes later."""
    words = [folded(each) for each in words_of(sentence) if each[0].isupper()]
    is_named = any(each in games for each in words)
    return is_named and len(sentence.split()) > _NAMES and not puts_off(sentence)


def _beside_play(sentence: str) -> Iterator[str]:
    """Yield a sentence, or what one with a play asks for in a clause: `L3s DAUERT, und nehmt mich raus`."""
    is_play = holds_play(sentence)
    if not is_play and (requests.is_request(sentence) or _is_question(sentence)):
        yield sentence
        return
    starts = [*starts_in(sentence)][1:]
    clauses = (sentence[start:].strip() for start in starts)
    asked = (each for each in clauses if requests.is_request(each) or _is_question(each))
    clause = next((each for each in asked if not holds_play(each)), None)
    if clause is not None:
        yield clause
    elif not is_play:
        yield sentence


def sentences_in(mail: IncomingMail) -> Iterator[str]:
    """Yield the sentences of a mail down to what closes it; a line with a play is one of its own."""
    for paragraph in _paragraphs(mail):
        yield from paragraph


def _paragraphs(mail: IncomingMail) -> Iterator[Sequence[str]]:
    for block in mail.blocks:
        own = [*takewhile(lambda line: not is_closing(line.text), block)]
        own += postscripts(block[len(own) :])
        texts = (f"\n{it.text}\n" if holds_play(it.text) else it.text for it in own)
        for paragraph in _BETWEEN_PARAGRAPHS.split("\n".join(texts)[:_MOST]):
            yield [*_sentences(" ".join(paragraph.split()))]


_MOST, _NEAR = 20_000, 60
"""So many characters of a block are looked at, and so many behind a stop."""


def _sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a paragraph; a stop within an address, a number or a day ends none."""
    begun = ""
    for found in SENTENCE.finditer(text):
        begun += found[0]
        if not _goes_on(begun, text[found.end() : found.end() + _NEAR]):
            yield begun.strip()
            begun = ""
    if begun.strip():
        yield begun.strip()


def _goes_on(begun: str, behind: str) -> bool:
    if behind[:1].isalnum() or behind[:1] in {",", ";"}:
        return begun.endswith(".")
    follows = _WORD.match(behind)
    if follows is None or _DAY.search(begun) is None:
        return False
    return follows[1].islower() or is_month(follows[1])


def _is_answered(sentence: str, said: Collection[str]) -> bool:
    """Tell whether a sentence is a move or an order, or the text of one, with the order before it or without."""
    if holds_play(sentence) or command_in(sentence) is not None:
        return True
    return any(_bare(sentence).endswith(each) for each in said if each)


def _bare(text: str) -> str:
    return "".join(text.split())


def _is_talk(sentence: str) -> bool:
    """Tell whether a sentence around what is asked is neither a greeting, nor a name, nor of a play."""
    is_of_play = requests.names_play(sentence)
    return not is_of_play and not is_greeting(sentence) and len(sentence.split()) > _NAMES


def _is_question(sentence: str) -> bool:
    """Tell whether a sentence asks something about the game; what its own move brings, the answer tells."""
    is_asked = sentence.endswith("?") or _ASKS_UNMARKED.match(sentence) is not None
    if not is_asked or len(sentence) > _LONGEST_QUESTION:
        return False
    is_of_game = _OF_THE_GAME.search(sentence) or requests.asks_of_rules(sentence)
    return bool(is_of_game) and _OWN_SUM.search(without_rounds(sentence)) is None


_BETWEEN_PARAGRAPHS = regex(r"\n\s*\n")
_ASKS_UNMARKED = worded(
    r"\W{0,3}(?:(?:{conjunction}|{exclaims})\s{1,3})?{begins_question}\b[^!?]*$"
)
"""`Wer führt denn gerade.`: its mark was left out."""
_OF_THE_GAME = worded(r"\b{asks_about_game}\b")
_OWN_SUM = worded(r"^(?!.*{begin}{why}{end}).{0,40}\d{1,3}\s{0,3}{points}{end}|\d\s{0,2}\?+$")
"""`Only 20 points i think??`"""
_LONGEST_QUESTION = 300
_NAMES = 2
_DAY = regex(r"(?<!\d)\d{1,2}\.$")
_WORD = regex(r"\s([^\W\d_]+)")
