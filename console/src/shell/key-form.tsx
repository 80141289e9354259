import type { FormEvent } from 'react';
import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { words } from '../words/index.ts';

export interface KeyFormProps {
  readonly send: (key: string) => Promise<void>;
  /** Another form of the page has the primary button. */
  readonly secondary?: boolean;
}

/** Asks for an API key, and says why one is refused. */
export const KeyForm = ({ send, secondary = false }: KeyFormProps) => {
  const [key, setKey] = useState('');
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await send(key.trim());
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  };

  return (
    <form className={kit.stack} onSubmit={(event) => void submit(event)}>
      <TextField
        label={words.signIn.key}
        type="password"
        autoComplete="off"
        spellCheck={false}
        required
        placeholder="vap_…"
        value={key}
        onChange={({ target }) => setKey(target.value)}
      />
      {error !== undefined && <Problem error={error} />}
      <Button {...(!secondary && { look: 'primary' })} type="submit" busy={busy}>
        {words.signIn.title}
      </Button>
    </form>
  );
};
