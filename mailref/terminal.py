"""What is shown in a terminal or a log: nothing that a server or a player wrote is obeyed there."""

import logging
import unicodedata

import click

_OBEYED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Control codes, invisible signs that turn or hide text, halves of characters, line ends of Unicode."""


def visible(text: str) -> str:
    r"""Return *text* with every sign written out that a terminal would obey; JSON stays the same JSON.

    >>> visible("554 \x1b[2J[/b]")
    '554 \\u001b[2J[/b]'
    """
    if text.isprintable():
        return text
    return "".join(_written_out(char) for char in text)


def _written_out(char: str) -> str:
    if char in "\n\t" or unicodedata.category(char) not in _OBEYED:
        return char
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def say(text: str, *, err: bool = False) -> None:
    """Print a line."""
    click.echo(visible(text), err=err)


class LogFormatter(logging.Formatter):
    """Keeps a message on its line, and a traceback indented below it."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  logging's name
        return visible(super().formatMessage(record)).replace("\n", "\\n")

    def formatException(self, ei: object) -> str:  # noqa: N802  logging's name
        text = visible(super().formatException(ei))  # type: ignore[arg-type]  # logging's own, private type
        return "\n".join(f"  {line}" for line in text.splitlines())
