"""Whether a person wrote a mail, or a program that must not be answered (RFC 3834, mail 3).

Programs are known by their headers, by their subjects in the languages of Europe, and by what
repeats but for dates and numbers. Subjects are compared folded: without case, accents and signs
(`folded`). Add a phrase to its language.
"""

import hashlib
import re
import unicodedata

from mailref.reading.commands import command_in
from mailref.reading.headers import Header, normalised
from mailref.reading.incoming_mail import IncomingMail, Line, ReadPolicy, Robot
from mailref.reading.mime import Part, walk
from mailref.reading.shapes import holds_play

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


LOOP_FIELD = "x-mailref-loop"
_DAEMONS = re.compile(
    r"^(?:mailer[-_.]?daemon|post[-_.]?master|ndr|mail[-_.]?delivery[-_.]?(?:sub)?system)$"
)
_NOBODY = re.compile(
    r"^(?:mailer[-_.]?daemon|post[-_.]?master|(?:do-?not|no|nicht|keine)[-._]?(?:reply|antwort)\w*"
    r"|bounces?|ndr|auto-?responder|mdaemon|mail[-_.]?delivery[-_.]?(?:sub)?system)(?:[+._-].*)?$"
)
_LIST_FIELDS = (
    "list-id", "list-post", "list-help", "list-subscribe", "list-unsubscribe", "list-owner",
    "list-archive", "list-unsubscribe-post", "mailing-list", "x-mailing-list", "x-list",
)  # fmt: skip
# Not X-Auto-Response-Suppress: Exchange writes it on mail that people send (mail 0.12).
_AUTO_FIELDS = (
    "x-autoreply", "x-autorespond", "x-autoresponse", "x-autoresponder", "x-auto-reply",
    "x-autogenerated", "x-autoreply-from", "x-mail-autoreply", "x-vacation", "x-fc-machinegenerated",
    "x-cron-env",
)  # fmt: skip
_REPORTS = {"message/feedback-report", "message/disposition-notification"}
_NO_VALUE = {"", "no", "false", "none"}
# These a person may write too: they count only with a second sign.
_WEAK_SUBJECT = re.compile(
    r"^(?:abwesend|abwesenheit|nicht (?:im (?:haus|büro)|da|erreichbar)|urlaub|im urlaub"
    r"|ich bin (?:im urlaub|nicht)|out of (?:the )?office|automatische antwort|vacation|on holiday"
    r"|away|auto)\b",
    re.IGNORECASE,
)
_OUR_TAG = re.compile(
    r":\s*+(?:re|aw|antwort)?+:?+\s*+\[[\w.-]+(?: (?:r\d+|ende))?\]", re.IGNORECASE
)
# What stands in mails of ours before anything that could be read as a move.
_OURS_AGAIN = re.compile(
    r"\b(?:auswertung (?:der )?runde \d|runde \d{1,3} von\b|vorlage zum kopieren|zug (?:gilt|wartet|erhalten)"
    r"|schiedsrichter-automat|report (?:on|of) round \d|round \d{1,3} of\b|move (?:counts|received))",
    re.IGNORECASE,
)
_AWAY = re.compile(
    r"\b(?:nicht im (?:büro|hause?)|abwesend|außer haus|nicht erreichbar|wieder (?:da|erreichbar"
    r"|im büro)|im urlaub|wird nicht (?:weitergeleitet|bearbeitet|gelesen)|out of (?:the )?office"
    r"|on (?:annual )?leave|on vacation|limited access|automatisch (?:erstellt|generiert|erzeugt))\b",
    re.IGNORECASE,
)


def robot_of(mail: Part, sender: str | None, policy: ReadPolicy) -> Robot | None:
    """Return which robot the fields of *mail* show, tested in the order of the contract."""
    header = mail.header
    if _is_own(header, sender, policy):
        return Robot.OWN_MAIL
    if _is_bounce(mail, sender):
        return Robot.BOUNCE
    if _is_list(header):
        return Robot.MAILING_LIST
    return Robot.AUTO_REPLY if _is_auto_reply(mail, sender) else None


def is_away_note(subject: str, lines: tuple[Line, ...]) -> bool:
    """Tell whether subject and text are those of a program's answer that no field gives away.

    Never where the sender's own *lines* hold a move or a command. "Abwesend" and "Urlaub" a person
    writes too: they need a second sign, our own subject behind them or a text that says the same.
    """
    is_sure = is_robots_subject(subject)
    if not is_sure and not _WEAK_SUBJECT.match(subject):
        return False
    if any(holds_play(line.text) or command_in(line.text) for line in _before_ours(lines)):
        return False
    is_sure |= _OUR_TAG.search(subject) is not None
    return is_sure or any(_AWAY.search(line.text[:500]) for line in lines)


def _before_ours(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return the lines above a mail of ours that a program repeats without any sign of quoting."""
    at = (number for number, line in enumerate(lines) if _OURS_AGAIN.search(line.text[:500]))
    return lines[: next(at, len(lines))]


def _is_own(header: Header, sender: str | None, policy: ReadPolicy) -> bool:
    if policy.loop_id and policy.loop_id in header.every(LOOP_FIELD):
        return True
    if sender is None:
        return False
    local, _, domain = sender.rpartition("@")
    return bool({sender, f"{local.partition('+')[0]}@{domain}"} & policy.own_addresses)


def _is_bounce(mail: Part, sender: str | None) -> bool:
    """Contract 3: a delivery status, or nobody's Return-Path and a daemon's From."""
    if mail.kind == "multipart/report":
        kinds = {part.kind for part in walk(mail)}
        report = mail.parameter("report-type").lower()
        if report == "delivery-status" or kinds & {
            "message/delivery-status",
            "message/global-delivery-status",
        }:
            return True
    return _is_from_nobody(mail.header) and bool(_DAEMONS.match(_local_part(mail.header, sender)))


def _is_from_nobody(header: Header) -> bool:
    return any(value.strip() == "<>" for value in header.every("return-path"))


def _local_part(header: Header, sender: str | None) -> str:
    """Return the local part of From; qmail and others write only `MAILER-DAEMON`."""
    if sender is not None:
        return sender.rpartition("@")[0]
    value = header.first("from").partition("(")[0]
    bare = value[value.rfind("<") + 1 :].strip(" <>\"'").lower()
    return bare.partition("@")[0] if normalised(bare) or "@" not in bare else ""


def _is_list(header: Header) -> bool:
    if any(header.has(name) for name in _LIST_FIELDS):
        return True
    return _precedence(header) == "list"


def _is_auto_reply(mail: Part, sender: str | None) -> bool:
    header = mail.header
    submitted = header.first("auto-submitted").partition(";")[0].partition("(")[0].strip().lower()
    if submitted not in {"", "no"} or _is_from_nobody(header):
        return True
    # A receipt that a mail was read, a complaint about one, or any other report of a program.
    if any(part.kind in _REPORTS for part in walk(mail)):
        return True
    if mail.kind == "multipart/report" or _precedence(header) in {"bulk", "junk", "auto_reply"}:
        return True
    if any(header.first(name).lower() not in _NO_VALUE for name in _AUTO_FIELDS):
        return True
    if "autoresponder" in header.first("delivered-to").lower():
        return True
    return bool(_NOBODY.match(_local_part(header, sender)))


def _precedence(header: Header) -> str:
    return header.first("precedence").strip().lower().replace("-", "_")


# Months and days of the week as programs write them, whole or short, in the languages of most mail.
_DATES = re.compile(
    r"\b(?:jan(?:uar|uary|vier|uari)?|feb(?:ruar|ruary)?|février|mär(?:z)?|mar(?:ch|s)?|maart|apr(?:il)?|avril|mai|may|mei"
    r"|jun[ie]?|juin|jul[iy]?|juillet|aug(?:ust)?|août|augustus|sep(?:t(?:ember|embre)?)?|o[ck]t(?:ober|obre)?"
    r"|nov(?:ember|embre)?|de[czs](?:ember|embre)?|décembre"
    r"|mon(?:tag|day)?|dienstag|tue(?:sday)?|mittwoch|wed(?:nesday)?|donnerstag|thu(?:rsday)?|fre(?:itag)?|fri(?:day)?"
    r"|samstag|samedi|sonnabend|sat(?:urday)?|sonntag|sun(?:day)?|lundi|mardi|mercredi|jeudi|vendredi|dimanche"
    r"|uhr|am|pm)\b"
)
# "Fr, 20.11." but not every "so".
_SHORT_DAYS = re.compile(r"\b(?:mo|di|mi|do|fr|sa|so)[.,]{1,2} {0,2}(?=\d)")
_NO_LETTERS = re.compile(r"[\W\d_]+")
_MOST = 20_000


def gist_of(mail: IncomingMail) -> str:
    """Return a hash of what the person wrote, or of the subject where that is nothing."""
    text = "\n".join(line.text for line in mail.lines)[:_MOST] or mail.subject
    words = _DATES.sub(" ", _NO_LETTERS.sub(" ", _SHORT_DAYS.sub(" ", text.casefold())))
    return hashlib.sha256(" ".join(words.split()).encode()).hexdigest()
