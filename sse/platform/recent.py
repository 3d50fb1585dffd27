"""What this process used last, shared by its threads."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(OrderedDict[K, V]):
    """A mapping that forgets what was kept longest ago.

    Looking something up needs no lock; to keep it takes several steps, and has one.
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most, self.lock = most, threading.Lock()

    def keep(self, key: K, value: V) -> None:
        with self.lock:
            self[key] = value
            self.move_to_end(key)
            while len(self) > self.most:
                self.popitem(last=False)
