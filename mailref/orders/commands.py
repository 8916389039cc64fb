"""Commands: a line of its own in the body, or the whole subject (contract 3)."""

import re
from collections.abc import Sequence

from mailref.games.kind import shouted
from mailref.orders.names import folded
from mailref.orders.subject_line import bare_subject, is_reply, subject_tag
from mailref.orders.table import KEPT, ROWS, Command, Value, forms
from mailref.tiles.vocabulary import any_of, filled
from mailref.tiles.when_used import regex

_COMMANDS = {
    folded(form): row.command for row in ROWS if row.value is Value.NOTHING for form in forms([row])
}
# Letters, spaces between the two words of ERINNERUNG AN, and stops at the ends: "Stand?" is a
# command, "Stand der Dinge" and "Hilfe, was für Buchstaben!" are not.
_ALONE = regex(r"[\s*]*[A-Za-zÄÖÜäöü]+(?:[\s:=-]+[A-Za-z]+)?[\s*.!?]*")
_PLEASE = regex(r",?\s{0,9}\b(?:bitte|please)\b\s{0,9},?", re.IGNORECASE)
_NOD = regex(
    r"\b(?:ja|jawohl|gerne?|klar|okay|ok|auch|bitte|yes|sure|gladly|too|please)\b[\s,.!:]{0,9}",
    re.IGNORECASE,
)
_BEHIND = {
    Value.WORD: r"[\s*]*{order}(?:\s*[:=]\s*|\s+)([\w-]{1,40})[\s*.!]*",
    Value.TEXT: r"[\s*]*{order}\s*\*?:\*?\s*(.*)",
    Value.LINES: r"[\s*]*{order}\s*\*?:\*?\s*(.*)",
}
_WITH_VALUE = tuple(
    (
        row.command,
        regex(
            filled(_BEHIND[row.value], order=any_of(forms([row]))),
            re.NOFLAG if row.command in KEPT else re.IGNORECASE,
        ),
    )
    for row in ROWS
    if row.value is not Value.NOTHING
)
_ON_LADDER = regex(
    filled(r"[\s*]*+{ladder}{end}\s*+[:=]?\s*+([^\W\d_](?:[^:=]{0,80}[^\s*.!:=])?)[\s*.!]*+"),
    re.IGNORECASE,
)
_LONGEST = 40
_MOST_OF_A_LINE = 300


def command_in(text: str) -> Command | None:
    """Return the command that *text* as a whole is."""
    if len(text) > _LONGEST:
        return None
    plain = _PLEASE.sub(" ", text)
    found = _COMMANDS.get(folded(plain)) if _ALONE.fullmatch(plain) else None
    return found or _rematch_in(text)


def _rematch_in(text: str) -> Command | None:
    """Return the command in `Ja gerne, REVANCHE!`: it answers somebody who has asked for one."""
    plain = re.sub(r",\s*$", "", _NOD.sub(" ", text))
    found = _COMMANDS.get(folded(plain)) if _ALONE.fullmatch(plain) else None
    return found if found is Command.REMATCH else None


def command_in_subject(subject: str) -> Command | None:
    """Return the command that the whole subject is, `Re:` and the tag aside.

    A reply to our answer about a game bears our subject, `Re: [kiel Z22] Stand`, and asks for nothing.
    """
    bare = bare_subject(subject)
    is_ours = is_reply(subject) and subject_tag(subject) is not None
    if is_ours and bare == bare.capitalize():
        return None
    return command_in(bare) or command_in(subject)


_ASKS_TO_JOIN = regex(
    r"\b(?:mitspielen|mitzuspielen|mitmachen|mitzumachen|mit\s+einsteigen|noch\s+einsteigen|teilnehmen|teilzunehmen)\b"
    r"|\b(?:spiel|spiele|mache?)\s+(?:ich\s+)?(?:gerne?|auch)\s+mit\b|\b(?:mich|uns)\s+(?:[^\W\d_]+\s+){0,3}an(?:zu)?melden\b"
    r"|\b(?:noch|ein)\s+(?:ein(?:en)?\s+)?(?:platz|plätze)(?:\s+(?:für\s+mich\s+)?(?:frei|übrig)|\s+für\s+mich)\b"
    r"|\b(?:can|may|could)\s+i\s+(?:still\s+|also\s+)?(?:join|play|take\s+part)\b"
    r"|\bi(?:'d|’d|\s+would)?\s+(?:(?:really|also)\s+)?(?:like|love|want)\s+to\s+(?:join|play|take\s+part|participate)\b"
    r"|\bhow\s+(?:can|do)\s+i\s+(?:join|take\s+part)\b|\bsign\s+me\s+up\b"
    r"|\b(?:is|are)\s+there\s+(?:still\s+)?(?:an?|any|some)\s+(?:seats?|places?|room|spots?)\s+(?:left|free|for\s+me)\b"
    r"|\b(?:join|take\s+part\s+in)\s+(?:the|your|this)\s+(?:[^\W\d_]+\s+)?game\b",
    re.IGNORECASE,
)
_JOINS_AS = regex(r"[\s*]*(?-i:ANMELDEN|Anmelden|JOIN)(?:\s*[:=])?\s+\S.{0,59}")


def asks_to_join(text: str) -> bool:
    """Tell whether a line asks to be let in: `ANMELDEN Fred Fremd`, `Kann ich noch mitspielen?`.

    >>> asks_to_join("ANMELDEN Fred Fremd"), asks_to_join("Can I still join?")
    (True, True)
    >>> asks_to_join("Join our webinar on growth, it begins tomorrow at nine o'clock in the morning")
    False
    """
    line = text[:_MOST_OF_A_LINE]
    return _ASKS_TO_JOIN.search(line) is not None or _JOINS_AS.fullmatch(line) is not None


_VERB_OF_JOINING = regex(r"[\s*]*(?:ANMELDEN|JOIN)\s*[:=]?\s+(?:(?:als|as)\s+)?", re.IGNORECASE)
_A_NAME = regex(r"(?:[^\W\d_][\w.'’-]*\s+)*[^\W\d_][^\W\d_.'’-]+[.!]?")
_CAPITALS_OR_DIGITS = regex(r"[^\W\d_a-zäöüß]{2,}|\d")


def name_to_join(text: str) -> str:
    """Return the name in `ANMELDEN Fred Fremd`; "" where there is none.

    >>> [name_to_join(text) for text in ("ANMELDEN Fred Fremd", "Join as Fred", "Anmelden bitte")]
    ['Fred Fremd', 'Fred', '']
    """
    line = text[:_MOST_OF_A_LINE]
    if _JOINS_AS.fullmatch(line) is None:
        return ""
    name = _VERB_OF_JOINING.sub("", line, count=1).strip(" *.!")
    is_name = _A_NAME.fullmatch(name) is not None and name.split()[-1][0].isupper()
    return name if is_name else ""


def only_asks_to_join(text: str) -> bool:
    """Tell whether a line asks to be let in and cannot hold a word to lay or a square."""
    rest = _VERB_OF_JOINING.sub("", text[:_MOST_OF_A_LINE], count=1)
    return asks_to_join(text) and _CAPITALS_OR_DIGITS.search(rest) is None


def order_with_value(text: str) -> tuple[Command, str] | None:
    """Return the order that a line begins with and what stands behind it; None if it is something else.

    >>> order_with_value("LOSWORT Pflaume")
    (<Command.LOT_WORD: 'lot_word'>, 'Pflaume')
    """
    for command, pattern in _WITH_VALUE:
        if found := pattern.fullmatch(text):
            return command, found[1].strip()
    return None


def challenged_in(text: str) -> str | None:
    """Return the name in `HERAUSFORDERN Ben`; None if the line is something else."""
    found = _ON_LADDER.fullmatch(text)
    return found[1] if found else None


_CLOSING = (
    r"mit\s+(?:freundlich|best|lieb|schön|viel|herzlich|sportlich)\w*|(?:mf|l|v|b|s|h)g|"
    r"(?:viele|liebe|beste|schöne|herzliche|freundliche|sonnige|sportliche)?\s*gr(?:ü|ue)(?:ß|ss)e?|gruss|gruß|"
    r"(?:vielen\s+|besten\s+|herzlichen\s+)?dank|danke|thanks|thank\s+you|cheers|(?:best|kind|warm)\b|regards|yours|"
    r"bis\s+(?:bald|dann|zum)|tsch(?:ü|ue)(?:ß|ss)|ciao|ade|viel\s+(?:spaß|spass|erfolg|glück)"
)
_ADDRESS = r"(?![^\W\d_])[^\d?]{0,60}"
_OPENING = (
    r"hallo|hallöchen|hi|hey|hei|hej|moin(?: moin)?|servus|grüezi|gruezi|ahoi|hoi|salut|bonjour|ciao|hola|"
    r"buongiorno|mahlzeit|guten\s+(?:tag|morgen|abend)|gr(?:ü|ue)(?:ß|ss)\s+(?:gott|dich|euch|sie)|"
    r"liebe[rs]?|sehr\s+geehrte[rs]?|dear|hello|good\s+(?:morning|evening|day)"
)
_GREETING = regex(rf"\W*+(?:{_OPENING}|{_CLOSING}){_ADDRESS}", re.IGNORECASE)
_CLOSES = regex(rf"\W*+(?:{_CLOSING}){_ADDRESS}", re.IGNORECASE)
_NAME = regex(r"\W*+[A-ZÄÖÜ][\w.'-]*+(?:\s++(?:(?:von|und|&|u\.)\s*+)?[A-ZÄÖÜ][\w.'-]*+){0,3}\W*+")
_SHOUTED = regex(
    r"DANKE|HALLO|GRU(?:SS|ß)|GRÜ(?:SS|ß)E|[MLVBSH]F?G|HI|HEY|MOIN|SERVUS|CIAO|TSCHÜ(?:SS|ß)|BITTE|DEAR|HELLO|"
    r"THANKS|CHEERS|REGARDS|PS|NB|ENDE|FERTIG|GRÜEZI|LIEBE|NMR|FYI|ZAT|ASAP|OK|OKAY|JUHU+|HURRA|YEAH|TOLL|SUPER|"
    r"H[AEI]HE?|HAHA+|LOL|ROFL|UPS|OOPS|SORRY|WOW|XXX?|TSCHAU|BYE|GLG|HDL|MFG|USW|BZW|DSGVO|EUER|DEIN|"
    + shouted()
)


def is_greeting(text: str) -> bool:
    """Tell whether the whole line is a greeting: `Hallo Erika,`, `LG`, `Viele Grüße, Max`."""
    return _GREETING.fullmatch(text) is not None


def is_closing(text: str) -> bool:
    """Tell whether the whole line is a greeting that ends a mail: `LG`, `Viele Grüße, Max`."""
    return _CLOSES.fullmatch(text) is not None


_SALUTATION = regex(
    rf"\W*(?:{_OPENING})"
    r"(?![^\W\d_])(?:[^\d,!.:;-]{0,40}[,!.:;-]|(?-i:\s{1,3}[A-ZÄÖÜ][\w.]{1,20}){1,3}\s{0,3}$)"
    r"|\W*(?:yo|jo|tach|huhu|sorry|ups|oops|hoppla)[\s,!.]",
    re.IGNORECASE,
)


def without_greeting(text: str) -> str:
    """Return a sentence without `Hallo Cilly,` before it; its end stays where it is."""
    found = _SALUTATION.match(text)
    return text[found.end() :] if found else text


def is_shouted_greeting(word: str) -> bool:
    """Tell whether a word in capitals is a greeting rather than a play: `DANKE`."""
    return _SHOUTED.fullmatch(word) is not None


def is_prose(texts: Sequence[str]) -> bool:
    """Tell whether the lines say anything beside greetings and the writer's name."""
    greeted = False
    for index, text in enumerate(each.strip() for each in texts):
        if is_greeting(text):
            greeted = True
        elif text and not (
            (greeted or index == len(texts) - 1) and len(text) < 50 and _NAME.fullmatch(text)
        ):
            return True
    return False
