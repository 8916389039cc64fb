"""Greetings and names: what a person writes that asks for nothing."""

import re
from collections.abc import Sequence

_GREETING = re.compile(
    r"\W*(?:hallo|hi|hey|moin|servus|guten\s+(?:tag|morgen|abend)|liebe[rs]?|lieber|sehr\s+geehrte|dear|hello|"
    r"mit\s+(?:freundlich|best|lieb|schön|viel|herzlich|sportlich)\w*|(?:mf|l|v|b|s|h)g|"
    r"(?:viele|liebe|beste|schöne|herzliche|freundliche|sonnige|sportliche)?\s*gr(?:ü|ue)(?:ß|ss)e?|gruss|gruß|"
    r"(?:vielen\s+|besten\s+|herzlichen\s+)?dank|danke|thanks|thank\s+you|cheers|(?:best|kind|warm)\b|regards|yours|"
    r"bis\s+(?:bald|dann|zum)|tsch(?:ü|ue)(?:ß|ss)|ciao|ade|viel\s+(?:spaß|spass|erfolg|glück))"
    r"(?![^\W\d_])[^\d?]{0,60}",
    re.IGNORECASE,
)
_NAME = re.compile(r"\W*[A-ZÄÖÜ][\w.'-]*(?:\s+(?:von|und|&|u\.)?\s*[A-ZÄÖÜ][\w.'-]*){0,3}\W*")
_SHOUTED = re.compile(
    r"DANKE|HALLO|GRU(?:SS|ß)|GRÜ(?:SS|ß)E|[MLVBSH]F?G|HI|HEY|MOIN|SERVUS|CIAO|TSCHÜ(?:SS|ß)|BITTE|DEAR|HELLO|"
    r"THANKS|CHEERS|REGARDS|PS|NB|ENDE|FERTIG|GRÜEZI|LIEBE"
)


def is_greeting(text: str) -> bool:
    """Tell whether the whole line is a greeting: `Hallo Erika,`, `LG`, `Viele Grüße, Max`."""
    return _GREETING.fullmatch(text) is not None


def is_shouted_greeting(word: str) -> bool:
    """Tell whether a word in capitals is a greeting rather than a play: `DANKE`."""
    return _SHOUTED.fullmatch(word) is not None


def is_prose(texts: Sequence[str]) -> bool:
    """Tell whether the lines say anything beside greetings and the writer's name."""
    greeted = False
    for index, text in enumerate(each.strip() for each in texts):
        if is_greeting(text):
            greeted = True
        elif not (
            (greeted or index == len(texts) - 1) and len(text) < 50 and _NAME.fullmatch(text)
        ):
            return True
    return False
