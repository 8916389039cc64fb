"""What a sentence says of words that everybody sees: those on the board, and those of its game's title (rules 8).

`14H ERLAHMT, durch das H von TISCH`, `in Fulda lege ich ...`: they name no other play and no other game. Where
a mail is not understood as it stands it is read once more without them.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain

from msgspec.structs import replace

from mailref.orders import sections
from mailref.orders.commands import without_greeting
from mailref.orders.entries import GameFace
from mailref.orders.jokers_said import letters_alone
from mailref.orders.remarks import IS_PLAIN_TALK, PLAY, weight_of
from mailref.orders.roles import have_roles, unknown_in, words_of
from mailref.orders.shapes import A_SQUARE, DIGIT, GameNames, bare_subject, folded, games_of_kind
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import cut_front, join_lines, line_without, only
from mailref.tiles.board import Axes, Board, LaidTile, read_square
from mailref.tiles.moves import Play, worded
from mailref.tiles.when_used import regex

_IN_CAPITALS = regex(r"(?<![\w*])[^\W\d_a-zäöüß][^\W\d_]*[^\W\d_a-zäöüß]{1,24}[^\W\d_]?(?![\w*])")
_LETTER_OF = worded(
    r"{begin}(?:{by_way_of}\s{1,3})?(?:(?:{article}\s{1,3})?(?-i:[B-HJ-ZÄÖÜb-hj-z])|{article}\s{1,3}[ai])"
    r"\s{1,3}(?:{letter}{2,12}\s{1,3}){0,3}?(?:{of_another}|{of_round}|{place_follows}|{by_way_of})\s{1,3}(?:{article}\s{1,3})?$"
)
"""What leads to a word that lies there: `through the C of`."""
_MAKES = worded(
    r"[\s,;]{0,3}{begin}(?:{formed_too}|{makes_too}|{by_way_of}){end}:?\s{1,3}$|\s{0,3}[+/&=]\s{0,3}$|(?<=[\w)]),\s{1,3}$"
)
"""What leads to a word that a play makes: `with CANDLED`, `+ KRAD`."""
_HAS_SENSE = worded(r"{unsure}|{not_but}|{without_any}|{withdrawn}|{instead}")
"""`I am NOT playing`, even where NOT lies there."""
_BRACKETS = regex(r"\([^()\n]{0,80}\)")
_WORDS = regex(r"[^\W\d_]+")
_COUNTS = worded(r"(?:{points}|{total})")
_NEAR = 60
_OF_GAME = worded(
    r"{begin}(?:{for_title}|{by_way_of}|{place_follows})\s{1,3}"
    r"(?P<noun>(?:{article}\s{1,3})?{heading}\s{1,3}[„“\"»«']?)?"
    r"(?P<name>(?-i:[A-ZÄÖÜÉ])[\w-]{2,30}){end}(?(noun)[„“”\"»«']?)"
)
_TITLE_ALONE = worded(
    r"\W{0,4}(?:{my}{letter}{0,2}\s{1,3})?(?:{play}\s{1,3})?(?:{meant_for}\s{1,3})?(?P<name>(?-i:[A-ZÄÖÜÉ])[\w-]{2,30})"
    r"(?:[\s,:(–-]{1,4}(?P<round>{round}\s{0,2}{count}))?\W{0,4}"
)
"""A heading in capitals, which would be a word: `ZUG EIFEL R2`."""
_ARROW_BEHIND_ROUND = worded(
    r"(?P<lead>[^\d\n]{0,40}{round}\s{0,2}{count})\s{0,3}(?:[-=]{1,3}>{1,2}|→|»|>>)\s{0,3}(?={square})"
)
_A_TURN = r"(?P<turn>(?:{turn}|{play}|{round})\s{1,3}{count}|{place_in_row}\s{0,2}(?:{turn}|{play}|{round}))"
_OF_TURN = (
    r"(?:{of_round}|{by_way_of}|{place_follows}|{for_title}|{meant_for})\s{1,3}(?:{article}\s{1,3})?"
    rf"{_A_TURN}"
)
_IN_TURN = worded(rf"(?<=\w)\s{{1,3}}{_OF_TURN}(?P<led>)(?=[.!\s]{{0,4}}$)")
_IN_TURN_FIRST = worded(
    rf"^\W{{0,4}}(?:{_OF_TURN}(?:\s{{0,3}}[:,–-])?|{_A_TURN.replace('turn>', 'led>')}\s{{0,3}}[:,–-])"
    r"\s{1,3}(?=[^\W\d])"
)
_LONGEST_ENDING = 3


def game_among_words(
    subject: str, names: GameNames, own: Iterable[str] = (), mine: Sequence[GameFace] = ()
) -> str | None:
    """Return the one game that a word of a subject names, whatever harmless words stand beside it: `Ulm, endlich`.

    Of those that are *mine* it may name the kind, which the title begins with: `SB-Scrabble, my word`. More words of
    its title may stand beside, in any order: `Fulda Scrabble`.

    None where words name two, one names several, or what is said beside it may say something else of a move: `ulm: nur
    zum Spaß`. A place from which somebody writes is no game: `Grüße aus Ulm`. His *own* names say nothing.
    """
    said = bare_subject(subject)[:_LONGEST_SUBJECT]
    found = [
        (word, game)
        for word in _NAMES_OF_GAMES.finditer(_FROM_PLACE.sub(" ", said))
        for part in dict.fromkeys(map(folded, (word[0], *word[0].split("-"))))
        for game in (*names.called(part), *games_of_kind(part, mine))
    ]
    if len({game for _, game in found}) != 1:
        return None
    beside = " ".join(said.replace(word[0], " ") for word, _ in found[:1])
    title = next(each.title for each in names if each.id == found[0][1])
    his = {folded(part) for name in (*own, title) for part in words_of(name)}
    beside = _WORDS.sub(lambda word: " " if folded(word[0]) in his else word[0], beside)
    beside = _HEADS_MOVE.sub(" ", beside).strip(" ,;:.!/-")
    return found[0][1] if _is_harmless(beside) else None


def _is_harmless(beside: str) -> bool:
    """Tell whether each word beside a game's name in a subject has a role, and none takes the move of its mail away."""
    return not beside or (have_roles(beside) and sections.leaves_play(f"{beside}: {PLAY}", 0))


_LONGEST_SUBJECT = 120
_HEADS_MOVE = worded(r"{begin}{heads_move}{end}")
"""`Nachtrag ulm`, `halle: Tausch`, `Ulm, for later`"""
_NAMES_OF_GAMES = regex(r"[^\W_][\w.-]*(?<![.-])")
_FROM_PLACE = worded(
    r"{begin}(?:{made_from}|{from_words})\s{1,3}(?:{article}\s{1,3})?[^\W_][\w.-]*"
)


def without_title(line: Line, titles: Collection[str]) -> Line:
    """Return a line without its game, named in it by one of its folded *titles*: `in Fulda lege ich`, `ZUG FULDA`.

    One that ends with it, or with a colon behind it, is a heading, but where it is called a game: `in der Partie
    Fulda`.
    """
    if (alone := _TITLE_ALONE.fullmatch(line.text)) and folded(alone["name"]) in titles:
        return line.cut(*alone.span("round")) if alone["round"] else replace(line, text="")
    named = [
        each
        for each in _OF_GAME.finditer(line.text)
        if folded(each["name"]) in titles and _goes_on(line.text[each.end() :], each["noun"])
    ]
    for found in reversed(named):
        line = line_without(line, found.start(), found.end())
    return line


def without_title_in_label(line: Line, titles: Collection[str]) -> Line:
    """Return a line without its game in what stands before its colon: `Meine Wörter für Halle:`, `Für Halle:`."""
    found = _TITLE_IN_LABEL.match(line.text)
    if found is None or folded(found["name"]) not in titles:
        return line
    is_all = not any(map(str.isalpha, found["label"]))
    return line_without(line, found.end("label"), found.end() + is_all)


_TITLE_IN_LABEL = worded(
    r"(?P<label>\W{0,4}(?:[^:\n]{1,40}?\s)??)(?:{for_title}|{meant_for})\s{1,3}(?:{article}\s{1,3})?"
    r"(?P<name>(?-i:[A-ZÄÖÜÉ])[\w-]{2,30})\s{0,2}(?=:)"
)


def before_title(line: Line, titles: Collection[str]) -> Line | None:
    """Return what stands before a game's name with which a line ends: `PASSE in Fulda`; None where none does."""
    found = next((x for x in _OF_GAME.finditer(line.text) if _ENDS.match(line.text, x.end())), None)
    is_here = found is not None and folded(found["name"]) in titles
    return line.cut(0, found.start()) if found is not None and is_here else None


_ENDS = regex(r"[\s.!]*$")


def _goes_on(behind: str, noun: str | None) -> bool:
    """Tell whether what stands *behind* the name of a game shows that it is named in a sentence."""
    first = behind.lstrip()[:1]
    return first.isalpha() or (noun is not None and first != ":")


def with_round_led(lines: Sequence[Line]) -> list[Line]:
    """Return *lines* with a colon for an arrow between a round and a square, which no range is: `R5 -> L4s GRAUE`."""
    found = [(line, _ARROW_BEHIND_ROUND.match(line.text[:_LONGEST_LINE])) for line in lines]
    return [
        line
        if lead is None
        else join_lines(line.cut(0, lead.end("lead")), cut_front(line, lead.end()), ": ")
        for line, lead in found
    ]


def with_turn_aside(lines: Sequence[Line]) -> list[Line]:
    """Return lines of no play, of which those that name their turn in a sentence name it apart: `Ich passe in Zug 4`.

    A play has its own ways to name one.
    """
    # In `In turn 4 I pass` there is no square 4 I.
    beyond = (_IN_TURN_FIRST.sub("", line.text[:_LONGEST_LINE]) for line in lines)
    if any(map(A_SQUARE.search, beyond)):
        return [*lines]
    return [*map(_with_turn_aside, lines)]


def _with_turn_aside(line: Line) -> Line:
    text = line.text
    if len(text) > _LONGEST_LINE:
        return line
    if (found := _IN_TURN_FIRST.match(text)) is not None:
        said = line.cut(found.end(), len(text.rstrip(" .!")))
    elif (found := _IN_TURN.search(text)) is not None:
        said = line.cut(0, found.start())
    else:
        return line
    return join_lines(said, line.cut(*found.span("turn" if found["turn"] else "led")), ", ")


def words_formed(board: Board, plays: Iterable[Play]) -> frozenset[str]:
    """Return the words beside those that lie which plays form on a board, each by itself and all together."""
    each_laid = [_tiles_laid(board, play) for play in plays]
    found = {word for tiles in each_laid for word in board.lay(tiles).words}
    if len(each_laid) > 1:
        found |= board.lay(chain(*each_laid)).words - board.words
    return frozenset(found)


def _tiles_laid(board: Board, play: Play) -> list[LaidTile]:
    """Return the tiles that a play lays where nothing lies."""
    squares = (play.square.along(play.direction, step) for step in range(len(play.word)))
    return [
        LaidTile(square, letter, is_blank=False)
        for square, letter in zip(squares, play.word, strict=False)
        if square.is_on(board.size) and board.is_free(square)
    ]


def names_letter_of(lead: str) -> bool:
    """Tell whether the words before another one take a letter from it, so that it lies there: `mit dem C aus `."""
    return _LETTER_OF.search(lead, max(0, len(lead) - _NEAR)) is not None


def without_board_words(
    line: Line, laid: Collection[str], played: Collection[str], formed: Collection[str] = ()
) -> Line:
    """Return a line without the words *laid* on the board, by whose letters a play goes, nor those made of them.

    A letter of one goes with it: `durch das H von TISCH`. What is *played* stays as it is; what it has *formed* on the
    board, `15G SALIENT (SCHAFE)`, is no other play either. A line that says nothing but such words and sums is empty.
    """
    others = [
        each
        for each in _IN_CAPITALS.finditer(line.text)
        if each[0].upper() not in played and _HAS_SENSE.fullmatch(each[0]) is None
    ]
    named = {each[0] for each in others if each[0].upper() in laid}
    known = [each for each in others if each[0] in named or each[0].upper() in formed]
    if known and _is_sum_of(line.text, known, played):
        return replace(line, text="", places=())
    for found in reversed(others):
        at, end = found.span()
        lead = _LETTER_OF.search(line.text, max(0, at - _NEAR), at) if found[0] in named else None
        lead = lead or (
            _MAKES.search(line.text, max(0, at - _NEAR), at) if found in known else None
        )
        if lead is not None:
            line = line_without(line, lead.start(), end)
        elif found in known or (played and _is_made_of(found[0], named)):
            line = replace(line, text=line.text[:at] + found[0].lower() + line.text[end:])
    for found in reversed([*_BRACKETS.finditer(line.text)] if known else ()):
        words = {each[0].lower() for each in known}
        if all(word in words or not unknown_in(word) for word in words_of(found[0])):
            line = line_without(line, *found.span())
    return line


def letters_shared(board: Board, plays: Iterable[Play]) -> frozenset[str]:
    """Return the letters of plays that lie on a board already."""
    return frozenset(
        play.word[step]
        for play in plays
        for step in range(len(play.word))
        if (square := play.square.along(play.direction, step)).is_on(board.size)
        and not board.is_free(square)
    )


def without_shared_letters(line: Line, shared: Collection[str], laid: Collection[str]) -> Line:
    """Return a line without clauses that tell of letters of a play which lie there: `das O von VOGEL mitbenutzt`.

    They name no letter but those that are *shared*, and a word *laid* on the board, or that it lies there.
    """
    for found in reversed([*_CLAUSES.finditer(line.text)] if shared else ()):
        letters = letters_alone(found[0])
        others = {_singular(word.upper(), laid) for word in words_of(found[0]) if len(word) > 1}
        is_told = not others.isdisjoint(laid) or _LIES_THERE.search(found[0]) is not None
        is_plain = _NOT_PLAIN.search(_BELONGS.sub(" ", found[0])) is None
        if letters and is_told and is_plain and all(each in shared for each in letters):
            line = _without_clause(line, found)
    return line


def without_words_made(line: Line, laid: Collection[str], formed: Collection[str]) -> Line:
    """Return a line without clauses that say what a play makes beside its word: `dann steht da auch HERDE`.

    They name no word but those *formed*, and of those *laid* the ones that become longer: `puts an S on HAFEN`.
    """
    for found in reversed([*_CLAUSES.finditer(line.text)] if formed else ()):
        named = {each[0].upper() for each in _IN_CAPITALS.finditer(found[0])}
        is_told = bool(named) and all(
            word in formed or (word in laid and any(word in each for each in formed))
            for word in named
        )
        if is_told and _MAKES_WORD.search(found[0]) and not _may_fail(found[0]):
            line = _without_clause(line, found)
    return line


def _may_fail(clause: str) -> bool:
    return any(each.search(clause) for each in (_NOT_PLAIN, _FAILS))


def _without_clause(line: Line, found: re.Match[str]) -> Line:
    """Return a line without a clause, and the comma that leads to it."""
    start = found.start()
    is_led = line.text[start - 1 : start] in (",", ";", "–")
    return line_without(line, start - is_led, found.end())


def _singular(word: str, laid: Collection[str]) -> str:
    """Return a word in the form in which it is laid: `das E des VOGELs`."""
    return word[:-1] if word.endswith("S") and word not in laid else word


_CLAUSES = regex(
    r"(?<=[,;:(.!?–\n])[^,;:()–.!?\n\d]{4,80}(?=$|[,;:).!?–\n])|^[^,;:()–.!?\n\d]{4,80}[.!]"
)
_FAILS = worded(r"{begin}(?:{perhaps}|{fails}){end}")
_MAKES_WORD = worded(r"{begin}{makes_word}{end}")
_LIES_THERE = worded(r"{begin}{lies_there}{end}")
_BELONGS = worded(r"{begin}{belongs_to_word}{end}")
"""`das W gehört dem WALD`: nobody has heard it."""
_NOT_PLAIN = worded(
    r"{begin}(?:{unsure}|{unsettles}|{correction}|{withdrawn}|{instead}|{in_place_of}|{joker}|{condition}){end}"
)


def without_brackets(lines: Sequence[Line], board: Board, axes: Axes) -> Sequence[Line]:
    """Return *lines* without brackets around letters of a word that lie on the *board*: `AN(DACH)T`, `F5 (W)IRTELN`.

    Any other single letter in brackets may be a blank, or a direction.
    """
    plain = [_with_first_of_board(each, board, axes) for each in lines]
    if not any(_IN_WORD.search(each.text) for each in plain):
        return plain
    laid = board.words
    return [_without_brackets(each, laid) for each in plain]


def _without_brackets(line: Line, laid: Collection[str]) -> Line:
    for found in reversed([*_IN_WORD.finditer(line.text)]):
        is_longer = bool(found["before"] or found["behind"])
        if is_longer and found["inner"].upper() in laid:
            start, end = found.span("inner")
            line = only(line, (at for at in range(len(line.text)) if at not in (start - 1, end)))
    return line


_IN_WORD = regex(
    r"(?<!\w)(?P<before>[A-ZÄÖÜ]{0,12})[(\[](?P<inner>[^\W\d_]{2,15})[)\]](?P<behind>[A-ZÄÖÜ]{0,12})(?!\w)"
)


def _with_first_of_board(line: Line, board: Board, axes: Axes) -> Line:
    for found in reversed([*_FIRST_IN_BRACKETS.finditer(line.text)]):
        with suppress(ValueError):
            square = read_square(found["square"], axes)
            if square.is_on(board.size) and board.letter(square) == found["letter"]:
                at = found.start("letter")
                kept = (each for each in range(len(line.text)) if each not in (at - 1, at + 1))
                line = only(line, kept)
    return line


_FIRST_IN_BRACKETS = worded(
    r"(?<![{letters}\d])(?P<square>{square})\s{0,3}[,;:/|]?\s{0,3}[(\[](?P<letter>(?-i:[A-ZÄÖÜ]))[)\]](?=(?-i:[A-ZÄÖÜ]{2}))"
)


def without_mentions(line: Line, played: Collection[str]) -> Line:
    """Return a line without words that were looked at, too, in sentences that are talk: `ANLEST hatte ich im Auge`.

    A square, a question, a condition or a correction in a sentence leaves it as it is; so does a mail with no play.
    """
    text = "".join(
        _in_small_letters(each, played) if played and _only_mentions(each) else each
        for each in sections.sentences_of(line.text)
    )
    return replace(line, text=text) if text != line.text else line


def without_considered(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* without clauses about words that were a first idea: `Erst hatte ich GIER, aber ...`.

    One that says more stays (a number, a doubt, an order), and one whose words are laid elsewhere; so does all where
    no square and word are left.
    """
    found = [(at, *clause) for at, line in enumerate(lines) for clause in _considered_in(line)]
    if not found:
        return lines
    left = [*lines]
    for at, start, end in reversed(found):
        left[at] = line_without(left[at], start, end)
    texts = [line.text for line in left]
    others = {word for text in texts for word in _IN_CAPITALS.findall(text)}
    words = [{*_IN_CAPITALS.findall(lines[at].text[start:end])} for at, start, end in found]
    is_left = bool(others) and any(map(A_SQUARE.search, texts))
    return left if is_left and all(each - others for each in words) else lines


def _considered_in(line: Line) -> Iterator[tuple[int, int]]:
    """Yield where clauses of a line begin and end that do no more than name a word as an idea that was."""
    text, done = line.text[:_LONGEST_LINE], 0
    for found in _CONSIDERED.finditer(text):
        begins = [it.end() for it in _CLAUSE_BEGINS.finditer(text, done, found.start())]
        start = max(begins, default=done)
        turn = _TURNS.search(text, found.end())
        end = turn.start() if turn else len(text)
        if done <= start < end and _only_considers(text[start:end], found[0]):
            yield start, end
            done = end


def _only_considers(clause: str, cue: str) -> bool:
    """Tell whether a clause has words in capitals beside its *cue*, and else none that says anything, nor a number."""
    said = without_greeting(_LAID.sub(" ", A_SQUARE.sub(" ", clause.replace(cue, " ", 1))))
    beside, words = _IN_CAPITALS.subn(" ", said)
    says_more = DIGIT.search(beside) or _NOT_PLAIN.search(beside) or not have_roles(beside)
    return bool(words) and not says_more


_LONGEST_LINE = 1000
_CONSIDERED = worded(r"{begin}{considered}{end}")
_LAID = worded(r"{begin}{done}{end}")
_CLAUSE_BEGINS = regex(r"[.!?;:]\s")
_TURNS = worded(r"[.!?;:](?=\s|$)|,\s{1,3}(?={turns_to_another}{end})")


def without_names(line: Line, names: Collection[str]) -> Line:
    """Return a line with *names*, in capitals, in small letters where it begins with one: `RUTH! H4s RABEN`."""
    found = _CALLS.match(line.text)
    if found is None or found[1] not in names:
        return line
    return replace(line, text=line.text[: found.end(1)].lower() + line.text[found.end(1) :])


_CALLS = regex(r"\W*([A-ZÄÖÜ]{2,20})(?=[!.,])")


def _only_mentions(sentence: str) -> bool:
    return (
        _IN_CAPITALS.search(sentence) is not None
        and sum(map(str.islower, words_of(sentence))) >= _SENTENCE
        and _NO_MENTION.search(sentence) is None
        and weight_of(sentence) <= IS_PLAIN_TALK
    )


def without_not_given_up(line: Line) -> Line:
    """Return a line without words that say that no turn is given up: `statt zu passen`, `I'm not exchanging`."""
    for found in reversed([*_NOT_GIVEN_UP.finditer(line.text[:_LONGEST_LINE])]):
        ends_sentence = line.text[: found.start()].strip()[-1:].isalnum()
        end = found.start("stop") if ends_sentence else found.end()
        line = line_without(line, found.start(), end)
    return line


_NOT_GIVEN_UP = worded(r"(?:(?:^|[,;(–])\s{0,3})?{begin}{not_given_up}{end}\)?(?P<stop>[!.]{0,3})")


def _in_small_letters(sentence: str, but: Collection[str]) -> str:
    return _IN_CAPITALS.sub(lambda each: each[0] if each[0] in but else each[0].lower(), sentence)


_SENTENCE = 3
"""So many words in small letters has what tells of another; fewer may be the move itself: `AUSKOFFERTEN!!!`."""
_NO_MENTION = worded(
    r"(?<![{letters}\d]){square}{letter}?{end}|\?|(?:^|[,;:(–-])\W{0,9}(?:{condition}|{or_instead}){end}"
    r"|{begin}(?:{instead}|{correction}|{rather}|{otherwise}|{withdrawn}|{scraps}|{in_its_place}|{field_word}){end}"
)


def _is_sum_of(text: str, known: Sequence[re.Match[str]], played: Collection[str]) -> bool:
    """Tell whether a text names words that are *known*, those *played*, and numbers, and no more."""
    said = {each[0] for each in known} | {*played}
    rest = [each for each in _WORDS.findall(text) if each not in said]
    return not rest or all(_COUNTS.fullmatch(each) for each in rest)


def _is_made_of(word: str, laid: Collection[str]) -> bool:
    """Tell whether a word is one of those *laid* with a letter or more at an end: `der KORB wird zum KORBE`."""
    return any(
        0 < len(word) - len(each) <= _LONGEST_ENDING
        and (word.startswith(each) or word.endswith(each))
        for each in laid
    )
