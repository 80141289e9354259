import { startProgram } from '#lib/upkeep/program.ts';

const values = startProgram(
  'restore-tenant',
  'Restores missing entities of one organization and its descendants from a restored table.',
  {
    restored: { type: 'string', default: '', value: 'name', help: 'the restored table' },
    client: { type: 'string', default: '', value: 'id', help: 'the organization' },
    'dry-run': { type: 'boolean', default: false, help: 'only count what would be restored' },
  },
);
const { restored, client, 'dry-run': dryRun } = values;
if (!restored || !client) {
  console.error(`Which organization, and from which restored table?

  npm run restore-tenant -- --table <TableName> --restored <the restored table> --client <client_…> --dry-run`);
  process.exit(1);
}

// Only now: the table's client takes its settings from the environment.
const { RestoreRefused, restoreTenant } = await import('#lib/upkeep/restore-tenant.ts');

try {
  const outcomes = await restoreTenant({ restored, client, dryRun });
  console.log(`${dryRun ? 'missing' : 'restored'}  in use already  being erased`);
  let erasing = 0;
  for (const [subject, counts] of outcomes) {
    const { restored: done, kept } = counts;
    erasing += counts.erasing;
    console.log(
      `${String(done).padStart(8)}  ${String(kept).padStart(14)}  ${String(counts.erasing).padStart(12)}  ${subject}`,
    );
  }
  if (erasing > 0) {
    console.log('\nWhat is being erased cannot be restored yet: run this again when its erasure is done.');
    process.exitCode = 1;
  }
  if (!dryRun)
    console.log(
      '\nAPI keys and webhooks were not restored: create new ones. Then run npm run verify-table with the same table.',
    );
} catch (error) {
  if (!(error instanceof RestoreRefused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
