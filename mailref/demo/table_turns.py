"""A game of WORT-Rummikub that plays itself: two players who know no more than the mails they got.

Table, rack, stacks, open words and whose move it is: each reads them in his newest mail. What happens
beside good moves stands in a table, by the number of the turn.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from email.message import EmailMessage
from enum import StrEnum
from itertools import islice
from random import Random
from typing import Self

from mailref.demo.players import Draft, SimulatedPlayer
from mailref.demo.stage import DAY, GAME_MASTER, MINUTE, REFEREE, RunningDemo
from mailref.demo.table_moves import FoundWord, changes, is_listed, words_from
from mailref.errors import MailrefError

_TAG = re.compile(r"\[demo Z(\d+)\]")
_WORD = re.compile(r"^ +\d+ \| ([A-ZÄÖÜ]+)", re.MULTILINE)
_RACK = re.compile(r"^Deine Buchstaben: (.+)$", re.MULTILINE)
_MINE = re.compile(r"^Am Zug: +du,", re.MULTILINE)
_NEED = re.compile(r"mindestens (\d+) Buchstaben?, alle von deiner")
_OPEN = re.compile(r"Zweifelst du an ([A-ZÄÖÜ]+)")
_STACK = re.compile(r"Nummer (\d) zeigt ([A-ZÄÖÜ])")
_ASKED = re.compile(r"Bitte entscheiden: ([A-ZÄÖÜ]+)")
_LEAST = 3
_MOST_TRIES = 4
_RANKED = 3
_VOWELS = "AEIOUÄÖÜ"
_PAUSE = timedelta(hours=5)
"""Between a mail and its answer."""


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
class _StacksTable:
    """The game as it runs, and which words have lain."""

    demo: RunningDemo
    players: tuple[SimulatedPlayer, ...]
    rng: Random
    tries: Counter[int] = field(default_factory=Counter)
    laid: set[str] = field(default_factory=set)

    def known_to(self, player: SimulatedPlayer) -> TableMail | None:
        """Return what the newest turn mail told *player*."""
        for mail in self.demo.mails_to(player.writer.address):
            known = TableMail.read(mail)
            if known is not None:
                self.laid.update(known.table)
                return known
        return None

    def twist_in(self, number: int) -> TableTwist | None:
        """Return what happens in a turn when somebody is to move there for the first time."""
        self.tries[number] += 1
        if self.tries[number] > _MOST_TRIES:
            raise MailrefError(f"the players of the demo do not get beyond turn {number}")
        return _TWISTS.get(number) if self.tries[number] == 1 else None

    def write(self, player: SimulatedPlayer, known: TableMail, text: str) -> None:
        """Let *player* answer the mail he knows, and the referee read it."""
        at = self.demo.now + _PAUSE
        draft = Draft(player.writer, REFEREE, text, at, self.demo.next_number(), known.mail)
        self.demo.send(player.client(draft), player.writer.address, at)
        self.demo.tick(at + MINUTE)
        newest = self.demo.newest_to(GAME_MASTER.address)
        asked = _ASKED.search(str(newest["Subject"])) if newest is not None else None
        if asked is not None and self.demo.table.is_held:
            self.demo.order(f"{asked[1]} nein: steht nicht im Duden\n", at + _PAUSE)

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
    table = _StacksTable(demo, players, rng)
    while not demo.is_over:
        mover, known = _to_move(table)
        if known.number > demo.plan.rounds:
            progress("the game master ends the game")
            return
        progress(f"turn {known.number}: {mover.writer.name}")
        _act(table, mover, known)


def _to_move(table: _StacksTable) -> tuple[SimulatedPlayer, TableMail]:
    """Return who reads in his newest mail that it is his move."""
    for player in table.players:
        known = table.known_to(player)
        if known is not None and known.is_mine:
            return player, known
    raise MailrefError("no player of the demo was told that it is his move")


def _act(table: _StacksTable, player: SimulatedPlayer, known: TableMail) -> None:
    """Let the player to move do what he does in this turn."""
    twist = table.twist_in(known.number)
    if known.only_accepts:
        table.write(player, known, "ANNEHMEN\n")
        return
    match twist:
        case TableTwist.SILENCE:
            _let_time_pass(table.demo)
        case TableTwist.DOUBT if known.open_word:
            table.write(player, known, f"ZWEIFLE AN: {known.open_word}\n")
        case TableTwist.NO_WORD:
            table.write(player, known, _nonsense(table, known))
        case TableTwist.WISH:
            table.write(player, known, f"{_good_move(table, known)}WUNSCH: E N R S T A\n")
        case _:
            table.write(player, known, _good_move(table, known))


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


def _let_time_pass(demo: RunningDemo) -> None:
    """Let the reminder go out, then the ZAT pass."""
    turn = demo.table.turn
    if turn is not None and turn.deadline is not None:
        demo.tick(turn.deadline - DAY)
        demo.tick(turn.deadline + 10 * MINUTE)
