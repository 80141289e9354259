import { analysisFootprint, analysisItem, readAnalyses } from '#lib/analysis/analyses.ts';
import { countConversations } from '#lib/billing/counting.ts';
import type { LiveCallId } from '#lib/calls/live-calls.ts';
import { eraseLiveCall } from '#lib/calls/live-calls.ts';
import { readSession } from '#lib/chats/sessions.ts';
import { lastWords, lineOf } from '#lib/chats/settle.ts';
import type { Erasure } from '#lib/contract/conversations.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { conversationFromItem, isErasing } from '#lib/conversations/conversation-record.ts';
import type { AccompanyingChange } from '#lib/conversations/conversations.ts';
import { conversationEntryRemovals, represent, withListened } from '#lib/conversations/conversations.ts';
import { endListening } from '#lib/conversations/end-listening.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { reaches } from '#lib/domain/caller.ts';
import { isOver } from '#lib/domain/conversations/conversation.ts';
import type { Depth } from '#lib/domain/organizations/depth.ts';
import { factOfErased } from '#lib/domain/usage/fact.ts';
import type { CallIds } from '#lib/integrations/calls.ts';
import { forgetCall, removePayloads } from '#lib/integrations/calls.ts';
import { integrations } from '#lib/integrations/integrations.ts';
import { carrierTask } from '#lib/integrations/recording-task.ts';
import { withAuthor } from '#lib/people/authors.ts';
import { noteErasure, removalTasks } from '#lib/search/erased-documents.ts';
import { deleteObject } from '#lib/store/bucket/delete-object.ts';
import { eventWrite } from '#lib/store/events/events.ts';
import { keyIn, keyOf } from '#lib/store/keys.ts';
import { settleCall } from '#lib/store/limits/call-quotas.ts';
import { uncountOpenChat } from '#lib/store/limits/chat-quotas.ts';
import { settleListening } from '#lib/store/limits/listening.ts';
import { batchWrite } from '#lib/store/operations/batch-write.ts';
import type { Stale } from '#lib/store/operations/failures.ts';
import { get } from '#lib/store/operations/get.ts';
import type { Operation, Write } from '#lib/store/operations/operation.ts';
import { putOver } from '#lib/store/operations/put.ts';
import { remove, removeUnchanged } from '#lib/store/operations/remove.ts';
import { removeBelongings } from '#lib/store/operations/remove-belongings.ts';
import type { Item } from '#lib/store/table.ts';
import { secondLookWrite } from '#lib/store/tasks/second-look.ts';
import { taskWrite } from '#lib/store/tasks/tasks.ts';
import { emptyScenariosFrom } from '#lib/test-suites/sources.ts';

/*
 * A conversation is erased in two steps. The request's transaction removes all that makes it findable, and
 * the content of its record. A stub remains, which knows the places of the rest. The event's follower then
 * removes the recording, the searched text, the turns and finally the stub. It can be repeated after an
 * interruption at any point.
 */

/** The rest of a conversation's record, until all else has been removed. */
interface Stub {
  readonly id: string;
  readonly client_id: string;
  readonly path: readonly string[];
  /** As in the conversation; absent: no organization of the path is for tests. */
  readonly test_from?: Depth;
  readonly version: number;
  readonly recording_key: string | null;
  /** The fact to count as JSON, in case it was not counted yet; null if there is nothing to count. */
  readonly fact: string | null;
  /** The call whose payloads have to be removed; absent: no provider reported the conversation. */
  readonly call?: CallIds;
  /** The same at other integrations that have reported it; absent: there are none. */
  readonly other_calls?: readonly CallIds[];
  /** The call, as requests for answers in it may have named it; absent: nobody has said its provider's id. */
  readonly live_calls?: readonly LiveCallId[];
  readonly erasing: true;
}

/** A conversation, or the stub of one whose erasure has begun. */
export const findErasable = async (caller: Caller, id: string): Promise<Item | undefined> => {
  const item = await get(keyOf('conversation', id));
  return item && reaches(caller, item.path as string[]) ? item : undefined;
};

const stubOf = (conversation: ConversationRecord, now: number): Stub => {
  const { id, client_id, path, test_from, version, recording_key, integration_id } = conversation;
  const { agent_id, other_integration_ids, provider } = conversation;
  const provider_conversation_id = provider?.conversation_id ?? null;
  const fact = factOfErased(conversation, now);
  return {
    id,
    client_id,
    path,
    ...(test_from !== null && { test_from }),
    version: version + 1,
    recording_key,
    fact: fact && JSON.stringify(fact),
    ...(integration_id &&
      provider_conversation_id !== null && {
        call: { integration_id, provider_conversation_id },
        ...(other_integration_ids && {
          other_calls: other_integration_ids.map((other) => ({
            integration_id: other,
            provider_conversation_id,
          })),
        }),
      }),
    ...(provider_conversation_id !== null && {
      live_calls: [integration_id ?? [], other_integration_ids ?? [], agent_id]
        .flat()
        .map((holder) => ({ holder, call_id: provider_conversation_id })),
    }),
    erasing: true,
  };
};

/** A recording that may still be at the carrier of a call is removed there, and not copied. */
const recordingRemoval = (
  conversation: ConversationRecord,
  { call }: Pick<Stub, 'call'>,
): readonly Operation<never>[] => {
  if (!call || !conversation.chat_usage?.in_call || conversation.audio.status === 'none') return [];
  const { integration_id, provider_conversation_id: call_id } = call;
  return [taskWrite(carrierTask(conversation.id, { integration_id, call_id }))];
};

/**
 * The changes by answers whose words wait in the session of a chat or a call, and the removal of the session:
 * at once, so that an answer that is being made stores nothing more. Words that are reported meanwhile count.
 */
const closedSession = async (conversation: ConversationRecord, now: number): Promise<AccompanyingChange> => {
  if (conversation.handling === null) return { change: {}, operations: [] };
  const key = keyOf('chat_session', conversation.id);
  const session = isOver(conversation) ? undefined : await readSession(conversation.id);
  if (!session) return { change: {}, operations: [remove(key)] };
  return {
    change: lastWords({ conversation, session }, now).change ?? {},
    operations: [removeUnchanged(key, { generation: session.generation })],
    line: lineOf({ conversation, session }),
  };
};

/**
 * Reduces a conversation to a stub and appends the event. If its erasure has begun already, only appends the
 * event.
 */
export const beginErasure = async (item: Item): Promise<readonly Operation<Stale>[]> => {
  if (isErasing(item)) return [eventWrite('conversation.erased', item as unknown as Stub)];
  const now = Date.now();
  const record = conversationFromItem(item);
  const { listening } = record;
  const closed = await closedSession(record, now);
  const conversation = withListened({ ...record, ...closed.change }, listening, now);
  const stub = stubOf(conversation, now);
  return [
    putOver({ ...keyOf('conversation', stub.id), ...stub }, conversation.version),
    ...conversationEntryRemovals(conversation),
    ...closed.operations,
    ...uncountOpenChat(conversation.open_in),
    ...settleCall(conversation, now),
    ...settleListening(listening, now),
    ...endListening(conversation, listening),
    ...noteErasure(conversation),
    ...recordingRemoval(conversation, stub),
    eventWrite('conversation.erased', { ...stub, line: closed.line }),
  ];
};

/** Begins an erasure, which a follower finishes. If the follower does not, a second look does. */
export const eraseConversation = async (item: Item, costsFrom: Depth): Promise<Write<Erasure>> => {
  const conversation = isErasing(item) ? undefined : await withAuthor(conversationFromItem(item));
  const { id, client_id } = conversation ?? (item as unknown as Stub);
  return {
    operations: [...(await beginErasure(item)), secondLookWrite(id, client_id)],
    reply: { id, status: 'erasing' },
    ...(conversation && { replaces: represent(conversation, costsFrom) }),
  };
};

/** Removes everything that belongs to a conversation whose erasure has begun, and finally its stub. */
export const finishErasure = async (id: string): Promise<void> => {
  const item = await get(keyOf('conversation', id));
  if (!item || !isErasing(item)) return;
  // Before the items that name them are removed.
  await emptyScenariosFrom(id);
  // Figures are not personal data, and bills must not change.
  await countConversations([id]);
  const { recording_key, path, call: first, other_calls = [], live_calls = [] } = item as unknown as Stub;
  if (recording_key !== null) await deleteObject(recording_key);
  for (const call of first ? [first, ...other_calls] : []) {
    await removePayloads(call);
    if (!(await integrations.read(call.integration_id))) await forgetCall(call);
  }
  for (const call of live_calls) await eraseLiveCall(call);
  await batchWrite({ puts: removalTasks(path), removals: [keyOf('search_text', id)] });
  const analyses = await readAnalyses(id);
  await batchWrite({ removals: analyses.flatMap((one) => analysisFootprint(analysisItem(one))).map(keyIn) });
  await removeBelongings('conversation', id);
  await batchWrite({ removals: [keyOf('conversation', id)] });
};
