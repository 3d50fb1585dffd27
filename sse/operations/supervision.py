"""Child processes that are started again when they fall, and leave none behind."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext, suppress
from pathlib import Path

FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.5, 30.0  # before it starts again
STEADY_SECONDS = 10.0  # a process that ran so long fell by chance
STOP_SECONDS = 5.0  # for processes to stop by themselves
GLANCE_SECONDS = 0.1
DIE_WITH_PARENT = 1  # Linux's PR_SET_PDEATHSIG


class Watchdog:
    """A small process that ends our children if we are killed: watchdog.py."""

    def __init__(self, folder: Path, files: Sequence[int] = ()) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sse.operations.watchdog"],
            cwd=folder,
            stdin=subprocess.PIPE,
            pass_fds=files,
            start_new_session=True,
        )

    @property
    def is_alive(self) -> bool:
        return self.process.poll() is None

    def tell(self, verb: str, group: int) -> None:
        assert self.process.stdin
        with suppress(BrokenPipeError):  # it was killed, and another one comes
            self.process.stdin.write(f"{verb} {group}\n".encode())
            self.process.stdin.flush()

    def close(self) -> None:
        """End its input: it ends what it still knows of, and then itself."""
        assert self.process.stdin
        with suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.wait()


class Child:
    """One program in a process group of its own."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        folder: Path,
        files: Sequence[int] = (),
        watchdog: Callable[[], Watchdog | None] = lambda: None,
        log: Path | None = None,
    ) -> None:
        self.name, self.command, self.folder = name, command, folder
        self.files = files  # open ones that it inherits
        self.watchdog, self.log = watchdog, log
        self.process: subprocess.Popen[bytes] | None = None
        self.began = self.again_at = 0.0
        self.falls = 0  # in a row

    def start(self) -> None:
        self.began = time.monotonic()
        with self.log.open("ab") if self.log else nullcontext() as log:
            self.process = subprocess.Popen(
                self.command,
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=self.files,
                start_new_session=True,  # Ctrl+C is ours to hear, and to pass on
                preexec_fn=die_with(os.getpid()) if sys.platform == "linux" else None,
            )
        self.tell("begin")

    def tell(self, verb: str) -> None:
        """Tell the watchdog, if there is one."""
        if self.process is not None and (watchdog := self.watchdog()):
            watchdog.tell(verb, self.process.pid)

    @property
    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def look_after(self) -> None:
        """Start it again if it fell, each time after a longer pause."""
        now = time.monotonic()
        if self.process is None:
            if now >= self.again_at:
                self.start()
        elif not self.is_alive:
            code = self.process.returncode
            self.kill()
            self.falls = self.falls + 1 if now - self.began < STEADY_SECONDS else 1
            pause = min(
                FIRST_PAUSE_SECONDS * 2 ** (self.falls - 1), LONGEST_PAUSE_SECONDS
            )
            self.again_at = now + pause
            say(f"{self.name} fell ({code}); it starts again in {pause:g} s.")

    def ask_to_stop(self) -> None:
        if self.process is not None and self.is_alive:
            self.process.terminate()

    def kill(self) -> None:
        """End it now, with all its own children."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.tell("end")
            self.process = None


def stop_all(children: Iterable[Child]) -> None:
    """Ask all to stop, and kill those that take too long."""
    running = [child for child in children if child.process]
    for child in running:
        child.ask_to_stop()
    end = time.monotonic() + STOP_SECONDS
    while any(child.is_alive for child in running) and time.monotonic() < end:
        time.sleep(GLANCE_SECONDS)
    for child in running:
        child.kill()


LIBRARY = ctypes.CDLL(None)


def die_with(parent: int) -> Callable[[], None]:
    """Let the system end a child if the supervisor is killed; runs before exec."""

    def prepare() -> None:
        LIBRARY.prctl(DIE_WITH_PARENT, signal.SIGTERM)
        if os.getppid() != parent:  # it was killed a moment ago
            os._exit(1)

    return prepare


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
