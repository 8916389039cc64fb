"""What is known of a mail once it is read: values, no bytes and no doubts about characters.

How much one mail is looked at: what goes beyond ends the reading, and its sender is told.

A mail may be made to hurt: thousands of lines, each of which could be a move, an order or a condition. Whatever
asks a grammar about a text, or compares a line with our own words, says so here first; one look costs about as
much as any other, so that a mail costs no more than so many, in whatever kind of game and in whatever form.
"""

import math
from collections.abc import Callable
from datetime import datetime
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from mailref.tiles.moves import TextSpan

MOST_DEPTH = 20
MOST_PARTS = 200
MOST_HEADER_BYTES = 64 * 1024
MOST_PART_HEADER_BYTES = 16 * 1024
MOST_FIELDS = 1_000
MOST_PART_FIELDS = 100
"""Of one part: two hundred of them may have a header each."""
MOST_FIELD_CHARACTERS = 8 * 1024
"""Of one field that is read at all; what follows is not looked at."""
MOST_BOUNDARY_CANDIDATES = 5_000
"""Lines that begin like a boundary, whether they are one or not."""
MOST_ADDRESSES = 50
MOST_REFERENCES = 100
MOST_PIECES = 40
"""Stretches of text of one mail that are read: parts that are no attachments."""
MOST_HTML_BYTES = 512 * 1024
MOST_TAGS = 8_000
"""Lexbor's time grows with the square of the nesting; 8,000 open elements cost it 0.06 s."""
MOST_LINES = 3_000
"""Of one mail, whatever the parts they stand in; so are the tags. A report to four hundred has half as many."""
MOST_LINE_CHARACTERS = 400
"""Of one line that is searched for quotes and signatures."""
MOST_JOINED_CHARACTERS = 2_000
"""Of a flowed paragraph that is made one line."""
MOST_TAG_CHARACTERS = 4_000
"""Of one HTML tag that is read; a picture inside its tag is longer."""
MOST_STYLE_CHARACTERS = 1_000
MOST_TEXT_CHARACTERS = 256 * 1024


class LimitExceededError(ValueError):
    """A mail goes beyond a bound; it is set aside as hostile."""


class ReadPolicy(Struct, frozen=True):
    """Who we are, whom we trust, and how much we take."""

    own_addresses: frozenset[str]
    """Small letters, domain as A-label; with any plus suffix they are ours too."""
    loop_id: str
    """What mailref writes into X-Mailref-Loop of all it sends."""
    authserv_id: str | None = None
    """The server whose Authentication-Results are believed; None: none."""
    max_size: int = 1_000_000
    """Bytes."""
    dkim_verify: Callable[[bytes], bool | None] | None = None
    """Verifies the topmost DKIM-Signature of a mail (it asks the DNS, so the shell gives it)."""
    may_prove: Callable[[str], bool] = lambda _: True
    """Tells whether the signature of this sender is worth asking the DNS for."""


class Robot(StrEnum):
    """Why no answer is owed, in the order in which it is tested (contract 3)."""

    OWN_MAIL = "own_mail"
    BOUNCE = "bounce"
    MAILING_LIST = "mailing_list"
    AUTO_REPLY = "auto_reply"


class Proof(StrEnum):
    """What the mail proves about its sender."""

    NONE = "none"
    """Nothing is said."""
    PASSED = "passed"
    """The configured server, or a DKIM signature, vouches for the From domain."""
    FAILED = "failed"
    """The configured server says that authentication failed."""
    CONFIRMED = "confirmed"
    """The sender was asked at his registered address, and said yes under a one-time token."""


class Trouble(StrEnum):
    """Why nothing can be read in a mail that a person wrote."""

    ENCRYPTED = "encrypted"
    TNEF = "tnef"
    """winmail.dat and nothing else."""
    EMPTY = "empty"
    """Neither text nor HTML holds a character."""
    TOO_LARGE = "too_large"
    HOSTILE = "hostile"
    """Limits of nesting, parts, header size or time were exceeded, or the parser failed."""
    SET_ASIDE = "set_aside"
    """The program failed over it again and again, and looked at its header alone."""
    CHARSET = "charset"
    """No text could be made of the bytes."""


class Line(Struct, frozen=True):
    """One line of what the person wrote.

    `text` is cleaned (NFC, plain spaces, `-` for every dash, no invisible characters); its
    character i stood at `places[i]`, a (line, column) from 1 in the decoded text before anything
    was cut, in characters after NFC. `places` is empty where that is simply (`number`, i + 1).
    """

    number: int
    text: str
    places: tuple[tuple[int, int], ...] = ()
    written: str = ""
    """What `text` was made of, character for character in place; empty where `text` is what was written."""

    def span(self, start: int, end: int) -> TextSpan:
        """Return where characters *start* to *end* (exclusive) stood in the mail, as they were written there."""
        has_places = bool(self.places)
        at = (
            self.places[min(start, len(self.places) - 1)]
            if has_places
            else (self.number, start + 1)
        )
        return TextSpan(at[0], at[1], (self.written or self.text)[start:end])

    @property
    def whole(self) -> TextSpan:
        """Return the line without the spaces around it."""
        return self.span(len(self.text) - len(self.text.lstrip()), len(self.text.rstrip()))

    def cut(self, start: int, end: int | None = None) -> "Line":
        """Return a part of the line, at its place."""
        return replace(self, text=" " * start + self.text[start:end])


class SourceLine(Struct, frozen=True):
    """A line of the mail before anything is cut, with what its HTML says of it."""

    line: Line
    depth: int = 0
    """How deep it is quoted by the HTML."""
    begins_quote: bool = False
    """Whether the HTML says that from here on all is the mail answered."""

    @property
    def text(self) -> str:
        return self.line.text


class Bounce(Struct, frozen=True):
    """What a bounce says."""

    final_recipient: str | None
    is_permanent: bool
    has_failed: bool = False
    """Whether the mail was not delivered and will not be, whatever the cause."""
    is_address_gone: bool = False
    """Whether there is no such address (5.1.x, 5.2.1); a full box or a limit passes."""
    why: str = ""
    """In the other server's words."""


class IncomingMail(Struct, frozen=True):
    """A mail that was read: who wrote it, what it answers, and what the person wrote."""

    sender: str | None
    """The address in From, lower case, domain as A-label; None if there is not exactly one."""
    sender_name: str
    subject: str
    """Decoded and cleaned like a line."""
    message_id: str | None
    references: tuple[str, ...]
    """Message ids of References, then In-Reply-To, oldest first, each once, with brackets."""
    recipients: tuple[str, ...]
    """Addresses in To, Cc and Delivered-To, normalised like the sender."""
    date: datetime | None
    """The Date header, aware; None if absent or unreadable."""
    handed_in: datetime | None
    """The time of the topmost Received field, aware; None if there is none."""
    robot: Robot | None = None
    proof: Proof = Proof.NONE
    trouble: Trouble | None = None
    lines: tuple[Line, ...] = ()
    """What the person wrote: without quotes, attribution, signature. Empty lines are kept."""
    below: tuple[tuple[Line, ...], ...] = ()
    """Further blocks the person may have written, below or inside the quote, in order."""
    signed: tuple[Line, ...] = ()
    """What stands under a signature's mark."""
    attributed: str = ""
    """Who wrote all of it, as an attribution above it says, under which nothing is marked as a quote."""
    around: tuple[Line, ...] = ()
    """What the person wrote around a move, where `lines` are the one to which a question was answered yes."""
    handed_on: str = ""
    """The text of a mail that is forwarded, which nobody reads but a person."""
    attachments: tuple[str, ...] = ()
    """File names (or content types) of attachments."""
    is_html: bool = False
    """Whether the lines were made from HTML."""
    fingerprint: str = ""
    """SHA-256 of the canonical body with sender and Message-ID: the same mail delivered twice."""
    is_robot_by_words: bool = False
    """Whether only subject and text show that a program wrote it: a person may, by mistake."""
    has_programs_subject: bool = False
    """Whether of that only its subject shows it, or words in which people say, too, that they are away."""
    bounce: Bounce | None = None
    """What it says where it is one."""

    @property
    def blocks(self) -> tuple[tuple[Line, ...], ...]:
        """Return all that the person wrote, in blocks."""
        return (self.around or self.lines, *self.below)


MOST_LOOKS = 2_000
"""A mail of thirty lines needs some three hundred, at a table seven hundred."""
CHARACTERS_A_LOOK = 100
"""A longer text counts as several."""


class OverBudgetError(Exception):
    """More stands in a mail than is looked at: nothing of it counts (reading)."""


class Attention:
    """What is left of the looks that one mail is worth."""

    def __init__(self, looks: float = MOST_LOOKS) -> None:
        self.left = looks

    def look(self, text: str = "", times: float = 1) -> None:
        """Count a look at *text*; OverBudgetError where none is left."""
        self.left -= times + len(text) // CHARACTERS_A_LOOK
        if self.left < 0:
            raise OverBudgetError


BOUNDLESS = Attention(math.inf)
"""For what is no mail."""
