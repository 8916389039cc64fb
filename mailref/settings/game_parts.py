"""What every [[game]] has, whatever its family: its keys, its players and readers, and who reads them."""

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from enum import StrEnum
from typing import Any
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import fields

from mailref.games.schedule import Weekly
from mailref.games.switches import NOTHING, REGISTRATION
from mailref.games.table_reader import (
    TEXT,
    Reader,
    TomlTable,
    WrongValueError,
    duration,
    flag,
    list_of,
    mapping,
    number,
    one_of,
    reads,
    shown,
    suggestion,
    table_of,
    tables_of,
    text,
)
from mailref.languages import DEFAULT, LANGUAGES
from mailref.orders.names import folded
from mailref.orders.sentences import is_plain_name
from mailref.referee.policy import (
    ConfiguredPlayer,
    GamePolicy,
    Registration,
    ZatPolicy,
)
from mailref.settings.values import Findings, Surroundings, address, day, identifier, said_of, zone
from mailref.tiles.board import ALPHABET, CENTRE, SIZE, Board, read_letters
from mailref.tiles.lexicon.verdicts import spell

Language = StrEnum("Language", [(each, each) for each in LANGUAGES])  # type: ignore[misc]  # the folders say which
"""The language of mails to players."""


def read_players(
    tables: Sequence[Mapping[str, object]], label: str, findings: Findings
) -> tuple[ConfiguredPlayer, ...]:
    """Read every [[game.player]]; one name twice is a fault, one address for several is not."""
    players: list[ConfiguredPlayer] = []
    earlier: dict[str, str] = {}
    for position, values in enumerate(tables, start=1):
        table = TomlTable(values)
        player = _player_in(table)
        table.refuse_unknown()
        if player.name and (other := earlier.get(folded(player.name))):
            table.fault("name", f"is that of another player, {shown(other)}")
        earlier[folded(player.name)] = player.name
        players.append(player)
        place = f'"{player.name}"' if player.name else f"number {position}"
        section = f"[[game.player]] {place}"
        path = (*findings.tables.get(label, ()), "player", position - 1)
        findings.tables[f"{label} {section}"] = path
        findings.add(label, table.faults, section=section)
    _warn_of_shared_addresses(players, label, findings)
    return tuple(players)


def _player_in(table: TomlTable) -> ConfiguredPlayer:
    return ConfiguredPlayer(
        name=table.need("name", player_name, "", '"Max Mustermann"'),
        addresses=table.take("addresses", addresses, ()),
        language=str(table.take("language", one_of(Language), "")),
    )


players_of = tables_of(_player_in)
"""Reads the tables, of which `read_players` makes players."""


def _warn_of_shared_addresses(
    players: Sequence[ConfiguredPlayer], label: str, findings: Findings
) -> None:
    first: dict[str, str] = {}
    for player in players:
        for each in player.addresses:
            other = first.setdefault(each.lower(), player.name)
            if other != player.name:
                said = f"{each} is also that of {shown(other)}: mails from there must say Spieler="
                findings.warn(label, f'[[game.player]] "{player.name}" addresses', said)


@reads(TEXT)
def player_name(value: object) -> str:
    """Read a name that a table can print and `Spieler=` can name."""
    name = text(value)
    if not folded(name):
        raise WrongValueError(f"must hold letters, not {shown(name)}")
    if len(name) > 60 or any(char in name for char in '"<>[]='):
        raise WrongValueError(
            f'must be at most 60 characters without " < > [ ] =, not {shown(name)}'
        )
    if not is_plain_name(name):
        raise WrongValueError(f"must not read as a move or a command, as {shown(name)} does")
    return name


@reads(list_of(address).schema())
def addresses(value: object) -> tuple[str, ...]:
    """Read a list of addresses, none twice."""
    found = list_of(address)(value)
    _refuse_twice(found)
    return found


class Subscriber(Struct, frozen=True):
    """Somebody who only reads the reports."""

    address: str
    language: str = ""
    """Empty: that of the game."""


def _subscriber_in(table: TomlTable) -> Subscriber:
    return Subscriber(
        address=table.need("address", address, "", '"reader@example.org"'),
        language=str(table.take("language", one_of(Language), "")),
    )


@reads({"oneOf": [TEXT, table_of(_subscriber_in).schema()]})
def _subscriber(value: object) -> Subscriber:
    if not isinstance(value, Mapping):
        return Subscriber(address(value))
    table = TomlTable(value)
    found = _subscriber_in(table)
    table.refuse_unknown()
    if table.faults:
        raise WrongValueError("; ".join(f"{each.key} {each.message}" for each in table.faults))
    return found


@reads(list_of(_subscriber).schema())
def subscribers(value: object) -> tuple[Subscriber, ...]:
    """Read who gets the reports, none twice: addresses, or tables with address and language."""
    found = list_of(_subscriber)(value)
    _refuse_twice([each.address for each in found])
    return found


def _refuse_twice(found: Sequence[str]) -> None:
    lower = [each.lower() for each in found]
    for position, each in enumerate(lower):
        if each in lower[:position]:
            raise WrongValueError(f"names {found[position]} twice")


MOST_POINTS = 1_000_000


_LOOKUP = re.compile(r"https://[^\s{}<>\"']++\{word\}[^\s{}<>\"']*+")


_OWN_TAG = "mailref"


_NOWHERE = ZoneInfo("UTC")


_MOST_TEXT = 20_000


def read_common(
    table: TomlTable, label: str, around: Surroundings, findings: Findings
) -> GamePolicy:
    """Read what every game has."""
    where = table.need("zone", zone, _NOWHERE, '"Europe/Berlin"')
    variant = table.need("variant", _variant(around), "", '"dottendorf-1zug"')
    # SB is open to all (rules 8).
    registration = str(around.variants.get(variant, NOTHING).get(REGISTRATION, "closed"))
    players = read_players(table.take("player", players_of, ()), label, findings)
    accept, refuse = read_rulings(
        table.take("words", table_of(_words_in), NOTHING), label, findings
    )
    readers = table.take("subscribers", subscribers, ())
    return GamePolicy(
        id=table.need("id", game_id, "", '"yerres"'),
        title=table.need("title", title, "", '"1-Zug-Scrabble Yerres"'),
        variant=variant,
        zone=where,
        language=str(table.take("language", one_of(Language), DEFAULT)),
        **said_of(table, GamePolicy, _SAID, _READERS, registration=Registration(registration)),
        subscribers=tuple(each.address for each in readers),
        subscriber_languages=tuple(
            (each.address, each.language) for each in readers if each.language
        ),
        players=players,
        accept=accept,
        refuse=refuse,
    )


_SAID = (
    "dictionary comment registration reminder ruling_grace undecided close_delay skip confirm press"
    " trust top digest lookup deputy mailbox"
)
"""What a table says of the settings that every game has, as they are described there."""


def read_lots(table: TomlTable, *, is_listed: bool = True) -> dict[str, Any]:
    """Return what the settings say of words mixed into draws, by the names of a policy's fields."""
    has_lots = table.take("lots", flag, default=False)
    wait = timedelta(hours=24 if has_lots and is_listed else 0)
    return {
        "lots": has_lots,
        "announce": table.take("announce", duration(), wait),
        "lots_until": table.take("lots_until", duration(), timedelta(hours=1)),
    }


def fields_of(common: GamePolicy) -> dict[str, Any]:
    """Return what every game has by the names of its fields, for a policy that has more."""
    return {each.name: getattr(common, each.name) for each in fields(GamePolicy)}


def warn_of_all(game: GamePolicy, label: str, findings: Findings) -> None:
    """Note what can be meant in any game but seldom is; a deputy sees moves and cannot play."""
    playing = {each.lower() for player in game.players for each in player.addresses}
    if game.deputy is not None and game.deputy.lower() in playing:
        findings.fault(
            label, "deputy", f"plays in this game, and would see all moves: {game.deputy}"
        )
    if not game.players and game.registration is Registration.CLOSED:
        findings.warn(label, "player", 'there is none, and registration is "closed"')


def warn_of_zats(game: ZatPolicy, label: str, findings: Findings) -> None:
    """Note what can be meant of ZATs but seldom is."""
    if game.deadline is None and game.schedule is None:
        findings.warn(label, "deadline", "without it and without a schedule no round has a ZAT")
    if isinstance(game.schedule, Weekly):
        _warn_of_skipped_dates(game, game.schedule, label, findings)


def _warn_of_skipped_dates(
    game: ZatPolicy, schedule: Weekly, label: str, findings: Findings
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


def label_of(values: Mapping[str, object], position: int) -> str:
    """Return how messages name a game: by its id, else by its place in the file."""
    written = values.get("id")
    is_usable = isinstance(written, str) and written.strip() and written.isprintable()
    return f'[[game]] "{written}"' if is_usable else f"[[game]] number {position}"


@reads(TEXT)
def game_id(value: object) -> str:
    """Read an id that can stand in a subject's tag: `[yerres R4]`."""
    written = identifier(value)
    if written.lower() == _OWN_TAG:
        raise WrongValueError(f'must not be "{_OWN_TAG}", the tag of mails about no single game')
    return written


@reads(TEXT)
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


@reads(TEXT)
def lookup(value: object) -> str:
    """Read a page's address with the place of a word in it: `https://www.duden.de/suchen/{word}`."""
    written = str(value).strip()
    if written and not _LOOKUP.fullmatch(written):
        raise WrongValueError(
            'must be such as "https://www.duden.de/suchen/dudenonline/{word}": https, and {word} once,'
            f" not {shown(value)}"
        )
    return written


@reads(TEXT)
def prose(value: object) -> str:
    """Read a text of any number of lines."""
    if not isinstance(value, str):
        raise WrongValueError(f"must be a text in quotes, not {shown(value)}")
    if len(value) > _MOST_TEXT:
        raise WrongValueError(f"must be at most {_MOST_TEXT} characters, not {len(value)}")
    return value.strip()


def warn_of_board(laid: Board, label: str, findings: Findings) -> None:
    """Contract 2: a board that is not connected or misses the centre is a warning."""
    if laid.is_empty:
        return
    if laid.is_free(CENTRE):
        findings.warn(label, "[game.start] board", "no tile lies on the centre square")
    if not laid.is_connected:
        findings.warn(label, "[game.start] board", "the tiles are not all connected")


def warn_of_scores(
    names: Sequence[str], players: Sequence[str], label: str, findings: Findings
) -> None:
    """Note scores of people who do not play."""
    playing = set(players)
    for name in names:
        if name not in playing:
            findings.warn(
                label,
                "[game.start] scores",
                f"{shown(name)} is no player of this game{suggestion(name, players)}",
            )


@reads({"oneOf": [TEXT, {"type": "array", "items": TEXT}]})
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

    @reads({"type": "object", "additionalProperties": number(least, most).schema()})
    def read(value: object) -> tuple[tuple[str, int], ...]:
        found = []
        for name, entry in mapping(value).items():
            try:
                found.append((name, number(least, most)(entry)))
            except ValueError as wrong:
                raise WrongValueError(f"{shown(name)} {wrong}") from wrong
        return tuple(found)

    return read


_READERS: Mapping[str, Reader[Any]] = {
    "comment": prose,
    "skip": list_of(day),
    "lookup": lookup,
    "deputy": address,
}


@reads(TEXT)
def letters(value: object) -> str:
    """Read a rack of at least one tile."""
    if not isinstance(value, str):
        raise WrongValueError(f'must be letters such as "ABEENÖR?", not {shown(value)}')
    found = read_letters(value)
    if not found:
        raise WrongValueError("must not be empty; leave it out and the referee draws")
    return found


def tiles_on(laid: Board) -> str:
    """Return the tiles that lie there, a blank as `?`."""
    return "".join(tile.tile for tile in laid.tiles)


def named_tiles(tiles: str) -> str:
    """Return `E, E, N`; a blank as `? (blank)`."""
    return re.sub(r"\?", "? (blank)", ", ".join(tiles))


def read_rulings(
    values: Mapping[str, object], label: str, findings: Findings
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Read [game.words]: the words accepted and the words refused."""
    table = TomlTable(values)
    accept, refuse = _words_in(table)
    table.refuse_unknown()
    for each in accept:
        if each in refuse:
            table.fault("refuse", f"holds {each}, which accept holds too; one of them must go")
    findings.add(label, table.faults, section="[game.words]")
    return tuple(dict.fromkeys(accept)), tuple(dict.fromkeys(refuse))


def _words_in(table: TomlTable) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return table.take("accept", list_of(word), ()), table.take("refuse", list_of(word), ())


@reads(TEXT)
def word(value: object) -> str:
    """Read a word as the lists spell it."""
    written = text(value)
    spelled = spell(written)
    if not set(ALPHABET).issuperset(spelled) or len(spelled) > SIZE:
        raise WrongValueError(f"must be one word of at most {SIZE} letters, not {shown(written)}")
    return spelled


def _variant(around: Surroundings) -> Reader[str]:
    @reads({"enum": sorted(around.variants)})
    def read(value: object) -> str:
        name = text(value)
        if name not in around.variants:
            offer = ", ".join(f'"{each}"' for each in sorted(around.variants))
            raise WrongValueError(
                f"must be one of {offer}, not {shown(name)}{suggestion(name, around.variants)}"
            )
        return name

    return read
