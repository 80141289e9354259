import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '#lib/build/bundles.ts';

/**
 * Calls the CDK's function that empties a bucket with an event of CloudFormation, without the answer that it
 * would upload.
 */
const handler = 'node_modules/aws-cdk-lib/custom-resource-handlers/dist/aws-s3/auto-delete-objects-handler';
const { autoDeleteHandler } = createRequire(import.meta.url)(join(root, handler)) as {
  autoDeleteHandler: (event: unknown) => Promise<unknown>;
};

await autoDeleteHandler(JSON.parse(process.argv[2] ?? '{}'));
