"""Words that tell German from English: no mail, page or sheet of an English game has one."""

import re

# The commonest words of German that are no English ones, and what our German mails say everywhere.
_WORDS = frozenset(
    """
    aber alle allein als auf aus bei beide bis bitte damit dann das dass dein deine deinem deinen deiner dem
    denn der des dich dir diese diesem diesen dieser dieses doch du durch ein eine einem einen einer eines er es
    etwas euch für gegen gibt hast hier ich ihm ihn ihr ihre im ist jede jeder jetzt kann kannst kein keine
    legt liegt mehr mein mit muss nach neue nicht nichts noch nun nur oder ohne schon sein seine sich sie sind
    soll spielt über um und unter vom von vor waagerecht weiter wenn wer werden wie wieder wird wurde zu
    zum zur zwei senkrecht
    abgabe abmelden anfechten anmelden auswertung automat beutel bewertung blanko brett bretts buchstabe
    buchstaben ersatzzug feld frist gelegt gezogen gruß guten hallo hilfe jahr joker-tausch jokertausch liebe
    partie postspiel punkt punkte regel regeln runde runden spiel spieler spielleiter spielleitung stein
    steine tabelle tausche teilzug wort wortliste wörter zat zug züge zieht spielart
    montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz mai juni juli oktober dezember
    """.split()  # noqa: SIM905  as a list it fills a page
)
_UMLAUT = re.compile(r"\w*[äöüßÄÖÜẞ]\w*")
_WORD = re.compile(r"(?<![\w-])[^\W\d_]+(?![\w])")


def german_words(text: str) -> list[str]:
    """Return the German words in a text, and whatever has a letter that English has not."""
    found = [*_UMLAUT.findall(text), *(each for each in _WORD.findall(text) if _is_german(each))]
    return sorted(set(found))


def _is_german(word: str) -> bool:
    return word.lower() in _WORDS
