"""The referee of every kind of game answers whatever the machine asks of one; its answers are counted."""

import pytest

from mailref.games import kind
from mailref.games.by_rounds.contents import AnswerByRounds
from mailref.games.by_rounds.tasks.family import TaskFamily
from mailref.games.family import Family
from mailref.referee.contents import Answer, AnswerToEntry, Content

_KINDS = kind.names()


def _all_below(content: type[Content]) -> list[type[Content]]:
    return [below for each in content.__subclasses__() for below in (each, *_all_below(each))]


@pytest.mark.parametrize("name", _KINDS)
def test_a_kind_answers_whatever_is_asked(name: str) -> None:
    family = kind.part(kind.kind_named(name), "family").FAMILY

    assert Family in family.__mro__
    assert family.__abstractmethods__ == frozenset()


def test_the_referee_of_tasks_answers_whatever_is_asked() -> None:
    """No kind of game here is one; packages bring them."""
    assert TaskFamily.__abstractmethods__ == frozenset()


def test_a_referee_that_does_not_answer_all_is_refused() -> None:
    class Silent(Family):
        """Answers nothing itself."""

    with pytest.raises(TypeError, match="abstract"):
        Silent(None)  # type: ignore[abstract]  # that it is refused is what is tested


def test_whatever_answers_what_a_mail_entered_is_counted_and_says_how_often_in_vain() -> None:
    """Who is told that nothing could be read may be a program, which answers that, too (mail 3)."""
    for name in _KINDS:
        kind.part(kind.kind_named(name), "mails")
    answers = [each for each in _all_below(Content) if "in_vain" in each.__struct_fields__]

    assert AnswerByRounds in answers
    assert len(answers) >= 5
    for each in answers:
        assert each.is_limited, each
        assert each.says_in_vain, each
        assert not issubclass(each, Answer) or issubclass(each, AnswerToEntry), each
