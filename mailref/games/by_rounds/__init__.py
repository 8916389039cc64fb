"""All at once until a ZAT: what games have in common whose rounds end at a time that is the same for all.

A kind that needs nothing special finds a whole game in `tasks/`: in each round a task is set, everybody
sends one answer, and at the ZAT each answer has its points.

```text
clock      what the referee answers in any such game: whose round it is, when it is due
demo       what such games have in common that play themselves
referee    what time, settings and the game master bring about, where a kind says what a round is
policy     the settings of such a game
state      the state of a game, as far as every such kind has it
orders     what orders about its clock record
ordered    what is ordered, or done by players, in any game with rounds: what must be so for it to happen
reminders  what the game master is told because time passes
decided_again  what is recorded is decided once more: what kinds have in common of that
tasks/     a game of which each round sets a task
```
"""
