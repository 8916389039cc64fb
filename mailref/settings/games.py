"""[[game]] and the tables within it, and [[tournament]], which makes several (other games 4).

A game has its rules, players, words, dates and how it starts; its kind reads them. A tournament
says who meets whom; what is no key of its own is one of each of its games.

What every [[game]] has, whatever its family: its keys, its players and readers, and who reads them.

What the settings ask of a kind of game, with default answers: its part `settings` has one as `SETTINGS`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from enum import StrEnum
from functools import cache, partial
from typing import Any, ClassVar, TypeVar, cast
from zoneinfo import ZoneInfo

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from mailref.games.club.club import WordJudge
from mailref.games.kind import kind_named
from mailref.games.kind import names as kind_names
from mailref.games.switches import (
    LAYOUT,
    NOTHING,
    REGISTRATION,
    TILES,
    Switches,
    family_named,
    word_of,
)
from mailref.games.table_reader import (
    TEXT,
    Reader,
    Schema,
    TomlTable,
    WrongValueError,
    duration,
    flag,
    list_of,
    mapping,
    must_be,
    name_among,
    number,
    one_of,
    plain_tables,
    reads,
    shown,
    suggestion,
    table_of,
    table_schema,
    tables_of,
    text,
)
from mailref.games.tournament.pairing import division_sizes
from mailref.games.tournament.tournament import (
    System,
    TournamentPlan,
    is_game_of,
    most_rounds,
    usual_rounds,
)
from mailref.languages import DEFAULT, LANGUAGES, missing_files
from mailref.orders.sections import is_plain_name
from mailref.orders.shapes import folded
from mailref.referee.policy import ConfiguredPlayer, GamePolicy, Registration
from mailref.settings.sets import read_board_layout, read_lexicon, read_short_words, read_tiles
from mailref.settings.values import (
    DecidedBy,
    Findings,
    Surroundings,
    TournamentPolicy,
    address,
    day,
    identifier,
    moment,
    said_of,
    zone,
)
from mailref.structs import counted
from mailref.tiles.board import NO_SWITCHES, STANDARD, Board, Layout, ListUsed, sets_of
from mailref.tiles.tile_set import BLANK, FREE, GERMAN, TileSet, is_blank
from mailref.word_lists import packed

T = TypeVar("T")
Language = StrEnum("Language", [(each, each) for each in LANGUAGES])  # type: ignore[misc]  # the folders say which
"""The language of mails to players."""
_offered_language = one_of(Language)


@reads({"enum": [*map(str, Language)]}, str)
def read_language(value: object) -> Language:
    """Read a language; of a folder that is none yet it is said what it lacks."""
    try:
        return _offered_language(value)
    except WrongValueError as wrong:
        lacks = missing_files(value) if isinstance(value, str) else ()
        if not lacks:
            raise
        others = f" and {counted(len(lacks) - 1, 'other file')}" if len(lacks) > 1 else ""
        raise WrongValueError(f"{wrong}; templates/{value} lacks {lacks[0]}{others}") from None


def read_players(
    tables: Sequence[Mapping[str, object]], findings: Findings
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
        path = (*findings.tables.get(findings.label, ()), "player", position - 1)
        findings.tables[f"{findings.label} {section}"] = path
        findings.add(table.faults, section)
    _warn_of_shared_addresses(players, findings)
    return tuple(players)


def _player_in(table: TomlTable) -> ConfiguredPlayer:
    return ConfiguredPlayer(
        name=table.need("name", player_name, "", '"Max Miller"'),
        addresses=table.take("addresses", addresses, ()),
        language=str(table.take("language", read_language, "")),
    )


players_of = tables_of(_player_in)
"""Reads the tables, of which `read_players` makes players."""


def _warn_of_shared_addresses(players: Sequence[ConfiguredPlayer], findings: Findings) -> None:
    first: dict[str, str] = {}
    for player in players:
        for each in player.addresses:
            other = first.setdefault(each.lower(), player.name)
            if other != player.name:
                said = f"{each} is also that of {shown(other)}: mails from there must say Spieler="
                findings.warn(f'[[game.player]] "{player.name}" addresses', said)


def _name(most: int, without: str, holding: str) -> Reader[str]:
    """Read a name that a mail can print and a player can write, of at most so many characters."""

    @reads(TEXT)
    def read(value: object) -> str:
        name = text(value)
        if not folded(name):
            raise WrongValueError(f"must hold {holding}, not {shown(name)}")
        if len(name) > most or any(char in name for char in without):
            said = f"must be at most {most} characters without {' '.join(without)}"
            raise WrongValueError(f"{said}, not {shown(name)}")
        if not is_plain_name(name):
            raise WrongValueError(f"must not read as a move or a command, as {shown(name)} does")
        return name

    return read


player_name = _name(60, '"<>[]=', "letters")
"""Reads a name that a table can print and `Spieler=` can name."""
title = _name(78, "[]", "letters or digits")
"""Reads a title that players can write as a heading."""


_addresses = list_of(address)


@reads(_addresses.schema())
def addresses(value: object) -> tuple[str, ...]:
    """Read a list of addresses, none twice."""
    found = _addresses(value)
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
        language=str(table.take("language", read_language, "")),
    )


@reads({"oneOf": [TEXT, table_of(_subscriber_in).schema()]})
def _subscriber(value: object) -> Subscriber:
    if not isinstance(value, Mapping):
        return Subscriber(address(value))
    table = TomlTable(value)
    found = _subscriber_in(table)
    table.end()
    return found


_subscribers = list_of(_subscriber)


@reads(_subscribers.schema())
def subscribers(value: object) -> tuple[Subscriber, ...]:
    """Read who gets the reports, none twice: addresses, or tables with address and language."""
    found = _subscribers(value)
    _refuse_twice([each.address for each in found])
    return found


def _refuse_twice(found: Sequence[str]) -> None:
    lower = [each.lower() for each in found]
    for position, each in enumerate(lower):
        if each in lower[:position]:
            raise WrongValueError(f"names {found[position]} twice")


_LOOKUP = re.compile(r"https://[^\s{}<>\"']++\{word\}[^\s{}<>\"']*+")


_OWN_TAG = "mailref"


_NOWHERE = ZoneInfo("UTC")


_MOST_TEXT = 20_000


def read_common(table: TomlTable, findings: Findings, *, messages: bool = True) -> GamePolicy:
    """Read what every game has; whether players write to each other is *messages* where nothing is said."""
    where = table.need("zone", zone, _NOWHERE, '"Europe/Berlin"')
    variant = table.need("variant", _variant(findings.around), "", '"dottendorf-1zug"')
    # SB is open to all (rules 8).
    registration = str(findings.switches_of(variant).get(REGISTRATION, "closed"))
    players = read_players(table.take("player", players_of, ()), findings)
    usual = findings.switches_of(variant)
    tiles = read_tiles(table, findings, str(usual.get(TILES, GERMAN.name)))
    layout = read_board_layout(table, findings, str(usual.get(LAYOUT, STANDARD.name)))
    accept, refuse = read_rulings(
        table.take("words", table_of(_words_in), NOTHING), tiles, findings
    )
    readers = table.take("subscribers", subscribers, ())
    return GamePolicy(
        id=table.need("id", game_id, "", '"yerres"'),
        title=table.need("title", title, "", '"1-Zug-Scrabble Yerres"'),
        variant=variant,
        zone=where,
        language=str(table.take("language", read_language, DEFAULT)),
        **said_of(
            table,
            GamePolicy,
            _SAID,
            _READERS,
            registration=Registration(registration),
            messages=messages,
        ),
        subscribers=tuple(each.address for each in readers),
        subscriber_languages=tuple(
            (each.address, each.language) for each in readers if each.language
        ),
        players=players,
        accept=accept,
        refuse=refuse,
        tiles=tiles,
        layout=layout,
        listed=read_lexicon(table, tiles, layout, findings),
        short_listed=read_short_words(table, tiles, layout, findings),
    )


_SAID = (
    "dictionary comment registration reminder ruling_grace undecided close_delay skip confirm press"
    " messages trust top digest lookup deputy mailbox"
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
    return {name: getattr(common, name) for name in GamePolicy.__struct_fields__}


def warn_of_all(game: GamePolicy, findings: Findings) -> None:
    """Note what can be meant in any game but seldom is; a deputy sees moves and cannot play."""
    playing = {each.lower() for player in game.players for each in player.addresses}
    if game.deputy is not None and game.deputy.lower() in playing:
        findings.fault("deputy", f"plays in this game, and would see all moves: {game.deputy}")
    if not game.players and game.registration is Registration.CLOSED:
        findings.warn("player", 'there is none, and registration is "closed"')


def each_of(
    name: str, parsed: Sequence[Mapping[str, object]], findings: Findings
) -> list[tuple[Mapping[str, object], Findings]]:
    """Return each [[game]] or [[tournament]], and where faults are noted: by its id, else by its place."""
    found = []
    for position, values in enumerate(parsed, start=1):
        written = values.get("id")
        is_usable = isinstance(written, str) and written.strip() and written.isprintable()
        label = f'[[{name}]] "{written}"' if is_usable else f"[[{name}]] number {position}"
        findings.tables[label] = (name, position - 1)
        found.append((values, findings.at(label)))
    return found


@reads(TEXT)
def game_id(value: object) -> str:
    """Read an id that can stand in a subject's tag: `[yerres R4]`."""
    written = identifier(value)
    if written.lower() == _OWN_TAG:
        raise WrongValueError(f'must not be "{_OWN_TAG}", the tag of mails about no single game')
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
        raise must_be("a text in quotes", value)
    if len(value) > _MOST_TEXT:
        raise WrongValueError(f"must be at most {_MOST_TEXT} characters, not {len(value)}")
    return value.strip()


def warn_of_board(laid: Board, layout: Layout, findings: Findings) -> None:
    """Contract 2: a board that is not connected or misses the centre is a warning."""
    if laid.is_empty:
        return
    if laid.is_free(layout.start):
        findings.warn("[game.start] board", "no tile lies on the centre square")
    if not laid.is_connected:
        findings.warn("[game.start] board", "the tiles are not all connected")


def no_player(name: str, players: Sequence[str]) -> str:
    """Say that somebody whom [game.start] names does not play."""
    return f"{shown(name)} is no player of this game{suggestion(name, players)}"


def warn_of_scores(names: Iterable[str], players: Sequence[str], findings: Findings) -> None:
    """Note scores of people who do not play."""
    for name in names:
        if name not in players:
            findings.warn("[game.start] scores", no_player(name, players))


def board_of(tiles: TileSet, layout: Layout) -> Reader[Board]:
    """Read a board: a line for each row, or a list of such texts, or of lists of tiles."""
    size = layout.size
    signs = "'.' free, capital a tile, small letter a joker"
    if tiles.digraphs:
        signs += ", [CH] or a list of tiles where one has several letters"

    @reads({"oneOf": [TEXT, {"type": "array", "items": {"oneOf": [TEXT, _LIST]}}]})
    def read(value: object) -> Board:
        rows = value.splitlines() if isinstance(value, str) else list_of(_row)(value)
        lines = [row.strip() if isinstance(row, str) else row for row in rows]
        try:
            return Board.from_rows([line for line in lines if line], tiles, size)
        except ValueError as wrong:
            raise WrongValueError(f"{wrong}; {size} lines of {size}: {signs}") from wrong

    return read


_LIST: Schema = {"type": "array", "items": TEXT}


@reads({"oneOf": [TEXT, _LIST]})
def _row(value: object) -> str | tuple[str, ...]:
    return text(value) if isinstance(value, str) else list_of(_entry)(value)


@reads(TEXT)
def _entry(value: object) -> str:
    """Read one square of a row; an empty text is a free one."""
    if not isinstance(value, str):
        raise must_be("a text", value)
    return value


def by_name(entries: Reader[T]) -> Reader[tuple[tuple[str, T], ...]]:
    """Read a table of names, with something for each."""

    @reads({"type": "object", "additionalProperties": entries.schema()})
    def read(value: object) -> tuple[tuple[str, T], ...]:
        found = []
        for name, entry in mapping(value).items():
            try:
                found.append((name, entries(entry)))
            except ValueError as wrong:
                raise WrongValueError(f"{shown(name)} {wrong}") from wrong
        return tuple(found)

    return read


scores = by_name(number(-1_000_000, 1_000_000))


_READERS: Mapping[str, Reader[Any]] = {
    "comment": prose,
    "skip": list_of(day),
    "lookup": lookup,
    "deputy": address,
}


def letters_of(tiles: TileSet) -> Reader[str]:
    """Read a rack of at least one tile: `ABEENÖR?`, or a list of tiles."""

    @reads({"oneOf": [TEXT, _LIST]})
    def read(value: object) -> str:
        if isinstance(value, list | tuple):
            found = tiles.in_order(map(tiles.tile, list_of(text)(value)))
        elif isinstance(value, str):
            found = tiles.tiles_in_order(value)
        else:
            raise must_be('letters such as "ABEENÖR?"', value)
        if not found:
            raise WrongValueError("must not be empty; leave it out and the referee draws")
        return found

    return read


def tiles_on(laid: Board) -> str:
    """Return the tiles that lie there, a blank as `?`."""
    return "".join(BLANK if is_blank(cell) else cell for cell in laid.cells if cell != FREE)


def named_tiles(letters: str, tiles: TileSet) -> str:
    """Return `E, E, N`; a blank as `? (blank)`."""
    return re.sub(r"\?", "? (blank)", ", ".join(tiles.named(letters)))


def read_rulings(
    values: Mapping[str, object], tiles: TileSet, findings: Findings
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Read [game.words]: the words accepted and the words refused."""
    table = TomlTable(values)
    accept, refuse = _words_in(table, tiles)
    table.refuse_unknown()
    for each in accept:
        if each in refuse:
            table.fault("refuse", f"holds {each}, which accept holds too; one of them must go")
    findings.add(table.faults, "[game.words]")
    return tuple(dict.fromkeys(accept)), tuple(dict.fromkeys(refuse))


def _words_in(table: TomlTable, tiles: TileSet = GERMAN) -> tuple[tuple[str, ...], tuple[str, ...]]:
    words = list_of(word_of(tiles))
    return table.take("accept", words, ()), table.take("refuse", words, ())


def _variant(around: Surroundings) -> Reader[str]:
    names = sorted(around.variants)
    return Reader(partial(name_among, names=names), lambda: {"enum": names})


IN_ROUNDS = "games in rounds"
IN_TURNS = "games in turns"


class KindSettings:
    """How [[game]] of one kind is read, and what there is to say about it."""

    group: str
    """How games such as these are called where a key is theirs and not another game's."""
    called: str = ""
    """How they are called among their group."""
    leaves_board: ClassVar[bool] = True
    """Whether another game may begin with the board at its end."""
    switches: Switches[Any]
    """What [game.rules] can say."""
    has_tournaments: ClassVar[bool] = False
    """Whether there are tournaments of such games."""
    says_nothing: ClassVar[Mapping[str, str]] = {}
    """Settings that say nothing of such games, each with why."""

    def read(self, table: TomlTable, findings: Findings) -> GamePolicy:
        """Read the keys of a game; what is wrong goes to *findings*, and stand-ins go on."""
        raise NotImplementedError

    def read_rules(
        self,
        table: TomlTable,
        common: GamePolicy,
        findings: Findings,
        *,
        given: Mapping[str, Any] = NOTHING,
        is_taken_over: bool = False,
    ) -> tuple[Any, bool]:
        """Return the rules of a game, and whether they are right; else stand-ins, with the faults noted.

        *given* and *is_taken_over* are those of `Switches.read`; *common* is what every game has.
        """
        variant = findings.switches_of(common.variant)
        rules, faults = self.switches.read(
            variant,
            table.take("rules", self.switches.reader, NOTHING),
            foreign=self.elsewhere("rules"),
            given={**given, **sets_of(common.tiles, common.layout), **_lists_of(common)},
            is_taken_over=is_taken_over,
        )
        if not variant:  # that fault is noted; without a variant all switches are missing
            return rules, False
        findings.add(faults, "[game.rules]")
        return rules, not faults

    def house_rules(
        self,
        rules: Any,
        variant: Mapping[str, object],
        table: TomlTable,
        *,
        is_taken_over: bool = False,
    ) -> tuple[str, ...]:
        """Return the switches in which a game, read from a table, differs from its variant."""
        if not table.values.get("rules"):
            return ()
        given = {key: getattr(rules, key) for key in NO_SWITCHES}
        usual, _ = self.switches.read(variant, is_taken_over=is_taken_over, given=given)
        return self.switches.differing(rules, usual)

    def elsewhere(self, *path: str) -> Callable[[str], str]:
        """Return what tells of which games a key is that these have not; *path* is that of its table."""

        def owner(key: str) -> str:
            others = (settings_of(name) for name in kind_names())
            found = next((each for each in others if key in keys_in(schema_of(each), *path)), None)
            if found is None:
                return ""
            return found.called or found.group if found.group == self.group else found.group

        return owner

    def warn(self, game: Any, findings: Findings) -> None:
        """Note what can be meant but seldom is."""

    def with_others(
        self, _game: Any, _named: Mapping[str, GamePolicy], _findings: Findings
    ) -> Mapping[str, GamePolicy]:
        """Return those of the file's games, by their ids, of which this one says something."""
        return {}

    def warn_of_others(
        self, game: Any, named: Mapping[str, GamePolicy], findings: Findings
    ) -> None:
        """Note what is wrong or odd with what a game says of others."""

    def warn_of_master(
        self, _game: Any, _players: Sequence[ConfiguredPlayer], _gamemaster: str
    ) -> str:
        """Return what is odd about `deputy` where the game master, with that address, plays; "": nothing."""
        return ""

    def start(self, _game: Any) -> object:
        """Return how a game starts, which cannot change once it has begun."""
        return None

    def agreed(self, game: Any) -> Any:
        """Return the rules that players have agreed to by sitting down: they cannot change either."""
        return game.rules

    def unlike(self, policy: Any, game: Any) -> Iterator[tuple[str, str]]:
        """Yield the keys that cannot be as they are since *game* has begun with others, and why."""
        yield from other_sets(policy, game)
        fixed = {key: getattr(game.rules, key) for key in NO_SWITCHES}
        if policy.variant == game.variant and replace(self.agreed(policy), **fixed) != game.rules:
            yield "[game.rules]", OTHER_RULES

    def for_tournament(
        self, _game: Any, _start: Sequence[str], _findings: Findings
    ) -> GamePolicy | None:
        """Return the settings of each game of a tournament; None where there are no such tournaments.

        *start* are the keys that say how each of them starts.
        """
        return None

    def no_double_games(self, _game: Any) -> Iterator[str]:
        """Yield why such games cannot be played twice with the same tiles."""
        return iter(())

    def judged_by(self, judge: WordJudge) -> Mapping[str, object] | None:
        """Return the keys of games in which *judge* says which words count; None where he cannot."""
        there = set(getattr(self.switches, "keys", ()))
        match judge:
            case WordJudge.GAME_MASTER:
                return {}
            case WordJudge.LIST if "unlisted" in there:
                return {"rules": {"unlisted": "refuse"}}
            case WordJudge.LIST if "only_listed" in there:
                return {"rules": {"only_listed": True}}
            case WordJudge.LIST:
                return {"undecided": "refuse", "ruling_grace": "0h"}
            case WordJudge.PLAYERS:
                is_challenged = {"unlisted", "challenge"} <= there
                return {"rules": _BY_CHALLENGES} if is_challenged else None


_BY_CHALLENGES: Mapping[str, object] = {"challenge": "allowed", "unlisted": "refuse"}


OTHER_RULES = "cannot change: the game has begun with other ones"


def other_sets(policy: GamePolicy, game: Any) -> Iterator[tuple[str, str]]:
    """Yield `tiles` and `layout` where a game has begun with others."""
    if policy.tiles != game.tile_set:
        yield "tiles", f'cannot change: the game has begun with "{game.tile_set.name}"'
    if policy.layout != game.layout:
        yield "layout", f'cannot change: the game has begun on "{game.layout.name}"'
    yield from other_lists(policy, game)


def other_lists(policy: GamePolicy, game: Any) -> Iterator[tuple[str, str]]:
    """Yield `lexicon` and `short_words` where a game has begun with other lists: it goes on with those."""
    for key, field in (("lexicon", "listed"), ("short_words", "short_listed")):
        ours, begun = getattr(policy, field), getattr(game.rules, field)
        if ours != begun:
            yield key, _other_list(ours, begun, policy.tiles)


def _other_list(ours: ListUsed | UnsetType, begun: ListUsed | UnsetType, tiles: TileSet) -> str:
    """Say with which list a game has begun, and that it goes on with that one, as long as it is kept."""
    if begun is UNSET or not begun.name:
        return "cannot change: the game has begun without that list"
    goes_on = (
        "goes on with it"
        if packed(begun, tiles)
        else "it is kept no more: every word is asked about"
    )
    if ours is not UNSET and ours.name == begun.name:
        return (
            f'the file of "{begun.name}" has changed: the game has begun with SHA-256'
            f" {begun.sha256[:12]}..., and {goes_on}"
        )
    return f'cannot change: the game has begun with "{begun.name}", and {goes_on}'


def _lists_of(common: GamePolicy) -> Mapping[str, ListUsed]:
    """Return the lists of a game as fields of its rules: none for what is not recorded."""
    lists = {"listed": common.listed, "short_listed": common.short_listed}
    return {key: each for key, each in lists.items() if each is not UNSET}


def settings_of(family: str) -> KindSettings:
    """Return how games of that kind are read."""
    return cast(KindSettings, kind_named(family).settings())


@cache
def schema_of(kind: KindSettings) -> Schema:
    """Return the keys of a game of a kind, each with what it can be: an empty table is read."""
    empty = TomlTable({})
    kind.read(empty, Findings(""))
    return empty.schema


def keys_in(schema: Schema, *path: str) -> Mapping[str, Schema]:
    """Return the keys of a table, or of one within it; none where there is no such table."""
    for key in path:
        schema = keys_in(schema).get(key, {})
    return cast(Mapping[str, Schema], schema.get("properties", {}))


def read_game(values: Mapping[str, object], findings: Findings) -> GamePolicy:
    """Read one [[game]]; what is wrong goes to *findings*, and stand-ins go on."""
    table = TomlTable(values)
    kind = settings_of(family_named(findings.switches_of(str(values.get("variant", "")))))
    game = kind.read(table, findings)
    table.foreign = kind.elsewhere()
    findings.end(table)
    warn_of_all(game, findings)
    kind.warn(game, findings)
    return game


FoundGame = tuple[GamePolicy, Findings]
"""A game of the file, and where it is noted what is wrong with it."""


def with_double_games(found: Sequence[FoundGame]) -> list[FoundGame]:
    """Return the games with what they say of one another: the first ones of double games know their second ones."""
    named = {game.id: game for game, _ in found}
    for game, findings in found:
        named |= settings_of(game.family).with_others(game, named, findings)
    is_each_named = len(named) == len(found)
    return [(named[game.id] if is_each_named else game, findings) for game, findings in found]


def warn_of_others(found: Sequence[FoundGame]) -> None:
    """Note what is wrong or odd with what games say of others."""
    named = {game.id: game for game, _ in found}
    for game, findings in found:
        settings_of(game.family).warn_of_others(game, named, findings)


def warn_of_playing_master(
    game: GamePolicy, players: Sequence[ConfiguredPlayer], gamemaster: str, findings: Findings
) -> None:
    """Note what cannot be as its players wish because the game master is one of them."""
    if said := settings_of(game.family).warn_of_master(game, players, gamemaster):
        findings.warn("deputy", said)


_TWO = [{"name": name, "addresses": [f"{name}@example.org"]} for name in "ab"]
"""They stand for those who will play, while the settings of the games are read."""
_LONGEST_ID = 24
_LONGEST_TITLE = 60
_OWN = ("system", "rounds", "games_each", "decided_by", "same_tiles", "start")
_BOARD = ("board", "from")
"""From which board the games start, where they do: what [game.start] says of one game."""
NOT_OF_TOURNAMENTS = ("places", "registration")
"""What a game has that its tournament decides."""


def read_tournament(values: Mapping[str, object], findings: Findings) -> TournamentPolicy:
    """Read one [[tournament]]; what is wrong goes to *findings*, and stand-ins go on."""
    table = TomlTable({key: each for key, each in values.items() if key in (*_OWN, "player")})
    found = _in_table(table, values, findings)
    findings.add(table.faults)
    return found


def _in_table(
    table: TomlTable, values: Mapping[str, object], findings: Findings
) -> TournamentPolicy:
    """Read the keys that only a tournament has from *table*, and those of its games from *values*."""
    own = replace(findings, faults=[], warnings=[], tables=dict(findings.tables))
    players = read_players(table.take("player", players_of, ()), own)
    game = _read_game(values, own)
    for found, kept in ((own.faults, findings.faults), (own.warnings, findings.warnings)):
        kept += [replace(each, key=_key_here(each.key)) for each in found]
    system = table.need("system", one_of(System), System.ROUND_ROBIN, '"swiss"')
    _check_players(table, system, len(players))
    most = most_rounds(system, len(players))
    usual = usual_rounds(system, len(players))
    same_tiles = table.take("same_tiles", flag, default=False)
    usual_decision = DecidedBy.SUM if same_tiles else DecidedBy.GAMES
    plan = TournamentPlan(
        id=game.id,
        title=game.title,
        system=system,
        players=tuple(player.name for player in players),
        rounds=table.take("rounds", number(1, most), usual),
        games_each=table.take("games_each", number(1, 10), 2 if same_tiles else 1),
        is_sum=table.take("decided_by", one_of(DecidedBy), usual_decision) is DecidedBy.SUM,
        same_tiles=same_tiles,
    )
    start = table.take("start", moment(game.zone), None)
    _check_names(table, game)
    _check_same_tiles(table, plan, game)
    return TournamentPolicy(plan, players, game, start)


def _key_here(key: str) -> str:
    """Return a key of a game as a tournament has it; the board of its games is a key of its own."""
    in_start = key.removeprefix("[game.start]")
    if in_start != key:
        return in_start.strip() or "board"
    return key.replace("[game.", "[tournament.")


def _check_players(table: TomlTable, system: System, players: int) -> None:
    if players < 2:
        table.fault("player", f"there are {players}; a tournament has two at least")
    elif system is System.LEAGUE and not division_sizes(players):
        table.fault("player", f"there are {players}: they make no divisions of 5 to 8")


def _check_same_tiles(table: TomlTable, plan: TournamentPlan, game: GamePolicy) -> None:
    """Refuse double games that cannot have the same tiles, or of which nobody plays the second."""
    kind = settings_of(game.family)
    if not plan.same_tiles or not kind.has_tournaments:
        return
    if plan.games_each % 2:
        said = f"is {plan.games_each}; with same_tiles every second game follows one before it"
        table.fault("games_each", said)
    for said in kind.no_double_games(game):
        table.fault("same_tiles", said)


def _check_names(table: TomlTable, game: GamePolicy) -> None:
    """Leave room for the names of the games: `club-r2-t1`, `Vereinsturnier R2T1`."""
    if len(game.id) > _LONGEST_ID:
        table.fault("id", f"must be at most {_LONGEST_ID} letters: its games are {game.id}-r1-t1")
    if len(game.title) > _LONGEST_TITLE:
        table.fault("title", f"must be at most {_LONGEST_TITLE} characters")


def _read_game(values: Mapping[str, object], findings: Findings) -> GamePolicy:
    """Read what each game has, as a game of the first two players."""
    others = (*_OWN, *_BOARD, *NOT_OF_TOURNAMENTS)
    of_two = {
        "id": values.get("id", ""),
        **{key: each for key, each in values.items() if key not in others},
        "player": _TWO,
    }
    if start := {key: values[key] for key in _BOARD if key in values}:
        of_two["start"] = start
    game = read_game(of_two, findings)
    for key in NOT_OF_TOURNAMENTS:
        if key in values:
            findings.fault(key, "is no key of a tournament")
    meeting = settings_of(game.family).for_tournament(game, tuple(start), findings)
    variant = str(values.get("variant", ""))
    if meeting is None and findings.switches_of(variant):
        findings.fault("variant", f"must be one of games in turns, not {shown(variant)}")
    return meeting or game


def refuse_twin_tournaments(
    tournaments: Sequence[tuple[TournamentPolicy, Findings]], games: Sequence[FoundGame]
) -> None:
    """Note ids that are those of a game, or of a game that a tournament will make."""
    earlier: list[str] = []
    for tournament, findings in tournaments:
        own = tournament.plan.id
        for game, _ in games:
            if own and game.id.lower() == own.lower():
                findings.fault("id", "is that of a game")
            elif own and is_game_of(own.lower(), game.id.lower()):
                findings.fault("id", f"makes games such as {game.id!r}, which is there")
        if own and own.lower() in earlier:
            findings.fault("id", "is that of another tournament")
        earlier.append(own.lower())


def game_tables(around: Surroundings) -> Reader[tuple[Mapping[str, object], ...]]:
    """Return what reads every [[game]]: its variant says of which kind it is."""
    return _double_brackets(
        lambda: [
            _of_variants(family, schema_of(settings_of(family)), around) for family in kind_names()
        ]
    )


def tournament_tables(around: Surroundings) -> Reader[tuple[Mapping[str, object], ...]]:
    """Return what reads every [[tournament]]: its own keys, and those of its games."""
    return _double_brackets(
        lambda: [
            _of_meetings(family, around)
            for family in kind_names()
            if settings_of(family).has_tournaments
        ]
    )


def _double_brackets(
    kinds: Callable[[], Sequence[Schema]],
) -> Reader[tuple[Mapping[str, object], ...]]:
    return Reader(plain_tables, lambda: {"type": "array", "items": {"oneOf": [*kinds()]}})


def _of_variants(family: str, schema: Schema, around: Surroundings) -> Schema:
    """Return the keys of games of a kind, which only its variants have."""
    names = [name for name, its in sorted(around.variants.items()) if family_named(its) == family]
    needed = schema.get("required", ())
    return table_schema(
        {**keys_in(schema), "variant": {"enum": names}}, cast(Sequence[str], needed)
    )


def _of_meetings(family: str, around: Surroundings) -> Schema:
    own = TomlTable({})
    _in_table(own, {}, Findings("", around))
    game = schema_of(settings_of(family))
    start = {key: each for key, each in keys_in(game, "start").items() if key in _BOARD}
    is_board_needed = "from" in start
    kept = {key: each for key, each in keys_in(game).items() if key not in NOT_OF_TOURNAMENTS}
    keys = {**kept, **(start if is_board_needed else {}), **keys_in(own.schema)}
    needed = [key for key in cast(Sequence[str], game["required"]) if key != "start"]
    return _of_variants(family, table_schema(keys, [*needed, "system"]), around)
