"""Whose absence a sentence tells of, if it tells of any, and whether it takes back one that is noted.

What is no absence of its writer must never stop his clock: `nicht im Urlaub`, `Meine Frau ist verreist`.
"""

from enum import StrEnum

from mailref.orders.shapes import DIGIT, NAMES_OF_DAYS, NAMES_OF_MONTHS, days_within
from mailref.tiles.moves import SAYINGS, worded
from mailref.tiles.remembered import remembered
from mailref.tiles.when_used import regex

_LONGEST = 160
_CLAUSE = regex(r"[.!?;,()]+(?=\s|$)|\s[–-]\s|\(")
_WORD = regex(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_SAYS_AWAY = worded(r"(?<!\w)(?:{away_words}|{out_of_reach}|{cannot_play})(?!\w)")
# `nicht im Urlaub`, `Urlaub habe ich nicht`; but `nicht da` says that somebody is away. A naught stands for days.
_DENIED = worded(
    r"(?<!\w){denies_away}(?:\s+{beside_denied}){0,4}\s+{away_words}(?!\w)"
    r"|(?<!\w)(?:{away_nouns}|{away_words})(?:\s+(?:0|{beside_denied}|{myself}|{has_away})){1,5}\s+{denies_away}(?=\s*(?:$|[.!,;]))"
)
_AND_I = worded(r"\s(?:{conjunction}\s)(?={i_or_we}\s{1,3}(?!(?:{has_away})(?!\w))[^\W\d_])")
"""`My neighbours are away and I feed the cat`: not `My wife and I are away`."""
_BUT = worded(r"\s{contrast}\s")
_STAYS = worded(r"(?<!\w){stays_in_play}(?!\w)")
_NOT_THEN = worded(r"(?<!\w)(?:{out_of_reach}|{cannot_play}|{denies_away}|{back_on}|0)(?!\w)")
_HEARS = worded(r"(?<!\w){hears}(?!\w)")
_ONESELF = worded(r"(?<!\w){oneself_away}(?!\w)")
_ABSENCE_IS = worded(r"(?<!\w){absence_is}(?!\w)")
_OTHERS = worded(r"(?<!\w){others_away}(?!\w)")
_NOUN = worded(r"(?<!\w){away_nouns}(?!\w)")
_ABSENT = worded(r"(?<!\w)(?:{away_words}|{away_nouns})(?!\w)")
_MINE = worded(r"(?<!\w){my_absence}\s{1,3}(?:{letter}{2,14}\s{1,3})?{away_nouns}(?!\w)")
_CANCELS = worded(r"(?<!\w){cancels_away}(?!\w)")
_IS_BACK = worded(r"(?<!\w){says_back}(?!\w)")
POSTSCRIPT = worded(r"^\W{0,3}{postscript}[:.,]?\s{1,3}")
_LATER = worded(
    rf"(?<!\w)(?:{{not_yet}}|{{soon_back}}|{{time_words}}|{'|'.join((*NAMES_OF_DAYS, *NAMES_OF_MONTHS))})(?!\w)"
)
_MAY_YOU = worded(r"{begin}{may_you}{end}")
_UNCERTAIN = worded(r"{begin}(?:{leaves_open}|{uncertain}){end}")
_BESIDE = frozenset(SAYINGS["beside_cancel"])


class GivesUp(StrEnum):
    """How somebody takes an absence of his back."""

    SURELY = "surely"
    BACK = "back"
    """He says that he is there again: it may be about nothing that is noted."""
    PERHAPS = "perhaps"
    """He will be there, or asks: it may be about another day."""


def may_be_own(text: str) -> bool:
    """Tell whether an absence that a text tells of may be its writer's: nobody denies it, plays on or else is away.

    >>> may_be_own("Ich bin vom 1.12. bis 5.12. nicht im Urlaub, kann also ziehen.")
    False
    >>> may_be_own("Ich bin vom 1.12. bis 5.12. im Urlaub, aber per Mail erreichbar.")
    False
    >>> may_be_own("Meine Frau ist vom 1.-5.12. verreist, da hab ich Zeit."), may_be_own("Bin vom 1.-5.12. nicht da")
    (False, True)
    """
    return len(text) > 3 * _LONGEST or _may_be_own(text)


@remembered
def _may_be_own(text: str) -> bool:
    if gives_up_absence(text) is GivesUp.SURELY:
        return False
    plain = _without_days(text)
    clauses = (*_clauses(plain), *_clauses(_BUT.sub(", ", plain)))
    if any(_STAYS.search(each) and not _NOT_THEN.search(each) for each in clauses):
        return False
    if _ABSENT.search(plain) is None:
        return not _is_of_others(_clauses(plain), "0")
    left = _DENIED.sub(" , ", plain)
    if left != plain and _SAYS_AWAY.search(left) is None:
        return False
    return not _is_of_others([each for each in _clauses(left) if _ABSENT.search(each)], "")


def _is_of_others(clauses: list[str], needed: str) -> bool:
    """Tell whether each of some clauses, if there are any, has a subject that is not its writer."""
    told = [_HEARS.sub(" ", each) for each in clauses if needed in each]
    return bool(told) and all(map(_names_another, told))


def _names_another(clause: str) -> bool:
    is_own = _ONESELF.search(clause) or _ABSENCE_IS.search(clause)
    return is_own is None and _OTHERS.search(clause) is not None


def _without_days(text: str) -> str:
    """Return a text with a naught for its days, whose stops end no clause."""
    where = days_within(text) if DIGIT.search(text) else None
    return text if where is None else f"{text[: where[0]]} 0 {text[where[1] :]}"


def _clauses(text: str) -> list[str]:
    return [each.strip() for each in _CLAUSE.split(_AND_I.sub(", ", text)) if each.strip()]


def names_own_absence(text: str) -> bool:
    """Tell whether a text speaks of its writer's own: `Mein Urlaub ist vom 5. bis 12.12.`"""
    return _MINE.search(text) is not None


def cancels_absence(text: str) -> bool:
    """Tell whether a text may say that an absence is off: it names one, and has a word for that."""
    return _NOUN.search(text) is not None and _CANCELS.search(text) is not None


def may_be_back(text: str) -> bool:
    """Tell whether a text has words for somebody being back."""
    return _IS_BACK.search(text) is not None


def gives_up_absence(text: str) -> GivesUp | None:
    """Return how a line takes back what is noted of its writer's absence; None: it does not.

    >>> gives_up_absence("Bitte den Urlaub wieder streichen!"), gives_up_absence("I'm back")
    (<GivesUp.SURELY: 'surely'>, <GivesUp.BACK: 'back'>)
    >>> gives_up_absence("Meine Tochter streicht im Urlaub ihre Wohnung.")
    """
    is_short = 3 < len(text) <= _LONGEST
    return _gives_up(text) if is_short and not text.rstrip().endswith(":") else None


@remembered
def _gives_up(text: str) -> GivesUp | None:
    if (_ABSENT.search(text) or _IS_BACK.search(text)) is None:
        return None
    plain = _without_days(text)
    clauses = _clauses(POSTSCRIPT.sub("", plain))
    others = [each for each in clauses if not (_cancels(each) or _is_back(each))]
    if len(others) == len(clauses) or any(map(DIGIT.search, others)):
        return None
    is_asked = "?" in text and _MAY_YOU.search(text) is None
    is_open = is_asked or _UNCERTAIN.search(plain) is not None
    if is_open:
        return GivesUp.PERHAPS
    if any(map(_cancels, clauses)):
        return GivesUp.SURELY
    return GivesUp.PERHAPS if _LATER.search(plain) else GivesUp.BACK


def _cancels(clause: str) -> bool:
    """Tell whether a clause says that an absence is off, and nothing else."""
    bare, nouns = _NOUN.subn(" ", clause)
    bare, cancels = _CANCELS.subn(" ", " ".join(bare.split()))
    return bool(cancels and nouns) and _says_nothing(_MAY_YOU.sub(" ", bare))


def _is_back(clause: str) -> bool:
    """Tell whether a clause says that its writer is there, or not away, and nothing else; of no day."""
    bare = _DENIED.sub(" ", _IS_BACK.sub(" ", clause))
    is_said = bare != clause and DIGIT.search(bare) is None and _says_nothing(bare)
    return is_said and not _names_another(clause)  # `You have no absence noted.`


def _says_nothing(text: str) -> bool:
    words = {each.lower().replace("’", "'") for each in _WORD.findall(text)}
    return words <= _BESIDE
