"""Whatever stands under a key, the file is read to faults, never to a crash."""

import re
from pathlib import Path

import pytest

from tests.effort import fewer, sample
from tests.settings.test_example import EXAMPLE, every_key
from tests.settings.written import load

ODD = (
    "0", "-1", "99999999999999999999", "1.5", "nan", "true", '""', '"x"', '" "', '"\\u0000"', '"\\U0001F600"',
    '"ß"', "[]", "[[]]", "[1]", '[""]', "{}", "{ x = 1 }", '{ env = 1 }', "{ 1 = -1 }", '{ "²" = 1 }',
    "2026-12-11", "12:00:00", "1979-05-27T07:32:00Z", "0001-01-01T00:00:00", "9999-12-31T23:59:59",
)  # fmt: skip
TEXT = re.sub(
    r'board = """.*?"""', 'board = "x"', every_key(EXAMPLE.read_text("utf-8")), flags=re.DOTALL
)
KEYS = [
    found.span(2) for found in re.finditer(r"^([a-z_]+) = (.+?)(?: +#.*)?$", TEXT, re.MULTILINE)
]


AT_THE_DESK = ("-1", "[]", "{ x = 1 }")


OTHERS = sample([odd for odd in ODD if odd not in AT_THE_DESK], 2)


@pytest.mark.parametrize(
    "odd", [*AT_THE_DESK, *(pytest.param(odd, marks=pytest.mark.slow) for odd in OTHERS)]
)
def test_an_odd_value_is_never_a_crash(odd: str, tmp_path: Path) -> None:
    assert len(KEYS) > 150  # every key of the example
    tried = sample(KEYS, fewer(60, 10), of=odd)

    found = [load(TEXT[:start] + odd + TEXT[end:], tmp_path) for start, end in tried]

    assert all((each.settings is None) == bool(each.faults) for each in found)
    assert all("\n" not in fault.line for each in found for fault in each.faults)
