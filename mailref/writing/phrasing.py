"""Filters for the templates: dates, plurals, lists. They know grammar, the words come with the call."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

from babel import Locale
from babel.dates import format_datetime, format_timedelta
from jinja2 import Environment
from markupsafe import Markup

from mailref.rules.board import Area, Axes, Direction, area_name, square_name
from mailref.rules.notation import direction_word
from mailref.writing.document import TemplateError, filled_in

_LOCALES = {"de": Locale("de"), "en": Locale("en", "GB")}


def with_filters(environment: Environment, language: str) -> Environment:
    """Return the templates of a language, ready to write documents: what is filled in is fenced."""
    locale = _LOCALES[language]
    ready = environment.overlay(autoescape=True, finalize=filled_in)
    ready.filters = {
        **environment.filters,
        "date": partial(_date, locale),
        "plural": partial(_plural, locale),
        "span": partial(_span, locale),
        "listed": listed,
        "turned": partial(_turned, language),
        "direction": partial(_direction, language),
        "spaced": " ".join,
        "area": area_seen,
        "decimal": partial(_decimal, locale),
    }
    ready.globals = {**environment.globals, "unknown": _unknown}
    return ready


def _date(locale: Locale, moment: datetime, zone: ZoneInfo, pattern: str) -> str:
    """Return *moment* by the clocks of *zone*, in the pattern of Unicode's TR 35."""
    local = moment.astimezone(zone)
    return str(format_datetime(local, pattern, tzinfo=zone, locale=locale))


def _plural(locale: Locale, number: int, one: str, many: str) -> str:
    """Return `1 Punkt`, `2 Punkte`, `0 Punkte`."""
    return f"{number} {one if locale.plural_form(abs(number)) == 'one' else many}"


def _span(locale: Locale, length: timedelta) -> str:
    """Return `24 Stunden`, `7 Tage`."""
    hours = length.total_seconds() / 3600
    if hours >= 48 and hours % 24 == 0:
        text = format_timedelta(length, "day", threshold=1000, locale=locale)
    elif hours >= 1:
        text = format_timedelta(length, "hour", threshold=1000, locale=locale)
    else:
        text = format_timedelta(length, "minute", threshold=1000, locale=locale)
    return str(text)


def _decimal(locale: Locale, number: object) -> str:
    return str(number).replace(".", locale.number_symbols["latn"]["decimal"])


def listed(items: Sequence[object], last: str) -> str:
    """Return `A, B und C`."""
    texts = [str(item) for item in items]
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {last} {texts[-1]}"


@dataclass(frozen=True, slots=True)
class AreaSeen:
    """An area of the board, as a whole and by its sides: `F6-J10`, F to J, 6 to 10."""

    name: str
    letters: tuple[str, str]
    numbers: tuple[str, str]


def area_seen(area: Area, axes: Axes) -> AreaSeen:
    """Return how *area* is named where letters and numbers mean what *axes* says."""
    first, last = square_name(area.first, axes), square_name(area.last, axes)
    return AreaSeen(area_name(area, axes), (first[0], last[0]), (first[1:], last[1:]))


def _direction(language: str, way: str) -> str:
    """Return the reader's word for `across` or `down`."""
    return direction_word(Direction(way), language)


def _turned(language: str, text: str) -> str:
    """Return the names of moves (`M10 down EUBÖA M11=?`) with the reader's words for directions."""
    for direction in Direction:
        text = text.replace(f" {direction} ", f" {direction_word(direction, language)} ")
    return text


def _unknown(what: object) -> Markup:
    """Stop a template that meets a code it has no sentence for."""
    raise TemplateError(f"a template has no sentence for {what!r}")
