import type { CallReport } from '#lib/domain/integrations/call-report.ts';
import type { Json } from '../reading.ts';
import { idOf, momentOf, numberOf, objectOf, textOf, wordOf } from '../reading.ts';
import type { WebhookReader } from '../webhook.ts';
import { agentIdOf, reportOfCall } from './call.ts';
import { verify } from './verify.ts';

const viewOf = (message: Json) => ({ message, call: objectOf(message.call) });

/** The statuses in which people speak, unlike queued or ringing calls. */
const underWay: ReadonlySet<unknown> = new Set(['in-progress', 'forwarding']);

const reports: Readonly<Record<string, (message: Json, at: number) => CallReport | null>> = {
  'status-update': (message, at) => {
    if (message.status === 'ended') return reportOfCall(viewOf(message), { stage: 'over', at });
    return underWay.has(message.status) ? reportOfCall(viewOf(message), { stage: 'begun', at }) : null;
  },
  'end-of-call-report': (message, at) => reportOfCall(viewOf(message), { stage: 'analyzed', at }),
};

export const webhook: WebhookReader = {
  verify,
  headOf: (payload) => {
    const message = objectOf(payload.message);
    const view = viewOf(message);
    return {
      type: textOf(message.type, 100) ?? 'unknown',
      conversation_id: idOf(view.call.id),
      agent_id: agentIdOf(view),
    };
  },
  reportOf: (payload) => {
    const message = objectOf(payload.message);
    const type = wordOf(message.type);
    const report = Object.hasOwn(reports, type) ? reports[type] : undefined;
    return report?.(message, momentOf(numberOf(message.timestamp))) ?? null;
  },
};
