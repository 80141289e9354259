import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '#lib/client.ts';
import type { Processor } from './figures.ts';
import { rounded } from './quantiles.ts';
import { startServing } from './serving.ts';
import type { Landmarks } from './world.ts';

/*
 * Measures how much processor time requests take, in the platform's process and in the embedded DynamoDB together, on a loaded
 * table: `node bench/processor.ts <directory>`. Linux only: it reads /proc. The figures are written to standard output as JSON.
 */

const [directory = ''] = process.argv.slice(2);
const { landmarks } = JSON.parse(await readFile(join(directory, 'world.json'), 'utf8')) as {
  landmarks: Landmarks;
};
// Without followers, which would index the loaded conversations meanwhile.
const { description, pid, close } = await startServing(directory, false);
const { base_url, api_key } = description;

/** The fields of /proc/<pid>/stat after the name, from the state on (proc_pid_stat(5)). */
const statOf = (id: string): string[] =>
  readFileSync(`/proc/${id}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
const children = readdirSync('/proc').filter((id) => /^\d+$/.test(id) && statOf(id)[1] === String(pid));

/** Milliseconds of processor time so far; the kernel counts hundredths of a second. */
const spent = (): number =>
  [String(pid), ...children].reduce((sum, id) => {
    const [userTicks = 0, systemTicks = 0] = statOf(id).slice(11, 13).map(Number);
    return sum + (userTicks + systemTicks) * 10;
  }, 0);

const api = createClient({ baseUrl: base_url, apiKey: api_key });
const bytes = Buffer.from('Sound');
const record = async (conversation_id: string): Promise<void> => {
  const params = { conversation_id };
  const { upload } = await api.recordings.create({
    params,
    body: { content_type: 'audio/mpeg', size_bytes: bytes.length },
  });
  await fetch(upload.url, { method: upload.method, headers: upload.headers, body: bytes });
  while ((await api.conversations.get({ params })).audio.status !== 'available') await wait(50);
};
const { id: recent } = await api.conversations.create({
  body: { agent_id: landmarks.agent, status: 'completed' },
});
await record(landmarks.conversation);
await record(recent);

const conversation = `/v1/conversations/${landmarks.conversation}`;
const list = `/v1/conversations?client_id=${landmarks.client}&limit=50`;
const paths = {
  byId: conversation,
  link: `/v1/conversations/${recent}/audio`,
  oldLink: `${conversation}/audio`,
  page: list,
  oneFilter: `${list}&outcome=success`,
  twoFilters: `${list}&outcome=success&channel=phone`,
};
type Name = keyof typeof paths;
const names = Object.keys(paths) as Name[];

const ask = async (path: string): Promise<void> => {
  const headers = { authorization: `Bearer ${api_key}`, accept: 'application/json' };
  const response = await fetch(`${base_url}${path}`, { headers });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
};

const inBlock = 100;
const blocks = 6;
const times: Record<Name, number> = { byId: 0, link: 0, oldLink: 0, page: 0, oneFilter: 0, twoFilters: 0 };
// The first round loads and compiles the functions. In turns, so that a machine that becomes slower does so to all.
for (let block = 0; block <= blocks; block += 1) {
  for (const name of names) {
    const before = spent();
    for (let at = 0; at < inBlock; at += 1) await ask(paths[name]);
    if (block > 0) times[name] += spent() - before;
  }
}
await close();

const perRequest = (name: Name): number => rounded(times[name] / (blocks * inBlock), 2);
const result: Processor = {
  by_id_ms: perRequest('byId'),
  link_ms: perRequest('link'),
  old_link_ms: perRequest('oldLink'),
  page_ms: perRequest('page'),
  one_filter_ms: perRequest('oneFilter'),
  two_filters_ms: perRequest('twoFilters'),
};
process.stdout.write(JSON.stringify(result));
