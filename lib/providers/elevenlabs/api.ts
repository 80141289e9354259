import { ask } from '../http.ts';
import { elevenLabs } from './service.ts';

export const checkKey = async (apiKey: string): Promise<void> => {
  await ask(elevenLabs, apiKey, { method: 'GET', path: '/v1/convai/agents?page_size=1' });
};
