"""The settings file: TOML in, checked values out, every fault with its key (contract 2).

```text
load       a file to Settings, or all its faults
model      what comes out; faults and warnings
servers    [mail]
games      [[game]], with
start      [game.start] and the letters, against the tile set
schedules  "every 3 weeks on friday at 20:00", in English and German
values     durations, sizes, addresses, zones, secrets ...
draft      a first settings file
```
"""
