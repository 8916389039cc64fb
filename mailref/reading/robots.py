"""Whether a person wrote a mail, or a program that must not be answered (RFC 3834, mail 3); what a bounce says.

Programs are known by their headers and by their subjects in the languages of Europe, and by what they
repeat. A bounce says whom a mail of ours could not reach, and whether trying again is of use. Subjects are
compared folded: without case, accents and signs. A phrase more goes into `mail_programs.toml` of its language.
"""

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum, auto

from msgspec import Struct

from mailref.orders.commands import (
    command_in,
    is_closing,
    is_greeting,
    is_shouted_greeting,
    without_greeting,
)
from mailref.orders.order_words import forms
from mailref.orders.shapes import SENTENCE, folded, holds_play, is_reply
from mailref.orders.table import forms as order_forms
from mailref.orders.yes_and_no import begins_as_answer
from mailref.reading import mime
from mailref.reading.incoming_mail import (
    MOST_HEADER_BYTES,
    Bounce,
    IncomingMail,
    Line,
    ReadPolicy,
    Robot,
)
from mailref.reading.mail_programs import SAID, one_said
from mailref.tiles.moves import filled, worded
from mailref.tiles.when_used import regex

_HERE = r"(?<!\w)(?=[\w|·•#])"
"""Where what programs say can begin: at a row of other signs nothing else is tried."""


# Months and days of the week as programs write them, whole or short, in the languages of most mail.
_DATES = regex(one_said("dates"))


# "Fr, 20.11." but not every "so".
_SHORT_DAYS = regex(rf"\b{one_said('short_days')}[.,]{{1,2}} {{0,2}}(?=\d)", re.IGNORECASE)


_CHUNK = regex(r"\S+")


_WORD = regex(r"[^\W\d_]+")


_NUMBERED = regex(r"\d|@|://")
"""What a number, a date, an id or an address has, and a word has not."""


_MOST = 20_000
_MOST_LINES = 500
"""Of what a person or a program wrote that are compared with what went before."""


_RUN = 4
"""So many words of ours in a row are ours wherever they stand."""


class Manner(IntEnum):
    """As what a mail in which nothing could be read reads, from a program's words to a person's."""

    NOTE = auto()
    """As programs write by themselves, or mere greetings, or nothing but our own words."""
    TALK = auto()
    """As either of them may write."""
    ANSWER = auto()
    """As a yes, a no, a ruling, a question or a few words: people write so."""
    PLAY = auto()
    """Anything in it may be a square, a word to lay or an order."""


class NewWords(Struct, frozen=True):
    """What a mail says of its own."""

    gist: str
    """A hash of its words, but for ours, and for numbers, dates and ids; "" where nothing is left."""
    manner: Manner
    is_whole: bool
    """Whether nothing of ours stood in it."""


def new_words_in(
    mail: IncomingMail,
    ours: Iterable[str],
    verbs: frozenset[str] = frozenset(),
    is_answer: Callable[[str], bool] = begins_as_answer,
) -> NewWords:
    """Return what *mail* says beside *ours*, the texts that we sent to its writer.

    *verbs*: the orders that he, as the game master, may give; *is_answer*: what reads as one of his.
    """
    known = _runs_of(ours)
    texts = [
        "\n".join(line.text for line in block[:_MOST_LINES])[:_MOST]
        for block in (mail.lines, *mail.below)
    ]
    blocks = [text.split("\n") for text in texts]
    rest = [_rest(text, known) for text in texts]
    lines = [text for block in rest for text in block]
    words = [word for text in lines for word in _words(text)]
    is_empty = not any(map(str.strip, texts))
    if is_empty:
        words = list(_words(mail.subject))
    elif not words and _is_mere_question(lines):
        words = ["?"]
    hashed = hashlib.sha256(" ".join(words).encode()).hexdigest() if words else ""
    is_whole = rest == blocks
    manner = _manner_of(lines, verbs, is_answer, is_whole=is_whole)
    return NewWords(hashed, Manner.TALK if is_empty else manner, is_whole)


def _manner_of(
    lines: Sequence[str], verbs: frozenset[str], is_answer: Callable[[str], bool], *, is_whole: bool
) -> Manner:
    """Return as what lines read; *is_whole*: nothing of ours stood between them."""
    if any(may_play(text, verbs) for text in lines):
        return Manner.PLAY
    said = [text for text in lines if text.strip() and not is_greeting(text)]
    if any(map(is_answer, said)):
        return Manner.ANSWER
    words = [word for text in said for word in _words(without_greeting(text))]
    if is_whole and _is_mere_question(said):
        return Manner.ANSWER
    if not words or is_note(said):
        return Manner.NOTE
    is_short = len(words) <= _SHORT or _only_asks(said)
    return Manner.ANSWER if is_short and is_whole else Manner.TALK


def _is_mere_question(texts: Sequence[str]) -> bool:
    """Tell whether nothing is written but a question mark or several, as no program does."""
    return set("".join("".join(texts).split())) == {"?"}


def is_note(texts: Sequence[str]) -> bool:
    """Tell whether lines read as what programs write by themselves."""
    return any(sign.search(text[:_LONGEST]) for text in texts for sign in (_NOTE, _AWAY))


_OF_A_MAIL = regex(rf"{_HERE}{one_said('names_mail')}(?!\w)", re.IGNORECASE)


def may_speak_of_mail(texts: Sequence[str]) -> bool:
    """Tell whether lines read as what programs write by themselves, or speak of mail at all.

    >>> may_speak_of_mail(["Ihre E-Mail wurde empfangen."]), may_speak_of_mail(["Ich freue mich!"])
    (True, False)
    """
    return is_note(texts) or any(_OF_A_MAIL.search(text[:_LONGEST]) for text in texts)


def _only_asks(texts: Sequence[str]) -> bool:
    sentences = [each for each in SENTENCE.findall(" ".join(texts)) if any(_words(each))]
    return all(each.rstrip().endswith("?") for each in sentences)


class _RunsOfOurs(Struct, frozen=True):
    """Our texts: every few words in a row, and every number in them."""

    words: frozenset[tuple[str, ...]]
    numbers: frozenset[str]


def _runs_of(texts: Iterable[str]) -> _RunsOfOurs:
    runs: set[tuple[str, ...]] = set()
    numbers: set[str] = set()
    for text in texts:
        cut = text[:_MOST]
        words = list(_words(cut))
        runs.update(zip(*(words[at:] for at in range(_RUN)), strict=False))
        numbers.update(each for each in cut.casefold().split() if _NUMBERED.search(each))
    return _RunsOfOurs(frozenset(runs), frozenset(numbers))


def _words(text: str) -> Iterator[str]:
    """Yield the words of a text, in small letters, without numbers, dates and ids."""
    for chunk in _CHUNK.findall(_SHORT_DAYS.sub(" ", text)):
        if not _NUMBERED.search(chunk):
            yield from _words_of(chunk)


def _words_of(chunk: str) -> Iterator[str]:
    for word in _WORD.findall(chunk.casefold()):
        if not _DATES.fullmatch(word):
            yield word


def _rest(text: str, ours: _RunsOfOurs) -> list[str]:
    """Return the lines of a text without what is ours: our words, and numbers of ours between them."""
    text = _SHORT_DAYS.sub(lambda found: " " * len(found[0]), text)
    chunks = list(_CHUNK.finditer(text))
    words = [
        (number, word)
        for number, chunk in enumerate(chunks)
        if not _NUMBERED.search(chunk[0])
        for word in _words_of(chunk[0])
    ]
    covered: set[int] = set()
    alone = [word for _, word in words]
    for at, run in enumerate(zip(*(alone[at:] for at in range(_RUN)), strict=False)):
        if run in ours.words:
            covered.update(range(words[at][0], words[at + _RUN - 1][0] + 1))
    foreign = {
        number
        for number in covered
        if _NUMBERED.search(chunks[number][0]) and chunks[number][0].casefold() not in ours.numbers
    }
    return _blanked(text, [chunks[at] for at in sorted(covered - foreign)])


def _blanked(text: str, chunks: Iterable[re.Match[str]]) -> list[str]:
    rest, at = [], 0
    for chunk in chunks:
        rest += [text[at : chunk.start()], " " * len(chunk[0])]
        at = chunk.end()
    return "".join([*rest, text[at:]]).split("\n")


# "H8", "h8w", "8H", "H 8"; not "B7-2231", "#A12", "Fr. 9".
_SQUARE = regex(
    filled(
        r"(?<![\w@#/.:-])(?:(?:[A-Y] ?|[a-o])(?:2[0-5]|1\d|[1-9])(?i:{direction_letter}|{behind_square})?"
        r"|(?:2[0-5]|1\d|[1-9])[A-Y](?i:{direction_letter})?)(?!\w|-\d{3}|[.:/]\d)"
    )
)


_LAID = worded(
    r"{begin}(?:{myself}{end}.{0,40}?{begin}{lays}|{lays}{end}\s+{myself}){end}"
    r"|{begin}{myself}{end}.{0,40}?{begin}{intent}{end}.{0,80}?(?-i:(?<!\w)[A-ZÄÖÜ]{2,15}(?!\w))"
)


_LETTER = worded(r"{begin}{article}\s{1,3}(?-i:[A-ZÄÖÜ])(?![\w.-])")


_LABELLED = worded(r"^\W*{field_word}\s?[:=]")


_ALONE = regex(r"\W*([A-ZÄÖÜ]{2,15})\W*")


_SHOUTED = regex(r"(?<!\w)[A-ZÄÖÜ]{2,}(?!\w)")


_LONGEST = 300


_FEW = 3


_SHORT = 5
"""No more words than this a person writes who answers."""


# What is said of a mail by the program that got it.
_NOTE = regex(rf"{_HERE}{one_said('of_mail')}(?!\w)", re.IGNORECASE)


_OF_ORDERS = (
    "exchange", "pass", "challenge", "accept", "resign", "trial", "draw", "away", "history", "tiles",
)  # fmt: skip


def may_play(text: str, verbs: frozenset[str] = frozenset()) -> bool:
    """Tell whether a line holds anything like a square, a word to lay or an order.

    >>> [may_play(text) for text in ("das H liegt da: F7", "ich lege zehn", "ZEHN!")]
    [True, True, True]
    >>> [may_play(text) for text in ("Vorgang B7-2231", "Status: offen", "MFG")]
    [False, False, False]
    """
    line = text[:_LONGEST]
    if any(sign.search(line) for sign in (_SQUARE, _LAID, _LETTER, _LABELLED)):
        return True
    alone = _ALONE.fullmatch(line)
    if alone is not None and not is_shouted_greeting(alone[1]):
        return True
    return _may_order(line, verbs)


def _may_order(line: str, verbs: frozenset[str]) -> bool:
    """Tell whether a line holds the word of an order in capitals, or is little more than one."""
    if not line.isupper() and any(folded(word) in _ORDER_WORDS for word in _SHOUTED.findall(line)):
        return True
    words = [folded(word) for word in _WORD.findall(line)]
    if len(words) <= 2 * _FEW and not verbs.isdisjoint(words):
        return True
    return len(words) <= _FEW and ":" not in line and not _ORDER_WORDS.isdisjoint(words)


_ORDER_WORDS = frozenset(
    folded(form)
    for form in (*order_forms(), *(form for row in _OF_ORDERS for form in forms(row)))
    if form.isupper()
)


# Enhanced status (RFC 3463) or reply code (RFC 5321), as in "550 5.1.1 no such user".
_ENHANCED = regex(r"\b([245])\.(\d{1,3})\.(\d{1,3})\b")


_REPLY = regex(r"(?:^|[\s:;])([245])\d\d(?=[\s-])")


_ADDRESS_NAMED = regex(r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w.-]{1,253}")


_HOPELESS = regex(rf"\b{one_said('hopeless')}\b", re.IGNORECASE)


_MOST_FREE_FORM = 16_000


# RFC 3463: X.1.x says that the address is wrong, but 7 and 8 that the sender's is; X.2.1, disabled.
_OUR_OWN = {"7", "8"}


_GONE = regex(rf"\b{one_said('address_gone')}\b", re.IGNORECASE)


_MOST_OF_WHY = 300


def is_address_gone(said: str) -> bool:
    """Tell whether a server's refusal says that there is no such address, for good.

    >>> is_address_gone("550 5.1.1 no such user"), is_address_gone("552 5.2.2 mailbox full")
    (True, False)
    >>> is_address_gone("554 rejected"), is_address_gone("550 5.4.5 daily limit, no such user")
    (False, False)
    """
    for found in _ENHANCED.finditer(said):
        kind, subject, detail = found.groups()
        if (subject, detail) == ("0", "0"):
            continue
        is_wrong = subject == "1" and detail not in _OUR_OWN
        return kind == "5" and (is_wrong or (subject, detail) == ("2", "1"))
    reply = _REPLY.search(f"{said} ")
    return (reply is None or reply[1] == "5") and _GONE.search(said) is not None


def answered_ids(mail: mime.Part) -> tuple[str, ...]:
    """Return the Message-IDs of the mails of ours that the bounce *mail* gives back."""
    named = [mail.header.first("x-original-message-id")]
    for part in mime.walk(mail):
        if part.kind in _GIVEN_BACK:
            body = part.content()
            named.append(
                mime.cut_header(body, 0, len(body), MOST_HEADER_BYTES)[0].first("message-id")
            )
    text = mime.first_text(mail)[:_MOST_FREE_FORM]
    named += _ID_LINE.findall(text)[:10]
    return tuple(dict.fromkeys(id_ for each in named for id_ in mime.MESSAGE_ID.findall(each)))


_STATUSES = {"message/delivery-status", "message/global-delivery-status"}


_GIVEN_BACK = {
    "message/rfc822", "message/global", "text/rfc822-headers", "message/rfc822-headers",
    "message/global-headers",
}  # fmt: skip


_ID_LINE = regex(r"^[> \t]{0,4}message-id:(.{1,500})$", re.IGNORECASE | re.MULTILINE)


def bounce_of(mail: mime.Part) -> Bounce:
    """Return what the bounce *mail* says; nothing permanent where it only delays."""
    reports = [_recipient(header) for part in mime.walk(mail) for header in _groups(part)]
    named = [report for report in reports if report is not None]
    if named:
        # Several recipients: the one that failed for good is the one to know of.
        return next((report for report in named if report.is_permanent), named[0])
    return _free_form(mail)


def _groups(part: mime.Part) -> Iterator[mime.Header]:
    """Yield the groups of fields of a delivery status: the message's, then one a recipient."""
    if part.kind not in _STATUSES:
        return
    body = part.content().replace(b"\r\n", b"\n").strip(b"\n")
    for group in body.split(b"\n\n")[:50]:
        yield mime.cut_header(group, 0, len(group), len(group) + 1)[0]


def _recipient(header: mime.Header) -> Bounce | None:
    named = header.first("final-recipient") or header.first("original-recipient")
    action = header.first("action").split("(")[0].strip().lower()
    if not named and not action:
        return None
    address = mime.normalised(named.rpartition(";")[2].strip(" <>"))
    is_failure = action in {"failed", ""}
    said = header.first("diagnostic-code") + " " + header.first("status")
    is_final = is_failure and _is_final(header)
    return Bounce(
        final_recipient=address,
        is_permanent=is_final,
        has_failed=is_failure,
        is_address_gone=is_final and is_address_gone(said),
        why=mime.clean_phrase(said.strip()[:_MOST_OF_WHY]),
    )


def _is_final(header: mime.Header) -> bool:
    """Tell whether the failure is for good.

    Exim writes `Status: 5.0.0` whatever the other server said: the Diagnostic-Code knows more.
    A mailbox that is full or a server that defers is no address that is gone (5.2.2, 4.x.x).
    """
    for text in (header.first("diagnostic-code"), header.first("status")):
        enhanced = _ENHANCED.search(text)
        if enhanced and (enhanced[2], enhanced[3]) != ("0", "0"):
            return enhanced[1] == "5" and (enhanced[2], enhanced[3]) != ("2", "2")
        reply = _REPLY.search(text)
        if reply:
            return reply[1] == "5"
    return header.first("status").strip().startswith("5")


def _free_form(mail: mime.Part) -> Bounce:
    """Read a bounce that is only text: X-Failed-Recipients, else the first address beside a code."""
    text = mime.first_text(mail)[:_MOST_FREE_FORM]
    failed = mail.header.first("x-failed-recipients").split(",")[0]
    if not failed:
        found = _ADDRESS_NAMED.search(text)
        failed = found[0] if found else ""
    enhanced = _ENHANCED.search(text)
    reply = _REPLY.search(text)
    code = enhanced or reply
    is_permanent = code[1] == "5" if code else bool(_HOPELESS.search(text))
    said = " ".join(text.split())[:_MOST_OF_WHY]
    is_gone = is_permanent and is_address_gone(" ".join(text.split()))
    return Bounce(
        final_recipient=mime.normalised(failed.strip(" <>.")),
        is_permanent=is_permanent,
        has_failed=is_permanent,
        is_address_gone=is_gone,
        why=mime.clean_phrase(said),
    )


def _folded(text: str) -> str:
    """Return *text* in small letters without accents, a space for every run of signs."""
    bare = "".join(
        char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char)
    )
    return mime.SIGNS.sub(" ", bare.casefold()).strip()


_ANYWHERE_IN_FRONT = frozenset(map(_folded, (*SAID["automatic"], *SAID["receipts"])))


_BEFORE_COLON = _ANYWHERE_IN_FRONT.union(map(_folded, SAID["before_colon"]))


_WHOLE_SUBJECT = regex(one_said("automatic_whole"), re.IGNORECASE)
_BRACKETS = regex(r"^\s*\[[^\[\]]{0,80}\d[^\[\]]{0,20}\]\s?(?=\S)")
"""A ticket's number, which a help desk puts before all else."""
_MOST_WORDS = max(phrase.count(" ") + 1 for phrase in _BEFORE_COLON)


def is_robots_subject(subject: str) -> bool:
    """Tell whether *subject* begins as only programs begin one.

    >>> is_robots_subject("Risposta automatica: [yerres R4] Auswertung")
    True
    >>> is_robots_subject("Re: Abwesenheitsnotiz")
    False
    """
    subject = _BRACKETS.sub("", subject, count=1)
    if _WHOLE_SUBJECT.fullmatch(subject.strip()) and not is_reply(subject):
        return True
    words = _folded(subject).split(" ", _MOST_WORDS)[:_MOST_WORDS]
    if any(" ".join(words[:count]) in _ANYWHERE_IN_FRONT for count in range(1, len(words) + 1)):
        return True
    before, colon, _ = subject.partition(":")
    return bool(colon) and _folded(before) in _BEFORE_COLON


def persons_subject(subject: str) -> str:
    """Return *subject* as an answer's, where a program's words stand in front of the one that it answers.

    >>> persons_subject("Automatische Antwort: [kiel Z4] Zug"), persons_subject("Urlaub: 5.12. - 20.12.")
    ('Re: [kiel Z4] Zug', 'Urlaub: 5.12. - 20.12.')
    """
    before, colon, behind = subject.partition(":")
    return f"Re:{behind}" if colon and _folded(before) in _BEFORE_COLON else subject


LOOP_FIELD = "x-mailref-loop"


_DAEMONS = regex(
    r"^(?:mailer[-_.]?daemon|post[-_.]?master|ndr|mail[-_.]?delivery[-_.]?(?:sub)?system)$"
)


_NOBODY = regex(
    rf"^(?:mailer[-_.]?daemon|post[-_.]?master|{one_said('no_reply')}"
    r"|bounces?|ndr|auto-?responder|mdaemon|mail[-_.]?delivery[-_.]?(?:sub)?system)(?:[+._-].*)?$"
)


def is_nobodys(address: str) -> bool:
    """Tell whether only programs write from an address, so that nobody reads what goes there.

    >>> [is_nobodys(each) for each in ("MAILER-DAEMON@x.test", "noreply+7@x.test", "norbert@x.test")]
    [True, True, False]
    """
    return _NOBODY.match(address.partition("@")[0].lower()) is not None


_LIST_FIELDS = (
    "list-id", "list-post", "list-help", "list-subscribe", "list-unsubscribe", "list-owner",
    "list-archive", "list-unsubscribe-post", "mailing-list", "x-mailing-list", "x-list",
)  # fmt: skip


# Not X-Auto-Response-Suppress: Exchange writes it on mail that people send (mail 0.12).
_AUTO_FIELDS = (
    "x-autoreply", "x-autorespond", "x-autoresponse", "x-autoresponder", "x-auto-reply",
    "x-autogenerated", "x-autoreply-from", "x-mail-autoreply", "x-vacation", "x-fc-machinegenerated",
    "x-cron-env",
)  # fmt: skip


# Fields in which a program may give its name.
_NAMING_FIELDS = ("delivered-to", "x-post-messageclass", "x-mailer", "user-agent")


# What programs write, and forwarders and help desks on mail that people send.
_LOOP_FIELDS = ("x-loop", "rt-ticket", "rt-originator", "x-rt-loop-prevention", "x-otrs-loop")


_REPORTS = {"message/feedback-report", "message/disposition-notification"}


_NO_VALUE = {"", "no", "false", "none"}


# These a person may write too: they count only with a second sign.
_WEAK_SUBJECT = regex(rf"^{one_said('away_subject')}\b", re.IGNORECASE)


_OUR_TAG = worded(
    rf":\s*+{one_said('reply_to_ours')}?+:?+\s*+\[[\w.-]+(?: (?:(?:{{round_mark}}|{{turn_mark}})\d+|{{end_mark}}))?\]"
)


# What stands in mails of ours before anything that could be read as a move.
_OURS_AGAIN = regex(rf"\b{one_said('ours_again')}", re.IGNORECASE)


_AWAY = regex(rf"\b{one_said('away_text')}\b", re.IGNORECASE)


_AUTOMATIC = regex(rf"\b{one_said('automatic_text')}\b", re.IGNORECASE)


def robot_of(mail: mime.Part, sender: str | None, policy: ReadPolicy) -> Robot | None:
    """Return which robot the fields of *mail* show, tested in the order of the contract."""
    header = mail.header
    if _is_own(header, sender, policy):
        return Robot.OWN_MAIL
    if _is_bounce(mail, sender):
        return Robot.BOUNCE
    if _is_list(header):
        return Robot.MAILING_LIST
    return Robot.AUTO_REPLY if _is_auto_reply(mail, sender) else None


_WRITES_WITH = regex(
    r"thunderbird|apple mail|ip(?:hone|ad) mail|outlook|windows mail|evolution|kmail|claws|sylpheed|mutt|k-9|fairemail"
    r"|the bat|foxmail|em client|mailspring|seamonkey|alpine|gnus|roundcube|horde|squirrelmail|rainloop|open-xchange",
    re.IGNORECASE,
)
"""Programs at which people write; what answers by itself on a server names none."""


def is_written_anew(header: mime.Header) -> bool:
    """Tell whether a person's program says that it made the mail, and the mail answers none."""
    is_answer = header.has("in-reply-to") or header.has("references")
    named = (header.first(name)[:200] for name in ("user-agent", "x-mailer"))
    return not is_answer and any(map(_WRITES_WITH.search, named))


def is_note_of_a_loop(header: mime.Header, lines: tuple[Line, ...]) -> bool:
    """Tell whether a mail bears what programs write against loops, and reads as their notes do."""
    own = [line.text for line in _before_ours(lines)]
    is_marked = any(header.first(name).strip() for name in _LOOP_FIELDS)
    return is_marked and is_note(own) and not any(map(may_play, own))


def is_away_note(subject: str, lines: tuple[Line, ...], *, is_new: bool = False) -> bool:
    """Tell whether subject and text are those of a program's answer that no field gives away.

    Never where the sender's own *lines* hold a move or a command, nor, unless the subject is one that
    only programs write, anything that may be meant for one. "Abwesend" and "Urlaub" a person
    writes too: they need a second sign, our own subject behind them or a text that says the same.
    The text is none where a person's program wrote the mail anew (*is_new*). A text that says both is one under any
    subject: that its writer is away, and that nobody wrote it.
    """
    is_sure = is_robots_subject(subject)
    own = [line.text for line in _before_ours(lines)]
    if not is_sure and not _WEAK_SUBJECT.match(subject):
        return not is_new and _is_automatic_note(own)
    if any(holds_play(text) or command_in(text) for text in own):
        return False
    if not is_sure and any(may_play(text) for text in own):
        return False
    is_sure |= _OUR_TAG.search(subject) is not None
    return is_sure or (not is_new and any(_AWAY.search(line.text[:500]) for line in lines))


def says_it_is_automatic(lines: tuple[Line, ...]) -> bool:
    """Tell whether a text says that a program sends it."""
    return any(map(_AUTOMATIC.search, _own_texts(lines)))


def _is_automatic_note(texts: Sequence[str]) -> bool:
    """Tell whether a text says that its writer is away and that a program sends it, and holds no move or order."""
    said = " ".join(texts)[:_MOST]
    beside = _AUTOMATIC.sub(" ", said)
    is_away = beside != said and _AWAY.search(beside) is not None
    return is_away and not any(map(may_play, texts))


_PLAINLY = regex(rf"{_HERE}{one_said('plainly_automatic')}(?!\w)", re.IGNORECASE)
_AUTOMATIC_ALONE = regex(
    rf"[^\w\"'„“‚‘«»]*{one_said('automatic_text')}[^\w\"'„“‚‘«»]*", re.IGNORECASE
)
_SENTENCE_END = regex(r"(?<=[.!])\s+")
_CHALLENGE = regex(rf"{_HERE}{one_said('challenge')}", re.IGNORECASE)
_ANSWER_TO_DELIVER = regex(rf"{_HERE}{one_said('answer_to_deliver')}", re.IGNORECASE)


def says_so_plainly(lines: tuple[Line, ...]) -> bool:
    """Tell whether a text says of itself that no person wrote it, or that nobody reads its address.

    Who asks, greets, speaks of himself, or writes what may be a move or an order is a person who tells of it. But
    where a sentence says nothing else than that a program wrote this, the program speaks as its owner beside it.
    """
    own = _own_texts(lines)
    said = " ".join(own)[:_MOST]
    found = _PLAINLY.search(said)
    if found is None or any(map(may_play, own)) or "?" in said:
        return False
    if any(
        _AUTOMATIC_ALONE.fullmatch(each)
        for text in own
        for each in _SENTENCE_END.split(text[:_MOST])
    ):
        return True
    return _PERSONS_WORD.search(said.replace(found[0], " ")) is None


def asks_to_prove_oneself(lines: tuple[Line, ...]) -> bool:
    """Tell whether a program asks a sender to prove himself, by a link or an answer, before it delivers his mail."""
    own = _own_texts(lines)
    said = " ".join(own)[:_MOST]
    is_asked = "://" in said and _CHALLENGE.search(said) is not None
    if not is_asked and _ANSWER_TO_DELIVER.search(said) is None:
        return False
    return not any(holds_play(text) or command_in(text) for text in own)


def is_calendars_answer(mail: mime.Part, lines: tuple[Line, ...]) -> bool:
    """Tell whether a calendar answers an appointment (RFC 6047), and nothing like a move stands beside that."""
    answers = any(
        part.kind == "text/calendar" and _method_of(part) == "reply" for part in mime.walk(mail)
    )
    return answers and not any(may_play(line.text) for line in lines)


_INVITES = frozenset(
    {"request", "cancel", "counter", "declinecounter", "refresh", "add", "publish"}
)
_INVITED = regex(rf"{_HERE}{one_said('invites')}", re.IGNORECASE)
_INVITE_FIELD = regex(rf"\W*{one_said('invite_fields')}\s?:", re.IGNORECASE)
_FOLD = regex(r"\r?\n[ \t]")
_ESCAPED = regex(r"\\[nN,;\\]")


def is_calendars_invitation(mail: mime.Part, subject: str, lines: tuple[Line, ...]) -> bool:
    """Tell whether a calendar invites or tells of a change (RFC 6047), and no person writes to us beside that.

    Beside it stands what is in the appointment itself, or what tells of it. Who asks or speaks of himself is a person.
    """
    parts = [part for part in mime.walk(mail) if part.kind == "text/calendar"]
    if not any(_method_of(part) in _INVITES for part in parts):
        return False
    whole = " ".join(_ESCAPED.sub(" ", _FOLD.sub("", part.text())) for part in parts)[:_MOST]
    kept = _squeezed(whole)
    own = [text for text in (line.text[:500] for line in lines) if _squeezed(text)]
    if any(holds_play(text) or command_in(text) for text in own):
        return False
    beside = [text for text in own if _squeezed(text) not in kept and not _INVITE_FIELD.match(text)]
    if any(map(may_play, beside)):
        return False
    is_a_persons = any("?" in text or _ONES_OWN.search(text) for text in beside)
    return not is_a_persons or any(_INVITED.search(text) for text in (subject, *beside))


def _method_of(calendar: mime.Part) -> str:
    """Return what a calendar wants by a part: its field says it, or the first lines of the part alone."""
    named = calendar.parameter("method")
    found = None if named else _METHOD.search(calendar.text()[:_MOST])
    return (found[1] if found else named).lower()


_METHOD = regex(r"^METHOD:(\w+)", re.IGNORECASE | re.MULTILINE)


def _squeezed(text: str) -> str:
    return "".join(_WORD.findall(text.casefold()))


_UNDELIVERED = regex(rf"{_HERE}{one_said('undelivered')}(?!\w)", re.IGNORECASE)
_MAIL_SYSTEM = regex(rf"{_HERE}{one_said('mail_system')}(?!\w)", re.IGNORECASE)
_PERSONS_WORD = regex(rf"{_HERE}{one_said('persons_word')}(?!\w)", re.IGNORECASE)


def is_mail_systems_note(subject: str, lines: tuple[Line, ...]) -> bool:
    """Tell whether a mail system says that a mail was not delivered, or is held, and no field gives it away.

    It says that, and why or what is done now. Who greets, asks, speaks of himself or of somebody, or writes what may
    be a move or an order is a person who tells of it.
    """
    own = _own_texts(lines)
    said = " ".join(own)[:_MOST]
    whole = said if is_reply(subject) else f"{subject} . {said}"
    beside, count = _UNDELIVERED.subn(" ", whole)
    if not (own and count and _MAIL_SYSTEM.search(beside)) or _PERSONS_WORD.search(said):
        return False
    return not any(map(_is_a_persons, own)) and _NAME_ALONE.fullmatch(own[-1]) is None


_CIRCULAR = regex(rf"{_HERE}{one_said('circular')}", re.IGNORECASE)
_INVITES_HIMSELF = regex(rf"{_HERE}{one_said('invites_himself')}(?!\w)", re.IGNORECASE)
_PRESSED = regex(
    rf"\W*(?:{one_said('invite_buttons')}|{one_said('pressed')})\W*(?:<?https?://\S*)?\W*",
    re.IGNORECASE,
)
"""A line that is what a site has its reader press, and nothing else."""
_BUTTON = regex(rf"https?://|{_HERE}{one_said('invite_buttons')}(?!\w)", re.IGNORECASE)
_ACKNOWLEDGED = regex(
    rf"{_HERE}{one_said('acknowledged')}(?!\w)(?![^.?!]{{0,60}}\?)", re.IGNORECASE
)
_HANDLED = regex(rf"{_HERE}{one_said('handled')}(?!\w)", re.IGNORECASE)
_ECHOED = regex(rf"\W*{one_said('echoed')}\s?:", re.IGNORECASE)
_ONES_OWN = worded(r"(?<![\w/]){ones_own}{end}")
_QUOTED_WORDS = regex(r"(?<!\w)[\"'‘“„«»‚][^\"'’‘”“»«\n]{1,200}[\"'’‘”“»«](?!\w)")


def is_sent_to_many(subject: str, lines: tuple[Line, ...]) -> bool:
    """Tell whether a mail goes to many, or a site invites in somebody's name, and no field gives it away.

    Such a mail answers none, and says how to get no more of them, or what to press. Who plays or orders in it, or
    speaks of himself beside an invitation, is a person; but for who is made to say that he invites, above a button.
    """
    own = [text for text in (line.text[:500] for line in lines) if text.strip()]
    is_circular = any(map(_says_how_to_get_no_more, own))
    if is_reply(subject) or not (is_circular or _invites(" ".join((subject, *own))[:_MOST], own)):
        return False
    others = (text for text in own if not (_CIRCULAR.search(text) or _BUTTON.match(text)))
    return not any(holds_play(text) or command_in(text) for text in others)


def _invites(said: str, own: Sequence[str]) -> bool:
    """Tell whether a site invites in somebody's name: `I'd like to add you to my network` above `Accept invitation`."""
    if _INVITES_HIMSELF.search(said) and any(map(_PRESSED.fullmatch, own)):
        return True
    invites = _BUTTON.search(said) and _INVITED.search(said)
    return bool(invites) and not _ONES_OWN.search(_QUOTED_WORDS.sub(" ", said))


def _says_how_to_get_no_more(text: str) -> bool:
    """Tell whether a line says that to its reader, or how to see it elsewhere; who asks about it is a person."""
    found = _CIRCULAR.search(text)
    return found is not None and "?" not in text[found.start() :] and not _ONES_OWN.search(text)


def is_acknowledgement(subject: str, lines: tuple[Line, ...]) -> bool:
    """Tell whether a program says that a mail came and who sees to it, and no field gives it away.

    It may give that mail back, as a quotation, behind a label or as its subject. Who speaks of himself, or writes
    what may be a move or an order, is a person.
    """
    own = _own_texts(lines)
    at = (number for number, text in enumerate(own) if _ECHOED.match(text))
    called = _squeezed(subject)
    own = [text for text in own[: next(at, len(own))] if _squeezed(text) not in called]
    own = [_QUOTED_WORDS.sub(" ", text) for text in own]
    said = " ".join(own)[:_MOST]
    beside, count = _ACKNOWLEDGED.subn(" ", said)
    if not count or _ONES_OWN.search(said) or any(map(may_play, own)):
        return False
    return _HANDLED.search(beside if is_reply(subject) else f"{subject} . {beside}") is not None


_RECALL_SUBJECT = regex(rf"\W*{one_said('recall_subject')}\s?:\s?(?P<of>.*)", re.IGNORECASE)
_RECALL = regex(rf"(?P<who>[^.?!:;]{{1,120}}?),?\s{one_said('recalls')}\W*", re.IGNORECASE)
_QUOTE_MARKS = regex(r"[\"„“”«»]")


def is_recall(subject: str, lines: tuple[Line, ...]) -> bool:
    """Tell whether a program asks for a mail back (Outlook), which it does in the name of who had sent that one.

    It names that mail, before which its subject has the word for it, and says nothing else; whatever the mail is
    called, which may be a move. Who writes more, or of himself, is a person.
    """
    of = _RECALL_SUBJECT.fullmatch(subject)
    if of is None:
        return False
    said = " ".join(line.text for line in lines)[:_MOST]
    found = _RECALL.fullmatch(" ".join(said.split()))
    if found is None or _PERSONS_WORD.search(found["who"]):
        return False
    named = _QUOTE_MARKS.split(found[0])[1:-1]
    return _squeezed(" ".join(named)) == _squeezed(of["of"])


_NAME_ALONE = regex(r"\W*[^\W\d_]+(?:[ -][^\W\d_]+)?\W*")


def _is_a_persons(text: str) -> bool:
    """Tell whether a line greets, asks, or may be a move or an order."""
    return may_play(text) or is_closing(text) or without_greeting(text) != text or "?" in text


def _own_texts(lines: tuple[Line, ...]) -> list[str]:
    """Return what stands before words of ours, the begin of each line that says something."""
    return [text for text in (line.text[:500] for line in _before_ours(lines)) if text.strip()]


def _before_ours(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return the lines above a mail of ours that a program repeats without any sign of quoting."""
    at = (number for number, line in enumerate(lines) if _OURS_AGAIN.search(line.text[:500]))
    return lines[: next(at, len(lines))]


def _is_own(header: mime.Header, sender: str | None, policy: ReadPolicy) -> bool:
    if policy.loop_id and policy.loop_id in header.every(LOOP_FIELD):
        return True
    if sender is None:
        return False
    local, _, domain = sender.rpartition("@")
    return bool({sender, f"{local.partition('+')[0]}@{domain}"} & policy.own_addresses)


def _is_bounce(mail: mime.Part, sender: str | None) -> bool:
    """Contract 3: a delivery status, or nobody's Return-Path and a daemon's From."""
    if mail.kind == "multipart/report":
        kinds = {part.kind for part in mime.walk(mail)}
        report = mail.parameter("report-type").lower()
        if report == "delivery-status" or kinds & _STATUSES:
            return True
    return _is_from_nobody(mail.header) and bool(_DAEMONS.match(_local_part(mail.header, sender)))


def _is_from_nobody(header: mime.Header) -> bool:
    return any(value.strip() == "<>" for value in header.every("return-path"))


def _local_part(header: mime.Header, sender: str | None) -> str:
    """Return the local part of From; qmail and others write only `MAILER-DAEMON`."""
    if sender is not None:
        return sender.rpartition("@")[0]
    value = header.first("from").partition("(")[0]
    bare = value[value.rfind("<") + 1 :].strip(" <>\"'").lower()
    return bare.partition("@")[0] if mime.normalised(bare) or "@" not in bare else ""


def _is_list(header: mime.Header) -> bool:
    return any(header.first(name).strip() for name in _LIST_FIELDS) or _precedence(header) == "list"


def _is_auto_reply(mail: mime.Part, sender: str | None) -> bool:
    header = mail.header
    submitted = header.first("auto-submitted").partition(";")[0].partition("(")[0].strip().lower()
    if submitted not in {"", "no"} or _is_from_nobody(header):
        return True
    # A receipt that a mail was read, a complaint about one, or any other report of a program.
    if any(part.kind in _REPORTS for part in mime.walk(mail)):
        return True
    if mail.kind == "multipart/report" or _precedence(header) in {"bulk", "junk", "auto_reply"}:
        return True
    if any(header.first(name).lower() not in _NO_VALUE for name in _AUTO_FIELDS):
        return True
    if any("autorespond" in header.first(name).lower() for name in _NAMING_FIELDS):
        return True
    return bool(_NOBODY.match(_local_part(header, sender)))


def _precedence(header: mime.Header) -> str:
    return header.first("precedence").strip().lower().replace("-", "_")
