import { parseArgs } from 'node:util';
import { tableOptions, useTable } from '#lib/upkeep/which-table.ts';

const { values } = parseArgs({
  options: { ...tableOptions, search: { type: 'boolean', default: true } },
  allowNegative: true,
});
useTable('verify-table', values);

// Only now: the table's client takes its settings from the environment.
const { verifyTable } = await import('#lib/upkeep/verify-table.ts');
const { items, findings } = await verifyTable({ search: values.search });

for (const [kind, count] of items) console.log(`${String(count).padStart(9)} ${kind}`);
for (const { key, problems } of findings) {
  for (const problem of problems) console.log(`${key.pk} ${key.sk}: ${problem}`);
}
console.log(
  findings.length === 0 ? '\nEverything agrees.' : `\n${findings.length} items do not agree with the others.`,
);
process.exitCode = findings.length === 0 ? 0 : 1;
