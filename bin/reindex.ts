import { startProgram } from '#lib/upkeep/program.ts';

const values = startProgram(
  'reindex',
  'Adds what is missing in the search index, and continues an interrupted run.',
  {
    rebuild: { type: 'boolean', default: false, help: 'build the whole index from the records' },
    restart: {
      type: 'boolean',
      default: false,
      help: 'begin again instead of continuing an interrupted run',
    },
  },
);

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
