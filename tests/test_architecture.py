"""Who may import whom, and what the core may not touch (house 1, style 2 to 6)."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent / "mailref"

# A row: modules under this name may import, from mailref, only what begins with one of these.
# The longest matching name counts. Change it in the commit that needs it, with the reason.
ALLOWED: dict[str, tuple[str, ...]] = {
    "mailref.rules": ("mailref.rules",),
    "mailref.report": ("mailref.rules", "mailref.report"),
    "mailref.export": ("mailref.rules", "mailref.export"),
    "mailref.reading": ("mailref.rules", "mailref.reading"),
    "mailref.referee": ("mailref.rules", "mailref.reading", "mailref.referee"),
    "mailref.writing": (
        "mailref.rules",
        "mailref.report",
        "mailref.reading",
        "mailref.referee",
        "mailref.writing",
    ),
}

CORE = tuple(ALLOWED)

# What the core may not import: I/O, clocks, chance, logs, the environment.
FORBIDDEN = {
    "os", "io", "socket", "ssl", "subprocess", "pathlib", "shutil", "tempfile", "glob", "random",
    "secrets", "time", "logging", "threading", "asyncio", "sqlite3", "sqlalchemy", "alembic",
    "imapclient", "imaplib", "smtplib", "apscheduler", "click", "rich", "tomllib", "urllib",
}  # fmt: skip

# A core module may take these from a module that is otherwise forbidden: values in memory.
EXCEPTIONS = {("io", "BytesIO"), ("io", "StringIO")}


def modules() -> list[tuple[str, Path]]:
    found = []
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found.append((name, path))
    return found


def imports(path: Path) -> list[tuple[str, str | None]]:
    """Return every (module, name) that *path* imports."""
    found: list[tuple[str, str | None]] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [(alias.name, None) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}: relative import"
            found += [(node.module, alias.name) for alias in node.names]
    return found


def under(name: str, prefix: str) -> bool:
    return name == prefix or name.startswith(prefix + ".")


def row_of(module: str) -> str | None:
    rows = [prefix for prefix in ALLOWED if under(module, prefix)]
    return max(rows, key=len, default=None)


@pytest.mark.parametrize(("module", "path"), modules(), ids=lambda value: str(value)[-40:])
def test_imports_go_one_way(module: str, path: Path) -> None:
    row = row_of(module)

    wrong = [
        target
        for target, name in imports(path)
        if row is not None
        and under(target, "mailref")
        and not any(under(f"{target}.{name}" if name else target, ok) for ok in ALLOWED[row])
    ]

    assert not wrong, f"{module} may not import {wrong}"


@pytest.mark.parametrize(("module", "path"), modules(), ids=lambda value: str(value)[-40:])
def test_the_core_does_no_io_and_reads_no_clock(module: str, path: Path) -> None:
    if row_of(module) is None:
        return

    wrong = [
        target
        for target, name in imports(path)
        if target.split(".")[0] in FORBIDDEN and (target, name) not in EXCEPTIONS
    ]
    calls = [
        ast.unparse(node)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).split(".")[-1] in {"now", "utcnow", "today", "open", "print"}
    ]

    assert not wrong, f"{module} is core and may not import {wrong}"
    assert not calls, f"{module} is core and may not call {calls}"


def test_no_production_code_imports_tests() -> None:
    """Style 4: production code never asks whether it is tested."""
    wrong = [
        (module, target)
        for module, path in modules()
        for target, _ in imports(path)
        if under(target, "tests") or under(target, "unittest") or under(target, "pytest")
    ]

    assert not wrong


def test_the_core_has_no_cycles() -> None:
    """Style 6: a cycle means a type lives in the wrong module."""
    names = {name for name, _ in modules()}
    graph = {
        module: {
            target if f"{target}.{name}" not in names else f"{target}.{name}"
            for target, name in imports(path)
            if under(target, "mailref")
        }
        for module, path in modules()
    }
    done: set[str] = set()

    def visit(module: str, way: tuple[str, ...]) -> None:
        assert module not in way, " -> ".join((*way, module))
        if module in done:
            return
        for target in graph.get(module, ()):
            visit(target, (*way, module))
        done.add(module)

    for module in graph:
        visit(module, ())
