import type { ExamplesOf } from './example.ts';
import { apiKeyItem, clientItem } from './story.ts';

export const me: ExamplesOf<'me'> = {
  get: {
    response: {
      key: apiKeyItem,
      client: clientItem,
      branding: { name: 'Bright Phones', accent_color: '#0f766e' },
      scopes: apiKeyItem.scopes,
      time: '2026-11-20T09:30:00.000Z',
    },
  },
};
