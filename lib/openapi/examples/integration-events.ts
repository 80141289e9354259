import type { ExamplesOf } from './example.ts';
import { lastPage } from './example.ts';
import { integration, integrationEvent, integrationEventItem } from './story.ts';

const integrationParams = { integration_id: integration.id };
const params = { ...integrationParams, event_id: integrationEvent.id };

export const integrationEvents: ExamplesOf<'integrationEvents'> = {
  receive: { params: integrationParams, response: {} },
  list: {
    params: integrationParams,
    query: { status: 'processed', limit: '20' },
    response: { data: [integrationEventItem], ...lastPage },
  },
  get: { params, response: integrationEvent },
  replay: {
    params,
    response: { ...integrationEventItem, status: 'received' },
  },
};
