"""Lines of a mail to the orders of who chooses his letters himself, a step at a time (other games 3).

Letters are chosen, plays laid, the last one taken back, all begun anew. Each is an order of its own, and
they are carried out in the order written; plays are read as in every game.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from lark import Token, Tree
from msgspec.structs import replace

from mailref.games.solitaire.rules import AnewOrder, ChooseOrder, StepBackOrder, WhichChosen
from mailref.games.solitaire.switches import SoloRules
from mailref.orders.drawn_tables import without_bars
from mailref.orders.entries import ExchangeOrder, Habits, Named, UnreadOrder, WrittenOrders
from mailref.orders.fields import led_by
from mailref.orders.order_lines import (
    CHOOSING,
    LONGEST_ORDER,
    Doubtful,
    FoundOrder,
    Item,
    OrderReader,
    bare_of,
    clauses_of,
    hangs_on_something,
    pattern_of,
    plain_of,
    replaces,
    tells_others,
    tile_of,
    without_comment,
    without_fillers,
)
from mailref.orders.order_words import forms
from mailref.orders.remarks import IS_TALK, PLAY, weight_of
from mailref.orders.roles import have_roles
from mailref.orders.sections import (
    KNOWN_WORD,
    breaks_off_below,
    last_sentence,
    leaves_play,
    sentences_of,
)
from mailref.orders.set_aside import without_talk_between
from mailref.orders.shapes import holds_play
from mailref.orders.slips import without_slips
from mailref.orders.table import Command
from mailref.orders.table_forms import LETTERS_FIELD, the_one, with_order, without_told_fields
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import line_without, only
from mailref.tiles.board import Board, Notation
from mailref.tiles.moves import SAYINGS, Play, TextSpan
from mailref.tiles.tile_set import BLANK
from mailref.tiles.when_used import regex

_NUMBER = regex(r"\s*\d{1,3}\s?[.)]\s+")
_LAST = r"[[last_move]]\s{1,9}"
_STEPS_BACK = (
    rf"(?:{_LAST})?[[step_back]]|[[step_back]]\s{{1,9}}[[last_move]]|"
    rf"(?:[[take]]|[[make]])\s{{1,9}}{_LAST}(?:[[back]]|{{back_again}})"
)
_STEP_BACK, _ANEW = (
    pattern_of(rf"(?:[[i]]\s{{1,9}})?(?:{words})") for words in (_STEPS_BACK, "[[anew]]")
)
_NOT_IN = "".join(rf"(?<!{each}\s)" for each in SAYINGS["in_last_move"])
_SPEAKS_BACK = tuple(
    pattern_of(rf"{{begin}}(?:{words}){{end}}")
    for words in (rf"{_NOT_IN}[[last_move]]", "[[step_back]]|[[back]]|{back_again}")
)
# `nein, doch zurück!`
_BACK_INSTEAD = pattern_of(r".{0,40}{begin}[[step_back]]\W{0,9}$")
# `Buchstaben: D, A, U, E`   `Steine = HERBSTE`
_LABEL = r"\W{0,9}(?:[[the_tiles]]|[[tile_names]])\s{0,3}[:=]\s{0,3}"
_LIST = r"(?-i:[A-ZÄÖÜ](?:(?:\s{0,3},\s{0,3}|\s{1,3})(?:[[and]]\s{1,3})?(?!I\s[a-z])[A-ZÄÖÜ]){2,14})(?![\w])"
_LETTERS = rf"(?:{_LIST}|(?-i:[A-ZÄÖÜ]{{2,15}})(?![\w]))"
# `Ich nehme die Buchstaben A, E und N`, `Ich ziehe A, E und N`, `Letters A E N`, `Meine Buchstaben sind A, E und N`
_TAKES = (
    rf"\W*(?:[[i]]\s{{1,9}})?[[take]]\s{{1,9}}(?:[[filler]]\s{{1,9}})?(?:[[the_tiles]]\s{{0,3}}:?\s{{0,3}}(?={_LETTERS})|(?={_LIST}))"
    rf"|\W*(?:[[the_tiles]]|[[tile_names]])(?:\s{{1,3}}{{words_are}}|\s{{0,3}}:)?\s{{1,3}}(?={_LIST})"
)
# `Meine Wahl: AEINRST`, `My choice is A, E, I, N, R, S and T`
_CHOICE = rf"\W{{0,9}}{{my_choice}}\s{{0,3}}[:=]?\s{{0,3}}(?={_LETTERS})"
_CHOOSES = pattern_of(rf"\W*(?:[[i]]\s{{1,9}})?[[choose]]{{end}}|{_LABEL}|{_TAKES}|{_CHOICE}")
# `WÄHLE __`: the template, not filled in.
_EMPTY = pattern_of(r"\W*[[choose]]\s{0,9}:?\s{0,9}_{2,9}\W*")
# `WÄHLE AEINRST, H4 STEIN`   `WÄHLE AEINRST und lege H4 STEIN`
_BETWEEN = pattern_of(
    r"[\s,;:/–-]{1,9}(?:(?:[[and]]|[[then]])\s{1,9})?(?:[[lay]]{end}\s{0,9}:?\s{0,9})?"
    r"(?:[[filler]]{end}\s{1,9})?"
)
_PLAY_FIRST = pattern_of(
    r"\W{0,9}(?:{square}|[{letters}*()]{2,20}\s{1,9}(?:[[at]]{end}\s{1,9})?{square})"
)
# `7G REDNER`, also with a direction that is at odds with it: `G7s REDNER` behind letters chosen is no `7 S`.
_PLAY_WRITTEN = pattern_of(r"\W{0,9}{square}{letter}?\s{1,3}[{letters}*]{3,21}\W*$")
_LABELLED = pattern_of(rf"{_LABEL}|{_TAKES}|{_CHOICE}")
# `wähle kofferi`: as many letters as a rack holds; `wähle einfach` chooses none.
_SMALL_CHOICE = pattern_of(
    r"\W*(?:[[i]]\s{1,9})?[[choose]]\s{0,3}:?\s{0,3}(?:[[the_tiles]]\s{0,3}:?\s{0,3})?(?P<letters>(?-i:[a-zäöü]{5,15}))\W*"
)
# `Ich wähle A, B, E und T und lege ...`, `gewählt: CEEHINS`   `N N A T E S B sind die sieben, die ich möchte.`
_LIST_NAMED = pattern_of(rf"(?<!\w){_LIST}")
_AND = pattern_of(r"{begin}[[and]]{end}")
_ASKED = regex(r"[^.!?\n]*\?")
_TILES = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ"
_CHOICE_FIRST = pattern_of(
    rf"(?:(?:{{begin}}[[i]]\s{{1,3}})?{{begin}}(?:[[choose]]|{{chosen}}){{end}}(?:\s{{1,3}}[[filler]])?\s{{0,3}}:?\s{{0,3}}"
    rf"(?:[[the_tiles]]\s{{0,3}}:?\s{{0,3}})?|{_TAKES})(?P<letters>{_LETTERS})(?:\s{{1,3}}{{for_a_start}}{{end}})?"
    r"(?:(?=\s{0,3}[.!;]|\s{0,3}$)[.!;]?|\s{0,3},?\s{1,3}(?:(?:[[and]]|[[then]]|{after_that}){end}\s{1,3}){1,2}|\s{0,3},\s{0,3})"
)
_CHOICE_BEHIND = pattern_of(
    rf"(?<!\w)(?P<letters>{_LETTERS})\s{{1,3}}{{words_are}}{{end}}\s{{1,3}}(?:(?:{{article}}|{{my}}{{letter}}{{0,2}}|[[numbers]]|[[the_tiles]]|[[tile_names]]){{end}}\s{{0,3}}){{1,3}}"
    r"(?:,\s{1,3}[^.!?\n]{0,20}{begin}(?:[[i]]){end}[^.!?\n]{0,20})?[.!]"
)
_SAYS_MORE = pattern_of(
    r"\?|^\W*[[negation]]{end}|{begin}(?:[[or]]|[[if]]|[[maybe_if]]|[[unless]]|[[not_now]]|[[other_turn]]|[[rather]]|[[no]]|{later}|{not_yet}|{square}){end}"
)
_WORD = regex(r"(?<![\w-])[A-ZÄÖÜ]{3,15}(?![\w-])")
_NEW_TRY = regex(r"(?<!\w)(?:NEU|NEW)(?!\w)")
_OUT = pattern_of(r"(?<=[{letters}])\s{1,3}[[out]]{end}\W{0,3}$")
_CHOOSE, _NEW, _BACK = (forms(row)[0] for row in ("choose", "anew", "step_back"))
_BACK_ALONE = pattern_of(
    r"(?:^|[.!?,:;–-]\s|[[please]]\s)\W{0,3}(?P<step>(?=(?-i:[A-ZÄÖÜÈ]{4,12})(?!\w))[[step_back]])"
    r"(?=\s{1,3}[[please]]{end}|\s{0,3}(?:[.!,;()–-]|$))"
)


# `I choose A, E and N for a start.`
_FOR_A_START = pattern_of(
    rf"{{begin}}[[choose]]{{end}}[^.!?\n]{{0,30}}?{_LETTERS}(?P<said>\s{{1,3}}{{for_a_start}}{{end}})(?=\s{{0,3}}(?:[.!]|$))"
)


def _without_start(line: Line) -> Line:
    """Return a line that chooses letters without what says behind them that they are for a start."""
    found = None if "?" in line.text else _FOR_A_START.search(line.text[:LONGEST_ORDER])
    return line if found is None else line_without(line, *found.span("said"))


def _picked(listed: str) -> str:
    return "".join(each for each in _AND.sub(" ", listed) if each in _TILES)


def habits(rules: SoloRules) -> Habits:
    """Return how soloists write: as in a classic game, unless they choose their letters."""
    reader = ChoiceReader if rules.chosen else OrderReader
    return Habits(rules.notation, are_numbered=False, reader=reader)


def _choose(tree: Tree[Token], span: TextSpan) -> ChooseOrder | UnreadOrder:
    letters = "".join(tile_of(each) for each in tree.find_data("pick"))
    return ChooseOrder(letters, span) if letters else UnreadOrder((WhichChosen(span=span),), span)


class ChoiceReader(OrderReader):
    """Reads the lines of mails of who chooses his letters himself; a step at a time."""

    commands_as_orders = (Command.OBJECT, Command.WITHDRAW)

    are_steps = True
    more = {CHOOSING: _choose}  # noqa: RUF012  never changed

    def from_form(self, lines: Sequence[Line]) -> Sequence[Line]:
        """Return *lines*, the one field `Buchstaben: AEINRST` as the order to choose them."""
        at = the_one(lines, LETTERS_FIELD)
        return lines if at is None else with_order(lines, at, "choose", LETTERS_FIELD)

    def apart(self, lines: Sequence[Line]) -> tuple[Line, Sequence[Line]] | None:
        """Return the letters that a sentence chooses, as many as a rack holds, as a line, and the rest."""
        found = [(at, each) for at, line in enumerate(lines) for each in self._choices_in(line)]
        if len(found) != 1:
            return None
        at, choice = found[0]
        line = lines[at]
        if any(_STEP_FIRST.match(each.text) for each in lines[:at]) or _STEP_FIRST.match(
            line.text[: choice.start()]
        ):
            return None  # `BACK, then choose AEINRST`
        rest = line_without(line, *choice.span())
        below = (rest, *lines[at + 1 :])
        if any(self._chooses_otherwise(_picked(choice["letters"]), each.text) for each in below):
            return None
        letters = only(line, (n for n in range(*choice.span("letters")) if line.text[n] in _TILES))
        return led_by(f"{_CHOOSE} ", letters), [*lines[:at], rest, *lines[at + 1 :]]

    def lets_lay(self, first: WrittenOrders, play: Play, board: Board) -> bool:
        """Tell whether letters chosen, with those that are on the rack already, are all that a play needs."""
        chosen = "".join(x.letters for x in first.orders if isinstance(x, ChooseOrder))
        new = (each for each, at in zip(play.word, play.squares, strict=False) if board.is_free(at))
        held = Counter(chosen + (self._insight.of_kind or ""))
        return (Counter(new) - held).total() <= held[BLANK]

    def _choices_in(self, line: Line) -> Iterator[re.Match[str]]:
        """Yield where a line chooses as many letters as a rack holds, unless its sentence makes that uncertain."""
        text = line.text[:LONGEST_ORDER]
        for pattern in (_CHOICE_FIRST, _CHOICE_BEHIND):
            for found in pattern.finditer(text):
                letters = len(_picked(found["letters"]))
                lead = last_sentence(text[: found.start()])
                is_whole = letters == self._grammars.tiles.rack
                is_asked = _ASKED.match(text, found.end()) is not None
                is_open = is_asked or hangs_on_something(lead)
                if is_whole and not is_open and leaves_play(f"{lead} {PLAY}", 0):
                    yield found

    def _chooses_otherwise(self, letters: str, text: str) -> bool:
        """Tell whether a text beside a choice stops it, or lists other letters: `Hold on, make the B a G`."""
        said = text[:LONGEST_ORDER].strip()
        lists = [_picked(found[0]) for found in _LIST_NAMED.finditer(said)]
        return any(map(breaks_off_below, sentences_of(said))) or any(
            len(each) == self._grammars.tiles.rack and sorted(each) != sorted(letters)
            for each in lists
        )

    def named_in(self, text: str) -> Iterator[Named]:
        """Yield the new try, or step back, that a text names in capitals: `Dieser Versuch taugt nichts, NEU bitte.`"""
        for each in _NEW_TRY.finditer(text):
            yield Named(*each.span(), _NEW, is_possible=True)
        for each in _BACK_ALONE.finditer(text):
            rest = text[each.end() :]
            if not (
                _NAMES_MORE.search(rest) or (_OF_LAST_MOVE.search(rest) and _LEAVES_IT.search(rest))
            ):
                yield Named(*each.span("step"), _BACK, is_possible=True)

    def without_told(self, text: str, order: str) -> str:
        """Return a text without the sentences above that only say why all is begun anew: `Das wird so nichts.`"""
        said = [*sentences_of(text)]
        at = next((n for n, each in enumerate(said) if PLAY in each), 0)
        told = said[:at] if order in (_NEW, _BACK) else []
        return "".join((*filter(_SAYS_MORE.search, told), *said[len(told) :]))

    def righted(self, lines: Sequence[Line]) -> Sequence[Line]:
        told = without_told_fields(without_bars(lines))
        plain = [without_talk_between(_without_start(line)) for line in told]
        return without_slips(plain, self._chosen)

    def _chosen(self, line: Line) -> object:
        """Return the letters that a line chooses; None where it chooses none."""
        step = self._step(line)
        order = step.order if step is not None else None
        return order.letters if isinstance(order, ChooseOrder) else None

    def _items(self, lines: Sequence[Line], notation: Notation) -> Iterator[Item]:
        """Yield what lines ask for, without tiles given back beside a step: who chooses says so of all that he lays."""
        items = [*super()._items(lines, notation)]
        orders = [each.order for each in items if isinstance(each, FoundOrder)]
        is_step = any(not isinstance(each, ExchangeOrder) for each in orders)
        for each in items:
            back = each.order if isinstance(each, FoundOrder) else None
            is_written = not isinstance(back, ExchangeOrder) or _EXCHANGES.match(back.span.text)
            if is_written or not is_step:
                yield each
        if is_step and not any(isinstance(each, AnewOrder) for each in orders):
            news = (line for line in lines if _NEW_TRY.search(line.text))
            yield from (Doubtful(x.whole) for x in news if not holds_play(x.text))  # not `L8 NEU`
        chosen = [each for each in orders if isinstance(each, ChooseOrder)]
        if chosen and len(chosen) == len(orders):
            beside = (line for line in lines if not holds_play(line.text))  # not `PROBE H5 HAUS`
            yield from (Doubtful(line.whole) for line in beside if self._names_word(chosen, line))

    def _names_word(self, chosen: Sequence[ChooseOrder], line: Line) -> bool:
        """Tell whether a line beside nothing but letters *chosen* names a word of them: `FLOTTE down the middle.`"""
        held, text = Counter(self._insight.of_kind or ""), without_comment(line.text)
        for order in chosen:
            held += Counter(order.letters)
            text = text.replace(order.span.text, " ", order.span.line == line.number)
        named = (each[0] for each in _WORD.finditer(text) if not KNOWN_WORD.fullmatch(each[0]))
        return any((Counter(each) - held).total() <= held[BLANK] for each in named)

    def _act_or_order(self, line: Line, notation: Notation) -> Item | None:
        return self._step(line) or super()._act_or_order(line, notation)

    def _beside(
        self, line: Line, above: FoundOrder | None, *, is_right_below: bool
    ) -> Iterator[Doubtful]:
        yield from super()._beside(line, above, is_right_below=is_right_below)
        is_instead = replaces(line.text) and _BACK_INSTEAD.match(line.text) is not None
        chosen = above.order if above is not None else None
        is_other = isinstance(chosen, ChooseOrder) and self._chooses_otherwise(
            chosen.letters, line.text
        )
        if is_instead or is_other or _speaks_of_step(line):
            yield Doubtful(line.whole, is_alone=True)

    def _by_itself(self, line: Line, notation: Notation) -> Sequence[Line]:
        """Return a line cut where a play stands behind the letters chosen for it, or a step beside other sentences."""
        text = without_comment(line.text)
        if _EMPTY.fullmatch(text[:LONGEST_ORDER]):
            return ()
        whole = line.cut(len(text) - len(_bare(text)))
        sentences = [whole, *(sentence for sentence, _, _ in clauses_of(line))]
        is_choice = any(_CHOOSES.match(each.text.lstrip()) for each in sentences)
        if self._fits(line) or not (is_choice or _speaks_of_step(line)):
            return super()._by_itself(line, notation)
        return self._cut_behind_step(line, notation) or self._sentences_of(line, notation)

    def _cut_behind_step(self, line: Line, notation: Notation) -> Sequence[Line]:
        """Return a step and the play behind it; nothing where a line is not made of the two."""
        for mark in reversed(list(_BETWEEN.finditer(without_comment(line.text)[:LONGEST_ORDER]))):
            first, rest = line.cut(0, mark.start()), line.cut(mark.end())
            step = self._step(first)
            if (
                step is not None
                and not isinstance(step.order, AnewOrder | UnreadOrder)
                and _PLAY_FIRST.match(rest.text.lstrip())
                and (_PLAY_WRITTEN.match(rest.text.lstrip()) or self._only_play(rest, notation))
            ):
                return (first, rest)
        return ()

    def _sentences_of(self, line: Line, notation: Notation) -> Sequence[Line]:
        """Return the sentences of a line where one of them is a step, else the line."""
        sentences = [sentence for sentence, _, _ in clauses_of(line)]
        pieces = [
            each for part in sentences for each in self._cut_behind_step(part, notation) or [part]
        ]
        return pieces if any(map(self._step, pieces)) else [line]

    def _fits(self, line: Line) -> bool:
        """Tell whether a line chooses no more than a rack holds, else 5E in `WÄHLE BDKLM, 5E RABE` is a square."""
        step = self._step(line)
        order = step.order if step is not None else None
        most = self._grammars.tiles.rack
        return order is not None and not (
            isinstance(order, ChooseOrder) and len(order.letters) > most
        )

    def _step(self, line: Line) -> FoundOrder | None:
        """Return what a line asks for that only this kind of game knows; None if it does not."""
        text = without_comment(line.text)
        if not text.strip() or len(text) > LONGEST_ORDER:
            return None
        self._grammars.attention.look(text)
        text = _in_capitals(text, self._grammars.tiles.rack)
        bare, _ = plain_of(_ordered(text))
        said = (bare, without_fillers(bare_of(bare)[0]), _without_remark(bare))
        for pattern, step in ((_STEP_BACK, StepBackOrder), (_ANEW, AnewOrder)):
            if any(map(pattern.fullmatch, said)):
                return FoundOrder(step(line.whole), is_alternate=False)
        found = self._orders.read(replace(line, text=_ordered(text)), (CHOOSING,))
        if not isinstance(found, FoundOrder):
            return None
        order = found.order
        if isinstance(order, UnreadOrder) and bare.isalpha() and not bare.isupper():
            return None  # the verb alone, at the end of a sentence
        if isinstance(order, UnreadOrder):
            order = UnreadOrder(tuple(each.at(line.whole) for each in order.faults), line.whole)
        elif isinstance(order, ChooseOrder):
            order = replace(order, span=line.whole)
        return FoundOrder(order, is_alternate=False)


def _bare(text: str) -> str:
    """Return a line without its number: `1. WÄHLE AEINRST`."""
    number = _NUMBER.match(text)
    return text if number is None else text[number.end() :]


def _without_remark(bare: str) -> str:
    """Return a step in capitals without the talk behind it, or what says it again: `BACK (ZURÜCK), too short`."""
    found = _STEP_ALONE.match(bare)
    rest = "" if found is None else bare[found.end() :]
    says_again = _OF_LAST.search(rest) is not None
    plain = _OF_WHAT_WAS_LAID.sub(" ", rest)
    is_talk = says_again or plain != rest or weight_of(rest) <= IS_TALK
    is_open = hangs_on_something(plain) or "?" in rest or (says_again and _LEAVES_IT.search(rest))
    is_open = is_open or _NAMES_MORE.search(rest) is not None
    return bare if found is None or is_open or not is_talk else found["step"]


# `ZURÜCK bitte, den letzten Zug nehme ich wieder auf die Bank`
_OF_LAST = pattern_of(
    r"{begin}[[last_move]]{end}[^.!?\n]{0,20}{begin}(?:[[take]]|[[step_back]]|[[back]]|{back_again}){end}"
)
_OF_LAST_MOVE = pattern_of(r"{begin}[[last_move]]{end}")
_OF_WHAT_WAS_LAID = pattern_of(r"^\W{0,4}(?:{letter}{3,14},\s)?{of_what_was_laid}{end}")
"""`ZURÜCK (verflixt, das sollte doch liegen)`: no denial of it, but of the move that it takes back."""
_NAMES_MORE = pattern_of(r"(?<!\w)(?-i:[A-ZÄÖÜ]{3,15})(?!\w)|{begin}(?:[[choose]]|{square}){end}")
_LEAVES_IT = pattern_of(
    r"{begin}(?:[[negation]]|[[rather]]|[[or]]|[[keeps]]|[[left]]|{unsure}|{withdrawn}|{later}|{not_yet}){end}"
)
_STEP_FIRST = pattern_of(r"\W*(?:\d\W{1,3})?(?:[[i]]\s{1,3})?(?:[[anew]]|[[step_back]]){end}")
_STEP_ALONE = pattern_of(
    r"(?P<step>(?-i:[A-ZÄÖÜ]{3,}))(?:\s{0,3}\((?-i:[A-ZÄÖÜ ]{2,20})\))?(?:\s{1,3}[[please]]{end})?"
    r"\s{0,3}(?:[,;(–-]|$)"
)


def _in_capitals(text: str, rack: int) -> str:
    """Return a line with the small letters that it chooses in capitals: as many as a rack holds, no word of talk."""
    found = _SMALL_CHOICE.fullmatch(text)
    if found is None or len(found["letters"]) != rack or have_roles(found["letters"]):
        return text
    start, end = found.span("letters")
    return f"{text[:start]}{text[start:end].upper()}{text[end:]}"


def _ordered(text: str) -> str:
    """Return a line without its number, with a verb in place of a label, and the whole verb before its letters.

    `Buchstaben: AEINRST`, `Ich nehme die Buchstaben A, E und N`, `Ich suche mir A, E, I, N, R, S und T aus`
    """
    bare = _bare(text)
    out = _OUT.search(bare)
    if out is not None and _CHOOSES.match(bare):
        bare = bare[: out.start()]
    label = _LABELLED.match(bare)
    return bare if label is None else f"{_CHOOSE} {bare[label.end() :]}"


def _speaks_of_step(line: Line) -> bool:
    """Tell whether a sentence that asks nothing speaks of taking back one's last move."""
    return len(line.text) <= _LONGEST_SPOKEN and any(
        all(each.search(sentence.text) for each in _SPEAKS_BACK)
        and not tells_others(sentence.text)
        and _IS_WHOLE.search(sentence.text)
        for sentence, _, _ in clauses_of(line)
    )


# In small letters it may be the rest of a line that a mail program has wrapped.
_IS_WHOLE = pattern_of(r"^\W*(?-i:[A-ZÄÖÜ\d])|{begin}(?:[[i]]|[[please]]|{my_own}){end}")


_EXCHANGES = pattern_of(r"\W*(?:[[i]]\s{1,3})?[[exchange]]{end}")


_LONGEST_SPOKEN = 240
