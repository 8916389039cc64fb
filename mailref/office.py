"""What the referee sees, made from settings and record: games, house, lexicon, the reader of entries."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from mailref import assets
from mailref.games.club.club import ClubState, Members
from mailref.games.game import Game, next_id
from mailref.games.kind import kind_named, kind_of
from mailref.games.tournament.tournament import Tournament
from mailref.post import dkim_check
from mailref.reading.incoming_mail import ReadPolicy
from mailref.referee.identity import is_registered, loop_id
from mailref.referee.policy import ClubDoor, GamePolicy, House, Office, RunningGame
from mailref.settings.begun import titles_in, with_club_games
from mailref.settings.values import MailSettings, Settings
from mailref.word_lists import lexicons

if TYPE_CHECKING:
    from mailref.orders.read_entries import EntryReader


@cache
def entry_reader() -> "EntryReader":
    """Return the reader of entries, its grammar compiled once and our own sentences known to it.

    Where no mail has come, nothing of it is loaded.
    """
    from mailref.made_ready import our_sentences  # noqa: PLC0415  once a mail has come
    from mailref.orders.grammar import Grammars  # noqa: PLC0415  once a mail has come
    from mailref.orders.read_entries import EntryReader  # noqa: PLC0415  once a mail has come

    return EntryReader(Grammars(assets.grammars(), assets.ready), our_sentences())


def with_tournament_games(settings: Settings, tournaments: Mapping[str, Tournament]) -> Settings:
    """Return *settings* with the games that their tournaments have made."""
    made = [
        game
        for policy in settings.tournaments
        if policy.plan.id in tournaments
        for game in policy.games(tournaments[policy.plan.id])
    ]
    return replace(settings, games=(*settings.games, *made))


def with_rematches(settings: Settings, games: Mapping[str, Game]) -> Settings:
    """Return *settings* with the games that players of *games*, which are over, have agreed on."""
    named = {policy.id: policy for policy in settings.games}
    return replace(settings, games=(*settings.games, *_rematches(named, games)))


def _rematches(known: dict[str, GamePolicy], games: Mapping[str, Game]) -> Iterator[GamePolicy]:
    """Yield the settings of the games that were agreed on, as far as those *known* lack them.

    A game that follows another is looked at after it.
    """
    for id_, game in games.items():
        if id_ not in known or not next_id(game):
            continue
        again: GamePolicy | None = kind_of(game).rematch(known[id_], game)
        if again is not None and again.id not in known:
            known[again.id] = again
            yield again


def with_made_games(
    settings: Settings,
    tournaments: Mapping[str, Tournament],
    club: ClubState,
    load_all: Callable[[Sequence[str]], Mapping[str, Game]],
) -> Settings:
    """Return *settings* with the games of tournaments, of the club, and rematches; *load_all* reads the record."""
    settings = with_club_games(with_tournament_games(settings, tournaments), club, {})
    while True:
        in_turns = tuple(each.id for each in settings.games if kind_named(each.family).is_seated)
        more = with_rematches(settings, load_all(in_turns) if in_turns else {})
        if more == settings:
            return settings
        settings = more


def house_of(settings: Settings, secret: bytes, box: MailSettings | None = None) -> House:
    """Return who runs the games and how the referee is reached: at *box*, else at that of [mail]."""
    mail, club = box or settings.mail, settings.club
    address = mail.address.lower()
    return House(
        gamemaster_name=settings.gamemaster.name,
        gamemaster_address=settings.gamemaster.address.lower(),
        address=address,
        display_name=mail.display_name or ("" if club is None else club.title),
        secret=secret,
        asks_for_proof=mail.authserv_id is not None,
        asks_who_wrote=mail.authserv_id is not None or club is not None,
        paper=settings.report.paper,
        ink=settings.report.theme,
        operator_address=settings.mail.operator or "",
        box=mail.box,
        # While all mail is diverted games are trials, which have no pages.
        site_url=settings.site.url if settings.site is not None and not mail.divert else "",
        unsubscribe_url=mail.unsubscribe_url,
        language=settings.language,
        name="mailref" if club is None else club.name,
        other_addresses=frozenset(each.address.lower() for each in settings.boxes) - {address},
    )


def read_policy(
    settings: Settings, secret: bytes, office: Office | None = None, box: MailSettings | None = None
) -> ReadPolicy:
    """Return what the reader of mail is told of this installation: of mail to *box*, else to that of [mail].

    With *office*, the DNS is asked for keys of registered senders only: a stranger's mail shall not
    make us wait for a name server of his choice.
    """
    mail = box or settings.mail
    own = {each.lower() for one in settings.boxes for each in (one.address, one.bounce)}
    # Of a thousand games there are four at most.
    trusts = {policy.trust for policy in settings.games}
    believes_servers = any(each.believes_servers for each in trusts)
    return ReadPolicy(
        own_addresses=frozenset(own),
        loop_id=loop_id(secret),
        authserv_id=mail.authserv_id,
        max_size=mail.inbox.max_size,
        # Where any game wants more than an address: only then is the DNS worth asking.
        dkim_verify=dkim_check.verifier() if believes_servers else None,
        may_prove=partial(is_registered, office) if office is not None else _everybody,
    )


def _everybody(_address: str) -> bool:
    return True


def running_game(game: Game, policy: GamePolicy) -> RunningGame:
    """Return a recorded game with its settings, as its kind needs them."""
    return cast(RunningGame, kind_of(game).running(game, policy))


def office_of(settings: Settings, games: Mapping[str, RunningGame], secret: bytes) -> Office:
    """Return the office of a running installation; who has its records and memories adds them."""
    club = settings.club
    called = (
        None
        if club is None
        else ClubDoor(partial(titles_in, settings), is_shut=club.members is Members.REGISTERED)
    )
    return Office(games, house_of(settings, secret), lexicons(), club=called)
