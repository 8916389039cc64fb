"""Whether a short order answers another matter than the game: `Kegelabend? Ich passe!`, `Wette? Nehme ich an!`.

To pass, to swap and to accept are words of everyday, too. What stands right before them tells: a topic without a verb
(`Skat am Freitag: ich passe.`), thanks with `but`, what people say at cards. The topics of the game itself lead to an
order (`Mein Zug: ich passe.`), as does what only says how it comes about (`Nach langem Grübeln: ich passe.`).
"""

from collections.abc import Collection, Sequence
from itertools import pairwise

from mailref.orders.order_lines import hangs_on_something, pattern_of
from mailref.orders.roles import SUBJECTS, small_talk, tells_of, unknown_in, words_of
from mailref.orders.sections import sentences_of
from mailref.orders.shapes import folded
from mailref.tiles.moves import worded
from mailref.tiles.when_used import regex

_MOST_WORDS = 7
"""A topic is no longer."""
_LONGEST = 400
_GIVES_UP = pattern_of(
    r"{begin}(?:[[i]]\s)?(?:[[pass]]|[[passes]]|[[set_out1]]|[[exchange]]|[[exchange_last]]|[[resign]])(?:\s[[i]])?{end}"
)
_ACCEPTS = pattern_of(r"{begin}(?:[[i]]\s)?(?:[[accept]]|[[accept_parts1]])(?:\s[[i]])?{end}")
_FILLS = pattern_of(
    r"{begin}(?:[[filler]]|[[this_time]]|[[inner]]|[[before_order]]|[[please]]|[[i]]){end}"
)
_BUT = worded(r"(?:^|[,;–-])\s{0,3}{contrast}\W{0,3}$")
_THANKS = worded(r"^\W*(?:{letter}{2,10}\s{1,3}){0,2}{thanking}(?:{end}|\w{0,12})(?P<what>\W.{2,})")
_NONE_FOR_ME = worded(r"(?<!\w){none_for_me}(?!\w)")
_HABIT = worded(r"(?<!\w){quoted_habit}\W*$")
_HOPES = worded(r"(?<!\w){hopes_beside}(?!\w)")
_TOPIC = worded(r"^\W*{topic_leads}(?!\w)")
_MANNER = worded(r"^\W*{manner_leads}(?!\w)")
_OF_GAME = worded(r"(?<!\w){game_topics}(?!\w)")
_HAS_VERB = worded(r"(?<!\w)(?:{verb_or_who})(?!\w)")
_DAY = worded(r"(?<!\w){day_of_matter}(?!\w)")
_THEN = worded(r"^\W*(?:{conjunction}\s{1,3})?{then_first}(?!\w)")
_LEADS_OVER = pattern_of(r"(?:^|[\s,])[[connective]]\W*$")
"""`Endlich Feierabend, also: ich passe` goes on to the game."""
_ASKS_WHICH = worded(r"^\W*{question_words}{end}")
_TO_READER = worded(r"(?<!\w){to_reader}(?!\w)")
_SHORT = 2
_NOTHING = regex(r"[\W\d]*")


def answers_other_matter(
    texts: Sequence[str], names: Collection[str], *, accepts: bool = False
) -> bool:
    """Tell whether an order in one of *texts*, lines of a mail, is said of something else than the game.

    *names*: what its people and its game are called; *accepts*: the order accepts a play, else it gives the turn up.

    >>> [answers_other_matter([each], ()) for each in ("Skat am Freitag: ich passe.", "Mein Zug: ich passe.")]
    [True, False]
    >>> answers_other_matter(["Wette? Nehme ich an!"], (), accepts=True)
    True
    """
    order = _ACCEPTS if accepts else _GIVES_UP
    called = {folded(word) for name in names for word in words_of(name)}
    said = [
        each.strip() for text in texts for each in sentences_of(text[:_LONGEST]) if each.strip()
    ]
    for above, sentence in pairwise(["", *said]):
        found = order.search(sentence)
        if found is not None and _is_other(sentence[: found.start()], above, called):
            return True
    return False


def is_of_other_matter(texts: Sequence[str], names: Collection[str]) -> bool:
    """Tell whether right behind an order in *texts* that gives up, passes or swaps stands that it is no game's.

    >>> said = ("Ich gebe auf! Das Rauchen nämlich, seit Sonntag.", "I pass. The salt, that is.")
    >>> [is_of_other_matter([each], ()) for each in said]
    [True, True]
    >>> said = ("Ich gebe auf. Das bringt nämlich nichts.", "I pass. For the third time, that is.")
    >>> [is_of_other_matter([each], ()) for each in said]
    [False, False]
    """
    called = {folded(word) for name in names for word in words_of(name)}
    said = [
        each.strip() for text in texts for each in sentences_of(text[:_LONGEST]) if each.strip()
    ]
    for sentence, below in pairwise([*said, ""]):
        found = _GIVES_UP.search(sentence)
        behind = "" if found is None else sentence[found.end() :].lstrip(" ,.;:!–-")
        if found is not None and any(_is_supplement(each, called) for each in (behind, below)):
            return True
    return False


def _is_supplement(text: str, called: Collection[str]) -> bool:
    found = _SUPPLEMENTS_BEHIND.match(text) or _SUPPLEMENTED.match(text)
    what = "" if found is None else _ARTICLE.sub("", found["what"])
    if _THING.search(what) or _TOPIC.match(what):  # `zum dritten Mal`
        return False
    is_word = any(len(each) > _SHORT for each in words_of(_AND.sub(" ", what)))
    return is_word and (_PASSES_ON.match(what) is not None or _is_topic(what, called))


_AND = worded("{begin}{conjunction}{end}")
_PASSES_ON = worded(
    r"\W*{passes_on}\s{1,3}(?:{article}|{my}{letter}{0,3})\s{1,3}(?:{letter}{1,12}\s){0,2}?{letter}{3,20}\W*$"
)
"""`Ich passe! Und zwar auf die Kinder.`"""


_ARTICLE = worded(r"^\W*{article}\s{1,3}")
_SUPPLEMENTS_BEHIND = worded(r"\W*{supplement_leads}\s{1,3}(?P<what>[^.,;:!?()\n]{3,60})")
_SUPPLEMENTED = worded(
    r"\W*(?P<what>[^.,;:!?()\n]{3,60}?),?\s{1,3}{supplement_ends}(?=\W*$|\s{0,3}[.,;:!?])"
)
_THING = worded(r"{begin}{things_of_game}{end}")


def hangs_on_answer(texts: Sequence[str], order: str) -> bool:
    """Tell whether what holds an *order* begins with `dann`, right behind a question: `Is it empty? Then I pass.`

    >>> hangs_on_answer(["Is it empty? Then I pass."], "I pass"), hangs_on_answer(["Ich passe. Und dann?"], "passe")
    (True, False)
    """
    said = [
        each.strip() for text in texts for each in sentences_of(text[:_LONGEST]) if each.strip()
    ]
    return any(
        order in sentence and _THEN.match(sentence) is not None and is_left_to_an_answer(above)
        for above, sentence in pairwise(said)
    )


def is_left_to_an_answer(question: str) -> bool:
    """Tell whether a question has a yes or a no for its answer on which something may hang: none put to its reader.

    >>> asked = ("Is the bag empty?", "Ist Bodo noch krank?", "BESSERE erlaubt?")
    >>> [is_left_to_an_answer(each) for each in asked]
    [True, True, True]
    >>> asked = ("Ready?", "Alles gut bei euch?", "Bist du bereit?", "Wie geht's?", "Na, ausgeschlafen?")
    >>> [is_left_to_an_answer(each) for each in asked]
    [False, False, False, False, False]
    """
    if not question.rstrip().endswith("?"):
        return False
    if asks_which(question) or _TO_READER.search(question):
        return False
    names_word = any(each.isupper() for each in words_of(question) if len(each) > _SHORT)
    return names_word or _HAS_VERB.search(question) is not None


def asks_which(question: str) -> bool:
    """Tell whether a question asks who, what or how, so that nothing hangs on a yes: `Was soll ich sagen?`"""
    return _ASKS_WHICH.match(question) is not None


def _is_other(lead: str, above: str, called: Collection[str]) -> bool:
    """Tell whether what leads to an order, and the sentence *above* it, are about another matter."""
    plain = lead.strip()
    if _HABIT.search(plain) or _HOPES.search(plain) or _NONE_FOR_ME.search(plain):
        return not hangs_on_something(plain) and _OF_GAME.search(plain) is None
    head, colon, rest = plain.rpartition(":")
    if colon and _is_filled(rest):
        return _LEADS_OVER.search(head) is None and _is_topic(head, called)
    if plain.endswith(",") and _TOPIC.match(plain):
        return _is_topic(plain, called)
    if _BUT.search(plain):
        thanks = _THANKS.match(plain)
        return thanks is not None and not _OF_GAME.search(thanks["what"])
    return _is_filled(plain) and above.endswith("?") and _is_topic(above, called)


def _is_filled(text: str) -> bool:
    return _NOTHING.fullmatch(_FILLS.sub(" ", text)) is not None


def _is_topic(text: str, called: Collection[str]) -> bool:
    """Tell whether words name a matter that is none of the game, and say nothing of it."""
    words = [each for each in words_of(text) if folded(each) not in called]
    plain = " ".join(words)
    if not words or len(words) > _MOST_WORDS or _OF_GAME.search(plain):
        return False
    if _TOPIC.match(plain):
        return len(words) > 1
    if _HAS_VERB.search(plain) or _MANNER.match(plain):
        return False
    talk = small_talk(*SUBJECTS)
    if _DAY.search(plain) or any(each in talk for each in words):
        return True
    return bool(unknown_in(plain)) or tells_of(plain, *SUBJECTS)
