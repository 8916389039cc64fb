"""Who is told what of a tournament: pairings, the table after each round, the end (other games 4); and challenges."""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import assert_never

from msgspec import Struct

from mailref.games.statistics import PlayerFigures
from mailref.games.tournament import tournament
from mailref.games.tournament.contents import ChallengeRefused, TournamentNews
from mailref.orders.shapes import find_name, folded
from mailref.reading.incoming_mail import IncomingMail
from mailref.referee.identity import proves_address
from mailref.referee.mails import Owed
from mailref.referee.policy import ConfiguredPlayer, GamePolicy, House

_Told = (
    tournament.TournamentOpened
    | tournament.RoundPaired
    | tournament.OutcomeTaken
    | tournament.TournamentEnded
)
"""Events of which somebody is told; of a withdrawal the next pairing tells."""


def tournament_mails(  # noqa: PLR0917  the tournament, what happened in it, and its people
    before: tournament.Tournament | None,
    event: tournament.TournamentEvent,
    players: Sequence[ConfiguredPlayer],
    language: str,
    house: House,
    at: datetime,
    statistics: tuple[PlayerFigures, ...] = (),
) -> Iterator[Owed]:
    """Owe to those whom it concerns what *event* makes of a tournament.

    On a ladder that is the two who play, also after their game; else all. The game master is told,
    too; who has no address is told nothing. Of openings only that of a ladder is told: there nobody
    hears of it otherwise.
    """
    if isinstance(event, tournament.PlayerWithdrew):
        return
    now = tournament.apply_tournament(before, event)
    if (
        isinstance(event, tournament.TournamentOpened | tournament.OutcomeTaken)
        and now.plan.system is not tournament.System.LADDER
    ):
        return
    before = before or now
    concerned = set(_concerned(now, event))
    key = f"tournament:{now.plan.id}:{_what(event)}"
    told: set[str] = set()
    for player in players:
        for address in player.addresses[:1]:
            if player.name in concerned:
                told.add(address.lower())
                news = TournamentNews(before, now, event, player.name, statistics)
                spoken = player.language or language
                yield Owed(f"{key}:{player.name}:{address}", address, player.name, spoken, news, at)
    master = house.gamemaster_address
    if master.lower() not in told:
        news = TournamentNews(before, now, event, None, statistics)
        yield Owed(f"{key}::{master}", master, house.gamemaster_name, language, news, at)


class Ladder(Struct, frozen=True):
    """A ladder as it stands, with its people."""

    now: tournament.Tournament
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
        return proves_address(mail, self.policy.trust)


def challenge_by_mail(
    ladder: Ladder, mail: IncomingMail, named: str, seed: bytes, received: datetime
) -> tournament.RoundPaired | ChallengeRefused | None:
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
    why = tournament.why_not_challenged(ladder.now, player, found)
    if why is not None:
        return ChallengeRefused(ladder.now, player, found, why.value, ())
    return tournament.challenged(ladder.now, player, found, seed, received)


UNKNOWN_NAME = "unknown_name"


UNPROVEN = "unproven"


def challenge_refused(
    refused: ChallengeRefused, ladder: Ladder, mail: IncomingMail, key: str, at: datetime
) -> Owed:
    """Owe to who challenged why nothing has come of it."""
    player = next(each for each in ladder.players if each.name == refused.player)
    spoken = player.language or ladder.policy.language
    sender = mail.sender or ""
    return Owed(f"challenge:{key}:{sender}", sender, player.name, spoken, refused, at)


def _concerned(now: tournament.Tournament, event: _Told) -> Collection[str]:
    if (
        isinstance(event, tournament.TournamentOpened | tournament.TournamentEnded)
        or now.plan.system is not tournament.System.LADDER
    ):
        return now.plan.players
    if isinstance(event, tournament.RoundPaired):
        return [name for each in event.meetings for name in each.players]
    return [final.player for final in event.outcome]


def _what(event: _Told) -> str:
    match event:
        case tournament.TournamentOpened():
            return "begin"
        case tournament.RoundPaired():
            return str(event.number)
        case tournament.OutcomeTaken():
            return event.game
        case tournament.TournamentEnded():
            return "end"
        case _:
            assert_never(event)
