// region store
import { ApiProblem, createClient } from 'voice-agent-platform-client';

/** Three statements are enough, so that any client of Postgres fits: `pg`, `postgres` or an ORM. */
export interface Sql {
  readonly query: (statement: string, values?: readonly (string | number | null)[]) => Promise<unknown>;
}

const table = `
  CREATE TABLE IF NOT EXISTS conversations (
    id text PRIMARY KEY,
    version bigint NOT NULL,
    erased boolean NOT NULL DEFAULT false,
    client_id text,
    agent_id text,
    status text,
    start_time text,
    outcome text,
    content text
  )`;

/** Run it once, before anything else: two programs that create a table at the same time can collide. */
export const createTable = (sql: Sql): Promise<unknown> => sql.query(table);

const upsert = `
  INSERT INTO conversations (id, version, client_id, agent_id, status, start_time, outcome, content)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (id) DO UPDATE SET
    version = excluded.version, client_id = excluded.client_id, agent_id = excluded.agent_id,
    status = excluded.status, start_time = excluded.start_time, outcome = excluded.outcome,
    content = excluded.content
  WHERE excluded.version > conversations.version AND NOT conversations.erased`;

const erase = `
  INSERT INTO conversations (id, version, erased) VALUES ($1, 0, true)
  ON CONFLICT (id) DO UPDATE SET
    erased = true, client_id = NULL, agent_id = NULL, status = NULL, start_time = NULL, outcome = NULL,
    content = NULL`;
// endregion

// region copy
const client = createClient({ baseUrl: process.env.BASE ?? '', apiKey: process.env.KEY ?? '' });

type Conversation = Awaited<ReturnType<typeof client.conversations.get>>;

const store = async (sql: Sql, found: Conversation): Promise<void> => {
  const { id, version, client_id, agent_id, status, start_time, outcome } = found;
  const values = [id, version, client_id, agent_id, status, start_time, outcome, JSON.stringify(found)];
  await sql.query(upsert, values);
};

/** Reads a conversation as it is now, and stores it. */
const copy = async (sql: Sql, conversation_id: string): Promise<void> => {
  try {
    await store(sql, await client.conversations.get({ params: { conversation_id } }));
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'conversation_not_found') throw error;
    await sql.query(erase, [conversation_id]);
  }
};
// endregion

// region follow
/** Keeps the copy in sync until the signal ends it. */
export const follow = async (sql: Sql, signal: AbortSignal): Promise<void> => {
  const events = [
    'conversation.started',
    'conversation.updated',
    'conversation.ended',
    'conversation.analyzed',
    'conversation.reviewed',
    'conversation.erased',
    'transcript.appended',
    'recording.available',
  ] as const;
  for await (const event of client.events.follow({ events, queue: 'copy in Postgres', signal })) {
    // Of an organization for tests, whose calls no list above it has.
    if (event.test) continue;
    const { id } = event.data as { readonly id: string };
    if (event.type === 'conversation.erased') await sql.query(erase, [id]);
    else if ('version' in event.data && 'start_time' in event.data) await store(sql, event.data);
    else await copy(sql, id);
  }
};
// endregion

// region all
/** Copies what there is. Run it once, while `follow` is running: the order of the two does not matter. */
export const copyAll = async (sql: Sql): Promise<void> => {
  const query = { order: 'asc', limit: 100 } as const;
  for await (const { id } of client.conversations.list.all({ query })) await copy(sql, id);
};
// endregion
