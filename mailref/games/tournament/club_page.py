"""A tournament for its club: the page with table, meetings, ratings and proof of lots, and the mails
about more than one game.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.statistics import MOST_FIGURES
from mailref.games.tournament import tournament
from mailref.games.tournament.contents import ChallengeRefused, TournamentNews
from mailref.games.tournament.pairing import challengeable
from mailref.games.tournament.standings import Meeting, Rating, TournamentPlace
from mailref.report.sheet import signed
from mailref.writing.archive import ArchiveMeans, File
from mailref.writing.document import Figure, ListFigure
from mailref.writing.never_a_move import name_seen
from mailref.writing.scene import MailScene, Words

_NO_LINKS: Mapping[str, str] = MappingProxyType({})


class MeetingSeen(Struct, frozen=True):
    """Who met whom, and what came of it."""

    first: str
    second: str
    results: tuple[str, ...]
    """`350 : 300` for each finished game, points of who is named first before those of the other."""
    open: int
    """Games that are not over."""
    unplayed: int
    """Games that were ended before anybody had moved: they have no result."""
    games: tuple[str, ...]


class PairedRound(Struct, frozen=True):
    """A round of the tournament, a season of a league, a challenge on a ladder."""

    number: int
    meetings: tuple[MeetingSeen, ...]
    byes: tuple[str, ...]


def club_files(
    now: tournament.Tournament,
    ratings: Sequence[Rating],
    in_rounds: Sequence[Rating],
    means: ArchiveMeans,
    links: Mapping[str, str] = _NO_LINKS,
) -> Iterator[File]:
    """Yield the files of a tournament's page; nothing comes from elsewhere. *links*: to the pages of its games."""
    yield from means.one_page(
        "tournament",
        now.plan.title,
        now=now,
        system=now.plan.system.value,
        ladder=_ladder(now),
        tables=tuple(tuple(map(_named, table)) for table in _tables(now)),
        with_buchholz=now.plan.system is tournament.System.SWISS,
        rounds=tuple(_rounds(now)),
        links=links,
        ratings=(("ratings", ratings), ("ratings_in_rounds", in_rounds)),
    )


def _ladder(now: tournament.Tournament) -> tuple[str, ...]:
    if now.plan.system is not tournament.System.LADDER:
        return ()
    return tuple(name_seen(name) for name in now.order)


def _tables(now: tournament.Tournament) -> tuple[tuple[TournamentPlace, ...], ...]:
    """Return the tables; on a ladder the order is all there is."""
    return () if now.plan.system is tournament.System.LADDER else now.tables


def _named(line: TournamentPlace) -> TournamentPlace:
    return replace(line, player=name_seen(line.player))


def _rounds(now: tournament.Tournament) -> Iterator[PairedRound]:
    for number in range(now.number, 0, -1):
        yield PairedRound(
            number,
            tuple(_seen(each, now) for each in now.meetings if each.round == number),
            tuple(name_seen(bye.player) for bye in now.byes if bye.round == number),
        )


def _seen(meeting: Meeting, now: tournament.Tournament) -> MeetingSeen:
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
        name_seen(first),
        name_seen(second),
        tuple(results),
        sum(game not in now.outcomes for game in meeting.games),
        sum(now.outcomes.get(game) == () for game in meeting.games),
        meeting.games,
    )


def _points(points: int, is_out: bool) -> str:
    """Return `350`, or `350*` for who went out of the game."""
    return f"{points}*" if is_out else str(points)


def club_scene(
    content: TournamentNews | ChallengeRefused, _owed: object, words: Words, _means: object
) -> MailScene:
    """Return the mail about a tournament: what has happened in it, or why nobody was challenged."""
    if isinstance(content, ChallengeRefused):
        return _challenge_scene(content)
    return _news_scene(content, words)


def _news_scene(content: TournamentNews, words: Words) -> MailScene:
    """Return the mail that tells results, table, and who meets whom next."""
    now, happened, reader = content.tournament, content.happened, content.player
    rounds = {each.number: each for each in _rounds(now)}
    number = _number(now, happened)
    is_new = isinstance(happened, tournament.RoundPaired)
    paired = happened.meetings if isinstance(happened, tournament.RoundPaired) else ()
    met = [name for each in paired if reader in each.players for name in each.players]
    with_table = now.plan.system is not tournament.System.LADDER and (now.number > 1 or now.is_over)
    tables = _tables(content.before if is_new else now) if with_table else ()
    is_free = is_new and reader in {bye.player for bye in now.byes if bye.round == number}
    seen = {
        "title": name_seen(now.plan.title),
        "number": number,
        "news": _news(content, meets=bool(met), is_free=is_free),
        "is_result": isinstance(happened, tournament.OutcomeTaken),
        "ladder": _ladder(now),
        "tables": len(tables),
        "last": rounds.get(number - 1 if is_new else number),
        "next": rounds.get(number) if is_new else None,
        "opponents": tuple(name_seen(name) for name in met if name != reader),
    }
    figures: dict[str, Figure] = {
        f"table.{at}": _table_figure(table, now.plan.system is tournament.System.SWISS, words)
        for at, table in enumerate(tables, start=1)
    }
    figures_of_all = content.statistics[:MOST_FIGURES]
    values = {"c": content, "t": now, "q": seen, "figures": figures_of_all}
    return MailScene("tournament.j2", values, figures)


def _news(content: TournamentNews, *, meets: bool, is_free: bool) -> str:
    """Return what is new for a reader: the name of its template."""
    happened = content.happened
    if content.tournament.is_over:
        return "over"
    if isinstance(happened, tournament.TournamentOpened):
        return "opening"
    if isinstance(happened, tournament.OutcomeTaken):
        return "result"
    return "paired" if meets else "bye" if is_free else "going_on"


def _challenge_scene(content: ChallengeRefused) -> MailScene:
    """Return the mail that says why nobody was challenged."""
    now, player = content.tournament, content.player
    is_open = player in now.in_challenge
    may = () if is_open else challengeable(now.order, player)
    seen = {
        "title": name_seen(now.plan.title),
        "named": name_seen(content.named),
        "meant": tuple(name_seen(name) for name in content.meant),
        "ladder": _ladder(now),
        "may": tuple(name_seen(name) for name in may if name not in now.in_challenge),
        "is_open": is_open,
    }
    return MailScene("challenge_refused.j2", {"c": content, "q": seen}, {})


def _number(now: tournament.Tournament, happened: tournament.TournamentEvent) -> int:
    """Return the round that is told of: several challenges may be open at once on a ladder."""
    if isinstance(happened, tournament.OutcomeTaken):
        return next(each.round for each in now.meetings if happened.game in each.games)
    return now.number


def _table_figure(
    table: Sequence[TournamentPlace], with_buchholz: bool, words: Words
) -> ListFigure:
    heads = (
        "table_player",
        "table_rank",
        "won_drawn_lost",
        "table_points",
        "buchholz",
        "difference",
    )
    kept = [each for each in heads if with_buchholz or each != "buchholz"]
    rows = []
    for line in map(_named, table):
        buchholz = (str(line.buchholz),) if with_buchholz else ()
        record = f"{line.wins}/{line.draws}/{line.losses}"
        points = (str(line.place), record, str(line.points))
        rows.append(
            (line.player, *points, *buchholz, signed(line.difference) if line.difference else "0")
        )
    return ListFigure(tuple(words.label(each) for each in kept), tuple(rows))
