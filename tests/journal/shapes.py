"""Any event, fault and game at all, for property tests."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone
from types import MappingProxyType
from typing import Any, get_args

from hypothesis import strategies as st

from mailref.games.chance import Secret
from mailref.games.classic.game import TurnGame
from mailref.games.events import Event
from mailref.games.kind import kind_named, names
from mailref.games.rounds.game import RoundGame
from mailref.games.rummikub.game import TableGame
from mailref.games.rummikub.rules import TakeOrder, WordOrder
from mailref.orders.entries import AnyOrder, ExchangeOrder, PassOrder, PlayOrder, UnreadOrder
from mailref.tiles import moves

_ZONES = (UTC, timezone(timedelta(hours=1)), timezone(timedelta(hours=-9, minutes=-30)))

INSTANTS = st.datetimes(
    min_value=datetime(1990, 1, 1),  # noqa: DTZ001  hypothesis adds the zone
    max_value=datetime(2200, 1, 1),  # noqa: DTZ001  hypothesis adds the zone
    timezones=st.sampled_from(_ZONES),
)

FAULTS = tuple(
    each
    for each in vars(moves).values()
    if isinstance(each, type) and issubclass(each, moves.FaultAt)
)

KINDS: tuple[type[Event], ...] = tuple(
    dict.fromkeys(each for kind in map(kind_named, names()) for each in (kind.opened, *kind.known))
)


def _frozen(shape: Any) -> st.SearchStrategy[Mapping[Any, Any]]:
    key, value = get_args(shape)
    pairs = st.dictionaries(st.from_type(key), st.from_type(value), max_size=2)
    return pairs.map(MappingProxyType)


def _few(shape: Any) -> st.SearchStrategy[tuple[Any, ...]] | Any:
    """Keep tuples of any length short: a round's result is nested eight deep."""
    arguments = get_args(shape)
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        return st.lists(st.from_type(arguments[0]), max_size=2).map(tuple)
    return st.tuples(*(st.from_type(each) for each in arguments))


ORDERS = (PlayOrder, ExchangeOrder, PassOrder, UnreadOrder, WordOrder, TakeOrder)


def _secret(shape: Any) -> st.SearchStrategy[Secret[Any]]:
    (held,) = get_args(shape)
    return st.from_type(held).map(Secret)


st.register_type_strategy(datetime, INSTANTS)
st.register_type_strategy(timedelta, st.integers(0, 10**7).map(lambda s: timedelta(seconds=s)))
st.register_type_strategy(Secret, _secret)
st.register_type_strategy(AnyOrder, st.one_of(*(st.builds(each) for each in ORDERS)))
st.register_type_strategy(Mapping, _frozen)
st.register_type_strategy(tuple, _few)
st.register_type_strategy(moves.Fault, st.one_of(*(st.builds(each) for each in FAULTS)))
st.register_type_strategy(
    RoundGame,
    st.builds(
        RoundGame,
        before_close=st.none() | st.deferred(lambda: st.builds(RoundGame, before_close=st.none())),
    ),
)
st.register_type_strategy(
    TurnGame,
    st.builds(
        TurnGame,
        before_move=st.none() | st.deferred(lambda: st.builds(TurnGame, before_move=st.none())),
    ),
)
st.register_type_strategy(
    TableGame,
    st.builds(
        TableGame,
        before_move=st.none() | st.deferred(lambda: st.builds(TableGame, before_move=st.none())),
    ),
)
