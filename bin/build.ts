import { stop } from 'esbuild';
import { buildBundles } from '#lib/build/bundles.ts';
import { buildConsole } from '#lib/console/build.ts';

const bundles = await buildBundles();
const total = bundles.reduce((sum, { bytes }) => sum + bytes, 0);
console.log(
  `Built ${bundles.length} functions, ${Math.round(total / bundles.length / 1000)} KB on average, in dist/`,
);

if (await buildConsole()) console.log('Built the console, in dist/console/');

// esbuild's service process would otherwise keep this process alive.
await stop();
