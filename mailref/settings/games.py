"""[[game]] and the tables within it: one game with its rules, players, words, dates and how it starts.

[game.start] and letters give the board, scores and rack of a game that is under way.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from mailref.reading.names import folded
from mailref.reading.sentences import is_plain_name
from mailref.referee.policy import (
    ConfiguredPlayer,
    Confirm,
    DrawBy,
    GamePolicy,
    PressPolicy,
    Publish,
    Registration,
    RoundPolicy,
    TakenOver,
    Trust,
    Undecided,
)
from mailref.rules.board import (
    ALPHABET,
    CENTRE,
    GERMAN,
    SIZE,
    Board,
    Square,
    missing_from,
    neighbours,
    read_letters,
)
from mailref.rules.lexicon.verdicts import spell
from mailref.rules.schedule import Weekly
from mailref.rules.switches import REGISTRATION, contradictory, family_named, rules_and_faults
from mailref.rules.table_reader import (
    Reader,
    TomlTable,
    WrongValueError,
    flag,
    list_of,
    mapping,
    number,
    one_of,
    shown,
    suggestion,
    text,
)
from mailref.rules.variant import FamilyName, Rules
from mailref.settings.people import Language, read_players, subscribers
from mailref.settings.values import (
    Findings,
    Surroundings,
    address,
    day,
    duration,
    moment,
    schedule,
    zone,
)

_MOST_POINTS = 1_000_000


def read_start(
    values: Mapping[str, object], players: Sequence[str], label: str, findings: Findings
) -> TakenOver:
    """Read [game.start]; what is wrong goes to *findings*."""
    table = TomlTable(values)
    start = TakenOver(
        round=table.need("round", number(1, 100_000), 1, "4"),
        board=table.take("board", board, Board()),
        scores=table.take("scores", by_name(-_MOST_POINTS, _MOST_POINTS), ()),
        missed=table.take("missed", by_name(0, 100_000), ()),
    )
    table.refuse_unknown()
    scored = [name for name, _ in start.scores]
    for name, _ in start.missed:
        if name not in scored:
            table.fault(
                "missed", f"names {shown(name)}, who has no score{suggestion(name, scored)}"
            )
    findings.add(label, table.faults, section="[game.start]")
    _warn_of_board(start.board, label, findings)
    for name in scored:
        if name not in players:
            findings.warn(
                label,
                "[game.start] scores",
                f"{shown(name)} is no player of this game{suggestion(name, players)}",
            )
    return start


def _warn_of_board(laid: Board, label: str, findings: Findings) -> None:
    """Contract 2: a board that is not connected or misses the centre is a warning."""
    if laid.is_empty:
        return
    if laid.is_free(CENTRE):
        findings.warn(label, "[game.start] board", "no tile lies on the centre square")
    if not is_connected(laid):
        findings.warn(label, "[game.start] board", "the tiles are not all connected")


def board(value: object) -> Board:
    """Read 15 lines of 15 squares, or a list of 15 such texts."""
    rows = value.splitlines() if isinstance(value, str) else list_of(text)(value)
    try:
        return Board.from_rows([row.strip() for row in rows if row.strip()])
    except ValueError as wrong:
        raise WrongValueError(
            f"{wrong}; {SIZE} lines of {SIZE}: '.' free, capital a tile, small letter a joker"
        ) from wrong


def by_name(least: int, most: int) -> Reader[tuple[tuple[str, int], ...]]:
    """Read a table of names and numbers."""

    def read(value: object) -> tuple[tuple[str, int], ...]:
        found = []
        for name, entry in mapping(value).items():
            try:
                found.append((name, number(least, most)(entry)))
            except ValueError as wrong:
                raise WrongValueError(f"{shown(name)} {wrong}") from wrong
        return tuple(found)

    return read


def letters(value: object) -> str:
    """Read a rack of at least one tile."""
    if not isinstance(value, str):
        raise WrongValueError(f'must be letters such as "ABEENÖR?", not {shown(value)}')
    found = read_letters(value)
    if not found:
        raise WrongValueError("must not be empty; leave it out and the referee draws")
    return found


def is_connected(laid: Board) -> bool:
    """Tell whether all tiles hang together."""
    occupied = {tile.square for tile in laid.tiles}
    reached: set[Square] = set()
    waiting = [min(occupied)] if occupied else []
    while waiting:
        square = waiting.pop()
        if square not in reached:
            reached.add(square)
            waiting += [each for each in neighbours(square) if each in occupied]
    return reached == occupied


def tiles_on(laid: Board) -> str:
    """Return the tiles that lie there, a blank as `?`."""
    return "".join(tile.tile for tile in laid.tiles)


def check_tiles(
    start: TakenOver | None, rack: str | None, rules: Rules | None, label: str, findings: Findings
) -> None:
    """Refuse tiles beyond the set, and warn of a rack of an unusual size."""
    on_board = tiles_on(start.board) if start else ""
    if over := missing_from(GERMAN.all_tiles, on_board):
        findings.fault(label, "[game.start] board", f"lays more than the set holds: {_named(over)}")
    elif rack and (over := missing_from(GERMAN.all_tiles, on_board + rack)):
        findings.fault(
            label, "letters", f"are more than the set less the board holds: {_named(over)}"
        )
    if rack and rules and not over:
        _warn_of_number(start, rack, rules, label, findings)


def _named(tiles: str) -> str:
    """Return `E, E, N`; a blank as `? (blank)`."""
    return re.sub(r"\?", "? (blank)", ", ".join(tiles))


def _warn_of_number(
    start: TakenOver | None, rack: str, rules: Rules, label: str, findings: Findings
) -> None:
    number_of_round = start.round if start else 1
    expected = rules.letters_in(number_of_round)
    left = len(GERMAN.all_tiles) - len(tiles_on(start.board) if start else "") - len(rack)
    if len(rack) != expected and (left > 0 or len(rack) > expected):
        findings.warn(
            label,
            "letters",
            f"are {len(rack)}; round {number_of_round} of this game has {expected}",
        )


def read_rulings(
    values: Mapping[str, object], label: str, findings: Findings
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Read [game.words]: the words accepted and the words refused."""
    table = TomlTable(values)
    accept = table.take("accept", list_of(word), ())
    refuse = table.take("refuse", list_of(word), ())
    table.refuse_unknown()
    for each in accept:
        if each in refuse:
            table.fault("refuse", f"holds {each}, which accept holds too; one of them must go")
    findings.add(label, table.faults, section="[game.words]")
    return tuple(dict.fromkeys(accept)), tuple(dict.fromkeys(refuse))


def word(value: object) -> str:
    """Read a word as the lists spell it."""
    written = text(value)
    spelled = spell(written)
    if not set(ALPHABET).issuperset(spelled) or len(spelled) > SIZE:
        raise WrongValueError(f"must be one word of at most {SIZE} letters, not {shown(written)}")
    return spelled


def tables(value: object) -> tuple[Mapping[str, object], ...]:
    """Read what [[double brackets]] make."""
    if isinstance(value, Mapping):
        raise WrongValueError("needs double brackets: [[...]] for each of them")
    read: Reader[tuple[Mapping[str, object], ...]] = list_of(mapping)
    return read(value)


_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")


_LOOKUP = re.compile(r"https://[^\s{}<>\"']++\{word\}[^\s{}<>\"']*+")


_OWN_TAG = "mailref"


_NOWHERE = ZoneInfo("UTC")


_MOST_TEXT = 20_000


_NOTHING: Mapping[str, object] = {}


class ReportColumn(StrEnum):
    """An optional column of the score sheet."""

    BETTER = "better"
    PERCENT = "percent"
    SOLO = "solo"


@dataclass(frozen=True, slots=True)
class _Parts:
    """What the tables inside a [[game]] say."""

    players: tuple[ConfiguredPlayer, ...]
    start: TakenOver | None
    rules: Rules
    accept: tuple[str, ...]
    refuse: tuple[str, ...]
    letters: str | None


def read_game(
    values: Mapping[str, object], label: str, around: Surroundings, findings: Findings
) -> GamePolicy:
    """Read one [[game]]; what is wrong goes to *findings*, and stand-ins go on."""
    table = TomlTable(values)
    variant = str(values.get("variant", ""))
    match family_named(around.variants.get(variant, _NOTHING)):
        case FamilyName.ROUNDS:
            game = _read_rounds(table, variant, label, around, findings)
    table.refuse_unknown()
    findings.add(label, table.faults)
    _warn(game, label, findings)
    return game


def _read_rounds(
    table: TomlTable, variant: str, label: str, around: Surroundings, findings: Findings
) -> RoundPolicy:
    where = table.need("zone", zone, _NOWHERE, '"Europe/Berlin"')
    # SB is open to all (rules 8).
    registration = str(around.variants.get(variant, _NOTHING).get(REGISTRATION, "closed"))
    parts = _read_parts(table, label, around, findings)
    readers = table.take("subscribers", subscribers, ())
    policy = RoundPolicy(
        id=table.need("id", game_id, "", '"yerres"'),
        title=table.need("title", title, "", '"1-Zug-Scrabble Yerres"'),
        variant=variant,
        rules=parts.rules,
        zone=where,
        language=str(table.take("language", one_of(Language), Language.GERMAN)),
        dictionary=table.take("dictionary", text, ""),
        deadline=table.take("deadline", moment(where), None),
        schedule=table.take("schedule", schedule(where), None),
        letters=parts.letters,
        comment=table.take("comment", prose, ""),
        registration=table.take("registration", one_of(Registration), Registration(registration)),
        subscribers=tuple(each.address for each in readers),
        subscriber_languages=tuple(
            (each.address, each.language) for each in readers if each.language
        ),
        reminder=table.take("reminder", duration(), timedelta(hours=24)),
        ruling_grace=table.take("ruling_grace", duration(), timedelta(days=7)),
        undecided=table.take("undecided", one_of(Undecided), Undecided.WAIT),
        close_delay=table.take("close_delay", duration(), timedelta(minutes=2)),
        min_round=table.take("min_round", duration(), timedelta(days=7)),
        skip=table.take("skip", list_of(day), ()),
        publish=table.take("publish", one_of(Publish), Publish.AUTO),
        draw=table.take("draw", one_of(DrawBy), DrawBy.REFEREE),
        confirm=table.take("confirm", one_of(Confirm), Confirm.FULL),
        press=table.take("press", one_of(PressPolicy), PressPolicy.OPEN),
        trust=table.take("trust", one_of(Trust), Trust.ADDRESS),
        top=table.take("top", flag, default=True),
        columns=tuple(
            str(each) for each in table.take("columns", list_of(one_of(ReportColumn)), ())
        ),
        solo_bonus=table.take("solo_bonus", number(0, 1000), 0),
        players=parts.players,
        accept=parts.accept,
        refuse=parts.refuse,
        taken_over=parts.start,
        lots=(lots := table.take("lots", flag, default=False)),
        announce=table.take("announce", duration(), timedelta(hours=24 if lots else 0)),
    )
    return _with_desk(policy, table)


def _with_desk(policy: RoundPolicy, table: TomlTable) -> RoundPolicy:
    """Return the game with what its game master is shown, and who else."""
    return replace(
        policy,
        digest=table.take("digest", duration(), timedelta(hours=24)),
        lookup=table.take("lookup", lookup, ""),
        deputy=table.take("deputy", address, None),
    )


def _read_parts(table: TomlTable, label: str, around: Surroundings, findings: Findings) -> _Parts:
    players = read_players(table.take("player", tables, ()), label, findings)
    values = table.take("start", mapping, None)
    names = [player.name for player in players]
    start = None if values is None else read_start(values, names, label, findings)
    rack = table.take("letters", letters, None)
    rules, is_sure = _read_rules(table, start, label, around, findings)
    check_tiles(start, rack, rules if is_sure else None, label, findings)
    accept, refuse = read_rulings(table.take("words", mapping, _NOTHING), label, findings)
    return _Parts(players, start, rules, accept, refuse, rack)


def _read_rules(
    table: TomlTable, start: TakenOver | None, label: str, around: Surroundings, findings: Findings
) -> tuple[Rules, bool]:
    """Return the game's rules, and whether they are right (else stand-ins, with the faults noted)."""
    variant = table.need("variant", _variant(around), "", '"dottendorf-1zug"')
    overrides = table.take("rules", mapping, _NOTHING)
    rules, faults = rules_and_faults(
        around.variants.get(variant, _NOTHING),
        overrides,
        is_taken_over=start is not None and not start.board.is_empty,
    )
    if not variant:  # that fault is noted; without a variant all switches are missing
        return rules, False
    faults += tuple(contradictory(overrides))
    findings.add(label, faults, section="[game.rules]")
    return rules, not faults


def label_of(values: Mapping[str, object], position: int) -> str:
    """Return how messages name a game: by its id, else by its place in the file."""
    written = values.get("id")
    is_usable = isinstance(written, str) and written.strip() and written.isprintable()
    return f'[[game]] "{written}"' if is_usable else f"[[game]] number {position}"


def game_id(value: object) -> str:
    """Read an id that can stand in a subject's tag: `[yerres R4]`."""
    written = text(value)
    if not _ID.fullmatch(written):
        raise WrongValueError(
            f"must be at most 40 letters, digits, '-', '_' or '.', not {shown(written)}"
        )
    if written.lower() == _OWN_TAG:
        raise WrongValueError(f'must not be "{_OWN_TAG}", the tag of mails about no single game')
    return written


def title(value: object) -> str:
    """Read a title that players can write as a heading."""
    written = text(value)
    if not folded(written):
        raise WrongValueError(f"must hold letters or digits, not {shown(written)}")
    if len(written) > 78 or "[" in written or "]" in written:
        raise WrongValueError(f"must be at most 78 characters without [ ], not {shown(written)}")
    if not is_plain_name(written):
        raise WrongValueError(f"must not read as a move or a command, as {shown(written)} does")
    return written


def lookup(value: object) -> str:
    """Read a page's address with the place of a word in it: `https://www.duden.de/suchen/{word}`."""
    written = str(value).strip()
    if written and not _LOOKUP.fullmatch(written):
        raise WrongValueError(
            'must be such as "https://www.duden.de/suchen/dudenonline/{word}": https, and {word} once,'
            f" not {shown(value)}"
        )
    return written


def prose(value: object) -> str:
    """Read a text of any number of lines."""
    if not isinstance(value, str):
        raise WrongValueError(f"must be a text in quotes, not {shown(value)}")
    if len(value) > _MOST_TEXT:
        raise WrongValueError(f"must be at most {_MOST_TEXT} characters, not {len(value)}")
    return value.strip()


def _variant(around: Surroundings) -> Reader[str]:
    def read(value: object) -> str:
        name = text(value)
        if name not in around.variants:
            offer = ", ".join(f'"{each}"' for each in sorted(around.variants))
            raise WrongValueError(
                f"must be one of {offer}, not {shown(name)}{suggestion(name, around.variants)}"
            )
        return name

    return read


def _warn(game: RoundPolicy, label: str, findings: Findings) -> None:
    """Note what can be meant but seldom is; a deputy sees moves before the ZAT and cannot play."""
    playing = {each.lower() for player in game.players for each in player.addresses}
    if game.deputy is not None and game.deputy.lower() in playing:
        findings.fault(
            label, "deputy", f"plays in this game, and would see all moves: {game.deputy}"
        )
    if game.deadline is None and game.schedule is None:
        findings.warn(label, "deadline", "without it and without a schedule no round has a ZAT")
    if isinstance(game.schedule, Weekly):
        _warn_of_skipped_dates(game, game.schedule, label, findings)
    if not game.players and game.registration is Registration.CLOSED:
        findings.warn(label, "player", 'there is none, and registration is "closed"')
    if game.solo_bonus and ReportColumn.SOLO not in game.columns:
        findings.warn(label, "solo_bonus", 'is not shown without columns = ["solo"]')


def _warn_of_skipped_dates(
    game: RoundPolicy, schedule: Weekly, label: str, findings: Findings
) -> None:
    """Note a schedule that `min_round` stretches: the report goes out after the ZAT it counts from."""
    apart = timedelta(weeks=schedule.weeks)
    if game.min_round < apart:
        return
    weeks = schedule.weeks * (game.min_round // apart + 1)
    days = f"{game.min_round / timedelta(days=1):g}d"
    findings.warn(
        label,
        "min_round",
        f"is not below the {schedule.weeks * 7} days of the schedule: "
        f"with min_round = {days} every round takes {weeks} weeks",
    )
