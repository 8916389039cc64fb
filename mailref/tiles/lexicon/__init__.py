"""Words to verdicts: valid, accepted, refused with the reason, unknown with evidence.

```text
verdicts    what a verdict is, how lists spell, what the referee asks of a lexicon
german      the German lists and the order in which they judge; what they tell of a word to be ruled on
packed      a list of any set of tiles: read line by line, packed, searched where it lies
listed      the lexicon of a plain list; a club's short words, letters in any order
evidence    what lists know of a word to be ruled on
derivation  whether a word follows from a base form that a player states
```
"""
