"""A mail or a clock moves a game in turns: its course, what it records, who is told what (classic 10).

Everything that happens in one decision is told in one mail to each: to players with their own racks,
to game master and readers what all may know. What is shown of a game is made here: its public face, what one
player sees beside it, what has just happened.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, datetime
from itertools import chain, groupby
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mailref.games import events as common
from mailref.games.by_turns import contents
from mailref.games.by_turns import events as happened
from mailref.games.by_turns.course import (
    Course,
    FromMail,
    Illegal,
    Steward,
    TurnAnswer,
    move_of,
    rejected,
    steward_of,
)
from mailref.games.by_turns.events import AcceptedHow, KeptOrder
from mailref.games.by_turns.history import Past, ToldTurn, TurnHistory, TurnKind, steps_of
from mailref.games.by_turns.policy import ReadersGet, RunningTurns, told_at
from mailref.games.by_turns.seated_game import SeatedGame
from mailref.games.events import UNPLAYED, DeadlineMoved, Event, WordRuled
from mailref.games.game import Press
from mailref.games.in_hand import GameInHand, Seat, WhoseTurn, most_urgent_first
from mailref.games.secret import Secret
from mailref.orders.written import AwayAct, HistoryAct, TilesAct, WrittenOrders
from mailref.referee.contents import GamesInHand
from mailref.referee.findings import Consideration, Office, Outcome, Reason, Receipt
from mailref.referee.identity import may_ask
from mailref.referee.mails import (
    Owed,
    Step,
    addresses_of,
    after,
    owe_to_game_master,
    owe_to_player,
    owe_to_subscriber,
    step_of,
    subscribers_of,
)
from mailref.tiles.lexicon.verdicts import Lexicon


def history_in(office: Office, game: str) -> TurnHistory:
    """Return what may be told of a game's past."""
    return office.memories.of(Past).told(game, office.log(game), lambda log: told_of(steps_of(log)))


def told_of(steps: Iterable[tuple[object, SeatedGame]]) -> TurnHistory:
    """Return what may be told of a game: *steps* are its events, each with the game after it."""
    found = tuple(steps)
    return steward_of(found[-1][1]).teller().all_of(found) if found else TurnHistory()


def game_and_history(log: Iterable[Event]) -> tuple[SeatedGame, TurnHistory]:
    """Return the game that its events make, with what may be told of it."""
    steps = tuple(steps_of(log))
    return steps[-1][1], told_of(steps)


def face_of_turns(
    running: RunningTurns, office: Office, history: TurnHistory | None = None
) -> contents.TurnFace:
    """Return how a game stands, as everybody may know it."""
    game, challenge = running.game, running.game.challenge
    history = history or history_in(office, game.id)
    return contents.TurnFace(
        game=game.id,
        title=running.policy.title,
        rules=game.rules,
        commitment=game.commitment,
        lies=steward_of(game).lies(game, history),
        seats=tuple(_seats(running)),
        turn=_whose_turn(game),
        open_play=_open_play(running),
        challenge=contents.WaitingChallenge(challenge.player, waiting_words(running))
        if challenge
        else None,
        history=history,
        is_paused=game.is_paused,
        ended=game.ended,
        same_tiles=game.same_tiles,
    )


def _whose_turn(game: SeatedGame) -> WhoseTurn | None:
    """Return who is to move; while a ruling is waited for no ZAT is told, for it will move."""
    turn = game.turn
    if turn is None:
        return None
    zat = None if game.is_held else turn.deadline
    return WhoseTurn(turn.number, turn.player, turn.began, zat, game.is_held)


def waiting_words(running: RunningTurns) -> tuple[str, ...]:
    """Return the words that must be ruled on before the game goes on."""
    game = running.game
    if not game.is_held:
        return ()
    waits = game.challenge.words if game.challenge is not None else tuple(sorted(game.asked))
    return tuple(word for word in waits if word in game.asked and word not in game.rulings)


def asked_note(word: str) -> str:
    """Return the note that the game master was asked about a word."""
    return f"asked:{word}"


def _still_away(running: RunningTurns, name: str) -> tuple[tuple[date, date], ...]:
    """Return the absences that were not over when the turn began."""
    turn, away = running.game.turn, running.game.hands[name].absences
    if turn is None:
        return away
    day = turn.began.astimezone(running.policy.zone).date()
    return tuple((first, last) for first, last in away if last >= day)


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
            rank=better + 1 if game.is_over and game.ended != UNPLAYED else None,
            away=_still_away(running, name),
            seconds_in_hand=int(running.bank_left(name).total_seconds()),
        )


def _open_play(running: RunningTurns) -> contents.ShownPlay | None:
    game, open_play = running.game, running.game.open_play
    if open_play is None:
        return None
    return contents.ShownPlay(
        number=open_play.number,
        player=open_play.player,
        words=tuple(dict.fromkeys(w for w in open_play.words if w not in open_play.decided)),
        decided=tuple(open_play.decided.items()),
        draws=steward_of(game).owed(game),
        open_until=running.window_ends(),
        accepted_by=tuple(name for name in game.seats if name in open_play.accepted_by),
        ends_game=steward_of(game).last_play(game) is not None,
    )


def games_in_hand(found: Sequence[tuple[RunningTurns, str]]) -> GamesInHand:
    """Return somebody's games: those first in which he is to move, by the time that is left."""
    games = (game_in_hand(running, player) for running, player in found)
    return GamesInHand(found[0][1], most_urgent_first(games))


def game_in_hand(running: RunningTurns, player: str) -> GameInHand:
    """Return a game in turns as a list of somebody's games shows it."""
    game, turn = running.game, running.game.turn
    return GameInHand(
        title=running.policy.title,
        tag=f"{game.id} Z{turn.number}" if turn else game.id,
        zone=running.policy.zone,
        turn=_whose_turn(game),
        is_mine=turn is not None and turn.player == player and not game.is_held,
        seats=tuple(_seats(running)),
        may_challenge=game.open_play is not None and game.open_play.player != player,
    )


def own_face(
    running: RunningTurns, player: str, lexicon: Lexicon, events: Iterable[Event] = ()
) -> contents.OwnFace:
    """Return what *player* alone may see; *events* are those of which he is told now."""
    game, steward = running.game, steward_of(running.game)
    hand = game.hands[player]
    kept = game.kept.get(player)
    is_mine = game.turn is not None and game.turn.player == player
    return contents.OwnFace(
        player=player,
        rack=hand.rack,
        unseen=Secret(steward.unseen(game, player)),
        receipts=tuple(steward.receipts(player, events)),
        kept=Secret(shown_orders(game, player, kept.value, lexicon)) if kept else None,
        kept_until=running.waits_for_clock() if kept and is_mine else None,
        accepts_all=hand.accepts_all,
        wish=Secret(steward.wish(game, player)),
        vacation_left=running.vacation_left(player),
        tries=Secret(tries) if (tries := steward.tries(game)) else None,
    )


def shown_orders(
    game: SeatedGame, player: str, kept: KeptOrder, lexicon: Lexicon
) -> tuple[contents.ShownOrder, ...]:
    """Return a move in advance with its alternates, each on the board as it would be.

    A condition under which nothing goes is shown as such: what stands under SONST refers to it.
    """
    steward = steward_of(game)
    found: list[contents.ShownOrder] = []
    for group in kept.groups:
        position = steward.as_if(game, group.condition)
        tried = (steward.try_order(position, player, order, lexicon) for order in group.orders)
        moves = map(move_of, tried)
        legal = [m.shown(group.condition) for m in moves if not isinstance(m, Illegal)]
        found += legal or ([contents.ShownOrder(None, group.condition)] if group.condition else [])
    return tuple(found)


def happenings(
    events: Sequence[Event], before: RunningTurns, log: Sequence[Event], history: TurnHistory
) -> tuple[contents.Happening, ...]:
    """Return what *events* tell everybody; *before* is the game before them, *log* holds them all."""
    found: list[contents.Happening] = []
    carried_out: set[str] = set()
    steward = steward_of(before.game)
    for at, event in enumerate(events):
        match event:
            case happened.OrderDropped(player, "carried_out") if player in before.game.kept:
                carried_out.add(player)  # not what came only now, and had to wait for nothing
            case happened.PlayChallenged() if not any(
                isinstance(each, happened.ChallengeDecided) for each in events[at:]
            ):
                found.append(event)
            case happened.ChallengeDecided():
                found.append(_settled(event, events[:at], before.game))
            case common.GameEnded() if (finished := finished_in(log, steward)) is not None:
                found.append(finished)
            case happened.OfTurn(is_turn=True):
                turn = history.turn(event.number)
                if turn is not None:
                    found.append(contents.TurnTaken(turn, turn.player in carried_out))
            case _:
                found += _told(event, before, history)
    return tuple(_tiles_together(found))


def _stands(event: happened.PlayAccepted, game: SeatedGame) -> happened.PlayAccepted:
    """Return that a play stands; of two, "all others" is the one who sits opposite."""
    others = [name for name in game.playing if name != event.player]
    if event.how is not AcceptedHow.ALL or len(others) != 1:
        return event
    is_always = game.hands[others[0]].accepts_all
    how = AcceptedHow.ALWAYS if is_always else AcceptedHow.MAIL
    return replace(event, by=others[0], how=how)


def _tiles_together(found: Sequence[contents.Happening]) -> Iterator[contents.Happening]:
    """Yield what happened, with the tiles that a player took one after another told at once."""
    for player, group in groupby(
        found, lambda e: e.player if isinstance(e, contents.TookTile) else None
    ):
        if player is None:
            yield from group
        else:
            took = (each.tiles for each in group if isinstance(each, contents.TookTile))
            yield contents.TookTile(player, tuple(chain.from_iterable(took)))


def _settled(
    event: happened.ChallengeDecided, events: Sequence[Event], game: SeatedGame
) -> contents.ChallengeSettled:
    """Return what came of the challenge made in *events*, or in *game* before them."""
    made = [each.words for each in events if isinstance(each, happened.PlayChallenged)]
    before = game.challenge.words if game.challenge is not None else ()
    return contents.ChallengeSettled(
        event.number,
        event.player,
        event.verdicts,
        event.stands,
        event.cost,
        event.stands and game.rules.challenge_forfeit,
        made[-1] if made else before,
    )


def _told(event: Event, before: RunningTurns, history: TurnHistory) -> Iterator[contents.Happening]:
    match event:
        case happened.PlayAccepted(how=how) if how is not AcceptedHow.AT_ONCE:
            yield _stands(event, before.game)
        case happened.PlayTakenBack():
            yield contents.TakenBack(
                history.turn(event.number) or ToldTurn(event.number, event.player, TurnKind.PLAY)
            )
        case (
            happened.PlayerOut() | happened.AwaySet() | common.PlayerRenamed()
            | common.ScoreCorrected() | common.GamePaused() | common.GameResumed()
        ):  # fmt: skip
            yield event
        case common.DeadlineMoved():
            turn = before.game.turn
            yield contents.ClockMoved(turn.deadline if turn is not None else None)
        case happened.TurnUndone():
            undone = before.game.before_move
            turn = undone.turn if undone is not None else None
            yield contents.TurnTakenBack(event.number, turn.player if turn is not None else "")
        case _:
            yield from steward_of(before.game).told(event)


def finished_in(log: Sequence[Event], steward: Steward[Any]) -> contents.Finished | None:
    """Return the end with every drawing of the game; None where no racks were shown.

    Nothing is told of the drawings while another game with the same tiles is still to be played.
    """
    shown = next((each for each in log if isinstance(each, happened.RacksRevealed)), None)
    seeds = [e.seed for e in log if isinstance(e, common.GameEnded | happened.SeedRevealed)]
    if shown is None or not seeds:
        return None
    draws = steward.draws(log) if seeds[-1] else ()
    return contents.Finished(shown.why, shown.racks, shown.deductions, seeds[-1], draws)


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


def wanted_again(
    running: RunningTurns, answer: object, player: str
) -> Iterator[tuple[str, contents.RematchWanted]]:
    """Yield who else is asked since *player* wants the game once more."""
    wanted = answer.rematch if isinstance(answer, contents.TurnCommandAnswer) else None
    if wanted is not None:
        for name in wanted.missing:
            yield name, contents.RematchWanted(name, player, wanted, running.policy)


def course_of(
    running: RunningTurns, office: Office, at: datetime, told: datetime | None = None
) -> Course:
    """Return a course of a game at *at*: what is recorded in it happens together.

    The time of a turn that it begins runs from when it is *told*, if that is long after.
    """
    seed = office.records.seed(running.game.id)
    same = running.game.same_tiles
    is_kept = same is not None and not same.is_second  # the game to come has the same seed

    def until(player: str, began: datetime) -> datetime | None:
        return running.zat_of_turn(player, max(began, told or began))

    return Course(
        game=running.game,
        book=steward_of(running.game),
        lexicon=office.lexicon,
        draws=steward_of(running.game).chance(running, office),
        at=at,
        until=until,
        seed="" if is_kept else seed.hex(),
        grace=running.policy.grace,
        asks=may_ask(running, office),
    )


class Taken(Struct, frozen=True):
    """What the orders of a mail come to, and what they record."""

    answer: TurnAnswer
    events: tuple[Event, ...] = ()


def take_orders(
    running: RunningTurns, office: Office, player: str, written: WrittenOrders, mail: Consideration
) -> Taken:
    """Do what a player's mail asks for in one game."""
    acts = tuple(
        act for act in written.acts if not isinstance(act, AwayAct | HistoryAct | TilesAct)
    )
    if acts != written.acts and replace(written, acts=acts).is_empty:
        return Taken(TurnAnswer(Outcome.COMMAND))
    written, receipt = replace(written, acts=acts), mail.receipt
    saw = running.report_answered(mail, office)
    reason = _why_not(running, office, player, written, saw, receipt)
    if reason is not None:
        return Taken(rejected(reason))
    course = course_of(running, office, receipt.received, told_at(receipt))
    seconds = running.seconds_of_bank(course.at)
    if seconds and course.player == player and written.groups:
        course.record(happened.BankUsed(player, seconds))
    number = course.number
    answer = course.respond(FromMail(player, receipt.received, receipt.key, saw), written)
    if answer.effect is contents.TurnEffect.KEPT and course.number != number:
        answer = replace(answer, effect=contents.TurnEffect.DONE)
    # Time in hand alone is not used up by what was rejected.
    has_moved = not all(isinstance(event, happened.BankUsed) for event in course.events)
    return Taken(answer, tuple(course.events) if has_moved else ())


def _why_not(  # noqa: PLR0917  the game, and what asks for what in it
    running: RunningTurns,
    office: Office,
    player: str,
    written: WrittenOrders,
    saw: int,
    receipt: Receipt,
) -> Reason | None:
    """Tell why orders come too late, or twice; None where they do not (classic 6.4, 7.2)."""
    if running.game.turn is None or running.game.is_over:
        return Reason.LATE
    if player not in running.game.playing:
        return Reason.NOT_A_PLAYER
    if running.is_too_late(receipt.received):
        return Reason.LATE
    if not written.groups:
        return None
    turns = history_in(office, running.game.id).turns
    game = running.game
    own = game.seats_with(player)
    had = [turn for turn in turns if turn.player in own and turn.number >= saw]
    if not had:
        return None
    return Reason.LATE if had[-1].kind is TurnKind.TIMEOUT else Reason.ALREADY_MOVED


class News(Struct, frozen=True):
    """What has happened in a game by one decision, to be told to all."""

    before: RunningTurns
    office: Office
    """After it."""
    events: tuple[Event, ...]
    history: TurnHistory
    told: tuple[contents.Happening, ...]
    because: str = ""
    later: str = ""
    """The game with the same tiles for whose end all this was held back."""

    @staticmethod
    def of(
        before: RunningTurns, office: Office, events: Sequence[Event], because: str = ""
    ) -> "News":
        """Return what *events* tell, which have made of *before* what *office* holds."""
        id_ = before.game.id
        history = history_in(office, id_)
        told = happenings(events, before, office.log(id_), history)
        return News(before, office, tuple(events), history, told, because)

    @property
    def running(self) -> RunningTurns:
        """Return the game as it stands now."""
        running = self.office.games[self.before.game.id]
        if not isinstance(running, RunningTurns):
            raise TypeError(f"{self.before.game.id} is no game in turns")
        return running

    def report(self, player: str | None) -> contents.TurnReport:
        """Return what one reader is told; *player* sees his own rack beside it."""
        running, log = self.running, self.office.log(self.before.game.id)
        steward, tells_all = steward_of(running.game), self._tells_all(player)
        has_best = tells_all and self.before.policy.top
        own = None
        if player is not None and player in running.game.hands:
            own = own_face(running, player, self.office.lexicon, self.events)
        return contents.TurnReport(
            face=face_of_turns(running, self.office, self.history),
            own=own,
            policy=running.policy,
            happened=self.told,
            press=() if self.later else press_for_report(log, self.events),
            best=steward.best(running.game, self.history, self.office) if has_best else (),
            gcg=steward.gcg(log) if tells_all else "",
            because=self.because,
            dropped=self._dropped(player),
            refused=self._refused(player),
            later=self.later,
        )

    def _tells_all(self, player: str | None) -> bool:
        """Tell whether a reader is told all, since the game is over: players only."""
        is_end = any(isinstance(each, contents.Finished) for each in self.told)
        return player is not None and is_end and self.running.game.tells_all

    def _refused(self, player: str | None) -> tuple[str, ...]:
        """Return the words that were ruled out of the move of *player* that waited for them."""
        was, waits = self.before.game.waiting, self.running.game.waiting
        if was is None or was.player != player or waits == was:
            return ()
        ruled = [event for event in self.events if isinstance(event, WordRuled)]
        return tuple(event.word for event in ruled if event.accepted is False)

    def _dropped(self, player: str | None) -> str:
        """Return why a move that was kept for *player* is no more; "" where that is no news to him."""
        told = ("no_longer_holds", "not_met", "over")
        dropped = (each for each in self.events if isinstance(each, happened.OrderDropped))
        his = (each.why for each in dropped if each.player == player and each.why in told)
        return next(his, "")

    def _is_asked_about(self) -> bool:
        """Tell whether all that happened is a challenge about which the game master is asked at once."""
        game = self.running.game
        is_new = any(asked_note(word) not in game.noted for word in waiting_words(self.running))
        return is_new and all(isinstance(each, happened.PlayChallenged) for each in self.told)

    def mails(self, key: str, now: datetime, *, besides: Collection[str] = ()) -> Iterator[Owed]:
        """Owe one mail to each who is told; *besides*: the players who have it already, "" the game master."""
        running, house = self.running, self.office.house
        players = [running.game.players[name] for name in running.game.seats]
        for player in players:
            if player.name not in besides and (self.told or self._refused(player.name)):
                report = self.report(player.name)
                # By name too: two players may share an address, and each has a rack of his own.
                yield from owe_to_player(running, player, report, f"{key}:{player.name}", now)
        if not self.told:
            return
        public = self.report(None)
        master = house.gamemaster_address.lower()
        is_player = any(master in addresses_of(player) for player in players)
        if not is_player and "" not in besides and not self._is_asked_about():
            his = replace(public, for_game_master=True)
            yield owe_to_game_master(house, his, key, now, running=running)
        at_end = running.policy.readers_get is ReadersGet.END
        if at_end and not running.game.is_over:
            return
        for address in subscribers_of(running):
            if address != master:
                yield owe_to_subscriber(running, address, public, key, now)


def seed_step(
    first: RunningTurns, second: RunningTurns, office: Office, now: datetime
) -> Step | None:
    """Reveal the seed of a game, now that the one with the same tiles is over, too; all are told.

    None where one of them is not over, or it has been revealed.
    """
    id_ = first.game.id
    if first.game.tells_all or not (first.game.is_over and second.game.is_over):
        return None
    event = happened.SeedRevealed(office.records.seed(id_).hex(), now)
    step = step_of(f"seed:{id_}", first, event)
    office = after(office, step.decision)
    told = finished_in(office.log(id_), steward_of(first.game))
    history = history_in(office, id_)
    ends = () if told is None else (told,)
    news = News(first, office, (event,), history, ends, later=second.policy.title)
    return step_of(step.cause, first, event, mails=news.mails(f"turn:{step.cause}", now))


def give_time_back(course: Course, before: RunningTurns) -> None:
    """Move the ZAT of a turn that a ruling has set free by the time for which it waited."""
    was, turn = before.game.turn, course.game.turn
    if not before.game.is_held or course.game.is_held or course.game.is_over:
        return
    if was is None or turn is None or turn.number != was.number:
        return
    zat = before.zat_after_ruling(course.at)
    if zat != turn.deadline:
        course.record(DeadlineMoved(turn.number, zat, "ruling"))


def report_as_it_stands(running: RunningTurns, office: Office) -> contents.TurnReport:
    """Return what everybody could be told now: the last turn, and how the game stands."""
    history = history_in(office, running.game.id)
    last = tuple(contents.TurnTaken(turn) for turn in history.turns[-1:])
    face = face_of_turns(running, office, history)
    return contents.TurnReport(face, None, running.policy, last, for_game_master=True)


def news_step(
    cause: str,
    running: RunningTurns,
    office: Office,
    events: Sequence[Event],
    now: datetime,
    *,
    because: str = "",
    more: Sequence[Owed] = (),
) -> Step:
    """Return the step that records *events* of one game and tells all of it."""
    office = after(office, step_of(cause, running, *events).decision)
    news = News.of(running, office, events, because)
    mails = (*news.mails(f"turn:{cause}", now), *more)
    return step_of(cause, running, *events, mails=mails)
