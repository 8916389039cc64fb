"""The demo's game from opening to end: who plays, on which server, by which settings."""

from importlib import resources

from mailref.demo import stage
from mailref.demo.players import Writer, cast
from mailref.demo.server.embedded import EmbeddedServer
from mailref.demo.shows import Show, show_of
from mailref.settings import offered
from mailref.settings.toml_text import write_toml


def play(plan: stage.Plan, progress: stage.Progress) -> stage.RunningDemo:
    """Play the game and return the demo as it is after its end; the server is stopped."""
    show = show_of(plan.variant)
    stage.prepare_folder(plan.out)
    players = cast(plan.players, plan.language)
    writers = tuple(player.writer for player in players)
    accounts = dict.fromkeys(
        (stage.REFEREE, stage.GAME_MASTER, *(w.address for w in writers)), "demo"
    )
    with EmbeddedServer(accounts) as server:
        settings = _settings(plan, show, server, writers)
        demo = stage.begin_demo(plan, players, progress, server, settings)
        progress("the game begins: everybody gets the opening")
        demo.tick(demo.now)
        show.play(demo)
        demo.end_game(demo.now + stage.DAY / 12)
        demo.machine.disconnect()
        demo.parcels = server.parcels
    return demo


def _settings(
    plan: stage.Plan, show: Show, server: EmbeddedServer, players: tuple[Writer, ...]
) -> str:
    text = (resources.files("mailref") / "data" / "demo.toml.j2").read_text(encoding="utf-8")
    return write_toml(
        text,
        imap=f"imap://127.0.0.1:{server.imap_port}",
        smtp=f"smtp://127.0.0.1:{server.smtp_port}",
        title=offered.title_of(plan.variant, plan.language) + " Demo",
        variant=plan.variant,
        language=plan.language,
        gamemaster=plan.speech.game_master,
        dictionary=plan.speech.dictionary,
        comment=plan.speech.comment,
        tiles=plan.means.tiles if show.takes_tiles else None,
        lexicon=offered.lexicon_of(plan.means.words or offered.words_of(plan.means.tiles)),
        game=show.settings(plan),
        tables=show.tables(plan),
        players=players,
    )
