"""Games in rounds: everybody has the same letters, the best move is laid.

```text
apply          what events change in it
closed_again   a closed round judged again from the moves in its result
closed_round   a closed round as it stands now, with later corrections and renamings
closing        who counts, who wins, what is laid, totals and ranks
contents       what its mails tell
corrections    scores and words corrected; what follows computed anew, what is kept
demo           a game that plays itself: players with habits, a stranger, a robot, a game master
desk_mails     questions about words, and how a game stands, for who runs it
done_again     what follows where a round is done again
draw           the rack filled from the bag
events         what happens in them, in the past tense
family         the referee of games in rounds: what an entry is worth, what is recorded
files          one for others: CSV, GCG, archive, a printed report
first_exports  what an export of the first form, which holds no events, tells of a game in rounds
first_shapes   the shape of such an export, as values
gcg            the moves laid as GCG
gm_decisions   the game master's orders that only games in rounds know, and what all are told of their clock
in_force       which of a player's moves and alternates is in force
judged         an entry as `judge --json` says it
kind           games in rounds as a kind of game
lots           words of players mixed into its draws: for which round one counts
mails          who writes its mails; answers, reminders, notices of a ZAT
next_round     letters, the next round, the end
notices        what the game master must know of letters
past_rounds    all closed rounds of a game, as they stand and as reports told them
past_scores    scores of rounds that are no longer kept whole, and corrections of them
policy         the settings of a game in rounds, and a game with them
published      a game in rounds: its public events, what they tell, the same decided again
reading        how its lines are read: each by itself, as a play
record         a whole game, as the export and the archive tell it
register       a game in rounds opened, and kept in step with the settings
reminders      what the game master is asked and shown: questions about words, the desk; who is reminded
report_mail    reports and openings
reports        who is told what: that a game is opened, what a closed round came to
results        what was decided at the close of a round
revoked        the last order taken back
round_game     the state of a game in rounds
round_told     moves and rounds as JSON
rules          the switches as one value; a variant is a named set of them
settings       [[game]] of a game in rounds: ZATs, letters, switches, a game under way
sheet          closed rounds as rows of the score sheet
shown          what status, preview and top show of one
steps          closing a round and going on; letters that the game master gives, replaces or has drawn anew
switches       the switches as a table, and back
ties           which of several equal best moves is laid
told           what an export tells; the hash that each report carries
views          its board and moves as templates see them
```
"""
