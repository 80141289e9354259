import { agentFromItem } from '#lib/agents/agent-record.ts';
import { listAgents, represent as representAgent } from '#lib/agents/agents.ts';
import { readWholeDocuments } from '#lib/agents/documents.ts';
import { knowledgeBaseFromItem } from '#lib/agents/knowledge-base.ts';
import { isShownTo, readAnalyses, representTo } from '#lib/analysis/analyses.ts';
import { listAuditRecords } from '#lib/audit/audit-records.ts';
import type { Agent } from '#lib/contract/agents.ts';
import type { AuditRecord } from '#lib/contract/audit-records.ts';
import type { Client } from '#lib/contract/clients.ts';
import type { Conversation } from '#lib/contract/conversations.ts';
import type { Document } from '#lib/contract/documents.ts';
import type { ExportFilters, ExportResource } from '#lib/contract/exports.ts';
import type { Position } from '#lib/contract/page.ts';
import { projectionOf } from '#lib/contract/projection.ts';
import type { ConversationRecord } from '#lib/conversations/conversation-record.ts';
import { conversationFromItem, isErasing } from '#lib/conversations/conversation-record.ts';
import { represent as representConversation } from '#lib/conversations/conversations.ts';
import { costsShownTo } from '#lib/conversations/known-costs.ts';
import { readNotes } from '#lib/conversations/notes.ts';
import { readAllTurns } from '#lib/conversations/turns.ts';
import { toOcsf } from '#lib/domain/audit/ocsf.ts';
import { platform } from '#lib/domain/caller.ts';
import type { DayRow, ExportRows } from '#lib/domain/exports/columns.ts';
import { dimensions, hasFigures } from '#lib/domain/usage/report.ts';
import type { LocalDate } from '#lib/domain/usage/time-zones.ts';
import { addDays, dateOf } from '#lib/domain/usage/time-zones.ts';
import type { ClientRecord } from '#lib/organizations/clients.ts';
import {
  clientFromItem,
  listClients,
  readAll,
  represent as representClient,
} from '#lib/organizations/clients.ts';
import { eachWithAuthor, withAuthors } from '#lib/people/authors.ts';
import { listMatching } from '#lib/search/matching.ts';
import { keyOf } from '#lib/store/keys.ts';
import type { PageRequest } from '#lib/store/lists/listing.ts';
import { ownerAt } from '#lib/store/lists/shards.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import { zoneOf } from '#lib/usage/sums.ts';
import { nextCounted, readUsage } from '#lib/usage/usage.ts';
import {
  agentShape,
  auditRecordShape,
  clientShape,
  conversationShape,
  documentShape,
} from './row-shapes.static.ts';

/** Rows, and the position at which to continue; absent after the last ones. */
export interface Rows<Row> {
  readonly rows: readonly Row[];
  readonly next?: Position | undefined;
}

/** The content of an export. */
export interface ExportScope {
  /** The ids of the organizations from the top down to the exported one; empty: everything. */
  readonly path: readonly string[];
  readonly filters: ExportFilters;
}

type Source<Row> = (exported: ExportScope, position: Position | undefined) => Promise<Rows<Row>>;

const shown = {
  conversation: projectionOf(conversationShape) as (value: unknown) => Conversation,
  agent: projectionOf(agentShape) as (value: unknown) => Agent,
  document: projectionOf(documentShape) as (value: unknown) => Document,
  client: projectionOf(clientShape) as (value: unknown) => Client,
  auditRecord: projectionOf(auditRecordShape) as (value: unknown) => AuditRecord,
};

/** The conversations on a page of the list or of the search. */
export const readConversations = async (
  { path, filters }: ExportScope,
  position: Position | undefined,
  limit: number,
): Promise<Rows<ConversationRecord>> => {
  const { data, next } = await listMatching(ownerAt(path), filters, { limit, order: 'desc', position });
  const items = await batchGet(data.map(({ id }) => keyOf('conversation', id)));
  const rows = items.flatMap((item) => (item && !isErasing(item) ? [conversationFromItem(item)] : []));
  return { rows, next };
};

/**
 * The organization whose costs an export shows. Its keys can read exports that keys above created, so an
 * export contains the costs that the organization itself sees.
 */
const ownerOfExport = ({ path }: Pick<ExportScope, 'path'>) => ({ client_id: path.at(-1) ?? null });

const conversations: Source<ExportRows['conversations']> = async (exported, position) => {
  const { rows, next } = await readConversations(exported, position, 100);
  const costsFrom = await costsShownTo(ownerOfExport(exported));
  const named = await eachWithAuthor(rows);
  return { rows: named.map((record) => shown.conversation(representConversation(record, costsFrom))), next };
};

/** The number of transcripts to read concurrently. Each takes a Query and can have a megabyte. */
const transcriptsAtOnce = 20;

const turns: Source<ExportRows['turns']> = async (exported, position) => {
  const { rows: records, next } = await readConversations(exported, position, transcriptsAtOnce);
  const rows = await Promise.all(
    records.map(async ({ id, client_id, turns: count }) =>
      count === 0
        ? []
        : (await withAuthors(await readAllTurns(id))).map((turn) => ({
            conversation_id: id,
            client_id,
            ...turn,
          })),
    ),
  );
  return { rows: rows.flat(), next };
};

const notes: Source<ExportRows['notes']> = async (exported, position) => {
  const { rows: records, next } = await readConversations(exported, position, transcriptsAtOnce);
  const rows = await Promise.all(
    records.map(async ({ id, client_id }) => (await readNotes(id)).map((note) => ({ client_id, ...note }))),
  );
  return { rows: rows.flat(), next };
};

/**
 * The analyses that the exported organization may see, without those that analyzers above keep to themselves.
 */
const analyses: Source<ExportRows['analyses']> = async (exported, position) => {
  const { rows: records, next } = await readConversations(exported, position, transcriptsAtOnce);
  const reach = ownerOfExport(exported);
  const rows = await Promise.all(
    records.map(async ({ id, client_id }) =>
      Promise.all(
        (await readAnalyses(id))
          .filter((one) => isShownTo(reach, one))
          .map(async (one) => ({ client_id, ...(await representTo(reach, one)) })),
      ),
    ),
  );
  return { rows: rows.flat(), next };
};

const agents: Source<ExportRows['agents']> = async ({ path }, position) => {
  // An agent can have 380 KB.
  const { data, next } = await listAgents(path, {}, { limit: 25, order: 'desc', position });
  if (data.length === 0) return { rows: [], next };
  const items = await batchGet(data.flatMap(({ id }) => [keyOf('agent', id), keyOf('knowledge_base', id)]));
  const rows = data.flatMap((_, at) => {
    const [item, knowledge] = [items[at * 2], items[at * 2 + 1]];
    if (!item || !knowledge) return [];
    const whole = { agent: agentFromItem(item), knowledge_base: knowledgeBaseFromItem(knowledge) };
    return [shown.agent(representAgent(whole))];
  });
  return { rows, next };
};

/** The number of agents to read concurrently. The documents of one can have 2 MB. */
const agentsAtOnce = 5;

const documents: Source<ExportRows['documents']> = async ({ path }, position) => {
  const paging: PageRequest = { limit: agentsAtOnce, order: 'desc', position };
  const { data, next } = await listAgents(path, {}, paging);
  const found = await Promise.all(data.map(({ id }) => readWholeDocuments(id)));
  return { rows: found.flat().map(shown.document), next };
};

const clients: Source<ExportRows['clients']> = async ({ path: exported }, position) => {
  const { data, next } = await listClients(exported, {}, { limit: 25, order: 'desc', position });
  if (data.length === 0) return { rows: [], next };
  const records = (await batchGet(data.map(({ id }) => keyOf('client', id)))).flatMap((item) =>
    item ? [clientFromItem(item)] : [],
  );
  const known = new Map<string, ClientRecord>(records.map((record) => [record.id, record]));
  const above = [...new Set(records.flatMap(({ path }) => path))].filter((id) => !known.has(id));
  for (const record of await readAll(above)) known.set(record.id, record);
  const rows = records.map((client) => {
    const members = client.path.flatMap((id) => known.get(id) ?? []);
    return shown.client(representClient({ client, members }));
  });
  return { rows, next };
};

/** Bounds of all dates: times are between 1970 and 9998, and time zones shift them by at most a day. */
const firstDate = '1969-01-01';
const lastDate = '9999-12-31';

const nextMonth = (date: LocalDate): LocalDate => {
  const [year = 0, month = 0] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
};

/** The days of a month with conversations or answers, in total and by each dimension. */
const usage: Source<ExportRows['usage']> = async ({ path, filters }, position) => {
  const owner = path.at(-1) ?? platform;
  const zone = await zoneOf(owner);
  const { start_after, start_before } = filters;
  const until = start_before ? addDays(dateOf(zone, Date.parse(start_before) - 1), 1) : lastDate;
  const asked =
    (position?.date as LocalDate | undefined) ??
    (start_after ? dateOf(zone, Date.parse(start_after)) : firstDate);
  const from = await nextCounted(owner, zone, asked, until);
  if (from === undefined) return { rows: [] };
  const to = from.slice(0, 7) === until.slice(0, 7) ? until : nextMonth(from);
  const costsFrom = await costsShownTo(ownerOfExport({ path }));
  const rows: DayRow[] = [];
  for (const dimension of [undefined, ...dimensions]) {
    const month = { interval: 'day', start_after: from, start_before: to, group_by: dimension } as const;
    // Until the sums are rebuilt for another time zone, the days are those of the previous one.
    const { timezone, rows: days } = await readUsage(owner, zone, {
      ...month,
      costsFrom,
      maxRows: Infinity,
    });
    for (const { start, ...figures } of days.filter(hasFigures)) {
      rows.push({ date: dateOf(timezone, Date.parse(start)), dimension: dimension ?? null, ...figures });
    }
  }
  return { rows, ...(to < until && { next: { date: to } }) };
};

const audit_records: Source<ExportRows['audit_records']> = async ({ path, filters }, position) => {
  const { start_after: from, start_before: to } = filters;
  const paging: PageRequest = { limit: 100, order: 'desc', position };
  const { data, next } = await listAuditRecords(ownerAt(path), { from, to }, paging);
  return { rows: data.map(shown.auditRecord), next };
};

const ocsf_events: Source<ExportRows['ocsf_events']> = async (exported, position) => {
  const { rows, next } = await audit_records(exported, position);
  return { rows: rows.map(toOcsf), next };
};

/** The source of each resource's rows, page by page. */
export const sources: { readonly [R in ExportResource]: Source<ExportRows[R]> } = {
  conversations,
  turns,
  notes,
  analyses,
  agents,
  documents,
  clients,
  usage,
  audit_records,
  ocsf_events,
};
