"""The packaged files are there and are what they claim to be."""

import hashlib
import lzma
import mmap
from pathlib import Path

import pytest
from jinja2 import TemplateNotFound, UndefinedError

from mailref import assets
from mailref.tiles.board import ALPHABET
from mailref.tiles.lexicon.verdicts import Hint, Refused, Unknown, Valid, Verdict, Why
from tests.needs import need_shared
from tests.tiles.lexicon.test_german import DOTTENDORF, SB

WORDS = Path(assets.__file__).parent / "data" / "words"


def test_the_shipped_list_is_the_one_that_the_notice_names() -> None:
    digest = hashlib.sha256(assets.word_list()).hexdigest()

    assert digest == "f216aa8997b2e3aa7640b3c6d3bd3f6f90328aa28e5f6aaf517c54f6c8872b7c"
    assert assets.lexicon().sha256 == digest
    assert digest in (WORDS / "NOTICE").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_list_is_sorted_and_holds_only_words_of_2_to_15_letters() -> None:
    lines = assets.word_list().split()

    assert len(lines) == 590_515
    assert lines == sorted(set(lines))
    assert {letter for line in lines for letter in line.decode()} == set(ALPHABET)
    assert {len(line.decode()) for line in lines} == set(range(2, 16))


def test_every_list_has_its_licence_in_the_notice() -> None:
    notice = (WORDS / "NOTICE").read_text(encoding="utf-8")

    assert all(file.name in notice for file in WORDS.glob("*.xz"))
    assert "CC0 1.0" in notice
    assert "CC BY-SA 4.0" in notice
    assert (WORDS / "LICENSES" / "CC0-1.0.txt").is_file()


def test_the_lists_are_those_of_the_client() -> None:
    shared = need_shared("lexicon")

    for file in set(WORDS.glob("*.xz")) - {WORDS / "enable.txt.xz"}:
        plain = shared / file.name.removesuffix(".xz")
        original = (
            plain.read_bytes()
            if plain.exists()
            else lzma.decompress((shared / file.name).read_bytes())
        )
        assert lzma.decompress(file.read_bytes()) == original


def test_the_english_list_is_that_of_the_client() -> None:
    original = need_shared("languages") / "words" / "english.txt.xz"

    assert (WORDS / "enable.txt.xz").read_bytes() == original.read_bytes()


def test_the_two_letter_words_are_in_the_list() -> None:
    two = lzma.decompress((WORDS / "two_letter.txt.xz").read_bytes()).decode().split()

    assert len(two) == 81
    assert {line.decode() for line in assets.word_list().split() if len(line.decode()) == 2} == set(
        two
    )


@pytest.mark.parametrize(
    "word", ["verbüxend", "VERBÜXENDE", "KORSE", "BREKZIEN", "NE", "IA", "ÜPPIGSTES"]
)
def test_words_of_the_seeds_are_valid_everywhere(word: str) -> None:
    assert assets.lexicon().verdict(word, DOTTENDORF, {}) == Valid()
    assert assets.lexicon().verdict(word, SB, {}) == Valid()


def test_verdicts_of_the_shipped_lists() -> None:
    """Rules 8, words: examples that the lists' README and the sample mails name."""
    listed = assets.lexicon()

    assert listed.verdict("ATLANTIK", DOTTENDORF, {}) == Valid()
    assert listed.verdict("ATLANTIK", SB, {}) == Unknown((Hint.SUSPECT, Hint.NAME_GEO))
    assert listed.verdict("EISD", DOTTENDORF, {}) == Unknown((Hint.NONE,))
    assert listed.verdict("GRAETE", DOTTENDORF, {}) == Refused(Why.UMLAUT)
    assert listed.verdict("AACHEN", SB, {}) == Refused(Why.NAME)
    assert listed.verdict("ADAC", DOTTENDORF, {}) == Refused(Why.ABBREVIATION)
    assert listed.verdict("ABBE", DOTTENDORF, {}) == Refused(Why.ACCENT)
    assert listed.verdict("AALFISCH", SB, {}) == Unknown((Hint.PROBABLE,))


def test_all_suspects_are_names_so_that_they_must_be_judged_before_names() -> None:
    listed = assets.lexicon()

    named = listed.suspects | listed.listed_names
    assert len(named) == 1088 - 83
    assert all(any(word in names for names in listed.names.values()) for word in named)
    assert all(word in listed.words for word in named)


@pytest.mark.parametrize(
    ("word", "with_names", "without_names"),
    [
        pytest.param("EDV", Refused(Why.ABBREVIATION), Refused(Why.ABBREVIATION), id="EDV"),
        pytest.param("PKW", Refused(Why.ABBREVIATION), Refused(Why.ABBREVIATION), id="PKW"),
        pytest.param("ZDF", Refused(Why.ABBREVIATION), Refused(Why.ABBREVIATION), id="listed"),
        pytest.param("LKWS", Refused(Why.ABBREVIATION), Refused(Why.ABBREVIATION), id="plural"),
        pytest.param("ABI", Valid(), Valid(), id="a short word is none (seed 003)"),
        pytest.param("APPLE", Valid(), Refused(Why.NAME), id="a brand"),
        pytest.param("JENS", Valid(), Refused(Why.NAME), id="a first name in the list"),
        pytest.param("JUNGFRAU", Valid(), Valid(), id="a name that is a word too"),
        pytest.param("GALAXIS", Valid(), Valid(), id="another"),
        pytest.param("NASIG", Refused(Why.AFFIX), Refused(Why.AFFIX), id="seed 003"),
        pytest.param("HEIT", Refused(Why.AFFIX), Refused(Why.AFFIX), id="suffix"),
        pytest.param("KEIT", Refused(Why.AFFIX), Refused(Why.AFFIX), id="another suffix"),
        pytest.param("UNG", Refused(Why.AFFIX), Refused(Why.AFFIX), id="a third"),
        pytest.param("HAFT", Valid(), Valid(), id="a suffix that is a word too"),
    ],
)
def test_abbreviations_names_and_affixes_of_the_shipped_lists(
    word: str, with_names: Verdict, without_names: Verdict
) -> None:
    """Rules 8, words."""
    assert assets.lexicon().verdict(word, DOTTENDORF, {}) == with_names
    assert assets.lexicon().verdict(word, SB, {}) == without_names


def test_what_is_refused_is_not_searched_for_the_top() -> None:
    """Rules 8: a game's top is searched in the words valid for that game without asking."""
    with_names = assets.lexicon().changes(DOTTENDORF, {}).removed
    without_names = assets.lexicon().changes(SB, {}).removed

    assert "EDV" in with_names
    assert "APPLE" not in with_names
    assert {"EDV", "APPLE", "ATLANTIK"} <= without_names
    assert "JUNGFRAU" not in without_names


def test_what_was_decided_is_about_words_of_the_lists() -> None:
    """A misspelt entry would change nothing, unseen."""
    decided = assets.decided()
    listed = assets.lexicon()

    assert [w for w in decided["listed_abbreviations"] if w not in listed.words] == []
    assert [w for w in decided["abbreviations"] + decided["affixes"] if w in listed.words] == []
    assert [w for w in decided["words"] if w not in listed.words] == []
    assert set(decided["suspects"]) <= listed.suspects


def test_the_cache_lies_where_the_system_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CACHE_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert assets.cache_folder() == tmp_path / "mailref"

    monkeypatch.setenv("CACHE_DIRECTORY", str(tmp_path / "unit"))
    assert assets.cache_folder() == tmp_path / "unit"


def test_without_a_place_for_the_cache_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")

    monkeypatch.setenv("CACHE_DIRECTORY", str(tmp_path / "file" / "cache"))

    assert assets.cache_folder() is None


def test_without_a_known_home_there_is_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without an entry, as containers have: words are judged all the same."""

    def expanduser(self: Path) -> Path:  # noqa: ARG001  as Path has it
        raise RuntimeError("Could not determine home directory.")

    for name in ("CACHE_DIRECTORY", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "expanduser", expanduser)

    assert assets.cache_folder() is None


PACKED = lzma.compress(b"AB\nABEND\n")


def test_words_are_unpacked_once_and_mapped_from_then_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, digest = assets.kept_words(PACKED, tmp_path)
    monkeypatch.setattr(assets, "unpack_words", lambda packed: pytest.fail(f"unpacked {packed!r}"))

    second, same = assets.kept_words(PACKED, tmp_path)

    assert first[:] == second[:] == b"AB\nABEND\n"
    assert digest == same == hashlib.sha256(b"AB\nABEND\n").hexdigest()
    assert isinstance(second, mmap.mmap)


@pytest.mark.parametrize("content", [b"", b"AB\n", b"AB\nABENE\n"])
def test_kept_words_that_are_not_what_their_file_is_named_by_are_not_believed(
    tmp_path: Path, content: bytes
) -> None:
    assets.kept_words(PACKED, tmp_path)
    (file,) = tmp_path.glob("words-*.txt")
    file.unlink()  # what is mapped is another file
    file.write_bytes(content)

    words, _ = assets.kept_words(PACKED, tmp_path)

    assert words[:] == b"AB\nABEND\n"
    assert file.read_bytes() == b"AB\nABEND\n"


def test_without_a_place_words_are_held_in_memory(tmp_path: Path) -> None:
    assert assets.kept_words(PACKED, None) == assets.kept_words(PACKED, tmp_path / "absent")
    assert assets.kept_words(PACKED, None)[0] == b"AB\nABEND\n"


@pytest.mark.parametrize("language", ["de", "en"])
def test_templates_fail_on_undefined_names_and_escape_only_html(language: str) -> None:
    """Style 34: strict undefined."""
    environment = assets.template_environment(language)

    with pytest.raises(UndefinedError):
        environment.from_string("{{ nobody }}").render()
    with pytest.raises(TemplateNotFound):
        environment.get_template("no-such.txt.j2")
    assert callable(environment.autoescape)
    assert environment.autoescape("report.html.j2") is True
    assert environment.autoescape("report.txt.j2") is False
