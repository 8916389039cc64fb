"""How somebody may be called: what a table can print, and by which name nobody comes into a club.

One rule holds at every door of a club: for who is invited or asks to come in, and for who joins a game there.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from enum import StrEnum

from msgspec import Struct

from mailref.orders.commands import is_closing
from mailref.orders.roles import have_roles
from mailref.orders.sections import is_plain_name
from mailref.orders.shapes import folded, without_accents
from mailref.orders.table import ClubOrder, ClubWord, club_forms
from mailref.reading.mime import without_confusables
from mailref.referee.policy import Office
from mailref.tiles.moves import SAYINGS
from mailref.tiles.when_used import regex

LONGEST_NAME = 60
_NOT_IN_NAMES = '"<>[]='
_HOST = regex(r"@\S*")
_BETWEEN_LETTERS = " '’.-"
_LETTERS = regex(r"[^\W\d_]+")
_WELL_FORMED = regex(rf"[^\W\d_]+(?:[{_BETWEEN_LETTERS}]{{1,2}}[^\W\d_]+){{0,4}}\.?")
_LINKED = regex(r"(?i)\bwww\.|[^\W\d_]{2,}\.[^\W\d_]|[^\W\d_]\.[^\W\d_]{2,}")
"""What mail programs make a link of, as it may be: `www.a.b`, `cheap-pills.com`, `t.co`; not `J.R. Muster`."""


class NameWrong(StrEnum):
    """Why nobody can come into a club under a name."""

    NO_NAME = "no_name"
    TAKEN = "name_taken"
    """It is somebody else's, or looks like it, or somebody may be meant by it."""
    TOO_LONG = "name_too_long"
    HAS_SIGN = "name_has_sign"
    """What stands in it is no letter, nor what may stand between two."""
    HAS_FORM = "name_has_form"
    """Its letters and what stands between them are not as in a name."""
    IS_INITIALS = "name_is_initials"
    """Pages show so who has not agreed to be named."""
    IS_LINK = "name_is_link"
    """Mail programs would show it as a page to go to."""
    IS_OURS = "name_is_ours"
    """It is a role, a title or what stands in our examples."""
    SAYS_MORE = "name_says_more"
    """It reads as an order or a move."""


class NameFault(Struct, frozen=True):
    """What is wrong with a name, and the sign in it that is."""

    why: NameWrong
    sign: str = ""


def looks_like(name: str, players: Iterable[str]) -> str | None:
    """Return the player whose name looks like this one; None where it is free."""
    return next((each for each in players if looks_of(each) == looks_of(name)), None)


def looks_of(name: str) -> str:
    """Return a name as readers of a table see it: nobody plays as a twin written in Cyrillic."""
    return folded(without_confusables(unicodedata.normalize("NFKC", name)))


def fit_name(written: str | None) -> str:
    """Return a name that a table can print and `Spieler=` can name again; empty: none is left.

    Many programs put the address where the name should be: reports and exports show no address. A
    name that reads as a move is none, and none of words like `Jeden` by which a club offers a game to all.
    """
    without_hosts = _HOST.sub("", written or "")
    kept = "".join(char for char in without_hosts if char not in _NOT_IN_NAMES)
    name = " ".join(kept.split())[:LONGEST_NAME].strip()
    is_fit = folded(name) and is_plain_name(name) and not says_no_name(name)
    return name if is_fit else ""


def name_signed(texts: Iterable[str]) -> str:
    """Return the name that the last line of a mail is, of two words or three which no list knows; "": it is none.

    >>> name_signed(["JA", "", "Gabi Gast"]), name_signed(["JA", "Liebe Grüße"]), name_signed(["JA"])
    ('Gabi Gast', '', '')
    """
    last = [text.strip() for text in texts if text.strip()][-1:]
    return next((each for each in last if _SIGNED.fullmatch(each) and not _says_more(each)), "")


def _says_more(text: str) -> bool:
    return is_closing(text) or have_roles(text)


_SIGNED = regex(r"[^\W\d_a-z][\w'’-]{1,20}(?:\s[^\W\d_a-z][\w'’-]{1,20}){1,2}")


def says_no_name(name: str) -> bool:
    """Tell whether a name says nothing but what orders of a club say: nobody could be named by it there.

    >>> [says_no_name(each) for each in ("Jeden", "ALLE", "Any\u043ene", "gegen jeden", "Nie wieder", "Alle Meier")]
    [True, True, True, True, True, False]
    """
    whole, *words = looks_of(name), *map(looks_of, name.split())
    return whole in _OF_CLUB or all(each in _OF_CLUB for each in words)


_OF_CLUB = frozenset(
    looks_of(form)
    for forms in (SAYINGS["means_no_one"], *map(club_forms, (*ClubOrder, *ClubWord)))
    for form in forms
)


def may_be_shown(name: str) -> bool:
    """Tell whether a name can say nothing else, so that strangers are shown it."""
    return _fault_of_form(name) is None


def fault_of_name(name: str, address: str, office: Office) -> NameFault | None:
    """Return why nobody comes into a club under a name; None: he may.

    Who is known by a name at his *address* keeps it, whatever it is.
    """
    if name and name in names_at(address, office):
        return None
    fault = _fault_of_form(name)
    if fault is not None and fault.why is not NameWrong.IS_OURS:
        return fault
    return NameFault(NameWrong.TAKEN) if who_has(name, address, office) is not None else fault


def names_at(address: str, office: Office) -> tuple[str, ...]:
    """Return by which names somebody at an address is known, in games and in the club."""
    games = (office.games[id_] for id_ in office.games_at(address))
    played = [player.name for it in games for player in it.book.at(it.game.players, address)]
    came_in = office.club.members().get(address) if office.club is not None else None
    return tuple(dict.fromkeys([*played, *filter(None, (came_in,))]))


def who_has(name: str, address: str, office: Office) -> str | None:
    """Return who else has a name or one that looks like it, or may be meant by it; None: nobody."""
    others, house = [*_others(address, office)], office.house
    is_master = address == house.gamemaster_address.lower()
    ours = [house.display_name, *([] if is_master else [house.gamemaster_name]), *_titles(office)]
    found = looks_like(name, [*others, *ours])
    return found or next((each for each in others if _may_be_meant_by(name, each)), None)


def _others(address: str, office: Office) -> Iterator[str]:
    """Yield the names of all but who is at an address: of every game, and of the club."""
    for running in office.games.values():
        for player in running.game.players.values():
            if address not in map(str.lower, player.addresses):
                yield player.name
    if office.club is not None:
        yield from (name for at, name in office.club.members().items() if at != address)


def _titles(office: Office) -> Iterator[str]:
    yield from (running.policy.title for running in office.games.values())
    if office.club is not None:
        yield from office.club.titles()


def _may_be_meant_by(name: str, other: str) -> bool:
    """Tell whether who is called *other* may be meant by a name: by the first of his alone, or without its accents.

    >>> [_may_be_meant_by(each, "Anna Bäumler") for each in ("Anna", "anna baumler", "Anna Berg")]
    [True, True, False]
    """
    said, there = (without_accents(each).casefold().split() for each in (name, other))
    return said == there or (len(said) == 1 and said == there[:1])


def _fault_of_form(name: str) -> NameFault | None:
    """Return why nobody can come in who is called so, whoever else is there; None: nothing is against it."""
    if not name:
        return NameFault(NameWrong.NO_NAME)
    if len(name) > LONGEST_NAME:
        return NameFault(NameWrong.TOO_LONG)
    sign = next((each for each in name if not each.isalpha() and each not in _BETWEEN_LETTERS), "")
    if sign and unicodedata.category(sign)[0] in "NPS":
        return NameFault(NameWrong.HAS_SIGN, sign)
    if not _WELL_FORMED.fullmatch(name):
        return NameFault(NameWrong.HAS_FORM)
    if _LINKED.search(name):
        return NameFault(NameWrong.IS_LINK)
    if _is_of_initials(name):
        return NameFault(NameWrong.IS_INITIALS)
    if says_no_name(name) or not is_plain_name(name):
        return NameFault(NameWrong.SAYS_MORE)
    return NameFault(NameWrong.IS_OURS) if is_ours(name) else None


def _is_of_initials(name: str) -> bool:
    """Tell whether a name is no more than initials; a sign of a script that has no small letters is a whole name.

    >>> [_is_of_initials(each) for each in ("A. B.", "Q Q", "\u042a \u042a", "\u674e \u660e", "A. Muster")]
    [True, True, True, False, False]
    """
    parts = _LETTERS.findall(name)
    return all(len(each) == 1 and each.lower() != each.upper() for each in parts)


def is_ours(name: str) -> bool:
    """Tell whether a name says that somebody runs the games, or stands in our examples.

    >>> [is_ours(each) for each in ("Game Master", "Die Spielleitung", "Gamemaster", "A. Referee-Meier", "Anna Meier")]
    [True, True, True, True, False]
    """
    said = _words_of(name)
    return any(role in said for role in _ROLES) or said in _SAMPLES


def _words_of(name: str) -> str:
    """Return the words of a name as they look, a space around each."""
    words = (looks_of(each) for each in _LETTERS.findall(name))
    return f" {' '.join(words)} "


_ROLES = tuple(map(_words_of, SAYINGS["roles"]))
_SAMPLES = frozenset(map(_words_of, SAYINGS["sample_names"]))
