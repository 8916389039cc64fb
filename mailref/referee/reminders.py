"""What is mailed because time passes: questions about words, reminders, rounds that are held up.

Each function looks at one game and answers with a step or with none; what was said once is noted in
the game's record and not said again.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from mailref.referee.findings import Desk, Table
from mailref.referee.identity import game_master_plays
from mailref.referee.mails import (
    Decision,
    Notice,
    Owed,
    Reminder,
    Step,
    WordQuestion,
    WordQuestions,
    owe_to_game_master,
    owe_to_player,
)
from mailref.referee.rounds import Held
from mailref.rules.board import place_name
from mailref.rules.events import Event, Noted, WordsAsked
from mailref.rules.lexicon.derivation import derive
from mailref.rules.lexicon.verdicts import Unknown, Valid
from mailref.rules.rounds.in_force import standing_moves, undecided_words
from mailref.rules.scoring import Judged

DAY = timedelta(days=1)
NO_DEADLINE = timedelta(days=7)
"""How often the game master hears that a round has no ZAT."""


def ask_words(table: Table, desk: Desk, now: datetime) -> Step | None:
    """Put the undecided words of a game before the game master: each once, all in one mail."""
    words = tuple(w for w in undecided_words(table.game, desk.lexicon) if w not in table.game.asked)
    if not words:
        return None
    mail = _questions(table, desk, words, now, is_reminder=False)
    event = WordsAsked(words, now)
    cause = f"ask:{table.game.id}:{table.game.round_number}:{','.join(sorted(words))}"
    return Step(cause, Decision(((table.game.id, event),), (mail,)))


def held_up(table: Table, desk: Desk, held: Held, now: datetime) -> Step | None:
    """Remind the game master, once a day, of what a round that is due waits for."""
    game = table.game
    if game.round is None or game.round.deadline is None:
        return None
    days = (now - game.round.deadline) // DAY
    what = f"held:{game.round.number}:{game.reopened}:{days}"
    if what in game.noted:
        return None
    if held.words:
        mail = _questions(table, desk, held.words, now, is_reminder=True, key=what)
    else:
        choices = held.tie.choices if held.tie else ()
        facts = tuple((str(number), name) for number, name in enumerate(choices, start=1))
        notice = Notice("tie", facts, table.policy, game)
        mail = owe_to_game_master(
            desk.house, notice, f"{what}:{game.id}", now, policy=table.policy, game=game
        )
    return Step(f"{what}:{game.id}", Decision(((game.id, Noted(what, now)),), (mail,)))


def _questions(
    table: Table,
    desk: Desk,
    words: tuple[str, ...],
    now: datetime,
    *,
    is_reminder: bool,
    key: str = "ask",
) -> Owed:
    content = WordQuestions(
        table.game,
        table.policy,
        tuple(_question(table, desk, word) for word in words),
        is_reminder,
    )
    name = f"{key}:{table.game.id}:{table.game.round_number}:{','.join(sorted(words))}"
    return owe_to_game_master(desk.house, content, name, now, policy=table.policy, game=table.game)


def _question(table: Table, desk: Desk, word: str) -> WordQuestion:
    """Gather the evidence; a game master who plays sees neither name nor place (issue 4)."""
    verdict = desk.lexicon.verdict(word, table.game.rules, table.game.rulings)
    unknown = verdict if isinstance(verdict, Unknown) else Unknown(())
    name, judged = next(_moves_with(table, desk, word), (None, None))
    comment = _comment(judged)
    is_hidden = game_master_plays(table, desk)
    return WordQuestion(
        word=word,
        unknown=unknown,
        player=None if is_hidden else name,
        place=None if is_hidden or judged is None else _place(table, judged),
        comment=comment,
        base_form=_base_form(table, desk, word, comment) if comment else None,
    )


def _base_form(table: Table, desk: Desk, word: str, stated: str) -> str | None:
    """Return the base form that the player stated, if the word follows from it by rule."""

    def is_word(form: str) -> bool:
        return isinstance(desk.lexicon.verdict(form, table.game.rules, {}), Valid)

    derivation = derive(word, stated, is_word)
    return derivation.base if derivation else None


def _moves_with(table: Table, desk: Desk, word: str) -> Iterator[tuple[str, Judged]]:
    for name, found in standing_moves(table.game, desk.lexicon).items():
        for judged in found.choice.moves:
            if word in judged.undecided:
                yield name, judged


def _comment(judged: Judged | None) -> str | None:
    if judged is None or judged.written.move is None:
        return None
    comments = [play.comment for play in judged.written.move.plays if play.comment]
    return "; ".join(comments) or None


def _place(table: Table, judged: Judged) -> str:
    first = judged.plays[0].scored
    return place_name(first.square, first.direction, table.game.rules.axes)


def remind_players(table: Table, desk: Desk, now: datetime) -> Step | None:
    """Remind those without a move in force once, `reminder` before the ZAT."""
    game, playing = table.game, table.game.round
    before = table.policy.reminder
    if playing is None or playing.deadline is None or not before or game.is_paused:
        return None
    begins = playing.deadline - before
    day = playing.deadline.astimezone(table.policy.zone).date()
    # Named by its day: a ZAT moved by days is reminded of again, one moved by an hour is not.
    what = f"reminder:{playing.number}:{day}"
    if not begins <= now < playing.deadline or playing.opened >= begins or what in game.noted:
        return None
    moved = {
        name
        for name, found in standing_moves(game, desk.lexicon).items()
        if found.choice.holds_something
    }
    mails: list[Owed] = []
    for player in game.active:
        if player.name not in moved and player.wants_reminder:
            content = Reminder(game, table.policy, player.name, game.rack)
            mails += owe_to_player(table, player, content, f"{what}:{game.id}", now)
    return Step(f"{what}:{game.id}", Decision(((game.id, Noted(what, now)),), tuple(mails)))


def remind_of_deadline(table: Table, desk: Desk, now: datetime) -> Step | None:
    """Tell the game master, each week, that the open round has no ZAT (contract 2)."""
    game, playing = table.game, table.game.round
    if playing is None or playing.deadline is not None or game.is_paused:
        return None
    weeks = (now - playing.opened) // NO_DEADLINE
    what = f"no_deadline:{playing.number}:{weeks}"
    if what in game.noted:
        return None
    notice = Notice("no_deadline_reminder", (("round", str(playing.number)),), table.policy, game)
    mail = owe_to_game_master(
        desk.house, notice, f"{what}:{game.id}", now, policy=table.policy, game=game
    )
    return Step(f"{what}:{game.id}", Decision(((game.id, Noted(what, now)),), (mail,)))


def missed_three(table: Table, desk: Desk, now: datetime) -> Step | None:
    """Put players with three rounds missed in a row before the game master; exclude nobody."""
    game = table.game
    notes = {
        player.name: f"missed_three:{player.name}:{game.next_round - player.missed_in_a_row}"
        for player in game.active
        if player.missed_in_a_row >= 3
    }
    names = [name for name, note in notes.items() if note not in game.noted]
    if not names:
        return None
    events: tuple[tuple[str, Event], ...] = tuple(
        (game.id, Noted(notes[name], now)) for name in names
    )
    notice = Notice("missed_three", tuple(("player", name) for name in names), table.policy, game)
    key = f"missed_three:{game.id}:{game.round_number}:{','.join(names)}"
    mail = owe_to_game_master(desk.house, notice, key, now, policy=table.policy, game=game)
    return Step(key, Decision(events, (mail,)))
