import { commitByOperator } from '#lib/audit/commit-by-operator.ts';
import { scopes } from '#lib/contract/route.ts';
import { insertApiKey } from './api-keys.ts';

/**
 * Creates a platform key with all scopes, for a program. The first one cannot be created with another key.
 */
export const createPlatformKey = async (program: string, name: string): Promise<string> => {
  const write = insertApiKey(null, { name, scopes: [...scopes], metadata: {} });
  const change = { action: 'api_key.created' as const, changed: ['name', 'scopes'] };
  return (await commitByOperator(program, write, change)).key;
};
