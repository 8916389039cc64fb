"""`mailref adopt`: let a stranger's mail count that was set aside."""

import re

import click

from mailref.commands.desk import machine_at, now_or
from mailref.commands.options import now_option, settings_option
from mailref.errors import MailrefError
from mailref.referee.steps import Step
from mailref.turn.adopting import adopt_mail
from mailref.turn.machine import record

_WHY = {
    "no_such_mail": "no mail of that number was set aside; 'mailref status' lists them",
    "adopted_before": "this mail was adopted before",
    "which_player": "it does not say for whom it is: name the player with --player",
}


@click.command()
@click.argument("number", metavar="U17")
@click.option("--player", metavar="NAME", help="For whom it is; default: whom the mail names.")
@now_option
@settings_option
def command(number: str, player: str | None, now: str | None, config: str) -> None:
    """Let a stranger's mail count that was set aside."""
    found = re.fullmatch(r"[Uu]?(\d{1,9})", number)
    if found is None:
        raise click.BadParameter(f"{number!r} is no number such as U17", param_hint="U17")
    id_ = int(found[1])
    with machine_at(config) as machine:
        desk = machine.desk()
        decision = adopt_mail(machine, id_, player, desk)
        if isinstance(decision, str):
            raise MailrefError(f"U{id_}: {_WHY[decision.split()[0]]}")
        if not record(machine, Step(f"adopt:{id_}", decision), desk, now_or(now)):
            raise MailrefError(
                f"U{id_}: the game went on meanwhile, nothing was recorded; try again"
            )
    click.echo(f"U{id_}: adopted; the answer leaves at the next turn")
