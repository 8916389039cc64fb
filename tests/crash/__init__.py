"""System calls that fail, or end the process: a library preloaded into the program, built by the test.

faults.c      the library
preloaded.py  built, and programs started with it
"""
