import { get } from '#lib/contract/packages.ts';
import { handleFile } from '#lib/http/handle-file.ts';
import { tarballs } from '#lib/packages/tarballs.static.ts';

export const handler = handleFile(get, ({ file }) => ({ type: 'application/gzip', ...tarballs[file] }));
