"""The highest bid that nobody else made takes the prize of a round; each pays what he bid, from one purse."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec import Meta

from mailref.games.by_rounds.tasks.events import TasksOpened
from mailref.games.by_rounds.tasks.game import TaskGame, open_task
from mailref.games.by_rounds.tasks.kind import TaskKind, TaskRules
from mailref.games.chance import Chance


class BidsRules(TaskRules, frozen=True, kw_only=True):
    family: ClassVar[str] = "bids"
    rounds: Annotated[int, Meta(ge=1, le=50)] = 3
    purse: Annotated[int, Meta(ge=1, le=1000)] = 20


class BidsOpened(TasksOpened, frozen=True, kw_only=True):
    rules: BidsRules


class BidsGame(TaskGame, frozen=True, kw_only=True):
    family: ClassVar[str] = "bids"
    rules: BidsRules

    def paid(self, player: str | None) -> int:
        """Return what all bids of a player that counted come to."""
        rows = (row for each in self.closed for row in each.rows if row.player == player)
        return sum(int(row.answer) for row in rows if row.answer and not row.fault)


class Bids(TaskKind[BidsGame]):
    name = "bids"
    opened = BidsOpened
    game = BidsGame
    rules = BidsRules

    def next_task(self, game: BidsGame, chance: Chance) -> str | None:
        """Return the prize: one more than the best bid of the round before."""
        if game.round_number > game.rules.rounds:
            return None
        bids = (row.answer for row in game.last.rows) if game.last is not None else ()
        return str(1 + max((int(each) for each in bids if each), default=5))

    def answer_in(self, line: str) -> str | None:
        text = line.strip(" .!")
        return str(int(text)) if text.isascii() and text.isdigit() and len(text) < 5 else None

    def fault_of(self, player: str | None, answer: str, game: BidsGame) -> str:
        return "purse" if int(answer) > game.rules.purse - game.paid(player) else ""

    def points_of_all(self, answers: Mapping[str, str], game: BidsGame) -> Mapping[str, int]:
        made = Counter(answers.values())
        alone = [int(each) for each, times in made.items() if times == 1]
        won = str(max(alone, default=""))
        return {name: int(open_task(game).task) for name, bid in answers.items() if bid == won}


KIND = Bids()
