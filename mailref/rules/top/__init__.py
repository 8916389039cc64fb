"""The best possible moves of a position (docs/top.md).

tables   the word list as sets of words, kept on disk by mailref.toptables
words    the words of one game: the list less suspects and refused words, plus accepted ones
grid     a board as 30 lines of cells: what lies there, which letters fit where
slots    where a rack could lay a play, and what it could score there at most
best     the best plays: slots by falling bound, words by intersecting sets
search   TopSearch: what the rest of the program calls
"""
