"""A season of a club, lived by simulated members over real IMAP and SMTP on loopback; the clock is an argument.

Who begins games offers them, others accept or refuse, go on vacation, forget a game, lay a word that is none.
A member knows no more of a table than his mails.
"""

import hashlib
import re
import smtplib
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from itertools import islice
from pathlib import Path
from random import Random

from msgspec import Struct, field

from mailref.assembly import baseline_of, machine_of
from mailref.demo.players import (
    Draft,
    Writer,
    gmail,
    iphone,
    k9,
    outlook,
    text_of,
    thunderbird,
    webmail,
)
from mailref.demo.server.embedded import HOST, EmbeddedServer
from mailref.demo.speech import PHRASEBOOKS
from mailref.demo.stage import listed_words
from mailref.games.by_turns.demo import board_in, typed
from mailref.games.by_turns.game import SeatedGame
from mailref.games.rounds.game import RoundGame
from mailref.journal.journal import Journal
from mailref.post.ports import Baseline
from mailref.service import tick
from mailref.settings.load import SettingsWatch
from mailref.tick.machine import Machine
from mailref.tiles.board import Board, Direction, place_name, square_name
from mailref.tiles.top.all_moves import FoundMove
from mailref.tops import search_for
from tests.parsed import parsed

REFEREE, GAME_MASTER = "referee@example.org", "gm@example.org"
STRANGER = "frieda.fremd@example.net"
BEGIN = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)
"""A Monday."""
HOURS = (8, 13, 20)
"""When members look at their mail, in UTC."""
_SPEECH = PHRASEBOOKS["de"]
_TURN = re.compile(r"\[([a-z0-9-]+) Z(\d+)\]")
_ROUND = re.compile(r"\[runde R(\d+)\]")
_OFFERED = re.compile(r"\bAngebot (\d+): [^,]+, von (\w+ \w+), gegen jeden")
_RANKED = 40
FIRST = (
    "Anna", "Ben", "Carla", "Dirk", "Edith", "Falk", "Gerda", "Hugo", "Ilka", "Jens", "Karin", "Lutz", "Maren", "Nils",
    "Olga", "Peer", "Quirin", "Rosa", "Sven", "Tilda", "Udo", "Vera", "Willi", "Xenia", "Yannick", "Zita", "Arne",
    "Bärbel", "Cord", "Dörte",
)  # fmt: skip
LAST = (
    "Ahlers", "Brockmann", "Clasen", "Dethlefs", "Eggers", "Feddersen", "Gosch", "Hinrichs", "Ibsen", "Jacobsen",
    "Kröger", "Lorenzen", "Matthiesen", "Nissen", "Ohlsen", "Petersen", "Quast", "Rickmers", "Sönnichsen", "Thomsen",
    "Uhl", "Voss", "Wulff", "Xanten", "Yorck", "Zietz", "Andresen", "Boysen", "Claußen", "Detlefsen",
)  # fmt: skip
_PROGRAMS = (thunderbird, gmail, outlook, k9, webmail, iphone)


class Script(Struct, frozen=True):
    """How long a season is, and who does what in it."""

    members: int
    days: int
    seed: int = 1
    resigns_after: int = 0
    """In every game somebody gives up in this turn; 0: all are played to their end."""

    @property
    def beginners(self) -> int:
        return self.members // 2

    @property
    def in_tournament(self) -> int:
        return 4 if self.members >= 12 else 3


class Person(Struct):
    """A member: who he is, and how he behaves."""

    number: int
    name: str
    address: str
    shows_name: bool
    """Whether he lets pages show his name, in each of his games."""
    offers: int = 0
    """So many he has made."""
    away: tuple[int, int] = (0, 0)
    """Days on which he reads no mail."""
    told: set[str] = field(default_factory=set)
    """The games in which he has said whether pages show his name."""


def members_of(script: Script) -> tuple[Person, ...]:
    return tuple(
        Person(at, f"{FIRST[at]} {LAST[at]}", f"member{at}@example.org", at % 3 == 0)
        for at in range(script.members)
    )


def settings_of(script: Script, server: EmbeddedServer) -> str:
    """Return the settings: a game in rounds that all are in, a club, a tournament, pages."""
    people = members_of(script)
    taking_part = people[-script.in_tournament :]
    return f"""
[mail]
imap = "imap://127.0.0.1:{server.imap_port}"
smtp = "smtp://127.0.0.1:{server.smtp_port}"
user = "{REFEREE}"
password = "pw"
address = "Scrabble <{REFEREE}>"
poll = "1s"
per_address_day = 1000
per_hour = 100000

[gamemaster]
name = "Erika Musterfrau"
address = "{GAME_MASTER}"

[site]
folder = "public"
url = "https://club.example.org/"
title = "Klub der Wortfinder"

[club]
tag = "klub"
title = "Klub der Wortfinder"
members = "registered"
variants = ["classic"]
most = 60
zone = "Europe/Berlin"
move_time = "3d"
timeouts = 2

[[game]]
id = "runde"
title = "Runde des Klubs"
variant = "dottendorf-1zug"
zone = "Europe/Berlin"
deadline = 2026-12-04T20:00:00
schedule = "every friday at 20:00"
letters = "BEEINNR"
{_players("game", people)}

[[tournament]]
id = "pokal"
title = "Pokal des Klubs"
variant = "classic"
zone = "Europe/Berlin"
system = "round_robin"
move_time = "3d"
timeouts = 2
{_players("tournament", taking_part)}
"""


def _players(of: str, people: tuple[Person, ...]) -> str:
    return "\n".join(
        f'[[{of}.player]]\nname = "{each.name}"\naddresses = ["{each.address}"]\n'
        for each in people
    )


class Seen(Struct, frozen=True):
    """A mail that somebody has got."""

    to: str
    mail: EmailMessage

    @property
    def subject(self) -> str:
        return str(self.mail["Subject"])

    @property
    def text(self) -> str:
        return text_of(self.mail).replace("\r\n", "\n")


class Figures(Struct):
    """What has happened."""

    counts: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    slowest: float = 0.0
    """Of one look at the mailbox with all that follows."""


Looked = Callable[["Season"], None]
"""Is called after each tick."""


class Season(Struct):
    """A running season."""

    script: Script
    folder: Path
    server: EmbeddedServer
    machine: Machine
    baseline: Baseline
    people: dict[str, Person]
    """By address."""
    rng: Random
    looked: Looked
    now: datetime = BEGIN
    number: int = 0
    read: int = 0
    """So many parcels were looked at."""
    figures: Figures = field(default_factory=Figures)
    quarrels: set[str] = field(default_factory=set)
    """The games in which a word that is none was laid."""
    forgotten: str = ""
    """A game that both its players have forgotten."""
    ending: bool = False
    """Whether the game master has ended a game, and is asked back."""
    refused: set[str] = field(default_factory=set)

    @property
    def config(self) -> Path:
        return self.folder / "config.toml"

    @property
    def day(self) -> int:
        return (self.now - BEGIN).days

    def play(self) -> None:
        """Let all days pass."""
        self.tick()
        for day in range(self.script.days):
            for hour in HOURS:
                self.now = BEGIN.replace(hour=hour) + timedelta(days=day)
                self.look_at_mail()
                if hour == HOURS[0]:
                    self.begin_games()
                self.tick()
        self.machine.mailbox.close()

    def tick(self) -> None:
        self.now += timedelta(minutes=1)
        self.server.set_clock(lambda: self.now)
        began = time.monotonic()
        done = tick(self.machine, self.baseline, self.now)
        while done.has_more and not done.troubles:
            done = tick(self.machine, self.baseline, self.now)
        assert not done.troubles, done.troubles
        spent = time.monotonic() - began
        self.figures.seconds += spent
        self.figures.slowest = max(self.figures.slowest, spent)
        self.looked(self)

    def send(
        self, name: str, address: str, text: str, answers: EmailMessage | None, subject: str = ""
    ) -> None:
        """Let somebody send a mail to the referee, over SMTP as everybody does."""
        self.number += 1
        program = _PROGRAMS[self.number % len(_PROGRAMS)] if answers is not None else thunderbird
        draft = Draft(
            Writer(name, address), REFEREE, text + "\n", self.now, self.number, answers, subject
        )
        mail = program(draft)
        self.server.set_clock(lambda: self.now)
        with smtplib.SMTP(HOST, self.server.smtp_port) as smtp:
            data = mail.as_bytes(policy=mail.policy.clone(linesep="\r\n"))
            smtp.sendmail(address, [REFEREE], data, ["BODY=8BITMIME"])
        self.figures.counts["mails written"] += 1

    def new_mails(self) -> Iterator[Seen]:
        """Yield what came since the last look."""
        parcels = self.server.parcels
        for parcel in parcels[self.read :]:
            if parcel.recipient != REFEREE:
                mail = parsed(parcel.data)
                yield Seen(parcel.recipient, mail)
        self.read = len(parcels)

    def look_at_mail(self) -> None:
        """Let everybody read what is new, and answer."""
        for seen in self.new_mails():
            self.figures.counts["mails received"] += 1
            if seen.to == GAME_MASTER:
                self.rule(seen)
            elif seen.to == STRANGER:
                self.come_in(seen)
            elif (person := self.people.get(seen.to)) is not None:
                self.answer(person, seen)

    def rule(self, seen: Seen) -> None:
        """Let the game master decide about words: none of them is one; and end a game that nobody plays any more."""
        if seen.subject.startswith("[") and _SPEECH.reads.asked in seen.subject:
            words = seen.subject.partition(_SPEECH.reads.asked)[2].replace(",", " ").split()
            text = "\n".join(f"{word} {_SPEECH.refused}" for word in words)
            self.send("Erika Musterfrau", GAME_MASTER, text, seen.mail)
            self.figures.counts["words ruled on"] += len(words)
        elif "Niemand zieht mehr" in seen.subject:
            self.ending = True
            self.send("Erika Musterfrau", GAME_MASTER, "SPIEL BEENDEN: beide schweigen", seen.mail)
        elif self.ending and re.search(r"\bJA\b", seen.text):
            self.ending = False
            self.send("Erika Musterfrau", GAME_MASTER, "JA", seen.mail)
            self.figures.counts["games ended by the game master"] += 1

    def come_in(self, seen: Seen) -> None:
        """Let who was invited say yes, once."""
        if STRANGER not in self.people:
            self.people[STRANGER] = Person(
                99, "Frieda Fremd", STRANGER, shows_name=False, offers=99
            )
            self.send("Frieda Fremd", STRANGER, "JA", seen.mail)

    def answer(self, person: Person, seen: Seen) -> None:
        """Let a member do what a mail asks for."""
        if person.away[0] <= self.day < person.away[1]:
            return
        if "Warst du das?" in seen.subject:
            self.say(person, "JA", seen)
        elif "Spielst du mit?" in seen.subject:
            self.take_or_refuse(person, seen)
        elif "Wer ein Spiel sucht" in seen.subject:
            self.take_one(person, seen)
        elif found := _TURN.search(seen.subject):
            self.move(person, seen, found[1], int(found[2]))
        elif _ROUND.search(seen.subject):
            self.enter(person, seen)

    def say(self, person: Person, text: str, seen: Seen | None = None) -> None:
        self.send(person.name, person.address, text, seen.mail if seen else None)

    def take_or_refuse(self, person: Person, seen: Seen) -> None:
        said = self.rng.random()
        if said < 0.15:
            self.refused.add(seen.subject)
            self.say(person, "NEIN", seen)
            self.figures.counts["offers refused"] += 1
        elif said < 0.9:
            self.say(person, "Ja, gerne!", seen)
            self.figures.counts["offers accepted"] += 1

    def take_one(self, person: Person, seen: Seen) -> None:
        """Let a member take the first offer of the list that is not his own."""
        for number, by in _OFFERED.findall(" ".join(seen.text.split())):
            if by != person.name:
                self.say(person, f"ANGEBOT {number} ANNEHMEN", seen)
                self.figures.counts["offers taken"] += 1
                return

    def move(self, person: Person, seen: Seen, game: str, number: int) -> None:
        """Let who is to move send one, as far as his mail tells him."""
        text = seen.text
        if re.search(_SPEECH.reads.mine, text, re.MULTILINE) is None or game == self.forgotten:
            return
        if game not in person.told:
            person.told.add(game)
            self.say(person, "SEITE JA" if person.shows_name else "SEITE NEIN", seen)
        if number == self.script.resigns_after:
            self.say(person, "AUFGEBEN", seen)
            self.say(person, "JA", seen)
            return
        if number == 6 and not self.forgotten and self.script.days > 30:
            self.forgotten = game
            return
        self.say(person, self.chosen(person, text, game, number), seen)
        self.figures.counts["moves"] += 1

    def chosen(self, person: Person, text: str, game: str, number: int) -> str:
        """Return what a member writes: a challenge now and then, a word that is none once, else a good move."""
        said = " ".join(text.split())
        is_open = re.search(_SPEECH.reads.open_word, said)
        if is_open and (game in self.quarrels or self.rng.random() < 0.02):
            self.quarrels.discard(game)
            self.figures.counts["challenges"] += 1
            return f"ANFECHTEN {is_open[1]}"
        if _SPEECH.reads.only_accepts in said:
            return "ANNEHMEN"
        state = self.machine.journal.games.load(game)
        assert isinstance(state, SeatedGame)
        rack = re.search(_SPEECH.reads.rack, text, re.MULTILINE)
        letters = state.rules.tiles.tiles_as_written(rack[1]) if rack else ""
        board = board_in(text) or Board()
        found = tuple(
            islice(search_for(state.rules, state.rulings).all_moves(board, letters), _RANKED)
        )
        if not found:
            bag = re.search(_SPEECH.reads.bag, text, re.MULTILINE)
            return "TAUSCHE ALLE" if bag and int(bag[1]) >= 7 else "PASSE"
        if number == 3 and len(self.quarrels) < 2 and (wrong := _no_word(found, board, state)):
            self.quarrels.add(game)
            self.figures.counts["words that are none"] += 1
            return wrong
        best = found[self.rng.randrange(min(1 + person.number % 8, len(found)))]
        return _written(best, state)

    def enter(self, person: Person, seen: Seen) -> None:
        """Let a member take part in a round of the game that all are in."""
        game = self.machine.journal.games.load("runde")
        if not isinstance(game, RoundGame) or game.round is None or self.rng.random() < 0.3:
            return
        if not seen.subject.startswith(f"[runde R{game.round.number}]"):
            return
        found = tuple(
            islice(search_for(game.rules, game.rulings).all_moves(game.board, game.rack), 60)
        )
        if not found:
            return
        lines = [_place_of(found[self.rng.randrange(min(20, len(found)))], game)]
        if "runde" not in person.told:
            person.told.add("runde")
            lines.append("SEITE JA" if person.shows_name else "SEITE NEIN")
        self.say(person, "\n".join(lines), seen)
        self.figures.counts["moves in rounds"] += 1

    def begin_games(self) -> None:
        """Let those who begin games offer some, and others do what they do once."""
        script, people = self.script, [*self.people.values()]
        beginners = [each for each in people if each.number < script.beginners]
        for person in beginners:
            every = max(script.days // 3, 2)
            if (self.day + person.number) % every == 0 or (self.day == 0 and script.days < 30):
                self.offer(person, people)
        if self.day % 7 == 3:  # who wants to play asks who looks for a game
            for person in self.rng.sample(people, 2):
                self.say(person, "SPIELE")
        if self.day == 2:
            self.say(people[0], f"EINLADEN {STRANGER}")
        if self.day == 4:
            self.say(people[-2], "NIE WIEDER")
        if self.day == script.days // 3:
            self.take_vacation(people[1])
        if self.day == script.days // 2:
            who = next(each for each in people if each.shows_name and each.told)
            who.shows_name = False
            for game in sorted(who.told):
                self.send(who.name, who.address, "SEITE NEIN", None, subject=f"[{game}]")
            self.figures.counts["names taken back"] += 1

    def offer(self, person: Person, people: list[Person]) -> None:
        """Offer a game, in one of the ways there are."""
        others = [each for each in people if each is not person and each.number < 90]
        other = others[self.rng.randrange(len(others))]
        person.offers += 1
        self.figures.counts["offers"] += 1
        if person.offers % 3 == 2:
            self.say(person, "NEUES SPIEL classic gegen jeden")
        elif person.offers % 3 == 1:
            self.say(person, f"Moin,\n\nNEUES SPIEL classic mit {other.name}\n\nViele Grüße")
        else:
            self.say(person, f"NEUES SPIEL classic mit {other.name.partition(' ')[0]}")

    def take_vacation(self, person: Person) -> None:
        first, last = self.now + timedelta(days=2), self.now + timedelta(days=12)
        person.away = (self.day + 2, self.day + 13)
        for game in sorted(person.told):
            text = f"URLAUB {first:%d.%m.}-{last:%d.%m.}"
            self.send(person.name, person.address, text, None, subject=f"[{game}]")
        self.figures.counts["vacations"] += 1


def _written(move: FoundMove, state: SeatedGame) -> str:
    return f"{place_name(move.square, move.direction, state.rules.axes)} {typed(move)}"


def _place_of(move: FoundMove, game: RoundGame) -> str:
    letter = "w" if move.direction is Direction.ACROSS else "s"
    return f"{square_name(move.square, game.rules.axes)}{letter} {typed(move)}"


def _no_word(found: tuple[FoundMove, ...], board: Board, state: SeatedGame) -> str:
    """Return a move that fits the board with a word that no list knows, of the same letters."""
    for move in found:
        new = [place for place, at in enumerate(move.squares) if board.is_free(at)]
        letters = list(move.word)
        for place, letter in zip(new, [move.word[each] for each in reversed(new)], strict=True):
            letters[place] = letter
        word = "".join(letters)
        if not move.blanks and len(new) > 2 and word not in listed_words(state.rules):
            at_square = place_name(move.square, move.direction, state.rules.axes)
            return f"{at_square} {typed(move, word)}"
    return ""


def season(folder: Path, script: Script, looked: Looked) -> Season:
    """Play a season in a folder of its own and return it, its servers gone."""
    people = members_of(script)
    users = dict.fromkeys((REFEREE, GAME_MASTER, STRANGER, *(e.address for e in people)), "pw")
    with EmbeddedServer(users) as server:
        config = folder / "config.toml"
        config.write_text(settings_of(script, server), encoding="utf-8")
        watch = SettingsWatch.of(config, {})
        machine = machine_of(watch, Journal.open(watch.settings.database))
        machine.new_seed = _seeds(script.seed)
        baseline, _ = baseline_of(machine, BEGIN, None)
        found = Season(
            script,
            folder,
            server,
            machine,
            baseline,
            {each.address: each for each in people},
            Random(script.seed),
            looked,
        )
        found.play()
        return found


def _seeds(seed: int) -> Callable[[], bytes]:
    count = 0

    def new() -> bytes:
        nonlocal count
        count += 1
        return hashlib.sha256(f"season {seed} {count}".encode()).digest()

    return new
