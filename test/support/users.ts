import type { Client as ClientEntity, ClientType } from '#lib/contract/clients.ts';
import type { Scope } from '#lib/contract/route.ts';
import { scopes } from '#lib/contract/route.ts';
import type { Client } from '#lib/local/client.ts';
import { createClient } from '#lib/local/client.ts';
import type { PlatformDescription } from '#lib/local/platform.ts';

/*
 * Programs need these functions as much as tests do, so nothing here imports vitest.
 */

export interface Organization {
  readonly client: ClientEntity;
  /** A key of the organization with every scope. */
  readonly key: string;
  readonly api: Client;
}

/** The users of a platform. */
export const usersOf = (description: Pick<PlatformDescription, 'base_url' | 'api_key'>) => {
  const clientFor = (apiKey?: string): Client =>
    createClient({ baseUrl: description.base_url, ...(apiKey && { apiKey }) });

  /** The operator: reaches everything. */
  const operator = clientFor(description.api_key);

  /** Makes a key of an organization, or of the platform. */
  const makeKey = async (clientId?: string, allowed: readonly Scope[] = scopes): Promise<string> => {
    const { key } = await operator.apiKeys.create({
      body: { name: 'Test', scopes: [...allowed], ...(clientId && { client_id: clientId }) },
    });
    return key;
  };

  /** An organization of its own for one test: nothing that other tests do can be seen in it. */
  const organization = async (
    parent?: Organization | ClientEntity,
    type: ClientType = parent ? 'subcompany' : 'client',
    more: Partial<Pick<ClientEntity, 'settings' | 'test'>> = {},
  ): Promise<Organization> => {
    const above = parent && ('client' in parent ? parent.client : parent);
    const client = await operator.clients.create({
      body: { name: `Test ${type}`, type, parent_id: above?.id ?? null, ...more },
    });
    const key = await makeKey(client.id);
    return { client, key, api: clientFor(key) };
  };

  return { clientFor, operator, makeKey, organization };
};

export type Users = ReturnType<typeof usersOf>;

export interface UploadLink {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
}

/** Sends a recording to the link it was given, with exactly the headers it was told. */
export const upload = ({ url, method, headers }: UploadLink, body: Buffer): Promise<Response> =>
  fetch(url, { method, headers, body: new Uint8Array(body) });
