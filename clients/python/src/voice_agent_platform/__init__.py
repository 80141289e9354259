"""Client of the voice agent platform."""

from __future__ import annotations

from .core import ApiProblem, CallOptions, Sender
from .generated import Resources
from .recordings import download_recording, upload_recording
from .webhooks import WebhookError, verify_webhook

__all__ = [
    "ApiProblem",
    "CallOptions",
    "Client",
    "WebhookError",
    "download_recording",
    "upload_recording",
    "verify_webhook",
]


class Client(Resources):
    """A client of the API: `Client(base_url, api_key=key).agents.create({"name": "Reception"})`."""

    def __init__(
        self, base_url: str, *, api_key: str | None = None, timeout: float = 60.0, max_retries: int = 2
    ) -> None:
        super().__init__(Sender(base_url, api_key, timeout, max_retries))
