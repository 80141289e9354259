import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import type { Event, WrittenType } from '#lib/data/events/events.ts';
import {
  agentKey,
  apiKeyKey,
  clientKey,
  conversationKey,
  documentKey,
  eventsPartition,
} from '#lib/data/keys.ts';
import { batchWrite } from '#lib/data/operations/batch-write.ts';
import { get } from '#lib/data/operations/get.ts';
import type { Key } from '#lib/data/table.ts';
import { dynamodb } from '#lib/data/table.ts';
import { createTable } from '#lib/local/create-table.ts';
import { scan } from './scan.ts';

/** Runs a task with another table than that of this process. */
export const onTable = async <T>(name: string, task: () => Promise<T>): Promise<T> => {
  const { TABLE_NAME: before } = process.env;
  process.env.TABLE_NAME = name;
  try {
    return await task();
  } catch (error) {
    // By the time the error is explained, the process is back at its own table.
    if (error instanceof Error && !('table' in error)) Object.assign(error, { table: name });
    throw error;
  } finally {
    if (before === undefined) delete process.env.TABLE_NAME;
    else process.env.TABLE_NAME = before;
  }
};

interface Again {
  /** The item to look for: if the restored table does not have it, nothing has come back. */
  readonly key: Key;
  readonly request: string;
}

/**
 * Intended changes that a restore undoes, and the requests that repeat them: removed entities are back,
 * replaced secrets are valid again, and suspended organizations are active.
 */
const undone = {
  'agent.removed': (id) => ({ key: agentKey(id), request: `DELETE /v1/agents/${id}` }),
  'api_key.revoked': (id) => ({ key: apiKeyKey(id), request: `DELETE /v1/api-keys/${id}` }),
  'api_key.rotated': (id) => ({
    key: apiKeyKey(id),
    request: `POST /v1/api-keys/${id}/rotate {"overlap_seconds":0}`,
  }),
  'client.erased': (id) => ({ key: clientKey(id), request: `DELETE /v1/clients/${id}` }),
  'client.suspended': (id) => ({ key: clientKey(id), request: `PUT /v1/clients/${id}` }),
  'client.updated': (id) => ({ key: clientKey(id), request: `PUT /v1/clients/${id}` }),
  'conversation.erased': (id) => ({ key: conversationKey(id), request: `DELETE /v1/conversations/${id}` }),
  'document.removed': (id, agent) => ({
    key: documentKey(agent, id),
    request: `DELETE /v1/agents/${agent}/documents/${id}`,
  }),
} satisfies Partial<Record<WrittenType, (entity: string, agent: string) => Again>>;

/** Events of a table that a restore would undo, and the agent of each document. */
export interface Past {
  readonly events: ReadonlyMap<string, Event>;
  /** The agents of documents. */
  readonly agents: ReadonlyMap<string, string>;
}

/** All of these events, as far back as events are kept. */
export const readPast = async (): Promise<Past> => {
  const events = new Map<string, Event>();
  const agents = new Map<string, string>();
  const beginning = documentKey('', '');
  for await (const page of scan(0, 1)) {
    for (const item of page) {
      if (item.pk.startsWith(eventsPartition(''))) {
        const event = item as unknown as Event;
        if (event.type in undone) events.set(event.id, event);
      } else if (item.pk.startsWith(beginning.pk) && item.sk.startsWith(beginning.sk)) {
        agents.set(String(item.id), String(item.agent_id));
      }
    }
  }
  return { events, agents };
};

/** The requests that have to be repeated after a restore, in order. */
export const undoneIn = async (inUse: Past, restored: Past): Promise<Set<string>> => {
  const again = new Set<string>();
  const since = [...inUse.events].filter(([id]) => !restored.events.has(id));
  for (const [, { type, entity }] of since.sort(([one], [other]) => (one < other ? -1 : 1))) {
    const { key, request } = undone[type as keyof typeof undone](entity, restored.agents.get(entity) ?? '');
    if (await get(key)) again.add(`${type}: ${request}`);
  }
  return again;
};

/** Copies this table as a restore would, for one machine, which has no point-in-time recovery. */
export const copyTo = async (name: string): Promise<void> => {
  await createTable(name);
  for await (const page of scan(0, 1)) await onTable(name, () => batchWrite({ puts: page }));
};

export const deleteTable = async (TableName: string): Promise<void> => {
  await dynamodb.send(new DeleteTableCommand({ TableName }));
};
