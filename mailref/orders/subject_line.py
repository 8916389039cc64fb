"""What a subject line says: the tag of a game and its round, and a game named in words (contract 5)."""

import re
from collections.abc import Collection, Sequence

from mailref.orders.entries import GameFace, UnknownHeading
from mailref.orders.names import find_game
from mailref.tiles.vocabulary import filled
from mailref.tiles.when_used import regex, when_used

_TAG = when_used(filled, r"\[\s*([\w.-]+)\s+(?:[RZ]\s*(\d{1,4})|{end_mark})\s*\]")


_REPLY = when_used(filled, r"^\s*+(?:{reply_mark}\s*+(?:\[\d+\]\s*+)?:\s*+)+")


_ABOUT = regex(
    filled(
        r"^\s*(?:(?:{about_mine}|{my})\s+)?(?:{play}|{plays_in_subject})"
        r"(?:\s*+(?::|-|{about_for}\b)|\s)\s*+"
    ),
    re.IGNORECASE,
)


_ROUND = regex(filled(r"(?<![\s,(-])[\s,(-]*+\b{round}\s*+\d{1,3}\s*+\)?[\s.:!]*+$"), re.IGNORECASE)


_FILLER = regex(
    filled(
        r"\b(?:{play}|{alternate}|{heading}|{round}|{my}|{beside_title}|r?\d{1,3}\.?)\b"
        r"|[,;:!.()]"
    ),
    re.IGNORECASE,
)
"""What a subject says beside the game's name: `Wurzen, mein Wort`, `Mein Zug in Spree (Runde 5)`."""


def subject_tag(subject: str) -> tuple[str, int | None] | None:
    """Return game id and round or turn of `[yerres R4]`, `[kiel Z12]`; None after the end, `[yerres Ende]`."""
    tag = _TAG.search(subject)
    if tag is None:
        return None
    return tag[1], int(tag[2]) if tag[2] else None


def tagged_game(subject: str, games: Collection[str]) -> str | None:
    """Return the one of *games* that the subject's tag names, whatever its case; None where tags name two."""
    named = [_game_called(tag[1], games) for tag in _TAG.finditer(subject)]
    if not named:
        return None
    others = {game for game in named if game is not None} - {named[0]}
    return None if others else named[0]


def _game_called(said: str, games: Collection[str]) -> str | None:
    if said in games:
        return said
    return next((game for game in games if game.casefold() == said.casefold()), None)


def is_reply(subject: str) -> bool:
    """Tell whether a subject says that the mail answers another, or passes one on."""
    return _REPLY.match(_TAG.sub(" ", subject)) is not None


def bare_subject(subject: str) -> str:
    """Return what the sender wrote into the subject: no `Re:`, no tag, no round."""
    text = _REPLY.sub("", _TAG.sub(" ", _REPLY.sub("", subject)))
    return _ROUND.sub("", text).strip()


def find_game_in_subject(subject: str, games: Sequence[GameFace]) -> str | UnknownHeading | None:
    """Return the game that a subject names: `SB-Scrabble Leipzig`, `Re: Zug Yerres`."""
    text = bare_subject(subject)
    telling = " ".join(_FILLER.sub(" ", text).split())
    found = [find_game(each, games) for each in (_ABOUT.sub("", text), text, telling)]
    return next((each for each in found if isinstance(each, str)), found[0] or found[1])
