"""Words to verdicts: valid, accepted, refused with the reason, unknown with evidence.

```text
verdicts    what a verdict is, and what the referee asks of a lexicon
german      the German lists and the order in which they judge
spelling    how the lists spell a word
derivation  whether a word follows from a base form that a player states
evidence    what the lists tell of a word that the game master must rule on
```
"""
