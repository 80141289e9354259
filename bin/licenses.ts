import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#lib/build/bundles.ts';
import type { Sbom } from '#lib/build/licenses.ts';
import { isAllowed, shippedIn, writeSbom } from '#lib/build/licenses.ts';

const text = writeSbom();
const sbom = JSON.parse(text) as Sbom;
const shipped = shippedIn(sbom);
const rows = shipped.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`);

await mkdir(join(root, 'dist'), { recursive: true });
await writeFile(join(root, 'dist/sbom.cdx.json'), text);
await writeFile(
  join(root, 'dist/licenses.md'),
  `# Licenses of the packages that ship

| package | version | license |
| --- | --- | --- |
${rows.join('\n')}
`,
);
console.log(
  `Wrote dist/sbom.cdx.json with ${sbom.components.length} packages, and dist/licenses.md with the ${shipped.length} that ship`,
);

const refused = shipped.filter(({ license }) => !isAllowed(license));
for (const { name, version, license } of refused)
  console.error(
    `${name} ${version}: ${license || 'no license'} is not on the list of allowed licenses in lib/build/licenses.ts`,
  );
if (refused.length > 0) process.exitCode = 1;
