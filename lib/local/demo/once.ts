import { hourMs } from '#lib/domain/durations.ts';
import type { Client } from '../client.ts';
import { ApiProblem } from '../client.ts';
import type { DemoDialogue, DemoRecording } from './dialogues.ts';
import { providerOf } from './history.ts';

/* Creates what an earlier start may have created, and finds it in that case. */

export const findByName = async (
  found: AsyncIterable<{ readonly id: string; readonly name: string }>,
  name: string,
): Promise<string | undefined> => {
  for await (const item of found) if (item.name === name) return item.id;
  return undefined;
};

/** The estimated duration of a turn without a recording: people say two to three words a second. */
const estimatedMs = (text: string): number => 400 + text.split(' ').length * 380;

export const timed = ({ turns, recording, pauses = [] }: DemoDialogue) => {
  const known = recording?.turns ?? [];
  let at = 0;
  return turns.map((turn, index) => {
    const [start_ms = at, end_ms = at + estimatedMs(turn.text)] = known[index] ?? [];
    at = end_ms + (pauses[index] ?? 300);
    return { ...turn, start_ms, end_ms };
  });
};

/** A dialogue as the API takes it. */
export const bodyOf = (dialogue: DemoDialogue) => {
  const { key, agent, organization: _organization, hoursAgo, pauses: _pauses, recording, ...body } = dialogue;
  const turns = timed(dialogue);
  const duration_ms = recording?.duration_ms ?? turns.at(-1)?.end_ms ?? 0;
  return {
    ...body,
    start_time: new Date(Date.now() - hoursAgo * hourMs - duration_ms).toISOString(),
    ...(body.status !== 'active' && { duration_ms }),
    provider: { name: providerOf(agent), conversation_id: key },
    turns,
  };
};

/** Creates a conversation, or finds the one that an earlier start created. */
export const recordOnce = async (
  api: Client,
  dialogue: DemoDialogue,
  agent_id: string,
  client_id: string,
): Promise<string> => {
  try {
    const { id } = await api.conversations.create({ body: { ...bodyOf(dialogue), agent_id, client_id } });
    return id;
  } catch (error) {
    const known = error instanceof ApiProblem ? error.problem.conversation_id : undefined;
    if (typeof known === 'string') return known;
    throw error;
  }
};

export const uploadOnce = async (
  api: Client,
  conversation_id: string,
  { duration_ms, read }: DemoRecording,
  send: typeof fetch,
): Promise<void> => {
  const params = { conversation_id };
  const { audio } = await api.conversations.get({ params });
  if (audio.status === 'available') return;
  const bytes = await read();
  const { upload } = await api.recordings.create({
    params,
    body: { content_type: 'audio/mpeg', size_bytes: bytes.length, channels: 2, duration_ms },
  });
  const { url, method, headers } = upload;
  const response = await send(url, { method, headers, body: new Uint8Array(bytes) });
  // 412: the object exists, because an earlier start was interrupted. Its event is still to be processed.
  if (!response.ok && response.status !== 412)
    throw new Error(`The recording of ${conversation_id} was refused: ${await response.text()}`);
};
