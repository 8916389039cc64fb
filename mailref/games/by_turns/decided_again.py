"""A recorded game of players at a table is decided again: by the functions that decided it (`Deciding`).

What no rule determines is taken from the record: what players asked for, the times, rulings, reasons,
when an open play was accepted, since acceptances and moves in advance are told nobody. All else follows
from it, and is compared event by event.
"""

import re
from abc import abstractmethod
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import islice
from typing import Any

from msgspec.structs import replace

from mailref.games import events as common
from mailref.games.by_turns import events as happened
from mailref.games.by_turns.course import BY_POLICY, Course, FromMail, Illegal, Steward, WordsWait
from mailref.games.by_turns.events import AcceptedHow, PassedWhy
from mailref.games.by_turns.rules import Timeout
from mailref.games.by_turns.seated_game import FEWEST, SeatedGame
from mailref.games.chance import Draws, SeedDraws, commitment
from mailref.games.events import Event
from mailref.games.kind import kind_of
from mailref.games.replay import apply
from mailref.games.rummikub.game import TakenWhy, TileTaken, TileTurnedUp, WishSet
from mailref.games.secret import Secret
from mailref.games.unscrabble.game import TilesTaken
from mailref.orders.written import AnyOrder, ChallengeAct
from mailref.record.export import by_its_types
from mailref.record.script import NO_TIME, Difference, Script, UnlikeError
from mailref.referee.findings import Outcome
from mailref.tiles.board import BLANK, in_order, missing_from, without
from mailref.tiles.lexicon.verdicts import (
    Accepted,
    EveryWord,
    Refused,
    Rulings,
    Unknown,
    Valid,
    Verdict,
    Why,
)
from mailref.tiles.moves import NOWHERE
from mailref.tiles.variant import Laying

# What all may know of an event.


_NEVER = (
    happened.OrderKept
    | happened.OrderDropped
    | happened.PlayWaits
    | happened.AcceptanceGiven
    | happened.PlayShown
    | happened.ChallengeHeld
    | happened.AcceptsAllSet
    | happened.BankUsed
    | happened.AwaySet
)
"""What nobody is told, nor later."""
_LATER = happened.FirstRackWished | WishSet


def public(event: Event, *, is_open: bool) -> Event | None:
    """Return what all may know of an event of a game of players at a table; None: nothing."""
    if isinstance(event, _NEVER) or (isinstance(event, _LATER) and not is_open):
        return None
    if isinstance(event, happened.RacksRevealed) and not is_open:
        racks = {name: BLANK * len(rack) for name, rack in event.racks.items()}
        return replace(event, racks=racks)
    return by_its_types(event, is_open=is_open)


_FORGOTTEN = re.compile(r"N\.N\. [1-9][0-9]*(?:\.[0-9]+)?\.*(?: II?)?")


def is_forgotten(name: str) -> bool:
    """Tell whether a receipt was bound to a name that is forgotten: nobody can check it any more."""
    return bool(_FORGOTTEN.fullmatch(name))


# What is recorded.

Drawn = Callable[[str, str, int, Event | None], str]
"""What one kind of game has drawn: for a purpose, from a bag, so many, by an event."""


class RecordedNext(EveryWord):
    """A lexicon and draws that say what is recorded next; of words rulings come first."""

    def __init__(self, script: Script, game: SeatedGame, drawn: Drawn) -> None:
        self.script = script
        self.game = game
        """As it stands."""
        self._drawn = drawn

    def verdict(self, word: str, rules: Laying, rulings: Rulings) -> Verdict:  # noqa: ARG002  any rules
        if word in rulings:
            return Accepted() if rulings[word] else Refused(Why.RULING)
        valid = self._is_word(word)
        if valid is None:
            return Unknown(())
        return Valid() if valid else Refused(Why.RULING)

    def _is_word(self, word: str) -> bool | None:
        """Tell whether a word is one; None where the game master is waited for."""
        match self.script.next:
            case happened.ChallengeDecided(verdicts=verdicts):
                return dict(verdicts).get(word)
            case _ if self.game.challenge is not None:
                return None
            case TilesTaken(words=words, ends=ends):
                return word in words or not ends
            case happened.RacksRevealed() | common.GameEnded():
                return False  # nothing can be taken any more
            case _:
                return True

    def tiles(self, purpose: str, bag: str, count: int) -> str:
        """Return what was drawn."""
        event, seats = self.script.next, self.game.seats
        if isinstance(event, happened.SeatsDrawn):
            places = (seats.index(name) for name in event.seats if name in seats)
            return "".join(chr(ord("A") + at) for at in places)
        return self._drawn(purpose, bag, count, event)

    def nonce(self, number: int) -> str:  # noqa: ARG002  as it is recorded
        """Return the nonce recorded next."""
        nonce = getattr(self.script.next, "nonce", Secret(""))
        return str(nonce.value)


# The game.

_TIMES = frozenset({"at", "deadline", "received"})


class Deciding(Course, kw_only=True):
    """A recorded game while it is decided again."""

    script: Script
    recorded: RecordedNext
    known: bytes | None
    """The seed."""
    is_open: bool
    """Whether all is told: racks and bag, not only how many tiles they hold."""

    # What each kind of game says of itself.

    @abstractmethod
    def deal(self) -> str:
        """Deal the tiles; return who begins."""

    def own(self, event: Event) -> None:
        """Let a move of this kind of game be made, or something else that only it has."""
        raise self.follows(event)

    def public(self, event: Event) -> Event | None:
        """Return what all may know of an event; None: nothing."""
        return kind_of(self.game).record().public(event, is_open=self.is_open)

    def is_too_early(self, at: datetime | None) -> bool:  # noqa: ARG002  the game master may enter a pass
        """Tell whether the turn's time cannot have been up."""
        return False

    # What happens.

    @property
    def is_window_open(self) -> bool:
        """Tell whether others may still challenge: when all accepted, or were shown the play, is not told.

        So nothing follows by itself from the end of that time.
        """
        is_open_play = self.game.open_play is not None
        return is_open_play and bool(self.game.rules.open_for(len(self.game.playing)))

    def record(self, event: Event) -> None:
        """Let what was decided happen, if it is what is recorded next."""
        shown = None if isinstance(event, common.WordsAsked) else self.public(event)
        if shown is not None:
            self.happen(self.as_found(shown, self.script.found(shown)))

    def as_found(self, event: Event, found: Event | None) -> Event:
        """Return an event with what no rule determines as it is recorded: its times.

        Also what nobody can know while racks are secret, or of a name that is forgotten.
        """
        if found is None or type(event) is not type(found):
            return event
        free = _TIMES if self.is_open else _TIMES | {"receipt", "deductions"}
        if is_forgotten(getattr(found, "player", "")):
            free |= {"receipt"}
        known = {name: getattr(found, name) for name in event.__struct_fields__ if name in free}
        return replace(event, **known)

    def happen(self, event: Event) -> None:
        """Let an event happen: what was decided, or why it was."""
        self.script.agree(event)
        self.game = apply(self.game, event)
        following = self.script.next
        match event, following:
            case happened.ChallengeDecided(stands=True), happened.PlayChallenged():
                # It was held until now, which nobody was told.
                held = (following.number, following.player, following.words, following.received, "")
                made = happened.ChallengeHeld(*held, following.is_foreign)
                self.game = replace(self.game, challenges_held=(made,))
            case _:
                pass
        self.recorded.game = self.game

    def unlike(self, event: Event, field: str, expected: object, found: object) -> UnlikeError:
        """Return that an event cannot be as it is recorded."""
        number, player = getattr(event, "number", None), getattr(event, "player", None)
        return UnlikeError(Difference(number, player, field, expected, found))

    def refuse(self, event: Event, why: str) -> UnlikeError:
        """Return that an event cannot happen here."""
        return self.unlike(event, "events", why, type(event).__name__)

    def follows(self, event: Event) -> UnlikeError:
        """Return that an event is no cause."""
        return self.refuse(event, "something that follows from what is recorded")

    # Why it happens.

    def play(self) -> None:
        """Let everything happen that is recorded, and what follows from it."""
        while (event := self.script.next) is not None:
            if self.game.is_over:
                self._after_the_end(event)
            elif self.game.turn is None:
                self._before_the_start(event)
            else:
                self._in_play(event)

    def _before_the_start(self, event: Event) -> None:
        match event:
            case common.PlayerJoined():
                if event.name in self.game.players:
                    raise self.refuse(event, "each joins once")
                base = event.total if self.is_taken_over else 0
                self.happen(common.PlayerJoined(event.name, (), base))
            case common.PlayerLeft():
                self.happen(replace(event, because=""))
            case common.PlayerReturned() | happened.FirstRackWished():
                self.happen(event)
            case common.GamePaused() | common.GameResumed() | common.WordRuled():
                self.beside(event)
            case common.PlayerRenamed() | common.ScoreCorrected():
                self.beside(event)
            case _:
                self._begin(event)

    def _begin(self, event: Event) -> None:
        """Let all be drawn, and the first turn begin."""
        game, words = self.game, None
        if len(game.seats) < FEWEST:
            raise self.refuse(event, "there are players to come")
        if isinstance(event, common.DrawsMixed):
            words = event.words
            if self.script.is_whole and tuple(name for name, _ in words) != game.seats:
                raise self.unlike(event, "DrawsMixed.words", game.seats, words)
        self.begin_game(
            words,
            mixing=self.draws_with,
            deal=lambda _: self.deal(),
            is_taken_over=self.is_taken_over,
        )

    @property
    def is_taken_over(self) -> bool:
        return False

    def draws_with(self, game: SeatedGame) -> Draws:
        """Return what draws where these words are mixed in."""
        if self.known is None or not self.is_open:
            return self.recorded
        return SeedDraws(self.known, game.mixed)

    def _after_the_end(self, event: Event) -> None:
        match event:
            case happened.SeedRevealed():
                same = self.game.same_tiles
                if same is None or self.game.seed:
                    raise self.refuse(event, "the seed is known")
                known = event.seed if self.known is None else self.known.hex()
                self.happen(replace(event, seed=known))
            case common.PlayerRenamed() | common.ScoreCorrected() | common.WordRuled():
                self.beside(event)
            case _:
                self.afterwards(event)

    def afterwards(self, event: Event) -> None:
        """Let something else happen after the end."""
        raise self.refuse(event, f"the game is over ({self.game.ended})")

    def beside(self, event: Event) -> None:
        """Let the game master order something that concerns no move."""
        game = self.game
        match event:
            case common.PlayerRenamed():
                if event.name not in game.players or event.new_name in game.players:
                    raise self.refuse(event, "a name that is there, and one that is not")
                self.happen(replace(event, because=""))
            case common.ScoreCorrected():
                self.happen(replace(event, number=self.number))
            case common.GamePaused() | common.GameResumed():
                if game.is_paused is isinstance(event, common.GamePaused):
                    raise self.refuse(event, "the clock is as it was")
                self.happen(replace(event, because=""))
            case common.DeadlineMoved():
                self.happen(replace(event, number=self.number, because=""))
            case common.WordRuled():
                self.happen(event)
                self._ruled(event)
            case _:
                raise self.follows(event)

    def _ruled(self, event: common.WordRuled) -> None:
        """Decide what waited for a ruling."""
        if self.game.is_over:
            return
        if self.game.challenge is not None and event.accepted is not None:
            self.decide_challenge(is_free=event.by == BY_POLICY)
        self.book.ruled(self)

    def _in_play(self, event: Event) -> None:
        match event:
            case happened.PlayChallenged():
                self._challenge(event)
            case happened.PlayAccepted():
                self._accept(event)
            case happened.PlayerOut() if event.player in self.game.playing:
                if event.why == happened.OUT_OF_TIME:
                    raise self.refuse(event, "a turn whose time is up")
                self.put_out(event.player, event.why)
            case happened.TurnUndone() if self.undo(event.because):
                pass
            case happened.RacksRevealed() | common.GameEnded():
                self.end_by_order()
            case happened.TurnPassed(why=PassedWhy.FORFEIT) if self.game.hands[
                self.player
            ].owes_turns:
                self.lose_turn(self.player)
            case happened.TurnPassed(why=PassedWhy.TIMEOUT) | TileTaken(why=TakenWhy.TIMEOUT):
                self._time_out(event)
            case (
                common.PlayerRenamed() | common.ScoreCorrected() | common.WordRuled()
                | common.GamePaused() | common.GameResumed() | common.DeadlineMoved()
            ):  # fmt: skip
                self.beside(event)
            case _:
                self.own(event)

    def _challenge(self, event: happened.PlayChallenged) -> None:
        """Let a play be challenged; what comes of it follows from the verdicts that are recorded."""
        if event.player not in self.game.playing:
            raise self.refuse(event, "a challenge by who plays")
        act = ChallengeAct(event.words, NOWHERE, event.is_foreign)
        answer = self.challenge(FromMail(event.player, event.received, ""), act)
        if answer.outcome is Outcome.REJECTED:
            codes = ", ".join(fault.code for fault in answer.faults)
            raise self.refuse(event, f"what is allowed ({answer.reason or codes})")

    def _accept(self, event: happened.PlayAccepted) -> None:
        """Let the open play stand, as somebody has told, or nobody has doubted it."""
        how = event.how
        if self.game.open_play is None or how is AcceptedHow.AT_ONCE:
            raise self.refuse(event, "an open play")
        if self.game.is_held and how is not AcceptedHow.MOVE:
            raise self.refuse(event, "a ruling")
        self._check_time(event)
        self.accept(self.player, how)
        if how not in (AcceptedHow.MOVE, AcceptedHow.TIMEOUT):
            self.settle()

    def _time_out(self, event: Event) -> None:
        """Let the turn be over; who has timed out too often is out, as the settings say."""
        if self.game.is_held:
            raise self.refuse(event, "a ruling")
        self._check_time(event)
        then = (e for e in islice(self.script.left, 1, None) if not isinstance(e, TileTurnedUp))
        second = next(then, None)
        is_out = isinstance(second, happened.PlayerOut) and second.why == happened.OUT_OF_TIME
        self.time_out(Timeout.LOSE if is_out else Timeout.PASS, 0)

    def _check_time(self, event: Event) -> None:
        is_timeout = (
            not isinstance(event, happened.PlayAccepted) or event.how is AcceptedHow.TIMEOUT
        )
        times = (getattr(each, "at", None) for each in self.script.left)
        at = next((each for each in times if each is not None), None)
        if is_timeout and self.script.is_whole and self.is_too_early(at):
            turn = self.game.turn
            raise self.unlike(event, "at", turn.deadline if turn is not None else None, at)

    def make(self, event: Event, order: AnyOrder, received: datetime, game: SeatedGame) -> None:
        """Let who is to move carry out an order, judged in *game*: this one, or with his tiles as laid."""
        is_at_end = self.game.open_play is not None and self.is_going_out
        if self.game.is_held or is_at_end:
            raise self.refuse(event, "a ruling, or that the open play stands")
        tried = self.try_order(game, self.player, order)
        if isinstance(tried, Illegal):
            codes = ", ".join(fault.code for fault in tried.faults)
            raise self.refuse(event, f"a legal move ({codes})")
        legal = tried.play if isinstance(tried, WordsWait) else tried
        self.carry_out(legal, received, "")

    def with_tiles(self, needed: str) -> SeatedGame:
        """Return the game with *needed* on the rack of who is to move, as far as that lies face down."""
        game, player = self.game, self.player
        hand = game.hands[player]
        hidden = missing_from(hand.rack.value, needed)
        if self.is_open or hand.rack.value.count(BLANK) < len(hidden):
            return game
        known = without(hand.rack.value, BLANK * len(hidden))
        turned = replace(hand, rack=Secret(in_order(known + "".join(hidden))))
        return replace(game, hands={**game.hands, player: turned})


def drawn_from_bag(purpose: str, bag: str, count: int, event: Event | None) -> str:  # noqa: ARG001  any
    """Return what was drawn where nobody knows it."""
    return bag[:count]


def deciding(
    kind: type[Deciding],
    script: Script,
    seed: bytes | None,
    *,
    book: Steward[Any],
    opened: Event | None,
    is_open: bool = True,
    drawn: Drawn = drawn_from_bag,
) -> Deciding:
    """Return the course of a recorded game after it was *opened*, as it must have been."""
    given = getattr(opened, "commitment", "")
    made = given if seed is None else commitment(seed)
    if made != given:
        raise UnlikeError(Difference(None, None, "commitment", made, given))
    game = apply(None, opened) if opened is not None else None
    if opened is None or not isinstance(game, SeatedGame):
        raise UnlikeError(Difference(None, None, "events", "a game of players at a table", None))
    script.agree(opened)
    recorded = RecordedNext(script, game, drawn)
    is_kept = game.same_tiles is not None and not game.same_tiles.is_second
    course = kind(
        game=game,
        book=book,
        lexicon=recorded,
        draws=recorded,
        at=NO_TIME,
        until=lambda *_: None,
        seed="" if is_kept else _seed(script.left, seed),
        script=script,
        recorded=recorded,
        known=seed,
        is_open=is_open,
    )
    course.draws = course.draws_with(game)
    return course


def _seed(recorded: Sequence[Event], seed: bytes | None) -> str:
    if seed is not None:
        return seed.hex()
    return next((each.seed for each in recorded if isinstance(each, common.GameEnded)), "")
