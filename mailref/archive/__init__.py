"""The archive: a game as a folder of pages that need nothing else, one for each closed round."""
