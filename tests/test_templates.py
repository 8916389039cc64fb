"""Each template is used by a sample whose text is a golden file, or by a page that is looked at."""

from pathlib import Path

import pytest
from jinja2 import nodes

from mailref.languages import LANGUAGES
from tests.effort import Effort, effort, seed
from tests.template_trees import trees
from tests.writing.composed import GOLDEN, templates_read
from tests.writing.samples import ALL

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"
# What `init` says at the desk. Pages of the archive and of the demo:
# tests/looks/test_pages.py shows all of them in Chromium.
PAGES = frozenset(
    {
        "de/classic/page.j2",
        "de/solitaire/page.j2",
        "en/classic/page.j2",
        "en/solitaire/page.j2",
        "de/archive/words.j2",
        "de/init.j2",
        "en/init.j2",
        "en/archive/words.j2",
        "html/demo/bingo.html.j2",
        "html/demo/solo.html.j2",
        "html/demo/index.html.j2",
        "html/demo/mail.html.j2",
        "html/demo/parts.html.j2",
        "html/demo/turns.html.j2",
        "html/archive/all_games.html.j2",
        "html/archive/all_ratings.html.j2",
        "html/archive/base.html.j2",
        "html/archive/step.html.j2",
        "html/archive/beside.html.j2",
        "html/archive/bingo.html.j2",
        "html/archive/chance.html.j2",
        "html/archive/end.html.j2",
        "html/archive/settled.html.j2",
        "html/archive/figures.html.j2",
        "html/archive/game.html.j2",
        "html/archive/games.html.j2",
        "html/archive/index.html.j2",
        "html/archive/player.html.j2",
        "html/archive/ratings.html.j2",
        "html/archive/replay.html.j2",
        "html/archive/icon.svg",
        "html/archive/replay.js",
        "html/archive/round.html.j2",
        "html/archive/site.html.j2",
        "html/archive/tournaments.html.j2",
        "html/archive/who.html.j2",
        "html/archive/solo.html.j2",
        "html/archive/steps.html.j2",
        "html/archive/style.css",
        "html/archive/turn.html.j2",
        "html/archive/turns.html.j2",
        "html/archive/tournament.html.j2",
    }
)


MOST_BRANCHES = 7
"""Of a template, beside its macros: it reads from top to bottom like the mail it makes."""
MOST_IN_A_MACRO = 4
MORE_BRANCHES = {
    "fate": "what became of an order is its refusal, or each remark and the result with whom it was told"
}
"""Macros that may have more, each with the reason."""


def branches(node: nodes.Node) -> int:
    """Count the choices and loops of a template or macro, but for those of macros in it."""
    own = isinstance(node, nodes.If | nodes.For | nodes.CondExpr)
    inner = (each for each in node.iter_child_nodes() if not isinstance(each, nodes.Macro))
    return own + sum(map(branches, inner))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_template_says_one_thing_with_few_branches(language: str) -> None:
    """What happened, or the value of a switch, names a template or a macro instead."""
    too_many = {name for name, tree in trees(language).items() if branches(tree) > MOST_BRANCHES}
    in_macros = {
        f"{name}: {macro.name}"
        for name, tree in trees(language).items()
        for macro in tree.find_all(nodes.Macro)
        if sum(map(branches, macro.body)) > MOST_IN_A_MACRO and macro.name not in MORE_BRANCHES
    }

    assert too_many | in_macros == set()


@pytest.mark.slow
def test_each_template_is_used_by_a_sample_with_a_golden_file() -> None:
    """Style 34 and 47: one golden file for each template; each template is proven used."""
    if not TEMPLATES.is_dir():
        pytest.skip("the templates lie in the wheel here")
    files = {
        path.relative_to(TEMPLATES) for path in TEMPLATES.rglob("*.*") if path.suffix != ".toml"
    }
    there = {
        str(folder / path.relative_to(path.parts[0]))
        for path in files
        for folder in (map(Path, LANGUAGES) if path.parts[0] == "parts" else [Path(path.parts[0])])
    }
    # What a template says is one language's, and its twin is chosen by the same code: each run takes one.
    languages = LANGUAGES if effort() is Effort.SOAK else (LANGUAGES[seed() % len(LANGUAGES)],)
    folders = (*languages, "html")

    read = {
        each
        for name in ALL
        for language in languages
        for each in templates_read(name, language)
        if each.partition("/")[0] in folders
    }

    wanted = {each for each in there - PAGES if each.partition("/")[0] in folders}
    assert read == {each for each in wanted if "/tasks" not in each}  # see tests/toys
    assert there >= PAGES


def test_each_sample_has_its_golden_file() -> None:
    golden = TEMPLATES.parent / "tests" / "writing" / "golden"
    names = [f"{name}.{language}.txt" for name, language in GOLDEN]

    assert [name for name in names if not (golden / name).is_file()] == []
    of_samples = (each.name for each in golden.glob("*.txt") if each.name.split(".")[0] in ALL)
    assert [name for name in of_samples if name not in names] == [], (
        "no sample writes them any more"
    )
    assert {language for _, language in GOLDEN} == set(LANGUAGES)
