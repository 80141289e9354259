import { expect, test } from 'vitest';
import { saidTurns } from '#lib/chats/said-turns.ts';
import type { VoiceFrame } from '#lib/voice/frames.ts';
import { report, voiceMachine } from '#lib/voice/machine.ts';
import { readRelay } from '#lib/voice/relay.ts';
import { newVoiceState } from '#lib/voice/state.ts';

const began = Date.parse('2026-11-29T10:00:00Z');

const speaking = (value: 'on' | 'off'): VoiceFrame =>
  readRelay(JSON.stringify({ type: 'info', name: 'clientSpeaking', value }))?.frame as VoiceFrame;
const prompt: VoiceFrame = { type: 'prompt', text: 'When do you open?', language: null };

/** The state of a call after frames, which are handled in this order. */
const after = (frames: readonly (readonly [ms: number, frame: VoiceFrame])[]) => {
  const setup: VoiceFrame = { type: 'setup', call_id: 'CA1', from: null, to: null, parameters: {} };
  return ([[0, setup], ...frames] as const).reduce(
    (state, [ms, frame], index) => {
      const place = {
        id: `${index}`,
        hash: `${index}`,
        at: began + ms,
        connection: 'c',
        connected_at: began,
      };
      return voiceMachine.receive(state, { ...place, frame }).state;
    },
    newVoiceState('c', began),
  );
};

const recognizedIn = (...frames: Parameters<typeof after>[0]) => {
  const answer = after(frames).said.at(-1);
  return answer?.role === 'agent' ? answer.recognized_ms : undefined;
};

test('the time until the words of a caller arrive begins with the end of their speech', () => {
  expect(recognizedIn([1000, speaking('on')], [2000, speaking('off')], [2400, prompt])).toBe(400);
  expect(recognizedIn([2400, prompt])).toBeUndefined();
  // The caller still speaks, or goes on after a pause.
  expect(recognizedIn([2000, speaking('off')], [2100, speaking('on')], [2400, prompt])).toBeUndefined();
  // The end of what was said before is not that of these words.
  expect(recognizedIn([2000, speaking('off')], [2400, prompt], [9000, prompt])).toBeUndefined();
  expect(recognizedIn([2400, prompt], [2000, speaking('off')], [9000, prompt])).toBeUndefined();
  // Keys are not recognized.
  expect(recognizedIn([2000, speaking('off')], [2400, { type: 'keys', digits: '1' }])).toBeUndefined();
});

test('a report of who speaks changes nothing, unless the end of speech is new', () => {
  const [quiet, said] = [after([[2000, speaking('off')]]), after([[2400, prompt]])];
  const playing = { type: 'playing', on: false } as const;
  const received = { id: 'new', hash: 'new', connection: 'c', connected_at: began };
  const changes = (state: typeof said, ms: number, frame: VoiceFrame) =>
    voiceMachine.receive(state, { ...received, at: began + ms, frame }).state !== state;
  expect(changes(said, 3000, speaking('off'))).toBe(true);
  expect(changes(said, 3000, speaking('on'))).toBe(false);
  expect(changes(said, 2000, speaking('off'))).toBe(false);
  expect(changes(quiet, 2000, speaking('off'))).toBe(false);
  expect(changes(quiet, 2100, speaking('on'))).toBe(true);
  expect(changes(said, 3000, playing)).toBe(false);
  expect(changes(said, 3000, { type: 'note' })).toBe(false);
});

test('the usage of an answer has the time of recognition, where it is known', () => {
  const usage = { model: 'm', input_tokens: 1, output_tokens: 1, latency_ms: 1, first_token_ms: 1 };
  const turn = { usage, cost: null, tool_calls: [] };
  const usageAfter = (...frames: Parameters<typeof after>[0]) => {
    const state = after(frames);
    const spoken_at = began + 2900;
    const said = report(state, state.generation, { text: 'At nine.', spoken_at, discloses: 0, turn }).said;
    return saidTurns({ start_time: new Date(began).toISOString() } as never, said).at(-1)?.usage;
  };
  const known = usageAfter([2000, speaking('off')], [2400, prompt]);
  expect(known).toEqual({ ...usage, recognized_ms: 400, first_sentence_ms: 500 });
  expect(usageAfter([2400, prompt])).toEqual({ ...usage, first_sentence_ms: 500 });
});
