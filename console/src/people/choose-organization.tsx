import type { Identity, Membership } from 'voice-agent-platform-client';
import { chooseOrganization, signOut } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import styles from '../shell/shell.module.css';
import { words } from '../words/index.ts';

/** A person who is a member of several organizations, or of none, chooses one for this tab. */
export const ChooseOrganization = ({
  me,
  memberships,
}: {
  readonly me: Identity;
  readonly memberships: readonly Membership[];
}) => (
  <main className={styles.entry}>
    <section className={cx(kit.card, kit.stack)}>
      <h1>{memberships.length > 0 ? words.signIn.choose : words.signIn.noOrganization}</h1>
      <p className={kit.muted}>{words.signIn.signedInAs(me.person?.email ?? me.person?.name ?? '')}</p>
      {memberships.length === 0 && <p>{words.signIn.askColleague}</p>}
      {memberships.map((one) => (
        <Button key={one.id} onClick={() => void chooseOrganization(one)}>
          {one.name} ({one.role ?? words.signIn.scopes(one.scopes.length)})
        </Button>
      ))}
      <Button look="plain" onClick={() => signOut()}>
        {words.signIn.signOut}
      </Button>
    </section>
  </main>
);
