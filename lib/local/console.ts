import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ConsoleOrigins } from '#lib/console/headers.ts';
import {
  assetCacheControl,
  assetsFolder,
  contentSecurityPolicy,
  framePolicy,
  pageCacheControl,
  permissionsPolicy,
  widgetFolder,
} from '#lib/console/headers.ts';
import { weightOf } from '#lib/domain/accept.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

interface File {
  readonly content: Buffer;
  readonly gzipped: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const isLasting = (name: string): boolean => name.startsWith(assetsFolder) || name.startsWith(widgetFolder);

const readFileOf = async (directory: string, name: string): Promise<File> => {
  const content = await readFile(join(directory, name));
  return {
    content,
    gzipped: gzipSync(content),
    headers: {
      'content-type': types[extname(name)] ?? 'application/octet-stream',
      'cache-control': isLasting(name) ? assetCacheControl : pageCacheControl,
      vary: 'accept-encoding',
      ...(name.startsWith(widgetFolder) && { 'access-control-allow-origin': '*' }),
      // Weak: it is the same with and without compression.
      etag: `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`,
    },
  };
};

/** Answers a request for a page or a file of the console. */
export type ServeConsole = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Serves the built console from memory, as CloudFront does in a stack. Every path that is not a file is
 * answered with the page, which routes by the path.
 */
export const readConsole = async (
  directory: string,
  origins: () => ConsoleOrigins,
): Promise<ServeConsole> => {
  const names = globSync('**/*.*', { cwd: directory }).map((name) => name.replaceAll('\\', '/'));
  const files = new Map<string, File>();
  for (const name of names) files.set(`/${name}`, await readFileOf(directory, name));
  const page = files.get('/index.html');
  if (!page) throw new Error('The console is not built yet. Run npm run build');

  return ({ method, url = '/', headers }, response) => {
    const [path = '/'] = url.split('?');
    const isFile = extname(path) !== '';
    const file = isFile ? files.get(path) : page;
    const isOfWidget = path.startsWith(`/${widgetFolder}`);
    const always = {
      'content-security-policy': isOfWidget ? framePolicy : contentSecurityPolicy(origins()),
      'permissions-policy': permissionsPolicy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    };
    if (method !== 'GET' && method !== 'HEAD') {
      response.writeHead(405, { ...always, allow: 'GET, HEAD' }).end();
      return;
    }
    if (!file) {
      response.writeHead(404, always).end();
      return;
    }
    if (headers['if-none-match'] === file.headers.etag) {
      response.writeHead(304, { ...always, ...file.headers }).end();
      return;
    }
    const isGzipped = weightOf('gzip', String(headers['accept-encoding'] ?? '')) > 0;
    const body = isGzipped ? file.gzipped : file.content;
    response.writeHead(200, {
      ...always,
      ...file.headers,
      ...(isGzipped && { 'content-encoding': 'gzip' }),
      'content-length': body.length,
    });
    response.end(method === 'HEAD' ? undefined : body);
  };
};
