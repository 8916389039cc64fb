"""The move that is meant of two or three that a mail names, where no word decides it (rules 8).

`My neighbour says B12a DAS, but I prefer A12a AHNE and I'm the one playing.` What is said around each of them is
weighed, by what was learned from mails of people who had not seen the program; where it is clear, what is said of the
others is left out before the mail is read once more.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import combinations, pairwise, starmap, zip_longest

from msgspec import Struct
from msgspec.structs import replace

from mailref.languages import rows
from mailref.orders.commands import is_salutation
from mailref.orders.decided import is_for_more
from mailref.orders.remarks import (
    IS_MOVE,
    IS_TALK,
    PLAY,
    features_of,
    learned,
    tokens_in,
    weighed,
    weight_of,
)
from mailref.orders.roles import words_of
from mailref.orders.sections import (
    NEXT_ROUND,
    STOP_BEHIND_CAPITALS,
    is_never,
    names_joker,
    sentence_spans,
    withdraws,
)
from mailref.orders.shapes import round_in
from mailref.orders.spoken import language_told
from mailref.orders.taken_back import SPOT, words_in_capitals
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import line_with, line_without
from mailref.tiles.lexicon.verdicts import spell
from mailref.tiles.moves import ALTERNATE_MARK, Play, worded
from mailref.tiles.when_used import regex

OTHER = "xxother"
"""Stands in a sentence in place of a play that is not the one it is weighed for."""
_WORD = r"(?-i:(?=[a-zäöüß*]*[A-ZÄÖÜ][a-zäöüß*]*[A-ZÄÖÜ])[A-ZÄÖÜa-zäöüß*]{2,20})(?![{letters}\d*])"
_PLACED = worded(
    rf"(?<![{{letters}}\d])(?:(?P<spot>{SPOT}),?\s{{1,3}}(?P<word>{_WORD})|(?P<first>{_WORD})(?:[,:]?\s{{1,3}}|\s?\()(?P<behind>{SPOT})(?![{{letters}}\d]))"
)
_NAMED = worded(rf"(?<![{{letters}}\d*]){_WORD}")
_POINTS = worded(
    r"(?:,?\s{1,3}{direction_word}{end})?(?:[\s:,;=(–-]{1,4}\d{1,3}(?:\s?{points}{end})?(?!\d))?\)?"
)
_MOST_LINES = 30
_SEVERAL, _MOST = 2, 3
_SHORTEST_ALONE = 3
"""A word without a place has so many letters: `PS` is none."""
_SHORT = 12
"""So few words may be said of a play in the sentence beside it: `Definitely that one.`"""
IS_CHOSEN = -230
"""Below this weight the words of a mail choose a play."""
IS_CORRECTED = -330
"""Below this weight they choose it in place of one that they lay before it."""
IS_SURELY_CHOSEN = -500
"""Below this weight they make a move of it, too, in whatever words they do."""
IS_SURELY_NOT = 300
"""Above this weight a play is surely not the one."""
_TELLS_OF_IT = 4
"""A sentence that tells of a play has so many words: `Lieber TALES.` lays it."""
IS_APART = 300
"""So much more must weigh what they say of each of the others."""


class _PlayNamed(Struct, frozen=True):
    """A play, or its word alone, as it stands in a sentence."""

    start: int
    end: int
    written: str
    """The word as it stands there, from `word_at` on."""
    word_at: int
    place: str = ""
    at: str = ""
    """Its square, where a mail names the word at several."""

    @property
    def word(self) -> str:
        """What it is chosen by: its word, and its square where that tells it from others."""
        return self.written.replace("*", "").upper() + self.at

    @property
    def square(self) -> str:
        found = _SQUARE.search(self.place)
        return "" if found is None else found[0].upper().replace(" ", "")

    @property
    def spot(self) -> str:
        """Its place without what leads to it: `from 15G`."""
        found = _SQUARE.search(self.place)
        return self.place[0 if found is None else found.start() :].casefold()


class _SaidOfPlays(Struct, frozen=True):
    """A sentence, and the plays and words that it names."""

    line: int
    start: int
    end: int
    text: str
    named: tuple[_PlayNamed, ...]

    def marked(self, word: str, words: frozenset[str]) -> str:
        """Return it as it is weighed for the play of *word*, one of *words*."""
        text = self.text
        for each in reversed(self.named):
            if each.word in words:
                sign = PLAY if each.word == word else OTHER
                text = f"{text[: each.start]}{sign}{text[each.end :]}"
        return text.strip()


def without_unchosen(
    lines: Sequence[Line],
    plays: int = 1,
    is_order: Callable[[str], bool] = lambda _: False,
    is_of_another: Callable[[str], bool] = lambda _: False,
    laid: Collection[str] = (),
) -> Sequence[Line]:
    """Return *lines* without what they say of plays that are not meant; unchanged where that is not clear.

    *plays* a move may have; where there are several all that stand with a place may be. *is_order* tells whether a
    clause beside them asks for something: what does is never left out with them. Words that are *laid* on the board
    already, and named without a place, are none of them: `durch das D von ERDE`.

    A word that is meant in place of the one that stands with the place takes it: `O8s KORINTE, äh KORINTHE`.
    """
    placed, words, about = _of_plays(lines, laid)
    is_one = len(placed) == 1
    if (
        not words
        or (plays > 1 and not is_one)
        or _says_more_of_them(about, words, is_order, is_one=is_one)
    ):
        return lines
    weights = _weights_of_choice(about, words, placed)
    chosen = chosen_of(weights)
    if chosen is None or any(_is_denied(each.marked(chosen, words)) for each in about):
        return lines
    if _names_more(about, words, chosen):
        return lines
    own = [each for each in about if _names(each, chosen)]
    is_slip = any(_is_slip(each, words) for each in about)
    is_sure = (is_slip or _is_surely(chosen, weights, about)) and not any(
        _is_of_another(each, chosen, is_of_another) or _moves_beside(each, chosen) for each in about
    )
    if chosen not in placed and (
        (_are_alike(min(placed), chosen) and not _is_in_brackets(about))
        or (is_sure and any(_SAME_PLACE.search(each.text) for each in own))
    ):
        return _in_its_place(lines, about, chosen, is_sure=is_sure)
    has_place = chosen in placed or any(map(_names_spot, own))
    is_plain = is_one or not any(x.place for each in own for x in each.named)
    if not has_place or (is_plain and not is_sure):
        return lines
    is_corrected = is_sure or weights[chosen] < IS_CORRECTED
    beside = _behind(about, chosen) if is_corrected else about
    if any(_lays_another(each, words, chosen) for each in beside):
        return lines
    return _left(lines, about, chosen, is_corrected=is_corrected, is_sure=is_sure)


def _says_more_of_them(
    about: Sequence[_SaidOfPlays],
    words: frozenset[str],
    is_order: Callable[[str], bool],
    *,
    is_one: bool,
) -> bool:
    """Tell whether sentences say what a play hangs on, name several rounds or an alternate, or order something."""
    return (
        _hangs_somewhere(about, words, is_one=is_one)
        or len({round_in(each.text) for each in about} - {None}) > (not is_one)
        or any(each.text.lstrip().startswith(ALTERNATE_MARK) for each in about)
        or any(is_order(clause) for each in about for clause in _clauses_beside(each, words))
    )


def _is_of_another(said: _SaidOfPlays, chosen: str, is_name: Callable[[str], bool]) -> bool:
    """Tell whether a sentence names another player, but in a clause of its own: `(nicht GEN, wie ich Jürgen sagte)`."""
    text = said.marked(chosen, frozenset({chosen}))
    return any(
        any(map(is_name, words_of(clause))) and (PLAY in clause or not _OF_WRITER.search(clause))
        for clause in _CLAUSE.split(text)
    )


def _moves_beside(said: _SaidOfPlays, chosen: str) -> bool:
    """Tell whether a sentence of other plays speaks of a move beside them: `Erst GIER, lege aber nichts.`"""
    words = frozenset(each.word for each in said.named)
    beside = _clauses_beside(said, words) if words and chosen not in words else ()
    return any(
        _OF_MOVE.search(_OF_FAMILY.sub(" ", each)) is not None and not withdraws(each)
        for each in beside
    )


def _is_in_brackets(about: Sequence[_SaidOfPlays]) -> bool:
    """Tell whether the one place stands in brackets behind its word, where no other takes it: `GUTER (A12w)`."""
    return any(each.text[x.end :].startswith(")") for each in about for x in each.named if x.place)


_OF_FAMILY = worded(r"{begin}{my}{letter}{0,2}\s{1,3}{kin}{end}")
_OF_MOVE = worded(r"{begin}{intent}{end}")
_OF_WRITER = worded(r"{begin}{myself}{end}")
_SAME_PLACE = worded(r"{begin}{same_place}{end}")
_SPOT = worded(rf"(?<![{{letters}}\d]){SPOT}(?![{{letters}}\d])")
_SQUARE = worded(r"(?<![{letters}\d]){square}")


def _names(said: _SaidOfPlays, word: str) -> bool:
    return any(each.word == word for each in said.named)


def _names_spot(said: _SaidOfPlays) -> bool:
    """Tell whether a sentence names a place beside its plays: `so DOHLE it is: 15G, down`."""
    return _SPOT.search(said.marked("", frozenset(x.word for x in said.named))) is not None


def play_chosen(lines: Sequence[Line]) -> str | None:
    """Return the word of the play that *lines* clearly choose of those that they name with places; None of others.

    What they say of the others may be anything: `I was going to lay ..., but I'm keeping that for later. Instead: ...`
    """
    _, words, about = _of_plays(lines)
    chosen = chosen_of(_weights_of_choice(about, words, words)) if words else None
    own = [each for each in about if any(x.word == chosen for x in each.named)]
    is_open = any(
        "?" in each.text or is_for_more(each.text) or _is_denied(each.marked(chosen or "", words))
        for each in own
    )
    return None if is_open else chosen


def _of_plays(
    lines: Sequence[Line], laid: Collection[str] = ()
) -> tuple[set[str], frozenset[str], Sequence[_SaidOfPlays]]:
    """Return the words that *lines* name with a place, those of which one may be meant, and what is said about them."""
    said = _told_apart([_without_laid(each, laid) for each in _sentences(lines[:_MOST_LINES])])
    placed = {each.word for sentence in said for each in sentence.named if each.place}
    if not placed and any(map(_names_spot, said)):
        placed = {x.word for each in said for x in each.named if len(x.word) >= _SHORTEST_ALONE}
    words = _candidates(said, placed)
    names = [any(x.word in words for x in each.named) for each in said]
    return placed, words, [said[at] for at in about_plays([each.text for each in said], names)]


def _without_laid(said: _SaidOfPlays, laid: Collection[str]) -> _SaidOfPlays:
    if not laid:
        return said
    return replace(said, named=tuple(x for x in said.named if x.place or x.word not in laid))


def _told_apart(said: Sequence[_SaidOfPlays]) -> Sequence[_SaidOfPlays]:
    """Return sentences, in which words named at several squares are as many plays: `13C BRINGE ist mir zu gewagt.`

    Squares of one row or column may be a slip of one another: `M7s BASEN bringt 22. Ich nehme BASEN ab M8.`
    """
    squares: dict[str, set[str]] = {}
    for each in (x for sentence in said for x in sentence.named if x.square):
        squares.setdefault(each.word, set()).add(each.square)
    several = {
        word
        for word, at in squares.items()
        if len(at) > 1 and not any(starmap(_share_a_line, combinations(at, 2)))
    }
    if not several:
        return said
    return [
        replace(
            each,
            named=tuple(
                replace(x, at=f" {x.square}") if x.word in several and x.square else x
                for x in each.named
            ),
        )
        for each in said
    ]


def _share_a_line(one: str, two: str) -> bool:
    return not {*_PARTS.findall(one)}.isdisjoint(_PARTS.findall(two))


_PARTS = regex(r"[^\W\d_]+|\d+")


def _weights_of_choice(
    about: Sequence[_SaidOfPlays], words: frozenset[str], placed: Collection[str]
) -> dict[str, int]:
    """Return what sentences *about* plays weigh for each of *words*; *placed* are those that stand with a place."""
    return {word: weight_of_choice(it) for word, it in _said_of(about, words, placed)}


def _said_of(
    about: Sequence[_SaidOfPlays], words: frozenset[str], placed: Collection[str]
) -> Iterator[tuple[str, str]]:
    for word in sorted(words):
        said = (each.marked(word, words) for each in about)
        yield word, as_weighed(said, is_placed=word in placed)


def said_of_plays(lines: Sequence[Line]) -> Mapping[str, str]:
    """Return what *lines* say of each of the plays that they name, by their words, as it is weighed.

    Nothing where they name one play alone, more than may be weighed, or one for want of another.
    """
    placed, words, about = _of_plays(lines)
    is_more = any(is_for_more(each.text) for each in about)
    return {} if is_more else dict(_said_of(about, words, placed))


def _says_more(said: _SaidOfPlays, *, is_one: bool) -> bool:
    """Tell whether a sentence names what a play hangs on, or one that is for want of it or for the next round.

    *is_one*: there is one place only; what leads to it is read by others.
    """
    play = next((each for each in said.named if each.place), None) if is_one else None
    return is_for_more(said.text if play is None else said.text[play.start :])


def _hangs_somewhere(about: Sequence[_SaidOfPlays], words: frozenset[str], *, is_one: bool) -> bool:
    """Tell whether a sentence that may be left out names what a play hangs on; one behind all plays never is.

    A word alone that is asked, and put right at once, is a slip of the keys: `HNEDL? HENDL.`
    """
    last = max(at for at, each in enumerate(about) if each.named)
    placed = {x.word for each in about for x in each.named if x.place}
    return any(
        _says_more(each, is_one=is_one)
        and not _is_slip(each, words)
        and not (is_one and _is_kept(each, placed))
        for each in about[: last + 1]
    )


def _is_kept(said: _SaidOfPlays, placed: set[str]) -> bool:
    """Tell whether a sentence keeps a word without a place, or a letter, for later, and hangs on nothing else."""
    is_of_others = bool(said.named) and placed.isdisjoint(x.word for x in said.named)
    return is_of_others and not is_for_more(NEXT_ROUND.sub(" ", said.text))


def _is_slip(said: _SaidOfPlays, words: frozenset[str]) -> bool:
    """Tell whether a sentence is but one of two words that are alike, with a question mark."""
    word = said.text.strip(" ?")
    others = words - {word}
    return word in words and len(others) == 1 and _are_alike(word, min(others))


def _names_more(about: Sequence[_SaidOfPlays], words: frozenset[str], chosen: str) -> bool:
    """Tell whether a sentence has a move be of more than the *chosen* play.

    What leads to that play once more adds nothing: `meinte GARDE. also L4s GARDE`. `also` is `so` in German.
    """
    is_named = False
    for each, behind in zip_longest(about, about[1:]):
        text = each.marked(chosen, words)
        more = () if {x.word for x in each.named} == {chosen} else _MORE.finditer(text)
        for found in more:
            if found[0].casefold() in _FOLLOWS.get(language_told(x.text for x in about), ()):
                continue
            rest = text[found.end() :].lstrip(" :")
            is_lead = rest.startswith(PLAY) or (
                not rest and behind is not None and {x.word for x in behind.named} == {chosen}
            )
            if not is_lead or not (is_named or PLAY in text[: found.start()]):
                return True
        is_named |= PLAY in text
    return False


def _is_surely(chosen: str, weights: Mapping[str, int], about: Sequence[_SaidOfPlays]) -> bool:
    """Tell whether a play is surely the one that is meant: by what is said of it, or of all others.

    The latter where sentences of their own tell of the others, in more than a few words.
    """
    if weights[chosen] < IS_SURELY_CHOSEN:
        return True
    others = {play: each for play, each in weights.items() if play != chosen}
    if weights[chosen] >= IS_CORRECTED or min(others.values()) <= IS_SURELY_NOT:
        return False
    told = [each for each in about if any(x.word in others for x in each.named)]
    return all(not _names(each, chosen) and len(each.text.split()) >= _TELLS_OF_IT for each in told)


def _is_denied(sentence: str) -> bool:
    is_denied = any(each.search(sentence) for each in (_NOT_MINE, _SCRAPPED))
    return is_never(sentence) or (PLAY in sentence and is_denied)


_SCRAPPED = worded(
    rf"{{begin}}{{scraps}}\s{{1,3}}(?:(?:{{article}}|{{my}}{{letter}}{{0,2}})\s{{1,3}})?{PLAY}"
)
_NOT_MINE = worded(r"{begin}(?:{denies}|{no})\s{1,3}(?:{my}{letter}{0,2}\s{1,3})?{play}{end}")


def _are_alike(wrong: str, right: str) -> bool:
    """Tell whether a word may be written wrongly for another: at most one letter in three is another."""
    return SequenceMatcher(None, wrong, right, autojunk=False).ratio() >= _ALIKE


_ALIKE = 2 / 3


def names_word_alike(lines: Iterable[Line], plays: Iterable[Play]) -> Line | None:
    """Return the line that names a word for which the word of the one play may be a slip: `AGEIRT (AGIERT, sorry)`."""
    words = {spell(play.word) for play in plays}
    if len(words) != 1:
        return None
    (word,) = words
    for line in lines:
        for named in words_in_capitals(line.text):
            if len(named) >= _SHORTEST_ALONE and named != word and _are_alike(word, named):
                return line
    return None


def _candidates(said: Sequence[_SaidOfPlays], placed: Collection[str]) -> frozenset[str]:
    """Return the words of which one may be chosen: those with a place, or the one with it and those without."""
    named = [each for sentence in said for each in sentence.named]
    plays = {(each.word, each.spot) for each in named if each.place}
    words = frozenset(placed)
    if len(words) == 1:
        words |= {each.word for each in named if len(each.word) >= _SHORTEST_ALONE}
    is_one_place_each = len(plays) == len({word for word, _ in plays})
    return words if is_one_place_each and _SEVERAL <= len(words) <= _MOST else frozenset()


def _clauses_beside(said: _SaidOfPlays, words: frozenset[str]) -> Iterator[str]:
    """Yield the clauses of a sentence that name none of the plays that may be chosen."""
    for clause in _CLAUSE.split(said.marked("", words)):
        if clause.strip() and OTHER not in clause:
            yield clause.strip()


def _behind(about: Sequence[_SaidOfPlays], chosen: str) -> Sequence[_SaidOfPlays]:
    """Return the sentences behind the first that names the *chosen* play: one before it may be corrected by it."""
    at = next(at for at, said in enumerate(about) if _names(said, chosen))
    return about[at + 1 :]


def _lays_another(said: _SaidOfPlays, words: frozenset[str], chosen: str) -> bool:
    """Tell whether a sentence by itself makes a move of a play that is not *chosen*: `Ich lege mal G5s TALES.`"""
    named = words & {each.word for each in said.named}
    return (
        len(named) == 1
        and chosen not in named
        and weight_of(said.marked(min(named), words)) < IS_MOVE
    )


def _left(
    lines: Sequence[Line],
    about: Sequence[_SaidOfPlays],
    chosen: str,
    *,
    is_corrected: bool,
    is_sure: bool,
) -> Sequence[Line]:
    """Return *lines* without the sentences of other plays, and what leads from them to the *chosen* one.

    What is said of it alone is left to those who read it; beside others, or where it corrects one of them, only its
    own clause is.
    """
    *_, kept = sorted(
        (each for each in about if _names(each, chosen)),
        key=lambda each: any(x.word == chosen and x.place for x in each.named),
    )
    left, is_before = [*lines], False
    for each in reversed(about):
        line, words = left[each.line], {x.word for x in each.named}
        if each is kept:
            is_before = True
            if words != {chosen} or is_corrected:
                left[each.line] = _alone(line, each, chosen, is_sure=is_sure)
        elif is_before and not words and is_salutation(each.text):
            continue
        elif is_before or words - {chosen} or (is_sure and _is_said_behind(each, kept)):
            left[each.line] = line_without(line, each.start, each.end)
    return left


def _is_said_behind(said: _SaidOfPlays, kept: _SaidOfPlays) -> bool:
    """Tell whether a sentence behind the play in its line says no more of it: `That stays.`"""
    names_more = "?" in said.text or _names_spot(said) or names_joker(said.text)
    names_more |= is_for_more(said.text)
    return said.line == kept.line and not said.named and not names_more


def _in_its_place(
    lines: Sequence[Line], about: Sequence[_SaidOfPlays], chosen: str, *, is_sure: bool
) -> Sequence[Line]:
    """Return *lines* with the *chosen* word where another stands with its place, and without what is said of both."""
    left = [*lines]
    *_, (kept, play) = ((each, x) for each in about for x in each.named if x.place)
    *_, (said, meant) = ((each, x) for each in about for x in each.named if x.word == chosen)
    points = _POINTS.match(said.text, meant.end)
    behind = "" if points is None else points[0]
    for each in reversed(about):
        is_between = is_sure and kept.start < each.start <= said.start and each.line == kept.line
        if each is kept:
            last = each.start + max(play.end, len(each.text.rstrip(_STOPS)))
            line = line_without(left[each.line], each.start + play.end, last)
            place = each.text[play.word_at + len(play.written) : play.end]
            start, end = each.start + play.word_at, each.start + play.end
            line = line_with(line, start, end, f"{meant.written}{place}{behind}")
            left[each.line] = (
                line_without(line, each.start, each.start + play.start) if is_sure else line
            )
        elif each.named or is_between:
            left[each.line] = line_without(left[each.line], each.start, each.end)
    return left


def _alone(line: Line, said: _SaidOfPlays, chosen: str, *, is_sure: bool) -> Line:
    """Return a line in which of a sentence only the *chosen* play is left, and what its clause says that is no talk."""
    *_, play = sorted(
        (each for each in said.named if each.word == chosen), key=lambda each: bool(each.place)
    )
    points = _POINTS.match(said.text, play.end)
    end = play.end if points is None else points.end()
    start = max((found.end() for found in _CLAUSE.finditer(said.text, 0, play.start)), default=0)
    shown = len(said.text.rstrip(_STOPS))
    stop = next((found.start() for found in _CLAUSE.finditer(said.text, end)), len(said.text))
    if not play.place:  # which stands somewhere behind it
        end = stop = shown
    out = [(0, start), *_others(said, chosen, start, stop), (stop, shown)]
    last = max((at for _, at in out if at <= play.start), default=start)
    if _is_talk(f"{said.text[last : play.start]}{PLAY}", is_sure=is_sure):
        out.append((last, play.start))
    if _is_talk(f"{PLAY}{said.text[end:stop]}", is_sure=is_sure):
        out.append((end, min(stop, shown)))
    for first, then in reversed(_joined(out)):
        if said.text[first:then].strip():
            line = line_without(line, said.start + first, said.start + then)
    return line


def _joined(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return spans in order, those that touch as one; none of those that hold nothing."""
    joined = list[tuple[int, int]]()
    for start, end in sorted(each for each in spans if each[0] < each[1]):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def _is_talk(said: str, *, is_sure: bool) -> bool:
    """Tell whether the words beside a chosen play say nothing of it: `ich sage aber`, but not `ich hätte lieber`.

    Where it is *surely* chosen, hardly anything that they say is against it: `sie legt` is.
    """
    return not names_joker(said) and weight_of(said.strip()) < (_IS_AGAINST if is_sure else IS_TALK)


_IS_AGAINST = 250
"""Above this weight words beside a play give it to somebody else, however it is chosen."""


def _others(said: _SaidOfPlays, chosen: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
    """Yield where in a clause of a sentence other plays stand, each with a word that puts it aside before it."""
    for each in said.named:
        if start <= each.start < stop and each.word != chosen:
            aside = _PUTS_ASIDE.search(said.text, start, each.start)
            yield (each.start if aside is None else aside.start(), each.end)


_PUTS_ASIDE = worded(r"{begin}{in_place_of}\s{1,3}$")
_STOPS = " .!…"
_CLAUSE = regex(r"[,;:!?()]|\s[–-]\s")


def _sentences(lines: Sequence[Line]) -> Iterator[_SaidOfPlays]:
    for at, line in enumerate(lines):
        for first, last in sentence_spans(line.text):
            stops = (each.end() for each in _STOP.finditer(line.text, first, last))
            for start, end in pairwise((first, *stops, last)):
                text = line.text[start:end]
                if any(map(str.isalnum, text)):
                    yield _SaidOfPlays(at, start, end, text, tuple(_named(text)))


_STOP = worded(STOP_BEHIND_CAPITALS)


def _named(text: str) -> Iterator[_PlayNamed]:
    """Yield the plays of a text, and the words in capitals between them."""
    last = 0
    for found in _PLACED.finditer(text):
        yield from _words(text, last, found.start())
        last = found.end()
        word, place = ("word", "spot") if found["word"] else ("first", "behind")
        yield _PlayNamed(*found.span(), found[word], found.start(word), found[place])
    yield from _words(text, last, len(text))


def _words(text: str, start: int, end: int) -> Iterator[_PlayNamed]:
    for found in _NAMED.finditer(text, start, end):
        yield _PlayNamed(*found.span(), found[0], found.start())


def about_plays(sentences: Sequence[str], names: Sequence[bool]) -> list[int]:
    """Return the numbers of the sentences that *name* plays, and of short ones beside them."""
    return [
        at
        for at, each in enumerate(sentences)
        if names[at] or (any(names[max(at - 1, 0) : at + 2]) and len(each.split()) <= _SHORT)
    ]


_FOLLOWS = {language: row["follows_so"] for language, row in rows("sayings.toml").items()}
"""By languages, words that lead to what follows from others; one of them is of more in another language."""
_MORE = worded(r"{begin}(?:{also}|{both}){end}(?!\s{1,3}(?:\d|{points}{end}))")


def as_weighed(sentences: Iterable[str], *, is_placed: bool) -> str:
    """Return the sentences about plays, in which these are signs, as they are weighed for one of them: as one."""
    return " / ".join(sentences) + ("" if is_placed else _WITHOUT_PLACE)


_WITHOUT_PLACE = " / -"
"""Ends what is said of a word that a mail names without a place."""


def choice_features(said: str) -> Iterator[str]:
    """Yield what is weighed of what is said of a play: its words, and those by which plays they stand."""
    text = said.removesuffix(_WITHOUT_PLACE)
    yield from features_of(text)
    if text != said:
        yield "#without place"
    yield from dict.fromkeys(_in_order(tokens_in(text)))


def _in_order(tokens: Sequence[str]) -> Iterator[str]:
    """Yield in which order plays are named, and words with the plays before and behind them.

    What comes last is mostly meant (`§. Nein, halt: ...`), but for what is only told of behind it.
    """
    at = [number for number, each in enumerate(tokens) if each in _SIGNS]
    signs = [_SIGNS[tokens[number]] for number in at]
    yield f"#order {''.join(signs[:_MOST_NAMED])}"
    if signs:
        yield from (f"#first {signs[0]}", f"#last {signs[-1]}")
    ends = ("", *signs, "")
    cuts = (-1, *at, len(tokens))
    for between, start, end in zip(pairwise(ends), cuts, cuts[1:], strict=False):
        where = ">".join(between)
        words = tokens[start + 1 : end]
        yield from (f"{where}:{each}" for each in words)
        yield from (f"{where}:{one} {two}" for one, two in pairwise(("^", *words, "$")))


_SIGNS = {PLAY: "p", OTHER: "o"}
_MOST_NAMED = 5


def weight_of_choice(said: str) -> int:
    """Return how much speaks for it that what a mail says of a play does not choose it: hundredths of log odds."""
    return weighed(said, choice_features(said), learned("chosen.json"))


def chosen_of(weights: Mapping[str, int]) -> str | None:
    """Return which of several plays a mail clearly chooses, by the `weight_of_choice` of each; None of others."""
    chosen = min(weights, key=lambda play: weights[play])
    most = weights[chosen]
    are_apart = all(each > most + IS_APART for play, each in weights.items() if play != chosen)
    return chosen if most < IS_CHOSEN and are_apart else None
