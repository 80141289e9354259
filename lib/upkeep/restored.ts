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

/** Runs a task on another table than the one this process is pointed at. */
export const onTable = async <T>(name: string, task: () => Promise<T>): Promise<T> => {
  const { TABLE_NAME: before } = process.env;
  process.env.TABLE_NAME = name;
  try {
    return await task();
  } finally {
    process.env.TABLE_NAME = before;
  }
};

interface Again {
  /** Without this in the restored table nothing has come back. */
  readonly key: Key;
  readonly request: string;
}

/**
 * What a restore undoes although somebody wanted it so, and the request that does it again: what was gone is back, a
 * secret that was changed is good again, and so is an organisation that was suspended.
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

/** What happened in a table that a restore would undo, and where each document is, which its event does not say. */
export interface Past {
  readonly events: ReadonlyMap<string, Event>;
  /** The agents of documents. */
  readonly agents: ReadonlyMap<string, string>;
}

/** All that is told of what happened, as far back as events are kept. */
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

/** What has to happen again in a restored table, in the order in which it did; to be asked of that table. */
export const undoneIn = async (inUse: Past, restored: Past): Promise<Set<string>> => {
  const again = new Set<string>();
  const since = [...inUse.events].filter(([id]) => !restored.events.has(id));
  for (const [, { type, entity }] of since.sort(([one], [other]) => (one < other ? -1 : 1))) {
    const { key, request } = undone[type as keyof typeof undone](entity, restored.agents.get(entity) ?? '');
    if (await get(key)) again.add(`${type}: ${request}`);
  }
  return again;
};

/** A table of all that is in this one, as a restore would make it: for one machine, which keeps no past of its table. */
export const copyTo = async (name: string): Promise<void> => {
  await createTable(name);
  for await (const page of scan(0, 1)) await onTable(name, () => batchWrite({ puts: page }));
};

export const deleteTable = async (TableName: string): Promise<void> => {
  await dynamodb.send(new DeleteTableCommand({ TableName }));
};
