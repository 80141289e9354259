import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { root } from '#lib/build/bundles.ts';
import { reasonToSkip } from '../support/required.ts';

/*
 * npm run test:moto: creates, updates and deletes the resources of all stacks in moto, a model of AWS in
 * Python, and prints which of them moto does not check. It needs Python with moto 5.2 and boto3 (PYTHON names
 * the interpreter), and is skipped where they are missing. All templates are one stack here, because moto
 * does not resolve outputs of nested stacks. It runs no custom resources, so the function that empties the
 * console's bucket is called here, with the event that CloudFormation would send.
 */

const { PYTHON: python = 'python3' } = process.env;
const version = spawnSync(python, ['-c', 'import boto3, flask, moto; print(moto.__version__)'], {
  encoding: 'utf8',
});
const hasMoto = version.status === 0 && version.stdout.startsWith('5.2.');
const install = "pip install 'moto[all,server]==5.2.5'";
const missing = reasonToSkip(
  'moto',
  hasMoto ? undefined : `${python} has no moto 5.2. Install it with: ${install}`,
);
if (missing !== undefined) {
  console.log(`Skipped: ${missing}`);
  process.exit(0);
}
// Imported here, because it needs functions that are built.
const { mergedTemplateOf, stacksOf } = await import('../support/stack.ts');

interface Template {
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Properties?: object }>>;
}

const place = { account: '123456789012', region: 'eu-central-1' };
const templateWith = (settings: object): Template =>
  mergedTemplateOf(stacksOf({ settings: { ...place, ...settings } })).toJSON() as Template;

/**
 * Only the second template has it: in the environment of functions, and in the permissions of their roles.
 */
const model = 'amazon.nova-micro-v1:0';

interface Report {
  readonly steps: readonly (readonly [step: string, status: string | null, found: unknown])[];
  readonly unchecked: Readonly<Record<string, number>>;
}

const before = templateWith({});
const after = templateWith({ model: { provider: 'bedrock', region: place.region, models: [model] } });
const scratch = await mkdtemp(join(tmpdir(), 'moto-'));
const files = [join(scratch, 'before.json'), join(scratch, 'after.json')] as const;
await writeFile(files[0], JSON.stringify(before));
await writeFile(files[1], JSON.stringify(after));
const output = execFileSync(python, [join(root, 'test/moto/stacks.py'), ...files, model], {
  maxBuffer: 1e8,
  stdio: ['ignore', 'pipe', 'inherit'],
});
/** The console's bucket alone, with what tells the CDK's function that it may empty it. */
const [id, bucket] =
  Object.entries(after.Resources).find(
    ([name, { Type }]) => Type === 'AWS::S3::Bucket' && name.startsWith('ConsoleFiles'),
  ) ?? [];
if (!id) throw new Error('The console has no bucket');
const alone = join(scratch, 'console.json');
await writeFile(alone, JSON.stringify({ Resources: { [id]: bucket } }));
const emptied = execFileSync(
  python,
  [join(root, 'test/moto/emptied.py'), alone, id, process.execPath, join(root, 'test/moto/empty-bucket.ts')],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
await rm(scratch, { recursive: true });
const { steps, unchecked } = JSON.parse(output.toString()) as Report;

/** The number of the template's resources of a type. */
const countOf = (type: string): number =>
  Object.values(after.Resources).filter(({ Type }) => Type.replace('GlobalTable', 'Table') === type).length;

const types = [
  'AWS::Lambda::Function',
  'AWS::Lambda::EventSourceMapping',
  'AWS::SQS::Queue',
  'AWS::Events::Rule',
  'AWS::IAM::Role',
  'AWS::SNS::Topic',
  'AWS::DynamoDB::Table',
];
const all = Object.fromEntries(types.map((type) => [type, countOf(type)]));
const none = Object.fromEntries(types.map((type) => [type, 0]));

const withModel = Object.values(after.Resources).filter(
  ({ Type, Properties }) => Type === 'AWS::Lambda::Function' && JSON.stringify(Properties).includes(model),
).length;

const expected: Report['steps'] = [
  ['create', 'CREATE_COMPLETE', { ...all, 'with the model': 0 }],
  ['update', 'UPDATE_COMPLETE', { ...all, 'with the model': withModel }],
  // The table outlives its stack.
  ['delete', null, { ...none, 'AWS::DynamoDB::Table': 1, 'with the model': 0 }],
];

let failed = 0;
const check = (what: string, found: unknown, wanted: unknown): void => {
  const passed = isDeepStrictEqual(found, wanted);
  if (!passed) failed += 1;
  console.log(`${passed ? 'passed' : 'FAILED'}  ${what}`);
  if (!passed) console.log(`  expected ${JSON.stringify(wanted)}\n  found    ${JSON.stringify(found)}`);
};
for (const [at, step] of expected.entries()) check(step[0], steps[at], step);
check(
  'delete the console’s bucket, which is full until the CDK’s function has run',
  JSON.parse(String(emptied)),
  {
    full: 'BucketNotEmpty',
    left: 0,
    deleted: true,
  },
);
console.log('\nNot checked by moto, which does not create them:');
for (const [type, count] of Object.entries(unchecked)) console.log(`${String(count).padStart(5)}  ${type}`);
console.log(`\n${expected.length + 1 - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
