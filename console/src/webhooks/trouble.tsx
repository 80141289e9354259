import { useQuery } from '@tanstack/react-query';
import type { Webhook } from 'voice-agent-platform-client';
import { formatTime } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { toast } from '../kit/toasts.tsx';
import { webhookWords } from '../words/webhooks.ts';
import { isInTrouble } from './badges.tsx';

/** So many waiting messages are tried with one press: as many as a page has. */
const most = 100;
const everyMs = 5000;

/** Whether the platform sends the messages of a webhook: it is enabled and has a URL. */
export const delivers = ({ status, url }: Webhook): boolean => status === 'enabled' && url !== null;

/** The messages that wait for another attempt, as far as a page goes. */
export const usePending = (id: string, enabled: boolean) => {
  const { api } = useSession();
  return useQuery({
    queryKey: ['messages', id, 'waiting'],
    queryFn: ({ signal }) =>
      api.webhookMessages.list({
        params: { webhook_id: id },
        query: { status: 'pending', limit: most },
        signal,
      }),
    enabled,
    refetchInterval: everyMs,
  }).data;
};

/** The answer to the last attempt that failed. */
const LastAnswer = ({ webhook }: { readonly webhook: Webhook }) => {
  const { api } = useSession();
  const { data } = useQuery({
    queryKey: ['messages', webhook.id, 'last answer'],
    queryFn: async ({ signal }) => {
      const params = { webhook_id: webhook.id };
      const { data: latest } = await api.webhookMessages.list({ params, query: { limit: 20 }, signal });
      const tried = latest.find(({ attempt_count, status }) => attempt_count > 0 && status !== 'delivered');
      if (!tried) return null;
      return api.webhookMessages.get({ params: { ...params, message_id: tried.id }, signal });
    },
    refetchInterval: everyMs,
  });
  const attempt = data?.attempts.find(({ error }) => error !== null);
  if (!attempt) return null;
  const { trouble, messages } = webhookWords();
  return (
    <p>
      {trouble.lastAnswer}: <strong>{attempt.status_code ?? messages.noAnswer}</strong>{' '}
      <span dir="auto">{attempt.error}</span>{' '}
      <span className={cx(kit.small, kit.muted)}>{formatTime(attempt.at)}</span>
    </p>
  );
};

const sentences = ({ failing_since, disabled_reason }: Webhook): string | undefined => {
  const { trouble } = webhookWords();
  if (disabled_reason === 'gone') return trouble.gone;
  if (disabled_reason === 'failing') return trouble.failingForDays;
  return failing_since ? trouble.failingSince(formatTime(failing_since)) : undefined;
};

/** Says why a webhook does not deliver, and lets people try what waits once they have mended their server. */
export const Trouble = ({ webhook }: { readonly webhook: Webhook }) => {
  const { api, may } = useSession();
  const isOn = delivers(webhook);
  const pending = usePending(webhook.id, isOn);
  const waiting = (isOn ? (pending?.data ?? []) : []).filter(({ attempt_count }) => attempt_count > 0);
  const retry = useAction({
    send: async () => {
      for (const { id } of waiting) {
        await api.webhookMessages.resend({ params: { webhook_id: webhook.id, message_id: id } });
      }
      return waiting.length;
    },
    refresh: [['messages', webhook.id], ['webhook', webhook.id], ['webhooks']],
    onSent: (count) => toast(webhookWords().tried(count)),
  });
  const { trouble, tryPending } = webhookWords();
  if (!isInTrouble(webhook) && waiting.length === 0) return null;
  const hasMore = pending?.next_cursor !== null && pending !== undefined;
  return (
    <section
      className={cx(kit.notice, kit.stack, kit.tight, isInTrouble(webhook) ? kit.bad : kit.warn)}
      aria-label={webhookWords().states.failing}
    >
      {isInTrouble(webhook) && <strong>{sentences(webhook)}</strong>}
      <LastAnswer webhook={webhook} />
      {waiting.length > 0 && <p>{trouble.pending(waiting.length, hasMore)}</p>}
      {!isOn && <p>{trouble.failed}</p>}
      <p className={kit.small}>{trouble.repair}</p>
      {may('webhooks:write') && waiting.length > 0 && (
        <div>
          <Button look="primary" busy={retry.isPending} onClick={() => retry.mutate()}>
            {tryPending}
          </Button>
        </div>
      )}
      {retry.error && <Problem error={retry.error} />}
    </section>
  );
};
