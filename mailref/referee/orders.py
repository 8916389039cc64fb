"""The game master's instructions by mail, carried out together: one decision, one answer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from mailref.mail.entries.names import tagged_game
from mailref.referee.actions import Refusal
from mailref.referee.addressing import answered, owe_to_game_master
from mailref.referee.desk import Order, carry_out
from mailref.referee.instructions import Asked, Instruction, Unclear
from mailref.referee.model import Consideration, Desk
from mailref.referee.owed import Decision, Notice, Owed
from mailref.referee.rounds import Means
from mailref.referee.steps import after
from mailref.rules.events import Event

MeansOf = Callable[[Desk, str], Means]


@dataclass(frozen=True, slots=True)
class Done:
    """What became of one line."""

    line: str
    refusal: Refusal | None


def game_of(considered: Consideration, desk: Desk) -> str | None:
    """Return the game that a mail of the game master is about: by tag, References, or the only one."""
    if tagged := tagged_game(considered.mail.subject, desk.tables):
        return tagged
    for game, _ in reversed(considered.delivery.answers):
        if game in desk.tables:
            return game
    running = [id_ for id_, table in desk.tables.items() if not table.game.is_over]
    return running[0] if len(running) == 1 else None


def follow_instructions(
    considered: Consideration,
    instructions: Sequence[Instruction],
    desk: Desk,
    means_of: MeansOf,
    now: datetime,
) -> Decision:
    """Return what the instructions change, and the answer that says so, line by line.

    Only a mail that answers one of ours to the game master is obeyed: his address alone proves
    nothing (issue 4).
    """
    if not considered.delivery.answers_game_master:
        return Decision((), (_answer(considered, desk, None, "desk_unproven", facts=(), now=now),))
    game = game_of(considered, desk)
    events: list[tuple[str, Event]] = []
    mails: list[Owed] = []
    done: list[Done] = []
    for number, instruction in enumerate(instructions):
        if not isinstance(instruction, Asked | Unclear):
            continue
        if isinstance(instruction, Unclear):
            done.append(Done(instruction.line, Refusal(f"needs_{instruction.lacks}")))
            continue
        if game is None:
            done.append(Done(instruction.line, Refusal("which_game", tuple(desk.tables))))
            continue
        order = Order(
            instruction.action, instruction.because, "mail", f"{considered.delivery.key}:{number}"
        )
        step = carry_out(order, desk.tables[game], means_of(desk, game), now)
        if isinstance(step, Refusal):
            done.append(Done(instruction.line, step))
            continue
        done.append(Done(instruction.line, None))
        events += step.decision.events
        mails += step.decision.mails
        desk = after(desk, step.decision)
    if done:
        facts = tuple((each.line, _fate(each)) for each in done)
        mails.append(_answer(considered, desk, game, "desk_done", facts=facts, now=now))
    return Decision(tuple(events), tuple(mails))


def _fate(done: Done) -> str:
    """Return `done`, or the refusal's code with its facts, for the template."""
    if done.refusal is None:
        return "done"
    return f"{done.refusal.code} {', '.join(done.refusal.facts)}".rstrip()


def _answer(
    considered: Consideration,
    desk: Desk,
    game: str | None,
    what: str,
    *,
    facts: tuple[tuple[str, str], ...],
    now: datetime,
) -> Owed:
    table = desk.tables.get(game) if game else None
    policy = table.policy if table else None
    return owe_to_game_master(
        desk.house,
        Notice(what, facts, policy, table.game if table else None),
        f"{what}:{considered.delivery.key}",
        now,
        policy=policy,
        game=table.game if table else None,
        answers=answered(considered.mail, considered.delivery),
    )
