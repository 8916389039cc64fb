"""A game in turns shown: its public face, what one player sees beside it, what has just happened.

After the end also what was possible in each of its turns.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from mailref.referee.findings import Office, RunningTurns, find_no_play
from mailref.referee.turn_clock import bank_left, waits_for_clock, window_ends
from mailref.referee.turn_contents import GameInHand, GamesInHand
from mailref.referee.turn_faces import (
    BestOfTurn,
    ChallengeMade,
    ChallengeSettled,
    ClockChange,
    ClockChanged,
    Drew,
    Finished,
    GoesAway,
    Happening,
    OwnFace,
    OwnReceipt,
    PlayStands,
    PutOut,
    ScoreChanged,
    Seat,
    SeatChanged,
    ShownOrder,
    ShownPlay,
    TakenBack,
    ThemeDecided,
    TurnFace,
    TurnTaken,
    TurnTakenBack,
    WaitingChallenge,
    WhoseTurn,
)
from mailref.rules import events as common
from mailref.rules.board import GERMAN, in_order, missing_from, without
from mailref.rules.events import Event
from mailref.rules.faults import WrittenMove
from mailref.rules.game import Press
from mailref.rules.lexicon.verdicts import Lexicon
from mailref.rules.moves import Move, TextSpan
from mailref.rules.placing import Position
from mailref.rules.replay import apply
from mailref.rules.scoring import ScoredPlay
from mailref.rules.turns import turn_events as happened
from mailref.rules.turns.classic_book import (
    ClassicBook,
    LegalExchange,
    LegalPlay,
    try_play,
)
from mailref.rules.turns.course import Illegal, LegalMove, WordsWait
from mailref.rules.turns.orders import Condition, PlayOrder
from mailref.rules.turns.turn_events import AcceptedHow, KeptOrder
from mailref.rules.turns.turn_game import TurnGame
from mailref.rules.turns.turn_history import ToldDraw, ToldTurn, TurnHistory, TurnKind, history_of
from mailref.rules.turns.turn_rules import Secret


def history_in(office: Office, game: str) -> TurnHistory:
    """Return what may be told of a game's past."""
    return history_of(steps_of(office.log(game)))


def steps_of(events: Iterable[Event]) -> Iterator[tuple[Event, TurnGame]]:
    """Yield every event of a game with the game after it."""
    game = None
    for event in events:
        game = apply(game, event)
        if isinstance(game, TurnGame):
            yield event, game


def face_of_turns(running: RunningTurns, history: TurnHistory) -> TurnFace:
    """Return how a game stands, as everybody may know it."""
    game, turn = running.game, running.game.turn
    challenge = game.challenge
    return TurnFace(
        game=game.id,
        title=running.policy.title,
        rules=game.rules,
        commitment=game.commitment,
        board=game.board,
        seats=tuple(_seats(running)),
        turn=WhoseTurn(turn.number, turn.player, turn.began, turn.deadline) if turn else None,
        open_play=_open_play(running),
        challenge=WaitingChallenge(challenge.player, waiting_words(running)) if challenge else None,
        bag=len(game.bag.value),
        history=history,
        least=game.opening.least if game.opening is not None else 0,
        is_paused=game.is_paused,
        ended=game.ended,
    )


def waiting_words(running: RunningTurns) -> tuple[str, ...]:
    """Return the words that must be ruled on before the game goes on."""
    game = running.game
    if not game.is_held:
        return ()
    waits = game.challenge.words if game.challenge is not None else tuple(sorted(game.asked))
    return tuple(word for word in waits if word in game.asked and word not in game.rulings)


def _seats(running: RunningTurns) -> Iterator[Seat]:
    game = running.game
    totals = {name: game.players[name].total for name in game.seats if name in game.players}
    totals |= {name: total for name, total in game.final.items() if name in totals}
    standing = {name: (game.hands[name].is_out, -total) for name, total in totals.items()}
    for name, total in totals.items():
        hand = game.hands[name]
        better = sum(each < standing[name] for each in standing.values())
        yield Seat(
            name=name,
            total=total,
            tiles=len(hand.rack.value),
            is_out=hand.is_out,
            rank=better + 1 if game.is_over else None,
            away=hand.away,
            seconds_in_hand=int(bank_left(running, name).total_seconds()),
        )


def _open_play(running: RunningTurns) -> ShownPlay | None:
    game, open_play = running.game, running.game.open_play
    if open_play is None:
        return None
    return ShownPlay(
        number=open_play.number,
        player=open_play.player,
        words=tuple(dict.fromkeys(w for w in open_play.words if w not in open_play.decided)),
        decided=tuple(open_play.decided.items()),
        draws=game.tiles_owed,
        open_until=window_ends(running),
        accepted_by=tuple(name for name in game.seats if name in open_play.accepted_by),
        ends_game=game.is_going_out,
    )


def games_in_hand(found: Sequence[tuple[RunningTurns, str]]) -> GamesInHand:
    """Return somebody's games: those first in which he is to move, by the time that is left."""

    def game_of(running: RunningTurns, player: str) -> GameInHand:
        game, turn = running.game, running.game.turn
        return GameInHand(
            title=running.policy.title,
            tag=f"{game.id} Z{turn.number}" if turn else game.id,
            zone=running.policy.zone,
            turn=WhoseTurn(turn.number, turn.player, turn.began, turn.deadline) if turn else None,
            is_mine=turn is not None and turn.player == player and not game.is_held,
            seats=tuple(_seats(running)),
            may_challenge=game.open_play is not None and game.open_play.player != player,
        )

    games = [game_of(running, player) for running, player in found]
    late = datetime.max.replace(tzinfo=UTC)

    def left(game: GameInHand) -> tuple[bool, datetime]:
        return not game.is_mine, (game.turn.deadline if game.turn else None) or late

    return GamesInHand(found[0][1], tuple(sorted(games, key=left)))


def own_face(
    running: RunningTurns, player: str, lexicon: Lexicon, events: Iterable[Event] = ()
) -> OwnFace:
    """Return what *player* alone may see; *events* are those of which he is told now."""
    game = running.game
    hand = game.hands[player]
    kept = game.kept.get(player)
    is_mine = game.turn is not None and game.turn.player == player
    return OwnFace(
        player=player,
        rack=hand.rack,
        unseen=Secret(unseen_by(game, player)),
        receipts=tuple(_receipts(player, events)),
        kept=Secret(shown_orders(game, player, kept.value, lexicon)) if kept else None,
        kept_until=waits_for_clock(running) if kept and is_mine else None,
        accepts_all=hand.accepts_all,
        vacation_left=vacation_left(running, player),
    )


def unseen_by(game: TurnGame, player: str | None) -> str:
    """Return the tiles that are neither on the board nor on the rack of *player* (classic 10)."""
    seen = "".join(tile.tile for tile in game.board.tiles)
    seen += game.hands[player].rack.value if player is not None else ""
    unknown = missing_from(GERMAN.all_tiles, seen)  # a board taken over may hold one too many
    return in_order(without(GERMAN.all_tiles, without(seen, unknown)))


def vacation_left(running: RunningTurns, player: str) -> int:
    """Return how many days of absence a player may still take."""
    away = running.game.hands[player].away
    return running.policy.vacation.days - sum((last - first).days + 1 for first, last in away)


def _receipts(player: str, events: Iterable[Event]) -> Iterator[OwnReceipt]:
    for event in events:
        if isinstance(event, happened.TilesDrawn) and event.player == player:
            yield OwnReceipt(event.number, event.receipt, event.nonce, event.letters)


def shown_orders(
    game: TurnGame, player: str, kept: KeptOrder, lexicon: Lexicon
) -> tuple[ShownOrder, ...]:
    """Return a move in advance with its alternates, each on the board as it would be."""
    book = ClassicBook()
    found: list[ShownOrder] = []
    for group in kept.groups:
        position = book.as_if(game, group.condition)
        for order in group.orders:
            tried = book.try_order(position, player, order, lexicon)
            move = tried.play if isinstance(tried, WordsWait) else tried
            if not isinstance(move, Illegal):
                found.append(shown_move(move, group.condition))
    return tuple(found)


def shown_move(legal: LegalMove, condition: Condition | None = None) -> ShownOrder:
    """Return a move that was not carried out as its owner is shown it."""
    match legal:
        case LegalPlay():
            points = legal.promise.points
            plain = legal.scored.formula.rpartition("=")[0]
            with_theme = f"{plain}+{legal.theme}={points}"
            return ShownOrder(
                TurnKind.PLAY,
                condition,
                legal.scored,
                points,
                with_theme if legal.theme else legal.scored.formula,
                legal.board,
            )
        case LegalExchange():
            return ShownOrder(TurnKind.EXCHANGE, condition, letters=legal.letters)
        case _:
            return ShownOrder(TurnKind.PASS, condition)


def happenings(
    events: Sequence[Event], before: RunningTurns, log: Sequence[Event], history: TurnHistory
) -> tuple[Happening, ...]:
    """Return what *events* tell everybody; *before* is the game before them, *log* holds them all."""
    found: list[Happening] = []
    carried_out: set[str] = set()
    for at, event in enumerate(events):
        match event:
            case happened.OrderDropped(player, "carried_out"):
                carried_out.add(player)
            case happened.PlayChallenged() if not _is_decided(events[at:]):
                found.append(ChallengeMade(event.number, event.player, event.words))
            case happened.PlayLaid() | happened.TilesExchanged() | happened.TurnPassed():
                turn = history.turn(event.number)
                if turn is not None:
                    found.append(TurnTaken(turn, event.player in carried_out))
            case common.GameEnded() if (finished := _finished(events, log)) is not None:
                found.append(finished)
            case _:
                found += _told(event, before, history)
    return tuple(found)


def _is_decided(events: Iterable[Event]) -> bool:
    return any(isinstance(event, happened.ChallengeDecided) for event in events)


def _told(event: Event, before: RunningTurns, history: TurnHistory) -> Iterator[Happening]:
    match event:
        case happened.PlayAccepted(how=how) if how is not AcceptedHow.AT_ONCE:
            yield PlayStands(event.number, event.player, event.by, event.how)
        case happened.ChallengeDecided():
            loses = event.stands and before.game.rules.challenge_forfeit
            yield ChallengeSettled(
                event.number, event.player, event.verdicts, event.stands, event.cost, loses
            )
        case happened.PlayTakenBack():
            yield TakenBack(
                history.turn(event.number) or ToldTurn(event.number, event.player, TurnKind.PLAY)
            )
        case happened.TilesDrawn():
            yield Drew(ToldDraw(event.number, event.player, event.count, event.receipt))
        case happened.PlayerOut():
            yield PutOut(event.player, event.why)
        case happened.AwaySet():
            yield GoesAway(event.player, event.first, event.last)
        case happened.TurnUndone():
            undone = before.game.before_move
            turn = undone.turn if undone is not None else None
            yield TurnTakenBack(event.number, turn.player if turn is not None else "")
        case happened.ThemeRuled():
            fits = event.points > 0
            yield ThemeDecided(event.number, event.player, event.word, fits, event.points)
        case _:
            yield from _ordered(event, before)


def _ordered(event: Event, before: RunningTurns) -> Iterator[Happening]:
    """Yield what the game master's orders tell everybody."""
    turn = before.game.turn
    zat = turn.deadline if turn is not None else None
    match event:
        case common.PlayerRenamed():
            yield SeatChanged(event.name, event.new_name)
        case common.ScoreCorrected():
            yield ScoreChanged(event.player, event.points)
        case common.DeadlineMoved():
            yield ClockChanged(ClockChange.MOVED, zat)
        case common.GamePaused():
            yield ClockChanged(ClockChange.PAUSED, zat)
        case common.GameResumed():
            yield ClockChanged(ClockChange.RESUMED, zat)
        case _:
            return


def _finished(events: Iterable[Event], log: Iterable[Event]) -> Finished | None:
    """Return the end with every drawing of the game; None where no racks were shown."""
    shown = next((each for each in events if isinstance(each, happened.RacksRevealed)), None)
    ended = next((each for each in events if isinstance(each, common.GameEnded)), None)
    if shown is None or ended is None:
        return None
    draws = tuple(
        (
            ToldDraw(each.number, each.player, each.count, each.receipt),
            each.letters.value,
            each.nonce.value,
        )
        for each in log
        if isinstance(each, happened.TilesDrawn)
    )
    return Finished(shown.why, shown.racks, shown.deductions, ended.seed, draws)


def press_for_report(log: Sequence[Event], events: Sequence[Event]) -> tuple[Press, ...]:
    """Return the released texts that no report has printed: each goes with the next turn that begins."""
    waiting: dict[str, Press] = {}
    ready: list[Press] = []
    for event in log[: len(log) - len(events)]:
        match event:
            case common.PressReceived():
                item = Press(event.player, event.text, event.mail, event.is_released)
                if event.is_released:
                    ready.append(item)
                else:
                    waiting[event.mail] = item
            case common.PressRuled() if event.mail in waiting:
                item = waiting.pop(event.mail)
                ready += [item] if event.is_released else []
            case happened.TurnBegan():
                ready.clear()
            case _:
                pass
    return tuple(ready)


MOST_SEARCHED = 120
"""So many turns, the last ones, are searched after the end: no tick is held up by a game without end."""


def best_of_turns(office: Office, over: TurnGame, history: TurnHistory) -> tuple[BestOfTurn, ...]:
    """Return for each turn of a game that is over what it brought and the best its rack could have."""
    if office.find_plays is find_no_play:
        return ()
    steps = steps_of(office.log(over.id))
    positions = dict(_positions(steps))
    could_move = [turn for turn in history.turns if turn.kind is not TurnKind.FORFEIT]
    return tuple(
        _best_of(turn, *positions[turn.number], office, over)
        for turn in could_move[-MOST_SEARCHED:]
        if turn.number in positions
    )


def _positions(
    steps: Iterable[tuple[Event, TurnGame]],
) -> Iterator[tuple[int, tuple[TurnGame, str]]]:
    """Yield each turn's number, with the game just before its move and the player's name then.

    An exchange is recorded after what was drawn for it.
    """
    before: TurnGame | None = None
    for event, game in steps:
        match event:
            case happened.PlayLaid() | happened.TilesExchanged() | happened.TurnPassed():
                if before is not None and event.player in before.hands:
                    yield event.number, (before, event.player)
                before = game
            case happened.TilesDrawn() if event.put_back.value:
                pass
            case _:
                before = game


def _best_of(
    turn: ToldTurn, before: TurnGame, name: str, office: Office, over: TurnGame
) -> BestOfTurn:
    """Return the best of one turn; a play that stood and scored more was itself the best."""
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
        tried = try_play(game, name, PlayOrder(_written(move)), office.lexicon)
        if isinstance(tried, LegalPlay) and (best[1] is None or tried.promise.points > best[0]):
            best = tried.promise.points, tried.scored
    return best


def _written(move: Move) -> WrittenMove:
    return WrittenMove(move, (), TextSpan(1, 1, ""))
