"""Imports of any number of conversations."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import cast

from .exchange import LONGEST_PAUSE, Pause, Settings, Steps, asked_pause, backoff, exchange
from .flow import END, STOPPED, Flow, Give, Take
from .generated import ConversationBatchResult, ConversationBatchResults, ConversationInput, Problem
from .problem import ApiProblem
from .request import Request

MAX_CONVERSATIONS = 100
MAX_BYTES = 3_000_000
"""Half of what Lambda accepts, because each quotation mark of the body takes two bytes on its way there."""


@dataclass(frozen=True)
class ImportResult:
    """The result of one conversation of an import."""

    index: int
    """The position of the conversation in the import, from 0."""
    conversation: ConversationInput
    status: int
    """The HTTP status that `POST /v1/conversations` answers with."""
    id: str | None
    """The conversation's id, also if it was already recorded; None if it was refused."""
    problem: Problem | None
    """Why the conversation was refused; None if it was written."""


def imported(settings: Settings, max_retries: int) -> Flow[ImportResult]:
    """Takes conversations, sends them in batches, and gives the result of each in their order."""
    first = 0
    batch: list[ConversationInput] = []
    size = 0
    while True:
        conversation = yield Take()
        added = 0 if conversation is END else len(json.dumps(conversation)) + 2
        is_full = len(batch) == MAX_CONVERSATIONS or size + added > MAX_BYTES
        if batch and (conversation is END or is_full):
            results = yield from _send(settings, first, batch, max_retries)
            for index, (sent, result) in enumerate(zip(batch, results, strict=True), first):
                given = ImportResult(index, sent, result["status"], result["id"], result["problem"])
                if (yield Give(given)) is STOPPED:
                    return
            first += len(batch)
            batch, size = [], 0
        if conversation is END:
            return
        batch.append(conversation)
        size += added


def _send(
    settings: Settings, first: int, batch: list[ConversationInput], max_retries: int
) -> Steps[list[ConversationBatchResult]]:
    """Sends a batch until each conversation is written or finally refused, with the pauses that the service asks for.

    The key is the same for the same batch at the same place, so an import that runs again finds what it has written.
    """
    key = hashlib.sha256(json.dumps([first, batch]).encode()).hexdigest()
    request = Request[ConversationBatchResults](
        "POST",
        "/v1/conversations/batch",
        {"idempotency_key": key, "max_retries": max_retries},
        body={"conversations": batch},
        writes=True,
    )
    waiting = len(batch)
    attempt = 0
    while True:
        try:
            answer = yield from exchange(settings, request)
        except ApiProblem as error:
            if error.status != 413 or len(batch) > 1:
                raise
            return [_too_large(error)]
        results = answer.reply["results"]
        left = sum(map(_may_pass, results))
        attempt = 0 if left < waiting else attempt + 1
        waiting = left
        asked = asked_pause(answer.headers)
        pause = backoff(attempt) if asked is None else asked
        if left == 0 or attempt >= max_retries or pause > LONGEST_PAUSE:
            return results
        yield Pause(pause)


def _too_large(error: ApiProblem) -> ConversationBatchResult:
    """The result of a conversation that alone is too large for a request; a gateway refuses it without a code."""
    problem = {"title": str(error), "status": error.status, "code": "body_too_large", **error.problem}
    return {"status": error.status, "id": None, "problem": cast(Problem, problem)}


def _may_pass(result: ConversationBatchResult) -> bool:
    status, problem = result["status"], result["problem"]
    in_flight = problem is not None and problem["code"] == "request_in_flight"
    return status == 429 or status >= 500 or in_flight
