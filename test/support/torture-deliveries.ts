import type { Receiver } from './receiver.ts';
import { startReceiver } from './receiver.ts';
import { findingsOfCount } from './torture-analyses.ts';
import { eventually } from './torture-check.ts';
import type { Knowledge, Known, RunningPlatform } from './torture-load.ts';

/*
 * A webhook that receives all events, with a receiver that outlives every kill. Every write that was
 * acknowledged must have a message, and every message that counts as delivered must have arrived.
 */

export interface Deliveries {
  /**
   * The deliveries that are missing after a round, compared with the workers' knowledge; after the last one
   * everything must have arrived.
   */
  readonly findings: (
    platform: RunningPlatform,
    workers: readonly Knowledge[],
    isLast: boolean,
  ) => Promise<string[]>;
  readonly close: () => Promise<void>;
}

const isCreation = /\.(created|started|ended)$/;

const idsOf = (workers: readonly Knowledge[]): string[] =>
  workers
    .flatMap((known): Known<{ readonly id: string }>[] => Object.values(known).flat())
    .map(({ state }) => state.id);

/** The conversations and chats that are over. Those that were erased may have been analyzed before. */
const analyzedOf = ({ conversations, chats }: Knowledge) => [
  ...conversations.filter(({ state }) => state.status !== 'active'),
  ...chats.filter(({ ended }) => ended).map((chat) => ({ ...chat, late: 0 })),
];

const arrivedIn = ({ received }: Receiver): Set<unknown> =>
  new Set(received.map(({ headers }) => headers['webhook-id']));

export const startDeliveries = async ({ operator }: RunningPlatform): Promise<Deliveries> => {
  const receiver = await startReceiver();
  const { id: webhook_id } = await operator.webhooks.create({ body: { url: receiver.url, events: ['*'] } });
  const params = { webhook_id };
  const announced = new Set<string>();
  /** The messages about analyses, by conversation. */
  const analyzed = new Map<string, Set<string>>();
  let since = '';

  /** Notes the messages that are new since the last look that was without findings. */
  const look = async (platform: RunningPlatform, workers: readonly Knowledge[]): Promise<string[]> => {
    const findings: string[] = [];
    const began = new Date().toISOString();
    const arrived = arrivedIn(receiver);
    for await (const message of platform.operator.webhookMessages.list.all({
      params,
      query: { limit: '100' },
    })) {
      if (message.created_at < since) break;
      if (isCreation.test(message.event)) announced.add(message.entity_id);
      if (message.event === 'conversation.analyzed') {
        const others = analyzed.get(message.entity_id) ?? [];
        analyzed.set(message.entity_id, new Set([...others, message.id]));
      }
      if (message.status === 'failed') findings.push(`the message ${message.id} has failed`);
      if (message.status === 'delivered' && !arrived.has(message.id)) {
        findings.push(`the message ${message.id} counts as delivered and never arrived`);
      }
    }
    findings.push(
      ...idsOf(workers)
        .filter((id) => !announced.has(id))
        .map((id) => `no message says that ${id} was created`),
    );
    for (const { state, gone, late } of workers.flatMap(analyzedOf)) {
      const count = analyzed.get(state.id)?.size ?? 0;
      if (gone && count === 0) continue;
      findings.push(...findingsOfCount(count, { late }).map((finding) => `${state.id}: ${finding}`));
    }
    if (findings.length === 0) since = began;
    return findings;
  };

  /**
   * Whether everything is delivered: a run that was killed keeps its message for as long as it might have
   * taken.
   */
  const lookForPending = async ({ operator: running }: RunningPlatform): Promise<string[]> => {
    const { data } = await running.webhookMessages.list({
      params,
      query: { status: 'pending', limit: '100' },
    });
    return data.map(({ id }) => `the message ${id} was not delivered`);
  };

  return {
    findings: async (platform, workers, isLast) => [
      ...(isLast ? await eventually(platform, () => lookForPending(platform)) : []),
      ...(await eventually(platform, () => look(platform, workers))),
    ],
    close: receiver.close,
  };
};
