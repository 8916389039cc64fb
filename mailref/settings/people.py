"""[[game.player]] and [game.words]: who plays, and what the game master ruled beforehand."""

from collections.abc import Mapping, Sequence

from mailref.mail.entries.names import folded
from mailref.referee.policy import ConfiguredPlayer
from mailref.rules.board import SIZE
from mailref.rules.lexicon.german import spell
from mailref.rules.tables import Reader, Table, WrongValueError, list_of, mapping, shown, text
from mailref.rules.tiles import ALPHABET
from mailref.settings.model import Findings
from mailref.settings.values import address


def read_players(
    tables: Sequence[Mapping[str, object]], label: str, findings: Findings
) -> tuple[ConfiguredPlayer, ...]:
    """Read every [[game.player]]; one name twice is a fault, one address for several is not."""
    players: list[ConfiguredPlayer] = []
    earlier: dict[str, str] = {}
    for position, values in enumerate(tables, start=1):
        table = Table(values)
        player = ConfiguredPlayer(
            name=table.need("name", player_name, "", '"Max Mustermann"'),
            addresses=table.take("addresses", addresses, ()),
        )
        table.refuse_unknown()
        if player.name and (other := earlier.get(folded(player.name))):
            table.fault("name", f"is that of another player, {shown(other)}")
        earlier[folded(player.name)] = player.name
        players.append(player)
        place = f'"{player.name}"' if player.name else f"number {position}"
        findings.add(label, table.faults, section=f"[[game.player]] {place}")
    return tuple(players)


def player_name(value: object) -> str:
    """Read a name that a table can print and `Spieler=` can name."""
    name = text(value)
    if not folded(name):
        raise WrongValueError(f"must hold letters, not {shown(name)}")
    if len(name) > 60 or any(char in name for char in '"<>[]='):
        raise WrongValueError(
            f'must be at most 60 characters without " < > [ ] =, not {shown(name)}'
        )
    return name


def addresses(value: object) -> tuple[str, ...]:
    """Read a list of addresses, none twice."""
    found = list_of(address)(value)
    lower = [each.lower() for each in found]
    for position, each in enumerate(lower):
        if each in lower[:position]:
            raise WrongValueError(f"names {found[position]} twice")
    return found


def read_rulings(
    values: Mapping[str, object], label: str, findings: Findings
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Read [game.words]: the words accepted and the words refused."""
    table = Table(values)
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
