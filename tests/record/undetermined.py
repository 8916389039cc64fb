"""What no rule determines of a game: the list that docs/chance.md prints, by kind of game."""

import re
import sys
from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct


class Row(Struct, frozen=True):
    """Something that `verify` takes as it is recorded."""

    what: str
    names: tuple[str, ...]
    """Events (`WordRuled`: all of it, and that and where it stands), what was done to one (`RoundOpened left out`),
    or fields of events with all in them."""
    is_running: bool = False
    """Whether that is so only as long as seed and tiles are secret."""


def _opening(event: str) -> Row:
    fields = ("id", "title", "variant", "lexicon", "lexicon_sha256", "rules")
    return Row(
        "title, variant, word list; switches, as far as nothing follows from them in this game",
        tuple(f"{event}.{name}" for name in fields),
    )


def _commitment(event: str) -> Row:
    what = "the commitment (that in the first mail finds it)"
    return Row(what, (f"{event}.commitment",), is_running=True)


_ORDERS = (
    "WordRuled",
    "ScoreCorrected",
    "PlayerRenamed",
    "DeadlineMoved",
    "GamePaused",
    "GameResumed",
)
_COMING = ("PlayerJoined", "PlayerLeft", "PlayerReturned")
_AT_TABLE = (
    Row("rulings, corrections, new names, deadlines, pauses and their reasons", _ORDERS),
    Row("who joined in which order, left or came again before the start", _COMING),
    Row("exclusions and resignations", ("PlayerOut",)),
    Row("why a turn was undone", ("TurnUndone.because",)),
    Row("when and how an open play was accepted; by whom is checked", ("PlayAccepted.how",)),
    Row(
        "all times but that of a time-out before its deadline",
        ("TurnBegan.at", "TurnBegan.deadline", "GameEnded.at", "SeedRevealed.at", "PlayChallenged.received"),
    ),
    Row("which words of a play were challenged, and whether in another's mail, as far as nothing follows",
        ("PlayChallenged.words", "PlayChallenged.is_foreign")),
    Row("seats as the settings had them", ("TurnsOpened.seats", "UnscrabbleOpened.seats", "TableOpened.seats")),
)  # fmt: skip

UNDETERMINED: Mapping[str, tuple[Row, ...]] = MappingProxyType(
    {
        "rounds": (
            _opening("GameOpened"),
            Row("whether the game was taken over", ("GameOpened.is_taken_over",)),
            Row("who came, left, was excluded and came again, when", _COMING),
            Row("rulings, corrections, names, ZATs, pauses, and the reasons", _ORDERS),
            Row("other switches, letters to be drawn anew", ("RulesChanged", "DrawnAnew")),
            Row("a base that is fixed once more", ("BaseFixed",)),
            Row("the words mixed in, as far as there is no seed", ("DrawsMixed",)),
            Row("that the last round was opened or closed, if nothing follows but orders",
                ("RoundOpened left out", "RoundClosed left out"), is_running=True),
            Row(
                "times: when a round opened and closed, its ZAT",
                ("RoundOpened.at", "RoundOpened.deadline", "RoundReopened.deadline", "RoundReopened.because",
                 "RoundReopened.keeps", "RoundClosed.result.closed", "RoundClosed.result.deadline",
                 "LettersDrawn.at", "GameEnded.at", "GameEnded.reason"),
            ),
            Row(
                "when mail came, but for a tie by time or a ZAT; further moves in it; how a move was written; verdicts "
                "of the word list",
                ("RoundClosed.result.entries[].received", "RoundClosed.result.entries[].moves"),
            ),
            Row("which of the best possible moves are named", ("RoundClosed.result.top",)),
            Row("that letters were drawn by hand, and these", ("LettersDrawn.draw.by_hand",)),
            Row("the letters drawn", ("LettersDrawn.draw",), is_running=True),
            _commitment("GameOpened"),
        ),
        "turns": (
            _opening("TurnsOpened"),
            Row("whether the game was taken over", ("TurnsOpened.is_taken_over",)),
            *_AT_TABLE,
            Row("when a play came, and was laid", ("PlayLaid.received", "PlayLaid.at", "TilesDrawn.at")),
            Row("wishes, claims, whether a claim fits the theme",
                ("PlayLaid.wish", "PlayLaid.claims", "TilesDrawn.wish", "ThemeRuled")),
            Row("whether a pass was one or a time-out, where no deadline says", ("TurnPassed.why",)),
            Row("which of his letters a player laid", ("PlayLaid.scored.new_tiles",), is_running=True),
            Row("letters, receipts, deductions",
                ("TilesDrawn.letters", "TilesDrawn.put_back", "TilesDrawn.receipt", "TilesDrawn.count",
                 "RacksRevealed.deductions", "StarterDrawn", "SeatsDrawn", "DrawsMixed"), is_running=True),
            _commitment("TurnsOpened"),
        ),
        "table": (
            _opening("TableOpened"),
            *_AT_TABLE,
            Row("when a word came, and was laid", ("TableWordLaid.received", "TableWordLaid.at")),
            Row("wishes that lead to nothing", ("WishSet",)),
            Row("whether a turn was a time-out or a pass or tile taken", ("TileTaken.why", "TurnPassed.why")),
            Row("tiles, receipts, from which stack one was taken by wish",
                ("RackDealt.receipt", "StacksBuilt.receipts", "StacksBuilt.stacks", "StacksBuilt.binds_order",
                 "TileTaken.stack", "TileTaken.tile", "TileTurnedUp", "FirstTilesDealt", "SeatsDrawn", "DrawsMixed",
                 "RacksRevealed.deductions"), is_running=True),
            _commitment("TableOpened"),
        ),
        "unscrabble": (
            _opening("UnscrabbleOpened"),
            *_AT_TABLE,
            Row("from which game the board came", ("UnscrabbleOpened.of_game",)),
            Row("when a turn came", ("TilesTaken.received", "TilesTaken.at")),
            Row("that no turn was left", ("TilesTaken.ends", "RacksRevealed.why", "GameEnded.because")),
            Row("the order of seats and the words mixed in", ("SeatsDrawn", "DrawsMixed"), is_running=True),
            _commitment("UnscrabbleOpened"),
        ),
        "bingo": (
            _opening("BingoOpened"),
            Row("who came, left, was excluded and came again, when", _COMING),
            Row("rulings, names, ZATs, pauses and their reasons", _ORDERS),
            Row("that a round was opened, if nothing follows; all times",
                ("BingoRoundOpened", "TilesCalled.at", "TilesCalled.deadline", "GameEnded.at", "GameEnded.reason")),
            Row("who called, and when, as far as nothing follows", ("BingoCalled",)),
            Row("tiles, and within what these allow letters left",
                ("TilesCalled.drawn", "LettersLeft.left", "WordsFixed.players"), is_running=True),
            _commitment("BingoOpened"),
        ),
        "solo": (
            _opening("SoloOpened"),
            Row("who joined, in which order, and left", _COMING),
            Row("rulings, names, pauses, the ZAT", (*_ORDERS, "SoloOpened.deadline")),
            Row("times",
                ("TurnBegan.at", "TurnBegan.deadline", "TilesDrawn.at", "PlayLaid.received", "PlayLaid.at",
                 "LettersChosen.at", "TableFinished.at", "GameEnded.at",
                 "GameEnded.reason")),
            Row("the letters chosen last, if no move follows", ("LettersChosen",)),
            _commitment("SoloOpened"),
        ),
    }
)  # fmt: skip

ORDER: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "rounds": ("LettersDrawn", "DrawsMixed", "RoundOpened"),
        "turns": (),
        "table": (),
        "unscrabble": (),
        "bingo": (),
        "solo": ("PlayerJoined", "SoloDealt", "PlayLaid", "TurnBegan", "TilesDrawn", "LettersChosen"),
    }
)  # fmt: skip
"""Events that may stand in another order between themselves, where they do not depend on each other."""


def is_undetermined(name: str, family: str, *, is_running: bool) -> bool:
    """Tell whether a forgery that nobody notices is on the list: one of a field, or of where an event stands."""
    names = {
        each
        for row in UNDETERMINED[family]
        if is_running or not row.is_running
        for each in row.names
    }
    exchanged = re.fullmatch(r"(\w+) and (\w+) exchanged", name)
    if exchanged is not None:
        pair = set(exchanged.groups())
        return bool(pair & names) or pair <= set(ORDER[family])
    moved = re.fullmatch(r"(\w+) (left out|twice|invented|turned).*", name)
    if moved is not None:
        return moved[1] in names or f"{moved[1]} {moved[2]}" in names
    return any(re.match(rf"{re.escape(each)}(?![\w])", name) for each in names)


TITLES: Mapping[str, str] = MappingProxyType(
    {
        "rounds": "rounds",
        "turns": "classic",
        "table": "WORT-Rummikub",
        "unscrabble": "Un-Scrabble",
        "bingo": "Scrabble-Bingo",
        "solo": "Solitaire",
    }
)


def rows_of_page() -> list[str]:
    """Return the rows of the table in docs/chance.md; `python -m tests.record.undetermined` prints them."""
    return [
        f"| {TITLES[family]} | {'while it runs: ' if row.is_running else ''}{row.what} "
        f"| {', '.join(f'`{name}`' for name in row.names)} |"
        for family, rows in UNDETERMINED.items()
        for row in rows
    ]


if __name__ == "__main__":
    sys.stdout.write("\n".join(rows_of_page()) + "\n")
