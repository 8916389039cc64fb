"""An order at a table that a sentence names in words of its writer's own: `spät, aber doch: mein Wort heißt STREBE`.

A kind of game tells what a text may name: the word to be laid, the stack, the squares. Which of several is meant, and
what a mail says beside it, is told as of plays (`stand_ins`). Here it is whether a sentence makes an order of it: a
clause of it lays or takes it and has no word that does anything else (`In der Zeitung stand STREBE`).
"""

import re
from collections.abc import Callable, Iterable, Sequence

from mailref.orders import sections
from mailref.orders.chosen import OTHER
from mailref.orders.commands import is_polite
from mailref.orders.entries import Named, SectionReader
from mailref.orders.free_words import leaves_as_said
from mailref.orders.order_lines import hangs_on_something, pattern_of
from mailref.orders.order_words import forms
from mailref.orders.remarks import (
    IS_PLAIN_TALK,
    IS_TALK,
    IS_TALK_ALL_THE_SAME,
    PLAY,
    TAKES_AWAY,
    weight_of,
)
from mailref.orders.roles import words_of
from mailref.tiles.moves import worded
from mailref.tiles.when_used import regex


def names_another(text: str, written: str, reader: SectionReader) -> bool:
    """Tell whether a text beside the order *written* in its mail makes a move of something else: `und dann noch H5`.

    Of what is named as that order names it, it only says more.
    """
    named, held = [*reader.named_in(text)], [*reader.named_in(written)]
    known = frozenset(at for each in held for at in _squares_of(each))
    if not any(_is_elsewhere(each, text, known, written) for each in named):
        return False
    is_sure = all(x.is_possible for x in held) and any(
        x.is_possible and _is_elsewhere(x, text, known, written) for x in named
    )
    is_added = _ADDED.search(masked(written, held)) is not None
    for sentence in sections.sentences_of(masked(text, named)):
        if PLAY not in sentence or hangs(sentence):
            continue
        if is_sure and (may_add(sentence) or (is_added and not _is_told_apart(sentence))):
            return True
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


def may_add(sentence: str) -> bool:
    """Tell whether a sentence may add the sign in it to an order beside it: `§ auch.`, `Und § gleich mit`, `Fort mit §`

    It says so, or says nothing else; not where it tells of it: `§ ginge auch.`, `Auf § lauert Nils.`
    """
    if PLAY not in sentence or _is_told_apart(sentence):
        return False
    return _ADDED.search(sentence) is not None or _ONLY_ADDS.fullmatch(sentence) is not None


def _is_told_apart(sentence: str) -> bool:
    return bool(_TELLS_APART.search(sentence) or _UNSURE.search(sentence))


def only_tells(clause: str) -> bool:
    """Tell whether a clause makes no move of the sign in it, whole or instead of another, and makes none hang on it."""
    is_whole = _ALONE.fullmatch(clause) is not None or _is_made(clause)
    turns = _TURNS_TO.search(clause) or _CHOICE.search(clause)
    return not (is_whole or turns or hangs(clause))


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
    return may_hold(sentence) and _only_confirms(sentence)


def may_hold(text: str) -> bool:
    """Tell whether a text has a word for that: most have none."""
    return _STANDS_FIRM.search(text) is not None


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


def is_ordered(texts: Sequence[str], order: str, *, is_known: bool) -> bool:
    """Tell whether a sentence makes an *order* of the sign in texts; *is_known*: of what can be carried out now.

    Then a word is also talked of: one alone beside small words, or behind a colon, must be said as a move is, and one
    amid a clause must be what that lays. Squares and stacks are hardly named but to be taken.

    >>> said = ("Zusammen also §.", "Hier mein Zug: §", "Ich lege Wert auf §", "Unser Hund heißt §")
    >>> [is_ordered([each], "LEGE STREBE", is_known=True) for each in said]
    [True, True, False, False]
    """
    is_take = order.startswith(_TAKE)
    left, is_confirmed = _without_confirmed(texts, _TAKES if is_take else _LAYS)
    said = [each for text in left for each in sections.sentences_of(text) if PLAY in each]
    if any(map(_stays if is_take else _goes_off, said)):
        return False
    if is_confirmed or any(map(_is_made, said)) or (not is_known and makes_move(texts)):
        return True
    is_one = _is_take_ordered if is_take else _is_word_ordered
    return any(is_one(each) for each in said if is_known or OTHER in each)


def _is_take_ordered(sentence: str) -> bool:
    return weight_of(sentence) < TAKES_AWAY or _is_made(sentence, is_known=True)


def _is_word_ordered(sentence: str) -> bool:
    if _is_made(sentence, is_known=True):
        return True
    text = _LISTED.sub("", sentence)
    is_chosen = OTHER in text
    clauses = [each for each in _CLAUSES.split(text) if each.strip()]
    own = " ".join(each for each in clauses if OTHER not in each)
    if _HEARSAY.search(own) or not (is_chosen or weight_of(text) <= IS_TALK_ALL_THE_SAME):
        return False
    at = next(at for at, each in enumerate(clauses) if PLAY in each)
    clause, lead = clauses[at], clauses[at - 1] if at else ""
    if _ONLY_SMALL.fullmatch(clause):
        leads = lead.rstrip().endswith(":") and any(
            (is_chosen, _ONLY_SMALL.fullmatch(lead), _IS_LEAD.search(lead), _NOUN.search(lead))
        )
        return not lead or leads or (OTHER in lead and _MAKES.search(clause) is not None)
    named = _NOUN.sub("", clause.partition(PLAY)[0].strip().partition(" ")[2])
    is_laid = _MAKES.search(clause) or _CALLED_WORD.search(clause)
    return is_laid is not None and not _OF_THING.search(clause) and not _TITLED.search(named)


def is_meant(
    texts: Sequence[str], order: str, as_laid: Callable[[str], str], *, is_known: bool
) -> bool:
    """Tell whether texts make an *order* of the sign in them, or a sentence below does, and nothing is against it."""
    makes = _TAKES if order.startswith(_TAKE) else _LAYS
    left, is_confirmed = _without_confirmed(texts, makes)
    return makes_move(left, as_laid, is_known=is_known) or (
        is_confirmed and leaves_as_said(map(as_laid, left))
    )


def clauses_of_sign(sentence: str) -> str:
    """Return the clauses of a sentence in which a sign, what leads to it, or one word alone, stand: `Try §, Nils!`"""
    clauses = ["", *_CLAUSES.split(sentence)]
    return " ".join(
        each
        for each, behind in zip(clauses, [*clauses[1:], ""], strict=True)
        if PLAY in each
        or len(each.split()) == 1
        or (each.rstrip().endswith(":") and PLAY in behind)
    )


def may_name_more(texts: Sequence[str]) -> bool:
    """Tell whether texts may name more than their order, or say of it that it is more than another.

    `RASTER muss her. STREBE auch.`
    """
    said = [each for text in texts for each in sections.sentences_of(text)]
    is_more = any(PLAY in each and _ADDED.search(each) for each in said)
    is_beside = any(
        OTHER in each and PLAY not in each and not _is_told_apart(each) for each in said
    )
    return (is_more and is_beside) or any(map(_may_name_more, texts))


def _may_name_more(text: str) -> bool:
    """Tell whether a line may name a tile behind its order, or keeps another: `Nimm 3. O.`, `Vergiss H5 nicht, K8`."""
    is_kept = _is_told(text) or _OTHER_DENIED.search(text) or _ONCE_NOT.search(text)
    return bool(is_kept or _LETTER_BEHIND.search(text)) or any(
        map(_names_both, sections.sentences_of(text))
    )


def _names_both(sentence: str) -> bool:
    """Tell whether nothing tells apart what a sentence names: `Weg mit dem S (K8) & dem da (§)`, `first §, then K8`.

    One that is told of before the order may be left by a verb that takes or lays the other: `K8 und nehme nun §`.
    """
    if PLAY not in sentence:
        return may_add(sentence.replace(OTHER, PLAY))
    if OTHER not in sentence or _TELLS_APART.search(sentence):
        return False
    before, _, behind = sentence.partition(PLAY)
    return OTHER in behind or _MAKES_OTHER.search(before.rpartition(OTHER)[2]) is None


def _is_told(text: str) -> bool:
    """Tell whether somebody says what a text names; what he says of another than what its writer lays is his advice."""
    clauses = [each for each in _CLAUSES.split(text) if each.strip()]
    lays = any(PLAY in each and OTHER not in each and _MAKES.search(each) for each in clauses)
    said = " ".join(each for each in clauses if OTHER not in each) if lays else text
    return OTHER in text and _HEARSAY.search(said) is not None


_ONCE_NOT = worded(rf"{{begin}}{{past}}{{end}}[^.!?\n]{{0,20}}{{begin}}{{not_but}}\s{{1,3}}{OTHER}")
_LETTER_BEHIND = regex(rf"{PLAY}[.!?]\s{{1,3}}[A-ZÄÖÜ]\W*$")
_TELLS_APART = pattern_of(
    r"{begin}(?:[[negation]]|[[no]]|[[rather]]|[[or]]|[[left]]|[[keeps]]|[[stands_still]]|{contrast}|{but_rather}|{instead}|{in_place_of}|{correction}|{withdrawn}|{scraps}|{breaks_off}|{past}){end}"
)
_MAKES_OTHER = pattern_of(r"{begin}(?:[[i]]|[[take]]|[[remove]]|[[lay]]){end}")
_OTHER_DENIED = pattern_of(rf"{OTHER}\s{{1,3}}[[negation]]{{end}}")


def _stays(text: str) -> bool:
    """Tell whether a clause says of the sign in it that it stays, and takes nothing: `Es bleiben §.`"""
    clauses = (each for each in _CLAUSES_OF_LIST.split(text) if PLAY in each)
    return any(_KEEPS.search(each) and not _TAKES.search(each) for each in clauses)


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
_ONLY_SMALL = pattern_of(
    rf"(?:\W|{PLAY}|{_SUM}|{{begin}}(?:{_BESIDE}|{{total}}|{{says_little}}){{end}})*+"
)
_NOUN = worded(r"{begin}(?:{play}|{field_word}|{words_called}|{word_called}){end}")
_CALLED_WORD = worded(
    rf"{{begin}}(?:{{field_word}}|{{words_called}}|{{word_called}})\s{{1,3}}[\"„“»'‚]?{PLAY}"
)
_LISTED = regex(r"^\W*(?:[a-z]|\d)[.)]\s{1,3}")
_TITLED = regex(r"(?<!\w)[A-ZÄÖÜ][a-zäöüß]+")
_OF_THING = worded(
    rf"{{begin}}(?:{{by_way_of}}|{{place_follows}}|{{of_another}}|{{common_follows}}){{end}}\s{{1,3}}{PLAY}"
    r"|{begin}{past}{end}"
)
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
_KEEPS = pattern_of(r"{begin}(?:[[left]]|[[keeps]]|[[stands_still]]){end}")
_CLAUSES_OF_LIST = regex(r"(?<=[.!?;(])\s*|(?<=,)\s+|\s[–-]\s|\)|\n")
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
_ADDED = pattern_of(
    rf"{{begin}}(?:{{also}}|{{too}}){{end}}|^\W*(?:[[and]]|[[then]]|{{joins_parts}}|{{after_that}}){{end}}[^{PLAY}]*{PLAY}"
    rf"|(?:[[and]]|{{joins_parts}})\s{{1,3}}(?:(?:[[the]]|[[from_the]]|[[stack]]){{end}}\s{{1,3}}){{0,2}}{PLAY}"
)
_ONLY_ADDS = pattern_of(
    rf"(?:\W|{PLAY}|{{begin}}(?:{_BESIDE}|[[and]]|[[with]]|{{also}}|{{joins_parts}}|{{after_that}}){{end}})*+"
)
_UNSURE = worded(r"{begin}{unsure}{end}")
_HEARSAY = worded(rf"{{begin}}{{by_hearsay}}{{end}}|[\"„“”»«][^\n]*{PLAY}[^\n]*[\"“”»«]")
"""`Gerd sagt immer: den Stein mit dem N bitte`, `"Das N bitte", rief er`"""


def masked(text: str, named: Iterable[Named]) -> str:
    """Return a text with a sign for all that it names."""
    return replaced(text, ((each, PLAY) for each in named))


def replaced(text: str, named: Iterable[tuple[Named, str]]) -> str:
    """Return a text with a sign of its own for each thing that it names."""
    for each, sign in sorted(named, key=lambda pair: pair[0].start, reverse=True):
        text = f"{text[: each.start]}{sign}{text[each.end :]}"
    return text


def hangs(text: str, *, is_known: bool = True) -> bool:
    """Tell whether what leads to an order in its sentence, or follows it, makes it hang on something.

    `Wenn es geht, STREBE`, `den Stein mit dem N, wenn ihn keiner will`; what is only polite is clearly talk beside
    what *is_known* to be one.
    """
    lead, order, behind = _WOULD_LIKE.sub(" ", text).partition(PLAY)
    if not order:
        return False
    below = next(iter(sections.sentences_of(behind)), "")
    plain = _HARMLESS_IF.sub(" ", below) if is_known else below
    is_if = _IF_BEHIND.match(plain) is not None
    return bool(
        hangs_on_something(sections.last_sentence(lead))
        or (is_if and (not is_known or weight_of(f"{PLAY}{plain}") > IS_TALK_ALL_THE_SAME))
        or _WAITS_FOR_OTHER.search(below)
    )


_WOULD_LIKE = worded(r"{begin}{would_like}{end}")
_IF_BEHIND = pattern_of(r"[^.!?\n]{0,60}?[,;(]\s{0,3}[[if]]{end}")
_WAITS_FOR_OTHER = worded(rf"[,;(]\s{{0,3}}{{holds_until}}{{end}}[^.!?;\n]{{0,60}}{OTHER}")
_HARMLESS_IF = pattern_of(r"[,;(]\s{0,3}(?:[[if]]{end}\s{1,3}[[harmless]]|{polite}){end}")
