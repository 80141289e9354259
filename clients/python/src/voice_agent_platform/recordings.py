"""Upload and download of recordings."""

from __future__ import annotations

import re
from collections.abc import Awaitable
from typing import overload

import httpx

from .client import AsyncClient, Client
from .exchange import Attempt, Settings, Steps, exchange, repeated
from .generated import AudioInput, AudioType, RecordingLink, RecordingUpload
from .request import Request, segment


class StorageError(Exception):
    """The storage refused a recording."""


@overload
def upload_recording(
    client: Client,
    conversation_id: str,
    recording: bytes,
    content_type: AudioType,
    *,
    timeout: float = 600.0,
) -> None: ...
@overload
def upload_recording(
    client: AsyncClient,
    conversation_id: str,
    recording: bytes,
    content_type: AudioType,
    *,
    timeout: float = 600.0,
) -> Awaitable[None]: ...
def upload_recording(
    client: Client | AsyncClient,
    conversation_id: str,
    recording: bytes,
    content_type: AudioType,
    *,
    timeout: float = 600.0,
) -> Awaitable[None] | None:
    """Uploads the recording of a conversation. It is `available` moments later."""
    steps = _upload(client.runner.settings, conversation_id, recording, content_type, timeout)
    return client.runner.run(steps)


@overload
def download_recording(client: Client, conversation_id: str, *, timeout: float = 600.0) -> bytes: ...
@overload
def download_recording(
    client: AsyncClient, conversation_id: str, *, timeout: float = 600.0
) -> Awaitable[bytes]: ...
def download_recording(
    client: Client | AsyncClient, conversation_id: str, *, timeout: float = 600.0
) -> Awaitable[bytes] | bytes:
    """Downloads the recording of a conversation."""
    return client.runner.run(_download(client.runner.settings, conversation_id, timeout))


def _path(conversation_id: str) -> str:
    return f"/v1/conversations/{segment('conversation_id', conversation_id)}/audio"


def _upload(
    settings: Settings, conversation_id: str, recording: bytes, content_type: AudioType, timeout: float
) -> Steps[None]:
    body: AudioInput = {"content_type": content_type, "size_bytes": len(recording)}
    request = Request[RecordingUpload]("POST", _path(conversation_id), {}, body=body, writes=True)
    upload = (yield from exchange(settings, request)).reply["upload"]
    # Neither the API key nor any other header: the link is signed for exactly these.
    attempt = Attempt(upload["method"], upload["url"], dict(upload["headers"]), recording, timeout)
    response, repeats = yield from repeated(attempt, settings.max_retries)
    # The storage already has the recording if only the answer to an earlier attempt was lost.
    if not (repeats and response.status_code == 412):
        _check(response)


def _download(settings: Settings, conversation_id: str, timeout: float) -> Steps[bytes]:
    link = yield from exchange(settings, Request[RecordingLink]("GET", _path(conversation_id), {}))
    response, _ = yield from repeated(
        Attempt("GET", link.reply["url"], {}, None, timeout), settings.max_retries
    )
    _check(response)
    return response.content


def _check(response: httpx.Response) -> None:
    if not response.is_success:
        # S3 answers in XML.
        code = re.search("<Code>(.*?)</Code>", response.text)
        raise StorageError(f"{response.status_code} {code[1] if code else response.reason_phrase}")
