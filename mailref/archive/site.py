"""The whole archive of a game: index, a page for each round, pictures, style; nothing from elsewhere."""

from collections.abc import Iterator

from mailref.archive.model import ArchiveMeans, OpenRound, Place, RoundPage
from mailref.archive.rounds import page_of, round_files, tiles
from mailref.mail.replies.clean import MOST_NAME, one_line
from mailref.report.record import GameRecord
from mailref.rules.game import Game, ranking

File = tuple[str, bytes]
"""A name within the folder, and what is in it."""


def archive_files(record: GameRecord, means: ArchiveMeans) -> Iterator[File]:
    """Yield every file of the archive, round by round, the index last."""
    title = one_line(record.opened.title, MOST_NAME)
    late = {name for name, player in record.game.players.items() if player.is_late_joiner}
    results = record.results()
    numbers = tuple(result.number for result in results)
    pages: list[RoundPage] = []
    for place, closed in enumerate(record.closed):
        history, totals = results[: place + 1], record.totals(place)
        made = round_files(closed, history, title, means, late=late, totals=totals)
        pages.append(made.page)
        yield from made.pictures
        yield made.page.file, _page("round", means, title=title, page=made.page, numbers=numbers)
    yield "style.css", means.pages.get_template("archive/style.css").render().encode()
    yield (
        "index.html",
        _page(
            "index",
            means,
            title=title,
            pages=tuple(reversed(pages)),
            numbers=numbers,
            places=tuple(_places(record.game)),
            going_on=_going_on(record.game, means),
            game=record.game,
            lexicon=one_line(record.opened.lexicon),
        ),
    )


def _page(name: str, means: ArchiveMeans, **values: object) -> bytes:
    template = means.pages.get_template(f"archive/{name}.html.j2")
    return template.render(
        values, say=means.say, words=means.words, language=means.language, page_of=page_of
    ).encode()


def _places(game: Game) -> Iterator[Place]:
    totals = {name: player.total for name, player in game.players.items()}
    ranks = ranking(totals)
    for name in sorted(totals, key=lambda name: (ranks[name], name)):
        yield Place(ranks[name], one_line(name, MOST_NAME), totals[name])


def _going_on(game: Game, means: ArchiveMeans) -> OpenRound | None:
    if game.round is None:
        return None
    zat = means.words.phrase("zat", game.round.deadline, means.zone)
    return OpenRound(game.round.number, tiles(game.rack, means), zat)
