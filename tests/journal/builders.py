"""Small games, mails and journals for the tests of the record."""

from datetime import UTC, datetime, timedelta

from mailref.games.events import Event, PlayerJoined
from mailref.games.rounds.events import GameOpened, LettersDrawn, RoundClosed, RoundOpened
from mailref.games.rounds.rules import Draw, EntryStatus, PlayerResult, RoundResult
from mailref.games.rounds.switches import Counts, End, LateJoiner, Rules, Tie
from mailref.journal.journal import Journal
from mailref.journal.recorded_games import Blob, OutgoingMail
from mailref.journal.recorded_mails import InboxMark, MailKey, MailState
from mailref.tiles.board import Accents, Axes, Board, BonusTable, Extended

NOON = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
SEED = bytes(range(32))

RULES = Rules(
    letters=8,
    letters_first=7,
    most_tiles=None,
    plays=1,
    moves=None,
    counts=Counts.FIRST,
    bonus=BonusTable(((8, 50),)),
    extended=Extended.PREMIUMS,
    start=None,
    swap=True,
    ties=(Tie.LOT,),
    late_joiner=LateJoiner.LOWEST,
    names=True,
    accents=Accents.REFUSE,
    axes=Axes.COLUMNS,
    vowels="AEIOUÄÖÜ",
    min_vowels=(),
    min_consonants=(),
    end=End.FINAL_ROUND,
)


def later(minutes: int) -> datetime:
    return NOON + timedelta(minutes=minutes)


def opened(id: str = "yerres") -> GameOpened:  # noqa: A002  as in GameOpened
    return GameOpened(
        id=id,
        title="1-Zug-Scrabble Yerres",
        variant="dottendorf-1zug",
        rules=RULES,
        board=Board(),
        first_round=1,
        commitment="c" * 64,
        lexicon="list",
        lexicon_sha256="d" * 64,
        is_taken_over=False,
    )


def beginning(id: str = "yerres", *names: str) -> list[tuple[str, Event]]:  # noqa: A002  as above
    """Return the events up to the first open round."""
    joined = [PlayerJoined(name, (f"{name.lower()}@example.org",)) for name in names or ("Max",)]
    events: list[Event] = [opened(id), *joined, drawn(1), round_opened(1)]
    return [(id, event) for event in events]


def drawn(number: int) -> LettersDrawn:
    return LettersDrawn(number, Draw("ABEENÖR", "", "ABEENÖR", "EEST"), NOON)


def round_opened(number: int) -> RoundOpened:
    return RoundOpened(number, later(60 * number), RULES, is_final=False, at=NOON)


def closed(number: int, *names: str) -> RoundClosed:
    """Return the close of a round in which everybody missed his move."""
    return RoundClosed(
        RoundResult(
            number=number,
            letters="ABEENÖR",
            deadline=later(60 * number),
            closed=later(60 * number + 2),
            is_final=False,
            is_early=False,
            entries=tuple(missed(name, total=number) for name in names or ("Max",)),
            laid=None,
            top=None,
            board=Board(),
            kept="ABEENÖR",
        )
    )


def missed(name: str, *, total: int) -> PlayerResult:
    return PlayerResult(
        player=name,
        status=EntryStatus.MISSING,
        received=None,
        moves=(),
        counts=None,
        points=0,
        base=0,
        deduction=0,
        total=total,
        rank=1,
        rank_before=None,
    )


def begin(journal: Journal, id: str = "yerres", *names: str) -> None:  # noqa: A002  as above
    assert journal.record(
        f"open:{id}", at=NOON, game_events=beginning(id, *names), seeds={id: SEED}
    )


def mail(number: int = 1, *segments: bytes | Blob) -> OutgoingMail:
    return OutgoingMail(
        recipient=f"p{number}@example.org",
        message_id=f"<{number}@example.org>",
        kind="report",
        game=None,
        round_tag="4",
        segments=segments or (b"Subject: a\r\n\r\nb\r\n",),
    )


def mark(uid: int, state: MailState = MailState.DONE, fingerprint: str | None = None) -> InboxMark:
    return InboxMark(MailKey(7, uid), state, fingerprint=fingerprint)
