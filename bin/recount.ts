import { parseArgs } from 'node:util';
import { explainErrors } from '#lib/upkeep/explain-errors.ts';
import { tableOptions, useTable } from '#lib/upkeep/which-table.ts';

explainErrors();
const { values } = parseArgs({ options: tableOptions });
useTable('recount', values);

// Only now: the table's client takes its settings from the environment.
const { recount } = await import('#lib/upkeep/usage.ts');
const { conversations, owners } = await recount((count) => console.log(`${count} conversations`));
console.log(
  `The usage of ${owners} owners agrees with ${conversations} conversations and with those that were erased.`,
);
