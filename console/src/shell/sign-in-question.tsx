import { useState } from 'react';
import type { Identity } from 'voice-agent-platform-client';
import type { SignInQuestion as Question } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { words } from '../words/index.ts';
import styles from './shell.module.css';

const nameOf = ({ client, key }: Identity): string =>
  words.signIn.keyOf(client?.name ?? words.signIn.thePlatform, key?.name ?? '');

/**
 * A link must not change who is signed in without a question: people would go on in somebody else’s
 * organization.
 */
export const SignInQuestion = ({
  question: { current, offered, accept, refuse },
}: {
  readonly question: Question;
}) => {
  const [error, setError] = useState<unknown>();
  return (
    <main className={styles.entry}>
      <section className={cx(kit.card, kit.stack)}>
        <h1>{words.signIn.asWho(nameOf(offered))}</h1>
        <p>{words.signIn.linkOpened(nameOf(current))}</p>
        {error !== undefined && <Problem error={error} />}
        <div className={cx(kit.row, kit.end)}>
          <Button onClick={refuse}>{words.signIn.stay}</Button>
          <Button look="primary" onClick={() => void accept().catch(setError)}>
            {words.signIn.signInAs(offered.key?.name ?? '')}
          </Button>
        </div>
      </section>
    </main>
  );
};
