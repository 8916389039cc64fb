"""[[game]] of a game of Scrabble-Bingo (other games 2)."""

from mailref.games.bingo.switches import SWITCHES
from mailref.games.by_rounds.settings import SettingsByRounds

SETTINGS = SettingsByRounds("Scrabble-Bingo", SWITCHES)
