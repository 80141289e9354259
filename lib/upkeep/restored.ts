import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import type { Event, EventType } from '#lib/data/events.ts';
import { eventsPartition } from '#lib/data/keys.ts';
import { batchWrite } from '#lib/data/operations/batch-write.ts';
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

/** What a restore brings back although somebody wanted it gone: these have to happen again. */
const final = ['conversation.erased', 'api_key.revoked'] as const satisfies readonly EventType[];
export type FinalEvent = (typeof final)[number];

/** What was erased and revoked, as far back as events are kept. */
export const goneIn = async (): Promise<Map<string, FinalEvent>> => {
  const gone = new Map<string, FinalEvent>();
  for await (const page of scan(0, 1)) {
    for (const item of page) {
      if (!item.pk.startsWith(eventsPartition(''))) continue;
      const { type, entity } = item as unknown as Event;
      const found = final.find((one) => one === type);
      if (found) gone.set(entity, found);
    }
  }
  return gone;
};

/** A table of all that is in this one, as a restore would make it: for one machine, which keeps no past of its table. */
export const copyTo = async (name: string): Promise<void> => {
  await createTable(name);
  for await (const page of scan(0, 1)) await onTable(name, () => batchWrite({ puts: page }));
};

export const deleteTable = async (TableName: string): Promise<void> => {
  await dynamodb.send(new DeleteTableCommand({ TableName }));
};
