import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildBundles, root } from '#lib/bundles.ts';
import { startPlatform } from '#lib/local/platform.ts';
import { writeRequestLines } from '#lib/local/request-lines.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: process.env.PORT ?? '3000' },
    memory: { type: 'boolean', default: false },
    demo: { type: 'boolean', default: false },
    directory: { type: 'string', default: join(root, '.local') },
  },
});

const portInUse = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

const bundles = await buildBundles();
const started = performance.now();
const platform = await startPlatform({
  bundles,
  directory: values.directory,
  memory: values.memory,
  port: Number(values.port),
}).catch((error: unknown) => {
  if (!portInUse(error)) throw error;
  console.error(`Port ${values.port} is taken. Choose another: npm start -- --port 0`);
  process.exit(1);
});
writeRequestLines();

const { base_url, api_key } = platform.description;
console.log(`
The platform is ready, ${Math.round(performance.now() - started)} ms after its functions were built.

  API        ${base_url}
  Key        ${api_key}
  Described  ${join(values.directory, 'platform.json')}

Try it:

  curl -H 'Authorization: Bearer ${api_key}' ${base_url}/v1/me
`);

await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
await platform.close();
