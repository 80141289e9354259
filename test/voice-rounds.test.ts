import { expect, test } from 'vitest';
import { voiceMachine } from '#lib/voice/machine.ts';
import { disorders, playRound } from './support/voice-rounds.ts';

test.for(disorders)('in 250 calls whose frames come %s, what was heard is stored', async (disorder) => {
  for (let seed = 1000; seed < 1250; seed += 1) {
    const { faults } = await playRound(seed, disorder, voiceMachine);
    expect(faults, `round ${seed}`).toEqual([]);
  }
});
