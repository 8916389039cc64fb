"""A challenge, or that a play is accepted, in a sentence of its writer's own: `Das gibt es doch nicht, ich fechte an`.

Every word of the sentence has a part in it, so that whoever only wonders challenges nothing: a challenge in vain
costs points.
"""

from collections.abc import Sequence
from itertools import takewhile

from mailref.orders import entries
from mailref.orders.commands import is_closing, is_shouted_greeting, without_greeting
from mailref.orders.remarks import TAKES_AWAY, weight_of
from mailref.orders.sections import sentences_of
from mailref.tiles.lexicon.verdicts import spell
from mailref.tiles.moves import SAYINGS, TextSpan, one_of, worded
from mailref.tiles.when_used import regex

_LONGEST = 160
_WORD = regex(r"(?<![^\W_])[A-ZÄÖÜ]{2,21}(?![^\W_])")
_ANY = "_"
"""Stands for a word in capitals."""


def act_said(text: str, span: TextSpan) -> entries.Act | None:
    """Return what a line says of the open play, where it says no more than that.

    >>> span = TextSpan(1, 1, "")
    >>> act_said("Ich glaube PELZT nicht und möchte es anfechten.", span).words
    ('PELZT',)
    >>> act_said("HOURS is fine by me", span).words, act_said("Ich glaube PELZT nicht.", span)
    (('HOURS',), None)
    """
    if len(text) > _LONGEST:
        return None
    plain, words = _plain(without_greeting(text))
    if _CHALLENGES.fullmatch(plain) and not _NO_CHALLENGE.match(plain):
        return entries.ChallengeAct(words, span)
    if words and _ACCEPTS.fullmatch(plain):
        return entries.AcceptAct(words, span)
    return None


def takes_challenge_back(text: str) -> bool:
    """Tell whether words beside a challenge say that there is none: `I doubt FOO but won't challenge.`"""
    return _DENIES.search(text.replace("’", "'")) is not None


def doubts_word(text: str) -> bool:
    """Tell whether a text says of a word that it is none: `there is no such word as FAITH`."""
    return _DOUBTS.search(_plain(text)[0]) is not None


def challenges_for_doubt(text: str) -> bool:
    """Tell whether a line challenges and says why: `Challenge! There is no such word as FAITH.`"""
    act = act_said(text, TextSpan(0, 0, text))
    return isinstance(act, entries.ChallengeAct) and doubts_word(text)


def gives_way(lines: Sequence[str]) -> bool:
    """Tell whether a mail says no more than that its writer takes back his challenge, or the word challenged.

    >>> gives_way(["Du hast recht.", "Ich nehme RABEN zurück."]), gives_way(["Ich nehme RABEN zurück?"])
    (True, False)
    """
    own = takewhile(lambda line: not is_closing(line), lines)
    said = [each.strip() for line in own for each in sentences_of(without_greeting(line))]
    more = [each for each in said if each and not _GIVES_WAY.fullmatch(_plain(each)[0])]
    if len(more) == len([*filter(None, said)]):
        return False
    return not any("?" in each or weight_of(each) >= TAKES_AWAY for each in more)


def _plain(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a line in small letters with a sign for each word in capitals that it names, and those words."""
    named = [each for each in _WORD.findall(text) if not is_shouted_greeting(each)]
    plain = _WORD.sub(lambda it: _ANY if it[0] in named else it[0], text).replace("’", "'")
    return " ".join(plain.lower().split()), tuple(map(spell, dict.fromkeys(named)))


def _said(row: str) -> str:
    return one_of(SAYINGS[row])


_DOUBT, _LAST = _said("doubts_word"), _said("challenges_word")
_SEP = rf"(?:\s?[,;.!?:–-]+\s?|\s)(?:{_said('and_so')}[\s,]+){{0,2}}"
_CHALLENGES = regex(
    rf"\W*(?:{_said('well_then')}\s?[:,!.]?\s+){{0,2}}(?:_(?:\s?[?!.,]+|\s)\s?)?(?:{_DOUBT}{_SEP}){{0,2}}{_LAST}"
    rf"(?:\s?[,;.!:–-]+\s?(?:[^\W\d_]+,\s)?{_DOUBT})?\W*"
)
_DOUBTS = regex(_DOUBT)
_GIVES_WAY = regex(rf"\W*(?:{_said('well_then')}\s?[:,!.]?\s+){{0,2}}{_said('gives_way')}[^\w?]*")
_NO_CHALLENGE = worded(r"\W*{no_challenge}(?!\w)")
"""`No challenge.`; `No, I challenge` is one."""
_ACCEPTS = regex(rf"\W*(?:{_said('well_then')}\s?[:,!.]?\s+){{0,2}}{_said('accepts_word')}\W*")
_DENIES = worded(r"(?<!\w){takes_challenge_back}(?!\w)")
