import { useState } from 'react';
import { faultAt } from '../api/faults.ts';
import { inWords } from '../api/format.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { CheckField, SelectField, TextArea, TextField } from '../kit/field.tsx';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';
import styles from './analyzers.module.css';
import type { Criterion } from './draft.ts';
import { linesOf, ofKind } from './draft.ts';

interface CriterionFieldsProps {
  readonly criterion: Criterion;
  /** Its position, from 0. */
  readonly at: number;
  readonly error: unknown;
  readonly disabled: boolean;
  readonly onChange: (criterion: Criterion) => void;
  readonly onRemove: () => void;
  /** Absent for the first one. */
  readonly onMoveUp?: (() => void) | undefined;
}

const ms = 1000;

const numberIn = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** The fields of one kind of criterion. */
const KindFields = ({ criterion, at, error, onChange }: CriterionFieldsProps) => {
  const { editor } = words.analyzers;
  const { kind } = criterion;
  const change = (part: Partial<Criterion>) => onChange({ ...criterion, ...part });
  const fault = (name: keyof Criterion) => faultAt(error, `/criteria/${at}/${name}`);
  const number = (name: 'min' | 'max' | 'pass_at' | 'value', label: string, scale = 1) => (
    <TextField
      label={label}
      type="number"
      step="any"
      value={criterion[name] === null ? '' : String((criterion[name] ?? 0) / scale)}
      fault={fault(name)}
      onChange={({ target }) => {
        const value = numberIn(target.value);
        change({ [name]: value === null ? null : value * scale });
      }}
    />
  );
  const lines = (name: 'texts' | 'end_reasons', label: string) => (
    <TextArea
      label={label}
      hint={editor.onePerLine}
      rows={3}
      defaultValue={criterion[name].join('\n')}
      fault={fault(name)}
      onChange={({ target }) => change({ [name]: linesOf(target.value) })}
    />
  );
  const text = (name: 'pattern' | 'tool' | 'metric', label: string, hint?: string) => (
    <TextField
      label={label}
      hint={hint}
      value={criterion[name] ?? ''}
      fault={fault(name)}
      onChange={({ target }) => change({ [name]: target.value })}
    />
  );
  const speaker = (
    <SelectField
      label={editor.speaker}
      value={criterion.speaker}
      options={(['any', 'user', 'agent'] as const).map((value) => ({ value, label: editor.speakers[value] }))}
      onChange={({ target }) => change({ speaker: target.value as Criterion['speaker'] })}
    />
  );
  const absent = (
    <CheckField
      label={editor.absent}
      checked={criterion.absent}
      onChange={({ target }) => change({ absent: target.checked })}
    />
  );
  const op = (
    <SelectField
      label={editor.op}
      value={criterion.op ?? 'lte'}
      options={(['lt', 'lte', 'eq', 'gte', 'gt'] as const).map((value) => ({
        value,
        label: editor.ops[value],
      }))}
      onChange={({ target }) => change({ op: target.value as NonNullable<Criterion['op']> })}
    />
  );
  switch (kind) {
    case 'judge':
    case 'score':
      return (
        <>
          <TextArea
            label={editor.instruction}
            hint={editor.instructionHint}
            rows={2}
            maxLength={2000}
            value={criterion.instruction ?? ''}
            fault={fault('instruction')}
            onChange={({ target }) => change({ instruction: target.value })}
          />
          <TextField
            label={editor.appliesWhen}
            hint={editor.appliesHint}
            maxLength={500}
            value={criterion.applies_when ?? ''}
            fault={fault('applies_when')}
            onChange={({ target }) => change({ applies_when: target.value || null })}
          />
          {kind === 'score' && (
            <div className={styles.numbers}>
              {number('min', editor.lowest)}
              {number('max', editor.highest)}
              {number('pass_at', editor.passAt)}
            </div>
          )}
        </>
      );
    case 'contains':
      return (
        <>
          {lines('texts', editor.texts)}
          {speaker}
          {absent}
        </>
      );
    case 'pattern':
      return (
        <>
          {text('pattern', editor.pattern, editor.patternHint)}
          {speaker}
          {absent}
        </>
      );
    case 'tool_called':
      return (
        <>
          {text('tool', editor.tool)}
          {absent}
        </>
      );
    case 'metric':
      return (
        <div className={styles.numbers}>
          {text('metric', editor.metric)}
          {op}
          {number('value', editor.value)}
        </div>
      );
    case 'duration':
      return (
        <div className={styles.numbers}>
          {op}
          {number('value', editor.seconds, ms)}
        </div>
      );
    case 'turns':
      return (
        <div className={styles.numbers}>
          {op}
          {number('value', editor.value)}
        </div>
      );
    case 'ended_by':
      return lines('end_reasons', editor.endReasons);
  }
};

/** Examples that show a model how to decide. */
const Examples = ({
  criterion,
  disabled,
  onChange,
}: Pick<CriterionFieldsProps, 'criterion' | 'disabled' | 'onChange'>) => {
  const { editor, verdicts } = words.analyzers;
  const { examples } = criterion;
  const set = (next: Criterion['examples']) => onChange({ ...criterion, examples: next });
  const numbered = examples.map((example, number) => ({ ...example, number }));
  return (
    <>
      {numbered.map(({ text, verdict, number }) => (
        <div key={number} className={styles.example}>
          <TextField
            label={editor.example(number + 1)}
            maxLength={1000}
            value={text}
            onChange={({ target }) =>
              set(examples.map((one, at) => (at === number ? { ...one, text: target.value } : one)))
            }
          />
          <SelectField
            label={editor.exampleVerdict(number + 1)}
            labelHidden
            value={verdict}
            options={(['passed', 'failed'] as const).map((value) => ({
              value,
              label: verdicts.names[value],
            }))}
            onChange={({ target }) =>
              set(
                examples.map((one, at) =>
                  at === number ? { ...one, verdict: target.value as 'passed' | 'failed' } : one,
                ),
              )
            }
          />
          <Button small look="plain" onClick={() => set(examples.filter((_, at) => at !== number))}>
            {editor.removeExample(number + 1)}
          </Button>
        </div>
      ))}
      {!disabled && examples.length < 5 && (
        <div>
          <Button small look="plain" onClick={() => set([...examples, { text: '', verdict: 'passed' }])}>
            {editor.addExample}
          </Button>
        </div>
      )}
    </>
  );
};

/** One requirement that calls are judged by: a line that opens. A new one, and one with a fault, is open. */
export const CriterionFields = (props: CriterionFieldsProps) => {
  const { criterion, at, error, disabled, onChange, onRemove, onMoveUp } = props;
  const { editor } = words.analyzers;
  const { name, kind, required } = criterion;
  const [isNew] = useState(name === '');
  const isFaulty = faultAt(error, `/criteria/${at}`) !== undefined;
  const shown = name ? inWords(name) : editor.unnamed(at + 1);
  const change = (part: Partial<Criterion>) => onChange({ ...criterion, ...part });
  return (
    <details className={styles.criterion} open={isNew || isFaulty || undefined}>
      <summary>
        <span className={kit.grow}>{shown}</span>
        <span className={cx(kit.small, kit.muted)}>
          {editor.kinds[kind]}
          {required && `, ${editor.needed}`}
        </span>
        <Icon name="down" />
      </summary>
      <section className={styles.inside} aria-label={shown}>
        <div className={styles.pair}>
          <TextField
            label={editor.criterionName}
            {...(isNew && { hint: editor.nameHint })}
            maxLength={40}
            value={name}
            fault={faultAt(error, `/criteria/${at}/name`)}
            onChange={({ target }) => change({ name: target.value })}
          />
          <SelectField
            label={editor.kind}
            value={kind}
            options={(Object.keys(editor.kinds) as Criterion['kind'][]).map((value) => ({
              value,
              label: editor.kinds[value],
            }))}
            onChange={({ target }) => onChange(ofKind(criterion, target.value as Criterion['kind']))}
          />
        </div>
        <KindFields key={kind} {...props} />
        {kind === 'judge' && <Examples {...props} />}
        <div className={styles.numbers}>
          <CheckField
            label={editor.required}
            checked={required}
            onChange={({ target }) => change({ required: target.checked })}
          />
          <CheckField
            label={editor.labels}
            checked={criterion.labels}
            onChange={({ target }) => change({ labels: target.checked })}
          />
          <TextField
            label={editor.weight}
            type="number"
            min={1}
            max={100}
            value={criterion.weight}
            fault={faultAt(error, `/criteria/${at}/weight`)}
            onChange={({ target }) => change({ weight: Number(target.value) })}
          />
        </div>
        {!disabled && (
          <div className={cx(kit.row, kit.end)}>
            {onMoveUp && (
              <Button small look="plain" onClick={onMoveUp}>
                {editor.moveUp(shown)}
              </Button>
            )}
            <Button small look="plain" onClick={onRemove}>
              {editor.removeOf(shown)}
            </Button>
          </div>
        )}
      </section>
    </details>
  );
};
