"""Content transfer encodings to bytes; whatever is wrong with them, something comes out."""

import binascii
import re

_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/]+")
_MOST_UU_BYTES = 256 * 1024
_UU_BEGIN = re.compile(rb"^begin(?:-base64)? [0-7]{3,4} [^\n]*\n", re.MULTILINE)


def decode_transfer(body: bytes, encoding: str) -> bytes:
    """Return *body* without its transfer encoding; an unknown one is left as it is."""
    match encoding.strip().lower():
        case "base64":
            return base64_bytes(body)
        case "quoted-printable":
            return quoted_printable_bytes(body)
        case "x-uuencode" | "uuencode" | "x-uue" | "uue":
            return _uu_bytes(body)
        case _:
            return body


def base64_bytes(body: bytes) -> bytes:
    """Return what base64 letters are there; foreign characters, no and wrong padding do no harm."""
    # Padding ends it: what follows is a mailing list's footer in plain letters.
    letters = _NOT_BASE64.sub(b"", body.split(b"=", 1)[0])
    whole = letters[: len(letters) - 1] if len(letters) % 4 == 1 else letters
    return binascii.a2b_base64(whole + b"=" * (-len(whole) % 4))


def quoted_printable_bytes(body: bytes) -> bytes:
    return binascii.a2b_qp(body)


def _uu_bytes(body: bytes) -> bytes:
    begin = _UU_BEGIN.search(body)
    if begin is None:
        return body
    out: list[bytes] = []
    for line in body[begin.end() : begin.end() + _MOST_UU_BYTES].splitlines():
        if line.strip() in {b"end", b"`", b""}:
            break
        out.append(_uu_line(line))
    return b"".join(out)


def _uu_line(line: bytes) -> bytes:
    try:
        return binascii.a2b_uu(line)
    except binascii.Error:
        # Some encoders write too many characters: keep what the length says.
        wanted = (((line[0] - 32) & 63) * 4 + 5) // 3
        try:
            return binascii.a2b_uu(line[:wanted])
        except binascii.Error:
            return b""
