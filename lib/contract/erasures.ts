import * as z from 'zod/mini';
import { CallerFilter } from './conversations.ts';
import {
  createdBy,
  described,
  docs,
  enumeration,
  id,
  object,
  orNull,
  strictObject,
  Timestamp,
} from './fields.ts';
import { pagesOfOrganization } from './page.ts';
import { route } from './route.ts';

export const ErasureInput = strictObject(
  'ErasureInput',
  'The caller to erase. It is forgotten once everything is erased',
  {
    client_id: z.optional(id('client')).register(docs, {
      description:
        'The organization whose conversations, and those below, are erased; by default the API key’s own',
    }),
    caller: CallerFilter,
  },
);
export type ErasureInput = z.output<typeof ErasureInput>;

const count = (description: string) => z.int().check(z.minimum(0)).register(docs, { description });

export const CallerErasure = object(
  'CallerErasure',
  'The receipt of an erasure: how much was erased, when, and who requested it. It contains nothing about the caller',
  {
    id: id('era', 'The erasure’s id'),
    created_at: described(Timestamp, 'When it was requested'),
    updated_at: described(Timestamp, 'When it last made progress'),
    client_id: z.nullable(id('client')).register(docs, {
      description: 'The organization whose conversations are erased; null for the whole platform',
    }),
    status: enumeration(
      'CallerErasureStatus',
      ['running', 'completed'],
      'The status of an erasure: `running`, then `completed`',
    ),
    conversations: count('The number of conversations that were erased, with all that belongs to them'),
    recordings: count('The number of them that had a recording'),
    kept: count(
      'The number of conversations that must stay, because an organization above has yet to report how they ended',
    ),
    completed_at: described(orNull(Timestamp), 'When nothing of the caller was found any more'),
    created_by: createdBy('erasure'),
  },
);
export type CallerErasure = z.output<typeof CallerErasure>;

const CallerErasurePreview = object(
  'CallerErasurePreview',
  'The result of an erasure of a caller, if it were requested now',
  {
    client_id: CallerErasure.shape.client_id,
    conversations: count('The number of conversations that would be erased, with all that belongs to them'),
    recordings: count('The number of them that have a recording'),
    kept: CallerErasure.shape.kept,
    has_more: z.boolean().register(docs, {
      description: 'Whether there are more conversations: counting stops after about 1,000',
    }),
  },
);
export type CallerErasurePreview = z.output<typeof CallerErasurePreview>;

export const list = route('GET /v1/erasures', {
  summary: 'List erasures of callers, newest first',
  description: 'Lists the receipts of an organization and its descendants, for three years.',
  scope: 'conversations:erase',
  tool: false,
  ...pagesOfOrganization('CallerErasureList', CallerErasure, 'erasures'),
});

export const create = route('POST /v1/erasures', {
  summary: 'Erase a caller',
  description:
    'Erases all conversations of a caller, as `DELETE /v1/conversations/{conversation_id}` erases one. `POST /v1/erasures/preview` counts them before. A task erases them one by one and looks again a minute later. Conversations that begin afterwards are not erased. It cannot be undone or canceled.',
  scope: 'conversations:erase',
  body: ErasureInput,
  audit: 'erasure.created',
  status: 202,
  response: CallerErasure,
  errors: ['client_not_found'],
});

export const preview = route('POST /v1/erasures/preview', {
  summary: 'Count what the erasure of a caller would erase',
  description: 'Counts the conversations that `POST /v1/erasures` would erase now. Nothing is changed.',
  scope: 'conversations:erase',
  body: ErasureInput,
  changesNothing: true,
  tool: false,
  response: CallerErasurePreview,
  errors: ['client_not_found'],
});

export const get = route('GET /v1/erasures/{erasure_id}', {
  summary: 'Get the erasure of a caller',
  description: 'Returns its progress, and afterwards the receipt.',
  scope: 'conversations:erase',
  tool: false,
  response: CallerErasure,
});
