"""Who may import whom, what the core may not touch, and how large a room may be (house 1, style 2 to 16)."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.whole

ROOT = Path(__file__).resolve().parent.parent / "mailref"
MOST_LINES_OF_A_FUNCTION = 50

# The core: arguments in, value out. A row: modules under this name may import, from mailref, only
# what begins with one of these, and never what stands in NEVER. The longest matching name counts.
# Change it in the commit that needs it, with the reason.
_OF_GAMES = (
    "mailref.games",
    "mailref.tiles",
    "mailref.orders",
    "mailref.reading",
    "mailref.referee",
    "mailref.writing",
    "mailref.report",
    "mailref.record",
)
"""What a kind of game may use: all that is of games, and none of the doors."""
KINDS = ("rounds", "classic", "rummikub", "unscrabble", "solitaire", "bingo", "tournament", "club")
ENGINES = ("by_rounds", "by_turns")

CORE: dict[str, tuple[str, ...]] = {
    "mailref.tiles": ("mailref.tiles",),
    # What every game has, and what the referee asks of one.
    "mailref.games": (
        "mailref.games",
        "mailref.tiles",
        "mailref.orders",
        "mailref.reading",
        "mailref.referee",
    ),
    **{f"mailref.games.{name}": _OF_GAMES for name in (*ENGINES, *KINDS)},
    "mailref.games.rounds.files": (*_OF_GAMES, "mailref.errors"),
    "mailref.games.rounds.shown": (*_OF_GAMES, "mailref.errors"),
    "mailref.report": ("mailref.tiles", "mailref.report"),
    "mailref.record": ("mailref.errors", "mailref.games", "mailref.tiles", "mailref.record"),
    "mailref.orders": ("mailref.games.kind", "mailref.tiles", "mailref.reading", "mailref.orders"),
    "mailref.reading": (
        "mailref.errors.is_lack",  # what the machine lacks no hostile mail has broken
        "mailref.tiles",
        "mailref.orders",  # how lines look by which quotes and robots are told, too
        "mailref.reading",
    ),
    "mailref.referee": (
        "mailref.games",
        "mailref.tiles",
        "mailref.orders",
        "mailref.reading",
        "mailref.record.as_json",  # what status shows of any game
        "mailref.record.renaming",  # by which names who does not play there is shown it
        "mailref.referee",
    ),
    "mailref.writing": (
        "mailref.tiles",
        "mailref.report",
        "mailref.orders",
        "mailref.reading",
        "mailref.referee",
        "mailref.writing",
    ),
    "mailref.writing.scene": (
        "mailref.games.kind",  # who writes a mail, and how, its kind is asked first
        "mailref.tiles",
        "mailref.report",
        "mailref.orders",
        "mailref.referee",
        "mailref.writing",
    ),
    "mailref.writing.site": (
        "mailref.games.game.Rest",
        "mailref.games.statistics",  # what the page of a player tells
        "mailref.writing",
    ),
}

# What every module may import, the doors to the world and the core alike.
EVERYWHERE = ("mailref.structs", "mailref.languages")

_CORE_ROOMS = (
    "mailref.games",
    "mailref.tiles",
    "mailref.orders",
    "mailref.reading",
    "mailref.referee",
    "mailref.writing",
    "mailref.report",
    "mailref.record",
)
_PORTS = "mailref.post.ports"  # what a mailbox and an outbox are, and the values they exchange

SHELL: dict[str, tuple[str, ...]] = {
    "mailref": (),  # the package itself: its version
    "mailref.data": (),  # no code
    "mailref.errors": (),
    "mailref.terminal": (),
    "mailref.structs": (),
    "mailref.durable": (),  # files that a loss of power does not lose
    "mailref.languages": ("mailref.errors",),  # words are data beside the code, and read as it is
    # Files: what lies in the package, and what is computed from it and kept on the disk.
    "mailref.assets": ("mailref.tiles", "mailref.games.kind", "mailref.version"),
    "mailref.compiled": (),  # templates, ready to run
    "mailref.made_ready": (
        "mailref.assets",
        "mailref.compiled",
        "mailref.reading",
        "mailref.orders",
        "mailref.template_words",
        "mailref.tiles.moves",
        "mailref.tiles.ready_patterns",
        "mailref.tiles.when_used",
        "mailref.writing",
        "mailref.games",
    ),
    "mailref.template_words": ("mailref.reading", "mailref.orders", "mailref.tiles"),
    "mailref.tops": ("mailref.assets", "mailref.tiles", "mailref.word_lists"),
    # Lists of words that are files of the operator: read, packed and kept like those that are shipped.
    "mailref.word_lists": ("mailref.assets", "mailref.tiles", "mailref.referee.policy"),
    # A process beside ours for what needs large libraries, and what runs in it.
    "mailref.workshop": ("mailref.errors",),
    "mailref.workbench": (
        "mailref.assets",
        "mailref.publish",
        "mailref.report",
        "mailref.tops",
        "mailref.workshop",
    ),
    # What pages tell of several games: ratings, tournaments.
    "mailref.site_of_club": (
        "mailref.games.naming",  # who was forgotten
        "mailref.games.tournament",
        "mailref.record.renaming",
        "mailref.writing.site",
    ),
    # What was made for the pages of a game, kept for the next process that writes them.
    "mailref.pieces_on_disk": ("mailref.assets",),
    # Pages for all, written into a folder: of each game what its kind tells of it.
    "mailref.publish": (
        "mailref.assembly",
        "mailref.durable",
        "mailref.errors",
        "mailref.game_files",
        "mailref.games",
        "mailref.journal",
        "mailref.pieces_on_disk",
        "mailref.record",
        "mailref.referee.policy",  # which games anybody may join
        "mailref.report",
        "mailref.settings",
        "mailref.site_of_club",
        "mailref.tick.machine",  # how a game stands, as the machine tells it
        "mailref.tick.pages",
        "mailref.version",  # another one makes other pages of the same
        "mailref.writing",
    ),
    # The three doors to the world. None knows another, but for the values of the ports: the record
    # keeps from which mail on a mailbox is read (Baseline), the settings name the accounts.
    "mailref.post": ("mailref.errors", "mailref.durable", "mailref.post"),
    "mailref.journal": (
        "mailref.errors",
        "mailref.durable",
        _PORTS,
        "mailref.games",
        "mailref.record.codec",  # how an event is written
        "mailref.record.renaming",  # and written anew without a name
        "mailref.journal",
    ),
    "mailref.settings": (
        "mailref.errors",
        "mailref.assets",
        _PORTS,
        "mailref.games",
        "mailref.tiles",
        "mailref.reading.mime",  # a domain with umlauts has one ASCII name
        "mailref.orders.shapes",  # two games may not have names that a player cannot tell apart
        "mailref.orders.sections",  # nobody may have a name that reads as a move
        "mailref.referee.policy",  # what the settings of a game are to the referee
        "mailref.settings",
        "mailref.word_lists",  # a list that is no list is a fault of the settings
    ),
    # How a kind of game reads its settings: it is told of the file, and opens none.
    **{
        f"mailref.games.{name}.settings": (
            "mailref.games",
            "mailref.tiles",
            "mailref.referee",
            "mailref.settings",
        )
        for name in (*KINDS, *ENGINES, "by_rounds.tasks")
        if name not in {"tournament", "club"}
    },
    # How a kind of game plays itself in the demo: a player with a word list, and chance.
    **{
        f"mailref.games.{name}.demo": (
            *_OF_GAMES,
            "mailref.errors",
            "mailref.demo",
            "mailref.assets",
            "mailref.tops",
            "mailref.settings.load",
        )
        for name in (*KINDS, *ENGINES)
        if name not in {"tournament", "club"}
    },
    # What the referee sees, put together from settings and record.
    "mailref.office": (
        "mailref.orders",
        "mailref.assets",
        "mailref.made_ready",
        "mailref.post.dkim_check",
        "mailref.reading",
        "mailref.referee",
        "mailref.games",
        "mailref.settings.begun",
        "mailref.settings.values",
        "mailref.word_lists",
    ),
    # Games that nothing is recorded of, begun in memory.
    "mailref.unrecorded": (
        "mailref.office",
        "mailref.referee",
        "mailref.games",
        "mailref.settings.values",
        "mailref.word_lists",
    ),
    # A tick speaks to mailboxes and outboxes by their ports alone: it runs on fakes as well.
    "mailref.tick": (
        "mailref.errors",
        "mailref.office",
        "mailref.journal",
        _PORTS,
        "mailref.post.smtp",
        "mailref.settings",
        "mailref.games",
        "mailref.orders",
        "mailref.reading",
        "mailref.referee",
        "mailref.tick",
        "mailref.word_lists",
    ),
    "mailref.service": ("mailref.errors", _PORTS, "mailref.tick"),
    "mailref.daemon": (
        "mailref.errors",
        "mailref.assets",  # what is mapped is let go while nothing is to be done
        "mailref.referee.policy",  # when to wake
        _PORTS,
        "mailref.post.smtp",
        "mailref.settings.values",
        "mailref.service",
        "mailref.tick.machine",
        "mailref.tick.read_mailbox",  # new mail in any of them ends a wait
        "mailref.tick.holding",  # the mailbox, as long as it runs
        "mailref.tick.machine",  # a clock that was set: only who runs on and on can tell
    ),
    # The one place that knows every part by its name, and puts them together.
    "mailref.assembly": (
        "mailref.assets",
        "mailref.journal",
        "mailref.post",
        "mailref.referee",
        "mailref.writing",
        "mailref.report",
        "mailref.settings",
        "mailref.tick",
        "mailref.alone",
        "mailref.workshop",
    ),
    # A process of its own for a mail over which others have ended, and what runs in it.
    "mailref.alone": (_PORTS, "mailref.tick.machine", "mailref.tick.machine", "mailref.workshop"),
    "mailref.one_mail": (
        "mailref.errors",
        "mailref.alone",
        "mailref.assembly",
        "mailref.office",
        "mailref.reading.read_mail",
        "mailref.tick",
    ),
    # What is written of a game for others, as its kind says it.
    "mailref.game_files": (
        "mailref.record",
        "mailref.report.gcg",
        "mailref.games",
        "mailref.writing.archive",
    ),
    # The demo's server is a mail server; it knows no game.
    "mailref.demo.server": ("mailref.demo.server",),
    "mailref.demo": (
        "mailref.errors",
        "mailref.assembly",
        "mailref.assets",
        "mailref.service",
        "mailref.journal",
        _PORTS,
        "mailref.settings",
        "mailref.tick",
        "mailref.games",
        "mailref.tiles",
        "mailref.orders",
        "mailref.writing.archive",  # its index shows the pages of the archive
        "mailref.game_files",
        "mailref.word_lists",  # its players know the words of the game
        "mailref.demo",
    ),
    # An operator's hand reaches everywhere, but to the demo, which is one command of its own.
    "mailref.commands": (
        "mailref.errors",
        "mailref.assembly",
        "mailref.assets",
        "mailref.cli.COMMANDS",  # what the command of an order says when it is done
        "mailref.cli.as_typed",  # how to repeat it where a restored record has lost it
        "mailref.daemon",
        "mailref.office",
        "mailref.game_files",
        "mailref.pieces_on_disk",
        "mailref.publish",
        "mailref.service",
        "mailref.tops",
        "mailref.unrecorded",
        "mailref.post",
        "mailref.journal",
        "mailref.settings",
        "mailref.tick",
        *_CORE_ROOMS,
        "mailref.terminal",
        "mailref.commands",
    ),
    "mailref.commands.demo": ("mailref.demo", "mailref.commands.options"),
    # Named by strings: a command is imported when it is called.
    "mailref.version": ("mailref.__version__",),  # of which commit it was made
    "mailref.cli": ("mailref.version", "mailref.errors", "mailref.terminal"),
    "mailref.__main__": ("mailref.cli",),
}

ALLOWED = CORE | SHELL


def _but(*kinds: str) -> tuple[str, ...]:
    """Return all kinds of game and engines but these."""
    return tuple(f"mailref.games.{each}" for each in (*ENGINES, *KINDS) if each not in kinds)


# Within a row, what stays out of reach all the same: the machine knows no kind of game, an engine
# none of those it drives, and a kind its engine alone, or the kind that it extends.
NEVER: dict[str, tuple[str, ...]] = {
    "mailref.games": _but(),
    "mailref.games.by_rounds": _but("by_rounds"),
    "mailref.games.by_turns": _but("by_turns"),
    "mailref.games.rounds": _but("rounds", "by_rounds"),
    "mailref.games.bingo": _but("bingo", "by_rounds"),
    "mailref.games.classic": _but("classic", "by_turns"),
    "mailref.games.rummikub": _but("rummikub", "by_turns"),
    "mailref.games.unscrabble": _but("unscrabble", "by_turns"),
    "mailref.games.solitaire": _but("solitaire", "by_turns", "classic"),
    "mailref.games.tournament": _but("tournament"),
    "mailref.games.club": _but("club"),
    "mailref.record": _but(),
    "mailref.referee": _but(),
    "mailref.tiles.top": ("mailref.tiles.lexicon",),
    "mailref.tiles.lexicon": ("mailref.tiles.top",),
}

NAMES_KINDS = {"mailref.demo.shows"}
"""Which lists what the demo shows."""

# What the core may not import: I/O, clocks, chance, logs, the environment.
FORBIDDEN = {
    "os", "io", "socket", "ssl", "subprocess", "pathlib", "shutil", "tempfile", "glob", "random",
    "secrets", "time", "logging", "threading", "asyncio", "sqlite3", "sqlalchemy", "alembic",
    "imapclient", "imaplib", "smtplib", "apscheduler", "click", "rich", "tomllib", "urllib",
}  # fmt: skip

# A core module may take these from a module that is otherwise forbidden: values in memory.
EXCEPTIONS = {("io", "BytesIO"), ("io", "StringIO")}


# Memory of pure functions: what is kept is found again by the arguments alone, and there is a limit.
CACHES = {
    "mailref.record.codec._decoder",  # what reads a type never changes
    "mailref.record.codec._kept_secret",  # the same
    "mailref.record.codec._of_name",  # the same
    "mailref.games.kind.event_named",  # kinds are looked up by what a record names
    "mailref.games.kind.brought",
    "mailref.games.naming._naming_fields",  # the types of a kind stay as they are
    "mailref.games.naming._parts_of",  # the same
    "mailref.games.kind.kind_begun_by",
    "mailref.games.kind.kind_kept_as",
    "mailref.games.kind.kind_named",
    "mailref.games.kind.part",  # where a part of a kind lies
    "mailref.games.kind._what_is",  # asked of each event of a game
    "mailref.games.recollection._reader",  # pieces have few shapes
    "mailref.games.by_rounds.tasks.reading.reader_of",  # a class for each kind
    "mailref.games.by_turns.reading.reader_of",  # a class for each kind
    "mailref.reading.our_runs.is_among_keys",  # lines of hostile mails are the same, again and again
    "mailref.games.by_turns.history._called_alike",  # the events of a turn are few
    "mailref.games.by_turns.proving._is_never_told",  # asked of each event of a game
    "mailref.record.renaming._of_one_name",  # the fields of a class
    "mailref.record.renaming._of_prose",  # likewise
    "mailref.record.renaming._holds_names_alone",  # whether they hold more than names
    "mailref.orders.fields._parts_of",  # each line is asked about at several places, and headings come again
    "mailref.orders.roles._roles",  # words that never change, and are looked up for every line
    "mailref.orders.roles._singles",  # the same
    "mailref.orders.roles.small_talk",  # the same
    "mailref.orders.roles.phrases",  # the same
    "mailref.orders.shapes._counts",  # words that never change
    "mailref.orders.slips._slips",  # the same
    "mailref.orders.spoken._orders",  # patterns that never change, one for each language
    "mailref.orders.spoken._own_words",  # words that never change
    "mailref.orders.spoken._talks",  # the same
    "mailref.orders.remarks.learned",  # weights that never change
    "mailref.orders.remarks._weight_of",  # greetings stand in every mail
    # a line of a mail is asked about at several places
    *(
        "mailref.orders.absences._gives_up",
        "mailref.orders.absences._may_be_own",
        "mailref.orders.commands._command_in",
        "mailref.orders.commands.order_apart",
        "mailref.orders.commands.order_with_value",
        "mailref.orders.commands._sentences",
        "mailref.orders.commands.is_closing",
        "mailref.orders.commands.is_greeting",
        "mailref.orders.commands.without_greeting",
        "mailref.orders.commands.without_please",
        "mailref.orders.fields._labels",
        "mailref.orders.free_words._reserve_in",
        "mailref.orders.order_lines._absence_in_words",
        "mailref.orders.order_lines._order_meant",
        "mailref.orders.order_lines.absence_told",
        "mailref.orders.sections._is_against",
        "mailref.orders.sections._may_be_against",
        "mailref.orders.sections.is_correction",
        "mailref.orders.sections.speaks_of_part",
        "mailref.orders.sections.withdraws",
        "mailref.orders.shapes.holds_play",
        "mailref.orders.taken_back.taken_back_in",
        "mailref.reading.quotes.symbols_of",
    ),
    "mailref.orders.shapes.folded",  # every line is compared with every name
    "mailref.orders.shapes._readings",  # every line is compared with every title
    "mailref.record.as_json._places",  # the keys of each row of an export
    "mailref.record.export._is_common",  # asked of each event of a game
    "mailref.record.export._is_for_players",  # likewise
    "mailref.reading.mime._a_labels",  # addresses have few domains
    "mailref.reading.quotes.is_telling",  # the words of the templates are few
    "mailref.report.pdf._filled",  # the same squares are on every board
    "mailref.report.picture._measures",  # boards have few sizes
    "mailref.report.pdf._zone",  # the clocks of a zone around a day
    "mailref.report.pdf.register_fonts",  # reportlab keeps fonts in a register of its own
    "mailref.orders.shapes.undecorated",  # each line is asked about by quotes, fields and readers
    "mailref.tiles.moves._bare_forms",  # forms of two directions that never change
    "mailref.games.unscrabble.rules.runs_of",  # of 64 boards
    "mailref.tiles.top.any_order.best_from",  # within one search
    "mailref.tiles.top.words.letters_of",  # a table for each set of tiles
    "mailref.tiles.top.slots._laid",  # one small table for each number of letters
    "mailref.writing.archive._style",  # the same for all games
    "mailref.writing.archive._part",  # a game is told on several pages of a club, and after each report
    "mailref.writing.scene._told_at",  # words lie in one of two directions in all games
    "mailref.writing.compose._foot",  # of each mailbox, the same below all mails
    "mailref.writing.scene._date",  # a ZAT is told to many
    "mailref.writing.scene.of_mails",  # the words of templates, which keep phrases
    "mailref.writing.site._empty_calendar",  # the same for all
    "mailref.writing.site._entry",  # fifty entries of the feed, one of them new
    "mailref.writing.site._told",  # what the page of a player follows from: a game in short
    "mailref.writing.site._event",  # the same in its calendar
    "mailref.writing.mail_bytes._folded",
    "mailref.writing.mail_bytes._mailbox_written",  # a player's address, and what all mails have in common
    "mailref.writing.document._runs",  # most of a mail stands in the one before, too
    "mailref.writing.never_a_move._wrapped",  # the same
    "mailref.writing.never_a_move.begins_safely",  # the same
    "mailref.writing.never_a_move.is_risky",  # every word of every sentence is asked about
    "mailref.writing.never_a_move._is_strong",
    "mailref.record.texts.texts_of",  # what annotations say is asked of each event of a kind from outside
    "mailref.writing.scene.with_filters",  # to compile a template takes longer than to write a mail
}


@cache
def modules() -> tuple[tuple[str, Path], ...]:
    found = []
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found.append((name, path))
    return tuple(found)


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_of(module: ast.Module) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(module))


@cache
def imports(path: Path) -> list[tuple[str, str | None]]:
    """Return every (module, name) that *path* imports."""
    found: list[tuple[str, str | None]] = []
    for node in nodes_of(tree(path)):
        if isinstance(node, ast.Import):
            found += [(alias.name, None) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}: relative import"
            found += [(node.module, alias.name) for alias in node.names]
    return found


def under(name: str, prefix: str) -> bool:
    return name == prefix or name.startswith(prefix + ".")


def row_in(rows: Mapping[str, object], module: str) -> str | None:
    """Return the longest name in *rows* that *module* lies under; the package itself has its own."""
    names = [row for row in rows if module == row or (row != "mailref" and under(module, row))]
    return max(names, key=len, default=None)


def is_core(module: str) -> bool:
    return row_in(ALLOWED, module) in CORE


@cache
def targets(path: Path) -> list[str]:
    """Return what *path* imports of mailref: modules, or names in them."""
    found = [f"{target}.{name}" if name else target for target, name in imports(path)]
    return [target for target in found if under(target, "mailref")]


def test_imports_go_one_way() -> None:
    rows = {module: row_in(ALLOWED, module) for module, _ in modules()}
    assert [module for module, row in rows.items() if row is None] == [], (
        "say what these may import"
    )

    wrong = [
        f"{module} may not import {target}"
        for module, path in modules()
        for target in targets(path)
        if not any(under(target, ok) for ok in (*ALLOWED[rows[module] or ""], *EVERYWHERE))
        or (any(under(target, out) for out in NEVER.get(rows[module] or "", ())))
    ]

    assert wrong == []


def test_every_row_is_used() -> None:
    """A row for a room that is gone, or an arrow that nobody goes, says what is not so."""
    used: dict[str, set[str]] = defaultdict(set)
    for module, path in modules():
        row = row_in(ALLOWED, module)
        assert row is not None
        used[row] |= {ok for ok in ALLOWED[row] for each in targets(path) if under(each, ok)}

    idle = {
        (row, ok)
        for row, allowed in ALLOWED.items()
        if not under(row, "mailref.games")  # a kind may use what any other uses
        for ok in allowed
        if ok not in used.get(row, ())
    }

    assert set(used) == set(ALLOWED), "a row without a module"
    assert {(row, ok) for row, ok in idle if row != ok} == set(), "an arrow that nobody goes"


def test_the_core_does_no_io_and_reads_no_clock() -> None:
    core = [(module, path) for module, path in modules() if is_core(module)]
    wrong = [
        f"{module} is core and may not import {target}"
        for module, path in core
        for target, name in imports(path)
        if target.split(".")[0] in FORBIDDEN and (target, name) not in EXCEPTIONS
    ]
    calls = [
        f"{module} is core and may not call {ast.unparse(node)}"
        for module, path in core
        for node in nodes_of(tree(path))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).split(".")[-1] in {"now", "utcnow", "today", "open", "print"}
    ]

    assert len(core) > 100
    assert wrong + calls == []


# What one in a thousand commands needs, and a daemon now and then, for a moment: the workshop has it.
LARGE = {"numpy", "reportlab", "icalendar"}


def test_who_waits_holds_no_large_library() -> None:
    """The daemon and its commands load what they name here, and all that this names in turn."""
    paths = dict(modules())
    held: dict[str, str] = {}
    of_kinds = [name for name, _ in modules() if is_core(name) and under(name, "mailref.games")]
    to_follow = [
        (each, "") for each in ("mailref.commands.run", "mailref.commands.decide", *of_kinds)
    ]
    while to_follow:
        module, wanted_by = to_follow.pop()
        while module not in paths:  # a name in a module
            module = module.rpartition(".")[0]
        if module not in held:
            held[module] = wanted_by
            to_follow += [(target, module) for target in targets(paths[module])]

    large = {
        (module, held[module], target)
        for module in held
        for target, _ in imports(paths[module])
        if target.split(".")[0] in LARGE
    }

    assert len(held) > 200
    assert large == set()


MUTABLE = {"dict", "list", "set", "defaultdict", "Counter", "deque", "OrderedDict", "bytearray"}
MUTATING = {
    "add", "append", "appendleft", "clear", "discard", "extend", "insert", "pop", "popitem",
    "remove", "reverse", "setdefault", "sort", "update",
}  # fmt: skip


def mutable_names(module: ast.Module) -> set[str]:
    """Return the names that a module binds, at its top, to what can be changed."""
    found = set()
    for node in module.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                pass
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                pass
            case _:
                continue
        match value:
            case ast.Dict() | ast.List() | ast.Set() | ast.DictComp() | ast.ListComp():
                found.add(name)
            case ast.SetComp():
                found.add(name)
            case ast.Call(func=func) if ast.unparse(func).split(".")[-1] in MUTABLE:
                found.add(name)
            case _:
                pass
    return found


def memory(module: ast.Module) -> Iterator[str]:
    """Yield every statement by which a module remembers something between two calls."""
    names = mutable_names(module)
    for node in nodes_of(module):
        match node:
            case ast.Global():
                yield ast.unparse(node)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attr)) if (
                name in names and attr in MUTATING
            ):
                yield ast.unparse(node)
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()) if (
                name in names
            ):
                yield ast.unparse(node)
            case ast.AugAssign(target=ast.Name(id=name)) if name in names:
                yield ast.unparse(node)
            case _:
                pass


def cached(module: ast.Module) -> Iterator[str]:
    """Yield the functions of which functools, or `remembered` by it, keeps the results."""
    for node in nodes_of(module):
        if isinstance(node, ast.FunctionDef):
            for each in node.decorator_list:
                called = each.func if isinstance(each, ast.Call) else each
                if ast.unparse(called).split(".")[-1] in {"cache", "lru_cache", "remembered"}:
                    yield node.name


def test_the_core_remembers_nothing() -> None:
    """No module-global memory: what is kept between two calls is passed in."""
    found = {
        (module, each)
        for module, path in modules()
        if is_core(module)
        for each in memory(tree(path))
    }
    caches = {
        f"{module}.{name}"
        for module, path in modules()
        if is_core(module)
        for name in cached(tree(path))
    }

    assert found == set()
    assert caches == CACHES


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("A = {}\ndef f(): A[1] = 2", ["A[1]"]),
        ("A: dict[int, int] = {}\ndef f(): del A[1]", ["A[1]"]),
        ("A = set()\ndef f(): A.add(2)", ["A.add(2)"]),
        ("A = [1]\ndef f():\n    global A\n    A = [2]", ["global A"]),
        ("A = [1]\nA += [2]", ["A += [2]"]),
        ("A = {1: 2}\ndef f(): return A[1], A.get(2)", []),
        ("def f():\n    A = []\n    A.append(1)\n    return A", []),
    ],
)
def test_memory_is_seen(written: str, seen: list[str]) -> None:
    assert list(memory(ast.parse(written))) == seen


def test_functions_have_a_size_to_be_read() -> None:
    """Style 12: a function is a page at most; a module is a subject, as long as its subject."""
    functions = [
        f"{module}.{node.name}"
        for module, path in modules()
        for node in nodes_of(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= MOST_LINES_OF_A_FUNCTION
    ]

    assert functions == []


def test_no_py_file_outside_games_names_a_kind() -> None:
    """The machine knows none: what a kind of game needs of it the kind says itself (house 1)."""
    word = re.compile("rummikub|bingo|solitaire|unscrabble|classic", re.IGNORECASE)
    found = {
        module
        for module, path in modules()
        if not under(module, "mailref.games")
        and word.search(path.read_text(encoding="utf-8"))
        and module not in NAMES_KINDS
    }

    assert found == set()


def test_no_two_classes_have_one_name() -> None:
    """Style 54: one word, one thing."""
    places: dict[str, list[str]] = defaultdict(list)
    for module, path in modules():
        for node in nodes_of(tree(path)):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(module)

    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_values_are_structs() -> None:
    """Style 7: a thousand dataclasses take half of the time in which a command starts."""
    others = {
        module
        for module, path in modules()
        if {"dataclasses", "attrs", "attr", "cattrs"} & {each for each, _ in imports(path)}
    }

    assert others == set()


def test_no_production_code_imports_tests() -> None:
    """Style 4: production code never asks whether it is tested."""
    wrong = [
        (module, target)
        for module, path in modules()
        for target, _ in imports(path)
        if under(target, "tests") or under(target, "unittest") or under(target, "pytest")
    ]

    assert not wrong


def test_the_program_has_no_circle() -> None:
    """Style 6: a circle means a type lives in the wrong module."""
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


def test_no_module_gives_a_name_twice() -> None:
    """The second value would hold for what stands between them, too, and nobody would see it."""
    twice: list[str] = []
    for name, path in modules():
        seen: set[str] = set()
        for node in tree(path).body:
            match node:
                case (
                    ast.Assign(targets=[ast.Name(id=given)])
                    | ast.AnnAssign(target=ast.Name(id=given))
                ):
                    named = given
                case ast.ClassDef(name=given) | ast.FunctionDef(name=given, decorator_list=[]):
                    named = given
                case _:
                    continue
            if named in seen:
                twice.append(f"{name}.{named}")
            seen.add(named)
    assert twice == []
