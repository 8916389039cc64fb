"""A toy: who finds the longest word in the letters of a round?"""
