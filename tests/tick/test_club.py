"""A club: games begun by mail, and nothing without a yes of each who plays (contract 2)."""

from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from mailref.assets import LIST_NAME
from mailref.commands.judge import judge_mail
from mailref.games.by_turns.switches import Challenges, TurnRules, Unlisted
from mailref.games.classic.game import TurnGame
from mailref.games.club.club import HOLDS, ClubState
from mailref.games.club.contents import (
    ClubMail,
    ClubSaid,
    ClubSays,
    Greeting,
    NotOffered,
    OfferAsked,
)
from mailref.games.events import PlayerLeft
from mailref.games.rounds.contents import CommandAnswer
from mailref.games.rounds.events import MoveEntered
from mailref.games.rounds.game import RoundGame
from mailref.games.switches import TOLD, said_of
from mailref.orders.table import NotDone
from mailref.post.ports import RefusedForGood
from mailref.publish import publish
from mailref.referee.contents import (
    AnswerToCommands,
    AnswerUnclear,
    ClubAsked,
    ClubConfirm,
    GamesInHand,
    HeldBack,
    InvitedAsked,
    InvitedWrote,
    KindTold,
    LooksForGame,
    MoreMail,
    Notice,
    QuestionsWait,
    SenderAsked,
    StrangerWrote,
    Undeliverable,
    WeeklyGames,
    WhyAsked,
)
from mailref.referee.mails import Owed
from mailref.referee.policy import Outcome
from mailref.settings.begun import with_club_games
from mailref.settings.load import variants
from mailref.writing.compose import compose_all
from mailref.writing.mail_bytes import message_id_of
from tests.games.by_turns.at_table import kiel
from tests.games.by_turns.test_in_a_tick import STARTER
from tests.referee.rehearsal import DAY, ERIKA, MAX, MINUTE, MONDAY, ZAT
from tests.referee.rehearsal import game as rounds
from tests.settings.written import MAIL
from tests.tick.machines import Post, begun, post, settings_text
from tests.tick.test_trust import FAIL, PASS
from tests.writing.builders import means
from tests.writing.composed import body, read_back

HOUR = timedelta(hours=1)
PEOPLE = ("Anna Muster", "Ben Beispiel", "Cilly Probe", "Dora Test")
ANNA, BEN, CILLY, DORA = (f"{name} <{name.split()[0].lower()}@example.org>" for name in PEOPLE)
PROVED = PASS.replace("from=example.org", "from=example.net")
"""What the server says of a mail of Fred's."""
FRED = "Fred Fremd <fred@example.net>"


def kinds(language: str) -> tuple[KindTold, ...]:
    """Return what can be played in the club, and what that is."""
    titles = {"classic": "Klassisches Scrabble", "dottendorf-1zug": "1-Zug-Scrabble"}
    times = {"classic": timedelta(days=5)}
    return tuple(
        KindTold(title, said_of(variants()[each], TOLD, language), "de", LIST_NAME, times.get(each))
        for each, title in titles.items()
    )


def without_a_name(folder: Path, header: str) -> "House":
    """Return a club that has told a stranger that his mail does not say what he is called."""
    house = House(folder, 'members = "open"')
    house.write("Ich würde gern mitspielen!", "gast@example.net", header=header)
    if not header:
        house.reply("JA", "gast@example.net", house.to("gast"))
    return house


def comes_in(language: str = "de") -> ClubAsked:
    """Return the question to who wants in."""
    return ClubAsked("Kieler Runde", kinds(language))


VARIANTS = 'variants = ["classic", "dottendorf-1zug"]'


def club(keys: str = "", variants: str = VARIANTS) -> str:
    return f'[club]\ntag = "kieler"\ntitle = "Kieler Runde"\n{variants}\nzone = "Europe/Berlin"\n{keys}\n'


def known(registration: str = "closed") -> str:
    """Return a game in which all of PEOPLE play, so that they are registered."""
    listed = "".join(
        f'[[game.player]]\nname = "{name}"\naddresses = ["{name.split()[0].lower()}@example.org"]\n'
        for name in PEOPLE
    )
    head = 'id = "yerres"\ntitle = "1-Zug-Scrabble Yerres"\nvariant = "dottendorf-1zug"\n'
    head += f'registration = "{registration}"\n'
    return f'[[game]]\n{head}zone = "Europe/Berlin"\ndeadline = 2027-12-11T20:00:00\n{listed}'


def listed_player(name: str) -> str:
    """Return one more player of the last game."""
    address = f"{name.split(maxsplit=1)[0].lower()}@example.org"
    return f'[[game.player]]\nname = "{name}"\naddresses = ["{address}"]\n'


class House:
    """A machine with a club, whose mail server says of each mail that it is right unless a test says otherwise."""

    def __init__(
        self,
        folder: Path,
        keys: str = "",
        variants: str = VARIANTS,
        *,
        mail: str = "",
        registration: str = "closed",
        games: str = "",
    ) -> None:
        server = f'{MAIL}{mail}authserv_id = "mx.example.org"\n'
        games = games or known(registration)
        self.post: Post = begun(folder, games, club(keys, variants), mail=server)
        self.now = MONDAY

    def forget(self) -> None:
        self.post.left()
        self.post.letters.owed.clear()

    def write(
        self, text: str, who: str, *, header: str = PASS, subject: str = "Hallo"
    ) -> list[str]:
        """Let somebody write; return who gets which mail because of it."""
        self.forget()
        self.now += MINUTE
        self.post.arrives(text, who, self.now, subject, header)
        self.post.tick(self.now + MINUTE / 2)
        return sorted(
            f"{each.recipient.split('@')[0]} {type(each.content).__name__}" for each in self.owed
        )

    def reply(self, text: str, who: str, to: Owed, *, header: str = "") -> list[str]:
        id_ = message_id_of(to, self.post.machine.office().house)
        return self.write(text, who, header=f"In-Reply-To: {id_}\n{header}", subject="Re: Frage")

    @property
    def owed(self) -> list[Owed]:
        return self.post.letters.owed

    def to(self, name: str) -> Owed:
        """Return the last mail that somebody got."""
        return [each for each in self.owed if each.recipient.startswith(name)][-1]

    def said(self, name: str) -> list[str]:
        content = self.to(name).content
        assert isinstance(content, ClubMail)
        return [each.what.value for each in content.says]

    @property
    def club(self) -> ClubState:
        self.post.machine.forget_office()
        return self.post.machine.club()

    def begun(self) -> list[str]:
        return [each for each in self.post.machine.journal.games.ids() if each != "yerres"]

    def game(self, id_: str) -> TurnGame:
        found = self.post.machine.journal.games.load(id_)
        assert isinstance(found, TurnGame)
        return found


def waiting_for(house: House, address: str) -> list[str]:
    """Return why somebody is asked what he has not answered."""
    waiting = house.post.machine.journal.questions.waiting(MONDAY)
    return [each.why for each in waiting if each.sender == address]


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def test_no_club_reads_no_order(tmp_path: Path) -> None:
    """Without [club] nothing changes: the mail is a text for the game master as ever."""
    there = post(tmp_path, known())
    there.tick(MONDAY)
    there.letters.owed.clear()
    there.arrives("NEUES SPIEL classic mit Anna und Ben\n\nSPIELE", CILLY, MONDAY)
    there.tick(MONDAY + MINUTE)
    assert not any(isinstance(each.content, ClubMail) for each in there.letters.owed)
    assert there.machine.club() == ClubState()


def test_a_game_begins_when_all_have_said_yes(house: House) -> None:
    told = house.write("NEUES SPIEL classic mit Anna und Ben", CILLY)
    assert told == ["anna OfferAsked", "ben OfferAsked", "cilly ClubMail"]
    assert house.said("cilly") == ["offered"]
    asked_ben = house.to("ben")
    asked = house.to("anna").content
    assert isinstance(asked, OfferAsked)
    assert (asked.offer.number, asked.offer.by, asked.others) == (
        1,
        "Cilly Probe",
        ("Ben Beispiel",),
    )

    assert house.write("ANGEBOT 1 ANNEHMEN", ANNA) == ["anna ClubMail", "cilly ClubNews"]
    assert house.said("anna") == ["accepted"]
    assert house.begun() == []

    told = house.reply("JA", BEN, asked_ben)  # the reply itself proves him
    assert house.said("ben") == ["begins"]
    house.post.tick(house.now + MINUTE)
    assert house.begun() == ["kieler-1"]
    game = house.game("kieler-1")
    assert set(game.players) == {"Anna Muster", "Ben Beispiel", "Cilly Probe"}
    assert game.title == "Klassisches Scrabble 1"
    openings = {each.recipient for each in house.owed if each.game == "kieler-1"}
    assert {"anna@example.org", "ben@example.org", "cilly@example.org"} <= openings


@pytest.mark.parametrize(
    ("number", "why", "shown"),
    [
        ("0", "no_such_offer", "0"),
        ("-1", "no_such_offer", "-1"),
        ("999999999999", "no_such_offer", "999999999999"),
        ("9" * 40, "which_offer", ""),
        ("1O", "which_offer", ""),
        ("#", "which_offer", ""),
    ],
)
@pytest.mark.parametrize("is_reply", [True, False])
def test_no_other_offer_stands_for_a_number_that_cannot_be(
    house: House, number: str, why: str, shown: str, *, is_reply: bool
) -> None:
    """`OFFER 0 ACCEPT` began the only game that was offered."""
    house.write("NEW GAME classic with Anna", CILLY)
    order = f"OFFER {number} ACCEPT"

    if is_reply:
        house.reply(order, ANNA, house.to("anna"))
    else:
        house.write(order, ANNA, header="")

    content = house.to("anna").content
    assert isinstance(content, ClubMail)
    assert [(each.what.value, each.named) for each in content.says] == [(why, shown)]
    assert house.club.games == ()
    assert [each.number for each in house.club.open_offers(house.now)] == [1]
    if shown:
        assert f"open offer {shown} " in in_one_line(house.to("anna"))


def test_one_sentence_takes_one_offer_and_declines_another(house: House) -> None:
    """He was asked whether he declined the one that he took."""
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    house.write("NEUES SPIEL classic mit Anna", BEN)

    house.write("Ich nehme Angebot 1 an, Angebot 2 bitte ablehnen.", ANNA)

    assert house.said("anna") == ["begins", "declined"]


def test_which_offer_is_asked_where_a_sentence_names_two(house: House) -> None:
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    house.write("NEUES SPIEL classic mit Anna", BEN)

    house.write("I'll take offer 1 but not 2", ANNA)

    assert house.said("anna") == ["which_offer"]
    assert [each.number for each in house.club.open_offers(house.now)] == [1, 2]


@pytest.mark.parametrize("number", ["0", "-16", "1O"])
def test_nor_is_another_one_taken_back(house: House, number: str) -> None:
    house.write("NEUES SPIEL classic mit Anna", CILLY)

    house.reply(f"ANGEBOT {number} ZURÜCK", CILLY, house.to("cilly"))

    assert [each.number for each in house.club.open_offers(house.now)] == [1]


@pytest.mark.parametrize(
    "text",
    [
        "ANGEBOT 1 ANNEHMEN\nANGEBOT 1 ABLEHNEN",
        "ANGEBOT 1 ABLEHNEN\n\nANGEBOT 1 ANNEHMEN",
        "OFFER 1 ACCEPT\nOFFER 1 WITHDRAW",
        "Ich nehme Angebot 1 an.\nANGEBOT 1 ABLEHNEN",
        "ANGEBOT 1 ANNEHMEN\nAngebot 1 lehne ich doch lieber ab",
        "NEUES SPIEL classic mit Ben\nANGEBOT 1 ANNEHMEN\nANGEBOT 1 ABLEHNEN",
    ],
)
@pytest.mark.parametrize("header", [PASS, ""])
def test_who_accepts_and_declines_the_same_offer_is_asked(
    house: House, text: str, header: str
) -> None:
    """The game began."""
    house.write("NEUES SPIEL classic mit Anna", CILLY)

    assert house.write(text, ANNA, header=header) == ["anna ClubMail"]

    assert house.said("anna") == ["plays_or_not"]
    assert house.club.games == ()
    assert [each.number for each in house.club.open_offers(house.now)] == [1]
    house.reply("JA", ANNA, house.to("anna"))
    assert house.said("anna") == ["begins"]


def test_so_is_who_accepts_his_own_offer_and_takes_it_back(house: House) -> None:
    house.write("NEUES SPIEL classic gegen jeden", CILLY)

    house.write("ANGEBOT 1 ZURÜCK\nANGEBOT 1 ANNEHMEN", CILLY)

    assert house.said("cilly") == ["unclear_own"]
    assert [each.number for each in house.club.open_offers(house.now)] == [1]


def test_an_answer_to_another_offer_is_at_odds_with_none(house: House) -> None:
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    house.write("NEUES SPIEL classic mit Anna", BEN)

    house.write("ANGEBOT 1 ANNEHMEN\nANGEBOT 2 ABLEHNEN", ANNA)

    assert house.said("anna") == ["begins", "declined"]


def test_who_says_no_ends_the_offer_and_all_hear_of_it(house: House) -> None:
    house.write("NEW GAME classic with Anna and Ben", CILLY)
    asked = house.to("anna")
    assert house.reply("Nein, danke", ANNA, asked) == [
        "anna ClubMail",
        "ben ClubNews",
        "cilly ClubNews",
    ]
    assert house.said("cilly") == ["other_declined"]
    house.write("ANGEBOT 1 ANNEHMEN", BEN)
    assert house.said("ben") == ["no_such_offer"]
    assert house.begun() == []


def test_a_round_that_one_has_begun_counts_among_his_offers_and_is_named(house: House) -> None:
    house.write("NEUE RUNDE 1-Zug, ZAT jeden Freitag 20 Uhr", CILLY)
    for name in ("Anna", "Ben"):
        house.write(f"NEUES SPIEL classic mit {name}", CILLY)
    house.write("NEUES SPIEL classic mit Dora", CILLY)
    said = " ".join(text_of(house.to("cilly")).split())
    assert "Nummern deiner Angebote: 2 und 3" in said
    assert "in das andere noch einsteigen können: 1-Zug-Scrabble 1." in said


def test_the_same_offer_is_not_sent_twice(house: House) -> None:
    house.write("NEUES SPIEL classic mit Anna und Ben", CILLY)
    assert house.write("NEUES SPIEL classic mit Ben und Anna", CILLY) == ["cilly ClubMail"]
    assert house.said("cilly") == ["same_offer"]
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    assert house.said("cilly") == ["offered"]


def test_who_never_wants_offers_says_no_to_those_that_wait(house: House) -> None:
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    assert house.write("NIE WIEDER", ANNA) == ["anna ClubMail", "cilly ClubNews"]
    assert house.said("cilly") == ["other_declined"]
    assert house.club.open_offers(house.now) == ()


def test_an_offer_that_there_is_not_is_said_to_be_none_before_its_sender_is_asked(
    house: House,
) -> None:
    assert house.write("ANGEBOT 2 ANNEHMEN", DORA, header="") == ["dora ClubMail"]
    assert house.said("dora") == ["no_such_offer"]


def test_an_offer_is_taken_back_by_its_maker_alone(house: House) -> None:
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    house.write("ANGEBOT 1 ZURÜCK", ANNA)
    assert house.said("anna") == ["not_his_offer"]
    house.write("ANGEBOT 1 ZURÜCK", BEN)
    assert house.said("ben") == ["no_such_offer"]
    assert house.write("OFFRE 1 RETIRER", CILLY) == ["anna ClubNews", "cilly ClubMail"]
    assert house.said("cilly") == ["withdrawn"]
    house.write("ANGEBOT 1 ANNEHMEN", ANNA)
    assert house.said("anna") == ["no_such_offer"]


@pytest.mark.parametrize(
    "text",
    [
        "Hi, who is looking for a game?",
        "who is looking for a game?\n\nCheers, Fred",
        "Hallo, wer sucht gerade ein Spiel?\n\nGruß\nFred",
        "Bonjour,\nqui cherche une partie ?\nFred",
    ],
)
@pytest.mark.parametrize("who", [ANNA, FRED])
def test_who_asks_who_looks_for_a_game_gets_the_list_alone(
    tmp_path: Path, text: str, who: str
) -> None:
    """We tell in the same words that we can say it; whoever asks it does not cite us."""
    house = House(tmp_path, 'members = "open"')
    house.write("SPIELE", FRED, header=PROVED)
    name = who.partition("@")[0].rpartition("<")[2]

    assert house.write(text, who, header=PROVED if who == FRED else PASS) == [f"{name} ClubMail"]

    listed = house.to(name).content
    assert isinstance(listed, ClubMail)
    assert (listed.is_list, listed.says) == (True, ())


def test_an_offer_to_anyone_is_the_first_ones(house: House) -> None:
    assert house.write("NEUES SPIEL classic gegen jeden", CILLY) == ["cilly ClubMail"]
    house.write("SPIELE", DORA)
    listed = house.to("dora").content
    assert isinstance(listed, ClubMail)
    assert [(each.number, each.by, each.names) for each in listed.offers] == [
        (1, "Cilly Probe", ())
    ]
    house.write("ANGEBOT 1 ANNEHMEN", CILLY)
    assert house.said("cilly") == ["own_offer"]
    house.write("ANGEBOT 1 ANNEHMEN", DORA)
    house.post.tick(house.now + MINUTE)
    assert set(house.game("kieler-1").players) == {"Cilly Probe", "Dora Test"}
    house.write("ANGEBOT 1 ANNEHMEN", ANNA)
    assert house.said("anna") == ["no_such_offer"]


@pytest.mark.parametrize(
    "text", ["games", "Spiele", "games please", "Which games are on offer right now?"]
)
def test_who_plays_is_shown_the_list_for_a_word_in_small_letters(house: House, text: str) -> None:
    assert house.write(text, ANNA) == ["anna ClubMail"]
    listed = house.to("anna").content
    assert isinstance(listed, ClubMail)
    assert listed.is_list


@pytest.mark.parametrize(
    "text",
    [
        "NEUES SPIEL classic mit Ben auf Englisch",
        "Ich würde gern mit Ben eine Partie klassisches Scrabble spielen, auf Englisch bitte.",
        "NEW GAME classic with Ben, with English tiles",
        "NOUVELLE PARTIE classic avec Ben\nEn anglais, s'il te plaît !",
    ],
)
@pytest.mark.parametrize("header", [PASS, ""])
def test_another_language_than_the_club_has_is_not_passed_over(
    house: House, text: str, header: str
) -> None:
    assert house.write(text, CILLY, header=header) == ["cilly ClubMail"]
    content = house.to("cilly").content
    assert isinstance(content, ClubMail)
    assert content.says == (
        ClubSaid(NotOffered.OTHER_LANGUAGE, title="Klassisches Scrabble", named="en"),
    )
    assert house.club.offers == {}


def test_a_round_in_another_language_is_refused_and_the_right_one_changes_nothing(
    house: House,
) -> None:
    house.write("NEUE RUNDE 1-Zug auf Niederländisch, ZAT jeden Freitag 20 Uhr", CILLY)
    assert house.said("cilly") == ["other_language"]
    told = house.write("NEUES SPIEL classic mit Ben auf Deutsch", CILLY)
    assert told == ["ben OfferAsked", "cilly ClubMail"]
    told = house.write("NEUES SPIEL classic mit Anna\nBitte schreib mir auf Englisch", CILLY)
    assert told == ["anna OfferAsked", "cilly ClubMail", "cilly CommandAnswer"]


def test_who_is_asked_or_offers_learns_with_which_tiles_and_words_is_played(tmp_path: Path) -> None:
    house = House(tmp_path, 'tiles = "english"\n[site]\nfolder = "public"\n')
    house.write("NEUES SPIEL classic mit Ben", CILLY)
    assert "auf Englisch, mit der Wortliste ENABLE2K" in " ".join(
        text_of(house.to("cilly")).split()
    )
    assert "auf Englisch, mit der Wortliste ENABLE2K" in " ".join(text_of(house.to("ben")).split())
    settings = house.post.machine.watch.settings
    publish(settings, house.post.machine.journal, b"secret", house.now)
    assert settings.site is not None
    front = (Path(settings.site.folder) / "index.html").read_text(encoding="utf-8")
    assert front.count("gespielt wird auf Englisch, mit der Wortliste ENABLE2K") == len(kinds("de"))
    assert (
        front.count("Zeit für einen Zug: mindestens 5 Tage") == 1
    )  # in rounds nobody waits for one alone


@pytest.mark.parametrize("text", ["ANGEBOT 1 ABLEHNEN", "OFFER 1 DECLINE", "ANGEBOT 1 ZURÜCK"])
@pytest.mark.parametrize("header", [PASS, ""])
def test_an_offer_to_anyone_is_neither_declined_nor_taken_back_by_others(
    house: House, text: str, header: str
) -> None:
    """One answer said that there is none for him, the other that he should decline it."""
    house.write("NEUES SPIEL classic gegen jeden", CILLY)
    house.write(text, DORA, header=header)
    assert house.said("dora") == ["open_to_all"]
    assert [each.number for each in house.club.open_offers(house.now)] == [1]


def test_others_do_not_see_an_offer_to_named_people(house: House) -> None:
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    house.write("SPIELE", DORA)
    listed = house.to("dora").content
    assert isinstance(listed, ClubMail)
    assert listed.offers == ()
    house.write("SPIELE", ANNA)
    listed = house.to("anna").content
    assert isinstance(listed, ClubMail)
    assert [each.is_asked for each in listed.offers] == [True]


def test_an_answer_to_a_mail_of_the_club_needs_no_further_yes(house: House) -> None:
    house.write("SPIELE", ANNA)
    told = house.to("anna")

    assert house.reply("NEUES SPIEL classic gegen jeden", ANNA, told) == ["anna ClubMail"]
    assert house.said("anna") == ["offered_to_all"]


def test_nor_does_it_prove_anybody_else_or_for_ever(house: House) -> None:
    house.write("SPIELE", ANNA)
    told = house.to("anna")

    others = house.reply("NEUES SPIEL classic gegen jeden", BEN, told)
    failed = house.reply("NEUES SPIEL classic gegen jeden", ANNA, told, header=FAIL)
    house.now += 2 * HOLDS
    late = house.reply("NEUES SPIEL classic gegen jeden", ANNA, told)

    assert (others, failed, late) == (["ben Notice"], ["anna Notice"], ["anna Notice"])


def test_what_nothing_proves_waits_for_a_yes(house: House) -> None:
    assert house.write("NEUES SPIEL classic mit Anna", CILLY, header="") == ["cilly Notice"]
    question = house.to("cilly")
    assert isinstance(question.content, Notice)
    assert question.content.about == ClubConfirm("Kieler Runde")
    assert question.content.quoted == "NEUES SPIEL classic mit Anna"
    assert house.club.offers == {}
    assert house.reply("JA", CILLY, question) == ["anna OfferAsked", "cilly ClubMail"]
    assert [*house.club.offers] == [1]
    house.reply("JA", CILLY, question)
    assert house.said("cilly") == ["said_yes_before"]
    assert [*house.club.offers] == [1]


def test_what_is_no_plain_answer_to_a_club_is_answered_and_changes_nothing(house: House) -> None:
    house.write("NEUES SPIEL classic mit Anna", CILLY, header="")
    question = house.to("cilly")

    open_answer = "Ja, wenn Anna diesmal nicht schummelt, sonst lieber nicht!"
    assert house.reply(open_answer, CILLY, question) == ["cilly ClubMail"]
    assert house.said("cilly") == ["unclear"]
    assert house.club.offers == {}
    assert house.reply("Ja. Mit Ben, nicht mit Anna.", CILLY, question)
    assert house.club.offers == {}
    assert house.reply("JA", CILLY, question) == ["anna OfferAsked", "cilly ClubMail"]


@pytest.mark.parametrize(
    ("text", "is_yes"),
    [
        ("Ja, das stimmt. Meine Schwester freut sich schon!", True),
        ("Yes, I do. Thank you for asking!", True),
        ("Yes, it was me. I wonder whether Anna has the time.\n\nBest wishes\nCilly", True),
        ("Das war ich!", True),
        ("Nein, das war ich nicht. Wie kommt ihr darauf?", False),
    ],
)
def test_a_question_of_the_club_is_answered_with_more_words(
    house: House, text: str, is_yes: bool
) -> None:
    house.write("NEUES SPIEL classic mit Anna", CILLY, header="")
    told = house.reply(text, CILLY, house.to("cilly"))
    assert told == (["anna OfferAsked", "cilly ClubMail"] if is_yes else ["cilly ClubMail"])
    assert house.said("cilly") == ["offered" if is_yes else "dropped"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "text",
    [
        "Ich würde gern die Partie gegen Cilly spielen:\n\nANGEBOT 1 ANNEHMEN",
        "Nein, ich möchte nur das Angebot annehmen, kein zweites Spiel.\n\nANGEBOT 1 ANNEHMEN",
        "I'd love to play the game with Cilly.\nOFFER 1 ACCEPT",
        "Ich nehme Cillys Angebot an, wenn es noch gilt.\nANGEBOT 1 ANNEHMEN",
    ],
)
@pytest.mark.parametrize("header", [PASS, ""])
def test_a_sentence_that_leads_to_an_answer_orders_nothing_else(
    house: House, text: str, header: str
) -> None:
    house.write("NEUES SPIEL classic gegen jeden", CILLY)
    house.write(text, ANNA, header=header)
    if not header:
        asked = house.to("anna").content
        assert isinstance(asked, Notice)
        assert asked.quoted in {"ANGEBOT 1 ANNEHMEN", "OFFER 1 ACCEPT"}
        house.reply("JA", ANNA, house.to("anna"))
    assert house.said("anna") == ["begins"]
    assert [*house.club.offers] == [1]


def test_a_newcomer_may_lead_to_what_he_accepts_by_a_sentence(tmp_path: Path) -> None:
    """His yes comes in a sentence, too; what he might have meant beside it is not done."""
    house = House(tmp_path, 'members = "confirmed"')
    house.write("NEUES SPIEL classic gegen jeden", CILLY)
    text = "Guten Tag,\n\nich würde gern die Partie gegen Cilly spielen:\n\nANGEBOT 1 ANNEHMEN"
    assert house.write(text, FRED, header="") == ["fred Notice"]
    house.reply("Ja, das stimmt. Ich freue mich!", FRED, house.to("fred"))
    assert house.said("fred") == ["joined", "begins"]
    assert [*house.club.offers] == [1]


def test_a_sentence_about_another_game_beside_an_answer_is_asked_about(house: House) -> None:
    house.write("NEUES SPIEL classic gegen jeden", CILLY)
    house.write("Ich würde auch gern eine Partie gegen Ben spielen.\nANGEBOT 1 ANNEHMEN", ANNA)
    asked = house.to("anna").content
    assert isinstance(asked, Notice)
    assert asked.quoted == "NEUES SPIEL mit Ben\nANGEBOT 1 ANNEHMEN"


def test_each_offer_that_nothing_proves_is_asked_about(house: House) -> None:
    house.write("NEUES SPIEL classic mit Anna", CILLY, header="")
    house.reply("JA", CILLY, house.to("cilly"))
    assert [*house.club.offers] == [1]

    assert house.write("NEUES SPIEL classic mit Ben", CILLY, header="") == ["cilly Notice"]
    assert house.write("ANGEBOT 1 ZURÜCK", CILLY, header="") == ["cilly Notice"]
    assert [each.number for each in house.club.open_offers(house.now)] == [1]
    assert house.to("cilly").also == ()
    assert house.write("NEUES SPIEL classic mit Dora", CILLY, header="") == ["cilly Notice"]
    assert house.to("cilly").also == ("also_last_question",)
    assert house.write("NEUES SPIEL classic mit Dora", CILLY, header="") == []


def test_nobody_shows_a_name_or_gives_up_a_place_in_somebody_elses(house: House) -> None:
    for text in ("SEITE JA", "Mein Name darf gern auf die Seite.", "ABMELDEN"):
        assert house.write(text, DORA, header="") == ["dora Notice"]
        content = house.to("dora").content
        assert isinstance(content, Notice)
        assert content.about == SenderAsked("dora@example.org", WhyAsked.WHO_WROTE)
    assert house.write("", DORA, header="", subject="[yerres R1] ABMELDEN") == ["dora Notice"]
    by_button = house.to("dora").content
    assert isinstance(by_button, Notice)
    assert by_button.quoted == "[yerres R1] ABMELDEN"
    dora = house.post.game().players["Dora Test"]
    assert (dora.shows_name, dora.has_left) == (False, False)
    house.reply("JA", DORA, house.to("dora"))
    assert house.post.game().players["Dora Test"].leaves_after == 1


def test_what_can_be_changed_again_is_done_and_its_player_is_told(house: House) -> None:
    assert house.write("SPRACHE EN", DORA, header="") == ["dora CommandAnswer"]
    assert house.post.game().players["Dora Test"].language == "en"


@pytest.mark.parametrize("header", [PASS, ""])
def test_a_name_is_shown_by_a_mail_that_proves_who_wrote(house: House, header: str) -> None:
    """An answer to any mail that only he has got proves it, one of the club or of his game."""
    if header:
        house.write("SEITE JA", DORA, header=header)
    else:
        house.write("SPIELE", DORA, header="")
        assert house.reply("SEITE JA", DORA, house.to("dora")) == ["dora CommandAnswer"]
    assert house.post.game().players["Dora Test"].shows_name


def test_a_move_does_not_wait_for_what_is_asked_about(house: House) -> None:
    letters = house.post.game().rack.replace("?", "")
    told = house.write(f"H8w {letters[:4]}\nSEITE JA", DORA, header="")
    assert "dora EntryAnswer" in told
    assert house.post.entries()["Dora Test"]
    assert not house.post.game().players["Dora Test"].shows_name
    asked = next(each for each in house.owed if isinstance(each.content, CommandAnswer))
    assert isinstance(asked.content, CommandAnswer)
    assert asked.content.refused == (NotDone.WHO_WROTE,)
    house.reply("SEITE JA", DORA, asked)
    assert house.post.game().players["Dora Test"].shows_name


def test_a_no_to_the_question_drops_it(house: House) -> None:
    house.write("NEUES SPIEL classic mit Anna", CILLY, header="")
    house.reply("NEIN", CILLY, house.to("cilly"))
    assert house.said("cilly") == ["dropped"]
    assert house.club.offers == {}


def test_words_in_answer_to_a_mail_of_the_club_are_about_its_offer(house: House) -> None:
    """Her game took them for a mail without a move, and the game master was told."""
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    made = house.to("cilly")
    assert house.reply("Sorry, no time this week. Maybe later!", ANNA, house.to("anna")) == [
        "anna ClubMail"
    ]
    assert house.said("anna") == ["plays_or_not"]
    assert house.reply("Und wie geht es jetzt weiter?", CILLY, made) == ["cilly ClubMail"]
    assert house.said("cilly") == ["unclear_own"]
    house.reply("Ich ziehe das Angebot wieder zurück", CILLY, made)
    assert house.said("cilly") == ["withdrawn"]
    assert house.club.open_offers(house.now) == ()


def test_a_no_in_the_thread_of_an_offer_declines_that_one(house: House) -> None:
    house.write("NEUES SPIEL classic mit Anna", BEN)
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    house.reply("Mal sehen, was sonst so ansteht.", ANNA, house.to("anna"))
    assert house.said("anna") == ["plays_or_not"]
    assert house.reply("No thanks", ANNA, house.to("anna")) == ["anna ClubMail", "cilly ClubNews"]
    assert [each.number for each in house.club.open_offers(house.now)] == [1]


def test_what_is_for_a_game_stays_there_in_answer_to_a_mail_of_the_club(house: House) -> None:
    house.write("SPIELE", ANNA)
    listed = house.to("anna")
    letters = house.post.game().rack.replace("?", "")
    assert "anna EntryAnswer" in house.reply(f"H8w {letters[:4]}", ANNA, listed)
    assert house.post.entries()["Anna Muster"]
    assert house.reply("STAND", ANNA, listed) == ["anna CommandAnswer"]
    assert house.reply("1-Zug-Scrabble Yerres: bin ich dran?", ANNA, listed) != ["anna ClubMail"]
    assert house.reply("Vielen Dank!", ANNA, listed) != ["anna ClubMail"]
    assert house.reply("Dora soll auch mitspielen", ANNA, listed) == ["anna ClubMail"]


class TestSeveralGames:
    """What concerns all games of a player is answered once; those that are over do not count."""

    @pytest.fixture
    def several(self, house: House) -> House:
        """Return a house in which Anna plays in rounds, at two tables, and at one that is over."""
        for number, other in enumerate((BEN, CILLY, DORA), start=1):
            house.write(f"NEUES SPIEL classic mit {other.split()[0]}", ANNA)
            house.write(f"ANGEBOT {number} ANNEHMEN", other)
            house.post.tick(house.now + MINUTE)
        house.write("Klassisches Scrabble 3\nAUFGABE", DORA)
        assert house.game("kieler-3").is_over
        return house

    @pytest.mark.parametrize(
        "text", ["HILFE", "URLAUB 12.12. bis 14.12.", "SPRACHE EN", "SEITE JA"]
    )
    def test_one_mail_gets_one_answer(self, several: House, text: str) -> None:
        for times in (text, f"{text}\n"):  # the same once more is answered, too
            told = [each for each in several.write(times, ANNA) if each.startswith("anna")]
            assert len(told) == 1
        assert several.to("anna").elsewhere == ("Klassisches Scrabble 1", "Klassisches Scrabble 2")
        said = " ".join(text_of(several.to("anna")).split())
        assert "Klassisches Scrabble 1" in said

    def test_the_same_days_once_more_are_not_answered_by_nothing(self, several: House) -> None:
        order = "Klassisches Scrabble 1\nURLAUB 12.12. bis 14.12."
        several.write(order, ANNA)
        assert "notiert" in text_of(several.to("anna"))
        several.write(order, ANNA)
        assert "notiert" in text_of(several.to("anna"))
        several.write(
            "[kieler-1 Z1]\n\nURLAUB 12.12. bis 14.12.", ANNA, subject="Re: [kieler-1 Z1] x"
        )
        assert "notiert" in text_of(several.to("anna"))

    @pytest.mark.each_once
    @pytest.mark.parametrize(
        ("subject", "game"),
        [
            ("Re: [kieler-1 Z1] Klassisches Scrabble 1: Anna ist am Zug", "kieler-1"),
            ("Klassisches Scrabble 2", "kieler-2"),
            ("AW: Klassisches Scrabble 2: du bist am Zug", "kieler-2"),
            ("Question about kieler-2", "kieler-2"),
            ("1-Zug-Scrabble Yerres, Stand", "yerres"),
            ("Klassisches Scrabble 20", ""),
            ("Klassisches Scrabble", ""),
            ("Klassisches Scrabble 1 und Klassisches Scrabble 2", ""),
        ],
    )
    @pytest.mark.parametrize("order", ["STAND", "REGELN", "Status, please"])
    def test_an_order_is_about_the_game_that_the_subject_names(
        self, several: House, subject: str, game: str, order: str
    ) -> None:
        several.write(order, ANNA, subject=subject)
        told = [each.game for each in several.owed if each.recipient.startswith("anna")]
        assert (told == [game]) if game else (len(told) > 1)

    def test_a_heading_is_nearer_to_an_order_than_the_subject(self, several: House) -> None:
        several.write("Klassisches Scrabble 2\n\nSTAND", ANNA, subject="Klassisches Scrabble 1")
        assert several.to("anna").game == "kieler-2"

    def test_what_is_another_thing_in_each_game_is_answered_for_each(self, several: House) -> None:
        told = several.write("REGELN", ANNA)
        assert len([each for each in told if each.startswith("anna")]) > 2


@pytest.mark.parametrize("text", ["Ich gebe nicht auf", "I am not giving up", "I don't resign!"])
def test_who_does_not_resign_answers_no_other_question(house: House, text: str) -> None:
    """It was taken for a no: `Understood: no`."""
    house.write("NEUES SPIEL classic mit Ben", CILLY, header="")
    question = house.to("cilly")
    assert "cilly Notice" not in house.write(text, CILLY, subject="[yerres R1]")
    assert "cilly Notice" not in house.reply(text, CILLY, question)
    house.reply("JA", CILLY, question)
    assert [each.number for each in house.club.open_offers(house.now)] == [1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("URLAUB 22.12. bis 30.6.", "hast du in diesem Spiel nicht mehr: Dir bleiben 12."),
        ("AWAY 22 Dec to 30 June", "days of absence left in this game: you have 12."),
        ("PASSE\n\nURLAUB 22.12. bis 30.6.", "in diesem Spiel nicht mehr: Dir bleiben 12."),
    ],
)
def test_an_absence_that_is_too_long_is_told_how_many_days_are_left(
    house: House, text: str, said: str
) -> None:
    house.write("NEUES SPIEL classic mit Ben", ANNA)
    house.write("ANGEBOT 1 ANNEHMEN", BEN)
    house.post.tick(house.now + MINUTE)
    house.write("URLAUB 12.12. bis 20.12.", ANNA, subject="[kieler-1 Z1]")  # 9 of 21
    house.write(text, ANNA, subject="[kieler-1 Z1]")
    assert said in in_one_line(house.to("anna"))


WISHES = [
    ("I'd like to start a new game with Anna", "en"),
    ("Können wir ein neues Spiel anfangen, Anna und ich?", "de"),
    ("Could Anna and I start a new game?", "en"),
    ("Let's start a new game, Anna!", "en"),
    ("Fangen wir ein neues Spiel an?", "de"),
    ("Ich will noch ein Spiel beginnen", "de"),
    ("Neues Spiel?", ""),
    ("Shall we have another game?", "en"),
    ("On commence une nouvelle partie ?", "fr"),
]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("text", "language"), WISHES)
@pytest.mark.parametrize("above", ["", "H8w ABER\n\n"])
def test_who_wishes_for_a_new_game_reads_how_one_is_written(
    house: House, text: str, language: str, above: str
) -> None:
    """Some of it was passed on to the game master, and beside a move to nobody."""
    told = house.write(above + text, CILLY, subject="[yerres R1]", header="")
    assert [each for each in told if each.startswith(("cilly", "gm"))] == [
        "cilly ClubMail",
        *(["cilly EntryAnswer"] if above else []),
    ]
    answer = next(each for each in house.owed if isinstance(each.content, ClubMail))
    assert isinstance(answer.content, ClubMail)
    assert [each.what.value for each in answer.content.says] == ["which_game"]
    assert not language or answer.language == language
    assert "classic" in text_of(answer) or "Scrabble" in text_of(answer)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Wie starte ich ein neues Spiel?", "de"),
        ("Wie beginne ich ein neues Spiel? Ich würde gern mit Emil spielen.", "de"),
        ("Wie beginne ich ein neues Spiel?\nIch würde gern mit Emil spielen.", "de"),
        ("How do I start a game with Anna?", "en"),
        ("Comment commencer une partie ?", "fr"),
    ],
)
@pytest.mark.parametrize("above", ["", "H8w ABER\n\n"])
def test_who_asks_how_a_game_is_begun_reads_that(
    house: House, text: str, language: str, above: str
) -> None:
    """It was taken for a failed move of the game that he plays, with a mail to the game master."""
    told = house.write(above + text, CILLY, subject="Frage", header="")
    assert [each for each in told if each.startswith(("cilly", "gm"))] == [
        "cilly ClubMail",
        *(["cilly EntryAnswer"] if above else []),
    ]
    answer = next(each for each in house.owed if isinstance(each.content, ClubMail))
    assert isinstance(answer.content, ClubMail)
    assert (answer.content.is_list, answer.content.says) == (True, ())
    assert answer.language == language


@pytest.mark.parametrize(
    "text",
    [
        "NEUS SPIEL Klassisches Scrabble mit Anna",
        "Neus Spiel Klassisches Scrabble mit Anna",
        "Hi!\n\nNEUES SPEIL classic gegen Anna",
        "NEW GAEM classic with Anna",
        "Nouvele partie classic avec Anna",
    ],
)
def test_a_slip_in_the_words_that_begin_a_game_is_asked_about(house: House, text: str) -> None:
    """It was taken for a failed move of the game that he plays, with a mail to the game master."""
    assert house.write(text, CILLY, subject="") == ["cilly Notice"]
    question = house.to("cilly")
    assert isinstance(question.content, Notice)
    assert isinstance(question.content.about, ClubConfirm)
    assert question.content.about.is_unsure
    assert "Anna" in (question.content.quoted or "")

    assert "anna OfferAsked" in house.reply("JA", CILLY, question)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Ich möchte doch wieder Angebote bekommen.", "de"),
        ("I'd like to get offers again after all.", "en"),
        ("Je voudrais de nouveau recevoir des offres.", "fr"),
    ],
)
def test_who_wants_offers_again_is_told_that_they_are_off_for_good(
    house: House, text: str, language: str
) -> None:
    """It was taken for a failed move, with a mail to the game master."""
    house.write("NIE WIEDER", ANNA)
    assert "für immer" in in_one_line(house.to("anna"))

    assert house.write(text, ANNA, subject="") == ["anna ClubMail"]
    assert house.said("anna") == ["holds_for_good"]
    assert house.to("anna").language == language

    assert house.write(text, BEN, subject="", header="") == ["ben ClubMail"]
    assert house.said("ben") == []


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("NEUES SPIEL Schach mit Anna", ()),
        ("NEUES SPIEL Scrabble mit Anna", ("Klassisches Scrabble", "1-Zug-Scrabble")),
        ("NEUE RUNDE Schach", ()),
    ],
)
def test_an_unknown_kind_is_told_from_one_that_may_be_several(
    house: House, text: str, kinds: tuple[str, ...]
) -> None:
    """Both had the same answer, that it is the one or the other."""
    house.write(text, CILLY)
    content = house.to("cilly").content
    assert isinstance(content, ClubMail)
    assert [each.kinds for each in content.says] == [kinds]


def test_who_names_too_many_is_told_how_many_can_play(tmp_path: Path) -> None:
    more = "".join(map(listed_player, ("Emil Fuchs", "Gerda Igel")))
    house = House(tmp_path, games=known() + more)
    house.write("NEUES SPIEL classic mit Anna, Ben, Dora, Emil und Gerda", CILLY)
    content = house.to("cilly").content
    assert isinstance(content, ClubMail)
    assert [(each.what, each.number, each.counts) for each in content.says] == [
        (NotOffered.NOT_SO_MANY, 6, (2, 4))
    ]
    assert "2 bis 4 Leute" in in_one_line(house.to("cilly"))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Hallo! Neues Spiel klasisches Scrabble mit Anna Beispeil", "klasisches Scrabble"),
        ("new game Klassisches Scrabbel with Anna", "Klassisches Scrabbel"),
    ],
)
def test_a_slip_in_the_kind_of_a_game_is_named(house: House, text: str, named: str) -> None:
    assert house.write(text, CILLY, subject="neues Spiel") == ["cilly ClubMail"]
    content = house.to("cilly").content
    assert isinstance(content, ClubMail)
    assert [(each.what, each.named) for each in content.says] == [(NotOffered.WHICH_GAME, named)]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "text",
    [
        *("Neue Spiele mit Anna machen Spaß!", "New games with Anna are fun"),
        *("Das neue Spiel mit Anna macht Spaß!", "Wann beginnt das neue Spiel?", "Noch ein Spiel verloren..."),
        *("Ich will kein neues Spiel.", "Anna hat ein neues Spiel angefangen.", "Neues Spiel, neues Glück!"),
        *("How was the new game?", "I won another game yesterday!", "A new game has begun.", "New game, new luck!"),
        *("Mein Enkel wünscht sich ein neues Spiel zum Geburtstag", "Please note that a new game begins on Monday."),
        *("Ich passe und möchte ein neues Spiel anfangen.", "H8w ABER, dann ein neues Spiel bitte"),
        *("Une nouvelle partie commence", "Ben commence une nouvelle partie.", "Une nouvelle partie va commencer"),
        *("A new game will start tomorrow.", "The club can open a new game.", "Ben legt ein neues Spiel an."),
    ],
)  # fmt: skip
def test_who_only_speaks_of_a_new_game_wishes_for_none(house: House, text: str) -> None:
    assert "cilly ClubMail" not in house.write(text, CILLY, subject="[yerres R1]")


@pytest.mark.parametrize("members", ["open", "confirmed", "registered"])
@pytest.mark.parametrize("header", [PROVED, ""])
def test_help_of_who_is_unknown_gets_no_answer(tmp_path: Path, members: str, header: str) -> None:
    house = House(tmp_path, f'members = "{members}"')
    for text in ("HELP", "HILFE", "Hilfe bitte"):
        assert house.write(text, FRED, header=header) == []


def last_turn(house: House) -> str:
    """Let both of two pass once each but for the last pass, which ends the game; return who is to move."""
    house.write("NEUES SPIEL classic mit Ben", ANNA)
    house.write("ANGEBOT 1 ANNEHMEN", BEN)
    house.post.tick(house.now + MINUTE)
    for number in range(1, 5):
        turn = house.game("kieler-1").turn
        assert turn is not None
        who = ANNA if turn.player.startswith("Anna") else BEN
        if number == 4:
            return who
        house.write("PASSE", who, subject=f"[kieler-1 Z{number}]")
    raise AssertionError


@pytest.mark.parametrize(
    "text",
    [
        "PASSE\nREVANCHE",
        "REMATCH\n\nPASS",
        "Ich passe.\n\nRevanche?",
        "I pass, well played!\n\nRematch?",
        "AUFGABE\nREVANCHE",
    ],
)
def test_a_rematch_is_wished_for_by_the_mail_that_ends_the_game(house: House, text: str) -> None:
    """It was refused: the game was not over yet."""
    who = last_turn(house)
    house.write(text, who, subject="[kieler-1 Z4]")
    assert house.game("kieler-1").is_over
    other = BEN if who == ANNA else ANNA
    assert [type(e.content).__name__ for e in house.owed].count("RematchWanted") == 1
    house.write("REVANCHE", other, subject="[kieler-1 Z4]")
    house.post.tick(house.now + MINUTE)
    assert house.begun() == ["kieler-1", "kieler-1-2"]


def test_a_rematch_beside_a_pass_that_is_asked_about_is_wished_for_by_the_yes(house: House) -> None:
    who = last_turn(house)
    house.write("Ich passe. Revanche?", who, subject="[kieler-1 Z4]")
    assert not house.game("kieler-1").is_over
    assert len(house.owed) == 1
    house.reply("JA", who, house.owed[0])
    assert house.game("kieler-1").is_over
    assert [type(e.content).__name__ for e in house.owed].count("RematchWanted") == 1


def test_a_rematch_of_a_game_that_goes_on_is_refused(house: House) -> None:
    house.write("NEUES SPIEL classic mit Ben", ANNA)
    house.write("ANGEBOT 1 ANNEHMEN", BEN)
    house.post.tick(house.now + MINUTE)
    turn = house.game("kieler-1").turn
    assert turn is not None
    who = ANNA if turn.player.startswith("Anna") else BEN
    house.write("PASSE\nREVANCHE", who, subject="[kieler-1 Z1]")
    content = house.to(who.split(maxsplit=1)[0].lower()).content
    assert isinstance(content, AnswerToCommands)
    assert content.refused == (NotDone.NO_REMATCH,)
    assert house.game("kieler-1").turn != turn


def test_what_players_of_a_club_only_say_is_gathered_for_the_game_master(house: House) -> None:
    """One mail an hour for each game goes to him at once, the others stand in his list of the next day."""
    house.write("NEUES SPIEL classic mit Ben", ANNA)
    house.write("ANGEBOT 1 ANNEHMEN", BEN)
    house.post.tick(house.now + MINUTE)
    house.now = MONDAY + HOUR
    texts = ["Schönes Wetter heute in Kiel!", "Wer gewinnt wohl?", "Morgen habe ich mehr Zeit."]
    told = [house.write(f"Klassisches Scrabble 1\n\n{text}", BEN) for text in texts]
    assert [("gm Notice" in each) for each in told] == [True, False, False]
    assert all(any(it.startswith("ben") for it in each) for each in told)
    house.now += HOUR
    assert "gm Notice" in house.write("Klassisches Scrabble 1\n\nUnd jetzt?", BEN)
    house.forget()
    house.post.tick(house.now + DAY)
    listed = [e.content.about for e in house.owed if isinstance(e.content, Notice)]
    assert MoreMail((HeldBack("ben@example.org", 2),), hidden=2) in listed
    said = in_one_line(house.to("gm"))
    assert "2 Mails davon zeige ich dir nicht: Es kann ein Zug darin stehen" in said
    assert "wie die ersten davon anfangen" not in said


def test_a_condition_in_prose_is_answered_by_how_it_is_written(tmp_path: Path) -> None:
    house = House(tmp_path, 'language = "en"\n')
    house.write("NEW GAME classic with Ben", ANNA)
    house.write("OFFER 1 ACCEPT", BEN)
    house.post.tick(house.now + MINUTE)
    turn = house.game("kieler-1").turn
    assert turn is not None
    waits, mover = (BEN, "Anna") if turn.player.startswith("Anna") else (ANNA, "Ben")
    text = (
        f"If {mover} plays VIAL at F10 down, I play RULED from D13 across, otherwise exchange I U."
    )
    house.write(text, waits, subject="[kieler-1 T1] move")
    said = in_one_line(house.to(waits.split(maxsplit=1)[0].lower()))
    assert "a line with IF, square, word" in said


def test_help_tells_a_member_without_a_game_what_is_written_in_one(tmp_path: Path) -> None:
    house = House(tmp_path, 'members = "open"')
    house.write("SPIELE", FRED, header=PROVED)
    house.write("Hilfe", FRED, header=PROVED)
    said = text_of(house.to("fred"))
    for word in ("URLAUB", "REVANCHE", "SEITE JA", "AUFGABE", "ABMELDEN", "STAND", "PRESSE"):
        assert word in said
    assert "was du mir schreiben kannst" in said
    orders = ("NEUES SPIEL", "NEUE RUNDE", "ANGEBOT", "EINLADEN", "SPIELE", "NIE WIEDER")
    assert [*sorted(orders, key=said.index)] == [*orders]


def test_a_yes_of_somebody_else_is_none(house: House) -> None:
    """Who has seen the id of a question says yes from another address."""
    house.write("NEUES SPIEL classic mit Ben", CILLY, header="")
    question = house.to("cilly")
    house.reply("JA", ANNA, question, header=PASS)
    house.reply("NEUES SPIEL classic mit Ben", ANNA, question)
    assert house.club.offers == {}


def test_a_forged_sender_begins_and_accepts_nothing(house: House) -> None:
    house.write("NEUES SPIEL classic mit Anna", CILLY, header=FAIL)
    assert house.club.offers == {}
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    asked = house.to("anna")
    house.write("ANGEBOT 1 ANNEHMEN", ANNA, header=FAIL)
    assert house.club.offers[1].accepted == ()
    house.reply("JA", ANNA, asked, header=FAIL)
    assert house.club.offers[1].accepted == ()
    house.reply("ANGEBOT 1 ANNEHMEN", ANNA, asked, header=FAIL)
    assert house.club.offers[1].accepted == ()


def test_forged_mails_bring_a_member_no_more_than_three_questions_a_day(house: House) -> None:
    told = [
        house.write(f"NEUES SPIEL classic mit Ben, Nr. {n}", CILLY, header="") for n in range(6)
    ]
    assert [bool(each) for each in told] == [True, True, True, False, False, False]


def test_a_move_beside_an_order_counts(house: House) -> None:
    """The line of the order is no part of the move, and the other way round."""
    house.write("NEUES SPIEL classic mit Anna\n\nH8s ABER", CILLY, subject="[yerres R1] Zug")
    game = house.post.machine.journal.games.load("yerres")
    assert isinstance(game, RoundGame)
    assert game.round is not None
    assert "Cilly Probe" in game.round.entries
    assert [*house.club.offers] == [1]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("NEUES SPIEL halma mit Anna", NotOffered.WHICH_GAME),
        ("NEUES SPIEL mit Anna", NotOffered.WHICH_GAME),
        ("NEUES SPIEL classic mit Xaver", NotOffered.WHO),
        ("NEUES SPIEL classic mit D. T.", NotOffered.INITIALS),
        ("NEUES SPIEL classic mit Anna und D. T.", NotOffered.INITIALS),
        ("NEUES SPIEL classic mit Cilly", NotOffered.HIMSELF),
        ("NEUE RUNDE classic, ZAT jeden Freitag 20 Uhr", NotOffered.NOT_IN_ROUNDS),
        ("NEUE RUNDE 1-Zug, ZAT irgendwann einmal", NotOffered.WHICH_DAYS),
        ("NEUE RUNDE 1-Zug", NotOffered.WHICH_DAYS),
        ("ANGEBOT 99 ANNEHMEN", NotOffered.NO_SUCH_OFFER),
        ("EINLADEN Anna", NotOffered.NO_ADDRESS),
        ("EINLADEN referee@example.org", NotOffered.NO_ADDRESS),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(
    house: House, text: str, why: NotOffered
) -> None:
    assert house.write(text, CILLY) == ["cilly ClubMail"]
    assert house.said("cilly") == [why.value]
    assert house.club.count == 0


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("NEW GAME Chess against anyone", "Chess"),
        ("NEUES SPIEL Schach gegen jeden", "Schach"),
        ("NEUES SPIEL Rabble gegen jeden", "Rabble"),
        ("NEUES SPIEL Isches gegen jeden", "Isches"),
        ("NOUVELLE PARTIE Échecs contre n'importe qui", "Échecs"),
        ("NEW GAME Chess with Anna", "Chess"),
        ("NEW ROUND Ugs, deadline every friday at 20:00", "Ugs"),
    ],
)
def test_a_kind_that_is_only_letters_of_a_name_is_refused_by_name(
    house: House, text: str, named: str
) -> None:
    """Chess stands in `KlassisCHES Scrabble` and was offered."""
    house.write(text, CILLY)
    content = house.to("cilly").content
    assert isinstance(content, ClubMail)
    assert [each.named for each in content.says] == [named]
    assert house.said("cilly")[0] in {"which_game", "which_round"}
    assert house.club.count == 0


def test_who_does_not_say_with_whom_is_asked(house: House) -> None:
    """He was told that nobody can tell what he wants."""
    for text, ways in (
        ("NEUES SPIEL classic", ("„NEUES SPIEL Klassisches Scrabble gegen jeden“", "mit wem")),
        ("NEW GAME classic", ("“NEW GAME Klassisches Scrabble against anyone”", "With whom")),
        ("Hallo,\n\nneues Spiel 1-Zug bitte.\n\nCilly", ("„NEUES SPIEL 1-Zug-Scrabble gegen jeden“",)),
    ):  # fmt: skip
        house.write(text, CILLY, header="")
        assert house.said("cilly") == ["with_whom"]
        assert all(each in in_one_line(house.to("cilly")) for each in ways)
    house.write("NEUES SPIEL classic mit", CILLY)
    assert house.said("cilly") == ["with_whom"]
    house.write("NEW GAME classic with Dora", CILLY, subject="NEW GAME")
    assert house.said("cilly") == ["offered"]
    house.write("ANGEBOT 1 ZURÜCK", CILLY)
    events = house.club.count
    for text in ("NEW GAME Chess", "NEW GAME", "NEUES SPIEL!"):
        house.write(text, CILLY)
        assert house.said("cilly") == ["which_game"]
    for text in (
        "Neues Spiel, neues Glück!",
        "Ein neues Spiel wäre schön.",
        "neues Spiel macht Spaß",
    ):
        house.write(text, CILLY)
        assert not any(
            isinstance(each.content, ClubMail) and each.recipient.startswith("cilly")
            for each in house.owed
        )
    assert house.club.count == events


def test_five_at_a_table_are_too_many(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.write("NEUES SPIEL classic mit Anna, Ben, Dora", CILLY)
    assert house.said("cilly") == ["offered"]
    house.write("NEUES SPIEL classic mit Anna, Ben, Dora und Erika", CILLY)
    assert house.said("cilly") == ["who"]  # the game master plays nowhere


def test_three_open_offers_of_one_member_are_enough(house: House) -> None:
    for name in ("Anna", "Ben", "Dora"):
        house.write(f"NEUES SPIEL classic mit {name}", CILLY)
        assert house.said("cilly") == ["offered"]
    house.write("NEUES SPIEL classic gegen jeden", CILLY)
    assert house.said("cilly") == ["too_many_offers"]
    told = house.to("cilly").content
    assert isinstance(told, ClubMail)
    assert told.says[0].offers == (1, 2, 3)
    house.write("ANGEBOT 2 ZURÜCK", CILLY)
    house.write("NEUES SPIEL classic gegen jeden", CILLY)
    assert house.said("cilly") == ["offered_to_all"]
    assert [*house.club.offers] == [1, 2, 3, 4]  # no number is used again


def test_an_offer_holds_fourteen_days(house: House) -> None:
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    asked = house.to("anna")
    house.now += HOLDS
    house.reply("JA", ANNA, asked, header=PASS)
    house.write("ANGEBOT 1 ANNEHMEN", ANNA)
    assert house.said("anna") == ["no_such_offer"]


def test_a_thousand_orders_in_a_mail_are_five(house: House) -> None:
    house.write("\n".join(f"ANGEBOT {n} ANNEHMEN" for n in range(1, 1000)), CILLY)
    assert house.said("cilly") == ["no_such_offer"] * 5


def test_no_more_games_than_the_settings_allow(tmp_path: Path) -> None:
    """Neither more that go on, nor more offers that wait; also where an offer was made before it was full."""
    house = House(tmp_path, "most = 2")
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    house.write("NEUES SPIEL classic mit Ben", DORA)
    house.write("NEUES SPIEL classic mit Ben", ANNA)
    assert house.said("anna") == ["club_is_full"]
    house.write("ANGEBOT 1 ANNEHMEN", ANNA)
    assert house.said("anna") == ["begins"]
    house.write("NEUES SPIEL classic mit Ben", ANNA)
    house.write("ANGEBOT 2 ANNEHMEN", BEN)
    assert house.said("ben") == ["begins"]
    house.write("ANGEBOT 3 ANNEHMEN", BEN)
    assert house.said("ben") == ["club_is_full"]
    house.post.tick(house.now + MINUTE)
    assert house.begun() == ["kieler-1", "kieler-2"]


class TestRounds:
    def test_a_round_begins_with_one_and_others_join_it(self, house: House) -> None:
        house.write("NEUE RUNDE 1-Zug, ZAT jeden Freitag 20 Uhr", CILLY)
        assert house.said("cilly") == ["round_begins"]
        house.post.tick(house.now + MINUTE)
        game = house.post.machine.journal.games.load("kieler-1")
        assert isinstance(game, RoundGame)
        assert [*game.players] == ["Cilly Probe"]
        assert game.due == datetime.fromisoformat("2026-12-18T19:00:00+00:00")
        house.write("SPIELE", DORA)
        listed = house.to("dora").content
        assert isinstance(listed, ClubMail)
        assert listed.rounds == (game.title,)
        house.write(f"{game.title}\nANMELDEN", DORA)
        joined = house.post.machine.journal.games.load("kieler-1")
        assert joined is not None
        assert [*joined.players] == ["Cilly Probe", "Dora Test"]

    @pytest.mark.parametrize(
        "text",
        [
            "NEW ROUND 1-Zug, deadline every friday at 20:00",
            "NOUVELLE RONDE 1-Zug, échéance chaque vendredi à 20 h",
            # As the front page of a club says it.
            "NEUE RUNDE dottendorf-1zug, ZAT jeden Freitag 20 Uhr",
            "NEW ROUND One-move Scrabble, deadline every Friday at 20:00",
            "NOUVELLE RONDE Scrabble en un coup, échéance chaque vendredi à 20 h",
        ],
    )
    def test_french_and_english_days_are_read(self, house: House, text: str) -> None:
        house.write(text, CILLY)
        house.post.tick(house.now + MINUTE)
        game = house.post.machine.journal.games.load("kieler-1")
        assert game is not None
        assert game.due == datetime.fromisoformat("2026-12-18T19:00:00+00:00")


class TestInvitations:
    def test_a_stranger_is_asked_once_and_comes_in_by_a_yes(self, house: House) -> None:
        assert house.write("EINLADEN Fred <fred@example.net>", CILLY) == [
            "cilly ClubMail",
            "fred Notice",
        ]
        asked = house.to("fred")
        assert isinstance(asked.content, Notice)
        assert asked.content.about == InvitedAsked("Kieler Runde", "Cilly Probe", kinds("de"))
        assert house.reply("JA", FRED, asked) == ["cilly ClubNews", "fred ClubMail", "gm ClubNews"]
        assert house.said("fred") == ["joined"]
        assert house.said("cilly") == ["other_joined"]
        news = house.to("gm").content
        assert isinstance(news, ClubMail)
        assert news.says == (
            ClubSaid(ClubSays.MEMBER_CAME, names=("Fred Fremd",), named="Cilly Probe"),
        )
        house.write("NEUES SPIEL classic mit Cilly", FRED, header=PROVED)
        house.write("ANGEBOT 1 ANNEHMEN", CILLY)
        house.post.tick(house.now + MINUTE)
        assert set(house.game("kieler-1").players) == {"Fred Fremd", "Cilly Probe"}

    def test_an_invitation_names_the_page_of_the_club_and_promises_what_is_so(
        self, tmp_path: Path
    ) -> None:
        site = '[site]\nfolder = "public"\nurl = "https://kiel.example/"\n'
        house = House(tmp_path, f"\n{site}")
        house.write("EINLADEN fred@example.net", CILLY)
        said = in_one_line(house.to("fred"))
        assert "https://kiel.example/" in said
        assert "in dreißig Tagen" in said
        assert "nicht wieder" not in said

    def test_the_answer_does_not_tell_whether_an_address_is_known(self, house: House) -> None:
        answers = []
        for address in ("fred@example.net", "anna@example.org", "gm@example.org"):
            house.write(f"EINLADEN {address}", BEN)
            content = house.to("ben").content
            assert isinstance(content, ClubMail)
            (said,) = content.says
            assert said.named == address
            answers.append((said.what, said.names, said.number, content.offers, content.is_list))
        assert len(set(answers)) == 1

    def test_a_stranger_gets_one_question_in_thirty_days(self, house: House) -> None:
        assert "fred Notice" in house.write("EINLADEN fred@example.net", CILLY)
        assert house.write("EINLADEN fred@example.net", DORA) == ["dora ClubMail"]
        house.now += 29 * DAY
        assert house.write("EINLADEN fred@example.net", ANNA) == ["anna ClubMail"]
        house.now += 31 * DAY
        assert "fred Notice" in house.write("EINLADEN fred@example.net", CILLY)

    def test_never_again_is_kept_without_the_address(self, house: House) -> None:
        house.write("EINLADEN fred@example.net", CILLY)
        asked = house.to("fred")
        assert house.reply("NIE WIEDER", FRED, asked) == []
        house.now += 60 * DAY
        assert house.write("EINLADEN fred@example.net", CILLY) == ["cilly ClubMail"]
        events = [repr(each) for each in house.post.machine.journal.club.events()]
        assert not any("fred" in each for each in events)

    @pytest.mark.each_once
    @pytest.mark.parametrize("members", ["registered", "confirmed", "open"])
    @pytest.mark.parametrize("text", ["NIE WIEDER", "Hello,\n\nNEVER AGAIN\n\nFred", "PLUS JAMAIS"])
    def test_a_stranger_who_never_wants_to_be_asked_is_asked_nothing(
        self, tmp_path: Path, members: str, text: str
    ) -> None:
        """He was asked whether he wants to play, and invited later; what anybody may have forged keeps nobody out."""
        house = House(tmp_path, f'members = "{members}"')
        assert house.write(text, FRED, header="") == []
        assert house.club.never == frozenset()
        assert house.write(text, FRED, header=PROVED) == []
        assert house.write(text, FRED, header=PROVED) == []
        assert len(house.club.never) == house.club.count == 1
        assert house.write("EINLADEN fred@example.net", CILLY) == ["cilly ClubMail"]

    def test_a_forged_sender_is_believed_in_nothing(self, tmp_path: Path) -> None:
        house = House(tmp_path, 'members = "confirmed"')
        assert house.write("NIE WIEDER", FRED, header=FAIL) == []
        assert house.club.never == frozenset()

    def test_nobody_invites_himself(self, house: House) -> None:
        for _ in range(2):
            assert house.write("EINLADEN ben@example.org", BEN) == ["ben ClubMail"]
            assert house.said("ben") == ["own_address"]
        assert house.club.invited == ()

    @pytest.mark.parametrize("days", [0, 2])
    def test_whoever_is_invited_counts_the_same(self, tmp_path: Path, days: int) -> None:
        """Members who had come in took no place of the three, others did: the fourth refusal told which."""
        house = House(tmp_path, 'members = "open"')
        house.write("NEUES SPIEL classic gegen jeden", FRED, header=PROVED)
        assert house.club.member_at("fred@example.net") is not None
        house.write("EINLADEN never@example.net", CILLY)
        never = "Nora <never@example.net>"
        house.reply("NIE WIEDER", never, house.to("never"))
        house.now += DAY
        for address in ("fred@example.net", "never@example.net", "anna@example.org"):
            house.write(f"EINLADEN {address}", BEN)
            assert house.said("ben") == ["invited"]
        house.now += days * DAY
        house.write("EINLADEN x@example.net", BEN)
        assert house.said("ben") == ["too_many_invitations"]

    def test_who_comes_in_by_an_invitation_frees_the_place_of_who_hears_of_it(
        self, house: House
    ) -> None:
        house.write("EINLADEN fred@example.net", CILLY)
        asked = house.to("fred")
        for address in ("fred", "x", "y"):
            house.write(f"EINLADEN {address}@example.net", BEN)
        house.reply("JA", FRED, asked)
        assert house.said("ben") == ["other_joined"]
        house.write("EINLADEN z@example.net", BEN)
        assert house.said("ben") == ["invited"]
        for address in ("u", "v", "w"):
            house.write(f"EINLADEN {address}@example.net", CILLY)
        assert house.said("cilly") == ["too_many_invitations"]  # she did not hear of it

    def test_an_address_that_one_names_again_counts_nowhere(self, house: House) -> None:
        """Six such lines used up the ten of the club, and nothing had gone out."""
        for _ in range(3):
            house.write("EINLADEN x@example.net\n" * 5, CILLY)
            house.write("EINLADEN X@example.net", CILLY)
            assert house.said("cilly") == ["invited"]
        assert len(house.club.invited) == 1

    def test_nobody_uses_up_the_day_of_the_club(self, house: House) -> None:
        """Who lets friends come in by his invitations could."""
        for number in range(5):
            who = f"Friend {'ABCDE'[number]} <x{number}@example.net>"
            house.write(f"EINLADEN x{number}@example.net", BEN)
            house.reply("JA", who, house.to(f"x{number}"))
        house.write("EINLADEN y@example.net", BEN)
        assert house.said("ben") == ["enough_today"]
        house.write("EINLADEN y@example.net", DORA)
        assert house.said("dora") == ["invited"]

    def test_the_same_address_twice_is_one_invitation(self, house: House) -> None:
        for address in ("x", "x", "y"):
            house.write(f"EINLADEN {address}@example.net", BEN)
        house.write("EINLADEN z@example.net", BEN)
        assert house.said("ben") == ["invited"]

    def test_what_is_said_of_several_lines_is_said_once(self, house: House) -> None:
        house.write("EINLADEN ben@example.org\n" * 4, BEN)
        assert house.said("ben") == ["own_address"]

    def test_ten_a_day_leave_the_club(self, tmp_path: Path) -> None:
        house = House(tmp_path)
        for number, who in enumerate((ANNA, BEN, CILLY)):
            for each in range(3):
                house.write(f"EINLADEN x{number}{each}@example.net", who)
        house.write("EINLADEN y@example.net", DORA)
        assert house.said("dora") == ["invited"]
        house.write("EINLADEN z@example.net", DORA)
        assert house.said("dora") == ["enough_today"]

    def test_a_name_that_says_more_is_not_shown_to_strangers(self, tmp_path: Path) -> None:
        """Nobody has us carry his advertisement to people who never asked."""
        house = House(tmp_path, 'members = "open"')
        spam = "Buy now at cheap.example 50 percent <spam@example.org>"
        house.write("EINLADEN fred@example.net", spam)
        assert not any(each.recipient.startswith("fred") for each in house.owed)
        assert house.club.members == ()

    @pytest.mark.each_once
    @pytest.mark.parametrize("members", ["registered", "confirmed", "open"])
    @pytest.mark.parametrize("header", [PROVED, ""])
    @pytest.mark.parametrize("text", ["HILFE", "JA", "Was ist das für ein Verein?", "SPIELE"])
    def test_the_game_master_hears_once_of_what_somebody_invited_writes_in_a_mail_of_its_own(
        self, tmp_path: Path, members: str, header: str, text: str
    ) -> None:
        """The address has had the one question that it gets, and he wrote in vain."""
        house = House(tmp_path, f'members = "{members}"')
        house.write("EINLADEN fred@example.net", CILLY)
        asked = house.to("fred")
        if (text, members, header) == ("SPIELE", "open", PROVED):
            assert "gm Notice" not in house.write(text, FRED, header=header)  # comes in at once
            return
        assert house.write(text, FRED, header=header) == ["gm Notice"]
        content = house.to("gm").content
        assert isinstance(content, Notice)
        assert content.about == InvitedWrote("fred@example.net", "Fred Fremd", "Hallo")
        assert text in content.quoted

        assert house.write(f"{text} Hallo?", FRED, header=header) == []
        house.reply("JA", FRED, asked)
        assert house.said("fred") == ["joined"]

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("MITSPIELEN", ["joined"]),
            ("I would like to join the club, please.", ["joined"]),
            ("Je voudrais rejoindre le club.", ["joined"]),
            ("SPIELE", ["joined"]),
            ("NEUES SPIEL classic gegen jeden", ["joined", "offered_to_all"]),
            ("Wer spielt classic mit mir?", ["joined", "offered_to_all"]),
            ("I'd like to play classic with Anna", ["joined", "offered"]),
        ],
    )
    @pytest.mark.parametrize("header", [PROVED, ""])
    def test_who_is_invited_and_asks_to_come_in_has_one_question_whose_yes_settles_both(
        self, tmp_path: Path, text: str, said: list[str], header: str
    ) -> None:
        """He was asked twice; what nothing proves to be his is not done by a yes to something else."""
        house = House(tmp_path, 'members = "confirmed"')
        house.write("EINLADEN fred@example.net", CILLY)
        asked = house.to("fred")
        assert house.write(text, FRED, header=header) == ["gm Notice"]
        assert house.write(text, FRED, header=header) == []

        house.reply("JA", FRED, asked, header=PROVED)

        assert house.said("fred") == (said if header else ["joined"])
        assert waiting_for(house, "fred@example.net") == []

    def test_his_no_drops_what_he_asked_for(self, tmp_path: Path) -> None:
        house = House(tmp_path, 'members = "confirmed"')
        house.write("EINLADEN fred@example.net", CILLY)
        asked = house.to("fred")
        house.write("NEUES SPIEL classic gegen jeden", FRED, header=PROVED)

        assert house.reply("NEIN", FRED, asked, header=PROVED) == []

        assert (house.club.members, house.club.offers) == ((), {})
        assert waiting_for(house, "fred@example.net") == []

    def test_what_he_orders_beside_his_yes_is_all_that_is_done(self, tmp_path: Path) -> None:
        house = House(tmp_path, 'members = "confirmed"')
        house.write("EINLADEN fred@example.net", CILLY)
        asked = house.to("fred")
        house.write("NEUES SPIEL classic gegen jeden", FRED, header=PROVED)

        house.reply("NEUES SPIEL classic mit Anna", FRED, asked, header=PROVED)

        assert house.said("fred") == ["joined", "offered"]
        assert waiting_for(house, "fred@example.net") == []

    def test_who_comes_in_at_once_has_no_question_any_more(self, tmp_path: Path) -> None:
        house = House(tmp_path, 'members = "open"')
        house.write("EINLADEN fred@example.net", CILLY)
        house.write("MITSPIELEN", FRED, header=PROVED)
        assert house.said("fred") == ["joined"]
        assert waiting_for(house, "fred@example.net") == []

    @pytest.mark.parametrize(
        ("text", "header"),
        [
            ("HILFE", "Auto-Submitted: auto-replied\n"),
            ("HILFE", FAIL),
            ("Danke!", ""),
            ("I am out of office until Monday.", ""),
        ],
    )
    def test_of_programs_forgers_and_thanks_at_such_an_address_he_hears_nothing(
        self, house: House, text: str, header: str
    ) -> None:
        house.write("EINLADEN fred@example.net", CILLY)
        assert house.write(text, FRED, header=header) == []

    def test_nor_of_who_was_invited_two_weeks_ago_or_never(self, house: House) -> None:
        assert house.write("HILFE", FRED) == []
        house.write("EINLADEN fred@example.net", CILLY)
        house.now += HOLDS
        assert house.write("HILFE", FRED) == []

    def test_a_second_yes_and_a_robot_change_nothing(self, house: House) -> None:
        house.write("EINLADEN fred@example.net", CILLY)
        asked = house.to("fred")
        house.reply("JA", FRED, asked, header="Auto-Submitted: auto-replied\n")
        assert house.club.members == ()
        house.reply("JA", FRED, asked)
        house.reply("JA", FRED, asked)
        assert len(house.club.members) == 1


class TestStrangers:
    def test_registered_only_and_a_stranger_gets_nothing(self, house: House) -> None:
        assert house.write("NEUES SPIEL classic gegen jeden", FRED) == []
        assert house.write("SPIELE", FRED) == []
        assert house.club.count == 0

    @pytest.mark.parametrize(
        "text", ["How does one join?", "Mein Mann war früher dabei.", "HILFE", "SPIELE"]
    )
    def test_where_nobody_can_invite_yet_the_game_master_reads_what_strangers_write(
        self, tmp_path: Path, text: str
    ) -> None:
        """The front page sends them to a member, and there is none: he invites."""
        house = House(tmp_path, games="\n")
        assert house.write(text, FRED, header="") == ["gm Notice"]
        content = house.to("gm").content
        assert isinstance(content, Notice)
        assert content.about == StrangerWrote("fred@example.net", "Fred Fremd", "Hallo")
        assert text in content.quoted
        assert "fred Notice" in house.write("EINLADEN fred@example.net", ERIKA)
        house.reply("JA", FRED, house.to("fred"))
        assert house.write(text, "Greta <greta@example.net>", header="") == []  # Fred can

    def test_one_of_them_in_an_hour_and_the_others_in_his_list_of_the_next_day(
        self, tmp_path: Path
    ) -> None:
        house = House(tmp_path, games="\n")
        house.now = MONDAY + HOUR
        people = [f"X <x{number}@example.net>" for number in range(3)]
        told = [house.write("Wird sonntags gespielt?", each, header="") for each in people]
        assert told == [["gm Notice"], [], []]
        house.forget()
        house.post.tick(house.now + DAY)
        listed = [e.content.about for e in house.owed if isinstance(e.content, Notice)]
        assert [each.total for each in listed if isinstance(each, MoreMail)] == [2]

    @pytest.mark.parametrize(
        ("keys", "games", "header"),
        [
            ("", "", ""),
            ('members = "confirmed"', "\n", ""),
            ("", "\n", FAIL),
            ("", "\n", "Precedence: bulk\n"),
        ],
    )
    def test_elsewhere_he_reads_nothing_of_them(
        self, tmp_path: Path, keys: str, games: str, header: str
    ) -> None:
        house = House(tmp_path, keys, games=games)
        assert house.write("Wird sonntags gespielt?", FRED, header=header) == []

    def test_confirmed_asks_once_even_where_the_mail_is_proved(self, tmp_path: Path) -> None:
        house = House(tmp_path, 'members = "confirmed"')
        assert house.write("NEUES SPIEL classic gegen jeden", FRED, header=PROVED) == [
            "fred Notice"
        ]
        asked = house.to("fred")
        assert isinstance(asked.content, Notice)
        assert asked.content.about == comes_in()
        assert asked.content.quoted == ""
        house.reply("JA", FRED, asked)
        assert house.said("fred") == ["joined", "offered_to_all"]
        assert [each.made.by.name for each in house.club.offers.values()] == ["Fred Fremd"]

    @pytest.mark.parametrize(
        "text",
        [
            "Hi,\n\nI found your page and would like to play Scrabble by mail. How does it work?\n\nBest wishes,\nFred",
            "Guten Tag,\n\nich bin neu und möchte gern ein Spiel gegen irgendwen anfangen. Geht das?\nGruß, Fred",
            "Bonjour, je voudrais jouer au Scrabble.\nFred",
            "Hi! I found your page and would like to play. How does it work?",
            "Hello,\n\nI am interested in playing.\n\nIs it free?\nFred",
            "Hallo! Ich habe eure Seite gefunden und würde gern mal spielen. Wie geht das?",
            "Bonjour ! J'ai trouvé votre page et j'aimerais jouer. Comment ça marche ?",
            "Ich würde gern gegen O. O. spielen",
            "Guten Tag,\n\nich spiele gern Scrabble und habe Ihre Seite gefunden.\n\nWas muss ich tun?\n\nGruß\nFred",
            "Ich habe Ihre Seite gefunden und würde gern einmal\ngegen O. O. spielen.",
            "Hello,\n\nI like playing Scrabble and found your page.\nWhat do I have to do?\nFred",
            "What do I have to do to take part?",
            "Bonjour,\nj'aime le Scrabble.\nQue dois-je faire ?",
        ],
    )  # fmt: skip
    def test_who_would_like_to_play_is_asked_whether_he_wants_in(
        self, tmp_path: Path, text: str
    ) -> None:
        """He was passed over, and nobody heard of it."""
        house = House(tmp_path, 'members = "confirmed"')
        assert house.write(text, FRED, header="") == ["fred Notice"]
        for sold in (
            "Would you like to play a part in our match?",
            "We found your page and would like to play a bigger role in your plans. May we call?",
            "Ich möchte KATZE spielen. Geht das?",
            "Kostet das etwas?",
            "Guten Tag,\n\nwas muss ich tun?\nKostet das etwas?\nFred",
        ):
            assert house.write(sold, FRED, header="") == []

    @pytest.mark.parametrize("rounds", ["open", "closed"])
    @pytest.mark.parametrize(
        ("subject", "text", "language"),
        [
            ("Join", "Hi! I found your page and would like to join your club. How does it work?", "en"),
            ("JOIN", "Hello,\n\nI found your page and would like to play.\n\nFred", "en"),
            ("Hi", "Hi there,\n\nI'd like to play with you.\n\nJOIN\n\nFred", "en"),
            ("Anmelden", "Hallo! Ich würde gern bei euch spielen.\nFred", "de"),
            ("Inscription", "Bonjour ! J'ai trouvé votre page et j'aimerais jouer.\nFred", "fr"),
        ],
    )  # fmt: skip
    def test_who_says_more_than_the_word_for_joining_means_the_club_and_reads_his_language(
        self, tmp_path: Path, rounds: str, subject: str, text: str, language: str
    ) -> None:
        """He was asked about the only game that took newcomers, in its language."""
        house = House(tmp_path, 'members = "confirmed"', registration=rounds)
        assert house.write(text, FRED, header="", subject=subject) == ["fred Notice"]
        asked = house.to("fred")
        assert (asked.content, asked.language) == (Notice(comes_in(language)), language)

    @pytest.mark.parametrize(
        ("text", "said"), [("HELP", "answer this mail with YES"), ("Hilfe!", "mit JA")]
    )
    def test_who_is_asked_whether_he_wants_in_is_helped(
        self, tmp_path: Path, text: str, said: str
    ) -> None:
        """An invited one read that nobody could tell whether he was coming in."""
        house = House(tmp_path, 'members = "confirmed"')
        house.write("EINLADEN fred@example.net", CILLY)
        asked = house.to("fred")
        house.write("SPIELE", "Max <max@example.net>", header="")
        to_max = house.to("max")
        assert house.reply(text, FRED, asked) == ["fred ClubMail"]
        assert house.said("fred") == ["comes_first"]
        helped = house.to("fred")
        assert said in in_one_line(helped)
        assert house.reply(text, "Max <max@example.net>", to_max) == ["max ClubMail"]
        house.reply("JA", FRED, helped)
        assert len(house.club.members) == 1

    def test_who_sells_something_is_not_asked_whether_he_wants_in(self, tmp_path: Path) -> None:
        """He asks to join, in a long mail with a link and no word of games."""
        house = House(tmp_path, 'members = "confirmed"')
        sold = (
            "We help teams like yours to grow their revenue, with proven tools and honest prices. "
            * 5
        )
        text = f"Hello,\n\ncan I join you in a call next week? {sold}\n\nhttps://grow.example\nFred"
        assert "fred Notice" not in house.write(text, FRED, header="")
        text = "Hello,\n\ncan I join?\nFred\nhttps://fred.example"
        assert house.write(text, FRED, header="") == ["fred Notice"]

    def test_open_takes_a_proof_for_a_yes(self, tmp_path: Path) -> None:
        house = House(tmp_path, 'members = "open"')
        house.write("NEUES SPIEL classic gegen jeden", FRED, header=PROVED)
        assert house.said("fred") == ["joined", "offered_to_all"]

    @pytest.mark.parametrize("rounds", ["open", "closed"])
    def test_whatever_is_written_in_a_strangers_name_he_is_asked_once_in_thirty_days(
        self, tmp_path: Path, rounds: str
    ) -> None:
        """The question tells him that no other mail comes; all these may be forged."""
        house = House(tmp_path, 'members = "confirmed"', registration=rounds)
        orders = (
            "Ich möchte Scrabble spielen", "SPIELE", "SPIELE\n3", "NEUES SPIEL classic gegen jeden",
            "ANMELDEN", f"{ROUNDS}\nANMELDEN", "H8 BEINE",
            *(f"NEUES SPIEL classic mit {name}" for name in PEOPLE),
        )  # fmt: skip
        told = [house.write(each, FRED, header="") for each in orders]
        assert "\n".join(map(" ".join, told)).count("fred") == 1
        assert "fred Notice" in told[0]
        house.now += timedelta(days=28)
        assert "fred" not in " ".join(house.write("SPIELE", FRED, header=""))
        house.now += timedelta(days=3)
        assert "fred Notice" in house.write("SPIELE", FRED, header="")

    def test_a_yes_to_the_one_question_lets_in_who_has_written_again_since(
        self, tmp_path: Path
    ) -> None:
        """What he asked for first is done; what he wrote meanwhile is dropped, and he can write it again."""
        house = House(tmp_path, 'members = "confirmed"')
        house.write("SPIELE", FRED, header="")
        question = house.to("fred")
        house.now += timedelta(days=9)
        house.write("NEUES SPIEL classic gegen jeden", FRED, header="")
        house.reply("JA", FRED, question)
        assert house.said("fred") == ["joined"]
        house.write("NEUES SPIEL classic gegen jeden", FRED, header=PROVED)
        assert len(house.club.offers) == 1

    @pytest.mark.sampled(5)
    @pytest.mark.parametrize(
        ("name", "why"),
        [
            ("", "no_name"),
            *((name, "name_says_more") for name in (
                "NEUES SPIEL", "HILFE", "Jeden", "jeder", "ALLE", "Anyone", "Everybody", "Niemand", "gegen jeden",
                "Ja", "Quiconque",
            )),
            ("F" * 70, "name_too_long"),
            ("Fred von und zu Alten Mühlen", "name_has_form"),
            ("Fred -", "name_has_form"),
            ("A. M.", "name_is_initials"),
            ("www.cheap-pills.com", "name_is_link"),
            ("Spielleitung Kiel", "name_is_ours"),
        ],
    )  # fmt: skip
    def test_nobody_comes_in_under_a_name_that_says_more(
        self, tmp_path: Path, name: str, why: str
    ) -> None:
        """The reason that holds is named: one sentence gave three of them."""
        house = House(tmp_path, 'members = "open"')
        sender = f'"{name}" <fred@example.net>' if name else "fred@example.net"
        house.write("NEUES SPIEL classic gegen jeden", sender, header=PROVED)
        assert house.said("fred") == [why]
        assert house.club.count == 0

    @pytest.mark.parametrize(
        "line", ["Spieler=Gabi Gast", "Player: Gabi Gast", "Joueuse = Gabi Gast"]
    )
    @pytest.mark.parametrize("sender", ["gast@example.net", "www.x.com <gast@example.net>"])
    def test_a_line_says_what_he_is_called(self, tmp_path: Path, sender: str, line: str) -> None:
        """Whose program sends no name was told to set up another."""
        house = House(tmp_path, 'members = "open"')
        house.write("NEUES SPIEL classic gegen jeden", sender, header="")
        question = house.to("gast")
        house.reply("JA", sender, question)
        (why,) = house.said("gast")
        assert why in {"no_name", "name_is_link"}

        house.reply(f"JA\n{line}", sender, question)

        assert house.said("gast") == ["joined", "offered_to_all"]
        assert [each.name for each in house.club.members] == ["Gabi Gast"]

    @pytest.mark.parametrize("header", [PROVED, ""])
    @pytest.mark.parametrize(
        "answer",
        [
            "Spieler=Gabi Gast",
            "Ich möchte mitspielen.\nSpieler=Gabi Gast",
            "Hallo, kann ich bei euch mitspielen?\nSpieler=Gabi Gast",
        ],
    )
    def test_who_answers_what_he_is_told_comes_in(
        self, tmp_path: Path, answer: str, header: str
    ) -> None:
        """The answer to `schreib Spieler= und deinen Namen` was dropped, or asked to sit down at another's game."""
        house = without_a_name(tmp_path, header)
        assert house.said("gast") == ["no_name"]

        house.reply(answer, "gast@example.net", house.to("gast"), header=header)

        assert house.said("gast") == ["joined"]
        assert [each.name for each in house.club.members] == ["Gabi Gast"]

    @pytest.mark.parametrize("header", [PROVED, ""])
    @pytest.mark.parametrize(
        "answer",
        [
            "Spieler= und dahinter deinen Namen.",
            "Ich bin bis Montag nicht da.\nSpieler= und dahinter deinen Namen.",
            "Nein danke.\nSpieler=Gabi Gast",
        ],
    )
    def test_nor_does_an_echo_or_a_no(self, tmp_path: Path, answer: str, header: str) -> None:
        house = without_a_name(tmp_path, header)
        house.reply(answer, "gast@example.net", house.to("gast"), header=header)
        assert house.club.count == 0
        assert not [each for each in house.owed if each.recipient.startswith("gast")]

    @pytest.mark.parametrize(
        ("answer", "said"),
        [
            ("JA\n\nGabi Gast", "joined"),
            ("JA\n\nViele Grüße\nGabi Gast", "joined"),
            ("JA\n\nLiebe Grüße", "no_name"),
        ],
    )
    def test_who_has_no_name_is_called_as_he_signs(
        self, tmp_path: Path, answer: str, said: str
    ) -> None:
        house = House(tmp_path, 'members = "open"')
        house.write("Ich würde gern mitspielen!", "gast@example.net", header="")
        house.reply(answer, "gast@example.net", house.to("gast"))
        assert house.said("gast") == [said]
        assert [each.name for each in house.club.members] == ["Gabi Gast"] * (said == "joined")

    def test_a_line_says_who_of_several_at_an_address_writes(self, tmp_path: Path) -> None:
        shared = listed_player("Uwe Muster").replace("uwe@", "anna@")
        house = House(tmp_path, games=known() + shared)
        house.write("NEUES SPIEL classic gegen jeden", "anna@example.org")
        assert house.said("anna") == ["which_player"]

        house.write("Spieler=Uwe Muster\nNEUES SPIEL classic gegen jeden", "anna@example.org")

        assert [each.made.by.name for each in house.club.open_offers(house.now)] == ["Uwe Muster"]

    @pytest.mark.parametrize("name", ["Anna Muster", "Jeden", "A. M."])
    def test_nor_does_a_line_let_him_in_under_a_name_that_cannot_be(
        self, tmp_path: Path, name: str
    ) -> None:
        house = House(tmp_path, 'members = "open"')
        house.write(f"NEUES SPIEL classic gegen jeden\nSpieler={name}", FRED, header=PROVED)
        assert house.said("fred") in (["name_taken"], ["name_says_more"], ["name_is_initials"])
        assert house.club.count == 0

    @pytest.mark.sampled(5)
    @pytest.mark.parametrize(
        ("name", "sign"),
        [
            ("M10s EUBÖA", "1"), ("Fred http://cheap.example", ":"), ("Fred 24", "2"), ("<script>", "<"),
            ("Fred [kieler-1 Z1]", "["), ("Fred = Max", "="), ("Fred, Max und Eva", ","), ("Fred ☺", "☺"),
        ],
    )  # fmt: skip
    def test_a_sign_that_no_name_holds_is_named(self, tmp_path: Path, name: str, sign: str) -> None:
        house = House(tmp_path, 'members = "open"')
        house.write(
            "NEUES SPIEL classic gegen jeden", f'"{name}" <fred@example.net>', header=PROVED
        )
        content = house.to("fred").content
        assert isinstance(content, ClubMail)
        assert content.says == (ClubSaid(NotOffered.NAME_HAS_SIGN, named=name, names=(sign,)),)
        assert house.club.count == 0

    def test_nobody_comes_in_under_the_name_of_the_referee(self, tmp_path: Path) -> None:
        house = House(tmp_path, 'members = "open"')
        ours = "Scrabble"  # as in the settings
        house.write("NEUES SPIEL classic gegen jeden", f"{ours} <thief@example.net>", header=PROVED)
        assert house.said("thief") == ["name_taken"]

    @pytest.mark.parametrize("name", ["\u0410nna Muster", "Anna Must\u0435r", "\uff21nna Muster"])
    def test_nobody_comes_in_under_a_name_that_looks_like_anothers(
        self, tmp_path: Path, name: str
    ) -> None:
        """One with a Cyrillic letter in it was a member beside her."""
        house = House(tmp_path, 'members = "open"')
        house.write("NEUES SPIEL classic gegen jeden", f"{name} <thief@example.net>", header=PROVED)
        assert house.said("thief") == ["name_taken"]

    @pytest.mark.parametrize(
        "name",
        [
            "\u041e\u043b\u044c\u0433\u0430 \u0418\u0432\u0430\u043d\u043e\u0432\u0430",
            "\u039d\u03af\u03ba\u03bf\u03c2",
        ],
    )
    def test_a_name_in_another_alphabet_is_fine(self, tmp_path: Path, name: str) -> None:
        house = House(tmp_path, 'members = "open"')
        house.write("NEUES SPIEL classic gegen jeden", f"{name} <fred@example.net>", header=PROVED)
        assert [each.name for each in house.club.members] == [name]

    @pytest.mark.parametrize(
        "text",
        [
            "Yes it was me, I'd love to. Though I don't speak German at all - are there English games?",
            "Yes, it was me. But I don't speak German. Are there English games as well?",
            "Ja, das war ich. Aber ich habe noch nie per Mail gespielt, ist das schwierig?",
            "Ja, ich war das und würde gern mitmachen. Aber bitte nur auf Deutsch.",
            "Oui, c'était moi. Mais je ne parle pas allemand, est-ce un problème ?",
        ],
    )
    def test_a_yes_lets_in_whatever_is_asked_or_wished_beside_it(
        self, tmp_path: Path, text: str
    ) -> None:
        """It was met with silence, and the game master heard of another wish."""
        house = House(tmp_path, 'members = "confirmed"')
        house.write("Ich möchte mitspielen", FRED, header="")
        assert house.reply(text, FRED, house.to("fred")) == ["fred ClubMail", "gm ClubNews"]
        assert house.said("fred") == ["joined"]
        assert "also_question" in house.to("fred").also

    @pytest.mark.parametrize(
        "text",
        [
            "Hello? I answered yes - did you get my mail?",
            "Ja, wenn es nichts kostet.",
            "Yes, that was me, but I have changed my mind.",
            "Was kostet das denn?",
        ],
    )
    def test_of_an_answer_that_is_no_clear_yes_the_game_master_hears_once(
        self, tmp_path: Path, text: str
    ) -> None:
        house = House(tmp_path, 'members = "confirmed"')
        house.write("Ich möchte mitspielen", FRED, header="")
        asked = house.to("fred")
        assert house.reply(text, FRED, asked) == ["gm Notice"]
        content = house.to("gm").content
        assert isinstance(content, Notice)
        assert content.about == AnswerUnclear("fred@example.net", "Fred Fremd")
        assert text in content.quoted
        assert house.reply(f"{text} Hallo?", FRED, asked) == []
        house.reply("JA", FRED, asked)
        assert len(house.club.members) == 1

    @pytest.mark.parametrize(
        ("first", "who", "text", "is_shown"),
        [
            ("Ich möchte mitspielen", FRED, "Ja gerne, aber ich kann nur Deutsch. Geht das?", True),
            ("Ich möchte mitspielen", FRED, "Was kostet es? Ich habe A E I auf der Bank.", False),
            ("SPIELE", FRED.replace("Fred Fremd", "Dora Test"), "Was kostet das denn?", False),
        ],
        ids=["from outside", "of tiles", "by a player's name"],
    )
    def test_what_somebody_from_outside_answers_is_shown_where_racks_are_private(
        self, tmp_path: Path, first: str, who: str, text: str, *, is_shown: bool
    ) -> None:
        """It was hidden as if he played: he was asked only whether he wants in."""
        table = (
            known()
            .replace("dottendorf-1zug", "classic")
            .replace("deadline = 2027-12-11T20:00:00\n", "")
        )
        house = House(
            tmp_path, 'members = "confirmed"', games=table.replace("zone", "places = 4\nzone", 1)
        )
        house.write(first, who, header="")
        assert "gm Notice" in house.reply(text, who, house.to("fred"))
        content = house.to("gm").content
        assert isinstance(content, Notice)
        assert (text in content.quoted, content.is_hidden) == (is_shown, not is_shown)

    @pytest.mark.parametrize(
        "text",
        [
            "Your request was registered, an agent will call you.", "Yes, we got your mail 4711.",
            "OK: your text was sent on to the pager, number 77.", "OK\n\nDie Anfrage geht an das Team in Fulda.",
            "Ja\n\nNachricht gespeichert.", "Ja! Ihr Schreiben ist da. Ich bin erst am 3. Januar zurück.",
            "Hi,\nyes, I still look in here, but only on Sundays.", "OK\n\nThank you for your mail.",
            "D'accord\n\nVotre courriel est arrivé.", "Yes\nOut of office until Monday.",
        ],
    )  # fmt: skip
    def test_what_a_program_answers_lets_nobody_in(self, tmp_path: Path, text: str) -> None:
        """It may greet with a yes, and its word on the mail makes it none."""
        house = House(tmp_path, 'members = "confirmed"')
        house.write("Ich möchte mitspielen", FRED, header="")
        house.reply(text, FRED, house.to("fred"))
        assert house.club.members == ()

    @pytest.mark.parametrize(
        "text",
        [
            "JA", "Ja!\n\nFred", "Hallo Lotte,\n\nja gerne!\nIch freue mich auf das erste Spiel mit euch.\n\nFred",
            "yes\nWhen does it begin?\nFred", "Ok, thanks!\nBest wishes\nFred",
            "Jo, bin dabei.", "Count me in!\n\nFred", "gern!",
            "Sure, count me in! I learned it before my sister did.", "Ja klar! Hab noch nie per Mail gespielt.",
            "Ja, das war ich.\nEure Mail war gut zu lesen.",
        ],
    )  # fmt: skip
    def test_a_yes_of_its_own_line_lets_in(self, tmp_path: Path, text: str) -> None:
        house = House(tmp_path, 'members = "confirmed"')
        house.write("Ich möchte mitspielen", FRED, header="")
        house.reply(text, FRED, house.to("fred"))
        assert len(house.club.members) == 1

    @pytest.mark.parametrize("header", ["", PROVED])
    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("YES\n\nI'd like to play a game of classic scrabble against Anna.", "offered"),
            ("JA\n\nIch möchte gern Klassisches Scrabble mit Anna spielen.", "offered"),
            ("Yes. I'd like to play against Anna, classic.", "offered"),
            ("YES\nNEW GAME classic with Anna", "offered"),
            ("NEW GAME classic with Anna", "offered"),
            ("Yes! I would like to play with Anna.", "wished"),
            ("Oui !\n\nJ'aimerais jouer une partie avec Anna.", "wished"),
            ("Yes, and I would like to play 1-Zug with Ben, too.", "which_days"),
            ("YES\n\nGAMES", None),
        ],
    )
    def test_a_yes_beside_which_he_says_what_he_wants_lets_in_and_does_that(
        self, tmp_path: Path, text: str, said: str | None, header: str
    ) -> None:
        """Nobody got an answer, and the bare yes that he sent after it got none either."""
        house = House(tmp_path, 'members = "confirmed"')
        house.write("GAMES", FRED, header="")
        house.reply(text, FRED, house.to("fred"), header=header)
        assert [each.name for each in house.club.members] == ["Fred Fremd"]
        assert house.said("fred") == ["joined", *filter(None, [said])]

    def test_what_he_asked_for_first_is_done_and_what_he_asks_for_beside_his_yes(
        self, tmp_path: Path
    ) -> None:
        house = House(tmp_path, 'members = "confirmed"')
        house.write("NEUES SPIEL classic gegen jeden", FRED, header="")
        house.reply("JA\n\nNEUES SPIEL classic mit Anna", FRED, house.to("fred"))
        assert house.said("fred") == ["joined", "offered_to_all", "offered"]

    def test_beside_what_he_asked_for_first_a_wish_is_named(self, tmp_path: Path) -> None:
        house = House(tmp_path, 'members = "confirmed"')
        house.write("NEW GAME classic against anyone", FRED, header="")
        house.reply("YES\n\nI would like to play with Nora, too.", FRED, house.to("fred"))
        assert house.said("fred") == ["joined", "offered_to_all", "wished"]

    def test_who_said_no_may_still_say_yes(self, tmp_path: Path) -> None:
        house = House(tmp_path, 'members = "confirmed"')
        house.write("GAMES", FRED, header="")
        asked = house.to("fred")
        house.reply("NO", FRED, asked)
        house.reply("YES", FRED, asked)
        assert house.said("fred") == ["joined"]

    @pytest.mark.parametrize("text", ["GAMES", "What games are there?"])
    def test_of_who_answers_with_what_he_asked_before_the_game_master_hears(
        self, tmp_path: Path, text: str
    ) -> None:
        house = House(tmp_path, 'members = "confirmed"')
        house.write("GAMES", FRED, header="")
        assert house.reply(text, FRED, house.to("fred")) == ["gm Notice"]

    def test_a_forged_yes_does_not_use_up_his_own(self, tmp_path: Path) -> None:
        house = House(tmp_path, 'members = "confirmed"')
        house.write("GAMES", FRED, header="")
        asked = house.to("fred")
        house.reply("YES", FRED, asked, header=FAIL)
        assert house.club.members == ()
        house.reply("YES", FRED, asked)
        assert house.said("fred") == ["joined"]

    @pytest.mark.parametrize("name", ["Anna", "ben", "Ánna Muster"])
    def test_nobody_comes_in_under_a_name_by_which_a_member_may_be_meant(
        self, tmp_path: Path, name: str
    ) -> None:
        """`NEUES SPIEL classic mit Anna` went to the stranger."""
        house = House(tmp_path, 'members = "open"')
        house.write("NEUES SPIEL classic gegen jeden", f"{name} <thief@example.net>", header=PROVED)
        assert house.said("thief") == ["name_taken"]

    def test_nobody_comes_in_under_the_name_of_another(self, tmp_path: Path) -> None:
        house = House(tmp_path, 'members = "open"')
        house.write(
            "NEUES SPIEL classic gegen jeden", "anna muster <thief@example.net>", header=PROVED
        )
        assert house.said("thief") == ["name_taken"]
        assert house.club.count == 0


def test_ids_come_from_us_and_avoid_those_that_are_there(tmp_path: Path) -> None:
    taken = kiel(id="kieler-1")
    server = f'{MAIL}authserv_id = "mx.example.org"\n'
    there = House(tmp_path)
    there.post.path.write_text(settings_text(known(), taken, club(), mail=server), encoding="utf-8")
    there.post.tick(there.now)
    there.write("NEUES SPIEL classic mit Ben", ANNA)
    there.write("ANGEBOT 1 ANNEHMEN [kieler-9]", BEN)
    there.write("ANGEBOT 1 ANNEHMEN", BEN)
    there.post.tick(there.now + MINUTE)
    assert there.begun() == ["kieler-1", "kieler-1a"]


def test_the_file_wins_over_a_game_that_was_begun_by_mail(house: House) -> None:
    house.write("NEUES SPIEL classic mit Ben", ANNA)
    house.write("ANGEBOT 1 ANNEHMEN", BEN)
    house.post.tick(house.now + MINUTE)
    assert house.post.machine.office().games["kieler-1"].policy.zone.key == "Europe/Berlin"
    listed = "".join(
        f'[[game.player]]\nname = "{n}"\naddresses = ["{n.split()[0].lower()}@example.org"]\n'
        for n in PEOPLE[:2]
    )
    head = 'id = "kieler-1"\ntitle = "Unser Spiel"\nvariant = "classic"\nzone = "Europe/Berlin"\n'
    server = f'{MAIL}authserv_id = "mx.example.org"\n'
    text = settings_text(known(), f"[[game]]\n{head}{listed}", club(), mail=server)
    house.post.path.write_text(text, encoding="utf-8")
    house.post.tick(house.now + 2 * MINUTE)
    assert house.post.machine.office().games["kieler-1"].policy.title == "Unser Spiel"


def test_whom_the_club_believes_holds_in_games_that_have_begun(house: House) -> None:
    """A forged PASS was played in a game that had begun before the game master asked for a proof."""
    house.write("NEUES SPIEL classic mit Ben", ANNA)
    house.write("ANGEBOT 1 ANNEHMEN", BEN)
    house.post.tick(house.now + MINUTE)
    server = f'{MAIL}authserv_id = "mx.example.org"\n'
    trusts: list[str] = []
    for said in ('trust = "authenticated"\n', 'trust = "token"\n', ""):
        text = settings_text(known(), club(said), mail=server)
        house.post.path.write_text(text, encoding="utf-8")
        house.post.tick(house.now + (2 + len(trusts)) * MINUTE)
        trusts.append(house.post.machine.office().games["kieler-1"].policy.trust.value)

    assert trusts == ["authenticated", "token", "address"]


def test_what_was_begun_goes_on_without_the_club(house: House) -> None:
    house.write("NEUES SPIEL classic mit Ben", ANNA)
    house.write("ANGEBOT 1 ANNEHMEN", BEN)
    house.post.tick(house.now + MINUTE)
    server = f'{MAIL}authserv_id = "mx.example.org"\n'
    house.post.path.write_text(settings_text(known(), mail=server), encoding="utf-8")
    house.post.tick(house.now + 2 * MINUTE)
    assert "kieler-1" in house.post.machine.office().games
    house.write("NEUES SPIEL classic mit Ben", ANNA)
    assert [*house.club.offers] == [1]


def test_the_game_master_sees_and_ends_a_game_begun_by_mail(house: House) -> None:
    house.write("NEUES SPIEL classic mit Ben", ANNA)
    house.write("ANGEBOT 1 ANNEHMEN", BEN)
    house.post.tick(house.now + MINUTE)
    opening = house.to("gm")
    assert (opening.game, type(opening.content).__name__) == ("kieler-1", "TurnsOpening")
    house.reply("SPIEL BEENDEN", ERIKA, opening, header=PASS)
    if house.to("gm").one_time:
        house.reply("JA", ERIKA, house.to("gm"), header=PASS)
    assert house.game("kieler-1").is_over


def test_the_weekly_list_says_who_looks_for_a_game(house: House) -> None:
    house.write("NEUES SPIEL classic gegen jeden", CILLY)
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    for number, who in enumerate((BEN, DORA, ANNA), start=3):
        house.write(f"NEUES SPIEL classic mit {['Dora', 'Anna', 'Ben'][number - 3]}", who)
    for number, who in ((3, DORA), (4, ANNA), (5, BEN)):
        house.write(f"ANGEBOT {number} ANNEHMEN", who)
    house.now += MINUTE
    house.post.tick(house.now)
    house.forget()
    house.post.tick(MONDAY + 7 * DAY)
    lists = [each.content for each in house.owed if isinstance(each.content, WeeklyGames)]
    assert len(lists) >= 3
    assert {each.looking for each in lists} == {
        (LooksForGame(1, "Klassisches Scrabble", "Cilly Probe"),)
    }


def on_a_monday(house: House, weeks: int = 1) -> list[str]:
    """Return who gets a list on the Monday after so many weeks."""
    house.forget()
    house.now = MONDAY + weeks * 7 * DAY
    house.post.tick(house.now)
    lists = [
        each for each in house.owed if isinstance(each.content, ClubMail) and each.content.is_list
    ]
    return sorted(each.recipient.split("@")[0] for each in lists)


def test_on_mondays_who_looks_for_a_game_goes_to_every_member(tmp_path: Path) -> None:
    """It was said to stand in a list that nobody got who played less than three games."""
    house = House(tmp_path, 'members = "open"')
    house.write("SPIELE", FRED, header=PROVED)
    house.write("NEUES SPIEL classic gegen jeden", CILLY)
    house.write("NIE WIEDER", DORA)
    house.write("1-Zug-Scrabble Yerres\nERINNERUNG AUS", BEN)

    assert on_a_monday(house) == ["anna", "fred"]
    listed = house.to("anna").content
    assert isinstance(listed, ClubMail)
    assert [each.number for each in listed.offers] == [1]
    assert "NIE WIEDER" in text_of(house.to("anna"))
    answer = house.to("fred")
    house.post.tick(house.now + MINUTE)
    house.post.machine.listed.clear()  # as after a restart
    house.post.tick(house.now + 2 * MINUTE)
    assert len([each for each in house.owed if each.recipient.startswith("anna")]) == 1

    house.reply("ANGEBOT 1 ANNEHMEN", FRED, answer)  # the answer itself proves him
    assert house.said("fred") == ["begins"]
    assert on_a_monday(house, 2) == []


def test_where_there_are_no_lists_none_is_promised(tmp_path: Path) -> None:
    house = House(tmp_path, mail="weekly = false\n")
    house.write("NEUES SPIEL classic gegen jeden", CILLY)
    assert "Montag" not in text_of(house.to("cilly"))
    assert on_a_monday(house) == []


@pytest.mark.parametrize(
    ("order", "names"), [("gegen jeden", ()), ("mit Anna und Ben", ("Ben Beispiel",))]
)
def test_who_has_made_an_offer_is_told_when_it_is_over(
    house: House, order: str, names: tuple[str, ...]
) -> None:
    house.write(f"NEUES SPIEL classic {order}", CILLY)
    if names:
        house.write("ANGEBOT 1 ANNEHMEN", ANNA)
    at = house.club.offers[1].until

    def told(when: datetime) -> list[tuple[ClubSaid, ...]]:
        house.forget()
        house.post.tick(when)
        found = [each.content for each in house.owed if each.recipient.startswith("cilly")]
        return [each.says for each in found if isinstance(each, ClubMail) and each.says]

    assert told(at - MINUTE) == []
    assert told(at) == [(ClubSaid(ClubSays.EXPIRED, 1, "Klassisches Scrabble", names),)]
    assert told(at + MINUTE) == []
    house.post.machine.told_over.clear()  # as after a restart
    assert told(at + 2 * MINUTE) == []


def test_of_an_offer_that_was_over_long_ago_nobody_is_told(house: House) -> None:
    house.write("NEUES SPIEL classic gegen jeden", CILLY)
    house.forget()
    house.post.tick(house.club.offers[1].until + 8 * DAY)
    assert not any(isinstance(each.content, ClubMail) and each.content.says for each in house.owed)


def test_my_games_says_who_looks_for_a_game(house: House) -> None:
    house.write("NEUES SPIEL classic gegen jeden", CILLY)
    house.write("MEINE SPIELE", ANNA)
    content = house.to("anna").content
    assert isinstance(content, GamesInHand)
    assert [(each.number, each.by) for each in content.looking] == [(1, "Cilly Probe")]


def test_the_game_master_sees_every_offer_and_takes_any_back(house: House) -> None:
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    house.write("SPIELE", ERIKA)
    listed = house.to("gm").content
    assert isinstance(listed, ClubMail)
    assert [each.number for each in listed.offers] == [1]
    house.write("ANGEBOT 1 ANNEHMEN", ERIKA)
    assert house.said("gm") == ["no_such_offer"]
    told = house.write("ANGEBOT 1 ZURÜCK", ERIKA)
    assert told == ["anna ClubNews", "cilly ClubNews", "gm ClubMail"]
    assert house.club.open_offers(house.now) == ()


def test_help_says_that_games_can_be_begun(house: House) -> None:
    house.write("HILFE", CILLY)
    assert house.to("cilly").also == ("also_club",)
    house.write("STAND", CILLY)
    assert house.to("cilly").also == ()
    house.write("Hilfe bitte! Wie finde ich noch jemanden zum Spielen?", CILLY)
    assert house.to("cilly").also == ("also_club",)
    house.write("What else is there to play at the moment, please?", CILLY)
    content = house.to("cilly").content
    assert isinstance(content, ClubMail)
    assert content.is_list


def test_ten_offers_a_day_and_then_no_more_mails_to_others(tmp_path: Path) -> None:
    """Who offers and takes back again and again could have us write to others all day."""
    house = House(tmp_path, mail="per_address_day = 100\n")
    for number in range(1, 11):
        house.write("NEUES SPIEL classic mit Anna", CILLY)
        house.write(f"ANGEBOT {number} ZURÜCK", CILLY)
    assert house.write("NEUES SPIEL classic mit Anna", CILLY) == ["cilly ClubMail"]
    assert house.said("cilly") == ["offered_enough"]
    house.now += DAY
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    assert house.said("cilly") == ["offered"]


def test_who_wants_no_offers_gets_none_and_nobody_is_told_so(house: House) -> None:
    house.write("NIE WIEDER", ANNA)
    assert house.said("anna") == ["never_again"]
    assert house.write("NEUES SPIEL classic mit Anna", CILLY) == ["cilly ClubMail"]
    assert house.said("cilly") == ["offered"]
    house.write("NIE WIEDER", ANNA)
    assert house.club.count == 2


def test_a_member_without_a_game_is_answered_whatever_he_writes(tmp_path: Path) -> None:
    house = House(tmp_path, 'members = "open"')
    house.write("SPIELE", FRED, header=PROVED)
    assert house.write("Hallo, wie geht das hier?", FRED, header=PROVED) == ["fred ClubMail"]
    listed = house.to("fred").content
    assert isinstance(listed, ClubMail)
    assert listed.is_list
    assert house.write("Bin weg", FRED, header=f"{PROVED}Auto-Submitted: auto-replied\n") == []


@pytest.mark.parametrize(
    "text",
    [
        *("STATUS", "Stand bitte", "URLAUB AUS", "ABMELDEN", "REVANCHE", "SEITE JA", "SPRACHE EN"),
        *("REGELN", "MEINE SPIELE", "REMINDER OFF", "Wer ist dran?"),
    ],
)  # fmt: skip
def test_a_member_without_a_game_is_told_that_orders_are_for_games(
    tmp_path: Path, text: str
) -> None:
    """Each of them got no answer at all."""
    house = House(tmp_path, 'members = "open"')
    house.write("SPIELE", FRED, header=PROVED)
    assert house.write(text, FRED, header=PROVED) == ["fred ClubMail"]
    assert house.said("fred") == ["plays_nowhere"]
    assert "keinem Spiel" in in_one_line(house.to("fred"))


def test_a_move_of_a_member_without_a_game_is_answered(tmp_path: Path) -> None:
    house = House(tmp_path, 'members = "open"')
    house.write("SPIELE", FRED, header=PROVED)
    assert house.write("H8w ABER", FRED, header=PROVED) == ["fred ClubMail", "gm Notice"]
    assert house.said("fred") == ["unclear"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("Yes, with pleasure!", "begins", id="yes"),
        pytest.param("Hallo Cilly,\n\nJa gern, das klingt gut!", "begins", id="german"),
        pytest.param("Oui, avec plaisir !", "begins", id="french"),
        pytest.param("Hi Cilly, sure, happy to play!\nLG Anna", "begins", id="greeted on its line"),
        pytest.param("Ja klar, ich bin dabei!\n\nLiebe Grüße\nAnna", "begins", id="ja klar"),
        pytest.param("No thanks, not this week.", "declined", id="no"),
        pytest.param("Nein, diese Woche leider keine Zeit.", "declined", id="german no"),
        pytest.param("Yes, gladly! How do I begin?", "begins", id="yes and a question"),
        pytest.param("Ja, sehr gern! Wie fange ich an?", "begins", id="german and a question"),
        pytest.param("Not now, sorry", "declined", id="not now"),
        pytest.param("Sorry, I’d rather not.", "declined", id="rather not"),
        pytest.param("Jetzt leider nicht.", "declined", id="german not now"),
        pytest.param("Désolé, pas cette fois.", "declined", id="french not now"),
        pytest.param("klar, bin dabei. aber langsam bitte", "begins", id="slowly"),
        pytest.param("Na klar mach ich mit", "begins", id="mach ich mit"),
        pytest.param("ja ich spiele mit, los gehts", "begins", id="los gehts"),
        pytest.param("Herausforderung angenommen!", "begins", id="challenge"),
        pytest.param("Yep, I'm in, but go easy on me!", "begins", id="I am in"),
        pytest.param("I'd love to. I haven't played in years though.", "begins", id="years"),
        pytest.param("Je suis partante, mais doucement !", "begins", id="partante"),
        pytest.param("Hi Cilly, sure, happy to play! But be gentle...", "begins", id="gentle"),
        pytest.param("Da bin ich nicht dabei.", "declined", id="nicht dabei"),
        pytest.param("Danke der Nachfrage, aber ich muss passen.", "declined", id="passen"),
        pytest.param("Thanks for asking, but I'm out.", "declined", id="out"),
        pytest.param("Leider fehlt mir gerade die Zeit dafür.", "declined", id="fehlt"),
        pytest.param("Sorry, I am short of time.", "declined", id="short of time"),
        pytest.param("Na klar, Cilly, da bin ich dabei!", "begins", id="called by her name"),
        pytest.param("Oh yes, Cilly, count me in!", "begins", id="her name in English"),
        pytest.param("Och nö, Cilly, diesmal ohne mich.", "declined", id="och nö"),
        pytest.param("Diesmal nicht, aber frag mich gern wieder!", "declined", id="frag wieder"),
        pytest.param("Leider keine Zeit, aber beim nächsten Mal gern!", "declined", id="next"),
        pytest.param("Not this time, Cilly, but do ask me again!", "declined", id="ask again"),
        pytest.param("Pas cette fois, mais redemande-moi !", "declined", id="redemande"),
    ],
)
def test_an_offer_is_answered_with_more_words(house: House, text: str, said: str) -> None:
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    house.reply(text, ANNA, house.to("anna"))
    assert house.said("anna") == [said]


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("Ja, aber erst im Mai.", "JA in einer eigenen Zeile"),
        ("Yes, if Ben plays, too", "YES on a line of its own"),
        ("Oui, mais pas avant mai", "OUI sur une ligne à part"),
        ("Ja, wann denn?", "JA in einer eigenen Zeile"),
        ("Yes, with pleasure!\nBut not this month.", "YES on a line of its own"),
        ("Bin dabei, wenn Ben mitspielt", "JA in einer eigenen Zeile"),
        ("Ich würde gern mitspielen. Leider bin ich krank.", "JA in einer eigenen Zeile"),
        ("I'm in, but not before May", "YES on a line of its own"),
        ("Na klar, Cilly, wenn Ben auch mitmacht!", "JA in einer eigenen Zeile"),
        ("Diesmal nicht, aber morgen gern!", "JA in einer eigenen Zeile"),
        ("Maybe. Ask me again tomorrow.", "YES on a line of its own"),
    ],
)
def test_an_answer_that_leaves_it_open_is_asked_about(house: House, text: str, how: str) -> None:
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    house.reply(text, ANNA, house.to("anna"))
    assert len(house.club.open_offers(house.now)) == 1
    assert house.club.games == ()
    assert house.said("anna") == ["plays_or_not"]
    question = house.to("anna")
    (sent,) = compose_all((question,), means())
    assert how in body(read_back(sent.data), "plain").replace("\n", " ")
    house.reply(how.split(maxsplit=1)[0], ANNA, question)
    assert house.said("anna") == ["begins"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Na klar, Cilly, da bin ich dabei!", "begins"),
        ("Sure, Cilly, count me in!", "begins"),
        ("Och nö, Cilly, diesmal ohne mich.", "declined"),
    ],
)
def test_a_mail_that_calls_who_has_offered_by_name_answers_the_one_offer_that_waits(
    house: House, text: str, said: str
) -> None:
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    assert "anna ClubMail" in house.write(text, ANNA)
    assert house.said("anna") == [said]


def test_what_may_be_said_to_a_game_is_asked_about_before_it_answers_an_offer(house: House) -> None:
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    assert house.write("Not this time, sorry", ANNA, subject="Scrabble") == ["anna Notice"]
    question = house.to("anna")
    assert isinstance(question.content, Notice)
    assert question.content.quoted == "OFFER 1 DECLINE"
    house.reply("YES", ANNA, question)
    assert house.said("anna") == ["declined"]


@pytest.mark.parametrize("text", ["Diesmal passe ich, Cilly.", "Bin dabei, wenn Ben mitspielt."])
def test_what_gives_a_turn_up_or_hangs_on_something_answers_no_offer(
    house: House, text: str
) -> None:
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    assert not any(each.startswith("anna ClubMail") for each in house.write(text, ANNA))
    assert len(house.club.open_offers(house.now)) == 1


def test_of_two_offers_that_wait_such_a_mail_answers_none(house: House) -> None:
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    house.write("NEUES SPIEL classic mit Anna", BEN)
    house.write("Och nö, Cilly, diesmal ohne mich.", ANNA)
    assert house.said("anna") == ["which_offer"]


def test_without_a_proof_such_a_mail_is_asked_about(house: House) -> None:
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    assert house.write("Na klar, Cilly, da bin ich dabei!", ANNA, header="") == ["anna Notice"]
    assert house.club.games == ()


@pytest.mark.parametrize(
    "below", ["ach lass", "Halt, doch nicht!", "Ach, vergiss es.", "oh never mind", "Oublie ça."]
)
def test_a_yes_that_is_taken_back_below_is_none(house: House, below: str) -> None:
    house.write("NEUES SPIEL classic mit Ben", CILLY, header="")
    house.reply(f"JA\n\n{below}", CILLY, house.to("cilly"))
    assert house.club.offers == {}
    assert house.said("cilly") == ["unclear"]


@pytest.mark.parametrize("below", ["Ach, lass dir ruhig Zeit.", "Never mind the typos."])
def test_what_takes_nothing_back_below_a_yes_leaves_it(house: House, below: str) -> None:
    house.write("NEUES SPIEL classic mit Ben", CILLY, header="")
    house.reply(f"JA\n\n{below}", CILLY, house.to("cilly"))
    assert [*house.club.offers] == [1]


def test_an_order_that_is_taken_back_below_is_asked_about(house: House) -> None:
    assert house.write("NEUES SPIEL classic mit Ben\n\nach lass", CILLY) == ["cilly Notice"]
    assert house.club.offers == {}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Lust auf ein Spiel mit Ben?", "de"),
        ("Kann ich gegen Ben spielen?", "de"),
        ("Fancy a game with Ben?", "en"),
        ("Any chance of a game with Ben?", "en"),
        ("I'd love another game with Ben, he still owes me one!", "en"),
        ("Who fancies a game?", "en"),
    ],
)
def test_who_asks_for_a_game_is_asked_which_in_his_language(
    house: House, text: str, language: str
) -> None:
    """Though he plays in a game, which would take it for a mail without a move."""
    assert house.write(text, CILLY) == ["cilly ClubMail"]
    assert (house.said("cilly"), house.to("cilly").language) == (["which_game"], language)


@pytest.mark.parametrize("lead", ["Guten Abend Herr Schiedsrichter", "Hallo lieber Ben"])
def test_an_order_counts_behind_a_greeting_on_its_line(house: House, lead: str) -> None:
    house.write(f"{lead}, NEUES SPIEL classic mit Dora", CILLY)
    assert house.said("cilly") == ["offered"]


@pytest.mark.parametrize("lead", ["Wenn Anna absagt", "Gestern schrieb ich", "Don't do it yet"])
def test_an_order_behind_what_says_more_is_asked_about(house: House, lead: str) -> None:
    assert house.write(f"{lead}, NEUES SPIEL classic mit Dora", CILLY) == ["cilly Notice"]


def test_who_asks_how_an_order_is_written_has_not_given_it(house: House) -> None:
    assert house.write("Wie ging das: NEUES SPIEL classic mit Dora?", CILLY) == ["cilly Notice"]


def test_a_move_in_an_answer_to_an_offer_is_not_called_unclear(house: House) -> None:
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    assert "anna ClubMail" not in house.reply("H8s ABER", ANNA, house.to("anna"))


def test_who_was_invited_comes_in_by_a_sentence_and_hears_what_was_not_understood(
    house: House,
) -> None:
    house.write("EINLADEN fred@example.net", CILLY)
    invitation = house.to("fred")
    assert house.reply("What is this about?", FRED, invitation) == ["fred ClubMail"]
    assert house.said("fred") == ["comes_or_not"]
    assert house.club.members == ()
    house.reply("Yes please, that sounds nice!", FRED, invitation)
    assert house.said("fred") == ["joined"]


def test_a_yes_to_the_mail_that_did_not_understand_him_is_one_to_the_invitation(
    house: House,
) -> None:
    """It says itself that he is to answer with YES, and got silence."""
    house.write("EINLADEN fred@example.net", CILLY)
    house.reply("What is this about?", FRED, house.to("fred"))
    house.reply("YES\nI'd love to play.", FRED, house.to("fred"))
    assert house.said("fred") == ["joined"]


def test_who_names_a_stranger_and_his_address_reads_how_to_invite_him(house: House) -> None:
    house.write("NEUES SPIEL classic mit Fred Fremd (fred@example.net)", CILLY)
    assert house.said("cilly") == ["who"]
    (sent,) = compose_all((house.to("cilly"),), means())
    text = " ".join(body(read_back(sent.data), "plain").split())
    assert "„EINLADEN fred@example.net“" in text


@pytest.mark.parametrize(
    "text",
    [
        "NEUES SPIEL classic mit {}",
        "NEUES SPIEL classic mit Ben und {}",
        "NEUES SPIEL classic mit {}, ben@example.org",
        "Ich möchte classic mit {} spielen",
    ],
)
@pytest.mark.parametrize("address", ["anna@example.org", "fred@example.net"])
@pytest.mark.parametrize("header", [PASS, ""])
def test_an_address_in_place_of_a_name_begins_nothing_whether_it_is_known_or_not(
    house: House, text: str, address: str, header: str
) -> None:
    """The address was cut out, and the game offered to anyone; no answer tells whether an address is known."""
    told = house.write(text.format(address), CILLY, header=header)
    assert told == ["cilly ClubMail"]
    content = house.to("cilly").content
    assert isinstance(content, ClubMail)
    assert content.says == (ClubSaid(NotOffered.BY_ADDRESS, named=address),)
    assert not house.club.offers

    (sent,) = compose_all((house.to("cilly"),), means())
    words = " ".join(body(read_back(sent.data), "plain").split())
    assert f"„EINLADEN {address}“" in words


def test_nobody_plays_with_himself_by_his_address(house: House) -> None:
    house.write("NEUES SPIEL classic mit cilly@example.org", CILLY)
    assert house.said("cilly") == ["himself"]


def test_who_has_said_that_he_is_away_is_away_in_a_game_that_begins(house: House) -> None:
    """No mail says that days of absence are for one game alone."""
    house.write("yerres\nURLAUB 10.1.2027 - 20.1.2027", CILLY)
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    house.reply("JA", ANNA, house.to("anna"))
    house.post.tick(house.now + MINUTE)
    hands = house.game("kieler-1").hands
    assert hands["Cilly Probe"].away == ((date(2027, 1, 10), date(2027, 1, 20)),)
    assert hands["Anna Muster"].away == ()


def test_of_two_who_share_an_address_he_is_away_who_said_so(tmp_path: Path) -> None:
    """They are told apart by their names, as in their mails."""
    house = House(tmp_path)
    path = tmp_path / "config.toml"
    shared = path.read_text("utf-8").replace("cilly@example.org", "anna@example.org")
    path.write_text(shared, "utf-8")
    couple = 'Anna Muster" <anna@example.org>', 'Cilly Probe" <anna@example.org>'
    house.write("yerres\nURLAUB 10.1.2027 - 20.1.2027", f'"{couple[1]}')
    house.write("NEUES SPIEL classic mit Dora", f'"{couple[0]}')
    house.reply("JA", DORA, house.to("dora"))
    house.post.tick(house.now + MINUTE)
    hands = house.game("kieler-1").hands
    assert {name: hand.away for name, hand in hands.items()} == {"Anna Muster": (), "Dora Test": ()}


def test_nor_does_a_robot_or_a_forger_come_in_so(house: House) -> None:
    house.write("EINLADEN fred@example.net", CILLY)
    house.reply("What is this about?", FRED, house.to("fred"))
    told = house.to("fred")
    assert house.reply("YES", FRED, told, header="Auto-Submitted: auto-replied\n") == []
    assert house.write("YES", FRED) == ["gm Notice"]
    assert house.club.members == ()


def test_a_member_without_a_game_is_told_what_was_not_done_and_helped(tmp_path: Path) -> None:
    house = House(tmp_path, 'members = "open"')
    house.write("SPIELE", FRED, header=PROVED)
    house.write("I'd like to have a word with Anna", FRED, header=PROVED)
    assert house.said("fred") == ["unclear"]
    house.reply("Ja, gern!", FRED, house.to("fred"), header=PROVED)
    assert house.said("fred") == ["nothing_asked"]
    house.write("HELP", FRED, header=PROVED)
    assert house.said("fred") == []


def test_an_order_in_words_of_ones_own_is_carried_out(house: House) -> None:
    house.write("Hi, I'd like to play classic with Anna", CILLY)
    assert house.said("cilly") == ["offered"]
    house.write("Das war ein Versehen.\nIch ziehe mein Angebot zurück!", CILLY)
    assert house.said("cilly") == ["withdrawn"]
    house.write("Ich ziehe mein Angebot zurück!", CILLY)
    assert house.said("cilly") == ["which_offer"]
    house.write("Hätte Lust auf ein Spiel gegen jeden", CILLY)
    assert house.said("cilly") == ["which_game"]


@pytest.mark.parametrize("text", ["Wer hat Lust auf ein Spiel?", "Who's up for a game?"])
def test_who_seeks_whoever_plays_is_asked_which_game(house: House, text: str) -> None:
    house.write(text, CILLY)
    assert house.said("cilly") == ["which_game"]
    assert house.write(text, FRED, header="") == []


def test_who_seeks_whoever_plays_where_there_is_one_kind_is_asked_whether_he_offers_it(
    tmp_path: Path,
) -> None:
    house = House(tmp_path, variants='variants = ["classic"]')
    house.write("Hallo zusammen,\nwer hat Lust auf ein Spiel?\nGruß, Cilly", CILLY)
    house.reply("JA", CILLY, house.to("cilly"))
    assert house.said("cilly") == ["offered_to_all"]


@pytest.mark.parametrize(
    ("text", "is_done"),
    [
        pytest.param("Ich nehme Angebot 1 von Cilly an", True, id="maker"),
        pytest.param("Cillys Angebot 1 nehme ich an", True, id="genitive"),
        pytest.param("ANGEBOT 1 ANNEHMEN, Ben", True, id="own name"),
        pytest.param("Ich nehme Angebot 1 von Gerda an", False, id="another"),
        pytest.param("Angebot 1: gern!", True, id="gladly"),
        pytest.param("Angebot 1 gefällt mir", False, id="likes it"),
    ],
)
def test_an_offer_may_be_named_by_its_maker_too(house: House, text: str, is_done: bool) -> None:
    house.write("NEUES SPIEL classic gegen jeden", CILLY)

    house.write(text, BEN)

    asked = isinstance(house.to("ben").content, Notice)
    assert (len(house.club.games), asked) == ((1, False) if is_done else (0, True))


def test_what_may_mean_something_else_waits_for_a_yes(house: House) -> None:
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    assert house.write("Ich nehme Angebot 1 an, wenn Ben auch spielt", ANNA) == ["anna Notice"]
    question = house.to("anna")
    assert question.content == Notice(
        ClubConfirm("Kieler Runde", is_unsure=True), quoted="ANGEBOT 1 ANNEHMEN"
    )
    assert house.club.games == ()
    house.reply("JA", ANNA, question)
    assert house.said("anna") == ["begins"]


@pytest.mark.parametrize(
    ("text", "order", "said"),
    [
        ("Can you ask my friend fred@example.net to join us?", "EINLADEN fred@example.net", "invited"),
        ("Wer hat Lust auf classic?", "NEUES SPIEL classic gegen jeden", "offered_to_all"),
        ("Bitte schick mir keine Angebote mehr!", "NIE WIEDER", "never_again"),
    ],
)  # fmt: skip
def test_what_is_asked_for_in_a_sentence_is_answered_with_the_line_to_write(
    house: House, text: str, order: str, said: str
) -> None:
    assert house.write(text, CILLY) == ["cilly Notice"]
    question = house.to("cilly")
    about = ClubConfirm("Kieler Runde", is_unsure=True)
    assert question.content == Notice(about, quoted=order)
    house.reply("JA", CILLY, question)
    assert house.said("cilly") == [said]


ACCEPTED, LEFT = "begins", "declined"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ACCEPT 1", ACCEPTED),
        ("Accept 1 please", ACCEPTED),
        ("ANNEHMEN 1", ACCEPTED),
        ("1 annehmen", ACCEPTED),
        ("J'accepte 1", ACCEPTED),
        ("DECLINE 1", LEFT),
        ("Ich lehne 1 ab", LEFT),
        ("REFUSER 1", LEFT),
    ],
)
def test_who_plays_answers_an_offer_by_its_number_alone(house: House, text: str, said: str) -> None:
    """It went to his game, where nothing was said to it."""
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    house.write(text, ANNA)
    assert house.said("anna") == [said]


def test_so_does_its_maker_take_it_back(house: House) -> None:
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    house.write("WITHDRAW 1", CILLY)
    assert house.said("cilly") == ["withdrawn"]


def test_without_a_proof_such_an_answer_is_asked_about(house: House) -> None:
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    assert house.write("ACCEPT 1", ANNA, header="") == ["anna Notice"]
    question = house.to("anna")
    assert isinstance(question.content, Notice)
    assert question.content.quoted in {"OFFER 1 ACCEPT", "ANGEBOT 1 ANNEHMEN"}
    house.reply("YES", ANNA, question)
    assert house.said("anna") == [ACCEPTED]


@pytest.mark.parametrize(
    ("text", "subject", "who"),
    [
        ("ACCEPT 2", "Hallo", ANNA),  # there is none
        ("ACCEPT 1", "Hallo", BEN),  # it is not for him
        ("ACCEPT 1", "[yerres] Runde 1", ANNA),
        ("1-Zug-Scrabble Yerres\n\nACCEPT 1", "Hallo", ANNA),
        ("ACCEPT", "Hallo", ANNA),
        ("CHALLENGE 1", "Hallo", ANNA),
    ],
)
def test_what_is_said_to_a_game_answers_no_offer(
    house: House, text: str, subject: str, who: str
) -> None:
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    house.write(text, who, subject=subject)
    assert not any(isinstance(each.content, ClubMail) for each in house.owed)
    assert house.club.offers[1].ended is None


def test_who_plays_in_no_game_is_told_that_there_is_none_of_that_number(tmp_path: Path) -> None:
    house = House(tmp_path, 'members = "open"')
    house.write("MITSPIELEN", FRED, header=PROVED)
    house.write("ACCEPT 73", FRED, header=PROVED)
    assert house.said("fred") == ["no_such_offer"]


def test_a_stranger_takes_an_offer_to_anyone_by_its_number(tmp_path: Path) -> None:
    house = House(tmp_path, 'members = "confirmed"')
    house.write("NEUES SPIEL classic gegen jeden", CILLY)
    assert house.write("ACCEPT 2", FRED, header=PROVED) == []
    assert house.write("ACCEPT 1", FRED, header=PROVED) == ["fred Notice"]
    house.reply("YES", FRED, house.to("fred"), header=PROVED)
    assert house.said("fred") == ["joined", ACCEPTED]


@pytest.mark.parametrize(
    "text", ["I want to play classic against anyone", "Ich möchte classic gegen irgendwen spielen"]
)
def test_a_member_offers_a_game_to_all_by_a_sentence(house: House, text: str) -> None:
    assert house.write(text, CILLY) == ["cilly ClubMail"]
    assert house.said("cilly") == ["offered_to_all"]


@pytest.mark.parametrize("members", ["confirmed", "open"])
@pytest.mark.parametrize(
    "text",
    [
        "Ich suche einen Gegner für classic",
        "Wer spielt classic mit mir?",
        "Who plays classic with me?",
        "Qui veut jouer à classic ?",
    ],
)
def test_a_stranger_who_seeks_somebody_is_asked_once_and_his_yes_offers_it(
    tmp_path: Path, members: str, text: str
) -> None:
    """He got no answer at all."""
    house = House(tmp_path, f'members = "{members}"')
    assert house.write(text, FRED, header=PROVED) == ["fred Notice"]
    asked = house.to("fred")
    assert asked.content == Notice(comes_in(asked.language))

    house.reply("JA", FRED, asked, header=PROVED)

    assert house.said("fred") == ["joined", "offered_to_all"]


@pytest.mark.parametrize(
    "text",
    ["Wer spielt classic am besten?", "Who plays tennis with me?", "Ich suche Partner für Anlagen"],
)
def test_a_stranger_who_seeks_something_else_is_asked_nothing(tmp_path: Path, text: str) -> None:
    house = House(tmp_path, 'members = "confirmed"')
    assert "fred Notice" not in house.write(text, FRED, header=PROVED)


@pytest.mark.parametrize(
    "text",
    [
        "I would like to join the club, please.",
        "I want to join Kieler Runde",
        "Kann ich in eurem Verein noch mitspielen?",
        "Je voudrais rejoindre le club.",
    ],
)
def test_a_stranger_who_wants_to_join_the_club_is_asked_by_it_and_no_game(
    tmp_path: Path, text: str
) -> None:
    house = House(tmp_path, 'members = "confirmed"')
    assert house.write(text, FRED, header=PROVED) == ["fred Notice"]
    asked = house.to("fred")
    assert asked.content == Notice(comes_in(asked.language))
    house.reply("YES", FRED, house.to("fred"), header=PROVED)
    assert house.said("fred") == ["joined"]
    assert [each.name for each in house.club.members] == ["Fred Fremd"]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("JOIN", "en"),
        ("Hallo zusammen,\n\nMITSPIELEN\n\nFred", "de"),
        ("Hallo, ich würde gern mitmachen.", "de"),
        ("Wie kann ich mitmachen?", "de"),
        ("Was kann man bei euch spielen, und wie kommt man hinein?", "de"),
        ("What games are there, and how does one join?", "en"),
        ("I came across your page. What games are there at the moment? Regards, Fred", "en"),
        ("Je voudrais participer.", "fr"),
    ],
)
def test_who_wants_to_join_where_no_game_takes_newcomers_means_the_club(
    tmp_path: Path, text: str, language: str
) -> None:
    house = House(tmp_path, 'members = "confirmed"')
    assert house.write(text, FRED, subject="Scrabble") == ["fred Notice"]
    asked = house.to("fred")
    assert (asked.content, asked.language) == (Notice(comes_in(language)), language)


def test_who_asks_how_one_joins_is_told_of_the_club_though_a_game_takes_newcomers(
    tmp_path: Path,
) -> None:
    house = House(tmp_path, 'members = "confirmed"', registration="open")
    house.write("What games are there, and how does one join?", FRED)
    asked = house.to("fred")
    assert asked.content == Notice(comes_in(asked.language))


@pytest.mark.parametrize("key", ['members = "registered"', 'members = "confirmed"'])
def test_a_robot_that_asks_and_a_stranger_who_may_not_come_in_get_nothing(
    tmp_path: Path, key: str
) -> None:
    house = House(tmp_path, key)
    header = "" if "registered" in key else "Auto-Submitted: auto-replied\n"
    text = "What games are there, and how does one join?"
    assert "fred Notice" not in house.write(text, FRED, header=header)


@pytest.mark.parametrize(
    ("rounds", "text"), [("open", "JOIN"), ("closed", "1-Zug-Scrabble Yerres\nJOIN")]
)
def test_who_may_mean_a_game_that_he_wants_to_join_is_no_newcomer_of_the_club(
    tmp_path: Path, rounds: str, text: str
) -> None:
    house = House(tmp_path, 'members = "confirmed"', registration=rounds)
    told = house.write(text, FRED)
    asked = [each.content.about for each in house.owed if isinstance(each.content, Notice)]
    assert told != []
    assert not any(isinstance(each, ClubAsked) for each in asked)


@pytest.mark.parametrize(
    "text",
    [
        "Hello, I am new. NEW GAME classic against anyone",
        "Hallo zusammen,\n\nNEUES SPIEL classic gegen jeden",
        "Ich bin Fred und habe eure Seite gefunden: NEUES SPIEL classic gegen jeden",
    ],
)
def test_an_order_of_a_stranger_counts_behind_what_he_says_of_himself(
    tmp_path: Path, text: str
) -> None:
    house = House(tmp_path, 'members = "confirmed"')
    assert house.write(text, FRED) == ["fred Notice"]
    house.reply("JA", FRED, house.to("fred"))
    assert house.said("fred") == ["joined", "offered_to_all"]


@pytest.mark.parametrize("text", ["I'd like to accept Cilly's offer.", "Ich nehme das Angebot an."])
def test_the_only_offer_that_can_be_meant_needs_no_number(house: House, text: str) -> None:
    house.write("NEUES SPIEL classic gegen jeden", CILLY)
    house.write("NEUES SPIEL classic gegen jeden", BEN)
    assert house.write("ANGEBOT 1 ZURÜCK" if "das" in text else "", CILLY) is not None
    assert house.write(text, DORA) == ["dora Notice"]
    asked = house.to("dora").content
    assert isinstance(asked, Notice)
    assert asked.quoted == ("ANGEBOT 2 ANNEHMEN" if "das" in text else "OFFER 1 ACCEPT")
    house.reply("JA", DORA, house.to("dora"))
    assert house.said("dora") == ["begins"]


_PLAIN_NOES = [
    "Das Angebot kann ich leider nicht annehmen, mir fehlt die Zeit.",
    "Ich muss das Angebot leider ablehnen.",
    "Das Angebot nehme ich nicht an.",
    "I'm afraid I can't accept the offer, I don't have the time.",
    "Je ne peux malheureusement pas accepter l'offre, je n'ai pas le temps.",
]


@pytest.mark.parametrize("text", _PLAIN_NOES)
def test_a_plain_no_declines_the_one_offer_that_can_be_meant(house: House, text: str) -> None:
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    house.write("NEUES SPIEL classic mit Dora", CILLY)

    house.write(text, ANNA)

    assert house.said("anna") == ["declined"]
    assert [each.number for each in house.club.open_offers(house.now)] == [2]


def test_a_plain_no_where_two_offers_wait_is_asked_about(house: House) -> None:
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    house.write("NEUES SPIEL classic mit Anna", BEN)

    house.write(_PLAIN_NOES[0], ANNA)

    assert house.said("anna") == ["which_offer"]
    assert len(house.club.open_offers(house.now)) == 2


@pytest.mark.parametrize(
    "text", ["Das Angebot kann ich nicht annehmen, wenn Ben mitspielt.", "Ich nehme nicht an, dass"]
)
def test_a_no_on_a_condition_declines_nothing(house: House, text: str) -> None:
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    house.write(text, ANNA)
    assert len(house.club.open_offers(house.now)) == 1


def test_who_may_mean_several_offers_is_asked_which(house: House) -> None:
    house.write("NEUES SPIEL classic gegen jeden", CILLY)
    house.write("NEUES SPIEL classic gegen jeden", BEN)
    assert house.write("Ich nehme das Angebot an.", DORA, header="") == ["dora ClubMail"]
    assert house.said("dora") == ["which_offer"]
    assert all(not each.accepted for each in house.club.open_offers(house.now))


@pytest.mark.parametrize(
    "order",
    [
        "NEUES SPIEL Scrabble mit offenem Wörterbuch mit Ben",
        "NEW GAME Scrabble with an open dictionary with Ben",
    ],
)
def test_a_kind_of_game_is_named_by_its_title(tmp_path: Path, order: str) -> None:
    """In which the word may stand behind which people are named."""
    house = House(tmp_path, variants='variants = ["classic", "classic-open"]')
    house.write(order, CILLY)
    assert [each.made.variant for each in house.club.offers.values()] == ["classic-open"]
    assert [each.name for each in house.club.offers[1].made.asked] == ["Ben Beispiel"]


def test_who_names_no_kind_of_game_is_asked_which_and_needs_no_yes_first(house: House) -> None:
    text = "I'd like to start a new game against anyone"
    assert house.write(text, CILLY, header="") == ["cilly ClubMail"]
    assert house.said("cilly") == ["which_game"]
    assert "“NEW GAME Klassisches Scrabble against anyone”" in in_one_line(house.to("cilly"))
    assert house.write("NEUES SPIEL mit Anna", CILLY, header="") == ["cilly ClubMail"]
    assert "„NEUES SPIEL Klassisches Scrabble mit Anna“" in in_one_line(house.to("cilly"))


def in_one_line(owed: Owed) -> str:
    """Return the text of a mail without its line breaks."""
    (sent,) = compose_all((owed,), means())
    return " ".join(body(read_back(sent.data), "plain").split())


def test_a_stranger_who_speaks_of_offers_is_not_asked(tmp_path: Path) -> None:
    house = House(tmp_path, 'members = "confirmed"')
    assert house.write("Only today: take our special offer 5!", FRED, header=PROVED) == []


def test_no_more_come_in_without_a_question_than_may_join_in_a_day(tmp_path: Path) -> None:
    house = House(tmp_path, 'members = "open"', mail="joins_per_day = 2\n")
    for name in ("Fritz Eins", "Frida Zwei", "Franz Drei"):
        house.write("SPIELE", f"{name} <{name.split()[0].lower()}@example.net>", header=PROVED)
    assert [each.name for each in house.club.members] == ["Fritz Eins", "Frida Zwei"]


class TestJudge:
    """Who says whether a word counts that stands in no list."""

    def test_the_list_refuses_what_is_not_in_it(self, tmp_path: Path) -> None:
        house = House(tmp_path, 'judge = "list"')
        rules = self.rules(house)
        assert (rules.unlisted, rules.challenge) == (Unlisted.REFUSE, Challenges.ALLOWED)

    def test_players_judge_by_challenges_alone(self, tmp_path: Path) -> None:
        house = House(tmp_path, 'judge = "players"', 'variants = ["classic-open"]')
        rules = self.rules(house, "classic-open")
        assert (rules.unlisted, rules.challenge) == (Unlisted.REFUSE, Challenges.ALLOWED)

    def test_the_game_master_is_asked_otherwise(self, house: House) -> None:
        assert self.rules(house).unlisted is Unlisted.ASK

    @pytest.mark.parametrize(
        ("judge", "asked", "is_taken_back"), [("list", [], True), ("game_master", ["gm"], False)]
    )
    def test_a_word_in_no_list_is_challenged(
        self, tmp_path: Path, judge: str, asked: list[str], is_taken_back: bool
    ) -> None:
        house = House(tmp_path, f'judge = "{judge}"')
        self.rules(house)
        turn = house.game("kieler-1").turn
        assert turn is not None
        mover, other = (ANNA, BEN) if turn.player.startswith("Anna") else (BEN, ANNA)
        rack = house.game("kieler-1").hands[turn.player].rack.value.replace("?", "")
        house.write(f"H8 {rack[:4]}", mover, subject="[kieler-1 Z1] Zug")
        laid = max(each.total for each in house.game("kieler-1").players.values())
        assert laid > 0

        doubt = f"Is {rack[:4]} really a word? I doubt it.\n\nCHALLENGE"
        house.write(doubt, other, subject="[kieler-1 Z2] Zug")
        assert {each.also for each in house.owed} == {()}  # the challenge answers that
        told = [each for each in house.owed if type(each.content).__name__ == "RulingAskedAtTable"]
        assert [each.recipient.split("@")[0] for each in told] == asked
        left = max(each.total for each in house.game("kieler-1").players.values())
        assert left == (0 if is_taken_back else laid)

    @pytest.mark.parametrize(
        ("judge", "told"), [("list", ["anna"]), ("game_master", ["anna", "gm"])]
    )
    def test_in_rounds_nobody_is_asked_about_a_word_in_no_list(
        self, tmp_path: Path, judge: str, told: list[str]
    ) -> None:
        """The game master was, until the ZAT."""
        house = House(tmp_path, f'judge = "{judge}"')
        house.write("NEUE RUNDE 1-Zug, ZAT jeden Freitag 20 Uhr", ANNA)
        house.post.tick(house.now + MINUTE)
        game = house.post.machine.journal.games.load("kieler-1")
        assert isinstance(game, RoundGame)
        rack = [each for each in game.position.rack if each.isalpha()]
        word = "".join(sorted(rack, key="AEIOUÄÖÜ".find)[:5])  # consonants first
        house.write(f"H8w {word}", ANNA, subject="[kieler-1 R1] Zug")
        assert sorted({each.recipient.split("@")[0] for each in house.owed}) == told
        if judge == "list":
            assert "in diesem Spiel gilt nur, was darin steht" in in_one_line(house.to("anna"))
            house.write("REGELN", ANNA, subject="[kieler-1 R1] Zug")
            assert "Was in keiner Wortliste steht, gilt nicht" in in_one_line(house.to("anna"))

    @staticmethod
    def rules(house: House, variant: str = "classic") -> TurnRules:
        house.write(f"NEUES SPIEL {variant} mit Ben", ANNA)
        house.write("ANGEBOT 1 ANNEHMEN", BEN)
        house.post.tick(house.now + MINUTE)
        rules = house.game("kieler-1").rules
        assert isinstance(rules, TurnRules)
        return rules


def with_members(folder: Path, *names: str) -> House:
    """Return a house in which people of these names are registered, too, at addresses by their numbers."""
    house = House(folder, keys="")
    more = "".join(
        f'[[game.player]]\nname = "{name}"\naddresses = ["m{at}@example.org"]\n'
        for at, name in enumerate(names)
    )
    path = house.post.machine.watch.path
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("[club]", f"{more}\n[club]"), encoding="utf-8")
    for _ in range(2):
        house.now += HOUR
        house.post.tick(house.now)
    return house


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("names", "order", "asked"),
    [
        pytest.param(["Anna H8"], "mit Anna H8", ["m0"], id="called like a square"),
        pytest.param(["Passe Aus"], "mit Passe Aus", ["m0"], id="called like an order"),
        pytest.param(["Nie Wieder"], "mit Nie Wieder und Anna", ["anna", "m0"], id="like another"),
        pytest.param(["Ben und Carla"], "mit Ben und Carla", ["m0"], id="a couple"),
        pytest.param(
            ["Ben und Carla"], "mit Dora, Ben und Carla", ["dora", "m0"], id="a couple and another"
        ),
        pytest.param(["Mia & Max"], "mit Anna und Mia & Max", ["anna", "m0"], id="with a sign"),
        pytest.param(["Mit Gegen"], "gegen Mit Gegen", ["m0"], id="called like what is before names"),
        pytest.param(["Alle"], "mit Alle", ["m0"], id="called like everybody, but not meant so"),
        pytest.param(["Alle"], "gegen jeden", [], id="everybody in other words"),
        pytest.param(["Jeden"], "gegen jeden", [], id="everybody in the same word"),
        pytest.param(["Alle Meier"], "gegen Alle", [], id="everybody in his first name"),
        pytest.param(["Anyone", "Jeden"], "against anyone", [], id="everybody in English"),
    ],
)  # fmt: skip
def test_whoever_is_called_like_something_else_is_asked(
    tmp_path: Path, names: list[str], order: str, asked: list[str]
) -> None:
    house = with_members(tmp_path, *names)

    told = house.write(f"NEUES SPIEL classic {order}", CILLY)

    assert told == sorted([*(f"{each} OfferAsked" for each in asked), "cilly ClubMail"])
    assert house.said("cilly") == ["offered" if asked else "offered_to_all"]


@pytest.mark.parametrize(
    ("names", "order", "why"),
    [
        (["Ben und Carla", "Ben", "Carla"], "mit Ben und Carla", NotOffered.WHO),
        ([], "mit H8 BEINE", NotOffered.WHO),
        ([], "mit Anna H8", NotOffered.WHO),
    ],
)
def test_who_may_be_two_is_asked_about(
    tmp_path: Path, names: list[str], order: str, why: NotOffered
) -> None:
    house = with_members(tmp_path, *names)

    assert house.write(f"NEUES SPIEL classic {order}", CILLY) == ["cilly ClubMail"]
    assert house.said("cilly") == [why]
    assert not house.club.offers


@pytest.mark.parametrize(
    "named", ["Anna H8", "H8w EINBEIN", "H8w BEINE und Anna", "Passe", "ANGEBOT 1 ZURÜCK"]
)
def test_what_somebody_wrote_for_a_name_orders_nothing_when_our_answer_comes_back(
    tmp_path: Path, named: str
) -> None:
    """Some programs mark no quote: our sentence stands below what he writes, as his own."""
    house = with_members(tmp_path, "Anna H8")
    house.write("NEUES SPIEL classic gegen jeden", CILLY)
    house.write(f"NEUES SPIEL classic mit {named}", CILLY)
    offers, answer = len(house.club.offers), house.to("cilly")
    (sent,) = compose_all((answer,), means())

    house.reply(f"Danke, alles klar!\n\n{body(read_back(sent.data), 'plain')}", CILLY, answer)

    assert named.split(" und ", maxsplit=1)[0] in body(read_back(sent.data), "plain")
    assert len(house.club.offers) == offers
    assert len(house.club.open_offers(house.now)) == offers
    events = house.post.machine.journal.games.events("yerres")
    assert not [each for each in events if isinstance(each, MoveEntered | PlayerLeft)]


def text_of(owed: Owed) -> str:
    (sent,) = compose_all((owed,), means())
    return body(read_back(sent.data), "plain")


class TestTable:
    """What mails and pages of a game that was begun by mail tell of an open play, and of a rematch."""

    @pytest.fixture
    def played(self, tmp_path: Path) -> tuple[House, str, str]:
        """Return a house in whose game a play is open, who has made it, and who has not."""
        house = House(tmp_path, 'judge = "list"\nlanguage = "en"\n[site]\nfolder = "public"\n')
        house.write("NEW GAME classic with Ben", ANNA, subject="Scrabble")
        house.write("OFFER 1 ACCEPT", BEN, subject="Scrabble")
        house.post.tick(house.now + MINUTE)
        turn = house.game("kieler-1").turn
        assert turn is not None
        mover, other = (ANNA, BEN) if turn.player.startswith("Anna") else (BEN, ANNA)
        rack = house.game("kieler-1").hands[turn.player].rack.value.replace("?", "")
        house.write(f"H8 across {rack[:4]}", mover, subject="[kieler-1 T1] move")
        return house, mover, other

    @staticmethod
    def is_to_move(house: House, name: str) -> bool:
        turn = house.game("kieler-1").turn
        return turn is not None and turn.player.startswith(name)

    def page(self, house: House, id_: str) -> str:
        settings = house.post.machine.watch.settings
        club = with_club_games(settings, house.club, {})
        publish(club, house.post.machine.journal, b"secret", house.now)
        assert club.site is not None
        return (Path(club.site.folder) / f"game-{id_}/index.html").read_text(encoding="utf-8")

    def test_before_the_first_play_nobody_is_told_of_challenges(self, tmp_path: Path) -> None:
        house = House(tmp_path, 'language = "en"\n')
        house.write("NEW GAME classic with Ben", ANNA, subject="Scrabble")
        house.write("OFFER 1 ACCEPT", BEN, subject="Scrabble")
        house.post.tick(house.now + MINUTE)
        openings = [text_of(each) for each in house.owed if each.game and each.player]
        assert len(openings) == 2
        assert not [each for each in openings if "With CHALLENGE" in each]

    def test_challenges_are_told_of_to_whom_a_play_is_open(
        self, played: tuple[House, str, str]
    ) -> None:
        house, mover, other = played
        told = {
            who: "With CHALLENGE" in text_of(house.to(who.split()[0].lower()))
            for who in (mover, other)
        }
        assert told == {mover: False, other: True}

    def test_what_was_taken_back_lies_on_no_page(self, played: tuple[House, str, str]) -> None:
        house, _, other = played
        assert "turn-001.png" in self.page(house, "kieler-1")
        house.write("CHALLENGE", other, subject="[kieler-1 T2] move")
        page = self.page(house, "kieler-1")
        assert "taken back" in page
        assert "<img" not in page

    def test_the_page_of_a_rematch_goes_by_the_clocks_of_the_game(
        self, played: tuple[House, str, str]
    ) -> None:
        house, _, _ = played
        house.write("RESIGN", ANNA, subject="[kieler-1 T2] move")
        house.reply("YES", ANNA, house.to("anna"))
        for who in (ANNA, BEN):
            house.write("REMATCH", who, subject="[kieler-1 End] over")
        house.post.tick(house.now + MINUTE)
        assert "20:00 (CET)" in self.page(house, "kieler-1-2")


class TestLanguage:
    """Whoever has chosen no language is answered in that of his orders, else of his yes or his greeting."""

    @pytest.fixture
    def english(self, tmp_path: Path) -> House:
        return House(tmp_path, 'members = "open"\nlanguage = "en"')

    @pytest.mark.parametrize(
        ("text", "language"),
        [
            ("SPIELE", "de"),
            ("GAMES", "en"),
            ("Guten Tag,\nGAMES\nViele Grüße", "de"),
            ("Hello,\nGAMES", "en"),
            ("Ich möchte Angebot 7 annehmen", "de"),
            ("PARTIES", "fr"),
        ],
    )
    def test_a_newcomer_is_asked_in_the_language_of_his_words(
        self, english: House, text: str, language: str
    ) -> None:
        english.write(text, FRED, subject="Scrabble")
        assert english.to("fred").language == language

    @pytest.mark.parametrize(
        ("text", "answer", "language"),
        [("GAMES", "Ja, das war ich.", "de"), ("SPIELE", "YES", "de"), ("GAMES", "YES", "en")],
    )
    def test_it_is_his_language_from_then_on(
        self, english: House, text: str, answer: str, language: str
    ) -> None:
        english.write(text, FRED, subject="Scrabble")
        english.reply(answer, FRED, english.to("fred"))
        assert english.to("fred").language == language

        english.write("NEW GAME classic with Fred", ANNA, subject="Scrabble")

        assert english.to("fred").language == language
        takes = {"de": "ANGEBOT 1 ANNEHMEN", "en": "OFFER 1 ACCEPT"}[language]
        english.write(takes, FRED, header=PROVED, subject="Scrabble")
        english.post.tick(english.now + MINUTE)
        assert {each.language for each in english.owed if each.recipient.startswith("fred")} == {
            language
        }
        assert {each.language for each in english.owed if each.recipient.startswith("anna")} == {
            "en"
        }

    def test_questions_news_and_a_rematch_come_as_somebody_has_written(
        self, english: House
    ) -> None:
        """Of a game's mails, too, which say nothing of the club: his game was begun in his language."""
        english.write("NEUES SPIEL classic mit Ben", ANNA, subject="Scrabble")
        english.write("OFFER 1 ACCEPT", BEN, subject="Scrabble")
        assert english.to("anna").language == "de"  # it begins
        english.write("NEW GAME classic with Anna", CILLY, subject="Scrabble")
        assert english.to("anna").language == "de"  # a question
        english.write("OFFER 2 WITHDRAW", CILLY, subject="Scrabble")
        assert english.to("anna").language == "de"  # news

        english.write("AUFGABE", ANNA, subject="[kieler-1 T1] move")
        english.reply("JA", ANNA, english.to("anna"))
        english.write("REVANCHE", ANNA, subject="[kieler-1 T1] move")
        assert english.to("ben").language == "en"
        english.write("REMATCH", BEN, subject="[kieler-1 T1] move")
        english.post.tick(english.now + MINUTE)
        opened = {each.recipient.split("@")[0]: each.language for each in english.owed if each.game}
        assert opened == {"anna": "de", "ben": "en", "gm": "en"}

    def test_it_is_known_of_who_only_said_yes_to_an_offer(self, english: House) -> None:
        english.write("NEW GAME classic with Ben and Dora", ANNA, subject="Scrabble")
        english.write("Ich nehme Angebot 1 an.", BEN, subject="Scrabble")
        english.write("OFFER 1 DECLINE", DORA, subject="Scrabble")
        assert [english.to(name).language for name in ("anna", "ben")] == ["en", "de"]

    @pytest.mark.parametrize(
        ("text", "language"),
        [
            ("PAGE YES", "en"),
            ("PAGE YES\n\nMeinen Zug schicke ich später, heute habe ich leider keine Zeit.", "de"),
            ("PAGE OUI\n\nMeinen Zug schicke ich später, heute habe ich leider keine Zeit.", "de"),
            ("PAGE YES\n\nI will send my move later, I have no time today.", "en"),
        ],
    )
    def test_sentences_outweigh_the_language_of_an_order(
        self, house: House, text: str, language: str
    ) -> None:
        house.write(text, ANNA, subject="[yerres R1]")
        assert house.to("anna").language == language

    def test_so_does_what_he_wrote_before_where_nothing_stands_beside_the_order(
        self, english: House
    ) -> None:
        english.write("NEUES SPIEL classic mit Ben", ANNA, subject="Scrabble")
        english.write("PAGE OUI", ANNA, subject="[yerres R1]")
        assert english.to("anna").language == "de"

    def test_whoever_writes_otherwise_later_is_answered_so(self, english: House) -> None:
        english.write("NEUES SPIEL classic mit Ben", ANNA, subject="Scrabble")
        english.write("Hello,\nNEW GAME classic with Cilly", ANNA, subject="Scrabble")
        assert english.to("anna").language == "en"
        english.write("GAMES", ANNA, subject="Scrabble")
        assert english.to("anna").language == "en"

    def test_the_list_of_the_week_is_in_the_language_of_the_games_that_he_began(
        self, house: House
    ) -> None:
        for number in (1, 2):
            house.write("NEW GAME classic with Ben", ANNA, subject="Scrabble")
            house.write(f"ANGEBOT {number} ANNEHMEN", BEN, subject="Scrabble")
        house.post.tick(house.now + MINUTE)
        house.forget()
        house.post.tick(MONDAY + 7 * DAY)
        lists = [each for each in house.owed if isinstance(each.content, WeeklyGames)]
        told = {each.recipient.split("@")[0]: each.language for each in lists}
        assert told == {"anna": "en", "ben": "de"}

    def test_a_friend_is_asked_in_the_language_of_who_invites_him(self, english: House) -> None:
        english.write("EINLADEN fred@example.net", ANNA, subject="Scrabble")
        assert english.to("fred").language == "de"

    def test_whoever_has_chosen_one_is_answered_in_that(self, english: House) -> None:
        english.write("LANGUAGE EN", ANNA, subject="[yerres R1]")
        english.write("SPIELE", ANNA)
        assert english.to("anna").language == "en"

    def test_who_joins_a_round_is_answered_in_the_language_of_his_order(
        self, english: House
    ) -> None:
        english.write("NEW ROUND 1-Zug, deadline every Friday at 20:00", ANNA, subject="Scrabble")
        english.post.tick(english.now + MINUTE)
        english.write("One-move Scrabble 1\nANMELDEN", BEN, subject="Scrabble")
        answers = [each for each in english.owed if each.answers and each.player]
        assert [each.language for each in answers] == ["de"]

    def test_an_order_in_a_game_of_a_club_is_answered_in_its_language(self, english: House) -> None:
        english.write("NEW GAME classic with Ben", ANNA, subject="Scrabble")
        english.write("OFFER 1 ACCEPT", BEN, subject="Scrabble")
        english.post.tick(english.now + MINUTE)
        english.write("HILFE", BEN, subject="[kieler-1 T1]")
        assert [each.language for each in english.owed] == ["en"]  # one word tells nothing
        english.write("Ich brauche mal deine HILFE:\nHILFE", BEN, subject="[kieler-1 T1]")
        assert [each.language for each in english.owed] == ["de"]
        english.write("HELP", BEN, subject="[kieler-1 T1]")
        assert [each.language for each in english.owed] == ["de"]

    @pytest.mark.parametrize("order", ["GAMES", "Status", "PASS", "HELP", "PAGE YES", "Thanks!"])
    def test_a_word_or_two_tell_nothing_of_who_wrote_before(self, house: House, order: str) -> None:
        house.write("NEUES SPIEL classic mit Anna", BEN, subject="Scrabble")
        house.write("ANGEBOT 1 ANNEHMEN", ANNA, subject="Scrabble")
        house.post.tick(house.now + MINUTE)
        house.write(order, ANNA, subject="[kieler-1 Z1]")
        told = {each.language for each in house.owed if each.recipient.startswith("anna")}
        assert told <= {"de"}

    def test_each_answer_is_in_the_language_of_its_mail(self, house: House) -> None:
        """One order in English made all of them English, until SPRACHE DE."""
        house.write("NEUES SPIEL classic mit Ben", ANNA, subject="Scrabble")
        for text, language in (
            ("NEW GAME classic with Cilly", "en"),
            ("NEUES SPIEL classic mit Dora", "de"),
            ("GAMES", "de"),
            ("Which games are on offer right now, please?", "en"),
            ("Welche Spiele gibt es denn gerade?\nSPIELE", "de"),
        ):
            house.write(text, ANNA, subject="Scrabble")
            assert house.to("anna").language == language

    @pytest.mark.parametrize("language", ["de", "en"])
    def test_a_game_goes_on_in_the_language_of_his_last_clear_mail(
        self, tmp_path: Path, language: str
    ) -> None:
        """A German took an offer in English: every turn of his game came in English."""
        house = House(tmp_path, f'language = "{language}"')
        house.write("NEUES SPIEL classic mit Anna", BEN, subject="Scrabble")
        house.write("OFFER 1 ACCEPT", ANNA, subject="Scrabble")
        house.post.tick(house.now + MINUTE)
        assert self.opened(house) == {"anna": "en", "ben": "de"}

        house.write(
            "SEITE JA\n\nSchönes Spiel wünsche ich dir, Ben!", ANNA, subject="[kieler-1 Z1]"
        )
        house.write("PAGE YES\n\nI hope that we both enjoy this.", BEN, subject="[kieler-1 Z1]")
        assert self.turned(house) == {"anna": "de", "ben": "en"}

    def test_what_he_chose_holds_however_he_writes_and_in_later_games(self, house: House) -> None:
        house.write("SPRACHE DE", ANNA, subject="[yerres R1]")
        house.write("NEW GAME classic with Ben", ANNA, subject="Scrabble")
        assert house.to("anna").language == "de"
        house.write("OFFER 1 ACCEPT", BEN, subject="Scrabble")
        assert house.to("anna").language == "de"
        house.post.tick(house.now + MINUTE)
        assert self.opened(house) == {"anna": "de", "ben": "en"}
        house.write("PAGE YES\n\nI hope that we both enjoy this.", ANNA, subject="[kieler-1 Z1]")
        assert house.to("anna").language == "de"
        assert self.turned(house) == {"anna": "de", "ben": "en"}

    @pytest.mark.each_once
    @pytest.mark.parametrize("order", ["STAND", "STATUS", "AUSWERTUNG", "REGELN", "RULES"])
    def test_of_games_of_others_a_member_is_told_in_his_own(
        self, tmp_path: Path, order: str
    ) -> None:
        """They came in that of the game, or of the word alone."""
        house = House(tmp_path, 'language = "en"')
        house.write("NEW GAME classic with Ben", ANNA, subject="Scrabble")
        house.write("OFFER 1 ACCEPT", BEN, subject="Scrabble")
        house.post.tick(house.now + MINUTE)

        house.write(order, CILLY, subject="[kieler-1 T1]")
        assert house.to("cilly").language == "de"  # her mails come so: she has written none yet
        house.write("NEW GAME classic with Cilly", DORA, subject="Scrabble")
        house.write(order, DORA, subject="[kieler-1 T1]")
        assert house.to("dora").language == "en"
        house.write("NEUES SPIEL classic mit Dora", CILLY, subject="Scrabble")
        house.write(order, CILLY, subject="[kieler-1 T1]")
        assert house.to("cilly").language == "de"
        house.write(f"How do they fare at the moment?\n{order}", CILLY, subject="[kieler-1 T1]")
        assert house.to("cilly").language == "en"

    def test_so_is_who_has_come_in_and_plays_in_no_game(self, tmp_path: Path) -> None:
        house = House(tmp_path, 'language = "en"\nmembers = "open"')
        house.write("NEW GAME classic with Ben", ANNA, subject="Scrabble")
        house.write("OFFER 1 ACCEPT", BEN, subject="Scrabble")
        house.post.tick(house.now + MINUTE)
        house.write("NEUES SPIEL classic gegen jeden", FRED, header=PROVED, subject="Scrabble")

        house.write("STATUS", FRED, header=PROVED, subject="[kieler-1 T1]")

        assert house.to("fred").language == "de"

    def test_a_forged_mail_changes_no_language(self, house: House) -> None:
        house.write("NEUES SPIEL classic mit Anna", BEN, subject="Scrabble")
        house.write("ANGEBOT 1 ANNEHMEN", ANNA, subject="Scrabble")
        house.post.tick(house.now + MINUTE)
        text = "STATUS\n\nI hope that we both enjoy this."
        house.write(text, ANNA, subject="[kieler-1 Z1]", header=FAIL)
        assert self.turned(house) == {"anna": "de", "ben": "de"}

    @staticmethod
    def opened(house: House) -> dict[str, str]:
        """Return in which language each player was told last of his game."""
        told = (each for each in house.owed if each.game == "kieler-1" and each.player)
        return {each.recipient.split("@")[0]: each.language for each in told}

    def turned(self, house: House) -> dict[str, str]:
        """Let who is to move pass, and return in which language each is told."""
        turn = house.game("kieler-1").turn
        assert turn is not None
        who = ANNA if turn.player.startswith("Anna") else BEN
        house.write("PASS", who, subject="[kieler-1 Z1]")
        house.post.tick(house.now + HOUR)
        return self.opened(house)


ROUNDS = "1-Zug-Scrabble Yerres"


@pytest.fixture
def joined(tmp_path: Path) -> House:
    """Return a club with a round that takes newcomers, and a stranger may come in."""
    return House(tmp_path, 'members = "confirmed"', registration="open")


@pytest.mark.parametrize(
    "text",
    [
        f"{ROUNDS}\nANMELDEN",
        f"{ROUNDS}: ANMELDEN",
        f"Ich möchte gern bei {ROUNDS} mitspielen. Was muss ich tun?",
        f"Hello,\n\nhow do I join {ROUNDS}?",
    ],
)
def test_who_names_the_round_that_he_wants_into_plays_in_it(joined: House, text: str) -> None:
    """A yes to the question about the round let him into the club alone."""
    joined.write(text, FRED)
    question = joined.to("fred")
    assert isinstance(question.content, Notice)
    answers = joined.reply("Ja, gern!", FRED, question)

    assert "Fred Fremd" in joined.post.game().players
    assert not any("ClubMail" in each for each in answers)
    assert all(each.at > question.at for each in joined.owed)


@pytest.mark.parametrize(
    ("text", "is_in"),
    [
        ("Ich möchte gern bei {} 2 mitspielen. Was muss ich tun?", True),
        ("Ich möchte gern bei {} mitspielen.", True),
        ("{}\nANMELDEN", False),  # there are two, of which she plays in one
        ("{} 9\nANMELDEN", False),
        ("Ich möchte gern bei {} 9 mitspielen.", False),
    ],
)
def test_a_member_of_another_game_is_answered_for_the_round_that_he_names(
    house: House, text: str, *, is_in: bool
) -> None:
    """It was answered for the game that he plays in, and one that there is not was taken for the one that is."""
    house.write("NEUES SPIEL classic mit Anna", BEN)
    house.reply("JA", ANNA, house.to("anna"))
    house.write("NEUE RUNDE 1-Zug-Scrabble, ZAT jeden Freitag 20 Uhr", CILLY)
    house.post.tick(house.now + MINUTE)
    (rounds,) = (each for each in house.begun() if each.endswith("2"))
    assert house.post.machine.office().games[rounds].policy.title == "1-Zug-Scrabble 2"

    answers = house.write(text.format("1-Zug-Scrabble"), ANNA)

    found = house.post.machine.journal.games.load(rounds)
    assert found is not None
    assert ("Anna Muster" in found.players) is is_in
    assert any(each.startswith("anna") for each in answers)


@pytest.mark.parametrize(("header", "is_in"), [("", True), (FAIL, False)])
def test_a_member_without_a_game_is_not_asked_who_he_is(
    tmp_path: Path, header: str, *, is_in: bool
) -> None:
    """His yes has let him in at this address; it was asked for again for each round."""
    house = House(tmp_path, 'members = "confirmed"')
    house.write("SPIELE", FRED)
    house.reply("JA", FRED, house.to("fred"))
    house.write("NEUE RUNDE 1-Zug-Scrabble, ZAT jeden Freitag 20 Uhr", ANNA)
    house.post.tick(house.now + MINUTE)
    (rounds,) = house.begun()
    title = house.post.machine.office().games[rounds].policy.title

    house.write(f"{title}\nANMELDEN", FRED, header=header)

    found = house.post.machine.journal.games.load(rounds)
    assert found is not None
    assert ("Fred Fremd" in found.players) is is_in


def test_who_joins_a_round_is_written_to_as_he_writes_to_the_club(tmp_path: Path) -> None:
    """The club's mails were German, but JOIN alone in one of them made his round English."""
    house = House(tmp_path, 'members = "open"\nlanguage = "en"', registration="open")
    house.write("Guten Tag, ich möchte mitspielen.\nSPIELE", FRED, header=PROVED)
    house.write("Guten Tag,\n\nNEUE RUNDE 1-Zug-Scrabble, ZAT jeden Freitag 20 Uhr\n\nDanke!", ANNA)
    house.post.tick(house.now + MINUTE)
    (rounds,) = house.begun()
    title = house.post.machine.office().games[rounds].policy.title

    house.write(f"Guten Tag,\n\n{title}\nJOIN\n\nDanke!", FRED, header=PROVED)

    found = house.post.machine.journal.games.load(rounds)
    assert found is not None
    assert found.players["Fred Fremd"].spoken == "de"
    told = [each.language for each in house.owed if each.recipient.startswith("fred")]
    assert told
    assert {*told} == {"de"}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Please write to me in English.", "en"),
        ("Könntest du mir bitte auf Englisch schreiben?\n\nSTAND", "en"),
        ("Écris-moi en français, s'il te plaît.", "fr"),
        ("Bitte schreib mir auf Englisch. Hier ist mein Zug:\n\nH8w AB", "en"),
    ],
)
def test_who_asks_for_a_language_in_a_sentence_is_written_to_in_it(
    house: House, text: str, language: str
) -> None:
    house.write(text, ANNA)

    assert house.post.game().players["Anna Muster"].language == language
    assert {each.language for each in house.owed if each.recipient.startswith("anna")} == {language}


def test_a_move_on_the_line_with_it_counts(house: House) -> None:
    house.write("Bitte schreib mir auf Englisch. H8w ABER", ANNA)

    assert list(house.post.entries()) == ["Anna Muster"]
    assert house.post.game().players["Anna Muster"].language == "en"


@pytest.mark.parametrize(
    "text",
    [
        "Don't write to me in English",
        "Ich schreibe auf Englisch.",
        "Kann ich auf Englisch schreiben?",
    ],
)
def test_who_only_speaks_of_a_language_is_not(house: House, text: str) -> None:
    house.write(f"{text}\nSTAND", ANNA)

    assert not house.post.game().players["Anna Muster"].language


ONE_MOVE = {
    "de": "alle legen mit denselben Buchstaben; der beste Zug",
    "en": "all play with the same letters; the best move",
}


def told_to(house: House, name: str) -> str:
    (sent,) = compose_all((house.to(name),), means())
    return " ".join(body(read_back(sent.data), "plain").split())


def test_an_offer_says_what_is_offered_in_the_language_of_its_reader(house: House) -> None:
    house.write("NEW GAME classic against anyone", ANNA)
    house.write("NEUES SPIEL classic mit Anna und Ben", CILLY)

    assert "two to four at a table, each with a rack of his own" in told_to(house, "anna")
    assert "zwei bis vier am Tisch, jeder mit eigener Bank" in told_to(house, "ben")


@pytest.mark.parametrize(("text", "language"), [("SPIELE", "de"), ("GAMES, please", "en")])
def test_the_list_of_what_can_be_played_says_what_it_is(
    house: House, text: str, language: str
) -> None:
    house.write(text, ANNA)

    assert ONE_MOVE[language] in told_to(house, "anna")


def test_so_do_the_invitation_and_the_question_to_a_newcomer(tmp_path: Path) -> None:
    house = House(tmp_path, 'members = "confirmed"')
    house.write("EINLADEN fred@example.net", CILLY)
    assert ONE_MOVE["de"] in told_to(house, "fred")

    house.write("Hello,\n\nI would like to join the club.", "Gus <gus@example.com>")
    assert ONE_MOVE["en"] in told_to(house, "gus")


def test_an_invitation_asks_nobody_who_was_just_asked_as_a_newcomer(tmp_path: Path) -> None:
    """Forged GAMES and an invitation a minute later brought it two."""
    house = House(tmp_path, 'members = "confirmed"')
    assert house.write("SPIELE", FRED, header="") == ["fred Notice"]
    asked = house.to("fred")
    assert house.write("EINLADEN fred@example.net", CILLY) == ["cilly ClubMail"]

    told = house.reply("JA", FRED, asked)

    assert told == ["cilly ClubNews", "fred ClubMail", "gm ClubNews"]
    assert house.said("cilly") == ["other_joined"]


def test_so_they_say_how_long_one_has_for_a_move(tmp_path: Path) -> None:
    """Only the opening of the game did."""
    said = "Zeit für einen Zug: mindestens 3 Tage"
    house = House(tmp_path, 'members = "confirmed"\nmove_time = "3d"')
    house.write("EINLADEN fred@example.net", CILLY)
    assert told_to(house, "fred").count(said) == 1
    house.write("NEUES SPIEL classic mit Ben", CILLY)
    assert said in told_to(house, "ben")
    assert said in told_to(house, "cilly")
    house.write("NEW GAME classic against anyone\n\nHello", "Gus <gus@example.com>")
    assert "a move has at least 3 days" in told_to(house, "gus")


class TestWrittenBeside:
    """What stands beside an order of a member: a greeting goes to whom it greets, a question is not passed over."""

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            (
                "NEUES SPIEL classic mit Ben\n\nHallo Ben, lange nicht gespielt!\nHast du Lust?\n\nGruß\nAnna",
                "Hallo Ben, lange nicht gespielt!\nHast du Lust?",
            ),
            ("NEW GAME classic with Ben\n\nHello Ben, fancy a game?", "Hello Ben, fancy a game?"),
            (
                "NOUVELLE PARTIE classic avec Ben\n\nBonjour Ben, une petite partie ?",
                "Bonjour Ben, une petite partie ?",
            ),
        ],
    )
    def test_who_is_asked_reads_what_is_written_to_him(
        self, house: House, text: str, said: str
    ) -> None:
        house.write(text, ANNA)

        content = house.to("ben").content
        assert isinstance(content, OfferAsked)
        assert content.greeting == Greeting("Anna Muster", said)
        assert house.to("anna").also == ()

    def test_so_does_who_made_the_offer_that_is_taken(self, house: House) -> None:
        house.write("NEUES SPIEL classic mit Ben", ANNA)
        house.write("ANGEBOT 1 ANNEHMEN\n\nHallo Anna, ich freue mich auf die Partie!", BEN)

        content = house.to("anna").content
        assert isinstance(content, ClubMail)
        assert content.greeting == Greeting(
            "Ben Beispiel", "Hallo Anna, ich freue mich auf die Partie!"
        )

    def test_what_greets_the_game_master_is_shown_to_nobody(self, house: House) -> None:
        house.write("Hallo Erika,\n\nNEUES SPIEL classic mit Ben\n\nDanke fürs Leiten!", ANNA)

        content = house.to("ben").content
        assert isinstance(content, OfferAsked)
        assert content.greeting is None

    def test_a_question_is_told_to_be_answered_by_nobody(self, house: House) -> None:
        house.write("NEUES SPIEL classic mit Ben\n\nWie lange dauert das eigentlich?", ANNA)
        assert house.to("anna").also == ("also_question",)

        house.write("NEUES SPIEL classic mit Ben\n\nWie lange dauert das?", ANNA, header="")
        assert isinstance(house.to("anna").content, Notice)  # was it you?
        assert house.to("anna").also == ("also_question",)


@pytest.mark.parametrize(
    "text",
    [
        "I would like to join the club. Can I play a game of scrabble with Anna?",
        "Ich möchte beim Klub mitmachen und gern gegen Anna spielen!",
    ],
)
def test_with_whom_a_newcomer_would_like_to_play_is_not_forgotten(
    tmp_path: Path, text: str
) -> None:
    house = House(tmp_path, 'members = "confirmed"')
    house.write(text, FRED, header=PROVED)
    house.reply("YES", FRED, house.to("fred"), header=PROVED)
    content = house.to("fred").content
    assert isinstance(content, ClubMail)
    assert [(each.what, each.names) for each in content.says] == [
        (ClubSays.JOINED, ()),
        (ClubSays.WISHED, ("Anna",)),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Hallo Cilly,\n\nklar, ich bin dabei, aber lieber erst ab Montag. Geht das?\n\nAnna",
        "Maybe. How long does such a game take?",
        "Gern, wenn es bis Januar warten kann.",
    ],
)
@pytest.mark.parametrize(("id_", "title"), [("kieler", "Halle"), ("halle", "Runde"), ("kiel", "x")])
def test_an_answer_to_an_offer_is_not_of_the_game_of_which_our_subject_reminds(
    tmp_path: Path, text: str, id_: str, title: str
) -> None:
    """The subject of our own mail named a game: its player read that there was no move in his mail."""
    games = known().replace('"yerres"', f'"{id_}"').replace("1-Zug-Scrabble Yerres", title)
    house = House(tmp_path, games=games)
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    asked = house.to("anna")
    header = f"In-Reply-To: {message_id_of(asked, house.post.machine.office().house)}\n"

    house.write(
        text, ANNA, header=header, subject="Re: [Kieler Runde] Spielst du mit? Klassisches Scrabble"
    )

    assert [type(each.content) for each in house.owed] == [ClubMail]
    assert house.said("anna") == ["plays_or_not"]


def test_what_is_so_already_is_no_failure(house: House) -> None:
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    assert house.said("cilly") == ["same_offer"]
    (sent,) = compose_all((house.to("cilly"),), means())
    assert "Das ging nicht" not in str(read_back(sent.data)["Subject"])


@pytest.mark.parametrize(
    "text",
    [
        "Your request #{} was registered at {}:00. An agent will call you.",
        "Thank you for contacting ACME, ticket {}{}. We will get back to you.",
    ],
)
def test_a_program_that_answers_every_mail_of_the_club_is_answered_no_more(
    house: House, text: str
) -> None:
    """145 answers went out in as many seconds: only what a game could not read was counted."""
    house.write("NEUES SPIEL classic mit Anna", CILLY)
    to, answers = house.to("anna"), 0
    for number in range(8):
        house.reply(text.format(4711 + 7 * number, number), ANNA, to)
        own = [each for each in house.owed if each.recipient.startswith("anna")]
        answers += len(own)
        to = own[-1] if own else to
    assert answers <= 2
    house.write("SPIELE", ANNA)
    assert house.said("anna") == []


def test_nobody_wants_a_rematch_by_a_mail_that_anybody_can_have_written(house: House) -> None:
    assert house.write("REVANCHE", ANNA, header="") == ["anna Notice"]
    assert isinstance(house.to("anna").content, Notice)


def test_the_game_master_hears_that_newcomers_of_a_club_wait_for_their_question(
    tmp_path: Path,
) -> None:
    """A flood of forged addresses had everybody else wait, and nobody knew."""
    house = House(tmp_path, 'members = "confirmed"')
    for number in range(22):
        who = f"Neu {number} <neu{number}@example.net>"
        house.post.arrives("SPIELE", who, house.now + MINUTE)
    house.post.tick(house.now + 2 * MINUTE)
    assert house.post.matters.count(QuestionsWait(20)) == 1


@pytest.mark.parametrize(
    "text",
    [
        *("Stop sending me so many mails please", "I want to quit the club"),
        *(
            "Bitte löscht mich aus dem Klub",
            "Ich möchte keine Mails mehr",
            "Je veux quitter le club",
        ),
    ],
)
def test_who_wants_out_of_a_club_is_asked_whether_he_wants_no_more_offers(
    house: House, text: str
) -> None:
    """It was answered with nothing found, and no word of what there is for that."""
    assert house.write(text, ANNA) == ["anna Notice"]
    content = house.to("anna").content
    assert isinstance(content, Notice)
    assert content.about == ClubConfirm("Kieler Runde", is_unsure=True)


class TestNamesOfOthers:
    """Who asks about a game in which he does not play is shown the names that its pages show."""

    @pytest.fixture
    def playing(self, house: House) -> House:
        """Return a house in which Anna and Ben play."""
        house.write("NEUES SPIEL classic mit Anna", BEN)
        house.write("ANGEBOT 1 ANNEHMEN", ANNA)
        house.post.tick(house.now + MINUTE)
        return house

    def told(self, house: House, who: str, text: str = "STAND") -> str:
        house.write(text, who, subject="[kieler-1 T1] Frage")
        return text_of(house.to(who.split(maxsplit=1)[0].lower()))

    @pytest.mark.parametrize("text", ["STAND", "AUSWERTUNG", "REGELN", "STEINE", "ERINNERUNG AUS"])
    def test_others_stand_there_by_initials(self, playing: House, text: str) -> None:
        told = self.told(playing, CILLY, text)

        assert "Muster," not in told
        assert "Beispiel" not in told

    def test_who_has_agreed_stands_there_by_name(self, playing: House) -> None:
        playing.write("SEITE JA", BEN)

        told = self.told(playing, CILLY)

        assert "A. M. 0, Ben Beispiel 0" in told
        assert "Anna" not in told

    def test_on_a_page_so_do_members_who_play_in_no_game_where_they_are_written_of(
        self, tmp_path: Path
    ) -> None:
        house = House(tmp_path, 'members = "open"\n[site]\nfolder = "public"\n')
        house.write("SPIELE", FRED, header=PROVED)
        house.write("NEUES SPIEL classic mit Anna", BEN)
        house.write("ANGEBOT 1 ANNEHMEN", ANNA)
        house.post.tick(house.now + MINUTE)
        who = BEN if TestTable.is_to_move(house, "Ben") else ANNA
        house.write("PRESSE: Fred Fremd sah zu, sagt Fremd.\n\nPASSE", who, subject="[kieler-1 Z1]")

        page = TestTable().page(house, "kieler-1")
        assert "F. F. sah zu" in page
        assert "Fremd" not in page

    def test_who_plays_or_leads_it_reads_all_names(self, playing: House) -> None:
        for who in (ANNA, ERIKA):
            told = self.told(playing, who) if who == ANNA else self.of_game_master(playing)
            assert "Anna Muster 0, Ben Beispiel 0" in told

    def of_game_master(self, house: House) -> str:
        house.write("STAND", ERIKA, subject="[kieler-1 T1] Frage")
        return text_of(house.to("gm"))


def test_rounds_are_shown_to_others_by_initials_too(tmp_path: Path) -> None:
    there = post(tmp_path, rounds(), kiel(players=("Otto", "Paula")))
    there.tick(MONDAY)
    there.arrives("H8w RABEN", MAX, MONDAY + MINUTE)
    there.tick(ZAT + 3 * MINUTE)
    there.letters.owed.clear()

    at = ZAT + HOUR
    there.arrives("STAND", "Otto <otto@example.org>", at, "[yerres R2] Frage")
    there.tick(at + MINUTE)

    told = text_of(there.letters.owed[-1])
    assert "M. M." in told
    assert "Mustermann" not in told


@pytest.mark.parametrize("text", ["", "\n> Spielst du mit?\n", "-- \nBen"])
def test_an_empty_answer_to_an_offer_is_answered_in_its_words(house: House, text: str) -> None:
    """It got the template of the round that its writer plays in."""
    house.write("NEUES SPIEL classic mit Ben", ANNA)
    asked = house.to("ben")

    assert house.reply(text, BEN, asked) == ["ben ClubMail"]
    assert house.said("ben") == ["plays_or_not"]
    house.reply("JA", BEN, house.to("ben"))
    assert house.said("ben") == ["begins"]


def with_a_move(house: House, who: str) -> object:
    """Let somebody make a move in the one game in which all play; return what is kept there."""
    house.write("H8w RABEN", who)
    kept = house.post.entries()
    assert kept
    return kept


OFFERED, OFFERS, LISTS = (
    (DORA, "NEUES SPIEL classic mit Ben"),
    (BEN, "NEUES SPIEL classic gegen jeden"),
    (BEN, "SPIELE"),
)


@pytest.mark.parametrize(
    ("before", "said", "expected"),
    [
        (OFFERED, "Annehmen", "begins"),
        (OFFERED, "Accept", "begins"),
        (OFFERED, "Ablehnen", "declined"),
        (OFFERED, "Decline, sorry!", "declined"),
        (OFFERED, "Passe", "declined"),
        (OFFERED, "Pass!", "declined"),
        (OFFERS, "Zurück", "withdrawn"),
        (OFFERS, "ZURÜCKZIEHEN", "withdrawn"),
        (OFFERS, "Withdraw, please", "withdrawn"),
        (LISTS, "Passe", "unclear"),
        (LISTS, "Pass!", "unclear"),
        (LISTS, "Hallo,\npasse\nGruß, Ben", "unclear"),
    ],
)
def test_a_word_in_answer_to_a_mail_of_the_club_is_about_that_and_no_game(
    house: House, before: tuple[str, str], said: str, expected: str
) -> None:
    """In a game in turns it accepted a word that stands in no list, took a move back, or gave the turn up."""
    kept = with_a_move(house, BEN)
    who, text = before
    house.write(text, who)
    house.reply(said, BEN, house.to("ben"))

    assert house.said("ben") == [expected]
    assert house.post.entries() == kept


@pytest.mark.parametrize(
    ("subject", "text", "expected"),
    [
        ("Annehmen", "ANGEBOT 1 ANNEHMEN", "begins"),
        ("Accept", "OFFER 1 ACCEPT", "begins"),
        ("Hallo", "Angebot 1\nAnnehmen", "begins"),
        ("Angebot 1", "Annehmen", "begins"),
        ("Zurück", "ANGEBOT 1 ZURÜCK", "open_to_all"),
        ("Angebot 1", "Zurück", "open_to_all"),
    ],
)
def test_an_order_of_the_club_does_nothing_in_a_game_by_its_subject(
    house: House, subject: str, text: str, expected: str
) -> None:
    kept = with_a_move(house, BEN)
    house.write("NEUES SPIEL classic gegen jeden", DORA)
    house.write(text, BEN, subject=subject)

    assert house.said("ben") == [expected]
    assert house.post.entries() == kept


@pytest.mark.parametrize("text", ["[yerres]\nZurück", "1-Zug-Scrabble Yerres\nZURÜCK"])
def test_in_answer_to_a_mail_of_the_club_a_word_under_a_games_name_is_about_the_game(
    house: House, text: str
) -> None:
    with_a_move(house, BEN)
    house.write("SPIELE", BEN)
    house.reply(text, BEN, house.to("ben"))

    assert not house.post.entries()


@pytest.mark.parametrize("said", ["Passe", "Pass!", "Hallo,\npasse\nGruß, Ben"])
@pytest.mark.parametrize(("before", "expected"), [("SPIELE", "unclear"), ("", "declined")])
def test_a_pass_in_answer_to_a_mail_of_the_club_gives_no_turn_up(
    tmp_path: Path, before: str, expected: str, said: str
) -> None:
    """Of who plays at one table alone: there a pass is a move."""
    house = House(tmp_path, games=kiel(inner=STARTER))

    def turn() -> int:
        game = house.post.machine.journal.games.load("kiel")
        assert isinstance(game, TurnGame)
        assert game.turn is not None
        assert game.turn.player == "Anna"
        return game.turn.number

    first = turn()
    anna, ben = "Anna <anna@example.org>", "Ben <ben@example.org>"
    house.write(before or "NEUES SPIEL classic mit Anna", anna if before else ben)
    house.reply(said, anna, house.to("anna"))

    assert house.said("anna") == [expected]
    assert turn() == first


@pytest.mark.parametrize("rounds", [1, 2])
@pytest.mark.parametrize("said", ["Ich möchte mitspielen.", "ANMELDEN", "Can I join, please?"])
def test_who_wants_to_play_comes_into_the_club_where_several_games_take_newcomers(
    tmp_path: Path, said: str, rounds: int
) -> None:
    """Of one game he means that, as ever; of two nobody could know which, and he got no answer at all."""
    house = House(tmp_path, 'members = "open"\n')
    for day, who in (("Freitag", CILLY), ("Samstag", DORA))[:rounds]:
        house.write(f"NEUE RUNDE 1-Zug, ZAT jeden {day} 20 Uhr", who)
    told = house.write(said, FRED, header=PROVED)

    assert any(each.startswith("fred ") for each in told), told
    if rounds > 1:
        assert house.said("fred") == ["joined"]


def test_judge_knows_a_member_who_plays_in_no_game(tmp_path: Path) -> None:
    """An order of somebody who has come in is no mail of a stranger."""
    house = House(tmp_path, 'members = "open"')
    house.write("SPIELE", FRED, header=PROVED)
    assert house.said("fred") == ["joined"]
    settings, office = house.post.machine.watch.settings, house.post.machine.office()

    def judged(sender: str) -> tuple[Outcome, tuple[str, ...]]:
        data = f"From: {sender}\nTo: referee@example.org\nSubject: Hallo\n\nSPIELE\n".encode()
        found = judge_mail(data, settings, office, MONDAY, MONDAY)
        return found.entries[0].outcome, found.in_club

    assert judged(FRED) == (Outcome.COMMAND, ("offers",))
    assert judged("Gerd Neu <gerd@example.net>") == (Outcome.IGNORED, ())


REFUSED = RefusedForGood(501, "Syntax error in parameters")


def test_an_invitation_to_what_a_server_calls_no_address_is_tried_once(house: House) -> None:
    """It was tried without end, as what a provider refuses for a while."""
    house.post.outbox.answers["fred@example.net"] = REFUSED
    house.write("EINLADEN fred@example.net", CILLY)
    assert house.post.machine.journal.outgoing.counts().dead == 1
    house.post.tick(house.now + HOUR)
    assert Undeliverable("fred@example.net", "501 Syntax error in parameters") in house.post.matters


@pytest.mark.parametrize(("address", "dead"), [("fred@example.net", 1), ("ben@example.org", 0)])
def test_an_unknown_address_that_is_refused_is_tried_for_some_days(
    house: House, address: str, dead: int
) -> None:
    """A member's waits without end: a provider refuses everybody for a while."""
    house.post.outbox.answers[address] = RefusedForGood(554, "rejected")
    house.write(f"EINLADEN {address}", CILLY)
    counts = house.post.machine.journal.outgoing.counts
    for hours in range(6, 24 * 8, 6):
        house.post.tick(house.now + hours * HOUR)
        if hours <= 24 * 4:
            assert counts().dead == 0
    assert counts().dead == dead
