/* A call as a server would report it to the sample of the guide to own bots, during an outage. */

import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { createClient } from 'voice-agent-platform-client';
import { History, resume } from '../../../docs/guides/samples/own-bots/history.ts';

const { BASE = '', KEY = '', AGENT_ID = '' } = process.env;
const client = createClient({ baseUrl: BASE, apiKey: KEY, maxRetries: 0 });

/** An hour ago, at which a call lasts 3.7 seconds. Pauses take no time. */
let now = Date.now() - 3_600_000;

const pause = async (ms: number): Promise<void> => {
  now += ms;
  await setImmediate();
};

const programs: Readonly<Record<string, () => Promise<void>>> = {
  /** The platform is away from the middle of the call on. */
  outage: async () => {
    const history = new History(client, { agent_id: AGENT_ID }, { clock: () => now, pause });
    now += 500;
    history.say('agent', 'Hello!');
    console.log('ready');
    await once(process.stdin, 'data');
    now += 1500;
    history.say('user', 'Goodbye!');
    now += 1500;
    history.say('agent', 'Goodbye!');
    now += 200;
    await history.end('caller_hung_up');
    process.stdin.destroy();
  },
  restart: () => resume(client),
};

await programs[process.argv[2] ?? '']?.();
