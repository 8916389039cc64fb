"""The last order in a game in rounds taken back, if nothing was built on it: which order says the opposite."""

from collections.abc import Sequence

from mailref.games.events import (
    BESIDE,
    BY_MAIL,
    FROM_SETTINGS,
    AddressesChanged,
    DeadlineMoved,
    Event,
    GamePaused,
    GameResumed,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    ScoreCorrected,
    WordRuled,
)
from mailref.games.rounds.events import (
    BaseFixed,
    LettersDrawn,
    MoveEntered,
    MoveWasLate,
    MoveWithdrawn,
    RoundOpened,
    RoundReopened,
)
from mailref.referee import gm_orders as orders
from mailref.referee.gm_orders import GmOrder

_BESIDE = (*BESIDE, MoveEntered, MoveWithdrawn, MoveWasLate, BaseFixed)
"""What may happen after an order without leaning on it."""


def undoing(log: Sequence[Event]) -> GmOrder | None:
    """Return the order that undoes the last one in a game's record; None where nothing can.

    >>> undoing([GamePaused("Ferien"), PlayerJoined("Anna", ())])
    ResumeGame(deadline=None)
    """
    at = next((at for at in range(len(log) - 1, -1, -1) if not _is_beside(log[at])), None)
    if at is None:
        return None
    event, before = log[at], log[:at]
    is_played_on = any(isinstance(each, MoveEntered) for each in log[at:])
    match event:
        case LettersDrawn(number=number) if is_played_on or _opened(before, number) is None:
            return None
        case LettersDrawn(number=number):
            drawn = [each for each in before if isinstance(each, LettersDrawn)]
            return orders.CorrectDraw(drawn[-1].draw.rack) if drawn else None
        case DeadlineMoved(because=because) if because != FROM_SETTINGS:
            return _back_to_zat(log, at)
        case WordRuled(word=word, by="command" | "mail"):
            earlier = [each for each in before if isinstance(each, WordRuled) and each.word == word]
            return orders.RuleWord(word, earlier[-1].accepted if earlier else None)
        case GamePaused():
            return orders.ResumeGame(None)
        case GameResumed():
            return orders.PauseGame()
        case ScoreCorrected(player, number, points):
            return orders.CorrectScore(player, -points, number)
        case PlayerLeft(name, because) if because != FROM_SETTINGS:
            return orders.AdmitPlayer(name)
        case PlayerRenamed(old, name, because) if because != FROM_SETTINGS:
            return orders.RenamePlayer(name, old)
        case AddressesChanged(name, _, because) if because != FROM_SETTINGS:
            return _back_to_addresses(name, before)
        case _:
            return None


def _is_beside(event: Event) -> bool:
    is_own = isinstance(event, PlayerLeft) and event.because == BY_MAIL
    return is_own or isinstance(event, _BESIDE)


def _opened(before: Sequence[Event], number: int) -> RoundOpened | None:
    found = (each for each in before if isinstance(each, RoundOpened) and each.number == number)
    return next(found, None)


def _back_to_zat(log: Sequence[Event], at: int) -> GmOrder | None:
    """Return the ZAT that held before, or the pause that a new one ended."""
    if at > 0 and isinstance(log[at - 1], GameResumed):
        return orders.PauseGame()
    zats = [
        each.deadline
        for each in log[:at]
        if isinstance(each, RoundOpened | DeadlineMoved | RoundReopened)
    ]
    return orders.ExtendDeadline(zats[-1]) if zats and zats[-1] is not None else None


def _back_to_addresses(name: str, before: Sequence[Event]) -> GmOrder | None:
    had = [
        each.addresses
        for each in before
        if isinstance(each, AddressesChanged | PlayerJoined) and each.name == name
    ]
    return orders.ChangeAddresses(name, had[-1]) if had and had[-1] else None
