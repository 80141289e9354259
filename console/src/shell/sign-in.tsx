import type { FormEvent } from 'react';
import { useState } from 'react';
import { signIn } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { TextField } from '../kit/field.tsx';
import { Problem } from '../kit/notices.tsx';

/** Asks for an API key. It is kept for this tab, until the tab is closed. */
export const SignIn = ({ reason }: { readonly reason?: string | undefined }) => {
  const [key, setKey] = useState('');
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await signIn(key.trim());
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  };

  return (
    <main className="sign-in">
      <form className="card stack" onSubmit={(event) => void submit(event)}>
        <div className="stack tight">
          <h1>Sign in</h1>
          <p className="muted">
            Paste an API key. You see what the key may read. The key stays in this tab and is forgotten when
            you close it.
          </p>
        </div>
        {reason && !error && (
          <p className="notice warn" role="status">
            {reason}
          </p>
        )}
        <TextField
          label="API key"
          type="password"
          autoComplete="off"
          spellCheck={false}
          required
          placeholder="vap_…"
          value={key}
          onChange={({ target }) => setKey(target.value)}
        />
        {error !== undefined && <Problem error={error} />}
        <Button look="primary" type="submit" busy={busy}>
          {busy ? 'Signing in …' : 'Sign in'}
        </Button>
      </form>
    </main>
  );
};
