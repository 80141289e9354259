import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { ApiProblem } from 'voice-agent-platform-client';
import { faultAt } from '../api/faults.ts';
import { useSession } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { SelectField, TextArea, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
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
export const Call = ({ agentId }: { readonly agentId: string }) => {
  const { api } = useSession();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<string>();
  const [to, setTo] = useState('');
  const [from, setFrom] = useState('');
  const [variables, setVariables] = useState('');
  const [attempt, setAttempt] = useState(() => crypto.randomUUID());
  const { options, query } = useIntegrations();
  const integration_id = chosen ?? options[0]?.value ?? '';
  const call = useMutation({
    mutationFn: () =>
      api.calls.create({
        params: { agent_id: agentId },
        body: { integration_id, to, from: from || null, variables: variablesIn(variables) },
        idempotencyKey: attempt,
      }),
    onSuccess: async () => {
      setAttempt(crypto.randomUUID());
      await queries.invalidateQueries({ queryKey: ['conversations'] });
    },
    // What was refused called nobody, and is sent changed. Whether anything else did is not known: it is sent again as it was.
    onError: (error) => {
      if (error instanceof ApiProblem && error.status < 500) setAttempt(crypto.randomUUID());
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    call.mutate();
  };
  return (
    <form className={cx(kit.card, kit.stack)} onSubmit={submit} aria-label="Start a call">
      <h2>Call somebody</h2>
      <div className={kit.columns}>
        <SelectField
          label="Account that calls"
          value={integration_id}
          options={options}
          onChange={({ target }) => setChosen(target.value)}
        />
        <TextField
          label="Number to call"
          type="tel"
          required
          placeholder="+14155550123"
          value={to}
          fault={faultAt(call.error, '/to')}
          onChange={({ target }) => setTo(target.value)}
        />
        <TextField
          label="Number to call from"
          type="tel"
          hint="By default the account’s only one."
          value={from}
          fault={faultAt(call.error, '/from')}
          onChange={({ target }) => setFrom(target.value)}
        />
      </div>
      <TextArea
        label="Variables"
        rows={2}
        hint="What replaces {{name}} in the agent’s texts: name=value, one in each line."
        value={variables}
        fault={faultAt(call.error, '/variables')}
        onChange={({ target }) => setVariables(target.value)}
      />
      {query.isSuccess && options.length === 0 && (
        <p className={cx(kit.small, kit.muted)}>
          Connect a provider under Integrations first, and deploy the agent there.
        </p>
      )}
      {(call.error ?? query.error) && <Problem error={call.error ?? query.error} />}
      {call.data && (
        <p className={kit.notice} role="status">
          The provider is asked to call.{' '}
          <Link
            to="/conversations/$conversationId"
            params={{ conversationId: call.data.id }}
            search={({ org }) => ({ org })}
          >
            Follow the conversation
          </Link>
        </p>
      )}
      <div className={kit.row}>
        <Button look="primary" type="submit" disabled={!integration_id} busy={call.isPending}>
          Call
        </Button>
      </div>
    </form>
  );
};
