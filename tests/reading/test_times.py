"""Times are read in every form in which we print them, and in which people write them."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from mailref.orders.shapes import read_when
from mailref.referee.gm_order_lines import Ordered, read_orders
from mailref.referee.gm_orders import ExtendDeadline
from mailref.writing.scene import Words
from tests.writing.builders import means

BERLIN = ZoneInfo("Europe/Berlin")
ZAT = datetime(2026, 12, 4, 20, 0, tzinfo=BERLIN)


@pytest.mark.parametrize(
    "text",
    [
        "4. Dezember 2026, 20:00",
        "Freitag, 4. Dezember 2026, 20:00 Uhr (MEZ)",
        "Freitag, 4. Dezember 2026 um 20 Uhr",
        "4.12.2026 20:00",
        "4. 12. 2026, 20.00 Uhr",
        "2026-12-04 20:00",
        "2026-12-04T20:00:00+01:00",
        "2026-12-04T19:00Z",
        "Friday, 4 December 2026 at 20:00 (CET)",
        "December 4, 2026, 8:00 pm",
        "4th Dec 2026 8 pm",
        "4 dez 2026 20:00",
    ],
)
def test_a_time_is_read(text: str) -> None:
    assert read_when(text, BERLIN) == ZAT
    (found,) = read_orders([f"VERLÄNGERN {text}: Weihnachten"], (), BERLIN)
    assert isinstance(found, Ordered)
    assert found.order == ExtendDeadline(ZAT)
    assert found.because == "Weihnachten"


@pytest.mark.parametrize("text", ["4. Dezember 2026", "31.2.2026 20:00", "25 Uhr", "13:00 pm", ""])
def test_what_is_no_time_is_none(text: str) -> None:
    assert read_when(text, BERLIN) is None


@pytest.mark.parametrize("month", range(1, 13))
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_zat_that_a_mail_prints_is_read_back(language: str, month: int) -> None:
    """Contract 5: a ZAT is printed with day, hour and zone."""
    zat = datetime(2027, month, 3, 18, 30, tzinfo=UTC)
    words = Words(means().templates[language])

    printed = words.phrase("zat", zat, BERLIN)

    assert read_when(printed, BERLIN) == zat


MAILED = datetime(2026, 12, 7, 9, 0, tzinfo=BERLIN)


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("bis 12.12. 20 Uhr", datetime(2026, 12, 12, 20, 0, tzinfo=BERLIN)),
        ("12.12 um 20:00", datetime(2026, 12, 12, 20, 0, tzinfo=BERLIN)),
        ("auf den 12. Dezember, 20.00 Uhr", datetime(2026, 12, 12, 20, 0, tzinfo=BERLIN)),
        ("until Dec 12, 8 pm", datetime(2026, 12, 12, 20, 0, tzinfo=BERLIN)),
        ("12 December at 20:00", datetime(2026, 12, 12, 20, 0, tzinfo=BERLIN)),
        ("7.12. 9:00", datetime(2026, 12, 7, 9, 0, tzinfo=BERLIN)),
        ("7.12. 8:59", datetime(2027, 12, 7, 8, 59, tzinfo=BERLIN)),
        ("6.12. 20 Uhr", datetime(2027, 12, 6, 20, 0, tzinfo=BERLIN)),
        ("2.1. 20 Uhr", datetime(2027, 1, 2, 20, 0, tzinfo=BERLIN)),
        ("29.2. 20 Uhr", datetime(2028, 2, 29, 20, 0, tzinfo=BERLIN)),
        ("4.12.2026 20.00 Uhr", ZAT),
    ],
)
def test_a_day_without_its_year_is_the_next_one_after_the_mail(text: str, when: datetime) -> None:
    assert read_when(text, BERLIN, MAILED) == when
    (found,) = read_orders([f"VERLÄNGERN {text}"], (), BERLIN, since=MAILED)
    assert isinstance(found, Ordered)
    assert found.order == ExtendDeadline(when)


def test_a_day_goes_by_the_clocks_of_the_game_not_of_the_mails_server() -> None:
    """At half past midnight in Berlin on the 13th it is still the 12th in UTC."""
    mailed = datetime(2026, 12, 12, 23, 30, tzinfo=UTC)

    assert read_when("12.12. 20 Uhr", BERLIN, mailed) == datetime(2027, 12, 12, 20, tzinfo=BERLIN)


@pytest.mark.parametrize(
    "text",
    ["12.12. 20 Uhr oder 13.12. 20 Uhr", "12.12.", "31.2. 20:00", "2.5 Tage", "12.13. 20 Uhr"],
)
def test_what_names_no_day_or_two_is_none_though_it_has_no_year(text: str) -> None:
    assert read_when(text, BERLIN, MAILED) is None


def test_without_the_day_of_the_mail_a_day_needs_its_year() -> None:
    """In a settings file there is none."""
    assert read_when("12.12. 20 Uhr", BERLIN) is None
