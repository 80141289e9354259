import { scopes } from '#lib/contract/route.ts';
import { commit } from '../operations/commit.ts';
import { insertApiKey } from './api-keys.ts';

/** Creates a platform key with all scopes. The first one cannot be created with another key. */
export const createPlatformKey = async (name: string): Promise<string> => {
  const { operations, reply } = insertApiKey(null, { name, scopes: [...scopes], metadata: {} });
  await commit(operations);
  return reply.key;
};
