"""Commands: a line of its own in the body, or the whole subject (contract 3)."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, takewhile

from mailref.languages import FORMATS
from mailref.orders.absences import GivesUp, cancels_absence, gives_up_absence, may_be_back
from mailref.orders.kind_words import without_kind_words
from mailref.orders.name_wishes import NameWish, name_wish, names_himself
from mailref.orders.roles import have_roles
from mailref.orders.shapes import bare_subject, folded, is_reply, subject_tag
from mailref.orders.table import KEPT, NOTHING_BEHIND, ROW_OF, ROWS, Behind, Command, Value, forms
from mailref.tiles.moves import SAYINGS, any_of, filled, worded
from mailref.tiles.remembered import remembered
from mailref.tiles.when_used import regex

_OF_ONE_LINE = {Value.NOTHING, Value.LANGUAGE}
_COMMANDS = {
    folded(form): row.command for row in ROWS if row.value in _OF_ONE_LINE for form in forms([row])
}
_LANGUAGES = {
    folded(f"{form} {name}"): language
    for forms_of_one in ROW_OF[Command.LANGUAGE].words.values()
    for form in forms_of_one
    for language, said in FORMATS.items()
    for name in said.names
}
# Letters, spaces between the two words of ERINNERUNG AN, and stops at the ends: "Stand?" is a
# command, "Stand der Dinge" and "Hilfe, was für Buchstaben!" are not.
_ALONE = regex(r"[\s*]*[^\W\d_]+(?:['’][^\W\d_]+)?(?:[\s:=-]+[^\W\d_]+)?[\s*.!?]*")
_PLEASE = worded(r",?\s{0,9}\b{please}\b\s{0,9},?")
_COLON = r"(?:\s*\*?:\*?\s*|(?-i:(?<=[A-ZÄÖÜ]{4}))\s{1,3}(?=[^\W\d_][^\s\d:=]*\s[^\d:=]{1,300}$))"
"""Behind an order in capitals it may be left out, where no number follows: `NOTIZ H8w` may be a move."""
_BEHIND = {
    Value.WORD: r"[\s*]*{order}(?:\s*[:=]\s*|\s+)([\w-]{1,40})[\s*.!]*",
    Value.TEXT: rf"[\s*]*{{order}}{_COLON}(.*)",
    Value.LINES: rf"[\s*]*{{order}}{_COLON}(.*)",
    Value.NAME: r"[\s*]*{order}(?:\s*[:=]\s*|\s+)((?-i:[A-ZÄÖÜ])[\w.'’-]{0,40}(?:\s{1,3}[\w.'’-]{1,40}){0,3})[\s*.!]*",
    Value.ADDRESSED: r"[\s*]*{order}(?:\s*[:=]\s*|\s+)([^\s:*][^:*]{0,80}?)\s*\*?:\*?\s*(.*)",
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
    if row.value not in _OF_ONE_LINE
)
_ON_LADDER = worded(
    r"[\s*]*+{ladder}{end}\s*+[:=]?\s*+([^\W\d_](?:[^:=]{0,80}[^\s*.!:=])?)[\s*.!]*+"
)
_LONGEST = 40
_MOST_OF_A_LINE = 300


@remembered
def without_please(text: str) -> str:
    """Return a text without the `bitte` or `please` that may stand anywhere beside an order."""
    return _PLEASE.sub(" ", text)


_UNCERTAIN = frozenset((*SAYINGS["leaves_open"], *SAYINGS["uncertain"]))


def makes_uncertain(text: str) -> bool:
    """Tell whether a word makes what stands beside it uncertain: `vielleicht`, `aber`, `wenn`; `nicht` does not.

    >>> makes_uncertain("vielleicht auch nicht"), makes_uncertain("danach ziehe ich nicht mehr mit")
    (True, False)
    """
    return not _UNCERTAIN.isdisjoint(re.split(r"[\s.,;:!?()-]+", text.lower().replace("’", "'")))


_ASKS_FOR = {
    command: worded(rf"\W*{{{row}}}[\s.!?*]*")
    for row, command in (
        ("asks_status", Command.STATUS),
        ("asks_rules", Command.RULES),
        ("asks_report", Command.REPORT),
        ("asks_no_reminder", Command.REMINDER_OFF),
    )
}
"""What a sentence may ask for, with what is said so in each language."""
_ASKS_TO_LEAVE = worded(r"\W*{asks_to_leave}(?:[\s.!]*|\s?[.!,;]\s{1,3}(?P<beside>[^\n\d?]{2,90}))")
_LONGEST_QUESTION, _LONGEST_SENTENCE = 80, 160


_NAME_WISHES: Mapping[NameWish | None, Command] = {
    NameWish.SHOWN: Command.PAGE_ON,
    NameWish.HIDDEN: Command.PAGE_OFF,
}


def command_in(text: str) -> Command | None:
    """Return the command that *text* as a whole is, or asks for.

    >>> command_in("STAND"), command_in("Hallo Erika, wer ist dran?")
    (<Command.STATUS: 'status'>, <Command.STATUS: 'status'>)
    >>> command_in("Mein Name darf gern auf die Seite.")
    <Command.PAGE_ON: 'page_on'>

    What changes something is not asked for by who only asks what it does: `ABMELDEN?`

    >>> command_in("ABMELDEN?"), command_in("Würdest du bitte meinen Urlaub streichen?")
    (None, <Command.AWAY_OFF: 'away_off'>)
    """
    found = _command_in(text) if len(text) <= _LONGEST_SENTENCE else None
    is_asked = text.rstrip(" !*_").endswith("?") and _MAY_YOU.search(text) is None
    return None if found in _CHANGES and is_asked else found


_CHANGES = frozenset({
    Command.WITHDRAW, Command.LEAVE, Command.REMINDER_ON, Command.REMINDER_OFF, Command.PAGE_ON, Command.PAGE_OFF,
    Command.AWAY_OFF, Command.ACCEPT_ON, Command.ACCEPT_OFF, Command.OBJECT, Command.MUTE, Command.UNMUTE,
})  # fmt: skip
_MAY_YOU = worded(r"{begin}(?:{may_you}|{please}){end}")


def is_unsaid(command: Command | None, subject: str, texts: Iterable[str]) -> bool:
    """Tell whether what stands below a *subject* that is a *command* speaks against it, or of something else.

    >>> said = ("Nein, ich will mich nicht abmelden!", "Wie kann ich mich denn abmelden?", "Keine Zeit mehr, sorry.")
    >>> [is_unsaid(Command.LEAVE, "Abmelden", [each]) for each in said]
    [True, True, False]
    >>> is_unsaid(Command.WITHDRAW, "Zurück", ["Bin wieder da!"])
    True
    >>> is_unsaid(Command.LEAVE, "Abmelden", ["Ich will mich abmelden, da ich nicht mehr mitspielen kann."])
    False
    """
    if command not in _CHANGES:
        return False
    words = [each.lower() for each in _WORD.findall(bare_subject(subject))]
    sentences = [each for text in texts for each in _STOP.split(text)]
    if command is Command.WITHDRAW and any(map(may_be_back, sentences)):
        return True
    named = [each for each in sentences if any(word in each.lower() for word in words)]
    asked = ("?" in each and command_in(each) is None for each in named)
    clauses = (each for sentence in named for each in _CLAUSE.split(sentence))
    denied = (
        any(word in each.lower() for word in words) and _DENIES.search(each) for each in clauses
    )
    return any(asked) or any(denied)


_STOP, _CLAUSE = regex(r"(?<=[.!?])\s"), regex(r"[,;:–]\s")
_WORD = regex(r"[^\W\d_]{4,}")
_DENIES = worded(r"{begin}{denies}{end}")


def _without_closing(text: str) -> str:
    """Return a text without the thanks behind it: `Keine Erinnerungen mehr, danke!`."""
    head, stop, tail = text.rpartition(",")
    return head if stop and is_closing(tail.strip()) else text


@remembered
def _command_in(text: str) -> Command | None:
    plain = without_please(text)
    bare = without_greeting(plain)
    leaves = _ASKS_TO_LEAVE.fullmatch(bare)
    if leaves and not makes_uncertain(leaves["beside"] or ""):
        return Command.LEAVE
    if (wish := name_wish(text)) in _NAME_WISHES:
        return _NAME_WISHES[wish]
    if gives_up_absence(text) is GivesUp.SURELY:
        return Command.AWAY_OFF
    if len(text) > _LONGEST_QUESTION:
        return None
    asking = _without_closing(bare)
    if asked := next((each for each, asks in _ASKS_FOR.items() if asks.fullmatch(asking)), None):
        return asked
    if _asks_in_a_sentence(_ASKS_HELP, text):
        return Command.HELP
    spoken = _without_whom(text)
    if _wants_rematch_amid(spoken) or _asks_in_a_sentence(_ASKS_AGAIN, spoken):
        return Command.REMATCH
    if language_in(text):
        return Command.LANGUAGE
    if _wants_rematch(spoken):
        return Command.REMATCH
    if len(spoken) > _LONGEST:
        return None
    is_rematch = spoken != text and _listed(without_please(spoken)) is Command.REMATCH
    return _listed(plain) or (Command.REMATCH if is_rematch else None)


def _without_whom(text: str) -> str:
    """Return a text without the names of whom it speaks to, where a rematch may be meant: `Revanche, Harriet?`"""
    if _REMATCH.search(text) is None and not (
        _MAY_ASK_AGAIN.search(text) and _ASKS_AGAIN.search(text)
    ):
        return text
    return _SPOKEN_TO.sub(lambda it: " " if _is_name(it["name"]) else it[0], text).strip(" ,")


def _is_name(word: str) -> bool:
    """Tell whether what is set off by commas is a name, and no word that says something of what is wanted."""
    says = _SAYS_SOMETHING.search(word) or _REMATCH.search(word)
    return says is None and not makes_uncertain(word)


_SAYS_SOMETHING = worded(
    r"{begin}(?:{nod}|{exclaims}|{polite_words}|{denies}|{no}|{wishes_rematch}|{unsure}|{past}){end}"
)
_SPOKEN_TO = regex(
    r"(?:^|(?<=[.!?])\s|,\s{0,3})(?P<name>[^\W\d_a-zäöüß][\w'’-]{1,20}(?:\s[^\W\d_a-zäöüß][\w'’-]{1,20})?)"
    r"(?=\s{0,3}(?:[,.!?:]|$))"
)


def _wants_rematch(text: str) -> bool:
    """Tell whether somebody nods, or wishes, and names a rematch; what he says beside that is small talk.

    In capitals the word stands in sentences of ours, too: he nods alone.

    >>> _wants_rematch("Sehr gern, Revanche!"), _wants_rematch("Let's have a rematch!")
    (True, True)
    >>> _wants_rematch("No rematch for me"), _wants_rematch("That was the rematch")
    (False, False)
    """
    if _REMATCH.search(text) is None:
        return False
    found, beside = _REMATCH.findall(text), _REMATCH.sub(" , ", text)
    unwished, wishes = _WISHES.subn(" ", beside)  # `I would love a rematch`
    unwished, more = _WISHES_REMATCH.subn(" ", unwished)
    wishes += more
    is_doubted = makes_uncertain(unwished) or _SAYS_NO.search(beside) or _OF_BEFORE.search(beside)
    if len(found) != 1 or is_doubted:
        return False
    rest, nods = _NOD.subn(" ", unwished)
    if found[0].isupper():
        return nods > 0 and not _NOD.sub(" ", beside).strip(" ,.!?")
    return (nods > 0 or wishes > 0) and have_roles(without_kind_words(rest))


_ASKS_HELP = worded(
    r"\W{0,9}(?:(?:{conjunction}|{contrast}|{please}|{exclaims}|{is_sorry})[\s,]{1,4}){0,2}(?:{asks_help}|{asks_how}(?=\s{0,3}\?))(?:[\s,]{1,3}{please})?[\s.!?*]{0,9}"
)


_ASKS_AGAIN = worded(
    r"\W{0,9}(?:(?:{conjunction}|{contrast}|{please}|{exclaims})[\s,]{1,4}){0,2}{asks_again}\s{0,3}[?!][\s.!?*]{0,9}"
)

_MAY_ASK_AGAIN = re.compile(r"[?!]")
"""What every such question holds: most lines and all names are told by that."""


def _asks_in_a_sentence(asks: re.Pattern[str], text: str) -> bool:
    """Tell whether one of the sentences of a line, which names no square, asks for what a command brings.

    >>> _asks_in_a_sentence(_ASKS_HELP, "Thank you! And could you please send me the HELP?")
    True
    >>> _asks_in_a_sentence(_ASKS_AGAIN, "Danke, Claire. Noch eine Partie?")
    True
    """
    return any(map(asks.fullmatch, _sentences(text))) and not any(map(str.isdigit, text))


@remembered
def _sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of a line, each with what ends it; it is asked for once by each of several questions."""
    return tuple(_SENTENCE_ENDS.split(text.strip()))


def _wants_rematch_amid(text: str) -> bool:
    """Tell whether one of the sentences of a line wishes for a rematch, and no other takes that back.

    >>> _wants_rematch_amid("Well played, Claire! I would love a rematch.")
    True
    >>> _wants_rematch_amid("Glückwunsch! Revanche?")
    True
    >>> _wants_rematch_amid("I would love a rematch. But not today.")
    False
    """
    said = [each for each in _sentences(text) if each]
    if len(said) < 2:
        return False
    wishes = [
        each for each in said if _wants_rematch(each) or _REMATCH.fullmatch(each.strip(" ,.!?"))
    ]
    others = [each for each in said if each not in wishes]
    return len(wishes) == 1 and not any(
        makes_uncertain(each) or _SAYS_NO.search(each) or "?" in each for each in others
    )


_MOST_GAPS = 4
_SENTENCE_ENDS = regex(r"(?<=[.!?])\s+")
_NOD, _WISHES = worded(r"\b{nod}\b"), worded(r"{begin}{wants_game}{end}")
_OF_BEFORE = worded(r"{begin}(?:{past}|was){end}")
_WISHES_REMATCH = worded(r"{begin}{wishes_rematch}{end}")
_SAYS_NO = worded(r"{begin}(?:{denies}|{no}){end}")
_REMATCH = regex(rf"(?<!\w){any_of(forms((ROW_OF[Command.REMATCH],)))}(?!\w)", re.IGNORECASE)


def _listed(text: str) -> Command | None:
    return _COMMANDS.get(folded(text)) if _ALONE.fullmatch(text) else None


def language_in(text: str) -> str:
    """Return the language in which a line asks for mails; "" where it does not.

    >>> language_in("Sprache: Englisch, bitte!"), language_in("LANGUAGE DE"), language_in("HELP")
    ('en', 'de', '')
    >>> language_in("Bitte schreib mir auf Deutsch."), language_in("Please write to me in Latin")
    ('de', '')
    """
    ordered = _LANGUAGES.get(folded(without_please(text)), "")
    asked = None if ordered or len(text) > _LONGEST_QUESTION else _ASKS_LANGUAGE.fullmatch(text)
    return _NAMED_LANGUAGES.get(folded(asked["language"]), "") if asked else ordered


_NAMED_LANGUAGES = {
    folded(name): language for language, said in FORMATS.items() for name in said.names
}
_ASKS_LANGUAGE = worded(
    r"\W{0,9}(?:(?:{please}|{exclaims}|{conjunction})[\s,.!]{1,4}){0,2}{asks_language}\s{1,3}(?P<language>{letter}{2,12})"
    r"(?:\s{1,3}{writes_in})?(?:[\s,]{1,3}{please})?[\s.!?]{0,9}"
)


@remembered
def order_apart(text: str) -> tuple[int, int] | None:
    """Return where a sentence beside others asks for a language, is about its writer's name on pages, or his absence.

    Or where a text for other players begins behind something else. None where there is none, or it stands alone.

    >>> order_apart("Bitte schreib mir auf Deutsch. Hier ist mein Zug:")
    (0, 30)
    >>> order_apart("Danke! An alle: Frohe Weihnachten. Bis bald!")
    (6, 44)
    """
    if (begin := _text_for_others(text)) is not None:
        return begin, len(text)
    said = text[:_MOST_OF_A_LINE]
    may_ask = _MAY_ASK_LANGUAGE.search(said) or cancels_absence(said) or may_be_back(said)
    if not may_ask and not names_himself(said):
        return None
    if gives_up_absence(text) in _SURE:
        return None
    if (end := _is_back_before(text)) is not None:
        return 0, end
    begin = 0
    for end in [*(each.start() for each in _SENTENCE_ENDS.finditer(text)), len(text)]:
        sentence = text[begin:end].strip()
        if end - begin < len(text.strip()) and _is_of_its_own(sentence):
            return begin, end
        begin = end
    return None


def _text_for_others(text: str) -> int | None:
    """Return where a text for other players begins behind a sentence, a greeting or a move: `H8s RABEN. An alle: .`"""
    said = text[:_MOST_OF_A_LINE]
    if ":" not in said or order_with_value(said) is not None:
        return None
    ends = [each.start() for each in _SENTENCE_ENDS.finditer(said)]
    gaps = (each for each in islice(_GAP.finditer(said), _MOST_GAPS) if each[0].strip())
    ends += [each.end() for each in gaps if is_greeting(said[: each.start()])]
    ends += [each.start() for each in _CAPITAL_TO_ALL.finditer(said)]
    for end in sorted(ends):
        found = order_with_value(said[end:]) if said[:end].strip() else None
        if found is not None and found[0] in (Command.PRESS, Command.MESSAGE) and ":" in said[end:]:
            return end
    return None


def _is_back_before(text: str) -> int | None:
    """Return where a clause ends that says its writer is back, with something behind it: `Bin wieder da, H5s RABEN`."""
    for gap in islice(_GAP.finditer(text), _MOST_GAPS):
        said = text[: gap.start()]
        if gap[0].strip() and gives_up_absence(said) is GivesUp.BACK:
            return gap.end()
    return None


_SURE = (GivesUp.SURELY, GivesUp.BACK)


def _is_of_its_own(sentence: str) -> bool:
    is_given_up = gives_up_absence(sentence) in _SURE
    return bool(language_in(sentence) or name_wish(sentence)) or is_given_up


_MAY_ASK_LANGUAGE = worded(r"{begin}{asks_language}\s{1,3}{letter}{2,12}")


def command_in_subject(subject: str) -> Command | None:
    """Return the command that the whole subject is, `Re:` and the tag aside.

    A reply to our answer about a game bears our subject, `Re: [kiel Z22] Stand`, and asks for nothing.
    """
    bare = bare_subject(subject)
    is_ours = is_reply(subject) and subject_tag(subject) is not None
    if is_ours and bare == bare.capitalize():
        return None
    return command_in(bare) or command_in(subject)


def behind_subject(subject: str, command: Command | None) -> Behind:
    """Return what the *command* that the whole subject is has behind it: `Sprache EN`."""
    if command is not Command.LANGUAGE:
        return NOTHING_BEHIND
    language = language_in(bare_subject(subject)) or language_in(subject)
    return Behind(((Command.LANGUAGE, language),))


_ASKS_TO_JOIN = worded("{asks_to_join}")
_JOINS_AS = regex(filled(r"[\s*]*{joins_as}(?:\s*[:=])?\s+\S.{0,59}"))


def asks_to_join(text: str) -> bool:
    """Tell whether a line asks to be let in: `ANMELDEN Fred Fremd`, `Kann ich noch mitspielen?`.

    >>> asks_to_join("ANMELDEN Fred Fremd"), asks_to_join("Can I still join?")
    (True, True)
    >>> asks_to_join("Join our webinar on growth, it begins tomorrow at nine o'clock in the morning")
    False
    """
    line = text[:_MOST_OF_A_LINE]
    return _ASKS_TO_JOIN.search(line) is not None or _JOINS_AS.fullmatch(line) is not None


_CLUB = worded("{begin}{a_club}{end}")


def speaks_of_club(text: str) -> bool:
    """Tell whether a line has a word for a club: `I would like to join the club`."""
    return _CLUB.search(text[:_MOST_OF_A_LINE]) is not None


def speaks_of_no_game(texts: Sequence[str]) -> bool:
    """Tell whether a long mail with a link has no word of games: who sells something may ask `Can I join?`, too."""
    said = "\n".join(texts)[:_MOST_OF_A_MAIL]
    is_long = len(said) > _LONG_FOR_A_WISH and _LINK.search(said) is not None
    return is_long and _OF_GAMES.search(said) is None


_MOST_OF_A_MAIL, _LONG_FOR_A_WISH = 20_000, 300
_LINK = regex(r"https?://|(?<!\w)www\.", re.IGNORECASE)
_OF_GAMES = worded(r"(?<![^\W\d_]){words_of_games}")
_VERB_OF_JOINING = worded(r"[\s*]*{joins_as}\s*[:=]?\s+(?:{joins_under}\s+)?")
_A_NAME = regex(r"(?:[^\W\d_][\w.'’-]*\s+)*[^\W\d_][^\W\d_.'’-]+[.!]?")
_CAPITALS_OR_DIGITS = regex(r"[^\W\d_a-zäöüß]{2,}|\d")


def name_to_join(text: str) -> str:
    """Return the name in `ANMELDEN Fred Fremd`; "" where there is none.

    >>> [name_to_join(text) for text in ("ANMELDEN Fred Fremd", "JOIN as Fred", "Anmelden bitte")]
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


@remembered
def order_with_value(text: str) -> tuple[Command, str] | None:
    """Return the order that a line begins with and what stands behind it; None if it is something else.

    >>> order_with_value("LOSWORT Pflaume")
    (<Command.LOT_WORD: 'lot_word'>, 'Pflaume')
    >>> order_with_value("Nachricht an Max: schöner Zug")
    (<Command.MESSAGE: 'message'>, 'Max:schöner Zug')
    """
    for command, pattern in _WITH_VALUE:
        if found := pattern.fullmatch(text):
            return command, ":".join(map(str.strip, found.groups()))
    if found := _TO_ALL.fullmatch(text):
        return Command.PRESS, found[1].strip()
    if found := _UNADDRESSED.fullmatch(text):
        return Command.MESSAGE, f"{found[1].strip()}:"
    return None


_TO_ALL = worded(r"[\s*]*{addressed_to_all}\s{0,3}\*?:\*?\s{0,3}(\S.*)")
"""`An alle: Frohe Weihnachten!`; with nothing behind it, it may be the greeting of a mail."""
_CAPITAL_TO_ALL = worded(r"(?<=\s)(?=(?-i:[A-ZÄÖÜ]))(?={addressed_to_all}\s{0,3}\*?:)")
_UNADDRESSED = regex(
    filled(r"[\s*]*{order}\s+([^:]{1,300})", order=any_of(forms([ROW_OF[Command.MESSAGE]])))
)
"""An order in capitals with no colon: whom it is for cannot be told from what it says."""


def begins_order(text: str) -> bool:
    """Tell whether a line in somebody's text is an order of its own: one with a value, or one in capitals."""
    return order_with_value(text) is not None or (text.isupper() and command_in(text) is not None)


def challenged_in(text: str) -> str | None:
    """Return the name in `HERAUSFORDERN Ben`; None if the line is something else."""
    found = _ON_LADDER.fullmatch(text)
    return found[1] if found else None


_ADDRESS = r"(?![^\W\d_])[^\d?]{0,60}"
_GREETING = worded(rf"\W*+(?:{{hello}}|{{closing}}){_ADDRESS}")
_CLOSES = worded(
    rf"\W*+{{closing}}(?![^\n]{{0,60}}{{begin}}(?:{{unsettles}}|{{withdrawn}}){{end}}){_ADDRESS}"
)
"""Not `Bis morgen überlege ich noch.`"""
_NAME = regex(
    filled(r"\W*+[A-ZÄÖÜ][\w.'-]*+(?:\s++(?:(?:{in_names}|&)\s*+)?[A-ZÄÖÜ][\w.'-]*+){0,3}\W*+")
)
_SHOUTED = regex(filled("{shouted}"))


@remembered
def is_greeting(text: str) -> bool:
    """Tell whether the whole line is a greeting: `Hallo Erika,`, `LG`, `Viele Grüße, Max`."""
    return _GREETING.fullmatch(text) is not None


def greeting_to(names: Collection[str], texts: Sequence[str]) -> str:
    r"""Return what lines say to one of some people, from the line that greets him by name up to what ends the mail.

    >>> greeting_to({"Anna Muster"}, ["Hallo Anna, lange nicht gespielt!", "Lust?", "", "Viele Grüße", "Ben"])
    'Hallo Anna, lange nicht gespielt!\nLust?'
    >>> greeting_to({"Anna"}, ["Hallo Erika,", "Anna kommt auch", "LG Ben"])
    ''
    """
    called = {part for name in names for part in (*name.casefold().split(), name.casefold())}
    greets = next(
        (
            at
            for at, text in enumerate(texts)
            if (found := _SALUTATION.match(text)) is not None
            and not called.isdisjoint(re.findall(r"[^\W\d_]+", found[0].casefold()))
        ),
        None,
    )
    if greets is None:
        return ""
    said = [*takewhile(lambda text: not is_closing(text), texts[greets:])]
    says_more = any(without_greeting(each).strip(" ,.!") for each in said)
    return "\n".join(said).strip() if says_more else ""


@remembered
def is_closing(text: str) -> bool:
    """Tell whether the whole line is a greeting that ends a mail: `LG`, `Viele Grüße, Max`."""
    return _CLOSES.fullmatch(text) is not None


def is_polite(text: str) -> bool:
    """Tell whether the whole line is a greeting, at the begin of a mail or at its end."""
    return is_greeting(text) or is_closing(text)


def is_full_name(text: str) -> bool:
    """Tell whether the whole line is a name of two words or three, as people sign: `Detlef Marx`."""
    words = text.split()
    return (
        1 < len(words) <= 3 and all(map(str.istitle, words)) and _NAME.fullmatch(text) is not None
    )


class People(Collection[str]):
    """Names of people, which are found by how somebody signs; of ten thousand none but those like it are looked at."""

    def __init__(
        self,
        names: Iterable[str] = (),
        groups: Sequence["People"] = (),
        *,
        writers: Iterable[str] = (),
    ) -> None:
        """*groups* are further ones, kept by whoever knows them; *writers* are who plays from the address of a mail."""
        self._names = tuple(dict.fromkeys(names))
        self._groups = groups
        self._writers = tuple(writers)
        self._alike: dict[tuple[str, int], list[str]] | None = None
        self._called: dict[str, list[str]] | None = None

    def __iter__(self) -> Iterator[str]:
        return chain(self._names, *self._groups)

    def __len__(self) -> int:
        return len(self._names) + sum(map(len, self._groups))

    def __contains__(self, name: object) -> bool:
        return name in self._names or any(name in group for group in self._groups)

    def are_signed(self, text: str) -> bool:
        """Tell whether a line is the name of one of them, of two words or more, perhaps shortened.

        A part of it may be a word of moves, or of who made one, `von` in `Hildegard von Trotha`: none is meant here.

        >>> People(["Hildegard von Trotha"]).are_signed("- Hildegard v. Trotha")
        True
        >>> People(["Anna Berg"]).are_signed("von Trotha")
        False
        """
        said = _PART_OF_A_NAME.findall(text)
        if len(said) < _LEAST_OF_A_NAME or _BESIDE_A_NAME.sub("", text):
            return False
        return any(
            all(map(_is_short_for, said, _PART_OF_A_NAME.findall(name)))
            and text.isupper() <= name.isupper()
            for name in self.like(said)
        )

    def has_others(self, text: str) -> bool:
        """Tell whether a line is how one of the groups signs, and not who plays from the address of the mail.

        >>> people = People(["Gero"], [People(["Gero Falk", "Tom Berg"])], writers=["Gero Falk"])
        >>> [people.has_others(text) for text in ("Tom", "T. B.", "TB", "i. A. T. Berg")]
        [True, True, True, True]
        >>> [people.has_others(text) for text in ("Gero", "Tom und Gero", "Tom spielt gut", "Danke, Tom")]
        [False, False, False, False]
        """
        found = _SIGNED.fullmatch(text) if self._writers else None
        said = _PART_OF_A_NAME.findall(found["name"]) if found is not None else []
        own = (*self._names, *self._writers)
        if not said or any(_may_sign(said, name) for name in own):
            return False
        return any(_may_sign(said, name) for group in self._groups for name in group.called(said))

    def is_writer(self, name: str) -> bool:
        """Tell whether a name, or a part of one, is that of who plays from the address of the mail.

        >>> people = People(["Gero"], [People(["Gero Falk", "Tom Berg"])], writers=["Gero Falk"])
        >>> [people.is_writer(name) for name in ("Gero", "Falk", "Tom", "G")]
        [True, True, False, False]
        """
        said = _PART_OF_A_NAME.findall(name)
        is_long = bool(said) and max(map(len, said)) > _LEAST_OF_A_NAME
        return is_long and any(_may_sign(said, each) for each in self._writers)

    def called(self, said: Sequence[str]) -> Iterable[str]:
        """Return the names that have *said* for a part or for their first letters, or have as many parts."""
        if len(said) > 1:
            return self.like(said)
        if self._called is None:
            self._called = {}
            for name in self._names:
                parts = _PART_OF_A_NAME.findall(name.casefold())
                for part in {*parts, _first_letters(parts)}:
                    self._called.setdefault(part, []).append(name)
        return self._called.get(said[0].casefold(), ())

    def like(self, said: Sequence[str]) -> Iterator[str]:
        """Yield the names of as many parts whose first begins as that of *said* does."""
        if self._alike is None:
            self._alike = {}
            for name in self._names:
                self._alike.setdefault(_alike(_PART_OF_A_NAME.findall(name)), []).append(name)
        yield from self._alike.get(_alike(said), ())
        for group in self._groups:
            yield from group.like(said)


def _may_sign(said: Sequence[str], name: str) -> bool:
    """Tell whether somebody of that *name* may sign as is *said*: with a part of it, in short, by its first letters."""
    parts = _PART_OF_A_NAME.findall(name)
    if len(said) > 1:
        return len(said) == len(parts) and all(map(_is_short_for, said, parts))
    if said[0].isupper() and said[0].casefold() == _first_letters(parts):
        return True
    return len(said[0]) > _LEAST_OF_A_NAME and said[0].casefold() in map(str.casefold, parts)


def _first_letters(parts: Iterable[str]) -> str:
    return "".join(part[0] for part in parts).casefold()


def _alike(parts: Sequence[str]) -> tuple[str, int]:
    return (parts[0].casefold()[0] if parts else "", len(parts))


def is_signature_of(text: str, people: People) -> bool:
    """Tell whether a line begins with the name of one of *people*, and bars or dots part from it what stands behind.

    >>> people = People(["Hilde Berg"])
    >>> [is_signature_of(text, people) for text in ("Hilde Berg | Studio 12C", "Hilde Berg: 12C OB")]
    [True, False]
    """
    return people.are_signed(_PARTS_SIGNATURE.split(text, maxsplit=1)[0])


_PARTS_SIGNATURE = regex(r"\s[|·•]\s")


def is_signed_by_initials(text: str, name: str) -> bool:
    """Tell whether a line is nothing but the first letters of a name, with a dot or at least two: `G.`, `tb`, `D. M.`

    >>> [is_signed_by_initials(text, "Tom Berg") for text in ("T.", "tb", "T", "TX")]
    [True, True, False, False]
    """
    letters = "".join(filter(str.isalpha, text)).casefold()
    first = _first_letters(_PART_OF_A_NAME.findall(name))
    is_short = bool(letters) and not any(map(str.isdigit, text)) and first.startswith(letters)
    return is_short and (len(letters) > 1 or text.strip(" -–,").endswith("."))


SIGNATURE = "Max Mustermann"
"""What a line is read as that is the name of who signs, whatever its words mean elsewhere."""

_PART_OF_A_NAME = regex(r"[^\W\d_][\w'’-]*\.?")
_SIGNED = regex(
    r"[\s(–-]*+(?:i\.\s?[AV]\.\s?)?(?P<name>[A-ZÄÖÜÉ][\w'’.-]{0,30}+(?:\s[\w'’.-]{1,30}+){0,3})[\s)–-]*"
)
_BESIDE_A_NAME = regex(r"[^\W\d_][\w'’-]*\.?|[\s.,!*()~–-]+")
_LEAST_OF_A_NAME = 2


def _is_short_for(said: str, word: str) -> bool:
    said, word = said.casefold(), word.casefold()
    return said == word or (said.endswith(".") and word.startswith(said[:-1]))


_SALUTATION = worded(
    r"\W*+{hello}(?![^\W\d_])(?:[^\d,!.:;-]{0,40}[,!.:;-]|(?-i:\s{1,3}[A-ZÄÖÜ][\w.]{1,20}){1,3}\s{0,3}$)"
    r"|\W*+{exclaims}(?:\s{1,3}{letter}{2,15}\s{0,2}[,!]|[\s,!.])"  # `huhu ruth,`
)


@remembered
def without_greeting(text: str) -> str:
    """Return a sentence without `Hallo Cilly,` before it; its end stays where it is."""
    for _ in range(_MOST_GREETINGS):
        if (found := _SALUTATION.match(text)) is None:
            break
        text = text[found.end() :]
    return text


def is_salutation(text: str) -> bool:
    """Tell whether a line greets somebody above a mail, and says no more: `Liebe Erika,`."""
    return bool(text.strip()) and not without_greeting(text).strip()


_MOST_GREETINGS = 3
"""`Zut alors ! Bon, ...`"""


def is_shouted_greeting(word: str) -> bool:
    """Tell whether a word in capitals is a greeting rather than a play: `DANKE`."""
    return _SHOUTED.fullmatch(word) is not None


MOST_BREAKS = 12
"""So many places on a line are tried as the ends of a clause."""
_GAP = regex(r"[\s,.;!–-]{1,9}(?=\S)")


def closings(text: str) -> Iterator[int]:
    """Yield where a move may end, because what stands behind it closes a mail."""
    for gap in islice(_GAP.finditer(text), MOST_BREAKS):
        if _closes(text[gap.end() :]):
            yield gap.start()


def _closes(text: str) -> bool:
    """Tell whether words behind a move end the mail; `WARM` in capitals may be a word of the move."""
    first = re.split(r"\W", text, maxsplit=1)[0]
    return is_closing(text) and (not first.isupper() or is_shouted_greeting(first))


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
