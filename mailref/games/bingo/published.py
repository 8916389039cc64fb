"""A game of Scrabble-Bingo for others: its public events, what they tell, and both of them decided again.

While it runs, words lie face down, and how many letters each player wants is told in place of them.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, tzinfo
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from mailref.games import events as common
from mailref.games.bingo import course
from mailref.games.bingo import events as happened
from mailref.games.bingo.game import BingoGame, CalledTiles
from mailref.games.bingo.rules import WORD_LENGTH, WORDS, faults_of
from mailref.games.bingo.switches import SWITCHES
from mailref.games.chance import Chance, Secret
from mailref.games.events import BY_GAME_MASTER, Event
from mailref.games.game import has_come
from mailref.games.kind import follow, replay_as
from mailref.record.as_json import Json, JsonObject, Telling, plain
from mailref.record.export import Beginning, Instant, Ruling, by_its_types, checked, read_as
from mailref.record.proving import DecidedAgain, taking_part
from mailref.record.script import NO_TIME, Difference, Script, UnlikeError
from mailref.tiles.lexicon.verdicts import EveryWord
from mailref.tiles.moves import NOWHERE
from mailref.tiles.tile_set import BLANK

_FACE_DOWN = (BLANK * WORD_LENGTH,) * WORDS


# What anybody may read, and what it tells


def as_seen(public: Sequence[Event], events: Sequence[Event], *, is_open: bool) -> Sequence[Event]:
    """Return *public* with how many letters each player wants after each draw, as long as words are secret."""
    if is_open or any(isinstance(each, happened.LettersLeft) for each in public):
        return public
    game, found = replay_as(BingoGame, events), list[Event]()
    for event in public:
        found.append(event)
        if isinstance(event, happened.TilesCalled):
            left = tuple(left for _, left in course.left_after(game, event.number))
            found.append(happened.LettersLeft(event.number, left))
    return found


def public(event: Event, *, is_open: bool) -> Event | None:
    """Return what anybody may read of an event of its own; None: nothing, as of words that came in."""
    match event:
        case happened.WordsFixed() if not is_open:
            return replace(event, words=Secret((_FACE_DOWN,) * len(event.players)))
        case happened.BingoCalled():
            return by_its_types(event, is_open=is_open) if is_open else None
        case (
            happened.BingoOpened() | happened.BingoRoundOpened() | happened.WordsFixed()
            | happened.TilesCalled() | happened.BingoReached() | happened.LettersLeft()
        ):  # fmt: skip
            return event
        case _:
            return None


def words_laid(event: Event) -> tuple[str, ...]:  # noqa: ARG001  whatever happens
    """Return no word: all lie face down to the end, and a ruling would tell one."""
    return ()


_TOLD = """
    family game title variant tiles tile_set layout commitment lexicon start rules finished ended ended_at seed
    players rounds open calls bingo rulings
"""


def told(events: Sequence[Event], zone: tzinfo, *, is_open: bool) -> dict[str, Json]:
    """Return what the events of a game tell (contract 4)."""
    game, opened = replay_as(BingoGame, events), cast(happened.BingoOpened, events[0])
    of = Telling(zone=zone, is_open=is_open and not _is_face_down(game))
    return of.row(
        game,
        _TOLD,
        **of.of_log(events),
        start=None,
        rules=plain(SWITCHES.table(opened.rules)),
        players=[_player(name, game, of) for name in game.players],
        rounds=[_round(each, game, of) for each in game.zats],
        open=of.row(game.round, "number deadline"),
        calls=of.rows(game.calls, "player received") if of.is_open else None,
        bingo=of.row(game.outcome, "round=number players tile"),
    )


def _is_face_down(game: BingoGame) -> bool:
    return _FACE_DOWN in game.fixed.values()


def _player(name: str, game: BingoGame, of: Telling) -> Any:
    words = game.fixed.get(name)
    is_shown = of.is_open and words is not None
    return of.row(
        game.players[name],
        "player=name plays has_left words tile",
        plays=words is not None,
        words=words if is_shown else None,
        tile=course.completed_at(game, name, game.drawn) if is_shown else None,
    )


def _round(zat: CalledTiles, game: BingoGame, of: Telling) -> Any:
    left = [{"player": name, "letters": n} for name, n in course.left_after(game, zat.number)]
    return of.row(zat, "number deadline closed drawn=tiles playing left", left=left)


# The same decided again


class _AsShown(Chance, frozen=True):
    """Draws the tiles that are recorded, where the seed is not known."""

    number: int = 0
    drawn: str = ""

    def one_by_one(self, purpose: str, bag: str, tiles: int) -> str:  # noqa: ARG002  as they are recorded
        """Return what is recorded; UnlikeError where the bag does not hold it, or it is not as much."""
        if over := self.tiles.missing_from(bag, self.drawn):
            raise UnlikeError(Difference(self.number, None, "drawn", "tiles of the bag", over))
        if tiles != len(self.drawn):
            raise UnlikeError(Difference(self.number, None, "drawn", tiles, len(self.drawn)))
        return self.drawn


_NO_SWITCHES = ("tile_set", "premiums", "listed", "short_listed")
"""What a game is played with beside its switches: nothing says what else it should be."""


def decide(script: Script, seed: bytes | None) -> None:
    """Decide again what is recorded; UnlikeError says where the rules make something else of it."""
    opened = script.begun_by(happened.BingoOpened)
    recorded = opened.rules
    given = {name: getattr(recorded, name) for name in _NO_SWITCHES}
    rules, _ = SWITCHES.read({}, SWITCHES.table(recorded), given=given)
    _BingoAgain(script, replace(opened, rules=rules), seed).play()


class _BingoAgain(DecidedAgain[BingoGame]):
    """A game of Scrabble-Bingo as its events are decided again."""

    def go_on(self, event: Event) -> None:
        game = self.game
        match event:
            case happened.BingoRoundOpened():
                self._open(event.deadline, event.at)
            case happened.WordsFixed():
                self.must(game.words is None and game.round is not None, "the first ZAT")
                self.agree(self._fixed(event))
                self._zat()
            case happened.TilesCalled() | happened.BingoReached():
                self._zat()
            case common.GameEnded(because=because) if because != BY_GAME_MASTER:
                self._zat()
            case common.GameEnded():
                self.must(not game.is_over, "a game that goes on")
                self.agree(event)
            case happened.BingoCalled(player):
                known = {call.player for call in game.calls}
                is_true = game.round is not None and course.is_complete(game, player)
                self.must(is_true and player not in known, "the first call of who is complete")
                self.agree(event)
            case _:
                is_newcomer = isinstance(event, common.PlayerJoined)
                self.must(game.takes_words or not is_newcomer, "who may still come")
                super().go_on(event)

    def _open(self, deadline: datetime | None, at: datetime) -> None:
        game = self.game
        self.must(game.round is None and not game.is_over, "no open round")
        self.agree(happened.BingoRoundOpened(game.round_number, deadline, at))

    def _fixed(self, event: happened.WordsFixed) -> happened.WordsFixed:
        """Return who plays, in the order of joining, with words that may be played."""
        game = self.game
        rows = dict(zip(event.players, event.words.value, strict=True))
        order = tuple(each.name for each in game.active if each.name in rows)
        if all(words == _FACE_DOWN for words in rows.values()):
            return happened.WordsFixed(order, Secret((_FACE_DOWN,) * len(order)))
        for name, words in rows.items():
            refused = [word for word in words if game.rulings.get(word) is False]
            codes = [
                *(fault.code for fault in faults_of(words, NOWHERE, self.game.tile_set)),
                *refused,
            ]
            if codes:
                wanted = "words that may be played"
                raise UnlikeError(Difference(None, name, f"words.{codes[0]}", wanted, words))
        entered = (
            happened.WordsEntered(n, NO_TIME, "", Secret(words)) for n, words in rows.items()
        )
        fixed = course.fix_words(follow(game, entered), EveryWord())
        return fixed if fixed is not None else happened.WordsFixed((), Secret(()))

    def _zat(self) -> None:
        """Draw tiles at the ZAT of the open round, find who has won, and open the next one."""
        game, script = self.game, self.script
        self.must(game.words is not None, "an open round")
        playing = self.there(game.round, "an open round")
        coming = next((each for each in script.left if isinstance(each, _ENDS_A_ZAT)), None)
        self.must(coming is not None, "tiles, or the end")
        assert coming is not None  # noqa: S101  it must be so
        deadline = playing.deadline
        drawn = coming.drawn if isinstance(coming, happened.TilesCalled) else ""
        chance = self.chance or _AsShown(b"", game.tile_set, playing.number, drawn)
        is_early = deadline is not None and not has_come(deadline, coming.at)
        for event in course.at_zat(game, chance, coming.at, is_early=is_early):
            found = script.next
            if isinstance(event, common.GameEnded) and isinstance(found, common.GameEnded):
                self.agree(event if self.chance is not None else replace(event, seed=found.seed))
            else:
                self.agree(event)
        self._want()
        if not self.game.is_over:
            following = script.next
            is_known = isinstance(following, happened.BingoRoundOpened)
            zat = following.deadline if isinstance(following, happened.BingoRoundOpened) else None
            self.must(is_known or not script.is_whole, "the next round")
            self._open(zat, coming.at)

    def _want(self) -> None:
        """Look at how many letters each player wants: none wants more than before, or less than was drawn."""
        found, game = self.script.next, self.game
        if not isinstance(found, happened.LettersLeft):
            self.must(not _is_face_down(game) or not game.draws, "how many letters are wanted")
            return
        last = game.draws[-1]
        known = [e for e in self.script.decided if isinstance(e, happened.LettersLeft)]
        before = known[-1].left if known else (WORDS * WORD_LENGTH,) * len(game.fixed)
        is_possible = len(found.left) == len(before) and all(
            max(0, was - len(last.tiles)) <= now <= was
            for was, now in zip(before, found.left, strict=True)
        )
        self.must(is_possible, "as many letters as can be wanted")
        self.must(_is_face_down(game), "words, which are open")
        self.agree(replace(found, number=last.number))


_ENDS_A_ZAT = happened.TilesCalled | common.GameEnded


# What an export of the first form tells: it holds no events


class _Player(Struct, frozen=True):
    player: str
    plays: bool
    has_left: bool
    words: tuple[str, ...] | None


class _Left(Struct, frozen=True):
    player: str
    letters: int


class _OpenRound(Struct, frozen=True):
    number: int
    deadline: Instant | None


class _Round(_OpenRound, frozen=True):
    closed: Instant
    drawn: str
    playing: tuple[str, ...]
    left: tuple[_Left, ...]


class _Call(Struct, frozen=True):
    player: str
    received: Instant


class _ToldBingo(Beginning, frozen=True, kw_only=True):
    seed: str | None
    finished: bool
    ended: str | None
    ended_at: Instant | None
    players: tuple[_Player, ...]
    rounds: tuple[_Round, ...]
    open: _OpenRound | None
    calls: tuple[_Call, ...] | None
    rulings: tuple[Ruling, ...]


def first(raw: JsonObject) -> Sequence[Event]:
    """Return the causes that an export of the first form tells, as events; NotAnExportError where it is none."""
    return tuple(_causes(read_as(_ToldBingo, raw)))


def _causes(export: _ToldBingo) -> Iterator[Event]:
    rules = checked(*SWITCHES.read({}, export.rules))
    yield happened.BingoOpened(**export.opened, rules=rules)
    yield from (common.PlayerJoined(each.player, ()) for each in export.players)
    there = {each.player: True for each in export.players}
    rulings, calls = list(export.rulings), list(export.calls or ())
    for at, row in enumerate(export.rounds):
        yield happened.BingoRoundOpened(row.number, row.deadline, row.closed)
        yield from _ruled(rulings, row.number)
        yield from _called(calls, row.closed)
        if at == 0:
            yield _words(export)
        playing = {each.player: each.player in row.playing for each in export.players if each.plays}
        yield from taking_part(there, playing)
        if row.drawn:
            yield happened.TilesCalled(row.number, row.drawn, row.deadline, row.closed)
        if row.drawn and export.calls is None:
            yield happened.LettersLeft(row.number, tuple(each.letters for each in row.left))
    if export.open is not None:
        last = export.rounds[-1].closed if export.rounds else NO_TIME
        yield happened.BingoRoundOpened(export.open.number, export.open.deadline, last)
    yield from _ruled(rulings, None)
    yield from _called(calls, None)
    yield from taking_part(there, {each.player: not each.has_left for each in export.players})
    if export.finished:
        ended = export.ended_at or NO_TIME
        yield common.GameEnded(export.seed or "", export.ended or "", ended)


def _ruled(rulings: list[Ruling], number: int | None) -> Iterator[Event]:
    """Yield the rulings up to the round *number*, or all, and take them off the list."""
    while rulings and (number is None or rulings[0].round <= number):
        yield rulings.pop(0).made


def _called(calls: list[_Call], until: datetime | None) -> Iterator[Event]:
    """Yield the calls up to a time, or all, and take them off the list."""
    while calls and (until is None or calls[0].received <= until):
        call = calls.pop(0)
        yield happened.BingoCalled(call.player, call.received, "")


def _words(export: _ToldBingo) -> happened.WordsFixed:
    plays = [each for each in export.players if each.plays]
    words = tuple(_FACE_DOWN if each.words is None else each.words for each in plays)
    return happened.WordsFixed(tuple(each.player for each in plays), Secret(words))
