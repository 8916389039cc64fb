"""`mailref demo`: a game that plays itself."""

from pathlib import Path

import click
from rich.console import Console

from mailref.demo.gallery import write_gallery
from mailref.demo.play import play
from mailref.demo.players import MOST_PLAYERS
from mailref.demo.stage import Plan, variants


@click.command()
@click.option(
    "--rounds", type=click.IntRange(1, 200), default=5, show_default=True, help="Rounds to play."
)
@click.option(
    "--players",
    type=click.IntRange(1, MOST_PLAYERS),
    default=6,
    show_default=True,
    help="Simulated players.",
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
def command(rounds: int, players: int, variant: str, seed: int, out: str) -> None:
    """Play a game by itself, with simulated players and real mail servers."""
    if variant not in variants():
        raise click.BadParameter(f"{variant!r} is none of {', '.join(variants())}")
    console = Console(stderr=True)
    with console.status("setting up") as status:

        def progress(what: str) -> None:
            status.update(what)
            if not console.is_terminal:
                console.print(what, markup=False)

        scene = play(Plan(rounds, players, variant, seed, Path(out)), progress)
        progress("writing the pages")
        index = write_gallery(scene)
    scene.machine.journal.close()
    click.echo(f"Open {index} in a browser: the game, round by round, and every mail.")
