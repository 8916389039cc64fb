"""What the pages that anybody may read tell of more than one game: ratings, tournaments, who takes part in them.

Players stand there as they do on the pages of their games: by name where they have agreed to that in one of
them, else by initials.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from mailref.games.naming import is_forgotten
from mailref.games.tournament.standings import Final, FinalScores, TournamentPlace, ratings
from mailref.games.tournament.tournament import System, Tournament, begins
from mailref.record.renaming import free_of, initials
from mailref.writing import site

Names = Mapping[str, Sequence[str]]
"""The names of the players of each game, in the order in which its page has them: no page tells them."""


ShownPlayers = Mapping[str, site.PlayerOnSite]
"""Players as pages show them who play several games, by name."""


def shown_in(seen: Iterable[tuple[str, site.PlayerOnSite | None]]) -> ShownPlayers:
    """Return how players stand on pages about several games; *seen* is how they stand in each, as it is known.

    Initials that several have in common are numbered.
    """
    found: dict[str, site.PlayerOnSite] = {}
    for name, player in seen:
        before = found.get(name)
        shown = player or before or site.PlayerOnSite(initials(name), "")
        found[name] = before if before is not None and before.page and not shown.page else shown
    taken = {player.name for player in found.values() if player.page}
    return {
        name: player if player.page else site.PlayerOnSite(free_of(player.name, taken), "")
        for name, player in found.items()
    }


def ratings_on_site(
    games: Iterable[site.GameOnSite], names: Names
) -> tuple[site.RatingsOnSite, ...]:
    """Return the ratings by all games that are over: those in turns, and those in rounds."""
    rated = (each for each in games if each.results and each.id in names)
    over = sorted(rated, key=lambda each: each.when_over)
    seen = (pair for game in over for pair in zip(names[game.id], game.players, strict=True))
    shown = shown_in(seen)
    both = (("ratings", True), ("ratings_in_rounds", False))
    found = ((what, _rated(over, names, shown, in_turns=in_turns)) for what, in_turns in both)
    return tuple(site.RatingsOnSite(what, rows) for what, rows in found if rows)


def winners(finals: FinalScores) -> tuple[str, ...]:
    """Return who has won a game: all who are ahead of everybody else; of one player nobody."""
    best = max((each.worth for each in finals), default=None)
    return tuple(each.player for each in finals if each.worth == best and len(finals) > 1)


def _rated(
    over: Iterable[site.GameOnSite], names: Names, shown: ShownPlayers, *, in_turns: bool
) -> tuple[site.RatingOnSite, ...]:
    outcomes = (
        tuple(
            Final(_rated_as(who, game.id), points, is_out=why != "")
            for who, (points, why) in zip(names[game.id], game.results, strict=True)
        )
        for game in over
        if game.in_turns is in_turns
    )
    rows = (
        site.RatingOnSite(shown[each.player], each.shown, each.games)
        for each in ratings(outcomes)
        if each.player in shown
    )
    return tuple(sorted(rows, key=lambda each: (-each.value, each.player.name)))


def _rated_as(player: str, game: str) -> str:
    """Return by what a player is told apart: who was forgotten has his name in one game alone, and no rating."""
    return f"{player} {game}" if is_forgotten(player) else player


def shown_in_tournament(
    now: Tournament, games: Mapping[str, site.GameOnSite], names: Names
) -> ShownPlayers:
    """Return how the players of a tournament stand on its pages.

    Who was renamed in one of its games stands there under that name: all others are named as it began.
    """
    seated = tuple(_seated(now, games, names))
    renamed = {name for name, called, _ in seated if called != name and not is_forgotten(called)}
    return shown_in((
        *((name, None) for name in now.plan.players),
        *(
            (name, player)
            for name, called, player in seated
            if name not in renamed or called != name
        ),
    ))  # fmt: skip


def _seated(
    now: Tournament, games: Mapping[str, site.GameOnSite], names: Names
) -> Iterator[tuple[str, str, site.PlayerOnSite]]:
    """Yield the players of each game by their names in the tournament, as they are called in it, and as shown."""
    for meeting in now.meetings:
        for game in meeting.games:
            if game in games:
                places = zip(names.get(game, ()), games[game].players, strict=False)
                for name, (called, player) in zip(begins(meeting, game), places, strict=False):
                    yield name, called, player


def tournament_on_site(now: Tournament, shown: ShownPlayers) -> site.TournamentOnSite:
    """Return what the front page tells of a tournament."""
    is_ladder = now.plan.system is System.LADDER
    return site.TournamentOnSite(
        now.plan.id,
        now.plan.title,
        now.plan.system.value,
        now.number,
        now.plan.rounds,
        now.is_over,
        tuple(_table(table, shown, has_points=not is_ladder) for table in now.tables),
    )


def _table(
    table: Iterable[TournamentPlace], shown: ShownPlayers, *, has_points: bool
) -> site.TableOnSite:
    return site.TableOnSite(
        tuple(site.LineOnSite(each.place, shown[each.player], each.points) for each in table),
        has_points=has_points,
    )
