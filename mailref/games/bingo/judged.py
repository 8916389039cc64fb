"""An entry for a game of Scrabble-Bingo as `judge --json` says it (other games 2)."""

from mailref.games.bingo.course import judged_in
from mailref.games.bingo.policy import RunningBingo
from mailref.games.bingo.rules import words_in
from mailref.record.as_json import Json, fault_to_json
from mailref.referee.policy import Considered, Office


def as_object(entry: Considered, _running: RunningBingo, _office: Office) -> dict[str, Json]:
    """Return an entry as the object of contract 3: its words and what is wrong, or the call."""
    judged, said = judged_in(entry.found), words_in(entry.entry)
    return {
        "words": list(judged.words) if judged is not None else [],
        "faults": [fault_to_json(fault) for fault in judged.faults] if judged is not None else [],
        "call": judged is None and said is not None and said.is_call,
    }


def in_words(line: dict[str, Json]) -> list[str]:
    """Return the words that were said, or a call."""
    words, faults = line.get("words"), line.get("faults")
    said = [" ".join(map(str, words))] if isinstance(words, list) and words else []
    said += ["BINGO"] if line.get("call") else []
    wrong = (
        [each["code"] for each in faults or [] if isinstance(each, dict)]
        if isinstance(faults, list)
        else []
    )
    return said + ([f"[{', '.join(map(str, wrong))}]"] if wrong else [])
