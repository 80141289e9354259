import type { ExamplesOf } from './example.ts';
import { agent } from './story.ts';

export const signingSecrets: ExamplesOf<'signingSecrets'> = {
  rotate: {
    params: { agent_id: agent.id },
    body: { overlap_seconds: 3600 },
    response: {
      agent_id: agent.id,
      secret: 'whsec_dGhpcyBpcyBhbiBleGFtcGxlIG9mIGEgc2VjcmV0ISE=',
      updated_at: '2026-11-20T10:05:00.000Z',
    },
  },
};
