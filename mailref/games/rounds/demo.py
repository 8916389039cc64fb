"""A game in rounds that plays itself: good moves, late ones, wrong ones, a robot and a game master.

Its index tells it round by round, with board and table.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from email.message import EmailMessage
from functools import partial
from itertools import islice

from mailref.demo.players import (
    Draft,
    Habit,
    SimulatedPlayer,
    Writer,
    choose_moves,
    entry_text,
    miscounted,
    misplaced,
    misspelt,
    thunderbird,
    webmail,
)
from mailref.demo.shows import Chapter, ListedMail, between
from mailref.demo.stage import DAY, GAME_MASTER, MINUTE, Plan, RunningDemo
from mailref.games.by_rounds.demo import ByRounds
from mailref.games.events import Event
from mailref.games.family import family_of
from mailref.games.rounds.events import RoundOpened
from mailref.games.rounds.files import RoundPage, round_files
from mailref.games.rounds.game import RoundGame, in_force_now, undecided_words
from mailref.games.rounds.told import GameRecord, record_of
from mailref.orders.entries import GameFace
from mailref.report.sheet import amounts
from mailref.tiles.moves import Move
from mailref.tiles.top.all_moves import FoundMove
from mailref.tops import search_for
from mailref.writing.archive import ArchiveMeans

_RANKED = 300
"""So many of the best moves the players look through."""
_STRANGER = "stranger@elsewhere.example"
_WHISPER = timedelta(minutes=7)


def _rule(demo: RunningDemo, at: datetime) -> None:
    """Answer the question about undecided words: no such word."""
    game = _game(demo)
    words = undecided_words(game, in_force_now(demo.machine.office(), game))
    if words:
        demo.refuse(words, at)


def _correct(demo: RunningDemo, player: str, at: datetime) -> None:
    """Correct the points of a player in the round that was closed last, and say yes when asked back."""
    said = demo.speech
    demo.order(f"{said.orders.correct} {player} +3: {said.miscounted}\n", at)
    demo.order(f"{said.orders.yes}\n", at + 2 * MINUTE)


def _approve(demo: RunningDemo, at: datetime) -> None:
    """Release the report that waits, if one does."""
    game = _game(demo)
    if game.round is None and game.last is not None and not game.is_over:
        demo.order(f"{demo.speech.orders.publish}\n", at)


class RoundChapter(Chapter, frozen=True, kw_only=True):
    """What belongs together in the index: the opening, a round, the end."""

    page: RoundPage | None
    """None where no round was closed: the opening, and what came after the last round."""
    report: ListedMail | None
    """The report that ends it, as one player got it."""

    @property
    def remarkable(self) -> tuple[ListedMail, ...]:
        """Return the mails that show something, of a mail to all the first copy alone."""
        found = [mail for mail in self.mails if mail.shows]
        told = {mail.shows: mail for mail in reversed(found) if not mail.to_referee}
        return tuple(mail for mail in found if mail.to_referee or told[mail.shows] is mail)


class RoundsShow(ByRounds):
    """Players with habits, a stranger, a robot and a game master."""

    template = "demo/index.html.j2"

    def settings(self, plan: Plan) -> Mapping[str, object]:
        return {**super().settings(plan), "registration": "open", "publish": "approve"}

    def tables(self, plan: Plan) -> Mapping[str, Mapping[str, object]]:
        return {"game.rules": {"start": "F6-J10"}} if plan.variant == "sb" else {}

    def play(self, demo: RunningDemo) -> None:
        for _ in range(demo.plan.rounds):
            if _game(demo).is_over or _game(demo).round is None:
                break
            _play_round(demo)
        demo.progress("the game master ends the game")

    def tell(
        self, events: Sequence[Event], mails: Sequence[ListedMail], means: ArchiveMeans
    ) -> Mapping[str, object]:
        record = record_of(events)
        late = {name for name, player in record.game.players.items() if player.is_late_joiner}
        pages = tuple(
            round_files(record.rounds[:count], record.opened.title, means, late)[0]
            for count in range(1, len(record.rounds) + 1)
        )
        opened = tuple(event.at for event in events if isinstance(event, RoundOpened))
        return {
            "chapters": tuple(_chapters(mails, pages, opened, record)),
            "places": record.places,
            "amounts": amounts,
            "labels": means.words.table,
        }


SHOW = RoundsShow()


def _game(demo: RunningDemo) -> RoundGame:
    return demo.game(RoundGame)


def _play_round(demo: RunningDemo) -> None:
    game = _game(demo)
    playing = game.round
    if playing is None or playing.deadline is None:
        return
    demo.progress(f"round {playing.number}: {len(demo.players)} players write")
    face = family_of(demo.machine.office().games[game.id]).face()
    ranked = tuple(_ranked(demo))
    at = max(demo.now, playing.opened) + _WHISPER
    if playing.number == 2:
        _correct(demo, demo.players[0].writer.name, at)
        at += 2 * _WHISPER
    late: list[tuple[SimulatedPlayer, list[Move]]] = []
    for player in demo.players:
        moves = choose_moves(player, ranked, demo.rng)
        if moves and player.habit(playing.number) is Habit.LATE:
            late.append((player, moves))
        elif moves:
            at = _act(demo, player, face, moves, at)
    _strangers(demo, playing.number, at + _WHISPER)
    _rule(demo, playing.deadline - DAY / 2)
    for player, moves in late:
        text = entry_text(player, face, moves[:1])
        _answer(demo, player, text, playing.deadline + timedelta(seconds=30))
    demo.progress(f"round {playing.number}: the deadline has passed, the referee closes it")
    demo.tick(playing.deadline + 3 * MINUTE)
    still = _game(demo).round
    if still is not None and still.number == playing.number:
        _rule(demo, playing.deadline + DAY / 4)
        demo.tick(playing.deadline + DAY / 3)
    demo.progress(f"round {playing.number}: the game master approves the report")
    _approve(demo, playing.deadline + DAY / 2)


def _ranked(demo: RunningDemo) -> list[FoundMove]:
    game = _game(demo)
    found = search_for(game.rules, game.rulings).all_moves(game.board, game.rack)
    return list(islice(found, _RANKED))


def _act(
    demo: RunningDemo, player: SimulatedPlayer, face: GameFace, moves: list[Move], at: datetime
) -> datetime:
    """Let one player do what he does in this round; return when he was done."""
    number = _game(demo).round_number
    habit = player.habit(number)
    if habit is Habit.MISSING:
        return _is_away(demo, player, at)
    texts = _texts(demo, habit, moves, partial(entry_text, player, face))
    if number == 1 and moves[0].plays:
        texts[-1] += _press(demo, player)
    for text in texts:
        mail = _answer(demo, player, text, at)
        if habit is Habit.DUPLICATE:
            demo.send(mail, player.writer.address, at)
        demo.tick(at + MINUTE)
        at += _WHISPER
    return at


def _press(demo: RunningDemo, player: SimulatedPlayer) -> str:
    """Return what a player writes for the first report; "" for nothing."""
    place, said = demo.players.index(player), demo.speech
    return f"\n{said.orders.press}: {said.press[place]}\n" if place < len(said.press) else ""


def _texts(
    demo: RunningDemo, habit: Habit, moves: list[Move], entry: Callable[[list[Move]], str]
) -> list[str]:
    """Return what a player of that habit sends, mail by mail; *entry* says how he writes moves."""
    first = moves[0]
    match habit:
        case Habit.ALTERNATE:
            return [entry([misspelt(first), first])]
        case Habit.WRONG:
            return [entry([misplaced(first)])]
        case Habit.REPLACES:
            return [entry([moves[-1]]), entry([first])]
        case Habit.MISCOUNTS:
            return [entry([miscounted(first)])]
        case Habit.STATUS:
            return [f"{demo.speech.orders.status}\n", entry([first])]
        case _:
            return [entry([first])]


def _answer(demo: RunningDemo, player: SimulatedPlayer, text: str, at: datetime) -> EmailMessage:
    """Let a player write, as an answer to the newest letters if he answers reports."""
    answers = _newest_to(demo, player.writer.address) if player.answers_report else None
    return demo.write(player, text, at, answers)


def _is_away(demo: RunningDemo, player: SimulatedPlayer, at: datetime) -> datetime:
    """Let the mail program of somebody on holiday answer the report; nobody answers that."""
    subject, text = demo.speech.away
    newest = _newest_to(demo, player.writer.address)
    _send(demo, demo.draft(player.writer, f"{text}\n", at, newest, subject))
    return at + _WHISPER


def _send(demo: RunningDemo, draft: Draft, *, by_itself: bool = True) -> None:
    """Let somebody's mail program send what nobody wrote for the game."""
    mail = thunderbird(draft) if by_itself else webmail(draft)
    if by_itself:
        mail["Auto-Submitted"] = "auto-replied"
    demo.send(mail, draft.writer.address, draft.at)
    demo.tick(draft.at + MINUTE)


def _newest_to(demo: RunningDemo, address: str) -> EmailMessage | None:
    """Return the last mail with a round's letters that somebody got: he answers it."""
    mails = demo.mails_to(address)
    return next((mail for mail in mails if mail["Auto-Submitted"] == "auto-generated"), None)


def _strangers(demo: RunningDemo, round_number: int, at: datetime) -> None:
    """A vacation reply in round 1, advertising in round 2: neither is answered."""
    stranger = Writer(demo.speech.stranger, _STRANGER)
    if round_number == 1:
        subject, text = demo.speech.absent
        _send(demo, demo.draft(stranger, f"{text}\n", at, None, subject))
    elif round_number == 2:
        subject, text = demo.speech.offer
        _send(demo, demo.draft(stranger, f"{text}\n", at, None, subject), by_itself=False)


def _chapters(
    mails: Sequence[ListedMail],
    pages: Sequence[RoundPage],
    opened: Sequence[datetime],
    record: GameRecord,
) -> Iterator[RoundChapter]:
    """Yield the opening, each round to its report, and the end."""
    players = set(record.game.players)
    begins, *ends = opened
    yield _chapter(None, [mail for mail in mails if mail.received <= begins], players)
    for place, page in enumerate(pages):
        until = ends[place] if place < len(ends) else None
        yield _chapter(page, tuple(between(mails, begins, until)), players)
        if until is None:
            return
        begins = until
    rest = [mail for mail in mails if mail.received > begins]
    if rest:
        yield _chapter(None, rest, players)


def _chapter(
    page: RoundPage | None, mails: Sequence[ListedMail], players: set[str]
) -> RoundChapter:
    to_players = [mail for mail in mails if mail.pdf and GAME_MASTER not in mail.recipient]
    report = to_players[-1] if to_players and players else None
    return RoundChapter(page=page, report=report, mails=tuple(mails))
