import { ask } from '../http.ts';
import { vapi } from './service.ts';

export const checkKey = async (apiKey: string): Promise<void> => {
  await ask(vapi, apiKey, { method: 'GET', path: '/assistant?limit=1' });
};
