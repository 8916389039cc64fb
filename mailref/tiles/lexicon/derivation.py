"""Whether a word follows from a base form that a player states (rules 4): IXTE, "er ixte aus".

Evidence for the game master, never a verdict: the rules know regular forms only.

Words are in capitals with ß as SS. Strong verbs are left out: their stems cannot be computed.
"""

import re
from collections.abc import Callable, Iterator
from enum import StrEnum

from msgspec import Struct

from mailref.tiles.lexicon.verdicts import spell

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


_TOKEN = re.compile(r"[^\W\d_]+")
_TOKENS = 40
"""More words than this are no base form but a letter."""
_ENDINGS = ("", "E", "T", "ST", "ET", "EST", "TE", "TEN", "TET", "TEST", "ETE", "ETEN", "ETET")


class WordKind(StrEnum):
    """Which rules lead from the base form to the word."""

    VERB = "verb"
    SPLIT_VERB = "split_verb"
    """The finite half of a separable verb whose other half is stated: `ixte aus`."""
    NOUN = "noun"
    ADJECTIVE = "adjective"


FORMS: dict[WordKind, Callable[[str], Iterator[str]]] = {
    WordKind.VERB: verb_forms,
    WordKind.SPLIT_VERB: verb_forms,
    WordKind.NOUN: noun_forms,
    WordKind.ADJECTIVE: adjective_forms,
}
"""The forms of a base by the rules of each kind, some more than once."""


class Derivation(Struct, frozen=True):
    """The rules lead from *base* to the word."""

    base: str
    kind: WordKind
    is_listed: bool
    """Whether the base form itself is in the list of valid words."""


def derive(word: str, stated: str, is_word: Callable[[str], bool]) -> Derivation | None:
    """Return how *word* follows from the base form in *stated*, a listed base before another."""
    form = spell(word)
    tokens = _TOKEN.findall(stated)[:_TOKENS]
    found = [
        Derivation(base, kind, is_word(base))
        for base, kind in (*_from_base(form, tokens), *_from_halves(form, tokens, is_word))
    ]
    return max(found, key=lambda derivation: derivation.is_listed, default=None)


_CUT = ("", "S", "E", "N", "ES", "EN", "ER", "ERN", "NEN", "SE", "SES", "SEN", "M", "R", "EM", "ST", "STE", "STEN",
        "STER", "STES", "STEM", "EST", "ESTE", "ESTEN", "ERE", "EREN", "ERER", "ERES", "EREM")  # fmt: skip
_PLAIN = str.maketrans("ÄÖÜ", "AOU")


def bases_of(word: str) -> Iterator[Derivation]:
    """Yield the bases from which *word* follows by rule, whether or not there are such words."""
    stems = dict.fromkeys(word.removesuffix(ending) for ending in _CUT if word.endswith(ending))
    plain = dict.fromkeys(stem.translate(_PLAIN) for stem in stems)
    for base in dict.fromkeys(stem + more for stem in (*stems, *plain) for more in ("", "E")):
        if base == word or len(base) < _SHORTEST_BASE:
            continue
        for kind in (WordKind.NOUN, WordKind.ADJECTIVE):
            if word in FORMS[kind](base):
                yield Derivation(base, kind, is_listed=False)
    for infinitive in dict.fromkeys((*_infinitives(word), *_infinitives_of_participle(word))):
        if infinitive != word and word in verb_forms(infinitive):
            yield Derivation(infinitive, WordKind.VERB, is_listed=False)


def _infinitives_of_participle(word: str) -> Iterator[str]:
    """Yield GEHEN for GEGEHT, GEGEHTE, and AUFHÖREN for AUFGEHÖRT."""
    for ending in ("", *_DECLINED):
        participle = word.removesuffix(ending)
        if not (word.endswith(ending) and participle.endswith("T")):
            continue
        stem = participle[:-1].removesuffix("E")
        yield from (stem + "EN", stem + "N")
        at = stem.find("GE")
        if at >= 0:
            yield from (stem[:at] + stem[at + 2 :] + last for last in ("EN", "N"))


_SHORTEST_BASE = 3


def _from_base(form: str, tokens: list[str]) -> Iterator[tuple[str, WordKind]]:
    for token in tokens:
        base = spell(token)
        if base == form or len(base) < _SHORTEST_BASE:
            continue
        for kind in _likely_kinds(token):
            if form in FORMS[kind](base):
                yield base, kind


def _likely_kinds(token: str) -> tuple[WordKind, ...]:
    """Order the rules by the first letter: `Haus` is a noun before anything else."""
    if token[0].isupper():
        return WordKind.NOUN, WordKind.VERB, WordKind.ADJECTIVE
    return WordKind.VERB, WordKind.ADJECTIVE, WordKind.NOUN


def _from_halves(
    form: str, tokens: list[str], is_word: Callable[[str], bool]
) -> Iterator[tuple[str, WordKind]]:
    """Read `er ixte aus`: the word, and after it the prefix; the verb must then be in the list.

    AUSLIEFEN is in the list too, but it is no infinitive: there is no AUSLIEFEND.
    """
    spelled = [spell(token) for token in tokens]
    if form not in spelled:
        return
    for prefix in spelled[spelled.index(form) + 1 :]:
        if prefix in SEPARABLE:
            for infinitive in _infinitives(form):
                if _is_verb(prefix + infinitive, is_word):
                    yield prefix + infinitive, WordKind.SPLIT_VERB


def _infinitives(form: str) -> Iterator[str]:
    """Yield the verbs of which *form* is a regular finite form."""
    stems = {form.removesuffix(ending) for ending in _ENDINGS}
    for infinitive in sorted({stem + ending for stem in stems for ending in ("EN", "N")}):
        if form in finite_forms(infinitive):
            yield infinitive


_NOMINAL_ENDINGS = ("S", "ES", "ER", "EM", "ERN")


def only_separable_verbs(form: str, is_word: Callable[[str], bool]) -> tuple[str, ...]:
    """Return the separable verbs of which *form* is a finite half; () where it is anything else.

    TISCHT is a form of TISCHEN too, and FESTE of FEST: neither needs AUFTISCHEN or BEFESTEN. Of
    BAHRE and KRUSTE the lists cannot say that they are nouns beside AUFBAHREN and ÜBERKRUSTEN.
    """
    if form.endswith("E") and not form.endswith("TE"):
        return ()
    if any(is_word(form + ending) for ending in _NOMINAL_ENDINGS):
        return ()
    verbs: list[str] = []
    for infinitive in _infinitives(form):
        if _is_verb(infinitive, is_word) or form == infinitive:
            return ()
        verbs += [
            prefix + infinitive
            for prefix in sorted(SEPARABLE)
            if _is_verb(prefix + infinitive, is_word) and is_word(prefix + form)
        ]
    return tuple(verbs)


def _is_verb(infinitive: str, is_word: Callable[[str], bool]) -> bool:
    """Tell whether the list has the verb: AUSLIEFEN is in it too, but there is no AUSLIEFEND."""
    return is_word(infinitive) and is_word(infinitive + "D")


def states_base(stated: str, bases: tuple[str, ...]) -> bool:
    """Tell whether *stated* names one of *bases*, whole or in halves: `ausixen`, `er ixte aus`."""
    tokens = [spell(token) for token in _TOKEN.findall(stated)[:_TOKENS]]
    halves = {
        prefix + infinitive
        for at, token in enumerate(tokens)
        for infinitive in _infinitives(token)
        for prefix in tokens[at + 1 :]
        if prefix in SEPARABLE
    }
    return any(base in tokens or base in halves for base in bases)
