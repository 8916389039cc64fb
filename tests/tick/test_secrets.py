"""No reader learns what he must not see: whole random games, everything that leaves searched (classic 10)."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from mailref import assets
from mailref.assembly import composer, painter
from mailref.reading.html_to_lines import lines_of_html
from mailref.rules.board import Direction, Square, in_order, place_name
from mailref.rules.replay import follow, replay
from mailref.rules.turns import turn_events as happened
from mailref.rules.turns.turn_game import TurnGame
from tests.commands.invoke import mailref
from tests.effort import sample
from tests.referee.at_table import kiel
from tests.referee.rehearsal import MINUTE, MONDAY
from tests.tick.machines import Post, post

NAMES = ("Anna", "Ben", "Cleo")
READERS = {name: f"{name.lower()}@example.org" for name in NAMES}
FEWEST = 5
"""A rack of fewer tiles may stand in any text by chance."""
TURNS = 12


@dataclass
class Watched:
    """A game through a machine that writes real mails, and what each has held or been told alone."""

    post: Post
    chance: random.Random
    at: int = 0
    secrets: dict[str, set[str]] = field(default_factory=dict)
    keepers: set[str] = field(default_factory=set)
    """Who has sent a move in advance."""

    def game(self) -> TurnGame:
        found = self.post.machine.journal.games.load("kiel")
        assert isinstance(found, TurnGame)
        return found

    def tick(self) -> None:
        self.at += 5
        self.post.tick(MONDAY + self.at * MINUTE)
        self._note()

    def writes(self, name: str, text: str) -> None:
        sender = f"{name} <{READERS[name]}>"
        self.post.arrives(text, sender, MONDAY + (self.at + 2) * MINUTE)
        self.tick()

    def _note(self) -> None:
        """Note every rack that anybody has held, and every nonce."""
        events = tuple(self.post.machine.journal.games.events("kiel"))
        for at in range(1, len(events) + 1):
            if not isinstance(events[at - 1], happened.TilesDrawn | happened.PlayLaid):
                continue
            game = replay(events[:1])
            game = follow(game, events[1:at])
            assert isinstance(game, TurnGame)
            for name, hand in game.hands.items():
                if len(hand.rack.value) >= FEWEST:
                    self.secrets.setdefault(name, set()).add(in_order(hand.rack.value))
        for event in events:
            match event:
                case happened.TilesDrawn():
                    self.secrets.setdefault(event.player, set()).add(event.nonce.value)
                case happened.TilesExchanged() if len(event.letters.value) >= FEWEST:
                    self.secrets.setdefault(event.player, set()).add(event.letters.value)
                case happened.OrderKept():
                    self.keepers.add(event.player)
                case _:
                    pass


def watched(folder: Path, seed: int, variant: str) -> Watched:
    starter = '[game.rules]\nstarter = "Anna"'
    keys = 'subscribers = ["leser@example.org"]'
    text = kiel(keys, starter, variant=variant, players=NAMES)
    machine = post(folder, text, keys=f'[metrics]\nfile = "{folder / "metrics.prom"}"')
    machine.machine.compose = composer(assets.template_environment, painter())
    chance = random.Random(seed)
    machine.machine.new_seed = lambda: chance.randbytes(32)
    found = Watched(machine, chance)
    found.tick()
    return found


def some_play(game: TurnGame, name: str, chance: random.Random) -> str | None:
    """Return a line that lays two or three tiles where they touch what lies; words are not looked up."""
    rack = [tile for tile in game.hands[name].rack.value if tile != "?"]
    if len(rack) < 3:
        return None
    if game.board.is_empty:
        return f"H8 {''.join(chance.sample(rack, 3))}"
    lying = [tile.square for tile in game.board.tiles]
    for _ in range(200):
        square = chance.choice(lying)
        direction = chance.choice(list(Direction))
        ahead = square.along(direction, 1)
        before, behind = square.along(direction, -1), square.along(direction, 2)
        if not ahead.is_on_board or not _is_free(game, ahead) or not _is_free(game, before):
            continue
        if _is_free(game, behind) and _has_clear_sides(game, ahead, direction):
            word = (game.board.letter(square) or "") + chance.choice(rack)
            return f"{place_name(square, direction, game.rules.axes)} {word}"
    return None


def _is_free(game: TurnGame, square: Square) -> bool:
    return not square.is_on_board or game.board.is_free(square)


def _has_clear_sides(game: TurnGame, square: Square, direction: Direction) -> bool:
    across = next(each for each in Direction if each is not direction)
    return all(_is_free(game, square.along(across, step)) for step in (-1, 1))


def some_line(watched: Watched, name: str) -> str:
    """Return what a player writes: a play mostly, else an exchange, a challenge, a pass, a question."""
    game, chance = watched.game(), watched.chance
    rack = game.hands[name].rack.value
    kind = chance.random()
    laid = some_play(game, name, chance)
    if kind < 0.6 and laid is not None:
        return laid
    if kind < 0.8 and rack:
        given = chance.sample(rack, min(FEWEST, len(rack)))
        return f"TAUSCHE {' '.join(given).replace('?', 'Joker')}"
    return chance.choice(
        [
            *("PASSE", "ANFECHTEN", "STEINE", "VERLAUF", "STAND", "H8 QQQ"),
            *(f"PROBE {laid or 'H8 XY'}", f"FALLS PASS:\n{laid or 'PASSE'}"),
        ]
    )


def spellings(secret: str) -> Iterator[str]:
    """Yield how a rack or a nonce could stand in a text."""
    yield secret
    if len(secret) < 32:
        yield " ".join(secret)
        yield ", ".join(secret)
        yield " ".join(secret.replace("?", "*"))


def read_text(data: bytes) -> str:
    """Return the subject and all text of a mail, pictures by their descriptions, as one line."""
    message = message_from_bytes(data, policy=default)
    parts = [f"{key}: {value}" for key, value in message.items()]
    for part in message.walk():
        payload = part.get_payload(decode=True)
        if not isinstance(payload, bytes):
            continue
        if part.get_content_type() == "text/html":
            html = payload.decode()
            parts += [html, *(line.text for line in lines_of_html(html)[0])]
        elif part.get_content_maintype() == "text":
            parts.append(payload.decode("utf-8", "replace"))
        else:
            parts.append(payload.decode("latin-1"))
    return " ".join(" ".join(parts).split())


OF_A_KEPT_MOVE = ("Dein vorgemerkter Zug", "war vorgemerkt", "✓ Vorgemerkt")
"""How a mail tells its reader of his move in advance; nobody else learns that there is one."""


def printed(game: Watched, folder: Path) -> Iterator[tuple[str, str]]:
    """Yield what each command prints that tells of a game to whoever runs the program."""
    for arguments in (
        ("status", "--json"),
        ("status",),
        ("export", "kiel", "--format", "json"),
        ("export", "kiel", "--format", "csv"),
        ("export", "kiel", "--format", "gcg"),
        ("export", "kiel", "--format", "html", "--out", str(folder / "archive")),
        ("preview", "kiel", "--out", str(folder / "preview")),
    ):
        called = mailref(*arguments, "-c", str(game.post.path))
        yield " ".join(arguments), " ".join((called.out + called.err).split())


def written(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield what those commands and the ticks have left in files."""
    assert (folder / "metrics.prom").exists()
    files = [folder / "metrics.prom"]
    for each in ("archive", "preview"):
        found = [path for path in (folder / each).rglob("*") if path.is_file()]
        assert found, each
        files += found
    for path in files:
        data = path.read_bytes()
        text = read_text(data) if path.suffix == ".eml" else data.decode("utf-8", "replace")
        yield path.name, " ".join(text.split())


def sheets_by_tag(post: Post) -> dict[str, set[bytes]]:
    """Return the printed sheets by the tag of their mails: what is packed in them cannot be searched."""
    found: dict[str, set[bytes]] = {}
    for mail in post.outbox.taken:
        message = message_from_bytes(mail.data, policy=default)
        for part in message.walk():
            data = part.get_payload(decode=True)
            if part.get_content_type() == "application/pdf" and isinstance(data, bytes):
                tag = str(message["Subject"]).partition("]")[0] + str(part.get_filename())
                found.setdefault(tag, set()).add(data)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "seed"), sample([(v, s) for s in range(40) for v in ("classic", "classic-open")], 2)
)
def test_nobody_reads_what_only_another_may_see(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, variant: str, seed: int
) -> None:
    caplog.set_level("DEBUG")
    game = watched(tmp_path, seed, variant)
    for _ in range(TURNS):
        if game.game().is_over or game.game().turn is None:
            break
        turn = game.game().turn
        assert turn is not None
        name = turn.player if game.chance.random() < 0.7 else game.chance.choice(NAMES)
        game.writes(name, some_line(game, name))
    assert not game.game().is_over
    assert len(game.secrets) == len(NAMES)
    leaves = [(mail.recipient, read_text(mail.data)) for mail in game.post.outbox.taken]
    assert len(leaves) > TURNS
    seed_of_game = game.post.machine.journal.games.seed("kiel").hex()
    for name, secrets in game.secrets.items():
        others = {each for other, known in game.secrets.items() if other != name for each in known}
        mine = [text for recipient, text in leaves if recipient == READERS[name]]
        assert any(each in text for each in secrets for text in mine), (
            "the search finds what is there"
        )
        for each in secrets - others:
            for spelled in spellings(each):
                seen = [r for r, text in leaves if spelled in text and r != READERS[name]]
                assert not seen, (name, spelled, seen)
                assert spelled not in caplog.text
    assert not any(seed_of_game in text for _, text in leaves)
    for where, shown in (*printed(game, tmp_path), *written(tmp_path)):
        found = [
            s for known in game.secrets.values() for e in known for s in spellings(e) if s in shown
        ]
        assert not found, (where, found)
        assert seed_of_game not in shown, where
    told = {r for r, text in leaves if any(sign in text for sign in OF_A_KEPT_MOVE)}
    assert told == {READERS[name] for name in game.keepers}
    for tag, sheets in sheets_by_tag(game.post).items():
        assert len(sheets) == 1, f"{tag}: the sheet in a mail holds what not all may see"
