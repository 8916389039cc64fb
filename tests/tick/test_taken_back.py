"""Who writes that a move kept in advance is not to be played does not see it played (classic 6.1)."""

from pathlib import Path

import pytest

from mailref.games.by_turns.contents import OrderAnswer, TurnCommandAnswer
from mailref.orders.entries import ExchangeOrder
from mailref.orders.table import NotDone
from mailref.referee.policy import Reason
from tests.games.by_turns.at_table import kiel
from tests.games.by_turns.test_in_a_tick import ANNA, BEN, exchange, state, table
from tests.referee.rehearsal import MINUTE, MONDAY
from tests.tick.machines import Post, begun
from tests.tick.test_drawn_anew import text


def kept(folder: Path, order: str = "PASSE") -> Post:
    """Return a game in which it is Anna's turn and Ben has sent an order in advance."""
    post = table(folder)
    post.arrives(order, BEN, MONDAY + MINUTE)
    post.tick(MONDAY + 2 * MINUTE)
    assert "Ben" in state(post).kept
    return post


def say(post: Post, text: str) -> object:
    """Let Ben write *text*; return what he is answered."""
    before = len(post.letters.owed)
    post.arrives(text, BEN, MONDAY + 3 * MINUTE)
    post.tick(MONDAY + 4 * MINUTE)
    (answer,) = (
        each.content for each in post.letters.owed[before:] if each.recipient == "ben@example.org"
    )
    return answer


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    "text",
    [
        *("Ich passe doch nicht.", "Hallo Erika,\n\nich passe jetzt doch nicht.\n\nGruß, Ben"),
        *("Ich ziehe meinen Zug zurück", "Meinen Zug bitte streichen!", "Nimm meinen Pass zurück"),
        *("I won't pass after all", "I take my move back.", "Please cancel my pass."),
        *("Finalement, je ne passe pas.", "Désolé, je retire mon coup.", "J'annule mon coup"),
        *("Ups, wrong game! Please take that move back", "Could you please delete that move?"),
        *("Bitte den vorgemerkten Zug löschen", "Den Zug nehme ich zurück."),
        *("Je retire ce coup.", "Annule le coup noté, s'il te plaît."),
    ],
)
def test_a_sentence_withdraws_what_was_kept(tmp_path: Path, text: str) -> None:
    post = kept(tmp_path)

    answer = say(post, text)

    assert isinstance(answer, TurnCommandAnswer)
    assert answer.withdrawn
    assert not state(post).kept


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "text",
    [
        *("Vielleicht passe ich doch nicht.", "Soll ich doch lieber nicht passen?"),
        *("I'd rather not pass after all", "Maybe I shouldn't pass", "Please don't play my move."),
        *("Ne jouez pas mon coup d'avance", "Meinen Zug bitte noch nicht ausführen"),
        *(
            "Ups, falsches Spiel!",
            "Sorry, that was meant for the other game.",
            "Oh, mauvaise partie !",
        ),
    ],
)
def test_what_may_take_a_kept_move_back_is_asked_about_and_the_move_is_not_played(
    tmp_path: Path, text: str
) -> None:
    post = kept(tmp_path)

    answer = say(post, text)
    post.arrives(exchange(post, "Anna"), ANNA, MONDAY + 5 * MINUTE)
    post.tick(MONDAY + 6 * MINUTE)

    assert isinstance(answer, OrderAnswer)
    assert answer.set_aside is not None
    turn = state(post).turn
    assert turn is not None
    assert (turn.number, turn.player) == (2, "Ben")


@pytest.mark.parametrize(
    "text",
    [
        *("Ich will nicht passen", "Ich möchte nicht passen.", "Ich werde nicht passen!", "nicht passen bitte"),
        *("Ich passe nicht.", "Passen will ich nicht.", "Ich will doch nicht passen.", "Ich setze nicht aus."),
        *("I won't pass", "I don't want to pass.", "I'm not passing.", "No pass, please", "Je ne passe pas."),
        *("Ich tausche nicht.", "I don't want to exchange."),
    ],
)  # fmt: skip
def test_who_gives_no_turn_up_is_asked_and_takes_no_play_back(tmp_path: Path, text: str) -> None:
    """It was read as taking back whatever was kept."""
    post = kept(tmp_path)
    answer = say(post, text)
    assert isinstance(answer, OrderAnswer)
    assert answer.set_aside is not None

    rack = state(post).hands["Ben"].rack.value
    word = "".join(each for each in rack if each.isalpha())[:3]
    post.arrives(f"H8w {word}", BEN, MONDAY + 5 * MINUTE)
    post.tick(MONDAY + 6 * MINUTE)
    assert "Ben" in state(post).kept
    answer = say(post, f"{text}\n")
    assert isinstance(answer, OrderAnswer)
    assert answer.set_aside is None
    assert "Ben" in state(post).kept


@pytest.mark.parametrize(
    "text",
    [
        *("Bitte meinen Passzug zurücknehmen", "Meinen Passzug bitte zurückziehen."),
        *("Nimm meinen Tauschzug zurück, bitte.", "Jetzt doch nicht passen, ich habs mir anders überlegt"),
    ],
)  # fmt: skip
def test_a_pass_is_taken_back_by_name(tmp_path: Path, text: str) -> None:
    post = kept(tmp_path)
    say(post, text)
    assert not state(post).kept


@pytest.mark.parametrize(
    "text",
    [
        *(
            "Danke, schönes Spiel!",
            "Das war ein toller Zug von Anna.",
            "Ich bin gespannt.",
            "STAND",
        ),
        *(
            "Anna hat den Zug zurückgenommen.",
            "Anna takes that move back",
            "Ich nehme den Zug nicht zurück",
        ),
        *("You can't take that move back", "Der Schiedsrichter sollte den Zug streichen"),
    ],
)
def test_what_says_nothing_of_a_kept_move_leaves_it(tmp_path: Path, text: str) -> None:
    post = kept(tmp_path)
    post.arrives(text, BEN, MONDAY + 3 * MINUTE)

    post.tick(MONDAY + 4 * MINUTE)

    assert "Ben" in state(post).kept


def test_beside_a_new_move_the_old_one_is_only_replaced(tmp_path: Path) -> None:
    post = kept(tmp_path)

    say(post, f"Ich ziehe meinen Zug zurück.\n{exchange(post, 'Ben')}")

    order = state(post).kept["Ben"].value.groups[0].orders[0]
    assert isinstance(order, ExchangeOrder)


def test_the_answer_says_that_the_move_is_not_played_for_now(tmp_path: Path) -> None:
    post = kept(tmp_path)

    say(post, "Vielleicht passe ich doch nicht.")

    said = text(post, post.letters.owed[-1])
    assert "Deinen vorgemerkten Zug spiele ich vorerst nicht" in said


def test_an_unclear_mail_that_is_older_than_the_kept_move_leaves_it(tmp_path: Path) -> None:
    post = kept(tmp_path)
    post.arrives("Vielleicht passe ich doch nicht.", BEN, MONDAY)

    post.tick(MONDAY + 4 * MINUTE)

    assert "Ben" in state(post).kept


def test_who_says_so_where_nothing_is_kept_is_told_that(tmp_path: Path) -> None:
    post = table(tmp_path)

    answer = say(post, "Ich ziehe meinen Zug zurück")

    assert isinstance(answer, TurnCommandAnswer)
    assert answer.refused == (NotDone.NOTHING_TO_WITHDRAW,)


def test_beyond_the_days_answers_it_is_still_said_that_a_move_is_kept_no_more(
    tmp_path: Path,
) -> None:
    """Contract 2: ten times `per_address_day` answers to orders are sent; nothing is let go of in silence."""
    post = begun(tmp_path, kiel(inner='[game.rules]\nstarter = "Anna"'), keys="per_address_day = 1")
    for minute in range(11):
        post.arrives("PASSE", BEN, MONDAY + minute * MINUTE)
    post.tick(MONDAY + 12 * MINUTE)
    assert len([each for each in post.left() if each.startswith("ben")]) == 10

    post.arrives("Vielleicht passe ich doch nicht.", BEN, MONDAY + 13 * MINUTE)
    post.tick(MONDAY + 14 * MINUTE)

    assert post.left() == ["ben OrderAnswer"]
    assert not state(post).kept


@pytest.mark.parametrize(
    "said", ["{}", "Oje, ein Tippfehler! Ich meinte natürlich {}, entschuldige"]
)
def test_who_corrects_a_play_that_lies_is_told_at_once_that_it_stays(
    tmp_path: Path, said: str
) -> None:
    """He was asked whether he meant it, for a yes that could only fail."""
    post = table(tmp_path)
    letters = "".join(sorted({*state(post).hands["Anna"].rack.value} - {"?"}))[:4]
    post.arrives(f"H6 {letters}", ANNA, MONDAY + MINUTE)
    post.tick(MONDAY + 2 * MINUTE)
    post.letters.owed.clear()

    post.arrives(said.format(f"H6 {letters[::-1]}"), ANNA, MONDAY + 3 * MINUTE)
    post.tick(MONDAY + 4 * MINUTE)

    (owed,) = (each for each in post.letters.owed if isinstance(each.content, OrderAnswer))
    assert isinstance(owed.content, OrderAnswer)
    assert owed.content.considered.reason is Reason.PLAYED
    assert owed.content.meaning() is None
    assert f"du kannst {letters} nicht zurücknehmen" in text(post, owed)
