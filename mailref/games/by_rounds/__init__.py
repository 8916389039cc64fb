"""All at once until a ZAT: what games have in common in which rounds end at a time that is the same for all.

A kind that needs nothing special takes its state, its record and its mails from here, too: in each
round a task is set, everybody sends one answer, and at the ZAT each answer has its points.

clock      what the referee answers in any such game: whose round it is, when it is due
demo       what such games have in common that play themselves
referee    what time, settings and the game master bring about, where a kind says what a round is
policy     the settings of such a game
"""
