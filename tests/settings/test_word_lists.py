"""`lexicon` and `short_words`: a list that is shipped, or a file (contract 2)."""

import hashlib
from pathlib import Path

import pytest
from msgspec import UNSET

from mailref import assets, word_lists
from mailref.games.rounds.policy import RoundPolicy
from mailref.settings.load import parse_settings
from mailref.settings.values import Findings, Loaded
from mailref.tiles.board import ListUsed
from mailref.tiles.lexicon.verdicts import Hint, Refused, Unknown, Valid, Why
from tests.settings.written import around, file


def load(folder: Path, keys: str) -> Loaded:
    return parse_settings(file(game=keys), Findings("config.toml", around(folder)))


def policy(folder: Path, keys: str) -> RoundPolicy:
    loaded = load(folder, keys)
    assert loaded.settings is not None, [fault.line for fault in loaded.faults]
    (found,) = loaded.settings.games
    assert isinstance(found, RoundPolicy)
    return found


def words(folder: Path, text: str, name: str = "words.txt", encoding: str = "utf-8") -> str:
    (folder / name).write_text(text, encoding=encoding)
    return hashlib.sha256(text.encode(encoding)).hexdigest()


def test_the_german_list_is_not_recorded_and_every_other_is(tmp_path: Path) -> None:
    assert policy(tmp_path, "").rules.listed is UNSET
    assert policy(tmp_path, 'lexicon = "german"').rules.listed is UNSET
    assert policy(tmp_path, 'lexicon = "enable"').rules.listed == word_lists.ENABLE
    assert policy(tmp_path, 'tiles = "english"').rules.listed == word_lists.ENABLE
    assert policy(tmp_path, 'tiles = "english"\nlexicon = "none"').rules.listed == ListUsed()
    assert policy(tmp_path, 'tiles = "dutch"').rules.listed == ListUsed()


def test_the_hashes_are_those_of_the_lists_that_are_shipped() -> None:
    for listed, name in ((word_lists.OWN, "german"), (word_lists.ENABLE, "enable")):
        text = assets.shipped_words(name).encode()
        assert hashlib.sha256(text).hexdigest() == listed.sha256
    assert assets.lexicon().sha256 == word_lists.OWN.sha256


def test_where_no_list_is_shipped_it_is_said_that_every_word_is_asked_about(tmp_path: Path) -> None:
    lines = [each.line for each in load(tmp_path, 'tiles = "dutch"').warnings]

    assert [line for line in lines if "lexicon" in line] == [
        'config.toml: [[game]] "yerres": lexicon: none is shipped for "dutch": every word is asked about (line 15)'
    ]
    assert not [
        each
        for each in load(tmp_path, 'tiles = "dutch"\nlexicon = "none"').warnings
        if "lexicon" in each.line
    ]


def test_a_file_is_read_by_the_tiles_and_known_by_its_hash(tmp_path: Path) -> None:
    digest = words(tmp_path, "été\nmangeons\n", encoding="latin-1")
    keys = 'tiles = "french"\nlexicon = { file = "words.txt", name = "wfrench 1.2.7", encoding = "latin-1" }'

    found = policy(tmp_path, keys).rules

    assert found.listed == ListUsed("wfrench 1.2.7", digest, "iso8859-1")
    lexicon = word_lists.lexicon_for(found)
    assert (lexicon.name, lexicon.sha256) == ("wfrench 1.2.7", digest)
    assert lexicon.verdict("ETE", found, {}) == Valid()
    assert lexicon.verdict("ETES", found, {}) == Unknown((Hint.NONE,))


def test_what_is_left_out_is_counted(tmp_path: Path) -> None:
    long = "a" * 16
    words(tmp_path, f"cat\nit's\nParis\nLondon\na\n{long}\n{'b' * 30}\n")

    warnings = load(tmp_path, 'tiles = "english"\nlexicon = { file = "words.txt" }').warnings

    (said,) = [each.line.partition("lexicon: ")[2] for each in warnings if "lexicon" in each.line]
    assert said == (
        '"words.txt" has 1 words; left out: 1 with a sign that is on no tile, 2 with a capital, '
        "1 of one tile, 2 of more than 15 tiles (line 22)"
    )


def test_on_a_larger_board_longer_words_are_words(tmp_path: Path) -> None:
    words(tmp_path, f"cat\n{'a' * 21}\n")
    keys = 'tiles = "english"\nlayout = "super"\nlexicon = { file = "words.txt" }'

    assert not [each for each in load(tmp_path, keys).warnings if "lexicon" in each.line]


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        pytest.param(
            'lexicon = "enabel"',
            'lexicon: must be one of "german", "enable", "none", or { file = "/usr/share/dict/french" }, '
            'not "enabel"; did you mean "enable"?',
            id="no list of that name",
        ),
        pytest.param(
            'lexicon = { file = "absent.txt" }',
            "absent.txt: cannot be read: No such file or directory",
            id="no file",
        ),
        pytest.param(
            'lexicon = { file = "latin.txt" }',
            'latin.txt: is not in utf-8 (invalid continuation byte): say encoding = "latin-1", or what it is in',
            id="in another encoding",
        ),
        pytest.param(
            'lexicon = { file = "latin.txt", encoding = "klingon" }',
            'encoding must be such as "utf-8" or "latin-1", not "klingon"',
            id="no encoding",
        ),
        pytest.param(
            'lexicon = { file = "digits.txt" }',
            'digits.txt: holds no word that the tiles "german" can lay',
            id="no words",
        ),
        pytest.param('lexicon = { name = "x" }', "file is missing", id="no file named"),
        pytest.param(
            'short_words = "short.txt"', 'must be such as { file = "short.txt" }', id="no table"
        ),
    ],
)
def test_what_is_no_list_is_a_fault(tmp_path: Path, keys: str, said: str) -> None:
    words(tmp_path, "été\n", "latin.txt", "latin-1")
    words(tmp_path, "123\n", "digits.txt")

    lines = [fault.line for fault in load(tmp_path, keys).faults]

    assert len(lines) == 1
    assert said in lines[0]


def test_a_clubs_short_words_lie_over_any_list(tmp_path: Path) -> None:
    words(tmp_path, "ab\nqx\n", "short.txt")

    found = policy(tmp_path, 'short_words = { file = "short.txt" }').rules

    lexicon = word_lists.lexicon_for(found)
    assert lexicon.verdict("QX", found, {}) == Valid()
    assert lexicon.verdict("AB", found, {}) == Valid()
    assert lexicon.verdict("AN", found, {}) == Refused(Why.SHORT_WORDS)
    assert lexicon.verdict("UND", found, {}) == Valid()
    changes = lexicon.changes(found, {})
    assert "QX" in changes.added
    assert "AN" in changes.removed
    assert "UND" not in changes.removed


def test_a_changed_file_is_not_the_list_that_was_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a game began with is kept; what is not kept and not there any more is asked about."""
    cache = tmp_path / "cache"
    cache.mkdir()
    monkeypatch.setattr(assets, "cache_folder", lambda: cache)
    words(tmp_path, "aba\nabo\n")
    keys = 'tiles = "english"\nlexicon = { file = "words.txt" }'
    begun = policy(tmp_path, keys).rules

    words(tmp_path, "aba\nabo\nabu\n")
    now = policy(tmp_path, keys).rules
    word_lists.forget()

    assert begun.listed != now.listed
    assert word_lists.lexicon_for(begun).verdict("ABU", begun, {}) == Unknown((Hint.NONE,))
    assert word_lists.lexicon_for(now).verdict("ABU", now, {}) == Valid()
    for kept in cache.iterdir():
        kept.unlink()
    word_lists.forget()
    assert word_lists.lexicon_for(begun).verdict("ABA", begun, {}) == Unknown((Hint.NO_LIST,))


def test_a_kept_list_that_another_user_could_write_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    monkeypatch.setattr(assets, "cache_folder", lambda: cache)
    words(tmp_path, "abc\n")
    keys = 'tiles = "english"\nlexicon = { file = "words.txt" }'
    listed = policy(tmp_path, keys).rules.listed
    assert isinstance(listed, ListUsed)
    (kept,) = cache.glob("list-*.words")
    packed = kept.read_bytes()
    forged = packed.replace(bytes((1, 2, 3)), bytes((1, 2, 4)))
    name = kept.stem.rpartition("-")[0]
    kept.unlink()
    false = cache / f"{name}-{hashlib.sha256(forged).hexdigest()}.words"
    false.write_bytes(forged)
    false.chmod(0o666)

    word_lists.forget()
    policy(tmp_path, keys)
    found = word_lists.packed(listed, assets.tile_file("english").tiles)

    assert found is not None
    assert set(found) == {"ABC"}
