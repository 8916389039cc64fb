"""Opening a game in rounds and keeping it in step with the settings: players, rulings, rules, ZATs (contract 2)."""

from collections.abc import Iterator
from datetime import datetime
from typing import Self

from mailref.games.by_rounds.contents import TieToDecide
from mailref.games.by_rounds.referee import Held, Occasion
from mailref.games.events import (
    FROM_SETTINGS,
    DeadlineMoved,
    Event,
    Noted,
    PlayerJoined,
    SettingSpent,
    WordRuled,
)
from mailref.games.replay import follow
from mailref.games.rounds.closing import base_of_newcomer
from mailref.games.rounds.contents import WhyAnew
from mailref.games.rounds.corrections import late_after_all
from mailref.games.rounds.events import GameOpened, MoveEntered, RulesChanged
from mailref.games.rounds.game import RoundGame, open_rounds
from mailref.games.rounds.gm_decisions import DecidingRounds
from mailref.games.rounds.policy import RoundPolicy
from mailref.referee.deadline import is_ahead, is_spent, zat_in_settings
from mailref.referee.findings import Office
from mailref.referee.mails import Owed, owe_to_game_master
from mailref.referee.notices import Notice, SettingsFaulty
from mailref.referee.policy import ConfiguredPlayer, RunningGame
from mailref.referee.reports import Means
from mailref.tiles.board import in_order


def join_event(
    game: RoundGame, name: str, addresses: tuple[str, ...], *, is_configured: bool
) -> PlayerJoined:
    """Return the registration of a player, late if a round was closed before (rules 8)."""
    is_late = game.has_started
    base = base_of_newcomer(game) if is_late else 0
    return PlayerJoined(
        name,
        addresses,
        base,
        0,
        is_late=is_late,
        is_configured=is_configured,
        is_of_staying=is_late,
    )


def first_players(policy: RoundPolicy, opened: GameOpened) -> Iterator[PlayerJoined]:
    """Rules 8 and contract 2: a listed player without a score is a late joiner of a game taken over."""
    over = policy.taken_over
    scores = dict(over.scores) if over else {}
    missed = dict(over.missed) if over else {}
    with_score = [p for p in policy.players if not scores or p.name in scores]
    for player in with_score:
        yield PlayerJoined(
            player.name, player.addresses, scores.get(player.name, 0), missed.get(player.name, 0)
        )
    game = follow(
        open_rounds(opened), [PlayerJoined(n, (), s, missed.get(n, 0)) for n, s in scores.items()]
    )
    for player in policy.players:
        if player not in with_score:
            yield join_event(game, player.name, player.addresses, is_configured=True)


class RegisteringRounds(DecidingRounds):
    """A game in rounds kept in step with the settings."""

    def join(self, name: str, address: str) -> PlayerJoined:
        return join_event(self.running.game, name, (address,), is_configured=False)

    def joined(self, _running: RunningGame, player: ConfiguredPlayer) -> PlayerJoined:
        return join_event(self.running.game, player.name, player.addresses, is_configured=True)

    def ruled_by_settings(
        self, rulings: tuple[WordRuled, ...], means: Means, cause: str, now: datetime
    ) -> tuple[tuple[Event, ...], tuple[Owed, ...]]:
        """Judge stored moves again under new rulings, the round closed last included (contract 2)."""
        office = means.office
        corrected = self.correct_last_round(means, Occasion(cause, FROM_SETTINGS, now), rulings)
        events: tuple[Event, ...] = rulings
        mails: tuple[Owed, ...] = ()
        if isinstance(corrected, Held):
            tie = TieToDecide(corrected.choices)
            mails = (self.tell_game_master(tie, office, f"tie:{cause}", now),)
        elif corrected is not None:
            events = self._own(corrected)
            mails = corrected.decision.mails
        after = self.follow(events)
        told = tuple(
            owed
            for ruling in rulings
            for owed in self.told_of_rulings(
                after, (ruling,), office, f"{cause}:{ruling.word}", now
            )
        )
        # One mail to each, though several of the words may stand in his move.
        first = {owed.player: owed for owed in reversed(told)}
        return events, (*mails, *reversed(first.values()))

    def from_settings(self, now: datetime) -> Iterator[Event]:
        """Yield the switches and the ZAT as the settings have them, and what of them is too late."""
        game, policy = self.running.game, self.running.policy
        if policy.variant == game.variant and policy.rules != game.next_rules:
            yield RulesChanged(policy.rules)
        playing, wanted = game.round, zat_in_settings(self.running)
        if playing is not None and wanted is not None:
            yield SettingSpent(playing.number, "deadline", wanted.isoformat())
            if wanted != playing.deadline and is_ahead(wanted, now):
                moved = DeadlineMoved(playing.number, wanted, FROM_SETTINGS)
                yield moved
                yield from late_after_all(follow(game, (moved,)))
        yield from (event for event, _ in self._faults(now))

    def told_of_settings(
        self, after: Self, events: tuple[Event, ...], office: Office, cause: str, now: datetime
    ) -> Iterator[Owed]:
        of = Occasion(cause, "", now)
        yield from after.bases_told(events, office, of)
        yield from super().told_of_settings(after, events, office, cause, now)
        if any(isinstance(event, MoveEntered) for event in events):
            yield from after.judged_anew(self.in_force(office), office, WhyAnew.LATE, of)
        if faults := tuple(said for _, said in self._faults(now)):
            # What a game cannot follow, though the file is right by itself.
            game = self.running.game
            key = f"settings_fault:{game.id}:{game.round_number}:{';'.join(faults)}"
            yield owe_to_game_master(office.house, Notice(SettingsFaulty(faults)), key, now)

    def _faults(self, now: datetime) -> Iterator[tuple[Event, str]]:
        """Contract 2: letters once mailed cannot change, nor the variant, nor can a ZAT have passed; said once."""
        game, policy = self.running.game, self.running.policy
        playing, rack, wanted = game.round, policy.letters, zat_in_settings(self.running)
        label = f'[[game]] "{game.id}"'
        is_other = rack is not None and in_order(rack) != in_order(game.rack)
        if (
            playing is not None
            and rack is not None
            and is_other
            and not is_spent(game, "letters", rack)
        ):
            said = f"letters: round {playing.number} has been mailed with {game.rack!r}"
            yield SettingSpent(playing.number, "letters", rack), f"{label} {said}"
        what = f"variant_fixed:{policy.variant}"
        if policy.variant != game.variant and what not in game.noted:
            yield Noted(what, now), f"{label} variant: the game has begun as {game.variant!r}"
        if playing is None or wanted in {None, playing.deadline} or is_ahead(wanted, now):
            return
        assert wanted is not None  # noqa: S101  states the promise to mypy
        said = f"has passed, round {playing.number} keeps its own"
        noted = Noted(f"past_zat:{playing.number}:{wanted.isoformat()}", now)
        yield noted, f"{label} deadline: {wanted.isoformat()} {said}"
