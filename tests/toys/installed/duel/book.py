"""How a duel goes on; what a word is, the lists say, or the game master."""

from datetime import datetime
from typing import Any

from mailref.games.by_turns import course as play
from mailref.games.by_turns.contents import ShownOrder
from mailref.games.by_turns.game import SeatedGame
from mailref.games.by_turns.history import Teller, ToldTurn, TurnKind
from mailref.games.by_turns.policy import TurnsTakenOver
from mailref.games.chance import Secret
from mailref.orders.entries import Condition
from mailref.tiles.lexicon.verdicts import Lexicon, Refused, Unknown
from mailref.tiles.moves import WordRefused

from .kind import DuelGame, LetterBarred, LetterGuessed, NotNow, WordHidden


class DuelTurn(ToldTurn, frozen=True):
    letter: str = ""

    @property
    def form(self) -> str:
        return "guessed" if self.letter else super().form

    @property
    def word(self) -> str:
        return self.letter


class ShownDuel(ShownOrder, frozen=True):
    text: str = ""

    @property
    def word(self) -> str:
        return self.text


class LegalHiding(play.LegalMove, frozen=True):
    hidden: Secret[str]

    def shown(self, condition: Condition | None = None) -> ShownOrder:
        return ShownDuel(TurnKind.PLAY, condition, text=self.hidden.value)

    def carry_out(self, course: play.Course, received: datetime, mail: str) -> None:
        course.record(WordHidden(course.number, course.player, received, mail, self.hidden))


class LegalGuess(play.LegalMove, frozen=True):
    letter: str
    places: tuple[int, ...]
    solved: bool

    def shown(self, condition: Condition | None = None) -> ShownOrder:
        """Show nothing of what it would find: a trial would tell that for nothing."""
        return ShownDuel(TurnKind.PLAY, condition, points=None, text=self.letter)

    def carry_out(self, course: play.Course, received: datetime, mail: str) -> None:
        made = received, mail, self.letter, self.places, len(self.places), self.solved
        course.record(LetterGuessed(course.number, course.player, *made))


class DuelTeller(Teller):
    turn_told = DuelTurn


class DuelBook(play.Steward[DuelGame]):
    teller = DuelTeller

    def try_own(self, game: DuelGame, player: str, order: Any, lexicon: Lexicon) -> play.Tried:
        has_hidden, fault = player in game.hidden, play.Illegal((NotNow(span=order.span),))
        if order.hides:
            return fault if has_hidden else self._hide(game, order, lexicon)
        theirs = game.hidden.get(game.other(player))
        if not has_hidden or theirs is None or len(order.text) > 1 or order.text == game.barred:
            return fault
        places = tuple(at for at, each in enumerate(theirs.value) if each == order.text)
        known = game.found.get(game.other(player), ())
        if set(places) & set(known):
            return fault
        return LegalGuess(order.text, places, len(known) + len(places) == len(theirs.value))

    def _hide(self, game: DuelGame, order: Any, lexicon: Lexicon) -> play.Tried:
        hiding = LegalHiding(Secret(order.text))
        match lexicon.verdict(order.text, game.rules, game.rulings):
            case Refused(why):
                refused = WordRefused(span=order.span, word=order.text, reason=why.value)
                return play.Illegal((refused,))
            case Unknown():
                return play.WordsWait(hiding, (order.text,))
            case _:
                return hiding

    def deal(self, course: play.Course, over: TurnsTakenOver | None) -> str:
        course.record(LetterBarred(course.draws.tiles("barred", "QXY", 1)))
        return super().deal(course, over)

    def why_it_ends(self, game: DuelGame) -> str | None:
        return "solved" if game.solved else None


def steward(_game: SeatedGame) -> DuelBook:
    return DuelBook()
