"""What is said of games with tasks that are no game of ours."""


from tests.e2e.installation import text_of
from tests.toys.test_longest import ANNA, ERIKA, Played


def test_the_game_master_is_asked_about_a_word_and_not_about_a_bingo(played: Played) -> None:
    played.writes(ANNA, str(played.game.round.task))

    asked = text_of(played.mails(ERIKA)[-1])

    assert "jemand hat dieses Wort geschickt, das in keiner Liste steht." in asked
    assert "ingo" not in asked
