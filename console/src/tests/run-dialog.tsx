import type { TestSuite } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { AgentPicker } from '../integrations/agent-picker.tsx';
import { cx } from '../kit/cx.ts';
import { TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import kit from '../kit/kit.module.css';
import { useForm } from '../kit/use-form.ts';
import { useOrg } from '../shell/use-org.ts';
import { words } from '../words/index.ts';
import { useBoundAgents } from './use-suite.ts';

interface RunDialogProps {
  readonly suite: TestSuite;
  readonly agentId: string | undefined;
  readonly onClose: () => void;
}

/** Starts a run of a suite, compared with the last one that passed. */
export const RunDialog = ({ suite, agentId, onClose }: RunDialogProps) => {
  const { api, me } = useSession();
  const org = useOrg();
  const { start } = words.tests;
  const bound = useBoundAgents(suite);
  // A run with any other agent is refused.
  const fitting = [...new Set([...(suite.agent_id ? [suite.agent_id] : []), ...(bound.data ?? [])])];
  const [only] = fitting;
  const form = useForm({
    initial: { agent_id: agentId ?? '', repeat: String(suite.repeat) },
    send: ({ agent_id, repeat }) =>
      api.testRuns.create({
        params: { agent_id: only ?? agent_id },
        body: { suite_id: suite.id, repeat: Number(repeat), compare_with: 'last_passed' },
      }),
    refresh: [['test-runs']],
    onSent: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={start.title(suite.name)}
      action={start.button}
      disabled={bound.isLoading || fitting.length > 1 || (only ?? form.values.agent_id) === ''}
      problem={bound.error}
      onClose={onClose}
    >
      <AgentPicker
        label={start.agent}
        clientId={org ?? suite.client_id ?? me.client?.id}
        agentId={only ?? form.values.agent_id}
        disabled={bound.isLoading || only !== undefined}
        onChoose={(agent_id) => form.change({ agent_id })}
      />
      {fitting.length === 1 && <p className={cx(kit.small, kit.muted)}>{start.bound}</p>}
      {fitting.length > 1 && <p className={cx(kit.notice, kit.warn)}>{start.noneFits}</p>}
      <TextField label={start.repeat} type="number" min={1} max={20} required {...form.bind('repeat')} />
      <p className={kit.muted}>{start.hint}</p>
    </FormDialog>
  );
};
