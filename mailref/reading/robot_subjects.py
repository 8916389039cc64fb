"""What programs write as the subject of an answer that no person wrote, in the languages of Europe.

All is compared folded: without case, accents and signs (`folded`). Add a phrase to its language.
"""

import re
import unicodedata

# A note that somebody is away, or an answer that says itself that a program wrote it.
_AUTOMATIC = {
    "de": (
        "automatische antwort", "automatische abwesenheitsnotiz", "automatische rückmeldung",
        "automatische nachricht", "automatische empfangsbestätigung", "autom antwort",
        "abwesenheitsnotiz", "abwesenheitsassistent", "abwesenheitsbenachrichtigung",
        "abwesenheitsnachricht", "abwesenheitsmeldung", "abwesenheitsagent",
        "abwesenheitshinweis", "urlaubsbenachrichtigung", "urlaubsnotiz",
    ),
    "en": (
        "automatic reply", "automatic response", "automated reply", "automated response",
        "auto reply", "autoreply", "auto response", "autoresponse", "autoresponder",
        "automatic out of office reply", "out of office reply", "out of office autoreply",
        "vacation reply", "vacation response",
    ),
    "fr": (
        "réponse automatique", "message d'absence", "notification d'absence", "absence du bureau",
        "absent du bureau", "réponse d'absence",
    ),
    "it": (
        "risposta automatica", "risposta fuori sede", "fuori sede", "fuori ufficio",
        "assente dall'ufficio", "messaggio automatico",
    ),
    "es": ("respuesta automática", "fuera de la oficina", "fuera de oficina"),
    "ca": ("resposta automàtica",),
    "gl": ("resposta automática",),
    "eu": ("erantzun automatikoa",),
    "pt": ("resposta automática", "fora do escritório", "ausência temporária"),
    "nl": (
        "automatisch antwoord", "automatische beantwoording", "afwezig", "afwezigheidsbericht",
        "afwezigheidsmelding", "niet op kantoor",
    ),
    "da": ("autosvar", "automatisk svar", "fraværsmeddelelse", "fraværsbesked", "ikke til stede"),
    "sv": ("autosvar", "automatiskt svar", "frånvaromeddelande", "frånvarobesked"),
    "nb": ("autosvar", "automatisk svar", "fraværsmelding", "fraværsassistent"),
    "is": ("sjálfvirkt svar",),
    "fi": ("automaattinen vastaus", "poissaoloilmoitus", "poissaoloviesti"),
    "et": ("automaatvastus", "automaatne vastus"),
    "lv": ("automātiska atbilde", "automātiskā atbilde"),
    "lt": ("automatinis atsakymas",),
    "pl": (
        "autoodpowiedź", "automatyczna odpowiedź", "odpowiedź automatyczna", "poza biurem",
        "nieobecność w biurze",
    ),
    "cs": ("automatická odpověď", "mimo kancelář", "nepřítomnost v kanceláři"),
    "sk": ("automatická odpoveď", "mimo kancelárie"),
    "hu": ("automatikus válasz", "házon kívül"),
    "ro": ("răspuns automat",),
    "sl": ("samodejni odgovor", "samodejno sporočilo"),
    "hr": ("automatski odgovor", "izvan ureda"),
    "sr": ("аутоматски одговор",),
    "mk": ("автоматски одговор",),
    "bg": ("автоматичен отговор",),
    "el": ("αυτόματη απάντηση",),
    "ru": ("автоответ", "автоматический ответ"),
    "uk": ("автоматична відповідь", "автовідповідь"),
    "tr": ("otomatik yanıt", "otomatik cevap", "ofis dışında"),
    "sq": ("përgjigje automatike",),
    "lb": ("automatesch äntwert",),
    "cy": ("ateb awtomatig",),
    "ga": ("freagra uathoibríoch",),
}  # fmt: skip
# A receipt that a mail came or was read.
_RECEIPTS = {
    "de": (
        "empfangsbestätigung", "eingangsbestätigung", "lesebestätigung", "übermittlungsbestätigung",
    ),
    "en": ("read receipt", "delivery receipt", "return receipt"),
    "fr": ("accusé de réception", "accusé de lecture", "confirmation de lecture"),
    "it": ("conferma di lettura", "ricevuta di ritorno", "conferma di recapito"),
    "es": ("acuse de recibo", "confirmación de lectura"),
    "pt": ("recibo de leitura", "confirmação de leitura"),
    "nl": ("leesbevestiging", "ontvangstbevestiging"),
    "da": ("kvittering for læsning", "læsekvittering"),
    "sv": ("läskvitto",),
    "nb": ("lesebekreftelse",),
    "fi": ("lukukuittaus",),
    "pl": ("potwierdzenie przeczytania", "potwierdzenie odbioru"),
    "cs": ("potvrzení o přečtení",),
    "hu": ("olvasási visszaigazolás",),
}  # fmt: skip
# One word that a person may begin with too: only with the colon of a program behind it.
_WITH_COLON = {
    "de": ("gelesen", "nicht gelesen", "ungelesen gelöscht", "zugestellt", "übermittelt"),
    "en": ("read", "not read", "deleted without being read", "delivered", "ooo", "out of office",
           "out of the office"),
    "fr": ("lu", "non lu", "absence", "remis"),
    "it": ("letto", "letta", "non letto", "assenza"),
    "es": ("leído", "no leído", "ausencia"),
    "pt": ("lida", "lido", "não lida", "ausência"),
    "nl": ("gelezen", "niet gelezen", "afwezigheid"),
    "da": ("læst", "ulæst", "fravær"),
    "sv": ("läst", "oläst", "frånvaro"),
    "nb": ("lest", "ulest", "fravær"),
    "fi": ("luettu", "poissa"),
    "pl": ("przeczytano", "przeczytane", "nieobecność"),
    "cs": ("přečteno", "nepřítomnost"),
    "sk": ("prečítané", "neprítomnosť"),
    "hu": ("olvasva", "elolvasva", "távollét"),
    "ro": ("citit",),
    "sl": ("prebrano", "odsotnost"),
    "hr": ("pročitano", "odsutnost"),
    "el": ("αναγνώστηκε",),
    "bg": ("прочетено",),
    "ru": ("прочтено", "прочитано"),
    "uk": ("прочитано",),
    "tr": ("okundu",),
}  # fmt: skip
_SIGNS = re.compile(r"[\W_]+")


def _folded(text: str) -> str:
    """Return *text* in small letters without accents, a space for every run of signs."""
    bare = "".join(
        char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char)
    )
    return _SIGNS.sub(" ", bare.casefold()).strip()


def _all_of(phrases: dict[str, tuple[str, ...]]) -> frozenset[str]:
    return frozenset(_folded(phrase) for forms in phrases.values() for phrase in forms)


_ANYWHERE_IN_FRONT = _all_of(_AUTOMATIC) | _all_of(_RECEIPTS)
_BEFORE_COLON = _all_of(_WITH_COLON) | _ANYWHERE_IN_FRONT
_MOST_WORDS = max(phrase.count(" ") + 1 for phrase in _BEFORE_COLON)


def is_robots_subject(subject: str) -> bool:
    """Tell whether *subject* begins as only programs begin one.

    >>> is_robots_subject("Risposta automatica: [yerres R4] Auswertung")
    True
    >>> is_robots_subject("Re: Abwesenheitsnotiz")
    False
    """
    words = _folded(subject).split(" ", _MOST_WORDS)[:_MOST_WORDS]
    if any(" ".join(words[:count]) in _ANYWHERE_IN_FRONT for count in range(1, len(words) + 1)):
        return True
    before, colon, _ = subject.partition(":")
    return bool(colon) and _folded(before) in _BEFORE_COLON
