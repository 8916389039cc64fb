"""Secrets that everybody on the machine can read: asked of the file system by `mailref check`."""

import os
import stat
import tomllib
from collections.abc import Iterator
from pathlib import Path

_KEYS = ("password", "smtp_password")


def exposed_secrets(settings_file: Path) -> Iterator[str]:
    """Yield a line for each password that others can read; the file must be one that loads."""
    mail = tomllib.loads(settings_file.read_text(encoding="utf-8-sig"))["mail"]
    for key in _KEYS:
        match mail.get(key):
            case str():
                path = settings_file
            case {"file": str(name)}:
                path = settings_file.absolute().parent / Path(name).expanduser()
            case _:
                continue
        if _others_can_read(path):
            yield f"{settings_file}: [mail]: {key}: everybody on this machine can read {path}; use chmod 600"


def _others_can_read(path: Path) -> bool:
    """Tell whether the file may be read, and every folder on the way to it entered."""
    if os.name != "posix":
        return False
    folders = path.resolve().parents
    is_readable = path.stat().st_mode & stat.S_IROTH
    return bool(is_readable) and all(each.stat().st_mode & stat.S_IXOTH for each in folders)
