"""The game master's decisions from the shell; they only record, mail leaves at the next tick."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from zoneinfo import ZoneInfo

import click

from mailref.assembly import baseline_of, open_machine, words_of
from mailref.commands.sources import decision_options, now_option, now_or, settings_option
from mailref.errors import MailrefError
from mailref.games.family import family_of
from mailref.languages import DEFAULT
from mailref.orders.names import read_when
from mailref.referee import gm_orders as orders
from mailref.referee.findings import Office
from mailref.referee.gm_order_lines import is_address
from mailref.referee.gm_orders import GivenBy, GivenOrder, GmOrder, Refusal
from mailref.referee.gm_results import AdoptRefusal, Fate, OrderRemark
from mailref.referee.mails import Step
from mailref.referee.policy import GamePolicy, RunningGame, Undecided
from mailref.tick.answering import Adopted, adopt_mail
from mailref.tick.boxes import read_all
from mailref.tick.health import WAS_TRIAL
from mailref.tick.machine import Machine, record
from mailref.tick.progress import keep_in_step, open_games, open_named
from mailref.tick.taking_up import is_waiting
from mailref.tiles.board import ALPHABET, read_letters
from mailref.tiles.lexicon.verdicts import spell

TRIES = 5
_DATE_ALONE = len("2026-12-18")
"""A day without an hour would end a round at midnight, which nobody means."""
_FLAGS: Mapping[str, str] = MappingProxyType(
    {
        orders.BeforeZat.code: "--early",
        orders.WordsUndecided.code: "--undecided refuse|accept",
        orders.EqualMoves.code: "correct --tie NUMBER",
        orders.NeedsReason.code: "--because",
        orders.NothingToDraw.code: "correct --letters",
    }
)
"""What is given here in place of the words that a refusal names, which are those of mails."""


@contextmanager
def machine_at(config: str) -> Iterator[Machine]:
    """Open the installation that the settings at *config* describe, games brought up to date."""
    machine = open_machine(Path(config))
    with machine.journal:
        try:
            yield machine
        finally:
            machine.disconnect()


def policy_of(machine: Machine, game: str) -> GamePolicy:
    """Return what is agreed for a game; MailrefError if there is none of that name."""
    for policy in machine.settings.games:
        if policy.id == game:
            return policy
    known = ", ".join(policy.id for policy in machine.settings.games)
    raise MailrefError(f"no game {game!r} in the settings; there are: {known}")


def time_in(text: str, zone: ZoneInfo, what: str) -> datetime:
    """Read an ISO 8601 time or `18.12.2026 20:00`; without an offset in the game's zone (contract 1)."""
    try:
        time = datetime.fromisoformat(text) if len(text) > _DATE_ALONE else None
    except ValueError:
        time = read_when(text, zone)
    if time is None:
        message = f"{text!r} is no time such as 2026-12-18T20:00 or '18.12.2026 20:00'"
        raise click.BadParameter(message, param_hint=what)
    return time if time.tzinfo else time.replace(tzinfo=zone)


def current_game(machine: Machine, game: str, now: datetime) -> tuple[Office, RunningGame]:
    """Return a game as it stands, begun and in step with the settings; MailrefError if unknown."""
    policy_of(machine, game)
    open_named(machine, game, now)
    keep_in_step(machine, now)
    office = machine.office()
    if machine.is_resting_trial(game):
        raise MailrefError(f"{game}: {WAS_TRIAL}")
    if game not in office.games:
        raise MailrefError(f"{game}: it has not begun; 'mailref status' says why")
    return office, office.games[game]


def decide(machine: Machine, game: str, order: GmOrder, because: str, now: datetime) -> None:
    """Carry an order out and record it; MailrefError says why it cannot be.

    A daemon beside us may record something first: then it is decided anew on what is so. The same
    order once more is another one, even at the same instant: the record has gone on since.
    """
    for _ in range(TRIES):
        office, running = current_game(machine, game, now)
        after = machine.journal.games.count_events(game)
        cause = f"command:{game}:{now.isoformat()}:{order}:{after}"
        given = GivenOrder(order, because, GivenBy.COMMAND, cause)
        means = machine.means(office, game, with_history=True)
        step = family_of(running).carry_out(given, means, now)
        if not isinstance(step, Step):
            raise MailrefError(f"{game}: {why(step, running.policy)}")
        if record(machine, step, office, now):
            for remark in step.remarks:
                click.echo(f"{game}: {said(remark, running.policy)}")
            return
    raise MailrefError(f"{game}: the game goes on all the time, nothing was recorded; try again")


def decide_at(config: str, game: str, order: GmOrder, because: str, now: str | None) -> None:
    """Carry an order out in the installation that the settings at *config* describe, as `decide` does."""
    with machine_at(config) as machine:
        decide(machine, game, order, because, now_or(now))


def why(refusal: Refusal | AdoptRefusal, policy: GamePolicy | None) -> str:
    """Return a refusal in the words of mails about the game, with the option that helps here."""
    flags = _FLAGS.get(refusal.code)
    told = _told(Fate("", refusal), policy)
    return f"{told} ({flags})" if flags else told


def said(remark: OrderRemark, policy: GamePolicy) -> str:
    """Return what the game master should know of his order, in the words of mails about the game."""
    return _told(Fate("", remarks=(remark,)), policy)


def _told(fate: Fate, policy: GamePolicy | None) -> str:
    """Return what became of an order in the language of a game; where it is about none, in the default one."""
    if policy is None:
        return words_of(DEFAULT).fate(fate, ZoneInfo("UTC"))
    return words_of(policy.language).fate(fate, policy.zone)


@click.command()
@click.argument("number", metavar="U17")
@click.option("--player", metavar="NAME", help="For whom it is; default: whom the mail names.")
@now_option
@settings_option
def adopt(number: str, player: str | None, now: str | None, config: str) -> None:
    """Let a stranger's mail count that was set aside."""
    found = re.fullmatch(r"[Uu]?(\d{1,9})", number)
    if found is None:
        raise click.BadParameter(f"{number!r} is no number such as U17", param_hint="U17")
    id_ = int(found[1])
    with machine_at(config) as machine:
        office = machine.office()
        taken = adopt_mail(machine, id_, player, office, now_or(now))
        if not isinstance(taken, Adopted):
            raise MailrefError(f"U{id_}: {why(taken, None)}")
        if not record(machine, Step(f"adopt:{id_}", taken.decision), office, now_or(now)):
            raise MailrefError(
                f"U{id_}: the game went on meanwhile, nothing was recorded; try again"
            )
    if taken.too_late_for is None:
        click.echo(f"U{id_}: adopted; the answer leaves at the next tick")
        return
    click.echo(
        f"U{id_}: too late for round {taken.too_late_for}; it counts if that round is opened again "
        "('mailref reopen') or gets a later ZAT"
    )


@click.command()
@click.argument("game")
@click.option("--early", is_flag=True, help="Close before the ZAT; all players are told.")
@click.option(
    "--undecided", type=click.Choice(["refuse", "accept"]), help="Settle undecided words that way."
)
@decision_options
def close(  # noqa: PLR0917  click names the parameters
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
        if is_waiting(machine):
            raise MailrefError("the database was put back: 'mailref proceed' lets all go on")
        open_games(machine, at)
        try:
            baseline, _ = baseline_of(machine, at, None)
            reading = read_all(machine, baseline, at, is_shared=False)
            if reading.problems:
                raise reading.problems[0]
            if reading.read_to is None:
                raise MailrefError(f"{game}: not all mail could be read, nothing was closed")
        finally:
            machine.disconnect()
        policy = Undecided(undecided) if undecided else None
        decide(machine, game, orders.CloseRound(early, policy), because, at)
    click.echo(f"{game}: closed; the report leaves at the next tick")


_PAST = {"accept": "accepted", "refuse": "refused", "release": "released", "drop": "dropped"}


@click.command()
@click.argument("game")
@click.argument("time")
@decision_options
def extend(game: str, time: str, because: str, now: str | None, config: str) -> None:
    """Move the deadline of the open round."""
    with machine_at(config) as machine:
        deadline = time_in(time, policy_of(machine, game).zone, "TIME")
        decide(machine, game, orders.ExtendDeadline(deadline), because, now_or(now))
    click.echo(f"{game}: ZAT is now {deadline.isoformat()}")


@click.command()
@click.argument("game")
@click.argument("word")
@click.argument("verdict", type=click.Choice(["accept", "refuse"]))
@click.option("--theme", is_flag=True, help="Whether it fits the theme, as its player claims.")
@decision_options
def rule(  # noqa: PLR0917  click names the parameters
    game: str, word: str, verdict: str, theme: bool, because: str, now: str | None, config: str
) -> None:
    """Accept or refuse a word in a game."""
    spelled = spell(word)
    if not spelled or any(letter not in ALPHABET for letter in spelled):
        message = f"{word!r} is no word that tiles can spell"
        raise click.BadParameter(message, param_hint="WORD")
    ruling = orders.RuleTheme if theme else orders.RuleWord
    decide_at(config, game, ruling(spelled, verdict == "accept"), because, now)
    click.echo(f"{game}: {spelled} is {_PAST[verdict]}{' for the theme' if theme else ''}")


@click.command()
@click.argument("game")
@click.argument("tiles", required=False)
@click.option(
    "--anew", is_flag=True, help="Instead: have letters drawn anew that became known, for a reason."
)
@decision_options
def draw(  # noqa: PLR0917  click names the parameters
    game: str, tiles: str | None, anew: bool, because: str, now: str | None, config: str
) -> None:
    """Give the tiles drawn by hand for the next round."""
    if (tiles is None) is not anew:
        raise click.UsageError("either TILES or --anew")
    order = orders.DrawTiles(letters(tiles)) if tiles is not None else orders.DrawAnew()
    decide_at(config, game, order, because, now)
    if tiles is None:
        click.echo(f"{game}: drawn anew; all are told")
    else:
        click.echo(f"{game}: {letters(tiles)} drawn; the report leaves at the next tick")


@click.command()
@click.argument("game")
@decision_options
def publish(game: str, because: str, now: str | None, config: str) -> None:
    """Release a report that waits for approval."""
    decide_at(config, game, orders.PublishReport(), because, now)
    click.echo(f"{game}: released; the report leaves at the next tick")


@click.command()
@click.argument("game")
@decision_options
def pause(game: str, because: str, now: str | None, config: str) -> None:
    """Stop the clock of a game."""
    decide_at(config, game, orders.PauseGame(), because, now)
    click.echo(f"{game}: paused")


@click.command()
@click.argument("game")
@click.argument("time", required=False)
@decision_options
def resume(game: str, time: str | None, because: str, now: str | None, config: str) -> None:
    """Let a paused game go on."""
    with machine_at(config) as machine:
        deadline = time_in(time, policy_of(machine, game).zone, "TIME") if time else None
        decide(machine, game, orders.ResumeGame(deadline), because, now_or(now))
    click.echo(f"{game}: goes on")


@click.command()
@click.argument("game")
@click.argument("time")
@decision_options
def reopen(game: str, time: str, because: str, now: str | None, config: str) -> None:
    """Open the last closed round again."""
    with machine_at(config) as machine:
        deadline = time_in(time, policy_of(machine, game).zone, "TIME")
        decide(machine, game, orders.ReopenRound(deadline), because, now_or(now))
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
    order: GmOrder
    if rack is not None:
        order = orders.CorrectDraw(letters(rack))
    elif tie is not None:
        order = orders.DecideTie(tie)
    elif player is None or points is None:
        raise click.UsageError("PLAYER and POINTS are needed, such as 'Max Mustermann' +12")
    else:
        order = orders.CorrectScore(player, points, number)
    decide_at(config, game, order, because, now)
    click.echo(f"{game}: corrected; all are told at the next tick")


@click.command()
@click.argument("game")
@click.argument("player")
@decision_options
def exclude(game: str, player: str, because: str, now: str | None, config: str) -> None:
    """Take a player out of a game from the next round on."""
    decide_at(config, game, orders.ExcludePlayer(player), because, now)
    click.echo(f"{game}: {player} takes no part from the next round on")


@click.command()
@click.argument("game")
@click.argument("player")
@decision_options
def admit(game: str, player: str, because: str, now: str | None, config: str) -> None:
    """Let in who asked to join, or a player again who has left or was excluded."""
    decide_at(config, game, orders.AdmitPlayer(player), because, now)
    click.echo(f"{game}: {player} takes part")


@click.command()
@click.argument("game")
@decision_options
def end(game: str, because: str, now: str | None, config: str) -> None:
    """End a game, with its last report, seed and ranks.

    An open round is not judged.
    """
    decide_at(config, game, orders.EndGame(), because, now)
    click.echo(f"{game}: ended; the last report leaves at the next tick")


@click.command()
@click.argument("game")
@click.argument("player")
@click.argument("name")
@decision_options
def rename(  # noqa: PLR0917  click names the parameters
    game: str, player: str, name: str, because: str, now: str | None, config: str
) -> None:
    """Give a player another name."""
    decide_at(config, game, orders.RenamePlayer(player, name), because, now)
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
    wrong = [each for each in addresses if not is_address(each)]
    if wrong:
        raise MailrefError(f"{wrong[0]!r} is no mail address")
    written = tuple(each.lower() for each in addresses)
    decide_at(config, game, orders.ChangeAddresses(player, written), because, now)
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
    order = orders.RulePress(None, is_released=verdict == "release", player=player)
    decide_at(config, game, order, because, now)
    click.echo(f"{game}: press {_PAST[verdict]}")


def letters(text: str) -> str:
    """Read tiles as people write them."""
    try:
        return read_letters(text)
    except ValueError as error:
        raise MailrefError(str(error)) from None
