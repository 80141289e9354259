import { parseArgs } from 'node:util';
import { deployAndRemove } from './deployment.ts';
import { inEmulator } from './emulated-run.ts';
import { upgradeAndReturn } from './upgrade.ts';

/*
 * npm run test:deploy: deploys the platform into MiniStack, a model of AWS in Python, and uses it there.
 * README.md beside this file has what is left out, and why. PYTHON names the interpreter; without the
 * emulator, the run is skipped.
 */

const { values } = parseArgs({
  options: {
    /** The deployed functions run with their deployed roles. */
    secure: { type: 'boolean', default: false },
    /** From the last release to this version, and back. It needs the history of the repository. */
    upgrade: { type: 'boolean', default: false },
    /** Keeps the folder with the emulator's log. */
    keep: { type: 'boolean', default: false },
  },
});
await inEmulator(values, values.upgrade ? upgradeAndReturn : deployAndRemove);
