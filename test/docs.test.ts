import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as dynamodb from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { root } from '#lib/build/bundles.ts';
import { Settings } from '#lib/infra/settings.ts';

import manifest from '../package.json' with { type: 'json' };
import { documents, read } from './support/documents.ts';

const scripts: Readonly<Record<string, string>> = manifest.scripts;

/** A command as it stands in a document, with what follows its `--`. */
interface Command {
  readonly script: string;
  readonly options: readonly string[];
}

const commandsIn = (file: string): Command[] =>
  [...read(file).matchAll(/\bnpm (?:run ([\w:-]+)|(start|test))((?: [^\n`|&(]*)?)/g)].map(
    ([, run, plain, rest = '']) => ({
      script: run ?? plain ?? '',
      options: [...rest.matchAll(/ --([a-z][\w-]*)/g)].map(([, option = '']) => option),
    }),
  );

/** The options that a program declares. */
const optionsOf = (program: string): string[] => {
  const source = read(program);
  const shared = source.includes('startProgram')
    ? `${read('lib/upkeep/which-table.ts')}${read('lib/upkeep/program.ts')}`
    : '';
  return [...`${source}${shared}`.matchAll(/'?([\w-]+)'?: \{\s+type: '/g)].map(([, name = '']) => name);
};

test.for(documents)('every command in %s exists, with its options', (file) => {
  for (const { script, options } of commandsIn(file)) {
    expect(Object.keys(scripts), `npm run ${script}`).toContain(script);
    const [, program] = /^node (\S+\.ts)/.exec(scripts[script] ?? '') ?? [];
    if (options.length > 0)
      expect(optionsOf(program ?? ''), `npm run ${script}`).toEqual(expect.arrayContaining([...options]));
  }
});

test('the documents are read for their commands', () => {
  const used = new Set(documents.flatMap((file) => commandsIn(file).map(({ script }) => script)));
  const unspoken = Object.keys(scripts).filter(
    // Scripts that npm or other scripts run need no mention.
    (script) => !used.has(script) && !['build', 'lint:openapi'].includes(script),
  );
  expect(unspoken).toEqual([]);
  expect(commandsIn('docs/running-locally.md')).toContainEqual({ script: 'start', options: ['cors-origin'] });
  expect(optionsOf('bin/restore-drill.ts').sort()).toEqual([
    'directory',
    'help',
    'local',
    'restored',
    'sign-out',
    'table',
  ]);
});

test('scripts that run the functions build them first', () => {
  const { build, start, torture } = scripts;
  expect(start).toBe('node bin/local.ts --build');
  expect(torture?.startsWith(`${build} && `)).toBe(true);
});

/**
 * `restore-table-to-point-in-time` in a shell is `RestoreTableToPointInTime` in the API, and so are options.
 */
const inApi = (name: string): string =>
  name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The options that every command of the AWS CLI accepts. */
const globalOptions = ['query', 'output', 'region', 'profile'];

test('every command of AWS exists, with its options', () => {
  const api: Readonly<Record<string, unknown>> = { ...dynamodb };
  const commands = documents.flatMap((file) =>
    [
      ...read(file)
        .replaceAll(/\\\n\s*/g, '')
        .matchAll(/\baws ([a-z\d]+) ((?:wait )?[a-z]+(?:-[a-z]+)*)([^\n`]*)/g),
    ].map(([, service = '', name = '', rest = '']) => ({ service, name, rest })),
  );
  const ofTable = commands.filter(({ service }) => service === 'dynamodb');
  expect(ofTable.length).toBeGreaterThan(10);
  for (const { name, rest } of ofTable) {
    const waits = name.replace(/^wait /, '');
    if (waits !== name) {
      expect(Object.keys(api)).toContain(`waitUntil${inApi(waits)}`);
      continue;
    }
    // A schema of the SDK has its fields' names fifth.
    const schema = api[`${inApi(name)}Input$`] as readonly unknown[] | undefined;
    const fields = schema?.[4] as string[] | undefined;
    expect(fields, `aws dynamodb ${name}`).toBeDefined();
    const options = [...rest.matchAll(/ --(?:no-)?([a-z][\w-]*)/g)].map(([, option = '']) => option);
    const unknown = options.filter(
      (option) => !globalOptions.includes(option) && !fields?.includes(inApi(option)),
    );
    expect(unknown, `aws dynamodb ${name}`).toEqual([]);
  }
  // No client of these services is installed: who adds a command here has looked it up.
  const others = commands.filter(({ service }) => service !== 'dynamodb');
  expect([...new Set(others.map(({ service, name }) => `${service} ${name}`))].sort()).toEqual([
    'acm describe-certificate',
    'acm import-certificate',
    'cloudformation delete-stack',
    'cloudformation update-termination-protection',
    'cloudfront get-distribution-config',
    'cloudfront list-distributions',
    'cloudfront update-distribution',
    'cloudfront wait distribution-deployed',
    'configure sso',
    'events enable-rule',
    'events list-rules',
    'iam create-open-id-connect-provider',
    'iam update-role',
    'kms get-public-key',
    'lambda delete-event-source-mapping',
    'lambda invoke',
    'lambda list-event-source-mappings',
    'lambda list-functions',
    'lambda update-event-source-mapping',
    's3 ls',
    's3 sync',
    's3api get-bucket-notification-configuration',
    's3api get-bucket-replication',
    's3api get-bucket-versioning',
    's3api head-object',
    's3api put-object',
    'secretsmanager put-secret-value',
    'sqs delete-message',
    'sqs receive-message',
    'sts get-caller-identity',
  ]);
});

test('every command of the CDK exists', () => {
  const help = execFileSync(process.execPath, [join(root, 'node_modules/aws-cdk/bin/cdk'), '--help'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const known = [...help.matchAll(/^ +cdk ([a-z-]+)/gm)].map(([, command]) => command);
  const used = documents.flatMap((file) =>
    [...read(file).matchAll(/npx cdk ([a-z-]+)/g)].map(([, command]) => command),
  );
  expect(used).toContain('deploy');
  expect(used.filter((command) => !known.includes(command))).toEqual([]);
});

/** As GitHub makes anchors of headings: a heading that occurs again has its number appended. */
const anchorsOf = (file: string): string[] => {
  const seen = new Map<string, number>();
  const text = read(file).replaceAll(/^```[\s\S]*?^```$/gm, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-');
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
};

test('the documents are found', () => {
  expect(documents).toEqual(
    expect.arrayContaining(['README.md', 'docs/README.md', 'docs/decisions/README.md']),
  );
  expect(documents.length).toBeGreaterThan(60);
});

test.for(documents)('every link and picture in %s leads somewhere', (file) => {
  for (const [, link = ''] of read(file).matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^(https?|mailto):/.test(link)) continue;
    const [path = '', anchor] = link.split('#');
    const target = path ? join(dirname(file), path) : file;
    expect(existsSync(join(root, target)), `${link} in ${file}`).toBe(true);
    if (anchor) expect(anchorsOf(target), `${link} in ${file}`).toContain(anchor);
  }
});

test('every document is reached from the README', () => {
  const reached = new Set<string>();
  const follow = (file: string) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const [, path = ''] of read(file).matchAll(/\]\(([^)\s#:]+\.md)(?:#[^)]*)?\)/g))
      follow(join(dirname(file), path).replaceAll('\\', '/'));
  };
  follow('README.md');
  expect(documents.filter((file) => !reached.has(file))).toEqual([]);
});

// The samples of guides have a test of their own.
const ownCode = documents.filter((file) => !file.startsWith('docs/guides/'));

test.for(ownCode)('the lines that %s shows of a file are in the file', (file) => {
  for (const [, name = '', excerpt = ''] of read(file).matchAll(/^```ts (\S+)\n([\s\S]*?)^```$/gm))
    expect(read(name)).toContain(excerpt);
});

/** The files of the project that a document names in backticks. */
test.for(documents)('every file that %s names is there', (file) => {
  const named = [...read(file).matchAll(/`((?:lib|bin|test|docs|functions|bench)\/[\w./-]+)`/g)].map(
    ([, name = '']) => name,
  );
  expect(named.filter((name) => !existsSync(join(root, name)))).toEqual([]);
});

type Json = { readonly properties?: Record<string, Json> };

/** `data.own_key` and the like; what belongs together is one setting. */
const settingsIn = ({ properties = {} }: Json): string[] =>
  Object.entries(properties).flatMap(([name, value]) =>
    value.properties && name !== 'domain' ? settingsIn(value).map((inner) => `${name}.${inner}`) : [name],
  );

test('docs/operations.md has a line for every setting, and for nothing else', () => {
  const settings = settingsIn(z.toJSONSchema(Settings, { io: 'input' }) as Json).map((name) =>
    name.replace(/^throttle\..*/, 'throttle').replace(/^(data\.restored_table)\..*/, '$1'),
  );
  const table = /\n\| setting \|[\s\S]*?\n\n/.exec(read('docs/operations.md'))?.[0] ?? '';
  const told = [...table.matchAll(/^\| ((?:`[\w.]+`(?:, )?)+) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name),
  );
  expect(told.sort()).toEqual([...new Set(settings)].sort());
});

test('the first deployment does not promise a lower cost than the page of costs', () => {
  expect(read('docs/runbooks/first-deployment.md')).toContain('less than twenty dollars a month');
  const [, idle] = read('docs/costs.md').split('\n## Idle\n');
  expect(Number(/^\| \*\*all\*\* \| {2}\| \*\*([\d.]+)\*\*/m.exec(idle ?? '')?.[1])).toBeLessThan(20);
});

test('a release has the same version everywhere, and the changelog begins with it', () => {
  const { version } = manifest;
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({ version, packages: { '': { version } } });
  expect(JSON.parse(read('openapi.json'))).toMatchObject({ info: { version } });
  expect(read('clients/python/pyproject.toml')).toContain(`\nversion = "${version}"\n`);
  const [, newest] = /^## (\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)$/m.exec(read('CHANGELOG.md')) ?? [];
  expect(newest).toBe(version);
});
