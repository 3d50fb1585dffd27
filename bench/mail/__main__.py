"""On SQLite and on PostgreSQL, one after the other."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.mail.answers import answers
from bench.mail.door import doors
from bench.mail.reading import readings
from bench.service import set_up
from tests.support.servers import Servers, free_port

DOMAIN = "play.example.org"
PLENTY = "1000000/minute"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.mail")
    parser.add_argument("kind", nargs="?", choices=["sqlite", "postgresql", "reading"])
    options = parser.parse_args()
    if options.kind is None:
        for kind in ("sqlite", "postgresql", "reading"):
            subprocess.run([sys.executable, "-m", "bench.mail", kind], check=True)
    elif options.kind == "reading":
        readings()
    else:
        measure(options.kind)


def measure(kind: str) -> None:
    folder, servers, port = Path(tempfile.mkdtemp()), Servers(), free_port()
    os.environ |= {
        "SECRET_KEY": "only for the bench",
        "MAIL_DOMAIN": DOMAIN,
        "MAIL_FROM": f"Hikyaku <hikyaku@{DOMAIN}>",
        "EMAIL_URL": f"smtp://127.0.0.1:{port}",
        "MAIL_RATE_SEAT": PLENTY,
        "MAIL_RATE_SENDER": PLENTY,
        "MAIL_RATE_ALL": PLENTY,
        "MAIL_RATE_DOMAIN": PLENTY,
        "MAIL_MOST_ANSWERS": "1000000",
    }
    try:
        if kind == "sqlite":
            url = f"sqlite:///{folder / 'bench.sqlite3'}"
            set_up(url, servers.embedded_broker(), folder)
        else:
            url = f"{servers.postgresql(durable=True)}postgres"
            set_up(url, servers.redis(), folder)
        answers(kind, port)
        doors(kind)
    finally:
        servers.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
