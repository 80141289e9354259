import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/*
 * `node --import` it: programs find the client for TypeScript under the name of its package, although it is
 * not installed.
 */

const client = pathToFileURL(join(import.meta.dirname, '../../clients/typescript/src/index.ts')).href;

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'voice-agent-platform-client' ? client : specifier, context),
});
