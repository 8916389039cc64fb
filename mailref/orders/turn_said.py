"""A pass or an exchange that a mail says in words of its own (turns 4, 5).

What words people find for it no grammar holds: `Mein H und mein R sind für den Beutel`, `I keep the E, the other six
go`. Which tiles go is told by the letters, by words for all and for the rest of them, and by what gives and keeps;
whether it is meant is weighed, as the sentences beside a play are (`remarks`), by what was learned from mails of people
who had not seen the program.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, starmap

from msgspec import Struct

from mailref.languages import DEFAULT
from mailref.orders.beside import is_only_somebodys, is_somebodys
from mailref.orders.order_lines import hangs_on_something, number_of, pattern_of
from mailref.orders.order_words import ORDERS_IN_TURNS
from mailref.orders.other_matters import asks_which
from mailref.orders.remarks import (
    IS_NO_MOVE,
    IS_TALK,
    PLAY,
    features_of,
    is_talk,
    learned,
    weighed,
    weight_of,
)
from mailref.orders.sections import (
    Sense,
    by_whom,
    for_whom,
    is_somebodys_move,
    leaves_play,
    sense_of,
    sentence_spans,
    sentences_of,
)
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import line_without
from mailref.tiles.moves import worded
from mailref.tiles.tile_set import BLANK
from mailref.tiles.when_used import regex

_EXCHANGES = pattern_of(r"{begin}[[of_exchange]]{end}")
_GIVES = pattern_of(r"{begin}(?:[[of_exchange]]|[[of_giving]]){end}")
_KEEPS = pattern_of(r"{begin}(?:[[of_keeping]]|[[keeps]]|[[all_but]]){end}")
_DENIES = pattern_of(r"{begin}[[negation]]{end}")
_REST = pattern_of(r"{begin}(?:[[of_rest]]|[[other_tiles]]){end}")
_ALL = pattern_of(r"{begin}(?:[[of_all]]|[[all_tiles]]){end}(?:\s(?P<number>[[numbers]]|\d){end})?")
_ALL_COUNTED = pattern_of(r"{begin}(?P<number>[[numbers]]|\d)\s[[tile_names]]{end}")
"""`Ich tausche 7 Steine`"""
_BUT = pattern_of("{contrast}")
_ALL_BEFORE = pattern_of(r"{begin}(?:[[of_all]]|[[all_tiles]]|[[tile_names]]|[[negation]])\s{1,3}$")
"""A `but` that leaves something out stands behind these."""
_NOT_ALL = pattern_of(r"{begin}[[not_all]]{end}")
_PASSES = pattern_of(r"{begin}[[of_passing]]{end}")

_CONCEDES = worded("{begin}(?:{concedes}){end}")
_LEFT_OPEN = pattern_of(r"\?|{begin}(?:[[negation]]|[[if]]|[[unless]]|[[maybe_if]]){end}")
RESIGNS = ORDERS_IN_TURNS[DEFAULT]["resign"][0]
"""The line by which a seat is given up."""


def concedes(text: str) -> bool:
    """Tell whether a text says that the game is lost, or that its writer has had enough: he may mean to resign.

    >>> [concedes(each) for each in ("Ich gebe mich geschlagen", "Well, you win!", "I won't give in")]
    [True, True, False]
    """
    said = (each for each in sentences_of(text) if _CONCEDES.search(each))
    return any(_LEFT_OPEN.search(each) is None for each in said)


class TurnSaid(Struct, frozen=True):
    """What a sentence may give up a turn for: a pass, or the tiles of an exchange."""

    letters: str = ""
    """The tiles named that go, in order of the alphabet."""
    kept: str = ""
    """The tiles named that stay, where all others go."""
    is_all: bool = False
    """Whether all go, but for those *kept*."""

    @property
    def is_pass(self) -> bool:
        return not self.letters and not self.is_all

    @property
    def written(self) -> str:
        """Return the order as the grammar reads it."""
        words = ORDERS_IN_TURNS[DEFAULT]
        if self.is_pass:
            return words["pass"][0]
        whole = [words["all_tiles"][0], *([words["all_but"][0], *self.kept] if self.kept else [])]
        return " ".join((words["exchange"][0], *(whole if self.is_all else self.letters)))


class _TilesSaid(Struct, frozen=True):
    """What a sentence names by which it says which tiles are meant: letters, all, the rest."""

    start: int
    end: int
    kind: str
    letters: str = ""
    is_word: bool = False
    """Whether it may as well be a word that somebody would have laid."""


_QUOTES = "\"'„“”‚‘’»«›‹()[]"
_LETTER = pattern_of(
    rf"(?<![\w.'’])[{re.escape(_QUOTES)}]?(?P<named>(?-i:[A-ZÄÖÜ])(?P<many>['’]?(?-i:s))?|(?-i:[A-ZÄÖÜ?*]{{1,7}}[A-ZÄÖÜ*]|[A-ZÄÖÜ*]{{1,6}}\?(?=\s*\w))"
    rf"|(?-i:[a-zäöü])|[[blank]]|(?<=[\s,])[?*])[{re.escape(_QUOTES)}]?(?!\.?[\w'’]|-\w\w)"
)
_NO_TILES = frozenset({"OK", "LG", "MFG", "VG", "PS", "SMS", "TV", "BTW", "LOL", "OMG", "ZAT"})
_IS_BLANK = pattern_of("(?:[[blank]]|[?*])")
_ARE_WORDS = frozenset("AIai")
_WORD_BEHIND = pattern_of(r"\s(?!(?:[[and]]|[[behind_tile]]){end})(?-i:['’a-zäöü])")
_LIST = r"(?:[\s,/&+-]{1,3}|\s(?:[[and]]|u\.?)\s)"
_LISTED_BEFORE = pattern_of(rf"(?<![\w.'’]){{letter}}{_LIST}(?:[[articles]]\s)?$")
_NAMED_BEFORE = pattern_of(r"{begin}(?:[[articles]]|[[of_exchange]])\s$")
_LISTED_AFTER = pattern_of(rf"{_LIST}(?:[[articles]]\s)?{{letter}}(?![\w'’.])")
_LINK = r"(?:\s?[,/&+]\s?|\s(?:[[and]]|u\.)\s)(?:[[articles]]\s)?"
_LINKED_BEFORE = pattern_of(rf"(?<![\w.'’]){{letter}}{_LINK}$")
_LINKED_AFTER = pattern_of(rf"{_LINK}{{letter}}(?![\w'’.])")
_HOW_OFTEN = pattern_of(
    r"{begin}(?P<number>[[numbers]]|[[both]]){end}\s(?:(?:of\s)?[[articles]]\s)?$"
)


def _letters(text: str) -> Iterator[_TilesSaid]:
    """Yield where tiles are named, and which; `!` for one that may be a word, and for several that are not counted."""
    is_shouted = len(_CAPITALS.findall(text)) >= _SHOUTS
    for found in _LETTER.finditer(text):
        named, before = found["named"], _before(text, found)
        if is_shouted and _CAPITALS.fullmatch(named):
            continue
        is_counted = _HOW_OFTEN.search(before) is not None
        if named in _NO_TILES or (named in _SMALL_WORDS and not is_counted):
            continue
        if _IS_BLANK.fullmatch(named):
            letters = BLANK
        elif found["many"]:
            letters = named[0] * _times(before) if is_counted else _UNCLEAR
        elif len(named) > 1:
            letters = named.replace("*", BLANK)
        else:
            letters = _letter(text, found)
        if letters:
            is_word = len(named) > 1 and named == letters and not _VOWELS.isdisjoint(named)
            yield _TilesSaid(*found.span("named"), "tiles", letters, is_word=is_word)


_NEAR = 60


def _before(text: str, found: re.Match[str]) -> str:
    """Return what stands close before a tile: no words that count or list it are longer."""
    return text[max(0, found.start() - _NEAR) : found.start()]


_VOWELS = frozenset("AEIOUYÄÖÜ")
_UNCLEAR = "!"
_CAPITALS = regex(r"(?<!\w)[A-ZÄÖÜ]{2,}(?!\w)")
_SHOUTS = 3
"""So many words in capitals are no tiles: `IF IT RAINS`."""


def _letter(text: str, found: re.Match[str]) -> str:
    """Return the tile that a letter alone names, as often as it is counted; none where it is a word: `I swap a T`."""
    named, before = found["named"], _before(text, found)
    if named.islower() and _ARTICLE_OF.match(text, found.end()):
        return ""
    is_listed = _LISTED_BEFORE.search(before) is not None
    goes_on = _LISTED_AFTER.match(text, found.end()) is not None
    is_named = _NAMED_BEFORE.search(before) is not None
    if named in _ARE_WORDS and (named.islower() or _WORD_BEHIND.match(text, found.end())):
        is_linked = _LINKED_BEFORE.search(before) or _LINKED_AFTER.match(text, found.end())
        if (is_named and named.isupper()) or (is_linked and named.islower()):
            return named.upper()
        return _UNCLEAR if is_listed or goes_on else ""
    is_tile = named.isupper() or is_listed or goes_on or is_named
    return named.upper() * _times(before) if is_tile else ""


_ARTICLE_OF = pattern_of(r"\s(?:[\"'„“]?(?-i:[A-ZÄÖÜ])(?![\w'’])|[[blank]]{end})")
_SMALL_WORDS = frozenset({"As", "Is", "Es", "Us"})


def _times(before: str) -> int:
    """Return how many of a letter are named by the words before it: `beide E`, `two of the Ts`."""
    found = _HOW_OFTEN.search(before)
    return (number_of(found["number"]) or 1) if found else 1


_BETWEEN = pattern_of(
    r"[\s,/&+.\"'„“”-]{0,4}(?:(?:[[and]]|u\.|plus)(?![\w]))?\s{0,2}(?:(?:[[articles]]|[[both]]|[[numbers]]|of)\s{1,2}){0,3}[\"'„“‚]?"
)


def masked(sentence: str) -> str:
    """Return a sentence with one sign for each list of tiles in it, as it is weighed."""
    text, last = "", 0
    for part in _letters(_hidden(sentence)):
        between = sentence[last : part.start]
        if not (text.endswith(PLAY) and _BETWEEN.fullmatch(between)):
            text += between + PLAY
        last = part.end
    return text + sentence[last:]


_NO_TILES_IN_CAPITALS = pattern_of(
    r"{begin}(?=(?-i:[A-ZÄÖÜ]{2}))(?:[[of_exchange]]|[[of_giving]]|[[of_all]]|[[of_rest]]|[[of_passing]]|[[of_keeping]]"
    r"|[[pass]]|[[exchange]]|[[and]]|[[articles]]|[[i]]|[[tile_names]]|[[the_tiles]]|[[please]]|[[blank]]|{play}){end}"
)


def _hidden(sentence: str) -> str:
    """Return a sentence with the words in capitals that name no tiles in small letters: `PASSE`."""
    return _NO_TILES_IN_CAPITALS.sub(lambda found: found[0].lower(), sentence)


def turn_said(sentence: str, rack: int) -> TurnSaid | None:
    """Return what a sentence may give up a turn for; None where it names no such thing, or tiles that do not agree.

    *rack*: so many tiles are all.
    """
    plain = _IN_PLACE_OF.sub(lambda found: " " * len(found[0]), _hidden(sentence))
    tiles = [*_letters(plain)]
    text = plain
    for each in tiles:
        text = f"{text[: each.start]}{PLAY * (each.end - each.start)}{text[each.end :]}"
    text = _NOT_ALL.sub(lambda found: " " * len(found[0]), text)
    sums = [*_sums(text, tiles, rack)]
    gives = _EXCHANGES if any(each.is_word for each in tiles) else _GIVES
    passes = _PASSES.search(text) is not None and _EXCHANGES.search(text) is None
    passes &= not any(each.is_word for each in tiles)  # `Das Wort REISE passt nirgends`
    found = None
    if (tiles or sums) and gives.search(text):
        found = _agreed(*_given(text, tiles, sums), text, rack)
        passes &= not tiles
    return TurnSaid() if found is None and passes else found


def without_turn_spent(line: Line) -> Line:
    """Return the line of an exchange without what it says of the turn that it costs: `..., und setze damit aus`."""
    found = _TURN_SPENT.search(line.text)
    before = "" if found is None else line.text[: found.start()]
    is_exchange = _EXCHANGES.search(before) is not None and _DENIES.search(before) is None
    names_tiles = is_exchange and (_ALL.search(before) or any(_letters(_hidden(before))))
    return line_without(line, *found.span()) if found is not None and names_tiles else line


_TURN_SPENT = worded(
    r"(?:,\s{1,3}|,?\s{1,3}{conjunction}\s{1,3}){turn_spent}{end}(?=\W*(?:$|[.!]\s))"
)


def without_kind(line: Line) -> Line:
    """Return a line without the word for the kind of tiles that it names one by one: `die Vokale A, E und I`."""
    found = _KIND_OF.search(line.text)
    is_counted = found is not None and _COUNTED_BEFORE.search(line.text, 0, found.start())
    return line if found is None or is_counted else line_without(line, *found.span())


_COUNTED_BEFORE = pattern_of(r"{begin}(?:[[numbers]]|\d){end}\s{1,3}$")


_KIND_OF = pattern_of(
    r"{begin}(?:(?:[[articles]]|{my}{letter}{0,2})\s{1,3})?(?!(?-i:[A-Z]){end})(?:[[vowels]]|[[consonants]])[,:]?\s{1,3}"
    r"(?=(?-i:[A-ZÄÖÜ])(?:\s?[,/&]|\s(?:[[and]])\s|\s(?-i:[A-ZÄÖÜ])(?!\w)))"
)
_IN_PLACE_OF = pattern_of(
    r"{begin}{in_place_of}\s{1,3}(?:[[articles]]\s{1,3})?(?:(?-i:[A-ZÄÖÜ]{1,7})(?:\s?[,/&]\s?|\s(?:[[and]])\s)?){1,7}(?![\w'’])"
)
"""`Statt AEH tausche ich HI` gives HI."""


def _sums(text: str, tiles: Sequence[_TilesSaid], rack: int) -> Iterator[_TilesSaid]:
    """Yield where a text names all tiles, or the rest of them; as many others as go are new ones."""
    many = sum(len(each.letters) for each in tiles)
    new = [
        found.span() for found in _COUNTS_OTHERS.finditer(text) if many and _number(found) == many
    ]
    for found in _REST.finditer(text):
        if not any(start <= found.start() < end for start, end in new):
            yield _TilesSaid(*found.span(), "rest")
    for found in _ALL.finditer(text):
        if not found["number"] or number_of(found["number"]) == rack:
            yield _TilesSaid(*found.span(), "all")
    for found in () if tiles else _ALL_COUNTED.finditer(text):
        if number_of(found["number"]) == rack:
            yield _TilesSaid(*found.span(), "all")


def _given(
    text: str, tiles: Sequence[_TilesSaid], sums: Sequence[_TilesSaid]
) -> tuple[list[_TilesSaid], list[_TilesSaid], bool]:
    """Return what goes, what stays, and whether that is told: by the word for it in its clause, or before it.

    It is not where the word before the tiles and the one behind them differ: `Ich tausche H, R behalte ich`.
    """
    marks = sorted((*_marks(text), *((found.start(), _DENIED) for found in _DENIES.finditer(text))))
    parts = sorted((*tiles, *sums), key=lambda each: each.start)
    goes, stays, is_told = list[_TilesSaid](), list[_TilesSaid](), True
    unsaid, denied = list[_TilesSaid](), list[_TilesSaid]()
    for start, end in _clauses(text):
        within = [each for each in parts if start <= each.start < end]
        near = [sign for at, sign in marks if start <= at < end]
        if within and set(near) <= {_DENIED}:
            is_told &= not any(_ALSO.match(text, each.end) for each in within)
            (denied if near else unsaid).extend(each for each in within if each.kind != "all")
            continue
        for part in within:
            here = [sign for at, sign in marks if start <= at < part.start]
            sign = here[-1] if here else near[0]
            is_given = sign == _GIVEN or (not here and part.kind != "tiles" and _GIVEN in near)
            (goes if is_given else stays).append(part)
        last = within[-1].start if within else start
        before = [sign == _GIVEN for at, sign in marks if start <= at < last]
        behind = [sign == _GIVEN for at, sign in marks if last < at < end]
        sums_up = any(each.kind != "tiles" for each in within)  # `All but E go back`
        is_told &= not within or sums_up or not before or not behind or before[-1] in behind
    if not any(each.letters for each in (*goes, *stays)):
        # `Mit H und R wird das nichts, ich tausche sie`
        are_meant = denied and (denied[-1].start, _GIVEN) < max(marks)
        (goes if are_meant else stays).extend(denied)
        return [*goes, *unsaid], stays, is_told
    if not goes:  # `A und B behalten! Alles andere: Tausch!`
        goes, unsaid = [each for each in unsaid if each.kind == "rest"], []
    names_tiles = any(each.letters for each in goes)
    if not names_tiles:  # `... und tausche die übrigen vier, also D, F, I, L`
        goes, unsaid = [*goes, *unsaid], []
    named = {letter for each in goes for letter in each.letters}
    stays += [each for each in denied if not each.is_word]
    is_told &= all(each.is_word or (named and {*each.letters} <= named) for each in unsaid)
    return goes, stays, is_told


_ALSO = pattern_of(r"\s{also}{end}")
"""`Ich tausche H, den Rest auch`"""
_GIVEN, _KEPT, _DENIED = "given", "kept", "denied"


def _marks(text: str) -> Iterator[tuple[int, str]]:
    """Yield where a text says that something goes or stays."""
    yield from ((found.start(), _GIVEN) for found in _GIVES.finditer(text))
    for found in _KEEPS.finditer(text):
        if not _BUT.fullmatch(found[0]) or _ALL_BEFORE.search(text, 0, found.start()):
            yield found.start(), _KEPT


_CLAUSE = pattern_of(r"[,;:!?()\n]|{begin}(?:[[and]]|sondern){end}|\s-\s|\.\s")
_GOES_ON = pattern_of(
    rf"\s?(?:[[and]]\s)?(?:(?:[[numbers]]|[[both]])\s(?:of\s)?)?(?:[[articles]]\s)?[{re.escape(_QUOTES)}]?{PLAY}"
)
_ONLY_TILES = pattern_of(rf"(?:{PLAY}|{{begin}}(?:[[articles]]|[[and]]|[[namely]]){{end}}|[\W_])*")


def _clauses(text: str) -> list[tuple[int, int]]:
    """Return where clauses begin and end; one that holds nothing but tiles goes on with the one before."""
    cuts = [
        0,
        *(each.end() for each in _CLAUSE.finditer(text) if not _is_in_list(text, each)),
        len(text) + 1,
    ]
    found = list[tuple[int, int]]()
    for start, end in pairwise(cuts):
        if found and _ONLY_TILES.fullmatch(text[start:end]):
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


def _is_in_list(text: str, cut: re.Match[str]) -> bool:
    """Tell whether a comma or `and` stands between two tiles of one list."""
    is_behind = text[: cut.start()].rstrip(f" {_QUOTES}").endswith(PLAY)
    return is_behind and cut[0] not in ";:!?" and _GOES_ON.match(text, cut.end()) is not None


def _agreed(
    goes: Sequence[_TilesSaid], stays: Sequence[_TilesSaid], is_told: bool, text: str, rack: int
) -> TurnSaid | None:
    """Return which tiles go, where all that a sentence says of it agrees."""
    goes, stays = _said_once(goes, text), _said_once(stays, text)
    letters, kept = map(_in_order, (goes, stays))
    kinds = {each.kind for each in goes}
    is_all, is_rest = "all" in kinds, "rest" in kinds
    if not is_told or len(letters) > rack or len(kept) >= rack or set(letters) & set(kept):
        return None
    if _UNCLEAR in letters + kept or max(len(_lists(part, text)) for part in (goes, stays)) > 1:
        return None
    if letters:
        if (counts := {*_counted(text, _COUNTS_TILES)}) and len(letters) not in counts:
            return None
        is_rest &= len(letters) not in _counted(text, _COUNTS_OTHERS)  # `und drei andere ziehen`
        agrees = (
            len(letters) + len(kept) == rack
        )  # `E, N und R bleiben, die übrigen, also D F I L, gehen`
        is_rest &= not agrees
        return None if is_rest or (is_all and len(letters) < rack) else TurnSaid(letters)
    if kept:
        others = {*_counted(text, _COUNTS_OTHERS)}
        is_whole = (is_all or is_rest) and (not others or rack - len(kept) in others)
        return TurnSaid("", kept, is_all=True) if is_whole else None
    is_whole = is_all and not is_rest and not stays and _KEEPS.search(text) is None
    return TurnSaid(is_all=True) if is_whole else None


def _in_order(parts: Iterable[_TilesSaid]) -> str:
    return "".join(sorted("".join(each.letters for each in parts)))


def _said_once(parts: Sequence[_TilesSaid], text: str) -> Sequence[_TilesSaid]:
    """Return *parts* with the last list of tiles alone where it says the others again.

    `G und K nerven, G und K raus`
    """
    lists = _lists(parts, text)
    said = [*map(_in_order, lists)]
    if len(lists) < 2 or not (len({*said}) == 1 or said[-1] == "".join(sorted("".join(said[:-1])))):
        return parts
    return [*(each for each in parts if not each.letters), *lists[-1]]


def _lists(parts: Sequence[_TilesSaid], text: str) -> list[list[_TilesSaid]]:
    """Return the tiles of each list that is named: two of `E, X (one E only)`."""
    lists = list[list[_TilesSaid]]()
    for each in parts:
        if each.letters and lists and _BETWEEN.fullmatch(text[lists[-1][-1].end : each.start]):
            lists[-1].append(each)
        elif each.letters:
            lists.append([each])
    return lists


_NUMBER = r"{begin}(?P<number>[[numbers]]|[[both]]|\d){end}\s{1,3}(?:{letter}{2,20}\s{1,3})?"
_COUNTS_TILES = pattern_of(rf"{_NUMBER}[[tile_names]]{{end}}")
_COUNTS_OTHERS = pattern_of(
    rf"{_NUMBER}(?:[[of_rest]]){{end}}|{{begin}}[[of_rest]]{{end}}\s{{1,3}}(?P<behind>[[numbers]]|\d){{end}}"
)


def _counted(text: str, what: re.Pattern[str]) -> Iterator[int]:
    return (number for found in what.finditer(text) if (number := _number(found)) is not None)


def _number(found: re.Match[str]) -> int | None:
    said = found.groupdict()
    return number_of(said["number"] or said["behind"])


class SaidInMail(Struct, frozen=True):
    """What a mail gives a turn up for, and which of its sentences say it."""

    turn: TurnSaid
    sentences: tuple[str, ...]
    """All of the mail; in those that say it tiles are signs."""
    said_in: frozenset[int]
    """The numbers of those that say it."""

    @property
    def is_meant(self) -> bool:
        """Whether it clearly is, and nothing takes it away, beside it or where it is said once more."""
        said = self.sentences
        weights = [turn_weight(said[number]) for number in self.said_in]
        is_clear = min(weights) < IS_TURN and max(weights) < TAKES_TURN
        above = ((said[number], said[number - 1] if number else "") for number in self.said_in)
        return is_clear and self._is_left and not any(starmap(_is_elsewhere, above))

    @property
    def names_tiles(self) -> bool:
        """Whether it says which tiles go in an exchange that is ordered anyhow: `Ich tausche: nimm mir A und I ab`."""
        said = [self.sentences[number] for number in self.said_in]
        is_open = any(each.endswith("?") or _DENIES.search(each) for each in said)
        is_other = any(hangs_on_something(each) or _is_other_turn(each) for each in said)
        return self._is_left and not (self.turn.is_pass or is_open or is_other)

    @property
    def _is_left(self) -> bool:
        """Whether no other sentence takes it away."""
        others = (each for at, each in enumerate(self.sentences) if at not in self.said_in)
        return all(
            (turn_weight(each) < TAKES_TURN or _is_of_no_turn(each)) and leaves_play(each, 1)
            for each in others
        )


def _is_of_no_turn(sentence: str) -> bool:
    """Tell whether a sentence is talk, of other things than tiles and the bag, or of another turn."""
    is_other = _is_other_turn(sentence) or _OF_TILES.search(sentence) is None
    return is_other and is_talk(sentence)


_OF_TILES = pattern_of(r"{begin}(?:[[of_exchange]]|[[pass]]|[[tile_names]]){end}")


def _is_elsewhere(sentence: str, above: str) -> bool:
    """Tell whether what gives a turn up is asked or denied, hangs on something, or is another's or for another turn.

    *above*: the sentence before it, which may lead to it.
    """
    if above.endswith(":") and (
        hangs_on_something(above) or _is_led_by_others(f"{above} {sentence}")
    ):
        return True
    return (
        sentence.endswith("?")
        or hangs_on_something(sentence)
        or _NO_PASS.search(sentence) is not None
        or _DOES_BOTH.search(sentence) is not None
        or _is_led_by_others(sentence)
        or _is_other_turn(sentence)
    )


_NO_PASS = pattern_of(r"{begin}[[negation]]{end}\s(?:[[articles]]\s)?(?:[[pass]]|[[passes]]){end}")


_DOES_BOTH = pattern_of(
    r"{begin}[[pass]]{end},?\s[[and]]\s(?:(?:[[i]]|[[this_time]])\s)?[[of_exchange]]{end}"
)
"""`Ich passe und tausche H.`"""


def _is_led_by_others(sentence: str) -> bool:
    """Tell whether what leads to a turn, up to a colon, may be about another: `my brother said: I pass`."""
    if _INTO_BAG.fullmatch(sentence):
        return False
    lead, colon, _ = sentence.rpartition(":")
    is_own = _I.search(lead) is not None and _EXCHANGES.search(lead) is not None
    is_plain = is_own or weight_of(f"{lead}: {PLAY}") < IS_TALK
    is_plain &= not is_somebodys_move(f"{lead}:")
    return bool(colon) and not is_plain


_I = pattern_of(r"{begin}[[i]]{end}")


def _is_other_turn(sentence: str) -> bool:
    """Tell whether a sentence speaks of another turn, and not of this one, too: `Nächste Runde tausche ich alles`."""
    return _OTHER_TURN.search(sentence) is not None and _THIS_TURN.search(sentence) is None


def without_other_turns(line: Line) -> Line:
    """Return a line without the sentences that only tell of another turn: `Last time I swapped I got two Ypsilons.`"""
    for start, end in reversed([*sentence_spans(line.text)]):
        sentence = line.text[start:end]
        is_told = _is_other_turn(sentence) and _KEEPS.search(sentence) is None
        if is_told and is_talk(sentence) and leaves_play(sentence, 1):
            line = line_without(line, start, end)
    return line


_OTHER_TURN = pattern_of(r"{begin}[[other_turn]]{end}")
_THIS_TURN = pattern_of(r"{begin}[[this_turn]]{end}")
IS_TURN = -150
"""Below this weight a sentence that may give a turn up does so."""
TAKES_TURN = 200
"""From this weight on a sentence beside it leaves that in doubt."""


def sentences_in(texts: Sequence[str]) -> list[str]:
    """Return the sentences of lines, of which one that goes on in the next line is one."""
    lines = list[str]()
    for text in (_BLANK_SIGN.sub(r"\g<before>*", each) for each in texts):
        is_open = (
            bool(lines)
            and bool(lines[-1].strip())
            and not lines[-1].rstrip().endswith((*".!?:,", *_QUOTES))
        )
        if is_open and (text.lstrip()[:1].islower() or _BEGINS_WITH_TILE.match(text)):
            lines[-1] = f"{lines[-1].rstrip()} {text.lstrip()}"
        else:
            lines.append(text)
    return [each.strip() for line in lines for each in _split(line) if any(map(str.isalnum, each))]


_BLANK_SIGN = pattern_of(
    r"(?P<before>{begin}(?:[[and]]|[[articles]]|[[of_exchange]]|[[all_but]]|(?-i:[A-ZÄÖÜ]))[\s,/&+]{1,3}[\"'„“]?)\?(?=[\"'“”]?[\s,/&+]{1,3}\w)"
)
"""A blank in a list, which ends no sentence: `bis auf A und ? tausche ich`."""
_BEGINS_WITH_TILE = regex(r"\s*[A-ZÄÖÜ](?:[\s,/&+.]|$)(?!\s?[a-z])")
_AFTER_TILE = pattern_of(
    r"(?<=[\s,](?-i:[A-ZÄÖÜ]))\.\s(?=(?-i:[A-ZÄÖÜ][\w'’]|I\s)|(?:{closing}|{signs_off}){end})(?!{letter}{2,20}$)"
)


def _split(line: str) -> Iterator[str]:
    """Yield the sentences of a line, also behind a tile: `Ich tausche E und T. Bis bald!`"""
    for each in sentences_of(line):
        yield from _AFTER_TILE.split(each)


def said_in_mail(texts: Sequence[str], rack: int) -> SaidInMail | None:
    """Return the one pass or exchange that a mail may say; None where it names none, or several."""
    sentences = sentences_in(texts)
    found = {
        number: said for number, each in enumerate(sentences) if (said := turn_said(each, rack))
    }
    exchanges = {number: said for number, said in found.items() if not said.is_pass}
    if not exchanges:
        exchanges = _in_two(sentences, rack)
    turns = exchanges or found
    every = TurnSaid(is_all=True)
    different = {every if len(it.letters) == rack else it for it in turns.values()}
    if len(different) != 1:
        return None
    if exchanges and any(
        number not in exchanges and (_PASS.search(each) or _exchanges_more(each))
        for number, each in enumerate(sentences)
    ):
        return None
    weighed_as = (
        masked(_as_order(each)) if at in turns else each for at, each in enumerate(sentences)
    )
    turn = max(turns.values(), key=lambda each: len(each.letters))
    return SaidInMail(turn, tuple(weighed_as), frozenset(turns))


_PASS = pattern_of(r"{begin}[[pass]]{end}")


def _as_order(sentence: str) -> str:
    """Return a request that says please, or for whom, as the order that it is: `Could you please swap my O?`"""
    if not sentence.endswith("?") or _PLEASE.search(sentence) is None:
        return sentence
    found = _REQUEST.match(sentence)
    return sentence if found is None else f"{sentence[found.end() :].strip().removesuffix('?')}."


_REQUEST = pattern_of(
    r"\W{0,4}(?:(?-i:[A-ZÄÖÜ])\w{1,14},\s{1,3})?(?:(?:{filler}|[[please]]),?\s{1,3})?(?:{kindly_asks}|{request}){end},?(?:\s{1,3}[[please]]{end},?)?"
)
_PLEASE = pattern_of(r"{begin}(?:[[please]]|{kindly_asks}|{in_my_name}){end}")


def _exchanges_more(sentence: str) -> bool:
    """Tell whether a sentence speaks of an exchange of tiles that is not read."""
    return _EXCHANGES.search(sentence) is not None and any(_letters(_hidden(sentence)))


def _in_two(sentences: Sequence[str], rack: int) -> dict[int, TurnSaid]:
    """Return the exchange whose tiles the sentence beside it names: `Q und X zusammen! Ich tausche die beiden.`"""
    found = dict[int, TurnSaid]()
    for number, (first, second) in enumerate(pairwise(sentences)):
        if not (_EXCHANGES.search(first) or _EXCHANGES.search(second)):
            continue
        said = turn_said(f"{first.rstrip(' .!')}, {second}", rack)
        if said is not None and (said.letters or said.kept):
            found |= {number: said, number + 1: said}
    return found


_KINDS = {
    f"xx{kind}": pattern_of(rf"{{begin}}(?:{'|'.join(f'[[{row}]]' for row in rows)}){{end}}")
    for kind, rows in {
        "exchange": ["of_exchange"],
        "pass": ["of_passing"],
        "all": ["of_all", "all_tiles"],
        "rest": ["of_rest", "other_tiles"],
        "keep": ["of_keeping", "all_but"],
        "give": ["of_giving"],
        "i": ["i"],
        "tiles": ["tile_names"],
        "please": ["please", "filler"],
        "now": ["this_time"],
        "number": ["numbers"],
    }.items()
}
"""What stands for the words of rows where it is weighed what kinds of word follow each other."""


def turn_features(sentence: str) -> Iterator[str]:
    """Yield what a sentence is weighed by: those of any remark, and the same of the kinds of its words."""
    yield from features_of(sentence)
    for kind, words in _KINDS.items():
        sentence = words.sub(kind, sentence)
    yield from (f"%{each}" for each in features_of(sentence))


def turn_weight(sentence: str) -> int:
    """Return how much speaks for it that a sentence, its tiles *masked*, gives no turn up: hundredths of log odds."""
    if _INTO_BAG.fullmatch(sentence) or _ORDERED.fullmatch(sentence):
        return _IS_ORDER
    return weighed(sentence, turn_features(sentence), learned("turns.json"))


_INTO_BAG = pattern_of(
    rf"\W*(?:(?:[[please]]|{{filler}}|{{back_there}})\s{{1,3}}){{0,2}}[[into_bag]](?:,?\s{{1,3}}(?:[[please]]|{{filler}}|{{with_it}}))?\s?[:–-]\s?{PLAY}[\s.!]*"
)
"""`Zurück in den Sack: A, E, H`"""
_GIVES_UP = r"(?:[[of_exchange]]|[[pass]]|[[set_out1]](?=.*\s[[set_out2]]{end}))"
_ORDERED = pattern_of(
    rf"(?!.*{{begin}}[[of_all]]{{end}}.*{{begin}}[[keeps]]{{end}})(?=.*{{begin}}(?:[[i]]|[[please]]|[[are_exchanged]]){{end}})(?=.*{{begin}}[[of_exchange]]{{end}}|[^{PLAY}]*{{begin}}{_GIVES_UP}{{end}}[^{PLAY}]*$)"
    rf"(?:[^\w?:]|:(?=\s)|{PLAY}|{{begin}}(?:{_GIVES_UP}|[[are_exchanged]]|[[rids]]|[[i]]|[[this_time]]|[[before_order]]|[[please]]|[[filler]]|{{filler}}|[[articles]]"
    r"|[[and]]|[[namely]]|[[tile_names]]|[[the_tiles]]|[[numbers]]|[[both]]|[[of_all]]|[[set_out2]]|[[keeps]]|[[other_tiles]]|[[of_rest]]){end})*+"
)
"""`Ich wechsel A, E und H`, `I'll keep A and E and swap the rest`: nothing else is said, and by nobody else."""
_IS_ORDER = -500


def may_give_turn_up(text: str) -> bool:
    """Tell whether a text has the word for a pass or an exchange in it, whatever it says.

    >>> [may_give_turn_up(each) for each in ("Diesmal passe ich.", "Diesmal ohne mich.")]
    [True, False]
    """
    return _GIVES_A_TURN_UP.search(text) is not None


_GIVES_A_TURN_UP = pattern_of(
    r"{begin}(?:[[pass]]|[[passes]]|[[set_out1]]|[[exchange]]|[[exchange_last]]|[[resign]]){end}"
)


def lays_word(text: str, order: str) -> bool:
    """Tell whether words beside an *order* that gives a turn up lay a word, too: `Ich lege TISCHE und passe`.

    >>> lays_word("Ich lege TISCHE und passe.", "passe"), lays_word("Ich wollte TISCHE legen. Ich passe.", "passe")
    (True, False)
    """
    found = _LAYS_WORD.search(text)
    return found is not None and found["word"] not in order


_LAYS_WORD = pattern_of(
    r"(?:^|[.!?,:]\s|{begin}(?:[[and]]|[[i]]|[[connective]])\s)\s{0,3}(?:[[lay]]|{lays}){end}\s(?:[[i]]\s)?(?P<word>(?-i:[A-ZÄÖÜ]{3,15}))(?!\w)"
)


def is_at_odds_with(texts: Sequence[str], letters: str, kept: str, rack: int) -> bool:
    """Tell whether what a mail says of its tiles does not agree with an exchange of *letters*, or of all but *kept*.

    >>> [is_at_odds_with([each], "H", "", 7) for each in ("I und H raus bitte.", "H raus bitte.", "H raus. I am off.")]
    [True, False, False]
    >>> is_at_odds_with(["Das E bleibt.", "Tausche E und H."], "EH", "", 7)
    True
    >>> is_at_odds_with(["Ich passe und tausche H."], "H", "", 7)
    True
    >>> is_at_odds_with(["I keep A D E and exchange the other three."], "", "ADE", 7)
    True
    """
    for each in (sentence for text in texts for sentence in _split(text)):
        plain = _hidden(each)
        if _DOES_BOTH.search(plain):
            return True
        named = "".join(part.letters for part in _letters(plain))
        keeps = _STAYS.search(plain) is not None
        if _UNCLEAR in named and _GIVES.search(plain) and letters and not {*"AI"} & {*letters}:
            return True
        if keeps and _EXCHANGES.search(plain) is None and {*named} & {*letters}:
            return True
        counts = {*_counted(plain, _COUNTS_OTHERS)}
        if kept and keeps and counts and rack - len(kept) not in counts:
            return True
        said = turn_said(each, rack)
        if (
            said is not None
            and said.letters
            and letters
            and said.letters != "".join(sorted(letters))
        ):
            return True
    return False


_STAYS = pattern_of(r"{begin}(?:[[of_keeping]]|[[keeps]]|[[needs]]){end}")


def is_left_open(text: str, said: str, *, is_first: bool = True) -> bool:
    """Tell whether the line of a pass or an exchange leaves it in doubt, or says that it is somebody's.

    What is *said* is weighed as a play is, and by what people write of turns; a question before it is about it.
    *is_first*: nothing else is meant for which it could be the alternate.

    >>> [is_left_open(each, "ich passe") for each in ("ich passe - ach, ich weiß nicht", "ich passe (von Bodo)")]
    [True, True]
    >>> is_left_open("Darf man das? ich passe", "ich passe"), is_left_open("Wie geht's? ich passe", "ich passe")
    (True, False)
    """
    if not said or said not in text:
        return False
    sentences = [each.strip() for each in sentences_of(text.replace(said, PLAY, 1))]
    at = next(number for number, each in enumerate(sentences) if PLAY in each)
    asked, own = sentences[max(0, at - 1)], sentences[at]
    is_about_it = asked.endswith("?") and not asks_which(asked)
    if at and is_about_it and not leaves_play(asked, 1):
        return True
    lead, _, behind = own.partition(PLAY)
    if is_somebodys(lead) or is_only_somebodys(behind.strip(), is_behind=True):
        return True
    if for_whom(lead, behind) is not None or by_whom(behind) is not None:
        return True
    if is_first and sense_of(lead, behind, is_first=True) is Sense.ALTERNATE:
        return True
    is_against = weight_of(own) >= IS_NO_MOVE and not leaves_play(own, 0)
    return is_against and turn_weight(masked(own.replace(PLAY, said))) > 0


def gives_up_beside(text: str, rack: int) -> bool:
    """Tell whether words beside a play give the turn up, too: `und dann tausche ich noch A und H`.

    >>> [gives_up_beside(each, 7) for each in ("und dann tausche ich noch A und H.", "Karin tauscht ja immer.")]
    [True, False]
    """
    return _weighs_as_exchange(text, rack, TAKES_TURN)


def exchanges_surely(text: str, rack: int) -> bool:
    """Tell whether words beside a pass clearly give tiles away: `Das H muss weg, ich tausche es und setze aus.`

    >>> said = ("Das H muss weg, ich tausche es und setze aus.", "Letztes Mal habe ich H getauscht, heute passe ich.")
    >>> [exchanges_surely(each, 7) for each in said]
    [True, False]
    """
    return _weighs_as_exchange(text, rack, _IS_SURELY_TURN)


_IS_SURELY_TURN = -300


def _weighs_as_exchange(text: str, rack: int, below: int) -> bool:
    if _EXCHANGES.search(text) is None:
        return False  # as of nearly all that is said beside a move
    for each in sentences_in([text]):
        said = turn_said(each, rack) if _EXCHANGES.search(each) else None
        if said is not None and said.letters and turn_weight(masked(each)) < below:
            return True
    return False
