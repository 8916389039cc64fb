"""The game master's decisions about games in turns from the shell."""

from datetime import date

import click

from mailref.commands.decide import decide, decide_at, machine_at, policy_of, why
from mailref.commands.sources import decision_options, now_or
from mailref.errors import MailrefError
from mailref.games.kind import kind_named
from mailref.orders.names import read_day
from mailref.referee import gm_orders as orders
from mailref.referee.gm_order_lines import is_address
from mailref.referee.gm_orders import ExcludePlayer


@click.command()
@click.argument("game")
@decision_options
def undo(game: str, because: str, now: str | None, config: str) -> None:
    """Take the last turn of a game back; its player moves again."""
    decide_at(config, game, orders.UndoTurn(), because, now)
    click.echo(f"{game}: the last turn is undone; all are told at the next tick")


@click.command("pass")
@click.argument("game")
@click.argument("player")
@decision_options
def pass_(game: str, player: str, because: str, now: str | None, config: str) -> None:
    """Enter a pass for the player to move."""
    decide_at(config, game, orders.PassForPlayer(player), because, now)
    click.echo(f"{game}: {player} passes; all are told at the next tick")


@click.command()
@click.argument("game")
@click.argument("player")
@decision_options
def out(game: str, player: str, because: str, now: str | None, config: str) -> None:
    """Put a player out of a game in turns; his total stands."""
    with machine_at(config) as machine:
        policy = policy_of(machine, game)
        if not kind_named(policy.family).is_seated:
            raise MailrefError(f"{game}: {why(orders.OtherFamily('turns'), policy)}")
        decide(machine, game, ExcludePlayer(player), because, now_or(now))
    click.echo(f"{game}: {player} is out; all are told at the next tick")


@click.command()
@click.argument("game")
@click.argument("player")
@click.argument("name")
@click.argument("address")
@decision_options
def replace(  # noqa: PLR0917  click names the parameters
    game: str, player: str, name: str, address: str, because: str, now: str | None, config: str
) -> None:
    """Give the place of a player to somebody else, with rack, total and clock."""
    if not is_address(address):
        raise MailrefError(f"{address!r} is no mail address")
    order = orders.ReplacePlayer(player, name, address.lower())
    decide_at(config, game, order, because, now)
    click.echo(f"{game}: {name} plays on for {player}; all are told at the next tick")


@click.command()
@click.argument("game")
@click.argument("player")
@click.argument("first", metavar="FROM")
@click.argument("last", metavar="TO")
@decision_options
def away(  # noqa: PLR0917  click names the parameters
    game: str, player: str, first: str, last: str, because: str, now: str | None, config: str
) -> None:
    """Note from which day to which a player is away: no turn of his ends then."""
    order = orders.NoteAbsence(player, _day(first, "FROM"), _day(last, "TO"))
    decide_at(config, game, order, because, now)
    click.echo(f"{game}: {player} is away from {order.first} to {order.last}")


def _day(text: str, what: str) -> date:
    found = read_day(text)
    if found is None:
        message = f"{text!r} is no day such as 2026-12-24 or 24.12.2026"
        raise click.BadParameter(message, param_hint=what)
    return found
