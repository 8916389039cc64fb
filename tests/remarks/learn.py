"""`make remarks`: learns how sentences beside a play are weighed, and writes `mailref/data/remarks.json`.

Logistic regression by stochastic gradients, each with its own rate (AdaGrad, Duchi et al. 2011). Of a remark
that takes a play away only one sentence need do so: from the second round on it is learned from the one that
weighs most.
"""

import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from mailref.orders.remarks import PLAY, Weights, features_of
from mailref.orders.sections import goes_on, sentences_of
from tests.remarks.of_sets import mails_of_sets

HERE = Path(__file__).parent
WRITTEN = HERE.parent.parent / "mailref" / "data" / "remarks.json"
LINE = "|"
"""Ends a line."""

_ROUNDS = 3
_EPOCHS = 12
_RATE = 0.1
_PENALTY = 0.5
"""By how much its own square makes a weight dear (L2), against one sentence that is taken for the other kind."""
_FEWEST = 2
"""What stands in fewer remarks is not learned from."""
_HUNDREDTHS = 100
_OFTEN = 3
"""So often is learned from whole mails, most of which hold several sentences."""
_SETTLED = 8
"""So often from what issues and tests quote: how that is read is settled, whatever else is learned."""
_SETTLES = 60
"""So often all that is settled is looked at."""
_MOST_OF_TALK, _LEAST_AGAINST = -200, 80
"""What talk that is settled weighs at most, and what is against a play at least, in hundredths."""
_LEAST = 10
"""Weights below are left out, but for those of single words: a word is known that weighs nothing."""

Sentence = Sequence[str]
"""The features of one."""


def remarks(name: str) -> list[str]:
    """Return the remarks of a file, one a line."""
    return (HERE / name).read_text(encoding="utf-8").splitlines()


def said_in(remark: str) -> Iterator[str]:
    """Yield the sentences of a remark; the play stands in one of them, or beside them."""
    lines = list[str]()
    for line in remark.split(LINE):
        if lines and goes_on(lines[-1], line):
            lines[-1] += f" {line}"
        else:
            lines.append(line)
    for line in lines:
        yield from (each for each in sentences_of(line) if any(map(str.isalnum, each)))
    for above, below in pairwise(lines):
        *_, lead = sentences_of(above)
        if above.rstrip().endswith(":") and below.lstrip().startswith(PLAY):
            yield f"{lead.strip()} {PLAY}"  # as it is weighed above a play


def learn(talk: Iterable[str], against: Iterable[str]) -> Weights:
    """Return the weights by which *against* is told from *talk*."""
    return learn_sentences(map(said_in, talk), map(said_in, against))


def learn_sentences(
    talk: Iterable[Iterable[str]],
    against: Iterable[Iterable[str]],
    features: Callable[[str], Iterator[str]] = features_of,
    penalty: float = _PENALTY,
) -> Weights:
    """Return the same of remarks that are cut into sentences, by the *features* of those.

    *penalty*: the more, the less is made of what stands in few remarks.
    """
    samples = [[[[*features(said)] for said in each] for each in part] for part in (talk, against)]
    known = Counter(
        each
        for part in samples
        for remark in part
        for each in {each for said in remark for each in said}
    )
    harmless, harmful = (
        [
            [[each for each in said if known[each] >= _FEWEST] for said in remark]
            for remark in part
            if remark
        ]
        for part in samples
    )
    chance = random.Random(1)
    weights, bias = dict[str, float](), 0.0
    for number in range(_ROUNDS):
        chosen = [
            said
            for remark in harmful
            for said in (
                remark
                if number == 0
                else [max(remark, key=lambda each: sum(weights.get(x, 0) for x in each))]
            )
        ]
        examples: list[tuple[Sentence, int]] = [
            *((said, 0) for remark in harmless for said in remark),
            *((said, 1) for said in chosen),
        ]
        weights, bias = _fitted(examples, chance, penalty)
    kept = {each: round(weight * _HUNDREDTHS) for each, weight in sorted(weights.items())}
    return Weights(
        round(bias * _HUNDREDTHS),
        {
            each: weight
            for each, weight in kept.items()
            if abs(weight) >= _LEAST or each.replace("'", "").isalpha()
        },
    )


def _fitted(
    examples: list[tuple[Sentence, int]], chance: random.Random, dear: float
) -> tuple[dict[str, float], float]:
    """Return the weights and the bias that fit *examples*; both kinds count the same, however many there are."""
    many = sum(kind for _, kind in examples)
    share = (len(examples) / 2 / (len(examples) - many), len(examples) / 2 / many)
    weights, squares = defaultdict[str, float](float), defaultdict[str, float](float)
    penalty = {
        each: dear / many for each, many in Counter(x for said, _ in examples for x in said).items()
    }
    bias, of_bias = 0.0, 0.0
    for _ in range(_EPOCHS):
        chance.shuffle(examples)
        for said, kind in examples:
            total = bias + sum(weights[each] for each in said)
            error = (1 / (1 + math.exp(-max(-30.0, min(30.0, total)))) - kind) * share[kind]
            of_bias += error * error
            bias -= _RATE * error / math.sqrt(of_bias + 1e-8)
            for each in said:
                gradient = error + penalty[each] * weights[each]
                squares[each] += gradient * gradient
                weights[each] -= _RATE * gradient / math.sqrt(squares[each] + 1e-8)
    return weights, bias


def settled(learned: Weights, talk: Iterable[str], against: Iterable[str]) -> Weights:
    """Return weights by which all of *talk* and *against* is told apart, whatever thousands of others say.

    Of a sentence that weighs wrong those features are moved by as much as it lacks, all alike, that hardly any other
    sentence has: several words in a row. What a word weighs by itself is left to the thousands.
    """
    weights = dict(learned.weights)
    kinds = (_MOST_OF_TALK, [*map(said_in, talk)]), (_LEAST_AGAINST, [*map(said_in, against)])
    every = [
        (wanted, [[*features_of(said)] for said in remark])
        for wanted, part in kinds
        for remark in part
    ]

    def weight(said: Sentence) -> int:
        return learned.bias + sum(weights.get(each, 0) for each in said)

    for _ in range(_SETTLES):
        for wanted, remark in every:
            is_talk = wanted == _MOST_OF_TALK
            for said in remark if is_talk else [max(remark, key=weight)] if remark else []:
                lacks = wanted - weight(said)
                if lacks < 0 if is_talk else lacks > 0:
                    own = [each for each in said if _is_seldom(each)] or said
                    step = math.copysign(math.ceil(abs(lacks) / len(own)), lacks)
                    weights.update({each: weights.get(each, 0) + int(step) for each in own})
    return Weights(learned.bias, weights)


def _is_seldom(feature: str) -> bool:
    words = feature.split()
    return len(words) > 1 and any(each.strip("=<>~-").isalpha() for each in words)


def write(learned: Weights, written: Path = WRITTEN) -> None:
    """Write what was learned, each feature on a line of its own."""
    written.write_text(learned.as_shipped(), encoding="utf-8")


if __name__ == "__main__":
    read = (
        [
            *remarks(f"{name}.txt"),
            *remarks(f"quoted_{name}.txt") * _SETTLED,
            *remarks(f"mails_{name}.txt") * _OFTEN,
            *[*mails_of_sets(name)] * _OFTEN,
        ]
        for name in ("talk", "against")
    )
    quoted = (remarks(f"quoted_{name}.txt") for name in ("talk", "against"))
    write(settled(learn(*read), *quoted))
