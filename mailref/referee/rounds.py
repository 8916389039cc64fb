"""Opening and closing rounds: the decision at a ZAT, and what goes on after it.

`advance` is asked once a turn for each game and answers with one step or with none; the shell
records each step under its own cause, so that a restart or a second worker cannot take it twice.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from mailref.referee.addressing import (
    owe_to_game_master,
    owe_to_player,
    owe_to_subscriber,
    subscribers_of,
)
from mailref.referee.model import Desk, Table
from mailref.referee.owed import Content, Decision, Notice, Opening, Owed, Report
from mailref.referee.policy import DrawBy, Publish, Undecided
from mailref.referee.steps import Step, next_round_of
from mailref.rules.adjudication import Closing, TopFinder, is_due, result_of
from mailref.rules.chance import Chance
from mailref.rules.events import (
    Event,
    GameEnded,
    LettersDrawn,
    Noted,
    RoundClosed,
    RoundOpened,
    SettingSpent,
    WordRuled,
)
from mailref.rules.game import Game
from mailref.rules.progress import Letters, WrongLettersError, follow, go_on, open_round
from mailref.rules.results import RoundResult
from mailref.rules.schedule import next_deadline
from mailref.rules.standing import undecided_words
from mailref.rules.ties import AskGameMaster


@dataclass(frozen=True, slots=True)
class Means:
    """What a step needs beside the game: chance, the search for the top, the closed rounds."""

    desk: Desk
    chance: Chance
    find_top: TopFinder
    history: tuple[RoundResult, ...] = ()
    """Closed rounds of this record, oldest first; only read when a report is made."""


def may_close(table: Table, now: datetime) -> bool:
    """Tell whether the ZAT of the open round has passed, its delay included."""
    return is_due(table.game, now, table.policy.close_delay)


@dataclass(frozen=True, slots=True)
class Held:
    """A round that is due but cannot be closed yet."""

    words: tuple[str, ...] = ()
    tie: AskGameMaster | None = None


def close(
    table: Table,
    means: Means,
    now: datetime,
    *,
    is_early: bool = False,
    policy: Undecided | None = None,
) -> Step | Held:
    """Close the open round: its result is recorded; report and letters follow by `advance`.

    *policy* settles undecided words by force (`close --undecided`); otherwise the game's own
    policy applies once `ruling_grace` has passed.
    """
    game = table.game
    words = undecided_words(game, means.desk.lexicon)
    force = policy or _policy_after_grace(table, now)
    if words and force is Undecided.WAIT:
        return Held(words=words)
    settle: list[Event] = [
        WordRuled(word, force is Undecided.ACCEPT, by="policy", because=force.value)
        for word in words
    ]
    settled = follow(game, settle)
    result = result_of(
        settled,
        Closing(
            now=now,
            lexicon=means.desk.lexicon,
            chance=means.chance,
            find_top=means.find_top if table.policy.top else lambda *_: None,
            is_early=is_early,
            undecided=words,
            policy=force.value if words else None,
        ),
    )
    if isinstance(result, AskGameMaster):
        return Held(tie=result)
    undo = [WordRuled(word, None, by="policy", because="") for word in words]
    events: tuple[Event, ...] = (*settle, RoundClosed(result), *undo)
    cause = f"close:{game.id}:{result.number}:{game.reopened}"
    return Step(cause, Decision(tuple((game.id, event) for event in events), ()))


def _policy_after_grace(table: Table, now: datetime) -> Undecided:
    playing = table.game.round
    if playing is None or playing.deadline is None:
        return Undecided.WAIT
    is_over = now >= playing.deadline + table.policy.ruling_grace
    return table.policy.undecided if is_over else Undecided.WAIT


def may_go_on(table: Table) -> bool:
    """Tell whether the game stands between two rounds, or before its first."""
    return table.game.round is None and not table.game.is_over and not table.game.is_paused


def advance(table: Table, means: Means, now: datetime) -> Step | None:
    """Take the step from a closed round to the next one, or to the end; the report goes with it.

    None where the game waits: for the game master's release, or for letters drawn by hand. Whoever
    is waited for is told once.
    """
    game = table.game
    if table.policy.publish is Publish.APPROVE and game.last and not _is_released(game):
        return _once(table, means, now, f"approval:{game.last.number}:{game.reopened}")
    try:
        is_drawn = game.last_draw is not None and game.last_draw.number == game.next_round
        events = () if is_drawn else go_on(game, _letters(table), means.chance, now)
    except WrongLettersError as error:
        facts = (("letters", table.policy.letters or ""), ("why", str(error)))
        return _once(table, means, now, f"wrong_letters:{game.next_round}:{facts}", facts)
    after = follow(game, events)
    if not after.is_over:
        if not is_drawn and not any(isinstance(event, LettersDrawn) for event in events):
            return _once(table, means, now, f"letters:{game.next_round}:{game.reopened}")
        opened = open_round(after, _deadline(table, after, now), now)
        events = (*events, opened, *_spent(table, after, opened))
        after = follow(game, events)
    cause = f"open:{game.id}:{game.next_round}:{game.reopened}"
    mails = tuple(_announcements(replace(table, game=after), means, events, now))
    return Step(cause, Decision(tuple((game.id, event) for event in events), mails))


def _is_released(game: Game) -> bool:
    return game.last is not None and f"released:{game.last.number}:{game.reopened}" in game.noted


def _letters(table: Table) -> Letters:
    rack = table.policy.letters
    is_new = rack is not None and not _is_spent(table.game, "letters", rack)
    by_hand = table.policy.draw is DrawBy.HAND
    return Letters(by_hand=by_hand, rack=rack if is_new else None)


def _is_spent(game: Game, key: str, value: str) -> bool:
    """Tell whether a settings value was read in an earlier round (contract 2)."""
    return any(k == key and v == value for _, k, v in game.spent)


def _deadline(table: Table, game: Game, now: datetime) -> datetime | None:
    """Return the ZAT of the round to open: as the settings say, else by the schedule."""
    policy = table.policy
    given = policy.deadline
    if given is not None and not _is_spent(game, "deadline", given.isoformat()) and given > now:
        return given
    if policy.schedule is None:
        return None
    previous = game.last.deadline if game.last else None
    return next_deadline(
        policy.schedule,
        previous=previous,
        zone=policy.zone,
        not_before=now + policy.min_round,
        skip=policy.skip,
    )


def _spent(table: Table, game: Game, opened: RoundOpened) -> Iterator[Event]:
    """Note which values of the settings this round has used up."""
    values = {
        "deadline": table.policy.deadline.isoformat() if table.policy.deadline else None,
        "letters": table.policy.letters,
        "comment": table.policy.comment or None,
    }
    for key, value in values.items():
        if value is not None and not _is_spent(game, key, value):
            yield SettingSpent(opened.number, key, value)


def comment_of(table: Table) -> str:
    """Return the game master's comment if it was not printed in an earlier round's report."""
    comment = table.policy.comment
    number = table.game.round_number
    is_old = any(n < number and k == "comment" and v == comment for n, k, v in table.game.spent)
    return "" if is_old else comment


def _once(
    table: Table,
    means: Means,
    now: datetime,
    what: str,
    facts: tuple[tuple[str, str], ...] = (),
) -> Step | None:
    """Tell the game master once that the game waits for him."""
    game = table.game
    if what in game.noted:
        return None
    content: Content = Notice(what.partition(":")[0], facts, table.policy, game)
    if what.startswith("approval") and game.last is not None:
        content = report_of(table, means, game.last, recipient=None, is_preview=True)
    mail = owe_to_game_master(
        means.desk.house, content, f"{what}:{game.id}", now, policy=table.policy, game=game
    )
    events = ((game.id, Noted(what, now)),)
    return Step(f"{what}:{game.id}", Decision(events, (mail,)))


def report_of(
    table: Table,
    means: Means,
    result: RoundResult,
    recipient: str | None,
    *,
    ended: GameEnded | None = None,
    is_preview: bool = False,
) -> Report:
    """Return the report of *result* as one participant gets it."""
    row = next((row for row in result.entries if row.player == recipient), None)
    press = table.game.before_close.press if table.game.before_close else ()
    return Report(
        result=result,
        game=table.game,
        policy=table.policy,
        next_round=next_round_of(table.game),
        history=means.history,
        press=tuple(item for item in press if item.is_released),
        comment=comment_of(table),
        recipient=recipient,
        row=row,
        ended=ended.because if ended else None,
        seed=ended.seed if ended else None,
        is_preview=is_preview,
    )


def _announcements(
    table: Table, means: Means, events: tuple[Event, ...], now: datetime
) -> Iterator[Owed]:
    """Owe the report to all who take part, or the opening where no round was closed yet."""
    game = table.game
    ended = next((event for event in events if isinstance(event, GameEnded)), None)

    def content(recipient: str | None) -> Content:
        if game.last is None:
            following = next_round_of(game)
            return Opening(game, table.policy, following, recipient, comment_of(table))
        return report_of(table, means, game.last, recipient, ended=ended)

    number = game.last.number if game.last else 0
    key = f"report:{game.id}:{number}:{game.reopened}"
    yield from to_all(table, means.desk, content, key, now)


def to_all(
    table: Table, desk: Desk, content: Callable[[str | None], Content], key: str, now: datetime
) -> Iterator[Owed]:
    """Owe one mail each to players, game master and subscribers."""
    for player in table.game.active:
        yield from owe_to_player(table, player, content(player.name), key, now)
    is_player = any(
        desk.house.gamemaster_address in player.addresses for player in table.game.active
    )
    if not is_player:
        yield owe_to_game_master(
            desk.house, content(None), key, now, policy=table.policy, game=table.game
        )
    for address in subscribers_of(table):
        if address != desk.house.gamemaster_address:
            yield owe_to_subscriber(table, address, content(None), key, now)
