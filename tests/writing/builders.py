"""Mails owed, as the referee owes them: real games, real entries, few words."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from mailref import assets
from mailref.games import events as happened
from mailref.games.rounds import events as in_rounds
from mailref.games.rounds.game import RoundGame
from mailref.games.rounds.policy import DrawBy, Publish, RoundPolicy, RunningRounds
from mailref.games.rounds.rules import Draw
from mailref.games.rounds.switches import Rules
from mailref.office import entry_reader
from mailref.reading.incoming_mail import IncomingMail, Line, Proof
from mailref.referee.asking import answer
from mailref.referee.consider import consider
from mailref.referee.mails import Owed
from mailref.referee.policy import (
    ConfiguredPlayer,
    Confirm,
    House,
    Office,
    PressPolicy,
    Receipt,
    Registration,
    Trust,
    Undecided,
)
from mailref.report.pdf import MakerHere
from mailref.report.picture import BoardPainter
from mailref.tiles.board import TILES, Board, in_order, without
from mailref.writing.scene import ReplyMeans, reply_means
from tests.report.views import shipped_fonts
from tests.tiles.builders import after, opened
from tests.tiles.variants import ONE

BERLIN = ZoneInfo("Europe/Berlin")
OPENED = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
DEADLINE = datetime(2026, 12, 11, 19, 0, tzinfo=UTC)
"""20:00 in Berlin."""
ARRIVED = datetime(2026, 12, 9, 17, 42, 7, tzinfo=UTC)
HOUSE = House(
    gamemaster_name="Erika Musterfrau",
    gamemaster_address="gm@example.org",
    address="referee@example.org",
    display_name="Scrabble",
    secret=b"a secret of this installation, 32",
)
# As the pictures' board, of tiles that one game has: VERBÜXEND with a joker, another on A12.
LYING = Board.from_rows(
    (
        "...............",
        "...............",
        "....Q..........",
        "....U..AL......",
        "....E..D.......",
        "....R..E.......",
        "....UND........",
        "....E..........",
        "....N..........",
        "...vERBÜXEND...",
        "..J....I.......",
        "n..............",
        "...............",
        "...............",
        "...............",
    )
)
PLAYERS = ("Max Mustermann", "Jörg Ähnlich", "Liese Müller-Lüdenscheidt")


@cache
def means() -> ReplyMeans:
    painter = BoardPainter(shipped_fonts())
    return reply_means(assets.template_environment, painter, MakerHere(painter), HOUSE)


def address_of(name: str) -> str:
    return f"{name.split(maxsplit=1)[0].lower().replace('ö', 'oe')}@example.org"


def policy(rules: Rules = ONE, **changes: object) -> RoundPolicy:
    base = RoundPolicy(
        id="yerres",
        title="1-Zug-Scrabble Yerres",
        variant="dottendorf-1zug",
        rules=rules,
        zone=BERLIN,
        language="de",
        dictionary="Duden, 28. Auflage",
        deadline=None,
        schedule=None,
        letters=None,
        comment="",
        registration=Registration.CLOSED,
        subscribers=(),
        subscriber_languages=(),
        reminder=timedelta(hours=24),
        ruling_grace=timedelta(days=7),
        undecided=Undecided.WAIT,
        close_delay=timedelta(minutes=2),
        min_round=timedelta(days=7),
        skip=(),
        publish=Publish.AUTO,
        draw=DrawBy.REFEREE,
        confirm=Confirm.FULL,
        press=PressPolicy.OPEN,
        trust=Trust.ADDRESS,
        top=True,
        columns=(),
        solo_bonus=0,
        players=tuple(ConfiguredPlayer(name, (address_of(name),)) for name in PLAYERS),
        accept=(),
        refuse=(),
        taken_over=None,
    )
    return replace(base, **changes)  # type: ignore[arg-type]  # names of RoundPolicy's fields


def playing(
    rules: Rules = ONE,
    rack: str = "ABEENÖRU",
    lying: Board = LYING,
    *,
    number: int = 4,
    players: Iterable[str] = PLAYERS,
    deadline: datetime | None = DEADLINE,
    is_final: bool = False,
) -> RoundGame:
    """Return a game whose round *number* is open."""
    game = replace(
        opened(rules, None if lying.is_empty else lying, number),
        id="yerres",
        title="1-Zug-Scrabble Yerres",
        variant="dottendorf-1zug",
        lexicon=assets.LIST_NAME,
        lexicon_sha256="f2" * 32,
    )
    for index, name in enumerate(players):
        joined = happened.PlayerJoined(name, (address_of(name),), total=300 - 20 * index)
        game = after(game, joined)
    rest = without(TILES.all_tiles, [*(tile.tile for tile in lying.tiles), *rack])
    draw = Draw(in_order(rack), "", in_order(rack), "" if is_final else rest, by_hand=True)
    return after(
        game,
        happened.WordRuled("EUBÖA", accepted=True, by="settings", because=""),
        in_rounds.LettersDrawn(number, draw, OPENED),
        in_rounds.RoundOpened(number, deadline, game.next_rules, is_final, OPENED),
    )


def mail(
    text: str, *, sender: str = "max@example.org", subject: str = "Re: [yerres R4] Auswertung"
) -> IncomingMail:
    return IncomingMail(
        sender=sender,
        sender_name="Max",
        subject=subject,
        message_id="<zug-17@example.org>",
        references=("<yerres.4.abc.token@example.org>",),
        recipients=("referee@example.org",),
        date=ARRIVED,
        handed_in=ARRIVED,
        robot=None,
        proof=Proof.NONE,
        trouble=None,
        lines=tuple(Line(n, line) for n, line in enumerate(text.split("\n"), start=1)),
        fingerprint="f" * 64,
    )


def office_with(game: RoundGame, settings: RoundPolicy) -> Office:
    return Office({game.id: RunningRounds(game, settings)}, HOUSE, assets.lexicon())


def sent(
    text: str,
    game: RoundGame | None = None,
    settings: RoundPolicy | None = None,
    *,
    at: datetime = ARRIVED,
    **header: str,
) -> tuple[Owed, ...]:
    """Return what the referee owes for a mail with this text."""
    game = game or playing()
    office = office_with(game, settings or policy(game.rules))
    considered = consider(mail(text, **header), Receipt("mail-1", at), office, entry_reader())
    return answer(considered, office).mails
