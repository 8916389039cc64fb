"""`mailref init`: writes a first settings file, asking for what it needs, and tries it out.

Each question has its reader and what it proposes, some what there is to choose from. The first one is the language
of the mails, and everything after it is asked in that.
"""

import os
import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from email.utils import getaddresses
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import click
from babel import Locale
from babel.core import get_global
from babel.dates import format_datetime
from jinja2 import Environment
from msgspec import Struct, field
from msgspec.structs import replace

from mailref import assets
from mailref.commands.check import checked, try_online
from mailref.commands.options import options
from mailref.errors import MailrefError, SettingsError
from mailref.games.game import Schedule, Weekly, next_deadline
from mailref.games.table_reader import (
    ValueReader,
    WrongValueError,
    must_be,
    shown,
    text,
    text_or_nothing,
)
from mailref.languages import DEFAULT, FORMATS, LANGUAGES
from mailref.orders.shapes import folded, read_when
from mailref.settings import offered, toml_text
from mailref.settings.games import game_id, keys_in, player_name, schema_of, settings_of, title
from mailref.settings.load import families, parse_settings, server, variants
from mailref.settings.values import (
    LEAST_DAYS,
    Findings,
    Surroundings,
    address,
    mailbox,
    moment,
    rhythm_from,
    schedule,
    shortest_round,
    zone,
)
from mailref.terminal import say
from mailref.tiles.board import Axes, read_area
from mailref.tiles.moves import SAYINGS

Answers = Mapping[str, str]
"""By the name of the option that would have said it."""
_GERMANY = "Europe/Berlin"


class Speech:
    """The sentences of one language."""

    def __init__(self, environment: Environment) -> None:
        self._module = environment.get_template("init.j2").module

    def of(self, name: str) -> Any:
        """Return sentences by what they are about, a list of words, or one sentence."""
        return getattr(self._module, name)

    def say(self, name: str, *facts: object) -> str:
        """Return a sentence with facts in it."""
        return str(self.of(name)(*facts)).strip()


class Question(Struct, frozen=True):
    """One thing to be known before a settings file can be written."""

    option: str
    reader: Callable[[Answers], ValueReader[object]]
    proposal: Callable[[Answers], str | None]
    is_asked: Callable[[Answers], bool] = lambda _: True
    """Whether anybody is asked, or the proposal is right as it stands."""
    is_secret: bool = False
    offers: Callable[[Answers], Sequence[offered.Offered]] | None = None
    """What there is to choose from, shown before it is asked; what was read is kept, not how it was typed."""

    def kept(self, known: Answers, typed: str) -> str:
        """Return an answer as it is kept; ValueError if it cannot be read."""
        found = self.reader(known)(typed)
        if isinstance(found, datetime):
            return _as_read(typed, moment(zone(known["zone"])), f"{found:%d.%m.%Y %H:%M}")
        if isinstance(found, Weekly):
            return _as_read(typed, schedule(zone(known["zone"])), _rhythm_said(found, known))
        return str(found) if self.offers is not None or self.option == "provider" else typed


def _as_read(typed: str, read: ValueReader[object], plain: str) -> str:
    """Return an answer as it was typed where the settings file reads it so, else *plain*."""
    try:
        read(typed)
    except ValueError:
        return plain
    return typed


def _rhythm_said(rhythm: Weekly, known: Answers) -> str:
    """Return a rhythm in the language of the mails, as the settings file reads it."""
    named = FORMATS[known["language"]].days[rhythm.weekday]
    return speech_of(known["language"]).say("rhythm", rhythm.weeks, named[0], f"{rhythm.at:%H:%M}")


def _first_zat(answers: Answers) -> datetime:
    return moment(zone(answers["zone"]))(answers["deadline"])


def _fixed(read: ValueReader[object]) -> Callable[[Answers], ValueReader[object]]:
    return lambda _: read


def _nothing(_: Answers) -> str | None:
    return None


def _own(answers: Answers) -> str:
    return mailbox(answers["address"])[1]


def _is_elsewhere(answers: Answers) -> bool:
    return answers["provider"] == toml_text.ELSEWHERE


def _server(protocol: str, answers: Answers) -> str:
    known = toml_text.providers().mailboxes.get(answers["provider"])
    if known is None:
        return f"{protocol}.{_own(answers).rpartition('@')[2]}"
    return known.imap if protocol == "imap" else known.smtp


def _soon(answers: Answers) -> str:
    now = datetime.now(zone(answers["zone"]))
    return f"{toml_text.first_deadline(now):%d.%m.%Y %H:%M}"


def questions() -> tuple[Question, ...]:
    """Return every question in the order in which they are asked; the players come after them."""
    return (*_of_what_is_played(), *_of_who_and_where(), *_of_when())


def _of_what_is_played() -> tuple[Question, ...]:
    return (
        Question(
            "language",
            _fixed(offered.one_of(offered.languages())),
            lambda _: _spoken(),
            offers=lambda _: offered.languages(),
        ),
        Question(
            "variant",
            lambda a: offered.one_of(offered.kinds(a["language"])),
            lambda a: offered.title_of("dottendorf-1zug", a["language"]),
            offers=lambda a: offered.kinds(a["language"]),
        ),
        Question(
            "tiles",
            lambda a: offered.one_of(offered.tile_sets(a["language"])),
            lambda a: offered.tiles_for(a["variant"], a["language"]),
            lambda a: "tiles" in _keys_of(a),
            offers=lambda a: offered.tile_sets(a["language"]),
        ),
        Question(
            "words",
            lambda a: offered.one_list_of(offered.word_lists(a["tiles"])),
            lambda a: offered.words_of(a["tiles"]),
            offers=lambda a: offered.word_lists(a["tiles"]),
        ),
    )


def _of_who_and_where() -> tuple[Question, ...]:
    return (
        Question("address", _fixed(mailbox), _nothing),
        Question("provider", _fixed(provider), lambda known: toml_text.provider_of(_own(known))),
        Question("imap", _fixed(host("imap")), lambda a: _server("imap", a), _is_elsewhere),
        Question("smtp", _fixed(host("smtp")), lambda a: _server("smtp", a), _is_elsewhere),
        Question("user", _fixed(text), _own, _is_elsewhere),
        Question("password", _fixed(text_or_nothing), lambda _: "", is_secret=True),
        Question("gamemaster", _fixed(text), _nothing),
        Question("gamemaster_address", lambda a: other_than(_own(a)), _nothing),
        Question("title", _fixed(title), lambda a: offered.title_of(a["variant"], a["language"])),
        Question("game", _fixed(game_id), lambda a: toml_text.id_of(a["title"])),
    )


def _of_when() -> tuple[Question, ...]:
    return (
        Question("zone", _fixed(zone), lambda a: _zone_of(a["language"])),
        Question("deadline", lambda a: ahead_of(datetime.now(zone(a["zone"]))), _soon, _has_zat),
        Question("schedule", lambda a: rhythm_from(_first_zat(a)), _usual_rhythm, _in_rounds),
        _one_of_values("draw"),
        _one_of_values("publish"),
        Question(
            "start",
            _fixed(area),
            lambda _: "F6-J10",
            lambda a: toml_text.needs_area(variants()[a["variant"]]),
        ),
    )


_USUAL_WEEKS = 3


def _usual_rhythm(answers: Answers) -> str:
    """Return what is proposed: three weeks, on the day and at the hour of the first ZAT."""
    first = _first_zat(answers)
    return _rhythm_said(Weekly(_USUAL_WEEKS, first.weekday(), first.time()), answers)


def _one_of_values(key: str) -> Question:
    """Return the question for a setting with a few values, the first of which is the usual one."""

    def offers(answers: Answers) -> Sequence[offered.Offered]:
        values: Sequence[str] = _schema_of(answers).get(key, {}).get("enum", ())
        return tuple(offered.Offered(each, (each,)) for each in values)

    return Question(
        key,
        lambda a: offered.one_of(offers(a)) if offers(a) else text_or_nothing,
        lambda a: offers(a)[0].name if offers(a) else "",
        lambda a: key in _keys_of(a),
        offers=offers,
    )


def _zone_of(language: str) -> str:
    """Return the zone of the country whose dates a language has; of Germany where it has none."""
    territory = Locale.parse(FORMATS[language].locale, "_").territory
    zones = get_global("territory_zones").get(territory or "", ())
    return str(zones[0]) if zones else _GERMANY


def _has_zat(answers: Answers) -> bool:
    """Tell whether the game has a ZAT for all."""
    return "deadline" in _keys_of(answers)


def _in_rounds(answers: Answers) -> bool:
    """Tell whether the game has rounds, and so one ZAT after another."""
    return "schedule" in _keys_of(answers)


def _keys_of(answers: Answers) -> Collection[str]:
    """Return what can be set in games of the kind, and says something there."""
    kind = settings_of(families()[answers["variant"]])
    return _schema_of(answers).keys() - kind.says_nothing.keys()


def _schema_of(answers: Answers) -> Mapping[str, Any]:
    return keys_in(schema_of(settings_of(families()[answers["variant"]])))


_FOLLOW: Mapping[str, tuple[str, ...]] = {
    "address": ("imap", "smtp", "user"),
    "provider": ("imap", "smtp", "user"),
    "tiles": ("words",),
    "variant": ("tiles", "words", "deadline", "schedule", "draw", "publish", "start"),
}
"""What is asked once more where an answer is another one now."""


class Interview(Struct):
    """The person at the terminal, and what has been answered so far."""

    speech: Speech
    answers: dict[str, str] = field(default_factory=dict)
    players: list[str] = field(default_factory=list)

    def ask_language(self, given: Answers) -> None:
        """Ask for the language of the mails, and go on in it."""
        self._answer_or_ask(questions()[0], given)
        self.speak()

    def ask_all(self, given: Answers) -> None:
        """Ask what the options have not said."""
        for question in questions()[1:]:
            self._answer_or_ask(question, given)
        if not self.players:
            self.ask_players()

    def speak(self) -> None:
        """Go on in the language of the mails."""
        self.speech = speech_of(self.answers["language"])

    def change(self, number: int) -> None:
        """Ask a question once more, by its number in the summary, and what depends on its answer."""
        asked = self.shown()
        if number > len(asked):
            self.revise_players()
            return
        again = asked[number - 1]
        before = self.answers[again.option]
        self._ask(again, before)
        self.speak()
        if self.answers[again.option] != before:
            for question in questions():
                if question.option in _FOLLOW.get(again.option, ()):
                    self._ask_if_needed(question)

    def shown(self) -> list[Question]:
        """Return the questions of the summary."""
        return [each for each in questions() if each.is_asked(self.answers)]

    def summary(self) -> list[tuple[str, str]]:
        """Return question and answer of each, the players last; a password is not shown."""
        asked = self.speech.of("questions")
        rows = []
        for each in self.shown():
            answer = self.answers[each.option]
            if each.is_secret:
                answer = self.speech.of("hidden" if answer else "later")
            elif answer == toml_text.ELSEWHERE:
                answer = self.speech.of("other")
            elif each.option == "deadline":
                answer = self._said(moment(zone(self.answers["zone"]))(answer))
            rows.append((asked[each.option].partition(" (")[0], answer))
        return [
            *rows,
            (self.speech.of("players"), "; ".join(self.players) or self.speech.of("nobody")),
        ]

    def ask_players(self) -> None:
        """Ask for players until there are no more."""
        while True:
            answer = self._answer("player", "", or_nothing(self._another()))
            if not answer:
                return
            self.players.append(answer)

    def revise_players(self) -> None:
        """Keep the players that are there, but those whose number is typed; ask for others."""
        while True:
            for number, each in enumerate(self.players, start=1):
                say(f"{number:3}  {each}")
            option = "player_again" if self.players else "player"
            answer = self._answer(option, "", or_nothing(among(self.players, self._another())))
            if not answer:
                return
            if is_number_of(answer, self.players):
                del self.players[int(answer) - 1]
            else:
                self.players.append(answer)

    def _another(self) -> ValueReader[object]:
        return another(self.players, _own(self.answers))

    def agrees(self, question: str) -> bool:
        """Tell whether a question is answered with yes."""
        while True:
            answer = click.prompt(question, prompt_suffix=" ").strip().lower()
            if answer in self.speech.of("yes"):
                return True
            if answer in self.speech.of("no"):
                return False
            say(self.speech.say("yes_or_no"), err=True)

    def _answer_or_ask(self, question: Question, given: Answers) -> None:
        """Take what an option says, or ask."""
        if question.option in given:
            self.answers[question.option] = proven(question, self.answers, given[question.option])
        else:
            self._ask_if_needed(question)

    def _ask_if_needed(self, question: Question) -> None:
        proposal = question.proposal(self.answers)
        if question.is_asked(self.answers):
            self._ask(question, proposal)
        else:
            self.answers[question.option] = proposal or ""

    def _ask(self, question: Question, proposal: str | None) -> None:
        if question.is_secret and (note := self.speech.of("notes")[self.answers["provider"]]):
            say(note)
        if question.offers is not None:
            self._show(question.option, question.offers(self.answers))
        if proposal == toml_text.ELSEWHERE:
            proposal = self.speech.of("other")
        answer = self._answer(question.option, proposal, question.reader(self.answers))
        self.answers[question.option] = question.kept(self.answers, answer)
        self._echo(question.option)

    def _echo(self, option: str) -> None:
        """Say of a date, and of what it repeats by, which days were understood."""
        if option == "deadline":
            first = moment(zone(self.answers["zone"]))(self.answers[option])
            say(self.speech.say("understood", self._said(first)))
        if option == "schedule" and (after := next_deadlines(self.answers)):
            rhythm = _rhythm(self.answers)
            weeks = rhythm.weeks if isinstance(rhythm, Weekly) else 0
            day = self._said(after[0], "EEEE")
            say(self.speech.say("then", *map(self._said, after), weeks, day, LEAST_DAYS))

    def _said(self, when: datetime, pattern: str = "") -> str:
        """Return a date with the day of the week, as the language of the mails writes it."""
        where, locale = zone(self.answers["zone"]), FORMATS[self.answers["language"]].locale
        said = format_datetime(when, pattern or self.speech.of("when"), where, locale)
        return str(said)

    def _show(self, option: str, offers: Sequence[offered.Offered]) -> None:
        """Show what there is to choose from, each with its number."""
        say("")
        wide = max(len(each.name) for each in offers)
        for number, each in enumerate(offers, start=1):
            said = self.speech.say(f"{option}_offered", *each.facts)
            say(f"{number:3}  {each.name:{wide}}  {said}")

    def _answer(self, option: str, proposal: str | None, read: ValueReader[object]) -> str:
        """Return an answer that can be read; a wrong one is asked again."""
        is_secret = option == "password"
        while True:
            typed: object = click.prompt(
                self.speech.of("questions")[option],
                default=proposal,
                show_default=bool(proposal) and not is_secret,
                hide_input=is_secret and sys.stdin.isatty(),
            )
            answer = str(typed).strip()
            try:
                read(answer)
            except ValueError as wrong:
                say(self.speech.say("wrong", str(wrong), option), err=True)
            else:
                return answer


def without_asking(given: Answers) -> dict[str, str]:
    """Return what the options say, else what would be proposed; wrong use where neither is there."""
    answers: dict[str, str] = {}
    for question in questions():
        option = question.option
        answer = given.get(option, question.proposal(answers))
        if answer is None:
            raise click.UsageError(f"{flag(option)} is missing", click.get_current_context())
        answers[option] = proven(question, answers, answer)
    return answers


def first_settings(
    answers: Answers, players: Sequence[str], password_file: str | None
) -> Mapping[str, object]:
    """Return what the answers say, by the names in the template of a first file.

    *password_file*: where the password is kept; None: it comes from the environment.
    """
    where, keys = zone(answers["zone"]), _keys_of(answers)
    has_area = toml_text.needs_area(variants()[answers["variant"]])
    dates: dict[str, object] = {"deadline": None, "schedule": None}
    if _has_zat(answers):
        dates["deadline"] = moment(where)(answers["deadline"]).replace(tzinfo=None)
    if _in_rounds(answers):
        dates["schedule"] = answers["schedule"]
        dates["min_round"] = shortest_round(schedule(where)(answers["schedule"]))
    return {
        **answers,
        **dates,
        "tiles": answers["tiles"] if "tiles" in keys else None,
        **{key: _unusual(key, answers) for key in ("draw", "publish")},
        "lexicon": offered.lexicon_of(answers["words"]),
        "imap": url("imap", answers["imap"]),
        "smtp": url("smtp", answers["smtp"]),
        "start": answers["start"] if has_area else None,
        "axes": toml_text.axes_for(variants()[answers["variant"]], answers["language"]),
        "may_refuse": _may_refuse(answers),
        "players": tuple(name_and_addresses(each) for each in players),
        "password_file": password_file,
    }


def _may_refuse(answers: Answers) -> str | None:
    """Return the key by which a list of words is final, if the game is judged by one."""
    if answers["words"] == offered.NONE:
        return None
    if "unlisted" in variants()[answers["variant"]]:
        return "unlisted"
    return "undecided" if "undecided" in _keys_of(answers) else None


def _unusual(key: str, answers: Answers) -> str | None:
    """Return a value that must be written, as it is not the usual one."""
    values = _schema_of(answers).get(key, {}).get("enum", ())
    return answers[key] if answers[key] in values[1:] else None


def _rhythm(answers: Answers) -> Schedule:
    return schedule(zone(answers["zone"]))(answers["schedule"])


def next_deadlines(answers: Answers) -> tuple[datetime, ...]:
    """Return the second and the third ZAT by a rhythm of weeks; whoever names dates knows them."""
    rhythm, where = _rhythm(answers), zone(answers["zone"])
    if not isinstance(rhythm, Weekly):
        return ()
    least = timedelta(days=LEAST_DAYS if rhythm.weeks == 1 else 0)
    zats = [moment(where)(answers["deadline"])]
    for _ in range(2):
        before = zats[-1]
        after = next_deadline(rhythm, previous=before, zone=where, not_before=before + least)
        if after is None:
            return ()
        zats.append(after)
    return tuple(zats[1:])


def flag(option: str) -> str:
    """Return how the command line names an option."""
    return f"--{'id' if option == 'game' else option.replace('_', '-')}"


def proven(question: Question, known: Answers, answer: str) -> str:
    """Return what an option says if it can be read; else that is wrong use."""
    with _wrong_use(question.option):
        return question.kept(known, answer).strip()


@contextmanager
def _wrong_use(option: str) -> Iterator[None]:
    """Let what an option says that cannot be read be wrong use."""
    try:
        yield
    except ValueError as wrong:
        raise click.UsageError(f"{flag(option)} {wrong}", click.get_current_context()) from None


def proven_player(answer: str) -> str:
    """Return a player that an option names; wrong use if he cannot be read."""
    with _wrong_use("player"):
        read_player(answer)
    return answer.strip()


def provider(value: object) -> str:
    """Read the name of a provider whose servers are known, or that it is another one."""
    wanted = folded(text(value))
    if wanted in _OTHER:
        return toml_text.ELSEWHERE
    found = next((name for name in toml_text.providers().mailboxes if folded(name) == wanted), None)
    if found is None:
        offer = ", ".join((*toml_text.providers().mailboxes, toml_text.ELSEWHERE))
        raise must_be(f"one of {offer}", value)
    return found


_OTHER = frozenset(SAYINGS["other_provider"])


def or_nothing(read: ValueReader[object]) -> ValueReader[object]:
    """Read what *read* reads, or an empty answer."""
    return lambda value: value and read(value)


def area(value: object) -> object:
    """Read the area of SB's first word; its letters name columns there."""
    return read_area(text(value), Axes.COLUMNS)


def host(protocol: str) -> ValueReader[object]:
    """Read a server's URL, or its host alone, which means TLS from the first byte."""

    def read(value: object) -> object:
        return server(protocol)(url(protocol, text(value)))

    return read


def url(protocol: str, written: str) -> str:
    """Return a server's URL where only its host was written."""
    return written if "://" in written else f"{protocol}s://{written}"


def other_than(own: str) -> ValueReader[object]:
    """Read an address that is not the referee's: he never reads his own mail."""

    def read(value: object) -> object:
        found = address(value)
        if found.lower() == own.lower():
            raise WrongValueError("must not be the referee's own address")
        return found

    return read


def ahead_of(now: datetime) -> ValueReader[object]:
    """Read a time that has not passed, by the clocks that show *now*."""
    where = now.tzinfo
    assert isinstance(where, ZoneInfo), "a zone of the settings"  # noqa: S101  states the promise

    def read(value: object) -> object:
        found = _without_year(str(value), where, now) or moment(where)(value)
        if found <= now:
            raise WrongValueError(f"must lie ahead, not {shown(value)}")
        return found

    return read


def _without_year(written: str, where: ZoneInfo, now: datetime) -> datetime | None:
    """Return what `Freitag, 4. Dezember, 20 Uhr` and `nächsten Freitag 20 Uhr` mean *now*; None: neither."""
    if read_when(written, where) is not None:
        return None
    if (found := read_when(written, where, now)) is not None:
        return found
    words = re.findall(r"[^\W\d_]+", written.lower())
    days = {_DAYS_OF_THE_WEEK[each] for each in words if each in _DAYS_OF_THE_WEEK}
    if len(days) != 1 or len(re.findall(r"\d+", written)) > len(("hour", "minute")):
        return None
    ahead = (days.pop() - now.weekday()) % len(FORMATS[DEFAULT].days)
    candidates = (now.date() + timedelta(days=ahead + more) for more in (0, 7))
    clock = re.sub(r"^\D*", "", written)
    found_at = (read_when(f"{day:%d.%m.%Y} {clock}", where) for day in candidates)
    return next((each for each in found_at if each is not None and each > now), None)


_DAYS_OF_THE_WEEK = {
    name.lower().rstrip("."): number
    for each in FORMATS.values()
    for number, names in enumerate(each.days)
    for name in names
    if len(name) > len("sat.")
}


def another(found: Sequence[str], own: str) -> ValueReader[object]:
    """Read a player who is none of those found, by the rule of the settings for names."""

    def read(value: object) -> object:
        name, addresses = read_player(value)
        if folded(name) in {folded(name_and_addresses(each)[0]) for each in found}:
            raise WrongValueError(f"must be another player: {shown(name)} is there already")
        for each in addresses:
            other_than(own)(each)
        return name

    return read


def among(players: Sequence[str], other: ValueReader[object]) -> ValueReader[object]:
    """Read the number of one of *players*, or what *other* reads."""

    def read(value: object) -> object:
        written = text(value)
        return written if is_number_of(written, players) else other(value)

    return read


def is_number_of(written: str, players: Sequence[str]) -> bool:
    """Tell whether somebody wrote the number of one of *players*, counted from 1."""
    return written.isdecimal() and 1 <= int(written) <= len(players)


def read_player(value: object) -> tuple[str, tuple[str, ...]]:
    """Read `Max Miller <max@example.org>`, or a name alone."""
    return name_and_addresses(text(value))


_BARE_ADDRESS = re.compile(r"([^<>@,]*[^<>@,\s])\s+([^<>@,\s]+@[^<>@,\s]+)")
"""`Finn Brandt finn@example.org`"""


def name_and_addresses(written: str) -> tuple[str, tuple[str, ...]]:
    """Split what `read_player` reads; a player may have several addresses: `Ute <u@x.org>, u@y.org`."""
    if "<" not in written and "@" not in written:
        return player_name(written), ()
    bare = _BARE_ADDRESS.fullmatch(written.strip())
    (name, first), *others = getaddresses([f"{bare[1]} <{bare[2]}>" if bare else written])
    if not name or any(more for more, _ in others):
        raise must_be('such as "Max Miller <max@example.org>"', written)
    return player_name(name), tuple(map(address, (first, *(found for _, found in others))))


@click.command()
@click.argument("file", metavar="[FILE]", default="config.toml")
@options("init")
def command(
    *,
    file: str,
    player: tuple[str, ...],
    password_file: str | None,
    no_input: bool,
    force: bool,
    **options: str | None,
) -> None:
    """Write a first settings file, asking for what it needs."""
    path = Path(file)
    given = {name: value for name, value in options.items() if value is not None}
    players = [proven_player(each) for each in player]
    if no_input:
        if path.exists() and not force:
            raise MailrefError(f"{path} is there already; --force overwrites it")
        answers = without_asking(given)
        speech = speech_of(answers["language"])
        _write(path, answers, players, password_file, speech)
        say(speech.say("written", path))
        say(speech.say("next", path.name, _option(path), password_file is not None))
        return
    if password_file is not None:
        given["password"] = ""
    interview = Interview(speech_of(_spoken()), players=players)
    interview.ask_language(given)
    is_there = interview.speech.say("is_there", path)
    if path.exists() and not force and not interview.agrees(is_there):
        raise click.Abort
    interview.ask_all(given)
    _try_out(path, interview, password_file)


def _spoken() -> str:
    """Return the language that the system speaks, where it is one of ours."""
    names = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    spoken = next(filter(None, names), "").lower()
    ours = (each for each in LANGUAGES if spoken.startswith(each))
    return next(ours, "") or next(each for each, it in FORMATS.items() if it.is_international)


def speech_of(language: str) -> Speech:
    """Return the sentences of a language."""
    return Speech(assets.template_environment(language))


def _option(path: Path) -> str:
    return "" if str(path) == "config.toml" else f" -c {path}"


def _try_out(path: Path, interview: Interview, password_file: str | None) -> None:
    """Let all be looked over, write it and log in; whatever is wrong leads back to the answers."""
    speech = interview.speech
    while True:
        _confirm(interview)
        kept = _keep_password(path, interview.answers["password"]) or password_file
        _write(path, interview.answers, interview.players, kept, speech)
        say(speech.say("written", path))
        if kept is None or not interview.agrees(speech.of("ask_online")):
            say(speech.say("next", path.name, _option(path), kept is not None))
            return
        try:
            try_online(checked(path)[0], shows_found=False)
        except MailrefError as wrong:
            say(f"{speech.of('failed')}\n{wrong}", err=True)
            if not interview.agrees(speech.of("ask_again")):
                say(speech.say("next", path.name, _option(path), kept is not None))
                raise click.exceptions.Exit(1) from None
        else:
            say(speech.say("done", _option(path)))
            return


def _confirm(interview: Interview) -> None:
    """Show all answers until they are called right; a number changes one."""
    speech = interview.speech
    while True:
        rows = interview.summary()
        say(f"\n{speech.of('summary')}\n")
        wide = max(len(question) for question, _ in rows)
        for number, (question, answer) in enumerate(rows, start=1):
            say(f"{number:3}  {question:{wide}}  {answer}")
        chosen = click.prompt(f"\n{speech.of('all_right')}", default="", show_default=False)
        if not chosen.strip():
            return
        if chosen.strip().isdecimal() and 1 <= int(chosen) <= len(rows):
            interview.change(int(chosen))


def _keep_password(path: Path, password: str) -> str | None:
    """Write the password into a file that only its owner can read; return the file's name."""
    if not password:
        return None
    name = "password.txt" if path.name == "config.toml" else f"{path.stem}-password.txt"
    file = path.absolute().parent / name
    assets.write_whole(file, lambda kept: kept.write(f"{password}\n".encode()))
    return name


def _write(
    path: Path,
    answers: dict[str, str],
    players: list[str],
    password_file: str | None,
    speech: Speech,
) -> None:
    """Write the file if nothing in it is wrong; SettingsError says what is."""
    written = toml_text.write_toml(
        assets.first_settings(),
        said={key: toml_text.FileComment(text) for key, text in speech.of("comments").items()},
        **first_settings(answers, players, password_file),
    )
    around = Surroundings(path.absolute().parent, os.environ, variants(), needs_secrets=False)
    loaded = parse_settings(written, Findings(str(path), around))
    if loaded.faults:
        # The file is not there yet: the lines of what was to be written mean nothing to anybody.
        faults = (replace(fault, place=()) for fault in loaded.faults)
        raise SettingsError("\n".join(fault.line for fault in faults))
    path.write_text(written, encoding="utf-8")
