"""Events of a stream, without input and output: `runner.py` reads the lines, with or without asyncio."""

from __future__ import annotations

import json
from typing import Any, Final

import httpx

from .problem import ApiProblem


class StreamError(Exception):
    """A stream ended before its last event.

    The platform makes and stores the answer nevertheless: read the messages of the chat, or repeat the call with the same
    `idempotency_key`.
    """


LAST: Final = "done"


class EventReader:
    """Makes events of the lines of a stream (html.spec.whatwg.org/multipage/server-sent-events.html)."""

    def __init__(self, response: httpx.Response) -> None:
        self._response = response
        self._name: str | None = None
        self._data: list[str] = []

    def event(self, line: str) -> dict[str, Any] | None:
        """The event that the line completes, with its name as `type`. An `error` is raised as a problem."""
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "event":
            self._name = value
        elif field == "data":
            self._data.append(value)
        if line or self._name is None:
            return None
        name, text = self._name, "\n".join(self._data)
        self._name, self._data = None, []
        try:
            data: dict[str, Any] = json.loads(text)
        except ValueError as error:
            raise StreamError("The stream was cut off") from error
        if name == "error":
            raise ApiProblem(int(data["status"]), data, self._response.headers)
        return {"type": name, **data}
