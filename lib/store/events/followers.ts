import { eventTypes } from '#lib/contract/events.ts';
import type { WrittenType } from './events.ts';

interface FollowerDeclaration {
  /** The events that begin its work. */
  readonly events: readonly WrittenType[];
  /** The function that runs it. */
  readonly function: `events.${string}`;
  /** Whether the request promised its work, so that a parked event counts as failed until it is done. */
  readonly mustFinish: boolean;
}

/**
 * The asynchronous work after a write. The stream's filters, the event source mappings, the follower on one
 * machine, and parking and its retries derive from this.
 *
 * A shard of a stream supports two readers
 * (docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html), so all followers share two
 * functions.
 */
export const followers = {
  /** Keeps the search index. An update may change the filters that find a conversation. */
  index: {
    events: ['conversation.ended', 'conversation.updated', 'transcript.appended'],
    function: 'events.indexConversation',
    mustFinish: false,
  },
  /**
   * Finishes writes that a request only begins: erasures, removals, and rate limits that every key must
   * receive.
   */
  finish: {
    events: [
      'client.erased',
      'agent.removed',
      'document.removed',
      'conversation.erased',
      'api_key.created',
      'api_key.rotated',
      'api_key.revoked',
    ],
    function: 'events.followWrites',
    mustFinish: true,
  },
  /** Lets carriers leave calls that are over or go on elsewhere: nobody pays for the silence in them. */
  lines: {
    events: ['conversation.ended', 'conversation.erased', 'conversation.updated', 'transcript.appended'],
    function: 'events.followWrites',
    mustFinish: true,
  },
  /** Counts conversations that have ended. */
  usage: {
    events: ['conversation.ended', 'conversation.updated', 'conversation.analyzed', 'conversation.reviewed'],
    function: 'events.followWrites',
    mustFinish: true,
  },
  /** Begins the analysis of conversations that have ended. */
  analysis: {
    events: ['conversation.ended', 'transcript.appended'],
    function: 'events.followWrites',
    mustFinish: true,
  },
  /** Writes the messages of webhooks. */
  webhooks: {
    events: eventTypes.filter((type) => type !== 'ping'),
    function: 'events.followWrites',
    mustFinish: true,
  },
  /** Rings at pages that watch conversations. A doorbell that fails is not repeated. */
  doorbells: {
    events: [
      'conversation.started',
      'conversation.updated',
      'conversation.handover_requested',
      'conversation.ended',
      'conversation.analyzed',
      'conversation.reviewed',
      'conversation.erased',
      'transcript.appended',
      'note.created',
      'recording.available',
    ],
    function: 'events.followWrites',
    mustFinish: false,
  },
} as const satisfies Record<string, FollowerDeclaration>;

export type Follower = keyof typeof followers;

export type FollowerFunction = (typeof followers)[Follower]['function'];

/** The function that also receives new tasks and puts them into their queues. */
export const taskStarter: FollowerFunction = 'events.followWrites';

/** The followers that a function runs. */
export type FollowersIn<F extends FollowerFunction> = {
  [N in Follower]: (typeof followers)[N]['function'] extends F ? N : never;
}[Follower];

/** The events that begin a follower's work. */
export type EventsOf<N extends Follower> = (typeof followers)[N]['events'][number];

export const followerNames = Object.keys(followers) as Follower[];

export const followerFunctions: readonly FollowerFunction[] = [
  ...new Set(followerNames.map((name) => followers[name].function)),
];

export const isBegunBy = (name: Follower, type: WrittenType): boolean =>
  (followers[name].events as readonly WrittenType[]).includes(type);
