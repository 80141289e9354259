import { startProgram } from '#lib/upkeep/program.ts';

const values = startProgram(
  'restore-drill',
  'Compares a restored table with the one in use, and verifies it.',
  {
    restored: { type: 'string', default: '', value: 'name', help: 'the restored table' },
    'sign-out': {
      type: 'boolean',
      default: false,
      help: 'end all sessions of people in the restored table, before you use it',
    },
  },
);
if (!values.local && !values.restored) {
  console.error(`Which table was restored from it?

  npm run restore-drill -- --table <TableName> --restored <the restored table>
  npm run restore-drill -- --local      with a copy in its place, on this machine`);
  process.exit(1);
}

// Only now: the table's client takes its settings from the environment.
const { copyTo, deleteTable, onTable, readPast, signOutAll, undoneIn } = await import(
  '#lib/upkeep/restored.ts'
);
const { verifyTable } = await import('#lib/upkeep/verify-table.ts');

const copy = values.restored ? undefined : `restored-${Date.now()}`;
if (copy) {
  await copyTo(copy);
  console.log(`Copied all items into ${copy}, as a restore would.\n`);
}
const restored = values.restored || String(copy);

const inUse = await verifyTable({ rechecks: 0 });
const past = await readPast();
const { items, findings, usage } = await onTable(restored, () => verifyTable({ rechecks: 0 }));
const undone = await undoneIn(past, restored);
const signedOut = values['sign-out'] ? await onTable(restored, signOutAll) : undefined;
if (copy) await deleteTable(copy);

console.log('   in use  restored');
for (const kind of new Set([...inUse.items.keys(), ...items.keys()])) {
  const counts = [inUse.items, items].map((table) => String(table.get(kind) ?? 0).padStart(9));
  console.log(`${counts.join(' ')}  ${kind}`);
}
for (const { key, problems } of findings) {
  for (const problem of problems) console.log(`${key.pk} ${key.sk}: ${problem}`);
}
for (const { owner, problem } of usage) console.log(`usage of ${owner}: ${problem}`);
const disagreeing = findings.length + usage.length;
if (undone.length > 0) {
  console.log('\nUndone by the restore: do so again as soon as the restored table is in use.');
  for (const again of undone) console.log(again);
}
if (signedOut !== undefined) console.log(`\n${signedOut} sessions ended in the restored table.`);
console.log(
  disagreeing === 0
    ? '\nEverything in the restored table agrees.'
    : `\n${disagreeing} items of the restored table do not agree with the others.`,
);
process.exitCode = disagreeing === 0 ? 0 : 1;
