"""A game of WORT-Rummikub that plays itself: two players who know no more than the mails they got.

Table, rack, stacks, open words and whose move it is: each reads them in his newest mail. What happens
beside good moves stands in a table, by the number of the turn.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email.message import EmailMessage
from enum import StrEnum
from itertools import islice
from random import Random
from typing import Self

from mailref.demo.players import SimulatedPlayer
from mailref.demo.seats import Seats
from mailref.demo.stage import RunningDemo
from mailref.demo.table_moves import FoundWord, changes, is_listed, words_from

_TAG = re.compile(r"\[demo Z(\d+)\]")
_WORD = re.compile(r"^ +\d+ \| ([A-ZÄÖÜ]+)", re.MULTILINE)
_RACK = re.compile(r"^Deine Buchstaben: (.+)$", re.MULTILINE)
_MINE = re.compile(r"^Am Zug: +du,", re.MULTILINE)
_NEED = re.compile(r"mindestens (\d+) Buchstaben?, alle von deiner")
_OPEN = re.compile(r"Zweifelst du an ([A-ZÄÖÜ]+)")
_STACK = re.compile(r"Nummer (\d) zeigt ([A-ZÄÖÜ])")
_LEAST = 3
_RANKED = 3
_VOWELS = "AEIOUÄÖÜ"


class TableTwist(StrEnum):
    """What the player to move does instead of laying the best word he sees."""

    NO_WORD = "no word"
    """He lays what stands in no list."""
    DOUBT = "doubt"
    """He doubts the word before, where the mail offers that; then he moves."""
    WISH = "wish"
    """He says which letters he wants, with his move."""
    SILENCE = "silence"
    """He lets his time run out."""


_TWISTS: Mapping[int, TableTwist] = {
    3: TableTwist.NO_WORD,
    4: TableTwist.DOUBT,
    5: TableTwist.WISH,
    6: TableTwist.DOUBT,
    9: TableTwist.SILENCE,
}
"""By the number of the turn: the word of turn 3 is doubted rightly, that of turn 5 in vain."""


@dataclass(frozen=True, slots=True)
class TableMail:
    """What a mail tells the player who got it."""

    mail: EmailMessage
    number: int
    table: tuple[str, ...]
    rack: str
    tops: Mapping[str, str]
    """The open tiles, by the number of their stack."""
    need: int
    is_mine: bool
    open_word: str
    """A word that may be doubted; "" if none."""
    only_accepts: bool
    is_refilled: bool
    """Whether tiles will be taken for the word before, from the first stacks on, before he moves."""

    @classmethod
    def read(cls, mail: EmailMessage) -> Self | None:
        """Return what stands in a turn's mail; None for any other mail."""
        part, tag = mail.get_body(("plain",)), _TAG.search(str(mail["Subject"]))
        text = str(part.get_content()).replace("\r\n", "\n") if part is not None else ""
        rack = _RACK.search(text)
        if tag is None or mail["Auto-Submitted"] != "auto-generated":
            return None
        sentences = " ".join(text.split())
        need, word = _NEED.search(sentences), _OPEN.search(sentences)
        return cls(
            mail=mail,
            number=int(tag[1]),
            table=tuple(_WORD.findall(text)),
            rack=rack[1].replace(" ", "") if rack else "",
            tops=dict(_STACK.findall(sentences)),
            need=int(need[1]) if need else _LEAST,
            is_mine=_MINE.search(text) is not None,
            open_word=word[1] if word else "",
            only_accepts="Ziehen kann deshalb niemand mehr" in sentences,
            is_refilled="nimmt davon noch" in sentences,
        )


@dataclass(slots=True)
class _StacksTable(Seats[TableMail]):
    """The game as it runs, and which words have lain."""

    laid: set[str] = field(default_factory=set)

    def read(self, mail: EmailMessage) -> TableMail | None:
        known = TableMail.read(mail)
        if known is not None:
            self.laid.update(known.table)
        return known

    def act(self, player: SimulatedPlayer, known: TableMail) -> None:
        twist = _TWISTS.get(known.number) if self.is_first_try(known.number) else None
        if known.only_accepts:
            self.write(player, known, "ANNEHMEN\n")
            return
        match twist:
            case TableTwist.SILENCE:
                self.let_time_pass()
            case TableTwist.DOUBT if known.open_word:
                self.write(player, known, f"ZWEIFLE AN: {known.open_word}\n")
            case TableTwist.NO_WORD:
                self.write(player, known, _nonsense(self, known))
            case TableTwist.WISH:
                self.write(player, known, f"{_good_move(self, known)}WUNSCH: E N R S T A\n")
            case _:
                self.write(player, known, _good_move(self, known))

    def found(self, known: TableMail) -> list[FoundWord]:
        """Return the moves that a player sees, the longest words first."""
        changed = () if known.need > _LEAST else changes(known.rack, known.table, self.laid)
        laid = islice(words_from(known.rack, known.need, self.laid), _RANKED)
        return sorted((*changed, *laid), key=lambda each: -len(each.word))


def play_at_table(
    demo: RunningDemo,
    players: tuple[SimulatedPlayer, ...],
    rng: Random,
    progress: Callable[[str], None],
) -> None:
    """Play until the game ends by itself or has had as many turns as planned."""
    _StacksTable(demo, players, rng).play(progress)


def _good_move(table: _StacksTable, known: TableMail) -> str:
    found = table.found(known)
    if found:
        reach = min(_RANKED, len(found))
        return found[table.rng.randrange(reach)].written
    return _taken(known)


def _taken(known: TableMail) -> str:
    """Return the taking of a tile: a vowel where the rack has few."""
    if not known.tops:
        return "PASSE\n"
    if known.is_refilled:
        return f"NIMM {max(known.tops)}\n"
    wants = sum(tile in _VOWELS for tile in known.rack) * 2 < len(known.rack)
    fitting = [stack for stack, tile in known.tops.items() if (tile in _VOWELS) is wants]
    return f"NIMM {(fitting or list(known.tops))[0]}\n"


def _nonsense(table: _StacksTable, known: TableMail) -> str:
    """Return a word that no list knows, of letters that the player has."""
    for found in words_from(known.rack, known.need, table.laid):
        word = found.word[::-1]
        if not is_listed(word):
            return f"LEGE {word}\n"
    return _good_move(table, known)
