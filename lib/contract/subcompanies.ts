import * as z from 'zod/mini';
import { Client, ClientList, ExternalIdFilter, SubcompanyInput } from './clients.ts';
import { id } from './fields.ts';
import { listQuery } from './page.ts';
import { created, route } from './route.ts';

const params = z.strictObject({
  client_id: id('client', 'The id of the organization above'),
});

export const list = route('GET /v1/clients/{client_id}/subcompanies', {
  summary: 'List the subcompanies and locations directly below an organization',
  description:
    'Lists the organizations newest first. The organizations directly below a reseller are clients, which `GET /v1/clients` lists.',
  scope: 'clients:read',
  params,
  query: z.strictObject({ ...listQuery, external_id: ExternalIdFilter }),
  response: ClientList,
  paged: true,
});

export const create = route('POST /v1/clients/{client_id}/subcompanies', {
  summary: 'Create a subcompany or location below an organization',
  description: 'The same as `POST /v1/clients` with that organization as `parent_id`.',
  scope: 'clients:write',
  audit: 'client.created',
  params,
  body: SubcompanyInput,
  ...created('/v1/clients/{id}', Client),
  errors: ['client_suspended', 'invalid_parent', 'quota_exceeded', 'external_id_exists'],
});
