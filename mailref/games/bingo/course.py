"""How a game of Scrabble-Bingo goes on: words judged, tiles drawn at a ZAT, who has won (other games 2)."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from msgspec import Struct

from mailref.games.bingo.events import BingoReached, TilesCalled, TwoWords, WordsFixed
from mailref.games.bingo.game import BingoGame, OpenBingoRound
from mailref.games.bingo.rules import Crossed, complete_at, crossed_out, faults_of, winners
from mailref.games.bingo.switches import Call
from mailref.games.by_rounds.game import last_in_force
from mailref.games.chance import Chance, Secret
from mailref.games.events import Event, GameEnded
from mailref.games.game import is_in_time
from mailref.games.worth import Found
from mailref.tiles import moves
from mailref.tiles.lexicon.verdicts import Lexicon, Refused, Unknown

BY_BINGO = "bingo"
"""Why a game is over that somebody has won."""


class JudgedWords(Struct, Found, frozen=True):
    """A player's words, with everything that is wrong with them."""

    words: TwoWords
    faults: tuple[moves.Fault, ...]

    @property
    def is_valid(self) -> bool:
        return moves.is_valid(self.faults)

    @property
    def is_pending(self) -> bool:
        """Tell whether they wait for a ruling and for nothing else."""
        return moves.is_pending(self.faults)

    @property
    def may_count(self) -> bool:
        return self.is_valid or self.is_pending

    @property
    def undecided(self) -> tuple[str, ...]:
        """Return the words that the game master must rule on."""
        if not self.is_pending:
            return ()
        asked = (fault.word for fault in self.faults if isinstance(fault, moves.WordUnknown))
        return tuple(dict.fromkeys(asked))


def judged_in(found: Found | None) -> JudgedWords | None:
    """Return the words of an entry as they were judged; None where it has none, or calls."""
    return found if isinstance(found, JudgedWords) else None


def judge_words(
    words: TwoWords, game: BingoGame, lexicon: Lexicon, span: moves.TextSpan = moves.NOWHERE
) -> JudgedWords:
    """Return what two words are worth: their letters are counted, and each is looked up."""
    faults = list(faults_of(words, span, game.tile_set))
    if not any(each.code == "bingo_words" for each in faults):
        for word in dict.fromkeys(words):
            match lexicon.verdict(word, game.rules, game.rulings):
                case Refused(why):
                    faults.append(moves.WordRefused(span=span, word=word, reason=why.value))
                case Unknown():
                    faults.append(moves.WordUnknown(span=span, word=word))
    return JudgedWords(words, tuple(faults))


def is_listed(game: BingoGame, lexicon: Lexicon, word: str) -> bool:
    """Tell whether a word may be taken, as far as lists and rulings know."""
    verdict = lexicon.verdict(word, game.rules, game.rulings)
    return not isinstance(verdict, Refused | Unknown)


def words_in_force(game: BingoGame, lexicon: Lexicon) -> Mapping[str, JudgedWords]:
    """Return, for each active player who sent words, the last ones that are not refused, until they are fixed."""
    if not game.takes_words:
        return {}
    return last_in_force(
        game, game.entries, lambda _, words: judge_words(words.value, game, lexicon)
    )


def fix_words(game: BingoGame, lexicon: Lexicon) -> WordsFixed | None:
    """Return who plays with which words from the first ZAT on; None where nobody does."""
    found = words_in_force(game, lexicon)
    valid = {name: each.words for name, each in found.items() if each.is_valid}
    return WordsFixed(tuple(valid), Secret(tuple(valid.values()))) if valid else None


def is_complete(game: BingoGame, player: str) -> bool:
    """Tell whether all letters of a player are crossed out."""
    return completed_at(game, player, game.drawn) is not None


def completed_at(game: BingoGame, player: str, drawn: str) -> int | None:
    """Return with which tile, from 1, a player is complete; None: he is not."""
    words = game.fixed.get(player)
    return None if words is None else complete_at(words, drawn, blanks=game.rules.blanks)


def at_zat(
    game: BingoGame, chance: Chance, now: datetime, *, is_early: bool = False
) -> tuple[Event, ...]:
    """Return what the ZAT of the open round brings: tiles, or the end, and both where somebody has won.

    The words are fixed by then.
    """
    playing = game.round
    if playing is None or game.words is None:
        raise ValueError(f"{game.id}: there is no ZAT without a round and words")
    called = _won_by_call(game, playing, is_early=is_early)
    ended = GameEnded(chance.seed.hex(), BY_BINGO, now)
    if called is not None:
        return called, ended
    tiles = chance.one_by_one(
        f"draw {playing.number} 0", game.bag, min(game.rules.per_round, len(game.bag))
    )
    reached = _won_by_tiles(game, playing.number, tiles)
    drawn = (TilesCalled(playing.number, tiles, playing.deadline, now),) if tiles else ()
    if reached is None and tiles:
        return drawn
    return (*drawn, *((reached,) if reached is not None else ()), ended)


def _won_by_tiles(game: BingoGame, number: int, tiles: str) -> BingoReached | None:
    """Return who wins with the earliest tile, where the referee sees it himself or none is left.

    Where players call, the last tile does not end the game: it can still be called, until the ZAT
    after it; if nobody does, this decides.
    """
    if game.rules.call is Call.PLAYER and tiles:
        return None
    drawn = game.drawn + tiles
    words = {name: game.fixed.get(name) or () for name in game.playing}
    won = winners(words, drawn, blanks=game.rules.blanks)
    if not won:
        return None
    return BingoReached(number, won, completed_at(game, won[0], drawn))


def _won_by_call(
    game: BingoGame, playing: OpenBingoRound, *, is_early: bool
) -> BingoReached | None:
    """Return who wins because he called by the ZAT.

    As long as nobody was complete a ZAT earlier, the earliest tile wins among those who call; once a
    ZAT has passed without a call, the call that came first.
    """
    if game.rules.call is Call.AUTO:
        return None
    in_time = [
        call
        for call in game.calls
        if call.player in game.playing and (is_early or is_in_time(call.received, playing.deadline))
    ]
    if not in_time:
        return None
    callers = tuple(dict.fromkeys(call.player for call in in_time))
    if has_passed_uncalled(game):
        first = min(call.received for call in in_time)
        won = [call.player for call in in_time if call.received == first]
        return BingoReached(playing.number, tuple(dict.fromkeys(won)), None)
    at = {name: completed_at(game, name, game.drawn) or 0 for name in callers}
    earliest = min(at.values())
    won_by = tuple(name for name in game.playing if at.get(name) == earliest)
    return BingoReached(playing.number, won_by, earliest)


def has_passed_uncalled(game: BingoGame) -> bool:
    """Tell whether somebody was complete a ZAT ago: from then on the first call wins."""
    before = "".join(each.tiles for each in game.draws[:-1])
    return any(completed_at(game, name, before) is not None for name in game.playing)


class BingoRow(Struct, frozen=True):
    """How far a player is; which words he has is told after the end alone."""

    player: str
    left: int
    has_left: bool
    """Whether he plays no more."""
    crossed: Crossed | None
    tile: int | None
    """With which tile he was complete; None: he was not, or it is not told."""
    is_winner: bool


def rows_of(game: BingoGame) -> Iterator[BingoRow]:
    """Yield how far those are who play, in the order they joined; nobody before the first ZAT."""
    won = game.outcome.players if game.outcome is not None else ()
    left = dict(left_after(game, game.draws[-1].number)) if game.draws else {}
    for name, words in game.fixed.items():
        crossed = crossed_out(words, game.drawn, blanks=game.rules.blanks)
        tile = completed_at(game, name, game.drawn) if game.is_over else None
        shown = crossed if game.is_over else None
        has_left = game.players[name].has_left
        yield BingoRow(name, left.get(name, crossed.left), has_left, shown, tile, name in won)


def left_after(game: BingoGame, number: int) -> Sequence[tuple[str, int]]:
    """Return how many letters each player wanted after the tiles of a round."""
    if number in game.left:
        return list(zip(game.fixed, game.left[number], strict=True))
    drawn = "".join(each.tiles for each in game.draws if each.number <= number)
    blanks = game.rules.blanks
    return [
        (name, crossed_out(words, drawn, blanks=blanks).left) for name, words in game.fixed.items()
    ]
