"""The clients."""

from __future__ import annotations

from typing import Self

import httpx

from .exchange import Settings
from .flows import AsyncConversations, AsyncEvents, Conversations, Events
from .generated import Resources
from .runner import AsyncRunner, SyncRunner


class Client(Resources[SyncRunner]):
    """A client of the API: `Client(base_url, api_key=key).agents.create({"name": "Reception"})`.

    It keeps its connections until it is closed. Threads can share it.
    """

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        timeout: float = 60.0,
        max_retries: int = 2,
        http: httpx.Client | None = None,
    ) -> None:
        settings = Settings(base_url, api_key, timeout, max_retries)
        super().__init__(SyncRunner(settings, http or httpx.Client()))
        self.conversations: Conversations = Conversations(self.runner)
        self.events = Events(self.runner)

    def close(self) -> None:
        self.runner.http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncClient(Resources[AsyncRunner]):
    """A client of the API for asyncio: `await AsyncClient(base_url, api_key=key).agents.create({"name": "Reception"})`.

    It keeps its connections until it is closed, and belongs to one event loop.
    """

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        timeout: float = 60.0,
        max_retries: int = 2,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        settings = Settings(base_url, api_key, timeout, max_retries)
        super().__init__(AsyncRunner(settings, http or httpx.AsyncClient()))
        self.conversations: AsyncConversations = AsyncConversations(self.runner)
        self.events = AsyncEvents(self.runner)

    async def aclose(self) -> None:
        await self.runner.http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()
