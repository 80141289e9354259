import { readOptions } from '#lib/upkeep/program.ts';
import type { SmokeOutcome } from '#lib/upkeep/smoke.ts';
import { smoke } from '#lib/upkeep/smoke.ts';

const values = readOptions(
  'smoke',
  'Takes the tour of a platform: creates an organization, uses each part of the platform in it, and erases it.\n' +
    'Exit code: 0 all passed, 1 a step failed, 2 the organization is not erased, 3 not reached or refused.',
  {
    url: { type: 'string', default: '', value: 'URL', help: 'the API: BaseUrl of the stack' },
    key: {
      type: 'string',
      default: process.env.KEY ?? '',
      value: 'key',
      help: 'a platform key, or one with all scopes of an organization; $KEY',
    },
    console: { type: 'string', default: '', value: 'URL', help: 'the console: ConsoleUrl of the stack' },
    skip: { type: 'string', default: '', value: 'names', help: 'steps to leave out, with commas' },
    wait: { type: 'string', default: '120', value: 'seconds', help: 'for what follows a request' },
  },
);

const codes: Readonly<Record<SmokeOutcome, number>> = { passed: 0, failed: 1, left: 2, refused: 3 };

if (!values.url || !values.key) {
  console.error('--url and --key are needed: npm run smoke -- --url <BaseUrl> --key <key>');
  process.exit(codes.refused);
}
const outcome = await smoke({
  url: values.url.replace(/\/$/, ''),
  key: values.key,
  console: values.console || undefined,
  skip: values.skip.split(','),
  waitMs: Number(values.wait) * 1000,
  onResult: ({ name, shows, milliseconds, error }) =>
    console.log(
      `${error === undefined ? 'passed' : 'FAILED'}  ${name.padEnd(10)}${String(milliseconds).padStart(7)} ms  ${error ?? shows}`,
    ),
});
console.log(`\n${outcome}`);
process.exitCode = codes[outcome];
