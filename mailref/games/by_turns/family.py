"""The referee of games in turns: what an entry does, what is recorded and told, how a game begins (classic 3.1, 12.3).

What time and the settings bring about stands here, too (classic 5.6, 7): turns that are over, moves that were
held back, reminders, words put before the game master; and what he orders (classic 14).
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date, datetime
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import fields, replace

from mailref.games import events as common
from mailref.games.by_turns import contents
from mailref.games.by_turns import course as play
from mailref.games.by_turns import events as happened
from mailref.games.by_turns.events import FirstRackWished, PlayShown
from mailref.games.by_turns.game import FEWEST, SeatedGame, Turn
from mailref.games.by_turns.history import TurnKind
from mailref.games.by_turns.policy import RunningTurns, TurnPolicy, told_at
from mailref.games.by_turns.statistics import figures_of
from mailref.games.by_turns.switches import Timeout
from mailref.games.chance import Secret
from mailref.games.family import Family
from mailref.games.game import Game, SameTiles, Stage, has_come, is_in_time
from mailref.games.in_hand import GameInHand
from mailref.games.statistics import PlayerFigures
from mailref.orders import entries
from mailref.orders.commands import command_in
from mailref.orders.shapes import find_name
from mailref.orders.table import Command, NotDone
from mailref.referee import gm_orders as orders
from mailref.referee.contents import (
    AnswerToCommands,
    AskedWord,
    Content,
    PlayerChange,
    PlayerNotice,
    RulingAsked,
)
from mailref.referee.identity import (
    address_mails,
    change_of_addresses,
    find_player_named,
    game_master_plays,
    may_ask,
    ordered_addresses,
)
from mailref.referee.mails import (
    Owed,
    Step,
    addresses_of,
    after,
    owe_to_deputy,
    owe_to_player,
    step_of,
)
from mailref.referee.order_results import common_result, named, readdressed
from mailref.referee.policy import (
    CommandsDone,
    CommandsGiven,
    Consideration,
    Considered,
    Did,
    GamePolicy,
    House,
    Judgement,
    Office,
    Outcome,
    Reason,
    Registration,
    RunningGame,
    Undecided,
    file_rulings,
    is_ahead,
)
from mailref.referee.reports import Means, announce, announced_at, is_before_opening, to_all
from mailref.tiles.board import Laying
from mailref.tiles.lexicon.evidence import Evidence
from mailref.tiles.lexicon.verdicts import Unknown, spell
from mailref.tiles.moves import NOWHERE, Fault

_NOTHING = entries.WrittenOrders()
_TOLD_FROM = 2
"""So many time-outs in a row the game master is told of."""
_FEWEST_TILES = 2


class TurnsFamily(Family):
    """A game in turns and what its referee does."""

    running: RunningTurns

    @property
    def game(self) -> SeatedGame:
        return self.running.game

    @property
    def policy(self) -> TurnPolicy:
        return self.running.policy

    @property
    def opened_by_report(self) -> int | None:
        return self.game.turn.number if self.game.turn is not None else None

    @property
    def words_asked(self) -> frozenset[str]:
        """Return the words that wait for the game master."""
        game = self.game
        waiting = frozenset(word for word in game.asked if word not in game.rulings)
        return waiting | {claim.word for claim in play.steward_of(game).claims(game)}

    def may_object(self) -> bool:
        game = self.game
        is_first = game.turn is None or game.turn.number == 1
        return is_first and game.open_play is None and not game.is_over

    def as_meant(self, entry: entries.Entry) -> entries.Entry:
        """Return EINSPRUCH before the first move as one against the rules: nothing can be challenged."""
        return as_objection(entry, self.policy.id) if self.may_object() else entry

    def may_give_way(self, player: str) -> bool:
        return self.game.may_give_way(player)

    def is_urgent(self, now: datetime) -> bool:
        return self.running.ends_within_a_day(now)

    def insight(self, player: str | None, office: Office) -> entries.Insight:
        game, steward = self.game, play.steward_of(self.game)
        board = steward.board(game)
        if player is None or player not in game.hands:
            return entries.Insight(board)
        is_to_move = game.turn is None or game.turn.player == player
        return entries.Insight(
            board,
            steward.insight(game, player, office.lexicon),
            is_to_move,
            self._in_doubt(player),
            partial(steward.points, game, player, office.lexicon),
        )

    def _in_doubt(self, player: str) -> tuple[str, ...]:
        """Return the words of the open play, as they are spelled, where it is another's and may be challenged."""
        game, open_play = self.game, self.game.open_play
        if open_play is None or open_play.player == player or not game.rules.may_challenge:
            return ()
        return tuple(spell(word) for word in open_play.words if word not in open_play.decided)

    def has_word(self, word: str, office: Office) -> bool:
        game = self.game
        formed = game.open_play.words if game.open_play is not None else ()
        if word in formed or word in game.rulings or word in game.asked:
            return True
        turns = play.history_in(office, game.id).turns[-2:]
        return any(word == each.word for turn in turns if turn.scored for each in turn.scored.words)

    # A mail.

    def judge(
        self, entry: entries.Entry, mail: Consideration, office: Office, player: str | None
    ) -> Judgement:
        if player is None or entries.orders_in(entry) is None:
            return Judgement(self.number)
        judged = judgement_of(self._taken(entry, mail, office, player).answer, self.number)
        named = entry.round_named
        if named is None or judged.reason is not None:
            return judged
        if not named.is_other_than(self._turn_of(player)):
            return judged
        return Judgement(
            self.number, judged.found, asked=(entries.Ambiguity.OTHER_ROUND, named.span)
        )

    def _turn_of(self, player: str) -> int:
        """Return the number of a player's turn, the one now or his next."""
        game, number = self.game, self.number
        if game.turn is None or player not in game.playing:
            return number
        now = game.turn.player
        while now != player:
            now, number = game.after(now), number + 1
        return number

    def take(
        self, entry: Considered, mail: Consideration, office: Office
    ) -> tuple[Considered, tuple[common.Event, ...]]:
        """Return an entry as it is now, after what stood before it in the mail, and what it records."""
        written = entry.entry
        if entry.reason is Reason.AMBIGUOUS and entry.player is not None:
            orders = entries.orders_in(written)
            book = play.steward_of(self.game)
            if orders is not None and book.corrects_own_play(self.game, entry.player, orders):
                return replace(entry, reason=Reason.PLAYED), ()
            keeps_turn = orders is not None and orders.keeps_turn
            if keeps_turn and not self._gives_turn_up(entry.player):
                return entry, ()
            return entry, self._set_aside(entry.player, mail.receipt.received)
        if play.answer_in(entry.found) is None or written is None or entry.player is None:
            return entry, ()
        taken = self._taken(written, mail, office, entry.player)
        now = replace(
            entry,
            outcome=taken.answer.outcome,
            reason=taken.answer.reason,
            round=self.number,
            found=taken.answer,
        )
        away = self.running.absence_asked(
            entry.player, entries.orders_in(written), mail.receipt.received
        )
        return now, (*taken.events, *(away if isinstance(away, tuple) else ()))

    def beside(self, entry: Considered, received: datetime) -> tuple[NotDone, ...]:
        orders = entries.orders_in(entry.entry)
        if entry.player is None or entry.outcome is Outcome.COMMAND:
            return ()
        refused = self.running.absence_asked(entry.player, orders, received)
        if isinstance(refused, NotDone) and refused is not NotDone.GAME_IS_OVER:
            return (refused,)
        return ()

    def _gives_turn_up(self, player: str) -> bool:
        """Tell whether a move of his in advance is, or may come to, a pass or an exchange."""
        kept = self.game.kept.get(player)
        groups = kept.value.groups if kept is not None else ()
        orders = [order for group in groups for order in group.orders]
        return not all(isinstance(each, entries.PlayOrder) for each in orders)

    def _set_aside(self, player: str, received: datetime) -> tuple[common.Event, ...]:
        """Let go of a move in advance whose owner has sent since what is not clear: it may take it back."""
        game = self.game
        if player not in game.kept or play.has_newer(game, player, received):
            return ()
        return (happened.OrderDropped(player, "in_doubt"),)

    def _taken(
        self, entry: entries.Entry, mail: Consideration, office: Office, player: str
    ) -> play.Taken:
        """Do what a player's mail asks for."""
        orders, receipt = entries.orders_in(entry) or _NOTHING, mail.receipt
        written = replace(orders, acts=tuple(act for act in orders.acts if not act.is_aside))
        if written != orders and written.is_empty:
            return play.Taken(play.TurnAnswer(Outcome.COMMAND))
        saw = self.running.report_answered(mail, office)
        reason = self._why_not(player, written, saw, receipt.received, office)
        if reason is not None:
            return play.Taken(play.rejected(reason))
        course = play.course_of(self.running, office, receipt.received, told_at(receipt))
        seconds = self.running.seconds_of_bank(course.at)
        if seconds and course.player == player and written.groups:
            course.record(happened.BankUsed(player, seconds))
        number = course.number
        answer = course.respond(play.FromMail(player, receipt.received, receipt.key, saw), written)
        if self.game.challenge is not None:
            play.give_time_back(course, self.running)
        is_refused = answer.reason is Reason.NO_VALID_MOVE
        if is_refused and course.book.corrects_own_play(self.game, player, written):
            return play.Taken(play.rejected(Reason.PLAYED))
        if answer.effect is contents.TurnEffect.KEPT and course.number != number:
            answer = replace(answer, effect=contents.TurnEffect.DONE)
        # Time in hand alone is not used up by what was rejected.
        has_moved = not all(isinstance(event, happened.BankUsed) for event in course.events)
        return play.Taken(answer, tuple(course.events) if has_moved else ())

    def _why_not(
        self,
        player: str,
        written: entries.WrittenOrders,
        saw: int,
        received: datetime,
        office: Office,
    ) -> Reason | None:
        """Tell why orders come too late, or twice; None where they do not (classic 6.4, 7.2)."""
        game = self.game
        if game.turn is None or game.is_over:
            return Reason.LATE
        if player not in game.playing:
            return Reason.NOT_A_PLAYER
        if self.running.is_too_late(received):
            return Reason.LATE
        if not written.groups:
            return None
        own, turns = game.seats_with(player), play.history_in(office, game.id).turns
        had = [turn.kind for turn in turns if turn.player in own and turn.number >= saw]
        is_late = had[-1:] == [TurnKind.TIMEOUT]
        return Reason.LATE if is_late else Reason.ALREADY_MOVED if had else None

    def seen_too_late(self, entry: Considered, received: datetime) -> int | None:
        """Return the turn that timed out last, where a late move of its player was in time (classic 7.2)."""
        game = self.game
        was = game.before_move.turn if game.before_move is not None else None
        if entry.reason is not Reason.LATE or was is None or was.player != entry.player:
            return None
        has_timed_out = game.hands[was.player].recent[-1:] == ("timeout",)
        is_missed = has_timed_out and not game.is_over and is_in_time(received, was.deadline)
        return was.number if is_missed else None

    def missing(self, office: Office) -> tuple[str, ...]:  # noqa: ARG002  it is in the game
        return (self.game.turn.player,) if self.game.turn is not None else ()

    def totals(self) -> Mapping[str, int]:
        game = self.game
        return {name: game.final.get(name, each.total) for name, each in game.players.items()}

    def awaited(self, player: str) -> Turn | None:
        turn = self.game.turn
        return turn if turn is not None and turn.player == player else None

    def has_move(self, player: str | None, office: Office) -> bool:  # noqa: ARG002  it is in the game
        return player in self.game.kept

    def answer(
        self, entry: Considered, office: Office, did: Did
    ) -> contents.OrderAnswer | contents.TurnReport | contents.TurnCommandAnswer:
        news = self._news(did, office) if did.events else None
        is_command = entry.outcome is Outcome.COMMAND
        is_done = entry.outcome in (Outcome.ACCEPTED, Outcome.PENDING)
        answer = play.answer_in(entry.found) or play.TurnAnswer(entry.outcome)
        accepts_all = answer.effect is contents.TurnEffect.ACCEPTS_ALL
        if news is not None and news.told and (is_done or accepts_all):
            return replace(news.report(entry.player), faults=answer.faults)
        if is_command and (commands := _commands_of(entry)):
            return self._to_commands(entry, office, commands, did)
        effect = answer.effect if is_done or is_command else None
        is_kept = effect is contents.TurnEffect.KEPT
        return contents.OrderAnswer(
            considered=entry,
            face=play.face_of_turns(self.running, office, news.history if news else None),
            own=play.own_if_any(self.running, entry.player, office, did.events),
            policy=self.policy,
            effect=effect,
            faults=answer.faults or self._obstacles(entry),
            shown=self._shown(entry, answer, office),
            asked=answer.asked,
            replaces=did.had_move and is_kept,
            until=self.running.waits_for_clock() if is_kept else None,
            hints=self._hints(entry, answer),
            set_aside=_set_aside(did, office),
        )

    def _obstacles(self, entry: Considered) -> tuple[Fault, ...]:
        """Return why the play that is asked about cannot be laid by whose turn it is; others' plays may change that."""
        orders, player, game = entries.orders_in(entry.entry), entry.player, self.game
        is_to_move = game.turn is not None and game.turn.player == player
        if entry.reason is not Reason.AMBIGUOUS or orders is None or not is_to_move:
            return ()
        return play.steward_of(game).obstacles(game, player or "", orders)

    def _hints(self, entry: Considered, answer: play.TurnAnswer) -> contents.OrderHints:
        """Return what may help who sent what cannot be done, or wants a tile that others take first."""
        orders = entries.orders_in(entry.entry)
        player, game = entry.player, self.game
        is_asked = bool(answer.faults) or answer.effect is contents.TurnEffect.KEPT
        if not is_asked or orders is None or player is None or player not in game.hands:
            return contents.OrderHints()
        return play.steward_of(game).hints(game, player, orders)

    def spread(
        self, did: Did, office: Office, key: str, besides: Collection[str]
    ) -> Iterator[Owed]:
        if did.events:  # or nothing has happened, as after a trial
            yield from self._news(did, office).mails(key, did.received, besides=besides)

    def _news(self, did: Did, office: Office) -> play.News:
        if not isinstance(did.before, RunningTurns):
            raise TypeError(f"{did.before.policy.id} is no game in turns")
        return play.News.of(did.before, office, did.events)

    def _shown(
        self, entry: Considered, answer: play.TurnAnswer, office: Office
    ) -> Secret[tuple[contents.ShownOrder, ...]] | None:
        """Return what was kept, tried or waits, as its owner is shown it."""
        if answer.legal is None or entry.player is None:
            return None
        kept = self.game.kept.get(entry.player)
        if answer.effect is contents.TurnEffect.KEPT and kept is not None:
            orders = play.shown_orders(self.game, entry.player, kept.value, office.lexicon)
            goes = any(each.kind is not None for each in orders)
            return Secret(orders if goes else (answer.legal.shown(),))
        return Secret((answer.legal.shown(),))

    def _to_commands(
        self, entry: Considered, office: Office, commands: tuple[Command, ...], did: Did
    ) -> contents.TurnCommandAnswer:
        noted = next((e for e in did.events if isinstance(e, happened.AwaySet)), None)
        away = (noted.first, noted.last) if noted is not None else None
        player, orders = entry.player, entries.orders_in(entry.entry)
        refused = None
        if noted is None and player is not None and orders is not None:
            refused = self.running.absence_asked(player, orders, did.received)
            away = self.running.days_asked(orders, did.received) if refused == () else None
        answer = self.answer_commands(CommandsGiven(commands, player), office)
        why = (refused,) if isinstance(refused, NotDone) else ()
        return replace(answer, away=away, refused=why, games=())

    # A player's command.

    def is_leaving(self, player: str) -> bool:
        hand = self.game.hands.get(player)
        is_out = hand is not None and hand.is_out
        return is_out or super().is_leaving(player)

    def leave(self, player: str) -> common.Event | NotDone:
        """Let a player go before the game begins; later he resigns, which is another word."""
        if self.game.turn is not None:
            return NotDone.RESIGN_INSTEAD
        return super().leave(player)

    def withdraw(self, player: str, received: datetime) -> common.Event | NotDone:  # noqa: ARG002  kept till it is played
        game = self.game
        is_waiting = game.waiting is not None and game.waiting.player == player
        if player not in game.kept and not is_waiting:
            return NotDone.NOTHING_TO_WITHDRAW
        return happened.OrderDropped(player, "withdrawn")

    def first_rack(self, player: str, wish: entries.Wish) -> common.Event | NotDone:
        game = self.game
        if game.is_over:
            return NotDone.GAME_IS_OVER
        if game.rules.bags < 2:
            return NotDone.ONE_BAG
        is_dealt = game.turn is not None
        return NotDone.WISH_ALONE if is_dealt else happened.FirstRackWished(player, Secret(wish))

    def lot_word(self, player: str, word: str, received: datetime) -> common.Event | NotDone:
        game = self.game
        if game.is_over:
            return NotDone.GAME_IS_OVER
        if not self.policy.lots:
            return NotDone.NO_LOTS
        if not self.running.may_give_in_turns(received):
            return NotDone.TOO_LATE_FOR_WORDS
        return common.LotWordGiven(player, word, 1)

    def rematch(
        self, player: str, received: datetime, office: Office
    ) -> tuple[common.Event, ...] | NotDone:
        return contents.want_rematch(self.running, player, received, office.games)

    def is_asked_to_play_again(self, player: str, now: datetime) -> bool:
        wish = contents.rematch_of(self.running) if self.game.is_over else None
        return wish is not None and player in wish.missing and now <= wish.until

    def away(
        self, player: str, days: str, received: datetime
    ) -> tuple[common.Event, ...] | NotDone:
        """Note it where no game was named, so that it stands beside other commands."""
        asked = entries.WrittenOrders(acts=(entries.AwayAct(days),))
        found = self.running.absence_asked(player, asked, received)
        if found == ():
            return NotDone.AWAY_BEFORE
        return NotDone.WHICH_DAYS if found is None else found

    def back(self, player: str, received: datetime) -> tuple[common.Event, ...] | NotDone:
        if self.game.is_over:
            return NotDone.GAME_IS_OVER
        return self.running.absence_ended(player, received) or NotDone.NO_ABSENCE_OF_HIS

    def is_away_once(self, player: str, received: datetime) -> bool:
        today = received.astimezone(self.policy.zone).date()
        left = self.days_away(received).get(player, ())
        return bool(left) and all(first <= today for first, _ in left)

    def days_away(self, now: datetime) -> Mapping[str, tuple[tuple[date, date], ...]]:
        noted = [(name, hand.absences) for name, hand in self.game.hands.items() if hand.away]
        today = now.astimezone(self.policy.zone).date() if noted else date.max
        left = {name: tuple(each for each in days if each[1] >= today) for name, days in noted}
        return {name: days for name, days in left.items() if days}

    def in_hand(self, player: str, office: Office) -> GameInHand | None:  # noqa: ARG002  it is in the game
        game = self.game
        is_in_it = game.turn is not None and player in game.playing
        return play.game_in_hand(self.running, player) if is_in_it else None

    def statistics(self, office: Office) -> tuple[PlayerFigures, ...]:
        """Return it without the share of the top, which would have to be searched for turn by turn."""
        return figures_of(play.history_in(office, self.game.id), self.game.rulings)

    def welcome(self, name: str, office: Office) -> contents.TurnsOpening:
        return self.opening(name, office)

    def opening(
        self, player: str | None, office: Office, events: Sequence[common.Event] = ()
    ) -> contents.TurnsOpening:
        """Return the opening as one reader gets it; *events* are those of which he is told now."""
        return contents.TurnsOpening(
            face=play.face_of_turns(self.running, office),
            own=play.own_if_any(self.running, player, office, events),
            policy=self.policy,
            differs=tuple(_differing(self.game)),
            comment=self.policy.comment,
            lot_words=self.game.mixed or (),
            is_trial=self.game.is_trial,
        )

    def answer_commands(self, given: CommandsGiven, office: Office) -> contents.TurnCommandAnswer:
        is_wish = Command.REMATCH in given.commands and given.player is not None
        return contents.TurnCommandAnswer(
            **{**given.told(office), "done": _done_by(given.events)},
            face=play.face_of_turns(self.running, office),
            own=play.own_if_any(self.running, given.player, office),
            policy=self.policy,
            withdrawn=any(isinstance(event, happened.OrderDropped) for event in given.events),
            away=next(
                ((e.first, e.last) for e in given.events if isinstance(e, happened.AwaySet)), None
            ),
            rematch=contents.rematch_of(self.running) if is_wish else None,
        )

    def told_to_others(
        self, answer: AnswerToCommands, player: str
    ) -> Iterator[tuple[str, Content]]:
        if isinstance(answer, contents.TurnCommandAnswer) and answer.rematch is not None:
            for name in answer.rematch.missing:
                yield name, contents.RematchWanted(name, player, answer.rematch, self.policy)

    # An order of the game master, the clock and the settings.

    def result(self, order: orders.GmOrder, step: Step) -> orders.Result | None:
        game = self.game
        events = (event for _, event in step.decision.events)
        themes = [event for event in events if isinstance(event, happened.ThemeRuled)]
        if themes:
            return orders.ThemeSettled(themes[-1].word, themes[-1].points > 0)
        match order:
            case orders.CorrectScore(player):
                name = named(player, game)
                return orders.TotalNow(name, self.totals()[name])
            case orders.RenamePlayer(new_name=player) | orders.ExcludePlayer(player):
                return self._at_table_now(player)
            case orders.ReplacePlayer(name=player) | orders.ChangeAddresses(player):
                return readdressed(self._at_table_now(player), game)
            case (
                orders.ExtendDeadline() | orders.ResumeGame() | orders.UndoTurn()
                | orders.PassForPlayer()
            ):  # fmt: skip
                return self._turn_now()
            case _:
                return common_result(order, game)

    def _turn_now(self) -> orders.Result | None:
        game, turn = self.game, self.game.turn
        if turn is None or game.is_over:
            return orders.GameIsEnded() if game.is_over else None
        return orders.TurnNow(turn.number, turn.player, None if game.is_held else turn.deadline)

    def _at_table_now(self, written: str) -> orders.PlayerNow:
        name = named(written, self.game)
        player, hand = self.game.players[name], self.game.hands[name]
        return orders.PlayerNow(name, tuple(player.addresses), not hand.is_out)

    def carry_out(
        self, given: orders.GivenOrder, means: Means, now: datetime
    ) -> Step | orders.Refusal:
        running, office = self.running, means.office
        given = orders.in_tiles_of(given, running.game.tile_set)
        course = play.course_of(running, office, now)
        carrying = _Carrying(course, given, running, office, now)
        if (refused := carrying.do()) is not None:
            return refused
        play.give_time_back(course, running)
        events, because = course.events, given.because
        more = carrying.told_of_addresses()
        return play.news_step(given.cause, running, office, events, now, because=because, more=more)

    def synchronise(self, means: Means, now: datetime, cause: str) -> Step | None:
        """Carry rulings and addresses of a changed settings file into a running game."""
        running, office = self.running, means.office
        if self.game.is_over:
            return None
        course = play.course_of(running, office, now)
        for ruling in file_rulings(running.policy, self.game):
            game, is_ruled = course.game, ruling.accepted is not None
            is_asked = game.is_held and ruling.word in game.asked
            course.rule(ruling, decides=is_ruled and (is_asked or game.challenge is not None))
        for event in players_in_file(running, office.house, now):
            if isinstance(event, common.AddressesChanged):  # at a table nobody joins later
                course.record(event)
        if not course.events:
            return None
        play.give_time_back(course, running)
        after = replace(running, game=course.game)
        told = address_mails(course.events, running, after, office.house, cause=cause, now=now)
        return play.news_step(cause, running, office, course.events, now, more=tuple(told))

    def is_due(self, now: datetime) -> bool:
        return self.running.is_turn_due(now)

    def quiet_until(self, now: datetime) -> datetime:
        return self.running.quiet_turns_until(now)

    def act_when_due(self, means: Means, now: datetime) -> Step | None:
        """End a turn whose time is up, or carry out what was held back; None where nothing changes."""
        running, office, policy, turn = self.running, means.office, self.policy, self.game.turn
        if turn is None:
            return None
        shown = self._shown_to_all(office) if running.is_to_be_shown() else None
        if shown is not None and shown <= now:
            return self._note_shown(shown)
        if shown is not None and not running.is_over_time(now):
            return None  # a mail that shows the play still waits
        course = play.course_of(running, office, now)
        course.settle()  # nobody else can challenge any more (classic 5.3)
        log, at = office.log(self.game.id), f"{self.game.id}:{turn.number}"
        if course.events:
            return play.news_step(f"window:{at}:{len(log)}", running, office, course.events, now)
        if not running.is_over_time(now) or policy.timeout is Timeout.WAIT:
            return None
        course = play.course_of(running, office, now)
        left = int(running.bank_left(course.player).total_seconds())
        if left > 0:
            course.record(happened.BankUsed(course.player, left))
        course.time_out(policy.timeout, policy.timeouts)
        # What comes after an undone turn is another decision.
        undone = sum(isinstance(event, happened.TurnUndone) for event in log)
        cause = f"timeout:{at}:{undone}"
        more = tuple(self._told_of_time_outs(office, course, cause, now))
        return play.news_step(cause, running, office, course.events, now, more=more)

    def _shown_to_all(self, office: Office) -> datetime | None:
        """Return when the last player got the mail that shows the open play; the far future: not yet."""
        game = self.game
        tag = str(game.turn.number) if game.turn is not None else ""
        players = [game.players[name] for name in game.playing]
        found = [office.records.handed_over(game.id, tag, addresses_of(each)) for each in players]
        return max((at for at in found if at is not None), default=None)

    def _note_shown(self, shown: datetime) -> Step | None:
        """Note from when on the time of the open play runs."""
        open_play = self.game.open_play
        if open_play is None:
            return None
        event = PlayShown(open_play.number, max(shown, open_play.laid_at))
        cause = f"shown:{self.game.id}:{open_play.number}:{shown.isoformat()}"
        return step_of(cause, self.running, event)

    def _told_of_time_outs(
        self, office: Office, course: play.Course, cause: str, now: datetime
    ) -> Iterator[Owed]:
        """Tell the game master of a second time-out in a row, and where nobody moves any more."""
        turn, policy, face = self.game.turn, self.policy, play.face_of_turns(self.running, office)
        if turn is None or course.game.is_over:
            return
        player, times = turn.player, course.game.hands[turn.player].timed_out
        again: Content | None = None
        if play.everybody_timed_out(course.game) and 0 < policy.timeouts <= times:
            again = contents.NobodyMoves(face, policy)
        elif times >= _TOLD_FROM and times % _TOLD_FROM == 0:
            again = contents.TimedOutAgain(face, policy, player, times)
        if again is not None:
            key = f"again:{cause}"
            yield self.tell_game_master(again, office, key, now)

    def announce(self, means: Means, now: datetime) -> Step | None:
        return announce(self.running, means, now, readers=self.game.seats)

    def waits_for_words(self) -> bool:
        game = self.game
        return announced_at(game) is not None and game.turn is None and not game.is_over

    def may_go_on(self) -> bool:
        """Tell whether all who play are there, and nothing has been drawn yet."""
        if self.game.stage is not Stage.GOING_ON or len(self.game.seats) < FEWEST:
            return False
        is_open = self.policy.registration is Registration.OPEN
        return not is_open or len(self.game.seats) >= self.policy.places

    def go_on(self, means: Means, now: datetime) -> Step | None:
        """Draw seats, starter and racks, and let the first turn begin; all are told."""
        running, game = self.running, self.game
        if is_before_opening(running, now) or not self.may_go_on():
            return None
        course = self._drawn(means.office, now)
        step = step_of(f"open:{game.id}:{game.first_turn}:0", running, *course.events)
        office = after(means.office, step.decision)
        opened = TurnsFamily(office.games[game.id])
        opening = partial(opened.opening, office=office, events=course.events)
        key, seats = f"opening:{game.id}", opened.game.seats
        mails = to_all(opened.running, office, opening, key, now, readers=seats, by_name=True)
        return step_of(step.cause, running, *course.events, mails=mails)

    def _drawn(self, office: Office, now: datetime) -> play.Course:
        """Return the course of a game up to its first turn."""
        game, over = self.game, self.policy.taken_over
        steward, course = play.steward_of(game), play.course_of(self.running, office, now)
        if self.policy.lots and game.mixed is None:
            words = tuple((name, game.lot_words.get(name, "")) for name in game.seats)
            course.record(common.DrawsMixed(1, words))
            course.draws = steward.chance(replace(self.running, game=course.game), office)
        if over is None:
            course.draw_seats()
        course.begin_first(steward.deal(course, over))
        return course

    # Words for the game master.

    def ask(self, office: Office, now: datetime) -> Step | None:
        return self._ask_of_words(office, now) or self._ask_about_theme(office, now)

    def _ask_of_words(self, office: Office, now: datetime) -> Step | None:
        """Put the words that a challenge or a move waits for before the game master, each once."""
        if self._waits_in_vain(office):
            return None
        words = play.waiting_words(self.running)
        new = tuple(word for word in words if play.asked_note(word) not in self.game.noted)
        if not new:
            return None
        cause = f"ask:{self.game.id}:{self._turn_number}:{','.join(sorted(new))}"
        noted = (common.Noted(play.asked_note(word), now) for word in new)
        return step_of(cause, self.running, *noted, mails=self._questions(office, new, cause, now))

    @property
    def _turn_number(self) -> int:
        return self.game.turn.number if self.game.turn is not None else 0

    def _questions(
        self, office: Office, words: Sequence[str], key: str, now: datetime
    ) -> Iterator[Owed]:
        """Owe the question: to the game master; a word of a move not laid to his deputy, where he plays."""
        running, policy, game, challenge = self.running, self.policy, self.game, self.game.challenge
        challenger = challenge.player if challenge is not None else None
        player = game.open_play.player if challenge is not None and game.open_play else None
        known = {word: office.lexicon.evidence(word, "", game.rules) for word in words}
        asked = tuple(
            AskedWord(word, self.unknown(word, office, game.rules), evidence, challenger, player)
            for word, evidence in known.items()
        )
        others = tuple(word for word in play.waiting_words(running) if word not in words)
        content = RulingAsked(words=asked, policy=policy, others=others)
        if challenge is None and policy.deputy is not None and game_master_plays(running, office):
            yield from owe_to_deputy(running, replace(content, for_deputy=True), key, now)
            return
        if challenge is not None:
            face = play.face_of_turns(running, office)
            content = contents.RulingAskedAtTable(
                words=asked, policy=policy, others=others, face=face, challenged=challenge.words
            )
        yield self.tell_game_master(content, office, key, now)

    def _ask_about_theme(self, office: Office, now: datetime) -> Step | None:
        """Put the words claimed for the theme before the game master, each once; nothing waits (classic 8.2)."""
        running, game = self.running, self.game
        claims = play.steward_of(game).claims(game)
        noted = {claim: f"theme:{claim.number}:{claim.word}" for claim in claims}
        new = tuple(claim for claim in noted if noted[claim] not in game.noted)
        if not new:
            return None
        words = ",".join(dict.fromkeys(claim.word for claim in new))
        cause = f"theme:{game.id}:{new[-1].number}:{words}"
        theme = AskedWord("", Unknown(()), Evidence(), claims_theme=True)
        asked = tuple(replace(theme, word=claim.word, player=claim.player) for claim in new)
        face = play.face_of_turns(running, office)
        content = contents.RulingAskedAtTable(words=asked, policy=self.policy, face=face)
        mail = self.tell_game_master(content, office, cause, now)
        notes = (common.Noted(noted[each], now) for each in new)
        return step_of(cause, running, *notes, mails=(mail,))

    # Reminders.

    def remind(self, office: Office, now: datetime, *, is_complete: bool) -> Iterator[Step]:
        """Yield what is mailed because time has passed; to players only if all mail was read."""
        to_players = (self._remind_player,) if is_complete else ()
        for reminder in (self._overdue, self._settle_words, *to_players):
            if (step := reminder(office, now)) is not None:
                yield step

    def _remind_player(self, office: Office, now: datetime) -> Step | None:
        """Remind the player to move once, `reminder` before his ZAT."""
        running, game, turn = self.running, self.game, self.game.turn
        if turn is None or turn.deadline is None or not running.is_time_to_remind_of_turn(now):
            return None
        player = game.players[turn.player]
        what = f"reminder:{turn.number}:{turn.deadline.astimezone(self.policy.zone).date()}"
        if what in game.noted or turn.player in game.kept:
            return None
        key = f"{what}:{game.id}"
        own = play.own_face(running, turn.player, office.lexicon)
        content = contents.TurnReminder(play.face_of_turns(running, office), own, self.policy)
        mails = owe_to_player(running, player, content, key, now) if player.wants_reminder else ()
        return self.once(what, key, mails, now)

    def _overdue(self, office: Office, now: datetime) -> Step | None:
        """Tell the game master weekly of a turn that is over, where the game waits (`timeout = "wait"`)."""
        running, game, weeks = self.running, self.game, self.running.weeks_overdue(now)
        if weeks is None or self.policy.timeout is not Timeout.WAIT or game.is_paused:
            return None
        what = f"overdue:{self._turn_number}:{weeks}"
        if what in game.noted:
            return None
        content = contents.TurnOverdue(play.face_of_turns(running, office), self.policy, weeks)
        return self.say_once(what, content, office, now)

    def _waits_in_vain(self, office: Office) -> bool:
        """Tell whether a move waits for a ruling that nobody who does not play can give (classic 10)."""
        return self.game.waiting is not None and not may_ask(self.running, office)

    def _settle_words(self, office: Office, now: datetime) -> Step | None:
        """Refuse words about which nobody can be asked; else apply the policy `undecided` to words.

        That is once `ruling_grace` has passed since they were asked about.
        """
        words, policy = play.waiting_words(self.running), self.policy
        if self._waits_in_vain(office):
            return self._settled(office, words, Undecided.REFUSE, now)
        if not words or policy.undecided is Undecided.WAIT or self.game.is_paused:
            return None
        notes = {play.asked_note(word) for word in words}
        log = office.log(self.game.id)
        asked = [each.at for each in log if isinstance(each, common.Noted) and each.what in notes]
        if not asked or not has_come(max(asked) + policy.ruling_grace, now):
            return None
        return self._settled(office, words, policy.undecided, now)

    def _settled(self, office: Office, words: Sequence[str], how: Undecided, now: datetime) -> Step:
        """Rule on words as nobody has."""
        course = play.course_of(self.running, office, now)
        for word in words:
            accepts = how is Undecided.ACCEPT
            course.rule(common.WordRuled(word, accepts, common.BY_POLICY, how.value))
            if not course.game.is_held:
                break
        play.give_time_back(course, self.running)
        cause = f"settled:{self.game.id}:{self._turn_number}:{','.join(sorted(words))}"
        return play.news_step(cause, self.running, office, course.events, now)


_Done = orders.Refusal | tuple[common.Event, ...]
"""What an order brings about beside what its course has recorded, or why it is refused."""


class _Carrying(Struct, frozen=True):
    """An order while it is carried out; what refuses it is returned, what it does is recorded in the course."""

    course: play.Course
    given: orders.GivenOrder
    running: RunningTurns
    """The game before it."""
    office: Office
    now: datetime

    @property
    def _game(self) -> SeatedGame:
        return self.course.game

    def do(self) -> orders.Refusal | None:
        """Carry out the order; one about a player is about the one of that name."""
        order, game = self.given.order, self._game
        if isinstance(order, orders.ReplacePlayer) and game.is_over:
            return orders.GameIsOver()
        if (about := _ABOUT_PLAYER.get(type(order))) is not None:
            name = find_player_named(getattr(order, "player", ""), game.players.values())
            if not isinstance(name, str):
                return orders.UnknownPlayer(name, () if name else tuple(game.players))
            return self._recorded(about(self, orders.naming(order, name)))
        of_game = _OF_GAME.get(type(order))
        return (
            self._recorded(of_game(self, order))
            if of_game
            else orders.other_family(order, orders.GmKinds.TURNS)
        )

    def _recorded(self, done: _Done) -> orders.Refusal | None:
        """Record what an order brings about beside what its course has recorded, if nothing refuses it."""
        for event in done if isinstance(done, tuple) else ():
            self.course.record(event)
        return None if isinstance(done, tuple) else done

    def told_of_addresses(self) -> tuple[Owed, ...]:
        """Return what is told of new addresses; who has to give up his place hears it in any case."""
        told = address_mails(
            self.course.events,
            self.running,
            replace(self.running, game=self._game),
            self.office.house,
            cause=self.given.cause,
            now=self.now,
            because=self.given.because,
        )
        return tuple(told) or tuple(self._told_who_goes())

    def _told_who_goes(self) -> Iterator[Owed]:
        """Owe a last mail to the player whose place is another's now, where he is asked nothing."""
        order, running, cause = self.given.order, self.running, self.given.cause
        if not isinstance(order, orders.ReplacePlayer):
            return
        players = running.game.players
        name = find_player_named(order.player, players.values())
        if not isinstance(name, str) or order.address.lower() in players[name].addresses:
            return
        content = PlayerNotice.of(
            PlayerChange.REPLACED, running, order.name, name, self.given.because
        )
        yield from owe_to_player(running, players[name], content, f"replaced:{cause}", self.now)

    # Words.

    def rule_word(self, order: orders.RuleWord) -> _Done:
        """Rule on a word; what waits for it is decided with it."""
        if order.accepted is not None and self._is_of_theme(order.word):
            return self.rule_theme(orders.RuleTheme(order.word, order.accepted))
        ruled = orders.word_ruled(self.given, order, self.running.policy)
        if not isinstance(ruled, common.WordRuled):
            return ruled
        waits = order.word in play.waiting_words(self.running)
        self.course.rule(ruled, decides=order.accepted is not None and waits)
        return ()

    def _is_of_theme(self, word: str) -> bool:
        """Tell whether a ruling by mail answers the question about the theme: on nothing else it can bear."""
        game = self.running.game
        is_claimed = any(claim.word == word for claim in play.steward_of(game).claims(game))
        is_by_mail = self.given.by is orders.GivenBy.MAIL
        return is_by_mail and is_claimed and word not in play.waiting_words(self.running)

    def rule_theme(self, order: orders.RuleTheme) -> _Done:
        """Let the points follow for every play whose player claims the word."""
        is_claimed = self.course.book.rule_theme(self.course, order.word, fits=order.fits)
        return () if is_claimed else orders.NotClaimed(order.word)

    def rule_press(self, order: orders.RulePress) -> _Done:
        return orders.press_ruled(self._game, order)

    # The clock and the end.

    def _why_no_turn(self) -> orders.Refusal | None:
        """Return why nobody is to move; None where somebody is."""
        if self._game.is_over:
            return orders.GameIsOver()
        return orders.NoRound() if self._game.turn is None else None

    def extend(self, order: orders.ExtendDeadline) -> _Done:
        turn = self._game.turn
        held = turn.deadline if turn is not None else None
        if refused := self._why_no_turn() or orders.why_not_moved(order.deadline, held, self.now):
            return refused
        return (common.DeadlineMoved(self.course.number, order.deadline, self.given.because),)

    def undo(self, _order: orders.UndoTurn) -> _Done:
        return () if self.course.undo(self.given.because) else orders.NothingToUndo()

    def pause(self, _order: orders.PauseGame) -> _Done:
        if self._game.is_over:
            return orders.GameIsOver()
        if self._game.is_paused:
            return orders.AlreadyPaused()
        return (common.GamePaused(self.given.because),)

    def resume(self, order: orders.ResumeGame) -> _Done:
        """Let the clock run again: with the ZAT named, or the old one, or, if that has passed, a new one."""
        turn, now, deadline = self._game.turn, self.now, order.deadline
        if not self._game.is_paused:
            return orders.NotPaused()
        if deadline is not None and not is_ahead(deadline, now):
            return orders.InThePast(deadline)
        again = common.GameResumed(self.given.because)
        if turn is None:
            return (again,)
        old, anew = turn.deadline, self.running.zat_of_turn(turn.player, now)
        zat = deadline or (old if is_ahead(old, now) else anew)
        moved = common.DeadlineMoved(turn.number, zat, self.given.because)
        return (again, moved) if zat != old else (again,)

    def end(self, _order: orders.EndGame) -> _Done:
        """End the game: each loses the values of his own tiles (classic 9.2), unless nobody has moved."""
        if refused := self._why_no_turn():
            return refused
        self.course.end_by_order()
        return ()

    # A player.

    def correct(self, order: orders.CorrectScore) -> _Done:
        if not order.points:
            return orders.NothingToCorrect()
        number, because = self.course.number, self.given.because
        return (common.ScoreCorrected(order.player, number, order.points, because),)

    def rename(self, order: orders.RenamePlayer) -> _Done:
        others = [each for each in self._game.players if each != order.player]
        taken = find_name(order.new_name, others)
        if isinstance(taken, str):
            return orders.NameTaken(taken)
        return (common.PlayerRenamed(order.player, order.new_name, self.given.because),)

    def readdress(self, order: orders.ChangeAddresses) -> _Done:
        player, house, now = self._game.players[order.player], self.office.house, self.course.at
        given, running, written = self.given, self.running, order.addresses
        changed = ordered_addresses(given, written, player, running, house=house, now=now)
        return changed if isinstance(changed, orders.OwnAddress) else (changed,)

    def put_out(self, order: orders.ExcludePlayer) -> _Done:
        if refused := self._why_no_turn():
            return refused
        if self._game.hands[order.player].is_out:
            return orders.HasLeft(order.player)
        self.course.put_out(order.player, self.given.because or common.BY_GAME_MASTER)
        return ()

    def pass_turn(self, order: orders.PassForPlayer) -> _Done:
        """Enter a pass for the player to move, as his own mail would; where nobody passes, a time-out."""
        course, name = self.course, order.player
        if self._game.is_over:
            return orders.GameIsOver()
        to_move = self._game.turn.player if self._game.turn is not None else ""
        if name != to_move or self._game.is_held:
            return orders.NotToMove(name, to_move)
        passes = entries.OrdersIf(None, (entries.PassOrder(NOWHERE),))
        sender, written = play.FromMail(name, self.now, "order"), entries.WrittenOrders((passes,))
        grace, course.grace = course.grace, course.grace * 0
        if course.respond(sender, written).reason is Reason.NO_VALID_MOVE:
            course.time_out(Timeout.PASS, 0)
        course.grace = grace
        return ()

    def replace_player(self, order: orders.ReplacePlayer) -> _Done:
        """Give a place to somebody else: under the new name, at the new address.

        Who is out has none: his tiles went back into the bag (classic 7.6).
        """
        if order.player not in self._game.playing:
            return orders.HasLeft(order.player)
        refused = self._recorded(self.rename(orders.RenamePlayer(order.player, order.name)))
        return refused or self.readdress(orders.ChangeAddresses(order.name, (order.address,)))

    def note_absence(self, order: orders.NoteAbsence) -> _Done:
        refused = orders.why_not_away(
            order, self._game, self.now.astimezone(self.running.policy.zone)
        )
        return refused or self.running.absence(order.player, order.first, order.last)


_Does = Callable[[_Carrying, Any], _Done]
_OF_GAME: Mapping[type[orders.GmOrder], _Does] = {
    orders.RuleWord: _Carrying.rule_word,
    orders.ExtendDeadline: _Carrying.extend,
    orders.PauseGame: _Carrying.pause,
    orders.ResumeGame: _Carrying.resume,
    orders.EndGame: _Carrying.end,
    orders.RulePress: _Carrying.rule_press,
    orders.RuleTheme: _Carrying.rule_theme,
    orders.UndoTurn: _Carrying.undo,
}
_ABOUT_PLAYER: Mapping[type[orders.GmOrder], _Does] = {
    orders.CorrectScore: _Carrying.correct,
    orders.RenamePlayer: _Carrying.rename,
    orders.ChangeAddresses: _Carrying.readdress,
    orders.ExcludePlayer: _Carrying.put_out,
    orders.PassForPlayer: _Carrying.pass_turn,
    orders.ReplacePlayer: _Carrying.replace_player,
    orders.NoteAbsence: _Carrying.note_absence,
}


def players_in_file(
    running: RunningGame, house: House, now: datetime
) -> Iterator[common.AddressesChanged | common.PlayerJoined]:
    """Yield who is new in the settings file, and whose addresses are others there than before.

    It names players as they are or were called.
    """
    players = running.game.players.values()
    known = {name: each for each in players for name in (*each.former_names, each.name)}
    for each in running.policy.players:
        player = known.get(each.name)
        if player is None:
            yield common.PlayerJoined(each.name, each.addresses, 0)
        elif player.from_settings != each.addresses:
            yield change_of_addresses(
                running, player, each.addresses, common.FROM_SETTINGS, house=house, now=now
            )


def _done_by(events: Collection[common.Event]) -> CommandsDone:
    wishes = (each.wish.value for each in events if isinstance(each, FirstRackWished))
    return replace(CommandsDone.of(events), first_rack=next(wishes, None))


def judgement_of(answer: play.TurnAnswer, number: int) -> Judgement:
    """Return what orders come to in a turn; a word named behind the play that counts must be formed by it."""
    unformed = answer.legal.unformed if answer.legal is not None else None
    if unformed is not None:
        return Judgement(number, answer, asked=(entries.Ambiguity.UNFORMED_WORD, unformed))
    return Judgement(number, answer, answer.outcome, answer.reason)


def as_objection(entry: entries.Entry, game: str) -> entries.Entry:
    """Return an entry with EINSPRUCH as a command of *game*, against its rules, where it stands alone."""
    orders = entries.orders_in(entry) or _NOTHING
    others = replace(orders, acts=tuple(act for act in orders.acts if not _objects(act)))
    if others == orders:
        return entry
    written, commands = None if others.is_empty else others, (*entry.commands, Command.OBJECT)
    return replace(entry, game=game, written=written, commands=commands)


def _objects(act: entries.Act) -> bool:
    """Tell whether an act is EINSPRUCH alone, which names no word."""
    return isinstance(act, entries.ChallengeAct) and command_in(act.span.text) is Command.OBJECT


def _set_aside(did: Did, office: Office) -> Secret[tuple[contents.ShownOrder, ...]] | None:
    """Return the move in advance that was let go of, as its owner is shown it; None: none was."""
    dropped = next((each for each in did.events if isinstance(each, happened.OrderDropped)), None)
    if dropped is None or dropped.why != "in_doubt" or not isinstance(did.before, RunningTurns):
        return None
    game, player = did.before.game, dropped.player
    kept = game.kept[player].value
    return Secret(play.shown_orders(game, player, kept, office.lexicon))


def _commands_of(entry: Considered) -> tuple[Command, ...]:
    """Return the commands among the orders of an entry."""
    orders = entries.orders_in(entry.entry)
    asked = {act.code for act in orders.acts if act.is_aside} if orders is not None else ()
    return tuple(command for command in Command if command in asked)


def with_board(policy: GamePolicy, find: Callable[[str], Game | None]) -> GamePolicy | None:
    """Return *policy* with the board that it starts from; None while that is not known.

    *find* returns a game of the record. ValueError where it left no board to be taken down.
    """
    if not isinstance(policy, TurnPolicy) or policy.full is None:
        return policy
    full = policy.full
    if full.board is not None:
        return policy
    source = find(full.of_game)
    if source is None or not source.is_over:
        return None
    board = source.board_left
    if sum(1 for _ in board.tiles) < _FEWEST_TILES:
        raise ValueError(f"{policy.id}: {full.of_game} has left no board to be taken down")
    if (source.tile_set, board.size) != (policy.tiles, policy.layout.size):
        raise ValueError(f"{policy.id}: {full.of_game} has other tiles, or another board")
    return replace(policy, full=replace(full, board=board))


def may_follow(policy: GamePolicy, find: Callable[[str], Game | None]) -> bool:
    """Tell whether a game may begin: the one with the same tiles before it is over.

    ValueError where that was begun as a game by itself, or its seed is known already.
    """
    same = policy.same_tiles if isinstance(policy, TurnPolicy) else None
    if same is None or not same.is_second:
        return True
    first = find(same.other)
    if first is None:
        return False
    if not isinstance(first, SeatedGame) or first.same_tiles != SameTiles(policy.id, False):
        raise ValueError(f"{policy.id}: {same.other} was not begun as a game with the same tiles")
    if first.tells_all:
        raise ValueError(f"{policy.id}: the tiles of {same.other} are known to all")
    return first.is_over


def _differing(game: SeatedGame) -> Iterator[str]:
    """Yield the switches in which a game differs from the rules of the tournament (seed 000)."""
    of_all = {each.name for each in fields(Laying)}
    for each in fields(game.rules):
        if each.name not in of_all and getattr(game.rules, each.name) != each.default:
            yield each.name
    if game.rules.swap:
        yield "swap"


FAMILY = TurnsFamily
