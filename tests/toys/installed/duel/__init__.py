"""A toy in turns with secrets: each of two hides a word, then in turn each guesses a letter of the other's."""
