import { isDeepStrictEqual } from 'node:util';
import type {
  Document,
  DocumentInput,
  DocumentItem,
  DocumentReplacement,
  list,
} from '#lib/contract/documents.ts';
import type { FiltersOf } from '#lib/contract/page.ts';
import { createdAt, newId } from '#lib/domain/ids.ts';
import { claimItems, claimRemovals, claimWrites, externalIdClaim } from '#lib/store/claims.ts';
import { changed, entityChanges, entityWrites } from '#lib/store/entity.ts';
import { eventWrite } from '#lib/store/events/events.ts';
import { keyOf, listSort } from '#lib/store/keys.ts';
import { facetAsks, facetValues } from '#lib/store/lists/facet.ts';
import type { Asks, Entry, Page, PageRequest } from '#lib/store/lists/listing.ts';
import { askedBy, entryItems, entryRemovals, listEntries } from '#lib/store/lists/listing.ts';
import { unspreadAt } from '#lib/store/lists/shards.ts';
import { get } from '#lib/store/operations/get.ts';
import type { Write } from '#lib/store/operations/operation.ts';
import { queryAll } from '#lib/store/operations/query-pages.ts';
import { removeVersion } from '#lib/store/operations/remove.ts';
import { pack, unpack } from '#lib/store/records.ts';
import type { Item } from '#lib/store/table.ts';
import type { AgentRecord } from './agent-record.ts';
import type { WholeAgent } from './agents.ts';
import { countAdded, countRemoved } from './document-counts.ts';
import { documentFacets } from './facets.ts';

/**
 * The agent of the document. A document has no path, because a caller who reaches the agent reaches its
 * documents.
 */
type Owner = Pick<AgentRecord, 'id' | 'path'>;

const json = ['metadata'] as const;

const externalIdOf = (document: Document) =>
  externalIdClaim(
    'document_id',
    document,
    (externalId) => keyOf('document_external_id', document.agent_id, externalId),
    {
      facet: 'document_external_id',
      path: [document.agent_id],
      place: listSort(document.created_at, document.id),
    },
  );

const toItem = (document: Document): Item => ({
  ...pack(document, json),
  ...keyOf('document', document.agent_id, document.id),
});
const fromItem = (item: Item): Document => unpack<Document>({ external_id: null, ...item }, json);

const entryOf = (document: Document): Entry => {
  const { id, created_at, updated_at, version, agent_id, name, bytes, external_id } = document;
  return {
    list: 'documents',
    owners: [agent_id],
    time: created_at,
    id,
    facets: (owner) => facetValues(documentFacets, document, owner),
    shown: {
      id,
      created_at,
      updated_at,
      version,
      agent_id,
      name,
      bytes,
      ...(external_id !== null && { external_id }),
    },
  };
};

/** The items that a document has besides its record, except the counts. */
export const documentFootprint = (item: Item): Item[] => {
  const document = fromItem(item);
  return [...claimItems(externalIdOf(document)), ...entryItems(entryOf(document))];
};

const happenedTo = (
  type: 'document.created' | 'document.updated' | 'document.removed',
  { path }: Owner,
  { id, agent_id, version }: Document,
) => eventWrite(type, { id, agent_id, path, version });

export const findDocument = async (
  { id: agentId }: Pick<Owner, 'id'>,
  id: string,
): Promise<Document | undefined> => {
  const item = await get(keyOf('document', agentId, id));
  return item && fromItem(item);
};

export const insertDocument = (
  agent: Owner,
  input: DocumentInput,
): Write<Document, 'knowledge_base_full' | 'external_id_exists'> => {
  const id = newId('doc');
  const created_at = createdAt(id);
  const bytes = Buffer.byteLength(input.text);
  const document: Document = {
    ...input,
    id,
    created_at,
    updated_at: created_at,
    version: 1,
    agent_id: agent.id,
    bytes,
  };
  return {
    operations: [
      countAdded(agent.id, { documents: 1, bytes }),
      ...entityWrites({ toItem, entryOf }, document),
      ...claimWrites(externalIdOf(document)),
      happenedTo('document.created', agent, document),
    ],
    reply: document,
  };
};

/** The fields that a replacement sets. */
export const replaceableFields = ({ name, text, external_id, metadata }: DocumentReplacement) => ({
  name,
  text,
  external_id,
  metadata,
});

/** Changes a document. A replacement without an effect is answered without a write. */
export const replaceDocument = (
  agent: Owner,
  before: Document,
  input: DocumentReplacement,
): Write<Document, 'knowledge_base_full' | 'external_id_exists'> => {
  const fields = replaceableFields(input);
  if (isDeepStrictEqual(fields, replaceableFields(before))) {
    return { operations: [], reply: before, replaces: before };
  }
  const bytes = Buffer.byteLength(fields.text);
  const document = changed(before, { ...fields, bytes });
  return {
    operations: [
      ...entityChanges({ toItem, entryOf }, before, document),
      ...claimWrites(externalIdOf(document), externalIdOf(before)),
      countAdded(agent.id, { documents: 0, bytes: bytes - before.bytes }),
      happenedTo('document.updated', agent, document),
    ],
    reply: document,
    replaces: before,
  };
};

export const removeDocument = (agent: Owner, document: Document): Write<undefined> => ({
  operations: [
    removeVersion(keyOf('document', agent.id, document.id), document.version),
    countRemoved(agent.id, { documents: 1, bytes: document.bytes }),
    ...claimRemovals(externalIdOf(document)),
    ...entryRemovals(entryOf(document)),
    happenedTo('document.removed', agent, document),
  ],
  reply: undefined,
  replaces: document,
});

type DocumentFilters = FiltersOf<typeof list.query>;

const asks: Asks<DocumentFilters> = facetAsks(documentFacets);

export const listDocuments = async (
  { id }: Pick<Owner, 'id'>,
  filters: DocumentFilters,
  paging: PageRequest,
): Promise<Page<DocumentItem>> => {
  const { items: data, next } = await listEntries<DocumentItem>({
    list: 'documents',
    owner: unspreadAt([id]),
    ...askedBy(asks, filters),
    ...paging,
  });
  return { data, next };
};

/** An agent's knowledge base with an id that changes with its version, for readers that cache it. */
export const knowledgeOf = ({ agent: { id }, knowledge_base: { version, bytes } }: WholeAgent) => ({
  id: `${id} ${version}`,
  bytes,
  read: () => readDocuments(id),
});

/** The documents of an agent, oldest first, as the last writes left them: up to 2 MB. */
export const readWholeDocuments = async (agentId: string): Promise<Document[]> => {
  const { pk, sk: beginning } = keyOf('document', agentId, '');
  const items = await queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :beginning)',
    ExpressionAttributeValues: { ':pk': pk, ':beginning': beginning },
    ConsistentRead: true,
  });
  return items.map(fromItem);
};

/** The texts of an agent's documents. */
export const readDocuments = async (
  agentId: string,
): Promise<readonly Pick<Document, 'id' | 'version' | 'name' | 'text'>[]> =>
  (await readWholeDocuments(agentId)).map(({ id, version, name, text }) => ({ id, version, name, text }));
