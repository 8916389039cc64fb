"""`mailref verify`: exits 1 with the first difference, says what could not be checked (contract 1)."""

import hashlib
import json
import re
from datetime import UTC
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, delete

from mailref.commands import sources
from mailref.games.by_turns.events import TilesDrawn
from mailref.games.rounds.switches import Rules
from mailref.journal import schema
from mailref.record.as_json import Json, sha256_of
from mailref.record.export import export_of
from mailref.record.renaming import by_initials
from tests.commands.games import recorded
from tests.commands.invoke import mailref
from tests.games.at_random import turns
from tests.record.by_hand import yerres
from tests.record.games import play
from tests.settings.written import file as settings_file
from tests.tiles.builders import SEED
from tests.tiles.variants import ONE, SEVEN_OF_EIGHT


def record(folder: Path, rules: Rules = ONE, rounds: int = 3) -> None:
    table = play(rules, 3, most_rounds=rounds)
    recorded(folder, "test", table.seed, table.events)


def export(folder: Path) -> dict[str, Json]:
    mailref("export", "test", "--out", "test.json")
    found = json.loads((folder / "test.json").read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


@pytest.mark.slow
def test_a_recorded_game_is_replayed_by_its_seed(here: Path) -> None:
    record(here)

    called = mailref("verify", "test")

    assert (called.code, called.err) == (0, "")
    assert called.out.splitlines()[0] == (
        "test: 3 rounds replayed, no difference: scores, ranks, tiles, draws and lots"
    )


def test_a_record_of_which_a_part_is_missing_is_called_damaged(here: Path) -> None:
    """As after a copy that was put back by half."""
    record(here, rounds=1)
    engine = create_engine(f"sqlite:///{here / 'mailref.db'}")
    with engine.begin() as connection:
        connection.execute(delete(schema.events))
    engine.dispose()

    called = mailref("verify", "test")

    assert (called.code, called.out) == (1, "")
    assert called.err.startswith(
        "mailref: test: the record is damaged: what is left of it (0 events)"
    )


def test_how_far_it_is_is_shown_where_somebody_watches(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Contract 1: on stderr, and not at all in a pipe."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sources, "_PAUSE", 0)  # what is done at once shows no steps
    record(here)

    verified = mailref("verify", "test", is_watched=True)
    exported = mailref("export", "test", "--out", "test.json", is_watched=True)
    unseen = mailref("export", "test", "--out", "test.json")

    assert "reading test" in verified.err
    assert "replaying test" in verified.err
    assert re.search(r"replaying test ([1-9]\d*) of \1 ", verified.err)
    assert "exporting test" in exported.err
    assert "replaying" not in verified.out
    assert unseen.err == ""


def test_an_export_of_a_running_game_is_checked_without_the_seed(here: Path) -> None:
    """Contract 1: says that draws and lots cannot be checked yet."""
    record(here)
    export(here)

    called = mailref("verify", "--file", "test.json")

    assert called.code == 0
    lines = called.out.splitlines()
    assert lines[0] == "test.json: 3 rounds replayed, no difference: scores, ranks and tiles"
    assert lines[3:] == [
        "draws and lots cannot be checked yet: the seed is secret while the game runs"
    ]


@pytest.mark.slow
def test_an_export_of_a_game_that_is_over_carries_its_seed(here: Path) -> None:
    record(here, SEVEN_OF_EIGHT, rounds=100)
    exported = export(here)

    called = mailref("verify", "--file", "test.json")

    assert exported["finished"] is True
    assert called.code == 0
    assert "draws and lots\n" in called.out


def test_receipts_that_are_left_out_with_a_name_are_named_and_his_own_can_be_checked(
    here: Path,
) -> None:
    """As on pages, which show Ben by his initials: the receipt of his mails is made of what they tell."""
    log = turns(3)
    drawn = [e for e in log.events if isinstance(e, TilesDrawn) and e.player == "Ben"]
    told = export_of(by_initials("kiel", log.events, ["Anna"]), UTC)
    (here / "game.json").write_text(json.dumps(told), encoding="utf-8")

    called = mailref("verify", "--file", "game.json")

    assert called.code == 0, called.err
    assert called.out.splitlines()[0].endswith("lots and receipts, but for receipts left out")
    assert called.out.splitlines()[-1] == (
        "receipts left out with the name of their player, and not checked (with the one in the mails "
        f"`mailref receipt` does that): drawing {', '.join(str(e.number) for e in drawn)}"
    )
    rows: Any = told["drawings"]
    for event in drawn:
        row = next(each for each in rows if each["number"] == event.number)
        own = mailref("receipt", "kiel", str(event.number), "Ben", row["rack"], row["nonce"])
        assert own.out.strip() == event.receipt


def test_a_changed_total_is_named_with_round_player_and_field(here: Path) -> None:
    """Contract 1: exits 1 with the first difference."""
    record(here)
    lie = export(here)
    row = lie["rounds"][1]["entries"][0]  # type: ignore[index,call-overload]  # round 2, the first by rank
    assert isinstance(row, dict)
    total = row["total"]
    assert isinstance(total, int)
    row["total"] = total + 10
    lie["sha256"] = sha256_of(lie)
    (here / "test.json").write_text(json.dumps(lie), encoding="utf-8")

    called = mailref("verify", "--file", "test.json")

    assert (called.code, called.out) == (1, "")
    assert called.err == (
        f"mailref: test.json: round 2, {row['player']}: total: "
        f"expected {total}, found {total + 10}\n"
    )


def test_a_game_that_broke_the_rules_of_its_end_is_told_so(here: Path) -> None:
    """The game by hand declares a final round with tiles in the bag."""
    recorded(here, "yerres", SEED, yerres())

    called = mailref("verify", "yerres")

    assert called.code == 1
    assert called.err == (
        "mailref: yerres: round 3: RoundOpened.is_final: expected false, found true\n"
    )


def test_letters_drawn_by_hand_are_listed(here: Path) -> None:
    recorded(here, "yerres", SEED, yerres()[:7])

    called = mailref("verify", "yerres")

    assert called.code == 0
    assert called.out.splitlines()[-1] == (
        "letters drawn by hand, which no seed determines: round 1"
    )


def test_commitment_and_hash_are_printed_and_compared_with_those_of_the_mails(here: Path) -> None:
    """Contract 1: what no rule determines is as it was mailed."""
    record(here)
    exported = export(here)
    said = mailref("verify", "--file", "test.json").out.splitlines()
    # printf '03%.0s' {1..32} | xxd -r -p | sha256sum
    seed_hash = "648aa5c579fb30f38af744d97d6ec840c7a91277a499a0d780f3e7314eca090b"
    assert said[1] == f"commitment: {seed_hash}"
    assert said[2].startswith("report: ")
    assert said[2].endswith(" (round 3)")
    held = [each["sha256"] for each in exported["reports"]]  # type: ignore[index,call-overload,union-attr]  # the shape of contract 4
    assert said[2].split()[1] == held[-1]
    assert len(set(held)) == 3

    for each in held:
        called = mailref(
            "verify",
            "--file",
            "test.json",
            "--commitment",
            seed_hash.upper(),
            "--report",
            str(each),
        )
        assert called.code == 0


@pytest.mark.parametrize("option", ["--commitment", "--report"])
def test_what_no_mail_said_exits_1(here: Path, option: str) -> None:
    record(here, rounds=1)
    export(here)

    called = mailref("verify", "--file", "test.json", option, "ab" * 32)

    assert (called.code, called.out) == (1, "")
    field = "commitment" if option == "--commitment" else "reports"
    assert called.err.startswith(f'mailref: test.json: {field}: expected "{"ab" * 32}", found "')


def test_a_hash_that_is_not_found_may_be_found_later_in_exports_of_a_running_game(
    here: Path,
) -> None:
    """A ruling that they keep back is covered by it (docs/chance.md); the record keeps nothing back."""
    record(here, rounds=1)
    export(here)
    held = ("--report", "ab" * 32)

    said = [mailref("verify", *of, *held).err for of in (("--file", "test.json"), ("test",))]

    later = [
        each.endswith("the hash is found once the report of that round is out\n") for each in said
    ]
    assert later == [True, False]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "mailref: a.json: no JSON: Expecting value: line 1 column 1 (char 0)\n"),
        ("[1, 2]", "mailref: a.json: not an export of mailref: the file must be an object\n"),
        ('{"game": "yerres"}', "mailref: a.json: not an export of mailref: title is missing\n"),
        ("[" * 100_000, "mailref: a.json: no JSON: maximum recursion depth exceeded"),
    ],
    ids=["empty", "a list", "a key missing", "too deep"],
)
def test_a_file_that_is_no_export_exits_1_and_says_why(here: Path, text: str, said: str) -> None:
    (here / "a.json").write_text(text, encoding="utf-8")

    called = mailref("verify", "--file", "a.json")

    assert (called.code, called.out) == (1, "")
    assert called.err.startswith(said)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "mailref verify: name a game, or an export with --file\n"),
        (["test", "--file", "config.toml"], "mailref verify: name a game, or an export with --file\n"),
        (["--file", "absent.json"],
         "mailref verify: Invalid value for '--file': File 'absent.json' does not exist.\n"),
    ],
)  # fmt: skip
def test_wrong_use_exits_2(here: Path, arguments: list[str], said: str) -> None:
    record(here, rounds=1)

    called = mailref("verify", *arguments)

    assert (called.code, called.out, called.err) == (2, "", said)


def test_a_receipt_is_of_the_tiles_that_the_settings_give_the_game(here: Path) -> None:
    """Classic 12.2: the lines that are bound, the rack in the order of the game's own tiles."""
    (here / "config.toml").write_text(settings_file(game='tiles = "spanish"'), encoding="utf-8")
    lines = ["mailref receipt", "yerres", "2", "Max", "A[CH]D", "00"]
    expected = hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()

    called = mailref("receipt", "yerres", "2", "Max", "D[CH]A", "00")

    assert (called.code, called.out) == (0, f"{expected}\n")
    assert mailref("receipt", "another", "2", "Max", "D[CH]A", "00").code == 2
