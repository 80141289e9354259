import * as z from 'zod/mini';
import { described, docs, id, object, Timestamp, text } from './fields.ts';
import { route } from './route.ts';

const Session = object('Session', 'A browser in which a person has signed in', {
  id: id('ses', 'The unique id; begins with `ses_`'),
  created_at: described(Timestamp, 'When the person signed in'),
  expires_at: described(Timestamp, 'When the session ends by itself'),
  address: described(text(100), 'The IP address from which the person signed in'),
  user_agent: described(z.nullable(text(300)), 'The browser, as it described itself; null if it did not'),
  current: described(z.boolean(), 'Whether this is the session of the request'),
});
export type Session = z.output<typeof Session>;

export const list = route('GET /v1/sessions', {
  summary: 'List your sessions, newest first',
  description: 'Lists the browsers in which the calling person has signed in.',
  person: true,
  response: object('SessionList', 'The sessions of a person', {
    data: z.array(Session).check(z.maxLength(100)).register(docs, { description: 'The sessions' }),
  }),
});

export const removeAll = route('DELETE /v1/sessions', {
  summary: 'Sign out everywhere',
  description:
    'Ends all sessions of the calling person, including the one of the request, within ten seconds.',
  person: true,
  audit: null,
});

export const remove = route('DELETE /v1/session', {
  summary: 'Sign out',
  description: 'Ends the session of the request within ten seconds, and removes its cookie.',
  person: true,
  audit: null,
});
