"""The examples' own tests run where their games are known: tests/engine/test_nim.py."""

collect_ignore_glob = ["*/test_*.py"]
