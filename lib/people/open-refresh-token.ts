import { openSecret } from '#lib/store/secrets/open-secret.ts';

export const openRefreshToken = (sessionId: string, sealed: string): Promise<string> =>
  openSecret(sealed, { entity: sessionId, purpose: 'refresh_token' });
