"""What the demo leaves to look at: every mail as .eml and as a page, and an index in order."""

from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default as default_policy
from pathlib import Path

from jinja2 import Environment

from mailref import assets
from mailref.demo.server.smtp_server import Parcel

REFEREE_LOCAL = "referee@"


@dataclass(frozen=True, slots=True)
class Shown:
    """A mail as the index lists it."""

    number: int
    eml: str
    page: str
    sender: str
    recipient: str
    subject: str
    when: str
    to_referee: bool
    has_html: bool


def write_gallery(out: Path, parcels: tuple[Parcel, ...], title: str) -> Path:
    """Write all mails and `index.html` into *out*; return the index."""
    folder = out / "mails"
    folder.mkdir(exist_ok=True)
    environment = assets.template_environment("en")
    shown = [_show(number, parcel, folder, environment) for number, parcel in enumerate(parcels, 1)]
    index = out / "index.html"
    page = environment.get_template("demo/index.html.j2").render(title=title, mails=shown)
    index.write_text(page, encoding="utf-8")
    return index


def _show(number: int, parcel: Parcel, folder: Path, environment: Environment) -> Shown:
    name = f"{number:04d}"
    (folder / f"{name}.eml").write_bytes(parcel.data)
    mail = message_from_bytes(parcel.data, policy=default_policy)
    html = _html_of(mail, name, folder)
    page = environment.get_template("demo/mail.html.j2").render(
        number=number,
        mail=mail,
        recipient=parcel.recipient,
        when=f"{parcel.received:%a %d %b %Y %H:%M} UTC",
        text=_text_of(mail),
        html=f"{name}.body.html" if html else None,
        attachments=[part.get_filename() for part in mail.iter_attachments()],
    )
    (folder / f"{name}.html").write_text(page, encoding="utf-8")
    if html:
        (folder / f"{name}.body.html").write_text(html, encoding="utf-8")
    return Shown(
        number=number,
        eml=f"mails/{name}.eml",
        page=f"mails/{name}.html",
        sender=str(mail["From"]),
        recipient=parcel.recipient,
        subject=str(mail["Subject"]),
        when=f"{parcel.received:%d %b %H:%M}",
        to_referee=parcel.recipient.startswith(REFEREE_LOCAL),
        has_html=bool(html),
    )


def _text_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    return str(part.get_content()) if part is not None else ""


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
