"""What follows where a round is done again: letters that became known, the next round, newcomers' bases (rules 8)."""

from collections.abc import Iterator
from datetime import datetime

from mailref.games.chance import Chance
from mailref.games.events import BY_GAME_MASTER, Event, GameEnded
from mailref.games.replay import follow
from mailref.games.rounds.closing import base_of_newcomer
from mailref.games.rounds.draw import Draw
from mailref.games.rounds.events import BaseFixed, LettersDrawn, RoundOpened, RulesChanged
from mailref.games.rounds.next_round import (
    Letters,
    go_on,
    is_final_next,
    is_possible_rack,
    put_in_place,
)
from mailref.games.rounds.past_scores import total_of_newcomer
from mailref.games.rounds.round_game import RoundGame
from mailref.games.rounds.rules import Rules


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
