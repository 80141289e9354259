import type { ExamplesOf } from './example.ts';
import { agent, integration } from './story.ts';

const number = {
  number: '+441632960999',
  name: 'Reception',
  agent_id: agent.id,
  status: 'connected',
} as const;
const params = { integration_id: integration.id, number: number.number };

export const numbers: ExamplesOf<'numbers'> = {
  list: {
    params: { integration_id: integration.id },
    response: {
      data: [number, { number: '+441632960998', name: null, agent_id: null, status: 'on_trunk' }],
    },
  },
  connect: { params, body: { agent_id: agent.id }, response: number },
  disconnect: { params },
};
