"""`mailref close`: close the open round of a game, after a complete reading of the mailbox."""

import click

from mailref.assembly import baseline_of
from mailref.commands.desk import decide, machine_at, now_or
from mailref.commands.options import decision_options
from mailref.errors import MailrefError
from mailref.referee.actions import CloseRound
from mailref.referee.policy import Undecided
from mailref.turn.reading import read_mailbox
from mailref.turn.rounds import open_games


@click.command()
@click.argument("game")
@click.option("--early", is_flag=True, help="Close before the ZAT; all players are told.")
@click.option(
    "--undecided", type=click.Choice(["refuse", "accept"]), help="Settle undecided words that way."
)
@decision_options
def command(  # noqa: PLR0917  click names the parameters
    game: str,
    early: bool,
    undecided: str | None,
    because: str,
    now: str | None,
    config: str,
) -> None:
    """Close the open round of a game."""
    at = now_or(now)
    with machine_at(config) as machine:
        open_games(machine, at)
        try:
            baseline, _ = baseline_of(machine, at, None)
            if not read_mailbox(machine, baseline, at):
                raise MailrefError(f"{game}: not all mail could be read, nothing was closed")
        finally:
            machine.mailbox.close()
        policy = Undecided(undecided) if undecided else None
        decide(machine, game, CloseRound(early, policy), because, at)
    click.echo(f"{game}: closed; the report leaves at the next turn")
