"""What the demo's game master does, by mail alone: rules, corrects, approves, ends the game."""

from datetime import datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

from mailref.demo.players import Draft, thunderbird
from mailref.demo.stage import GAME_MASTER, REFEREE, RunningDemo
from mailref.rules.rounds.in_force import undecided_words

_MINUTE = timedelta(minutes=1)


def rule(demo: RunningDemo, at: datetime) -> None:
    """Answer the question about undecided words: no such word."""
    office = demo.machine.office()
    words = undecided_words(demo.game, office.moves_in_force(demo.game))
    if words:
        _write(demo, "".join(f"{word} nein: steht nicht im Duden\n" for word in words), at)


def correct(demo: RunningDemo, player: str, at: datetime) -> None:
    """Correct the points of a player in the round that was closed last, and say yes when asked back."""
    _write(demo, f"KORREKTUR {player} +3: verrechnet\n", at)
    _write(demo, "JA\n", at + 2 * _MINUTE)


def approve(demo: RunningDemo, at: datetime) -> None:
    """Release the report that waits, if one does."""
    game = demo.game
    if game.round is None and game.last is not None and not game.is_over:
        _write(demo, "FREIGEBEN\n", at)


def end_game(demo: RunningDemo, at: datetime) -> None:
    """End the game, and say yes when asked back; one that has ended by itself is left alone."""
    if not demo.game.is_over:
        _write(demo, "SPIEL BEENDEN: Bis hierher reicht die Vorführung\n", at)
        _write(demo, "JA\n", at + 2 * _MINUTE)


def _write(demo: RunningDemo, text: str, at: datetime) -> None:
    """Answer the newest mail to the game master."""
    question = _newest(demo)
    if question is None:
        return
    draft = Draft(GAME_MASTER, REFEREE, text, at, demo.next_number(), question)
    demo.send(thunderbird(draft), GAME_MASTER.address, at)
    demo.tick(at + _MINUTE)


def _newest(demo: RunningDemo) -> EmailMessage | None:
    for parcel in reversed(demo.server.parcels):
        if parcel.recipient == GAME_MASTER.address:
            return message_from_bytes(parcel.data, policy=default)
    return None
