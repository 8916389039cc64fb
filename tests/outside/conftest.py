"""The toy of `tests/toys`, where it is played once more."""

from tests.toys.conftest import _installed, world  # noqa: F401  fixtures
from tests.toys.test_longest import played  # noqa: F401  the game, opened
