import { finishErasure } from '#lib/data/erasure.ts';
import { erasureEvents } from '#lib/data/events.ts';
import { handleEvents } from '#lib/events/handle-events.ts';

/** Erases what belongs to a conversation. Nothing is put aside: what fails comes again, until it is done. */
export const handler = handleEvents(erasureEvents, ({ entity }) => finishErasure(entity));
