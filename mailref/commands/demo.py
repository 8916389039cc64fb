"""`mailref demo`: a game that plays itself."""

from pathlib import Path

import click
from rich.console import Console

from mailref.commands.options import options
from mailref.demo.gallery import write_gallery
from mailref.demo.play import play
from mailref.demo.players import MOST_PLAYERS
from mailref.demo.shows import SEE_ALSO, TO_THE_END, kind_of_variant, show_of, variants
from mailref.demo.stage import Plan, played_with
from mailref.languages import LANGUAGES


@click.command()
@options(
    "demo",
    rounds=click.IntRange(1, TO_THE_END),
    players=click.IntRange(1, MOST_PLAYERS),
    language=click.Choice(LANGUAGES),
    seed=int,
)
def command(
    *,
    rounds: int | None,
    players: int | None,
    variant: str,
    language: str,
    tiles: str | None,
    words: str | None,
    seed: int,
    out: str,
) -> None:
    """Play a game by itself, with simulated players and real mail servers."""
    if variant not in variants():
        raise click.BadParameter(f"{variant!r} is none of {', '.join(variants())}")
    show, is_in_turns = show_of(variant), kind_of_variant(variant).is_seated
    if is_in_turns and players not in (None, show.players):
        raise click.BadParameter(f"a game in turns is played by {show.players}")
    try:
        with_what = played_with(variant, language, tiles, words)
    except ValueError as wrong:
        raise click.BadParameter(str(wrong)) from None
    plan = Plan(rounds or show.rounds, players or show.players, variant, seed, Path(out), with_what)
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
    click.echo(f"Open {index} in a browser: the game, {show.told}, and every mail.")
    if not is_in_turns:
        click.echo(SEE_ALSO)
