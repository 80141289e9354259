import type { ExamplesOf } from './example.ts';
import { client } from './story.ts';

const params = { client_id: client.id };

const times = {
  weekly: [
    { weekday: 'monday' as const, opens: '08:00', closes: '12:00' },
    { weekday: 'monday' as const, opens: '14:00', closes: '18:00' },
    { weekday: 'friday' as const, opens: '08:00', closes: '13:00' },
  ],
  exceptions: [{ date: '2026-12-25', spans: [] }],
};

const whole = {
  client_id: client.id,
  timezone: 'America/New_York',
  ...times,
  updated_at: '2026-11-20T10:00:00.000Z',
};

const routes: ExamplesOf<'openingHours'> = {
  get: { params, response: whole },
  replace: { params, body: times, response: whole },
};

export { routes as openingHours };
