"""Programs that play Samurai Battles; they write orders as people do."""

from engine.bots import Bot
from engine.samurai_battles.bots.greedy import greedy
from engine.samurai_battles.bots.tactician import tactician

BOTS: dict[str, Bot] = {"greedy": greedy, "tactician": tactician}
