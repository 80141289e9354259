import type { MessageItem, WebhookItem } from 'voice-agent-platform-client';
import { inWords } from '../api/format.ts';
import type { Tone } from '../kit/badge.tsx';
import { Badge } from '../kit/badge.tsx';

const reasons: Readonly<Record<NonNullable<WebhookItem['disabled_reason']>, string>> = {
  by_request: 'Disabled',
  gone: 'Disabled: the server answered 410',
  failing: 'Disabled: it has failed for days',
};

export const WebhookBadge = ({ webhook }: { readonly webhook: WebhookItem }) => {
  if (webhook.disabled_reason) return <Badge tone="bad">{reasons[webhook.disabled_reason]}</Badge>;
  return webhook.failing_since ? <Badge tone="warn">Failing</Badge> : <Badge tone="good">Enabled</Badge>;
};

const tones: Readonly<Record<MessageItem['status'], Tone>> = {
  pending: undefined,
  delivered: 'good',
  failed: 'bad',
};

export const MessageBadge = ({ status }: Pick<MessageItem, 'status'>) => (
  <Badge tone={tones[status]}>{inWords(status)}</Badge>
);
