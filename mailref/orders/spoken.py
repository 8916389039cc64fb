"""In which language somebody writes who has chosen none: the one of his orders, else of his yes or his greeting."""

import re
from collections.abc import Iterable, Mapping
from functools import cache

from mailref.languages import LANGUAGES, rows
from mailref.orders.table import CLUB_ROWS, CLUB_WORDS, ROWS, ClubOrder, Command
from mailref.tiles.moves import any_of, one_of

_TALK = ("hello", "closing", "yes_at_length")
_TALK_WORDS = ("yes", "no", "polite_words")
_IN_SENTENCES = (ClubOrder.OFFER, ClubOrder.NEW_GAME, ClubOrder.NEW_ROUND)
"""`Ich nehme Angebot 7 an`: their words tell a language wherever they stand."""
_ASKED = ("asks_to_join", "asks_offers")
"""So do those of who asks whether there is a game for him."""


def language_of(texts: Iterable[str], usual: str, *, before: str = "", talk: bool = True) -> str:
    """Return the language of who writes *texts*; where nothing tells it, that in which he wrote *before*.

    Orders in the *usual* one, that of the mails which he gets, say nothing, for that is how he reads of them.
    *talk*: whether a greeting or a yes counts.

    >>> [language_of([each], "en") for each in ("SPIELE", "Ja, das war ich.", "GAMES", "No, thanks")]
    ['de', 'de', 'en', 'en']
    >>> language_of(["Guten Tag,", "GAMES"], "en"), language_of(["Hallo!"], "en", talk=False)
    ('de', 'en')
    """
    lines = [text for text in texts if text.strip()]
    ordered = {_only_in(_orders(), line) for line in lines} - {"", usual}
    if len(ordered) == 1:
        return ordered.pop()
    spoken = {_only_in(_talks(), line) for line in lines} - {""} if talk else set()
    return spoken.pop() if len(spoken) == 1 else before or usual


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
    return rf"{alone}|.{{0,100}}?\b(?i:{amid}|{asked})(?!\w)"


@cache
def _talks() -> Mapping[str, re.Pattern[str]]:
    return {
        each: re.compile(_said_in(said), re.IGNORECASE)
        for each, said in rows("sayings.toml").items()
    }


def _said_in(said: Mapping[str, tuple[str, ...]]) -> str:
    at_length = one_of(form for row in _TALK for form in said[row])
    return rf"\W{{0,9}}(?:{at_length}|{any_of(form for row in _TALK_WORDS for form in said[row])})(?!\w)"
