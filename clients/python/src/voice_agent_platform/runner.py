"""Sends requests and waits between them, with and without asyncio."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator
from typing import Any, TypeVar, cast

import httpx

from .exchange import Attempt, Outcome, Pause, Settings, Steps, problem_of
from .flow import END, STOPPED, Flow, Give, Take, remaining
from .stream import LAST, EventReader, StreamError

R = TypeVar("R")
T = TypeVar("T")


class SyncRunner:
    """Takes the steps of an exchange in the caller's thread."""

    def __init__(self, settings: Settings, http: httpx.Client) -> None:
        self.settings = settings
        self.http = http

    def run(self, steps: Steps[R]) -> R:
        outcome: Outcome = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as done:
                return cast(R, done.value)
            outcome = self._taken(step)

    def flow(self, flow: Flow[T], source: Iterable[Any] = ()) -> Iterator[T]:
        """Iterates over what a flow gives."""
        items = iter(source)
        received: Any = None
        while True:
            try:
                step = flow.send(received)
            except StopIteration:
                return
            received = None
            if isinstance(step, Give):
                try:
                    yield step.item
                except GeneratorExit:
                    self.run(remaining(flow, STOPPED))
                    raise
            elif isinstance(step, Take):
                received = next(items, END)
            else:
                received = self._taken(step)

    def events(self, steps: Steps[httpx.Response]) -> Iterator[Any]:
        """Iterates over the events of a stream as they arrive."""
        response = self.run(steps)
        try:
            if not _is_stream(response):
                response.read()
                raise problem_of(response)
            reader = EventReader(response)
            for line in response.iter_lines():
                event = reader.event(line)
                if event:
                    yield event
                    if event["type"] == LAST:
                        return
        except httpx.TransportError as error:
            raise StreamError("The stream was cut off") from error
        finally:
            response.close()
        raise StreamError("The stream ended before the answer was complete")

    def _taken(self, step: Attempt | Pause) -> Outcome:
        if isinstance(step, Attempt):
            return self._sent(step)
        time.sleep(step.seconds)
        return None

    def _sent(self, step: Attempt) -> Outcome:
        try:
            response = self.http.send(
                self.http.build_request(
                    step.method, step.url, headers=step.headers, content=step.content, timeout=step.timeout
                ),
                stream=step.streams,
            )
            if not response.is_success:
                response.read()
            return response
        except httpx.TransportError as error:
            return error


class AsyncRunner:
    """Takes the steps of an exchange in the caller's event loop."""

    def __init__(self, settings: Settings, http: httpx.AsyncClient) -> None:
        self.settings = settings
        self.http = http

    async def run(self, steps: Steps[R]) -> R:
        outcome: Outcome = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as done:
                return cast(R, done.value)
            outcome = await self._taken(step)

    async def flow(
        self, flow: Flow[T], source: Iterable[Any] | AsyncIterable[Any] = ()
    ) -> AsyncIterator[T]:
        """Iterates over what a flow gives."""
        items = _asynchronous(source)
        received: Any = None
        while True:
            try:
                step = flow.send(received)
            except StopIteration:
                return
            received = None
            if isinstance(step, Give):
                try:
                    yield step.item
                except GeneratorExit:
                    await self.run(remaining(flow, STOPPED))
                    raise
            elif isinstance(step, Take):
                received = await anext(items, END)
            else:
                received = await self._taken(step)

    async def events(self, steps: Steps[httpx.Response]) -> AsyncIterator[Any]:
        """Iterates over the events of a stream as they arrive."""
        response = await self.run(steps)
        try:
            if not _is_stream(response):
                await response.aread()
                raise problem_of(response)
            reader = EventReader(response)
            async for line in response.aiter_lines():
                event = reader.event(line)
                if event:
                    yield event
                    if event["type"] == LAST:
                        return
        except httpx.TransportError as error:
            raise StreamError("The stream was cut off") from error
        finally:
            await response.aclose()
        raise StreamError("The stream ended before the answer was complete")

    async def _taken(self, step: Attempt | Pause) -> Outcome:
        if isinstance(step, Attempt):
            return await self._sent(step)
        await asyncio.sleep(step.seconds)
        return None

    async def _sent(self, step: Attempt) -> Outcome:
        try:
            response = await self.http.send(
                self.http.build_request(
                    step.method, step.url, headers=step.headers, content=step.content, timeout=step.timeout
                ),
                stream=step.streams,
            )
            if not response.is_success:
                await response.aread()
            return response
        except httpx.TransportError as error:
            return error


def _is_stream(response: httpx.Response) -> bool:
    """Whether the service answers, or the page of a proxy, or a problem."""
    media_type: str = response.headers.get("content-type", "")
    return response.is_success and media_type.startswith("text/event-stream")


async def _asynchronous(source: Iterable[T] | AsyncIterable[T]) -> AsyncIterator[T]:
    if isinstance(source, AsyncIterable):
        async for item in source:
            yield item
    else:
        for item in source:
            yield item
