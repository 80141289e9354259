"""Error answers of the API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import httpx


class ApiProblem(Exception):
    """An error answer of the API: a problem document (RFC 9457). The message has its first fault."""

    status: int
    code: str
    """The stable code to act on; `unknown` if something before the service answered."""
    errors: list[dict[str, str]]
    request_id: str | None
    problem: Mapping[str, Any]
    """The whole document."""
    headers: httpx.Headers

    def __init__(self, status: int, problem: Mapping[str, Any], headers: httpx.Headers) -> None:
        self.status = status
        self.code = problem.get("code", "unknown")
        self.errors = problem.get("errors", [])
        self.request_id = problem.get("request_id") or headers.get("x-request-id")
        self.problem = problem
        self.headers = headers
        reason = problem.get("detail") or problem.get("title") or problem.get("message") or ""
        for fault in self.errors[:1]:
            place = fault.get("pointer") or fault.get("parameter") or fault.get("header") or ""
            reason = f"{reason}: {place} {fault['detail']}"
        super().__init__(f"{status} {self.code}: {reason}")
