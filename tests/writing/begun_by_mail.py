"""Mails of a club whose members begin games: each sentence that can be said, and each kind of mail."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from mailref.games.club.club import PlayedIn
from mailref.games.club.contents import (
    ClubFace,
    ClubMail,
    ClubNews,
    ClubSaid,
    ClubSays,
    Greeting,
    NotOffered,
    OfferAsked,
    OfferSeen,
)
from mailref.games.switches import TOLD, said_of
from mailref.languages import LANGUAGES
from mailref.referee.contents import (
    ClubAsked,
    ClubConfirm,
    Content,
    InvitedAsked,
    KindTold,
    LooksForGame,
    Notice,
    WeeklyGames,
)
from mailref.referee.mails import Owed
from mailref.settings.load import variants
from tests.writing.turns import owed

FACE = ClubFace(
    "Scrabble Kiel",
    ZoneInfo("Europe/Berlin"),
    (("classic", "Klassisches Scrabble"), ("dottendorf-1zug", "1-Zug-Scrabble")),
    (("dottendorf-1zug", "1-Zug-Scrabble"),),
    "https://kiel.example.org/",
    tuple(
        (variant, language, said_of(variants()[variant], TOLD, language))
        for variant in ("classic", "dottendorf-1zug")
        for language in LANGUAGES
    ),
    (
        ("classic", PlayedIn("en", "ENABLE2K", timedelta(days=3))),
        ("dottendorf-1zug", PlayedIn("de")),
    ),
)
UNTIL = datetime(2026, 12, 21, 12, tzinfo=UTC)
TITLE = "Klassisches Scrabble"
KINDS = tuple(
    KindTold(
        each,
        FACE.told_in("de")[each],
        "de",
        "german-wordlist",
        timedelta(days=3) if each == TITLE else None,
    )
    for each in (TITLE, "1-Zug-Scrabble")
)


def mail(content: Content, player: str = "Ben") -> Owed:
    return owed(content, player, game=None, tag=None)


def said(what: ClubSays | NotOffered) -> ClubSaid:
    """Return a sentence with all that it may name."""
    title = f"{TITLE} 7" if what in {ClubSays.BEGINS, ClubSays.ROUND_BEGINS} else TITLE
    other = {
        ClubSays.INVITED: "fred@example.net",
        NotOffered.BY_ADDRESS: "fred@example.net",
        NotOffered.OTHER_LANGUAGE: "de",
    }
    named = other.get(what, "Mia")
    names: tuple[str, ...] = ("Anna Muster", "Cilly Probe")
    if what is NotOffered.TOO_MANY_OFFERS:
        names = ("1-Zug-Scrabble 9",)
    if what is NotOffered.NAME_HAS_SIGN:
        names = ("☺",)
    return ClubSaid(what, 7, title, names, named, UNTIL, (3, 8))


def says(*whats: ClubSays | NotOffered, is_news: bool = False) -> Owed:
    content = ClubNews if is_news else ClubMail
    return mail(content(FACE, tuple(map(said, whats))))


def offer(number: int, *names: str, is_own: bool = False, is_asked: bool = False) -> OfferSeen:
    return OfferSeen(number, TITLE, "Cilly Probe", names, UNTIL, is_own, is_asked)


def nothing_named(what: NotOffered) -> Owed:
    return mail(ClubMail(FACE, (ClubSaid(what, title=TITLE),)))


def of_several(what: NotOffered) -> Owed:
    """Return the answer to who names a kind of game by what fits two."""
    kinds = (TITLE, "1-Zug-Scrabble")
    return mail(ClubMail(FACE, (ClubSaid(what, named="Scrabble", names=("Cilly",), kinds=kinds),)))


def so_many(counts: tuple[int, ...]) -> Owed:
    """Return the answer to six who want to play what so many can."""
    return mail(ClubMail(FACE, (ClubSaid(NotOffered.NOT_SO_MANY, 6, TITLE, counts=counts),)))


def listed(*offers: OfferSeen, rounds: tuple[str, ...] = ()) -> Owed:
    return mail(ClubMail(FACE, (), offers, rounds, is_list=True))


def asked(*others: str) -> Owed:
    return mail(OfferAsked(FACE, offer(7, "Ben", *others), others))


def greeted() -> Owed:
    """Return the question to somebody to whom its maker has written, too."""
    said = Greeting("Ben", "Hallo Anna, lange nicht gespielt!\nHast du Lust?\nH8 RABEN")
    return mail(OfferAsked(FACE, offer(7, "Ben"), (), said))


BEGUN_BY_MAIL: dict[str, Callable[[], Owed]] = {
    "club_asked_with_greeting": greeted,
    **{f"club_{each}": partial(says, each) for each in ClubSays},
    **{f"club_not_{each}": partial(says, each) for each in NotOffered},
    **{
        f"club_not_{each}_named": partial(nothing_named, each)
        for each in (
            NotOffered.WHICH_GAME, NotOffered.WHICH_ROUND, NotOffered.WHO, NotOffered.WHICH_DAYS,
            NotOffered.UNCLEAR,
        )
    },
    **{
        f"club_not_{each}_of_several": partial(of_several, each)
        for each in (NotOffered.WHICH_GAME, NotOffered.WHICH_ROUND)
    },
    **{
        f"club_not_so_many_{'_'.join(map(str, each))}": partial(so_many, each)
        for each in ((2,), (2, 2), (2, 4))
    },
    "club_not_which_round_without_any": lambda: mail(
        ClubMail(replace(FACE, in_rounds=()), (ClubSaid(NotOffered.WHICH_ROUND),))
    ),
    "club_news": lambda: says(ClubSays.OTHER_DECLINED, is_news=True),
    "club_several": lambda: says(ClubSays.OFFERED, NotOffered.WHO),
    "club_list": lambda: listed(
        offer(3), offer(5, "Ben", is_asked=True), offer(6, "Dora", is_own=True),
        rounds=("1-Zug-Scrabble 4",),
    ),
    "club_list_empty": listed,
    "club_weekly_list": lambda: mail(
        ClubNews(FACE, (), (offer(3),), is_list=True, is_weekly=True)
    ),
    "club_offered_to_all_without_lists": lambda: mail(
        ClubMail(replace(FACE, is_listed=False), (said(ClubSays.OFFERED_TO_ALL),))
    ),
    "club_expired_to_all": lambda: mail(
        ClubNews(FACE, (ClubSaid(ClubSays.EXPIRED, 7, TITLE),))
    ),
    "club_help": lambda: mail(ClubMail(FACE, (), is_list=True, is_help=True)),
    "club_weekly": lambda: mail(
        WeeklyGames("Ben", (), (LooksForGame(3, TITLE, "Cilly Probe"), LooksForGame(8, TITLE, "Dora")))
    ),
    "club_offer_asked": asked,
    "club_offer_asked_of_four": lambda: asked("Dora", "Emil"),
    "club_asked": lambda: mail(Notice(ClubAsked("Scrabble Kiel", KINDS))),
    "club_invited_asked": lambda: mail(Notice(InvitedAsked("Scrabble Kiel", "Cilly Probe", KINDS, FACE.page))),
    "club_invited_asked_by_nobody": lambda: mail(Notice(InvitedAsked("Scrabble Kiel", ""))),
    "club_confirm": lambda: mail(
        Notice(ClubConfirm("Scrabble Kiel"), quoted="NEUES SPIEL classic mit Anna")
    ),
    "club_confirm_unsure": lambda: mail(
        Notice(ClubConfirm("Scrabble Kiel", is_unsure=True), quoted="ANGEBOT 3 ANNEHMEN")
    ),
}  # fmt: skip
