import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Agent, AgentGates, TestSuiteItem } from 'voice-agent-platform-client';
import { ApiProblem } from 'voice-agent-platform-client';
import { formatPercent } from '../api/format.ts';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { useAll } from '../api/use-list.ts';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { cx } from '../kit/cx.ts';
import { DialogButton } from '../kit/dialog-button.tsx';
import { CheckField, SelectField, TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import kit from '../kit/kit.module.css';
import { Loading, Problem } from '../kit/notices.tsx';
import { toast } from '../kit/toasts.tsx';
import { useForm } from '../kit/use-form.ts';
import { words } from '../words/index.ts';
import { useVersions } from './versions.tsx';

type Gate = AgentGates['gates'][number];

/** The suites that guard an agent, with their names as far as the key reads them. */
const useSuites = (enabled: boolean) => {
  const { api, may } = useSession();
  return useAll(
    ['test-suites', 'all'],
    (signal) => api.testSuites.list.all({ query: { limit: '100' }, signal }),
    { enabled: enabled && may('tests:read') },
  );
};

export const useLive = (agentId: string, enabled = true) => {
  const { api, may } = useSession();
  const gates = useQuery({
    queryKey: ['agent', agentId, 'gates'],
    queryFn: ({ signal }) => api.gates.get({ params: { agent_id: agentId }, signal }),
    enabled: enabled && may('gates:read'),
  });
  return { gates, suites: useSuites(enabled) };
};

const isClosed = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'gate_not_passed';

/** Chooses the version that customers meet; a refusal can be overridden by those who set gates. */
const Choice = ({ agent, found }: { readonly agent: Agent; readonly found: AgentGates }) => {
  const { api, may } = useSession();
  const { live } = words.tests;
  const { items } = useVersions(agent.id);
  const before = found.live_version === null ? '' : String(found.live_version);
  const [chosen, setChosen] = useState<string>();
  const [overrides, setOverrides] = useState(false);
  const [reason, setReason] = useState('');
  const version = chosen ?? before;
  const set = useAction({
    send: () =>
      api.gates.setLive({
        params: { agent_id: agent.id },
        body: {
          version: version === '' ? null : Number(version),
          ...(overrides && reason && { override: { reason } }),
        },
      }),
    refresh: [['agent', agent.id]],
    onSent: () => {
      setChosen(undefined);
      setOverrides(false);
      toast(live.done);
    },
  });
  const numbers = [...new Set([...items.map((one) => one.version), Number(before) || agent.version])];
  return (
    <form
      className={kit.stack}
      aria-label={live.title}
      onSubmit={(event) => {
        event.preventDefault();
        set.mutate();
      }}
    >
      <div className={kit.filters}>
        <SelectField
          label={live.version}
          value={version}
          disabled={!may('agents:write')}
          options={[
            ...(found.gates.length === 0 || before === '' ? [{ value: '', label: live.always }] : []),
            ...numbers
              .toSorted((one, other) => other - one)
              .map((one) => ({ value: String(one), label: words.agents.version(one) })),
          ]}
          onChange={({ target }) => {
            set.reset();
            setChosen(target.value);
          }}
        />
        {may('agents:write') && (
          <Button type="submit" busy={set.isPending} disabled={version === before}>
            {live.set}
          </Button>
        )}
      </div>
      {set.error && <Problem error={set.error} />}
      {isClosed(set.error) && may('gates:write') && version !== '' && (
        <>
          <CheckField
            label={live.override}
            checked={overrides}
            onChange={({ target }) => setOverrides(target.checked)}
          />
          {overrides && (
            <TextField
              label={live.reason}
              required
              maxLength={500}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </>
      )}
    </form>
  );
};

interface GateDialogProps {
  readonly agent: Agent;
  readonly gate: Gate | undefined;
  readonly suites: readonly TestSuiteItem[];
  readonly onClose: () => void;
}

const GateDialog = ({ agent, gate, suites: known, onClose }: GateDialogProps) => {
  const { api } = useSession();
  const { live } = words.tests;
  const suites = known.filter(({ agent_id }) => agent_id === null || agent_id === agent.id);
  const form = useForm({
    initial: {
      suite_id: gate?.suite_id ?? suites[0]?.id ?? '',
      at_least: String(Math.round((gate?.at_least ?? 1) * 100)),
      max_age_days: gate?.max_age_days ? String(gate.max_age_days) : '',
    },
    send: ({ suite_id, at_least, max_age_days }) =>
      api.gates.replace({
        params: { agent_id: agent.id },
        body: {
          suite_id,
          at_least: Number(at_least) / 100,
          max_age_days: max_age_days === '' ? null : Number(max_age_days),
        },
      }),
    refresh: [['agent', agent.id]],
    onSent: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={gate ? live.edit : live.add}
      action={live.save}
      disabled={suites.length === 0}
      onClose={onClose}
    >
      {suites.length === 0 ? (
        <p>{live.noSuites}</p>
      ) : (
        <SelectField
          label={live.suite}
          options={suites.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.bind('suite_id')}
        />
      )}
      <TextField label={live.atLeast} type="number" min={1} max={100} required {...form.bind('at_least')} />
      <TextField
        label={live.maxAge}
        hint={live.maxAgeHint}
        type="number"
        min={1}
        max={90}
        {...form.bind('max_age_days')}
      />
    </FormDialog>
  );
};

interface GateCardProps extends Omit<GateDialogProps, 'gate' | 'onClose'> {
  readonly gate: Gate;
  /** Whether the key's own organization has set it. */
  readonly isOwn: boolean;
}

const GateCard = ({ agent, gate, suites, isOwn }: GateCardProps) => {
  const { api, may } = useSession();
  const { live } = words.tests;
  const name = suites.find(({ id }) => id === gate.suite_id)?.name ?? live.aSuite;
  const rules = [
    live.share(formatPercent(gate.at_least, 0)),
    gate.max_age_days !== null && live.days(gate.max_age_days),
  ];
  return (
    <article className={cx(kit.card, kit.stack, kit.tight)} aria-label={name}>
      <div className={cx(kit.row, kit.spread)}>
        <h3>
          <Link to="/tests/$suiteId" params={{ suiteId: gate.suite_id }} search={{ agent: agent.id }}>
            <bdi>{name}</bdi>
          </Link>
        </h3>
        {isOwn && may('gates:write') && (
          <span className={kit.row}>
            <DialogButton
              small
              dialog={(onClose) => <GateDialog agent={agent} gate={gate} suites={suites} onClose={onClose} />}
            >
              {live.edit}
            </DialogButton>
            <ConfirmButton
              small
              ask={{
                title: live.removeTitle,
                text: live.removeText,
                action: live.remove,
                danger: true,
                send: () => api.gates.remove({ params: { agent_id: agent.id } }),
                refresh: [['agent', agent.id]],
              }}
            >
              {live.remove}
            </ConfirmButton>
          </span>
        )}
      </div>
      <p className={cx(kit.small, kit.muted)}>
        <OrganizationName id={gate.client_id} />: {rules.filter(Boolean).join(', ')}
      </p>
      <p>
        {gate.opened_by ? (
          <Badge tone="good" icon="success">
            {live.open(agent.version)}
          </Badge>
        ) : (
          <Badge tone="warn" icon="warning">
            {live.closed(agent.version)}
          </Badge>
        )}
      </p>
      {gate.overridden && (
        <p className={cx(kit.small, kit.muted)}>
          {live.overridden(gate.overridden.version, gate.overridden.reason)}
        </p>
      )}
    </article>
  );
};

/** The version that customers meet, and the suites that another one must pass first. */
export const Live = ({ agent }: { readonly agent: Agent }) => {
  const { me, may } = useSession();
  const { live } = words.tests;
  const { gates, suites } = useLive(agent.id);
  if (gates.error) return <Problem error={gates.error} onRetry={() => void gates.refetch()} />;
  if (!gates.data || suites.isLoading) return <Loading />;
  const found = gates.data;
  const known = suites.data ?? [];
  const own = found.gates.find(({ client_id }) => client_id === (me.client?.id ?? null));
  const isWaiting = found.live_version !== null && found.live_version !== agent.version;
  return (
    <div className={kit.stack}>
      <h2>{live.title}</h2>
      {isWaiting && <p className={cx(kit.notice, kit.warn)}>{live.waiting(agent.version)}</p>}
      <Choice agent={agent} found={found} />
      <div className={cx(kit.row, kit.spread)}>
        <h2>{live.gates}</h2>
        {may('gates:write') && !own && (
          <DialogButton
            small
            dialog={(onClose) => (
              <GateDialog agent={agent} gate={undefined} suites={known} onClose={onClose} />
            )}
          >
            {live.add}
          </DialogButton>
        )}
      </div>
      <p className={kit.muted}>{found.gates.length === 0 ? live.none : live.gatesText}</p>
      {found.gates.map((gate) => (
        <GateCard
          key={gate.client_id ?? 'platform'}
          agent={agent}
          gate={gate}
          suites={known}
          isOwn={gate === own}
        />
      ))}
    </div>
  );
};
