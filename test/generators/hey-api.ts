import { registerHooks } from 'node:module';

/*
 * Runs @hey-api/openapi-ts with its defaults: input and output are the arguments. It writes code with
 * TypeScript's own printer, which the compiler of this project does not have; so it gets the one that is
 * installed beside this file.
 */

const typescript = import.meta.resolve('typescript');

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript' ? { url: typescript, shortCircuit: true } : next(specifier, context),
});

const [input = '', output = ''] = process.argv.slice(2);
const { createClient } = await import('@hey-api/openapi-ts');
await createClient({ input, output, logs: { level: 'silent' } });
