"""What values are made of beside their fields."""

from mailref.structs import Coded


class NothingLeftHere(Coded):
    pass


class Renamed(Coded):
    code = "as_it_was"


def test_a_code_is_the_name_in_small_letters() -> None:
    assert NothingLeftHere.code == "nothing_left_here"


def test_a_code_may_be_another_than_the_name() -> None:
    assert Renamed.code == "as_it_was"
