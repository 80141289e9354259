"""Events from a queue, as they happen."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

from .exchange import Settings, Steps, exchange
from .flow import STOPPED, Flow, Give
from .generated import EventSelector, WebhookItem, WebhookMessage
from .request import CallOptions, Request, segment


class Stop(Protocol):
    """A `threading.Event` or an `asyncio.Event`."""

    def is_set(self) -> bool: ...


@dataclass(frozen=True)
class Followed:
    """The followed events, and the queue that receives them."""

    events: Sequence[EventSelector]
    queue: str
    client_id: str | None
    stop: Stop | None

    @property
    def has_ended(self) -> bool:
        return self.stop is not None and self.stop.is_set()


PATIENT: CallOptions = {"max_retries": sys.maxsize}
"""An outage of any length ends, and nothing is lost in the meantime."""


def followed(settings: Settings, asked: Followed) -> Flow[WebhookMessage]:
    """Gives events in their order. One counts as handled when the next one is asked for, and is acknowledged with its page."""
    webhook_id = yield from _open(settings, asked)
    path = f"/v1/webhooks/{segment('webhook_id', webhook_id)}"
    query = {"status": "pending", "order": "asc", "wait": 20}
    while not asked.has_ended:
        page = yield from exchange(settings, Request[Any]("GET", f"{path}/messages", PATIENT, query=query))
        handled: list[str] = []
        stopped = False
        for message in page.reply["data"]:
            if message["payload"] is not None:
                stopped = (yield Give(cast(WebhookMessage, message["payload"]))) is STOPPED
            # The consumer has stopped, or failed at this event.
            if stopped:
                break
            handled.append(message["id"])
            if asked.has_ended:
                break
        if handled:
            options: CallOptions = {} if stopped else PATIENT
            body = {"message_ids": handled}
            yield from exchange(
                settings, Request[Any]("POST", f"{path}/acknowledge", options, body=body, writes=True)
            )
        if stopped:
            return


def _open(settings: Settings, asked: Followed) -> Steps[str]:
    """Finds the queue of this name, with these events, or creates it."""
    client_id = asked.client_id
    if client_id is None:
        me = yield from exchange(settings, Request[Any]("GET", "/v1/me", {}))
        client_id = me.reply["client"] and me.reply["client"]["id"]
    known = yield from _find(settings, client_id, asked.queue)
    if known:
        if known["status"] == "disabled":
            raise RuntimeError(f"The queue {asked.queue} ({known['id']}) is disabled")
        if set(known["events"]) != set(asked.events):
            path = f"/v1/webhooks/{segment('webhook_id', known['id'])}"
            found = (yield from exchange(settings, Request[Any]("GET", path, {}))).reply
            body = {name: found[name] for name in ("description", "metadata", "payload")}
            body["events"] = list(asked.events)
            yield from exchange(settings, Request[Any]("PUT", path, {}, body=body, writes=True))
        return known["id"]
    body = {"description": asked.queue, "events": list(asked.events)}
    body |= {"client_id": client_id} if client_id else {}
    created = yield from exchange(settings, Request[Any]("POST", "/v1/webhooks", {}, body=body, writes=True))
    created_id: str = created.reply["id"]
    oldest = yield from _find(settings, client_id, asked.queue)
    if oldest and oldest["id"] != created_id:
        path = f"/v1/webhooks/{segment('webhook_id', created_id)}"
        yield from exchange(settings, Request[Any]("DELETE", path, {}, writes=True))
    return oldest["id"] if oldest else created_id


def _find(settings: Settings, client_id: str | None, name: str) -> Steps[WebhookItem | None]:
    """The oldest queue of this name: of two that were created at the same time, every program chooses the same one."""
    cursor: str | None = None
    while True:
        query = {"order": "asc", "limit": 100, "client_id": client_id, "cursor": cursor}
        page = (yield from exchange(settings, Request[Any]("GET", "/v1/webhooks", {}, query=query))).reply
        for webhook in page["data"]:
            is_queue = webhook["url"] is None and webhook["description"] == name
            if is_queue and webhook["client_id"] == client_id:
                return cast(WebhookItem, webhook)
        cursor = page["next_cursor"]
        if cursor is None:
            return None
