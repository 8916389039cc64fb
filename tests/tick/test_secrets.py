"""No reader learns what he must not see: whole random games, everything that leaves searched (classic 10).

WORT-Rummikub has the same secrets, and what lies below the open tiles of its stacks (table games 1);
Scrabble-Bingo has everybody's words; Solitaire everybody's table, and the tiles that are still to come.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from pathlib import Path

import pytest

from mailref import assets
from mailref.assembly import composer, painter
from mailref.games.bingo.game import BingoGame
from mailref.games.by_turns import events as happened
from mailref.games.by_turns.game import SeatedGame
from mailref.games.chance import SeedDraws, common_order
from mailref.games.classic.game import TurnGame
from mailref.games.kind import follow, replay
from mailref.games.rummikub import events as on_table
from mailref.games.rummikub.game import TableGame
from mailref.games.rummikub.rules import WordOrder
from mailref.games.solitaire.events import LettersChosen, SoloPlayed
from mailref.games.solitaire.game import SoloGame, events_at
from mailref.reading.html_to_lines import lines_of_html
from mailref.report.pdf import MakerHere
from mailref.tiles.board import TILES, Direction, Square, in_order, place_name
from tests.commands.invoke import mailref
from tests.effort import fewer, sample
from tests.games.bingo.rehearsal import herbst
from tests.games.by_turns.at_table import kiel
from tests.games.classic.test_random import search
from tests.parsed import parsed
from tests.referee.rehearsal import MINUTE, MONDAY
from tests.tick.machines import Post, post
from tests.tiles.finder import some_words

NAMES = ("Anna", "Ben", "Cleo")
READERS = {name: f"{name.lower()}@example.org" for name in NAMES}
GAME_MASTER = "gm@example.org"
FEWEST = 5
"""A rack of fewer tiles may stand in any text by chance."""
TURNS = 12
CHANGES_A_RACK = (
    happened.TilesDrawn
    | happened.PlayLaid
    | happened.PlayTakenBack
    | on_table.StacksBuilt
    | on_table.TableWordLaid
    | on_table.TileTaken
)


@dataclass
class Watched:
    """A game through a machine that writes real mails, and what each has held or been told alone."""

    post: Post
    chance: random.Random
    at: int = 0
    secrets: dict[str, set[str]] = field(default_factory=dict)
    hidden: set[str] = field(default_factory=set)
    """What nobody may see: what lies below the tops of the stacks, and their nonces."""
    keepers: set[str] = field(default_factory=set)
    """Who has sent a move in advance."""
    open_then: list[int | None] = field(default_factory=list)
    """The turn that could still be challenged when each mail left."""

    def game(self) -> SeatedGame:
        found = self.post.machine.journal.games.load("kiel")
        assert isinstance(found, SeatedGame)
        return found

    def tick(self) -> None:
        self.at += 5
        self.post.tick(MONDAY + self.at * MINUTE)
        play = self.game().open_play
        left = len(self.post.outbox.taken) - len(self.open_then)
        self.open_then += [None if play is None else play.number] * left
        self._note()

    def writes(self, name: str, text: str) -> None:
        sender = f"{name} <{READERS[name]}>"
        self.post.arrives(text, sender, MONDAY + (self.at + 2) * MINUTE)
        self.tick()

    def game_master_writes(self, body: str) -> None:
        """Let the game master answer the newest mail that he has got."""
        his = [mail.data for mail in self.post.outbox.taken if mail.recipient == GAME_MASTER]
        id_ = parsed(his[-1])["Message-ID"]
        at = MONDAY + (self.at + 2) * MINUTE
        self.post.arrives(body, f"Erika <{GAME_MASTER}>", at, header=f"In-Reply-To: {id_}\n")
        self.tick()

    def _note(self) -> None:
        """Note every rack that anybody has held, what has lain hidden, every wish and every nonce."""
        events = tuple(self.post.machine.journal.games.events("kiel"))
        game = replay(events[:1])
        for event in events[1:]:
            game = follow(game, (event,))
            if not isinstance(event, CHANGES_A_RACK):
                continue
            assert isinstance(game, SeatedGame)
            for name, hand in game.hands.items():
                self._keep(name, in_order(hand.rack.value))
            if isinstance(game, TableGame):
                below = (stack.value[1:] for stack in game.stacks)
                self.hidden.update(each for each in below if len(each) >= FEWEST)
        for event in events:
            match event:
                case happened.TilesDrawn():
                    self._keep(event.player, event.nonce.value)
                case happened.TilesExchanged():
                    self._keep(event.player, event.letters.value)
                case on_table.RackDealt():
                    self._keep(event.player, event.letters.value)
                    self._keep(event.player, event.nonce.value)
                case on_table.WishSet():
                    self._keep(event.player, event.letters.value)
                case on_table.StacksBuilt():
                    nonces = SeedDraws(self.post.machine.journal.games.seed("kiel"))
                    first = len(NAMES) + 1
                    self.hidden.update(
                        nonces.nonce(at) for at in range(first, first + len(event.stacks))
                    )
                case happened.OrderKept():
                    self.keepers.add(event.player)
                case _:
                    pass

    def _keep(self, name: str, secret: str) -> None:
        if len(secret) >= FEWEST:
            self.secrets.setdefault(name, set()).add(secret)

    def kept_words(self) -> Iterator[tuple[str, str]]:
        """Yield the words of moves in advance that were never carried out, and whose they are."""
        events = tuple(self.post.machine.journal.games.events("kiel"))
        laid = {each.made.word for each in events if isinstance(each, on_table.TableWordLaid)}
        kept = (each for each in events if isinstance(each, happened.OrderKept))
        for event in kept:
            for order in (order for group in event.order.value.groups for order in group.orders):
                if isinstance(order, WordOrder) and order.word not in laid:
                    yield event.player, order.word


def watched(folder: Path, seed: int, variant: str) -> Watched:
    rules = 'challenge_time = "5m"' if variant == "rummikub" else 'starter = "Anna"'
    keys = 'subscribers = ["leser@example.org"]'
    text = kiel(keys, f"[game.rules]\n{rules}", variant=variant, players=NAMES)
    machine = post(folder, text, keys=f'[metrics]\nfile = "{folder / "metrics.prom"}"')
    machine.machine.compose = composer(assets.template_environment, painter(), MakerHere(painter()))
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
        if (
            not ahead.is_on(game.board.size)
            or not _is_free(game, ahead)
            or not _is_free(game, before)
        ):
            continue
        if _is_free(game, behind) and _has_clear_sides(game, ahead, direction):
            word = (game.board.letter(square) or "") + chance.choice(rack)
            return f"{place_name(square, direction, game.rules.axes)} {word}"
    return None


def _is_free(game: TurnGame, square: Square) -> bool:
    return not square.is_on(game.board.size) or game.board.is_free(square)


def _has_clear_sides(game: TurnGame, square: Square, direction: Direction) -> bool:
    across = next(each for each in Direction if each is not direction)
    return all(_is_free(game, square.along(across, step)) for step in (-1, 1))


def some_line(watched: Watched, name: str) -> str:
    """Return what a player writes in the game that is watched."""
    match watched.game():
        case TurnGame() as game:
            return _at_the_board(game, name, watched.chance)
        case TableGame() as game:
            return _at_the_table(game, name, watched.chance)
        case other:
            raise TypeError(type(other).__name__)


def some_line_for(watched: Watched, name: str) -> str:
    """Return what the game master enters for a player, or tries to find out from his rack."""
    rack, chance = watched.game().hands[name].rack.value, watched.chance
    tile = chance.choice(rack).replace("?", "Joker") if rack else "E"
    of_both = ("STAND", "STEINE", "VERLAUF", "ZURÜCK", "PASSE", "ANFECHTEN", "ANNEHMEN")
    if isinstance(watched.game(), TableGame):
        return chance.choice([*of_both, "PROBE LEGE QQQQQQ", "LEGE QQQQQQ", "NIMM 2", "WUNSCH: E"])
    tried = ("PROBE D8 HOH", "H8 QQQ", "TAUSCHE Q Q", "FALLS PASS:\nTAUSCHE Q Q")
    return chance.choice([*of_both, *tried, f"TAUSCHE {tile}", f"FALLS PASS:\nTAUSCHE {tile}"])


def _at_the_table(game: TableGame, name: str, chance: random.Random) -> str:
    """Return a word mostly, else a tile to be taken, a wish, a change, a doubt, a question."""
    rack = game.hands[name].rack.value
    laid = f"LEGE {''.join(chance.sample(rack, min(game.needs[name], len(rack))))}"
    kind = chance.random()
    if kind < 0.4:
        return laid
    if kind < 0.6:
        wish = f"WUNSCH: {' '.join(chance.sample(rack, min(FEWEST + 2, len(rack))))}"
        return chance.choice([wish, f"{laid}\n{wish}", f"NIMM 2\n{wish}"])
    if kind < 0.8:
        return chance.choice([f"NIMM {chance.randint(1, 4)}", f"NIMM {chance.choice(game.tops)}"])
    lying = chance.choice(game.table or ("LIEBEN",))
    changed = f"{lying}{chance.choice(rack)} aus {lying}"
    return chance.choice(
        [
            *("ANNEHMEN", "ANNEHMEN", "ANFECHTEN", "STEINE", "VERLAUF", "STAND", "LEGE QQQQQQ"),
            *(changed, f"PROBE {laid}", f"FALLS PASS:\n{laid}"),
        ]
    )


def _at_the_board(game: TurnGame, name: str, chance: random.Random) -> str:
    """Return a play mostly, else an exchange, a challenge, a pass, a question."""
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
    message = parsed(data)
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


OF_A_KEPT_MOVE = ("Dein vorgemerkter Zug", "dein vorgemerkter Zug", "✓ Vorgemerkt")
"""How a mail tells its reader of his move in advance; nobody else learns that there is one."""
OF_A_RACK = ("Deine Buchstaben", "Es fehlt", "Es fehlen", "= Nicht gesehen", "Nicht gesehen:")
"""How a mail tells its reader of his own tiles; the game master, who does not play, has none."""


def printed(post: Post, game: str, folder: Path) -> Iterator[tuple[str, str]]:
    """Yield what each command prints that tells of a game to whoever runs the program."""
    for arguments in (
        ("status", "--json"),
        ("status",),
        ("export", game, "--format", "json"),
        ("export", game, "--format", "csv"),
        ("export", game, "--format", "gcg"),
        ("export", game, "--format", "html", "--out", str(folder / "archive")),
        ("preview", game, "--out", str(folder / "preview")),
        ("verify", game),
    ):
        called = mailref(*arguments, "-c", str(post.path))
        assert called.code == 0 or "gcg" in arguments, called.err
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


def sheets_by_tag(game: Watched) -> dict[tuple[str, int | None], set[bytes]]:
    """Return the printed sheets that should be alike: what is packed in them cannot be searched.

    They go by the tag of their mails, and by the play that they show as open.
    """
    found: dict[tuple[str, int | None], set[bytes]] = {}
    for mail, open_play in zip(game.post.outbox.taken, game.open_then, strict=True):
        message = parsed(mail.data)
        for part in message.walk():
            data = part.get_payload(decode=True)
            if part.get_content_type() == "application/pdf" and isinstance(data, bytes):
                tag = str(message["Subject"]).partition("]")[0] + str(part.get_filename())
                found.setdefault((tag, open_play), set()).add(data)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "seed"),
    [
        *sample([(v, s) for s in range(40) for v in ("classic", "classic-open")], 1),
        *sample([("rummikub", s) for s in range(40)], 1),
    ],
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
        if not game.game().is_over and game.chance.random() < 0.5:
            name = game.chance.choice(NAMES)
            game.game_master_writes(f"Spieler={name}\n{some_line_for(game, name)}")
    assert not game.game().is_over
    assert len(game.secrets) == len(NAMES)
    assert bool(game.hidden) == (variant == "rummikub")
    leaves = [(mail.recipient, read_text(mail.data)) for mail in game.post.outbox.taken]
    assert len(leaves) > TURNS
    seed_of_game = game.post.machine.journal.games.seed("kiel").hex()
    his = [text for recipient, text in leaves if recipient == GAME_MASTER]
    assert his
    assert not [text for text in his if any(sign in text for sign in OF_A_RACK)]
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
    for name, word in game.kept_words():
        seen = [r for r, text in leaves if word in text and r != READERS[name]]
        assert len(word) < FEWEST or not seen, (name, word, seen)
    for spelled in (spelled for each in game.hidden for spelled in spellings(each)):
        assert not [r for r, text in leaves if spelled in text], spelled
        assert spelled not in caplog.text
    assert not any(seed_of_game in text for _, text in leaves)
    for where, shown in (*printed(game.post, "kiel", tmp_path), *written(tmp_path)):
        everything = game.hidden.union(*game.secrets.values())
        found = [s for each in everything for s in spellings(each) if s in shown]
        assert not found, (where, found)
        assert seed_of_game not in shown, where
    told = {r for r, text in leaves if any(sign in text for sign in OF_A_KEPT_MOVE)}
    assert told == {READERS[name] for name in game.keepers}
    for tag, sheets in sheets_by_tag(game).items():
        assert len(sheets) == 1, f"{tag}: the sheet in a mail holds what not all may see"


# Scrabble-Bingo: words, and the letters of them that are still wanted (other games 2).

OWNERS = ("Anna", "Ben", "Erika")
"""Erika runs the game and plays in it."""
ADDRESSES = {"Anna": "anna@example.org", "Ben": "ben@example.org", "Erika": "gm@example.org"}
SEVENS = tuple(word for word in some_words(20_000) if len(word) == 7)
UNLISTED = "ZWÄRBEL"


@dataclass
class BingoWatched:
    """A game of Scrabble-Bingo through a machine that writes real mails, and what each has sent."""

    post: Post
    chance: random.Random
    now: datetime = MONDAY
    words: dict[str, set[str]] = field(default_factory=dict)

    def game(self) -> BingoGame:
        found = self.post.machine.journal.games.load("herbst")
        assert isinstance(found, BingoGame)
        return found

    def tick(self, at: datetime | None = None) -> None:
        self.now = at or self.now + 5 * MINUTE
        self.post.tick(self.now)

    def writes(self, name: str, text: str, *words: str) -> None:
        self.words.setdefault(name, set()).update(words)
        sender = f"{name} <{ADDRESSES[name]}>"
        self.post.arrives(text, sender, self.now + MINUTE)
        self.tick()

    def sends_words(self, name: str) -> None:
        """Send words of one's own, which nobody else sends, in one of the ways people write them."""
        fresh = [w for w in SEVENS if not any(w in sent for sent in self.words.values())]
        while True:
            one, two = self.chance.sample(fresh, 2)
            if Counter(one + two) <= Counter(TILES.all_tiles.replace("?", "")):
                break
        forms = (f"BINGO: {one} {two}", f"1. {one}\n2. {two}", f"Meine Wörter: {one}, {two}")
        self.writes(name, self.chance.choice(forms), one, two)

    def zat(self) -> None:
        due = self.game().due
        assert due is not None
        self.tick(due + 5 * MINUTE)


def watched_bingo(folder: Path, seed: int) -> BingoWatched:
    call = "auto" if seed % 2 else "player"
    players = "\n".join(
        f'[[game.player]]\nname = "{name}"\naddresses = ["{ADDRESSES[name]}"]' for name in OWNERS
    )
    keys = 'subscribers = ["leser@example.org"]\ndeputy = "vera@example.org"\nreminder = "2d"'
    text = herbst(keys, f'[game.rules]\ncall = "{call}"\nper_round = 5\n{players}', players=())
    machine = post(folder, text, keys=f'[metrics]\nfile = "{folder / "metrics.prom"}"')
    machine.machine.compose = composer(assets.template_environment, painter(), MakerHere(painter()))
    chance = random.Random(seed)
    machine.machine.new_seed = lambda: chance.randbytes(32)
    found = BingoWatched(machine, chance)
    found.tick()
    return found


def some_bingo_line(chance: random.Random) -> str:
    return chance.choice(["STAND", "BINGO", "REGELN\nHILFE", "PRESSE: Los geht es.", "BERICHT"])


@pytest.mark.slow
@pytest.mark.parametrize("seed", sample(range(40), 1))
def test_nobody_reads_words_of_another_before_the_end(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, seed: int
) -> None:
    """Not the game master either, who runs the game or plays in it; a word that he is asked about aside."""
    caplog.set_level("DEBUG")
    game = watched_bingo(tmp_path, seed)
    for name in OWNERS:
        game.sends_words(name)
    game.sends_words("Anna")
    game.writes("Ben", f"1. {SEVENS[0]}XYZ\n2. CCCCCCC", "CCCCCCC")
    game.writes("Anna", f"BINGO: {UNLISTED} STERNEN", UNLISTED)
    game.writes("Anna", "ZURÜCKZIEHEN")
    game.sends_words("Anna")
    for _ in range(4):
        for name in OWNERS:
            game.writes(name, some_bingo_line(game.chance))
        due = game.game().due
        assert due is not None
        game.tick(due - 20 * 60 * MINUTE)
        game.zat()
    assert not game.game().is_over
    assert set(game.game().playing) == set(OWNERS)
    leaves = [(mail.recipient, read_text(mail.data)) for mail in game.post.outbox.taken]
    assert {recipient for recipient, _ in leaves} >= {"leser@example.org", *ADDRESSES.values()}
    for name, words in game.words.items():
        mine = [text for recipient, text in leaves if recipient == ADDRESSES[name]]
        in_force = game.game().fixed.get(name)
        assert in_force is not None
        assert any(" ".join(in_force[0]) in text for text in mine), "the search finds what is there"
        for word in words:
            may_read = {ADDRESSES[name]} | ({"vera@example.org"} if word == UNLISTED else set())
            for spelled in spellings(word):
                seen = [r for r, text in leaves if spelled in text and r not in may_read]
                assert not seen, (name, spelled, seen)
                assert spelled not in caplog.text
    asked = [text for recipient, text in leaves if recipient == "vera@example.org"]
    assert any(UNLISTED in text for text in asked)
    assert not any("Anna" in text for text in asked)
    seed_of_game = game.post.machine.journal.games.seed("herbst").hex()
    assert not any(seed_of_game in text for _, text in leaves)
    for where, shown in (*printed(game.post, "herbst", tmp_path), *written(tmp_path)):
        for word in (word for words in game.words.values() for word in words):
            assert not any(spelled in shown for spelled in spellings(word)), (where, word)
        assert seed_of_game not in shown, where


# Solitaire: the order of tiles yet to come, everybody's racks, words, choices and totals (other games 3).


@dataclass
class SoloWatched:
    """A league of soloists through a machine that writes real mails, and what each has had alone."""

    post: Post
    chance: random.Random
    now: datetime = MONDAY
    secrets: dict[str, set[str]] = field(default_factory=dict)
    """Racks, words laid and letters chosen, by their players."""

    def game(self) -> SoloGame:
        found = self.post.machine.journal.games.load("kiel")
        assert isinstance(found, SoloGame)
        return found

    def tick(self) -> None:
        self.now += 5 * MINUTE
        self.post.tick(self.now)
        for event in self.post.machine.journal.games.events("kiel"):
            if not isinstance(event, SoloPlayed):
                continue
            match event.event:
                case happened.PlayLaid(scored=scored):
                    self._keep(event.player, scored.word)
                case LettersChosen(letters=letters):
                    self._keep(event.player, letters.value)
                case _:
                    pass
        for name, table in self.game().tables.items():
            for hand in table.hands.values():
                self._keep(name, in_order(hand.rack.value))

    def _keep(self, name: str, secret: str) -> None:
        if len(secret) >= FEWEST:
            self.secrets.setdefault(name, set()).add(secret)

    def writes(self, name: str, text: str, header: str = "") -> None:
        address = READERS.get(name, GAME_MASTER)
        self.post.arrives(text, f"{name} <{address}>", self.now + MINUTE, header=header)
        self.tick()

    def game_master_writes(self, body: str) -> None:
        """Let the game master enter something for a player, as an answer to what he got."""
        his = [mail.data for mail in self.post.outbox.taken if mail.recipient == GAME_MASTER]
        id_ = parsed(his[-1])["Message-ID"]
        self.writes("Erika", body, f"In-Reply-To: {id_}\n")

    def some_line(self, name: str) -> str:
        """Return a play of the list mostly, with letters chosen for it where they are; else a question."""
        table = self.game().tables[name]
        if self.chance.random() < 0.25:
            more = ("ZURÜCK", "NEU") if self.game().rules.chosen else ("TAUSCHE Q Q", "PASSE")
            return self.chance.choice(["STAND", "VERLAUF", "STEINE", "PROBE H8 QQQ", *more])
        seat = table.seats[0] if table.turn is None else table.turn.player
        rack, before = table.hands[seat].rack.value, ""
        if self.game().rules.chosen:
            kept = in_order((Counter(rack) - Counter(table.chosen)).elements())
            free = sorted(table.bag.value + table.chosen)
            letters = "".join(self.chance.sample(free, min(7 - len(kept), len(free))))
            rack, before = kept + letters, f"WÄHLE {letters}\n" if letters else ""
        best = [
            each
            for each in islice(search().all_moves(table.board, in_order(rack)), 60)
            if not any(tile.is_blank for tile in each.new_tiles(table.board))
        ]
        if not best:
            return f"{before}STEINE"
        found = self.chance.choice(best)
        new = {tile.square: tile.letter for tile in found.new_tiles(table.board)}
        word = "".join(new.get(s) or table.board.letter(s) or "" for s in found.squares)
        return f"{before}{place_name(found.square, found.direction, table.rules.axes)} {word}"

    def to_come(self) -> set[str]:
        """Return every run of tiles of the common order that nobody has drawn; one in order is none."""
        drawn = 0
        for name in self.game().tables:
            events = events_at(self.game(), name, self.post.machine.journal.games.events("kiel"))
            tiles = [e.count for e in events if isinstance(e, happened.TilesDrawn)]
            drawn = max(drawn, sum(tiles))
        order = common_order(self.post.machine.journal.games.seed("kiel"))[drawn:]
        runs = {order[at : at + FEWEST] for at in range(len(order) - FEWEST + 1)}
        return {run for run in runs if run != in_order(run)}


def watched_league(folder: Path, seed: int, variant: str) -> SoloWatched:
    keys = 'deadline = "31.01.2027 20:00"\nsubscribers = ["leser@example.org"]\nreminder = "2d"'
    text = kiel(keys, variant=variant, players=NAMES)
    machine = post(folder, text, keys=f'[metrics]\nfile = "{folder / "metrics.prom"}"')
    machine.machine.compose = composer(assets.template_environment, painter(), MakerHere(painter()))
    chance = random.Random(seed)
    machine.machine.new_seed = lambda: chance.randbytes(32)
    found = SoloWatched(machine, chance)
    found.tick()
    return found


def files_of_league(folder: Path) -> Iterator[tuple[str, str]]:
    found = [folder / "metrics.prom"]
    for each in ("archive", "preview"):
        found += [path for path in (folder / each).rglob("*") if path.is_file()]
    for path in found:
        data = path.read_bytes()
        text = read_text(data) if path.suffix == ".eml" else data.decode("utf-8", "replace")
        yield path.name, " ".join(text.split())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "seed"),
    sample(
        [(v, s) for s in range(40) for v in ("solitaire", "solitaire-two", "solitaire-choice")],
        fewer(2, 1),
    ),
)
def test_nobody_reads_of_a_soloist_before_the_zat(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, variant: str, seed: int
) -> None:
    """Neither another soloist nor the game master; and nobody which tiles are still to come."""
    caplog.set_level("DEBUG")
    game = watched_league(tmp_path, seed, variant)
    for _ in range(TURNS):
        name = game.chance.choice(NAMES)
        game.writes(name, game.some_line(name))
        if game.chance.random() < 0.3:
            name = game.chance.choice(NAMES)
            game.game_master_writes(f"Spieler={name}\n{game.some_line(name)}")
    game.now = game.game().deadline - 24 * 60 * MINUTE
    game.tick()
    assert not game.game().is_over
    leaves = [(mail.recipient, read_text(mail.data)) for mail in game.post.outbox.taken]
    everything = {each for known in game.secrets.values() for each in known}
    assert everything
    shown = [*printed(game.post, "kiel", tmp_path), *files_of_league(tmp_path)]
    found = False
    for name, secrets in game.secrets.items():
        mine = [text for recipient, text in leaves if recipient == READERS[name]]
        others = {each for other, known in game.secrets.items() if other != name for each in known}
        spelled = {each for secret in secrets - others for each in spellings(secret)}
        found |= any(each in text for each in spelled for text in mine)
        seen = [(r, s) for r, text in leaves if r != READERS[name] for s in spelled if s in text]
        assert not seen, (name, seen)
        assert not [each for each in spelled if each in caplog.text]
        assert not [(where, s) for where, text in shown for s in spelled if s in text]
        total = re.compile(rf"{name}\W{{1,20}}-?\d")
        told = [r for r, text in leaves if r != READERS[name] and total.search(text)]
        assert not told, (name, told)
    assert found, "the search finds what is there"
    seed_of_game = game.post.machine.journal.games.seed("kiel").hex()
    hidden = {seed_of_game} | {
        each for run in game.to_come() for each in spellings(run) if variant != "solitaire-choice"
    }
    for where, text in (*leaves, *shown, ("the log", caplog.text)):
        assert not [each for each in hidden if each in text], where
