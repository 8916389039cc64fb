"""Change one thing in a module and run the tests of its package: what no test notices is printed.

Run by `python -m tests.mutants [--seed N] [--count N] [PACKAGE...]`, and sampled by its seed at the end of
`make soak`. mutmut and cosmic-ray do more than is needed here and fit worse: both mutate the checkout, run
all tests for each change and keep a database of a whole run; here a copy of the checkout is mutated, only
the tests of the same package run, first those that name the module, and a night tries some of thousands.
"""

import argparse
import ast
import copy
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import mailref

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = Path(mailref.__file__).resolve().parent
PACKAGES = ("tiles", "games", "orders", "referee", "tick", "reading")
AIM = 0.8
"""So much of what is changed at least must be noticed."""
PATIENCE = 1_800
"""Seconds that the tests of one change may take; a change that makes them hang is noticed."""
_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module with one thing changed."""

    path: Path
    line: int
    before: str
    after: str
    source: str


def mutants_of(source: str, path: Path) -> Iterator[Mutant]:
    """Yield *source* with each comparison, operator, number and truth value changed in turn."""
    for node, changed in changes_in(source):
        yield _mutant(source, path, node, changed)


def changes_in(source: str) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield what may be changed and into what; not inside f-strings, whose places are not the file's."""
    pending: list[ast.AST] = [ast.parse(source)]
    while pending:
        node = pending.pop(0)
        if isinstance(node, ast.JoinedStr):
            continue
        pending += ast.iter_child_nodes(node)
        changed = _changed(node)
        if changed is not None and isinstance(node, ast.expr):
            yield node, changed


def _mutant(source: str, path: Path, node: ast.expr, changed: ast.expr) -> Mutant:
    text = ast.unparse(changed)
    after = text if isinstance(changed, ast.Constant) else f"({text})"
    return Mutant(path, node.lineno, ast.unparse(node), after, _replaced(source, node, after))


def _changed(node: ast.AST) -> ast.expr | None:
    found = copy.copy(node)
    match found:
        case ast.Compare(ops=[op]) if type(op) in _OPPOSITE:
            found.ops = [_OPPOSITE[type(op)]()]
        case ast.BoolOp():
            found.op = ast.Or() if isinstance(found.op, ast.And) else ast.And()
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            return operand
        case ast.BinOp(op=ast.Add()):
            found.op = ast.Sub()
        case ast.BinOp(op=ast.Sub()):
            found.op = ast.Add()
        case ast.Constant(value=bool(value)):
            found.value = not value
        case ast.Constant(value=int(value)):
            found.value = value + 1
        case _:
            return None
    return found


def _replaced(source: str, node: ast.expr, after: str) -> str:
    lines = source.encode().splitlines(keepends=True)
    assert node.end_lineno is not None
    before = b"".join(lines[: node.lineno - 1]) + lines[node.lineno - 1][: node.col_offset]
    behind = lines[node.end_lineno - 1][node.end_col_offset :] + b"".join(lines[node.end_lineno :])
    return (before + after.encode() + behind).decode()


def sampled(packages: Sequence[str], seed: int, count: int) -> list[Mutant]:
    """Return so many mutants of the packages, the same ones for the same seed."""
    rng = random.Random(seed)
    paths = sorted(path for package in packages for path in (PACKAGE / package).rglob("*.py"))
    texts = {path: path.read_text(encoding="utf-8") for path in paths}
    all_ = [(path, *each) for path in paths for each in changes_in(texts[path])]
    chosen = rng.sample(all_, min(count, len(all_)))
    return [_mutant(texts[path], path, node, changed) for path, node, changed in chosen]


def files_for(path: Path, root: Path) -> list[list[Path]]:
    """Return the tests of the module's package: those that name the module, then the others.

    Last come the tests of other packages that use the folder in which it lies: much of what rules
    say is tested where a mail meets them.
    """
    inside = path.relative_to(PACKAGE)
    texts = {each: each.read_text(encoding="utf-8") for each in (root / "tests").rglob("test_*.py")}
    own = sorted(each for each in texts if each.is_relative_to(root / "tests" / inside.parts[0]))
    naming = [each for each in own if f".{path.stem} import" in texts[each]]
    folder = ".".join(("mailref", *inside.parent.parts))
    using = sorted(each for each in texts if each not in own and folder in texts[each])
    groups = naming, [each for each in own if each not in naming], using
    return [group for group in groups if group]


def is_noticed(mutant: Mutant, root: Path) -> bool:
    """Tell whether a test of the package fails once the copy at *root* is changed so."""
    target = root / mutant.path.relative_to(PACKAGE.parent)
    original = target.read_text(encoding="utf-8")
    target.write_text(mutant.source, encoding="utf-8")
    try:
        return any(_fails(group, root) for group in files_for(mutant.path, root))
    finally:
        target.write_text(original, encoding="utf-8")


def _fails(files: Sequence[Path], root: Path) -> bool:
    names = [str(each.relative_to(root)) for each in files]
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n0", "-p", "no:cacheprovider"]
    try:
        done = subprocess.run(
            [*command, "-m", "not slow", *names],
            cwd=root, capture_output=True, timeout=PATIENCE, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return True
    return done.returncode not in {0, 5}  # 5: nothing was selected


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("packages", nargs="*", default=PACKAGES)
    asked = parser.parse_args(arguments)
    chosen = sampled(asked.packages, asked.seed, asked.count)
    noticed = 0
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "checkout"
        left_out = shutil.ignore_patterns(".venv", ".git", "__pycache__", ".*_cache", ".hypothesis")
        shutil.copytree(ROOT, root, ignore=left_out)
        for mutant in chosen:
            is_seen = is_noticed(mutant, root)
            noticed += is_seen
            sign = "noticed " if is_seen else "SURVIVES"
            place = f"{mutant.path.relative_to(PACKAGE.parent)}:{mutant.line}"
            print(f"{sign} {place}: {mutant.before!r} -> {mutant.after!r}", flush=True)  # noqa: T201  a tool reports
    share = noticed / max(len(chosen), 1)
    told = (
        f"{noticed} of {len(chosen)} noticed ({share:.0%}, at least {AIM:.0%}), seed {asked.seed}"
    )
    print(told)  # noqa: T201  the same
    return 0 if share >= AIM else 1


if __name__ == "__main__":
    sys.exit(main())
