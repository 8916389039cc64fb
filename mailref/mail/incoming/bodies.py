"""Which parts of a mail hold its text, and what else lies in it."""

from dataclasses import dataclass, field

from mailref.mail.incoming.mime import Part

_ENCRYPTED = {"application/pgp-encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"}
_TNEF = {"application/ms-tnef", "application/vnd.ms-tnef"}
_SIGNATURES = {
    "application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature",
}  # fmt: skip
_PLAIN = {"text/plain", "text/markdown", "text/x-markdown"}


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the mail's text: as plain text, as HTML, or both."""

    plain: Part | None
    html: Part | None


@dataclass(slots=True)
class Contents:
    """What lies in a mail."""

    pieces: list[Piece] = field(default_factory=list)
    attachments: list[str] = field(default_factory=list)
    forwards: bool = False
    is_encrypted: bool = False
    has_tnef: bool = False


def contents_of(mail: Part) -> Contents:
    """Return the text pieces of *mail* in order, and what else lies in it."""
    found = Contents()
    _collect(mail, found)
    return found


def _collect(part: Part, found: Contents) -> None:
    """Add what *part* holds; as deep as mails are parsed, which is bounded."""
    if part.kind == "multipart/alternative":
        _collect_alternative(part, found)
    elif part.kind == "multipart/encrypted":
        found.is_encrypted = True
    elif part.children:
        for child in part.children:
            _collect(child, found)
    else:
        _collect_leaf(part, found)


def _collect_alternative(part: Part, found: Contents) -> None:
    inside = Contents()
    for child in part.children:
        _collect(child, inside)
    plain = next((piece.plain for piece in inside.pieces if piece.plain), None)
    html = next((piece.html for piece in inside.pieces if piece.html), None)
    if plain or html:
        found.pieces.append(Piece(plain, html))
    found.attachments += inside.attachments
    found.forwards |= inside.forwards
    found.is_encrypted |= inside.is_encrypted
    found.has_tnef |= inside.has_tnef


def _collect_leaf(part: Part, found: Contents) -> None:
    name = part.file_name
    if part.kind.startswith("message/"):
        # Never searched for a move: someone else wrote it (contract 3).
        found.forwards = True
        found.attachments.append(name or part.kind)
    elif part.kind in _TNEF or name.lower() == "winmail.dat":
        found.has_tnef = True
        found.attachments.append(name or part.kind)
    elif part.kind in _ENCRYPTED:
        found.is_encrypted = True
    elif part.is_attachment or part.kind not in _PLAIN | {"text/html"}:
        if part.kind not in _SIGNATURES:
            found.attachments.append(name or part.kind)
    elif part.kind == "text/html" or _is_html_in_disguise(part):
        found.pieces.append(Piece(None, part))
    else:
        found.pieces.append(Piece(part, None))


def _is_html_in_disguise(part: Part) -> bool:
    start = part.body[:100].lstrip().lower()
    return start.startswith((b"<html", b"<!doctype html"))
