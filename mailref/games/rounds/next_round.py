"""What follows a closed round, or begins a game: letters, the next round, the end (rules 2 and 8).

Where a round is done again: letters that became known, the next round with its moves, newcomers' bases.

Words of players mixed into the draws of a game in rounds: for which round one counts (chance).
"""

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.chance import Chance
from mailref.games.events import BY_GAME_MASTER, DeadlineMoved, Event, GameEnded, LotWordGiven
from mailref.games.replay import apply, follow
from mailref.games.rounds.closing import base_of_newcomer
from mailref.games.rounds.draw import (
    Draw,
    can_be_met,
    draw_by_hand,
    fill,
    lacks_a_kind,
    least_of_each,
    meets_minimum,
)
from mailref.games.rounds.events import (
    BaseFixed,
    BoardCleared,
    DrawnAnew,
    LettersDrawn,
    MoveEntered,
    MoveWasLate,
    RoundOpened,
    RulesChanged,
)
from mailref.games.rounds.game import RoundGame
from mailref.games.rounds.past_rounds import total_of_newcomer
from mailref.games.rounds.policy import RunningRounds
from mailref.games.rounds.rules import End, Rules
from mailref.games.schedule import has_come, is_in_time
from mailref.referee import gm_orders
from mailref.referee.findings import Office
from mailref.referee.lots import draws_at, is_word_in_time
from mailref.tiles.board import in_order, missing_from, without


class Letters(Struct, frozen=True):
    """Where the letters of the next round come from."""

    by_hand: bool = False
    """Whether the game master draws: without `drawn` or `rack` the game waits for him."""
    drawn: str | None = None
    """The newly drawn tiles only."""
    rack: str | None = None
    """The whole rack of the round, as the settings give it."""


def end_of(game: RoundGame) -> str | None:
    """Return why the game is over now that its last round is closed; None while it goes on."""
    last = game.last
    if last is None:
        return None
    if last.is_final:
        return "final_round"
    if last.laid is None:
        is_second = game.empty_rounds % 2 == 0
        return "nobody_moves" if is_second and len(game.bag) < len(game.rack) else None
    match game.rules.end:
        case End.BAG_EMPTY if _needed(game) > 0 and not game.bag:
            return "bag_empty"
        case End.EXHAUSTED if not game.rack + game.bag:
            return "all_played"
        case End.EXHAUSTED if lacks_a_kind(game.rules, game.rack + game.bag):
            return "no_vowels_or_consonants"
        case _:
            return None


def is_waiting_for_letters(game: RoundGame) -> bool:
    """Tell whether letters for the next round may be given by hand now."""
    return game.round is None and not game.is_over and not game.is_drawn and end_of(game) is None


def go_on(game: RoundGame, letters: Letters, chance: Chance, now: datetime) -> tuple[Event, ...]:
    """Return what follows the last close up to the letters of the next round, or the end.

    Empty where the game waits for letters drawn by hand. Raises WrongLettersError.
    """
    if because := end_of(game):
        return (GameEnded(chance.seed.hex(), because, now),)
    events: list[Event] = []
    if _must_clear(game):
        events.append(BoardCleared(game.next_round))
        game = apply(game, events[0])
    draw = _next_draw(game, letters, chance)
    if draw is not None:
        reasons = () if draw.by_hand else game.reasons_anew(game.next_round)
        events.append(LettersDrawn(game.next_round, draw, now, reasons))
    return tuple(events)


def draw_anew(
    game: RoundGame, because: str, chance: Chance, now: datetime
) -> tuple[DrawnAnew, LettersDrawn] | None:
    """Draw the letters of the open round once more; None where none were to be drawn for it."""
    if game.round is None:
        return None
    number, ordered = game.round.number, DrawnAnew(game.round.number, because)
    before = before_draw(apply(game, ordered))
    draw = _next_draw(before, Letters(), chance)
    if draw is None or not draw.drawn:
        return None
    return ordered, LettersDrawn(number, draw, now, before.reasons_anew(number))


def before_draw(game: RoundGame) -> RoundGame:
    """Return the game as it was before the letters of the open round were drawn."""
    if game.round is None:
        return game
    is_first = game.last is None or game.last.is_cleared
    kept = "" if is_first or game.last is None else game.last.kept
    return replace(
        game,
        round=None,
        next_round=game.round.number,
        next_rules=game.rules,
        rack=kept,
        bag=without(in_order(game.rack + game.bag), kept),
    )


def tiles_to_draw(game: RoundGame) -> int:
    """Return how many tiles the next round needs from the bag, as far as it holds them."""
    if _must_clear(game):
        game = apply(game, BoardCleared(game.next_round))
    return _wanted(with_rack_back(game))


def open_round(game: RoundGame, deadline: datetime | None, now: datetime) -> RoundOpened:
    """Open the next round, its letters drawn."""
    return RoundOpened(game.next_round, deadline, game.next_rules, is_final_next(game), now)


def is_final_next(game: RoundGame) -> bool:
    """Tell whether the round to open is the final one: Dottendorf's last letters are drawn."""
    return game.next_rules.end is End.FINAL_ROUND and not game.bag


def _needed(game: RoundGame) -> int:
    return game.next_rules.letters_in(game.next_round) - len(game.rack)


def _wanted(game: RoundGame) -> int:
    return min(max(0, _needed(game)), len(game.bag))


def _must_clear(game: RoundGame) -> bool:
    wanted = game.next_rules.letters_in(game.next_round)
    is_short = len(game.rack) + len(game.bag) < wanted
    return game.next_rules.end is End.CLEAR_BOARD and is_short and not game.board.is_empty


def _was_empty(game: RoundGame) -> bool:
    return game.last is not None and game.last.laid is None and bool(game.rack)


def with_rack_back(game: RoundGame) -> RoundGame:
    """Rules 8: after a second empty round in a row the whole rack goes back before the draw."""
    if not _was_empty(game) or game.empty_rounds % 2:
        return game
    return replace(game, rack="", bag=in_order(game.rack + game.bag))


def _next_draw(game: RoundGame, letters: Letters, chance: Chance) -> Draw | None:
    if _was_empty(game) and game.empty_rounds % 2:
        return Draw("", "", game.rack, game.bag)
    before = with_rack_back(game)
    draw = _draw_from(before, letters, chance)
    is_back = before is not game
    return replace(draw, returned=game.rack) if is_back and draw is not None else draw


def _draw_from(game: RoundGame, letters: Letters, chance: Chance) -> Draw | None:
    if letters.rack is not None:
        return whole_rack(game, letters.rack)
    if letters.drawn is not None:
        return _drawn(game, letters.drawn)
    if letters.by_hand and _wanted(game) > 0:
        return None
    chance = game.chance_of(chance, game.next_round)
    times_anew = len(game.reasons_anew(game.next_round))
    return fill(game.next_rules, game.next_round, game.rack, game.bag, chance, times_anew)


def _drawn(game: RoundGame, drawn: str) -> Draw:
    wanted, all_letters = _wanted(game), game.next_rules.letters_in(game.next_round)
    if len(drawn) == all_letters != wanted and lacks_minimum(game, ""):
        return _drawn_anew(game, drawn)
    if len(drawn) != wanted:
        raise gm_orders.WrongLettersError(gm_orders.WrongCount(wanted, len(drawn)))
    if missing := missing_from(game.bag, drawn):
        raise gm_orders.WrongLettersError(gm_orders.NotInBag(missing))
    if fault := lacks_minimum(game, in_order(game.rack + drawn)):
        raise gm_orders.WrongLettersError(fault)
    return draw_by_hand(game.rack, game.bag, drawn)


def _drawn_anew(game: RoundGame, drawn: str) -> Draw:
    """Take a whole rack: the one that lacked vowels or consonants went back."""
    everything = in_order(game.rack + game.bag)
    if missing := missing_from(everything, drawn):
        raise gm_orders.WrongLettersError(gm_orders.NotInBag(missing))
    if fault := lacks_minimum(game, in_order(drawn)):
        raise gm_orders.WrongLettersError(fault)
    return replace(draw_by_hand("", everything, drawn), returned=game.rack)


def lacks_minimum(game: RoundGame, rack: str) -> gm_orders.MinimumNotMet | None:
    """Return what a rack drawn by hand lacks, where bag and rack together could give it."""
    number, rules = game.round_number, game.next_rules if game.round is None else game.rules
    if meets_minimum(rules, number, rack):
        return None
    everything = in_order(game.rack + game.bag)
    if not can_be_met(rules, number, everything, max(len(rack), rules.letters_in(number))):
        return None
    return gm_orders.MinimumNotMet(rack, *least_of_each(rules, number))


def whole_rack(game: RoundGame, rack: str) -> Draw:
    """Take *rack* as the letters of the round: kept letters must be in it, the rest in the bag."""
    if fault := _wrong_with(game, rack):
        raise gm_orders.WrongLettersError(fault)
    return draw_by_hand(game.rack, game.bag, without(rack, game.rack))


def put_in_place(game: RoundGame, rack: str) -> Draw | gm_orders.LettersFault:
    """Take *rack* in place of letters that were drawn; all of it must lie there or in the bag."""
    everything = in_order(game.rack + game.bag)
    if len(rack) != len(game.rack):
        return gm_orders.WrongRackSize(len(game.rack), len(rack))
    if missing := missing_from(everything, rack):
        return gm_orders.NotInBag(missing)
    return draw_by_hand("", everything, rack)


def is_possible_rack(game: RoundGame, rack: str) -> bool:
    """Tell whether *rack* may be the letters of the round (rules 8)."""
    return _wrong_with(game, rack) is None


def _wrong_with(game: RoundGame, rack: str) -> gm_orders.LettersFault | None:
    if missing := missing_from(rack, game.rack):
        return gm_orders.KeptMissing(missing)
    if missing := missing_from(game.bag, without(rack, game.rack)):
        return gm_orders.NotInBag(missing)
    return lacks_minimum(game, rack)


def is_before_the_first_letters(game: RoundGame) -> bool:
    """Tell whether nothing has been drawn yet."""
    return game.last is None and game.last_draw is None and game.round is None


def _when_drawn_next(running: RunningRounds) -> datetime | None:
    """Return when letters are drawn next; None where nobody can know."""
    game = running.game
    if is_before_the_first_letters(game):
        return draws_at(running)
    return game.round.deadline if game.round is not None else None


def word_in_rounds(
    running: RunningRounds, player: str, word: str, received: datetime
) -> LotWordGiven:
    """Return a word with the first round into whose draws it is mixed: the next, if it is in time."""
    game = running.game
    is_between = game.round is None and game.last is not None  # drawn for already
    is_late = not is_between and not is_word_in_time(running, _when_drawn_next(running), received)
    return LotWordGiven(player, word, game.first_mixed + is_late)


def was_closed_early(running: RunningRounds, office: Office) -> bool:
    """Tell whether the last round was closed before its words had to be there, which nobody knew.

    That is by the latest of the ZATs that it had: one that is brought forward is an early close, too.
    """
    last = running.game.last
    if last is None:
        return False
    told = [
        event.deadline
        for event in office.log(running.game.id)
        if isinstance(event, RoundOpened | DeadlineMoved) and event.number == last.number
    ]
    zats = [zat for zat in (*told, last.deadline) if zat is not None]
    return bool(zats) and not has_come(max(zats) - running.policy.lots_until, last.closed)


def bases_fixed(game: RoundGame) -> Iterator[BaseFixed]:
    """Yield what late joiners start with now, where the round before their first one has changed.

    A base is fixed when that round is closed for good, which is when the first one is closed. Until then
    it follows who is still in the game, too.
    """
    last = game.last
    if last is None:
        return
    first = last.number + 1
    newcomers = [p for p in game.players.values() if p.is_late_joiner and p.joined_in == first]
    base = base_of_newcomer(game) if newcomers else 0
    for player in newcomers:
        total = total_of_newcomer(player.name, base, game.corrections)
        if (player.base, player.total) != (base, total):
            yield BaseFixed(player.name, base)


def letters_once_more(
    known: RoundGame, after: RoundGame, chance: Chance, now: datetime, *, by_hand: bool
) -> Iterator[Event]:
    """Yield what draws the letters again that were drawn in *known*, or ends the game again.

    Where they are drawn by hand and do not fit any more, the game waits for others.
    """
    if known.is_over and known.ended == BY_GAME_MASTER:
        yield GameEnded(chance.seed.hex(), BY_GAME_MASTER, now)
    elif known.round is not None or known.is_over or _letters_known(known, after) is not None:
        yield from draw_again(known, after, chance, now, by_hand=by_hand)


def opened_once_more(known: RoundGame, after: RoundGame) -> RoundOpened | None:
    """Return how the round that was open in *known* is opened again, its letters drawn in *after*."""
    playing = known.round
    if playing is None or after.is_over or not after.is_drawn:
        return None
    is_final = playing.is_final or is_final_next(after)
    return RoundOpened(playing.number, playing.deadline, known.rules, is_final, playing.opened)


def draw_again(
    known: RoundGame, after: RoundGame, chance: Chance, now: datetime, *, by_hand: bool
) -> Iterator[Event]:
    """Draw for a round that was open in *known*, under its own rules.

    Letters drawn by hand stay as far as the rack allows, those put in place of others if the bag does.
    """
    if known.round is not None:
        own = tuple(rules_again(after, known.rules))
        yield from own
        after = follow(after, own)
    rack = _letters_known(known, after)
    letters = Letters(by_hand=by_hand, rack=rack)
    for event in go_on(after, letters, chance, now):
        yield event
        after = follow(after, (event,))
    is_replaced = rack is None and known.last is not None and known.last.is_redrawn
    if is_replaced and after.is_drawn and _is_of_next(known, after):
        replaced = put_in_place(after, known.rack)
        if isinstance(replaced, Draw):
            yield LettersDrawn(after.next_round, replaced, now)


def rules_again(game: RoundGame, rules: Rules) -> Iterator[RulesChanged]:
    """Put *rules* in force for the next round, where others are."""
    if game.next_rules != rules:
        yield RulesChanged(rules)


def _letters_known(known: RoundGame, after: RoundGame) -> str | None:
    """Return the letters drawn by hand, if the rack allows them; others follow from the seed."""
    is_by_hand = known.last_draw is not None and known.last_draw.draw.by_hand
    if known.is_over or not is_by_hand or not _is_of_next(known, after):
        return None
    return known.rack if is_possible_rack(after, known.rack) else None


def _is_of_next(known: RoundGame, after: RoundGame) -> bool:
    """Tell whether the letters of *known* are those of the next round, and are not to be drawn anew."""
    number = after.next_round
    is_anew = len(after.reasons_anew(number)) > len(known.reasons_anew(number))
    return known.last_draw is not None and known.last_draw.number == number and not is_anew


def late_after_all(game: RoundGame) -> Iterator[MoveEntered]:
    """Yield the entries of the open round that were late and are in time for its ZAT now."""
    if game.round is None:
        return
    there = {player.name for player in game.active}
    late = [
        (entry.arrival, player, entry)
        for player, each in game.round.late_entries.items()
        if player in there
        for entry in each
    ]
    for _, player, entry in sorted(late, key=lambda found: found[0]):
        if is_in_time(entry.received, game.round.deadline):
            yield MoveEntered(player, game.round.number, entry.received, entry.mail, entry.moves)


def entries_again(game: RoundGame) -> Iterator[Event]:
    """Yield what was sent for the open round of *game*, to be entered again in its order."""
    if game.round is None:
        return
    number = game.round.number
    entered = [
        (entry.order, player, entry)
        for player, each in game.round.entries.items()
        for entry in each
    ]
    for _, player, entry in sorted(entered, key=lambda found: found[0]):
        yield MoveEntered(player, number, entry.received, entry.mail, entry.moves)
    for player, received in game.round.late.items():
        if player not in game.round.late_entries:
            yield MoveWasLate(player, number, received, ())
    for player, each in game.round.late_entries.items():
        for entry in each:
            yield MoveWasLate(player, number, entry.received, entry.moves, entry.mail)
