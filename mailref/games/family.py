"""What the referee asks of a game, whatever its kind; its kind says who answers.

A mail, an order or a tick comes as far as this with any game; what is behind it knows its own games
alone. A kind says it in its part `family`, or takes that of its engine. Rule for editors: nobody asks here
of which kind a game is.
"""

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Protocol, cast

from msgspec import Struct

from mailref.games.chance import commitment
from mailref.games.events import BY_MAIL, Event, Noted, PlayerJoined, PlayerLeft
from mailref.games.game import Stage
from mailref.games.in_hand import SOMETHING_WANTED, GameInHand, InHand
from mailref.games.kind import kind_named, kind_of
from mailref.games.statistics import PlayerFigures
from mailref.orders.entries import NO_INSIGHT, Entry, GameFace, Insight, Wish
from mailref.orders.table import NotDone
from mailref.referee.contents import Answer, AnswerToCommands, Content, Matter, Notice
from mailref.referee.gm_orders import GivenOrder, GmOrder, Refusal, Result
from mailref.referee.mails import Owed, Step, owe_to_game_master, step_of
from mailref.referee.policy import (
    CommandsGiven,
    Consideration,
    Considered,
    Did,
    GamePolicy,
    Judgement,
    Office,
    RunningGame,
    file_rulings,
)
from mailref.tiles.board import Laying
from mailref.tiles.lexicon.verdicts import Lexicon, Unknown

if TYPE_CHECKING:
    from mailref.referee.reports import Means


class Awaited(Protocol):
    """A round or turn that is open."""

    @property
    def number(self) -> int: ...
    @property
    def deadline(self) -> datetime | None: ...


class Family(Protocol):
    """One game, as the referee of its kind knows it; what a kind need not say itself is answered here.

    The default answers are those of a game in which all play in the open round and nothing is drawn.
    """

    running: RunningGame
    """The game with its settings."""

    def __init__(self, running: Any) -> None:
        self.running = running

    @property
    def number(self) -> int:
        """Return the number of the round or turn that is played, or comes next."""
        return self.running.game.number_now

    @property
    def opened_by_report(self) -> int | None:
        """Return the round or turn that a report has opened; None where a mail can be for no other."""
        return None

    @property
    def words_asked(self) -> frozenset[str]:
        """Return the words that the game master was asked about and may still rule on."""
        return frozenset()

    @property
    def ended_before_last(self) -> datetime | None:
        """Return when the round or turn before the last one ended; None where only one has."""
        return None

    def face(self) -> GameFace:
        """Return what reading needs of the game."""
        game, policy = cast(Any, self.running.game), self.running.policy
        return GameFace(policy.id, policy.title, game.rules)

    def insight(self, player: str | None, office: Office) -> Insight:
        """Return what reading a mail of a *player* may know of the game; None: of somebody else, or one of several."""
        return NO_INSIGHT

    @abstractmethod
    def may_object(self) -> bool:
        """Tell whether nothing has been played yet: until then a player may object to the rules."""

    @abstractmethod
    def result(self, order: GmOrder, step: Step) -> Result | None:
        """Return what an order has led to in the game as it stands after *step*."""

    def as_meant(self, entry: Entry) -> Entry:
        """Return an entry as the state of the game tells what it means."""
        return entry

    def may_give_way(self, player: str) -> bool:
        """Tell whether the game waits for something that *player* can end by giving way."""
        return False

    def seen_by(self, player: str | None) -> Any:
        """Return the game as it is for a player: his own round, if an earlier one is open again."""
        return self.running

    def is_urgent(self, now: datetime) -> bool:
        """Tell whether what is due next is at most a day ahead."""
        return False

    def hides_moves(self, office: Office) -> bool:
        """Tell whether the game master must not see moves: he plays himself, or racks are private.

        After the end there are none to hide.
        """
        return not self.running.game.is_over

    def missing(self, office: Office) -> tuple[str, ...]:
        """Return who has yet to move in the round or turn that is open."""
        return ()

    def worth(self, office: Office) -> Mapping[str, int | None]:
        """Return what the move of each player that is in force counts, as far as the game master may see it."""
        return {}

    def totals(self) -> Mapping[str, int]:
        """Return the total of each player, where all may see it."""
        return {}

    @abstractmethod
    def has_word(self, word: str, office: Office) -> bool:
        """Tell whether somebody has laid *word*, in this round or turn or the last one.

        What the game master must not see does not count.
        """

    # A mail.

    @abstractmethod
    def judge(
        self, entry: Entry, mail: Consideration, office: Office, player: str | None
    ) -> Judgement:
        """Return for which round or turn an entry is, and what its moves are worth there."""

    @abstractmethod
    def take(
        self, entry: Considered, mail: Consideration, office: Office
    ) -> tuple[Considered, tuple[Event, ...]]:
        """Return what an entry comes to after those before it in its mail, and what it records.

        Also of a rejected one, since a ruling may still save it.
        """

    def completed(self, entry: Entry, player: str | None, office: Office) -> Entry:
        """Return an entry that says only what is for want of a move with the move in front that its player sent before.

        As it stands, where that is not known, or could not be changed so.
        """
        return entry

    def beside(self, entry: Considered, received: datetime) -> tuple[NotDone, ...]:
        """Return why what stands beside the moves of an entry is not done; its answer says so below."""
        return ()

    def seen_too_late(self, entry: Considered, received: datetime) -> int | None:
        """Return the round or turn for which a late entry had arrived in time, though it was not seen."""
        return None

    @abstractmethod
    def awaited(self, player: str) -> Awaited | None:
        """Return the open round or turn that waits for a player; None where none does."""

    @abstractmethod
    def has_move(self, player: str | None, office: Office) -> bool:
        """Tell whether something that a player sent is in force."""

    @abstractmethod
    def answer(self, entry: Considered, office: Office, did: Did) -> Answer:
        """Return the answer to an entry that is recorded; it may replace what was in force before."""

    def spread(
        self, did: Did, office: Office, key: str, besides: Collection[str]
    ) -> Iterator[Owed]:
        """Tell all what an entry has set off, where it makes a turn; but who has it as the answer.

        *besides*: those players, "" the game master.
        """
        return iter(())

    # A player's command.

    def join(self, name: str, address: str) -> PlayerJoined:
        """Return the registration of somebody by his own mail."""
        return PlayerJoined(name, (address,), is_configured=False)

    def is_leaving(self, player: str) -> bool:
        """Tell whether a player who still takes part will leave."""
        return bool(self.running.game.players[player].has_left)

    def leave(self, player: str) -> Event | NotDone:
        """Let a player go who wrote so himself."""
        return PlayerLeft(player, BY_MAIL)

    @abstractmethod
    def withdraw(self, player: str, received: datetime) -> Event | NotDone:
        """Take back what a player has sent for the round or turn, if he still may."""

    def first_rack(self, player: str, wish: Wish) -> Event | NotDone:
        """Return that a player says from which of two bags his first rack is drawn (classic 8.4)."""
        return NotDone.ONE_BAG

    def lot_word(self, player: str, word: str, received: datetime) -> Event | NotDone:
        """Take a player's word for draws and lots, where they are mixed (`lots`)."""
        return NotDone.GAME_IS_OVER if self.running.game.is_over else NotDone.NO_LOTS

    def away(self, player: str, days: str, received: datetime) -> tuple[Event, ...] | NotDone:
        """Note when a player is away, by days as he wrote them."""
        return NotDone.NO_ABSENCE

    def back(self, player: str, received: datetime) -> tuple[Event, ...] | NotDone:
        """Take back the absences of a player from now on."""
        return NotDone.NO_ABSENCE

    def is_away_once(self, player: str, received: datetime) -> bool:
        """Tell whether a player is away now, and no later absence of his is noted."""
        return False

    def days_away(self, now: datetime) -> Mapping[str, tuple[tuple[date, date], ...]]:
        """Return for each player who is away, or will be, the first and last days of absences that are not over."""
        return {}

    def rematch(
        self, player: str, received: datetime, office: Office
    ) -> tuple[Event, ...] | NotDone:
        """Return what is noted of a player who wants the game, which is over, once more."""
        return NotDone.NO_REMATCH

    def is_asked_to_play_again(self, player: str, now: datetime) -> bool:
        """Tell whether others want the game, which is over, once more, and only he and such as he are missing."""
        return False

    def in_hand(self, player: str, office: Office) -> GameInHand | None:
        """Return the game as a list of somebody's games shows it; None where he has no part in it any more."""
        game, policy = self.running.game, self.running.policy
        if game.is_over or game.players[player].has_left or not self.takes_part(player):
            return None
        is_played = game.stage is Stage.PLAYING and not game.is_paused
        state = self.wanted_of(player, office) if is_played else InHand.BETWEEN
        return GameInHand(
            title=policy.title,
            tag=self.tag,
            zone=policy.zone,
            is_mine=state in SOMETHING_WANTED,
            state=state,
            zat=game.due,
            total=self.total_of(player),
        )

    @property
    def tag(self) -> str:
        """Return how that list names the game, with its round."""
        return f"{self.running.game.id} R{self.number}"

    def takes_part(self, player: str) -> bool:
        """Tell whether the game is still one of that player's."""
        return True

    def wanted_of(self, player: str, office: Office) -> InHand:
        """Return what is wanted of a player while the game is played."""
        return InHand.MOVE_SENT if self.has_move(player, office) else InHand.MOVE_WANTED

    def total_of(self, player: str) -> int | None:
        """Return a player's own points; None where there are none."""
        return self.running.game.players[player].total

    def statistics(self, office: Office) -> tuple[PlayerFigures, ...]:
        """Return what the game has come to for each player; nothing where that is not reckoned."""
        return ()

    @abstractmethod
    def welcome(self, name: str, office: Office) -> Content:
        """Return what a newcomer gets: how the game stands and how to play."""

    @abstractmethod
    def answer_commands(self, given: CommandsGiven, office: Office) -> AnswerToCommands:
        """Return the answer to commands."""

    def told_to_others(
        self, answer: AnswerToCommands, player: str
    ) -> Iterator[tuple[str, Content]]:
        """Yield whom else an answer to commands of *player* concerns, and what he is told."""
        return iter(())

    # The game master.

    def without_table(self, copy: Answer, entry: Considered | None) -> Answer:
        """Return his copy of an answer, of *entry* or to commands, as he may see the table."""
        return copy

    @abstractmethod
    def carry_out(self, given: GivenOrder, means: "Means", now: datetime) -> Step | Refusal:
        """Return what an order records and owes, or why it cannot be carried out."""

    # The clock and the settings.

    @abstractmethod
    def synchronise(self, means: "Means", now: datetime, cause: str) -> Step | None:
        """Carry what the settings say now into the game; None where they agree."""

    @abstractmethod
    def is_due(self, now: datetime) -> bool:
        """Tell whether the time of a step has come."""

    @abstractmethod
    def quiet_until(self, now: datetime) -> datetime:
        """Return until when time alone brings nothing about, where there was nothing to do at *now*.

        *now* where that is not certain: then the next tick looks again. Whatever happens in the game,
        and other settings, have it looked at before.
        """

    @abstractmethod
    def act_when_due(self, means: "Means", now: datetime) -> Step | None:
        """Take the step whose time has come, or say what holds it up; None where that was said."""

    def announce(self, means: "Means", now: datetime) -> Step | None:
        """Mail the commitment, if no letters have been drawn; None where that was done."""
        return None

    def waits_for_words(self) -> bool:
        """Tell whether the commitment was mailed, and nothing has been drawn since."""
        return False

    @abstractmethod
    def may_go_on(self) -> bool:
        """Tell whether there may be a step that waits for no clock."""

    @abstractmethod
    def go_on(self, means: "Means", now: datetime) -> Step | None:
        """Take that step; None where it waits for somebody."""

    def desk(self, office: Office, now: datetime) -> Struct | None:
        """Return how the game stands for its game master, who must not see moves where he plays."""
        return None

    def ask(self, office: Office, now: datetime) -> Step | None:
        """Put before the game master what he must rule on; None where he was asked already."""
        return None

    @abstractmethod
    def remind(self, office: Office, now: datetime, *, is_complete: bool) -> Iterator[Step]:
        """Yield the reminders that are owed; to players only if all mail was read."""

    # What reminders and questions have in common.

    def unknown(self, word: str, office: Office, laying: Laying) -> Unknown:
        """Return what the word list does not know of a word that waits for a ruling."""
        verdict = office.lexicon.verdict(word, laying, self.running.game.rulings)
        return verdict if isinstance(verdict, Unknown) else Unknown(())

    def tell_game_master(
        self, matter: Matter | Content, office: Office, key: str, now: datetime
    ) -> Owed:
        """Owe the game master a mail, or the notice of a matter of this game."""
        running = self.running
        content = Notice(matter, running.policy) if isinstance(matter, Matter) else matter
        return owe_to_game_master(office.house, content, key, now, running=running)

    def once(self, what: str, key: str, mails: Iterable[Owed], now: datetime) -> Step | None:
        """Owe mails once, and note *what* they say; None where that is noted."""
        if what in self.running.game.noted:
            return None
        return step_of(key, self.running, Noted(what, now), mails=mails)

    def say_once(
        self, what: str, matter: Matter | Content, office: Office, now: datetime
    ) -> Step | None:
        """Tell the game master something once, and note that."""
        key = f"{what}:{self.running.game.id}"
        return self.once(what, key, (self.tell_game_master(matter, office, key, now),), now)


def family_of(running: RunningGame) -> Family:
    """Return the referee of a game, of its own kind; one that nobody plays is not loaded."""
    return cast(Family, kind_of(running.game).family(running))


def as_meant(
    entries: Sequence[Entry], default: str | None, games: Mapping[str, RunningGame]
) -> tuple[Entry, ...]:
    """Return the entries of a mail, each as the state of its game tells what it means."""
    named = [entry.game if isinstance(entry.game, str) else None for entry in entries]
    return tuple(
        family_of(games[id_]).as_meant(entry) if (id_ := game or default) else entry
        for entry, game in zip(entries, named, strict=True)
    )


def begin(policy: GamePolicy, seed: bytes, lexicon: Lexicon) -> tuple[Event, ...]:
    """Return the events with which a game of the settings begins, or is taken over.

    What follows is the first drawing.
    """
    kind = kind_named(policy.family)
    made, rules = cast(Any, kind.opened), cast(Any, policy).rules
    opened: Event = made(
        id=policy.id,
        title=policy.title,
        variant=policy.variant,
        rules=rules,
        commitment=commitment(seed),
        lexicon=lexicon.name,
        lexicon_sha256=lexicon.sha256,
        **kind.opens_with(policy, seed),
    )
    return (opened, *kind.first_players(policy, opened), *file_rulings(policy, None))
