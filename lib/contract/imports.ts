import * as z from 'zod/mini';
import { described, docs, enumeration, id, object, orNull, strictObject, Timestamp, text } from './fields.ts';
import { listQuery, pagesOf } from './page.ts';
import { route } from './route.ts';

const ImportResource = enumeration(
  'ImportResource',
  ['agents', 'conversations'],
  'The data to import. `agents` become agents of the integration’s organization; `conversations` become conversations of the agents that they are mapped to',
);

const ImportStatus = enumeration(
  'ImportStatus',
  ['running', 'completed', 'failed', 'canceled'],
  'The state of the import. `failed`: the provider refused the requests or did not answer; entities that were already imported remain',
);

const ImportFault = object('ImportFault', 'An entity that could not be imported', {
  provider_id: described(text(256), 'The id of the agent or conversation at the provider'),
  detail: described(text(500), 'Why it was not imported'),
});

const count = (description: string) => described(z.int().check(z.minimum(0)), description);
const moment = (description: string) => described(z.nullable(Timestamp), description);

/** The maximum number of faults in an answer. All of them are counted. */
export const maxImportErrors = 50;

export const Import = object('Import', 'An import of agents or earlier conversations from a provider', {
  id: id('imp', 'The import’s id'),
  created_at: described(Timestamp, 'When the import was started'),
  updated_at: described(Timestamp, 'When its progress was last noted'),
  integration_id: id('intg', 'The integration that is imported from'),
  resource: ImportResource,
  start_after: moment(
    'Only conversations that started at or after this time; null if there is no lower limit',
  ),
  start_before: moment('Only conversations that started before this time; null for agents'),
  recordings: described(z.boolean(), 'Whether recordings are fetched as well'),
  status: ImportStatus,
  status_detail: described(z.nullable(text(500)), 'Why the import failed, or why it is waiting'),
  seen: count('The number of agents or conversations that the provider has listed so far'),
  created: count('The number of those that are new here'),
  skipped: count('The number of existing ones. Missing data was added to them'),
  failed: count('The number of those that could not be imported'),
  errors: described(
    z.array(ImportFault).check(z.maxLength(maxImportErrors)),
    'The first 50 entities that could not be imported',
  ),
  completed_at: moment('When the import ended; null while it is running'),
});
export type Import = z.output<typeof Import>;

export const ImportInput = strictObject('ImportInput', 'A new import', {
  resource: ImportResource,
  start_after: described(
    orNull(Timestamp),
    'Only conversations that started at or after this time. For Vapi: that were created',
  ),
  start_before: described(
    orNull(Timestamp),
    'Only conversations that started before this time; by default the time of the request. Later ones arrive as webhooks',
  ),
  recordings: z
    ._default(z.boolean(), true)
    .register(docs, { description: 'Whether recordings are fetched as well' }),
});
export type ImportInput = z.output<typeof ImportInput>;

export const list = route('GET /v1/integrations/{integration_id}/imports', {
  summary: 'List the imports of an integration, newest first',
  description: 'Imports are listed for 90 days.',
  scope: 'integrations:read',
  query: z.strictObject(listQuery),
  ...pagesOf('ImportList', Import),
});

export const create = route('POST /v1/integrations/{integration_id}/imports', {
  summary: 'Import agents or conversations from a provider',
  description:
    'Starts an import and returns immediately. Get the import to see its progress. An import reads page by page, waits as long as the provider requires, and continues after an interruption. Repeating an import changes nothing.',
  scope: 'integrations:write',
  audit: 'import.started',
  body: ImportInput,
  status: 202,
  response: Import,
  errors: ['provider_not_supported', 'integration_disabled', 'integration_without_key', 'client_suspended'],
});

export const get = route('GET /v1/integrations/{integration_id}/imports/{import_id}', {
  summary: 'Get an import with its progress',
  description: 'Returns the import with its progress and the entities that could not be imported.',
  scope: 'integrations:read',
  response: Import,
});

export const cancel = route('DELETE /v1/integrations/{integration_id}/imports/{import_id}', {
  summary: 'Cancel an import',
  description:
    'Stops the import after its current step. Imported entities remain. An import that has ended does not change.',
  scope: 'integrations:write',
  audit: 'import.canceled',
});
