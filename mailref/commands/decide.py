"""The game master's decisions from the shell; they only record, mail leaves at the next turn."""

import click

from mailref.commands.desk import decide, machine_at, now_or, time_in, zone_of
from mailref.commands.options import decision_options
from mailref.errors import MailrefError
from mailref.referee import actions as act
from mailref.rules.lexicon.german import spell
from mailref.rules.tiles import ALPHABET, read_letters

_PAST = {"accept": "accepted", "refuse": "refused", "release": "released", "drop": "dropped"}


@click.command()
@click.argument("game")
@click.argument("time")
@decision_options
def extend(game: str, time: str, because: str, now: str | None, config: str) -> None:
    """Move the deadline of the open round."""
    with machine_at(config) as machine:
        deadline = time_in(time, zone_of(machine, game), "TIME")
        decide(machine, game, act.ExtendDeadline(deadline), because, now_or(now))
    click.echo(f"{game}: ZAT is now {deadline.isoformat()}")


@click.command()
@click.argument("game")
@click.argument("word")
@click.argument("verdict", type=click.Choice(["accept", "refuse"]))
@decision_options
def rule(  # noqa: PLR0917  click names the parameters
    game: str, word: str, verdict: str, because: str, now: str | None, config: str
) -> None:
    """Accept or refuse a word in a game."""
    spelled = spell(word)
    if not spelled or any(letter not in ALPHABET for letter in spelled):
        message = f"{word!r} is no word that tiles can spell"
        raise click.BadParameter(message, param_hint="WORD")
    with machine_at(config) as machine:
        action = act.RuleWord(spelled, verdict == "accept")
        decide(machine, game, action, because, now_or(now))
    click.echo(f"{game}: {spelled} is {_PAST[verdict]}")


@click.command()
@click.argument("game")
@click.argument("tiles")
@decision_options
def draw(game: str, tiles: str, because: str, now: str | None, config: str) -> None:
    """Give the tiles drawn by hand for the next round."""
    with machine_at(config) as machine:
        decide(machine, game, act.DrawTiles(letters(tiles)), because, now_or(now))
    click.echo(f"{game}: {letters(tiles)} drawn; the report leaves at the next turn")


@click.command()
@click.argument("game")
@decision_options
def publish(game: str, because: str, now: str | None, config: str) -> None:
    """Release a report that waits for approval."""
    with machine_at(config) as machine:
        decide(machine, game, act.PublishReport(), because, now_or(now))
    click.echo(f"{game}: released; the report leaves at the next turn")


@click.command()
@click.argument("game")
@decision_options
def pause(game: str, because: str, now: str | None, config: str) -> None:
    """Stop the clock of a game."""
    with machine_at(config) as machine:
        decide(machine, game, act.PauseGame(), because, now_or(now))
    click.echo(f"{game}: paused")


@click.command()
@click.argument("game")
@click.argument("time", required=False)
@decision_options
def resume(game: str, time: str | None, because: str, now: str | None, config: str) -> None:
    """Let a paused game go on."""
    with machine_at(config) as machine:
        deadline = time_in(time, zone_of(machine, game), "TIME") if time else None
        decide(machine, game, act.ResumeGame(deadline), because, now_or(now))
    click.echo(f"{game}: goes on")


@click.command()
@click.argument("game")
@click.argument("time")
@decision_options
def reopen(game: str, time: str, because: str, now: str | None, config: str) -> None:
    """Open the last closed round again."""
    with machine_at(config) as machine:
        deadline = time_in(time, zone_of(machine, game), "TIME")
        decide(machine, game, act.ReopenRound(deadline), because, now_or(now))
    click.echo(f"{game}: the last round is open again until {deadline.isoformat()}")


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("game")
@click.argument("player", required=False)
@click.argument("points", required=False, type=int)
@click.option("--round", "number", type=int, help="The round; default: the one closed last.")
@click.option("--letters", "rack", help="Instead: the right letters of the open round.")
@click.option("--tie", type=int, help="Instead: the number of the move to lay among equal ones.")
@decision_options
def correct(  # noqa: PLR0917  click names the parameters
    game: str,
    player: str | None,
    points: int | None,
    number: int | None,
    rack: str | None,
    tie: int | None,
    because: str,
    now: str | None,
    config: str,
) -> None:
    """Correct a player's score, with a reason."""
    action: act.Action
    if rack is not None:
        action = act.CorrectDraw(letters(rack))
    elif tie is not None:
        action = act.DecideTie(tie)
    elif player is None or points is None:
        raise click.UsageError("PLAYER and POINTS are needed, such as 'Max Mustermann' +12")
    else:
        action = act.CorrectScore(player, points, number)
    with machine_at(config) as machine:
        decide(machine, game, action, because, now_or(now))
    click.echo(f"{game}: corrected; all are told at the next turn")


@click.command()
@click.argument("game")
@click.argument("player")
@decision_options
def exclude(game: str, player: str, because: str, now: str | None, config: str) -> None:
    """Take a player out of a game from the next round on."""
    with machine_at(config) as machine:
        decide(machine, game, act.ExcludePlayer(player), because, now_or(now))
    click.echo(f"{game}: {player} takes no part from the next round on")


@click.command()
@click.argument("game")
@click.argument("player")
@click.argument("name")
@decision_options
def rename(  # noqa: PLR0917  click names the parameters
    game: str, player: str, name: str, because: str, now: str | None, config: str
) -> None:
    """Give a player another name."""
    with machine_at(config) as machine:
        decide(machine, game, act.RenamePlayer(player, name), because, now_or(now))
    click.echo(f"{game}: {player} is now {name}")


@click.command()
@click.argument("game")
@click.argument("player")
@click.argument("addresses", nargs=-1, required=True)
@decision_options
def address(  # noqa: PLR0917  click names the parameters
    game: str,
    player: str,
    addresses: tuple[str, ...],
    because: str,
    now: str | None,
    config: str,
) -> None:
    """Change the addresses of a player."""
    wrong = [each for each in addresses if "@" not in each]
    if wrong:
        raise MailrefError(f"{wrong[0]!r} is no mail address")
    written = tuple(each.lower() for each in addresses)
    with machine_at(config) as machine:
        decide(machine, game, act.ChangeAddresses(player, written), because, now_or(now))
    click.echo(f"{game}: {player} writes from {', '.join(written)}")


@click.command()
@click.argument("game")
@click.argument("verdict", type=click.Choice(["release", "drop"]))
@click.option("--player", metavar="NAME", help="Whose text; default: every text that waits.")
@decision_options
def press(  # noqa: PLR0917  click names the parameters
    game: str, verdict: str, player: str | None, because: str, now: str | None, config: str
) -> None:
    """Release or drop the press that waits for the next report."""
    with machine_at(config) as machine:
        action = act.RulePress(None, is_released=verdict == "release", player=player)
        decide(machine, game, action, because, now_or(now))
    click.echo(f"{game}: press {_PAST[verdict]}")


def letters(text: str) -> str:
    """Read tiles as people write them."""
    try:
        return read_letters(text)
    except ValueError as error:
        raise MailrefError(str(error)) from None
