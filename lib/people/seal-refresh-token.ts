import { sealSecret } from '#lib/store/secrets/seal-secret.ts';

export const sealRefreshToken = (sessionId: string, refreshToken: string): Promise<string> =>
  sealSecret(refreshToken, { entity: sessionId, purpose: 'refresh_token' });
