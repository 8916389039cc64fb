"""What is made ready when the wheel is built is what would be worked out in memory, and never stale."""

import gc
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from lark import Lark, UnexpectedInput
from msgspec import json

from mailref import made_ready
from mailref.assets import (
    grammars,
    mail_templates,
    ready_folder,
    stamp,
    template_environment,
    template_sources,
    tile_file,
)
from mailref.compiled import CompiledTemplates
from mailref.games.rummikub.reading import AT_TABLE
from mailref.games.unscrabble.reading import TAKING
from mailref.languages import LANGUAGES, words_as_json
from mailref.orders import order_words, roles
from mailref.orders.grammar import Grammar, Grammars, Unreadable, parser_of, patterns_of, tables_of
from mailref.orders.order_lines import ORDERS
from mailref.orders.order_words import filled_turns, order_words_as_json
from mailref.orders.read_entries import EntryReader
from mailref.orders.roles import roles_as_json
from mailref.template_words import sentences_of
from mailref.tiles import moves, ready_patterns
from mailref.tiles.moves import pieces_as_json
from mailref.writing.scene import with_filters
from tests.effort import sample
from tests.reading.reading import lines_of, read_lines
from tests.shared import SHARED
from tests.template_trees import trees

PLAYS = (
    "M10s EUBÖA+*verbüxendE 14*2+23=51 // Insel",
    "/E11s AN",
    "a) 4A GRÄTE",
    "Joker = T, E",
    "x",
)
ORDER_LINES = (
    "TAUSCHE AEIN",
    "passe",
    "ich fechte RUCKEN an",
    "ANFECHTEN",
    "nehme A4 B5",
    "LEGE HAUS",
)


@pytest.fixture(scope="module")
def made() -> Mapping[str, bytes]:
    known = made_ready.known_in(ready_folder())  # `make` has just filled it
    found = SHARED.once("ready", lambda: pickle.dumps(made_ready.made(known)))
    return dict(pickle.loads(found))  # noqa: S301  our own


@pytest.fixture(scope="module", autouse=True)
def _frozen_again() -> Iterator[None]:
    """All patterns there are can be found only where the collector has all objects."""
    yield
    gc.freeze()


@pytest.fixture(scope="module")
def ready(made: Mapping[str, bytes]) -> dict[str, bytes]:
    """What is plain data, by its key."""
    files = ((Path(name), text) for name, text in made.items())
    return {file.stem: text for file, text in files if file.suffix == ".json"}


@pytest.fixture(scope="module")
def code(made: Mapping[str, bytes]) -> dict[str, bytes]:
    """The code of templates, by its key."""
    files = ((Path(name), text) for name, text in made.items())
    return {file.stem: text for file, text in files if file.suffix == ".code"}


@pytest.mark.parametrize("language", ["de", "en", "html"])
def test_every_template_is_compiled_and_its_code_found_again(
    language: str, code: dict[str, bytes]
) -> None:
    base = template_environment(language)
    environment = base if language == "html" else with_filters(base, language)
    found: list[bool] = []

    def find(key: str) -> bytes | None:
        found.append(key in code)
        return code.get(key)

    sources = template_sources(language)
    compiled = set(sample([*sources], 15, of=language))
    for name, source in sources.items():
        bucket = CompiledTemplates(find).get_bucket(environment, name, None, source)
        assert bucket.code is not None
        if name in compiled:
            worked_out = environment.compile(source, name, None)
            assert bucket.code.co_code == worked_out.co_code
            assert bucket.code.co_consts[0] == worked_out.co_consts[0]
    assert found
    assert all(found)


def test_code_of_another_template_or_form_is_not_run(code: dict[str, bytes]) -> None:
    base = template_environment("de")
    ready, cache = with_filters(base, "de"), CompiledTemplates(code.get)
    source = template_sources("de")["not_done.j2"]

    assert cache.get_bucket(ready, "not_done.j2", None, f"{source}!").code is None
    assert cache.get_bucket(base, "not_done.j2", None, source).code is None
    damaged = CompiledTemplates(lambda _: b"not code")
    assert damaged.get_bucket(ready, "not_done.j2", None, source).code is None


def _read(grammar: Grammar, line: str) -> str:
    try:
        return repr(grammar.read(line, "play"))
    except Unreadable as wrong:
        return f"{wrong.at} {grammar.hint(wrong)}"


def test_plays_are_read_and_mistaken_in_the_same_way(ready: dict[str, bytes]) -> None:
    texts = grammars()
    worked_out, loaded = (Grammars(texts, each).plays for each in (lambda _: None, ready.get))
    wrong = [line.partition(": ")[2] for line in texts["wrong_plays.txt"].splitlines()]
    lines = [*PLAYS, *filter(None, wrong)]

    assert [_read(loaded, line) for line in lines] == [_read(worked_out, line) for line in lines]


def _parsed(parser: Lark, start: str, line: str) -> object:
    try:
        return parser.parse(line, start=start)
    except UnexpectedInput as wrong:
        return type(wrong).__name__, wrong.pos_in_stream


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("name", "starts"), [ORDERS, TAKING, *AT_TABLE])
def test_orders_are_read_in_the_same_way(
    name: str, starts: tuple[str, ...], ready: dict[str, bytes]
) -> None:
    text = filled_turns(grammars()[name])
    worked_out, loaded = parser_of(text, starts), parser_of(text, starts, ready.get)
    rows = [(start, line) for start in starts for line in (*ORDER_LINES, *PLAYS)]

    assert [_parsed(loaded, *row) for row in rows] == [_parsed(worked_out, *row) for row in rows]


def test_what_finds_the_pieces_of_a_line_is_made(
    made: Mapping[str, bytes], ready: dict[str, bytes]
) -> None:
    for name, starts in (ORDERS, TAKING, *AT_TABLE):
        parser = parser_of(filled_turns(grammars()[name]), starts, ready.get)

        rows = [*patterns_of(parser)]

        assert len(rows) > 40
        assert {ready_patterns.name_of(*row) for row in rows} <= set(made)


def test_it_is_taken_up_where_it_was_made(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_for: list[str] = []
    monkeypatch.setattr("mailref.languages.ready", looked_for.append)
    name, starts = ORDERS
    tables = tables_of(text := filled_turns(grammars()[name]), starts)

    rows = {*patterns_of(parser_of(text, starts, lambda _: tables))}

    assert {ready_patterns.name_of(*row) for row in rows} == set(looked_for)


def test_all_that_reading_asks_for_is_made_and_nothing_else(
    ready: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: set[str] = set()

    def found(key: str) -> bytes | None:
        asked.add(key)
        return ready.get(key)

    monkeypatch.setattr("mailref.assets.ready", found)
    shared = Grammars(grammars(), found)
    read_lines(lines_of("passe"), "", (), None, EntryReader(shared, made_ready.our_sentences()))
    assert shared.plays.named_in("Spieler=Anna", "player") is not None
    others = shared.for_tiles(tile_file("spanish").tiles)
    assert others.plays.named_in("Spieler=Anna", "player") is not None
    for each in (ORDERS, TAKING, *AT_TABLE):
        shared.of(*each)
        others.of(*each)

    files = (*words_as_json(), *pieces_as_json(), *roles_as_json(), *order_words_as_json())
    words = {name.removesuffix(".json") for name in files}
    assert words <= set(ready)
    assert asked == set(ready) - words


def test_what_patterns_are_made_of_is_what_is_worked_out(ready: dict[str, bytes]) -> None:
    for as_json, pieces in (
        (pieces_as_json, moves._PIECES),
        (order_words_as_json, order_words._PIECES),
    ):
        ((name, made),) = as_json().items()

        assert json.decode(made) == pieces
        assert ready[name.removesuffix(".json")] == made


def test_words_with_a_role_are_those_that_are_worked_out(
    ready: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mailref.languages.ready", lambda name: ready[name.removesuffix(".json")])
    taken_up = roles._roles.__wrapped__()

    assert taken_up == roles._put_together()
    assert "tolle" in taken_up.talk["mood"].whole
    assert re.search(taken_up.phrases["worth"], "es kommt dabei heraus")


def _flags_of(made: Sequence[re.Pattern[str]]) -> Sequence[object]:
    return [(each.pattern, each.flags, each.groups, each.groupindex) for each in made]


def test_patterns_are_taken_up_as_they_would_be_compiled(
    made: Mapping[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two patterns are alike where what their engine runs is alike."""
    rows = [row for row in made_ready.patterns() if ready_patterns.name_of(*row) in made]
    assert len(rows) > 500
    rows = sample(rows, 60)
    worked_out = [re.compile(*row) for row in rows]
    monkeypatch.setattr(re, "compile", None)

    taken = [ready_patterns.compiled(*row, made.get) for row in rows]
    assert taken == worked_out
    assert _flags_of(taken) == _flags_of(worked_out)


def test_a_pattern_is_taken_up_only_as_it_was_made(made: Mapping[str, bytes]) -> None:
    names = {
        ready_patterns.name_of(*row)
        for row in (("a", 0), ("a", re.IGNORECASE), (b"a", 0), ("a ", 0))
    }

    assert len(names) == 4
    assert not names & set(made)


def test_our_sentences_are_those_of_the_templates(
    ready: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mailref.assets.ready", ready.get)
    of_mails = mail_templates()
    parsed = (
        tree
        for language in LANGUAGES
        for name, tree in trees(language).items()
        if f"{language}/{name}" in of_mails
    )
    assert made_ready.our_sentences() == sentences_of(parsed)


def test_sentences_of_templates_that_were_not_there_are_worked_out_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kind of game from another package brings some: to read all templates takes seconds at each start."""
    monkeypatch.setattr("mailref.assets.cache_folder", lambda: tmp_path)
    for said in ("Du hast {{ word }} gesetzt.", "Du hast heute {{ word }} gesetzt."):
        with monkeypatch.context() as patch:
            patch.setattr("mailref.assets.mail_templates", lambda said=said: {"de/any.j2": said})
            patch.setattr("mailref.assets.stamp", lambda *_, said=said: said)
            first = made_ready.our_sentences()
            assert first == made_ready.sentences_in({"de/any.j2": said})
            patch.setattr("mailref.made_ready.sentences_in", None)
            assert made_ready.our_sentences() == first


def test_a_template_written_anew_is_seen_whatever_its_size_and_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which sentences are ready is told without reading a template: nothing stale is used all the same."""
    file = tmp_path / "de" / "games" / "any.j2"
    file.parent.mkdir(parents=True)
    file.write_text("Du hast gepasst.", encoding="utf-8")
    monkeypatch.setattr("mailref.assets.TEMPLATES", tmp_path)
    before, there = stamp(), file.stat()
    assert stamp() == before

    while file.stat().st_ctime_ns == there.st_ctime_ns:  # the clock of a file system ticks slowly
        file.write_text("Du hast gesetzt.", encoding="utf-8")
        os.utime(file, ns=(there.st_atime_ns, there.st_mtime_ns))
    after = stamp()
    file.rename(file.with_name("other.j2"))

    assert len({before, after, stamp(), stamp("reading/quotes")}) == 4


def test_what_the_same_code_made_is_taken_over_and_all_else_made(
    made: Mapping[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`make` works out a changed template alone, and all where what makes it is another."""
    made_ready.write(tmp_path, made.get)
    lost, *_ = (name for name in made if name.endswith(".code"))
    before = (tmp_path / lost).read_bytes()
    (tmp_path / lost).unlink()
    (tmp_path / "stale.code").write_bytes(b"of yesterday")
    monkeypatch.setattr("mailref.made_ready.ready_pattern", None)
    monkeypatch.setattr("mailref.made_ready.tables_of", None)

    made_ready.write(tmp_path, made_ready.known_in(tmp_path))

    there = {file.name for file in tmp_path.iterdir()}
    here = {ready_patterns.name_of(*row) for row in made_ready.patterns()}
    wanted = {name for name in made if name in here or not name.endswith(".pattern")}
    assert there >= {*wanted, "made_by.txt"}  # patterns of other tests may lie beside them
    assert "stale.code" not in there
    assert (tmp_path / lost).read_bytes() == before
    assert made_ready.known_in(tmp_path)(lost) == before
    (tmp_path / "made_by.txt").write_bytes(b"another")
    assert made_ready.known_in(tmp_path)(lost) is None


def test_what_was_made_of_something_else_is_not_used(ready: dict[str, bytes]) -> None:
    changed = grammars()["rounds.lark"] + "\n// another one\n"
    asked: list[str] = []

    def found(key: str) -> bytes | None:
        asked.append(key)
        return ready.get(key)

    Grammar(changed, grammars()["wrong_plays.txt"], found)
    assert not set(asked) & set(ready)


def test_of_the_same_grammar_the_same_bytes_are_made_in_every_process() -> None:
    """Or no two wheels would be alike: sets have another order in each."""
    code = (
        "import hashlib; from mailref.assets import grammars;"
        "from mailref.games.rummikub.reading import AT_TABLE;"
        "from mailref.orders.grammar import tables_of; from mailref.orders.order_words import filled_turns;"
        "name, starts = AT_TABLE[0];"
        "print(hashlib.sha256(tables_of(filled_turns(grammars()[name]), starts)).hexdigest())"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            check=True,
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }

    assert len(said) == 1


def test_patterns_are_the_same_in_each_process() -> None:
    """Else two wheels of one commit differ (docs/operating.md: reproducible)."""
    code = (
        "from mailref.made_ready import _READERS, patterns; from importlib import import_module; import pkgutil\n"
        "for package in map(import_module, _READERS):\n"
        "    for each in pkgutil.iter_modules(package.__path__, package.__name__ + '.'): import_module(each.name)\n"
        "print(*sorted(str(row) for row in patterns()), sep='\\n')"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    }

    assert len(said) == 1
    assert len(next(iter(said)).splitlines()) > 500
