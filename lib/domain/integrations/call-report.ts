import type { ConversationInput } from '#lib/contract/conversations.ts';

/**
 * How far a call had come when its provider reported it. What a later stage says replaces what an earlier one said,
 * whichever arrives first. A report that is made `aside` adds to a call but says nothing about its course.
 */
export const stages = { aside: 0, begun: 1, over: 2, analyzed: 3 } as const;
export type Stage = keyof typeof stages;

type Circumstance = 'channel' | 'direction' | 'caller' | 'status';
type Addition =
  | 'end_reason'
  | 'outcome'
  | 'sentiment'
  | 'summary'
  | 'data'
  | 'quality'
  | 'metrics'
  | 'cost'
  | 'turns';

/** What a report says about a call, in the fields and units of a conversation. What is absent is not mentioned. */
export type CallFacts = {
  readonly [F in Circumstance | Addition]?: NonNullable<ConversationInput[F]> | undefined;
} & {
  /** RFC 3339 in UTC with milliseconds. */
  readonly start_time?: string | undefined;
  readonly end_time?: string | undefined;
  /** Whatever the provider says that no field of a conversation is for, under the provider's own names. */
  readonly provider_metadata?: Readonly<Record<string, unknown>> | undefined;
};

/** Where a link to a recording leads, and until when. */
export interface RecordingLink {
  readonly url: string;
  /** RFC 3339; null: not known, or never. */
  readonly expires_at: string | null;
}

/** Where the recording of a call can be fetched from; to be tried from the first to the last. */
export interface RecordingSource {
  /** The event that brought this report holds the recording itself. */
  readonly in_event: boolean;
  readonly links: readonly RecordingLink[];
  /** The provider's API hands it out. */
  readonly by_api: boolean;
}

/** What a provider reports about one call, chat or failed attempt, in the platform's own terms. */
export interface CallReport {
  /** The provider's ids. */
  readonly conversation_id: string;
  readonly agent_id: string | null;
  readonly stage: Stage;
  /** When the provider made the report, in milliseconds since 1970; 0 where it does not say. */
  readonly at: number;
  readonly facts: CallFacts;
  readonly recording: RecordingSource | null;
  /**
   * The id of our own conversation, which an outbound call carries along in its variables. Anybody who configures the
   * provider's agent can set it: it is good for finding a conversation that waits for this call, and for nothing else.
   */
  readonly our_conversation_id: string | null;
}
