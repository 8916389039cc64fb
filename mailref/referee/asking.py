"""What a mail asks of which game beside moves: each command goes to the games it concerns."""

from collections.abc import Iterator, Sequence

from mailref.mail.entries.model import Command, Entry, Reading, UnknownHeading
from mailref.referee.model import Request


def requests_of(
    reading: Reading, tag: str | None, default: str | None, games: Sequence[str]
) -> tuple[Request, ...]:
    """Return what is asked, game by game; *games* are all that the sender has to do with.

    Contract 3: commands concern the game of tag or heading, else all games of the sender. One under
    a heading concerns that game alone, and one under a heading that names no game concerns none.
    """
    asked: dict[str, Request] = {}
    for request in (*_outside(reading, tag, default, games), *_under_headings(reading)):
        known = asked.get(request.game, request)
        asked[request.game] = Request(
            request.game,
            tuple(dict.fromkeys((*known.commands, *request.commands))),
            known.named or request.named,
            "\n\n".join(dict.fromkeys(text for text in (known.press, request.press) if text)),
        )
    return tuple(asked.values())


def _under_headings(reading: Reading) -> Iterator[Request]:
    for entry in reading.entries:
        if isinstance(entry.game, str) and entry.commands:
            yield Request(entry.game, entry.commands, _name(entry), entry.press)


def _outside(
    reading: Reading, tag: str | None, default: str | None, games: Sequence[str]
) -> Iterator[Request]:
    if not reading.commands:
        return
    names = {
        entry.game or default: _name(entry)
        for entry in reading.entries
        if not isinstance(entry.game, UnknownHeading)
    }
    outside = reading.player.text if reading.player else None
    for game in _concerned(reading, tag, default, games):
        yield Request(game, reading.commands, names.get(game) or outside, reading.press)


def _concerned(
    reading: Reading, tag: str | None, default: str | None, games: Sequence[str]
) -> Sequence[str]:
    if tag is not None:
        return (tag,)
    headings = [entry.game for entry in reading.entries if entry.game is not None]
    named = [game for game in headings if isinstance(game, str)]
    if headings:
        return tuple(dict.fromkeys(named))
    if default is not None and any(entry.moves for entry in reading.entries):
        return (default,)
    return games


def _name(entry: Entry) -> str | None:
    return entry.player.text if entry.player else None


def commands_of(reading: Reading) -> tuple[Command, ...]:
    """Return every command read in a mail, each once."""
    found = [*reading.commands, *(c for entry in reading.entries for c in entry.commands)]
    return tuple(dict.fromkeys(found))
