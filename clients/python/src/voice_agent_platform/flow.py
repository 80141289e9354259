"""Calls that take many requests, without input and output: `runner.py` executes the steps, with or without asyncio."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeAlias, TypeVar

from .exchange import Attempt, Pause, Steps

T = TypeVar("T")


@dataclass(frozen=True)
class Take:
    """Receives the next item of the source, or `END`."""


@dataclass(frozen=True)
class Give(Generic[T]):
    """Hands an item to the consumer. Receives `STOPPED` if the consumer wants no more."""

    item: T


END: Final = object()
STOPPED: Final = object()

Flow: TypeAlias = Generator[Attempt | Pause | Take | Give[T], Any, None]


def remaining(flow: Flow[Any], received: object) -> Steps[None]:
    """The last requests of a flow whose consumer has stopped."""
    while True:
        try:
            step = flow.send(received)
        except StopIteration:
            return
        if isinstance(step, (Take, Give)):
            raise AssertionError("A flow goes on although its consumer has stopped")
        received = yield step
