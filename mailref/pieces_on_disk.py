"""What was made of the games that are played, on the disk: whoever writes their pages next need not make it again.

It lies beside the database, or where that is on a server, where tables lie that can be built anew; sealed with
the secret of the installation, so that of what somebody else has put there nothing is believed. A piece is found
by all that it follows from, so that an old one is never wrong; what is not found is made.
"""

import os
from collections.abc import Collection, Mapping
from contextlib import suppress
from hashlib import blake2b
from hmac import compare_digest
from pathlib import Path

import msgspec

from mailref.assets import cache_folder

_SEAL = 32
"""Bytes of the seal before the pieces."""
_MOST = 20_000_000
"""No game has as much: so much is not read."""
_ENDS_IN = ".pieces"


class PiecesOnDisk:
    """The pieces of the games of an installation, a file each."""

    def __init__(self, database: str, secret: bytes) -> None:
        """*secret*: of the installation whose *database* that is; without one nothing is kept."""
        self._seal = blake2b(b"pieces of pages", key=secret[:64]).digest() if secret else b""
        self._folder = _folder_of(database, self._seal) if secret else None

    def of(self, game: str) -> dict[bytes, bytes]:
        """Return what was made of a game; nothing where there is no such file, or it is not ours."""
        data = memoryview(self._read(game))  # a late game has 300 kB: no copies
        seal, pieces = data[:_SEAL], data[_SEAL:]
        if not pieces or not compare_digest(seal, self._sealed(pieces)):
            return {}
        with suppress(msgspec.MsgspecError):
            return msgspec.msgpack.decode(pieces, type=dict[bytes, bytes])
        return {}

    def keep(self, game: str, pieces: Mapping[bytes, bytes]) -> None:
        """Write what was made of a game over what was; where that fails, it costs time alone.

        Of a file that is half written nothing is believed. Another one in its place would be sent to the disk at
        once, which takes three times as long.
        """
        if self._folder is None:
            return
        data = msgspec.msgpack.encode(pieces)
        with suppress(OSError):
            self._folder.mkdir(mode=0o700, exist_ok=True)
            if self._folder.is_symlink():
                return
            flags = os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW
            handle = os.open(self._file(game), flags, 0o600)
            with os.fdopen(handle, "wb", buffering=0) as file:
                file.truncate(os.writev(handle, (self._sealed(data), data)))

    def keep_only(self, games: Collection[str]) -> None:
        """Forget all other games."""
        if self._folder is None:
            return
        names = {f"{game}{_ENDS_IN}" for game in games}
        with suppress(OSError):
            for each in self._folder.iterdir():
                if each.name not in names:
                    each.unlink()

    def forget(self) -> None:
        """Forget everything: names stood in it that shall stand nowhere."""
        self.keep_only(())

    def _file(self, game: str) -> Path:
        folder = self._folder or Path()
        return folder / f"{game}{_ENDS_IN}"

    def _read(self, game: str) -> bytes:
        if self._folder is None:
            return b""
        with suppress(OSError):
            handle = os.open(self._file(game), os.O_RDONLY | os.O_NOFOLLOW)
            with os.fdopen(handle, "rb", buffering=0) as file:
                # Room is made for as much as is asked for: for the most that takes longer than to read.
                return file.read(min(os.fstat(handle).st_size, _MOST)) or b""
        return b""

    def _sealed(self, data: bytes | memoryview) -> bytes:
        return blake2b(data, key=self._seal, digest_size=_SEAL).digest()


_IN_A_FILE = "sqlite:///"


def _folder_of(database: str, seal: bytes) -> Path | None:
    """Return where pieces lie; None where that can be nowhere."""
    if database.startswith(_IN_A_FILE):
        return Path(f"{database.removeprefix(_IN_A_FILE)}{_ENDS_IN}")
    base = cache_folder()
    return None if base is None else base / f"{blake2b(seal, digest_size=8).hexdigest()}{_ENDS_IN}"
