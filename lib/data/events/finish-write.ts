import { finishRemoval } from '../agents/agent-removal.ts';
import { finishErasure } from '../conversations/erasure.ts';
import { updateLimits } from '../limits/rate-limits.ts';
import { removeDeliveries } from '../webhooks/payloads.ts';
import type { Event } from './events.ts';
import type { EventsOf } from './followers.ts';

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
