"""How long mailref waits for a server, and for a letter that was not taken."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailref.post.smtp import RETRIES, Backoff, next_try


@pytest.mark.parametrize(
    ("failures", "minutes"),
    [
        pytest.param(1, 1, id="after the first"),
        pytest.param(2, 5, id="second"),
        pytest.param(3, 15, id="third"),
        pytest.param(4, 60, id="fourth"),
        pytest.param(5, 120, id="fifth"),
        pytest.param(8, 720, id="half days from the eighth on"),
        pytest.param(16, 720, id="the last one"),
    ],
)
def test_a_letter_is_tried_again_ever_more_rarely(failures: int, minutes: int) -> None:
    """Mail 3, exactly-once: 4xx and timeouts retry with backoff 1, 5, 15, 60 min and on."""
    assert next_try(failures) == timedelta(minutes=minutes)


def test_a_letter_is_given_up_after_some_five_days() -> None:
    """RFC 5321 4.5.4.1: at least four to five days."""
    assert next_try(17) is None
    assert timedelta(days=5) < sum(RETRIES, timedelta()) < timedelta(days=5, hours=6)


def test_a_letter_never_tried_has_no_next_try() -> None:
    with pytest.raises(ValueError, match="first try"):
        next_try(0)


def test_a_server_that_answers_is_not_waited_for() -> None:
    assert Backoff().pause(0.9) == timedelta(0)
    assert Backoff(failures=7).after_success().pause(0.9) == timedelta(0)


@pytest.mark.parametrize(
    ("failures", "chance", "seconds"),
    [(1, 0.0, 0.5), (1, 0.5, 0.75), (2, 0.0, 1.0), (3, 0.0, 2.0), (9, 0.0, 128.0), (10, 0.0, 150)],
)
def test_each_failure_doubles_the_pause_up_to_five_minutes(
    failures: int, chance: float, seconds: float
) -> None:
    """Mail 3, IMAP: exponential reconnect with jitter."""
    state = Backoff()
    for _ in range(failures):
        state = state.after_failure()

    assert state.pause(chance) == timedelta(seconds=seconds)


@given(failures=st.integers(1, 10**6), chance=st.floats(0, 1, exclude_max=True))
def test_a_pause_is_never_longer_than_the_limit_nor_shorter_than_half_the_first(
    failures: int, chance: float
) -> None:
    pause = Backoff(failures=failures).pause(chance)

    assert timedelta(seconds=0.5) <= pause <= timedelta(minutes=5)
