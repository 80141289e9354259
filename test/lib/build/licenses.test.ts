import { expect, test } from 'vitest';
import type { Sbom } from '#lib/build/licenses.ts';
import { isAllowed, shippedIn, writeSbom } from '#lib/build/licenses.ts';

test.for([
  ['MIT', true],
  ['(MIT OR GPL-3.0-or-later)', true],
  ['Apache-2.0 AND MIT', true],
  ['Apache-2.0 AND GPL-3.0-only', false],
  ['GPL-3.0-or-later', false],
  ['SEE LICENSE IN license.txt', false],
  ['', false],
] as const)('%s is allowed: %s', ([license, allowed]) => {
  expect(isAllowed(license)).toBe(allowed);
});

test('a package that ships includes its dependencies, and no tools for development', () => {
  const component = (name: string, license?: string) => ({
    'bom-ref': `${name}@1.0.0`,
    name,
    version: '1.0.0',
    ...(license && { licenses: [{ license: { id: license } }] }),
  });
  const sbom: Sbom = {
    components: [component('tool', 'GPL-3.0'), component('used', 'MIT'), component('below')],
    dependencies: [
      { ref: 'project@1.0.0', dependsOn: ['tool@1.0.0', 'used@1.0.0'] },
      { ref: 'used@1.0.0', dependsOn: ['below@1.0.0'] },
    ],
  };
  expect(shippedIn(sbom, new Set(['used']))).toEqual([
    { name: 'below', version: '1.0.0', license: '' },
    { name: 'used', version: '1.0.0', license: 'MIT' },
  ]);
});

test('everything that ships has a license on the list', () => {
  const shipped = shippedIn(JSON.parse(writeSbom()) as Sbom);
  expect(shipped.filter(({ license }) => !isAllowed(license))).toEqual([]);
  const names = shipped.map(({ name }) => name);
  // A dependency, one of the console, and one of the reference; but no tool.
  expect(names).toEqual(expect.arrayContaining(['zod', 'react-dom', '@scalar/fastify-api-reference']));
  expect(names).not.toContain('vitest');
});
