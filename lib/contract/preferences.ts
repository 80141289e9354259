import { docs, openObject } from './fields.ts';
import { entityOf, route } from './route.ts';

export const maxPreferencesBytes = 32_768;

export const Preferences = openObject(maxPreferencesBytes).register(docs, {
  id: 'Preferences',
  description:
    'Any JSON object of at most 32 KB: language, time zone, saved views. The platform stores it and reads nothing in it',
});

export const get = route('GET /v1/me/preferences', {
  summary: 'Get your preferences',
  description: 'Returns what was last stored for the calling person or API key; an empty object at first.',
  tool: false,
  ...entityOf(Preferences),
});

export const replace = route('PUT /v1/me/preferences', {
  summary: 'Replace your preferences',
  description:
    'Stores any JSON object for the calling person or API key. A person has the same preferences in every organization, as long as the person is a member of one.',
  body: Preferences,
  audit: null,
  ...entityOf(Preferences),
});
