"""What a mail as a whole says of the move in it: whose it is, that it was corrected below, or is asked about.

What stands in the lines of a move is read by others; here it is who is greeted, who signs, whom the subject names, what
a postscript puts in its place, and whether a question names its word (rules 8).
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice, pairwise

from msgspec import Struct

from mailref.orders import shapes
from mailref.orders.chosen import OTHER
from mailref.orders.commands import People
from mailref.orders.explained import is_left_empty
from mailref.orders.remarks import IS_PLAIN_TALK, PLAY, weight_of
from mailref.orders.roles import SUBJECTS, have_roles, tells_of, words_of
from mailref.orders.sections import (
    STOP_BEHIND_CAPITALS,
    begins_postscript,
    lays_no_joker,
    names_joker,
    sentences_of,
    speaks_against_it,
)
from mailref.orders.taken_back import PLAY_WITH_PLACE, words_in_capitals
from mailref.reading.incoming_mail import Line
from mailref.tiles.board import Axes, Square, read_square
from mailref.tiles.moves import Play, worded
from mailref.tiles.when_used import regex

_SHORTEST_NAME = 3
_FEW_WORDS = 2
"""A question has so many: `WÄHLE HAUS??` asks nothing."""
_AGAINST = worded(r"{begin}(?:{against_whom}|{matched_with}|{addresses})\s{1,3}$")
_BEFORE_NAME = worded(
    r"\W{0,3}(?:(?:{signs_off}|{for_somebody}|{my}{letter}{0,2})\W{1,3}){1,5}(?=(?-i:[A-ZÄÖÜ]))"
)
"""`Liebe Grüße, dein Torben`, `i. A. für Monika`, `signed: Tom`"""
_SIGNS_OFF = worded(r"{begin}{signs_off}{end}")
_BEHIND_NAME = regex(r"\s*(?:\([^()\n]{1,60}\)|(?<!\w)[xX]{1,4}|[:;]-?[)D])\s*$")
_EDITED = worded(r"\W{0,4}{edited}\W{1,4}")
_SQUARE = worded(
    r"(?<![{letters}\d])(?!{place_in_row}(?![{letters}\d]))(?:(?-i:{square})|(?-i:[a-y])\d{1,2}|\d{1,2}(?-i:[a-y]))(?=(?:{direction_letter}|{behind_square})?(?![{letters}\d]))"
)
"""`A12` of `A12a`, too"""


def is_signed_by_another(lines: Iterable[str], people: People) -> bool:
    """Tell whether below a move a player signs who does not write from the address of its mail."""
    return any(
        any(map(people.has_others, _names_in(text)))
        or _signs_for_another(text, people)
        or ((of := _OF_PLAYER.match(text)) is not None and people.has_others(text[of.end() :]))
        for text in lines
    )


_OF_PLAYER = worded(r"\W{0,3}{player}{letter}{0,3}\s{0,3}[:=]\s{0,3}")
"""`Spielerin: Eva` in a form, below the move."""


def _signs_for_another(text: str, people: People) -> bool:
    """Tell whether who writes signs for another player: `Hilde i. V. für Tom`, `Hilde (für Tom)`."""
    found = _FOR_ANOTHER.search(text)
    if found is None or not people.is_writer(text[: found.start()]):
        return False
    return people.has_others(text[found.end() :].rstrip(") "))


def is_signed_above_by_another(lines: Iterable[str], people: People) -> bool:
    """Tell whether a line above a move says that another player signs it: `gez. Tom`; a name alone greets him."""
    signed = (_SIGNED_FOR.match(text) for text in lines)
    return any(each is not None and people.has_others(each.string[each.end() :]) for each in signed)


_SIGNED_FOR = worded(r"\W{0,3}{for_somebody}\W{1,3}(?=(?-i:[A-ZÄÖÜ]))")
_FOR_ANOTHER = worded(r"\s\(?(?:{for_somebody}\W{1,3}){1,3}(?=(?-i:[A-ZÄÖÜ]))")


def _names_in(text: str) -> Iterator[str]:
    """Yield what may be the name of who signs with a line: `Tom`, `dein Tom`, `Grüße aus Husum, dein Tom`, `pp Tom`."""
    plain = _BEHIND_NAME.sub("", text)
    before, comma, last = plain.rpartition(",")
    parts = (text, plain, last if comma and _SIGNS_OFF.search(before) else "")
    for each in parts:
        yield each
        if (found := _BEFORE_NAME.match(each)) is not None:
            yield each[found.end() :]


def is_in_name_of_another(subject: str, people: People) -> bool:
    """Tell whether a subject names a player who does not write from the address of its mail: `WG: Zug von Monika`."""
    for found in _NAME.finditer(subject):
        name = found[0].removesuffix("'s").removesuffix("’s")
        names = {name, name.removesuffix("s")} if len(name) > _SHORTEST_NAME else {name}
        if any(map(people.has_others, names)) and not _AGAINST.search(subject[: found.start()]):
            return True
    return False


_NAME = regex(r"(?<![^\W\d_])[A-ZÄÖÜ][^\W\d_]{2,20}(?:['’]s)?(?![^\W\d_])")


def greets_its_writer(lines: Sequence[Line], people: People) -> bool:
    """Tell whether a mail begins with a greeting to the one who sends it: `Lieber Jonas, ...` was written to him."""
    text = next((line.text for line in lines if line.text.strip()), "")
    greeted = _GREETED.match(text)
    return greeted is not None and people.is_writer(greeted["name"])


_GREETED = worded(
    r"\W{0,4}(?:{hello}\s{1,3}){1,2}(?P<name>(?-i:[A-ZÄÖÜ])[\w-]{1,20})\s{0,2}(?:[,!.:;–-]|$)"
)


def corrects_below(lines: Iterable[Line], plays: Sequence[Play], axes: Axes) -> bool:
    """Tell whether a postscript, or a line as `Edit: ...`, names another play than a move's, or another square."""
    words = {play.word for play in plays}
    squares = {play.square for play in plays}
    for line in lines:
        text = line.text
        if plays and (begins_postscript(text) or begins_edit(text)):
            named = (found[0] for found in PLAY_WITH_PLACE.finditer(text))
            if any(words.isdisjoint(each.upper().split()) for each in named):
                return True
            if any(each not in squares for each in squares_in(text, axes)):
                return True
    return False


def begins_edit(text: str) -> bool:
    """Tell whether a text begins with `Edit:` or the like: what follows was written after what stands above it."""
    return _EDITED.match(text) is not None


def squares_in(text: str, axes: Axes) -> Iterator[Square | None]:
    """Yield the squares that a text names; None for one that is on no board."""
    for found in _SQUARE.finditer(text):
        try:
            yield read_square(found[0], axes)
        except ValueError:
            yield None


def asks_about_word(
    texts: Iterable[str], plays: Sequence[Play], formed: Collection[str] = ()
) -> bool:
    """Tell whether a sentence without the play asks something of its word: `Is HODE in Collins?`

    Or of a word that it *forms* beside, wherever that is: `L4s ARIDE (WINTERE?)`.
    """
    texts = [*texts]
    if any(each[1] in formed for text in texts for each in _ASKED_WORD.finditer(text)):
        return True
    words = {play.word for play in plays} | {*formed}
    return any(
        each.rstrip().endswith("?")
        and not words.isdisjoint(words_in_capitals(each))
        and _is_in_words(each)
        for text in texts
        if not PLAY_WITH_PLACE.search(text)
        for sentence in sentences_of(text)
        for each in _BEHIND_STOP.split(sentence)
    )


_ASKED_WORD = regex(r"(?<![^\W_])([A-ZÄÖÜ]{2,15})\s?\?")
_BEHIND_STOP = regex(r"(?<=[.!])\s+(?=[A-ZÄÖÜ])")
"""Behind numbers and words in capitals, too: `ELANS. It uses the A. 21 points, right?`"""


def _is_in_words(sentence: str) -> bool:
    return sum(any(map(str.islower, word)) for word in sentence.split()) >= _FEW_WORDS


def asks_about_square(texts: Iterable[str], plays: Sequence[Play], axes: Axes) -> bool:
    """Tell whether a sentence without the play asks of the square where it begins: `Ist auf L3 noch Platz?`

    Not of an earlier time: `Beim letzten Mal war L3 frei, warum?`
    """
    starts = {play.square for play in plays}
    return any(
        _ASKS.search(each)
        and not _PAST.search(each)
        and not PLAY_WITH_PLACE.search(each)
        and not starts.isdisjoint(squares_in(each, axes))
        and _is_in_words(each)
        for text in texts
        for sentence in sentences_of(text)
        for each in _BEHIND_CAPITALS.split(sentence)
    )


_ASKS = regex(r"(?<=\w)\?+\s*$")
"""Not the sign of a blank: `M?KANTES, mit ? = O`."""
_PAST = worded(r"{begin}{past}{end}")
_BEHIND_CAPITALS = worded(STOP_BEHIND_CAPITALS)


def names_other_game(
    subject: str, lines: Iterable[str], games: shapes.GameNames, people: People
) -> bool:
    """Tell whether a subject, or a field of its own, names a game that is none of *games*: `Game: Thames`.

    A subject does that says nothing else, and names no one of *people*: `Elbe, Runde 5`.
    """
    found = [each.fullmatch(subject) for each in (*_GAME_ALONE, _PLACE_ALONE)]
    found += [_GAME_FIELD.fullmatch(text) for text in lines]
    named = [
        each["name"]
        for each in found
        if each is not None and _IN_GENERAL.search(each["name"]) is None
        if not _names_writer(each["name"], people) and each["name"] not in people
    ]
    unknown = [name for name in named if not games.called(shapes.folded(name))]
    if not unknown:
        return False
    titles = {word for game in games for word in words_of(game.title.casefold())}
    return any(titles.isdisjoint(words_of(name.casefold())) for name in unknown)


def _names_writer(name: str, people: People) -> bool:
    """Tell whether a name is that of who writes, also as its first letter and the rest: `W-Eichler`."""
    return people.is_writer(name) or people.is_writer(name.replace("-", ". "))


_A_GAME = r"(?P<name>(?-i:[A-ZÄÖÜ])[\w-]{2,24}(?:\s(?-i:[A-ZÄÖÜ])[\w-]{1,24})?)"
_GAME_FIELD = worded(
    rf"\W{{0,4}}{{a_match}}(?:\s{{1,3}}{{number_field}}\.?)?\s{{0,9}}[:=]\s{{0,9}}{_A_GAME}\W*"
)
_CALLED_GAME = r"(?P<name>(?-i:[A-ZÄÖÜ])\w{2,24})[\s-](?:{a_match}|{round}){end}"
"""`Zug für die Elbe-Partie`"""
_GAMES_MOVE = r"(?:\W{1,4}(?:{play}|{round}\s{0,2}\d{1,3}))*\W*"
_GAME_ALONE = tuple(
    worded(rf"\W{{0,4}}{first}{_GAMES_MOVE}")
    for first in (
        rf"{{a_match}}\s{{1,3}}{_A_GAME}",
        rf"(?:{{my}}{{letter}}{{0,2}}\s{{1,3}})?{{play}}\s{{1,3}}{{meant_for}}\s{{1,3}}(?:{{article}}\s{{1,3}})?{_CALLED_GAME}",
        rf"\[{_A_GAME}\]",
        rf"{_A_GAME}[\s,:-]{{1,4}}{{round}}\s{{0,2}}\d{{1,3}}",
    )
)
_PLACE_ALONE = worded(
    r"\W{0,4}(?:(?:{my}{letter}{0,2}\s{1,3})?{play}\s{1,3})?(?:{meant_for}\s{1,3}(?:{article}\s{1,3})?)?(?-i:(?=[A-ZÄÖÜ]))(?P<name>{a_place})(?:[\s-](?:{a_match}|{play}))?{end}"
    rf"{_GAMES_MOVE}"
)
"""`Für Föhr`, `Thames move`"""
_IN_GENERAL = worded(
    r"{begin}(?:{play}|{field_word}|{my}{letter}{0,2}|{filler}|{hello}|{round}|{a_match}|{puts_right}|{turn_sent}|{handed_in}){end}"
)


def round_said(lines: Iterable[Line]) -> tuple[int, Line] | None:
    """Return the round for which a line beside a move says that it is, and the line: `Das ist der Zug für Runde 6`."""
    for line in lines:
        added = _POSTSCRIPT.match(line.text)
        text = line.text if added is None else line.text[added.end() :]
        if added is not None and (alone := shapes.round_alone(text)) is not None:
            return alone, line
        for sentence in sentences_of(text):
            is_of_move = added is not None or _IS_OF_MOVE.match(sentence) is not None
            is_of_move |= _BELONGS.search(sentence) is not None
            found = _FOR_ROUND.search(sentence)
            named = "" if found is None else sentence[found.start() :].partition(",")[0]
            number = shapes.round_in(named)
            if number is not None and is_of_move:
                return number, line
    return None


_POSTSCRIPT = worded(r"\W{0,4}{postscript}\W{1,4}")
_FOR_ROUND = worded(
    r"{begin}(?:{meant_for}|{belongs_to})\s{1,3}(?:{article}\s{1,3})?(?:{round}\s{0,2}\w|\w{1,9}\.?\s{round}{end})"
)
_BELONGS = worded(r"{begin}{belongs_to}{end}")
_IS_OF_MOVE = worded(r"\W{0,4}(?:{refers}|{it}|{play}|{my}{letter}{0,2}\s{1,3}{play}){end}")


def fields_disagree(texts: Iterable[str]) -> bool:
    """Tell whether a form names one word as the play's and another where the play stands.

    >>> fields_disagree(["Wort: GUTER", "Zug: A12w TIGER"]), fields_disagree(["Wort: GUTER", "Zug: A12w GUTER"])
    (True, False)
    >>> fields_disagree(["Zug: A12 senkrecht", "Wort: GUTER"])
    False
    """
    words, played = set[str](), set[str]()
    for text in texts:
        if (found := _WORD_FIELD.fullmatch(text)) is not None:
            words.add(shapes.folded(found["word"]))
        elif (found := _PLAY_FIELD.match(text)) is not None:
            said = (each[0] for each in _LETTERS.finditer(found["said"]))
            played |= {shapes.folded(each) for each in said if not have_roles(each)}
    return bool(words and played) and words.isdisjoint(played)


_FIELD_OF = r"\W{{0,4}}(?:{{my}}{{letter}}{{0,2}}\s{{1,3}})?{{{row}}}\s{{0,9}}[:=]\s{{0,9}}"
_WORD_FIELD = worded(
    _FIELD_OF.format(row="field_word") + r"(?P<word>[^\W\d_*]{2,15}(?:\*?[^\W\d_]{1,14})?)\W*"
)
_PLAY_FIELD = worded(_FIELD_OF.format(row="play") + r"(?P<said>(?=[^\n]{0,40}{square})[^\n]{1,60})")
_LETTERS = regex(r"(?<![^\W_])[^\W\d_]{2,15}(?![^\W_])")


def is_of_former_round(behind: str) -> bool:
    """Tell whether the words *behind* a play call it one of a round that is over.

    >>> said = (", mein Zug aus der letzten Runde", " (my word from last week)", ", mein Zug für heute")
    >>> [is_of_former_round(each) for each in said]
    [True, True, False]
    """
    return _OF_FORMER_ROUND.search(next(sentences_of(behind), "")) is not None


_OF_FORMER_ROUND = worded(
    rf"{shapes.BEHIND_AS_MINE}(?:{{article}}\s{{1,3}})?(?:{{past}}\s{{1,3}}(?:{{round}}|{{turn}})|{{weeks_ago}}){{end}}"
)


def names_alternate_first(text: str) -> bool:
    """Tell whether a text calls the move for which a sign stands in it one for want of another, `OTHER`.

    >>> said = (f"{PLAY} as backup for {OTHER}", f"{PLAY}, falls {OTHER} nicht gilt", f"{PLAY}, backup: {OTHER}")
    >>> [names_alternate_first(each) for each in said]
    [True, True, False]
    """
    return PLAY in text and any(each.search(text) for each in (_IS_REPLACED, _CALLED_SPARE))


def means_second(text: str) -> bool:
    """Tell whether a text says of two plays that the second is the move: `The latter counts`, `in reverse order`.

    >>> said = ("The second is the one I want.", "Der zweite ist mein Zug.", "Der zweite ist nur Ersatz.")
    >>> [means_second(each) for each in said]
    [True, True, False]
    """
    return _MEANS_SECOND.search(text) is not None


_MEANS_SECOND = worded(
    r"{begin}(?:{turned_round}|{second_one}\s{1,3}(?:{stands_firm}|{is_called}\s{1,3}(?:{my}{letter}{0,2}\s{1,3}{play}|{the_meant_one}))){end}"
)
_CALLED_SPARE = worded(
    rf"{PLAY}\s{{1,3}}(?:{{letter}}{{2,10}}\s{{1,3}}){{0,2}}?(?:{{as_alternate}}|{{is_called}}|{{would_be_it}})\s{{1,3}}"
    r"(?:{article}|{my}{letter}{0,3}|{an_alternate})\s{1,3}(?:{otherwise}|{alternate}{letter}{0,4}|{second_choice})\s{0,3}[,;.]"
)
"""`A12a HODE would be my fallback; ...`"""
_IS_REPLACED = worded(
    r"{begin}(?:(?:{otherwise}|{alternate}{letter}{0,4}|{second_choice}),?\s{1,3}(?:{about_for}|{answers_to})"
    r"(?:\s{1,3}(?:{article}|{my}{letter}{0,3}|{play}|{field_word})){0,3}\W{1,4}"
    rf"{OTHER}"
    r"|{condition}\s{1,3}(?:(?:{article}|{my}{letter}{0,3}|{play}|{field_word})\s{1,3}){0,3}"
    rf"{OTHER}"
    r"[^.!?;:\n]{0,30}?{begin}{fails}){end}"
)


def puts_move_off(text: str) -> bool:
    """Tell whether a sentence below a move says that the writer's is still to come: `Mein Zug folgt gesondert.`"""
    return any(_PUT_OFF.match(each) and speaks_against_it(each) for each in sentences_of(text))


_PUT_OFF = worded(
    r"\W*{my}{letter}{0,3}\s{1,3}(?:(?!{conjunction}{end}){letter}{3,12}\s{1,3})?{play}{end}[^:,?\n]{0,40}?{begin}{is_to_come}{end}[^:?]*$"
)


def hangs_on_another(texts: Iterable[str], people: People) -> bool:
    """Tell whether a sentence is a condition and no more, and names another player: `If Tom agrees.`"""
    return any(
        any(map(people.has_others, words_of(each[0])))
        for text in texts
        for each in _ONLY_CONDITION.finditer(text)
        if not _says_what_then(each[0])
    )


def _says_what_then(text: str) -> bool:
    """Tell whether a sentence that begins as a condition says what then is to be done, and is talk.

    `If Tom wants the recipe for the jam he has only to ask.`
    """
    is_long = sum(1 for _ in words_of(text)) > _LONGEST_CONDITION
    return is_long and tells_of(text, *SUBJECTS) and weight_of(text.strip()) <= IS_PLAIN_TALK


_LONGEST_CONDITION = 8
_ONLY_CONDITION = worded(
    r"(?:^|(?<=[.!?])\s)\W{0,4}(?:{conjunction}\s{1,3})?{condition}{end}[^,;:.!?\n]{1,60}(?=[.!]|\s*$)"
)


def hangs_on_points(text: str) -> bool:
    """Tell whether a text has a move count only if it brings more, or less, than a number.

    What then follows in the same sentence, and is no move, is talk: `If that's more than 40, I'll eat my hat.`

    >>> said = ("15G HOLDER, provided it comes to more than 45.", "L3s DAUERT. Gilt aber nur ab 25 Punkten!")
    >>> [hangs_on_points(each) for each in said]
    [True, True]
    >>> said = ("15G HOLDER, more than 40, if I counted right", "Wenn es mehr als 30 Grad sind, gehe ich baden.")
    >>> [hangs_on_points(each) for each in said]
    [False, False]
    """
    found = [each for hangs in _HANGS_ON_POINTS for each in hangs.finditer(text[:_LONGEST])]
    return any(not _goes_on_as_talk(each) for each in found)


def _goes_on_as_talk(found: re.Match[str]) -> bool:
    is_first = _NEW_SENTENCE.search(found.string[: found.start()]) is not None
    behind = _AND_THEN.match(found.string, found.end())
    return is_first and behind is not None and PLAY_WITH_PLACE.search(behind[0]) is None


_LONGEST = 2000
_NEW_SENTENCE = regex(r"(?:^|[.!?\n])\W{0,3}$")
_AND_THEN = regex(r"[^.!?;:,\n]{0,20},\s[^.!?\n]{3,200}")
_A_NUMBER = r"{count}(?:\s{0,2}{points})?"
_COMPARED = r"{more_or_less}\s{1,3}(?:{letter}{2,12}['’]s\s{1,3})?"
_SO_MANY_POINTS = rf"(?:{_COMPARED}{_A_NUMBER}|{_A_NUMBER}\s{{1,3}}{{or_more}})"
_BRINGING = r"(?:{brings_it}[\s,]{1,3}){0,8}?"
_HANGS_ON_POINTS = (
    worded(
        rf"{{begin}}(?:{{condition}}n?|{{only_if}}|{{holds_until}}|{{provided}}|{{unless_so}}){{end}}[\s,]{{1,3}}{_BRINGING}"
        rf"{_SO_MANY_POINTS}(?=\W{{0,3}}(?:$|[.,;:!?)–-])|\s{{1,3}}(?:{{brings_it}}|{{points}}){{end}})"
    ),
    worded(
        rf"{{begin}}{{only_from}}\s{{1,3}}{_BRINGING}(?:{_COMPARED})?{{count}}\s{{0,2}}{{points}}{{end}}"
    ),
)
"""`Sollten das mehr als 40 sein`, too"""


def lays_no_blank(text: str) -> bool:
    """Tell whether a line says that no blank is laid: `§ ohne Joker`, `Den Joker hebe ich mir auf.`, `Joker: nein`."""
    is_empty = is_left_empty(text) and names_joker(text)
    return is_empty or any(lays_no_joker(each) for each in _CLAUSES.split(text))


_CLAUSES = worded(rf"[,;:.!?(){PLAY}]+|\s[–-]\s|{{begin}}(?:{{conjunction}}|{{contrast}}){{end}}")


def leaves_star(text: str) -> bool:
    """Tell whether a star stands behind a word of a line, where none before it opens what is in bold.

    A star belongs before the letter that is a blank; behind the last it leaves open which that is.

    >>> [leaves_star(each) for each in ("A8w MASKE*", "A8w MASKE* 53", "A8w *MASKE*", "A8w MASK*E")]
    [True, True, False, False]
    >>> [leaves_star(each) for each in ("A8w 'MASKE*'", "I8s ОІ*'")]  # the apostrophe is a tile in Ukrainian
    [True, False]
    """
    found = _STAR_BEHIND.search(text)
    if found is None or (
        _BEFORE_TILE.match(text, found.end()) and not _QUOTE.search(text, 0, found.start())
    ):
        return False
    return _STAR_OPENS.search(text, 0, found.start()) is None


_STAR_BEHIND = regex(r"(?<=[^\W\d_a-zäöüß])\*+(?![\w*])")
_BEFORE_TILE = regex(r"['’·]")
"""What may be a tile itself, `ОІ*'`, where it ends no quotation: `'MASKE*'`."""
_QUOTE = regex(r"['’‘]")
_STAR_OPENS = regex(r"(?<![\w*])\*+(?=\w)")


def refuses(texts: Iterable[str], plays: Sequence[Play]) -> bool:
    """Tell whether a mail says that its move is not meant, whatever else it says, or that it lacks a letter of it."""
    letters = {letter for play in plays for letter in play.word}
    return any(
        _NOT_THIS.search(text) is not None
        or _ONLY_JOKE.fullmatch(text) is not None
        or (
            _OTHER_WAY.fullmatch(text) is not None
            and any(_runs_otherwise(text, each) for each in plays)
        )
        or any(found["letter"] in letters for found in _LACKS.finditer(text))
        for text in texts
    )


def _runs_otherwise(text: str, play: Play) -> bool:
    return shapes.ANY_WAY[play.direction.other].search(f" {text}") is not None


_OTHER_WAY = worded(r"\W{0,4}(?:{denies_it}|{no})[,;.!:–-]\s{0,3}{direction_word}\W*")
"""`no, down!`"""
_NOT_THIS = worded(r"{begin}{not_this_move}{end}")
_ONLY_JOKE = worded(r"\W*(?:(?:{article}|{only}|{a_thing}|{a_mere})\s{1,3}){0,2}{jokes}\W*")
"""`Aprilscherz!`, whatever other words of its kind weigh."""
_LACKS = worded(r"{begin}{lacks}\s{1,3}(?P<letter>(?-i:[A-ZÄÖÜ]))(?![\w'’*])")


class MailPart(Struct, frozen=True):
    """A sentence of a line, or a clause of it, looked at for what it asks for alone."""

    line: Line
    is_sentence: bool
    is_behind: bool = False
    """Whether it stands behind a move in its sentence."""


def parts_of(line: Line, taken: Sequence[str]) -> Iterator[MailPart]:
    """Yield the sentences of a line, and the clauses in that of a move; none that holds what is *taken*.

    >>> parts = parts_of(Line(1, "A8w MASKE, und STAND. Danke!"), ["A8w MASKE"])
    >>> [part.line.text for part in parts if says_something(part)]
    ['STAND.']
    """
    for sentence in between_stops([line]):
        text = sentence.text.strip()
        at = [(text.find(each), each) for each in taken if each in text]
        if not at:
            yield from (_part(line, text[start:], is_sentence=True) for start in _beginnings(text))
            continue
        first, end = min(at)[0], max(start + len(each) for start, each in at)
        starts = [*starts_in(text)]
        before = max(start for start in starts if start <= first)
        yield _part(line, text[:before])
        yield from (_part(line, text[it:], is_behind=True) for it in starts if it >= end)


def _part(line: Line, text: str, *, is_sentence: bool = False, is_behind: bool = False) -> MailPart:
    part = part_of(Line(line.number, text))
    return MailPart(part, is_sentence=is_sentence, is_behind=is_behind)


def part_of(line: Line) -> Line:
    """Return what a line says, as `parts_of` yields it where it is one sentence."""
    return Line(line.number, line.text.strip(" ,;"))


def says_something(part: MailPart) -> bool:
    """Tell whether a part is more than a word, or one in capitals."""
    words = part.line.text.split()
    return len(words) >= _FEW_WORDS or (bool(words) and part.line.text.strip(" .!").isupper())


def _beginnings(text: str) -> Iterator[int]:
    """Yield where a sentence begins, and where behind `PS:` or `Und`."""
    yield 0
    found = _LEADS_ON.match(text)
    if found is not None and found.end():
        yield found.end()


_LEADS_ON = worded(
    r"\W*(?:{postscript}\W{1,4})?(?:{conjunction}[\s:,]{1,3})?(?:{after_that}\s{1,3})?"
)


def clauses_of(sentence: Line) -> Iterator[Line]:
    """Yield a sentence, and each of its clauses."""
    yield sentence
    starts = [*starts_in(sentence.text), len(sentence.text)]
    for start, end in pairwise(starts if len(starts) > _FEW_WORDS else ()):
        yield sentence.cut(start, end)


def postscripts(lines: Sequence[Line]) -> Sequence[Line]:
    """Return what stands below a greeting from `PS` on."""
    at = next((at for at, line in enumerate(lines) if begins_postscript(line.text)), len(lines))
    return lines[at:]


def starts_in(text: str) -> Iterator[int]:
    """Yield where a clause of a line begins, the line itself among them."""
    yield 0
    for found in islice(_CLAUSE_BEGINS.finditer(text), _MOST_CLAUSES):
        yield found.end()


_CLAUSE_BEGINS = worded(
    r"(?:[,;:.!]\s|\s[-–]\s)\s{0,2}(?:{conjunction}\s{1,3})?(?:{after_that}\s{1,3})?"
    r"|\s(?:{conjunction}\s{1,3}(?:{after_that}\s{1,3})?|{after_that}\s{1,3})"
)
_MOST_CLAUSES = 20


def between_stops(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield what stands between stops, behind numbers and capitals, too, in so many lines as a person writes."""
    for line in islice(lines, _MOST_LINES):
        start = 0
        for end in (*(each.end() for each in _STOP.finditer(line.text)), len(line.text)):
            if any(map(str.isalpha, line.text[start:end])):
                yield line.cut(start, end)
            start = end


_MOST_LINES = 100
# `am 5. Dezember` goes on, `NIMM K8 K10. Ich` does not
_STOP = regex(r"(?:(?<!\d)[.!?;]|(?<=[A-Za-z]\d)\.|(?<=[A-Za-z]\d\d)\.)\s{1,3}")
