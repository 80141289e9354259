import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AccountNumber, AccountNumberStatus, Integration } from 'voice-agent-platform-client';
import { AgentName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import type { Tone } from '../kit/badge.tsx';
import { Badge } from '../kit/badge.tsx';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { cx } from '../kit/cx.ts';
import { DialogButton } from '../kit/dialog-button.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import kit from '../kit/kit.module.css';
import { Empty, Waiting } from '../kit/notices.tsx';
import { useForm } from '../kit/use-form.ts';
import { words } from '../words/index.ts';
import { AgentPicker } from './agent-picker.tsx';
import styles from './integrations.module.css';

/** Normal states have no tone and are shown as plain text. */
const tones: Readonly<Record<AccountNumberStatus, Tone>> = {
  connected: 'good',
  free: undefined,
  elsewhere: undefined,
  on_trunk: 'warn',
  without_voice: undefined,
};

const canConnect = ({ status }: AccountNumber): boolean =>
  status !== 'on_trunk' && status !== 'without_voice';

export const useNumbers = (integrationId: string, enabled = true) => {
  const { api } = useSession();
  return useQuery({
    queryKey: ['numbers', integrationId],
    queryFn: ({ signal }) => api.numbers.list({ params: { integration_id: integrationId }, signal }),
    enabled,
  });
};

const refreshOf = (integrationId: string) => [
  ['numbers', integrationId],
  ['integration', integrationId],
  ['integrations'],
];

interface NumberProps {
  readonly integration: Integration;
  readonly number: AccountNumber;
}

/** Chooses the agent that answers a number. */
const ConnectDialog = ({ integration, number, onClose }: NumberProps & { readonly onClose: () => void }) => {
  const { api } = useSession();
  const { numbers, agents } = words.integrations;
  const form = useForm({
    initial: { agent_id: number.agent_id ?? '' },
    send: ({ agent_id }) =>
      api.numbers.connect({
        params: { integration_id: integration.id, number: number.number },
        body: { agent_id },
      }),
    refresh: refreshOf(integration.id),
    onSent: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={numbers.connectTitle(number.number)}
      action={numbers.connect}
      disabled={!form.values.agent_id}
      onClose={onClose}
    >
      <AgentPicker
        label={agents.here}
        clientId={integration.client_id}
        agentId={form.values.agent_id}
        onChoose={(agent_id) => form.change({ agent_id })}
      />
      {number.status === 'elsewhere' && <p className={cx(kit.notice, kit.warn)}>{numbers.replaces}</p>}
    </FormDialog>
  );
};

const Actions = ({ integration, number }: NumberProps) => {
  const { api } = useSession();
  const { numbers } = words.integrations;
  const isConnected = number.status === 'connected';
  return (
    <div className={kit.row}>
      {canConnect(number) && (
        <DialogButton
          small
          aria-label={isConnected ? numbers.changeOf(number.number) : numbers.connectOf(number.number)}
          dialog={(onClose) => <ConnectDialog integration={integration} number={number} onClose={onClose} />}
        >
          {isConnected ? numbers.change : numbers.connect}
        </DialogButton>
      )}
      {number.agent_id !== null && (
        <ConfirmButton
          small
          look="plain"
          aria-label={numbers.disconnectOf(number.number)}
          ask={{
            title: numbers.disconnectTitle(number.number),
            text: numbers.disconnectText,
            action: numbers.disconnect,
            send: () =>
              api.numbers.disconnect({
                params: { integration_id: integration.id, number: number.number },
              }),
            refresh: refreshOf(integration.id),
          }}
        >
          {numbers.disconnect}
        </ConfirmButton>
      )}
    </div>
  );
};

const Status = ({ status, agent_id }: AccountNumber) => {
  const { statuses, hints, mappedOnly } = words.integrations.numbers;
  const tone = tones[status];
  const hint = status === 'elsewhere' && agent_id !== null ? mappedOnly : hints[status];
  return (
    <>
      {tone ? <Badge tone={tone}>{statuses[status]}</Badge> : statuses[status]}
      {agent_id !== null && (
        <div>
          <Link to="/agents/$agentId" params={{ agentId: agent_id }}>
            <AgentName id={agent_id} />
          </Link>
        </div>
      )}
      {hint && <div className={cx(kit.small, kit.muted)}>{hint}</div>}
    </>
  );
};

/** The telephone numbers of the account, and the agents that answer them. */
export const Numbers = ({ integration }: { readonly integration: Integration }) => {
  const { may } = useSession();
  const { numbers } = words.integrations;
  const found = useNumbers(integration.id);
  const items = found.data?.data ?? [];
  return (
    <div className={kit.stack}>
      <Waiting query={found} />
      {found.isSuccess && items.length === 0 && (
        <Empty title={numbers.empty.title}>
          <p>{numbers.empty.text}</p>
        </Empty>
      )}
      {items.length > 0 && (
        <ul className={styles.numbers} aria-label={numbers.title}>
          {items.map((number) => (
            <li key={number.number} className={styles.number} aria-label={number.number}>
              <div>
                <strong className={kit.figures}>{number.number}</strong>
                {number.name !== null && number.name !== number.number && (
                  <div dir="auto" className={cx(kit.small, kit.muted)}>
                    {number.name}
                  </div>
                )}
              </div>
              <div>
                <Status {...number} />
              </div>
              {may('integrations:write') && <Actions integration={integration} number={number} />}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
