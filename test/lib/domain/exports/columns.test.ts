import { expect, test } from 'vitest';
import { columns } from '#lib/domain/exports/columns.ts';

test('the names and the order of columns are a contract, and docs/export-columns.md has them', async () => {
  const sections = Object.entries(columns).map(([resource, of]) => {
    const rows = of.map(({ name, type }, at) => `| ${at + 1} | \`${name}\` | ${type} |`);
    return `## ${resource}\n\n| | column | type |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  const page = `# Columns of exports

CSV and Parquet files of [exports](conventions.md) have these columns, in this order. New ones are added at the
end. \`json\` is JSON text, \`timestamp\` is RFC 3339 in UTC, and \`decimal\` has up to nine decimal places. NDJSON has
the entities as the API shows them. This page is generated:
\`npx vitest run test/lib/domain/exports/columns.test.ts -u\`.

${sections.join('\n')}`;
  const message = 'docs/export-columns.md is old: run this file with -u, and look at the difference';
  await expect(page, message).toMatchFileSnapshot('../../../../docs/export-columns.md');
});
