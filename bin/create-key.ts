import { startProgram } from '#lib/upkeep/program.ts';

const values = startProgram(
  'create-key',
  'Creates a platform key, which reaches everything, and prints it once.',
  {
    name: {
      type: 'string',
      default: 'First platform key',
      value: 'name',
      help: 'name of the key (First platform key)',
    },
  },
);

// Only now: the table's client takes its settings from the environment.
const { createPlatformKey } = await import('#lib/keys/platform-key.ts');
console.log(await createPlatformKey('create-key', values.name));
console.error('The key reaches everything and has all scopes. It is shown only once. Store it safely.');
