import { App } from 'aws-cdk-lib';
import { preflight } from '#lib/infra/preflight.ts';
import { readStage } from '#lib/infra/settings.ts';
import { explainErrors } from '#lib/upkeep/explain-errors.ts';
import { readOptions } from '#lib/upkeep/program.ts';
import cdkJson from '../cdk.json' with { type: 'json' };

const { stage } = readOptions(
  'preflight',
  'Compares the quotas of the account with what the stacks need. It changes nothing.\n' +
    'Exit code: 0 nothing prevents a deployment, 1 something does.',
  { stage: { type: 'string', default: '', value: 'name', help: 'a stage of cdk.json' } },
);
explainErrors();

const app = new App({ context: { ...cdkJson.context, ...(stage && { stage }) } });
const { settings } = readStage(app, cdkJson);
const { AWS_REGION, AWS_DEFAULT_REGION, AWS_ENDPOINT_URL: endpoint } = process.env;
const region = AWS_REGION ?? AWS_DEFAULT_REGION ?? settings.region;
if (!region) {
  console.error('Which region? Set AWS_REGION, or settings.region in cdk.json.');
  process.exit(1);
}
const results = await preflight({ settings, region, endpoint });
const words = { passed: 'passed', note: 'note  ', failed: 'FAILED' } as const;
for (const { name, result, sentence, ask } of results) {
  console.log(`${words[result]}  ${name.padEnd(12)}${sentence}`);
  if (ask) console.log(`${''.padEnd(20)}${ask}`);
}
process.exitCode = results.some(({ result }) => result === 'failed') ? 1 : 0;
