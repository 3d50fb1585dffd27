"""Looking for matches: what is wanted, which pages there are, what can be chosen."""
