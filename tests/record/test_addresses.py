"""Mail addresses in what somebody wrote: whosever they are and however they are spelled out, they are left out."""

import time

import pytest

from mailref.record.addresses import without_addresses


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("mail OTTO@FREMD.EXAMPLE!", "mail […]!"),
        ("mail otto.weber+x@mail.fremd.example.", "mail […]."),
        ("<otto@fremd.example>, mailto:otto@fremd.example", "<[…]>, mailto:[…]"),
        ("öse@müller.example; anna@y.example", "[…]; […]"),
        ("otto @ fremd.example und otto @ fremd . example", "[…] und […]"),
        ("otto (at) fremd.example", "[…]"),
        ("otto[at]fremd[dot]example?", "[…]?"),
        ("otto {ät} fremd {punkt} example", "[…]"),
        ("otto (a) fremd.example", "[…]"),
        ("otto punkt weber ät fremd punkt example", "[…]"),
        ("otto at fremd dot co dot uk, please", "[…], please"),
        ("OTTO AT FREMD DOT EXAMPLE", "[…]"),
        ("otto_at_fremd_dot_example", "[…]"),
        ("otto arobase fremd point example", "[…]"),
        ("otto at fremd.example", "[…]"),
        ("root@localhost", "[…]"),
        ('"otto"@fremd.example', "[…]"),
    ],
)
def test_no_address_stays(text: str, told: str) -> None:
    assert without_addresses(text) == told


@pytest.mark.parametrize(
    "text",
    [
        "I play at home. Then we meet at noon.",
        "We meet at 7.30 tonight; at last!",
        "um 20 Uhr @ Kiel",
        "Siehe Punkt (a) dort. Punkt (b) auch.",
        "I looked at it, and that was the point at last",
        "RABE auf K8, 3 @ 5",
    ],
)
def test_what_is_none_stays(text: str) -> None:
    assert without_addresses(text) == text


@pytest.mark.parametrize(
    "part", ["a", "a.at ", "a ", "(at)", "a dot ", "a_at_", "x@a.", "x at a dot ", " ", "@", "-"]
)
def test_a_long_text_takes_no_long_time(part: str) -> None:
    began = time.process_time()
    without_addresses(part * 10_000 + "@ at (at)")

    assert time.process_time() - began < 1
