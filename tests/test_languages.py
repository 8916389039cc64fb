"""A language is a folder: all have the same files, use the same values and say every list; no code names one."""

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from jinja2 import meta, nodes

import mailref
from mailref import assets, languages
from mailref.games.by_turns.switches import BlanksIn, Refill, Timeout
from mailref.games.rounds.switches import Counts, End, LateJoiner
from mailref.languages import DEFAULT, FORMATS, LANGUAGES, TEMPLATES, LanguageError
from mailref.orders.order_words import ORDERS_IN_TURNS
from mailref.orders.table import Command
from mailref.reading.mail_programs import SAID
from mailref.report.sheet import GroupName
from mailref.tiles.board import Accents, Axes, BaseForm, BonusForAll, BonusTable, Extended
from mailref.tiles.lexicon.verdicts import Hint
from mailref.tiles.moves import OURS, SAYINGS
from mailref.writing.scene import named
from tests.template_trees import trees as parsed

ROOT = Path(mailref.__file__).parent
OTHERS = [each for each in LANGUAGES if each != DEFAULT]
KINDS = {".j2", ".toml"}
OF_ALL = {"html", "parts"}
FOLDERS = sorted(
    each.name for each in TEMPLATES.iterdir() if each.is_dir() and each.name not in OF_ALL
)
OF_GRAMMAR = {
    "loop", "first", "last", "index", "length", "your",
    "p",  # the phrases that a sentence is made of
    "kind", "for_game_master",  # tiles are "gelegt" or "genommen", a reader is "du" or nobody
}  # fmt: skip
"""What a sentence of one language asks, and that of another need not."""
BONUS = [named(each) for each in (BonusForAll, BonusTable)]


@cache
def files(language: str) -> set[str]:
    folder = TEMPLATES / language
    return {str(each.relative_to(folder)) for each in folder.rglob("*.*") if each.suffix in KINDS}


def test_there_are_languages() -> None:
    assert LANGUAGES[0] == DEFAULT
    assert len(LANGUAGES) >= 2


@pytest.mark.parametrize("language", FOLDERS)
def test_all_have_the_same_files(language: str) -> None:
    assert files(language) == files(DEFAULT)


@pytest.mark.parametrize("name", sorted(files("parts")))
def test_what_stands_once_for_all_languages_has_no_words_and_is_in_none(name: str) -> None:
    source = (TEMPLATES / "parts" / name).read_text(encoding="utf-8")
    text = re.sub(
        r"{#.*?#}|{%.*?%}|{{.*?}}|^@subject |^@button |^@figure .*",
        "",
        source,
        flags=re.MULTILINE | re.DOTALL,
    )

    assert not re.search(r"\w", text)
    assert not [each for each in FOLDERS if name in files(each)]


@cache
def own(language: str) -> frozenset[str]:
    """Return what templates of a language define themselves: its phrases and words."""
    found = set()
    for tree in parsed(language).values():
        found |= {each.name for each in tree.find_all(nodes.Macro)}
    return frozenset(found)


@cache
def used(language: str, name: str) -> set[str]:
    """Return what a template asks of the values that it is given."""
    tree = parsed(language)[name]
    asked = {each.attr for each in tree.find_all(nodes.Getattr)}
    return (asked | meta.find_undeclared_variables(tree)) - own(language) - OF_GRAMMAR


@pytest.mark.parametrize("language", OTHERS)
def test_all_use_the_same_values(language: str) -> None:
    sources, others = assets.template_sources(DEFAULT), assets.template_sources(language)
    differ = [name for name in sources if sources[name] != others[name]]  # not those without words
    ours = {name: used(DEFAULT, name) - own(language) for name in differ}

    assert {name: used(language, name) - own(DEFAULT) for name in ours} == ours


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_that_a_template_uses_is_there(language: str) -> None:
    """Every template has the phrases as `p`: no import says which."""
    there = {each.name for each in parsed(language)["phrases.j2"].find_all(nodes.Macro)}
    asked = {
        each.attr
        for tree in parsed(language).values()
        for each in tree.find_all(nodes.Getattr)
        if isinstance(each.node, nodes.Name) and each.node.name == "p"
    }

    assert asked
    assert asked <= there


CLUB_NEWS = ("asked", "help", "list", "refused", "begins", "others", "came", "done")
"""What a mail of a club mainly says."""
SWITCHES: Mapping[str, Mapping[str, Iterable[str]]] = {
    "rounds/rules_said.j2": {
        "counts_": Counts,
        "earn_": BONUS,
        "extended_": Extended,
        "late_joiner_": LateJoiner,
        "accents_": Accents,
        "base_form_": BaseForm,
        "axes_": Axes,
        "end_": End,
    },
    "classic/rules_said.j2": {"earn_": BONUS, "refill_": Refill, "blanks_in_": BlanksIn},
    "solitaire/rules_said.j2": {"earn_": BONUS},
    "labels.j2": {"group_": GroupName},
    "player_orders.j2": {"done_": (Command.PAGE_ON, Command.PAGE_OFF)},
    "club/said.j2": {"subject_": CLUB_NEWS, "lead_": CLUB_NEWS},
    "turns/hints.j2": {"is_": Hint},
    "turns/opening_said.j2": {"time_up_": set(Timeout)},
}
"""Of which file a value names the sentence: what stands before it in the name, and what it can be."""


def named_sentences(language: str) -> Iterator[tuple[str, str]]:
    """Yield each file and beginning of a name, such as `end_`, behind which a value stands."""
    for tree in parsed(language).values():
        files = {
            each.target: each.template.value
            for each in tree.find_all(nodes.Import)
            if isinstance(each.template, nodes.Const)
        }
        for each in tree.find_all(nodes.Getitem):
            match each:
                case nodes.Getitem(node=nodes.Name(name=name), arg=nodes.Concat(nodes=parts)):
                    assert isinstance(parts[0], nodes.Const), "begin the name with what it is about"
                    yield files[name], parts[0].value


def names_in(tree: nodes.Template) -> Iterator[str]:
    """Yield what a file of sentences or words can be asked for."""
    yield from (each.name for each in tree.find_all(nodes.Macro))
    targets = (each.target for each in tree.find_all(nodes.Assign))
    yield from (each.name for each in targets if isinstance(each, nodes.Name))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_of_a_switch_has_its_sentence_and_none_is_left_over(language: str) -> None:
    found = {
        (file, begin): {
            each.removeprefix(begin)
            for each in names_in(parsed(language)[file])
            if each.startswith(begin)
        }
        for file, begin in named_sentences(language)
    }

    assert found == {
        (file, begin): {str(each) for each in values}
        for file, rows in SWITCHES.items()
        for begin, values in rows.items()
    }


@cache
def labels(language: str) -> frozenset[str]:
    return frozenset(meta_names(parsed(language)["labels.j2"]))


def meta_names(tree: nodes.Template) -> Iterator[str]:
    for each in tree.find_all(nodes.Assign):
        assert isinstance(each.target, nodes.Name)
        yield each.target.name


@pytest.mark.parametrize("language", OTHERS)
def test_all_have_the_same_labels(language: str) -> None:
    assert labels(language) == labels(DEFAULT)


def keys(value: object, above: str = "") -> Iterator[str]:
    """Yield every key of a file of words, with those of its tables."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield f"{above}{key}"
            yield from keys(inner, f"{above}{key}.")


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", sorted(each for each in files(DEFAULT) if each.endswith(".toml")))
def test_all_say_every_list(language: str, name: str) -> None:
    said, wanted = (
        [*keys(tomllib.loads((TEMPLATES / each / name).read_text(encoding="utf-8")))]
        for each in (language, DEFAULT)
    )
    may_lack = "letters." if name == "directions.toml" else "\0"  # no language must have any

    assert {key for key in said if not key.startswith(may_lack)} == {
        key for key in wanted if not key.startswith(may_lack)
    }


def test_each_language_has_its_calendar_and_one_asks_strangers() -> None:
    assert all((len(each.months), len(each.days)) == (12, 7) for each in FORMATS.values())
    assert any(each.is_international for each in FORMATS.values())


def test_every_saying_is_read_somewhere() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in ROOT.rglob("*.py"))
    idle = {
        name
        for name in (*SAYINGS, *SAID)
        if f"{{{name}}}" not in code and not re.search(rf"[\"']{name}[\"']", code)
    }

    assert idle == set()
    assert OURS.keys().isdisjoint(SAYINGS), "two rows of one name"


def test_every_row_of_plays_and_orders_is_read_somewhere() -> None:
    files = (path.read_text(encoding="utf-8") for path in ROOT.rglob("*.py"))
    code = "".join((*files, *assets.grammars().values()))

    assert {row for row in OURS if f"{{{row}}}" not in code and f'"{row}"' not in code} == set()
    orders = set(ORDERS_IN_TURNS[DEFAULT])
    assert {row for row in orders if f"[[{row}]]" not in code and f'"{row}"' not in code} == set()


# --- faults


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('called = "x"', "missing required field `names`"),
        ("nonsense = 1", "unknown field `nonsense`"),
        ("called = 1", "`$.called`"),
        ("called =", "formats.toml"),
    ],
)
def test_a_fault_is_named_with_its_file_and_key(tmp_path: Path, text: str, wrong: str) -> None:
    file = tmp_path / "formats.toml"
    file.write_text(text, encoding="utf-8")

    with pytest.raises(LanguageError) as caught:
        languages.read(file, languages.Formats)

    assert wrong in str(caught.value)
    assert str(caught.value).startswith(f"{tmp_path.name}/formats.toml: ")


# --- code

NAMES = re.compile(r"german|english|deutsch|englisch", re.IGNORECASE)
OF_WORD_LISTS = {
    "mailref/tiles/lexicon/german.py",
    "mailref/tiles/lexicon/__init__.py",
    "mailref/assets.py",
}
"""The words that may be laid are German, in whatever language people write."""
OF_LANGUAGES = {"mailref/languages.py", "mailref/tiles/tile_set.py"}
"""Mails have languages, and tiles."""
NOT_OF_MAILS = re.compile(
    r"lexicon\.german|german_lexicon|GermanLexicon|german\.|^_german$|GERMANY"
    r"|^GERMAN$|^(?:german|english)(?:-super)?$|_german$"  # tiles of languages, and their lists
)


def said_in(source: str) -> Iterator[tuple[int, str]]:
    """Yield every name and text in code, but for docstrings."""
    tree = ast.parse(source)
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in docs:
                yield node.lineno, text
            case ast.Name(id=text) | ast.Attribute(attr=text) | ast.FunctionDef(name=text):
                yield node.lineno, text
            case ast.ImportFrom(module=str(text)):
                yield node.lineno, text


def test_no_code_names_a_language_but_the_default() -> None:
    codes = "|".join(LANGUAGES)
    found = []
    for path in sorted(ROOT.rglob("*.py")):
        name = str(path.relative_to(ROOT.parent))
        source = path.read_text(encoding="utf-8")
        if not (NAMES.search(source) or re.search(rf"\b(?:{codes})\b", source)):
            continue  # to parse them all takes seconds
        for line, text in said_in(source):
            is_code = re.fullmatch(codes, text) is not None and name not in OF_LANGUAGES
            is_name = (
                NAMES.search(text) and not NOT_OF_MAILS.search(text) and name not in OF_WORD_LISTS
            )
            if is_code or is_name:
                found.append(f"{name}:{line}: {text[:60]}")

    assert found == []
