"""What the classic game does in its own way: tiles from the bag, plays on the board, the end.

One order is judged in one position: what is wrong with it, or what it is worth (classic 3 to 9).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar

from msgspec.structs import replace

from mailref.games.by_turns import events as happened
from mailref.games.by_turns.contents import (
    BestOfTurn,
    Drew,
    Happening,
    OnBoard,
    OrderHints,
    ShownOrder,
)
from mailref.games.by_turns.course import (
    Course,
    ExchangeImpossible,
    Illegal,
    LegalMove,
    OpeningExchange,
    OpeningLength,
    Steward,
    Tried,
    WordsWait,
    move_of,
)
from mailref.games.by_turns.events import AcceptedHow, PassedWhy, PromisedPlay
from mailref.games.by_turns.game import OpenTurn, SeatedGame, seats_from
from mailref.games.by_turns.history import ToldDraw, ToldTurn, TurnHistory, TurnKind, steps_of
from mailref.games.by_turns.policy import RunningTurns, TurnsTakenOver
from mailref.games.by_turns.switches import Refill, ThemeClaim, Unlisted
from mailref.games.chance import Draws, Secret, SeedDraws, receipt_of
from mailref.games.classic.files import gcg
from mailref.games.classic.game import OpenPlay, TurnGame, classic, draw_starter, drawn_for
from mailref.games.classic.history import BoardTeller
from mailref.games.events import UNPLAYED, Event
from mailref.orders import entries
from mailref.orders.shapes import first_unformed
from mailref.referee.policy import Office, find_no_play
from mailref.report.gcg import NotInGcgError
from mailref.tiles import moves
from mailref.tiles.board import Board, LaidTile, Square
from mailref.tiles.lexicon.verdicts import EveryWord, Lexicon
from mailref.tiles.scoring import Judge, Position, ScoredPlay, also_lacking, turned


class LegalPlay(LegalMove, frozen=True):
    """A play that can be carried out."""

    order: entries.PlayOrder
    scored: ScoredPlay
    swaps: tuple[Square, ...]
    board: Board
    rack_left: str
    theme: int
    claims: tuple[str, ...] = ()
    """Words formed that are said to fit the theme, and are not in its list."""
    remarks: tuple[moves.Fault, ...] = ()
    """A wrong sum of the player's own, to which points of the theme belong."""

    @property
    def promise(self) -> PromisedPlay:
        """Return what a move in advance is held to (classic 6.1)."""
        words = tuple(word.word for word in self.scored.words)
        return PromisedPlay(words, self.scored.points + self.theme)

    @property
    def unformed(self) -> moves.TextSpan | None:
        move = self.order.written.move
        laid = {play.word for play in move.plays} if move is not None else set()
        return first_unformed(self.order.named, set(self.promise.words), laid)

    @property
    def lays_blank(self) -> bool:
        return bool(self.scored.blanks)

    @property
    def formula(self) -> str:
        """Return `7+13+10=30`, the points of the theme last."""
        return self.scored.formula_with(self.theme)

    def shown(self, condition: entries.Condition | None = None) -> ShownOrder:
        points = self.promise.points
        return ShownOrder(TurnKind.PLAY, condition, self.scored, points, self.formula, self.board)

    def carry_out(self, course: Course, received: datetime, mail: str) -> None:
        player, rules = course.player, course.game.rules
        laid = happened.PlayLaid(
            number=course.number,
            player=player,
            received=received,
            mail=mail,
            scored=self.scored,
            swaps=self.swaps,
            board=self.board,
            rack_left=Secret(self.rack_left),
            theme=self.theme,
            wish=Secret(self.order.wish),
            claims=self.claims,
            at=course.at if course.at > received else None,
        )
        course.record(laid)
        if not rules.may_challenge:
            course.accept(player, AcceptedHow.AT_ONCE)
        elif rules.refill is Refill.AT_ONCE:
            fill(course, player, self.order.wish)


class LegalExchange(LegalMove, frozen=True):
    order: entries.ExchangeOrder
    letters: str

    def shown(self, condition: entries.Condition | None = None) -> ShownOrder:
        return ShownOrder(TurnKind.EXCHANGE, condition, letters=self.letters)

    def carry_out(self, course: Course, received: datetime, mail: str) -> None:  # noqa: ARG002  it draws
        number, player, count = course.number, course.player, len(self.letters)
        game, draws, back, wish = classic(course.game), course.draws, self.letters, self.order.wish
        course.record(drawn_for(game, player, count, draws, at=course.at, put_back=back, wish=wish))
        course.record(happened.TilesExchanged(number, player, count, Secret(self.letters)))


class LegalPass(LegalMove, frozen=True):
    order: entries.PassOrder

    def carry_out(self, course: Course, received: datetime, mail: str) -> None:  # noqa: ARG002  it brings nothing
        is_on = classic(course.game).opening is not None
        why = PassedWhy.PASSED_ON if is_on else PassedWhy.PASSED
        course.record(happened.TurnPassed(course.number, course.player, why))


def try_play(game: TurnGame, player: str, order: entries.PlayOrder, lexicon: Lexicon) -> Tried:
    """Judge a play: by place alone where its words may be challenged."""
    rules = game.rules
    words: Lexicon = EveryWord() if rules.may_challenge else lexicon
    position = Position(game.board, game.hands[player].rack.value, rules)
    judged = Judge(position, words, game.rulings).judge(order.written)
    faults = list(judged.faults)
    least = game.opening.least if game.opening is not None else 0
    faults += [
        OpeningLength(span=order.span, least=least)
        for play in judged.plays
        if len(play.scored.word) < least
    ]
    if rules.unlisted is Unlisted.REFUSE:
        faults = [_refused(fault) for fault in faults]
    wrong = [fault for fault in faults if not fault.asks and not fault.remarks]
    if wrong or len(judged.plays) != 1:
        return Illegal((*faults, *also_lacking(order.written, faults, position)))
    scored = judged.plays[0].scored
    formed = tuple(word.word for word in scored.words)
    theme = rules.theme_points(formed)
    legal = LegalPlay(
        order=order,
        scored=scored,
        swaps=judged.swaps,
        board=judged.board,
        rack_left=judged.rack_left,
        theme=theme,
        claims=rules.theme_claims(formed, order.claims),
        remarks=_remarks(faults, scored.points + theme),
    )
    return WordsWait(legal, judged.undecided) if judged.undecided else legal


def _remarks(faults: Sequence[moves.Fault], points: int) -> tuple[moves.Fault, ...]:
    """Return what is only to be told of a play that brings *points*, those of the theme included."""
    told = (
        replace(each, points=points) if isinstance(each, moves.ClaimDiffers) else each
        for each in faults
        if each.remarks
    )
    return tuple(e for e in told if not isinstance(e, moves.ClaimDiffers) or e.claimed != e.points)


def _refused(fault: moves.Fault) -> moves.Fault:
    if isinstance(fault, moves.WordUnknown):
        return moves.WordRefused(span=fault.span, word=fault.word, reason="unlisted")
    return fault


def _try_exchange(game: TurnGame, player: str, order: entries.ExchangeOrder) -> Tried:
    rack = game.hands[player].rack.value
    letters = rack if order.letters is None else game.rules.tiles.taken(order.letters, rack)
    if game.opening is not None:
        return Illegal((OpeningExchange(span=order.span),))
    kept = game.rules.tiles.taken(order.kept or "", rack)
    if missing := game.rules.tiles.missing_from(rack, kept):
        return Illegal((moves.NotOnRack(span=order.span, missing=missing, available=rack),))
    for letter in kept:
        letters = letters.replace(letter, "", 1)
    # `all but the E` of two of them: one or both may stay
    if not letters or any(letter in letters for letter in kept):
        return Illegal((entries.WhichLetters(span=order.span),))
    if missing := game.rules.tiles.missing_from(rack, letters):
        return Illegal((moves.NotOnRack(span=order.span, missing=missing, available=rack),))
    # What is drawn for the open play before he may draw (classic 4.2).
    is_others = game.open_play is not None and game.open_play.player != player
    bag = len(game.bag.value) - (game.tiles_owed if is_others else 0)
    least = max(game.rules.exchange_min, len(letters))
    if bag < least:
        return Illegal((ExchangeImpossible(span=order.span, bag=bag, least=least),))
    return LegalExchange(order, letters)


def as_if_laid(game: TurnGame, condition: entries.IfPlay) -> TurnGame:
    """Return *game* as it would be after the play of a condition, whatever it is worth."""
    free: list[LaidTile] = []
    for step, letter in enumerate(condition.word):
        square = condition.square.along(condition.direction, step)
        if square.is_on(game.board.size) and game.board.is_free(square):
            free.append(LaidTile(square, letter, is_blank=False))
    return replace(game, board=game.board.lay(free), opening=None)


class ClassicBook(Steward[TurnGame]):
    """How a classic game goes on, and what is told of it."""

    teller = BoardTeller
    end_counted = "classic/page.ends"
    drawing: ClassVar[Any] = happened.TilesDrawn

    def try_pass(self, game: TurnGame, order: entries.PassOrder) -> Tried:  # noqa: ARG002  always possible
        return LegalPass(order)

    def try_own(self, game: TurnGame, player: str, order: Any, lexicon: Lexicon) -> Tried:
        match order:
            case entries.PlayOrder():
                return try_play(game, player, order, lexicon)
            case entries.ExchangeOrder():
                return _try_exchange(game, player, order)
            case _:
                return super().try_own(game, player, order, lexicon)

    def points(self, game: TurnGame, player: str, lexicon: Lexicon, play: moves.Play) -> int | None:
        order = entries.PlayOrder(moves.alone(play))
        tried = move_of(try_play(game, player, order, lexicon))
        return tried.promise.points if isinstance(tried, LegalPlay) else None

    def hints(self, game: TurnGame, player: str, written: entries.WrittenOrders) -> OrderHints:
        """Return a play in the other direction, by place alone: whether its word is one is not told."""
        orders = [order for group in written.groups for order in group.orders]
        orders += [act.order for act in written.acts if isinstance(act, entries.TrialAct)]
        rules = game.rules
        position = Position(game.board, game.hands[player].rack.value, rules)
        judge = Judge(position, EveryWord(), game.rulings)
        plays = (order.written for order in orders if isinstance(order, entries.PlayOrder))
        for play in filter(None, (turned(each, judge) for each in plays)):
            line = entries.play_written(play, rules.axes, rules.tiles)
            meant = Secret(entries.Meant(play.span.text, line))
            return OrderHints(meant=meant, instead=meant)
        return OrderHints()

    def obstacles(
        self, game: TurnGame, player: str, written: entries.WrittenOrders
    ) -> tuple[moves.Fault, ...]:
        """Return what is in the way of a play, by place and rack alone: whether its word is one is not told."""
        match written.groups:
            case (entries.OrdersIf(condition=None, orders=(entries.PlayOrder(written=play),)),):
                position = Position(game.board, game.hands[player].rack.value, game.rules)
                judged = Judge(position, EveryWord(), game.rulings).judge(play)
                return tuple(each for each in judged.faults if not each.asks and not each.remarks)
            case _:
                return ()

    def corrects_own_play(
        self, game: TurnGame, player: str, written: entries.WrittenOrders
    ) -> bool:
        open_play = game.open_play
        if open_play is None or open_play.player != player:
            return False
        lay_before = open_play.board_before
        return any(
            isinstance(each, moves.Occupied) and lay_before.is_free(each.square)
            for each in self.obstacles(game, player, written)
        )

    def as_if(self, game: TurnGame, condition: entries.Condition | None) -> TurnGame:
        match condition:
            case entries.IfPlay():
                return as_if_laid(game, condition)
            case entries.IfTakenBack() if game.open_play is not None:
                return replace(game, board=game.open_play.board_before)
            case _:
                return game

    def last_play(self, game: TurnGame) -> str | None:
        return "out" if game.is_going_out else None

    def stands(self, course: Course, open_play: OpenTurn) -> None:
        if isinstance(open_play, OpenPlay) and not course.game.hands[open_play.player].is_out:
            fill(course, open_play.player, open_play.wish.value)

    def why_it_ends(self, game: TurnGame) -> str | None:
        """Everybody's last turns were declared passes, or nothing has scored for long (classic 7.4, 9.2)."""
        wanted = (PassedWhy.PASSED.value,) * game.rules.passes
        if all(game.hands[name].recent == wanted for name in game.playing):
            return "passes"
        if 0 < game.rules.scoreless <= game.scoreless and game.open_play is None:
            return "scoreless"
        return None

    def deductions(self, game: TurnGame, why: str, gains: str | None) -> Mapping[str, int]:
        if why == UNPLAYED:
            return {}
        left = {
            name: -game.rules.tiles.sum_of(game.hands[name].rack.value) for name in game.playing
        }
        if gains is not None:
            left[gains] = -sum(value for name, value in left.items() if name != gains)
        return left

    def rule_theme(self, course: Course, word: str, *, fits: bool) -> bool:
        claims = tuple(dict.fromkeys(c for c in classic(course.game).claims if c.word == word))
        for claim in claims:
            course.record(theme_ruled(classic(course.game), claim, fits=fits))
        return bool(claims)

    def deal(self, course: Course, over: TurnsTakenOver | None) -> str:
        if over is None:
            return deal(course)
        racks = [(name, rack.value) for name, rack in over.racks]
        return deal_taken_over(course, racks, over.to_move)

    def chance(self, running: RunningTurns, office: Office) -> Draws:
        game = running.game
        return SeedDraws(
            office.records.seed(game.id),
            game.mixed,
            from_top=game.same_tiles is not None,
            tile_set=game.rules.tiles,
        )

    def lies(self, game: TurnGame, history: TurnHistory) -> OnBoard:  # noqa: ARG002  the board says all
        least = game.opening.least if game.opening is not None else 0
        return OnBoard(game.board, len(game.bag.value), least)

    def board(self, game: TurnGame) -> Board | None:
        return game.board

    def left(self, game: TurnGame) -> tuple[str, int]:
        return "in_bag", len(game.bag.value)

    def owed(self, game: TurnGame) -> int:
        return game.tiles_owed

    def told(self, event: object) -> Iterator[Happening]:
        match event:
            case happened.TilesDrawn():
                yield Drew(ToldDraw(event.number, event.player, event.count, event.receipt))
            case happened.ThemeRuled():
                yield event
            case _:
                return

    def claims(self, game: TurnGame) -> Sequence[ThemeClaim]:
        return game.claims

    def own(self, game: TurnGame, player: str) -> dict[str, Secret[Any]]:
        """Return the tiles that are neither on the board nor on the rack of *player* (classic 10)."""
        seen = "".join(tile.tile for tile in game.board.tiles)
        seen += game.hands[player].rack.value
        tiles = game.rules.tiles
        # A board taken over may hold one too many.
        seen = tiles.without(seen, tiles.missing_from(tiles.all_tiles, seen))
        return {"unseen": Secret(tiles.without(tiles.all_tiles, seen))}

    def gcg(self, log: Iterable[Event]) -> str:
        try:
            return gcg(log)
        except NotInGcgError:
            return ""

    def best(self, over: TurnGame, history: TurnHistory, office: Office) -> tuple[BestOfTurn, ...]:
        if office.find_plays is find_no_play:
            return ()
        positions = {
            event.number: (before, event.player)
            for event, now in steps_of(office.log(over.id))
            if isinstance(event, happened.OfTurn) and event.is_turn
            if (before := classic(now).before_move) is not None
        }
        could_move = [turn for turn in history.turns if turn.kind is not TurnKind.FORFEIT]
        return tuple(
            _best_of(turn, *positions[turn.number], office, over)
            for turn in could_move[-MOST_SEARCHED:]
        )


def deal(course: Course) -> str:
    """Let who begins be drawn, or the settings say it, and fill all racks; return who begins (classic 3.1)."""
    game = course.game
    wanted = game.rules.starter
    if wanted == "draw":
        drawn = draw_starter(game.seats, course.draws, game.rules.tiles)
    else:
        drawn = happened.StarterDrawn((), seats_from(game.seats, wanted))
    course.record(drawn)
    return _fill_all(course, course.game.seats[0])


def deal_taken_over(course: Course, racks: Sequence[tuple[str, str]], first: str) -> str:
    """Give the racks of a game taken over to their players, fill the others; return who is to move."""
    for name, rack in racks:
        _bind(course, name, rack)
    return _fill_all(course, first)


def _fill_all(course: Course, first: str) -> str:
    for name in seats_from(course.game.seats, first):
        fill(course, name, course.game.hands[name].first_wish.value)
    return first


def _bind(course: Course, name: str, rack: str) -> None:
    """Bind a rack that the settings give to its player, as one drawn by hand."""
    game = classic(course.game)
    number = game.drawings + 1
    nonce = course.draws.nonce(number)
    drawn = happened.TilesDrawn(
        number=number,
        player=name,
        count=len(rack),
        letters=Secret(rack),
        put_back=Secret(""),
        receipt=receipt_of(game.id, number, name, rack, nonce, tiles=game.rules.tiles),
        nonce=Secret(nonce),
        at=course.at,
        blanks_with_vowels=game.blanks_with_vowels,
        by_hand=True,
    )
    course.record(drawn)


def theme_ruled(game: TurnGame, claim: ThemeClaim, *, fits: bool) -> happened.ThemeRuled:
    """Return what a claim comes to; a word that fits twice in one play earns twice."""
    theme = game.rules.theme
    each = theme.points if theme is not None and fits else 0
    points = each * game.claims.count(claim)
    return happened.ThemeRuled(claim.number, claim.player, claim.word, points)


def fill(course: Course, player: str, wish: entries.Wish | None = None) -> None:
    """Fill the rack of *player* from the bag, as far as it goes (classic 3.1, 3.6)."""
    game = classic(course.game)
    lacking = game.rules.rack - len(game.hands[player].rack.value)
    count = min(lacking, len(game.bag.value))
    if count > 0:
        course.record(drawn_for(game, player, count, course.draws, at=course.at, wish=wish))


MOST_SEARCHED = 120
"""So many turns, the last ones, are searched after the end: no tick is held up by a game without end."""


def _best_of(
    turn: ToldTurn, before: TurnGame, name: str, office: Office, over: TurnGame
) -> BestOfTurn:
    """Return the best of one turn, in which a player was called *name*; a play that stood and scored more was it."""
    rack = before.hands[name].rack.value
    points, best = _best_play(replace(before, rulings=over.rulings), name, rack, office)
    if turn.scored is not None and not turn.is_taken_back and turn.points > points:
        points, best = turn.points, turn.scored
    return BestOfTurn(turn.number, turn.player, rack, turn.points, points, best)


_MOST_FITTING = 8
"""More words than that no play forms: one, and one across each of seven tiles."""


def _best_play(
    game: TurnGame, name: str, rack: str, office: Office
) -> tuple[int, ScoredPlay | None]:
    """Return the best of the plays found that may be laid, with what they earn by the theme."""
    theme = game.rules.theme
    most_for_theme = theme.points * _MOST_FITTING if theme is not None else 0
    best: tuple[int, ScoredPlay | None] = (0, None)
    found = office.find_plays(Position(game.board, rack, game.rules), game.rulings)
    for points, move in found:
        if best[1] is not None and points + most_for_theme <= best[0]:
            break
        tried = try_play(game, name, entries.PlayOrder(_written(move)), office.lexicon)
        if isinstance(tried, LegalPlay) and (best[1] is None or tried.promise.points > best[0]):
            best = tried.promise.points, tried.scored
    return best


def _written(move: moves.Move) -> moves.WrittenMove:
    return moves.WrittenMove(move, (), moves.TextSpan(1, 1, ""))


def steward(_game: SeatedGame) -> "ClassicBook":
    """Return who looks after a classic game."""
    return ClassicBook()
