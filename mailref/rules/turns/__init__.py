"""Games in turns: private racks, one after another; a play may be challenged (docs/classic.md).

```text
turn_rules       the switches, house rules included; what only its owner may see
turn_switches    the switches, Un-Scrabble's and Solitaire's too, as a variant's file and `[game.rules]` say them
turn_vocabulary  the words of each language
orders           what a player asks for, as written
turn_events      what happens, in the past tense; in a league of soloists, too
seated_game      what every game of players at a table has, and what its events change
turn_game        the classic game: board, bag, the opening word; who begins, the draws, their receipts
turn_history     what is told of a game: its turns one by one, what happened beside them, the score sheet
course           how a game goes on: whose turn it is, what stands, what was kept, the end; what comes of a mail
classic_book     what the classic game does in its own way: an order judged, carried out, the end
unscrabble       tiles taken from a full board: what is asked for, what may be taken, what happens
unscrabble_game  the state of Un-Scrabble, and what each event changes in it
beginning        seats, tiles and the first turn: what is drawn before anybody moves
unscrabble_book  what Un-Scrabble does in its own way; what may be told of its turns
solitaire        one player for himself: tiles in a fixed order, or chosen
solo_game        a league of soloists: each at a table of his own
respond          what a mail does, and a ruling, a time-out; the open play challenged or accepted
```
"""
