import { once } from 'node:events';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { root } from '#lib/bundles.ts';
import { consoleDirectory } from '#lib/console/build.ts';
import { fillDemo } from '#lib/local/demo/fill.ts';
import { localModel } from '#lib/local/model.ts';
import { startPlatform } from '#lib/local/platform.ts';
import { withoutRequestLines, writeRequestLines } from '#lib/local/request-lines.ts';
import { signInLink } from '#lib/local/sign-in-link.ts';
import { StartError } from '#lib/local/start-error.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: process.env.PORT ?? '3000' },
    memory: { type: 'boolean', default: false },
    demo: { type: 'boolean', default: false },
    /** The number of calls of three months that the demonstration has beside its dialogues. */
    'demo-calls': { type: 'string', default: '590' },
    /** Builds the functions first; else those of the last build run. */
    build: { type: 'boolean', default: false },
    'cors-origin': { type: 'string', multiple: true, default: [] },
    'model-url': { type: 'string', default: process.env.MODEL_URL },
    model: { type: 'string', multiple: true, default: [] },
    directory: { type: 'string', default: join(root, '.local') },
  },
});

const giveUp = (sentence: string): never => {
  console.error(sentence);
  process.exit(1);
};

const demoCalls = Number(values['demo-calls']);
if (!Number.isInteger(demoCalls) || demoCalls < 0)
  giveUp('--demo-calls must be a whole number from 0: how many calls of three months the demonstration has.');

const portInUse = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

const chosenModel = () => {
  try {
    return localModel(values['model-url'], values.model, process.env.MODEL_API_KEY);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
};
const model = chosenModel();

/** A signal to npm ends the shell between npm and this process, and nothing else: then there is nobody left to serve. */
async function leftByNpm(): Promise<void> {
  const parent = process.ppid;
  if (!process.env.npm_lifecycle_event) return new Promise(() => {});
  for await (const _ of setInterval(500, undefined, { ref: false })) if (process.ppid !== parent) return;
}

// Whatever is kept here is for this user alone.
process.umask(0o077);

// From the beginning: a start that is broken off must not leave a DynamoDB behind.
const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), leftByNpm()]);

if (values.build) await import('./build.ts');
const started = performance.now();
const platform = await startPlatform({
  directory: values.directory,
  memory: values.memory,
  port: Number(values.port),
  corsOrigins: values['cors-origin'],
  model,
  console: consoleDirectory,
  onLost: (error) => giveUp(`${error.message} The platform ends.`),
}).catch((error: unknown) => {
  if (portInUse(error)) giveUp(`Port ${values.port} is taken. Choose another: npm start -- --port 0`);
  if (error instanceof StartError) giveUp(error.message);
  throw error;
});
const readyMs = Math.round(performance.now() - started);
const { description } = platform;
const demo = values.demo && (await withoutRequestLines(() => fillDemo(description, { calls: demoCalls })));
const signIn = await withoutRequestLines(() => signInLink(description));
writeRequestLines();

const { base_url, api_key } = description;
const curl = (path: string, options = '') =>
  `  curl ${options}-H 'Authorization: Bearer ${api_key}' '${base_url}${path}'`;

console.log(`
The platform is ready, after ${readyMs} ms.

  Console    ${signIn}
             (this link signs in once; afterwards ${base_url} asks for a key)
  API        ${base_url}
  Reference  ${base_url}/v1/reference
  Key        ${api_key}
  Described  ${join(values.directory, 'platform.json')}
  Models     ${model?.settings.models.join(', ') ?? 'none: agents are tried in rehearsal'}

Try it:

${curl('/v1/me')}
`);

if (demo) {
  console.log(`The demonstration is there, with ${demo.conversations} conversations. Look around:

${curl('/v1/clients')}
${curl(`/v1/conversations?client_id=${demo.reseller}`)}
${curl('/v1/conversations?q=reschedule')}
${curl(`/v1/conversations/${demo.conversation}/transcript`)}
${curl(`/v1/conversations/${demo.conversation}/audio`, "-L -H 'Accept: audio/*' -o reschedule.mp3 ")}
`);
}

await stopped;
await platform.close();
