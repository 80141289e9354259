import { faultAt } from '../api/faults.ts';
import { CheckField, SelectField, TextArea, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';
import styles from './analyzers.module.css';
import type { Draft } from './draft.ts';
import { outcomeFrom, outcomeLines } from './draft.ts';

export interface RuleProps {
  readonly draft: Draft;
  readonly error: unknown;
  readonly disabled: boolean;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** Outcome, sentiment and summary, which a model determines. */
export const OutcomeFields = ({ draft, error, disabled, onChange }: RuleProps) => {
  const { editor } = words.analyzers;
  return (
    <fieldset>
      <legend>{editor.outcome}</legend>
      <TextArea
        label={editor.outcomes}
        hint={editor.outcomesHint}
        rows={3}
        disabled={disabled}
        defaultValue={outcomeLines(draft.outcome)}
        fault={faultAt(error, '/outcome')}
        onChange={({ target }) => onChange({ outcome: outcomeFrom(target.value) })}
      />
      <TextField
        label={editor.summary}
        hint={editor.summaryHint}
        maxLength={1000}
        disabled={disabled}
        value={draft.summary?.instruction ?? ''}
        fault={faultAt(error, '/summary')}
        onChange={({ target }) => onChange({ summary: target.value ? { instruction: target.value } : null })}
      />
      <CheckField
        label={editor.sentiment}
        disabled={disabled}
        checked={draft.sentiment}
        onChange={({ target }) => onChange({ sentiment: target.checked })}
      />
    </fieldset>
  );
};

/** The rule by which a call is successful. */
export const SuccessFields = ({ draft, error, disabled, onChange }: RuleProps) => {
  const { editor } = words.analyzers;
  const { success } = draft;
  return (
    <fieldset>
      <legend>{editor.success}</legend>
      <div className={styles.numbers}>
        <SelectField
          label={editor.success}
          labelHidden
          disabled={disabled}
          value={success?.rule ?? ''}
          options={[
            { value: '', label: editor.successes.none },
            { value: 'all_required', label: editor.successes.all_required },
            { value: 'score', label: editor.successes.score },
          ]}
          onChange={({ target }) => {
            if (target.value === '') onChange({ success: null });
            else if (target.value === 'score') onChange({ success: { rule: 'score', threshold: 0.8 } });
            else onChange({ success: { rule: 'all_required', threshold: null } });
          }}
        />
        {success?.rule === 'score' && (
          <TextField
            label={editor.threshold}
            type="number"
            min={0}
            max={1}
            step="0.05"
            disabled={disabled}
            value={success.threshold ?? ''}
            fault={faultAt(error, '/success/threshold')}
            onChange={({ target }) =>
              onChange({ success: { rule: 'score', threshold: Number(target.value) } })
            }
          />
        )}
      </div>
    </fieldset>
  );
};

type When = Draft['when'];

/** A checkbox for each value of a set. */
const Choices = <V extends string>({
  label,
  names,
  chosen,
  disabled,
  onChange,
}: {
  readonly label: string;
  readonly names: Readonly<Record<V, string>>;
  readonly chosen: readonly V[];
  readonly disabled: boolean;
  readonly onChange: (chosen: V[]) => void;
}) => (
  <fieldset>
    <legend className={kit.label}>{label}</legend>
    <div className={kit.row}>
      {(Object.keys(names) as V[]).map((value) => {
        const others = chosen.filter((one) => one !== value);
        return (
          <CheckField
            key={value}
            label={names[value]}
            disabled={disabled}
            checked={chosen.includes(value)}
            onChange={({ target }) => onChange(target.checked ? [...others, value] : others)}
          />
        );
      })}
    </div>
  </fieldset>
);

/** Which calls are analyzed. */
export const WhenFields = ({ draft, error, disabled, onChange }: RuleProps) => {
  const { editor } = words.analyzers;
  const { when } = draft;
  const change = (part: Partial<When>) => onChange({ when: { ...when, ...part } });
  const number = (name: 'min_turns' | 'min_duration_ms' | 'sample', label: string, scale = 1) => (
    <TextField
      label={label}
      type="number"
      min={0}
      step="any"
      disabled={disabled}
      value={String(when[name] * scale)}
      fault={faultAt(error, `/when/${name}`)}
      onChange={({ target }) => change({ [name]: Number(target.value) / scale })}
    />
  );
  return (
    <fieldset>
      <legend>{editor.when}</legend>
      <Choices
        label={editor.channels}
        names={words.values.channel}
        chosen={when.channels}
        disabled={disabled}
        onChange={(channels) => change({ channels })}
      />
      <Choices
        label={editor.directions}
        names={words.values.direction}
        chosen={when.directions}
        disabled={disabled}
        onChange={(directions) => change({ directions })}
      />
      <Choices
        label={editor.statuses}
        names={editor.statusNames}
        chosen={when.statuses}
        disabled={disabled}
        onChange={(statuses) => change({ statuses })}
      />
      <p className={kit.hint}>{editor.noneIsAll}</p>
      <div className={styles.numbers}>
        {number('min_turns', editor.minTurns)}
        {number('min_duration_ms', editor.minSeconds, 0.001)}
        {number('sample', editor.sample, 100)}
      </div>
    </fieldset>
  );
};

const writeModes = ['fill', 'replace', 'none'] as const;
const written = ['outcome', 'sentiment', 'summary', 'data', 'quality'] as const;

/** Which fields of a conversation it sets. */
export const WriteFields = ({ draft, disabled, onChange }: RuleProps) => {
  const { editor } = words.analyzers;
  return (
    <fieldset>
      <legend>{editor.write}</legend>
      <p className={kit.hint}>{editor.writeHint}</p>
      <div className={styles.numbers}>
        {written.map((name) => (
          <SelectField
            key={name}
            label={editor.written[name]}
            disabled={disabled}
            value={draft.write[name]}
            options={writeModes.map((value) => ({ value, label: editor.writes[value] }))}
            onChange={({ target }) => onChange({ write: { ...draft.write, [name]: target.value } })}
          />
        ))}
      </div>
    </fieldset>
  );
};

/** Which model judges, and for how much. */
export const CostFields = ({ draft, error, disabled, onChange }: RuleProps) => {
  const { editor } = words.analyzers;
  return (
    <fieldset>
      <legend>{editor.cost}</legend>
      <div className={kit.columns}>
        <TextField
          label={editor.model}
          hint={editor.modelHint}
          maxLength={200}
          disabled={disabled}
          value={draft.model?.id ?? ''}
          fault={faultAt(error, '/model')}
          onChange={({ target }) => onChange({ model: target.value ? { id: target.value } : null })}
        />
        <TextField
          label={editor.language}
          hint={editor.languageHint}
          maxLength={35}
          disabled={disabled}
          value={draft.language ?? ''}
          fault={faultAt(error, '/language')}
          onChange={({ target }) => onChange({ language: target.value || null })}
        />
        <TextField
          label={editor.tokens}
          hint={editor.tokensHint}
          type="number"
          min={1}
          disabled={disabled}
          value={draft.tokens_per_month ?? ''}
          fault={faultAt(error, '/tokens_per_month')}
          onChange={({ target }) =>
            onChange({ tokens_per_month: target.value ? Number(target.value) : null })
          }
        />
      </div>
    </fieldset>
  );
};

const noReview = { sample: 0, on: [] } as const;

/** Which analyses people review. */
export const ReviewFields = ({ draft, error, disabled, onChange }: RuleProps) => {
  const { editor } = words.analyzers;
  const review = draft.review ?? noReview;
  const change = (part: Partial<NonNullable<Draft['review']>>) => {
    const next = { ...review, ...part };
    onChange({ review: next.sample === 0 && next.on.length === 0 ? null : next });
  };
  return (
    <fieldset>
      <legend>{editor.review}</legend>
      <div className={styles.numbers}>
        <TextField
          label={editor.reviewSample}
          type="number"
          min={0}
          max={100}
          disabled={disabled}
          value={String(Math.round(review.sample * 100))}
          fault={faultAt(error, '/review/sample')}
          onChange={({ target }) => change({ sample: Number(target.value) / 100 })}
        />
      </div>
      <Choices
        label={editor.reviewOn}
        names={editor.reviewTriggers}
        chosen={review.on}
        disabled={disabled}
        onChange={(on) => change({ on })}
      />
    </fieldset>
  );
};
