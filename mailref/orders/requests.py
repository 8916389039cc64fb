"""What a sentence beside a play asks of the person who runs the game, or tells that person: no robot can do it.

A new address, a longer deadline, the end of playing, a sum to be looked at again, a word to another player, a
question about the rules. Talk, thanks and excuses are none of it, nor is what the answer to a move tells anyway.
"""

from mailref.orders.beside import refers_to_play
from mailref.orders.roles import words_of
from mailref.orders.shapes import days_within
from mailref.tiles.moves import worded
from mailref.tiles.when_used import regex


def is_request(sentence: str) -> bool:
    """Tell whether a sentence asks somebody for something, or announces what somebody must know.

    >>> is_request("Meine neue Adresse ist max@example.org."), is_request("Kannst du bis Sonntag warten?")
    (True, True)
    >>> is_request("Nehmt mich bitte aus dem Verteiler."), is_request("I offer to end the game here.")
    (True, True)
    >>> is_request("Bei uns schneit es."), is_request("Please excuse the delay.")
    (False, False)
    """
    if asks_of_last_score(sentence):
        return True
    if _NO_REQUEST.search(sentence):
        return False
    if any(each.search(sentence) for each in (_ASKS, _TELLS, _ASKS_TO_WAIT)) or _gives_address(
        sentence
    ):
        return True
    if (
        days_within(sentence) is not None
        or _FROM_DAY.search(sentence) is not None
        or (_TO_ALL.search(sentence) is not None and not names_play(sentence))
    ):
        return True
    is_polite = _MAY_YOU.search(sentence) is not None
    is_whole = _PASSES_ON.search(sentence) is not None or len([*words_of(sentence)]) > _FEWEST
    asks = is_polite or (is_whole and _PLEASE.search(sentence) is not None)
    is_of_play = names_play(sentence) or any(
        each.search(sentence) is not None for each in (_OF_PLAY, _OF_LAYING, _SUMS_AGAIN)
    )
    return asks and not (is_of_play or refers_to_play(sentence, is_question=False))


def asks_of_rules(sentence: str) -> bool:
    """Tell whether a sentence asks what anybody may lay, and not whether its own play may be.

    >>> asks_of_rules("Darf ich auch Flüsse nehmen?"), asks_of_rules("Darf ich das nehmen?")
    (True, False)
    """
    if not sentence.rstrip(_STOPS).endswith("?"):
        return False
    if names_play(sentence) or refers_to_play(sentence, is_question=True):
        return False
    if _OWN.search(sentence):
        return False
    is_short = sum(1 for _ in words_of(sentence)) <= _FEW
    is_of_kinds = _KINDS_OF_WORDS.search(sentence) and (is_short or _OF_THE_GAME.search(sentence))
    return bool(is_of_kinds) or _MAY_ONE.search(sentence) is not None


def asks_of_game(sentence: str) -> bool:
    """Tell whether a sentence asks of the game as a whole, its season or its rules, and nothing of its own play.

    >>> asks_of_game("Zählt das Spiel für die Jahreswertung oder nicht?"), asks_of_game("Is this game rated?")
    (True, True)
    >>> asks_of_game("Zählt das nach den Regeln?"), asks_of_game("Is it allowed by the rules?")
    (False, False)
    """
    if not sentence.rstrip(_STOPS).endswith("?") or names_play(sentence):
        return False
    first = _AS_A_WHOLE.search(sentence)
    if first is None or _OF_MOVE.search(sentence):
        return False
    lead = _MY_QUESTION.sub(" ", sentence[: first.start()])
    if _LEADS_ELSEWHERE.search(lead):  # `Oder nächste Partie?`
        return False
    behind = _STANDS_FOR_IT.sub(" ", _AS_A_WHOLE.sub(" ", sentence[first.end() :]))
    return not refers_to_play(f"{lead} {behind}", is_question=True)


def asks_of_last_score(sentence: str) -> bool:
    """Tell whether a sentence says that an earlier move was not scored right, and nothing of the one it stands beside.

    >>> asks_of_last_score("Bitte nachrechnen, mein letzter Zug war mehr wert.")
    True
    >>> asks_of_last_score("Mein letzter Zug war besser."), asks_of_last_score("Bitte nachrechnen.")
    (False, False)
    """
    is_of_last = _LAST_SCORE.search(sentence) is not None and not names_play(sentence)
    return is_of_last and _SCORE_WRONG.search(sentence) is not None


def is_for_person(sentence: str) -> bool:
    """Tell whether a sentence beside a play is for a person, and says nothing of the play.

    Not whether somebody is to wait: that may be meant of the play.
    """
    if any(asks(sentence) for asks in (asks_of_rules, asks_of_game, asks_of_last_score)):
        return True
    is_said = any(each.search(sentence) for each in (_ASKS, _TELLS)) or _gives_address(sentence)
    if names_play(sentence) or _OF_PLAY.search(sentence):
        return False
    if _SUMS_AGAIN.search(sentence):
        return True
    asks = sentence.rstrip(_STOPS).endswith("?")
    return is_said and not refers_to_play(sentence, is_question=asks)


def asks_to_hear(sentence: str) -> bool:
    """Tell whether a sentence asks for word if a mail has not arrived, which the answer to it tells anyway.

    >>> asks_to_hear("Sag Bescheid, falls das nicht angekommen ist.")
    True
    >>> asks_to_hear("Sag Bescheid, falls das nicht gilt.")
    False
    """
    return _IF_IT_ARRIVES.match(sentence) is not None and not names_play(sentence)


def names_play(sentence: str) -> bool:
    """Tell whether a square or a word in capitals stands in a sentence."""
    return _PLACE_OR_WORD.search(sentence) is not None


def _gives_address(sentence: str) -> bool:
    """Tell whether an address on the net stands in a sentence, and not alone below a name."""
    return (
        _ADDRESS.search(sentence) is not None
        and sum(map(str.islower, words_of(_ADDRESS.sub(" ", sentence)))) >= _FEWEST
        and _WROTE.search(sentence) is None
    )


_FEWEST = 3
_FEW = 5
_STOPS = " )\"'“”»"
_ADDRESS = regex(r"(?<![^\s@])[^\s@]{1,64}@[^\s@]{1,253}\.\w{1,63}")
"""So long may a part of one be (RFC 5321, 4.5.3.1); sought where a word begins, or a long one costs its square."""
_WROTE = regex(r":\s{0,3}$")
_IF_IT_ARRIVES = worded(
    r"\W{0,9}(?:{letter}{1,12}\W{1,3}){0,3}?{gives_word}{end}[^.!?\n]{1,60}{begin}{arrives}{end}(?:\s{1,3}{letter}{1,8})?\W*$"
)
_ASKS = worded(r"{begin}{asks_person}{end}")
_ASKS_TO_WAIT = worded(r"{begin}{asks_to_wait}{end}")
_SUMS_AGAIN = worded(r"{begin}{sums_again}{end}")
_LAST_SCORE = worded(r"{begin}{last_score}{end}")
_SCORE_WRONG = worded(r"{begin}{score_wrong}{end}")
_TELLS = worded(r"{begin}{tells_person}{end}")
_NO_REQUEST = worded(r"{begin}{asks_nobody}{end}")
_MAY_YOU = worded(r"{begin}{may_you}{end}")
_PLEASE = worded(r"{begin}{please_too}{end}")
"""`Nehmt mich bitte aus dem Verteiler.`"""
_FROM_DAY = worded(
    r"{begin}(?:{from_words}|{from_on})\s{1,3}(?:{letter}{2,4}\s)?\d{1,2}(?:st|nd|rd|th|\.)?\s?(?:{letter}{3,9}|\d{1,2}\.)"
)
"""`Ab dem 8. Dezember bin ich bei meiner Tochter.`"""
_OF_LAYING = worded(r"{begin}(?:{joker}|{direction_word}|{lays}){end}")
_TO_ALL = worded(r"{begin}{offers_to_all}{end}")
"""`I offer a draw.`"""
_PASSES_ON = worded(r"{begin}{tell_somebody}{end}")
_KINDS_OF_WORDS = worded(r"{begin}{kinds_of_words}{end}")
_MAY_ONE = worded(r"{begin}{may_one}{end}")
_OF_THE_GAME = worded(r"{begin}{asks_about_game}{end}")
_OF_PLAY = worded(r"{begin}{of_play}{end}")
_AS_A_WHOLE = worded(
    r"{begin}(?:(?:{article}|{article_too}|{this_or_that})\s{1,3})?(?:{letter}{2,12}\s{1,3})?(?:{letter}{2,15}-)?{game_as_a_whole}{end}"
)
_STANDS_FOR_IT = worded(r"{begin}{stands_for_game}{end}")
_LEADS_ELSEWHERE = worded(r"{begin}{not_before_game}{end}")
_MY_QUESTION = worded(r"^\W*[^,:?\n]{0,60}{begin}{a_question}{end}[^,:?\n]{0,40}[,:]")
_OF_MOVE = worded(
    r"{begin}(?:{play}|{field_word}|{myself}|{my}{letter}{0,2}|{withdrawn}|{instead}|{correction}|{so_kind}){end}"
)
_OWN = worded(r"{begin}{my}{letter}{0,2}\s{1,3}(?:{letter}{1,15}\s{1,3})?{of_play}{end}")
_PLACE_OR_WORD = worded(
    r"(?<![{letters}\d]){square}{letter}?{end}|(?-i:(?<![{letters}])(?!ZAT)[A-ZÄÖÜ]{3,15}(?![{letters}]))"
)
