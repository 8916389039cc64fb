"""The referee of Scrabble-Bingo: what words and calls are worth, what is recorded and told (other games 2)."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from functools import partial
from typing import Any

from msgspec import Struct

from mailref.games.bingo import course, events
from mailref.games.bingo.game import BingoGame, CalledTiles, OpenBingoRound
from mailref.games.bingo.rules import BingoReason, Crossed, WrittenWords, crossed_out, words_in
from mailref.games.bingo.switches import Call
from mailref.games.by_rounds import referee
from mailref.games.by_rounds.contents import FaceByRounds, OpeningByRounds
from mailref.games.by_rounds.policy import RunningByRounds
from mailref.games.chance import Secret
from mailref.games.events import Event
from mailref.games.game import is_in_time
from mailref.games.in_hand import InHand
from mailref.games.kind import follow
from mailref.orders.entries import Entry, Insight
from mailref.orders.table import NotDone
from mailref.referee import policy
from mailref.referee.reports import Means

FIRST_ROUND = 1
"""Until its ZAT words may come."""


class BingoFace(FaceByRounds, frozen=True, kw_only=True):
    """How a game stands: of anybody's words only numbers, as long as it is not over."""

    takes_words: bool
    draws: tuple[CalledTiles, ...]
    rows: tuple[course.BingoRow, ...]
    """Who plays, in the order they joined; nobody before the first ZAT."""
    silent: tuple[str, ...]
    """Who takes part and sent no words in time."""
    bag: int
    first_call_wins: bool
    """Whether a ZAT has passed at which somebody could have called, and nobody did."""
    outcome: events.BingoReached | None

    @property
    def drawn(self) -> int:
        """Return how many tiles have been drawn."""
        return sum(len(each.tiles) for each in self.draws)

    @property
    def revealed(self) -> tuple[course.BingoRow, ...]:
        """Return those whose words are told: after the end."""
        return tuple(row for row in self.rows if row.crossed is not None)


class BingoOwn(Struct, frozen=True):
    """What a player alone may see: his words."""

    crossed: Secret[Crossed]
    undecided: tuple[str, ...] = ()
    """Those of them that wait for a ruling."""
    is_complete: bool = False
    fresh: int = 0
    """How many of their letters the tiles drawn last crossed out, a blank for one."""


class BingoFamily(referee.RefereeByRounds):
    """A game of Scrabble-Bingo and what its referee does."""

    running: RunningByRounds[BingoGame]
    withdrawn_by = events.WordsWithdrawn

    # What a round is.

    def opened(self, means: Means, now: datetime) -> Event:  # noqa: ARG002  tiles are drawn at its ZAT
        game = self.running.game
        return events.BingoRoundOpened(game.round_number, self.next_zat(now), now)

    def at_zat(self, means: Means, closing: referee.ClosingNow) -> tuple[Event, ...] | None:
        """Fix the words at the first ZAT, draw tiles, find who has won."""
        game = self.running.game
        fixed = course.fix_words(game, means.office.lexicon) if game.takes_words else None
        if game.takes_words and fixed is None:
            return None
        first = () if fixed is None else (fixed,)
        there, early = follow(game, first), closing.is_early
        return (*first, *course.at_zat(there, means.chance, closing.now, is_early=early))

    @property
    def takes_entries(self) -> bool:
        return self.running.game.takes_words

    def sent(self, office: policy.Office) -> Mapping[str, referee.SentWords]:
        found = course.words_in_force(self.running.game, office.lexicon)
        return {
            name: referee.SentWords(each.words, each.undecided, each)
            for name, each in found.items()
        }

    def to_remind(self, office: policy.Office) -> tuple[str, ...]:
        game = self.running.game
        if game.takes_words:
            return super().to_remind(office)
        if game.rules.call is Call.AUTO:
            return ()
        called = {call.player for call in game.calls}
        return tuple(
            name for name in game.playing if course.is_complete(game, name) and name not in called
        )

    def may_join(self) -> bool:
        return self.running.game.takes_words

    # How it is seen.

    def seen_by_all(self) -> BingoFace:
        game = self.running.game
        calls = game.rules.call is Call.PLAYER and not game.is_over
        silent = tuple(player.name for player in game.active if player.name not in game.fixed)
        return BingoFace(
            **self.in_sight(silent, FIRST_ROUND),
            takes_words=game.takes_words,
            draws=game.draws,
            rows=tuple(course.rows_of(game)),
            silent=silent if game.words is not None else (),
            bag=len(game.bag),
            first_call_wins=calls and course.has_passed_uncalled(game),
            outcome=game.outcome,
        )

    def own(self, player: str | None, office: policy.Office) -> BingoOwn | None:
        """Return a player's words as they are in force; None where he has none."""
        game = self.running.game
        if player is None or player not in game.players:
            return None
        found = course.words_in_force(game, office.lexicon).get(player)
        words = found.words if found is not None else game.fixed.get(player)
        if words is None:
            return None
        blanks = game.rules.blanks
        before = "".join(each.tiles for each in game.draws[:-1])
        now = crossed_out(words, game.drawn, blanks=blanks)
        return BingoOwn(
            Secret(now),
            found.undecided if found is not None else (),
            is_complete=course.is_complete(game, player),
            fresh=crossed_out(words, before, blanks=blanks).left - now.left,
        )

    @property
    def playing(self) -> Sequence[str]:
        return super().playing if self.takes_entries else self.running.game.playing

    @property
    def status(self) -> dict[str, Any]:
        return {**super().status, "beside": {"drawn": self.running.game.drawn}}

    def welcome(self, name: str, office: policy.Office) -> OpeningByRounds:
        return OpeningByRounds(**self.to(name, office), is_trial=self.running.game.is_trial)

    @property
    def ended_before_last(self) -> datetime | None:
        draws = self.running.game.draws
        return draws[-2].closed if len(draws) > 1 else None

    def may_object(self) -> bool:
        return self.running.game.takes_words

    # A mail.

    def insight(self, player: str | None, office: policy.Office) -> Insight:  # noqa: ARG002  all may take any words
        return Insight(of_kind=partial(course.is_listed, self.running.game, office.lexicon))

    def judge(
        self, entry: Entry, mail: policy.Consideration, office: policy.Office, player: str | None
    ) -> policy.Judgement:
        """Return what words, or a call, come to: until the first ZAT words are meant, then calls."""
        written, receipt = words_in(entry), mail.receipt
        if player is None or written is None:
            return policy.Judgement(self.number)
        if self.running.game.takes_words and written.words:
            return self._words_verdict(written, receipt, office)
        reason = self._why_not_called(written, player, mail)
        outcome = policy.Outcome.ACCEPTED if reason is None else policy.Outcome.REJECTED
        return policy.Judgement(self.number, None, outcome, reason)

    def _why_not_called(
        self, written: WrittenWords, player: str, mail: policy.Consideration
    ) -> StrEnum | None:
        """Return why nothing comes of what is no words of the first round; None: it is a call, and true."""
        game = self.running.game
        if game.is_over:
            return policy.Reason.LATE
        is_auto = game.rules.call is Call.AUTO
        are_words = written.words and (is_auto or self._was_in_time(mail.receipt.received))
        if are_words or not written.is_call:
            return BingoReason.WORDS_ARE_FIXED
        if is_auto:
            return BingoReason.NOT_CALLED_HERE
        is_for_later = (policy.round_named(mail, game.id) or 0) > self.number
        is_true = not game.takes_words and course.is_complete(game, player) and not is_for_later
        return None if is_true else BingoReason.NO_BINGO

    def _words_verdict(
        self, written: WrittenWords, receipt: policy.Receipt, office: policy.Office
    ) -> policy.Judgement:
        game = self.running.game
        if game.round is not None and not game.may_change(receipt.received):
            return policy.Judgement(self.number, None, policy.Outcome.REJECTED, policy.Reason.LATE)
        judged = course.judge_words(written.words, game, office.lexicon, written.span)
        is_pending, may_count = judged.is_pending, judged.may_count
        return referee.comes_to(self.number, judged, is_pending=is_pending, may_count=may_count)

    def events_of(self, entry: policy.Considered, receipt: policy.Receipt) -> Iterator[Event]:
        game, player, judged = self.running.game, entry.player, course.judged_in(entry.found)
        if player is None or words_in(entry.entry) is None:
            return
        if judged is None:
            has_called = any(call.player == player for call in game.calls)
            if entry.outcome is policy.Outcome.ACCEPTED and not has_called:
                yield events.BingoCalled(player, receipt.received, receipt.key)
            return
        is_of_words = all(each.code in {"word_refused", "word_unknown"} for each in judged.faults)
        if referee.is_kept(entry, len(game.entries.get(player, ())), may_be_saved=is_of_words):
            yield events.WordsEntered(player, receipt.received, receipt.key, Secret(judged.words))

    def _was_in_time(self, received: datetime) -> bool:
        """Tell whether what arrived at *received* came before words were fixed."""
        draws = self.running.game.draws
        return bool(draws) and is_in_time(received, draws[0].deadline or draws[0].closed)

    def seen_too_late(self, entry: policy.Considered, received: datetime) -> int | None:
        """Return the first round, where words had come before its ZAT and surfaced when tiles were drawn.

        They stay out: all have seen the tiles, and no draw is taken back. Both are told so.
        """
        is_missed = entry.reason is BingoReason.WORDS_ARE_FIXED and self._was_in_time(received)
        return self.running.game.draws[0].number if is_missed else None

    def awaited(self, player: str) -> OpenBingoRound | None:  # noqa: ARG002  all are waited for
        game = self.running.game
        return game.round if game.takes_words else None

    def has_move(self, player: str | None, office: policy.Office) -> bool:
        if self.takes_entries:
            return super().has_move(player, office)
        return any(call.player == player for call in self.running.game.calls)

    # A player's command.

    def withdraw(self, player: str, received: datetime) -> Event | NotDone:
        game = self.running.game
        if player not in game.entries:
            return NotDone.NOTHING_TO_WITHDRAW
        is_in_time = game.round is None or game.may_change(received)
        if not game.takes_words or not is_in_time:
            return NotDone.TOO_LATE
        return events.WordsWithdrawn(player, received)

    def takes_part(self, player: str) -> bool:
        return self.takes_entries or player in self.running.game.playing

    def wanted_of(self, player: str, office: policy.Office) -> InHand:
        game, has_sent = self.running.game, self.has_move(player, office)
        if game.takes_words:
            return InHand.WORDS_SENT if has_sent else InHand.WORDS_WANTED
        must_call = (
            game.rules.call is Call.PLAYER and course.is_complete(game, player) and not has_sent
        )
        return InHand.CALL_WANTED if must_call else InHand.TILES_CALLED

    def total_of(self, player: str) -> None:  # noqa: ARG002  nobody has points
        return None


FAMILY = BingoFamily
