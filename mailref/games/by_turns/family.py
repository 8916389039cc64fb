"""The referee of games in turns: what an entry does, what is recorded and told, what time brings about.

What the game master orders stands in `decisions.py` beside it, what time brings in `steps.py`.
"""

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta

from msgspec.structs import replace

from mailref.games.by_turns import events as happened
from mailref.games.by_turns.contents import (
    OrderAnswer,
    TurnCommandAnswer,
    TurnReport,
    TurnsOpening,
    rematch_of,
    want_rematch,
)
from mailref.games.by_turns.course import TurnAnswer, TurnEffect, answer_in
from mailref.games.by_turns.decisions import carry_out_in_turns, result_in_turns
from mailref.games.by_turns.events import FirstRackWished
from mailref.games.by_turns.faces import OrderHints, OwnFace, ShownOrder
from mailref.games.by_turns.opening import begin_turns, may_begin, opening_for
from mailref.games.by_turns.play import News, Taken, take_orders
from mailref.games.by_turns.policy import RunningTurns
from mailref.games.by_turns.seated_game import Turn
from mailref.games.by_turns.showing import (
    face_of_turns,
    game_in_hand,
    history_in,
    own_face,
    shown_orders,
    wanted_again,
)
from mailref.games.by_turns.steps import (
    act_in_turns,
    ask_about_theme,
    ask_in_turns,
    remind_in_turns,
    synchronise_turns,
)
from mailref.games.by_turns.stewards import steward_of
from mailref.games.events import Event, LotWordGiven
from mailref.games.family import Family
from mailref.games.in_hand import GameInHand
from mailref.games.schedule import is_in_time
from mailref.games.secret import Secret
from mailref.orders.commands import command_in
from mailref.orders.entries import Ambiguity, Entry, orders_in
from mailref.orders.table import Command
from mailref.orders.written import (
    Act,
    AwayAct,
    ChallengeAct,
    HistoryAct,
    TilesAct,
    Wish,
    WrittenOrders,
)
from mailref.referee.contents import AnswerToCommands, Content
from mailref.referee.findings import (
    CommandsDone,
    CommandsGiven,
    Consideration,
    Considered,
    Did,
    Judgement,
    NotDone,
    Office,
    Outcome,
    Reason,
)
from mailref.referee.gm_orders import GivenOrder, GmOrder, Refusal
from mailref.referee.gm_results import Result
from mailref.referee.lots import announced_at
from mailref.referee.mails import Owed, Step
from mailref.referee.reports import Means, announce, is_before_opening

_NOTHING = WrittenOrders()


class TurnsFamily(Family):
    """A game in turns and what its referee does."""

    running: RunningTurns

    @property
    def opened_by_report(self) -> int | None:
        return self.running.game.turn.number if self.running.game.turn is not None else None

    @property
    def words_asked(self) -> frozenset[str]:
        """Return the words that wait for the game master."""
        game = self.running.game
        waiting = frozenset(word for word in game.asked if word not in game.rulings)
        return waiting | {claim.word for claim in steward_of(game).claims(game)}

    def may_object(self) -> bool:
        game = self.running.game
        is_first = game.turn is None or game.turn.number == 1
        return is_first and game.open_play is None and not game.is_over

    def as_meant(self, entry: Entry) -> Entry:
        """Return EINSPRUCH before the first move as one against the rules: nothing can be challenged."""
        return as_objection(entry, self.running.policy.id) if self.may_object() else entry

    def is_urgent(self, now: datetime) -> bool:
        turn = self.running.game.turn
        zat = turn.deadline if turn is not None else None
        return zat is not None and timedelta(0) <= zat - now <= timedelta(days=1)

    def has_word(self, word: str, office: Office) -> bool:
        game = self.running.game
        formed = game.open_play.words if game.open_play is not None else ()
        if word in formed or word in game.rulings or word in game.asked:
            return True
        turns = history_in(office, game.id).turns[-2:]
        return any(word == each.word for turn in turns if turn.scored for each in turn.scored.words)

    # A mail.

    def judge(
        self, entry: Entry, mail: Consideration, office: Office, player: str | None
    ) -> Judgement:
        if player is None or orders_in(entry) is None:
            return Judgement(self.number)
        judged = judgement_of(self._taken(entry, mail, office, player).answer, self.number)
        named = entry.round_named
        if named is None or judged.reason is not None or named.number == self._turn_of(player):
            return judged
        return Judgement(self.number, judged.found, asked=(Ambiguity.OTHER_ROUND, named.span))

    def _turn_of(self, player: str) -> int:
        """Return the number of a player's turn, the one now or his next."""
        game, number = self.running.game, self.number
        if game.turn is None or player not in game.playing:
            return number
        now = game.turn.player
        while now != player:
            now, number = game.after(now), number + 1
        return number

    def take(
        self, entry: Considered, mail: Consideration, office: Office
    ) -> tuple[Considered, tuple[Event, ...]]:
        """Return an entry as it is now, after what stood before it in the mail, and what it records."""
        written = entry.entry
        if answer_in(entry.found) is None or written is None or entry.player is None:
            return entry, ()
        taken = self._taken(written, mail, office, entry.player)
        now = replace(
            entry,
            outcome=taken.answer.outcome,
            reason=taken.answer.reason,
            round=self.number,
            found=taken.answer,
        )
        away = self.running.absence_asked(entry.player, orders_in(written), mail.receipt.received)
        return now, (*taken.events, *(away if isinstance(away, tuple) else ()))

    def _taken(self, entry: Entry, mail: Consideration, office: Office, player: str) -> Taken:
        orders = orders_in(entry) or _NOTHING
        return take_orders(self.running, office, player, orders, mail)

    def seen_too_late(self, entry: Considered, received: datetime) -> int | None:
        """Return the turn that timed out last, where a late move of its player was in time (classic 7.2)."""
        game = self.running.game
        was = game.before_move.turn if game.before_move is not None else None
        if entry.reason is not Reason.LATE or was is None or was.player != entry.player:
            return None
        has_timed_out = game.hands[was.player].recent[-1:] == ("timeout",)
        is_missed = has_timed_out and not game.is_over and is_in_time(received, was.deadline)
        return was.number if is_missed else None

    def awaited(self, player: str) -> Turn | None:
        turn = self.running.game.turn
        return turn if turn is not None and turn.player == player else None

    def has_move(self, player: str | None, office: Office) -> bool:  # noqa: ARG002  it is in the game
        return player in self.running.game.kept

    def answer(
        self, entry: Considered, office: Office, did: Did
    ) -> OrderAnswer | TurnReport | TurnCommandAnswer:
        news = self._news(did, office) if did.events else None
        is_done = entry.outcome in (Outcome.ACCEPTED, Outcome.PENDING)
        answer = answer_in(entry.found)
        accepts_all = answer is not None and answer.effect is TurnEffect.ACCEPTS_ALL
        if news is not None and news.told and (is_done or accepts_all):
            faults = answer.faults if answer is not None else ()
            return replace(news.report(entry.player), faults=faults)
        if entry.outcome is Outcome.COMMAND and (commands := _commands_of(entry)):
            return self._to_commands(entry, office, commands, did)
        effect = (
            answer.effect
            if answer is not None and (is_done or entry.outcome is Outcome.COMMAND)
            else None
        )
        history = news.history if news is not None else history_in(office, self.running.game.id)
        return OrderAnswer(
            considered=entry,
            face=face_of_turns(self.running, history),
            own=self._own(entry.player, office, did.events),
            policy=self.running.policy,
            effect=effect,
            faults=answer.faults if answer is not None else (),
            shown=self._shown(entry, answer, office),
            asked=answer.asked if answer is not None else (),
            replaces=did.had_move and effect is TurnEffect.KEPT,
            until=self.running.waits_for_clock() if effect is TurnEffect.KEPT else None,
            hints=self._hints(entry, answer),
        )

    def _hints(self, entry: Considered, answer: TurnAnswer | None) -> OrderHints:
        """Return what may help who sent what cannot be done, or wants a tile that others take first."""
        orders = orders_in(entry.entry)
        player, game = entry.player, self.running.game
        if answer is None or orders is None or player is None or player not in game.hands:
            return OrderHints()
        is_asked = bool(answer.faults) or answer.effect is TurnEffect.KEPT
        return steward_of(game).hints(game, player, orders) if is_asked else OrderHints()

    def spread(
        self, did: Did, office: Office, key: str, besides: Collection[str]
    ) -> Iterator[Owed]:
        if did.events:  # or nothing has happened, as after a trial
            yield from self._news(did, office).mails(key, did.received, besides=besides)

    def _news(self, did: Did, office: Office) -> News:
        if not isinstance(did.before, RunningTurns):
            raise TypeError(f"{did.before.policy.id} is no game in turns")
        return News.of(did.before, office, did.events)

    def _own(self, player: str | None, office: Office, events: Collection[Event]) -> OwnFace | None:
        if player is None or player not in self.running.game.hands:
            return None
        return own_face(self.running, player, office.lexicon, events)

    def _shown(
        self, entry: Considered, answer: TurnAnswer | None, office: Office
    ) -> Secret[tuple[ShownOrder, ...]] | None:
        """Return what was kept, tried or waits, as its owner is shown it."""
        if answer is None or answer.legal is None or entry.player is None:
            return None
        kept = self.running.game.kept.get(entry.player)
        if answer.effect is TurnEffect.KEPT and kept is not None:
            orders = shown_orders(self.running.game, entry.player, kept.value, office.lexicon)
            goes = any(each.kind is not None for each in orders)
            return Secret(
                orders if goes else (steward_of(self.running.game).shown(answer.legal, None),)
            )
        return Secret((steward_of(self.running.game).shown(answer.legal, None),))

    def _to_commands(
        self, entry: Considered, office: Office, commands: tuple[Command, ...], did: Did
    ) -> TurnCommandAnswer:
        noted = next((e for e in did.events if isinstance(e, happened.AwaySet)), None)
        away = (noted.first, noted.last) if noted is not None else None
        player, orders = entry.player, orders_in(entry.entry)
        refused = None
        if noted is None and player is not None and orders is not None:
            refused = self.running.absence_asked(player, orders, did.received)
            away = self.running.days_asked(orders, did.received) if refused == () else None
        answer = self.answer_commands(CommandsGiven(commands, player), office)
        why = (refused,) if isinstance(refused, NotDone) else ()
        return replace(answer, away=away, refused=why, games=())

    # A player's command.

    def is_leaving(self, player: str) -> bool:
        hand = self.running.game.hands.get(player)
        is_out = hand is not None and hand.is_out
        return is_out or super().is_leaving(player)

    def leave(self, player: str) -> Event | NotDone:
        """Let a player go before the game begins; later he resigns, which is another word."""
        if self.running.game.turn is not None:
            return NotDone.RESIGN_INSTEAD
        return super().leave(player)

    def withdraw(self, player: str, received: datetime) -> Event | NotDone:  # noqa: ARG002  kept till it is played
        game = self.running.game
        is_waiting = game.waiting is not None and game.waiting.player == player
        if player not in game.kept and not is_waiting:
            return NotDone.NOTHING_TO_WITHDRAW
        return happened.OrderDropped(player, "withdrawn")

    def first_rack(self, player: str, wish: Wish) -> Event | NotDone:
        game = self.running.game
        if game.is_over:
            return NotDone.GAME_IS_OVER
        if game.rules.bags < 2:
            return NotDone.ONE_BAG
        is_dealt = game.turn is not None
        return NotDone.WISH_ALONE if is_dealt else happened.FirstRackWished(player, Secret(wish))

    def lot_word(self, player: str, word: str, received: datetime) -> Event | NotDone:
        game = self.running.game
        if game.is_over:
            return NotDone.GAME_IS_OVER
        if not self.running.policy.lots:
            return NotDone.NO_LOTS
        if not self.running.may_give_in_turns(received):
            return NotDone.TOO_LATE_FOR_WORDS
        return LotWordGiven(player, word, 1)

    def rematch(
        self, player: str, received: datetime, office: Office
    ) -> tuple[Event, ...] | NotDone:
        return want_rematch(self.running, player, received, office.games)

    def in_hand(self, player: str, office: Office) -> GameInHand | None:  # noqa: ARG002  it is in the game
        game = self.running.game
        is_in_it = game.turn is not None and player in game.playing
        return game_in_hand(self.running, player) if is_in_it else None

    def welcome(self, name: str, office: Office) -> TurnsOpening:
        return opening_for(self.running, office, name)

    def answer_commands(self, given: CommandsGiven, office: Office) -> TurnCommandAnswer:
        is_wish = Command.REMATCH in given.commands and given.player is not None
        return TurnCommandAnswer(
            **{**given.told(office), "done": _done_by(given.events)},
            face=face_of_turns(self.running, history_in(office, self.running.game.id)),
            own=self._own(given.player, office, ()),
            policy=self.running.policy,
            withdrawn=any(isinstance(event, happened.OrderDropped) for event in given.events),
            rematch=rematch_of(self.running) if is_wish else None,
        )

    def told_to_others(
        self, answer: AnswerToCommands, player: str
    ) -> Iterator[tuple[str, Content]]:
        return wanted_again(self.running, answer, player)

    # An order of the game master, the clock and the settings.

    def result(self, order: GmOrder, step: Step) -> Result | None:
        return result_in_turns(order, self.running, step)

    def carry_out(self, given: GivenOrder, means: Means, now: datetime) -> Step | Refusal:
        return carry_out_in_turns(given, self.running, means.office, now)

    def synchronise(self, means: Means, now: datetime, cause: str) -> Step | None:
        return synchronise_turns(self.running, means.office, now, cause)

    def is_due(self, now: datetime) -> bool:
        return self.running.is_turn_due(now)

    def quiet_until(self, now: datetime) -> datetime:
        return self.running.quiet_turns_until(now)

    def act_when_due(self, means: Means, now: datetime) -> Step | None:
        return act_in_turns(self.running, means.office, now)

    def announce(self, means: Means, now: datetime) -> Step | None:
        return announce(self.running, means, now, readers=self.running.game.seats)

    def waits_for_words(self) -> bool:
        game = self.running.game
        return announced_at(game) is not None and game.turn is None and not game.is_over

    def may_go_on(self) -> bool:
        return may_begin(self.running)

    def go_on(self, means: Means, now: datetime) -> Step | None:
        if is_before_opening(self.running, now):
            return None
        return begin_turns(self.running, means.office, now)

    def ask(self, office: Office, now: datetime) -> Step | None:
        asked = ask_in_turns(self.running, office, now)
        return asked or ask_about_theme(self.running, office, now)

    def remind(self, office: Office, now: datetime, *, is_complete: bool) -> Iterator[Step]:
        yield from remind_in_turns(self.running, office, now, is_complete=is_complete)


def _done_by(events: Collection[Event]) -> CommandsDone:
    wishes = (each.wish.value for each in events if isinstance(each, FirstRackWished))
    return replace(CommandsDone.of(events), first_rack=next(wishes, None))


def judgement_of(answer: TurnAnswer, number: int) -> Judgement:
    """Return what orders come to in a turn; a word named behind the play that counts must be formed by it."""
    unformed = answer.legal.unformed if answer.legal is not None else None
    if unformed is not None:
        return Judgement(number, answer, asked=(Ambiguity.UNFORMED_WORD, unformed))
    return Judgement(number, answer, answer.outcome, answer.reason)


def as_objection(entry: Entry, game: str) -> Entry:
    """Return an entry with EINSPRUCH as a command of *game*, against its rules, where it stands alone."""
    orders = orders_in(entry) or _NOTHING
    others = replace(orders, acts=tuple(act for act in orders.acts if not _objects(act)))
    if others == orders:
        return entry
    written, commands = None if others.is_empty else others, (*entry.commands, Command.OBJECT)
    return replace(entry, game=game, written=written, commands=commands)


def _objects(act: Act) -> bool:
    """Tell whether an act is EINSPRUCH alone, which names no word."""
    return isinstance(act, ChallengeAct) and command_in(act.span.text) is Command.OBJECT


_COMMANDS: tuple[tuple[type[Act], Command], ...] = (
    (HistoryAct, Command.HISTORY),
    (TilesAct, Command.TILES),
    (AwayAct, Command.AWAY),
)


def _commands_of(entry: Considered) -> tuple[Command, ...]:
    """Return the commands among the orders of an entry."""
    orders = orders_in(entry.entry)
    acts = orders.acts if orders is not None else ()
    return tuple(
        command for kind, command in _COMMANDS if any(isinstance(act, kind) for act in acts)
    )


FAMILY = TurnsFamily
