"""What happened names its template: nothing lacks one, none is left over, and each reads what its value has.

Read by Jinja's own parser. What a folder of templates is chosen by, and the macros of a file, stands here.
"""

import ast
import re
import types
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from enum import Enum
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from jinja2 import meta, nodes
from msgspec import Struct
from msgspec.structs import replace

import mailref
from mailref.games.by_turns.contents import Lies, ShownOrder, ToldByKind
from mailref.games.by_turns.course import NOBODY_RULES
from mailref.games.by_turns.history import ToldTurn
from mailref.games.club.contents import ClubSays, NotOffered
from mailref.games.events import BY_GAME_MASTER
from mailref.games.in_hand import InHand
from mailref.games.rounds.contents import MayOrder, WhyAnew
from mailref.games.rounds.policy import AheadReason
from mailref.games.rounds.switches import Tie
from mailref.languages import LANGUAGES
from mailref.orders.entries import Ambiguity
from mailref.orders.table import KEPT, Command, NotDone
from mailref.referee import contents
from mailref.referee.contents import (
    Doubted,
    Hindrance,
    Mainly,
    Matter,
    Notice,
    PlayerChange,
    WhyAsked,
    ZatChange,
)
from mailref.referee.gm_orders import (
    AdoptRefusal,
    Doubt,
    Incomplete,
    Lack,
    LettersFault,
    OrderRemark,
    Refusal,
    Result,
    WhichGame,
)
from mailref.referee.policy import Reason, WhyNotIn
from mailref.tiles.lexicon.evidence import WordStanding
from mailref.tiles.lexicon.verdicts import Hint, Why
from mailref.tiles.moves import Fault
from mailref.writing.scene import GENERAL, Words, named, scene_of
from tests.template_trees import trees
from tests.test_languages import CLUB_NEWS
from tests.writing.builders import means
from tests.writing.faulty import HINTS
from tests.writing.samples import ALL


def leaves(base: type) -> Iterator[Any]:
    """Yield what of ours extends *base*, and nothing that only others extend."""
    found: list[Any] = base.__subclasses__()
    for each in found:
        if each.__module__.startswith("mailref."):
            ours = [*leaves(each)]
            yield from ours or [each]


def classes(*bases: type) -> set[str]:
    """Return how the classes are named that extend *bases*."""
    return {named(each) for base in bases for each in [*leaves(base)] or [base]}


NO_ORDER = "no_order"
CHOSEN: Mapping[str, Iterable[str]] = {
    "notices/": map(named, leaves(Matter)),
    "notices/join_request/": WhyNotIn,
    "notices/passed_on_": {"words", "prose"},
    "notices/hindered/": Hindrance,
    "notices/orders_asked/": {
        WhyAsked.WEIGHTY, WhyAsked.OLD_MAIL, WhyAsked.NO_PROOF, WhyAsked.ODD, WhyAsked.WENT_ON,
    },
    "notices/sender_asked/": {
        WhyAsked.FAILED_PROOF, WhyAsked.OLD_MAIL, WhyAsked.NO_PROOF, WhyAsked.RESIGNS,
        WhyAsked.WHO_WROTE,
    },
    "mail_answer/": {
        Reason.UNKNOWN_GAME, Reason.NO_MOVE, Reason.UNREADABLE, Reason.SET_ASIDE, Reason.TOO_LARGE,
        NO_ORDER,
    },
    "player_notice/": PlayerChange,
    "asked/": get_args(Doubted),
    "commands/": Mainly,
    "rounds/entry_answer/": {
        "accepted", "pending", "understood", "too_early", "seen_late", "closed_early", "which_player",
        Reason.LATE, Reason.AMBIGUOUS, Reason.SENDER_MISMATCH, Reason.NOT_A_PLAYER, Reason.NO_MOVE,
        Reason.NO_VALID_MOVE, NO_ORDER, AheadReason.KEPT,
    },
    "rounds/ambiguous/": Ambiguity,
    "rounds/entry/": {"unread", "explained"},
    "rounds/other_move/": {"unused", "pending", "invalid", "understood"},
    "rounds/judged_anew/": WhyAnew,
    "rounds/deadline_notice/": ZatChange,
    "challenge_refused/": {"unknown_name", "unproven", "has_open", "too_far", "no_ladder"},
    "tournament/": {"over", "opening", "result", "paired", "bye", "going_on"},
    "rounds/ended/": {
        "final_round", "nobody_moves", "bag_empty", "all_played", "no_vowels_or_consonants", BY_GAME_MASTER,
    },
}  # fmt: skip
"""By which values the templates of a folder are chosen."""
IN_ALL_GAMES = (
    Command.HELP, Command.RULES, Command.LEAVE, Command.REMINDER_ON, Command.LANGUAGE, Command.PAGE_ON, Command.NOTE,
    Command.OBJECT, Command.PRESS, Command.MESSAGE, Command.MUTE, Command.MY_GAMES, Command.AWAY,
)  # fmt: skip
"""Orders of which HILFE says the same in games of most kinds."""
DONE_IN_ALL_GAMES = (Command.PAGE_ON, Command.PAGE_OFF)
"""Orders of which the same is said in all games once they are carried out."""
MACROS: Mapping[str, Iterable[str]] = {
    "player_orders.j2": {
        *NotDone,
        *(f"kept_{each}" for each in KEPT),
        *(f"help_{each}" for each in IN_ALL_GAMES),
        *(f"done_{each}" for each in DONE_IN_ALL_GAMES),
        "commands",
        "each_alone",
        "message_sent",
        "muted",
        "unmuted",
        "absence",
        "away_label",
        "away_noted",
        "also_club",
        "also_elsewhere",
        "also_help_elsewhere",
        "also_noted_elsewhere",
        "also_question",
        "also_last_question",
        "also_read_by_nobody",
        "also_last_today",
        "also_last_unproved",
        "answer_open",
        "kept_press",
        "also_press",
        "also_press_waits",
        "also_on_web",
        "also_asked",
        "also_ask_directly",
        "also_tell_directly",
        "also_told",
    },
    "club/said.j2": {
        *ClubSays,
        *NotOffered,
        *(f"{part}_{each}" for part in ("subject", "lead") for each in CLUB_NEWS),
        "order",
        "what_there_is",
        "open_offers",
        "offer",
        "open_rounds",
        "round",
        "how",
        "how_many",
        "how_to_begin",
        "how_round",
        "more_orders",
        "what_can_begin",
        "pages",
        "what_to_write",
        "help_begin",
        "help_offers",
        "help_invite",
        "help_more",
        "why_weekly",
        "writes_to_you",
        "kind",
    },
    "orders/refusals.j2": classes(Refusal, AdoptRefusal, Incomplete, WhichGame),
    "orders/lacks.j2": Lack,
    "orders/remarks.j2": classes(OrderRemark),
    "orders/results.j2": classes(Result),
    "orders/wrong_letters.j2": {each.code for each in get_args(LettersFault)},
    "notices/doubts.j2": classes(Doubt),
    "notices/hindered/ends.j2": Hindrance,
    "games_in_hand/now.j2": InHand,
    "rounds/may_order.j2": MayOrder,
    "rounds/ties.j2": Tie,
    "rounds/word_questions/hints.j2": {*Hint} - {Hint.NONE},  # Jinja has no macro of that name
    "rounds/word_questions/bases.j2": WordStanding,
    "faults/hints.j2": {name.partition(".")[2] for name in HINTS},
    "faults/no_swap.j2": {"not_allowed", "no_blank", "no_letter", "twice"},
    "faults/refused.j2": {*Why, NOBODY_RULES, "unlisted"},
}
"""By which values a macro of a file is chosen."""
BY_CLASS = (
    "Announcement", "GamesInHand", "KindWords", "MessageNotSent", "PlayerMessage", "PlayerNotice", "Summary",
    "WeeklyGames",
)  # fmt: skip
"""The contents of any game that have a template named as their class."""


def texts(values: Iterable[str]) -> set[str]:
    return {each.value if isinstance(each, Enum) else each for each in values}


CHOSEN = {folder: texts(values) for folder, values in CHOSEN.items()}
MACROS = {file: texts(values) for file, values in MACROS.items()}


OF_KINDS = (
    "turns/", "classic/", "rummikub/", "unscrabble/", "solitaire/", "by_rounds/", "bingo/", "tasks/",
)  # fmt: skip
"""Folders that kinds of game and their engines fill: `tests/games` and `tests/test_templates.py` hold those."""


@cache
def parsed(language: str) -> dict[str, nodes.Template]:
    """Return every template of a language by its name, as Jinja reads it."""
    return {name: tree for name, tree in trees(language).items() if not name.startswith("demo/")}


def parts_of(node: nodes.Expr) -> tuple[str, str] | None:
    """Return with what a name begins and ends that a value stands in."""
    if not isinstance(node, nodes.Concat):
        return None
    ends = (node.nodes[0], node.nodes[-1])
    first, last = (each.value if isinstance(each, nodes.Const) else "" for each in ends)
    return first, last


def folders_of(tree: nodes.Template) -> Iterator[str]:
    """Yield the folders in which a template looks for another by a value."""
    for each in tree.find_all(nodes.Include):
        if (parts := parts_of(each.template)) is not None:
            yield parts[0]


@cache
def python_names() -> frozenset[str]:
    """Return the names of templates in Python, `[a-z_]+` where a value is filled in."""
    return frozenset(_python_names())


def _python_names() -> Iterator[str]:
    sources = (
        path.read_text(encoding="utf-8") for path in Path(mailref.__file__).parent.rglob("*.py")
    )
    for source in (each for each in sources if ".j2" in each):
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Constant) and str(node.value).endswith(".j2"):
                yield re.escape(str(node.value))
            elif isinstance(node, ast.JoinedStr):
                pieces = [
                    re.escape(str(each.value)) if isinstance(each, ast.Constant) else "[a-z_]+"
                    for each in node.values
                ]
                if len(pieces) > 1 and pieces[-1].endswith("j2"):
                    yield "".join(pieces)


def test_all_languages_have_the_same_templates() -> None:
    first, *others = (set(parsed(language)) for language in LANGUAGES)

    assert all(each == first for each in others)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_that_chooses_a_template_has_one(language: str) -> None:
    wanted = {f"{folder}{value}.j2" for folder, values in CHOSEN.items() for value in values}

    assert wanted - set(parsed(language)) == set()
    for tree in parsed(language).values():
        unknown = {
            each
            for each in folders_of(tree)
            if each and each not in CHOSEN and not each.startswith(OF_KINDS)
        }
        assert unknown == set(), "say above by which values this folder is chosen"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_template_is_chosen_by_a_value_or_named(language: str) -> None:
    by_value = {f"{folder}{value}.j2" for folder, values in CHOSEN.items() for value in values}
    by_class = {f"{named(getattr(contents, name))}.j2" for name in BY_CLASS}
    by_others = {
        name for tree in parsed(language).values() for name in meta.find_referenced_templates(tree)
    }
    by_python = re.compile("|".join(python_names() - {r"[a-z_]+\.j2"}))

    left = set(parsed(language)) - by_value - by_class - by_others

    assert {
        name for name in left if not by_python.fullmatch(name) and not name.startswith(OF_KINDS)
    } == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", MACROS)
def test_every_value_has_its_sentence_and_none_is_left_over(name: str, language: str) -> None:
    found = {macro.name for macro in parsed(language)[name].find_all(nodes.Macro)}

    assert found == MACROS[name]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_has_a_sentence_and_few_words(language: str) -> None:
    import_module("mailref.games.solitaire.rules")  # it has faults of its own
    trees = parsed(language)
    files = ("faults/sentences.j2", "bingo/faults.j2")
    said = {each.name for file in files for each in trees[file].find_all(nodes.Macro)}
    briefly = {each.name for each in trees["faults/briefs.j2"].find_all(nodes.Macro)}

    assert briefly == said
    assert said - {GENERAL} <= {each.code for each in leaves(Fault)}


# --- what a template reads

ASK_THE_KIND = ("player_notice/", *OF_KINDS)
"""They ask what game it is, or what is told, and read then what only that one has: some value must have it."""

SAID_BY_KINDS = (Lies, ShownOrder, ToldByKind, ToldTurn)
"""What is more in some kinds of games."""

Types = frozenset[Any]
"""What a value may be; nothing: that is not known."""
NOTHING: Types = frozenset()


def union(*found: Types) -> Types:
    return frozenset().union(*found) if all(found) else NOTHING


def types_of(hint: Any) -> Types:
    """Return the types that a hint allows, without None."""
    if get_origin(hint) in (Union, types.UnionType):
        return frozenset().union(*map(types_of, get_args(hint)))
    own = leaves(hint) if hint in SAID_BY_KINDS else ()
    return NOTHING if hint is None or hint is type(None) else frozenset({hint, *own})


def type_of(value: object) -> Any:
    """Return the type of a value that a template is given; of a tuple with that of its items."""
    if isinstance(value, list | tuple) and value:
        items = {type_of(each) for each in value}
        return types.GenericAlias(tuple, (items.pop(), ...)) if len(items) == 1 else tuple
    return type(value)


@cache
def read(kind: Any, name: str) -> Types | None:
    """Return what *name* of a value is; None: it has no such field or property."""
    cls = get_origin(kind) or kind
    if not (isinstance(cls, type) and issubclass(cls, Struct)):
        return NOTHING
    if name in cls.__struct_fields__:
        return types_of(get_type_hints(cls)[name])
    found = getattr(cls, name, None)
    if isinstance(found, property):
        return types_of(get_type_hints(found.fget).get("return"))
    return None if found is None else NOTHING


@cache
def asked_in(tree: nodes.Template) -> frozenset[str]:
    """Return of which fields a template asks whether they are there."""
    asked = (each.node for each in tree.find_all(nodes.Test) if each.name == "defined")
    return frozenset(each.attr for each in asked if isinstance(each, nodes.Getattr))


@cache
def read_in(node: nodes.Node) -> tuple[nodes.Getattr, ...]:
    """Return where a part of a template reads a field."""
    found = (node,) if isinstance(node, nodes.Getattr) else ()
    return (*found, *node.find_all(nodes.Getattr))


class Reader:
    """Walks a template with what it is given, into those it includes."""

    def __init__(self, language: str) -> None:
        self.trees = parsed(language)
        self.read: set[tuple[str, str]] = set()
        self.lacking: dict[tuple[str, str], set[str]] = {}
        self._seen: set[tuple[str, frozenset[tuple[str, Types]]]] = set()

    def walk(self, name: str, given: Mapping[str, Types]) -> None:
        key = (name, frozenset(given.items()))
        if key not in self._seen:
            self._seen.add(key)
            self._all(name, asked_in(self.trees[name]), self.trees[name].body, dict(given))

    def _all(
        self, name: str, asked: AbstractSet[str], body: Iterable[nodes.Node], env: dict[str, Types]
    ) -> None:
        for node in body:
            self._one(name, asked, node, env)

    def _one(
        self, name: str, asked: AbstractSet[str], node: nodes.Node, env: dict[str, Types]
    ) -> None:
        """Check one node; what is bound in it ends with it, but for `set`."""
        match node:
            case nodes.Macro():
                return
            case nodes.For(target=target, iter=iterated):
                self._expression(name, asked, iterated, env)
                inner = {**env, **bound(target, items_of(self._types(iterated, env)))}
                self._all(name, asked, [*([node.test] if node.test else []), *node.body], inner)
                self._all(name, asked, node.else_, dict(env))
            case nodes.Assign(target=nodes.Name(name=to), node=value):
                self._expression(name, asked, value, env)
                env[to] = self._types(value, env)
            case nodes.Include():
                for other in self._included(node.template, env):
                    self.walk(other, env)
            case nodes.Import(with_context=True, template=nodes.Const(value=str(other))):
                for macro in self.trees[other].find_all(nodes.Macro):
                    given_to_it = dict.fromkeys((each.name for each in macro.args), NOTHING)
                    self._all(
                        other, asked_in(self.trees[other]), macro.body, {**env, **given_to_it}
                    )
            case nodes.If():
                self._expression(name, asked, node.test, env)
                for each in (node.body, *(part.body for part in node.elif_), node.else_):
                    self._all(name, asked, each, env)
                for part in node.elif_:
                    self._expression(name, asked, part.test, env)
            case _:
                self._expression(name, asked, node, env)

    def _included(self, template: nodes.Expr, env: Mapping[str, Types]) -> Iterable[str]:
        """Return the templates that an include may mean: of several names the first may lack."""
        if isinstance(template, nodes.Const):
            return [template.value]
        if isinstance(template, nodes.List):
            each_of = (self._included(each, env) for each in template.items)
            return [name for found in each_of for name in found if name in self.trees]
        parts = parts_of(template)
        if parts == ("notices/", ".j2"):
            return [f"notices/{named(kind)}.j2" for kind in env["n"]]
        if parts is not None and parts[0] in CHOSEN:
            return [f"{parts[0]}{value}.j2" for value in CHOSEN[parts[0]]]
        pieces = template.nodes if isinstance(template, nodes.Concat) else [template]
        pattern = re.compile("".join(self._pattern(each, env) for each in pieces))
        return [name for name in self.trees if pattern.fullmatch(name)]

    def _pattern(self, piece: nodes.Expr, env: Mapping[str, Types]) -> str:
        """Return what a part of a name may be: a text, the name of a kind or its folder, any value."""
        if isinstance(piece, nodes.Const):
            return re.escape(str(piece.value))
        said = [each for kind in self._types(piece, env) for each in get_args(kind)]
        return re.escape(said[0]) if said and isinstance(said[0], str) else "[a-z_]+"

    def _expression(
        self, name: str, asked: AbstractSet[str], node: nodes.Node, env: Mapping[str, Types]
    ) -> None:
        for each in read_in(node):
            kinds = self._types(each.node, env)
            if not kinds or each.attr in asked:
                continue
            place = f"{name}:{each.lineno}", each.attr
            if any(read(kind, each.attr) is not None for kind in kinds):
                self.read.add(place)
            else:
                shown = ", ".join(sorted(getattr(kind, "__name__", str(kind)) for kind in kinds))
                self.lacking.setdefault(place, set()).add(shown)

    @property
    def wrong(self) -> set[str]:
        """Return what is read of a value that lacks it; where kinds of games meet, of values that all lack it."""
        return {
            f"{at}: {shown} has no {attr}"
            for (at, attr), by in self.lacking.items()
            if not (at.startswith(ASK_THE_KIND) and (at, attr) in self.read)
            for shown in by
        }

    def _types(self, node: nodes.Node, env: Mapping[str, Types]) -> Types:
        match node:
            case nodes.Name(name=name):
                return env.get(name, NOTHING)
            case nodes.Getattr(node=inner, attr=attr):
                found = [read(kind, attr) for kind in self._types(inner, env)]
                return union(*(each for each in found if each is not None)) if found else NOTHING
            case nodes.Getitem(node=inner, arg=nodes.Slice()):
                return self._types(inner, env)
            case nodes.Getitem(node=inner, arg=nodes.Const(value=int())):
                return items_of(self._types(inner, env))
            case nodes.CondExpr(expr1=one, expr2=other) if other is not None:
                return union(self._types(one, env), self._types(other, env))
            case nodes.Filter(name="list" | "selectattr" | "select", node=inner) if (
                inner is not None
            ):
                return self._types(inner, env)
            case _:
                return NOTHING


def items_of(kinds: Types) -> Types:
    """Return what the items of a sequence may be."""
    found = [get_args(kind)[:1] for kind in kinds if get_args(kind)[1:] == (...,)]
    return union(*(types_of(each) for (each,) in found)) if len(found) == len(kinds) else NOTHING


def bound(target: nodes.Node, kinds: Types) -> dict[str, Types]:
    if isinstance(target, nodes.Name):
        return {target.name: kinds}
    return {each.name: NOTHING for each in target.find_all(nodes.Name)}


class NoPaper(Struct, frozen=True):
    """Prints nothing, which takes longer than all the rest."""

    def sheet(self, *_: object) -> bytes:
        return b""

    def calendar(self, *_: object) -> bytes:
        return b""


@cache
def given() -> frozenset[tuple[str, frozenset[tuple[str, Types]]]]:
    """Return what the template of each sample is given: its name, and the types of its values."""
    words, without = Words(means().templates["de"]), replace(means(), maker=NoPaper())
    scenes = (scene_of(sample(), words, without) for sample in ALL.values())
    return frozenset(
        (
            next(each for each in (scene.template, *scene.or_else) if each in parsed("de")),
            frozenset((name, types_of(given_as(name, it))) for name, it in scene.values.items()),
        )
        for scene in scenes
    )


def given_as(name: str, value: object) -> Any:
    """Return the type of a value; of what names a folder itself."""
    if name == "says" and isinstance(value, tuple):  # of several names the first that is there
        value = next(each for each in value if each in parsed("de"))
    return Literal[value] if name in {"kind", "folder", "says"} else type_of(value)


@pytest.mark.parametrize("language", LANGUAGES)
def test_templates_read_only_what_their_values_have(language: str) -> None:
    """Also where no sample comes by: in each branch, and each template that a value may choose.

    Those of games with tasks, which have no samples, `tests/toys` plays.
    """
    reader = Reader(language)

    for template, values in given():
        reader.walk(template, dict(values))

    assert sorted(reader.wrong) == []


def test_the_walk_comes_by_templates_of_kinds() -> None:
    names = {"turns/ended.j2", "bingo/answer/late.j2", "solitaire/ended.j2", "rounds/status.j2"}
    reader = Reader("de")
    broken = means().templates["de"].parse("{% if false %}{{ f.colour }}{{ c.colour }}{% endif %}")
    reader.trees = {**reader.trees, **dict.fromkeys(names, broken)}

    for template, values in given():
        reader.walk(template, dict(values))

    assert {each.partition(":")[0] for each in reader.wrong} == names


def test_each_matter_is_read_by_its_own_template() -> None:
    """The walk above is not empty: it comes by every notice, and finds what is not there."""
    reader = Reader("de")
    for kind in leaves(Matter):
        reader.walk("notice.j2", {"c": frozenset({Notice}), "n": frozenset({kind})})
    broken = means().templates["de"].parse("{% for each in n.mails %}{{ each.colour }}{% endfor %}")
    reader.trees = {**reader.trees, "notices/strangers_moves.j2": broken}
    assert reader.wrong == set()

    matters = {named(kind): kind for kind in leaves(Matter)}
    reader.walk("notices/strangers_moves.j2", {"n": frozenset({matters["strangers_moves"]})})

    assert reader.wrong == {"notices/strangers_moves.j2:1: StrangersMail has no colour"}
