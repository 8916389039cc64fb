"""One page for each order that is given by mail: made from the tables of orders, with what is really answered."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from mailref.orders.table import ROWS, Command, ListedOrder, Value, Who
from mailref.referee.gm_orders import GM_ROWS, GmKinds, GmRow
from mailref.writing.compose import compose_all
from mailref.writing.mail_bytes import message_id_of
from tests.games.by_turns.at_table import kiel
from tests.referee.rehearsal import ERIKA, EVA, MAX, MINUTE, MONDAY, ZAT, game
from tests.tick.machines import Post, begun
from tests.writing.builders import means
from tests.writing.composed import body, read_back

PLAYERS = {
    "Max Mustermann": "max@example.org",
    "Eva Muster": "eva@example.org",
    "Anna Beispiel": "anna@example.org",
}
BEHIND: Mapping[Value, str] = MappingProxyType(
    {
        Value.NOTHING: "",
        Value.WORD: " Pflaume",
        Value.TEXT: ": Grüße aus Kiel",
        Value.LINES: ": auf das Q achten",
        Value.LANGUAGE: " ENGLISCH",
        Value.NAME: " Eva",
        Value.ADDRESSED: " Eva: Viel Glück!",
    }
)
"""What stands behind an order in its example."""
WHO: Mapping[Who, str] = MappingProxyType(
    {
        Who.ANYONE: "whoever is registered here, also who only reads along",
        Who.PLAYER: "a player of the game",
        Who.WRITER: "a player of the game, or its game master",
    }
)
KEYS: Mapping[Command, str] = MappingProxyType({Command.MESSAGE: "messages = true"})
"""What the game of an example needs beside."""


FIRST: Mapping[str, str] = MappingProxyType(
    {"AUFNEHMEN": "AUSSCHLIESSEN Anna Beispiel", "WEITER": "PAUSE", "WIDERRUF": "PAUSE"}
)
"""What the game master orders before, by the word of his order."""
AGREED: Mapping[str, str] = MappingProxyType(
    {"FREIGEBEN": 'publish = "approve"', "BUCHSTABEN": 'draw = "hand"'}
)
"""What the game of such an example needs beside."""


class Page(Struct, frozen=True):
    """An order as its page tells it."""

    file: str
    title: str
    names: Mapping[str, str]
    """What it is called in each language."""
    facts: tuple[tuple[str, str], ...]
    mails: Callable[[Path], Iterator[tuple[str, str]]]
    """Plays the example in a folder: yields who writes or answers, and the text."""


def pages() -> Mapping[str, Page]:
    """Return the page of each order of players and of the game master, by the name of its file."""
    found = [*map(_of_player, ROWS), *map(_of_game_master, GM_ROWS)]
    return {page.file: page for page in found}


def written(page: Page) -> str:
    """Return the page in Markdown."""
    lines = [
        f"# `{page.title}`",
        "",
        "Made from the table of orders; the answers are those of the program.",
        "",
    ]
    lines += ["| | |", "|---|---|", *(f"| {name} | {fact} |" for name, fact in page.facts), ""]
    with TemporaryDirectory() as folder:
        for who, text in page.mails(Path(folder)):
            lines += [f"{who}:", "", "```text", text.rstrip("\n"), "```", ""]
    return "\n".join(lines)


def index(found: Mapping[str, Page]) -> str:
    """Return the page that leads to all."""
    languages = next(iter(found.values())).names
    rows = (
        f"| [page]({page.file}) | " + " | ".join(f"`{name}`" for name in page.names.values()) + " |"
        for page in found.values()
    )
    return "\n".join(
        [
            "# Orders by mail",
            "",
            "A page for each, players' first; [the contract](../contract.md) has the tables.",
            "",
            f"| | {' | '.join(languages)} |",
            "|---" * (len(languages) + 1) + "|",
            *rows,
            "",
        ]
    )


def _said(words: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    for language, forms in words.items():
        yield f"in {language}", ", ".join(f"`{form}`" for form in forms)


def _names(words: Mapping[str, tuple[str, ...]]) -> Mapping[str, str]:
    return {language: forms[0] for language, forms in words.items()}


def _of_player(row: ListedOrder) -> Page:
    word = row.words["de"][0]
    facts = [*_said(row.words), ("who", WHO[row.who])]
    facts.append(("behind it", row.value.value or "nothing"))
    facts.append(("proof of the sender", "needed" if row.needs_proof else "not needed"))
    if row.most:
        facts.append(("at most", f"{row.most} characters"))
    text = f"{word}{BEHIND[row.value]}"

    def mails(folder: Path) -> Iterator[tuple[str, str]]:
        machine = begun(folder, game(players=PLAYERS, keys=KEYS.get(row.command, "")))
        machine.arrives("H8w RABEN", MAX)
        machine.tick(MONDAY)
        machine.letters.owed.clear()
        yield "Max Mustermann writes", text
        machine.arrives(text, MAX, MONDAY + MINUTE)
        machine.tick(MONDAY + MINUTE)
        yield "and gets", _answer(machine, "max@example.org")

    file = f"{row.command.value.replace('_', '-')}.md"
    return Page(file, word, _names(row.words), tuple(facts), mails)


def _of_game_master(row: GmRow) -> Page:
    line, is_in_turns = row.examples["de"], row.kinds is GmKinds.TURNS
    facts = [*_said(row.words), ("who", "the game master, in answer to a mail of ours")]
    facts.append(("games", row.kinds.value))
    facts.append(("asked back", "always" if row.is_weighty else "where it looks like a slip"))
    facts.append(("WIDERRUF takes it back", "yes" if row.is_revocable else "no"))
    if row.commands:
        facts.append(("in the shell", ", ".join(f"`mailref {each}`" for each in row.commands)))
    line = line.replace("Anna Beispiel", "Anna") if is_in_turns else line

    def mails(folder: Path) -> Iterator[tuple[str, str]]:
        word = row.words["de"][0]
        machine, at = _at_table(folder) if is_in_turns else _in_rounds(folder, AGREED.get(word, ""))
        if word in FIRST:
            machine.orders(FIRST[word], at)
        newest = [o for o in machine.letters.ever if o.recipient == "gm@example.org"][-1]
        machine.letters.owed.clear()
        yield "The game master writes", line
        house = machine.machine.office().house
        _reply(machine, line, message_id_of(newest, house), at)
        asked = [o for o in machine.letters.owed if o.one_time]
        yield "and gets", _answer(machine, "gm@example.org")
        if asked:
            machine.letters.owed.clear()
            yield "After his answer", "JA"
            _reply(machine, "JA", message_id_of(asked[-1], house), at)
            yield "he gets", _answer(machine, "gm@example.org")

    file = f"gm-{row.words['en'][0].lower()}.md"
    return Page(file, row.words["de"][0], _names(row.words), tuple(facts), mails)


def _in_rounds(folder: Path, keys: str) -> tuple[Post, datetime]:
    """Return a game in its second round, in which somebody has moved, and when that is."""
    machine = begun(folder, game(players=PLAYERS, keys=f'press = "moderated"\n{keys}'))
    machine.arrives("H8w RABEN", MAX)
    machine.arrives("H8w RABEN", EVA)
    machine.tick(MONDAY)
    machine.tick(ZAT + 3 * MINUTE)
    machine.arrives("PRESSE: Grüße aus Kiel", MAX, ZAT + 4 * MINUTE)
    machine.tick(ZAT + 4 * MINUTE)
    return machine, ZAT + 5 * MINUTE


def _at_table(folder: Path) -> tuple[Post, datetime]:
    machine = begun(folder, kiel(inner='[game.rules]\nstarter = "Ben"'))
    machine.arrives("PASSE", "Ben <ben@example.org>", MONDAY, subject="Re: [kiel Z1] Zug")
    machine.tick(MONDAY)
    return machine, MONDAY + MINUTE


def _reply(machine: Post, text: str, id_: str, at: datetime) -> None:
    machine.arrives(text, ERIKA, at, header=f"In-Reply-To: {id_}\n")
    machine.tick(at)


def _answer(machine: Post, address: str) -> str:
    """Return the last mail to somebody as text."""
    to_him = [o for o in machine.letters.owed if o.recipient == address]
    if not to_him:
        return "(no answer)"
    answers = [o for o in to_him if o.answers is not None] or to_him
    house = machine.machine.office().house
    (composed,) = compose_all((answers[0],), replace(means(), house=house))
    mail = read_back(composed.data)
    return f"{mail['Subject']}\n\n{body(mail, 'plain')}"
