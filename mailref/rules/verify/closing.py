"""A closed round judged again: every entry, who wins, what is laid, totals and ranks."""

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from mailref.rules.adjudication import Closing, result_of
from mailref.rules.chance import Chance
from mailref.rules.events import (
    MoveEntered,
    MoveWasLate,
    RoundClosed,
    ScoreCorrected,
    TieRuled,
)
from mailref.rules.game import Game
from mailref.rules.judged import Judged
from mailref.rules.legality import Judge
from mailref.rules.replay import apply
from mailref.rules.results import EntryStatus, PlayerResult, RoundResult
from mailref.rules.ties import AskGameMaster, move_name
from mailref.rules.variant import Tie
from mailref.rules.verify import model
from mailref.rules.verify.model import Difference, Entry, Round
from mailref.rules.verify.moves import (
    RecordedWords,
    as_written,
    expected_move,
    unreadable,
    words_of,
    wrong_faults,
)
from mailref.rules.verify.tops import wrong_top
from mailref.rules.verify.unlike import Unlike, unlike

_VERDICTS = ("valid", "accepted", "unknown", "refused")


@dataclass(frozen=True, slots=True)
class RecordedLot(Chance):
    """Stands for an unknown seed: the lot fell where the record says."""

    chosen: int = 0

    def pick(self, purpose: str, choices: int) -> int:  # noqa: ARG002  Chance's signature
        """Return what was recorded, if it is one of the choices."""
        return min(max(self.chosen, 0), choices - 1)


def close(
    game: Game, shown: Round, closed: datetime, chance: Chance | None
) -> Generator[Difference, None, Game]:
    """Check a closed round, and return the game after it and its corrections."""
    for entry in shown.entries:
        yield from _at(shown, entry, _as_read(game, shown, entry))
    game = _with_entries(game, shown)
    words = RecordedWords(_verdicts(shown))
    result = _result(game, shown, Closing(closed, words, _chance(shown, chance), _no_top))
    if isinstance(result, AskGameMaster):
        yield Difference(shown.number, None, "laid", result.choices, _laid_name(shown))
        return game
    after = _after(game, shown, result)
    rows = {row.player: row for row in result.entries}
    expected = {
        entry.player: _expected_entry(after, shown, entry, rows[entry.player])
        for entry in shown.entries
    }
    for entry in shown.entries:
        row = rows[entry.player]
        yield from _at(shown, entry, _faults(row, entry))
        yield from _at(shown, entry, unlike(expected[entry.player], entry))
    yield from _others(after, shown)
    for each in (*_order(shown), *_of_the_move_laid(result, shown, expected)):
        yield each.at(shown.number)
    yield from (each.at(shown.number) for each in wrong_top(game, shown))
    return after


def _no_top(*_: object) -> None:
    """The top is checked by itself: it decides nothing."""


def _at(shown: Round, entry: Entry, found: Iterator[Unlike]) -> Iterator[Difference]:
    return (each.at(shown.number, entry.player) for each in found)


def _as_read(game: Game, shown: Round, entry: Entry) -> Iterator[Unlike]:
    """Yield what keeps an entry from being judged, or contradicts its time, a switch or a ruling."""
    if game.rules.moves is not None and len(entry.moves) > game.rules.moves:
        yield Unlike("moves", f"at most {game.rules.moves}", len(entry.moves))
    for index, move in enumerate(entry.moves):
        if not shown.final and len(move.plays) > game.rules.plays:
            yield Unlike(f"moves[{index}].plays", f"at most {game.rules.plays}", len(move.plays))
        for field, wanted, found in unreadable(move, game.rules.axes):
            yield Unlike(f"moves[{index}].{field}", wanted, found)
        for word in words_of((move,)):
            allowed = _allowed(word.word, game.rulings)
            if word.verdict not in allowed:
                yield Unlike(f"moves[{index}].plays.words.verdict", allowed, word.verdict)
    if entry.status not in set(EntryStatus):
        yield Unlike("status", tuple(map(str, EntryStatus)), entry.status)
    has_mail = entry.status != EntryStatus.MISSING
    if has_mail is (entry.received is None):
        yield Unlike("received", "a time" if has_mail else None, entry.received)
    in_time = has_mail and entry.status != EntryStatus.LATE
    zat = shown.deadline
    if in_time and zat is not None and entry.received is not None and entry.received > zat:
        yield Unlike("received", f"not after {zat.isoformat()}", entry.received.isoformat())


def _allowed(word: str, rulings: Mapping[str, bool]) -> tuple[str, ...]:
    if len(word) == 1:
        return ("refused",)
    if word in rulings:
        return ("accepted",) if rulings[word] else ("refused",)
    return tuple(verdict for verdict in _VERDICTS if verdict != "accepted")


def _verdicts(shown: Round) -> Mapping[str, str]:
    verdicts: dict[str, str] = {}
    for entry in shown.entries:
        for word in words_of(entry.moves):
            verdicts.setdefault(word.word, word.verdict)
    return verdicts


def _with_entries(game: Game, shown: Round) -> Game:
    """Enter the moves; of equal seconds the winner's came first, as far as anybody can still tell."""
    winners = shown.laid.players if shown.laid else ()
    in_time = [entry for entry in shown.entries if entry.status not in ("late", "missing")]
    for entry in sorted(in_time, key=lambda each: each.player not in winners):
        moves = tuple(as_written(move, game.rules.axes) for move in entry.moves)
        assert entry.received is not None  # noqa: S101  _as_read has looked
        game = apply(game, MoveEntered(entry.player, shown.number, entry.received, "", moves))
    for entry in shown.entries:
        if entry.status == EntryStatus.LATE and entry.received is not None:
            game = apply(game, MoveWasLate(entry.player, shown.number, entry.received, ()))
    return game


def _chance(shown: Round, chance: Chance | None) -> Chance:
    lot = shown.laid.lot if shown.laid else None
    return chance or RecordedLot(b"", lot.chosen if lot else 0)


def _result(game: Game, shown: Round, closing: Closing) -> RoundResult | AskGameMaster:
    closing = replace(closing, is_early=shown.early, undecided=shown.undecided, policy=shown.policy)
    result = result_of(game, closing)
    if isinstance(result, AskGameMaster) and shown.laid and Tie.GAME_MASTER in shown.laid.tie:
        chosen = next(
            (name for name in result.choices if name == _laid_name_in(game, shown, closing)), None
        )
        if chosen is not None:
            return result_of(apply(game, TieRuled(shown.number, chosen, "")), closing)
    return result


def _laid_name(shown: Round) -> model.Fact:
    return shown.laid.players if shown.laid else None


def _laid_name_in(game: Game, shown: Round, closing: Closing) -> str | None:
    """Return the name of the move that the record says was laid."""
    if shown.laid is None or next(unreadable(shown.laid.move, game.rules.axes), None):
        return None
    judge = Judge(game.position, closing.lexicon, game.rulings)
    judged: Judged = judge.judge(as_written(shown.laid.move, game.rules.axes))
    return move_name(judged, game.rules)


def _after(game: Game, shown: Round, result: RoundResult) -> Game:
    """Close the round, and make the corrections that name it."""
    game = apply(game, RoundClosed(result))
    corrections = [
        (each.order, row.player, each.points) for row in shown.rows for each in row.adjustments
    ]
    for _, player, points in sorted(corrections):
        game = apply(game, ScoreCorrected(player, shown.number, points, ""))
    return game


def _faults(row: PlayerResult, entry: Entry) -> Iterator[Unlike]:
    for index, (judged, found) in enumerate(zip(row.moves, entry.moves, strict=True)):
        for field, wanted, shown in wrong_faults(judged, found):
            yield Unlike(f"moves[{index}].{field}", wanted, shown)


def _expected_entry(after: Game, shown: Round, entry: Entry, row: PlayerResult) -> Entry:
    rules = after.before_close.rules if after.before_close else after.rules
    moves = tuple(
        expected_move(judged, found, rules, counts=index == row.counts, is_final=shown.final)
        for index, (judged, found) in enumerate(zip(row.moves, entry.moves, strict=True))
    )
    move = moves[row.counts or 0] if moves else None
    first = move.plays[0] if move and move.plays else None
    player = after.players[entry.player]
    return Entry(
        player=entry.player,
        received=row.received,
        moves=moves,
        counts=row.counts,
        status=row.status.value,
        move=move,
        square=first.square if first else None,
        direction=first.direction if first else None,
        word=first.word if first else None,
        formula=move.formula if move and row.counts is not None else None,
        faults=move.faults if move else (),
        points=row.points,
        base=row.base,
        deduction=row.deduction,
        adjustments=entry.adjustments,
        total=player.total,
        rank=player.rank or 0,
    )


def _others(after: Game, shown: Round) -> Iterator[Difference]:
    """Yield what is wrong in the totals and ranks of those who took no part."""
    for former in shown.former:
        player = after.players[former.player]
        expected = replace(former, total=player.total, rank=player.rank or 0)
        for each in unlike(expected, former):
            yield each.at(shown.number, former.player)


def _order(shown: Round) -> Iterator[Unlike]:
    ranks = tuple(entry.rank for entry in shown.entries)
    if ranks != tuple(sorted(ranks)):
        yield Unlike("entries", "by rank", ranks)


def _of_the_move_laid(
    result: RoundResult, shown: Round, expected: Mapping[str, Entry]
) -> Iterator[Unlike]:
    laid = result.laid
    if laid is None:
        yield from unlike(None, shown.laid, "laid")
    else:
        move = expected[laid.players[0]].move
        assert move is not None  # noqa: S101  who found the move laid has a move that counts
        lot = model.Lot(laid.lot.purpose, laid.lot.choices, laid.lot.chosen) if laid.lot else None
        yield from unlike(model.Laid(move, laid.players, laid.tie, lot), shown.laid, "laid")
    for number, (row, found) in enumerate(zip(result.board.rows, shown.board, strict=True)):
        if row != found:
            yield Unlike(f"board[{number}]", row, found)
