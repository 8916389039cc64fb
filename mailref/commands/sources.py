"""Where commands find settings and games: the file, and the record beside it if there is one."""

import os
from datetime import datetime
from pathlib import Path
from types import MappingProxyType

from sqlalchemy import make_url

from mailref.desks import desk_from_settings, desk_of
from mailref.errors import SettingsError
from mailref.journal.installation import SECRET
from mailref.journal.journal import Journal
from mailref.referee.model import Desk, Table
from mailref.settings.load import load_settings
from mailref.settings.model import Settings


def settings_at(path: Path, *, needs_secrets: bool = True) -> Settings:
    """Return the settings in the file at *path*; SettingsError names every fault, a line each."""
    loaded = load_settings(path, os.environ, needs_secrets=needs_secrets)
    if loaded.settings is None:
        raise SettingsError("\n".join(fault.line for fault in loaded.faults))
    return loaded.settings


def has_record(settings: Settings) -> bool:
    """Tell whether games have been recorded: judging must not create an empty record."""
    url = make_url(settings.database)
    if url.get_backend_name() != "sqlite":
        return True
    return bool(url.database) and Path(url.database or "").exists()


def desk_without_effect(settings: Settings, now: datetime) -> Desk:
    """Return the desk of the record where there is one, else that of the settings alone."""
    if not has_record(settings):
        return desk_from_settings(settings, now)
    with Journal.open(settings.database) as journal:
        secret = journal.fact(SECRET)
        if secret is None:
            return desk_from_settings(settings, now)
        fresh = desk_from_settings(settings, now)
        tables = {}
        for policy in settings.games:
            game = journal.game(policy.id)
            tables[policy.id] = Table(game, policy) if game else fresh.tables[policy.id]
        return desk_of(settings, MappingProxyType(tables), bytes.fromhex(secret))
