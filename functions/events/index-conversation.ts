import { indexConversations } from '#lib/data/search/search-index.ts';
import { handleEvents } from '#lib/events/handle-events.ts';

/** Keeps the search index. */
export const handler = handleEvents<'events.indexConversation'>({
  index: { together: (events) => indexConversations(events.map(({ entity }) => entity)) },
});
