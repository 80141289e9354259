import { parseArgs } from 'node:util';
import { tableOptions, useTable } from '#lib/upkeep/which-table.ts';

const { values } = parseArgs({ options: tableOptions });
useTable('rotate-cursor-key', values);

// Only now: the table's client takes its settings from the environment.
const { rotateCursorKeys } = await import('#lib/data/lists/cursor-keys.ts');
const { keys } = await rotateCursorKeys();
console.log(`Cursors are made with key ${keys[0]?.id} within an hour.`);
console.log(
  `Those made before can be used as long as they live; ${keys.length - 1} earlier keys are kept for them.`,
);
