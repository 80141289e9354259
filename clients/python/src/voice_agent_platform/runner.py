"""Sends requests and waits between them, with and without asyncio."""

from __future__ import annotations

import asyncio
import time
from typing import TypeVar, cast

import httpx

from .exchange import Attempt, Outcome, Settings, Steps

R = TypeVar("R")


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
            if isinstance(step, Attempt):
                outcome = self._sent(step)
            else:
                time.sleep(step.seconds)

    def _sent(self, step: Attempt) -> Outcome:
        try:
            return self.http.request(
                step.method, step.url, headers=step.headers, content=step.content, timeout=step.timeout
            )
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
            if isinstance(step, Attempt):
                outcome = await self._sent(step)
            else:
                await asyncio.sleep(step.seconds)

    async def _sent(self, step: Attempt) -> Outcome:
        try:
            return await self.http.request(
                step.method, step.url, headers=step.headers, content=step.content, timeout=step.timeout
            )
        except httpx.TransportError as error:
            return error
