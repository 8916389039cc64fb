"""A league of soloists that plays itself: each reads board and letters in his newest mail and answers it.

What players do beside that stands in a table, by their place among the players. At the ZAT all get the
table; the index tells the league player by player.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.utils import parseaddr
from itertools import islice

from msgspec import Struct

from mailref.demo.players import SimulatedPlayer
from mailref.demo.shows import TO_THE_END, Chapter, DemoScript, ListedMail, Show, has_ended
from mailref.demo.speech import Phrasebook
from mailref.demo.stage import DAY, MINUTE, Plan, RunningDemo
from mailref.errors import MailrefError
from mailref.games.by_turns.demo import TurnMail, board_in, said_in, typed
from mailref.games.by_turns.mails import TurnRow
from mailref.games.events import Event
from mailref.games.kind import replay_as
from mailref.games.solitaire.files import rows_at, told_tables
from mailref.games.solitaire.game import SoloGame
from mailref.tiles.board import place_name
from mailref.tiles.tile_set import TileSet
from mailref.tiles.top.all_moves import FoundMove
from mailref.tops import search_for
from mailref.writing.archive import ArchiveMeans, Picture

_ZAT = datetime(2027, 1, 31, 20, 0)  # noqa: DTZ001  by the clock on the wall: of the whole league
_BETWEEN = timedelta(hours=3)
_RANKED = 12
_CHOICES = 4
_SCRIPT = DemoScript.beside(__file__)
"""By the player and his move, what he sends before it."""


def _read(mail: EmailMessage, said: Phrasebook, tiles: TileSet) -> TurnMail | None:
    """Return what a mail with a board tells the soloist who got it; None for any other mail."""
    subject, text = str(mail["Subject"]), said_in(mail)
    if "[demo" not in subject or said.reads.trial in subject:
        return None  # a trial shows the board as it would be
    board = board_in(text, tiles)
    return TurnMail(mail, 0, text, board, said, tiles) if board is not None else None


_ORDERS = ("trial", "exchange", "status", "pass", "history", "back", "choose", "anew", "tiles")


class _League(Struct):
    """The league as it runs."""

    demo: RunningDemo

    @property
    def game(self) -> SoloGame:
        return self.demo.game(SoloGame)

    def known_to(self, player: SimulatedPlayer) -> TurnMail:
        mails = self.demo.mails_to(player.writer.address)
        found = (_read(mail, self.demo.speech, self.game.rules.tiles) for mail in mails)
        known = next((each for each in found if each is not None), None)
        if known is None:
            raise MailrefError(f"{player.writer.name} got no mail with a board")
        return known

    def write(self, player: SimulatedPlayer, text: str) -> None:
        """Let *player* answer the newest mail with a board that he got, and the referee read it."""
        at = self.demo.now + _BETWEEN
        self.demo.write(player, f"{text}\n", at, self.known_to(player).mail)
        self.demo.tick(at + MINUTE)

    def move(self, player: SimulatedPlayer) -> str:
        """Return a good move as *player* types it, with the letters that he chooses for it; "" for none."""
        known = self.known_to(player)
        choices = self.choices(known) if self.game.rules.chosen else ("",)
        found = {chosen: self.ranked(known, chosen) for chosen in choices}
        chosen = max(choices, key=lambda each: found[each][0].points if found[each] else -1)
        ranked = found[chosen][: player.reach]
        if not ranked:
            return "" if self.game.rules.chosen else self.demo.speech.orders.pass_
        typed = self.typed(self.demo.rng.choice(ranked))
        return f"{self.demo.speech.orders.choose} {chosen}\n{typed}" if chosen else typed

    def choices(self, known: TurnMail) -> tuple[str, ...]:
        """Return the choices of letters of which a player takes the one that gives most."""
        lying = "".join(tile.tile for tile in known.board.tiles)
        free = sorted(
            (Counter(self.game.rules.tiles.all_tiles) - Counter(lying + known.rack)).elements()
        )
        count = min(self.game.rules.rack - len(known.rack), len(free))
        return tuple("".join(self.demo.rng.sample(free, count)) for _ in range(_CHOICES))

    def ranked(self, known: TurnMail, chosen: str) -> tuple[FoundMove, ...]:
        search = search_for(self.game.rules, self.game.rulings)
        return tuple(islice(search.all_moves(known.board, known.rack + chosen), _RANKED))

    def typed(self, move: FoundMove) -> str:
        place = place_name(move.square, move.direction, self.game.rules.axes)
        return f"{place} {typed(move)}"

    def has_ended(self, player: SimulatedPlayer) -> bool:
        """Tell whether nothing can be done any more at his table."""
        table = self.game.tables.get(player.writer.name)
        return table is None or table.is_over

    def beside(self, player: SimulatedPlayer, place: int, number: int) -> str:
        """Return what *player* sends before his move; "" for nothing."""
        table = _SCRIPT.chosen if self.game.rules.chosen else _SCRIPT.said
        text = table.get(f"{place} {number}", "")
        if not text:
            return ""
        rack = self.known_to(player).rack
        choice, _, move = self.move(player).rpartition("\n")
        square, _, word = move.partition(" ")
        said = self.demo.speech
        return text.format(
            choice=choice,
            move=move,
            three=" ".join(rack[:3]),
            wrong=f"{square} {word[::-1]}",
            chooses=said.orders.choose.lower(),
            no_letters=said.no_letters,
            **{name: said.order(name) for name in _ORDERS},
        )


class SoloChapter(Chapter, frozen=True, kw_only=True):
    """What belongs to a soloist: how it came out, and what he wrote and got."""

    player: str
    total: int
    rank: int
    turns: tuple[TurnRow, ...]

    @property
    def boards(self) -> tuple[TurnRow, ...]:
        """Return the turns after which the board is shown."""
        return tuple(row for row in self.turns if row.board is not None)

    @property
    def board(self) -> Picture | None:
        """Return the board at the end."""
        return self.boards[-1].board if self.boards else None


class LeagueShow(Show):
    """All make moves, each at a table of his own, to their end or as many as planned; then the ZAT passes."""

    rounds = TO_THE_END
    players = 3
    told = "player by player"
    template = "demo/solo.html.j2"
    script = _SCRIPT

    def settings(self, plan: Plan) -> Mapping[str, object]:  # noqa: ARG002  some depend on it
        return {"deadline": _ZAT}

    def play(self, demo: RunningDemo) -> None:
        league, going = _League(demo), list(demo.players)
        for number in range(1, demo.plan.rounds + 1):
            demo.progress(f"move {number} of each player")
            for player in tuple(going):
                if beside := league.beside(player, demo.players.index(player), number):
                    league.write(player, beside)
                move = league.move(player)
                if move:
                    league.write(player, move)
                if not move or league.has_ended(player):
                    going.remove(player)
            if not going:
                break
        zat = league.game.deadline
        demo.progress("the deadline passes: all get the table")
        demo.tick(max(demo.now + MINUTE, zat - DAY))
        demo.tick(zat + 5 * MINUTE)

    def tell(
        self, events: Sequence[Event], mails: Sequence[ListedMail], means: ArchiveMeans
    ) -> Mapping[str, object]:
        league = replay_as(SoloGame, events)
        chapters = (
            SoloChapter(
                player=told.player,
                total=told.result,
                rank=told.rank,
                turns=tuple(row for row, _ in rows_at(at, game, history, means)),
                mails=tuple(_of(told.player, league, mails)),
            )
            for at, (told, game, history) in enumerate(told_tables(league, events), start=1)
        )
        return {
            "chapters": tuple(chapters),
            "last": next((m for m in reversed(mails) if has_ended(m.subject)), None),
        }


SHOW = LeagueShow()


def _of(player: str, league: SoloGame, mails: Sequence[ListedMail]) -> Iterator[ListedMail]:
    """Yield the mails that somebody wrote or got."""
    addresses = league.players[player].addresses
    for mail in mails:
        if any(address in (mail.recipient, parseaddr(mail.sender)[1]) for address in addresses):
            yield mail
