import { analyzer } from './analyzers.ts';
import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';
import { agent, client, conversation } from './story.ts';

export const reviews: ExamplesOf<'reviews'> = {
  list: {
    query: { status: 'open' },
    response: {
      data: [
        {
          conversation_id: conversation.id,
          analyzer_id: analyzer.id,
          analyzer_name: analyzer.name,
          client_id: client.id,
          agent_id: agent.id,
          start_time: conversation.start_time,
          status: 'open',
          reason: 'unknown',
          results: [
            { name: 'appointment_repeated', verdict: 'unknown' },
            { name: 'greeting', verdict: 'passed' },
          ],
        },
      ],
      ...lastPage,
    },
  },
};
