"""Games in rounds with second thoughts by mail, and the naive referee's ledger of them.

Between any two rounds the game master thinks again, several times in a row: he corrects points, rules on
words and turns the rulings round, opens the round again, excludes players and lets them in again, renames
them, takes orders back; newcomers come. The ledger knows who wrote what and when, and what was ordered. It
adds up everything anew whenever it is asked: nothing in it is ever changed by a difference.
"""

import copy
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from math import inf
from pathlib import Path
from zoneinfo import ZoneInfo

from mailref import assets
from mailref.games.events import Event, PlayerJoined
from mailref.games.game import ranking
from mailref.games.rounds.contents import Report, WordQuestions
from mailref.games.rounds.game import ClosedRound, RoundGame
from mailref.record.verify import Verified, verify
from mailref.tiles.board import Square, square_name
from mailref.tiles.lexicon.verdicts import Valid
from mailref.tiles.top.search import TopSearch
from mailref.tiles.top.words import TopTables
from tests.games.naive_games import Outcome, Plan, evaluate
from tests.record.first_form import first_form
from tests.record.publicly import covering_what_is_kept_back, decided, public_of
from tests.referee.rehearsal import MINUTE, MONDAY, game
from tests.tick.machines import post
from tests.tiles import naive
from tests.tiles.finder import lying_on, some_words
from tests.tiles.searching import as_asked
from tests.tiles.variants import rules_of

VARIANT = "dottendorf-1zug"
RULES = rules_of(VARIANT)
FIRST = ("Anna Beispiel", "Bert Muster", "Cora Probe", "Dora Test")
LATER = ("Emil Neu", "Fritz Spaet", "Gerd Zuletzt")
MOST_THOUGHTS = 15
"""So often the game master thinks again between two rounds, also where nothing comes of it."""
HOUR = timedelta(hours=1)
BERLIN = ZoneInfo("Europe/Berlin")


@cache
def known() -> frozenset[str]:
    """Return words that nobody need be asked about."""
    lexicon = assets.lexicon()
    words = some_words(6000)
    return frozenset(w for w in words if isinstance(lexicon.verdict(w, RULES, {}), Valid))


@cache
def search() -> TopSearch:
    return TopSearch(TopTables.build(tuple(sorted(known()))), RULES)


def address_of(name: str) -> str:
    return f"{name.partition(' ')[0].lower()}@example.org"


@dataclass(frozen=True, slots=True)
class Mail:
    """A move that somebody sent."""

    player: str
    received: datetime
    plan: Plan


@dataclass(slots=True)
class Sheet:
    """A round as everybody sees it, and what came for it."""

    number: int
    board: naive.Lying
    rack: str
    zat: datetime
    mails: list[Mail] = field(default_factory=list)
    is_closed: bool = False
    judged: dict[str, Outcome | None] = field(default_factory=dict)
    """What counted for each who took part, when the round was judged last."""
    missed: set[str] = field(default_factory=set)

    def judge(self, playing: set[str], words: frozenset[str]) -> None:
        """Judge every move that came in time by the words that are valid now."""
        self.judged, self.missed = dict.fromkeys(playing), set(playing)
        for mail in sorted(self.mails, key=lambda each: each.received):
            if mail.player not in playing or mail.received > self.zat:
                continue
            self.missed.discard(mail.player)
            outcome = evaluate(self.board, self.rack, mail.plan, RULES, words)
            if outcome.is_whole:
                self.judged[mail.player] = outcome


@dataclass(slots=True)
class Person:
    """A player, and when he is there."""

    first: int
    is_late: bool
    base: int | None = 0
    """None: it follows the rounds before his first one, which is not closed yet."""
    corrected: int = 0
    away: list[tuple[float, float]] = field(default_factory=list)
    """After which round he left, and with which he came back."""

    def plays(self, number: int) -> bool:
        return self.first <= number and not any(after < number < back for after, back in self.away)

    def leaves_by(self, number: int) -> bool:
        """Tell whether he is gone when the round *number* has been closed."""
        return any(after <= number and back == inf for after, back in self.away)


@dataclass(slots=True)
class Ledger:
    """What happened, by itself; totals are added up when they are wanted."""

    people: dict[str, Person] = field(default_factory=dict)
    sheets: dict[int, Sheet] = field(default_factory=dict)
    rulings: dict[str, bool] = field(default_factory=dict)

    @property
    def words(self) -> frozenset[str]:
        ruled = frozenset(self.rulings)
        return known() - ruled | {word for word in ruled if self.rulings[word]}

    def judge(self, number: int) -> None:
        playing = {name for name, person in self.people.items() if person.plays(number)}
        self.sheets[number].judge(playing, self.words)

    def close(self, number: int) -> None:
        for name, person in self.people.items():
            if person.is_late and person.first == number:
                person.base = self.base_of(name)
        self.judge(number)
        self.sheets[number].is_closed = True

    def reopen(self, number: int, zat: datetime) -> None:
        self.sheets[number].is_closed = False
        self.sheets[number].zat = zat
        for person in self.people.values():
            if person.is_late and person.first == number:
                person.base = None

    def base_of(self, name: str) -> int:
        """Return the lowest total of those of round 1 who are still there and missed fewest rounds."""
        person = self.people[name]
        if person.base is not None:
            return person.base
        there = [
            (self.missed_by(each), self.total(each))
            for each, other in self.people.items()
            if not other.is_late and other.plays(person.first) and not other.leaves_by(person.first)
        ]
        fewest = min((missed for missed, _ in there), default=0)
        return min((total for missed, total in there if missed == fewest), default=0)

    def missed_by(self, name: str) -> int:
        return sum(name in sheet.missed for sheet in self.sheets.values() if sheet.is_closed)

    def total(self, name: str) -> int:
        outcomes = [s.judged.get(name) for s in self.sheets.values() if s.is_closed]
        points = sum(outcome.points for outcome in outcomes if outcome is not None)
        return self.base_of(name) + points + self.people[name].corrected

    @property
    def totals(self) -> dict[str, int]:
        return {name: self.total(name) for name in self.people}


class Rethought:
    """One such game as it is played by mail."""

    def __init__(self, folder: Path, number: int) -> None:
        """Begin the game; every third one waits for the release of its reports."""
        folder.mkdir(exist_ok=True)
        self.rng, self.number = random.Random(f"rethought {number}"), number
        self.is_approved = number % 3 == 0
        keys = 'publish = "approve"\n' if self.is_approved else ""
        players = {name: address_of(name) for name in FIRST}
        text = game("g", players, keys + 'registration = "open"', variant=VARIANT, letters=None)
        self.machine = post(folder, text)
        self.machine.machine.new_seed = lambda: number.to_bytes(32)
        self.ledger = Ledger({name: Person(1, is_late=False) for name in FIRST})
        self.wrong: list[str] = []
        self.did: list[str] = []
        """What was thought of, in order."""
        self.orders_done = 0
        self.most_in_a_row = 0
        """How many orders were carried out before the next round was played."""
        self.now = MONDAY
        self.machine.tick(self.now)

    @property
    def game(self) -> RoundGame:
        return self.machine.game("g")

    @property
    def last(self) -> ClosedRound:
        found = self.game.last
        assert found is not None
        return found

    @property
    def open(self) -> int:
        return self.game.round_number

    @property
    def is_open_again(self) -> bool:
        """Tell whether the round before may not be judged anew: it lies behind one that is open again."""
        return self.game.before_close is None

    def play(self, rounds: int) -> None:
        while self.open <= rounds and not self.game.is_over:
            self.take_moves()
            self.close()
            done, in_a_row = self.orders_done, self.rng.choice((3, 3, 4, 5))
            for _ in range(MOST_THOUGHTS):
                if self.orders_done - done < in_a_row and not self.game.is_over:
                    self.think_again()
            self.most_in_a_row = max(self.most_in_a_row, self.orders_done - done)
            if self.open > 1:
                self.look_at_the_export()

    # What players and time do

    def sheet(self) -> Sheet:
        """Return the sheet of the open round, as the letters and the board are now."""
        playing = self.game.round
        assert playing is not None
        assert playing.deadline is not None
        sheet = self.ledger.sheets.setdefault(
            playing.number, Sheet(playing.number, {}, "", playing.deadline)
        )
        sheet.board, sheet.rack, sheet.zat = (
            lying_on(self.game.board),
            self.game.rack,
            playing.deadline,
        )
        return sheet

    def take_moves(self) -> None:
        sheet = self.sheet()
        playing = [name for name, person in self.ledger.people.items() if person.plays(self.open)]
        for name in playing:
            for _ in range(self.rng.choice((0, 1, 1, 1, 1, 2))):
                self.send(sheet, name, is_late=self.rng.random() < 0.08)
        self.machine.tick(self.now)

    def send(self, sheet: Sheet, name: str, *, is_late: bool = False) -> None:
        plan = self.plan()
        if plan is None:
            return
        self.now += MINUTE
        received = sheet.zat + MINUTE if is_late else self.now
        (asked,) = plan.plays
        place = square_name(Square(*asked.at), RULES.axes)
        text = f"{place}{'w' if asked.across else 's'} {asked.word}"
        self.machine.arrives(text, f"{name} <{address_of(name)}>", received)
        sheet.mails.append(Mail(name, received, plan))

    def plan(self) -> Plan | None:
        """Return one of the better moves without a blank; now and then one that does not fit."""
        playing = self.game
        found = [
            move
            for _, move in zip(
                range(60), search().all_moves(playing.board, playing.rack), strict=False
            )
            if not move.blanks and not move.swaps
        ]
        if not found:
            return None
        asked = as_asked(self.rng.choice(found), playing.board)
        if self.rng.random() < 0.1:
            asked = naive.Asked((0, 0), across=True, tiles=asked.tiles)
        return Plan((asked,))

    def close(self) -> None:
        """Let the ZAT come, and compare; where the report waits, think again before its release."""
        self.answer_questions()
        sheet = self.sheet()
        number = sheet.number
        self.now = sheet.zat + 3 * MINUTE
        self.ledger.close(number)
        self.machine.tick(self.now)
        self.compare(f"round {number} closed")
        if self.is_approved and not self.game.is_over:
            if self.rng.random() < 0.4:
                self.correct()
            self.order("FREIGEBEN")
            self.did.append("release")
        self.machine.tick(self.now)

    def answer_questions(self) -> None:
        """Refuse the words that the game master is asked about: on another board moves form what nobody knows.

        The round would rightly wait for an answer, and the ledger knows of no waiting.
        """
        while words := self.asked_words() - set(self.ledger.rulings):
            self.rule_on(min(words))
            if self.ledger.rulings.get(min(words)) is not False:
                self.wrong.append(f"{min(words)} is asked about and cannot be ruled on")
                return

    def asked_words(self) -> set[str]:
        asked = [
            o.content for o in self.machine.letters.ever if isinstance(o.content, WordQuestions)
        ]
        return {each.word for mail in asked for each in mail.questions}

    # What is thought of afterwards

    def think_again(self) -> None:
        thoughts = (
            self.correct, self.rule, self.rule, self.turn_round, self.reopen, self.exclude,
            self.let_in, self.join, self.rename, self.take_back, self.move_early,
        )  # fmt: skip
        self.now += HOUR
        thought = self.rng.choice(thoughts)
        self.did.append(thought.__name__)
        thought()
        self.compare(f"{thought.__name__} in round {self.open}")

    def order(self, text: str) -> bool:
        """Give an order by mail; tell whether it was carried out."""
        before = self.machine.machine.journal.games.count_events("g")
        self.now += MINUTE
        self.machine.orders(text, self.now, self.newest_mail_to_the_game_master())
        self.machine.tick(self.now)
        is_done = self.machine.machine.journal.games.count_events("g") > before
        self.orders_done += is_done
        return is_done

    def newest_mail_to_the_game_master(self) -> str:
        kinds = [
            type(o.content).__name__
            for o in self.machine.letters.ever
            if o.recipient == "gm@example.org"
        ]
        return next(kind for kind in reversed(kinds) if kind in ("Report", "Opening"))

    def correct(self) -> None:
        name = self.rng.choice(list(self.ledger.people))
        points = self.rng.choice((-21, -4, 3, 12))
        last = self.game.last
        of = f" R{self.rng.randint(1, last.number)}" if last and self.rng.random() < 0.6 else ""
        if self.order(f"KORREKTUR {name} {points:+d}{of}: verrechnet"):
            self.ledger.people[name].corrected += points

    def rule(self) -> None:
        """Rule on a word that was laid in the round closed last, or is laid in the open one."""
        sheets = self.ledger.sheets
        near = [s for s in (sheets.get(self.open - 1), sheets.get(self.open)) if s is not None]
        words = sorted({m.plan.plays[0].word for sheet in near for m in sheet.mails})
        if words:
            self.rule_on(self.rng.choice(words))

    def turn_round(self) -> None:
        """Turn a ruling round, and round again: the game is what it was."""
        ruled = sorted(self.ledger.rulings)
        if not ruled:
            self.rule()
            return
        word, before = self.rng.choice(ruled), self.ledger.totals
        for _ in range(2):
            self.rule_on(word)
            self.compare(f"{word} turned round in round {self.open}")
        if self.ledger.totals != before:
            self.wrong.append("the ledger itself does not come back")

    def rule_on(self, word: str) -> None:
        is_valid = not self.ledger.rulings.get(word, True)
        if self.order(f"REGEL {word} {'ja' if is_valid else 'nein'}: nachgeschlagen"):
            self.ledger.rulings[word] = is_valid
            self.judge_last()

    def judge_last(self) -> None:
        if not self.is_open_again and self.open > 1:
            self.ledger.judge(self.open - 1)

    def reopen(self) -> None:
        """Open the round closed last again, and think, move and close while it is."""
        number = self.open - 1
        if self.is_open_again or number < 1:
            self.correct()
            return
        local = (self.now + timedelta(days=1)).astimezone(BERLIN)
        if not self.order(f"ÖFFNEN {local:%d.%m.%Y} um {local:%H:%M}: ein Zug fehlt"):
            return
        zat = local.replace(second=0, microsecond=0).astimezone(UTC)
        self.ledger.reopen(number, zat)
        sheet = self.sheet()
        playing = [name for name, person in self.ledger.people.items() if person.plays(number)]
        self.send(sheet, self.rng.choice(playing))
        self.machine.tick(self.now)
        for thought in self.rng.sample((self.correct, self.rule, self.exclude, self.join), 2):
            self.did.append(f"{thought.__name__} while open again")
            thought()
        self.look_at_the_export()
        self.close()

    def exclude(self) -> None:
        there = [n for n, p in self.ledger.people.items() if not p.leaves_by(10**6)]
        if len(there) > 3:
            name = self.rng.choice(there)
            number = self.open
            if self.order(f"AUSSCHLIESSEN {name}: wollte es so"):
                person = self.ledger.people[name]
                person.away.append((max(number, person.first), inf))

    def let_in(self) -> None:
        gone = [n for n, p in self.ledger.people.items() if p.leaves_by(10**6)]
        if not gone:
            self.exclude()
            return
        name = self.rng.choice(gone)
        if self.order(f"AUFNEHMEN {name}"):
            away = self.ledger.people[name].away
            after, _ = away.pop()
            if after < self.open:
                away.append((after, self.open))

    def join(self) -> None:
        name = next((each for each in LATER if not self.is_known(each)), None)
        if name is None:
            return
        is_late = self.game.last is not None
        self.machine.letters.owed.clear()
        self.machine.arrives("ANMELDEN", f"{name} <{address_of(name)}>", self.now)
        self.machine.tick(self.now)
        self.machine.confirms(self.now)
        if not any(isinstance(e, PlayerJoined) and e.name == name for e in self.events()):
            self.wrong.append(f"{name} could not join")
            return
        self.ledger.people[name] = Person(self.open, is_late, None if is_late else 0)

    def is_known(self, name: str) -> bool:
        return any(address_of(name) in p.addresses for p in self.game.players.values())

    def rename(self) -> None:
        name = self.rng.choice(list(self.ledger.people))
        new = f"{name.partition(' ')[0]} Neu{len(self.did)}"
        if self.order(f"UMBENENNEN {name} = {new}: geheiratet"):
            people = self.ledger.people
            self.ledger.people = {new if n == name else n: p for n, p in people.items()}
            for sheet in self.ledger.sheets.values():
                sheet.mails = [
                    Mail(new if m.player == name else m.player, m.received, m.plan)
                    for m in sheet.mails
                ]
                sheet.judged = {new if n == name else n: o for n, o in sheet.judged.items()}
                sheet.missed = {new if n == name else n for n in sheet.missed}

    def take_back(self) -> None:
        """Give an order and take it back: everything is what it was."""
        before, done = copy.deepcopy(self.ledger), self.orders_done
        self.rng.choice((self.correct, self.rule, self.exclude, self.rename))()
        if self.orders_done == done:
            return
        if self.order("WIDERRUF"):
            self.ledger = before
            self.judge_last()

    def move_early(self) -> None:
        """Somebody moves for the open round before the next thought."""
        name = self.rng.choice([n for n, p in self.ledger.people.items() if p.plays(self.open)])
        self.send(self.sheet(), name)
        self.machine.tick(self.now)

    # What must be true

    def events(self) -> tuple[Event, ...]:
        return tuple(self.machine.machine.journal.games.events("g"))

    def compare(self, when: str) -> None:
        """Note where the program's totals, ranks or move laid are not the naive ones."""
        found = {name: player.total for name, player in self.game.players.items()}
        if found != self.ledger.totals:
            self.wrong.append(f"{when}: totals {found}, not {self.ledger.totals}")
        last = self.game.last
        sheet = self.ledger.sheets.get(last.number) if last else None
        if last is None or sheet is None:
            return
        points = {row.player: row.points for row in last.rows}
        expected = {n: o.points if o else 0 for n, o in sheet.judged.items()}
        if points != expected:
            self.wrong.append(f"{when}: points {points}, not {expected}")
        totals = {name: self.ledger.total(name) for name in last.totals}
        if dict(last.ranks) != ranking(totals):
            self.wrong.append(f"{when}: ranks {last.ranks} by {totals}")
        best = [o.board for o in sheet.judged.values() if o and o.points == max(expected.values())]
        if lying_on(last.board) not in (best or [dict(sheet.board)]):
            self.wrong.append(f"{when}: another move lies on the board than the best")

    @property
    def mailed(self) -> Mapping[str, str]:
        """Return the hashes of the reports that were really mailed, each with what it is about."""
        return {
            o.content.sha256: f"report of round {o.content.round.number}"
            for o in self.machine.letters.ever
            if isinstance(o.content, Report) and not o.content.is_preview
        }

    def look_at_the_export(self) -> None:
        """Let `verify` look at the game, and at each hash that anybody holds.

        A hash that covers a ruling for the open round is known with the report of that (docs/chance.md).
        """
        seed, public = self.number.to_bytes(32), public_of(self.events())
        for known_seed in (seed, None):
            if (unlike := decided(public, known_seed)) is not None:
                self.wrong.append(f"decided again in round {self.open}: {unlike}")
        export = first_form(self.events(), UTC)
        found = verify(export, seed)
        if not isinstance(found, Verified):
            self.wrong.append(f"verify in round {self.open}: {found}")
            return
        known_now = {each.sha256 for each in found.reports}
        known_now |= covering_what_is_kept_back(self.events())
        self.wrong += [
            f"verify --report in round {self.open}: {what} is not known"
            for hash_, what in self.mailed.items()
            if hash_ not in known_now
        ]
        if not isinstance(verify(export), Verified):
            self.wrong.append(f"verify without the seed in round {self.open}")
        loaded = self.machine.machine.journal.games
        if loaded.reports("g").last != self.game.last:
            self.wrong.append(f"the closed rounds in round {self.open} are not those of the game")
