"""What the demo leaves to look at: the game told round by round, its archive, and every mail.

The index shows each round with board and table, or each turn with its board and what was written in
it; the board of a round leads to the report that was mailed.
"""

from collections.abc import Mapping
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

from jinja2 import Environment
from msgspec import Struct

from mailref import assets
from mailref.assembly import archive_means
from mailref.demo.players import text_of
from mailref.demo.server.embedded import Parcel
from mailref.demo.shows import ListedMail, show_of
from mailref.demo.speech import Phrasebook
from mailref.demo.stage import GAME, GAME_MASTER, REFEREE, RunningDemo
from mailref.game_files import archive_of
from mailref.languages import FORMATS

_ARCHIVE = "archive"
_ORDERS = {"publish": "approval", "correct": "correction", "end": "end"}
"""What the game master's orders show."""


class Shown(Struct, frozen=True):
    """What is remarkable about a mail, by how it begins."""

    speech: Phrasebook
    written: Mapping[str, str]

    def of(self, mail: EmailMessage, text: str, *, to_referee: bool) -> str:
        """Return what a mail shows; "" for nothing."""
        if not to_referee:
            return "erratum" if self.speech.reads.erratum in str(mail["Subject"]) else ""
        if mail["Auto-Submitted"] is not None:
            return "absence"
        if GAME_MASTER in str(mail["From"]):
            refused = f" {self.speech.refused.partition(':')[0]}:"
            is_ruling = refused in text.partition("\n")[0]
            return self._begun(text, _ORDERS) or ("ruling" if is_ruling else "")
        press = f"\n{self.speech.orders.press}: "
        return self._begun(text, self.written) or ("press" if press in text else "")

    def _begun(self, text: str, written: Mapping[str, str]) -> str:
        begun = ((self.speech.begun(key), what) for key, what in written.items())
        return next((what for order, what in begun if text.startswith(order)), "")


def write_gallery(demo: RunningDemo) -> Path:
    """Write all mails, the archive and `index.html` into the demo's folder; return the index."""
    out = demo.plan.out
    (out / "mails").mkdir(exist_ok=True)
    (out / _ARCHIVE).mkdir(exist_ok=True)
    environment = assets.template_environment("html")
    show = show_of(demo.plan.variant)
    shown = Shown(demo.plan.speech, show.written)
    mails = tuple(
        _listed(number, parcel, out, environment, shown)
        for number, parcel in enumerate(demo.parcels, 1)
    )
    policy = next(each for each in demo.machine.settings.games if each.id == GAME)
    events = tuple(demo.machine.journal.games.events(GAME))
    means = archive_means(policy.language, policy.zone)
    for name, data in archive_of(lambda: events, means)[1]:
        (out / _ARCHIVE / name).write_bytes(data)
    index = out / "index.html"
    page = environment.get_template(show.template).render(
        title=policy.title,
        mails=mails,
        archive=f"{_ARCHIVE}/",
        language=policy.language,
        say=means.words,
        spoken=FORMATS[policy.language].called.title(),
        **show.tell(events, mails, means),
    )
    index.write_text(page, encoding="utf-8")
    return index


def _listed(
    number: int, parcel: Parcel, out: Path, environment: Environment, shown: Shown
) -> ListedMail:
    folder, name = out / "mails", f"{number:04d}"
    (folder / f"{name}.eml").write_bytes(parcel.data)
    mail = message_from_bytes(parcel.data, policy=default)
    html, text = _html_of(mail, name, folder), text_of(mail)
    page = environment.get_template("demo/mail.html.j2").render(
        number=number,
        mail=mail,
        recipient=parcel.recipient,
        when=f"{parcel.received:%a %d %b %Y %H:%M} UTC",
        text=text,
        html=f"{name}.body.html" if html else None,
        attachments=[part.get_filename() for part in mail.iter_attachments()],
    )
    (folder / f"{name}.html").write_text(page, encoding="utf-8")
    if html:
        (folder / f"{name}.body.html").write_text(html, encoding="utf-8")
    to_referee = parcel.recipient == REFEREE
    return ListedMail(
        number=number,
        eml=f"mails/{name}.eml",
        page=f"mails/{name}.html",
        sender=str(mail["From"]),
        recipient=parcel.recipient,
        subject=str(mail["Subject"]),
        when=f"{parcel.received:%d %b %H:%M}",
        received=parcel.received,
        to_referee=to_referee,
        pdf=_pdf_of(mail, name, folder),
        text=text,
        shows=shown.of(mail, text, to_referee=to_referee),
    )


def _pdf_of(mail: EmailMessage, name: str, folder: Path) -> str:
    """Write the score sheet beside the mail and return its place; "" if there is none."""
    for part in mail.iter_attachments():
        if part.get_content_type() == "application/pdf":
            (folder / f"{name}.pdf").write_bytes(part.get_content())
            return f"mails/{name}.pdf"
    return ""


def _html_of(mail: EmailMessage, name: str, folder: Path) -> str:
    """Return the HTML part with its inline pictures as files beside it; "" if there is none."""
    part = mail.get_body(("html",))
    if part is None:
        return ""
    html = str(part.get_content())
    for index, picture in enumerate(mail.walk()):
        content_id = str(picture["Content-ID"] or "").strip("<>")
        if content_id and picture.get_content_maintype() == "image":
            file = f"{name}-{index}.{picture.get_content_subtype()}"
            (folder / file).write_bytes(picture.get_content())
            html = html.replace(f"cid:{content_id}", file)
    return html
