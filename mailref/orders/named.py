"""An order at a table that a sentence names in words of its writer's own: `spät, aber doch: mein Wort heißt STREBE`.

Looked for where nothing else is read of a mail. A kind of game tells what a text may name: the word to be laid, the
stack, the squares. It counts where the whole mail names one order; where the clause that names it makes a move of it,
and has no word that does anything else (`In der Zeitung stand STREBE`); and where no sentence weighs against that.
"""

from collections.abc import Callable, Iterable, Sequence

from mailref.orders import sections
from mailref.orders.commands import is_closing, is_greeting
from mailref.orders.entries import Named
from mailref.orders.free_words import leaves_as_said
from mailref.orders.order_lines import hangs_on_something, pattern_of
from mailref.orders.remarks import PLAY
from mailref.reading.incoming_mail import Line
from mailref.tiles.moves import TextSpan, worded
from mailref.tiles.when_used import regex


def order_named(
    lines: Sequence[Line], named_in: Callable[[str], Iterable[Named]]
) -> tuple[Line, TextSpan] | None:
    """Return the one order that lines name, as a line that asks for it, and where; None if anything is against it."""
    found = [(line, [*named_in(line.text)]) for line in lines]
    orders = {each.order for _, named in found for each in named}
    if len(orders) != 1:
        return None
    texts = [masked(line.text, named) for line, named in found]
    if not makes_move(texts) or any(map(_hangs, texts)):
        return None
    line, (first, *_) = next((line, named) for line, named in found if named)
    return Line(line.number, first.order), line.span(first.start, first.end)


def makes_move(texts: Sequence[str]) -> bool:
    """Tell whether texts make a move of what a sign stands for in them, and no sentence of them weighs against it.

    >>> [makes_move([text]) for text in ("spät, aber doch: mein erstes Wort heißt §", "Mein Enkel sagt gern §")]
    [True, False]
    """
    if not leaves_as_said(texts):
        return False
    beside = [each for each in texts if PLAY not in each]
    is_alone = all(_ALONE.fullmatch(each) for each in texts if PLAY in each) and all(
        is_greeting(each) or is_closing(each) for each in beside if each.strip()
    )
    return is_alone or any(map(_is_made, texts))


def _is_made(text: str) -> bool:
    """Tell whether a sentence, or a clause of it, makes a move of the sign in it, and each word of that has a role."""
    plain = _ASKS_KINDLY.sub(" ", _ONLY_QUOTED.sub(PLAY, text))
    for sentence in sections.sentences_of(plain):
        if PLAY not in sentence or _HEARSAY.search(sentence):
            continue
        if sections.is_framed(*sentence.split(PLAY, 1)) or _IS_SUM.fullmatch(sentence):
            return True
        clauses = [each for each in _CLAUSES.split(sentence) if each.strip()]
        for lead, clause in zip(["", *clauses], clauses, strict=False):
            if PLAY not in clause or _ACCOUNTED.fullmatch(clause) is None:
                continue
            is_led = lead.endswith(":") and _LEADS.fullmatch(lead) and _IS_LEAD.search(lead)
            if is_led or _MAKES.search(clause):
                return True
    return False


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
_ACCOUNTED = pattern_of(rf"(?:\W|{PLAY}|{_SUM}|{{begin}}{_BESIDE}{{end}})*+")
"""Every word of it has to do with a move: `Ich lege Wert auf §` has one that has not."""
_LEADS = pattern_of(rf"(?:\W|{{begin}}{_BESIDE}{{end}})*+")
_IS_SUM = worded(rf"\W*{PLAY}\s?(?:{_SUM})\W*")
_IS_LEAD = pattern_of(rf"{{begin}}(?:{_MOVES}){{end}}")
_HEARSAY = worded(rf"{{begin}}{{by_hearsay}}{{end}}|[\"„“”»«][^\n]*{PLAY}[^\n]*[\"“”»«]")
"""`Gerd sagt immer: den Stein mit dem N bitte`, `"Das N bitte", rief er`"""


def masked(text: str, named: Iterable[Named]) -> str:
    """Return a text with a sign for all that it names."""
    for each in sorted(named, key=lambda each: each.start, reverse=True):
        text = f"{text[: each.start]}{PLAY}{text[each.end :]}"
    return text


def _hangs(text: str) -> bool:
    """Tell whether what leads to an order in its sentence makes it hang on something: `Wenn es geht, STREBE`."""
    return PLAY in text and hangs_on_something(sections.last_sentence(text.partition(PLAY)[0]))
