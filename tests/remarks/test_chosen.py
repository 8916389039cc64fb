"""Which of several plays is meant is weighed by what people wrote who had not seen the program (rules 8)."""

from functools import cache

from mailref.orders.chosen import chosen_of, weight_of_choice
from tests.remarks.learn_chosen import MailOfPlays, mails_of_plays

HELD = [*mails_of_plays("held_chosen.txt")]


@cache  # two tests look at each
def chosen(mail: MailOfPlays) -> str | None:
    """Return the play that a mail chooses, by its words alone."""
    return chosen_of({play: weight_of_choice(mail.for_play(play)) for play in mail.plays})


def test_over_half_of_unseen_choices_are_told() -> None:
    plain = [mail for mail in HELD if mail.chooses]

    assert len([mail for mail in plain if chosen(mail) == "A"]) >= 0.5 * len(plain)


def test_hardly_any_unseen_mail_is_said_to_choose_a_play_that_it_does_not() -> None:
    wrong = [
        mail.text
        for mail in HELD
        if (play := chosen(mail)) is not None and not (mail.chooses and play == "A")
    ]

    assert len(wrong) <= 0.05 * len(HELD), wrong


def test_a_play_and_the_others_are_signs_in_what_is_weighed() -> None:
    mail = MailOfPlays("Erst {B}, nun {A}.|Also {a}.|Gruß Otto", chooses=True)

    assert mail.for_play("A") == "Erst xxother, nun §. / Also §. / Gruß Otto"
    assert mail.for_play("B") == "Erst §, nun xxother. / Also xxother. / Gruß Otto"
