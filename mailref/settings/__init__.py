"""The settings file: TOML in, checked values out, every fault with its key (contract 2).

```text
load         a file to Settings, or to all its faults, read again when it changes; [mail] and [[mailbox]]; a JSON schema
toml_text    the text of the file: dates as people write them, the line of each key; a first file from a few answers
values       what comes out, faults and warnings; durations, addresses, zones, schedules
offered      what there is to choose from for a first game: languages, kinds, tiles, lists of words
sets         with which tiles, on which board and by which list a game is played
club         [club]: which games members may begin; the settings of one
begun        the games that stand in no file, since members have begun them
games        [[game]] and [[tournament]]: what each has, what its kind reads
```
"""
