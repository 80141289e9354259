import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { faultAt } from '../api/faults.ts';
import { useNames } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { valueInWords } from '../api/values.ts';
import { AgentPicker } from '../integrations/agent-picker.tsx';
import { Badge } from '../kit/badge.tsx';
import { Chip } from '../kit/chip.tsx';
import { cx } from '../kit/cx.ts';
import { CheckField, SelectField, TextArea, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Picker } from '../kit/picker.tsx';
import { words } from '../words/index.ts';
import styles from './analyzers.module.css';
import type { Draft } from './draft.ts';
import { outcomeFrom, outcomeLines } from './draft.ts';

export interface RuleProps {
  readonly draft: Draft;
  readonly error: unknown;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** Outcome, sentiment and summary, which a model determines. */
export const OutcomeFields = ({ draft, error, onChange }: RuleProps) => {
  const { editor } = words.analyzers;
  return (
    <fieldset>
      <legend>{editor.outcome}</legend>
      <TextArea
        label={editor.outcomes}
        hint={editor.outcomesHint}
        rows={3}
        defaultValue={outcomeLines(draft.outcome)}
        fault={faultAt(error, '/outcome')}
        onChange={({ target }) => onChange({ outcome: outcomeFrom(target.value) })}
      />
      <TextField
        label={editor.summary}
        hint={editor.summaryHint}
        maxLength={1000}
        value={draft.summary?.instruction ?? ''}
        fault={faultAt(error, '/summary')}
        onChange={({ target }) => onChange({ summary: target.value ? { instruction: target.value } : null })}
      />
      <CheckField
        label={editor.sentiment}
        checked={draft.sentiment}
        onChange={({ target }) => onChange({ sentiment: target.checked })}
      />
    </fieldset>
  );
};

/** The rule by which a call is successful. */
export const SuccessFields = ({ draft, error, onChange }: RuleProps) => {
  const { editor } = words.analyzers;
  const { success } = draft;
  return (
    <fieldset>
      <legend>{editor.success}</legend>
      <div className={styles.numbers}>
        <SelectField
          label={editor.success}
          labelHidden
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
  onChange,
}: {
  readonly label: string;
  readonly names: Readonly<Record<V, string>>;
  readonly chosen: readonly V[];
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
            checked={chosen.includes(value)}
            onChange={({ target }) => onChange(target.checked ? [...others, value] : others)}
          />
        );
      })}
    </div>
  </fieldset>
);

interface ListProps {
  readonly clientId: string | null;
  readonly chosen: readonly string[];
  readonly disabled: boolean;
  readonly fault: string | undefined;
  readonly onChange: (chosen: string[]) => void;
}

/** Values that were chosen one by one, each of which can be removed. */
const Chosen = ({
  label,
  nameOf,
  chosen,
  disabled,
  onChange,
}: Omit<ListProps, 'clientId' | 'fault'> & {
  readonly label: string;
  readonly nameOf: (value: string) => string;
}) =>
  chosen.length > 0 && (
    <ul className={kit.row} aria-label={label}>
      {chosen.map((value) => (
        <li key={value}>
          {disabled ? (
            <Badge>{nameOf(value)}</Badge>
          ) : (
            <Chip
              value={nameOf(value)}
              removeLabel={words.analyzers.editor.removeOf(nameOf(value))}
              onRemove={() => onChange(chosen.filter((one) => one !== value))}
            />
          )}
        </li>
      ))}
    </ul>
  );

const withOne = (chosen: readonly string[], value: string): string[] => [...new Set([...chosen, value])];

/** The agents whose calls are analyzed, by their names. */
const AgentChoices = ({ clientId, chosen, disabled, fault, onChange }: ListProps) => {
  const { editor } = words.analyzers;
  const nameOf = useNames('agent', chosen);
  return (
    <div className={cx(kit.stack, kit.tight)}>
      <AgentPicker
        label={editor.agents}
        clientId={clientId ?? undefined}
        offered="all"
        agentId=""
        disabled={disabled}
        fault={fault}
        onChoose={(id) => onChange(withOne(chosen, id))}
      />
      <Chosen label={editor.agents} nameOf={nameOf} chosen={chosen} disabled={disabled} onChange={onChange} />
    </div>
  );
};

const reasonInWords = (reason: string): string => valueInWords('ended', reason);

/** The reasons of the end of calls that are analyzed: those that occur, or others. */
const ReasonChoices = ({ clientId, chosen, disabled, fault, onChange }: ListProps) => {
  const { api, may } = useSession();
  const { editor } = words.analyzers;
  const [opened, setOpened] = useState(false);
  const { data, isLoading } = useQuery({
    queryKey: ['conversations', clientId, 'end reasons'],
    queryFn: ({ signal }) =>
      api.conversations.summary({
        query: { interval: 'total', group_by: ['end_reason'], ...(clientId && { client_id: clientId }) },
        signal,
      }),
    enabled: opened && may('conversations:read'),
  });
  const options = (data?.rows ?? []).flatMap(({ group: { end_reason: value } }) =>
    value ? [{ value, label: reasonInWords(value), facts: value }] : [],
  );
  return (
    <div className={cx(kit.stack, kit.tight)}>
      <Picker
        label={editor.reasons}
        free
        value=""
        placeholder={words.shell.choose}
        options={options}
        busy={isLoading}
        empty={editor.noReasons}
        disabled={disabled}
        fault={fault}
        onOpen={() => setOpened(true)}
        onChoose={(value) => onChange(withOne(chosen, value))}
      />
      <Chosen
        label={editor.reasons}
        nameOf={reasonInWords}
        chosen={chosen}
        disabled={disabled}
        onChange={onChange}
      />
    </div>
  );
};

interface WhenProps extends RuleProps {
  /** The organization of the analyzer; null for the platform. */
  readonly clientId: string | null;
  readonly disabled: boolean;
}

/** Which calls are analyzed. */
export const WhenFields = ({ draft, error, disabled, clientId, onChange }: WhenProps) => {
  const { editor } = words.analyzers;
  const { when } = draft;
  const change = (part: Partial<When>) => onChange({ when: { ...when, ...part } });
  const number = (name: 'min_turns' | 'min_duration_ms' | 'sample', label: string, scale = 1) => (
    <TextField
      label={label}
      type="number"
      min={0}
      step="any"
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
        onChange={(channels) => change({ channels })}
      />
      <Choices
        label={editor.directions}
        names={words.values.direction}
        chosen={when.directions}
        onChange={(directions) => change({ directions })}
      />
      <Choices
        label={editor.statuses}
        names={editor.statusNames}
        chosen={when.statuses}
        onChange={(statuses) => change({ statuses })}
      />
      <div className={kit.columns}>
        <AgentChoices
          clientId={clientId}
          chosen={when.agent_ids}
          disabled={disabled}
          fault={faultAt(error, '/when/agent_ids')}
          onChange={(agent_ids) => change({ agent_ids })}
        />
        <ReasonChoices
          clientId={clientId}
          chosen={when.end_reasons}
          disabled={disabled}
          fault={faultAt(error, '/when/end_reasons')}
          onChange={(end_reasons) => change({ end_reasons })}
        />
      </div>
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
export const WriteFields = ({ draft, onChange }: RuleProps) => {
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
export const CostFields = ({ draft, error, onChange }: RuleProps) => {
  const { editor } = words.analyzers;
  return (
    <fieldset>
      <legend>{editor.cost}</legend>
      <div className={kit.columns}>
        <TextField
          label={editor.model}
          hint={editor.modelHint}
          maxLength={200}
          value={draft.model?.id ?? ''}
          fault={faultAt(error, '/model')}
          onChange={({ target }) => onChange({ model: target.value ? { id: target.value } : null })}
        />
        <TextField
          label={editor.language}
          hint={editor.languageHint}
          maxLength={35}
          value={draft.language ?? ''}
          fault={faultAt(error, '/language')}
          onChange={({ target }) => onChange({ language: target.value || null })}
        />
        <TextField
          label={editor.tokens}
          hint={editor.tokensHint}
          type="number"
          min={1}
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
export const ReviewFields = ({ draft, error, onChange }: RuleProps) => {
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
          value={String(Math.round(review.sample * 100))}
          fault={faultAt(error, '/review/sample')}
          onChange={({ target }) => change({ sample: Number(target.value) / 100 })}
        />
      </div>
      <Choices
        label={editor.reviewOn}
        names={editor.reviewTriggers}
        chosen={review.on}
        onChange={(on) => change({ on })}
      />
    </fieldset>
  );
};
