"""Statistics per game, kept as counts that grow with every match for all to see."""
