"""A mail comes again, by whatever way: it is decided once, and keeps no other from being read.

Read, filed, quarantined, adopted, restored, copied back: from each state it comes twice more.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from mailref.errors import UnfitError
from mailref.games.rounds.contents import EntryAnswer
from mailref.referee.gm_orders import AdoptRefusal
from mailref.referee.mails import Step
from mailref.tick import deadlines, read_mailbox
from mailref.tick.machine import record
from mailref.tick.read_mailbox import Adopted, MailDecider, is_waiting, proceed, take_up
from tests.reading.mails import CORPUS, mail_of, names
from tests.referee.rehearsal import ERIKA, EVA, MAX, MINUTE, MONDAY
from tests.tick.machines import Post, begun

MOVE = mail_of("H8w RABEN\n")
LATER = MONDAY + MINUTE


@dataclass(slots=True)
class Way:
    """A machine on which a mail comes by one way after another."""

    post: Post
    data: bytes
    monkeypatch: pytest.MonkeyPatch
    came: int = 0
    restored: int = 0

    def comes(self) -> None:
        """Let the mail come, or be copied back, and then one of Eva's, who is answered each time."""
        self.post.mailbox.deliver(self.data, MONDAY)
        self.came += 1
        self.post.arrives("H8w ABER" if self.came % 2 else "H8w RABEN", EVA, LATER)
        self.post.left()
        self.post.tick(LATER)
        assert self.post.left().count("eva EntryAnswer") == 1
        assert self.post.mailbox.inbox == []

    def is_quarantined(self) -> int:
        """Let it come while it cannot be read; return its number in the record."""

        def refuse(*_: object, **__: object) -> None:
            raise ZeroDivisionError

        before = {each.id for each in self.post.machine.journal.inbox.set_aside()}
        with self.monkeypatch.context() as broken:
            broken.setattr(read_mailbox, "read", refuse)
            self.post.mailbox.deliver(self.data, MONDAY)
            for _ in range(3):
                self.post.tick(LATER)
        (number,) = {each.id for each in self.post.machine.journal.inbox.set_aside()} - before
        return number

    def is_adopted(self, number: int) -> AdoptRefusal | None:
        machine = self.post.machine
        office = machine.office()
        found = MailDecider(machine, office, LATER).adopt(number, "Max Mustermann")
        if not isinstance(found, Adopted):
            return found
        assert record(machine, Step(f"adopt:{number}", found.decision), office, LATER)
        return None

    def is_restored(self) -> None:
        """Put the database back; the mail lies twice among those that were filed."""
        self.restored += 1
        self.post.machine.journal.restorations.begin(LATER + self.restored * MINUTE)
        self.post.mailbox.deliver(self.data, MONDAY)
        self.post.mailbox.deliver(self.data, MONDAY)
        self.post.mailbox.filed, self.post.mailbox.inbox = self.post.mailbox.inbox, []
        take_up(self.post.machine, LATER)
        if is_waiting(self.post.machine):
            proceed(self.post.machine, (), LATER)
        self.post.mailbox.filed = []


def read_and_filed(way: Way) -> None:
    way.comes()
    way.comes()
    way.comes()


def quarantined_adopted_and_copied_back(way: Way) -> None:
    way.is_adopted(way.is_quarantined())
    way.comes()
    way.comes()


def quarantined_copied_back_and_adopted(way: Way) -> None:
    number = way.is_quarantined()
    way.comes()
    way.is_adopted(number)
    way.is_adopted(number)
    way.comes()


def quarantined_twice_and_adopted_twice(way: Way) -> None:
    first, second = way.is_quarantined(), way.is_quarantined()
    way.is_adopted(first)
    way.is_adopted(second)
    way.comes()


def restored_and_copied_back(way: Way) -> None:
    way.is_restored()
    way.is_restored()
    way.comes()
    way.comes()


def read_first_and_then_by_all_others(way: Way) -> None:
    way.comes()
    way.comes()
    way.is_adopted(way.is_quarantined())
    way.is_restored()
    way.is_restored()
    way.comes()


def adopted_first_and_then_by_all_others(way: Way) -> None:
    way.is_adopted(way.is_quarantined())
    way.is_adopted(way.is_quarantined())
    way.is_restored()
    way.is_restored()
    way.comes()
    way.comes()


ALL_WAYS = (read_first_and_then_by_all_others, adopted_first_and_then_by_all_others)
WAYS = (
    *ALL_WAYS,
    read_and_filed,
    quarantined_adopted_and_copied_back,
    quarantined_copied_back_and_adopted,
    quarantined_twice_and_adopted_twice,
    restored_and_copied_back,
)


def way_of(folder: Path, data: bytes, monkeypatch: pytest.MonkeyPatch) -> Way:
    return Way(begun(folder, keys="per_address_day = 1000"), data, monkeypatch)


@pytest.mark.parametrize("walk", WAYS, ids=lambda walk: walk.__name__)
def test_a_move_comes_by_every_way_and_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, walk: Callable[[Way], None]
) -> None:
    way = way_of(tmp_path, MOVE, monkeypatch)

    walk(way)

    answered = [o for o in way.post.letters.ever if isinstance(o.content, EntryAnswer)]
    assert [o.recipient for o in answered].count("max@example.org") == 1
    assert len(way.post.entries()["Max Mustermann"]) == 1


@pytest.mark.slow
@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("walk", ALL_WAYS, ids=lambda walk: walk.__name__)
def test_each_mail_of_the_corpus_comes_by_every_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, walk: Callable[[Way], None], name: str
) -> None:
    walk(way_of(tmp_path, (CORPUS / f"{name}.eml").read_bytes(), monkeypatch))


def test_the_game_master_who_adopts_what_came_again_meanwhile_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By mail: his order must not stop the machine either."""
    way = way_of(tmp_path, MOVE, monkeypatch)
    number = way.is_quarantined()
    way.comes()
    machine = way.post

    machine.arrives(f"U{number} JA", ERIKA, LATER, header=f"In-Reply-To: {machine.ids('Notice')}\n")
    machine.arrives("H8w ABER", EVA, LATER)
    machine.left()
    machine.tick(LATER)

    assert machine.left() == ["gm Notice", "eva EntryAnswer"]
    assert len(machine.entries()["Max Mustermann"]) == 1


def test_what_contradicts_the_record_is_the_fault_of_its_mail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An id that is taken already: three tries, then it is set aside, and Eva was answered at once."""
    machine = begun(tmp_path)
    machine.arrives("H8w RABEN", MAX)
    machine.tick()
    machine.left()
    taken = machine.ids("EntryAnswer")
    monkeypatch.setattr(
        "tests.tick.machines.message_id_of",
        lambda owed, _: taken if "max" in owed.recipient else f"<{owed.key}@x>",
    )
    clashing = machine.arrives("H8w ABER", MAX, LATER)
    machine.arrives("H8w ABER", EVA, LATER)

    machine.tick(LATER)
    first = machine.left()
    machine.tick(LATER)
    machine.tick(LATER)

    assert first == ["eva EntryAnswer"]
    assert machine.mailbox.quarantined == [clashing]
    assert machine.left()[-1] == "gm Notice"


def test_a_list_that_cannot_be_made_keeps_no_answer_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = begun(tmp_path)

    def fails(_machine: object, _now: object) -> None:
        raise UnfitError("UNIQUE constraint failed")

    monkeypatch.setattr(deadlines, "list_strangers", fails)
    machine.arrives("H8w RABEN")
    machine.tick()

    assert machine.left() == ["max EntryAnswer"]
