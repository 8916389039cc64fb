"""The regular forms of a German word: what its endings can be, never whether it exists.

Words are in capitals with ß as SS. Strong verbs are left out: their stems cannot be computed.
"""

from collections.abc import Iterator

_SEPARABLE = """
    AB AN AUF AUS BEI BEISAMMEN DA DABEI DAHER DAHIN DANEBEN DAR DARAN DAVON DAZU DURCH EIN EMPOR
    ENTGEGEN ENTLANG ENTZWEI FEHL FERN FEST FORT FREI GEGENÜBER GLEICH HEIM HER HERAB HERAN HERAUF
    HERAUS HERBEI HEREIN HERUM HERUNTER HERVOR HIN HINAB HINAN HINAUF HINAUS HINEIN HINTER HINÜBER
    HINUNTER HINWEG HINZU HOCH LOS MIT NACH NIEDER TEIL ÜBER UM UMHER UNTER VOLL VOR VORAN VORAUS
    VORBEI VORÜBER WEG WEITER WIDER WIEDER ZU ZUR ZURECHT ZURÜCK ZUSAMMEN
"""
SEPARABLE = frozenset(_SEPARABLE.split())
"""Prefixes that stand apart in a main clause: `er ixte aus`."""

_INSEPARABLE = ("BE", "EMP", "ENT", "ER", "GE", "MISS", "VER", "ZER")
_DECLINED = ("E", "EM", "EN", "ER", "ES")
_SIBILANTS = ("S", "X", "Z")
_VOWELS = frozenset("AEIOUÄÖÜ")
_UMLAUTS = (("AU", "ÄU"), ("A", "Ä"), ("O", "Ö"), ("U", "Ü"))


def umlauted(stem: str) -> str | None:
    """Return *stem* with its last vowel as umlaut, or None: BAUM, BÄUM."""
    places = [(stem.rfind(plain), len(plain), umlaut) for plain, umlaut in _UMLAUTS]
    place, length, umlaut = max(places, key=lambda found: (found[0], found[1]))
    if place > 0 and stem[place] == "U" and stem[place - 1] == "A":
        place, length, umlaut = place - 1, 2, "ÄU"
    if place < 0 or any(vowel in stem[place + length :] for vowel in "IÄÖÜ"):
        return None
    return stem[:place] + umlaut + stem[place + length :]


def _stem(infinitive: str) -> str | None:
    """Return the verb's stem: IX of IXEN, KLINGEL of KLINGELN; None if it cannot be one."""
    if infinitive.endswith("EN"):
        stem = infinitive[:-2]
    elif infinitive.endswith(("ELN", "ERN", "TUN")):
        stem = infinitive[:-1]
    else:
        return None
    return stem if len(stem) >= 2 and not _VOWELS.isdisjoint(stem) else None


def _needs_e(stem: str) -> bool:
    """Tell whether -st and -t take an E: ER REDET, ATMET, ÖFFNET, but LERNT, FILMT, WOHNT."""
    if stem.endswith(("D", "T")):
        return True
    return len(stem) > 2 and stem[-1] in "MN" and stem[-2] not in _VOWELS | set("LRMNH")


def finite_forms(infinitive: str) -> Iterator[str]:
    """Yield the regular finite forms of a verb: IXE, IXT, IXTE ... of IXEN."""
    stem = _stem(infinitive)
    if stem is None:
        return
    link = "E" if _needs_e(stem) else ""
    yield from (stem, stem + "E", stem + "EST", stem + "ET", infinitive)
    yield from (stem + link + "T", stem + link + "ST")
    yield from (stem + link + ending for ending in ("TE", "TEST", "TEN", "TET"))
    if infinitive.endswith(("ELN", "ERN")):
        short = stem[:-2] + stem[-1]  # ICH KLINGLE, ICH WANDRE
        yield from (short + "E", short + "EN")


def _participle(infinitive: str) -> str | None:
    stem = _stem(infinitive)
    if stem is None:
        return None
    has_ge = not stem.startswith(_INSEPARABLE) and not infinitive.endswith("IEREN")
    return ("GE" if has_ge else "") + stem + ("ET" if _needs_e(stem) else "T")


def _with_declension(word: str) -> Iterator[str]:
    yield word
    yield from (word + ending for ending in _DECLINED)


def _nominal_forms(infinitive: str) -> Iterator[str]:
    """Yield participles with their endings and the infinitive as a noun (DES IXENS)."""
    yield infinitive + "S"
    yield from _with_declension(infinitive + "D")
    if participle := _participle(infinitive):
        yield from _with_declension(participle)


def split_prefixes(infinitive: str) -> Iterator[tuple[str, str]]:
    """Yield every way to split a separable prefix off: AUSIXEN is AUS, IXEN."""
    for length in range(2, len(infinitive) - 3):
        prefix, rest = infinitive[:length], infinitive[length:]
        if prefix in SEPARABLE and _stem(rest):
            yield prefix, rest


def verb_forms(infinitive: str) -> Iterator[str]:
    """Yield all regular forms of a verb, split prefixes and their halves included."""
    if _stem(infinitive) is None:
        return
    yield from finite_forms(infinitive)
    yield from _nominal_forms(infinitive)
    for prefix, rest in split_prefixes(infinitive):
        yield from finite_forms(rest)  # ER IXTE AUS
        yield from (prefix + form for form in finite_forms(rest))
        yield from (prefix + form for form in _nominal_forms(rest))
        yield prefix + "ZU" + rest


def noun_forms(noun: str) -> Iterator[str]:
    """Yield genitives and plurals, umlaut plurals included: HÄUSER, BÄUMEN, LEHRERINNEN."""
    yield noun + "S"
    if noun[-1] not in _VOWELS:
        yield from (noun + "ES", noun + "E")
    yield from (noun + "N", noun + "EN")
    if noun.endswith(("NIS", "AS", "US", "IS")):
        yield from (noun + ending for ending in ("SE", "SES", "SEN"))
    if noun.endswith("IN"):
        yield noun + "NEN"
    if noun.endswith("E"):
        yield from (noun + ending for ending in "MRS")  # EIN BEAMTER
    if noun.endswith(("UM", "US", "ON", "OS")):
        yield noun[:-2] + "EN"  # MUSEEN, RHYTHMEN, STADIEN
    if noun.endswith("A"):
        yield noun[:-1] + "EN"
    for stem in filter(None, (noun, umlauted(noun))):
        yield from (stem + ending for ending in ("ER", "ERN"))
        if stem != noun:
            yield from (stem, stem + "N", stem + "E", stem + "EN")


def _comparison(adjective: str) -> Iterator[str]:
    for stem in filter(None, (adjective, umlauted(adjective))):
        yield stem.removesuffix("E") + "ER"
        yield stem + "ST"
        if stem.endswith(("D", "T", "SCH", *_SIBILANTS)) or stem[-1] in _VOWELS:
            yield stem + "EST"


def adjective_forms(adjective: str) -> Iterator[str]:
    """Yield declined forms, comparative and superlative: MÜDEM, ÄLTERES, DUNKLE, TEURER."""
    stems = [adjective.removesuffix("E")]
    if adjective.endswith(("EL", "ER", "EN")):
        stems.append(adjective[:-2] + adjective[-1])
    for stem in stems:
        yield from (stem + ending for ending in _DECLINED)
        yield from (stem + "ER" + ending for ending in _DECLINED)
    for degree in _comparison(adjective):
        yield from _with_declension(degree)
