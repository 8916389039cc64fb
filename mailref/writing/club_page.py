"""The page of a tournament for a club: its table, who met whom, ratings, and the proof of its lots."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mailref.rules.tournament.rating import Rating
from mailref.rules.tournament.standings import Meeting, TournamentPlace
from mailref.rules.tournament.tournament import System, Tournament
from mailref.writing.archive import ArchiveMeans, File
from mailref.writing.never_a_move import MOST_NAME, one_line


@dataclass(frozen=True, slots=True)
class MeetingSeen:
    """Who met whom, and what came of it."""

    first: str
    second: str
    results: tuple[str, ...]
    """`350 : 300` for each finished game, points of who is named first before those of the other."""
    open: int
    """Games that are not over."""


@dataclass(frozen=True, slots=True)
class PairedRound:
    """A round of the tournament, a season of a league, a challenge on a ladder."""

    number: int
    meetings: tuple[MeetingSeen, ...]
    byes: tuple[str, ...]


def club_files(now: Tournament, ratings: Sequence[Rating], means: ArchiveMeans) -> Iterator[File]:
    """Yield the files of a tournament's page; nothing comes from elsewhere."""
    yield "style.css", means.pages.get_template("archive/style.css").render().encode()
    template = means.pages.get_template("archive/tournament.html.j2")
    page = template.render(
        title=one_line(now.plan.title, MOST_NAME),
        now=now,
        system=now.plan.system.value,
        ladder=_ladder(now),
        tables=tuple(tuple(map(_named, table)) for table in _tables(now)),
        with_buchholz=now.plan.system is System.SWISS,
        rounds=tuple(_rounds(now)),
        ratings=tuple(
            (one_line(each.player, MOST_NAME), each.shown, each.games) for each in ratings
        ),
        say=means.say,
        words=means.words,
        language=means.language,
    )
    yield "index.html", page.encode()


def _ladder(now: Tournament) -> tuple[str, ...]:
    if now.plan.system is not System.LADDER:
        return ()
    return tuple(one_line(name, MOST_NAME) for name in now.order)


def _tables(now: Tournament) -> tuple[tuple[TournamentPlace, ...], ...]:
    """Return the tables; on a ladder the order is all there is."""
    return () if now.plan.system is System.LADDER else now.tables


def _named(line: TournamentPlace) -> TournamentPlace:
    return TournamentPlace(
        line.place,
        one_line(line.player, MOST_NAME),
        line.points,
        line.wins,
        line.draws,
        line.losses,
        line.buchholz,
        line.difference,
    )


def _rounds(now: Tournament) -> Iterator[PairedRound]:
    for number in range(now.number, 0, -1):
        yield PairedRound(
            number,
            tuple(_seen(each, now) for each in now.meetings if each.round == number),
            tuple(one_line(bye.player, MOST_NAME) for bye in now.byes if bye.round == number),
        )


def _seen(meeting: Meeting, now: Tournament) -> MeetingSeen:
    first, second = meeting.players
    results = []
    for game in meeting.games:
        points = {each.player: each for each in now.outcomes.get(game, ())}
        if points:
            mine, other = points[first], points[second]
            results.append(
                f"{_points(mine.points, mine.is_out)} : {_points(other.points, other.is_out)}"
            )
    return MeetingSeen(
        one_line(first, MOST_NAME),
        one_line(second, MOST_NAME),
        tuple(results),
        len(meeting.games) - len(results),
    )


def _points(points: int, is_out: bool) -> str:
    """Return `350`, or `350*` for who went out of the game."""
    return f"{points}*" if is_out else str(points)
