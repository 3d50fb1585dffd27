"""The index: what the archive knows of a match that has ended, ready to be found."""
