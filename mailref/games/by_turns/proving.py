"""A recorded game of players at a table is decided again: by the functions that decided it (`Deciding`).

What no rule determines is taken from the record: what players asked for, the times, rulings, reasons,
when an open play was accepted, since acceptances and moves in advance are told nobody. All else follows
from it, and is compared event by event.

An entry for a game in turns as `judge --json` says it (contract 3, classic 14).

What exports of format 1 tell of games of players at a table, read as rough events: causes, no rules.
"""

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from itertools import filterfalse, islice
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from mailref.games import events as common
from mailref.games.by_turns import course
from mailref.games.by_turns import events as happened
from mailref.games.by_turns.contents import TurnEffect
from mailref.games.by_turns.course import Course, FromMail, Illegal, WordsWait
from mailref.games.by_turns.events import AcceptedHow, PassedWhy
from mailref.games.by_turns.game import FEWEST, SeatedGame
from mailref.games.by_turns.policy import RunningTurns
from mailref.games.by_turns.switches import Timeout
from mailref.games.chance import Draws, Secret, SeedDraws, commitment
from mailref.games.events import Event
from mailref.games.game import SameTiles
from mailref.games.kind import apply, kind_of
from mailref.games.naming import is_forgotten
from mailref.orders import entries
from mailref.record.as_json import Json, JsonObject, fault_to_json
from mailref.record.export import Beginning, NotAnExportError, Ruling, by_its_types, read_as
from mailref.record.script import NO_TIME, Difference, Script, UnlikeError
from mailref.referee.identity import may_ask
from mailref.referee.policy import STORED, Considered, Office, Outcome
from mailref.tiles.board import Axes, Board, Direction, LaidTile, Laying, read_square
from mailref.tiles.lexicon.verdicts import (
    Accepted,
    EveryWord,
    Lexicon,
    Refused,
    Rulings,
    Unknown,
    Valid,
    Verdict,
    Why,
)
from mailref.tiles.moves import NOWHERE, Fault
from mailref.tiles.scoring import FormedWord, ScoredPlay
from mailref.tiles.tile_set import BLANK

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
    | happened.AwayEnded
)
"""What nobody is told, nor later."""


def public(event: Event, *, is_open: bool) -> Event | None:
    """Return what all may know of an event of a game of players at a table; None: nothing."""
    if _is_never_told(type(event)) or (isinstance(event, happened.FirstRackWished) and not is_open):
        return None
    if isinstance(event, happened.RacksRevealed) and not is_open:
        racks = {name: BLANK * len(rack) for name, rack in event.racks.items()}
        return replace(event, racks=racks)
    return by_its_types(event, is_open=is_open)


@cache
def _is_never_told(event: type[Event]) -> bool:
    """Tell whether such an event is told to nobody: a union of many is slow to ask."""
    return issubclass(event, _NEVER)


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
        valid = self.is_word(word)
        if valid is None:
            return Unknown(())
        return Valid() if valid else Refused(Why.RULING)

    def is_word(self, word: str) -> bool | None:
        """Tell whether a word is one; None where the game master is waited for."""
        match self.script.next:
            case happened.ChallengeDecided(verdicts=verdicts):
                return dict(verdicts).get(word)
            case _:
                return None if self.game.challenge is not None else True

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
    says: ClassVar[type[RecordedNext]] = RecordedNext
    """What says which words are valid, and what is drawn."""
    turned_up: ClassVar[tuple[type[Event], ...]] = ()
    """What only lets all see what lay face down."""

    # What each kind of game says of itself.

    def deal(self) -> str:
        """Deal the tiles; return who begins."""
        return self.book.deal(self, None)

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

        Also what nobody can know while racks are secret, or of a name that is forgotten or left out.
        """
        if found is None or type(event) is not type(found):
            return event
        free = _TIMES if self.is_open else _TIMES | {"receipt", "deductions"}
        if is_forgotten(getattr(found, "player", "")) or not getattr(found, "receipt", "-"):
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
            if self.beside(event):
                pass
            elif self.game.is_over:
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
            case _:
                self._begin(event)

    def _begin(self, event: Event) -> None:
        """Let all be drawn, and the first turn begin."""
        game, is_taken_over = self.game, self.is_taken_over
        if len(game.seats) < FEWEST:
            raise self.refuse(event, "there are players to come")
        if isinstance(event, common.DrawsMixed):
            if self.script.is_whole and tuple(name for name, _ in event.words) != game.seats:
                raise self.unlike(event, "DrawsMixed.words", game.seats, event.words)
            self.record(common.DrawsMixed(1, event.words))
            self.draws = self.draws_with(self.game)
        if not is_taken_over:
            self.draw_seats()
        self.begin_first(self.deal())

    @property
    def is_taken_over(self) -> bool:
        return False

    def draws_with(self, game: SeatedGame) -> Draws:
        """Return what draws where these words are mixed in."""
        if self.known is None or not self.is_open:
            return self.recorded
        return SeedDraws(self.known, game.mixed, tile_set=game.rules.tiles)

    def _after_the_end(self, event: Event) -> None:
        match event:
            case happened.SeedRevealed():
                same = self.game.same_tiles
                if same is None or self.game.seed:
                    raise self.refuse(event, "the seed is known")
                known = event.seed if self.known is None else self.known.hex()
                self.happen(replace(event, seed=known))
            case _:
                self.afterwards(event)

    def afterwards(self, event: Event) -> None:
        """Let something else happen after the end."""
        raise self.refuse(event, f"the game is over ({self.game.ended})")

    def beside(self, event: Event) -> bool:
        """Let the game master order something that concerns no move; tell whether it is that."""
        game = self.game
        match event:
            case common.PlayerRenamed():
                if event.name not in game.players or event.new_name in game.players:
                    raise self.refuse(event, "a name that is there, and one that is not")
                self.happen(replace(event, because=""))
            case common.ScoreCorrected():
                self.happen(replace(event, number=self.number))
            case common.GamePaused() | common.GameResumed() if not game.is_over:
                if game.is_paused is isinstance(event, common.GamePaused):
                    raise self.refuse(event, "the clock is as it was")
                self.happen(replace(event, because=""))
            case common.DeadlineMoved() if game.turn is not None and not game.is_over:
                self.happen(replace(event, number=self.number, because=""))
            case common.WordRuled():
                self.rule(event, decides=event.accepted is not None and not game.is_over)
            case _:
                return False
        return True

    def _in_play(self, event: Event) -> None:
        match event:
            case happened.PlayChallenged():
                self._challenge(event)
            case happened.ChallengeDecided(verdicts=()) if self.game.open_play is not None:
                self.give_way(event.player if event.stands else self.game.open_play.player)
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
            case happened.OfTurn(is_time_out=True):
                self._time_out(event)
            case _:
                self.own(event)

    def _challenge(self, event: happened.PlayChallenged) -> None:
        """Let a play be challenged; what comes of it follows from the verdicts that are recorded."""
        if event.player not in self.game.playing:
            raise self.refuse(event, "a challenge by who plays")
        act = entries.ChallengeAct(event.words, NOWHERE, event.is_foreign)
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
        then = (e for e in islice(self.script.left, 1, None) if not isinstance(e, self.turned_up))
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

    def make(
        self, event: Event, order: entries.AnyOrder, received: datetime, game: SeatedGame
    ) -> None:
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
        tiles = game.rules.tiles
        hidden = tiles.missing_from(hand.rack.value, needed)
        if self.is_open or hand.rack.value.count(BLANK) < len(hidden):
            return game
        known = tiles.without(hand.rack.value, BLANK * len(hidden))
        turned = replace(hand, rack=Secret(tiles.in_order(known + hidden)))
        return replace(game, hands={**game.hands, player: turned})


def drawn_from_bag(purpose: str, bag: str, count: int, event: Event | None) -> str:  # noqa: ARG001  any
    """Return what was drawn where nobody knows it."""
    return bag[:count]


def decide_as(
    kind: type[Deciding],
    script: Script,
    seed: bytes | None,
    opened: Event | None,
    *,
    is_open: bool = True,
    drawn: Drawn = drawn_from_bag,
) -> None:
    """Decide a recorded game again that was *opened* as it must have been; UnlikeError at the first difference."""
    given = getattr(opened, "commitment", "")
    made = given if seed is None else commitment(seed)
    if made != given:
        raise UnlikeError(Difference(None, None, "commitment", made, given))
    game = apply(None, opened) if opened is not None else None
    if opened is None or not isinstance(game, SeatedGame):
        raise UnlikeError(Difference(None, None, "events", "a game of players at a table", None))
    script.agree(opened)
    recorded = kind.says(script, game, drawn)
    is_kept = game.same_tiles is not None and not game.same_tiles.is_second
    again = kind(
        game=game,
        book=course.steward_of(game),
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
    again.draws = again.draws_with(game)
    again.play()


def _seed(recorded: Sequence[Event], seed: bytes | None) -> str:
    if seed is not None:
        return seed.hex()
    return next((each.seed for each in recorded if isinstance(each, common.GameEnded)), "")


class TriedOrder(Struct, frozen=True):
    """An order as it was tried."""

    game: SeatedGame
    """The position."""
    player: str
    group: entries.OrdersIf
    """It with its alternates."""
    order: entries.AnyOrder
    lexicon: Lexicon
    tried: course.Tried


ShowOrder = Callable[[TriedOrder], dict[str, Json]]
"""Says an order that was tried as one kind of game does."""


def entry_in_turns(
    entry: Considered, running: RunningTurns, office: Office, show: ShowOrder
) -> dict[str, Json]:
    """Return what an entry asks for, and which of its moves was taken."""
    written = entries.orders_in(entry.entry)
    if written is None or entry.player is None or entry.player not in running.game.hands:
        return with_moves(entry, [], None)
    game, asks = running.game, may_ask(running, office)
    tried = list(tried_orders(game, entry.player, written, office.lexicon, asks=asks))
    answer = course.answer_in(entry.found) if entry.outcome in STORED else None
    legal = answer.legal if answer is not None else None
    taken = (at for at, it in enumerate(tried) if legal and course.move_of(it.tried) == legal)
    return with_moves(entry, [show(each) for each in tried], next(taken, None))


def with_moves(entry: Considered, moves: list[Json], counts: int | None) -> dict[str, Json]:
    """Return an entry with its *moves*, one of which may count, and what it asks for beside them."""
    written = entries.orders_in(entry.entry) or entries.WrittenOrders()
    counted = moves[counts] if counts is not None else None
    answer = course.answer_in(entry.found)
    effect = answer.effect if answer is not None else None
    return {
        "effect": effect.value if effect is not None and effect not in _COMMANDED else None,
        "moves": moves,
        "counts": counts,
        "points": counted["points"] if isinstance(counted, dict) else None,
        "actions": actions_to_json(written),
        "commands": [each.code for each in written.acts if each.is_command],
    }


_COMMANDED = (TurnEffect.ACCEPTS_ALL, TurnEffect.ASKS, TurnEffect.WISHED)
"""What is no effect of contract 3: the commands say it."""


def tried_orders(
    game: SeatedGame,
    player: str,
    written: entries.WrittenOrders,
    lexicon: Lexicon,
    *,
    asks: bool = True,
) -> Iterator[TriedOrder]:
    """Yield what each order comes to, as written; where nobody *asks* about words that no list has, no such goes."""
    book = course.steward_of(game)
    for group in written.groups:
        position = book.as_if(game, group.condition)
        for order in group.orders:
            tried = book.try_order(position, player, order, lexicon)
            found = course.where_asked(tried, order, asks=asks)
            yield TriedOrder(position, player, group, order, lexicon, found)


def done_to_json(faults: Sequence[Fault]) -> dict[str, Json]:
    """Return whether something without points can be done."""
    shown: list[Json] = [fault_to_json(fault) for fault in faults]
    return {"status": "invalid" if faults else "valid", "points": 0, "faults": shown}


def tried_to_json(kind: str, tried: course.Tried, points: int | None) -> dict[str, Json]:
    """Return a move whose word is judged, or of which somebody must say whether it is one."""
    faults = tried.faults if isinstance(tried, course.Illegal) else ()
    return {
        "kind": kind,
        "status": "invalid"
        if faults
        else "undecided"
        if isinstance(tried, course.WordsWait)
        else "valid",
        "points": None if faults else points,
        "faults": [fault_to_json(fault) for fault in faults],
    }


def actions_to_json(written: entries.WrittenOrders) -> list[Json]:
    """Return what a mail asks for beside moves."""
    return [{"action": act.code, **_said_in(act)} for act in written.acts if act.code]


def _said_in(act: entries.Act) -> dict[str, Json]:
    if isinstance(act, entries.ChallengeAct):
        return {"words": [*act.words]}
    return {"days": act.text} if isinstance(act, entries.AwayAct) else {}


PASSED: Mapping[str, PassedWhy] = {
    "pass": PassedWhy.PASSED,
    "timeout": PassedWhy.TIMEOUT,
    "forfeit": PassedWhy.FORFEIT,
}
"""Why a turn brought nothing, by its kind."""


def read_time(written: str | None) -> datetime:
    """Read a time with its zone."""
    if written is None:
        return NO_TIME
    found = datetime.fromisoformat(written)
    if found.tzinfo is None:
        raise NotAnExportError(f"{written!r} has no zone")
    return found.astimezone(UTC)


def opened(raw: JsonObject) -> dict[str, Any]:
    """Return what the first event of each kind of game at a table holds, but for its own."""
    same = raw.get("same_tiles")
    told = {"same_tiles": SameTiles(str(same["game"]), bool(same["second"]))} if same else {}
    return {**read_as(Beginning, raw).opened, "seats": (), **told}


def ruled(raw: JsonObject) -> common.WordRuled:
    """Return a ruling."""
    return read_as(Ruling, raw).made


def laid(row: JsonObject, player: str, place: str, axes: Axes, **more: Any) -> happened.PlayLaid:
    """Return a play with what was asked for, small letters as blanks, too; what it is worth follows."""
    square, direction, word = read_square(place, axes), Direction(row["direction"]), row["word"]
    blanks = [
        *(read_square(each, axes) for each in row.get("blanks", ())),
        *(square.along(direction, at) for at, letter in enumerate(word) if letter.islower()),
    ]
    tiles = tuple(LaidTile(each, "", is_blank=True) for each in blanks)
    formed = FormedWord(word.upper(), (), 0, 0)
    return happened.PlayLaid(
        number=row["number"],
        player=player,
        received=read_time(row["received"]),
        mail="",
        scored=ScoredPlay(square, direction, (formed,), tiles, 0),
        swaps=tuple(read_square(each, axes) for each in row["swaps"]),
        board=Board(),
        rack_left=Secret(""),
        theme=0,
        **{"wish": happened.NO_WISH, **more},
    )


def challenged(number: int, shown: JsonObject, beside: list[Event]) -> Iterator[Event]:
    """Yield a challenge and what came of it; the rulings that it waited for are taken out of *beside*."""
    player, words = shown["player"], tuple(shown["words"])
    yield happened.PlayChallenged(number, player, words, read_time(shown.get("received")), "")
    waited = [e for e in beside if isinstance(e, common.WordRuled) and e.word in words]
    yield from waited
    beside[:] = [each for each in beside if each not in waited]
    if shown["stands"] is not None:
        found = tuple((each["word"], each["valid"]) for each in shown["verdicts"])
        yield happened.ChallengeDecided(number, player, found, shown["stands"], shown["cost"])


def accepted(row: JsonObject) -> Iterator[Event]:
    """Yield that a play was accepted, where that was not at once."""
    how = AcceptedHow(row["accepted"]["how"])
    if how is not AcceptedHow.AT_ONCE:
        yield happened.PlayAccepted(row["number"], row["player"], row["accepted"]["by"], how)


class OldTable:
    """A game at a table as an export of format 1 tells it, gone through; each kind says what is its own.

    What happened beside the turns stands there by how many turns there had been.
    """

    def __init__(self, raw: JsonObject, bound: Iterable[JsonObject] = ()) -> None:
        """Begin with an export; *bound* are receipts, each with the name that its player had then."""
        self.raw = raw
        then = {each["player"]: each["bound_to"] for each in bound}
        self.called = {each["player"]: each["player"] for each in raw["players"]} | then
        """How who has one name now was called then."""
        self.beside: dict[int, list[Event]] = defaultdict(list)
        """Rulings first."""
        self.outs: dict[tuple[int, bool], list[Event]] = defaultdict(list)
        """Who is out, also by whether a play lay open."""
        for row in raw["out"]:
            out = happened.PlayerOut(row["player"], row["why"])
            self.outs[row["after"], row.get("open", False)].append(out)
        for row in raw["rulings"]:
            self.beside[row["round"]].append(ruled(row))
        for row in raw["adjustments"]:
            corrected = common.ScoreCorrected(row["player"], 0, row["points"], row["because"])
            self.beside[row["after"]].append(corrected)

    def events(self) -> Iterator[Event]:
        """Yield what happened, under the names of then; last how players are called now."""
        for event in self._all():
            yield under(self.called, event)
        for new, old in self.called.items():
            if old != new:
                yield common.PlayerRenamed(old, new, "")

    def _all(self) -> Iterator[Event]:
        raw = self.raw
        yield self.opened()
        yield from joined(self.players)
        yield from self._after(0)
        yield from before_the_deal(raw, self.seats)
        yield from self.dealt()
        for at, row in enumerate((*raw["turns"], None)):
            yield from self.between(at, row)
            if row is not None:
                yield from self.turn(row, at + 1)
                yield from self._after(at + 1)
        yield from over(raw)

    # What each kind says.

    @abstractmethod
    def opened(self) -> Event:
        """Return how the game began."""

    @property
    def players(self) -> Iterable[JsonObject]:
        """Return who joined, in that order."""
        found: list[JsonObject] = self.raw["players"]
        return found

    @property
    def seats(self) -> Sequence[str] | None:
        """Return who sat where, where that was drawn."""
        found: list[str] | None = self.raw["lot_of_seats"]
        return found

    @abstractmethod
    def dealt(self) -> Iterator[Event]:
        """Yield what was drawn before the first turn."""

    @abstractmethod
    def turn(self, row: JsonObject, number: int) -> Iterator[Event]:
        """Yield what happened in a turn that stands, the *number*-th of those."""

    def between(self, turns: int, row: JsonObject | None) -> Iterator[Event]:  # noqa: ARG002  *row* comes next
        """Yield what happened after so many turns, with no play open."""
        return self.out(turns)

    # What is told of all.

    def _after(self, turns: int) -> Iterator[Event]:
        """Yield what happened after so many turns: first who ran out of time in the last one."""
        yield from filterfalse(_is_other_reason, self.outs[turns, False])
        yield from self.beside.pop(turns, ())

    def out(self, turns: int) -> Iterator[Event]:
        """Yield who else went out then, with no play open."""
        return filter(_is_other_reason, self.outs.pop((turns, False), ()))

    def became(self, turn: JsonObject, turns: int) -> Iterator[Event]:
        """Yield what became of the play of a turn, the last of so many.

        First challenges in vain: who made them may be out since.
        """
        left = list(turn["challenges"])
        while left and left[0]["stands"]:
            yield from challenged(turn["number"], left.pop(0), self.beside[turns])
        yield from self.outs.pop((turns, True), ())
        for each in left:
            yield from challenged(turn["number"], each, self.beside[turns])
        if turn["accepted"] is not None:
            yield from accepted(turn)


def _is_other_reason(event: Event) -> bool:
    return isinstance(event, happened.PlayerOut) and event.why != happened.OUT_OF_TIME


def before_the_deal(raw: JsonObject, seats: Sequence[str] | None) -> Iterator[Event]:
    """Yield the words that were mixed into the draws, and who sat where, where that was drawn."""
    if raw["lots"] is not None:
        words = tuple((each["player"], each["word"]) for each in raw["lots"])
        yield common.DrawsMixed(1, words)
    if seats is not None:
        yield happened.SeatsDrawn(tuple(seats))


def joined(players: Iterable[JsonObject]) -> Iterator[Event]:
    """Yield who joined, with what."""
    return (common.PlayerJoined(each["player"], (), each["base"]) for each in players)


def over(raw: JsonObject) -> Iterator[Event]:
    """Yield that the game ended, where it did, and its seed, where that was told later."""
    if raw["finished"]:
        at = read_time(raw["ended_at"])
        yield common.GameEnded(raw["seed"] or "", raw["ended"], at)
        same = raw.get("same_tiles")
        if same is not None and not same["second"] and raw["seed"] is not None:
            yield happened.SeedRevealed(raw["seed"], at)


def under(called: Mapping[str, str], event: Event) -> Event:
    """Return an event under the names of then."""
    changes: dict[str, Any] = {}
    match event:
        case common.DrawsMixed() | common.WordRuled() | common.PlayerRenamed():
            pass  # these are told under them, or name no player
        case happened.SeatsDrawn(seats=seats):
            changes = {"seats": tuple(called[each] for each in seats)}
        case happened.StarterDrawn(drawings=rows, order=order):
            drawn = (tuple((called[who], tile) for who, tile in row) for row in rows)
            changes = {"drawings": tuple(drawn), "order": tuple(called[each] for each in order)}
        case _:
            named = {name: getattr(event, name, "") for name in ("player", "name", "by")}
            changes = {name: called[each] for name, each in named.items() if each in called}
    return replace(event, **changes)
