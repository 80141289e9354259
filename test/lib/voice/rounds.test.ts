import { describe, expect, test } from 'vitest';
import type { VoiceMachine } from '#lib/voice/machine.ts';
import { voiceMachine } from '#lib/voice/machine.ts';
import { awaitsReplay } from '#lib/voice/state.ts';
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
      admit: (state, now) => voiceMachine.admit({ ...state, handled: [] }, now),
    };
    expect((await playAll(machine, 'replayed', count)).faults).not.toEqual([]);
  });

  test('if it waits for the words of answers that nobody makes', async () => {
    const machine: VoiceMachine = {
      ...voiceMachine,
      admit: (before, now) => {
        const { state, effects } = voiceMachine.admit(before, now);
        const said = state.said.map((entry) =>
          entry.role === 'agent' && entry.claim > before.generation ? { ...entry, reported: false } : entry,
        );
        return { state: { ...state, said }, effects };
      },
    };
    expect((await playAll(machine, 'replayed', 4 * count)).faults).not.toEqual([]);
  });

  test('if it takes new words for a repetition because they were said before', async () => {
    const machine: VoiceMachine = {
      ...voiceMachine,
      receive: (state, received) => {
        const isKnown = state.handled.some(({ hash }) => hash === received.hash);
        const mayBeRepeated = awaitsReplay(state) && received.connection === state.connection;
        return isKnown && mayBeRepeated ? { state, effects: [] } : voiceMachine.receive(state, received);
      },
    };
    expect((await playAll(machine, 'replayed', 4 * count)).faults).not.toEqual([]);
  });

  test('if the newest answer is always the one that was interrupted', async () => {
    const machine: VoiceMachine = {
      ...voiceMachine,
      receive: (state, received) => {
        const { frame, at } = received;
        const newest = state.said.findLastIndex((entry) => entry.role === 'agent' && entry.at < at);
        const said = state.said.filter((entry, index) => entry.role !== 'agent' || index === newest);
        if (frame.type !== 'interrupt' || newest === -1) return voiceMachine.receive(state, received);
        const heard = said.map((entry) => ({ ...entry, at: Math.min(entry.at, at - 60_000) }));
        const step = voiceMachine.receive({ ...state, said: heard }, received);
        const cut = step.state.said.find((entry) => entry.role === 'agent');
        const all = state.said.map((entry, index) =>
          index === newest && cut ? { ...cut, at: entry.at } : entry,
        );
        return { ...step, state: { ...step.state, said: all } };
      },
    };
    expect((await playAll(machine, 'in order', 2 * count)).faults).not.toEqual([]);
  });
});
