"""What a sentence beside a play makes of it: whose it is, for when, whether it counts, what stands instead (rules 8).

Talk about other things makes nothing of it. A sentence speaks of the play where it refers to it, leaves out of what it
speaks, tells the referee what to do, or says by a word of its own that something is not settled.
"""

from mailref.orders.commands import without_greeting
from mailref.orders.roles import SUBJECTS, phrases, small_talk, tells_of, unknown_in, words_of
from mailref.orders.shapes import A_SQUARE, round_in
from mailref.tiles.moves import said_as, worded
from mailref.tiles.when_used import regex

_PASSED_OVER = worded(
    r"{begin}(?:{polite}|{reckoned}|{otherwise}){end}"
    r"|{begin}(?:{without}|{without_any}){letter}*\s{1,3}(?:{joker}|{points}|{otherwise}|{total}){end}"
    r"|(?:{joker}|{points})\s{1,3}{without_any}{letter}*|{of_reader}\s{1,3}{past}\s{1,3}{play}{end}"
)
_OF_MINE = r"(?:(?:{article}|{my}{letter}{0,3})\s{1,3}){0,2}"
_I_SENT = r"(?:\s{1,3}|,\s)(?:{letter}{3,5}\s{1,3})?{myself}(?:\s{1,3}{letter}{2,7}){0,2}?"
"""`the mail that I have sent`, `der Zug, den ich dir geschickt habe`"""
_HOUR = r"\d{1,2}(?:[.:]\d{2})?(?:\s?(?:{hour}))?"
"""`my mail of 9.14`, `meine Mail von 9 Uhr`"""
OLDER = (
    rf"(?:{{the_others}}|{_OF_MINE}(?:{{older}}|{{past}})(?:['’]s|{{letter}}{{0,2}})\s{{1,3}}{{sent_before}}"
    rf"|{{what_was}}{_I_SENT}\s{{1,3}}{{older}}|{_OF_MINE}{{sent_before}}\s{{1,3}}(?:{{of_another}}|{{place_follows}}|{{at_hour}})\s{{1,3}}{_HOUR}"
    rf"|{_OF_MINE}{{sent_before}}(?:\s{{1,3}}(?:{{of_another}}|{{place_follows}})|{_I_SENT})?\s{{1,3}}(?:{{older}}|{{past}})){{end}}"
)
"""What was sent before: `my last mail`, `den Zug von gestern`, `das andere`."""
_CAPITALS = r"(?-i:[A-ZÄÖÜ]){2,15}(?![{letters}\d])"
_WORDS = (
    r"(?:(?:{polite_words}|{meant_for}|{of_another}|{place_follows}|{article}){end}\s{1,3}){0,3}"
)
REPLACES = worded(
    rf"{{begin}}(?:{{in_place_of}}\s{{1,3}}(?:{OLDER}|{_OF_MINE}{{sent_before}}{{end}})"
    rf"|{{replaces}}\s{{1,3}}{_WORDS}(?:{OLDER}|{_OF_MINE}(?:{{sent_before}}{{end}}|{_CAPITALS}))"
    rf"|{{withdrawn}}\s{{1,3}}{_WORDS}{OLDER}(?!\s{{1,3}}{{replaced_by}}{{end}}))"
    rf"(?:(?:\s{{1,3}}(?:{{of_another}}|{{place_follows}}))?\s{{1,3}}{{older}}{{end}})?"
    rf"(?:\s{{1,3}}{_CAPITALS})?(?:\s{{1,3}}{{replaced_by}}{{end}})?"
)
"""`Instead of my last mail: M10s BEHAUE`, `Tausche meinen Zug BEHAUE gegen ...`: it stands for what was sent before.

But `Ignore my earlier mail with ...`: that is what the mail said.
"""
DISMISSES = worded(
    rf"{{begin}}(?:{{withdrawn}}{{end}}[^.!?]{{1,40}}?{{begin}}{OLDER}|{OLDER}[^.!?]{{1,40}}?{{begin}}{{withdrawn}}{{end}})"
)
"""`Das andere kannst du vergessen`: beside a move nothing is said against that."""
_IT = worded(
    r"^\W{0,9}{thus}{end}(?!\s{0,2},|\s{1,3}{article}{end})|{begin}{it}(?:\s{1,3}{of_play})?{end}"
)
_THUS = worded(r"\W{0,9}{thus}{end}")
_IT_PERHAPS = worded(r"{begin}{it_perhaps}{end}")
_MAY_BE_ARTICLE = worded("{article_too}")
_TWO_WORDS = regex(r"\s{1,3}([^\W_]+(?:['’][^\W_]+)*)(?:\s{1,3}([^\W_]+))?")
_OF_MOVE = worded(r"{begin}(?:{of_play}|{does}|{done}|{sends}){end}")
_OF_PLAY = worded(r"{begin}{of_play}{end}")
_DOES = worded(r"{begin}(?:{does}|{done}){end}")
_I_MYSELF = worded(r"{begin}{myself}{end}")
_ONLY_IF = worded(r"{begin}{only_if}{end}")
_TOO_MUCH = worded(r"{begin}{too_much}\s{1,3}({letter}+)")
_UNSETTLED = worded(r"{begin}{unsettles}{end}")
_LEAVES_OUT = worded(
    r"\W{0,9}(?:(?:{polite_words}|{conjunction}|{contrast}|{exclaims}|{breaks_off}){end}\W{1,3}){0,2}"
    r"(?:{said_of_it}|{tells}){end}"
)
_THANKS = worded(r"\W{0,9}(?:(?!(?:{unsure}|{instead}){end}){letter}+\s{1,3}){0,2}?{thanking}{end}")
_CLOSES = worded(r"\W{0,9}(?:(?!(?:{unsure}|{instead}){end}){letter}+\s{1,3})?{closing}{end}")
_HEARSAY = worded(
    r"\W{0,9}(?:(?:{conjunction}|{contrast}|{says_little}|{idle}){end}\W{1,3}){0,2}{by_hearsay}{end}"
    r"|\W{0,9}(?:{reply_mark}:\s{0,3})?(?:{of_another}|{meant_for})\s{1,3}(?:{my}{letter}{0,2}\s{1,3})?{relatives}{end}"
)
_SENSE = worded(
    r"{begin}(?:{unsure}|{later}|{next_round}|{others_do}|{instead}|{correction}|{withdrawn}){end}"
)
_RELATIVES = worded(r"{begin}{relatives}{end}")
"""Not where its writer tells how he came by a play: `Ich habe das Wort von meinem Bruder.`"""
_PAST = worded(r"{begin}{past}{end}")
_SAID = worded(
    r"{begin}(?:{said_of_it}|{tells}|{of_play}|{does}|{done}|{it}|{it_perhaps}|{unsettles}){end}"
)
_ABOUT_OTHERS = worded(r"\W{0,9}{condition}{end}[^,:]{3,120}[,:](?P<main>.*)")
_ASKS = "?"
_SETTLES_NOT = worded(r"{begin}(?:{unsure}|{unsettles}){end}")


def is_strange(sentence: str) -> bool:
    """Tell whether a sentence beside a play may be said of it, and has no sense that is known to be harmless.

    Names and titles, `Prof. Dr. Kern, Am Mühlbach 3`, are not in small letters; an address on the net is no sentence.
    """
    plain = _PASSED_OVER.sub(_NOTHING_SAID, without_greeting(sentence))
    if OFFERS.match(plain) is not None:
        return False
    if DISMISSES.search(sentence):
        return False
    if is_courtesy(plain) or is_courtesy(sentence):
        return False
    if _ADDRESS.search(plain) or any(cue.search(plain) for cue in (_SENT_FROM, _WROTE)):
        return False
    about_others = _ABOUT_OTHERS.fullmatch(plain)
    if about_others is not None and not speaks_of_play(about_others["main"]):
        return False
    if _NAMES_A_PLAY.search(plain):
        return False
    is_talk = _is_about_others(plain, *_TOLD) or _is_about_others(sentence, "settled", "mood")
    if plain.rstrip().endswith(_ASKS):
        if _OF_WORDS.search(plain) or _is_of_letter(plain) or _asks_of_nothing(plain):
            return True
    elif _BELONGS.match(plain) or (_is_of_letter(plain) and _ON_BOARD.search(plain)):
        return True
    is_said = False
    for clause in _CLAUSES.split(plain):
        if _is_unaccounted(clause, is_talk=is_talk, is_said=is_said):
            return True
        is_said = is_said or (" " in clause.strip() and _is_about_others(clause, *_CONTENT))
    return False


def _asks_of_nothing(sentence: str) -> bool:
    """Tell whether a question leaves out of what it asks: `Ginge vielleicht auch eins weiter links?`."""
    has_subject = _HAS_SUBJECT.search(sentence) or _OTHERS.search(sentence) or _is_of_name(sentence)
    return _LEAVES_OUT.match(sentence) is not None and not has_subject


_OTHERS = worded(r"{begin}{others_do}{end}")


def is_of_others(sentence: str) -> bool:
    """Tell whether a sentence has somebody or something of its own to speak of, and no word that leads to the play."""
    if _ADDS_UP.match(sentence):
        return _NOT_POINTS.search(sentence) is None
    tag = _TAG.search(sentence)
    if tag is not None and tells_of(sentence[: tag.start()], "mood"):
        return _IT.search(sentence[: tag.start()]) is None
    if _leads_to_play(sentence):
        return False
    return _HAS_SUBJECT.search(sentence) is not None or _is_of_name(sentence)


def _leads_to_play(sentence: str) -> bool:
    """Tell whether a word of a sentence may mean the play, or what is done with one.

    A verb written as a noun is nothing that is done (`zum Zählen`), nor is what was made of something of its own:
    `Ich habe ein kleines Gedicht geschrieben`.
    """
    if _LEADS_TO_PLAY.search(sentence) or _is_of_letter(sentence):
        return True
    if _does_it(sentence) or _is_by_somebody(sentence):
        return True
    if any(_refers(each, is_question=False) for each in _CLAUSES.split(sentence)):
        return True
    has_object = _OWN_OBJECT.search(sentence) is not None
    acts = (found for cue in _ACTS[has_object:] for found in cue.finditer(sentence))
    return any(found[0].islower() or not sentence[: found.start()].strip() for found in acts)


def has_own_object(clause: str) -> bool:
    """Tell whether what a clause does is done to a thing that is none of the game's: `Ich schreibe eine Geschichte`."""
    return _OWN_OBJECT.search(clause) is not None


def _is_of_letter(sentence: str) -> bool:
    """Tell whether a sentence speaks of a letter by itself: `Is the R still there?`, not of what comes `with a Q`."""
    found = _ONE_LETTER.search(sentence) or _LETTER_I.search(sentence)
    return found is not None and _WITH_LETTER.search(sentence, 0, found.start()) is None


_LETTER_I = worded(r"{begin}{article}\s{1,3}(?-i:I){end}")
_WITH_LETTER = worded(r"{begin}{with_letter}\s{1,9}(?:{letter}{1,12}\s{1,3}){0,2}$")
_ON_BOARD = worded(r"{begin}{on_board}{end}")
_ACTS = (
    worded(r"{begin}(?:{done}|{of_words}){end}"),
    worded(r"{begin}(?:{does}|{sends}|{enters}){end}"),
)
_OWN_OBJECT = worded(
    r"{begin}{a_thing}\s{1,3}(?:{letter}{1,20}e[nrsm]?\s{1,3})?"
    r"(?!(?:{of_play}|{may_be_play}|{round}|{turn}|{relatives}|{unsettles}){end}){letter}{3,}"
)


def _is_of_name(sentence: str) -> bool:
    """Tell whether a sentence begins with a name and its verb: `Karin liegt vorn`."""
    found = _NAME_FIRST.match(sentence)
    return found is not None and bool(unknown_in(found[1])) and found[2] in small_talk("doing")


_NAME_FIRST = worded(r"\W{0,9}((?-i:[A-ZÄÖÜ]){letter}{2,20})\s({letter}{2,12}){end}")
_TAG = worded(r",\s{0,3}{or_is_it}\s{0,2}\?+\s{0,3}$")
"""`Nicht schlecht, oder?`"""


_ADDS_UP = worded(
    r"\W{0,9}(?:{letter}{1,20}\W{1,3}){0,5}?{sums_up}\W{1,3}(?:{letter}{1,20}\W{1,3}){0,4}?\d{1,3}(?![\d.:]\d)"
)
"""`Müssten 36 sein, wenn ich richtig gezählt habe.`"""
_NOT_POINTS = worded(
    r"{begin}(?:{round}|{turn}|{play}|{place}|{column_of_board}|{row_of_board}|{unsettles}){end}"
)


_LEADS_TO_PLAY = worded(
    r"{begin}(?:{it_perhaps}|{of_play}|{may_be_play}|{tells}|{unsettles}"
    r"|{withdrawn}|{correction}|{by_hearsay}|{next_round}|{only_if}|{breaks_off}){end}"
    r"|^\W{0,9}(?:{of_another}|{meant_for}|{said_of_it}|{condition}|{possible}){end}|{begin}{only}\s{1,3}(?:{article}|{a_thing}){end}|^\W{0,9}{a_mere}{end}"
    r"|{begin}{myself}{end}.{1,30}{begin}{still}{end}|{begin}{meant_for}\s{1,3}{my}{letter}{0,2}\s{1,3}{relatives}{end}"
)
_HAS_SUBJECT = worded(
    r"{begin}(?:{of_all}|(?:{noun_follows}|{subject_follows}|{my}{letter}{0,2})(?:\s{1,3}|(?<=['’]))(?:{letter}{1,20}\s{1,3})?{letter}{3,}){end}"
    r"|(?<=[^\W\d_]\s)(?-i:[A-ZÄÖÜ][a-zäöüß]){letter}{2,}"
)


_NOTHING_SAID = " na\N{WORD JOINER} "
"""In place of what is passed over: a word that says nothing, with a sign by which it is nobody's own `na`."""
_CLAUSES = worded(r"[,;()–]|:(?!\d)|\s-\s|(?<=\s)(?={joins_clauses}{end})")


_ONE_LETTER = regex(r"(?<![^\W_])[A-HJ-ZÄÖÜ](?![\w'’.])")
"""`Is the R still there?` asks about the tiles of the play."""


def _is_unaccounted(clause: str, *, is_talk: bool, is_said: bool) -> bool:
    """Tell whether a clause has no sense that is known to be harmless, and may be said of the play.

    *is_talk*: another clause of its sentence has one; *is_said*: one before it, of which its `that` speaks.
    `Just a sample, the form was empty` has none in its first.
    """
    count = sum(1 for _ in words_of(clause))
    if count < _FEWEST or round_in(clause) is not None:
        return False  # whether a round is the open one tells the referee
    if _is_by_somebody(clause):
        return True
    if _is_about_others(clause, *_TOLD):
        return False
    left = _left(clause)
    if _NOTHING_SAID.strip() in clause and not left and not _OF_DOUBT.search(clause):
        return False  # what it says was passed over: `keeps the scoreboard ticking`
    refers = not is_said and _refers(clause, is_question=False)
    is_free = not (is_talk or is_said) or (not is_said and _LEAVES_OUT.match(clause) is not None)
    if refers or (is_free and _may_be_of_play(clause)):
        if not (refers or left or _OF_MOVE.search(clause)) and count > _FEW:
            return False  # `Leider konnte ich nicht eher kommen`: long, and of nothing that is laid
        return bool(left) or not (_IS_MINE.search(clause) or _ENTERS.search(clause))
    if is_talk or _OWN_SUBJECT.match(clause) or _OF_READER.search(clause):
        return False
    common = [found[1] for found in _COMMON.finditer(clause)]
    return any(len(each) > _FEWEST and (each[0].islower() or each in common) for each in left)


def _is_by_somebody(clause: str) -> bool:
    found = _BY_SOMEBODY.match(clause) or _FOUND_BY.match(clause)
    return found is not None and (found["other"] is not None or bool(_left(found["name"])))


_COMMON = worded(
    r"{begin}{common_follows}\s{1,3}(?:{letter}{1,20}e[nrsm]?\s{1,3})?((?-i:[A-ZÄÖÜ])[\w'-]*)"
)
"""A noun that is nobody's name: `im Zwiespalt`."""
_BELONGS = worded(r"\W{0,9}(?:(?:{contrast}|{opens_talk}){end}\W{1,3})?{belongs}{end}")
_BY_SOMEBODY = worded(
    r"\W{0,9}(?:(?P<other>{others_do})|(?P<name>(?-i:[A-ZÄÖÜ]){letter}{2,20}))\s{1,3}(?:"
    r"(?:(?!(?:{myself}|{it_perhaps}){end}){letter}{1,12}\s{1,3}){1,5}?{it_perhaps}{end}(?!\s{1,3}(?:{said_of_it}|{past}){end})"
    r"|(?:(?!{myself}{end})(?:{letter}|['’]){1,14}\s{1,3}){0,3}l['’](?:a|avait|ont){end})"
)
"""`Gisela spotted it at breakfast`: what somebody else did to it, wherever that was."""
_FOUND_BY = worded(
    r"\W{0,9}(?:{it}\s{1,3})?{has_found}\s{1,3}(?:{myself}\s{1,3})?(?:(?P<other>{others_do}|{my}{letter}{0,2}\s{1,3}{relatives})"
    r"|(?P<name>(?-i:[A-ZÄÖÜ]){letter}{2,20})){end}.{0,60}?{begin}{by_hearsay}{end}"
)
"""`Hat Gisela beim Frühstück entdeckt`: it leaves out of what it speaks."""
_OF_READER = worded(
    r"{begin}{of_reader}\s{1,3}(?:{letter}{1,20}\s{1,3})?(?!(?:{of_play}|{may_be_play}){end}){letter}{3,}"
)
_MAY_BE = worded(r"{begin}(?:{possible}|{of_words}){end}")
_OF_WORDS = worded(r"{begin}{of_words}{end}")
"""`Gibt es davon den Plural?`: what it asks about the dictionary, it asks about the play."""
_ENTERS = worded(r"{begin}{enters}{end}")
_OWN_SUBJECT = worded(
    r"\W{0,9}(?:(?:{conjunction}|{contrast}|{after_that}|{opens_talk}){end}\W{1,3}){0,3}(?:"
    r"{noun_follows}\s{1,3}(?:(?!{may_be_play}{end}){letter}{1,20}\s{1,3})?(?!(?:{of_play}|{relatives}|{may_be_play}){end})(?-i:[A-ZÄÖÜ])"
    r"|{subject_follows}(?:{end}\s{1,3}|(?<=['’]))(?!(?:{letter}{1,20}\s{1,3})?(?:{of_play}|{relatives}|{may_be_play}){end}))"
)
"""`Der Kuchen ist im Ofen`, `the roof leaks`: whatever is said of it, it is not said of the play."""
_NAMES_A_PLAY = worded(
    r"(?<![{letters}\d]){square}{letter}?{end}|(?-i:(?<![{letters}])[A-ZÄÖÜ]{3,15}(?![{letters}]))"
)
"""What another play may be is looked for elsewhere."""
_IS_MINE = worded(
    r"{begin}(?:{my}{letter}{0,2}\s{1,3}(?:{letter}{1,15}\s{1,3})?{of_play}|{myself}{end}.*{intent}|{intent}\s{1,3}{myself}){end}"
)
_OF_DOUBT = worded(r"{begin}(?:{unsure}|{next_round}|{instead}|{correction}|{withdrawn}){end}")


def _may_be_of_play(clause: str) -> bool:
    """Tell whether a clause leaves out of what it speaks, or puts something in doubt."""
    return _LEAVES_OUT.match(clause) is not None or _OF_DOUBT.search(clause) is not None


_TOLD = (*SUBJECTS, "letters_and_luck", "mood", "people", "time", "mail", "worth", "settled")
_ADDRESS = regex(r"@|//|www\.|\.(?:com|de|net|org|example)\b")
_SENT_FROM = worded(r"{begin}{sent_from}{end}")
_WROTE = worded(r"\d.*{begin}{by_hearsay}{end}|{begin}{by_hearsay}\W{0,3}$")


def takes_away(sentence: str) -> bool:
    """Tell whether a sentence beside a play leaves in doubt that it is its writer's, now and as it stands."""
    if DISMISSES.search(sentence):
        return False
    bare = without_greeting(without_greeting(sentence))
    unsettled = _SETTLES_NOT.search(sentence)
    if unsettled is not None and unsettled.start() < len(sentence) - len(bare):
        bare = sentence  # `Lieber nicht.` greets nobody
    plain = _PASSED_OVER.sub(" ", bare)
    if _ENTERS.search(bare) and _HOLDS_UNTIL.search(plain):
        return True
    if not any(words_of(plain)) or is_courtesy(plain) or is_courtesy(sentence):
        return False
    is_passed = _UNSETTLED.search(sentence) is not None and _UNSETTLED.search(plain) is None
    doubts_it = is_passed and (
        _refers(plain, is_question=False) or _IT_PERHAPS.search(plain) is not None
    )
    if doubts_it or _does_it(plain) or _is_by_somebody(plain) or _is_off(plain):
        return True  # `Not sure I want that.`
    return _says_against(plain)


def _says_against(plain: str) -> bool:
    """Tell whether a sentence without courtesies leaves in doubt the play of which it may speak."""
    asks = plain.rstrip().endswith(_ASKS)
    refers = refers_to_play(plain, is_question=asks)
    about_others = _ABOUT_OTHERS.fullmatch(plain)
    if about_others is not None and not speaks_of_play(about_others["main"]):
        return False
    if (unsettled := _UNSETTLED.search(plain)) is not None:
        around = _clause_around(plain, unsettled.span())
        return refers or not _is_about_others(around)
    if _is_by_relative(plain):
        return True
    if _is_about_others(plain) and not refers:
        return False
    if _FOR_RELATIVE.search(plain) or (not asks and _ONLY_IF.search(plain)):
        return True
    is_told = _OF_MOVE.search(phrases(*SUBJECTS).sub(" ", plain)) is not None
    count = sum(1 for _ in words_of(plain))
    begins = _LEAVES_OUT.match(plain) is not None or count <= _FEW
    if asks:
        is_own = is_told and _I_MYSELF.search(plain) is not None
        said = phrases("people").sub(" ", plain)
        is_of_it = _IT_PERHAPS.search(said) is not None and _MAY_BE.search(said) is not None
        return (
            refers or is_own or is_of_it or is_too_much(plain) or _OF_PLAY.search(plain) is not None
        )
    if refers or is_told:
        return _makes_doubtful(plain, refers=refers, begins=begins)
    return begins and count >= _FEWEST and _opens_doubt(plain, count)


_NO_MATTER = phrases("worth", "people")


def refers_to_play(plain: str, *, is_question: bool) -> bool:
    """Tell whether a pronoun speaks of the play, or an `it` beside what is done with one; not `Wie geht es dir?`."""
    said = _NO_MATTER.sub(" ", plain)
    is_done = _DOES.search(said) is not None
    return _refers(said, is_question=is_question) or (
        is_done and any(not found.isupper() for found in _IT_PERHAPS.findall(said))
    )


def _opens_doubt(plain: str, count: int) -> bool:
    """Tell whether a sentence that leaves out of what it speaks, or is short, says that something is open."""
    if OFFERS.match(plain) is not None and _left(plain):
        return False
    if _LEAVES_OUT.match(plain) is not None:
        has_sense = _has_sense(plain) or _PAST.search(plain) is not None
        is_talk = _is_of_its_worth(plain) or _is_about_others(plain, "people", "mail")
        return has_sense and len(_left(plain)) <= 1 and not is_talk
    is_of_me = count > _FEWEST and _I_MYSELF.match(plain.lstrip()) is not None
    return (
        not (is_of_me or _left(plain) or _is_of_its_worth(plain))
        and _OPEN.search(plain) is not None
    )


_HOLDS_UNTIL = worded(r"{begin}{holds_until}{end}")
"""`Bitte erst eintragen, wenn ich mich rühre`: what is done with the play waits for something."""


def _does_it(sentence: str) -> bool:
    """Tell whether somebody named does something to the play, or thinks something of it: `Gisela fände das gut.`"""
    found = _SOMEBODY_IT.match(sentence)
    return (
        found is not None
        and bool(_left(found["name"]))
        and not tells_of(found["verb"], "worth")
        and not _goes_with_noun(found["it"], sentence[found.end() :])
    )


_SOMEBODY_IT = worded(
    r"\W{0,9}(?P<name>(?-i:[A-ZÄÖÜ]){letter}{2,20})\s{1,3}(?:{myself}\s{1,3}(?={it}{end}))?"
    r"(?P<verb>(?:(?!(?:{myself}|{my}{letter}{0,2}){end}){letter}{2,12}\s{1,3}){0,3}?)(?P<it>{it}){end}"
)


def _is_off(sentence: str) -> bool:
    """Tell whether a square, a row or a column is said to be too far: `Eine Reihe zu tief.`"""
    return _OF_BOARD.search(sentence) is not None and _TOO_MUCH.search(sentence) is not None


_OF_BOARD = worded(r"{begin}(?:{place}|{column_of_board}|{row_of_board}){end}")


def _is_by_relative(plain: str) -> bool:
    """Tell whether a sentence hands on what somebody close says or found: `A neighbour came up with it.`"""
    has_it = _IT.search(plain) is not None or _IT_PERHAPS.search(plain) is not None
    is_said = _RELATIVES.search(plain) is not None and _SAYS.search(plain) is not None
    return _HEARSAY.match(plain) is not None or (is_said and has_it)


_FOR_RELATIVE = worded(
    r"{begin}{myself}{end}.{1,30}{begin}{meant_for}\s{1,3}{my}{letter}{0,2}\s{1,3}{relatives}{end}"
)
"""`Ich schreibe hier für meinen Bruder.`"""
_OPEN = worded(r"{begin}(?:{unsure}|{later}|{next_round}|{withdrawn}){end}")


def _clause_around(plain: str, span: tuple[int, int]) -> str:
    """Return what stands in the clause of some words beside them."""
    start = max((end.end() for end in _CLAUSE_END.finditer(plain, 0, span[0])), default=0)
    end = _CLAUSE_END.search(plain, span[1])
    return f"{plain[start : span[0]]} {plain[span[1] : end.start() if end else len(plain)]}"


_CLAUSE_END = worded(r"[,;:(–]|\s-\s|(?<=\s)(?={joins_clauses}{end})")


def remark_takes_away(remark: str) -> bool:
    """Tell whether what is added to a play in brackets leaves it in doubt: `(Ilses Zug)`, `(für Ilse)`, `(??)`."""
    if not any(words_of(remark)):
        return _ASKS in remark
    plain = _PASSED_OVER.sub(" ", remark)
    if _PLAY_OF.fullmatch(plain):
        return False  # whose names are known the referee asks
    if takes_away(remark) or _FOR_SOMEBODY.fullmatch(plain) or _UNSETTLED.search(plain):
        return True
    return bool(_left(plain)) and (
        _OF_MOVE.search(plain) is not None or _WHOSE.search(plain) is not None
    )


def is_somebodys(text: str) -> bool:
    """Tell whether a lead or a remark says by its form that a move is somebody's, whatever he may be called.

    A word of any list may be a name where a name stands; the sender's own was left out before.

    >>> said = ("Zug von Wolf:", "Hier der Zug von Klein", "Move by Hope", "Wolfs Zug:", "Rich's move: ", "From Rose:")
    >>> [is_somebodys(each) for each in (*said, "Zug von heute:", "Today's move:", "Von Herzen alles Gute", "Move 4:")]
    [True, True, True, True, True, True, False, False, False, False]
    """
    return _SOMEBODYS.search(text) is not None


def is_only_somebodys(text: str, *, is_behind: bool = False) -> bool:
    """Tell whether a sentence or a remark says only whose a move is: `(von Wolf)`, `Das ist der Zug von Klein.`

    *is_behind* a play: there `from` names a town as well.

    >>> [is_only_somebodys(each) for each in ("von Wolf", "Move by Hope.", "Bravo zum Zug von Wolf!", "von heute")]
    [True, True, False, False]
    """
    said = _BY_SOMEBODYS if is_behind else _ONLY_SOMEBODYS
    return said.fullmatch(text) is not None


def solves_puzzle(sentence: str) -> bool:
    """Tell whether a sentence gives the answer to a riddle: `§ ist meine Antwort auf das Rätsel im Heft.`"""
    return _SOLVES.search(sentence) is not None


_SOLVES = worded(r"{begin}{solves}{end}.{1,40}?{begin}{for_puzzle}{end}")


def sent_for_whom(text: str) -> str:
    """Return for whom, or by whom, a line says that a mail was sent: somebody of the family, or a name; else nothing.

    >>> [sent_for_whom(each) for each in ("Gesendet für Jonas Reuter", "Posted for my husband", "Sent by Bodo")]
    ['Jonas Reuter', 'my husband', 'Bodo']
    >>> [sent_for_whom(each) for each in ("Sent from my iPhone", "Gesendet für alle")]
    ['', '']
    """
    found = _SENT_FOR.fullmatch(text)
    return found["who"] if found is not None else ""


BY_SOMEBODY = worded(r"{begin}{by_whom}{end}")
_SENT_FOR = worded(
    r"\W*(?:(?:{it}|{article}|{opening}|{stands_for}|{myself}){end}\s{1,3}){0,3}{sent_it}\s{1,3}(?:{meant_for}|{by_whom})\s{1,3}"
    r"(?P<who>{my}{letter}{0,2}\s{1,3}(?:{letter}{2,12}\s{1,3})?{relatives}|(?-i:[A-ZÄÖÜ][a-zäöüßéèç]{1,14}(?:[\s-][A-ZÄÖÜ][\w'-]{1,20}){0,2}))\W*"
)
_A_NAME = (
    r"(?!(?:{play}|{round}|{turn}|{opening}|{my}{letter}{0,2}|{by_myself}|{older}|{of_when}|{later}|{place}){end})"
    r"(?-i:[A-ZÄÖÜ][a-zäöüßéèç]{1,14})"
)
_SOMEBODYS = worded(
    rf"{{begin}}(?:{{play}}|{{others_play}}|{{others_plays}}){{end}}\s{{1,3}}{{of_another}}\s{{1,3}}{_A_NAME}{{end}}"
    rf"|^\W{{0,4}}{{of_another}}\s{{1,3}}{_A_NAME}(?:\s{_A_NAME})?\s{{0,2}}:\s{{0,9}}$"
    rf"|(?:^|[^\w\s]\s{{0,3}}|{{begin}}(?:{{opening}}|{{article}}|{{thus}}|{{it}}){{end}}\s{{1,3}})(?:{_A_NAME}\s)?{_A_NAME}"
    r"(?:(?<=[^s])s\s{1,3}{others_play}|['’]s?\s{1,3}(?:{play}|{others_play}|{others_plays}))\s{0,3}:?\s{0,9}$"
)
_ONLY_SOMEBODYS, _BY_SOMEBODYS = (
    worded(
        r"\W*(?:(?:{it}|{thus}|{article}|{stands_for}|{opening}|{play}|{others_play}|{others_plays}){end}\s{1,3}){0,4}"
        rf"{{{row}}}\s{{1,3}}{_A_NAME}(?:\s{_A_NAME})?\W*"
    )
    for row in ("of_another", "by_whom")
)
_FOR_SOMEBODY = worded(
    r"\s{0,2}(?:{of_another}|{meant_for})\s{1,3}(?!(?:{by_myself}|{my}{letter}{0,2}){end})(?-i:[A-ZÄÖÜ]){letter}+(?:\s{letter}+)?\s{0,2}"
)
_PLAY_OF = worded(r"\s{0,2}{others_plays}\s{1,3}{of_another}\s.*")
_WHOSE = regex(r"[^\W\d_]['’]s?(?![^\W\d_])")


def hands_on(clause: str) -> bool:
    """Tell whether a clause says what somebody says: `Bodo meinte, ich ...`."""
    return _SAYS.search(clause) is not None


_SAYS = worded(r"{begin}{by_hearsay}{end}")


def leads_elsewhere(clause: str) -> bool:
    """Tell whether the clause that leads to a play speaks of a time to come, or of somebody else."""
    return _ELSEWHERE.search(_PASSED_OVER.sub(" ", clause)) is not None


_ELSEWHERE = worded(r"{begin}(?:{later}|{others_do}|{relatives}|{next_round}){end}")


_FEWEST = 2
_FEW = 4
"""So few words are said of the play, if any has a sense: `Nächstes Mal dann.`"""
OFFERS = worded(r"\W{0,9}{or_instead}{end}")
"""Another word is offered, which is looked for elsewhere."""


def thanks(text: str) -> bool:
    """Tell whether a sentence thanks, whatever for."""
    return _THANKS.match(text) is not None


def is_courtesy(plain: str) -> bool:
    """Tell whether a sentence thanks or closes a mail, and says nothing of a play."""
    if _THANKS.match(plain):
        return not (_OF_MOVE.search(plain) and _SENSE.search(plain))
    closing = _CLOSES.match(plain)
    rest = plain[closing.end() :] if closing is not None else ""
    return closing is not None and not any(
        cue.search(rest) for cue in (_UNSETTLED, _OF_MOVE, _SAYS)
    )


def _makes_doubtful(plain: str, *, refers: bool, begins: bool) -> bool:
    """Tell whether a sentence that speaks of the play says more of it than what it is worth."""
    tells_how = _RELATIVES.search(plain) is not None and _I_MYSELF.search(plain) is not None
    is_over = _PAST.search(plain) is not None and not tells_how
    if _has_sense(plain) or ((refers or begins) and is_over):
        return not _is_of_its_worth(plain)
    is_of_worth = (
        _is_about_others(plain, "mood", "worth", "settled") and _DOES.search(plain) is None
    )
    is_of_it = refers or (
        _OF_PLAY.search(plain) is not None and not _is_about_others(plain, *_CONTENT)
    )
    return is_of_it and bool(_left(plain)) and not is_of_worth


def _has_sense(plain: str) -> bool:
    is_close = _RELATIVES.search(plain) is not None and _I_MYSELF.search(plain) is None
    return is_close or is_too_much(plain) or _SENSE.search(plain) is not None


def is_too_much(plain: str) -> bool:
    """Tell whether words find a play too small, too dear or too risky to be laid: `ist mir zu mickrig`."""
    found = _TOO_MUCH.search(plain)
    return found is not None and found[1] in small_talk("mood")


def _refers(plain: str, *, is_question: bool) -> bool:
    """Tell whether a pronoun speaks of the play: nothing else stands before it, nor does it go with a noun."""
    for found in _IT.finditer(plain):
        before = plain[: found.start()]
        if _THUS.match(found[0]) and _is_about_others(plain) and _DOES.search(plain) is None:
            continue
        if _OF_IT.match(plain, found.start()) or _OF_PLAY.search(found[0]):
            return True
        is_first = is_question or not (
            _left(before) or _RELATIVES.search(before) or _is_about_others(before, *_CONTENT)
        )
        if is_first and not _goes_with_noun(found[0], plain[found.end() :]):
            return True
    return False


_OF_IT = worded(r"{it}\s{1,3}{of_play}{end}")
"""`that word`: of which play it speaks is plain."""


def _goes_with_noun(it: str, behind: str) -> bool:
    """Tell whether a word is an article rather than a pronoun: `das Wetter`, `den ganzen Tag`, `this message`."""
    found = _TWO_WORDS.match(behind)
    if found is None:
        return False
    word, further = found[1], found[2] or ""
    if word[0].isupper() or word[0].isdigit():
        return it.lower() != "that's" and _OF_PLAY.fullmatch(word) is None
    if _left(word) or _is_about_others(word, *_NOUNS):
        return _MAY_BE_ARTICLE.fullmatch(it) is not None or (
            further[:1].isupper() and word.endswith(_ENDINGS)
        )
    is_verb = any(
        cue.fullmatch(word) for cue in (_SENSE, _PAST, _SAID, _SAYS)
    ) or word in small_talk("doing")
    return not is_verb and word.endswith(_ENDINGS) and further[:1].isupper()


_NOUNS = (*SUBJECTS, "letters_and_luck", "people", "time", "mail")
_ENDINGS = said_as("ends_of_adjectives")


def _is_about_others(text: str, *rows: str) -> bool:
    return tells_of(text, *(rows or SUBJECTS))


_CONTENT = (*SUBJECTS, "letters_and_luck", "mood", "people")


def _left(plain: str) -> list[str]:
    """Return the words that neither have a role nor a sense."""
    for cue in (A_SQUARE, _PAST, _RELATIVES, _SENSE, _SAID, _SAYS):
        plain = cue.sub(" ", plain)
    return unknown_in(plain)


def speaks_of_play(text: str) -> bool:
    """Tell whether a sentence refers to the play, says what is done with one, or unsettles something."""
    is_denied = _SENSE.search(text) is not None and not _left(text) and not _is_about_others(text)
    return (
        is_denied
        or _refers(text, is_question=False)
        or any(cue.search(text) is not None for cue in (_OF_MOVE, _UNSETTLED))
    )


_OF_WORTH = ("mood", "letters_and_luck", "worth", "settled")


def _is_of_its_worth(plain: str) -> bool:
    """Tell whether a sentence says what a play is worth, or that it was hard to find: `Das war nicht leicht.`"""
    is_said = _is_about_others(plain, *_OF_WORTH)
    is_done = _DOES.search(plain) is not None or is_too_much(plain)
    return is_said and not is_done and all(map(str.isupper, _left(plain)))


def is_plainly_against(sentence: str) -> bool:
    """Tell whether a sentence beside a play withholds it, drops it, or asks whether its word stands in a list.

    Whatever else it says: a reason, or whom it concerns.

    >>> said = ("Bitte noch nicht verbuchen, ich muss nachrechnen.", "Den vergessen wir also.", "Is it in our list?")
    >>> [is_plainly_against(each) for each in said]
    [True, True, True]
    >>> said = ("Noch nicht gefrühstückt.", "Das vergessen wir nie!", "Is it raining?", "Ich bin noch nicht dran.")
    >>> [is_plainly_against(each) for each in said]
    [False, False, False, False]
    """
    return any(
        each.search(sentence) for each in (_WITHHOLDS, _DROPS_IT, _DROPS_WORD, _ASKS_OF_LIST)
    )


_WITHHOLDS = worded(r"{begin}{withholds}{end}")
_DROPS_IT = worded(
    r"^\W{0,9}(?:(?:{conjunction}|{contrast}|{filler}|{opens_talk}){end},?\s{1,3}){0,3}{drops_it}(?:[\s,]{1,3}(?:{filler}|{please}|{thus}|{also})){0,3}\W*$"
)
_DROPS_WORD = worded(
    r"^\W{0,9}(?:(?:{conjunction}|{contrast}|{filler}){end},?\s{1,3}){0,3}"
    r"(?:(?:{article}|{my}{letter}{0,2}|{it})\s{1,3})?(?:{field_word}|{play}|(?-i:[A-ZÄÖÜ]{2,15}))\s{1,3}"
    r"(?:(?:{scraps}|{not_laid})(?:\s{1,3}(?:{we_or_i}|{filler}|{please}|{thus}|{also})){0,3})\W*$"
)
"""`TIGER ist vom Tisch`: of a word that is not the play's this was left out before."""
_ASKS_OF_LIST = worded(
    r"{begin}(?:{it}|{it_perhaps}|{field_word}){end}[^.!?]{0,30}{begin}{in_word_list}{end}[^.!?]{0,30}\?"
)
