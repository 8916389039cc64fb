"""Who is told what of a tournament: pairings, the table after each round, the end (other games 4)."""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import assert_never

from mailref.referee.mails import Owed
from mailref.referee.policy import ConfiguredPlayer, House
from mailref.referee.turn_contents import TournamentNews
from mailref.rules.tournament.tournament import (
    OutcomeTaken,
    RoundPaired,
    System,
    Tournament,
    TournamentEnded,
    TournamentEvent,
    TournamentOpened,
    apply_tournament,
)


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
    too; who has no address is told nothing.
    """
    if before is None or isinstance(event, TournamentOpened):
        return
    if isinstance(event, OutcomeTaken) and before.plan.system is not System.LADDER:
        return
    now = apply_tournament(before, event)
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


def _owed(  # noqa: PLR0917  what a mail needs
    news: TournamentNews, key: str, recipient: str, name: str, language: str, at: datetime
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


def _concerned(
    now: Tournament, event: RoundPaired | OutcomeTaken | TournamentEnded
) -> Collection[str]:
    if isinstance(event, TournamentEnded) or now.plan.system is not System.LADDER:
        return now.plan.players
    if isinstance(event, RoundPaired):
        return [name for each in event.meetings for name in each.players]
    return [final.player for final in event.outcome]


def _what(event: RoundPaired | OutcomeTaken | TournamentEnded) -> str:
    match event:
        case RoundPaired():
            return str(event.number)
        case OutcomeTaken():
            return event.game
        case TournamentEnded():
            return "end"
        case _:
            assert_never(event)
