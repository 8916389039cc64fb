"""What the mails of a club tell, as values without a sentence."""

from datetime import datetime
from enum import StrEnum
from typing import ClassVar
from zoneinfo import ZoneInfo

from msgspec import Struct, field

from mailref.games.club.club import PlayedIn
from mailref.referee.contents import Content


class ClubSays(StrEnum):
    """What became of an order, or what others have done; each is a sentence."""

    OFFERED = "offered"
    OFFERED_TO_ALL = "offered_to_all"
    ACCEPTED = "accepted"
    """The reader has said yes, and others have not yet."""
    BEGINS = "begins"
    """All have said yes."""
    ROUND_BEGINS = "round_begins"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    INVITED = "invited"
    NEVER_AGAIN = "never_again"
    OTHER_ACCEPTED = "other_accepted"
    OTHER_DECLINED = "other_declined"
    OTHER_WITHDREW = "other_withdrew"
    OTHER_JOINED = "other_joined"
    MEMBER_CAME = "member_came"
    """The game master is told who has come in, and by whose invitation."""
    EXPIRED = "expired"
    """An offer of the reader has waited as long as it may."""
    OTHER_INVITES = "other_invites"
    """A member, who is one already, was to be asked whether he wants in."""
    JOINED = "joined"
    WISHED = "wished"
    """Who has come in wrote with whom he would like to play, in words by which no game is begun."""
    DROPPED = "dropped"
    """What waited for a yes is not done."""
    SAID_BEFORE = "said_yes_before"


class NotOffered(StrEnum):
    """Why an order was not carried out; each is a sentence."""

    WHICH_GAME = "which_game"
    WHICH_ROUND = "which_round"
    WITH_WHOM = "with_whom"
    """He names a kind of game, and nobody to play it with."""
    WHO = "who"
    """Nobody, or more than one, is called so."""
    BY_ADDRESS = "by_address"
    """He writes an address in place of a name: no answer tells whose that is, or whether it is known."""
    INITIALS = "initials"
    """He writes what pages show of somebody, and nobody is called so."""
    HIMSELF = "himself"
    NOT_SO_MANY = "not_so_many"
    OTHER_LANGUAGE = "other_language"
    """He wants tiles and words of a language in which such games are not played here."""
    NOT_IN_ROUNDS = "not_in_rounds"
    """A game in rounds has no others that are asked one by one, or one in turns no ZAT for all."""
    WHICH_DAYS = "which_days"
    TOO_MANY_OFFERS = "too_many_offers"
    SAME_OFFER = "same_offer"
    """It waits already for the same people."""
    OFFERED_ENOUGH = "offered_enough"
    CLUB_IS_FULL = "club_is_full"
    NO_SUCH_OFFER = "no_such_offer"
    WHICH_OFFER = "which_offer"
    """Several offers are his own, or none, and he does not say which."""
    OWN_OFFER = "own_offer"
    NOT_HIS_OFFER = "not_his_offer"
    OPEN_TO_ALL = "open_to_all"
    """It is somebody else's to anyone: nobody needs to decline it, and only its maker takes it back."""
    SAID_BEFORE = "said_before"
    NO_ADDRESS = "no_address"
    OWN_ADDRESS = "own_address"
    TOO_MANY_INVITATIONS = "too_many_invitations"
    ENOUGH_TODAY = "enough_today"
    WHICH_PLAYER = "which_player"
    """Several play at his address, and his mail does not say which of them he is."""
    NO_NAME = "no_name"
    """He is new, and his mail does not say what he is called."""
    NAME_TAKEN = "name_taken"
    """He is new, and his name is somebody else's, or looks like it."""
    NAME_TOO_LONG = "name_too_long"
    NAME_HAS_SIGN = "name_has_sign"
    """What stands in the name of who is new is no letter, nor what may stand between two."""
    NAME_HAS_FORM = "name_has_form"
    """Its letters and what stands between them are not as in a name."""
    NAME_IS_INITIALS = "name_is_initials"
    """Pages show so who has not agreed to be named."""
    NAME_IS_LINK = "name_is_link"
    """Mail programs would show it as a page to go to."""
    NAME_IS_OURS = "name_is_ours"
    """It is a role, or a name of our examples."""
    NAME_SAYS_MORE = "name_says_more"
    """It reads as an order or a move."""
    NOTHING_ASKED = "nothing_asked"
    """He says yes, and no question of ours waits for one."""
    HOLDS_FOR_GOOD = "holds_for_good"
    """He wants offers again, which he has ordered off."""
    UNCLEAR_OWN = "unclear_own"
    """He answers a mail about his own offer in words that are not understood."""
    PLAYS_OR_NOT = "plays_or_not"
    """He is asked whether he plays, and says neither yes nor no plainly."""
    COMES_OR_NOT = "comes_or_not"
    """The same of who was invited into the club."""
    COMES_FIRST = "comes_first"
    """He asks for help, and is asked whether he wants in: what he can say to that."""
    PLAYS_NOWHERE = "plays_nowhere"
    """He orders what there is in games alone, and plays in none."""
    UNCLEAR = "unclear"
    """His mail orders nothing that is understood, and answers no question plainly."""


class Greeting(Struct, frozen=True):
    """What somebody has written beside an order, to those whom it concerns."""

    writer: str
    text: str


class ClubSaid(Struct, frozen=True):
    """One sentence of a mail, with what it names."""

    what: ClubSays | NotOffered
    number: int = 0
    """Of an offer."""
    title: str = ""
    """Of a game, or of what kind it is."""
    names: tuple[str, ...] = ()
    named: str = ""
    """As it was written."""
    until: datetime | None = None
    offers: tuple[int, ...] = ()
    """The numbers of several."""
    address: str = ""
    """Which stood beside the names: perhaps of who is named."""
    kinds: tuple[str, ...] = ()
    """What a name for a kind of game may mean, where that is several."""
    counts: tuple[int, ...] = ()
    """So many can play: at least, and at most where there is a limit."""


class OfferSeen(Struct, frozen=True):
    """An offer as members are shown it."""

    number: int
    title: str
    by: str
    names: tuple[str, ...]
    """Who was asked; nobody: it is for the next who takes it."""
    until: datetime
    is_own: bool = False
    is_asked: bool = False
    """Whether the reader is asked and has not said yes."""


class ClubFace(Struct, frozen=True):
    """What all mails of a club say of it."""

    title: str
    zone: ZoneInfo
    kinds: tuple[tuple[str, str], ...]
    """What can be begun: how it is written, and its title."""
    in_rounds: tuple[tuple[str, str], ...] = ()
    """Those of them that have ZATs for all."""
    page: str = ""
    """Where its front page is to be seen; empty: nowhere that is known."""
    told: tuple[tuple[str, str, str], ...] = ()
    """What each kind is, in a line: how it is written, the language, what is said."""

    played: tuple[tuple[str, PlayedIn], ...] = ()
    """With what each kind is played: how it is written, and that."""
    is_listed: bool = True
    """Whether its open offers go to all on Mondays."""

    @property
    def played_by_title(self) -> dict[str, PlayedIn]:
        """Return by its title with what each kind is played."""
        with_what = dict(self.played)
        return {title: with_what[kind] for kind, title in self.kinds if kind in with_what}

    def told_in(self, language: str) -> dict[str, str]:
        """Return by its title what each kind is, as far as that is said in a language."""
        said = {kind: text for kind, spoken, text in self.told if spoken == language}
        return {title: said[kind] for kind, title in self.kinds if kind in said}


class ClubMail(Content, frozen=True):
    """What a member is told: what became of his orders, what others did, what is offered."""

    is_public: ClassVar[bool] = True
    is_limited: ClassVar[bool] = True
    is_reply: ClassVar[bool] = True
    club: ClubFace
    says: tuple[ClubSaid, ...] = ()
    offers: tuple[OfferSeen, ...] = ()
    rounds: tuple[str, ...] = ()
    """The titles of games that anybody may still join."""
    is_list: bool = False
    """Whether it lists what is offered, and says how games are begun."""
    greeting: Greeting | None = None
    is_help: bool = False
    """Whether it tells what can be written in games, too."""
    is_weekly: bool = False
    """Whether it is the list of Mondays, for which nobody has asked."""

    @property
    def is_in_vain(self) -> bool:
        return bool(self.says) and all(each.what in _AT_LOSS for each in self.says)


_AT_LOSS = frozenset({
    NotOffered.UNCLEAR, NotOffered.UNCLEAR_OWN, NotOffered.PLAYS_OR_NOT, NotOffered.COMES_OR_NOT,
    NotOffered.COMES_FIRST,
    NotOffered.NOTHING_ASKED, NotOffered.WHICH_OFFER, NotOffered.SAID_BEFORE, NotOffered.NO_SUCH_OFFER,
    NotOffered.OPEN_TO_ALL,
})  # fmt: skip


class ClubNews(ClubMail, frozen=True):
    """What others have done: it answers nobody, and is not counted among answers."""

    is_limited: ClassVar[bool] = False


class OfferAsked(Content, frozen=True):
    """A member is asked whether he plays with others."""

    is_public: ClassVar[bool] = True
    is_reply: ClassVar[bool] = True
    club: ClubFace
    offer: OfferSeen
    others: tuple[str, ...] = field(default=())
    """Who else is asked."""
    greeting: Greeting | None = None
