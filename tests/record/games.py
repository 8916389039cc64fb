"""Whole games by seeded random players, as the events that a referee would have recorded."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache

from msgspec.structs import replace

from mailref.games import events as happened
from mailref.games.chance import Chance, commitment
from mailref.games.kind import apply
from mailref.games.rounds import events as in_rounds
from mailref.games.rounds.closing import (
    Closing,
    Letters,
    go_on,
    late_joiner_base,
    open_round,
    result_of,
)
from mailref.games.rounds.game import RoundGame
from mailref.games.rounds.rules import RoundResult
from mailref.games.rounds.switches import LateJoiner, Rules
from mailref.tiles.board import Board, LaidTile, Square, without
from mailref.tiles.moves import Move, Play, TooManyMoves, WrittenMove
from mailref.tiles.top.found import SetPosition, Top, TopMove
from mailref.tiles.top.search import TopSearch
from mailref.tiles.top.words import TopTables
from tests.games.replayed import replay_rounds
from tests.tiles.builders import SPAN, START, WEEK, WordList
from tests.tiles.finder import Finder, lying_on, some_words

NAMES = ("Anna", "Bert", "Cora", "Dora", "Emil", "Fritz")
FINDER = Finder(some_words(2000))
LEXICON = WordList(frozenset(FINDER.words))
TABLES = TopTables.build(FINDER.words)


@cache
def search_of(rules: Rules, rulings: frozenset[tuple[str, bool]]) -> TopSearch:
    refused = frozenset(word for word, accepted in rulings if not accepted)
    accepted = frozenset(word for word, accepted in rulings if accepted)
    return TopSearch(TABLES, rules, refused, accepted - LEXICON.words)


def find_top(position: SetPosition, rulings: Mapping[str, bool]) -> Top | None:
    """Return the top among the few words of these games; of sets the best that a narrow search finds."""
    search = search_of(position.rules, frozenset(rulings.items()))
    board, rack, offered = position.board, position.rack, position.offered
    if position.most_plays == 1:
        found = search.tops(board, rack, offered)
        moves = [
            TopMove(((each.square, each.direction, each.word, each.blanks),), each.swaps)
            for each in found.moves
        ]
        return Top(found.points, tuple(moves))
    best = search.best_set(
        board, rack, position.most_plays, offered, is_rest_deducted=position.is_final, width=4
    )
    plays = tuple((each.square, each.direction, each.word, each.blanks) for each in best.plays)
    return Top(best.points, (TopMove(plays, best.swaps),) if plays else (), is_exact=False)


@dataclass(slots=True)
class Table:
    """A game while it is played, with everything that happened."""

    rules: Rules
    seed: bytes
    rng: random.Random
    events: list[happened.Event] = field(default_factory=list)
    state: RoundGame | None = None
    has_words: bool = False
    """Whether players send words for draws and lots."""

    @property
    def game(self) -> RoundGame:
        assert self.state is not None
        return self.state

    def happen(self, *events: happened.Event) -> None:
        for event in events:
            self.state = apply(self.state, event) if self.state else replay_rounds([event])
            self.events.append(event)

    def go_on(self) -> bool:
        """Draw letters and open the next round; False when the game is over."""
        if self.has_words and self.game.mix_of(self.game.next_round) is None:
            self.happen(self.game.mix_of_next)
        now = START + self.game.next_round * WEEK
        self.happen(*go_on(self.game, Letters(), Chance(self.seed), now))
        if self.game.is_over:
            return False
        self.happen(open_round(self.game, now + WEEK, now))
        return True

    def close(self) -> None:
        playing = self.game.round
        assert playing is not None
        assert playing.deadline is not None
        closing = Closing(
            playing.deadline + timedelta(minutes=3), LEXICON, Chance(self.seed), find_top
        )
        result = result_of(self.game, closing)
        assert isinstance(result, RoundResult)
        self.happen(in_rounds.RoundClosed(result))

    def send(self, player: str, *moves: Move, minutes: int = 1) -> None:
        playing = self.game.round
        assert playing is not None
        written = tuple(self._written(each, place) for place, each in enumerate(moves))
        received = playing.opened + timedelta(minutes=minutes)
        self.happen(in_rounds.MoveEntered(player, playing.number, received, "", written))

    def _written(self, move: Move, place: int) -> WrittenMove:
        """Return a move as it is read: what goes beyond the game's number is a fault (rules 8)."""
        most = self.game.rules.moves
        is_beyond = most is not None and place >= most
        faults = (TooManyMoves(span=SPAN, allowed=most),) if most and is_beyond else ()
        return WrittenMove(move, faults, SPAN)

    def send_late(self, player: str) -> None:
        playing = self.game.round
        assert playing is not None
        assert playing.deadline is not None
        received = playing.deadline + timedelta(minutes=1)
        self.happen(in_rounds.MoveWasLate(player, playing.number, received, ()))

    def join(self, name: str) -> None:
        is_late = self.game.has_started
        lowest = self.game.next_rules.late_joiner is LateJoiner.LOWEST
        base = late_joiner_base(self.game) if is_late and lowest else 0
        self.happen(happened.PlayerJoined(name, (f"{name}@example.org",), base, is_late=is_late))

    def moves(self) -> Iterator[Move]:
        """Yield moves that are legal now, the better ones first."""
        game = self.game
        for first in self._plays(game.board, game.rack):
            yield Move((first,))

    def sets(self) -> Iterator[Move]:
        """Yield moves of two plays, where the game allows them."""
        game = self.game
        for first in self._plays(game.board, game.rack)[:2]:
            board, rack = laid(game.board, game.rack, first)
            for second in self._plays(board, rack)[:1]:
                yield Move((first, second))

    def _plays(self, board: Board, rack: str) -> list[Play]:
        found = FINDER.find(lying_on(board), rack, self.game.rules, self.rng, wanted=4)
        return [each.play for each in found]


def laid(board: Board, rack: str, play: Play) -> tuple[Board, str]:
    tiles = [
        LaidTile(Square(*square), play.word[i], i in play.starred)
        for i, square in enumerate(play.squares)
        if board.is_free(square)
    ]
    return board.lay(tiles), without(rack, [tile.tile for tile in tiles])


def begun(rules: Rules, number: int, players: int = 4, over: Board | None = None) -> Table:
    """Return a game with its first players; *over* is the board of one that is taken over."""
    seed = bytes([number % 256]) * 32
    table = Table(rules, seed, random.Random(number))
    table.happen(
        in_rounds.GameOpened(
            id="test",
            title="Test",
            variant="test",
            rules=rules,
            board=over or Board(),
            first_round=4 if over else 1,
            commitment=commitment(seed),
            lexicon="test",
            lexicon_sha256="0" * 64,
            is_taken_over=over is not None,
        )
    )
    for place, name in enumerate(NAMES[:players]):
        total, missed = (100 + 7 * place, place % 2) if over else (0, 0)
        table.happen(happened.PlayerJoined(name, (), total, missed))
    return table


def play(rules: Rules, number: int, most_rounds: int = 100, *, has_words: bool = False) -> Table:
    """Play a whole game, or its first rounds, with everything that players do."""
    table = begun(rules, number)
    table.has_words = has_words
    while table.game.next_round <= most_rounds and table.go_on():
        for player in table.game.active:
            _one_player(table, player.name)
        table.close()
        _between(table)
    return table


def _one_player(table: Table, name: str) -> None:
    if table.has_words and table.rng.random() < 0.3:
        word = f"w{table.rng.randrange(1000)}"
        table.happen(happened.LotWordGiven(name, word, table.game.first_mixed))
    chance = table.rng.random()
    if chance < 0.06:
        return
    if chance < 0.1:
        table.send_late(name)
        return
    is_set = table.rules.plays > 1 or (table.game.round is not None and table.game.round.is_final)
    moves = list(table.sets()) if is_set and chance < 0.8 else list(table.moves())
    if chance > 0.85:
        moves = [with_word_reversed(moves[0]), *moves[1:]] if moves else []
    allowed = (table.rules.moves or 3) + (chance < 0.3)
    if moves:
        table.send(name, *moves[:allowed], minutes=table.rng.randrange(1, 9))


def with_word_reversed(move: Move) -> Move:
    """Return *move* with its first word turned round: no word, or it does not fit."""
    first = move.plays[0]
    return replace(move, plays=(replace(first, word=first.word[::-1]), *move.plays[1:]))


def _between(table: Table) -> None:
    """Let the game master and new players do what they do now and then."""
    number, rng = table.game.next_round, table.rng
    if number == 3 and "Emil" not in table.game.players:
        table.join("Emil")
    if rng.random() < 0.15:
        name = rng.choice([player.name for player in table.game.active])
        table.happen(happened.ScoreCorrected(name, rng.randrange(1, number), 5, "miscounted"))
    if number == 5 and len(table.game.active) > 3:
        table.happen(happened.PlayerLeft("Bert", "asked"))
    if number == 7 and "Bertram" not in table.game.players and "Bert" in table.game.players:
        table.happen(happened.PlayerRenamed("Bert", "Bertram", "married"))
