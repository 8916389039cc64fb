"""What is told of a classic game: its turns, what was drawn, the board after each."""

from collections.abc import Mapping
from typing import Any

from msgspec import field
from msgspec.structs import replace

from mailref.games.by_turns import events as happened
from mailref.games.by_turns.history import Teller, ToldDraw, ToldTurn, TurnKind
from mailref.games.classic.game import TurnGame


class BoardTeller(Teller):
    """What is told of a classic game."""

    drawn: list[ToldDraw] = field(default_factory=list)
    """For the exchange that is about to be noted."""

    def tell(self, event: object) -> None:
        match event:  # what happens most first
            case happened.TurnBegan() | happened.PlayAccepted():
                pass
            case happened.TilesDrawn():
                self._draw(event)
            case happened.StarterDrawn():
                self.begin(event.drawings, event.order)
            case happened.PlayLaid():
                open_play = self._now.open_play
                before = open_play.board_before if open_play is not None else None
                self.made_by(event, TurnKind.PLAY, board_before=before)
            case happened.TilesExchanged():
                self.made_by(event, TurnKind.EXCHANGE, draws=tuple(self.drawn))
                self.drawn.clear()
            case happened.PlayTakenBack():
                self.change(event.number, bag=self._bag)
            case happened.ThemeRuled():
                self._rule_theme(event)
            case happened.PlayerOut():
                self._out(event)
            case _:
                pass

    @property
    def _now(self) -> TurnGame:
        if not isinstance(self.game, TurnGame):
            raise TypeError("no classic game")
        return self.game

    @property
    def _bag(self) -> int:
        return len(self._now.bag.value)

    def as_it_lies(self) -> Mapping[str, Any]:
        return {"board": self._now.board, "bag": self._bag}

    def _draw(self, event: happened.TilesDrawn) -> None:
        """Note a drawing: for an exchange that follows, for the player's last play, or before all."""
        draw = ToldDraw(
            number=event.number,
            player=self.called(event.player),
            count=event.count,
            receipt=event.receipt,
            made=event,
            rack=self._now.hands[event.player].rack,
        )
        now, his = self.beside, self.last_of(event.player)
        self.beside = now = replace(now, drawings=(*now.drawings, draw))
        if event.put_back.value:
            self.drawn.append(draw)
        elif his is None:
            self.beside = replace(now, first_draws=(*now.first_draws, draw))
        else:
            self.change(his.number, draws=(*his.draws, draw), bag=self._bag)

    def _rule_theme(self, event: happened.ThemeRuled) -> None:
        """Add what a word claimed for the theme has earned to its turn: the points follow (classic 8.2)."""
        turn = self.turn(event.number)
        theme = turn.theme + event.points
        self.change(
            event.number,
            theme=theme,
            formula=turn.scored.formula_with(theme) if turn.scored is not None else "",
            themed=(*turn.themed, self.aside(event, event.player)),
            noted=turn.noted + event.points,
            points=turn.points + event.points,
        )

    def _out(self, event: happened.PlayerOut) -> None:
        """Tell the turn of a player who is put out in it, unless it is over already."""
        game, before = self._now, self.before
        turn = game.turn
        if before is None or turn is None or turn.player != event.player:
            return
        if any(each.number == turn.number and each.undone is None for each in self.course):
            return
        self.course.append(
            ToldTurn(
                number=turn.number,
                player=self.called(event.player),
                kind=TurnKind.OUT,
                noted=game.players[event.player].total,
                why=event.why,
                began=turn.began,
                rack=before.hands[event.player].rack,
                **self.as_it_lies(),
            )
        )
