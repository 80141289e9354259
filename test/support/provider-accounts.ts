import type { ProviderName } from '#lib/contract/integrations.ts';
import { providerAccount } from '../fixtures.ts';
import { newCall } from './connected.ts';
import type { ProviderCall } from './provider-calls.ts';
import type { Collections, Json } from './provider-servers/index.ts';

/** A call as the provider's API has it once it is over: what its last event says of it. */
const storedCall: Readonly<Record<ProviderName, (call: ProviderCall) => Json>> = {
  elevenlabs: ({ events: [first] }) => (first as { data: Json }).data,
  vapi: ({ events }) => {
    const {
      call,
      type: _type,
      timestamp: _timestamp,
      ...said
    } = (events.at(-1) as { message: Json }).message;
    return { ...(call as Json), ...said };
  },
  retell: ({ events }) => (events.at(-1) as { call: Json }).call,
};

const collectionOfCalls = { elevenlabs: 'conversations', vapi: 'calls', retell: 'calls' } as const;

const storedAgent: Readonly<Record<ProviderName, (id: string) => Collections>> = {
  elevenlabs: (id) => ({
    agents: {
      [id]: {
        agent_id: id,
        name: 'Mia',
        created_at_unix_secs: 1,
        conversation_config: {
          agent: {
            language: 'en',
            first_message: 'Good morning.',
            prompt: { prompt: 'You are Mia.', llm: 'gpt-4o', temperature: 0.2, max_tokens: -1 },
          },
          tts: { voice_id: 'voice_1', speed: 1.1 },
        },
      },
    },
  }),
  vapi: (id) => ({
    agents: {
      [id]: {
        id,
        name: 'Mia',
        createdAt: '2026-01-01T00:00:00.000Z',
        firstMessage: 'Good morning.',
        model: {
          provider: 'openai',
          model: 'gpt-4o',
          messages: [{ role: 'system', content: 'You are Mia.' }],
        },
        voice: { provider: '11labs', voiceId: 'voice_1' },
        transcriber: { provider: 'deepgram', language: 'en' },
      },
    },
  }),
  retell: (id) => ({
    agents: {
      [id]: {
        agent_id: id,
        agent_name: 'Mia',
        language: 'en-US',
        voice_id: 'voice_1',
        response_engine: { type: 'retell-llm', llm_id: `llm_${id}` },
      },
    },
    llms: {
      [`llm_${id}`]: { general_prompt: 'You are Mia.', begin_message: 'Good morning.', model: 'gpt-4o' },
    },
  }),
};

/**
 * Fills an account at a provider with an agent and so many of its calls, each of them altered first, and
 * gives their ids.
 */
export const fillAccount = async (
  provider: ProviderName,
  apiKey: string,
  calls: number,
  altered: (call: Json, at: number) => Json = (call) => call,
) => {
  const account = providerAccount(apiKey);
  const agent_id = newCall(provider).agent_id;
  const made = Array.from({ length: calls }, () => newCall(provider, agent_id));
  const stored = made.map((call, at) => {
    const one = altered(storedCall[provider](call), at);
    return [one.call_id ?? call.conversation_id, one];
  });
  await account.plan({
    collections: {
      ...storedAgent[provider](agent_id),
      [collectionOfCalls[provider]]: Object.fromEntries(stored) as Record<string, Json>,
    },
  });
  return { ...account, agent_id, ids: made.map(({ conversation_id }) => conversation_id) };
};
