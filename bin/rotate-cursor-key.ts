import { startProgram } from '#lib/upkeep/program.ts';

startProgram(
  'rotate-cursor-key',
  'Creates a new key for cursors. Existing cursors stay valid until they expire.',
  {},
);

// Only now: the table's client takes its settings from the environment.
const { rotateCursorKeys } = await import('#lib/store/lists/cursor-keys.ts');
const { keys } = await rotateCursorKeys();
console.log(`Within an hour, all functions encrypt cursors with key ${keys[0]?.id}.`);
console.log(`Existing cursors stay valid until they expire. Earlier keys kept for them: ${keys.length - 1}.`);
