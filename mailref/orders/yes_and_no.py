"""Tell yes from no, in the ways in which people answer a question."""

import re
from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from itertools import islice

from msgspec import Struct

from mailref.orders.commands import is_closing, is_greeting, without_greeting
from mailref.orders.disowned import is_disowned
from mailref.orders.kind_words import without_kind_words
from mailref.orders.shapes import holds_play
from mailref.tiles.moves import SAYINGS, one_of, worded
from mailref.tiles.when_used import regex

_YES = frozenset({*SAYINGS["yes"], "👍", "✅"})
_NO = frozenset({*SAYINGS["no"], "👎", "❌"})
_YES_AT_LENGTH = regex(one_of(SAYINGS["yes_at_length"]))
_NO_AT_LENGTH = regex(one_of(SAYINGS["no_at_length"]))
_RESIGNS_NOT = regex(
    rf"(?:(?:{one_of(SAYINGS['startles'])}|{one_of(SAYINGS['no'])})[\s,.!]+){{0,3}}{one_of(SAYINGS['resigns_not'])}"
)
_COURTESY = frozenset(SAYINGS["courtesy"])
_BESIDE_NO = _COURTESY.union(SAYINGS["beside_no"])
_LEAVES_OPEN = frozenset(SAYINGS["leaves_open"])
_LEAVES_YES_OPEN = _LEAVES_OPEN.union(SAYINGS["leaves_yes_open"])
_AGREES = _YES.union(_COURTESY, SAYINGS["agrees"])
_DECLINES = _NO.union(_BESIDE_NO, SAYINGS["declines"])
_TAKES_BACK = frozenset(SAYINGS["takes_back"])
_AROUND_A_WORD = " .,;:!\"'„“”()\N{VARIATION SELECTOR-16}" + "".join(
    map(chr, range(0x1F3FB, 0x1F400))
)
"""With what makes a thumb coloured."""
_LONGEST_WORD = 60


def said(text: str, names: Collection[str] = ()) -> bool | None:
    """Return what a line says that is little more than a yes or a no; None: neither.

    *names*: parts of the writer's name, in small letters, with which he may sign in the same line.

    >>> said("Ja, das war ich."), said("No, thanks!"), said("Ja, aber erst morgen")
    (True, False, None)
    >>> said("Jaaa!"), said("Nö, lass mal"), said("👍🏻"), said("Ja, lass mal")
    (True, False, True, None)
    >>> said("Yes please, that's what I meant. Cheers, Max"), said("ja, auf H5"), said("Ja?")
    (True, None, None)
    >>> said("Ja, leider."), said("Yes, I'm afraid")
    (True, True)
    """
    found = said_in_few_words(text)
    return _said_at_length(text, names) if found is None else found


def resigns_not(text: str) -> bool:
    """Tell whether a sentence says that its writer does not resign: to any other question that is no answer.

    >>> [resigns_not(each) for each in ("Nein, ich gebe nicht auf!", "Wait, I didn't want to resign", "Ich gebe auf")]
    [True, True, False]
    """
    plain = text.strip(_AROUND_A_WORD).lower().replace("’", "'")
    return len(plain) <= _LONGEST_WORD and _RESIGNS_NOT.fullmatch(plain) is not None


def said_in_few_words(text: str) -> bool | None:
    """Return what a line says that is hardly more than the one word, as a ruling on another word is.

    >>> said_in_few_words("Ja, gern!"), said_in_few_words("Yes, that's a typo")
    (True, None)
    """
    plain = text.strip(_AROUND_A_WORD).lower().replace("’", "'")
    return _said_in_short(plain) if len(plain) <= _LONGEST_WORD else None


def _said_in_short(text: str) -> bool | None:
    words = [word for word in re.split(r"[\s.,;:!-]+", text) if word]
    if not words:
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


_LONGEST_ANSWER = 160
_SIGNED = worded(r"{begin}{closing}{end}\W*(?-i:[^\W\d_][^\W\d_A-ZÄÖÜ]+)?\W*$")
"""`Cheers, Max` at the end of the line."""
_REGRET = worded(r"{begin}{is_sorry}{end}")
"""`Ja, leider.`"""
_DEAR = worded(r"\b{dear}\s+(?P<whom>[^\W\d_]+)\b")
_GREETS_OTHERS = worded(r"(?:^|[.!,;]\s*)(?:{and_words}\s+)?{greets_others}\b[^?,;\d]{0,60}$")
"""`Und grüß mir die Kegelbrüder.` at the end of the line."""
_WORD = regex(r"[^\W_]+(?:['-][^\W_]+)*|[^\w\s.,;:!\"'„“”()*/&+-]")


def _said_at_length(text: str, names: Collection[str]) -> bool | None:
    """Return what a line says that begins with yes or no, where each further word has a role beside it.

    A word that has none may be a condition, another wish, or a story.
    """
    if len(text) > _LONGEST_ANSWER:
        return None
    text = _GREETS_OTHERS.sub(" ", without_greeting(text).replace("’", "'"))
    text = _DEAR.sub(lambda it: " " if it["whom"].lower() in names else it[0], text)
    text = text.strip(_AROUND_A_WORD)
    answer, rest = _begun(text)
    if answer is None:
        return None
    behind_first = _BREAK.split(text, maxsplit=1)[-1]
    text = without_kind_words(_SIGNED.sub(" ", _REGRET.sub(" ", rest))).lower()
    known = (_AGREES if answer else _DECLINES).union(names)
    words = _WORD.findall(text)
    has_role = all(word in known or _is_mere_sign(word) for word in words)
    return None if not has_role or _leaves_open(behind_first.lower(), answer, known) else answer


def _leaves_open(rest: str, answer: bool, known: Collection[str]) -> bool:
    """Tell whether a clause begins as a question or a condition: `Yes, what did you mean`."""
    opening = _LEAVES_YES_OPEN if answer else _LEAVES_OPEN
    clauses = [_WORD.findall(each) for each in re.split(r"[,.;:!–]", rest)]
    begins = any(words and words[0] in opening for words in clauses)
    return begins or any(word in opening and word not in known for each in clauses for word in each)


def _is_mere_sign(word: str) -> bool:
    """Tell whether it is an emoji rather than a word; a question mark is none."""
    return not word.isalnum() and len(word) == 1 and ord(word) > _LAST_OF_LATIN


_LAST_OF_LATIN = 0x2000
_MOST_AT_BEGINNING = 6
"""So many words may be the yes itself: `Das ist genau das, was ...`."""
_BREAK = regex(r"[\s,.;:!–-]+|(?<![\s,.;:!–-])$")


def _begun(text: str) -> tuple[bool | None, str]:
    """Return what the first words of a line say, as many as are needed for that, and what follows them."""
    found: tuple[bool | None, str] = None, ""
    for gap in islice(_BREAK.finditer(text), _MOST_AT_BEGINNING):
        answer = _said_in_short(text[: gap.start()].strip(_AROUND_A_WORD).lower())
        if answer is not None:
            found = answer, text[gap.end() :]
    return found


def begins_as_answer(text: str) -> bool:
    """Tell whether a line begins with a yes or a no, whatever follows.

    >>> [begins_as_answer(each) for each in ("Hallo, ja, aber erst morgen", "No, not that one", "Danke")]
    [True, True, False]
    """
    return _begun(without_greeting(text).strip(_AROUND_A_WORD))[0] is not None


class Joined(Struct, frozen=True):
    """What goes on in the sentence that begins with a yes or a no."""

    is_yes: bool
    more: str
    is_plain: bool
    """Whether nothing in it, or below it, may take some of the answer back."""


def joined_to_answer(text: str, below: Sequence[str] = ()) -> Joined | None:
    """Return the yes or no with which a line begins, and what goes on behind it; None of any other line.

    >>> joined_to_answer("Ja, und ich bin vom 5. bis 9.12. in Urlaub")
    Joined(is_yes=True, more='ich bin vom 5. bis 9.12. in Urlaub', is_plain=True)
    >>> joined_to_answer("Yes, but away till Friday"), joined_to_answer("Away till Friday")
    (Joined(is_yes=True, more='away till Friday', is_plain=False), None)
    """
    answer, rest = _begun(without_greeting(text).strip(_AROUND_A_WORD))
    joins = _JOINS.match(rest)
    if answer is None or joins is None or not rest:
        return None
    more = rest[joins.end() :]
    is_plain = joins["contrast"] is None and not _takes_back(("", more, *below), 0, {0})
    return Joined(answer, more, is_plain)


_JOINS = worded(r"\W*(?:(?:{conjunction}|(?P<contrast>{contrast}))\s{1,3})?")


class Reply(StrEnum):
    """What a mail says to a question that yes or no answers."""

    YES = "yes"
    NO = "no"
    OPEN = "open"
    """It begins with yes or no, and goes on with what may take some of that back."""


_A_SQUARE = regex(
    r"(?<!\w)(?:[A-Ya-o]\s?\d{1,2}|[p-y]\d{1,2}|\d{1,2}\s?[A-Ya-o]|\d{1,2}[p-rt-wy])(?!\w)"
)
"""On any board; of the small letters beyond O less is taken for one: `2 x`, `30 s`."""
_GOES_ON = regex(r"[^\W_]\s*$")
"""A line that ends in a word, not in a stop."""
_LONGEST_GREETING = 40
_MOST_LINES = 200
"""Of a mail that are looked at: who answers yes or no says so above."""


def reply(texts: Sequence[str], names: Collection[str] = ()) -> Reply | None:
    """Return what the lines of a mail say to a question of yes and no; None: neither.

    >>> reply(["Hallo Lotte,", "", "ja, genau so habe ich es gemeint.", "", "Hildegard"])
    <Reply.YES: 'yes'>
    >>> reply(["Ja.", "Aber bitte auf H5."]), reply(["ja, aber auf H5"]), reply(["Nein danke"])
    (<Reply.OPEN: 'open'>, <Reply.OPEN: 'open'>, <Reply.NO: 'no'>)
    >>> reply(["Gestern war ich mit Anna im Kino, und sie sagte dazu", "ja", "und ging."]) is None
    True
    >>> reply(["Yes, I do. Thank you for asking!"]), reply(["Ja, das stimmt. Das aber bitte mit Ben."])
    (<Reply.YES: 'yes'>, <Reply.OPEN: 'open'>)
    """
    texts = texts[:_MOST_LINES]
    found = _reply_of(texts, names)
    if found is not Reply.OPEN:
        return found
    sentences = [each for text in texts for each in in_sentences(text)]
    others = [each for each in sentences if said(each, names) is None]
    return found if any(map(leaves_open, others)) else _reply_of(sentences, names) or found


def in_sentences(text: str) -> list[str]:
    """Return the sentences of a line.

    >>> in_sentences("Yes, I do. Thank you for asking!")
    ['Yes, I do.', 'Thank you for asking!']
    """
    return _END_OF_SENTENCE.split(text)


_END_OF_SENTENCE = regex(r"(?<=[.!;])\s+")


def _reply_of(texts: Sequence[str], names: Collection[str]) -> Reply | None:
    verdicts = [(at, said(text, names)) for at, text in enumerate(texts) if _begins(texts, at)]
    answers = {answer for _, answer in verdicts if answer is not None}
    if False in answers:
        return Reply.NO
    if True not in answers:
        first = next((text for text in texts if text.strip() and not _only_greets(text)), "")
        return (
            Reply.OPEN if _begun(without_greeting(first).replace("?", "."))[0] is not None else None
        )
    last = max(at for at, answer in verdicts if answer)
    return (
        Reply.OPEN
        if _takes_back(texts, last, {at for at, each in verdicts if each}, names)
        else Reply.YES
    )


def _only_greets(text: str) -> bool:
    return is_greeting(text) and said(text) is None


def _begins(texts: Sequence[str], at: int) -> bool:
    """Tell whether a line begins a sentence, rather than go on with the long one above it."""
    above = texts[at - 1] if at else ""
    return len(above) <= _LONGEST_GREETING or _GOES_ON.search(above) is None


def _takes_back(
    texts: Sequence[str], at: int, yes: Collection[int], names: Collection[str] = ()
) -> bool:
    """Tell whether a line beside a yes names a square, or what follows begins with a restriction."""
    others = [text for number, text in enumerate(texts) if number not in yes]
    if any(_A_SQUARE.search(text) for text in others):
        return True
    if is_disowned(others, [text for text in texts[at + 1 :] if text.strip()], names):
        return True
    sentences = [*_sentences(texts[at + 1 :])]
    if any(map(calls_it_off, sentences)):
        return True
    words = [_WORD.findall(each.lower()) for each in sentences]
    goes_on = bool(words) and not _TAKES_BACK.isdisjoint(words[0])
    return goes_on or any(each and each[0] in _TAKES_BACK for each in words)


def calls_it_off(text: str) -> bool:
    """Tell whether a sentence below a yes or an order says that its writer wants it no more, and nothing else.

    >>> [calls_it_off(each) for each in ("Ach, lass", "Oh, never mind.", "Ach, lass dir Zeit", "Never mind the rain")]
    [True, True, False, False]
    """
    return _CALLED_OFF.fullmatch(text.replace("’", "'")) is not None


_CALLED_OFF = worded(r"\W*(?:{calls_it_off}(?!\w)\W*){1,3}")


def _sentences(texts: Sequence[str]) -> Iterator[str]:
    for paragraph in re.split(r"\n\s*\n", "\n".join(texts)):
        yield from (each for each in re.split(r"[.!?;]+\s", paragraph) if each.strip())


_SECOND_THOUGHTS = worded("{begin}{second_thoughts}{end}")
_SPEAKS_OF_HIMSELF = worded("{begin}{ones_own}{end}")
_FEW_WORDS = 3


def is_plain_yes(texts: Sequence[str], names: Collection[str] = ()) -> bool:
    """Tell whether a line is nothing but a yes, beside which nothing is stated that says nothing of its writer.

    Programs begin with `OK`, too, and go on with what they have to say.

    >>> is_plain_yes(["Hallo,", "ja!", "Ich freue mich schon auf das Spiel.", "Fred"]), is_plain_yes(["Yes, gladly!"])
    (True, True)
    >>> is_plain_yes(["OK", "The order goes on to our team in Hull."]), is_plain_yes(["Yes! It has arrived."])
    (False, False)
    """
    if reply(texts, names) is not Reply.YES:
        return False
    verdicts = [(text, said(text, names)) for text in texts]
    plain = [text for text, answer in verdicts if answer]
    others = (text for text, answer in verdicts if answer is None and not is_greeting(text))
    is_bare = all(len(_WORD.findall(text)) == 1 for text in plain)
    return bool(plain) and not (is_bare and any(map(_states_of_nobody, others)))


def _states_of_nobody(text: str) -> bool:
    """Tell whether more than a few words state something in which their writer does not speak of himself."""
    is_long = len(_WORD.findall(text)) > _FEW_WORDS and not is_closing(text)
    return is_long and not (_SPEAKS_OF_HIMSELF.search(text) or "?" in text or holds_play(text))


def agrees_whatever_follows(texts: Sequence[str], names: Collection[str] = ()) -> bool:
    """Tell whether lines begin with a yes which a question, a wish or a doubt follows, but no condition and no no.

    Only with one that speaks of him who says it (`Yes, it was me`): programs begin with yes, too.

    >>> agrees_whatever_follows(["Ja, das war ich. Aber ist das nicht schwierig?"])
    True
    >>> agrees_whatever_follows(["Yes, if it is free."]), agrees_whatever_follows(["Yes, I read it once a week."])
    (False, False)
    >>> said = ("Ja, das war ich nicht.", "Ja, das war ich. Nicht schlecht!")
    >>> [agrees_whatever_follows([each]) for each in said]
    [False, True]
    """
    lines = [without_greeting(text).strip(_AROUND_A_WORD) for text in texts]
    first, *others = [each for each in lines if each and not is_greeting(each)] or [""]
    answer, rest = _begun(first)
    if not answer or any(said(each, names) is False or _A_SQUARE.search(each) for each in lines):
        return False
    behind = rest.strip(_AROUND_A_WORD)
    answer_itself = first[: len(first) - len(rest)]
    goes_on = answer_itself.rstrip()[-1:].isalnum()
    if goes_on and leaves_open(behind.partition(" ")[0]):
        return False  # `Ja, das war ich nicht`
    if len(answer_itself.split()) < _FEW_WORDS or not _SPEAKS_OF_HIMSELF.search(answer_itself):
        return False
    sentences = [each for text in (behind, *others) for each in _SENTENCE.findall(text)]
    stated = (each for each in sentences if not each.rstrip().endswith("?"))
    at_once = _SECOND_THOUGHTS.match(behind) is not None
    return not at_once and not any(map(_SECOND_THOUGHTS.search, stated))


_SENTENCE = regex(r"[^.!?;]+[.!?;]*")
_PLAYS_NOT = worded("{begin}{declines_to_play}{end}")
_BESIDE_PLAYS_NOT = _DECLINES.union(SAYINGS["beside_declining"])
_ASKS_MORE = regex(r"(?<=[.!])\s+[^.!?]{1,60}\?")
"""A question of its own behind the answer."""
_FIRST_CLAUSE = regex(r"[^,.;:!–]{1,40}[,.;:!–]")
_LONGEST_WITH_WORDS = 120


def said_with_words(text: str) -> bool | None:
    """Return what an answer to whether one plays says, where more stands behind the yes or no.

    >>> said_with_words("Yes, with pleasure!"), said_with_words("No thanks, not this week.")
    (True, False)
    >>> said_with_words("Yes, but not with Eve"), said_with_words("Nein, kein Problem, ich spiele mit")
    (None, None)
    >>> said_with_words("Yes, gladly! How do I begin?"), said_with_words("Not now, sorry")
    (True, False)
    >>> said_with_words("Not now, but on Friday"), said_with_words("I'd rather not play with Eve")
    (None, None)
    >>> said_with_words("Hi Sam, sure, happy to play!"), said_with_words("Hi Sam, sure, but be gentle")
    (True, None)
    """
    text = without_greeting(text).strip()
    if _plays_not(text):
        return False
    first = _FIRST_CLAUSE.match(text)
    if (whole := said(text)) is not None or first is None or len(text) > _LONGEST_WITH_WORDS:
        return whole
    rest = text[first.end() :].lower().replace("’", "'")
    answer = said(first[0])
    others = {said(each) for each in re.split(r"[,.;:!–]", rest)}
    is_open = (
        "?" in _ASKS_MORE.sub(" ", text[first.start() :], count=1)
        or answer is None
        or (not answer) in others
    )
    words = frozenset(re.findall(r"[^\W_]+(?:['-][^\W_]+)*", rest))
    opening = _LEAVES_YES_OPEN if answer else _LEAVES_OPEN
    return None if is_open or words & opening else answer


def _plays_not(text: str) -> bool:
    """Tell whether somebody says, without the word no, that he does not play: `Sorry, I'd rather not.`"""
    text = text.replace("’", "'")
    rest, count = _PLAYS_NOT.subn(" ", text)
    return (
        count > 0
        and len(text) <= _LONGEST_WITH_WORDS
        and "?" not in text
        and all(word in _BESIDE_PLAYS_NOT for word in _WORD.findall(rest.lower()))
    )


def leaves_open(text: str) -> bool:
    """Tell whether a word beside what is wanted takes some of it back: `aber erst morgen`."""
    return not _LEAVES_YES_OPEN.isdisjoint(
        re.split(r"[\s.,;:!?()-]+", text.lower().replace("’", "'"))
    )
