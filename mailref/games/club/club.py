"""A club as a value: what happens in it, and what each event changes."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from mailref.structs import OnRecord

TOLD_BY = ("ClubMail", "OfferAsked")
"""The kinds of mail that tell of a club."""
HOLDS = timedelta(days=14)
"""So long an offer, or a question to somebody who is invited, waits for its answer."""
MOST_OPEN = 3
"""So many offers of one member may be open at once, and so many invitations."""
MOST_A_DAY = 10
"""So many invitations are taken in a club in a day, and so many offers may a member make."""
MOST_INVITED_A_DAY = 5
"""So many of them are one member's."""
ONCE_IN = timedelta(days=30)
"""In so long a time an address is asked once."""


class Members(StrEnum):
    """Who may begin games."""

    REGISTERED = "registered"
    """Who plays in a game here, or was invited by one who may."""
    CONFIRMED = "confirmed"
    """Also who answers, once, the question at his address."""
    OPEN = "open"
    """Also who is proved by his mail; all others are asked once."""


class WordJudge(StrEnum):
    """Who says whether a word counts that stands in no list."""

    GAME_MASTER = "game_master"
    LIST = "list"
    """Nobody: it does not count."""
    PLAYERS = "players"
    """Only who challenges a play has its words looked up; what stands in no list does not count then."""


class PlayedIn(Struct, frozen=True):
    """With which tiles and words games of a kind are played."""

    language: str
    """That of the tiles, by its code."""
    words: str = ""
    """What the word list is called; empty: there is none."""
    time: timedelta | None = None
    """How long at least who is to move has; None: nobody waits for one alone."""


class Member(OnRecord, frozen=True):
    """Somebody who begins games, or is asked to play."""

    name: str
    addresses: tuple[str, ...]
    """In small letters; none: he was forgotten."""
    language: str = ""
    """Of mails to him; empty: that of the club."""

    @property
    def address(self) -> str:
        """Return where he gets his mail."""
        return next(iter(self.addresses), "")

    def is_at(self, addresses: Collection[str]) -> bool:
        """Tell whether he writes from one of *addresses*."""
        return any(each in addresses for each in self.addresses)


class OfferReply(StrEnum):
    """What was said to an offer."""

    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"


class OfferMade(OnRecord, frozen=True):
    """A member wants to begin a game with others; without any, with the next who takes it."""

    number: int
    variant: str
    by: Member
    asked: tuple[Member, ...]
    at: datetime


class OfferAnswered(OnRecord, frozen=True):
    """Somebody says what he wants of an offer."""

    number: int
    by: Member
    answer: OfferReply
    at: datetime


class GameAgreed(OnRecord, frozen=True):
    """A game begins: all who play it have said yes."""

    number: int
    game: str
    title: str
    players: tuple[Member, ...]
    keys: str
    """What the settings would say of it beside id, title and players, as JSON."""
    at: datetime


class MemberInvited(OnRecord, frozen=True):
    """Somebody at an address was to be asked whether he wants in: both are known by hashes alone."""

    who: str
    by: str
    at: datetime


class MemberJoined(OnRecord, frozen=True):
    """Somebody has said at his address that he wants in."""

    member: Member
    at: datetime


class NeverAsked(OnRecord, frozen=True):
    """At an address, known by its hash alone, nobody wants to be asked any more."""

    who: str
    at: datetime


ClubEvent = OfferMade | OfferAnswered | GameAgreed | MemberInvited | MemberJoined | NeverAsked


class ClubOffer(Struct, frozen=True):
    """An offer as it stands."""

    made: OfferMade
    accepted: tuple[Member, ...] = ()
    ended: OfferReply | None = None
    """How it ended; None: it waits."""

    @property
    def number(self) -> int:
        return self.made.number

    @property
    def is_for_anyone(self) -> bool:
        return not self.made.asked

    @property
    def until(self) -> datetime:
        """Return until when it waits."""
        return self.made.at + HOLDS

    @property
    def waits_for(self) -> tuple[Member, ...]:
        """Return who was asked and has not said yes."""
        there = {address for each in self.accepted for address in each.addresses}
        return tuple(each for each in self.made.asked if not each.is_at(there))

    @property
    def people(self) -> tuple[Member, ...]:
        """Return who takes part: who made it, then those who were asked, or have taken it."""
        return (self.made.by, *(self.made.asked or self.accepted))

    def is_open(self, now: datetime) -> bool:
        """Tell whether it still waits at *now*."""
        return self.ended is None and now < self.until


_NO_OFFERS: Mapping[int, ClubOffer] = MappingProxyType({})
_NOBODY: Mapping[str, str] = MappingProxyType({})


class ClubState(Struct, frozen=True):
    """A club as it stands."""

    offers: Mapping[int, ClubOffer] = field(default_factory=lambda: _NO_OFFERS)
    games: tuple[GameAgreed, ...] = ()
    invited: tuple[MemberInvited, ...] = ()
    members: tuple[Member, ...] = ()
    """Who came in by a yes at his address; beside them all who are registered are members."""
    joined: tuple[MemberJoined, ...] = ()
    """Each time that somebody came in."""
    never: frozenset[str] = frozenset()
    spoken: Mapping[str, str] = field(default_factory=lambda: _NOBODY)
    """In which language was clearly written last from each address."""
    count: int = 0
    """How many events have happened."""

    def open_offers(self, now: datetime) -> tuple[ClubOffer, ...]:
        """Return the offers that wait for somebody, the oldest first."""
        return tuple(each for each in self.offers.values() if each.is_open(now))

    def next_number(self) -> int:
        """Return the number of the next offer or game: each is used once."""
        games = (each.number for each in self.games)
        return max((*self.offers, *games), default=0) + 1

    def member_at(self, address: str) -> Member | None:
        """Return who has come in at an address."""
        return next((each for each in self.members if address in each.addresses), None)


def apply_club(before: ClubState, event: ClubEvent) -> ClubState:
    """Return the club after *event*."""
    after = _after(before, event)
    if (writer := _writer(event)) is not None and writer.language:
        spoken = {**after.spoken, **dict.fromkeys(writer.addresses, writer.language)}
        after = replace(after, spoken=MappingProxyType(spoken))
    return replace(after, count=before.count + 1)


def _writer(event: ClubEvent) -> Member | None:
    """Return who wrote the mail by which something happened, where it is known."""
    match event:
        case OfferMade() | OfferAnswered():
            return event.by
        case MemberJoined():
            return event.member
        case GameAgreed(players=(only,)):
            return only
        case _:
            return None


def _after(now: ClubState, event: ClubEvent) -> ClubState:
    match event:
        case OfferMade():
            return _with_offer(now, ClubOffer(event))
        case OfferAnswered():
            return _with_offer(now, _answered(now.offers[event.number], event))
        case GameAgreed():
            offer = now.offers.get(event.number)
            if offer is not None:
                now = _with_offer(now, replace(offer, ended=OfferReply.ACCEPTED))
            return replace(now, games=(*now.games, event))
        case MemberInvited():
            return replace(now, invited=(*now.invited, event))
        case MemberJoined():
            others = (each for each in now.members if not each.is_at(event.member.addresses))
            return replace(now, members=(*others, event.member), joined=(*now.joined, event))
        case NeverAsked():
            return replace(now, never=now.never | {event.who})
        case _:
            assert_never(event)


def _with_offer(now: ClubState, offer: ClubOffer) -> ClubState:
    return replace(now, offers=MappingProxyType({**now.offers, offer.number: offer}))


def _answered(offer: ClubOffer, event: OfferAnswered) -> ClubOffer:
    if event.answer is OfferReply.ACCEPTED:
        return replace(offer, accepted=(*offer.accepted, event.by))
    return replace(offer, ended=event.answer)
