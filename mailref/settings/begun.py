"""The settings of games that stand in no file: those that members of a club have begun by mail."""

from pathlib import Path

from msgspec.structs import replace

from mailref.games.club.club import ClubState, GameAgreed
from mailref.referee.policy import GamePolicy
from mailref.settings.club import policy_of, titles, trust_in
from mailref.settings.load import variants
from mailref.settings.values import Settings, Surroundings

Policies = dict[GameAgreed, GamePolicy]
"""The settings of games, made once."""


def around(settings: Settings) -> Surroundings:
    """Return what the settings of such a game refer to."""
    folder = settings.club.folder if settings.club is not None else ""
    return Surroundings(Path(folder), {}, variants(), needs_secrets=False)


def titles_in(settings: Settings) -> tuple[str, ...]:
    """Return how the club is called, and what is played in it."""
    if (club := settings.club) is None:
        return ()
    return (club.title, *(each for _, names in titles(club, around(settings)) for each in names))


def with_club_games(settings: Settings, club: ClubState, known: Policies) -> Settings:
    """Return *settings* with the games that were begun; what the file says of one of them wins.

    How they are played was agreed on and stays; whom they believe is what [club] says now. *known* are those that were
    made before, and new ones are added.
    """
    named = {each.id for each in settings.games}
    begun = [each for each in club.games if each.game not in named]
    if not begun:
        return settings
    for each in begun:
        if each not in known:
            known[each] = policy_of(each, around(settings))
        if settings.club is not None and known[each].trust is not (
            trust := trust_in(settings.club)
        ):
            known[each] = replace(known[each], trust=trust)
    return replace(settings, games=(*settings.games, *(known[each] for each in begun)))
