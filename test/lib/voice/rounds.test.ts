import { describe, expect, test } from 'vitest';
import type { VoiceMachine } from '#lib/voice/machine.ts';
import { voiceMachine } from '#lib/voice/machine.ts';
import { disorders, playRound } from '../../support/voice-rounds.ts';

const rounds = 40;

const playAll = async (machine: VoiceMachine, disorder: (typeof disorders)[number], count: number) => {
  const played = [];
  for (let seed = 1; seed <= count; seed += 1) played.push(await playRound(seed, disorder, machine));
  return {
    faults: played.flatMap(({ faults }, at) => faults.map((fault) => `round ${at + 1}: ${fault}`)),
    interruptions: played.reduce((sum, one) => sum + one.interruptions, 0),
  };
};

test.for(disorders)('frames that come %s leave the words that were heard', async (disorder) => {
  const { faults, interruptions } = await playAll(voiceMachine, disorder, rounds / 4);
  expect(faults).toEqual([]);
  expect(interruptions).toBeGreaterThan(5);
});

describe('A wrong machine fails', () => {
  const count = 5;

  test('if its answers never stop', async () => {
    const machine: VoiceMachine = { ...voiceMachine, permission: () => 'speak' };
    expect((await playAll(machine, 'in order', count)).faults).not.toEqual([]);
  });

  test('if it stores what was generated as heard', async () => {
    const machine: VoiceMachine = {
      ...voiceMachine,
      report: (state, claim, answer) => {
        const said = state.said.map((entry) => (entry.role === 'agent' ? { ...entry, cut: null } : entry));
        return voiceMachine.report({ ...state, said }, claim, answer);
      },
    };
    expect((await playAll(machine, 'in order', count)).faults).not.toEqual([]);
  });

  test('if it handles a frame as often as it comes', async () => {
    const machine: VoiceMachine = {
      ...voiceMachine,
      receive: (state, received) => voiceMachine.receive({ ...state, seen: [] }, received),
    };
    expect((await playAll(machine, 'doubled', count)).faults).not.toEqual([]);
  });

  test('if it takes what a new connection repeats for new', async () => {
    const machine: VoiceMachine = {
      ...voiceMachine,
      receive: (state, received) => voiceMachine.receive({ ...state, handled: [], replay: null }, received),
    };
    expect((await playAll(machine, 'replayed', count)).faults).not.toEqual([]);
  });
});
