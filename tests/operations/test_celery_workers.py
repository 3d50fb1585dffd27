"""A Celery worker ends when it is told to, whatever has become of its broker."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.servers import Servers
from tests.support.service import PATIENCE, ROOT, wait_until


@pytest.mark.parametrize("trouble", [signal.SIGKILL, signal.SIGSTOP])
def test_a_worker_ends_that_lost_its_broker_at_the_start(
    trouble: signal.Signals, tmp_path: Path
) -> None:
    """It has just said that it is ready: the first heartbeat is on its way."""
    servers, out = Servers(), tmp_path / "out"
    url = servers.redis()
    broker = servers.children[-1].process
    assert broker
    with out.open("wb") as log:
        worker = subprocess.Popen(
            [
                *(sys.executable, "-m", "celery", "--quiet", "--app", "sse", "worker"),
                *("--loglevel", "INFO", "-n", "lost@%h", "-c", "1", "-Q", "bots"),
                *("--without-gossip", "--without-mingle"),
            ],
            cwd=ROOT,
            env={**os.environ, "REDIS_URL": url},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        wait_until(lambda: b" ready." in out.read_bytes(), out)
        broker.send_signal(trouble)
        worker.terminate()
        assert worker.wait(PATIENCE) == 0
    finally:
        if worker.poll() is None:
            os.killpg(worker.pid, signal.SIGKILL)
            worker.wait()
        broker.send_signal(signal.SIGCONT)
        servers.stop()
