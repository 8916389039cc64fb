"""What an export says of the game as a whole: tiles, seed and commitment, standings, its hash."""

import hashlib
from collections.abc import Iterator

import rfc8785

from mailref.rules.chance import Chance, commitment
from mailref.rules.game import Game, ranking
from mailref.rules.tiles import GERMAN, missing_from
from mailref.rules.verify import model
from mailref.rules.verify.model import Export, NotAnExportError
from mailref.rules.verify.unlike import Unlike, unlike


def sha256_of(raw: model.Json) -> str:
    """Return the SHA-256 of the canonical JSON of *raw* without its `sha256` (contract 4)."""
    rest = (
        {key: value for key, value in raw.items() if key != "sha256"}
        if isinstance(raw, dict)
        else raw
    )
    try:
        canonical = rfc8785.dumps(rest)
    except rfc8785.CanonicalizationError as wrong:
        raise NotAnExportError(f"it has no canonical JSON: {wrong}") from wrong
    return hashlib.sha256(canonical).hexdigest()


def wrong_hash(export: Export, raw: model.Json) -> Iterator[Unlike]:
    """Yield the hash if what it was made of is not what stands in *raw*."""
    found = sha256_of(raw)
    if found != export.sha256:
        yield Unlike("sha256", found, export.sha256)


def wrong_tiles(export: Export) -> Iterator[Unlike]:
    """Yield tiles that the game does not have."""
    expected = {
        letter: model.Tile(count, GERMAN.value(letter)) for letter, count in GERMAN.counts.items()
    }
    for letter in {**expected, **export.tiles}:
        yield from unlike(expected.get(letter), export.tiles.get(letter), f"tiles.{letter}")
    lying = [tile.tile for tile in export.start_board.tiles]
    if missing := missing_from(GERMAN.all_tiles, lying):
        yield Unlike("start.board", "tiles of the game", missing)


def wrong_seed(export: Export, chance: Chance | None) -> Iterator[Unlike]:
    """Yield a seed that is missing or too early, or that the commitment does not promise."""
    if export.finished and export.seed is None:
        yield Unlike("seed", "the seed, now that the game is over", None)
    if not export.finished and export.seed is not None:
        yield Unlike("seed", None, export.seed)
    if chance is None:
        return
    if export.seed not in (None, chance.seed.hex()):
        yield Unlike("seed", "the seed of this game", export.seed)
    if commitment(chance.seed) != export.commitment:
        yield Unlike("commitment", commitment(chance.seed), export.commitment)


def wrong_standings(export: Export, game: Game) -> Iterator[Unlike]:
    """Yield totals or ranks that are not those of the replayed game."""
    totals = {name: player.total for name, player in game.players.items()}
    ranks = ranking(totals)
    names = sorted(totals, key=lambda name: (ranks[name], name))
    expected = tuple(model.Standing(ranks[name], name, totals[name]) for name in names)
    yield from unlike(expected, export.standings, "standings")
