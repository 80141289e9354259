import type { Analysis, Turn } from 'voice-agent-platform-client';
import { inWords } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { SelectField, TextField } from '../kit/field.tsx';
import { Form } from '../kit/form.tsx';
import kit from '../kit/kit.module.css';
import { toast } from '../kit/toasts.tsx';
import { useForm } from '../kit/use-form.ts';
import { words } from '../words/index.ts';
import styles from './analyzers.module.css';
import { othersIn } from './reviewed.ts';
import type { Verdict } from './verdict-mark.tsx';

const verdictNames = ['passed', 'failed', 'unknown', 'not_applicable'] as const;

interface ReviewFormProps {
  readonly analysis: Analysis;
  readonly turns: readonly Turn[];
  readonly onClose: () => void;
}

interface Decision {
  readonly verdict: Verdict;
  readonly note: string;
}

const decisionsOf = ({ results, review }: Analysis): Readonly<Record<string, Decision>> =>
  Object.fromEntries(
    results.map(({ name, verdict }) => {
      const before = review?.results.find((one) => one.name === name);
      return [name, { verdict: before?.verdict ?? verdict, note: before?.note ?? '' }];
    }),
  );

/** Corrects or confirms the verdicts of an analysis. The original ones stay beside it. */
export const ReviewForm = ({ analysis, onClose }: ReviewFormProps) => {
  const { api } = useSession();
  const { conversation_id, analyzer_id } = analysis;
  const { verdicts } = words.analyzers;
  const form = useForm({
    initial: {
      decisions: decisionsOf(analysis),
      successful: String(analysis.review?.successful ?? ''),
    },
    send: ({ decisions, successful }) =>
      api.analyses.review({
        params: { conversation_id, analyzer_id },
        body: {
          ...othersIn(analysis),
          results: Object.entries(decisions).map(([name, { verdict, note }]) => ({
            name,
            verdict,
            note: note || null,
          })),
          successful: successful === '' ? null : successful === 'true',
        },
      }),
    refresh: [
      ['analyses', conversation_id],
      ['conversation', conversation_id],
    ],
    onSent: () => {
      toast(verdicts.saved);
      onClose();
    },
  });
  const { decisions } = form.values;
  const decide = (name: string, part: Partial<Decision>) => {
    const before = decisions[name] ?? { verdict: 'unknown' as const, note: '' };
    form.change({ decisions: { ...decisions, [name]: { ...before, ...part } } }, ['/results']);
  };
  return (
    <Form form={form} action={verdicts.save} label={verdicts.correct} onCancel={onClose}>
      {analysis.results.map(({ name, verdict }) => {
        const { verdict: decided, note } = decisions[name] ?? { verdict, note: '' };
        const options = verdictNames.includes(decided as (typeof verdictNames)[number])
          ? verdictNames
          : [decided, ...verdictNames];
        return (
          <div key={name} className={styles.pair}>
            <SelectField
              label={verdicts.verdictOn(inWords(name))}
              value={decided}
              options={options.map((value) => ({ value, label: verdicts.names[value] }))}
              onChange={({ target }) => decide(name, { verdict: target.value as Verdict })}
            />
            <TextField
              label={verdicts.noteOn(inWords(name))}
              maxLength={500}
              value={note}
              onChange={({ target }) => decide(name, { note: target.value })}
            />
          </div>
        );
      })}
      <SelectField
        label={verdicts.successfulField}
        options={[
          { value: '', label: verdicts.asIs },
          { value: 'true', label: verdicts.successful },
          { value: 'false', label: verdicts.unsuccessful },
        ]}
        {...form.bind('successful')}
      />
      {analysis.results.length === 0 && <p className={kit.muted}>{verdicts.nothingDecided}</p>}
    </Form>
  );
};
