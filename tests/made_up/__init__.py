"""A language that nobody speaks: made of the English folder, it proves that a folder is a language."""
