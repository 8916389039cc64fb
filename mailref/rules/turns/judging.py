"""One order in a position of a game in turns: what is wrong with it, or what it is worth."""

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import assert_never

from mailref.rules.board import Board, LaidTile, Square, missing_from
from mailref.rules.faults import Fault, NotOnRack, WordRefused, WordUnknown
from mailref.rules.legality import Judge
from mailref.rules.lexicon.verdicts import Lexicon, Rulings, Valid, Verdict
from mailref.rules.placing import Position
from mailref.rules.scoring import ScoredPlay
from mailref.rules.turns.course import Illegal, LegalMove, Tried, WordsWait
from mailref.rules.turns.orders import (
    ExchangeImpossible,
    ExchangeOrder,
    IfPlay,
    OpeningExchange,
    OpeningLength,
    Order,
    PassOrder,
    PlayOrder,
    UnreadOrder,
    WhichLetters,
)
from mailref.rules.turns.turn_events import PromisedPlay
from mailref.rules.turns.turn_game import TurnGame
from mailref.rules.turns.turn_rules import Unlisted
from mailref.rules.variant import Laying


@dataclass(frozen=True, slots=True)
class TrustingLexicon:
    """A lexicon that holds every word: where words may be challenged, nobody looks before (classic 5.1)."""

    lexicon: Lexicon

    @property
    def name(self) -> str:
        return self.lexicon.name

    @property
    def sha256(self) -> str:
        return self.lexicon.sha256

    def verdict(self, word: str, rules: Laying, rulings: Rulings) -> Verdict:  # noqa: ARG002  any word
        """Take *word* as it is."""
        return Valid()

    def bases_needed(self, word: str, rules: Laying) -> tuple[str, ...]:  # noqa: ARG002  any word
        """Ask for no base form."""
        return ()


@dataclass(frozen=True, slots=True)
class LegalPlay(LegalMove):
    """A play that can be carried out."""

    order: PlayOrder
    scored: ScoredPlay
    swaps: tuple[Square, ...]
    board: Board
    rack_left: str
    theme: int
    remarks: tuple[Fault, ...] = ()

    @property
    def promise(self) -> PromisedPlay:
        """Return what a move in advance is held to (classic 6.1)."""
        words = tuple(word.word for word in self.scored.words)
        return PromisedPlay(words, self.scored.points + self.theme)


@dataclass(frozen=True, slots=True)
class LegalExchange(LegalMove):
    order: ExchangeOrder
    letters: str


@dataclass(frozen=True, slots=True)
class LegalPass(LegalMove):
    order: PassOrder


def try_order(game: TurnGame, player: str, order: Order, lexicon: Lexicon) -> Tried:
    """Return what *order* of *player* comes to on the board as it is."""
    match order:
        case PlayOrder():
            return try_play(game, player, order, lexicon)
        case ExchangeOrder():
            return _try_exchange(game, player, order)
        case PassOrder():
            return LegalPass(order)
        case UnreadOrder(faults=faults):
            return Illegal(faults)
        case _:
            assert_never(order)


def try_play(game: TurnGame, player: str, order: PlayOrder, lexicon: Lexicon) -> Tried:
    """Judge a play: by place alone where its words may be challenged."""
    rules = game.rules
    words: Lexicon = TrustingLexicon(lexicon) if rules.may_challenge else lexicon
    position = Position(game.board, game.hands[player].rack.value, rules)
    judged = Judge(position, words, game.rulings).judge(order.written)
    faults = list(judged.faults)
    least = game.opening.least if game.opening is not None else 0
    faults += [
        OpeningLength(span=order.span, least=least)
        for play in judged.plays
        if len(play.scored.word) < least
    ]
    if rules.unlisted is Unlisted.REFUSE:
        faults = [_refused(fault) for fault in faults]
    wrong = [fault for fault in faults if not fault.asks and not fault.remarks]
    if wrong or len(judged.plays) != 1:
        return Illegal(tuple(faults))
    scored = judged.plays[0].scored
    formed = tuple(word.word for word in scored.words)
    legal = LegalPlay(
        order=order,
        scored=scored,
        swaps=judged.swaps,
        board=judged.board,
        rack_left=judged.rack_left,
        theme=rules.theme_points(formed, MappingProxyType({})),
        remarks=tuple(fault for fault in faults if fault.remarks),
    )
    return WordsWait(legal, judged.undecided) if judged.undecided else legal


def _refused(fault: Fault) -> Fault:
    if isinstance(fault, WordUnknown):
        return WordRefused(span=fault.span, word=fault.word, reason="unlisted")
    return fault


def _try_exchange(game: TurnGame, player: str, order: ExchangeOrder) -> Tried:
    rack = game.hands[player].rack.value
    letters = rack if order.letters is None else order.letters
    if game.opening is not None:
        return Illegal((OpeningExchange(span=order.span),))
    if not letters:
        return Illegal((WhichLetters(span=order.span),))
    if missing := missing_from(rack, letters):
        return Illegal((NotOnRack(span=order.span, missing=missing, available=rack),))
    bag = len(game.bag.value) - _owed_by_others(game, player)
    least = max(game.rules.exchange_min, len(letters))
    if bag < least:
        return Illegal((ExchangeImpossible(span=order.span, bag=bag, least=least),))
    return LegalExchange(order, letters)


def _owed_by_others(game: TurnGame, player: str) -> int:
    """Return how many tiles are drawn for the open play before *player* may draw (classic 4.2)."""
    open_play = game.open_play
    return game.tiles_owed if open_play is not None and open_play.player != player else 0


def as_if_laid(game: TurnGame, condition: IfPlay) -> TurnGame:
    """Return *game* as it would be after the play of a condition, whatever it is worth."""
    free: list[LaidTile] = []
    for step, letter in enumerate(condition.word):
        square = condition.square.along(condition.direction, step)
        if square.is_on_board and game.board.is_free(square):
            free.append(LaidTile(square, letter, is_blank=False))
    return replace(game, board=game.board.lay(free), opening=None)
