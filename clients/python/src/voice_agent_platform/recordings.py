"""Upload and download of recordings."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.request import Request, urlopen

if TYPE_CHECKING:
    from . import Client
    from .generated import AudioType


def upload_recording(
    client: Client, conversation_id: str, recording: bytes, content_type: AudioType, *, timeout: float = 600.0
) -> None:
    """Uploads the recording of a conversation. It is `available` moments later."""
    upload = client.recordings.create(
        conversation_id, {"content_type": content_type, "size_bytes": len(recording)}
    )["upload"]
    # Neither the API key nor any other header: the link is signed for exactly these.
    request = Request(upload["url"], method=upload["method"], data=recording, headers=upload["headers"])
    with urlopen(request, timeout=timeout):
        pass


def download_recording(client: Client, conversation_id: str, *, timeout: float = 600.0) -> bytes:
    """Downloads the recording of a conversation."""
    with urlopen(client.recordings.get(conversation_id)["url"], timeout=timeout) as answer:
        return answer.read()
