"""Operations as functions. Each is declared once, and called with or without asyncio."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, overload

from .exchange import WithResponse, answered, exchange
from .request import ListRequest, Request, StreamRequest
from .runner import AsyncRunner, SyncRunner

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")
Runner = TypeVar("Runner", SyncRunner, AsyncRunner)


class Calls(Generic[Runner]):
    """The operations of a resource."""

    def __init__(self, runner: Runner) -> None:
        self.runner: Runner = runner


class Call(Generic[P, R]):
    """An operation: call it for its answer, or `with_response` for the answer with its status and headers."""

    def __init__(self, runner: SyncRunner, describe: Callable[P, Request[R]]) -> None:
        self._runner = runner
        self._describe = describe

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.with_response(*args, **kwargs).reply

    def with_response(self, *args: P.args, **kwargs: P.kwargs) -> WithResponse[R]:
        return self._runner.run(exchange(self._runner.settings, self._describe(*args, **kwargs)))


class AsyncCall(Generic[P, R]):
    """An operation: await it for its answer, or `with_response` for the answer with its status and headers."""

    def __init__(self, runner: AsyncRunner, describe: Callable[P, Request[R]]) -> None:
        self._runner = runner
        self._describe = describe

    async def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return (await self.with_response(*args, **kwargs)).reply

    async def with_response(self, *args: P.args, **kwargs: P.kwargs) -> WithResponse[R]:
        return await self._runner.run(exchange(self._runner.settings, self._describe(*args, **kwargs)))


class ListCall(Call[P, R], Generic[P, R, T]):
    """A list: call it for one page, or iterate over `pages`, or over `all` items of all pages."""

    def pages(self, *args: P.args, **kwargs: P.kwargs) -> Iterator[R]:
        request: Request[R] | None = self._describe(*args, **kwargs)
        while request:
            page = self._runner.run(exchange(self._runner.settings, request)).reply
            yield page
            request = _next(request, page)

    def all(self, *args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
        for page in self.pages(*args, **kwargs):
            yield from _items(page)


class AsyncListCall(AsyncCall[P, R], Generic[P, R, T]):
    """A list: await it for one page, or iterate over `pages`, or over `all` items of all pages."""

    async def pages(self, *args: P.args, **kwargs: P.kwargs) -> AsyncIterator[R]:
        request: Request[R] | None = self._describe(*args, **kwargs)
        while request:
            page = (await self._runner.run(exchange(self._runner.settings, request))).reply
            yield page
            request = _next(request, page)

    async def all(self, *args: P.args, **kwargs: P.kwargs) -> AsyncIterator[T]:
        async for page in self.pages(*args, **kwargs):
            for item in _items(page):
                yield item


class StreamCall(Call[P, R], Generic[P, R, T]):
    """A stream: iterate over its `events` as they arrive, or call it for the whole text once it is complete.

    `events` raises an `ApiProblem` in place of an event `error`, and a `StreamError` if the stream ends without `done`. A
    stream that has begun is not repeated.
    """

    def events(self, *args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
        request = self._describe(*args, **kwargs)
        return self._runner.events(answered(self._runner.settings, request, streams=True))


class AsyncStreamCall(AsyncCall[P, R], Generic[P, R, T]):
    """A stream: iterate over its `events` as they arrive, or await it for the whole text once it is complete."""

    def events(self, *args: P.args, **kwargs: P.kwargs) -> AsyncIterator[T]:
        request = self._describe(*args, **kwargs)
        return self._runner.events(answered(self._runner.settings, request, streams=True))


def _items(page: Any) -> Any:
    return page["data"]


def _next(request: Request[R], page: Any) -> Request[R] | None:
    """The request for the page after this one."""
    cursor = page["next_cursor"]
    return replace(request, query={**request.query, "cursor": cursor}) if cursor else None


class operation(Generic[P, R]):
    """Makes a function that describes a request a call of a client, or one of a client for asyncio."""

    def __init__(self, describe: Callable[Concatenate[Any, P], Request[R]]) -> None:
        self._describe = describe

    @overload
    def __get__(self, calls: Calls[SyncRunner], owner: type) -> Call[P, R]: ...
    @overload
    def __get__(self, calls: Calls[AsyncRunner], owner: type) -> AsyncCall[P, R]: ...
    def __get__(self, calls: Calls[Any], owner: type) -> Any:
        describe = partial(self._describe, calls)
        if isinstance(calls.runner, SyncRunner):
            return Call[P, R](calls.runner, describe)
        return AsyncCall[P, R](calls.runner, describe)


class list_operation(Generic[P, R, T]):
    """The same for a list."""

    def __init__(self, describe: Callable[Concatenate[Any, P], ListRequest[R, T]]) -> None:
        self._describe = describe

    @overload
    def __get__(self, calls: Calls[SyncRunner], owner: type) -> ListCall[P, R, T]: ...
    @overload
    def __get__(self, calls: Calls[AsyncRunner], owner: type) -> AsyncListCall[P, R, T]: ...
    def __get__(self, calls: Calls[Any], owner: type) -> Any:
        describe = partial(self._describe, calls)
        if isinstance(calls.runner, SyncRunner):
            return ListCall[P, R, T](calls.runner, describe)
        return AsyncListCall[P, R, T](calls.runner, describe)


class stream_operation(Generic[P, R, T]):
    """The same for a stream."""

    def __init__(self, describe: Callable[Concatenate[Any, P], StreamRequest[R, T]]) -> None:
        self._describe = describe

    @overload
    def __get__(self, calls: Calls[SyncRunner], owner: type) -> StreamCall[P, R, T]: ...
    @overload
    def __get__(self, calls: Calls[AsyncRunner], owner: type) -> AsyncStreamCall[P, R, T]: ...
    def __get__(self, calls: Calls[Any], owner: type) -> Any:
        describe = partial(self._describe, calls)
        if isinstance(calls.runner, SyncRunner):
            return StreamCall[P, R, T](calls.runner, describe)
        return AsyncStreamCall[P, R, T](calls.runner, describe)
