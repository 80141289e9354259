import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '#lib/build/bundles.ts';
import { readOptions } from '#lib/upkeep/program.ts';

/*
 * A first deployment in one command: docs/guides/deploy-in-15-minutes.md. The CDK reads further options from
 * the environment, such as CDK_APP.
 */

const values = readOptions(
  'deploy',
  'Prepares the account, deploys all stacks, creates the first key and takes the tour. It can be repeated.',
  {
    preflight: { type: 'boolean', default: true, help: 'do not compare the quotas of the account first' },
    smoke: { type: 'boolean', default: true, help: 'do not take the tour in the end' },
  },
);

/** Runs a program in this terminal; its output, if it is to be read. */
const run = (
  what: string,
  options: readonly string[],
  { isRead = false, again = 'npm run deploy' } = {},
): string => {
  console.log(`\n== ${what}\n`);
  const { status, stdout } = spawnSync(process.execPath, options, {
    cwd: root,
    stdio: ['inherit', isRead ? 'pipe' : 'inherit', 'inherit'],
    encoding: 'utf8',
  });
  if (status !== 0) {
    console.error(`\nThis failed: ${what}. Correct what it says above, and run ${again} again.`);
    process.exit(1);
  }
  return stdout ?? '';
};

const cdk = join(root, 'node_modules/aws-cdk/bin/cdk');
run('Prepare the account (cdk bootstrap)', [cdk, 'bootstrap']);
if (values.preflight) run('Compare the quotas of the account', ['bin/preflight.ts']);
const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
const file = join(folder, 'outputs.json');
run('Deploy all stacks, which takes 20 to 30 minutes', [
  cdk,
  'deploy',
  '--all',
  '--require-approval',
  'never',
  '--outputs-file',
  file,
]);
type Outputs = Readonly<Record<string, Readonly<Record<string, string>>>>;
const stacks = JSON.parse(readFileSync(file, 'utf8')) as Outputs;
rmSync(folder, { recursive: true });
const outputs: Readonly<Record<string, string | undefined>> = Object.assign({}, ...Object.values(stacks));
const { TableName = '', BaseUrl = '', ConsoleUrl } = outputs;

const printed = run('Create the first key', ['bin/create-key.ts', '--table', TableName], { isRead: true });
const [key = ''] = /vap_\w+/.exec(printed) ?? [];
console.log(`
The platform is ready.

  Console  ${ConsoleUrl ?? 'off'}
  API      ${BaseUrl}
  Table    ${TableName}
  Key      ${key}
           (it reaches everything and is shown only once: store it safely)
`);
if (values.smoke) {
  const seen = ConsoleUrl ? ['--console', ConsoleUrl] : [];
  // Another deployment would make another key.
  const again = `npm run smoke -- --url ${BaseUrl} --key <Key>`;
  run('Take the tour', ['bin/smoke.ts', '--url', BaseUrl, '--key', key, ...seen], { again });
}
