import { parseArgs } from 'node:util';
import { explainErrors } from '#lib/upkeep/explain-errors.ts';
import { tableOptions, useTable } from '#lib/upkeep/which-table.ts';

explainErrors();
const { values } = parseArgs({ options: tableOptions });
useTable('rotate-cursor-key', values);

// Only now: the table's client takes its settings from the environment.
const { rotateCursorKeys } = await import('#lib/data/lists/cursor-keys.ts');
const { keys } = await rotateCursorKeys();
console.log(`Within an hour, all functions encrypt cursors with key ${keys[0]?.id}.`);
console.log(`Existing cursors stay valid until they expire. Earlier keys kept for them: ${keys.length - 1}.`);
