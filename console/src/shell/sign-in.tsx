import type { FormEvent } from 'react';
import { useEffect, useState } from 'react';
import type { Branding } from 'voice-agent-platform-client';
import { createClient } from 'voice-agent-platform-client';
import { signIn } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { SignInForm } from '../people/sign-in-form.tsx';
import { words } from '../words/index.ts';
import { applyBranding } from './branding.ts';
import logo from './logo.module.css';
import styles from './shell.module.css';

/** The branding of the organization whose domain the browser shows. Without an answer, the page is the platform's. */
const useDomainBranding = (): Branding | null => {
  const [branding, setBranding] = useState<Branding | null>(null);
  useEffect(() => {
    let current = true;
    const show = (found: Branding | null) => {
      if (!current) return;
      applyBranding(found);
      setBranding(found);
      if (found?.name) document.title = found.name;
    };
    const { signIn: page } = createClient({ baseUrl: window.location.origin });
    void page.get().then(
      ({ branding: found }) => show(found),
      () => undefined,
    );
    return () => {
      current = false;
      applyBranding(null);
    };
  }, []);
  return branding;
};

const DomainBrand = () => {
  const branding = useDomainBranding();
  if (!branding) return null;
  return (
    <div className={styles.domain}>
      {branding.logo && <img src={branding.logo} alt="" className={logo.logo} />}
      <strong>{branding.name}</strong>
    </div>
  );
};

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
    <main className={styles.entry}>
      <DomainBrand />
      {reason && !error && (
        <p className={cx(kit.notice, kit.warn)} role="status">
          {reason}
        </p>
      )}
      <section className={cx(kit.card, kit.stack)}>
        <h1>{words.signIn.title}</h1>
        <SignInForm />
      </section>
      <form className={cx(kit.card, kit.stack)} onSubmit={(event) => void submit(event)}>
        <div className={cx(kit.stack, kit.tight)}>
          <h2>{words.signIn.withKey}</h2>
          <p className={kit.muted}>{words.signIn.keyHint}</p>
        </div>
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
        <Button look="primary" type="submit" busy={busy}>
          {words.signIn.title}
        </Button>
      </form>
    </main>
  );
};
