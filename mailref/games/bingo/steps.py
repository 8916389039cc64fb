"""What time, the settings and the game master bring about in Scrabble-Bingo (other games 2).

The opening, ZATs with their tiles, words put before the game master, reminders, orders carried out.
"""

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.bingo.contents import (
    BingoDigest,
    BingoNotice,
    BingoOpening,
    BingoReminder,
    BingoReport,
    BingoRuled,
    bingo_desk,
    bingo_face,
    own_words,
)
from mailref.games.bingo.course import (
    at_zat,
    fix_words,
    is_complete,
    words_in_force,
    words_undecided,
)
from mailref.games.bingo.events import BingoOpened, BingoRoundOpened, TilesCalled
from mailref.games.bingo.game import BingoGame
from mailref.games.bingo.policy import BingoPolicy, RunningBingo
from mailref.games.bingo.rules import Call, crossed_out
from mailref.games.by_turns.contents import AskedWord, RulingAsked
from mailref.games.chance import commitment
from mailref.games.events import (
    FROM_SETTINGS,
    DeadlineMoved,
    Event,
    Noted,
    PlayerJoined,
    SettingSpent,
    WordRuled,
)
from mailref.games.game import Stage
from mailref.games.replay import follow
from mailref.games.rounds.reminders import nobody_left, remind_of_deadline
from mailref.referee.contents import Content
from mailref.referee.deadline import (
    days_overdue,
    is_ahead,
    is_grace_over,
    is_spent,
    is_time_for_digest,
    is_time_to_remind,
    next_zat,
    zat_in_settings,
)
from mailref.referee.findings import Office
from mailref.referee.identity import game_master_plays, unread_in
from mailref.referee.mails import (
    Decision,
    Owed,
    Step,
    owe_to_deputy,
    owe_to_game_master,
    owe_to_player,
)
from mailref.referee.new_addresses import address_mails
from mailref.referee.notices import ZatChange
from mailref.referee.policy import ConfiguredPlayer, Undecided
from mailref.referee.register import file_rulings, notices_of, players_unless_agreed
from mailref.referee.reports import Means, comment_of, to_all
from mailref.tiles.lexicon.german import gather
from mailref.tiles.lexicon.verdicts import Lexicon, Unknown

NO_WORDS = "no_words"
"""Why a ZAT is moved at which nobody had sent words."""


def bingo_opening_events(policy: BingoPolicy, seed: bytes, lexicon: Lexicon) -> tuple[Event, ...]:
    """Return the events with which a game begins, up to its first ZAT."""
    opened = BingoOpened(
        id=policy.id,
        title=policy.title,
        variant=policy.variant,
        rules=policy.rules,
        commitment=commitment(seed),
        lexicon=lexicon.name,
        lexicon_sha256=lexicon.sha256,
    )
    players = (PlayerJoined(each.name, each.addresses) for each in policy.players)
    return (opened, *players, *file_rulings(policy, None))


def readers_of_bingo(game: BingoGame) -> tuple[str, ...]:
    """Return the players who get the reports: all who have not left."""
    return tuple(player.name for player in game.active)


def may_open(running: RunningBingo) -> bool:
    """Tell whether the first round is to be opened."""
    return running.game.stage is Stage.GOING_ON


def open_first_round(running: RunningBingo, office: Office, now: datetime) -> Step | None:
    """Open the round in which words are sent; all are told."""
    if not may_open(running):
        return None
    game = running.game
    events = tuple(_opened(running, game, now))
    after = replace(running, game=follow(game, events))

    def content(name: str | None) -> Content:
        return opening_for(after, office, name)

    key = f"opening:{game.id}"
    mails = tuple(to_all(after, office, content, key, now, readers=readers_of_bingo(after.game)))
    cause = f"open:{game.id}:{game.round_number}:0"
    return Step(cause, Decision(tuple((game.id, event) for event in events), mails))


def opening_for(running: RunningBingo, office: Office, player: str | None) -> BingoOpening:
    """Return the opening as one reader gets it."""
    return BingoOpening(
        bingo_face(running.game),
        own_words(running.game, player, office.lexicon),
        running.policy,
        comment_of(running),
        is_trial=running.game.is_trial,
    )


def _opened(running: RunningBingo, game: BingoGame, now: datetime) -> Iterator[Event]:
    """Yield what opens the next round, and which values of the settings it uses up."""
    policy = running.policy
    number = game.round_number
    yield BingoRoundOpened(number, next_zat(running, game, now), now)
    values = {
        "deadline": policy.deadline.isoformat() if policy.deadline else None,
        "comment": policy.comment or None,
    }
    for key, value in values.items():
        if value is not None and not is_spent(game, key, value):
            yield SettingSpent(number, key, value)


# A ZAT.


class WaitsForWords(Struct, frozen=True):
    """The first ZAT has come, and words wait for a ruling."""

    words: tuple[str, ...]


def close_bingo(
    running: RunningBingo,
    means: Means,
    now: datetime,
    *,
    is_early: bool = False,
    policy: Undecided | None = None,
    because: str = "",
) -> Step | WaitsForWords:
    """Fix the words at the first ZAT, draw tiles, find who has won, and open the next round.

    *policy* settles undecided words by force; otherwise the game's own policy applies once
    `ruling_grace` has passed. Where nobody has sent words, the ZAT is moved.
    """
    game, lexicon = running.game, means.office.lexicon
    words = words_undecided(game, lexicon)
    force = policy or (running.policy.undecided if is_grace_over(running, now) else Undecided.WAIT)
    if words and force is Undecided.WAIT:
        return WaitsForWords(words)
    events: list[Event] = [
        WordRuled(word, force is Undecided.ACCEPT, by="policy", because=force.value)
        for word in words
    ]
    if game.takes_words:
        fixed = fix_words(follow(game, events), lexicon)
        if fixed is None:
            return _postponed(running, means, now, events)
        events.append(fixed)
    events += at_zat(follow(game, events), means.chance, now, is_early=is_early)
    after = follow(game, events)
    if not after.is_over:
        events += _opened(running, after, now)
    cause = f"close:{game.id}:{game.round_number}:0"
    mails = reports_of(running, means.office, events, cause, now, because=because)
    return Step(cause, Decision(tuple((game.id, event) for event in events), tuple(mails)))


def _postponed(running: RunningBingo, means: Means, now: datetime, settled: list[Event]) -> Step:
    """Move the ZAT at which nobody had sent words; without a schedule the game waits for one."""
    game = running.game
    number = game.round_number
    before = game.round.deadline if game.round else None
    moved = DeadlineMoved(number, next_zat(running, game, now), NO_WORDS)
    events = (*settled, moved)
    after = replace(running, game=follow(game, events))
    cause = f"postponed:{game.id}:{number}:{before.isoformat() if before else now.isoformat()}"

    def content(name: str | None) -> Content:
        own = own_words(after.game, name, means.office.lexicon)
        face = bingo_face(after.game)
        return BingoNotice(
            ZatChange.MOVED, face, own, after.policy, before, because="", nobody=True
        )

    readers = readers_of_bingo(after.game)
    mails = tuple(to_all(after, means.office, content, cause, now, readers=readers))
    return Step(cause, Decision(tuple((game.id, event) for event in events), mails))


def reports_of(
    running: RunningBingo,
    office: Office,
    events: list[Event],
    key: str,
    now: datetime,
    *,
    because: str = "",
) -> Iterator[Owed]:
    """Owe the report to all who take part, each with his own words."""
    game = running.game
    after = replace(running, game=follow(game, events))
    drawn = next((event.drawn for event in events if isinstance(event, TilesCalled)), "")
    press = tuple(item for item in game.press if item.is_released)

    def content(name: str | None) -> Content:
        return BingoReport(
            bingo_face(after.game),
            own_words(after.game, name, office.lexicon),
            after.policy,
            game.round_number,
            drawn,
            press,
            comment_of(after),
            because,
            fresh=_crossed_out_by(game, drawn, after.game, name),
        )

    yield from to_all(after, office, content, key, now, readers=readers_of_bingo(game))


def _crossed_out_by(before: BingoGame, drawn: str, game: BingoGame, name: str | None) -> int:
    """Return how many letters of a player the tiles just *drawn* crossed out."""
    words = game.words_of(name) if name is not None else None
    if words is None:
        return 0
    blanks = game.rules.blanks
    left = crossed_out(words, before.drawn, blanks=blanks).left
    return left - crossed_out(words, before.drawn + drawn, blanks=blanks).left


def report_now(running: RunningBingo) -> BingoReport:
    """Return the report of the last ZAT as everybody may see it, for `preview`."""
    game = running.game
    last = game.last
    return BingoReport(
        bingo_face(game),
        None,
        running.policy,
        last.number if last is not None else game.round_number,
        last.tiles if last is not None else "",
        tuple(item for item in game.press if item.is_released),
        comment_of(running),
        is_preview=True,
    )


# Words for the game master.


def ask_about_words(running: RunningBingo, office: Office, now: datetime) -> Step | None:
    """Put the words that nobody can look up before the game master, each once."""
    game = running.game
    waiting = words_undecided(game, office.lexicon)
    new = tuple(word for word in waiting if f"asked:{word}" not in game.noted)
    if not new:
        return None
    cause = f"ask:{game.id}:{game.round_number}:{','.join(sorted(new))}"
    events = tuple((game.id, Noted(f"asked:{word}", now)) for word in new)
    mails = tuple(_questions(running, office, new, cause, now, is_reminder=False))
    return Step(cause, Decision(events, mails))


def _questions(
    running: RunningBingo,
    office: Office,
    words: tuple[str, ...],
    key: str,
    now: datetime,
    *,
    is_reminder: bool,
) -> Iterator[Owed]:
    """Owe the question: the words alone, for nobody may know whose they are.

    Where the game master plays himself it goes to his deputy, if he has one.
    """
    game, policy = running.game, running.policy
    waiting = words_undecided(game, office.lexicon)
    asked = RulingAsked(
        tuple(
            AskedWord(word, _unknown(running, office, word), gather(word, "", office.lexicon, game.rules))
            for word in words
        ),
        policy,
        None,
        is_reminder=is_reminder,
        others=tuple(word for word in waiting if word not in words),
        in_bingo=True,
    )  # fmt: skip
    if game_master_plays(running, office) and policy.deputy is not None:
        yield from owe_to_deputy(running, replace(asked, for_deputy=True), key, now)
        return
    yield owe_to_game_master(office.house, asked, key, now, policy=policy, game=game)


def _unknown(running: RunningBingo, office: Office, word: str) -> Unknown:
    verdict = office.lexicon.verdict(word, running.game.rules, running.game.rulings)
    return verdict if isinstance(verdict, Unknown) else Unknown(())


def held_up_by_words(
    running: RunningBingo, office: Office, held: WaitsForWords, now: datetime
) -> Step | None:
    """Remind the game master, once a day, of the words that a ZAT waits for."""
    game = running.game
    days = days_overdue(game.round, now) if game.round else None
    if game.round is None or days is None:
        return None
    what = f"held:{game.round.number}:0:{days}"
    if what in game.noted:
        return None
    cause = f"{what}:{game.id}:{','.join(sorted(held.words))}"
    mails = tuple(_questions(running, office, held.words, cause, now, is_reminder=True))
    return Step(cause, Decision(((game.id, Noted(what, now)),), mails))


# Reminders.


def remind_of_bingo(
    running: RunningBingo, office: Office, now: datetime, *, is_complete: bool
) -> Iterator[Step]:
    """Yield what is mailed because time has passed; to players only if all mail was read."""
    steps = [remind_of_deadline(running, office, now), nobody_left(running, office, now)]
    if is_complete:
        steps += [_remind_players(running, office, now), _digest(running, office, now)]
    yield from (step for step in steps if step is not None)


def _remind_players(running: RunningBingo, office: Office, now: datetime) -> Step | None:
    """Remind once, `reminder` before the ZAT, who has sent no words, or has still to call."""
    game, playing = running.game, running.game.round
    if playing is None or playing.deadline is None or not is_time_to_remind(running, now):
        return None
    day = playing.deadline.astimezone(running.policy.zone).date()
    what = f"reminder:{playing.number}:{day}"
    if what in game.noted:
        return None
    mails: list[Owed] = []
    for name in _to_remind(running, office):
        player = game.players[name]
        if player.wants_reminder:
            own = own_words(game, name, office.lexicon)
            content = BingoReminder(bingo_face(game), own, running.policy)
            mails += owe_to_player(running, player, content, f"{what}:{game.id}", now)
    return Step(f"{what}:{game.id}", Decision(((game.id, Noted(what, now)),), tuple(mails)))


def _to_remind(running: RunningBingo, office: Office) -> tuple[str, ...]:
    game = running.game
    if game.takes_words:
        sent = words_in_force(game, office.lexicon)
        return tuple(player.name for player in game.active if player.name not in sent)
    if game.rules.call is Call.AUTO:
        return ()
    called = {call.player for call in game.calls}
    return tuple(name for name in game.playing if is_complete(game, name) and name not in called)


def _digest(running: RunningBingo, office: Office, now: datetime) -> Step | None:
    """Tell the game master once, `digest` before the first ZAT, who has sent words; never which."""
    game, playing = running.game, running.game.round
    if playing is None or playing.deadline is None or not game.takes_words:
        return None
    if not is_time_for_digest(running, now):
        return None
    day = playing.deadline.astimezone(running.policy.zone).date()
    what = f"digest:{playing.number}:{day}"
    if what in game.noted:
        return None
    desk = replace(bingo_desk(running, office), unread=unread_in(office, game.id, playing.opened))
    content = BingoDigest(bingo_face(game), desk, running.policy)
    mail = owe_to_game_master(
        office.house, content, f"{what}:{game.id}", now, policy=running.policy, game=game
    )
    return Step(f"{what}:{game.id}", Decision(((game.id, Noted(what, now)),), (mail,)))


# The settings.


def synchronise_bingo(
    running: RunningBingo, means: Means, now: datetime, cause: str
) -> Step | None:
    """Return what a changed settings file changes in a running game, or None."""
    if running.game.is_over:
        return None
    office = means.office
    rulings = tuple(file_rulings(running.policy, running.game))
    ruled = replace(running, game=follow(running.game, rulings))
    events = (*players_unless_agreed(ruled, _join, office.house, now), *_zat(ruled, now))
    if not (rulings or events):
        return None
    after = replace(ruled, game=follow(ruled.game, events))

    def welcome(now_running: RunningBingo, name: str) -> Content:
        return opening_for(now_running, office, name)

    mails = [
        *told_of_rulings(running, ruled, office, rulings, cause, now),
        *notices_of(events, ruled, after, welcome, because=FROM_SETTINGS, cause=cause, now=now),
        *address_mails(events, ruled, after, office.house, cause=cause, now=now),
    ]
    for event in events:
        if isinstance(event, PlayerJoined) and after.game.round is not None:
            player = after.game.players[event.name]
            opening = opening_for(after, office, event.name)
            mails += owe_to_player(after, player, opening, f"opening:{cause}", now)
        if isinstance(event, DeadlineMoved):
            mails += told_of_zat(ruled, after, office, ZatChange.MOVED, cause, now)
    every = (*rulings, *events)
    return Step(cause, Decision(tuple((running.game.id, event) for event in every), tuple(mails)))


def _join(running: RunningBingo, player: ConfiguredPlayer) -> PlayerJoined | None:
    """Let a player in whom the file names anew, as long as words may be sent."""
    return PlayerJoined(player.name, player.addresses) if running.game.takes_words else None


def _zat(running: RunningBingo, now: datetime) -> Iterator[Event]:
    """A deadline first read in mid-round moves the open ZAT, if it is ahead (contract 2)."""
    playing, wanted = running.game.round, zat_in_settings(running)
    if playing is None or wanted is None or not is_ahead(wanted, now):
        return
    yield SettingSpent(playing.number, "deadline", wanted.isoformat())
    if wanted != playing.deadline:
        yield DeadlineMoved(playing.number, wanted, FROM_SETTINGS)


def told_of_rulings(  # noqa: PLR0917  the game before and after, and what was ruled
    before: RunningBingo,
    after: RunningBingo,
    office: Office,
    rulings: tuple[WordRuled, ...],
    key: str,
    now: datetime,
) -> Iterator[Owed]:
    """Tell each player whose words are not in force as they were: his own matter alone."""
    was = words_in_force(before.game, office.lexicon) if before.game.takes_words else {}
    is_now = words_in_force(after.game, office.lexicon) if after.game.takes_words else {}
    for name in dict.fromkeys((*was, *is_now)):
        old, new = was.get(name), is_now.get(name)
        if old == new:
            continue
        mine = {word for each in (old, new) if each for word in each.entry.words.value}
        ruling = next((each for each in rulings if each.word in mine), None)
        if ruling is None:
            continue
        face, own = bingo_face(after.game), own_words(after.game, name, office.lexicon)
        content = BingoRuled(ruling.word, ruling.accepted, ruling.because, face, own, after.policy)
        player = after.game.players[name]
        yield from owe_to_player(after, player, content, f"ruling:{key}", now)


def told_of_zat(  # noqa: PLR0917  the game before and after, and what was done
    before: RunningBingo,
    after: RunningBingo,
    office: Office,
    change: ZatChange,
    key: str,
    now: datetime,
    *,
    because: str = "",
) -> Iterator[Owed]:
    """Tell every player what became of the ZAT."""
    was = before.game.round.deadline if before.game.round else None
    for player in after.game.active:
        own = own_words(after.game, player.name, office.lexicon)
        face = bingo_face(after.game)
        content = BingoNotice(change, face, own, after.policy, was, because)
        yield from owe_to_player(after, player, content, f"zat:{key}", now)
