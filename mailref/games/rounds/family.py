"""The referee of games in rounds: for which round an entry is, what it is worth, what is recorded and told.

What the game master is asked and shown stands here, too: questions about words, and the desk, where the game
stands for him: who has moved, what waits for him, what he can order. What the referee does at a deadline, and
for the game master, is in `referee.py` beside it.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime

from msgspec.structs import replace

from mailref.games.by_rounds.policy import Absence
from mailref.games.by_rounds.referee import MOST_KEPT, SentWords, comes_to, is_kept
from mailref.games.events import Event, Noted, WordsAsked
from mailref.games.game import Stage, is_in_time
from mailref.games.rounds import closing, contents
from mailref.games.rounds import game as in_force
from mailref.games.rounds.events import MoveEntered, MoveKept, MoveWasLate, MoveWithdrawn
from mailref.games.rounds.game import RoundGame
from mailref.games.rounds.policy import AheadReason, DrawBy, Publish, RunningRounds
from mailref.games.rounds.referee import RefereeOfRounds
from mailref.games.rounds.statistics import figures_of
from mailref.games.rounds.switches import UNLIMITED, Rules
from mailref.games.rounds.told import readers_of
from mailref.games.statistics import PlayerFigures
from mailref.orders import entries
from mailref.orders.shapes import first_unformed
from mailref.orders.table import NotDone
from mailref.referee.contents import MissedThree
from mailref.referee.identity import game_master_plays, unread_in
from mailref.referee.mails import Owed, Step, owe_to_deputy, step_of
from mailref.referee.policy import (
    STORED,
    CommandsGiven,
    Confirm,
    Consideration,
    Considered,
    Did,
    Judgement,
    Office,
    Outcome,
    Reason,
    Receipt,
)
from mailref.referee.reports import Means, announce, announced_at
from mailref.tiles.board import place_name
from mailref.tiles.moves import Play, TextSpan
from mailref.tiles.scoring import Judged, meant_in


def game_of_round(game: RoundGame, number: int) -> RoundGame:
    """Return the state in which the entry would have counted, where that is still known."""
    before = game.before_close
    if before is not None and before.round is not None and before.round.number == number:
        return before
    return game


def was_in_time(entry: Considered, game: RoundGame, received: datetime) -> bool:
    """Tell whether a late entry had arrived before its round was closed: it was only seen too late."""
    last = game.last
    is_of_last = last is not None and entry.round == last.number != game.round_number
    if entry.reason is not Reason.LATE or last is None or not is_of_last:
        return False
    return is_in_time(received, last.closed if last.is_early else last.deadline)


def face_of(running: RunningRounds) -> entries.GameFace:
    """Return what reading needs of a game; the final round allows any number of plays."""
    rules = running.game.rules
    if running.game.position.is_final:
        rules = replace(rules, plays=UNLIMITED)
    return entries.GameFace(running.policy.id, running.policy.title, rules)


def _unformed_word(entry: entries.Entry, choice: in_force.Choice) -> TextSpan | None:
    """Return the first word named beside a play that the plays of the entry do not form."""
    formed = {
        word.word for move in choice.moves for play in move.plays for word in play.scored.words
    }
    has_plays = any(move.plays for move in choice.moves)
    written = (each.move for each in entry.moves if each.move is not None)
    laid = {play.word for move in written for play in move.plays}
    return first_unformed(entry.named, formed, laid) if has_plays else None


def meant(entry: Considered, running: RunningRounds, office: Office) -> tuple[Play | None, ...]:
    """Return what may have been meant by moves whose place alone is wrong.

    The question says that the word is one: so it is asked only where verdicts are told.
    """
    choice = in_force.choice_in(entry.found)
    if choice is None or entry.reason not in (None, Reason.NO_VALID_MOVE):
        return ()
    if running.policy.confirm is not Confirm.FULL:
        return ()
    judge = in_force.judge_of(running.game, office.lexicon)
    found = tuple(meant_in(judged, judge) for judged in choice.moves)
    return found if any(found) else ()


class RoundsFamily(RefereeOfRounds):
    """A game in rounds and what its referee does."""

    @property
    def ended_before_last(self) -> datetime | None:
        before = self.running.game.before_close
        return before.last.closed if before is not None and before.last is not None else None

    def hides_moves(self, office: Office) -> bool:
        return not self.running.game.is_over and game_master_plays(self.running, office)

    def missing(self, office: Office) -> tuple[str, ...]:
        game = self.running.game
        sent = self.sent(office)
        there = game.active if game.round is not None else ()
        return tuple(player.name for player in there if player.name not in sent)

    def worth(self, office: Office) -> Mapping[str, int | None]:
        if self.hides_moves(office):
            return {}
        counted = {name: found.choice.counted for name, found in self.in_force(office).items()}
        return {name: move.points if move else None for name, move in counted.items()}

    def totals(self) -> Mapping[str, int]:
        return {player.name: player.total for player in self.running.game.active}

    def insight(self, player: str | None, office: Office) -> entries.Insight:  # noqa: ARG002  all have the same
        game = self.running.game
        judge = in_force.judge_of(game, office.lexicon)
        return entries.Insight(game.board, points=None if game.round is None else judge.points)

    def has_word(self, word: str, office: Office) -> bool:
        game = self.running.game
        seen = {} if self.hides_moves(office) else self.in_force(office)
        judged = (move for found in seen.values() for move in found.choice.moves)
        is_laid = any(
            formed.word == word
            for move in judged
            for play in move.plays
            for formed in play.scored.words
        )
        is_known = word in game.rulings
        return (
            is_laid
            or is_known
            or (game.last is not None and game.last.verdict_on(word) is not None)
        )

    def face(self) -> entries.GameFace:
        return face_of(self.running)

    def may_object(self) -> bool:
        return not self.running.game.has_started and not self.running.game.is_over

    def seen_by(self, player: str | None) -> RunningRounds:
        """Return the game as it is for a player.

        Who joined since takes no part in a round that is open again: what he sends is for his first one.
        """
        game = self.running.game
        known = game.players.get(player or "")
        if known is None or game.round is None or game.ahead is None:
            return self.running
        is_later = max(known.joined_in, known.back_in) > game.round.number
        return replace(self.running, game=game.ahead) if is_later else self.running

    def judge(
        self, entry: entries.Entry, mail: Consideration, office: Office, player: str | None
    ) -> Judgement:
        number, is_late = self.round_meant(mail)
        game = game_of_round(self.running.game, number)
        choice = in_force.choose_move(in_force.judged_now(office, game, entry.moves), game.rules)
        if (unformed := _unformed_word(entry, choice)) is not None:
            return Judgement(number, choice, asked=(entries.Ambiguity.UNFORMED_WORD, unformed))
        if is_late:
            return Judgement(number, choice, reason=Reason.LATE)
        named = entry.round_named
        if named is not None and self._may_send_ahead(player, named):
            return Judgement(named.number, choice, Outcome.ACCEPTED, AheadReason.KEPT)
        if named is not None and named.is_other_than(number):
            return Judgement(number, choice, asked=(entries.Ambiguity.OTHER_ROUND, named.span))
        is_pending, may_count = bool(choice.undecided), choice.counts is not None
        return comes_to(number, choice, is_pending=is_pending, may_count=may_count)

    def completed(self, entry: entries.Entry, player: str | None, office: Office) -> entries.Entry:
        before = self.in_force(office).get(player or "") if entry.is_for_want else None
        if before is None or not before.choice.holds_something or entry.round_named is not None:
            return entry
        orders = entries.orders_in(entry)
        own = orders.plays if orders is not None else ()
        moves = entries.laid((entries.PlayOrder(before.entry.moves[0]), *own))
        return replace(entry, written=moves, ambiguity=None, ambiguous_at=None)

    def _may_send_ahead(self, player: str | None, named: entries.RoundNamed) -> bool:
        """Tell whether a move for a later round is kept: its player is away then, where the settings say so."""
        game = self.running.game
        known = game.players.get(player or "")
        if self.running.policy.absence is not Absence.ADVANCE or known is None:
            return False
        is_later = game.round is not None and named.number > game.round.number
        since = game.round.opened if game.round is not None else None
        is_away = since is not None and any(ends > since for _, ends in known.away)
        return is_later and is_away and not named.is_by_the_way

    def seen_too_late(self, entry: Considered, received: datetime) -> int | None:
        return entry.round if was_in_time(entry, self.running.game, received) else None

    def answer(self, entry: Considered, office: Office, did: Did) -> contents.EntryAnswer:
        replaces = entry.outcome in STORED and did.had_move
        before = type(self)(did.before).own(entry.player, office) if replaces else None
        return contents.EntryAnswer(
            considered=entry,
            game=self.seen_by_all(),
            policy=self.running.policy,
            replaces=replaces,
            replaced=in_force.choice_in(before.found) if before else None,
            still_in_force=self._still_in_force(entry, office),
            is_registered_now=did.is_registered_now,
            meant=meant(entry, self.running, office),
            was_in_time=was_in_time(entry, self.running.game, did.received),
        )

    def _still_in_force(self, entry: Considered, office: Office) -> Considered | None:
        """Return what counts beside a rejected entry: an earlier one, or what the final round saves.

        Rules 8: if no set is wholly valid there, the first counts up to its first faulty play.
        """
        return None if entry.outcome in STORED else self.own(entry.player, office)

    def is_leaving(self, player: str) -> bool:
        return self.running.game.players[player].is_leaving

    def withdraw(self, player: str, received: datetime) -> Event | NotDone:
        game = self.running.game
        if game.round is None or player not in game.round.entries:
            kept = [each.number for each in game.kept_moves if each.player == player]
            return (
                MoveWithdrawn(player, kept[-1], received) if kept else NotDone.NOTHING_TO_WITHDRAW
            )
        if not game.may_change(received):
            return NotDone.TOO_LATE
        return MoveWithdrawn(player, game.round.number, received)

    def lot_word(self, player: str, word: str, received: datetime) -> Event | NotDone:
        game = self.running.game
        if game.is_over:
            return NotDone.GAME_IS_OVER
        if not self.running.policy.lots:
            return NotDone.NO_LOTS
        return closing.word_in_rounds(self.running, player, word, received)

    def answer_commands(self, given: CommandsGiven, office: Office) -> contents.CommandAnswer:
        game = self.running.game
        return contents.CommandAnswer(
            **given.told(office),
            game=self.seen_by_all(),
            policy=self.running.policy,
            own=self.own(given.player, office),
            withdrawn=any(isinstance(event, MoveWithdrawn) for event in given.events),
            last=game.last,
        )

    def statistics(self, office: Office) -> tuple[PlayerFigures, ...]:
        return figures_of(self.running.game, office.log(self.running.game.id))

    def announce(self, means: Means, now: datetime) -> Step | None:
        game = self.running.game
        if not closing.is_before_the_first_letters(game):
            return None
        return announce(self.running, means, now, readers=readers_of(game))

    def waits_for_words(self) -> bool:
        game = self.running.game
        return announced_at(game) is not None and closing.is_before_the_first_letters(game)

    # What is in force, and recorded.

    @property
    def laying(self) -> Rules:
        return self.running.game.rules

    def sent(self, office: Office) -> Mapping[str, SentWords]:
        return {
            name: SentWords((), found.choice.undecided, found)
            for name, found in self.in_force(office).items()
            if found.choice.holds_something
        }

    def undecided(self, office: Office) -> tuple[str, ...]:
        return in_force.undecided_words(self.running.game, self.in_force(office))

    def events_of(self, entry: Considered, receipt: Receipt) -> Iterator[Event]:
        game = self.running.game
        if entry.player is None or entry.entry is None:
            return
        moves = entry.entry.moves
        if entry.reason is Reason.LATE and entry.round is not None:
            if _is_kept_late(game, entry.round, entry.player):
                yield MoveWasLate(entry.player, entry.round, receipt.received, moves, receipt.key)
            return
        if game.round is None:
            return
        if entry.reason is AheadReason.KEPT and entry.round is not None:
            yield MoveKept(entry.player, entry.round, receipt.received, receipt.key, moves)
            return
        number = game.round.number
        known = sum(len(each.moves) for each in game.round.entries.get(entry.player, ()))
        if is_kept(entry, known):
            yield MoveEntered(entry.player, number, receipt.received, receipt.key, moves)

    # Questions about words.

    @property
    def words_asked(self) -> frozenset[str]:
        """Return the words asked about in this round, or in the last one without an answer.

        Rules 8, custom: until the next ZAT a ruling still corrects the round closed last.
        """
        game = self.running.game
        return game.asked | frozenset(game.last.undecided if game.last else ())

    def asked(self, words: tuple[str, ...], now: datetime) -> tuple[Event, ...]:
        return (WordsAsked(words, now),)

    def was_asked(self, word: str) -> bool:
        return word in self.running.game.asked

    def questions(
        self, words: tuple[str, ...], office: Office, key: str, now: datetime, *, is_reminder: bool
    ) -> Iterator[Owed]:
        """Owe the question to the game master; where he plays, the full one to his deputy, too."""
        is_player = game_master_plays(self.running, office)
        waiting = self.undecided(office)

        def asked(*, for_deputy: bool) -> contents.WordQuestions:
            is_hidden = is_player and not for_deputy
            return contents.WordQuestions(
                self.seen_by_all(),
                self.running.policy,
                tuple(self._question(office, word, is_hidden=is_hidden) for word in words),
                is_reminder,
                others=tuple(word for word in waiting if word not in words),
                desk=self.desk(office, now, for_deputy=for_deputy) if is_reminder else None,
                for_deputy=for_deputy,
            )

        yield self.tell_game_master(asked(for_deputy=False), office, key, now)
        if is_player:
            yield from owe_to_deputy(self.running, asked(for_deputy=True), key, now)

    def _question(self, office: Office, word: str, *, is_hidden: bool) -> contents.WordQuestion:
        """Gather the evidence; a game master who plays sees the word alone."""
        moves = () if is_hidden else self._moves_with(office, word)
        first = moves[0] if moves else None
        comment = _comment(first.judged) if first else None
        return contents.WordQuestion(
            word=word,
            unknown=self.unknown(word, office, self.laying),
            player=first.player if first else None,
            place=_place(first.judged, self.laying) if first else None,
            comment=comment,
            evidence=office.lexicon.evidence(word, comment or "", self.laying),
            moves=moves,
        )

    def _moves_with(self, office: Office, word: str) -> tuple[contents.MoveInForce, ...]:
        """Return the moves of the open round in which *word* waits for a ruling."""
        active = {player.name for player in self.running.game.active}
        return tuple(
            contents.MoveInForce(name, judged)
            for name, found in self.in_force(office).items()
            if name in active
            for judged in _first_with(found.choice.moves, word)
        )

    # The desk.

    def desk(self, office: Office, now: datetime, *, for_deputy: bool = False) -> contents.Desk:
        """Return how a game stands at *now*."""
        game = self.running.game
        is_hidden = game_master_plays(self.running, office) and not for_deputy
        missing = self.missing(office)
        there = [player.name for player in game.active] if game.round is not None else []
        moved = tuple(name for name in there if name not in missing)
        words = self.undecided(office)
        return contents.Desk(
            moved=moved,
            moves=() if is_hidden else tuple(self._moves(office, moved)),
            missing=missing,
            words=tuple(
                contents.OpenWord(word, () if is_hidden else self._moves_with(office, word))
                for word in words
            ),
            press=tuple(item for item in game.press if not item.is_released),
            may_order=tuple(self._may_order(now, has_words=bool(words))),
            is_hidden=is_hidden,
            unread=unread_in(office, game.id, game.round.opened) if game.round is not None else (),
        )

    def _moves(self, office: Office, moved: tuple[str, ...]) -> Iterator[contents.MoveInForce]:
        found = self.in_force(office)
        for name in moved:
            choice = found[name].choice
            waiting = (move for move in choice.moves if move.undecided)
            judged = choice.counted or next(waiting, None)
            if judged is not None:
                yield contents.MoveInForce(name, judged)

    def _may_order(self, now: datetime, *, has_words: bool) -> Iterator[contents.MayOrder]:
        game = self.running.game
        if game.is_over:
            return
        if has_words:
            yield contents.MayOrder.RULE
        if any(not item.is_released for item in game.press):
            yield contents.MayOrder.PRESS
        if game.is_paused:
            yield contents.MayOrder.RESUME
        elif game.round is not None:
            yield from (contents.MayOrder.EXTEND, contents.MayOrder.CLOSE, contents.MayOrder.PAUSE)
        if game.stage is Stage.GOING_ON:
            yield from _between_rounds(self.running)
        if game.last is not None:
            if game.may_correct_last_round(now):
                yield contents.MayOrder.REOPEN
            yield contents.MayOrder.CORRECT

    # What goes out because time passes.

    def digests(self, office: Office, key: str, now: datetime) -> Iterator[Owed]:
        """Owe how the game stands to the game master; where he plays, to his deputy in full."""
        content = contents.Digest(self.seen_by_all(), self.running.policy, self.desk(office, now))
        yield self.tell_game_master(content, office, key, now)
        if content.desk.is_hidden:
            desk = self.desk(office, now, for_deputy=True)
            full = contents.Digest(content.game, content.policy, desk, for_deputy=True)
            yield from owe_to_deputy(self.running, full, key, now)

    def reminder(self, player: str, office: Office) -> contents.Reminder:  # noqa: ARG002  he has sent nothing
        game = self.running.game
        return contents.Reminder(self.seen_by_all(), self.running.policy, player, game.rack)

    def absent(self, office: Office, now: datetime) -> Step | None:
        """Put players with three rounds missed in a row before the game master; exclude nobody."""
        game = self.running.game
        if not game.rules.counts_absences:
            return None
        notes = {
            player.name: f"missed_three:{player.name}:{game.next_round - player.missed_in_a_row}"
            for player in game.players.values()
            if player.missed_in_a_row >= 3 and game.has_active(player.name)
        }
        names = [name for name, note in notes.items() if note not in game.noted]
        if not names:
            return None
        key = f"missed_three:{game.id}:{game.round_number}:{','.join(names)}"
        mail = self.tell_game_master(MissedThree(tuple(names)), office, key, now)
        noted = (Noted(notes[name], now) for name in names)
        return step_of(key, self.running, *noted, mails=(mail,))


def _is_kept_late(game: RoundGame, number: int, player: str) -> bool:
    """Tell whether a late entry may still come to count: if the round gets another ZAT (rules 8)."""
    for state in (game, game.before_close):
        if state is not None and state.round is not None and state.round.number == number:
            late = state.round.late_entries.get(player, ())
            return sum(len(each.moves) for each in late) < MOST_KEPT
    return False


def _first_with(moves: tuple[Judged, ...], word: str) -> Iterator[Judged]:
    found = next((judged for judged in moves if word in judged.undecided), None)
    if found is not None:
        yield found


def _between_rounds(running: RunningRounds) -> Iterator[contents.MayOrder]:
    if running.policy.publish is Publish.APPROVE and running.game.last is not None:
        yield contents.MayOrder.PUBLISH
    if running.policy.draw is DrawBy.HAND and closing.is_waiting_for_letters(running.game):
        yield contents.MayOrder.DRAW


def _comment(judged: Judged) -> str | None:
    if judged.written.move is None:
        return None
    comments = [play.comment for play in judged.written.move.plays if play.comment]
    return "; ".join(comments) or None


def _place(judged: Judged, rules: Rules) -> str:
    first = judged.plays[0].scored
    return place_name(first.square, first.direction, rules.axes)


FAMILY = RoundsFamily
