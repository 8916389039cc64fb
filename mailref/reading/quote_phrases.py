"""How mail programs say "quoted", "forwarded" and "sent from": patterns of single lines.

Rules of Discourse's email_reply_trimmer for the languages of its mails, and those of the programs
that German players use. All are matched on cleaned lines: every dash is `-`, every space plain.
"""

import re

# mailref's own mails begin with this line; from it on nothing is the player's.
OUR_MARKER = re.compile(
    r"^\W{0,12}-{1,3}\s*(?:antworten bitte \S{1,4}ber dieser(?: zeile\b|$)"
    r"|please answer above(?: this line\b| this$|$))",
    re.IGNORECASE,
)

# `> text`, `>> text`, and Supercite's `Richard> text`.
QUOTED = re.compile(r"^\s*(?:>|[A-Za-z]{1,15}>(?:\s|$))")
# Gnus and old Pine quote so; read as quotes only after a line that says who wrote.
BAR_QUOTED = re.compile(r"^\s*[|:](?:\s|$)")

_WROTE = (
    r"(?:schrieb(?:en)?|geschrieben|wrote|writes|said|a écrit|ha scritto|escribió|escreveu|skrev"
    r"|schreef|geschreven|napisał(?:\(a\))?|написал(?:\(а\))?|пише|写道|napsal(?:\(a\))?)"
)
# How "Am 20.11.26 um 21:05 schrieb Scrabble:" ends, and, with address and date the other way
# round, Google's "Scrabble <...> schrieb am Fr., 20. Nov. 2026 um 21:05 Uhr:".
WROTE_COLON = re.compile(
    rf"(?:^|[^\w]){_WROTE}(?:\W.{{0,200}})?\s?[:：]\s*+[*_]*+$"
    rf"|(?<![a-zäöüß]){_WROTE}\s*+(?:[:：]\s*+)?-*+$",
    re.IGNORECASE,
)
# Without a stop at its end a line is taken for one only with a whole date, a time or an address:
# "Ich lege H8 waagerecht SCHRIEB" says who plays.
HAS_TIME_OR_ADDRESS = re.compile(r"\b\d{4}\b|\b\d{1,2}[:.]\d{2}\b|\S@\S")
HAS_DATE_OR_ADDRESS = re.compile(r"\d|\S@\S|\byou wrote:")
# Gmail of old: "2016-03-03 17:21 GMT+01:00 Some One <some@one.example>:", the verb left out.
DATE_AND_NAME = re.compile(
    r"^\d{4}[-/]\d{1,2}[-/]\d{1,2}(?:[ T]\d{1,2}:\d{2})?.{0,12}"
    r"(?:\b(?:GMT|UTC)(?:[+-][\d:]+)?\s+\S.{0,80}|\s\S.{0,80}<\s*\S+@\S+>):?$"
)
# Tuta: "20. Nov. 2026, 21:05 von referee@example.org:", no verb either.
DATE_BY_ADDRESS = re.compile(
    r"^\d{1,2}\. ?\w{3,9}\.? \d{4},? .{0,20}\b(?:von|by|from) \S+@\S+:$", re.IGNORECASE
)
# What the first of several lines of an attribution looks like.
MAY_ATTRIBUTE = re.compile(
    r"^[-\s*_\"]*+(?:(?:Am|On|At|Le|El|Il|Em|Op|Den|Dnia|W dniu)\b.*\d|\d{1,4}[./-]?\s?\S*\s?\d"
    rf"|[^<]*+<[^@]*+@|.*{_WROTE})",
    re.IGNORECASE,
)

_ORIGINAL = (
    r"(?:Ursprüngliche|Originale?|Original|Weitergeleitete|Forwarded|Reply)"
    r"(?:[ -]?(?:Nachricht|E-?Mail|Mail|Message))"
    r"|Mensaje original|Mensagem original|Message d'origine|Message transféré|Messaggio originale"
    r"|Oorspronkelijk bericht|Ursprungligt meddelande|Opprinnelig melding|Oprindelig meddelelse"
)
ORIGINAL = re.compile(
    rf"^[\s*_]{{0,12}}[-_]{{2,}}[\s*]{{0,4}}(?:{_ORIGINAL})\b.{{0,80}}$"
    r"|^\W{0,12}(?:Begin forwarded message|Anfang der weitergeleiteten (?:Nachricht|E-Mail)):\W*$",
    re.IGNORECASE,
)
IS_FORWARDED = re.compile(r"forwarded|weitergeleitet|transféré", re.IGNORECASE)

_FROM = r"Von|From|De|Da|Från|Fra|Van"
_SENT = (
    r"Gesendet(?: am)?|Sent|Date|Datum|Data|Enviado(?: em)?|Skickat|Envoyé|Verzonden|Inviato|Sendt"
)
_TO = r"An|To|A|Para|À|Till|Aan|Til"
_SUBJECT = r"Betreff|Betr|Subject|Asunto|Assunto|Oggetto|Objet|Ämne|Onderwerp|Emne"
_OTHER = (
    r"Cc|Kopie(?: \(CC\))?|Bcc|Reply-To|Antwort an|Risposta|Wichtigkeit|Importance|Priorität"
    r"|Anlagen?|Attachments?|Organisation|Organization"
)
# `Von: ...`, `*From:* ...`, `> An: ...`
HEADER_LINE = re.compile(
    rf"^[\s*_>|]*(?:(?P<sender>{_FROM})|(?P<sent>{_SENT})|(?P<to>{_TO})|(?P<subject>{_SUBJECT})"
    rf"|(?P<other>{_OTHER}))[*_]*\s?:[*_]*(?:\s|$)",
    re.IGNORECASE,
)

# The separator of RFC 3676 with and without its space; a line of one dash comes of an em dash.
SIGNATURE = re.compile(r"^-{1,2}$")
RULE = re.compile(r"^\s*(?:[-_=~*#+]\s?){3,}$")
BARE_SIGN = re.compile(r"^\s*\u1427\s*$")

_DEVICE = r"[\w'\"+()\[\]./&®™-]+(?: [\w'\"+()\[\]./&®™-]+){0,7}"
MOBILE = re.compile(
    r"^\W*+(?:"
    r"(?:diese (?:nachricht|e-?mail|mail) wurde )?von (?:meinem|unserem|mein|einem|meiner)"
    rf" {_DEVICE} (?:aus )?(?:gesendet|geschickt|verschickt)"
    rf"|(?:gesendet|verschickt|geschickt|verfasst) (?:von|mit|über|via|aus|durch|per) {_DEVICE}"
    rf"|(?:(?:diese|gesicherte) (?:nachricht|e-?mail|mail) (?:wurde )?)(?:von|mit) {_DEVICE} gesendet"
    rf"|holen sie sich outlook für {_DEVICE}|laden sie outlook für {_DEVICE}"
    rf"|get \[?outlook for {_DEVICE}|download outlook for {_DEVICE}"
    rf"|sent (?:from|with|via|by|using) {_DEVICE}(?:[.,]?\s+please excuse .*)?"
    r"|from my (?:iphone|ipad|ipod|android|mobile|samsung|phone)\b.{0,20}|\w+ from mobile"
    rf"|envoyé (?:depuis|de) mon {_DEVICE}|verzonden (?:met|vanaf) {_DEVICE}"
    rf"|sendt fra min {_DEVICE}|skickat från min {_DEVICE}|inviato da(?:l mio)? {_DEVICE}"
    r"|從我的 \S+ 傳送"
    r")\W*+(?:https?:\S*+\W*+)?(?:for [\w ]++)?\W*+$",
    re.IGNORECASE,
)
LINK = re.compile(r"[<(\[]{0,3}https?://[^\s>)\]]*+[>)\]]*+")

FOOTER = re.compile(
    r"^\W*(?:"
    r"(?:diese|dieses|die in dieser|der inhalt dieser|inhalt dieser)\b.{0,40}(?:e-?mail|nachricht)"
    r".{0,80}(?:vertraulich|bestimmt|adressat|empfänger|geschützt|avast|virengeprüft|virenfrei)"
    r"|(?:diese e-?mail|this e-?mail) (?:wurde|was|has been|is)\b.{0,60}(?:virus|viren|avast|avg)"
    r"|virenfrei\b|virus-free\b"
    r"|(?:this|the information|the contents?)\b.{0,60}(?:e-?mail|message|transmission|attachments?)"
    r".{0,80}(?:confidential|privileged|intended)"
    r"|(?:confidentiality|legal) (?:notice|note|disclaimer)\b|(?:haftungsausschluss|disclaimer)\b\W"
    r"|(?:bitte )?(?:denken sie|denkt) an die umwelt|please consider the environment"
    r")",
    re.IGNORECASE,
)
