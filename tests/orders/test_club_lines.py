"""Lines by which members of a club begin games, in every language, and sentences that only look so."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from mailref.languages import LANGUAGES, rows
from mailref.orders.club_lines import (
    ClubAsk,
    ClubLines,
    Invite,
    ListOffers,
    NeverAgain,
    NewGame,
    NewRound,
    OfferAnswer,
    as_written,
    club_ask,
    club_lines,
    is_unsure,
    people_in,
)
from mailref.orders.table import CLUB_ROWS, ClubOrder, ClubWord, club_forms
from mailref.reading.incoming_mail import IncomingMail, Line, Proof
from mailref.referee.player_names import says_no_name
from tests.reading.reading import READER

_WRITTEN = rows("club_orders.toml")
"""How we write each order ourselves: its first form."""

CONTRACT = (Path(__file__).parents[2] / "docs" / "contract.md").read_text(encoding="utf-8")


def knows(text: str) -> bool:
    kinds = {"classic", "1-zug", "klassisches scrabble", "wort-rummikub", "rummikub", "super"}
    return text.casefold() in kinds


def asks(text: str) -> ClubAsk | None:
    return club_ask(text, knows)


ANNA = NewGame("classic", "Anna")
BY_ADDRESS = NewGame("classic", "anna@example.org", address="anna@example.org", is_by_address=True)


@pytest.mark.parametrize(
    ("text", "ask"),
    [
        ("NEUES SPIEL classic mit Anna und Ben", NewGame("classic", "Anna und Ben")),
        ("Neues Spiel classic mit Anna", ANNA),
        ("NEUES SPIEL classic mit Anna, bitte!", ANNA),
        ("Bitte NEUES SPIEL classic mit Anna", ANNA),
        ("* NEUES SPIEL: classic mit Anna *", ANNA),
        ("NEUES SPIEL classic, gegen Anna.", ANNA),
        ("NEW GAME classic vs. Anna", ANNA),
        ("NEW GAME classic versus Anna", ANNA),
        ("NEUES SPIEL classic vs Anna", ANNA),
        ("NEW GAME classic open to all", NewGame("classic", "")),
        ("NEUES SPIEL classic offen für alle", NewGame("classic", "")),
        ("LIST GAMES", ListOffers()),
        ("NEUES SPIEL Klassisches Scrabble gegen jeden", NewGame("Klassisches Scrabble", "")),
        ("NEUES SPIEL classic gegen jeden, der Lust hat.", NewGame("classic", "")),
        ("New game classic against anyone who fancies it", NewGame("classic", "")),
        (
            "I would like to start a game of classic against anyone who wants.",
            NewGame("classic", ""),
        ),
        ("NOUVELLE PARTIE classic contre tous qui veut", NewGame("classic", "")),
        (
            "NEUES SPIEL classic mit Anna (anna@example.org)",
            NewGame("classic", "Anna", address="anna@example.org"),
        ),
        (
            "NEUES SPIEL classic mit Anna, das ist meine Frau, Anna@example.org",
            replace(BY_ADDRESS, people="Anna, das ist meine Frau, Anna@example.org"),
        ),
        ("NEUES SPIEL classic mit anna@example.org", BY_ADDRESS),
        (
            "NEUES SPIEL classic mit <anna@example.org>",
            replace(BY_ADDRESS, people="<anna@example.org>"),
        ),
        ("NEW GAME classic with anna@example.org, please", BY_ADDRESS),
        ("Je voudrais jouer à classic avec anna@example.org", BY_ADDRESS),
        ("Ich möchte classic mit anna@example.org spielen", BY_ADDRESS),
        (
            "NEW GAME classic with anna@example.org and ben@example.org",
            replace(BY_ADDRESS, people="anna@example.org and ben@example.org"),
        ),
        (
            "NEUES SPIEL classic gegen Ben und anna@example.org",
            replace(BY_ADDRESS, people="Ben und anna@example.org"),
        ),
        (
            "NEUES SPIEL classic mit anna+spiel@example.org & Ben",
            NewGame(
                "classic",
                "anna+spiel@example.org & Ben",
                address="anna+spiel@example.org",
                is_by_address=True,
            ),
        ),
        (
            "NEUES SPIEL classic mit Anna <anna@example.org> und Ben: ben+spiel@example.org",
            NewGame("classic", "Anna und Ben"),
        ),
        (
            "NEUES SPIEL classic mit Anna und Ben (anna@example.org, ben@example.org)",
            NewGame("classic", "Anna und Ben"),
        ),
        ("Ich würde gern mit meiner Frau Anna classic spielen", ANNA),
        ("I'd like to play classic with my wife Anna", ANNA),
        ("J'ai envie de jouer à classic avec ma femme Anna", ANNA),
        ("new game classic against anyone", NewGame("classic", "")),
        ("new game classic against whoever", NewGame("classic", "")),
        ("Ich hätte Lust auf classic gegen irgendwen.", NewGame("classic", "")),
        ("Ich biete classic gegen jeden an", NewGame("classic", "")),
        ("I offer a game of classic against anyone", NewGame("classic", "")),
        ("I offer classic against anyone", NewGame("classic", "")),
        ("Je propose une partie de classic contre n\u2019importe qui", NewGame("classic", "")),
        ("NOUVELLE PARTIE classic avec Anna et Ben", NewGame("classic", "Anna et Ben")),
        ("NOUVELLE PARTIE classic contre n\u2019importe qui", NewGame("classic", "")),
        ("NEUES SPIEL mit Anna", NewGame("", "Anna")),
        *(
            (each, NewGame("", ""))
            for each in ("neues spiel gegen jeden", "new game against anyone")
        ),
        ("NEUES SPIEL classic auf Deutsch mit Anna", replace(ANNA, language="de")),
        ("NEUES SPIEL classic mit Anna, mit deutschen Steinen", replace(ANNA, language="de")),
        ("NEW GAME classic with Anna in Spanish, please", replace(ANNA, language="es")),
        ("NEUES SPIEL classic mit Anna Deutsch", NewGame("classic", "Anna Deutsch")),
        ("NEUE RUNDE 1-Zug, ZAT jeden Freitag 20 Uhr", NewRound("1-Zug", "jeden Freitag 20 Uhr")),
        (
            "Neue Runde 1-Zug, Einsendeschluss jeden Freitag 20 Uhr",
            NewRound("1-Zug", "jeden Freitag 20 Uhr"),
        ),
        ("NEUE RUNDE 1-Zug ZAT: freitags um 20:00", NewRound("1-Zug", "freitags um 20:00")),
        ("NEUE RUNDE 1-Zug jeden Samstag um 18 Uhr", NewRound("1-Zug", "jeden Samstag um 18 Uhr")),
        ("NEUE RUNDE 1-Zug", NewRound("1-Zug", "")),
        ("ANGEBOT 7 ANNEHMEN", OfferAnswer(7, ClubWord.ACCEPT)),
        ("OFFER 7 ACCEPTED", OfferAnswer(7, ClubWord.ACCEPT)),
        ("ANGEBOT 7 ABGELEHNT", OfferAnswer(7, ClubWord.DECLINE)),
        ("Angebot Nr. 7: annehmen bitte", OfferAnswer(7, ClubWord.ACCEPT)),
        ("ANGEBOT Nr. 7 ANNEHMEN", OfferAnswer(7, ClubWord.ACCEPT)),
        ("OFFER #7 ACCEPT", OfferAnswer(7, ClubWord.ACCEPT)),
        ("OFFER [7] ACCEPT", OfferAnswer(7, ClubWord.ACCEPT)),
        ("ANGEBOT 2. ANNEHMEN", OfferAnswer(2, ClubWord.ACCEPT)),
        ("ANGEBOT7 ANNEHMEN", OfferAnswer(7, ClubWord.ACCEPT)),
        ("ANGEBOT: 7-ANNEHMEN", OfferAnswer(7, ClubWord.ACCEPT)),
        ("ANGEBOT 7 ABLEHNEN", OfferAnswer(7, ClubWord.DECLINE)),
        ("ANGEBOT 7 ZURUECK", OfferAnswer(7, ClubWord.TAKE_BACK)),
        ("OFFER 12 WITHDRAW", OfferAnswer(12, ClubWord.TAKE_BACK)),
        ("OFFRE 7 REFUSER", OfferAnswer(7, ClubWord.DECLINE)),
        ("SPIELE", ListOffers()),
        ("GAMES?", ListOffers()),
        ("PARTIES", ListOffers()),
        ("EINLADEN anna@example.org", Invite("anna@example.org")),
        ("Invite Anna <Anna@Example.org>", Invite("anna@example.org")),
        ("EINLADEN a@example.org, b@example.org", Invite("")),
        ("EINLADEN a,b@example.org", Invite("")),
        ("EINLADEN mailer-daemon@example.org", Invite("")),
        ("EINLADEN no-reply@example.org", Invite("")),
        ("EINLADEN Anna", Invite("")),
        ("EINLADEN Anna <mailto:Anna@example.org>", Invite("anna@example.org")),
        ("EINLADEN anna+spiel@mail.example.org", Invite("anna+spiel@mail.example.org")),
        ("EINLADEN anna@Käse.example", Invite("anna@xn--kse-qla.example")),
        *(
            (f"EINLADEN {address}", Invite(""))
            for address in (
                "u1@x.test%0abcc:all@x.test",
                "u1@x.test%0abcc",
                "anna@example.org:25",
                "anna:x@example.org",
                "anna..b@example.org",
                ".anna@example.org",
                "anna@example..org",
                "anna@-example.org",
                "root@localhost",
                "anna@[192.0.2.7]",
                "anna@192.0.2.7",
                "anna\x01@example.org",
                f"anna@{'a' * 64}.org",
            )
        ),
        ("NIE WIEDER", NeverAgain()),
        ("Never again!", NeverAgain()),
        ("PLUS JAMAIS", NeverAgain()),
    ],
)
def test_orders_are_read(text: str, ask: ClubAsk) -> None:
    assert asks(text) == ask


OFFER_3 = OfferAnswer(3, ClubWord.ACCEPT)
OWN_BACK = OfferAnswer(0, ClubWord.TAKE_BACK)
WITH_FRANK = NewGame("classic", "Frank")
INVITES_ANNA = Invite("anna@example.org")
FOR_ALL = NewGame("classic", "")
SOUGHT = replace(FOR_ALL, seeks_anyone=True)


@pytest.mark.parametrize(
    ("text", "ask"),
    [
        ("OFFER 1 WITHDRAW - sorry", OfferAnswer(1, ClubWord.TAKE_BACK)),
        ("I'll take offer 3!", OFFER_3),
        ("Hallo Cilly, ich nehme Angebot 3 gerne an!", OFFER_3),
        ("J'accepte l'offre n° 3 avec plaisir", OFFER_3),
        ("Bin bei Angebot 3 dabei", OFFER_3),
        ("No thanks, I decline offer 3", OfferAnswer(3, ClubWord.DECLINE)),
        ("Ich lehne Angebot Nummer 3 leider ab", OfferAnswer(3, ClubWord.DECLINE)),
        ("I take my offer back", OWN_BACK),
        ("Ich ziehe mein Angebot zurück", OWN_BACK),
        ("Je retire mon offre", OWN_BACK),
        ("Ich nehme Angebot 3 zurück", OfferAnswer(3, ClubWord.TAKE_BACK)),
        ("Bitte nimm Angebot 3 wieder weg", OfferAnswer(3, ClubWord.TAKE_BACK)),
        ("Please take offer 3 down again", OfferAnswer(3, ClubWord.TAKE_BACK)),
        ("Ich nehme Angebot 3 an und muss dann weg", OfferAnswer(3, ClubWord.ACCEPT)),
        ("I'd like to play classic with Frank", WITH_FRANK),
        ("Ich möchte mal wieder classic mit Frank spielen", WITH_FRANK),
        ("J'aimerais jouer une partie de classic avec Frank", WITH_FRANK),
        ("Ich würde gern Klassisches Scrabble gegen Frank und Anna von Berg spielen",
         NewGame("Klassisches Scrabble", "Frank und Anna von Berg")),
        ("I want a game of classic against anyone", NewGame("classic", "")),
        ("Hätte Lust auf ein Spiel gegen jeden", NewGame("", "")),
        ("J'ai envie de jouer contre n'importe qui", NewGame("", "")),
        ("NEUES SPIEL classic mit Anna, Ben - danke", NewGame("classic", "Anna, Ben")),
        ("NEUES SPIEL classic mit Anna, Rose", NewGame("classic", "Anna, Rose")),
        ("SPIELE, danke!", ListOffers()),
        ("OFFER 1 WITHDRAW, unfortunately I have no time", OfferAnswer(1, ClubWord.TAKE_BACK)),
        ("ANGEBOT 3 ABLEHNEN, leider habe ich keine Zeit", OfferAnswer(3, ClubWord.DECLINE)),
        ("OFFRE 3 REFUSER, je n'ai pas le temps", OfferAnswer(3, ClubWord.DECLINE)),
        ("Unfortunately I have to decline offer 3", OfferAnswer(3, ClubWord.DECLINE)),
        ("Bitte streich mein Angebot", OWN_BACK),
        ("Please count me in for offer 3", OFFER_3),
        ("Please start a classic game with Frank", WITH_FRANK),
        ("Let's play classic with Frank", WITH_FRANK),
        ("Ich möchte WORT-Rummikub mit Frank spielen.", NewGame("WORT-Rummikub", "Frank")),
        (
            "Ich möchte ein Spiel WORT-Rummikub gegen Frank anfangen",
            NewGame("WORT-Rummikub", "Frank"),
        ),
        ("I'd like a game of rummikub with Frank", NewGame("rummikub", "Frank")),
        ("J'aimerais jouer au Rummikub avec Frank", NewGame("Rummikub", "Frank")),
        ("Classic with Frank please", NewGame("Classic", "Frank")),
        ("Frank and I would like to play classic", WITH_FRANK),
        ("Please set up a game of classic between Frank and me", WITH_FRANK),
        ("Ich möchte ein classic-Spiel mit Frank beginnen", WITH_FRANK),
        ("Starte bitte ein Spiel classic mit Frank und mir", WITH_FRANK),
        ("Frank und ich möchten classic spielen", WITH_FRANK),
        ("Nouvelle partie de classic avec Frank s'il vous plaît", WITH_FRANK),
        ("Bitte lade anna@example.org ein", INVITES_ANNA),
        ("I'd like to invite Anna@example.org.", INVITES_ANNA),
        ("Je voudrais inviter anna@example.org", INVITES_ANNA),
        ("Wie beginne ich ein neues Spiel? Ich würde gern mit Emil spielen.", ListOffers()),
        ("Hallo, wie kann ich denn eine Partie anfangen?", ListOffers()),
        ("Wie fange ich mit Ben ein neues Spiel an?", ListOffers()),
        ("Was muss ich schreiben, um ein Spiel zu beginnen?", ListOffers()),
        ("How do I start a game with Ben?", ListOffers()),
        ("Hi, how does one begin a new game of classic, please?", ListOffers()),
        ("What do I have to do to start a new game?", ListOffers()),
        ("Comment commencer une partie ?", ListOffers()),
        ("Comment puis-je lancer une partie ? J'aimerais jouer avec Emil.", ListOffers()),
        ("Que faut-il écrire pour commencer une partie ?", ListOffers()),
        ("Welche Angebote gibt es?", ListOffers()),
        ("Gibt es offene Angebote?", ListOffers()),
        ("Was kann man hier spielen, und wer sucht gerade ein Spiel?", ListOffers()),
        ("Sucht gerade jemand einen Gegner?", ListOffers()),
        ("what can one play here at the moment, and is anybody looking for a game?", ListOffers()),
        ("Is anyone looking for a game at the moment? Thanks!", ListOffers()),
        ("Hi, who’s looking for a game right now?", ListOffers()),
        ("Salut, est-ce que quelqu’un cherche une partie ?", ListOffers()),
        ("Which games are open?", ListOffers()),
        ("Which games are on offer right now?", ListOffers()),
        ("Could you send me the list of games?", ListOffers()),
        ("Zeig mir bitte die offenen Angebote", ListOffers()),
        ("Quelles offres y a-t-il ?", ListOffers()),
        ("NIE WIEDER, danke!", NeverAgain()),
        ("Angebot 3: gern!", OFFER_3),
        ("Für Angebot 3 bin ich zu haben", OFFER_3),
        ("Angebot 3: lieber nicht", OfferAnswer(3, ClubWord.DECLINE)),
        ("I'm for offer 3", OFFER_3),
        ("I'm not for offer 3", OfferAnswer(3, ClubWord.DECLINE)),
        ("Offre 3 : volontiers !", OFFER_3),
    ],
)  # fmt: skip
def test_a_sentence_orders_what_it_plainly_says(text: str, ask: ClubAsk) -> None:
    assert asks(text) == ask


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ich nehme Angebot 3 von Anna an", "Anna"),
        ("Annas Angebot 3 nehme ich an", "Annas"),
        ("Anna, ich nehme Angebot 3 an", "Anna"),
        ("ANGEBOT 3 ANNEHMEN, Anna", "Anna"),
        ("I accept offer 3 from Anna Schmidt", "Anna Schmidt"),
        ("I accept Anna's offer 3", "Anna's"),
        ("J'accepte l'offre 3 de Anna", "Anna"),
    ],
)
def test_a_name_beside_an_offer_waits_for_who_knows_whose_it_is(text: str, name: str) -> None:
    found = asks(text)

    assert found == replace(OFFER_3, beside=name)
    assert is_unsure((found,))


@pytest.mark.parametrize(
    ("text", "ask"),
    [
        ("ANGEBOT 3 ANNEHMEN, wenn Ben mitspielt", OFFER_3),
        ("Angebot 3: gern, aber erst im Januar", OFFER_3),
        ("Angebot 3 gefällt mir", OFFER_3),
        ("Ich möchte Angebot 3 sehen", OFFER_3),
        ("Anna möchte Angebot 3", OFFER_3),
        ("Offer 3 sounds good", OFFER_3),
        ("I would like to know more about offer 3", OFFER_3),
        ("Je voudrais en savoir plus sur l'offre 3", OFFER_3),
        ("OFFER 3 ACCEPT, but only in May", OFFER_3),
        ("Kann ich Angebot 3 annehmen?", OFFER_3),
        ("Ich nehme Angebot 3 und 4 an", OFFER_3),
        ("Ich nehme Angebot 3 nicht an", OfferAnswer(3, ClubWord.DECLINE)),
        ("Je n'accepte pas l'offre 3", OfferAnswer(3, ClubWord.DECLINE)),
        ("I take my offer back until Carla plays", OWN_BACK),
        ("Ich möchte mit Frank spielen", NewGame("", "Frank")),
        ("Ich möchte nicht classic mit Frank spielen", WITH_FRANK),
        ("Cilly möchte classic mit Frank spielen", WITH_FRANK),
        ("ANGEBOT 3 ABLEHNEN, aber erst morgen", OfferAnswer(3, ClubWord.DECLINE)),
        ("OFFER 1 WITHDRAW if nobody takes it", OfferAnswer(1, ClubWord.TAKE_BACK)),
        ("Can I start a classic game with Frank?", WITH_FRANK),
        ("Können Frank und ich classic spielen?", WITH_FRANK),
        ("Wer hat Lust auf classic?", SOUGHT),
        ("Hätte jemand Lust auf Rummikub?", replace(SOUGHT, variant="Rummikub")),
        ("Ich hätte Lust auf classic mit Frank. Geht das?", WITH_FRANK),
        ("I'd like a game of classic with Frank. Is that possible?", WITH_FRANK),
        (
            "Ich möchte eine neue Runde 1-Zug anfangen, ZAT jeden Freitag 20 Uhr",
            NewRound("1-Zug", "jeden Freitag 20 Uhr"),
        ),
        (
            "I'd like to start a new round of 1-Zug, every Friday at 8pm",
            NewRound("1-Zug", "every Friday at 8pm"),
        ),
        ("I'm looking for someone to play classic with", SOUGHT),
        ("Je cherche un adversaire pour classic", SOUGHT),
        ("Ich würde gern meine Freundin Anna einladen: anna@example.org", INVITES_ANNA),
        ("Bitte lade anna@example.org nicht ein", INVITES_ANNA),
        ("Can you ask anna@example.org whether she wants to play?", INVITES_ANNA),
        ("Bitte schick mir keine Angebote mehr", NeverAgain()),
        ("Please don't send me any more invitations", NeverAgain()),
        ("Plus d'invitations, s'il te plaît", NeverAgain()),
    ],
)
def test_a_sentence_that_may_mean_something_else_is_unsure(text: str, ask: ClubAsk) -> None:
    found = asks(text)

    assert found is not None
    assert is_unsure((found,))
    assert replace(found, is_unsure=False) == ask  # type: ignore[call-arg]  # only what has it is unsure


@pytest.mark.parametrize(
    "text",
    [
        "Frank nimmt Angebot 3 an",
        "Nie wieder, das war ein Wort!",
        "Ich möchte im Zeltlager mit Oma Halma spielen",
        "Spiele mit Frank",
        "Schreib mir an anna@example.org",
        "Wer hat gewonnen, und wer will Kuchen?",
        "Die Spiele sind gut",
        "Neues Spiel mit Anna wäre schön",
        "Ein neues Spiel classic mit Anna?",
        "Die neue Runde 1-Zug ist schön",
        "Das wäre super, wer will?",
        "Neues Spiel, neues Glück",
        "Neue Runde, neues Glück!",
        "NEUE RUNDE",
        "Angebot 7 ist mir zu teuer",
        "Angebot 7",
        "ANNEHMEN",
        "ZURÜCK",
        "Einladen müsste man ihn",
        "EINLADEN und seine Adresse",
        "Ich spiele nie wieder",
        "H8 SPIELE",
        "NEUES SPIEL classic mit " + "Anna und " * 60,
    ],
)
def test_sentences_and_moves_are_not(text: str) -> None:
    assert asks(text) is None


def test_every_order_is_written_in_every_language_and_read() -> None:
    behind = {
        ClubOrder.NEW_GAME: " classic {with} Anna", ClubOrder.NEW_ROUND: " 1-Zug",
        ClubOrder.OFFER: " 7 {accept}", ClubOrder.INVITE: " anna@example.org",
    }  # fmt: skip
    for row in CLUB_ROWS:
        for language in LANGUAGES:
            words = {each.value: _WRITTEN[language][each][0] for each in ClubWord}
            text = _WRITTEN[language][row.order][0] + behind.get(row.order, "").format(**words)
            found = asks(text)
            assert found is not None, text
            assert found.order is row.order
            assert as_written(found, language) == text


def test_the_contract_lists_every_order_as_we_write_it() -> None:
    for row in CLUB_ROWS:
        needs = "yes" if row.needs_proof else "no"
        (line,) = [each for each in CONTRACT.splitlines() if each.startswith(f"| `{row.order}` |")]
        assert line.endswith(f"| {needs} |")
        for language in ("de", "en"):
            assert _WRITTEN[language][row.order][0] in line


def test_no_word_of_an_order_is_that_of_another() -> None:
    every = [form.casefold() for each in ClubOrder for form in club_forms(each)]
    assert len(every) == len(set(every))


def test_nobody_can_be_called_as_anyone_is_where_a_game_is_offered_to_all() -> None:
    """Who had joined as `Jeden` kept all others from offering a game to all."""
    parted = [form.partition(" ") for form in club_forms(ClubWord.ANYONE)]
    said = [behind for with_, _, behind in parted if with_ in club_forms(ClubWord.WITH)]
    assert said
    assert [each for each in said if not says_no_name(each)] == []


def mail(*lines: str, below: tuple[str, ...] = (), subject: str = "Hallo") -> IncomingMail:
    return IncomingMail(
        sender="max@example.org",
        sender_name="Max",
        subject=subject,
        message_id="<1@example.org>",
        references=(),
        recipients=(),
        date=None,
        handed_in=None,
        robot=None,
        proof=Proof.NONE,
        trouble=None,
        lines=numbered(lines),
        below=(numbered(below),) if below else (),
    )


def numbered(lines: tuple[str, ...]) -> tuple[Line, ...]:
    return tuple(Line(at, text) for at, text in enumerate(lines, start=1))


def test_lines_of_orders_are_taken_out_of_a_mail() -> None:
    found = club_lines(mail("Hallo,", "SPIELE", "H8 RUCKEN", "NIE WIEDER"), knows)
    assert found.asks == (ListOffers(), NeverAgain())
    assert [each.text for each in found.mail.lines] == ["Hallo,", "H8 RUCKEN"]


def test_the_whole_subject_orders_and_that_of_a_reply_does_not() -> None:
    assert club_lines(mail("", subject="SPIELE"), knows).asks == (ListOffers(),)
    assert club_lines(mail("", subject="Re: SPIELE"), knows).asks == ()
    assert club_lines(mail("", subject="Nie wieder"), knows).asks == (NeverAgain(),)
    said = mail("Nie wieder so schlechte Buchstaben, bitte!", subject="Nie wieder")
    assert club_lines(said, knows).asks == (NeverAgain(is_unsure=True),)


@pytest.mark.parametrize("word", ["games", "Spiele", "offres", "games please"])
def test_the_word_for_the_list_in_small_letters_counts_where_a_mail_says_nothing_else(
    word: str,
) -> None:
    mere = (ListOffers(is_mere_word=True),)
    assert club_lines(mail(word), knows).asks == mere
    assert club_lines(mail("Hallo,", word, "Viele Grüße", "Max"), knows).asks == mere
    assert club_lines(mail("", subject=word), knows).asks == mere
    for more in ("H8 RUCKEN", "across H8", "RUCKEN", "Am liebsten mag ich"):
        for found in (mail(more, word), mail(word, more), mail(more, subject=word)):
            assert club_lines(found, knows) == ClubLines((), found)


def test_what_stands_below_a_quote_counts_where_nothing_stands_above() -> None:
    assert club_lines(mail("Hallo", below=("SPIELE",)), knows).asks == (ListOffers(),)
    assert club_lines(mail("NIE WIEDER", below=("SPIELE",)), knows).asks == (NeverAgain(),)


@pytest.mark.parametrize(
    ("above", "line", "below"),
    [
        ("Das Angebot gilt bis zum 21. Dezember 2026; mit", "ANGEBOT 7 ZURÜCK", "nimmst du es zurück."),
        ("Offer 7 is not yours. If you do not want to take part, write", "OFFER 7 DECLINE.", ""),
        ("Si tu ne veux plus jamais qu'on te le demande, réponds par les mots", "PLUS JAMAIS", "; je ne garde alors"),
    ],
)  # fmt: skip
def test_a_sentence_of_ours_orders_nothing_and_the_same_line_alone_does(
    above: str, line: str, below: str
) -> None:
    """Programs wrap what they quote; a person may copy the order out of it and write it below."""

    def orders(*lines: str) -> tuple[ClubAsk, ...]:
        return club_lines(mail(*lines), knows, lambda: READER.ours).asks

    assert orders(above, line, below) == ()
    assert orders(line) != ()
    assert orders("Hallo,", line, "danke und Gruß") == orders(line)
    assert orders(above, below, "", line) == orders(line)


@pytest.mark.parametrize(
    "line",
    [
        "NEUE RUNDE 1-Zug, ZAT jeden Freitag 20 Uhr",
        "NEUES SPIEL classic mit Anna und Ben",
        "NEUES SPIEL classic gegen jeden",
        "bitte Angebot 7 zurück",
        "ANGEBOT 7 ANNEHMEN",
        "OFFER 7 ACCEPT",
        "OFFRE 7 RETIRER",
        "EINLADEN max@example.org",
        "SPIELE",
        "plus jamais",
    ],
)
@pytest.mark.parametrize("around", [("", ""), ("Hallo Schiedsrichter,", "Danke, Anna")])
def test_what_a_person_orders_in_words_of_our_examples_counts(
    line: str, around: tuple[str, str]
) -> None:
    above, below = around
    assert len(club_lines(mail(above, line, below), knows, lambda: READER.ours).asks) == 1


def test_of_a_mail_that_is_made_to_hurt_only_so_many_lines_are_looked_at() -> None:
    """A thousand lines like this one would take a second."""
    hostile = "NEUES SPIEL " + "mit " * 70
    assert club_lines(mail(*[hostile] * 49, "SPIELE"), knows).asks == (ListOffers(),)
    assert club_lines(mail(*[hostile] * 50, "SPIELE"), knows).asks == ()


def test_names_are_told_apart() -> None:
    assert people_in("Anna, Ben und Cilly") == ("Anna", "Ben", "Cilly")
    assert people_in("Anna and Ben") == ("Anna", "Ben")
    assert people_in("Anna & Ben; Cilly et Dora") == ("Anna", "Ben", "Cilly", "Dora")


@pytest.mark.parametrize(
    ("text", "said", "maker"),
    [
        ("Ich nehme das Angebot an", ClubWord.ACCEPT, ""),
        ("ANGEBOT ANNEHMEN", ClubWord.ACCEPT, ""),
        ("Hi, I'd like to accept Dora's offer, please.", ClubWord.ACCEPT, "Dora's"),
        ("Ich nehme das Angebot von Dora an", ClubWord.ACCEPT, "Dora"),
        ("Ich möchte Doras Angebot ablehnen", ClubWord.DECLINE, "Doras"),
        ("J'accepte l'offre de Dora", ClubWord.ACCEPT, "Dora"),
    ],
)
def test_who_answers_an_offer_without_its_number_is_asked(
    text: str, said: ClubWord, maker: str
) -> None:
    is_no = said is ClubWord.DECLINE
    assert asks(text) == OfferAnswer(0, said, maker, is_plain_no=is_no, is_unsure=True)


@pytest.mark.parametrize(
    ("text", "said", "written"),
    [
        ("OFFER 0 ACCEPT", ClubWord.ACCEPT, "0"),
        ("OFFER: 0 ACCEPT", ClubWord.ACCEPT, "0"),
        ("OFFER number 0 ACCEPT", ClubWord.ACCEPT, "0"),
        ("Ich nehme Angebot 0 an", ClubWord.ACCEPT, "0"),
        ("Angebot 0: ja", ClubWord.ACCEPT, "0"),
        ("ANGEBOT 0 ZURÜCK", ClubWord.TAKE_BACK, "0"),
        ("ANGEBOT -16 ZURÜCK", ClubWord.TAKE_BACK, "-16"),
        ("ANGEBOT-16 ZURÜCK", ClubWord.TAKE_BACK, "-16"),
        ("OFFER − 16 DECLINE", ClubWord.DECLINE, "− 16"),
        ("I accept offer -3.", ClubWord.ACCEPT, "-3"),
        ("OFFER 999999999999 ACCEPT", ClubWord.ACCEPT, "999999999999"),
        ("OFFRE 1O ACCEPTER", ClubWord.ACCEPT, "1O"),
        ("Bin bei Angebot 1O dabei", ClubWord.ACCEPT, "1O"),
        ("OFFER IO ACCEPT", ClubWord.ACCEPT, "IO"),
        ("OFFER 7.5 ACCEPT", ClubWord.ACCEPT, "7.5"),
        ("OFFER 7/8 ACCEPT", ClubWord.ACCEPT, "7/8"),
        ("OFFER # ACCEPT", ClubWord.ACCEPT, "#"),
        ("OFFER seven ACCEPT", ClubWord.ACCEPT, "seven"),
        ("ANGEBOT zwei ANNEHMEN", ClubWord.ACCEPT, "zwei"),
    ],
)
@pytest.mark.parametrize("about", [0, 5])
def test_what_stands_for_the_number_of_no_offer_is_kept_and_never_filled_in(
    text: str, said: ClubWord, written: str, about: int
) -> None:
    """In an answer to a mail about offer 5, `OFFER 0 ACCEPT` began that game."""
    (found,) = club_lines(mail(text), knows, offer=about).asks
    assert isinstance(found, OfferAnswer)
    assert (found.number, found.said, found.written) == (0, said, written)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("OFFER: 7 ACCEPT", 7),
        ("ANGEBOT7 ANNEHMEN", 7),
        ("Ich nehme das Angebot (1-Zug) gern an", 5),
    ],
)
def test_only_an_offer_without_a_number_is_that_of_the_mail_that_is_answered(
    text: str, number: int
) -> None:
    (found,) = club_lines(mail(text), knows, offer=5).asks
    assert isinstance(found, OfferAnswer)
    assert (found.number, found.written) == (number, "")


@pytest.mark.parametrize(
    ("above", "order"),
    [
        ("Ich würde gern gegen Anna spielen:", "NEUES SPIEL classic mit Anna"),
        ("Ich möchte classic mit Anna spielen.", "NEUES SPIEL classic mit Anna"),
        ("I'd like to play against Anna:", "NEW GAME classic with Anna Muster"),
        ("I'd like to play against anyone:", "NEW GAME classic against anyone"),
        ("Ich suche jemanden für ein Spiel classic.", "NEUES SPIEL classic gegen jeden"),
        ("J'aimerais jouer contre Anna :", "NOUVELLE PARTIE classic avec Anna"),
        ("I'd love to take the offer of H. F.", "OFFER 1 ACCEPT"),
        ("Ich nehme Angebot 2 gern an:", "ANGEBOT 2 ANNEHMEN"),
    ],
)
def test_a_sentence_over_an_order_that_says_it_whole_is_no_order_of_its_own(
    above: str, order: str
) -> None:
    found = club_lines(mail(above, order, "Danke, Ben"), knows)

    assert found.asks == (asks(order),)
    assert [line.text for line in found.mail.lines] == ["Danke, Ben"]


@pytest.mark.parametrize(
    ("above", "order"),
    [
        ("Ich möchte classic mit Cilly spielen.", "NEUES SPIEL classic mit Anna"),
        ("Ich würde gern gegen Cilly spielen:", "NEUES SPIEL classic gegen jeden"),
        ("NEUES SPIEL classic mit Anna", "NEUES SPIEL classic mit Anna und Ben"),
        ("Ich nehme Angebot 3 an.", "ANGEBOT 2 ANNEHMEN"),
        ("Ich nehme Angebot 0 an.", "ANGEBOT 2 ANNEHMEN"),
        ("Ich nehme Angebot 2 an.", "ANGEBOT 2 ABLEHNEN"),
    ],
)
def test_one_that_wishes_for_something_else_stands(above: str, order: str) -> None:
    assert len(club_lines(mail(above, order), knows).asks) == 2


@pytest.mark.parametrize(
    ("lines", "ask"),
    [
        (
            "Ich würde gern mit Anna und Ben ein\nneues Spiel beginnen.",
            NewGame("", "Anna und Ben", is_unsure=True),
        ),
        ("Ich möchte classic mit Anna\nund Ben spielen.", NewGame("classic", "Anna und Ben")),
        ("I'd like to play classic with\nAnna, please.", ANNA),
        ("NEUES SPIEL classic mit\nAnna", ANNA),
        ("NEUES SPIEL classic mit Anna,\nBen", NewGame("classic", "Anna, Ben")),
        ("NEUES SPIEL classic mit Anna\nund danke für alles", ANNA),
        ("NEUES SPIEL classic mit Anna\nBen", ANNA),
        ("Ich nehme Angebot 7\nan.", OfferAnswer(7, ClubWord.ACCEPT)),
        (
            "Ich nehme Angebot 7 an,\nwenn Anna mitspielt.",
            OfferAnswer(7, ClubWord.ACCEPT, is_unsure=True),
        ),
        ("Wer hat Lust\nauf ein Spiel?", NewGame("", "", is_unsure=True)),
    ],
)
def test_a_sentence_that_a_program_has_wrapped_is_read_as_one(lines: str, ask: ClubAsk) -> None:
    said = ["Hallo zusammen,", *lines.split("\n"), "", "Viele Grüße", "Carla"]
    assert club_lines(mail(*said), knows).asks == (ask,)


@pytest.mark.parametrize(
    "text",
    [
        "Wer hat Lust auf ein Spiel?",
        "Wer hat Lust auf eine neue Partie mit mir? Gruß Anna",
        "Hallo zusammen, hat jemand Lust auf eine Runde Scrabble?",
        "Wer mag spielen?",
        "Wer spielt mit mir?",
        "Möchte jemand mit mir spielen?",
        "Ich suche Mitspieler.",
        "Who's up for a game?",
        "Hi all, who is up for another game of Scrabble? Cheers, Tom",
        "Anybody fancy a game?",
        "I'm looking for an opponent.",
        "Qui veut jouer ?",
    ],
)
def test_who_seeks_whoever_plays_offers_a_game_to_all(text: str) -> None:
    assert asks(text) == NewGame("", "", is_unsure=True)


@pytest.mark.parametrize(
    "text",
    [
        "Wer hat das Spiel gewonnen?",
        "Wer hat keine Lust auf ein Spiel?",
        "Wer mag das Spiel nicht?",
        "Wer spielt am Samstag Fußball?",
        "Wer spielt mit mir Tennis?",
        "Wer möchte das Spiel am Freitag im Fernsehen ansehen?",
        "Wer will, kann sich ein Spiel auf der Seite ansehen.",
        "Who wants to play football?",
        "Would you like to play a part in our match of trade partners?",
    ],
)
def test_who_asks_something_else_of_all_offers_no_game(text: str) -> None:
    assert asks(text) is None


BY_NUMBER = {
    ClubWord.ACCEPT: (
        "ACCEPT 29", "Accept 29 please", "29: ACCEPT", "ACCEPT #29", "Hi, I accept number 29, thanks",
        "ANNEHMEN 29", "29 annehmen", "ANNEHMEN Nr. 29", "Ich nehme die 29 gern an!",
        "J'accepte 29", "J'accepte la 29", "29 ACCEPTER",
    ),
    ClubWord.DECLINE: (
        "DECLINE 29", "I decline 29, sorry", "ABLEHNEN 29", "29 ablehnen", "Ich lehne die 29 leider ab",
        "REFUSER 29", "Je refuse la 29, merci",
    ),
    ClubWord.TAKE_BACK: (
        "WITHDRAW 29", "29 WITHDRAW", "I take 29 back", "ZURÜCK 29", "29 ZURÜCKZIEHEN",
        "Ich ziehe 29 zurück", "RETIRER 29", "Je retire la 29",
    ),
}  # fmt: skip


def by_number(*lines: str, subject: str = "Hallo") -> tuple[ClubAsk, ...]:
    """Return what lines order where there is an offer 29 alone."""
    written = mail(*lines, subject=subject)
    return club_lines(
        written, knows, lambda: READER.ours, means_offer=lambda it: it.number == 29
    ).asks


@pytest.mark.parametrize(
    ("text", "said"), [(text, said) for said, texts in BY_NUMBER.items() for text in texts]
)
def test_an_offer_is_answered_by_its_number_alone(text: str, said: ClubWord) -> None:
    answer = OfferAnswer(29, said)

    assert by_number(text, "", "Max") == by_number("Hallo", subject=text) == (answer,)
    assert by_number(text.replace("29", "30")) == ()
    assert club_lines(mail(text), knows).asks == ()


@pytest.mark.parametrize(
    "text",
    [
        "ACCEPT",
        "ANNEHMEN",
        "Accept 29 points",
        "I accept 29 points for HODE",
        "I take 29",
        "Ich nehme 29",
        "Ich nehme 29 Steine an",
        "Accept 29?",
        "Accept 29 and 30",
        "ACCEPT 29.5",
        "ACCEPT H8 HODE",
        "ACCEPT turn 29",
        "Zug 29 annehmen",
        "JA 29",
        "NO 29",
        "I'll be back on 29",
        "Back on 29 May",
        "Zurück am 29.",
        "29 Tage zurück",
        "Je reviens le 29",
        "I will accept 29 tomorrow",
        "I accept 29 if Ben plays",
        "I don't accept 29",
        "CHALLENGE 29",
        "ANZWEIFELN 29",
        "„ACCEPT 29“",
    ],
)
def test_a_number_beside_something_else_is_that_of_no_offer(text: str) -> None:
    assert by_number(text) == ()


def test_nor_is_one_that_a_program_has_wrapped_out_of_a_sentence_of_ours() -> None:
    above = "Offer 29 is not yours. If you do not want to take part, write OFFER"

    assert by_number(above, "29 DECLINE.") == ()


@pytest.mark.parametrize(
    "text",
    [
        "I want to play classic against anyone",
        "I want to play classic with anybody.",
        "I'd like to start a game of classic with whoever wants",
        "I would like to play classic, no matter with whom",
        "Ich möchte eine Partie classic gegen irgendwen spielen",
        "Ich will classic spielen, egal gegen wen.",
        "Ich würde gern classic spielen, gegen wen auch immer",
        "Je voudrais jouer à classic contre n'importe qui",
        "J'aimerais commencer une partie de classic avec qui veut",
        "Je voudrais une partie de classic contre quiconque",
    ],
)
def test_who_wants_to_play_against_anyone_offers_a_game_to_all(text: str) -> None:
    """`want to play` stands in a sentence of ours: the one that asks for it was taken for that."""
    assert club_lines(mail(text, "", "Max"), knows, lambda: READER.ours).asks == (FOR_ALL,)


@pytest.mark.parametrize(
    "text",
    [
        "Ich suche einen Gegner für classic",
        "Suche jemanden für eine Partie classic!",
        "Wer spielt classic mit mir?",
        "Wer möchte mit mir classic spielen?",
        "I'm looking for an opponent for classic",
        "Who plays classic with me?",
        "Anyone up for a game of classic?",
        "Je cherche quelqu'un pour jouer à classic",
        "Qui joue à classic avec moi ?",
    ],
)
def test_who_seeks_somebody_for_a_kind_of_game_is_asked_whether_he_offers_it(text: str) -> None:
    (found,) = club_lines(mail(text, "", "Max"), knows, lambda: READER.ours).asks

    assert found == replace(SOUGHT, is_unsure=True)


@pytest.mark.parametrize(
    "text",
    [
        "I don't want to play classic against anyone",
        "I never want to play classic against anybody again",
        "Ich möchte nicht gegen irgendwen classic spielen",
        "Je ne veux plus jouer à classic contre n'importe qui",
        "Wer spielt classic am besten?",
        "Who plays classic best?",
        "Could somebody play classic for me while I am away?",
        "Who wants to play classic in the pub?",
        "Qui joue à classic ce soir au café ?",
        "Wer hat classic gewonnen?",
    ],
)
def test_who_says_more_of_it_neither_seeks_anyone_nor_offers_a_game_unasked(text: str) -> None:
    assert asks(text) == replace(FOR_ALL, is_unsure=True)


@pytest.mark.parametrize(
    "text",
    [
        "Ich möchte classic gegen niemanden spielen",
        "Ich suche einen Gegner für Tennis",
        "Who plays first?",
        "Who plays the next move?",
        "Who plays tennis with me?",
        "Wer spielt den nächsten Zug?",
        "Qui joue le prochain coup ?",
        "Wer classic spielt, hat mehr vom Leben.",
        "I want to play HODE against anyone's advice",
    ],
)
def test_who_speaks_of_something_else_seeks_nobody(text: str) -> None:
    assert asks(text) is None


@pytest.mark.parametrize(
    ("text", "accepted", "declined"),
    [
        ("Ich nehme Angebot 6 an, Angebot 7 bitte ablehnen.", 6, 7),
        ("Angebot 7 bitte ablehnen, Angebot 6 nehme ich an.", 6, 7),
        ("Ich nehme Angebot 6 an und lehne Angebot 7 ab.", 6, 7),
        ("Ich nehme Angebot 6 an. Angebot 7 bitte ablehnen.", 6, 7),
        ("Ich nehme Angebot 6 an, 7 lehne ich ab.", 6, 7),
        ("Ja zu Angebot 6, nein zu Angebot 7", 6, 7),
        ("ANGEBOT 6 ABLEHNEN, ANGEBOT 7 ANNEHMEN", 7, 6),
        ("I accept offer 6 and decline offer 7.", 6, 7),
        ("I take offer 6; offer 7 I decline", 6, 7),
        ("OFFER 6 ACCEPT; OFFER 7 DECLINE", 6, 7),
        ("Offer 6 yes, offer 7 no", 6, 7),
        ("J'accepte l'offre 6 et refuse l'offre 7.", 6, 7),
        ("Je refuse l'offre 7, j'accepte l'offre 6", 6, 7),
    ],
)
def test_a_sentence_may_answer_several_offers(text: str, accepted: int, declined: int) -> None:
    """The first was read as the refusal of an offer that it accepts."""
    said = club_lines(mail(text), knows, means_offer=lambda _: True).asks
    expected = {OfferAnswer(accepted, ClubWord.ACCEPT), OfferAnswer(declined, ClubWord.DECLINE)}
    assert {*said} == expected


def test_a_sentence_may_answer_three_offers_across_lines() -> None:
    lines = ("Ich nehme Angebot 6 an, lehne Angebot 7 ab und", "ziehe mein Angebot 8 zurück.")
    assert club_lines(mail(*lines), knows).asks == (
        OfferAnswer(6, ClubWord.ACCEPT),
        OfferAnswer(7, ClubWord.DECLINE),
        OfferAnswer(8, ClubWord.TAKE_BACK),
    )


@pytest.mark.parametrize(
    "text",
    [
        "Angebot 6 nehme ich an, Angebot 7 nicht.",
        "Ich nehme Angebot 6 an, das andere bitte ablehnen",
        "Angebot 6 ist mir zu schnell, Angebot 7 nehme ich an",
        "Angebot 7 bitte ablehnen, Angebot 6 vielleicht",
        "I'll take offer 6 but not 7",
        "I accept offer 6, not offer 7",
        "I accept offer 6, but I don't want offer 7.",
        "J'accepte l'offre 6, mais pas la 7",
    ],
)
def test_where_a_sentence_may_be_about_another_offer_its_writer_says_which(text: str) -> None:
    (said,) = club_lines(mail(text), knows).asks
    assert isinstance(said, OfferAnswer)
    assert (said.number, said.written, said.is_unsure) == (0, text, True)
