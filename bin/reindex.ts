import { parseArgs } from 'node:util';
import { explainErrors } from '#lib/upkeep/explain-errors.ts';
import { tableOptions, useTable } from '#lib/upkeep/which-table.ts';

explainErrors();
const { values } = parseArgs({
  options: {
    ...tableOptions,
    rebuild: { type: 'boolean', default: false },
    restart: { type: 'boolean', default: false },
  },
});
useTable('reindex', values);

// Only now: the table's client takes its settings from the environment.
const { reindex } = await import('#lib/upkeep/reindex.ts');
const { conversations, earlier, failed } = await reindex({
  rebuild: values.rebuild,
  restart: values.restart,
  onProgress: (count) => console.log(`${count} conversations`),
  onFailure: (id, error) => console.error(`${id} could not be indexed: ${error}`),
});

console.log(
  `The index agrees with ${conversations - failed} conversations${earlier > 0 ? `, ${earlier} of them by an earlier run` : ''}.`,
);
process.exitCode = failed === 0 ? 0 : 1;
