import { finishRemoval } from '#lib/agents/agent-removal.ts';
import { finishErasure } from '#lib/erasures/conversation-erasure.ts';
import { updateLimits } from '#lib/people/rate-limits.ts';
import type { Event } from '#lib/store/events/events.ts';
import type { EventsOf } from '#lib/store/events/followers.ts';
import { removeDeliveries } from '#lib/webhooks/payloads.ts';

const finish = {
  'client.erased': removeDeliveries,
  'document.removed': removeDeliveries,
  'api_key.revoked': removeDeliveries,
  'agent.removed': finishRemoval,
  'conversation.erased': finishErasure,
  'api_key.created': updateLimits,
  'api_key.rotated': updateLimits,
} satisfies Record<EventsOf<'finish'>, (entity: string) => Promise<void>>;

/** Finishes the work that an event's write began. It can run at any time, in any order and repeatedly. */
export const finishWrite = ({ type, entity }: Event): Promise<void> =>
  finish[type as keyof typeof finish](entity);
