import { handleEvents } from '#lib/events/handle-events.ts';
import { indexConversations } from '#lib/search/search-index.ts';

/** Keeps the search index. */
export const handler = handleEvents<'events.indexConversation'>({
  index: { together: (events) => indexConversations(events.map(({ entity }) => entity)) },
});
