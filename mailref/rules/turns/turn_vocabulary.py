"""How orders in games in turns are written: the words of each language (classic 11).

Rule for editors: a way of writing stands here and nowhere else; what reads orders is made from these
tables. Plays themselves are written as in every game (`rules/vocabulary.py`).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType

from mailref.rules.vocabulary import any_of, filled


@dataclass(frozen=True, slots=True)
class TurnVocabulary:
    """The words of one language; the first of each row is the one we write ourselves."""

    i: tuple[str, ...]
    exchange: tuple[str, ...]
    the_tiles: tuple[str, ...]
    """Between EXCHANGE and the letters, and behind ALL."""
    all_tiles: tuple[str, ...]
    tile_names: tuple[str, ...]
    """Behind ALL: `ALLE SIEBEN`, `all tiles`."""
    blank: tuple[str, ...]
    and_: tuple[str, ...]
    pass_: tuple[str, ...]
    this_time: tuple[str, ...]
    """Behind a pass, or inside it: `Ich setze diese Runde aus`."""
    set_out: tuple[tuple[str, str], ...]
    """A pass in two parts."""
    challenge: tuple[str, ...]
    challenge_parts: tuple[tuple[str, str], ...]
    """A challenge in two parts, the words between or behind: `Ich fechte GÖTZE an`."""
    the_word: tuple[str, ...]
    accept: tuple[str, ...]
    accept_parts: tuple[tuple[str, str], ...]
    what_stands: tuple[str, ...]
    """What is accepted: `das`, `the play`."""
    accepts_all: tuple[str, ...]
    on: tuple[str, ...]
    off: tuple[str, ...]
    resign: tuple[str, ...]
    trial: tuple[str, ...]
    draw: tuple[str, ...]
    vowels: tuple[str, ...]
    consonants: tuple[str, ...]
    away: tuple[str, ...]
    history: tuple[str, ...]
    tiles: tuple[str, ...]
    if_: tuple[str, ...]
    else_: tuple[str, ...]
    or_: tuple[str, ...]
    then: tuple[str, ...]
    """Between a condition and what it is for, on one line."""
    if_pass: tuple[str, ...]
    if_exchange: tuple[str, ...]
    if_taken_back: tuple[str, ...]
    lay: tuple[str, ...]
    """From here on: words of WORT-Rummikub."""
    from_: tuple[str, ...]
    into: tuple[str, ...]
    with_: tuple[str, ...]
    left: tuple[str, ...]
    take: tuple[str, ...]
    stack: tuple[str, ...]
    wish: tuple[str, ...]
    foreign: tuple[str, ...]


GERMAN = TurnVocabulary(
    i=("ich",),
    exchange=("TAUSCHE", "Tausch", "tauschen", "austauschen", "wechsle", "wechseln"),
    the_tiles=("die Steine", "die Buchstaben", "Buchstaben", "Steine", "meine Steine", "meine Buchstaben"),
    all_tiles=("ALLE", "alles"),
    tile_names=("Steine", "Buchstaben", "sieben", "meine Steine", "meine Buchstaben"),
    blank=("Joker", "Blanko"),
    and_=("und", "sowie"),
    pass_=("PASSE", "passen", "Pass", "aussetzen", "weiter", "passe weiter", "passe ich"),
    this_time=("diesmal", "diese Runde", "diesen Zug", "dieses Mal", "heute", "einmal", "jetzt", "mal", "auch"),
    set_out=(("setze", "aus"), ("setz", "aus")),
    challenge=("ANFECHTEN", "Anfechtung", "anzweifeln", "Einspruch", "Zweifel", "angefochten"),
    challenge_parts=(("fechte", "an"), ("zweifle", "an"), ("zweifele", "an"), ("ficht", "an")),
    the_word=("das Wort", "die Wörter", "Wort", "Wörter", "gegen"),
    accept=(
        "ANNEHMEN", "angenommen", "Annahme", "akzeptiert", "akzeptiere", "akzeptieren", "anerkannt",
        "erkenne an", "kein Einspruch", "keine Anfechtung", "keine Einwände", "einverstanden",
    ),
    accept_parts=(("nehme", "an"), ("nehm", "an"), ("erkenne", "an")),
    what_stands=("das", "es", "ihn", "den Zug", "das Wort", "die Wörter", "alles"),
    accepts_all=("ANNAHME",),
    on=("AN", "ein"),
    off=("AUS",),
    resign=("AUFGABE", "gebe auf", "aufgeben", "ich gebe die Partie auf", "gebe das Spiel auf"),
    trial=("PROBE", "prüfe", "teste", "Test", "probiere", "was wäre"),
    draw=("ZIEHE", "ziehen", "zieh"),
    vowels=("V", "Vokale", "Vokal"),
    consonants=("K", "Konsonanten", "Konsonant"),
    away=("URLAUB", "bin im Urlaub", "ich bin im Urlaub", "abwesend"),
    history=("VERLAUF",),
    tiles=("STEINE",),
    if_=("FALLS", "wenn"),
    else_=("SONST", "ansonsten", "andernfalls", "falls nicht", "wenn nicht"),
    or_=("oder", "bzw."),
    then=("dann", "so"),
    if_pass=("PASS", "passe", "passt", "er passt", "sie passt", "gepasst wird", "aussetzt"),
    if_exchange=("TAUSCH", "tauscht", "er tauscht", "sie tauscht", "getauscht wird"),
    if_taken_back=(
        "ZURÜCK", "das Wort zurückgeht", "der Zug zurückgeht", "es zurückgeht", "er zurückgeht",
        "zurückgenommen", "das Wort zurückgenommen wird", "der Zug zurückgenommen wird",
    ),
    lay=("LEGE", "leg", "legen", "auslegen", "lege aus"),
    from_=("aus", "von"),
    into=("zu", "wird", "wird zu"),
    with_=("mit",),
    left=("bleibt", "bleiben", "es bleibt", "Rest"),
    take=("NIMM", "nehme", "nehmen", "ziehe", "zieh"),
    stack=("Stapel", "vom Stapel", "von Stapel"),
    wish=("WUNSCH", "Wünsche"),
    foreign=("Fremdwort",),
)  # fmt: skip

ENGLISH = TurnVocabulary(
    i=("I",),
    exchange=("EXCHANGE", "change", "swap"),
    the_tiles=("the letters", "the tiles", "letters", "tiles", "my tiles", "my letters"),
    all_tiles=("ALL", "everything"),
    tile_names=("tiles", "letters", "my tiles", "my letters", "of them", "seven"),
    blank=("blank",),
    and_=("and",),
    pass_=("PASS", "skip", "pass on", "sit out", "pass my turn", "skip my turn"),
    this_time=("this turn", "this time", "this round", "now", "today", "for now", "this one", "too", "as well"),
    set_out=(("sit", "out"),),
    challenge=("CHALLENGE", "doubt", "objection", "object to", "dispute"),
    challenge_parts=(),
    the_word=("the word", "the words", "word", "words", "to"),
    accept=("ACCEPT", "accepted", "no challenge", "no objection", "no objections", "agreed", "agree"),
    accept_parts=(),
    what_stands=("it", "that", "this", "the play", "the move", "the word"),
    accepts_all=("ACCEPT",),
    on=("ON",),
    off=("OFF",),
    resign=("RESIGN", "give up", "resign the game", "give up the game"),
    trial=("TRIAL", "try", "test", "what if"),
    draw=("DRAW",),
    vowels=("V", "vowels", "vowel"),
    consonants=("C", "consonants", "consonant"),
    away=("VACATION", "away", "I am away", "holiday"),
    history=("HISTORY",),
    tiles=("TILES",),
    if_=("IF",),
    else_=("ELSE", "otherwise", "if not"),
    or_=("or",),
    then=("then",),
    if_pass=("PASS", "passes", "he passes", "she passes", "they pass"),
    if_exchange=("EXCHANGE", "exchanges", "he exchanges", "she exchanges", "they exchange"),
    if_taken_back=("TAKEN BACK", "it is taken back", "the play is taken back", "taken off", "it comes off"),
    lay=("LAY", "lay down", "play"),
    from_=("from", "of"),
    into=("to", "becomes", "into"),
    with_=("with",),
    left=("leaves", "leaving", "rest"),
    take=("TAKE", "draw", "pick"),
    stack=("pile", "stack", "from pile", "from stack"),
    wish=("WISH",),
    foreign=("foreign word", "foreign"),
)  # fmt: skip

_ALL = (GERMAN, ENGLISH)
_IN_TWO_PARTS = ("set_out", "challenge_parts", "accept_parts")


def forms(row: str) -> tuple[str, ...]:
    """Return every way to write what stands under a name, in every language."""
    return tuple(form for each in _ALL for form in getattr(each, row))


def _pieces() -> Mapping[str, str]:
    pieces: dict[str, str] = {}
    for field in fields(TurnVocabulary):
        if field.name in _IN_TWO_PARTS:
            pairs = [pair for each in _ALL for pair in getattr(each, field.name)]
            pieces[f"{field.name}1"] = any_of(first for first, _ in pairs)
            pieces[f"{field.name}2"] = any_of(second for _, second in pairs)
        else:
            pieces[field.name.rstrip("_")] = any_of(forms(field.name))
    return MappingProxyType(pieces)


_PIECES = _pieces()
_PIECE = re.compile(r"\[\[([a-z_0-9]+)\]\]")


def filled_turns(pattern: str) -> str:
    r"""Return *pattern* with each `[[name]]` replaced by the words of orders, then as `filled`.

    >>> print(filled_turns("[[else]]{end}"))
    (?:andernfalls|ansonsten|otherwise|SONST|ELSE)(?![A-Za-zÄÖÜäöüßẞ])
    """
    return filled(_PIECE.sub(lambda piece: _PIECES[piece[1]], pattern))
