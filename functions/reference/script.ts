import { script as route } from '#lib/contract/reference.ts';
import { handleFile } from '#lib/http/handle-file.ts';
import { etag, script } from '#lib/reference/script.static.ts';

const file = { type: 'text/javascript; charset=utf-8', gzipped: script, etag };

export const handler = handleFile(route, () => file);
