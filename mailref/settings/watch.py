"""The settings file of a running machine: read again when it has changed, kept as it was when faulty."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from mailref.errors import SettingsError
from mailref.referee.policy import GamePolicy, RoundPolicy, TakenOver
from mailref.settings.load import load_settings
from mailref.settings.model import Settings, SettingsFault


@dataclass(slots=True)
class SettingsWatch:
    """The last good settings of a file."""

    path: Path
    environ: Mapping[str, str]
    settings: Settings = field(init=False)
    faults: tuple[SettingsFault, ...] = field(init=False, default=())
    """What is wrong with the file as it is now; empty: nothing."""
    sha256: str = field(init=False, default="")
    """Of the file as it is now."""

    def __post_init__(self) -> None:
        loaded = load_settings(self.path, self.environ)
        if loaded.settings is None:
            raise SettingsError("\n".join(fault.line for fault in loaded.faults))
        self.settings = loaded.settings
        self.sha256 = self._hash()

    def look(self) -> bool:
        """Read the file if it has changed; tell whether it had. Faults leave the settings as is."""
        now = self._hash()
        if now == self.sha256:
            return False
        self.sha256 = now
        loaded = load_settings(self.path, self.environ)
        self.faults = loaded.faults
        if loaded.settings is not None:
            self.faults = fixed_for_good(self.path, self.settings, loaded.settings)
        if loaded.settings is not None and not self.faults:
            self.settings = loaded.settings
        return True

    def _hash(self) -> str:
        try:
            return hashlib.sha256(self.path.read_bytes()).hexdigest()
        except OSError as problem:
            return f"unreadable: {problem.errno}"


def fixed_for_good(path: Path, old: Settings, new: Settings) -> tuple[SettingsFault, ...]:
    """Return what a changed file says otherwise of a game that has begun (contract 2)."""
    before = {policy.id: policy for policy in old.games}
    found: list[SettingsFault] = []
    for policy in new.games:
        known = before.get(policy.id, policy)
        label = f'[[game]] "{policy.id}"'
        fixed = (
            ("variant", known.variant, policy.variant),
            ("zone", known.zone.key, policy.zone.key),
            ("[game.start]", _start(known), _start(policy)),
        )
        found += [
            SettingsFault(str(path), label, key, "cannot change once the game has begun")
            for key, was, is_now in fixed
            if was != is_now
        ]
    return tuple(found)


def _start(policy: GamePolicy) -> TakenOver | None:
    return policy.taken_over if isinstance(policy, RoundPolicy) else None
