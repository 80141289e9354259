import * as z from 'zod/mini';
import { described, docs, id, object, strictObject, Timestamp } from './fields.ts';
import { route } from './route.ts';

const SigningSecretRotation = strictObject('SigningSecretRotation', 'The options for replacing the secret', {
  overlap_seconds: z._default(z.int().check(z.minimum(0), z.maximum(604_800)), 86_400).register(docs, {
    description:
      'The time in seconds during which requests are also signed with the previous secret: at most a week',
  }),
});

const SigningSecret = object('SigningSecret', 'The secret that signs the requests of an agent’s tools', {
  agent_id: id('agent', 'The agent whose tools it signs the requests of'),
  secret: z
    .string()
    .check(z.regex(/^whsec_[A-Za-z0-9+/]+=*$/))
    .register(docs, {
      description: 'The secret (Standard Webhooks). It cannot be read again',
      maxLength: 100,
    }),
  updated_at: described(Timestamp, 'When it was created'),
});
export type SigningSecret = z.output<typeof SigningSecret>;

export const rotate = route('POST /v1/agents/{agent_id}/signing-secret/rotate', {
  summary: 'Rotate the secret that the requests of an agent’s tools are signed with',
  description:
    'Creates a new secret and returns it, only this once. Requests of tools with an `http` action are always signed, as Standard Webhooks defines. For `overlap_seconds` each has two signatures, one of each secret, so that servers can be changed without downtime.',
  scope: 'integrations:write',
  body: SigningSecretRotation,
  optionalBody: true,
  audit: 'agent.secret_rotated',
  response: SigningSecret,
  confidential: true,
});
