"""`make bench`: our engine against well-known programs, in the same run."""
