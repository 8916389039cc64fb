"""An event loop in a thread of its own, so that servers run beside the program."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from types import TracebackType
from typing import Any, Self, TypeVar

T = TypeVar("T")

_PATIENCE = 20.0


class LoopThread:
    """Runs what it is given in its loop; stops everything on leaving the context."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._work, name="mail servers", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.run(self._cancel_all())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(_PATIENCE)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Return what *work* returns; called from any other thread."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(_PATIENCE)

    def call(self, act: Callable[[], T]) -> T:
        """Return what *act* returns when called in the loop's thread, from whichever thread."""
        if threading.current_thread() is self._thread:
            return act()

        async def work() -> T:
            return act()

        return self.run(work())

    def _work(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_forever()
        self.loop.close()

    async def _cancel_all(self) -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
