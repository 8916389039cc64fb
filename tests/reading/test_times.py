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
        "04/12/2026 à 20:00",
        "4/12/2026 20h",
        "le 4 décembre 2026 à 20h00",
        "4. Dezember 2026, 8 Uhr abends",
        "4 December 2026, 8 o'clock in the evening",
        "4 décembre 2026 à 8 heures du soir",
        "4 December 2026, 19:00 UTC",
    ],
)
def test_a_time_is_read(text: str) -> None:
    assert read_when(text, BERLIN) == ZAT
    (found,) = read_orders([f"VERLÄNGERN {text}: Weihnachten"], (), BERLIN)
    assert isinstance(found, Ordered)
    assert found.order == ExtendDeadline(ZAT)
    assert found.because == "Weihnachten"


@pytest.mark.parametrize(
    "text",
    [
        *("25 novembre 2026 5h40", "25 novembre 2026 à 5 h 40", "25/11/2026 à 05:40"),
        *("25.11.2026, 5.40 Uhr", "25. November 2026 um 5 Uhr 40", "25 November 2026, 5:40 am"),
        *("25 November 2026 at 5.40am", "25 novembre 2026 à 5 heures 40", "2026-11-25 5h40"),
    ],
)
def test_minutes_are_never_dropped(text: str) -> None:
    assert read_when(text, BERLIN) == datetime(2026, 11, 25, 5, 40, tzinfo=BERLIN)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "25.11.2026 5h4",
            "25.11.2026 5h75",
            "25.11.2026 20 Uhr oder 21 Uhr",
            "25.11.2026 20:00-22:00",
        ),
        *("25.11.2026 20:00 - 22:00", "25.11.2026 5:405", "25.11.2026 20 Uhr dreißig"),
        *("25 novembre 2026 à 8 heures et demie", "25 novembre 2026 à 9h moins le quart"),
        *(
            "25.11.2026 12 Uhr nachts",
            "25 November 2026 at 8 pm thirty",
            "25.11.2026 20 Uhr und 5 Minuten",
        ),
        *("25.11.2026 halb 8 Uhr", "25 November 2026 at half past 8 pm", "25.11.2026 2000 Uhr"),
    ],
)
def test_a_time_is_read_whole_or_not_at_all(text: str) -> None:
    assert read_when(text, BERLIN) is None


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
        ("le 12 décembre à 5h30", datetime(2026, 12, 12, 5, 30, tzinfo=BERLIN)),
        ("jusqu'au 12/12 à 20h", datetime(2026, 12, 12, 20, 0, tzinfo=BERLIN)),
        ("bis heute 14:58 Uhr", datetime(2026, 12, 7, 14, 58, tzinfo=BERLIN)),
        ("jusqu'à ce soir 20 h", datetime(2026, 12, 7, 20, tzinfo=BERLIN)),
        ("heute Abend, 20 Uhr", datetime(2026, 12, 7, 20, tzinfo=BERLIN)),
        ("tonight 8 pm", datetime(2026, 12, 7, 20, tzinfo=BERLIN)),
        ("jusqu'à aujourd'hui 20h", datetime(2026, 12, 7, 20, 0, tzinfo=BERLIN)),
        ("until tomorrow at 8.30 pm", datetime(2026, 12, 8, 20, 30, tzinfo=BERLIN)),
        ("bis morgen, 20 Uhr", datetime(2026, 12, 8, 20, 0, tzinfo=BERLIN)),
        ("demain à 5h40", datetime(2026, 12, 8, 5, 40, tzinfo=BERLIN)),
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
    [
        *(
            "heute Morgen 8 Uhr",
            "übermorgen 20 Uhr",
            "après-demain à 20h",
            "heute oder morgen 20 Uhr oder so",
        ),
        *("the day after tomorrow at 8 pm", "heute 20 Uhr oder morgen 20 Uhr", "heute", "demain"),
        *("12.12. 20 Uhr oder 13.12. 20 Uhr", "12.12.", "31.2. 20:00", "2.5 Tage", "12.13. 20 Uhr"),
    ],
)
def test_what_names_no_day_or_two_is_none_though_it_has_no_year(text: str) -> None:
    assert read_when(text, BERLIN, MAILED) is None


def test_without_the_day_of_the_mail_a_day_needs_its_year() -> None:
    """In a settings file there is none."""
    assert read_when("12.12. 20 Uhr", BERLIN) is None
