import { agentFromItem } from '#lib/agents/agent-record.ts';
import { represent as representAgent } from '#lib/agents/agents.ts';
import { findDocument } from '#lib/agents/documents.ts';
import { knowledgeBaseFromItem } from '#lib/agents/knowledge-base.ts';
import { auditRecordKey, readAuditRecord } from '#lib/audit/audit-records.ts';
import type { CarriedType } from '#lib/contract/event-data.ts';
import { projectionOf } from '#lib/contract/projection.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { readConversation, represent as representConversation } from '#lib/conversations/conversations.ts';
import { readNote } from '#lib/conversations/notes.ts';
import type { CostDepths } from '#lib/domain/conversations/cost.ts';
import { costDepths } from '#lib/domain/conversations/cost.ts';
import { apiKeys, lastUse, represent as representKey } from '#lib/keys/api-keys.ts';
import { readAll, represent as representClient } from '#lib/organizations/clients.ts';
import type { Event, WrittenType } from '#lib/store/events/events.ts';
import { keyOf } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import type { Key } from '#lib/store/table.ts';
import { eventShapes } from './event-shapes.static.ts';
import type { Data, FullData } from './payloads.ts';

/** The source of an event's data. */
interface Source {
  /**
   * The key of the entity's record. Without the record there is nothing to send, and stored data must be
   * removed.
   */
  readonly key: (event: Event) => Key;
  readonly read: (event: Event) => Promise<object | undefined>;
}

/** Webhooks of organizations below do not receive a cost, and the prices beside it. */
const withDepths = (record: ConversationRecord): object & { readonly depths: CostDepths } => ({
  ...representConversation(record, 0),
  depths: costDepths(record),
});

const conversation: Source = {
  key: ({ entity }) => keyOf('conversation', entity),
  read: async ({ entity }) => {
    const found = await readConversation(entity);
    return found && withDepths(found);
  },
};

const agent: Source = {
  key: ({ entity }) => keyOf('agent', entity),
  read: async ({ entity }) => {
    const [item, knowledge] = await batchGet([keyOf('agent', entity), keyOf('knowledge_base', entity)]);
    return (
      item &&
      knowledge &&
      representAgent({ agent: agentFromItem(item), knowledge_base: knowledgeBaseFromItem(knowledge) })
    );
  },
};

const document: Source = {
  key: ({ entity, agent_id = '' }) => keyOf('document', agent_id, entity),
  read: ({ entity, agent_id = '' }) => findDocument({ id: agent_id }, entity),
};

/** Messages about a note are kept and erased with its conversation. */
const note: Source = {
  key: ({ entity }) => keyOf('conversation', entity),
  read: ({ entity, note_id = '' }) => readNote(entity, note_id),
};

const client: Source = {
  key: ({ entity }) => keyOf('client', entity),
  read: async ({ entity, path }) => {
    const members = await readAll(path);
    const found = members.at(-1);
    return found?.id === entity ? representClient({ client: found, members }) : undefined;
  },
};

const apiKey: Source = {
  key: ({ entity }) => keyOf('api_key', entity),
  read: async ({ entity }) => {
    const [item, use] = await batchGet([keyOf('api_key', entity), keyOf('last_use', entity)]);
    return item && representKey(apiKeys.fromItem(item), lastUse(use));
  },
};

const auditRecord: Source = {
  key: ({ entity }) => auditRecordKey(entity),
  read: ({ entity }) => readAuditRecord(entity),
};

type ReadType = Exclude<WrittenType, CarriedType>;

/**
 * The source of each type's data. Types without a source are about removed entities, of which only the id
 * remains.
 */
const sources: Readonly<Record<ReadType, Source | undefined>> = {
  'client.created': client,
  'client.updated': client,
  'client.suspended': client,
  'client.erased': undefined,
  'agent.created': agent,
  'agent.updated': agent,
  'agent.removed': undefined,
  'document.created': document,
  'document.updated': document,
  'document.removed': undefined,
  'conversation.started': conversation,
  'conversation.updated': conversation,
  'conversation.handover_requested': conversation,
  'conversation.ended': conversation,
  'conversation.analyzed': conversation,
  'conversation.reviewed': conversation,
  'conversation.erased': undefined,
  'transcript.appended': conversation,
  'note.created': note,
  'recording.available': conversation,
  'api_key.created': apiKey,
  'api_key.rotated': apiKey,
  'api_key.revoked': undefined,
  'audit.recorded': auditRecord,
};

/** The data of an event as declared in the contract; undefined if the entity no longer exists. */
export const fullDataOf = async (event: Event): Promise<FullData | undefined> => {
  if (event.data !== undefined) return { data: JSON.parse(event.data) as Data };
  const source = sources[event.type as ReadType];
  const found = await source?.read(event);
  if (!source || !found) return undefined;
  return {
    data: projectionOf(eventShapes[event.type])(found) as Data,
    record: source.key(event),
    ...('depths' in found && { depths: found.depths as CostDepths }),
  };
};
