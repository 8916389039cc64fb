"""A folder into which `mailref deliver` puts mail: an inbox for those without IMAP.

A file's name says all that a server would: `UID-RECEIVED.eml`, both in microseconds since 1970. A
number is given once, under a lock, and is never lower than one before; a file is written whole
beside the inbox and then given its name, so that nobody reads half a mail.
"""

import fcntl
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic

from msgspec import Struct

from mailref.durable import sync_folder, write_durably
from mailref.errors import MailServerError
from mailref.post import ports
from mailref.post.imap_mailbox import Wakeable

_NEW, _DONE, _QUARANTINE, _PART = "new", "done", "quarantine", "part"
_NAME = re.compile(r"(\d+)-(\d+)\.eml")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_VALIDITY = 1
"""Numbers are never given anew."""
_LOOK = timedelta(seconds=1)
"""So often the folder is looked at while the daemon waits."""
_MOST_KEPT = 5000


class _Lying(Struct, frozen=True, order=True):
    """A mail in one of the folders."""

    received: datetime
    uid: int
    path: Path


def put(spool: ports.Spool, data: bytes, received: datetime, now: datetime) -> Path:
    """Keep a mail that has arrived; once this returns, not even a loss of power loses it."""
    with _own_faults(spool):
        new, part = _made(spool, _NEW), _made(spool, _PART)
        with _alone(part):
            newest = max((each.uid for each in _lying(new)), default=0)
            uid = max(_microseconds(now), newest + 1)
            written = part / f"{uid}.eml"
            write_durably(written, data)
            named = new / f"{uid}-{_microseconds(received)}.eml"
            written.rename(named)
            sync_folder(new)
    return named


class SpoolMailbox(Wakeable):
    """A Mailbox in a folder; for one thread, only `wake` may be called from others."""

    def __init__(self, spool: ports.Spool) -> None:
        super().__init__()
        self._spool = spool
        self._listed = 0

    def snapshot(self) -> ports.MailboxState:
        found = self._in(_NEW)
        newest = max((each.uid for each in found), default=0)
        return ports.MailboxState(_VALIDITY, newest + 1, len(found))

    def baseline(self, now: datetime, since: datetime | None = None) -> ports.Baseline:
        """Count from the first mail on: whatever was delivered was meant for us."""
        return ports.Baseline(_VALIDITY, 1, now, since)

    def count_before(self, baseline: ports.Baseline) -> int:
        return len(self._in(_NEW)) - len(self._counting(baseline))

    def new_mail(
        self, baseline: ports.Baseline, is_known: ports.IsKnown
    ) -> Iterator[ports.RawMail]:
        for each in self._counting(baseline):
            self._listed = max(self._listed, each.uid)
            if not is_known(_VALIDITY, each.uid):
                yield self._loaded(each)

    def file_away(self, uid_validity: int, uids: Sequence[int]) -> ports.Filing:
        return self._move(uid_validity, uids, _DONE)

    def quarantine(self, uid_validity: int, uids: Sequence[int]) -> ports.Filing:
        return self._move(uid_validity, uids, _QUARANTINE)

    def kept_mail(self) -> Iterator[ports.KeptMail]:
        for folder in (_DONE, _NEW, _QUARANTINE):
            for each in reversed(self._in(folder)[-_MOST_KEPT:]):
                yield ports.KeptMail(self._read(each.path, ports.HEAD), is_filed=folder != _NEW)

    def filed_mail(self, since: datetime) -> Iterator[ports.RawMail]:
        day_before = since - timedelta(days=1)
        for each in self._in(_DONE):
            if each.received >= day_before:
                yield self._loaded(each)

    def drop_filed(self, before: datetime) -> int:
        old = [each for name in (_DONE, _QUARANTINE) for each in self._in(name)]
        old = [each for each in old if each.received < before]
        with _own_faults(self._spool):
            for each in old:
                each.path.unlink(missing_ok=True)
        return len(old)

    def server_time(self) -> datetime:
        """Return our own clock: it is the one that stamps what is delivered."""
        return datetime.now(UTC)

    def wait(self, timeout: timedelta) -> bool:
        end = monotonic() + timeout.total_seconds()
        while not self._has_news():
            left = timedelta(seconds=end - monotonic())
            if left <= timedelta(0) or self._waker.wait(min(left, _LOOK)):
                return self._has_news()
        return True

    def listen(self) -> ports.Listening:
        return ports.Listening(None, self._has_news(), _LOOK)

    def heard(self) -> bool:
        return self._has_news()

    def mark(self) -> ports.MailboxMark | None:
        return None  # the folder lies beside one database, whose lease is enough

    def set_mark(self, mark: ports.MailboxMark) -> bool:  # noqa: ARG002  the protocol's
        return True

    def hang_up(self) -> None:
        pass

    def close(self) -> None:
        self._waker.close()

    def _has_news(self) -> bool:
        """Tell whether mail has come since the last listing; say so of each mail only once."""
        newest = max((each.uid for each in self._in(_NEW)), default=0)
        is_news, self._listed = newest > self._listed, max(newest, self._listed)
        return is_news

    def _counting(self, baseline: ports.Baseline) -> list[_Lying]:
        return [
            each for each in self._in(_NEW) if baseline.counts(_VALIDITY, each.uid, each.received)
        ]

    def _in(self, folder: str) -> list[_Lying]:
        with _own_faults(self._spool):
            return _lying(_made(self._spool, folder))

    def _loaded(self, lying: _Lying) -> ports.RawMail:
        with _own_faults(self._spool):
            size = lying.path.stat().st_size
        is_truncated = size > self._spool.max_size
        data = self._read(lying.path, ports.HEAD if is_truncated else size)
        return ports.RawMail(_VALIDITY, lying.uid, lying.received, size, data, is_truncated)

    def _read(self, path: Path, most: int) -> bytes:
        with _own_faults(self._spool), path.open("rb") as file:
            return file.read(most)

    def _move(self, uid_validity: int, uids: Sequence[int], folder: str) -> ports.Filing:
        if uid_validity != _VALIDITY:
            return ports.Filing.STALE
        wanted = frozenset(uids)
        with _own_faults(self._spool):
            target = _made(self._spool, folder)
            for each in self._in(_NEW):
                if each.uid in wanted:
                    each.path.rename(target / each.path.name)
        return ports.Filing.MOVED


def _lying(folder: Path) -> list[_Lying]:
    """Return the mails in a folder in order of arrival."""
    names = ((_NAME.fullmatch(each.name), each) for each in folder.iterdir())
    return sorted(
        _Lying(_EPOCH + int(found[2]) * _MICROSECOND, int(found[1]), path)
        for found, path in names
        if found is not None
    )


def _microseconds(moment: datetime) -> int:
    return (moment - _EPOCH) // _MICROSECOND


def _made(spool: ports.Spool, name: str) -> Path:
    """Return a folder of the spool, made for its owner only where it is not there."""
    folder = Path(spool.folder) / name
    if not folder.is_dir():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Let one process at a time give numbers; the lock ends with the process that has it."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


@contextmanager
def _own_faults(spool: ports.Spool) -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        why = problem.strerror or str(problem)
        raise MailServerError(f"{problem.filename or spool.folder}: {why.lower()}") from problem
