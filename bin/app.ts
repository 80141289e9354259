import { App } from 'aws-cdk-lib';
import { readBundles } from '#lib/bundles.ts';
import { readSettings } from '#lib/infra/settings.ts';
import { PlatformStack } from '#lib/infra/stack.ts';

const app = new App();
new PlatformStack(app, 'VoiceAgentPlatform', {
  bundles: await readBundles(),
  settings: readSettings(app),
});
app.synth();
