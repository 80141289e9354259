import { expect, test } from 'vitest';
import type { Bundle } from '#lib/bundles.ts';
import { readBundles } from '#lib/bundles.ts';
import { bundledPackages } from '../support/packages.ts';

// Built by the suite's own platform, before any test.
const bundles = await readBundles();

const signs = ({ modules }: Bundle) => modules.some((module) => module.startsWith('lib/data/bucket/'));
const asksModels = ({ id }: Bundle) => id === 'agents.test';
const isPublic = ({ id }: Bundle) => id === 'service.health' || id === 'events.unrouted';

test.for(bundles)('$entry is no larger than what it does', (bundle) => {
  const otherwise = signs(bundle) ? 500_000 : 340_000;
  const limit = isPublic(bundle) ? 100_000 : asksModels(bundle) ? 1_170_000 : otherwise;
  expect(bundle.bytes).toBeLessThan(limit);
});

test.for(bundles)('$entry carries its own function and none of the tools', ({ entry, modules }) => {
  expect(modules.filter((module) => module.startsWith('functions/'))).toEqual([entry]);
  const foreign = /^(bin|bench|test)\/|^lib\/(infra|local|client|openapi|bundles)/;
  expect(modules.filter((module) => foreign.test(module))).toEqual([]);
});

test.for(bundles)('$entry carries only its own part of the contract', ({ id, modules }) => {
  // Only the function that answers what no route is for has to know them all.
  expect(modules.includes('lib/contract/index.ts')).toBe(id === 'events.unrouted');
});

test.for(bundles)('$entry has a client of S3 only if it signs or deletes', async (bundle) => {
  const packages = await bundledPackages(bundle);
  expect(packages.has('@aws-sdk/client-s3')).toBe(signs(bundle));
  expect(packages.has('aws-cdk-lib')).toBe(false);
  expect(packages.has('@aws-sdk/client-dynamodb')).toBe(bundle.modules.includes('lib/data/table.ts'));
});

test.for(bundles)(
  '$entry finds its credentials in the environment, and nothing else for it',
  async (bundle) => {
    const packages = [...(await bundledPackages(bundle)).keys()];
    const searching = packages.filter((name) => /credential-provider-(?!env)|nested-clients/.test(name));
    expect(searching).toEqual([]);
  },
);
test.for(bundles)('$entry has the library of language models only if it asks one', async (bundle) => {
  const packages = [...(await bundledPackages(bundle)).keys()];
  const ofModels = packages.filter((name) => /^(ai|minisearch|@ai-sdk\/.*)$/.test(name));
  expect(ofModels.length > 0).toBe(asksModels(bundle));
});

test('zod comes without its methods and its translations', async () => {
  for (const bundle of bundles) {
    const packages = await bundledPackages(bundle);
    // The library of language models imports zod whole.
    expect(packages.get('zod') ?? 0).toBeLessThan(asksModels(bundle) ? 220_000 : 50_000);
  }
});
