import { startProgram } from '#lib/upkeep/program.ts';

const values = startProgram('upgrade-table', 'Writes items of an older shape in the newest one.', {
  'per-second': {
    type: 'string',
    default: '200',
    value: 'number',
    help: 'most items to write in a second (200)',
  },
});
const perSecond = Number(values['per-second']);
if (!(perSecond > 0)) {
  console.error('--per-second must be a number above 0: how many items are written in a second, at most.');
  process.exit(1);
}

// Only now: the table's client takes its settings from the environment.
const { upgradeTable } = await import('#lib/upkeep/upgrade-table.ts');
const upgraded = await upgradeTable({ perSecond, onProgress: (count) => console.log(`${count} items`) });
console.log(`${upgraded} items of an older shape were written in the newest one.`);
