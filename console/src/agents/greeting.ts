import type { Client } from 'voice-agent-platform-client';
import type { SpokenSentence } from 'voice-agent-platform-voice';

const longest = 1000;

const asBase64 = async (file: Blob): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
};

/** The first words of a talk as the agent speaks them; undefined: they are only read. */
export const spokenGreeting = async (
  api: Client,
  agent_id: string,
  text: string,
): Promise<Omit<SpokenSentence, 'turn'> | undefined> => {
  if (text.length > longest) return undefined;
  try {
    const { url } = await api.speech.create({ params: { agent_id }, body: { text } });
    const answer = await fetch(url);
    return answer.ok
      ? { sentence: 0, characters: text.length, data: await asBase64(await answer.blob()) }
      : undefined;
  } catch {
    return undefined;
  }
};
