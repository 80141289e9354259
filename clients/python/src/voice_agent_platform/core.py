"""Sends requests: with retries, an Idempotency-Key for each change, and problems as exceptions."""

from __future__ import annotations

import json
import random
import time
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any, TypedDict
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

PASSING = {408, 429, 500, 502, 503, 504}
LONGEST_WAIT = 60.0


class CallOptions(TypedDict, total=False):
    """Options of one call."""

    idempotency_key: str
    """By default each change gets a random one, so that a retry does nothing twice."""
    if_match: str
    """The change is made only if the entity's ETag is still this one."""
    request_id: str
    timeout: float
    """The longest time for one attempt, in seconds."""
    max_retries: int


class ApiProblem(Exception):
    """An error answer of the API: a problem document (RFC 9457)."""

    def __init__(self, status: int, problem: Mapping[str, Any], headers: Mapping[str, str]) -> None:
        self.status = status
        self.code: str = problem.get("code", "unknown")
        self.errors: list[dict[str, str]] = problem.get("errors", [])
        self.request_id: str | None = problem.get("request_id")
        self.problem = problem
        self.headers = headers
        said = problem.get("detail") or problem.get("title") or problem.get("message") or ""
        super().__init__(f"{status} {self.code}: {said}")


def segment(value: str) -> str:
    """A value as a segment of a path."""
    return quote(value, safe="")


def _decoded(text: bytes, content_type: str) -> Any:
    if not text:
        return None
    if content_type.startswith("text/"):
        return text.decode()
    return json.loads(text)


def _problem(text: bytes) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    return found if isinstance(found, dict) else {"message": text[:200].decode(errors="replace")}


@dataclass
class Sender:
    """Where requests go, and as whom."""

    base_url: str
    api_key: str | None = field(default=None, repr=False)
    timeout: float = 60.0
    max_retries: int = 2

    def send(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        writes: bool = False,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        request_id: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
    ) -> Any:
        retries = self.max_retries if max_retries is None else max_retries
        if writes and retries > 0 and idempotency_key is None:
            idempotency_key = str(uuid.uuid4())
        given = {name: value for name, value in (query or {}).items() if value is not None}
        url = self.base_url.rstrip("/") + path + (f"?{urlencode(given)}" if given else "")
        headers = {
            "Accept": "application/json, text/*;q=0.5",
            "Authorization": f"Bearer {self.api_key}" if self.api_key else None,
            "Content-Type": "application/json" if body is not None else None,
            "Idempotency-Key": idempotency_key,
            "If-Match": if_match,
            "X-Request-Id": request_id,
        }
        request = Request(
            url,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={name: value for name, value in headers.items() if value is not None},
        )
        for attempt in range(retries + 1):
            last = attempt == retries
            asked: str | None = None
            try:
                with urlopen(request, timeout=timeout or self.timeout) as answer:
                    return _decoded(answer.read(), answer.headers.get("content-type", ""))
            except HTTPError as error:
                asked = error.headers.get("retry-after")
                passing = error.code in PASSING or (error.code == 409 and asked is not None)
                too_long = asked is not None and asked.isdigit() and float(asked) > LONGEST_WAIT
                if last or not passing or too_long:
                    raise ApiProblem(error.code, _problem(error.read()), dict(error.headers)) from None
            except (URLError, HTTPException, ConnectionError, TimeoutError):
                if last:
                    raise
            doubled = min(8.0, 0.25 * 2**attempt) * random.uniform(0.5, 1.0)
            time.sleep(float(asked) if asked is not None and asked.isdigit() else doubled)
        raise AssertionError("unreachable")


class Calls:
    """The operations of a resource."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def _call(self, method: str, path: str, **given: Any) -> Any:
        return self._sender.send(method, path, **given)

    def _all(self, path: str, *, query: Mapping[str, Any] | None = None, **options: Any) -> Iterator[Any]:
        cursor: str | None = None
        while True:
            page = self._sender.send("GET", path, query={**(query or {}), "cursor": cursor}, **options)
            yield from page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                return
