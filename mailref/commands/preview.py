"""`mailref preview`, `print` and `sheet`: a report as it would go out, or of a closed round; empty forms."""

from collections.abc import Iterator
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from types import MappingProxyType

import click
from msgspec.structs import replace

from mailref import assets
from mailref.assembly import painter
from mailref.commands.sources import (
    Recorded,
    in_rounds,
    moment,
    now_option,
    progress,
    recorded_game,
    settings_option,
)
from mailref.errors import MailrefError
from mailref.games.bingo.policy import RunningBingo
from mailref.games.bingo.steps import report_now
from mailref.games.by_turns.play import report_as_it_stands
from mailref.games.by_turns.policy import RunningTurns
from mailref.games.chance import Chance
from mailref.games.replay import follow
from mailref.games.rounds.policy import RunningRounds
from mailref.games.rounds.register import synchronise
from mailref.games.rounds.report_mail import page_format, printed_report
from mailref.games.rounds.steps import NoPreview, Preview, WhyNoPreview, preview_of
from mailref.games.solitaire.policy import RunningSolo
from mailref.games.solitaire.tables import league_news
from mailref.office import house_of, office_of, running_game
from mailref.referee.contents import Report
from mailref.referee.mails import owe_to_game_master
from mailref.referee.policy import GamePolicy, House, Ink, Paper, RunningGame
from mailref.referee.reports import Means, report_again
from mailref.report.maker import MakerHere
from mailref.report.pdf import FormLabels, forms_pdf
from mailref.settings.game_parts import Language
from mailref.terminal import say
from mailref.tops import find_top
from mailref.writing.compose import compose_all
from mailref.writing.scene import ReplyMeans, Words, reply_means
from mailref.writing.views import with_filters

_REFUSALS = {
    WhyNoPreview.GAME_MASTER_PLAYS: "you play in this game: no preview before the ZAT",
    WhyNoPreview.NOTHING_CLOSED: "no round has been opened yet: there is nothing to report",
}
_NAMES = {
    "application/pdf": "sheet.pdf",
    "text/csv": "sheet.csv",
    "text/calendar": "zat.ics",
}


@click.command()
@click.argument("game")
@click.option(
    "--out",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder to write to (default: preview-GAME).",
)
@now_option
@settings_option
def command(game: str, out: Path | None, now: str | None, config: str) -> None:
    """Make the report as it would go out now.

    Mail (.eml, .html, .txt), board, chart and score sheet (.pdf, .csv), marked as a preview.
    Nothing is recorded, nothing is sent.
    """
    at = moment(now, "--now") if now else datetime.now(UTC)
    folder = out or Path(f"preview-{game}")
    with recorded_game(config, game) as recorded, progress() as shown:
        shown.add_task(f"making the report of {game}", total=None)
        running = _any_running(recorded)
        if isinstance(running, RunningSolo):
            mail = _made_of_league(recorded, running, at)
        elif isinstance(running, RunningTurns):
            number, mail = _made_in_turns(recorded, running, at)
        elif isinstance(running, RunningBingo):
            number, mail = _made_in_bingo(recorded, running, at)
        else:
            preview, mail = _made(recorded, at)
            number = preview.report.round.number
    if isinstance(running, RunningSolo):
        _write(folder, mail)
        is_over = running.game.is_over
        say(f"{folder}: {'the table' if is_over else 'who plays; the table comes at the ZAT'}")
        return
    if isinstance(running, RunningTurns):
        _write(folder, mail)
        say(f"{folder}: the report before turn {number}, as all may see it")
        return
    if isinstance(running, RunningBingo):
        _write(folder, mail)
        say(f"{folder}: the report before the ZAT of round {number}, as all may see it")
        return
    _write(folder, mail)
    for line in _assumed(preview):
        say(line, err=True)
    say(f"{folder}: the report of round {number}, a preview")


def _write(folder: Path, mail: bytes) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files_of(mail):
        (folder / name).write_bytes(data)


def _made_in_turns(recorded: Recorded, running: RunningTurns, at: datetime) -> tuple[int, bytes]:
    """Return the turn that is made and the public report as the game stands: no rack is in it."""
    games = MappingProxyType({recorded.id: running})
    secret = recorded.journal.installation.secret() or bytes(32)
    office = office_of(recorded.settings, games, secret, records=recorded.journal.games)
    number = running.game.turn.number if running.game.turn else running.game.first_turn
    key = f"preview:{recorded.id}:{number}:{at.isoformat()}"
    owed = owe_to_game_master(
        office.house,
        report_as_it_stands(running, office),
        key,
        at,
        policy=running.policy,
        game=running.game,
    )
    house = _house(recorded, running.policy)
    (composed,) = compose_all([owed], _means(house))
    return number, composed.data


def _house(recorded: Recorded, policy: GamePolicy) -> House:
    """Return who writes about a game, from its mailbox."""
    secret = recorded.journal.installation.secret() or bytes(32)
    return house_of(recorded.settings, secret, recorded.settings.box(policy.mailbox))


def _means(house: House) -> ReplyMeans:
    """Return what a mail is written with that nobody is waiting for: all of it in this process."""
    return reply_means(assets.template_environment, painter(), MakerHere(painter()), house)


def _made_of_league(recorded: Recorded, running: RunningSolo, at: datetime) -> bytes:
    """Return the mail to all as a league stands: before its end nobody's table is in it."""
    house = _house(recorded, running.policy)
    news = league_news(running, seed=running.game.seed or "")
    key = f"preview:{recorded.id}:{at.isoformat()}"
    owed = owe_to_game_master(house, news, key, at, policy=running.policy, game=running.game)
    (composed,) = compose_all([owed], _means(house))
    return composed.data


def _made_in_bingo(recorded: Recorded, running: RunningBingo, at: datetime) -> tuple[int, bytes]:
    """Return the round that is open and the public report as the game stands: nobody's words are in it."""
    house = _house(recorded, running.policy)
    number = running.game.round_number
    key = f"preview:{recorded.id}:{number}:{at.isoformat()}"
    content = report_now(running)
    owed = owe_to_game_master(house, content, key, at, policy=running.policy, game=running.game)
    (composed,) = compose_all([owed], _means(house))
    return number, composed.data


def _made(recorded: Recorded, at: datetime) -> tuple[Preview, bytes]:
    """Return the preview and its mail to the game master; MailrefError says why there is none."""
    running, means = _as_it_is(recorded, at)
    preview = preview_of(running, means, at)
    if isinstance(preview, NoPreview):
        raise MailrefError(f"{recorded.id}: {_REFUSALS[preview.why]}")
    report = preview.report
    key = f"preview:{recorded.id}:{report.round.number}:{at.isoformat()}"
    house = _house(recorded, running.policy)
    owed = owe_to_game_master(house, report, key, at, policy=report.policy, game=report.game)
    (composed,) = compose_all([owed], _means(house))
    return preview, composed.data


def _as_it_is(recorded: Recorded, at: datetime) -> tuple[RunningRounds, Means]:
    """Return the game as the settings have it now, whatever of them is recorded yet."""
    journal, running = recorded.journal, _running(recorded)
    secret = journal.installation.secret() or bytes(32)
    office = office_of(recorded.settings, MappingProxyType({recorded.id: running}), secret)
    history = journal.games.reports(recorded.id)
    means = Means(office, Chance(journal.games.seed(recorded.id)), find_top, history)
    step = synchronise(running, means, at, "preview")
    if step is None:
        return running, means
    events = [event for _, event in step.decision.events]
    return replace(running, game=follow(running.game, events)), means.after(events)


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


def _assumed(preview: Preview) -> Iterator[str]:
    if preview.undecided:
        words = ", ".join(preview.undecided)
        taken = "valid" if preview.accepted else "not valid"
        yield f"undecided, here taken as {taken}: {words}"
    if preview.tie:
        yield f"equal best moves, here the first is laid: {'; '.join(preview.tie)}"


@click.command()
@click.argument("game")
@click.argument("round_number", metavar="[ROUND]", type=click.IntRange(min=1), required=False)
@click.option(
    "--paper",
    type=click.Choice([each.value for each in Paper]),
    help="The size of the pages (default: as [report] says).",
)
@click.option(
    "--theme",
    type=click.Choice([each.value for each in Ink]),
    help="In colour, or black and white (default: as [report] says).",
)
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file to write (default: GAME-RN.pdf).",
)
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
        page = page_format(
            Paper(paper) if paper else chosen.paper, Ink(theme) if theme else chosen.theme
        )
        report = _closed_round(recorded, round_number)
        house = _house(recorded, report.policy)
        data = printed_report(report, _means(house), page)
    path = out or Path(f"{game}-R{report.round.number}.pdf")
    path.write_bytes(data)
    say(f"{path}: the report of round {report.round.number}")


def _closed_round(recorded: Recorded, number: int | None) -> Report:
    """Return the report of a closed round; MailrefError says which rounds there are."""
    running = _running(recorded)
    history = recorded.journal.games.reports(recorded.id)
    closed = [each.number for each in history.history.rounds]
    if not closed:
        raise MailrefError(
            f"{recorded.id}: no round has been closed yet: there is nothing to print"
        )
    events = recorded.journal.games.events(recorded.id)
    report = report_again(running, events, history, closed[-1] if number is None else number)
    if report is None:
        raise MailrefError(
            f"{recorded.id}: round {number} is not closed; closed are {closed[0]} to {closed[-1]}"
        )
    return report


def _running(recorded: Recorded) -> RunningRounds:
    return in_rounds(_any_running(recorded))


def _any_running(recorded: Recorded) -> RunningGame:
    if recorded.policy is None:
        raise MailrefError(f"no game {recorded.id!r} in the settings")
    game = recorded.journal.games.load(recorded.id)
    assert game is not None, "recorded_game has looked"  # noqa: S101  states the promise to mypy
    return running_game(game, recorded.policy)


@click.command()
@click.option("--blank", is_flag=True, required=True, help="Empty forms: there are no others.")
@click.option(
    "--language",
    type=click.Choice([each.value for each in Language]),
    default=Language.GERMAN.value,
    help="The language of the headings (default: de).",
)
@click.option(
    "--paper",
    type=click.Choice([each.value for each in Paper]),
    default=Paper.A4.value,
    help="The size of the pages (default: a4).",
)
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("sheet.pdf"),
    help="The file to write (default: sheet.pdf).",
)
def sheet(blank: bool, language: str, paper: str, out: Path) -> None:  # noqa: ARG001  click gives each option by its name
    """Write an empty score sheet and the list of letters as a PDF.

    The booklet's pages to copy: a score sheet for four, and a box for each tile to cross out.
    """
    words = Words(with_filters(assets.template_environment(language), language))
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
    data = forms_pdf(labels, painter().fonts, page_format(Paper(paper), Ink.PRINT))
    out.write_bytes(data)
    say(f"{out}: score sheet and list of letters")
