"""A whole game for others, and the check of it: the first difference is named.

```text
game_json      a game as JSON (contract 4)
move_json      a move as JSON (contract 3)
gcg            the moves laid as GCG
read_export    an export to values
verify         the check: rules, tiles, draws, lots
verify_rounds  closed rounds judged again
verify_moves   moves, words and the top judged again
```
"""
