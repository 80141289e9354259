import { ask } from '../http.ts';
import { retell } from './service.ts';

export const checkKey = async (apiKey: string): Promise<void> => {
  await ask(retell, apiKey, { method: 'GET', path: '/get-concurrency' });
};
