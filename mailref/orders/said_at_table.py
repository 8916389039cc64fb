"""Whether words around an order at a table leave it in doubt, where its line is read by itself (table games 7).

A line with an order is read wherever it stands; what leads to it, the question before it and the line that goes on with
its sentence may say that it is not meant: `Mein Mann meint: NIMM 3`, `Ist das erlaubt? Dann lege ich ...`.
"""

from collections.abc import Iterable

from mailref.orders.order_lines import pattern_of
from mailref.orders.other_matters import is_left_to_an_answer
from mailref.orders.remarks import IS_TALK_ALL_THE_SAME, PLAY, weight_of
from mailref.orders.sections import is_somebodys_move, withdraws
from mailref.orders.shapes import turn_alone
from mailref.tiles.moves import worded
from mailref.tiles.when_used import regex

_STOP = regex(r"(?<=[.!?])\s{1,9}")
_THEN = pattern_of(r"\W*[[then]]{end}")
_IS_WORD = regex(r"[^\W\d_]{2}")
_STOPS_BEHIND = regex(r"[,;(–]|\s-\s")
_REQUEST = pattern_of(
    r"{begin}(?:[[please]]|{please}|{request}|{polite}|{asked_for_by}|{requests_kindly}){end}"
)
_DREAMS = worded(r"{begin}{dreams}{end}")
_ALONE = regex(rf"\W*{PLAY}\W*")
_GOES_ON = worded(r"\W*{goes_on_from_word}{end}")
_IS_SAID = worded(r"\W*{as_ever}{end}")
_INVERTED = worded(
    r"\W*(?P<verb>(?-i:[a-zäöüß]{2,14}(?:e|t|st|en)|bin|ist|war|hat|kann|muss|muß|will|soll|darf|mag|hab|have|had|did|do|is|was|am|are|ai|suis|est))"
    r"(?:\s{1,3}|-){subjects}{end}"
)
_OWN_VERB = pattern_of(
    r"\W*(?:[[lay]]|[[take]]|[[makes_move]]|[[please]]|[[and]]|{lays}|{laying}|{intent}|{hopes}|{thinks_so}|{conjunction}|{contrast}|{polite}|{thanking}){end}"
)


def is_open_at_table(above: str, text: str) -> bool:
    """Tell whether a line, its order a sign in it, or the one *above*, says that it is not meant, or whose it is.

    >>> said = ("Mein Mann meint: NIMM §", "Ist NIMM § besser?", "Darf man das? Dann lege ich §.")
    >>> [is_open_at_table("", each) for each in (*said, "Ich habe geträumt, ich nehme § weg.")]
    [True, True, True, True]
    >>> said = ("Mein Zug: NIMM §", "Turn 4: §")
    >>> [is_open_at_table("", each) for each in said]
    [False, False]
    >>> said = ("Wie geht's dir? Dann lege ich §.", "Kannst du bitte § legen?", "Nix da :-( NIMM §")
    >>> [is_open_at_table("", each) for each in said]
    [False, False, False]
    """
    sentences = _STOP.split(text.strip())
    at = next((n for n, each in enumerate(sentences) if PLAY in each), None)
    if at is None:
        return False
    own = sentences[at]
    lead, _, behind = own.partition(PLAY)
    asked = sentences[at - 1] if at else _STOP.split(above.strip())[-1]
    if _is_somebodys(lead if ":" in lead or _IS_WORD.search(lead) else above):
        return True
    if _THEN.match(own) and is_left_to_an_answer(asked):
        return True
    if own.endswith("?") and _IS_WORD.search(lead) and not _STOPS_BEHIND.search(behind):
        return _REQUEST.search(own) is None
    return _DREAMS.search(own) is not None


def is_corrected_behind(texts: Iterable[str]) -> bool:
    """Tell whether a sentence behind all orders of a mail, signs for them in *texts*, begins as a correction of one.

    >>> said = ("§. Korrigiere: ich habe ein längeres, nehmt bitte das.", "§. Wait, no, swap one of those for an O.")
    >>> [is_corrected_behind([each]) for each in said]
    [True, True]
    >>> said = ("§. Moment, der Hund bellt.", "§. Halt die Ohren steif!", "§. Nein, doch nicht. Lieber §.")
    >>> [is_corrected_behind([each]) for each in said]
    [False, False, False]
    """
    said = [each for text in texts for each in _STOP.split(text.strip())]
    named = [
        at
        for at, each in enumerate(said)
        if PLAY in each and not withdraws(each.replace(PLAY, _ANY_WORD))  # `Lieber §` names it
    ]
    return bool(named) and any(
        _BEGINS_CORRECTION.match(each) is not None and weight_of(each) > IS_TALK_ALL_THE_SAME
        for each in said[named[-1] + 1 :]
    )


_ANY_WORD = "WORT"
_BEGINS_CORRECTION = worded(
    r"\W{0,4}(?:{starts_over}|{corrects_self}|{correction}|{startles}){end}"
    r"\s{0,3}(?:[,.!:…–-]|\s(?=(?:{starts_over}|{correction}){end}))"
)


def _is_somebodys(lead: str) -> bool:
    """Tell whether what leads to an order, up to its colon, is somebody's; a word alone may be a field: `Felder:`."""
    label, colon, _ = _SMILEY.sub(" ", lead).rpartition(":")
    is_word = len(label.split()) == 1 and _KIN.search(label) is None
    is_word |= turn_alone(label) is not None  # `Turn 4: pass`
    return bool(colon) and not is_word and is_somebodys_move(f"{label}:")


_SMILEY = regex(r"[:;]-?[()DP|/]")
_KIN = worded(r"{begin}(?:{kin}|{relatives})(?:e?[ns])?{end}")


def goes_on_below(text: str, below: str) -> bool:
    """Tell whether a word alone in its line, a sign for it in *text*, is the first of a sentence that goes on *below*.

    >>> said = ("dass wir uns nicht sehen.", "als letztes Mal ist es gut.", "habe ich noch nichts.", "than last time")
    >>> [goes_on_below("§", each) for each in said]
    [True, True, True, True]
    >>> said = ("mehr war nicht drin", "war eine schwere Geburt", "lege ich", "hoffe ich", "viele Grüße", "wie immer")
    >>> [goes_on_below("§", each) for each in said]
    [False, False, False, False, False, False]
    """
    if _ALONE.fullmatch(text) is None or not below.lstrip()[:1].islower():
        return False
    if (
        text.rstrip()[-1:] in (".", "!", "?", ":")
        or _OWN_VERB.match(below)
        or _IS_SAID.match(below)
    ):
        return False
    goes_on = _GOES_ON.match(below) or _INVERTED.match(below)
    return goes_on is not None and weight_of(f"{PLAY} {below.strip()}") > _IS_TALK_OF_IT


_IS_TALK_OF_IT = IS_TALK_ALL_THE_SAME - 150
