"""The game master's decisions from the shell, of all kinds of games; they only record, mail leaves at the next tick."""

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime
from functools import cache
from typing import Any, get_args, get_origin
from zoneinfo import ZoneInfo

import click
from msgspec import Struct
from msgspec.structs import FieldInfo, fields
from msgspec.structs import replace as changed

from mailref.assembly import baseline_of, machine_at, words_of
from mailref.cli import COMMANDS, as_typed
from mailref.commands.options import options
from mailref.commands.sources import Decorated, decision_options, now_option, settings_option
from mailref.errors import MailrefError
from mailref.games.family import family_of
from mailref.games.kind import kind_named
from mailref.languages import DEFAULT, FORMATS
from mailref.orders.shapes import read_day, read_when
from mailref.referee import gm_orders as orders
from mailref.referee.mails import Step
from mailref.referee.policy import GamePolicy, Office, RunningGame, Undecided
from mailref.tick.deadlines import keep_in_step, open_games, open_named
from mailref.tick.machine import WAS_TRIAL, Machine, record
from mailref.tick.read_mailbox import Adopted, MailDecider, is_waiting, read_all
from mailref.tiles.lexicon.verdicts import spell

TRIES = 5
_OF_SHELL = next((each for each, said in FORMATS.items() if said.is_international), DEFAULT)
_MOST_TYPED = 600
"""So much of a command is kept for who must repeat it (`mailref restore`): a server indexes no longer text."""
_DATE_ALONE = len("2026-12-18")
"""A day without an hour would end a round at midnight, which nobody means."""
_FLAGS: Mapping[type[Struct], str] = {
    orders.BeforeZat: "--early",
    orders.WordsUndecided: "--undecided refuse|accept",
    orders.EqualMoves: "correct --tie NUMBER",
    orders.NeedsReason: "--because",
    orders.NothingToDraw: "correct --letters",
    orders.WhichPlayer: "--player NAME",
    orders.WhichGameOfMail: "--game GAME",
}
"""What is given here in place of the words that a refusal names, which are those of mails."""


def policy_of(machine: Machine, game: str) -> GamePolicy:
    """Return what is agreed for a game; MailrefError if there is none of that name."""
    for policy in machine.settings.games:
        if policy.id == game:
            return policy
    known = ", ".join(policy.id for policy in machine.settings.games)
    raise MailrefError(f"no game {game!r} in the settings; there are: {known}")


def time_in(text: str, zone: ZoneInfo) -> datetime:
    """Read an ISO 8601 time or `18.12.2026 20:00`; without an offset in the game's zone (contract 1)."""
    try:
        time = datetime.fromisoformat(text) if len(text) > _DATE_ALONE else None
    except ValueError:
        time = read_when(text, zone)
    if time is None:
        message = f"{text!r} is no time such as 2026-12-18T20:00 or '18.12.2026 20:00'"
        raise click.BadParameter(message, param_hint="TIME")
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


def decide(
    machine: Machine,
    game: str,
    order: orders.GmOrder,
    because: str,
    now: datetime,
    *,
    typed: str = "",
) -> None:
    """Carry an order out and record it; MailrefError says why it cannot be.

    *typed*: the command to type again where the record loses it; without one the order stands for it.

    A daemon beside us may record something first: then it is decided anew on what is so. The same
    order once more is another one, even at the same instant: the record has gone on since.
    """
    again = typed[:_MOST_TYPED] or order
    for _ in range(TRIES):
        office, running = current_game(machine, game, now)
        after = machine.journal.games.count_events(game)
        cause = f"command:{game}:{now.isoformat()}:{again}:{after}"
        given = orders.GivenOrder(order, because, orders.GivenBy.COMMAND, cause)
        means = machine.means(office, game, with_history=True)
        step = family_of(running).carry_out(given, means, now)
        if not isinstance(step, Step):
            raise MailrefError(f"{game}: {why(step, running.policy)}")
        if record(machine, step, office, now):
            for remark in step.remarks:
                click.echo(f"{game}: {said(remark, running.policy)}")
            return
    raise MailrefError(f"{game}: the game goes on all the time, nothing was recorded; try again")


def why(
    refusal: orders.Refusal | orders.AdoptRefusal | orders.Incomplete, policy: GamePolicy | None
) -> str:
    """Return a refusal in the words of mails about the game, with the option that helps here.

    That a command is not for such a game is said in English, as all that is wrong with a command itself.
    """
    if isinstance(refusal, orders.OtherFamily):
        return words_of(_OF_SHELL).fate(orders.Fate("", refusal), ZoneInfo("UTC"))
    flags = _FLAGS.get(type(refusal))
    if isinstance(refusal, orders.UnknownPlayer):
        refusal = changed(refusal, is_answered=False)
    told = _told(orders.Fate("", refusal), policy)
    return f"{told} ({flags})" if flags else told


def said(remark: orders.OrderRemark, policy: GamePolicy) -> str:
    """Return what the game master should know of his order, in the words of mails about the game."""
    return _told(orders.Fate("", remarks=(remark,)), policy)


def _told(fate: orders.Fate, policy: GamePolicy | None) -> str:
    """Return what became of an order in the language of a game; where it is about none, in the default one."""
    if policy is None:
        return words_of(DEFAULT).fate(fate, ZoneInfo("UTC"))
    return words_of(policy.language).fate(fate, policy.zone)


@click.command()
@click.argument("number", metavar="U17")
@options("adopt")
@now_option
@settings_option
def adopt(number: str, player: str | None, game: str | None, now: datetime, config: str) -> None:
    """Let a mail from an unknown address count, by its number."""
    found = re.fullmatch(r"[Uu]?(\d{1,9})", number)
    if found is None:
        raise click.BadParameter(f"{number!r} is no number such as U17", param_hint="U17")
    id_ = int(found[1])
    with machine_at(config) as machine:
        office = machine.office()
        if game is not None:
            policy_of(machine, game)
        taken = MailDecider(machine, office, now).adopt(id_, player, game)
        if not isinstance(taken, Adopted):
            raise MailrefError(f"U{id_}: {why(taken, None)}")
        if not record(machine, Step(f"adopt:{id_}", taken.decision), office, now):
            raise MailrefError(
                f"U{id_}: the game went on meanwhile, nothing was recorded; try again"
            )
    if taken.too_late_for is None:
        click.echo(f"U{id_}: adopted; the answer leaves at the next tick")
        return
    click.echo(
        f"U{id_}: too late for round {taken.too_late_for}; it counts if that round is opened again "
        "('mailref reopen') or gets a later deadline"
    )


@click.command()
@click.argument("game")
@options("close", undecided=click.Choice(["refuse", "accept"]))
@decision_options
def close(  # noqa: PLR0917  click names the parameters
    game: str, early: bool, undecided: str | None, because: str, now: datetime, config: str
) -> None:
    """Close the open round of a game."""
    with machine_at(config) as machine:
        if is_waiting(machine):
            raise MailrefError("the database was put back: 'mailref proceed' lets all go on")
        open_games(machine, now)
        try:
            baseline, _ = baseline_of(machine, now, None)
            reading = read_all(machine, baseline, now, is_shared=False)
            if reading.problems:
                raise reading.problems[0]
            if reading.read_to is None:
                raise MailrefError(f"{game}: not all mail could be read, nothing was closed")
        finally:
            machine.disconnect()
        policy = Undecided(undecided) if undecided else None
        decide(machine, game, orders.CloseRound(early, policy), because, now, typed=as_typed())
    click.echo(f"{game}: closed; the report leaves at the next tick")


def decision(
    order: Callable[..., orders.GmOrder],
    done: str | Callable[..., str],
    *parameters: Callable[[Decorated], Decorated],
) -> click.Command:
    """Return the command that gives an order about a game.

    *order* is made of what *parameters* say, by their names; *done* says of the same what has come of it.
    """

    def carry_out(game: str, because: str, now: datetime, config: str, **given: Any) -> None:
        with machine_at(config) as machine:
            policy = policy_of(machine, game)
            said = {name: _read(name, value, policy) for name, value in given.items()}
            decide(machine, game, order(**said), because, now, typed=as_typed())
        shown = {name: _shown(value) for name, value in said.items()}
        click.echo(f"{game}: {done.format(**shown) if isinstance(done, str) else done(**shown)}")

    command = decision_options(carry_out)
    for parameter in (*reversed(parameters), click.argument("game")):
        command = parameter(command)
    return click.command()(command)


def _read(name: str, written: Any, policy: GamePolicy) -> Any:
    """Return what an argument says, by its name; what it lacks is refused in the words of mails."""
    if isinstance(written, tuple):
        return tuple(_read(name, each, policy) for each in written)
    if name == "word":
        return _spelled(written, policy)
    if not written or name not in _READERS:
        return written
    read, lack = _READERS[name]
    try:
        return read(written, policy.zone)
    except ValueError:
        refused = why(orders.Incomplete(lack), policy)
        raise MailrefError(f"{policy.id}: {refused} ({written!r})") from None


def _spelled(word: str, policy: GamePolicy) -> str:
    """Return a word as the tiles of the game show it; where they cannot spell it, it is wrong use."""
    try:
        return policy.tiles.shown(policy.tiles.cut(word))
    except ValueError:
        raise _no_word(word) from None


def _shown(value: Any) -> Any:
    if isinstance(value, tuple):
        return ", ".join(value)
    return value.isoformat() if isinstance(value, datetime) else value


def _address(text: str) -> str:
    if not orders.is_address(text):
        raise ValueError(text)
    return text.lower()


_LETTERS = (lambda text, _: orders.letters_named(text), orders.Lack.LETTERS)
_ADDRESS = (lambda text, _: _address(text), orders.Lack.ADDRESSES)
_READERS: Mapping[str, tuple[Callable[[str, ZoneInfo], Any], orders.Lack]] = {
    "deadline": (time_in, orders.Lack.TIME),
    "tiles": _LETTERS,
    "letters": _LETTERS,
    "address": _ADDRESS,
    "addresses": _ADDRESS,
}
"""How arguments are read that are more than a text, and what an order lacks where that cannot be done."""


def _word(_: click.Context, __: click.Parameter, text: str) -> str:
    spelled = spell(text)
    if not spelled or not orders.A_WORD.fullmatch(spelled):
        raise _no_word(text)
    return text


def _no_word(text: str) -> click.BadParameter:
    return click.BadParameter(f"{text!r} is no word that tiles can spell", param_hint="WORD")


def _day(_: click.Context, parameter: click.Parameter, text: str) -> date:
    found = read_day(text)
    if found is None:
        message = f"{text!r} is no day such as 2026-12-24 or 24.12.2026"
        raise click.BadParameter(message, param_hint=parameter.metavar)
    return found


_PLAYER = click.argument("player")
_SHOWN_AS = {"deadline": "TIME", "new_name": "NAME", "first": "FROM", "last": "TO"}


def _argument(field: FieldInfo) -> Callable[[Decorated], Decorated]:
    """Return the argument of the shell that is a field of an order."""
    may_lack, is_list = type(None) in get_args(field.type), get_origin(field.type) is tuple
    shown = _SHOWN_AS.get(field.name)
    return click.argument(
        field.name,
        metavar=f"[{shown}]" if may_lack else shown,
        required=not may_lack,
        nargs=-1 if is_list else 1,
        type=int if field.type is int else None,
        callback=_day if field.type is date else None,
    )


@cache
def __getattr__(name: str) -> click.Command:
    """Return the command that gives an order of the table as it stands there: its arguments are the order's."""
    row = next((row for row in orders.GM_ROWS if name in row.commands), None)
    if row is None:
        raise AttributeError(name)
    order = row.comes_to[0]
    arguments = (_argument(field) for field in fields(order) if field.required)
    return decision(order, COMMANDS[name]["done"], *arguments)


_PAST = {"accept": "accepted", "refuse": "refused", "release": "released", "drop": "dropped"}

rule = decision(
    lambda word, verdict, theme: (orders.RuleTheme if theme else orders.RuleWord)(
        word, verdict == "accept"
    ),
    lambda word, verdict, theme: f"{word} is {_PAST[verdict]}{' for the theme' if theme else ''}",
    click.argument("word", callback=_word),
    click.argument("verdict", type=click.Choice(["accept", "refuse"])),
    options("rule"),
)
press = decision(
    lambda verdict, player: orders.RulePress(None, verdict == "release", player),
    lambda verdict, **_: f"press {_PAST[verdict]}",
    click.argument("verdict", type=click.Choice(["release", "drop"])),
    options("press"),
)


def _draw(tiles: str | None, *, anew: bool) -> orders.GmOrder:
    if (tiles is None) is not anew:
        raise click.UsageError("either TILES or --anew")
    return orders.DrawTiles(tiles) if tiles is not None else orders.DrawAnew()


draw = decision(
    _draw,
    lambda tiles, **_: (
        f"{tiles} drawn; the report leaves at the next tick"
        if tiles is not None
        else "drawn anew; all are told"
    ),
    click.argument("tiles", required=False),
    options("draw"),
)


def _correction(
    player: str | None, points: int | None, number: int | None, letters: str | None, tie: int | None
) -> orders.GmOrder:
    if letters is not None:
        return orders.CorrectDraw(letters)
    if tie is not None:
        return orders.DecideTie(tie)
    if player is None or points is None:
        raise click.UsageError("PLAYER and POINTS are needed, such as 'Max Miller' +12")
    return orders.CorrectScore(player, points, number)


correct = decision(
    _correction,
    "corrected; all are told at the next tick",
    click.argument("player", required=False),
    click.argument("points", required=False, type=int),
    options("correct", round=int, tie=int),
)
correct.context_settings["ignore_unknown_options"] = True


@click.command()
@click.argument("game")
@_PLAYER
@decision_options
def out(game: str, player: str, because: str, now: datetime, config: str) -> None:
    """Remove a player from a game in turns; the points stay."""
    with machine_at(config) as machine:
        policy = policy_of(machine, game)
        if not kind_named(policy.family).is_seated:
            raise MailrefError(f"{game}: {why(orders.OtherFamily('turns'), policy)}")
        decide(machine, game, orders.ExcludePlayer(player), because, now, typed=as_typed())
    click.echo(f"{game}: {player} is out; all are told at the next tick")
