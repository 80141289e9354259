import { useEffect, useEffectEvent, useState } from 'react';
import { isSignedInAgain, signInAgain, signOut, useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { Dialog } from '../kit/dialog.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { words } from '../words/index.ts';
import { KeyForm } from './key-form.tsx';

/**
 * Signing in at a company's provider would replace this page, so it happens in a new tab. This page continues
 * when it gets the focus back.
 */
const InNewTab = () => {
  const { signInAgain: text } = words.shell;
  const [asked, setAsked] = useState(false);
  const look = useAction({ send: isSignedInAgain });
  const lookAgain = useEffectEvent(() => look.mutate());
  useEffect(() => {
    const onFocus = () => lookAgain();
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, []);
  return (
    <>
      <div className={kit.row}>
        <a href="/" target="_blank" rel="noreferrer" className={cx(kit.button, kit.primary)}>
          {text.newTab}
        </a>
        <Button
          busy={look.isPending}
          onClick={() => {
            setAsked(true);
            look.mutate();
          }}
        >
          {text.check}
        </Button>
      </div>
      {asked && look.data === false && <p role="status">{text.notYet}</p>}
      {look.error && <Problem error={look.error} />}
    </>
  );
};

/** The dialog over a page whose session has ended. The page keeps its state, and its requests wait. */
export const SignInAgain = () => {
  const { me } = useSession();
  return (
    <Dialog open title={words.shell.signInAgain.title}>
      <p>{words.shell.signInAgain.text}</p>
      {me.person ? <InNewTab /> : <KeyForm send={signInAgain} />}
      <div>
        <Button look="plain" onClick={() => signOut()}>
          {words.shell.signOut}
        </Button>
      </div>
    </Dialog>
  );
};
