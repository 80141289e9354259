import type { ExamplesOf } from './example.ts';
import { agent, integration } from './story.ts';

export const webCalls: ExamplesOf<'webCalls'> = {
  create: {
    params: { agent_id: agent.id },
    body: { integration_id: integration.id, variables: { practice: 'Harbor Dental' } },
    response: {
      provider: 'elevenlabs',
      call_id: null,
      conversation_id: null,
      url: 'wss://api.elevenlabs.io/v1/convai/conversation?agent_id=agent_7101k5zvyjhmfg983brhmhkd98n6&conversation_signature=cvtkn_5d41402abc4b2a76',
      token: null,
      variables: { practice: 'Harbor Dental' },
      expires_at: '2026-11-20T09:36:00.000Z',
    },
  },
};
