"""A game in turns played again from its export: what was done is believed, all else follows from the rules.

Plays by square, word and blanks, letters exchanged, passes, challenges with their verdicts, what stood
and how come from the export. With the seed every drawing is made anew; before the end, when racks are
secret, tiles are only counted: each stands as a blank.
"""

from datetime import UTC, datetime
from typing import Any

from msgspec.structs import replace

from mailref.record.again import AnyWord, UnlikeError, read_time
from mailref.record.game_json import JsonObject
from mailref.record.read_export import Difference, NotAnExportError
from mailref.record.turns_json import (
    Aside,
    ShownTiles,
    asides_of,
    in_turns,
    is_forgotten,
    is_free,
    is_out_of_time,
    put_out_after,
    read_pairs,
    read_rules,
    read_same_tiles,
    read_wish,
    tiles_needed,
    turns_to_json,
)
from mailref.rules import events as common
from mailref.rules.board import BLANK, TILES, Board, Direction, in_order, read_square, without
from mailref.rules.events import Event
from mailref.rules.moves import Move, Play, Swap, TextSpan, WrittenMove
from mailref.rules.replay import apply
from mailref.rules.turns import turn_events as happened
from mailref.rules.turns.classic_book import ClassicBook, LegalPlay, try_play
from mailref.rules.turns.course import Illegal
from mailref.rules.turns.orders import PlayOrder
from mailref.rules.turns.solitaire import common_order
from mailref.rules.turns.turn_events import AcceptedHow, PassedWhy
from mailref.rules.turns.turn_game import (
    Drawing,
    SeedDraws,
    TurnGame,
    draw_starter,
    drawn_for,
    receipt_of,
)
from mailref.rules.turns.turn_record import EXCHANGE, OUT, PASS, PLAY, turns_record_of
from mailref.rules.turns.turn_rules import Challenges, CostPer, Refill, Secret

_SPAN = TextSpan(1, 1, "")
_BOOK = ClassicBook()


class Retold:
    """A game played again from its export."""

    def __init__(self, export: JsonObject, seed: bytes | None) -> None:
        self._raw, self._seed = export, seed
        self._same_tiles = read_same_tiles(export)
        self._is_open = seed is not None or bool(export["finished"] and not self._same_tiles)
        words, in_order = read_pairs(export["lots"]), self._same_tiles is not None
        self._draws = SeedDraws(seed, words, in_order) if seed is not None else None
        self._drawn = 0
        self._at_side = asides_of(export)
        self._undos = 0
        self._is_anew = False
        """Whether the turn has just been undone: its number comes again."""
        self._pending: JsonObject | None = None
        self._challenged = 0
        """How many challenges of the open play have been told."""
        self._gone_out: str | None = None
        self._events: list[Event] = []
        self._game = self._opened()

    def export(self) -> Any:
        """Return what an export of the game says by the rules."""
        self._seat()
        self._begin()
        undone: str | None = None
        for row in self._raw["turns"]:
            if undone is not None and (row["kind"] != OUT or row["undone"] is None):
                self._undo(undone)
                undone = None
            self._turn(row)
            undone = row["undone"] if row["undone"] is not None else undone
        if undone is not None:
            self._undo(undone)
        self._end()
        anew = turns_to_json(turns_record_of(self._events), UTC, reveals=self._is_open)
        for told, given in zip(anew["drawings"], self._raw["drawings"], strict=False):  # type: ignore[arg-type]  # a list
            told["bound_to"] = given["bound_to"]  # type: ignore[index,call-overload]  # its receipt holds it
        return anew

    def _happen(self, event: Event) -> None:
        self._events.append(event)
        self._game = apply(self._game, event)

    def _opened(self) -> TurnGame:
        raw = self._raw
        start = raw["start"]
        board = Board.from_rows(start["board"]) if start else Board()
        bag = without(TILES.all_tiles, [tile.tile for tile in board.tiles])
        if self._same_tiles and self._seed:
            bag = common_order(self._seed)
        opened = happened.TurnsOpened(
            id=raw["game"],
            title=raw["title"],
            variant=raw["variant"],
            rules=read_rules(raw),
            seats=(),
            commitment=raw["commitment"],
            lexicon=raw["lexicon"]["name"],
            lexicon_sha256=raw["lexicon"]["sha256"],
            board=board,
            bag=Secret(bag if self._is_open else BLANK * len(bag)),
            first_turn=start["turn"] if start else 1,
            is_taken_over=start is not None,
            same_tiles=self._same_tiles,
        )
        self._events.append(opened)
        game = apply(None, opened)
        if not isinstance(game, TurnGame):
            raise NotAnExportError("is of another family")
        return game

    def _seat(self) -> None:
        """Let everybody sit down, and who begins be drawn."""
        raw = self._raw
        for each in raw["players"]:
            self._happen(common.PlayerJoined(each["player"], (), each["base"]))
        self._asides(0, is_open=True)
        self._asides(0, is_open=False)
        if (words := read_pairs(raw["lots"])) is not None:
            self._happen(common.DrawsMixed(1, words))
        if raw["lot_of_seats"] is not None:
            self._happen(happened.SeatsDrawn(self._lot_of_seats()))
        if raw["starter"] is not None:
            self._happen(self._starter())

    def _lot_of_seats(self) -> tuple[str, ...]:
        if self._draws is None:
            return tuple(self._raw["lot_of_seats"])
        names, letters = self._game.seats, "ABCD"[: len(self._game.seats)]
        drawn = self._draws.tiles("seats", letters, len(names))
        return tuple(names[letters.index(each)] for each in drawn)

    def _starter(self) -> happened.StarterDrawn:
        seats, shown = self._game.seats, self._raw["starter"]
        if self._game.rules.starter == "draw":
            if self._draws is not None:
                return draw_starter(seats, self._draws)
            rows = tuple(tuple((e["player"], e["tile"]) for e in row) for row in shown["drawings"])
            return draw_starter(seats, ShownTiles([row for row in rows if row]))
        wanted = self._game.rules.starter
        at = seats.index(wanted) if wanted in seats else 0
        return happened.StarterDrawn((), seats[at:] + seats[:at])

    def _begin(self) -> None:
        """Draw the racks before the first turn."""
        of_turns = {number for row in self._raw["turns"] for number in row["drawings"]}
        for shown in self._raw["drawings"]:
            if shown["number"] in of_turns:
                break
            self._draw(shown["player"])

    def _draw(self, player: str, put_back: str = "") -> None:
        """Draw what is owed to a player, or for the tiles that he puts back."""
        game = self._game
        if self._drawn >= len(self._raw["drawings"]):
            raise self._wrong("drawings", self._drawn + 1, len(self._raw["drawings"]), player)
        shown = self._raw["drawings"][self._drawn]
        self._drawn += 1
        held = len(game.hands[player].rack.value)
        count = len(put_back) or min(game.rules.rack - held, len(game.bag.value))
        is_first = self._game.turn is None and self._game.is_taken_over
        if shown["by_hand"] and not is_first:
            raise self._wrong(f"drawings[{self._drawn - 1}].by_hand", False, True, player)
        if shown["by_hand"]:
            count = shown["count"]
        wish = read_wish(shown["wish"])
        at = read_time(shown["at"])
        if self._draws is not None and not shown["by_hand"]:
            drawn = drawn_for(game, Drawing(player, count, put_back, wish), self._draws, at)
        else:
            drawn = self._given(shown, player, count, put_back, at)
        if self._is_open and not is_forgotten(player, shown["bound_to"]):
            rack = without(game.hands[player].rack.value, put_back) + drawn.letters.value
            bound = shown["bound_to"], rack, drawn.nonce.value
            receipt = receipt_of(game.id, drawn.number, *bound)
            drawn = replace(drawn, receipt=receipt)
        else:
            drawn = replace(drawn, receipt=shown["receipt"])
        self._happen(drawn)

    def _given(
        self, shown: JsonObject, player: str, count: int, put_back: str, at: datetime
    ) -> happened.TilesDrawn:
        """Return a drawing as shown: what no seed says, or what is secret."""
        number = self._game.drawings + 1
        nonce = shown["nonce"] or ""
        if self._draws is not None:
            nonce = self._draws.nonce(number)
        return happened.TilesDrawn(
            number=number,
            player=player,
            count=count,
            letters=Secret(in_order(shown["drawn"]) if self._is_open else BLANK * count),
            put_back=Secret(put_back),
            receipt=shown["receipt"],
            nonce=Secret(nonce),
            at=at,
            blanks_with_vowels=self._game.blanks_with_vowels,
            by_hand=shown["by_hand"],
            wish=Secret(read_wish(shown["wish"])),
        )

    def _turn(self, row: JsonObject) -> None:
        """Take the next turn: what became of the play before it, then its own move."""
        why = self._why_by_turns()
        number, player = self._next(row["player"])
        if why is not None:
            raise self._wrong("kind", f"no turn: the game is over ({why})", row["kind"], player)
        self._happen(happened.TurnBegan(number, player, None, read_time(row["began"])))
        self._challenges_in_vain()
        put_out = put_out_after(self._at_side, row, self._undos)
        self._asides(number, is_open=True)
        if row["kind"] == OUT and self._game.hands[player].is_out:
            return
        self._settle()
        self._asides(number, is_open=False)
        if row["kind"] == OUT and self._game.hands[player].is_out:
            return
        if (why := self._why_by_rule()) is not None:
            raise self._wrong("kind", f"no turn: the game is over ({why})", row["kind"], player)
        if self._game.open_play is not None:
            raise self._wrong("accepted", "a play that stands, or was taken back", None, player)
        self._move(row, number, player)
        for event in put_out:
            self._happen(event)

    def _undo(self, because: str) -> None:
        """Undo the last turn that was no mere going out; what happened beside the next one stays."""
        moved = self._game.before_move
        if moved is None or moved.turn is None:
            raise self._wrong("undone", None, because, None)
        number, player = self._next("")
        self._happen(happened.TurnBegan(number, player, None, moved.turn.began))
        self._challenges_in_vain()
        self._asides(number, is_open=True)
        self._settle()
        self._asides(number, is_open=False)
        self._happen(happened.TurnUndone(moved.turn.number, because))
        self._undos += 1
        self._is_anew, self._pending = True, None

    def _next(self, player: str) -> tuple[int, str]:
        """Return the turn that follows, and whose it is: that of *player*, where the game is taken over."""
        turn = self._game.turn
        if turn is None:
            is_new = not self._game.is_taken_over
            return self._game.first_turn, self._game.seats[0] if is_new else player
        if self._is_anew:
            self._is_anew = False
            return turn.number, self._game.begins_again(turn.player)
        return turn.number + 1, self._game.after(turn.player)

    def _move(self, row: JsonObject, number: int, player: str) -> None:
        match row["kind"]:
            case "play":
                self._play(row, number, player)
            case "exchange":
                self._exchange(row, number, player)
            case "pass":
                self._happen(happened.TurnPassed(number, player, self._why(row, player)))
            case kind:
                known = f"{PLAY}, {EXCHANGE}, {PASS} or {OUT}"
                raise self._wrong("kind", known, kind, player, number)

    def _why(self, row: JsonObject, player: str) -> PassedWhy:
        why = PassedWhy(row["why"])
        if self._game.hands[player].owes_turns:
            return PassedWhy.FORFEIT
        if why in (PassedWhy.PASSED, PassedWhy.PASSED_ON, PassedWhy.FORFEIT):
            return PassedWhy.PASSED_ON if self._game.opening is not None else PassedWhy.PASSED
        return why

    def _play(self, row: JsonObject, number: int, player: str) -> None:
        legal = self._judged(row, number, player)
        left = legal.rack_left if self._is_open else BLANK * len(legal.rack_left)
        laid = happened.PlayLaid(
            number=number,
            player=player,
            received=read_time(row["received"]),
            mail="",
            scored=legal.scored,
            swaps=legal.swaps,
            board=legal.board,
            rack_left=Secret(left),
            theme=legal.theme,
            wish=Secret(read_wish(row["wish"])),
            claims=tuple(row["claims"]),
        )
        self._happen(laid)
        self._pending, self._challenged = row, 0
        rules = self._game.rules
        if not rules.may_challenge:
            self._accept(row, player, AcceptedHow.AT_ONCE)
        elif rules.refill is Refill.AT_ONCE:
            self._fill(player)

    def _judged(self, row: JsonObject, number: int, player: str) -> LegalPlay:
        """Return a play as the rules score it; its words are taken as they are."""
        game = self._game
        square = read_square(row["square"], game.rules.axes)
        direction = Direction(row["direction"])
        blanks = {read_square(each, game.rules.axes) for each in row["blanks"]}
        word: str = row["word"]
        squares = [square.along(direction, step) for step in range(len(word))]
        starred = frozenset(at for at, each in enumerate(squares) if each in blanks)
        play = Play(square, direction, word, _SPAN, starred=starred)
        swaps = tuple(Swap(read_square(each, game.rules.axes), _SPAN) for each in row["swaps"])
        order = PlayOrder(WrittenMove(Move((play,), swaps), (), _SPAN))
        if not self._is_open:
            needed = tiles_needed(game.board, play, swaps)
            held = len(game.hands[player].rack.value)
            hand = replace(
                game.hands[player], rack=Secret(in_order(needed + BLANK * (held - len(needed))))
            )
            game = replace(game, hands={**game.hands, player: hand})
        trusting = replace(game, rules=replace(game.rules, challenge=Challenges.ALLOWED))
        tried = try_play(trusting, player, order, AnyWord())
        if not isinstance(tried, LegalPlay):
            faults = tried.faults if isinstance(tried, Illegal) else ()
            raise self._wrong(
                "word", f"a legal play ({', '.join(f.code for f in faults)})", word, player, number
            )
        return tried

    def _exchange(self, row: JsonObject, number: int, player: str) -> None:
        rules, bag = self._game.rules, len(self._game.bag.value)
        count: int = row["count"] if not self._is_open else len(row["put_back"])
        if not 0 < count <= bag or bag < rules.exchange_min or self._game.opening is not None:
            raise self._wrong(
                "count", f"an exchange that the bag of {bag} allows", count, player, number
            )
        letters = in_order(row["put_back"]) if self._is_open else BLANK * count
        self._draw(player, letters)
        self._happen(happened.TilesExchanged(number, player, count, Secret(letters)))

    def _settle(self) -> None:
        """Do what was done about the play that lies open."""
        row, open_play = self._pending, self._game.open_play
        if row is None or open_play is None:
            return
        for each in row["challenges"][self._challenged :]:
            self._challenge(row, each)
        self._challenged = len(row["challenges"])
        if self._game.open_play is not None and row["accepted"] is not None:
            self._accept(row, open_play.player, AcceptedHow(row["accepted"]["how"]))

    def _challenges_in_vain(self) -> None:
        """Let those challenges happen that changed nothing: who made them may be out since."""
        row = self._pending
        if row is None or self._game.open_play is None:
            return
        for each in row["challenges"][self._challenged :]:
            if each["verdicts"] is None or not all(v["valid"] for v in each["verdicts"]):
                return
            self._challenge(row, each)
            self._challenged += 1

    def _challenge(self, row: JsonObject, shown: JsonObject) -> None:
        open_play = self._game.open_play
        number = open_play.number if open_play is not None else 0
        words = tuple(shown["words"])
        if open_play is None or not set(words) <= set(open_play.words):
            raise self._wrong(
                "challenges", "words that the play formed", words, row["player"], number
            )
        received = read_time(shown["received"])
        made = happened.PlayChallenged(number, shown["player"], words, received, "")
        self._happen(made)
        if shown["verdicts"] is None:
            return
        verdicts = tuple((each["word"], each["valid"]) for each in shown["verdicts"])
        stands = all(valid for _, valid in verdicts)
        looked_at = tuple(word for word, _ in verdicts)
        if looked_at != words if stands else not set(looked_at) <= set(words):
            raise self._wrong("challenges", words, looked_at, row["player"], number)
        rules = self._game.rules
        each_word = len(verdicts) if rules.challenge_per is CostPer.WORD else 1
        cost = rules.challenge_cost * each_word if stands and shown["cost"] else 0
        if stands and not shown["cost"] and not is_free(self._raw, shown):
            cost = rules.challenge_cost * each_word
        self._happen(
            happened.ChallengeDecided(number, shown["player"], verdicts, stands=stands, cost=cost)
        )
        if not stands:
            self._happen(happened.PlayTakenBack(number, open_play.player))

    def _accept(self, row: JsonObject, player: str, how: AcceptedHow) -> None:
        by = row["accepted"]["by"] if row["accepted"] is not None else player
        if how is AcceptedHow.AT_ONCE and not self._game.rules.may_challenge:
            by = player
        if self._game.is_going_out:
            self._gone_out = player
        open_play = self._game.open_play
        number = open_play.number if open_play is not None else 0
        self._happen(happened.PlayAccepted(number, player, by, how))
        if not self._game.hands[player].is_out:
            self._fill(player)

    def _fill(self, player: str) -> None:
        game = self._game
        lacking = game.rules.rack - len(game.hands[player].rack.value)
        if min(lacking, len(game.bag.value)) > 0:
            self._draw(player)

    def _asides(self, number: int | None, *, is_open: bool) -> None:
        """Let happen what happened beside the turns then."""
        self._let_happen(Aside(self._undos, number, is_open))

    def _let_happen(self, then: Aside) -> None:
        for event in self._at_side.pop(then, ()):
            if is_out_of_time(event):
                raise self._wrong("out", None, happened.OUT_OF_TIME, event.player)
            self._happen(event)

    def _end(self) -> None:
        """Let the turn begin that is open, or the game end."""
        raw, turn = self._raw, self._raw["to_move"]
        ended = self._why_by_turns()
        if turn is not None:
            number, player = self._next(turn["player"])
            self._happen(happened.TurnBegan(number, player, None, read_time(turn["began"])))
        later = in_turns(self._at_side)
        if turn is None and raw["finished"] and later:
            number, player = self._next(self._game.seats[0])
            self._happen(happened.TurnBegan(number, player, None, read_time(raw["ended_at"])))
        self._challenges_in_vain()
        for then in [each for each in later if each.is_open]:
            self._let_happen(then)
        self._settle()
        for then in later:
            self._let_happen(then)
        why = self._why_by_rule() or ended
        if why is None and raw["finished"]:
            why = str(raw["ended"])  # the game master ended it
        if bool(raw["finished"]) is not (why is not None):
            raise self._wrong("finished", why is not None, raw["finished"], None)
        if why is not None:
            self._over(why)
            self._asides(None, is_open=False)
        if self._drawn != len(raw["drawings"]):
            raise self._wrong("drawings", self._drawn, len(raw["drawings"]), None)

    def _why_by_rule(self) -> str | None:
        if self._game.turn is None:
            return None
        if self._gone_out is not None:
            return "out"
        if len(self._game.playing) < 2:
            return str(self._raw["out"][-1]["why"])
        return None

    def _why_by_turns(self) -> str | None:
        """Return why the turns so far end the game: asked when one is over, not when one resigns or it is undone."""
        is_asked = self._game.turn is not None and not self._is_anew
        return _BOOK.why_it_ends(self._game) if is_asked else None

    def _over(self, why: str) -> None:
        seed = self._raw["seed"] or "" if self._same_tiles else (self._seed or b"").hex()
        if not seed and self._same_tiles is None:
            raise NotAnExportError("seed: a game that has ended reveals it")
        racks = {name: self._game.hands[name].rack.value for name in self._game.seats}
        deductions = self._raw["deductions"]
        if self._is_open:
            deductions = _BOOK.deductions(self._game, why, self._gone_out)
        self._happen(happened.RacksRevealed(racks, deductions, why))
        self._happen(common.GameEnded(seed, why, read_time(self._raw["ended_at"])))

    def _wrong(
        self,
        field: str,
        expected: object,
        found: object,
        player: str | None,
        turn: int | None = None,
    ) -> UnlikeError:
        number = turn if turn is not None else self._game.turn.number if self._game.turn else None
        return UnlikeError(Difference(number, player, field, expected, found))
