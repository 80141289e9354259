"""Verification of webhooks (Standard Webhooks 1.0)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence
from typing import Any


class WebhookError(Exception):
    """A webhook that is not from the platform, or too old."""


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance_seconds: float = 300,
    now: float | None = None,
) -> dict[str, Any]:
    """Returns the message of a webhook that is from the platform and recent. `body` must be exactly as it arrived."""
    found = {name.lower(): value for name, value in headers.items()}
    try:
        identifier, timestamp = found["webhook-id"], found["webhook-timestamp"]
        signatures = found["webhook-signature"]
    except KeyError as missing:
        raise WebhookError(f"The header {missing} is missing") from None
    current = time.time() if now is None else now
    if not timestamp.isdigit() or abs(current - int(timestamp)) > tolerance_seconds:
        raise WebhookError("The message is too old or too new")
    raw = body.encode() if isinstance(body, str) else body
    signed = f"{identifier}.{timestamp}.".encode() + raw
    for one in [secret] if isinstance(secret, str) else secret:
        try:
            key = base64.b64decode(one.removeprefix("whsec_"), validate=True)
        except binascii.Error:
            raise WebhookError("The secret is not of the form whsec_…") from None
        expected = "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
        if any(hmac.compare_digest(expected.encode(), entry.encode()) for entry in signatures.split(" ")):
            return json.loads(raw)
    raise WebhookError("The signature is wrong")
