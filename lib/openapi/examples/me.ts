import type { ExamplesOf } from './example.ts';
import { apiKeyItem, clientItem } from './story.ts';

export const me: ExamplesOf<'me'> = {
  get: {
    response: {
      key: apiKeyItem,
      person: null,
      memberships: [],
      client: clientItem,
      branding: { name: 'Bright Phones', accent_color: '#0f766e' },
      scopes: apiKeyItem.scopes,
      limits: {
        requests_per_minute: 600,
        gateway: { requests_per_second: 1000, slow_routes: { requests_per_minute: 300 } },
        quotas: [
          { name: 'agents', limit: 50, used: 12, resets_at: null, set_by: 'organization' },
          {
            name: 'calls_per_day',
            limit: 1000,
            used: 84,
            resets_at: '2026-11-21T00:00:00.000Z',
            set_by: 'default',
          },
        ],
      },
      time: '2026-11-20T09:30:00.000Z',
    },
  },
};
