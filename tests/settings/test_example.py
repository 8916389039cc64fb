"""config.example.toml shows every key, loads, and says the defaults rightly (contract 2)."""

import re
import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace

from mailref import assets
from mailref.games.table_reader import TomlTable
from mailref.post.ports import ImapAccount, Spool
from mailref.settings.load import load_settings
from mailref.settings.values import Settings

EXAMPLE = Path(__file__).resolve().parents[2] / "config.example.toml"
COMMENTED = re.compile(
    r"^# (?!spool = |from = |mailbox = |short_words = )(?=[a-z_]+ = )", re.MULTILINE
)
"""All but the keys that stand in place of another, or need a table that is only shown."""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "config.toml"
    path.write_text(text, encoding="utf-8")
    (tmp_path / "ca.pem").write_text("a certificate")
    (tmp_path / "smtp.txt").write_text("geheim")
    return path


def loaded(path: Path) -> Settings:
    found = load_settings(path, {"MAILREF_PASSWORD": "geheim"})
    assert found.settings is not None, [fault.line for fault in found.faults]
    assert found.warnings == ()
    return found.settings


def every_key(text: str) -> str:
    return COMMENTED.sub("", text)


def test_the_example_loads_without_a_warning(tmp_path: Path) -> None:
    loaded(written(tmp_path, EXAMPLE.read_text(encoding="utf-8")))


def test_the_example_loads_with_every_key_in_force(tmp_path: Path) -> None:
    loaded(written(tmp_path, every_key(EXAMPLE.read_text(encoding="utf-8"))))


def test_a_key_shown_as_default_is_the_default(tmp_path: Path) -> None:
    """What a commented line shows changes nothing, but for examples of keys without a default."""
    plain = loaded(written(tmp_path, EXAMPLE.read_text(encoding="utf-8")))
    full = loaded(written(tmp_path, every_key(EXAMPLE.read_text(encoding="utf-8"))))

    examples = {
        "ca",
        "authserv_id",
        "divert",
        "operator",
        "smtp_password",
        "unsubscribe_url",
        "subscribers",
        "language",
        "deputy",
    }
    rounds, turns = full.games
    assert turns == plain.games[1]
    assert (rounds,) == tuple(
        replace(
            game,
            subscribers=("reader@example.org",),
            deputy="deputy@example.org",
            players=tuple(replace(player, language="en") for player in game.players),
        )
        for game in plain.games[:1]
    )
    inbox = full.mail.inbox
    assert isinstance(inbox, ImapAccount)
    assert (
        replace(
            full.mail,
            inbox=replace(inbox, ca_file=None),
            smtp=replace(full.mail.smtp, ca_file=None),
            authserv_id=None,
            operator=None,
            divert=None,
            unsubscribe_url="",
        )
        == plain.mail
    )
    assert all(f"# {key} = " in EXAMPLE.read_text(encoding="utf-8") for key in examples)


def test_the_example_names_every_key_that_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known: list[tuple[frozenset[str], frozenset[str]]] = []

    def record(table: TomlTable) -> None:
        known.append((frozenset(table.known), frozenset(table.values)))

    monkeypatch.setattr(TomlTable, "refuse_unknown", record)
    loaded(written(tmp_path, every_key(EXAMPLE.read_text(encoding="utf-8"))))

    # [game.rules] is read together with its variant, whose file names every switch: see below.
    read = [(keys, shown) for keys, shown in known if "letters_first" not in keys and shown]
    # The file, [mail], [storage] ... games, a tournament, and their players; of [club] two games of two.
    assert len(read) == 33
    # What every game has is shown in the first, what games in turns have in the second.
    first = frozenset[str]().union(*(shown for keys, shown in read if "variant" in keys))
    left_out = [
        keys
        - shown
        - (
            first | {"mailbox", "short_words"}
            if "variant" in keys
            else {"spool", "oauth2", "language"}
        )
        - ({"mailbox"} if "storage" in keys else frozenset())
        - ({"password"} if "keep" in keys else frozenset())  # of a server's database
        for keys, shown in read
    ]
    assert left_out == [frozenset()] * 33
    assert all(shown <= keys for keys, shown in read)


def test_the_example_loads_with_a_folder_in_place_of_imap(tmp_path: Path) -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    text = re.sub(r"^imap = .*\n", "", text, flags=re.MULTILINE)

    found = loaded(written(tmp_path, text.replace("# spool = ", "spool = ")))

    assert found.mail.inbox == Spool(str(tmp_path / "mail"), max_size=1_000_000)


def test_the_example_names_every_switch() -> None:
    text = every_key(EXAMPLE.read_text(encoding="utf-8"))
    rules = tomllib.loads(text)["game"][0]["rules"]
    variant = assets.variant_text("dottendorf-1zug")

    assert set(rules) == set(tomllib.loads(variant)) - {"family", "title", "told"}


def test_every_key_of_the_example_has_a_comment() -> None:
    """Contract 2: config.example.toml shows every key with a comment, where it first stands."""
    table, before = "", ""
    seen: set[str] = set()
    silent: list[str] = []
    for line in EXAMPLE.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            table = line.split("]")[0]
        if found := re.match(r"(?:# )?([a-z_]+) = ", line):
            key = f"{table} {found[1]}"
            has_comment = " # " in line.removeprefix("# ") or before.startswith("# 15 lines")
            if key not in seen and not has_comment:
                silent.append(line)
            seen.add(key)
        before = line

    assert silent == []
    assert len(seen) == 163
