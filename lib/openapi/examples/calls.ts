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
};
