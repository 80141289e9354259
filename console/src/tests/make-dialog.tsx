import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Conversation, Turn } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { useAll } from '../api/use-list.ts';
import { SelectField, TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { toast } from '../kit/toasts.tsx';
import { useForm } from '../kit/use-form.ts';
import { words } from '../words/index.ts';

interface MakeDialogProps {
  readonly conversation: Pick<Conversation, 'id' | 'client_id' | 'agent_id'>;
  readonly turns: readonly Turn[];
  readonly onClose: () => void;
}

/** As much of a turn as a choice shows. */
const mostShown = 36;

const shown = (text: string): string => (text.length > mostShown ? `${text.slice(0, mostShown)} …` : text);

/** Makes a scenario of a call, and puts it into a suite. */
export const MakeDialog = ({ conversation, turns, onClose }: MakeDialogProps) => {
  const { api } = useSession();
  const navigate = useNavigate();
  const { make } = words.tests;
  const { id: conversation_id, client_id, agent_id } = conversation;
  // A second press after a failure must not make a second one.
  const made = useRef<{ readonly of: string; readonly id: string }>(undefined);
  const suites = useAll(['test-suites', client_id, 'all'], (signal) =>
    api.testSuites.list.all({ query: { client_id, limit: '100' }, signal }),
  );
  const fitting = (suites.data ?? []).filter((one) => one.agent_id === null || one.agent_id === agent_id);
  const said = turns.filter(({ role, text }) => role === 'user' && text !== '');
  const scenarioOf = async (name: string, turn: string): Promise<string> => {
    const of = JSON.stringify([name, turn]);
    if (made.current?.of !== of) {
      const body = { turn: Number(turn) };
      const draft = await api.scenarios.draft({ params: { conversation_id }, body });
      made.current = { of, id: (await api.scenarios.create({ body: { ...draft, name } })).id };
    }
    return made.current.id;
  };
  const form = useForm({
    initial: { name: '', turn: String(said[0]?.index ?? 0), suite: '', suite_name: '' },
    send: async ({ name, turn, suite, suite_name }) => {
      const scenario = await scenarioOf(name, turn);
      if (suite === '') {
        return api.testSuites.create({ body: { client_id, name: suite_name, scenario_ids: [scenario] } });
      }
      const params = { test_suite_id: suite };
      const { reply, response } = await api.testSuites.get.withResponse({ params });
      const scenario_ids = [...new Set([...reply.scenario_ids, scenario])];
      const ifMatch = response.headers.get('etag') ?? '';
      return api.testSuites.update({ params, body: { scenario_ids }, ifMatch });
    },
    refresh: [['test-suites'], ['test-suite'], ['scenarios']],
    onSent: async ({ id }) => {
      onClose();
      await navigate({ to: '/tests/$suiteId', params: { suiteId: id } });
      toast(make.made);
    },
  });
  const { suite } = form.values;
  return (
    <FormDialog form={form} title={make.title} action={make.action} onClose={onClose}>
      <TextField label={make.name} required maxLength={200} {...form.bind('name')} />
      <SelectField
        label={make.turn}
        hint={make.turnHint}
        options={[
          ...(said.some(({ index }) => index === 0) ? [] : [{ value: '0', label: make.beginning }]),
          ...said.map(({ index, text }) => ({ value: String(index), label: shown(text) })),
        ]}
        {...form.bind('turn')}
      />
      <SelectField
        label={make.suite}
        options={[
          { value: '', label: suites.isPending ? words.kit.loading : make.newSuite },
          ...fitting.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.bind('suite')}
      />
      {suite === '' && (
        <TextField label={make.suiteName} required maxLength={200} {...form.bind('suite_name')} />
      )}
    </FormDialog>
  );
};
