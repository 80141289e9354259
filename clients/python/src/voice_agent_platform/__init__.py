"""Client of the voice agent platform."""

from __future__ import annotations

from .calls import AsyncCall, AsyncListCall, AsyncStreamCall, Call, ListCall, StreamCall
from .client import AsyncClient, Client
from .exchange import WithResponse
from .imports import ImportResult
from .problem import ApiProblem
from .recordings import StorageError, download_recording, upload_recording
from .request import CallOptions
from .stream import StreamError
from .webhooks import WebhookError, verify_webhook

__all__ = [
    "ApiProblem",
    "AsyncCall",
    "AsyncClient",
    "AsyncListCall",
    "AsyncStreamCall",
    "Call",
    "CallOptions",
    "Client",
    "ImportResult",
    "ListCall",
    "StorageError",
    "StreamCall",
    "StreamError",
    "WebhookError",
    "WithResponse",
    "download_recording",
    "upload_recording",
    "verify_webhook",
]
