"""The published depth of the decode-rollback ring: the rules of `spec/ring-publish.md`.

How a cell keeps its first value is told in `switches.py`; who publishes, in `serve.py`.
"""

from __future__ import annotations

from reference.lifetime import Lifetime
from reference.switches import OnceCell


class RingPublishCalls(Lifetime):
    """The calls of this page."""

    def reset(self) -> None:
        super().reset()
        self._published = OnceCell[int]()

    def set_decode_ring_slots(self, slots: int) -> int:
        # ring-publish/first-write-wins, ring-publish/setter-returns-value-in-force, ring-publish/unchecked, ring-publish/race
        return self._published.set(slots)

    def published_decode_ring_slots(self) -> int | None:
        # ring-publish/reading-sets-nothing
        return self._published.get()
