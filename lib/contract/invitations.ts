import * as z from 'zod/mini';
import {
  createdBy,
  described,
  docs,
  entity,
  id,
  object,
  strictObject,
  Timestamp,
  TimestampInput,
  text,
} from './fields.ts';
import { grantFields, grantInput, Member } from './members.ts';
import { pagesOfOrganization } from './page.ts';
import { entityOf, route } from './route.ts';

const Email = z
  .string()
  .check(z.maxLength(320), z.regex(/^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/, 'must be an e-mail address'))
  .register(docs, { description: 'An e-mail address', examples: ['pia@example.com'], maxLength: 320 });

export const Invitation = object('Invitation', 'An invitation to an organization', {
  ...entity('inv'),
  client_id: z.nullable(id('client')).register(docs, {
    description: 'The organization that the person is invited to; null for the platform',
  }),
  created_by: createdBy('invitation'),
  connection_id: id('con', 'The connection through which the person has to sign in'),
  email: described(text(320), 'The e-mail address that the provider must report'),
  ...grantFields,
  member_expires_at: described(z.nullable(Timestamp), 'When the membership will end; null if it does not'),
  expires_at: described(
    Timestamp,
    'When the invitation can no longer be accepted: seven days after its creation',
  ),
});
export type Invitation = z.output<typeof Invitation>;

export const InvitationItem = z.omit(Invitation, { metadata: true }).register(docs, {
  id: 'InvitationItem',
  description: 'An invitation as it appears in a list',
});
export type InvitationItem = z.output<typeof InvitationItem>;

const Token = z
  .string()
  .check(z.regex(/^vai_[0-9A-Za-z]{49}$/, 'must be a token of an invitation'))
  .register(docs, { maxLength: 53 });

const InvitationWithToken = z
  .extend(Invitation, {
    token: described(Token, 'The token to accept the invitation with. It cannot be read again'),
    url: z.url().register(docs, {
      description: 'The page of the console on which the person accepts. Send it to the person',
      maxLength: 1000,
    }),
  })
  .register(docs, { id: 'InvitationWithToken', description: 'A new invitation with its token' });

const InvitationInput = strictObject('InvitationInput', 'A new invitation', {
  client_id: z.optional(id('client')).register(docs, {
    description: 'The organization that the person is invited to; by default the caller’s own',
  }),
  connection_id: z.optional(id('con')).register(docs, {
    description:
      'A connection of the organization or of one above. By default the one that the organization enforces, or else the one through which the caller signed in, or else the newest one of the nearest organization whose `max_role` has every scope that the person gets. An organization that enforces a connection refuses others',
  }),
  email: described(Email, 'The e-mail address that the provider must report'),
  ...grantInput,
  member_expires_at: described(
    z.optional(z.nullable(TimestampInput)),
    'When the membership will end: no later than the caller’s own access, which is also the default; null if it does not',
  ),
});
export type InvitationInput = z.output<typeof InvitationInput>;

export const list = route('GET /v1/invitations', {
  summary: 'List invitations, newest first',
  description:
    'Lists the invitations of an organization and its descendants that have been neither accepted nor revoked.',
  scope: 'members:read',
  ...pagesOfOrganization('InvitationList', InvitationItem, 'invitations', 'the caller’s own'),
});

export const create = route('POST /v1/invitations', {
  summary: 'Invite a person to an organization',
  description:
    'Returns a link, only this once, which you send to the person: the platform sends no e-mail. The caller must have every scope that the person gets. The answer is the same whether or not the address is known.',
  scope: 'members:write',
  body: InvitationInput,
  audit: 'invitation.created',
  status: 201,
  location: '/v1/invitations/{id}',
  response: InvitationWithToken,
  confidential: true,
  errors: ['client_not_found', 'client_suspended', 'connection_not_found', 'sign_in_enforced'],
});

export const get = route('GET /v1/invitations/{invitation_id}', {
  summary: 'Get an invitation',
  description: 'Returns the invitation without its token.',
  scope: 'members:read',
  ...entityOf(Invitation),
});

export const revoke = route('DELETE /v1/invitations/{invitation_id}', {
  summary: 'Revoke an invitation',
  description:
    'The invitation can no longer be accepted. The caller must have every scope that the invitation gives.',
  scope: 'members:write',
  audit: 'invitation.revoked',
  etag: Invitation,
});

const Acceptance = strictObject('InvitationAcceptance', 'The proof of having received an invitation', {
  token: described(Token, 'The token of the invitation'),
});

export const accept = route('POST /v1/invitations/{invitation_id}/accept', {
  summary: 'Accept an invitation',
  description:
    'Makes the person who has signed in a member. The person must have signed in through the invitation’s connection, which must have reported the invited e-mail address. Whoever created the invitation must still have every scope that it gives, and the organization must not enforce another connection. An invitation can be accepted once.',
  person: true,
  body: Acceptance,
  audit: 'invitation.accepted',
  status: 201,
  location: '/v1/members/{id}',
  response: Member,
  confidential: true,
  errors: ['client_suspended', 'member_exists', 'sign_in_enforced'],
});
