import { parseArgs } from 'node:util';
import { explainErrors } from '#lib/upkeep/explain-errors.ts';
import { tableOptions, useTable } from '#lib/upkeep/which-table.ts';

explainErrors();
const { values } = parseArgs({
  options: { ...tableOptions, name: { type: 'string', default: 'First platform key' } },
});
useTable('create-key', values);

// Only now: the table's client takes its settings from the environment.
const { createPlatformKey } = await import('#lib/data/keys/platform-key.ts');
console.log(await createPlatformKey(values.name));
console.error('The key reaches everything and has all scopes. It is shown only once. Store it safely.');
