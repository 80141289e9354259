import * as z from 'zod/mini';
import { ConversationFiltersInput, conversationFiltersInBody } from './conversations.ts';
import {
  createdBy,
  described,
  docs,
  entity,
  enumeration,
  id,
  Metadata,
  object,
  strictObject,
  Timestamp,
  text,
} from './fields.ts';
import { pagesOfOrganization } from './page.ts';
import type { Scope } from './route.ts';
import { route } from './route.ts';

export const ExportResource = enumeration(
  'ExportResource',
  [
    'conversations',
    'turns',
    'notes',
    'analyses',
    'agents',
    'documents',
    'clients',
    'usage',
    'audit_records',
    'ocsf_events',
  ],
  'The content of an export. `ocsf_events` are the audit records in the Open Cybersecurity Schema Framework 1.6',
);
export type ExportResource = z.output<typeof ExportResource>;

/** The audit log is not data that an organization owns, and its readers are not those of conversations. */
const ofAuditLog: readonly ExportResource[] = ['audit_records', 'ocsf_events'];

export const ExportFormat = enumeration(
  'ExportFormat',
  ['ndjson', 'csv', 'parquet'],
  'The format of the files: `ndjson` has a JSON object per line, as the API shows it; `csv` (RFC 4180) and `parquet` have the same fields as columns',
);
export type ExportFormat = z.output<typeof ExportFormat>;

export const ExportStatus = enumeration(
  'ExportStatus',
  ['pending', 'running', 'completed', 'failed'],
  'The status of an export: `pending` until it starts, `running` while its files are written, then `completed` or `failed`',
);

const ExportFiltersInput = z.clone(ConversationFiltersInput).register(docs, {
  id: 'ExportFiltersInput',
  description:
    'The conversations to export, with their turns, notes and recordings: the filters of `GET /v1/conversations`. `start_after` and `start_before` also bound the days of usage and the audit log. Agents, their documents and organizations are always exported whole',
});

/** The filters as answered: times in UTC, and numbers in the form in which they are compared. */
const ExportFilters = object('ExportFilters', 'The conversations to export', {
  ...conversationFiltersInBody,
  caller: z.optional(z.string()).register(docs, {
    description: 'Only conversations of this caller: the exact phone number in E.164 form, or the exact id',
    maxLength: 128,
  }),
  start_after: z
    .optional(Timestamp)
    .register(docs, { description: 'Only conversations that started at this time or later (inclusive)' }),
  start_before: z
    .optional(Timestamp)
    .register(docs, { description: 'Only conversations that started before this time (exclusive)' }),
});
export type ExportFilters = z.output<typeof ExportFilters>;

/** The scopes for reading each resource. An export requires those of all its resources. */
export const scopesOfExports: Readonly<Record<ExportResource | 'recordings', readonly Scope[]>> = {
  conversations: ['conversations:read'],
  turns: ['conversations:read'],
  notes: ['conversations:read'],
  // They quote what was said.
  analyses: ['analysis:read', 'conversations:read'],
  agents: ['agents:read'],
  documents: ['agents:read'],
  clients: ['clients:read'],
  usage: ['usage:read'],
  audit_records: ['audit:read'],
  ocsf_events: ['audit:read'],
  recordings: ['recordings:read'],
};

const Recordings = z.boolean().register(docs, {
  description: 'Whether the recordings of the conversations are exported as well, in ZIP files',
});
const Resources = z
  .array(ExportResource)
  .check(
    z.minLength(1),
    z.maxLength(ExportResource.options.length),
    z.refine((resources) => new Set(resources).size === resources.length, 'must be different'),
  )
  .register(docs, { description: 'The conversations to export' });

export const ExportInput = strictObject(
  'ExportInput',
  'The data to export. An empty object exports everything except recordings and the audit log',
  {
    client_id: z.optional(id('client')).register(docs, {
      description:
        'The organization to export, with its descendants. By default the API key’s own; everything for a key of the platform. The files contain the costs that this organization sees, whichever key creates the export',
    }),
    resources: z._default(
      Resources,
      ExportResource.options.filter((resource) => !ofAuditLog.includes(resource)),
    ),
    format: z._default(ExportFormat, 'ndjson'),
    recordings: z._default(Recordings, false),
    filters: z.optional(ExportFiltersInput),
    metadata: z._default(Metadata, {}),
  },
);
export type ExportInput = z.output<typeof ExportInput>;

const count = (description: string) => z.int().check(z.minimum(0)).register(docs, { description });

const ExportFileResource = enumeration(
  'ExportFileResource',
  [...ExportResource.options, 'recordings'],
  'The content of a file of an export',
);

export const ExportFile = object('ExportFile', 'A file of an export', {
  name: described(text(100), 'The file’s name, such as `conversations-0001.csv`'),
  resource: ExportFileResource,
  rows: count('The number of rows without the header, or of recordings'),
  size_bytes: count('The file’s size, in bytes'),
  url: z.url().check(z.maxLength(8192)).register(docs, {
    description: 'A presigned link that downloads the file. It needs no API key',
  }),
});

export const Export = object('Export', 'An export of an organization’s data, as files', {
  ...entity('exp'),
  client_id: z.nullable(id('client')).register(docs, {
    description: 'The organization that is exported, with its descendants; null for everything',
  }),
  created_by: createdBy('export'),
  resources: Resources,
  format: ExportFormat,
  recordings: Recordings,
  filters: ExportFilters,
  status: ExportStatus,
  status_detail: described(z.nullable(text(1000)), 'Why the export failed; null if it did not'),
  rows: count('The number of rows that have been written'),
  size_bytes: count('The size of the files that have been written, in bytes'),
  expires_at: described(
    Timestamp,
    'When the export and its files are removed: seven days after its creation',
  ),
  links_expire_at: described(
    Timestamp,
    'When the links in `files` expire. Get the export again for new ones',
  ),
  files: z.array(ExportFile).check(z.maxLength(1000)).register(docs, {
    description: 'The files that are complete. There can be several of a resource, each with its own header',
  }),
});
export type Export = z.output<typeof Export>;

export const ExportItem = z
  .omit(Export, { files: true, links_expire_at: true, filters: true, metadata: true })
  .register(docs, { id: 'ExportItem', description: 'An export as it appears in a list' });
export type ExportItem = z.output<typeof ExportItem>;

export const list = route('GET /v1/exports', {
  summary: 'List exports, newest first',
  description: 'Lists the exports of an organization and its descendants.',
  scope: 'exports:read',
  ...pagesOfOrganization('ExportList', ExportItem, 'exports'),
});

export const create = route('POST /v1/exports', {
  summary: 'Export data',
  description:
    'Starts writing files with the data of an organization and its descendants. Get the export until its `status` is `completed`, or receive the event `export.completed`. The key also needs the scope that reads each resource. An empty body exports everything that the organization has except the audit log, as a request for access or portability asks for (GDPR, articles 15 and 20); add `"recordings": true` for the audio.',
  scope: 'exports:write',
  audit: 'export.created',
  body: ExportInput,
  status: 202,
  response: Export,
  errors: ['client_not_found', 'client_erasing', 'too_many_exports'],
});

export const get = route('GET /v1/exports/{export_id}', {
  summary: 'Get an export with links to its files',
  description:
    'Files appear as they are completed. Each request creates new links, which are valid for five minutes. The key also needs the scope that reads each exported resource.',
  scope: 'exports:read',
  audit: 'export.opened',
  response: Export,
  holdsLink: true,
});

export const remove = route('DELETE /v1/exports/{export_id}', {
  summary: 'Cancel an export, or remove its files',
  description:
    'The export can no longer be read as soon as the request is answered. Its files are deleted within moments.',
  scope: 'exports:write',
  audit: 'export.removed',
});
