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

/** People sign in at their company, which would replace the page here. This one goes on as soon as it is looked at again. */
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

/** Lies over a page whose session has ended. What somebody has typed there is kept, and what was sent waits. */
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
