import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Bundle } from '#lib/bundles.ts';
import { root } from '#lib/bundles.ts';

type Handler = (event: unknown, context: unknown) => Promise<unknown>;

/** Runs one of the deployed bundles; its code is loaded at the first event, as in a cold start. */
export const loadFunctions = (bundles: readonly Bundle[]): ((id: string) => Handler) => {
  const require = createRequire(import.meta.url);
  const directories = new Map(bundles.map(({ id, directory }) => [id, directory]));
  return (id) => {
    const directory = directories.get(id);
    if (!directory) throw new Error(`There is no function ${id}`);
    return (event, context) => {
      const { handler } = require(join(root, directory, 'index.cjs')) as { handler: Handler };
      return handler(event, context);
    };
  };
};
