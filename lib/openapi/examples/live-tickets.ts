import type { ExamplesOf } from './example.ts';
import { client } from './story.ts';

export const liveTickets: ExamplesOf<'liveTickets'> = {
  create: {
    body: { client_id: client.id },
    response: {
      url: 'wss://a1b2c3d4e5.execute-api.eu-central-1.amazonaws.com/calls?ticket=vat_2rDgRaPwHIlAuE1aZ8uTVhzQ4w7mSgNfXxJ0KbQy9eT3cB7d',
      expires_at: '2026-11-20T09:31:00.000Z',
    },
  },
};
