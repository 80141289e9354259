"""Verification of webhooks (Standard Webhooks 1.0)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping, Sequence
from typing import cast

from .generated import WebhookMessage


class WebhookError(Exception):
    """A webhook that is not from the platform, or too old."""


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance_seconds: float = 300,
    now: float | None = None,
) -> WebhookMessage:
    """Returns the message of a webhook that is from the platform and recent. Its `type` narrows its `data`.

    `body` must be exactly as it arrived.
    """
    found = {name.lower(): value for name, value in headers.items()}
    try:
        identifier, timestamp = found["webhook-id"], found["webhook-timestamp"]
        signatures = found["webhook-signature"]
    except KeyError as missing:
        raise WebhookError(f"The header {missing} is missing") from None
    current = time.time() if now is None else now
    # `isdigit` also accepts digits such as `²`, of which `int` makes no number.
    if not re.fullmatch("[0-9]{1,20}", timestamp) or abs(current - int(timestamp)) > tolerance_seconds:
        raise WebhookError("The message is too old or too new")
    raw = body.encode() if isinstance(body, str) else body
    # Some servers decode bytes of headers that are not UTF-8 as surrogates.
    signed = f"{identifier}.{timestamp}.".encode(errors="surrogateescape") + raw
    candidates = [entry.encode(errors="surrogateescape") for entry in signatures.split(" ")]
    for one in [secret] if isinstance(secret, str) else secret:
        try:
            key = base64.b64decode(one.removeprefix("whsec_"), validate=True)
        except binascii.Error:
            raise WebhookError("The secret is not of the form whsec_…") from None
        expected = b"v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256))
        if any(hmac.compare_digest(expected, entry) for entry in candidates):
            return cast(WebhookMessage, json.loads(raw))
    raise WebhookError("The signature is wrong")
