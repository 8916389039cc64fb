"""What a question to the game master was about, by the cause of the step that asked it."""

HELD = "held:"
"""How the cause of a step begins that a round which is due waits for him."""


def words_of_question(cause: str) -> tuple[str, ...]:
    """Return the words about which the mail of a step with this cause asks.

    >>> words_of_question("ask:yerres:4:EUBÖA,XQ")
    ('EUBÖA', 'XQ')
    """
    return tuple(cause.rpartition(":")[2].split(","))


def asks_about_tie(cause: str) -> bool:
    """Tell whether a notice from a step with this cause asks which of equal moves is laid.

    >>> asks_about_tie("held:4:0:1:yerres"), asks_about_tie("close:yerres:4")
    (True, False)
    """
    return cause.startswith(HELD)
