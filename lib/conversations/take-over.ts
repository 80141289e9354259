import type { Conversation, ConversationInput } from '#lib/contract/conversations.ts';
import { maxTags } from '#lib/contract/conversations.ts';
import { ApiError } from '#lib/contract/errors.ts';
import { maxMetadataKeys } from '#lib/contract/fields.ts';
import { recorderOf } from '#lib/domain/authority/writers.ts';
import type { Reach } from '#lib/domain/caller.ts';
import { timesOfNew } from '#lib/domain/conversations/conversation.ts';
import type { CallReport } from '#lib/domain/integrations/call-report.ts';
import { depthOf, ownDepth } from '#lib/domain/organizations/depth.ts';
import type { Lineage } from '#lib/organizations/clients.ts';
import { externalIdKey, keyOf } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { commit } from '#lib/store/operations/commit.ts';
import type { Write } from '#lib/store/operations/operation.ts';
import type { ConversationRecord } from './conversation-record.ts';
import {
  claimsAfter,
  readConversation,
  refuseTooLarge,
  replaceConversation,
  represent,
} from './conversations.ts';
import { decidedOf } from './decided.ts';
import { changeOfReport } from './reported.ts';
import { tagRemovals } from './tag-items.ts';

/*
 * An id that an organization below has claimed first takes no call from one above: the call is recorded into
 * the conversation that has the id, as a report of an integration would be. A chat of the platform is no
 * call, and loses the id (docs/decisions/authority.md).
 */

/** The conversations that have the ids of a new one: first that with the id of the provider's call. */
const holdersOf = async (
  { client }: Lineage,
  { provider, external_id }: ConversationInput,
): Promise<ConversationRecord[]> => {
  const keys = [
    ...(provider?.conversation_id == null
      ? []
      : [keyOf('provider_id', client.id, provider.name, provider.conversation_id)]),
    ...(external_id === null ? [] : [externalIdKey('conversations', client.id, external_id)]),
  ];
  const ids = (await batchGet(keys)).flatMap((item) => (item ? [String(item.conversation_id)] : []));
  const found = await Promise.all([...new Set(ids)].map(readConversation));
  return found.filter((one) => one !== undefined);
};

/** Whether a conversation was recorded and decided by organizations below a depth only. */
const isFromBelow = async (conversation: ConversationRecord, depth: number): Promise<boolean> => {
  const decided = await decidedOf({ ...conversation, handling: null });
  return recorderOf({ decided, own: ownDepth(conversation.path) }) > depth;
};

/** The refusal of a call whose id a conversation of the same level, or from above, has. */
const refusalOf = (
  { id, provider, reported_start, start_time: shown }: ConversationRecord,
  { provider: named, start_time }: ConversationInput,
) => {
  const isCall = named?.conversation_id != null && provider?.conversation_id === named.conversation_id;
  return new ApiError(isCall ? 'conversation_exists' : 'external_id_exists', {
    detail: isCall
      ? `The provider’s conversation is already recorded as ${id}`
      : `${id} has this external_id`,
    extensions: { conversation_id: id, same_call: (reported_start ?? shown) === start_time },
  });
};

/** Takes the ids of a new conversation from another one. */
const release = async (
  before: ConversationRecord,
  { provider, external_id }: ConversationInput,
): Promise<void> => {
  const isCall = provider?.conversation_id != null && before.provider?.name === provider.name;
  const change: Partial<ConversationRecord> = {
    ...(before.external_id === external_id && { external_id: null }),
    ...(isCall &&
      before.provider?.conversation_id === provider.conversation_id && {
        provider: { ...before.provider, conversation_id: null },
      }),
  };
  const { operations, after } = replaceConversation(before, change, 'conversation.updated');
  await commit([...operations, ...claimsAfter(before, after)]);
};

/** The report of a call by a key, as an integration would send it. */
const reportOf = (input: ConversationInput, created_at: string): CallReport => {
  const { turns, provider, status } = input;
  const { start_time, end_time } = timesOfNew(input, created_at);
  const {
    channel,
    direction,
    caller,
    end_reason,
    outcome,
    sentiment,
    summary,
    data,
    quality,
    metrics,
    cost,
  } = input;
  const said = {
    ...{ channel, direction, caller, end_reason, outcome, sentiment, summary, data, quality, metrics, cost },
    ...{ status, start_time, end_time },
    ...(turns.length > 0 && { turns }),
    ...(provider && { provider_metadata: provider.metadata }),
  };
  const isEmpty = (value: unknown) =>
    value === null || (typeof value === 'object' && Object.keys(value as object).length === 0);
  const facts = Object.fromEntries(Object.entries(said).filter(([, value]) => !isEmpty(value)));
  return {
    conversation_id: provider?.conversation_id ?? '',
    agent_id: provider?.agent_id ?? null,
    stage: status === 'active' ? 'begun' : 'analyzed',
    at: Date.now(),
    facts: facts as CallReport['facts'],
    recording: null,
    our_conversation_id: null,
  };
};

type Metadata = Conversation['metadata'];

/** The metadata of a call, and of those that were there as many as there is room for. */
const withOthers = (own: Metadata, others: Metadata): Metadata => {
  const kept = Object.entries(others).filter(([key]) => !Object.hasOwn(own, key));
  return { ...own, ...Object.fromEntries(kept.slice(0, maxMetadataKeys - Object.keys(own).length)) };
};

/** The write that records a call into the conversation that has its id. */
const recordInto = async (
  { client_id }: Reach,
  before: ConversationRecord,
  input: ConversationInput,
): Promise<Write<Conversation, 'conversation_exists' | 'external_id_exists'>> => {
  const depth = depthOf(client_id, before.path);
  const decided = await decidedOf(before);
  const report = reportOf(input, before.created_at);
  const changed = await changeOfReport(before, report, { depth, decided });
  const provider = changed?.change.provider ?? before.provider ?? input.provider;
  // The account that holds a call says which of its calls it is, and nobody else.
  const isAccounts = before.integration_id !== null;
  const isSame = input.provider?.name === provider?.name;
  const given = isSame && !isAccounts ? input.provider?.conversation_id : undefined;
  const change: Partial<ConversationRecord> = {
    ...changed?.change,
    ...(changed?.change.cost !== undefined && { cost_by: client_id }),
    provider: provider && { ...provider, conversation_id: provider.conversation_id ?? given ?? null },
    external_id: input.external_id ?? before.external_id,
    metadata: withOthers(input.metadata, before.metadata),
    tags: [...new Set([...input.tags, ...before.tags])].slice(0, maxTags),
  };
  const type = changed?.type ?? 'conversation.updated';
  const isMoved = change.start_time !== undefined && change.start_time !== before.start_time;
  const { operations, after } = replaceConversation(before, change, type, [
    ...(isMoved ? [] : tagRemovals(before, { ...before, ...change })),
    ...(changed?.operations ?? []),
  ]);
  refuseTooLarge(after, before);
  return { operations: [...operations, ...claimsAfter(before, after)], reply: represent(after, 0) };
};

/**
 * The write that records a call into the conversation by which an organization below has claimed its id.
 * Undefined: there is none, and the call is a new conversation.
 */
export const takeOver = async (
  caller: Reach,
  lineage: Lineage,
  input: ConversationInput,
): Promise<Write<Conversation, 'conversation_exists' | 'external_id_exists'> | undefined> => {
  const { path } = lineage.client;
  const depth = depthOf(caller.client_id, path);
  // Nobody below an organization records its own conversations.
  if (depth === ownDepth(path)) return undefined;
  const holders = await holdersOf(lineage, input);
  const fromBelow = await Promise.all(holders.map((holder) => isFromBelow(holder, depth)));
  const other = holders[fromBelow.indexOf(false)];
  if (other) throw refusalOf(other, input);
  const target = holders.find(({ handling }) => handling === null);
  for (const holder of holders) if (holder !== target) await release(holder, input);
  return target && recordInto(caller, target, input);
};
