import * as z from 'zod/mini';
import { agentParams } from './agents.ts';
import { docs, entity, grouped, id, Metadata, readOnly, text } from './fields.ts';
import { listQuery, pageOf } from './page.ts';
import { route } from './route.ts';

/** How long the text of a document may be, in bytes of UTF-8. */
export const maxDocumentBytes = 204_800;

const DocumentText = z
  .string()
  .check(
    z.minLength(1),
    z.refine(
      (value) => new TextEncoder().encode(value).length <= maxDocumentBytes,
      `must be at most ${grouped(maxDocumentBytes)} bytes in UTF-8`,
    ),
  )
  .register(docs, { description: 'Up to 200 KB in UTF-8', maxLength: maxDocumentBytes });

const writable = {
  name: text(200),
  text: DocumentText,
  metadata: z._default(Metadata, {}),
};

export const Document = z
  .object({
    ...entity('doc'),
    agent_id: id('agent'),
    ...writable,
    bytes: z.int().check(z.minimum(1)).register(docs, { description: 'Of its text, in UTF-8' }),
  })
  .register(docs, { id: 'Document', description: 'Something that an agent knows beyond its prompt' });
export type Document = z.output<typeof Document>;

export const DocumentItem = z.omit(Document, { text: true, metadata: true }).register(docs, {
  id: 'DocumentItem',
  description: 'A document as a list shows it',
});
export type DocumentItem = z.output<typeof DocumentItem>;

export const DocumentInput = z.strictObject(writable).register(docs, { id: 'DocumentInput' });
export type DocumentInput = z.output<typeof DocumentInput>;

export const DocumentReplacement = z
  .strictObject({
    ...writable,
    agent_id: z.optional(id('agent')).register(docs, { description: 'Cannot be changed' }),
    id: readOnly,
    created_at: readOnly,
    updated_at: readOnly,
    version: readOnly,
    bytes: readOnly,
  })
  .register(docs, { id: 'DocumentReplacement' });
export type DocumentReplacement = z.output<typeof DocumentReplacement>;

const params = z.strictObject({
  ...agentParams,
  document_id: id('doc', 'The document’s id'),
});

export const list = route('GET /v1/agents/{agent_id}/documents', {
  summary: 'List the documents of an agent, newest first',
  description: 'Without their text, which the document itself has.',
  scope: 'agents:read',
  params: z.strictObject(agentParams),
  query: z.strictObject(listQuery),
  status: 200,
  response: pageOf(DocumentItem),
  paged: true,
  errors: ['agent_not_found'],
});

export const create = route('POST /v1/agents/{agent_id}/documents', {
  summary: 'Add a document to what an agent knows',
  description: 'An agent has up to 100 documents, with up to 2 MB of text in all.',
  scope: 'agents:write',
  params: z.strictObject(agentParams),
  body: DocumentInput,
  status: 201,
  location: '/v1/agents/{agent_id}/documents/{id}',
  response: Document,
  etag: Document,
  errors: ['agent_not_found', 'knowledge_base_full'],
});

export const get = route('GET /v1/agents/{agent_id}/documents/{document_id}', {
  summary: 'Get one document of an agent',
  description: 'The whole document, with its text.',
  scope: 'agents:read',
  params,
  status: 200,
  response: Document,
  etag: Document,
  errors: ['agent_not_found', 'document_not_found'],
});

export const replace = route('PUT /v1/agents/{agent_id}/documents/{document_id}', {
  summary: 'Replace a document of an agent',
  description: 'What is left out gets its default.',
  scope: 'agents:write',
  params,
  body: DocumentReplacement,
  status: 200,
  response: Document,
  etag: Document,
  errors: ['agent_not_found', 'document_not_found', 'knowledge_base_full'],
});

export const remove = route('DELETE /v1/agents/{agent_id}/documents/{document_id}', {
  summary: 'Remove a document from what an agent knows',
  description: 'Nothing of it is kept; its place and its bytes are free again.',
  scope: 'agents:write',
  params,
  status: 204,
  etag: Document,
  errors: ['agent_not_found', 'document_not_found'],
});
