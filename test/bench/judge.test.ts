import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import type { Answer } from '../support/model-server.ts';
import { modelKey, planAnswers, startModelServer } from '../support/model-server.ts';

let server: Awaited<ReturnType<typeof startModelServer>>;
let directory: string;

beforeAll(async () => {
  server = await startModelServer();
  directory = await mkdtemp(join(tmpdir(), 'dialogues-'));
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

/** The program's end. The table that it prints is as rows of cells. */
const measure = (dialogues: string, ...options: string[]) =>
  new Promise<{ code: number; rows: string[][]; stdout: string; stderr: string }>((resolve) => {
    const url = `${server.endpoint}/v1`;
    const given = ['--dialogues', dialogues, '--model-url', url, '--model', 'test-model', ...options];
    execFile(
      process.execPath,
      [join(root, 'bench/judge/run.ts'), ...given],
      { env: { ...process.env, MODEL_API_KEY: modelKey } },
      (error, stdout, stderr) => {
        const rows = stdout.split('\n').map((line) => line.split(/ {2,}/));
        resolve({ code: error ? Number(error.code) : 0, rows, stdout, stderr });
      },
    );
  });

/** A submission of values, each with its quote from the first turn. */
const submitted = (values: Readonly<Record<string, readonly [value: unknown, quote: string]>>): Answer => {
  const fields = Object.entries(values).map(([name, [value, quote]]) => ({
    name,
    value,
    evidence: [{ index: 0, quote }],
  }));
  return { calls: [{ name: 'submit', arguments: { fields } }] };
};

test('values are compared with the arguments of the calls: exact match, κ and flips over three repetitions', async () => {
  const dialogues = Array.from({ length: 20 }, (_, at) => {
    const area = at < 10 ? 'north' : 'south';
    const isOutdoors = at % 2 === 0;
    const wish = `Table ${at}: at Café No. ${at} in the ${area}${isOutdoors ? ', outdoors' : ''}.`;
    const given = { area, name: `Café No. ${at}`, ...(isOutdoors && { outdoors: 'True' }) };
    const call = { service: 'Tables_1', name: 'Reserve', arguments: given };
    return {
      dialogue_id: String(at),
      turns: [
        { role: 'user', text: wish },
        // A later call counts for what it has.
        {
          role: 'agent',
          text: 'Yes.',
          tool_calls: [{ ...call, arguments: { ...given, area: 'west' } }, call],
        },
      ],
    };
  });
  const file = join(directory, 'tables.jsonl');
  await writeFile(file, dialogues.map((dialogue) => `${JSON.stringify(dialogue)}\n`).join(''));
  const asked = await Promise.all(
    dialogues.map((_, at) => {
      const area = at < 10 && at > 1 ? 'north' : 'south';
      const answer = (name: string, quote: string = `No. ${at}`) =>
        submitted({
          area: [area, `Table ${at}`],
          name: [name, quote],
          outdoors: [at % 2 === 0 || at === 1 ? true : null, `Table ${at}`],
        });
      // Only words are compared, without case, accents and punctuation.
      const right = answer(`CAFE no ${at}`);
      const answers: Readonly<Record<number, Answer[]>> = {
        2: [right, answer('Another'), right],
        // Nobody said so: an analysis has no value, and neither has this.
        3: [answer('Café No. 3', 'Number three')],
      };
      return planAnswers(server.endpoint, `Table ${at}:`, answers[at] ?? [right]);
    }),
  );

  const { code, rows, stdout, stderr } = await measure(file);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^test-model, 20 of 20 dialogues, 3 repetitions, \d{4}-\d\d-\d\d\n/);
  expect(rows.slice(2, -1)).toEqual([
    ['slot', 'type', 'given', 'exact match', 'not given', 'left null', 'κ', 'flips'],
    ['Tables_1.area', 'enum', '20', '90.0 %', '0', '-', '0.80', '0.0 %'],
    ['Tables_1.name', 'text', '20', '93.3 %', '0', '-', '-', '5.0 %'],
    ['Tables_1.outdoors', 'boolean', '10', '100.0 %', '10', '90.0 %', '0.90', '0.0 %'],
    ['all', '50', '93.3 %', '10', '90.0 %', '0.85', '1.7 %'],
  ]);
  const requests = (await Promise.all(asked.map((requests) => requests()))).flat();
  expect(requests.length).toBe(60);
  for (const { headers, body } of requests) {
    expect(headers.authorization).toBe(`Bearer ${modelKey}`);
    expect(body.model).toBe('test-model');
    // The arguments are the truth.
    expect(JSON.stringify(body)).not.toContain('tool_calls');
  }
});

test('a split of the published dataset is read, and what the model does not answer is not counted', async () => {
  const split = join(directory, 'dev');
  await mkdir(split);
  const ride = (at: number, riders: string) => ({
    dialogue_id: `1_0000${at}`,
    services: ['Rides_1'],
    turns: [
      {
        speaker: 'USER',
        utterance: `Ride ${at}: for ${riders}, today.`,
        frames: [{ service: 'Rides_1', slots: [] }],
      },
      {
        speaker: 'SYSTEM',
        utterance: 'It comes.',
        frames: [
          {
            service: 'Rides_1',
            service_call: { method: 'GetRide', parameters: { riders, day: '2019-03-01', at: '07:05' } },
            service_results: [],
          },
        ],
      },
    ],
  });
  await writeFile(join(split, 'dialogues_001.json'), JSON.stringify([ride(1, '2'), ride(2, '4')]));
  await writeFile(join(split, 'dialogues_002.json'), JSON.stringify([ride(3, '1'), ride(4, '3')]));
  await writeFile(join(split, 'schema.json'), '[]');
  const quote = 'today';
  const found = submitted({ riders: [2, quote], day: ['2019-03-01', quote], at: ['07:05', quote] });
  const asked = await planAnswers(server.endpoint, 'Ride 1:', [found]);
  await planAnswers(server.endpoint, 'Ride 3:', [found, { status: 500, body: '{}' }, found]);

  const { code, stdout, rows } = await measure(split, '--sample', '2');
  expect(stdout).toContain('test-model, 2 of 4 dialogues');
  // Under 20 cases, there is no κ.
  expect(rows.slice(3, 7)).toEqual([
    ['Rides_1.at', 'text', '1', '100.0 %', '0', '-', '-', '0.0 %'],
    ['Rides_1.day', 'date', '1', '100.0 %', '0', '-', '-', '0.0 %'],
    ['Rides_1.riders', 'integer', '1', '100.0 %', '0', '-', '-', '0.0 %'],
    ['all', '3', '100.0 %', '0', '-', '-', '0.0 %'],
  ]);
  expect([code, stdout]).toEqual([
    1,
    expect.stringContaining('1 of 2 extractions failed and are not counted.'),
  ]);
  const [request] = await asked();
  expect(JSON.stringify(request?.body)).toContain('Today is 2019-03-01.');

  await planAnswers(server.endpoint, 'Ride 2:', [{ status: 500, body: '{}' }]);
  await writeFile(join(split, 'dialogues_001.json'), JSON.stringify([ride(2, '4')]));
  const failed = await measure(split, '--sample', '1');
  expect(failed).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('test-model did not answer.'),
  });
});

test('without dialogues or a model, the program says what it needs', async () => {
  const file = join(directory, 'empty.jsonl');
  await writeFile(file, '');
  const refused = async (...given: Parameters<typeof measure>) => {
    const { code, stdout, stderr } = await measure(...given);
    expect([code, stdout]).toEqual([1, '']);
    return stderr;
  };
  expect(await refused('')).toContain('--dialogues must be');
  expect(await refused(join(directory, 'missing'))).toContain('no such file');
  expect(await refused(file)).toContain('no dialogue in which a service is called');
  expect(await refused(file, '--sample', '0')).toContain('--sample must be');
  expect(await refused(file, '--model', '')).toContain('--model-url and --model belong together');
});
