import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '#lib/contract/index.ts';
import { operations } from '#lib/contract/index.ts';
import { isDownload } from '#lib/contract/route.ts';
import { codeSamplesOf, headers } from '#lib/openapi/code-samples.ts';
import { exampleOf } from '#lib/openapi/document.ts';
import { createClient } from '../clients/typescript/src/index.ts';
import type { Organization } from './fixtures.ts';
import { operator, organization, platform, providerAccount } from './fixtures.ts';
import { inTurns } from './support/cases.ts';
import { recordedIn, withDomainOf, withIdsOf } from './support/examples.ts';
import { pythonEnvironment, pythonMissing } from './support/python.ts';
import { reasonToSkip } from './support/required.ts';
import { samplesOf } from './support/samples.ts';

const run = promisify(execFile);

let org: Organization;

/** All but those whose requests are signed, or come from the browser of a person: test/people.test.ts. */
const sampled = operations.filter(
  ({ route, resource }) => !route.raw && !route.person && !isDownload(route) && resource !== 'signIn',
);

beforeAll(async () => {
  org = await organization();
});

/** Each sample is sent in one language, and that of the next route in another. */
const inTurn = inTurns(3);

type Language = 'curl' | 'TypeScript' | 'Python';

/** The sample as a reader would send it: with ids of entities that there are. */
const sampleOf = async (operation: Operation, language: Language): Promise<string> => {
  const samples = samplesOf(org, { operator, providerAccount });
  const sample = operation.id === 'recordings.get' ? await recordedIn(org) : await samples[operation.id]();
  const example = withDomainOf(withIdsOf(exampleOf(operation), org, sample), sample);
  // A conversation of a provider is recorded once, and an external_id used once, but here each sample is sent
  // in three languages.
  const once = JSON.parse(
    JSON.stringify(example)
      .replaceAll('conv_8901k4', `${language}_8901k4`)
      .replace(/"external_id":"/g, `$&${operation.id}-${language}-`),
  ) as typeof example;
  const found = codeSamplesOf(operation, once).find(({ label }) => label === language);
  return String(found?.source);
};

const env = () => ({ ...process.env, BASE: platform.base_url, KEY: org.key });

/** Programs that a reader may have, and this machine as well. */
const has = (program: string, ...given: string[]): boolean => spawnSync(program, given).status === 0;
const curlMissing = reasonToSkip('curl', has('curl', '--version') ? undefined : 'There is no curl');

describe.skipIf(curlMissing !== undefined)('With curl', () => {
  test.for(inTurn(sampled))('the sample of $id is accepted', async (operation) => {
    const source = await sampleOf(operation, 'curl');
    const script = source.replace(/^curl /, 'curl --silent --show-error --fail-with-body --compressed ');
    await run('sh', ['-c', script], { env: env(), maxBuffer: 16 * 1024 * 1024 });
  });
});

describe('In TypeScript', () => {
  test.for(inTurn(sampled))('the sample of $id is accepted', async (operation) => {
    const source = await sampleOf(operation, 'TypeScript');
    expect(source.startsWith(headers.typescript)).toBe(true);
    const rest = source.slice(headers.typescript.length).replace('console.log(answer)', 'return answer');
    const client = createClient({ baseUrl: platform.base_url, apiKey: org.key });
    const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (
      ...parts: string[]
    ) => (given: typeof client) => Promise<unknown>;
    await new AsyncFunction('client', rest)(client);
  });
});

const program = `
import json, sys
failed = []
for given in json.load(sys.stdin):
    try:
        exec(given["source"].replace("print(answer)", ""), {})
    except Exception as error:
        failed.append(f"{given['id']}: {error}")
print(json.dumps(failed))
`;

const inPython = inTurn(sampled);

describe('In Python', () => {
  test('the samples are accepted', async ({ skip }) => {
    skip(Boolean(pythonMissing), pythonMissing);
    const sources = await Promise.all(
      inPython.map(async (operation) => ({
        id: operation.id,
        source: await sampleOf(operation, 'Python'),
      })),
    );
    const child = run('python3', ['-c', program], {
      env: pythonEnvironment({ BASE: platform.base_url, KEY: org.key }),
    });
    child.child.stdin?.end(JSON.stringify(sources));
    expect(JSON.parse((await child).stdout)).toEqual([]);
  });
});
