"""Ports without wires, for ticks of the machine; they keep what the real ones promise."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from socket import socket

from mailref.errors import LoginRefusedError, MailServerError
from mailref.post.ports import (
    Baseline,
    Delivery,
    Filing,
    IsKnown,
    KeptMail,
    Letter,
    Listening,
    MailboxMark,
    MailboxState,
    Outcome,
    RawMail,
    Sent,
)


@dataclass(slots=True)
class FakeMailbox:
    """An inbox in memory; `is_down` lets every call fail as a server that cannot be reached."""

    inbox: list[RawMail] = field(default_factory=list)
    done: list[int] = field(default_factory=list)
    quarantined: list[int] = field(default_factory=list)
    kept: list[KeptMail] = field(default_factory=list)
    filed: list[RawMail] = field(default_factory=list)
    """What an earlier process filed as done."""
    clock: datetime | None = None
    is_down: bool = False
    is_refused: bool = False
    """Whether the login is refused."""
    keeps_all: bool = False
    """Whether nothing can be moved out of the inbox."""
    is_read_only: bool = False
    """Whether the server lets nothing be moved or marked, nor a mark be left, and says no more."""
    marked: MailboxMark | None = None
    uid_validity: int = 7
    uid_next: int = 1

    def deliver(self, data: bytes, when: datetime, *, is_truncated: bool = False) -> int:
        """Put a mail into the inbox, arriving at *when* by the server's clock."""
        size = len(data)
        raw = RawMail(self.uid_validity, self.uid_next, when, size, data, is_truncated)
        self.inbox.append(raw)
        self.uid_next += 1
        return raw.uid

    def new_mail(self, baseline: Baseline, is_known: IsKnown) -> Iterator[RawMail]:
        self._reach()
        found = [
            raw
            for raw in self.inbox
            if baseline.counts(raw.uid_validity, raw.uid, raw.received)
            and not is_known(raw.uid_validity, raw.uid)
        ]
        yield from sorted(found, key=lambda raw: (raw.received, raw.uid))

    def file_away(self, uid_validity: int, uids: Sequence[int]) -> Filing:
        return self._move(uid_validity, uids, self.done)

    def quarantine(self, uid_validity: int, uids: Sequence[int]) -> Filing:
        return self._move(uid_validity, uids, self.quarantined)

    def _move(self, uid_validity: int, uids: Sequence[int], folder: list[int]) -> Filing:
        self._reach()
        if self.is_read_only:
            return Filing.LEFT
        if self.keeps_all:
            raise MailServerError("[OVERQUOTA] not moved")
        if uid_validity != self.uid_validity:
            return Filing.STALE
        folder += [raw.uid for raw in self.inbox if raw.uid in uids]
        self.inbox = [raw for raw in self.inbox if raw.uid not in uids]
        return Filing.MOVED

    def snapshot(self) -> MailboxState:
        return MailboxState(self.uid_validity, self.uid_next, len(self.inbox))

    def baseline(self, now: datetime, since: datetime | None = None) -> Baseline:
        return Baseline(self.uid_validity, self.uid_next, now, since)

    def count_before(self, baseline: Baseline) -> int:
        return sum(not baseline.counts(r.uid_validity, r.uid, r.received) for r in self.inbox)

    def kept_mail(self) -> Iterator[KeptMail]:
        self._reach()
        yield from self.kept
        yield from (KeptMail(raw.data, is_filed=False) for raw in self.inbox)

    def filed_mail(self, since: datetime) -> Iterator[RawMail]:  # noqa: ARG002  the protocol's
        self._reach()
        yield from self.filed

    def drop_filed(self, before: datetime) -> int:  # noqa: ARG002  the protocol's
        return 0

    def server_time(self) -> datetime:
        if self.clock is None:
            raise MailServerError("a fake has no clock")
        return self.clock

    def wait(self, timeout: timedelta) -> bool:  # noqa: ARG002  the protocol's
        return bool(self.inbox)

    def listen(self) -> Listening:
        self._reach()
        return Listening(None, bool(self.inbox))

    def heard(self) -> bool:
        return bool(self.inbox)

    def attend(self, timeout: timedelta, lines: Sequence[socket]) -> Sequence[socket] | None:
        self.pause(timeout)
        return lines

    def wake(self) -> None: ...

    def pause(self, timeout: timedelta) -> None: ...

    def mark(self) -> MailboxMark | None:
        self._reach()
        return self.marked

    def set_mark(self, mark: MailboxMark) -> bool:
        self._reach()
        if self.is_read_only:
            raise MailServerError("[NOPERM] no folder can be made")
        self.marked = mark
        return True

    def hang_up(self) -> None: ...

    def close(self) -> None: ...

    def _reach(self) -> None:
        if self.is_refused:
            raise LoginRefusedError("user is not accepted")
        if self.is_down:
            raise MailServerError("imap cannot be reached")


@dataclass(slots=True)
class FakeOutbox:
    """Takes every letter over, but those to `answers`, which get what is given there."""

    taken: list[Letter] = field(default_factory=list)
    answers: dict[str, Outcome] = field(default_factory=dict)
    is_down: bool = False

    def send(self, letters: Iterable[Letter]) -> Iterator[Delivery]:
        for letter in letters:
            if self.is_down:
                raise MailServerError("smtp cannot be reached")
            outcome = self.answers.get(letter.recipient, Sent())
            if isinstance(outcome, Sent):
                self.taken.append(letter)
            yield Delivery(letter, outcome)
