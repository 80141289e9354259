import { finishRemoval } from '#lib/data/agent-removal.ts';
import { finishErasure } from '#lib/data/erasure.ts';
import type { Event } from '#lib/data/events.ts';
import { begunEvents } from '#lib/data/events.ts';
import { spreadLimit, tellLimit } from '#lib/data/rate-limits.ts';
import { handleEvents } from '#lib/events/handle-events.ts';

const finish = {
  'agent.removed': finishRemoval,
  'conversation.erased': finishErasure,
  'client.limited': spreadLimit,
  'api_key.created': tellLimit,
  'api_key.rotated': tellLimit,
} satisfies Record<(typeof begunEvents)[number], (entity: string) => Promise<void>>;

/** Finishes what a write only begins. Nothing is put aside: what fails comes again, until it is done. */
export const handler = handleEvents(begunEvents, ({ type, entity }: Event) =>
  finish[type as keyof typeof finish](entity),
);
