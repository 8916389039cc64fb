"""A small game by hand for the export: a tie by lot, faults, a late joiner, a correction, a round reopened."""

from datetime import UTC, datetime, timedelta

from mailref.games import events as happened
from mailref.games.chance import Chance, commitment
from mailref.games.kind import apply
from mailref.games.rounds import events as in_rounds
from mailref.games.rounds.closing import Closing, result_of
from mailref.games.rounds.game import RoundGame
from mailref.games.rounds.rules import Draw, RoundResult
from mailref.games.rounds.switches import Rules
from mailref.tiles.board import Board, Direction, in_order, without
from mailref.tiles.top.found import Top, TopMove
from tests.games.replayed import replay_rounds
from tests.tiles.builders import SEED, move, square, words
from tests.tiles.variants import ONE

ZAT = datetime(2026, 12, 11, 19, 0, tzinfo=UTC)
"""Of the first round; one each week."""
WEEK = timedelta(days=7)
KNOWN = words("UND", "RUND", "HUND", "BUND")


class Told:
    """The events of a game as it is told, and the game after them."""

    def __init__(self, rules: Rules = ONE) -> None:
        self.events: list[happened.Event] = []
        self.game: RoundGame | None = None
        self.happen(
            in_rounds.GameOpened(
                id="yerres",
                title="1-Zug-Scrabble Yerres",
                variant="dottendorf-1zug",
                rules=rules,
                board=Board(),
                first_round=1,
                commitment=commitment(SEED),
                lexicon="test",
                lexicon_sha256="0" * 64,
                is_taken_over=False,
            )
        )

    def happen(self, *events: happened.Event) -> None:
        for event in events:
            self.game = apply(self.game, event) if self.game else replay_rounds([event])
            self.events.append(event)

    def join(self, name: str, *, base: int = 0, is_late: bool = False) -> None:
        address = f"{name.lower()}@secret.example"
        self.happen(happened.PlayerJoined(name, (address,), base, is_late=is_late))

    def open(self, drawn: str, *, is_final: bool = False) -> None:
        """Draw by hand and open the next round."""
        game = self.game
        assert game is not None
        number = game.next_round
        bag = without(game.bag, drawn)
        draw = Draw(in_order(drawn), "", in_order(game.rack + drawn), bag, by_hand=True)
        at = ZAT + (number - 2) * WEEK
        opened = in_rounds.RoundOpened(number, at + WEEK, game.next_rules, is_final, at)
        self.happen(in_rounds.LettersDrawn(number, draw, at), opened)

    def send(self, player: str, *texts: str, hours: int = 1) -> None:
        game = self.game
        assert game is not None
        assert game.round is not None
        received = game.round.opened + timedelta(hours=hours)
        moves = tuple(move(text) for text in texts)
        self.happen(in_rounds.MoveEntered(player, game.round.number, received, "", moves))

    def send_set(self, player: str, *texts: str, swaps: tuple[str, ...] = ()) -> None:
        """Send one move of several plays, or with swaps."""
        game = self.game
        assert game is not None
        assert game.round is not None
        received = game.round.opened + timedelta(hours=1)
        moves = (move(*texts, swaps=swaps),)
        self.happen(in_rounds.MoveEntered(player, game.round.number, received, "", moves))

    def exchange(self, drawn: str) -> None:
        """Put the whole rack back and draw anew."""
        game = self.game
        assert game is not None
        bag = without(in_order(game.bag + game.rack), drawn)
        draw = Draw(in_order(drawn), game.rack, in_order(drawn), bag)
        self.happen(in_rounds.LettersDrawn(game.next_round, draw, ZAT))

    def send_late(self, player: str) -> None:
        game = self.game
        assert game is not None
        assert game.round is not None
        assert game.round.deadline is not None
        received = game.round.deadline + timedelta(minutes=1)
        self.happen(in_rounds.MoveWasLate(player, game.round.number, received, ()))

    def close(self, top: Top | None = None) -> None:
        game = self.game
        assert game is not None
        assert game.round is not None
        assert game.round.deadline is not None
        at = game.round.deadline + timedelta(minutes=3)
        result = result_of(game, Closing(at, KNOWN, Chance(SEED), lambda *_: top))
        assert isinstance(result, RoundResult)
        self.happen(in_rounds.RoundClosed(result))


def yerres() -> list[happened.Event]:
    """Return the events of three rounds, the last of them final, and the end."""
    told = Told()
    for name in ("Anna", "Bert", "Cora"):
        told.join(name)
    told.open("BDHNRSU")
    told.send("Anna", "H8w UND", hours=1)
    told.send("Bert", "H8s UND", hours=2)
    told.send("Cora", "A1w UND", "H8w NUD")
    across = Top(10, (TopMove(((square("G8"), Direction.ACROSS, "HUND", ()),), ()),))
    told.close(across)
    told.happen(happened.ScoreCorrected("Anna", 1, 5, "verzählt"))
    told.join("Dora", base=0, is_late=True)
    told.open("?AEO")
    told.send_late("Cora")
    told.close()
    told.happen(in_rounds.RoundReopened(2, ZAT + WEEK + timedelta(days=1), "Panne"))
    told.send("Anna", "G8w RUND")
    told.send("Dora", "G8w *BUND")
    told.close()
    told.open("", is_final=True)
    told.happen(happened.PlayerRenamed("Bert", "Bertram", "geheiratet"))
    told.send("Bertram", "G8s HUND")
    told.close()
    told.happen(happened.GameEnded(SEED.hex(), "final_round", ZAT + 3 * WEEK))
    return told.events
