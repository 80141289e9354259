import type { ExamplesOf } from './example.ts';
import { apiKeyItem, clientItem } from './story.ts';

export const me: ExamplesOf<'me'> = {
  get: { response: { key: apiKeyItem, client: clientItem, scopes: apiKeyItem.scopes } },
};
