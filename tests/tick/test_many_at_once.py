"""Many games at one moment: their mails leave, and moves are answered, before the last is dealt with."""

from pathlib import Path

from mailref.games.rounds.contents import EntryAnswer, Report
from tests.referee.rehearsal import MINUTE, ZAT, game
from tests.tick.machines import Post, post

MANY = 40
IDS = [f"g{number}" for number in range(MANY)]


def world(folder: Path) -> Post:
    """Return a machine with forty games of eight that has not ticked; Max plays in `g0` and in the last."""
    return post(folder, *(_game(id_, number) for number, id_ in enumerate(IDS)))


def _game(id_: str, number: int) -> str:
    own = {f"Nr {number} {each}": f"p{number}-{each}@example.org" for each in range(8)}
    is_of_max = number in {0, MANY - 1}
    zat = "2026-12-11T20:00:00" if number < MANY - 1 else "2026-12-18T20:00:00"
    return game(
        id_,
        own | ({"Max Mustermann": "max@example.org"} if is_of_max else {}),
        title=f"Scrabble {chr(65 + number // 8) * 3}{chr(65 + number % 8) * 4}",
        deadline=zat,
    )


def all_begun(folder: Path) -> Post:
    found = world(folder)
    while found.tick().has_more:
        pass
    found.tick()
    found.left()
    found.letters.owed.clear()
    return found


def number_begun(found: Post) -> int:
    return sum(found.machine.journal.games.load(id_) is not None for id_ in IDS)


def number_closed(found: Post) -> int:
    told = [each for each in found.letters.owed if isinstance(each.content, Report)]
    return len({each.game for each in told})


def test_the_first_of_many_games_has_its_letters_before_the_last_begins(tmp_path: Path) -> None:
    found = world(tmp_path)

    ticked = found.tick()

    assert ticked.has_more
    assert number_begun(found) == 1
    assert len(found.outbox.taken) >= 9
    found.tick()
    assert 1 < number_begun(found) < MANY


def test_attachments_are_got_ready_before_a_game_begins_and_not_where_none_does(
    tmp_path: Path,
) -> None:
    before, after = (tmp_path / name for name in ("before", "after"))
    before.mkdir()
    after.mkdir()
    found, begun = all_begun(before), world(after)
    asked: list[int] = []
    for each in (found, begun):
        each.machine.get_attachments_ready = lambda: asked.append(number_begun(begun))

    found.tick()
    begun.tick()

    assert asked == [0]


def test_all_of_many_games_begin_each_once(tmp_path: Path) -> None:
    found = world(tmp_path)

    while found.tick().has_more:
        pass

    assert all(found.game(id_).round is not None for id_ in IDS)
    recipients = [letter.recipient for letter in found.outbox.taken]
    assert (
        sorted(recipients.count(f"p{number}-3@example.org") for number in range(MANY)) == [1] * MANY
    )
    assert not found.tick().sent


def test_a_move_is_answered_while_many_games_close(tmp_path: Path) -> None:
    """The mailbox is looked at again after each lot, and who writes meanwhile does not wait for all."""
    found = all_begun(tmp_path)
    after = ZAT + 10 * MINUTE

    first = found.tick(after)
    closed = number_closed(found)
    found.arrives(f"[{IDS[-1]}]\nH8w RABEN", at=after)
    found.tick(after)

    assert first.has_more
    assert 0 < closed < MANY - 1
    assert any(isinstance(each.content, EntryAnswer) for each in found.letters.owed)


def test_all_of_many_games_close_each_once(tmp_path: Path) -> None:
    found = all_begun(tmp_path)
    after = ZAT + 10 * MINUTE

    while found.tick(after).has_more:
        pass

    assert number_closed(found) == MANY - 1
    told = [each for each in found.letters.owed if isinstance(each.content, Report)]
    assert len({(each.game, each.recipient) for each in told}) == len(told)
    assert len({each.game for each in told}) == MANY - 1
