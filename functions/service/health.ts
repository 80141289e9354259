import { health } from '#lib/contract/service.ts';
import { handlePublic } from '#lib/http/handle-public.ts';
import manifest from '../../package.json' with { type: 'json' };

export const handler = handlePublic(health, async () => ({
  status: 'ok' as const,
  version: manifest.version,
}));
