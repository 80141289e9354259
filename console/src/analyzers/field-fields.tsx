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
import type { Field } from './draft.ts';
import { linesOf } from './draft.ts';

interface FieldFieldsProps {
  readonly field: Field;
  /** Its position, from 0. */
  readonly at: number;
  readonly error: unknown;
  readonly disabled: boolean;
  readonly onChange: (field: Field) => void;
  readonly onRemove: () => void;
}

/** One value to extract from calls. */
export const FieldFields = ({ field, at, error, disabled, onChange, onRemove }: FieldFieldsProps) => {
  const { editor } = words.analyzers;
  const [isNew] = useState(field.name === '');
  const isFaulty = faultAt(error, `/fields/${at}`) !== undefined;
  const shown = field.name ? inWords(field.name) : editor.field(at + 1);
  const change = (part: Partial<Field>) => onChange({ ...field, ...part });
  const fault = (name: keyof Field) => faultAt(error, `/fields/${at}/${name}`);
  return (
    <details className={styles.criterion} open={isNew || isFaulty || undefined}>
      <summary>
        <span className={kit.grow}>{shown}</span>
        <span className={cx(kit.small, kit.muted)}>{editor.fieldTypes[field.type]}</span>
        <Icon name="down" />
      </summary>
      <section className={styles.inside} aria-label={shown}>
        <div className={styles.pair}>
          <TextField
            label={editor.criterionName}
            maxLength={40}
            value={field.name}
            fault={fault('name')}
            onChange={({ target }) => change({ name: target.value })}
          />
          <SelectField
            label={editor.fieldType}
            value={field.type}
            options={(Object.keys(editor.fieldTypes) as Field['type'][]).map((value) => ({
              value,
              label: editor.fieldTypes[value],
            }))}
            onChange={({ target }) => change({ type: target.value as Field['type'] })}
          />
        </div>
        <TextField
          label={editor.fieldDescription}
          maxLength={1000}
          value={field.description ?? ''}
          fault={fault('description')}
          onChange={({ target }) => change({ description: target.value || null })}
        />
        {field.type === 'enum' && (
          <TextArea
            label={editor.fieldValues}
            hint={editor.onePerLine}
            rows={3}
            defaultValue={field.values.join('\n')}
            fault={fault('values')}
            onChange={({ target }) => change({ values: linesOf(target.value) })}
          />
        )}
        <TextField
          label={editor.fieldPattern}
          hint={editor.fieldPatternHint}
          maxLength={500}
          value={field.pattern ?? ''}
          fault={fault('pattern')}
          onChange={({ target }) => change({ pattern: target.value || null })}
        />
        <div className={kit.row}>
          <CheckField
            label={editor.fieldRequired}
            checked={field.required}
            onChange={({ target }) => change({ required: target.checked })}
          />
          <CheckField
            label={editor.labels}
            checked={field.labels}
            onChange={({ target }) => change({ labels: target.checked })}
          />
          {!disabled && (
            <Button small look="plain" onClick={onRemove}>
              {editor.removeOf(shown)}
            </Button>
          )}
        </div>
      </section>
    </details>
  );
};
