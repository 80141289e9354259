import * as z from 'zod/mini';
import {
  described,
  docs,
  endsAfter,
  enumeration,
  id,
  object,
  Timestamp,
  TimestampInput,
  text,
} from './fields.ts';
import { listQuery, ofOrganization, pagesOf } from './page.ts';
import { route } from './route.ts';

const idPattern = /^([a-z]+_[0-9a-z]{26}|[a-z]+(-[a-z]+)*)$/;

const EntityId = z.string().check(z.regex(idPattern, 'must be an id')).register(docs, { maxLength: 40 });

/** An id, or the name of something that there is only once. */
const shownId = (description: string) =>
  z.string().check(z.regex(idPattern)).register(docs, { description, maxLength: 40 });

/** Records have names of fields and no values, which a reader of the log may not be allowed to read. */
const FieldName = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9_]*$/))
  .register(docs, { maxLength: 64 });

const ActorType = enumeration(
  'AuditActorType',
  ['person', 'api_key', 'operator'],
  'The kind of actor: a person who has signed in, a program with an API key, or a program of the operator such as `npm run create-key`, which needs none',
);

const Via = enumeration(
  'AuditVia',
  ['console', 'api', 'mcp', 'program'],
  'The way of a request: a session in the console, the API, an assistant (`POST /v1/mcp`), or a program of the operator',
);

const Actor = object('AuditActor', 'The actor: a person, an API key, or a program of the operator', {
  type: ActorType,
  id: shownId('The id of the person or of the API key, or the name of the operator’s program'),
  via: described(Via, 'The way of the first request'),
});

const Target = object('AuditTarget', 'The entity that was read or changed', {
  type: described(text(40), 'The kind of entity, such as `conversation`'),
  id: shownId('The id of the entity; `platform` for lists of the whole platform'),
});

/** Names such as `recording.opened`, which the routes declare. */
export const AuditAction = z
  .string()
  .check(z.regex(/^[a-z_]+\.[a-z_]+$/, 'must be a name such as "recording.opened"'))
  .register(docs, {
    description: 'The action, such as `recording.opened`: an open set of names',
    examples: ['recording.opened', 'client.updated'],
    maxLength: 64,
  });

export const AuditRecord = object(
  'AuditRecord',
  'A change, or an access to words or audio: ids and names of fields, never content',
  {
    id: id('aud', 'The record’s id'),
    version: z.int().check(z.minimum(1)).register(docs, {
      description:
        'The version of the fields: 1. It increases if their meaning changes, and not if one is added',
    }),
    time: described(Timestamp, 'The time of the first such request that the record stands for'),
    last_time: z.optional(Timestamp).register(docs, {
      description:
        'The time of the last request that was counted; absent for changes, and for reads by a person',
    }),
    action: AuditAction,
    actor: Actor,
    client_id: described(
      z.nullable(id('client')),
      'The organization of the target; null if it belongs to the platform itself',
    ),
    target: Target,
    changed: z.array(FieldName).check(z.maxLength(40)).register(docs, {
      description: 'The names of the fields that were changed, without their values; empty for a deletion',
    }),
    parameters: z.optional(z.array(FieldName).check(z.maxLength(40))).register(docs, {
      description:
        'The names of the parameters with which a person asked for a list, such as `q`, without their values. Lists with other values are other records. Absent for everything else',
    }),
    count: z.int().check(z.minimum(1)).register(docs, {
      description:
        'The number of requests: 1 for a change and for reads of a person within ten minutes, and for reads of an API key within an hour their number at least. Counts are added every ten seconds',
    }),
    request_id: described(
      z.nullable(text(128)),
      'The id that the platform gave the first request, as in its log lines',
    ),
    sent_request_id: z.optional(text(128)).register(docs, {
      description: 'The `X-Request-Id` that the sender gave the first request; absent if none was sent',
    }),
    ip: described(z.nullable(text(64)), 'The address that the first request came from'),
    user_agent: described(z.nullable(text(200)), 'The program that sent it, as it names itself'),
  },
);
export type AuditRecord = z.output<typeof AuditRecord>;

const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/), z.maxLength(64));

const AuditSignature = object('AuditSignature', 'The signature of an hour’s digest', {
  key_id: described(text(2048), 'The ARN of the KMS key'),
  algorithm: described(z.literal('ECDSA_SHA_256'), 'Always `ECDSA_SHA_256`, on the curve P-256'),
  value: described(
    z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/), z.maxLength(200)),
    'The signature of the digest (DER, in base64). The hash that is signed is `digest_sha256`',
  ),
});

export const AuditProof = object(
  'AuditProof',
  'The inclusion proof of a record in the Merkle tree of its hour (RFC 9162, section 2.1.3)',
  {
    audit_record_id: id('aud', 'The record’s id'),
    hour: described(Timestamp, 'The beginning of the hour that the record was sealed with'),
    leaf_hash: described(
      Sha256,
      'The SHA-256 of a zero byte and of the record’s JSON text: its fields as `GET` returns them, without spaces',
    ),
    leaf_index: z
      .int()
      .check(z.minimum(0))
      .register(docs, { description: 'The position of the record in its hour' }),
    tree_size: z
      .int()
      .check(z.minimum(1))
      .register(docs, { description: 'The number of records of the hour' }),
    inclusion_path: z.array(Sha256).check(z.maxLength(64)).register(docs, {
      description: 'The hashes that lead from the record to the root, from the bottom up',
    }),
    root: described(Sha256, 'The root of the hour’s Merkle tree'),
    digest_sha256: described(Sha256, 'The SHA-256 of the hour’s digest, which contains the root'),
    previous_digest_sha256: described(
      z.nullable(Sha256),
      'The SHA-256 of the digest of the hour before, which the digest contains as well; null for the first one',
    ),
    signature: described(
      z.nullable(AuditSignature),
      'The signature of the digest; null if the operator did not have digests signed at that time',
    ),
  },
);
export type AuditProof = z.output<typeof AuditProof>;

export const list = route('GET /v1/audit-records', {
  summary: 'List who did what, newest first',
  description:
    'Lists changes of authority, settings and money, changes of conversations by people, every access to words or audio, and every list of the log itself, of an organization and its descendants. Changes are recorded with the change itself, and accesses before their answer. Reads by an API key are counted: one record for each key, organization, action, address, program and hour, and for each instance of the function that answered. Reads by a person are one record for each entity, or for each list with the same parameters, address and program, in ten minutes; pages of a list are one read. The list is in the order of ids: a change at its `time`, and reads at the beginning of their hour or ten minutes, which is before the `time` of the first one.',
  scope: 'audit:read',
  audit: 'audit_record.listed',
  query: z
    .strictObject({
      ...listQuery,
      client_id: ofOrganization('records'),
      actor: z.optional(EntityId).register(docs, {
        description: 'Only records of the person, the API key or the operator’s program with this id',
      }),
      target: z.optional(EntityId).register(docs, {
        description: 'Only records about the entity with this id, such as a conversation',
      }),
      action: z.optional(AuditAction).register(docs, { description: 'Only records of this action' }),
      from: described(
        z.optional(TimestampInput),
        'Only records whose `last_time`, or else `time`, is this or later (inclusive)',
      ),
      to: described(
        z.optional(TimestampInput),
        'Only records whose `time` is earlier (exclusive); must be after `from`',
      ),
    })
    .check(endsAfter('from', 'to')),
  ...pagesOf('AuditRecordList', AuditRecord),
  errors: ['client_not_found'],
});

export const get = route('GET /v1/audit-records/{audit_record_id}', {
  summary: 'Get an audit record',
  description: 'Returns one record. It is kept for 400 days.',
  scope: 'audit:read',
  response: AuditRecord,
});

export const prove = route('GET /v1/audit-records/{audit_record_id}/proof', {
  summary: 'Prove that an audit record is sealed',
  description:
    'Returns the path from the record to the root of the Merkle tree of its hour. Records are sealed ten minutes to an hour after their hour has ended. Keep `root` and `digest_sha256`: the operator can neither change nor remove the record afterwards without changing both.',
  scope: 'audit:read',
  tool: false,
  response: AuditProof,
  errors: ['audit_record_not_sealed'],
});
