"""The command `hikyaku` (or `python -m sse`): the service and the engine."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from engine.__main__ import main as run_engine
from sse.operations.serve import serve

SERVE_HELP = """Run the whole service until Ctrl+C. Settings are read from the
environment; without any, nothing leaves this machine and data goes to var/data."""
SERVICE_HELP = """the service:
  {program} serve             run everything: pages, mail, workers, clock
  {program} manage COMMAND    Django's commands and ours; `manage help` lists them

"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command of the service or of the engine; return 0 if it went well."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    program = "python -m sse" if sys.argv[0].endswith("__main__.py") else "hikyaku"
    if words[:1] == ["serve"]:
        parser = argparse.ArgumentParser(f"{program} serve", description=SERVE_HELP)
        parser.parse_args(words[1:])
        return serve()
    if words[:1] == ["manage"]:
        return manage(words[1:])
    return run_engine(words, program, SERVICE_HELP.format(program=program))


def manage(words: Sequence[str]) -> int:
    from django.core.management import execute_from_command_line

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sse.settings")
    execute_from_command_line(["manage.py", *words])
    return 0


if __name__ == "__main__":
    sys.exit(main())
