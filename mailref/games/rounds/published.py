"""A game in rounds for others: its public events, what they tell, and both of them decided again.

What counts of a player's mails stands in the result of a closed round, and only there: the mails themselves
are left out. A result is judged anew from the moves in it, by the verdicts on their words that it holds.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, tzinfo
from typing import Any, TypeVar

from msgspec.structs import replace

from mailref.games import events as happened
from mailref.games.chance import Chance
from mailref.games.events import BY_GAME_MASTER, BY_POLICY, Event
from mailref.games.kind import apply, follow
from mailref.games.rounds import closing
from mailref.games.rounds import events as in_rounds
from mailref.games.rounds.first_exports import first, taken_over, wrong_reports
from mailref.games.rounds.game import RoundGame
from mailref.games.rounds.rules import MOST_REDRAWS, Draw, RoundResult, draw_by_hand, meets_minimum
from mailref.games.rounds.told import Reports, record_of, record_to_json
from mailref.record.as_json import Json
from mailref.record.proving import DecidedAgain, as_ordered, wanting
from mailref.record.script import NO_TIME, Difference, Script, UnlikeError, unlike_event
from mailref.referee.gm_orders import WrongLettersError
from mailref.tiles.board import Board
from mailref.tiles.moves import TextSpan
from mailref.tiles.scoring import Judged

__all__ = ["as_seen", "decide", "first", "public", "taken_over", "told", "wrong_reports"]

_ANY_CHANCE = Chance(bytes(32))
"""Stands for the unknown seed: how many letters are drawn does not depend on it."""


# What anybody may read, and what it tells


def as_seen(
    public: Sequence[Event],
    events: Sequence[Event],  # noqa: ARG001  all that matters is public
    *,
    is_open: bool,
) -> Sequence[Event]:
    """Return *public* without what no report has told.

    That is what came of rounds that were opened again before their report, and rulings on words that somebody
    may have sent for the open round. Words that are mixed into letters to come are told with these.
    """
    seen = _without_untold_rounds(public)
    return seen if is_open else _without_untold_rulings(seen)


def told_until(events: Sequence[Event]) -> int:
    """Return how many of *events* reports have told: not the close of a round whose report has not gone out."""
    for at in range(len(events) - 1, -1, -1):
        if isinstance(events[at], in_rounds.RoundOpened | happened.GameEnded):
            break
        if isinstance(events[at], in_rounds.RoundClosed):
            return at
    return len(events)


def _without_untold_rulings(public: Sequence[Event]) -> Sequence[Event]:
    """Return *public* without rulings since the last report, but those on words that a report has shown.

    A round that is done once more opens the next one again: what had been ruled for that is told with its own report.
    """
    opened = told = 0
    for count, event in enumerate(public, start=1):
        if isinstance(event, in_rounds.RoundOpened) and event.number > opened:
            opened, told = event.number, count
        elif isinstance(event, happened.GameEnded):
            told = count
    untold = {each.word for each in public[told:] if isinstance(each, happened.WordRuled)}
    if not untold:
        return public
    results = [each.result for each in public if isinstance(each, in_rounds.RoundClosed)]
    shown = {word for word in untold if any(_names(word, each) for each in results)}
    return [
        event
        for at, event in enumerate(public)
        if at < told or not isinstance(event, happened.WordRuled) or event.word in shown
    ]


def _names(word: str, result: RoundResult) -> bool:
    """Tell whether a result holds a word: laid, formed, or in a move that did not fit."""
    for judged in (move for row in result.entries for move in row.moves):
        written = judged.written.move
        if written is not None and any(each.word == word for each in written.plays):
            return True
        if any(each.word == word for play in judged.plays for each in play.scored.words):
            return True
    return False


def _without_untold_rounds(public: Sequence[Event]) -> Sequence[Event]:
    """Return *public* without what came of rounds that were opened again before any report told of it."""
    drawn = {each.number for each in public if isinstance(each, in_rounds.LettersDrawn)}
    public = [
        each for each in public if not isinstance(each, happened.DrawsMixed) or each.number in drawn
    ]
    if not any(isinstance(each, in_rounds.RoundReopened) for each in public):
        return public
    found: list[Event] = []
    game: Any = None
    is_hidden = False
    for at, event in enumerate(public):
        if isinstance(event, in_rounds.RoundClosed):
            is_hidden = is_untold(public[at + 1 :])
            found.append(
                in_rounds.RoundClosed(nothing_of(game, event.result)) if is_hidden else event
            )
        elif not is_hidden or not isinstance(event, _OF_LETTERS):
            found.append(event)
        is_hidden = is_hidden and not isinstance(event, in_rounds.RoundReopened)
        game = apply(game, event)
    return found


_OF_LETTERS = in_rounds.LettersDrawn | in_rounds.BoardCleared
"""What draws letters, by which the move that was laid could be told."""


def is_untold(following: Iterable[Event]) -> bool:
    """Tell whether a round is opened again before a report of its close went out, by what follows that."""
    for event in following:
        if isinstance(event, in_rounds.RoundReopened):
            return True
        if isinstance(event, in_rounds.RoundOpened | happened.GameEnded):
            return False
    return False


def nothing_of(game: RoundGame, result: RoundResult) -> RoundResult:
    """Return the result of the open round without what anybody sent for it."""
    playing = game.round
    return RoundResult(
        number=game.round_number,
        letters=game.rack,
        deadline=playing.deadline if playing else None,
        closed=result.closed,
        is_final=playing.is_final if playing else False,
        is_early=closing.is_early(game, result),
        entries=(),
        laid=None,
        top=None,
        board=game.board,
        kept=game.rack,
    )


def public(event: Event, *, is_open: bool) -> Event | None:  # noqa: ARG001  nothing of it is secret for a while
    """Return what anybody may read of an event of its own; None: nothing, as of mails that came in."""
    match event:
        case in_rounds.RoundClosed(result):
            return in_rounds.RoundClosed(_shown_result(result))
        case in_rounds.RoundReopened():
            return replace(event, because="")
        case in_rounds.RoundOpened():
            return replace(event, prints_press=False)
        case (
            in_rounds.GameOpened() | in_rounds.LettersDrawn() | in_rounds.DrawnAnew()
            | in_rounds.BoardCleared() | in_rounds.BaseFixed() | in_rounds.RulesChanged()
        ):  # fmt: skip
            return event
        case _:
            return None


def _shown_result(result: RoundResult) -> RoundResult:
    laid = result.laid
    entries = (replace(row, moves=tuple(map(_shown, row.moves))) for row in result.entries)
    return replace(
        result,
        entries=tuple(entries),
        laid=replace(laid, judged=_shown(laid.judged)) if laid else None,
    )


def _shown(judged: Judged) -> Judged:
    """Return a move without its player's words, but for those in which a fault shows."""
    told = {fault.span for fault in judged.faults}

    def shown(span: TextSpan) -> TextSpan:
        return span if span in told else replace(span, text="")

    written, move = judged.written, judged.written.move
    if move is not None:
        plays = (replace(p, span=shown(p.span), also=(), comment=None) for p in move.plays)
        swaps = (replace(swap, span=shown(swap.span)) for swap in move.swaps)
        move = replace(move, plays=tuple(plays), swaps=tuple(swaps))
    return replace(judged, written=replace(written, move=move, span=shown(written.span)))


def told(events: Sequence[Event], zone: tzinfo, *, is_open: bool) -> dict[str, Json]:  # noqa: ARG001  as above
    """Return what the events of a game tell (contract 4)."""
    return record_to_json(record_of(events), zone)


# The same decided again


def decide(script: Script, seed: bytes | None) -> None:
    """Decide again what is recorded; UnlikeError says where the rules make something else of it."""
    opened = script.begun_by(in_rounds.GameOpened)
    if not opened.is_taken_over:
        opened = replace(opened, board=Board.empty(opened.rules.layout.size), first_round=1)
    deciding = _RoundsAgain(script, opened, seed)
    tiles, lying = opened.rules.tiles, [tile.tile for tile in deciding.game.board.tiles]
    if missing := tiles.missing_from(tiles.all_tiles, lying):
        raise UnlikeError(Difference(None, None, "start.board", "tiles of the game", missing))
    deciding.play()


_E = TypeVar("_E", bound=Event)


class _RoundsAgain(DecidedAgain[RoundGame]):
    """A game in rounds as its events are decided again."""

    def __init__(self, script: Script, opened: in_rounds.GameOpened, seed: bytes | None) -> None:
        super().__init__(script, opened, seed)
        self.reports = Reports().after(script.decided)
        self.settled: list[happened.WordRuled] = []
        """Words that the game's policy has just settled, so that the round can be closed."""
        self.redone: RoundGame | None = None
        """The game before its last round was opened again to be judged anew at once."""
        self.rules_back: tuple[Event, ...] = ()
        """What puts the rules back that held for the next round but one, once it is open."""
        self.is_old = not script.is_whole
        """Whether bases of newcomers were not fixed whenever something changed them."""
        self.is_hidden = False
        """Whether what came of the last round is not told: it is opened again before any report."""
        self.closings: dict[int, list[datetime]] = {}
        """When each round was closed, by its number."""

    def go_on(self, event: Event) -> None:
        if self.script.is_whole and not isinstance(event, happened.CommonEvent):
            shown = public(event, is_open=True)
            if shown != event:
                raise UnlikeError(unlike_event(shown, event))
        match event:
            case in_rounds.RoundClosed(result):
                self._close(result)
            case in_rounds.LettersDrawn() | in_rounds.BoardCleared() | in_rounds.DrawnAnew():
                self._draw(event)
            case happened.GameEnded(because=because) if because == BY_GAME_MASTER:
                self.must(not self.game.is_over, "a game that goes on")
                self.agree(event)
            case happened.GameEnded():
                is_over = closing.end_of(self.game) is not None
                self.must(is_over and self.game.round is None, "a game that goes on")
                self._draw(event)
            case in_rounds.RoundOpened():
                self._open(event)
            case in_rounds.RoundReopened():
                self._reopen(event)
            case happened.WordRuled(by=by, accepted=bool()) if by == BY_POLICY:
                self.must(self.game.round is not None, "an open round")
                self.agree(event)
                self.settled.append(event)
            case in_rounds.BaseFixed():
                self._fix_base(event)
            case happened.ScoreCorrected():
                self._correct(event)
            case _:
                self.agree(self._beside(event))

    def agree(self, event: Event) -> None:
        super().agree(event)
        self.reports = self.reports.after((event,))

    def _beside(self, event: Event) -> Event:
        """Return what was ordered, or done by a player, as it must be recorded."""
        game = self.game
        match event:
            case happened.PlayerJoined():
                return self._joined(event)
            case happened.DrawsMixed():
                self.must(game.mix_of(game.next_round) is None, "words mixed in once")
                return replace(event, number=game.next_round, words=self._mixed(event))
            case happened.WordRuled(by=by) if by == BY_POLICY:
                self.must(not self.script.is_whole, "a round closed after its words are settled")
                self.settled.clear()
            case in_rounds.RulesChanged():
                pass
            case _:
                wanted = wanting(game, event)
                self.must(wanted is None, wanted or "")
        return as_ordered(game, event)

    def _mixed(self, event: happened.DrawsMixed) -> tuple[tuple[str, str], ...]:
        """Return the words of players, each once, in the order in which they came.

        An old export tells them under the names they had then.
        """
        if not self.script.is_whole:
            return event.words
        words, players = dict(event.words), self.game.players
        there = iter(name for name in players if name in words)
        named = (next(there) if name in players else name for name in words)
        return tuple((name, words[name]) for name in named)  # who was forgotten keeps his name here

    def _joined(self, event: happened.PlayerJoined) -> happened.PlayerJoined:
        game = self.game
        self.must(wanting(game, event) is None, "each player once")
        if event.is_late and not event.is_of_staying and not self.script.is_whole:
            return event  # how his base came about is not told
        is_begun = game.last is not None or game.round is not None
        if game.is_taken_over and not is_begun:
            return event
        if not game.has_started:
            return replace(event, total=0, missed=0, is_late=False)
        self.is_old = self.is_old or not event.is_of_staying
        if self.is_hidden:
            return replace(event, missed=0, is_late=True)
        base = closing.base_of_newcomer(game, is_of_staying=event.is_of_staying)
        return replace(event, total=base, missed=0, is_late=True)

    def _correct(self, event: happened.ScoreCorrected) -> None:
        is_possible = event.player in self.game.players and event.number >= self.game.first_round
        self.must(is_possible and event.points != 0, "a correction of a round")
        self.agree(event)
        self._fix_bases()

    def _fix_base(self, event: in_rounds.BaseFixed) -> None:
        game, player = self.game, self.game.players.get(event.player)
        first = game.last.number + 1 if game.last else 0
        is_new = player is not None and player.is_late_joiner and player.joined_in == first
        self.must(is_new, "a late joiner of whom no round is closed")
        base = closing.base_of_newcomer(game, is_of_staying=event.change is None)
        self.agree(event if self.is_hidden else replace(event, base=base))

    def _fix_bases(self) -> None:
        """Let newcomers begin with what follows now; in old records they did not always."""
        if not self.is_old and not self.is_hidden:
            for event in tuple(closing.bases_fixed(self.game)):
                self.agree(event)

    # Letters, and the round that is opened with them

    def _draw(self, event: Event) -> None:
        """Draw letters for the next round, or others for the open one; or find the game at its end."""
        game = self.game
        match event:
            case in_rounds.DrawnAnew() if game.round and self._coming(in_rounds.LettersDrawn):
                at = self._time_of(in_rounds.LettersDrawn)
                drawn = closing.draw_anew(game, event.because, self.chance or _ANY_CHANCE, at)
                self.must(drawn is not None, "letters that can be drawn anew")
                before = closing.before_draw(game)
                for each in drawn or ():
                    self.agree(self._as_recorded(before, each))
            case in_rounds.DrawnAnew():
                number = game.next_round if game.round is None else game.round.number + 1
                self.agree(replace(event, number=number))
            case in_rounds.LettersDrawn() if game.round is not None or game.is_drawn:
                self.agree(self._replaced(event))
            case _:
                self.must(not game.is_over and game.round is None, "a game between two rounds")
                self._draw_next()

    def _replaced(self, event: in_rounds.LettersDrawn) -> in_rounds.LettersDrawn:
        """Return other letters in place of those drawn: as many, of all that there are."""
        game, rack = self.game, event.draw.rack
        tiles = game.next_rules.tiles
        everything = tiles.in_order(game.rack + game.bag)
        is_possible = len(rack) == len(game.rack) and not tiles.missing_from(everything, rack)
        self.must(is_possible, f"{len(game.rack)} letters of rack and bag")
        number = game.round_number
        return in_rounds.LettersDrawn(number, draw_by_hand("", everything, rack, tiles), event.at)

    def _draw_next(self) -> None:
        game, known = self.game, self.game.ahead
        coming = self._coming(in_rounds.LettersDrawn)
        if known is not None:
            at, chance = self._time_of(in_rounds.LettersDrawn), self.chance or _ANY_CHANCE
            is_as_before = coming is not None and coming.draw.by_hand
            again = tuple(
                closing.draw_again(
                    known, game, chance, at, by_hand=False, is_as_before=is_as_before
                )
            )
            by_hand = [
                each.draw.rack
                for each in again
                if isinstance(each, in_rounds.LettersDrawn) and each.draw.by_hand
            ]
            is_same = coming is None or not coming.draw.by_hand or coming.draw.rack in by_hand
            if is_same:
                self.rules_back = tuple(closing.rules_again(follow(game, again), game.next_rules))
                self._follow(again)
                return
        self._follow(self._gone_on(coming))

    def _gone_on(self, coming: in_rounds.LettersDrawn | None) -> tuple[Event, ...]:
        """Return what follows the close, with the letters that were drawn by hand, where they were."""
        game, at = self.game, self._time_of(in_rounds.LettersDrawn, happened.GameEnded)
        chance = self.chance or _ANY_CHANCE
        if coming is None:
            return closing.go_on(game, closing.Letters(by_hand=True), chance, at)
        if not coming.draw.by_hand:
            return closing.go_on(game, closing.Letters(), chance, at)
        try:
            return closing.go_on(game, closing.Letters(drawn=coming.draw.drawn), chance, at)
        except WrongLettersError:
            pass
        try:
            return closing.go_on(game, closing.Letters(rack=coming.draw.rack), chance, at)
        except WrongLettersError as wrong:
            place = "LettersDrawn.draw.drawn"
            raise UnlikeError(
                Difference(game.next_round, None, place, str(wrong), coming.draw.drawn)
            ) from wrong

    def _follow(self, events: Iterable[Event]) -> None:
        """Agree to *events*; what chance alone decides is as recorded, where the seed is not known."""
        for event in events:
            self.agree(self._as_recorded(self.game, event))

    def _as_recorded(self, before: RoundGame, event: Event) -> Event:
        found = self.script.next
        if isinstance(event, happened.GameEnded) and isinstance(found, happened.GameEnded):
            is_told = self.chance is not None and found.seed
            return event if is_told else replace(event, seed=found.seed)
        if self.chance is not None or not isinstance(found, in_rounds.LettersDrawn):
            return event
        if not isinstance(event, in_rounds.LettersDrawn) or event.draw.by_hand:
            return event
        return replace(event, draw=self._drawn(before, event.draw, found.draw))

    def _drawn(self, game: RoundGame, expected: Draw, found: Draw) -> Draw:
        """Return what was drawn, as far as chance alone decides, with all that follows from it."""
        if not expected.drawn or found.by_hand or found.redraws < 0:
            return expected
        before = closing.with_rack_back(game)
        is_whole = before is not game or found.redraws > 0
        kept = "" if is_whole else before.rack
        tiles = game.next_rules.tiles
        pool = tiles.in_order(before.rack + before.bag) if is_whole else before.bag
        if missing := tiles.missing_from(pool, found.drawn):
            wanted = f"tiles of the bag, which does not hold {missing}"
            self._wrong_draw(wanted, found.drawn)
        rack = tiles.in_order(kept + found.drawn)
        if len(rack) != len(expected.rack):
            self._wrong_draw(f"{len(expected.rack)} letters on the rack", found.drawn)
        return Draw(
            drawn=tiles.in_order(found.drawn),
            returned=game.rack if is_whole else "",
            rack=rack,
            bag=tiles.without(pool, found.drawn),
            redraws=min(max(found.redraws, 0), MOST_REDRAWS),
            is_relaxed=not meets_minimum(game.next_rules, game.next_round, rack),
        )

    def _wrong_draw(self, wanted: str, found: object) -> None:
        number = self.game.round_number
        raise UnlikeError(Difference(number, None, "LettersDrawn.draw.drawn", wanted, found))

    def _coming(self, kind: type[_E]) -> _E | None:
        """Return the next event of a kind, where nothing comes before it that does not belong to it."""
        for event in self.script.left:
            if isinstance(event, kind):
                return event
            if not isinstance(
                event, in_rounds.RulesChanged | in_rounds.BoardCleared | in_rounds.DrawnAnew
            ):
                return None
        return None

    def _time_of(self, *kinds: type[in_rounds.LettersDrawn | happened.GameEnded]) -> datetime:
        for kind in (*kinds, happened.GameEnded, in_rounds.LettersDrawn):
            if (event := self._coming(kind)) is not None:
                return event.at
        return NO_TIME

    def _open(self, event: in_rounds.RoundOpened) -> None:
        game = self.game
        self.must(game.round is None and not game.is_over and game.is_drawn, "letters drawn")
        opened = closing.open_round(game, event.deadline, event.at)
        if not self.script.is_whole and game.last is not None and game.last.is_redrawn:
            opened = replace(opened, is_final=event.is_final)  # as it was before it was done again
        self.agree(opened)
        back, self.rules_back = self.rules_back, ()
        self._follow(back)

    def _reopen(self, event: in_rounds.RoundReopened) -> None:
        game = self.game
        self.must(game.before_close is not None, "a round closed last")
        last = self.there(game.last, "a round closed last")
        self.agree(replace(event, number=last.number))
        self.is_hidden = False
        closed = next((e for e in self.script.left if not isinstance(e, happened.WordRuled)), None)
        is_at_once = isinstance(closed, in_rounds.RoundClosed) and (
            closed.result.closed == last.closed and event.deadline == last.deadline
        )
        self.redone = game if is_at_once and event.keeps else None

    # The close of a round

    def _close(self, result: RoundResult) -> None:
        self.must(self.game.round is not None, "an open round")
        if self.redone is None:
            self._fix_bases()
        settled, self.settled = self.settled, []
        number = self.game.round_number
        clock, earlier = self.reports.clocks[number], self.closings.get(number, ())
        close = closing.Close(result, clock, earlier, settled, self.chance)
        following = list(self.script.left)[1:]
        if self.script.is_whole and is_untold(following):
            self.is_hidden = True
            found = nothing_of(self.game, result)
        else:
            found = closing.closed_again(self.game, close)
        if self.script.is_whole and found != result:
            raise UnlikeError(closing.unlike_result(found, result))
        self.agree(in_rounds.RoundClosed(found))
        self.closings.setdefault(found.number, []).append(found.closed)
        for ruled in settled:
            self.agree(happened.WordRuled(ruled.word, None, BY_POLICY, ""))
        self._fix_bases()
        known, self.redone = self.redone, None
        if known is not None:
            self._on_again(known)

    def _on_again(self, known: RoundGame) -> None:
        """Go on with what had followed the round that was judged anew at once."""
        coming = self._coming(in_rounds.LettersDrawn)
        by_hand = coming is None or coming.draw.by_hand
        at = self._time_of(in_rounds.LettersDrawn, happened.GameEnded)
        chance = self.chance or _ANY_CHANCE
        self._follow(
            closing.letters_once_more(
                known, self.game, chance, at, by_hand=by_hand, is_as_before=by_hand
            )
        )
        opened = closing.opened_once_more(known, self.game)
        if opened is not None:
            self.agree(opened)
            self._follow(tuple(closing.rules_again(self.game, known.next_rules)))
