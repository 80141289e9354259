import { openSecret } from '#lib/store/secrets/open-secret.ts';
import type { ConnectionRecord } from './connections.ts';

/** A connection with its secret, as the provider knows it. */
export const withClientSecret = async (connection: ConnectionRecord): Promise<ConnectionRecord> => ({
  ...connection,
  client_secret:
    connection.client_secret &&
    (await openSecret(connection.client_secret, { entity: connection.id, purpose: 'client_secret' })),
});
