import * as z from 'zod/mini';
import { described, docs, enumeration, id, object, orNull, strictObject, Timestamp, text } from './fields.ts';
import { Link } from './recordings.ts';
import { route } from './route.ts';

const SpeechFormat = enumeration('SpeechFormat', ['mp3', 'wav'], 'The format of the audio file');
export type SpeechFormat = z.output<typeof SpeechFormat>;

export const SpeechType = enumeration(
  'SpeechType',
  ['audio/mpeg', 'audio/wav'],
  'The media type of the audio file',
);
export type SpeechType = z.output<typeof SpeechType>;

const SpeechProvider = enumeration(
  'SpeechProvider',
  ['elevenlabs', 'openai_compatible', 'polly', 'stand_in'],
  'The service that spoke. `openai_compatible` is an endpoint of the operator’s choice; `stand_in` hums in place of a voice, on a platform on one machine without a speech service',
);
export type SpeechProvider = z.output<typeof SpeechProvider>;

export const SpeechInput = strictObject('SpeechInput', 'A text to speak', {
  text: described(text(1000), 'The reply of the agent'),
  format: described(
    z._default(SpeechFormat, 'mp3'),
    'The format to ask for. `content_type` in the answer has the format of the file',
  ),
  integration_id: described(
    orNull(id('intg')),
    'The account at a provider that speaks, of the agent’s organization or of one above; by default the account that the agent was last deployed to, or else the operator’s own choice',
  ),
});
export type SpeechInput = z.output<typeof SpeechInput>;

const SpeechVoice = object('SpeechVoice', 'The voice that spoke', {
  provider: SpeechProvider,
  voice_id: described(
    text(256),
    'The voice’s id at its provider: the agent’s, or one that the provider speaks with by default',
  ),
});

export const create = route('POST /v1/agents/{agent_id}/speech', {
  summary: 'Speak a text with an agent’s voice',
  description:
    'Speaks a text with the agent’s `voice` and `voice_id`, and returns a link to the audio that is valid for five minutes and needs no API key. The file is kept for a day. The same request during that day returns a new link to the same file, and does not ask the provider again. Each text that a provider speaks counts as a test of the agent.',
  scope: 'agents:write',
  body: SpeechInput,
  changesNothing: true,
  asksModel: true,
  holdsLink: true,
  status: 201,
  location: '{url}',
  response: object('Speech', 'A text as the agent speaks it', {
    url: Link,
    expires_at: described(Timestamp, 'When the link stops working'),
    content_type: SpeechType,
    characters: z
      .int()
      .check(z.minimum(1), z.maximum(1000))
      .register(docs, { description: 'The length of the text, in characters' }),
    voice: SpeechVoice,
  }),
  errors: [
    'client_suspended',
    'integration_not_found',
    'integration_disabled',
    'integration_without_key',
    'speech_not_available',
    'usage_limit_reached',
    'provider_refused',
    'provider_unavailable',
  ],
});
