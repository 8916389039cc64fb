"""Two games are played by mail in French: players and game master write it, and read nothing else."""

import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import permutations

import pytest
from babel import Locale
from babel.dates import format_timedelta

from mailref import assets
from mailref.languages import TEMPLATES
from tests.games.by_turns.at_table import kiel
from tests.games.by_turns.test_in_a_tick import ANNA, BEN, STARTER, state
from tests.made_up.play import Table
from tests.referee.rehearsal import DAY, ERIKA, EVA, MAX, MINUTE, ZAT, game
from tests.writing.composed import body

IN_FRENCH = 'language = "fr"'
_WORD = re.compile(r"[^\W\d_]{2,}")
_NO_WORD = re.compile(r"\S*(?:@|://)\S*|\w*\d\w*")
"""Addresses, squares, hashes and times."""
_GCG = re.compile(r"^[#>].*$", re.MULTILINE)
"""Lines of a file for other programs."""
NAMES = frozenset({
    "Max", "Mustermann", "Eva", "Muster", "Meier", "Erika", "Musterfrau", "Fred", "Anna", "Ben",
    "Zug", "Scrabble", "Yerres", "yerres", "Classic", "Kiel", "kiel", "german", "wordlist", "tanglet", "data",
    "mailref", "XQ", "DE", "EN", "FR", "Ende", "Berlin",
})  # fmt: skip
"""People, games, the word list, how languages are asked for, the tag of a game that is over,
and the city that says which time is meant."""


class Club(Table):
    """Everybody writes French, with his mail program's way to quote."""

    def says(self, who: str, text: str, *, under: bool = True) -> str:
        self.now += MINUTE
        address = who.partition("<")[2].rstrip(">")
        to = self.last.get(address) if under else None
        head = f"In-Reply-To: {to['Message-ID']}\n" if to is not None else ""
        subject = f"Re: {to['Subject']}" if to is not None else "Bonjour"
        said = f"{text}\n\n{_quoted(body(to, 'plain'))}" if to else text
        self.post.arrives(said, who, self.now, subject, head)
        return self.waits(self.now, address)

    def orders(self, text: str) -> str:
        """Let the game master order something, and say yes where he is asked back."""
        said = self.says(ERIKA, text)
        return self.says(ERIKA, "oui") if "avec le seul mot OUI" in _flat(said) else said

    def number(self) -> int:
        turn = state(self.post).turn
        return turn.number if turn is not None else 0

    def word_of(self, name: str) -> str:
        """Return a word that *name* can lay."""
        rack = state(self.post).hands[name].rack.value
        valid = set(assets.word_list().decode().split())
        ways = (map("".join, permutations(rack, size)) for size in (2, 3, 4))
        return next(word for each in ways for word in each if word in valid)


def _quoted(text: str) -> str:
    lines = "\n".join(f"> {line}" for line in text.splitlines())
    return f"Le lun. 7 déc. 2026 à 10:12, Scrabble <referee@example.org> a écrit :\n\n{lines}\n"


def _flat(text: str) -> str:
    return " ".join(text.split())


def _of_locale() -> Iterator[str]:
    """Yield the words that Babel says: days, months, lengths of time, languages."""
    locale = Locale("fr_FR")
    for names in (locale.days, locale.months):
        for forms in names["format"].values():
            yield from forms.values()
    for length in (MINUTE, 2 * MINUTE, 60 * MINUTE, 120 * MINUTE, DAY, 2 * DAY):
        yield format_timedelta(length, threshold=1, locale=locale)
        yield format_timedelta(length, "hour", threshold=1000, locale=locale)
    yield from (locale.languages[each] for each in ("de", "en", "fr"))


def _strange_in(mails: list[str], written: set[str]) -> set[str]:
    """Return the words of mails that neither the French folder has, nor anybody has written."""
    files = (each for each in (TEMPLATES / "fr").rglob("*.*") if each.suffix in {".j2", ".toml"})
    of_folder = {word for each in files for word in _WORD.findall(each.read_text("utf-8"))}
    small = {word.lower() for word in of_folder} | {word.lower() for word in written}
    known = small | {word.lower() for each in _of_locale() for word in _WORD.findall(each)}
    said = {word for mail in mails for word in _WORD.findall(_NO_WORD.sub(" ", _GCG.sub("", mail)))}
    strange = {word for word in said if word.lower() not in known} - NAMES
    return strange.difference(assets.word_list().decode().split())


ROUNDS = (
    "H8 horizontalement RABEN", "Bonjour Erika,\n\nje joue H8 verticalement TRABEN, merci !\n\nAmicalement\nMax",
    "ÉTAT", "AIDE", "Règles", "RAPPORT", "NOTE : mon propre plan", "ANNULER", "H8v TRABEN", "H8 horizontalement RABTEN",
    "H8 vers la droite TRABEN\n\nCoup de réserve : H8 horizontalement RABEN", "PRESSE : quelle partie",
    "MOT DU SORT prune", "RAPPEL NON", "H8 horizontalement TRABENXXX", "mon coup n'est pas encore prêt",
    "Bonjour,\n\nmerci beaucoup",
)  # fmt: skip
AT_DESK = (
    "PAUSE", "REPRENDRE", "PROLONGER 12.12.2026 à 20:00", "RÉVOQUER", "EXCLURE Fred",
    "JUGER RABTEN oui : il est dans le dictionnaire", "RENOMMER Eva Muster = Eva Meier",
    "ADRESSE Eva = eva@example.com", "DÉPARTAGER 1",
)  # fmt: skip


@pytest.fixture(scope="module")
def rounds(tmp_path_factory: pytest.TempPathFactory) -> Club:
    club = Club(tmp_path_factory.mktemp("rounds"), game(keys=IN_FRENCH))
    for text in ROUNDS:
        club.says(MAX, text)
        player = club.post.game().players["Max Mustermann"]
        if text.startswith("NOTE"):
            club.understood["a note"] = player.kept.value == (("note", "mon propre plan"),)
        elif text.startswith("H8v"):
            club.understood["a move"] = bool(club.post.entries().get("Max Mustermann"))
        elif text.startswith("Bonjour Erika"):
            club.understood["a sentence"] = "TRABEN" in str(club.post.entries())
        elif text == "ANNULER":
            club.understood["nothing"] = not club.post.entries().get("Max Mustermann")
    club.says(EVA, "H8 horizontalement NABEL")
    for text in AT_DESK:
        club.orders(text)
        if text == "PAUSE":
            club.understood["a pause"] = club.post.game().is_paused
    club.understood["a ruling"] = club.post.game().rulings.get("RABTEN") is True
    club.understood["a name"] = "Eva Meier" in club.post.game().players
    club.orders("CLORE MAINTENANT")
    club.understood["an end of the round"] = club.post.game().number_now > 1
    before = club.post.game().players["Max Mustermann"].total
    club.orders("CORRIGER Max Mustermann +5 : erreur de calcul")
    after = club.post.game().players["Max Mustermann"].total
    club.understood["a correction"] = after == before + 5
    club.orders("AIDE")
    club.waits(ZAT + 5 * MINUTE)
    club.waits(ZAT + timedelta(days=5))
    return club


@pytest.fixture(scope="module")
def classic(tmp_path_factory: pytest.TempPathFactory) -> Club:
    club = Club(tmp_path_factory.mktemp("classic"), kiel(IN_FRENCH, STARTER))
    first = club.word_of("Anna")
    for text in ("ÉTAT", "AIDE", "RÈGLES", "RELIQUAT", f"ESSAI 8H {first}", f"Je joue 8H {first}."):
        club.says(ANNA, text)
    club.understood["a play"] = bool(state(club.post).board.tiles)
    club.says(BEN, f"CONTESTER {first}")
    club.says(BEN, "Je passe.")
    club.understood["a pass"] = club.number() == 3
    letter = state(club.post).hands["Anna"].rack.value[0]
    club.says(ANNA, f"J'échange {letter}")
    club.understood["an exchange"] = club.number() == 4
    club.says(BEN, "SI PASSE :\nPASSE")
    club.says(BEN, "HISTORIQUE")
    club.says(ANNA, "VACANCES 24.12. - 27.12.2026")
    for text in ("PASSE POUR Ben", "DÉFAIRE", "JUGER XQ non", "AIDE"):
        club.orders(text)
    for _ in range(2):
        club.waits(club.now + timedelta(days=6))
    club.says(ANNA, "J'abandonne.")
    club.understood["resigning"] = state(club.post).ended is not None
    club.waits(club.now + timedelta(days=1))
    return club


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rounds", "classic"])
def test_what_is_written_in_french_is_understood(name: str, request: pytest.FixtureRequest) -> None:
    club: Club = request.getfixturevalue(name)

    assert {what for what, is_done in club.understood.items() if not is_done} == set()
    assert len(club.understood) >= 4
    assert len(club.mails) > 25


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rounds", "classic"])
def test_nothing_is_said_but_in_french(name: str, request: pytest.FixtureRequest) -> None:
    club: Club = request.getfixturevalue(name)
    written = {word for text in (*ROUNDS, *AT_DESK) for word in _WORD.findall(text)}

    assert _strange_in(club.mails, written) == set()
