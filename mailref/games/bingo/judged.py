"""An entry for a game of Scrabble-Bingo as `judge --json` says it (other games 2)."""

from mailref.games.bingo.course import judged_in
from mailref.games.bingo.rules import words_in
from mailref.record.as_json import Json, JsonObject, fault_to_json
from mailref.referee.policy import Considered


def as_object(entry: Considered, *_: object) -> dict[str, Json]:
    """Return an entry as the object of contract 3: its words and what is wrong, or the call."""
    judged, said = judged_in(entry.found), words_in(entry.entry)
    return {
        "words": list(judged.words) if judged is not None else [],
        "faults": [fault_to_json(fault) for fault in judged.faults] if judged is not None else [],
        "call": judged is None and said is not None and said.is_call,
    }


def in_words(line: JsonObject) -> list[str]:
    """Return the words that were said, or a call."""
    said = [" ".join(line["words"])] if line["words"] else []
    said += ["BINGO"] if line["call"] else []
    wrong = [each["code"] for each in line["faults"]]
    return said + ([f"[{', '.join(wrong)}]"] if wrong else [])
