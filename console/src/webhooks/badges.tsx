import type { MessageItem, WebhookItem } from 'voice-agent-platform-client';
import { Badge } from '../kit/badge.tsx';
import { webhookWords } from '../words/webhooks.ts';

/** The state of a webhook: what is normal in plain words, and trouble as a badge. */
export const WebhookState = ({ webhook }: { readonly webhook: WebhookItem }) => {
  const { states } = webhookWords();
  const { disabled_reason, failing_since } = webhook;
  if (disabled_reason === 'by_request') return states.by_request;
  if (disabled_reason === 'gone') return <Badge tone="bad">{states.gone}</Badge>;
  if (disabled_reason === 'failing') return <Badge tone="bad">{states.failingForDays}</Badge>;
  if (disabled_reason === 'expired') return states.expired;
  return failing_since ? <Badge tone="bad">{states.failing}</Badge> : states.enabled;
};

/** Whether somebody must look at a webhook. */
export const isInTrouble = ({ disabled_reason, failing_since }: WebhookItem): boolean =>
  failing_since !== null || disabled_reason === 'gone' || disabled_reason === 'failing';

export const MessageState = ({ status }: Pick<MessageItem, 'status'>) => {
  const { statuses } = webhookWords().messages;
  return status === 'failed' ? <Badge tone="bad">{statuses.failed}</Badge> : statuses[status];
};
