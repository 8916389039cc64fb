"""Games in which the game master does everything that he may do."""

from collections.abc import Callable
from datetime import timedelta

from msgspec.structs import replace

from mailref.games import events as happened
from mailref.games.chance import Chance
from mailref.games.rounds import events as in_rounds
from mailref.games.rounds.closing import (
    Closing,
    Letters,
    go_on,
    open_round,
    result_of,
    tiles_to_draw,
)
from mailref.games.rounds.game import moves_in_force, undecided_words
from mailref.games.rounds.rules import AskGameMaster, RoundResult, draw_by_hand
from mailref.games.rounds.switches import LateJoiner, Rules
from mailref.referee.gm_orders import WrongLettersError
from mailref.tiles.board import Board, in_order
from tests.record.games import LEXICON, Table, begun, find_top, with_word_reversed
from tests.tiles.builders import START, WEEK

NEWCOMERS = ("Gabi", "Hans", "Ines", "Jan")


def play_oddly(rules: Rules, number: int, rounds: int, over: Board | None = None) -> Table:
    """Play *rounds* rounds with rulings, corrections, reopened rounds, draws by hand, quiet rounds."""
    table = begun(rules, number, over=over)
    last = table.game.next_round + rounds
    while table.game.next_round < last and _open(table):
        _maybe(table, 0.15, _replace_letters)
        _everybody(table)
        _maybe(table, 0.15, _move_zat)
        _maybe(table, 0.15, _pause)
        _maybe(table, 0.3, _rule)
        _maybe(table, 0.2, _come)
        _close(table)
        _maybe(table, 0.3, _correct)
        _maybe(table, 0.2, _leave_or_return)
        _maybe(table, 0.2, _rename)
        _maybe(table, 0.2, _change_rules)
        _maybe(table, 0.25, _reopen)
    return table


def _maybe(table: Table, chance: float, act: Callable[[Table], None]) -> None:
    if table.rng.random() < chance:
        act(table)


def _open(table: Table) -> bool:
    game, now = table.game, START + table.game.next_round * WEEK
    letters = Letters()
    if table.rng.random() < 0.2:
        wanted = tiles_to_draw(game)
        letters = Letters(by_hand=True, drawn=in_order(table.rng.sample(game.bag, wanted)))
    try:
        events = go_on(game, letters, Chance(table.seed), now)
    except WrongLettersError:  # the rack went back: what was drawn by hand is too little
        events = go_on(game, Letters(), Chance(table.seed), now)
    table.happen(*events)
    if table.game.is_over:
        return False
    table.happen(open_round(table.game, now + WEEK, now))
    return True


def _everybody(table: Table) -> None:
    if table.rng.random() < 0.15:
        return  # nobody sends anything: an empty round
    moves = [*table.moves(), *(table.sets() if table.rules.plays > 1 else ())]
    for player in table.game.active:
        some = table.rng.sample(moves, min(len(moves), 2))
        if some and table.rng.random() < 0.2:
            some[0] = with_word_reversed(some[0])
        if some and table.rng.random() < 0.85:
            table.send(player.name, *some, minutes=table.rng.choice((1, 1, 2)))


def _close(table: Table) -> None:
    """Close the round; undecided words are settled by policy, ties by the game master if he must."""
    game, playing = table.game, table.game.round
    assert playing is not None
    assert playing.deadline is not None
    early = table.rng.random() < 0.1
    at = playing.deadline + timedelta(minutes=-3 if early else 3)
    words = undecided_words(game, moves_in_force(game, LEXICON))
    accepts = table.rng.random() < 0.5
    settled = [happened.WordRuled(word, accepts, "policy", "") for word in words]
    table.happen(*settled)
    closing = Closing(at, LEXICON, Chance(table.seed), find_top, is_early=early, settled=settled)
    result = result_of(table.game, closing)
    if isinstance(result, AskGameMaster):
        choice = table.rng.choice(result.choices)
        table.happen(in_rounds.TieRuled(playing.number, choice, ""))
        result = result_of(table.game, closing)
    assert isinstance(result, RoundResult)
    table.happen(in_rounds.RoundClosed(result))
    table.happen(*(happened.WordRuled(word, None, "policy", "") for word in words))


def _replace_letters(table: Table) -> None:
    game = table.game
    assert game.round is not None
    everything = in_order(game.rack + game.bag)
    rack = in_order(table.rng.sample(everything, len(game.rack)))
    draw = draw_by_hand("", everything, rack)
    table.happen(in_rounds.LettersDrawn(game.round.number, draw, game.round.opened))


def _move_zat(table: Table) -> None:
    """Set the ZAT before or after moves that are confirmed: they stay (contract 2)."""
    playing = table.game.round
    assert playing is not None
    zat = playing.opened + timedelta(seconds=table.rng.choice((90, 100_000)))
    table.happen(happened.DeadlineMoved(playing.number, zat, "settings"))


def _pause(table: Table) -> None:
    """Stop the clock: a move counts whenever it comes."""
    table.happen(happened.GamePaused("holidays"))
    moves, player = list(table.moves()), table.rng.choice(table.game.active)
    if moves:
        table.send(player.name, moves[0], minutes=12_000)
    table.happen(happened.GameResumed("back again"))


def _rule(table: Table) -> None:
    entries = table.game.round.entries if table.game.round else {}
    moves = [m.move for each in entries.values() for e in each for m in e.moves if m.move]
    if moves:
        word = table.rng.choice(moves).plays[0].word
        table.happen(happened.WordRuled(word, table.rng.random() < 0.5, "mail", ""))


def _come(table: Table) -> None:
    name = next((each for each in NEWCOMERS if each not in table.game.players), None)
    if name is not None:
        table.join(name)


def _correct(table: Table) -> None:
    name = table.rng.choice(tuple(table.game.players))
    first = table.game.first_round
    number = table.rng.randrange(first, table.game.next_round + 1)
    points = table.rng.choice((-20, 7, 30))
    table.happen(happened.ScoreCorrected(name, number, points, "miscounted"))


def _rename(table: Table) -> None:
    name = table.rng.choice(tuple(table.game.players))
    table.happen(happened.PlayerRenamed(name, f"{name} {table.game.next_round}", "married"))


def _leave_or_return(table: Table) -> None:
    for player in table.game.players.values():
        if player.has_left:
            table.happen(happened.PlayerReturned(player.name))
            return
    if len(table.game.active) > 3:
        table.happen(happened.PlayerLeft(table.rng.choice(table.game.active).name, "asked"))


def _change_rules(table: Table) -> None:
    rules = table.game.next_rules
    letters = table.rng.choice((7, 8))
    late = table.rng.choice(tuple(LateJoiner))
    table.happen(in_rounds.RulesChanged(replace(rules, letters=letters, late_joiner=late)))


def _reopen(table: Table) -> None:
    last = table.game.last
    assert last is not None
    assert last.deadline is not None
    if table.game.before_close is None:
        return
    if table.rng.random() < 0.5 and _open(table):
        _come(table)
        _correct(table)
        _maybe(table, 0.5, _rename)
    if table.game.is_over:
        return
    zat = last.closed + timedelta(days=1)
    table.happen(in_rounds.RoundReopened(last.number, zat, "a mail came late"))
    _everybody(table)
    _close(table)
