"""What others wrote, made fit for our mails: one line, no controls, no tricks with direction."""

import unicodedata

MOST_NAME = 80
MOST_SUBJECT = 150
# Controls, line and paragraph separators, bidi controls, other invisible format characters, and
# the private characters with which `document` marks what was filled in.
_UNWANTED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def one_line(text: str, most: int = 2000) -> str:
    r"""Return *text* as one line of printable characters, shortened with `…` beyond *most*.

    >>> one_line("Max\r\nBcc: all@example.org\u202e")
    'Max Bcc: all@example.org'
    """
    flat = " ".join(text.split())
    seen = flat if flat.isprintable() else "".join(filter(_is_seen, flat)).strip()
    return seen if len(seen) <= most else seen[: most - 1].rstrip() + "…"


def lines_of(text: str, most: int = 60) -> tuple[str, ...]:
    """Return the lines of a text that somebody else wrote, each printable, at most *most*."""
    lines = [one_line(line, 1000) for line in text.strip().splitlines()]
    return (*lines[:most], "…") if len(lines) > most else tuple(lines)


def _is_seen(char: str) -> bool:
    return char == " " or unicodedata.category(char) not in _UNWANTED
