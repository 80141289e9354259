import type { FormEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
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

const begin = (company: string, connection: string | undefined) =>
  createClient({ baseUrl: window.location.origin }).signIn.begin({ body: bodyOf(company, connection) });

type BegunSignIn = Awaited<ReturnType<typeof begin>>;

/**
 * The organization and the provider that the link of somebody else leads to, before anybody follows it.
 * Without an answer, the button says why. `done` waits for the request: each sets the cookie of the sign-in.
 */
const useLeadsTo = (connection: string | undefined) => {
  const [found, setFound] = useState<BegunSignIn>();
  const done = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    if (!connection) return undefined;
    let current = true;
    done.current = begin('', connection).then(
      (answer) => current && setFound(answer),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [connection]);
  return { found, done };
};

const LeadsTo = ({ url, organization }: BegunSignIn) => (
  <p>{words.signIn.leadsTo(organization ?? words.signIn.thePlatform, new URL(url).host)}</p>
);

/** Sends a person to the sign-in page of their company. */
export const SignInForm = () => {
  const [company, setCompany] = useState('');
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const connection = namedConnection();
  const { found, done } = useLeadsTo(connection);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await done.current;
      const { url } = await begin(company.trim(), connection);
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
      {found && <LeadsTo {...found} />}
      {error !== undefined && <Problem error={error} />}
      <Button look="primary" type="submit" busy={busy}>
        {connection && invitation() ? words.signIn.accept : words.signIn.continue}
      </Button>
    </form>
  );
};
