"""`verify`: an export and, where it is known, the seed; out comes the first difference, or none.

It goes through the same `apply`, `result_of` and `go_on` as play itself; only the reading is its own.
"""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from itertools import accumulate
from math import inf

from msgspec import Struct
from rfc8785 import CanonicalizationError

from mailref.record.game_json import Covering, SealedReport, chained, sha256_of
from mailref.record.read_export import (
    Difference,
    Export,
    ExportedRound,
    ExportedTile,
    NotAnExportError,
    Standing,
    Unlike,
    read_export,
    unlike,
)
from mailref.record.round_json import Json
from mailref.record.verify_rounds import (
    AT,
    close,
    end_of_game,
    is_cleared,
    join,
    next_letters,
    only_playing,
    seated,
    with_corrections_to_come,
    wrong_start,
)
from mailref.rules.board import TILES, missing_from
from mailref.rules.chance import Chance, commitment
from mailref.rules.events import BY_GAME_MASTER, GameOpened, RoundOpened, RulesChanged, WordRuled
from mailref.rules.replay import apply
from mailref.rules.rounds.apply import open_rounds
from mailref.rules.rounds.closed_round import ranking
from mailref.rules.rounds.next_round import open_round
from mailref.rules.rounds.round_game import RoundGame
from mailref.rules.schedule import has_come
from mailref.rules.switches import read_rules
from mailref.rules.variant import FamilyName, Rules


class Verified(Struct, frozen=True):
    """Everything is as the rules make it."""

    rounds: int
    """How many closed rounds were replayed."""
    with_chance: bool
    """Whether the seed was known, so that draws and lots were checked too."""
    by_hand: tuple[int, ...] = ()
    """Rounds whose letters were drawn by hand: no seed says what they had to be."""
    commitment: str = ""
    """The SHA-256 of the seed, as it was mailed before the first draw."""
    reports: tuple[SealedReport, ...] = ()
    """The hashes that the reports carried, the newest last."""
    family: FamilyName = FamilyName.ROUNDS
    """What `rounds` counts: in a game in turns its turns."""


def verify(
    raw: Json, seed: bytes | None = None, on_round: Callable[[], object] = lambda: None
) -> Verified | Difference:
    """Return the first difference between an export and what the rules make of it, or none.

    *on_round* is called after each round that was replayed, for who watches.

    *seed* is that of a game which still runs; one that has ended carries its own. Without any,
    draws and lots are checked only against the bag. NotAnExportError names what is no export.
    """
    export = read_export(raw)
    known = seed if seed is not None else _seed(export.seed)
    chance = Chance(known) if known is not None else None
    for difference in _differences(export, chance, raw, on_round):
        return difference
    rounds = sum(each.closed is not None for each in export.rounds)
    draws = (export.first_draw, *(each.draw for each in export.rounds))
    by_hand = tuple(draw.round for draw in draws if draw is not None and draw.by_hand)
    return Verified(
        rounds,
        with_chance=chance is not None,
        by_hand=by_hand,
        commitment=export.commitment,
        reports=export.reports or (),
    )


def _seed(text: str | None) -> bytes | None:
    if text is None:
        return None
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        raise NotAnExportError("seed must be hexadecimal") from None
    return seed


Stage = Generator[Difference, None, RoundGame]
"""Yields differences, and returns the game as it is after."""


class Replaying(Struct, frozen=True):
    """An export with what is needed all the way through."""

    export: Export
    chance: Chance | None
    rules: Mapping[int, Rules]
    """By round."""
    on_round: Callable[[], object]


def _differences(
    export: Export, chance: Chance | None, raw: Json, on_round: Callable[[], object]
) -> Iterator[Difference]:
    """Yield where *export*, read from *raw*, is not what the rules make of it."""
    for wrong in (*_wrong_tiles(export), *_wrong_seed(export, chance)):
        yield wrong.at(None)
    rules: dict[int, Rules] = {}
    switches = read_rules(export.rules, {}, is_taken_over=export.is_taken_over)
    if not isinstance(switches, Rules):
        yield Difference(None, None, f"rules.{switches[0].key}", switches[0].message, None)
        return
    for shown in export.rounds:
        own = read_rules(export.rules, shown.rules, is_taken_over=export.is_taken_over)
        if not isinstance(own, Rules):
            yield Difference(shown.number, None, f"rules.{own[0].key}", own[0].message, None)
            return
        rules[shown.number] = own
    game = yield from _game(Replaying(export, chance, rules, on_round), switches)
    for wrong in (*_wrong_standings(export, game), *_wrong_hash(export, raw)):
        yield wrong.at(None)
    yield from _wrong_reports(export, raw)


def _game(replaying: Replaying, switches: Rules) -> Stage:
    export = replaying.export
    first = export.first_round
    game = open_rounds(
        GameOpened(
            id=export.game,
            title=export.title,
            variant=export.variant,
            rules=replaying.rules.get(first, switches),
            board=export.first_board,
            first_round=first,
            commitment=export.commitment,
            lexicon=export.lexicon.name,
            lexicon_sha256=export.lexicon.sha256,
            is_taken_over=export.is_taken_over,
        ),
    )
    before: ExportedRound | None = None
    for shown in export.rounds:
        game = yield from _one_round(replaying, game, before, shown)
        before = shown
        replaying.on_round()
    if before is None or before.closed is not None:
        game = yield from _after_the_last(replaying, game, before, switches)
    elif export.finished:
        yield Difference(before.number, None, "closed", "a time, for the game is over", None)
    return (yield from _come(replaying, game, None))


def _one_round(
    replaying: Replaying, game: RoundGame, before: ExportedRound | None, shown: ExportedRound
) -> Stage:
    """Replay one round from the letters drawn for it to its close."""
    if shown.number != game.next_round:
        yield Difference(shown.number, None, "number", game.next_round, shown.number)
    if before is not None and before.closed is None:
        yield Difference(before.number, None, "closed", "a time, for a round follows", None)
    game = yield from _come(replaying, game, shown)
    rules = replaying.rules[shown.number]
    game = yield from _letters(replaying, game, before, rules)
    game = yield from _opened(replaying, game, before, shown)
    game = yield from _ruled(replaying.export, game, shown)
    if shown.zats[-1:] != (shown.deadline,):
        yield Difference(shown.number, None, "deadline", shown.zats[-1:], shown.deadline)
    if shown.closed is None:
        yield from _still_open(game, shown)
        return game
    for wrong in _of_its_time(shown):
        yield wrong.at(shown.number)
    return (yield from close(game, shown, shown.closed, replaying.chance))


def _come(replaying: Replaying, game: RoundGame, shown: ExportedRound | None) -> Stage:
    """Let players in who came by the time *shown* was closed; None: all of them, with all corrections."""
    rows = {row.player for row in shown.rows} if shown else set()
    for joining in replaying.export.players:
        is_there = shown is None or joining.round <= shown.number or joining.player in rows
        if is_there and joining.player not in game.players:
            for wrong in wrong_start(replaying.export, joining, game, replaying.rules):
                yield wrong.at(joining.round, joining.player)
            game = join(game, joining)
    game = seated(game, replaying.export.players)
    if shown is None:
        return with_corrections_to_come(game, replaying.export.players)
    if shown.closed is None:
        return game
    found = sorted(row.player for row in shown.rows)
    if found != sorted(game.players):
        yield Difference(shown.number, None, "entries", tuple(sorted(game.players)), tuple(found))
    return only_playing(game, shown)


def _letters(
    replaying: Replaying, game: RoundGame, before: ExportedRound | None, rules: Rules
) -> Stage:
    """Check the letters that were drawn for the next round."""
    drawn = before.draw if before else replaying.export.first_draw
    number = before.number if before else game.next_round
    if drawn is None:
        yield Difference(number, None, "draw", "letters for the next round", None)
        return game
    if before is not None:
        if before.cleared is not is_cleared(game, rules):
            yield Difference(number, None, "cleared", not before.cleared, before.cleared)
        if before.drawn != drawn.drawn:
            yield Difference(number, None, "drawn", drawn.drawn, before.drawn)
    stage = next_letters(game, drawn, rules, replaying.chance)
    game = yield from _placed(stage, number, "" if before else "first_")
    if before is not None and before.bag != len(game.bag):
        yield Difference(number, None, "bag", len(game.bag), before.bag)
    return game


def _placed(stage: Generator[Unlike, None, RoundGame], number: int, prefix: str) -> Stage:
    """Say of which round the differences are that *stage* yields."""
    while True:
        try:
            wrong = next(stage)
        except StopIteration as done:
            game: RoundGame = done.value
            return game
        yield Difference(number, None, prefix + wrong.field, wrong.expected, wrong.found)


def _opened(
    replaying: Replaying, game: RoundGame, before: ExportedRound | None, shown: ExportedRound
) -> Stage:
    drawn = before.draw if before else replaying.export.first_draw
    opened = open_round(game, shown.deadline, AT)
    is_known = drawn is not None and not drawn.corrected
    if is_known and shown.final is not opened.is_final:
        yield Difference(shown.number, None, "final", opened.is_final, shown.final)
    if shown.letters != game.rack:
        yield Difference(shown.number, None, "letters", game.rack, shown.letters)
    return apply(game, RoundOpened(shown.number, shown.deadline, game.next_rules, shown.final, AT))


def _ruled(export: Export, game: RoundGame, shown: ExportedRound) -> Stage:
    """Put the rulings in force that had been made when the round was closed."""
    if not 0 <= shown.rulings <= len(export.rulings):
        yield Difference(shown.number, None, "rulings", len(export.rulings), shown.rulings)
    for ruling in export.rulings[: shown.rulings]:
        game = apply(game, WordRuled(ruling.word, ruling.accepted, ruling.by, ""))
    settled = []
    for ruling in reversed(export.rulings[: shown.rulings]):
        if ruling.by != "policy" or ruling.accepted is None:
            break
        settled.append(ruling)
    words = tuple(ruling.word for ruling in reversed(settled)) if shown.closed else ()
    if words != shown.undecided:
        yield Difference(shown.number, None, "undecided", words, shown.undecided)
    policy = ("accept" if settled[0].accepted else "refuse") if words else None
    if policy != shown.policy:
        yield Difference(shown.number, None, "policy", policy, shown.policy)
    return game


def _of_its_time(shown: ExportedRound) -> Iterator[Unlike]:
    """A round is closed after its ZAT, unless the game master closes it early."""
    if shown.closed is None or shown.deadline is None:
        return
    is_before = not has_come(shown.deadline, shown.closed)
    if is_before is not shown.early:
        yield Unlike("early", is_before, shown.early)


def _still_open(game: RoundGame, shown: ExportedRound) -> Iterator[Difference]:
    """Yield what an open round cannot hold yet."""
    empty: tuple[tuple[str, object, object], ...] = (
        ("entries", (), shown.entries),
        ("former", (), shown.former),
        ("laid", None, shown.laid),
        ("top", None, shown.top),
        ("drawn", "", shown.drawn),
        ("draw", None, shown.draw),
        ("cleared", False, shown.cleared),
        ("early", False, shown.early),
        ("bag", len(game.bag), shown.bag),
        ("board", game.board.rows, shown.board.rows),
    )
    for field, expected, found in empty:
        if expected != found:
            yield Difference(shown.number, None, field, expected, found)


def _after_the_last(
    replaying: Replaying, game: RoundGame, last: ExportedRound | None, switches: Rules
) -> Stage:
    """Check the end of a game that is over, or the letters of a round that is not open yet."""
    export = replaying.export
    number = last.number if last else None
    drawn = last.draw if last else export.first_draw
    game = apply(game, RulesChanged(switches))
    if export.finished or export.ended is not None:
        because = end_of_game(game, replaying.chance) if last else None
        if export.ended == BY_GAME_MASTER:
            because = BY_GAME_MASTER
        if because is None:
            yield Difference(number, None, "finished", False, True)
        if export.ended != because or not export.finished:
            yield Difference(number, None, "ended", because, export.ended)
    if drawn is not None:
        return (yield from _letters(replaying, game, last, switches))
    if last is not None:
        if last.drawn:
            yield Difference(number, None, "drawn", "", last.drawn)
        if last.bag != len(game.bag):
            yield Difference(number, None, "bag", len(game.bag), last.bag)
        if last.cleared:
            yield Difference(number, None, "cleared", False, True)
    return game


def _wrong_hash(export: Export, raw: Json) -> Iterator[Unlike]:
    """Yield the hash if what it was made of is not what stands in *raw*."""
    assert isinstance(raw, dict)  # noqa: S101  read_export has looked
    try:
        found = sha256_of(raw)
    except CanonicalizationError as wrong:
        raise NotAnExportError(f"the file has no canonical JSON: {wrong}") from wrong
    if found != export.sha256:
        yield Unlike("sha256", found, export.sha256)


def _earliest_after(reports: Sequence[SealedReport]) -> tuple[float, ...]:
    """Return, for each report, the earliest round of which one of those after it tells."""
    rounds = [float(report.round) for report in reports]
    return (*reversed([*accumulate(reversed(rounds[1:]), min)]), inf) if rounds else ()


def _wrong_reports(export: Export, raw: Json) -> Iterator[Difference]:
    """Yield the hash of a report that told otherwise than *raw* does.

    A round that was closed anew, or other letters after it, have a later report of their own.
    """
    assert isinstance(raw, dict)  # noqa: S101  read_export has looked
    if export.reports is None:
        return
    closed = [shown.number for shown in export.rounds if shown.closed is not None]
    before = ""
    following = _earliest_after(export.reports)
    covering = Covering.of(raw)
    for index, found in enumerate(export.reports):
        expected = covering.hash_of(found, before)
        before = chained(before, found)
        is_told_anew = following[index] <= found.round
        if expected != found.sha256 and not is_told_anew and closed:
            yield Difference(found.round, None, f"reports[{index}].sha256", expected, found.sha256)
    told = {report.round for report in export.reports}
    for number in closed:
        if number not in told:
            yield Difference(number, None, "reports", "a report of the round", None)
    if closed and export.reports and export.reports[-1].round == closed[-1]:
        for wrong in _untold(export, export.reports[-1], f"reports[{len(export.reports) - 1}]"):
            yield wrong.at(closed[-1])


def _untold(export: Export, newest: SealedReport, place: str) -> Iterator[Unlike]:
    """Yield where players, rulings or corrections stand in *export* that no report tells of."""
    rows = (*export.players, *(row for shown in export.rounds for row in shown.rows))
    orders = [each.order for row in rows for each in row.adjustments]
    pairs = (
        ("players", len(export.players), newest.players),
        ("rulings", len(export.rulings), newest.rulings),
        ("corrections", max((newest.corrections, *orders)), newest.corrections),
    )
    for field, there, told in pairs:
        if there != told:
            yield Unlike(f"{place}.{field}", there, told)


def _wrong_tiles(export: Export) -> Iterator[Unlike]:
    """Yield tiles that the game does not have."""
    expected = {
        letter: ExportedTile(count, TILES.value(letter)) for letter, count in TILES.counts.items()
    }
    for letter in {**expected, **export.tiles}:
        yield from unlike(expected.get(letter), export.tiles.get(letter), f"tiles.{letter}")
    lying = [tile.tile for tile in export.first_board.tiles]
    if missing := missing_from(TILES.all_tiles, lying):
        yield Unlike("start.board", "tiles of the game", missing)


def _wrong_seed(export: Export, chance: Chance | None) -> Iterator[Unlike]:
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


def _wrong_standings(export: Export, game: RoundGame) -> Iterator[Unlike]:
    """Yield totals or ranks that are not those of the replayed game."""
    totals = {name: player.total for name, player in game.players.items()}
    ranks = ranking(totals)
    names = sorted(totals, key=lambda name: (ranks[name], name))
    expected = tuple(Standing(ranks[name], name, totals[name]) for name in names)
    yield from unlike(expected, export.standings, "standings")
