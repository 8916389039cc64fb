"""What CONTRIBUTING.md, README.md and the pages in docs/ name is there: files, targets, commands."""

import ast
import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from mailref.cli import COMMANDS

ROOT = Path(__file__).resolve().parent.parent
PAGES = ["CONTRIBUTING.md", "README.md", "docs/house.md", "docs/style.md", "docs/top.md",
         "docs/chance.md", "docs/reading.md", "docs/daemon.md", "docs/reliability.md", "docs/mail.md", "docs/rules.md",
         "docs/scale.md", "docs/contract.md",
         "tests/corpus/README.md", "tests/judge/README.md", "bench/README.md"]  # fmt: skip
# Its modules are named in docs/house.md; the migrations are dated, and data has no modules.
WITHOUT_MAP = {
    "mailref",
    "mailref/data",
    "mailref/journal/migrations",
    "mailref/journal/migrations/versions",
}
PACKAGES = sorted(
    {str(each.parent.relative_to(ROOT)) for each in (ROOT / "mailref").rglob("__init__.py")}
    - WITHOUT_MAP
)
CODE = re.compile(r"`([^`\n]+)`")
FOLDERS = ("mailref", "tests", "bench", "docs", "grammar", "templates", ".ci")
FILE = re.compile(r"[\w./-]+\.(?:py|lark|j2|toml|md)")
OF_OTHERS = {"chains/builtin.py", "switchboard.py", "config.toml"}


def text_of(page: str) -> str:
    if not (ROOT / "mailref").is_dir():
        pytest.skip("this is no checkout")
    return (ROOT / page).read_text(encoding="utf-8")


def files_named(text: str) -> set[str]:
    """Return every path and every file name in backticks, without the name of a test after it."""
    named = {each.partition("::")[0].split("#")[0].rstrip("/") for each in CODE.findall(text)}
    paths = {each for each in named if each.split("/")[0] in FOLDERS and " " not in each}
    return paths | {each for each in named if FILE.fullmatch(each)} - OF_OTHERS


def is_there(named: str) -> bool:
    if any((each / named).exists() for each in (ROOT, ROOT / "tests", ROOT / "templates" / "de")):
        return True
    packages = (
        ROOT / "mailref",
        ROOT / "bench",
        ROOT / "tests",
        ROOT / "templates",
        ROOT / "grammar",
    )
    return "/" not in named and any(any(each.rglob(named)) for each in packages)


@pytest.mark.parametrize("page", PAGES)
def test_every_file_that_a_page_names_is_there(page: str) -> None:
    assert sorted(each for each in files_named(text_of(page)) if not is_there(each)) == []


def test_a_file_that_is_not_there_is_noticed() -> None:
    named = files_named("`tests/toptables.py`, `grid.py`, `test_pages.py` and `tests/tiles/`")

    assert sorted(each for each in named if not is_there(each)) == ["grid.py", "tests/toptables.py"]


def test_every_target_that_a_page_names_is_one_of_the_makefile() -> None:
    text = text_of("CONTRIBUTING.md") + text_of("README.md")
    named = set(re.findall(r"(?:`|^)make\s([a-z-]+)", text, re.MULTILINE))
    targets = re.findall(r"^([a-z-]+):", text_of("Makefile"), re.MULTILINE)

    assert {"quick", "demo", "check", "test"} <= named
    assert named <= set(targets)


def test_every_command_that_a_page_names_is_one() -> None:
    pages = text_of("CONTRIBUTING.md") + text_of("docs/contract.md") + text_of("docs/house.md")
    named = set(re.findall(r"`mailref ([a-z]+)", pages))

    assert len(named) > 10
    assert named <= set(COMMANDS)


def test_every_page_is_named_in_the_readme() -> None:
    readme = text_of("README.md")
    pages = {f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")} | {"CONTRIBUTING.md"}

    assert len(pages) > 10
    assert {page for page in pages if f"]({page})" not in readme} == set()


def test_every_package_has_its_place_in_the_house() -> None:
    house = text_of("docs/house.md")
    top = {path.parent.name for path in (ROOT / "mailref").glob("*/__init__.py")}
    modules = {path.name for path in (ROOT / "mailref").glob("*.py")} - {
        "__init__.py",
        "__main__.py",
    }

    assert {each for each in top if f"`{each}/`" not in house} == set()
    assert {each for each in modules if f"`{each}`" not in house} == set()


@pytest.mark.parametrize("package", PACKAGES, ids=str)
def test_a_package_says_what_each_of_its_modules_is(package: str) -> None:
    """House 1: each `__init__` is the map of its package."""
    folder = ROOT / package
    doc = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""
    text = doc.partition("```text\n")[2].partition("```")[0]
    named = [line.partition("  ")[0] for line in text.splitlines()]
    modules = [each.stem for each in folder.glob("*.py") if each.stem != "__init__"]
    packages = [f"{each.parent.name}/" for each in folder.glob("*/__init__.py")]

    assert sorted(named) == sorted(modules + packages)


def test_every_step_in_the_house_is_a_function_of_that_name() -> None:
    """House 2 and 3: the ways are drawn with the names of the code."""
    blocks = re.findall(r"^```text\n(.*?)^```$", text_of("docs/house.md"), re.MULTILINE | re.DOTALL)
    steps = [line.split("  ")[0] for block in blocks for line in block.splitlines()]

    assert len(steps) > 12
    assert [step for step in steps if not callable(found(step))] == []


def found(step: str) -> object:
    """Return what `reading.read_mail.read` names; None where there is no such thing."""
    package, module, *names = step.split(".")
    if find_spec(f"mailref.{package}.{module}") is None:
        return None
    value: object = import_module(f"mailref.{package}.{module}")
    for name in names:
        value = getattr(value, name, None)
    return value
