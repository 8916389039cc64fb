"""A classic game: what all may know of it, what an export tells, and how it is decided again (classic 12, 14).

Before the end racks and bag lie face down: as many blanks as there are tiles.
"""

from collections.abc import Sequence
from datetime import datetime, tzinfo

from msgspec.structs import replace

from mailref.games.by_turns import events as happened
from mailref.games.by_turns.course import Draws, SeedDraws, common_order
from mailref.games.by_turns.decided_again import (
    Deciding,
    deciding,
    face_down,
    is_forgotten,
    public_seated,
)
from mailref.games.by_turns.events import NO_BLANKS, NO_WISH
from mailref.games.by_turns.history import (
    Then,
    ToldChallenge,
    ToldDraw,
    ToldTurn,
    TurnHistory,
    TurnKind,
    history_of,
    steps_of,
)
from mailref.games.by_turns.rules import SWITCHES, ThemeClaim, theme_table
from mailref.games.by_turns.seated_game import SeatedGame
from mailref.games.by_turns.told import (
    open_play_to_json,
    places_to_json,
    players_to_json,
    same_tiles_to_json,
    to_move_to_json,
    verdicts_to_json,
)
from mailref.games.classic.book import ClassicBook, classic, deal, deal_taken_over, theme_ruled
from mailref.games.classic.game import TurnGame
from mailref.games.classic.old_exports import first_of_turns as first
from mailref.games.events import Event
from mailref.games.schedule import has_come
from mailref.games.secret import Secret
from mailref.games.switches import told_rules
from mailref.orders.written import ExchangeOrder, PassOrder, PlayOrder, Wish
from mailref.record.as_json import (
    Json,
    Telling,
    beginning_to_json,
    end_to_json,
    plain,
    ruling_to_json,
)
from mailref.record.script import Script, UnlikeError, unlike_event
from mailref.tiles.board import (
    BLANK,
    TILES,
    Axes,
    Board,
    Square,
    in_order,
    place_name,
    square_name,
    without,
)
from mailref.tiles.moves import NOWHERE, Move, Play, Swap, WrittenMove

__all__ = ["decide", "first", "public", "told"]


def public(event: Event, *, is_open: bool) -> Event | None:
    """Return what all may know of an event of its own; None: nothing."""
    match event:
        case happened.PlayLaid():
            event = replace(event, mail="")
            if is_open:
                return event
            return replace(event, rack_left=face_down(event.rack_left), wish=NO_WISH)
        case happened.TurnsOpened() if not is_open:
            return replace(event, bag=face_down(event.bag))
        case happened.TilesDrawn() if not is_open:
            return replace(
                event,
                letters=face_down(event.letters),
                put_back=face_down(event.put_back),
                nonce=Secret(""),
                blanks_with_vowels=NO_BLANKS,
                wish=NO_WISH,
            )
        case happened.TilesExchanged():
            letters = Secret(in_order(event.letters.value))  # in which order he wrote them is his
            return replace(event, letters=letters if is_open else face_down(letters))
        case _:
            return public_seated(event, is_open=is_open)


def words_laid(event: Event) -> tuple[str, ...]:
    """Return which words an event shows to all."""
    if isinstance(event, happened.PlayLaid):
        return tuple(word.word for word in event.scored.words)
    return ()


# What an export tells.


def told(events: Sequence[Event], zone: tzinfo, *, is_open: bool) -> dict[str, Json]:
    """Return the whole game; times in *zone*."""
    steps = tuple(steps_of(events))
    opened, game = steps[0][0], classic(steps[-1][1])
    if not isinstance(opened, happened.TurnsOpened):
        raise TypeError(f"no game in turns begins with {type(opened).__name__}")
    history = history_of(steps)
    of = _TurnsTold(zone=zone, is_open=is_open, axes=opened.rules.axes)
    scored = (turn.scored for turn in history.course if turn.scored is not None)
    laid = {word.word for play in scored for word in play.words}
    return {
        **_beginning(opened),
        **end_to_json(game, history.ended, zone),
        **players_to_json(history),
        "starter": _starter(history),
        "seats": list(game.seats),
        "drawings": [
            of.drawing(each, each.made)
            for each in history.drawings
            if isinstance(each.made, happened.TilesDrawn)
        ],
        "turns": [of.turn(each) for each in history.course],
        "to_move": _to_move(game, of),
        "out": [
            {"player": each.player, "why": each.event.why, **_then(each.then)}
            for each in history.outs
        ],
        "rulings": [
            {**ruling_to_json(each.then.number, each.event.value), "undos": each.then.undos}
            for each in history.rulings
            if is_open or each.event.value.word in laid  # another was in a move unseen (classic 10)
        ],
        "adjustments": [
            {
                "player": each.player,
                "points": each.event.points,
                "because": each.event.because,
                **_then(each.then),
            }
            for each in history.corrections
        ],
        "racks": {name: of.secret(game.hands[name].rack) for name in game.seats},
        "deductions": None if history.end is None else dict(history.end.value.deductions),
        "standings": places_to_json(game),
    }


def _beginning(opened: happened.TurnsOpened) -> dict[str, Json]:
    """Return what was fixed when the game began."""
    start: Json = None
    if opened.is_taken_over:
        start = {"turn": opened.first_turn, "board": list(opened.board.rows)}
    return {
        "family": "turns",
        **beginning_to_json(opened, start),
        "rules": plain(told_rules(SWITCHES.table(opened.rules))),
        "theme": plain(theme_table(opened.rules.theme) or {}) or None,
        **same_tiles_to_json(opened.same_tiles),
    }


def _starter(history: TurnHistory) -> Json:
    if not history.order:
        return None
    drawings: list[Json] = [
        [{"player": name, "tile": tile} for name, tile in row] for row in history.start
    ]
    return {"drawings": drawings, "order": list(history.order)}


def _then(then: Then) -> dict[str, Json]:
    turn = None if then.is_over else then.number
    return {"turn": turn, "undos": then.undos, "open": then.is_open}


def _to_move(game: TurnGame, of: "_TurnsTold") -> Json:
    shown = to_move_to_json(game)
    if shown is None or game.turn is None:
        return None
    return {**shown, "began": of.time(game.turn.began)}


class _TurnsTold(Telling, frozen=True, kw_only=True):
    """What is told of one game."""

    axes: Axes

    def _wish(self, held: Secret[Wish | None]) -> Json:
        if held.value is None or not self.is_open:
            return None
        return {"vowels": held.value.vowels, "consonants": held.value.consonants}

    def drawing(self, draw: ToldDraw, made: happened.TilesDrawn) -> Json:
        return {
            "number": draw.number,
            "player": draw.player,
            "bound_to": made.player,
            "at": self.time(made.at),
            "count": draw.count,
            "drawn": self.secret(made.letters),
            "put_back": self.secret(made.put_back),
            "rack": self.secret(draw.rack),
            "receipt": draw.receipt,
            "nonce": self.secret(made.nonce),
            "by_hand": made.by_hand,
            "wish": self._wish(made.wish),
        }

    def turn(self, turn: ToldTurn) -> Json:
        scored, is_exchange = turn.scored, turn.kind is TurnKind.EXCHANGE
        is_off = turn.is_taken_back and turn.board_before is not None
        board = turn.board_before if is_off else turn.board
        made = (each.made for each in turn.draws)
        drawn = "".join(e.letters.value for e in made if isinstance(e, happened.TilesDrawn))
        return {
            "number": turn.number,
            "player": turn.player,
            "kind": turn.recorded_kind,
            "why": str(turn.why) or None,
            "began": self.time(turn.began),
            "received": self.time(turn.received),
            "square": place_name(scored.square, scored.direction, self.axes) if scored else None,
            "direction": scored.direction.value if scored else None,
            "word": scored.word if scored else None,
            "blanks": self._squares(scored.blanks) if scored else [],
            "words": [{"word": w.word, "points": w.points} for w in scored.words] if scored else [],
            "formula": turn.formula or None,
            "points": turn.points,
            "theme": turn.theme - sum(each.event.points for each in turn.themed),
            "claims": list(turn.claims),
            "themed": [
                {"word": each.event.word, "points": each.event.points, **_then(each.then)}
                for each in turn.themed
            ],
            "swaps": self._squares(turn.swaps),
            "wish": self._wish(turn.wish),
            **open_play_to_json(turn),
            "challenges": [self._challenge(each) for each in turn.challenges],
            "count": turn.count,
            "rack": self.secret(turn.rack),
            "put_back": self.secret(Secret(in_order(turn.letters.value))) if is_exchange else None,
            "drawings": [each.number for each in turn.draws],
            "drawn": self.secret(Secret(drawn)),
            "receipt": turn.draws[-1].receipt if turn.draws else None,
            "bag": turn.bag,
            "total": turn.noted,
            "board": list(board.rows) if board is not None else [],
            "undone": turn.undone,
        }

    def _squares(self, squares: Sequence[Square]) -> list[Json]:
        return [square_name(square, self.axes) for square in squares]

    def _challenge(self, challenge: ToldChallenge) -> Json:
        is_decided = challenge.stands is not None
        return {
            "player": challenge.player,
            "received": self.time(challenge.received),
            "words": list(challenge.words),
            "verdicts": verdicts_to_json(challenge.verdicts) if is_decided else None,
            "stands": challenge.stands,
            "cost": challenge.cost,
        }


# It is decided again.


class Seated(Deciding):
    """A recorded classic game while it is decided again."""

    def public(self, event: Event) -> Event | None:
        return public(event, is_open=self.is_open)

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

    def as_found(self, event: Event, found: Event | None) -> Event:
        """Leave open also what nobody can know while racks are secret, or of a name that is forgotten."""
        event = super().as_found(event, found)
        match event, found:
            case happened.TilesDrawn(), happened.TilesDrawn():
                if not self.is_open or is_forgotten(found.player):
                    return replace(event, receipt=found.receipt)
            case happened.RacksRevealed(), happened.RacksRevealed() if not self.is_open:
                return replace(event, deductions=found.deductions)
            case _:
                pass
        return event

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
            raise self.refuse(event, "something that follows from what is recorded")
        game = classic(self.game)
        claim = ThemeClaim(event.number, event.player, event.word)
        if claim not in game.claims:
            raise self.refuse(event, "a word that is claimed")
        self.record(theme_ruled(game, claim, fits=event.points != 0))

    def _lay(self, event: happened.PlayLaid) -> None:
        scored, game = event.scored, classic(self.game)
        squares = [scored.square.along(scored.direction, step) for step in range(len(scored.word))]
        starred = frozenset(at for at, each in enumerate(squares) if each in scored.blanks)
        play = Play(scored.square, scored.direction, scored.word, NOWHERE, starred=starred)
        swaps = tuple(Swap(each, NOWHERE) for each in event.swaps)
        written = WrittenMove(Move((play,), swaps), (), NOWHERE)
        order = PlayOrder(written, event.wish.value, event.claims or None)
        if not self.is_open:
            game = self._turned_up(event, _tiles_needed(game.board, play, swaps))
        self.make(event, order, event.received, game)

    def _turned_up(self, event: happened.PlayLaid, needed: str) -> TurnGame:
        """Return the game with the tiles of a play on a rack that lies face down."""
        game, player = classic(self.game), self.player
        hand = game.hands[player]
        hidden = len(hand.rack.value) - len(needed)
        if hidden < 0:
            raise self.refuse(event, f"no more than {len(hand.rack.value)} tiles")
        rack = Secret(in_order(needed + BLANK * hidden))
        return replace(game, hands={**game.hands, player: replace(hand, rack=rack)})


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
