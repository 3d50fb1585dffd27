"""Replays: every step of a match with its picture, its words and its place."""
