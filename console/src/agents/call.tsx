import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Agent } from 'voice-agent-platform-client';
import { ApiProblem } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { cx } from '../kit/cx.ts';
import { SelectField, TextArea, TextField } from '../kit/field.tsx';
import { Form } from '../kit/form.tsx';
import kit from '../kit/kit.module.css';
import { useForm } from '../kit/use-form.ts';
import { useIntegrations } from './use-integrations.ts';

/** `name=value` in each line. */
const variablesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const [name = '', ...value] = line.split('=');
        return [name.trim(), value.join('=').trim()];
      }),
  );

/** Lets a provider call somebody. The key of the request stays the same until a call was made, so that nobody is called twice. */
export const Call = ({ agent }: { readonly agent: Agent }) => {
  const { api } = useSession();
  const [attempt, setAttempt] = useState(() => crypto.randomUUID());
  const { options, query } = useIntegrations(agent);
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
            variables: variablesIn(variables),
          },
          idempotencyKey: attempt,
        });
      } catch (error) {
        // A refused request called nobody, so it is sent changed. Any other may have called, so it is repeated as it was.
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
      label="Start a call"
      form={form}
      action="Call"
      disabled={!account}
      problem={query.error}
    >
      <h2>Call somebody</h2>
      <div className={kit.columns}>
        <SelectField
          label="Account that calls"
          options={options}
          {...form.bind('integration_id')}
          value={account}
        />
        <TextField
          label="Number to call"
          type="tel"
          required
          placeholder="+14155550123"
          {...form.bind('to')}
        />
        <TextField
          label="Number to call from"
          type="tel"
          hint="By default the account’s only one."
          {...form.bind('from')}
        />
      </div>
      <TextArea
        label="Variables"
        rows={2}
        hint="What replaces {{name}} in the agent’s texts: name=value, one in each line."
        {...form.bind('variables')}
      />
      {query.isSuccess && options.length === 0 && (
        <p className={cx(kit.small, kit.muted)}>
          Connect a provider under Integrations first, and deploy the agent there.
        </p>
      )}
      {form.reply && (
        <p className={kit.notice} role="status">
          The provider is asked to call.{' '}
          <Link to="/conversations/$conversationId" params={{ conversationId: form.reply.id }}>
            Follow the conversation
          </Link>
        </p>
      )}
    </Form>
  );
};
