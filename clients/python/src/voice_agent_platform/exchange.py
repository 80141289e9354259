"""The steps between a call and its answer, without input and output: `runner.py` sends and waits, with or without asyncio."""

from __future__ import annotations

import json
import random
import re
import time
import uuid
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any, Generic, TypeAlias, TypeVar, cast

import httpx

from .problem import ApiProblem
from .request import Request

R = TypeVar("R")

PASSING = {408, 429, 500, 502, 503, 504}
LONGEST_PAUSE = 60.0


@dataclass(frozen=True)
class Settings:
    """Of a client, for all of its calls."""

    base_url: str
    api_key: str | None = field(repr=False)
    timeout: float
    max_retries: int


@dataclass(frozen=True)
class Attempt:
    """An HTTP request that is sent once."""

    method: str
    url: str
    headers: dict[str, str]
    content: bytes | None
    timeout: float
    streams: bool = False
    """The body of a successful answer is left to be read as it arrives."""


@dataclass(frozen=True)
class Pause:
    seconds: float


@dataclass(frozen=True)
class WithResponse(Generic[R]):
    """An answer with its status and headers."""

    reply: R
    """None where there is no body, as in a 304."""
    status: int
    headers: httpx.Headers

    @property
    def etag(self) -> str | None:
        """The version of the entity, for `if_match` and `if_none_match`."""
        etag: str | None = self.headers.get("etag")
        return etag


Outcome: TypeAlias = httpx.Response | httpx.TransportError | None
Steps: TypeAlias = Generator[Attempt | Pause, Outcome, R]
"""Yields what the runner does next, and receives an attempt's response or its failure."""


def backoff(count: int) -> float:
    """The seconds before a repeat. Clients whose pauses differ do not return all at once."""
    return 0.25 * 2.0 ** min(count, 5) * random.uniform(0.5, 1.0)


def repeated(
    attempt: Attempt, max_retries: int, *, repeatable: bool = True
) -> Steps[tuple[httpx.Response, int]]:
    """Sends a request until it is answered with a success or an error that is final: the answer, and the number of repeats.

    A request that is not repeatable is not sent again after a lost answer, because the service may have carried it out.
    """
    for count in range(max_retries + 1):
        last = count == max_retries
        outcome = yield attempt
        if isinstance(outcome, httpx.Response):
            pause = asked_pause(outcome.headers)
            passing = outcome.status_code in PASSING or (outcome.status_code == 409 and pause is not None)
            if last or not passing or (pause or 0) > LONGEST_PAUSE:
                return outcome, count
        else:
            pause = None
            if (last or not repeatable) and outcome:
                raise outcome
        yield Pause(backoff(count) if pause is None else pause)
    raise AssertionError("max_retries is negative")


def _pairs(name: str, value: Any) -> list[tuple[str, Any]]:
    """A parameter as it is sent: each of several values, and each key of a mapping as `name.key`."""
    if value is None:
        return []
    if isinstance(value, Mapping):
        return [pair for key, inner in cast("Mapping[str, Any]", value).items() for pair in _pairs(f"{name}.{key}", inner)]
    if isinstance(value, (list, tuple)):
        return [(name, inner) for inner in cast("Sequence[Any]", value)]
    return [(name, value)]


def exchange(settings: Settings, request: Request[R]) -> Steps[WithResponse[R]]:
    """Calls an operation."""
    response = yield from answered(settings, request)
    return WithResponse(_reply(response, request.content), response.status_code, response.headers)


def answered(
    settings: Settings, request: Request[Any], *, streams: bool = False
) -> Steps[httpx.Response]:
    """Sends the request of an operation, with its repeats."""
    options = request.options
    max_retries = options.get("max_retries", settings.max_retries)
    idempotency_key = options.get("idempotency_key")
    if request.writes and max_retries > 0 and idempotency_key is None:
        idempotency_key = str(uuid.uuid4())
    headers = {
        "Accept": "application/json, text/*;q=0.5",
        "Authorization": f"Bearer {settings.api_key}" if settings.api_key else None,
        "Content-Type": "application/json" if request.body is not None else None,
        "Idempotency-Key": idempotency_key,
        "If-Match": options.get("if_match"),
        "If-None-Match": options.get("if_none_match"),
        "X-Request-Id": options.get("request_id"),
    }
    query = httpx.QueryParams([pair for name, value in request.query.items() for pair in _pairs(name, value)])
    attempt = Attempt(
        request.method,
        settings.base_url.rstrip("/") + request.path + (f"?{query}" if query else ""),
        {name: value for name, value in headers.items() if value is not None},
        None if request.body is None else json.dumps(request.body).encode(),
        options.get("timeout", settings.timeout),
        streams,
    )
    repeatable = request.method == "GET" or idempotency_key is not None
    response, _ = yield from repeated(attempt, max_retries, repeatable=repeatable)
    return response


def _object(text: str) -> dict[str, Any] | None:
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return cast(dict[str, Any], found) if isinstance(found, dict) else None


def _reply(response: httpx.Response, content: str | None) -> Any:
    """The body of an answer. Anything else than the route's answer is not of the service, but of something before it."""
    status, text = response.status_code, response.text
    if status == 304 or (status in (202, 204) and not text):
        return None
    if response.is_success:
        media_type: str = response.headers.get("content-type", "")
        if media_type.startswith(content or "text/event-stream"):
            return text
        reply = None if content else _object(text)
        if reply is not None:
            return reply
    raise problem_of(response)


def problem_of(response: httpx.Response) -> ApiProblem:
    """The problem that an answer describes, whose body is read."""
    document = {} if response.is_success else _object(response.text)
    problem: dict[str, Any] = document or {"message": response.text[:200]}
    return ApiProblem(response.status_code, problem, response.headers)


def asked_pause(headers: httpx.Headers) -> float | None:
    """The seconds of a Retry-After, which may be a date. The server's own clock counts, if it is known."""
    asked: str = headers.get("retry-after", "")
    if re.fullmatch("[0-9]{1,9}", asked):
        return float(asked)
    until = _timestamp(asked)
    now = _timestamp(headers.get("date", "")) or time.time()
    return None if until is None else max(0.0, until - now)


def _timestamp(date: str) -> float | None:
    try:
        return parsedate_to_datetime(date).timestamp()
    except (ValueError, OverflowError):
        return None
