"""In which language somebody writes who has chosen none: that of his sentences, his orders, his yes or his greeting.

A word of an order may be copied from a mail of somebody else: sentences in another language outweigh it. Of whom is
known how he wrote before a word or two tell nothing: `GAMES` may be all the English that he writes.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache

from mailref.languages import LANGUAGES, rows
from mailref.orders.commands import is_closing, without_greeting
from mailref.orders.table import CLUB_ROWS, CLUB_WORDS, ROWS, ClubOrder, Command
from mailref.tiles.moves import any_of, filled, one_of
from mailref.tiles.when_used import regex

_TALK = ("hello", "closing", "yes_at_length")
_AMID_TALK = ("plays_along", "declines_to_play")
"""`Count me in!`: so do those of who is asked whether he plays."""
_TALK_WORDS = ("yes", "no", "polite_words")
_IN_SENTENCES = (ClubOrder.OFFER, ClubOrder.NEW_GAME, ClubOrder.NEW_ROUND)
"""`Ich nehme Angebot 7 an`: their words tell a language wherever they stand."""
_ASKED = ("asks_to_join", "asks_offers", "seeks_anyone")
"""So do those of who asks whether there is a game for him."""
_ANSWERS = (
    *("courtesy", "agrees", "declines", "beside_declining", "perhaps"),
    *("leaves_open", "leaves_yes_open", "question_words"),
)
"""Rows of single words that stand in short answers."""
_WISHES = ("wants_game", "plays_game")
"""And both of these together: `Fancy a game with Ben?`"""


def language_of(
    texts: Iterable[str], usual: str, *, before: str = "", talk: bool = True, is_known: bool = False
) -> str:
    """Return the language of who writes *texts*; where nothing clearly tells it, that in which he wrote *before*.

    Of whom nothing is known single words count. Orders in the *usual* one, that of the mails which he gets, say
    nothing then, for that is how he reads of them; nor does `LG` below what somebody writes.
    *talk*: whether greetings and a yes count where he orders nothing, and how he wrote before. *is_known*: whether he
    gets mails here, so that a single word, as `STATUS`, tells nothing.

    >>> [language_of([each], "en") for each in ("SPIELE", "Ja, das war ich.", "GAMES", "No, thanks")]
    ['de', 'de', 'en', 'en']
    >>> language_of(["Yes, gerne"], "de"), language_of(["Yes please"], "de")
    ('de', 'en')
    >>> language_of(["Guten Tag,", "GAMES"], "en"), language_of(["Hallo!"], "en", talk=False)
    ('de', 'en')
    >>> language_of(["Hi Sam, sure, happy to play!", "LG Anna"], "fr"), language_of(["LG Anna"], "fr")
    ('en', 'de')
    >>> language_of(["PAGE YES", "Meinen Zug schicke ich später, heute habe ich keine Zeit."], "de")
    'de'
    """
    lines = _without_closing(texts)
    if before:
        return language_told(lines) or (before if talk else usual)
    by_order = {line: _only_in(_orders(), line) for line in lines}
    least = _LEAST_OF_KNOWN if is_known else 1
    telling = (language for line, language in by_order.items() if len(line.split()) >= least)
    ordered = {*telling} - {"", usual}
    plain = [line for line, language in by_order.items() if not language]
    told = _told_in(plain)
    if len(ordered) == 1:
        return told or ordered.pop()
    if not talk:
        return told or usual
    spoken = {_talked_in(line) for line in lines} - {""}
    if len(spoken) == 1:
        return spoken.pop()
    return told or _told_in(plain, is_short=True) or usual


def language_told(texts: Iterable[str]) -> str:
    """Return the language that *texts* clearly are in: that of sentences, else of lines of three words; or "".

    >>> [language_told([each]) for each in ("NEW GAME chess with Ben", "Ja, das war ich.", "GAMES", "Yes please")]
    ['en', 'de', '', '']
    """
    lines = _without_closing(texts)
    plain = [line for line in lines if not _only_in(_orders(), line)]
    if told := _told_in(plain):
        return told
    long = [line for line in lines if len(line.split()) >= _LEAST_CLEAR]
    found = {_only_in(_orders(), line) or _talked_in(line) for line in long} - {""}
    if len(found) == 1:
        return found.pop()
    return "" if found else _told_in(long, is_short=True)


_LEAST_CLEAR, _LEAST_OF_KNOWN = 3, 2


def _without_closing(texts: Iterable[str]) -> list[str]:
    lines = [text for text in texts if text.strip()]
    return [text for text in lines if not is_closing(text)] or lines


def _talked_in(line: str) -> str:
    """Return the language of a line of talk by how it begins; `Yes, gerne` and `Yes, mache ich` are German."""
    begins = _only_in(_talks(), without_greeting(line) or line)
    if not begins:
        return ""
    words = _WORD.findall(line.casefold())
    others = {
        language
        for language, own in _own_words().items()
        if language != begins and not own.isdisjoint(words)
    }
    is_mixed = len(others) == 1 and sum(word in _own_words()[begins] for word in words) < 2
    return others.pop() if is_mixed else begins


_WORD = regex(r"[^\W\d_]{2,}")
_MOST_WORDS, _LEAST_TELLING, _LEAST_ALONE = 200, 3, 2


def _told_in(lines: Iterable[str], *, is_short: bool = False) -> str:
    """Return the language whose everyday words stand in sentences, twice as many as of any other; or "".

    Of what *is_short* two are enough where no word is one of another language alone.
    """
    words = _WORD.findall(" ".join(lines).casefold())[:_MOST_WORDS]
    counts = sorted(
        ((sum(word in own for word in words), language) for language, own in _own_words().items()),
        reverse=True,
    )
    (most, language), *others = counts
    is_alone = is_short and most >= _LEAST_ALONE and not any(count for count, _ in others)
    is_told = is_alone or (most >= _LEAST_TELLING and all(most >= 2 * count for count, _ in others))
    return language if is_told else ""


@cache
def _own_words() -> Mapping[str, frozenset[str]]:
    """Return the everyday words that one language has alone, in small letters."""
    answers = rows("sayings.toml")
    said = {
        language: {
            form.casefold()
            for forms in (*talk.values(), *(answers[language][row] for row in _ANSWERS))
            for form in forms
        }
        for language, talk in rows("small_talk.toml").items()
    }
    return {
        language: frozenset(forms.difference(*(said[each] for each in said if each != language)))
        for language, forms in said.items()
    }


def _only_in(patterns: Mapping[str, re.Pattern[str]], line: str) -> str:
    """Return the one language in which a line begins with such words; "" where it is none, or several."""
    found = [language for language, pattern in patterns.items() if pattern.match(line)]
    return found[0] if len(found) == 1 else ""


@cache
def _orders() -> Mapping[str, re.Pattern[str]]:
    return {each: re.compile(_ordered_in(each)) for each in LANGUAGES}


def _ordered_in(language: str) -> str:
    """Return the pattern of a line with an order: in capitals, or all of the line, or amid a sentence."""
    listed = [row.words for row in ROWS if row.command is not Command.LANGUAGE]
    listed += [row.words for row in CLUB_ROWS]
    forms = any_of(form for words in listed for form in words[language])
    amid = any_of(form for row in _IN_SENTENCES for form in CLUB_WORDS[language][row])
    sayings = rows("sayings.toml")[language]
    asked = one_of(form for row in _ASKED for form in sayings[row])
    alone = rf"[\s*]{{0,9}}(?:{forms}(?!\w)|(?i:{forms})[\s*.!?]{{0,9}}$)"
    wants, plays = (filled(one_of(sayings[row])) for row in _WISHES)
    wishes = "".join(rf"(?=.{{0,100}}?\b(?i:{each})(?!\w))" for each in (wants, plays))
    return rf"{alone}|.{{0,100}}?\b(?i:{amid}|{asked})(?!\w)|{wishes}"


@cache
def _talks() -> Mapping[str, re.Pattern[str]]:
    return {
        each: re.compile(_said_in(said), re.IGNORECASE)
        for each, said in rows("sayings.toml").items()
    }


def _said_in(said: Mapping[str, tuple[str, ...]]) -> str:
    at_length = one_of(form for row in _TALK for form in said[row])
    begins = rf"\W{{0,9}}(?:{at_length}|{any_of(form for row in _TALK_WORDS for form in said[row])})(?!\w)"
    return rf"{begins}|.{{0,100}}?\b{filled(one_of(form for row in _AMID_TALK for form in said[row]))}(?!\w)"
