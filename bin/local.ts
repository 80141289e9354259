import { once } from 'node:events';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { stop } from 'esbuild';
import { buildFunctionsFile, root } from '#lib/build/bundles.ts';
import { buildConsole, consoleDirectory } from '#lib/console/build.ts';
import { callAgent } from '#lib/local/call-agent.ts';
import { arrive } from '#lib/local/demo/arrivals.ts';
import { fillDemo } from '#lib/local/demo/fill.ts';
import { localModel } from '#lib/local/model.ts';
import { startPlatform } from '#lib/local/platform.ts';
import { withoutRequestLines, writeRequestLines } from '#lib/local/request-lines.ts';
import { signInLink } from '#lib/local/sign-in-link.ts';
import { StartError } from '#lib/local/start-error.ts';
import { talk } from '#lib/local/talk.ts';
import { localVoice } from '#lib/local/voice.ts';

const usage = `npm start -- [options]

  --demo                   add demonstration data
  --demo-calls <number>    number of generated calls in the demonstration data (590)
  --memory                 keep all data in memory
  --directory <folder>     folder for the data and platform.json (.local)
  --port <port>            port of the API and the console; 0 selects a free one (PORT, or 3000)
  --public-url <URL>       address by which others reach the platform, through a tunnel or a proxy
  --cors-origin <origin>   origin whose pages may call the API, or *; can be repeated
  --model-url <URL>        OpenAI-compatible endpoint that answers for agents (MODEL_URL); MODEL_API_KEY is its key
  --model <name>           model of that endpoint; can be repeated, and the first one is the default
  --speech-url <URL>       OpenAI-compatible endpoint that speaks for agents; SPEECH_API_KEY is its key
  --speech-model <name>    model of that endpoint (tts-1)
  --ears-url <URL>         WebSocket that recognizes speech, with the protocol of Amazon Transcribe
  --talk <agent>           chat in this terminal with an agent, by its id or the beginning of its name
  --call <agent>           call an agent from this terminal, as over a line of Twilio
  --shuffle-frames         let messages of calls overtake each other, as on AWS
  --help                   show these options`;

const giveUp = (sentence: string): never => {
  console.error(sentence);
  process.exit(1);
};

const parse = () =>
  parseArgs({
    options: {
      port: { type: 'string', default: process.env.PORT ?? '3000' },
      memory: { type: 'boolean', default: false },
      demo: { type: 'boolean', default: false },
      /** The number of calls of three months that the demonstration has beside its dialogues. */
      'demo-calls': { type: 'string', default: '590' },
      /** Builds the functions first; without it, those of the last build run. */
      build: { type: 'boolean', default: false },
      'public-url': { type: 'string' },
      'cors-origin': { type: 'string', multiple: true, default: [] },
      'model-url': { type: 'string', default: process.env.MODEL_URL },
      model: { type: 'string', multiple: true, default: [] },
      'speech-url': { type: 'string' },
      'speech-model': { type: 'string', default: 'tts-1' },
      'ears-url': { type: 'string' },
      directory: { type: 'string', default: join(root, '.local') },
      talk: { type: 'string' },
      call: { type: 'string' },
      'shuffle-frames': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  }).values;

const chosenOptions = (): ReturnType<typeof parse> => {
  try {
    return parse();
  } catch (error) {
    // parseArgs throws for nothing but the options.
    return giveUp(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
};
const values = chosenOptions();

if (values.help) {
  console.log(usage);
  process.exit(0);
}

const port = Number(values.port);
if (!/^\d+$/.test(values.port) || port > 65_535)
  giveUp(`--port (or PORT) must be a whole number from 0 to 65535, and not ${values.port}.`);

const demoCalls = Number(values['demo-calls']);
if (!Number.isInteger(demoCalls) || demoCalls < 0)
  giveUp('--demo-calls must be a whole number of at least 0.');

/** An origin: scheme, host and port. */
const publicUrlOf = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
    ? url.origin
    : giveUp(`--public-url must be an address such as https://calls.example.com, and not ${text}.`);
};
const publicUrl = values['public-url'] === undefined ? undefined : publicUrlOf(values['public-url']);

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

const chosenVoice = () => {
  try {
    return localVoice(values['speech-url'], values['speech-model'], values['ears-url']);
  } catch (error) {
    return giveUp(error instanceof Error ? error.message : String(error));
  }
};
const voice = chosenVoice();

/** A signal to npm ends only the shell between npm and this process, which then has nobody left to serve. */
async function leftByNpm(): Promise<void> {
  const parent = process.ppid;
  if (!process.env.npm_lifecycle_event) return new Promise(() => {});
  for await (const _ of setInterval(500, undefined, { ref: false })) if (process.ppid !== parent) return;
}

// Whatever is kept here is for this user alone.
process.umask(0o077);

// From the beginning: a start that is broken off must not leave a DynamoDB behind.
const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), leftByNpm()]);

if (values.build) {
  await Promise.all([buildFunctionsFile(), buildConsole()]);
  // esbuild's service process would otherwise stay.
  await stop();
}
/** When a page last asked for the calls that are going on. */
let lastRead = Number.NEGATIVE_INFINITY;
const started = performance.now();
const platform = await startPlatform({
  directory: values.directory,
  memory: values.memory,
  port,
  corsOrigins: values['cors-origin'],
  publicUrl,
  model,
  ...voice,
  socketDelayMs: values['shuffle-frames'] ? () => Math.random() * 300 : undefined,
  // The local sign-in accepts any name without proof, so it is off if the platform has a public address.
  people: publicUrl === undefined,
  console: consoleDirectory,
  onAnswer: ({ id }) => {
    if (id === 'conversations.active') lastRead = Date.now();
  },
  onLost: (error) => giveUp(`${error.message} The platform stops.`),
}).catch((error: unknown) => {
  if (portInUse(error)) giveUp(`Port ${port} is already in use. Use a free one: npm start -- --port 0`);
  if (error instanceof StartError) giveUp(error.message);
  throw error;
});
const readyMs = Math.round(performance.now() - started);
const { description } = platform;
const demo = values.demo && (await withoutRequestLines(() => fillDemo(description, { calls: demoCalls })));
const signIn = await withoutRequestLines(() => signInLink(description));
writeRequestLines();

const { base_url, api_key } = description;
const { peopleLink } = platform;
const curl = (path: string, options = '') =>
  `  curl ${options}-H 'Authorization: Bearer ${api_key}' '${base_url}${path}'`;

console.log(`
The platform is ready, after ${readyMs} ms.

  Console    ${signIn}
             (this link signs in once; after that, ${base_url} asks for a key)
${peopleLink ? `  People     ${peopleLink}\n             (choose one of eight people, with a role each)\n` : ''}  API        ${base_url}${publicUrl ? `, for others ${publicUrl}` : ''}
  Reference  ${base_url}/v1/reference
  Key        ${api_key}
  Details    ${join(values.directory, 'platform.json')}
  Models     ${model?.settings.models.join(', ') ?? 'none (agents rehearse)'}

Try it:

${curl('/v1/me')}
`);

if (demo) {
  console.log(`The demonstration data is ready, with ${demo.conversations} conversations. Look around:

${curl('/v1/clients')}
${curl(`/v1/conversations?client_id=${demo.reseller}`)}
${curl('/v1/conversations?q=reschedule')}
${curl(`/v1/conversations/${demo.conversation}/transcript`)}
${curl(`/v1/conversations/${demo.conversation}/audio`, "-L -H 'Accept: audio/*' -o reschedule.mp3 ")}
`);
}

const leaving = new AbortController();
if (demo && demoCalls > 0)
  void arrive({ description, lastRead: () => lastRead, signal: leaving.signal }).catch((error: unknown) => {
    if (!leaving.signal.aborted) console.error('No further calls of the demonstration arrive.', error);
  });

const { talk: chatted, call: called } = values;
const terminal = { input: process.stdin, output: process.stdout };
const talking =
  (chatted !== undefined && withoutRequestLines(() => talk(description, chatted, terminal))) ||
  (called !== undefined && withoutRequestLines(() => callAgent(description, called, terminal)));
await Promise.race([stopped, ...(talking ? [talking] : [])]).catch(async (error: unknown) => {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
});
leaving.abort();
await platform.close();
// An input that nobody ends would keep the process.
process.stdin.destroy();
