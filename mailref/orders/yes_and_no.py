"""Tell yes from no, in the ways in which people answer a question."""

import re

from mailref.tiles.when_used import regex

_YES = frozenset({
    "ja", "jawohl", "jo", "jep", "jup", "yes", "yep", "yeah", "yup", "sure", "klar", "genau", "richtig", "stimmt",
    "korrekt", "ok", "okay", "einverstanden", "natürlich", "selbstverständlich", "gern", "gerne", "unbedingt",
    "correct", "right", "exactly", "absolutely", "definitely", "certainly", "agreed", "klaro", "👍", "✅",
})  # fmt: skip
_NO = frozenset({
    "nein", "nö", "nee", "ne", "keinesfalls", "keineswegs", "nope", "no", "nah", "never", "niemals", "falsch",
    "wrong", "stopp", "stop", "👎", "❌",
})  # fmt: skip
_YES_AT_LENGTH = regex(
    r"(?:auf jeden fall|in ordnung|aber ja|na klar|of course|that'?s (?:right|correct|it|me|him|her)"
    r"|(?:das )?(?:stimmt|passt)(?: so)?|so ist es|go ahead|bitte ja|das bin ich|i do|do it|sure thing"
    r"|(?:mach|tu)(?: das| es)?(?: ruhig| bitte)?|so machen|von mir aus|ja{2,9}|yes{2,9})"
)
_NO_AT_LENGTH = regex(
    r"(?:auf keinen fall|lieber nicht|bitte nicht|bloß nicht|of course not|not me|not really|please don'?t"
    r"|don'?t(?: do (?:it|that))?|do not(?: do (?:it|that))?|no way|nicht (?:machen|ausführen)"
    r"|lass(?: es| das)? (?:mal|lieber|bleiben|sein)|nein{2,9}|das war ich nicht|ich nicht|nicht von mir"
    r"|das (?:stimmt|bin ich) nicht|that'?s not (?:me|right))"
)
_COURTESY = frozenset({
    "bitte", "danke", "vielen", "dank", "sehr", "doch", "so", "das", "ist", "es", "bin", "war", "ich", "von", "mir",
    "den", "der", "die", "ihn", "er", "sie", "meine", "mail", "gemeint", "mach", "machen", "ausführen", "please",
    "thanks", "thank", "you", "very", "much", "it", "is", "that's", "i", "am", "did", "do", "was", "me", "that", "of",
    "course", "one",
})  # fmt: skip
_BESIDE_NO = _COURTESY | {"nicht", "nichts", "kein", "not", "wasn't", "isn't", "nothing"}
_AROUND_A_WORD = " .,;:!\"'„“”()\N{VARIATION SELECTOR-16}" + "".join(
    map(chr, range(0x1F3FB, 0x1F400))
)
"""With what makes a thumb coloured."""
_LONGEST_WORD = 40


def said(text: str) -> bool | None:
    """Return what a line says that is little more than a yes or a no; None: neither.

    >>> said("Ja, das war ich."), said("No, thanks!"), said("Ja, aber erst morgen")
    (True, False, None)
    >>> said("Jaaa!"), said("Nö, lass mal"), said("👍🏻"), said("Ja, lass mal")
    (True, False, True, None)
    """
    text = text.strip(_AROUND_A_WORD).lower().replace("’", "'")
    words = [word for word in re.split(r"[\s.,;:!-]+", text) if word]
    if not words or len(text) > _LONGEST_WORD:
        return None
    if _NO_AT_LENGTH.fullmatch(text) or (words[0] in _NO and _BESIDE_NO.issuperset(words[1:])):
        return False
    rest = " ".join(words[1:])
    if words[0] in _NO and _NO_AT_LENGTH.fullmatch(rest):
        return False
    is_yes = words[0] in _YES and (
        (_YES | _COURTESY).issuperset(words[1:]) or _YES_AT_LENGTH.fullmatch(rest)
    )
    return True if is_yes or _YES_AT_LENGTH.fullmatch(text) else None
