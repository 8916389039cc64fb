"""Mails as the clients of the simulated players make them: plain, flowed, HTML, quoting or not."""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime
from html import escape

_ZONE_LINE = "%d.%m.%y um %H:%M"


@dataclass(frozen=True, slots=True)
class Writer:
    """Who writes a mail."""

    name: str
    address: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A mail before a client makes it one: what the player typed, and what he answers."""

    writer: Writer
    to: str
    text: str
    at: datetime
    number: int
    """Makes the Message-ID."""
    answers: EmailMessage | None = None
    subject: str = "Zug"


Client = Callable[[Draft], EmailMessage]


def thunderbird(draft: Draft) -> EmailMessage:
    """Plain text, format=flowed, the report quoted below an attribution line."""
    mail = _begin(draft, "Mozilla Thunderbird")
    body = draft.text + _quoted(draft, "Am {when} schrieb {who}:", "> ")
    mail.set_content(body, cte="8bit")
    mail.set_param("format", "flowed")
    return mail


def outlook(draft: Draft) -> EmailMessage:
    """Text and HTML, the report unquoted below a block of header lines."""
    mail = _begin(draft, "Microsoft Outlook 16.0", reply="AW")
    mail["X-Auto-Response-Suppress"] = "DR, OOF, AutoReply"
    head = ""
    if draft.answers is not None:
        head = (
            f"\n\nVon: {draft.answers['From']}\nGesendet: {draft.at:%d.%m.%Y %H:%M}\n"
            f"An: {draft.writer.name}\nBetreff: {draft.answers['Subject']}\n\n"
            + _text_of(draft.answers)
        )
    mail.set_content(draft.text + head, cte="quoted-printable")
    rows = "".join(f'<p class="MsoNormal">{escape(row) or "&nbsp;"}</p>' for row in _rows(draft))
    mail.add_alternative(
        f'<html><body><div class="WordSection1">{rows}</div></body></html>', "html"
    )
    return mail


def gmail(draft: Draft) -> EmailMessage:
    """Text and HTML, the report in a quote."""
    mail = _begin(draft, "Gmail")
    mail.set_content(draft.text + _quoted(draft, "Am {when} schrieb {who}:", "> "), cte="8bit")
    quote = ""
    if draft.answers is not None:
        quoted = "<br>".join(escape(row) for row in _text_of(draft.answers).splitlines())
        quote = f'<div class="gmail_quote"><blockquote>{quoted}</blockquote></div>'
    typed = "".join(f"<div>{escape(row) or '<br>'}</div>" for row in _rows(draft))
    mail.add_alternative(f'<div dir="ltr">{typed}</div>{quote}', "html")
    return mail


def iphone(draft: Draft) -> EmailMessage:
    """Plain text, umlauts as two code points, a mobile signature, no quote."""
    mail = _begin(draft, "iPhone Mail (21F90)")
    mail.set_content(_decomposed(draft.text) + "\n\nVon meinem iPhone gesendet\n", cte="8bit")
    return mail


def webmail(draft: Draft) -> EmailMessage:
    """HTML only, as some web mailers send it."""
    mail = _begin(draft, "Webmail")
    rows = "<br>".join(escape(row) for row in _rows(draft))
    mail.set_content(f"<html><body><p>{rows}</p></body></html>", "html")
    return mail


def k9(draft: Draft) -> EmailMessage:
    """Plain text with a signature behind two dashes, the report quoted."""
    mail = _begin(draft, "K-9 Mail for Android")
    signature = "\n-- \nDiese Nachricht wurde von meinem Android-Gerät gesendet.\n"
    body = draft.text + signature + _quoted(draft, "Am {when} schrieb {who}:", ">")
    mail.set_content(body, cte="8bit")
    return mail


CLIENTS: tuple[Client, ...] = (thunderbird, outlook, gmail, iphone, webmail, k9)


def _begin(draft: Draft, agent: str, reply: str = "Re") -> EmailMessage:
    mail = EmailMessage()
    mail["From"] = f"{draft.writer.name} <{draft.writer.address}>"
    mail["To"] = draft.to
    mail["Date"] = format_datetime(draft.at)
    domain = draft.writer.address.partition("@")[2]
    mail["Message-ID"] = f"<demo.{draft.number}@{domain}>"
    mail["User-Agent"] = agent
    if draft.answers is None:
        mail["Subject"] = draft.subject
    else:
        mail["Subject"] = f"{reply}: {draft.answers['Subject']}"
        mail["In-Reply-To"] = draft.answers["Message-ID"]
        mail["References"] = draft.answers["Message-ID"]
    return mail


def _decomposed(text: str) -> str:
    return unicodedata.normalize("NFD", text)


def _rows(draft: Draft) -> list[str]:
    return draft.text.rstrip("\n").split("\n")


def _quoted(draft: Draft, attribution: str, mark: str) -> str:
    if draft.answers is None:
        return ""
    head = attribution.format(when=draft.at.strftime(_ZONE_LINE), who=draft.answers["From"])
    rows = "\n".join(mark + row for row in _text_of(draft.answers).splitlines())
    return f"\n\n{head}\n{rows}\n"


def _text_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    return str(part.get_content()) if part is not None else ""
