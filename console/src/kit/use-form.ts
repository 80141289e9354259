import type { FormEvent } from 'react';
import { useState } from 'react';
import { faultAt, uncorrected } from '../api/faults.ts';
import type { Action } from '../api/use-action.ts';
import { useAction } from '../api/use-action.ts';
import { words } from '../words/index.ts';
import { toast } from './toasts.tsx';

type NamesOf<V, T> = { [N in keyof V]: V[N] extends T ? N : never }[keyof V] & string;

interface ValueChange {
  readonly target: { readonly value: string };
}

interface CheckChange {
  readonly target: { readonly checked: boolean };
}

interface FormOptions<V, R> extends Action<V, R> {
  readonly initial: V | (() => V);
}

/** The values of a form, sent as they are, and what the API says about each until it is changed. */
export const useForm = <V extends object, R>({ initial, ...action }: FormOptions<V, R>) => {
  const [first] = useState(initial);
  const [values, setValues] = useState(first);
  const [changed, setChanged] = useState<readonly string[]>([]);
  const request = useAction<R, V>(action);
  const error = uncorrected(request.error, changed);
  const change = (part: Partial<V>, pointers = Object.keys(part).map((name) => `/${name}`)) => {
    setValues((now) => ({ ...now, ...part }));
    setChanged([...changed, ...pointers]);
  };
  const set = (name: keyof V, value: unknown, pointer = `/${String(name)}`) =>
    change({ [name]: value } as unknown as Partial<V>, [pointer]);
  const save = () => {
    setChanged([]);
    request.mutate(values);
  };
  return {
    values,
    change,
    error,
    busy: request.isPending,
    /** Whether a value is another one than at the beginning. */
    isChanged: JSON.stringify(values) !== JSON.stringify(first),
    /** The answer, once there is one. */
    reply: request.data,
    save,
    submit: (event: FormEvent) => {
      event.preventDefault();
      save();
    },
    /** The properties of a field. The API knows it by its name, or by another pointer. */
    bind: <N extends NamesOf<V, string>>(name: N, pointer = `/${name}`) => ({
      value: values[name] as string,
      fault: faultAt(error, pointer),
      onChange: ({ target }: ValueChange) => set(name, target.value, pointer),
    }),
    /** The properties of a checkbox. */
    check: (name: NamesOf<V, boolean>) => ({
      checked: values[name] as boolean,
      onChange: ({ target }: CheckChange) => set(name, target.checked),
    }),
    /** The properties of a checkbox for one member of a set. */
    toggle: <N extends NamesOf<V, readonly string[]>>(name: N, member: string) => {
      const others = (values[name] as readonly string[]).filter((one) => one !== member);
      return {
        checked: (values[name] as readonly string[]).includes(member),
        onChange: ({ target }: CheckChange) => set(name, target.checked ? [...others, member] : others),
      };
    },
  };
};

/** An entity that a page shows and goes on reading, and the settings of it that a form changes. */
interface EditFormOptions<E, V, R> extends Required<Pick<Action<V, R>, 'refresh'>> {
  readonly shown: E;
  readonly etag: string;
  readonly draftOf: (shown: E) => V;
  /** Sends the settings. `before` and `ifMatch` are of the version that the fields show. */
  readonly send: (draft: V, opened: { readonly before: V; readonly ifMatch: string }) => Promise<R>;
  readonly onClose: () => void;
}

/** A form for the settings of something as they were when it was opened. It closes once they are saved. */
export const useEditForm = <E, V extends object, R>({
  shown,
  etag,
  draftOf,
  send,
  refresh,
  onClose,
}: EditFormOptions<E, V, R>) => {
  const [opened] = useState(() => ({ before: draftOf(shown), ifMatch: etag }));
  return useForm<V, R>({
    initial: opened.before,
    send: (draft) => send(draft, opened),
    refresh,
    onSent: () => {
      toast(words.kit.saved);
      onClose();
    },
  });
};
