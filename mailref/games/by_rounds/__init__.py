"""All at once until a ZAT: what games have in common whose rounds end at a time that is the same for all.

A kind that needs nothing special finds a whole game in `tasks/`: in each round a task is set, everybody
sends one answer, and at the ZAT each answer has its points.

```text
kind           such a kind: what its `kind` need not say itself
referee        what time, settings and the game master bring about; when a round is due, what ZAT comes next
absences       days on which players are away
players        players excluded, let in, renamed, given other addresses
contents       what its mails tell, and what the game master is told because time passes
mails          how they are written; a kind adds its figures
game           the state of a game, as far as every such kind has it; what its ZAT allows
policy         the settings of such a game
settings       [[game]] of such a kind: its rules, and when its rounds end
shown          what status and preview show of one
demo           what such games have in common that play themselves
tasks/         a game of which each round sets a task
```
"""
