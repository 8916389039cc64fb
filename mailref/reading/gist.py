"""What a mail says but for dates and numbers: a program's answers differ in nothing else."""

import hashlib
import re

from mailref.reading.incoming_mail import IncomingMail

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
_SIGNS = re.compile(r"[\W\d_]+")
_MOST = 20_000


def gist_of(mail: IncomingMail) -> str:
    """Return a hash of what the person wrote, or of the subject where that is nothing."""
    text = "\n".join(line.text for line in mail.lines)[:_MOST] or mail.subject
    words = _DATES.sub(" ", _SIGNS.sub(" ", _SHORT_DAYS.sub(" ", text.casefold())))
    return hashlib.sha256(" ".join(words.split()).encode()).hexdigest()
