import { startProgram } from '#lib/upkeep/program.ts';

const values = startProgram('verify-table', 'Reads the whole table and reports inconsistencies.', {
  search: { type: 'boolean', default: true, help: 'do not check the search index' },
  usage: { type: 'boolean', default: true, help: 'do not check usage' },
  fix: { type: 'boolean', default: false, help: 'repair usage, and check again' },
});

// Only now: the table's client takes its settings from the environment.
const { verifyTable } = await import('#lib/upkeep/verify-table.ts');
const { fix } = await import('#lib/upkeep/fix.ts');
const { search, usage: counts } = values;

let verification = await verifyTable({ search, usage: counts });
if (values.fix && (await fix(verification))) verification = await verifyTable({ search, usage: counts });
const { items, older, findings, usage } = verification;

for (const [kind, count] of items) console.log(`${String(count).padStart(9)} ${kind}`);
for (const { key, problems } of findings) {
  for (const problem of problems) console.log(`${key.pk} ${key.sk}: ${problem}`);
}
for (const { owner, problem } of usage) console.log(`usage of ${owner}: ${problem}`);
if (older > 0) {
  console.log(
    `\n${older} items have an older shape. They are read like the others; npm run upgrade-table writes them in the newest.`,
  );
}
const disagreeing = findings.length + usage.length;
console.log(
  disagreeing === 0 ? '\nEverything agrees.' : `\n${disagreeing} items do not agree with the others.`,
);
process.exitCode = disagreeing === 0 ? 0 : 1;
