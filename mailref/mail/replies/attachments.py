"""What is attached to a report: the sheet as PDF and CSV, the next ZAT for the calendar."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from mailref.mail.replies.binding import fenced
from mailref.mail.replies.clean import MOST_NAME, lines_of, one_line
from mailref.mail.replies.letters import Attached, shared_base64
from mailref.mail.replies.means import ReplyMeans
from mailref.mail.replies.notes import late_joiners
from mailref.mail.replies.scene import Words
from mailref.mail.replies.seen import move_seen
from mailref.referee.owed import NextRound, Owed, Report
from mailref.referee.policy import GamePolicy
from mailref.report.calendar import Appointment, calendar_bytes
from mailref.report.page import Fact, PdfLabels
from mailref.report.pdf import sheet_pdf
from mailref.report.sheet import SheetData
from mailref.report.sheetcsv import sheet_csv
from mailref.report.sheetdata import sheet_data, top_move_names
from mailref.report.view import BoardView
from mailref.rules.game import Game
from mailref.rules.variant import Rules

_MOST_ROWS = 1000
"""Rows of all rounds up to which the CSV holds them all; beyond, it holds this round."""
_MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Desk:
    """What attachments are made with."""

    words: Words
    means: ReplyMeans


def report_attachments(
    content: Report, owed: Owed, sheet: SheetData, view: BoardView, desk: Desk
) -> tuple[Attached, ...]:
    """Return PDF, CSV and, where a round follows, its ZAT."""
    words, means = desk.words, desk.means
    pdf = sheet_pdf(sheet, view, pdf_labels(content, words, means), means.painter)
    stem = f"{content.policy.id}-{words.label('file_sheet')}-R{content.result.number}"
    return (
        Attached("application/pdf", shared_base64(pdf), f"{stem}.pdf"),
        Attached(
            "text/csv",
            shared_base64(sheet_csv(_sheets(content, sheet))),
            f"{stem}.csv",
            parameters=(("charset", "utf-8"), ("header", "present")),
        ),
        *appointment(content.game, content.policy, owed, words, means),
    )


def _sheets(content: Report, sheet: SheetData) -> Iterator[SheetData]:
    """Yield the sheets of all rounds for the CSV, or of this one where they are too many."""
    history = content.history or (content.result,)
    if len(sheet.rows) * len(history) > _MOST_ROWS:
        yield sheet
        return
    for at in range(len(history)):
        some = history[max(0, at - 1) : at + 1]
        late = late_joiners(content.game)
        yield sheet_data(content.policy.title, _rules(content), some, late=late)


def press_attachment(content: Report, words: Words) -> Attached:
    """Return all texts of the press as a file, each line behind a bar."""
    lines: list[str] = []
    for item in content.press:
        lines += [one_line(item.player, MOST_NAME) + ":", *map(fenced, lines_of(item.text)), ""]
    name = f"{content.policy.id}-{words.label('file_press')}-R{content.result.number}.txt"
    data = shared_base64("\r\n".join(lines).encode())
    return Attached("text/plain", data, name, parameters=(("charset", "utf-8"),))


def _rules(content: Report) -> Rules:
    return content.game.before_close.rules if content.game.before_close else content.game.rules


def pdf_labels(content: Report, words: Words, means: ReplyMeans) -> PdfLabels:
    """Return everything the printed sheet says beyond its numbers."""
    result, policy, game = content.result, content.policy, content.game
    return PdfLabels(
        title=policy.title,
        subtitle=words.phrase("subtitle", result.number, result.closed, policy.zone),
        facts=tuple(_facts(content, words)),
        letters_heading=words.phrase("letters_heading", len(game.bag)),
        history_heading=words.label("history_heading"),
        footer=words.phrase("footer", policy, game, means.house),
        page=words.label("page"),
        table=words.table,
        letters=words.letters,
        language=policy.language,
    )


def _facts(content: Report, words: Words) -> list[Fact]:
    result, rules = content.result, _rules(content)
    laid, top, following = result.laid, result.top, content.next_round
    said = (
        words.phrase("laid", move_seen(laid.judged, 0, "counts", rules), laid.players)
        if laid
        else words.phrase("nothing_laid")
    )
    facts = [Fact(words.label("fact_laid"), said)]
    if laid and laid.tie:
        choices = laid.lot.choices if laid.lot else ()
        chosen = laid.lot.choices[laid.lot.chosen] if laid.lot else ""
        facts.append(
            Fact(words.label("fact_tie"), words.phrase("tie", laid.tie, choices[:8], chosen))
        )
    if top:
        names = top_move_names(top, rules)[:3]
        facts.append(
            Fact(words.label("fact_top"), words.phrase("top", top.points, names, top.is_exact))
        )
    facts += _next_facts(content, following, words)
    if content.comment.strip():
        facts.append(Fact(words.label("fact_comment"), " ".join(lines_of(content.comment, 8))))
    return facts


def _next_facts(content: Report, following: NextRound | None, words: Words) -> list[Fact]:
    if following is None:
        return []
    zat = words.phrase("zat", following.deadline, content.policy.zone)
    return [
        Fact(words.label("fact_letters"), " ".join(following.letters)),
        Fact(words.label("fact_zat"), zat),
    ]


def appointment(
    game: Game, policy: GamePolicy, owed: Owed, words: Words, means: ReplyMeans
) -> tuple[Attached, ...]:
    """Return the open round's ZAT as a calendar entry; none where no ZAT is set."""
    if game.round is None or game.round.deadline is None:
        return ()
    number = game.round.number
    entry = Appointment(
        game=policy.id,
        round_number=number,
        deadline=game.round.deadline,
        zone=policy.zone.key,
        # A later mail about the same round has a higher number, which is all a calendar asks for.
        changes=max(0, int((owed.at - game.round.opened) / _MINUTE)),
        summary=words.phrase("event", policy.title, number),
        description=words.phrase("event_text", " ".join(game.rack), means.house.address),
        organizer_name=means.house.gamemaster_name,
        organizer_address=means.house.address,
    )
    data = shared_base64(calendar_bytes(entry, owed.at))
    parameters = (("charset", "utf-8"), ("method", "PUBLISH"))
    name = f"{policy.id}-R{number}.ics"
    return (Attached("text/calendar", data, name, parameters=parameters),)
