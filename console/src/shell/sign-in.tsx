import { useEffect, useState } from 'react';
import type { Branding } from 'voice-agent-platform-client';
import { createClient } from 'voice-agent-platform-client';
import { signIn } from '../api/session.ts';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { invitation } from '../people/invitation.ts';
import { SignInForm } from '../people/sign-in-form.tsx';
import { words } from '../words/index.ts';
import { applyBranding } from './branding.ts';
import { KeyForm } from './key-form.tsx';
import styles from './shell.module.css';
import { SignInBrand } from './sign-in-brand.tsx';

/**
 * The branding of the organization whose domain the browser shows. Without an answer, the page is the
 * platform's.
 */
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
  return branding && <SignInBrand branding={branding} />;
};

/**
 * Asks for the company of a person, or for an API key. The key is kept for this tab, until the tab is closed.
 */
export const SignIn = ({ reason }: { readonly reason?: string | undefined }) => (
  <main className={styles.entry}>
    <DomainBrand />
    {reason && (
      <p className={cx(kit.notice, kit.warn)} role="status">
        {reason}
      </p>
    )}
    <section className={cx(kit.card, kit.stack)}>
      <h1>{words.signIn.title}</h1>
      <SignInForm />
    </section>
    {!invitation() && (
      <section className={cx(kit.card, kit.stack)}>
        <div className={cx(kit.stack, kit.tight)}>
          <h2>{words.signIn.withKey}</h2>
          <p className={kit.muted}>{words.signIn.keyHint}</p>
        </div>
        <KeyForm send={signIn} secondary />
      </section>
    )}
  </main>
);
