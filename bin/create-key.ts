import { parseArgs } from 'node:util';
import { createPlatformKey } from '#lib/data/platform-key.ts';

const { values } = parseArgs({
  options: {
    table: { type: 'string', default: process.env.TABLE_NAME ?? '' },
    name: { type: 'string', default: 'First platform key' },
  },
});

if (!values.table) {
  console.error(`Which table? npm run create-key -- --table <TableName from the stack's outputs>`);
  process.exit(1);
}
process.env.TABLE_NAME = values.table;

console.log(await createPlatformKey(values.name));
console.error('It reaches everything and may do everything. It is shown this once: keep it safe.');
