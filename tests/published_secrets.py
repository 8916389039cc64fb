"""What of a game must not be published, found in its events and in the game they make; and the search for it.

Nothing here knows how an export is made: what is a `Secret`, what somebody has sent and was not told to
all, addresses and private texts are collected from the record, and looked for in what was written.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import fields, replace

from mailref.games import events as happened
from mailref.games.chance import Secret
from mailref.games.events import Event
from mailref.games.kind import replay
from mailref.games.rounds import events as in_rounds
from mailref.games.rummikub.events import StacksBuilt, TileTaken
from mailref.games.rummikub.game import TableGame
from mailref.games.solitaire.events import SoloPlayed
from tests.referee.rehearsal import MONDAY

SHORTEST_WORD = 4
"""A shorter one may stand in any text by chance."""
FEWEST_TILES = 5
"""Likewise of tiles."""
WORD = re.compile(r"[A-ZÄÖÜa-zäöüß?]+")
ADDRESS = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]+")
PRIVATE = "Geflüstertes bleibt geheim"
STRANGER = "Neugier Nase"
MEMBER = "Otilie Fremdling"
"""Somebody who plays another game and has not agreed to be named."""
PRESS = (
    "Gruß an alle! Schreibt an wendelin@fremd.example, Wendelin (at) fremd.example, wendelin [at] fremd [dot] example "
    f"oder wendelin at fremd punkt example. Die Fremdling fragt: wo ist {MEMBER}, wo Otilie?"
)
"""What is told to all but for the names and addresses in it."""
_IN_PRESS = frozenset(
    {"fremd.example", "fremd punkt", "[at]", "wendelin", "Wendelin", *MEMBER.split()}
)


class Hidden(NamedTuple):
    """What must not be told."""

    texts: frozenset[str]
    """Wherever they stand: addresses, ids of mails, private texts, nonces, the seed."""
    words: frozenset[str]
    """As words by themselves, in capitals."""
    tiles: frozenset[str]
    """Racks and what lies in bag or stacks, in whatever order."""

    def found_in(self, written: str) -> list[str]:
        """Return what of it stands in a text."""
        shown = [each for each in self.texts if each in written]
        shown += [each for each in set(ADDRESS.findall(written)) if not each.startswith("@")]
        tokens = set(_tokens(written))
        shown += sorted(self.words & tokens)
        sorted_tokens = {_sorted(each) for each in tokens if len(each) >= FEWEST_TILES}
        return shown + sorted(self.tiles & sorted_tokens)


def hidden_in(events: Sequence[Event], seed: bytes) -> Hidden:
    """Return what an export of a game that has got so far must not tell; an empty seed is not known."""
    is_over = replay(events).is_over
    private = frozenset(_always_private(events))
    if is_over:
        return Hidden(private | _IN_PRESS, frozenset(), frozenset())
    told = chain(_public(events), _turned_up(events))
    public = {token for part in told for token in _tokens(part)}
    public_tiles = {_sorted(each) for each in public}
    secret = [*_secret(events), *_values_of(replay(events), Secret)]
    texts = {part for part in secret if re.fullmatch("[0-9a-f]{32,}", part)}
    words = {word for part in secret for word in _tokens(part) if len(word) >= SHORTEST_WORD}
    written = frozenset(_written(events))
    held = [part for part in secret if part not in written]
    tiles = {_sorted(part) for part in held if len(part) >= FEWEST_TILES and WORD.fullmatch(part)}
    return Hidden(
        private | _IN_PRESS | texts | _lot_words(events) | ({seed.hex()} - {""}),
        frozenset(words - public),
        frozenset(tiles - public_tiles),
    )


def with_private_things(events: Sequence[Event]) -> list[Event]:
    """Return the game with addresses, ids of mails and private texts in it, as in one that is played by mail."""
    if not any(isinstance(each, happened.PlayerJoined) for each in events):
        joined = [happened.PlayerJoined(each, ()) for each in replay(events[:1]).players]
        events = [events[0], *joined, *events[1:]]
    found: list[Event] = []
    for event in events:
        found.append(_with_ids(event))
        if isinstance(event, happened.PlayerJoined):
            is_first = not any(isinstance(each, happened.AddressesChanged) for each in found)
            found += _about(event.name, is_first=is_first)
    return found


def _about(name: str, *, is_first: bool) -> list[Event]:
    """Return what is private about a player; about the first one more, and about a stranger."""
    address = f"{name.partition(' ')[0].lower()}.geheim@example.org"
    changed = happened.AddressesChanged(name, (address,), PRIVATE + " 1")
    if not is_first:
        return [changed]
    return [
        changed,
        happened.PressReceived(name, PRIVATE + " 2", "press@mail.example", is_released=False),
        happened.PressReceived(name, PRESS, "press-all@mail.example", is_released=True),
        happened.SubscriberLanguageSet("leserin@example.net", "en"),
        happened.JoinAsked(STRANGER, "neugier@example.net", PRIVATE + " 3", MONDAY),
    ]


def _with_ids(event: Any) -> Any:
    if isinstance(event, SoloPlayed):
        return replace(event, event=_with_ids(event.event))
    return replace(event, mail=f"{event.mail}-4711@mail.example") if _mail_of(event) else event


def _mail_of(event: object) -> str:
    """Return the id of the mail by which something happened, "" where it has none."""
    found = getattr(event, "mail", "")
    return found if isinstance(found, str) else ""


def _always_private(events: Iterable[Event]) -> Iterator[str]:
    """Yield addresses, ids of mails and texts that are for the game master alone."""
    for event in events:
        yield from (each for each in _all_texts(event) if "@" in each)
        match event:
            case happened.JoinAsked():
                yield from (event.name, event.said)
            case happened.PressReceived(is_released=False):
                yield event.text
            case happened.AddressesChanged(because=because) if because:
                yield because
            case _:
                played = event.event if isinstance(event, SoloPlayed) else event
                yield from filter(None, (_mail_of(played),))


def _lot_words(events: Iterable[Event]) -> set[str]:
    """Return the words for draws that were never mixed in yet."""
    log = tuple(events)
    given = {each.word for each in log if isinstance(each, happened.LotWordGiven)}
    mixed = (each.words for each in log if isinstance(each, happened.DrawsMixed))
    return given - {word for words in mixed for _, word in words}


def _secret(events: Iterable[Event]) -> Iterator[str]:
    """Yield the texts of what was sent and not told: all that is `Secret`, moves, what soloists do."""
    for event in events:
        match event:
            case in_rounds.MoveEntered() | in_rounds.MoveWasLate():
                yield from _all_texts(event.moves)
            case SoloPlayed():
                yield from _all_texts(event.event)
            case _:
                yield from _values_of(event, Secret)


def _written(events: Iterable[Event]) -> Iterator[str]:
    """Yield the texts of moves with letters that all have: only as they stand are they a secret."""
    for event in events:
        if isinstance(event, in_rounds.MoveEntered | in_rounds.MoveWasLate):
            yield from _all_texts(event.moves)


def _public(events: Sequence[Event]) -> Iterator[str]:
    """Yield the texts of what all were told; of tiles taken from the open stacks what they make together, too."""
    taken = ""
    reported = max(
        (at for at, each in enumerate(events) if isinstance(each, in_rounds.RoundOpened)), default=0
    )
    for at, event in enumerate(events):
        if isinstance(event, happened.WordRuled) and at > reported:
            continue  # it tells a word that somebody may just have sent
        taken = taken + event.tile if isinstance(event, TileTaken) else ""
        yield taken
        if not isinstance(event, in_rounds.MoveEntered | in_rounds.MoveWasLate | SoloPlayed):
            yield from _texts(event, is_secret_told=False)


def _turned_up(events: Sequence[Event]) -> Iterator[str]:
    """Yield of each stack of WORT-Rummikub the tiles that all have seen on its top, in their order."""
    built: tuple[str, ...] = ()
    seen: list[int] = []
    for count, event in enumerate(events, start=1):
        if isinstance(event, StacksBuilt):
            built, seen = tuple(each.value for each in event.stacks), [1] * len(event.stacks)
        elif isinstance(event, TileTaken):
            game = replay(events[:count])
            lying = zip(built, game.stacks if isinstance(game, TableGame) else (), strict=True)
            gone = (_taken(tiles, rest.value) + 1 for tiles, rest in lying)
            seen = [max(one, other) for one, other in zip(seen, gone, strict=True)]
    yield from (tiles[:count] for tiles, count in zip(built, seen, strict=True))


def _taken(built: str, left: str) -> int:
    """Return how many tiles of a stack are gone; others may lie under what is left of it."""
    return next(count for count in range(len(built) + 1) if left.startswith(built[count:]))


def _values_of(value: object, kind: type[Secret[Any]]) -> Iterator[str]:
    """Yield the texts in every secret within a value."""
    if isinstance(value, kind):
        yield from _all_texts(value.value)
    else:
        for each in _parts(value):
            yield from _values_of(each, kind)


def _all_texts(value: object) -> Iterator[str]:
    return _texts(value, is_secret_told=True)


def _texts(value: object, *, is_secret_told: bool) -> Iterator[str]:
    """Yield every text within a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Secret):
        if is_secret_told:
            yield from _texts(value.value, is_secret_told=True)
    else:
        for each in _parts(value):
            yield from _texts(each, is_secret_told=is_secret_told)


def _parts(value: object) -> Iterable[object]:
    match value:
        case Struct():
            return (getattr(value, each.name) for each in fields(value))
        case Mapping():
            return (*value.keys(), *value.values())
        case str() | bytes():
            return ()
        case Iterable():
            return value
        case _:
            return ()


def _tokens(written: str) -> Iterator[str]:
    """Yield the words in capitals (a blank may be a small letter), and letters with blanks or commas between."""
    for token in WORD.findall(written):
        if sum(letter.isupper() or letter == "?" for letter in token) >= 2:
            yield token.upper()
    for row in re.findall(r"(?<!\w)[A-ZÄÖÜ?*](?:,? [A-ZÄÖÜ?*])+(?!\w)", written):
        yield re.sub("[, ]", "", row).replace("*", "?")


def _sorted(tiles: str) -> str:
    return "".join(sorted(tiles.upper()))
