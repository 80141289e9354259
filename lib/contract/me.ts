import * as z from 'zod/mini';
import { ApiKeyItem, ScopeName } from './api-keys.ts';
import type { QuotaName, UseQuotaName } from './client-settings.ts';
import { Branding, quotaNames } from './client-settings.ts';
import { ClientItem } from './clients.ts';
import { described, docs, enumeration, id, object, Timestamp, text } from './fields.ts';
import { grantFields, Person } from './members.ts';
import { route, scopes } from './route.ts';

type QuotaKey = QuotaName | UseQuotaName;

const QuotaInEffect = object('QuotaInEffect', 'A quota that limits an organization', {
  name: enumeration('QuotaName', quotaNames as [QuotaKey, ...QuotaKey[]], 'The name of a quota'),
  limit: described(z.int(), 'The largest number'),
  used: described(
    z.nullable(z.int()),
    'The number that counts toward the limit now; null for a quota that the organization shares with others',
  ),
  resets_at: described(
    z.nullable(Timestamp),
    'The time at which a daily count starts again; null for others',
  ),
  set_by: enumeration(
    'QuotaOrigin',
    ['organization', 'above', 'default'],
    'Whether the quota is in the settings of the organization or of one above, or is the default',
  ),
});
export type QuotaInEffect = z.output<typeof QuotaInEffect>;

const Limits = object('Limits', 'The limits on requests, on entities and on use', {
  requests_per_minute: described(
    z.nullable(z.int()),
    'The smallest limit on requests of the organization and those above; null if there is none',
  ),
  gateway: object('GatewayLimits', 'Limits that are the same for all organizations', {
    requests_per_second: described(
      z.nullable(z.int()),
      'The number of requests a second of all API keys together; null if there is no limit',
    ),
    slow_routes: object('SlowRouteLimit', 'The limit on routes that wait for other services', {
      requests_per_minute: described(
        z.int(),
        'The number of requests a minute of an organization that wait for other services, such as tests of agents. Messages in chats have the same limit, and are counted apart',
      ),
    }),
  }),
  quotas: z.array(QuotaInEffect).check(z.maxLength(100)).register(docs, {
    description:
      'The quotas of the organization, or their defaults, and those of the organizations above; empty for a platform key',
  }),
});
export type Limits = z.output<typeof Limits>;

const Membership = object('Membership', 'An organization that a person is a member of', {
  id: id('mem', 'The member’s id'),
  client_id: z.nullable(id('client')).register(docs, {
    description:
      'The organization, to be sent as `Organization`; null for the platform, which is sent as `platform`',
  }),
  name: described(text(200), 'The organization’s name'),
  ...grantFields,
  expires_at: described(z.nullable(Timestamp), 'When the membership ends; null if it does not'),
});
export type Membership = z.output<typeof Membership>;

export const get = route('GET /v1/me', {
  summary: 'Get the caller and its organization',
  description:
    'Returns the API key or the person of the request, the organization, the limits on it and the current time. Any valid key and any person may call this route, whatever their scopes. `GET /v1/clients/{client_id}` and `GET /v1/api-keys/{api_key_id}` return more.',
  errors: ['unauthenticated'],
  response: object('Identity', 'The caller and its organization', {
    key: z
      .nullable(ApiKeyItem)
      .register(docs, { description: 'The API key of the request; null for a person who has signed in' }),
    person: z
      .nullable(Person)
      .register(docs, { description: 'The person who has signed in; null for an API key' }),
    memberships: z.array(Membership).check(z.maxLength(1000)).register(docs, {
      description: 'The organizations that the person can choose with `Organization`; empty for an API key',
    }),
    client: z.nullable(ClientItem).register(docs, {
      description:
        'The organization of the request; null for the platform. A person whose request names none, and who can choose only one, gets that one, with the scopes there',
    }),
    branding: z.nullable(Branding).register(docs, {
      description:
        'The branding in effect for the organization: its own, or that of the nearest organization above that sets one; null without',
    }),
    scopes: z
      .array(ScopeName)
      .check(z.maxLength(scopes.length))
      .register(docs, { description: 'The scopes of the request' }),
    limits: Limits,
    time: described(Timestamp, 'The current time of the service'),
  }),
});
