/** A recording of a call at a carrier. */
export interface CarrierRecording {
  /** The carrier's id of it. */
  readonly id: string;
  /** `absent`: the carrier has nothing of it. */
  readonly state: 'recording' | 'processing' | 'finished' | 'absent';
}

/** Records calls through an account at a carrier. */
export interface CallRecorder {
  /** Begins to record both sides of a call, which the carrier reports once it is over. */
  readonly begin: (callId: string, callback: string) => Promise<void>;
  /** The recordings of a call that were begun so. */
  readonly find: (callId: string) => Promise<readonly CarrierRecording[]>;
  /** The audio of a finished one. */
  readonly open: (id: string, timeoutMs: number) => Promise<AsyncIterable<Buffer>>;
  readonly stop: (callId: string, id: string) => Promise<void>;
  /** Removes a recording, also one that is not there. */
  readonly remove: (id: string) => Promise<void>;
}
