"""The operations of the clients that take many requests."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator, Sequence

from .calls import Calls
from .follow import Followed, Stop, followed
from .generated import ConversationInput, ConversationsCalls, EventSelector, WebhookMessage
from .imports import ImportResult, imported
from .runner import AsyncRunner, SyncRunner


class Conversations(ConversationsCalls[SyncRunner]):
    """The operations of conversations, and the import of any number of them."""

    def import_(
        self, conversations: Iterable[ConversationInput], *, max_retries: int = 8
    ) -> Iterator[ImportResult]:
        """Records conversations in batches, and yields the result of each in their order.

        Run it again after a failure, with the same conversations in the same order: none is recorded twice within a day,
        and none with a `provider.conversation_id` ever.
        """
        return self.runner.flow(imported(self.runner.settings, max_retries), conversations)


class AsyncConversations(ConversationsCalls[AsyncRunner]):
    """The same for asyncio."""

    def import_(
        self,
        conversations: Iterable[ConversationInput] | AsyncIterable[ConversationInput],
        *,
        max_retries: int = 8,
    ) -> AsyncIterator[ImportResult]:
        """Records conversations in batches, as `Conversations.import_` does."""
        return self.runner.flow(imported(self.runner.settings, max_retries), conversations)


class Events(Calls[SyncRunner]):
    """The events of an organization and its descendants."""

    def follow(
        self,
        events: Sequence[EventSelector],
        queue: str = "follow",
        *,
        client_id: str | None = None,
        stop: Stop | None = None,
    ) -> Iterator[WebhookMessage]:
        """Yields events as they happen, from a queue of this name that the first call creates.

        An event counts as handled when the next one is asked for. The next run of the program continues after the last one
        that was handled; an event may come twice. `stop` ends the iteration, within 20 seconds.

        Programs that name the same queue share its events, and the `events` of the last one to start apply: two programs that
        each want every event need queues of their own.
        """
        asked = Followed(events, queue, client_id, stop)
        return self.runner.flow(followed(self.runner.settings, asked))


class AsyncEvents(Calls[AsyncRunner]):
    """The same for asyncio."""

    def follow(
        self,
        events: Sequence[EventSelector],
        queue: str = "follow",
        *,
        client_id: str | None = None,
        stop: Stop | None = None,
    ) -> AsyncIterator[WebhookMessage]:
        """Yields events as they happen, as `Events.follow` does. Cancelling the task also ends it."""
        asked = Followed(events, queue, client_id, stop)
        return self.runner.flow(followed(self.runner.settings, asked))
