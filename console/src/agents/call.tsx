import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Agent } from 'voice-agent-platform-client';
import { ApiProblem } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { hasCalls } from '../integrations/providers.ts';
import { cx } from '../kit/cx.ts';
import { SelectField, TextArea, TextField } from '../kit/field.tsx';
import { Form } from '../kit/form.tsx';
import kit from '../kit/kit.module.css';
import { useForm } from '../kit/use-form.ts';
import { words } from '../words/index.ts';
import { useDeployments } from './deployments.tsx';
import { boundIn } from './draft.ts';
import { useIntegrations } from './use-integrations.ts';

/** The accounts that can call somebody, those that the agent is known to be deployed to first. */
const useAccountsThatCall = (agent: Agent) => {
  const { options, query } = useIntegrations(agent, hasCalls);
  const deployments = useDeployments(agent.id);
  const deployed = new Set(deployments.items.map(({ integration_id }) => integration_id));
  return {
    options: options.toSorted(
      (one, other) => Number(deployed.has(other.value)) - Number(deployed.has(one.value)),
    ),
    query,
  };
};

/**
 * Lets a provider call somebody. The key of the request stays the same until a call was made, so that nobody
 * is called twice.
 */
export const Call = ({ agent }: { readonly agent: Agent }) => {
  const { api } = useSession();
  const { call } = words.agents;
  const [attempt, setAttempt] = useState(() => crypto.randomUUID());
  const { options, query } = useAccountsThatCall(agent);
  const accountOf = (chosen: string) => chosen || options[0]?.value || '';
  const form = useForm({
    initial: { integration_id: '', to: '', from: '', variables: '' },
    send: async ({ integration_id, to, from, variables }) => {
      try {
        return await api.calls.create({
          params: { agent_id: agent.id },
          body: {
            integration_id: accountOf(integration_id),
            to,
            from: from || null,
            variables: Object.fromEntries(boundIn(variables)),
          },
          idempotencyKey: attempt,
        });
      } catch (error) {
        // A refused request called nobody, so it is sent changed. Any other may have called, so it is
        // repeated as it was.
        if (error instanceof ApiProblem && error.status < 500) setAttempt(crypto.randomUUID());
        throw error;
      }
    },
    refresh: [['conversations']],
    onSent: () => setAttempt(crypto.randomUUID()),
  });
  const account = accountOf(form.values.integration_id);
  return (
    <Form
      className={kit.card}
      label={call.form}
      form={form}
      action={call.action}
      disabled={!account}
      problem={query.error}
    >
      <h2>{call.title}</h2>
      <div className={kit.columns}>
        <SelectField
          label={call.account}
          options={options}
          {...form.bind('integration_id')}
          value={account}
        />
        <TextField label={call.to} type="tel" required placeholder="+14155550123" {...form.bind('to')} />
        <TextField label={call.from} type="tel" hint={call.fromHint} {...form.bind('from')} />
      </div>
      <TextArea
        label={words.agents.talk.variables}
        rows={2}
        hint={call.variablesHint}
        {...form.bind('variables')}
      />
      {query.isSuccess && options.length === 0 && (
        <p className={cx(kit.small, kit.muted)}>{call.connectFirst}</p>
      )}
      {form.reply && (
        <p className={kit.notice} role="status">
          {call.asked}{' '}
          <Link to="/conversations/$conversationId" params={{ conversationId: form.reply.id }}>
            {call.follow}
          </Link>
        </p>
      )}
    </Form>
  );
};
