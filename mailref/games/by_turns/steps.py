"""What time and the settings bring about in games in turns (classic 5.6, 7).

Turns that are over, moves that were held back, reminders, words put before the game master.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from msgspec.structs import replace

from mailref.games.by_turns import events as happened
from mailref.games.by_turns.contents import (
    AskedWord,
    NobodyMoves,
    RulingAsked,
    TimedOutAgain,
    TurnOverdue,
    TurnReminder,
)
from mailref.games.by_turns.course import (
    BY_POLICY,
    Course,
    decide_challenge,
    end_window,
    everybody_timed_out,
    rule,
    time_out,
)
from mailref.games.by_turns.events import PlayShown
from mailref.games.by_turns.play import course_of, give_time_back, news_step
from mailref.games.by_turns.policy import RunningTurns
from mailref.games.by_turns.rules import Timeout
from mailref.games.by_turns.showing import (
    asked_note,
    face_of_turns,
    history_in,
    own_face,
    waiting_words,
)
from mailref.games.by_turns.stewards import steward_of
from mailref.games.events import FROM_SETTINGS, Event, Noted, WordRuled
from mailref.games.schedule import has_come
from mailref.referee.findings import Office
from mailref.referee.identity import game_master_plays, may_ask
from mailref.referee.mails import (
    Owed,
    Step,
    addresses_of,
    owe_to_deputy,
    owe_to_game_master,
    owe_to_player,
    step_of,
)
from mailref.referee.new_addresses import address_mails, change_of_addresses
from mailref.referee.policy import Undecided
from mailref.referee.register import file_rulings
from mailref.tiles.lexicon.german import Evidence, gather
from mailref.tiles.lexicon.verdicts import Unknown

_TOLD_FROM = 2
"""So many time-outs in a row the game master is told of."""


def act_in_turns(running: RunningTurns, office: Office, now: datetime) -> Step | None:
    """End a turn whose time is up, or carry out what was held back; None where nothing changes."""
    game, turn = running.game, running.game.turn
    if turn is None:
        return None
    shown = _shown_to_all(running, office) if running.is_to_be_shown() else None
    if shown is not None and shown <= now:
        return _note_shown(running, shown)
    if shown is not None and not running.is_over_time(now):
        return None  # a mail that shows the play still waits
    course = course_of(running, office, now)
    end_window(course)
    if course.events:
        cause = f"window:{game.id}:{turn.number}:{len(office.log(game.id))}"
        return news_step(cause, running, office, course.events, now)
    if not running.is_over_time(now) or running.policy.timeout is Timeout.WAIT:
        return None
    course = course_of(running, office, now)
    _use_up_bank(course, running)
    time_out(course, running.policy.timeout, running.policy.timeouts)
    cause = f"timeout:{game.id}:{turn.number}:{_undone(office, game.id)}"
    more = tuple(_told_of_time_outs(running, office, course, cause, now))
    return news_step(cause, running, office, course.events, now, more=more)


def _shown_to_all(running: RunningTurns, office: Office) -> datetime | None:
    """Return when the last player got the mail that shows the open play; the far future: not yet."""
    game = running.game
    tag = str(game.turn.number) if game.turn is not None else ""
    players = [game.players[name] for name in game.playing]
    found = [office.records.handed_over(game.id, tag, addresses_of(each)) for each in players]
    return max((at for at in found if at is not None), default=None)


def _note_shown(running: RunningTurns, shown: datetime) -> Step | None:
    """Note from when on the time of the open play runs."""
    open_play = running.game.open_play
    if open_play is None:
        return None
    event = PlayShown(open_play.number, max(shown, open_play.laid_at))
    cause = f"shown:{running.game.id}:{open_play.number}:{shown.isoformat()}"
    return step_of(cause, running, event)


def _undone(office: Office, game: str) -> int:
    """Return how often a turn of a game was undone: what comes then is another decision."""
    return sum(isinstance(event, happened.TurnUndone) for event in office.log(game))


def _use_up_bank(course: Course, running: RunningTurns) -> None:
    player = course.player
    left = int(running.policy.bank.total_seconds()) - running.game.hands[player].bank_used
    if left > 0:
        course.record(happened.BankUsed(player, left))


def _told_of_time_outs(
    running: RunningTurns, office: Office, course: Course, cause: str, now: datetime
) -> Iterator[Owed]:
    """Tell the game master of a second time-out in a row, and where nobody moves any more."""
    turn, policy, house = running.game.turn, running.policy, office.house
    face = face_of_turns(running, history_in(office, running.game.id))
    if turn is None or course.game.is_over:
        return
    times = course.game.hands[turn.player].timed_out
    if everybody_timed_out(course.game) and 0 < policy.timeouts <= times:
        content: NobodyMoves | TimedOutAgain = NobodyMoves(face, policy)
    elif times >= _TOLD_FROM and times % _TOLD_FROM == 0:
        content = TimedOutAgain(face, policy, turn.player, times)
    else:
        return
    yield owe_to_game_master(house, content, f"again:{cause}", now, running=running)


# Words for the game master.


def ask_in_turns(running: RunningTurns, office: Office, now: datetime) -> Step | None:
    """Put the words that a challenge or a move waits for before the game master, each once."""
    if _waits_in_vain(running, office):
        return None
    words = waiting_words(running)
    new = tuple(word for word in words if asked_note(word) not in running.game.noted)
    if not new:
        return None
    cause = f"ask:{running.game.id}:{_number(running)}:{','.join(sorted(new))}"
    noted = (Noted(asked_note(word), now) for word in new)
    return step_of(cause, running, *noted, mails=_questions(running, office, new, cause, now))


def _number(running: RunningTurns) -> int:
    return running.game.turn.number if running.game.turn is not None else 0


def _questions(
    running: RunningTurns, office: Office, words: Sequence[str], key: str, now: datetime
) -> Iterator[Owed]:
    """Owe the question: to the game master; a word of a move not laid to his deputy, where he plays."""
    policy, game = running.policy, running.game
    is_open = game.challenge is not None
    face = face_of_turns(running, history_in(office, game.id)) if is_open else None
    challenger = game.challenge.player if game.challenge is not None else None
    player = game.open_play.player if is_open and game.open_play is not None else None
    asked = tuple(
        AskedWord(
            word,
            _unknown(running, office, word),
            gather(word, "", office.lexicon, game.rules),
            challenger,
            player,
        )
        for word in words
    )
    others = tuple(word for word in waiting_words(running) if word not in words)
    challenged = game.challenge.words if game.challenge is not None else ()
    content = RulingAsked(asked, policy, face, others=others, challenged=challenged)
    is_hidden = not is_open and game_master_plays(running, office)
    if is_hidden and policy.deputy is not None:
        full = RulingAsked(asked, policy, face, others=others, for_deputy=True)
        yield from owe_to_deputy(running, full, key, now)
        return
    yield owe_to_game_master(office.house, content, key, now, running=running)


def ask_about_theme(running: RunningTurns, office: Office, now: datetime) -> Step | None:
    """Put the words claimed for the theme before the game master, each once; nothing waits (classic 8.2)."""
    game, policy = running.game, running.policy
    noted = {claim: f"theme:{claim.number}:{claim.word}" for claim in steward_of(game).claims(game)}
    new = tuple(claim for claim in noted if noted[claim] not in game.noted)
    if not new:
        return None
    words = ",".join(dict.fromkeys(claim.word for claim in new))
    cause = f"theme:{game.id}:{new[-1].number}:{words}"
    asked = tuple(
        AskedWord(claim.word, Unknown(()), Evidence(), player=claim.player, claims_theme=True)
        for claim in new
    )
    face = face_of_turns(running, history_in(office, game.id))
    content = RulingAsked(asked, policy, face)
    mail = owe_to_game_master(office.house, content, cause, now, running=running)
    return step_of(cause, running, *(Noted(noted[each], now) for each in new), mails=(mail,))


def _unknown(running: RunningTurns, office: Office, word: str) -> Unknown:
    verdict = office.lexicon.verdict(word, running.game.rules, running.game.rulings)
    return verdict if isinstance(verdict, Unknown) else Unknown(())


# Reminders.

_Reminder = Callable[[RunningTurns, Office, datetime], Step | None]


def remind_in_turns(
    running: RunningTurns, office: Office, now: datetime, *, is_complete: bool
) -> Iterator[Step]:
    """Yield what is mailed because time has passed; to players only if all mail was read."""
    found: tuple[_Reminder, ...] = (_overdue, _settle_words)
    if is_complete:
        found = (*found, _remind_player)
    for reminder in found:
        step = reminder(running, office, now)
        if step is not None:
            yield step


def _remind_player(running: RunningTurns, office: Office, now: datetime) -> Step | None:
    """Remind the player to move once, `reminder` before his ZAT."""
    game, turn = running.game, running.game.turn
    if turn is None or turn.deadline is None or not running.is_time_to_remind_of_turn(now):
        return None
    player = game.players[turn.player]
    what = f"reminder:{turn.number}:{turn.deadline.astimezone(running.policy.zone).date()}"
    if what in game.noted or turn.player in game.kept:
        return None
    key = f"{what}:{game.id}"
    if not player.wants_reminder:
        return step_of(key, running, Noted(what, now))
    face = face_of_turns(running, history_in(office, game.id))
    content = TurnReminder(face, own_face(running, turn.player, office.lexicon), running.policy)
    mails = owe_to_player(running, player, content, key, now)
    return step_of(key, running, Noted(what, now), mails=mails)


def _overdue(running: RunningTurns, office: Office, now: datetime) -> Step | None:
    """Tell the game master weekly of a turn that is over, where the game waits (`timeout = "wait"`)."""
    game, weeks = running.game, running.weeks_overdue(now)
    if weeks is None or running.policy.timeout is not Timeout.WAIT or game.is_paused:
        return None
    what = f"overdue:{_number(running)}:{weeks}"
    if what in game.noted:
        return None
    face = face_of_turns(running, history_in(office, game.id))
    content = TurnOverdue(face, running.policy, weeks)
    key = f"{what}:{game.id}"
    mail = owe_to_game_master(office.house, content, key, now, running=running)
    return step_of(key, running, Noted(what, now), mails=(mail,))


def _waits_in_vain(running: RunningTurns, office: Office) -> bool:
    """Tell whether a move waits for a ruling that nobody who does not play can give (classic 10)."""
    return running.game.waiting is not None and not may_ask(running, office)


def _settle_words(running: RunningTurns, office: Office, now: datetime) -> Step | None:
    """Refuse words about which nobody can be asked; else apply the policy `undecided` to words.

    That is once `ruling_grace` has passed since they were asked about.
    """
    words, policy = waiting_words(running), running.policy
    if _waits_in_vain(running, office):
        return _settled(running, office, words, Undecided.REFUSE, now)
    if not words or policy.undecided is Undecided.WAIT or running.game.is_paused:
        return None
    asked = [
        event.at
        for event in office.log(running.game.id)
        if isinstance(event, Noted) and event.what in {asked_note(word) for word in words}
    ]
    if not asked or not has_come(max(asked) + policy.ruling_grace, now):
        return None
    return _settled(running, office, words, policy.undecided, now)


def _settled(
    running: RunningTurns, office: Office, words: Sequence[str], how: Undecided, now: datetime
) -> Step:
    """Rule on words as nobody has."""
    course = course_of(running, office, now)
    for word in words:
        rule(course, word, is_valid=how is Undecided.ACCEPT, by=BY_POLICY, because=how.value)
        if not course.game.is_held:
            break
    give_time_back(course, running)
    cause = f"settled:{running.game.id}:{_number(running)}:{','.join(sorted(words))}"
    return news_step(cause, running, office, course.events, now)


# The settings.


def synchronise_turns(
    running: RunningTurns, office: Office, now: datetime, cause: str
) -> Step | None:
    """Carry rulings and addresses of a changed settings file into a running game."""
    if running.game.is_over:
        return None
    course = course_of(running, office, now)
    for ruling in file_rulings(running.policy, running.game):
        _rule_by_file(course, ruling)
    for event in _addresses(running, office, now):
        course.record(event)
    if not course.events:
        return None
    give_time_back(course, running)
    after = replace(running, game=course.game)
    told = address_mails(course.events, running, after, office.house, cause=cause, now=now)
    return news_step(cause, running, office, course.events, now, more=tuple(told))


def _rule_by_file(course: Course, ruling: WordRuled) -> None:
    if ruling.accepted is not None and course.game.is_held and ruling.word in course.game.asked:
        rule(course, ruling.word, is_valid=ruling.accepted, by=FROM_SETTINGS)
    else:
        course.record(ruling)
        if course.game.challenge is not None and ruling.accepted is not None:
            decide_challenge(course)
        course.book.ruled(course)


def _addresses(running: RunningTurns, office: Office, now: datetime) -> Iterator[Event]:
    known = {
        name: player
        for player in running.game.players.values()
        for name in (*player.former_names, player.name)
    }
    for each in running.policy.players:
        player = known.get(each.name)
        if player is not None and player.from_settings != each.addresses:
            yield change_of_addresses(
                running, player, each.addresses, FROM_SETTINGS, house=office.house, now=now
            )
