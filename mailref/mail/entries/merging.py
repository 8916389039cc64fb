"""Several entries for one game in a mail: the same twice counts once, different ones are asked back."""

from collections.abc import Sequence
from dataclasses import replace

from mailref.mail.entries.model import Ambiguity, Entry, UnknownHeading
from mailref.mail.entries.names import folded
from mailref.mail.entries.sections import NOWHERE, same_play
from mailref.rules.asked import WrittenMove
from mailref.rules.moves import Move, Swap


def merged(entries: Sequence[Entry], default: str | None) -> tuple[Entry, ...]:
    """Return *entries* in order, each once; those that differ for one game and player as ambiguous.

    *default* is the game meant where no heading stands.
    """
    kept: list[Entry] = []
    for entry in entries:
        twins = [i for i, other in enumerate(kept) if _same_owner(entry, other, default)]
        same = next((i for i in twins if _asks_same(kept[i], entry)), None)
        if same is not None:
            kept[same] = _joined(kept[same], entry)
            continue
        for i in twins:
            kept[i] = _ambiguous(kept[i])
        kept.append(_ambiguous(entry) if twins else entry)
    return tuple(kept)


def _same_owner(one: Entry, two: Entry, default: str | None) -> bool:
    """Tell whether two entries are for one game and player; no name may be any."""
    if isinstance(one.game, UnknownHeading) or isinstance(two.game, UnknownHeading):
        return one.game == two.game
    if (one.game or default) != (two.game or default):
        return False
    if one.player is None or two.player is None:
        return True
    return folded(one.player.text) == folded(two.player.text)


def _asks_same(one: Entry, two: Entry) -> bool:
    """Tell whether two entries ask for the same, or one of them for nothing."""
    if not one.moves or not two.moves:
        return True
    return [_content(move) for move in one.moves] == [_content(move) for move in two.moves]


def _content(written: WrittenMove) -> tuple[Move | None, tuple[str, ...]]:
    """Return what a move asks for, wherever it stands."""
    move = written.move
    if move is not None:
        plays = tuple(replace(same_play(play), comment=None) for play in move.plays)
        swaps = tuple(Swap(swap.square, NOWHERE) for swap in move.swaps)
        move = Move(plays, swaps, move.total_claimed)
    unread = written.span.text if written.move is None else ""
    return move, (unread, *(fault.code for fault in written.faults))


def _joined(one: Entry, two: Entry) -> Entry:
    fuller = one if one.moves else replace(two, game=one.game or two.game)
    return replace(
        fuller,
        heading=fuller.heading or one.heading or two.heading,
        player=fuller.player or one.player or two.player,
        commands=tuple(dict.fromkeys(one.commands + two.commands)),
        press="\n\n".join(part for part in (one.press, two.press) if part),
    )


def _ambiguous(entry: Entry) -> Entry:
    if entry.ambiguity is not None or not entry.moves:
        return entry
    at = entry.heading or entry.moves[0].span
    return replace(entry, ambiguity=Ambiguity.TWO_ENTRIES, ambiguous_at=at)
