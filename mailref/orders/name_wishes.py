"""Whether the pages that anybody can read are to show somebody's name, said in words of his own.

`Mein Name darf gern auf die Seite`: a name, a page, and a word that lets something be, wherever they stand in
the sentence. Hiding a name is taken from more than showing it: nothing else is lost by that.
"""

import re
from enum import StrEnum

from mailref.orders.kind_words import without_kind_words
from mailref.orders.order_words import filled_turns
from mailref.orders.roles import have_roles
from mailref.tiles.moves import SAYINGS, worded
from mailref.tiles.when_used import when_used


class NameWish(StrEnum):
    """What somebody wants of his name on pages."""

    SHOWN = "shown"
    HIDDEN = "hidden"
    UNCLEAR = "unclear"
    """It is about that, but it asks, hangs on something, or says more than is known."""


_LONGEST = 160
_NAMES_PLAY = worded(
    r"(?<![{letters}\d]){square}(?:{behind_square}|\s{1,3}{direction_word})?\s{1,3}(?-i:[A-ZÄÖÜ]{2,15})(?![{letters}])"
)
_OWN_NAME = worded(r"{begin}{own_name}{end}")
_OWN_INITIALS = worded(r"{begin}{own_initials}{end}")
"""What stands there of who has not agreed: to want them is to want the name gone."""
_HIMSELF = worded(r"{begin}{himself_shown}{end}")
_ON_PAGES = worded(r"{begin}{on_pages}{end}")
_OFF_PAGES = worded(r"{begin}{off_pages}{end}")
_LETS = worded(r"{begin}{lets_show}{end}")
_HIDES = worded(r"{begin}{lets_hide}{end}")
_SHOWN = worded(r"{begin}{stands_there}{end}")
_DENIES = when_used(filled_turns, "{begin}[[negation]]{end}")
_HANGS = when_used(filled_turns, r"\?|{begin}(?:[[if]]|[[unless]]|[[maybe_if]]){end}")
_UNCERTAIN = frozenset((*SAYINGS["leaves_open"], *SAYINGS["uncertain"]))
_CLAUSES = re.compile(r"[,;:.!?]\s")
_BETWEEN_WORDS = re.compile(r"[\s.,;:!?()-]+")


def names_himself(text: str) -> bool:
    """Tell whether a text may say something of its writer's name on pages."""
    return (_ON_PAGES.search(text) or _OFF_PAGES.search(text)) is not None


def name_wish(text: str) -> NameWish | None:
    """Return what a sentence wants of its writer's name on pages; None: it says nothing of that.

    >>> name_wish("Mein Name darf gern auf die Seite."), name_wish("Please do not put my name on the pages.")
    (<NameWish.SHOWN: 'shown'>, <NameWish.HIDDEN: 'hidden'>)
    >>> name_wish("Bitte nur meine Initialen auf der Webseite, ich habe es mir anders überlegt.")
    <NameWish.HIDDEN: 'hidden'>
    >>> name_wish("Mein Name darf nur auf die Seite, wenn Ben das auch will")
    <NameWish.UNCLEAR: 'unclear'>
    >>> name_wish("Mein Name steht falsch auf der Seite."), name_wish("Ich kann auf der Seite nichts lesen")
    (None, None)
    >>> name_wish("Ich soll dir von Sabine ausrichten, sie kommt nicht ins Netz.")
    """
    if len(text) > _LONGEST or not names_himself(text) or _NAMES_PLAY.search(text):
        return None  # `A12a DOSEN is fine, I checked online` is a move
    named, is_named = _OWN_NAME.subn(" , ", text)
    is_himself = any(map(_speaks_of_himself, _CLAUSES.split(text)))
    named, initials = _OWN_INITIALS.subn(" , ", named)
    if not (is_named or is_himself or initials):
        return None
    rest, lets = _LETS.subn(" , ", named)
    rest, hides = _HIDES.subn(" , ", rest)
    hides += initials
    rest, on_pages = _ON_PAGES.subn(" , ", rest)
    rest, off_pages = _OFF_PAGES.subn(" , ", rest)
    if not (on_pages or off_pages) or not (lets or hides or off_pages):
        return None
    return _meant(rest, hides=hides + off_pages)


def _speaks_of_himself(clause: str) -> bool:
    """Tell whether a clause says of its writer that he stands on pages: not `ich soll ausrichten, sie kommt ...`."""
    return names_himself(clause) and all(each.search(clause) for each in (_HIMSELF, _SHOWN))


def _meant(rest: str, *, hides: int) -> NameWish:
    """Return what is wanted, by what stands beside the name and the page."""
    is_uncertain = not _UNCERTAIN.isdisjoint(_BETWEEN_WORDS.split(rest.lower().replace("’", "'")))
    denied = len(_DENIES.findall(rest))
    if _HANGS.search(rest) or is_uncertain or denied + min(hides, 1) > 1:
        return NameWish.UNCLEAR
    if denied or hides:
        return NameWish.HIDDEN
    plain = _HIMSELF.sub(" , ", _SHOWN.sub(" , ", rest))
    return NameWish.SHOWN if have_roles(without_kind_words(plain)) else NameWish.UNCLEAR
