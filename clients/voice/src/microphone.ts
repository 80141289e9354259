import { EarsError } from './fault.ts';

/** The code of the audio thread: the microphone’s samples at the recognizer’s rate, every 20 ms. */
const worklet = `registerProcessor('voice-samples', class extends AudioWorkletProcessor {
  constructor({ processorOptions: { rate } }) {
    super();
    this.step = sampleRate / rate;
    this.size = rate / 50;
    this.at = 0;
    this.sum = 0;
    this.count = 0;
    this.left = [];
  }
  process([[input]]) {
    for (const sample of input ?? []) {
      this.sum += sample;
      this.count += 1;
      this.at += 1;
      if (this.at < this.step) continue;
      this.at -= this.step;
      this.left.push(Math.max(-32768, Math.min(32767, Math.round((this.sum / this.count) * 32767))));
      this.sum = 0;
      this.count = 0;
      if (this.left.length === this.size) {
        const samples = Int16Array.from(this.left);
        this.left = [];
        this.port.postMessage(samples, [samples.buffer]);
      }
    }
    return true;
  }
});`;

export interface Microphone {
  readonly setMuted: (muted: boolean) => void;
  readonly close: () => void;
}

export interface MicrophoneOptions {
  readonly context: AudioContext;
  readonly sampleRate: number;
  /** The address of the code of the audio thread on the page’s server, if its policy allows no `blob:`. */
  readonly workletUrl?: string | undefined;
  readonly onSamples: (samples: Int16Array) => void;
  /** The microphone was taken away. */
  readonly onEnded: () => void;
}

/** The code of the audio thread, for pages that serve it themselves. */
export const workletCode = worklet;

/** Whether the user has refused the microphone before. Browsers that do not tell ask again. */
export const isDenied = async (): Promise<boolean> => {
  try {
    const { state } = await navigator.permissions.query({ name: 'microphone' as PermissionName });
    return state === 'denied';
  } catch {
    return false;
  }
};

/**
 * Opens the microphone. Rejects with the browser's error if there is none, or if the user refuses, and with
 * an `EarsError` if the page cannot read it.
 */
export const openMicrophone = async ({
  context,
  sampleRate,
  workletUrl,
  onSamples,
  onEnded,
}: MicrophoneOptions): Promise<Microphone> => {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 },
  });
  const [track] = stream.getAudioTracks();
  try {
    // The question for the microphone can take longer than the talk.
    if (context.state === 'closed') throw new Error('The audio of the page was closed');
    const own = workletUrl ?? URL.createObjectURL(new Blob([worklet], { type: 'text/javascript' }));
    await context.audioWorklet.addModule(own);
    if (!workletUrl) URL.revokeObjectURL(own);
    const source = context.createMediaStreamSource(stream);
    const samples = new AudioWorkletNode(context, 'voice-samples', {
      numberOfOutputs: 0,
      processorOptions: { rate: sampleRate },
    });
    samples.port.onmessage = ({ data }: MessageEvent<Int16Array>) => onSamples(data);
    source.connect(samples);
    track?.addEventListener('ended', onEnded);
    return {
      setMuted: (muted) => {
        if (track) track.enabled = !muted;
      },
      close: () => {
        track?.removeEventListener('ended', onEnded);
        track?.stop();
        source.disconnect();
        samples.port.onmessage = null;
      },
    };
  } catch (error) {
    track?.stop();
    throw new EarsError('unreachable', error instanceof Error ? error.message : String(error));
  }
};
