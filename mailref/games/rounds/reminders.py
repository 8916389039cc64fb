"""What is mailed because time passes: questions about words, reminders, rounds that are held up.

Each function looks at one game and answers with a step or with none; what was said once is noted in
the game's record and not said again. The desk is where the game stands for the game master: who has
moved, what waits for him, what he can order.
"""

from collections.abc import Iterator
from datetime import datetime

from mailref.games.bingo.policy import RunningBingo
from mailref.games.events import Event, GamePaused, Noted, WordsAsked
from mailref.games.game import Stage
from mailref.games.rounds.contents import (
    Desk,
    Digest,
    MayOrder,
    MoveInForce,
    OpenWord,
    Reminder,
    WordQuestion,
    WordQuestions,
)
from mailref.games.rounds.in_force import undecided_words
from mailref.games.rounds.notices import NoDeadline, TieToDecide
from mailref.games.rounds.policy import DrawBy, Publish, RunningRounds
from mailref.games.rounds.steps import Held, is_waiting_for_letters
from mailref.referee.deadline import (
    days_overdue,
    is_time_for_digest,
    is_time_to_remind,
    may_correct_last_round,
    weeks_open,
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
from mailref.referee.notices import MissedThree, NobodyLeft, Notice
from mailref.referee.questions import HELD
from mailref.tiles.board import place_name
from mailref.tiles.lexicon.german import gather
from mailref.tiles.lexicon.verdicts import Unknown
from mailref.tiles.scoring import Judged


def desk_of(
    running: RunningRounds, office: Office, now: datetime, *, for_deputy: bool = False
) -> Desk:
    """Return how a game stands at *now*."""
    game = running.game
    is_hidden = game_master_plays(running, office) and not for_deputy
    found = office.moves_in_force(game)
    there = [player.name for player in game.active] if game.round is not None else []
    moved = tuple(name for name in there if name in found and found[name].choice.holds_something)
    words = undecided_words(game, found)
    return Desk(
        moved=moved,
        moves=() if is_hidden else tuple(_moves(running, office, moved)),
        missing=tuple(name for name in there if name not in moved),
        words=tuple(
            OpenWord(word, () if is_hidden else moves_with(running, office, word)) for word in words
        ),
        press=tuple(item for item in game.press if not item.is_released),
        may_order=tuple(_may_order(running, now, has_words=bool(words))),
        is_hidden=is_hidden,
        unread=unread_in(office, game.id, game.round.opened) if game.round is not None else (),
    )


def _moves(running: RunningRounds, office: Office, moved: tuple[str, ...]) -> Iterator[MoveInForce]:
    found = office.moves_in_force(running.game)
    for name in moved:
        choice = found[name].choice
        waiting = (move for move in choice.moves if move.undecided)
        judged = choice.counted or next(waiting, None)
        if judged is not None:
            yield MoveInForce(name, judged)


def moves_with(running: RunningRounds, office: Office, word: str) -> tuple[MoveInForce, ...]:
    """Return the moves of the open round in which *word* waits for a ruling."""
    active = {player.name for player in running.game.active}
    return tuple(
        MoveInForce(name, judged)
        for name, found in office.moves_in_force(running.game).items()
        if name in active
        for judged in _first_with(found.choice.moves, word)
    )


def _first_with(moves: tuple[Judged, ...], word: str) -> Iterator[Judged]:
    found = next((judged for judged in moves if word in judged.undecided), None)
    if found is not None:
        yield found


def _may_order(running: RunningRounds, now: datetime, *, has_words: bool) -> Iterator[MayOrder]:
    game = running.game
    if game.is_over:
        return
    if has_words:
        yield MayOrder.RULE
    if any(not item.is_released for item in game.press):
        yield MayOrder.PRESS
    if game.is_paused:
        yield MayOrder.RESUME
    elif game.round is not None:
        yield from (MayOrder.EXTEND, MayOrder.CLOSE, MayOrder.PAUSE)
    if game.stage is Stage.GOING_ON:
        yield from _between_rounds(running)
    if game.last is not None:
        if may_correct_last_round(game, now):
            yield MayOrder.REOPEN
        yield MayOrder.CORRECT


def _between_rounds(running: RunningRounds) -> Iterator[MayOrder]:
    if running.policy.publish is Publish.APPROVE and running.game.last is not None:
        yield MayOrder.PUBLISH
    if running.policy.draw is DrawBy.HAND and is_waiting_for_letters(running.game):
        yield MayOrder.DRAW


def digest(running: RunningRounds, office: Office, now: datetime) -> Step | None:
    """Tell the game master once, `digest` before the ZAT, how his game stands; his deputy in full."""
    game, playing = running.game, running.game.round
    if playing is None or playing.deadline is None or not is_time_for_digest(running, now):
        return None
    day = playing.deadline.astimezone(running.policy.zone).date()
    what = f"digest:{playing.number}:{day}"
    if what in game.noted:
        return None
    mails = list(_digests(running, office, f"{what}:{game.id}", now))
    return Step(f"{what}:{game.id}", Decision(((game.id, Noted(what, now)),), tuple(mails)))


def _digests(running: RunningRounds, office: Office, key: str, now: datetime) -> Iterator[Owed]:
    game, policy = running.game, running.policy
    content = Digest(game, policy, desk_of(running, office, now))
    yield owe_to_game_master(office.house, content, key, now, policy=policy, game=game)
    if content.desk.is_hidden:
        full = Digest(game, policy, desk_of(running, office, now, for_deputy=True), for_deputy=True)
        yield from owe_to_deputy(running, full, key, now)


def ask_words(running: RunningRounds, office: Office, now: datetime) -> Step | None:
    """Put the undecided words of a game before the game master: each once, all in one mail."""
    undecided = undecided_words(running.game, office.moves_in_force(running.game))
    words = tuple(word for word in undecided if word not in running.game.asked)
    if not words:
        return None
    mails = _questions(running, office, words, now, is_reminder=False)
    event = WordsAsked(words, now)
    cause = f"ask:{running.game.id}:{running.game.round_number}:{','.join(sorted(words))}"
    return Step(cause, Decision(((running.game.id, event),), mails))


def held_up(running: RunningRounds, office: Office, held: Held, now: datetime) -> Step | None:
    """Remind the game master, once a day, of what a round that is due waits for."""
    game = running.game
    days = days_overdue(game.round, now) if game.round else None
    if game.round is None or days is None:
        return None
    what = f"{HELD}{game.round.number}:{game.reopened}:{days}"
    if what in game.noted:
        return None
    cause = f"{what}:{game.id}"
    if held.words:
        mails = _questions(running, office, held.words, now, is_reminder=True, key=what)
        cause = f"{cause}:{','.join(sorted(held.words))}"
    else:
        choices = held.tie.choices if held.tie else ()
        notice = Notice(TieToDecide(choices), running.policy, game)
        mails = (
            owe_to_game_master(
                office.house, notice, f"{what}:{game.id}", now, policy=running.policy, game=game
            ),
        )
    return Step(cause, Decision(((game.id, Noted(what, now)),), mails))


def _questions(
    running: RunningRounds,
    office: Office,
    words: tuple[str, ...],
    now: datetime,
    *,
    is_reminder: bool,
    key: str = "ask",
) -> tuple[Owed, ...]:
    """Owe the question to the game master; where he plays, the full one to his deputy, too."""
    name = f"{key}:{running.game.id}:{running.game.round_number}:{','.join(sorted(words))}"
    policy, game = running.policy, running.game

    def asked(*, for_deputy: bool) -> WordQuestions:
        is_hidden = game_master_plays(running, office) and not for_deputy
        waiting = undecided_words(game, office.moves_in_force(game))
        return WordQuestions(
            game,
            policy,
            tuple(_question(running, office, word, is_hidden=is_hidden) for word in words),
            is_reminder,
            others=tuple(word for word in waiting if word not in words),
            desk=desk_of(running, office, now, for_deputy=for_deputy) if is_reminder else None,
            for_deputy=for_deputy,
        )

    his = owe_to_game_master(
        office.house, asked(for_deputy=False), name, now, policy=policy, game=game
    )
    if not game_master_plays(running, office):
        return (his,)
    return (his, *owe_to_deputy(running, asked(for_deputy=True), name, now))


def _question(
    running: RunningRounds, office: Office, word: str, *, is_hidden: bool
) -> WordQuestion:
    """Gather the evidence; a game master who plays sees the word alone."""
    verdict = office.lexicon.verdict(word, running.game.rules, running.game.rulings)
    unknown = verdict if isinstance(verdict, Unknown) else Unknown(())
    moves = () if is_hidden else moves_with(running, office, word)
    first = moves[0] if moves else None
    comment = _comment(first.judged) if first else None
    return WordQuestion(
        word=word,
        unknown=unknown,
        player=first.player if first else None,
        place=_place(running, first.judged) if first else None,
        comment=comment,
        evidence=gather(word, comment or "", office.lexicon, running.game.rules),
        moves=moves,
    )


def _comment(judged: Judged) -> str | None:
    if judged.written.move is None:
        return None
    comments = [play.comment for play in judged.written.move.plays if play.comment]
    return "; ".join(comments) or None


def _place(running: RunningRounds, judged: Judged) -> str:
    first = judged.plays[0].scored
    return place_name(first.square, first.direction, running.game.rules.axes)


def remind_players(running: RunningRounds, office: Office, now: datetime) -> Step | None:
    """Remind those without a move in force once, `reminder` before the ZAT."""
    game, playing = running.game, running.game.round
    if playing is None or playing.deadline is None or not is_time_to_remind(running, now):
        return None
    day = playing.deadline.astimezone(running.policy.zone).date()
    # Named by its day: a ZAT moved by days is reminded of again, one moved by an hour is not.
    what = f"reminder:{playing.number}:{day}"
    if what in game.noted:
        return None
    moved = {
        name for name, found in office.moves_in_force(game).items() if found.choice.holds_something
    }
    mails: list[Owed] = []
    for player in game.active:
        if player.name not in moved and player.wants_reminder:
            content = Reminder(game, running.policy, player.name, game.rack)
            mails += owe_to_player(running, player, content, f"{what}:{game.id}", now)
    return Step(f"{what}:{game.id}", Decision(((game.id, Noted(what, now)),), tuple(mails)))


def remind_of_deadline(
    running: RunningRounds | RunningBingo, office: Office, now: datetime
) -> Step | None:
    """Tell the game master, each week, that the open round has no ZAT (contract 2)."""
    game, playing = running.game, running.game.round
    if playing is None or playing.deadline is not None or game.is_paused:
        return None
    what = f"no_deadline:{playing.number}:{weeks_open(playing, now)}"
    if what in game.noted:
        return None
    notice = Notice(NoDeadline(playing.number), running.policy, game)
    mail = owe_to_game_master(
        office.house, notice, f"{what}:{game.id}", now, policy=running.policy, game=game
    )
    return Step(f"{what}:{game.id}", Decision(((game.id, Noted(what, now)),), (mail,)))


def missed_three(running: RunningRounds, office: Office, now: datetime) -> Step | None:
    """Put players with three rounds missed in a row before the game master; exclude nobody."""
    game = running.game
    if not game.rules.counts_absences:
        return None
    notes = {
        player.name: f"missed_three:{player.name}:{game.next_round - player.missed_in_a_row}"
        for player in game.players.values()
        if player.missed_in_a_row >= 3 and game.has_active(player.name)
    }
    names = [name for name, note in notes.items() if note not in game.noted]
    if not names:
        return None
    events: tuple[tuple[str, Event], ...] = tuple(
        (game.id, Noted(notes[name], now)) for name in names
    )
    notice = Notice(MissedThree(tuple(names)), running.policy, game)
    key = f"missed_three:{game.id}:{game.round_number}:{','.join(names)}"
    mail = owe_to_game_master(office.house, notice, key, now, policy=running.policy, game=game)
    return Step(key, Decision(events, (mail,)))


def nobody_left(
    running: RunningRounds | RunningBingo, office: Office, now: datetime
) -> Step | None:
    """Pause a game in which nobody plays any more, and ask the game master what shall become of it."""
    game = running.game
    is_deserted = bool(game.players) and all(player.has_left for player in game.players.values())
    if not is_deserted or game.round is None or game.is_paused:
        return None
    key = f"nobody_left:{game.id}:{now.isoformat()}"
    notice = Notice(NobodyLeft(), running.policy, game)
    mail = owe_to_game_master(office.house, notice, key, now, policy=running.policy, game=game)
    return Step(key, Decision(((game.id, GamePaused("nobody_left")),), (mail,)))
