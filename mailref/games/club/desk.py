"""What becomes of an order of a member: events of the club, and mails owed. Nothing has happened yet."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.club import club as clubs
from mailref.games.club.contents import (
    ClubFace,
    ClubMail,
    ClubNews,
    ClubSaid,
    ClubSays,
    NotOffered,
    OfferAsked,
    OfferSeen,
)
from mailref.games.game import Player
from mailref.orders.club_lines import (
    ClubAsk,
    Invite,
    ListOffers,
    NeverAgain,
    NewGame,
    NewRound,
    OfferAnswer,
    OffersAgain,
    are_initials,
    is_unsure,
    ways_to_part,
)
from mailref.orders.shapes import find_name, first_named, folded, is_slip_of, ways_to_call
from mailref.orders.table import ClubWord
from mailref.referee.mails import Owed, addresses_of, chosen_language
from mailref.referee.policy import Answered, Office, Registration, RunningGame
from mailref.tiles.when_used import regex

_DAY = timedelta(days=1)

Agreed = Callable[
    [int, str, tuple[clubs.Member, ...], str, datetime], clubs.GameAgreed | NotOffered
]
"""Makes of number, variant, players and days what begins a game; or says why it cannot."""


class ClubRules(Struct, frozen=True):
    """What the settings say of a club, as far as its desk asks."""

    face: ClubFace
    language: str
    variants: Mapping[str, tuple[str, ...]]
    """What can be begun: each with the names by which it is called."""
    most: int
    """So many games may be going on that were begun by mail."""
    agreed: Agreed
    counts: Callable[[str, datetime], tuple[int, ...]]
    """Tells how many can play a variant: at least, and at most where there is a limit."""
    is_in_rounds: Callable[[str], bool]
    """Tells of a variant whether its games have ZATs for all."""
    hashed: Callable[[str], str]
    """Makes of an address what is kept of it where it must not be known."""

    def variant(self, written: str) -> str | None:
        """Return which kind of game *written* names; None: none, or it could be several."""
        return variant_named(written, self.variants)

    def may_mean(self, written: str) -> tuple[str, ...]:
        """Return the titles of the kinds of games that *written* names, where those are several."""
        found = variants_named(written, self.variants)
        return tuple(map(self.title, found)) if len(found) > 1 else ()

    def may_name(self, written: str) -> bool:
        """Tell whether *written* names a kind of game, or does but for a slip: he is told which there are."""
        return may_name(written, self.variants)

    def title(self, variant: str) -> str:
        """Return how a kind of game is called in the language of the club."""
        return next((title for name, title in self.face.kinds if name == variant), variant)


def variant_named(written: str, variants: Mapping[str, Sequence[str]]) -> str | None:
    """Return which of *variants*, each with its names, *written* names; None: none, or it could be several."""
    if not written:
        return next(iter(variants)) if len(variants) == 1 else None
    found = variants_named(written, variants)
    return found[0] if len(found) == 1 else None


def variants_named(written: str, variants: Mapping[str, Sequence[str]]) -> list[str]:
    """Return those of *variants*, each with its names, that *written* may name.

    >>> variants_named("Scrabble", {"a": ["Scrabble A"], "b": ["Scrabble B"], "c": ["Bingo"]})
    ['a', 'b']
    """
    wanted = folded(written)
    called = {each: [folded(name) for name in names] for each, names in variants.items()}
    exact = [each for each, names in called.items() if wanted in names]
    part = [each for each, names in variants.items() if _begins_a_word(wanted, names)]
    return exact or (part if len(wanted) >= _SHORTEST else [])


def _begins_a_word(wanted: str, names: Iterable[str]) -> bool:
    """Tell whether a word of names begins so, or they do from it on.

    >>> [_begins_a_word(folded(each), ["Klassisches Scrabble"]) for each in ("klassisch", "Scrabble", "Chess")]
    [True, True, False]
    """
    ends = (folded(name[at.start() :]) for name in names for at in _WORD.finditer(name))
    return any(each.startswith(wanted) for each in ends)


_WORD = regex(r"(?<![^\W_])[^\W_]")
_SHORTEST = 3
"""Fewer letters name no kind of game by a part of its name."""


def may_name(written: str, variants: Mapping[str, Sequence[str]]) -> bool:
    """Tell whether *written* names one of *variants*, or does but for a slip."""
    names = (each for said in variants.values() for each in said)
    is_named = variant_named(written, variants) is not None
    return is_named or any(_is_nearly(written, each) for each in names)


def _is_nearly(written: str, name: str) -> bool:
    """Tell whether a text is a name but for a slip in one of its longer words.

    >>> _is_nearly("klasisches Scrabble", "Klassisches Scrabble"), _is_nearly("Binge", "Bingo")
    (True, False)
    """
    words, wanted = ([*map(folded, each.split())] for each in (written, name))
    if len(words) != len(wanted):
        return False
    wrong = [(a, b) for a, b in zip(words, wanted, strict=True) if a != b]
    return len(wrong) == 1 and len(wrong[0][1]) >= _SHORTEST_WRONG and is_slip_of(*wrong[0])


_SHORTEST_WRONG = 5
"""A slip in a shorter word makes another one of it."""


class ClubPerson(Struct, frozen=True):
    """Who gives an order: who he is, and at which addresses."""

    member: clubs.Member
    addresses: frozenset[str]

    def is_one(self, member: clubs.Member) -> bool:
        return member.is_at(self.addresses)


class Done(Struct, frozen=True):
    """What an order comes to."""

    events: tuple[clubs.ClubEvent, ...] = ()
    says: tuple[ClubSaid, ...] = ()
    """What its sender is told."""
    mails: tuple[Owed, ...] = ()
    """What others are told."""
    offered: tuple[tuple[int, Owed], ...] = ()
    """Who is asked about which offer."""
    asks: tuple[tuple[str, str], ...] = ()
    """Addresses of strangers that are asked whether they want in, and by whom they were invited."""
    lists: bool = False
    """Whether he is shown what is offered."""
    helps: bool = False
    """Whether he is told what can be written in games."""

    def then(self, other: "Done") -> "Done":
        return Done(
            (*self.events, *other.events),
            (*self.says, *other.says),
            (*self.mails, *other.mails),
            (*self.offered, *other.offered),
            (*self.asks, *other.asks),
            self.lists or other.lists,
            self.helps or other.helps,
        )


def people_of(club: clubs.ClubState, office: Office) -> tuple[clubs.Member, ...]:
    """Return everybody who plays here, by the name in the newest game, and who has come in."""
    found, spoken = {each.address: each for each in club.members if each.address}, club.spoken
    chosen = dict[str, str]()
    for running in office.games.values():
        for player in running.game.players.values():
            if player.addresses:
                address = player.addresses[0].lower()
                chosen[address] = player.language or chosen.get(address, "")
                member = member_of(running, player, spoken)
                found[address] = replace(member, language=chosen[address] or member.language)
    return tuple(found.values())


def member_of(running: RunningGame, player: Player, spoken: Mapping[str, str]) -> clubs.Member:
    """Return a player of a game as a member, with the language that he chose or was *spoken*, else that of his game."""
    addresses = addresses_of(player)
    written = next((spoken[each] for each in addresses if each in spoken), "")
    language = player.language or written or chosen_language(running.policy, player)
    return clubs.Member(player.name, addresses, language)


class ClubDesk(Struct, frozen=True):
    """All that is looked at while the orders of a mail are carried out."""

    club: clubs.ClubState
    office: Office
    rules: ClubRules
    now: datetime
    key: str
    """Of the mail."""

    def carry_out(self, asks: Iterable[ClubAsk], who: ClubPerson) -> Done:
        """Return what orders come to, one after another; nothing where two answers to an offer are at odds."""
        desk, found, meant = self, Done(), self.meant(asks, who)
        if (at_odds := _answered_both_ways(meant)) is not None:
            return self.not_understood(at_odds, who)
        for number, ask in enumerate(meant):
            desk = replace(desk, key=f"{self.key}:{number}")
            done = desk.one(desk.numbered(ask, who), who)
            found = found.then(done)
            desk = replace(desk, club=desk.after(done))
        return found

    def meant(self, asks: Iterable[ClubAsk], who: ClubPerson) -> tuple[ClubAsk, ...]:
        """Return orders with their offers; what a sentence says beside an answer to one is no order of its own.

        `Ich würde gern die Partie gegen Cilly spielen:` leads to `ANGEBOT 2 ANNEHMEN`, which is Cilly's.
        """
        found = [self.sure_of_names(self.numbered(each, who), who) for each in asks]
        sure = {e.number for e in found if isinstance(e, OfferAnswer) and not is_unsure((e,))}
        offers = [self.club.offers[number] for number in sure if number in self.club.offers]
        return tuple(
            each for each in found if not any(self._is_about(each, offer, who) for offer in offers)
        )

    def _is_about(self, ask: ClubAsk, offer: clubs.ClubOffer, who: ClubPerson) -> bool:
        """Tell whether what is perhaps an order speaks of an offer, or of such a game with its people."""
        if not is_unsure((ask,)):
            return False
        if isinstance(ask, OfferAnswer):
            return ask.number == offer.number
        if not isinstance(ask, NewGame) or not ask.people or ask.is_by_address:
            return False
        others = self._others(ask.people, who)
        theirs = {each.address for each in offer.people}
        is_with_them = isinstance(others, tuple) and theirs.issuperset(e.address for e in others)
        return is_with_them and (
            not ask.variant or self.rules.variant(ask.variant) == offer.made.variant
        )

    def numbered(self, ask: ClubAsk, who: ClubPerson) -> ClubAsk:
        """Return an order with the number of the offer that is meant, where that can be only one.

        A plain no to that is sure; what begins a game is asked about.
        """
        if not isinstance(ask, OfferAnswer) or ask.number or ask.written:
            return ask
        meant = self._may_be_meant(ask, who)
        if len(meant) != 1:
            return ask
        is_unsure = ask.is_unsure and not ask.is_plain_no
        return replace(ask, number=meant[0].number, is_unsure=is_unsure)

    def _may_be_meant(self, ask: OfferAnswer, who: ClubPerson) -> list[clubs.ClubOffer]:
        """Return the open offers that an answer without a number may be about."""
        is_own = ask.said is ClubWord.TAKE_BACK
        return [
            each
            for each in self.club.open_offers(self.now)
            if who.is_one(each.made.by) is is_own
            and _concerns(each, who)
            and (is_own or not ask.beside or _is_called(each.made.by.name, ask.beside))
        ]

    def sure_of_names(self, ask: ClubAsk, who: ClubPerson) -> ClubAsk:
        """Return an answer to an offer without the name beside it; unsure where that is neither his nor the maker's."""
        if not isinstance(ask, OfferAnswer) or not ask.beside:
            return ask
        offer = self.club.offers.get(ask.number)
        names = (who.member.name, offer.made.by.name if offer else "")
        is_known = any(_is_called(each, ask.beside) for each in names if each)
        return replace(ask, beside="", is_unsure=ask.is_unsure or not is_known)

    def may_mean(self, ask: ClubAsk, who: ClubPerson) -> bool:
        """Tell whether what may be no order is one: a game is named by its kind, or by people who play here.

        An answer to an offer without its number means one that there is for him, or of whom he names.
        """
        if isinstance(ask, OfferAnswer) and not ask.number and not ask.written:
            return ask.said is ClubWord.TAKE_BACK or bool(self._may_be_meant(ask, who))
        if not isinstance(ask, NewGame) or not ask.is_unsure or ask.variant:
            return True
        return (
            not ask.people or ask.is_by_address or isinstance(self._others(ask.people, who), tuple)
        )

    def waits_for_him(self, number: int, who: ClubPerson) -> bool:
        """Tell whether there is an open offer of that number that somebody may answer."""
        offer = self.club.offers.get(number)
        return offer is not None and offer.is_open(self.now) and _concerns(offer, who)

    def after(self, done: Done) -> clubs.ClubState:
        """Return the club after what an order came to."""
        club = self.club
        for event in done.events:
            club = clubs.apply_club(club, event)
        return club

    def one(self, ask: ClubAsk, who: ClubPerson) -> Done:
        """Return what one order comes to."""
        match ask:
            case NewGame():
                return self._new_game(ask, who)
            case NewRound():
                return self._new_round(ask, who)
            case OfferAnswer():
                return self._answer(ask, who)
            case ListOffers():
                return Done(lists=True)
            case Invite():
                return self._invite(ask, who)
            case NeverAgain():
                return self._never_again(who)
            case OffersAgain():
                return self._offers_again(who)

    def _offers_again(self, who: ClubPerson) -> Done:
        """Return that it holds for good if somebody has ordered offers off; else what is offered."""
        is_off = any(self.rules.hashed(each) in self.club.never for each in who.addresses)
        says = (ClubSaid(NotOffered.HOLDS_FOR_GOOD),) if is_off else ()
        return Done(says=says, lists=True)

    def _never_again(self, who: ClubPerson) -> Done:
        hashed = (self.rules.hashed(each) for each in sorted(who.addresses))
        gone = tuple(clubs.NeverAsked(it, self.now) for it in hashed if it not in self.club.never)
        found = Done(gone, (ClubSaid(ClubSays.NEVER_AGAIN),))
        for offer in self.club.open_offers(self.now):
            # Of a later one he was not asked, and nobody is told why.
            if gone and any(map(who.is_one, offer.waits_for)):
                found = found.then(replace(self._end(offer, who, is_own=False), says=()))
        return found

    def _new_game(self, ask: NewGame, who: ClubPerson) -> Done:
        variant = self.rules.variant(ask.variant)
        if variant is None:
            called = (ask.people,) if ask.people else ()
            kinds = self.rules.may_mean(ask.variant)
            said = ClubSaid(NotOffered.WHICH_GAME, named=ask.variant, names=called, kinds=kinds)
            return Done(says=(said,))
        if ask.lacks_people:
            return _refused(NotOffered.WITH_WHOM, title=self.rules.title(variant))
        if ask.is_by_address and ask.address in who.addresses:
            return _refused(NotOffered.HIMSELF)
        if ask.is_by_address:
            return _refused(NotOffered.BY_ADDRESS, named=ask.address)
        others = self._others(ask.people, who) if ask.people else ()
        if isinstance(others, ClubSaid):
            beside = ask.address if others.what is NotOffered.WHO else ""
            return Done(says=(replace(others, address="" if beside in who.addresses else beside),))
        if (other := self._other_language(ask, variant)) is not None:
            return Done(says=(other,))
        if (why := self._why_no_more(who)) is not None:
            return Done(says=(why,))
        if (same := self._same_offer(variant, others, who)) is not None:
            return _refused(NotOffered.SAME_OFFER, number=same.number)
        number, title = self.club.next_number(), self.rules.title(variant)
        players = (who.member, *(others or (_ANYONE,)))
        tried = self.rules.agreed(number, variant, players, "", self.now)
        if isinstance(tried, NotOffered):
            return self._cannot_begin(tried, variant, len(players))
        made = clubs.OfferMade(number, variant, who.member, others, self.now)
        offer = clubs.ClubOffer(made)
        what = ClubSays.OFFERED if others else ClubSays.OFFERED_TO_ALL
        names = tuple(each.name for each in others)
        said = ClubSaid(what, number, title, names, until=offer.until)
        return Done((made,), (said,), offered=tuple(self._asked(offer)))

    def _other_language(self, ask: NewGame | NewRound, variant: str) -> ClubSaid | None:
        """Return that such games are played in another language than that which somebody asks for."""
        played = dict(self.rules.face.played).get(variant)
        if not ask.language or played is None or ask.language == played.language:
            return None
        return ClubSaid(
            NotOffered.OTHER_LANGUAGE, title=self.rules.title(variant), named=ask.language
        )

    def _others(self, written: str, who: ClubPerson) -> tuple[clubs.Member, ...] | ClubSaid:
        """Return whom the names stand for; or why nobody knows, or that two readings of them are names."""
        known = tuple(each for each in people_of(self.club, self.office) if not who.is_one(each))
        read = [self._meant(texts, known, who) for texts in ways_to_part(written)]
        sure = {frozenset(each): each for each in read if isinstance(each, dict)}
        if not sure:
            return next(each for each in read if isinstance(each, ClubSaid))
        if len(sure) > 1:
            names = tuple(" + ".join(m.name for m in each.values()) for each in sure.values())
            return ClubSaid(NotOffered.WHO, named=written, names=names)
        return tuple(next(iter(sure.values())).values())

    def _meant(
        self, texts: Iterable[str], known: Sequence[clubs.Member], who: ClubPerson
    ) -> dict[str, clubs.Member] | ClubSaid:
        """Return whom *texts* name, each one of them, by address; or of which nobody knows whom it means."""
        found: dict[str, clubs.Member] = {}
        for text in texts:
            member = self._named(text, known)
            if isinstance(member, clubs.Member):
                found[member.address] = member
                continue
            is_own = folded(text) in ways_to_call(who.member.name)
            nobody = NotOffered.INITIALS if are_initials(text) else NotOffered.WHO
            why = NotOffered.HIMSELF if is_own and not member else nobody
            return ClubSaid(why, named=text, names=member)
        return found

    def _named(self, text: str, known: Sequence[clubs.Member]) -> clubs.Member | tuple[str, ...]:
        """Return who is called so; else the names that are meant perhaps."""
        names = tuple(dict.fromkeys(each.name for each in known))
        by_first = first_named(text, names)
        found = find_name(text, names)
        if not isinstance(found, str):
            if len(by_first) != 1:
                return by_first or found
            found = by_first[0]
        called = [each for each in known if each.name == found]
        came_in = [each for each in called if self.club.member_at(each.address) is not None]
        # Who has come in was the first of that name: nobody comes in by one that somebody has.
        meant = came_in if len(called) > 1 else called
        return meant[0] if len(meant) == 1 else (found,)

    def _same_offer(
        self, variant: str, others: tuple[clubs.Member, ...], who: ClubPerson
    ) -> clubs.ClubOffer | None:
        """Return the open offer of such a game to the same people, where they are named."""
        asked = {each.address for each in others}
        return next(
            (
                each
                for each in self._own_offers(who)
                if asked
                and each.made.variant == variant
                and {it.address for it in each.made.asked} == asked
            ),
            None,
        )

    def _own_offers(self, who: ClubPerson) -> list[clubs.ClubOffer]:
        return [each for each in self.club.open_offers(self.now) if who.is_one(each.made.by)]

    def _why_no_more(self, who: ClubPerson) -> ClubSaid | None:
        """Return why somebody can offer no game more now, and what of his waits."""
        own, rounds = self._own_offers(who), self._own_rounds(who)
        if len(own) + len(rounds) >= clubs.MOST_OPEN:
            numbers = tuple(each.number for each in own)
            titles = tuple(each.title for each in rounds)
            return ClubSaid(NotOffered.TOO_MANY_OFFERS, names=titles, offers=numbers)
        made = [each.made for each in self.club.offers.values() if who.is_one(each.made.by)]
        if sum(self.now - each.at < _DAY for each in made) >= clubs.MOST_A_DAY:
            return ClubSaid(NotOffered.OFFERED_ENOUGH)
        is_crowded = len(self.club.open_offers(self.now)) >= self.rules.most
        return ClubSaid(NotOffered.CLUB_IS_FULL) if is_crowded or self._is_full() else None

    def _own_rounds(self, who: ClubPerson) -> list[clubs.GameAgreed]:
        """Return the games of one that somebody has begun and that go on: others join by themselves."""
        own = (each for each in self.club.games if len(each.players) == 1)
        return [each for each in own if who.is_one(each.players[0]) and self._goes_on(each)]

    def _goes_on(self, agreed: clubs.GameAgreed) -> bool:
        running = self.office.games.get(agreed.game)
        return running is None or not running.game.is_over

    def _is_full(self) -> bool:
        return sum(map(self._goes_on, self.club.games)) >= self.rules.most

    def _new_round(self, ask: NewRound, who: ClubPerson) -> Done:
        variant = self.rules.variant(ask.variant)
        if variant is None:
            kinds = self.rules.may_mean(ask.variant)
            said = ClubSaid(NotOffered.WHICH_ROUND, named=ask.variant, kinds=kinds)
            return Done(says=(said,))
        title = self.rules.title(variant)
        if not self.rules.is_in_rounds(variant):
            return _refused(NotOffered.NOT_IN_ROUNDS, title=title)
        if (other := self._other_language(ask, variant)) is not None:
            return Done(says=(other,))
        if (why := self._why_no_more(who)) is not None:
            return Done(says=(why,))
        number = self.club.next_number()
        agreed = self.rules.agreed(number, variant, (who.member,), ask.schedule, self.now)
        if isinstance(agreed, NotOffered):
            return _refused(agreed, named=ask.schedule, title=title)
        return Done((agreed,), (ClubSaid(ClubSays.ROUND_BEGINS, number, agreed.title),))

    def _answer(self, ask: OfferAnswer, who: ClubPerson) -> Done:
        if _A_NUMBER.fullmatch(ask.written):
            return _refused(NotOffered.NO_SUCH_OFFER, named=ask.written)
        if not ask.number:
            return _refused(NotOffered.WHICH_OFFER)
        offer = self.club.offers.get(ask.number)
        if offer is None or not offer.is_open(self.now) or not self._may_see(offer, who):
            return _refused(NotOffered.NO_SUCH_OFFER, number=ask.number)
        is_own = who.is_one(offer.made.by)
        if self._is_master(who) and ask.said is ClubWord.TAKE_BACK:
            return self._end(offer, who, is_own=True)
        if not _concerns(offer, who):
            return _refused(NotOffered.NO_SUCH_OFFER, number=ask.number)
        if ask.said is ClubWord.ACCEPT:
            if is_own:
                return _refused(NotOffered.OWN_OFFER, number=ask.number)
            return self._accept(offer, who)
        if offer.is_for_anyone and not is_own:
            return _refused(NotOffered.OPEN_TO_ALL, number=ask.number)
        if ask.said is ClubWord.TAKE_BACK and not is_own:
            return _refused(NotOffered.NOT_HIS_OFFER, number=ask.number)
        return self._end(offer, who, is_own=is_own)

    def not_understood(self, number: int, who: ClubPerson) -> Done:
        """Return what somebody is told who answers a mail about an offer in words that are not understood."""
        offer = self.club.offers.get(number)
        if offer is None or not offer.is_open(self.now) or not _concerns(offer, who):
            return Done(says=(ClubSaid(NotOffered.UNCLEAR),), lists=True)
        if who.is_one(offer.made.by):
            return _refused(NotOffered.UNCLEAR_OWN, number=number)
        is_asked = any(map(who.is_one, offer.made.asked))
        why = NotOffered.PLAYS_OR_NOT if is_asked else NotOffered.UNCLEAR
        return _refused(why, number=number, title=self.rules.title(offer.made.variant))

    def _is_master(self, who: ClubPerson) -> bool:
        return self.office.house.gamemaster_address.lower() in who.addresses

    def _may_see(self, offer: clubs.ClubOffer, who: ClubPerson) -> bool:
        """Tell whether somebody may know of an offer: whom it concerns, and the game master."""
        return _concerns(offer, who) or self._is_master(who)

    def _end(self, offer: clubs.ClubOffer, who: ClubPerson, *, is_own: bool) -> Done:
        """Let an offer end: its maker takes it back, or one of those asked says no."""
        answer = clubs.OfferReply.WITHDRAWN if is_own else clubs.OfferReply.DECLINED
        what = ClubSays.WITHDRAWN if is_own else ClubSays.DECLINED
        told = ClubSays.OTHER_WITHDREW if is_own else ClubSays.OTHER_DECLINED
        event = clubs.OfferAnswered(offer.number, who.member, answer, self.now)
        title = self.rules.title(offer.made.variant)
        mails = self._tell(
            offer.people, who, ClubSaid(told, offer.number, title, (who.member.name,))
        )
        return Done((event,), (ClubSaid(what, offer.number, title),), mails)

    def _accept(self, offer: clubs.ClubOffer, who: ClubPerson) -> Done:
        if any(map(who.is_one, offer.accepted)):
            return _refused(NotOffered.SAID_BEFORE, number=offer.number)
        member = who.member
        event = clubs.OfferAnswered(offer.number, member, clubs.OfferReply.ACCEPTED, self.now)
        after = replace(offer, accepted=(*offer.accepted, member))
        title = self.rules.title(offer.made.variant)
        if not after.waits_for:
            return self._begin(after, who, event)
        said = ClubSaid(ClubSays.ACCEPTED, offer.number, title, _names(after.waits_for))
        told = ClubSaid(ClubSays.OTHER_ACCEPTED, offer.number, title, (member.name,))
        return Done((event,), (said,), self._tell((offer.made.by,), who, told))

    def _begin(self, offer: clubs.ClubOffer, who: ClubPerson, event: clubs.OfferAnswered) -> Done:
        """Let a game begin: all have said yes."""
        if self._is_full():
            return _refused(NotOffered.CLUB_IS_FULL)
        players = (offer.made.by, *offer.accepted)
        agreed = self.rules.agreed(offer.number, offer.made.variant, players, "", self.now)
        if isinstance(agreed, NotOffered):
            return self._cannot_begin(agreed, offer.made.variant, len(players))
        said = ClubSaid(ClubSays.BEGINS, offer.number, agreed.title, _names(players))
        return Done((event, agreed), (said,), self._tell(players, who, said))

    def _cannot_begin(self, why: NotOffered, variant: str, players: int) -> Done:
        """Return that so many players cannot begin such a game, and how many can."""
        counts = self.rules.counts(variant, self.now) if why is NotOffered.NOT_SO_MANY else ()
        said = ClubSaid(why, players, self.rules.title(variant), counts=counts)
        return Done(says=(said,))

    def _invite(self, ask: Invite, who: ClubPerson) -> Done:
        """Let somebody be asked; the answer is the same whether the address is known."""
        if not ask.address or self.office.house.own_among((ask.address,)) is not None:
            return _refused(NotOffered.NO_ADDRESS)
        if ask.address in who.addresses:
            return _refused(NotOffered.OWN_ADDRESS)
        by, whom = self.rules.hashed(who.member.address), self.rules.hashed(ask.address)
        said = ClubSaid(ClubSays.INVITED, named=ask.address)
        if self._has_invited(by, whom):
            return Done(says=(said,))
        if (why := self._why_not_invited(by)) is not None:
            return _refused(why)
        event = clubs.MemberInvited(whom, by, self.now)
        if not self._may_ask(whom):
            return Done((event,), (said,))
        known = self._at(ask.address)
        if known is None:
            return Done((event,), (said,), asks=((ask.address, who.member.name),))
        told = ClubSaid(ClubSays.OTHER_INVITES, names=(who.member.name,))
        return Done((event,), (said,), self._tell((known,), who, told))

    def _has_invited(self, by: str, whom: str) -> bool:
        """Tell whether somebody has invited the same address of late: that sends nothing, and counts no second time."""
        made = (each.at for each in self.club.invited if (each.who, each.by) == (whom, by))
        return any(self.now - at < clubs.ONCE_IN for at in made)

    def _why_not_invited(self, by: str) -> NotOffered | None:
        """Return why somebody can invite nobody more now.

        Nothing of it depends on who was invited, but for who has come in since: of him his inviter hears.
        """
        if self._open_invitations(by) >= clubs.MOST_OPEN:
            return NotOffered.TOO_MANY_INVITATIONS
        today = {(e.who, e.by) for e in self.club.invited if self.now - e.at < _DAY}
        own = sum(each == by for _, each in today)
        is_enough = len(today) >= clubs.MOST_A_DAY or own >= clubs.MOST_INVITED_A_DAY
        return NotOffered.ENOUGH_TODAY if is_enough else None

    def _open_invitations(self, by: str) -> int:
        """Count whom somebody has invited of late, and of whom he has not heard that they came in by that."""
        invited = [each for each in self.club.invited if each.by == by]
        waiting = {each.who for each in invited if self.now - each.at < clubs.HOLDS}
        return len(waiting - self._came_by(by))

    def _came_by(self, by: str) -> frozenset[str]:
        """Return the hashes of who has come in after somebody had invited him, as the last one who did."""
        came = ((self.rules.hashed(each.member.address), each.at) for each in self.club.joined)
        return frozenset(who for who, at in came if self.invited_by(who, at) == by)

    def invited_by(self, who: str, at: datetime) -> str:
        """Return the hash of who had invited an address last, as it was at a time; empty: nobody had."""
        made = [each.by for each in self.club.invited if each.who == who and each.at <= at]
        return made[-1] if made else ""

    def _may_ask(self, whom: str) -> bool:
        """Tell whether an address was not asked of late, and did not say that it never wants to be."""
        asked = (each.at for each in self.club.invited if each.who == whom)
        return whom not in self.club.never and all(self.now - at >= clubs.ONCE_IN for at in asked)

    def _at(self, address: str) -> clubs.Member | None:
        """Return who is known by an address."""
        if address == self.office.house.gamemaster_address.lower():
            return clubs.Member(self.office.house.gamemaster_name, (address,))
        for running in (self.office.games[id_] for id_ in self.office.games_at(address)):
            for player in running.book.at(running.game.players, address):
                return member_of(running, player, self.club.spoken)
        reads = bool(self.office.games_at(address))
        return self.club.member_at(address) or (clubs.Member("", (address,)) if reads else None)

    def _asked(self, offer: clubs.ClubOffer) -> Iterator[tuple[int, Owed]]:
        """Yield the question to each who is asked, but to who never wants one."""
        for member in offer.made.asked:
            if any(self.rules.hashed(each) in self.club.never for each in member.addresses):
                continue
            seen = self._seen(offer, None)
            others = tuple(name for name in _names(offer.made.asked) if name != member.name)
            content = OfferAsked(self.rules.face, seen, others)
            yield offer.number, self.owed(member, content, f"offer:{offer.number}")

    def _tell(
        self, people: Iterable[clubs.Member], who: ClubPerson, said: ClubSaid
    ) -> tuple[Owed, ...]:
        """Owe to *people*, but to who has written, what has happened."""
        content = ClubNews(self.rules.face, (said,))
        known = {each.address: each.language for each in people_of(self.club, self.office)}
        told = (each for each in people if each.address and not who.is_one(each))
        told = (replace(each, language=known.get(each.address) or each.language) for each in told)
        return tuple(self.owed(each, content, f"club:{self.key}") for each in told)

    def weekly(
        self, reads: Callable[[clubs.Member], bool], key: str, morning: datetime
    ) -> Iterator[Owed]:
        """Owe the list of a *morning* to each who *reads* it and whom somebody else has offered a game before it.

        Who never wants one gets none.
        """
        old = {each.number for each in self.club.open_offers(self.now) if each.made.at < morning}
        for member in people_of(self.club, self.office):
            hashes = set(map(self.rules.hashed, member.addresses))
            if not hashes.isdisjoint(self.club.never) or not reads(member):
                continue
            who = ClubPerson(member, frozenset(member.addresses))
            found = self.listed(who)
            if any(e.number in old and not e.is_own and not e.names for e in found.offers):
                content = ClubNews(
                    found.club, (), found.offers, found.rounds, is_list=True, is_weekly=True
                )
                yield self.owed(member, content, key)

    def expired(self, offers: Iterable[clubs.ClubOffer]) -> Iterator[Owed]:
        """Owe to who has made one of *offers* that have waited in vain that it is over."""
        known = {each.address: each for each in people_of(self.club, self.office)}
        for offer in offers:
            by = offer.made.by
            if not by.address:
                continue
            title, names = self.rules.title(offer.made.variant), _names(offer.waits_for)
            content = ClubNews(
                self.rules.face, (ClubSaid(ClubSays.EXPIRED, offer.number, title, names),)
            )
            yield self.owed(known.get(by.address, by), content, f"club:expired:{offer.number}")

    def listed(self, who: ClubPerson | None) -> ClubMail:
        """Return what is offered, as somebody is shown it."""
        found = [
            self._seen(each, who)
            for each in self.club.open_offers(self.now)
            if each.is_for_anyone or (who is not None and self._may_see(each, who))
        ]
        rounds = tuple(
            running.policy.title
            for each in self.club.games
            if (running := self.office.games.get(each.game)) is not None
            and running.policy.registration is Registration.OPEN
            and not running.game.is_over
        )
        return ClubMail(self.rules.face, (), tuple(found), rounds, is_list=True)

    def answer(self, done: Done, who: ClubPerson, answers: Answered) -> Iterator[Owed]:
        """Owe to who has written what became of his orders."""
        if not done.says and not done.lists:
            return
        says = tuple(dict.fromkeys(done.says))
        content = ClubMail(self.rules.face, says)
        if done.lists:
            content = replace(self.listed(who), says=says, is_help=done.helps)
        owed = self.owed(who.member, content, f"club:{self.key}:answer")
        yield replace(owed, answers=answers)

    def _seen(self, offer: clubs.ClubOffer, who: ClubPerson | None) -> OfferSeen:
        return OfferSeen(
            offer.number,
            self.rules.title(offer.made.variant),
            offer.made.by.name,
            _names(offer.made.asked),
            offer.until,
            is_own=who is not None and who.is_one(offer.made.by),
            is_asked=who is not None and any(map(who.is_one, offer.waits_for)),
        )

    def owed(self, member: clubs.Member, content: ClubMail | OfferAsked, key: str) -> Owed:
        """Return a mail to a member, about no single game."""
        return Owed(
            key=f"{key}:{member.address}",
            recipient=member.address,
            name=member.name,
            language=member.language or self.rules.language,
            content=content,
            at=self.now,
        )

    def joined(self, member: clubs.Member, by: str) -> Done:
        """Return that somebody has come in; who invited him, known by his hash, is told, and the game master."""
        told = ClubSaid(ClubSays.OTHER_JOINED, names=(member.name,))
        everybody = people_of(self.club, self.office)
        inviting = [each for each in everybody if self.rules.hashed(each.address) == by]
        who, house = ClubPerson(member, frozenset(member.addresses)), self.office.house
        mails = self._tell(inviting, who, told)
        by_whom = next((each.name for each in inviting), "")
        came = ClubSaid(ClubSays.MEMBER_CAME, names=(member.name,), named=by_whom)
        game_master = clubs.Member(house.gamemaster_name, (house.gamemaster_address,))
        if house.gamemaster_address.lower() not in {each.recipient.lower() for each in mails}:
            mails = (*mails, *self._tell((game_master,), who, came))
        return Done(
            (clubs.MemberJoined(member, self.now),), (ClubSaid(ClubSays.JOINED),), mails, lists=True
        )


_A_NUMBER = regex(r"[-–−+]?\d{1,20}")
"""What is shown again as it was written, where no offer has it."""
_ANYONE = clubs.Member("N.N.", ("anyone@example.org",))
"""Stands for who will play, while it is tried whether a game can be begun so."""


def _answered_both_ways(asks: Iterable[ClubAsk]) -> int | None:
    """Return the number of an offer that somebody accepts, and declines or takes back as well; None: there is none.

    >>> _answered_both_ways([OfferAnswer(6, ClubWord.ACCEPT), OfferAnswer(6, ClubWord.DECLINE)])
    6
    >>> _answered_both_ways([OfferAnswer(6, ClubWord.TAKE_BACK), OfferAnswer(6, ClubWord.DECLINE)])
    """
    said: dict[int, set[bool]] = {}
    for each in asks:
        if isinstance(each, OfferAnswer) and each.number:
            said.setdefault(each.number, set()).add(each.said is ClubWord.ACCEPT)
    return next((number for number, ways in said.items() if len(ways) > 1), None)


def _refused(why: NotOffered, *, named: str = "", title: str = "", number: int = 0) -> Done:
    return Done(says=(ClubSaid(why, number, title, named=named),))


def _is_called(name: str, written: str) -> bool:
    """Tell whether somebody may be called so, also by `Dora's` or `Doras`."""
    said, ways = folded(written), set(ways_to_call(name))
    bare = said.removesuffix("s")
    return not ways.isdisjoint({said, bare, bare.rstrip("'’ ")})


def _concerns(offer: clubs.ClubOffer, who: ClubPerson) -> bool:
    """Tell whether somebody may answer an offer."""
    return offer.is_for_anyone or any(map(who.is_one, (offer.made.by, *offer.made.asked)))


def _names(people: Iterable[clubs.Member]) -> tuple[str, ...]:
    return tuple(each.name for each in people)
