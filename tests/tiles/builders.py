"""Builders with names: boards, plays, moves, words and games, written the way players write."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from types import MappingProxyType

from msgspec.structs import replace

from mailref.games import events as happened
from mailref.games.chance import Chance, commitment
from mailref.games.kind import follow
from mailref.games.rounds import events as in_rounds
from mailref.games.rounds.closing import Closing, result_of
from mailref.games.rounds.game import RoundGame, RoundPosition, open_rounds
from mailref.games.rounds.rules import Draw, RoundResult
from mailref.games.rounds.switches import Rules
from mailref.tiles.board import (
    TILES,
    Axes,
    Board,
    Direction,
    LaidTile,
    Laying,
    Square,
    in_order,
    read_square,
    without,
)
from mailref.tiles.lexicon.evidence import Evidence
from mailref.tiles.lexicon.german import Occurrences, gather
from mailref.tiles.lexicon.verdicts import (
    Accepted,
    Refused,
    Rulings,
    Unknown,
    Valid,
    Verdict,
    Why,
    WordChanges,
)
from mailref.tiles.moves import Fault, Move, Play, Swap, TextSpan, WrittenMove
from mailref.tiles.scoring import Judge, Judged
from tests.tiles.variants import ONE

START = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
"""The first round opens; each lasts a week."""
WEEK = timedelta(days=7)
SEED = bytes(range(32))
SPAN = TextSpan(line=1, column=1, text="")


@dataclass(frozen=True, slots=True)
class WordList:
    """A lexicon of a few words; without any it knows them all."""

    words: frozenset[str] = frozenset()
    refused: Mapping[str, Why] = field(default_factory=lambda: MappingProxyType({}))
    refuses_unknown: bool = False
    """Whether a word that is in no list is refused rather than asked about."""
    name: str = "test"
    sha256: str = "0" * 64

    def verdict(self, word: str, rules: Laying, rulings: Rulings) -> Verdict:
        if word in rulings:
            return Accepted() if rulings[word] else Refused(Why.RULING)
        if any(letter not in rules.tiles.values for letter in word):
            return Refused(Why.CHARACTERS)
        if word in self.refused:
            return Refused(self.refused[word])
        if not self.words or word in self.words:
            return Valid()
        return Refused(Why.NAME) if self.refuses_unknown else Unknown(())

    def bases_needed(self, word: str, rules: Laying) -> tuple[str, ...]:  # noqa: ARG002  the protocol's
        return ()

    def evidence(self, word: str, stated: str, rules: Laying) -> Evidence:
        return gather(word, stated, self, rules)

    def changes(self, rules: Laying, rulings: Rulings) -> WordChanges:  # noqa: ARG002  the protocol's
        return WordChanges(frozenset(), frozenset())

    def occurrences(self, part: str) -> Occurrences:
        longer = [word for word in self.words if word != part]
        return Occurrences(
            sum(word.startswith(part) for word in longer),
            sum(word.endswith(part) for word in longer),
        )


ANY_WORD = WordList()


def words(*known: str, **refused: Why) -> WordList:
    return WordList(frozenset(known), refused)


def square(name: str) -> Square:
    """Read a square whose letter is its column."""
    return read_square(name, Axes.COLUMNS)


def play(
    text: str, axes: Axes = Axes.COLUMNS, *, line: int = 1, claimed: int | None = None
) -> Play:
    """Read `M9s BE*HAUE`, or where letters are rows `8H RUCKEN` (down) and `H8 RUCKEN` (across)."""
    place, written = text.split()
    if axes is Axes.COLUMNS:
        place, down = place[:-1], place[-1] == "s"
    else:
        down = place[0].isdigit()
    starred, bare = set(), ""
    for char in written:
        if char == "*":
            starred.add(len(bare.replace("ß", "SS")))
        else:
            bare += char
    spelled = bare.replace("ß", "ss" if bare.islower() else "SS")
    eszett = {m.start() + i + k for k, m in enumerate(re.finditer("ß", bare)) for i in (0, 1)}
    is_mixed = not spelled.islower() and not spelled.isupper()
    return Play(
        square=read_square(place, axes),
        direction=Direction.DOWN if down else Direction.ACROSS,
        word=spelled.upper(),
        span=TextSpan(line=line, column=1, text=text),
        small=frozenset(i for i, c in enumerate(spelled) if is_mixed and c.islower()),
        starred=frozenset(starred),
        eszett=frozenset(eszett),
        claimed=claimed,
    )


def move(
    *plays: str | Play,
    swaps: Iterable[str] = (),
    total: int | None = None,
    axes: Axes = Axes.COLUMNS,
    faults: tuple[Fault, ...] = (),
) -> WrittenMove:
    """Return a move as written, one line for each play; swaps are squares by letter-number."""
    asked = tuple(
        play(each, axes, line=line) if isinstance(each, str) else each
        for line, each in enumerate(plays, start=1)
    )
    taken = tuple(Swap(read_square(each, axes), SPAN) for each in swaps)
    return WrittenMove(Move(asked, taken, total), faults, SPAN)


def board(*laid: str, axes: Axes = Axes.COLUMNS) -> Board:
    """Lay words on an empty board, unchecked; a small letter is a blank (contract 2)."""
    lying = Board()
    for text in laid:
        word = text.split()[1]
        squares = play(text, axes).squares
        lying = lying.lay(
            LaidTile(each, letter.upper(), letter.islower())
            for each, letter in zip(squares, word, strict=True)
        )
    return lying


def judged(
    *plays: str | Play,
    on: Board | None = None,
    rack: str,
    rules: Rules = ONE,
    lexicon: WordList = ANY_WORD,
    rulings: Rulings = MappingProxyType({}),
    swaps: Iterable[str] = (),
    total: int | None = None,
    is_final: bool = False,
) -> Judged:
    """Judge one move of *plays* on a board with a rack."""
    position = RoundPosition(on or Board(), in_order(rack), rules, is_final=is_final)
    written = move(*plays, swaps=swaps, total=total, axes=rules.axes)
    return Judge(position, lexicon, rulings).judge(written)


def codes(found: Judged) -> list[str]:
    return [fault.code for fault in found.faults]


def opened(rules: Rules = ONE, lying: Board | None = None, first_round: int = 1) -> RoundGame:
    """Return a game that has begun, without players and letters."""
    return open_rounds(
        in_rounds.GameOpened(
            id="test",
            title="Test",
            variant="test",
            rules=rules,
            board=lying or Board(),
            first_round=first_round,
            commitment=commitment(SEED),
            lexicon="test",
            lexicon_sha256="0" * 64,
            is_taken_over=lying is not None,
        )
    )


def after(game: RoundGame, *events: happened.Event) -> RoundGame:
    """Return the game after *events*."""
    return follow(game, events)


def joined(game: RoundGame, *names: str) -> RoundGame:
    joining = (happened.PlayerJoined(name, (f"{name.lower()}@example.org",)) for name in names)
    return after(game, *joining)


def offered(
    game: RoundGame, rack: str, *, is_final: bool = False, bag: str | None = None
) -> RoundGame:
    """Open the next round with *rack*; the bag is all the rest, or as given."""
    rest = without(TILES.all_tiles, [*(tile.tile for tile in game.board.tiles), *rack])
    number = game.next_round
    at = START + number * WEEK
    draw = Draw(rack, "", in_order(rack), rest if bag is None else bag, by_hand=True)
    return after(
        game,
        in_rounds.LettersDrawn(number, draw, at),
        in_rounds.RoundOpened(number, at + WEEK, game.next_rules, is_final, at),
    )


def sends(game: RoundGame, player: str, *moves: WrittenMove | str, minute: int = 0) -> RoundGame:
    """Enter a player's moves in the open round, *minute* minutes after it opened."""
    assert game.round is not None
    written = tuple(
        move(each, axes=game.rules.axes) if isinstance(each, str) else each for each in moves
    )
    received = game.round.opened + timedelta(minutes=minute)
    mail = f"{player}-{minute}"
    return after(game, in_rounds.MoveEntered(player, game.round.number, received, mail, written))


def closing(lexicon: WordList = ANY_WORD) -> Closing:
    return Closing(START, lexicon, Chance(SEED), lambda _position, _rulings: None)


def result(game: RoundGame, lexicon: WordList = ANY_WORD) -> RoundResult:
    """Close the open round, which needs no game master."""
    found = result_of(game, closing(lexicon))
    assert isinstance(found, RoundResult)
    return found


def closed(game: RoundGame, lexicon: WordList = ANY_WORD) -> RoundGame:
    return after(game, in_rounds.RoundClosed(result(game, lexicon)))


def ruled(game: RoundGame, **rulings: bool) -> RoundGame:
    events = (happened.WordRuled(w, ok, "command", "") for w, ok in rulings.items())
    return after(game, *events)


def with_rules(game: RoundGame, **switches: object) -> RoundGame:
    rules = replace(game.rules, **switches)  # type: ignore[arg-type]  # names of Rules' fields
    return replace(game, rules=rules, next_rules=rules)
