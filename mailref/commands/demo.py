"""`mailref demo`: a game that plays itself."""

from pathlib import Path

import click
from rich.console import Console

from mailref.demo.gallery import write_gallery
from mailref.demo.play import play
from mailref.demo.players import MOST_PLAYERS
from mailref.demo.stage import Plan, is_bingo, is_in_turns, is_solo, variants

_MOST_TURNS = 200
"""More than a game can have."""


@click.command()
@click.option(
    "--rounds",
    type=click.IntRange(1, 200),
    help="Rounds to play (default: 5). Games in turns, Bingo and Solitaire: so many, or to the end.",
)
@click.option(
    "--players",
    type=click.IntRange(1, MOST_PLAYERS),
    help="Simulated players (default: 6, in Solitaire 3). A game in turns has two.",
)
@click.option(
    "--variant", default="dottendorf-1zug", show_default=True, help="A variant that is shipped."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Of draws and players.")
@click.option(
    "--out",
    "out",
    default="demo-out",
    show_default=True,
    metavar="DIR",
    help="Where mails and pages are left.",
)
def command(rounds: int | None, players: int | None, variant: str, seed: int, out: str) -> None:
    """Play a game by itself, with simulated players and real mail servers."""
    if variant not in variants():
        raise click.BadParameter(f"{variant!r} is none of {', '.join(variants())}")
    if is_in_turns(variant):
        if players not in (None, 2):
            raise click.BadParameter("a game in turns is played by 2")
        plan = Plan(rounds or _MOST_TURNS, 2, variant, seed, Path(out))
    else:
        ends_by_itself = is_bingo(variant) or is_solo(variant)
        usual, sitting = _MOST_TURNS if ends_by_itself else 5, 3 if is_solo(variant) else 6
        plan = Plan(rounds or usual, players or sitting, variant, seed, Path(out))
    console = Console(stderr=True)
    with console.status("setting up") as status:

        def progress(what: str) -> None:
            status.update(what)
            if not console.is_terminal:
                console.print(what, markup=False)

        scene = play(plan, progress)
        progress("writing the pages")
        index = write_gallery(scene)
    scene.machine.journal.close()
    told = "turn by turn" if is_in_turns(variant) else "round by round"
    told = "player by player" if is_solo(variant) else told
    click.echo(f"Open {index} in a browser: the game, {told}, and every mail.")
    if not is_in_turns(variant):
        click.echo(
            "A classic game, each player with a rack of his own: mailref demo --variant classic"
        )
