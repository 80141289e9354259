import type { ConversationInput } from '#lib/contract/conversations.ts';

/**
 * The stage of a call when its provider reported it. A report of a later stage replaces one of an earlier
 * stage, whichever arrives first. A report with the stage `aside` adds to a call but does not say how far it
 * has come.
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

/**
 * The facts that a report contains about a call, in the fields and units of a conversation. A field is absent
 * if the report does not mention it.
 */
export type CallFacts = {
  readonly [F in Circumstance | Addition]?: NonNullable<ConversationInput[F]> | undefined;
} & {
  /** RFC 3339 in UTC with milliseconds. */
  readonly start_time?: string | undefined;
  readonly end_time?: string | undefined;
  /** Data that no field of a conversation covers, under the provider's own names. */
  readonly provider_metadata?: Readonly<Record<string, unknown>> | undefined;
};

/** A link to a recording, and its expiry. */
export interface RecordingLink {
  readonly url: string;
  /** RFC 3339; null: unknown, or never. */
  readonly expires_at: string | null;
}

/** The ways to fetch the recording of a call, in the order in which to try them. */
export interface RecordingSource {
  /** Whether the event of this report contains the recording itself. */
  readonly in_event: boolean;
  readonly links: readonly RecordingLink[];
  /** Whether the provider's API returns it. */
  readonly by_api: boolean;
}

/** A provider's report about one call, chat or failed attempt, translated into the platform's terms. */
export interface CallReport {
  /** The provider's ids. */
  readonly conversation_id: string;
  readonly agent_id: string | null;
  readonly stage: Stage;
  /** The time of the report, in milliseconds since 1970; 0 if the provider does not send it. */
  readonly at: number;
  readonly facts: CallFacts;
  readonly recording: RecordingSource | null;
  /**
   * The id of the platform's conversation, which outbound calls carry in their variables. Anyone who
   * configures the provider's agent can set it, so it may only be used to find a conversation that waits for
   * this call.
   */
  readonly our_conversation_id: string | null;
}
