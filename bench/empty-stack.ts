import { App, Stack } from 'aws-cdk-lib';

// What bench/synth.ts holds the platform's stack against.
new Stack(new App(), 'Empty');
