"""Requests as the operations describe them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypedDict, TypeVar
from urllib.parse import quote

R = TypeVar("R")
T = TypeVar("T")


class CallOptions(TypedDict, total=False):
    """Options of one call."""

    idempotency_key: str
    """By default each change gets a random one, so that a retry does nothing twice."""
    if_match: str
    """The change is made only if the entity's ETag is still this one."""
    if_none_match: str
    """The answer is empty if the entity's ETag is still this one."""
    request_id: str
    timeout: float
    """The longest wait for a connection, or for the next bytes of an answer, in seconds."""
    max_retries: int
    """The maximum number of retries of a failed call."""


@dataclass(frozen=True)
class Request(Generic[R]):
    """A request whose answer has a body of type R."""

    method: str
    path: str
    options: CallOptions
    query: Mapping[str, Any] = field(default_factory=dict[str, Any])
    body: Any = None
    writes: bool = False
    """The request changes something, and takes an Idempotency-Key so that it can be repeated."""
    content: str | None = None
    """The media type of the answer, where it is not JSON."""


@dataclass(frozen=True)
class ListRequest(Request[R], Generic[R, T]):
    """A request for a page of type R with items of type T."""


@dataclass(frozen=True)
class StreamRequest(Request[R], Generic[R, T]):
    """A request whose answer of type R is a stream of events of type T."""


def segment(name: str, value: str) -> str:
    """An id as a segment of a path, where `.` and `..` would lead to another route."""
    if value in ("", ".", ".."):
        raise ValueError(f'{name} is not an id: "{value}"')
    return quote(value, safe="")
