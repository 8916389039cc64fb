"""A league of soloists: what all may know of it, what an export tells, how it is decided again (other games 3).

Before its ZAT no table is told; what somebody took back is in no export. Which words are valid, no record
can prove.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import tzinfo
from typing import Any

from msgspec.structs import replace

from mailref.games import events as common
from mailref.games.by_turns import events as happened
from mailref.games.by_turns.course import game_and_history
from mailref.games.by_turns.history import ToldTurn, TurnKind
from mailref.games.by_turns.proving import RecordedNext, laid, over, read_time, ruled
from mailref.games.chance import Draws, Secret, SeedDraws
from mailref.games.classic.game import TurnGame
from mailref.games.classic.published import Seated, drawn_in_turns
from mailref.games.events import Event
from mailref.games.game import is_in_time, ranked
from mailref.games.kind import apply, replay_as
from mailref.games.solitaire.book import ChoiceBook, DrawsInOrder, SoloBook, begin_table
from mailref.games.solitaire.events import (
    LettersChosen,
    MoveTakenBack,
    SoloDealt,
    SoloMove,
    SoloOpened,
    SoloPlayed,
    TableFinished,
    TryBegun,
)
from mailref.games.solitaire.game import (
    SoloGame,
    seats_of,
    soloist_total,
    standing,
    tries_at,
    under,
)
from mailref.games.solitaire.rules import ChooseOrder, choose
from mailref.games.solitaire.switches import SWITCHES, SoloRules
from mailref.games.switches import told_rules
from mailref.orders.entries import ExchangeOrder
from mailref.record.as_json import PLACE, Json, JsonObject, Telling, plain
from mailref.record.export import Beginning, by_its_types, checked, read_as
from mailref.record.proving import DecidedAgain
from mailref.record.script import NO_TIME, Difference, Script, UnlikeError
from mailref.tiles.board import Axes, Direction, place_name
from mailref.tiles.moves import NOWHERE
from mailref.tiles.scoring import ScoredPlay
from mailref.tiles.tile_set import TileSet, blank_of

__all__ = ["as_seen", "decide", "first", "public", "told"]


def public(event: Event, *, is_open: bool) -> Event | None:
    """Return what all may know of an event of its own; None: nothing, as of all tables before the end."""
    match event:
        case SoloPlayed(player, happened.PlayLaid() as play) if is_open:
            return SoloPlayed(player, by_its_types(play, is_open=True))
        case _:
            return event if is_open or isinstance(event, SoloOpened) else None


def as_seen(public: Sequence[Event], *_: object, **_beside: object) -> Sequence[Event]:
    """Return the *public* record without what soloists took back; nothing of it is told later."""
    return standing(public)


def words_laid(event: Event) -> tuple[str, ...]:  # noqa: ARG001  whatever happens
    """Return no word: what a soloist lays nobody sees before the end, and a ruling would tell it."""
    return ()


# What an export tells.


_TOLD = """
    family game title variant tiles tile_set layout commitment lexicon rules deadline players rulings tables
    finished ended ended_at seed standings
"""
_WITH_TRIES, _TABLE = (
    "player tries counts ended result",
    "player turns ended racks_left board result",
)
_WHAT = "number kind=recorded_kind"
_PLAY = "received place direction=scored.direction word words swaps exchanged points"


def told(events: Sequence[Event], zone: tzinfo, *, is_open: bool) -> dict[str, Json]:
    """Return the league; times in *zone*."""
    log = tuple(events)
    opened: Any = log[0]
    game = replay_as(SoloGame, log)
    of = _SoloTold(zone=zone, is_open=is_open, axes=opened.rules.axes)
    results = {name: table.counting.result for name, table in game.tables.items()}
    return of.row(
        game,
        _TOLD,
        **of.of_log(log),
        rules=plain(told_rules(SWITCHES.table(opened.rules))),
        players=list(game.players),
        tables=[of.table(name, game, log) for name in game.tables] if is_open else None,
        standings=of.rows(ranked(results), PLACE) if game.is_over else None,
    )


class _SoloTold(Telling, frozen=True, kw_only=True):
    """What is told of one league."""

    def table(self, name: str, game: SoloGame, log: tuple[Event, ...]) -> Any:
        """Return everything that happened at one table."""
        table, tries = game.tables[name], tries_at(game, name, log)
        counting = table.counting
        if game.rules.chosen:
            told = {
                "tries": [self._try(each) for each in tries],
                "counts": counting.tries,
                "result": counting.result,
            }
        else:
            turns = game_and_history(tries[-1])[1].turns
            told = {"turns": [self._turn(each) for each in turns], **_left_at(table)}
        keys = _WITH_TRIES if game.rules.chosen else _TABLE
        return self.row(table, keys, player=name, ended=table.ended or None, **told)

    def _try(self, events: tuple[Event, ...]) -> Json:
        """Return what stands of a try with chosen letters; what was taken back is in no export."""
        over = replay_as(TurnGame, events)
        turns = list(self._with_choices(events, over.rules.tiles))
        return {"turns": turns, **_left_at(over), "result": soloist_total(over)}

    def _with_choices(self, events: tuple[Event, ...], tiles: TileSet) -> Iterator[Json]:
        """Yield each play with the letters chosen for it; letters chosen last may lie on the rack yet."""
        turns = iter(game_and_history(events)[1].turns)
        chosen, number = Counter[str](), 0
        for event in events:
            match event:
                case happened.TilesDrawn():
                    chosen -= Counter(event.put_back.value)
                    chosen += Counter(event.letters.value)
                case happened.PlayLaid():
                    number = event.number
                    yield {**self._turn(next(turns)), "chosen": tiles.in_order(chosen.elements())}
                    chosen = Counter()
                case _:
                    continue
        if chosen:
            choice = self._turn(ToldTurn(number + 1, "", TurnKind.PASS))
            yield {**choice, "kind": "choice", "chosen": tiles.in_order(chosen.elements())}

    def _turn(self, turn: ToldTurn) -> Any:
        scored = turn.scored
        # Every export there is has them in this order.
        return self.row(
            turn,
            f"{_WHAT} {_PLAY}" if scored else f"{_PLAY} {_WHAT}",
            place=place_name(scored.square, scored.direction, self.axes) if scored else None,
            word=_with_blanks(scored) if scored else None,
            words=turn.words,
            swaps=[place_name(each, Direction.ACROSS, self.axes) for each in turn.swaps],
            exchanged=turn.letters.value or None,
        )


def _left_at(table: TurnGame) -> dict[str, Json]:
    """Return what is left of a table: its racks, and its board."""
    racks: list[Json] = [table.hands[seat].rack.value for seat in table.seats]
    return {"racks_left": racks, "board": list(table.board.rows)}


def _with_blanks(scored: ScoredPlay) -> str:
    """Return the word, a letter that is a new blank small."""
    blanks = {tile.square for tile in scored.new_tiles if tile.is_blank}
    squares = scored.words[0].squares
    return "".join(
        blank_of(letter) if square in blanks else letter
        for square, letter in zip(squares, scored.word, strict=True)
    )


# It is decided again.


class _AtTable(Script):
    """What is recorded at the table of one soloist, as if it were a game of its own."""

    def __init__(self, league: "_SoloLeague", player: str) -> None:
        super().__init__((), is_whole=league.script.is_whole)
        self._league = league
        self._player = player

    @property
    def next(self) -> Event | None:
        return self._of_table(self._league.script.next)

    @property
    def left(self) -> Sequence[Event]:
        found = map(self._of_table, self._league.script.left)
        return [each for each in found if each is not None]

    def _of_table(self, event: Event | None) -> Event | None:
        if not isinstance(event, SoloPlayed) or event.player != self._player:
            return None
        match event.event:
            case TableFinished(why, at):
                return common.GameEnded("", why, at)
            case LettersChosen() | MoveTakenBack() | TryBegun():
                return None
            case move:
                return move

    def agree(self, decided: Event) -> None:
        for event in under(self._player, (decided,)):
            self._league.agree(event)


class _Soloist(Seated):
    """A recorded table while it is decided again."""

    def public(self, event: Event) -> Event | None:
        return by_its_types(event, is_open=True)

    def own(self, event: Event) -> None:
        match event:
            case happened.TilesDrawn() if event.put_back.value:
                second = self.script.left[1:2]
                if not second or not isinstance(second[0], happened.TilesExchanged):
                    raise self.refuse(event, "letters exchanged")
                order = ExchangeOrder(second[0].letters.value, NOWHERE)
                self.make(event, order, event.at, self.game)
            case happened.TilesExchanged() if not self.script.is_whole:
                order = ExchangeOrder(event.letters.value, NOWHERE)
                self.make(event, order, self.at, self.game)
            case _:
                super().own(event)


class _SoloLeague(DecidedAgain[SoloGame]):
    """A recorded league while it is decided again."""

    def __init__(self, script: Script, opened: SoloOpened, seed: bytes | None) -> None:
        super().__init__(script, opened, seed)
        self._seed = seed
        self._drawn: dict[str, list[happened.TilesDrawn]] = {}

    def agree(self, event: Event) -> None:
        """Let an event happen, if it is what is recorded next; of old exports only causes are recorded."""
        found = self.script.next
        match event, found:
            case SoloPlayed(player, one), SoloPlayed(other, two) if not self.script.is_whole and (
                (player, type(one)) != (other, type(two))
            ):
                self.script.decided.append(event)
                self.game = apply(self.game, event)
            case _:
                super().agree(event)
        if isinstance(event, SoloPlayed) and isinstance(event.event, happened.TilesDrawn):
            self._drawn.setdefault(event.player, []).append(event.event)
        if isinstance(event, common.PlayerRenamed) and event.name in self._drawn:
            self._drawn[event.new_name] = self._drawn.pop(event.name)

    def go_on(self, event: Event) -> None:
        game = self.game
        match event:
            case _ if game.is_over and not isinstance(event, common.PlayerRenamed):
                raise self._refuse(event, f"the league is over ({game.ended})")
            case SoloDealt() if event.player in game.players and event.player not in game.tables:
                self.agree(SoloDealt(event.player, seats_of(event.player, game.rules.racks)))
                begin_table(self._table(event.player))
            case SoloPlayed(event=happened.RacksRevealed()) | common.GameEnded():
                self._end()
            case SoloPlayed(player) if player in game.tables and not game.tables[player].is_over:
                self._played(event, player)
            case SoloDealt() | SoloPlayed():
                raise self._refuse(event, "something that follows from what is recorded")
            case _:
                super().go_on(event)

    def _refuse(self, event: Event, why: str) -> UnlikeError:
        player = getattr(event, "player", None)
        inner = event.event if isinstance(event, SoloPlayed) else event
        number = getattr(inner, "number", None)
        return UnlikeError(Difference(number, player, "events", why, type(inner).__name__))

    def _table(self, player: str) -> _Soloist:
        """Return the course of a table as it stands."""
        game, script = self.game, _AtTable(self, player)
        table = replace(game.tables[player], rulings=game.rulings)
        recorded = RecordedNext(script, table, drawn_in_turns)
        draws: Draws = recorded
        if self._seed is not None:
            drawn = self._drawn.get(player, ())
            is_chosen = game.rules.chosen
            tiles = game.rules.tiles
            draws = (
                SeedDraws(self._seed, tile_set=tiles)
                if is_chosen
                else DrawsInOrder.after(self._seed, drawn, tiles)
            )
        return _Soloist(
            game=table,
            book=ChoiceBook() if game.rules.chosen else SoloBook(),
            lexicon=recorded,
            draws=draws,
            at=NO_TIME,
            until=lambda *_: None,
            script=script,
            recorded=recorded,
            known=self._seed,
            is_open=True,
        )

    def _played(self, played: SoloPlayed, player: str) -> None:
        """Let a soloist move, choose letters or begin anew."""
        table, event = self.game.tables[player], played.event
        is_late = isinstance(event, happened.PlayLaid) and not is_in_time(
            event.received, self.game.deadline
        )
        if is_late and self.script.is_whole:
            raise self._refuse(played, "a move before the ZAT")
        match event:
            case LettersChosen() if table.rules.chosen:
                made = choose(table, ChooseOrder(event.letters.value, NOWHERE), event.at)
                if isinstance(made, tuple):
                    codes = ", ".join(fault.code for fault in made)
                    raise self._refuse(played, f"letters that may be chosen ({codes})")
                self.agree(SoloPlayed(player, made))
            case TryBegun() if table.rules.chosen:
                self.agree(SoloPlayed(player, TryBegun(table.seats[0])))
                self._table(player).begin(table.seats[0])
            case happened.PlayerOut(seat, "resigned") if seat in table.playing:
                self._table(player).put_out(seat, "resigned")
            case (
                happened.PlayLaid() | happened.TilesDrawn()
                | happened.TilesExchanged() | happened.TurnPassed()
            ):  # fmt: skip
                self._table(player).own(event)
            case _:
                raise self._refuse(played, "something that follows from what is recorded")

    def _end(self) -> None:
        """End every table, and the league: at its ZAT, or when the game master says so."""
        ended = next((e for e in self.script.left if isinstance(e, common.GameEnded)), None)
        if ended is None:
            raise UnlikeError(Difference(None, None, "events", "GameEnded", None))
        for player, table in self.game.tables.items():
            if not table.is_over:
                self._table(player).end(ended.because)
        seed = ended.seed if self._seed is None else self._seed.hex()
        self.agree(replace(ended, seed=seed))


def decide(script: Script, seed: bytes | None) -> None:
    """Decide a recorded league again; UnlikeError at the first difference."""
    _SoloLeague(script, script.begun_by(SoloOpened), seed).play()


# What earlier versions exported.


def first(raw: JsonObject) -> Sequence[Event]:
    """Return what happened by an export of format 1, as far as that tells it."""
    began = read_as(Beginning, raw)
    rules = checked(*SWITCHES.read(began.rules))
    deadline = read_time(raw["deadline"])
    events: list[Event] = [SoloOpened(**began.opened, rules=rules, deadline=deadline)]
    events += (common.PlayerJoined(name, ()) for name in raw["players"])
    for row in raw["tables"] or ():
        seats = seats_of(row["player"], rules.racks)
        events.append(SoloDealt(row["player"], seats))
        events += (SoloPlayed(row["player"], move) for move in _moves(row, seats, rules))
    events += map(ruled, raw["rulings"])  # words of an export are taken as they are
    return [*events, *over(raw)]


def _moves(row: JsonObject, seats: tuple[str, ...], rules: SoloRules) -> Iterator[SoloMove]:
    tries = row["tries"] if rules.chosen else [row]
    for number, each in enumerate(tries):
        if number:
            yield TryBegun(seats[0])
        for at, turn in enumerate(each["turns"]):
            yield from _turn(turn, seats[at % len(seats)], rules.axes)
    if row["ended"] == "resigned":
        turns = len(tries[-1]["turns"])
        yield happened.PlayerOut(seats[turns % len(seats)], "resigned")


def _turn(turn: JsonObject, seat: str, axes: Axes) -> Iterator[SoloMove]:
    number = turn["number"]
    if turn.get("chosen"):
        yield LettersChosen(number, seat, Secret(turn["chosen"]), Secret(""), NO_TIME)
    match turn["kind"]:
        case "play":
            yield laid(turn, seat, turn["place"], axes)
        case "exchange":
            letters = Secret(turn["exchanged"])
            yield happened.TilesExchanged(number, seat, len(letters.value), letters)
        case "pass":
            yield happened.TurnPassed(number, seat, happened.PassedWhy.PASSED)
        case _:
            pass
