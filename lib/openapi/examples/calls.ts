import type { ExamplesOf } from './example.ts';
import { agent, conversation, integration } from './story.ts';

export const calls: ExamplesOf<'calls'> = {
  create: {
    params: { agent_id: agent.id },
    body: {
      integration_id: integration.id,
      to: '+14155550123',
      from: '+12025550100',
      variables: { practice: 'Harbor Dental' },
    },
    response: conversation,
  },
  control: {
    params: { conversation_id: conversation.id },
    body: { action: 'say', text: 'One moment, I am looking for a colleague.', author: 'Dana' },
    response: {
      conversation_id: conversation.id,
      status: 'active',
      handling: 'agent',
      end_time: null,
      end_reason: null,
    },
  },
};
