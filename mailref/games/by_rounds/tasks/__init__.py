"""A game of which each round sets a task: everybody sends one answer, at the ZAT each has its points.

For a kind that needs nothing else it is whole: a kind says what is asked, what a line answers and what
that is worth, in `kind.py` and a few templates.

kind        what such a kind says
events      what happens; game: what it makes of the state
referee     what mails and orders come to
contents    what is told; mails: how it is written
published   exports, and the check of them
settings    the keys of `[[game]]` and `[game.rules]`
"""
