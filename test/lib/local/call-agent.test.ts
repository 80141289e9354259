import { expect, test } from 'vitest';
import { runLocal } from '../../support/local-process.ts';

test('npm start -- --call calls an agent, and stops the platform afterwards', async () => {
  const options = ['--memory', '--port', '0', '--demo', '--demo-calls', '0', '--call'];
  const { code, printed } = await runLocal([...options, 'Pia'], 'Hello\n');
  expect([code, printed]).toEqual([
    0,
    expect.stringMatching(
      /A call to Pia, reception\.[\s\S]*AI[\s\S]*You: Rehearsal[\s\S]*The call is over\./,
    ),
  ]);
  expect(printed).toMatch(/\/conversations\/conv_\w+\n$/);
});
