"""`verify`: an export and, where it is known, the seed; out comes the first difference, or none."""

from mailref.rules.chance import Chance
from mailref.rules.verify.model import Difference, Json, NotAnExportError, Verified
from mailref.rules.verify.reading import read_export
from mailref.rules.verify.replaying import differences

SEED_BYTES = 32


def verify(raw: Json, seed: bytes | None = None) -> Verified | Difference:
    """Return the first difference between an export and what the rules make of it, or none.

    *seed* is that of a game which still runs; one that has ended carries its own. Without any,
    draws and lots are checked only against the bag. NotAnExportError names what is no export.
    """
    export = read_export(raw)
    known = seed if seed is not None else _seed(export.seed)
    chance = Chance(known) if known is not None else None
    for difference in differences(export, chance, raw):
        return difference
    rounds = sum(each.closed is not None for each in export.rounds)
    draws = (export.first_draw, *(each.draw for each in export.rounds))
    by_hand = tuple(draw.round for draw in draws if draw is not None and draw.by_hand)
    return Verified(rounds, with_chance=chance is not None, by_hand=by_hand)


def _seed(text: str | None) -> bytes | None:
    if text is None:
        return None
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        raise NotAnExportError("seed must be hexadecimal") from None
    return seed
