import type { Client, RecordingLink } from 'voice-agent-platform-client';
import { downloadRecording } from 'voice-agent-platform-client';

/**
 * Up to this size a recording is fetched whole, drawn and played from memory; a larger one is streamed and
 * not drawn.
 */
const wholeBytes = 12_000_000;

/** Enough for speech, and the lowest rate that every browser decodes to (Web Audio API, 8,000 to 96,000). */
const decodedRate = 8000;

/** Peaks of one channel, 20 for each second, from 0 to 1. */
export type Peaks = readonly number[];
export const peaksPerSecond = 20;

export interface Recording {
  readonly url: string;
  /** The address is of a copy in memory. */
  readonly isWhole: boolean;
  /** The facts of the recording. Its address expires. */
  readonly link: RecordingLink;
  /** One for each channel; absent if the recording was not fetched whole, or cannot be decoded here. */
  readonly channels?: readonly Peaks[];
}

const peaksOf = (samples: Float32Array): Peaks => {
  const width = decodedRate / peaksPerSecond;
  return Array.from({ length: Math.ceil(samples.length / width) }, (_, at) => {
    let peak = 0;
    for (const sample of samples.subarray(at * width, (at + 1) * width))
      peak = Math.max(peak, Math.abs(sample));
    return peak;
  });
};

const decode = async (bytes: ArrayBuffer): Promise<readonly Peaks[] | undefined> => {
  try {
    const decoded = await new OfflineAudioContext(1, 1, decodedRate).decodeAudioData(bytes);
    return Array.from({ length: decoded.numberOfChannels }, (_, at) => peaksOf(decoded.getChannelData(at)));
  } catch {
    // Some browsers play what they cannot decode at once; without a picture it is still heard.
    return undefined;
  }
};

/** Loads a recording by the link that came with its call, or by a new one if that has expired. */
export const loadRecording = async (
  api: Client,
  conversationId: string,
  link: RecordingLink,
  signal: AbortSignal,
): Promise<Recording> => {
  if (link.size_bytes > wholeBytes) return { url: link.url, isWhole: false, link };
  const found = Date.parse(link.expires_at) > Date.now() ? await fetch(link.url, { signal }) : undefined;
  const blob = await (found?.ok ? found : await downloadRecording(api, { conversationId, signal })).blob();
  const channels = await decode(await blob.arrayBuffer());
  return { url: URL.createObjectURL(blob), isWhole: true, link, ...(channels && { channels }) };
};

/** Softer than this is silence: -40 dB. */
const silence = 0.01;
/** Shorter pauses belong to speech. */
const shortestSeconds = 1.2;
/** The rest of a pause before speech resumes, so that a word does not begin abruptly. */
const leadSeconds = 0.25;

/** The silence common to all channels, as `[from, to]` in seconds. */
export const silencesIn = (channels: readonly Peaks[]): readonly (readonly [number, number])[] => {
  const length = Math.max(0, ...channels.map((peaks) => peaks.length));
  const found: [number, number][] = [];
  let from: number | undefined;
  for (let at = 0; at <= length; at += 1) {
    const quiet = at < length && channels.every((peaks) => (peaks[at] ?? 0) < silence);
    if (quiet) from ??= at;
    else if (from !== undefined) {
      const [start, end] = [from / peaksPerSecond, at / peaksPerSecond - leadSeconds];
      if (end - start >= shortestSeconds) found.push([start, end]);
      from = undefined;
    }
  }
  return found;
};
