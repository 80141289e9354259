import { expect, test } from 'vitest';
import { runLocal } from '../../support/local-process.ts';

test.for([
  ['in order', []],
  ['shuffled', ['--shuffle-frames']],
] as const)(
  'npm start -- --call calls an agent with frames that come %s, and stops the platform',
  async ([, more]) => {
    const options = ['--memory', '--port', '0', '--demo', '--demo-calls', '0', ...more, '--call'];
    const { code, printed } = await runLocal([...options, 'Pia'], 'Hello\n');
    expect([code, printed]).toEqual([
      0,
      expect.stringMatching(
        /A call to Pia, reception\.[\s\S]*AI[\s\S]*You: Rehearsal[\s\S]*The call is over\./,
      ),
    ]);
    expect(printed).toMatch(/\/conversations\/conv_\w+\n$/);
  },
);
