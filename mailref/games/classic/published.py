"""A classic game: what all may know of it, what an export tells, and how it is decided again (classic 12, 14).

Before the end racks and bag lie face down: as many blanks as there are tiles.
"""

from collections.abc import Sequence
from datetime import datetime, tzinfo
from typing import Any

from msgspec.structs import replace

from mailref.games.by_turns import events as happened
from mailref.games.by_turns.course import Draws, SeedDraws, common_order
from mailref.games.by_turns.decided_again import Deciding, deciding
from mailref.games.by_turns.decided_again import public as public_seated
from mailref.games.by_turns.history import ToldChallenge, ToldTurn, TurnKind, history_of
from mailref.games.by_turns.rules import SWITCHES, ThemeClaim, theme_table
from mailref.games.by_turns.seated_game import SeatedGame
from mailref.games.by_turns.told import RULING, TableTold, verdicts
from mailref.games.classic.book import ClassicBook, deal, deal_taken_over, theme_ruled
from mailref.games.classic.game import classic
from mailref.games.classic.old_exports import first_of_turns as first
from mailref.games.events import Event
from mailref.games.schedule import has_come
from mailref.games.secret import Secret
from mailref.games.switches import told_rules
from mailref.orders.written import ExchangeOrder, PassOrder, PlayOrder
from mailref.record.as_json import Json, plain
from mailref.record.public import face_down
from mailref.record.script import Script, UnlikeError, unlike_event
from mailref.tiles.board import BLANK, TILES, Board, in_order, place_name, without
from mailref.tiles.moves import NOWHERE, Move, Play, Swap, WrittenMove

__all__ = ["decide", "first", "public", "told"]


def public(event: Event, *, is_open: bool) -> Event | None:
    """Return what all may know of an event of its own; None: nothing."""
    if isinstance(event, happened.TilesExchanged):
        letters = Secret(in_order(event.letters.value))  # in which order he wrote them is his
        event = replace(event, letters=letters)
    return public_seated(event, is_open=is_open)


def words_laid(event: Event) -> tuple[str, ...]:
    """Return which words an event shows to all."""
    if isinstance(event, happened.PlayLaid):
        return tuple(word.word for word in event.scored.words)
    return ()


# What an export tells.


_TOLD = """
    family game title variant tiles commitment lexicon start rules theme same_tiles
    finished ended ended_at seed players lots lot_of_seats starter seats drawings turns to_move
    out rulings adjustments racks deductions standings
"""
_DRAWING = """
    number player bound_to=made.player at=made.at count drawn=made.letters put_back=made.put_back
    rack receipt nonce=made.nonce by_hand=made.by_hand wish=made.wish
"""
_TURN = """
    number player kind=recorded_kind why began received square direction=scored.direction
    word=scored.word blanks words formula points theme claims themed swaps wish challenges accepted
    taken_back count rack put_back drawings drawn receipt bag total=noted board undone
"""


def told(events: Sequence[Event], zone: tzinfo, *, is_open: bool) -> dict[str, Json]:
    """Return the whole game; times in *zone*."""
    of = _TurnsTold.of(events, zone, history_of, is_open=is_open)
    game, history, opened = classic(of.game), of.history, of.opened
    start = {"turn": opened.first_turn, "board": list(opened.board.rows)}
    starter = {
        "drawings": [
            [{"player": name, "tile": tile} for name, tile in row] for row in history.start
        ],
        "order": list(history.order),
    }
    drawings = (e for e in history.drawings if isinstance(e.made, happened.TilesDrawn))
    return of.whole(
        _TOLD,
        start=start if opened.is_taken_over else None,
        rules=plain(told_rules(SWITCHES.table(opened.rules))),
        theme=plain(theme_table(opened.rules.theme) or {}) or None,
        starter=starter if history.order else None,
        drawings=of.rows(drawings, _DRAWING),
        turns=[of.turn(each) for each in history.course],
        to_move=of.row(game.turn, "number player began"),
        racks={name: of.value(game.hands[name].rack) for name in game.seats},
        deductions=None if history.end is None else dict(history.end.value.deductions),
    )


class _TurnsTold(TableTold, frozen=True, kw_only=True):
    """What is told of one game."""

    opened: happened.TurnsOpened
    when = when_out = "turn=then.turn undos=then.undos open=then.is_open"
    ruling = RULING.replace("then.after", "then.number") + " undos=then.undos"

    def turn(self, turn: ToldTurn) -> Any:
        scored, made = turn.scored, (each.made for each in turn.draws)
        drawn = "".join(e.letters.value for e in made if isinstance(e, happened.TilesDrawn))
        is_exchange = turn.kind is TurnKind.EXCHANGE
        is_off = turn.is_taken_back and turn.board_before is not None
        board = turn.board_before if is_off else turn.board
        return self.turn_row(
            turn,
            _TURN,
            why=str(turn.why) or None,
            square=place_name(scored.square, scored.direction, self.axes) if scored else None,
            blanks=scored.blanks if scored else (),
            words=self.rows(scored.words if scored else (), "word points"),
            formula=turn.formula or None,
            theme=turn.theme - sum(each.event.points for each in turn.themed),
            themed=self.rows(turn.themed, f"word=event.word points=event.points {self.when}"),
            challenges=[self._challenge(each) for each in turn.challenges],
            put_back=Secret(in_order(turn.letters.value)) if is_exchange else None,
            drawings=[each.number for each in turn.draws],
            drawn=Secret(drawn),
            receipt=turn.draws[-1].receipt if turn.draws else None,
            board=board.rows if board is not None else (),
        )

    def _challenge(self, each: ToldChallenge) -> Any:
        found = None if each.stands is None else verdicts(each.verdicts)
        return self.row(each, "player received words verdicts stands cost", verdicts=found)


# It is decided again.


class Seated(Deciding):
    """A recorded classic game while it is decided again."""

    @property
    def is_taken_over(self) -> bool:
        return classic(self.game).is_taken_over

    def deal(self) -> str:
        if not self.is_taken_over:
            return deal(self)
        given = [each for each in self.script.left if isinstance(each, happened.TilesDrawn)]
        racks = [(each.player, each.letters.value) for each in given if each.by_hand]
        began = (each.player for each in self.script.left if isinstance(each, happened.TurnBegan))
        return deal_taken_over(self, racks, next(began, self.game.seats[0]))

    def draws_with(self, game: SeatedGame) -> Draws:
        """Draw racks from the top of the bag where another game has the same tiles."""
        draws = super().draws_with(game)
        if isinstance(draws, SeedDraws) and game.same_tiles is not None:
            return replace(draws, from_top=True)
        return draws

    def is_too_early(self, at: datetime | None) -> bool:
        turn = self.game.turn
        if turn is None or turn.deadline is None or at is None:
            return False
        return not has_come(turn.deadline, at)

    def own(self, event: Event) -> None:
        match event:
            case happened.PlayLaid():
                self._lay(event)
            case happened.TilesDrawn() if event.put_back.value:
                letters, wish = event.put_back.value, event.wish.value
                order = ExchangeOrder(letters, NOWHERE, wish)
                self.make(event, order, event.at, self.game)
            case happened.TurnPassed():
                self.make(event, PassOrder(NOWHERE), self.at, self.game)
            case _:
                self.afterwards(event)

    def afterwards(self, event: Event) -> None:
        """Let a claim for the theme be ruled on, at any time."""
        if not isinstance(event, happened.ThemeRuled):
            raise self.follows(event)
        game = classic(self.game)
        claim = ThemeClaim(event.number, event.player, event.word)
        if claim not in game.claims:
            raise self.refuse(event, "a word that is claimed")
        self.record(theme_ruled(game, claim, fits=event.points != 0))

    def _lay(self, event: happened.PlayLaid) -> None:
        scored, board = event.scored, classic(self.game).board
        squares = [scored.square.along(scored.direction, step) for step in range(len(scored.word))]
        starred = frozenset(at for at, each in enumerate(squares) if each in scored.blanks)
        play = Play(scored.square, scored.direction, scored.word, NOWHERE, starred=starred)
        swaps = tuple(Swap(each, NOWHERE) for each in event.swaps)
        written = WrittenMove(Move((play,), swaps), (), NOWHERE)
        order = PlayOrder(written, event.wish.value, event.claims or None)
        needed = _tiles_needed(board, play, swaps)
        self.make(event, order, event.received, self.with_tiles(needed))


def _tiles_needed(board: Board, play: Play, swaps: tuple[Swap, ...]) -> str:
    """Return the tiles that a play takes from the rack: those laid, and those swapped for blanks."""
    laid = [
        BLANK if at in play.starred else letter
        for at, (square, letter) in enumerate(zip(play.squares, play.word, strict=True))
        if square.is_on_board and board.is_free(square)
    ]
    for swap in swaps:
        if BLANK in laid:
            laid.remove(BLANK)
        laid += board.letter(swap.square) or ""
    return "".join(laid)


def drawn_in_turns(purpose: str, bag: str, count: int, event: Event | None) -> str:
    """Return what was drawn where the seed is not known: who begins is shown, racks lie face down."""
    match event:
        case happened.StarterDrawn():
            row = event.drawings[int(purpose.split()[1]) - 1 :][:1]
            return "".join(tile for each in row for _, tile in each)
        case happened.TilesDrawn():  # of two bags from each what can be of it
            own = "".join(each for each in event.letters.value if each != BLANK and each in bag)
            return (own + BLANK * count)[:count]
        case _:
            return bag[:count]


def decide(script: Script, seed: bytes | None) -> None:
    """Decide a recorded game again; UnlikeError at the first difference."""
    opened = script.begun_by(happened.TurnsOpened)
    is_open = bool(set(opened.bag.value) - {BLANK})
    begun = opened if opened.is_taken_over else replace(opened, first_turn=1, board=Board())
    bag = without(TILES.all_tiles, [tile.tile for tile in begun.board.tiles])
    if opened.same_tiles is not None and is_open:
        bag = opened.bag.value if seed is None else common_order(seed)
    begun = replace(begun, bag=Secret(bag) if is_open else face_down(Secret(bag)))
    if script.is_whole and begun != opened:
        raise UnlikeError(unlike_event(begun, opened))
    deciding(
        Seated,
        script,
        seed,
        book=ClassicBook(),
        opened=begun,
        is_open=is_open,
        drawn=drawn_in_turns,
    ).play()
