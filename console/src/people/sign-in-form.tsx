import type { FormEvent } from 'react';
import { useState } from 'react';
import { createClient } from 'voice-agent-platform-client';
import { Button } from '../kit/button.tsx';
import { TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { words } from '../words/index.ts';
import { invitation } from './invitation.ts';
import { rememberPerson } from './remembered.ts';

/** The connection that the address or an invitation names. */
const namedConnection = (): string | undefined =>
  invitation()?.connectionId ?? new URLSearchParams(window.location.search).get('connection_id') ?? undefined;

const bodyOf = (company: string, connection_id: string | undefined) => {
  if (connection_id) return { connection_id };
  return company.includes('@') ? { email: company } : { domain: company.toLowerCase() };
};

/** Sends a person to the sign-in page of their company. */
export const SignInForm = () => {
  const [company, setCompany] = useState('');
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const connection = namedConnection();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      const api = createClient({ baseUrl: window.location.origin });
      const { url } = await api.signIn.begin({ body: bodyOf(company.trim(), connection) });
      rememberPerson();
      window.location.assign(url);
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  };

  return (
    <form className={kit.stack} onSubmit={(event) => void submit(event)}>
      {!connection && (
        <TextField
          label={words.signIn.company}
          autoComplete="email"
          required
          placeholder="pia@example.com"
          value={company}
          onChange={({ target }) => setCompany(target.value)}
        />
      )}
      {error !== undefined && <Problem error={error} />}
      <Button look="primary" type="submit" busy={busy}>
        {connection && invitation() ? words.signIn.accept : words.signIn.continue}
      </Button>
    </form>
  );
};
