"""A text part to rows: flowed lines joined (RFC 3676), a clear signature unwrapped (RFC 4880)."""

import re
from dataclasses import dataclass

from mailref.reading.characters import clean_line, compose, cut_front, join_lines, split_lines
from mailref.reading.incoming_mail import MOST_JOINED_CHARACTERS, MOST_LINES, Line
from mailref.reading.shapes import begins_line, is_place_alone

PGP_MESSAGE = "-----BEGIN PGP MESSAGE-----"
_PGP_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_PGP_SIGNATURE = re.compile(r"-----(BEGIN|END) PGP SIGNATURE-----")

# A line this long with the next word would not have fit: only then a space at its end is the
# program's soft break. Shorter, it is a space the player typed, and the next line his next move.
_WRAPS_FROM = 60
# ... unless what stands on either side is no line by itself: `M9s `, `10*2+23=43`, `+verbüxendE`.
_GOES_ON = re.compile(r"\s*(?:[+=]|\(?\d{1,3}\s*[*x×+=])")


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line of the mail before anything is cut, with what its HTML says of it."""

    line: Line
    depth: int = 0
    """How deep it is quoted by the HTML."""
    begins_quote: bool = False
    """Whether the HTML says that from here on all is the mail answered."""

    @property
    def text(self) -> str:
        return self.line.text


def lines_of_text(
    text: str, *, is_flowed: bool = False, del_sp: bool = False
) -> tuple[SourceLine, ...]:
    """Return the rows of a decoded text part."""
    raw = split_lines(compose(text))[:MOST_LINES]
    lines = [clean_line(number, line) for number, line in enumerate(raw, 1)]
    if is_flowed:
        lines = _joined(raw, lines, del_sp=del_sp)
    return tuple(SourceLine(line) for line in _unsigned(lines))


def _joined(raw: list[str], lines: list[Line], *, del_sp: bool) -> list[Line]:
    """Return the lines with soft breaks undone; quoted lines stay as they are."""
    joined: list[Line] = []
    open_end = ""
    for line, whole in zip(lines, raw, strict=True):
        if whole.startswith(">"):
            joined.append(line)
            open_end = ""
            continue
        unstuffed = cut_front(line, 1) if whole.startswith(" ") and line.text else line
        is_short = bool(joined) and len(joined[-1].text) < MOST_JOINED_CHARACTERS
        if open_end and is_short and _is_soft(open_end, unstuffed.text, del_sp=del_sp):
            gap = "" if del_sp else " "
            joined[-1] = join_lines(_with_gap(joined[-1], gap), unstuffed)
        else:
            joined.append(unstuffed)
        open_end = whole if whole.endswith(" ") and whole != "-- " else ""
    return joined


def _is_soft(line: str, following: str, *, del_sp: bool) -> bool:
    """Tell whether the space at the end of *line* is a soft break before *following*.

    A program that states DelSp means the space it wrote, at any width; but a play, a name or an
    alternate begins a line of its own.
    """
    word = following.split(" ", 1)[0]
    if not following or len(line) + len(word) > _WRAPS_FROM:
        return bool(following)
    if del_sp:
        return not begins_line(following)
    return is_place_alone(line) or _GOES_ON.match(following) is not None


def _with_gap(line: Line, gap: str) -> Line:
    if not gap:
        return line
    end = line.places[-1] if line.places else (line.number, len(line.text))
    return join_lines(line, Line(end[0], gap, ((end[0], end[1] + 1),)))


def _unsigned(lines: list[Line]) -> list[Line]:
    """Return the lines with the armour of a clear-signed message taken off."""
    at = next((index for index, line in enumerate(lines) if line.text == _PGP_SIGNED), None)
    if at is None:
        return lines
    out = lines[:at]
    body = at + 1
    while body < len(lines) and lines[body].text:  # Hash: SHA256
        body += 1
    is_signature = False
    for line in lines[body + 1 :]:
        if _PGP_SIGNATURE.fullmatch(line.text):
            is_signature = "BEGIN" in line.text
        elif not is_signature:
            out.append(cut_front(line, 2) if line.text.startswith("- ") else line)
    return out
