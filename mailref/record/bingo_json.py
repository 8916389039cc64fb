"""A game of Scrabble-Bingo as JSON, words null until its end, a mail's words in it; and the check of one.

The check plays an export again, tile by tile (other games 2). With the seed every draw is made anew; without
it the tiles shown must come from the bag. Once the words are shown, so must everybody's letters left, and
who has won, by tiles or by calls.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, tzinfo

from msgspec import Struct

from mailref.record.again import UnlikeError, agree, checked, read_time
from mailref.record.game_json import JsonObject, sha256_of
from mailref.record.read_export import Difference
from mailref.record.round_json import Json, beginning_to_json, fault_to_json, plain, ruling_to_json
from mailref.record.verify import Verified
from mailref.rules.bingo import bingo_events as happened
from mailref.rules.bingo.bingo_course import (
    BingoRecord,
    JudgedWords,
    TileDrawer,
    at_zat,
    bingo_record_of,
    completed_at,
    left_after,
)
from mailref.rules.bingo.bingo_game import BingoGame, open_bingo
from mailref.rules.bingo.bingo_rules import (
    bingo_rules_and_faults,
    bingo_rules_table,
    crossed_out,
    faults_of,
)
from mailref.rules.board import TILES, missing_from
from mailref.rules.chance import Chance
from mailref.rules.events import BY_GAME_MASTER, Event, PlayerJoined, PlayerLeft, PlayerReturned
from mailref.rules.moves import NOWHERE
from mailref.rules.replay import follow
from mailref.rules.schedule import has_come
from mailref.rules.turns.turn_rules import Secret
from mailref.rules.variant import FamilyName


def export_of_bingo(
    events: Iterable[Event], zone: tzinfo, *, reveals: bool = False
) -> dict[str, Json]:
    """Return the whole game; before its end words and calls only where it *reveals* them."""
    record = bingo_record_of(events)
    game, opened = record.game, record.opened
    told = _BingoTold(record, zone, is_open=reveals or game.is_over)
    exported: dict[str, Json] = {
        "family": str(FamilyName.BINGO),
        **beginning_to_json(opened, None),
        "rules": plain(bingo_rules_table(opened.rules)),
        "finished": game.is_over,
        "ended": game.ended or None,
        "ended_at": told.time(record.ended.at) if record.ended else None,
        "seed": game.seed if game.is_over else None,
        "players": [told.player(name) for name in game.players],
        "rounds": told.rounds(),
        "open": None
        if game.round is None
        else {"number": game.round.number, "deadline": told.time(game.round.deadline)},
        "calls": told.calls(),
        "bingo": told.bingo(),
        "rulings": [ruling_to_json(number, event) for number, event in record.rulings],
    }
    return {**exported, "sha256": sha256_of(exported)}


class _BingoTold(Struct, frozen=True):
    """How the values of one game are told."""

    record: BingoRecord
    zone: tzinfo
    is_open: bool

    def time(self, moment: datetime | None) -> str | None:
        return None if moment is None else moment.astimezone(self.zone).isoformat()

    def player(self, name: str) -> Json:
        game = self.record.game
        words = game.words_of(name)
        is_shown = self.is_open and words is not None
        return {
            "player": name,
            "plays": words is not None,
            "has_left": game.players[name].has_left,
            "words": list(words) if is_shown and words is not None else None,
            "tile": completed_at(game, name, game.drawn) if is_shown else None,
        }

    def rounds(self) -> list[Json]:
        return [
            {
                "number": zat.number,
                "deadline": self.time(zat.deadline),
                "closed": self.time(zat.closed),
                "drawn": zat.drawn,
                "playing": list(zat.playing),
                "left": [
                    {"player": name, "letters": left}
                    for name, left in left_after(self.record, zat.number)
                ],
            }
            for zat in self.record.zats
        ]

    def calls(self) -> Json:
        if not self.is_open:
            return None
        return [
            {"player": name, "received": self.time(received)}
            for name, received in self.record.calls
        ]

    def bingo(self) -> Json:
        outcome = self.record.game.outcome
        if outcome is None:
            return None
        return {
            "round": outcome.number,
            "players": list(outcome.players),
            "tile": outcome.tile,
        }


def words_to_json(judged: JudgedWords | None, *, is_call: bool) -> dict[str, Json]:
    """Return what a mail says in a game of Scrabble-Bingo: its words and what is wrong, or the call."""
    return {
        "words": list(judged.words) if judged is not None else [],
        "faults": [fault_to_json(fault) for fault in judged.faults] if judged is not None else [],
        "call": is_call and judged is None,
    }


def verify_bingo(raw: Json, seed: bytes | None = None) -> Verified | Difference:
    """Return the first difference between an export and what the rules make of it, as `checked` does."""
    return checked(raw, seed, FamilyName.BINGO, _play_again)


def _play_again(export: JsonObject, seed: bytes | None) -> int:
    tiles = {
        letter: {"count": count, "value": TILES.value(letter)}
        for letter, count in TILES.counts.items()
    }
    agree("tiles", tiles, export["tiles"])
    played = _BingoAgain(export, Chance(seed) if seed is not None else None)
    played.play()
    played.end()
    return len(export["rounds"])


class _Shown(Struct, frozen=True):
    """The tiles that an export shows, where the seed is not known."""

    drawn: str
    number: int
    seed: bytes = b""

    def one_by_one(self, purpose: str, bag: str, tiles: int) -> str:  # noqa: ARG002  as they are shown
        if over := missing_from(bag, self.drawn):
            raise UnlikeError(Difference(self.number, None, "drawn", "tiles of the bag", over))
        agree("drawn", tiles, len(self.drawn), self.number)
        return self.drawn


class _BingoAgain:
    """The game as it is played again."""

    def __init__(self, export: JsonObject, chance: Chance | None) -> None:
        self.export = export
        self.chance = chance
        self.words: dict[str, tuple[str, ...]] = {
            each["player"]: tuple(each["words"])
            for each in export["players"]
            if each["words"] is not None
        }
        self.is_open = export["calls"] is not None
        self.game = self._opened()
        self.outcome: happened.BingoReached | None = None
        self.is_decided = False

    def _opened(self) -> BingoGame:
        export = self.export
        rules, wrong = bingo_rules_and_faults({}, export["rules"])
        if wrong:
            raise UnlikeError(
                Difference(None, None, f"rules.{wrong[0].key}", wrong[0].message, None)
            )
        opened = happened.BingoOpened(
            id=export["game"],
            title=export["title"],
            variant=export["variant"],
            rules=rules,
            commitment=export["commitment"],
            lexicon=export["lexicon"]["name"],
            lexicon_sha256=export["lexicon"]["sha256"],
        )
        joined = [PlayerJoined(each["player"], ()) for each in export["players"]]
        return follow(open_bingo(opened), joined)

    def play(self) -> None:
        """Play all ZATs again: tiles, letters left, and who has won."""
        rows = self.export["rounds"]
        if rows and self.is_open:
            self._fix_words()
        for expected, row in enumerate(rows, start=1):
            agree("number", expected, row["number"], expected)
            if self.is_decided:
                agree("finished", "no round after the one that decides", row["number"], expected)
            if self.is_open:
                self._zat(row)
            else:
                self._draw(row)

    def _fix_words(self) -> None:
        plays = [each["player"] for each in self.export["players"] if each["plays"]]
        agree("words", plays, list(self.words))
        for name, words in self.words.items():
            for fault in faults_of(words, NOWHERE):
                agree(f"words.{fault.code}", "words that may be played", list(words), None, name)
        fixed = happened.WordsFixed(tuple(plays), Secret(tuple(self.words.values())))
        self.game = follow(self.game, (fixed,))

    def _drawer(self, row: JsonObject) -> TileDrawer:
        return self.chance if self.chance is not None else _Shown(row["drawn"], row["number"])

    def _draw(self, row: JsonObject) -> None:
        """Draw the tiles of a round whose words are not shown yet."""
        game, number = self.game, row["number"]
        count = min(game.rules.per_round, len(game.bag))
        drawn = self._drawer(row).one_by_one(f"draw {number} 0", game.bag, count)
        agree("drawn", drawn, row["drawn"], number)
        at = read_time(row["closed"])
        self.game = follow(game, (happened.TilesCalled(number, drawn, None, at),))

    def _zat(self, row: JsonObject) -> None:
        number = row["number"]
        closed = read_time(row["closed"])
        deadline = None if row["deadline"] is None else read_time(row["deadline"])
        self._let_play(row["playing"])
        opened = happened.BingoRoundOpened(number, deadline, closed)
        calls = self._calls_until(closed)
        game = follow(self.game, (opened, *calls))
        is_early = deadline is not None and not has_come(deadline, closed)
        events = at_zat(game, self._drawer(row), closed, is_early=is_early)
        drawn = [each for each in events if isinstance(each, happened.TilesCalled)]
        agree("drawn", drawn[0].drawn if drawn else "", row["drawn"], number)
        reached = [each for each in events if isinstance(each, happened.BingoReached)]
        self.outcome = reached[0] if reached else self.outcome
        self.is_decided = bool(reached)
        self.game = follow(self.game, (opened, *calls, *drawn))
        self._letters_left(row)

    def _let_play(self, playing: Sequence[str]) -> None:
        """Let those leave and come back who did between two ZATs."""
        events: list[Event] = []
        for name, player in self.game.players.items():
            if player.has_left and name in playing:
                events.append(PlayerReturned(name))
            elif not player.has_left and name in self.words and name not in playing:
                events.append(PlayerLeft(name, ""))
        self.game = follow(self.game, events)
        agree("playing", list(self.game.playing), list(playing))

    def _calls_until(self, closed: datetime) -> list[Event]:
        known = {call.player for call in self.game.calls}
        return [
            happened.BingoCalled(each["player"], read_time(each["received"]), "")
            for each in self.export["calls"]
            if each["player"] not in known and read_time(each["received"]) <= closed
        ]

    def _letters_left(self, row: JsonObject) -> None:
        blanks = self.game.rules.blanks
        for name, words in self.words.items():
            left = crossed_out(words, self.game.drawn, blanks=blanks).left
            shown = {each["player"]: each["letters"] for each in row["left"]}
            agree("left", left, shown.get(name), row["number"], name)

    def end(self) -> None:
        """Compare the end, and with which tile everybody was complete."""
        export, outcome = self.export, self.outcome
        if not self.is_open:
            agree("bingo", None, export["bingo"])
            return
        for name in self.words:
            shown = next(each["tile"] for each in export["players"] if each["player"] == name)
            tile = completed_at(self.game, name, self.game.drawn)
            agree("tile", tile, shown, None, name)
        won: Json = None
        if outcome is not None:
            won = {
                "round": outcome.number,
                "players": list(outcome.players),
                "tile": outcome.tile,
            }
        agree("bingo", won, export["bingo"])
        is_over = self.is_decided or export["ended"] == BY_GAME_MASTER
        is_out = not self.game.bag and not self.game.playing
        agree("finished", is_over or is_out, export["finished"])
        if self.is_decided and export["ended_at"] is not None:
            last = export["rounds"][-1]["closed"]
            agree("ended_at", read_time(last), read_time(export["ended_at"]))
