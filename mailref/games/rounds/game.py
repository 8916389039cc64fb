"""The state of a game in rounds: one board and rack for all, the open round, the totals.

What events change in a game in rounds: the open round, the letters, the close, and back again.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

from msgspec.structs import replace

from mailref.games import events as happened
from mailref.games.by_rounds.state import GameByRounds
from mailref.games.chance import Chance
from mailref.games.events import DrawsMixed, Event
from mailref.games.game import Player, begun, less, plus, rename, renamed, with_player
from mailref.games.rounds import events as in_rounds
from mailref.games.rounds import past_rounds
from mailref.games.rounds.events import DrawnAnew, InRoundGame, LettersDrawn
from mailref.games.rounds.results import EntryStatus
from mailref.games.rounds.rules import Rules
from mailref.structs import OnRecord
from mailref.tiles.board import TILES, Board, without
from mailref.tiles.moves import WrittenMove
from mailref.tiles.top.found import SetPosition


class RoundPlayer(Player, frozen=True, kw_only=True):
    """A player of a game in rounds: he may join late, and miss rounds."""

    base: int
    """What he started with."""
    missed: int
    """Rounds without a move in time."""
    missed_in_a_row: int = 0
    is_late_joiner: bool = False
    joined_in: int = 1
    """The round that was open when he joined."""
    back_in: int = 0
    """The round in which he came back, where he had left."""
    leaves_after: int | None = None
    """The last round in which he takes part, where it is known: also if an earlier one is redone."""

    def is_active_in(self, number: int) -> bool:
        """Tell whether he takes part in this round, the open one."""
        return not self.has_left and self.joined_in <= number and self.back_in <= number

    def leaves_by(self, number: int) -> bool:
        """Tell whether he leaves with this round, or with one before it."""
        return self.is_leaving and (self.leaves_after or number) <= number


class ReceivedEntry(OnRecord, frozen=True):
    """An entry of the open round as it came in."""

    received: datetime
    mail: str
    moves: tuple[WrittenMove, ...]
    order: int = 0
    """By which entries of equal seconds follow each other (rules 8: in order of UID)."""

    @property
    def arrival(self) -> tuple[datetime, int]:
        return self.received, self.order


class OpenRound(OnRecord, frozen=True):
    """The round that is being played."""

    number: int
    deadline: datetime | None
    is_final: bool
    opened: datetime
    entries: Mapping[str, tuple[ReceivedEntry, ...]] = MappingProxyType({})
    """By player, in the order they came; the newest that holds something valid is in force."""
    late: Mapping[str, datetime] = MappingProxyType({})
    """Players whose only entry came after the ZAT, and when."""
    late_entries: Mapping[str, tuple[ReceivedEntry, ...]] = MappingProxyType({})
    """Those entries by player: they count if the round is still open when they come after all."""
    tie_choice: str | None = None


class RoundPosition(SetPosition, frozen=True):
    """The position of an open round: the letters are everybody's, and a move may have several plays."""

    rules: Rules

    @property
    def most_plays(self) -> int | None:
        """Return how many plays a move may have; None: any number."""
        return None if self.is_final else self.rules.plays


class RoundGame(GameByRounds, frozen=True, kw_only=True):
    """A game in rounds as it stands."""

    family: ClassVar[str] = "rounds"
    rules: Rules
    """In force for the open round."""
    next_rules: Rules
    """In force from the next round on."""
    board: Board
    rack: str
    bag: str
    first_round: int
    is_taken_over: bool
    players: Mapping[str, RoundPlayer] = MappingProxyType({})
    round: OpenRound | None = None
    """None before the first round opens, between close and draw by hand, and after the end."""
    next_round: int = 1
    """The number of the round to open next, where none is open."""
    last: past_rounds.ClosedRound | None = None
    """The round closed last."""
    last_draw: LettersDrawn | None = None
    before_close: "RoundGame | None" = None
    """The state in which the last round was closed, so that it can be reopened."""
    corrections: tuple[past_rounds.Correction, ...] = ()
    """All that were made, in order."""
    empty_rounds: int = 0
    """Rounds in a row in which nobody had a valid move."""
    drawn_anew: tuple[DrawnAnew, ...] = ()
    """Each time that the game master had letters drawn anew, in order."""
    ahead: "RoundGame | None" = None
    """The state in which a round was opened again: what was sent for the next one is kept in it."""
    lot_words: Mapping[str, tuple[tuple[int, str], ...]] = MappingProxyType({})
    """By player: his words for draws and lots, each with the round from which it is mixed in."""
    mixes: tuple[DrawsMixed, ...] = ()
    """What was mixed into the draws of rounds; none where the seed alone decides."""

    @property
    def board_left(self) -> Board:
        return self.board

    @property
    def position(self) -> RoundPosition:
        """Return what the moves of the open round are judged in."""
        is_final = self.round is not None and self.round.is_final
        return RoundPosition(self.board, self.rack, self.rules, is_final=is_final)

    @property
    def active(self) -> tuple[RoundPlayer, ...]:
        """Return the players who take part, in the order they joined.

        Nobody takes part in a round that had been closed before he joined (rules 8).
        """
        number = self.round_number
        return tuple(player for player in self.players.values() if player.is_active_in(number))

    @property
    def staying(self) -> tuple[RoundPlayer, ...]:
        """Return those of the active who do not leave with the open round, or the one to open next."""
        number = self.round_number
        return tuple(player for player in self.active if not player.leaves_by(number))

    def has_active(self, name: str) -> bool:
        """Tell whether the player of this name takes part."""
        return name in self.players and self.players[name].is_active_in(self.round_number)

    @property
    def round_number(self) -> int:
        """Return the open round's number, or that of the next to open."""
        return self.round.number if self.round else self.next_round

    @property
    def is_drawn(self) -> bool:
        """Tell whether the letters of the round to open next are drawn."""
        return self.last_draw is not None and self.last_draw.number == self.next_round

    def reasons_anew(self, number: int) -> tuple[str, ...]:
        """Return why the letters of a round are drawn anew, once for each time."""
        return tuple(each.because for each in self.drawn_anew if each.number == number)

    @property
    def mix_of_next(self) -> DrawsMixed:
        """Return what is mixed into the draws of the round to open next, once and for all."""
        known = self.mix_of(self.next_round)
        return known or DrawsMixed(self.next_round, tuple(self._words(self.next_round)))

    @property
    def mix_of_earlier(self) -> DrawsMixed:
        """Return what is mixed in where no word counts that came during the round closed last."""
        known = self.mix_of(self.next_round)
        return known or DrawsMixed(self.next_round, tuple(self._words(self.next_round - 1)))

    @property
    def first_mixed(self) -> int:
        """Return the first round into whose draws a word is mixed that comes now (docs/chance.md)."""
        if self.round is not None:
            return self.round.number + 1
        return self.next_round + 1 if self.last is not None else self.next_round

    def mix_of(self, number: int) -> DrawsMixed | None:
        """Return what was mixed into the draws of a round; None where nothing was."""
        return next((each for each in self.mixes if each.number == number), None)

    def chance_of(self, chance: Chance, number: int) -> Chance:
        """Return *chance* with what was mixed into the draws and lots of a round."""
        mix = self.mix_of(number)
        return chance if mix is None else chance.mixed(number, mix.words)

    def _words(self, number: int) -> Iterator[tuple[str, str]]:
        for name in self.players:
            words = [word for first, word in self.lot_words.get(name, ()) if first <= number]
            if words:
                yield name, words[-1]

    @property
    def has_started(self) -> bool:
        """Tell whether a round has ever been closed in this record, or the game was taken over."""
        return self.last is not None or (self.is_taken_over and self.first_round > 1)


V = TypeVar("V")


def open_rounds(event: in_rounds.GameOpened) -> RoundGame:
    """Return the game as it begins; the bag is the tile set less what lies on the board."""
    on_board = [tile.tile for tile in event.board.tiles]
    return begun(
        RoundGame,
        event,
        next_rules=event.rules,
        rack="",
        bag=without(TILES.all_tiles, on_board),
        next_round=event.first_round,
    )


def apply_in_rounds(game: RoundGame, event: InRoundGame) -> RoundGame:
    """Return *game* after *event*; what every game knows of it has been applied before."""
    change = CHANGES.get(type(event))
    return game if change is None else change(game, event)


def _open(game: RoundGame, event: in_rounds.RoundOpened) -> RoundGame:
    opened = OpenRound(event.number, event.deadline, event.is_final, event.at)
    game = _with_press_printed(game) if event.prints_press else game
    return replace(game, round=opened, rules=event.rules, next_round=event.number, ahead=None)


def _draw(game: RoundGame, event: in_rounds.LettersDrawn) -> RoundGame:
    draw, last = event.draw, game.last.after(event) if game.last else None
    return replace(game, rack=draw.rack, bag=draw.bag, last=last, last_draw=event)


def _clear(game: RoundGame, event: in_rounds.BoardCleared) -> RoundGame:
    last = game.last.after(event) if game.last else None
    return replace(game, board=Board(), rack="", bag=TILES.all_tiles, last=last)


def _take_word(game: RoundGame, event: happened.LotWordGiven) -> RoundGame:
    words = (*game.lot_words.get(event.player, ()), (event.number, event.word))
    return replace(game, lot_words=plus(game.lot_words, event.player, words))


def _rule_tie(game: RoundGame, event: in_rounds.TieRuled) -> RoundGame:
    """Note which of equal moves is laid: in the open round, or in the last one if it is done again."""
    before = game.before_close
    is_of_last = before is not None and before.round and before.round.number == event.number
    if before is not None and is_of_last:
        return replace(game, before_close=_with_round(before, tie_choice=event.choice))
    return _with_round(game, tie_choice=event.choice)


def _leave(game: RoundGame, event: happened.PlayerLeft) -> RoundGame:
    if game.round is None:
        number = game.next_round - 1
        return with_player(game, event.name, is_leaving=False, leaves_after=number)
    number = max(game.round.number, game.players[event.name].joined_in)
    return with_player(game, event.name, has_left=False, is_leaving=True, leaves_after=number)


def _return(game: RoundGame, event: happened.PlayerReturned) -> RoundGame:
    player = game.players[event.name]
    back_in = player.back_in if player.is_leaving else game.round_number
    return with_player(game, event.name, is_leaving=False, leaves_after=None, back_in=back_in)


def _enter(game: RoundGame, event: in_rounds.MoveEntered) -> RoundGame:
    if (ahead := _where_it_is_kept(game, event.number)) is not None:
        return replace(game, ahead=_enter(ahead, event))
    entries = _entries(game)
    entry = _received(event, entries)
    # One that was late until the round got another ZAT may have come before one that was not.
    mine = sorted((*entries.get(event.player, ()), entry), key=lambda each: each.received)
    late = game.round.late_entries.get(event.player, ()) if game.round else ()
    left = tuple(each for each in late if each.mail != event.mail)
    return _with_late(
        _with_round(game, entries=plus(entries, event.player, tuple(mine))), event.player, left
    )


def _received(
    event: in_rounds.MoveEntered | in_rounds.MoveWasLate,
    known: Mapping[str, tuple[ReceivedEntry, ...]],
) -> ReceivedEntry:
    """Return an entry as the one that came after all that are *known*."""
    orders = (entry.order for each in known.values() for entry in each)
    return ReceivedEntry(event.received, event.mail, event.moves, max(orders, default=0) + 1)


def _where_it_is_kept(game: RoundGame, number: int) -> RoundGame | None:
    """Return the state in which moves for a later round wait while an earlier one is open again."""
    is_later = game.round is not None and number > game.round.number
    return game.ahead if is_later else None


def _note_late(game: RoundGame, event: in_rounds.MoveWasLate) -> RoundGame:
    """Note a late entry for the open round, or for the one closed last should it be opened again."""
    before = game.before_close
    if game.round is not None and game.round.number == event.number:
        game = _with_round(game, late=plus(game.round.late, event.player, event.received))
        return _keep_late(game, event)
    if before and before.round and before.round.number == event.number:
        return replace(game, before_close=_keep_late(before, event))
    return game


def _keep_late(game: RoundGame, event: in_rounds.MoveWasLate) -> RoundGame:
    if game.round is None or not event.mail:
        return game
    known = game.round.late_entries.get(event.player, ())
    entry = _received(event, game.round.late_entries)
    return _with_round(
        game, late_entries=plus(game.round.late_entries, event.player, (*known, entry))
    )


def _with_late(game: RoundGame, player: str, left: tuple[ReceivedEntry, ...]) -> RoundGame:
    """Return the game with those late entries of a player left that do not count after all."""
    if game.round is None or player not in game.round.late_entries:
        return game
    if left:
        return _with_round(game, late_entries=plus(game.round.late_entries, player, left))
    return _with_round(
        game, late=less(game.round.late, player), late_entries=less(game.round.late_entries, player)
    )


def _join(game: RoundGame, event: happened.PlayerJoined) -> RoundGame:
    player = RoundPlayer(
        name=event.name,
        addresses=event.addresses,
        total=event.total,
        base=event.total,
        missed=event.missed,
        is_late_joiner=event.is_late,
        joined_in=game.round_number,
        is_configured=event.is_configured,
        from_settings=event.addresses if event.is_configured else (),
    )
    return replace(game, players=plus(game.players, event.name, player))


def _fix_base(game: RoundGame, event: in_rounds.BaseFixed) -> RoundGame:
    """Let a late joiner begin with another base, in the states that may come back, too.

    Old records added to what he had, and not in the state in which the last round was closed.
    """
    if event.change is None:
        total = past_rounds.total_of_newcomer(event.player, event.base, game.corrections)
        before = _if_there(game.before_close, event)
    else:
        total, before = game.players[event.player].total + event.change, game.before_close
    game = with_player(game, event.player, base=event.base, total=total)
    return replace(game, before_close=before, ahead=_if_there(game.ahead, event))


def _if_there(game: RoundGame | None, event: in_rounds.BaseFixed) -> RoundGame | None:
    """Return a state that may come back with another base, where it knows the player."""
    if game is None or event.player not in game.players:
        return game
    return _fix_base(game, event)


def _rename(game: RoundGame, event: happened.PlayerRenamed) -> RoundGame:
    """Rename a player in all rounds, and in the states that may come back."""
    old, new = event.name, event.new_name
    before, ahead = game.before_close, game.ahead
    game = replace(
        game,
        last=game.last.renamed(old, new) if game.last else None,
        corrections=past_rounds.corrections_renamed(game.corrections, old, new),
        lot_words=renamed(game.lot_words, old, new),
        before_close=_rename(rename(before, old, new), event) if before else None,
        ahead=_rename(rename(ahead, old, new), event) if ahead else None,
    )
    if game.round is None:
        return game
    return _with_round(
        game,
        entries=renamed(game.round.entries, old, new),
        late=renamed(game.round.late, old, new),
        late_entries=renamed(game.round.late_entries, old, new),
    )


def _correct_score(game: RoundGame, event: happened.ScoreCorrected) -> RoundGame:
    last = game.last.number if game.last else game.first_round - 1
    return _correct(game, past_rounds.next_correction(event, game.corrections, last))


def _correct(game: RoundGame, correction: past_rounds.Correction) -> RoundGame:
    """Note a correction that the total holds already; an earlier round's total may come back."""
    before, name = game.before_close, correction.player
    if (
        before
        and before.round
        and correction.number < before.round.number
        and name in before.players
    ):
        total = before.players[name].total + correction.points
        before = _correct(with_player(before, name, total=total), correction)
    last = game.last.corrected(correction) if game.last else None
    ranks = last.ranks if last else {}
    players = {
        name: replace(player, rank=ranks.get(name, player.rank))
        for name, player in game.players.items()
    }
    return replace(
        game,
        players=MappingProxyType(players),
        last=last,
        corrections=(*game.corrections, correction),
        before_close=before,
    )


def _close(game: RoundGame, event: in_rounds.RoundClosed) -> RoundGame:
    """Return the game after a round: the move laid, totals, ranks and absences brought up to date."""
    result = event.result
    playing = {row.player for row in result.entries}
    absent = (
        past_rounds.FormerRow(name, (), player.total, 0, player.rank)
        for name, player in game.players.items()
        if name not in playing and player.joined_in <= result.number
    )
    last = past_rounds.closed_round(result, game.rules, absent, game.corrections, game.reopened)
    ranks, rows = last.ranks, {row.player: row for row in last.rows}
    players = {
        name: _after_close(player, rows.get(name), ranks.get(name), result.number)
        for name, player in game.players.items()
    }
    return replace(
        game,
        board=result.board,
        rack=result.kept,
        players=MappingProxyType(players),
        round=None,
        rules=game.next_rules,
        next_round=result.number + 1,
        last=last,
        before_close=replace(game, before_close=None, ahead=None),
        empty_rounds=game.empty_rounds + 1 if last.laid is None else 0,
        press=tuple(item for item in game.press if not item.is_released),
        asked=frozenset(),
    )


def _after_close(
    player: RoundPlayer, row: past_rounds.ClosedRow | None, rank: int | None, number: int
) -> RoundPlayer:
    """Return a player after the close of the round *number*: who leaves with it has left."""
    leaves = player.leaves_by(number)
    is_absent = row is not None and (row.status.is_missing or row.status is EntryStatus.LATE)
    in_a_row = player.missed_in_a_row
    return replace(
        player,
        total=player.total if row is None else row.total,
        missed=player.missed + is_absent,
        missed_in_a_row=in_a_row if row is None else (in_a_row + 1 if is_absent else 0),
        rank=rank,
        has_left=player.has_left or leaves,
        is_leaving=player.is_leaving and not leaves,
    )


def _with_press_printed(game: RoundGame) -> RoundGame:
    """Put what was released since the close with what the report of the closed round prints."""
    before = game.before_close
    if before is None:
        return game
    printed = tuple(item for item in game.press if item.is_released)
    known = {item.mail for item in printed}
    kept = tuple(item for item in before.press if item.mail not in known)
    return replace(
        game,
        press=tuple(item for item in game.press if not item.is_released),
        before_close=replace(before, press=(*kept, *printed)),
    )


def _reopen(game: RoundGame, event: in_rounds.RoundReopened) -> RoundGame:
    """Return to the state in which the last round was closed; what was decided since stays decided.

    Old records undid the corrections of that round's scores, and the moves for the next one.
    """
    before = game.before_close
    if before is None or before.round is None or before.round.number != event.number:
        raise ValueError(f"round {event.number} cannot be reopened")
    corrections = game.corrections
    players = _players_again(game, before, in_old_records=not event.keeps)
    if event.keeps:
        players = _with_corrections_since(game, before, players)
    else:
        corrections = past_rounds.corrections_reopened(corrections, event.number, before.players)
    known = {item.mail for item in game.press}
    return replace(
        before,
        players=MappingProxyType(players),
        rulings=game.rulings,
        settings_rulings=game.settings_rulings,
        corrections=corrections,
        reopened=game.reopened + 1,
        round=replace(before.round, deadline=event.deadline),
        next_rules=game.next_rules,
        drawn_anew=game.drawn_anew,
        lot_words=game.lot_words,
        mixes=game.mixes,
        is_paused=game.is_paused,
        spent=game.spent,
        noted=game.noted,
        left_subscribers=game.left_subscribers,
        press=(*(p for p in before.press if p.is_released and p.mail not in known), *game.press),
        ahead=_kept_ahead(game) if event.keeps else None,
    )


def _kept_ahead(game: RoundGame) -> RoundGame | None:
    """Return the state in which moves for the round after the one to be opened again stand."""
    if game.round is None:
        return game.ahead
    return replace(game, before_close=None, ahead=None)


def _with_corrections_since(
    game: RoundGame, before: RoundGame, players: Mapping[str, RoundPlayer]
) -> dict[str, RoundPlayer]:
    """Add what was corrected since the close: it stays, whatever the round comes out as (rules 8)."""
    known = {each.order for each in before.corrections}
    found = dict(players)
    for each in game.corrections:
        if each.order not in known and not each.is_undone and each.player in before.players:
            player = found[each.player]
            found[each.player] = replace(player, total=player.total + each.points)
    return found


def _players_again(
    game: RoundGame, before: RoundGame, *, in_old_records: bool
) -> dict[str, RoundPlayer]:
    """Return the players with what they had before the close; who has left since takes part again.

    In old records all take part, and who leaves does so at this close.
    """
    players = {}
    for name, player in game.players.items():
        if (was := before.players.get(name)) is None:
            latest = before.round_number if in_old_records else player.joined_in
            joined_in = min(player.joined_in, latest)
            players[name] = replace(player, rank=None, joined_in=joined_in)
            continue
        has_left = was.has_left and (in_old_records or player.has_left)
        has_left_since = player.has_left and (in_old_records or not was.has_left)
        players[name] = replace(
            player,
            total=was.total,
            missed=was.missed,
            missed_in_a_row=was.missed_in_a_row,
            rank=was.rank,
            has_left=has_left,
            is_leaving=player.is_leaving or has_left_since,
            leaves_after=None if in_old_records else player.leaves_after,
            back_in=player.back_in if was.has_left and not in_old_records else was.back_in,
        )
    return players


def _entries(game: RoundGame) -> Mapping[str, tuple[ReceivedEntry, ...]]:
    return game.round.entries if game.round else {}


def _with_round(game: RoundGame, **changes: object) -> RoundGame:
    if game.round is None:
        raise ValueError(f"{game.id}: no round is open")
    return replace(game, round=replace(game.round, **changes))  # type: ignore[arg-type]  # names of OpenRound's fields


CHANGES: Mapping[type[Event], Callable[[RoundGame, Any], RoundGame]] = MappingProxyType(
    {
        in_rounds.RoundOpened: _open,
        in_rounds.RoundClosed: _close,
        in_rounds.RoundReopened: _reopen,
        in_rounds.MoveEntered: _enter,
        in_rounds.MoveWithdrawn: lambda game, event: _with_round(
            game, entries=less(_entries(game), event.player)
        ),
        in_rounds.MoveWasLate: _note_late,
        in_rounds.TieRuled: _rule_tie,
        in_rounds.LettersDrawn: _draw,
        in_rounds.DrawnAnew: lambda game, event: replace(
            game, drawn_anew=(*game.drawn_anew, event)
        ),
        in_rounds.BoardCleared: _clear,
        in_rounds.RulesChanged: lambda game, event: replace(game, next_rules=event.rules),
        in_rounds.BaseFixed: _fix_base,
        happened.DeadlineMoved: lambda game, event: _with_round(game, deadline=event.deadline),
        happened.LotWordGiven: _take_word,
        happened.DrawsMixed: lambda game, event: replace(game, mixes=(*game.mixes, event)),
        happened.PlayerJoined: _join,
        happened.PlayerLeft: _leave,
        happened.PlayerReturned: _return,
        happened.PlayerRenamed: _rename,
        happened.ScoreCorrected: _correct_score,
        happened.GameEnded: lambda game, _: replace(game, round=None),
    }
)
"""What each event changes that is one of these games alone, or changes more in them than in others."""
