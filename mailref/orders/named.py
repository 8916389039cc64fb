"""An order at a table that a sentence names in words of its writer's own: `spät, aber doch: mein Wort heißt STREBE`.

Looked for where nothing else is read of a mail. A kind of game tells what a text may name: the word to be laid, the
stack, the squares. It counts where the whole mail names one order, or takes back all others (`statt RASTER nun
BESSERE`, `Dachte an H5, nehme aber K10`); where the clause that names it makes a move of it,
and has no word that does anything else (`In der Zeitung stand STREBE`); and where no sentence weighs against that.
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import pairwise

from mailref.orders import sections
from mailref.orders.commands import is_polite
from mailref.orders.entries import Named, SectionReader
from mailref.orders.free_words import leaves_as_said
from mailref.orders.order_lines import hangs_on_something, pattern_of
from mailref.orders.order_words import forms
from mailref.orders.remarks import IS_PLAIN_TALK, IS_TALK, IS_TALK_ALL_THE_SAME, PLAY, weight_of
from mailref.orders.roles import words_of
from mailref.orders.taken_back import without_taken_back
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import line_without
from mailref.tiles.moves import TextSpan, worded
from mailref.tiles.when_used import regex


def order_named(
    lines: Sequence[Line], reader: SectionReader, *, must_be_known: bool = False
) -> tuple[Line, TextSpan, bool] | None:
    """Return the one order that lines name, as a line that asks for it, where, and whether it is known to be possible.

    None if anything is against it.

    What a kind of game says in other words is read `as_laid`: `K10 kommt weg` takes back what it is said of elsewhere.
    What its player cannot do now is talk beside the one thing that he can, where nothing makes a move of it.
    *must_be_known*: it must be something that he can do now.
    """
    found = _without_impossible(lines, reader)
    if not any(named for _, named in found):
        found = [(line, [*reader.hinted_in(line.text)]) for line in lines]
    orders = [*dict.fromkeys(each.order for _, named in found for each in named)]
    if len(orders) > 1:
        left = _decided_on(found, orders)
    else:
        left = [masked(line.text, named) for line, named in found], orders
    if left is None or len(left[1]) != 1:
        return None
    (order,) = left[1]
    told = [reader.without_told(text, order) for text in left[0]]
    texts, is_confirmed = _without_confirmed(told, _TAKES if order.startswith(_TAKE) else _LAYS)
    line, at = next((line, at) for line, named in found for at in named if at.order == order)
    if must_be_known and not at.is_possible:
        return None
    is_whole = [each for each, _ in found] == [*lines]
    is_made = makes_move(
        texts, reader.as_laid, is_known=at.is_possible is True, may_stand_alone=is_whole
    )
    is_made = is_made or (is_confirmed and leaves_as_said(map(reader.as_laid, texts)))
    is_off = not order.startswith(_TAKE) and any(map(_goes_off, texts))
    if not is_made or is_off or any(map(_hangs, texts)):
        return None
    return Line(line.number, order), line.span(at.start, at.end), at.is_possible is True


Found = Sequence[tuple[Line, Sequence[Named]]]
"""Lines, each with what it names."""


def _without_impossible(lines: Sequence[Line], reader: SectionReader) -> Found:
    """Return what lines name without all beside the one thing that can be done now, and what only tells of it.

    `Ich wollte DAMIT legen, das ist aber zu kurz.` All stays where not just one thing can be done, or where a
    sentence may make a move of something else.
    """
    found = [(line, [*reader.named_in(line.text)]) for line in lines]
    all_named = [each for _, named in found for each in named]
    known = {each.order for each in all_named if each.is_possible}
    meant = known or {each.order for each in all_named if each.is_possible is None}
    told = [_without_told(it, named, meant) for it, named in found] if len(meant) == 1 else [None]
    if None in told:
        return found
    plain = [line for line in told if line is not None]
    left = ([*reader.named_in(line.text)] for line in plain)
    return [
        (line, [each for each in named if each.order in meant])
        for line, named in zip(plain, left, strict=True)
    ]


def _without_told(line: Line, named: Sequence[Named], meant: Collection[str]) -> Line | None:
    """Return a line without what only tells of other things than those *meant*; None if it may make a move of one.

    Of a sentence that names both clauses go, where the rest makes a move: `In der ZEIT gelesen, STREBE` makes none.
    """
    gone = [each for each in named if each.order not in meant]
    text = line.text
    for each in named:  # a word in capitals ends a sentence as any other does
        text = f"{text[: each.start]}{'x' * (each.end - each.start)}{text[each.end :]}"
    for start, end in reversed([*sections.sentence_spans(text)] if gone else ()):
        is_mixed = any(start <= each.start < end and each not in gone for each in named)
        ends = [each.start() for each in _CLAUSE_ENDS.finditer(text, start, end - 1)]
        left, kept = line, ""
        for begin, stop in reversed([*pairwise([start, *(ends if is_mixed else ()), end])]):
            within = [each for each in named if begin <= each.start < stop]
            others = [each for each in within if each in gone]
            clause = masked(line.text[:stop], others)[begin:]
            if others and not _only_tells(clause):
                return None
            if others and others == within and not _hangs(clause):
                left = line_without(left, begin, stop)
            else:
                rest = [each for each in within if each not in gone]
                kept = masked(line.text[:stop], rest)[begin:] + kept
        is_known = any(each.is_possible for each in named)
        line = left if not is_mixed or _is_made(kept, is_known=is_known) else line
    return line


_CLAUSE_ENDS = regex(r"[,;](?=\s)|\s[–-](?=\s)")


def _only_tells(clause: str) -> bool:
    """Tell whether a clause makes no move of what it names: a whole one, a choice, or one instead of another."""
    is_whole = _ALONE.fullmatch(clause) is not None or _is_made(clause)
    return not is_whole and _TURNS_TO.search(clause) is None and _CHOICE.search(clause) is None


def names_another(text: str, written: str, reader: SectionReader) -> bool:
    """Tell whether a text beside the order *written* in its mail makes a move of something else: `und dann noch H5`.

    Of what is named as that order names it, it only says more.
    """
    named = [*reader.named_in(text)]
    known = frozenset(at for each in reader.named_in(written) for at in _squares_of(each))
    if not any(_is_elsewhere(each, text, known, written) for each in named):
        return False
    for sentence in sections.sentences_of(masked(text, named)):
        if PLAY not in sentence or _hangs(sentence):
            continue
        turns = _MAKES.search(sentence) and _TURNS_TO.search(sentence)
        if _OF_NO_MOVE.search(sentence) and not turns:
            continue
        plain = reader.as_laid(sentence)
        is_more = _MAKES.search(sentence) and (_ADDS.search(sentence) or leaves_as_said([plain]))
        if turns or is_more or _is_made(sentence):
            return True
    return False


def _is_elsewhere(named: Named, text: str, known: frozenset[str], written: str) -> bool:
    """Tell whether something named is not among the squares *known* of an order *written* beside it, or else its."""
    squares = _squares_of(named)
    if known and squares:
        return not known.issuperset(squares)
    is_impossible = bool(known) and named.is_possible is False
    return is_impossible or _is_other(text[named.start : named.end], written)


def _squares_of(named: Named) -> Sequence[str]:
    return _PARTS[0].findall(named.order)


def _is_other(said: str, written: str) -> bool:
    """Tell whether what is said names a word, a square, a stack or a letter that no order *written* beside it has.

    Of a tile that is taken its letter says more than its stack, and nothing else.
    """
    if (word := said.replace("-", "").upper()) and _A_WORD.fullmatch(word):
        return word not in written.upper()
    parts = [
        (set(part.findall(said.upper())), set(part.findall(written.upper())) - _NO_TILE)
        for part in _PARTS
    ]
    if not any(known for _, known in parts):
        return True
    return any(named and known and not named <= known for named, known in parts)


_A_WORD = regex(r"[A-ZÄÖÜ]{3,}")
_PARTS = (
    regex(r"(?<!\w)(?:[A-Z]\d{1,2}|\d{1,2}[A-Z])(?!\w)"),
    regex(r"(?<!\w)\d(?!\w)"),
    regex(r"(?<!\w)[A-ZÄÖÜ](?!\w)"),
)
_NO_TILE = frozenset("I")
"""Who writes `I take 3` says of himself what he does."""
_OF_NO_MOVE = pattern_of(r"{begin}(?:{in_place_of}|[[left]]|[[keeps]]|[[other_turn]]){end}")
"""`Dann bleibt H5 stehen`, `Nächstes Mal lege ich STREBE`"""
_TURNS_TO = pattern_of(r"{begin}(?:[[no]]|[[rather]]){end}")
"""`Dann bleibt EGEN, nein, also doch NIMM K8`"""
_ADDS = pattern_of(r"{begin}(?:[[and]]|[[then]]|{too}|{also_too}|{joins_parts}|{after_that}){end}")


def _decided_on(
    found: Sequence[tuple[Line, Sequence[Named]]], orders: Sequence[str]
) -> tuple[list[str], list[str]] | None:
    """Return what lines say without the orders that they take back or only thought of, and the orders left.

    A play stands in for each of the orders: of plays it is known how they are taken back.
    """
    if len(orders) > len(_STAND_INS):
        return None
    names = dict(zip(orders, _STAND_INS, strict=False))
    lines = [
        Line(line.number, _replaced(line.text, ((at, names[at.order]) for at in named)))
        for line, named in found
    ]
    texts = [_without_thought_of(line.text) for line in without_taken_back(lines)]
    texts = _without_put_aside(texts)
    kept = [order for order in orders if any(names[order] in text for text in texts)]
    said = [_NOT_BUT.sub(" ", each.text) for each in lines]
    leads = (each.text[: at.start()] for each in lines for at in _NOT_BUT.finditer(each.text))
    if not all(_LEADS.fullmatch(_CORRECTS.sub("", sections.last_sentence(lead))) for lead in leads):
        return None  # `Das war nicht BESSER, sondern STREBE`
    if _negations(said) > _negations(texts):
        return None  # `Vergiss H5 nicht, K10 kommt weg`
    return [_STAND_IN.sub(PLAY, text) for text in texts], kept


def _negations(texts: Iterable[str]) -> int:
    return sum(len(_NEGATES.findall(text)) for text in texts)


_STAND_INS = ("A1w AAAA", "B2w BBBB", "C3w CCCC")
_NOT_BUT = worded(
    rf"{{begin}}{{not_but}}\s{{1,3}}(?:{'|'.join(_STAND_INS)}),?\s{{1,3}}{{but_rather}}{{end}}"
)
"""`Nicht H5, sondern H7`: it takes back what it names."""
_CORRECTS = worded(r"^\W*{correction}{end}\W*")
_NEGATES = pattern_of(r"{begin}[[negation]]{end}")
_STAND_IN = regex("|".join(_STAND_INS))
# `Erst wollte ich RASTER, nun aber doch lieber STREBE`, `Dachte an H5, aber nein: K10 wird abgeräumt`
_TURNS = pattern_of(
    rf",\s{{1,3}}(?P<lead>(?:{{contrast}}\s{{1,3}}[[no]]\s?[:,]|[^,.;:!?\n]{{1,60}}))\s{{1,3}}(?={'|'.join(_STAND_INS)})"
)
_SAYS_NO = pattern_of(r"{contrast}\s{1,3}[[no]]\s?[:,]")
_CONTRASTS = worded(r"{begin}(?:{contrast}|{but_rather}){end}")


def _without_thought_of(text: str) -> str:
    """Return a text without what a sentence thought of, or would have done, before it turns to something else."""
    for start, end in reversed([*sections.sentence_spans(text)]):
        sentence = text[start:end]
        turn, named = _TURNS.search(sentence), _STAND_IN.search(sentence)
        if turn is None or named is None or not named.end() <= turn.start():
            continue
        if _CONTRASTS.search(turn["lead"]) is None:
            continue
        left = turn.end() if _SAYS_NO.fullmatch(turn["lead"]) else turn.start("lead")
        sense = sections.sense_of(
            sentence[: named.start()], sentence[named.end() : turn.start()], is_first=False
        )
        if sense in (sections.Sense.PAST, sections.Sense.UNSURE):
            text = f"{text[:start]}{sentence[left:].lstrip()}{text[end:]}"
    return text


def _without_put_aside(texts: Sequence[str]) -> list[str]:
    """Return texts without the clauses that put an order aside, where the last that names one makes a move of another.

    `Mein Mann will RASTER, die Große will STREBER, darum kommt BESSERE auf den Tisch`; not what is a condition.
    """
    clauses = [[each for each in _CLAUSES.split(text) if each] for text in texts]
    named = [each for row in clauses for each in row if _STAND_IN.search(each)]
    last = named.pop() if named else ""
    meant = _STAND_IN.search(last)
    aside = [each for each in named if meant is None or meant[0] not in each]
    is_decided = (
        bool(aside) and _is_made(_STAND_IN.sub(PLAY, last)) and all(map(_is_put_aside, aside))
    )
    if not is_decided:
        return [*texts]
    return [" ".join(each.strip() for each in row if each not in aside) for row in clauses]


def _is_put_aside(clause: str) -> bool:
    """Tell whether a clause makes no move of what it names, and makes none depend on it."""
    plain = _STAND_IN.sub(PLAY, clause)
    is_open = _CHOICE.search(plain) or hangs_on_something(plain) or "?" in plain
    return not is_open and weight_of(plain.strip(" ,;:")) > IS_TALK


_CHOICE = pattern_of(r"{begin}[[or]]{end}")


def makes_move(
    texts: Sequence[str],
    as_laid: Callable[[str], str] = str,
    *,
    is_known: bool = False,
    may_stand_alone: bool = True,
) -> bool:
    """Tell whether texts make a move of what a sign stands for in them, and no sentence of them weighs against it.

    *is_known*: it can be done now, so that it is more than a word: other words may stand beside the verb of its clause.
    *may_stand_alone*: as a word alone beside talk, where nothing was left out of them.

    >>> [makes_move([text]) for text in ("spät, aber doch: mein erstes Wort heißt §", "Mein Enkel sagt gern §")]
    [True, False]
    """
    plain = [as_laid(each) for each in texts]
    is_made = any(_is_made(each, is_known=is_known) for each in texts)
    if not leaves_as_said(plain, is_known=is_known and is_made):
        return False
    said = [each for text in texts for each in sections.sentences_of(text) if each.strip()]
    named = [each for each in said if PLAY in each]
    told = [each for each in said if each not in named and not is_polite(each)]
    is_called_out = bool(told) and any("!" in each for each in named)
    is_alone = all(map(_ALONE.fullmatch, named))
    is_meant = is_made or (is_alone and not is_called_out and all(map(_is_talk, told)))
    return is_meant and (may_stand_alone or not is_alone)


def _is_talk(sentence: str) -> bool:
    """Tell whether a sentence beside an order that stands alone is talk: it asks nothing, and does not point back."""
    is_of_it = "?" in sentence or _POINTS_BACK.match(sentence.lstrip())
    return not is_of_it and weight_of(sentence) <= IS_PLAIN_TALK


def _without_confirmed(texts: Sequence[str], makes: re.Pattern[str]) -> tuple[list[str], bool]:
    """Return texts without the sentences below an order that point back and make a move of it, and whether any did.

    `STREBER, so einen hatten wir in der Klasse. Den leg ich.`
    """
    left: list[str] = []
    is_confirmed = is_named = False
    for text in texts:
        kept = []
        for sentence in sections.sentences_of(text):
            is_made = _POINTS_BACK.search(sentence) and makes.search(sentence)
            if is_named and (is_made or holds(sentence)) and _only_confirms(sentence):
                is_confirmed = is_confirmed or is_made is not None
                continue
            is_named = is_named or PLAY in sentence
            kept.append(sentence)
        left.append("".join(kept))
    return left, is_confirmed


def holds(sentence: str) -> bool:
    """Tell whether a sentence says of what was named that it holds, and nothing else: `Das gilt.`"""
    return _STANDS_FIRM.search(sentence) is not None and _only_confirms(sentence)


def is_told_by_others(sentence: str) -> bool:
    """Tell whether a sentence below what was named says who says so: `Die sollen es sein, sagt Oda.`"""
    return _POINTS_BACK.match(sentence.lstrip()) is not None and bool(_HEARSAY.search(sentence))


def _only_confirms(sentence: str) -> bool:
    return not {PLAY, "?"} & {*sentence} and _CONFIRMS.fullmatch(sentence) is not None


def _is_made(text: str, *, is_known: bool = False) -> bool:
    """Tell whether a sentence, or a clause of it, makes a move of the sign in it, and each word of that has a role."""
    plain = _ASKS_KINDLY.sub(" ", _ONLY_QUOTED.sub(PLAY, text))
    for sentence in sections.sentences_of(plain):
        if PLAY not in sentence or _HEARSAY.search(sentence):
            continue
        is_framed = sections.is_framed(*sentence.split(PLAY, 1)) and not _ONLY_HOLDS.fullmatch(
            sentence
        )
        if is_framed or _IS_SUM.fullmatch(sentence):
            return True
        clauses = [each for each in _CLAUSES.split(sentence) if each.strip()]
        if _ALONE.fullmatch(clauses[0]) and any(map(_IS_MY_MOVE.fullmatch, clauses[1:])):
            return True
        for lead, clause in zip(["", *clauses], clauses, strict=False):
            if PLAY not in clause:
                continue
            if is_known and _lays_it(clause) and weight_of(sentence) <= IS_TALK:
                return True
            if _ACCOUNTED.fullmatch(clause) is None:
                continue
            is_led = lead.endswith(":") and _LEADS.fullmatch(lead) and _IS_LEAD.search(lead)
            # `Take the first two letters of REGEN (H5, H6)`
            is_led = is_led or (is_known and lead.endswith("(") and _TAKES.search(lead) is not None)
            if is_led or _MAKES.search(clause):
                return True
    return False


def _goes_off(text: str) -> bool:
    """Tell whether a clause says of the sign in it that it goes away, and does not lay it: `RASTER ist raus.`"""
    clauses = (each for each in _CLAUSES.split(text) if PLAY in each)
    return any(_OFF.search(each) and not _LAYS.search(each) for each in clauses)


def _lays_it(clause: str) -> bool:
    """Tell whether a clause lays or takes the sign in it, beside small words alone; not `In Kassel lege ich §`."""
    found = _LAYS_IT.fullmatch(clause)
    lead = [*words_of(found["lead"])] if found is not None else []
    return found is not None and not any(each.istitle() and len(each) > 1 for each in lead[1:])


_ALONE = regex(rf"[\W{PLAY}]*")
_ASKS_KINDLY = pattern_of(r",(?=\s{1,3}(?:[[please]]|{please}){end})")
_ONLY_QUOTED = regex(rf"[\"„“»«‚'‘]{PLAY}[\"“”»«'’‘]")
_CLAUSES = regex(r"(?<=[.!?;:(])\s*|(?<=,)\s+|\s[–-]\s|\)|\n")
_MY_MOVE = (
    r"{my_words}\s{1,3}(?:(?:{first}|{second}|{both_words})\s{1,3})?"
    r"(?:{play}|{field_word}|{words_called}|[[openings]]|[[numbers]])"
)
_MOVES = rf"[[makes_move]]|[[lay]]|[[take]]|[[remove]]|{{laying}}|{{lays}}|{{in_my_name}}|{{names_words}}|{_MY_MOVE}"
_MAKES = pattern_of(
    rf"{{begin}}(?:(?:{{decides}}|{{turns_to_another}}){{end}}(?=[^{PLAY}]*{PLAY})"
    rf"|(?:{_MOVES}|[[off_board]]|{{please}}|[[wants_new]]|[[choose]]|{{enters}}){{end}})"
)
"""What makes a move of a word, a tile, or squares."""
_BESIDE = (
    r"(?:[[makes_move]]|[[beside_move]]|[[lay]]|[[take]]|[[remove]]|[[off_board]]|[[please]]|[[wants_new]]|[[choose]]|[[i]]|[[filler]]"
    r"|[[this_time]]|[[before_order]]|[[the_top]]|[[the]]|[[from_the]]|[[stack]]|[[numbers]]|[[out]]|[[new_ones_end]]|[[openings]]"
    r"|{laying}|{lays}|{enters}|{decides}|{decided_begins}|{in_my_name}|{turns_to_another}|{my_words}|{first}|{second}|{both_words}|{play}"
    r"|{field_word}|{words_called}|{is_called}|{words_are}|{names_words}|{beside_words}|{here_are}|{article}|{conjunction}|{filler}|{points}|(?-i:[A-ZÄÖÜ]))"
)
_SUM = r"(?:[=(]|{filler}\s)\s?\d{1,3}(?:\s?{points})?(?!\w)|\d{1,3}\s?{points}"
_OFF = pattern_of(r"{begin}(?:[[off_board]]|[[remove]]){end}")
_ACCOUNTED = pattern_of(rf"(?:\W|{PLAY}|{_SUM}|{{begin}}{_BESIDE}{{end}})*+")
"""Every word of it has to do with a move: `Ich lege Wert auf §` has one that has not."""
_LAYS_IT = pattern_of(
    rf"(?P<lead>[^{PLAY}]*?){{begin}}(?:[[lay]]|[[take]]|[[remove]]|[[makes_move]]|{{laying}}){{end}}"
    rf"(?:[\s,]{{1,3}}(?:{_BESIDE}|(?!{{by_way_of}}{{end}})(?-i:[a-zäöüß]{{2,15}})){{end}}){{0,8}}\s{{0,3}}:?\s{{0,3}}{PLAY}"
    rf"(?:\W|{_SUM}|{{begin}}{_BESIDE}{{end}})*+"
)
"""Nothing else is laid in it, by nothing else: `lege ich nun doch ganz brav §`, but not `Ich lege Fliesen im §`."""
_CONFIRMS = pattern_of(rf"(?:\W|{{begin}}(?:{{points_at_it}}|{{stands_firm}}|{_BESIDE}){{end}})*+")
_TAKE = forms("take")[0]
_LAYS = pattern_of(r"{begin}(?:[[lay]]|[[makes_move]]|{lays}|{enters}){end}")
_TAKES = pattern_of(r"{begin}(?:[[take]]|[[makes_move]]|[[remove]]|[[off_board]]){end}")
_IS_MY_MOVE = pattern_of(
    rf"\W*(?:(?:{{points_at_it}}{{end}}\s{{1,3}})?{{stands_firm}}|{{but_rather}}\s{{1,3}}{_MY_MOVE}){{end}}\W*"
)
"""`RASTER - das ist kein Gruß, sondern mein Wort`"""
_POINTS_BACK = worded(r"{begin}{points_at_it}{end}")
_STANDS_FIRM = worded(r"{begin}{stands_firm}{end}")
_ONLY_HOLDS = worded(rf"\W*{PLAY}\s{{1,3}}{{stands_firm}}\W*")
"""`RÖSTER gilt.` may say that it is a word."""
_LEADS = pattern_of(rf"(?:\W|{{begin}}{_BESIDE}{{end}})*+")
_IS_SUM = worded(rf"\W*{PLAY}\s?(?:{_SUM})\W*")
_IS_LEAD = pattern_of(rf"{{begin}}(?:{_MOVES}|[[off_board]]|[[this_turn]]|{{here_are}}){{end}}")
_HEARSAY = worded(rf"{{begin}}{{by_hearsay}}{{end}}|[\"„“”»«][^\n]*{PLAY}[^\n]*[\"“”»«]")
"""`Gerd sagt immer: den Stein mit dem N bitte`, `"Das N bitte", rief er`"""


def masked(text: str, named: Iterable[Named]) -> str:
    """Return a text with a sign for all that it names."""
    return _replaced(text, ((each, PLAY) for each in named))


def _replaced(text: str, named: Iterable[tuple[Named, str]]) -> str:
    for each, sign in sorted(named, key=lambda pair: pair[0].start, reverse=True):
        text = f"{text[: each.start]}{sign}{text[each.end :]}"
    return text


def _hangs(text: str) -> bool:
    """Tell whether what leads to an order in its sentence, or follows it, makes it hang on something.

    `Wenn es geht, STREBE`, `den Stein mit dem N, wenn ihn keiner will`; what is only polite is clearly talk.
    """
    lead, order, behind = _WOULD_LIKE.sub(" ", text).partition(PLAY)
    if not order:
        return False
    below = next(iter(sections.sentences_of(behind)), "")
    plain = _HARMLESS_IF.sub(" ", below)
    return hangs_on_something(sections.last_sentence(lead)) or (
        _IF_BEHIND.match(plain) is not None and weight_of(f"{PLAY}{plain}") > IS_TALK_ALL_THE_SAME
    )


_WOULD_LIKE = worded(r"{begin}{would_like}{end}")
_IF_BEHIND = pattern_of(r"[^.!?\n]{0,60}?[,;(]\s{0,3}[[if]]{end}")
_HARMLESS_IF = pattern_of(r"[,;(]\s{0,3}(?:[[if]]{end}\s{1,3}[[harmless]]|{polite}){end}")
