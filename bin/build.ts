import { parseArgs } from 'node:util';
import { stop } from 'esbuild';
import { buildBundles, buildFunctionsFile } from '#lib/build/bundles.ts';
import { buildConsole } from '#lib/console/build.ts';

// One machine runs all functions from one file, which is built in a tenth of the time.
const { values } = parseArgs({ options: { together: { type: 'boolean', default: false } } });

if (values.together) {
  await buildFunctionsFile();
} else {
  const bundles = await buildBundles();
  const total = bundles.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(
    `Built ${bundles.length} functions, ${Math.round(total / bundles.length / 1000)} KB on average, in dist/`,
  );
}

if (await buildConsole()) console.log('Built the console, in dist/console/');

// esbuild's service process would otherwise keep this process alive.
await stop();
