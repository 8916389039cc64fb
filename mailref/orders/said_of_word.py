"""A challenge, or that a play is accepted, in a sentence of its writer's own: `Das gibt es doch nicht, ich fechte an`.

Every word of the sentence has a part in it, so that whoever only wonders challenges nothing: a challenge in vain
costs points.
"""

from collections.abc import Collection, Sequence
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
_WHAT = "~"
"""Stands in rows for what may be challenged: a word, a play, those of somebody."""


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
    whose = player_named(text)
    if _CHALLENGES.fullmatch(plain) and not _NO_CHALLENGE.match(plain):
        return entries.ChallengeAct(words, span, whose=whose)
    if (words or whose) and _ACCEPTS.fullmatch(plain):
        return entries.AcceptAct(words, span, whose)
    return None


def player_named(text: str) -> str:
    """Return whose word or play a text speaks of; "" where it names nobody.

    >>> [player_named(each) for each in ("Den Zug von Eva zweifle ich an.", "Evas Wort fechte ich an.", "Das Wort")]
    ['Eva', 'Eva', '']
    """
    found = _WHOSE.search(text)
    return "" if found is None else found["of"] or found["whose"]


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


def challenges_beside(text: str, own: Collection[str] = ()) -> bool:
    """Tell whether a text beside a move challenges a word or a play, whoever's: `Die ROSE fechte ich nachträglich an.`

    *own*: words that the move lays.

    >>> [challenges_beside(each) for each in ("RIEFEL zweifle ich an.", "RIEFEL fechte ich nicht an.", "Ohne Zweifel!")]
    [True, False, False]
    """
    return any(
        _CHALLENGED.search(each) is not None
        and (_names_word(each, own) or _OPEN.search(each) is not None)
        and not (_NEVER.search(each) or takes_challenge_back(each))
        for each in sentences_of(text)
    )


def doubts_beside(text: str, words: Collection[str], own: Collection[str] = ()) -> bool:
    """Tell whether a text beside a move doubts one of the *words* of the open play, which the move would accept.

    >>> [doubts_beside(each, ["RIEFEL"]) for each in ("Was soll RIEFEL sein?", "RIEFEL gibt's nicht!", "RIEFEL! Toll.")]
    [True, True, False]
    >>> doubts_beside("RIEFEL? Nie gehört.", ["RIEFEL"]), doubts_beside("Gegen RIEFEL keine Bedenken.", ["RIEFEL"])
    (True, False)
    """
    is_named = False
    for each in sentences_of(text) if words else ():
        if not each.strip():
            continue
        names = _OPEN.search(each) is not None or any(
            spell(found[0]) in words and spell(found[0]) not in own
            for found in _CAPITALISED.finditer(each)
        )
        if (names or is_named) and _is_doubt(each):
            return True
        if (names and "?" in each) or (
            _NO_WORD.search(each) is not None and not _names_word(each, own, is_own=True)
        ):
            return True
        is_named = names
    return False


def _names_word(text: str, own: Collection[str], *, is_own: bool = False) -> bool:
    """Tell whether a text names a word in capitals that is none, or *is_own*, of its writer's *own*."""
    words = (each for each in _WORD.findall(text) if not is_shouted_greeting(each))
    return any((spell(each) in own) is is_own for each in words)


def _is_doubt(sentence: str) -> bool:
    """Tell whether a sentence doubts something, and does not say that there is no doubt."""
    if _NOT_THERE.search(sentence) is not None:
        return True
    return _IN_DOUBT.search(sentence) is not None and _NEVER.search(sentence) is None


def _plain(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a line in small letters with a sign for each word in capitals that it names, and those words."""
    named = [each for each in _WORD.findall(text) if not is_shouted_greeting(each)]
    plain = _WORD.sub(lambda it: _ANY if it[0] in named else it[0], text).replace("’", "'")
    return " ".join(plain.lower().split()), tuple(map(spell, dict.fromkeys(named)))


def _said(row: str) -> str:
    return one_of(SAYINGS[row]).replace(_WHAT, one_of(SAYINGS["word_challenged"]))


_DOUBT, _LAST = _said("doubts_word"), _said("challenges_word")
_SEP = rf"(?:\s?[,;.!?:–-]+\s?|\s)(?:{_said('and_so')}[\s,]+){{0,2}}"
_CHALLENGES = regex(
    rf"\W*(?:{_said('well_then')}\s?[:,!.]?\s+){{0,2}}(?:_(?:\s?[?!.,]+|\s)\s?)?(?:{_DOUBT}{_SEP}){{0,2}}{_LAST}"
    rf"(?:\s?[,;.!:–-]+\s?(?:[^\W\d_]+,\s)?{_DOUBT})?\W*"
)
_DOUBTS = regex(_DOUBT)
_BOUND = r"(?<![^\W_])"
_IN_DOUBT, _NOT_THERE, _NO_WORD = (
    worded(rf"{_BOUND}{{{row}}}(?![^\W_])")
    for row in ("doubts_open", "doubts_denied", "no_word_at_all")
)
_CHALLENGED = worded(rf"{_BOUND}{{challenged_beside}}(?![^\W_])")
_OPEN = worded(
    rf"{_BOUND}(?:{{open_word}}|{{word_or_play}}\s{{1,3}}{{of_player}}\s{{0,3}}(?-i:[A-ZÄÖÜÉ])\w{{2,20}}"
    r"|(?-i:[A-ZÄÖÜÉ])\w{2,20}(?:['’]?s|['’])\s{1,3}{word_or_play})(?![^\W_])"
)
_WHOSE = worded(
    rf"{_BOUND}(?:{{word_or_play}}\s{{1,3}}(?:[A-ZÄÖÜ]{{2,21}}\s{{1,3}})?{{of_player}}\s{{0,3}}(?P<of>(?-i:[A-ZÄÖÜÉ])\w{{1,20}})"
    r"|(?P<whose>(?-i:[A-ZÄÖÜÉ])\w{2,20}?)(?:['’]?s|['’])\s{1,3}(?:\w{4,9}\s{1,3})?{word_or_play})(?![^\W_])"
)
_NEVER = worded(rf"{_BOUND}{{never_doubts}}(?![^\W_])")
_CAPITALISED = regex(
    r"(?<![^\W_])[A-ZÄÖÜ](?:[A-ZÄÖÜ]+[a-zäöü]?[A-ZÄÖÜ]*|[A-ZÄÖÜa-zäöüß]{3,20})(?![^\W_])"
)
_GIVES_WAY = regex(rf"\W*(?:{_said('well_then')}\s?[:,!.]?\s+){{0,2}}{_said('gives_way')}[^\w?]*")
_NO_CHALLENGE = worded(r"\W*{no_challenge}(?!\w)")
"""`No challenge.`; `No, I challenge` is one."""
_ACCEPTS = regex(rf"\W*(?:{_said('well_then')}\s?[:,!.]?\s+){{0,2}}{_said('accepts_word')}\W*")
_DENIES = worded(r"(?<!\w){takes_challenge_back}(?!\w)")
