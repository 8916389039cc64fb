"""A closed round judged again: every entry, who wins, what is laid, totals and ranks.

Then what lies between two rounds: the letters drawn, and players who come and go.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType

from msgspec.structs import replace

from mailref.export.read_export import (
    Difference,
    Export,
    ExportedDraw,
    ExportedEntry,
    ExportedLaid,
    ExportedLot,
    ExportedRound,
    Joining,
    Unlike,
    unlike,
)
from mailref.export.verify_moves import (
    VERDICTS,
    RecordedWords,
    as_written,
    expected_move,
    unreadable,
    words_of,
    wrong_faults,
    wrong_top,
)
from mailref.rules.board import TILES, in_order, missing_from, without
from mailref.rules.chance import Chance
from mailref.rules.events import (
    BoardCleared,
    DrawnAnew,
    DrawsMixed,
    GameEnded,
    LettersDrawn,
    MoveEntered,
    MoveWasLate,
    Noted,
    PlayerJoined,
    PlayerLeft,
    PlayerReturned,
    RoundClosed,
    RulesChanged,
    ScoreCorrected,
    TieRuled,
)
from mailref.rules.game import unread_note
from mailref.rules.moves import TooManyMoves
from mailref.rules.replay import apply
from mailref.rules.rounds.closed_round import ClosedRound, ClosedRow
from mailref.rules.rounds.closing import Closing, result_of
from mailref.rules.rounds.draw import Draw, meets_minimum
from mailref.rules.rounds.in_force import judge_of
from mailref.rules.rounds.next_round import Letters, go_on
from mailref.rules.rounds.results import EntryStatus, RoundResult
from mailref.rules.rounds.round_game import RoundGame
from mailref.rules.rounds.ties import AskGameMaster, move_name
from mailref.rules.schedule import is_in_time
from mailref.rules.scoring import Judged
from mailref.rules.variant import LateJoiner, Rules, Tie

AT = datetime(1970, 1, 1, tzinfo=UTC)
"""Stands for times that no rule looks at."""
_ANY_CHANCE = Chance(bytes(32))
"""Stands for the unknown seed: how many letters are drawn does not depend on it."""


class RecordedLot(Chance, frozen=True):
    """Stands for an unknown seed: the lot fell where the record says."""

    chosen: int = 0

    def pick(self, purpose: str, choices: int) -> int:  # noqa: ARG002  Chance's signature
        """Return what was recorded, if it is one of the choices."""
        return min(max(self.chosen, 0), choices - 1)


def close(
    game: RoundGame, shown: ExportedRound, closed: datetime, chance: Chance | None
) -> Generator[Difference, None, RoundGame]:
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
    told = after.last
    assert told is not None  # noqa: S101  it has just been closed
    rows = {row.player: row for row in told.rows}
    expected = {
        entry.player: _expected_entry(told.rules, shown, entry, rows[entry.player])
        for entry in shown.entries
    }
    for entry in shown.entries:
        row = rows[entry.player]
        yield from _at(shown, entry, _faults(row, entry))
        yield from _at(shown, entry, unlike(expected[entry.player], entry))
    yield from _others(told, shown)
    for each in (*_order(shown), *_of_the_move_laid(result, shown, expected)):
        yield each.at(shown.number)
    yield from (each.at(shown.number) for each in wrong_top(game, shown))
    return after


def _no_top(*_: object) -> None:
    """The top is checked by itself: it decides nothing."""


def _at(
    shown: ExportedRound, entry: ExportedEntry, found: Iterator[Unlike]
) -> Iterator[Difference]:
    return (each.at(shown.number, entry.player) for each in found)


def _as_read(game: RoundGame, shown: ExportedRound, entry: ExportedEntry) -> Iterator[Unlike]:
    """Yield what keeps an entry from being judged, or contradicts its time, a switch or a ruling."""
    for index, move in enumerate(entry.moves):
        codes = tuple(fault.code for fault in move.faults)
        is_beyond = game.rules.moves is not None and index >= game.rules.moves
        if is_beyond and TooManyMoves.code not in codes:
            yield Unlike(f"moves[{index}].faults", (*codes, TooManyMoves.code), codes)
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
    has_mail = entry.status not in (EntryStatus.MISSING, EntryStatus.UNREAD)
    if has_mail is (entry.received is None):
        yield Unlike("received", "a time" if has_mail else None, entry.received)
    if has_mail and entry.received is not None:
        yield from _of_its_zat(shown, entry.received, is_late=entry.status == EntryStatus.LATE)


def _of_its_zat(shown: ExportedRound, received: datetime, *, is_late: bool) -> Iterator[Unlike]:
    """A move that counts was in time for a ZAT that the round had, a late one too late for one."""
    zats = [zat for zat in shown.zats if zat is not None]
    is_timed = len(zats) == len(shown.zats) and not shown.paused
    if is_late and all(is_in_time(received, zat) for zat in zats):
        yield Unlike("received", f"after {_shown(zats)}", received.isoformat())
    elif not is_late and is_timed and not any(is_in_time(received, zat) for zat in zats):
        yield Unlike("received", f"not after {_shown(zats)}", received.isoformat())


def _shown(zats: Sequence[datetime]) -> str:
    return " or ".join(zat.isoformat() for zat in zats)


def _allowed(word: str, rulings: Mapping[str, bool]) -> tuple[str, ...]:
    if len(word) == 1:
        return ("refused",)
    if word in rulings:
        return ("accepted",) if rulings[word] else ("refused",)
    return tuple(verdict for verdict in VERDICTS if verdict != "accepted")


def _verdicts(shown: ExportedRound) -> Mapping[str, str]:
    verdicts: dict[str, str] = {}
    for entry in shown.entries:
        for word in words_of(entry.moves):
            verdicts.setdefault(word.word, word.verdict)
    return verdicts


def _with_entries(game: RoundGame, shown: ExportedRound) -> RoundGame:
    """Enter the moves; of equal seconds the winner's came first, as far as anybody can still tell."""
    winners = shown.laid.players if shown.laid else ()
    in_time = [
        entry for entry in shown.entries if entry.status not in ("late", "missing", "unread")
    ]
    for entry in sorted(in_time, key=lambda each: each.player not in winners):
        moves = tuple(as_written(move, game.rules.axes) for move in entry.moves)
        assert entry.received is not None  # noqa: S101  _as_read has looked
        game = apply(game, MoveEntered(entry.player, shown.number, entry.received, "", moves))
    for entry in shown.entries:
        if entry.status == EntryStatus.LATE and entry.received is not None:
            game = apply(game, MoveWasLate(entry.player, shown.number, entry.received, ()))
        if entry.status == EntryStatus.UNREAD and entry.player in game.players:
            game = apply(game, Noted(unread_note(game, shown.number, entry.player), AT))
    return game


def _chance(shown: ExportedRound, chance: Chance | None) -> Chance:
    lot = shown.laid.lot if shown.laid else None
    return chance or RecordedLot(b"", lot.chosen if lot else 0)


def _result(game: RoundGame, shown: ExportedRound, closing: Closing) -> RoundResult | AskGameMaster:
    closing = replace(closing, is_early=shown.early, undecided=shown.undecided, policy=shown.policy)
    result = result_of(game, closing)
    if isinstance(result, AskGameMaster) and shown.laid and Tie.GAME_MASTER in shown.laid.tie:
        chosen = next(
            (name for name in result.choices if name == _laid_name_in(game, shown, closing)), None
        )
        if chosen is not None:
            return result_of(apply(game, TieRuled(shown.number, chosen, "")), closing)
    return result


def _laid_name(shown: ExportedRound) -> tuple[str, ...] | None:
    return shown.laid.players if shown.laid else None


def _laid_name_in(game: RoundGame, shown: ExportedRound, closing: Closing) -> str | None:
    """Return the name of the move that the record says was laid."""
    if shown.laid is None or next(unreadable(shown.laid.move, game.rules.axes), None):
        return None
    judge = judge_of(game, closing.lexicon)
    judged: Judged = judge.judge(as_written(shown.laid.move, game.rules.axes))
    return move_name(judged, game.rules)


def _after(game: RoundGame, shown: ExportedRound, result: RoundResult) -> RoundGame:
    """Close the round, and make the corrections that name it."""
    game = apply(game, RoundClosed(result))
    corrections = [
        (each.order, row.player, each.points) for row in shown.rows for each in row.adjustments
    ]
    for _, player, points in sorted(corrections):
        game = apply(game, ScoreCorrected(player, shown.number, points, ""))
    return game


def _faults(row: ClosedRow, entry: ExportedEntry) -> Iterator[Unlike]:
    for index, (judged, found) in enumerate(zip(row.moves, entry.moves, strict=True)):
        for field, wanted, shown in wrong_faults(judged, found):
            yield Unlike(f"moves[{index}].{field}", wanted, shown)


def _expected_entry(
    rules: Rules, shown: ExportedRound, entry: ExportedEntry, row: ClosedRow
) -> ExportedEntry:
    moves = tuple(
        expected_move(judged, found, rules, counts=index == row.counts, is_final=shown.final)
        for index, (judged, found) in enumerate(zip(row.moves, entry.moves, strict=True))
    )
    move = moves[row.counts or 0] if moves else None
    first = move.plays[0] if move and move.plays else None
    return ExportedEntry(
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
        total=row.total,
        rank=row.rank,
    )


def _others(closed: ClosedRound, shown: ExportedRound) -> Iterator[Difference]:
    """Yield what is wrong in the totals and ranks of those who took no part."""
    for former in shown.former:
        name = former.player
        expected = replace(former, total=closed.totals[name], rank=closed.ranks[name])
        for each in unlike(expected, former):
            yield each.at(shown.number, former.player)


def _order(shown: ExportedRound) -> Iterator[Unlike]:
    ranks = tuple(entry.rank for entry in shown.entries)
    if ranks != tuple(sorted(ranks)):
        yield Unlike("entries", "by rank", ranks)


def _of_the_move_laid(
    result: RoundResult, shown: ExportedRound, expected: Mapping[str, ExportedEntry]
) -> Iterator[Unlike]:
    laid = result.laid
    if laid is None:
        yield from unlike(None, shown.laid, "laid")
    else:
        move = expected[laid.players[0]].move
        assert move is not None  # noqa: S101  who found the move laid has a move that counts
        lot = ExportedLot(laid.lot.purpose, laid.lot.choices, laid.lot.chosen) if laid.lot else None
        yield from unlike(ExportedLaid(move, laid.players, laid.tie, lot), shown.laid, "laid")
    for number, (row, found) in enumerate(zip(result.board.rows, shown.board.rows, strict=True)):
        if row != found:
            yield Unlike(f"board[{number}]", row, found)


def next_letters(
    game: RoundGame, drawn: ExportedDraw, rules: Rules, chance: Chance | None
) -> Generator[Unlike, None, RoundGame]:
    """Check the letters drawn for the next round, and return the game with them."""
    if game.next_rules != rules:
        game = apply(game, RulesChanged(rules))
    if drawn.round != game.next_round:
        yield Unlike("draw.round", game.next_round, drawn.round)
    if drawn.mix is not None:
        words = tuple((each.player, each.word) for each in drawn.mix)
        game = apply(game, DrawsMixed(game.next_round, words))
    if because := end_of_game(game, chance):
        yield Unlike("ended", because, None)
    if drawn.by_hand and drawn.anew:
        yield Unlike("draw.anew", (), drawn.anew)
    for because in drawn.anew:
        game = apply(game, DrawnAnew(game.next_round, because))
    game, expected = _expected(game, chance)
    yield from _against_the_bag(game, drawn)
    draw = _recorded(game, drawn)
    if not drawn.by_hand:
        yield from _by_rule(game, drawn, draw, expected)
        if chance is not None:
            yield from _by_seed(drawn, expected)
    return apply(game, LettersDrawn(game.next_round, draw, AT))


def end_of_game(game: RoundGame, chance: Chance | None) -> str | None:
    """Return why the game is over now that its last round is closed."""
    events = go_on(game, Letters(), chance or _ANY_CHANCE, AT)
    return next((event.because for event in events if isinstance(event, GameEnded)), None)


def is_cleared(game: RoundGame, rules: Rules) -> bool:
    """Tell whether the board is cleared before the letters of the next round are drawn."""
    game = apply(game, RulesChanged(rules))
    events = go_on(game, Letters(), _ANY_CHANCE, AT)
    return any(isinstance(event, BoardCleared) for event in events)


def _expected(game: RoundGame, chance: Chance | None) -> tuple[RoundGame, Draw]:
    """Return the game before the draw, its board cleared if need be, and the draw that follows."""
    for event in go_on(game, Letters(), chance or _ANY_CHANCE, AT):
        if isinstance(event, LettersDrawn):
            return game, event.draw
        game = apply(game, event)
    raise AssertionError("the game goes on, so letters are drawn")


def _against_the_bag(game: RoundGame, drawn: ExportedDraw) -> Iterator[Unlike]:
    """Yield tiles that were returned but not on the rack, or drawn but not in the bag."""
    for field, letters in (("draw.returned", drawn.returned), ("draw.drawn", drawn.drawn)):
        if set(letters) - set(TILES.counts):
            yield Unlike(field, "tiles of the game", letters)
    if missing_from(game.rack, drawn.returned):
        yield Unlike("draw.returned", f"letters of {game.rack}", drawn.returned)
    pool = in_order(game.bag + drawn.returned)
    if missing := missing_from(pool, drawn.drawn):
        yield Unlike("draw.drawn", f"tiles of the bag, which does not hold {missing}", drawn.drawn)


def _recorded(game: RoundGame, drawn: ExportedDraw) -> Draw:
    return Draw(
        drawn=in_order(drawn.drawn),
        returned=drawn.returned,
        rack=in_order(without(game.rack, drawn.returned) + drawn.drawn),
        bag=without(in_order(game.bag + drawn.returned), drawn.drawn),
        redraws=drawn.redraws,
        is_relaxed=drawn.relaxed,
        by_hand=drawn.by_hand,
    )


def _by_rule(game: RoundGame, drawn: ExportedDraw, draw: Draw, expected: Draw) -> Iterator[Unlike]:
    """Yield what no seed allows: another number of letters, a rack that fails the minimum."""
    if len(draw.rack) != len(expected.rack):
        yield Unlike("draw.drawn", f"{len(expected.rack)} letters on the rack", drawn.drawn)
    fails = not meets_minimum(game.next_rules, game.next_round, draw.rack)
    if expected.drawn and drawn.relaxed is not fails:
        yield Unlike("draw.relaxed", fails, drawn.relaxed)


def _by_seed(drawn: ExportedDraw, expected: Draw) -> Iterator[Unlike]:
    pairs: tuple[tuple[str, object, object], ...] = (
        ("draw.drawn", expected.drawn, drawn.drawn),
        ("draw.returned", expected.returned, drawn.returned),
        ("draw.redraws", expected.redraws, drawn.redraws),
        ("draw.relaxed", expected.is_relaxed, drawn.relaxed),
    )
    for field, wanted, found in pairs:
        if wanted != found:
            yield Unlike(field, wanted, found)


def join(game: RoundGame, joining: Joining) -> RoundGame:
    """Return the game with the player."""
    return apply(
        game,
        PlayerJoined(joining.player, (), joining.base, joining.missed, is_late=joining.late),
    )


def seated(game: RoundGame, players: Sequence[Joining]) -> RoundGame:
    """Return the game with its players in the order in which they came: by it, those of equal moves are named.

    Who came while a round was open again has an earlier first round than some who came before.
    """
    there = {
        each.player: game.players[each.player] for each in players if each.player in game.players
    }
    return replace(game, players=MappingProxyType(there))


def with_corrections_to_come(game: RoundGame, players: Sequence[Joining]) -> RoundGame:
    """Return the game with the corrections that stand in no closed round yet."""
    for joining in players:
        for each in joining.adjustments:
            game = apply(game, ScoreCorrected(joining.player, 0, each.points, ""))
    return game


def only_playing(game: RoundGame, shown: ExportedRound) -> RoundGame:
    """Return the game in which those take part who have a row in *shown*."""
    playing = {entry.player for entry in shown.entries}
    for player in game.players.values():
        if player.has_left and player.name in playing:
            game = apply(game, PlayerReturned(player.name))
        elif not player.has_left and player.name not in playing:
            game = apply(game, PlayerLeft(player.name, ""))
    return game


def wrong_start(
    export: Export, joining: Joining, game: RoundGame, rules: Mapping[int, Rules]
) -> Iterator[Unlike]:
    """Yield what a player cannot have begun with, given the game as it was then."""
    first = export.first_round
    if joining.player in game.players:
        yield Unlike("players", "each player once", joining.player)
    is_late = joining.round > first
    if joining.late is not is_late and (is_late or not export.is_taken_over):
        yield Unlike("late", is_late, joining.late)
    if not joining.late and not export.is_taken_over:
        for field, found in (("base", joining.base), ("missed", joining.missed)):
            if found:
                yield Unlike(field, 0, found)
    if joining.among and not joining.late:
        yield Unlike("among", (), joining.among)
    if joining.late and is_late and not _was_reopened(export, joining):
        yield from _wrong_base(export, joining, game, rules)


def _was_reopened(export: Export, joining: Joining) -> bool:
    """Tell whether a round was judged anew since: the base was fixed by what is gone (rules 8)."""
    before = (each for each in export.rounds if each.number < joining.round)
    return any(each.reopened > joining.based_on.reopened for each in before)


def _wrong_base(
    export: Export, joining: Joining, game: RoundGame, rules: Mapping[int, Rules]
) -> Iterator[Unlike]:
    """The switch is that of the round in which he came, or of the next if it was just changed."""
    if strangers := set(joining.among) - set(game.players):
        yield Unlike("among", "players of the game", tuple(sorted(strangers)))
        return
    if joining.missed:
        yield Unlike("missed", 0, joining.missed)
    near = [rules[n] for n in (joining.round, joining.round + 1) if n in rules] or [game.next_rules]
    lowest = _lowest(export, joining, game)
    allowed = {lowest if each.late_joiner is LateJoiner.LOWEST else 0 for each in near}
    if joining.base not in allowed:
        yield Unlike("base", min(allowed) if len(allowed) == 1 else tuple(allowed), joining.base)


def _lowest(export: Export, joining: Joining, game: RoundGame) -> int:
    """Return the lowest total of those who missed fewest rounds, as totals stood when he came."""
    players = [game.players[name] for name in joining.among]
    if not players:
        return 0
    since = _corrected_since(export, joining)
    fewest = min(player.missed for player in players)
    return min(p.total - since.get(p.name, 0) for p in players if p.missed == fewest)


def _corrected_since(export: Export, joining: Joining) -> Mapping[str, int]:
    """Return by how much totals, as replayed up to then, are more than when his base was told.

    Corrections of the rounds before may have been made since; one of his first round may have been made
    by then, if that round was open again, and stands in no closed round if it still is.
    """
    since: dict[str, int] = {}
    before = [
        (row.player, row.adjustments)
        for shown in export.rounds
        for row in shown.rows
        if shown.number < joining.round
    ]
    later = [(player.player, player.adjustments) for player in export.players]
    later += [
        (row.player, row.adjustments)
        for shown in export.rounds
        for row in shown.rows
        if shown.number >= joining.round
    ]
    known = joining.based_on.corrections
    for player, adjustments in before:
        made = sum(each.points for each in adjustments if each.order > known)
        since[player] = since.get(player, 0) + made
    for player, adjustments in later:
        made = sum(each.points for each in adjustments if each.order <= known)
        since[player] = since.get(player, 0) - made
    return since
