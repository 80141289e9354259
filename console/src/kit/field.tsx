import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import { useId } from 'react';
import { cx } from './cx.ts';
import kit from './kit.module.css';

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** The problem with the value. */
  readonly fault?: string | undefined;
  /** The label is for screen readers only. */
  readonly labelHidden?: boolean;
}

interface DescribedInput {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

const Field = ({
  label,
  hint,
  fault,
  labelHidden,
  children,
}: FieldProps & { readonly children: (described: DescribedInput) => ReactNode }) => {
  const id = useId();
  const about = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div className={kit.field}>
      <label htmlFor={id} className={labelHidden ? kit.hidden : undefined}>
        {label}
      </label>
      {children({ id, ...(about && { 'aria-describedby': about }), ...(fault && { 'aria-invalid': true }) })}
      {hint && (
        <span id={`${id}-hint`} className={kit.hint}>
          {hint}
        </span>
      )}
      {fault && (
        <span id={`${id}-fault`} className={kit.fault}>
          {fault}
        </span>
      )}
    </div>
  );
};

type Own = 'label' | 'hint' | 'fault' | 'labelHidden';

const split = <P extends FieldProps>({ label, hint, fault, labelHidden, ...rest }: P) => ({
  field: { label, hint, fault, ...(labelHidden && { labelHidden }) },
  rest: rest as Omit<P, Own>,
});

export const TextField = (props: FieldProps & InputHTMLAttributes<HTMLInputElement>) => {
  const { field, rest } = split(props);
  return <Field {...field}>{(described) => <input className={kit.input} {...described} {...rest} />}</Field>;
};

export const TextArea = (props: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) => {
  const { field, rest } = split(props);
  const { className, ...others } = rest;
  return (
    <Field {...field}>
      {(described) => <textarea className={cx(kit.input, className)} {...described} {...others} />}
    </Field>
  );
};

export interface Option {
  readonly value: string;
  readonly label: string;
}

export const SelectField = (
  props: FieldProps & SelectHTMLAttributes<HTMLSelectElement> & { readonly options: readonly Option[] },
) => {
  const { field, rest } = split(props);
  const { options, ...others } = rest;
  return (
    <Field {...field}>
      {(described) => (
        <select className={kit.input} {...described} {...others}>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
};

export const CheckField = ({
  label,
  hint,
  ...rest
}: { readonly label: string; readonly hint?: string } & InputHTMLAttributes<HTMLInputElement>) => {
  const id = useId();
  return (
    <div className={kit.check}>
      <input type="checkbox" id={id} aria-describedby={hint ? `${id}-hint` : undefined} {...rest} />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <div id={`${id}-hint`} className={kit.hint}>
            {hint}
          </div>
        )}
      </div>
    </div>
  );
};

interface FileFieldProps extends FieldProps {
  /** Media types and endings of names, as `<input>` takes them. */
  readonly accept: string;
  readonly multiple?: boolean;
  readonly disabled?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  /** Beside the button: of the file that was chosen. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
}

export const FileField = (props: FileFieldProps) => {
  const { field, rest } = split(props);
  const { onFiles, before, after, ...input } = rest;
  return (
    <Field {...field}>
      {(described) => (
        <div className={kit.row}>
          {before}
          <input
            type="file"
            className={kit.file}
            onChange={({ target }) => onFiles([...(target.files ?? [])])}
            {...described}
            {...input}
          />
          {after}
        </div>
      )}
    </Field>
  );
};
