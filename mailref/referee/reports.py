"""Who is told what: of a game that is opened, of a round that has been closed, of a tournament.

A tournament tells pairings, the table after each round, the end (other games 4).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from mailref.games.by_turns.contents import ChallengeRefused, TournamentNews
from mailref.games.chance import Chance
from mailref.games.events import Event, Noted
from mailref.games.rounds.closed_round import ClosedRound
from mailref.games.rounds.closing import TopFinder
from mailref.games.rounds.past_rounds import Reports
from mailref.games.rounds.past_scores import Correction, EarlierRounds
from mailref.games.rounds.round_game import RoundGame
from mailref.games.schedule import has_come
from mailref.games.tournament.tournament import (
    OutcomeTaken,
    PlayerWithdrew,
    RoundPaired,
    System,
    Tournament,
    TournamentEnded,
    TournamentEvent,
    TournamentOpened,
    apply_tournament,
    challenged,
    why_not_challenged,
)
from mailref.orders.names import find_name, folded
from mailref.reading.incoming_mail import IncomingMail, Proof
from mailref.record.game_json import Seals, newest_seal, shortened
from mailref.referee.contents import Announcement, Content
from mailref.referee.findings import Office
from mailref.referee.lots import ANNOUNCED, announced_at, draws_at
from mailref.referee.mails import (
    Decision,
    Owed,
    Step,
    addresses_of,
    owe_to_game_master,
    owe_to_player,
    owe_to_subscriber,
    subscribers_of,
)
from mailref.referee.policy import ConfiguredPlayer, GamePolicy, House, RunningGame, Trust


class Means(Struct, frozen=True):
    """What a step needs beside the game: chance, the search for the top, the closed rounds."""

    office: Office
    chance: Chance
    find_top: TopFinder
    history: Reports | None = None
    """What has been told of this record's rounds; only read when a report may be made."""
    log: tuple[Event, ...] = ()
    """All that has happened in the game; only read where an order may be taken back."""
    seals: Seals = field(default_factory=Seals)
    """The hashes of the reports before; the machine hands them on."""

    def after(self, events: Iterable[Event]) -> "Means":
        """Return the means for what is decided after *events*."""
        happened = tuple(events)
        history = None if self.history is None else self.history.after(happened)
        return replace(self, history=history, log=(*self.log, *happened))

    def rounds(self, game: RoundGame) -> tuple[ClosedRound, ...]:
        """Return the closed rounds of *game* that are whole; without a history, the last one only."""
        if self.history is not None:
            return self.history.history.rounds
        return (game.last,) if game.last else ()

    @property
    def shortened(self) -> "Means":
        """Return what the next report needs of these means: of many rounds the last one whole."""
        return (
            self
            if self.history is None
            else replace(self, history=shortened(self.history, self.seals))
        )

    @property
    def earlier(self) -> EarlierRounds:
        """Return the closed rounds before those that are whole."""
        return EarlierRounds() if self.history is None else self.history.history.earlier

    @property
    def corrected(self) -> tuple[Correction, ...]:
        """Return the corrections of which the report owed now is the first to tell."""
        return () if self.history is None else self.history.first_told

    def seal(self) -> str:
        """Return the hash of what the report owed now tells; "" where the record is not whole."""
        return newest_seal(self.history, self.seals) if self.history is not None else ""


def comment_of(running: RunningGame) -> str:
    """Return the game master's comment if it was not printed in an earlier round's report."""
    comment = running.policy.comment
    number = running.game.number_now
    is_old = any(n < number and k == "comment" and v == comment for n, k, v in running.game.spent)
    return "" if is_old else comment


def to_all(
    running: RunningGame,
    office: Office,
    content: Callable[[str | None], Content],
    key: str,
    now: datetime,
    *,
    readers: Iterable[str],
) -> Iterator[Owed]:
    """Owe one mail each to players, game master and subscribers; *readers* names the players."""
    players = [running.game.players[name] for name in readers]
    for player in players:
        yield from owe_to_player(running, player, content(player.name), key, now)
    is_player = any(office.house.gamemaster_address in addresses_of(player) for player in players)
    if not is_player:
        his = content(None).for_the_desk()
        yield owe_to_game_master(
            office.house, his, key, now, policy=running.policy, game=running.game
        )
    for address in subscribers_of(running):
        if address != office.house.gamemaster_address:
            yield owe_to_subscriber(running, address, content(None), key, now)


def announce(
    running: RunningGame, means: Means, now: datetime, *, readers: Iterable[str]
) -> Step | None:
    """Mail the commitment to all, once, some time before the first letters; else the opening has it."""
    game, policy = running.game, running.policy
    if not policy.announce or announced_at(game) is not None:
        return None
    opens = now + policy.announce
    content = Announcement(game, policy, opens, opens - policy.lots_until)
    key = f"announcement:{game.id}"
    mails = tuple(to_all(running, means.office, lambda _: content, key, now, readers=readers))
    noted = Noted(ANNOUNCED + now.isoformat(), now)
    return Step(key, Decision(((game.id, noted),), mails))


def is_before_opening(running: RunningGame, now: datetime) -> bool:
    """Tell whether words may still come before the first letters are drawn (`announce`)."""
    drawn = draws_at(running)
    return drawn is not None and not has_come(drawn, now)


_Told = TournamentOpened | RoundPaired | OutcomeTaken | TournamentEnded
"""Events of which somebody is told; of a withdrawal the next pairing tells."""


def tournament_mails(  # noqa: PLR0917  the tournament, what happened in it, and its people
    before: Tournament | None,
    event: TournamentEvent,
    players: Sequence[ConfiguredPlayer],
    language: str,
    house: House,
    at: datetime,
) -> Iterator[Owed]:
    """Owe to those whom it concerns what *event* makes of a tournament.

    On a ladder that is the two who play, also after their game; else all. The game master is told,
    too; who has no address is told nothing. Of openings only that of a ladder is told: there nobody
    hears of it otherwise.
    """
    if isinstance(event, PlayerWithdrew):
        return
    now = apply_tournament(before, event)
    if isinstance(event, TournamentOpened | OutcomeTaken) and now.plan.system is not System.LADDER:
        return
    before = before or now
    concerned = set(_concerned(now, event))
    key = f"tournament:{now.plan.id}:{_what(event)}"
    told: set[str] = set()
    for player in players:
        for address in player.addresses[:1]:
            if player.name in concerned:
                told.add(address.lower())
                news = TournamentNews(before, now, event, player.name)
                spoken = player.language or language
                yield _owed(news, f"{key}:{player.name}", address, player.name, spoken, at)
    master = house.gamemaster_address
    if master.lower() not in told:
        news = TournamentNews(before, now, event, None)
        yield _owed(news, f"{key}:", master, house.gamemaster_name, language, at)


class Ladder(Struct, frozen=True):
    """A ladder as it stands, with its people."""

    now: Tournament
    players: tuple[ConfiguredPlayer, ...]
    policy: GamePolicy

    def who(self, mail: IncomingMail) -> str | None:
        """Return who of the ladder wrote a mail; of several at one address who is named in From."""
        sender = mail.sender or ""
        mine = [p.name for p in self.players if sender in map(str.lower, p.addresses)]
        by_name = [name for name in mine if folded(name) == folded(mail.sender_name)]
        return next(iter(by_name if len(mine) > 1 else mine), None)

    def is_proven(self, mail: IncomingMail) -> bool:
        """Tell whether a mail proves its sender as far as the games of the ladder demand it."""
        if mail.proof is Proof.NONE:
            return self.policy.trust is Trust.ADDRESS
        is_token = self.policy.trust is Trust.TOKEN
        return mail.proof is Proof.CONFIRMED or (mail.proof is Proof.PASSED and not is_token)


def challenge_by_mail(
    ladder: Ladder, mail: IncomingMail, named: str, seed: bytes, received: datetime
) -> RoundPaired | ChallengeRefused | None:
    """Return the meeting for which a player of a ladder asks, or why there is none.

    None where the mail is of nobody who stands on it.
    """
    player = ladder.who(mail)
    if player is None:
        return None
    others = tuple(name for name in ladder.now.order if name != player)
    found = find_name(named, others)
    if not isinstance(found, str):
        return ChallengeRefused(ladder.now, player, named, UNKNOWN_NAME, found)
    if not ladder.is_proven(mail):
        return ChallengeRefused(ladder.now, player, found, UNPROVEN, ())
    why = why_not_challenged(ladder.now, player, found)
    if why is not None:
        return ChallengeRefused(ladder.now, player, found, why.value, ())
    return challenged(ladder.now, player, found, seed, received)


UNKNOWN_NAME, UNPROVEN = "unknown_name", "unproven"


def challenge_refused(
    refused: ChallengeRefused, ladder: Ladder, mail: IncomingMail, key: str, at: datetime
) -> Owed:
    """Owe to who challenged why nothing has come of it."""
    player = next(each for each in ladder.players if each.name == refused.player)
    spoken = player.language or ladder.policy.language
    return _owed(refused, f"challenge:{key}", mail.sender or "", player.name, spoken, at)


def _owed(  # noqa: PLR0917  what a mail needs
    news: TournamentNews | ChallengeRefused,
    key: str,
    recipient: str,
    name: str,
    language: str,
    at: datetime,
) -> Owed:
    return Owed(
        key=f"{key}:{recipient}",
        recipient=recipient,
        name=name,
        language=language,
        game=None,
        tag=None,
        player=None,
        content=news,
        answers=None,
        at=at,
    )


def _concerned(now: Tournament, event: _Told) -> Collection[str]:
    if (
        isinstance(event, TournamentOpened | TournamentEnded)
        or now.plan.system is not System.LADDER
    ):
        return now.plan.players
    if isinstance(event, RoundPaired):
        return [name for each in event.meetings for name in each.players]
    return [final.player for final in event.outcome]


def _what(event: _Told) -> str:
    match event:
        case TournamentOpened():
            return "begin"
        case RoundPaired():
            return str(event.number)
        case OutcomeTaken():
            return event.game
        case TournamentEnded():
            return "end"
        case _:
            assert_never(event)
