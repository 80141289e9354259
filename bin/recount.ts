import { startProgram } from '#lib/upkeep/program.ts';

startProgram('recount', 'Counts the usage of all organizations again.', {});

// Only now: the table's client takes its settings from the environment.
const { recount } = await import('#lib/upkeep/usage.ts');
const { conversations, owners } = await recount((count) => console.log(`${count} conversations`));
console.log(
  `The usage of ${owners} owners agrees with ${conversations} conversations and with those that were erased.`,
);
