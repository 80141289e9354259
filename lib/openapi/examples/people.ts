import * as z from 'zod/mini';
import { Connection, ConnectionItem } from '#lib/contract/connections.ts';
import { Invitation, InvitationItem } from '#lib/contract/invitations.ts';
import { Member, MemberItem } from '#lib/contract/members.ts';
import { scopesOfRole } from '#lib/domain/authority/roles.ts';
import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';
import { apiKeyItem, client } from './story.ts';

const created = {
  created_at: '2026-11-02T08:15:00.000Z',
  updated_at: '2026-11-02T08:15:00.000Z',
  version: 1,
  metadata: {},
};
const changed = { updated_at: '2026-11-20T10:00:00.000Z', version: 2 };

const connection = z.parse(Connection, {
  ...created,
  id: 'con_01kaf8q2c5d8e3f6g9h1j4k7mn',
  client_id: client.id,
  created_by: apiKeyItem.id,
  name: 'Harbor Dental (Entra ID)',
  issuer: 'https://login.microsoftonline.com/5c5a4fc6-9d8c-4f0e-9d0e-5e3f8a1b2c3d/v2.0',
  oidc_client_id: '7c1b5a90-0d4e-4b7f-8a57-2f9a1c3e5d70',
  client_secret_hint: 'x7Qa',
  required_claims: { tid: '5c5a4fc6-9d8c-4f0e-9d0e-5e3f8a1b2c3d' },
  domains: [
    {
      name: 'harbordental.example',
      txt: 'voice-agent-platform=4f1c9a7be03d5268a1f0c7d94be6523f80a1d2c3',
      verified_at: '2026-11-02T09:00:00.000Z',
    },
  ],
  enforced: false,
  join: 'domain',
  awaits_owner: false,
  role_claim: 'roles',
  role_map: [{ value: 'VoiceAgents.Listen', role: 'listener' }],
  max_role: 'operator',
  acr_values: [],
  session_hours: 12,
  recheck_minutes: null,
  callback_url: 'https://api.example.com/v1/sign-in/con_01kaf8q2c5d8e3f6g9h1j4k7mn/callback',
  logout_url: 'https://api.example.com/v1/connections/con_01kaf8q2c5d8e3f6g9h1j4k7mn/logout',
});
const connectionItem = z.parse(ConnectionItem, connection);
const connectionParams = { connection_id: connection.id };
const { name, issuer, oidc_client_id, required_claims, role_claim, role_map, max_role } = connection;

export const connections: ExamplesOf<'connections'> = {
  list: { query: { client_id: client.id, limit: '20' }, response: { data: [connectionItem], ...lastPage } },
  create: {
    body: {
      client_id: client.id,
      ...{ name, issuer, oidc_client_id, required_claims, role_claim, role_map, max_role },
      client_secret: 'Kq8-3vE.example.x7Qa',
      domains: [{ name: 'harbordental.example' }],
      join: 'domain',
    },
    response: connection,
  },
  get: { params: connectionParams, response: connection },
  update: {
    params: connectionParams,
    body: { session_hours: 8 },
    response: { ...connection, ...changed, session_hours: 8 },
  },
  remove: { params: connectionParams, query: { remove_members: 'true' } },
  confirmJoining: { params: connectionParams, response: connection },
  verifyDomain: {
    params: connectionParams,
    body: { domain: 'harbordental.example' },
    response: { ...connection, ...changed },
  },
  test: { params: connectionParams, response: { successful: true, detail: null } },
  logout: { params: connectionParams, response: { ended: 1 } },
};

const person = {
  id: 'prs_01kaf9r2c5d8e3f6g9h1j4k7mn',
  connection_id: connection.id,
  email: 'pia@harbordental.example',
  name: 'Pia Keller',
  signed_in_at: '2026-11-20T08:58:00.000Z',
};

const member = z.parse(Member, {
  ...created,
  id: 'mem_01kafa12c5d8e3f6g9h1j4k7mn',
  client_id: client.id,
  created_by: apiKeyItem.id,
  person,
  role: 'listener',
  scopes: scopesOfRole('listener'),
  expires_at: null,
  source: 'invitation',
});
const memberItem = z.parse(MemberItem, member);
const memberParams = { member_id: member.id };

const keyAccess = {
  type: 'api_key' as const,
  ...{ id: apiKeyItem.id, client_id: client.id, name: apiKeyItem.name, relation: 'made' as const },
};
const webhookAccess = {
  type: 'webhook' as const,
  id: 'hook_01kafd12c5d8e3f6g9h1j4k7mn',
  client_id: client.id,
  name: 'https://hooks.harbordental.example/calls',
  relation: 'made' as const,
};

export const members: ExamplesOf<'members'> = {
  list: { query: { client_id: client.id, limit: '20' }, response: { data: [memberItem], ...lastPage } },
  get: { params: memberParams, response: member },
  update: {
    params: memberParams,
    body: { role: 'operator' },
    response: {
      ...member,
      ...changed,
      role: 'operator',
      scopes: scopesOfRole('operator'),
      exceeding_api_keys: [],
      exceeding_access: [],
    },
  },
  remove: {
    params: memberParams,
    query: { revoke_keys: 'true' },
    response: {
      member_id: member.id,
      api_keys: [{ ...apiKeyItem, created_by: member.id }],
      rotated_api_keys: [],
      access: [keyAccess, webhookAccess],
    },
  },
  listAccess: { params: memberParams, response: { data: [keyAccess, webhookAccess] } },
  settleAccess: {
    params: memberParams,
    body: { end: [{ type: 'webhook' }] },
    response: { data: [keyAccess] },
  },
};

const invitation = z.parse(Invitation, {
  ...created,
  id: 'inv_01kafb12c5d8e3f6g9h1j4k7mn',
  client_id: client.id,
  created_by: member.id,
  connection_id: connection.id,
  email: 'pia@harbordental.example',
  role: 'listener',
  scopes: scopesOfRole('listener'),
  member_expires_at: null,
  expires_at: '2026-11-09T08:15:00.000Z',
});
const invitationItem = z.parse(InvitationItem, invitation);
const invitationParams = { invitation_id: invitation.id };
/** Not a valid token: its checksum is wrong, so that it cannot be mistaken for a leaked one. */
const token = `vai_${'EXAMPLE'.repeat(7)}`;

export const invitations: ExamplesOf<'invitations'> = {
  list: { query: { client_id: client.id, limit: '20' }, response: { data: [invitationItem], ...lastPage } },
  create: {
    body: { client_id: client.id, email: invitation.email, role: 'listener' },
    response: {
      ...invitation,
      token,
      url: `https://console.example.com/accept?invitation_id=${invitation.id}&connection_id=${connection.id}#${token}`,
    },
  },
  get: { params: invitationParams, response: invitation },
  revoke: { params: invitationParams },
  accept: { params: invitationParams, body: { token }, response: member },
};

export const signIn: ExamplesOf<'signIn'> = {
  get: { response: { branding: { name: 'Northwind Voice', accent_color: '#0f766e' } } },
  begin: {
    body: { email: 'pia@harbordental.example', return_to: '/conversations' },
    response: {
      url: 'https://login.microsoftonline.com/5c5a4fc6-9d8c-4f0e-9d0e-5e3f8a1b2c3d/oauth2/v2.0/authorize?client_id=7c1b5a90-0d4e-4b7f-8a57-2f9a1c3e5d70',
      organization: 'Harbor Dental',
    },
  },
  callback: { params: connectionParams, response: { url: 'https://api.example.com/conversations' } },
};

export const sessions: ExamplesOf<'sessions'> = {
  list: {
    response: {
      data: [
        {
          id: 'ses_01kafc12c5d8e3f6g9h1j4k7mn',
          created_at: '2026-11-20T08:58:00.000Z',
          expires_at: '2026-11-20T20:58:00.000Z',
          address: '203.0.113.7',
          user_agent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Firefox/145.0',
          current: true,
        },
      ],
    },
  },
  removeAll: {},
  remove: {},
};

const value = { language: 'en', time_zone: 'Europe/Berlin' };

export const preferences: ExamplesOf<'preferences'> = {
  get: { response: value },
  replace: { body: value, response: value },
};
