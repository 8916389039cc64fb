"""What happened names its template: each value has a file, each file a value, and reads what there is.

Jinja's own parser says what a template includes and reads; types say what a value has.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from jinja2 import meta, nodes
from msgspec import Struct
from msgspec.structs import fields

from mailref import assets
from mailref.games.by_turns import contents as told
from mailref.games.by_turns.contents import Drew, Happening, TurnFace, TurnTaken
from mailref.games.by_turns.events import AcceptedHow
from mailref.games.by_turns.history import SheetWhy, ToldTurn, TurnKind
from mailref.games.by_turns.mails import AboutTable, Can, FaultsTold, OrderSeen, TableSeen, TurnSeen
from mailref.games.by_turns.policy import TurnPolicy
from mailref.games.by_turns.switches import Challenges, TurnRules
from mailref.games.kind import folder_of, names
from mailref.games.rummikub import rules
from mailref.games.rummikub.history import OnTable, ShownAtTable, TableTurn, TookTile
from mailref.games.rummikub.switches import TableRules
from mailref.games.solitaire.contents import BeganAnew, League, LeagueNews, LettersTaken, WentBack
from mailref.games.solitaire.policy import SoloPolicy
from mailref.games.solitaire.switches import SoloRules
from mailref.games.unscrabble.history import LeftOnBoard, ShownTaking, TakingTurn
from mailref.games.unscrabble.switches import UnscrabbleRules
from mailref.orders.entries import Condition
from mailref.referee.contents import Doubted
from mailref.tiles.lexicon.verdicts import Hint
from mailref.tiles.moves import FaultAt
from mailref.writing.scene import GENERAL, FaultSeen
from tests.template_trees import trees
from tests.writing.composed import LANGUAGES

pytestmark = pytest.mark.each

FOLDERS = ("asked", "turns/", "classic/", "rummikub/", "unscrabble/", "solitaire/")


def name_of(each: type) -> str:
    """Return how the templates of a class are named."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", each.__name__).lower()


OF_KINDS = (TookTile, LettersTaken, WentBack, BeganAnew)
HAPPENINGS = {name_of(each): each for each in (*get_args(Happening)[1:], *OF_KINDS)}
FORMS = {*map(str, set(TurnKind) - {TurnKind.OUT, TurnKind.TAKE}), GENERAL}
"""What a turn was in several kinds of game, and what is said where a kind says nothing."""
AT_TABLE = {"word", "take", "timeout_with_tile"}
SAID = {
    *get_args(told.AnswerSays),
    "kept", "trial", "accepted_play", "accepts_all", "asks", "wished",
    "let_go", "ambiguous", "no_valid_move", "no_move", "not_a_player", "sender_mismatch", "late",
    "already_moved", "played", "no_challenge", "nothing_to_challenge", "already_ruled", "own_play",
    "nothing_to_accept", "older_mail", "only_accept_or_challenge",
}  # fmt: skip
"""What the answer to an entry can say: that itself, what was done, or why nothing was."""
DESK = (told.TimedOutAgain, told.NobodyMoves, told.TurnOverdue)
ANSWERS: Mapping[str, type[Struct]] = {
    **{f"solitaire/{each}.j2": LeagueNews for each in League},
    "turns/answer.j2": told.OrderAnswer,
    "turns/entered.j2": told.OrderAnswer,
    "turns/command.j2": told.TurnCommandAnswer,
    "asked.j2": told.RulingAskedAtTable,
    "turns/report.j2": told.TurnReport,
    "turns/revealed.j2": told.TurnReport,
    "turns/opening.j2": told.TurnsOpening,
    "turns/gathering.j2": told.TurnsOpening,
    "turns/reminder.j2": told.TurnReminder,
    "turns/rematch.j2": told.RematchWanted,
}
"""The template of each mail, and what it is given as `c`."""
SENTENCES: Mapping[str, Iterable[str]] = {
    "turns/headlines.j2": FORMS
    | {n for n, each in HAPPENINGS.items() if each not in (Drew, TurnTaken, *OF_KINDS)},
    **{f"rummikub/{each}.j2": AT_TABLE for each in ("headlines", "took", "in_a_line")},
    **{
        f"unscrabble/{each}.j2": {"off"}
        for each in ("headlines", "took", "in_a_line", "orders_said")
    },
    "rummikub/orders_said.j2": {"word", "take"},
    "solitaire/headlines.j2": {name_of(each) for each in OF_KINDS if each is not TookTile},
    **{
        f"{each}/help_said.j2": {"help_tiles", "moves"}
        for each in ("classic", "rummikub", "unscrabble", "solitaire")
    },
    "turns/took.j2": FORMS,
    "turns/in_a_line.j2": FORMS,
    "turns/orders_said.j2": {"nothing", "play", "exchange", "pass", GENERAL},
    "turns/conditions.j2": {name_of(each) for each in get_args(Condition)} - {"condition_unread"},
    "turns/beside_turn.j2": set(get_args(SheetWhy)) - {"turn"},
    "turns/stands.j2": set(AcceptedHow),
    "turns/hints.j2": {f"is_{each}" for each in Hint},
    "rummikub/faults.j2": {
        each.code
        for each in vars(rules).values()
        if getattr(each, "__base__", None) is FaultAt and each.__module__ == rules.__name__
    }
    | {"condition"},
    "unscrabble/faults.j2": {
        "condition",
        "no_tile",
        "not_in_word",
        "not_one_word",
        "single_letter",
        "not_connected",
        "which_letter",
        "too_many_tiles",
        "no_pass",
    },
    "turns/dropped.j2": {"no_longer_holds", "not_met", "over"},
}
"""The names of short sentences, a macro each."""
BY_WORDS = {
    "turns/phrases.j2",
    "turns/in_a_line.j2",
    "turns/beside_turn.j2",
    "turns/receipts_said.j2",
    "classic/page.j2",
    "rummikub/phrases.j2",
    "solitaire/page.j2",
    "turns/took.j2",
    "turns/orders_said.j2",
    *(name for name in SENTENCES if not name.startswith("turns/")),
}
"""What Python asks for single sentences."""
GIVEN = {
    "house", "tag", "p", "answers_game_master", "own", "own_history", "leaving", "soon", "unknown",
}  # fmt: skip
ASKED_FOR = ("turns/kept.j2", "is_shown")
"""What only one of those that use a template says; it asks whether it is said."""
TABLE = {"c", "s", "f", "r", "policy", "kind", "differs", "draws", "comment"}
VALUES: Mapping[type[Struct], set[str]] = {
    told.OrderAnswer: TABLE
    | {
        "said",
        "told",
        "orders",
        "first",
        "has_proposal",
        "set_aside",
        "answers",
        "line",
        "asks",
        "meant",
        "left_undone",
    },
    told.TurnReport: TABLE | {"told", "headline", "gone", "reasoned", "lost", "in_order", "seen"},
    told.TurnCommandAnswer: TABLE | {"game", "receipts_attached"},
    **dict.fromkeys(DESK, TABLE),
    told.TurnsOpening: TABLE | {"game", "receipts_attached"},
    told.RulingAskedAtTable: {"c", "policy", "kind", "asked"},
    told.RematchWanted: {"c", "policy"},
    LeagueNews: {"c", "policy", "names", "unread", "winners", "best", "figures"},
}
OWN_OF_KINDS: Mapping[type, tuple[type, ...]] = {
    told.Lies: (told.OnBoard, OnTable, LeftOnBoard),
    ToldTurn: (TableTurn, TakingTurn),
    told.ShownOrder: (ShownAtTable, ShownTaking),
}
"""What a value is in some kinds of game."""
TYPES: Mapping[str, tuple[type, ...]] = {
    "s": (TableSeen,),
    "f": (TurnFace,),
    "r": (TurnRules, SoloRules, TableRules, UnscrabbleRules),
    "policy": (TurnPolicy, SoloPolicy),
    "turn": (TurnSeen,),
    "t": (TurnSeen,),
    "o": (OrderSeen,),
    "first": (OrderSeen,),
    "told": (FaultsTold,),
}


@cache
def sources(language: str) -> Mapping[str, str]:
    return assets.template_sources(language)


def own(language: str) -> set[str]:
    return {name for name in sources(language) if name.startswith(FOLDERS)}


def tree(name: str, language: str) -> nodes.Template:
    return trees(language)[name]


def patterns(template: nodes.Expr) -> Iterator[str]:
    """Yield the names that an expression may have, `*` for what a value says."""
    match template:
        case nodes.Const(value=str(name)):
            yield name
        case nodes.List(items=items):
            for item in items:
                yield from patterns(item)
        case nodes.Concat(nodes=parts):
            yield "".join(each.value if isinstance(each, nodes.Const) else "*" for each in parts)
        case _:
            raise AssertionError(f"nobody sees what this names: {template}")


@cache
def named(pattern: str, language: str) -> tuple[str, ...]:
    """Return the templates of that name, in which `*` may be anything."""
    if "*" not in pattern:
        return (pattern,) if pattern in sources(language) else ()
    return tuple(other for other in sources(language) if fnmatchcase(other, pattern))


@cache
def used(name: str, language: str) -> tuple[tuple[str, bool], ...]:
    """Return the templates that one may use, and whether they see its values."""
    return tuple(_used(name, language))


def _used(name: str, language: str) -> Iterator[tuple[str, bool]]:
    for each in tree(name, language).find_all((nodes.Include, nodes.Import, nodes.FromImport)):
        assert isinstance(each, nodes.Include | nodes.Import | nodes.FromImport)
        for pattern in patterns(each.template):
            found = named(pattern, language)
            assert found, f"{name}: nothing is called {pattern}"
            yield from ((other, each.with_context) for other in found)


def reached(language: str) -> Mapping[str, Mapping[type[Struct], set[str]]]:
    """Return what each template is given, by what the mail tells: of several that use it, what all have."""
    found: dict[str, dict[type[Struct], set[str]]] = {}
    mails = [*ANSWERS.items(), *(("turns/desk.j2", content) for content in DESK)]
    waiting = [(name, content, VALUES.get(content, TABLE) | GIVEN) for name, content in mails]
    while waiting:
        name, content, given = waiting.pop()
        before = found.setdefault(name, {}).get(content)
        now = given if before is None else before & given
        if now == before or not name.startswith(FOLDERS):
            continue
        found[name][content] = now
        beside = now | declared(name, language)
        waiting += [(other, content, beside) for other, sees in used(name, language) if sees]
    return found


@cache
def declared(name: str, language: str) -> set[str]:
    """Return what a template names itself."""
    ast = tree(name, language)
    stored = {each.name for each in ast.find_all(nodes.Name) if each.ctx != "load"}
    modules = {each.target for each in ast.find_all(nodes.Import)}
    macros = {each.name for each in ast.find_all(nodes.Macro)}
    parts = [each for found in ast.find_all(nodes.FromImport) for each in found.names]
    return (
        stored | modules | macros | {each if isinstance(each, str) else each[1] for each in parts}
    )


def in_folder(folder: str, language: str) -> set[str]:
    return {
        name.removeprefix(f"{folder}/").removesuffix(".j2")
        for name in own(language)
        if name.rpartition("/")[0] == folder
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("folder", "values"),
    [
        pytest.param("turns/answer", SAID, id="answers"),
        pytest.param("turns/can", get_args(Can), id="what can be written"),
        pytest.param("turns/command", get_args(told.Commanded), id="commands"),
        pytest.param(
            "turns/command_copied",
            set(get_args(told.Commanded)) - {"taken_back"},
            id="copies of commands",
        ),
        pytest.param("asked", get_args(Doubted), id="questions"),
        pytest.param("classic/rules", Challenges, id="challenges in a classic game"),
        pytest.param("unscrabble/rules", Challenges, id="challenges in Un-Scrabble"),
        pytest.param("turns/desk", [name_of(each) for each in DESK], id="desk"),
    ],
)
def test_each_value_has_its_template_and_each_template_its_value(
    folder: str, values: Iterable[str], language: str
) -> None:
    assert in_folder(folder, language) == set(map(str, values))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_game_masters_copy_is_named_as_the_answer_or_says_what_several_do(
    language: str,
) -> None:
    names_found = in_folder("turns/entered", language)

    assert names_found - set(map(str, SAID)) == {"done", "nothing"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_thing_that_happens_has_its_template_in_the_folder_of_its_kind(language: str) -> None:
    folders = ("turns", *(folder_of(name) for name in names()))

    found = set().union(*(in_folder(f"{each}/happened", language) for each in folders))

    assert found == set(HAPPENINGS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SENTENCES)
def test_each_value_has_its_sentence_and_each_sentence_its_value(name: str, language: str) -> None:
    macros = {each.name for each in tree(name, language).find_all(nodes.Macro)}

    assert macros == set(map(str, SENTENCES[name]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_template_is_chosen_by_a_value_or_used_by_another(language: str) -> None:
    by_others = {
        other
        for name in sources(language)
        for other in meta.find_referenced_templates(tree(name, language))
    }
    by_values = {other for name in own(language) for other, _ in used(name, language)}

    unused = own(language) - set(ANSWERS) - {"turns/desk.j2"} - BY_WORDS - by_others - by_values

    assert unused == set()
    assert set(ANSWERS) <= own(language)


def test_all_languages_have_the_same_templates_which_use_the_same() -> None:
    first, *others = LANGUAGES
    wanted = {name: set(used(name, first)) for name in own(first)}

    for language in others:
        assert {name: set(used(name, language)) for name in own(language)} == wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_variable_that_a_template_reads_is_given(language: str) -> None:
    missing = {
        (name, each)
        for name, by_content in reached(language).items()
        if name.startswith(FOLDERS)
        for given in by_content.values()
        for each in meta.find_undeclared_variables(tree(name, language)) - given
        if (name, each) != ASKED_FOR and each not in declared(name, language)
    }
    alone = own(language) - set(reached(language))
    missing |= {
        (name, each)
        for name in alone
        for each in meta.find_undeclared_variables(tree(name, language)) - GIVEN
        if each not in declared(name, language)
    }

    assert missing == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_attribute_that_a_template_reads_is_one_of_the_value(language: str) -> None:
    by_name = reached(language)
    missing = {
        (name, found)
        for name in own(language)
        for found in unknown_attributes(name, tuple(by_name.get(name, ())), language)
    }

    assert missing == set()


def unknown_attributes(name: str, told_of: tuple[type, ...], language: str) -> Iterator[str]:
    """Yield `f.turn.nobody`: what no value there has that a template reads."""
    stem = name.rpartition("/")[2].removesuffix(".j2")
    modules = {each.target for each in tree(name, language).find_all(nodes.Import)}
    of_name: dict[str, tuple[type, ...]] = {**TYPES, "c": told_of}
    if "/happened/" in name:
        of_name["h"] = (HAPPENINGS[stem],)
    if stem == "faults":
        of_name["f"] = (FaultSeen,)
    for each in tree(name, language).find_all(nodes.Getattr):
        path = dotted(each)
        types: tuple[Any, ...] = of_name.get(path[0], ()) if path[0] not in modules else ()
        for attribute in path[1:]:
            structs = [t for t in types if isinstance(t, type) and issubclass(t, Struct)]
            if not structs or len(structs) != len([t for t in types if t is not NoneType]):
                break
            having = [t for t in structs if hasattr(t, attribute)]
            if not having:
                yield ".".join(path)
                break
            types = tuple(found for t in having for found in types_of(t, attribute))


def dotted(node: nodes.Expr) -> tuple[str, ...]:
    match node:
        case nodes.Name(name=name):
            return (name,)
        case nodes.Getattr(node=inner, attr=attribute):
            return (*dotted(inner), attribute)
        case _:
            return ("",)


@cache
def types_of(struct: type[Struct], attribute: str) -> tuple[Any, ...]:
    """Return of what types a field or property is."""
    by_field = {each.name: each.type for each in fields(struct)}
    if attribute in by_field:
        return members(by_field[attribute])
    found = getattr(struct, attribute)
    if not isinstance(found, property) or found.fget is None:
        return ()
    return members(get_type_hints(found.fget).get("return"))


def members(hint: Any) -> tuple[Any, ...]:
    found = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    return (*found, *(own for each in found for own in OWN_OF_KINDS.get(each, ())))


def test_what_is_told_of_a_table_is_all_that_this_test_knows() -> None:
    """A mail that is new to the engine is listed above, too."""
    about = set(get_args(AboutTable)) - {told.ForDesk}
    assert about <= set(ANSWERS.values())
    assert set(told.ForDesk.__subclasses__()) == set(DESK)
