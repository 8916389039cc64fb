"""Lines to entries: the reader that the referee calls (rules 4 and 8, contract 3).

How the players of a game write, as its kind says; and how lines are read where no game is named.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial, reduce
from itertools import accumulate, islice, pairwise, repeat, takewhile, zip_longest

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.kind import kind_named
from mailref.orders import explained, known_words, shapes, whole_mail
from mailref.orders import sections as sentences
from mailref.orders.absences import GivesUp, gives_up_absence
from mailref.orders.at_odds import is_at_odds, is_told_otherwise, is_turned
from mailref.orders.bare import BareMails
from mailref.orders.beside import (
    BY_SOMEBODY,
    is_courtesy,
    is_only_somebodys,
    is_plainly_against,
    is_somebodys,
    sent_for_whom,
)
from mailref.orders.by_neighbours import play_beside
from mailref.orders.chosen import OTHER, names_word_alike, without_unchosen
from mailref.orders.clearly_meant import is_clearly_meant, names_nothing_else, names_other_start
from mailref.orders.commands import (
    SIGNATURE,
    People,
    begins_order,
    behind_subject,
    command_in,
    command_in_subject,
    is_closing,
    is_greeting,
    is_prose,
    is_signature_of,
    is_signed_by_initials,
    is_unsaid,
    order_apart,
    order_with_value,
)
from mailref.orders.decided import (
    with_places_put_right,
    without_corrected_at_once,
    without_denied,
    without_other_rounds,
    without_others_told,
    without_playing_on,
    without_slips_sent,
    without_those_not_counted,
    without_undecided,
    without_weighed,
    without_word_put_aside,
    without_wrong_squares_told,
)
from mailref.orders.disowned import disowned_at, heads_none, place_named, titled_otherwise
from mailref.orders.entries import (
    NO_INSIGHT,
    NOTHING_MEANT,
    AcceptAct,
    Act,
    Ambiguity,
    AnyOrder,
    ChallengeAct,
    CommandRow,
    ConditionUnread,
    EmptyRow,
    Entry,
    EntryRow,
    ExchangeOrder,
    GameFace,
    Habits,
    HeadingRow,
    Insight,
    Named,
    OrderRow,
    PassOrder,
    Perhaps,
    PlayerRow,
    PlayOrder,
    PlayRow,
    ProseRow,
    Reading,
    ResignAct,
    RoundNamed,
    Row,
    SaidRow,
    SectionReader,
    SkippedRow,
    TrialAct,
    UnknownHeading,
    UnreadOrder,
    UnreadRow,
    WhichLetters,
    Wish,
    WishRow,
    WrittenOrders,
    answered_apart,
    asked_at,
    orders_in,
    play_written,
    plays_of_moves,
)
from mailref.orders.fields import (
    has_column_of_others,
    joined_fields,
    numbered,
    parts_of,
    with_whole_labels,
    with_words_called_out,
    without_emphasis,
    without_own_cells,
    without_remark_label,
    without_word_below,
)
from mailref.orders.free_words import (
    MOST_OF_PARAGRAPH,
    WITH_POINTS,
    FreePlay,
    SpareMove,
    is_placed_elsewhere,
    is_wrapped,
    key_of,
    leaves_as_said,
    may_say_place,
    may_say_play,
    names_more,
    names_other,
    play_said,
    play_that_fits,
    plays_said,
    reads_as_move,
    said_around,
    sentence_at,
    with_sign,
    with_signs,
    without_reserves,
    words_said,
)
from mailref.orders.games_apart import (
    names_games_apart,
    puts_off_itself,
    with_games_apart,
    without_announced,
)
from mailref.orders.grammar import Grammars
from mailref.orders.in_small_letters import with_plays_in_capitals
from mailref.orders.jokers_said import with_jokers_said
from mailref.orders.kind_words import is_only_kind
from mailref.orders.letter_by_letter import with_spelled
from mailref.orders.move_lines import Budget, LineReader
from mailref.orders.named import (
    clauses_of_sign,
    hangs,
    is_ordered,
    masked,
    may_name_more,
    names_another,
)
from mailref.orders.order_lines import (
    ORDERS,
    OrderLines,
    OrderReader,
    TakesBack,
    absence_in_words,
    absence_told,
    begin_of,
    hangs_on_something,
    is_said_against,
    is_trial_alone,
    keeps_others,
    keeps_some,
    may_keep_tiles,
    may_list_more,
    names_days_in_words,
    names_fewer_tiles,
    names_other_tile,
    offers_other,
    pattern_of,
    says_otherwise,
    stretches_of,
    taken_back,
    tells_own_absence,
    with_exchanges_in_fields,
    without_all_gone,
    without_harmless,
    without_tiles_kept,
)
from mailref.orders.other_matters import answers_other_matter, hangs_on_answer, is_of_other_matter
from mailref.orders.other_things import trades_for_other_thing
from mailref.orders.reckoned import (
    MOST_RECKONED,
    Reckoned,
    can_be_laid,
    is_claimed,
    play_claimed,
    play_reckoned,
)
from mailref.orders.remarks import (
    IS_NO_MOVE,
    IS_TALK,
    IS_TALK_ALL_THE_SAME,
    PLAY,
    TAKES_AWAY,
    bare_of,
    is_talk,
    weight_of,
)
from mailref.orders.roles import SUBJECTS, have_roles, tells_of, words_of
from mailref.orders.said_at_table import goes_on_below, is_corrected_behind, is_open_at_table
from mailref.orders.said_of_word import challenges_beside, challenges_for_doubt, doubts_beside
from mailref.orders.sections import Section, entry_of, merged, with_doubted
from mailref.orders.sent_earlier import without_move_replaced
from mailref.orders.set_aside import with_alternates_led, without_own_turn
from mailref.orders.shapes import DIGIT
from mailref.orders.square_by_square import (
    agree_with,
    laid_by_squares,
    names_other_word,
    squares_told,
)
from mailref.orders.stand_ins import StandIns, stand_ins
from mailref.orders.table import FINAL, IS_BACK, KEPT, UNCLEAR, Command, Value, all_said, value_of
from mailref.orders.taken_back import (
    IN_CAPITALS,
    PLACED,
    PLAY_WITH_PLACE,
    taken_back_in,
    without_taken_back,
)
from mailref.orders.true_of_play import TrueOfPlay
from mailref.orders.turn_said import (
    RESIGNS,
    concedes,
    exchanges_surely,
    gives_up_beside,
    is_at_odds_with,
    is_left_open,
    lays_word,
    may_give_turn_up,
    said_in_mail,
    sentences_in,
    turn_said,
    without_kind,
    without_other_turns,
    without_turn_spent,
)
from mailref.orders.written_for import is_for_another, urges_another
from mailref.orders.yes_and_no import said_with_words
from mailref.reading.incoming_mail import (
    MOST_LINE_CHARACTERS,
    Attention,
    IncomingMail,
    Line,
    OverBudgetError,
)
from mailref.reading.mime import join_lines, line_with, line_without, without_long_runs
from mailref.reading.quotes import FOOTER, FORWARD_SUBJECT, OurSentences, Whose, WordsAround
from mailref.tiles.board import Axes, Board, Laying, Notation
from mailref.tiles.lexicon.verdicts import spell
from mailref.tiles.moves import ALTERNATE_MARK, COMMENT_MARK, Play, TextSpan, read_direction, worded
from mailref.tiles.scoring import fits
from mailref.tiles.tile_set import TileSet
from mailref.tiles.when_used import regex


def habits_of(rules: Laying) -> Habits:
    """Return how the players of a game with *rules* write."""
    return kind_named(rules.family).reading().habits(rules)


def _habits_of(face: GameFace) -> Habits:
    return Habits(plays=face.plays) if face.plays else habits_of(face.rules)


def habits_without_heading(games: Sequence[GameFace], default: GameFace | None) -> Habits:
    """Return how lines without a heading are read; the axes are never guessed (rules 4)."""
    if default is not None:
        return _habits_of(default)
    if not games:
        return Habits()
    readers = set()
    for face in games:
        habits = _habits_of(face)
        if habits.reader is None:
            return replace(habits, notation=Notation())
        readers.add(habits.reader)
    if len(readers) == 1:
        return Habits(reader=readers.pop())
    from mailref.orders.order_lines import OrderReader  # noqa: PLC0415  once a mail has come

    return Habits(reader=OrderReader)


def habits_under(
    game: str | UnknownHeading, games: Sequence[GameFace], default: GameFace | None
) -> Habits:
    """Return how lines under a heading are read: as in the game it names or resembles most."""
    match game:
        case UnknownHeading(suggestions=(first, *_)):
            wanted = first
        case UnknownHeading():
            return habits_without_heading(games, default)
        case _:
            wanted = game
    return next(_habits_of(face) for face in games if face.id == wanted)


MOST_LINES, MOST_CHARACTERS = 500, 16 * 1024
"""So much is read of one mail; where a move may stand further down, it is asked back."""
MOST_OF_LINE = 4000
"""Characters read of one line; of a paragraph of as many nobody looks for a move either."""
MOST_SIGNED = 100
"""Lines under a signature's mark that are looked at."""
_NAME_AT_END = regex(r"(?<=[.!?])\s{1,9}(?P<name>[^\W\d_]{2,20}\.?(?:\s[^\W\d_]{2,20})?)\W{0,9}$")


def _looked_at(lines: Sequence[Line], habits: Habits) -> tuple[Sequence[Line], bool]:
    """Return as much of the lines as is read, and whether what is left out may be missed.

    In rounds no move stands without a digit; elsewhere any word may be one, and a text for others ends nowhere.
    """
    cut = [
        line if len(line.text) <= MOST_OF_LINE else line.cut(0, MOST_OF_LINE)
        for line in lines[:MOST_LINES]
    ]
    ends = [*accumulate(len(line.text) for line in cut)]
    whole = bisect_right(ends, MOST_CHARACTERS)
    read = [*map(_without_long_runs, cut[:whole])]
    left_out = [line.text[MOST_OF_LINE:] for line in lines[:whole]]
    left_out += [line.text for line in lines[whole:]]
    if not any(map(str.strip, left_out)):
        return read, False
    has_text = any(order_with_value(line.text) is not None for line in read)
    is_of_moves = habits.reader is None and not has_text
    return read, not is_of_moves or any(map(DIGIT.search, left_out))


def _without_long_runs(line: Line) -> Line:
    text = without_long_runs(line.text)
    return line if text == line.text else replace(line, text=text, places=())


_OF_CLAIMED, _OF_POSSIBLE = (0, -250), (-100, -400)
"""Weights down from which a sentence says nothing against a play that is reckoned right, and down from which surely.

More must be said for one that is the only one possible.
"""
_GIVING_UP = FINAL.union((Command.WITHDRAW,))


class EntryReader(Struct, frozen=True):
    """Reads the lines of mails by the grammars, all of which share what was compiled."""

    grammars: Grammars
    ours: OurSentences

    def read_mail(
        self,
        mail: IncomingMail,
        games: Sequence[GameFace],
        default: GameFace | None,
        attention: Attention | None = None,
        *,
        people: Collection[str] = (),
        insight: Insight = NO_INSIGHT,
    ) -> Reading:
        """Return what the person wrote; where that holds nothing, what stands below or inside a quote.

        What could be a play under a signature's mark is never passed over: it is asked about, or,
        beside a move, named. Named is also a second idea below the quote, or in a comment.
        *default* is the game of lines without a heading, *attention* what is left where the mail was read before,
        *people* are those whose name alone in a line is a signature, *insight* is what is known of *default*.
        """
        left = Attention() if attention is None else attention
        try:
            names = shapes.GameNames.of(games)
            return OneMail(self, names, default, left, people=people, insight=insight).read_mail(
                mail
            )
        except OverBudgetError:  # it holds more than is looked at
            return Reading((), (), is_over_budget=True)


class OneMail:
    """What one mail is read with, for which games, and what that may cost."""

    def __init__(
        self,
        reader: EntryReader,
        games: Sequence[GameFace],
        default: GameFace | None,
        attention: Attention,
        *,
        people: Collection[str] = (),
        insight: Insight = NO_INSIGHT,
    ) -> None:
        self._reader = reader
        self._people = people if isinstance(people, People) else People(people)
        self._sender = next(iter(self._people), "")
        self._called = [*islice(self._people, _CALLED)]
        self._insight, self._board = insight, insight.board
        self._grammars, self._ours = reader.grammars.within(attention), reader.ours
        self._games, self._default = shapes.GameNames.of(games), default
        self._budget = Budget(attention=attention)
        self._in_texts: list[Line] = []
        """What stands in the texts for other players and could be a play."""
        self._lines = LineReader(self._grammars.plays, games, self._budget)
        self._habits = habits_without_heading(games, default)
        """How lines without a heading are read."""
        self._below_greeting: Sequence[Line] = ()
        self._as_written: Sequence[Line] = ()
        """What stands above the greeting of the mail that is read, words of the board and all."""
        self._subject = ""
        self._has_step = False
        """Whether a step is told apart from the move behind it."""
        self._frame: set[str] = set()
        """The lines that are no more than a game's title or a player's name, and so would be if they stood alone."""
        self._signed: Sequence[str] = ()
        """What stands first under the mark of a signature."""
        self._readers: dict[tuple[type[SectionReader], TileSet, bool], SectionReader] = {}
        """Made when one is first needed; each of them remembers what it has read."""

    def read_mail(self, mail: IncomingMail) -> Reading:
        """Return what the person wrote; a play that is said to be for another game or person is asked about.

        So is what asks for something beside commands or a move of one game, and was passed over.
        """
        lines, is_more = _looked_at(mail.lines, self._habits)
        if is_more:
            return Reading((), (), is_over_budget=True)
        if (bare := self._read_bare(mail)) is not None:
            return bare
        tagged = explained.with_squares_whole([*map(self._with_tag, lines)])
        plain = explained.without_concessions(explained.without_usual(tagged))
        lines = explained.with_and(plain)
        lines = explained.without_open_matters(lines)
        lines = explained.with_word_at_its_place(explained.with_claims_plain(lines))
        lines = explained.without_label_of_matter(lines, self._is_title)
        told = explained.without_slips_told(explained.without_roads(lines))
        told = without_own_cells(with_whole_labels(told), self._is_of_this_mail)
        own = explained.without_asides(told)
        here = None if self._default is None else self._default.id
        own = without_announced(own, self._games, here)
        mail = replace(mail, lines=tuple(self._without_name_below(own)))
        reader = self._reader_of(self._habits)
        self._has_step = reader is not None and reader.apart(mail.lines) is not None
        reading, chosen = self._read_chosen(mail)
        if self._budget.is_overdrawn:
            return reading
        left = self._budget.attention.left
        try:
            found = self._as_in_round(mail, reading)
            return self._asking_for_all(self._without_what_is_true(chosen, found), found)
        except OverBudgetError:  # what was read within the budget stands
            self._budget.attention.left = left
            return reading

    @property
    def _titles(self) -> Collection[str]:
        """How the game of lines without a heading may be called, folded; nothing where it is not known."""
        return () if self._default is None else shapes.readings_of(self._default)

    def _is_title(self, text: str) -> bool:
        return bool(self._games.called(shapes.folded(text)))

    def _with_tag(self, line: Line) -> Line:
        """Return a line with the tag of a game before its move as a heading has it: `[weser R5] L4s TRUGE`."""
        found = _TAG_FIRST.match(line.text)
        if found is None or not self._games.called(shapes.folded(found["game"])):
            return line
        return line_with(line, *found.span("tag"), f" {found['said']}:")

    def _read_bare(self, mail: IncomingMail) -> Reading | None:
        """Return what is read of a mail that says its moves and nothing else, for the one game that it is for.

        None of any other, and where anything of it must be asked about: the rules that look at what stands beside a
        move have their say then.
        """
        face = self._default
        if face is None or mail.below or mail.attributed:
            return None
        titles = shapes.readings_of(face)
        is_ours = shapes.is_reply(mail.subject) and not FORWARD_SUBJECT.match(mail.subject)
        if not is_ours and shapes.folded(_TAG.sub(" ", mail.subject).strip()) not in {"", *titles}:
            return None
        greeted = [x for name in self._called[1:] for x in (name, *words_of(name))]
        bare = BareMails(
            titles, [x for x in greeted if not self._people.is_writer(x)], self._people
        )
        count = bare.moves_in(mail.lines)
        if not count:
            return None
        reading = self._read_parts(mail)
        if len(reading.entries) != 1 or len([*_plays_in(reading)]) != count:
            return None
        (entry,) = reading.entries
        says_more = reading.commands or entry.commands or entry.said_at or entry.is_for_want
        is_doubtful = _is_asked(entry) or entry.slip_at or self._signs_against(mail, reading)
        return None if says_more or is_doubtful else reading

    def _signs_against(self, mail: IncomingMail, reading: Reading) -> bool:
        """Tell whether what stands under the mark of a signature is against the plays above it, or another's name."""
        signed = [line for line in mail.signed[:MOST_SIGNED] if line.text.strip()]
        names = [line.text for line in signed[:_NAMES_SIGNED]]
        return bool(signed) and (
            any(map(_takes_back, signed))
            or whole_mail.is_signed_by_another(names, self._people)
            or whole_mail.refuses(names, [*_plays_in(reading)])
            or self._disowned(mail, reading) is not None
        )

    def _as_reckoned(self, mail: IncomingMail, reading: Reading) -> Reading:
        """Return *reading*, or, where its mail would be asked about, the one play that can be meant by what it names.

        A place that is written beside its word, and wrong, is its player's to mend.
        """
        points, board = self._insight.points, self._board
        gives_up = not _GIVING_UP.isdisjoint(reading.commands)
        says_more = gives_up or reading.player or reading.wish
        pieced = [each for each in reading.entries if _is_pieced(each, mail.lines)]
        may_be = not says_more and all(
            self._may_be_reckoned(each, is_firm=each.said_at is None and each not in pieced)
            for each in reading.entries
        )
        if points is None or board is None or not may_be:
            return reading
        above, notation = self._above_greeting(mail.lines), self._habits.notation
        own = self._without_commands(above, reading)
        found = play_reckoned(own, notation, board, points)
        firm = [it for each in reading.entries if each.said_at is None for it in _plays_of(each)]
        rounds = {} if found is None else {it.number: it for it in _rounds_of(found.play, own)}
        if (
            found is None
            or len(rounds) > 1
            or not (found.is_claimed or all(map(_is_asked, pieced)))
            or any(self._stands_against(it, found, own) for it in firm)
            or not self._is_meant_as_reckoned(found, own, mail.lines[len(above) :])
        ):
            return reading
        play = found.play
        written = play_written(play, notation.axes, notation.tiles)
        entries = self.read([Line(play.span.line, written)], "").entries
        said_at = next(line.whole for line in own if line.number == play.span.line)
        acts = tuple(act for each in reading.entries for act in _acts_in(each))
        named = next(iter(rounds.values()), None)
        meant = (replace(each, said_at=said_at, round_named=named) for each in entries)
        return replace(reading, entries=tuple(_with_acts(each, acts) for each in meant))

    def _stands_against(self, play: Play, found: Reckoned, own: Sequence[Line]) -> bool:
        """Tell whether a play that stands there in form is another, and its player's to mend, or has other points."""
        if play.word == found.play.word:
            return key_of(play) != key_of(found.play)
        is_in_form = play.word in play.span.text and _stands_in(play, own)
        is_claimed = play.claimed not in (None, found.points)
        return is_claimed or (is_in_form and self._points_of(play) is None)

    def _without_commands(self, lines: Sequence[Line], reading: Reading) -> Sequence[Line]:
        """Return the lines that are no part of what else their mail orders: `PRESSE: Gruß!`, `URLAUB 1.8.-14.8.`."""
        has_more = reading.commands or any(map(_acts_in, reading.entries))
        if not has_more or len(lines) > MOST_RECKONED:  # of so many none is reckoned
            return lines
        said = _said_in(reading)
        left = [line for line in lines if line.text.strip() not in said]
        return [line for line in left if not self._only_orders_aside(line)]

    def _only_orders_aside(self, line: Line) -> bool:
        """Tell whether a line, alone or above others, orders something, and no move."""
        above = Line(line.number + 1, _SOME_TEXT)
        lines = [line, above] if line.text.rstrip().endswith(":") else [line]
        alone = self.read(lines, "")
        has_more = any(each.holds_move or _is_asked(each) for each in alone.entries)
        return not has_more and bool(alone.commands or any(map(_acts_in, alone.entries)))

    def _points_of(self, play: Play) -> int | None:
        """Return what a play brings that its writer could lay now; None where he cannot, or nobody knows."""
        return None if self._insight.points is None else self._insight.points(play)

    def _may_be_reckoned(self, entry: Entry, *, is_firm: bool) -> bool:
        """Tell whether it is asked whether a play is meant, and nothing else; or one was read that cannot be laid.

        *is_firm*: the play stands there as one. What says more, for whom, for which game or which tiles next, stays as
        it was read.
        """
        orders = orders_in(entry)
        says_more = (
            entry.player
            or entry.commands
            or entry.wish
            or entry.game not in (None, self._default_id)
        ) or (orders is not None and (orders.wish or not all(it.is_aside for it in orders.acts)))
        is_other = entry.ambiguity not in (None, Ambiguity.UNREAD_PLAY, Ambiguity.UNFORMED_WORD)
        if says_more or is_other or entry.is_for_want:
            return False
        if orders is not None and orders.acts and not orders.groups:
            return True
        plays = [] if is_firm else [*_plays_of(entry)]
        cannot_be = any(self._points_of(each) is None for each in plays) or _has_faults(entry)
        return _is_asked(entry) or (len(plays) == 1 and cannot_be)

    def _is_meant_as_reckoned(
        self, found: Reckoned, own: Sequence[Line], below: Sequence[Line]
    ) -> bool:
        """Tell whether nothing in a mail weighs against the play that it reckons right."""
        if any(sentences.OTHERWISE.search(x.text) for x in own):
            return False
        play = found.play
        said = [_said_of(it, play) if it.number == play.span.line else it.text for it in own]
        if any(
            sentences.lays_later(each) for text in said for each in sentences.sentences_of(text)
        ):
            return False
        behind = [_behind_word(it.text, play) for it in own if it.number == play.span.line]
        is_of_round = any(shapes.round_behind(each) is not None for each in behind)
        if is_of_round or any(map(whole_mail.is_of_former_round, behind)) or _is_withheld(own):
            return False
        unknown, axes = self._without_known(own, [play]), self._habits.notation.axes
        least, surely = _OF_CLAIMED if found.is_claimed else _OF_POSSIBLE
        return names_nothing_else(play, own, unknown, axes) and is_clearly_meant(
            said, [line.text for line in below], self._people, down_from=least, surely_from=surely
        )

    def _as_in_round(self, mail: IncomingMail, reading: Reading) -> Reading:
        """Return *reading*, or, where its mail would be asked about, the order that it makes as others make a play.

        Plays stand in for what it names, and it is read as one of a game in rounds.
        """
        reader, face = self._reader_of(self._habits), self._default
        if reader is None or face is None or not all(map(_is_asked, reading.entries)):
            return reading
        if any(map(_is_whole, reading.entries)):  # what stands beside an order is asked about
            return reading
        titles = shapes.readings_of(face)
        lines = [known_words.without_title(x, titles) for x in reader.righted(mail.lines)]
        own = self._above_greeting(lines)
        above = {line.number for line in own}
        if self._are_for_another(own, above) or _is_open_around_one(own, reader):
            return reading
        standing = (
            stand_ins(lines, reader, parts, only_possible=only)
            for parts in dict.fromkeys((1, reader.parts))
            for only in (False, True)
        )
        tried = (
            self._order_as_in_round(mail, reader, face, each, above) for each in standing if each
        )
        found = next((each for each in tried if each is not None), None)
        if found is None or (reading.commands and not all(it.is_known for it in found.entries)):
            return reading  # `STAND` is a word only for who can lay it
        return found

    def _order_as_in_round(
        self,
        mail: IncomingMail,
        reader: SectionReader,
        face: GameFace,
        standing: StandIns,
        above: Collection[int],
    ) -> Reading | None:
        """Return the one order that is read of a mail with plays standing in for what it names, as a move is in rounds.

        *above* are the numbers of the lines above its greeting.
        """
        here = replace(face, plays=standing.parts)
        games = [here if each.id == face.id else each for each in self._games]
        there = OneMail(self._reader, games, here, self._budget.attention, people=self._people)
        made = there.read_mail(replace(mail, lines=tuple(standing.lines)))
        is_clear = len(made.entries) == 1 and not (made.commands or _is_asked(made.entries[0]))
        words = [play.word for play in _plays_in(made)] if is_clear else []
        order = standing.order_of(words) or standing.clearly_meant(reader, above, self._people)
        if order is None:
            return None
        beside, is_known = standing.said_of(order), standing.is_known(order)
        more = self.read(beside, "")
        said = [line.text for line in beside if line.number in above]
        if (
            more.commands
            or any(map(_asks_more, more.entries))
            or any(PLAY not in text and is_said_against(text) for text in said)
            or not self._is_ordered(said, order, is_known=is_known)
        ):
            return None
        number, at = standing.where(order)
        named = made.entries[0].round_named if made.entries else None
        entries = (
            replace(each, said_at=at, is_known=is_known, round_named=named)
            for each in self.read([Line(number, order)], "").entries
            if each.holds_move
        )
        return Reading(tuple(entries), ())

    def _is_ordered(self, texts: Sequence[str], order: str, *, is_known: bool) -> bool:
        """Tell whether texts make an order of the sign in them, which hangs on nothing and is of no one else."""
        said = [each for text in texts for each in sentences.sentences_of(text)]
        own = [each for each in said if PLAY in each]
        called = {word for each in own for word in words_of(clauses_of_sign(each))}
        is_of_more = (
            may_name_more(texts)
            or any(hangs(each, is_known=is_known) for each in own)
            or any(self._names_other_game(f"{each} ") for each in own)
            or any(map(self._people.has_others, (*called, *(x.rstrip("s'’") for x in called))))
        )
        return not is_of_more and is_ordered(texts, order, is_known=is_known)

    def _asking_for_all(self, mail: IncomingMail, reading: Reading) -> Reading:
        """Return *reading*, asked about where its mail asks for more than is read of it."""
        own = self._above_greeting(mail.lines)
        if not any(map(_is_meant, reading.entries)):
            return self._with_passed_over(reading, own) if reading.asks_for_something else reading
        below = mail.lines[len(own) :]
        beside = self._asked_beside(reading, own, below)
        at = (
            self._ordered_in_subject(reading, mail.subject)
            or self._for_other_game(reading, own)
            or self._put_off(own)
            or beside.at
            or _breaking_off(own)
            or self._heading(reading, own)
            or self._in_brackets(reading, own)
            or _in_comment(reading, own)
            or _below_signature(below)
            or _for_nothing(mail.lines)
            or self._not_his_in_words(reading, own)
            or self._told_otherwise(reading, own)
            or self._corrected_behind(reading, own)
            or self._disowned(mail, reading)
        )
        return beside.reading if at is None else _asking(reading, at)

    def _disowned(self, mail: IncomingMail, reading: Reading) -> TextSpan | None:
        """Return the line by which a mail is not its writer's, or its moves are not meant."""
        said = (each.said_at for each in reading.entries if each.said_at is not None)
        moves = [*_spans_of_moves(reading), *said]
        found = disowned_at(mail.lines, mail.signed, moves, self._people.is_writer)
        bare = _bare_lines(reading, mail.lines) if found is None else {}
        if not bare:
            return found
        lines = [bare.get(line.number, line) for line in mail.lines]
        signs = [TextSpan(at, 1, PLAY) for at in bare]
        return disowned_at(lines, mail.signed, signs, self._people.is_writer)

    def _told_otherwise(self, reading: Reading, own: Sequence[Line]) -> TextSpan | None:
        """Return the line that says of the one play of a mail what it does not have, in tiles, neighbours or place.

        One that cannot be laid is refused anyway.
        """
        plays, board = [*_plays_in(reading)], self._board
        is_here = all(each.game in (None, self._default_id) for each in reading.entries)
        if len(plays) != 1 or board is None or not is_here or any(map(_is_asked, reading.entries)):
            return None
        (play,), notation = plays, self._habits.notation
        if self._points_of(play) is None:
            return None
        said = ((it, with_sign(it, play) if it.number == play.span.line else it.text) for it in own)
        found = (line for line, text in said if is_told_otherwise(text, play, board, notation))
        return next((line.whole for line in found), None)

    def _corrected_behind(self, reading: Reading, own: Sequence[Line]) -> TextSpan | None:
        """Return the line of an order at a table, or of words, behind which a sentence corrects it and names none."""
        reader = self._reader_of(self._habits)
        is_play = any(_plays_in(reading)) and not self._has_step
        if reader is None or is_play or any(map(_is_asked, reading.entries)):
            return None
        asked = {span.line for span in _spans_of_moves(reading)}
        texts: list[str] = []
        for line in own:
            named = _named_at_table(line.text, reader)
            lead = f"{PLAY} " if line.number in asked and not named else ""
            texts.append(lead + masked(line.text, named))
        held = (line.whole for line, text in zip(own, texts, strict=True) if PLAY in text)
        return next(held, None) if is_corrected_behind(texts) else None

    def _not_his_in_words(self, reading: Reading, own: Sequence[Line]) -> TextSpan | None:
        """Return the line in which a play is said in words that call it somebody else's, or a joke.

        `Ben sagt: Heirat auf 15G nach unten`, `Heirat auf 15G nach unten, 35 Punkte (für Karin)`, `... (joke)`
        """
        for at, line in _bare_lines(reading, own).items():
            behind = _IN_BRACKETS.findall(line.text.partition(PLAY)[2])
            is_of_another = any(
                self._is_of_another(each)
                or weight_of(f"{PLAY} ({each})") >= IS_NO_MOVE
                or (_FOR_NAME.fullmatch(each) is not None and not self._names_writer(each))
                for each in (text.strip("()[]") for text in behind)
                if sentences.keeps_real_tile(each) is None
            )
            of_play = [each for each in sentences.sentences_of(line.text) if PLAY in each]
            is_of_another |= any(
                each.rstrip().endswith(":")
                and shapes.round_in(each) is None
                and sentences.is_somebodys_move(each)
                and not self._names_writer(each)
                for each in (sentence.partition(PLAY)[0] for sentence in of_play)
            )
            if is_of_another:
                return next(each.whole for each in own if each.number == at)
        return None

    def _ordered_in_subject(self, reading: Reading, subject: str) -> TextSpan | None:
        """Return a subject, no reply's, that passes, exchanges, challenges or resigns where its mail does not.

        `Kiel Zug 4: tausche AEI` over a play, `Fulda, tausche KGS` over an exchange of other tiles.
        """
        line = Line(0, _without_tags(subject)[:MOST_LINE_CHARACTERS])
        if not line.text.strip():
            return None
        pieces = (line.cut(start, len(line.text)) for start in whole_mail.starts_in(line.text))
        notation = self._habits.notation
        asked = (self._any_orders.read([each], notation) for each in pieces)
        found = next((each for each in asked if not each.is_empty and not each.plays), None)
        if found is None:
            return None
        made = [it for it in map(orders_in, reading.entries) if it is not None]
        held = {_as_asked(order.asked) for it in made for order in it.orders}
        if any(isinstance(order, ExchangeOrder) for it in made for order in it.orders):
            held.add((_EXCHANGE, None))
        acts = {type(act) for it in made for act in it.acts}
        ordered = {_as_asked(each.asked) for each in found.orders}
        done = {type(act) for act in found.acts if act.is_move}
        return None if ordered <= held and done <= acts else line.whole

    def _asked_beside(
        self, reading: Reading, own: Sequence[Line], below: Sequence[Line]
    ) -> "AskedInParts":
        """Return *reading* with what sentences, and clauses beside its move, ask for if they stand alone.

        `O6s HAFTLINSEN. Und schick mir bitte die Regeln.` What changes something is asked about where it is a clause
        (`..., und ab Montag bitte zwei Wochen Urlaub`), as is a move and what gives a seat up, wherever it stands.
        """
        lines = [*map(without_turn_spent, own), *whole_mail.postscripts(below)]
        if any(len(x.word) >= self._habits.notation.tiles.rack for x in _plays_in(reading)):
            lines = [replace(line, text=without_all_gone(line.text), places=()) for line in lines]
        by_number = {line.number: line for line in lines}
        taken: dict[int, list[str]] = {}
        for span in _spans_of_moves(reading):
            text, line = span.text.strip(), by_number.get(span.line)
            is_as_read = line is not None and text not in line.text  # `A12a` is read as `A12w`
            taken.setdefault(span.line, []).append(text.split()[-1] if is_as_read else text)
        found = AskedInParts(reading)
        written = (it for it in map(orders_in, reading.entries) if it is not None)
        told = {fault.span.line for it in written for fault in it.faults}  # its writer hears of it
        looked_at = (
            line
            for line in lines
            if line.number not in told and not _is_in_text(by_number, line.number)
        )
        parts = (
            part
            for line in looked_at
            for part in whole_mail.parts_of(line, taken.get(line.number, ()))
            if whole_mail.says_something(part)
        )
        for part in islice(parts, _MOST_PARTS):
            found = self._with_part(found, part)
            if found.at is not None:
                break
        return found

    def _names_for_want(self, text: str, reading: Reading) -> bool:
        """Tell whether words beside a move at a table name what is done for want of it: `Sonst STREBE.`"""
        reader = self._reader_of(self._habits)
        if reader is None or _FOR_WANT.search(text) is None:
            return False
        named = [Line(0, order) for order in {each.order for each in reader.named_in(text)}]
        return bool(named) and _asked_of(self.read(named, "")) != _asked_of(reading)

    def _with_part(self, found: "AskedInParts", part: whole_mail.MailPart) -> "AskedInParts":
        """Return what was found with what a part of a line asks for alone."""
        reading, at = found.reading, part.line.whole
        is_apart = part.is_sentence or part.is_behind
        if is_apart and self._names_for_want(part.line.text, reading):
            return replace(found, at=at)
        if part.line.text in self._frame or (not is_apart and taken_back_in(part.line.text)):
            return found  # `I withdraw the exchange and play ...`
        alone = self.read([part.line], "")
        if not alone.asks_for_something:
            return found
        written = [it for it in map(orders_in, alone.entries) if it is not None]
        held = [it for it in map(orders_in, reading.entries) if it is not None]
        done = {type(act) for it in held for act in it.acts}
        acts = [act for it in written for act in it.acts if type(act) not in done]
        if any(not (act.is_command and part.is_sentence) for act in acts):
            return replace(found, at=at)
        given = (order for it in written for order in it.orders)
        moves = {_as_asked(it.asked) for it in given if isinstance(it, ExchangeOrder | PassOrder)}
        if part.is_behind and moves - {_as_asked(x.asked) for it in held for x in it.orders}:
            return replace(found, at=at)
        made = {*reading.commands, *(it for entry in reading.entries for it in entry.commands)}
        made.add(Command.FIRST_RACK)  # a wish beside a move is the move's
        new = [command for command in alone.commands if command not in made]
        is_at_risk = any(alone.said[each] or each in _AT_RISK for each in new)
        is_press = new == [Command.PRESS] and part.is_behind  # `..., und an alle: frohe Ostern`
        if not FINAL.isdisjoint(new) or (is_at_risk and not (part.is_sentence or is_press)):
            return replace(found, at=at)
        asides = [e for e, it in zip(alone.entries, written, strict=False) if it.acts and acts]
        entries = reading.entries  # what only asks stands apart in them already
        if asides:
            entries = merged([*entries, *asides], self._default_id)
        commands, said = (*reading.commands, *new), reading.said
        if new:
            said = said.then(alone.said)
        return AskedInParts(replace(reading, entries=entries, commands=commands, said=said))

    def _in_brackets(self, reading: Reading, own: Sequence[Line]) -> TextSpan | None:
        """Return the line of a play behind which brackets take it back: `... (da bin ich noch am Zaudern)`.

        Not what they explain, and not what they deny besides, or call somebody's, which is looked at elsewhere:
        `(nicht BASEN)`, `(Zug von Anna)`.
        """
        at = {play.span.line for play in _plays_in(reading)}
        said = (
            (line, found[1])
            for line in explained.without_explanations(without_denied(own))
            for found in _BRACKETS.finditer(line.text)
            if line.number in at and sum(map(str.islower, found[1].split())) > 1
        )
        return next((line.whole for line, text in said if self._leaves_open(text)), None)

    def _leaves_open(self, said: str) -> bool:
        is_named = any(any(self._people.called([each])) for each in words_of(said))
        return not is_named and _leaves_in_doubt(said)

    def _heading(self, reading: Reading, own: Sequence[Line]) -> TextSpan | None:
        """Return the line over a play, apart from it, that heads what does not count: `Notizzettel`, another's name."""
        if any(map(_is_asked, reading.entries)):
            return None
        at = {play.span.line for play in _plays_in(reading)}
        first, end = _signature_above(own)
        if first < end and self._people.has_others(_name_above(own[first])):
            return own[first].whole
        written = [line for line in own if line.text.strip()]
        for line in written:
            if line.number in at and any(
                map(self._is_said_of_another, _IN_BRACKETS.findall(line.text))
            ):
                return line.whole
        for line in written:
            if at and line.number > max(at) and self._is_sent_for_another(line.text):
                return line.whole
        told = [line for line in written if not sentences.says_nothing_over(line.text)]
        for over, under in pairwise(told):
            is_apart = under.number > over.number + 1
            if over.number in at and self._is_said_of_another(under.text):
                return under.whole
            if under.number in at and is_apart:
                words = [*words_of(over.text)]
                is_known = any(map(self._people.is_writer, words)) or any(
                    self._games.called(shapes.folded(each)) for each in words
                )
                title = over.text.strip()
                is_other = title[-1].isalpha() and self._people.has_others(title)
                is_other = is_other or (title.endswith(":") and self._is_label_of_another(title))
                said = title.capitalize() if title.isupper() else title
                heads_nothing = not is_known and sentences.heads_nothing(said)
                if is_other or (heads_nothing and not self._only_orders_aside(over)):
                    return over.whole
        return None

    def _is_said_of_another(self, text: str) -> bool:
        """Tell whether a line says no more than that a move is somebody else's: `Zug von Gerda Lang`."""
        return is_only_somebodys(text) and not self._names_writer(text)

    def _is_sent_for_another(self, text: str) -> bool:
        """Tell whether a line says that the mail was sent for somebody else, or by another player."""
        who = sent_for_whom(text)
        is_player = self._people.has_others(who)
        is_by = BY_SOMEBODY.search(text) is not None
        return bool(who) and not self._names_writer(who) and (is_player or not is_by)

    def _is_label_of_another(self, title: str) -> bool:
        """Tell whether a line with a colon is somebody else's label: `Gerda Lang:`, `Gerda's move:`."""
        is_name = self._people.has_others(title.rstrip(" :"))
        return not self._names_writer(title) and (is_name or is_somebodys(title))

    def _names_writer(self, text: str) -> bool:
        """Tell whether a part of the sender's own name is in a text."""
        own = self._sender.split()
        return any(each in own or self._people.is_writer(each) for each in words_of(text))

    def _with_passed_over(self, reading: Reading, own: Sequence[Line]) -> Reading:
        """Return commands, and the sentence beside them that asks for a move, or names one, in doubt.

        `Vielleicht NIMM K8 K10. Ich bin bis Mittwoch im Urlaub.`
        """
        is_elsewhere = any(each.game not in (None, self._default_id) for each in reading.entries)
        if is_elsewhere or Command.WITHDRAW in reading.commands:
            return reading  # `Ups, wrong game! Please take that move back`
        does = any(entry.holds_move for entry in reading.entries)
        # `Ich fechte RABEN an. RABEN steht nirgends.` names a word, and no second time
        reader = None if does else self._reader_of(self._habits)
        for piece in whole_mail.between_stops(own):
            alone = self.read([piece], "")
            names = reader is not None and any(reader.named_in(piece.text))
            orders = (it.orders for it in map(orders_in, alone.entries) if it is not None)
            is_meant = any(orders) if does else any(map(_is_meant, alone.entries))
            lays = _LAYS.search(piece.text) and _SQUARE.search(piece.text)
            if not is_meant and (alone.asks_for_something or not (names or lays)):
                continue
            if reading.entries:
                return _asking(reading, piece.whole)
            if is_meant:
                return replace(reading, entries=tuple(map(_asked, alone.entries)))
            return self._asking_at(piece.whole, reading)
        at = None if does or reading.entries else self._laid_beside(reading, own)
        return reading if at is None else self._asking_at(at, reading)

    def _laid_beside(self, reading: Reading, own: Sequence[Line]) -> TextSpan | None:
        """Return where a play is named beside commands, with points, that its writer could lay now.

        In a text for others it must bring those points, and nothing weigh against it: it runs to the end of its mail.
        """
        points, board, said = self._insight.points, self._board, _said_in(reading)
        if points is None or board is None:
            return None
        notation = self._habits.notation
        with_points = (line for line in own if WITH_POINTS.search(line.text) is not None)
        for line in islice(with_points, _MOST_CLAIMS):
            if line.text.strip() not in said and not self._only_orders_aside(line):
                may_be_meant = can_be_laid([line], notation, board, points)
            else:
                found = play_reckoned([line], notation, board, points)
                may_be_meant = (
                    found is not None
                    and found.is_claimed
                    and self._is_meant_as_reckoned(found, [line], ())
                )
            if may_be_meant:
                return line.whole
        return None

    def _put_off(self, own: Sequence[Line]) -> TextSpan | None:
        """Return where it is said that the move of the game itself comes later: `L3s DAUERT 24. Weser kommt später.`"""
        if self._default is None or len(self._games) < _SEVERAL_GAMES:
            return None
        here = self._default.id
        off = (line.whole for line in own if puts_off_itself(line.text, self._games, here))
        return next(off, None)

    def _for_other_game(self, reading: Reading, own: Sequence[Line]) -> TextSpan | None:
        """Return where a sentence asks for something in another game than those in which a move is made.

        `Ich lege BESSER. In Bonn nehme ich H5.`: what it would ask for if it stood alone there.
        """
        made = {each.game or self._default_id for each in reading.entries}
        sentences_apart = whole_mail.between_stops(own) if len(self._games) > 1 else ()
        for piece in (it for each in sentences_apart for it in whole_mail.clauses_of(each)):
            if not self._games.has_last_part(shapes.folded(piece.text)):
                continue
            called = [
                (found, id_)
                for found in _NAME_OF_GAME.finditer(piece.text)
                for id_ in self._games.called(shapes.folded(found["name"]))
            ]
            ids = {id_ for _, id_ in called}
            if len(ids) != 1 or made & ids:
                continue
            found, id_ = called[0]
            face = next(each for each in self._games if each.id == id_)
            rest = join_lines(piece.cut(0, found.start()), piece.cut(found.end()), "")
            there = OneMail(self._reader, [face], face, self._budget.attention, people=self._people)
            alone = there.read([rest], "")
            acts = [
                act for it in map(orders_in, alone.entries) if it is not None for act in it.acts
            ]
            is_asked = any(map(_is_meant, alone.entries)) or bool(acts)
            leaves = not FINAL.isdisjoint(alone.commands)
            if lays_word(rest.text.strip(), "") or is_asked or leaves:
                return piece.whole
        return None

    def _read_chosen(self, mail: IncomingMail) -> tuple[Reading, IncomingMail]:
        """Return what is read of a mail, and the mail without what it says of plays that it does not choose.

        Of several the one that is meant is read; where it is asked about all the same, it is asked about alone.
        """
        lines = without_move_replaced(without_slips_sent(with_plays_in_capitals(mail.lines)))
        lines = without_word_put_aside(with_places_put_right(without_wrong_squares_told(lines)))
        mail = replace(mail, lines=tuple(lines))
        reading = self._with_step_apart(mail, self._read_whole(mail))
        reading = self._without_pass_as_word(reading, mail)
        if (told := self._told_by_squares(mail, reading)) is not None:
            if told[1] is mail:  # it is at odds with itself, whatever is left out of it
                return told
            reading, mail = told
        is_torn = whole_mail.fields_disagree(line.text for line in mail.lines)
        left_lines = None if is_torn else self._of_chosen(mail, reading)
        if left_lines is None:
            plain = None if is_torn else self._read_without_what_is_true(mail, reading)
            perhaps = replace(reading, perhaps=self._perhaps_meant(mail, reading)), mail
            return perhaps if plain is None else plain
        self._in_texts = []
        left = replace(mail, lines=tuple(left_lines))
        chosen = self._read_whole(left)
        is_clear = len(chosen.entries) == 1 and not any(map(_is_asked, chosen.entries))
        several, one = ([*_plays_in(each)] for each in (reading, chosen))
        names_one = len(chosen.entries) == 1 and len(one) == 1 < len(several)
        is_chosen = (is_clear or names_one) and not chosen.commands
        return (_for_round_of(reading, chosen), left) if is_chosen else (reading, mail)

    def _read_without_what_is_true(
        self, mail: IncomingMail, reading: Reading
    ) -> tuple[Reading, IncomingMail] | None:
        """Return what is read of a mail without what it says of the parts of its one play that is true, and that mail.

        None where it is clear as it stands, says no such thing, or its play is asked about all the same.
        """
        is_asked = len([*_plays_in(reading)]) > 1 or any(map(_is_asked, reading.entries))
        told = self._true_of(reading) if is_asked and not self._budget.is_overdrawn else None
        if told is None:
            return None
        play, true = told
        lines = tuple(map(true.without, mail.lines))
        is_elsewhere = names_other_start(play, mail.lines, self._habits.notation.axes)
        if lines == mail.lines or is_elsewhere:
            return None
        self._in_texts = []
        left = replace(mail, lines=lines)
        plain = self._read_whole(left)
        is_clear = len(plain.entries) == 1 and not _is_asked(plain.entries[0])
        is_same = [*map(key_of, _plays_in(plain))] == [key_of(play)]
        return (_for_round_of(reading, plain), left) if is_clear and is_same else None

    def _without_what_is_true(self, mail: IncomingMail, reading: Reading) -> IncomingMail:
        """Return a mail without what it says of the parts of its one play that is true, where that stands apart."""
        told = self._true_of(reading)
        if told is None or len([*_plays_in(reading)]) > 1:
            return mail
        lines = tuple(map(told[1].without, mail.lines))
        by_number = {line.number: line.text for line in lines}
        is_whole = all(
            x.text.strip() in by_number.get(x.line, "") for x in _spans_of_moves(reading)
        )
        return replace(mail, lines=lines) if is_whole else mail

    def _true_of(self, reading: Reading) -> tuple[Play, TrueOfPlay] | None:
        """Return the one play of a reading that can be laid, and what is true of it; others lie there or are formed.

        `DOPER at 8F down, through the P of PFERD on 8H`
        """
        board, points = self._board, self._points_of
        is_here = len(reading.entries) == 1 and reading.entries[0].game in (None, self._default_id)
        if board is None or not is_here:
            return None
        worth = {each: points(each) for each in _plays_in(reading)}
        laid = [(play, brings) for play, brings in worth.items() if brings is not None]
        others = (play.word for play, brings in worth.items() if brings is None)
        if len(laid) != 1:
            return None
        ((play, brings),) = laid
        true = TrueOfPlay.of(play, brings, board, self._habits.notation.axes)
        return (play, true) if board.words.union(true.words).issuperset(others) else None

    def _with_step_apart(self, mail: IncomingMail, reading: Reading) -> Reading:
        """Return *reading*, or what is read where the step that goes first is taken out of its sentence.

        `Ich wähle A, B, E, L, N, S und T und lege dann ab H5 waagerecht NABEL`: the rest is read as any other mail.
        """
        reader = self._reader_of(self._habits)
        if reader is None or reading.commands or self._budget.is_overdrawn:
            return reading
        parted = reader.apart(mail.lines)
        both = None if parted is None else self._read_apart(mail, reading, *parted)
        if both is not None:
            return both
        whole = orders_in(reading.entries[0]) if len(reading.entries) == 1 else None
        return reading if whole is None else self._laid_behind(whole, reading, mail.lines)

    def _read_apart(
        self, mail: IncomingMail, reading: Reading, step: Line, lines: Sequence[Line]
    ) -> Reading | None:
        """Return a step and what is read of the other *lines*; None where *reading* has both, or they are not clear."""
        entries = [*self.read([step], "").entries]
        first = orders_in(entries[0]) if len(entries) == 1 else None
        held = [order.asked for it in map(orders_in, reading.entries) if it for order in it.orders]
        is_clear = bool(held) and not any(
            _is_asked(each) or (each.written and each.written.unread_at) for each in reading.entries
        )
        reader = self._reader_of(self._habits)
        names_more = reader is not None and any(any(reader.named_in(it.text)) for it in lines)
        is_held = first is None or (is_clear and all(x.asked in held for x in first.orders))
        if (
            first is None or is_held or names_more
        ):  # `Start over please (NEW). Letters W I N T E R S`
            return None
        rest = self._laid_behind(first, self._read_whole(replace(mail, lines=tuple(lines))), lines)
        below = orders_in(rest.entries[0]) if len(rest.entries) == 1 else None
        if below is None or not below.orders or rest.commands or _is_asked(rest.entries[0]):
            return None
        both = replace(below, groups=(*first.groups, *below.groups))
        return replace(rest, entries=(replace(rest.entries[0], written=both),))

    def _laid_behind(self, first: WrittenOrders, rest: Reading, lines: Sequence[Line]) -> Reading:
        """Return what is read behind a step, not asked about where the one play of it can be laid then.

        Nothing else may be named, and nothing weigh against it: `Then DINGE, going down column 8, starting in row F.`
        """
        reader, board = self._reader_of(self._habits), self._board
        entry = rest.entries[0] if len(rest.entries) == 1 else None
        orders = orders_in(entry)
        plays = [*_plays_of(entry)] if entry is not None else []
        if reader is None or board is None or entry is None or orders is None or len(plays) != 1:
            return rest
        (play,) = plays
        asked = {at.line for at in (entry.ambiguous_at, orders.unread_at) if at is not None}
        is_unread = entry.ambiguity in (None, Ambiguity.UNREAD_PLAY) and not orders.faults
        is_of_play = is_unread and asked <= {play.span.line}
        if not (is_of_play and fits(play, board) and reader.lets_lay(first, play, board)):
            return rest
        texts = [
            with_sign(line, play) if line.number == play.span.line else line.text for line in lines
        ]
        is_more = any(any(reader.named_in(each)) for each in texts) or names_more(texts, play, PLAY)
        if is_more or not leaves_as_said(texts):
            return rest
        return replace(rest, entries=(_without_doubt(entry),))

    def _without_pass_as_word(self, reading: Reading, mail: IncomingMail) -> Reading:
        """Return what is read without `PASSE` as a word that lacks its place, where nobody can pass."""
        if self._default is None or isinstance(self._reader_of(self._habits), OrderReader):
            return reading
        by_number = {line.number: line for line in mail.lines}
        kept = tuple(each for each in reading.entries if not self._is_pass_as_word(each, by_number))
        return reading if len(kept) == len(reading.entries) else replace(reading, entries=kept)

    def _is_pass_as_word(self, entry: Entry, lines: Mapping[int, Line]) -> bool:
        """Tell whether what lacks a square in an entry is the word for a pass."""
        at = _lines_of_moves(entry) if _has_faults(entry) else set()
        own = [lines[number] for number in at if number in lines]
        return 0 < len(own) == len(at) and all(
            shapes.A_SQUARE.search(line.text) is None and self._gives_turn_up([line])
            for line in own
        )

    def _perhaps_meant(self, mail: IncomingMail, reading: Reading) -> Perhaps:
        """Return what a mail in which nothing is read may have meant."""
        if reading.asks_for_something or reading.commands or self._budget.is_overdrawn:
            return NOTHING_MEANT
        lines = self._above_greeting(mail.lines)
        reader = self._reader_of(self._habits)
        if self._default is not None and not isinstance(reader, OrderReader):
            gives_up = self._any_orders.gives_seat_up
            resigns = any(gives_up(each) or self._any_orders.resigns(each) for each in lines)
            return Perhaps(gives_turn_up=self._gives_turn_up(lines), resigns=resigns)
        named = (
            [] if reader is None else [x.order for it in lines for x in reader.named_in(it.text)]
        )
        orders = {*named}
        return Perhaps(order=orders.pop()) if len(orders) == 1 else NOTHING_MEANT

    def _told_by_squares(
        self, mail: IncomingMail, reading: Reading
    ) -> tuple[Reading, IncomingMail] | None:
        """Return what is read of a mail with what it tells square by square as a play, where nothing else is clear.

        Where that is at odds with a play that is, it is asked about. None where it tells none, or all as it was read.
        """
        board, points, notation = self._board, self._insight.points, self._habits.notation
        if board is None or points is None or reading.commands or self._budget.is_overdrawn:
            return None
        listed = () if notation.tiles.is_cut_apart else squares_told(mail.lines, notation, board)
        plays = [*_plays_in(reading)]
        if not listed:
            return None
        is_asked = any(_is_asked(each) or _has_faults(each) for each in reading.entries)
        is_so = not plays or (not is_asked and agree_with(listed, plays, board))
        is_laid = not is_asked and all(points(each) is not None for each in plays)
        if reading.entries and is_laid and is_so:
            return None
        at = next(line.whole for line in mail.lines if line.text.strip())
        unclear = None if is_asked or is_so else (_asking(reading, at), mail)
        found = laid_by_squares(mail.lines, listed, notation, board)
        if found is None or (plays and is_laid) or points(found.play) is None:
            return unclear
        if names_other_word(self._without_known(found.beside, [found.play]), found.play):
            return unclear
        left = replace(mail, lines=tuple(found.lines))
        return self._read_whole(left), left

    def _of_chosen(self, mail: IncomingMail, reading: Reading) -> Sequence[Line] | None:
        """Return the lines of a mail without the plays that it clearly does not choose, where it would be asked about.

        None where it is clear as it stands, or none of them is clearly chosen.
        """
        is_asked = len(reading.entries) <= 1 and all(
            _is_asked(each) or each.slip_at is not None for each in reading.entries
        )
        if not is_asked or reading.commands or self._budget.is_overdrawn:
            return None
        if not self._lays_plays:
            return None
        plays = 1 if _is_one_of_several([*_plays_in(reading)]) else self._habits.plays
        laid = () if self._board is None else self._board.words
        others = self._people.has_others
        unsigned = self._unsigned(mail.lines)  # a name below weighs as little as none
        for own in (mail.lines,) if unsigned == mail.lines else (mail.lines, unsigned):
            lines = without_unchosen(own, plays, self._is_order, others, laid)
            if lines != own:
                return lines
        return None

    def _unsigned(self, lines: Sequence[Line]) -> Sequence[Line]:
        """Return *lines* without the name of their writer, or a part of it, that ends them: `G. Falk`."""
        last = max((at for at, line in enumerate(lines) if line.text.strip()), default=None)
        if last is None:
            return lines
        line = lines[last]
        if last > 0 and self._people.is_writer(line.text):
            return [*lines[:last], *lines[last + 1 :]]
        named = _NAME_AT_END.search(line.text) if len(line.text) <= MOST_LINE_CHARACTERS else None
        if named is None or not self._people.is_writer(named["name"]):
            return lines
        return [*lines[:last], line.cut(0, named.start()), *lines[last + 1 :]]

    @property
    def _lays_plays(self) -> bool:
        """Tell whether a word beside a square is a move here, and words by which it goes take it back."""
        reader = self._reader_of(self._habits)
        return reader is None or reader.lays_plays

    def _is_order(self, clause: str) -> bool:
        """Tell whether a clause by itself asks for something."""
        return (
            command_in(clause) is not None
            or self._recognises(clause, self._habits)
            or self._any_orders.resigns(Line(0, clause))
        )

    def _read_whole(self, mail: IncomingMail) -> Reading:
        mail = _with_answer_below(mail)
        self._as_written = self._above_greeting(mail.lines)
        reader = self._reader_of(self._habits)
        written = mail.lines if reader is None else reader.righted(mail.lines)
        if reader is not None and reader.asks_for_words and self._default is not None:
            titles = shapes.readings_of(self._default)
            written = [known_words.without_title_in_label(line, titles) for line in written]
        unsigned = _without_signature_above(without_emphasis(written), self._sender)
        unsigned = self._without_own_turn(self._without_own_signature(unsigned))
        whole = explained.with_dictated(explained.with_word_apart(unsigned))
        said = without_word_below(with_words_called_out(whole))
        plain = explained.without_first_letter(explained.without_reckoned(with_spelled(said)))
        lines: Sequence[Line] = [*map(self._without_remark_in_field, plain)]
        lines = known_words.without_considered(lines)
        lines = self._without_turn_taken_back(without_denied(without_playing_on(lines)))
        lines = self._without_all_gone(lines)
        lines = without_corrected_at_once(lines, self._habits.plays)
        if self._habits.plays == 1:
            lines = without_others_told(lines)
        lines = without_weighed(without_those_not_counted(lines), self._habits.plays)
        left = without_undecided(without_other_rounds(lines), self._habits.plays)
        if left != lines and not names_games_apart(lines, self._games):
            lines = left
        mail = replace(mail, lines=tuple(lines))
        reading = self._read_own(mail)
        by_number = {line.number: line for line in mail.lines}
        self._signed = [line.text for line in mail.signed if line.text.strip()][:_NAMES_SIGNED]
        is_draft = (
            self._is_titled_draft(mail.subject)
            or any(map(_takes_back, mail.signed[:MOST_SIGNED]))
            or any(map(_takes_back_below, (it for each in mail.below for it in each[:MOST_SIGNED])))
            or whole_mail.fields_disagree(line.text for line in mail.lines)
            or self._is_not_his(mail, reading)
        )
        settled = (
            self._only_trying(
                self._settled(self._asked_first(each, mail.lines), by_number, is_draft=is_draft),
                by_number,
            )
            for each in reading.entries
        )
        entries = tuple(one for each in settled for one in answered_apart(each))
        quoted = (_quoting_doubt(each, mail.lines) for each in entries)
        return replace(reading, entries=tuple(_with_round(each, mail.lines) for each in quoted))

    def _without_remark_in_field(self, line: Line) -> Line:
        """Return a line without the label of a remark, and without that where it is talk: it has a field of its own.

        `Comment: hymn book, believe it or not`
        """
        said = without_remark_label(line)
        names_play = DIGIT.search(said.text) or IN_CAPITALS.search(said.text)
        is_open = (
            "?" in said.text or hangs_on_something(said.text) or sentences.withdraws(said.text)
        )
        is_open |= sentences.speaks_against_it(said.text, is_strict=True)
        is_left = said is line or names_play or is_open or weight_of(said.text) > IS_TALK
        if is_left:
            return said
        alone = self.read([said], "")
        asks = alone.commands or alone.said.values or any(map(_asks_more, alone.entries))
        return said if asks else line_without(line, 0, len(line.text))

    def _is_titled_draft(self, subject: str) -> bool:
        """Tell whether the subject of a mail, but for what is known of it, says that it is not to count."""
        titles = self._titles
        said = _without_what_is_known(_without_tags(subject), self._sender, titles)
        said = shapes.without_turn(said).strip(" :")
        return _NUMBER_ALONE.fullmatch(said) is None and _is_draft(said)

    def _without_own_signature(self, lines: Sequence[Line]) -> Sequence[Line]:
        """Return *lines* without the name of their writer that ends them, where it is a word of orders: `Weiter`.

        In capitals it is the order.
        """
        last = max((at for at, line in enumerate(lines) if line.text.strip()), default=0)
        text = lines[last].text.rstrip(" .!") if lines else ""
        if self._habits.reader is None or not may_give_turn_up(text) or text.isupper():
            return lines
        own = {shapes.folded(each) for each in words_of(self._sender)}
        *before, name = [*words_of(text)] or [""]
        lead = text[: len(text) - len(name)].rstrip(" ,.-–")
        is_below = any(line.text.strip() for line in lines[:last])
        is_named = all(shapes.folded(each) in own or len(each) == 1 for each in before)
        is_signed = (is_below and is_named) or (bool(before) and is_closing(lead))
        if shapes.folded(name) not in own or not is_signed:
            return lines
        left = replace(lines[last], text="" if is_named else lead, places=())
        return [*lines[:last], left, *lines[last + 1 :]]

    def _without_own_turn(self, lines: Sequence[Line]) -> Sequence[Line]:
        """Return *lines* without that an order waits for its writer's turn: he would not be asked before, anyway."""
        reader = self._reader_of(self._habits)
        if not isinstance(reader, OrderReader) or not reader.may_lead_to_order:
            return lines
        is_to_move = self._insight.is_to_move
        return [without_own_turn(line, is_to_move=is_to_move) for line in lines]

    def _without_all_gone(self, lines: Sequence[Line]) -> Sequence[Line]:
        """Return *lines* without that all tiles went, where a word of as many is named: `KUGELNS! Alle sieben weg!`"""
        rack = self._habits.notation.tiles.rack
        words = (found[1] for line in lines for found in words_said(line.text))
        if self._habits.reader is None or not any(len(each) >= rack for each in words):
            return lines
        return [replace(each, text=without_all_gone(each.text), places=()) for each in lines]

    def _without_turn_taken_back(self, lines: Sequence[Line]) -> Sequence[Line]:
        """Return *lines* without a pass or an exchange that a play right away takes the place of.

        `I shall exchange A and O. No: play 15K ERHOL`; what is said of the play is left to those who read it.
        """
        if self._habits.reader is None:
            return lines
        for at, line in enumerate(lines):
            found = _TURNS_TO_PLAY.search(line.text[:MOST_LINE_CHARACTERS])
            if found is None:
                continue
            left = [*lines[: at + 1]]
            left[at] = line_without(line, *found.span("lead"))
            for number in range(at, -1, -1):
                end = found.start() if number == at else len(lines[number].text)
                stops = [0, *(x.end() for x in _STOPS.finditer(lines[number].text, 0, end)), end]
                for first, last in reversed([*pairwise(stops)]):
                    said = lines[number].cut(first, last)
                    if PLAY_WITH_PLACE.search(said.text):
                        return lines
                    if self._gives_turn_up([said]):
                        left[number] = line_without(left[number], first, last)
            is_taken_back = left[at] != line_without(line, *found.span("lead")) or left[:at] != [
                *lines[:at]
            ]
            return [*left, *lines[at + 1 :]] if is_taken_back else lines
        return lines

    def _asked_first(self, entry: Entry, lines: Sequence[Line]) -> Entry:
        """Return an entry, a seat given up in it asked about first where what stands below may take that back.

        `I resign!` / `Dreadful letters. Move to follow.` is a sigh.
        """
        orders = orders_in(entry)
        acts = () if orders is None else orders.acts
        if orders is None or not any(isinstance(act, ResignAct) for act in acts):
            return entry
        gives_up = self._any_orders.gives_seat_up
        if (other := self._goes_on_below_resigning(lines)) is not None:
            return replace(entry, ambiguity=Ambiguity.UNREAD_PLAY, ambiguous_at=other)
        if is_of_other_matter([line.text for line in lines], self._called):
            at_first = next(line.whole for line in lines if line.text.strip())
            return replace(entry, ambiguity=Ambiguity.UNREAD_PLAY, ambiguous_at=at_first)
        at = next((number for number, line in enumerate(lines) if gives_up(line)), len(lines))
        said = [
            each.text
            for each in lines[at + 1 :]
            if each.text.strip() and not is_greeting(each.text)
        ]
        is_over = not any(text[0].islower() and not is_closing(text) for text in said[:1]) and all(
            sentences.leaves_play(each, 1) for text in said for each in sentences.sentences_of(text)
        )
        if is_over or is_only_kind(said, self._called):
            return entry
        asked = (
            replace(act, is_in_sentence=True) if isinstance(act, ResignAct) else act for act in acts
        )
        return replace(entry, written=replace(orders, acts=tuple(asked)))

    def _goes_on_below_resigning(self, lines: Sequence[Line]) -> TextSpan | None:
        """Return where a seat given up is none with the line below: `I resign` / `myself to losing`."""
        reader = self._any_orders
        for line, below in pairwise(lines):
            text, more = line.text.strip(), below.text.strip()
            if not reader.gives_seat_up(line) or text.isupper() or not _may_go_on(text, more):
                continue
            whole = Line(line.number, f"{text} {more}")
            if not (reader.gives_seat_up(whole) or reader.resigns(whole)):
                return line.whole
        return None

    def _is_not_his(self, mail: IncomingMail, reading: Reading) -> bool:
        """Tell whether a mail as a whole says that its move is another's, or asks about it, or corrects it below."""
        plays = [*_plays_in(reading)]
        axes = self._habits.notation.axes
        said = [line.text for line in mail.lines]
        formed = self._formed_by(plays) if any("?" in each for each in said) else ()
        is_ours = shapes.is_reply(mail.subject) and not FORWARD_SUBJECT.match(mail.subject)
        return (
            (not is_ours and whole_mail.is_in_name_of_another(mail.subject, self._people))
            or whole_mail.is_in_name_of_another(mail.attributed, self._people)
            or whole_mail.names_other_game(
                "" if is_ours else mail.subject, said, self._games, self._people
            )
            or whole_mail.greets_its_writer(mail.lines, self._people)
            or whole_mail.corrects_below(self._below_greeting, plays, axes)
            or whole_mail.asks_about_word(said, plays, formed)
            or whole_mail.asks_about_square(said, plays, axes)
            or has_column_of_others(mail.lines, self._is_of_this_mail)
            or whole_mail.hangs_on_another(said, self._people)
            or whole_mail.hangs_on_points("\n".join(said))
            or whole_mail.refuses((*said, *self._signed), plays)
        )

    def _formed_by(self, plays: Sequence[Play]) -> frozenset[str]:
        """Return the words that plays form on the board beside their own."""
        if self._board is None or not plays:
            return frozenset()
        laid = self._board.words | {play.word for play in plays}
        return known_words.words_formed(self._board, plays) - laid

    def _only_trying(self, entry: Entry, lines: Mapping[int, Line]) -> Entry:
        """Return an entry that only tries out plays beyond doubt, whatever is said beside them: nothing comes of it.

        A line that may ask for something else leaves it in doubt.
        """
        orders = orders_in(entry)
        if orders is None or entry.commands or orders.groups or orders.faults or not orders.acts:
            return entry
        tried = [_span_of(act.order) for act in orders.acts if isinstance(act, TrialAct)]
        if not tried or any(act.is_of_turn for act in orders.acts):
            return entry
        for line in lines.values():
            names_it = (each.line == line.number or each.text in line.text for each in tried)
            is_absence = absence_told(line.text) is not None
            may_ask = self._could_be_play if is_absence else self._may_be_move
            if not any(names_it) and may_ask(line.text):
                return entry
        return replace(
            entry, ambiguity=None, ambiguous_at=None, written=WrittenOrders(acts=orders.acts)
        )

    def _settled(self, entry: Entry, lines: Mapping[int, Line], *, is_draft: bool) -> Entry:
        """Return an entry, asked about where what stands around its plays leaves them in doubt, or declines them."""
        is_elsewhere = self._is_elsewhere(entry, lines) and not self._is_reckoned(entry, lines)
        is_open = is_elsewhere or self._is_left_open(entry, lines)
        is_unsure = (
            is_draft
            or self._is_signed_by_another(entry, lines)
            or self._is_passed(entry, lines)
            or _is_taken_back_below(entry, lines)
            or self._is_put_off_below(entry, lines)
            or self._may_keep_tiles(entry, lines)
            or self._stands_for_pass(entry)
            or self._is_of_another_below(entry, lines)
            or self._is_written_for_another(entry, lines)
            or self._is_open_at_table(entry, lines)
            or self._doubts_open_play(entry, lines)
            or self._answers_other_matter(entry, lines)
            or self._hangs_on_answer(entry, lines)
            or _is_said_otherwise(entry, lines)
            or _is_alternate_first(entry, lines)
            or _leaves_choice(entry, lines)
            or _is_of_former_round(entry, lines)
            or _is_withheld(lines.values())
            or any(whole_mail.leaves_star(lines[at].text) for at in _lines_of_plays(entry, lines))
        )
        if is_open or (is_unsure and entry.holds_move):
            entry = replace(_asked(entry), is_for_want=False)
        entry = replace(_as_written(entry, lines), without_blank_at=_without_blank(entry, lines))
        is_declined = is_elsewhere and entry.ambiguity is not None
        return replace(entry, is_declined=True) if is_declined else _unless_declined(entry, lines)

    def _is_left_open(self, entry: Entry, lines: Mapping[int, Line]) -> bool:
        """Tell whether what stands around the plays of an entry leaves them in doubt, where nothing else does."""
        seen = replace(entry, ambiguity=None) if entry.is_for_want else entry
        game = entry.game
        habits = habits_under(game, self._games, self._default) if game else self._habits
        is_order = partial(self._recognises, habits=habits)
        return self._is_for_another(seen, lines) or _is_denied_around(seen, lines, is_order)

    def _is_signed_by_another(self, entry: Entry, lines: Mapping[int, Line]) -> bool:
        """Tell whether a player signs an entry, mostly below, who does not write from the address of its mail."""
        if entry.player is not None or entry.span is None:
            return False
        above = [line.text for at, line in lines.items() if at < entry.span.line]
        if whole_mail.is_signed_above_by_another(above, self._people):
            return True
        below = [line.text for at, line in lines.items() if at > entry.span.line]
        return whole_mail.is_signed_by_another((*below, *self._signed), self._people)

    def _is_passed(self, entry: Entry, lines: Mapping[int, Line]) -> bool:
        """Tell whether a sentence beside the plays of an entry passes, or resigns: `14H RUMEN. Ich setze aus.`"""
        if entry.ambiguity is not None or not entry.holds_move or not _lays_only(entry):
            return False
        plays = {play.span.line: play for play in _plays_of(entry)}
        is_resigned = bool(plays) and any(map(self._any_orders.resigns, lines.values()))
        said = [
            replace(line, text=with_sign(line, plays[at])) if at in plays else line
            for at, line in lines.items()
        ]
        is_exchanged = self._habits.reader is not None and any(
            gives_up_beside(line.text, self._habits.notation.tiles.rack)
            for line in said
            if PLAY not in line.text
        )
        if any(len(play.word) >= self._habits.notation.tiles.rack for play in plays.values()):
            said = [replace(line, text=without_all_gone(line.text)) for line in said]
        return is_resigned or is_exchanged or self._gives_turn_up(said)

    def _answers_other_matter(self, entry: Entry, lines: Mapping[int, Line]) -> bool:
        """Tell whether what gives a turn up, or accepts a play, answers something else: `Kegelabend? Ich passe!`"""
        orders = orders_in(entry)
        if self._habits.reader is None or orders is None or any(_plays_of(entry)):
            return False
        titles = [] if self._default is None else [self._default.title, self._default.id]
        called = (*self._called, *titles)
        texts = [line.text for line in lines.values()]
        accepts = any(isinstance(act, AcceptAct) for act in orders.acts)
        gives_up = any(isinstance(each, ExchangeOrder | PassOrder) for each in orders.orders)
        return (accepts and answers_other_matter(texts, called, accepts=True)) or (
            gives_up and (answers_other_matter(texts, called) or is_of_other_matter(texts, called))
        )

    def _hangs_on_answer(self, entry: Entry, lines: Mapping[int, Line]) -> bool:
        """Tell whether a move is for what a question before it is answered: `Ist Bodo noch krank? Dann 15G HEIRAT.`"""
        texts = [line.text for line in lines.values()]
        return any(hangs_on_answer(texts, span.text.strip(" .!")) for span, _ in asked_at(entry))

    def _doubts_open_play(self, entry: Entry, lines: Mapping[int, Line]) -> bool:
        """Tell whether words beside a move doubt the play that it would accept, and nothing of it is a challenge.

        To move accepts the open play for good (turns 5.2): `PASSE` / `RIEFEL gibt es nicht!`
        """
        orders = orders_in(entry)
        if self._habits.reader is None or orders is None or not orders.orders:
            return False
        if any(isinstance(act, AcceptAct | ChallengeAct) for act in orders.acts):
            return False
        played = [*_plays_of(entry)]
        plays, own = {it.span.line: it for it in played}, {spell(it.word) for it in played}
        given = {
            it.span.line: it for it in orders.orders if isinstance(it, ExchangeOrder | PassOrder)
        }
        said = list[str]()
        for at, line in lines.items():
            text = with_sign(line, plays[at]) if at in plays else line.text
            order = given.get(at)
            said.append(text if order is None else text.replace(order.span.text.strip(), " ", 1))
        whole = "\n".join(said)[:MOST_LINE_CHARACTERS]
        return any(challenges_beside(text, own) for text in said) or doubts_beside(
            whole, self._insight.in_doubt, own
        )

    def _may_keep_tiles(self, entry: Entry, lines: Mapping[int, Line]) -> bool:
        """Tell whether something beside an exchange says of another tile, or of one of its own, that it stays.

        `TAUSCHE ALLE` / `E behalte ich`, `Tausche H und R.` / `R bleibt.`, `Exchange D H` / `Sorry, D R.`
        """
        orders = orders_in(entry)
        given = {}
        for order in () if orders is None else orders.orders:
            if not isinstance(order, ExchangeOrder):
                return False
            given[order.span.line] = order
        is_all = any(each.letters is None and not each.kept for each in given.values())
        letters = "".join((each.letters or "") + (each.kept or "") for each in given.values())
        above = self._above_greeting([*lines.values()]) if given else []
        above = [*map(without_other_turns, _without_initial(above, self._sender))]
        if given and self._is_at_odds_with(given.values(), above):
            return True
        for line in _without_own_names(above, self._sender):
            said = without_tiles_kept(line.text)
            if (own := given.get(line.number)) is not None:
                _, is_as_written, said = said.partition(own.span.text)
                if is_all and keeps_some(said):
                    return True
                if letters and not is_as_written and self._adds_tile(line.text, letters):
                    return True
            elif letters and keeps_others(line.text, letters):
                continue
            elif letters:
                said = " ".join(
                    each for each in sentences_in([said]) if not self._gives(each, letters)
                )
            if may_keep_tiles(said, letters) or names_fewer_tiles(line.text, letters):
                return True
        return False

    def _gives(self, sentence: str, letters: str) -> bool:
        """Tell whether a sentence gives no more and no less than *letters*: `I lay nothing, but swap H and I.`"""
        said = turn_said(sentence, self._habits.notation.tiles.rack)
        return said is not None and said.letters == "".join(sorted(letters))

    def _adds_tile(self, text: str, letters: str) -> bool:
        """Tell whether a sentence beside that of an exchange in its line names a tile that it does not: `The L too.`"""
        rack = self._habits.notation.tiles.rack
        beside = (each for each in sentences_in([text]) if turn_said(each, rack) is None)
        return any(names_other_tile(each, letters) for each in beside if not is_closing(each))

    def _is_at_odds_with(self, given: Iterable[ExchangeOrder], lines: Sequence[Line]) -> bool:
        """Tell whether lines say otherwise which tiles go; of letters of other alphabets it is not told."""
        rack = self._habits.notation.tiles.rack
        texts = [line.text for line in lines]
        is_odd = self._is_of_latin_letters() and is_at_odds_with(texts, *_tiles_of(given), rack)
        return is_odd or any(map(trades_for_other_thing, texts))

    def _is_of_latin_letters(self) -> bool:
        """Tell whether each tile has one letter that German and English know."""
        tiles = self._habits.notation.tiles
        return not tiles.digraphs and _LATIN.issuperset(tiles.alphabet)

    def _is_put_off_below(self, entry: Entry, lines: Mapping[int, Line]) -> bool:
        """Tell whether what stands below a pass or an exchange goes on with its sentence, and leaves it in doubt.

        `exchange ADE` / `but not till next turn`, `passe` / `sagt Christa`, `pass` / `(from Tom, by phone)`
        """
        orders = orders_in(entry)
        if entry.ambiguity is not None or orders is None or not _moves_only(entry):
            return False
        given_up = (each for each in orders.orders if isinstance(each, ExchangeOrder | PassOrder))
        return any(
            self._goes_on_below(order.span.line, lines)
            or self._is_said_to_another(order, lines)
            or _breaks_off_behind(order.span, lines)
            or any(lays_word(line.text, order.span.text) for line in lines.values())
            or (isinstance(order, PassOrder) and self._exchanges_besides(lines))
            or any(
                any(_ON_BOARD.search(each[0]) for each in PLAY_WITH_PLACE.finditer(line.text))
                for at, line in lines.items()
                if at > order.span.line  # `PS: War gelogen, H6 STEINE.`
            )
            for order in given_up
        )

    def _exchanges_besides(self, lines: Mapping[int, Line]) -> bool:
        """Tell whether words beside a pass give tiles away: `Das F muss weg, ich tausche es und setze aus.`"""
        rack = self._habits.notation.tiles.rack
        return any(exchanges_surely(line.text, rack) for line in lines.values())

    def _stands_for_pass(self, entry: Entry) -> bool:
        """Tell whether something is for want of a pass, which can always be done, or of what says too little."""
        orders = orders_in(entry)
        if orders is None or entry.ambiguity is not None:
            return False
        reader = self._reader_of(self._habits)
        is_step = isinstance(reader, OrderReader) and reader.are_steps
        return not is_step and any(
            isinstance(order, PassOrder | UnreadOrder)
            for group in orders.groups
            for order in group.orders[:-1]
        )

    def _is_said_to_another(self, order: AnyOrder, lines: Mapping[int, Line]) -> bool:
        """Tell whether a pass urges another on, or is only supposed, or asked: `Weiter, Bodo!`, `Pass and Tom wins.`"""
        own = lines.get(order.span.line)
        if own is None or not isinstance(order, PassOrder):
            return False
        urged = _URGED.fullmatch(own.text)
        is_urged = urged is not None and self._people.has_others(urged["name"])
        is_asked = _ASKED_BEHIND.match(own.text.partition(order.span.text)[2]) is not None
        is_asked = is_asked or _ONLY_PAUSES.search(own.text) is not None
        return is_urged or is_asked or _IF_PASSED.match(own.text) is not None

    def _goes_on_below(self, at: int, lines: Mapping[int, Line]) -> bool:
        near = (lines.get(at + step) for step in (1, 2))
        below = next((each.text.strip() for each in near if each and each.text.strip()), "")
        goes_on = below[:1].islower() or below.startswith("(")
        if sentences.names_subject(below):
            return False  # `siehe Betreff`, of the order there
        is_signed = any(map(self._people.is_writer, words_of(below)))
        if not goes_on or is_closing(below) or is_signed:
            return False
        own = lines.get(at)
        return (
            (own is not None and _is_unfinished(own.text, below))
            or not sentences.leaves_play(below, 1)
            or sentences.hangs(below)
            or _BEGINS_CONDITION.match(below) is not None
            or any(map(self._people.has_others, words_of(below)))
        )

    def _is_reckoned(self, entry: Entry, lines: Mapping[int, Line]) -> bool:
        """Tell whether the one play of an entry can be laid, and brings the points that its writer claims."""
        plays = [*_plays_of(entry)]
        if len(plays) != 1 or entry.game not in (None, self._default_id):
            return False
        return is_claimed(self._points_of(plays[0]), (line.text for line in lines.values()))

    def _is_elsewhere(self, entry: Entry, lines: Mapping[int, Line]) -> bool:
        """Tell whether the one play of the game that a mail is for is put on a square where its word does not begin."""
        plays = [*_plays_of(entry)]
        if entry.game not in (None, self._default_id) or len(plays) != 1:
            return False
        line = lines.get(plays[0].span.line)
        return line is not None and is_placed_elsewhere(line.text, plays[0], self._habits.notation)

    def _is_for_another(self, entry: Entry, lines: Mapping[int, Line]) -> bool:
        """Tell whether the words beside a play name somebody or a place, no word of its game's title."""
        game = next((each for each in self._games if each.id == entry.game), self._default)
        title = {*words_of("" if game is None else game.title.casefold())}
        for play in _plays_of(entry) if entry.ambiguity is None else ():
            line, above = lines.get(play.span.line), lines.get(play.span.line - 1)
            if line is None:
                continue
            before, _, after = with_sign(line, play).partition(PLAY)
            leads = above is not None and above.text.rstrip().endswith(":") and not before.strip()
            lead = above.text if above is not None and leads else ""
            over = above.text if above is not None and not before.strip() else ""
            place = place_named(before or over, after) or titled_otherwise(over, title)
            is_called = place is not None and any(self._people.called([place]))
            named = sentences.for_whom(lead or before, after) or (None if is_called else place)
            if named is not None and not title.issuperset(words_of(named.casefold())):
                return True
            if entry.heading is None and self._names_other_game(before if before.strip() else lead):
                return True
            remark = play.span.text.partition("(")  # which is a part of what is written as the play
            beside = "".join((*remark[1:], after))
            owner = sentences.by_whom(beside)
            if sentences.amends_word(beside) or any(len(each) == 1 for each in play.also):
                return True
            if any(map(self._is_of_another, (beside, *_IN_BRACKETS.findall(beside)))):
                return True  # `H8w RABEN (Karin)`
            opponent = sentences.against_whom(before)
            if (owner is not None and not _is_in(owner, [self._sender])) or (
                opponent is not None and not _is_in(opponent, self._people)
            ):
                return True
            under = lines.get(play.span.line + 1)
            author = None if under is None else sentences.attributed_to(under.text)
            if author and not any(_is_in(each, [self._sender]) for each in words_of(author)):
                return True
        return False

    def _is_of_another_below(self, entry: Entry, lines: Mapping[int, Line]) -> bool:
        """Tell whether the line below a move says only for whom it is, and names neither its writer nor its game."""
        game = next((each for each in self._games if each.id == entry.game), self._default)
        title = {*words_of("" if game is None else game.title.casefold())}
        below = (lines.get(span.line + 1) for span, _ in asked_at(entry))
        named = (sentences.for_whom_below(line.text) for line in below if line is not None)
        return any(
            name is not None
            and not title.issuperset(words_of(name.casefold()))
            and not self._people.is_writer(name)
            for name in named
        )

    def _is_written_for_another(self, entry: Entry, lines: Mapping[int, Line]) -> bool:
        """Tell whether a line says that its writer enters a move for another who plays, or tells him to make it."""
        if entry.ambiguity is not None or not entry.holds_move:
            return False
        own = self._above_greeting([*lines.values()])
        return self._are_for_another(own, _lines_of_moves(entry))

    def _is_open_at_table(self, entry: Entry, lines: Mapping[int, Line]) -> bool:
        """Tell whether what stands around an order at a table, or two words, leaves it in doubt."""
        reader = self._reader_of(self._habits)
        if entry.ambiguity is not None or not entry.holds_move or reader is None:
            return False
        own = {line.number for line in self._above_greeting([*lines.values()])}
        spans = [*(span for span, play in asked_at(entry) if play is None), entry.said_at]
        spans += [] if orders_in(entry) is not None else [entry.span]
        for span in spans:
            line = lines.get(span.line) if span is not None else None
            if span is None or line is None or line.number not in own:
                continue
            named = _named_at_table(line.text, reader)
            order = span.text.strip()
            text = (
                masked(line.text, named) if named else line.text.replace(order, PLAY, bool(order))
            )
            above, below = (
                lines[at].text if (at := line.number + step) in lines else "" for step in (-1, 1)
            )
            if is_open_at_table(above, text) or goes_on_below(text, below):
                return True
        return False

    def _are_for_another(self, lines: Iterable[Line], moves: Collection[int]) -> bool:
        """Tell whether lines say so; *moves* are the numbers of those in which a move stands, or may stand."""
        is_other = self._people.has_others
        return any(
            is_for_another(line.text, is_other, holds_move=line.number in moves)
            or (line.number in moves and urges_another(line.text, is_other))
            for line in lines
        )

    def _is_of_another(self, said: str) -> bool:
        """Tell whether words behind a play do no more than say whose it is: `(Karin)`, `<- Karins`, `(meine Frau)`."""
        words = [each for each in words_of(said) if _SAYS_WHOSE.fullmatch(each) is None]
        is_long = sum(1 for _ in words_of(said)) > _SAYS_ONLY_WHOSE
        if not words or "!" in said or is_long:
            return False  # `..., Eva!` is called
        own = [each.removesuffix("s").rstrip("'’") for each in words]
        names = {" ".join(words), " ".join(own)}
        if _IN_BRACKETS.fullmatch(said):
            names.add(next(iter(words_of(said))))  # `(Torben, sein Mailprogramm spinnt)`
        is_other = any(len(each) > _INITIALS and self._people.has_others(each) for each in names)
        return is_other or sentences.names_kin(said)

    def _names_other_game(self, lead: str) -> bool:
        """Tell whether words that lead to a play name another game than that of lines without a heading."""
        said = "" if sentences.ends_sentence(lead) else sentences.last_sentence(lead)
        named = [
            self._games.called(shapes.folded(word)) for word in words_of(said) if word[0].isupper()
        ]
        return any(each and self._default_id not in each for each in named)

    def _read_own(self, mail: IncomingMail) -> Reading:
        """Return what stands in the mail, asked about where its words are at odds with the one move that they make."""
        reading = self._as_reckoned(
            mail, self._if_clearly_meant(self._read_words(mail), mail.lines)
        )
        reading = replace(
            reading, entries=tuple(_with_round_said(each, mail.lines) for each in reading.entries)
        )
        in_subject = self._plays_in_subject(mail.subject)
        reading = replace(reading, entries=_beside_subject(reading.entries, in_subject))
        if (at := self._other_order(reading, mail.lines)) is not None:
            return _asking(reading, at)
        plays = [*_plays_in(reading)]
        if len(reading.entries) != 1 or not plays or _is_asked(reading.entries[0]):
            return reading
        at = reading.entries[0].said_at
        written = [*(play.span.text for play in plays), *([at.text] if at is not None else [])]
        own = self._above_greeting(mail.lines)
        alike = names_word_alike(own, plays) and names_word_alike(
            self._without_known(own, plays), plays
        )
        if alike is not None:
            entry = replace(reading.entries[0], slip_at=alike.whole)
            reading = replace(reading, entries=(entry,))
        for line in own:
            if not self._is_at_odds(line, written, plays):
                continue
            (plain,) = explained.without_explanations([line])
            if self._is_at_odds(plain, written, plays):
                return _asking(reading, line.whole)
        return reading

    def _if_clearly_meant(self, reading: Reading, lines: Sequence[Line]) -> Reading:
        """Return a reading, not asked about where the mail as a whole clearly means its one play."""
        entry = reading.entries[0] if len(reading.entries) == 1 else None
        if entry is None or entry.ambiguity is not Ambiguity.UNREAD_PLAY or reading.commands:
            return reading
        plays, orders = [*_plays_of(entry)], orders_in(entry)
        has_more = orders is not None and (
            self._has_step or len(orders.orders) != 1 or bool(orders.acts)
        )
        if len(plays) != 1 or has_more or self._habits.plays > 1 or entry.is_for_want:
            return reading
        (play,), own = plays, self._above_greeting(lines)
        at = entry.ambiguous_at
        if any(shapes.round_of_move(line.text) for line in own):
            return reading
        if any(is_turned(it.text, play.direction) for it in own if it.number == play.span.line):
            return reading
        unknown, axes = self._without_known(own, plays), self._habits.notation.axes
        said = [with_sign(it, play) if it.number == play.span.line else it.text for it in own]
        below = [line.text for line in lines[len(own) :]]
        if not (
            names_nothing_else(play, own, unknown, axes)
            and is_clearly_meant(said, below, self._people)
            and not self._rewords((line for line in own if line.number != play.span.line), play)
        ):
            return reading
        said_at = entry.said_at or at  # about which is asked if it cannot be laid
        meant = replace(_without_doubt(entry), said_at=said_at)
        return replace(reading, entries=(meant,))

    def _other_order(self, reading: Reading, lines: Sequence[Line]) -> TextSpan | None:
        """Return where a mail makes a move of something else than the one order at a table that is read of it."""
        reader = self._reader_of(self._habits)
        entry = reading.entries[0] if len(reading.entries) == 1 else None
        orders = orders_in(entry)
        held = orders.orders if orders is not None else ()
        if reader is None or entry is None or len(held) != 1 or _is_asked(entry) or entry.said_at:
            return None
        at = held[0].span
        for line in without_taken_back(self._above_greeting(lines)):
            is_read = reader.recognises(line, self._habits.notation)
            text = line.text.replace(at.text, " ", 1) if line.number == at.line else line.text
            is_to_other = self._speaks_to_another(line.text)
            if line.number != at.line and (is_read or is_to_other):
                continue  # `WUNSCH: ENR`, `Nils, nimm doch das N!`
            if names_another(text, at.text, reader):
                return line.whole
        return None

    def _speaks_to_another(self, text: str) -> bool:
        """Tell whether a line begins with the name of somebody else, whom it speaks to: `Nils, nimm doch das N!`"""
        name, comma, _ = text.partition(",")
        return bool(comma) and self._people.has_others(name.strip())

    def _is_at_odds(self, line: Line, written: Sequence[str], plays: Sequence[Play]) -> bool:
        """Tell whether a line says of the *plays*, *written* so in the mail, what they do not have."""
        text = reduce(lambda said, each: said.replace(each, f" {PLAY} ", 1), written, line.text)
        return is_at_odds(text, plays, self._board, self._habits.notation.axes)

    def _read_words(self, mail: IncomingMail) -> Reading:
        """Return what stands in the mail; the one play that its words may say where nothing else is read of them."""
        mail = replace(mail, lines=tuple(self._plainly_written(mail.lines)))
        reading = self._read_parts(mail)
        if self._budget.is_overdrawn or reading.commands:
            return reading
        if any(entry.is_for_want for entry in reading.entries):
            if _names_no_other(reading, mail.lines):
                return reading  # nothing else that it says can be a move
            entries = (replace(each, is_for_want=False) for each in reading.entries)
            reading = replace(reading, entries=tuple(entries))
        above = self._above_greeting(mail.lines)
        own = [
            line
            for line in above
            if not (shapes.is_barred(line.text) or shapes.looks_like_ours(line.text))
        ]
        rest = mail.lines[len(above) :]
        self._below_greeting, self._subject = rest, _without_tags(mail.subject)
        if (left := self._without_taken_back(reading, own)) is not None:
            own, reading = left, self._read_parts(replace(mail, lines=(*left, *rest)))
        if (said := self._exchange_apart(reading, own)) is not None:
            return said
        is_asked = all(map(_is_asked, reading.entries))
        is_for_want = any(it.is_for_want for it in map(orders_in, reading.entries) if it)
        played = [] if is_for_want else [*_plays_in(reading)]
        plain = self._without_known(own, played) if is_asked else own
        acts = _lines_of_acts(reading)  # `ACCEPT RABEN` names a word that lies there
        plain = [was if was.number in acts else it for was, it in zip(own, plain, strict=True)]
        if plain == own and not any(may_say_place(line.text) for line in own):
            return self._beside_neighbours(reading, ()) or self._with_order_said(reading, own)
        if plain != own:
            small = self._read_parts(replace(mail, lines=(*plain, *rest)))
            is_said = any(_plays_in(small)) or not all(map(_is_open, small.entries))
            reading = small if is_said else reading
            own = plain
        if (found := self._with_reserves(mail, reading, own, rest)) is not None:
            return found
        if (found := self._parts_said(reading, own)) is not None:
            return found
        part = self._part_left(reading, own) or self._play_beside_acts(reading, own)
        if part is not None:
            return _asking(reading, part)
        if not all(map(_is_open, reading.entries)):
            return reading
        if (said := self._said_freely(reading, own)) is not None:
            part = self._part_left(said, own)  # the rules may have found its line out of order
            return said if part is None else _asking(said, part)
        return self._with_order_said(reading, own)

    def _plainly_written(self, lines: Sequence[Line]) -> Sequence[Line]:
        """Return the lines of a mail, what they say in another order or in more words than a move as its parts."""
        if self._board is not None:
            lines = known_words.without_brackets(lines, self._board, self._habits.notation.axes)
        lines = with_games_apart(lines, self._games)
        reader = self._reader_of(self._habits)
        unsigned = _without_own_names(lines, self._sender)
        if isinstance(reader, OrderReader) and not reader.may_lead_to_order:
            unsigned = _without_initial(unsigned, self._sender)
            unsigned = [self._without_own_game(line, reader) for line in unsigned]
        if self._habits.reader is not None:
            unsigned = [without_turn_spent(without_kind(line)) for line in unsigned]
        unkissed = known_words.with_round_led([*map(_without_kisses, unsigned)])
        named = explained.with_letters_named(unkissed)
        said = with_jokers_said(
            explained.without_made_longer(
                explained.without_put_down(explained.with_ways(explained.without_rejected(named)))
            )
        )
        plain = with_exchanges_in_fields(said if reader is None else reader.from_form(said))
        if isinstance(reader, OrderReader) and not reader.may_lead_to_order:
            is_order = partial(reader.recognises, notation=self._habits.notation)
            plain = with_alternates_led(plain, is_order, reader.named_in)
        return numbered(plain, is_one_play=self._habits.plays == 1 and self._habits.moves != 1)

    def _without_name_below(self, lines: Sequence[Line]) -> Sequence[Line]:
        """Return lines without the name of who wrote them alone in the last one: at a table it would be a word."""
        reader = self._reader_of(self._habits)
        if not isinstance(reader, OrderReader) or reader.may_lead_to_order:
            return lines
        told = [at for at, line in enumerate(lines) if line.text.strip()]
        last = lines[told[-1]] if len(told) > 1 else None
        if (
            last is None
            or last.text.isupper()
            or not self._people.is_writer(last.text.strip(" .!"))
        ):
            return lines
        return [line for line in lines if line is not last]

    def _without_own_game(self, line: Line, reader: OrderReader) -> Line:
        """Return an order at a table without the name of its game behind it: `PASSE in Bonn`."""
        titles = self._titles
        order = known_words.before_title(line, titles)
        if order is None:
            return line
        is_order = reader.gives_turn_up(order) or reader.recognises(order, self._habits.notation)
        return order if is_order else line

    def _without_known(self, lines: Sequence[Line], played: Sequence[Play]) -> list[Line]:
        """Return lines without the words on the board, those *played* beside them, and the names of game and people."""
        titles = self._titles
        words = {play.word for play in played}
        named = {part.upper() for name in self._called for part in words_of(name)} - words
        firm = [explained.without_empty(known_words.without_not_given_up(line)) for line in lines]
        aside = known_words.with_turn_aside(
            [known_words.without_title(line, titles) for line in firm]
        )
        untitled = [
            known_words.without_mentions(known_words.without_names(line, named), words)
            for line in aside
        ]
        if self._board is None:
            return untitled
        laid, formed = self._board.words, known_words.words_formed(self._board, played)
        shared = known_words.letters_shared(self._board, played)
        told = [known_words.without_shared_letters(line, shared, laid) for line in untitled]
        plain = [known_words.without_words_made(line, laid, formed - words) for line in told]
        return [known_words.without_board_words(line, laid, words, formed) for line in plain]

    def _without_taken_back(self, reading: Reading, own: Sequence[Line]) -> list[Line] | None:
        """Return lines of several plays, or not understood, without what they take back of earlier mails.

        None where nothing does, or no play is left.
        """
        is_clear = not any(each.ambiguity or _is_open(each) for each in reading.entries)
        if is_clear and reading.entries and len([*_plays_in(reading)]) <= 1:
            return None
        left = without_taken_back(own)
        is_at_table = isinstance(self._reader_of(self._habits), OrderReader)
        is_left = any(
            may_say_place(line.text) or (is_at_table and self._recognises(line.text, self._habits))
            for line in left
        )
        return left if is_left and left != own else None

    def _with_reserves(
        self, mail: IncomingMail, reading: Reading, own: Sequence[Line], rest: Sequence[Line]
    ) -> Reading | None:
        """Return *reading* with the plays that sentences name for want of another, where it does not hold them.

        None where none is named. What names a word and not its place is asked about.
        """
        notation = self._habits.notation
        above, below, reserves = without_reserves(own, notation)
        bare = [*above, *below]
        if not reserves or not all(map(_lays_only, reading.entries)):
            return None
        held = [*map(key_of, _plays_in(reading))]
        words = {play.word for play in _plays_in(reading)}
        named = {at.text.strip() for entry in reading.entries for at in entry.unused}
        if not any(map(_is_asked, reading.entries)) and all(
            each.is_among(words, notation) or each.at.text in named for each in reserves
        ):
            return None
        alone = self.read(bare, mail.subject)
        if alone.commands:
            return reading
        if all(map(_is_open, alone.entries)):
            said = self._said_freely(alone, bare, reserves)
            return said or (self._asking_at(reserves[0].at, reading) if held else reading)
        plays = [*_plays_in(alone)]
        laid = [each.laid(plays[0] if len(plays) == 1 else None, notation) for each in reserves]
        is_asked = any(each.ambiguity for each in reading.entries)
        is_held = all(each is not None and key_of(each) in held for each in (*plays[:1], *laid))
        if is_held and not (is_asked and len(held) > 1):
            return reading
        if None in laid:
            return _asking(alone, reserves[laid.index(None)].at)
        further = [_alternate(each, notation) for each in laid if each is not None]
        while above and not above[-1].text.strip():
            above.pop()
        return self._read_parts(replace(mail, lines=(*above, *further, *below, *rest)))

    def _said_freely(
        self, reading: Reading, own: Sequence[Line], reserves: Sequence[SpareMove] = ()
    ) -> Reading | None:
        """Return *reading* with the one play that the lines say in free words, or asked where they may say one."""
        notation = self._habits.notation
        for lines in (_unwrapped(own), _joined(own)):
            found = [(play, line) for line in lines if (play := play_said(line, notation))]
            plain = self._without_formed(lines, found)
            if (said := self._as_said(*plain, reading, reserves)) is not None:
                return reading if len(lines) < len(own) and _is_said_against(own) else said
        if (said := self._as_fits(own, reading, reserves)) is not None:
            return said
        if (said := self._beside_neighbours(reading, reserves)) is not None:
            return said
        at = next((line.whole for line in own if may_say_play(line.text)), None)
        return None if at is None or reading.asks_for_something else self._asking_at(at, reading)

    def _with_order_said(self, reading: Reading, own: Sequence[Line]) -> Reading:
        """Return *reading* with the one order that sentences of a mail ask for; itself where none does."""
        said = self._order_said(reading, own)
        if said is not None and not any(map(_is_asked, said.entries)):
            return said
        in_words = self._turn_in_words(reading, own)
        return in_words or said or self._giving_up(reading, own) or reading

    def _giving_up(self, reading: Reading, own: Sequence[Line]) -> Reading | None:
        """Return *reading* with a seat given up, to be asked about, where a mail says no more than that it is lost."""
        said = (each for each in (*own, *self._below_greeting) if concedes(each.text))
        line = next(said, None)
        is_open = all(map(_is_open, reading.entries)) and self._is_plain(reading)
        is_told = self._reader_of(self._habits) is not None and not reading.asks_for_something
        if line is None or not is_told or not is_open:
            return None
        asked = ResignAct(is_in_sentence=True)
        given_up = [
            replace(entry, said_at=line.whole, written=replace(orders, acts=(asked,)))
            for entry in self.read([Line(line.number, RESIGNS)], "").entries
            if (orders := orders_in(entry)) is not None and orders.act(ResignAct) is not None
        ]
        return replace(reading, entries=tuple(given_up))

    def _turn_in_words(
        self, reading: Reading, own: Sequence[Line], *, is_ordered: bool = False
    ) -> Reading | None:
        """Return *reading* with the pass or the exchange that a mail asks for in words of its own; None without one.

        *is_ordered*: an exchange is, and only its tiles are looked for.
        """
        reader = self._reader_of(self._habits)
        lines = [line for line in own if line.text.strip()]
        is_told = reader is not None and self._is_of_latin_letters()
        if reader is None or not is_told or not self._may_give_up(reading, lines):
            return None
        said = said_in_mail([line.text for line in lines], self._habits.notation.tiles.rack)
        if said is None or not (said.is_meant or (is_ordered and said.names_tiles)):
            return None
        order = Line(lines[0].number, said.turn.written)
        if not reader.gives_turn_up(order):
            return None
        entries = (
            replace(entry, said_at=lines[0].whole)
            for entry in self.read([order], "").entries
            if entry.holds_move
        )
        return replace(reading, entries=tuple(entries))

    def _exchange_apart(self, reading: Reading, own: Sequence[Line]) -> Reading | None:
        """Return *reading* with an exchange whose tiles stand apart from its word: `Ich tausche: nimm mir A ab`."""
        written = [it for it in map(orders_in, reading.entries) if it is not None]
        lacks_tiles = len(written) == 1 and not written[0].acts and len(written[0].orders) == 1
        order = written[0].orders[0] if lacks_tiles else None
        if not isinstance(order, UnreadOrder) or not all(
            isinstance(each, WhichLetters) for each in order.faults
        ):
            return None
        if _ONE_LETTER.search(order.span.text):
            return None  # `EXCHANGE A BLANK` names tiles: who knows which
        return self._turn_in_words(replace(reading, entries=()), own, is_ordered=True)

    def _may_give_up(self, reading: Reading, lines: Sequence[Line]) -> bool:
        """Tell whether nothing else can be read of lines than a pass or an exchange."""
        is_long = sum(len(line.text) for line in lines) > MOST_OF_PARAGRAPH
        if is_long or not lines or not all(map(_is_open, reading.entries)):
            return False
        if not self._is_plain(reading) or any(_could_be_play(line) for line in lines):
            return False
        return not any(_plays_in(reading)) and not any(offers_other(line.text) for line in lines)

    def _order_said(self, reading: Reading, own: Sequence[Line]) -> Reading | None:
        """Return *reading* with the one pass or exchange that a mail asks for amid talk: `For the game, pass.`

        None where there is none, or anything in the mail weighs against it, or could be a play.
        """
        reader = self._reader_of(self._habits)
        lines = _unwrapped(own)
        if reader is None or not self._may_give_up(reading, lines):
            return None
        found = [
            (line, each)
            for line in lines
            for each in stretches_of(line)
            if reader.gives_turn_up(each)
        ]
        if not found:
            return None
        line, order = found[0]
        start, end = begin_of(order.text), len(order.text)
        if any(it is not line or begin_of(each.text) >= end for it, each in found):
            return None
        masked = f"{line.text[:start]}{PLAY}{line.text[end:]}"
        texts = [masked if each is line else each.text for each in lines]
        is_open = may_list_more(lines, line, order) or _is_led_elsewhere(masked)
        lead = without_harmless(line).text[:start]
        is_open = is_open or hangs_on_something(sentences.last_sentence(lead))
        if is_open or not leaves_as_said(texts):
            return None
        at = line.span(start, end)
        entries = tuple(
            replace(entry, said_at=at)
            for entry in self.read([order], "").entries
            if entry.holds_move
        )
        # `R und E weg` is an exchange among the moves of another kind of game.
        return replace(reading, entries=entries) if entries else None

    def _without_formed(
        self, lines: list[Line], said: list[tuple[FreePlay, Line]]
    ) -> tuple[list[Line], list[tuple[FreePlay, Line]]]:
        """Return lines and the one play *said* in them, without other words on the board: `NAHES (WINTERS!)`."""
        if self._board is None or len({key_of(each.play) for each, _ in said}) != 1:
            return lines, said
        play = said[0][0].play
        plain = _without_formed_by(play, lines, self._board)
        left = [(each, line) for line in plain if (each := play_said(line, self._habits.notation))]
        is_same = {key_of(each.play) for each, _ in left} == {key_of(play)}
        return (plain, left) if is_same else (lines, said)

    def _as_fits(
        self, own: Sequence[Line], reading: Reading, reserves: Sequence[SpareMove]
    ) -> Reading | None:
        """Return *reading* with the one play that fits on the board of all that the lines may say together."""
        board, notation = self._board, self._habits.notation
        if board is None or notation.tiles.is_cut_apart or any(_plays_in(reading)) or not own:
            return None
        whole = reduce(partial(join_lines, between="\n"), own)
        if (found := play_that_fits(whole, notation, board)) is None:
            return None
        (plain,) = _without_formed_by(found.play, [whole], board)
        found = play_that_fits(plain, notation, board) or found
        return self._as_said([plain], [(found, plain)], reading, reserves)

    def _beside_neighbours(self, reading: Reading, reserves: Sequence[SpareMove]) -> Reading | None:
        """Return *reading* with the one play whose place the mail tells by words beside it, or by what it brings."""
        own = self._as_written
        board, notation, points = self._board, self._habits.notation, self._insight.points
        is_free = not (any(_plays_in(reading)) or reading.asks_for_something)
        is_long = sum(len(line.text) for line in own) > MOST_OF_PARAGRAPH
        if board is None or points is None or notation.tiles.is_cut_apart:
            return None
        if is_long or not (own and is_free):
            return None
        whole = reduce(partial(join_lines, between="\n"), own)
        found = play_beside(whole, notation, board, lambda play: points(play) is not None)
        found = found or play_claimed(whole, notation, board, points)
        return (
            None if found is None else self._as_said([whole], [(found, whole)], reading, reserves)
        )

    def _as_said(
        self,
        lines: Sequence[Line],
        said: Sequence[tuple[FreePlay, Line]],
        reading: Reading,
        reserves: Sequence[SpareMove],
    ) -> Reading | None:
        """Return *reading* with the one play that is *said* in the lines in free words.

        It is to be asked about, unless nothing in the lines weighs against it: then only where it is not valid.
        *reserves* are to be laid for want of it.
        """
        notation = self._habits.notation
        if self._habits.reader is not None and any(sentences.names_joker(x.text) for x in lines):
            return None  # the line that is proposed would leave out which letter is the blank
        if len({key_of(each.play) for each, _ in said}) != 1:
            return None
        found, line = said[0]
        play, at = found.play, line.span(found.start, found.end)
        further = [each.laid(play, notation) for each in reserves]
        is_read = key_of(play) in map(key_of, _plays_in(reading))
        for_round = _round_for(reading, line, found.start)
        is_plain = self._is_plain(reading) and None not in further
        is_plain = is_plain and not self._gives_turn_up(lines)
        is_plain = is_plain and self._makes_move(lines, found, line, is_read, for_round)
        if is_read and not is_plain and (not further or None in further):
            return reading
        written = [
            Line(at.line, play_written(play, notation.axes, notation.tiles)),
            *(_alternate(each, notation) for each in further if each is not None),
        ]
        entries = tuple(
            replace(
                entry,
                ambiguity=None if is_plain else Ambiguity.UNREAD_PLAY,
                ambiguous_at=None if is_plain else sentence_at(line, found),
                said_at=at if is_plain else None,
                round_named=for_round,
            )
            for entry in self.read(written, "").entries
            if entry.holds_move
        )
        return replace(reading, entries=entries) if entries else None

    def _gives_turn_up(self, lines: Iterable[Line]) -> bool:
        """Tell whether a clause passes or exchanges beside a play: `Ich tausche A. Oder lege H4 SATZ.`"""
        gives_up = self._any_orders.gives_turn_up
        return any(gives_up(each) for line in lines for each in stretches_of(line))

    @cached_property
    def _any_orders(self) -> OrderReader:
        """What reads orders in every kind of game, also where none has a meaning."""
        return OrderReader(self._grammars.for_tiles(self._habits.notation.tiles))

    def _is_plain(self, reading: Reading) -> bool:
        """Tell whether nothing else is asked of a reading than whether a play is meant, and which."""
        known = (None, Ambiguity.UNREAD_PLAY, Ambiguity.UNFORMED_WORD)
        return all(
            each.game in (None, self._default_id)
            and (each.player is None or self._is_own_name(each.player.text))
            and each.ambiguity in known
            for each in reading.entries
        )

    def _is_own_name(self, name: str) -> bool:
        return shapes.find_name(name, [self._sender]) == self._sender

    def _is_of_this_mail(self, text: str) -> bool:
        """Tell whether a text is no more than the name of who writes, or the title of the game that he writes for."""
        titles = self._titles
        words = [*words_of(text)]
        is_name = bool(words) and all(map(self._names_writer, words)) and not DIGIT.search(text)
        return is_name or self._is_own_name(text) or shapes.folded(text) in titles

    def _makes_move(
        self,
        lines: Sequence[Line],
        found: FreePlay,
        line: Line,
        is_read: bool,
        for_round: RoundNamed | None,
    ) -> bool:
        """Tell whether nothing in the lines weighs against a play in free words, said in one of them.

        *is_read*: the rules have read it, and left it in doubt.
        """
        play, at = found.play, line.span(found.start, found.end)
        says_more = (
            self._says_more(lines, play, at, for_round)
            if is_read
            else names_more([sentence_at(line, found).text], play, at.text, _number(for_round))
        )
        return (
            found.is_sure
            and not says_more
            and not is_turned(at.text, play.direction)
            and not any(is_trial_alone(each.text) for each in lines)
            and not self._rewords(lines, play)
            and reads_as_move(lines, [(play, at)], self._habits.notation)
        )

    def _rewords(self, lines: Iterable[Line], play: Play) -> bool:
        notation = self._habits.notation
        said = sentences.parts_named(play_written(play, notation.axes, notation.tiles))
        return any(sentences.rewords(line.text, said) for line in lines)

    def _parts_said(self, reading: Reading, own: Sequence[Line]) -> Reading | None:
        """Return *reading* with the plays of one move that a paragraph says in words of its own; None without them.

        They are looked for where a move may have several, and it is asked what is meant, or fewer were read.
        """
        habits, notation = self._habits, self._habits.notation
        is_read = any(len(e.moves) != 1 or e.ambiguity for e in reading.entries)
        fewer = len([*_plays_in(reading)]) < habits.plays
        if habits.reader is not None or habits.plays < 2 or not (is_read or fewer):
            return None
        lines = _joined(own)
        said = [(found, line) for line in lines if (found := plays_said(line, notation))]
        if len(said) != 1 or len(said[0][0]) != habits.plays or not _is_plain_move(reading):
            return None
        found, line = said[0]
        plays = [(each.play, line.span(each.start, each.end)) for each in found]
        texts = [with_signs(each.text, plays) for each in lines]
        for_round = _round_for(reading, line, found[0].start)
        is_plain = not names_more(texts, plays[0][0], PLAY, _number(for_round)) and reads_as_move(
            lines, plays, notation
        )
        if not is_plain:
            return None
        written = [
            Line(at.line, f"{number}. {play_written(play, notation.axes, notation.tiles)}")
            for number, (play, at) in enumerate(plays, start=1)
        ]
        entries = tuple(
            replace(entry, said_at=plays[0][1], round_named=for_round)
            for entry in self.read(written, "").entries
        )
        return replace(reading, entries=entries)

    def _part_left(self, reading: Reading, own: Sequence[Line]) -> TextSpan | None:
        """Return a line that may say a further play of the one move read, where it has fewer than it may have."""
        played = [*_plays_in(reading)]
        if not played or len(played) >= self._habits.plays or any(map(_is_asked, reading.entries)):
            return None
        lines = {play.span.line for play in played}
        below = [line for line in self._below_greeting if may_say_play(line.text)]
        left = (
            line
            for line in self._without_known(joined_fields(own), played)
            if (
                len(played) == 1 and self._names_more_beside(line, played[0])
                if line.number in lines
                else may_say_play(line.text) or _SECOND_PLAY.match(line.text) or _shows_word(line)
            )
        )
        return next((line.whole for line in (*left, *below)), None)

    def _play_beside_acts(self, reading: Reading, own: Sequence[Line]) -> TextSpan | None:
        """Return a line that says a play beside nothing but orders of the open play: `Vielleicht G5 TIER?`"""
        orders = [*map(orders_in, reading.entries)]
        acts = _lines_of_acts(reading)
        has_more = any(map(_is_asked, reading.entries)) or any(
            each is None or each.groups or each.faults for each in orders
        )
        done = [act for each in orders if each is not None for act in each.acts]
        if has_more or not done or not all(map(_is_of_open_play, done)):
            return None
        notation = self._habits.notation
        left = (line for line in self._without_known(own, []) if line.number not in acts)
        said = (line for line in left if play_said(line, notation) or may_say_play(line.text))
        return next((line.whole for line in said), None)

    def _names_more_beside(self, line: Line, play: Play) -> bool:
        """Tell whether the line of the one play of a move may say another one: `F13w MULIS und dann noch N8`."""
        beside = with_sign(line, play)
        titles = self._titles
        named = _NAMES.sub(
            lambda each: "" if shapes.folded(each[0]) in titles else each[0],
            beside.replace(PLAY, " "),
        )
        is_of_several = any(each.search(beside) for each in (_OF_SEVERAL, _SECOND_BEHIND))
        return is_of_several or names_other(named, play, self._habits.notation)

    def _says_more(
        self, lines: Sequence[Line], play: Play, at: TextSpan, for_round: RoundNamed | None
    ) -> bool:
        """Tell whether more is said than a play and talk: in the lines, in the subject, or below the greeting."""
        below = (line.text for line in self._below_greeting)
        texts = [*(line.text for line in lines), self._subject]
        speaks = any(
            sentences.speaks_against_it(text)
            or (
                sum(map(str.islower, text.split())) >= _SENTENCE_WORDS
                and not (is_closing(text) or sentences.is_all_talk(text))
            )
            for text in below
        )
        return speaks or names_more(texts, play, at.text, _number(for_round))

    def _asking_at(self, at: TextSpan, reading: Reading) -> Reading:
        """Return *reading* with a line asked about that may say a play, though not which."""
        entry = Entry(
            None,
            None,
            None,
            WrittenOrders(unread_at=at),
            ambiguity=Ambiguity.UNREAD_PLAY,
            ambiguous_at=at,
        )
        return replace(reading, entries=(entry,))

    def _read_parts(self, mail: IncomingMail) -> Reading:
        """Return what is read above, below or inside a quote, in the subject, under a mark."""
        budget = self._budget
        reading = self.read(mail.lines, mail.subject)
        in_texts = tuple(self._in_texts)
        if not reading.asks_for_something and not budget.is_overdrawn:
            blocks = [self.read(each, "") for each in _with_alternates(mail.below)]
            below = [entry for each in blocks for entry in each.entries if entry.asks]
            if below:
                entries = merged(below, self._default_id)
                return replace(reading, entries=entries, is_over_budget=budget.is_overdrawn)
        if _says_nothing(mail, reading):
            reading = self._with_subject_pointed_to(mail) or reading
        elif reading.commands and not reading.entries:
            reading = self._with_play_of_subject(mail, reading)
        if reading.asks_for_something and not budget.is_overdrawn:
            reading = _naming(reading, tuple(self._second_ideas(mail)))
        if in_texts and not budget.is_overdrawn:
            reading = self._with_doubtful(reading, in_texts)
        under_mark = mail.signed[:MOST_SIGNED]
        if budget.is_overdrawn or not any(map(_could_be_play, under_mark)):
            return replace(reading, is_over_budget=budget.is_overdrawn)
        if reading.asks_for_something:
            return _naming(reading, tuple(filter(_could_be_play, under_mark)))
        return self._with_doubtful(reading, under_mark)

    def _with_doubtful(self, reading: Reading, lines: Sequence[Line]) -> Reading:
        """Return *reading* with the plays of *lines* named as not used, or asked about where it has none."""
        if any(entry.asks for entry in reading.entries):
            return _naming(reading, lines)
        asked = tuple(map(_asked, self.read(lines, "").entries))
        return replace(reading, entries=asked, is_over_budget=self._budget.is_overdrawn)

    @property
    def _default_id(self) -> str | None:
        return self._default.id if self._default else None

    def _reader_of(self, habits: Habits) -> SectionReader | None:
        """Return who reads lines together; None where each is a play by itself."""
        if habits.reader is None:
            return None
        tiles = habits.notation.tiles
        is_known = (
            habits is self._habits
        )  # of a game under a heading, of the same kind perhaps, nothing is known
        key = habits.reader, tiles, is_known
        if key not in self._readers:
            insight = self._insight if is_known else NO_INSIGHT
            self._readers[key] = habits.reader(self._grammars.for_tiles(tiles), insight)
        return self._readers[key]

    def _asks(self, line: Line, habits: Habits) -> bool:
        """Tell whether a line is all that a mail need say."""
        reader = self._reader_of(habits)
        if reader is None:
            return sentences.could_be_play(line.text[:MOST_LINE_CHARACTERS], habits.notation.axes)
        return reader.written([line], habits.notation) is not None

    def _asks_below(self, title: Line, rest: Line, game: str) -> bool:
        """Tell whether a game's title and what stands behind it are a heading and an order of the game."""
        habits = habits_under(game, self._games, self._default)
        reader = self._reader_of(habits)
        return (reader is None or reader.may_head(title.text)) and self._asks(rest, habits)

    def _second_ideas(self, mail: IncomingMail) -> Iterator[Line]:
        """Yield what asks for a move below or inside the quote, and the comments that hold a play."""
        for line in mail.lines:
            comment = _COMMENT.search(line.text[:MOST_LINE_CHARACTERS])
            if comment is not None and _could_be_play(line.cut(comment.end())):
                yield line.cut(comment.start())
        own = {line.text.strip() for line in mail.lines}
        for block in mail.below:
            asked = {
                number
                for row in self._rows(self._parted(_looked_at(block, self._habits)[0]))
                if (number := _asking_line(row)) is not None
                and (not isinstance(row, OrderRow) or self._asks(row.line, self._habits))
            }
            asking = (line for line in block if line.number in asked)
            yield from (line for line in asking if line.text.strip() not in own)

    def _with_subject_pointed_to(self, mail: IncomingMail) -> Reading | None:
        """Return what the subject asks for, for the round that the mail names: `^^^ that's me for round 3`.

        Of somebody else's move it is asked about: `^^^ that's Priya`.
        """
        reading = self._read_subject(mail.subject)
        lines = mail.lines
        at = next((line for line in lines if shapes.round_in(line.text) is not None), None)
        if reading is None or len(reading.entries) != 1:
            return reading
        (entry,) = reading.entries
        number = None if at is None else shapes.round_in(at.text)
        if at is not None and number is not None:
            entry = replace(entry, round_named=RoundNamed(number, at.whole))
        if any(self._people.has_others(each) for line in lines for each in words_of(line.text)):
            entry = _asked(entry)
        return replace(reading, entries=(entry,))

    def _read_subject(self, subject: str) -> Reading | None:
        """Return what the whole subject asks for as a line would; None where it asks for nothing."""
        said = _without_tags(shapes.bare_subject(subject)).strip()
        reading = self.read([Line(0, said[:MOST_LINE_CHARACTERS])], "")
        asked = (each.written for each in reading.entries)
        return reading if any(each is not None and each.is_certain for each in asked) else None

    def read(self, lines: Sequence[Line], subject: str) -> Reading:
        """Return all that *lines* ask for, under their headings and outside of them."""
        budget = self._budget
        lines, is_more = _looked_at(lines, self._habits)
        budget.is_overdrawn |= is_more
        lines = self._parted(lines)
        found_rows = self._rows(lines)
        if budget.is_overdrawn:  # nothing of the mail counts
            return Reading((), (), is_over_budget=True)
        rows = self._with_paragraphs(found_rows)
        sections = self._sections_of(rows)
        made = list(self._entries_of(sections, lines))
        # `Spieler=` above the first heading is for all that name nobody themselves.
        above = sections[0].player if made[0] is None else None
        entries = [replace(each, player=each.player or above) for each in made if each is not None]
        outside = [section for section in sections if section.game is None]
        by_subject = command_in_subject(subject)
        if is_unsaid(by_subject, subject, (line.text for line in lines)):
            by_subject = None
        commands = [
            by_subject,
            *(command for each in outside for command in self._commands_of(each)),
        ]
        found = merged(entries, self._default_id)
        asks = bool(found) or any(command is not None for command in commands)
        by_default = self._reader_of(self._habits)
        if not asks and by_default is not None:
            said = by_default.in_subject(subject, rows)
            found = (Entry(None, None, None, said),) if said is not None else found
        return Reading(
            entries=_of_round(found, subject),
            commands=tuple(dict.fromkeys(c for c in commands if c is not None)),
            said=all_said((behind_subject(subject, by_subject), *(each.said for each in outside))),
            wish=next((each.wish for each in outside if each.wish), None),
            prose=is_prose([row.line.text for row in rows if isinstance(row, ProseRow)]),
            player=next((each.player for each in outside if each.player), None),
            is_over_budget=budget.is_overdrawn,
        )

    def _with_play_of_subject(self, mail: IncomingMail, reading: Reading) -> Reading:
        """Return commands with the play of the subject above them, asked about where nothing points to that."""
        if not self._plays_in_subject(mail.subject):
            return reading
        said = self._read_subject(mail.subject)
        found = () if said is None else said.entries
        points = any(map(sentences.names_subject, (it.text for it in mail.lines)))
        return replace(reading, entries=found if points else tuple(map(_asked, found)))

    def _plays_in_subject(self, subject: str) -> list[Play]:
        """Return the plays that a subject asks for beyond doubt; none where it repeats another mail's."""
        if shapes.is_reply(subject):
            return []
        line = Line(0, shapes.bare_subject(subject)[:MOST_LINE_CHARACTERS])
        return [
            row.play
            for row in self._lines.read(line, self._habits.notation)
            if isinstance(row, PlayRow) and row.is_firm and row.play is not None and not row.faults
        ]

    def _rows(self, lines: Sequence[Line]) -> list[Row]:
        """Return what each line is, by itself and with the one above it."""
        habits = self._habits
        rows: list[Row] = []
        is_closed = is_headed = False
        around = self._ours.among(lines, self._budget.attention)
        for at, line in enumerate(lines):
            if self._belongs_to_text(rows, line, habits):
                continue
            is_closed = is_closed or is_closing(line.text) or self._is_signed_below(rows, line)
            above = partial(sentences.line_above, rows)
            found = self._lines.read(line, habits.notation, above, is_closed=is_closed)
            is_of_any = self._default is None and not is_headed
            section_reader = self._reader_of(habits)
            if beside := self._beside_moves(line, habits, is_of_any=is_of_any):
                found = (beside,)
            elif section_reader is not None:
                read = _of_section(found[0], line, section_reader, around, at, habits.notation)
                if isinstance(read, OrderRow):
                    is_play = isinstance(found[0], PlayRow) or section_reader.moves(
                        line, habits.notation
                    )
                    read = self._beside(read, lines, at, habits, is_play=is_play)
                found = (read,)
            if is_closed and _is_footer(found[0]):
                found = (ProseRow(line),)
            found = (self._in_doubt_below(found[0], lines, at), *found[1:])
            if not is_closed and self._goes_on(rows, line, found, habits):
                continue
            if _is_message(found[0]):
                self._note_order_in(found[0], line.cut(_begins_text(line.text)), habits)
            for each in self._unless_signature(line, found, rows, section_reader):
                row = each if isinstance(each, OrderRow) else _unless_ours(each, around, at)
                if isinstance(row, HeadingRow):
                    habits = habits_under(row.game, self._games, self._default)
                    is_headed = True
                if isinstance(row, HeadingRow | PlayerRow):
                    around.entry_begins(at)
                    self._note_frame(line, found, habits)
                is_closed = is_closed and not isinstance(row, HeadingRow | PlayRow)
                rows.append(row)
            if self._budget.is_overdrawn:
                break
        return rows

    def _note_frame(self, line: Line, found: Sequence[Row], habits: Habits) -> None:
        """Keep a line that is a title or a name and nothing else, where it would be that alone, and ask for nothing."""
        titles = [row.game for row in found if isinstance(row, HeadingRow)]
        is_known = self._default is not None and all(isinstance(each, str) for each in titles)
        if is_known and len(found) == 1 and habits.reader is None and habits == self._habits:
            self._frame.add(whole_mail.part_of(line).text)

    def _parted(self, lines: Sequence[Line]) -> list[Line]:
        """Return the lines as they are read, cut or joined where titles, fields and absences stand."""
        lines = [line.cut(*shapes.inside_brackets(line.text)) for line in lines]
        if own := self._sender.partition(" ")[0]:
            lines = [_unsigned(line, own) for line in lines]
        lines = [part for line in lines for part in _orders_apart(line)]
        titled = shapes.below_titles(joined_fields(lines), self._games, self._asks_below)
        titled = [part for line in titled for part in self._command_apart(line)]
        return [part for line in titled for part in self._absence_apart(line)]

    def _command_apart(self, line: Line) -> Sequence[Line]:
        """Return a line as two, a title and a command, where it names one game and the rest of it is one.

        `Ich möchte mich von 1-Zug-Scrabble 5 abmelden.`, `1-Zug-Scrabble 5 ABMELDEN`
        """
        if len(line.text) > MOST_LINE_CHARACTERS:
            return [line]
        found = self._games.title_in(line.text)
        if found is None:
            return [line]
        at, end = found
        before, behind = line.cut(0, at), line.cut(end)
        led = _BEFORE_TITLE.search(before.text)
        before = before.cut(0, led.start()) if led is not None else before
        parts = [each for each in (before, behind) if any(map(str.isalpha, each.text))]
        if not parts:
            return [line]
        rest = join_lines(parts[0], parts[1], " ") if len(parts) > 1 else parts[0]
        rest = rest.cut(len(rest.text) - len(rest.text.lstrip(" *:,–-")))
        return [line.cut(at, end), rest] if command_in(rest.text) is not None else [line]

    def _absence_apart(self, line: Line) -> Sequence[Line]:
        """Return a line with a move as two where a sentence or clause beside it says when its writer is away."""
        text = line.text
        if len(text) > shapes.LONGEST or not (DIGIT.search(text) or names_days_in_words(text)):
            return [line]
        days = shapes.days_within(text) or (0, 0)
        gaps = [
            gap
            for gap in _BEHIND_PLAY.finditer(text)
            if gap.start() < days[0] or not DIGIT.search(text, gap.end(), max(gap.end(), days[1]))
        ]
        for gap in gaps:  # not amid `Vom 11. bis 18.12.`
            before = text[: gap.start() + 1].rstrip(",")
            if absence_told(text[gap.end() :]) is not None and self._may_be_move(before):
                return [line.cut(0, len(before)), *self._absence_apart(line.cut(gap.end()))]
        # `Urlaub 5. bis 12.12. H8s RABEN`: the days end behind the last dot
        told: re.Match[str] | None = None
        for gap in reversed(gaps):
            before, rest = text[: gap.start() + 1].rstrip(",;"), text[gap.end() :]
            has_days = shapes.days_within(before) is not None and absence_told(before) is not None
            is_told = has_days or absence_in_words(before) is not None
            ends = told is None or shapes.days_within(before) == shapes.days_within(
                text[: told.start() + 1]
            )  # what stands between is said of the move: `Away 5.12.-9.12. Correction. 15H LODER`
            if is_told and ends and not self._could_be_play(before) and self._may_be_move(rest):
                told = gap
        if told is None:
            return [line]
        return [line.cut(0, len(text[: told.start() + 1].rstrip(",;"))), line.cut(told.end())]

    def _may_be_move(self, text: str) -> bool:
        return self._could_be_play(text) or self._recognises(text, self._habits)

    def _could_be_play(self, text: str) -> bool:
        could_be = sentences.could_be_play(text, self._habits.notation.axes)
        return could_be or _SQUARE.search(text) is not None

    def _unless_signature(
        self, line: Line, found: tuple[Row, ...], rows: Sequence[Row], reader: SectionReader | None
    ) -> tuple[Row, ...]:
        """Return what a line was read as; the name of who signs closes the mail, whatever its words mean.

        Where a word alone is asked for, the writer's own below something else is no such word, in capitals either.
        """
        text = line.text[:MOST_LINE_CHARACTERS]
        is_name = reader is not None and reader.asks_for_words and bool(rows)
        is_name = is_name and _is_called(text.strip(" -.,*_").title(), self._sender)
        if not (is_name or self._people.are_signed(text)):
            return found
        signed = replace(line, text=SIGNATURE, places=())
        is_order = isinstance(found[0], OrderRow)
        return (OrderRow(signed) if is_order else ProseRow(signed),)

    def _is_signed_below(self, rows: Sequence[Row], line: Line) -> bool:
        """Tell whether below something else the name of one of the players stands, as a signature begins."""
        is_below = any(not isinstance(row, EmptyRow | HeadingRow | PlayerRow) for row in rows)
        return is_below and is_signature_of(line.text[:MOST_LINE_CHARACTERS], self._people)

    def _above_greeting(self, lines: Sequence[Line]) -> list[Line]:
        """Return the lines above the greeting that ends a mail, or above the name of who signs it."""
        reader = self._reader_of(self._habits)

        def closes(text: str) -> bool:  # not `Danke, mein Wort heißt STREBE`
            return is_closing(text) and not (reader is not None and any(reader.named_in(text)))

        end = next(
            (
                at
                for at, line in enumerate(lines)
                if closes(line.text)
                or (at and is_signature_of(line.text[:MOST_LINE_CHARACTERS], self._people))
            ),
            len(lines),
        )
        return [*lines[:end]]

    def _note_order_in(self, said: Row, line: Line, habits: Habits) -> None:
        """Keep in mind a line of a text for others that could be a play or an order: its writer is asked."""
        if isinstance(said, SaidRow) and self._asks(line, habits):
            self._in_texts.append(line)

    def _belongs_to_text(self, rows: list[Row], line: Line, habits: Habits) -> bool:
        """Tell whether a line right below a text for others is of it, and put it there.

        What could be a play or an order there is kept in mind; one as we write it is none of the text's words.
        """
        last = rows[-1] if rows else None
        if not isinstance(last, SaidRow):
            return False
        if self._is_play_in_place_of(last, line, habits):
            self._in_texts.append(line)
            return True
        if not _takes(last, line):
            return False
        if not self._is_order_below(last, line, habits):
            rows[-1] = replace(last, text=f"{last.text}\n{line.text.rstrip()}".lstrip("\n"))
        self._note_order_in(last, line, habits)
        return True

    def _is_order_below(self, said: SaidRow, line: Line, habits: Habits) -> bool:
        """Tell whether a line right below a text for all is a play or an order as we write it."""
        if value_of(said.command) is not Value.TEXT or not said.text.strip():
            return False
        word = line.text.split(maxsplit=1)[0]
        is_order = (
            word.isupper() and self._reader_of(habits) is not None and self._asks(line, habits)
        )
        found = self._lines.read(line, habits.notation)
        return is_order or all(isinstance(row, PlayRow) and row.is_firm for row in found)

    def _is_play_in_place_of(self, said: SaidRow, line: Line, habits: Habits) -> bool:
        """Tell whether a play stands where the text of an order should: right below an empty `PRESSE:`."""
        if value_of(said.command) is not Value.TEXT or said.text.strip():
            return False
        found = self._lines.read(line, habits.notation)
        return all(isinstance(row, PlayRow) and row.is_firm for row in found)

    def _goes_on(self, rows: list[Row], line: Line, found: Sequence[Row], habits: Habits) -> bool:
        """Put a line that asks for nothing into the text above that it goes on; tell whether there is one."""
        last = rows[-1] if rows else None
        is_kept = isinstance(last, SaidRow) and last.command in KEPT
        is_more = (
            is_kept
            and all(map(self._is_talk, found, repeat(habits)))
            and not (is_greeting(line.text) or _could_be_play(line))
        )
        if isinstance(last, SaidRow) and (_goes_on(last, *found) or is_more):
            rows[-1] = replace(last, text=f"{last.text}\n{line.text.strip()}".lstrip("\n"))
            return True
        empty = len([*takewhile(lambda row: isinstance(row, EmptyRow), reversed(rows))])
        above = rows[-1 - empty] if empty < len(rows) else None
        if not (isinstance(above, SaidRow) and _is_message(above)):
            return False
        if not all(isinstance(row, ProseRow) or self._is_talk(row, habits) for row in found):
            return False
        rows[-1 - empty :] = [replace(above, text=f"{above.text}\n\n{line.text.rstrip()}")]
        return True

    def _with_paragraphs(self, rows: Sequence[Row]) -> list[Row]:
        """Return *rows*, each text for all with the paragraphs below it that ask for nothing."""
        found: list[Row] = []
        is_open = False
        has_moves = any(
            isinstance(row, PlayRow | UnreadRow)
            or (isinstance(row, OrderRow) and not self._is_talk(row, self._habits))
            for row in rows
        )
        for empty, paragraph, below in _paragraphs(rows):
            text = found[-1] if found else None
            lines = self._talk_of(paragraph)
            is_talk_below = is_open and bool(empty and lines)
            if (
                is_talk_below
                and isinstance(text, SaidRow)
                and not (has_moves and _is_about_move(lines, below))
            ):
                taken = list(takewhile(lambda line: not is_closing(line.text), lines))
                is_open = len(taken) == len(lines) and _is_of_text(taken, is_last=not below)
                if is_open or len(taken) < len(lines):
                    more = "\n".join(line.text.rstrip() for line in taken)
                    found[-1] = replace(text, text=f"{text.text}\n\n{more}".rstrip())
                    found += map(ProseRow, lines[len(taken) :])
                    continue
            found += [*empty, *paragraph]
            is_open = _is_text(found[-1]) if found else False
        return found

    def _talk_of(self, paragraph: Sequence[Row]) -> list[Line]:
        """Return the lines of a paragraph that asks for nothing; none of any other."""
        is_talk = all(
            isinstance(row, ProseRow) or self._is_talk(row, self._habits) for row in paragraph
        )
        return [row.line for row in paragraph if isinstance(row, ProseRow | OrderRow) and is_talk]

    def _is_talk(self, row: Row, habits: Habits) -> bool:
        return isinstance(row, OrderRow) and not self._recognises(row.line.text, habits)

    def _below(
        self, row: OrderRow, lines: Sequence[Line], habits: Habits, *, is_play: bool
    ) -> OrderRow:
        """Return an order as doubtful where the words above say that it is not meant; but of a play they lead to it.

        Not where it hangs on what they say, as its reader will see.
        """
        above = sentences.sentence_over(lines)
        leads = above.endswith(":")
        if not above or not (is_play or leads) or is_closing(row.line.text):
            return row
        self._budget.attention.look(above, _ABOVE)
        is_order = self._recognises(above, habits)
        is_condition = sentences.is_on_condition(above)
        goes_on = is_condition and not above.rstrip().endswith(sentences.STOPS)
        if goes_on or (is_order and (is_condition or not leads)):
            return row
        if leads and not shapes.holds_play(row.line.text) and self._announces(above, habits):
            return row  # `Ich möchte anfechten:`
        doubts = sentences.doubts_below(above)
        return replace(row, is_doubtful=True) if doubts else row

    def _beside(
        self, row: OrderRow, lines: Sequence[Line], at: int, habits: Habits, *, is_play: bool
    ) -> OrderRow:
        """Return an order as doubtful where the words above it, or the sentence around it, take it away."""
        over = lines[at - 1].text if at else ""
        if shapes.is_crossed_out(row.line.text) or (is_play and is_trial_alone(over)):
            return replace(row, is_doubtful=True)
        return self._below(row, lines[:at], habits, is_play=is_play)

    def _in_doubt_below(self, row: Row, lines: Sequence[Line], at: int) -> Row:
        """Return a command that changes something as doubtful where what stands below it may take it back.

        Or makes something else of it: `Ich steige aus` / `Nur Spaß.`, `Keine Erinnerungen` / `kamen an`
        """
        is_back = isinstance(row, SaidRow) and row.said[Command.AWAY_OFF] == IS_BACK
        if is_back or (isinstance(row, CommandRow) and row.command in _AT_RISK):
            command = row.command if isinstance(row, CommandRow | SaidRow) else None
            if command is not None and self._is_taken_away(command, lines, at):
                return SaidRow(command, UNCLEAR)
        return row

    def _is_taken_away(self, command: Command, lines: Sequence[Line], at: int) -> bool:
        """Tell whether what stands behind a command on its line, or below it, takes it back or makes another of it."""
        _, *behind = sentences.sentences_of(lines[at].text)
        if any(_is_unmeant(each.strip(), is_right_below=True) for each in behind):
            return True
        own = (each.text.strip() for each in lines[at + 1 : at + _NEAR_BELOW])
        talk = takewhile(
            lambda text: not (is_closing(text) or self._may_be_move(text)), filter(None, own)
        )
        below = [*islice(talk, 2)]
        if not below or any(map(self._people.is_writer, words_of(below[0]))):
            return False
        is_next = lines[at + 1].text.strip() == below[0]
        is_unsaid = any(
            _takes_command_back(each, command, is_right_below=not n) for n, each in enumerate(below)
        )
        goes_on = is_next and _goes_on_otherwise(lines[at].text.strip(), below[0], command)
        return is_unsaid or goes_on

    def _announces(self, text: str, habits: Habits) -> bool:
        reader = self._reader_of(habits)
        return reader is not None and reader.announces(Line(0, text.rstrip(" :")))

    def _recognises(self, text: str, habits: Habits) -> bool:
        reader = self._reader_of(habits)
        return reader is not None and reader.recognises(Line(0, text), habits.notation)

    def _beside_moves(self, line: Line, habits: Habits, *, is_of_any: bool) -> Row | None:
        """Return a line that says from which bag tiles are wanted, or when its writer is away."""
        if (wish := self._wish_of(line, habits, is_of_any=is_of_any)) is not None:
            return wish
        if habits.reader is not None and habits.reader.has_absences:
            return None
        if len(line.text) > shapes.LONGEST or line.text.rstrip().endswith(":"):
            return None  # `I'm away on 1 August, so here is my move:` is about the move below
        away = absence_told(line.text)
        return SaidRow(Command.AWAY, away.text) if away is not None else None

    def _wish_of(self, line: Line, habits: Habits, *, is_of_any: bool) -> WishRow | None:
        """Return a line that says from which of two bags tiles are wanted.

        Under no heading, where nothing tells the game, it may stand beside ANMELDEN for any.
        """
        wishes = habits.reader.wishes if habits.reader is not None else None
        if wishes is False or not (wishes or is_of_any):
            return None
        wish = OrderLines(self._grammars.of(*ORDERS), tiles=self._grammars.tiles).read(
            line, ("wish",)
        )
        return WishRow(line, wish) if isinstance(wish, Wish) else None

    def _commands_of(self, section: Section) -> tuple[Command, ...]:
        """Return the commands of a section; ZIEHE is one where it belongs to no move."""
        if section.wish is None:
            return section.commands
        reader = self._reader_of(section.habits)
        lines = [row.line for row in section.order_rows]
        if reader is not None and not reader.leaves_wish(lines, section.habits.notation):
            return section.commands
        return (*section.commands, Command.FIRST_RACK)

    def _sections_of(self, rows: Sequence[Row]) -> list[Section]:
        """Cut the rows at headings, and where a second `Spieler=` follows plays."""
        sections = [Section(None, None, self._habits)]
        for index, found in enumerate(rows):
            row = _misspelt_heading(rows, index, self._games) or found
            now = sections[-1]
            if isinstance(row, HeadingRow):
                habits = habits_under(row.game, self._games, self._default)
                above = () if now.has_plays or now.heading else now.order_rows  # `Zug-Nr.: 9`
                sections.append(
                    Section(row.game, row.span, habits, [*above], round_named=row.round_named)
                )
                continue
            if isinstance(row, PlayerRow) and now.has_plays:
                now = Section(now.game, None, now.habits)
                sections.append(now)
            now.rows.append(row)
        for section in sections:
            section.rows = self._taking_back(with_doubted(section.rows), section.habits)
        return sections

    def _taking_back(self, rows: Sequence[EntryRow], habits: Habits) -> list[EntryRow]:
        """Return *rows* with what takes a move back as that command, where nothing else is asked for."""
        if any(self._asks_for_more(row, habits) for row in rows):
            return list(rows)
        in_turns = self._reader_of(habits) is not None
        lines = [row.line if isinstance(row, ProseRow | OrderRow) else Line(0, "") for row in rows]
        found: list[EntryRow] = []
        for at, row in enumerate(rows):
            is_command = isinstance(row, ProseRow | OrderRow) and (
                taken_back(row.line.text, is_in_turns=in_turns) is TakesBack.SURELY
            )
            if is_command and self._is_taken_away(Command.WITHDRAW, lines, at):
                found.append(SaidRow(Command.WITHDRAW, UNCLEAR))
            else:
                found.append(CommandRow(Command.WITHDRAW) if is_command else row)
        return found

    def _asks_for_more(self, row: Row, habits: Habits) -> bool:
        """Tell whether a row asks for something else than that a move be taken back."""
        reader = self._reader_of(habits)
        if not isinstance(row, OrderRow) or reader is None:
            return not isinstance(row, ProseRow | EmptyRow | HeadingRow | PlayerRow | SkippedRow)
        written = reader.written([row.line], habits.notation)
        takes_back = isinstance(written, WrittenOrders) and written.takes_back
        return written is not None and not takes_back

    def _entries_of(
        self, sections: Sequence[Section], lines: Sequence[Line]
    ) -> Iterator[Entry | None]:
        """Yield the entry of each section, as far as it holds one."""
        named = {section.game for section in sections if section.game is not None}
        for section in sections:
            reader = self._reader_of(section.habits)
            if reader is not None:
                entry = _entry_of_orders(section, reader)
            else:
                entry = _entry(section, lines, is_only_game=not named - {section.game})
            if entry is None or section.game is None:
                yield entry
                continue
            yield replace(
                entry,
                commands=self._commands_of(section),
                said=section.said,
                wish=section.wish,
                round_named=entry.round_named or section.round_named,
            )


def _with_answer_below(mail: IncomingMail) -> IncomingMail:
    """Return a mail that says nothing above its quote with what stands below that as what it says."""
    if len(mail.below) != 1 or any(line.text.strip() for line in mail.lines):
        return mail
    return replace(mail, lines=tuple(mail.below[0]), below=())


def _is_read(line: Line) -> bool:
    """Tell whether a line could be a play, or is a part of one: `DAUERT` / `L3` / `senkrecht`."""
    return _could_be_play(line) or bool(parts_of(line))


def _is_open_around_one(lines: Sequence[Line], reader: SectionReader) -> bool:
    """Tell whether lines name one order at a table, and what stands around it leaves it in doubt."""
    named = [_named_at_table(line.text, reader) for line in lines]
    if len({each.order for row in named for each in row}) > reader.parts:
        return False
    above = ("", *(line.text for line in lines))
    return any(
        row and is_open_at_table(over, masked(line.text, row))
        for over, line, row in zip(above, lines, named, strict=False)
    )


def _named_at_table(text: str, reader: SectionReader) -> Sequence[Named]:
    return [*reader.named_in(text)] or [*reader.parts_in(text)]


def _lines_of_moves(entry: Entry) -> set[int]:
    """Return the numbers of the lines in which the moves of an entry, or its words, stand."""
    spans = [*(span for span, _ in asked_at(entry)), entry.span, entry.said_at]
    return {span.line for span in spans if span is not None}


def _is_said_otherwise(entry: Entry, lines: Mapping[int, Line]) -> bool:
    """Tell whether the line of a pass or an exchange strikes it out, makes a condition of it, or says no to it."""
    orders = orders_in(entry)
    given = [] if orders is None else [*orders.orders]
    if not given or not all(isinstance(each, PassOrder | ExchangeOrder) for each in given):
        return False
    numbers = {each.span.line for each in given}
    numbers |= set() if entry.said_at is None else {entry.said_at.line}
    said = (line.text[:MOST_LINE_CHARACTERS] for at, line in lines.items() if at in numbers)
    if any(map(says_otherwise, said)):
        return True
    if orders is None or any(group.condition is not None for group in orders.groups):
        return False  # `If Tom passes: PASS` / `Otherwise: PASS`
    own = ((lines.get(each.span.line), each.span.text.strip()) for each in given)
    return any(
        line is not None
        and is_left_open(line.text[:MOST_LINE_CHARACTERS], text, is_first=number == 0)
        for number, (line, text) in enumerate(own)
    )


def _is_denied_around(
    entry: Entry, lines: Mapping[int, Line], is_order: Callable[[str], bool]
) -> bool:
    """Tell whether a move fills a line, and the sentence that goes on around it leaves it in doubt.

    `mein Mann meint, ich solle` / `N8s REHE` / `legen.`, `How much is` / `12B down GAINERS`
    """
    for span, play in asked_at(entry) if entry.ambiguity is None else ():
        line, number = lines.get(span.line), span.line
        if line is None:
            continue
        above, below = (
            "\n".join(each.text for at in near if (each := lines.get(at)) is not None)
            for near in (
                range(number - sentences.MOST_ABOVE, number),
                range(number + 1, number + sentences.MOST_ABOVE),
            )
        )
        said = line.text.replace(span.text, PLAY, 1) if play is None else with_sign(line, play)
        before, _, after = said.partition(PLAY)
        if sentences.is_quoted_over_lines(above, f"{after}\n{below}"):
            return True
        if _BRACKETED.fullmatch(f"{before}{PLAY}{after}"):
            return True
        if any(map(_is_small_word, (said if play is None else line.text).split())):
            if (next_ := lines.get(number + 1)) and sentences.goes_on_against(said, next_.text):
                return True
            continue
        near = [_next_to(lines, number, step, is_play=play is not None) for step in (-1, 1)]
        if near == [None, None]:
            far = [_next_to(lines, number, step, is_play=False) for step in (-1, 1)]
            near = far if _are_one_sentence(*far) else [_unfinished(far[0]), None]
        over, under = (
            "" if each is None or _is_read(each) or is_order(each.text) else each.text.strip()
            for each in near
        )
        is_begun = over.endswith(",") and play is None
        is_begun = (is_begun or over[-1:].isalnum()) and _is_prose_at(
            over, number - 1, entry, lines
        )
        goes_on = under[:1].islower() and not is_closing(under)
        is_whole = play is None or " " not in under or under.endswith("?")
        goes_on = goes_on and (is_begun or not is_whole)
        lead = sentences.last_sentence(over) if is_begun else ""
        rest = next(sentences.sentences_of(under)) if goes_on or _ONLY_SIGNS.match(under) else ""
        both = weight_of(rest) + weight_of(f"{PLAY} {rest}") if any(map(str.isalpha, rest)) else 0
        is_apart = not lead and both < IS_TALK_ALL_THE_SAME  # `war im Stau`
        if not is_apart and sentences.is_left_open_amid(lead, rest):
            return True
    return False


def _is_unfinished(own: str, below: str) -> bool:
    """Tell whether the sentence of one who gives his turn up goes on below: `Ich passe` / `auf den Hund auf`."""
    trails_off = _TRAILS_OFF.search(own) is not None and _GOES_ON_AS.match(below) is not None
    is_sentence = _OWN_SENTENCE.match(own) is not None and (
        own.rstrip()[-1:].isalnum() or trails_off
    )
    return is_sentence and not (is_courtesy(below) or _BEGINS_JOINED.match(below))


_TRAILS_OFF = regex(r"(?:\.{2,}|…)\s*$")
_GOES_ON_AS = worded(r"\W*{goes_on_as}{end}")
_OWN_SENTENCE = pattern_of(r"\s*(?-i:(?=[A-ZÄÖÜ])).{0,60}?{begin}[[i]]{end}")
_BEGINS_JOINED = pattern_of(r"(?:{conjunction}|{contrast}|[[because]]|[[connective]]){end}")


def _is_one_of_several(plays: Sequence[Play]) -> bool:
    """Tell whether of several plays but one can be laid: each other needs another letter on a square of one of them."""
    words = {play.word for play in plays}
    return len(words) > 1 and all(
        any(_needs_another(one, two) for two in plays if two.word != one.word) for one in plays
    )


def _needs_another(one: Play, two: Play) -> bool:
    letters = dict(zip(one.squares, spell(one.word), strict=False))
    return any(
        letters.get(at, each) != each
        for at, each in zip(two.squares, spell(two.word), strict=False)
    )


def _breaks_off_behind(order: TextSpan, lines: Mapping[int, Line]) -> bool:
    """Tell whether a pass or an exchange is quoted, or what stands right behind it breaks it off: `Halt! ...`"""
    own = lines.get(order.line)
    before, _, rest = ("", "", "") if own is None else own.text.partition(order.text)
    is_quoted = f"{before}{order.text}".strip().startswith(_QUOTES) or before.endswith(_QUOTES)
    if is_quoted and any(map(str.isalpha, rest)):
        return True  # `"Ich passe", hat sie gesagt`
    below = (lines[at].text for at in sorted(lines) if at > order.line and lines[at].text.strip())
    behind = (rest.lstrip(" .!,"), next(below, ""))
    said = (next(sentences.sentences_of(text), "") for text in behind)
    return any(map(sentences.breaks_off_below, said))


_TURNS_TO_PLAY = worded(
    rf"(?:^|[.!;,…–-])\s{{0,3}}(?P<lead>(?:{{corrects_self}}[\s,;:!.…–-]{{1,4}}){{1,3}})(?=[^.!?\n]{{0,40}}{PLACED})"
)
_STOPS = regex(r"[.!;…]\s+")
_URGED = worded(r"\W*(?:{urges_on})\W{1,3}(?P<name>(?-i:[A-ZÄÖÜ])[^\W\d_]{1,20})\W*")
_IF_PASSED = worded(
    r"\W*{letter}{3,8},?\s{1,3}(?:{conjunction}\s{1,3}(?:[\w'’]{1,20}\s{1,3}){1,4}?{game_ends}|{condition}\s{1,3}{others_do}){end}"
)
_ONLY_PAUSES = pattern_of(
    r"{begin}[[of_passing]](?:\s{letter}{2,8})?\s?(?:\.{2,9}|…)\s{goes_on_as}\s"
)
"""`I pass... the time knitting`"""
_ASKED_BEHIND = worded(r"\s{1,3}{conjunction}{end}[^.!?\n]{1,40}\?")
_QUOTES = ('"', "„", "“", "»", "«")


def _unfinished(over: Line | None) -> Line | None:
    """Return a line above a move, over an empty one, that breaks off amid its sentence: `Mein alter Zug war`."""
    if over is None or len(over.text.split()) <= _FEW_WORDS:
        return None
    return None if _is_whole_talk(sentences.last_sentence(over.text)) else over


def _is_whole_talk(said: str) -> bool:
    """Tell whether words without a stop are a sentence, and talk: `die Kleine schläft, ich nicht`, `moved, no phone`.

    It ends as one does: with a word that nothing need follow, a time or a thing of talk. Not `mein Kumpel sagt`.
    """
    words, end = [*words_of(said)], _ENDS_TALK.search(said)
    begun = said if end is None else said[: end.start()]
    if len(words) <= _FEW_WORDS or _OF_A_MOVE.search(begun) or weight_of(said) > _IS_TALK_APART:
        return False
    is_thing = any(tells_of(words[-1], row) for row in (*SUBJECTS, "time"))
    return end is not None or (is_thing and not tells_of(words[-1], "doing"))


_OF_A_MOVE = worded(
    r"{begin}(?:{does}|{done}|{lays}|{laying}|{tells}|{by_hearsay}|{of_play}|{play}|{field_word}){end}"
)
_ENDS_TALK = worded(
    r"(?:\d(?:\.|{end_of_place_in_row})?|{begin}{ends_talk}{end}|(?:^|[,;])\s{0,3}{telegraphs}{end}(?:\s{1,3}{letter}{2,20}){1,3})\s*$"
)
_IS_TALK_APART = -200
"""Down from this weight a sentence over an empty line leads to no move; so far what is quoted as talk is settled."""


_FEW_WORDS = 3


def _are_one_sentence(over: Line | None, under: Line | None) -> bool:
    """Tell whether a sentence stops above a move and goes on below it, over empty lines: `Ich ziehe` ... `zurück.`"""
    if over is None or under is None:
        return False
    goes_on = over.text.rstrip()[-1:].isalnum() and under.text.lstrip()[:1].islower()
    return goes_on and not is_talk(next(sentences.sentences_of(under.text)))  # `mehr geht nicht`


def _is_prose_at(text: str, number: int, entry: Entry, lines: Mapping[int, Line]) -> bool:
    """Tell whether a text above a move of an entry, in line *number*, is no greeting, heading, command or item."""
    headed = (entry.heading, entry.player)
    return not (
        is_greeting(text)
        or _is_in_text(lines, number)
        or any(each is not None and each.line == number for each in headed)
        or command_in(text)
        or text[:1].isdigit()  # an item of a list: `1. WÄHLE SENZE`
        or sentences.only_joins_plays(text)
    )


def _next_to(lines: Mapping[int, Line], number: int, step: int, *, is_play: bool) -> Line | None:
    """Return the line above or below another; where that is no play, over one that is empty, too."""
    near = (lines.get(number + step), None if is_play else lines.get(number + 2 * step))
    return next((each for each in near if each is not None and each.text.strip()), None)


_ONLY_SIGNS = regex(r"[^\w\s]{1,3}$")


_BRACKETED = regex(rf"\s*[(\[]\s*{PLAY}[\s.!]*[)\]][\s.!]*")
"""A play alone in brackets is only mentioned."""


def _without_initials(lines: Sequence[Line], name: str) -> Sequence[Line]:
    """Return *lines* without the initials of the *name* of who wrote them, with which they end.

    In capitals and with no dot they are perhaps tiles, or a word: then they stand apart, or below or behind a sentence.
    """
    last = max((at for at, line in enumerate(lines) if line.text.strip()), default=0)
    text, above = lines[last].text if lines else "", lines[last - 1].text if last else ""
    behind = _INITIALS_BEHIND.search(text[:MOST_LINE_CHARACTERS])
    if behind is not None and is_signed_by_initials(behind["own"] or behind["dotted"], name):
        return [*lines[:last], lines[last].cut(0, behind.start(behind.lastgroup or 0))]
    small = _SMALL_NAME_BEHIND.search(text[:MOST_LINE_CHARACTERS])
    if small is not None and (
        _is_called(small["own"], name) or is_signed_by_initials(small["own"], name)
    ):
        return [*lines[:last], lines[last].cut(0, small.start())]
    is_below = any(line.text.strip() for line in lines[:last])
    ends = above.rstrip()[-1:] in (*".!?",)
    is_apart = "." in text or text.islower() or not above.strip() or ends or is_closing(above)
    is_signed = is_below and is_apart and is_signed_by_initials(text, name)
    return lines[:last] if is_signed else lines


_INITIALS_BEHIND = regex(
    r"(?:[^\W\d_][\w)]{2,30}+[.!?]{1,3}\s{1,3}[-–]{0,2}\s?(?P<own>[^\W\d_](?:\.?\s?[^\W\d_]){1,3}\.?)"
    r"|\w[.!?]\s{1,3}(?P<dotted>(?:[^\W\d_]\.){2,4}))\s*$"
)
"""Letters behind the end of a sentence: `A12a AHLE. MH`, `Es reicht mir. IB`; behind a tile, each with its dot."""


def _without_signature_above(lines: Sequence[Line], name: str) -> Sequence[Line]:
    """Return *lines* without the signature above them of their writer, whose *name* it begins with.

    What stands there is of him, and no square: `Marx IT · Geb. H4 · Raum 12B`.
    """
    first, end = _signature_above(lines)
    if first == end or not _is_called(_name_above(lines[first]), name):
        return lines
    return [replace(line, text="") if first <= at < end else line for at, line in enumerate(lines)]


def _signature_above(lines: Sequence[Line]) -> tuple[int, int]:
    """Return where the first lines of a mail begin and end that a rule sets off from what stands below."""
    first = next((at for at, line in enumerate(lines) if line.text.strip()), 0)
    near = range(first + 1, min(first + _MOST_OF_SIGNATURE, len(lines)))
    rule = next((at for at in near if _RULE.fullmatch(lines[at].text)), None)
    is_over = rule is not None and any(line.text.strip() for line in lines[rule + 1 :])
    return (first, rule + 1) if rule is not None and is_over else (0, 0)


def _name_above(line: Line) -> str:
    return _BESIDE_NAME.split(line.text.strip(), maxsplit=1)[0]


_BESIDE_NAME = regex(r"\s{0,3}[|·•,/]|\s[–-]\s")
_MOST_OF_SIGNATURE = 7
_RULE = regex(r"\s{0,9}[_=~*–—-]{3,}[\s_=~*–—-]*")


def _without_own_names(lines: Sequence[Line], name: str) -> Sequence[Line]:
    """Return *lines* without what only says that the *name* of their writer is his."""
    return [_without_own_name(line, name) for line in _without_initials(lines, name)]


def _without_own_name(line: Line, name: str) -> Line:
    """Return a line without the *name* of who wrote it where it only says that the move is his.

    `Runde 5, Jonas: L3s DAUERT`, `R5 / Jonas / L3s / DAUERT`, `Zug von Jonas: L3s DAUERT`, `Jonas spielt L3s DAUERT`.
    """
    text = line.text[:MOST_LINE_CHARACTERS]
    signed = _SIGNED_SHORT.search(text)
    if signed is not None and signed["own"] == _short_name(name):
        return line.cut(0, signed.start("own"))
    ways = (_ROUND_AND_NAME, _NAME_AND_ROUND, _MOVE_OF_NAME, _NAME_LAYS, _NAME_ABOVE)
    found = next(filter(None, (each.match(text) for each in ways)), None)
    if found is None or not _is_called(found["name"], name):
        return line
    start, end = found.span("own")
    return join_lines(line.cut(0, start), line.cut(end), "")


def _without_initial(lines: Sequence[Line], name: str) -> Sequence[Line]:
    """Return lines without the first letter of the *name* of who wrote them, with which the last ends: `Nimm 3. M.`

    Behind other letters it may be one of them (`Nimm N. E.`), behind a greeting it is none.
    """
    last = max((at for at, line in enumerate(lines) if line.text.strip()), default=0)
    text = lines[last].text if lines else ""
    found = _INITIAL.search(text[:MOST_LINE_CHARACTERS])
    if found is None or found["initial"].upper() != name[:1].upper():
        return lines
    start = found.start("own")
    if found["greets"] and not is_closing(found["greets"]):
        return lines
    return [*lines[:last], lines[last].cut(0, start), *lines[last + 1 :]]


# `Nimm 3. M.`, `NIMM H5 ... M`, `LEGE BESSER, Gruß M.`
_INITIAL = regex(
    r"(?<![\s.,][^\W\d_])(?<!^[^\W\d_])[.!?,…]\s{1,3}"
    r"(?P<own>(?:(?<=[.!?…]\s)|(?P<greets>[^\W\d_]{2,12}(?:\s[^\W\d_]{2,12}){0,2})[\s,]{1,3})(?P<initial>[^\W\d_])\.?)\s*$"
)
# `15G HEIRAT 35 anke`: in small letters it is no word to be laid.
_SMALL_NAME_BEHIND = regex(r"(?<=[A-ZÄÖÜ\d)])\s{1,3}(?P<own>[a-zäöüß]{2,20})\s*$")
_SIGNED_SHORT = regex(r"(?:^|[.!?,]\s)\s{0,3}(?P<own>[^\W\d_][\w'-]{1,20}\s[^\W\d_]\.)\s*$")


def _short_name(name: str) -> str:
    """Return how somebody of a *name* of several parts signs in short: `Anke P.`"""
    parts = name.split()
    return f"{parts[0]} {parts[-1][0]}." if len(parts) > 1 else ""


def _is_called(said: str, name: str) -> bool:
    """Tell whether somebody of that *name* may call himself so: by all of it, its first or last part, `J. Weber`."""
    surname = name.rsplit(maxsplit=1)[-1] if name else ""
    others = (surname, f"{name[:1]}. {surname}", f"{name[:1]}.{surname}")
    return shapes.folded(said) in {*shapes.ways_to_call(name), *map(shapes.folded, others)}


_A_NAME = r"(?P<name>(?:{letter}\.\s?)?{letter}{2,20}(?:[\s-]{letter}{2,20}){0,2})"
_FIELD_END = r"\s{0,3}[,;|/–-]\s{0,3}"
_ROUND_NAMED = r"(?:{round}|{turn})\s{0,2}\d{1,3}"
_ROUND_AND_NAME = worded(
    rf"\W{{0,4}}{_ROUND_NAMED}[\s,;:|/–-]{{1,4}}(?P<own>{_A_NAME}(?:(?=\s?:)|{_FIELD_END}(?=.*\d)|\s{{1,3}}(?={{square}})))"
)
_NAME_AND_ROUND = worded(rf"\W{{0,4}}(?P<own>{_A_NAME}{_FIELD_END})(?={_ROUND_NAMED})")
_MOVE_OF_NAME = worded(rf"\W{{0,4}}{{play}}(?P<own>\s{{1,3}}{{of_another}}\s{{1,3}}{_A_NAME})\s?:")
_NAME_ABOVE = worded(
    rf"\W{{0,4}}(?:[^\n:]{{2,40}}[,;/–-]\s{{1,3}})?(?P<own>{_A_NAME}\s?:)(?=\s[^\n]*\d)"
)
_NAME_LAYS = worded(
    rf"(?:\W{{0,4}}|.{{1,60}}?[.!?]\s{{1,3}})(?P<own>(?:{{article}}\s{{1,3}})?{_A_NAME}\s{{1,3}}{{lays_of_oneself}}\s{{1,3}}(?:{{opening}}\s{{1,3}}){{0,2}})"
    rf"(?={{square}}|(?-i:[A-ZÄÖÜ]{{2}}))"
)


def _unsigned(line: Line, name: str) -> Line:
    """Return a line without the *name* of who wrote it, with which it ends: `13I GRACE pls. rosie xx`.

    Beside a square that has no word yet it may be the word: `8H. ROSE`, as Rose lays it.
    """
    signed = re.escape(name) + _KISSES
    found = re.search(
        rf"(?:(?<=[.!?])\s{{0,9}}|^\W{{0,9}}(?P<greets>[^\W\d_]{{2,15}})[\s,!]{{1,9}}){signed}$",
        line.text,
        re.IGNORECASE,
    )
    if found is None or (found["greets"] and have_roles(found["greets"])):
        return line
    if found["greets"]:
        return line.cut(0, found.end("greets"))  # `xoxo aylin`
    before = line.text[: found.start()]
    is_whole = not DIGIT.search(before) or shapes.holds_play(before)
    return (
        line.cut(0, found.start())
        if is_whole or sentences.could_be_play(before, Axes.ROWS)
        else line
    )


_KISSES = r"[\s.!,]{0,3}x{0,3}\W{0,9}"
_KISSED = worded(
    r"(?:(?<=[.!?,)])|(?<=\s(?-i:[A-ZÄÖÜ])))\s{1,3}(?-i:x{1,3})[\s.!]*$|(?<={letter})\s{1,3}(?-i:x{2,3})[\s.!]*$"
    r"|{begin}{before_kiss}(?P<kisses>\s{1,3}(?-i:x{1,3})[\s.!]*$)"
)
"""`swap A and O please x`, in small letters at the end of a line: no tile. `swap my x` names one."""


def _without_kisses(line: Line) -> Line:
    found = _KISSED.search(line.text) if "x" in line.text[-_MOST_KISSES:] else None
    return line if found is None else line.cut(0, found.start("kisses" if found["kisses"] else 0))


_MOST_KISSES = 6


def _with_alternates(blocks: Sequence[Sequence[Line]]) -> Iterator[Sequence[Line]]:
    """Yield the blocks between quoted lines; one that begins with an alternate goes on with the one above it."""
    whole: list[Line] = []
    for block in blocks:
        first = next((line.text.strip() for line in block if line.text.strip()), "")
        if whole and not first.startswith(ALTERNATE_MARK):
            yield whole
            whole = []
        whole = [*whole, *block]
    if whole:
        yield whole


def _orders_apart(line: Line) -> Sequence[Line]:
    """Return a line as several where one of its sentences is an order that may stand beside others."""
    if len(line.text) > shapes.LONGEST or (at := order_apart(line.text)) is None:
        return [line]
    parts = (line.cut(0, at[0]), line.cut(*at), line.cut(at[1]))
    return [each for each in parts if each.text.strip()]


def _is_footer(row: Row) -> bool:
    """Tell whether what looks like a note is what a mail's last lines say: `NOTE: this message is confidential`."""
    return isinstance(row, SaidRow) and row.command in KEPT and FOOTER.match(row.text) is not None


def _is_in_text(lines: Mapping[int, Line], number: int) -> bool:
    """Tell whether a line belongs to the text of an order above it, as that of a note does."""
    above = takewhile(
        lambda each: each is not None and bool(each.text.strip()),
        (lines.get(at) for at in range(number, max(number - sentences.MOST_ABOVE, 0), -1)),
    )
    return any(each is not None and order_with_value(each.text) is not None for each in above)


def _is_small_word(word: str) -> bool:
    """Tell whether a word in small letters says more than which way a play goes."""
    return word.isalpha() and word.islower() and len(word) > 1 and read_direction(word) is None


def _is_in(name: str, people: Iterable[str]) -> bool:
    """Tell whether a name is a part of one of *people*'s."""
    return any(name.casefold() in words_of(each.casefold()) for each in people)


def _round_for(reading: Reading, line: Line, start: int) -> RoundNamed | None:
    """Return the round that is named for a play which begins *start* in a line: by what was read, or before it."""
    number = shapes.round_of_move(line.text[:start])
    named = None if number is None else RoundNamed(number, line.whole)
    return next((each.round_named for each in reading.entries), None) or named


def _number(named: RoundNamed | None) -> int | None:
    return None if named is None else named.number


def _is_plain_move(reading: Reading) -> bool:
    """Tell whether nothing is asked of a reading but which plays are the parts of its move."""
    known = (None, Ambiguity.UNREAD_PLAY, Ambiguity.UNFORMED_WORD, Ambiguity.SECOND_PLAY)
    return all(
        each.game is None and each.player is None and each.ambiguity in known and not each.commands
        for each in reading.entries
    )


def _bare_lines(reading: Reading, lines: Sequence[Line]) -> dict[int, Line]:
    """Return the line in which the one play is said in words, by its number, with a sign for all that says it."""
    plays = [*_plays_in(reading)]
    is_said = any(each.said_at is not None for each in reading.entries)
    if len(plays) != 1:
        return {}
    (play,) = plays
    if not (is_said or not _stands_in(play, lines)):
        return {}
    return {
        line.number: replace(line, text=bare_of(_said_of(line, play)), places=())
        for line in lines
        if line.number == play.span.line
    }


def _with_round_said(entry: Entry, lines: Sequence[Line]) -> Entry:
    """Return an entry with the round that is named where its one play is said, asked about if it is only the next."""
    plays = [*_plays_of(entry)] if entry.said_at is not None and entry.round_named is None else []
    line = next((it for it in lines if plays and it.number == plays[0].span.line), None)
    if len(plays) != 1 or line is None:
        return entry
    if any(map(sentences.lays_later, _sentences_of_play(line, plays[0]))):
        return replace(entry, ambiguity=Ambiguity.OTHER_ROUND, ambiguous_at=line.whole)
    named = next(_rounds_of(plays[0], [line]), None)
    return entry if named is None else replace(entry, round_named=named)


def _sentences_of_play(line: Line, play: Play) -> Iterator[str]:
    """Yield the sentences of a line in which a play is said, with a sign for it."""
    return (each for each in sentences.sentences_of(_said_of(line, play)) if PLAY in each)


def _rounds_of(play: Play, lines: Iterable[Line]) -> Iterator[RoundNamed]:
    """Yield the rounds that the sentence of a play names, and those that other lines call the move's."""
    for line in lines:
        said = _sentences_of_play(line, play) if line.number == play.span.line else ()
        of_move = shapes.round_of_move(line.text)
        beside = next(map(shapes.round_in, said), None)
        number = of_move if beside is None else beside
        if number is not None:
            # `Nach der Pleite in Runde 4 lege ich ...`
            yield RoundNamed(number, line.whole, is_by_the_way=number != of_move)


def _is_pieced(entry: Entry, lines: Sequence[Line]) -> bool:
    """Tell whether a play was put together from words that stand apart: `Tyne: down from L4,` is none of TYNE."""
    plays = [*_plays_of(entry)] if entry.said_at is None else []
    return not all(_stands_in(each, lines) for each in plays)


def _stands_in(play: Play, lines: Sequence[Line]) -> bool:
    """Tell whether a play stands in one of these lines as it was read."""
    return any(play.span.text in line.text for line in lines)


def _has_faults(entry: Entry) -> bool:
    """Tell whether a move of an entry is at odds with itself."""
    orders = orders_in(entry)
    written = () if orders is None else (it.written for it in orders.plays)
    return any(it.faults for it in written)


def _acts_in(entry: Entry) -> tuple[Act, ...]:
    orders = orders_in(entry)
    return () if orders is None else orders.acts


def _with_acts(entry: Entry, acts: tuple[Act, ...]) -> Entry:
    """Return an entry of a game in turns with what is ordered beside its move, too."""
    orders = orders_in(entry)
    return replace(entry, written=replace(orders, acts=acts)) if orders and acts else entry


def _said_in(reading: Reading) -> set[str]:
    """Return the lines of the texts that stand behind orders: press, notes."""
    return {part.strip() for _, text in reading.said.values for part in text.splitlines()}


_SEVERAL_GAMES = 2
_SOME_TEXT, _MOST_CLAIMS = "x", 8


def _is_asked(entry: Entry) -> bool:
    """Tell whether an entry is asked about, or names more words than its plays form, or cannot be read as it stands."""
    orders = orders_in(entry)
    return bool(_is_open(entry) or entry.ambiguity or entry.named or (orders and orders.faults))


def _said_of(line: Line, play: Play) -> str:
    """Return what a line says of a play whose word stands in it, without its place."""
    return said_around(line.text.replace(play.span.text, play.word, 1), play)


def _without_doubt(entry: Entry) -> Entry:
    """Return an entry that is not asked about, nor the orders in it."""
    orders = orders_in(entry)
    if orders is not None:
        entry = replace(entry, written=replace(orders, unread_at=None, ambiguous_at=None))
    return replace(entry, ambiguity=None, ambiguous_at=None)


def _is_open(entry: Entry) -> bool:
    """Tell whether it is asked what an entry means, or nothing of it can be read, and it holds no more than a play."""
    orders = orders_in(entry)
    if entry.commands or (entry.written is not None and orders is None):
        return False
    if orders is None:
        return True
    is_unclear = any(each.is_unclear for each in orders.plays)
    is_asked = entry.ambiguity or orders.unread_at or entry.named or is_unclear
    # `57, if I see that right` hangs on nothing, perhaps.
    has_faults = any(not isinstance(each, ConditionUnread) for each in orders.faults)
    has_more = orders.acts or has_faults or orders.ambiguous_at or len(orders.orders) > 1
    return not has_more and bool(is_asked or orders.faults or not orders.groups)


_INITIALS = 2
_NAMES_SIGNED = 2
_BEGINS_CONDITION = worded(r"\W{0,3}(?:{condition}|{only_if}|{holds_until}){end}")
_IN_BRACKETS = regex(r"[(\[][^()\[\]\n]{3,40}[)\]]")
_FOR_NAME = worded(r"{for_whom}\s{1,3}(?-i:[A-ZÄÖÜ])[\w'’-]+")
_SAYS_WHOSE = worded(
    r"{whose}|{article}|{of_another}|{play}|{place_follows}|{by_way_of}|{points}|\d{1,3}"
)
_SAYS_ONLY_WHOSE = 5
_SQUARE = worded(r"{begin}{square}{end}")


_BEHIND_PLAY = worded(r"[.!;,]\s{1,3}(?:{conjunction}\W{1,3})?|\s{1,3}(?:\(|[–-]\s{1,3})")
_SENTENCE_WORDS = 3
"""Fewer small words are no sentence."""


def _without_tags(subject: str) -> str:
    """Return a subject without what our mails put into it; "" for a reply, whose subject is ours."""
    return "" if shapes.is_reply(subject) else _TAG.sub(" ", subject)


_TAG = regex(r"\[[^\[\]]{0,60}\]")
_TAG_FIRST = regex(
    r"\s{0,3}(?P<tag>\[(?P<said>(?P<game>[\w.-]{3,60})(?:\s[A-Za-z]\d{1,4})?)\]):?(?=\s+\S)"
)


_CALLED = 2
"""Who wrote the mail, and who runs the games, are called by name."""


_OF_SEVERAL = worded(
    rf"^[^{PLAY}]*{{begin}}(?:{{parts_below}}|{{both}})\s{{0,3}}:|{{begin}}{{half_of_move}}{{end}}"
)
"""`es sind zwei: F13w MULIS`, `F13w MULIS (erste Hälfte)`"""
_SAYS_SECOND = (
    r"(?:{article}\s{1,3})?{second}{end}(?!\s{0,3}{round}{end})|(?:{play}|{field_word})\s{0,2}2(?![\d.,])"
    r"|1\s?(?:/|{of_another})\s?2(?!\d)"
)
_SECOND_PLAY = worded(
    rf"\W{{0,4}}(?:2[.):](?!\s{{0,3}}{{round}}{{end}})|{{joins_parts}}{{end}}|{_SAYS_SECOND})"
)
_SECOND_BEHIND = worded(
    rf"(?:^|[,;.(–-]\s?)(?:{{joins_parts}}\s{{1,3}})?(?:{_SAYS_SECOND})|{{begin}}{{play}}\s1\s(?:/|{{of_another}})\s2(?!\d)"
)
"""A line that begins as one with a second play: `2. Zug siehe unten`, `dazu DEKRET`."""


def _shows_word(line: Line) -> bool:
    """Tell whether a line is a word in capitals and few others."""
    shown = (each[0] for each in sentences.WRITTEN.finditer(line.text))
    is_short = sum(1 for _ in words_of(line.text)) <= _SENTENCE_WORDS
    return is_short and any(len(each) > 2 and sentences.is_word(each) for each in shown)


def _without_formed_by(play: Play, lines: Iterable[Line], board: Board) -> list[Line]:
    """Return lines without the other words that lie on a board, or that a play forms there."""
    laid, formed = board.words, known_words.words_formed(board, [play])
    plain = (known_words.without_words_made(line, laid, formed - {play.word}) for line in lines)
    return [known_words.without_board_words(line, laid, {play.word}, formed) for line in plain]


_LATIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ")


_ON_BOARD = regex(r"[A-Oa-o]\d|\d[A-Oa-o]")
"""Not `ZIEHE 1V`, which draws a vowel."""


def _tiles_of(orders: Iterable[ExchangeOrder]) -> tuple[str, str]:
    """Return the tiles that exchanges name, and those that stay."""
    given = [*orders]
    letters = "".join(each.letters or "" for each in given)
    return letters, "".join(each.kept or "" for each in given)


def _is_said_against(lines: Iterable[Line]) -> bool:
    """Tell whether a line of a play that stands on several is by itself said against it: `nur so eine Idee`."""
    plain = (line.text for line in lines if line.text.strip() and not may_say_place(line.text))
    return any(
        not sentences.could_be_play(each, Axes.COLUMNS) and weight_of(each) >= TAKES_AWAY
        for each in plain
    )


def _is_led_elsewhere(masked: str) -> bool:
    """Tell whether what leads to an order, for which a sign stands, may be about another: `my brother said: pass`."""
    own = next(each for each in sentences.sentences_of(masked) if PLAY in each)
    is_led = any(map(str.isalpha, own.partition(PLAY)[0]))
    return is_led and weight_of(own) > IS_TALK_ALL_THE_SAME


def _is_taken_back_below(entry: Entry, lines: Mapping[int, Line]) -> bool:
    """Tell whether a sentence anywhere below the move of an entry takes it back, and names no other: a PS, say."""
    last = max((span.line for span, _ in asked_at(entry)), default=0)
    is_one = entry.ambiguity is None and _moves_only(entry)
    return is_one and any(
        at > last > 0
        and (
            _takes_back(line)
            or whole_mail.puts_move_off(line.text)
            or sentences.hangs(line.text[:MOST_LINE_CHARACTERS])
        )
        for at, line in lines.items()
    )


def _lines_of_plays(entry: Entry, lines: Mapping[int, Line]) -> Iterator[int]:
    return (play.span.line for play in _plays_of(entry) if play.span.line in lines)


def _without_blank(entry: Entry, lines: Mapping[int, Line]) -> TextSpan | None:
    """Return the line that says of plays which mark no blank that they lay none: `ohne Joker`; None without one."""
    plays = {play.span.line: play for play in _plays_of(entry)}
    if not plays or any(play.starred or play.blanks for play in plays.values()):
        return None
    said = (
        line
        for at, line in lines.items()
        if whole_mail.lays_no_blank(with_sign(line, plays[at]) if at in plays else line.text)
    )
    return next((line.whole for line in said), None)


def _is_alternate_first(entry: Entry, lines: Mapping[int, Line]) -> bool:
    """Tell whether the first move of an entry is called one for want of another of its: `... as backup for ...`."""
    moves = plays_of_moves(entry)
    if entry.ambiguity is not None or len(moves) < _SEVERAL:
        return False
    texts = {at: line.text for at, line in lines.items()}
    for number, plays in enumerate(moves):
        for play in plays:
            at = play.span.line
            texts[at] = _with_sign_for(play, texts.get(at, ""), OTHER if number else PLAY)
    said = "\n".join(texts.values())
    return whole_mail.names_alternate_first(said) or whole_mail.means_second(said)


_SEVERAL = 2


def _with_sign_for(play: Play, text: str, sign: str) -> str:
    """Return a text with a *sign* for a play, in whichever of the two orders it is written there."""
    if play.span.text in text:
        return text.replace(play.span.text, sign, 1)
    named = (each for each in PLAY_WITH_PLACE.finditer(text) if play.word in each[0].upper())
    found = next(named, None)
    return text if found is None else f"{text[: found.start()]}{sign}{text[found.end() :]}"


def _with_round(entry: Entry, lines: Sequence[Line]) -> Entry:
    """Return an entry with the round for which a sentence below its move says that it is, where nothing nearer does."""
    if not entry.holds_move:
        return entry
    last = max((span.line for span, _ in asked_at(entry)), default=0)
    named = entry.round_named
    if named is not None and named.span.line <= last and not named.is_by_the_way:
        return entry
    spans = [span for span, _ in asked_at(entry) if span.line == last > 0]
    said = whole_mail.round_said(_behind(spans[-1], lines)) if spans else None
    return entry if said is None else replace(entry, round_named=RoundNamed(said[0], said[1].whole))


def _behind(play: TextSpan, lines: Iterable[Line]) -> Iterator[Line]:
    """Yield what stands behind a play in its line, and the lines below it."""
    for line in lines:
        if line.number > play.line:
            yield line
        elif line.number == play.line and play.text in line.text:
            yield replace(line, text=line.text.rpartition(play.text)[2], places=())


def _for_round_of(reading: Reading, chosen: Reading) -> Reading:
    """Return what is *chosen* of a mail, for the round that its *reading* names: what names it may be left out."""
    (entry,) = chosen.entries
    named = (each.round_named for each in (entry, *reading.entries))
    return replace(chosen, entries=(replace(entry, round_named=next(filter(None, named), None)),))


def _takes_back(line: Line) -> bool:
    """Tell whether a sentence of a line, apart from it, takes a move back: `Kommando zurück!`; mottos do not.

    Beyond doubt, but for a postscript. What names a square or a number may be about another.
    """
    is_sure = not sentences.begins_postscript(line.text)
    against = _takes_back_surely if is_sure else sentences.speaks_against_it
    return any(
        not DIGIT.search(each) and against(each) for each in sentences.sentences_of(line.text)
    )


def _takes_back_below(line: Line) -> bool:
    """Tell the same of a line between quoted ones, which nobody signs with."""
    is_bare = DIGIT.search(line.text) is None
    return _takes_back(line) or (is_bare and sentences.takes_back_afar(line.text))


def _takes_back_surely(sentence: str) -> bool:
    weight = weight_of(sentence)
    least = IS_NO_MOVE if sentences.withdraws(sentence) else _IS_SURELY_NONE
    return weight >= _IS_BEYOND_DOUBT or (weight >= least and sentences.speaks_against_it(sentence))


_IS_SURELY_NONE = 400
_IS_BEYOND_DOUBT = 500
"""From this weight on no rule is asked: `Diese Nachricht war noch ein Entwurf.`"""


def _is_one_word(text: str) -> bool:
    return len(text.split()) == 1


def _without_what_is_known(subject: str, name: str, titles: Collection[str] = ()) -> str:
    """Return a subject without the *name* of its writer, the game of folded *titles* and the round: they are known.

    >>> said = ("Jonas, Runde 1", "Zug Jonas", "Hildegards Zug")
    >>> [_without_what_is_known(each, "Jonas Weber") for each in said], _without_what_is_known(said[2], "Hildegard May")
    (['', 'Zug', 'Hildegards Zug'], 'Zug')
    >>> _without_what_is_known("Mainz, Zug 4: passe", "Jonas Weber", ["mainz"])
    'Zug 4: passe'
    """

    def unless_known(found: re.Match[str]) -> str:
        is_own = any(_is_called(each, name) for each in (found["name"], found[0]))
        return "" if is_own or shapes.folded(found[0]) in titles else found[0]

    return _NAMES.sub(unless_known, shapes.without_rounds(subject)).strip(" ,:–-")


_NAMES = regex(r"(?P<name>[A-ZÄÖÜ][^\W\d_]+?)(?:'?s)?(?![\w'])")


def _is_draft(subject: str) -> bool:
    """Tell whether a subject says that the mail is not to count: `Entwurf`, `noch nicht werten`; a long one surely."""
    place = shapes.PLAY.match(subject)
    if shapes.WORD_FIRST.fullmatch(subject) or (place and _is_one_word(subject[place.end() :])):
        return False  # a play alone
    said = (each.strip() for each in _PARTS_OF_SUBJECT.split(subject))
    parts = [each for each in said if each and shapes.turn_alone(each) is None]
    if len(parts) > 1 and any(map(_is_draft, parts)):
        return True
    is_short = 0 < len(subject.split()) <= _MOST_OF_SUBJECT
    if not is_short:
        return _is_surely_against(subject)
    if _SAYS_WHICH.fullmatch(subject) is not None:
        return False
    is_new = sentences.sense_of_line(f"{subject}:") is sentences.Sense.INSTEAD  # `Neuer Zug`
    named = PLAY_WITH_PLACE.sub(PLAY, subject)  # `Weser: L3s KOHLEN`
    leads = (f"{subject}: {PLAY}", *([named] if PLAY in named else []))
    is_led = all(weight_of(each) >= _LEADS_NOWHERE for each in leads)
    is_against = sentences.withdraws(subject) or weight_of(subject) >= IS_NO_MOVE
    is_against |= _FOR_NOTHING.match(subject) is not None or heads_none(subject)
    return (is_against or is_led) and not is_new


_NUMBER_ALONE = worded(r"\W*{number_field}\.?\s{0,2}\d{1,4}\W*")
"""`no. 3`, of a game"""
_SAYS_WHICH = worded(
    r"\W*(?:(?:{my}{letter}{0,2}|{article}|{polite}|{exclaims})[\s,]{1,3})*"
    r"(?:{turn_sent}|{puts_right})(?:[\s,]{1,3}(?:{polite}|{exclaims}))*\W*"
)
"""`Exchange`, `Tippfehler, sorry`: what kind of turn it is, or that it takes the place of another."""
_MOST_OF_SUBJECT = 7
_PARTS_OF_SUBJECT = regex(r"\s[–—-]\s|[,;:.!)\]](?:\s|$)|(?:^|\s)[(\[]")
"""`Practice only - teaching Poppy to send e-mail`: one part of it may say that."""
_LEADS_NOWHERE = 150
"""From this weight on a play does not count to which a subject leads: `practice game`, `just a joke`."""


def _plays_in(reading: Reading) -> Iterator[Play]:
    return (play for entry in reading.entries for play in _plays_of(entry))


def _names_no_other(reading: Reading, lines: Sequence[Line]) -> bool:
    """Tell whether the lines of a mail name no word in capitals and no number beside the plays that were read."""
    said = "\n".join(line.text for line in lines)
    for play in _plays_in(reading):
        said = said.replace(play.span.text, " ", 1)
    words = (found[0] for found in sentences.WRITTEN.finditer(said))
    return DIGIT.search(said) is None and not any(
        len(word) > 1 and sentences.is_word(word) for word in words
    )


def _is_of_open_play(act: Act) -> bool:
    return isinstance(act, AcceptAct | ChallengeAct | ResignAct)


def _lines_of_acts(reading: Reading) -> set[int]:
    """Return the numbers of the lines on which something is ordered of the open play."""
    orders = (each for each in map(orders_in, reading.entries) if each is not None)
    acts = (act for each in orders for act in each.acts)
    return {act.span.line for act in acts if isinstance(act, AcceptAct | ChallengeAct)}


def _quoting_doubt(entry: Entry, lines: Sequence[Line]) -> Entry:
    """Return an entry that is asked about for words beside its play with these as the place in doubt.

    The play itself is clear: `Was Bodo wohl gelegt hätte:` over it, `Ab morgen bin ich im Urlaub.` behind it.
    """
    at = entry.ambiguous_at
    line = next((each for each in lines if at is not None and each.number == at.line), None)
    if at is None or line is None or entry.ambiguity is not Ambiguity.UNREAD_PLAY:
        return entry
    plays = {span.text.strip(" .,") for span, _ in asked_at(entry)}
    beside = _sentences_beside(line, plays) if at.text.strip(" .,") in plays else None
    above = [each for each in lines if each.number < at.line and each.text.strip()][-1:]
    if beside == [] and above and sentences.doubts_below(above[0].text):
        return replace(entry, ambiguous_at=above[0].whole)
    if not beside:
        return entry
    return replace(
        entry, ambiguous_at=max(beside, key=lambda each: weight_of(f"{PLAY} {each.text}"))
    )


def _sentences_beside(line: Line, plays: Collection[str]) -> list[TextSpan]:
    """Return the sentences of a line that are not one of its plays."""
    spans = (line.span(*each) for each in sentences.sentence_spans(line.text))
    return [each for each in spans if each.text.strip() and each.text.strip(" .,") not in plays]


def _asking(reading: Reading, at: TextSpan) -> Reading:
    """Return *reading* with its entries asked about: what is said *at* some place is not clear."""
    asked = (
        replace(each, ambiguity=Ambiguity.UNREAD_PLAY, ambiguous_at=at, said_at=None)
        for each in reading.entries
    )
    return replace(reading, entries=tuple(asked))


def _alternate(play: Play, notation: Notation) -> Line:
    """Return a play for want of another as a line that says so."""
    written = play_written(play, notation.axes, notation.tiles)
    return Line(play.span.line, f"{ALTERNATE_MARK} {written}")


def _lays_only(entry: Entry) -> bool:
    """Tell whether an entry without a heading holds plays alone, none of which hangs on what others do."""
    return _holds_only(entry, lambda order: isinstance(order, PlayOrder))


def _moves_only(entry: Entry) -> bool:
    """Tell the same of plays, exchanges and passes, and of moves at a table."""
    return _holds_only(
        entry, lambda order: order.is_move or isinstance(order, ExchangeOrder | PassOrder)
    )


def _holds_only(entry: Entry, is_held: Callable[[AnyOrder], bool]) -> bool:
    orders = orders_in(entry)
    if entry.game is not None or (entry.written is not None and orders is None):
        return False
    groups = orders.groups if orders is not None else ()
    return all(
        group.condition is None and is_held(order) for group in groups for order in group.orders
    )


def _plays_of(entry: Entry) -> Iterator[Play]:
    """Yield the plays of an entry."""
    return (play for _, play in asked_at(entry) if play is not None)


def _as_written(entry: Entry, lines: Mapping[int, Line]) -> Entry:
    """Return an entry asked about with the sentence as it stands in the mail, where it was read in other words."""
    at = entry.ambiguous_at
    line = None if at is None else lines.get(at.line)
    if at is None or line is None or at.text.strip() in line.text:
        return entry
    for start, end in sentences.sentence_spans(line.text):
        if at.column <= end:
            return replace(entry, ambiguous_at=line.cut(start, end).whole)
    return entry


def _offers_choice(entry: Entry) -> bool:
    """Tell whether two moves of an entry stand on one line: `H8w RABEN oder M7s BASEN`."""
    orders = orders_in(entry)
    groups = orders.groups if orders is not None else ()
    ordered = (each for group in groups for each in group.orders if isinstance(each, PlayOrder))
    lines = [each.written.span.line for each in ordered if each.written.move is not None]
    return len(lines) > len({*lines})


def _is_withheld(lines: Iterable[Line]) -> bool:
    """Tell whether a mail withholds its play, drops it, or asks: whether its word stands in a list, or by `???`."""
    return any(
        any(map(is_plainly_against, sentences.sentences_of(line.text)))
        or (_ASKS_LOUDLY.search(line.text) and PLAY_WITH_PLACE.search(line.text))
        for line in lines
    )


_ASKS_LOUDLY = regex(r"(?<=[\s\d])\?(?:\s?\?)+\s*$")
"""`L4s GURDE 24 ???`: one alone is of the points, or of a blank."""


def _is_of_former_round(entry: Entry, lines: Mapping[int, Line]) -> bool:
    """Tell whether a play is called one of a round that is over: `O7s RABEN, mein Zug aus der letzten Runde`."""
    plays = [each for each in _plays_of(entry) if each.span.line in lines]
    behind = (_behind_word(lines[each.span.line].text, each) for each in plays)
    return any(map(whole_mail.is_of_former_round, behind))


def _behind_word(text: str, play: Play) -> str:
    """Return what stands in a line behind the word of a play; nothing where that is written otherwise."""
    at = text.lower().find(play.word.lower())
    return text[at + len(play.word) :] if at >= 0 else ""


def _leaves_choice(entry: Entry, lines: Mapping[int, Line]) -> bool:
    """Tell whether a sentence beside several plays says that one of them is meant: `..., eins davon.`

    Of those that stand on lines of their own it is to say no more: `It'll be one of those two.`
    """
    moves = [*_lines_of_plays(entry, lines)]
    if entry.span is None or len(moves) < _SEVERAL:
        return False
    is_on_one_line = _offers_choice(entry)
    first = entry.span.line if is_on_one_line else moves[-1]
    cue = _ONE_OF_THEM if is_on_one_line else _ONE_OF_THEM_ALONE
    return any(
        cue.search(each)
        for at in range(first, first + _FEW_BELOW)
        if at in lines
        for each in sentences.sentences_of(lines[at].text)
    )


_ONE_OF_THEM = worded(r"{begin}{one_of_them}{end}")
_ONE_OF_THEM_ALONE = worded(r"^\W*(?:[\w'’]+\s{1,3}){0,4}{one_of_them}{end}(?:\s{1,3}\w+){0,2}\W*$")


def _unless_declined(entry: Entry, lines: Mapping[int, Line]) -> Entry:
    """Return an entry asked about marked where the sentences around its play say no to it, or name another."""
    plays = [*_plays_of(entry)]
    if entry.ambiguity is Ambiguity.UNREAD_PLAY and _offers_choice(entry):
        return replace(entry, is_declined=True)
    if entry.ambiguity is not Ambiguity.UNREAD_PLAY or len(plays) != 1:
        return entry
    (play,) = plays
    near = range(play.span.line - 1, play.span.line + _FEW_BELOW)
    text = "\n".join(
        with_sign(each, play) if at == play.span.line else each.text
        for at in near
        if (each := lines.get(at)) is not None
    )
    said = [*sentences.sentences_of(text)]
    own = next((at for at, each in enumerate(said) if PLAY in each), None)
    if own is None:
        return entry
    is_declined = any(map(sentences.declines, said[max(own - 1, 0) : own + 2]))
    others = names_more([said[own]], play, PLAY)
    return replace(entry, is_declined=is_declined or others)


_FEW_BELOW = 3


def _joined(lines: Sequence[Line]) -> list[Line]:
    """Return each paragraph on one line."""
    parts: list[list[Line]] = [[]]
    for line in lines:
        if line.text.strip():
            parts[-1].append(line)
        else:
            parts.append([])
    return [reduce(partial(join_lines, between=" "), part) for part in parts if part]


def _unwrapped(lines: Sequence[Line]) -> list[Line]:
    """Return the lines of paragraphs, those on one line that a program has wrapped."""
    parts: list[list[Line]] = []
    for line in lines:
        above = parts[-1][-1].text if parts else ""
        is_one = is_wrapped(above, line.text) and not above.rstrip().endswith(sentences.STOPS)
        if is_one and line.text.strip():
            parts[-1].append(line)
        else:
            parts.append([line])
    return [reduce(partial(join_lines, between=" "), part) for part in parts]


def _says_nothing(mail: IncomingMail, reading: Reading) -> bool:
    """Tell whether a mail, no reply, asks for nothing, and has no words but those that point to its subject."""
    is_silent = not reading.asks_for_something and not shapes.is_reply(mail.subject)
    texts = [line.text for line in mail.lines]
    return is_silent and (not is_prose(texts) or sentences.points_to_subject(texts))


def _of_round(entries: tuple[Entry, ...], subject: str) -> tuple[Entry, ...]:
    """Return *entries*, an only one for the round that the subject names for it: `Mein Zug für Runde 6`.

    What answers a mail repeats its subject.
    """
    is_only = len(entries) == 1 and not shapes.is_reply(subject)
    if not is_only or entries[0].round_named is not None:
        return entries
    line = Line(0, subject[:MOST_LINE_CHARACTERS])
    of_move = shapes.round_of_move(line.text)
    number = shapes.round_in(_without_tags(line.text)) if of_move is None else of_move
    if number is None:
        return entries
    is_by_the_way = of_move is None and len(line.text.split()) > _MOST_OF_SUBJECT
    named = RoundNamed(number, line.whole, is_by_the_way=is_by_the_way)
    return (replace(entries[0], round_named=named),)


def _beside_subject(entries: tuple[Entry, ...], plays: Sequence[Play]) -> tuple[Entry, ...]:
    """Return *entries*, the first asked about where the subject asks for a play that none of them has."""
    asking = [at for at, entry in enumerate(entries) if entry.moves or orders_in(entry)]
    if any(entry.span is not None and entry.span.line == 0 for entry in entries):
        return entries  # they are the subject's own
    laid = {key_of(each) for entry in entries for each in _plays_of(entry)}
    others = [each for each in plays if key_of(each) not in laid]
    if not asking or not others:
        return entries
    at = asking[0]
    first = entries[at]
    doubted = replace(
        first,
        ambiguity=first.ambiguity or Ambiguity.UNREAD_PLAY,
        ambiguous_at=first.ambiguous_at or others[0].span,
    )
    return (*entries[:at], doubted, *entries[at + 1 :])


def _could_be_play(line: Line) -> bool:
    return sentences.could_be_play(line.text[:MOST_LINE_CHARACTERS], Axes.COLUMNS)


# Not that of an address: `https://...`.
_COMMENT = regex(rf"(?<!:){COMMENT_MARK}")


def _asking_line(row: Row) -> int | None:
    """Return the number of a line that asks for a move, or may; None of any other."""
    match row:
        case PlayRow(span) | UnreadRow(span, is_no_move=False):
            return span.line
        case OrderRow(line):
            return line.number
        case _:
            return None


_FOR_WANT = worded(r"{begin}(?:{condition}|{otherwise}){end}")
_MOST_PARTS = 60
"""So many sentences and clauses of a mail are looked at for what they ask for alone."""
_LAYS = worded(r"{begin}{lays}{end}")
_BREAKS_OFF = worded(
    r"(?:^|[,\s]){breaks_off_with}[\s.…]{0,9}$|^\s{0,3}\d{1,2}[.)]\s{0,9}$|^\s{0,3}[-–]\s.{0,40}:\s{0,9}$"
    r"|(?<!\w)(?-i:[A-ZÄÖÜ]),\s{0,9}$"
)


_BRACKETS = regex(r"\(([^()\d]{6,100})\)")


def _leaves_in_doubt(sentence: str) -> bool:
    return weight_of(sentence) >= IS_NO_MOVE and sentences.speaks_against_it(sentence)


def _is_surely_against(sentence: str) -> bool:
    return weight_of(sentence) >= _IS_SURELY_NONE and sentences.speaks_against_it(sentence)


def _in_comment(reading: Reading, own: Sequence[Line]) -> TextSpan | None:
    """Return the line of a play whose comment takes it back: `... // EDIT: bitte noch nicht buchen`."""
    at = {play.span.line for play in _plays_in(reading)}
    played = ((line, _COMMENT.search(line.text)) for line in own if line.number in at)
    comments = ((line, line.text[found.end() :]) for line, found in played if found is not None)
    return next((line.whole for line, said in comments if _takes_back_in_comment(said)), None)


def _below_signature(lines: Sequence[Line]) -> TextSpan | None:
    """Return where a paragraph below the name of who signs takes a move back: `Ach, nehmen Sie lieber das andere!`

    *lines* begin with the greeting; a sentence of a few words may be a motto, or an address.
    """
    signs = takewhile(lambda line: line.text.strip(), lines)
    below = lines[sum(1 for _ in signs) :]
    for line in below:
        for each in sentences.sentences_of(line.text):
            is_sentence = len(each.split()) > _FEW_WORDS and DIGIT.search(each) is None
            if is_sentence and _leaves_in_doubt(each):
                return line.whole
    return None


def _takes_back_in_comment(comment: str) -> bool:
    """Tell whether a comment takes its play back; without a mark of an edit it may explain the word as it likes."""
    surely = _leaves_in_doubt if whole_mail.begins_edit(comment) else _is_surely_against
    return any(map(surely, sentences.sentences_of(comment)))


def _for_nothing(lines: Sequence[Line]) -> TextSpan | None:
    """Return the line with a sentence that calls the mail one for nothing: `PS: Testmail vom neuen Handy`."""
    said = ((line, each) for line in lines for each in sentences.sentences_of(line.text))
    return next((line.whole for line, each in said if _FOR_NOTHING.match(each)), None)


_FOR_NOTHING = worded(
    r"\W{0,9}(?:p\W?s\W{1,3})?(?:{only}\s{1,3})?(?:{a_thing}\s{1,3})?{mail_for_nothing}{end}"
)


class AskedInParts(Struct, frozen=True):
    """What is read of a mail with what its sentences and clauses ask for alone."""

    reading: Reading
    at: TextSpan | None = None
    """Where one asks for what must be asked about."""


def _asked_of(reading: Reading) -> set[object]:
    """Return what the orders of a reading ask for."""
    written = (it for it in map(orders_in, reading.entries) if it is not None)
    return {_as_asked(order.asked) for it in written for order in it.orders}


def _spans_of_moves(reading: Reading) -> Iterator[TextSpan]:
    """Yield where the plays and orders of a reading stand."""
    yield from (play.span for play in _plays_in(reading))
    for written in map(orders_in, reading.entries):
        if written is not None:
            yield from (_span_of(order) for order in written.orders)
            yield from (_span_of(it.order) for it in written.acts if isinstance(it, TrialAct))


def _breaking_off(own: Sequence[Line]) -> TextSpan | None:
    """Return the line with which a mail ends amid a sentence or a list: `..., aber`, `but only`, `2.`, `A, D,`"""
    for line in reversed(own):
        if line.text.strip():
            found = _BREAKS_OFF.search(line.text)
            last = "" if found is None else found[0].strip(" ,.…")
            is_word = len(last) > 1 and last.isupper()  # `H8w ABER`
            is_whole = is_word or (last.isdigit() and not _is_item(int(last), own))
            return None if found is None or is_whole else line.whole
    return None


def _is_item(number: int, own: Sequence[Line]) -> bool:
    """Tell whether a number alone is that of an item of a list, and no points: `1. H8w ABER` / `2.`"""
    return number <= _FEW_ITEMS or any(
        re.match(rf"\s*{number - 1}[.)]\s", line.text) for line in own
    )


_FEW_ITEMS = 3


def _as_asked(asked: object) -> object:
    """Return what an order asks for, of an exchange whose tiles are not named that it is one."""
    match asked:
        case TextSpan():  # `Tausch`, and no tiles
            return _EXCHANGE, None
        case _:
            return asked


_EXCHANGE = "exchange"
_ONE_LETTER = regex(r"(?<=\s)[^\W\d_](?![^\W\d_]|[’'])")


def _is_meant(entry: Entry) -> bool:
    """Tell whether an entry asks for a move of its game, not for a challenge alone, or for what must be asked back."""
    orders = orders_in(entry)
    is_move = entry.holds_move and (orders is None or bool(orders.orders))
    return is_move or entry.ambiguity is not None


def _is_whole(entry: Entry) -> bool:
    """Tell whether an entry holds an order that can be read as it stands."""
    orders = orders_in(entry)
    return bool(orders and orders.groups and orders.unread_at is None and not orders.faults)


def _asks_more(entry: Entry) -> bool:
    """Tell whether an entry beside an order at a table asks for anything by itself."""
    orders = orders_in(entry)
    return entry.holds_move or bool(entry.commands or (orders and (orders.acts or orders.faults)))


_NAME_OF_GAME = worded(
    r"(?:{begin}(?:{for_title}|{place_follows})\s{1,3}(?:{article_of_title}\s{1,3})?)?(?<![\w-])(?P<name>(?-i:[A-ZÄÖÜ])[\w-]{1,40})\s{0,3}[:,]?"
)


def _asked(entry: Entry) -> Entry:
    """Return an entry under a signature's mark: whether it is meant, only its writer knows."""
    if not entry.asks:
        return entry
    return replace(
        entry, ambiguity=Ambiguity.UNREAD_PLAY, ambiguous_at=entry.ambiguous_at or entry.span
    )


def _naming(reading: Reading, lines: Sequence[Line]) -> Reading:
    """Return *reading* with *lines*, which could be plays, named as not used."""
    if not reading.entries:
        return reading
    *others, last = reading.entries
    spans = tuple(line.span(0, len(line.text)) for line in lines)
    return replace(reading, entries=(*others, replace(last, unused=last.unused + spans)))


def _takes(said: SaidRow, line: Line) -> bool:
    """Tell whether a line right below an order is of what stands behind it, unless it begins one of its own."""
    goes_on = value_of(said.command) in {Value.TEXT, Value.ADDRESSED} and not begins_order(
        line.text
    )
    return goes_on and bool(line.text.strip())


def _paragraphs(
    rows: Sequence[Row],
) -> Iterator[tuple[Sequence[Row], Sequence[Row], Sequence[Row]]]:
    """Yield the empty rows above each paragraph, the paragraph, and what is below it."""
    at = 0
    while at < len(rows):
        begin = at
        while begin < len(rows) and isinstance(rows[begin], EmptyRow):
            begin += 1
        end = begin
        while end < len(rows) and not isinstance(rows[end], EmptyRow):
            end += 1
        yield rows[at:begin], rows[begin:end], rows[end:]
        at = end


def _is_text(row: Row) -> bool:
    """Tell whether a row is a text for all, over whose paragraphs it goes on."""
    is_said = isinstance(row, SaidRow) and bool(row.text.strip())
    return isinstance(row, SaidRow) and is_said and value_of(row.command) is Value.TEXT


def _is_of_text(lines: Sequence[Line], *, is_last: bool) -> bool:
    """Tell whether a paragraph below a text goes on with it: no postscript, nor the name of who signs."""
    texts = [line.text for line in lines]
    if sentences.begins_postscript(texts[0]) or any(map(is_greeting, texts)):
        return False
    return not is_last or is_prose(texts)


def _is_about_move(lines: Sequence[Line], below: Sequence[Row]) -> bool:
    """Tell whether a paragraph speaks of the move above it, or leads to what is asked for below it."""
    texts = [line.text for line in lines]
    next_row = next((row for row in below if not isinstance(row, EmptyRow)), None)
    leads = bool(texts) and next_row is not None and not isinstance(next_row, ProseRow)
    if leads and (texts[-1].rstrip().endswith(":") or sentences.sense_of_line(texts[-1])):
        return True
    return any(
        sentences.speaks_of_move(text) or sentences.unsays(text, is_right_below=False)
        for text in texts
    )


def _is_message(row: Row) -> bool:
    """Tell whether a row is a text for other players."""
    return isinstance(row, SaidRow) and value_of(row.command) is Value.ADDRESSED


def _begins_text(text: str) -> int:
    """Return where in the line of a message its text begins."""
    return text.find(":") + 1 or len(text)


def _goes_on(said: SaidRow, *found: Row) -> bool:
    """Tell whether a line below an order belongs to what stands behind it, since it asks for nothing."""
    return said.command in KEPT and all(isinstance(row, ProseRow) for row in found)


def _of_section(  # noqa: PLR0917  the row, and what tells what the line is
    row: Row, line: Line, reader: SectionReader, around: WordsAround, at: int, notation: Notation
) -> Row:
    """Return what a line is that is read with others: a heading, a command, or one that may be an order.

    EINSPRUCH may be an order, which challenges the open play; ZURÜCK one of who chooses letters.
    """
    match row:
        case EmptyRow() | PlayerRow() | SaidRow():
            return row
        case CommandRow(command) if command not in reader.commands_as_orders:
            return row
        case HeadingRow(game) if isinstance(game, str) or not reader.recognises(line, notation):
            return row
    if tells_own_absence(line.text):
        return OrderRow(line)
    is_short = isinstance(row, ProseRow) and len(line.text) <= MOST_LINE_CHARACTERS
    unsays = is_short and sentences.unsays(line.text, is_right_below=True)
    is_talk = unsays and not reader.recognises(line, notation)
    written = line.text.strip()
    whose = around.whose(at, written, is_talk=is_talk)
    if whose is Whose.OURS and (isinstance(row, PlayRow) or _is_move(line, reader, notation)):
        whose = around.whose(at, written, is_talk=is_talk, is_move=True)
    if whose is Whose.OURS and challenges_for_doubt(line.text):
        whose = around.whose(
            at, written.split()[0]
        )  # why may be said in words of ours: `There is no`
    if whose is Whose.OURS and shapes.turn_alone(line.text) is None:
        return SkippedRow()
    is_doubtful = whose is Whose.UNSURE and reader.recognises(line, notation)
    return OrderRow(line, is_doubtful)


def _is_move(line: Line, reader: SectionReader, notation: Notation) -> bool:
    """Tell whether a line by itself is a move in a game in turns: a play, an exchange, a pass."""
    if not reader.recognises(line, notation):
        return False
    written = reader.written([line], notation)
    return reader.moves(line, notation) or (
        isinstance(written, WrittenOrders) and bool(written.groups)
    )


_BEFORE_TITLE = worded(
    r"{begin}{from_title}\s{1,3}(?:{article_of_title}\s{1,3})?(?:{game_called}\s{1,3})?$"
)
_NEAR_BELOW = 4
_AT_RISK = frozenset({
    Command.LEAVE, Command.WITHDRAW, Command.REMINDER_ON, Command.REMINDER_OFF, Command.PAGE_ON, Command.PAGE_OFF,
    Command.AWAY_OFF, Command.OBJECT, Command.REMATCH,
})  # fmt: skip
"""What changes something for who orders it, so that he is asked where it may not be meant."""
_BECAUSE = pattern_of(r"\W*[[because]]{end}")
_AND_THEN = worded(r"\W*{conjunction}{end}\s*")


def _takes_command_back(text: str, command: Command, *, is_right_below: bool) -> bool:
    """Tell whether a sentence behind a command takes it back; of a move withdrawn `Der war Quatsch` says why."""
    if not sentences.unsays(text, is_right_below=is_right_below):
        return False
    is_other = command is not Command.WITHDRAW or said_with_words(text) is False
    return is_other or _is_unmeant(text, is_right_below=is_right_below)


def _is_unmeant(text: str, *, is_right_below: bool) -> bool:
    """Tell whether a sentence behind a command says that it was none: `Nur Spaß!`, `Ach nein.`"""
    is_against = sentences.unsays(text, is_right_below=is_right_below)
    return is_against and _UNMEANT.search(text) is not None


_UNMEANT = worded(r"^\W*{breaks_off}{end}|{begin}{jokes}{end}")


def _goes_on_otherwise(text: str, below: str, command: Command) -> bool:
    """Tell whether a sentence with a command goes on below it, and as a whole is no such command.

    >>> _goes_on_otherwise("Keine Erinnerungen", "kamen an", Command.REMINDER_OFF)
    True
    >>> _goes_on_otherwise("Bitte keine Erinnerungen", "mehr!", Command.REMINDER_OFF)
    False
    """
    if text.isupper() or not _may_go_on(text, below):
        return False
    whole = f"{text} {below}"
    gives_up = command is Command.AWAY_OFF and gives_up_absence(whole) in (
        GivesUp.SURELY,
        GivesUp.BACK,
    )
    return command_in(whole) is not command and not gives_up


def _may_go_on(text: str, below: str) -> bool:
    """Tell whether a sentence may go on in the line below, and not only say why, or thank."""
    ends = not text or text.endswith((*sentences.STOPS, ","))
    says_why = _BECAUSE.match(below) or is_greeting(_AND_THEN.sub("", below, count=1))
    return not ends and below[:1].islower() and not says_why


def _unless_ours(row: Row, around: WordsAround, at: int) -> Row:
    """Return a row of line *at* for nothing where our own words say it, for doubtful where they may."""
    is_talk = False
    match row:
        case ProseRow(line) if sentences.speaks_of_part(line.text):
            written, is_talk = line.text.strip(), True
        case EmptyRow() | SkippedRow() | ProseRow():
            return row
        case PlayRow(play=play) if play is not None and play.blanks:
            written = play.span.text  # `joker in place of N` behind it is not what it is told by
        case PlayRow(span) | UnreadRow(span):
            written = span.text
        case _:
            written = ""
    match around.whose(at, written, is_talk=is_talk, is_move=isinstance(row, PlayRow)):
        case Whose.THEIRS:
            return row
        case Whose.UNSURE if isinstance(row, PlayRow):
            return UnreadRow(row.span, doubted=None if around.is_in_row(at, row.span.text) else row)
        case Whose.UNSURE if isinstance(row, UnreadRow):
            return replace(row, doubted=row.doubted if row.is_no_move else None)
        case Whose.UNSURE if isinstance(row, ProseRow):
            return row
        case _:
            return SkippedRow()


_ABOVE = 4
"""So many looks it costs to see what the words above a play say."""


def _misspelt_heading(
    rows: Sequence[Row], index: int, games: Sequence[GameFace]
) -> HeadingRow | None:
    """Read `Yeres` as a heading that names no game, if it stands right above an entry."""
    row = rows[index]
    if (
        not isinstance(row, ProseRow)
        or len(row.line.text.split()) > 1
        or is_greeting(row.line.text)
    ):
        return None
    below = next((each for each in rows[index + 1 :] if not isinstance(each, EmptyRow)), None)
    if not isinstance(below, PlayerRow | PlayRow):
        return None
    text = row.line.text.strip(" *:.")
    similar = shapes.similar_games(text, games)
    if not similar:
        return None
    start = row.line.text.find(text)
    return HeadingRow(UnknownHeading(text, similar), row.line.span(start, start + len(text)))


def _entry_of_orders(section: Section, reader: SectionReader) -> Entry | None:
    """Return what is asked for under one heading where lines are read together; None where nothing is."""
    heading = section.heading
    lines = [row.line for row in section.order_rows]
    found = reader.written(lines, section.habits.notation)
    if found is None and heading is not None and not section.commands:
        found = reader.heading_alone(heading)
    if heading is None and found is None:
        return None
    entry = Entry(section.game, heading, section.player, found)
    entry = replace(entry, round_named=_round_named(entry, lines, 0))
    doubtful = next((row.line.whole for row in section.order_rows if row.is_doubtful), None)
    at = doubtful or found.unread_at if found is not None else None
    if at is None:
        return entry
    return replace(entry, ambiguity=Ambiguity.UNREAD_PLAY, ambiguous_at=at)


def _round_named(entry: Entry, lines: Sequence[Line], most: int) -> RoundNamed | None:
    """Return the round or turn named on the line of a play, above it, or said of it in the paragraph below.

    *most*: so many plays are numbered where there are rounds, so that `Zug 1:` names none; 0: there are turns.
    """
    plays = {span.line: span.text for span, _ in asked_at(entry)}
    is_below, last = False, 0
    for line, below in zip_longest(lines, lines[1:]):
        is_above = below is not None and below.number in plays and line.number not in plays
        is_below = last in plays or (is_below and line.number == last + 1)
        leads = line.number in plays or (is_above and line.text.rstrip().endswith(":"))
        number = _round_of_line(line, plays, leads=leads, is_below=is_below, most=most)
        if number is None and is_above:
            number = shapes.round_of_move(line.text)
        if number is None and line.number not in plays:  # a field of its own, wherever it stands
            turn = shapes.turn_alone(line.text)
            number = turn if turn is not None and turn > most else shapes.round_alone(line.text)
        if number is not None:
            return RoundNamed(number, line.whole)
        last = line.number
    for line in lines:
        if line.number in plays:
            before, _, behind = line.text.partition(plays[line.number])
            if (beside := shapes.round_in(sentences.sentence_around(before, behind))) is not None:
                return RoundNamed(beside, line.whole, is_by_the_way=True)
    return None


def _span_of(order: AnyOrder) -> TextSpan:
    """Return where an order stands, of a move its last play."""
    move = order.written.move if isinstance(order, PlayOrder) else None
    return move.plays[-1].span if move is not None and move.plays else order.span


def _round_of_line(
    line: Line, plays: Mapping[int, str], *, leads: bool, is_below: bool, most: int
) -> int | None:
    """Return the turn, or round, that a line names of the play in it, below it or above it."""
    text = line.text if line.number in plays else sentences.without_rounds_told(line.text)
    if leads:
        before, _, behind = text.partition(plays.get(line.number, "\n"))
        turn = shapes.turn_named(text)
        named = turn if turn is not None and turn > most else None
        found = (named, shapes.round_of_move(before), shapes.round_behind(behind))
        said = next((number for number in found if number is not None), None)
        return shapes.round_in(text) if said is None and most and line.number not in plays else said
    is_of_it = is_below and sentences.speaks_of_it(text)
    return shapes.round_in(text) if is_of_it else None


def _entry(section: Section, lines: Sequence[Line], *, is_only_game: bool) -> Entry | None:
    if section.game is None and not section.is_meant:
        return None
    entry = entry_of(section, is_only_game=is_only_game)
    at = {
        row.line.number if isinstance(row, ProseRow) else row.span.line
        for row in section.rows
        if isinstance(row, ProseRow | PlayRow | UnreadRow)
    }
    said = [line for line in lines if line.number in at]
    most = max(section.habits.plays, section.habits.moves or 1)
    entry = replace(entry, round_named=_round_named(entry, said, most))
    return entry if section.heading is not None or entry.moves else None
