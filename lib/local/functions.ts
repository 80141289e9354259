import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Bundle } from '#lib/build/bundles.ts';
import { functionsFile, root } from '#lib/build/bundles.ts';
import { timeoutSeconds } from '#lib/build/function-settings.ts';
import { toContext } from './event.ts';

type Handler = (event: unknown, context: unknown) => Promise<unknown>;

interface Module {
  readonly handler: Handler;
}

const require = createRequire(import.meta.url);

/** Loads the functions of the last build as they are deployed: each from its own bundle. */
const loadDeployed = (bundles: readonly Bundle[]): Readonly<Record<string, () => Module>> =>
  Object.fromEntries(
    bundles.map(({ id, directory }) => [id, () => require(join(root, directory, 'index.cjs')) as Module]),
  );

const loadTogether = (): Readonly<Record<string, () => Module>> =>
  (require(functionsFile) as { functions: Readonly<Record<string, () => Module>> }).functions;

/**
 * Runs functions of the last build; the code of each is loaded at its first event, as in a cold start.
 * Without bundles, all are from one file, in which they share their code: Node compiles and optimizes it once
 * instead of once for each function.
 */
export const loadFunctions = (bundles?: readonly Bundle[]): ((id: string) => Handler) => {
  const load = bundles ? loadDeployed(bundles) : loadTogether();
  return (id) => {
    const module = load[id];
    if (!module) throw new Error(`There is no function ${id}`);
    return (event, context) => module().handler(event, context);
  };
};

/** Invokes the function with this id with an event. */
export type Invoke = (id: string, event: unknown) => Promise<unknown>;

export const invokerOf =
  (handlers: (id: string) => Handler): Invoke =>
  (id, event) =>
    handlers(id)(event, toContext(id, timeoutSeconds(id) * 1000));
