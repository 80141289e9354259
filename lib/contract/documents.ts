import * as z from 'zod/mini';
import {
  described,
  docs,
  ExternalId,
  entity,
  enumeration,
  grouped,
  id,
  label,
  Metadata,
  object,
  orNull,
  patchOf,
  sentBack,
  strictObject,
  text,
} from './fields.ts';
import { listQuery, pagesOf } from './page.ts';
import { created, entityOf, route } from './route.ts';

/** The maximum length of a document's text, in bytes of UTF-8. */
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
  .register(docs, {
    description: 'The text of the document: at most 204,800 bytes in UTF-8',
    maxLength: maxDocumentBytes,
  });

const writable = {
  name: described(label(200), 'The document’s name'),
  text: DocumentText,
  external_id: described(
    orNull(ExternalId),
    'Your own id of the document, unique within its agent; null if there is none',
  ),
  metadata: z._default(Metadata, {}),
};

export const Document = object('Document', 'A document in an agent’s knowledge base', {
  ...entity('doc'),
  agent_id: id('agent', 'The agent that uses the document'),
  ...writable,
  bytes: z
    .int()
    .check(z.minimum(1))
    .register(docs, { description: 'The size of the text, in bytes of UTF-8' }),
});
export type Document = z.output<typeof Document>;

export const DocumentItem = z.omit(Document, { text: true, metadata: true }).register(docs, {
  id: 'DocumentItem',
  description: 'A document as it appears in a list',
});
export type DocumentItem = z.output<typeof DocumentItem>;

export const DocumentInput = strictObject('DocumentInput', 'A new document', writable);
export type DocumentInput = z.output<typeof DocumentInput>;

export const DocumentReplacement = strictObject(
  'DocumentReplacement',
  'All fields of a document that can be changed. An absent field is reset to its default',
  {
    ...sentBack(Document),
    ...writable,
    agent_id: z
      .optional(id('agent'))
      .register(docs, { description: 'The agent; a value other than the current one is refused' }),
  },
);
export type DocumentReplacement = z.output<typeof DocumentReplacement>;

export const DocumentPatch = strictObject(
  'DocumentPatch',
  'A merge patch (RFC 7396) for a document',
  patchOf(writable),
);

export const list = route('GET /v1/agents/{agent_id}/documents', {
  summary: 'List the documents of an agent, newest first',
  description: 'Items do not include the text. Get a document to read its text.',
  scope: 'agents:read',
  query: z.strictObject({
    ...listQuery,
    external_id: z
      .optional(ExternalId)
      .register(docs, { description: 'Only the document with this `external_id`' }),
  }),
  ...pagesOf('DocumentList', DocumentItem),
});

export const create = route('POST /v1/agents/{agent_id}/documents', {
  summary: 'Add a document to an agent’s knowledge base',
  description: 'An agent has at most 100 documents with at most 2 MB of text in total.',
  scope: 'agents:write',
  audit: 'document.created',
  body: DocumentInput,
  ...created('/v1/agents/{agent_id}/documents/{id}', Document),
  errors: ['client_suspended', 'knowledge_base_full', 'external_id_exists'],
});

/** The largest file that is fetched, in bytes: in base64, it fits into an answer. */
export const maxFetchedBytes = 4_000_000;

const FetchedType = enumeration(
  'FetchedType',
  ['text/html', 'text/plain', 'text/markdown', 'text/csv', 'application/pdf'],
  'The media type of a fetched file. XHTML is `text/html`',
);
export type FetchedType = z.output<typeof FetchedType>;

export const fetchFile = route('POST /v1/agents/{agent_id}/fetched-files', {
  summary: 'Fetch a file for documents from an address',
  description:
    'Requests a page or a file of the public internet, follows up to three redirects, and returns it as it is, to make documents of its text. Nothing is stored. An address that is not public, another type than those of `content_type`, more than 4,000,000 bytes, an answer other than 200 or none within ten seconds are refused with the fault `refused` at `/url`.',
  scope: 'agents:write',
  tool: false,
  body: strictObject('FetchedFileInput', 'The address of a file', {
    url: z.url().check(z.maxLength(2000)).register(docs, {
      description: 'The address, which begins with `https://`',
      maxLength: 2000,
    }),
  }),
  changesNothing: true,
  waits: true,
  response: object('FetchedFile', 'A file that was fetched from an address', {
    url: described(text(2000), 'The address that was sent'),
    content_type: FetchedType,
    bytes: z
      .int()
      .check(z.minimum(1), z.maximum(maxFetchedBytes))
      .register(docs, { description: 'The size of the file' }),
    data: described(text(5_400_000), 'The file in base64'),
  }),
  errors: ['client_suspended'],
});

export const get = route('GET /v1/agents/{agent_id}/documents/{document_id}', {
  summary: 'Get a document of an agent',
  description: 'Returns the whole document, including its text.',
  scope: 'agents:read',
  ...entityOf(Document),
});

export const replace = route('PUT /v1/agents/{agent_id}/documents/{document_id}', {
  summary: 'Replace a document of an agent',
  description: 'Replaces the document. An absent field is reset to its default.',
  scope: 'agents:write',
  audit: 'document.updated',
  body: DocumentReplacement,
  ...entityOf(Document),
  errors: ['knowledge_base_full', 'external_id_exists'],
});

export const update = route('PATCH /v1/agents/{agent_id}/documents/{document_id}', {
  summary: 'Update a document of an agent',
  description: 'Changes the fields that are sent. A patch that changes nothing leaves the version as it is.',
  scope: 'agents:write',
  audit: 'document.updated',
  body: DocumentPatch,
  ...entityOf(Document),
  errors: ['knowledge_base_full', 'external_id_exists'],
});

export const remove = route('DELETE /v1/agents/{agent_id}/documents/{document_id}', {
  summary: 'Remove a document from an agent’s knowledge base',
  description: 'Deletes the document for good. It no longer counts toward the agent’s limits.',
  scope: 'agents:write',
  audit: 'document.removed',
  etag: Document,
});
