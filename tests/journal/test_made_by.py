"""By which code a snapshot was made."""

from mailref.journal.recorded_games import reports_code, snapshot_code


def test_a_snapshot_belongs_to_the_code_that_made_it() -> None:
    assert snapshot_code() == snapshot_code()
    assert len(snapshot_code()) == len(reports_code()) == 64
    assert snapshot_code() != reports_code()
