"""Mail from the game master: instructions, and strangers' mails that he adopts."""

from datetime import datetime
from zoneinfo import ZoneInfo

from mailref.referee.addressing import answered, owe_to_game_master
from mailref.referee.answer import answer
from mailref.referee.instructions import Adopt, Instruction, read_instructions
from mailref.referee.model import Consideration, Desk
from mailref.referee.orders import follow_instructions, game_of
from mailref.referee.owed import Decision, Notice
from mailref.referee.steps import after
from mailref.rules.game import Game
from mailref.turn.adopting import adopt_mail
from mailref.turn.machine import Machine


def instructions_in(considered: Consideration, desk: Desk) -> tuple[Instruction, ...]:
    """Return what a mail of the game master instructs; nothing where somebody else writes."""
    if not considered.from_game_master:
        return ()
    game = game_of(considered, desk)
    zone = desk.tables[game].policy.zone if game else ZoneInfo("UTC")
    asked = {word for table in desk.tables.values() for word in _asked_about(table.game)}
    lines = [line.text for line in considered.mail.lines]
    for block in considered.mail.below:
        lines += [line.text for line in block]
    return read_instructions(lines, asked, zone)


def _asked_about(game: Game) -> frozenset[str]:
    """Return the words he has been asked about: in this round, or in the last one without an answer.

    Rules 8, custom: until the next ZAT a ruling still corrects the round closed last.
    """
    return game.asked | frozenset(game.last.undecided if game.last else ())


def decide(
    machine: Machine,
    considered: Consideration,
    instructions: tuple[Instruction, ...],
    desk: Desk,
    now: datetime,
) -> Decision:
    """Return what the game master's mail changes: moves he enters, instructions, adoptions."""
    parts = [answer(considered, desk, instructions=[each.line for each in instructions])]
    desk = after(desk, parts[0])
    parts.append(
        follow_instructions(
            considered,
            instructions,
            desk,
            lambda each, game: machine.means(each, game, with_history=True),
            now,
        )
    )
    desk = after(desk, parts[1])
    if considered.delivery.answers_game_master:
        for instruction in instructions:
            if isinstance(instruction, Adopt):
                part = _adopt(machine, considered, instruction, desk, now)
                parts.append(part)
                desk = after(desk, part)
    return Decision(
        tuple(event for part in parts for event in part.events),
        tuple(mail for part in parts for mail in part.mails),
        tuple(fact for part in parts for fact in part.facts),
    )


def _adopt(
    machine: Machine, considered: Consideration, adopt: Adopt, desk: Desk, now: datetime
) -> Decision:
    """Let a mail that was set aside count, or tell the game master why it cannot."""
    found = adopt_mail(machine, adopt.id, adopt.player, desk)
    if isinstance(found, str):
        return _not_adopted(considered, adopt, desk, now, found)
    return found


def _not_adopted(
    considered: Consideration, adopt: Adopt, desk: Desk, now: datetime, why: str
) -> Decision:
    mail = owe_to_game_master(
        desk.house,
        Notice("desk_done", ((adopt.line, why),)),
        f"adopt:{considered.delivery.key}:{adopt.id}",
        now,
        answers=answered(considered.mail, considered.delivery),
    )
    return Decision((), (mail,))
