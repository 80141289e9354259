import { scopes } from '#lib/contract/route.ts';
import { commit } from '../operations/commit.ts';
import { insertApiKey } from './api-keys.ts';

/** Makes a key that reaches everything and may do everything: the first one, which no other key can make. */
export const createPlatformKey = async (name: string): Promise<string> => {
  const { operations, reply } = insertApiKey(null, { name, scopes: [...scopes], metadata: {} });
  await commit(operations);
  return reply.key;
};
