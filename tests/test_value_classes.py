"""Our `dataclass` is the standard library's to whoever uses it (style 7)."""

import copy
import dataclasses
import pickle
from dataclasses import FrozenInstanceError, field

import pytest

from mailref.value_classes import dataclass, replace


@dataclass(frozen=True, slots=True)
class Ours:
    word: str
    hidden: int = field(default=0, repr=False)
    inner: object = None


@dataclasses.dataclass(frozen=True, slots=True)
class Theirs:
    word: str
    hidden: int = field(default=0, repr=False)
    inner: object = None


@dataclass(slots=True)
class Open:
    name: str
    others: list["Open"] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Secretive:
    word: str

    def __repr__(self) -> str:
        return "Secretive()"


@dataclass(frozen=True, slots=True, repr=False)
class Silent:
    word: str


def test_a_value_is_told_as_the_standard_library_tells_it() -> None:
    ours, theirs = Ours("QUIZ", 7, Ours("A'B")), Theirs("QUIZ", 7, Theirs("A'B"))

    assert repr(ours) == "Ours(word='QUIZ', inner=Ours(word=\"A'B\", inner=None))"
    assert repr(ours) == repr(theirs).replace("Theirs", "Ours")


def test_what_holds_itself_is_told_to_an_end() -> None:
    ring = Open("a")
    ring.others.append(ring)

    assert repr(ring) == "Open(name='a', others=[...])"


def test_a_class_tells_itself_if_it_wants_to() -> None:
    assert repr(Secretive("HIDDEN")) == "Secretive()"
    assert "HIDDEN" not in repr(Silent("HIDDEN"))


@pytest.mark.parametrize("name", ["word", "unknown"])
def test_a_frozen_value_is_not_changed(name: str) -> None:
    value = Ours("QUIZ")

    with pytest.raises(FrozenInstanceError, match=f"^cannot assign to field '{name}'$"):
        setattr(value, name, "JUX")
    with pytest.raises(FrozenInstanceError, match=f"^cannot delete field '{name}'$"):
        delattr(value, name)
    assert value == Ours("QUIZ")


def test_a_value_is_equal_hashed_copied_and_pickled_as_ever() -> None:
    value = Ours("QUIZ", 1)

    assert len({value, Ours("QUIZ", 1), replace(value, hidden=2)}) == 2
    assert copy.copy(value) == pickle.loads(pickle.dumps(value)) == value  # noqa: S301  our own
    assert dataclasses.asdict(value) == {"word": "QUIZ", "hidden": 1, "inner": None}


@dataclass(frozen=True, slots=True)
class Looked:
    word: str
    points: int = 0

    def __post_init__(self) -> None:
        if self.points < 0:
            raise ValueError(self.points)


def test_a_value_is_changed_as_the_standard_library_changes_it() -> None:
    inner = Ours("JUX")
    value = Ours("QUIZ", 7, inner)

    assert replace(value, word="ZEH") == Ours("ZEH", 7, inner)
    assert replace(value, word="ZEH").inner is inner
    assert replace(value) == value == Ours("QUIZ", 7, inner)
    assert replace(Theirs("QUIZ"), hidden=2) == Theirs("QUIZ", 2)
    assert replace(Silent("QUIZ"), word="ZEH") == Silent("ZEH")


def test_a_change_that_makes_no_value_is_refused() -> None:
    with pytest.raises(TypeError):
        replace(Ours("QUIZ"), length=4)  # type: ignore[call-arg]  # that is what is tested
    with pytest.raises(ValueError, match="-1"):
        replace(Looked("QUIZ"), points=-1)
