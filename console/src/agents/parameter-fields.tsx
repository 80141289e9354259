import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { CheckField, SelectField, TextArea, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';
import styles from './agents.module.css';
import { parseJson } from './draft.ts';
import type { Parameter, ParameterType, Schema } from './parameters.ts';
import {
  furtherOf,
  hasValues,
  insideOf,
  isShown,
  newName,
  ofType,
  parametersOf,
  parameterTypes,
  typeOf,
  valuesAsText,
  valuesIn,
  withKeyword,
  withParameters,
} from './parameters.ts';

/** A text that is taken over once it can be used. Until the field is left, it stays as it was typed. */
const useTyped = (value: string, take: (text: string) => string | undefined) => {
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState<string>();
  return {
    value: typed ?? value,
    fault,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => {
      setTyped(target.value);
      setFault(take(target.value));
    },
    onBlur: () => {
      setTyped(undefined);
      setFault(undefined);
    },
  };
};

const Further = ({ words: all }: { readonly words: readonly string[] }) =>
  all.length > 0 && <p className={cx(kit.small, kit.muted, styles.further)}>{all.join(', ')}</p>;

interface RowProps {
  readonly parameter: Parameter;
  readonly taken: readonly string[];
  /** Whether it was just added: its name is typed next. */
  readonly isNew: boolean;
  readonly onChange: (parameter: Parameter) => void;
  readonly onRemove: () => void;
}

const ParameterRow = ({ parameter, taken, isNew, onChange, onRemove }: RowProps) => {
  const { parameters: text } = words.agents.tools;
  const { name, schema, required } = parameter;
  const type = typeOf(schema);
  const change = (next: Schema) => onChange({ ...parameter, schema: next });
  const nameField = useTyped(name, (typed) => {
    const next = typed.trim();
    if (next === '') return text.noName;
    if (next !== name && taken.includes(next)) return text.nameTaken;
    if (next !== name) onChange({ ...parameter, name: next });
    return undefined;
  });
  const valuesField = useTyped(valuesAsText(schema), (typed) => {
    const values = valuesIn(type, typed);
    if (values === null) return text.noValues;
    change(withKeyword(schema, 'enum', values));
    return undefined;
  });
  const row = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const field = isNew && row.current?.querySelector('input');
    if (!field) return;
    field.focus();
    field.select();
  }, [isNew]);
  const items = schema.items as Schema | undefined;
  const inside = insideOf(schema);
  const further = [...furtherOf(schema, 'parameter'), ...(items ? furtherOf(items, 'whole') : [])];
  return (
    <fieldset ref={row} className={styles.parameter}>
      <legend className={kit.hidden}>{name}</legend>
      <div className={styles.parameterHead}>
        <TextField label={text.name} className={cx(kit.input, kit.code)} spellCheck={false} {...nameField} />
        <SelectField
          label={text.type}
          value={type}
          options={parameterTypes.map((value) => ({ value, label: text.types[value] }))}
          onChange={({ target }) => change(ofType(target.value as ParameterType, schema))}
        />
        {type === 'array' && (
          <SelectField
            label={text.items}
            value={items ? typeOf(items) : ''}
            options={[
              ...(items ? [] : [{ value: '', label: text.anything }]),
              ...parameterTypes
                .filter((value) => value !== 'array')
                .map((value) => ({ value, label: text.types[value] })),
            ]}
            onChange={({ target }) =>
              change({ ...schema, items: ofType(target.value as ParameterType, items ?? {}) })
            }
          />
        )}
        <div className={kit.row}>
          <CheckField
            label={text.required}
            checked={required}
            onChange={({ target }) => onChange({ ...parameter, required: target.checked })}
          />
          <Button small look="plain" aria-label={text.remove(name)} onClick={onRemove}>
            {words.kit.remove}
          </Button>
        </div>
      </div>
      <div className={kit.columns}>
        <TextField
          label={text.description}
          value={(schema.description as string | undefined) ?? ''}
          onChange={({ target }) =>
            change(withKeyword(schema, 'description', target.value === '' ? undefined : target.value))
          }
        />
        {hasValues(schema) && (
          <TextArea
            label={text.values}
            rows={Math.min(6, Math.max(1, valuesField.value.split('\n').length))}
            className={styles.low}
            placeholder={text.anyValue}
            {...valuesField}
          />
        )}
      </div>
      <Further words={further} />
      {inside && (
        <ParameterRows
          schema={inside}
          label={text.inside(name)}
          onChange={(next) => change(inside === schema ? next : { ...schema, items: next })}
        />
      )}
    </fieldset>
  );
};

interface RowsProps {
  readonly schema: Schema;
  readonly label: string;
  readonly onChange: (schema: Schema) => void;
}

/** The parameters of an object, one below the other. */
const ParameterRows = ({ schema, label, onChange }: RowsProps) => {
  const { parameters: text } = words.agents.tools;
  const [added, setAdded] = useState<number>();
  const add = useRef<HTMLDivElement>(null);
  const all = parametersOf(schema);
  const names = all.map(({ name }) => name);
  const set = (next: readonly Parameter[]) => onChange(withParameters(schema, next));
  return (
    <fieldset className={styles.parameters} aria-label={label}>
      {all.length === 0 && <p className={cx(kit.small, kit.muted)}>{text.none}</p>}
      {all.map((parameter, at) => (
        <ParameterRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a name changes while it is typed.
          key={at}
          parameter={parameter}
          taken={names}
          isNew={added === at}
          onChange={(next) => set(all.map((one, index) => (index === at ? next : one)))}
          onRemove={() => {
            setAdded(undefined);
            set(all.filter((_, index) => index !== at));
            add.current?.querySelector('button')?.focus();
          }}
        />
      ))}
      <div ref={add}>
        <Button
          small
          onClick={() => {
            setAdded(all.length);
            set([...all, { name: newName(all), schema: { type: 'string' }, required: false }]);
          }}
        >
          {text.add}
        </Button>
      </div>
    </fieldset>
  );
};

interface ParameterFieldsProps {
  /** A JSON Schema, or a text that is none yet. */
  readonly value: string;
  readonly fault: string | undefined;
  readonly onChange: (value: string) => void;
}

/** The parameters of a tool as a form, or as the JSON Schema behind it, which can say more. */
export const ParameterFields = ({ value, fault, onChange }: ParameterFieldsProps) => {
  const { tools } = words.agents;
  const { parameters: text } = tools;
  const schema = parseJson(value);
  const canShow = schema !== undefined && isShown(schema);
  const [asJson, setAsJson] = useState(!canShow);
  const isForm = canShow && !asJson;
  const switched = (label: string, disabled = false): ReactNode => (
    <Button small look="plain" disabled={disabled} onClick={() => setAsJson(!asJson || !canShow)}>
      {label}
    </Button>
  );
  return (
    <div className={cx(kit.stack, kit.tight)}>
      <div className={cx(kit.row, kit.spread)}>
        <strong>{text.title}</strong>
        {isForm ? switched(text.asJson) : switched(text.asForm, !canShow)}
      </div>
      {isForm ? (
        <>
          <ParameterRows
            schema={schema}
            label={text.title}
            onChange={(next) => onChange(JSON.stringify(next, undefined, 2))}
          />
          <Further words={furtherOf(schema, 'whole')} />
          {fault && <p className={kit.fault}>{fault}</p>}
        </>
      ) : (
        <TextArea
          label={text.schema}
          hint={schema && !canShow && text.onlyJson}
          className={kit.code}
          rows={5}
          spellCheck={false}
          value={value}
          fault={schema ? fault : tools.notJson}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </div>
  );
};
