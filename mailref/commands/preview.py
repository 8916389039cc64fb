"""`mailref preview`, `print` and `sheet`: a report as it would go out, or of a closed round; empty forms."""

from collections.abc import Iterator
from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from types import MappingProxyType

import click
from msgspec.structs import replace

from mailref import assets
from mailref.assembly import painter, words_of
from mailref.commands.options import options
from mailref.commands.sources import Recorded, now_option, progress, recorded_game, settings_option
from mailref.errors import MailrefError
from mailref.games.chance import Chance
from mailref.games.kind import kind_of
from mailref.languages import LANGUAGES
from mailref.office import house_of, office_of, running_game
from mailref.referee.mails import Previewed, owe_to_game_master
from mailref.referee.policy import GamePolicy, House, Ink, Paper, RunningGame
from mailref.referee.reports import Means
from mailref.report.pdf import FormLabels, MakerHere, forms_pdf
from mailref.settings.offered import tiles_of
from mailref.terminal import say
from mailref.tops import find_top
from mailref.writing.compose import compose_all
from mailref.writing.scene import ReplyMeans, page_format, reply_means

_NAMES = {"application/pdf": "sheet.pdf", "text/csv": "sheet.csv", "text/calendar": "zat.ics"}

_SIZES = click.Choice([each.value for each in Paper])
_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("game")
@options("preview", out=click.Path(path_type=Path, file_okay=False))
@now_option
@settings_option
def command(game: str, out: Path | None, now: datetime, config: str) -> None:
    """Write the report as it would go out now, without sending it.

    Mail (.eml, .html, .txt), board, chart and score sheet (.pdf, .csv), marked as a preview.
    Nothing is recorded, nothing is sent.
    """
    folder = out or Path(f"preview-{game}")
    with recorded_game(config, game) as recorded, progress() as shown:
        shown.add_task(f"making the report of {game}", total=None)
        running = _running(recorded)
        found, mail = _made(recorded, running, now)
    _write(folder, mail)
    for line in found.assumed:
        say(line, err=True)
    say(f"{folder}: {found.says}")


def _write(folder: Path, mail: bytes) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files_of(mail):
        (folder / name).write_bytes(data)


def _house(recorded: Recorded, policy: GamePolicy) -> House:
    """Return who writes about a game, from its mailbox."""
    secret = recorded.journal.installation.secret() or bytes(32)
    return house_of(recorded.settings, secret, recorded.settings.box(policy.mailbox))


def _means(house: House) -> ReplyMeans:
    """Return what a mail is written with that nobody is waiting for: all of it in this process."""
    return reply_means(assets.template_environment, painter(), MakerHere(painter()), house)


def _made(recorded: Recorded, running: RunningGame, at: datetime) -> tuple[Previewed, bytes]:
    """Return the report as it would go out, and its mail to the game master."""
    journal = recorded.journal
    secret = journal.installation.secret() or bytes(32)
    games = MappingProxyType({recorded.id: running})
    office = replace(office_of(recorded.settings, games, secret), records=journal.games)

    def means() -> Means:
        history = journal.games.reports(recorded.id)
        chance = Chance(journal.games.seed(recorded.id), running.game.tile_set)
        return Means(office, chance, find_top, history)

    found = kind_of(running.game).shown().preview(running, office, means, at)
    about = [recorded.id] if found.number is None else [recorded.id, str(found.number)]
    key = ":".join(["preview", *about, at.isoformat()])
    house = _house(recorded, running.policy)
    owed = owe_to_game_master(house, found.content, key, at, running=running)
    (composed,) = compose_all([replace(owed, tag=found.tag)], _means(house))
    return found, composed.data


def files_of(mail: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the parts of a report as files: the HTML shows the pictures that lie beside it."""
    message = message_from_bytes(mail, policy=default)
    assert isinstance(message, EmailMessage)  # noqa: S101  that policy makes no other
    yield "report.eml", mail
    html = ""
    for part in message.walk():
        data = part.get_payload(decode=True)
        if not isinstance(data, bytes):
            continue
        cid = str(part["Content-ID"] or "").strip("<>")
        match part.get_content_type():
            case "text/plain" if not part.is_attachment():
                yield "report.txt", data.replace(b"\r\n", b"\n")
            case "text/html":
                html = data.decode()
            case "image/png" if cid:
                name = f"{cid.partition('.')[0]}.png"
                html = html.replace(f"cid:{cid}", name)
                yield name, data
            case kind if kind in _NAMES:
                yield _NAMES[kind], data
            case _:
                continue
    yield "report.html", html.encode()


@click.command()
@click.argument("game")
@click.argument("round_number", metavar="[ROUND]", type=click.IntRange(min=1), required=False)
@options("print", paper=_SIZES, theme=click.Choice([each.value for each in Ink]), out=_FILE)
@settings_option
def print_report(  # noqa: PLR0917  click gives each option by its name
    game: str,
    round_number: int | None,
    paper: str | None,
    theme: str | None,
    out: Path | None,
    config: str,
) -> None:
    """Write the report of a closed round as a PDF for the zine, the press included.

    Without ROUND it is the round closed last. An earlier one is printed as it went out, but for
    what has been corrected since.
    """
    with recorded_game(config, game) as recorded:
        chosen = recorded.settings.report
        size = Paper(paper) if paper else chosen.paper
        page = page_format(size, Ink(theme) if theme else chosen.theme)
        running = _running(recorded)
        files = kind_of(running.game).files()
        if not hasattr(files, "printed"):
            raise MailrefError(
                f"{game!r} is of a kind whose reports cannot be printed: "
                f"its pages are made by 'mailref export {game} --format html'"
            )
        history = recorded.journal.games.reports(recorded.id)
        events = recorded.journal.games.events(recorded.id)
        means = _means(_house(recorded, running.policy))
        number, data = files.printed(running, history, events, round_number, means, page)
    path = out or Path(f"{game}-R{number}-{size.value}.pdf")
    path.write_bytes(data)
    say(f"{path}: the report of round {number}")


def _running(recorded: Recorded) -> RunningGame:
    if recorded.policy is None:
        raise MailrefError(f"no game {recorded.id!r} in the settings")
    game = recorded.journal.games.load(recorded.id)
    assert game is not None, "recorded_game has looked"  # noqa: S101  states the promise to mypy
    return running_game(game, recorded.policy)


@click.command()
@options(
    "sheet",
    language=click.Choice(LANGUAGES),
    tiles=click.Choice(assets.tile_set_names()),
    paper=_SIZES,
    out=_FILE,
)
def sheet(
    blank: bool,  # noqa: ARG001  click gives each option by its name
    language: str,
    tiles: str | None,
    paper: str,
    out: Path | None,
) -> None:
    """Write an empty score sheet and the list of letters as a PDF.

    The booklet's pages to copy: a score sheet for four, and a box for each tile to cross out.
    """
    words = words_of(language)
    labels = FormLabels(
        score_sheet=words.label("form_score_sheet"),
        letter_list=words.label("form_letter_list"),
        player=words.label("player_key"),
        points=words.label("chart_points"),
        total=words.label("table_total"),
        game=words.label("form_game"),
        day=words.label("form_day"),
        letters=words.letters,
    )
    listed = assets.tile_file(tiles or tiles_of(language)).tiles
    data = forms_pdf(labels, painter().fonts, page_format(Paper(paper), Ink.PRINT), listed)
    path = out or Path(f"sheet-{paper}.pdf")
    path.write_bytes(data)
    say(f"{path}: score sheet and list of letters")
