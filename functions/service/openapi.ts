import { openapi } from '#lib/contract/service.ts';
import { handlePublic } from '#lib/http/handle-public.ts';
import document from '../../openapi.json' with { type: 'json' };

export const handler = handlePublic(openapi, async () => document);
