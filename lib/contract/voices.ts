import * as z from 'zod/mini';
import { described, docs, object, text } from './fields.ts';
import { route } from './route.ts';

const nullable = (max: number, description: string) => described(z.nullable(text(max)), description);

export const ProviderVoice = object('ProviderVoice', 'A voice that a provider speaks with', {
  voice_id: described(text(256), 'The voice’s id at the provider: an agent’s `voice_id`'),
  name: nullable(200, 'The voice’s name'),
  language: nullable(64, 'The main language of the voice; null if the provider does not state it'),
  gender: nullable(64, 'The gender of the voice, as the provider describes it'),
  accent: nullable(64, 'The accent of the voice, as the provider describes it'),
  preview_url: z
    .nullable(z.url())
    .register(docs, { description: 'A link to a sample; null if there is none', maxLength: 2048 }),
});
export type ProviderVoice = z.output<typeof ProviderVoice>;

export const list = route('GET /v1/integrations/{integration_id}/voices', {
  summary: 'List the voices of an account',
  description:
    'Asks the provider for the voices that the account can use, at most 500. Vapi has no list of voices: its assistants speak with the voices of other providers.',
  scope: 'integrations:read',
  query: z.strictObject({
    language: z.optional(text(35)).register(docs, {
      description: 'Only voices of this language, such as `en` or `en-GB`, if the provider states it',
    }),
    q: z.optional(text(100)).register(docs, { description: 'Only voices whose name contains this text' }),
  }),
  waits: true,
  response: object('VoiceList', 'The voices of an account', {
    data: described(z.array(ProviderVoice).check(z.maxLength(10_000)), 'The voices'),
  }),
  errors: [
    'integration_disabled',
    'integration_without_key',
    'voices_not_listed',
    'provider_refused',
    'provider_unavailable',
  ],
});
