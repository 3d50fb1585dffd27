"""The archive with a million matches: `python -m bench.archive`.

Real logs, repeated with other people, titles and days, are written as rows; then pages
are asked for as a browser would, without a network. Nothing here is a test.
"""
