import type { CallerErasure, ErasureInput } from '#lib/contract/erasures.ts';
import { conversationFromItem, isErasing } from '#lib/conversations/conversation-record.ts';
import { listConversations } from '#lib/conversations/conversations.ts';
import { everywhere } from '#lib/conversations/count-of-caller.ts';
import { mustStay } from '#lib/conversations/decided.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { daySeconds, minuteMs } from '#lib/domain/durations.ts';
import { readClient } from '#lib/organizations/clients.ts';
import { beginJob, jobs, jobUpdate } from '#lib/store/jobs.ts';
import type { PageRequest } from '#lib/store/lists/listing.ts';
import type { ListOwner } from '#lib/store/lists/shards.ts';
import { ownerAt } from '#lib/store/lists/shards.ts';
import type { TimeLeft } from '#lib/store/lists/sweep.ts';
import { commit } from '#lib/store/operations/commit.ts';
import type { Write } from '#lib/store/operations/operation.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import { secondLookWrite } from '#lib/store/tasks/second-look.ts';
import { beginErasure, findErasable } from './conversation-erasure.ts';

/*
 * Only the task knows the caller, and it ends with the erasure: the record is a receipt without personal
 * data.
 */

/** An erasure as it is stored. */
interface ErasureRecord extends CallerErasure {
  readonly path: readonly string[];
  /** The organization of the key that requested it, whose authority decides. */
  readonly requested_in: string | null;
}

/** The state of the task. */
interface Pass {
  readonly caller: string;
  /** Whether a pass before has erased everything that was there. */
  readonly again?: true;
}

/** Longer than a request that had begun before takes to record a conversation. */
const secondPassMs = minuteMs;

export const callerErasures = /* @__PURE__ */ jobs<CallerErasure, ErasureRecord>({
  prefix: 'era',
  list: 'erasures',
  task: 'erase_caller',
  kind: 'erasure',
  keptSeconds: 3 * 366 * daySeconds,
  attribute: 'erasure',
  changing: ({ conversations }) => ({ progress: conversations }),
  hidden: ['requested_in'],
});

/** Begins the erasure of a caller in an organization and its descendants. */
export const eraseCaller = (
  { client_id: requested_in }: Caller,
  { path }: ListOwner,
  { caller }: ErasureInput,
): Write<CallerErasure> => {
  const first: Pass = { caller };
  const fields = { conversations: 0, recordings: 0, kept: 0, completed_at: null, requested_in };
  return beginJob(callerErasures, path, fields, JSON.stringify(first));
};

type Outcome = { readonly erasure: ErasureRecord; readonly kept: boolean };

/** Erases one conversation and counts it, in one transaction. */
const eraseOne = (before: ErasureRecord, id: string): Promise<Outcome> =>
  retryStale(async () => {
    const erasure = (await callerErasures.read(before.id)) ?? before;
    const reach = { client_id: erasure.requested_in };
    const item = await findErasable(reach as Caller, id);
    if (!item || isErasing(item)) return { erasure, kept: false };
    if (await mustStay(reach, item)) return { erasure, kept: true };
    const { recording_key, client_id } = conversationFromItem(item);
    const [after, counted] = jobUpdate(callerErasures, erasure, {
      conversations: erasure.conversations + 1,
      recordings: erasure.recordings + Number(recording_key !== null),
    });
    await commit([counted, ...(await beginErasure(item)), secondLookWrite(id, client_id)]);
    return { erasure: after, kept: false };
  });

const pageSize = 50;

const isGone = async ({ client_id }: ErasureRecord): Promise<boolean> => {
  if (client_id === null) return false;
  const client = await readClient(client_id);
  return !client || client.erasing_since !== undefined;
};

/**
 * One run of the task: erases what it finds, then once more what came late. Returns the state to continue
 * with, and when; undefined: done. It can be repeated after an interruption.
 */
export const continueErasure = async (
  id: string,
  state: string | undefined,
  timeLeft: TimeLeft,
): Promise<{ readonly again: Date; readonly state: Pass } | undefined> => {
  const { caller, again } = JSON.parse(state ?? '{}') as Pass;
  let erasure = await callerErasures.read(id);
  if (!erasure || erasure.status === 'completed' || (await isGone(erasure))) return undefined;
  const before = erasure.conversations;
  let kept = 0;
  for (const tests of everywhere) {
    let position: PageRequest['position'];
    do {
      const paging = { limit: pageSize, order: 'asc' as const, position };
      const page = await listConversations(ownerAt(erasure.path), { caller, ...tests }, paging);
      for (const conversation of page.data) {
        if (!timeLeft()) return { again: new Date(), state: { caller } };
        const outcome: Outcome = await eraseOne(erasure, conversation.id);
        erasure = outcome.erasure;
        kept += Number(outcome.kept);
      }
      position = page.next;
    } while (position !== undefined);
  }
  if (!again || erasure.conversations > before) {
    return { again: new Date(Date.now() + secondPassMs), state: { caller, again: true } };
  }
  const completed_at = new Date().toISOString();
  const [, completed] = jobUpdate(
    callerErasures,
    erasure,
    { status: 'completed', completed_at, kept },
    completed_at,
  );
  await commit([completed]);
  return undefined;
};
