import { App } from 'aws-cdk-lib';
import { readBundles } from '#lib/build/bundles.ts';
import { addChecks } from '#lib/infra/checks.ts';
import { readStage } from '#lib/infra/settings.ts';
import { addPlatform } from '#lib/infra/stack.ts';
import cdkJson from '../cdk.json' with { type: 'json' };

const app = new App();
addChecks(app);
addPlatform(app, { ...readStage(app, cdkJson), bundles: await readBundles() });
app.synth();
