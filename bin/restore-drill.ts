import { parseArgs } from 'node:util';
import { tableOptions, useTable } from '#lib/upkeep/which-table.ts';

const { values } = parseArgs({
  options: { ...tableOptions, restored: { type: 'string', default: '' } },
});
useTable('restore-drill', values);
if (!values.local && !values.restored) {
  console.error(`Which table was restored from it?

  npm run restore-drill -- --table <TableName> --restored <the restored table>
  npm run restore-drill -- --local      with a copy in its place, on this machine`);
  process.exit(1);
}

// Only now: the table's client takes its settings from the environment.
const { copyTo, deleteTable, erasedIn, onTable } = await import('#lib/upkeep/restored.ts');
const { verifyTable } = await import('#lib/upkeep/verify-table.ts');

const copy = values.restored ? undefined : `restored-${Date.now()}`;
if (copy) {
  await copyTo(copy);
  console.log(`All items were copied into ${copy}, as a restore would.\n`);
}
const restored = values.restored || String(copy);

const inUse = await verifyTable({ rechecks: 0 });
const before = await erasedIn();
const { items, findings } = await onTable(restored, () => verifyTable({ rechecks: 0 }));
const after = await onTable(restored, erasedIn);
const erased = [...before].filter((id) => !after.has(id));
if (copy) await deleteTable(copy);

console.log('   in use  restored');
for (const kind of new Set([...inUse.items.keys(), ...items.keys()])) {
  const counts = [inUse.items, items].map((table) => String(table.get(kind) ?? 0).padStart(9));
  console.log(`${counts.join(' ')}  ${kind}`);
}
for (const { key, problems } of findings) {
  for (const problem of problems) console.log(`${key.pk} ${key.sk}: ${problem}`);
}
if (erased.length > 0) {
  console.log('\nErased since: erase these again before the restored table is used.');
  for (const id of erased) console.log(id);
}
console.log(
  findings.length === 0
    ? '\nEverything in the restored table agrees.'
    : `\n${findings.length} items of the restored table do not agree with the others.`,
);
process.exitCode = findings.length === 0 ? 0 : 1;
