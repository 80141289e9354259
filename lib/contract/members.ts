import * as z from 'zod/mini';
import { ApiKeyItem, ScopeName } from './api-keys.ts';
import {
  createdBy,
  described,
  docs,
  entity,
  enumeration,
  Flag,
  id,
  Metadata,
  object,
  patchOf,
  strictObject,
  Timestamp,
  TimestampInput,
  text,
} from './fields.ts';
import { pagesOfOrganization } from './page.ts';
import { RoleName } from './roles.ts';
import { entityOf, route, scopes } from './route.ts';

export const Person = object('Person', 'A person who signs in', {
  id: id('prs', 'The unique id; begins with `prs_`'),
  connection_id: id('con', 'The connection through which the person signs in'),
  email: described(z.nullable(text(320)), 'The e-mail address that the provider last reported, if it did'),
  name: described(z.nullable(text(200)), 'The name that the provider last reported, if it did'),
  signed_in_at: described(Timestamp, 'When the person last signed in'),
});
export type Person = z.output<typeof Person>;

/** The authority of a member: a role, or scopes. */
export const grantFields = {
  role: described(z.nullable(RoleName), 'The role; null if the scopes were chosen one by one'),
  scopes: z
    .array(ScopeName)
    .check(z.maxLength(scopes.length))
    .register(docs, { description: 'The scopes: those of the role, or those that were chosen' }),
};

export const Member = object('Member', 'A person in an organization', {
  ...entity('mem'),
  client_id: z.nullable(id('client')).register(docs, {
    description: 'The organization; null for the platform, which reaches everything',
  }),
  created_by: createdBy('member'),
  person: Person,
  ...grantFields,
  expires_at: described(z.nullable(Timestamp), 'When the membership ends; null if it does not'),
  source: enumeration(
    'MemberSource',
    ['invitation', 'connection'],
    'Whether the person was invited, or joined by signing in: then each sign-in sets the role again',
  ),
});
export type Member = z.output<typeof Member>;

export const MemberItem = z.omit(Member, { metadata: true }).register(docs, {
  id: 'MemberItem',
  description: 'A member as it appears in a list',
});
export type MemberItem = z.output<typeof MemberItem>;

const chosen = z.pipe(
  z.array(ScopeName).check(z.minLength(1), z.maxLength(100)),
  // A scope that is sent twice counts once.
  z.transform((names) => [...new Set(names)].sort()),
);

/** A grant: exactly one of a role and scopes. */
export const grantInput = {
  role: described(z.optional(RoleName), 'The role: either this or `scopes`'),
  scopes: described(z.optional(chosen), 'Scopes that no role has together: either this or `role`'),
};

const replaceable = { metadata: z._default(Metadata, {}) };

/**
 * The fields that a patch merges with. A role, scopes and the end of a membership are replaced as a whole.
 */
export const MemberReplacement = z.strictObject(replaceable);

const MemberPatch = strictObject('MemberPatch', 'Changes of a member (RFC 7396)', {
  ...grantInput,
  expires_at: described(
    z.optional(z.nullable(TimestampInput)),
    'When the membership ends, no later than the caller’s own access; null if it does not',
  ),
  ...patchOf(replaceable),
});

export const list = route('GET /v1/members', {
  summary: 'List members, newest first',
  description: 'Lists the members of an organization and its descendants.',
  scope: 'members:read',
  ...pagesOfOrganization('MemberList', MemberItem, 'members', 'the caller’s own'),
});

export const get = route('GET /v1/members/{member_id}', {
  summary: 'Get a member',
  description: 'Returns the person with the role or the scopes.',
  scope: 'members:read',
  ...entityOf(Member),
});

const accessTypes = [
  'api_key',
  'connection',
  'webhook',
  'integration',
  'tool_server',
  'signing_secret',
  'deployment',
  'widget',
  'agent',
  'invitation',
  'member',
] as const;

const AccessType = enumeration(
  'AccessType',
  accessTypes,
  'The kind of thing. An agent is one if it has a tool that asks a server; a signing secret is shown to those who rotate it; a deployment has a token at a provider; a widget lets anybody talk with its agent',
);

export const Access = object(
  'Access',
  'Something that lets somebody in or sends data out, and stays when the member who made it goes',
  {
    type: AccessType,
    id: z.string().register(docs, {
      description: 'The id: of a signing secret, that of its agent',
      maxLength: 40,
    }),
    client_id: z.nullable(id('client')).register(docs, {
      description: 'The organization that it belongs to; null for the platform',
    }),
    name: described(
      z.nullable(text(2000)),
      'Its name: of a webhook its address, of people their e-mail address, of what belongs to an agent the agent’s name. Null if it has none, or if the caller may not read it',
    ),
    relation: enumeration(
      'AccessRelation',
      ['made', 'changed'],
      'Whether the member, or a key of the member, has made it, or has changed what somebody else had made',
    ),
  },
);
export type Access = z.output<typeof Access>;

/** People who were let in, and agents, are not ended by accident. */
const inAll = accessTypes.filter((type) => type !== 'agent' && type !== 'invitation' && type !== 'member');

const endPattern = new RegExp(`^(all|(${accessTypes.join('|')})(,(${accessTypes.join('|')}))*)$`);

/** The types that the query of a removal names. */
export const endedTypes = ({
  end,
  revoke_keys,
}: {
  readonly end?: string | undefined;
  readonly revoke_keys?: string | undefined;
}): Access['type'][] => {
  const named = end === 'all' ? inAll : ((end?.split(',') ?? []) as Access['type'][]);
  return [...new Set([...named, ...(revoke_keys === 'true' ? (['api_key'] as const) : [])])];
};

const accessList = (description: string) =>
  z.array(Access).check(z.maxLength(10_000)).register(docs, { description });

const ChangedMember = z
  .extend(Member, {
    exceeding_api_keys: z.array(id('key')).check(z.maxLength(1000)).register(docs, {
      description:
        'The ids of API keys whose secret the member may know, as in the answer to a removal, and that have scopes which the member lacks now. They keep working: revoke or rotate them. Empty if neither a role nor scopes were sent',
    }),
    exceeding_access: accessList(
      'Things that the member has made or changed, and could not make with the scopes of now. They stay: end or keep them with `POST /v1/members/{member_id}/access`. Empty if neither a role nor scopes were sent',
    ),
  })
  .register(docs, { id: 'ChangedMember', description: 'A changed member, and what the change does not end' });

export const update = route('PATCH /v1/members/{member_id}', {
  summary: 'Change the role of a member',
  description:
    'Gives the member another role or other scopes, within ten seconds. The caller must have every scope that the member has and gets. The last owner of an organization stays its owner. The next sign-in sets the role of a member again whose `source` is `connection`. What the member has made stays as it is: `exceeding_access` has what the member could not make anymore, and `exceeding_api_keys` the API keys that can do more than the member.',
  scope: 'members:write',
  body: MemberPatch,
  audit: 'member.updated',
  response: ChangedMember,
  confidential: true,
  etag: Member,
  errors: ['last_owner'],
});

const MemberRemoval = object('MemberRemoval', 'A removed member, and what remains', {
  member_id: id('mem', 'The removed member’s id'),
  api_keys: z.array(ApiKeyItem).check(z.maxLength(1000)).register(docs, {
    description:
      'API keys that the member created, or that such a key created: revoked with `revoke_keys=true`, and valid otherwise. A key that somebody else has rotated since is not among them, once its previous secret has ended',
  }),
  rotated_api_keys: z.array(ApiKeyItem).check(z.maxLength(1000)).register(docs, {
    description:
      'API keys of others whose secret the member knows, because the member or one of `api_keys` has rotated them. They are never revoked with the member, because others rely on them: rotate them, with `overlap_seconds: 0`',
  }),
  access: accessList(
    'Things that the member has made or changed, and that let somebody in or send data out, including `api_keys`: they stay, except the types in `end`. `POST /v1/members/{member_id}/access` ends or keeps them later',
  ),
});
export type MemberRemoval = z.output<typeof MemberRemoval>;

export const remove = route('DELETE /v1/members/{member_id}', {
  summary: 'Remove a member',
  description:
    'Ends the person’s access to the organization within ten seconds. The answer lists what the member has made or changed that lets somebody in or sends data out: it stays, except the types in `end`. With `end` or `revoke_keys`, the request also ends what a former member has made, whom a sign-in has removed. Members can remove themselves. The last owner of an organization stays. A person whom a connection with `join: domain` lets in becomes a member again at the next sign-in: take the role or the account away at the provider.',
  scope: 'members:write',
  query: z.strictObject({
    revoke_keys: described(
      z.optional(Flag),
      'With `true`, the API keys that the member created are revoked, and those that these keys created: the same as `end=api_key`',
    ),
    end: described(
      z.optional(z.string().check(z.maxLength(200), z.regex(endPattern, 'must be types, or "all"'))),
      'The types of what the member has made that ends with the membership, separated by commas; `all`: every type except `agent`, `invitation` and `member`. The caller needs the scopes that removing each of them needs',
    ),
  }),
  waits: true,
  audit: 'member.removed',
  status: 202,
  response: MemberRemoval,
  confidential: true,
  etag: Member,
  errors: ['last_owner', 'platform_key_needed'],
});

const AccessList = object('AccessList', 'The things that a member has made or changed', {
  data: accessList('The things that the member has made or changed'),
});

export const listAccess = route('GET /v1/members/{member_id}/access', {
  summary: 'List the access that a member has made',
  description:
    'Lists what the member, or a key of the member, has made or changed in the organization or below it, that lets somebody in or sends data out, and that nobody has kept since. It answers for former members as well, whose ids are in the audit log, with what is in the caller’s organization, and with `member_not_found` once nothing is left.',
  scope: 'members:read',
  waits: true,
  response: AccessList,
});

const AccessChoice = strictObject('AccessChoice', 'One thing, or all things of a type', {
  type: AccessType,
  id: z.optional(z.string().check(z.maxLength(40))).register(docs, {
    description:
      'The id of one thing; absent: all of the type, and to end, only those that the member has made',
    maxLength: 40,
  }),
});
export type AccessChoice = z.output<typeof AccessChoice>;

const chosenList = (description: string) =>
  z._default(z.array(AccessChoice).check(z.maxLength(100)), []).register(docs, { description });

export const settleAccess = route('POST /v1/members/{member_id}/access', {
  summary: 'End or keep the access that a member has made',
  description:
    'Ends what a member, or a former one, has made or changed, or keeps it: then it is the caller’s, and no longer listed for the member. Whoever knows a secret still knows it: rotate the secrets of what you keep. An API key cannot be kept, but rotated, and an agent cannot be ended, but changed. The token of a deployment ends, and the agent at the provider stays. The caller needs the scopes that removing each thing needs. What cannot be ended, such as the last owner, stays in the list.',
  scope: 'members:write',
  body: strictObject('AccessSettlement', 'Things that end, and things that stay', {
    end: chosenList('The things that end'),
    keep: chosenList('The things that stay'),
  }),
  waits: true,
  audit: 'member.access_settled',
  status: 202,
  response: AccessList,
  confidential: true,
  errors: ['platform_key_needed'],
});
